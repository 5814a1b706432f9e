// A proof path by path, and refinement: what differs on some input is never
// proved, and most of what is the same is.
#include "small.h"

enum { PROGRAMS = 50, LIMITED = 2 };

static bool by_paths(SmallPair *p) {
  return vd_paths(&p->search, 5);
}

static bool by_refinement(SmallPair *p) {
  return vd_refine(&p->search) == VD_FOUND_PROOF;
}

static void test_paths_prove_only_what_is_the_same(void **state) {
  (void)state;
  SmallTally t = small_try_all(7, PROGRAMS, SMALL_STRAIGHT, by_paths);
  assert_true(t.proved > t.same / 2);
  assert_true(t.different > PROGRAMS / 5);
}

static void test_refinement_is_right_both_ways(void **state) {
  (void)state;
  SmallTally t = small_try_all(8, PROGRAMS / 2, SMALL_STRAIGHT, by_refinement);
  assert_true(t.proved > t.same / 2);
  assert_true(t.refuted > t.different / 2);
}

static void test_lowered_limits_prove_nothing_wrong(void **state) {
  (void)state;
  static const char *const paths[] = {
      "paths_depth",  "paths_nodes",    "paths_rounds", "paths_worth",
      "paths_effort", "paths_ranges",   "paths_apart",  "paths_alike",
      "goal_steps",   "paths_questions"};
  static const char *const refine[] = {"refine_rounds", "refine_h1"};
  small_try_limits(paths, VD_COUNT(paths), LIMITED, SMALL_STRAIGHT, by_paths);
  small_try_limits(refine, VD_COUNT(refine), LIMITED, SMALL_STRAIGHT,
                   by_refinement);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_paths_prove_only_what_is_the_same),
      cmocka_unit_test(test_refinement_is_right_both_ways),
      cmocka_unit_test(test_lowered_limits_prove_nothing_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
