#include "base/limit.h"

#include "unit.h"

static void limits_are_as_the_table_says(void **state) {
  (void)state;
  assert_int_equal(vd_limit->run_steps, VD_MOST_run_steps);
  assert_true(vd_limit->end_share > 0 && vd_limit->end_share < 1);
}

static void a_limit_is_lowered_and_given_back(void **state) {
  (void)state;
  assert_null(vd_limit_set("run_steps", 2));
  assert_null(vd_limit_set("end_share", 0.01));
  assert_int_equal(vd_limit->run_steps, 2);
  assert_true(vd_limit->end_share == 0.01);
  vd_limit_reset();
  assert_int_equal(vd_limit->run_steps, VD_MOST_run_steps);
}

static void only_lower_ones_are_taken(void **state) {
  const char *lower = "it can only be lowered";
  (void)state;
  assert_string_equal(vd_limit_set("steps", 1), "there is no such limit");
  assert_string_equal(vd_limit_set("run_steps", 0), lower);
  assert_string_equal(vd_limit_set("run_steps", VD_MOST_run_steps + 1.0),
                      lower);
  assert_string_equal(vd_limit_set("run_steps", 1.5), "it is a whole number");
  assert_string_equal(vd_limit_set("end_share", -1), lower);
  assert_int_equal(vd_limit->run_steps, VD_MOST_run_steps);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits_are_as_the_table_says),
      cmocka_unit_test(a_limit_is_lowered_and_given_back),
      cmocka_unit_test(only_lower_ones_are_taken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
