#include "base/limit.h"
#include "reading.h"

static void one_side_is_a_single_code(void **state) {
  (void)state;
  assert_lines("xw",
               "# a comment\n\n466.0 + 041.81 <-> J20.0\n"
               "466.0<->J20.9 # another\n\t\"041.81\"  <->  B96.0\n"
               "d <-> V + W\n",
               "041.81 <-> B96.0\n041.81 + 466.0 <-> J20.0\n"
               "466.0 <-> J20.9\nd <-> V + W\n");
}

static void quotes_allow_what_is_special(void **state) {
  (void)state;
  assert_lines("xw", "\"a + b\" <-> \"#1, <->\"\n", "a + b <-> #1, <->\n");
}

static void windows_line_ends_and_a_mark_are_fine(void **state) {
  (void)state;
  assert_lines("xw",
               "\xef\xbb\xbf"
               "a <-> X\r\n\r\nb <-> Y",
               "a <-> X\nb <-> Y\n");
}

static void codes_without_a_map_are_known(void **state) {
  (void)state;
  Reading r = reading_of("xw", "a <-> X\ne <->\n<-> U + W\n");
  assert_true(r.ok);
  assert_int_equal(vd_crosswalk_lines(r.cw), 1);
  assert_int_equal(vd_crosswalk_codes(r.cw, VD_OLD), 2);
  assert_int_equal(vd_crosswalk_codes(r.cw, VD_NEW), 3);
  VdCode e;
  assert_int_equal(vd_code_find(r.cw, VD_OLD, "E", 1, &e), VD_CODE_FOUND);
  assert_string_equal(vd_code_text(r.cw, VD_OLD, e), "e");
  uint32_t n;
  vd_code_lines(r.cw, VD_OLD, e, &n);
  assert_int_equal(n, 0);
  reading_done(&r);
}

static void equal_lines_are_one_with_all_origins(void **state) {
  (void)state;
  Reading r = reading_start();
  const char *first = "a + b <-> X\nc <-> Y\n",
             *second = "#\n\"B\" + A <-> x\n";
  reading_add(&r, "one", first, strlen(first));
  reading_add(&r, "two", second, strlen(second));
  assert_true(vd_crosswalk_finish(r.cw, &r.diags));
  reading_has(&r, "a + b <-> X\nc <-> Y\n");
  VdCrossLine line = vd_crosswalk_line(r.cw, 0);
  assert_int_equal(line.origins, 2);
  VdPos pos = vd_crosswalk_pos(r.cw, line.origin[1]);
  assert_string_equal(pos.file, "two");
  assert_int_equal(pos.line, 2);
  assert_false(line.approximate);
  reading_done(&r);
}

static void lines_of_a_code_are_all_it_is_on(void **state) {
  (void)state;
  Reading r = reading_of("xw", "a <-> X\nb <-> X + Y\na + b <-> Z\nc <-> Z\n");
  uint32_t seen[2] = {0}, total = 0;
  for (uint32_t i = 0; i < vd_crosswalk_lines(r.cw); i++) {
    VdCrossLine line = vd_crosswalk_line(r.cw, i);
    total += line.count[VD_OLD] + line.count[VD_NEW];
    for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
      for (uint32_t k = 0; k < line.count[side]; k++) {
        uint32_t n;
        const uint32_t *at =
            vd_code_lines(r.cw, (VdSide)side, line.code[side][k], &n);
        for (uint32_t m = 0; m < n; m++) seen[side] += at[m] == i;
      }
    }
  }
  assert_int_equal(total, 10);
  assert_int_equal(seen[VD_OLD] + seen[VD_NEW], total);
  reading_done(&r);
}

static void the_order_of_files_and_lines_is_no_matter(void **state) {
  (void)state;
  const char *want = "a <-> X\na <-> X + Y\na + b <-> X\nb <-> Y\n";
  assert_lines("xw", "b <-> Y\na <-> X\na + b <-> X\na <-> Y + X\n", want);
  assert_lines("xw", "a <-> X + Y\nb + a <-> X\nb <-> Y\na <-> X\n", want);
}

