// Loops to functions: the shapes of the functions made, and that what they
// compute is what the loops computed.
#include "ir_test.h"

static bool is_acyclic(const VdFunc *f) {
  // Cleaned functions are in reverse post order, so a cycle has an edge back.
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    if ((block->exit == VD_EXIT_JUMP || block->exit == VD_EXIT_BRANCH) &&
        block->edge[0].block <= b)
      return false;
    if (block->exit == VD_EXIT_BRANCH && block->edge[1].block <= b)
      return false;
  }
  return true;
}

static void assert_acyclic(const VdModule *m) {
  for (uint32_t i = 0; i < m->func.len; i++)
    assert_true(is_acyclic(m->func.at[i]));
}

// Makes loops into functions and compares the text of everything.
static void check(const char *before, const char *after) {
  VdModule *m = ir_read(before);
  vd_ir_loops(m);
  ir_assert_valid(m);
  assert_acyclic(m);
  char *text = ir_print(m);
  assert_string_equal(text, after);
  vd_free(text);
  vd_module_free(m);
}

static void test_while(void **state) {
  (void)state;
  // The bound is a constant from before the loop: the loop knows it. The step
  // is a parameter: the loop gets it.
  check(
      "vir 1\nsource \"w.c\"\n"
      "func @f(bv32 \"step\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  %2: bv32 = const 0\n"
      "  %3: bv32 = const 10\n"
      "  jump b1(%2)\n"
      "b1(%4: bv32):\n"
      "  %5: bool = bvult %4, %3\n"
      "  br %5, b2, b3\n"
      "b2:\n"
      "  %6: bv32 = bvadd %4, %1\n"
      "  jump b1(%6)\n"
      "b3:\n"
      "  return %4\n"
      "}\n",
      "vir 1\nsource \"w.c\"\n"
      "func @f(bv32 \"step\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  %2: bv32 = const 0\n"
      "  %3: bv32 = call @f.loop1(%2, %1)\n"
      "  return %3\n"
      "}\n"
      "func @f.loop1(bv32, bv32 \"step\") -> (bv32) local loop @f {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bv32 = const 10\n"
      "  %4: bool = bvult %1, %3\n"
      "  br %4, b1, b2\n"
      "b1:\n"
      "  %5: bv32 = bvadd %1, %2\n"
      "  %6: bv32 = call @f.loop1(%5, %2)\n"
      "  return %6\n"
      "b2:\n"
      "  return %1\n"
      "}\n");
}

// u and v are used as the one or the other: the loop gets them as f does.
static void check_operands(const char *sum) {
  VdBuf text = {0};
  vd_buf_printf(&text,
                "vir 1\nsource \"o.c\"\n"
                "func @f(bv32 \"u\", bv32 \"v\") -> (bv32) {\n"
                "b0(%%1: bv32, %%2: bv32):\n"
                "  %%3: bv32 = const 0\n"
                "  jump b1(%%3)\n"
                "b1(%%4: bv32):\n"
                "  %%5: bv32 = bvudiv %s\n"
                "  %%6: bool = bvult %%4, %%5\n"
                "  br %%6, b2, b3\n"
                "b2:\n"
                "  %%7: bv32 = bvxor %%4, %%5\n"
                "  jump b1(%%7)\n"
                "b3:\n"
                "  return %%4\n"
                "}\n",
                sum);
  VdModule *m = ir_read(vd_buf_text(&text));
  vd_ir_loops(m);
  const VdFunc *loop = m->func.at[vd_module_find_func(m, "f.loop1")];
  assert_int_equal(loop->params, 3);
  assert_string_equal(loop->param[1].name, "u");
  assert_string_equal(loop->param[2].name, "v");
  vd_module_free(m);
  vd_buf_done(&text);
}

static const char *param_name(const VdModule *m, const char *func, uint32_t i) {
  return m->func.at[vd_module_find_func(m, func)]->param[i].name;
}

