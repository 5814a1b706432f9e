// The text of SMT-LIB scripts. What it means is tested with a solver, in
// test/unit/solve.
#include "base/limit.h"
#include "term/smtlib_impl.h"
#include "term/terms_impl.h"
#include "unit.h"

static VdTerm raw(VdTerms *tm, VdOp op, uint64_t imm, const VdTerm *args,
                  uint32_t n) {
  VdSort sorts[8];
  for (uint32_t i = 0; i < n; i++) sorts[i] = vd_term_sort(tm, args[i]);
  VdSort sort = vd_op_sort(op, imm, sorts, n);
  assert_int_not_equal(sort.kind, VD_SORT_NONE);
  return vd_intern(tm, op, sort, imm, args, n);
}

static VdTerm two(VdTerms *tm, VdOp op, VdTerm x, VdTerm y) {
  return raw(tm, op, 0, (VdTerm[]){x, y}, 2);
}

static VdTerm var(VdTerms *tm, uint32_t number, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_PARAM, number, sort, NULL);
}

static void check_script(VdTerms *tm, VdSmtlib query, const char *want) {
  VdBuf out = {0};
  char reason[160];
  assert_true(vd_terms_smtlib(tm, &query, &out, reason));
  assert_string_equal(reason, "");
  assert_string_equal(vd_buf_text(&out), want);
  vd_buf_done(&out);
}

static void check_refused(VdTerms *tm, VdTerm claim, bool reals,
                          const char *want) {
  VdBuf out = {0};
  char reason[160];
  VdSmtlib query = {.asserts = &claim, .n = 1, .reals = reals};
  assert_false(vd_terms_smtlib(tm, &query, &out, reason));
  assert_string_equal(reason, want);
  vd_buf_done(&out);
}

static void a_script_is_flat(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(8), "x");
  VdTerm y = vd_mk_var(tm, VD_VAR_UNDEF, 7, vd_sort_bv(8), NULL);
  VdTerm sum =
      raw(tm, VD_OP_BVADD, 0, (VdTerm[]){x, y, vd_mk_bv(tm, 8, 42)}, 3);
  VdTerm claim = two(tm, VD_OP_BVULT, sum, x);
  check_script(tm,
               (VdSmtlib){.asserts = &claim, .n = 1, .watch = &x, .watches = 1},
               "(set-logic ALL)\n"
               "(declare-sort World 0)\n"
               "; x\n"
               "(declare-const |v1.0.bv8| (_ BitVec 8))\n"
               "(declare-const |v3.7.bv8| (_ BitVec 8))\n"
               "(define-fun n1 () (_ BitVec 8) "
               "(bvadd (bvadd |v1.0.bv8| |v3.7.bv8|) #x2a))\n"
               "(define-fun n2 () Bool (bvult n1 |v1.0.bv8|))\n"
               "(assert n2)\n"
               "(declare-const |w0| (_ BitVec 8))\n"
               "(assert (= |w0| |v1.0.bv8|))\n"
               "(check-sat)\n");
  vd_terms_free(tm);
}

// Handles differ between managers, the text must not.
static void the_text_does_not_depend_on_handles(void **state) {
  (void)state;
  VdBuf out[2] = {{0}, {0}};
  for (int run = 0; run < 2; run++) {
    VdTerms *tm = vd_terms_new();
    for (uint32_t i = 0; run == 1 && i < 50; i++) var(tm, i, vd_sort_bv(9));
    VdTerm x = var(tm, 0, vd_sort_bv(8)), y = var(tm, 1, vd_sort_bv(8));
    VdTerm claim = vd_mk_ult(tm, vd_mk_add(tm, x, y), y);
    VdSmtlib query = {.asserts = &claim, .n = 1};
    char reason[160];
    assert_true(vd_terms_smtlib(tm, &query, &out[run], reason));
    vd_terms_free(tm);
  }
  assert_string_equal(vd_buf_text(&out[0]), vd_buf_text(&out[1]));
  for (int run = 0; run < 2; run++) vd_buf_done(&out[run]);
}

