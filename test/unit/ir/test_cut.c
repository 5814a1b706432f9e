// Cut form: every call of a loop is a tail call, and what is computed stays the
// same. Also copies of modules, which the comparison of runs needs.
#include "ir_test.h"

// ------------------------------------------------------------------- checks
static bool is_tail(const VdFunc *f, const VdBlock *block, uint32_t k) {
  const VdInst *call = &block->inst.at[k];
  if (block->exit != VD_EXIT_RETURN || k + 1 != block->inst.len ||
      call->results != f->results)
    return false;
  for (uint32_t i = 0; i < f->results; i++)
    if (block->ret[i].id != call->first.id + i) return false;
  return true;
}

static void assert_like(const VdFunc *f, const VdFunc *root) {
  assert_int_equal(f->results, root->results);
  for (uint32_t i = 0; i < f->results; i++) {
    assert_true(vd_sort_eq(f->result[i].sort, root->result[i].sort));
    assert_int_equal(f->result[i].role, root->result[i].role);
  }
}

// What func reaches by calls of loops is in cut form. Returns how many they
// are.
static uint32_t assert_cut(const VdModule *m, uint32_t func) {
  uint8_t *seen = vd_alloc(m->func.len);
  VD_VEC(uint32_t) work = {0};
  uint32_t count = 0;
  seen[func] = 1;
  vd_push(&work, func);
  while (work.len) {
    const VdFunc *f = m->func.at[vd_pop(&work)];
    assert_like(f, m->func.at[func]);
    for (uint32_t b = 0; b < f->block.len; b++)
      for (uint32_t k = 0; k < f->block.at[b].inst.len; k++) {
        const VdInst *inst = &f->block.at[b].inst.at[k];
        if (inst->kind != VD_INST_CALL || !m->func.at[inst->index]->loop)
          continue;
        assert_true(is_tail(f, &f->block.at[b], k));
        if (seen[inst->index]) continue;
        seen[inst->index] = 1;
        vd_push(&work, inst->index);
        assert_int_equal(m->func.at[inst->index]->parent, func);
        count++;
      }
  }
  vd_free(seen);
  vd_vec_done(&work);
  return count;
}

static VdValue random_value(VdArena *arena, VdSort sort, VdRandom *random) {
  uint64_t bits = vd_random_next(random);
  if (sort.kind == VD_SORT_ARRAY)
    return vd_array_new(arena, sort, (VdFill){.random = bits | 1});
  if (sort.kind == VD_SORT_WORLD) return (VdValue){.sort = sort, .bits = 1};
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(bits & 1);
  // Small numbers are more interesting as bounds of loops.
  return vd_value_bv(sort.a, bits & 1 ? bits >> 8 & 15 : bits >> 8 & 255);
}

// Returns the status of the run.
static VdRunStatus assert_same_run(const VdModule *before,
                                   const VdModule *after, uint32_t func,
                                   VdRandom *random) {
  VdArena arena = {0};
  VdInterp one = ir_machine(before, &arena), two = ir_machine(after, &arena);
  const VdFunc *f = before->func.at[func];
  VdValue args[16];
  assert_true(f->params <= 16);
  for (uint32_t i = 0; i < f->params; i++)
    args[i] = random_value(&arena, f->param[i].sort, random);
  VdRunResult x, y;
  two.max_steps = 2 * one.max_steps;
  vd_ir_run(&one, func, args, &x);
  vd_ir_run(&two, func, args, &y);
  // Cut form takes longer to come to the same state again.
  if (x.status == VD_RUN_ENDLESS) x.status = VD_RUN_LIMIT;
  if (y.status == VD_RUN_ENDLESS) y.status = VD_RUN_LIMIT;
  assert_int_equal(x.status, y.status);
  if (x.status == VD_RUN_OK)
    for (uint32_t i = 0; i < f->results; i++)
      assert_true(vd_value_eq(&x.result[i], &y.result[i]));
  if (x.status == VD_RUN_UNDEFINED) {
    assert_string_equal(x.text, y.text);
    assert_int_equal(x.pos.line, y.pos.line);
  }
  vd_arena_done(&arena);
  return x.status;
}

