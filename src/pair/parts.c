// What can be said of a pair that stays undecided: outputs that are the same
// whatever the others are, and inputs on which everything is.
//
// Nothing here rests on the pair being the same in calls of itself: that is not
// proved. What a proof leaves open may be anything.
#include <inttypes.h>

#include "base/limit.h"
#include "pair/search.h"

typedef struct Parts {
  VdJob *job;
  VdBudget budget;
  bool said;
} Parts;

static VdAnswer ask(Parts *p, VdTerm t) {
  VdJob *job = p->job;
  VdQuery query = {.asserts = &t, .n = 1, .reals = job->options->reals};
  VdBudget cut = vd_budget_slice(
      &p->budget, vd_budget_left(&p->budget) * vd_limit->parts_share);
  VdReply reply;
  if (vd_terms_error(job->sides.tm)) return VD_ANSWER_UNKNOWN;
  if (vd_term_is_false(job->sides.tm, t)) return VD_ANSWER_UNSAT;
  if (vd_budget_over(&p->budget)) return VD_ANSWER_UNKNOWN;
  job->solver_calls++;
  // Z3 does not always look at the clock, and the verdict must not go with it.
  vd_solve_apart(job, &query, &cut, &reply);
  return reply.answer;
}

// ------------------------------------------------------------------ outputs

typedef enum Output { RETURNS, MEMORY, CALLS, DEFINED, OUTPUTS } Output;

static const char *const output_text[] = {
    [RETURNS] = "the return value",
    [MEMORY] = "memory that the caller can see",
    [CALLS] = "calls to the outside",
    [DEFINED] = "being defined",
};

static Output output_of(VdRole role) {
  return role == VD_ROLE_VALUE ? RETURNS : role == VD_ROLE_MEM ? MEMORY : CALLS;
}

// The goal with nothing but one output in it.
static VdTerm output_question(Parts *p, const VdGoal *goal, Output output) {
  VdTerms *tm = p->job->sides.tm;
  VdGoal one = {0};
  VdTerm yes = vd_mk_bool(tm, true), no = vd_mk_bool(tm, false);
  for (int k = 0; k < 2; k++) {
    one.defined[k] = output == DEFINED ? goal->defined[k] : yes;
    one.halt[k] = output == CALLS ? goal->halt[k] : no;
  }
  for (uint32_t i = 0; i < goal->role.len; i++) {
    if (output == DEFINED || output_of(goal->role.at[i]) != output) continue;
    for (int k = 0; k < 2; k++) vd_push(&one.result[k], goal->result[k].at[i]);
    vd_push(&one.role, goal->role.at[i]);
  }
  VdTerm t = vd_goal_difference(p->job, &one);
  if (output != DEFINED) {
    VdTerm both = vd_mk_and(tm, vd_goal_inside(tm, goal->defined[OLD]),
                            goal->defined[NEW]);
    VdTerm ended = vd_mk_or(tm, goal->halt[OLD], goal->halt[NEW]);
    if (output != CALLS) both = vd_mk_and(tm, both, vd_mk_not(tm, ended));
    t = vd_mk_and(tm, both, t);
  }
  vd_goal_done(&one);
  return t;
}

static void list_outputs(VdBuf *out, const bool *wanted) {
  for (int i = 0; i < OUTPUTS; i++)
    if (wanted[i])
      vd_buf_printf(out, "%s%s", out->len ? ", " : "", output_text[i]);
}

static void find_outputs(Parts *p, const VdGoal *plain, const VdGoal *open) {
  bool has[OUTPUTS] = {false}, same[OUTPUTS] = {false}, rest[OUTPUTS];
  uint32_t n = 0, proved = 0;
  for (uint32_t i = 0; i < plain->role.len; i++)
    has[output_of(plain->role.at[i])] = true;
  has[DEFINED] = !vd_term_is_true(p->job->sides.tm, plain->defined[NEW]);
  for (int i = 0; i < OUTPUTS; i++) {
    if (has[i])
      same[i] =
          ask(p, output_question(p, plain, (Output)i)) == VD_ANSWER_UNSAT ||
          (open &&
           ask(p, output_question(p, open, (Output)i)) == VD_ANSWER_UNSAT);
    rest[i] = has[i] && !same[i];
    n += has[i];
    proved += same[i];
  }
  if (!proved || proved == n) return;
  VdBuf yes = {0}, no = {0};
  list_outputs(&yes, same);
  list_outputs(&no, rest);
  vd_job_note(p->job, VD_NOTE_SETTLED, "proved the same: %s; not settled: %s",
              vd_buf_text(&yes), vd_buf_text(&no));
  p->said = true;
  vd_buf_done(&yes);
  vd_buf_done(&no);
}

// ------------------------------------------------------------------- inputs