static void check_no_stray_line(const VdBuf *out) {
  for (const char *line = vd_buf_text(out); *line;
       line = strchr(line, '\n') + 1)
    assert_true(*line == '(' || (line[0] == ';' && line[1] == ' '));
}

static void names_may_hold_anything(void **state) {
  (void)state;
  static const char odd[] = "a|b\n(assert false)\n\"\x80;";
  VdTerms *tm = vd_terms_new();
  VdSort in[] = {vd_sort_bv(64)}, out[] = {vd_sort_bool()};
  VdFun fun = {VD_FUN_PURE, odd, odd, 1, 1, in, out};
  VdObject object = {.key = odd, .name = odd, .size = 4, .align = 4};
  uint32_t f = vd_fun_put(tm, &fun);
  VdTerm at = vd_mk_addr(tm, vd_object_put(tm, &object));
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, in[0], odd);
  VdTerm sum = two(tm, VD_OP_PTRADD, at, x);
  VdTerm claim = vd_mk_app(tm, f, 0, &sum, 1);
  VdSmtlib query = {.asserts = &claim, .n = 1};
  VdBuf text = {0};
  char reason[160];
  assert_true(vd_terms_smtlib(tm, &query, &text, reason));
  check_no_stray_line(&text);
  assert_null(strstr(vd_buf_text(&text), "\n(assert false)"));
  vd_buf_done(&text);
  vd_terms_free(tm);
}

static VdTerm chain(VdTerms *tm, uint32_t depth) {
  VdTerm x = var(tm, 0, vd_sort_bv(8)), y = var(tm, 1, vd_sort_bv(8));
  for (uint32_t i = 0; i + 1 < depth; i++)
    x = two(tm, i % 2 ? VD_OP_BVADD : VD_OP_BVXOR, x, y);
  return two(tm, VD_OP_EQ, x, y);
}

static void limits_are_named(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm deepest = chain(tm, vd_limit->smt_depth);
  VdSmtlib query = {.asserts = &deepest, .n = 1};
  VdBuf out = {0};
  char reason[160];
  assert_true(vd_terms_smtlib(tm, &query, &out, reason));
  check_refused(tm, chain(tm, vd_limit->smt_depth + 1), false,
                "a term deeper than smt_depth = 20000");
  vd_buf_done(&out);
  vd_terms_free(tm);
}

static void what_went_wrong_before_is_not_asked(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  check_refused(tm, VD_TERM_NONE, false, "a missing term");
  assert_true(vd_term_is_none(vd_mk_addr(tm, 99)));
  check_refused(tm, vd_mk_bool(tm, true), false, vd_terms_error(tm));
  vd_terms_free(tm);
}

static VdTerm is_equal_to(VdTerms *tm, VdSort sort, VdValue bits) {
  VdArena arena = {0};
  VdValue value = vd_value_as_float(&arena, sort, bits);
  VdTerm x = var(tm, 0, sort), c = vd_mk_value(tm, &value);
  vd_arena_done(&arena);
  return two(tm, VD_OP_FEQ, x, c);
}

static void infinities_are_not_real(void **state) {
  (void)state;
  static const uint64_t special[] = {0x7f800000, 0xff800000, 0x7fc00000};
  for (uint32_t i = 0; i < VD_COUNT(special); i++) {
    VdTerms *tm = vd_terms_new();
    VdTerm claim =
        is_equal_to(tm, vd_sort_float(8, 24), vd_value_bv(32, special[i]));
    check_refused(tm, claim, true, "infinity or NaN over the reals");
    vd_terms_free(tm);
  }
}

static void huge_exponents_are_refused_over_the_reals(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm claim =
      is_equal_to(tm, vd_sort_float(20, 24), vd_value_bv(44, 0x7ffffull << 24));
  check_refused(tm, claim, true, "a constant beyond 2^16640 over the reals");
  vd_terms_free(tm);
}

