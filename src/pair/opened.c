// Goals with calls opened. Whatever is proved of a goal with applications left
// in it holds for every function that they may stand for.
#include "pair/opened.h"

enum {
  MAX_ROUNDS = 24,
  MAX_NODES = 6000,
};

static bool is_wanted(void *context, VdTerm app, bool recursive) {
  (void)app;
  return *(const bool *)context || !recursive;
}

// Opens every application once. How many there were.
static uint32_t open_round(const VdJob *job, VdGoal *goal, bool recursive) {
  uint32_t n = vd_open_goal(job, OLD, goal, is_wanted, &recursive);
  return n + vd_open_goal(job, NEW, goal, is_wanted, &recursive);
}

static bool is_small(const VdJob *job, const VdGoal *goal) {
  return vd_goal_size(job, goal) <= MAX_NODES && !vd_terms_error(job->sides.tm);
}

bool vd_goal_open(const VdJob *job, VdGoal *goal) {
  int round = 0;
  while (round++ < MAX_ROUNDS && is_small(job, goal) &&
         open_round(job, goal, false))
    continue;
  if (!is_small(job, goal)) return false;
  VdGoal all;
  vd_goal_copy(goal, &all);
  bool done = false;
  for (round = 0; round < MAX_ROUNDS && is_small(job, &all) && !done; round++)
    done = !open_round(job, &all, true);
  if (done) {
    vd_goal_done(goal);
    *goal = all;
  } else {
    vd_goal_done(&all);
  }
  return !vd_terms_error(job->sides.tm);
}

void vd_goal_unroll(const VdJob *job, VdGoal *goal, uint32_t times) {
  for (uint32_t i = 0; i < times && is_small(job, goal); i++)
    if (!open_round(job, goal, true)) break;
}

VdTerm vd_goal_unlike(const VdJob *job, VdGoal *goal) {
  VdTerm defined = goal->defined[OLD];
  goal->defined[OLD] = vd_mk_bool(job->sides.tm, true);
  VdTerm unlike = vd_goal_difference(job, goal);
  goal->defined[OLD] = defined;
  return unlike;
}
