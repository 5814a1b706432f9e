// Terms for people: reading a term leaves it and its kind as they are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "term/choose.h"
#include "verdict/say.h"

static VdTerm var(VdTerms *tm, uint32_t i, VdSort sort, const char *name) {
  return vd_mk_var(tm, VD_VAR_PARAM, i, sort, name);
}

static void assert_says(VdTerms *tm, VdTerm t, const char *text) {
  VdBuf out = {0};
  vd_say_term(tm, t, &out);
  assert_string_equal(vd_buf_text(&out), text);
  assert_null(vd_terms_error(tm));
  vd_buf_done(&out);
}

static void test_choose_is_a_product(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, vd_sort_bv(64), "x"),
         y = var(tm, 1, vd_sort_bv(64), "y");
  assert_says(tm, vd_mk_eq(tm, y, vd_mk_choose(tm, 2, x, 64)),
              "y == x * (x - 1) / 2");
  vd_terms_free(tm);
}

static void test_a_function_of_memory_is_no_choose(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdSort mem = vd_sort_mem(), word = vd_sort_bv(64);
  VdFun fun = {.kind = VD_FUN_PURE,
               .key = "read",
               .name = "read",
               .params = 1,
               .results = 1,
               .param = &mem,
               .result = &word};
  VdTerm m = var(tm, 0, mem, "m"), y = var(tm, 1, word, "y");
  VdTerm app = vd_mk_app(tm, vd_fun_put(tm, &fun), 0, &m, 1);
  VdBuf out = {0};
  vd_say_term(tm, vd_mk_eq(tm, y, app), &out);
  assert_null(vd_terms_error(tm));
  vd_buf_done(&out);
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choose_is_a_product),
      cmocka_unit_test(test_a_function_of_memory_is_no_choose),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
