// Chains of tests of one value, as a switch makes them: they mean what they
// say, also where rules were cut, and the order of cases does not count.
#include "base/limit.h"
#include "raw.h"

enum { WIDTH = 5, MANY = 500 };

typedef struct Case {
  uint64_t key;
  uint32_t value;
} Case;

static VdTerm param(VdTerms *tm, uint32_t number, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_PARAM, number, sort, "");
}

// Result number n of a case; a few of them are variables.
static VdTerm result(VdTerms *tm, uint32_t n) {
  return n % 3 ? vd_mk_bv(tm, 8, n) : param(tm, n + 1, vd_sort_bv(8));
}

// The cases from the last to the first. Bits of cut say where rules are cut.
static VdTerm build(VdTerms *tm, VdTerm x, const Case *list, uint32_t n,
                    uint64_t cut) {
  VdTerm t = result(tm, 0);
  while (n-- > 0) {
    VdTerm key = vd_mk_bv(tm, vd_term_sort(tm, x).a, list[n].key);
    VdTerm test = vd_mk_eq(tm, x, key), value = result(tm, list[n].value);
    uint32_t nest = tm->nest;
    if (cut >> n % 64 & 1) tm->nest = vd_limit->term_nest;
    t = vd_mk_ite(tm, test, value, t);
    tm->nest = nest;
  }
  return t;
}

static uint32_t expected(const Case *list, uint32_t n, uint64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i].key == x) return list[i].value;
  return 0;
}

static void set_variables(VdTerms *tm, VdEval *eval, VdTerm x, uint64_t bits) {
  vd_eval_set(eval, x, vd_value_bv(WIDTH, bits));
  for (uint32_t i = 0; i < 8; i++)
    vd_eval_set(eval, param(tm, i + 1, vd_sort_bv(8)), vd_value_bv(8, 100 + i));
}

static void check_values(VdTerms *tm, VdTerm x, VdTerm t, const Case *list,
                         uint32_t n) {
  for (uint64_t bits = 0; bits < 1u << WIDTH; bits++) {
    VdEval *eval = vd_eval_new(tm);
    VdValue got, want;
    set_variables(tm, eval, x, bits);
    assert_true(vd_eval(eval, t, &got));
    assert_true(vd_eval(eval, result(tm, expected(list, n, bits)), &want));
    assert_int_equal(got.bits, want.bits);
    vd_eval_free(eval);
  }
}

// Keys come up again and again, and so do results, the default's too.
static void test_chains_keep_values(void **state) {
  (void)state;
  VdRandom random = {7};
  for (uint32_t round = 0; round < 400; round++) {
    VdTerms *tm = vd_terms_new();
    VdTerm x = param(tm, 0, vd_sort_bv(WIDTH));
    Case list[40];
    uint32_t n = (uint32_t)(vd_random_next(&random) % VD_COUNT(list));
    for (uint32_t i = 0; i < n; i++)
      list[i] = (Case){vd_random_next(&random) % (1u << WIDTH),
                       (uint32_t)(vd_random_next(&random) % 7)};
    uint64_t cut = round % 2 ? vd_random_next(&random) : 0;
    check_values(tm, x, build(tm, x, list, n, cut), list, n);
    vd_terms_free(tm);
  }
}

static void shuffle(Case *list, uint32_t n, VdRandom *random) {
  for (uint32_t i = n; i > 1; i--) {
    uint32_t k = (uint32_t)(vd_random_next(random) % i);
    Case other = list[k];
    list[k] = list[i - 1];
    list[i - 1] = other;
  }
}

// Some cases give what the default gives: they may as well not be there.
static void test_order_of_cases_does_not_count(void **state) {
  (void)state;
  VdRandom random = {8};
  VdTerms *tm = vd_terms_new();
  VdTerm x = param(tm, 0, vd_sort_bv(32));
  Case list[MANY];
  for (uint32_t i = 0; i < MANY; i++) list[i] = (Case){3 * i, i % 50};
  VdTerm t = build(tm, x, list, MANY, 0);
  for (uint32_t round = 0; round < 5; round++) {
    shuffle(list, MANY, &random);
    assert_int_equal(build(tm, x, list, MANY, 0).id, t.id);
  }
  vd_terms_free(tm);
}

static void test_a_disjunction_of_tests_is_a_chain(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = param(tm, 0, vd_sort_bv(32)), k = vd_mk_bv(tm, 32, 4);
  VdTerm l = vd_mk_bv(tm, 32, 9);
  VdTerm either = vd_mk_or(tm, vd_mk_eq(tm, x, k), vd_mk_eq(tm, x, l));
  Case list[] = {{9, 2}, {4, 2}};
  VdTerm t = build(tm, x, list, VD_COUNT(list), 0);
  assert_int_equal(vd_mk_ite(tm, either, result(tm, 2), result(tm, 0)).id,
                   t.id);
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chains_keep_values),
      cmocka_unit_test(test_order_of_cases_does_not_count),
      cmocka_unit_test(test_a_disjunction_of_tests_is_a_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
