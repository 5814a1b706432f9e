// The interpreter: values, undefined behaviour, limits, calls of all kinds, and
// that its own short cuts agree with the evaluator.
#include "ir_test.h"

typedef struct Setup {
  VdModule *m;
  VdArena arena;
  VdInterp machine;
  VdRunResult out;
} Setup;

static void set_up(Setup *s, const char *text) {
  *s = (Setup){.m = ir_read(text)};
  s->machine = ir_machine(s->m, &s->arena);
}

static void tear_down(Setup *s) {
  vd_arena_done(&s->arena);
  vd_module_free(s->m);
}

static void run(Setup *s, const char *name, const VdValue *args) {
  vd_ir_run(&s->machine, vd_module_find_func(s->m, name), args, &s->out);
}

#define HEAD "vir 1\nsource \"\"\nfile \"t.c\"\n"

static void test_swap(void **state) {
  (void)state;
  // Parameters of a block are assigned at once.
  Setup s;
  set_up(&s, HEAD
         "func @gcd(bv32, bv32) -> (bv32) {\n"
         "b0(%1: bv32, %2: bv32):\n"
         "  jump b1(%1, %2)\n"
         "b1(%3: bv32, %4: bv32):\n"
         "  %5: bv32 = const 0\n"
         "  %6: bool = eq %4, %5\n"
         "  br %6, b3, b2\n"
         "b2:\n"
         "  %7: bv32 = bvurem %3, %4\n"
         "  jump b1(%4, %7)\n"
         "b3:\n"
         "  return %3\n"
         "}\n");
  VdValue args[2] = {vd_value_bv(32, 48), vd_value_bv(32, 36)};
  run(&s, "gcd", args);
  assert_int_equal(s.out.status, VD_RUN_OK);
  assert_int_equal(s.out.result[0].bits, 12);
  args[1] = vd_value_bv(31, 1);
  run(&s, "gcd", args);
  assert_int_equal(s.out.status, VD_RUN_FAILED);
  tear_down(&s);
}

static void test_undefined(void **state) {
  (void)state;
  Setup s;
  set_up(&s, HEAD
         "func @f(bool, bool) -> () {\n"
         "b0(%1: bool, %2: bool):\n"
         "  require %1, \"signed overflow\" !0:7:3\n"
         "  br %2, b1, b2\n"
         "b1:\n"
         "  return\n"
         "b2:\n"
         "  stop !0:9:1\n"
         "}\n");
  VdValue args[2] = {vd_value_bool(true), vd_value_bool(true)};
  run(&s, "f", args);
  assert_int_equal(s.out.status, VD_RUN_OK);
  args[0] = vd_value_bool(false);
  run(&s, "f", args);
  assert_int_equal(s.out.status, VD_RUN_UNDEFINED);
  assert_string_equal(s.out.text, "signed overflow");
  assert_string_equal(s.out.pos.file, "t.c");
  assert_int_equal(s.out.pos.line, 7);
  args[0] = vd_value_bool(true);
  args[1] = vd_value_bool(false);
  run(&s, "f", args);
  assert_int_equal(s.out.status, VD_RUN_UNDEFINED);
  assert_int_equal(s.out.pos.line, 9);
  tear_down(&s);
}

// A tail call takes no depth, any other does; steps are counted.
static void test_limits(void **state) {
  (void)state;
  Setup s;
  set_up(&s, HEAD
         "func @tail(bv32) -> (bv32) {\n"
         "b0(%1: bv32):\n"
         "  %2: bv32 = const 0\n"
         "  %3: bool = eq %1, %2\n"
         "  br %3, b1, b2\n"
         "b1:\n"
         "  return %1\n"
         "b2:\n"
         "  %4: bv32 = const 4294967295\n"
         "  %5: bv32 = bvadd %1, %4\n"
         "  %6: bv32 = call @tail(%5)\n"
         "  return %6\n"
         "}\n"
         "func @deep(bv32) -> (bv32) {\n"
         "b0(%1: bv32):\n"
         "  %2: bv32 = const 0\n"
         "  %3: bool = eq %1, %2\n"
         "  br %3, b1, b2\n"
         "b1:\n"
         "  return %1\n"
         "b2:\n"
         "  %4: bv32 = const 4294967295\n"
         "  %5: bv32 = bvadd %1, %4\n"
         "  %6: bv32 = call @deep(%5)\n"
         "  %7: bv32 = bvadd %6, %2\n"
         "  return %7\n"
         "}\n"
         "func @endless() -> () {\n"
         "b0:\n"
         "  jump b1\n"
         "b1:\n"
         "  jump b1\n"
         "}\n");
  VdValue arg = vd_value_bv(32, 10000);
  run(&s, "tail", &arg);
  assert_int_equal(s.out.status, VD_RUN_OK);
  run(&s, "deep", &arg);
  assert_int_equal(s.out.status, VD_RUN_LIMIT);
  arg = vd_value_bv(32, 1000);
  run(&s, "deep", &arg);
  assert_int_equal(s.out.status, VD_RUN_OK);
  arg = vd_value_bv(32, 1001);
  run(&s, "deep", &arg);
  assert_int_equal(s.out.status, VD_RUN_LIMIT);
  run(&s, "endless", NULL);
  assert_int_equal(s.out.status, VD_RUN_LIMIT);
  assert_int_equal(s.out.steps, s.machine.max_steps);
  tear_down(&s);
}

