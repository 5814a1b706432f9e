// Polynomials: what is true of some words is never said to be impossible, and
// the question that solvers get holds wherever the given one does. Random
// questions with products, choose and divisions; the evaluator finds words that
// make them true.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pair/poly_impl.h"

enum { QUESTIONS = 80, TRIES = 60, VARS = 3, WIDTH = 8 };

__extension__ typedef unsigned __int128 Wide;

typedef struct Gen {
  VdTerms *tm;
  VdRandom random;
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return (uint32_t)vd_random_below(&g->random, n);
}

static VdTerm var(VdTerms *tm, uint32_t i, uint32_t width) {
  return vd_mk_var(tm, VD_VAR_PARAM, i, vd_sort_bv(width), "");
}

static VdTerm mk2(VdTerms *tm, VdOp op, VdTerm x, VdTerm y) {
  return vd_mk(tm, op, 0, (VdTerm[]){x, y}, 2);
}

static VdTerm gen_word(Gen *g, uint32_t depth) {
  VdTerms *tm = g->tm;
  switch (depth ? below(g, 9) : below(g, 2)) {
    case 0: return var(tm, below(g, VARS), WIDTH);
    case 1: return vd_mk_bv(tm, WIDTH, below(g, 5) - 2);
    case 2:
    case 3:
      return vd_mk_add(tm, gen_word(g, depth - 1), gen_word(g, depth - 1));
    case 4:
    case 5:
      return mk2(tm, VD_OP_BVMUL, gen_word(g, depth - 1),
                 gen_word(g, depth - 1));
    case 6:
      return vd_mk_choose(tm, 2 + below(g, 2), gen_word(g, depth - 1), WIDTH);
    case 7:
      return mk2(tm, VD_OP_BVUDIV + 2 * below(g, 2), gen_word(g, depth - 1),
                 vd_mk_bv(tm, WIDTH, 1 + below(g, 6)));
    default: {
      VdTerm x = gen_word(g, depth - 1), y = gen_word(g, depth - 1);
      VdOp op = below(g, 2) ? VD_OP_ZEXT : VD_OP_SEXT;
      x = vd_mk(tm, op, 2 * WIDTH, &x, 1);
      y = vd_mk(tm, op, 2 * WIDTH, &y, 1);
      return vd_mk_extract(tm, mk2(tm, VD_OP_BVMUL, x, y), WIDTH, 1);
    }
  }
}

static VdTerm gen_bool(Gen *g, uint32_t depth) {
  VdTerms *tm = g->tm;
  VdTerm x, y;
  switch (depth ? below(g, 6) : 2 + below(g, 3)) {
    case 0:
      return vd_mk_and(tm, gen_bool(g, depth - 1), gen_bool(g, depth - 1));
    case 1: return vd_mk_not(tm, gen_bool(g, depth - 1));
    case 2:
      x = gen_word(g, 3);
      y = gen_word(g, 3);
      return vd_mk_eq(tm, x, y);
    case 3: return vd_mk_ult(tm, gen_word(g, 1), gen_word(g, 1));
    case 4: return mk2(tm, VD_OP_BVSLT, gen_word(g, 1), gen_word(g, 1));
    default:
      x = gen_bool(g, depth - 1);
      y = vd_mk_ite(tm, x, gen_word(g, 2), gen_word(g, 2));
      return vd_mk_eq(tm, y, gen_word(g, 2));
  }
}

// The meaning of choose, of choose of short words, and of times.
static bool run(void *context, VdTerm t, const VdValue *args, uint32_t n,
                VdValue *out) {
  const VdFun *f = vd_fun_get(context, vd_term_fun(context, t));
  (void)n;
  *out = args[0];
  if (!strcmp(f->name, "choose2"))
    out->bits = vd_choose_value(2, args[0].bits);
  else if (!strcmp(f->name, "choose3"))
    out->bits = vd_choose_value(3, args[0].bits);
  else if (!strcmp(f->name, "choose4"))
    out->bits = vd_choose_value(4, args[0].bits);
  else if (!strcmp(f->name, "times"))
    out->bits = args[0].bits * args[1].bits;
  else
    return false;
  *out = vd_value_bv(out->sort.a, out->bits);
  return true;
}

static VdAnswer ask(void *context, VdTerm t, const VdTermVec *watch,
                    VdValue *value) {
  VdArena arena = {0};
  VdReply reply;
  VdSolver solver = {0};
  VdBudget budget = vd_budget_of(2);
  VdQuery q = {.asserts = &t, .n = 1};
  if (watch) q.watch = watch->at, q.watches = watch->len;
  vd_solve(&solver, context, &q, &budget, &arena, &reply);
  for (uint32_t i = 0; i < q.watches && reply.answer == VD_ANSWER_SAT; i++)
    value[i] = reply.watch[i];
  vd_arena_done(&arena);
  return reply.answer;
}

static bool is_refuted(VdTerms *tm, VdTerm question) {
  VdAlgebra algebra = {tm, ask, tm, 40};
  return vd_poly_refute(&algebra, question);
}

static bool is_true(VdEval *eval, VdTerm t) {
  VdValue v;
  assert_true(vd_eval(eval, t, &v));
  return v.bits;
}