static void check_real(double x, const char *want) {
  VdTerms *tm = vd_terms_new();
  VdValue value = vd_value_double(x);
  VdTerm claim = is_equal_to(tm, value.sort, vd_value_bv(64, value.bits));
  VdSmtlib query = {.asserts = &claim, .n = 1, .reals = true};
  VdBuf out = {0};
  char reason[160];
  assert_true(vd_terms_smtlib(tm, &query, &out, reason));
  assert_non_null(strstr(vd_buf_text(&out), "|v1.0.float11.53| Real)"));
  if (!strstr(vd_buf_text(&out), want))
    fail_msg("%a is not %s in %s", x, want, vd_buf_text(&out));
  vd_buf_done(&out);
  vd_terms_free(tm);
}

static void constants_over_the_reals_are_exact(void **state) {
  (void)state;
  check_real(0.0, " 0.0)");
  check_real(-0.0, " 0.0)");
  check_real(1.0, " 1.0)");
  check_real(-0.75, " (- (/ 3.0 4.0)))");
  check_real(0.1, " (/ 3602879701896397.0 36028797018963968.0))");
  check_real(1e22, " 10000000000000000000000.0)");
  check_real(0x1p-1022, " (/ 1.0 4494232837155789769323262976972561834044942");
  check_real(0x1p-1074, " (/ 1.0 2024022533073106183524953467189173");
}

static void wide_constants_are_defined_once(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, vd_sort_bv(72));
  VdTerm claim = two(tm, VD_OP_BVULT, x, vd_mk_bv(tm, 72, 5));
  check_script(tm, (VdSmtlib){.asserts = &claim, .n = 1},
               "(set-logic ALL)\n"
               "(declare-sort World 0)\n"
               "(declare-const |v1.0.bv72| (_ BitVec 72))\n"
               "(define-fun n1 () (_ BitVec 72) #x000000000000000005)\n"
               "(define-fun n2 () Bool (bvult |v1.0.bv72| n1))\n"
               "(assert n2)\n"
               "(check-sat)\n");
  vd_terms_free(tm);
}

// A word of kilobytes must neither nest deeply nor repeat its text.
static void wide_words_are_cut(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm mem = var(tm, 0, vd_sort_mem()), at = var(tm, 1, vd_sort_bv(64));
  VdTerm word = vd_mk_bv(tm, VD_MAX_WIDTH, 1);
  VdTerm args[] = {mem, at, word};
  VdTerm after[] = {raw(tm, VD_OP_STORE, 0, args, 3), at};
  VdTerm back = raw(tm, VD_OP_LOAD, VD_MAX_WIDTH / 8, after, 2);
  VdTerm claim = two(tm, VD_OP_EQ, back, word);
  VdSmtlib query = {.asserts = &claim, .n = 1};
  VdBuf out = {0};
  char reason[160];
  assert_true(vd_terms_smtlib(tm, &query, &out, reason));
  assert_true(out.len < 4u << 20);
  int open = 0, most = 0;
  for (size_t i = 0; i < out.len; i++) {
    open += out.at[i] == '(' ? 1 : out.at[i] == ')' ? -1 : 0;
    most = open > most ? open : most;
  }
  assert_int_equal(open, 0);
  assert_true(most < 20);
  vd_buf_done(&out);
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_script_is_flat),
      cmocka_unit_test(the_text_does_not_depend_on_handles),
      cmocka_unit_test(names_may_hold_anything),
      cmocka_unit_test(limits_are_named),
      cmocka_unit_test(what_went_wrong_before_is_not_asked),
      cmocka_unit_test(infinities_are_not_real),
      cmocka_unit_test(huge_exponents_are_refused_over_the_reals),
      cmocka_unit_test(constants_over_the_reals_are_exact),
      cmocka_unit_test(wide_constants_are_defined_once),
      cmocka_unit_test(wide_words_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
