#include <jansson.h>
#include <math.h>

#include "base/base.h"
#include "unit.h"

static void assert_string_member(const char *text, size_t len,
                                 const char *want) {
  VdBuf buf = {0};
  VdJson json = {.out = &buf};
  vd_json_open(&json, '[');
  vd_json_strn(&json, text, len);
  vd_json_close(&json, ']');
  assert_string_equal(vd_buf_text(&buf), want);
  json_t *back = json_loads(buf.at, 0, NULL);
  assert_non_null(back);
  json_decref(back);
  vd_buf_done(&buf);
}

static void members_are_separated_by_commas(void **state) {
  (void)state;
  VdBuf buf = {0};
  VdJson json = {.out = &buf};
  vd_json_open(&json, '{');
  vd_json_key(&json, "a");
  vd_json_open(&json, '[');
  vd_json_close(&json, ']');
  vd_json_key(&json, "b");
  vd_json_open(&json, '[');
  vd_json_u64(&json, UINT64_MAX);
  vd_json_bool(&json, true);
  vd_json_bool(&json, false);
  vd_json_str(&json, NULL);
  vd_json_open(&json, '{');
  vd_json_close(&json, '}');
  vd_json_close(&json, ']');
  vd_json_key(&json, "c");
  vd_json_raw(&json, "{\"x\":1}", 7);
  vd_json_close(&json, '}');
  assert_string_equal(vd_buf_text(&buf),
                      "{\"a\":[],\"b\":[18446744073709551615,true,false,null,"
                      "{}],\"c\":{\"x\":1}}");
  vd_buf_done(&buf);
}

static void outer_levels_get_lines_of_their_own(void **state) {
  (void)state;
  VdBuf buf = {0};
  VdJson json = {.out = &buf, .lines = 1};
  vd_json_open(&json, '{');
  vd_json_key(&json, "a");
  vd_json_open(&json, '[');
  vd_json_u64(&json, 1);
  vd_json_u64(&json, 2);
  vd_json_close(&json, ']');
  vd_json_key(&json, "b");
  vd_json_u64(&json, 3);
  vd_json_close(&json, '}');
  assert_string_equal(vd_buf_text(&buf), "{\n  \"a\": [1, 2],\n  \"b\": 3\n}");
  vd_buf_done(&buf);
}

static void special_characters_are_escaped(void **state) {
  (void)state;
  assert_string_member("a\"b\\c\n\t\x01\x7f", 9,
                       "[\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\"]");
}

static void bytes_that_are_no_utf8_are_escaped(void **state) {
  (void)state;
  assert_string_member("\xc3\xa9", 2, "[\"\xc3\xa9\"]");
  assert_string_member("\xf0\x9f\x98\x80", 4, "[\"\xf0\x9f\x98\x80\"]");
  assert_string_member("\xc2\x9b\xe2\x80\xae", 5, "[\"\\u009b\\u202e\"]");
  assert_string_member("\xff", 1, "[\"\\\\xff\"]");
  assert_string_member("\xc3", 1, "[\"\\\\xc3\"]");             // cut off
  assert_string_member("\xc0\xaf", 2, "[\"\\\\xc0\\\\xaf\"]");  // overlong
  assert_string_member("\xed\xa0\x80", 3, "[\"\\\\xed\\\\xa0\\\\x80\"]");
  assert_string_member("\xf4\x90\x80\x80", 4,
                       "[\"\\\\xf4\\\\x90\\\\x80\\\\x80\"]");
}

static void random_bytes_always_give_valid_json(void **state) {
  (void)state;
  VdRandom random = {7};
  for (int i = 0; i < 2000; i++) {
    char text[12];
    for (size_t k = 0; k < sizeof text; k++) {
      text[k] = (char)(vd_random_next(&random) | 1);  // jansson takes no NUL
    }
    VdBuf buf = {0};
    VdJson json = {.out = &buf};
    vd_json_open(&json, '[');
    vd_json_strn(&json, text, sizeof text);
    vd_json_close(&json, ']');
    json_t *back = json_loads(buf.at, 0, NULL);
    assert_non_null(back);
    json_decref(back);
    vd_buf_done(&buf);
  }
}

static void assert_double(double x, const char *want) {
  VdBuf buf = {0};
  VdJson json = {.out = &buf};
  vd_json_double(&json, x);
  assert_string_equal(vd_buf_text(&buf), want);
  vd_buf_done(&buf);
}

static void numbers_are_short_and_exact(void **state) {
  (void)state;
  assert_double(0.1, "0.1");
  assert_double(3, "3");
  assert_double(0.1 + 0.2, "0.30000000000000004");
  assert_double(INFINITY, "null");
  assert_double(NAN, "null");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(members_are_separated_by_commas),
      cmocka_unit_test(outer_levels_get_lines_of_their_own),
      cmocka_unit_test(special_characters_are_escaped),
      cmocka_unit_test(bytes_that_are_no_utf8_are_escaped),
      cmocka_unit_test(random_bytes_always_give_valid_json),
      cmocka_unit_test(numbers_are_short_and_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
