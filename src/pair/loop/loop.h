// Loops and recursion of a pair: proofs by induction, loops put for others that
// do the same, and whether both versions end.
#ifndef VD_LOOP_H
#define VD_LOOP_H

#include "pair/search.h"

// Of versions that come to loops that never end.
bool vd_check_endless(VdJob *job);
// Finds out, of a pair proved the same, whether both versions terminate, or do
// the same where they do not: sets job->terminates and notes it.
void vd_check_termination(VdJob *job);
// Whether that is a question: something it calls, on a side, calls itself.
bool vd_may_run_forever(const VdJob *job, int side);

// ------------------------------------------------------------------ lean.c
// The same for pairs that work on memory, without arrays; finds proofs only,
// and leaves the goal as it was if it finds none.
VdFound vd_refine_lean(VdSearch *s);
// Path by path, with mates of loops put for them; else as above.
VdFound vd_refine_paths(VdSearch *s);

// ---------------------------------------------------------------- derive.c
// Puts for results of loops what they are by other results. How many.
uint32_t vd_derive(VdSearch *s, double seconds);

// ------------------------------------------------------------------ fold.c
// Tries to prove a pair of which one version is a loop where the other one
// calls itself.
bool vd_fold(VdJob *job, VdRunner *runner);

// ----------------------------------------------------------------- mates.c
// Puts loops of the new version for loops of the old one that were shown to do
// the same, where both terminate. How many.
uint32_t vd_mates(VdSearch *s, double seconds);

// ---------------------------------------------------------------- induct.c
// Proves the pair the same by induction over its loops and recursion, where
// both versions terminate. Notes the invariants.
bool vd_induct(VdJob *job, VdRunner *runner);
// A version of the pair with its function in cut form (ir.h), and terms of it
// in which what was proved of its callees holds on.
VdModule *vd_cut_module(const VdJob *job, int side);
VdSums *vd_cut_sums(const VdJob *job, int side, const VdModule *m);

// ---------------------------------------------------------------- unroll.c
// Loops that run a number of times that is known, opened to their end: often
// the terms are the same then. Costs no question.
VdFound vd_unroll_all(VdSearch *s);
// What can be proved, or shown, when every call is opened that many times; for
// the bound of iterations that this comes to see vd_unroll_bound.
VdFound vd_unroll(VdSearch *s, uint32_t *bound);
uint32_t vd_unroll_bound(const VdJob *job, uint32_t openings);

#endif
