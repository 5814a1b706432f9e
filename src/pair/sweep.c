// Equal parts of the two versions, from the inside out.
//
// A small difference deep inside (x & 255 against x % 256) makes all that is
// built on it another term. So the goal is made once more, bottom up: a value
// of the new version that was equal to one of the old version in some random
// runs is compared with it by the solver, and if it always is, takes its place.
// What is built on it then is mostly the same term at once.
//
// Random runs only choose what to compare: memory and what functions answer are
// made up. Each replacement is proved, for all values of everything, without
// any assumption.
#include "base/limit.h"
#include "pair/pair.h"

enum {
  MIN_WIDTH = 16,  // narrower values are equal by chance
};

typedef struct Sweep {
  VdJob *job;
  VdTerms *tm;
  VdBudget budget;
  VdMap mark;  // term id to what its values in all runs hash to
  VdMap by;    // such a hash to an old term's id
  VdMap next;  // old term id to another one with the same values
  VdMap old;   // ids of the old version's terms
  VdMap to;    // new term id to its form with old parts
  uint64_t seed;
  uint32_t asked, failed, proved;
} Sweep;

// ------------------------------------------------------------ made-up runs

static uint64_t mix(uint64_t h, uint64_t x) {
  h = vd_hash_mix(h, x);
  return vd_hash_bytes(&h, sizeof h, 1);
}

// Small numbers, numbers near a power of two, anything.
static uint64_t interesting(uint64_t h) {
  uint64_t x = mix(h, 7);
  switch (h % 5) {
    case 0: return x % 16;
    case 1: return (uint64_t)0 - x % 16;
    case 2: return ((uint64_t)1 << x % 64) - x / 64 % 2;
    default: return x;
  }
}

static bool make_up(Sweep *s, VdArena *arena, VdSort sort, uint64_t h,
                    VdValue *out) {
  uint32_t width = vd_sort_width(sort);
  if (vd_sort_is_mem(sort)) {
    *out = vd_array_new(arena, sort, (VdFill){.random = h | 1});
    return true;
  }
  if (sort.kind == VD_SORT_WORLD) {
    *out = (VdValue){.sort = sort, .bits = h};
    return true;
  }
  if (width == 0 || width > 64) return false;
  VdValue bits = vd_value_bv(width, interesting(h ^ s->seed));
  if (sort.kind == VD_SORT_FLOAT) {
    *out = vd_value_as_float(arena, sort, bits);
    return true;
  }
  *out = (VdValue){.sort = sort, .bits = bits.bits};
  return sort.kind == VD_SORT_BV || sort.kind == VD_SORT_BOOL;
}

typedef struct MadeUp {
  Sweep *sweep;
  VdArena *arena;
} MadeUp;

// What a function answers hangs on its ordinary arguments only: the same state
// looks different in two versions.
static bool on_app(void *context, VdTerm t, const VdValue *args, uint32_t n,
                   VdValue *out) {
  MadeUp *m = context;
  VdTerms *tm = m->sweep->tm;
  uint64_t h = mix(vd_term_fun(tm, t), vd_term_result(tm, t));
  for (uint32_t i = 0; i < n; i++)
    if (args[i].sort.kind == VD_SORT_BV && args[i].sort.a <= 64)
      h = mix(h, args[i].bits);
  return make_up(m->sweep, m->arena, vd_term_sort(tm, t), h, out);
}

static void run_once(Sweep *s, VdEval *eval, const VdTermVec *nodes) {
  MadeUp m = {s, vd_eval_arena(eval)};
  vd_eval_reset(eval);
  vd_eval_on_app(eval, on_app, &m);
  for (uint32_t i = 0; i < nodes->len; i++) {
    VdTerm t = nodes->at[i];
    VdValue value;
    uint64_t *mark = vd_map_put(&s->mark, t.id);
    if (vd_term_op(s->tm, t) == VD_OP_VAR &&
        make_up(s, m.arena, vd_term_sort(s->tm, t), mix(t.id, s->seed), &value))
      vd_eval_set(eval, t, value);
    if (vd_term_sort(s->tm, t).kind != VD_SORT_BV ||
        vd_sort_width(vd_term_sort(s->tm, t)) > 64 || !vd_eval(eval, t, &value))
      *mark = 1;  // no value: nothing equals it
    else if (*mark != 1)
      *mark = mix(mix(*mark, value.bits), value.sort.a) | 2;
  }
}

// Large tables make a run slow; one gives every node its mark.
static void run_all(Sweep *s, const VdTermVec *nodes) {
  VdEval *eval = vd_eval_new(s->tm);
  for (uint64_t i = 1; i <= vd_limit->sweep_runs; i++) {
    if (i > 1 && vd_budget_over(&s->budget)) break;
    s->seed = mix(i, 77);
    run_once(s, eval, nodes);
  }
  vd_eval_free(eval);
}

// ---------------------------------------------------------------- questions

static bool can_ask(const Sweep *s) {
  return s->asked < vd_limit->sweep_questions &&
         s->failed < vd_limit->sweep_failed && !vd_budget_over(&s->budget);
}

