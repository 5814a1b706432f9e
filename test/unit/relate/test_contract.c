#include "base/limit.h"
#include "relate/contract.h"

#include <stdlib.h>

#include "unit.h"

static VdContract *read_text(const char *text, VdDiags *diags) {
  return vd_contract_read_text("c", text, strlen(text), diags);
}

static void assert_refused(const char *text, const char *messages) {
  VdDiags diags = {0};
  VdBuf out = {0};
  assert_null(read_text(text, &diags));
  vd_diags_print(&diags, &out);
  assert_string_equal(vd_buf_text(&out), messages);
  vd_buf_done(&out);
  vd_diags_done(&diags);
}

static void a_file_has_blocks_clauses_and_frames(void **state) {
  (void)state;
  VdDiags diags = {0};
  VdContract *c = read_text(
      "// first\n"
      "compare Main {\n"
      "  assume old.a /* b */ &&\n     new.b;\n"
      "  relate old.x[ 1, -2 ].y == new.x;\n"
      "  ensure outputs;\n"
      "  frame Crane { ensure default; frame Main.Timer as T2 { } }\n"
      "}\n"
      "compare A as B { }\n",
      &diags);
  assert_non_null(c);
  assert_int_equal(c->blocks, 2);
  const VdContractBlock *main = vd_contract_find(c, "MAIN", "main", true);
  assert_ptr_equal(main, &c->block[0]);
  assert_null(vd_contract_find(c, "MAIN", "main", false));
  assert_ptr_equal(vd_contract_find(c, "A", "B", false), &c->block[1]);
  assert_null(vd_contract_find(c, "A", "A", false));
  assert_int_equal(main->clauses, 3);
  assert_string_equal(main->clause[0].text, "old.a && new.b");
  assert_int_equal(main->clause[0].pos.line, 3);
  assert_int_equal(main->clause[0].pos.column, 3);
  assert_int_equal(main->clause[1].kind, VD_CLAUSE_RELATE);
  assert_true(main->clause[2].defaults);
  VdBuf text = {0};
  vd_contract_print(main, &text);
  assert_string_equal(text.at,
                      "assume old.a && new.b;\n"
                      "relate old.x[ 1, -2 ].y == new.x;\n"
                      "ensure outputs;\n"
                      "frame Crane as Crane {\nensure default;\n"
                      "frame Main.Timer as T2 {\n}\n}\n");
  vd_buf_done(&text);
  vd_contract_free(c);
  vd_diags_done(&diags);
}

// Every fenced block of the manual is a contract.
static void the_manual_is_right(void **state) {
  (void)state;
  VdBuf path = {0}, text = {0};
  uint32_t found = 0;
  vd_buf_printf(&path, "%s/../doc/contracts.md", getenv("VD_TEST_DIR"));
  assert_true(vd_file_read(path.at, 1 << 20, &text));
  char *at = text.at;
  while ((at = strstr(at, "```\n"))) {
    char *end = strstr(at + 4, "```\n");
    assert_non_null(end);
    VdDiags diags = {0};
    VdContract *c = vd_contract_read_text("contracts.md", at + 4,
                                          (size_t)(end - at - 4), &diags);
    assert_non_null(c);
    vd_contract_free(c);
    vd_diags_done(&diags);
    at = end + 4;
    found++;
  }
  assert_int_equal(found, 4);
  vd_buf_done(&path);
  vd_buf_done(&text);
}

static void errors_have_their_place(void **state) {
  (void)state;
  assert_refused("", "c: error: the contract has no compare block\n");
  assert_refused("Main { }",
                 "c:1:1: error: found \"Main\", expected compare\n");
  assert_refused("compare Main {\n  assume old.a",
                 "c:2:15: error: found the end of the file, expected \";\"\n"
                 "c:2:15: error: found the end of the file, expected \"}\"\n");
  assert_refused("compare M { assume old.a = 1; }",
                 "c:1:26: error: found \"=\": write == for it\n");
  assert_refused("compare M { assume old.a <> 1; }",
                 "c:1:26: error: found \"<>\": write != for it\n");
  assert_refused("compare M { assume old.a AND old.b; }",
                 "c:1:26: error: found \"AND\", expected \";\"; write &&\n");
  assert_refused("compare M { assume NOT old.b; }",
                 "c:1:20: error: found \"NOT\", expected an expression; "
                 "write !\n");
  assert_refused("compare M { assume old.a == old.b == old.c; }",
                 "c:1:35: error: comparisons in a row need parentheses\n");
  assert_refused("compare M { assume old; }",
                 "c:1:23: error: found \";\", expected \".\"\n");
  assert_refused("compare M { assume old.a[i] > 1; }",
                 "c:1:26: error: found \"i\", expected a number: an index is a "
                 "constant\n");
  assert_refused("compare M { } compare M { }",
                 "c:1:23: error: \"M\" has a block already, in line 1\n");
  assert_refused("compare M { /* }",
                 "c:1:13: error: the comment is not closed\n"
                 "c:1:17: error: found the end of the "
                 "file, expected \"}\"\n");
  assert_refused("compare M { assume \x01; }",
                 "c:1:20: error: found \"\\x01\": no token starts so\n");
}

