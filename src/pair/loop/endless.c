// Versions of which each has one loop that may not end: whether these loops
// meet again and again (meet.c). If they never return, that is all there is to
// show.
#include "base/limit.h"
#include "pair/loop/ends.h"
#include "pair/loop/meet.h"
#include "pair/loop/rank.h"

// Something indeterminate in a call that is made once is any value, and not the
// same one in both versions.
static void name_undefs(VdEnds *s, VdCall *call) {
  VdTerms *tm = s->job->sides.tm;
  VdTermVec roots = {0}, nodes = {0};
  VdMap map = {0};
  for (uint32_t i = 0; i < call->args; i++) vd_push(&roots, call->arg[i]);
  vd_terms_reach(tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm x = nodes.at[i];
    if (vd_term_op(tm, x) != VD_OP_VAR ||
        vd_term_var_class(tm, x) != VD_VAR_IS_ANY)
      continue;
    const uint32_t key[] = {x.id, (uint32_t)s->side};
    *vd_map_put(&map, x.id) =
        vd_mk_var_of(tm, VD_VAR_ONCE, key, sizeof key, vd_term_sort(tm, x)).id;
  }
  VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, call->args + 1);
  for (uint32_t i = 0; i < call->args; i++)
    arg[i] = vd_term_subst(tm, call->arg[i], &map);
  call->arg = arg;
  vd_map_done(&map);
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
}

// --------------------------------------------------------- loops that meet

// The only call of itself that a loop makes, those on different ways taken
// together. False if it makes others that may not end, or none.
static bool self_call(VdEnds *s, uint32_t node, VdCall *out) {
  VdTerms *tm = s->job->sides.tm;
  const VdEndNode *n = &s->node.at[node];
  bool found = false;
  if (n->closed) return false;
  for (uint32_t k = n->call.len; k-- > 0;) {
    const VdCall *call = &n->call.at[k];
    uint32_t to = vd_ends_node(s, call->func);
    if (to == UINT32_MAX || (to != node && s->node.at[to].ends)) continue;
    VdMap same = {0};
    VdCall here;
    bool ok = to == node &&
              vd_ends_place(s, call, &same, vd_mk_bool(tm, true), true, &here);
    vd_map_done(&same);
    if (!ok) return false;
    for (uint32_t i = 0; found && i < here.args; i++)
      here.arg[i] = vd_mk_ite(tm, here.when, here.arg[i], out->arg[i]);
    if (found) {
      here.memory = vd_mk_ite(tm, here.when, here.memory, out->memory);
      here.world = vd_mk_ite(tm, here.when, here.world, out->world);
      here.when = vd_mk_or(tm, here.when, out->when);
    }
    *out = here;
    found = true;
  }
  return found;
}

// The only call in a function, or in what it calls, of something that may not
// end: a loop. False if there are more.
static bool only_loop(VdEnds *s, uint32_t node, const VdMap *map, VdTerm when,
                      uint32_t depth, VdMeetLoop *out) {
  bool ok = !s->node.at[node].closed;
  for (uint32_t k = 0; k < s->node.at[node].call.len && ok; k++) {
    const VdCall *call = &s->node.at[node].call.at[k];
    uint32_t to = vd_ends_node(s, call->func);
    if (to == UINT32_MAX || s->node.at[to].ends) continue;
    VdCall here, named = *call;
    if (depth == 0) name_undefs(s, &named);
    ok = !out->f && s->node.at[to].part != s->node.at[node].part &&
         depth < vd_limit->ends_inline &&
         vd_ends_place(s, &named, map, when, depth > 0, &here);
    if (!ok) break;
    if (self_call(s, to, &out->step)) {
      out->f = vd_ends_func(s, call->func);
      out->entry = here;
      continue;
    }
    VdMap inner = {0};
    vd_ends_map_call(s, &here, &inner);
    ok = only_loop(s, to, &inner, here.when, depth + 1, out);
    vd_map_done(&inner);
  }
  return ok;
}

static bool is_plain(void *context, VdTerm app, bool recursive) {
  (void)context;
  (void)app;
  return !recursive;
}

static bool is_any(void *context, VdTerm app, bool recursive) {
  (void)app;
  *(bool *)context |= recursive;
  return true;
}

static uint32_t count_nodes(const VdTerms *tm, const VdTermVec *terms) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, terms->at, terms->len, &nodes);
  uint32_t n = nodes.len;
  vd_vec_done(&nodes);
  return n;
}

