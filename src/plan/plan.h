// What of two modules is compared with what, in what order: pairs of functions
// and of loops, variables, and what others see beside that. Questions about
// functions and about rules are made from it; it asks none itself.
#ifndef VD_PLAN_H
#define VD_PLAN_H

#include "verdict/verdict.h"

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

// Only pairs of functions, with their items and those of functions that are in
// one version.
void vd_plan_pairs(VdPlan *plan, VdModule *old_module, VdModule *new_module,
                   VdComparison *out);
// Fills in the plan and the items of the comparison. Pairs that the function
// `only` does not need are skipped; NULL for none.
void vd_plan_init(VdPlan *plan, VdModule *old_module, VdModule *new_module,
                  const char *only, VdComparison *out);
void vd_plan_done(VdPlan *plan);
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
// Adds an item for each fact that changed.
void vd_plan_surface(VdPlan *plan);
// The same parameters and results, states included.
bool vd_plan_same_interface(const VdFunc *f, const VdFunc *g);

// ---------------------------------------------------------------- one module
// Whether it has a definition of the name that other files can use; whether it
// takes it from another file.
bool vd_module_exports(const VdModule *m, const char *name);
bool vd_module_imports(const VdModule *m, const char *name);
// Adds all names of which the one, or the other, is true.
void vd_module_names(const VdModule *m, VdNames *exported, VdNames *imported);

#endif
