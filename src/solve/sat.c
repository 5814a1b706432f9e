// Incremental SAT, by CaDiCaL's C API.
//
// CaDiCaL ends the process when its API is used in the wrong order, so the
// order is kept here: `answer` is what the last solve said, as long as nothing
// was added since.
#include "solve/sat.h"

#include <ccadical.h>
#include <limits.h>
#include <unistd.h>

struct VdSat {
  CCaDiCaL *solver;
  int vars;
  VdSatAnswer answer;
};

// ------------------------------------------------------- running out of memory

typedef void (*NewHandler)(void);
// std::set_new_handler. Without a handler a failed allocation inside CaDiCaL
// is an exception that nobody catches, which ends the process.
NewHandler set_new_handler(NewHandler handler) __asm__(
    "_ZSt15set_new_handlerPFvvE");

static void run_out(void) {
  vd_add(SIZE_MAX, 1);
}

// ------------------------------------------------------------------- solver

// Without the environment, in which it looks for each of its options: that
// takes longer than many a question, and answers do not depend on it.
static CCaDiCaL *solver_new(void) {
  char *none[] = {NULL}, **all = environ;
  environ = none;
  CCaDiCaL *solver = ccadical_init();
  environ = all;
  return solver;
}

VdSat *vd_sat_new(void) {
  VdSat *sat = vd_alloc(sizeof *sat);
  NewHandler before = set_new_handler(run_out);
  sat->solver = solver_new();
  // Else it says on stdout when a clause is false from the start.
  ccadical_set_option(sat->solver, "quiet", 1);
  // What nothing asks for is false: small models.
  ccadical_set_option(sat->solver, "phase", 0);
  // Else it asks the system for the time again and again.
  ccadical_set_option(sat->solver, "profile", 0);
  set_new_handler(before);
  return sat;
}

// What CaDiCaL rewrites it has to restore when a question speaks of it again:
// in rows of small questions this took more time than all else.
void vd_sat_plain(VdSat *sat) {
  static const char *const off[] = {"elim",    "probe",     "compact",
                                    "subsume", "condition", "walk"};
  VD_CHECK(sat->vars == 0);
  for (size_t i = 0; i < VD_COUNT(off); i++)
    ccadical_set_option(sat->solver, off[i], 0);
}

void vd_sat_free(VdSat *sat) {
  if (!sat) return;
  ccadical_release(sat->solver);
  vd_free(sat);
}

int vd_sat_var(VdSat *sat) {
  if (sat->vars == INT_MAX) run_out();
  return ++sat->vars;
}

int vd_sat_vars(const VdSat *sat) {
  return sat->vars;
}

static bool is_literal(const VdSat *sat, int lit) {
  return lit != 0 && lit >= -sat->vars && lit <= sat->vars;
}

void vd_sat_clause(VdSat *sat, const int *lits, size_t n) {
  NewHandler before = set_new_handler(run_out);
  sat->answer = VD_SAT_UNKNOWN;
  vd_work_add(VD_COST_LITERAL, n + 1);
  for (size_t i = 0; i < n; i++) {
    VD_CHECK(is_literal(sat, lits[i]));
    ccadical_add(sat->solver, lits[i]);
  }
  ccadical_add(sat->solver, 0);
  set_new_handler(before);
}

void vd_sat_assume(VdSat *sat, int lit) {
  VD_CHECK(is_literal(sat, lit));
  NewHandler before = set_new_handler(run_out);
  sat->answer = VD_SAT_UNKNOWN;
  ccadical_assume(sat->solver, lit);
  set_new_handler(before);
}

void vd_sat_limit(VdSat *sat, int conflicts) {
  VD_CHECK(conflicts >= 0);
  ccadical_limit(sat->solver, "conflicts", conflicts);
}

// ------------------------------------------------------------------ solving

// CaDiCaL does not count its work. It asks after every tenth decision or
// conflict: until then a share of all variables, as measured, got values. A
// question that it answers without asking costs a share as well.
enum { PER_ASK = 25, PER_QUESTION = 3, TENTHS = 10 };

typedef struct Asked {
  VdBudget budget;
  uint64_t assigned;  // between two times that it asks
} Asked;

static int is_over(void *context) {
  const Asked *asked = context;
  vd_work_add(VD_COST_ASK, 1);
  vd_work_add(VD_COST_ASSIGN, asked->assigned);
  return vd_budget_over(&asked->budget);
}

// With a budget that is over CaDiCaL is asked nevertheless, as it forgets the
// assumptions only then.
VdSatAnswer vd_sat_solve(VdSat *sat, const VdBudget *budget) {
  uint64_t vars = (uint64_t)sat->vars;
  Asked asked = {*budget, vars * PER_ASK / TENTHS};
  NewHandler before = set_new_handler(run_out);
  vd_work_add(VD_COST_QUESTION, 1);
  vd_work_add(VD_COST_ASSIGN, vars * PER_QUESTION / TENTHS);
  ccadical_set_terminate(sat->solver, &asked, is_over);
  if (vd_budget_over(budget)) vd_sat_limit(sat, 0);
  int said = ccadical_solve(sat->solver);
  ccadical_set_terminate(sat->solver, NULL, NULL);
  set_new_handler(before);
  sat->answer = said == 10   ? VD_SAT_SAT
                : said == 20 ? VD_SAT_UNSAT
                             : VD_SAT_UNKNOWN;
  return sat->answer;
}

bool vd_sat_value(const VdSat *sat, int lit) {
  VD_CHECK(sat->answer == VD_SAT_SAT && is_literal(sat, lit));
  // Asked about -2, CaDiCaL 1.5.3 says 2 for "true"; so ask about 2.
  int var = lit < 0 ? -lit : lit;
  return (ccadical_val(sat->solver, var) > 0) == (lit > 0);
}

bool vd_sat_failed(const VdSat *sat, int lit) {
  VD_CHECK(sat->answer == VD_SAT_UNSAT && is_literal(sat, lit));
  return ccadical_failed(sat->solver, lit) != 0;
}
