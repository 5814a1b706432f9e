// Solvers. Nothing else in the tree names one.
//
// A solver is a row in a table of functions and gets its question as SMT-LIB
// text (vd_terms_smtlib), so what a term means to a solver is written down
// once. A model that it gives is only a hint: the caller tries it on the
// evaluator. A solver may crash or overflow its stack; callers run in a worker
// process.
#ifndef VD_SOLVE_H
#define VD_SOLVE_H

#include "term/term.h"

typedef enum VdAnswer {
  VD_ANSWER_UNKNOWN = 0,
  VD_ANSWER_UNSAT,
  VD_ANSWER_SAT,
} VdAnswer;

typedef struct VdQuery {
  const VdTerm *asserts;  // Bool; can all hold at once?
  uint32_t n;
  const VdTerm *watch;  // on sat, give the values of these (not arrays,
  uint32_t watches;     // not worlds)
  bool reals;           // floats are real numbers
  bool congruence;      // a hint: most of it is unknown functions
  uint32_t effort;      // a limit that, unlike time, is the same in every
                        // run, in the solver's own measure; 0 for none
  bool words;           // memory is abstract (VdSmtlib): unsat counts, sat
                        // does not
} VdQuery;

typedef struct VdReply {
  VdAnswer answer;
  VdValue *watch;    // SAT: one for each watched term, in the arena
  char reason[160];  // UNKNOWN: why ("timeout", "deeper than ...")
  bool late;         // UNKNOWN: for want of time
} VdReply;

// Z3 in process. With a program given (a shell command), that program reads
// SMT-LIB on stdin and answers on stdout as "z3 -in" does.
typedef struct VdSolver {
  const char *program;  // NULL: Z3 in process
  size_t memory;        // megabytes for Z3, 0 for no limit
  uint32_t seed;
} VdSolver;

void vd_solve(const VdSolver *solver, VdTerms *tm, const VdQuery *query,
              const VdBudget *budget, VdArena *arena, VdReply *reply);

#endif
