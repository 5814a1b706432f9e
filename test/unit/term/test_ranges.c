// Comparisons of a variable with constants, together: what one says of another
// is what their values say. All of them, at three bits.
#include "term/term.h"
#include "unit.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, FORMS = 8, LITERALS = FORMS * VALUES };

typedef struct World {
  VdTerms *tm;
  VdTerm x;
} World;

static int as_signed(int v) {
  return v >= VALUES / 2 ? v - VALUES : v;
}

// Literal n: op, order, negation and constant. Its value where x is v.
static bool holds(int n, int v) {
  int form = n / VALUES, k = n % VALUES;
  if (form & 1) v = as_signed(v), k = as_signed(k);
  bool is = form & 2 ? k < v : v < k;
  return is != !!(form & 4);
}

static VdTerm literal(const World *w, int n) {
  int form = n / VALUES;
  VdTerm k = vd_mk_bv(w->tm, WIDTH, (uint64_t)(n % VALUES));
  VdTerm a = form & 2 ? k : w->x, b = form & 2 ? w->x : k;
  VdTerm t = vd_mk(w->tm, form & 1 ? VD_OP_BVSLT : VD_OP_BVULT, 0,
                   (VdTerm[]){a, b}, 2);
  return form & 4 ? vd_mk_not(w->tm, t) : t;
}

static bool value_at(const World *w, VdTerm t, int v) {
  VdMap map = {0};
  *vd_map_put(&map, w->x.id) = vd_mk_bv(w->tm, WIDTH, (uint64_t)v).id;
  VdTerm is = vd_term_subst(w->tm, t, &map);
  vd_map_done(&map);
  assert_true(vd_term_is_true(w->tm, is) || vd_term_is_false(w->tm, is));
  return vd_term_is_true(w->tm, is);
}

static World world_new(void) {
  VdTerms *tm = vd_terms_new();
  return (World){tm, vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(WIDTH), "x")};
}

static void two_comparisons_hold_where_both_do(void **state) {
  (void)state;
  World w = world_new();
  for (int n = 0; n < LITERALS; n++)
    for (int m = 0; m < LITERALS; m++) {
      VdTerm t = vd_mk_and(w.tm, literal(&w, n), literal(&w, m));
      for (int v = 0; v < VALUES; v++) {
        assert_int_equal(value_at(&w, t, v), holds(n, v) && holds(m, v));
      }
    }
  vd_terms_free(w.tm);
}

static void a_comparison_settles_what_is_under_a_negation(void **state) {
  (void)state;
  World w = world_new();
  VdTerm y = vd_mk_var(w.tm, VD_VAR_PARAM, 1, vd_sort_bool(), "y");
  for (int n = 0; n < LITERALS; n++)
    for (int m = 0; m < LITERALS; m++) {
      VdTerm both = vd_mk_and(w.tm, literal(&w, m), y);
      VdTerm t = vd_mk_and(w.tm, literal(&w, n), vd_mk_not(w.tm, both));
      for (int b = 0; b < 2; b++) {
        VdMap map = {0};
        *vd_map_put(&map, y.id) = vd_mk_bool(w.tm, b).id;
        VdTerm given = vd_term_subst(w.tm, t, &map);
        vd_map_done(&map);
        for (int v = 0; v < VALUES; v++)
          assert_int_equal(value_at(&w, given, v),
                           holds(n, v) && !(holds(m, v) && b));
      }
    }
  vd_terms_free(w.tm);
}

static void one_comparison_can_make_another_superfluous_or_false(void **state) {
  (void)state;
  World w = world_new();
  VdTerm k[2] = {vd_mk_bv(w.tm, WIDTH, 2), vd_mk_bv(w.tm, WIDTH, 3)};
  VdTerm narrow = vd_mk_ult(w.tm, w.x, k[0]), wide = vd_mk_ult(w.tm, w.x, k[1]);
  assert_true(vd_term_eq(vd_mk_and(w.tm, narrow, wide), narrow));
  VdTerm five = vd_mk_eq(w.tm, w.x, vd_mk_bv(w.tm, WIDTH, 5));
  assert_true(vd_term_is_false(w.tm, vd_mk_and(w.tm, five, wide)));
  VdTerm less = literal(&w, VALUES + 6), more = literal(&w, 5 * VALUES + 7);
  assert_true(vd_term_is_false(w.tm, vd_mk_and(w.tm, less, more)));
  vd_terms_free(w.tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_comparisons_hold_where_both_do),
      cmocka_unit_test(a_comparison_settles_what_is_under_a_negation),
      cmocka_unit_test(one_comparison_can_make_another_superfluous_or_false),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
