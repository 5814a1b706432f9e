// The testing checker: concrete runs of both sides, looking for a difference.
// Thousands of runs cost less than one call to a solver.
#include "base/limit.h"
#include "pair/pair.h"

enum { NO_RUN = UINT32_MAX };

// Of functions with floats, as long as runs are that cheap: the solver is not.

static bool is_enough(uint32_t n, bool floats, double seconds, double most) {
  if (n < vd_limit->test_least) return seconds > most;
  if (seconds > vd_limit->test_work || (n >= vd_limit->test_runs && !floats))
    return true;
  return n >= vd_limit->test_runs && (n >= vd_limit->test_float_runs ||
                                      seconds > vd_limit->test_float_work);
}

// With the number of the first run in which the old version is defined.
static bool test(VdJob *job, VdRunner *runner, uint32_t *defined) {
  double start = vd_now(), begun = vd_work(),
         most = vd_budget_left(&job->budget) * vd_limit->test_share;
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
    if (n >= vd_limit->test_long && !differs) vd_runner_hurry(runner);
    useful += status == VD_RUN_OK || status == VD_RUN_ENDLESS;
    if (useful == 1 && *defined == NO_RUN) *defined = n;
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

// What follows a trail has no use for runs, but for one that shows that the old
// version is defined somewhere.
static void run_again(VdJob *job, VdRunner *runner) {
  VdBuf text = {0};
  const char *taken = vd_trail_take(job->trail, &text);
  VdNumbers numbers = {taken ? taken : "", true};
  uint32_t n = (uint32_t)vd_number_take(&numbers, NO_RUN);
  if (numbers.ok && n != NO_RUN) {
    VdArena arena = {0};
    VdInputs *inputs = vd_inputs_new(&job->sides, runner);
    VdCase *input = vd_inputs_get(inputs, n, &arena);
    vd_runner_shows(runner, input, false);
    VdRunStatus status = vd_runner_old_status(runner);
    job->saw_defined |= status == VD_RUN_OK || status == VD_RUN_ENDLESS;
    vd_vec_done(&input->memory);
    vd_inputs_free(inputs);
    vd_arena_done(&arena);
  }
  vd_buf_done(&text);
}

bool vd_check_testing(VdJob *job, VdRunner *runner) {
  VdAttempt a;
  VdBuf text = {0};
  uint32_t defined = NO_RUN;
  bool settled = vd_trail_begin(job->trail, &a) &&
                 vd_trail_end(job->trail, &a, test(job, runner, &defined));
  if (job->trail && job->trail->follow) run_again(job, runner);
  vd_number_put(&text, defined);
  vd_trail_put(job->trail, vd_buf_text(&text));
  vd_buf_done(&text);
  return settled;
}
