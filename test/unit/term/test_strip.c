// Memory without the writes to some objects.
#include "raw.h"

typedef struct Strip {
  VdTerms *tm;
  VdTerm mem, x, kept, gone;  // kept and gone: addresses
} Strip;

static bool is_gone(const void *context, const VdObject *object) {
  return strcmp(object->key, context) == 0;
}

static VdTerm object(VdTerms *tm, const char *key) {
  VdObject o = {.kind = VD_OBJECT_SLOT, .key = key, .name = key, .size = 64};
  return vd_mk_addr(tm, vd_object_put(tm, &o));
}

static Strip strip_new(void) {
  VdTerms *tm = vd_terms_new();
  return (Strip){
      .tm = tm,
      .mem = vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_mem(), "m"),
      .x = vd_mk_var(tm, VD_VAR_PARAM, 1, vd_sort_bv(32), "x"),
      .kept = object(tm, "kept"),
      .gone = object(tm, "gone"),
  };
}

static VdTerm strip(Strip *s, VdTerm mem) {
  return vd_mem_strip(s->tm, mem, is_gone, "gone");
}

static VdTerm at(Strip *s, VdTerm object, uint64_t offset) {
  return mk2(s->tm, VD_OP_PTRADD, object, vd_mk_bv(s->tm, 64, offset));
}

static void assert_same(VdTerm x, VdTerm y) {
  assert_int_equal(x.id, y.id);
}

static void test_writes_to_an_object_go(void **state) {
  (void)state;
  Strip s = strip_new();
  VdTerm first = vd_mk_store(s.tm, s.mem, s.kept, s.x);
  VdTerm second = vd_mk_store(s.tm, first, at(&s, s.gone, 4), s.x);
  VdTerm third = vd_mk_store(s.tm, second, at(&s, s.kept, 8), s.x);
  assert_same(strip(&s, third),
              vd_mk_store(s.tm, first, at(&s, s.kept, 8), s.x));
  assert_same(strip(&s, second), first);
  assert_same(strip(&s, first), first);
  assert_same(strip(&s, s.mem), s.mem);
  vd_terms_free(s.tm);
}

static void test_fills_and_copies_go(void **state) {
  (void)state;
  Strip s = strip_new();
  VdTerm n = vd_mk_var(s.tm, VD_VAR_PARAM, 2, vd_sort_bv(64), "n");
  VdTerm fill[] = {s.mem, s.gone, vd_mk_bv(s.tm, 8, 1), n};
  VdTerm filled = vd_mk(s.tm, VD_OP_FILL, 0, fill, 4);
  assert_same(strip(&s, filled), s.mem);
  VdTerm copy[] = {filled, s.gone, filled, s.kept, n};
  assert_same(strip(&s, vd_mk(s.tm, VD_OP_COPY, 0, copy, 5)), s.mem);
  // A copy out of the object reads what was there.
  VdTerm out[] = {filled, s.kept, filled, s.gone, n};
  VdTerm want[] = {s.mem, s.kept, filled, s.gone, n};
  assert_same(strip(&s, vd_mk(s.tm, VD_OP_COPY, 0, out, 5)),
              vd_mk(s.tm, VD_OP_COPY, 0, want, 5));
  vd_terms_free(s.tm);
}

static void test_both_sides_of_a_condition(void **state) {
  (void)state;
  Strip s = strip_new();
  VdTerm p = vd_mk_var(s.tm, VD_VAR_PARAM, 3, vd_sort_bool(), "p");
  VdTerm y = vd_mk_var(s.tm, VD_VAR_PARAM, 4, vd_sort_bv(32), "y");
  VdTerm a = vd_mk_store(s.tm, s.mem, s.gone, s.x);
  VdTerm b = vd_mk_store(s.tm, s.mem, s.kept, y);
  VdTerm ite = intern3(s.tm, VD_OP_ITE, vd_sort_mem(), p, a, b);
  assert_same(strip(&s, ite), vd_mk_ite(s.tm, p, s.mem, b));
  vd_terms_free(s.tm);
}

// Each level has the one below twice: 2^60 ways down.
static void test_shared_conditions_take_no_time(void **state) {
  (void)state;
  Strip s = strip_new();
  VdTerm t = vd_mk_store(s.tm, s.mem, s.gone, s.x);
  for (uint32_t i = 0; i < 60; i++) {
    VdTerm p = vd_mk_var(s.tm, VD_VAR_PARAM, 10 + i, vd_sort_bool(), "p");
    VdTerm q = vd_mk_var(s.tm, VD_VAR_PARAM, 100 + i, vd_sort_bv(64), "q");
    t = intern3(s.tm, VD_OP_ITE, vd_sort_mem(), p, vd_mk_store(s.tm, t, q, s.x),
                t);
  }
  VdTerm stripped = strip(&s, t);
  VdTermVec nodes = {0};
  vd_terms_reach(s.tm, &stripped, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    assert_false(vd_term_eq(nodes.at[i], s.gone));
  vd_vec_done(&nodes);
  vd_terms_free(s.tm);
}

static void test_what_a_call_saw_stays(void **state) {
  (void)state;
  Strip s = strip_new();
  VdSort mem = vd_sort_mem();
  VdFun fun = {.kind = VD_FUN_INTERNAL,
               .key = "i:f",
               .name = "f",
               .params = 1,
               .results = 1,
               .param = &mem,
               .result = &mem};
  VdTerm a = vd_mk_store(s.tm, s.mem, s.gone, s.x);
  VdTerm app = vd_mk_app(s.tm, vd_fun_put(s.tm, &fun), 0, &a, 1);
  assert_same(strip(&s, vd_mk_store(s.tm, app, s.gone, s.x)), app);
  vd_terms_free(s.tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_writes_to_an_object_go),
      cmocka_unit_test(test_fills_and_copies_go),
      cmocka_unit_test(test_both_sides_of_a_condition),
      cmocka_unit_test(test_shared_conditions_take_no_time),
      cmocka_unit_test(test_what_a_call_saw_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
