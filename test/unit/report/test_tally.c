#include "fixture.h"

static int code_of(Fixture *f) {
  VdTally tally;
  vd_report_tally(&f->report, &tally);
  return vd_report_exit_code(&tally);
}

static void all_same_is_0(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "symbolic");
  add_pair(&f, 0, "g", VD_SAME, "source");
  assert_int_equal(code_of(&f), 0);
  fixture_done(&f);
}

static void a_difference_is_1_whatever_else_is_undecided(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_UNKNOWN, "");
  add_pair(&f, 0, "g", VD_DIFFERENT, "testing");
  assert_int_equal(code_of(&f), 1);
  fixture_done(&f);
}

static void anything_undecided_is_3(void **state) {
  (void)state;
  static const VdVerdictKind kind[] = {VD_UNKNOWN, VD_SAME_BOUNDED,
                                       VD_UNSUPPORTED, VD_TIMEOUT, VD_FAILED};
  for (size_t i = 0; i < VD_COUNT(kind); i++) {
    Fixture f;
    fixture_init(&f);
    add_pair(&f, 0, "f", VD_SAME, "source");
    add_pair(&f, 0, "g", kind[i], "");
    assert_int_equal(code_of(&f), 3);
    fixture_done(&f);
  }
}

static void nothing_to_be_seen_is_the_same(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  assert_int_equal(code_of(&f), 0);
  f.options.only = "f";  // was asked for and not compared
  assert_int_equal(code_of(&f), 3);
  fixture_done(&f);
}

static void what_others_see_counts(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "source");
  add_item(&f, 0, VD_ITEM_NOTE, "f");
  assert_int_equal(code_of(&f), 0);
  add_item(&f, 0, VD_ITEM_OPEN, "g");
  assert_int_equal(code_of(&f), 3);
  add_item(&f, 0, VD_ITEM_CHANGE, "h");
  assert_int_equal(code_of(&f), 1);
  fixture_done(&f);
}

static void an_unread_file_is_2_whatever_was_shown(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_DIFFERENT, "testing");
  vd_diag(&f.diags, VD_ERROR, (VdPos){"b.c", 1, 1}, "bad");
  f.file[1].comparison = NULL;
  f.file[1].diags[1] = &f.diags;
  f.report.files = 2;
  assert_int_equal(code_of(&f), 2);
  f.report.interrupted = true;
  assert_int_equal(code_of(&f), 130);
  fixture_done(&f);
}

static void a_changed_initial_value_is_a_difference(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "source");
  add_item(&f, 0, VD_ITEM_GLOBAL, "table");
  assert_int_equal(code_of(&f), 1);
  fixture_done(&f);
}

static void what_is_on_one_side_only_changes_no_code(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_pair(&f, 0, "f", VD_SAME, "source");
  add_item(&f, 0, VD_ITEM_OLD_ONLY, "g");
  add_item(&f, 0, VD_ITEM_NEW_ONLY, "h");
  add_item(&f, 0, VD_ITEM_SIGNATURE, "i");
  f.file[1].comparison = NULL;
  f.file[1].path[1] = NULL;
  f.report.files = 2;
  VdTally tally;
  vd_report_tally(&f.report, &tally);
  assert_int_equal(tally.item[VD_ITEM_PAIR], 1);
  assert_int_equal(tally.item[VD_ITEM_OLD_ONLY], 1);
  assert_int_equal(tally.item[VD_ITEM_NEW_ONLY], 1);
  assert_int_equal(tally.item[VD_ITEM_SIGNATURE], 1);
  assert_int_equal(tally.files[0], 1);
  assert_int_equal(tally.files[1], 0);
  assert_int_equal(vd_report_exit_code(&tally), 0);
  fixture_done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_same_is_0),
      cmocka_unit_test(a_difference_is_1_whatever_else_is_undecided),
      cmocka_unit_test(anything_undecided_is_3),
      cmocka_unit_test(nothing_to_be_seen_is_the_same),
      cmocka_unit_test(what_others_see_counts),
      cmocka_unit_test(an_unread_file_is_2_whatever_was_shown),
      cmocka_unit_test(a_changed_initial_value_is_a_difference),
      cmocka_unit_test(what_is_on_one_side_only_changes_no_code),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
