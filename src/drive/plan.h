// Private to src/drive: what is compared with what, in what order.
#ifndef VD_DRIVE_PLAN_H
#define VD_DRIVE_PLAN_H

#include "drive/drive.h"

typedef struct VdPair {
  uint32_t func[2];
  uint32_t item;  // in the comparison; UINT32_MAX for a loop
  bool loop;
  bool skip;       // --function asked for another one
  bool inductive;  // calls its own group
  uint32_t group, level;
  bool same;  // proved: callers may take one for the other
  VdTerminates terminates;
} VdPair;

typedef struct VdPairRange {
  uint32_t first, n;
} VdPairRange;

// The facts of a module by kind and name.
typedef struct VdFacts {
  const VdModule *module;
  VdNames key;  // the name of fact i has id at.at[i]
  VdMap at;     // id of a key to the number of its fact
  VdNames exported, local, imported;
  VdNames variable;   // names of variables
  VdMap variable_of;  // id in variable to the number of the variable
  VdNames renamed;    // statics that the other version has by another name
  VdMap global_of;    // id in renamed to the number of the variable
} VdFacts;

typedef struct VdPlan {
  VdComparison *out;
  VdModule *module[2];
  VdFacts facts[2];
  VD_VEC(VdPair) pair;
  uint32_t *pair_of[2];  // by func; UINT32_MAX for none
  uint8_t *ends[2];      // by func: the VdTerminates of its proved pair
  uint32_t groups, levels;
  VdNames said;  // of items: what changed and of what
  // What exported names stand for, and what the names of one target stand for
  // in the other version: its id, or VD_SPLIT if not all for the same.
  VdNames target[2];
  VdMap partner[2];
} VdPlan;
enum { VD_SPLIT = UINT32_MAX >> 1 };

// Only pairs of functions, with their items and those of functions that are in
// one version.
void vd_plan_pairs(VdPlan *plan, VdModule *old_module, VdModule *new_module,
                   VdComparison *out);
// Fills in the plan and the items of the comparison.
void vd_plan_init(VdPlan *plan, const VdCompare *compare, VdComparison *out);
void vd_plan_done(VdPlan *plan);
void vd_plan_add(VdPlan *plan, VdItem item);
// Renamed statics of the new module are known by their old names. Before
// hashing.
void vd_plan_match(VdModule *m, VdModule *n);
// rename.c
// Static functions whose address is used, too: where they were renamed, those
// of the new module are known by their old names. After hashing, and hashes
// again if there are some.
void vd_plan_match_functions(VdModule *m, VdModule *n);
// Adds an item for each variable that is gone, or whose initial value changed.
void vd_plan_globals(VdPlan *plan);
// surface.c
// What others see of the two versions.
void vd_facts_init(VdFacts *facts, const VdModule *m);
void vd_facts_done(VdFacts *facts);
const VdFact *vd_facts_get(const VdFacts *facts, VdFactKind kind,
                           const char *name);
bool vd_facts_exports(const VdFacts *facts, const char *name);
const VdGlobal *vd_facts_variable(const VdFacts *facts, const char *name);
// Adds an item; texts live as long as the comparison.
void vd_plan_change(VdPlan *plan, VdItemKind kind, const char *name,
                    const char *what, const char *was, const char *became,
                    VdPos old_pos, VdPos new_pos);
// An exported thing is not there any more: it is something else, or "".
void vd_plan_gone(VdPlan *plan, const char *name, const char *was,
                  const char *became, VdPos old_pos, VdPos new_pos);
// Adds an item for each fact that changed.
void vd_plan_surface(VdPlan *plan);

// The same parameters and results, states included.
bool vd_plan_same_interface(const VdFunc *f, const VdFunc *g);

#endif
