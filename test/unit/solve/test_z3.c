// What a term means to Z3 is what it means to the evaluator: random terms over
// constants (which Z3's rewriter folds) and over variables in short ranges
// (which it bit-blasts) are solved, and the evaluator is asked for the same.
// Terms are made by vd_intern, so that our own simplifier is out of the way.
#include "solve/solve.h"
#include "term/terms_impl.h"
#include "unit.h"

enum { REGION = 64 };  // bytes of memory that are watched
static const uint64_t BASE = 0x10000;

typedef struct Bench {
  VdTerms *tm;
  VdArena arena;
  VdRandom random;
  VdTermVec roots, asserts, watch;
  uint32_t vars;
  bool free;   // operands are variables
  bool reals;
} Bench;

static Bench bench_new(uint64_t seed) {
  return (Bench){.tm = vd_terms_new(), .random = {seed}};
}

static void bench_clear(Bench *b) {
  vd_terms_free(b->tm);
  vd_arena_done(&b->arena);
  vd_vec_done(&b->roots);
  vd_vec_done(&b->asserts);
  vd_vec_done(&b->watch);
}

static VdTerm raw(Bench *b, VdOp op, uint64_t imm, const VdTerm *args,
                  uint32_t n) {
  VdSort sorts[8];
  for (uint32_t i = 0; i < n; i++) sorts[i] = vd_term_sort(b->tm, args[i]);
  VdSort sort = vd_op_sort(op, imm, sorts, n);
  assert_int_not_equal(sort.kind, VD_SORT_NONE);
  return vd_intern(b->tm, op, sort, imm, args, n);
}

// ---------------------------------------------------------------- operands

static VdValue random_bits(Bench *b, uint32_t width) {
  uint64_t limb[4];
  uint64_t kind = vd_random_below(&b->random, 6);
  for (int i = 0; i < 4; i++) {
    uint64_t r = vd_random_next(&b->random);
    limb[i] = kind == 0 ? 0 : kind == 1 ? ~0ull : r;
  }
  if (kind < 3) limb[0] ^= vd_random_below(&b->random, 4);
  return vd_value_limbs(&b->arena, width, limb, 4);
}

// Floats near the ends of their range are as likely as others.
static VdValue random_float_bits(Bench *b, VdSort sort) {
  uint32_t width = vd_sort_width(sort);
  uint64_t fraction = (1ull << (sort.b - 1)) - 1;
  uint64_t exponent = (1ull << sort.a) - 1;
  uint64_t f[] = {0, 1, fraction, fraction - 1, vd_random_next(&b->random),
                  vd_random_next(&b->random)};
  uint64_t e[] = {0,
                  1,
                  exponent,
                  exponent - 1,
                  exponent / 2,
                  exponent / 2 + vd_random_below(&b->random, 2 * sort.b) -
                      sort.b,
                  exponent / 2 + vd_random_below(&b->random, 5) - 2,
                  vd_random_next(&b->random)};
  uint64_t bits = (f[vd_random_below(&b->random, 6)] & fraction) |
                  (e[vd_random_below(&b->random, 8)] & exponent)
                      << (sort.b - 1) |
                  vd_random_below(&b->random, 2) << (width - 1);
  return vd_value_bv(width, bits);
}

// A quarter of a small number: sums and products are exact.
static VdValue random_quarter(Bench *b, VdSort sort) {
  double x = ((double)vd_random_below(&b->random, 200) - 100) / 4;
  VdValue value = vd_value_double(x), out;
  assert_true(vd_op_eval(&b->arena, VD_OP_FTOF, vd_imm_float(sort), &value, 1,
                         &out));
  return out;
}

// A variable from low to low + 3: known well enough, but not a constant.
static VdTerm near(Bench *b, VdValue low) {
  VdTerm bound = vd_mk_value(b->tm, &low);
  VdTerm v = vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, low.sort, NULL);
  VdTerm three = vd_mk_bv(b->tm, low.sort.a, low.sort.a == 1 ? 1 : 3);
  VdTerm off = raw(b, VD_OP_BVADD, 0,
                   (VdTerm[]){v, vd_mk_neg(b->tm, bound)}, 2);
  vd_push(&b->asserts, vd_mk_not(b->tm, vd_mk_ult(b->tm, three, off)));
  return v;
}

