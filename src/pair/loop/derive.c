// Results of a loop that follow from its other results.
//
// A compiler keeps what was computed last in a loop for after it: the element
// found besides its index. The other version reads the element again. Where a
// loop ends, each result is a term over its parameters; a parameter is handed
// on as it is all the time, or is itself a result there. With those results put
// for the parameters, the term says what the result is:
//
//   result r of loop(x) = g(x, other results of loop(x))
//
// It is a guess, for there may be other ways out, and is proved by induction:
// the loop is opened once, and the calls in it have what is claimed. As for all
// induction here, it holds where the loop terminates.
#include "base/limit.h"
#include "pair/loop/loop.h"

typedef struct Loop {
  VdSums *sums;
  const VdFunc *f;
  const VdSummary *summary;
  uint32_t func, symbol;
  bool *stays;  // by parameter: handed on as it is
} Loop;

static bool is_call(const VdTerms *tm, VdTerm t, const Loop *l) {
  return vd_term_op(tm, t) == VD_OP_APP && vd_term_fun(tm, t) == l->symbol;
}

static VdTerm result_var(VdTerms *tm, const Loop *l, uint32_t r) {
  return vd_mk_var(tm, VD_VAR_RESULT, r, l->f->result[r].sort, "");
}

static void find_stays(VdTerms *tm, Loop *l) {
  VdTermVec roots = {0}, nodes = {0};
  for (uint32_t r = 0; r < l->summary->results; r++)
    vd_push(&roots, l->summary->result[r]);
  vd_push(&roots, l->summary->defined);
  vd_terms_reach(tm, roots.at, roots.len, &nodes);
  for (uint32_t p = 0; p < l->f->params; p++) l->stays[p] = true;
  for (uint32_t i = 0; i < nodes.len; i++)
    for (uint32_t p = 0; p < l->f->params && is_call(tm, nodes.at[i], l); p++)
      l->stays[p] &= vd_term_eq(vd_term_arg(tm, nodes.at[i], p),
                                vd_summary_param(tm, l->f, p));
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
}

// What a result is where the loop ends, in at most so many ways.
static void find_ends(const VdTerms *tm, const Loop *l, uint32_t r,
                      VdTermVec *out) {
  VdTermVec work = {0};
  VdMap seen = {0};
  vd_push(&work, l->summary->result[r]);
  while (work.len && out->len < vd_limit->derive_ends) {
    VdTerm t = vd_pop(&work);
    if ((*vd_map_put(&seen, t.id))++ || is_call(tm, t, l)) continue;
    if (vd_term_op(tm, t) != VD_OP_ITE)
      vd_push(out, t);
    else
      for (uint32_t i = 1; i < 3; i++) vd_push(&work, vd_term_arg(tm, t, i));
  }
  vd_map_done(&seen);
  vd_vec_done(&work);
}

// The first result that a parameter is where the loop ends; none: UINT32_MAX.
static uint32_t result_of(VdTerms *tm, const Loop *l, uint32_t param) {
  VdTerm x = vd_summary_param(tm, l->f, param);
  uint32_t found = UINT32_MAX;
  for (uint32_t r = 0; r < l->summary->results && found == UINT32_MAX; r++) {
    VdTermVec ends = {0};
    find_ends(tm, l, r, &ends);
    for (uint32_t i = 0; i < ends.len; i++)
      if (vd_term_eq(ends.at[i], x)) found = r;
    vd_vec_done(&ends);
  }
  return found;
}

// A term over parameters, over those that stay and results other than r; none
// if there is a parameter that is neither.
static VdTerm over_results(VdTerms *tm, const Loop *l, uint32_t r, VdTerm t) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  bool ok = true;
  vd_terms_reach(tm, &t, 1, &nodes);
  ok = nodes.len <= vd_limit->derive_nodes;
  for (uint32_t p = 0; p < l->f->params && ok; p++) {
    VdTerm x = vd_summary_param(tm, l->f, p);
    bool used = false;
    for (uint32_t i = 0; i < nodes.len; i++) used |= vd_term_eq(nodes.at[i], x);
    if (!used || l->stays[p]) continue;
    uint32_t is = result_of(tm, l, p);
    ok = is != r && is != UINT32_MAX;
    if (ok) *vd_map_put(&map, x.id) = result_var(tm, l, is).id;
  }
  for (uint32_t i = 0; i < nodes.len && ok; i++)
    ok = !is_call(tm, nodes.at[i], l);
  t = ok ? vd_term_subst(tm, t, &map) : VD_TERM_NONE;
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return t;
}

// g for a call: its arguments, and what stands for its results.
static VdTerm put(VdTerms *tm, const Loop *l, VdTerm g, const VdTerm *arg,
                  const VdTerm *result) {
  VdMap map = {0};
  for (uint32_t p = 0; p < l->f->params; p++)
    *vd_map_put(&map, vd_summary_param(tm, l->f, p).id) = arg[p].id;
  for (uint32_t r = 0; r < l->summary->results; r++)
    *vd_map_put(&map, result_var(tm, l, r).id) = result[r].id;
  g = vd_term_subst(tm, g, &map);
  vd_map_done(&map);
  return g;
}

