// Incremental SAT, by CaDiCaL.
//
// A variable is a positive int from vd_sat_var, a literal is a variable or its
// negative. Clauses stay, assumptions hold for the next solve alone. To take
// back a clause, give it a fresh literal that is assumed as long as it counts.
//
// Making and freeing a solver costs about 10 us, a first solve of
// twenty clauses another 15 us.
// Failure: what is not decided is VD_SAT_UNKNOWN. When the solver gets no
// memory, the out-of-memory handler of base runs: in a worker this is one
// undecided piece of work. A literal that is none is a bug of the caller.
#ifndef VD_SAT_H
#define VD_SAT_H

#include "base/base.h"

typedef enum VdSatAnswer {
  VD_SAT_UNKNOWN = 0,
  VD_SAT_SAT,
  VD_SAT_UNSAT,
} VdSatAnswer;

typedef struct VdSat VdSat;
VdSat *vd_sat_new(void);
void vd_sat_free(VdSat *sat);  // NULL is fine
// To be called at once after new, where thousands of small questions follow:
// clauses are not rewritten between them.
void vd_sat_plain(VdSat *sat);

int vd_sat_var(VdSat *sat);  // a fresh variable
// How many there are; they are 1 to this number.
int vd_sat_vars(const VdSat *sat);
void vd_sat_clause(VdSat *sat, const int *lits, size_t n);
void vd_sat_assume(VdSat *sat, int lit);
// The next solve gives up after so many conflicts: unlike time, this is the
// same in every run.
void vd_sat_limit(VdSat *sat, int conflicts);
VdSatAnswer vd_sat_solve(VdSat *sat, const VdBudget *budget);

// After SAT, and until the next clause or assumption: is lit true?
bool vd_sat_value(const VdSat *sat, int lit);
// After UNSAT, and until the next clause or assumption: was the assumption lit
// needed?
bool vd_sat_failed(const VdSat *sat, int lit);

#endif
