// vd_op_eval: that every operator is evaluated, refuses ill-sorted arguments,
// and means on memory what plain bytes mean. Bit-vectors and floats are
// compared with Z3 in test_bits.c and test_softfloat.c.
#include <math.h>

#include "base/limit.h"
#include "term/limbs.h"
#include "unit.h"

static VdValue eval(VdArena *arena, VdOp op, uint64_t imm, const VdValue *x,
                    uint32_t n) {
  VdValue r;
  assert_true(vd_op_eval(arena, op, imm, x, n, &r));
  return r;
}

static VdValue bv64(uint64_t bits) {
  return vd_value_bv(64, bits);
}

// ------------------------------------------------------------ all operators
// A value of the sort, whatever it is.
static VdValue any_value(VdArena *arena, VdRandom *random, VdSort sort) {
  uint64_t limb[5];
  for (int i = 0; i < 5; i++) limb[i] = vd_random_next(random);
  VdValue world = {.sort = sort, .bits = limb[0]};
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_NONE: break;
    case VD_SORT_BOOL: return vd_value_bool(limb[0] & 1);
    case VD_SORT_BV: return vd_value_limbs(arena, sort.a, limb, 5);
    case VD_SORT_FLOAT:
      return vd_value_as_float(
          arena, sort, vd_value_limbs(arena, vd_sort_width(sort), limb, 5));
    case VD_SORT_ARRAY:
      return vd_array_new(arena, sort, (VdFill){.random = limb[0]});
    case VD_SORT_WORLD: return world;
  }
  return (VdValue){0};
}

static const VdSort sorts[] = {
    {.kind = VD_SORT_ARRAY, .a = 64, .b = 8},  // those of memory come first
    {.kind = VD_SORT_BV, .a = 64},
    {.kind = VD_SORT_BV, .a = 8},
    {.kind = VD_SORT_BOOL},
    {.kind = VD_SORT_WORLD},
    {.kind = VD_SORT_BV, .a = 32},
    {.kind = VD_SORT_BV, .a = 128},
    {.kind = VD_SORT_FLOAT, .a = 8, .b = 24},
    {.kind = VD_SORT_FLOAT, .a = 15, .b = 113},
    {.kind = VD_SORT_ARRAY, .a = 8, .b = 64},
    {.kind = VD_SORT_NONE},
};

static bool is_given(VdOp op) {
  return op == VD_OP_NONE || op == VD_OP_CONST || op == VD_OP_VAR ||
         op == VD_OP_ADDR || op == VD_OP_ROM || op == VD_OP_APP;
}

static bool is_clean(const VdValue *value) {
  uint32_t width = vd_sort_width(value->sort);
  return width == 0 || vd_limbs_length(width > 64 ? value->limb : &value->bits,
                                       vd_limbs_of(width)) <= width;
}

// Evaluates exactly where the sort rule has a result, and gives that sort.
static void check_against_rule(VdOp op, uint64_t imm, const VdValue *x,
                               uint32_t n, int *fits) {
  VdArena arena = {0};
  VdSort arg[8];
  VdValue r;
  for (uint32_t i = 0; i < n; i++) arg[i] = x[i].sort;
  VdSort want = vd_op_sort(op, imm, arg, n);
  bool done = vd_op_eval(&arena, op, imm, x, n, &r);
  bool span = op == VD_OP_FILL || op == VD_OP_COPY;
  if (!span) assert_true(done == (want.kind && !is_given(op)));
  if (done) {
    assert_true(vd_sort_eq(r.sort, want) && is_clean(&r));
    ++*fits;
  }
  vd_arena_done(&arena);
}

static uint64_t any_imm(VdRandom *random) {
  switch (vd_random_below(random, 7)) {
    case 0: return vd_imm_float(vd_sort_float(8, 24));
    case 1: return vd_imm_float(vd_sort_float(15, 113));
    case 2:
      return vd_imm_extract((uint32_t)vd_random_below(random, 140),
                            (uint32_t)vd_random_below(random, 140));
    case 3: return vd_random_next(random);
    default: return vd_random_below(random, 200);
  }
}

static void evaluation_succeeds_exactly_on_well_sorted_values(void **state) {
  (void)state;
  VdRandom random = {1};
  for (int op = 0; op <= VD_OP_COUNT; op++) {
    int fits = 0;
    uint32_t min = op < VD_OP_COUNT ? vd_op_info[op].min : 0;
    for (int round = 0; round < 20000; round++) {
      VdArena arena = {0};
      VdValue x[8];
      uint32_t n = min + (vd_random_below(&random, 8) == 0);
      uint64_t among = round % 2 ? VD_COUNT(sorts) : 3;
      uint64_t sort = vd_random_below(&random, among);
      for (uint32_t i = 0; i < n; i++) {
        if (vd_random_below(&random, 2) == 0)
          sort = vd_random_below(&random, among);
        x[i] = any_value(&arena, &random, sorts[sort]);
      }
      if (n >= 4) x[n - 1] = bv64(vd_random_below(&random, 100));
      check_against_rule((VdOp)op, any_imm(&random), x, n, &fits);
      vd_arena_done(&arena);
    }
    bool possible = op < VD_OP_COUNT && !is_given((VdOp)op);
    assert_true((fits > 0) == possible);
  }
}

