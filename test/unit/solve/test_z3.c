// What a term means to Z3 is what it means to the evaluator: random terms over
// constants (which Z3's rewriter folds) and over variables in short ranges
// (which it bit-blasts) are solved, and the evaluator is asked for the same.
// Terms are made by vd_intern, so that our own simplifier is out of the way.
#include "solve/solve.h"
#include "term/terms_impl.h"
#include "unit.h"

enum { REGION = 256 };  // bytes of memory that are watched
static const uint64_t BASE = 0x10000;

typedef struct Bench {
  VdTerms *tm;
  VdArena arena;
  VdRandom random;
  VdTermVec roots, asserts, watch;
  uint32_t vars;
  bool free;  // operands are variables
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
  uint64_t f[] = {0,
                  1,
                  fraction,
                  fraction - 1,
                  vd_random_next(&b->random),
                  vd_random_next(&b->random)};
  uint64_t e[] = {
      0,
      1,
      exponent,
      exponent - 1,
      exponent / 2,
      exponent / 2 + vd_random_below(&b->random, 2 * sort.b) - sort.b,
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
  assert_true(
      vd_op_eval(&b->arena, VD_OP_FTOF, vd_imm_float(sort), &value, 1, &out));
  return out;
}

// A variable from low to low + 3: known well enough, but not a constant.
static VdTerm near(Bench *b, VdValue low) {
  VdTerm bound = vd_mk_value(b->tm, &low);
  VdTerm v = vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, low.sort, NULL);
  VdTerm three = vd_mk_bv(b->tm, low.sort.a, low.sort.a == 1 ? 1 : 3);
  VdTerm off =
      raw(b, VD_OP_BVADD, 0, (VdTerm[]){v, vd_mk_neg(b->tm, bound)}, 2);
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
    VdSort sort = vd_term_sort(b->tm, t);
    if (vd_term_op(b->tm, t) != VD_OP_VAR) continue;
    if (sort.kind != VD_SORT_ARRAY) vd_push(&b->watch, t);
    if (vd_sort_is_mem(sort))
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
static const VdOp binaries[] = {VD_OP_EQ,     VD_OP_BVUDIV, VD_OP_BVUREM,
                                VD_OP_BVSDIV, VD_OP_BVSREM, VD_OP_BVSHL,
                                VD_OP_BVLSHR, VD_OP_BVASHR, VD_OP_BVULT,
                                VD_OP_BVSLT,  VD_OP_CONCAT};

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
} float_ops[] = {{VD_OP_FADD, 2}, {VD_OP_FSUB, 2}, {VD_OP_FMUL, 2},
                 {VD_OP_FDIV, 2}, {VD_OP_FMA, 3},  {VD_OP_FSQRT, 1},
                 {VD_OP_FNEG, 1}, {VD_OP_FABS, 1}, {VD_OP_FEQ, 2},
                 {VD_OP_FLT, 2},  {VD_OP_FLE, 2},  {VD_OP_FNAN, 1},
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
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 11},
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

// Wrong answers of Z3 4.8.12 that the printer works around; see there.
static void known_bugs_are_avoided(void **state) {
  (void)state;
  Bench b = bench_new(7);
  b.free = true;
  VdSort half = vd_sort_float(5, 11), wide = vd_sort_bv(100);
  for (int k = 0; k < 8; k++) {
    add(&b, VD_OP_STOF, vd_imm_float(half), &wide, 1);
    add(&b, VD_OP_UTOF, vd_imm_float(half), &wide, 1);
    add(&b, VD_OP_FTOF, vd_imm_float(vd_sort_float(3, 5)), &half, 1);
    add(&b, VD_OP_FTOS, 1, &half, 1);
    settle(&b);
  }
  bench_clear(&b);
}

