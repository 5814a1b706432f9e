// What the tests of src/ir share: building small functions, printing, random
// functions whose runs end.
#ifndef VD_IR_TEST_H
#define VD_IR_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/ir.h"

// A function with parameters and results of the given sorts, named p0, p1...
static inline uint32_t ir_func(VdModule *m, const char *name,
                               const VdSort *params, uint32_t n,
                               const VdSort *results, uint32_t r) {
  uint32_t index = vd_module_add_func(m, name);
  VdFunc *f = m->func.at[index];
  f->params = n;
  f->results = r;
  f->param = VD_NEW_ARRAY(&m->arena, VdParam, n);
  f->result = VD_NEW_ARRAY(&m->arena, VdParam, r);
  for (uint32_t i = 0; i < n + r; i++) {
    VdParam *p = i < n ? &f->param[i] : &f->result[i - n];
    p->sort = i < n ? params[i] : results[i - n];
    p->name = i < n ? vd_arena_printf(&m->arena, "p%u", i) : "";
    if (p->sort.kind == VD_SORT_WORLD) p->role = VD_ROLE_WORLD;
    if (vd_sort_is_mem(p->sort)) p->role = VD_ROLE_MEM;
  }
  return index;
}

// All parameters and the one result are bv32.
static inline uint32_t ir_func32(VdModule *m, const char *name, uint32_t n) {
  VdSort sort[16];
  for (uint32_t i = 0; i < 16; i++) sort[i] = vd_sort_bv(32);
  return ir_func(m, name, sort, n, sort, 1);
}

static inline VdRef ir_op2(VdBuild *b, VdOp op, VdRef x, VdRef y) {
  VdRef args[2] = {x, y};
  return vd_build_op(b, op, 0, args, 2);
}

