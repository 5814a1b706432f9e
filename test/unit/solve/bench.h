// A bench for terms: solved by Z3 on the one hand, evaluated on the other.
// Terms are made by vd_intern, so that our own simplifier is out of the way.
#ifndef VD_TEST_BENCH_H
#define VD_TEST_BENCH_H

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

static inline Bench bench_new(uint64_t seed) {
  return (Bench){.tm = vd_terms_new(), .random = {seed}};
}

static inline void bench_clear(Bench *b) {
  vd_terms_free(b->tm);
  vd_arena_done(&b->arena);
  vd_vec_done(&b->roots);
  vd_vec_done(&b->asserts);
  vd_vec_done(&b->watch);
}

static inline VdTerm raw(Bench *b, VdOp op, uint64_t imm, const VdTerm *args,
                         uint32_t n) {
  VdSort sorts[8];
  for (uint32_t i = 0; i < n; i++) sorts[i] = vd_term_sort(b->tm, args[i]);
  VdSort sort = vd_op_sort(op, imm, sorts, n);
  assert_int_not_equal(sort.kind, VD_SORT_NONE);
  return vd_intern(b->tm, op, sort, imm, args, n);
}

// ---------------------------------------------------------------- operands

static inline VdValue random_bits(Bench *b, uint32_t width) {
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
static inline VdValue random_float_bits(Bench *b, VdSort sort) {
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
static inline VdValue random_quarter(Bench *b, VdSort sort) {
  double x = ((double)vd_random_below(&b->random, 200) - 100) / 4;
  VdValue value = vd_value_double(x), out;
  assert_true(
      vd_op_eval(&b->arena, VD_OP_FTOF, vd_imm_float(sort), &value, 1, &out));
  return out;
}

// A variable from low to low + 3: known well enough, but not a constant.
static inline VdTerm near(Bench *b, VdValue low) {
  VdTerm bound = vd_mk_value(b->tm, &low);
  VdTerm v = vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, low.sort, NULL);
  VdTerm three = vd_mk_bv(b->tm, low.sort.a, low.sort.a == 1 ? 1 : 3);
  VdTerm off =
      raw(b, VD_OP_BVADD, 0, (VdTerm[]){v, vd_mk_neg(b->tm, bound)}, 2);
  vd_push(&b->asserts, vd_mk_not(b->tm, vd_mk_ult(b->tm, three, off)));
  return v;
}

static inline VdTerm operand(Bench *b, VdSort sort) {
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

static inline VdTerm region_byte(Bench *b, VdTerm mem, uint64_t i) {
  VdTerm address = vd_mk_bv(b->tm, 64, BASE + i);
  return raw(b, VD_OP_LOAD, 1, (VdTerm[]){mem, address}, 2);
}

static inline void watch_variables(Bench *b) {
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
static inline void assign(Bench *b, VdEval *eval, const VdValue *value) {
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

static inline void fail_on(Bench *b, VdTerm t, const VdValue *ours,
                           const VdValue *theirs) {
  VdBuf text = {0};
  vd_term_print(b->tm, t, &text);
  vd_buf_str(&text, " is ");
  vd_value_print(ours, &text);
  vd_buf_str(&text, ", Z3 says ");
  vd_value_print(theirs, &text);
  fail_msg("%s", vd_buf_text(&text));
}

static inline void compare(Bench *b, const VdValue *value) {
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

static inline void ask(Bench *b, VdReply *reply) {
  VdSolver z3 = {0};
  VdQuery query = {.asserts = b->asserts.at,
                   .n = b->asserts.len,
                   .watch = b->watch.at,
                   .watches = b->watch.len,
                   .reals = b->reals};
  VdBudget budget = vd_budget_of(60);
  vd_solve(&z3, b->tm, &query, &budget, &b->arena, reply);
}

// Solves for all the roots at once, compares, and starts afresh.
static inline void settle(Bench *b) {
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

static inline void add(Bench *b, VdOp op, uint64_t imm, const VdSort *sorts,
                       uint32_t n) {
  VdTerm args[8];
  for (uint32_t i = 0; i < n; i++) args[i] = operand(b, sorts[i]);
  vd_push(&b->roots, raw(b, op, imm, args, n));
}

// -------------------------------------------------------------- questions

static inline VdTerm var(Bench *b, VdSort sort) {
  return vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, sort, NULL);
}

static inline void check_answer(Bench *b, VdTerm claim, VdAnswer answer) {
  VdReply reply;
  vd_push(&b->asserts, claim);
  ask(b, &reply);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, answer);
  b->asserts.len--;
}

static inline VdTerm differ(Bench *b, VdTerm x, VdTerm y) {
  VdTerm same = raw(b, VD_OP_EQ, 0, (VdTerm[]){x, y}, 2);
  return raw(b, VD_OP_NOT, 0, &same, 1);
}

static inline void check_same(Bench *b, VdTerm x, VdTerm y) {
  check_answer(b, differ(b, x, y), VD_ANSWER_UNSAT);
}

static inline VdTerm two(Bench *b, VdOp op, VdTerm x, VdTerm y) {
  return raw(b, op, 0, (VdTerm[]){x, y}, 2);
}

#endif
