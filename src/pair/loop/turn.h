// Private to induction: loops whose iterations may be done in another order.
#ifndef VD_PAIR_LOOP_TURN_H
#define VD_PAIR_LOOP_TURN_H

#include "pair/loop/induct.h"

// A copy of the old version's module in which loops of the function run from
// their end, as far as that is the same wherever the old version is defined and
// ends; NULL if there is no such loop, or nothing that counts the other way in
// the new version. `in` has runs.
VdModule *vd_turn_loops(VdInduct *in);

#endif
