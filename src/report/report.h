// Reports: a table for people, one JSON document for programs.
#ifndef VD_REPORT_H
#define VD_REPORT_H

#include "check/check.h"

// One pair of files in a run.
typedef struct VdFileReport {
  const char *old_path, *new_path;  // NULL if only on the other side
  const VdComparison *comparison;   // NULL if it could not be compared
  const VdDiags *diags;             // errors that kept it from being compared
} VdFileReport;

typedef struct VdReport {
  const VdFileReport *file;
  uint32_t files;
  const char *old_root, *new_root;
  const VdOptions *options;
  double seconds;
  bool color;
  const char *explain;   // function to explain, or NULL
} VdReport;

typedef struct VdTally {
  uint32_t pairs, same, bounded, different, unknown, unsupported, timeout,
      error, old_only, new_only, signature, globals, unread;
  uint32_t hits, misses, solver_calls;
} VdTally;
void vd_report_tally(const VdReport *report, VdTally *tally);
// 0 all same, 1 a difference was shown, 3 something is undecided.
int vd_report_exit_code(const VdTally *tally);

void vd_report_text(const VdReport *report, VdBuf *out);
void vd_report_json(const VdReport *report, VdBuf *out);  // doc/report.schema.json

#endif
