// Private to src/pair/loop: two loops that may not end and meet again and
// again.
#ifndef VD_PAIR_LOOP_MEET_H
#define VD_PAIR_LOOP_MEET_H

#include "pair/loop/loop.h"

// A loop of one version: the call by which it is entered, over the inputs of
// the function that is compared, and the call that it makes of itself, over its
// own parameters. It makes no other call that may not end.
typedef struct VdMeetLoop {
  const VdFunc *f;
  VdCall entry, step;
} VdMeetLoop;

// Whether the new version's loop ends exactly where the old one's does, and has
// the same effects in the same order where it does not. Defined is what holds
// where the old version ends. False if that is not shown.
bool vd_meet(VdJob *job, const VdMeetLoop loop[2], VdTerm defined,
             const VdBudget *budget);

#endif
