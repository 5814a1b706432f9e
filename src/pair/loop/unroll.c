// Loops and recursion unrolled: to their end where that is near, else up to the
// bound. What goes beyond the bound is cut off, and the verdict says so, unless
// nothing was cut.
#include "base/limit.h"
#include "pair/loop/loop.h"

// ------------------------------------------------------------------ bounded

static VdTerm cut_defined(const VdSearch *s, int k, bool value) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  VdTerms *tm = s->job->sides.tm;
  vd_terms_reach(tm, &s->goal.defined[k], 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (!vd_open_is_call(s->job->sides.tm, t)) continue;
    uint32_t symbol = vd_term_fun(tm, t);
    int side = vd_open_side(s, symbol, k);
    if (side < 0 || !vd_open_is_recursive(s, symbol, side)) continue;
    if (vd_term_result(tm, t) == vd_fun_get(tm, symbol)->results - 1)
      *vd_map_put(&map, t.id) = vd_mk_bool(tm, value).id;
  }
  VdTerm t = vd_term_subst(tm, s->goal.defined[k], &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return t;
}

// The question for inputs on which nothing that was cut off is reached. Every
// recursive function has a result "is defined" (vd_ir_hash), and it is part of
// `defined` exactly where the call is made: false there means "reached".
static VdTerm bounded_question(VdSearch *s) {
  VdTerms *tm = s->job->sides.tm;
  VdTerm inside = vd_goal_inside(tm, cut_defined(s, OLD, false));
  VdTerm fine = cut_defined(s, NEW, true),
         short_of = cut_defined(s, NEW, false);
  VdTerm was = s->goal.defined[NEW], old_was = s->goal.defined[OLD];
  s->goal.defined[OLD] = inside;
  s->goal.defined[NEW] = vd_mk_bool(tm, true);
  VdTerm differ = vd_goal_difference(s->job, &s->goal);
  s->goal.defined[NEW] = was;
  s->goal.defined[OLD] = old_was;
  VdTerm undefined = vd_mk_and(tm, inside, vd_mk_not(tm, fine));
  return vd_mk_or(tm, undefined, vd_mk_and(tm, short_of, differ));
}

// Whether an input can get to what was cut off, on either side. If none can,
// the bound is no bound.
static bool is_complete(VdSearch *s) {
  VdTerms *tm = s->job->sides.tm;
  VdTerm reaches = vd_mk_bool(tm, false);
  for (int k = 0; k < 2; k++) {
    VdTerm within = cut_defined(s, k, false), beyond = cut_defined(s, k, true);
    reaches =
        vd_mk_or(tm, reaches, vd_mk_and(tm, beyond, vd_mk_not(tm, within)));
  }
  VdTerm question = vd_mk_and(tm, cut_defined(s, OLD, true), reaches);
  double start = vd_now(), left = vd_budget_left(&s->job->budget);
  VdReply reply = {.answer = VD_ANSWER_UNSAT};
  double part = left * vd_limit->unroll_share, most = vd_limit->unroll_most;
  VdBudget budget = vd_budget_slice(&s->job->budget, part < most ? part : most);
  if (vd_terms_error(tm)) return false;
  if (!vd_term_is_false(tm, question)) {
    VdQuery query = {.asserts = &question, .n = 1};
    s->job->solver_calls++;
    vd_solve_apart(s->job, &query, &budget, &reply);
    if (reply.answer == VD_ANSWER_UNSAT &&
        !vd_ask_is_confirmed(s, &query, &budget))
      reply.answer = VD_ANSWER_UNKNOWN;
  }
  bool complete = reply.answer == VD_ANSWER_UNSAT;
  if (complete) vd_job_step(s->job, "unroll", start, "no input goes further");
  return complete;
}

// Who calls whom, pointers to functions included.
typedef struct Callees {
  VD_VEC(uint32_t) start, to;
} Callees;

static void find_callees(const VdModule *m, Callees *c) {
  for (uint32_t f = 0; f < m->func.len; f++) {
    const VdFunc *func = m->func.at[f];
    vd_push(&c->start, c->to.len);
    for (uint32_t b = 0; b < func->block.len; b++)
      for (uint32_t i = 0; i < func->block.at[b].inst.len; i++) {
        const VdInst *inst = &func->block.at[b].inst.at[i];
        if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_FUNC)
          vd_push(&c->to, inst->index);
      }
  }
  vd_push(&c->start, c->to.len);
}