static bool is_unsigned(const VdTerms *tm, const VdTermVec *nodes, VdTerm x) {
  bool with = false, without = false;
  for (uint32_t i = 0; i < nodes->len; i++) {
    VdOp op = vd_term_op(tm, nodes->at[i]);
    for (uint32_t k = 0; k < vd_term_args(tm, nodes->at[i]); k++) {
      if (!vd_term_eq(vd_term_arg(tm, nodes->at[i], k), x)) continue;
      with |= op == VD_OP_BVSLT || op == VD_OP_SEXT || op == VD_OP_BVSDIV ||
              op == VD_OP_BVASHR || op == VD_OP_BVSREM;
      without |= op == VD_OP_BVULT || op == VD_OP_ZEXT || op == VD_OP_BVUDIV ||
                 op == VD_OP_BVUREM;
    }
  }
  return without && !with;
}

static VdTerm at_most(VdTerms *tm, VdTerm x, int64_t limit, bool no_sign) {
  VdTerm args[2] = {vd_mk_bv(tm, vd_term_sort(tm, x).a, (uint64_t)limit), x};
  return vd_mk_not(tm,
                   vd_mk(tm, no_sign ? VD_OP_BVULT : VD_OP_BVSLT, 0, args, 2));
}

static bool is_same_to(Parts *p, VdTerm x, int64_t limit, bool no_sign,
                       VdTerm defined, VdTerm unlike) {
  VdTerms *tm = p->job->sides.tm;
  VdTerm within = vd_mk_and(tm, at_most(tm, x, limit, no_sign), defined);
  return ask(p, vd_mk_and(tm, within, unlike)) == VD_ANSWER_UNSAT;
}

// The largest of some ranges in which no input makes a difference, small ones
// first: they are the easy ones. Some input has to be in it.
static bool find_range(Parts *p, VdTerm x, const char *name, VdTerm defined,
                       VdTerm unlike, const VdTermVec *nodes) {
  static const int64_t limit[] = {0, 1, 2, 4, 8};
  VdTerms *tm = p->job->sides.tm;
  bool no_sign = is_unsigned(tm, nodes, x);
  int64_t best = -2;
  for (size_t i = 0; i < VD_COUNT(limit); i++) {
    if (!is_same_to(p, x, limit[i], no_sign, defined, unlike)) break;
    best = limit[i];
  }
  if (best == -2 && !no_sign && is_same_to(p, x, -1, no_sign, defined, unlike))
    best = -1;
  if (best == -2) return false;
  VdTerm within = vd_mk_and(tm, at_most(tm, x, best, no_sign), defined);
  if (ask(p, within) != VD_ANSWER_SAT) return false;
  if (best < 0)
    vd_job_note(p->job, VD_NOTE_SETTLED, "proved the same when %s < 0", name);
  else
    vd_job_note(p->job, VD_NOTE_SETTLED, "proved the same when %s %s %" PRId64,
                name, no_sign && !best ? "==" : "<=", best);
  return p->said = true;
}

static void find_ranges(Parts *p, VdGoal *goal) {
  VdJob *job = p->job;
  VdTerms *tm = job->sides.tm;
  const VdFunc *f = vd_job_func(job, OLD);
  VdTerm unlike = vd_goal_unlike(job, goal);
  VdTerm defined = vd_goal_inside(tm, goal->defined[OLD]);
  VdTerm roots[2] = {unlike, defined};
  VdTermVec nodes = {0};
  vd_terms_reach(tm, roots, 2, &nodes);
  for (uint32_t i = 0, tried = 0;
       i < f->params && tried < vd_limit->parts_params; i++) {
    const VdParam *param = &f->param[i];
    if (param->role != VD_ROLE_VALUE || param->sort.kind != VD_SORT_BV ||
        param->sort.a > 64 || !param->name || !param->name[0])
      continue;
    tried++;
    if (find_range(p, vd_summary_param(tm, f, i), param->name, defined, unlike,
                   &nodes))
      break;
  }
  vd_vec_done(&nodes);
}

void vd_settle_parts(VdJob *job) {
  double start = vd_now();
  Parts p = {.job = job};
  VdGoal plain = {0}, open = {0};
  bool heap = job->with_heap;
  // With a solver of the user's choice, what it says is all that is said.
  if (job->loop || job->inductive || job->options->solver.program) return;
  job->with_heap = false;
  p.budget = vd_budget_slice(&job->budget, vd_limit->parts_most);
  if (vd_goal_init(job, &plain) && vd_goal_init(job, &open)) {
    vd_open_times(job, &open, vd_limit->parts_rounds);
    find_outputs(&p, &plain, &open);
    find_ranges(&p, &open);
  }
  vd_goal_done(&plain);
  vd_goal_done(&open);
  job->with_heap = heap;
  if (p.said) vd_job_assume(job, VD_TERMINATES_UNKNOWN);
  vd_job_step(job, "parts", start, p.said ? "some of it is the same" : "none");
}