// A name that a parameter has already is not given twice.
static void test_loops_carry_variables_by_their_names(void **state) {
  (void)state;
  VdModule *m = ir_read(
      "vir 1\nsource \"n.c\"\n"
      "func @f(bv32 \"n\", bv32 \"i\") -> (bv32) {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bv32 = const 0\n"
      "  jump b1(%3, %3, %3)\n"
      "b1(%4: bv32 \"i\", %5: bv32, %6: bv32 \"sum\"):\n"
      "  %7: bool = bvult %4, %1\n"
      "  br %7, b2, b3\n"
      "b2:\n"
      "  %8: bv32 = bvadd %4, %2\n"
      "  %9: bv32 = bvxor %5, %6\n"
      "  %10: bv32 = bvadd %6, %9\n"
      "  jump b1(%8, %9, %10)\n"
      "b3:\n"
      "  return %6\n"
      "}\n");
  vd_ir_loops(m);
  assert_string_equal(param_name(m, "f.loop1", 0), "i");
  assert_string_equal(param_name(m, "f.loop1", 1), "");
  assert_string_equal(param_name(m, "f.loop1", 2), "sum");
  assert_string_equal(param_name(m, "f.loop1", 3), "n");
  assert_string_equal(param_name(m, "f.loop1", 4), "");
  vd_module_free(m);
}

static void test_order_of_live_ins(void **state) {
  (void)state;
  check_operands("%1, %2");
  check_operands("%2, %1");
}

static void test_do_while_with_memory(void **state) {
  (void)state;
  check(
      "vir 1\nsource \"\"\n"
      "func @f(bv64, mem:mem) -> (mem:mem) {\n"
      "b0(%1: bv64, %2: mem):\n"
      "  jump b1(%1, %2)\n"
      "b1(%3: bv64, %4: mem):\n"
      "  %5: bv8 = const 7\n"
      "  %6: mem = store %4, %3, %5\n"
      "  %7: bv64 = const 1\n"
      "  %8: bv64 = bvadd %3, %7\n"
      "  %9: bv64 = const 100\n"
      "  %10: bool = eq %8, %9\n"
      "  br %10, b2, b1(%8, %6)\n"
      "b2:\n"
      "  return %6\n"
      "}\n",
      "vir 1\nsource \"\"\n"
      "func @f(bv64, mem:mem) -> (mem:mem) {\n"
      "b0(%1: bv64, %2: mem):\n"
      "  %3: mem = call @f.loop1(%1, %2)\n"
      "  return %3\n"
      "}\n"
      "func @f.loop1(bv64, mem:mem) -> (mem:mem) local loop @f {\n"
      "b0(%1: bv64, %2: mem):\n"
      "  %3: bv8 = const 7\n"
      "  %4: mem = store %2, %1, %3\n"
      "  %5: bv64 = const 1\n"
      "  %6: bv64 = bvadd %1, %5\n"
      "  %7: bv64 = const 100\n"
      "  %8: bool = eq %6, %7\n"
      "  br %8, b1, b2\n"
      "b1:\n"
      "  return %4\n"
      "b2:\n"
      "  %9: mem = call @f.loop1(%6, %4)\n"
      "  return %9\n"
      "}\n");
}