// How deep loops and recursions are nested in a version.
static uint32_t nesting(const VdJob *job, int side) {
  const VdModule *m = job->sides.module[side];
  uint32_t n = m->func.len;
  Callees c = {0};
  find_callees(m, &c);
  VdGraph graph = {n, c.start.at, c.to.at};
  uint32_t *part = vd_alloc(vd_mul(n + 1, sizeof *part));
  uint32_t parts = vd_graph_scc(&graph, part);
  uint32_t *depth = vd_alloc(vd_mul(parts + 1, sizeof *depth));
  uint32_t *first = vd_alloc(vd_mul(n + 1, sizeof *first));
  uint32_t *next = vd_alloc(vd_mul(n + 1, sizeof *next));
  memset(first, 0xff, (parts + 1) * sizeof *first);
  for (uint32_t f = n; f-- > 0; first[part[f]] = f) next[f] = first[part[f]];
  // Callees have smaller numbers.
  for (uint32_t p = 0; p < parts; p++) {
    bool recursive = false;
    for (uint32_t f = first[p]; f != UINT32_MAX; f = next[f]) {
      recursive |= job->sides.module[side]->func.at[f]->recursive != 0;
      for (uint32_t e = c.start.at[f]; e < c.start.at[f + 1]; e++) {
        uint32_t q = part[c.to.at[e]];
        if (q != p && depth[q] > depth[p]) depth[p] = depth[q];
      }
    }
    depth[p] += recursive;
  }
  uint32_t found = depth[part[job->sides.func[side]]];
  vd_free(part);
  vd_free(depth);
  vd_free(first);
  vd_free(next);
  vd_vec_done(&c.start);
  vd_vec_done(&c.to);
  return found;
}

// All calls are opened k + 1 times. The first one in a chain of nested loops
// takes as many openings as it has iterations to get to the next one, so that
// each of d nested loops may have k / d iterations: d * (k / d) openings lead
// to the last one's way out.
uint32_t vd_unroll_bound(const VdJob *job, uint32_t k) {
  uint32_t depth = nesting(job, OLD), other = nesting(job, NEW);
  if (other > depth) depth = other;
  return depth > 1 ? k / depth : k;
}

// Opened k times, a loop is followed through k tests of its condition: k - 1
// iterations and the way out. Beyond the bound only the end of all loops
// counts.
VdFound vd_unroll(VdSearch *s, uint32_t *bound) {
  uint32_t most = s->job->options->unroll, step = most;
  *bound = 0;
  for (uint32_t k = 0; k <= vd_limit->unroll_deeper * most; k++) {
    if (vd_budget_over(&s->job->budget) || vd_open_is_too_big(s)) break;
    vd_open_all(s, VD_OPEN_RECURSIVE);
    while (vd_open_more(s)) continue;
    if (!vd_open_has_recursion(s))
      return vd_ask_both(
          s, vd_goal_difference(s->job, &s->goal));  // nothing is cut off
    if (k > step) step *= 2;
    if (k == 0 || (k != step && (k & (k - 1)))) continue;
    if (k > most && vd_open_is_beyond(s, vd_limit->unroll_known_nodes)) break;
    VdFound r = vd_ask_both(s, bounded_question(s));
    if (r == VD_FOUND_CASE) return r;
    // Nothing is said by a bound that no input stays in.
    bool any = !vd_term_is_false(s->job->sides.tm, cut_defined(s, OLD, false));
    if (r == VD_FOUND_PROOF && any && is_complete(s)) return r;
    if (r == VD_FOUND_PROOF && any && k <= most) *bound = k;
    if (r == VD_FOUND_NOTHING && k > 1) break;
  }
  return VD_FOUND_NOTHING;
}

// -------------------------------------------------------------- to the end

static bool may_unroll(const VdSearch *s, double start) {
  return !vd_open_is_beyond(s, vd_limit->unroll_known_nodes) &&
         vd_work() - start <= vd_limit->unroll_known_work;
}

// Loops that run a number of times that is known: opened, nothing of them is
// left, and often the terms are the same then. Costs no question.
VdFound vd_unroll_all(VdSearch *s) {
  VdGoal was;
  VdFound found = VD_FOUND_NOTHING;
  double start = vd_now();
  uint32_t steps = s->job->verdict->step.len;
  vd_goal_copy(&s->goal, &was);
  s->new_bodies = true;
  while (may_unroll(s, start) && vd_open_more(s)) continue;
  for (uint32_t k = 0; k < vd_limit->unroll_known; k++) {
    if (!vd_open_has_recursion(s) || !may_unroll(s, start)) break;
    vd_open_all(s, VD_OPEN_RECURSIVE);
    while (may_unroll(s, start) && vd_open_more(s)) continue;
  }
  if (!vd_open_has_recursion(s) &&
      vd_term_is_false(s->job->sides.tm, vd_goal_difference(s->job, &s->goal)))
    found = VD_FOUND_PROOF;
  s->new_bodies = false;
  s->job->verdict->step.len = steps;
  if (found == VD_FOUND_PROOF) {
    vd_job_step(s->job, "unroll", start,
                "all loops run to their end: the terms are the same");
    vd_goal_done(&was);
  } else {
    vd_goal_done(&s->goal);
    s->goal = was;
  }
  return found;
}
