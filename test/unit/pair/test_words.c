// Questions about memory without arrays: what is true of some memory is never
// said to be impossible. Random questions over overlapping stores, fills,
// copies and loads, by pointers and in variables to which no pointer leads; the
// evaluator finds memories and addresses that make them true.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pair/pair.h"

enum { QUESTIONS = 60, TRIES = 30, POINTERS = 3, BASE = 1 << 20 };
enum { CLOSED = BASE - 4096 };  // where pointers do not lead

typedef struct Gen {
  VdTerms *tm;
  VdRandom random;
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return (uint32_t)(vd_random_next(&g->random) % n);
}

static VdTerm pointer_var(Gen *g, uint32_t i) {
  return vd_mk_var(g->tm, VD_VAR_PARAM, i, vd_sort_bv(64), "");
}

static VdTerm mem_var(Gen *g) {
  return vd_summary_state(g->tm, VD_ROLE_MEM);
}

static VdTerm gen_mem(Gen *g, uint32_t depth);

static VdTerm gen_addr(Gen *g) {
  return vd_mk_add(g->tm, pointer_var(g, below(g, POINTERS)),
                   vd_mk_bv(g->tm, 64, below(g, 6)));
}

static VdTerm closed_variable(VdTerms *tm) {
  VdObject object = {.kind = VD_OBJECT_GLOBAL,
                     .key = "closed",
                     .name = "closed",
                     .closed = true,
                     .size = 16,
                     .align = 1};
  return vd_mk_addr(tm, vd_object_put(tm, &object));
}

// Where a word of at most 8 bytes is.
static VdTerm gen_place(Gen *g) {
  if (below(g, 3)) return gen_addr(g);
  return vd_mk(
      g->tm, VD_OP_PTRADD, 0,
      (VdTerm[]){closed_variable(g->tm), vd_mk_bv(g->tm, 64, below(g, 6))}, 2);
}

static VdTerm gen_load(Gen *g, uint32_t bytes, uint32_t depth) {
  return vd_mk_load(g->tm, gen_mem(g, depth), gen_place(g), bytes);
}

static VdTerm gen_test(Gen *g) {
  return vd_mk_ult(g->tm, gen_addr(g), gen_addr(g));
}

static VdTerm gen_length(Gen *g) {
  VdTerm n = vd_mk_bv(g->tm, 64, below(g, 9));
  if (below(g, 2)) return n;
  return vd_mk_ite(g->tm, gen_test(g), n, vd_mk_bv(g->tm, 64, 100));
}

static VdTerm gen_mem(Gen *g, uint32_t depth) {
  VdTerms *tm = g->tm;
  uint32_t bytes = 1u << below(g, 4);
  if (depth == 0) return mem_var(g);
  VdTerm m = gen_mem(g, depth - 1);
  switch (below(g, 8)) {
    case 0: return m;
    case 1:
      return vd_mk(tm, VD_OP_FILL, 0,
                   (VdTerm[]){m, gen_addr(g), gen_load(g, 1, 0), gen_length(g)},
                   4);
    case 2:
      return vd_mk(tm, VD_OP_COPY, 0,
                   (VdTerm[]){m, gen_addr(g), gen_mem(g, depth / 2),
                              gen_addr(g), gen_length(g)},
                   5);
    case 3: return vd_mk_ite(tm, gen_test(g), m, gen_mem(g, depth / 2));
    default:
      return vd_mk_store(tm, m, gen_place(g), gen_load(g, bytes, depth / 2));
  }
}

static VdTerm gen_question(Gen *g) {
  VdTerms *tm = g->tm;
  uint32_t bytes = 1u << below(g, 4);
  VdTerm t = below(g, 3)
                 ? vd_mk_eq(tm, gen_load(g, bytes, 3), gen_load(g, bytes, 3))
                 : vd_mk_eq(tm, gen_mem(g, 2), gen_mem(g, 2));
  if (below(g, 3)) t = vd_mk_not(tm, t);
  return below(g, 2) ? t : vd_mk_and(tm, t, gen_test(g));
}

