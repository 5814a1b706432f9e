// Rule functions across a changed interface: relative equivalence.
//
// The old version asks for codes of one system, the new one for codes of
// another, and a crosswalk says which mean the same ("Relative Equivalence in
// the Presence of Ambiguity", CAV 2013). Two functions are the same if they
// compute the same for every pair of inputs in the relation R of the crosswalk.
// That is one question a pair of functions, over only the codes that matter
// (vd_scope_pair has the argument): for decision diagrams first, for the SAT
// solver where those become too large.
//
// An old function that treats two inputs differently which have a common
// partner on the other side has no new version at all: a fundamental mismatch.
//
// A claim (a difference or a mismatch) is checked before it is made: each of
// its pairs is in R by Definition 9 on the whole crosswalk, and the interpreter
// runs the functions on it.
#ifndef VD_RULES_H
#define VD_RULES_H

#include "relate/crosswalk.h"
#include "solve/solve.h"
#include "store/store.h"
#include "verdict/verdict.h"

// Names of what <veridiff/codes.h> declares.
#define VD_RULES_HAS "veridiff_has"
#define VD_RULES_HAS_ANY "veridiff_has_any"

typedef enum VdRuleKind {
  VD_RULE_UNKNOWN = 0,  // why
  VD_RULE_SAME,
  VD_RULE_DIFFERENT,    // claim: (old input, new input)
  VD_RULE_MISMATCH,     // fundamental; claim: two old inputs and a partner
  VD_RULE_UNSUPPORTED,  // why and pos
  VD_RULE_TIMEOUT,
  VD_RULE_FAILED,
} VdRuleKind;
enum { VD_RULE_KINDS = VD_RULE_FAILED + 1 };
const char *vd_rule_word(VdRuleKind kind);  // "same", "fundamental mismatch"

// A code that is present in a claim.
typedef struct VdRuleCode {
  const char *code;
  bool orphan;    // no line of the crosswalk is complete with it
  bool used;      // the function asks for it
  uint32_t line;  // in lines of the claim, if it is no orphan
} VdRuleCode;
typedef struct VdRuleInput {
  VdSide side;
  VD_VEC(VdRuleCode) code;
} VdRuleInput;

// A line of a file, and what it says.
typedef struct VdRuleLine {
  VdPos pos;
  const char *text;
} VdRuleLine;

// What the runs computed: a result or a place in memory in which they differ.
typedef struct VdRuleOutput {
  const char *name;      // "return value", "copay"
  const char *value[2];  // of the first and of the second run
} VdRuleOutput;

// Bytes of a global, or of what a parameter points to.
typedef struct VdRuleWord {
  bool is_param;
  uint32_t param;  // from 0
  // Else the name of the global in the first and in the second run; NULL if
  // the version does not have it.
  const char *object[2];
  uint64_t offset;
  uint32_t bytes;
  VdValue value[2];  // at the start, or after the first and the second run
} VdRuleWord;

typedef struct VdRuleAnswer {
  const char *text;  // of the literal
  bool table, yes;
} VdRuleAnswer;

// What it takes to run a claim outside; not part of the JSON.
typedef struct VdRuleTest {
  const char *func[2];
  VD_VEC(VdRuleAnswer) answer[2];
  VD_VEC(VdRuleWord) start, end;
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
} VdRuleTest;

// Runs: of a difference the old function on input 0 and the new one on input 1;
// of a mismatch the old function on inputs 0 and 1, and input 2 is the partner
// of both.
typedef struct VdRuleClaim {
  VdRuleInput input[3];
  uint32_t inputs;
  VD_VEC(VdRuleLine) line;  // of the crosswalk, that relate the inputs
  VD_VEC(VdRuleLine)
  orphan;  // why orphans are: "C completes no line: c <-> C + D"
  VD_VEC(VdRuleLine) source;  // of the code, that ask for the codes
  VD_VEC(VdRuleOutput) output;
  // Other parameters, and memory at the start: "age = 3"; pos is none.
  VD_VEC(VdRuleLine) param;
  // "compiled code", or why it was not run there, or "" if nobody tried.
  const char *replay;
  VdRuleTest *test;  // NULL: read from JSON
} VdRuleClaim;

typedef struct VdRuleVerdict {
  VdRuleKind kind;
  const char *name;     // of the function
  const char *checker;  // "symbolic", "translation", "sat", "smt"
  const char *why;
  VdPos pos;  // of what is unsupported, else of the old function
  VD_VEC(const char *) assumption;
  VdRuleClaim *claim;  // DIFFERENT, MISMATCH
  double seconds;
  uint32_t codes;         // in the question
  const void *canonical;  // of the question, if the store did not know it
  size_t canonical_len;
  bool from_store;
} VdRuleVerdict;

// A function that could not be paired, or a variable or alias of the new
// version.
typedef struct VdRuleAlone {
  const char *name;
  VdSide side;
  const char *why;  // "" : no namesake; else the signature changed
} VdRuleAlone;

// What others see of the versions, and what changed in it; items of
// veridiff OLD NEW (check.h).
typedef struct VdRuleChange {
  VdItemKind kind;  // GLOBAL, CHANGE, OPEN or NOTE
  const char *name;
  const char *detail;  // "linkage: strong became weak"
  VdPos pos;
} VdRuleChange;

typedef struct VdRuleComparison {
  VdArena arena;
  VD_VEC(VdRuleVerdict) verdict;
  VD_VEC(VdRuleAlone) alone;
  VD_VEC(VdRuleChange) change;
  VD_VEC(const char *) assumption;  // of the file, not of a verdict
  VD_VEC(const char *) warning;     // about tables, each once
  uint32_t hits, misses;
  bool needs_lines;  // a position is wanted that only line tables tell
} VdRuleComparison;
void vd_rule_verdict_done(VdRuleVerdict *verdict);
// Of a claim that turned out not to hold.
void vd_rule_verdict_refute(VdRuleVerdict *verdict, const char *why);
void vd_rule_comparison_done(VdRuleComparison *comparison);

typedef struct VdRuleOptions {
  double timeout;    // seconds a pair
  const char *only;  // this function alone, NULL for all
  bool verify;       // prove what the store knows again, and compare
  bool sat_alone;    // no quick proofs; for tests of what comes after them
  VdSolver solver;   // for what SAT does not cover
  VdBudget budget;
} VdRuleOptions;

typedef struct VdRules {
  const VdCrosswalk *crosswalk;
  // Folders in which tables are looked for, by side, first to last.
  VD_VEC(const char *) tables[2];
  VdRuleOptions options;
  VdStore *store;  // may be NULL; proofs are put by who waits for the worker
} VdRules;

// The file of a table, in the arena; NULL if there is none.
const char *vd_rules_find_table(const VdRules *rules, VdSide side,
                                const char *name, VdArena *arena);

// As JSON, from a worker to its parent, for the store and for reports.
// Without times nothing changes from run to run.
void vd_rule_verdict_write(const VdRuleVerdict *verdict, bool no_times,
                           VdBuf *out);
bool vd_rule_verdict_read(VdArena *arena, const char *json, size_t len,
                          VdRuleVerdict *out);
// "changes": [...], inside of an object.
void vd_rule_changes_write(const VdRuleComparison *comparison, VdJson *json);
// With what the parent needs for the store.
void vd_rule_comparison_write(const VdRuleComparison *comparison, VdBuf *out);
bool vd_rule_comparison_read(const char *json, size_t len,
                             VdRuleComparison *out);

#endif