// Cuts @f, which gives the number of functions, and compares runs.
static VdModule *cut(const char *text, uint32_t funcs) {
  VdModule *m = ir_read(text);
  vd_ir_loops(m);
  VdModule *before = vd_module_copy(m);
  uint32_t f = vd_module_find_func(m, "f");
  assert_true(vd_ir_cut(m, f));
  ir_assert_valid(m);
  assert_int_equal(assert_cut(m, f), funcs);
  vd_ir_hash(m);
  VdRandom random = {funcs + 1};
  uint32_t ok = 0;
  for (uint32_t i = 0; i < 300; i++)
    ok += assert_same_run(before, m, f, &random) == VD_RUN_OK;
  assert_true(ok > 100);
  vd_module_free(before);
  return m;
}

// -------------------------------------------------------------------- shapes
// s = 0; for (i = 0; i < n; i++) s += i; return s * k + n;
static const char single[] =
    "vir 1\nsource \"\"\n"
    "func @f(bv32 \"n\", bv32 \"k\") -> (bv32) {\n"
    "b0(%1: bv32, %2: bv32):\n"
    "  %3: bv32 = const 0\n"
    "  jump b1(%3, %3)\n"
    "b1(%4: bv32, %5: bv32):\n"
    "  %6: bool = bvult %4, %1\n"
    "  br %6, b2, b3\n"
    "b2:\n"
    "  %7: bv32 = const 1\n"
    "  %8: bv32 = bvadd %4, %7\n"
    "  %9: bv32 = bvadd %5, %4\n"
    "  jump b1(%8, %9)\n"
    "b3:\n"
    "  %10: bv32 = bvmul %5, %2\n"
    "  %11: bv32 = bvadd %10, %1\n"
    "  return %11\n"
    "}\n";

static void test_single(void **state) {
  (void)state;
  VdModule *m = cut(single, 1);
  // The bound is the loop's parameter, and is not passed again for the rest.
  ir_assert_text(m, 0,
                 "func @f(bv32 \"n\", bv32 \"k\") -> (bv32) {\n"
                 "b0(%1: bv32, %2: bv32):\n"
                 "  %3: bv32 = const 0\n"
                 "  %4: bv32 = call @f.loop1.cut1(%3, %3, %1, %2)\n"
                 "  return %4\n"
                 "}\n");
  ir_assert_text(m, vd_module_find_func(m, "f.loop1.cut1"),
                 "func @f.loop1.cut1(bv32, bv32, bv32 \"n\", bv32 \"k\") -> "
                 "(bv32) local loop @f {\n"
                 "b0(%1: bv32, %2: bv32, %3: bv32, %4: bv32):\n"
                 "  %5: bool = bvult %1, %3\n"
                 "  br %5, b1, b2\n"
                 "b1:\n"
                 "  %6: bv32 = const 1\n"
                 "  %7: bv32 = bvadd %1, %6\n"
                 "  %8: bv32 = bvadd %2, %1\n"
                 "  %9: bv32 = call @f.loop1.cut1(%7, %8, %3, %4)\n"
                 "  return %9\n"
                 "b2:\n"
                 "  %10: bv32 = bvmul %2, %4\n"
                 "  %11: bv32 = bvadd %10, %3\n"
                 "  return %11\n"
                 "}\n");
  vd_module_free(m);
}

static void test_single_twice(void **state) {
  (void)state;
  VdModule *m = cut(single, 1);
  assert_true(vd_ir_cut(m, 0));
  ir_assert_valid(m);
  assert_int_equal(assert_cut(m, 0), 1);
  vd_module_free(m);
}

