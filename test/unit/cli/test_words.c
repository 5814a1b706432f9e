#include "cli/cli.h"
#include "unit.h"

// Splits text and joins the words with '|'.
static void assert_words(const char *text, const char *want) {
  VdArena arena = {0};
  VdBuf error = {0}, joined = {0};
  const char *const *words = vd_words_split(&arena, text, &error);
  assert_non_null(words);
  assert_int_equal(error.len, 0);
  for (uint32_t i = 0; words[i]; i++) {
    vd_buf_printf(&joined, "%s%s", i ? "|" : "", words[i]);
  }
  assert_string_equal(vd_buf_text(&joined), want);
  vd_buf_done(&joined);
  vd_arena_done(&arena);
}

static void blanks_separate_words(void **state) {
  (void)state;
  assert_words("", "");
  assert_words("  \t\n", "");
  assert_words(" -O2  -Iinclude\t-DX ", "-O2|-Iinclude|-DX");
}

static void quotes_keep_words_together(void **state) {
  (void)state;
  assert_words("'a b' c", "a b|c");
  assert_words("-D'X=\"y z\"'", "-DX=\"y z\"");
  assert_words("\"a 'b' $c\"", "a 'b' $c");
  assert_words("'' \"\" x", "||x");
}

static void backslashes_escape_as_in_a_shell(void **state) {
  (void)state;
  assert_words("a\\ b", "a b");
  assert_words("'a\\b'", "a\\b");
  assert_words("\"a\\b\\\"\\\\\\$\"", "a\\b\"\\$");
  assert_words("-DS=\\\"x\\\"", "-DS=\"x\"");
  assert_words("a\\\nb", "ab");
  assert_words("a\\", "a\\");
}

static void a_quote_that_does_not_end_is_refused(void **state) {
  (void)state;
  VdArena arena = {0};
  VdBuf error = {0};
  assert_null(vd_words_split(&arena, "-O2 'x y", &error));
  assert_string_equal(vd_buf_text(&error), "a ' is not closed in: 'x y");
  vd_buf_done(&error);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blanks_separate_words),
      cmocka_unit_test(quotes_keep_words_together),
      cmocka_unit_test(backslashes_escape_as_in_a_shell),
      cmocka_unit_test(a_quote_that_does_not_end_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
