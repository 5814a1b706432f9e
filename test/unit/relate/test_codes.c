#include "reading.h"

// Diagnoses and procedures: 0010 is 001.0 and 00.10 on the old side.
static Reading both_systems(void) {
  Reading r = reading_start();
  const char *dx =
      "0010  A000    00000\n46611 J21     10000\n46619 J21     10000\n"
      "466   J20     10000\nE9270 R69     10000\n";
  const char *px = "0010  3E07017 10000\n";
  reading_add(&r, "i9gem", dx, strlen(dx));
  reading_add(&r, "i9pcs", px, strlen(px));
  return r;
}

static Reading finished(Reading r) {
  assert_true(vd_crosswalk_finish(r.cw, &r.diags));
  return r;
}

static const char *found(const Reading *r, VdSide side, const char *text) {
  VdCode code;
  assert_int_equal(vd_code_find(r->cw, side, text, strlen(text), &code),
                   VD_CODE_FOUND);
  return vd_code_text(r->cw, side, code);
}

static void dots_and_case_are_no_matter(void **state) {
  (void)state;
  Reading r = finished(both_systems());
  assert_string_equal(found(&r, VD_OLD, "e9270"), "E927.0");
  assert_string_equal(found(&r, VD_OLD, "E927.0"), "E927.0");
  assert_string_equal(found(&r, VD_OLD, "466.11"), "466.11");
  assert_string_equal(found(&r, VD_OLD, "466"), "466");
  assert_string_equal(found(&r, VD_NEW, "a00.0"), "A00.0");
  assert_string_equal(found(&r, VD_NEW, "3e07017"), "3E07017");
  reading_done(&r);
}

static void systems_are_kept_apart(void **state) {
  (void)state;
  Reading r = finished(both_systems());
  VdCode dx, px;
  assert_int_equal(vd_code_find(r.cw, VD_OLD, "001.0", 5, &dx), VD_CODE_FOUND);
  assert_int_equal(vd_code_find(r.cw, VD_OLD, "00.10", 5, &px), VD_CODE_FOUND);
  assert_int_not_equal(dx, px);
  reading_done(&r);
}

static void what_is_no_code_says_why(void **state) {
  (void)state;
  static const struct {
    VdSide side;
    const char *text;
    VdCodeFound found;
    const char *want;
  } row[] = {
      {VD_OLD, "466.1", VD_CODE_UNKNOWN,
       "unknown code \"466.1\": not on the old side of the crosswalk; longer "
       "ones are 466.11, 466.19"},
      {VD_OLD, "466.0", VD_CODE_UNKNOWN,
       "unknown code \"466.0\": not on the old side of the crosswalk"},
      {VD_OLD, "A00.0", VD_CODE_UNKNOWN,
       "unknown code \"A00.0\": not on the old side of the crosswalk; it is a "
       "code of the new side"},
      {VD_OLD, "", VD_CODE_MALFORMED,
       "\"\" is no code: expected 1 to 64 characters, none of them a control "
       "character"},
      {VD_OLD, "46.611", VD_CODE_MISDOTTED,
       "the dot of \"46.611\" is in the wrong place; the crosswalk has 466.11 "
       "(ICD-9 diagnosis)"},
      {VD_NEW, "3E0.7017", VD_CODE_MISDOTTED,
       "the dot of \"3E0.7017\" is in the wrong place; the crosswalk has "
       "3E07017 (ICD-10-PCS procedure)"},
      {VD_OLD, "0010", VD_CODE_AMBIGUOUS,
       "\"0010\" is the code of two systems: write 001.0 (ICD-9 diagnosis) or "
       "00.10 (ICD-9 procedure)"},
  };
  Reading r = finished(both_systems());
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    VdCode code;
    size_t len = strlen(row[i].text);
    assert_int_equal(vd_code_find(r.cw, row[i].side, row[i].text, len, &code),
                     row[i].found);
    VdBuf why = {0};
    vd_code_why(r.cw, row[i].side, row[i].text, len, row[i].found, &why);
    assert_string_equal(vd_buf_text(&why), row[i].want);
    vd_buf_done(&why);
  }
  reading_done(&r);
}

static void plain_codes_join_those_of_a_system(void **state) {
  (void)state;
  for (uint32_t late = 0; late < 2; late++) {
    const char *gem = "4660  J209    00000\n",
               *plain = "4660 + e927.0 <-> j20.0\n";
    Reading r = reading_start();
    reading_add(&r, late ? "i9gem" : "xw", late ? gem : plain,
                strlen(late ? gem : plain));
    reading_add(&r, late ? "xw" : "i9gem", late ? plain : gem,
                strlen(late ? plain : gem));
    r = finished(r);
    reading_has(&r, "466.0 + e927.0 <-> j20.0\n466.0 <-> J20.9\n");
    reading_done(&r);
  }
}

