#include <stdlib.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "unit.h"

enum { MOST = 10 };

// Reads "a b c" as the arguments of veridiff.
static bool read_line(const char *line, VdArgs *args, VdBuf *error) {
  static char text[512];
  char *argv[MOST] = {"veridiff"};
  int argc = 1;
  snprintf(text, sizeof text, "%s", line);
  for (char *at = strtok(text, " "); at; at = strtok(NULL, " ")) {
    assert_true(argc < MOST);
    argv[argc++] = at;
  }
  return vd_args_read(argc, argv, args, error);
}

static VdArgs good(const char *line) {
  VdArgs args;
  VdBuf error = {0};
  if (!read_line(line, &args, &error)) fail_msg("%s: %s", line, error.at);
  assert_int_equal(error.len, 0);
  return args;
}

static void assert_bad(const char *line, const char *want) {
  VdArgs args;
  VdBuf error = {0};
  assert_false(read_line(line, &args, &error));
  assert_string_equal(vd_buf_text(&error), want);
  vd_buf_done(&error);
}

static void two_operands_are_old_and_new(void **state) {
  (void)state;
  VdArgs args = good("a.c b.c");
  assert_int_equal(args.command, VD_COMMAND_COMPARE);
  assert_string_equal(args.operand[0], "a.c");
  assert_string_equal(args.operand[1], "b.c");
  assert_true(args.timeout < 0 && args.effort < 0);
  assert_int_equal(args.memory, 4096);
  assert_int_equal(args.unroll, 8);
  assert_true(args.jobs >= 1);
  assert_null(args.cc);         // the front end chooses
  assert_null(args.store_dir);  // the user's own
  assert_null(args.store_key);
}

static void values_follow_or_are_attached(void **state) {
  (void)state;
  VdArgs args = good("--jobs 3 a --timeout=0.5 b --function=f=g --json");
  assert_int_equal(args.jobs, 3);
  assert_true(args.timeout == 0.5);
  assert_string_equal(args.function, "f=g");
  assert_true(args.json);
  assert_string_equal(args.operand[1], "b");
  assert_string_equal(good("--cflags -DX a b").cflags, "-DX");
}

static void choices_have_the_numbers_of_their_enums(void **state) {
  (void)state;
  assert_int_equal(good("--strategy ardiff a b").strategy, VD_STRATEGY_ARDIFF);
  assert_int_equal(good("--strategy dse a b").strategy, VD_STRATEGY_DSE);
  assert_int_equal(good("--strategy imps a b").strategy, VD_STRATEGY_IMPS);
  assert_int_equal(good("--strategy ardiff-random a b").strategy,
                   VD_STRATEGY_RANDOM);
  assert_int_equal(good("--strategy ardiff-h3 a b").strategy, VD_STRATEGY_H3);
  assert_int_equal(good("--store use a b").store, VD_STORE_USE);
  assert_int_equal(good("--store none a b").store, VD_STORE_NONE);
  assert_int_equal(good("--store verify a b").store, VD_STORE_VERIFY);
  assert_int_equal(good("--color always a b").color, VD_COLOR_ALWAYS);
  assert_int_equal(good("--color never a b").color, VD_COLOR_NEVER);
  assert_int_equal(good("--fp real a b").fp, 1);
}

static void a_command_counts_in_the_first_place_only(void **state) {
  (void)state;
  assert_int_equal(good("ir a.c").command, VD_COMMAND_IR);
  assert_int_equal(good("summary --function f a.c").command,
                   VD_COMMAND_SUMMARY);
  assert_int_equal(good("store --store-dir d --store-key k").command,
                   VD_COMMAND_STORE);
  VdArgs args = good("./ir store");
  assert_int_equal(args.command, VD_COMMAND_COMPARE);
  assert_string_equal(args.operand[1], "store");
}

static void two_dashes_end_the_options(void **state) {
  (void)state;
  VdArgs args = good("--json -- --a -b");
  assert_string_equal(args.operand[0], "--a");
  assert_string_equal(args.operand[1], "-b");
}

static void help_and_version_need_no_operand(void **state) {
  (void)state;
  assert_true(good("--help").help);
  assert_true(good("-h").help);
  assert_true(good("--version").version);
  assert_true(good("ir --help").help);
}

