#include "reading.h"

static void single_rows_are_alternatives(void **state) {
  (void)state;
  assert_lines(
      "2018_I9gem.txt",
      "04181 A493    10000\n04181 B960    10000\n4660  J209    00000\n",
      "041.81 <-> A49.3\n041.81 <-> B96.0\n466.0 <-> J20.9\n");
}

static void a_scenario_takes_one_of_each_list(void **state) {
  (void)state;
  // Out of order, and another source in between.
  assert_lines("x_I9gem.txt",
               "0010  A001    10112\n0020  B99     10000\n"
               "0010  A000    10111\n0010  A009    10112\n"
               "0010  C000    10121\n0010  C001    10122\n"
               "0010  D000    10000\n",
               "001.0 <-> A00.0 + A00.1\n001.0 <-> A00.0 + A00.9\n"
               "001.0 <-> C00.0 + C00.1\n001.0 <-> D00.0\n002.0 <-> B99\n");
}

static void the_other_direction_has_its_source_on_the_right(void **state) {
  (void)state;
  assert_lines(
      "x_I10gem.txt",
      "J200    4660  10111\nJ200    04181 10112\nE0800   V1000 10000\n",
      "041.81 + 466.0 <-> J20.0\nV10.00 <-> E08.00\n");
}

static void one_target_in_two_lists_is_there_once(void **state) {
  (void)state;
  assert_lines("x_I9gem.txt",
               "0010  A000    10111\n0010  A001    10111\n"
               "0010  A000    10112\n",
               "001.0 <-> A00.0\n001.0 <-> A00.0 + A00.1\n");
}

static void both_directions_are_put_together(void **state) {
  (void)state;
  Reading r = reading_start();
  const char *there = "0010  A000    10000\n0011  A001    00000\n";
  const char *back = "A000    0010  00000\nA002    0010  10000\n";
  reading_add(&r, "x_I9gem.txt", there, strlen(there));
  reading_add(&r, "x_I10gem.txt", back, strlen(back));
  assert_true(vd_crosswalk_finish(r.cw, &r.diags));
  reading_has(&r, "001.0 <-> A00.0\n001.0 <-> A00.2\n001.1 <-> A00.1\n");
  VdCrossLine both = vd_crosswalk_line(r.cw, 0);
  assert_int_equal(both.origins, 2);
  assert_int_equal(both.origin[0].file, 0);
  assert_int_equal(both.origin[1].file, 1);
  assert_false(both.approximate);  // one of the two files says exact
  assert_true(vd_crosswalk_line(r.cw, 1).approximate);
  assert_false(vd_crosswalk_line(r.cw, 2).approximate);
  reading_done(&r);
}

static void a_combination_has_its_rows_as_origins(void **state) {
  (void)state;
  Reading r = reading_of("x_I9gem.txt",
                         "0010  A000    10111\n0010  A001    10112\n"
                         "0010  A002    00112\n");
  assert_int_equal(vd_crosswalk_lines(r.cw), 2);
  VdCrossLine line = vd_crosswalk_line(r.cw, 1);
  assert_int_equal(line.origins, 2);
  assert_int_equal(line.origin[0].line, 1);
  assert_int_equal(line.origin[1].line, 3);
  assert_true(line.approximate);
  reading_done(&r);
}

static void no_map_is_a_known_code(void **state) {
  (void)state;
  Reading r =
      reading_of("x_I9gem.txt", "36570 NoDx    11000\n0010  A000    00000\n");
  assert_true(r.ok);
  reading_has(&r, "001.0 <-> A00.0\n");
  VdCode code;
  assert_int_equal(vd_code_find(r.cw, VD_OLD, "365.70", 6, &code),
                   VD_CODE_FOUND);
  assert_int_equal(vd_crosswalk_codes(r.cw, VD_NEW), 1);
  reading_done(&r);
}

static void dots_are_where_the_system_has_them(void **state) {
  (void)state;
  assert_lines("a_i9gem", "E9270 R69     10000\n", "E927.0 <-> R69\n");
  assert_lines("a_i9gem", "V10   Z8000XA 10000\n", "V10 <-> Z80.00XA\n");
  assert_lines("gem_i9pcs", "0001  6A750Z4 10000\n", "00.01 <-> 6A750Z4\n");
  assert_lines("gem_pcsi9", "6A750Z4 304   10000\n", "30.4 <-> 6A750Z4\n");
  assert_lines("a_i9gem", "E927.0 r69 10000\n", "E927.0 <-> R69\n");
}

static void windows_line_ends_and_a_mark_are_fine(void **state) {
  (void)state;
  assert_lines("i9gem",
               "\xef\xbb\xbf"
               "0010  A000    00000\r\n",
               "001.0 <-> A00.0\n");
}

// --------------------------------------------------------------- direction

