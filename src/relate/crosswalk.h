// Crosswalks: which codes of an old interface say the same as which of a new.
//
// A crosswalk is the relation J of "Relative Equivalence in the Presence of
// Ambiguity" (Definition 2): lines (u, u'), u a set of old codes, u' a set of
// new codes, both not empty, one of them a singleton. A code may be known and
// on no line.
//
// Use: new, read (once a file), finish, then questions. After a finish that
// gave true the crosswalk never changes: threads and forked workers may share
// it, each with a VdScope of its own. Codes are numbered in the order of their
// text, lines in the order of their codes. So numbers, scopes and canonical
// texts depend on what the files say and not on the order in which they say it.
//
// Failure: messages go to diags with file and line, at most
// crosswalk_errors a file and then a count. A crosswalk with an error
// cannot be finished: no line is ever dropped in silence.
#ifndef VD_CROSSWALK_H
#define VD_CROSSWALK_H

#include "ir/ir.h"

enum { VD_CODE_MAX = 64 };  // bytes of a code: its format, not a limit
#define VD_CROSSWALK_BYTES_MAX UINT32_MAX  // of a file

// Names of what <veridiff/codes.h> declares: questions for a code, or for any
// code of a table.
#define VD_RULES_HAS "veridiff_has"
#define VD_RULES_HAS_ANY "veridiff_has_any"

// A code is its index in the table of its side: 0 to vd_crosswalk_codes - 1.
// The same text may be a code on both sides.
typedef uint32_t VdCode;

// ------------------------------------------------------------ code systems
// What a code belongs to: it says where the dot is printed, and keeps 001.0
// (cholera) and 00.10 (a procedure) apart, which are both 0010 in the GEMs.
typedef enum VdCodeSystem {
  VD_CODE_PLAIN = 0,  // from plain crosswalks; printed as first written
  VD_CODE_ICD9_DX,    // 466.0, V10.0, E927.0
  VD_CODE_ICD9_PX,    // 00.10
  VD_CODE_ICD10_CM,   // J20.9
  VD_CODE_ICD10_PCS,  // 0JH607Z, no dot
} VdCodeSystem;
const char *vd_code_system_name(VdCodeSystem system);

// ----------------------------------------------------------------- reading
typedef struct VdCrosswalk VdCrosswalk;
VdCrosswalk *vd_crosswalk_new(void);
void vd_crosswalk_free(VdCrosswalk *cw);

// AUTO finds out by content, and the direction of a GEM by file name (i9gem,
// i10gem, i9pcs, pcsi9) and by the shape of the codes; unsure is an error.
typedef enum VdCrosswalkFormat {
  VD_CROSSWALK_AUTO = 0,
  VD_CROSSWALK_PLAIN,   // a + b <-> X
  VD_CROSSWALK_I9_I10,  // GEM, diagnoses: 2018_I9gem.txt
  VD_CROSSWALK_I10_I9,  // 2018_I10gem.txt
  VD_CROSSWALK_I9_PCS,  // GEM, procedures: gem_i9pcs.txt
  VD_CROSSWALK_PCS_I9,  // gem_pcsi9.txt
} VdCrosswalkFormat;
// By the name an option has: "plain", "i9gem", "i10gem", "i9pcs", "pcsi9".
bool vd_crosswalk_format_read(const char *name, VdCrosswalkFormat *out);

// Some rows of the published procedure GEMs contradict themselves: a choice
// list without the combination flag, a gap in the choice lists, no target
// without the no map flag. They are errors. After this they are warnings that
// say how the row is read.
void vd_crosswalk_lenient(VdCrosswalk *cw);

// Adds the lines of a file ("-" is stdin). False if there were errors.
bool vd_crosswalk_read(VdCrosswalk *cw, const char *path,
                       VdCrosswalkFormat format, VdDiags *diags);
// The same from memory; path is for messages and for recognition.
bool vd_crosswalk_read_text(VdCrosswalk *cw, const char *path, const char *text,
                            size_t len, VdCrosswalkFormat format,
                            VdDiags *diags);
