// Work that may still be done, time that may still be used, and whether anybody
// still wants the answer.
#include <math.h>
#include <time.h>

#include "base/base.h"

// ---------------------------------------------------------------------- time

double vd_now(void) {
  struct timespec now;
  VD_CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// ---------------------------------------------------------------------- work

// Of this process, as the time of the processor is. Checkers are not threaded.
static uint64_t nanoseconds;

static const uint32_t cost[] = {
#define VD_COST(name, nanoseconds, what) nanoseconds,
#include "base/cost.def"
#undef VD_COST
};

void vd_work_add(VdCost kind, uint64_t n) {
  nanoseconds += n * cost[kind];
}

double vd_cost(VdCost kind) {
  return cost[kind] * 1e-9;
}

void vd_work_spend(double units) {
  nanoseconds += (uint64_t)(units * 1e9);
}

double vd_work(void) {
  return (double)nanoseconds * 1e-9;
}

// ------------------------------------------------------------------- budgets

static bool is_cancelled(const VdBudget *budget) {
  return budget->cancelled && *budget->cancelled;
}

VdBudget vd_budget_of(double seconds) {
  return vd_budget_cut(&(VdBudget){0}, seconds);
}

double vd_budget_seconds(const VdBudget *budget) {
  if (is_cancelled(budget)) return 0;
  if (budget->deadline == 0) return HUGE_VAL;
  double left = budget->deadline - vd_now();
  return left > 0 ? left : 0;
}

double vd_budget_left(const VdBudget *budget) {
  if (vd_budget_seconds(budget) == 0) return 0;
  if (budget->work == 0) return HUGE_VAL;
  double left = budget->work - vd_work();
  return left > 0 ? left : 0;
}

bool vd_budget_over(const VdBudget *budget) {
  return vd_budget_left(budget) == 0;
}

bool vd_budget_is_late(const VdBudget *budget) {
  return !is_cancelled(budget) && vd_budget_seconds(budget) == 0;
}

VdBudget vd_budget_cut(const VdBudget *budget, double seconds) {
  VdBudget cut = *budget;
  if (!(seconds > 0) || seconds == HUGE_VAL) return cut;
  double deadline = vd_now() + seconds;
  if (cut.deadline == 0 || deadline < cut.deadline) cut.deadline = deadline;
  return cut;
}

VdBudget vd_budget_slice(const VdBudget *budget, double work) {
  VdBudget slice = *budget;
  if (!(work > 0) || work == HUGE_VAL) return slice;
  double end = vd_work() + work;
  if (slice.work == 0 || end < slice.work) slice.work = end;
  return slice;
}

VdBudget vd_budget_limit(const VdBudget *budget, double seconds, double work) {
  VdBudget cut = vd_budget_cut(budget, seconds);
  return vd_budget_slice(&cut, work);
}