static void codes_show_the_direction(void **state) {
  (void)state;
  assert_lines("x", "0010 A000 00000\n", "001.0 <-> A00.0\n");
  assert_lines("x", "A000 0010 00000\n", "001.0 <-> A00.0\n");
  assert_lines("x", "0001 6A750Z4 00000\n", "00.01 <-> 6A750Z4\n");
  assert_lines("x", "6A750Z4 0001 00000\n", "00.01 <-> 6A750Z4\n");
  // E and V codes are in both systems; one row shows it for all.
  assert_lines("x", "E8900 E8900 10000\nV100 Z8501 10000\n",
               "E890.0 <-> E89.00\nV10.0 <-> Z85.01\n");
}

static void an_unclear_direction_is_refused(void **state) {
  (void)state;
  assert_refused("x", "E8900 E8900 10000\n",
                 "x: error: neither the name nor the codes of this GEM say "
                 "which it is: ICD-9 to ICD-10 diagnoses (i9gem) or ICD-10 to "
                 "ICD-9 diagnoses (i10gem); --crosswalk-format tells\n");
  assert_lines("i10gem", "E8900 E8900 10000\n", "E890.0 <-> E89.00\n");
  assert_refused("I10gem.txt", "0010 A000 00000\n",
                 "I10gem.txt: error: the name of this GEM says ICD-10 to ICD-9 "
                 "diagnoses (i10gem), its codes say ICD-9 to ICD-10 diagnoses "
                 "(i9gem)\n");
}

static void the_direction_can_be_forced(void **state) {
  (void)state;
  VdCrosswalkFormat format;
  assert_false(vd_crosswalk_format_read("gem", &format));
  assert_true(vd_crosswalk_format_read("i9gem", &format));
  Reading r = reading_start();
  const char *text = "E8900 E8901 10000\n";
  assert_true(vd_crosswalk_read_text(r.cw, "i10gem", text, strlen(text), format,
                                     &r.diags));
  assert_true(vd_crosswalk_finish(r.cw, &r.diags));
  reading_has(&r, "E890.0 <-> E89.01\n");
  reading_done(&r);
}

// --------------------------------------------------------------- malformed

static void malformed_rows_are_refused_with_their_place(void **state) {
  (void)state;
  static const struct {
    const char *text, *want;
  } row[] = {
      {"0010  A000    00000\n0011  00000\n",
       "i9gem:2: error: missing columns: expected source, target and flags\n"},
      {"0010  A000    00000\n0011  A001 00000 x\n",
       "i9gem:2: error: too many columns: expected source, target and flags\n"},
      {"0010  A000    00000\n0011  A001    0000\n",
       "i9gem:2: error: \"0000\" are no flags: expected five digits\n"},
      {"0010  A000    00000\n0011  A001    0000x\n",
       "i9gem:2: error: \"0000x\" are no flags: expected five digits\n"},
      {"0010  A000    20000\n",
       "i9gem:1: error: the approximate flag is 2; expected 0 or 1\n"},
      {"0010  NoDx    12000\n",
       "i9gem:1: error: the no map flag is 2; expected 0 or 1\n"},
      {"0010  A000    10311\n",
       "i9gem:1: error: the combination flag is 3; expected 0 or 1\n"},
      {"0010  A000    11000\n",
       "i9gem:1: error: \"A000\" is a target, but the no map flag is set\n"},
      {"0010  NoDx    10000\n",
       "i9gem:1: error: no target, but the no map flag is not set\n"},
      {"0010  NoDx    11111\n",
       "i9gem:1: error: the no map flag is set together with a "
       "combination\n"},
      {"0010  NoDx    11000\n0010  A000    10000\n",
       "i9gem:1: error: 001.0 has no map here, and line 2 maps it\n"},
      {"0010  A000    10010\n",
       "i9gem:1: error: a scenario or choice list, but the combination flag is "
       "not set\n"},
      {"0010  A000    10101\n",
       "i9gem:1: error: a combination without a scenario\n"},
      {"0010  A000    10110\n",
       "i9gem:1: error: a combination without a choice list\n"},
      {"0010  A000    10112\n",
       "i9gem:1: error: scenario 1 of 001.0 has no choice list 1\n"},
      {"0010  A000    10111\n0010  A001    10113\n",
       "i9gem:1: error: scenario 1 of 001.0 has no choice list 2\n"},
      {"0010  A000    10111\n0010  A001    10111\n",
       "i9gem:1: error: scenario 1 of 001.0 has no choice list 2\n"},
      {"0010  A000    10131\n0010  A001    10132\n0010  A000    10111\n"
       "0010  A001    10112\n",
       "i9gem:3: error: 001.0 has a scenario 3, but scenario 2 has no "
       "choices\n"},
      {"0010  A000    00000\n001X  A001    00000\n",
       "i9gem:2: error: \"001X\" is no ICD-9 diagnosis code\n"},
      {"0010  A000    00000\n0011  7       00000\n",
       "i9gem:2: error: \"7\" is no ICD-10-CM diagnosis code\n"},
      {"0010  A000    00000\n00.11 A001    00000\n",
       "i9gem:2: error: \"00.11\" has its dot in the wrong place\n"},
  };
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    assert_refused("i9gem", row[i].text, row[i].want);
  }
}