static void test_sequence(void **state) {
  (void)state;
  // The loop's own memory comes first, though the second one is older.
  VdModule *m =
      cut("vir 1\nsource \"\"\n"
          "func @f(bv64 \"p\", bv64 \"n\", mem:mem \"m\") -> (bv8, mem:mem) {\n"
          "b0(%1: bv64, %2: bv64, %3: mem):\n"
          "  %4: bv64 = const 0\n"
          "  %5: bv64 = const 3\n"
          "  %6: bv64 = bvand %2, %5\n"
          "  jump b1(%4, %3)\n"
          "b1(%7: bv64, %8: mem):\n"
          "  %9: bool = bvult %7, %2\n"
          "  br %9, b2, b3\n"
          "b2:\n"
          "  %10: bv64 = ptradd %1, %7\n"
          "  %11: bv8 = load[1] %8, %10\n"
          "  %12: bv8 = bvadd %11, %11\n"
          "  %13: mem = store %8, %10, %12\n"
          "  %14: bv64 = const 1\n"
          "  %15: bv64 = bvadd %7, %14\n"
          "  jump b1(%15, %13)\n"
          "b3:\n"
          "  %16: bv8 = load[1] %3, %1\n"
          "  jump b4(%6, %16)\n"
          "b4(%17: bv64, %18: bv8):\n"
          "  %19: bool = bvult %17, %2\n"
          "  br %19, b5, b6\n"
          "b5:\n"
          "  %20: bv64 = ptradd %1, %17\n"
          "  %21: bv8 = load[1] %8, %20\n"
          "  %22: bv8 = bvadd %18, %21\n"
          "  %23: bv64 = bvadd %17, %5\n"
          "  jump b4(%23, %22)\n"
          "b6:\n"
          "  %24: bv8 = load[1] %3, %1\n"
          "  %25: bv8 = bvadd %18, %24\n"
          "  return %25, %8\n"
          "}\n",
          2);
  const VdFunc *one = m->func.at[vd_module_find_func(m, "f.loop1.cut1")];
  assert_int_equal(one->params, 6);
  assert_string_equal(one->param[4].name, "m");
  assert_int_equal(one->param[1].role, VD_ROLE_MEM);
  assert_int_equal(one->param[4].role, VD_ROLE_MEM);
  assert_int_equal(one->param[5].role, VD_ROLE_VALUE);
  const VdFunc *two = m->func.at[vd_module_find_func(m, "f.loop2.cut1")];
  assert_int_equal(two->params, 6);
  assert_string_equal(two->param[5].name, "m");
  vd_module_free(m);
}

static void test_nested(void **state) {
  (void)state;
  VdModule *m =
      cut("vir 1\nsource \"\"\n"
          "func @f(bv32 \"n\", bv32 \"k\") -> (bv32, bv32) {\n"
          "b0(%1: bv32, %2: bv32):\n"
          "  %3: bv32 = const 0\n"
          "  %4: bv32 = const 1\n"
          "  %5: bv32 = const 31\n"
          "  %6: bv32 = bvand %1, %5\n"
          "  jump b1(%3, %3)\n"
          "b1(%7: bv32, %8: bv32):\n"
          "  %9: bool = bvult %7, %6\n"
          "  br %9, b2(%3, %8), b5\n"
          "b2(%10: bv32, %11: bv32):\n"
          "  %12: bool = bvult %10, %7\n"
          "  br %12, b3, b4\n"
          "b3:\n"
          "  %13: bv32 = bvadd %11, %10\n"
          "  %14: bv32 = bvadd %10, %4\n"
          "  jump b2(%14, %13)\n"
          "b4:\n"
          "  %15: bv32 = bvmul %11, %2\n"
          "  %16: bv32 = bvadd %7, %4\n"
          "  jump b1(%16, %15)\n"
          "b5:\n"
          "  %17: bv32 = bvxor %8, %1\n"
          "  return %17, %6\n"
          "}\n",
          2);
  // The outer counter is what the inner one is compared with: it comes once.
  const VdFunc *inner = m->func.at[vd_module_find_func(m, "f.loop2.cut1")];
  assert_int_equal(inner->params, 6);
  assert_string_equal(inner->param[3].name, "k");
  assert_string_equal(inner->param[5].name, "n");
  vd_module_free(m);
}

