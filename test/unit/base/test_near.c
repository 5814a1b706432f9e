#include "base/base.h"
#include "unit.h"

static const char *near_of(const char *text, bool any_case) {
  static const char *const names[] = {"Pusher", "Position", "Crane", "a"};
  VdNear near = {.text = text, .len = strlen(text), .any_case = any_case};
  for (uint32_t i = 0; i < VD_COUNT(names); i++) vd_near_try(&near, names[i]);
  return near.best;
}

static void two_edits_are_near(void **state) {
  (void)state;
  assert_string_equal(near_of("Puhser", false), "Pusher");
  assert_string_equal(near_of("Postion", false), "Position");
  assert_string_equal(near_of("Craaane", false), "Crane");
  assert_null(near_of("Craaaane", false));
  assert_null(near_of("", false));
}

static void a_short_name_is_near_to_little(void **state) {
  (void)state;
  // One edit of one letter leaves nothing.
  assert_null(near_of("b", false));
}

static void case_counts_unless_it_does_not(void **state) {
  (void)state;
  assert_null(near_of("PUSHER", false));
  assert_string_equal(near_of("PUSHRE", true), "Pusher");
}

static void long_names_are_near_to_nothing(void **state) {
  (void)state;
  char name[200];
  memset(name, 'x', sizeof name);
  VdNear near = {.text = name, .len = sizeof name};
  vd_near_try(&near, "x");
  near.len = 3;
  name[sizeof name - 1] = '\0';
  vd_near_try(&near, name);
  assert_null(near.best);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_edits_are_near),
      cmocka_unit_test(a_short_name_is_near_to_little),
      cmocka_unit_test(case_counts_unless_it_does_not),
      cmocka_unit_test(long_names_are_near_to_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
