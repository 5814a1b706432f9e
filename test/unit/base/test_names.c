#include "base/base.h"
#include "unit.h"

static void equal_text_has_the_equal_number(void **state) {
  (void)state;
  VdNames names = {0};
  char again[] = "alpha";
  uint32_t a = vd_name_put(&names, "alpha", 5);
  uint32_t b = vd_name_put(&names, "beta", 4);
  assert_int_equal(a, 1);
  assert_int_equal(b, 2);
  assert_int_equal(vd_name_put(&names, again, 5), a);
  assert_int_equal(vd_name_get(&names, "beta", 4), b);
  assert_string_equal(vd_name_text(&names, b), "beta");
  vd_names_done(&names);
}

static void none_is_zero(void **state) {
  (void)state;
  VdNames names = {0};
  assert_int_equal(vd_name_get(&names, "x", 1), 0);
  vd_name_put(&names, "y", 1);
  assert_int_equal(vd_name_get(&names, "x", 1), 0);
  assert_string_equal(vd_name_text(&names, 0), "");
  vd_names_done(&names);
}

static void a_prefix_is_another_name(void **state) {
  (void)state;
  VdNames names = {0};
  uint32_t abc = vd_name_put(&names, "abc", 3);
  uint32_t ab = vd_name_put(&names, "abc", 2);
  uint32_t empty = vd_name_put(&names, "abc", 0);
  uint32_t nul = vd_name_put(&names, "ab\0", 3);
  assert_int_not_equal(abc, ab);
  assert_int_not_equal(nul, ab);
  assert_int_not_equal(empty, 0);
  assert_string_equal(vd_name_text(&names, ab), "ab");
  assert_string_equal(vd_name_text(&names, empty), "");
  vd_names_done(&names);
}

static void texts_stay_in_place_when_the_table_grows(void **state) {
  (void)state;
  VdNames names = {0};
  const char *first = vd_name_text(&names, vd_name_put(&names, "first", 5));
  char text[32];
  for (int i = 0; i < 20000; i++) {
    size_t n = (size_t)snprintf(text, sizeof text, "name%d", i);
    assert_int_equal(vd_name_put(&names, text, n), i + 2);
  }
  for (int i = 0; i < 20000; i++) {
    size_t n = (size_t)snprintf(text, sizeof text, "name%d", i);
    assert_int_equal(vd_name_get(&names, text, n), i + 2);
    assert_string_equal(vd_name_text(&names, (uint32_t)i + 2), text);
  }
  assert_ptr_equal(vd_name_text(&names, 1), first);
  vd_names_done(&names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_text_has_the_equal_number),
      cmocka_unit_test(none_is_zero),
      cmocka_unit_test(a_prefix_is_another_name),
      cmocka_unit_test(texts_stay_in_place_when_the_table_grows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
