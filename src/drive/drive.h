// The driver: whatever kind the questions are of, the cheap checkers are asked
// first, then the store, then workers; a worker that dies is an undecided
// question, no more. It knows no kind: those are in rows below this folder's.
#ifndef VD_DRIVE_H
#define VD_DRIVE_H

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
  bool verify;     // what the store knows is proved again, and compared
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

#endif
