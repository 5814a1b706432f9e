// Solvers that lie, stammer, hang and die (test/lie): only a whole answer that
// makes sense counts, everything else is unknown and says why.
#include <stdlib.h>

#include "solve/solve.h"
#include "unit.h"

static const char *liar(VdArena *arena, const char *name) {
  const char *root = getenv("VD_TEST_DIR");
  return vd_arena_printf(arena, "'%s/lie/%s'", root ? root : "test", name);
}

// Asks for an x of 8 bits above 41.
static void ask_program(VdArena *arena, const char *program, double seconds,
                        VdReply *reply) {
  VdTerms *tm = vd_terms_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(8), "x");
  VdTerm claim = vd_mk_ult(tm, vd_mk_bv(tm, 8, 41), x);
  VdSolver solver = {.program = program};
  VdQuery query = {.asserts = &claim, .n = 1, .watch = &x, .watches = 1};
  VdBudget budget = vd_budget_of(seconds);
  vd_solve(&solver, tm, &query, &budget, arena, reply);
  vd_terms_free(tm);
}

static void check_unknown(const char *name, const char *reason) {
  VdArena arena = {0};
  VdReply reply;
  ask_program(&arena, liar(&arena, name), 30, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
  assert_null(reply.watch);
  assert_string_equal(reply.reason, reason);
  vd_arena_done(&arena);
}

static void garbage_is_unknown(void **state) {
  (void)state;
  check_unknown("garbage", "the solver said:    ((((unsat |");
}

static void a_solver_that_says_nothing_is_unknown(void **state) {
  (void)state;
  check_unknown("nothing", "the solver said nothing");
}

static void a_solver_that_dies_is_unknown_whatever_it_said(void **state) {
  (void)state;
  check_unknown("crash", "the solver died: signal 11");
}

static void an_answer_after_an_error_is_unknown(void **state) {
  (void)state;
  check_unknown("error-then-unsat",
                "the solver said: (error \"line 3 column 7: unknown "
                "constant\") unsat");
}

static void half_an_answer_is_unknown(void **state) {
  (void)state;
  check_unknown("half-word", "the solver said: unsa");
  check_unknown("half-model", "the solver gave no readable values");
}

static void a_value_of_another_sort_is_unknown(void **state) {
  (void)state;
  check_unknown("other-sort", "the solver gave no readable values");
}

static void silence_ends_with_the_budget(void **state) {
  (void)state;
  VdArena arena = {0};
  VdReply reply;
  double start = vd_now();
  ask_program(&arena, liar(&arena, "silence"), 0.3, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
  assert_string_equal(reply.reason, "timeout");
  assert_true(vd_now() - start < 10);
  vd_arena_done(&arena);
}

static void a_missing_program_is_unknown(void **state) {
  (void)state;
  VdArena arena = {0};
  VdReply reply;
  ask_program(&arena, liar(&arena, "is not there"), 30, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
  assert_memory_equal(reply.reason, "cannot run the solver: ", 23);
  vd_arena_done(&arena);
}

// What cannot be seen here is for the caller: a model is tried on the
// evaluator, and this one does not hold.
static void a_wrong_model_is_a_claim(void **state) {
  (void)state;
  VdArena arena = {0};
  VdReply reply;
  ask_program(&arena, liar(&arena, "wrong-model"), 30, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_SAT);
  assert_int_equal(reply.watch[0].bits, 0);
  vd_arena_done(&arena);
}

static void unsat_is_a_claim(void **state) {
  (void)state;
  VdArena arena = {0};
  VdReply reply;
  ask_program(&arena, liar(&arena, "bogus-unsat"), 30, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_UNSAT);
  ask_program(&arena, liar(&arena, "honest-unsat"), 30, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_UNSAT);
  vd_arena_done(&arena);
}

static void an_honest_answer_is_read(void **state) {
  (void)state;
  VdArena arena = {0};
  VdReply reply;
  ask_program(&arena, liar(&arena, "honest"), 30, &reply);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, VD_ANSWER_SAT);
  assert_int_equal(reply.watch[0].bits, 42);
  vd_arena_done(&arena);
}

static void a_program_may_be_a_pipeline(void **state) {
  (void)state;
  VdArena arena = {0};
  VdReply reply;
  const char *honest = liar(&arena, "honest");
  ask_program(&arena, vd_arena_printf(&arena, "cat | %s", honest), 30, &reply);
  assert_int_equal(reply.answer, VD_ANSWER_SAT);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(garbage_is_unknown),
      cmocka_unit_test(a_solver_that_says_nothing_is_unknown),
      cmocka_unit_test(a_solver_that_dies_is_unknown_whatever_it_said),
      cmocka_unit_test(an_answer_after_an_error_is_unknown),
      cmocka_unit_test(half_an_answer_is_unknown),
      cmocka_unit_test(a_value_of_another_sort_is_unknown),
      cmocka_unit_test(silence_ends_with_the_budget),
      cmocka_unit_test(a_missing_program_is_unknown),
      cmocka_unit_test(a_wrong_model_is_a_claim),
      cmocka_unit_test(unsat_is_a_claim),
      cmocka_unit_test(an_honest_answer_is_read),
      cmocka_unit_test(a_program_may_be_a_pipeline),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