static VdTerm operand(Bench *b, VdSort sort) {
  if (sort.kind == VD_SORT_BOOL) {
    if (!b->free) return vd_mk_bool(b->tm, vd_random_below(&b->random, 2));
    VdTerm bit = operand(b, vd_sort_bv(1));
    return raw(b, VD_OP_EQ, 0, (VdTerm[]){bit, vd_mk_bv(b->tm, 1, 1)}, 2);
  }
  if (b->reals && sort.kind == VD_SORT_FLOAT) {
    VdValue x = random_quarter(b, sort);
    return vd_mk_value(b->tm, &x);
  }
  VdValue value = sort.kind == VD_SORT_FLOAT ? random_float_bits(b, sort)
                                             : random_bits(b, sort.a);
  VdTerm bits = b->free ? near(b, value) : vd_mk_value(b->tm, &value);
  if (sort.kind != VD_SORT_FLOAT) return bits;
  if (b->free) return raw(b, VD_OP_BTOF, vd_imm_float(sort), &bits, 1);
  value = vd_value_as_float(&b->arena, sort, value);
  return vd_mk_value(b->tm, &value);
}

// ----------------------------------------------------------------- solving

static VdTerm region_byte(Bench *b, VdTerm mem, uint64_t i) {
  VdTerm address = vd_mk_bv(b->tm, 64, BASE + i);
  return raw(b, VD_OP_LOAD, 1, (VdTerm[]){mem, address}, 2);
}

static void watch_variables(Bench *b) {
  VdTermVec all = {0};
  vd_terms_reach(b->tm, b->roots.at, b->roots.len, &all);
  for (uint32_t k = 0; k < all.len; k++) {
    VdTerm t = all.at[k];
    if (vd_term_op(b->tm, t) != VD_OP_VAR) continue;
    if (!vd_sort_is_mem(vd_term_sort(b->tm, t)))
      vd_push(&b->watch, t);
    else
      for (uint64_t i = 0; i < REGION; i++)
        vd_push(&b->watch, region_byte(b, t, i));
  }
  vd_vec_done(&all);
}

// Assigns what the solver said: a variable, or a byte of a memory.
static void assign(Bench *b, VdEval *eval, const VdValue *value) {
  VdValue mem = {0};
  for (uint32_t i = b->roots.len; i < b->watch.len; i++) {
    VdTerm t = b->watch.at[i];
    if (vd_term_op(b->tm, t) == VD_OP_VAR) {
      vd_eval_set(eval, t, value[i]);
      continue;
    }
    VdTerm var = vd_term_arg(b->tm, t, 0), at = vd_term_arg(b->tm, t, 1);
    VdValue address;
    assert_true(vd_term_value(b->tm, at, &address));
    if (address.bits == BASE)
      mem = vd_array_new(&b->arena, vd_sort_mem(), (VdFill){0, 0});
    mem = vd_array_set(&b->arena, mem, address.bits, value[i].bits);
    if (address.bits == BASE + REGION - 1) vd_eval_set(eval, var, mem);
  }
}

static void fail_on(Bench *b, VdTerm t, const VdValue *ours,
                    const VdValue *theirs) {
  VdBuf text = {0};
  vd_term_print(b->tm, t, &text);
  vd_buf_str(&text, " is ");
  vd_value_print(ours, &text);
  vd_buf_str(&text, ", Z3 says ");
  vd_value_print(theirs, &text);
  fail_msg("%s", vd_buf_text(&text));
}

static void compare(Bench *b, const VdValue *value) {
  VdEval *eval = vd_eval_new(b->tm);
  assign(b, eval, value);
  for (uint32_t i = 0; i < b->roots.len; i++) {
    VdValue ours;
    assert_true(vd_eval(eval, b->roots.at[i], &ours));
    if (!vd_value_eq(&ours, &value[i]))
      fail_on(b, b->roots.at[i], &ours, &value[i]);
  }
  vd_eval_free(eval);
}

