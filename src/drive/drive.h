// The driver: whatever kind the questions are of, the cheap checkers are asked
// first, then the store, then workers; a worker that dies is an undecided
// question, no more. Beside it the two plans that are made from modules: which
// functions are compared, and which rules.
#ifndef VD_DRIVE_H
#define VD_DRIVE_H

#include "pair/pair.h"
#include "rules/rules.h"
#include "store/store.h"
#include "verdict/kind.h"

// ------------------------------------------------------------------ questions
// Questions of one group are worked on in one process, together; a level waits
// for all levels before it.
typedef struct VdAsk {
  uint32_t item;  // of the comparison; UINT32_MAX: for the others only
  uint32_t group, level;
  bool skip;
} VdAsk;

// Progress: done of total questions, and the name of one that just ended.
typedef struct VdDriveWatch {
  void (*progress)(void *context, uint32_t done, uint32_t total,
                   const char *name);
  void *context;
} VdDriveWatch;

typedef struct VdDrive {
  const VdKind *kind;
  void *context;  // the kind's
  const VdAsk *ask;
  uint32_t n;
  VdLimits limits;
  VdStore *store;  // may be NULL
  VdStoreMode mode;
  bool inner;  // in a worker already: no other one is made, and what is for the
               // store is left in the comparison
  VdDriveWatch watch;
  VdComparison *out;  // with the items
} VdDrive;
// Every question that is not skipped gets its verdict.
void vd_drive(const VdDrive *drive);
// The same verdict for all: our own bug.
void vd_drive_fail(const VdDrive *drive, const char *why);

// -------------------------------------------------------------------- workers
// Tasks are done in processes of their own, and each gives a comparison.
typedef struct VdTasks {
  uint32_t n;
  VdLimits limits;
  double seconds;  // of one worker, 0 for no limit
  void (*work)(void *context, uint32_t task, VdComparison *out);
  // result is the caller's; NULL: the worker is dead, and so is what it was
  // asked (in the arena).
  void (*done)(void *context, uint32_t task, VdComparison *result,
               const VdVerdict *dead);
  void (*tick)(void *context);  // may be NULL
  void *context;
  VdArena *arena;
} VdTasks;
void vd_tasks_run(const VdTasks *tasks);

// ------------------------------------------------------------------ functions
typedef struct VdCompare {
  VdModule *old_module, *new_module;  // as the front end made them
  const VdOptions *options;
  const VdNative *native;  // may be NULL
  VdStore *store;          // may be NULL
  VdDriveWatch watch;
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

// ---------------------------------------------------------------------- rules
// Compares the functions of two modules, as the front end made them, by name;
// the modules are changed. With new_module NULL each old function is asked
// alone: SAME means that it can be migrated. In a worker: a solver may crash.
void vd_rules_compare(const VdRules *rules, VdModule *old_module,
                      VdModule *new_module, VdComparison *out);

#endif
