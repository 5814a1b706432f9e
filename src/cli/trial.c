// Reading in a worker first. Front ends that hand over more than a module do
// the real reading in the main process; what is hostile shows in the worker.
#include "cli/cli.h"

typedef struct Trial {
  const VdTrial *trial;
  VdDiags *diags;
  bool ok;
} Trial;

static void work(void *context, uint32_t index, VdBuf *out) {
  const Trial *t = context;
  (void)index, (void)out;
  t->trial->work(t->trial->context);
}

static void done(void *context, uint32_t index, const VdWorkResult *result) {
  Trial *t = context;
  VdPos pos = {.file = t->trial->path};
  (void)index;
  switch (result->status) {
    case VD_WORK_OK: t->ok = true; break;
    case VD_WORK_TIMEOUT:
      vd_diag(t->diags, VD_ERROR, pos, "reading took more than %g s",
              t->trial->seconds);
      break;
    case VD_WORK_MEMORY:
      vd_diag(t->diags, VD_ERROR, pos,
              "reading took more than %zu MiB of memory",
              t->trial->memory >> 20);
      break;
    case VD_WORK_CANCELLED:
      vd_diag(t->diags, VD_ERROR, pos, "interrupted");
      break;
    case VD_WORK_BUG:
    case VD_WORK_DIED:
      vd_diag(t->diags, VD_ERROR, pos,
              "a bug in veridiff, please report it: %s", result->detail);
      break;
  }
}

bool vd_trial_run(const VdTrial *trial, VdDiags *diags) {
  Trial t = {.trial = trial, .diags = diags};
  VdPool pool = {.jobs = 1,
                 .seconds = trial->seconds,
                 .memory = trial->memory,
                 .budget = {.cancelled = vd_signals_cancelled()},
                 .work = work,
                 .done = done,
                 .context = &t};
  vd_pool_run(&pool, 1);
  return t.ok;
}
