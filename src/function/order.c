// The order in which a pair of functions is checked, cheapest first; the first
// definite answer wins. Before a worker has it, the driver has asked the
// checkers of kind.c: whether the functions are one in the ir, the store, equal
// terms.
#include "function/order.h"
#include "base/limit.h"

// ---------------------------------------------------------------- searches
// Searches for a proof or a difference with solvers, in this order.
enum {
  IF_OPENS = 1,   // not of a loop on its own, and not by --strategy dse
  IF_LOOPS = 2,   // only where a version may run for ever, if it opens
  IF_ARDIFF = 4,  // only by --strategy ardiff
  IF_UNROLL = 8,  // only if --unroll is not 0
  IN_BRIEF = 16,  // with a part of the time, where there are loops
};
typedef VdFound Search(VdSearch *s, uint32_t *bound);
static Search run_to_end, paths, fold, lean, refine, induct, unroll;

static const struct {
  const char *checker;  // as verdicts name it
  Search *search;
  uint32_t when;
} searches[] = {
    {"smt", run_to_end, IF_OPENS},
    {"smt", paths, IF_ARDIFF},
    {"induction", fold, IF_LOOPS},
    {"smt", lean, IF_ARDIFF | IN_BRIEF},
    {"smt", refine, IN_BRIEF},
    {"induction", induct, IF_LOOPS},
    {"smt", unroll, IF_OPENS | IF_UNROLL},
};

static VdFound run_to_end(VdSearch *s, uint32_t *bound) {
  (void)bound;
  return vd_unroll_all(s);
}

static VdFound paths(VdSearch *s, uint32_t *bound) {
  (void)bound;
  return vd_refine_paths(s);
}

static VdFound fold(VdSearch *s, uint32_t *bound) {
  (void)bound;
  return vd_fold(s->job, s->runner) ? VD_FOUND_PROOF : VD_FOUND_NOTHING;
}

static VdFound lean(VdSearch *s, uint32_t *bound) {
  (void)bound;
  return vd_refine_lean(s);
}

static VdFound refine(VdSearch *s, uint32_t *bound) {
  (void)bound;
  return vd_refine(s);
}

static VdFound induct(VdSearch *s, uint32_t *bound) {
  (void)bound;
  return vd_induct(s->job, s->runner) ? VD_FOUND_PROOF : VD_FOUND_NOTHING;
}

static VdFound unroll(VdSearch *s, uint32_t *bound) {
  return vd_unroll(s, bound);
}

static bool may_loop(const VdJob *job) {
  return vd_may_run_forever(job, OLD) || vd_may_run_forever(job, NEW);
}

// What of IF_... holds for the pair.
static uint32_t occasion(const VdJob *job) {
  const VdOptions *o = job->options;
  bool opens = !job->loop && o->strategy != VD_STRATEGY_DSE;
  uint32_t holds = IN_BRIEF;
  if (opens) holds |= IF_OPENS;
  if (opens && may_loop(job)) holds |= IF_LOOPS;
  if (o->strategy == VD_STRATEGY_ARDIFF) holds |= IF_ARDIFF;
  if (o->unroll) holds |= IF_UNROLL;
  return holds;
}

static VdFound search_all(VdSearch *s, uint32_t *bound, const char **checker) {
  VdJob *job = s->job;
  VdBudget whole = job->budget;
  VdFound found = VD_FOUND_NOTHING;
  bool brief = false;
  uint32_t holds = occasion(job);
  for (size_t i = 0; i < VD_COUNT(searches) && !found; i++) {
    uint32_t when = searches[i].when;
    if ((when & holds) != when) continue;
    if (when & IN_BRIEF && !brief && holds & IF_LOOPS)
      job->budget = vd_budget_slice(
          &whole, vd_budget_left(&whole) * vd_limit->order_brief_share);
    brief = when & IN_BRIEF;
    if (!brief) job->budget = whole;
    VdAttempt a;
    if (!vd_trail_begin(job->trail, &a)) continue;
    *checker = searches[i].checker;
    found = searches[i].search(s, bound);
    vd_trail_end(job->trail, &a, found != VD_FOUND_NOTHING);
  }
  job->budget = whole;
  return found;
}

// ------------------------------------------------------------ no answer yet

// A function that the answer hangs on and that has no body here.
static const char *closed_callee(const VdSearch *s) {
  VdTermVec nodes = {0};
  const char *name = NULL;
  for (int k = 0; k < 2; k++) vd_goal_reach(s->job, &s->goal, k, &nodes);
  for (uint32_t i = 0; i < nodes.len && !name; i++) {
    if (!vd_open_is_call(s->job->sides.tm, nodes.at[i])) continue;
    uint32_t symbol = vd_term_fun(s->job->sides.tm, nodes.at[i]);
    int side = vd_open_side(s, symbol, NEW);
    if (side < 0) continue;
    uint32_t f = vd_sums_func(s->job->sides.sums[side], symbol);
    if (s->job->sides.module[side]->func.at[f]->kind == VD_FUNC_UNSUPPORTED)
      name = s->job->sides.module[side]->func.at[f]->link;
  }
  vd_vec_done(&nodes);
  return name;
}

static void give_up(VdSearch *s, uint32_t bound) {
  VdJob *job = s->job;
  const char *closed = closed_callee(s);
  if (job->unseen)
    vd_job_unseen(job);
  else if (s->refused)
    vd_job_refused(job);
  else if (bound && vd_unroll_bound(job, bound))
    vd_job_bounded(job, "unroll", vd_unroll_bound(job, bound));
  else if (vd_budget_is_late(&job->budget))
    vd_job_undecided(job, VD_REASON_TIME, job->options->timeout);
  else if (vd_budget_over(&job->budget))
    vd_job_undecided(job, VD_REASON_EFFORT, job->options->effort);
  else if (s->gave_up)
    vd_job_undecided(job, VD_REASON_GAVE_UP, s->gave_up);
  else if (closed)
    vd_job_undecided(job, VD_REASON_CALLEE, closed);
  else
    vd_job_undecided(job, VD_REASON_OPEN);
}

