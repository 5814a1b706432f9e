// Rule functions across a changed interface: relative equivalence.
//
// The old version asks for codes of one system, the new one for codes of
// another, and a crosswalk says which mean the same ("Relative Equivalence in
// the Presence of Ambiguity", CAV 2013). Two functions are the same if they
// compute the same for every pair of inputs in the relation R of the crosswalk.
// That is one question a pair of functions, over only the codes that matter
// (vd_scope_pair has the argument): for decision diagrams first, for the SAT
// solver where those become too large.
//
// An old function that treats two inputs differently which have a common
// partner on the other side has no new version at all: a fundamental mismatch.
//
// A difference or a mismatch is checked before it is reported: each of its
// pairs is in R by Definition 9 on the whole crosswalk, and the interpreter
// runs the functions on it.
#ifndef VD_RULES_H
#define VD_RULES_H

#include "relate/crosswalk.h"
#include "solve/solve.h"
#include "verdict/kind.h"

typedef struct VdRuleOptions {
  VdLimits limits;
  const char *only;  // this function alone, NULL for all
  bool sat_alone;    // no quick proofs; for tests of what comes after them
  VdSolver solver;   // for what SAT does not cover
} VdRuleOptions;

// A question at which an earlier worker died.
typedef struct VdRuleDead {
  uint32_t question;
  VdReason reason;
  const char *why;
} VdRuleDead;

typedef struct VdRules {
  const VdCrosswalk *crosswalk;
  // Folders in which tables are looked for, by side, first to last.
  VD_VEC(const char *) tables[2];
  VdRuleOptions options;
  struct VdStore *store;  // as in VdDrive, but that proofs are put by whoever
  bool verify;            // waits for the worker
  const VdRuleDead *dead;
  uint32_t deads;
  uint32_t *at;  // the question at work + 1, for who survives it; may be NULL
} VdRules;

// The file of a table, in the arena; NULL if there is none.
const char *vd_rules_find_table(const VdRules *rules, VdSide side,
                                const char *name, VdArena *arena);

// Compares the functions of two modules, as the front end made them, by name;
// the modules are changed. With new_module NULL each old function is asked
// alone: SAME means that it can be migrated. In a worker: a solver may crash.
void vd_rules_compare(const VdRules *rules, VdModule *old_module,
                      VdModule *new_module, VdComparison *out);

#endif
