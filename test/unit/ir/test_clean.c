// Normal form: what goes, what stays, and that nothing else changes.
#include "ir/inner.h"
#include "ir_test.h"

static void check(const char *before, const char *after) {
  VdModule *m = ir_read(before);
  vd_func_clean(m, m->func.at[0]);
  ir_assert_valid(m);
  ir_assert_text(m, 0, after);
  assert_false(vd_func_clean(m, m->func.at[0]));
  vd_module_free(m);
}

#define HEAD "vir 1\nsource \"\"\n"
#define G "func @g() -> (bv8) {\nb0:\n  %1: bv8 = const 1\n  return %1\n}\n"

static void test_dead_code(void **state) {
  (void)state;
  // Pure operations and calls of pure externals go; a call of a defined
  // function may not come back, and a require is an effect.
  check(HEAD
        "func @f(bv8) -> (bv8) {\n"
        "b0(%1: bv8):\n"
        "  %2: bv8 = bvadd %1, %1\n"
        "  %3: bv8 = call @pure(%2)\n"
        "  %4: bv8 = call @g()\n"
        "  %5: bool = const true\n"
        "  require %5, \"x\"\n"
        "  return %1\n"
        "}\n"
        "func @pure(bv8) -> (bv8) pure\n" G,
        "func @f(bv8) -> (bv8) {\n"
        "b0(%1: bv8):\n"
        "  %2: bv8 = call @g()\n"
        "  %3: bool = const true\n"
        "  require %3, \"x\"\n"
        "  return %1\n"
        "}\n");
}

// %4 and %5 only feed each other; %6 is always %1.
static void test_parameters(void **state) {
  (void)state;
  check(HEAD
        "func @f(bv8, bool) -> (bv8) {\n"
        "b0(%1: bv8, %2: bool):\n"
        "  jump b1(%1, %1, %1, %1)\n"
        "b1(%3: bv8, %4: bv8, %5: bv8, %6: bv8):\n"
        "  %7: bv8 = bvadd %3, %6\n"
        "  br %2, b1(%7, %5, %4, %6), b2\n"
        "b2:\n"
        "  return %7\n"
        "}\n",
        "func @f(bv8, bool) -> (bv8) {\n"
        "b0(%1: bv8, %2: bool):\n"
        "  jump b1(%1)\n"
        "b1(%3: bv8):\n"
        "  %4: bv8 = bvadd %3, %1\n"
        "  br %2, b1(%4), b2\n"
        "b2:\n"
        "  return %4\n"
        "}\n");
}

static void test_merging(void **state) {
  (void)state;
  check(HEAD
        "func @f(bv8) -> (bv8) {\n"
        "b0(%1: bv8):\n"
        "  jump b2(%1)\n"
        "b1(%2: bv8):\n"
        "  return %2\n"
        "b2(%3: bv8):\n"
        "  %4: bv8 = bvnot %3\n"
        "  jump b3\n"
        "b3:\n"
        "  jump b1(%4)\n"
        "}\n",
        "func @f(bv8) -> (bv8) {\n"
        "b0(%1: bv8):\n"
        "  %2: bv8 = bvnot %1\n"
        "  return %2\n"
        "}\n");
}

static void test_branches(void **state) {
  (void)state;
  // A constant condition, both ways the same, an empty arm, and an arm with
  // nothing but a constant.
  check(HEAD
        "func @f(bv8, bool) -> (bv8) {\n"
        "b0(%1: bv8, %2: bool):\n"
        "  %3: bool = const false\n"
        "  br %3, b1, b2\n"
        "b1:\n"
        "  stop\n"
        "b2:\n"
        "  br %2, b3(%1), b3(%1)\n"
        "b3(%4: bv8):\n"
        "  br %2, b4, b5\n"
        "b4:\n"
        "  jump b6(%4)\n"
        "b5:\n"
        "  %5: bv8 = const 9\n"
        "  jump b6(%5)\n"
        "b6(%6: bv8):\n"
        "  return %6\n"
        "}\n",
        "func @f(bv8, bool) -> (bv8) {\n"
        "b0(%1: bv8, %2: bool):\n"
        "  %3: bv8 = const 9\n"
        "  br %2, b1(%1), b1(%3)\n"
        "b1(%4: bv8):\n"
        "  return %4\n"
        "}\n");
}

