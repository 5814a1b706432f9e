// Verdicts, with what they rest on and what shows them; and comparisons, which
// are lists of them. Every kind of question ends here.
//
// Only make.c makes verdicts. `same` and `same up to k` come with the
// assumptions they rest on, `different` with evidence that was replayed: by the
// interpreter, and on the real code where there is some.
//
// Text and values of a verdict are in an arena that whoever asked gave; the
// vectors are on the heap, until vd_verdict_done.
#ifndef VD_VERDICT_H
#define VD_VERDICT_H

#include "base/trail.h"
#include "verdict/evidence.h"

// What verdicts mean; a change of it makes stored answers void.
enum { VD_SEMANTICS = 9 };

// ---------------------------------------------------------------- verdicts
typedef enum VdVerdictKind {
#define VD_VERDICT(id, word, key, exit, paint) VD_##id,
#include "verdict/verdict.def"
#undef VD_VERDICT
} VdVerdictKind;
enum { VD_VERDICTS = VD_FAILED + 1 };

// What a run comes to, as its exit status.
typedef enum VdStatus {
  VD_STATUS_OK = 0,
  VD_STATUS_DIFFERENT = 1,
  VD_STATUS_USAGE = 2,          // or a file that cannot be read
  VD_STATUS_OPEN = 3,           // not all was settled
  VD_STATUS_INTERRUPTED = 130,  // 128 + SIGINT, as a shell says it
} VdStatus;

typedef struct VdVerdictInfo {
  const char *word, *key;
  VdStatus exit;
} VdVerdictInfo;
extern const VdVerdictInfo vd_verdict_info[VD_VERDICTS];
static inline const char *vd_verdict_word(VdVerdictKind kind) {
  return vd_verdict_info[kind].word;
}
// The i-th kind as people read them: what was settled comes first.
static inline VdVerdictKind vd_verdict_at(uint32_t i) {
  return (VdVerdictKind)(i < VD_DIFFERENT    ? i + 1
                         : i == VD_DIFFERENT ? VD_UNKNOWN
                                             : i);
}
// A proof, at least for the runs that end.
static inline bool vd_verdict_is_proof(VdVerdictKind kind) {
  return kind == VD_SAME || kind == VD_SAME_PARTIAL;
}
// A proof that there is no difference, maybe up to a bound.
static inline bool vd_verdict_is_same(VdVerdictKind kind) {
  return vd_verdict_is_proof(kind) || kind == VD_SAME_BOUNDED;
}
// That there is one: with evidence.
static inline bool vd_verdict_is_different(VdVerdictKind kind) {
  return kind == VD_DIFFERENT || kind == VD_MISMATCH;
}
static inline bool vd_verdict_is_definite(VdVerdictKind kind) {
  return vd_verdict_is_same(kind) || vd_verdict_is_different(kind);
}

typedef enum VdReason {
#define VD_REASON(id, verdict, word, text) VD_REASON_##id,
#include "verdict/reason.def"
#undef VD_REASON
} VdReason;
enum { VD_REASONS = VD_REASON_STORE + 1 };

// One thing that a checker did, for --explain.
typedef struct VdStep {
  const char *checker;  // "source", "symbolic", "testing", "smt", ...
  const char *said;     // "no difference in 4,096 runs"
  double seconds;
} VdStep;

// What is known beyond the verdict's word.
typedef enum VdNoteKind {
#define VD_NOTE(id, word, detail) VD_NOTE_##id,
#include "verdict/note.def"
#undef VD_NOTE
} VdNoteKind;
enum { VD_NOTES = VD_NOTE_UNRELATED + 1 };
typedef struct VdNoteInfo {
  const char *word;
  bool detail;
} VdNoteInfo;
extern const VdNoteInfo vd_note_info[VD_NOTES];
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

// By what a proof is checked without being searched for again: for the store.
typedef struct VdCertificate {
  const char *text;    // in the words of the kind of question; NULL: none
  double work, check;  // that the proof took; that checking it takes (vd_work)
} VdCertificate;

typedef struct VdVerdict {
  VdVerdictKind kind;
  VdReason reason;      // of one that is not definite
  const char *checker;  // which one settled it
  const char *why;
  VdPos pos;
  uint32_t bound;
  uint32_t size;  // of the question, if that was counted: codes
  VD_VEC(const char *) assumption;
  VD_VEC(VdNote) note;
  VD_VEC(VdStep) step;
  // DIFFERENT, MISMATCH; UNKNOWN, FAILED: an input that the real code does not
  // show.
  VdEvidence evidence;
  double seconds;
  bool from_store;
  bool exact;               // SAME: the allocator's state too, so that callers
                            // may take one function for the other
  VdTerminates terminates;  // SAME
  VdCertificate certificate;  // SAME
} VdVerdict;

void vd_verdict_done(VdVerdict *verdict);  // {0} again
// Of a proof: its trail becomes its certificate, unless that is very long. It
// took that much work, without what the trail leaves out.
void vd_verdict_certify(VdArena *arena, VdVerdict *verdict,
                        const VdTrail *trail, double work);
