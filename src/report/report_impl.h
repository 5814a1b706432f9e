// Private to src/report: what the table and the JSON document share.
#ifndef VD_REPORT_IMPL_H
#define VD_REPORT_IMPL_H

#include "report/report.h"

// Distinct assumptions, and how many verdicts rest on each.
typedef struct VdAssumed {
  const char *text;  // the verdict's
  uint32_t verdicts, files;
} VdAssumed;
typedef VD_VEC(VdAssumed) VdAssumedVec;
void vd_report_assumptions(const VdReport *report, VdAssumedVec *out);

// A file that both sides have and that has errors.
bool vd_file_is_unread(const VdFileReport *file);

// How a difference shows: the input, and what both versions did on it. Every
// line starts with two spaces at least.
void vd_case_print(const char *function, const VdCase *input, VdBuf *out);
// The trace of a run.
void vd_run_print(const VdMachineRun *run, VdBuf *out);
// Related inputs; deep: of a fundamental mismatch.
void vd_related_print(const VdRelated *related, bool deep, VdBuf *out);

#endif
