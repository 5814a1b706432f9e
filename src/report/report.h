// Reports: a table for people, one JSON document for programs.
//
// A report only looks at what it is given and adds to the caller's buffer; it
// does not fail. Names come from the user's files and may hold anything, so
// what goes to a terminal has its control characters escaped.
#ifndef VD_REPORT_H
#define VD_REPORT_H

#include "pair/options.h"
#include "store/store.h"
#include "verdict/verdict.h"

// One pair of files in a run.
typedef struct VdFileReport {
  const char *name;                // for people: the path below the roots
  const char *path[2];             // NULL if only on the other side
  const VdComparison *comparison;  // NULL if it was not compared
  const VdDiags *diags[2];         // may be NULL; errors there kept it from
                                   // being compared
} VdFileReport;

typedef struct VdReport {
  const VdFileReport *file;
  uint32_t files;
  const char *command;  // "compare", "rules"
  const char *noun;     // what is compared: "function"
  const char *root[2];  // the new one is NULL if the old one is asked alone:
                        // whether it can be migrated
  const VdOptions *options;
  VdStoreMode store;
  double seconds;
  bool counts_calls;  // of solvers
  bool color;
  bool verbose;         // every pair, however many there are, and all notes
  bool no_times;        // nothing that changes from run to run
  bool interrupted;     // ^C: what is there is what was settled
  bool strict;          // what is assumed is undecided
  bool accept_partial;  // `same if both end` will do
  const char *explain;  // what to explain, or NULL
} VdReport;

typedef struct VdTally {
  uint32_t verdict[VD_VERDICTS];
  uint32_t item[VD_ITEMS];  // item[VD_ITEM_PAIR] is the sum of all verdicts
  bool asked;               // for one function
  bool nothing;             // there was nothing to compare
  uint32_t unread;          // pairs of files that could not be read
  uint32_t files[2];        // on one side only
  uint32_t hits, misses, checked, solver_calls;
  uint32_t bound;    // of all bounded ones; 0 if they differ
  uint32_t assumed;  // verdicts and files that rest on what is printed
  bool interrupted, strict, accept_partial;
} VdTally;
void vd_report_tally(const VdReport *report, VdTally *tally);
// 130 interrupted, 2 an input could not be read, 1 a difference was shown (a
// global's changed initial value is one) or the interface changed, 3 something
// is undecided or was not compared, 0 all that the old version shows to others
// is there and the same. What only the new version has, and statics that are
// gone or of another type, are named and counted and change no code.
int vd_report_exit_code(const VdTally *tally);

void vd_report_text(const VdReport *report, VdBuf *out);
// doc/report.schema.json
void vd_report_json(const VdReport *report, VdBuf *out);
// One line a pair: file, function, verdict, by, why, codes, seconds.
void vd_report_csv(const VdReport *report, VdBuf *out);

#endif
