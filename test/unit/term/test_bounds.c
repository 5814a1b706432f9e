// Tests whether memory can be where an access is: of a known object its bounds.
#include "raw.h"

enum { SIZE = 8 };

typedef struct Bounds {
  VdTerms *tm;
  VdTerm object, other, unknown, pointer, index, length, yes;
} Bounds;

static VdTerm object(VdTerms *tm, const char *key, uint64_t size) {
  VdObject o = {
      .kind = VD_OBJECT_GLOBAL, .key = key, .name = key, .size = size};
  return vd_mk_addr(tm, vd_object_put(tm, &o));
}

static VdTerm word(VdTerms *tm, uint32_t number, const char *name) {
  return vd_mk_var(tm, VD_VAR_PARAM, number, vd_sort_bv(64), name);
}

static Bounds bounds_new(void) {
  VdTerms *tm = vd_terms_new();
  return (Bounds){
      .tm = tm,
      .object = object(tm, "object", SIZE),
      .other = object(tm, "other", 2 * SIZE),
      .unknown = object(tm, "unknown", 0),
      .pointer = word(tm, 0, "pointer"),
      .index = word(tm, 1, "index"),
      .length = word(tm, 2, "length"),
      .yes = vd_mk_bool(tm, true),
  };
}

static VdTerm plus(Bounds *b, VdTerm base, VdTerm offset) {
  return mk2(b->tm, VD_OP_PTRADD, base, offset);
}

static VdTerm number(Bounds *b, uint64_t n) {
  return vd_mk_bv(b->tm, 64, n);
}

// As src/front/c/memory.c asks.
static const uint64_t room = VD_LAST_ADDRESS - VD_FIRST_ADDRESS;

static VdTerm can_access(Bounds *b, VdTerm addr, uint64_t bytes) {
  VdTerm above = vd_mk_sub(b->tm, addr, number(b, VD_FIRST_ADDRESS));
  return vd_mk_ult(b->tm, above, number(b, room - bytes + 1));
}

static VdTerm can_access_all(Bounds *b, VdTerm addr, VdTerm bytes) {
  VdTerm above = vd_mk_sub(b->tm, addr, number(b, VD_FIRST_ADDRESS));
  VdTerm most = vd_mk_sub(b->tm, number(b, room), bytes);
  return vd_mk_not(b->tm, vd_mk_ult(b->tm, most, above));
}

static VdTerm up_to(Bounds *b, VdTerm x, VdTerm most) {
  return vd_mk_not(b->tm, vd_mk_ult(b->tm, most, x));
}

static void assert_same(VdTerm x, VdTerm y) {
  assert_int_equal(x.id, y.id);
}

static void test_known_offsets_are_decided(void **state) {
  (void)state;
  Bounds b = bounds_new();
  VdTerm no = vd_mk_bool(b.tm, false);
  assert_same(can_access(&b, b.object, 8), b.yes);
  assert_same(can_access(&b, plus(&b, b.object, number(&b, 4)), 4), b.yes);
  assert_same(can_access(&b, plus(&b, b.object, number(&b, 5)), 4), no);
  assert_same(can_access(&b, plus(&b, b.object, number(&b, 8)), 1), no);
  assert_same(can_access(&b, plus(&b, b.object, number(&b, -1ull)), 1), no);
  assert_same(can_access(&b, b.object, 9), no);
  vd_terms_free(b.tm);
}

static void test_indices_are_bounded(void **state) {
  (void)state;
  Bounds b = bounds_new();
  assert_same(can_access(&b, plus(&b, b.object, b.index), 4),
              up_to(&b, b.index, number(&b, 4)));
  vd_terms_free(b.tm);
}

static void test_lengths_are_bounded(void **state) {
  (void)state;
  Bounds b = bounds_new();
  VdTerm left = vd_mk_sub(b.tm, number(&b, SIZE), b.length);
  VdTerm fits = vd_mk_and(b.tm, up_to(&b, b.length, number(&b, SIZE)),
                          up_to(&b, b.index, left));
  assert_same(can_access_all(&b, plus(&b, b.object, b.index), b.length), fits);
  vd_terms_free(b.tm);
}

static void test_choices_are_told_apart(void **state) {
  (void)state;
  Bounds b = bounds_new();
  VdTerm c = vd_mk_var(b.tm, VD_VAR_PARAM, 3, vd_sort_bool(), "c");
  VdTerm chosen = vd_mk_ite(b.tm, c, b.object, b.other);
  assert_same(can_access(&b, plus(&b, chosen, b.index), 4),
              vd_mk_ite(b.tm, c, up_to(&b, b.index, number(&b, 4)),
                        up_to(&b, b.index, number(&b, 12))));
  vd_terms_free(b.tm);
}

static void test_other_addresses_stay_as_they_are(void **state) {
  (void)state;
  Bounds b = bounds_new();
  VdTerm addr[] = {b.pointer, plus(&b, b.pointer, b.index), b.unknown};
  for (size_t i = 0; i < VD_COUNT(addr); i++)
    assert_int_equal(vd_term_op(b.tm, can_access(&b, addr[i], 4)), VD_OP_BVULT);
  vd_terms_free(b.tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_offsets_are_decided),
      cmocka_unit_test(test_indices_are_bounded),
      cmocka_unit_test(test_lengths_are_bounded),
      cmocka_unit_test(test_choices_are_told_apart),
      cmocka_unit_test(test_other_addresses_stay_as_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
