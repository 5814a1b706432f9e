// A constant or-ed to words in which its bits are clear is added, in whatever
// order the words are or-ed, and nothing of it is carried.
#include "term/term.h"
#include "unit.h"

enum { WIDTH = 6, VALUES = 1 << WIDTH };

typedef struct World {
  VdTerms *tm;
  VdTerm x, y;
} World;

static World world_new(void) {
  VdTerms *tm = vd_terms_new();
  VdSort sort = vd_sort_bv(WIDTH);
  return (World){tm, vd_mk_var(tm, VD_VAR_PARAM, 0, sort, "x"),
                 vd_mk_var(tm, VD_VAR_PARAM, 1, sort, "y")};
}

static VdTerm word(const World *w, uint64_t v) {
  return vd_mk_bv(w->tm, WIDTH, v);
}

static VdTerm mk2(const World *w, VdOp op, VdTerm a, VdTerm b) {
  return vd_mk(w->tm, op, 0, (VdTerm[]){a, b}, 2);
}

static VdTerm not_(const World *w, VdTerm a) {
  return vd_mk(w->tm, VD_OP_BVNOT, 0, &a, 1);
}

static VdTerm or_(const World *w, VdTerm a, VdTerm b) {
  return not_(w, mk2(w, VD_OP_BVAND, not_(w, a), not_(w, b)));
}

static uint64_t value_at(const World *w, VdTerm t, uint64_t x, uint64_t y) {
  VdMap map = {0};
  VdValue v;
  *vd_map_put(&map, w->x.id) = word(w, x).id;
  *vd_map_put(&map, w->y.id) = word(w, y).id;
  VdTerm is = vd_term_subst(w->tm, t, &map);
  vd_map_done(&map);
  assert_true(vd_term_value(w->tm, is, &v));
  return v.bits;
}

static void or_is_or_whatever_it_is_written_as(void **state) {
  (void)state;
  World w = world_new();
  for (uint64_t k = 0; k < VALUES; k++)
    for (uint64_t c = 1; c < VALUES; c += 3) {
      VdTerm a = mk2(&w, VD_OP_BVMUL, word(&w, c), w.x);
      VdTerm b = mk2(&w, VD_OP_BVAND, word(&w, ~c), w.y);
      VdTerm t[] = {or_(&w, or_(&w, a, b), word(&w, k)),
                    or_(&w, or_(&w, a, word(&w, k)), b),
                    or_(&w, a, or_(&w, word(&w, k), b))};
      for (uint64_t n = 0; n < 40; n++) {
        uint64_t x = n * 23 % VALUES, y = n * 37 % VALUES;
        uint64_t want = ((c * x) | (~c & y) | k) % VALUES;
        for (int i = 0; i < 3; i++) {
          assert_int_equal(value_at(&w, t[i], x, y), want);
          VdTerm high = vd_mk_extract(w.tm, t[i], WIDTH - 1, 2);
          assert_int_equal(value_at(&w, high, x, y), want >> 2);
        }
      }
    }
  vd_terms_free(w.tm);
}

static void a_constant_in_clear_bits_is_added(void **state) {
  (void)state;
  World w = world_new();
  VdTerm a = mk2(&w, VD_OP_BVMUL, word(&w, 8), w.x);
  VdTerm b = mk2(&w, VD_OP_BVMUL, word(&w, 16), w.y);
  VdTerm sum = vd_mk_add(w.tm, or_(&w, a, b), word(&w, 5));
  assert_true(vd_term_eq(or_(&w, or_(&w, a, b), word(&w, 5)), sum));
  assert_true(vd_term_eq(or_(&w, or_(&w, word(&w, 5), a), b), sum));
  assert_true(vd_term_eq(
      or_(&w, or_(&w, word(&w, 1), a), or_(&w, b, word(&w, 4))), sum));
  VdTerm high = vd_mk_extract(w.tm, sum, WIDTH - 1, 3);
  assert_true(
      vd_term_eq(high, vd_mk_extract(w.tm, or_(&w, a, b), WIDTH - 1, 3)));
  // Not where a bit may be set.
  VdTerm other = vd_mk_add(w.tm, or_(&w, a, b), word(&w, 8));
  assert_false(vd_term_eq(or_(&w, or_(&w, a, b), word(&w, 8)), other));
  vd_terms_free(w.tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(or_is_or_whatever_it_is_written_as),
      cmocka_unit_test(a_constant_in_clear_bits_is_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
