#include "base/base.h"
#include "unit.h"

static void assert_pos(VdPos pos, const char *want) {
  VdBuf buf = {0};
  vd_pos_print(pos, &buf);
  assert_string_equal(vd_buf_text(&buf), want);
  vd_buf_done(&buf);
}

static void positions_are_as_long_as_what_is_known(void **state) {
  (void)state;
  assert_pos((VdPos){"a.c", 3, 7}, "a.c:3:7");
  assert_pos((VdPos){"a.c", 3, 0}, "a.c:3");
  assert_pos((VdPos){"a.c", 0, 7}, "a.c");
  assert_pos((VdPos){NULL, 3, 7}, "");
}

static void diagnostics_print_one_line_each_in_order(void **state) {
  (void)state;
  VdDiags diags = {0};
  vd_diag(&diags, VD_ERROR, (VdPos){"a.c", 3, 7}, "found %s", "x");
  vd_diag(&diags, VD_WARNING, (VdPos){"b.c", 0, 0}, "odd");
  vd_diag(&diags, VD_NOTE, (VdPos){0}, "100%%");
  vd_diag(&diags, VD_NOTE, (VdPos){"\033\n", 1, 0}, "a\033\nb");
  assert_int_equal(diags.errors, 1);
  assert_int_equal(diags.list.len, 4);
  VdBuf buf = {0};
  vd_diags_print(&diags, &buf);
  assert_string_equal(vd_buf_text(&buf),
                      "a.c:3:7: error: found x\n"
                      "b.c: warning: odd\n"
                      "note: 100%\n"
                      "\\x1b\\x0a:1: note: a\\x1b\\x0ab\n");
  vd_buf_done(&buf);
  vd_diags_done(&diags);
  assert_int_equal(diags.errors, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positions_are_as_long_as_what_is_known),
      cmocka_unit_test(diagnostics_print_one_line_each_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