static void test_branch(void **state) {
  (void)state;
  // The same code comes after the loop and after the branch without it.
  vd_module_free(
      cut("vir 1\nsource \"\"\n"
          "func @f(bv32 \"n\", bv32 \"k\", bool \"c\") -> (bv32) {\n"
          "b0(%1: bv32, %2: bv32, %3: bool):\n"
          "  %4: bv32 = bvmul %2, %2\n"
          "  br %3, b1(%1), b3(%4)\n"
          "b1(%5: bv32):\n"
          "  %6: bv32 = const 7\n"
          "  %7: bool = bvult %5, %6\n"
          "  br %7, b3(%5), b2\n"
          "b2:\n"
          "  %8: bv32 = const 5\n"
          "  %9: bv32 = bvudiv %5, %8\n"
          "  jump b1(%9)\n"
          "b3(%10: bv32):\n"
          "  %11: bv32 = bvadd %10, %4\n"
          "  return %11\n"
          "}\n",
          1));
}

static void test_two_exits(void **state) {
  (void)state;
  // A break, an end and a return inside; after one of them another loop, which
  // is in two contexts.
  vd_module_free(
      cut("vir 1\nsource \"\"\n"
          "func @f(bv32 \"n\", bv32 \"k\", bv32 \"s\") -> (bv32, bv32) {\n"
          "b0(%1: bv32, %2: bv32, %3: bv32):\n"
          "  %4: bv32 = const 0\n"
          "  %5: bv32 = const 1\n"
          "  jump b1(%4)\n"
          "b1(%6: bv32):\n"
          "  %7: bool = bvult %6, %1\n"
          "  br %7, b2, b4(%2)\n"
          "b2:\n"
          "  %8: bool = eq %6, %2\n"
          "  br %8, b5, b3\n"
          "b3:\n"
          "  %9: bv32 = bvadd %6, %5\n"
          "  %10: bool = eq %6, %3\n"
          "  br %10, b4(%9), b1(%9)\n"
          "b4(%11: bv32):\n"
          "  %12: bool = bvult %11, %3\n"
          "  br %12, b6, b7\n"
          "b5:\n"
          "  return %6, %1\n"
          "b6:\n"
          "  %13: bv32 = bvadd %11, %5\n"
          "  jump b4(%13)\n"
          "b7:\n"
          "  %14: bv32 = bvadd %11, %6\n"
          "  return %14, %4\n"
          "}\n",
          2));
}

static void test_calls(void **state) {
  (void)state;
  // Ordinary calls stay where they are, in the loop and after it, and those of
  // the function itself too; so do requirements.
  VdModule *m =
      cut("vir 1\nsource \"\"\n"
          "func @g(bv32, world:world) -> (bv32, world:world) impure\n"
          "func @f(bv32 \"n\", world:world) -> (bv32, world:world) {\n"
          "b0(%1: bv32, %2: world):\n"
          "  %3: bv32 = const 31\n"
          "  %4: bv32 = bvand %1, %3\n"
          "  %5: bv32 = const 0\n"
          "  jump b1(%4, %5, %2)\n"
          "b1(%6: bv32, %7: bv32, %8: world):\n"
          "  %9: bool = eq %6, %5\n"
          "  br %9, b3, b2\n"
          "b2:\n"
          "  %10: bv32, %11: world = call @g(%6, %8)\n"
          "  %12: bv32 = const 1\n"
          "  %13: bv32 = bvudiv %6, %3\n"
          "  %14: bv32, %15: world = call @f(%13, %11)\n"
          "  %16: bv32 = bvadd %7, %14\n"
          "  %17: bv32 = bvadd %16, %10\n"
          "  %18: bool = eq %17, %3\n"
          "  %19: bool = not %18\n"
          "  require %19, \"not 31\"\n"
          "  %20: bv32 = const 2\n"
          "  %21: bv32 = bvudiv %6, %20\n"
          "  jump b1(%21, %17, %15)\n"
          "b3:\n"
          "  %22: bv32, %23: world = call @g(%7, %8)\n"
          "  %24: bv32, %25: world = call @g(%4, %23)\n"
          "  return %24, %25\n"
          "}\n",
          1);
  vd_module_free(m);
}