static void ask(Bench *b, VdReply *reply) {
  VdSolver z3 = {0};
  VdQuery query = {b->asserts.at, b->asserts.len, b->watch.at, b->watch.len,
                   b->reals};
  VdBudget budget = vd_budget_of(60);
  vd_solve(&z3, b->tm, &query, &budget, &b->arena, reply);
}

// Solves for all the roots at once, compares, and starts afresh.
static void settle(Bench *b) {
  VdReply reply;
  for (uint32_t i = 0; i < b->roots.len; i++)
    vd_push(&b->watch, b->roots.at[i]);
  watch_variables(b);
  ask(b, &reply);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, VD_ANSWER_SAT);
  compare(b, reply.watch);
  Bench next = bench_new(b->random.state);
  next.free = b->free;
  next.reals = b->reals;
  bench_clear(b);
  *b = next;
}

static void add(Bench *b, VdOp op, uint64_t imm, const VdSort *sorts,
                uint32_t n) {
  VdTerm args[8];
  for (uint32_t i = 0; i < n; i++) args[i] = operand(b, sorts[i]);
  vd_push(&b->roots, raw(b, op, imm, args, n));
}

// ------------------------------------------------------------- bit-vectors

static const VdOp chains[] = {VD_OP_BVAND, VD_OP_BVXOR, VD_OP_BVADD,
                              VD_OP_BVMUL};
static const VdOp binaries[] = {
    VD_OP_EQ,     VD_OP_BVUDIV, VD_OP_BVUREM, VD_OP_BVSDIV,
    VD_OP_BVSREM, VD_OP_BVSHL,  VD_OP_BVLSHR, VD_OP_BVASHR,
    VD_OP_BVULT,  VD_OP_BVSLT,  VD_OP_CONCAT};

static void add_bits(Bench *b, uint32_t width) {
  VdSort w = vd_sort_bv(width), same[8] = {w, w, w, w, w, w, w, w};
  uint32_t many = 2 + (uint32_t)vd_random_below(&b->random, 7);
  for (uint32_t i = 0; i < VD_COUNT(chains); i++)
    add(b, chains[i], 0, same, width > 16 ? 2 : many);
  for (uint32_t i = 0; i < VD_COUNT(binaries); i++)
    add(b, binaries[i], 0, same, 2);
  add(b, VD_OP_BVNOT, 0, same, 1);
  uint32_t low = (uint32_t)vd_random_below(&b->random, width);
  uint32_t high = low + (uint32_t)vd_random_below(&b->random, width - low);
  add(b, VD_OP_EXTRACT, vd_imm_extract(high, low), same, 1);
  add(b, VD_OP_SEXT, width + vd_random_below(&b->random, 70), same, 1);
  add(b, VD_OP_ZEXT, width + vd_random_below(&b->random, 70), same, 1);
  add(b, VD_OP_ITE, 0, (VdSort[]){vd_sort_bool(), w, w}, 3);
}

static void bit_vectors_are_folded_alike(void **state) {
  (void)state;
  Bench b = bench_new(1);
  for (uint32_t width = 1; width <= 16; width++) {
    for (int i = 0; i < 40; i++) add_bits(&b, width);
    settle(&b);
  }
  for (int i = 0; i < 40; i++) {
    add_bits(&b, 64);
    add_bits(&b, 100);
  }
  settle(&b);
  bench_clear(&b);
}

static void bit_vectors_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(2);
  b.free = true;
  for (uint32_t width = 1; width <= 16; width++) {
    for (int i = 0; i < 3; i++) add_bits(&b, width);
    settle(&b);
  }
  add_bits(&b, 64);
  settle(&b);
  bench_clear(&b);
}

static void bools_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(3);
  VdSort x = vd_sort_bool(), same[] = {x, x, x, x, x};
  for (int free = 0; free < 2; free++) {
    b.free = free;
    for (uint32_t i = 0; i < 40; i++) {
      add(&b, VD_OP_NOT, 0, same, 1);
      add(&b, VD_OP_AND, 0, same, 2 + i % 4);
      add(&b, VD_OP_EQ, 0, same, 2);
      add(&b, VD_OP_ITE, 0, same, 3);
    }
    settle(&b);
  }
  bench_clear(&b);
}

