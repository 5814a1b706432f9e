#include "fixture.h"

static void assert_text(const Fixture *f, const char *want) {
  VdBuf out = {0};
  vd_report_text(&f->report, &out);
  assert_string_equal(vd_buf_text(&out), want);
  vd_buf_done(&out);
}

static void assert_has(const Fixture *f, const char *words, bool has) {
  VdBuf out = {0};
  vd_report_text(&f->report, &out);
  if ((strstr(vd_buf_text(&out), words) != NULL) != has) {
    fail_msg("%s: %s\n%s", has ? "missing" : "not expected", words, out.at);
  }
  vd_buf_done(&out);
}

static void add_samples(Fixture *f) {
  add_pair(f, 0, "max", VD_SAME, "symbolic");
  VdVerdict *v = add_pair(f, 0, "clamp", VD_DIFFERENT, "testing");
  v->evidence = vd_evidence_input(make_case(f, 2));
  v->evidence.input->param[0] = vd_value_bv(32, 0x7fffffff);
  v->evidence.input->relevant[1] = false;
  set_result(f, &v->evidence.input->old_outcome, vd_value_bv(32, 0));
  set_result(f, &v->evidence.input->new_outcome, vd_value_bv(32, 0x80000000));
  v->evidence.input->native_confirmed = true;
  v->evidence.input->native = "old returned 0, new returned -2147483648";
  v = add_pair(f, 0, "parse", VD_UNSUPPORTED, "");
  v->why = "inline assembly";
  v->pos = (VdPos){"a.c", 12, 3};
  add_pair(f, 0, "sum", VD_SAME_BOUNDED, "smt")->bound = 8;
  add_pair(f, 0, "abs", VD_SAME, "symbolic")->from_store = true;
}

static void the_table_says_what_by_whom_and_how_it_shows(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_samples(&f);
  assert_text(
      &f,
      "FUNCTION  VERDICT                  BY\n"
      "max       same                     symbolic\n"
      "clamp     different                testing\n"
      "  clamp(x = 2147483647, y = any): returned 0 in old, -2147483648 in "
      "new\n"
      "    confirmed by the real code: old returned 0, new returned "
      "-2147483648\n"
      "parse     unsupported              inline assembly at a.c:12:3\n"
      "sum       same up to 8 iterations  smt\n"
      "abs       same                     symbolic, store\n"
      "\n"
      "5 functions: 2 same, 1 same up to 8 iterations, 1 different, 1 "
      "unsupported; store: 0 hits, 0 misses; 0 solver calls\n");
  fixture_done(&f);
}

static void times_are_shown_unless_hidden(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "smt");
  add_pair(&f, 0, "g", VD_SAME, "smt")->seconds = 0.25;
  add_pair(&f, 0, "h", VD_SAME, "smt")->seconds = 3.25;
  f.report.no_times = false;
  f.report.store = VD_STORE_NONE;
  f.comparison[0].solver_calls = 1;
  assert_text(&f,
              "FUNCTION  VERDICT  BY   TIME\n"
              "f         same     smt  2.3 ms\n"
              "g         same     smt  250 ms\n"
              "h         same     smt  3.2 s\n"
              "\n"
              "3 functions: 3 same; 1 solver call; 0.214 s\n");
  fixture_done(&f);
}

static void many_same_pairs_are_only_counted(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  for (int i = 0; i < 50; i++) add_pair(&f, 0, "same_one", VD_SAME, "source");
  add_pair(&f, 0, "odd_one", VD_TIMEOUT, "")->why = "no answer in 30 s";
  assert_text(&f,
              "FUNCTION  VERDICT  BY\n"
              "odd_one   timeout  no answer in 30 s\n"
              "\n"
              "51 functions: 50 same, 1 timeout; store: 0 hits, 0 misses; 0 "
              "solver calls\n");
  f.report.verbose = true;
  assert_has(&f, "same_one", true);
  fixture_done(&f);
}

static void a_table_without_rows_has_no_header(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  for (int i = 0; i < 50; i++) add_pair(&f, 0, "f", VD_SAME, "source");
  f.comparison[0].hits = 1;
  f.comparison[0].misses = 1;
  assert_text(&f,
              "50 functions: 50 same; store: 1 hit, 1 miss; 0 solver calls\n");
  fixture_done(&f);
}

static void what_was_not_compared_is_named_and_counted(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "source");
  add_item(&f, 0, VD_ITEM_OLD_ONLY, "gone");
  add_item(&f, 0, VD_ITEM_OLD_ONLY, "lost");
  add_item(&f, 0, VD_ITEM_NEW_ONLY, "fresh");
  add_item(&f, 0, VD_ITEM_SIGNATURE, "wide")->detail =
      "int(int) became int(long)";
  add_item(&f, 0, VD_ITEM_GLOBAL, "table")->detail = "byte 3: 1 became 2";
  add_item(&f, 0, VD_ITEM_CHANGE, "soft")->detail =
      "linkage: strong became weak";
  add_item(&f, 0, VD_ITEM_OPEN, "start")->detail =
      "constructor: no became priority 100";
  f.report.store = VD_STORE_NONE;
  assert_text(&f,
              "FUNCTION  VERDICT  BY\n"
              "f         same     source\n"
              "\n"
              "Initial value changed (1):\n"
              "  table: byte 3: 1 became 2 at new/a.c:4:5\n"
              "Interface changed (1):\n"
              "  soft: linkage: strong became weak at new/a.c:4:5\n"
              "Not compared (1):\n"
              "  start: constructor: no became priority 100 at new/a.c:4:5\n"
              "Static, with another type (1):\n"
              "  wide: int(int) became int(long) at new/a.c:4:5\n"
              "Only in old (2):\n"
              "  gone, lost\n"
              "Only in new (1):\n"
              "  fresh\n"
              "\n"
              "1 function: 1 same; 1 initial value changed; 1 interface "
              "changed; 1 not compared; 1 static of another type; 2 only in "
              "old; 1 only in new; 0 solver calls\n");
  fixture_done(&f);
}