// Ends reading: merges equal lines, builds the indexes. False if a read failed
// or there is no code at all; then only free may follow.
bool vd_crosswalk_finish(VdCrosswalk *cw, VdDiags *diags);

// ------------------------------------------------------------------- codes
uint32_t vd_crosswalk_codes(const VdCrosswalk *cw, VdSide side);
// As printed, with its dot; lives as long as the crosswalk.
const char *vd_code_text(const VdCrosswalk *cw, VdSide side, VdCode code);

// Letters count without case. Dots may be left out, but where there is one it
// must be in its place: 46.60 is not 466.0. 466 and 466.0 are two codes.
typedef enum VdCodeFound {
  VD_CODE_UNKNOWN = 0,
  VD_CODE_FOUND,
  VD_CODE_MALFORMED,  // empty, too long, a control character
  VD_CODE_MISDOTTED,  // known, but with its dot elsewhere
  VD_CODE_AMBIGUOUS,  // without its dot, a code of two systems
} VdCodeFound;
VdCodeFound vd_code_find(const VdCrosswalk *cw, VdSide side, const char *text,
                         size_t len, VdCode *out);
// Adds why a text is not a code, for a message: "unknown code 466.9 (not on the
// old side of the crosswalk)", with a hint where there is one.
void vd_code_why(const VdCrosswalk *cw, VdSide side, const char *text,
                 size_t len, VdCodeFound found, VdBuf *out);

// A table for has_any: a text file of codes, one or more a line, separated by
// blanks or commas, quoted or not, # to the end of the line is a comment.
typedef struct VdCodeEntry {
  VdCode code;
  uint32_t line;
} VdCodeEntry;
typedef struct VdCodeTable {
  VD_VEC(VdCodeEntry) entry;  // each code once, in the order of the file
} VdCodeTable;
// Errors: unreadable, malformed, unknown. Warnings: listed twice (with both
// lines), a table without codes. False if there were errors.
bool vd_code_table_read(const VdCrosswalk *cw, VdSide side, const char *path,
                        VdCodeTable *out, VdDiags *diags);
bool vd_code_table_read_text(const VdCrosswalk *cw, VdSide side,
                             const char *path, const char *text, size_t len,
                             VdCodeTable *out, VdDiags *diags);
void vd_code_table_done(VdCodeTable *table);

// ------------------------------------------------------------------- lines
typedef struct VdCrossOrigin {
  uint32_t file, line;
} VdCrossOrigin;
VdPos vd_crosswalk_pos(const VdCrosswalk *cw, VdCrossOrigin origin);

// A line of J. A line that several files state has several origins, and so has
// one from a combination of a GEM: each row that takes part.
typedef struct VdCrossLine {
  const VdCode *code[2];  // by side, ascending
  uint32_t count[2];
  const VdCrossOrigin *origin;  // in the order of files and lines
  uint32_t origins;
  bool approximate;  // every statement of it is flagged so
} VdCrossLine;
uint32_t vd_crosswalk_lines(const VdCrosswalk *cw);
VdCrossLine vd_crosswalk_line(const VdCrosswalk *cw, uint32_t line);
// "466.0 + 041.81 <-> J20.0"
void vd_crosswalk_line_print(const VdCrosswalk *cw, uint32_t line, VdBuf *out);
// The lines that a code is on, ascending.
const uint32_t *vd_code_lines(const VdCrosswalk *cw, VdSide side, VdCode code,
                              uint32_t *count);

// ------------------------------------------------------------------ scopes
// What of a crosswalk a question needs. {0} is empty; reuse it, as its storage
// is of the size of the crosswalk once and then never cleared.
typedef struct VdScope {
  // Codes of the scope: first the used ones, in the order given and each once
  // (`used` of them), then the others that lie on its lines.
  VD_VEC(VdCode) code[2];
  uint32_t used[2];
  VD_VEC(uint32_t) line;  // each once
  // Where a code is in `code`, and a line in `line`; valid with today's stamp.
  struct VdScopeSlot {
    uint32_t stamp, index;
  } *slot[2], *line_slot;
  uint32_t slots[2], line_slots, stamp;
  VD_VEC(uint32_t) sorted;  // for the canonical text
} VdScope;
void vd_scope_done(VdScope *scope);