static void a_nul_byte_is_refused(void **state) {
  (void)state;
  Reading r = reading_start();
  reading_add(&r, "i9gem", "0010 A000 00000\n00\0001 A000 00000\n", 32);
  assert_false(vd_crosswalk_finish(r.cw, &r.diags));
  reading_says(&r, "i9gem:2: error: \"00\\x001\" is no ICD-9 diagnosis code\n");
  reading_done(&r);
}

static void contradictions_can_be_read_with_a_warning(void **state) {
  (void)state;
  Reading r = reading_start();
  vd_crosswalk_lenient(r.cw);
  const char *text =
      "3584  02S00ZZ 10013\n3584  02SP0ZZ 10111\n3584  02SW0ZZ 10112\n"
      "1651  08T1XZZ 10111\n1651  0NBQ0ZZ 10113\n0231  00164ZB 10111\n"
      "0016  NoPCS   10000\n";
  reading_add(&r, "i9pcs", text, strlen(text));
  assert_true(vd_crosswalk_finish(r.cw, &r.diags));
  reading_says(&r,
               "i9pcs:1: warning: a scenario or choice list, but the "
               "combination flag is not set; read as a single alternative\n"
               "i9pcs:7: warning: no target, but the no map flag is not set; "
               "read as no map\n"
               "i9pcs:4: warning: scenario 1 of 16.51 has no choice list 2; "
               "read as a combination of the lists that are there\n"
               "i9pcs:6: warning: scenario 1 of 02.31 has no choice list 2; "
               "read as a combination of the lists that are there\n");
  reading_has(&r,
              "02.31 <-> 00164ZB\n16.51 <-> 08T1XZZ + 0NBQ0ZZ\n"
              "35.84 <-> 02S00ZZ\n35.84 <-> 02SP0ZZ + 02SW0ZZ\n");
  reading_done(&r);
}

// Nine lists of n targets.
static void print_lists(VdBuf *out, uint32_t source, uint32_t n) {
  for (uint32_t list = 1; list <= 9; list++) {
    for (uint32_t i = 0; i < n; i++) {
      vd_buf_printf(out, "%05u A%u%02u 1011%u\n", source, list, i, list);
    }
  }
}

static void too_many_combinations_are_refused(void **state) {
  (void)state;
  VdBuf text = {0};
  print_lists(&text, 10, 3);
  assert_refused("i9gem", vd_buf_text(&text),
                 "i9gem:1: error: scenario 1 of 000.10 has more than "
                 "crosswalk_combinations = 4096 choices\n");
  text.len = 0;
  print_lists(&text, 10, 2);
  Reading r = reading_of("i9gem", vd_buf_text(&text));
  assert_true(r.ok);
  assert_int_equal(vd_crosswalk_lines(r.cw), 512);
  reading_done(&r);
  // Many such sources are many lines from few rows.
  text.len = 0;
  for (uint32_t source = 0; source < 2050; source++) {
    print_lists(&text, source, 2);
  }
  r = reading_of("i9gem", vd_buf_text(&text));
  assert_false(r.ok);
  assert_string_equal(r.diags.list.at[0].text,
                      "the combinations of the crosswalk give more than "
                      "crosswalk_expanded = 1048576 lines");
  assert_int_equal(r.diags.errors, 2);  // the last two sources
  reading_done(&r);
  vd_buf_done(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(single_rows_are_alternatives),
      cmocka_unit_test(a_scenario_takes_one_of_each_list),
      cmocka_unit_test(the_other_direction_has_its_source_on_the_right),
      cmocka_unit_test(one_target_in_two_lists_is_there_once),
      cmocka_unit_test(both_directions_are_put_together),
      cmocka_unit_test(a_combination_has_its_rows_as_origins),
      cmocka_unit_test(no_map_is_a_known_code),
      cmocka_unit_test(dots_are_where_the_system_has_them),
      cmocka_unit_test(windows_line_ends_and_a_mark_are_fine),
      cmocka_unit_test(codes_show_the_direction),
      cmocka_unit_test(an_unclear_direction_is_refused),
      cmocka_unit_test(the_direction_can_be_forced),
      cmocka_unit_test(malformed_rows_are_refused_with_their_place),
      cmocka_unit_test(a_nul_byte_is_refused),
      cmocka_unit_test(contradictions_can_be_read_with_a_warning),
      cmocka_unit_test(too_many_combinations_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