static void several_files_have_titles(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "source");
  add_pair(&f, 1, "g", VD_SAME, "source");
  add_item(&f, 1, VD_ITEM_OLD_ONLY, "gone");
  f.report.files = 2;
  f.report.store = VD_STORE_NONE;
  assert_text(&f,
              "FUNCTION  VERDICT  BY\n"
              "a.c:\n"
              "f         same     source\n"
              "b.c:\n"
              "g         same     source\n"
              "\n"
              "Only in old (1):\n"
              "  gone (b.c)\n"
              "\n"
              "2 functions: 2 same; 1 only in old; 0 solver calls\n");
  fixture_done(&f);
}

static void unread_files_are_named(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  vd_diag(&f.diags, VD_ERROR, (VdPos){"a.c", 1, 1}, "bad");
  f.file[0].comparison = NULL;
  f.file[0].diags[0] = &f.diags;
  f.file[1].comparison = NULL;
  f.file[1].path[0] = NULL;
  f.report.files = 2;
  f.report.store = VD_STORE_NONE;
  assert_text(&f,
              "Files only in new (1):\n"
              "  b.c\n"
              "Not read, see the errors (1):\n"
              "  a.c\n"
              "\n"
              "0 functions; 1 file not read; 0 solver calls\n");
  fixture_done(&f);
}

static void long_lists_are_wrapped(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  for (int i = 0; i < 40; i++) {
    add_item(&f, 0, VD_ITEM_OLD_ONLY,
             vd_arena_printf(&f.arena, "function_%d", i));
  }
  VdBuf out = {0};
  vd_report_text(&f.report, &out);
  size_t column = 0;
  for (size_t i = 0; i < out.len; i++) {
    column = out.at[i] == '\n' ? 0 : column + 1;
    assert_true(column <= 80);
  }
  vd_buf_done(&out);
  assert_has(&f, "function_39\n", true);
  fixture_done(&f);
}

static void each_assumption_is_printed_once(void **state) {
  (void)state;
  static const char *assumption[] = {"both versions end", "no overlap"};
  Fixture f;
  fixture_init(&f);
  for (int i = 0; i < 2; i++) {
    VdVerdict *v = add_pair(&f, 0, "f", VD_SAME, "source");
    v->assumption.at = assumption;
    v->assumption.len = (uint32_t)i + 1;
  }
  assert_has(&f,
             "Assumed:\n"
             "  both versions end (2 verdicts)\n"
             "  no overlap (1 verdict)\n",
             true);
  fixture_done(&f);
}

static void explain_tells_every_step(void **state) {
  (void)state;
  static VdStep step[] = {{"source", "the hashes differ", 0},
                          {"symbolic", "one term", 0.0001}};
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "other", VD_SAME, "source");
  VdVerdict *v = add_pair(&f, 0, "f", VD_SAME, "symbolic");
  v->step.at = step;
  v->step.len = 2;
  f.report.explain = "f";
  f.report.store = VD_STORE_NONE;
  assert_text(&f,
              "f: same, by symbolic\n"
              "  old is at old/a.c:3:5, new at new/a.c:4:5\n"
              "  source    the hashes differ\n"
              "  symbolic  one term\n"
              "\n"
              "2 functions: 2 same; 0 solver calls\n");
  f.report.no_times = false;
  assert_has(&f, "  symbolic  one term (0.1 ms)\n", true);
  fixture_done(&f);
}

static void colour_is_only_there_when_asked_for(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_samples(&f);
  assert_has(&f, "\033", false);
  f.report.color = true;
  assert_has(&f, "\033[1;31mdifferent\033[0m", true);
  assert_has(&f, "\033[32msame\033[0m", true);
  fixture_done(&f);
}

static void names_can_not_command_the_terminal(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f\033[2J\n", VD_SAME, "source");
  add_item(&f, 0, VD_ITEM_OLD_ONLY, "g\033");
  assert_has(&f, "f\\x1b[2J\\x0a", true);
  assert_has(&f, "\033", false);
  fixture_done(&f);
}

static void an_interrupted_run_says_so(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "source");
  f.report.interrupted = true;
  assert_has(&f, "\nInterrupted; until then: 1 function: 1 same;", true);
  fixture_done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_says_what_by_whom_and_how_it_shows),
      cmocka_unit_test(times_are_shown_unless_hidden),
      cmocka_unit_test(many_same_pairs_are_only_counted),
      cmocka_unit_test(a_table_without_rows_has_no_header),
      cmocka_unit_test(what_was_not_compared_is_named_and_counted),
      cmocka_unit_test(several_files_have_titles),
      cmocka_unit_test(unread_files_are_named),
      cmocka_unit_test(long_lists_are_wrapped),
      cmocka_unit_test(each_assumption_is_printed_once),
      cmocka_unit_test(explain_tells_every_step),
      cmocka_unit_test(colour_is_only_there_when_asked_for),
      cmocka_unit_test(names_can_not_command_the_terminal),
      cmocka_unit_test(an_interrupted_run_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
