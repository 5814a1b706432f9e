// Verdicts, with what they rest on and what shows them.
//
// `same` and `same up to k` come with the assumptions they rest on, `different`
// with an input that was replayed: by the interpreter, and on the real code
// where there is some (VdNative).
#ifndef VD_VERDICT_H
#define VD_VERDICT_H

#include "run/run.h"

// What verdicts mean; a change of it makes stored answers void.
enum { VD_SEMANTICS = 7 };

// ---------------------------------------------------------------- verdicts
typedef enum VdVerdictKind {
  VD_UNKNOWN = 0,  // why
  VD_SAME,
  VD_SAME_PARTIAL,  // wherever both versions end; no more was shown
  VD_SAME_BOUNDED,  // up to bound iterations
  VD_DIFFERENT,     // cex
  VD_UNSUPPORTED,   // why and pos
  VD_TIMEOUT,       // why
  VD_FAILED,        // "error", why: a worker died, or our own bug
} VdVerdictKind;
const char *vd_verdict_word(VdVerdictKind kind);  // "same", "same up to bound"
// A proof, at least for the runs that end.
static inline bool vd_verdict_is_proof(VdVerdictKind kind) {
  return kind == VD_SAME || kind == VD_SAME_PARTIAL;
}

// One thing that a checker did, for --explain.
typedef struct VdStep {
  const char *checker;  // "source", "symbolic", "testing", "smt", ...
  const char *said;     // "no difference in 4,096 runs"
  double seconds;
} VdStep;

// What is known beyond the verdict's word.
typedef enum VdNoteKind {
  VD_NOTE_INVARIANT = 0,  // a relation that an induction rests on, re-checked
  VD_NOTE_TERMINATION,    // "both versions always terminate"
  VD_NOTE_CONDITION,      // "differs exactly when n < 2"
  VD_NOTE_SETTLED,        // of an undecided pair: what was proved
  VD_NOTE_REALS,          // what holds over the reals
} VdNoteKind;
const char *vd_note_word(VdNoteKind kind);  // "invariant", ...
typedef struct VdNote {
  VdNoteKind kind;
  const char *text;
} VdNote;

// Of a pair proved the same, on inputs on which the old version is defined.
typedef enum VdTerminates {
  VD_TERMINATES_UNKNOWN = 0,  // same only where both terminate
  VD_TERMINATES_ALIKE,        // the new one exactly where the old one does; in
                              // runs that do not end, the same effects
  VD_TERMINATES_ALWAYS,       // both everywhere
} VdTerminates;

#define VD_VACUOUS "the old version is undefined on every input"

// Text and values are in an arena that whoever asked gave; the vectors are on
// the heap, until vd_verdict_done.
typedef struct VdVerdict {
  VdVerdictKind kind;
  const char *checker;  // which one settled it
  const char *why;
  VdPos pos;
  uint32_t bound;
  VD_VEC(const char *) assumption;
  VD_VEC(VdNote) note;
  VD_VEC(VdStep) step;
  VdCase *cex;  // DIFFERENT, or UNKNOWN: one that the real code does not show
  double seconds;
  bool from_store;
  bool exact;               // SAME: the allocator's state too, so that callers
                            // may take one function for the other
  VdTerminates terminates;  // SAME
} VdVerdict;

void vd_verdict_done(VdVerdict *verdict);  // {0} again
// Adds what a proof rests on, once.
void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text);

// One JSON object with all of it; for workers, the store and reports.
void vd_verdict_write(const VdVerdict *verdict, VdBuf *out);
bool vd_verdict_read(VdArena *arena, const char *json, size_t len,
                     VdVerdict *out);

// ------------------------------------------------------------------- results
typedef enum VdItemKind {
  VD_ITEM_PAIR,      // compared
  VD_ITEM_OLD_ONLY,  // and not exported
  VD_ITEM_NEW_ONLY,
  VD_ITEM_SIGNATURE,  // not exported, and the type changed: not compared
  VD_ITEM_GLOBAL,     // a variable whose initial value changed
  VD_ITEM_CHANGE,     // a named change of the interface
  VD_ITEM_OPEN,       // in scope and not compared
  VD_ITEM_NOTE,       // a change that leaves what others see as good as it was
} VdItemKind;

typedef struct VdItem {
  VdItemKind kind;
  const char *name;
  uint32_t old_func, new_func;  // UINT32_MAX if none
  const char *detail;           // SIGNATURE: "int(int) became int(long)"
  // CHANGE, OPEN, NOTE: "linkage", "weak", "strong"; "" if not known. An
  // exported thing that is not there any more is VD_GONE.
  const char *what, *was, *became;
  VdPos old_pos, new_pos;
  VdVerdict verdict;  // PAIR
} VdItem;

#define VD_GONE "gone"

typedef struct VdComparison {
  VdArena arena;
  VD_VEC(VdItem) item;  // in source order of the old side, then new only
  VD_VEC(const char *) assumption;  // of the file, not of a verdict
  uint32_t hits, misses;            // of the store
  uint32_t solver_calls;
  double seconds;
} VdComparison;

void vd_comparison_done(VdComparison *comparison);

#endif
