// Proof by cases: what it finds, what it must not find, and that whatever it
// refutes is false for the evaluator.
//
// VERIDIFF_RULES_SECONDS sets for how long, VERIDIFF_RULES_SEED where to start.
#include <stdlib.h>

#include "pattern.h"

enum { STEPS = 20000, POOL = 40, PAIRS = 60, RUNS = 12 };

static uint64_t next_stamp(void) {
  static uint64_t stamp;  // one test program, one counter
  return ++stamp;
}

// ------------------------------------------------------------------ by name

typedef struct Claim {
  const char *name, *text;
} Claim;

static const Claim refuted[] = {
    {"false", "false"},
    {"a contradiction", "(and p (not p))"},
    {"no case is left",
     "(and (or p q) (or p (not q)) (or (not p) q) "
     "(or (not p) (not q)))"},
    {"conditions in another order",
     "(ne (ite p (ite q x y) (ite q z w)) (ite q (ite p x z) (ite p y w)))"},
    {"a tree and one condition",
     "(ne (ite p (ite q 1 (ite r 1 x)) x) (ite (and p (or q r)) 1 x))"},
    {"conditions inside of arguments",
     "(ne (bvudiv (ite p x y) z) (ite p (bvudiv x z) (bvudiv y z)))"},
    {"arguments in another order",
     "(ne (fmul (ite p a b) c) (ite p (fmul c a) (fmul b c)))"},
    {"a test of an ite", "(and p (bvult (ite p x y) z) (not (bvult x z)))"},
    {"a value that is known", "(and (eq x 3) (bvult x 2))"},
    {"two values", "(and (eq x 3) (eq x 4))"},
    {"a value inside",
     "(ne (ite (eq x 3) (bvudiv x y) z) (ite (eq x 3) (bvudiv 3 y) z))"},
};

static const Claim not_refuted[] = {
    {"true", "true"},
    {"a test", "p"},
    {"one case is left", "(and (or p q) (or p (not q)) (or (not p) q))"},
    {"other leaves", "(ne (ite p (ite q x y) z) (ite q (ite p x z) y))"},
    {"other arguments", "(ne (bvudiv x y) (bvudiv y x))"},
    {"a value that is not known", "(and (ne x 3) (bvult x 2))"},
    {"what is known in another case",
     "(ne (ite (eq x 3) y (bvudiv x y)) (ite (eq x 3) y (bvudiv 3 y)))"},
};

static bool is_refuted(const Claim *claim) {
  VdTerms *tm = universe_new();
  Gen g = {0};
  Raw *raw = pattern_read(&g, claim->text, 8, vd_sort_float(5, 11));
  bool yes = vd_term_refute(tm, raw_build(tm, raw, next_stamp(), 0), STEPS);
  // and as it was written, without rules
  bool plain = vd_term_refute(tm, raw_intern(tm, raw, next_stamp()), STEPS);
  if (yes != plain) fail_msg("%s: rules decide", claim->name);
  vd_terms_free(tm);
  gen_done(&g);
  return yes;
}

static void test_cases_by_name(void **state) {
  (void)state;
  for (size_t i = 0; i < VD_COUNT(refuted); i++)
    if (!is_refuted(&refuted[i])) fail_msg("%s", refuted[i].name);
  for (size_t i = 0; i < VD_COUNT(not_refuted); i++)
    if (is_refuted(&not_refuted[i])) fail_msg("%s", not_refuted[i].name);
}

// n conditions in one order and in the reverse one: all 2^n cases.
static VdTerm long_claim(VdTerms *tm, uint32_t n) {
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(8), "x"), y = x;
  for (uint32_t i = 0; i < 2 * n; i++) {
    uint32_t number = i < n ? i : 2 * n - 1 - i;
    VdTerm p = vd_mk_var(tm, VD_VAR_PARAM, number, vd_sort_bool(), "");
    VdTerm *t = i < n ? &x : &y;
    *t = vd_mk_ite(tm, p,
                   mk2(tm, VD_OP_BVUDIV, *t, vd_mk_bv(tm, 8, number + 3)), *t);
  }
  return vd_mk_not(tm, vd_mk_eq(tm, x, y));
}

static void test_work_is_bounded(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  double start = vd_now();
  assert_false(vd_term_refute(tm, long_claim(tm, 40), STEPS));
  assert_true(vd_term_refute(tm, vd_mk_bool(tm, false), 0));
  assert_true(vd_now() - start < 5);
  vd_terms_free(tm);
}

