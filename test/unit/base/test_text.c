#include "base/base.h"
#include "unit.h"

static void assert_printed(const char *text, const char *want) {
  VdBuf out = {0};
  vd_text_print(text, &out);
  assert_string_equal(vd_buf_text(&out), want);
  vd_buf_done(&out);
}

static void assert_cleaned(const char *text, const char *want) {
  VdBuf page = {0}, out = {0};
  vd_buf_str(&page, text);
  vd_text_clean(&page, &out);
  assert_string_equal(vd_buf_text(&out), want);
  vd_buf_done(&page);
  vd_buf_done(&out);
}

static void plain_text_stays(void **state) {
  (void)state;
  assert_printed("", "");
  assert_printed("f(x) = \\x1b ~", "f(x) = \\x1b ~");
  assert_printed(
      "gr\xc3\xb6\xc3\x9f"
      "e \xe2\x82\xac \xf0\x9f\x98\x80",
      "gr\xc3\xb6\xc3\x9f"
      "e \xe2\x82\xac \xf0\x9f\x98\x80");
}

static void controls_are_written_out(void **state) {
  (void)state;
  assert_printed("\033[2J\n\t\r\x7f", "\\x1b[2J\\x0a\\x09\\x0d\\x7f");
  assert_printed("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0",
                 "\\u0080\\u009b\\u009f\xc2\xa0");
  assert_printed("\xe2\x80\xa8\xe2\x80\xa9", "\\u2028\\u2029");
}

static void marks_of_direction_are_written_out(void **state) {
  (void)state;
  assert_printed("\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9",
                 "\\u202a\\u202e\\u2066\\u2069");
  assert_printed("\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f", "\\u061c\\u200e\\u200f");
  assert_printed("\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa",
                 "\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa");
}

static void broken_utf8_is_written_out(void **state) {
  (void)state;
  assert_printed("\x9b", "\\x9b");
  assert_printed("a\xc3", "a\\xc3");
  assert_printed("\xc0\x9b", "\\xc0\\x9b");
  assert_printed("\xe0\x82\x9b", "\\xe0\\x82\\x9b");  // overlong U+009B
  assert_printed("\xed\xa0\x80", "\\xed\\xa0\\x80");
  assert_printed("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

static void a_length_may_cut(void **state) {
  (void)state;
  VdBuf out = {0};
  vd_text_printn("a\0\xc3\xb6", 3, &out);
  assert_string_equal(vd_buf_text(&out), "a\\x00\\xc3");
  vd_buf_done(&out);
}

static void pages_keep_lines_and_own_colours(void **state) {
  (void)state;
  assert_cleaned("", "");
  assert_cleaned("a\tb\n\033[1;31mdifferent\033[0m\n",
                 "a\tb\n\033[1;31mdifferent\033[0m\n");
  assert_cleaned("\033[8mhidden\033[0m\033", "\\x1b[8mhidden\033[0m\\x1b");
  assert_cleaned("\r\xe2\x80\xae\xff\xc3\xb6", "\\x0d\\u202e\\xff\xc3\xb6");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_text_stays),
      cmocka_unit_test(controls_are_written_out),
      cmocka_unit_test(marks_of_direction_are_written_out),
      cmocka_unit_test(broken_utf8_is_written_out),
      cmocka_unit_test(a_length_may_cut),
      cmocka_unit_test(pages_keep_lines_and_own_colours),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
