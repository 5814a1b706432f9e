// Loops of one version put for those of the other: the results stay what they
// were, so what differs on some input is never proved afterwards.
#include "../small.h"

enum { PROGRAMS = 7, LIMITED = 1 };

static bool by_mates(SmallPair *p) {
  p->search.new_bodies = true;
  if (vd_paths(&p->search, 1)) return true;
  return vd_mates(&p->search, 2) && vd_paths(&p->search, 1);
}

static void test_mates_prove_only_what_is_the_same(void **state) {
  (void)state;
  SmallTally t = small_try_all(7, PROGRAMS, SMALL_WIDER, by_mates);
  assert_true(t.proved > t.same / 8);
  assert_true(t.different > PROGRAMS / 5);
}

static void test_lowered_limits_prove_nothing_wrong(void **state) {
  (void)state;
  static const char *const name[] = {"mates_results", "mates_tries",
                                     "mates_once",    "mates_ways",
                                     "mates_rounds",  "mates_express"};
  small_try_limits(name, VD_COUNT(name), LIMITED, SMALL_WIDER, by_mates);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mates_prove_only_what_is_the_same),
      cmocka_unit_test(test_lowered_limits_prove_nothing_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
