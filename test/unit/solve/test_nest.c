// Flat scripts as nested lets.
#include "solve/solve_impl.h"
#include "unit.h"

static void check_nest(const char *flat, const char *want) {
  VdBuf script = {0}, out = {0};
  vd_buf_str(&script, flat);
  vd_script_nest(&script, &out);
  assert_string_equal(vd_buf_text(&out), want);
  vd_buf_done(&script);
  vd_buf_done(&out);
}

static void definitions_become_lets(void **state) {
  (void)state;
  check_nest(
      "(set-logic ALL)\n"
      "; (define-fun n0 () Bool true)\n"
      "(declare-const |v a| Bool)\n"
      "(define-fun n1 () Bool (not |v a|))\n"
      "(declare-const n2 (_ BitVec 8))\n"
      "(assert (= n2 #x00))\n"
      "(define-fun n3 () (Array (_ BitVec 8) (_ BitVec 8)) (store m n2 n2))\n"
      "(assert n1)\n"
      "(check-sat)\n",
      "(set-logic ALL)\n"
      "(declare-const |v a| Bool)\n"
      "(declare-const n2 (_ BitVec 8))\n"
      "(assert (let ((n1 (not |v a|)))\n"
      "(let ((n3 (store m n2 n2)))\n"
      "(and true (= n2 #x00) n1))))\n");
}

static void a_script_may_assert_nothing(void **state) {
  (void)state;
  check_nest("(set-logic ALL)\n(check-sat)\n",
             "(set-logic ALL)\n(assert (and true))\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(definitions_become_lets),
      cmocka_unit_test(a_script_may_assert_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