// Helpers that one version has and the other has not are looked into, and loops
// that run a known number of times.
static void open_terms(VdEnds *s, VdTermVec *terms) {
  VdTermVec all = {0};
  bool recursive = true;
  for (uint32_t n = 0; n < vd_limit->endless_open; n++)
    if (!vd_open_terms(s->job, s->side, terms, is_plain, NULL)) break;
  for (uint32_t i = 0; i < terms->len; i++) vd_push(&all, terms->at[i]);
  for (uint32_t n = 0; n < vd_limit->endless_laps && recursive; n++) {
    recursive = false;
    vd_open_terms(s->job, s->side, &all, is_any, &recursive);
    if (count_nodes(s->job->sides.tm, &all) > vd_limit->endless_nodes) break;
  }
  for (uint32_t i = 0; i < terms->len && !recursive; i++)
    terms->at[i] = all.at[i];
  vd_vec_done(&all);
}

// False if what was looked into has something indeterminate, or locals: that is
// another one each time.
static bool open_helpers(VdEnds *s, VdCall *call, bool inner) {
  VdTermVec terms = {0};
  for (uint32_t i = 0; i < call->args; i++) vd_push(&terms, call->arg[i]);
  vd_push(&terms, call->memory);
  vd_push(&terms, call->world);
  vd_push(&terms, call->when);
  open_terms(s, &terms);
  bool ok = vd_ends_is_closed(s->job->sides.tm, terms.at, terms.len, inner);
  VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, call->args + 1);
  for (uint32_t i = 0; i < call->args; i++) arg[i] = terms.at[i];
  call->arg = arg;
  call->memory = terms.at[call->args];
  call->world = terms.at[call->args + 1];
  call->when = terms.at[call->args + 2];
  vd_vec_done(&terms);
  return ok;
}

static bool find_loops(VdEnds side[2], VdMeetLoop loop[2]) {
  VdMap none = {0};
  for (int k = 0; k < 2; k++) {
    VdTerm yes = vd_mk_bool(side[k].job->sides.tm, true);
    loop[k] = (VdMeetLoop){0};
    if (side[k].cut || !only_loop(&side[k], 0, &none, yes, 0, &loop[k]) ||
        !loop[k].f)
      return false;
  }
  return true;
}

static bool meet_loops(VdEnds side[2], VdMeetLoop loop[2],
                       const VdBudget *budget) {
  VdJob *job = side[OLD].job;
  const VdSummary *summary =
      vd_summary(job->sides.sums[OLD], job->sides.func[OLD]);
  if (!summary) return false;
  if (vd_meet(job, loop, summary->defined, budget)) return true;
  for (int k = 0; k < 2; k++)
    if (!open_helpers(&side[k], &loop[k].entry, false) ||
        !open_helpers(&side[k], &loop[k].step, true))
      return false;
  return vd_meet(job, loop, summary->defined, budget);
}

bool vd_ends_meet(VdEnds side[2], const VdBudget *budget) {
  VdMeetLoop loop[2];
  return find_loops(side, loop) && meet_loops(side, loop, budget);
}

// ------------------------------------------------------------- without an end

// Results of a loop that never returns are those of its calls of itself.
static bool has_only_own(const VdTerms *tm, VdTerm t, uint32_t symbol,
                         uint32_t result, uint32_t depth) {
  VdOp op = vd_term_op(tm, t);
  if (op == VD_OP_APP)
    return vd_term_fun(tm, t) == symbol && vd_term_result(tm, t) == result;
  return op == VD_OP_ITE && depth < vd_limit->ends_inline &&
         has_only_own(tm, vd_term_arg(tm, t, 1), symbol, result, depth + 1) &&
         has_only_own(tm, vd_term_arg(tm, t, 2), symbol, result, depth + 1);
}

static bool never_returns(VdEnds *s, uint32_t func) {
  VdSums *sums = s->job->sides.sums[s->side];
  const VdSummary *summary = vd_summary(sums, func);
  uint32_t symbol = vd_sums_symbol(sums, func);
  bool ok = summary && summary->results;
  for (uint32_t i = 0; ok && i < summary->results; i++)
    ok = has_only_own(s->job->sides.tm, summary->result[i], symbol, i, 0);
  return ok;
}

static uint32_t result_of(const VdFunc *f, VdRole role) {
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == role) return i;
  return UINT32_MAX;
}

