// Time that may still be used, and whether anybody still wants the answer.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/base.h"

double vd_now(void) {
  struct timespec now;
  VD_CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool is_cancelled(const VdBudget *budget) {
  return budget->cancelled && *budget->cancelled;
}

VdBudget vd_budget_of(double seconds) {
  return vd_budget_cut(&(VdBudget){0}, seconds);
}

double vd_budget_left(const VdBudget *budget) {
  if (is_cancelled(budget)) return 0;
  if (budget->deadline == 0) return HUGE_VAL;
  double left = budget->deadline - vd_now();
  return left > 0 ? left : 0;
}

bool vd_budget_over(const VdBudget *budget) {
  return vd_budget_left(budget) == 0;
}

VdBudget vd_budget_cut(const VdBudget *budget, double seconds) {
  VdBudget cut = *budget;
  if (!(seconds > 0)) return cut;
  double deadline = vd_now() + seconds;
  if (cut.deadline == 0 || deadline < cut.deadline) cut.deadline = deadline;
  return cut;
}

// How much longer things take because others have the processors: Linux tells
// for how many nanoseconds this process has run, and waited to run.
static double slowdown(void) {
  const double most = 10;
  const uint64_t least = 2000000;  // to judge by
  VdBuf text = {0};
  uint64_t run = 0, wait = 0;
  double factor = 1;
  if (vd_file_read("/proc/self/schedstat", 256, &text) && text.len &&
      sscanf(text.at, "%" SCNu64 " %" SCNu64, &run, &wait) == 2 && run > least)
    factor = 1 + (double)wait / (double)run;
  vd_buf_done(&text);
  return factor < most ? factor : most;
}

VdBudget vd_budget_slice(const VdBudget *budget, double seconds) {
  return vd_budget_cut(budget, seconds * slowdown());
}