static void plain_codes_must_be_clear(void **state) {
  (void)state;
  static const struct {
    const char *text, *want;
  } row[] = {
      {"0010 <-> X\n",
       "xw:1: error: 0010 is the code of two systems: write 001.0 (ICD-9 "
       "diagnosis) or 00.10 (ICD-9 procedure)\n"},
      {"0.010 <-> X\n",
       "xw:1: error: 0.010 and 001.0 differ in the dot only\n"},
      {"001.0 <-> X\n00.10 <-> Y\n", ""},
  };
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    Reading r = both_systems();
    reading_add(&r, "xw", row[i].text, strlen(row[i].text));
    assert_int_equal(vd_crosswalk_finish(r.cw, &r.diags), !*row[i].want);
    reading_says(&r, row[i].want);
    reading_done(&r);
  }
}

static void plain_codes_without_dots_take_them_anywhere(void **state) {
  (void)state;
  Reading r = reading_of("xw", "4660 <-> X\n12 <-> Y\n1.2 <-> Z\n");
  assert_true(r.ok);
  assert_string_equal(found(&r, VD_OLD, "466.0"), "4660");
  // 12 and 1.2 are one code, and its dot is known.
  assert_string_equal(found(&r, VD_OLD, "12"), "1.2");
  VdCode code;
  assert_int_equal(vd_code_find(r.cw, VD_OLD, "12.", 3, &code),
                   VD_CODE_MISDOTTED);
  reading_done(&r);
}

// ------------------------------------------------------------------ tables

static bool read_table(const Reading *r, const char *text, VdCodeTable *table,
                       VdBuf *said) {
  VdDiags diags = {0};
  bool ok = vd_code_table_read_text(r->cw, VD_OLD, "t", text, strlen(text),
                                    table, &diags);
  vd_diags_print(&diags, said);
  vd_diags_done(&diags);
  return ok;
}

static void tables_are_lists_of_codes(void **state) {
  (void)state;
  Reading r = finished(both_systems());
  VdCodeTable table = {0};
  VdBuf said = {0};
  assert_true(read_table(&r,
                         "\xef\xbb\xbf# bronchitis\r\n466.11, 46619\r\n\r\n"
                         "\"466\",e9270 # and so on",
                         &table, &said));
  assert_string_equal(vd_buf_text(&said), "");
  static const char *const want[] = {"466.11", "466.19", "466", "E927.0"};
  static const uint32_t line[] = {2, 2, 4, 4};
  assert_int_equal(table.entry.len, VD_COUNT(want));
  for (uint32_t i = 0; i < VD_COUNT(want); i++) {
    assert_string_equal(vd_code_text(r.cw, VD_OLD, table.entry.at[i].code),
                        want[i]);
    assert_int_equal(table.entry.at[i].line, line[i]);
  }
  vd_buf_done(&said);
  vd_code_table_done(&table);
  reading_done(&r);
}

static void tables_say_what_is_wrong_and_where(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool ok;
    uint32_t codes;
    const char *want;
  } row[] = {
      {"466.11\n466.19 46611\n", true, 2,
       "t:2:8: warning: code 466.11 is listed twice: first on line 1\n"},
      {"466.11\n 999.99\n", false, 1,
       "t:2:2: error: unknown code \"999.99\": not on the old side of the "
       "crosswalk\n"},
      {"0010\n", false, 0,
       "t:1:1: error: \"0010\" is the code of two systems: write 001.0 (ICD-9 "
       "diagnosis) or 00.10 (ICD-9 procedure)\n"},
      {"466.11 + 466\n", false, 1,
       "t:1:8: error: no code: expected a code, found \"+ 466\"\n"},
      {"466 \"466.11\n", false, 1,
       "t:1:5: error: the quote is not closed: expected a code, found "
       "\"\"466.11\"\n"},
      {"# nothing\n", true, 0, "t: warning: the table has no codes\n"},
      {"", true, 0, "t: warning: the table has no codes\n"},
  };
  Reading r = finished(both_systems());
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    VdCodeTable table = {0};
    VdBuf said = {0};
    assert_int_equal(read_table(&r, row[i].text, &table, &said), row[i].ok);
    assert_string_equal(vd_buf_text(&said), row[i].want);
    assert_int_equal(table.entry.len, row[i].codes);
    vd_buf_done(&said);
    vd_code_table_done(&table);
  }
  reading_done(&r);
}

static void an_unreadable_table_is_an_error(void **state) {
  (void)state;
  Reading r = finished(both_systems());
  VdCodeTable table = {0};
  assert_false(
      vd_code_table_read(r.cw, VD_OLD, "/nowhere/t", &table, &r.diags));
  reading_says(&r,
               "/nowhere/t: error: cannot read: No such file or directory\n");
  vd_code_table_done(&table);
  reading_done(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dots_and_case_are_no_matter),
      cmocka_unit_test(systems_are_kept_apart),
      cmocka_unit_test(what_is_no_code_says_why),
      cmocka_unit_test(plain_codes_join_those_of_a_system),
      cmocka_unit_test(plain_codes_must_be_clear),
      cmocka_unit_test(plain_codes_without_dots_take_them_anywhere),
      cmocka_unit_test(tables_are_lists_of_codes),
      cmocka_unit_test(tables_say_what_is_wrong_and_where),
      cmocka_unit_test(an_unreadable_table_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
