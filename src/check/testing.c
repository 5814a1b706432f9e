// The testing checker: concrete runs of both sides, looking for a difference.
// Thousands of runs cost less than one call to a solver.
#include "check/check_impl.h"

enum { RUNS = 3000, MIN_RUNS = 64 };
#define SECONDS 0.5

bool vd_check_testing(VdJob *job, VdRunner *runner) {
  double start = vd_now();
  // Runs are in IEEE arithmetic: over the reals they show nothing.
  if (job->options->reals && vd_job_has_floats(job)) return false;
  VdArena arena = {0};
  VdInputs *inputs = vd_inputs_new(job, runner);
  bool settled = false, refused = false;
  uint32_t n = 0, useful = 0;
  for (; n < RUNS && !settled; n++) {
    if (vd_budget_over(&job->budget)) break;
    if (n >= MIN_RUNS && vd_now() - start > SECONDS) break;
    VdCase *input = vd_inputs_get(inputs, n, &arena);
    bool differs = vd_runner_shows(runner, input, false);
    useful += vd_runner_old_status(runner) == VD_RUN_OK;
    job->saw_defined |= useful > 0;
    if (differs && !refused) {
      vd_job_step(job, "testing", start, "a difference in run %u", n + 1);
      settled = vd_settle_different(job, runner, "testing", input);
      refused = !settled;  // the real code disagrees: do not insist
    }
    vd_vec_done(&input->memory);
    vd_arena_done(&arena);
  }
  if (!settled)
    vd_job_step(job, "testing", start,
                "no difference in %u runs, %u of them "
                "defined",
                n, useful);
  vd_inputs_free(inputs);
  vd_arena_done(&arena);
  return settled;
}