static void n_ary_operators_fold(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue x[300];
  for (int i = 0; i < 300; i++) x[i] = vd_value_bv(8, (uint64_t)i + 1);
  assert_true(eval(&a, VD_OP_BVADD, 0, x, 300).bits == 300 * 301 / 2 % 256);
  assert_true(eval(&a, VD_OP_BVMUL, 0, x, 5).bits == 120);
  assert_true(eval(&a, VD_OP_BVXOR, 0, x, 3).bits == 0);
  assert_true(eval(&a, VD_OP_BVAND, 0, x, 3).bits == 0);
  VdValue r,
      b[] = {vd_value_bool(true), vd_value_bool(true), vd_value_bool(false)};
  assert_true(eval(&a, VD_OP_AND, 0, b, 2).bits == 1);
  assert_true(eval(&a, VD_OP_AND, 0, b, 3).bits == 0);
  x[7] = vd_value_bv(9, 1);
  assert_false(vd_op_eval(&a, VD_OP_BVADD, 0, x, 8, &r));
  assert_false(vd_op_eval(&a, VD_OP_BVADD, 0, x, 1, &r));
  vd_arena_done(&a);
}

static void the_result_may_replace_an_argument(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue x[] = {vd_value_bv(8, 7), vd_value_bv(8, 3)};
  assert_true(vd_op_eval(&a, VD_OP_BVUDIV, 0, x, 2, &x[1]));
  assert_true(x[1].bits == 2);
  VdValue y[] = {vd_value_limbs(&a, 100, (uint64_t[]){7, 7}, 2),
                 vd_value_limbs(&a, 100, (uint64_t[]){1, 1}, 2)};
  assert_true(vd_op_eval(&a, VD_OP_BVUREM, 0, y, 2, &y[0]));
  assert_true(vd_value_limb(&y[0], 0) == 0 && vd_value_limb(&y[0], 1) == 0);
  vd_arena_done(&a);
}

static void eq_is_identity_and_feq_is_ieee(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue zeros[] = {vd_value_double(0.0), vd_value_double(-0.0)};
  VdValue nans[] = {vd_value_double(NAN), vd_value_double(NAN)};
  assert_true(eval(&a, VD_OP_EQ, 0, zeros, 2).bits == 0);
  assert_true(eval(&a, VD_OP_FEQ, 0, zeros, 2).bits == 1);
  assert_true(eval(&a, VD_OP_EQ, 0, nans, 2).bits == 1);
  assert_true(eval(&a, VD_OP_FEQ, 0, nans, 2).bits == 0);
  VdValue worlds[] = {{.sort = vd_sort_world(), .bits = 1},
                      {.sort = vd_sort_world(), .bits = 2}};
  assert_true(eval(&a, VD_OP_EQ, 0, worlds, 2).bits == 0);
  vd_arena_done(&a);
}

static void the_one_nan_has_no_sign_to_change(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue nan = vd_value_float(NAN), minus = vd_value_float(-0.0f);
  assert_true(eval(&a, VD_OP_FNEG, 0, &nan, 1).bits == 0x7fc00000);
  assert_true(eval(&a, VD_OP_FTOB, 0, &nan, 1).bits == 0x7fc00000);
  assert_true(eval(&a, VD_OP_FABS, 0, &minus, 1).bits == 0);
  assert_true(eval(&a, VD_OP_FNEG, 0, &minus, 1).bits == 0);
  vd_arena_done(&a);
}

// ------------------------------------------------------------------ memory
enum { SPACE = 256 };
static const uint64_t base = UINT64_MAX - SPACE / 2 + 1;  // wraps half way

static uint64_t inside(VdRandom *random, uint64_t bytes) {
  return vd_random_below(random, SPACE - bytes + 1);
}

static VdValue random_word(VdArena *arena, VdRandom *random, uint8_t *bytes,
                           uint32_t n) {
  uint64_t limb[8] = {0};
  for (uint32_t i = 0; i < n; i++) {
    bytes[i] = (uint8_t)vd_random_next(random);
    limb[i / 8] |= (uint64_t)bytes[i] << (i % 8 * 8);
  }
  return vd_value_limbs(arena, 8 * n, limb, 8);
}

static VdValue do_store(VdArena *a, VdRandom *random, VdValue mem,
                        uint8_t *plain) {
  uint32_t n = 1 + (uint32_t)vd_random_below(random, 40);
  uint64_t at = inside(random, n);
  VdValue word = random_word(a, random, plain + at, n);
  return eval(a, VD_OP_STORE, 0, (VdValue[]){mem, bv64(base + at), word}, 3);
}

static VdValue do_fill(VdArena *a, VdRandom *random, VdValue mem,
                       uint8_t *plain) {
  uint64_t n = vd_random_below(random, 60), at = inside(random, n);
  uint8_t byte = (uint8_t)vd_random_next(random);
  memset(plain + at, byte, n);
  VdValue x[] = {mem, bv64(base + at), vd_value_bv(8, byte), bv64(n)};
  return eval(a, VD_OP_FILL, 0, x, 4);
}

