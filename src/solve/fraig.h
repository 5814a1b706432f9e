// Equal nodes of a graph, under all that a solver knows by then: found by
// simulation, proved one by one, from the inputs on. Each proof is a small one,
// as what comes before it is known to be equal already.
#ifndef VD_FRAIG_H
#define VD_FRAIG_H

#include "solve/aig.h"

typedef struct VdFraig {
  VdCnf *cnf;
  // Gives 64 patterns for inputs and latches; word has an entry for each node.
  // Good ones fulfil what the solver knows, any are sound.
  void (*fill)(void *context, uint64_t *word);
  void *context;
  uint32_t rounds;  // of 64 patterns
  int conflicts;    // for one proof
} VdFraig;
// Tells the solver what is equal in the cone of root. How many pairs there
// were.
uint32_t vd_fraig(const VdFraig *fraig, VdLit root, const VdBudget *budget);

#endif