static void malformed_lines_are_refused_with_their_place(void **state) {
  (void)state;
  static const struct {
    const char *text, *want;
  } row[] = {
      {"a <-> X\nb Y\n", "xw:2:3: error: expected + or <->, found \"Y\"\n"},
      {"a <-> X\nb\n",
       "xw:2:2: error: expected + or <->, found the end of the line\n"},
      {"a + <-> X\n", "xw:1:5: error: expected a code, found \"<-> X\"\n"},
      {"a <-> X +\n",
       "xw:1:10: error: expected a code, found the end of the line\n"},
      {"a <-> X <-> Y\n",
       "xw:1:9: error: expected + or the end of the line, found \"<-> Y\"\n"},
      {"a <-> X, Y\n",
       "xw:1:8: error: expected + or the end of the line, found \", Y\"\n"},
      {" <-> # nothing\n",
       "xw:1:15: error: expected a code on one side of <->, found the end of "
       "the line\n"},
      {"a + b <-> X + Y\n",
       "xw:1:7: error: 2 codes on the left and 2 on the right: one side must "
       "be a single code\n"},
      {"a + b + A <-> X\n", "xw:1:9: error: \"A\" is there twice\n"},
      {"\"a <-> X\n",
       "xw:1:1: error: the quote is not closed, found \"\"a <-> X\"\n"},
      {"\"\" <-> X\n",
       "xw:1:1: error: \"\" is no code: it is empty, has more than 64 "
       "characters or a control character\n"},
      {"... <-> X\n",
       "xw:1:1: error: \"...\" is no code: it is empty, has more than 64 "
       "characters or a control character\n"},
      {"a\rb <-> X\n",
       "xw:1:1: error: \"a\\x0db\" is no code: it is empty, has more than 64 "
       "characters or a control character\n"},
      {"a <->\na <-> X\n",
       "xw:1: error: a has no map here, and line 2 maps it\n"},
      {"46.60 <-> X\n466.0 <-> Y\n",
       "xw:2: error: 466.0 and 46.60 differ in the dot only\n"},
      {"", "xw: error: the crosswalk has no lines\n"},
      {"\n# only this\n\r\n", "xw: error: the crosswalk has no lines\n"},
      {"\n# c\nfoo\n",
       "xw:3: error: not a crosswalk: expected \"source target flags\" with "
       "five digits as flags (GEM), or \"a + b <-> X\" (plain)\n"},
      {"\xff\xfe"
       "a",
       "xw:1: error: the file is UTF-16; write it as UTF-8\n"},
  };
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    assert_refused("xw", row[i].text, row[i].want);
  }
}

static void a_nul_byte_is_refused(void **state) {
  (void)state;
  Reading r = reading_start();
  reading_add(&r, "xw", "a <-> X\nb\0 <-> Y\n", 17);
  assert_false(vd_crosswalk_finish(r.cw, &r.diags));
  reading_says(&r,
               "xw:2:1: error: \"b\\x00\" is no code: it is empty, has more "
               "than 64 characters or a control character\n");
  reading_done(&r);
}

static void many_errors_are_counted(void **state) {
  (void)state;
  VdBuf text = {0};
  vd_buf_str(&text, "a <-> X\n");
  for (uint32_t i = 0; i < 50; i++) vd_buf_str(&text, "b <-> X + + Y\n");
  Reading r = reading_of("xw", vd_buf_text(&text));
  assert_false(r.ok);
  assert_int_equal(r.diags.list.len, vd_limit->crosswalk_errors + 1);
  assert_int_equal(r.diags.list.at[19].pos.line, 21);
  assert_string_equal(r.diags.list.at[20].text, "30 more errors");
  reading_done(&r);
  vd_buf_done(&text);
}

