// Workers: one way to do a task in a process of its own, one form in which it
// answers, and one way to say what became of it if it does not.
#include "drive/drive.h"

static void work(void *context, uint32_t task, VdBuf *out) {
  const VdTasks *tasks = context;
  VdComparison result = {0};
  tasks->work(tasks->context, task, &result);
  // The process ends next, which frees it all; the two outcomes of an input may
  // share parts here.
  vd_comparison_write(&result, out);
}

static void dead(const VdTasks *tasks, const VdWorkResult *r, VdVerdict *out) {
  static const VdReason reasons[] = {
      [VD_WORK_DIED] = VD_REASON_DIED,
      [VD_WORK_OK] = VD_REASON_GARBLED,
      [VD_WORK_TIMEOUT] = VD_REASON_TIME,
      [VD_WORK_MEMORY] = VD_REASON_MEMORY,
      [VD_WORK_BUG] = VD_REASON_BUG,
      [VD_WORK_CANCELLED] = VD_REASON_INTERRUPTED};
  VdBuf why = {0};
  vd_work_say(r, tasks->limits.timeout, tasks->limits.memory, "the worker",
              &why);
  vd_verdict_said(tasks->arena, out, reasons[r->status], why.at);
  out->seconds = r->seconds;
  vd_buf_done(&why);
}

static void done(void *context, uint32_t task, const VdWorkResult *r) {
  const VdTasks *tasks = context;
  VdComparison result = {0};
  VdVerdict verdict = {0};
  bool ok =
      r->status == VD_WORK_OK && vd_comparison_read(r->bytes, r->len, &result);
  if (!ok) dead(tasks, r, &verdict);
  tasks->done(tasks->context, task, ok ? &result : NULL, &verdict);
}

static void tick(void *context) {
  const VdTasks *tasks = context;
  if (tasks->tick) tasks->tick(tasks->context);
}

void vd_tasks_run(const VdTasks *tasks) {
  VdTasks copy = *tasks;
  VdPool pool = {.jobs = tasks->limits.jobs,
                 .seconds = tasks->seconds,
                 .memory = tasks->limits.memory,
                 .budget = tasks->limits.budget,
                 .work = work,
                 .done = done,
                 .tick = tick,
                 .context = &copy};
  if (tasks->n) vd_pool_run(&pool, tasks->n);
}