// The old loop's result that stands for one of the new loop; none if there is
// no such result.
static VdTerm mate_of(VdJob *job, const VdMeetLoop loop[2], VdTerm app) {
  const VdFunc *f = loop[OLD].f, *g = loop[NEW].f;
  uint32_t i = vd_term_result(job->sides.tm, app), mate = f->results;
  if (i < g->results) mate = result_of(f, g->result[i].role);
  if (mate == UINT32_MAX) return VD_TERM_NONE;
  uint32_t symbol = vd_sums_symbol(job->sides.sums[OLD], loop[OLD].entry.func);
  return vd_mk_app(job->sides.tm, symbol, mate, loop[OLD].entry.arg,
                   loop[OLD].entry.args);
}

// Puts the old loop's results for the new one's: what they are when loops end
// that never do is nobody's concern.
static bool put_mates(VdJob *job, const VdMeetLoop loop[2], VdGoal *goal) {
  VdTerms *tm = job->sides.tm;
  VdTermVec roots = {0}, nodes = {0};
  VdMap map = {0};
  bool ok = true;
  uint32_t symbol = vd_sums_symbol(job->sides.sums[NEW], loop[NEW].entry.func);
  vd_goal_terms(goal, NEW, &roots);
  vd_terms_reach(tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++) {
    VdTerm t = nodes.at[i];
    if (vd_term_op(tm, t) != VD_OP_APP || vd_term_fun(tm, t) != symbol)
      continue;
    for (uint32_t k = 0; k < loop[NEW].entry.args && ok; k++)
      ok = vd_term_eq(vd_term_arg(tm, t, k), loop[NEW].entry.arg[k]);
    VdTerm mate = ok ? mate_of(job, loop, t) : VD_TERM_NONE;
    ok = !vd_term_is_none(mate);
    *vd_map_put(&map, t.id) = mate.id;
  }
  if (ok) vd_goal_subst(tm, goal, NEW, &map);
  vd_map_done(&map);
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
  return ok;
}

static bool is_same_besides(VdJob *job, const VdMeetLoop loop[2],
                            const VdBudget *budget) {
  VdGoal goal;
  bool same = false;
  if (vd_goal_init(job, &goal)) {
    for (int k = 0; k < 2; k++)
      for (uint32_t n = 0; n < vd_limit->endless_open; n++)
        if (!vd_open_goal(job, k, &goal, is_plain, NULL)) break;
    if (put_mates(job, loop, &goal)) {
      VdTerm differ = vd_goal_difference(job, &goal);
      same = !vd_terms_error(job->sides.tm) &&
             (vd_term_is_false(job->sides.tm, differ) ||
              vd_rank_never(job, differ, budget));
    }
  }
  vd_goal_done(&goal);
  return same;
}

static void note_never(void *context, uint32_t func, const VdInst *inst) {
  (void)func;
  *(bool *)context |= inst->kind == VD_INST_NEVER;
}

bool vd_check_endless(VdJob *job) {
  bool never[2] = {false, false};
  for (int k = 0; k < 2; k++)
    vd_ir_each(job->sides.module[k], job->sides.func[k], note_never, &never[k]);
  if (job->loop || !never[OLD] || !never[NEW]) return false;
  double start = vd_now(), seconds = job->options->effort * vd_limit->end_share;
  VdBudget budget = vd_budget_slice(&job->budget, seconds);
  VdEndsKnown known = {0};
  VdEnds side[2];
  VdMeetLoop loop[2];
  for (int k = 0; k < 2; k++) {
    vd_ends_init(&side[k], job, k);
    side[k].budget =
        vd_budget_slice(&budget, seconds * vd_limit->endless_side_share);
    vd_ends_always(&side[k], &known);
  }
  bool same = find_loops(side, loop) &&
              never_returns(&side[OLD], loop[OLD].entry.func) &&
              never_returns(&side[NEW], loop[NEW].entry.func) &&
              is_same_besides(job, loop, &budget) &&
              meet_loops(side, loop, &budget);
  vd_job_step(job, "meet", start,
              same ? "the loops never end, and do the same" : "no proof");
  if (same) vd_ends_say(job, false, start);
  if (same) vd_job_proved(job, "meet");
  vd_ends_done(&side[OLD]);
  vd_ends_done(&side[NEW]);
  vd_ends_known_done(&known);
  return same;
}