// A block that was skipped must not take in the constants of the next one.
static void test_thin_blocks_in_a_row(void **state) {
  (void)state;
  check(HEAD
        "func @f(bool) -> (bv8) {\n"
        "b0(%1: bool):\n"
        "  br %1, b1, b2\n"
        "b1:\n"
        "  %2: bv8 = const 6\n"
        "  jump b4(%2)\n"
        "b2:\n"
        "  %3: bv8 = const 3\n"
        "  jump b3\n"
        "b3:\n"
        "  %4: bv8 = const 7\n"
        "  jump b4(%4)\n"
        "b4(%5: bv8):\n"
        "  return %5\n"
        "}\n",
        "func @f(bool) -> (bv8) {\n"
        "b0(%1: bool):\n"
        "  %2: bv8 = const 6\n"
        "  %3: bv8 = const 7\n"
        "  br %1, b1(%2), b1(%3)\n"
        "b1(%4: bv8):\n"
        "  return %4\n"
        "}\n");
}

static void test_empty_cycle(void **state) {
  (void)state;
  check(HEAD
        "func @f() -> () {\n"
        "b0:\n"
        "  jump b1\n"
        "b1:\n"
        "  jump b2\n"
        "b2:\n"
        "  jump b3\n"
        "b3:\n"
        "  jump b1\n"
        "}\n",
        "func @f() -> () {\n"
        "b0:\n"
        "  jump b1\n"
        "b1:\n"
        "  jump b1\n"
        "}\n");
}

// Then comes before else, and a loop's body before what follows it.
static void test_order(void **state) {
  (void)state;
  check(HEAD
        "func @f(bool) -> () {\n"
        "b0(%1: bool):\n"
        "  jump b3\n"
        "b1:\n"
        "  require %1, \"after\"\n"
        "  return\n"
        "b2:\n"
        "  require %1, \"body\"\n"
        "  jump b3\n"
        "b3:\n"
        "  br %1, b2, b1\n"
        "}\n",
        "func @f(bool) -> () {\n"
        "b0(%1: bool):\n"
        "  jump b1\n"
        "b1:\n"
        "  br %1, b2, b3\n"
        "b2:\n"
        "  require %1, \"body\"\n"
        "  jump b1\n"
        "b3:\n"
        "  require %1, \"after\"\n"
        "  return\n"
        "}\n");
}

// 100,000 empty blocks, backwards, so that no order of visits is lucky.
static void test_long_empty_chain(void **state) {
  (void)state;
  enum { N = 100000 };
  for (int backwards = 0; backwards < 2; backwards++) {
    VdModule *m = vd_module_new("");
    uint32_t f = ir_func(m, "f", NULL, 0, NULL, 0);
    VdFunc *func = m->func.at[f];
    for (uint32_t i = 0; i < N; i++)
      vd_push(&func->block, (VdBlock){.exit = VD_EXIT_JUMP});
    func->block.at[0].edge[0].block = backwards ? N - 1 : 1;
    for (uint32_t i = 1; i < N; i++)
      func->block.at[i].edge[0].block = backwards ? i - 1 : i + 1;
    uint32_t last = backwards ? 1 : N - 1;
    func->block.at[last].exit = VD_EXIT_RETURN;
    ir_assert_valid(m);
    vd_func_clean(m, func);
    assert_int_equal(func->block.len, 1);
    vd_module_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dead_code),
      cmocka_unit_test(test_parameters),
      cmocka_unit_test(test_merging),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_thin_blocks_in_a_row),
      cmocka_unit_test(test_empty_cycle),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_long_empty_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
