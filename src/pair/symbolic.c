// The symbolic checker: the simplified terms of both versions are the same
// term.
#include "base/limit.h"
#include "pair/pair.h"

// What is done with freed memory, or to constants, is seen in runs and in no
// term. True if runs settle the pair, or cannot be made here.
static bool is_for_runs(VdJob *job) {
  bool heap = vd_func_has_result(vd_job_func(job, OLD), VD_ROLE_HEAP) ||
              vd_func_has_result(vd_job_func(job, NEW), VD_ROLE_HEAP);
  if (!heap || job->loop || job->tested) return false;
  if (job->here) return true;
  VdRunner *runner = vd_runner_new(&job->sides);
  bool settled = vd_check_testing(job, runner);
  vd_runner_free(runner);
  job->tested = true;
  return settled || job->unseen;
}

bool vd_check_symbolic(VdJob *job) {
  double start = vd_now();
  VdGoal goal;
  bool same = false;
  if (vd_goal_init(job, &goal)) {
    VdTerm t = vd_goal_difference(job, &goal);
    same = !vd_terms_error(job->sides.tm) &&
           vd_term_is_false(job->sides.tm, t) &&
           !vd_term_refute(job->sides.tm, goal.defined[OLD],
                           vd_limit->symbolic_steps);
  }
  vd_goal_done(&goal);
  vd_job_step(job, "symbolic", start,
              same ? "the terms are the same" : "the terms differ");
  if (same && is_for_runs(job)) return vd_job_decided(job);
  if (same) vd_job_proved(job, "symbolic");
  return same;
}
