// Private to src/function: the order of the checkers of a pair of functions.
#ifndef VD_ORDER_H
#define VD_ORDER_H

#include "pair/loop/loop.h"

// All of them, in a worker: the job's verdict is there afterwards.
void vd_order_pair(VdJob *job);
// Only those that need no solver. True if the pair is proved the same.
bool vd_order_here(VdJob *job);

// finish.c: a verdict of a proof.
void vd_job_same(VdJob *job, const char *checker);

#endif