static VdValue do_copy(VdArena *a, VdRandom *random, VdValue mem,
                       uint8_t *plain, VdValue source, const uint8_t *from) {
  uint64_t n = vd_random_below(random, 60), to = inside(random, n);
  uint64_t at = inside(random, n);
  memmove(plain + to, from + at, n);
  VdValue x[] = {mem, bv64(base + to), source, bv64(base + at), bv64(n)};
  return eval(a, VD_OP_COPY, 0, x, 5);
}

static void check_loads(VdArena *a, VdRandom *random, VdValue mem,
                        const uint8_t *plain) {
  uint32_t n = 1 + (uint32_t)vd_random_below(random, 40);
  uint64_t at = inside(random, n);
  VdValue x[] = {mem, bv64(base + at)};
  VdValue word = eval(a, VD_OP_LOAD, n, x, 2);
  for (uint32_t i = 0; i < n; i++)
    assert_true((vd_value_limb(&word, i / 8) >> (i % 8 * 8) & 0xff) ==
                plain[at + i]);
  assert_true(eval(a, VD_OP_SELECT, 0, x, 2).bits == plain[at]);
}

static void memory_operators_mean_what_bytes_mean(void **state) {
  (void)state;
  VdArena a = {0};
  VdRandom random = {2};
  uint8_t plain[SPACE] = {0}, old_plain[SPACE] = {0};
  VdValue mem = vd_array_new(&a, vd_sort_mem(), (VdFill){0}), old = mem;
  for (int i = 0; i < 10000; i++) {
    switch (vd_random_below(&random, 5)) {
      case 0: mem = do_store(&a, &random, mem, plain); break;
      case 1: mem = do_fill(&a, &random, mem, plain); break;
      case 2: mem = do_copy(&a, &random, mem, plain, mem, plain); break;
      case 3: mem = do_copy(&a, &random, mem, plain, old, old_plain); break;
      case 4:
        if (vd_random_below(&random, 4)) break;
        old = mem;
        memcpy(old_plain, plain, sizeof plain);
    }
    check_loads(&a, &random, mem, plain);
    check_loads(&a, &random, old, old_plain);
  }
  vd_arena_done(&a);
}

static void spans_above_the_limit_are_refused(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue mem = vd_array_new(&a, vd_sort_mem(), (VdFill){0}), r;
  VdValue fill[] = {mem, bv64(0), vd_value_bv(8, 1),
                    bv64(vd_limit->eval_span + 1)};
  VdValue copy[] = {mem, bv64(0), mem, bv64(0), bv64(UINT64_MAX)};
  assert_false(vd_op_eval(&a, VD_OP_FILL, 0, fill, 4, &r));
  assert_false(vd_op_eval(&a, VD_OP_COPY, 0, copy, 5, &r));
  fill[3] = copy[4] = bv64(0);
  assert_true(vd_op_eval(&a, VD_OP_FILL, 0, fill, 4, &r));
  assert_true(vd_value_eq(&r, &mem));
  assert_true(vd_op_eval(&a, VD_OP_COPY, 0, copy, 5, &r));
  assert_true(vd_value_eq(&r, &mem));
  vd_arena_done(&a);
}

static void the_longest_span_is_filled(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue mem = vd_array_new(&a, vd_sort_mem(), (VdFill){0});
  VdValue fill[] = {mem, bv64(3), vd_value_bv(8, 9), bv64(vd_limit->eval_span)};
  mem = eval(&a, VD_OP_FILL, 0, fill, 4);
  assert_true(vd_array_get(mem.array, 2) == 0);
  assert_true(vd_array_get(mem.array, 3) == 9);
  assert_true(vd_array_get(mem.array, vd_limit->eval_span + 2) == 9);
  assert_true(vd_array_get(mem.array, vd_limit->eval_span + 3) == 0);
  vd_arena_done(&a);
}

static void update_changes_one_element(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue array = vd_array_new(&a, vd_sort_array(4, 12), (VdFill){5, 0});
  VdValue x[] = {array, vd_value_bv(4, 15), vd_value_bv(12, 0xabc)};
  VdValue y[] = {eval(&a, VD_OP_UPDATE, 0, x, 3), x[1]};
  assert_true(eval(&a, VD_OP_SELECT, 0, y, 2).bits == 0xabc);
  assert_true(eval(&a, VD_OP_SELECT, 0, x, 2).bits == 5);
  vd_arena_done(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(evaluation_succeeds_exactly_on_well_sorted_values),
      cmocka_unit_test(n_ary_operators_fold),
      cmocka_unit_test(the_result_may_replace_an_argument),
      cmocka_unit_test(eq_is_identity_and_feq_is_ieee),
      cmocka_unit_test(the_one_nan_has_no_sign_to_change),
      cmocka_unit_test(memory_operators_mean_what_bytes_mean),
      cmocka_unit_test(spans_above_the_limit_are_refused),
      cmocka_unit_test(the_longest_span_is_filled),
      cmocka_unit_test(update_changes_one_element),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
