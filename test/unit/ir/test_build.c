// SSA construction: joins, loops, nests, irreducible jumps, uninitialised
// variables, long chains, and what the latch says about misuse.
#include "ir_test.h"

static void test_if_else(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "max", 2);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  uint32_t entry = vd_build_block(b), yes = vd_build_block(b);
  uint32_t no = vd_build_block(b), join = vd_build_block(b);
  vd_build_into(b, entry);
  vd_build_at(b, (VdPos){"max.c", 3, 9});
  VdRef c = ir_op2(b, VD_OP_BVSLT, vd_build_param(b, 0), vd_build_param(b, 1));
  vd_build_at(b, (VdPos){0});
  vd_build_branch(b, c, yes, no);
  vd_build_seal(b, yes);
  vd_build_seal(b, no);
  vd_build_into(b, yes);
  vd_build_write(b, x, vd_build_param(b, 1));
  vd_build_jump(b, join);
  vd_build_into(b, no);
  vd_build_write(b, x, vd_build_param(b, 0));
  vd_build_jump(b, join);
  vd_build_seal(b, join);
  vd_build_into(b, join);
  VdRef r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  assert_true(vd_build_ended(b));
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  ir_assert_text(m, f,
                 "file \"max.c\"\n"
                 "func @max(bv32 \"p0\", bv32 \"p1\") -> (bv32) {\n"
                 "b0(%1: bv32, %2: bv32):\n"
                 "  %3: bool = bvslt %1, %2 !0:3:9\n"
                 "  br %3, b1(%2), b1(%1)\n"
                 "b1(%4: bv32):\n"
                 "  return %4\n"
                 "}\n");
  vd_module_free(m);
}

// while (i < n) { body; i++ } with the head sealed late; the body's variable
// `same` is read in the loop but never changes.
static void test_loop(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "sum", 2);
  VdBuild *b = vd_build_new(m, f);
  uint32_t i = vd_build_var(b, vd_sort_bv(32));
  uint32_t s = vd_build_var(b, vd_sort_bv(32));
  uint32_t same = vd_build_var(b, vd_sort_bv(32));
  uint32_t unused = vd_build_var(b, vd_sort_bv(32));
  uint32_t entry = vd_build_block(b), head = vd_build_block(b);
  uint32_t body = vd_build_block(b), done = vd_build_block(b);
  vd_build_into(b, entry);
  vd_build_write(b, i, vd_build_bv(b, 32, 0));
  vd_build_write(b, s, vd_build_bv(b, 32, 0));
  vd_build_write(b, unused, vd_build_bv(b, 32, 9));
  vd_build_write(b, same, vd_build_param(b, 1));
  vd_build_jump(b, head);
  vd_build_into(b, head);
  VdRef c = ir_op2(b, VD_OP_BVULT, vd_build_read(b, i), vd_build_param(b, 0));
  vd_build_branch(b, c, body, done);
  vd_build_into(b, body);
  vd_build_write(
      b, s,
      ir_op2(b, VD_OP_BVADD, vd_build_read(b, s), vd_build_read(b, same)));
  vd_build_write(
      b, unused,
      ir_op2(b, VD_OP_BVADD, vd_build_read(b, unused), vd_build_bv(b, 32, 1)));
  vd_build_write(
      b, i, ir_op2(b, VD_OP_BVADD, vd_build_read(b, i), vd_build_bv(b, 32, 1)));
  vd_build_jump(b, head);
  vd_build_into(b, done);
  VdRef r = vd_build_read(b, s);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  ir_assert_text(m, f,
                 "func @sum(bv32 \"p0\", bv32 \"p1\") -> (bv32) {\n"
                 "b0(%1: bv32, %2: bv32):\n"
                 "  %3: bv32 = const 0\n"
                 "  jump b1(%3, %3)\n"
                 "b1(%4: bv32, %5: bv32):\n"
                 "  %6: bool = bvult %4, %1\n"
                 "  br %6, b2, b3\n"
                 "b2:\n"
                 "  %7: bv32 = bvadd %5, %2\n"
                 "  %8: bv32 = const 1\n"
                 "  %9: bv32 = bvadd %4, %8\n"
                 "  jump b1(%9, %7)\n"
                 "b3:\n"
                 "  return %5\n"
                 "}\n");
  vd_module_free(m);
}