// Two ways out to different places, each with a memory of its own: one result
// carries both. The slot's address comes in from the function that owns it.
static void test_break(void **state) {
  (void)state;
  check(
      "vir 1\nsource \"\"\n"
      "func @f(mem:mem \"m\") -> (bv8, mem:mem) {\n"
      "  slot 4 align 4 \"x\"\n"
      "b0(%1: mem):\n"
      "  jump b1(%1)\n"
      "b1(%2: mem):\n"
      "  %3: bv64 = slot 0\n"
      "  %4: bv8 = load[1] %2, %3\n"
      "  %5: bv8 = const 0\n"
      "  %6: bool = eq %4, %5\n"
      "  br %6, b3, b2\n"
      "b2:\n"
      "  %7: mem = store %2, %3, %5\n"
      "  %8: bool = bvult %4, %5\n"
      "  br %8, b1(%7), b4\n"
      "b3:\n"
      "  require %6, \"never fails\"\n"
      "  return %4, %2\n"
      "b4:\n"
      "  require %8, \"may fail\"\n"
      "  return %4, %7\n"
      "}\n",
      "vir 1\nsource \"\"\n"
      "func @f(mem:mem \"m\") -> (bv8, mem:mem) {\n"
      "  slot 4 align 4 \"x\"\n"
      "b0(%1: mem):\n"
      "  %2: bv64 = slot 0\n"
      "  %3: bv32, %4: mem, %5: bv8, %6: bool = call @f.loop1(%1, %2)\n"
      "  %7: bv32 = const 0\n"
      "  %8: bool = eq %3, %7\n"
      "  br %8, b1, b2\n"
      "b1:\n"
      "  require %6, \"never fails\"\n"
      "  return %5, %4\n"
      "b2:\n"
      "  require %6, \"may fail\"\n"
      "  return %5, %4\n"
      "}\n"
      "func @f.loop1(mem:mem, bv64) -> (bv32, mem:mem, bv8, bool) local loop "
      "@f {\n"
      "b0(%1: mem, %2: bv64):\n"
      "  %3: bv8 = load[1] %1, %2\n"
      "  %4: bv8 = const 0\n"
      "  %5: bool = eq %3, %4\n"
      "  br %5, b1, b2\n"
      "b1:\n"
      "  %6: bv32 = const 0\n"
      "  return %6, %1, %3, %5\n"
      "b2:\n"
      "  %7: bv8 = const 0\n"
      "  %8: mem = store %1, %2, %7\n"
      "  %9: bool = bvult %3, %7\n"
      "  br %9, b3, b4\n"
      "b3:\n"
      "  %10: bv32, %11: mem, %12: bv8, %13: bool = call @f.loop1(%8, %2)\n"
      "  return %10, %11, %12, %13\n"
      "b4:\n"
      "  %14: bv32 = const 1\n"
      "  return %14, %8, %3, %9\n"
      "}\n");
}

// A return from inside the loop goes to the same place as its end; what goes
// there unchanged is not handed through the loop.
static void test_return_inside(void **state) {
  (void)state;
  check(
      "vir 1\nsource \"\"\n"
      "func @find(bv32 \"key\", bv32 \"n\") -> (bv32, bv32) {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bv32 = const 0\n"
      "  jump b1(%3)\n"
      "b1(%4: bv32):\n"
      "  %5: bv32 = const 1\n"
      "  %6: bv32 = bvadd %4, %5\n"
      "  %7: bool = eq %6, %1\n"
      "  br %7, b3(%5, %1), b2\n"
      "b2:\n"
      "  %8: bool = eq %6, %2\n"
      "  %9: bv32 = const 0\n"
      "  br %8, b3(%9, %1), b1(%6)\n"
      "b3(%10: bv32, %11: bv32):\n"
      "  return %10, %11\n"
      "}\n",
      "vir 1\nsource \"\"\n"
      "func @find(bv32 \"key\", bv32 \"n\") -> (bv32, bv32) {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bv32 = const 0\n"
      "  %4: bv32 = call @find.loop1(%3, %1, %2)\n"
      "  return %4, %1\n"
      "}\n"
      "func @find.loop1(bv32, bv32 \"key\", bv32 \"n\") -> (bv32) local loop "
      "@find {\n"
      "b0(%1: bv32, %2: bv32, %3: bv32):\n"
      "  %4: bv32 = const 1\n"
      "  %5: bv32 = bvadd %1, %4\n"
      "  %6: bool = eq %5, %2\n"
      "  br %6, b1, b2\n"
      "b1:\n"
      "  return %4\n"
      "b2:\n"
      "  %7: bool = eq %5, %3\n"
      "  %8: bv32 = const 0\n"
      "  br %7, b3, b4\n"
      "b3:\n"
      "  return %8\n"
      "b4:\n"
      "  %9: bv32 = call @find.loop1(%5, %2, %3)\n"
      "  return %9\n"
      "}\n");
}