static void test_what_is_possible_is_not_refuted(void **state) {
  (void)state;
  uint32_t possible = 0;
  for (uint32_t q = 0; q < QUESTIONS; q++) {
    Gen g = {vd_terms_new(), {q + 1}};
    VdTerm question = gen_bool(&g, 3);
    VdTerm told = vd_poly_question(g.tm, question);
    VdEval *eval = vd_eval_new(g.tm);
    bool found = false;
    for (uint32_t i = 0; i < TRIES; i++) {
      vd_eval_reset(eval);
      vd_eval_on_app(eval, run, g.tm);
      for (uint32_t v = 0; v < VARS; v++)
        vd_eval_set(eval, var(g.tm, v, WIDTH),
                    vd_value_bv(WIDTH, i % 2 ? below(&g, 256) : below(&g, 6)));
      bool holds = is_true(eval, question);
      assert_int_equal(holds, is_true(eval, told));
      found |= holds;
    }
    vd_eval_free(eval);
    if (found) assert_false(is_refuted(g.tm, question));
    assert_null(vd_terms_error(g.tm));
    possible += found;
    vd_terms_free(g.tm);
  }
  assert_true(possible > QUESTIONS / 3);
}

// choose(k, x + 1) is choose(k, x) + choose(k - 1, x), if x + 1 does not wrap.
static void test_sums_are_followed(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  for (uint32_t width = 16; width <= 64; width *= 2)
    for (uint32_t k = 2; k <= 3; k++) {
      VdTerm i = var(tm, 0, width), n = var(tm, 1, width);
      VdTerm next = vd_mk_add(tm, i, vd_mk_bv(tm, width, 1));
      VdTerm sum = vd_mk_add(tm, vd_mk_choose(tm, k, i, width),
                             vd_mk_choose(tm, k - 1, i, width));
      VdTerm eq = vd_mk_eq(tm, vd_mk_choose(tm, k, next, width), sum);
      VdTerm order = vd_mk_ult(tm, i, n);
      assert_true(is_refuted(tm, vd_mk_and(tm, order, vd_mk_not(tm, eq))));
      assert_false(is_refuted(tm, vd_mk_not(tm, eq)));
      assert_false(is_refuted(tm, vd_mk_and(tm, order, eq)));
      // At the end, next is n.
      VdTerm end = vd_mk_not(tm, vd_mk_ult(tm, next, n));
      eq = vd_mk_eq(tm, vd_mk_choose(tm, k, n, width), sum);
      VdTerm all = vd_mk_and(tm, order, vd_mk_and(tm, end, vd_mk_not(tm, eq)));
      assert_true(is_refuted(tm, all));
    }
  vd_terms_free(tm);
}

static void test_divisions_are_exact_where_nothing_wraps(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, 32), one = vd_mk_bv(tm, 32, 1);
  VdTerm half =
      mk2(tm, VD_OP_BVUDIV, mk2(tm, VD_OP_BVMUL, x, vd_mk_sub(tm, x, one)),
          vd_mk_bv(tm, 32, 2));
  VdTerm differ = vd_mk_not(tm, vd_mk_eq(tm, half, vd_mk_choose(tm, 2, x, 32)));
  VdTerm in = vd_mk_ult(tm, x, vd_mk_bv(tm, 32, 65537));
  VdTerm just = vd_mk_ult(tm, x, vd_mk_bv(tm, 32, 65538));
  assert_true(is_refuted(tm, vd_mk_and(tm, in, differ)));
  assert_false(is_refuted(tm, vd_mk_and(tm, just, differ)));
  vd_terms_free(tm);
}

static uint64_t reference(uint32_t k, uint64_t x) {
  Wide r = 1;
  for (uint32_t i = 0; i < k; i++) {
    if (x < i) return 0;
    r = r * (x - i) / (i + 1);
  }
  return (uint64_t)r;
}

// Conditions and words wider than a machine's are tried out too.
static void test_any_sort_is_tried_out(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm b = vd_mk_var(tm, VD_VAR_PARAM, 9, vd_sort_bool(), "");
  VdTerm wide = vd_mk_var(tm, VD_VAR_PARAM, 8, vd_sort_bv(65), "");
  VdTerm x = vd_mk_ite(tm, b, var(tm, 0, 32), vd_mk_extract(tm, wide, 40, 9));
  VdTerm y = var(tm, 1, 32);
  VdTerm args[2] = {vd_mk_add(tm, x, y), y};
  VdTerm product = vd_mk(tm, VD_OP_BVMUL, 0, args, 2);
  VdTerm parts[2][2] = {{x, y}, {y, y}};
  VdTerm sum = vd_mk_add(tm, vd_mk(tm, VD_OP_BVMUL, 0, parts[0], 2),
                         vd_mk(tm, VD_OP_BVMUL, 0, parts[1], 2));
  assert_true(vd_poly_holds(tm, vd_mk_eq(tm, product, sum)));
  assert_false(vd_poly_holds(tm, vd_mk_eq(tm, product, x)));
  vd_terms_free(tm);
}

static void test_choose_is_right(void **state) {
  (void)state;
  VdRandom random = {5};
  for (uint32_t n = 0; n < 2000; n++) {
    uint64_t x = n < 100 ? n : vd_random_next(&random) >> (32 + n % 30);
    for (uint32_t k = 1; k <= VD_MAX_CHOOSE; k++)
      if (k < 4 || x < 1u << 30)
        assert_int_equal(vd_choose_value(k, x), reference(k, x));
  }
  assert_int_equal(vd_choose_value(2, UINT64_MAX), (1ull << 63) + 1);
  assert_int_equal(vd_choose_value(2, 1ull << 63), 3ull << 62);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choose_is_right),
      cmocka_unit_test(test_any_sort_is_tried_out),
      cmocka_unit_test(test_sums_are_followed),
      cmocka_unit_test(test_divisions_are_exact_where_nothing_wraps),
      cmocka_unit_test(test_what_is_possible_is_not_refuted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