// A variable that no loop of a nest changes gets no parameter anywhere, though
// none of the phis made for it is trivial by itself in irreducible code.
static void test_irreducible(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "irr", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  uint32_t n = vd_build_var(b, vd_sort_bv(32));
  uint32_t entry = vd_build_block(b), one = vd_build_block(b);
  uint32_t two = vd_build_block(b), out = vd_build_block(b);
  vd_build_into(b, entry);
  vd_build_write(b, x, vd_build_param(b, 0));
  vd_build_write(b, n, vd_build_param(b, 0));
  VdRef zero = vd_build_bv(b, 32, 0);
  VdRef c = ir_op2(b, VD_OP_EQ, vd_build_param(b, 0), zero);
  vd_build_branch(b, c, one, two);
  vd_build_into(b, one);
  vd_build_write(
      b, n, ir_op2(b, VD_OP_BVADD, vd_build_read(b, n), vd_build_bv(b, 32, 1)));
  c = ir_op2(b, VD_OP_EQ, vd_build_read(b, x), vd_build_read(b, n));
  vd_build_branch(b, c, out, two);
  vd_build_into(b, two);
  vd_build_write(
      b, n, ir_op2(b, VD_OP_BVADD, vd_build_read(b, n), vd_build_bv(b, 32, 2)));
  vd_build_jump(b, one);
  vd_build_into(b, out);
  VdRef r = ir_op2(b, VD_OP_BVADD, vd_build_read(b, x), vd_build_read(b, n));
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  const VdFunc *func = m->func.at[f];
  assert_int_equal(func->block.len, 4);
  for (uint32_t i = 1; i < 4; i++)
    assert_true(func->block.at[i].params <= 1);  // n only, never x
  vd_module_free(m);
}

static void test_uninitialised(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "u", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  uint32_t entry = vd_build_block(b), yes = vd_build_block(b);
  uint32_t join = vd_build_block(b);
  vd_build_into(b, entry);
  VdRef zero = vd_build_bv(b, 32, 0);
  VdRef c = ir_op2(b, VD_OP_EQ, vd_build_param(b, 0), zero);
  vd_build_branch(b, c, yes, join);
  vd_build_into(b, yes);
  vd_build_write(b, x, vd_build_param(b, 0));
  vd_build_jump(b, join);
  vd_build_into(b, join);
  VdRef r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  ir_assert_text(m, f,
                 "func @u(bv32 \"p0\") -> (bv32) {\n"
                 "b0(%1: bv32):\n"
                 "  %2: bv32 = const 0\n"
                 "  %3: bool = eq %1, %2\n"
                 "  %4: bv32 = undef\n"
                 "  br %3, b1(%1), b1(%4)\n"
                 "b1(%5: bv32):\n"
                 "  return %5\n"
                 "}\n");
  vd_module_free(m);
}

static void test_long_chain(void **state) {
  (void)state;
  enum { N = 100000 };
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "chain", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  uint32_t y = vd_build_var(b, vd_sort_bv(32));
  for (uint32_t i = 0; i <= N; i++) vd_build_block(b);
  vd_build_into(b, 0);
  vd_build_write(b, x, vd_build_param(b, 0));
  vd_build_write(b, y, vd_build_param(b, 0));
  for (uint32_t i = 0; i < N; i++) {
    vd_build_into(b, i);
    vd_build_jump(b, i + 1);
  }
  for (uint32_t i = 1; i < N; i += 2) vd_build_seal(b, i);
  vd_build_into(b, N);
  VdRef r = ir_op2(b, VD_OP_BVADD, vd_build_read(b, x), vd_build_read(b, y));
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  assert_int_equal(m->func.at[f]->block.len, 1);
  vd_module_free(m);
}

// 50,000 diamonds in a row, every second one changing the variable.
static void test_long_diamonds(void **state) {
  (void)state;
  enum { N = 50000 };
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "diamonds", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  vd_build_into(b, vd_build_block(b));
  vd_build_write(b, x, vd_build_param(b, 0));
  for (uint32_t i = 0; i < N; i++) {
    uint32_t yes = vd_build_block(b), join = vd_build_block(b);
    VdRef k = vd_build_bv(b, 32, i);
    VdRef c = ir_op2(b, VD_OP_EQ, vd_build_param(b, 0), k);
    vd_build_branch(b, c, yes, join);
    vd_build_into(b, yes);
    if (i % 2) vd_build_write(b, x, vd_build_bv(b, 32, i));
    vd_build_jump(b, join);
    vd_build_into(b, join);
  }
  VdRef r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  assert_int_equal(m->func.at[f]->block.len, N / 2 + 1);
  vd_module_free(m);
}

// A block that nothing leads to may sit in a cycle of its like.
static void test_unreachable_cycle(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "cycle", 1);
  VdBuild *b = vd_build_new(m, f);
  uint32_t x = vd_build_var(b, vd_sort_bv(32));
  uint32_t entry = vd_build_block(b), one = vd_build_block(b);
  uint32_t two = vd_build_block(b), three = vd_build_block(b);
  vd_build_into(b, one);
  vd_build_jump(b, two);
  vd_build_into(b, two);
  VdRef t = vd_build_bool(b, true);
  vd_build_branch(b, t, one, three);
  for (uint32_t i = 1; i < 4; i++) vd_build_seal(b, i);
  vd_build_into(b, three);
  VdRef r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  vd_build_into(b, entry);
  r = vd_build_read(b, x);
  vd_build_return(b, &r, 1);
  assert_null(vd_build_done(b));
  ir_assert_valid(m);
  assert_int_equal(m->func.at[f]->block.len, 1);
  vd_module_free(m);
}

