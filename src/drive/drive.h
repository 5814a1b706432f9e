// Comparison: what is compared with what, which checkers are asked in which
// order, and the processes in which they work. Nothing here knows which
// language a program came from.
#ifndef VD_DRIVE_H
#define VD_DRIVE_H

#include "pair/pair.h"
#include "rules/rules.h"
#include "store/store.h"

typedef struct VdCompare {
  VdModule *old_module, *new_module;  // as the front end made them
  const VdOptions *options;
  const VdNative *native;  // may be NULL
  VdStore *store;          // may be NULL
  // Progress: done of total pairs, and the name of one that just ended.
  void (*progress)(void *context, uint32_t done, uint32_t total,
                   const char *name);
  void *context;
} VdCompare;
// Compares every function that has a namesake (or options->only). Modules get
// loops as functions and hashes on the way.
void vd_compare(const VdCompare *compare, VdComparison *out);
// Whether a module has a definition of the name that other files can use;
// whether it takes it from another file.
bool vd_module_exports(const VdModule *m, const char *name);
bool vd_module_imports(const VdModule *m, const char *name);
// Adds all names of which the one, or the other, is true.
void vd_module_names(const VdModule *m, VdNames *exported, VdNames *imported);

// ------------------------------------------------------------------- rules
// Compares the functions of two modules, as the front end made them, by name;
// the modules are changed. With new_module NULL each old function is asked
// alone: SAME means that it can be migrated. In a worker: a solver may crash.
void vd_rules_compare(const VdRules *rules, VdModule *old_module,
                      VdModule *new_module, VdRuleComparison *out);

#endif
