// Private to src/cli: a run of `compare` or `rules`. What is the same whatever
// the files are is in session.c: which files are compared with which, the
// store, progress, the report and the exit code. What is not, a front does.
#ifndef VD_CLI_SESSION_H
#define VD_CLI_SESSION_H

#include "cli/cli.h"
#include "drive/drive.h"

typedef struct VdSession {
  const VdArgs *args;
  VdArena arena;
  VdOptions options;
  const char *const *flags;  // of --cflags
  VdFilePairs pairs;
  // By pair of files, then by what is not read.
  VdComparison *comparison;
  VdFileReport *file;
  VdDiags *diags;  // old at 2 * i, new at 2 * i + 1
  VdStore *store;  // NULL: none
  bool verify;     // --store verify
  VdDiags store_diags;
  VdProgress progress;
  uint32_t settled, total;  // questions in earlier comparisons, in all
  uint32_t different;       // in earlier comparisons
  const char *explain;      // its name as the report has it
  void *own;                // the front's
  double start;
} VdSession;

// A kind of files that can be compared. Each function may be NULL; false comes
// with a message, or with none if it was shown.
typedef struct VdFront {
  const char *command, *noun;  // "compare", "function"
  const VdFilesKind *files;
  bool counts_calls;                           // of solvers
  bool (*set_up)(VdSession *s, VdBuf *error);  // before files are looked for
  void (*paired)(VdSession *s);  // the pairs of files may be others
  bool (*compare)(VdSession *s, VdBuf *error);  // reads and compares them all
  void (*done)(VdSession *s);
} VdFront;
extern const VdFront vd_front_c, vd_front_st, vd_front_rules;

// For fronts.
bool vd_session_cancelled(void);
// The limits of a question, by the options.
VdLimits vd_session_limits(const VdSession *s);
VdReading vd_session_reading(const VdSession *s);  // of files
// Draws progress; the context is the session.
void vd_session_progress(void *context, uint32_t done, uint32_t total,
                         const char *name);
// Counts a comparison that is ready, and hands it to the report.
void vd_session_take(VdSession *s, uint32_t pair);
// A file of the old version that is not there any more is a change.
void vd_session_gone(VdSession *s, uint32_t pair);
// The folder of --emit-test for a pair of files, or NULL.
const char *vd_session_folder(VdSession *s, uint32_t pair);

#endif