static void test_constants_are_shared(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "c", 0);
  VdBuild *b = vd_build_new(m, f);
  vd_build_into(b, vd_build_block(b));
  VdRef one = vd_build_bv(b, 32, 1);
  assert_int_equal(one.id, vd_build_bv(b, 32, 1).id);
  assert_int_not_equal(one.id, vd_build_bv(b, 32, 2).id);
  assert_int_not_equal(one.id, vd_build_bv(b, 16, 1).id);
  VdRef wide = vd_build_bv(b, 128, 1);
  assert_int_equal(wide.id, vd_build_bv(b, 128, 1).id);
  vd_build_return(b, &one, 1);
  assert_null(vd_build_done(b));
  vd_module_free(m);
}

static void test_names_are_unique(void **state) {
  (void)state;
  VdModule *m = vd_module_new("t.c");
  assert_int_equal(vd_module_add_func(m, "f"), 0);
  assert_int_equal(vd_module_add_func(m, "f"), 1);
  assert_int_equal(vd_module_add_func(m, "f"), 2);
  assert_string_equal(m->func.at[1]->name, "f.1");
  assert_int_equal(vd_module_find_func(m, "f.2"), 2);
  assert_int_equal(vd_module_find_func(m, "g"), UINT32_MAX);
  vd_module_free(m);
}

// Each misuse latches its message, and nothing that follows crashes.
typedef void Misuse(VdModule *m, VdBuild *b);

static void misuse(Misuse *what, const char *expected) {
  VdModule *m = vd_module_new("t.c");
  uint32_t f = ir_func32(m, "f", 1);
  VdBuild *b = vd_build_new(m, f);
  vd_build_into(b, vd_build_block(b));
  what(m, b);
  VdRef r = ir_op2(b, VD_OP_BVADD, VD_REF_NONE, vd_build_param(b, 0));
  vd_build_return(b, &r, 1);
  const char *error = vd_build_done(b);
  assert_non_null(error);
  assert_string_equal(error, expected);
  assert_int_equal(m->func.at[f]->block.len, 0);
  vd_module_free(m);
}

static void bad_sort(VdModule *m, VdBuild *b) {
  (void)m;
  VdRef r = ir_op2(b, VD_OP_BVADD, vd_build_param(b, 0), vd_build_bv(b, 8, 1));
  assert_int_equal(r.id, 0);
}
static void bad_write(VdModule *m, VdBuild *b) {
  (void)m;
  vd_build_write(b, vd_build_var(b, vd_sort_bool()), vd_build_param(b, 0));
}
static void bad_entry(VdModule *m, VdBuild *b) {
  (void)m;
  vd_build_jump(b, 0);
}
static void bad_sealed(VdModule *m, VdBuild *b) {
  (void)m;
  uint32_t block = vd_build_block(b);
  vd_build_seal(b, block);
  vd_build_jump(b, block);
}
static void bad_open(VdModule *m, VdBuild *b) {
  (void)m;
  uint32_t block = vd_build_block(b);
  vd_build_jump(b, block);
  vd_build_return(b, NULL, 0);
}
static void bad_call(VdModule *m, VdBuild *b) {
  uint32_t g = ir_func32(m, "g", 2);
  VdRef arg = vd_build_param(b, 0);
  vd_build_call(b, g, &arg, 1);
}
static void bad_after(VdModule *m, VdBuild *b) {
  (void)m;
  vd_build_stop(b);
  vd_build_bv(b, 32, 1);
}
static void bad_none(VdModule *m, VdBuild *b) {
  (void)m, (void)b;
}

static void test_misuse(void **state) {
  (void)state;
  misuse(bad_sort, "bvadd does not take bv32, bv8 (immediate 0x0)");
  misuse(bad_write, "write of a variable: found bv32, expected bool");
  misuse(bad_entry, "jump to the entry block");
  misuse(bad_sealed, "jump to block 1, which is sealed");
  misuse(bad_open, "found 0 values to return, expected 1");
  misuse(bad_call, "call of g: found 1 arguments, expected 2");
  misuse(bad_after, "a constant after the exit of block 0");
  misuse(bad_none, "bvadd: no value");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_if_else),
      cmocka_unit_test(test_loop),
      cmocka_unit_test(test_irreducible),
      cmocka_unit_test(test_uninitialised),
      cmocka_unit_test(test_long_chain),
      cmocka_unit_test(test_long_diamonds),
      cmocka_unit_test(test_unreachable_cycle),
      cmocka_unit_test(test_constants_are_shared),
      cmocka_unit_test(test_names_are_unique),
      cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