static void floats_that_z3_gets_wrong_are_refused(void **state) {
  (void)state;
  static const VdSort sorts[] = {
      {.kind = VD_SORT_FLOAT, .a = 2, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 3},
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 8},
  };
  for (uint32_t i = 0; i < VD_COUNT(sorts); i++) {
    Bench b = bench_new(8);
    VdReply reply;
    VdTerm x = vd_mk_var(b.tm, VD_VAR_PARAM, 0, sorts[i], NULL);
    vd_push(&b.asserts, raw(&b, VD_OP_FNAN, 0, &x, 1));
    ask(&b, &reply);
    assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
    assert_non_null(strstr(reply.reason, "float"));
    bench_clear(&b);
  }
}

// ------------------------------------------------------------------ memory

static VdTerm bv64(Bench *b, uint64_t value) {
  if (b->free) return near(b, vd_value_bv(64, value));
  return vd_mk_bv(b->tm, 64, value);
}

static VdTerm place(Bench *b) {
  return bv64(b, BASE + vd_random_below(&b->random, 60));
}

static VdTerm change(Bench *b, VdTerm mem, VdTerm source) {
  VdTerm byte = operand(b, vd_sort_bv(8));
  uint64_t length = vd_random_below(&b->random, 100);
  uint32_t bytes = 1 + (uint32_t)vd_random_below(&b->random, 20);
  switch (vd_random_below(&b->random, 4)) {
    case 0: {
      VdTerm args[] = {mem, place(b), operand(b, vd_sort_bv(8 * bytes))};
      return raw(b, VD_OP_STORE, 0, args, 3);
    }
    case 1: {
      VdTerm args[] = {mem, place(b), byte};
      return raw(b, VD_OP_UPDATE, 0, args, 3);
    }
    case 2: {
      VdTerm args[] = {mem, place(b), byte, bv64(b, length)};
      return raw(b, VD_OP_FILL, 0, args, 4);
    }
    default: {
      VdTerm args[] = {mem, place(b), source, place(b), bv64(b, length)};
      return raw(b, VD_OP_COPY, 0, args, 5);
    }
  }
}

static void add_memory(Bench *b, int changes) {
  VdTerm mem = vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, vd_sort_mem(), "m");
  VdTerm old = mem;
  for (int i = 0; i < changes; i++) {
    VdTerm next = change(b, mem, vd_random_below(&b->random, 2) ? mem : old);
    old = mem;
    mem = next;
  }
  for (int i = 0; i < 4; i++) {
    VdTerm args[] = {mem, place(b)};
    uint64_t bytes = 1 + vd_random_below(&b->random, 30);
    vd_push(&b->roots, raw(b, VD_OP_LOAD, bytes, args, 2));
    vd_push(&b->roots, raw(b, VD_OP_SELECT, 0, args, 2));
  }
}

static void memory_is_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(9);
  for (int k = 0; k < 20; k++) {
    b.free = k % 2;
    add_memory(&b, b.free ? 2 : 5);
    settle(&b);
  }
  bench_clear(&b);
}

static void addresses_wrap(void **state) {
  (void)state;
  Bench b = bench_new(10);
  VdTerm mem = vd_mk_var(b.tm, VD_VAR_PARAM, 0, vd_sort_mem(), NULL);
  VdTerm high = vd_mk_bv(b.tm, 64, -3ull), low = vd_mk_bv(b.tm, 64, 0);
  VdTerm word = vd_mk_bv(b.tm, 64, 0x0123456789abcdef);
  mem = raw(&b, VD_OP_STORE, 0, (VdTerm[]){mem, high, word}, 3);
  vd_push(&b.roots, raw(&b, VD_OP_LOAD, 8, (VdTerm[]){mem, high}, 2));
  vd_push(&b.roots, raw(&b, VD_OP_LOAD, 5, (VdTerm[]){mem, low}, 2));
  settle(&b);
  bench_clear(&b);
}

