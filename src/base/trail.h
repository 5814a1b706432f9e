// The trail of a search: which of its attempts failed, so that whoever follows
// it makes those only that succeeded. Nothing is believed that a trail says: an
// attempt that it skips is one without a result, and one that it does not skip
// is made again, in full.
//
// A search makes its attempts in an order that does not depend on the clock.
// Each is between a begin and an end; they nest. Where one succeeds, what it
// learned may be put beside it as text, to be taken again.
#ifndef VD_TRAIL_H
#define VD_TRAIL_H

#include "base/base.h"

typedef struct VdTrail {
  bool follow;    // else it is made
  VdBuf text;     // what was made so far, or what is followed
  size_t at;      // follow: what comes next
  bool lost;      // follow: it is of another search, or an attempt fails now
  double wasted;  // made: the work of attempts that failed
} VdTrail;

typedef struct VdAttempt {
  size_t at;
  double work, wasted;
} VdAttempt;

// False: it failed when the trail was made, and there is no end. A trail may be
// NULL: then every attempt is made.
bool vd_trail_begin(VdTrail *trail, VdAttempt *attempt);
bool vd_trail_end(VdTrail *trail, const VdAttempt *attempt, bool ok);  // ok
// Text without braces, of the attempt at hand.
void vd_trail_put(VdTrail *trail, const char *text);
// What was put here, until the next call; NULL if nothing, or nothing is
// followed.
const char *vd_trail_take(VdTrail *trail, VdBuf *text);
void vd_trail_done(VdTrail *trail);

// Numbers as such text. Reading is checked: after the first that is not there,
// or is more than it may be, `ok` is false and all are 0.
void vd_number_put(VdBuf *text, uint64_t number);
typedef struct VdNumbers {
  const char *at;
  bool ok;
} VdNumbers;
uint64_t vd_number_take(VdNumbers *numbers, uint64_t most);

#endif
