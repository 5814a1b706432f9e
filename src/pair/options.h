// What may be asked for about functions, and what that may cost.
#ifndef VD_PAIR_OPTIONS_H
#define VD_PAIR_OPTIONS_H

#include "solve/solve.h"

typedef enum VdStrategy {
  VD_STRATEGY_ARDIFF,
  VD_STRATEGY_DSE,
  VD_STRATEGY_IMPS,
  VD_STRATEGY_RANDOM,  // ardiff with a random choice
  VD_STRATEGY_H3,      // ardiff with its third heuristic alone
} VdStrategy;
typedef struct VdOptions {
  double timeout;  // seconds for one pair, at the most
  double effort;   // work for one pair
  size_t memory;   // bytes of address space for one pair
  uint32_t jobs;
  uint32_t unroll;  // iterations when all else fails
  VdStrategy strategy;
  bool reals;  // --fp real
  VdSolver solver;
  const char *only;       // compare this function alone, NULL for all
  const char *emit_test;  // folder for reproducers, NULL for none
  uint64_t seed;
  VdBudget budget;  // for everything
} VdOptions;
void vd_options_init(VdOptions *options);  // defaults

#endif
