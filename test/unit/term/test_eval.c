// The evaluator: assignments, defaults, constant memory, applications.
#include "base/limit.h"
#include "raw.h"

static const VdSort BV32 = {.kind = VD_SORT_BV, .a = 32};

static VdTerm var(VdTerms *tm, uint32_t number, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_PARAM, number, sort, "");
}

static uint64_t bits_of(VdEval *eval, VdTerm t) {
  VdValue v;
  assert_true(vd_eval(eval, t, &v));
  return v.bits;
}

static void test_evaluates_under_an_assignment(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdTerm t = vd_mk_ite(tm, vd_mk_ult(tm, x, y), vd_mk_sub(tm, y, x),
                       mk2(tm, VD_OP_BVMUL, x, x));
  VdEval *eval = vd_eval_new(tm);
  vd_eval_set(eval, x, vd_value_bv(32, 5));
  vd_eval_set(eval, y, vd_value_bv(32, 9));
  assert_int_equal(bits_of(eval, t), 4);
  assert_int_equal(bits_of(eval, vd_mk_add(tm, x, y)),
                   14);  // one after another
  vd_eval_reset(eval);
  vd_eval_set(eval, x, vd_value_bv(32, 5));
  assert_int_equal(bits_of(eval, t), 25);  // y is forgotten, and so zero
  vd_eval_free(eval);
  vd_eval_free(NULL);
  vd_terms_free(tm);
}

static void test_unassigned_variables_are_zero(void **state) {
  (void)state;
  static const VdSort sorts[] = {
      {.kind = VD_SORT_BOOL},
      {.kind = VD_SORT_BV, .a = 1},
      {.kind = VD_SORT_BV, .a = 64},
      {.kind = VD_SORT_BV, .a = 1000},
      {.kind = VD_SORT_FLOAT, .a = 11, .b = 53},
      {.kind = VD_SORT_FLOAT, .a = 15, .b = 113},
      {.kind = VD_SORT_WORLD},
  };
  VdTerms *tm = vd_terms_new();
  VdEval *eval = vd_eval_new(tm);
  for (uint32_t i = 0; i < VD_COUNT(sorts); i++) {
    VdValue v;
    assert_true(vd_eval(eval, var(tm, i, sorts[i]), &v));
    assert_true(vd_sort_eq(v.sort, sorts[i]));
    for (uint32_t k = 0; k * 64 < vd_sort_width(sorts[i]); k++)
      assert_int_equal(vd_value_limb(&v, k), 0);
  }
  VdTerm mem = var(tm, 20, vd_sort_mem());
  assert_int_equal(bits_of(eval, vd_mk_load(tm, mem, vd_mk_bv(tm, 64, 77), 8)),
                   0);
  vd_eval_free(eval);
  vd_terms_free(tm);
}

static void test_objects_have_places(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdEval *eval = vd_eval_new(tm);
  VdTerm a = vd_mk_addr(tm, GLOBAL_A), b = vd_mk_addr(tm, GLOBAL_B);
  assert_int_equal(bits_of(eval, a), vd_layout_address(GLOBAL_A));
  vd_eval_set(eval, b, vd_value_bv(64, 0x123450));
  assert_int_equal(bits_of(eval, b), 0x123450);
  for (uint32_t id = 1; id < 1000; id++) {
    assert_true(vd_layout_address(id) >= 1ull << 40);
    assert_true(vd_layout_address(id) % 4096 == 0);
    // Each in a room of its own, at least the half of which is behind it.
    uint64_t room = (1ull << 40) + ((uint64_t)id << 28);
    assert_true(vd_layout_address(id) >= room);
    assert_true(vd_layout_address(id) < room + (1 << 27));
  }
  vd_eval_free(eval);
  vd_terms_free(tm);
}

