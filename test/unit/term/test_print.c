// Terms as text: leaves by name, immediates in brackets, what is used twice by
// let.
#include "raw.h"

static const VdSort BV32 = {.kind = VD_SORT_BV, .a = 32};

static void check_text(const VdTerms *tm, VdTerm t, const char *want) {
  VdBuf text = {0};
  vd_term_print(tm, t, &text);
  assert_string_equal(vd_buf_text(&text), want);
  vd_buf_done(&text);
}

static void test_leaves(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  check_text(tm, VD_TERM_NONE, "none");
  check_text(tm, vd_mk_bool(tm, true), "true");
  check_text(tm, vd_mk_bv(tm, 16, 42), "0x002a:bv16");
  check_text(tm, vd_mk_var(tm, VD_VAR_PARAM, 3, BV32, ""), "p3");
  check_text(tm, vd_mk_var(tm, VD_VAR_UNDEF, 3, BV32, ""), "undef3");
  check_text(tm, vd_mk_var(tm, VD_VAR_UNKNOWN, 3, BV32, NULL), "x3");
  check_text(tm, vd_mk_var(tm, VD_VAR_PARAM, 4, BV32, "count"), "count");
  check_text(tm, vd_mk_addr(tm, GLOBAL_A), "&global a");
  check_text(tm, vd_mk_rom(tm), "rom");
  VdValue v = vd_value_double(1.5);
  check_text(tm, vd_mk_value(tm, &v), "1.5:float11.53");
  vd_terms_free(tm);
}

static void test_operators(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, BV32, "x");
  VdTerm y = vd_mk_var(tm, VD_VAR_PARAM, 1, BV32, "y");
  VdTerm m = vd_mk_var(tm, VD_VAR_PARAM, 2, vd_sort_mem(), "m");
  VdTerm p = vd_mk_var(tm, VD_VAR_PARAM, 3, vd_sort_bv(64), "p");
  check_text(tm, mk2(tm, VD_OP_BVUDIV, x, y), "(bvudiv x y)");
  check_text(tm, vd_mk_extract(tm, x, 15, 8), "(extract[15:8] x)");
  check_text(tm, mk1(tm, VD_OP_SEXT, 40, x), "(sext[40] x)");
  check_text(tm, vd_mk_load(tm, m, p, 4), "(load[4] m p)");
  VdTerm byte = vd_mk_extract(tm, x, 7, 0);
  VdTerm f = vd_mk_app(tm, FUN_BV, 0, &byte, 1);
  check_text(tm, f, "(f (extract[7:0] x))");
  VdTerm g = vd_mk_app(tm, FUN_PAIR, 1,
                       (VdTerm[]){vd_mk_bv(tm, 8, 1), vd_mk_bool(tm, true)}, 2);
  check_text(tm, g, "(g.1 0x01:bv8 true)");
  check_text(tm, vd_mk_not(tm, mk2(tm, VD_OP_BVSLT, x, y)),
             "(not (bvslt x y))");
  vd_terms_free(tm);
}

static void test_shared_parts_have_names(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, BV32, "x");
  VdTerm y = vd_mk_var(tm, VD_VAR_PARAM, 1, BV32, "y");
  VdTerm q = mk2(tm, VD_OP_BVUDIV, x, y), r = mk2(tm, VD_OP_BVUREM, q, q);
  VdTerm s = mk2(tm, VD_OP_BVSHL, r, r);
  check_text(tm, s,
             "let $1 = (bvudiv x y)\n"
             "let $2 = (bvurem $1 $1)\n"
             "(bvshl $2 $2)");
  check_text(tm, mk2(tm, VD_OP_BVSHL, x, x), "(bvshl x x)");
  vd_terms_free(tm);
}

static void test_text_is_added_to_what_is_there(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, BV32, "x");
  VdBuf text = {0};
  vd_buf_str(&text, "(");
  vd_term_print(tm, x, &text);
  vd_buf_str(&text, ")");
  assert_string_equal(vd_buf_text(&text), "(x)");
  vd_buf_done(&text);
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaves),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_shared_parts_have_names),
      cmocka_unit_test(test_text_is_added_to_what_is_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
