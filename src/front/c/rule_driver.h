// Replay of evidence about rule functions on the compiled code: one program a
// version, with all evidence of a file in it, built by the user's compiler.
//
// A program includes the source, answers has() and has_any() as the input's
// codes do, sets parameters and memory, calls the function, and prints what it
// did. What cannot be built is said in the evidence; what does something else
// than the interpreter is no evidence any more.
#ifndef VD_FRONT_C_RULE_DRIVER_H
#define VD_FRONT_C_RULE_DRIVER_H

#include "verdict/verdict.h"

typedef struct VdRuleDriver {
  const char *path[2];       // of the sources; new may be NULL
  const char *const *flags;  // NULL-terminated
  const char *cc;            // NULL: "cc"
  const char *keep_in;       // a folder that keeps the programs, or NULL
  double seconds;            // for one program, 0 for none
  VdBudget budget;
} VdRuleDriver;
// Sets `replay`, and takes back verdicts whose evidence is refuted.
void vd_rule_driver_run(const VdRuleDriver *driver, VdComparison *comparison);

#endif
