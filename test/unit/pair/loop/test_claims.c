// Claims about loops, learned from runs and proved by induction: what differs
// on some input is never proved, and a part of what is the same is.
#include "../small.h"

enum { PROGRAMS = 5, LIMITED = 1 };
#define WORK 0.03  // what is provable takes a third of that

static bool by_induction(SmallPair *p) {
  p->job.budget = vd_budget_limit(&p->options.budget, 60, WORK);
  return vd_induct(&p->job, p->runner);
}

static void test_induction_proves_only_what_is_the_same(void **state) {
  (void)state;
  SmallTally t = small_try_all(7, PROGRAMS, SMALL_MOVED, by_induction);
  assert_true(t.proved > t.same / 4);
  assert_true(t.different > PROGRAMS / 5);
}

static void test_lowered_limits_prove_nothing_wrong(void **state) {
  (void)state;
  static const char *const name[] = {"claim_examples", "context_calls",
                                     "induct_claims", "weaken_calls"};
  small_try_limits(name, VD_COUNT(name), LIMITED, SMALL_MOVED, by_induction);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_induction_proves_only_what_is_the_same),
      cmocka_unit_test(test_lowered_limits_prove_nothing_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
