// Loops that are run from their end: what is added is well-formed, and does the
// same.
#include "ir_test.h"

// In a function that is not the first one of its module.
static const char sum[] =
    "vir 1\n"
    "func @first(bv32 \"x\") -> (bv32) {\n"
    "b0(%1: bv32):\n"
    "  return %1\n"
    "}\n"
    "func @sum(bv32 \"n\") -> (bv32) {\n"
    "b0(%1: bv32):\n"
    "  %2: bv32 = const 0\n"
    "  %3: bv32 = call @sum.loop1(%2, %2, %1)\n"
    "  return %3\n"
    "}\n"
    "func @sum.loop1(bv32 \"s\", bv32 \"i\", bv32 \"n\") -> (bv32) local loop "
    "@sum "
    "{\n"
    "b0(%1: bv32, %2: bv32, %3: bv32):\n"
    "  %4: bool = bvult %2, %3\n"
    "  br %4, b1, b2\n"
    "b1:\n"
    "  %5: bv32 = bvadd %1, %2\n"
    "  %6: bv32 = const 1\n"
    "  %7: bv32 = bvadd %2, %6\n"
    "  %8: bv32 = call @sum.loop1(%5, %7, %3)\n"
    "  return %8\n"
    "b2:\n"
    "  return %1\n"
    "}\n";

static void test_sum(void **state) {
  (void)state;
  VdArena arena = {0};
  VdModule *m = ir_read(sum);
  uint32_t func = vd_module_find_func(m, "sum");
  uint64_t coef[] = {0, 0, 1};  // the last one is n - 1
  VdTurnCounter counter = {1, 1, coef, UINT64_MAX};
  VdTurn turn = {1, &counter};
  assert_true(vd_ir_turn(m, vd_module_find_func(m, "sum.loop1"), &turn));
  assert_null(vd_ir_verify(m, &arena));
  VdInterp machine = ir_machine(m, &arena);
  for (uint32_t n = 0; n < 5; n++) {
    VdValue arg = vd_value_bv(32, n);
    VdRunResult result;
    vd_ir_run(&machine, func, &arg, &result);
    assert_int_equal(result.status, VD_RUN_OK);
    assert_int_equal(result.result[0].bits, n * (n - 1) / 2);
  }
  vd_module_free(m);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sum)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
