// Private to src/pair: goals with calls opened, for what is asked after the
// verdict.
#ifndef VD_PAIR_OPENED_H
#define VD_PAIR_OPENED_H

#include "pair/pair.h"

// Opens applications of functions that do not call themselves, and loops while
// that comes to an end. What stays is left open. False if it gets too big.
bool vd_goal_open(const VdJob *job, VdGoal *goal);
// Opens every application that can be opened, loops too, that many times.
void vd_goal_unroll(const VdJob *job, VdGoal *goal, uint32_t times);
// "The new version is undefined or does something else", and the condition
// under which the old one is defined.
VdTerm vd_goal_unlike(const VdJob *job, VdGoal *goal);

#endif