static bool no_external(void *context, const VdFunc *f, const VdValue *args,
                        VdValue *results) {
  (void)context, (void)f, (void)args, (void)results;
  return false;
}

static bool wrong_external(void *context, const VdFunc *f, const VdValue *args,
                           VdValue *results) {
  (void)context, (void)args;
  for (uint32_t i = 0; i < f->results; i++) results[i] = vd_value_bv(3, 1);
  return true;
}

#define D1 "00000000000000000000000000000000000000000000000000000000000000ff"

static void test_calls(void **state) {
  (void)state;
  Setup s;
  set_up(&s, HEAD
         "func @twice(bv32) -> (bv32) {\n"
         "b0(%1: bv32):\n  %2: bv32 = bvadd %1, %1\n  return %2\n}\n"
         "func @shape(bv64, bv32) -> (bv32) pure\n"
         "func @point(bv64, bv32) -> (bv32) {\n"
         "b0(%1: bv64, %2: bv32):\n"
         "  %3: bv32 = callptr @shape(%1, %2)\n"
         "  %4: bv32 = callptr @shape(%1, %3)\n"
         "  %5: bv32 = bvadd %3, %4\n"
         "  return %5\n}\n"
         "func @direct(bv64) -> (bv32) {\n"
         "b0(%1: bv64):\n"
         "  %2: bv32 = const 5\n"
         "  %3: bv64 = func @twice\n"
         "  %4: bv32 = call @point(%3, %2)\n"
         "  return %4\n}\n"
         "func @asm() -> (bv32) unsupported reason \"inline asm\" opaque " D1
         " !0:4:4\n"
         "func @uses() -> (bv32) {\n"
         "b0:\n  %1: bv32 = call @asm()\n  return %1\n}\n");
  VdValue args[2] = {vd_value_bv(64, 0), vd_value_bv(32, 5)};
  run(&s, "direct", args);
  assert_int_equal(s.out.status, VD_RUN_OK);
  assert_int_equal(s.out.result[0].bits, 30);
  // A pointer to nothing here is the shape, an external.
  run(&s, "point", args);
  assert_int_equal(s.out.status, VD_RUN_OK);
  s.machine.external = no_external;
  run(&s, "point", args);
  assert_int_equal(s.out.status, VD_RUN_FAILED);
  assert_string_equal(s.out.text, "the call of shape cannot be run");
  s.machine.external = wrong_external;
  run(&s, "point", args);
  assert_int_equal(s.out.status, VD_RUN_FAILED);
  run(&s, "uses", NULL);
  assert_int_equal(s.out.status, VD_RUN_FAILED);
  assert_string_equal(s.out.text, "asm is unsupported: inline asm");
  assert_int_equal(s.out.pos.line, 4);
  run(&s, "shape", args);
  assert_int_equal(s.out.status, VD_RUN_FAILED);
  tear_down(&s);
}

// What a pointer leads to need not take and give all of the shape's state, and
// results are placed by its own roles, whatever function it ends in.
static void test_fitted(void **state) {
  (void)state;
  Setup s;
  set_up(&s, HEAD
         "func @shape(bv64, bv8, mem:mem, world:world) -> "
         "(bv8, mem:mem, world:world, bool:halt) impure\n"
         "func @end(bv8) -> (bv8, bool) {\n"
         "b0(%1: bv8):\n"
         "  %2: bv8 = bvadd %1, %1\n"
         "  %3: bool = const true\n"
         "  return %2, %3\n}\n"
         "func @callee(bv8) -> (bv8, bool:halt) {\n"
         "b0(%1: bv8):\n"
         "  %2: bv8, %3: bool = call @end(%1)\n"
         "  return %2, %3\n}\n"
         "func @f(bv8, mem:mem, world:world) -> "
         "(bv8, mem:mem, world:world, bool) {\n"
         "b0(%1: bv8, %2: mem, %3: world):\n"
         "  %4: bv64 = func @callee\n"
         "  %5: bv8, %6: mem, %7: world, %8: bool = "
         "callptr @shape(%4, %1, %2, %3)\n"
         "  return %5, %6, %7, %8\n}\n");
  VdValue args[3] = {
      vd_value_bv(8, 21),
      vd_array_new(&s.arena, vd_sort_mem(), (VdFill){.constant = 3}),
      {.sort = vd_sort_world(), .bits = 9}};
  s.machine.external = no_external;
  run(&s, "f", args);
  assert_int_equal(s.out.status, VD_RUN_OK);
  assert_int_equal(s.out.result[0].bits, 42);
  assert_true(vd_value_eq(&s.out.result[1], &args[1]));
  assert_int_equal(s.out.result[2].bits, 9);
  assert_int_equal(s.out.result[3].bits, 1);
  tear_down(&s);
}

