// Comparison: an orchestrator, one file a checker, and the replay of what they
// find. Nothing here knows which language a program came from.
//
// A verdict is made in one place (verdict.c). `same` and `same up to k` come
// with the assumptions they rest on, `different` with an input that was
// replayed: by the interpreter, and on the real code where there is some
// (VdNative).
#ifndef VD_CHECK_H
#define VD_CHECK_H

#include "ir/ir.h"
#include "solve/solve.h"
#include "summary/summary.h"

// What verdicts mean; a change of it makes stored answers void.
enum { VD_SEMANTICS = 6 };

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

// Bytes at an address.
typedef struct VdCell {
  uint64_t addr;
  uint32_t len;
  uint8_t *bytes;
} VdCell;
typedef VD_VEC(VdCell) VdCells;

// A named place in memory: a global of the program, or a local that escapes.
typedef struct VdRegion {
  const char *name;
  uint64_t addr, size;
  bool global;
  const char *text;  // of a string literal, or NULL
} VdRegion;

// One call to the outside, as it happened.
typedef struct VdEvent {
  const char *link;  // name of the function
  uint32_t args;
  VdValue *arg;  // ordinary values
  uint32_t results;
  VdValue *result;  // what the outside answered
  VdCells writes;   // what it wrote to memory
  uint64_t memory;  // hash of what it could see of memory
} VdEvent;

// What one version did on the input.
typedef struct VdOutcome {
  VdRunStatus status;  // OK, UNDEFINED (text, pos), LIMIT, FAILED
  bool halted;         // exit, abort
  uint32_t results;
  VdValue *result;  // ordinary results; none if halted
  VdCells memory;   // what differs from the input memory, locals aside
  VD_VEC(VdEvent) event;
  const char *text;
  VdPos pos;
} VdOutcome;

// A concrete input and both outcomes.
typedef struct VdCase {
  uint32_t params;
  VdValue *param;           // ordinary parameters, in order
  const char **name;        // their names, "" if none
  uint64_t salt;            // chooses answers of the outside; not written down
  bool *relevant;           // false: any other value shows the difference too
  VdCells memory;           // what memory holds, where it was read; else zero
  VD_VEC(VdRegion) region;  // where globals lie; pointers may point there
  VdOutcome old_outcome, new_outcome;
  const char *difference;  // "return value: 3 against 4"
  const char *native;      // what the real code did; "" if it was not run
  bool native_confirmed;
  const char *reproducer;  // folder, if --emit-test; else ""
} VdCase;

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

// One JSON object with all of it; for workers, the store and reports.
void vd_verdict_write(const VdVerdict *verdict, VdBuf *out);
bool vd_verdict_read(VdArena *arena, const char *json, size_t len,
                     VdVerdict *out);

// -------------------------------------------------- what others provide
// Runs an input on the real code. Filled in by a front end.
typedef enum VdNativeStatus {
  VD_NATIVE_UNAVAILABLE = 0,  // could not be built or run; report says why
  VD_NATIVE_DIFFERS,          // the real code behaves differently too
  VD_NATIVE_AGREES,           // both versions do the same there
  VD_NATIVE_CONTRADICTS,      // a version does not do what the model does
  VD_NATIVE_UNFIT,            // nothing can have that input: it proves nothing
} VdNativeStatus;
typedef struct VdNative {
  VdNativeStatus (*replay)(void *context, uint32_t old_func, uint32_t new_func,
                           const VdCase *input, const char *keep_in,
                           const VdBudget *budget, VdBuf *report);
  void *context;
} VdNative;

// Remembers answers. Filled in by the store; every field may be NULL.
typedef struct VdMemory {
  // True and the record (JSON) if the query was answered before.
  bool (*get)(void *context, const VdDigest *key, const void *canonical,
              size_t len, VdBuf *record);
  void (*put)(void *context, const VdDigest *key, const void *canonical,
              size_t len, const char *record, size_t record_len);
  void *context;
} VdMemory;

// ----------------------------------------------------------------- options
typedef enum VdStrategy {
  VD_STRATEGY_ARDIFF,
  VD_STRATEGY_DSE,
  VD_STRATEGY_IMPS,
  VD_STRATEGY_RANDOM,  // ardiff with a random choice
  VD_STRATEGY_H3,      // ardiff with its third heuristic alone
} VdStrategy;
typedef enum VdStoreMode {
  VD_STORE_USE,
  VD_STORE_NONE,
  VD_STORE_VERIFY
} VdStoreMode;

typedef struct VdOptions {
  double timeout;  // seconds for one pair
  size_t memory;   // bytes of address space for one pair
  uint32_t jobs;
  uint32_t unroll;  // iterations when all else fails
  VdStrategy strategy;
  bool reals;  // --fp real
  VdStoreMode store;
  VdSolver solver;
  const char *only;       // compare this function alone, NULL for all
  const char *emit_test;  // folder for reproducers, NULL for none
  uint64_t seed;
  VdBudget budget;  // for everything
} VdOptions;
void vd_options_init(VdOptions *options);  // defaults

// -------------------------------------------------------------- comparison
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

typedef struct VdCompare {
  VdModule *old_module, *new_module;  // as the front end made them
  const VdOptions *options;
  const VdNative *native;  // may be NULL
  const VdMemory *memory;  // may be NULL
  // Progress: done of total pairs, and the name of one that just ended.
  void (*progress)(void *context, uint32_t done, uint32_t total,
                   const char *name);
  void *context;
} VdCompare;
// Compares every function that has a namesake (or options->only). Modules get
// loops as functions and hashes on the way.
void vd_compare(const VdCompare *compare, VdComparison *out);
void vd_comparison_done(VdComparison *comparison);

// Whether a module has a definition of the name that other files can use;
// whether it takes it from another file.
bool vd_module_exports(const VdModule *m, const char *name);
bool vd_module_imports(const VdModule *m, const char *name);
// Adds all names of which the one, or the other, is true.
void vd_module_names(const VdModule *m, VdNames *exported, VdNames *imported);

#endif
