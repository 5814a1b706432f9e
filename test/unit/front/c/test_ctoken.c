#include "front/c/ctoken.h"
#include "unit.h"

// Every token as kind:text@line.column, with # in directives.
static const char *tokens_of(const char *text, bool *odd) {
  static VdBuf out;
  static const char *const kinds[] = {"end",  "other", "name", "num",
                                      "char", "str",   "open", "close",
                                      "and",  "or",    "not"};
  VdCTokens tokens;
  vd_ctokens_init(&tokens, text, strlen(text));
  out.len = 0;
  VdCToken t;
  while ((t = vd_ctokens_next(&tokens)).kind != VD_CTOKEN_END)
    vd_buf_printf(&out, "%s%s:%.*s@%u.%u ", t.directive ? "#" : "",
                  kinds[t.kind], (int)t.len, t.at, t.line, t.column);
  vd_buf_printf(&out, "%u.%u", t.line, t.column);
  *odd = tokens.odd;
  return vd_buf_text(&out);
}

static void check_tokens(const char *text, const char *want, bool want_odd) {
  bool odd;
  assert_string_equal(tokens_of(text, &odd), want);
  assert_int_equal(odd, want_odd);
}

static void words_signs_and_literals_are_told_apart(void **state) {
  (void)state;
  check_tokens("a1 && !f(0x1f, \"x y\", 'c') || b != 2",
               "name:a1@1.1 and:&&@1.4 not:!@1.7 name:f@1.8 open:(@1.9 "
               "num:0x1f@1.10 other:,@1.14 str:\"x y\"@1.16 other:,@1.21 "
               "char:'c'@1.23 close:)@1.26 or:||@1.28 name:b@1.31 "
               "other:!=@1.33 num:2@1.36 1.37",
               false);
}

static void comments_count_lines_and_are_no_tokens(void **state) {
  (void)state;
  check_tokens("a /* b\n c */ d // e\n  f",
               "name:a@1.1 name:d@2.7 name:f@3.3 3.4", false);
}

static void a_directive_is_a_line_with_those_joined_to_it(void **state) {
  (void)state;
  check_tokens("#include <x>\ny # z",
               "#other:#@1.1 #name:include@1.2 #other:<@1.10 #name:x@1.11 "
               "#other:>@1.12 name:y@2.1 other:#@2.3 name:z@2.5 2.6",
               false);
  check_tokens("#if a \\\n b\nc",
               "#other:#@1.1 #name:if@1.2 #name:a@1.5 #name:b@2.2 name:c@3.1 "
               "3.2",
               true);
  check_tokens("#if a \\\r\n b\nc",
               "#other:#@1.1 #name:if@1.2 #name:a@1.5 #name:b@2.2 name:c@3.1 "
               "3.2",
               true);
}

static void what_is_not_plain_is_odd(void **state) {
  (void)state;
  static const char *const texts[] = {
      "\"a\\n\"",    "\"a",   "'a",   "/* a",       "/*/",  "a \\\n b",
      "// a \\\n b", "<: :>", "%:if", "\"a\\\nb\"", "\"\\", "?\?/",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    bool odd;
    tokens_of(texts[i], &odd);
    assert_true(odd);
  }
}

static void a_string_over_two_lines_counts_both(void **state) {
  (void)state;
  check_tokens("\"a\\\nb\" c", "str:\"a\\\nb\"@1.1 name:c@2.4 2.5", true);
}

static void an_open_quote_ends_with_its_line(void **state) {
  (void)state;
  check_tokens("don't\nx", "name:don@1.1 other:'t@1.4 name:x@2.1 2.2", true);
}

static void only_four_tokens_ask(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool asks;
  } tests[] = {
      {"has(\"1\")", true},      {"has_any ( \"t\" )", true},
      {"has(x)", false},         {"has(\"1\" \"2\")", false},
      {"\"has\"(\"1\")", false}, {"hash(\"1\")", false},
  };
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    VdCTokens tokens;
    VdCToken t[4];
    vd_ctokens_init(&tokens, tests[i].text, strlen(tests[i].text));
    for (int j = 0; j < 4; j++) t[j] = vd_ctokens_next(&tokens);
    assert_int_equal(vd_ctoken_asks(t), tests[i].asks);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_signs_and_literals_are_told_apart),
      cmocka_unit_test(comments_count_lines_and_are_no_tokens),
      cmocka_unit_test(a_directive_is_a_line_with_those_joined_to_it),
      cmocka_unit_test(what_is_not_plain_is_odd),
      cmocka_unit_test(a_string_over_two_lines_counts_both),
      cmocka_unit_test(an_open_quote_ends_with_its_line),
      cmocka_unit_test(only_four_tokens_ask),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