// g for a call that is made, with its other results.
static VdTerm put_call(VdTerms *tm, const Loop *l, VdTerm g, VdTerm call,
                       const VdMap *map) {
  uint32_t n = l->f->params, m = l->summary->results;
  VdTerm *arg = vd_alloc(vd_mul(n + m + 1, sizeof *arg)), *result = arg + n;
  for (uint32_t p = 0; p < n; p++)
    arg[p] = vd_term_subst(tm, vd_term_arg(tm, call, p), map);
  for (uint32_t r = 0; r < m; r++)
    result[r] = vd_mk_app(tm, l->symbol, r, arg, n);
  VdTerm t = put(tm, l, g, arg, result);
  vd_free(arg);
  return t;
}

static bool is_proved(const VdSearch *s, const Loop *l, uint32_t r, VdTerm g,
                      double seconds) {
  VdTerms *tm = s->job->sides.tm;
  VdSearch inner = {.job = s->job, .runner = s->runner};
  VdGoal *goal = &inner.goal;
  VdMap map = {0};
  VdTermVec nodes = {0};
  VdTerm own = l->summary->result[r];
  uint32_t n = l->f->params;
  VdTerm *arg = vd_alloc(vd_mul(n + 1, sizeof *arg));
  for (uint32_t p = 0; p < n; p++) arg[p] = vd_summary_param(tm, l->f, p);
  vd_terms_reach(tm, &own, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_call(tm, nodes.at[i], l) && vd_term_result(tm, nodes.at[i]) == r)
      *vd_map_put(&map, nodes.at[i].id) =
          put_call(tm, l, g, nodes.at[i], &map).id;
  vd_push(&goal->result[OLD], vd_term_subst(tm, own, &map));
  vd_push(&goal->result[NEW], put(tm, l, g, arg, l->summary->result));
  vd_push(&goal->role, VD_ROLE_VALUE);
  for (int k = 0; k < 2; k++) {
    goal->halt[k] = vd_mk_bool(tm, false);
    goal->defined[k] = vd_mk_bool(tm, true);
  }
  bool ok = vd_paths(&inner, seconds);
  vd_search_done(&inner);
  vd_vec_done(&nodes);
  vd_map_done(&map);
  vd_free(arg);
  return ok;
}

// What a result is by others; none if that is not known.
static VdTerm derive(const VdSearch *s, const Loop *l, uint32_t r,
                     double seconds) {
  VdTerms *tm = s->job->sides.tm;
  VdTermVec ends = {0};
  VdTerm found = VD_TERM_NONE;
  find_ends(tm, l, r, &ends);
  for (uint32_t i = 0; i < ends.len && vd_term_is_none(found); i++) {
    VdTerm g = over_results(tm, l, r, ends.at[i]);
    if (!vd_term_is_none(g) && is_proved(s, l, r, g, seconds)) found = g;
  }
  vd_vec_done(&ends);
  return found;
}

static bool loop_of(const VdSearch *s, int k, VdTerm t, Loop *l) {
  const VdJob *job = s->job;
  if (!vd_open_is_call(s->job->sides.tm, t)) return false;
  l->symbol = vd_term_fun(job->sides.tm, t);
  int home = vd_open_home(job, l->symbol, k, &l->func);
  if (home < 0 || !job->sides.module[home]->func.at[l->func]->recursive)
    return false;
  l->sums = job->sides.sums[home];
  l->f = job->sides.module[home]->func.at[l->func];
  l->summary = vd_summary(l->sums, l->func);
  return l->f->loop && l->summary && l->summary->results > 1 &&
         l->summary->results <= vd_limit->derive_results;
}

static uint32_t derive_side(VdSearch *s, int k, VdBudget *budget) {
  VdTerms *tm = s->job->sides.tm;
  VdTermVec nodes = {0};
  VdMap map = {0}, known = {0};  // symbol and result to g, 0 for none
  uint32_t n = 0;
  vd_goal_reach(s->job, &s->goal, k, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    Loop l = {0};
    if (!loop_of(s, k, nodes.at[i], &l)) continue;
    uint32_t r = vd_term_result(tm, nodes.at[i]);
    if (r >= l.summary->results || l.f->result[r].role != VD_ROLE_VALUE)
      continue;
    uint64_t key = (uint64_t)l.symbol << 8 | r, *slot = vd_map_get(&known, key);
    if (!slot && !vd_budget_over(budget)) {
      l.stays = vd_alloc(l.f->params + 1);
      find_stays(tm, &l);
      VdTerm g =
          derive(s, &l, r, vd_budget_left(budget) * vd_limit->derive_share);
      slot = vd_map_put(&known, key);
      *slot = vd_term_is_none(g) ? 0 : g.id;
      n += *slot != 0;
      vd_free(l.stays);
    }
    if (slot && *slot)
      *vd_map_put(&map, nodes.at[i].id) =
          put_call(tm, &l, (VdTerm){(uint32_t)*slot}, nodes.at[i], &map).id;
  }
  vd_goal_subst(tm, &s->goal, k, &map);
  vd_map_done(&map);
  vd_map_done(&known);
  vd_vec_done(&nodes);
  return n;
}

uint32_t vd_derive(VdSearch *s, double seconds) {
  double start = vd_now();
  uint32_t steps = s->job->verdict->step.len, n = 0;
  VdBudget budget = vd_budget_slice(&s->job->budget, seconds);
  for (int k = 0; k < 2; k++) n += derive_side(s, k, &budget);
  s->job->verdict->step.len = steps;
  if (n)
    vd_job_step(s->job, "derive", start,
                "%u result%s of loops follow%s from others", n,
                n == 1 ? "" : "s", n == 1 ? "s" : "");
  return n;
}