// Can random memory make it true?
static bool is_possible(Gen *g, VdTerm question) {
  VdEval *eval = vd_eval_new(g->tm);
  bool found = false;
  for (int i = 0; i < TRIES && !found; i++) {
    VdValue value;
    vd_eval_reset(eval);
    for (uint32_t p = 0; p < POINTERS; p++)
      vd_eval_set(eval, pointer_var(g, p),
                  vd_value_bv(64, BASE + below(g, 12)));
    vd_eval_set(eval, closed_variable(g->tm), vd_value_bv(64, CLOSED));
    vd_eval_set(eval, mem_var(g),
                vd_array_new(vd_eval_arena(eval), vd_sort_mem(),
                             (VdFill){.random = below(g, 1000) + 1}));
    found = vd_eval(eval, question, &value) && value.bits;
  }
  vd_eval_free(eval);
  return found;
}

static VdAnswer ask(VdTerms *tm, VdTerm question, double seconds) {
  VdArena arena = {0};
  VdTermVec asserts = {0}, side[2] = {{0}, {0}};
  VdSolver solver = {0};
  VdReply reply;
  for (int k = 0; k < 2; k++) vd_push(&side[k], question);
  vd_words(tm, question, side, &asserts);
  VdQuery query = {.asserts = asserts.at, .n = asserts.len, .words = true};
  VdBudget budget = vd_budget_of(seconds);
  vd_solve(&solver, tm, &query, &budget, &arena, &reply);
  for (int k = 0; k < 2; k++) vd_vec_done(&side[k]);
  vd_vec_done(&asserts);
  vd_arena_done(&arena);
  return reply.answer;
}

static void test_what_is_possible_stays_possible(void **state) {
  (void)state;
  Gen g = {.tm = vd_terms_new(), .random = {1}};
  uint32_t possible = 0, refuted = 0;
  for (int i = 0; i < QUESTIONS; i++) {
    VdTerm question = gen_question(&g);
    bool can = is_possible(&g, question);
    VdAnswer answer = ask(g.tm, question, 0.2);
    assert_null(vd_terms_error(g.tm));
    if (can && answer == VD_ANSWER_UNSAT) {
      VdBuf text = {0};
      vd_term_print(g.tm, question, &text);
      fail_msg("possible, but refuted: %s", vd_buf_text(&text));
    }
    possible += can;
    refuted += answer == VD_ANSWER_UNSAT;
  }
  print_message("# %u possible, %u refuted of %d\n", possible, refuted,
                QUESTIONS);
  assert_true(possible > QUESTIONS / 4);
  vd_terms_free(g.tm);
}

// Stores in another order, a merge done twice: equal memories that are other
// terms.
static void test_equal_memories_are_equal(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  Gen g = {.tm = tm};
  VdTerm m = mem_var(&g), p = pointer_var(&g, 0), q = pointer_var(&g, 1);
  VdTerm x = vd_mk_load(tm, m, p, 4), y = vd_mk_load(tm, m, q, 4);
  VdTerm apart = vd_mk_ult(tm, vd_mk_add(tm, p, vd_mk_bv(tm, 64, 8)), q);
  VdTerm low = vd_mk_ult(tm, q, vd_mk_bv(tm, 64, 1ull << 40));
  VdTerm low_p = vd_mk_ult(tm, p, vd_mk_bv(tm, 64, 1ull << 40));
  VdTerm one = vd_mk_store(tm, vd_mk_store(tm, m, p, y), q, x);
  VdTerm two = vd_mk_store(tm, vd_mk_store(tm, m, q, x), p, y);
  VdTerm differ = vd_mk_not(tm, vd_mk_eq(tm, one, two));
  VdTerm where = vd_mk_and(tm, apart, vd_mk_and(tm, low, low_p));
  assert_int_equal(ask(tm, vd_mk_and(tm, where, differ), 30), VD_ANSWER_UNSAT);
  assert_int_not_equal(ask(tm, differ, 30), VD_ANSWER_UNSAT);
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

// The place at which memories differ may be in a variable to which no pointer
// leads.
static void test_a_write_to_a_closed_variable_counts(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  Gen g = {.tm = tm};
  VdTerm m = mem_var(&g), at = closed_variable(tm);
  VdTerm word = vd_mk_var(tm, VD_VAR_PARAM, 7, vd_sort_bv(32), "");
  VdTerm differ = vd_mk_not(tm, vd_mk_eq(tm, vd_mk_store(tm, m, at, word), m));
  assert_int_not_equal(ask(tm, differ, 30), VD_ANSWER_UNSAT);
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_possible_stays_possible),
      cmocka_unit_test(test_equal_memories_are_equal),
      cmocka_unit_test(test_a_write_to_a_closed_variable_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