// The slot of a caller is not the slot of what it calls, not even if the call
// is a tail call and hands the address on.
static void test_slots(void **state) {
  (void)state;
  Setup s;
  set_up(&s, HEAD
         "func @f(bv64, bool, mem:mem) -> (bv8, mem:mem) {\n"
         "  slot 1 align 1 \"x\"\n"
         "b0(%1: bv64, %2: bool, %3: mem):\n"
         "  %4: bv64 = slot 0\n"
         "  br %2, b1, b2\n"
         "b1:\n"
         "  %5: bv8 = const 1\n"
         "  %6: mem = store %3, %4, %5\n"
         "  %7: bool = const false\n"
         "  %8: bv8, %9: mem = call @f(%4, %7, %6)\n"
         "  return %8, %9\n"
         "b2:\n"
         "  %10: bv8 = const 2\n"
         "  %11: mem = store %3, %4, %10\n"
         "  %12: bv8 = load[1] %11, %1\n"
         "  return %12, %11\n"
         "}\n");
  VdValue args[3] = {vd_value_bv(64, 0), vd_value_bool(true),
                     vd_array_new(&s.arena, vd_sort_mem(), (VdFill){0})};
  run(&s, "f", args);
  assert_int_equal(s.out.status, VD_RUN_OK);
  assert_int_equal(s.out.result[0].bits, 1);
  tear_down(&s);
}

static void test_undef_is_zero(void **state) {
  (void)state;
  Setup s;
  set_up(&s, HEAD
         "func @f() -> (bv8, float8.24, bv100, mem, world) {\n"
         "b0:\n"
         "  %1: bv8 = undef\n"
         "  %2: float8.24 = undef\n"
         "  %3: bv100 = undef\n"
         "  %4: mem = undef\n"
         "  %5: world = undef\n"
         "  return %1, %2, %3, %4, %5\n"
         "}\n");
  run(&s, "f", NULL);
  assert_int_equal(s.out.status, VD_RUN_OK);
  assert_int_equal(s.out.result[0].bits, 0);
  assert_int_equal(vd_value_limb(&s.out.result[2], 1), 0);
  assert_int_equal(vd_array_get(s.out.result[3].array, 77), 0);
  tear_down(&s);
}

// Every operator on short bit-vectors, against the evaluator.
static void check_op(VdOp op, uint64_t imm, const VdValue *args, uint32_t n) {
  VdSort sorts[3], result;
  VdArena arena = {0};
  VdValue expected;
  for (uint32_t i = 0; i < n; i++) sorts[i] = args[i].sort;
  result = vd_op_sort(op, imm, sorts, n);
  if (!result.kind) return;
  VdModule *m = vd_module_new("");
  uint32_t f = ir_func(m, "f", sorts, n, &result, 1);
  VdBuild *b = vd_build_new(m, f);
  vd_build_into(b, vd_build_block(b));
  VdRef ref[3];
  for (uint32_t i = 0; i < n; i++) ref[i] = vd_build_param(b, i);
  VdRef r = vd_build_op(b, op, imm, ref, n);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  VdInterp machine = ir_machine(m, &arena);
  VdRunResult out;
  vd_ir_run(&machine, f, args, &out);
  assert_true(vd_op_eval(&arena, op, imm, args, n, &expected));
  assert_int_equal(out.status, VD_RUN_OK);
  if (!vd_value_eq(&out.result[0], &expected))
    fail_msg("%s differs", vd_op_info[op].text);
  vd_module_free(m);
  vd_arena_done(&arena);
}

static void test_short_cuts(void **state) {
  (void)state;
  static const uint32_t width[] = {1, 7, 8, 31, 32, 33, 63, 64};
  VdRandom random = {9};
  for (uint32_t round = 0; round < 400; round++) {
    uint32_t w = width[vd_random_below(&random, VD_COUNT(width))];
    VdValue x = vd_value_bv(w, vd_random_next(&random));
    VdValue y = vd_value_bv(
        w, vd_random_below(&random, 3) ? vd_random_next(&random) : x.bits);
    VdValue two[3] = {x, y, y};
    for (int op = VD_OP_NOT; op < VD_OP_SELECT; op++) {
      if (op == VD_OP_BTOF || op == VD_OP_FTOB) continue;
      check_op((VdOp)op, 0, two, 2);
      check_op((VdOp)op, w + vd_random_below(&random, 70), two, 1);
      check_op((VdOp)op, vd_imm_extract(w - 1, w / 2), two, 1);
    }
    VdValue choice[3] = {vd_value_bool(round % 2), x, y};
    check_op(VD_OP_ITE, 0, choice, 3);
    check_op(VD_OP_NOT, 0, choice, 1);
    check_op(VD_OP_BVADD, 0, two, 3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_swap),       cmocka_unit_test(test_undefined),
      cmocka_unit_test(test_limits),     cmocka_unit_test(test_calls),
      cmocka_unit_test(test_slots),      cmocka_unit_test(test_undef_is_zero),
      cmocka_unit_test(test_short_cuts), cmocka_unit_test(test_fitted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
