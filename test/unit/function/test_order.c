// Trails of two functions: a proof is found again by following its own, and
// nothing is proved by following another.
#include "../ir/ir_test.h"
#include "function/order.h"

#define COUNT(body)                 \
  "vir 1\n"                         \
  "func @f(bv8 \"n\") -> (bv8) {\n" \
  "b0(%1: bv8):\n"                  \
  "  %2: bv8 = const 0\n"           \
  "  jump b1(%2, %2)\n"             \
  "b1(%3: bv8, %4: bv8):\n"         \
  "  %5: bool = bvult %3, %1\n"     \
  "  br %5, b2, b3\n"               \
  "b2:\n"                           \
  "  %6: bv8 = const 1\n"           \
  "  %7: bv8 = bvadd %3, %6\n" body \
  "  jump b1(%7, %8)\n"             \
  "b3:\n"                           \
  "  return %4\n"                   \
  "}\n"

static const char plain[] = COUNT("  %8: bv8 = bvadd %4, %3\n");
static const char backwards[] =
    "vir 1\n"
    "func @f(bv8 \"n\") -> (bv8) {\n"
    "b0(%1: bv8):\n"
    "  %2: bv8 = const 0\n"
    "  %9: bv8 = const 3\n"
    "  jump b1(%2, %9)\n"
    "b1(%3: bv8, %4: bv8):\n"
    "  %5: bool = bvult %3, %1\n"
    "  br %5, b2, b3\n"
    "b2:\n"
    "  %6: bv8 = const 1\n"
    "  %7: bv8 = bvadd %3, %6\n"
    "  %8: bv8 = bvadd %4, %3\n"
    "  jump b1(%7, %8)\n"
    "b3:\n"
    "  %10: bv8 = const 253\n"
    "  %11: bv8 = bvadd %4, %10\n"
    "  return %11\n"
    "}\n";
static const char other[] = COUNT("  %8: bv8 = bvxor %4, %3\n");

// Compares @f by the table of checkers, with a trail. How many solver calls.
static uint32_t order(const char *old_text, const char *new_text,
                      VdTrail *trail, VdVerdictKind *kind) {
  VdOptions o;
  VdModule *m[2] = {ir_read(old_text), ir_read(new_text)};
  VdTerms *tm = vd_terms_new();
  VdArena arena = {0};
  VdVerdict verdict = {.checker = "", .why = ""};
  vd_options_init(&o);
  o.memory = 0;  // the sanitizer's shadow is larger than any limit
  VdJob job = {.options = &o,
               .trail = trail,
               .arena = &arena,
               .verdict = &verdict,
               .with_heap = true};
  job.budget = vd_budget_limit(&o.budget, 60, 10);
  job.sides.tm = tm;
  job.sides.arena = &arena;
  for (int k = 0; k < 2; k++) {
    vd_ir_loops(m[k]);
    vd_ir_hash(m[k]);
    job.sides.module[k] = m[k];
    job.sides.sums[k] = vd_sums_new(tm, m[k]);
    job.sides.func[k] = vd_module_find_func(m[k], "f");
  }
  vd_job_relate(&job);
  vd_order_pair(&job);
  *kind = verdict.kind;
  vd_verdict_done(&verdict);
  for (int k = 0; k < 2; k++) {
    vd_sums_free(job.sides.sums[k]);
    vd_module_free(m[k]);
  }
  vd_terms_free(tm);
  vd_arena_done(&arena);
  return job.solver_calls;
}

static VdTrail trail_of(const VdBuf *text) {
  VdTrail t = {.follow = true};
  vd_buf_add(&t.text, text->at, text->len);
  return t;
}

static void test_a_proof_by_induction_is_checked_by_its_trail(void **state) {
  (void)state;
  VdTrail made = {0};
  VdVerdictKind kind;
  uint32_t searched = order(plain, backwards, &made, &kind);
  assert_int_equal(kind, VD_SAME);
  assert_non_null(strchr(vd_buf_text(&made.text), '{'));
  VdTrail again = trail_of(&made.text);
  uint32_t asked = order(plain, backwards, &again, &kind);
  assert_int_equal(kind, VD_SAME);
  assert_false(again.lost);
  assert_true(asked < searched);
  vd_trail_done(&made);
  vd_trail_done(&again);
}

static void test_no_trail_proves_what_differs(void **state) {
  (void)state;
  enum { TRIES = 25 };
  VdTrail made = {0};
  VdVerdictKind kind;
  VdRandom random = {7};
  order(plain, backwards, &made, &kind);
  for (uint32_t i = 0; i < TRIES; i++) {
    VdTrail t = trail_of(&made.text);
    for (uint32_t n = i; n > 0; n /= 2)
      t.text.at[vd_random_below(&random, t.text.len)] =
          "+-{} 0123456789abcdef"[vd_random_below(&random, 21)];
    order(plain, other, &t, &kind);
    assert_false(vd_verdict_is_proof(kind));
    vd_trail_done(&t);
  }
  vd_trail_done(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_proof_by_induction_is_checked_by_its_trail),
      cmocka_unit_test(test_no_trail_proves_what_differs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
