// Is the old version ever defined? Where no test was, that is asked first, and
// alone: if the answer is no, there is nothing to compare, and all the work on
// the question of the pair would be for nothing.
//
// The condition "defined" is opened as far as it stays small: what is undefined
// on every input is mostly so for a constant, deep in a loop that runs a fixed
// number of times. Applications that are left are any function, so "no" holds
// whatever they do.
#include "base/limit.h"
#include "pair/pair.h"

static bool is_small(const VdTerms *tm, VdTerm t) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &t, 1, &nodes);
  bool small = nodes.len <= vd_limit->vacuous_nodes;
  vd_vec_done(&nodes);
  return small;
}

static VdTerm opened(const VdJob *job, const VdBudget *budget, VdTerm t) {
  for (uint32_t round = 0; round < vd_limit->vacuous_rounds; round++) {
    if (vd_budget_over(budget)) break;
    if (!is_small(job->sides.tm, t)) break;
    VdTermVec terms = {0};
    vd_push(&terms, t);
    bool more =
        vd_open_calls(job->sides.tm, &terms, vd_open_any, job->sides.sums[OLD]);
    t = terms.at[0];
    vd_vec_done(&terms);
    if (!more || vd_term_is_false(job->sides.tm, t)) break;
  }
  return t;
}

static bool is_impossible(VdJob *job, const VdBudget *budget, VdTerm defined) {
  bool small = is_small(job->sides.tm, defined);
  if (vd_terms_error(job->sides.tm)) return false;
  if (vd_term_is_false(job->sides.tm, defined)) return true;
  if (!small) return false;
  VdReply reply;
  VdQuery query = {.asserts = &defined, .n = 1, .reals = job->options->reals};
  job->solver_calls++;
  vd_solve(&job->options->solver, job->sides.tm, &query, budget, job->arena,
           &reply);
  return reply.answer == VD_ANSWER_UNSAT;
}

bool vd_check_vacuous(VdJob *job) {
  double start = vd_now();
  const VdSummary *s = vd_summary(job->sides.sums[OLD], job->sides.func[OLD]);
  if (job->saw_defined || job->loop || !s ||
      vd_term_is_true(job->sides.tm, s->defined))
    return false;
  VdBudget budget = vd_budget_slice(&job->budget, vd_limit->vacuous_work);
  bool never = is_impossible(job, &budget, opened(job, &budget, s->defined));
  vd_job_step(job, "vacuous", start,
              never ? "the old version is undefined on every input"
                    : "the old version may be defined somewhere");
  if (never) vd_job_undecided(job, VD_REASON_VACUOUS);
  return never;
}
