// Time that may still be used, and whether anybody still wants the answer.
#include <math.h>
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