static void test_endless(void **state) {
  (void)state;
  VdModule *m = ir_read(
      "vir 1\nsource \"\"\n"
      "func @f(bv8) -> (bv8) {\n"
      "b0(%1: bv8):\n"
      "  jump b1(%1)\n"
      "b1(%2: bv8):\n"
      "  %3: bv8 = bvadd %2, %1\n"
      "  jump b1(%3)\n"
      "}\n");
  vd_ir_loops(m);
  assert_true(vd_ir_cut(m, 0));
  ir_assert_valid(m);
  assert_int_equal(assert_cut(m, 0), 1);
  vd_module_free(m);
}

// ------------------------------------------------------------------- refusal
static void assert_refused(VdModule *m, uint32_t func) {
  char *before = ir_print(m);
  assert_false(vd_ir_cut(m, func));
  char *after = ir_print(m);
  assert_string_equal(before, after);
  vd_free(before);
  vd_free(after);
  vd_module_free(m);
}

static void test_refused(void **state) {
  (void)state;
  // Not through vd_ir_loops.
  assert_refused(ir_read(single), 0);
  // No body.
  assert_refused(ir_read("vir 1\nsource \"\"\nfunc @g() -> () pure\n"), 0);
  // A loop that is not tail-recursive.
  assert_refused(ir_read("vir 1\nsource \"\"\n"
                         "func @f(bv8) -> (bv8) {\n"
                         "b0(%1: bv8):\n"
                         "  %2: bv8 = call @l(%1)\n"
                         "  %3: bv8 = bvadd %2, %1\n"
                         "  return %3\n"
                         "}\n"
                         "func @l(bv8) -> (bv8) local loop @f {\n"
                         "b0(%1: bv8):\n"
                         "  %2: bv8 = call @l(%1)\n"
                         "  %3: bv8 = bvadd %2, %1\n"
                         "  return %3\n"
                         "}\n"),
                 0);
  // The address of a local is taken after the loop.
  assert_refused(ir_read("vir 1\nsource \"\"\n"
                         "func @f(bv8) -> (bv64) {\n"
                         "  slot 4 align 4 \"x\"\n"
                         "b0(%1: bv8):\n"
                         "  %2: bv8 = call @l(%1)\n"
                         "  %3: bv64 = slot 0\n"
                         "  return %3\n"
                         "}\n"
                         "func @l(bv8) -> (bv8) local loop @f {\n"
                         "b0(%1: bv8):\n"
                         "  %2: bv8 = const 0\n"
                         "  %3: bool = eq %1, %2\n"
                         "  br %3, b1, b2\n"
                         "b1:\n"
                         "  return %1\n"
                         "b2:\n"
                         "  %4: bv8 = call @l(%2)\n"
                         "  return %4\n"
                         "}\n"),
                 0);
}

