#include "solve/sat.h"

#include <sys/resource.h>

#include "unit.h"

static const VdBudget NO_LIMIT = {0};

static void clause(VdSat *sat, int a, int b) {
  vd_sat_clause(sat, (int[]){a, b}, 2);
}

static void a_model_satisfies_the_clauses(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  int a = vd_sat_var(sat), b = vd_sat_var(sat), c = vd_sat_var(sat);
  clause(sat, -a, b);
  clause(sat, -b, -c);
  clause(sat, a, c);
  clause(sat, a, b);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_SAT);
  assert_true(vd_sat_value(sat, b));
  assert_false(vd_sat_value(sat, -b));
  assert_true(vd_sat_value(sat, -c));
  assert_false(vd_sat_value(sat, c));
  assert_true(vd_sat_value(sat, a));
  vd_sat_free(sat);
}

static void a_variable_in_no_clause_has_a_value(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  int a = vd_sat_var(sat);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_SAT);
  assert_int_not_equal(vd_sat_value(sat, a), vd_sat_value(sat, -a));
  vd_sat_free(sat);
}

static void assumptions_hold_once_and_the_failed_ones_are_known(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  int a = vd_sat_var(sat), b = vd_sat_var(sat), c = vd_sat_var(sat);
  clause(sat, -a, -b);
  vd_sat_assume(sat, a);
  vd_sat_assume(sat, b);
  vd_sat_assume(sat, c);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_UNSAT);
  assert_true(vd_sat_failed(sat, a) || vd_sat_failed(sat, b));
  assert_false(vd_sat_failed(sat, c));
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_SAT);
  vd_sat_assume(sat, b);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_SAT);
  assert_true(vd_sat_value(sat, -a));
  vd_sat_free(sat);
}

static void the_empty_clause_is_false(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  vd_sat_var(sat);
  vd_sat_clause(sat, NULL, 0);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_UNSAT);
  vd_sat_free(sat);
}

// n + 1 pigeons in n holes: hard without counting.
static void add_pigeons(VdSat *sat, int n) {
  int base = vd_sat_vars(sat);
  for (int i = 0; i < (n + 1) * n; i++) vd_sat_var(sat);
  for (int p = 0; p <= n; p++) {
    int lits[32];
    for (int h = 0; h < n; h++) lits[h] = base + p * n + h + 1;
    vd_sat_clause(sat, lits, (size_t)n);
    for (int q = 0; q < p; q++)
      for (int h = 0; h < n; h++)
        clause(sat, -(base + p * n + h + 1), -(base + q * n + h + 1));
  }
}

static void a_budget_ends_the_search(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  add_pigeons(sat, 16);
  double start = vd_now();
  VdBudget budget = vd_budget_of(0.05);
  assert_int_equal(vd_sat_solve(sat, &budget), VD_SAT_UNKNOWN);
  assert_int_equal(vd_sat_solve(sat, &budget), VD_SAT_UNKNOWN);
  assert_true(vd_now() - start < 5);
  vd_sat_free(sat);
}

static void a_limit_of_conflicts_is_for_one_solve(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  add_pigeons(sat, 6);
  vd_sat_limit(sat, 5);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_UNKNOWN);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_UNSAT);
  vd_sat_free(sat);
}

// An assumption that was not asked about because time was over must not come
// back in the next question.
static void what_was_assumed_when_time_was_over_is_forgotten(void **state) {
  (void)state;
  VdSat *sat = vd_sat_new();
  int a = vd_sat_var(sat), b = vd_sat_var(sat);
  clause(sat, a, b);
  volatile int cancelled = 1;
  VdBudget over = {.cancelled = &cancelled};
  vd_sat_assume(sat, -a);
  vd_sat_assume(sat, -b);
  vd_sat_solve(sat, &over);
  assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_SAT);
  vd_sat_free(sat);
}

// Random clauses over few variables, against all assignments; asked again and
// again while clauses are added.
static void answers_are_those_of_trying_everything(void **state) {
  (void)state;
  enum { VARS = 6 };
  VdRandom random = {7};
  for (int round = 0; round < 100; round++) {
    VdSat *sat = vd_sat_new();
    for (int i = 0; i < VARS; i++) vd_sat_var(sat);
    uint64_t models = ~0ull;  // one bit for each assignment
    for (int step = 0; step < 40; step++) {
      int lits[3];
      uint64_t holds = 0;
      for (int i = 0; i < 3; i++) {
        int v = (int)vd_random_below(&random, VARS);
        bool sign = vd_random_below(&random, 2);
        lits[i] = sign ? -(v + 1) : v + 1;
        for (int m = 0; m < 64; m++)
          if (((m >> v) & 1) != sign) holds |= 1ull << m;
      }
      vd_sat_clause(sat, lits, 3);
      models &= holds;
      VdSatAnswer said = vd_sat_solve(sat, &NO_LIMIT);
      assert_int_equal(said, models ? VD_SAT_SAT : VD_SAT_UNSAT);
      if (said != VD_SAT_SAT) continue;
      int m = 0;
      for (int v = 0; v < VARS; v++) m |= vd_sat_value(sat, v + 1) << v;
      assert_true(models >> m & 1);
    }
    vd_sat_free(sat);
  }
}

// The sanitizer takes more address space than any limit leaves.
#ifndef __SANITIZE_ADDRESS__
// In a worker with little memory the solver's end is a status.
static void starve(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index, (void)out;
  struct rlimit limit = {0};
  FILE *self = fopen("/proc/self/statm", "r");
  unsigned long pages = 0;
  if (!self || fscanf(self, "%lu", &pages) != 1) return;
  limit.rlim_cur = limit.rlim_max = pages * 4096 + (16 << 20);
  setrlimit(RLIMIT_AS, &limit);
  VdSat *sat = vd_sat_new();
  for (int i = 0; i < 100000; i++) vd_sat_var(sat);
  VdRandom random = {1};
  for (;;) {
    int lits[20];
    for (int i = 0; i < 20; i++)
      lits[i] = 1 + (int)vd_random_below(&random, 100000);
    vd_sat_clause(sat, lits, 20);
  }
}

static void take_status(void *context, uint32_t index,
                        const VdWorkResult *result) {
  (void)index;
  *(VdWorkStatus *)context = result->status;
}

static void running_out_of_memory_is_a_status(void **state) {
  (void)state;
  VdWorkStatus status = VD_WORK_OK;
  VdPool pool = {.work = starve, .done = take_status, .context = &status};
  vd_pool_run(&pool, 1);
  assert_int_equal(status, VD_WORK_MEMORY);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_satisfies_the_clauses),
      cmocka_unit_test(a_variable_in_no_clause_has_a_value),
      cmocka_unit_test(assumptions_hold_once_and_the_failed_ones_are_known),
      cmocka_unit_test(the_empty_clause_is_false),
      cmocka_unit_test(a_budget_ends_the_search),
      cmocka_unit_test(a_limit_of_conflicts_is_for_one_solve),
      cmocka_unit_test(what_was_assumed_when_time_was_over_is_forgotten),
      cmocka_unit_test(answers_are_those_of_trying_everything),
#ifndef __SANITIZE_ADDRESS__
      cmocka_unit_test(running_out_of_memory_is_a_status),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