static void test_nested_names(void **state) {
  (void)state;
  // loop1 is b1..b4 around loop2 (b2, b3); loop3 (b5) comes after both.
  VdModule *m = ir_read(
      "vir 1\nsource \"\"\n"
      "func @f(bool) -> () {\n"
      "b0(%1: bool):\n"
      "  jump b1\n"
      "b1:\n"
      "  jump b2\n"
      "b2:\n"
      "  br %1, b3, b4\n"
      "b3:\n"
      "  jump b2\n"
      "b4:\n"
      "  br %1, b1, b5\n"
      "b5:\n"
      "  br %1, b5, b6\n"
      "b6:\n"
      "  return\n"
      "}\n");
  vd_ir_loops(m);
  ir_assert_valid(m);
  assert_acyclic(m);
  assert_int_equal(m->func.len, 4);
  const VdFunc *loop1 = m->func.at[vd_module_find_func(m, "f.loop1")];
  const VdFunc *loop2 = m->func.at[vd_module_find_func(m, "f.loop2")];
  const VdFunc *loop3 = m->func.at[vd_module_find_func(m, "f.loop3")];
  assert_true(loop1->loop && loop2->loop && loop3->loop);
  assert_int_equal(loop1->parent, 0);
  assert_int_equal(loop2->parent, vd_module_find_func(m, "f.loop1"));
  assert_int_equal(loop3->parent, 0);
  vd_module_free(m);
}

// What the way out of one loop hands to the next is a constant: no result.
static void test_constant_after_a_loop(void **state) {
  (void)state;
  VdModule *m = ir_read(
      "vir 1\nsource \"w.c\"\n"
      "func @f(bv32 \"n\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  %2: bv32 = const 0\n"
      "  %3: bv32 = const 1\n"
      "  jump b1(%2)\n"
      "b1(%4: bv32):\n"
      "  %5: bool = bvult %4, %1\n"
      "  br %5, b2, b3(%2)\n"
      "b2:\n"
      "  %6: bv32 = bvadd %4, %3\n"
      "  jump b1(%6)\n"
      "b3(%7: bv32):\n"
      "  %8: bool = bvult %7, %1\n"
      "  br %8, b4, b5\n"
      "b4:\n"
      "  %9: bv32 = bvadd %7, %3\n"
      "  jump b3(%9)\n"
      "b5:\n"
      "  return %7\n"
      "}\n");
  vd_ir_loops(m);
  ir_assert_valid(m);
  assert_acyclic(m);
  const VdFunc *first = m->func.at[vd_module_find_func(m, "f.loop1")];
  const VdFunc *second = m->func.at[vd_module_find_func(m, "f.loop2")];
  assert_int_equal(first->results, 0);
  assert_int_equal(second->results, 1);
  vd_module_free(m);
}

static void test_irreducible(void **state) {
  (void)state;
  VdModule *m = ir_read(
      "vir 1\nsource \"\"\n"
      "func @f(bool, bv8, mem:mem) -> (bv8, mem:mem) {\n"
      "b0(%1: bool, %2: bv8, %3: mem):\n"
      "  br %1, b1(%2, %3), b2(%3)\n"
      "b1(%4: bv8, %5: mem):\n"
      "  jump b2(%5)\n"
      "b2(%6: mem):\n"
      "  %7: bv64 = const 0\n"
      "  %8: bv8 = load[1] %6, %7\n"
      "  br %1, b3, b1(%8, %6)\n"
      "b3:\n"
      "  return %8, %6\n"
      "}\n");
  vd_ir_loops(m);
  ir_assert_valid(m);
  assert_acyclic(m);
  assert_int_equal(m->func.len, 2);
  // Selector, the shared memory and the byte; then the condition from outside.
  assert_int_equal(m->func.at[1]->params, 4);
  vd_module_free(m);
}

static void test_endless(void **state) {
  (void)state;
  check(
      "vir 1\nsource \"\"\n"
      "func @f() -> () {\n"
      "b0:\n"
      "  jump b1\n"
      "b1:\n"
      "  jump b1\n"
      "}\n",
      "vir 1\nsource \"\"\n"
      "func @f() -> () {\n"
      "b0:\n"
      "  call @f.loop1()\n"
      "  stop\n"
      "}\n"
      "func @f.loop1() -> () local loop @f {\n"
      "b0:\n"
      "  call @f.loop1()\n"
      "  return\n"
      "}\n");
}

