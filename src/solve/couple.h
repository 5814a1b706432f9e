// Implications between signals of two circuits, learned from random runs.
#ifndef VD_COUPLE_H
#define VD_COUPLE_H

#include "solve/mc.h"

// A truth value in the state of one side: a flag, an active step, "the state is
// 3".
typedef struct VdCoupleBit {
  VdLit lit;
  int side;
  uint32_t group;  // of its side: perhaps only one of them is true; 0: none
} VdCoupleBit;
// Adds implications that held in random runs: a bit of one side is true where
// one of some bits of the other side is; at most one bit of a group is true.
void vd_couple(const VdMcMachine *machine, VdAig *aig, const VdCoupleBit *bit,
               uint32_t n, const VdBudget *budget, VdLits *hints);

#endif