// ------------------------------------------------------------------ floats

static const struct {
  VdOp op;
  uint32_t args;
} float_ops[] = {{VD_OP_FADD, 2}, {VD_OP_FSUB, 2},  {VD_OP_FMUL, 2},
                 {VD_OP_FDIV, 2}, {VD_OP_FMA, 3},   {VD_OP_FSQRT, 1},
                 {VD_OP_FNEG, 1}, {VD_OP_FABS, 1},  {VD_OP_FEQ, 2},
                 {VD_OP_FLT, 2},  {VD_OP_FLE, 2},   {VD_OP_FNAN, 1},
                 {VD_OP_FTOB, 1}, {VD_OP_EQ, 2}};

static void add_arithmetic(Bench *b, VdSort f) {
  VdSort same[] = {f, f, f};
  for (uint32_t i = 0; i < VD_COUNT(float_ops); i++)
    add(b, float_ops[i].op, 0, same, float_ops[i].args);
  for (uint64_t mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++)
    add(b, VD_OP_FRINT, mode, same, 1);
}

static void add_conversions(Bench *b, VdSort f) {
  static const uint32_t widths[] = {1, 2, 3, 4, 5, 6, 8, 16, 25, 32, 64};
  static const VdSort floats[] = {
      {.kind = VD_SORT_FLOAT, .a = 2, .b = 2},
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 11},
      {.kind = VD_SORT_FLOAT, .a = 8, .b = 24},
  };
  for (uint32_t i = 0; i < VD_COUNT(widths); i++) {
    VdSort w = vd_sort_bv(widths[i]);
    add(b, VD_OP_FTOS, w.a, &f, 1);
    add(b, VD_OP_FTOU, w.a, &f, 1);
    add(b, VD_OP_STOF, vd_imm_float(f), &w, 1);
    add(b, VD_OP_UTOF, vd_imm_float(f), &w, 1);
  }
  VdSort bits = vd_sort_bv(vd_sort_width(f));
  add(b, VD_OP_BTOF, vd_imm_float(f), &bits, 1);
  for (uint32_t i = 0; i < VD_COUNT(floats); i++)
    add(b, VD_OP_FTOF, vd_imm_float(floats[i]), &f, 1);
}

static void floats_are_folded_alike(void **state) {
  (void)state;
  Bench b = bench_new(4);
  static const VdSort sorts[] = {
      {.kind = VD_SORT_FLOAT, .a = 2, .b = 3},
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 8, .b = 24},
      {.kind = VD_SORT_FLOAT, .a = 11, .b = 53},
  };
  for (uint32_t i = 0; i < VD_COUNT(sorts); i++) {
    for (int k = 0; k < 100; k++) {
      add_arithmetic(&b, sorts[i]);
      add_conversions(&b, sorts[i]);
    }
    settle(&b);
  }
  bench_clear(&b);
}

static void small_floats_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(5);
  b.free = true;
  for (int k = 0; k < 20; k++) {
    add_arithmetic(&b, vd_sort_float(3, 5));
    settle(&b);
    add_conversions(&b, vd_sort_float(3, 5));
    settle(&b);
  }
  bench_clear(&b);
}

static void single_floats_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(6);
  b.free = true;
  for (int k = 0; k < 2; k++) {
    add_arithmetic(&b, vd_sort_float(8, 24));
    settle(&b);
    add_conversions(&b, vd_sort_float(8, 24));
    settle(&b);
  }
  bench_clear(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bit_vectors_are_folded_alike),
      cmocka_unit_test(bit_vectors_are_solved_alike),
      cmocka_unit_test(bools_are_solved_alike),
      cmocka_unit_test(floats_are_folded_alike),
      cmocka_unit_test(small_floats_are_solved_alike),
      cmocka_unit_test(single_floats_are_solved_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