// for each of n: while (x + i == i) x += i; with `rest` more instructions.
static VdModule *many_loops(uint32_t n, uint32_t rest) {
  VdModule *m = vd_module_new("many.c");
  uint32_t f = ir_func32(m, "f", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  vd_build_into(b, vd_build_block(b));
  vd_build_write(b, x, vd_build_param(b, 0));
  for (uint32_t i = 0; i < n; i++) {
    uint32_t head = vd_build_block(b), next = vd_build_block(b);
    vd_build_jump(b, head);
    vd_build_into(b, head);
    VdRef k = vd_build_bv(b, 32, i);
    vd_build_write(b, x, ir_op2(b, VD_OP_BVADD, vd_build_read(b, x), k));
    vd_build_branch(b, ir_op2(b, VD_OP_EQ, vd_build_read(b, x), k), head, next);
    vd_build_into(b, next);
    for (uint32_t r = 0; r < rest; r++)
      vd_build_write(
          b, x,
          ir_op2(b, VD_OP_BVXOR, vd_build_read(b, x), vd_build_bv(b, 32, r)));
  }
  VdRef r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  vd_ir_loops(m);
  return m;
}

static void test_limits(void **state) {
  (void)state;
  VdModule *m = many_loops(40, 1);
  assert_true(vd_ir_cut(m, 0));
  assert_int_equal(assert_cut(m, 0), 40);
  vd_module_free(m);
  assert_refused(many_loops(41, 1), 0);
  assert_refused(many_loops(10, 1500), 0);
}

// -------------------------------------------------------------------- random
static void assert_equal_text(const VdModule *m, const VdModule *copy) {
  char *one = ir_print(m), *two = ir_print(copy);
  assert_string_equal(one, two);
  vd_free(one);
  vd_free(two);
}

static void test_random(void **state) {
  (void)state;
  uint32_t cuts = 0, made = 0, refused = 0;
  for (uint32_t seed = 1; seed <= 600; seed++) {
    VdRandom random = {seed * 7919};
    VdModule *m = ir_random_module(&random, 3, 2 + seed % 14);
    vd_ir_loops(m);
    VdModule *before = vd_module_copy(m);
    assert_equal_text(m, before);
    for (uint32_t f = 1; f <= 3; f++) {
      if (!vd_ir_cut(m, f)) {
        refused++;
        continue;
      }
      cuts++;
      made += assert_cut(m, f);
    }
    ir_assert_valid(m);
    vd_ir_hash(m);
    for (uint32_t f = 1; f <= 3; f++)
      for (uint32_t i = 0; i < 5; i++) assert_same_run(before, m, f, &random);
    vd_module_free(m);
    vd_module_free(before);
  }
  print_message("# %u cut, %u functions made, %u refused\n", cuts, made,
                refused);
  assert_true(cuts > 1000 && made > 1000);
}

// ------------------------------------------------------------------- copies
static void test_copy(void **state) {
  (void)state;
  VdRandom random = {5};
  VdModule *m = ir_random_module(&random, 4, 8);
  vd_ir_loops(m);
  m->global.at[1].known_as = "other";
  m->global.at[1].hidden = true;
  vd_ir_hash(m);
  VdModule *copy = vd_module_copy(m);
  assert_equal_text(m, copy);
  assert_string_equal(copy->global.at[1].known_as, "other");
  assert_true(copy->global.at[1].hidden);
  for (uint32_t i = 0; i < m->func.len; i++) {
    const VdFunc *one = m->func.at[i], *two = copy->func.at[i];
    assert_int_equal(vd_module_find_func(copy, one->name), i);
    assert_true(vd_digest_eq(&one->digest, &two->digest));
    assert_int_equal(one->may_be_undefined, two->may_be_undefined);
  }
  // Nothing in the copy is the original's.
  vd_module_free(m);
  ir_assert_valid(copy);
  char *text = ir_print(copy);
  vd_free(text);
  vd_module_free(copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_single),   cmocka_unit_test(test_single_twice),
      cmocka_unit_test(test_sequence), cmocka_unit_test(test_nested),
      cmocka_unit_test(test_branch),   cmocka_unit_test(test_two_exits),
      cmocka_unit_test(test_calls),    cmocka_unit_test(test_endless),
      cmocka_unit_test(test_refused),  cmocka_unit_test(test_limits),
      cmocka_unit_test(test_random),   cmocka_unit_test(test_copy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