// The scope of "f(v) = f'(v') for all (v, v') in R": lines that contain a used
// code, and all codes on them. vd_scope_pair in scope.c has the argument for
// what follows. Let U be the used codes. The projection of R on U is exactly
// the projection on U of the solutions of, over the codes of the scope,
//
//   for each used code p, with L(p) the lines that contain it (all are here):
//     p implies  some (u,u') in L(p) has all of u and u'      (p is related)
//            or  no (u,u') in L(p) has all of p's own side    (p is an orphan)
//
// Codes that are not used need no constraint, codes outside the scope are
// absent. To make a solution a pair of R, remove the codes that are not used
// and on no line of the scope that is wholly present (vd_scope_trim).
void vd_scope_pair(const VdCrosswalk *cw, const VdCode *used_old, uint32_t n,
                   const VdCode *used_new, uint32_t m, VdScope *scope);

// The scope of "f(v1) = f(v2) whenever v1 and v2 share a partner v'", f on
// `side` and v' on the other: the lines that contain a used code; then for each
// code of the other side on a line of the scope all lines that contain it,
// until nothing changes. The pairs (v1 on U, v2 on U) with a common partner are
// exactly those of the solutions of, over v1, v2 and v' in the scope,
//
//   for each used code p, as above with v1 and v', and again with v2 and v';
//   for each code p' of the other side (all lines that contain it are here):
//     p' implies some line with p' is wholly present in v1 and v',
//            and some line with p' is wholly present in v2 and v'.
//
// So partners without orphans suffice. Codes of `side` that are not used need
// no constraint. Trim each of (v1, v') and (v2, v') to get pairs of R with the
// same v': no code of v' is removed.
void vd_scope_partner(const VdCrosswalk *cw, VdSide side, const VdCode *used,
                      uint32_t n, VdScope *scope);

#define VD_SCOPE_NONE UINT32_MAX
// Index in scope->code[side], or VD_SCOPE_NONE.
static inline uint32_t vd_scope_code(const VdScope *scope, VdSide side,
                                     VdCode code) {
  const struct VdScopeSlot *slot = &scope->slot[side][code];
  return slot->stamp == scope->stamp ? slot->index : VD_SCOPE_NONE;
}
// Index in scope->line, or VD_SCOPE_NONE.
static inline uint32_t vd_scope_line(const VdScope *scope, uint32_t line) {
  const struct VdScopeSlot *slot = &scope->line_slot[line];
  return slot->stamp == scope->stamp ? slot->index : VD_SCOPE_NONE;
}

// present[side][i] says whether scope->code[side].at[i] is there. Clears those
// that are neither used nor on a line of the scope that is wholly present.
void vd_scope_trim(const VdCrosswalk *cw, const VdScope *scope,
                   bool *const present[2]);

// What the restricted crosswalk says, the same for any order of lines in the
// files: the used codes and the lines, as text. For keys of the proof store.
void vd_scope_canonical(const VdCrosswalk *cw, VdScope *scope, VdBuf *out);

// -------------------------------------------------------------- membership
// Definition 9, decided on the whole crosswalk and not on a scope: is (v, v')
// in R? Each code of v and v' is related by a line or an orphan.
typedef struct VdCodeRole {
  VdSide side;
  VdCode code;
  // The first line that is wholly present with this code on it, or
  // VD_ROLE_ORPHAN, or VD_ROLE_BROKEN: then the pair is not in R.
  uint32_t line;
} VdCodeRole;
#define VD_ROLE_ORPHAN UINT32_MAX
#define VD_ROLE_BROKEN (UINT32_MAX - 1)
// codes[side] are `count[side]` codes, ascending. roles (may be NULL) gets one
// entry a code, old ones first.
bool vd_crosswalk_related(const VdCrosswalk *cw, const VdCode *const codes[2],
                          const uint32_t count[2], VdCodeRole *roles);

#endif
