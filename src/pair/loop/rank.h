// Private to src/pair/loop: ranking functions.
//
// A group of functions that call each other ends if something that is bounded
// below gets smaller with every call. Bit-vectors compared without sign are
// bounded below, so a rank is a bit-vector term over a function's parameters.
#ifndef VD_PAIR_LOOP_RANK_H
#define VD_PAIR_LOOP_RANK_H

#include "pair/loop/loop.h"

// A call from one function of the group to another.
typedef struct VdRankStep {
  uint32_t from, to;  // functions of the group
  VdTerm when;        // it is made, and nothing was undefined before
  const VdTerm *arg;
} VdRankStep;

typedef struct VdRankGroup {
  VdJob *job;
  VdBudget budget;
  uint32_t funcs;
  uint32_t *params;  // by function
  VdTerm **param;    // by function: the variables that the terms are about
  VD_VEC(VdRankStep) step;
} VdRankGroup;

// Whether no chain of steps goes on for ever. False if that is not shown. What
// is hard for a solver is left open unless exact.
bool vd_rank_ends(const VdRankGroup *group, bool exact);
// Whether a condition can't hold: first with what is hard for a solver left
// open, then as it is. False if that is not shown.
bool vd_rank_never(VdJob *job, VdTerm t, const VdBudget *budget);

#endif
