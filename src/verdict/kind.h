// A kind of question, as src/drive works on it: two functions, two state
// machines, two functions across a crosswalk. A kind numbers its questions from
// 0 and knows them by its own context; the driver knows nothing else of them.
#ifndef VD_KIND_H
#define VD_KIND_H

#include "verdict/verdict.h"

// What a question may cost.
typedef struct VdLimits {
  double timeout;  // seconds for one question, 0 for no limit
  double effort;   // work for one question, 0 for no limit
  size_t memory;   // bytes of address space of a worker
  uint32_t jobs;   // workers at once
  VdBudget budget;
} VdLimits;

// A cheap checker, in the main process.
typedef struct VdCheck {
  const char *name;
  // True if it settled the question. NULL: the store is asked.
  bool (*check)(void *context, uint32_t question, VdArena *arena,
                VdVerdict *out);
  bool kept;  // what it finds out is for the store
} VdCheck;

// Questions that one worker is given.
typedef struct VdGroup VdGroup;
struct VdGroup {
  const uint32_t *question;
  uint32_t n;
  VdArena *arena;
  VdVerdict *verdict;     // of each, to be made
  uint32_t solver_calls;  // to be counted
  // To be called with i: verdict i holds whatever becomes of the worker.
  void (*keep)(const VdGroup *group, uint32_t i);
  int kept;  // private to the driver
};

typedef struct VdKind {
  const char *word;     // of its keys in the store: "function"
  const VdCheck *here;  // in this order; the last one has no name
  bool replays;         // workers run differences on the real code
  // Can a difference that was stored be shown again? Else only proofs are kept.
  bool keeps_differences;
  // What the store knows the question by. False: it is not kept.
  bool (*key)(void *context, uint32_t question, VdBuf *out);
  // Once before the first worker. May be NULL.
  void (*begin)(void *context);
  // In a worker.
  void (*work)(void *context, VdGroup *group);
  // The same for a group of one, that the store has a proof of: the verdict is
  // what its certificate alone gives. May be NULL.
  void (*check)(void *context, const VdCertificate *certificate,
                VdGroup *group);
  // A difference from a worker, or from the store, in this process: false if
  // it is none. What is not stored has another verdict then. May be NULL.
  bool (*confirm)(void *context, uint32_t question, VdArena *arena,
                  VdVerdict *verdict, bool stored);
  // The verdict as it is reported; what it rests on may be added. May be NULL.
  void (*settled)(void *context, uint32_t question, VdArena *arena,
                  VdVerdict *verdict);
} VdKind;

#endif