static void test_constant_memory_has_contents_and_addresses(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdEval *eval = vd_eval_new(tm);
  uint64_t place = 0x77000;
  vd_eval_set(eval, vd_mk_addr(tm, GLOBAL_A), vd_value_bv(64, place));
  // An index, so that rules cannot answer.
  VdTerm i = var(tm, 0, vd_sort_bv(64)), rom = vd_mk_rom(tm);
  VdTerm at = mk2(tm, VD_OP_PTRADD, vd_mk_addr(tm, TABLE), i);
  vd_eval_set(eval, i, vd_value_bv(64, 2));
  assert_int_equal(bits_of(eval, vd_mk_load(tm, rom, at, 1)), table_byte(2));
  VdTerm fourteen = vd_mk_bv(tm, 64, 14);
  at = mk2(tm, VD_OP_PTRADD, at, fourteen);
  assert_int_equal(bits_of(eval, vd_mk_load(tm, rom, at, 8)), place + 4);
  vd_eval_free(eval);
  vd_terms_free(tm);
}

typedef struct Calls {
  uint32_t count;
  bool fail;
} Calls;

static bool count_calls(void *context, VdTerm t, const VdValue *args,
                        uint32_t n, VdValue *out) {
  Calls *calls = context;
  (void)t;
  assert_int_equal(n, 1);
  calls->count++;
  *out = vd_value_bv(8, args[0].bits + 1);
  return !calls->fail;
}

static void test_applications_are_called_once(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = var(tm, 0, vd_sort_bv(8));
  VdTerm f = vd_mk_app(tm, FUN_BV, 0, &x, 1);
  VdTerm ff = vd_mk_app(tm, FUN_BV, 0, &f, 1);
  VdEval *eval = vd_eval_new(tm);
  VdValue v;
  assert_false(vd_eval(eval, ff, &v));  // nobody knows f
  Calls calls = {0};
  vd_eval_on_app(eval, count_calls, &calls);
  vd_eval_set(eval, x, vd_value_bv(8, 5));
  assert_int_equal(bits_of(eval, ff), 7);
  assert_int_equal(bits_of(eval, vd_mk_add(tm, f, ff)), 13);
  assert_int_equal(calls.count, 2);
  vd_eval_reset(eval);
  calls.fail = true;
  assert_false(vd_eval(eval, ff, &v));
  calls.fail = false;
  assert_int_equal(bits_of(eval, ff), 2);  // a failure is not remembered
  vd_eval_free(eval);
  vd_terms_free(tm);
}

static void test_what_cannot_be_evaluated_fails(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdEval *eval = vd_eval_new(tm);
  VdValue v;
  assert_false(vd_eval(eval, VD_TERM_NONE, &v));
  VdTerm mem = var(tm, 0, vd_sort_mem()), n = var(tm, 1, vd_sort_bv(64));
  VdTerm byte = vd_mk_bv(tm, 8, 1);
  VdTerm fill = vd_mk(tm, VD_OP_FILL, 0, (VdTerm[]){mem, n, byte, n}, 4);
  vd_eval_set(eval, n, vd_value_bv(64, vd_limit->eval_span + 1));
  assert_false(vd_eval(eval, fill, &v));
  vd_eval_reset(eval);
  vd_eval_set(eval, n, vd_value_bv(64, 3));
  assert_true(vd_eval(eval, fill, &v));
  assert_int_equal(vd_array_get(v.array, 5), 1);
  assert_int_equal(vd_array_get(v.array, 6), 0);
  vd_eval_free(eval);
  vd_terms_free(tm);
}

static void test_wide_operators_are_evaluated(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  enum { N = 30 };
  VdTerm x[N];
  VdEval *eval = vd_eval_new(tm);
  uint64_t want = 0;
  for (uint32_t i = 0; i < N; i++) {
    x[i] = var(tm, i, BV32);
    vd_eval_set(eval, x[i], vd_value_bv(32, i * i));
    want += i * i;
  }
  assert_int_equal(bits_of(eval, vd_mk(tm, VD_OP_BVADD, 0, x, N)), want);
  vd_eval_free(eval);
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_evaluates_under_an_assignment),
      cmocka_unit_test(test_unassigned_variables_are_zero),
      cmocka_unit_test(test_objects_have_places),
      cmocka_unit_test(test_constant_memory_has_contents_and_addresses),
      cmocka_unit_test(test_applications_are_called_once),
      cmocka_unit_test(test_what_cannot_be_evaluated_fails),
      cmocka_unit_test(test_wide_operators_are_evaluated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
