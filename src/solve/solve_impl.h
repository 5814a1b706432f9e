// Private to src/solve: what a solver gets, and how values are read back.
#ifndef VD_SOLVE_IMPL_H
#define VD_SOLVE_IMPL_H

#include "solve/solve.h"

// What occurs in a question: solvers have a way for each mixture.
typedef struct VdTraits {
  bool floats;  // as floats; over the reals there are none
  bool arrays;
  bool funs;
} VdTraits;

// One question. The script ends with (check-sat) and is NUL-terminated.
typedef struct VdQuestion {
  const VdSolver *solver;
  const VdTerms *tm;
  const VdQuery *query;
  const VdBuf *script;
  VdTraits has;
  VdBudget budget;
  VdArena *arena;
} VdQuestion;

// A kind of solver. solve fills a zeroed reply; all that goes wrong is
// VD_ANSWER_UNKNOWN with a reason.
typedef struct VdBackend {
  void (*solve)(const VdQuestion *question, VdReply *reply);
} VdBackend;
extern const VdBackend vd_backend_z3;
extern const VdBackend vd_backend_program;

// Makes the answer unknown; the reason is one line, cut where it is too long.
void vd_reply_unknown(VdReply *reply, const char *fmt, ...) VD_PRINTF(2, 3);
// Unknown, as the budget is over.
void vd_reply_spent(VdReply *reply, const VdBudget *budget);

// A value as SMT-LIB writes it: true, #b01, #x2a, (_ bv42 8), (fp #b0 #b1 #b0),
// (_ NaN 8 24). A float may also be written as a real number: it is rounded,
// not always to the nearest, as it is a hint. False if it is none of that sort.
bool vd_model_read(VdArena *arena, VdSort sort, const char *text, size_t len,
                   VdValue *out);

// The script with its definitions as nested lets, and without (check-sat).
void vd_script_nest(const VdBuf *script, VdBuf *out);

// The next token at *at, before end: a parenthesis, a |quoted symbol|, a
// "string" or a word. Skips blanks and comments. Its length, 0 at the end and
// for a quote without an end; *at is where it starts.
size_t vd_token_next(const char **at, const char *end);

#endif