static void long_lines_end_in_a_message(void **state) {
  (void)state;
  VdBuf text = {0};
  for (uint32_t i = 0; i < 1 << 20; i++) vd_buf_char(&text, 'x');
  vd_buf_str(&text, " <-> Y\n");
  assert_refused("xw", vd_buf_text(&text),
                 "xw:1:1: error: \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"... is no "
                 "code: it is empty, has more than 64 characters or a control "
                 "character\n");
  text.len = 0;
  vd_buf_str(&text, "y <-> a0");
  for (uint32_t i = 1; i <= 200000; i++) vd_buf_printf(&text, "+a%u", i);
  Reading r = reading_of("xw", vd_buf_text(&text));
  assert_false(r.ok);
  assert_int_equal(r.diags.list.len, 1);
  assert_string_equal(r.diags.list.at[0].text,
                      "more than crosswalk_set = 1000 codes on one side");
  reading_done(&r);
  vd_buf_done(&text);
}

static void many_lines_are_all_there(void **state) {
  (void)state;
  VdBuf text = {0};
  for (uint32_t i = 0; i < 100000; i++) {
    vd_buf_printf(&text, "a%u <-> X%u\na%u <-> X%u\n", i, i / 2, i, i % 7);
  }
  Reading r = reading_of("xw", vd_buf_text(&text));
  assert_true(r.ok);
  uint32_t twice = 0;
  for (uint32_t i = 0; i < 100000; i++) twice += i / 2 == i % 7;
  assert_int_equal(vd_crosswalk_lines(r.cw), 200000 - twice);
  assert_int_equal(vd_crosswalk_codes(r.cw, VD_OLD), 100000);
  assert_int_equal(vd_crosswalk_codes(r.cw, VD_NEW), 50000);
  reading_done(&r);
  vd_buf_done(&text);
}

static void what_is_no_file_is_refused(void **state) {
  (void)state;
  VdDiags diags = {0};
  VdCrosswalk *cw = vd_crosswalk_new();
  assert_false(vd_crosswalk_read(cw, "/", VD_CROSSWALK_AUTO, &diags));
  assert_false(vd_crosswalk_read(cw, "/nowhere/xw", VD_CROSSWALK_AUTO, &diags));
  assert_false(vd_crosswalk_finish(cw, &diags));
  VdBuf said = {0};
  vd_diags_print(&diags, &said);
  assert_string_equal(vd_buf_text(&said),
                      "/: error: cannot read: Is a directory\n"
                      "/nowhere/xw: error: cannot read: No such file or "
                      "directory\n");
  vd_buf_done(&said);
  vd_crosswalk_free(cw);
  vd_diags_done(&diags);
}

static void nothing_read_is_no_crosswalk(void **state) {
  (void)state;
  VdDiags diags = {0};
  VdCrosswalk *cw = vd_crosswalk_new();
  assert_false(vd_crosswalk_finish(cw, &diags));
  assert_int_equal(diags.errors, 1);
  vd_crosswalk_free(cw);
  vd_diags_done(&diags);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_side_is_a_single_code),
      cmocka_unit_test(quotes_allow_what_is_special),
      cmocka_unit_test(windows_line_ends_and_a_mark_are_fine),
      cmocka_unit_test(codes_without_a_map_are_known),
      cmocka_unit_test(equal_lines_are_one_with_all_origins),
      cmocka_unit_test(lines_of_a_code_are_all_it_is_on),
      cmocka_unit_test(the_order_of_files_and_lines_is_no_matter),
      cmocka_unit_test(malformed_lines_are_refused_with_their_place),
      cmocka_unit_test(a_nul_byte_is_refused),
      cmocka_unit_test(many_errors_are_counted),
      cmocka_unit_test(long_lines_end_in_a_message),
      cmocka_unit_test(many_lines_are_all_there),
      cmocka_unit_test(what_is_no_file_is_refused),
      cmocka_unit_test(nothing_read_is_no_crosswalk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