// Nothing is proved by a question that no input answers. Tests have mostly
// found an input on which the old version is defined; else the solver is asked.
static bool is_vacuous(VdSearch *s) {
  VdReply reply;
  if (s->job->saw_defined) return false;
  if (vd_term_is_false(s->job->sides.tm, s->goal.defined[OLD])) return true;
  VdQuery query = {.asserts = &s->goal.defined[OLD], .n = 1};
  vd_solve(&s->job->options->solver, s->job->sides.tm, &query, &s->job->budget,
           s->job->arena, &reply);
  return reply.answer == VD_ANSWER_UNSAT;
}

// True if the pair is settled.
static bool check_smt(VdJob *job, VdRunner *runner) {
  VdSearch s = {.job = job, .runner = runner};
  uint32_t bound = 0;
  const char *checker = "smt";
  if (!vd_goal_init(job, &s.goal)) {
    vd_goal_done(&s.goal);
    vd_job_undecided(job, VD_REASON_INTERFACES);
    return false;
  }
  VdFound found = search_all(&s, &bound, &checker);
  if (found == VD_FOUND_PROOF && is_vacuous(&s))
    vd_job_undecided(job, VD_REASON_VACUOUS);
  else if (found == VD_FOUND_PROOF)
    vd_job_same(job, checker);
  else if (found == VD_FOUND_NOTHING)
    give_up(&s, bound);
  vd_search_done(&s);
  return found != VD_FOUND_NOTHING;
}

// ---------------------------------------------------------------- checkers

// A checker's proof becomes a verdict; whether the pair is settled.
static bool take(VdJob *job, bool settled) {
  if (job->proved) vd_job_same(job, job->proved);
  job->proved = NULL;
  return settled;
}

static bool has_heap(const VdJob *job) {
  return vd_func_has_result(vd_job_func(job, OLD), VD_ROLE_HEAP) ||
         vd_func_has_result(vd_job_func(job, NEW), VD_ROLE_HEAP);
}

static bool impact(VdJob *job, VdRunner *runner) {
  (void)runner;
  if (!job->trail || !job->trail->follow) vd_check_impact(job);
  return false;
}

// A run may show what settles a pair, or that nothing will.
static bool testing(VdJob *job, VdRunner *runner) {
  return vd_check_testing(job, runner) || vd_job_decided(job);
}

static bool meet(VdJob *job, VdRunner *runner) {
  VdAttempt a;
  (void)runner;
  return vd_trail_begin(job->trail, &a) &&
         vd_trail_end(job->trail, &a, take(job, vd_check_endless(job)));
}

static bool vacuous(VdJob *job, VdRunner *runner) {
  VdAttempt a;
  (void)runner;
  return vd_trail_begin(job->trail, &a) &&
         vd_trail_end(job->trail, &a, vd_check_vacuous(job));
}

static bool search_once(VdJob *job, VdRunner *runner) {
  VdAttempt a;
  return vd_trail_begin(job->trail, &a) &&
         vd_trail_end(job->trail, &a, check_smt(job, runner));
}

// If not with the state of the allocator, then without it.
static bool searching(VdJob *job, VdRunner *runner) {
  if (search_once(job, runner)) return true;
  if (!has_heap(job) || job->verdict->kind == VD_SAME_BOUNDED) return false;
  job->with_heap = false;
  return search_once(job, runner);
}

// After equal terms, in a worker.
static const struct {
  const char *name;
  bool (*check)(VdJob *job, VdRunner *runner);  // true: settled
} checkers[] = {
    {"impact", impact},    // says what the change can reach, settles nothing
    {"testing", testing},  // concrete runs, looking for a difference
    {"meet", meet},        // loops that never end and do the same in each round
    {"vacuous", vacuous},  // the old version is undefined on every input
    {"smt", searching},    // the searches of the table above
};

// What can be said of a pair that stays undecided.
static void say_more(VdJob *job, VdRunner *runner, VdBudget whole) {
  bool empty = job->verdict->reason == VD_REASON_VACUOUS;
  if (!empty) vd_check_reals(job, runner);
  job->budget = whole;
  if ((!vd_job_decided(job) && !empty) || job->verdict->kind == VD_SAME_BOUNDED)
    vd_settle_parts(job);
}

static void check_heavy(VdJob *job) {
  VdRunner *runner = vd_runner_new(&job->sides);
  VdBudget whole = job->budget;
  bool settled = false;
  if (!job->loop)
    job->budget = vd_budget_slice(
        &whole, vd_budget_left(&whole) * (1 - vd_limit->order_parts_share));
  for (size_t i = 0; i < VD_COUNT(checkers) && !settled; i++)
    settled = checkers[i].check(job, runner);
  say_more(job, runner, whole);
  vd_runner_free(runner);
}

void vd_order_pair(VdJob *job) {
  double start = vd_now();
  if (!take(job, vd_check_symbolic(job))) check_heavy(job);
  if (job->contradicted && job->verdict->kind != VD_DIFFERENT)
    vd_job_contradicted(job);
  job->verdict->seconds = vd_now() - start;
}

bool vd_order_here(VdJob *job) {
  return take(job, vd_check_symbolic(job));
}
