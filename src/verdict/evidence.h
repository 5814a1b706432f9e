// What shows a difference to somebody who does not trust a verifier. Every
// piece of it was run by the interpreter before a verdict was made with it.
//
//   an input        of two functions, and what both versions do on it (VdCase)
//   a run           of two reactive programs, cycle by cycle
//   related inputs  of two functions across a crosswalk
//
// Text and values are in an arena that whoever asked gave; vectors are on the
// heap until vd_evidence_done.
#ifndef VD_EVIDENCE_H
#define VD_EVIDENCE_H

#include "relate/crosswalk.h"
#include "run/run.h"
#include "run/trace.h"

// ------------------------------------------------------------------- a run
typedef struct VdMachineRun {
  // As a worker sends it: a value for each input of each side and step.
  uint32_t steps, inputs[2];
  uint64_t *bits[2];  // step * inputs + input
  bool shortest;      // no shorter run shows a difference
  bool abstract;      // it may be none
  // What the replay made of it.
  VdCycleTrace *trace;
  const char *property;  // what does not hold after its last cycle
  const char *folder;    // where --emit-test wrote it, or NULL
} VdMachineRun;

void vd_cycle_trace_json(const VdCycleTrace *trace, VdJson *json);

// --------------------------------------------------------- related inputs
// A code that is present in an input.
typedef struct VdRelatedCode {
  const char *code;
  bool orphan;    // no line of the crosswalk is complete with it
  bool used;      // the function asks for it
  uint32_t line;  // in lines of the evidence, if it is no orphan
} VdRelatedCode;
typedef struct VdRelatedInput {
  VdSide side;
  VD_VEC(VdRelatedCode) code;
} VdRelatedInput;

// A line of a file, and what it says.
typedef struct VdRelatedLine {
  VdPos pos;
  const char *text;
} VdRelatedLine;

// What the runs computed: a result or a place in memory in which they differ.
typedef struct VdRelatedOutput {
  const char *name;      // "return value", "copay"
  const char *value[2];  // of the first and of the second run
} VdRelatedOutput;

// Bytes of a global, or of what a parameter points to.
typedef struct VdRelatedWord {
  bool is_param;
  uint32_t param;  // from 0
  // Else the name of the global in the first and in the second run; NULL if
  // the version does not have it.
  const char *object[2];
  uint64_t offset;
  uint32_t bytes;
  VdValue value[2];  // at the start, or after the first and the second run
} VdRelatedWord;

typedef struct VdRelatedAnswer {
  const char *text;  // of the literal
  bool table, yes;
} VdRelatedAnswer;

// What it takes to run it on the compiled code; not part of the JSON.
typedef struct VdRelatedTest {
  const char *func[2];
  VD_VEC(VdRelatedAnswer) answer[2];
  VD_VEC(VdRelatedWord) start, end;
  VdValue *arg;     // ordinary parameters
  bool *is_object;  // by parameter: it points to an object of its own
  uint32_t args;
  uint32_t results;   // ordinary ones
  VdValue result[2];  // the first
  bool defined;       // both runs
  bool outside;       // a function calls what is not in its file
  bool address;       // an address is computed
  bool follows;       // memory at the start has a pointer that is followed
  bool inner;         // a variable has no name outside of its function
} VdRelatedTest;

// Runs: of a difference the old function on input 0 and the new one on input 1;
// of a mismatch the old function on inputs 0 and 1, and input 2 is the partner
// of both.
typedef struct VdRelated {
  VdRelatedInput input[3];
  uint32_t inputs;
  VD_VEC(VdRelatedLine) line;  // of the crosswalk, that relate the inputs
  VD_VEC(VdRelatedLine)
  orphan;  // why orphans are: "C completes no line: c <-> C + D"
  VD_VEC(VdRelatedLine) source;  // of the code, that ask for the codes
  VD_VEC(VdRelatedOutput) output;
  // Other parameters, and memory at the start: "age = 3"; pos is none.
  VD_VEC(VdRelatedLine) param;
  // "compiled code", or why it was not run there, or "" if nobody tried.
  const char *replay;
  bool replayed;        // on the compiled code
  VdRelatedTest *test;  // NULL: read from JSON
} VdRelated;

// ---------------------------------------------------------------- evidence
typedef enum VdEvidenceKind {
  VD_EVIDENCE_NONE = 0,
  VD_EVIDENCE_INPUT,
  VD_EVIDENCE_RUN,
  VD_EVIDENCE_RELATED,
} VdEvidenceKind;

typedef struct VdEvidence {
  VdEvidenceKind kind;
  union {
    VdCase *input;
    VdMachineRun *run;
    VdRelated *related;
  };
} VdEvidence;

static inline VdEvidence vd_evidence_input(VdCase *input) {
  return (VdEvidence){.kind = VD_EVIDENCE_INPUT, .input = input};
}
static inline VdEvidence vd_evidence_run(VdMachineRun *run) {
  return (VdEvidence){.kind = VD_EVIDENCE_RUN, .run = run};
}
static inline VdEvidence vd_evidence_related(VdRelated *related) {
  return (VdEvidence){.kind = VD_EVIDENCE_RELATED, .related = related};
}
// The input, or NULL if it is something else.
static inline VdCase *vd_evidence_case(const VdEvidence *evidence) {
  return evidence->kind == VD_EVIDENCE_INPUT ? evidence->input : NULL;
}
void vd_evidence_done(VdEvidence *evidence);  // {0} again

#endif
