// Private to src/pair/loop: two sets of terms, one for each version, with calls
// of recursive functions in them, and the conditions under which each is made.
#ifndef VD_PAIR_LOOP_UNFOLD_H
#define VD_PAIR_LOOP_UNFOLD_H

#include "pair/loop/loop.h"

// A call: all applications of one function to the same arguments.
typedef struct VdCallSite {
  uint32_t symbol;
  VdTerm app;    // one of the applications
  VdTerm guard;  // true only if its value is needed
  VdTerm again;  // when the function calls itself there; none if not looked at
} VdCallSite;
typedef VD_VEC(VdCallSite) VdCallSites;

typedef struct VdUnfold {
  const VdJob *job;
  bool tail;          // calls are all there is: any of them goes on
  bool all;           // open what both sides call, too
  VdTermVec term[2];  // by side
} VdUnfold;
void vd_unfold_done(VdUnfold *u);

// Opens every application of a symbol on one side once.
void vd_unfold_open(VdUnfold *u, int side, uint32_t symbol);
// Opens calls of functions that do not call themselves, as far as only one side
// has them.
void vd_unfold_plain(VdUnfold *u);
// The calls of recursive functions on one side.
void vd_unfold_calls(const VdUnfold *u, int side, VdCallSites *out);
// What a call comes to: for each result, and "defined", that the application is
// the body; and the calls in the body go to out. None if there is no body.
VdTerm vd_unfold_equation(const VdUnfold *u, int side, VdCallSite *call,
                          VdCallSites *out);

#endif