static void small_arrays_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(11);
  b.free = true;
  VdSort index = vd_sort_bv(3), element = vd_sort_bv(12);
  VdTerm a = vd_mk_var(b.tm, VD_VAR_PARAM, 1000, vd_sort_array(3, 12), NULL);
  for (uint64_t i = 0; i < 8; i++) {
    VdTerm args[] = {a, vd_mk_bv(b.tm, 3, i), vd_mk_bv(b.tm, 12, i * 300)};
    a = raw(&b, VD_OP_UPDATE, 0, args, 3);
  }
  for (int i = 0; i < 10; i++) {
    VdTerm args[] = {a, operand(&b, index), operand(&b, element)};
    a = raw(&b, VD_OP_UPDATE, 0, args, 3);
    VdTerm at[] = {a, operand(&b, index)};
    vd_push(&b.roots, raw(&b, VD_OP_SELECT, 0, at, 2));
  }
  settle(&b);
  bench_clear(&b);
}

// ------------------------------------------------------------------- reals

static void exact_operations_are_the_same_over_the_reals(void **state) {
  (void)state;
  static const VdOp skip[] = {VD_OP_FSQRT, VD_OP_FTOB, VD_OP_FNAN};
  Bench b = bench_new(12);
  b.reals = true;
  VdSort f = vd_sort_float(11, 53), w = vd_sort_bv(16), same[] = {f, f, f};
  for (int k = 0; k < 30; k++) {
    for (uint32_t i = 0; i < VD_COUNT(float_ops); i++) {
      bool skipped = float_ops[i].op == VD_OP_FDIV;  // by zero
      for (uint32_t j = 0; j < VD_COUNT(skip); j++)
        skipped |= float_ops[i].op == skip[j];
      if (!skipped) add(&b, float_ops[i].op, 0, same, float_ops[i].args);
    }
    for (uint64_t mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++)
      add(&b, VD_OP_FRINT, mode, same, 1);
    add(&b, VD_OP_FTOS, 5 + vd_random_below(&b.random, 4), &f, 1);
    add(&b, VD_OP_FTOU, 4 + vd_random_below(&b.random, 4), &f, 1);
    add(&b, VD_OP_STOF, vd_imm_float(f), &w, 1);
    add(&b, VD_OP_UTOF, vd_imm_float(f), &w, 1);
    add(&b, VD_OP_FTOF, vd_imm_float(vd_sort_float(8, 24)), &f, 1);
  }
  for (uint32_t i = 0; i < b.roots.len; i++) {  // -0 and 0 are one number
    VdTerm zero = vd_mk_value(b.tm, &(VdValue){.sort = f});
    VdTerm args[] = {b.roots.at[i], zero};
    if (vd_sort_eq(vd_term_sort(b.tm, args[0]), f))
      b.roots.at[i] = raw(&b, VD_OP_FADD, 0, args, 2);
  }
  settle(&b);
  bench_clear(&b);
}

static VdTerm constant(Bench *b, double x) {
  VdValue value = vd_value_double(x);
  return vd_mk_value(b->tm, &value);
}

static double double_of(const VdValue *value) {
  double x;
  memcpy(&x, &value->bits, sizeof x);
  return x;
}

static void values_over_the_reals_are_rounded(void **state) {
  (void)state;
  Bench b = bench_new(13);
  b.reals = true;
  VdTerm two = constant(&b, 2), third = constant(&b, 3);
  VdTerm tiny = constant(&b, 0x1p-1074), huge = constant(&b, -0x1.8p1023);
  vd_push(&b.watch, raw(&b, VD_OP_FSQRT, 0, &two, 1));
  vd_push(&b.watch, raw(&b, VD_OP_FDIV, 0, (VdTerm[]){two, third}, 2));
  vd_push(&b.watch, tiny);
  vd_push(&b.watch, huge);
  VdReply reply;
  ask(&b, &reply);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, VD_ANSWER_SAT);
  assert_true(double_of(&reply.watch[0]) == 1.4142135623730951);
  assert_true(double_of(&reply.watch[1]) == 2.0 / 3);
  assert_true(double_of(&reply.watch[2]) == 0x1p-1074);
  assert_true(double_of(&reply.watch[3]) == -0x1.8p1023);
  bench_clear(&b);
}

