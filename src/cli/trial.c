// Reading in a worker first. Front ends that hand over more than a module do
// the real reading in the main process; what is hostile shows in the worker.
#include "cli/cli.h"

typedef struct Run {
  const VdTrials *trials;
  const VdPool *pool;
} Run;

static void work(void *context, uint32_t i, VdBuf *out) {
  const VdTrials *t = ((const Run *)context)->trials;
  (void)out;
  t->work(t->context, i);
}

static void done(void *context, uint32_t i, const VdWorkResult *result) {
  const Run *run = context;
  const VdTrials *t = run->trials;
  t->ok[i] = vd_pool_has_read(run->pool, result, "the reader", t->path[i],
                              &t->diags[i]);
}

void vd_trials_run(const VdTrials *trials, uint32_t n,
                   const VdReading *reading) {
  Run run = {.trials = trials};
  VdPool pool = {.jobs = reading->jobs,
                 .seconds = reading->seconds,
                 .memory = reading->memory,
                 .budget = reading->budget,
                 .work = work,
                 .done = done,
                 .context = &run};
  run.pool = &pool;
  vd_pool_run(&pool, n);
}
