// Private to src/check: what is compared with what, in what order.
#ifndef VD_CHECK_PLAN_H
#define VD_CHECK_PLAN_H

#include "check/check_impl.h"

typedef struct VdPair {
  uint32_t func[2];
  uint32_t item;  // in the comparison; UINT32_MAX for a loop
  bool loop;
  bool skip;       // --function asked for another one
  bool inductive;  // calls its own group
  uint32_t group, level;
  bool same;  // proved: callers may take one for the other
  VdTerminates terminates;
  VdVerdictKind kept;  // --store verify: what the store says
} VdPair;

typedef struct VdPairRange {
  uint32_t first, n;
} VdPairRange;

typedef struct VdPlan {
  VdComparison *out;
  VdModule *module[2];
  VD_VEC(VdPair) pair;
  uint32_t *pair_of[2];   // by func; UINT32_MAX for none
  uint8_t *recursive[2];  // by func: it can call itself
  uint8_t *ends[2];       // by func: the VdTerminates of its proved pair
  uint32_t groups, levels;
} VdPlan;

// Fills in the plan and the items of the comparison.
void vd_plan_init(VdPlan *plan, const VdCompare *compare, VdComparison *out);
void vd_plan_done(VdPlan *plan);
void vd_plan_add(VdPlan *plan, VdItem item);
// Renamed statics of the new module are known by their old names. Before
// hashing.
void vd_plan_match(VdModule *m, VdModule *n);
// Adds an item for each variable whose initial value changed.
void vd_plan_globals(VdPlan *plan);
// By func: it can call itself. After hashing.
uint8_t *vd_plan_recursive(const VdModule *m, VdArena *arena);
// The same parameters and results, states included.
bool vd_plan_same_interface(const VdFunc *f, const VdFunc *g);

#endif
