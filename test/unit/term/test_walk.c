// Walks over terms: what is reachable, and substitution. Digests are in
// test_terms.c.
#include "raw.h"

static const VdSort BV32 = {.kind = VD_SORT_BV, .a = 32};

static VdTerm var(VdTerms *tm, uint32_t number, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_PARAM, number, sort, "");
}

static uint32_t index_of(const VdTermVec *order, VdTerm t) {
  for (uint32_t i = 0; i < order->len; i++)
    if (vd_term_eq(order->at[i], t)) return i;
  fail_msg("term %u is not there", t.id);
  return 0;
}

static void test_reach_visits_arguments_first_and_once(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32), z = var(tm, 2, BV32);
  VdTerm t = mk2(tm, VD_OP_BVUDIV, x, y);
  VdTerm u = mk2(tm, VD_OP_BVUREM, t, mk2(tm, VD_OP_BVUDIV, t, x));
  VdTermVec order = {0};
  vd_terms_reach(tm, (VdTerm[]){u, VD_TERM_NONE, t, z, u}, 5, &order);
  assert_int_equal(order.len, 6);
  for (uint32_t i = 0; i < order.len; i++)
    for (uint32_t j = 0; j < vd_term_args(tm, order.at[i]); j++)
      assert_true(index_of(&order, vd_term_arg(tm, order.at[i], j)) < i);
  index_of(&order, z);
  vd_terms_reach(tm, NULL, 0, &order);  // adds nothing
  assert_int_equal(order.len, 6);
  vd_vec_done(&order);
  vd_terms_free(tm);
}

static VdTerm replace(VdTerms *tm, VdTerm t, VdTerm from, VdTerm to) {
  VdMap map = {0};
  *vd_map_put(&map, from.id) = to.id;
  VdTerm result = vd_term_subst(tm, t, &map);
  vd_map_done(&map);
  return result;
}

static void test_subst_of_nothing_changes_nothing(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdTerm t = vd_mk_ite(tm, vd_mk_ult(tm, x, y), vd_mk_add(tm, x, y), x);
  assert_true(vd_term_eq(vd_term_subst(tm, t, &(VdMap){0}), t));
  assert_true(vd_term_eq(replace(tm, t, var(tm, 9, BV32), x), t));
  vd_terms_free(tm);
}

static void test_subst_rebuilds_and_simplifies(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdTerm one = vd_mk_bv(tm, 32, 1), zero = vd_mk_bv(tm, 32, 0);
  VdTerm c = vd_mk_ult(tm, x, y);
  VdTerm t = vd_mk_ite(tm, c, mk2(tm, VD_OP_BVMUL, x, y), y);
  assert_true(vd_term_eq(replace(tm, t, x, zero),
                         vd_mk_ite(tm, vd_mk_eq(tm, y, zero), y, zero)));
  assert_true(vd_term_eq(replace(tm, t, c, vd_mk_bool(tm, false)), y));
  assert_true(vd_term_eq(
      replace(tm, vd_mk_add(tm, x, y), y, vd_mk_sub(tm, one, x)), one));
  assert_true(vd_term_eq(replace(tm, t, t, x), x));
  vd_terms_free(tm);
}

// Both at once, not one after the other; and replacements are left alone.
static void test_subst_is_simultaneous(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdMap map = {0};
  *vd_map_put(&map, x.id) = y.id;
  *vd_map_put(&map, y.id) = x.id;
  assert_true(vd_term_eq(vd_term_subst(tm, mk2(tm, VD_OP_BVUDIV, x, y), &map),
                         mk2(tm, VD_OP_BVUDIV, y, x)));
  *vd_map_put(&map, x.id) = vd_mk_add(tm, x, y).id;
  assert_true(vd_term_eq(vd_term_subst(tm, mk2(tm, VD_OP_BVUDIV, x, y), &map),
                         mk2(tm, VD_OP_BVUDIV, vd_mk_add(tm, x, y), x)));
  vd_map_done(&map);
  vd_terms_free(tm);
}

static void test_subst_replaces_applications_and_addresses(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = var(tm, 0, vd_sort_bv(8)), y = var(tm, 1, vd_sort_bv(8));
  VdTerm fx = vd_mk_app(tm, FUN_BV, 0, &x, 1);
  VdTerm fy = vd_mk_app(tm, FUN_BV, 0, &y, 1);
  VdTerm ffx = vd_mk_app(tm, FUN_BV, 0, &fx, 1);
  assert_true(vd_term_eq(replace(tm, ffx, fx, y), fy));
  assert_true(vd_term_eq(replace(tm, fx, x, y), fy));
  VdTerm a = vd_mk_addr(tm, GLOBAL_A), b = vd_mk_addr(tm, GLOBAL_B);
  VdTerm mem = var(tm, 2, vd_sort_mem());
  assert_true(vd_term_eq(replace(tm, vd_mk_load(tm, mem, a, 1), a, b),
                         vd_mk_load(tm, mem, b, 1)));
  vd_terms_free(tm);
}

static void test_subst_takes_many_arguments(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  enum { N = 20 };
  VdTerm x[N], y[N];
  for (uint32_t i = 0; i < N; i++)
    x[i] = var(tm, i, BV32), y[i] = var(tm, i ? i : N, BV32);
  VdTerm t = vd_mk(tm, VD_OP_BVXOR, 0, x, N);
  assert_true(
      vd_term_eq(replace(tm, t, x[0], y[0]), vd_mk(tm, VD_OP_BVXOR, 0, y, N)));
  vd_terms_free(tm);
}

static void test_subst_by_another_sort_is_an_error(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), b = var(tm, 1, vd_sort_bool());
  VdTerm t = vd_mk_add(tm, x, vd_mk_bv(tm, 32, 1));
  assert_true(vd_term_is_none(replace(tm, t, x, b)));
  assert_non_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reach_visits_arguments_first_and_once),
      cmocka_unit_test(test_subst_of_nothing_changes_nothing),
      cmocka_unit_test(test_subst_rebuilds_and_simplifies),
      cmocka_unit_test(test_subst_is_simultaneous),
      cmocka_unit_test(test_subst_replaces_applications_and_addresses),
      cmocka_unit_test(test_subst_takes_many_arguments),
      cmocka_unit_test(test_subst_by_another_sort_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