static void numbers_are_refused_where_unclear(void **state) {
  (void)state;
  assert_refused("compare M { assume old.a == 010; }",
                 "c:1:29: error: found \"010\": a zero in front makes it octal "
                 "in C and decimal elsewhere\n");
  assert_refused("compare M { assume old.a == 18446744073709551616; }",
                 "c:1:29: error: found \"18446744073709551616\": the number "
                 "does not fit 64 bits\n");
  assert_refused("compare M { assume old.a == 0xG; }",
                 "c:1:29: error: found \"0xG\": a digit that its base does not "
                 "have\n");
  assert_refused("compare M { assume old.a == 5u; }",
                 "c:1:29: error: found \"5u\": neither a number nor a time "
                 "such as 1s500ms\n");
  assert_refused("compare M { assume old.a == INT#5; }",
                 "c:1:29: error: found \"INT#5\": numbers have no types here: "
                 "write the number alone\n");
}

static void one_error_does_not_hide_the_next(void **state) {
  (void)state;
  assert_refused(
      "compare M {\n assume (old.a;\n relate old.b ==;\n"
      " nothing { x; };\n ensure )\n}\ncompare { }\n",
      "c:2:15: error: found \";\", expected \")\"\n"
      "c:3:17: error: found \";\", expected an expression\n"
      "c:4:2: error: found \"nothing\", expected assume, relate, "
      "ensure, frame or \"}\"\n"
      "c:4:16: error: found \";\", expected assume, relate, "
      "ensure, frame or \"}\"\n"
      "c:5:9: error: found \")\", expected an expression\n"
      "c:7:9: error: found \"{\", expected a name\n");
}

// n times text, between the ends of a clause.
static void assert_deep(const char *before, const char *text, const char *after,
                        bool fits) {
  VdBuf buf = {0};
  VdDiags diags = {0};
  vd_buf_str(&buf, "compare M { assume ");
  // As many as there is room for, at most.
  uint32_t most = strlen(before) + strlen(after) < 9 ? 100000 : 50000;
  uint32_t n = fits ? vd_limit->contract_depth / 2 : most;
  for (uint32_t i = 0; i < n; i++) vd_buf_str(&buf, before);
  vd_buf_str(&buf, text);
  for (uint32_t i = 0; i < n; i++) vd_buf_str(&buf, after);
  vd_buf_str(&buf, "; }");
  VdContract *c = vd_contract_read_text("c", buf.at, buf.len, &diags);
  assert_true((c != NULL) == fits);
  if (!fits) {
    assert_int_equal(diags.list.len, 1);
    assert_string_equal(diags.list.at[0].text,
                        "the expression is nested deeper than "
                        "contract_depth = 1000");
  }
  vd_contract_free(c);
  vd_diags_done(&diags);
  vd_buf_done(&buf);
}

static void deep_expressions_are_refused(void **state) {
  (void)state;
  static const char *const shape[][3] = {
      {"(", "true", ")"},
      {"!", "true", ""},
      {"-", "1", ""},
      {"true && ", "true", ""},
      {"", "true", " || true"},
      {"true => ", "true", ""},
      {"true ? true : ", "true", ""},
      {"true ? ", "true", " : true"},
      {"(1 + ", "1", ")"},
  };
  for (uint32_t i = 0; i < VD_COUNT(shape); i++) {
    assert_deep(shape[i][0], shape[i][1], shape[i][2], true);
    assert_deep(shape[i][0], shape[i][1], shape[i][2], false);
  }
}

static void deep_frames_are_refused(void **state) {
  (void)state;
  VdBuf buf = {0};
  VdDiags diags = {0};
  vd_buf_str(&buf, "compare M {");
  for (int i = 0; i < 100000; i++) vd_buf_str(&buf, "frame F {");
  assert_null(vd_contract_read_text("c", buf.at, buf.len, &diags));
  assert_string_equal(diags.list.at[0].text,
                      "frames are nested deeper than contract_frames = 32");
  vd_diags_done(&diags);
  vd_buf_done(&buf);
}

static void long_files_are_refused(void **state) {
  (void)state;
  VdBuf buf = {0};
  VdDiags diags = {0};
  while (buf.len <= vd_limit->contract_bytes)
    vd_buf_str(&buf, "compare A {}\n");
  assert_null(vd_contract_read_text("c", buf.at, buf.len, &diags));
  assert_int_equal(diags.list.len, 1);
  assert_string_equal(diags.list.at[0].text,
                      "the file has more than contract_bytes = 1048576 "
                      "bytes");
  vd_diags_done(&diags);
  vd_buf_done(&buf);
}

static void many_errors_are_counted(void **state) {
  (void)state;
  VdBuf buf = {0};
  VdDiags diags = {0};
  vd_buf_str(&buf, "compare M {");
  for (int i = 0; i < 1000; i++) vd_buf_str(&buf, "assume;");
  vd_buf_str(&buf, "}");
  assert_null(vd_contract_read_text("c", buf.at, buf.len, &diags));
  assert_int_equal(diags.list.len, 21);
  assert_string_equal(diags.list.at[20].text, "980 more errors");
  vd_diags_done(&diags);
  vd_buf_done(&buf);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_has_blocks_clauses_and_frames),
      cmocka_unit_test(the_manual_is_right),
      cmocka_unit_test(errors_have_their_place),
      cmocka_unit_test(numbers_are_refused_where_unclear),
      cmocka_unit_test(one_error_does_not_hide_the_next),
      cmocka_unit_test(deep_expressions_are_refused),
      cmocka_unit_test(deep_frames_are_refused),
      cmocka_unit_test(many_errors_are_counted),
      cmocka_unit_test(long_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