// Adds what a proof rests on, once.
void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text);
// Adds what is known beyond the verdict.
void vd_verdict_note(VdArena *arena, VdVerdict *verdict, VdNoteKind kind,
                     const char *fmt, ...) VD_PRINTF(4, 5);
// Adds what a checker did since a moment.
void vd_verdict_step(VdArena *arena, VdVerdict *verdict, const char *checker,
                     double seconds, const char *fmt, ...) VD_PRINTF(5, 6);

// ------------------------------------------------------------------ makers
// They set what a verdict is; what it rests on, notes and steps stay. Evidence
// that it had is dropped, and not freed. A proof is about terms: if their
// manager has latched an error, the verdict is `error`; tm is NULL where no
// terms were made. So a proof is made after the last term. A difference was
// run, and stands whatever terms there are.

// terminates UNKNOWN makes `same if both end`.
void vd_verdict_same(VdVerdict *verdict, const VdTerms *tm, const char *checker,
                     VdTerminates terminates);
void vd_verdict_bounded(VdArena *arena, VdVerdict *verdict, const VdTerms *tm,
                        const char *checker, uint32_t bound);
void vd_verdict_different(VdVerdict *verdict, const char *checker,
                          VdEvidence evidence);
// No new version can be right.
void vd_verdict_mismatch(VdVerdict *verdict, const char *checker,
                         VdEvidence evidence);
// Of a difference, whether any new version can be right: a mismatch that was
// found takes its place; what is not proved either is said. Done with `found`.
void vd_verdict_deepen(VdArena *arena, VdVerdict *verdict, VdVerdict *found);
// Not settled, for a reason with its arguments.
void vd_verdict_undecided(VdArena *arena, VdVerdict *verdict, VdReason reason,
                          ...);
// The same with a text that somebody else made.
void vd_verdict_said(VdArena *arena, VdVerdict *verdict, VdReason reason,
                     const char *why);
void vd_verdict_vundecided(VdArena *arena, VdVerdict *verdict, VdReason reason,
                           va_list args);
// What an input stands for that the real code does not show.
void vd_verdict_unconfirmed(VdArena *arena, VdVerdict *verdict, VdReason reason,
                            VdEvidence evidence);

// One JSON object with all of it; for workers, the store and reports.
void vd_verdict_write(const VdVerdict *verdict, VdBuf *out);
bool vd_verdict_read(VdArena *arena, const char *json, size_t len,
                     VdVerdict *out);

// ------------------------------------------------------------- comparisons
typedef enum VdItemKind {
#define VD_ITEM(id, word, key, exit, title, one, many) VD_ITEM_##id,
#include "verdict/item.def"
#undef VD_ITEM
} VdItemKind;
enum { VD_ITEMS = VD_ITEM_NEW_ONLY + 1 };
typedef struct VdItemInfo {
  const char *word, *key;
  VdStatus exit;
  const char *title, *one, *many;
} VdItemInfo;
extern const VdItemInfo vd_item_info[VD_ITEMS];

typedef struct VdItem {
  VdItemKind kind;
  const char *name;
  const char *detail;  // SIGNATURE: "int(int) became int(long)"
  // CHANGE, OPEN, NOTE: "linkage", "weak", "strong"; "" if not known.
  const char *what, *was, *became;
  bool gone;  // CHANGE: an exported thing that is not there any more
  bool code;  // OPEN: without it the code may be other code
  VdPos old_pos, new_pos;
  VdVerdict verdict;  // PAIR
} VdItem;

// What a worker proved, for the store of its parent.
typedef struct VdKept {
  const void *key;
  size_t key_len;
  const char *record;
  size_t record_len;
} VdKept;

typedef struct VdComparison {
  VdArena arena;
  VD_VEC(VdItem) item;  // in source order of the old side, then new only
  VD_VEC(const char *) assumption;  // of the file, not of a verdict
  VD_VEC(const char *) warning;     // for people, once
  VD_VEC(const char *) error;       // why it was not compared: lines for people
  VD_VEC(VdKept) kept;
  uint32_t hits, misses;  // of the store
  uint32_t checked;       // of the hits: by their certificates or evidence
  uint32_t solver_calls;
  bool nothing;      // there was nothing to compare
  bool needs_lines;  // a position is wanted that only line tables tell
  double seconds;
} VdComparison;

void vd_item_write(const VdItem *item, VdBuf *out);  // one JSON object

void vd_comparison_done(VdComparison *comparison);
// An item with empty texts at the end; its number.
uint32_t vd_comparison_add(VdComparison *comparison, VdItem item);
// One of no function; what may be NULL. Good until the next one is added.
VdItem *vd_comparison_say(VdComparison *comparison, VdItemKind kind,
                          const char *what, const char *name,
                          const char *detail);

// One JSON object: what a worker sends to its parent.
void vd_comparison_write(const VdComparison *comparison, VdBuf *out);
bool vd_comparison_read(const char *json, size_t len, VdComparison *out);

#endif