static void unknown_options_are_named_and_guessed(void **state) {
  (void)state;
  assert_bad("--jbos 3 a b", "unknown option --jbos; did you mean --jobs?");
  assert_bad("--time-out=3 a b",
             "unknown option --time-out; did you mean --timeout?");
  assert_bad("--frobnicate a b", "unknown option --frobnicate");
  assert_bad("-j a b", "unknown option -j; options begin with two dashes");
  assert_bad("--x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa a b",
             "unknown option --x");
  assert_bad("--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa a b",
             "unknown option --aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
}

static void wrong_values_say_what_was_expected(void **state) {
  (void)state;
  assert_bad("--jobs", "option --jobs needs a value: N");
  assert_bad("--jobs x a b",
             "option --jobs: expected a whole number from 1 to 1024, found "
             "'x'");
  assert_bad("--jobs 0 a b",
             "option --jobs: expected a whole number from 1 to 1024, found "
             "'0'");
  assert_bad("--jobs -1 a b",
             "option --jobs: expected a whole number from 1 to 1024, found "
             "'-1'");
  assert_bad("--unroll=99999999999999999999999 a b",
             "option --unroll: expected a whole number from 0 to 100000, "
             "found '99999999999999999999999'");
  assert_bad("--timeout 1s a b",
             "option --timeout: expected seconds, a number from 0 to 1000000, "
             "found '1s'");
  assert_bad("--timeout nan a b",
             "option --timeout: expected seconds, a number from 0 to 1000000, "
             "found 'nan'");
  assert_bad("--timeout= a b",
             "option --timeout: expected seconds, a number from 0 to 1000000, "
             "found ''");
  assert_bad("--store maybe a b",
             "option --store: expected one of use|none|verify, found 'maybe'");
  assert_bad("--json=yes a b", "option --json takes no value, found 'yes'");
}

static void wrong_operands_say_what_was_expected(void **state) {
  (void)state;
  assert_bad("", "expected two files or directories, OLD and NEW, found none");
  assert_bad("a",
             "expected two files or directories, OLD and NEW, found only one");
  assert_bad("a b c",
             "expected two files or directories, OLD and NEW, found one more: "
             "'c'");
  assert_bad("ir", "expected one FILE, found none");
  assert_bad("store x", "expected no file, found one more: 'x'");
}

static void options_of_other_commands_are_refused(void **state) {
  (void)state;
  assert_bad("ir --json a.c", "option --json does not go with 'veridiff ir'");
  assert_bad("--raw a b", "option --raw does not go with comparing");
}

// The manual is written by hand; every option must be in it.
static void every_option_is_in_help_and_manual(void **state) {
  (void)state;
  char path[512], words[64];
  VdBuf help[VD_COMMANDS] = {{0}}, manual = {0};
  const char *root = getenv("VD_TEST_DIR");
  assert_non_null(root);
  snprintf(path, sizeof path, "%s/../doc/veridiff.1", root);
  assert_true(vd_file_read(path, SIZE_MAX, &manual));
  for (int c = 0; c < VD_COMMANDS; c++)
    vd_help_print_command((VdCommandKind)c, &help[c]);
  for (uint32_t i = 0; i < vd_option_count; i++) {
    const VdOptionRow *row = &vd_option_rows[i];
    if (row->kind == VD_OPTION_GROUP) continue;
    for (int c = 0; c < VD_COMMANDS; c++) {
      snprintf(words, sizeof words, "  --%s%c", row->name,
               row->value ? ' ' : '\n');
      bool is = strstr(help[c].at, words) != NULL;
      snprintf(words, sizeof words, "  --%s ", row->name);
      is |= strstr(help[c].at, words) != NULL;
      assert_int_equal(is, row->commands >> c & 1);
    }
    snprintf(words, sizeof words, "\n.B \\-\\-%s", row->name);
    for (char *at = words + 8; (at = strchr(at, '-')); at += 2) {
      memmove(at + 1, at, strlen(at) + 1);  // the manual escapes dashes
      *at = '\\';
    }
    if (!strstr(manual.at, words)) fail_msg("not in the manual: %s", words);
  }
  for (int c = 0; c < VD_COMMANDS; c++) vd_buf_done(&help[c]);
  vd_buf_done(&manual);
}

static uint32_t lines_of(VdBuf *help) {
  uint32_t lines = 0;
  for (const char *at = help->at; *at; at += strcspn(at, "\n") + 1, lines++)
    if (strcspn(at, "\n") > 80) fail_msg("too long: %.100s", at);
  vd_buf_done(help);
  return lines;
}

static void help_fits_a_screen_and_eighty_columns(void **state) {
  (void)state;
  VdBuf help = {0};
  vd_help_print(&help);
  assert_in_range(lines_of(&help), 10, 23);  // and the next prompt
  for (int c = 0; c < VD_COMMANDS; c++) {
    vd_help_print_command((VdCommandKind)c, &help);
    lines_of(&help);
  }
}

static void the_word_of_comparing_may_be_left_out(void **state) {
  (void)state;
  assert_int_equal(good("compare a b").command, VD_COMMAND_COMPARE);
  assert_true(good("compare a b").named);
  assert_false(good("a b").named);
  assert_int_equal(good("./compare b").command, VD_COMMAND_COMPARE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_operands_are_old_and_new),
      cmocka_unit_test(values_follow_or_are_attached),
      cmocka_unit_test(choices_have_the_numbers_of_their_enums),
      cmocka_unit_test(a_command_counts_in_the_first_place_only),
      cmocka_unit_test(two_dashes_end_the_options),
      cmocka_unit_test(help_and_version_need_no_operand),
      cmocka_unit_test(unknown_options_are_named_and_guessed),
      cmocka_unit_test(wrong_values_say_what_was_expected),
      cmocka_unit_test(wrong_operands_say_what_was_expected),
      cmocka_unit_test(options_of_other_commands_are_refused),
      cmocka_unit_test(every_option_is_in_help_and_manual),
      cmocka_unit_test(help_fits_a_screen_and_eighty_columns),
      cmocka_unit_test(the_word_of_comparing_may_be_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