static void test_deep_terms_are_left_alone(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(8), "x");
  VdTerm y = vd_mk_var(tm, VD_VAR_PARAM, 1, vd_sort_bv(8), "y"), s = x, t = y;
  for (int i = 0; i < 100000; i++) {
    s = mk2(tm, VD_OP_BVUDIV, x, s);
    t = mk2(tm, VD_OP_BVUDIV, x, t);
  }
  VdTerm differ = vd_mk_not(tm, vd_mk_eq(tm, s, t));
  assert_false(vd_term_refute(tm, differ, 1u << 30));
  vd_terms_free(tm);
}

// ------------------------------------------------------------------ at random

static bool value_of(VdTerms *tm, VdTerm t, uint64_t seed, bool *out) {
  VdArena arena = {0};
  Env env = {.arena = &arena, .seed = seed, .run = next_stamp()};
  AppContext context = {&env, tm};
  VdEval *eval = vd_eval_new(tm);
  VdValue v;
  eval_prepare(eval, tm, &t, 1, &context);
  bool has = vd_eval(eval, t, &v);
  if (has) *out = v.bits;
  vd_eval_free(eval);
  vd_arena_done(&arena);
  return has;
}

static void check_refuted(VdTerms *tm, VdTerm t, uint64_t seed) {
  for (uint32_t run = 0; run < RUNS; run++) {
    bool v = false;
    if (!value_of(tm, t, seed + run, &v) || !v) continue;
    VdBuf text = {0};
    vd_term_print(tm, t, &text);
    fail_msg("seed %#llx: refuted, but true: %s", (unsigned long long)seed,
             vd_buf_text(&text));
  }
}

// Two of the pool that may differ: with and without rules, and any two.
static VdTerm some_claim(Gen *g, VdTerms *tm, const VdTermVec *plain,
                         const VdTermVec *ruled) {
  uint32_t i = (uint32_t)below(g, plain->len);
  uint32_t j = one_in(g, 3) ? i : (uint32_t)below(g, plain->len);
  VdTerm x = plain->at[i], y = ruled->at[j];
  if (!vd_sort_eq(vd_term_sort(tm, x), vd_term_sort(tm, y))) return tm->yes;
  VdTerm eq = intern2(tm, VD_OP_EQ, vd_sort_bool(), x, y);
  if (vd_term_sort(tm, x).kind == VD_SORT_BOOL && one_in(g, 2))
    return intern2(tm, VD_OP_AND, vd_sort_bool(), x, y);
  return one_in(g, 4) ? eq : intern1(tm, VD_OP_NOT, vd_sort_bool(), 0, eq);
}

static uint32_t try_pool(uint64_t seed) {
  Gen g = gen_new(seed);
  VdTerms *tm = universe_new();
  VdTermVec plain = {0}, ruled = {0};
  uint32_t found = 0;
  for (uint32_t i = 0; i < POOL; i++) gen_step(&g);
  uint64_t a = next_stamp(), b = next_stamp();
  for (uint32_t i = 0; i < g.pool.len; i++)
    vd_push(&plain, raw_intern(tm, g.pool.at[i], a));
  for (uint32_t i = 0; i < g.pool.len; i++)
    vd_push(&ruled, raw_build(tm, g.pool.at[i], b, 0));
  for (uint32_t i = 0; i < PAIRS; i++) {
    VdTerm t = some_claim(&g, tm, &plain, &ruled);
    if (!vd_term_refute(tm, t, STEPS)) continue;
    found++;
    check_refuted(tm, t, seed);
  }
  vd_vec_done(&plain);
  vd_vec_done(&ruled);
  vd_terms_free(tm);
  gen_done(&g);
  return found;
}

static void test_what_is_refuted_is_false(void **state) {
  (void)state;
  const char *seconds = getenv("VERIDIFF_RULES_SECONDS");
  const char *from = getenv("VERIDIFF_RULES_SEED");
  uint64_t seed = from ? strtoull(from, NULL, 0) : 1;
  double end = vd_now() + (seconds ? atof(seconds) : 3);
  uint64_t found = 0;
  for (uint32_t i = 0; i < 10 || vd_now() < end; i++)
    found += try_pool(seed += RUNS);
  print_message("# %llu refuted\n", (unsigned long long)found);
  assert_true(found > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cases_by_name),
      cmocka_unit_test(test_work_is_bounded),
      cmocka_unit_test(test_deep_terms_are_left_alone),
      cmocka_unit_test(test_what_is_refuted_is_false),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