static inline char *ir_print(const VdModule *m) {
  VdBuf buf = {0};
  vd_ir_print(m, &buf);
  char *text = vd_strdup(vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

static inline char *ir_print_func(const VdModule *m, uint32_t func) {
  VdBuf buf = {0};
  vd_ir_print_func(m, func, &buf);
  char *text = vd_strdup(vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

static inline void ir_assert_text(const VdModule *m, uint32_t func,
                                  const char *expected) {
  char *text = ir_print_func(m, func);
  assert_string_equal(text, expected);
  vd_free(text);
}

static inline void ir_assert_valid(const VdModule *m) {
  VdArena arena = {0};
  const char *error = vd_ir_verify(m, &arena);
  if (error) print_error("%s\n", error);
  assert_null(error);
  vd_arena_done(&arena);
}

static inline VdModule *ir_read(const char *text) {
  VdDiags diags = {0};
  VdModule *m = vd_ir_read(text, strlen(text), "test.vir", &diags);
  VdBuf buf = {0};
  vd_diags_print(&diags, &buf);
  if (!m) print_error("%s\n", vd_buf_text(&buf));
  assert_non_null(m);
  vd_buf_done(&buf);
  vd_diags_done(&diags);
  return m;
}

// -------------------------------------------------------- random functions
// A function (bv8, bv8, mem, world) -> (bv8, mem, world) with any control flow:
// jumps between all blocks, irreducible ones too, uninitialised variables,
// memory, a local, externals, calls of the functions made before. A counter
// ends every run.
enum { IR_VARS = 4, IR_FUEL = 60 };

typedef struct IrRandom {
  VdModule *m;
  VdBuild *b;
  VdRandom *random;
  uint32_t var[IR_VARS], mem, world, fuel, slot;
  uint32_t callees;  // the first functions may be called
} IrRandom;

static inline uint32_t ir_random_signature(VdModule *m, const char *name) {
  VdSort byte = vd_sort_bv(8), mem = vd_sort_mem(), world = vd_sort_world();
  VdSort in[] = {byte, byte, mem, world}, out[] = {byte, mem, world};
  return ir_func(m, name, in, 4, out, 3);
}

static inline VdRef ir_random_value(IrRandom *g) {
  uint32_t kind = (uint32_t)vd_random_below(g->random, 4);
  if (kind == 0) return vd_build_bv(g->b, 8, vd_random_next(g->random));
  return vd_build_read(g->b, g->var[vd_random_below(g->random, IR_VARS)]);
}

static inline VdRef ir_random_address(IrRandom *g) {
  if (vd_random_below(g->random, 3) == 0) return vd_build_slot(g->b, g->slot);
  if (vd_random_below(g->random, 3) == 0 && g->m->global.len)
    return vd_build_global(
        g->b, (uint32_t)vd_random_below(g->random, g->m->global.len));
  VdRef value = ir_random_value(g);
  return vd_build_op(g->b, VD_OP_ZEXT, 64, &value, 1);
}

static inline void ir_random_call(IrRandom *g) {
  uint32_t func = (uint32_t)vd_random_below(g->random, g->callees);
  VdRef args[4] = {ir_random_value(g), ir_random_value(g),
                   vd_build_read(g->b, g->mem), vd_build_read(g->b, g->world)};
  VdRef first = vd_build_call(g->b, func, args, 4);
  vd_build_write(g->b, g->var[0], first);
  vd_build_write(g->b, g->mem, (VdRef){first.id + 1});
  vd_build_write(g->b, g->world, (VdRef){first.id + 2});
}

static inline void ir_random_stmt(IrRandom *g) {
  static const VdOp op[] = {VD_OP_BVADD, VD_OP_BVMUL,  VD_OP_BVXOR,
                            VD_OP_BVAND, VD_OP_BVUDIV, VD_OP_BVSHL};
  VdBuild *b = g->b;
  uint32_t to = g->var[vd_random_below(g->random, IR_VARS)];
  VdRef x, y, args[3];
  switch (vd_random_below(g->random, 9)) {
    case 0:
      args[0] = vd_build_read(b, g->mem);
      args[1] = ir_random_address(g);
      args[2] = ir_random_value(g);
      vd_build_write(b, g->mem, vd_build_op(b, VD_OP_STORE, 0, args, 3));
      return;
    case 1:
      args[0] = vd_build_read(b, g->mem);
      args[1] = ir_random_address(g);
      vd_build_write(b, to, vd_build_op(b, VD_OP_LOAD, 1, args, 2));
      return;
    case 2:
      if (g->callees) ir_random_call(g);
      return;
    case 3:
      x = ir_random_value(g);
      y = ir_random_value(g);
      if (vd_random_below(g->random, 4)) return;
      x = ir_op2(b, VD_OP_EQ, x, y);
      x = vd_build_op(b, VD_OP_NOT, 0, &x, 1);
      vd_build_require(b, x, "not equal");
      return;
    default:
      x = ir_random_value(g);
      y = ir_random_value(g);
      vd_build_write(
          b, to, ir_op2(b, op[vd_random_below(g->random, VD_COUNT(op))], x, y));
  }
}

static inline void ir_random_return(IrRandom *g) {
  VdRef ret[3] = {ir_random_value(g), vd_build_read(g->b, g->mem),
                  vd_build_read(g->b, g->world)};
  vd_build_return(g->b, ret, 3);
}

// Ends the current block; the counter is looked at on the way.
static inline void ir_random_exit(IrRandom *g, uint32_t first, uint32_t n) {
  VdBuild *b = g->b;
  if (vd_random_below(g->random, 12) == 0) {
    ir_random_return(g);
    return;
  }
  VdRef left =
      ir_op2(b, VD_OP_BVADD, vd_build_read(b, g->fuel), vd_build_bv(b, 8, 255));
  vd_build_write(b, g->fuel, left);
  uint32_t over = vd_build_block(b), go = vd_build_block(b);
  VdRef end = ir_op2(b, VD_OP_EQ, left, vd_build_bv(b, 8, 0));
  vd_build_branch(b, end, over, go);
  vd_build_into(b, over);
  ir_random_return(g);
  vd_build_into(b, go);
  uint32_t yes = first + (uint32_t)vd_random_below(g->random, n);
  uint32_t no = first + (uint32_t)vd_random_below(g->random, n);
  VdRef c = ir_op2(b, VD_OP_BVULT, ir_random_value(g), ir_random_value(g));
  if (vd_random_below(g->random, 3) == 0)
    vd_build_jump(b, yes);
  else
    vd_build_branch(b, c, yes, no);
}

static inline uint32_t ir_random_func(VdModule *m, VdRandom *random,
                                      const char *name, uint32_t blocks) {
  IrRandom g = {.m = m, .random = random, .callees = m->func.len};
  uint32_t f = ir_random_signature(m, name);
  VdBuild *b = g.b = vd_build_new(m, f);
  for (uint32_t i = 0; i < IR_VARS; i++)
    g.var[i] = vd_build_var(b, vd_sort_bv(8));
  g.mem = vd_build_var(b, vd_sort_mem());
  g.world = vd_build_var(b, vd_sort_world());
  g.fuel = vd_build_var(b, vd_sort_bv(8));
  g.slot = vd_build_new_slot(b, (VdSlot){"local", 4, 4});
  vd_build_into(b, vd_build_block(b));
  vd_build_write(b, g.var[0], vd_build_param(b, 0));
  vd_build_write(b, g.var[1], vd_build_param(b, 1));
  vd_build_write(b, g.mem, vd_build_param(b, 2));
  vd_build_write(b, g.world, vd_build_param(b, 3));
  vd_build_write(b, g.fuel, vd_build_bv(b, 8, IR_FUEL));
  uint32_t first = vd_build_block(b);
  for (uint32_t i = 1; i < blocks; i++) vd_build_block(b);
  ir_random_exit(&g, first, blocks);
  for (uint32_t i = 0; i < blocks; i++) {
    vd_build_at(b, (VdPos){i % 2 ? "a.c" : "b.h", i + 1, 7});
    vd_build_into(b, first + i);
    for (uint64_t n = vd_random_below(random, 4); n > 0; n--)
      ir_random_stmt(&g);
    ir_random_exit(&g, first, blocks);
  }
  const char *error = vd_build_done(b);
  if (error) print_error("%s\n", error);
  assert_null(error);
  return f;
}

// One external, a few globals, functions that call those before them.
static inline VdModule *ir_random_module(VdRandom *random, uint32_t funcs,
                                         uint32_t blocks) {
  VdModule *m = vd_module_new("random.c");
  static uint8_t bytes[] = "a\n\"\\b\0c";
  vd_push(&m->global, (VdGlobal){.name = "table",
                                 .size = sizeof bytes,
                                 .align = 1,
                                 .constant = true,
                                 .init = bytes});
  vd_push(&m->global, (VdGlobal){.name = "odd name", .size = 4, .align = 4});
  uint32_t ext = ir_random_signature(m, "ext");
  m->func.at[ext]->kind = VD_FUNC_IMPURE;
  for (uint32_t i = 0; i < funcs; i++) {
    char name[16];
    snprintf(name, sizeof name, "f%u", i);
    ir_random_func(m, random, name,
                   1 + (uint32_t)vd_random_below(random, blocks));
  }
  return m;
}

// --------------------------------------------------------------- a machine
static inline uint64_t ir_global_address(void *context, uint32_t global) {
  (void)context;
  return 1000 + 16 * (uint64_t)global;
}
static inline uint64_t ir_func_address(void *context, uint32_t func) {
  (void)context;
  return 5000 + 16 * (uint64_t)func;
}
static inline uint64_t ir_slot_address(void *context, uint32_t func,
                                       uint32_t slot, uint32_t depth) {
  (void)context;
  return 100000 + 4096 * (uint64_t)func + 256 * (uint64_t)depth + 16 * slot;
}
// Results are made of the arguments; memory is handed on.
static inline bool ir_external(void *context, const VdFunc *f,
                               const VdValue *args, VdValue *results) {
  (void)context;
  uint64_t h = 1;
  for (uint32_t i = 0; i < f->params; i++)
    if (args[i].sort.kind != VD_SORT_ARRAY) h = vd_hash_mix(h, args[i].bits);
  for (uint32_t r = 0; r < f->results; r++) {
    results[r] = (VdValue){.sort = f->result[r].sort, .bits = h & 0xff};
    for (uint32_t i = 0; i < f->params; i++)
      if (results[r].sort.kind == VD_SORT_ARRAY &&
          args[i].sort.kind == VD_SORT_ARRAY)
        results[r] = args[i];
  }
  return true;
}

static inline VdInterp ir_machine(const VdModule *m, VdArena *arena) {
  return (VdInterp){.module = m,
                    .arena = arena,
                    .max_steps = 1000000,
                    .max_depth = 1000,
                    .global_address = ir_global_address,
                    .func_address = ir_func_address,
                    .slot_address = ir_slot_address,
                    .external = ir_external};
}

#endif
