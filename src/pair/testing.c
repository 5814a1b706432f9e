// The testing checker: concrete runs of both sides, looking for a difference.
// Thousands of runs cost less than one call to a solver.
#include "pair/pair.h"

enum { RUNS = 3000, MIN_RUNS = 64, LONG_RUNS = 4 };
#define SECONDS 0.5
// Of functions with floats, as long as runs are that cheap: the solver is not.
enum { FLOAT_RUNS = 30000 };
#define FLOAT_SECONDS 0.1
#define SHARE 0.2  // of the time: a single run can take long

static bool is_enough(uint32_t n, bool floats, double seconds, double most) {
  if (n < MIN_RUNS) return seconds > most;
  if (seconds > SECONDS || (n >= RUNS && !floats)) return true;
  return n >= RUNS && (n >= FLOAT_RUNS || seconds > FLOAT_SECONDS);
}

bool vd_check_testing(VdJob *job, VdRunner *runner) {
  double start = vd_now(), begun = vd_work(),
         most = vd_budget_left(&job->budget) * SHARE;
  bool floats = vd_job_has_floats(job);
  // Runs are in IEEE arithmetic: over the reals they show nothing.
  if (floats && job->options->reals) return false;
  VdArena arena = {0};
  VdInputs *inputs = vd_inputs_new(&job->sides, runner);
  bool settled = false, refused = false;
  uint32_t n = 0, useful = 0;
  for (; !settled && !is_enough(n, floats, vd_work() - begun, most); n++) {
    if (vd_budget_over(&job->budget)) break;
    VdCase *input = vd_inputs_get(inputs, n, &arena);
    bool differs = vd_runner_shows(runner, input, false);
    VdRunStatus status = vd_runner_old_status(runner);
    // Not before a difference is settled: that one may need its length.
    if (n >= LONG_RUNS && !differs) vd_runner_hurry(runner);
    useful += status == VD_RUN_OK || status == VD_RUN_ENDLESS;
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
                "no difference%s in %u runs, %u of them defined",
                refused ? " of the real code" : "", n, useful);
  vd_inputs_free(inputs);
  vd_arena_done(&arena);
  return settled;
}