static bool are_equal(Sweep *s, VdTerm x, VdTerm y) {
  VdTerm differ = vd_mk_not(s->tm, vd_mk_eq(s->tm, x, y));
  VdTermVec asserts = {0}, side[2] = {{0}, {0}};
  VdReply reply;
  if (vd_term_is_false(s->tm, differ)) return true;
  vd_push(&side[OLD], y);
  vd_push(&side[NEW], x);
  vd_words(s->tm, differ, side, &asserts);
  VdQuery query = {.asserts = asserts.at,
                   .n = asserts.len,
                   .reals = s->job->options->reals,
                   .words = true};
  VdBudget budget = vd_budget_slice(&s->budget, vd_limit->sweep_work);
  VdSolver z3 = {.memory = s->job->options->solver.memory};
  s->asked++;
  s->job->solver_calls++;
  vd_solve(&z3, s->tm, &query, &budget, s->job->arena, &reply);
  vd_vec_done(&asserts);
  for (int k = 0; k < 2; k++) vd_vec_done(&side[k]);
  bool equal = reply.answer == VD_ANSWER_UNSAT && !vd_terms_error(s->tm);
  if (equal)
    s->proved++;
  else
    s->failed++;
  return equal;
}

// ------------------------------------------------------------ the new goal

static bool is_worth_it(const Sweep *s, VdTerm t) {
  VdSort sort = vd_term_sort(s->tm, t);
  VdOp op = vd_term_op(s->tm, t);
  // Loads at one place are equal when memory is, which is no small question.
  return sort.kind == VD_SORT_BV && sort.a >= MIN_WIDTH && op != VD_OP_CONST &&
         op != VD_OP_VAR && op != VD_OP_ADDR && op != VD_OP_LOAD;
}

static uint32_t apart(const Sweep *s, VdTerm x, VdTerm y) {
  uint32_t a = vd_term_depth(s->tm, x), b = vd_term_depth(s->tm, y);
  return a < b ? b - a : a - b;
}

// The old version's term with the same values that is most like t; none if
// there is none.
static VdTerm twin_of(const Sweep *s, VdTerm t, VdTerm was) {
  const uint64_t *mark = vd_map_get(&s->mark, was.id);
  const uint64_t *at = mark && *mark != 1 ? vd_map_get(&s->by, *mark) : NULL;
  VdTerm best = VD_TERM_NONE;
  for (; at; at = vd_map_get(&s->next, (uint32_t)*at)) {
    VdTerm y = {(uint32_t)*at};
    if (vd_term_is_none(best) || apart(s, t, y) < apart(s, t, best)) best = y;
  }
  return best;
}

static void sweep_new(Sweep *s, const VdTermVec *nodes) {
  for (uint32_t i = 0; i < nodes->len; i++) {
    VdTerm t = nodes->at[i], to = vd_term_rebuild(s->tm, t, &s->to);
    if (!vd_map_get(&s->old, to.id) && is_worth_it(s, to) && can_ask(s)) {
      VdTerm twin = twin_of(s, to, t);
      if (!vd_term_is_none(twin) && are_equal(s, to, twin)) to = twin;
    }
    if (!vd_term_eq(to, t)) *vd_map_put(&s->to, t.id) = to.id;
  }
}

static void reach(const Sweep *s, const VdGoal *goal, int k, VdTermVec *out) {
  VdTermVec roots = {0};
  vd_push(&roots, goal->defined[k]);
  vd_push(&roots, goal->halt[k]);
  for (uint32_t i = 0; i < goal->result[k].len; i++)
    vd_push(&roots, goal->result[k].at[i]);
  vd_terms_reach(s->tm, roots.at, roots.len, out);
  vd_vec_done(&roots);
}

uint32_t vd_sweep(VdJob *job, VdGoal *goal, double seconds) {
  Sweep s = {.job = job, .tm = job->sides.tm};
  VdTermVec nodes[2] = {{0}, {0}};
  s.budget = vd_budget_slice(&job->budget, seconds);
  for (int k = 0; k < 2; k++) reach(&s, goal, k, &nodes[k]);
  if (nodes[0].len + nodes[1].len <= vd_limit->sweep_terms) {
    VdTermVec all = {0};
    for (int k = 0; k < 2; k++)
      for (uint32_t i = 0; i < nodes[k].len; i++)
        if (!vd_map_get(&s.old, nodes[k].at[i].id)) {
          vd_push(&all, nodes[k].at[i]);
          if (k == OLD) *vd_map_put(&s.old, nodes[k].at[i].id) = 1;
        }
    run_all(&s, &all);
    for (uint32_t i = 0; i < nodes[OLD].len; i++) {
      uint64_t mark = *vd_map_get(&s.mark, nodes[OLD].at[i].id);
      if (!is_worth_it(&s, nodes[OLD].at[i]) || mark == 1) continue;
      uint64_t *first = vd_map_put(&s.by, mark), was = *first;
      *first = nodes[OLD].at[i].id;
      if (was) *vd_map_put(&s.next, nodes[OLD].at[i].id) = was;
    }
    sweep_new(&s, &nodes[NEW]);
    goal->defined[NEW] = vd_term_mapped(goal->defined[NEW], &s.to);
    goal->halt[NEW] = vd_term_mapped(goal->halt[NEW], &s.to);
    for (uint32_t i = 0; i < goal->result[NEW].len; i++)
      goal->result[NEW].at[i] = vd_term_mapped(goal->result[NEW].at[i], &s.to);
    vd_vec_done(&all);
  }
  for (int k = 0; k < 2; k++) vd_vec_done(&nodes[k]);
  vd_map_done(&s.mark);
  vd_map_done(&s.by);
  vd_map_done(&s.next);
  vd_map_done(&s.old);
  vd_map_done(&s.to);
  return s.proved;
}
