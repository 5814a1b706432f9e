// Reports: a table for people, one JSON document for programs.
//
// A report only looks at what it is given and adds to the caller's buffer; it
// does not fail. Names come from the user's files and may hold anything, so
// what goes to a terminal has its control characters escaped.
#ifndef VD_REPORT_H
#define VD_REPORT_H

#include "drive/drive.h"
#include "front/st/scope.h"
#include "rules/rules.h"

// One pair of files in a run.
typedef struct VdFileReport {
  const char *name;                      // for people: the path below the roots
  const char *old_path, *new_path;       // NULL if only on the other side
  const VdComparison *comparison;        // NULL if it was not compared
  const VdDiags *old_diags, *new_diags;  // may be NULL; errors there kept it
                                         // from being compared
} VdFileReport;

typedef struct VdReport {
  const VdFileReport *file;
  uint32_t files;
  const char *old_root, *new_root;
  const VdOptions *options;
  double seconds;
  bool color;
  bool verbose;         // every pair, however many there are
  bool no_times;        // nothing that changes from run to run
  bool interrupted;     // ^C: what is there is what was settled
  bool strict;          // what is assumed is undecided
  bool accept_partial;  // `same if both end` will do
  const char *explain;  // function to explain, or NULL
} VdReport;

typedef struct VdTally {
  uint32_t pairs, same, partial, bounded, different, unknown, unsupported,
      timeout, error, old_only, new_only, signature, globals;
  uint32_t changes, open, notes;  // of the interface; what was not compared
  bool asked;                     // for one function
  uint32_t unread;                // pairs of files that could not be read
  uint32_t old_files, new_files;  // files on one side only
  uint32_t hits, misses, solver_calls;
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
void vd_report_json(const VdReport *report,
                    VdBuf *out);  // doc/report.schema.json

// ------------------------------------------------------------------- rules
// A comparison of rule functions (rules/rules.h): a pair of files in a run.
typedef struct VdRuleFile {
  const char *name;              // the path below the roots
  const char *path[2];           // NULL if only on the other side, or alone
  VdRuleComparison *comparison;  // NULL if it was not compared
  VdDiags diags;                 // why it could not be read
} VdRuleFile;

typedef struct VdRuleReport {
  const VdRuleFile *file;
  uint32_t files;
  bool alone;  // old functions without a new version: can they be migrated?
  uint32_t codes[2], lines;  // of the crosswalk
  double seconds;
  bool color, verbose, no_times, interrupted;
} VdRuleReport;

typedef struct VdRuleTally {
  uint32_t pairs, kind[VD_RULE_KINDS], unread, files_alone, alone, signature;
  uint32_t gone;  // functions and files of the old version without a partner
  uint32_t globals, changes, open, notes;  // of what others see
  uint32_t hits, misses;
} VdRuleTally;
void vd_rule_report_tally(const VdRuleReport *report, VdRuleTally *tally);
int vd_rule_report_exit_code(const VdRuleReport *report,
                             const VdRuleTally *tally);
void vd_rule_report_text(const VdRuleReport *report, VdBuf *out);
void vd_rule_report_json(const VdRuleReport *report, VdBuf *out);
// One line a function: file, function, verdict, by, codes, seconds.
void vd_rule_report_csv(const VdRuleReport *report, VdBuf *out);

// -------------------------------------------------------------------- PLCs
// A pair of POUs that was compared.
typedef struct VdPlcItem {
  const VdPlcPou *pou[2];
  VdPlcVerdict verdict;
  VdPlcSurface surface;
  const char *folder;  // where its trace was written, or NULL
} VdPlcItem;

typedef struct VdPlcFile {
  const char *name;     // the path below the roots
  const char *path[2];  // NULL if only on the other side
  bool unread;
  VD_VEC(VdPlcItem) item;
  VD_VEC(const char *) only[2];    // POUs of one version
  VD_VEC(const char *) part;       // POUs that are other ones or gone, and were
                                   // compared as parts of programs
  VD_VEC(const char *) open_part;  // the same, of programs that are not
                                   // modelled
  VdPlcSurface surface;
  bool described;  // it has something besides POUs
} VdPlcFile;

typedef struct VdPlcReport {
  const VdPlcFile *file;
  uint32_t files;
  const char *contract;  // its file, or NULL
  double seconds;
  bool color, verbose, no_times, interrupted;
  bool frames;  // show them
  bool strict;  // what is assumed is undecided
} VdPlcReport;

typedef struct VdPlcTally {
  uint32_t pairs, kind[VD_FAILED + 1], unread, alone, files_alone, stored;
  uint32_t gone;     // POUs and files of the old version only
  uint32_t changes;  // of what others see
  uint32_t open;     // what was in scope, and was not compared
  uint32_t assumed;  // proofs that rest on an assumption
  bool described;    // something besides POUs was compared
} VdPlcTally;
void vd_plc_report_tally(const VdPlcReport *report, VdPlcTally *tally);
int vd_plc_report_exit_code(const VdPlcReport *report, const VdPlcTally *tally);
void vd_plc_report_text(const VdPlcReport *report, VdBuf *out);
void vd_plc_report_json(const VdPlcReport *report, VdBuf *out);

#endif