// ------------------------------------------------------------ random runs
static void assert_same_run(const VdModule *before, const VdModule *after,
                            uint32_t func, VdRandom *random) {
  VdArena arena = {0};
  VdInterp one = ir_machine(before, &arena), two = ir_machine(after, &arena);
  two.max_steps = 100 * one.max_steps;
  VdValue args[4] = {
      vd_value_bv(8, vd_random_next(random)),
      vd_value_bv(8, vd_random_next(random)),
      vd_array_new(&arena, vd_sort_mem(),
                   (VdFill){.random = vd_random_next(random) | 1}),
      {.sort = vd_sort_world(), .bits = 1}};
  VdRunResult x, y;
  vd_ir_run(&one, func, args, &x);
  vd_ir_run(&two, func, args, &y);
  assert_true(x.status == VD_RUN_OK || x.status == VD_RUN_UNDEFINED);
  assert_int_equal(x.status, y.status);
  if (x.status == VD_RUN_OK) {
    for (uint32_t i = 0; i < 3; i++)
      assert_true(vd_value_eq(&x.result[i], &y.result[i]));
  } else {
    assert_string_equal(x.text, y.text);
    assert_int_equal(x.pos.line, y.pos.line);
  }
  vd_arena_done(&arena);
}

static VdModule *copy_of(const VdModule *m) {
  char *text = ir_print(m);
  VdModule *copy = ir_read(text);
  vd_free(text);
  return copy;
}

static void test_random(void **state) {
  (void)state;
  uint32_t loops = 0;
  for (uint32_t seed = 1; seed <= 400; seed++) {
    VdRandom random = {seed * 7919};
    VdModule *m = ir_random_module(&random, 3, 2 + seed % 14);
    ir_assert_valid(m);
    VdModule *copy = copy_of(m);
    uint32_t before = m->func.len;
    vd_ir_loops(m);
    ir_assert_valid(m);
    assert_acyclic(m);
    loops += m->func.len - before;
    for (uint32_t f = 0; f < before; f++)
      for (uint32_t i = 0; i < 5; i++) assert_same_run(copy, m, f, &random);
    vd_module_free(m);
    vd_module_free(copy);
  }
  assert_true(loops > 400);
}

// A loop of 20,000 blocks, and 5,000 loops in a row.
static void test_large(void **state) {
  (void)state;
  VdModule *m = vd_module_new("large.c");
  uint32_t f = ir_func32(m, "f", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  vd_build_into(b, vd_build_block(b));
  vd_build_write(b, x, vd_build_param(b, 0));
  uint32_t big = vd_build_block(b), out = vd_build_block(b);
  vd_build_jump(b, big);
  vd_build_into(b, big);
  for (uint32_t i = 0; i < 20000; i++) {
    uint32_t next = vd_build_block(b);
    VdRef k = vd_build_bv(b, 32, i);
    VdRef c = ir_op2(b, VD_OP_EQ, vd_build_read(b, x), k);
    vd_build_write(b, x, ir_op2(b, VD_OP_BVADD, vd_build_read(b, x), k));
    vd_build_branch(b, c, out, next);
    vd_build_into(b, next);
  }
  vd_build_jump(b, big);
  vd_build_into(b, out);
  for (uint32_t i = 0; i < 5000; i++) {
    uint32_t head = vd_build_block(b), next = vd_build_block(b);
    vd_build_jump(b, head);
    vd_build_into(b, head);
    VdRef one = vd_build_bv(b, 32, i);
    vd_build_write(b, x, ir_op2(b, VD_OP_BVADD, vd_build_read(b, x), one));
    VdRef c = ir_op2(b, VD_OP_EQ, vd_build_read(b, x), one);
    vd_build_branch(b, c, head, next);
    vd_build_into(b, next);
  }
  VdRef r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  vd_ir_loops(m);
  ir_assert_valid(m);
  assert_acyclic(m);
  assert_int_equal(m->func.len, 5002);
  vd_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_while),
      cmocka_unit_test(test_loops_carry_variables_by_their_names),
      cmocka_unit_test(test_order_of_live_ins),
      cmocka_unit_test(test_do_while_with_memory),
      cmocka_unit_test(test_break),
      cmocka_unit_test(test_return_inside),
      cmocka_unit_test(test_nested_names),
      cmocka_unit_test(test_constant_after_a_loop),
      cmocka_unit_test(test_irreducible),
      cmocka_unit_test(test_endless),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
