// Values as solvers print them, and what is none.
#include "solve/solve_impl.h"
#include "unit.h"

static void check_read(const char *sort, const char *text, const char *want) {
  VdArena arena = {0};
  VdBuf got = {0};
  VdValue value;
  VdSort s = vd_sort_read(sort, strlen(sort));
  assert_int_not_equal(s.kind, VD_SORT_NONE);
  if (vd_model_read(&arena, s, text, strlen(text), &value))
    vd_value_print(&value, &got);
  if (strcmp(vd_buf_text(&got), want) != 0)
    fail_msg("%s as %s: \"%s\", not \"%s\"", text, sort, vd_buf_text(&got),
             want);
  vd_buf_done(&got);
  vd_arena_done(&arena);
}

static void check_refused(const char *sort, const char *text) {
  check_read(sort, text, "");
}

static void bools_are_read(void **state) {
  (void)state;
  check_read("bool", "true", "true");
  check_read("bool", " false ", "false");
  check_refused("bool", "maybe");
  check_refused("bool", "true false");
  check_refused("bool", "");
}

static void bit_vectors_are_read(void **state) {
  (void)state;
  check_read("bv8", "#x2A", "0x2a:bv8");
  check_read("bv3", "#b101", "0x5:bv3");
  check_read("bv8", "(_ bv42 8)", "0x2a:bv8");
  check_read("bv64", "(_ bv18446744073709551615 64)",
             "0xffffffffffffffff:bv64");
  check_read("bv72", "#x0123456789abcdef55", "0x0123456789abcdef55:bv72");
  check_refused("bv8", "#x2");
  check_refused("bv8", "#x1ff");
  check_refused("bv3", "#b201");
  check_refused("bv8", "(_ bv256 8)");
  check_refused("bv64", "(_ bv18446744073709551616 64)");
  check_refused("bv8", "(_ bv1 9)");
  check_refused("bv8", "(_ bv 8)");
  check_refused("bv8", "(_ bv1 8");
  check_refused("bv8", "42");
  check_refused("bv8", "#x");
  check_refused("bv8", "|#x00");
}

static void floats_are_read(void **state) {
  (void)state;
  check_read("float8.24", "(fp #b0 #x7f #b10000000000000000000000)",
             "1.5:float8.24");
  check_read("float8.24", "(_ NaN 8 24)", "nan:float8.24");
  check_read("float8.24", "(_ -oo 8 24)", "-inf:float8.24");
  check_read("float8.24", "(_ +oo 8 24)", "inf:float8.24");
  check_read("float8.24", "(_ -zero 8 24)", "-0:float8.24");
  check_read("float8.24", "(_ +zero 8 24)", "0:float8.24");
  check_read("float8.24", "(fp #b1 #xff #b00000000000000000000001)",
             "nan:float8.24");
  check_refused("float8.24", "(_ NaN 11 53)");
  check_refused("float8.24", "(fp #b0 #x7f #b1)");
  check_refused("float8.24", "(fp #b0 #x7f)");
}

static void reals_are_rounded(void **state) {
  (void)state;
  check_read("float11.53", "1.5", "1.5:float11.53");
  check_read("float11.53", "(- 3)", "-3:float11.53");
  check_read("float11.53", "(/ (- 1.0) 4.0)", "-0.25:float11.53");
  check_read("float11.53", "(- (/ 1.0 4.0))", "-0.25:float11.53");
  check_read("float8.24", "(/ 1.0 3.0)", "0.33333334:float8.24");
  check_refused("float11.53", "nan");
  check_refused("float11.53", "0x10");
  check_refused("float11.53", "(/ 1.0)");
  check_refused("float11.53", "(root-obj (+ (^ x 2) (- 2)) 2)");
}

static void tokens_end_where_they_should(void **state) {
  (void)state;
  const char *text = " ; note\n(|a b| \"c;d\" e)f \"open", *at = text;
  static const char *const want[] = {"(", "|a b|", "\"c;d\"", "e", ")", "f"};
  for (uint32_t i = 0; i < VD_COUNT(want); i++) {
    size_t n = vd_token_next(&at, text + strlen(text));
    assert_int_equal(n, strlen(want[i]));
    assert_memory_equal(at, want[i], n);
    at += n;
  }
  assert_int_equal(vd_token_next(&at, text + strlen(text)), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bools_are_read),
      cmocka_unit_test(bit_vectors_are_read),
      cmocka_unit_test(floats_are_read),
      cmocka_unit_test(reals_are_rounded),
      cmocka_unit_test(tokens_end_where_they_should),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