// -------------------------------------------------------------- known facts

static VdTerm var(Bench *b, VdSort sort) {
  return vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, sort, NULL);
}

static void check_answer(Bench *b, VdTerm claim, VdAnswer answer) {
  VdReply reply;
  vd_push(&b->asserts, claim);
  ask(b, &reply);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, answer);
  b->asserts.len--;
}

static VdTerm differ(Bench *b, VdTerm x, VdTerm y) {
  VdTerm same = raw(b, VD_OP_EQ, 0, (VdTerm[]){x, y}, 2);
  return raw(b, VD_OP_NOT, 0, &same, 1);
}

static void check_same(Bench *b, VdTerm x, VdTerm y) {
  check_answer(b, differ(b, x, y), VD_ANSWER_UNSAT);
}

static VdTerm two(Bench *b, VdOp op, VdTerm x, VdTerm y) {
  return raw(b, op, 0, (VdTerm[]){x, y}, 2);
}

static void identities_of_bit_vectors_are_proved(void **state) {
  (void)state;
  Bench b = bench_new(14);
  VdTerm x = var(&b, vd_sort_bv(8)), y = var(&b, vd_sort_bv(8));
  VdTerm q = two(&b, VD_OP_BVUDIV, x, y), r = two(&b, VD_OP_BVUREM, x, y);
  check_same(&b, two(&b, VD_OP_BVMUL, x, y), two(&b, VD_OP_BVMUL, y, x));
  check_same(&b, two(&b, VD_OP_BVADD, two(&b, VD_OP_BVMUL, q, y), r), x);
  check_answer(&b, differ(&b, q, r), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void identities_of_floats_are_proved(void **state) {
  (void)state;
  Bench b = bench_new(15);
  VdSort f = vd_sort_float(5, 11);
  VdTerm x = var(&b, f), y = var(&b, f), z = var(&b, f);
  VdTerm bits = raw(&b, VD_OP_FTOB, 0, &x, 1);
  check_same(&b, two(&b, VD_OP_FADD, x, y), two(&b, VD_OP_FADD, y, x));
  check_same(&b, raw(&b, VD_OP_BTOF, vd_imm_float(f), &bits, 1), x);
  check_same(&b, two(&b, VD_OP_FREM, x, y), two(&b, VD_OP_FREM, x, y));
  VdTerm left = two(&b, VD_OP_FADD, two(&b, VD_OP_FADD, x, y), z);
  VdTerm right = two(&b, VD_OP_FADD, x, two(&b, VD_OP_FADD, y, z));
  check_answer(&b, differ(&b, left, right), VD_ANSWER_SAT);
  b.reals = true;
  check_same(&b, left, right);
  bench_clear(&b);
}

static void equal_arguments_give_equal_results(void **state) {
  (void)state;
  Bench b = bench_new(16);
  VdSort in[] = {vd_sort_bv(32), vd_sort_world()};
  VdSort out[] = {vd_sort_bv(8), vd_sort_world()};
  VdFun fun = {VD_FUN_IMPURE, "k", "odd |name|\n(", 2, 2, in, out};
  uint32_t f = vd_fun_put(b.tm, &fun);
  VdTerm x = var(&b, in[0]), y = var(&b, in[0]), w = var(&b, in[1]);
  VdTerm wx = vd_mk_app(b.tm, f, 1, (VdTerm[]){x, w}, 2);
  VdTerm wy = vd_mk_app(b.tm, f, 1, (VdTerm[]){y, w}, 2);
  VdTerm fx = vd_mk_app(b.tm, f, 0, (VdTerm[]){x, wx}, 2);
  VdTerm fy = vd_mk_app(b.tm, f, 0, (VdTerm[]){y, wy}, 2);
  check_answer(&b, differ(&b, fx, fy), VD_ANSWER_SAT);
  vd_push(&b.asserts, raw(&b, VD_OP_EQ, 0, (VdTerm[]){x, y}, 2));
  check_same(&b, fx, fy);
  bench_clear(&b);
}

// ------------------------------------------------------------------- places

static VdTerm object(Bench *b, const char *key, uint64_t size, uint64_t align) {
  VdObject object = {.key = key, .name = key, .size = size, .align = align};
  return vd_mk_addr(b->tm, vd_object_put(b->tm, &object));
}

static void objects_are_apart(void **state) {
  (void)state;
  Bench b = bench_new(17);
  VdTerm x = object(&b, "x", 40, 16), y = object(&b, "y", 8, 8);
  VdTerm inside = two(&b, VD_OP_BVADD, x, vd_mk_bv(b.tm, 64, 39));
  VdTerm after = two(&b, VD_OP_BVADD, x, vd_mk_bv(b.tm, 64, 40));
  VdTerm low = raw(&b, VD_OP_EXTRACT, vd_imm_extract(3, 0), &x, 1);
  check_answer(&b, two(&b, VD_OP_EQ, inside, y), VD_ANSWER_UNSAT);
  check_answer(&b, two(&b, VD_OP_EQ, after, y), VD_ANSWER_SAT);
  check_same(&b, low, vd_mk_bv(b.tm, 4, 0));
  bench_clear(&b);
}

// Were the facts about places contradictory, everything would be proved.
static void hostile_sizes_do_not_prove_everything(void **state) {
  (void)state;
  Bench b = bench_new(18);
  for (int i = 0; i < 6; i++) {
    char key[8];
    snprintf(key, sizeof key, "o%d", i);
    VdTerm at = object(&b, key, ~0ull >> i, 1ull << 63);
    vd_push(&b.asserts, differ(&b, at, vd_mk_bv(b.tm, 64, 0)));
  }
  check_answer(&b, vd_mk_bool(b.tm, true), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void an_allocator_stays_out_of_objects(void **state) {
  (void)state;
  Bench b = bench_new(19);
  VdSort in[] = {vd_sort_bv(64), vd_sort_world()}, out[] = {vd_sort_bv(64)};
  VdFun fun = {VD_FUN_FRESH, "malloc", "malloc", 2, 1, in, out};
  uint32_t f = vd_fun_put(b.tm, &fun);
  VdTerm size = vd_mk_bv(b.tm, 64, 8), w = var(&b, in[1]), v = var(&b, in[1]);
  VdTerm p = vd_mk_app(b.tm, f, 0, (VdTerm[]){size, w}, 2);
  VdTerm q = vd_mk_app(b.tm, f, 0, (VdTerm[]){size, v}, 2);
  VdTerm x = object(&b, "x", 4, 4), seven = vd_mk_bv(b.tm, 64, 7);
  VdTerm inside = two(&b, VD_OP_EQ, two(&b, VD_OP_BVADD, p, seven), x);
  VdTerm null = two(&b, VD_OP_EQ, p, vd_mk_bv(b.tm, 64, 0));
  check_answer(&b, inside, VD_ANSWER_UNSAT);
  check_answer(&b, null, VD_ANSWER_SAT);
  check_answer(&b, two(&b, VD_OP_EQ, p, q), VD_ANSWER_SAT);
  check_answer(&b, differ(&b, p, q), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void constant_objects_have_their_bytes(void **state) {
  (void)state;
  Bench b = bench_new(20);
  static const uint8_t rom[21] = {1, 2, 3, 4, [20] = 9};
  VdTerm target = object(&b, "target", 64, 8);
  struct VdReloc reloc = {8, vd_term_object(b.tm, target), 16};
  VdObject table = {.key = "table",
                    .name = "table",
                    .size = sizeof rom,
                    .align = 8,
                    .rom = rom,
                    .reloc = &reloc,
                    .relocs = 1};
  VdTerm at = vd_mk_addr(b.tm, vd_object_put(b.tm, &table));
  VdTerm mem = vd_mk_rom(b.tm);
  VdTerm one = raw(&b, VD_OP_LOAD, 3, (VdTerm[]){mem, at}, 2);
  VdTerm pointer_at = two(&b, VD_OP_BVADD, at, vd_mk_bv(b.tm, 64, 8));
  VdTerm last_at = two(&b, VD_OP_BVADD, at, vd_mk_bv(b.tm, 64, 20));
  VdTerm pointer = raw(&b, VD_OP_LOAD, 8, (VdTerm[]){mem, pointer_at}, 2);
  VdTerm last = raw(&b, VD_OP_LOAD, 1, (VdTerm[]){mem, last_at}, 2);
  check_same(&b, one, vd_mk_bv(b.tm, 24, 0x030201));
  check_same(&b, pointer, two(&b, VD_OP_BVADD, target, vd_mk_bv(b.tm, 64, 16)));
  check_same(&b, last, vd_mk_bv(b.tm, 8, 9));
  bench_clear(&b);
}

// ------------------------------------------------------------------- limits

static void a_spent_budget_is_a_timeout(void **state) {
  (void)state;
  Bench b = bench_new(21);
  VdSort w = vd_sort_bv(64);
  VdTerm x = var(&b, w), y = var(&b, w), z = var(&b, w);
  VdTerm sum = two(&b, VD_OP_BVADD, y, z);
  VdTerm left = two(&b, VD_OP_BVUREM, two(&b, VD_OP_BVMUL, x, sum), z);
  VdTerm right = two(&b, VD_OP_BVUREM, two(&b, VD_OP_BVMUL, x, y), z);
  VdTerm claim = differ(&b, left, right);
  VdTerm odd = two(&b, VD_OP_BVULT, two(&b, VD_OP_BVMUL, left, right), x);
  VdTerm both[] = {claim, odd, two(&b, VD_OP_BVULT, x, left)};
  VdQuery query = {.asserts = both, .n = 3};
  for (int i = 0; i < 2; i++) {
    VdBudget budget = vd_budget_of(i ? 0.2 : 1e-9);
    VdReply reply;
    double start = vd_now();
    vd_solve(&(VdSolver){0}, b.tm, &query, &budget, &b.arena, &reply);
    assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
    assert_string_equal(reply.reason, "timeout");
    assert_true(vd_now() - start < 10);
  }
  bench_clear(&b);
}

static void the_version_is_known(void **state) {
  (void)state;
  VdBuf out = {0};
  vd_solver_version(&(VdSolver){0}, &out);
  assert_memory_equal(vd_buf_text(&out), "Z3 4.", 5);
  vd_buf_done(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bit_vectors_are_folded_alike),
      cmocka_unit_test(bit_vectors_are_solved_alike),
      cmocka_unit_test(bools_are_solved_alike),
      cmocka_unit_test(floats_are_folded_alike),
      cmocka_unit_test(small_floats_are_solved_alike),
      cmocka_unit_test(single_floats_are_solved_alike),
      cmocka_unit_test(known_bugs_are_avoided),
      cmocka_unit_test(floats_that_z3_gets_wrong_are_refused),
      cmocka_unit_test(memory_is_solved_alike),
      cmocka_unit_test(addresses_wrap),
      cmocka_unit_test(small_arrays_are_solved_alike),
      cmocka_unit_test(exact_operations_are_the_same_over_the_reals),
      cmocka_unit_test(values_over_the_reals_are_rounded),
      cmocka_unit_test(identities_of_bit_vectors_are_proved),
      cmocka_unit_test(identities_of_floats_are_proved),
      cmocka_unit_test(equal_arguments_give_equal_results),
      cmocka_unit_test(objects_are_apart),
      cmocka_unit_test(hostile_sizes_do_not_prove_everything),
      cmocka_unit_test(an_allocator_stays_out_of_objects),
      cmocka_unit_test(constant_objects_have_their_bytes),
      cmocka_unit_test(a_spent_budget_is_a_timeout),
      cmocka_unit_test(the_version_is_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
