// A pair while solvers are asked about it. The searches of src/pair and
// src/pair/loop work on it; src/function/order.c says which comes when.
#ifndef VD_PAIR_SEARCH_H
#define VD_PAIR_SEARCH_H

#include "pair/pair.h"

typedef struct VdSearch {
  VdJob *job;
  VdRunner *runner;
  VdGoal goal;          // with the applications opened so far
  VdMap exact;          // operators (term ids) that have their meaning back
  VdTermVec abstract;   // operators that the last question took as unknown
  VdTermVec wrong;      // those whose value in its model was not theirs
  bool has_model;       // the last answer was a model
  const char *gave_up;  // the solver's reason, of the last unknown
  bool refused;         // the real code contradicted a difference
  VdTerm stuck;         // where the last proof path by path ended
  bool new_bodies;      // of what was proved the same: see open.c
} VdSearch;

void vd_search_done(VdSearch *s);

typedef enum VdFound {
  VD_FOUND_NOTHING,
  VD_FOUND_CASE,
  VD_FOUND_PROOF
} VdFound;

// ------------------------------------------------------------------ open.c
typedef enum VdOpening {
  VD_OPEN_UNSHARED,   // what only one side applies
  VD_OPEN_SHARED,     // what both apply
  VD_OPEN_RECURSIVE,  // loops and recursion, one level
  VD_OPEN_IMPACTED,   // applications that only one side has
} VdOpening;
// Opens every such application once. How many there were.
uint32_t vd_open_all(VdSearch *s, VdOpening what);
// One step: what only one side has, else what both have. False if nothing, or
// if there is no time or room for more.
bool vd_open_more(VdSearch *s);
// Opens the applications of one symbol.
uint32_t vd_open_symbol(VdSearch *s, uint32_t symbol);
bool vd_open_is_too_big(const VdSearch *s);
bool vd_open_is_beyond(const VdSearch *s, uint32_t nodes);
// The side whose function a symbol is, preferring the side it is used on; -1
// if it is of neither.
int vd_open_side(const VdSearch *s, uint32_t symbol, int used_on);
bool vd_open_is_recursive(const VdSearch *s, uint32_t symbol, int side);
bool vd_open_has_recursion(const VdSearch *s);

// -------------------------------------------------------------- abstract.c
// A question over unknown functions: fewer facts, so "unsat" stays true. Floats
// become their bits, where what is cheap keeps its meaning: comparisons, signs,
// tests for NaN. Arithmetic on floats, products of unknowns and divisions
// become applications, one symbol an operator and its sorts.
typedef struct VdAbstraction {
  VdTerms *tm;
  const VdMap *exact;  // operators that keep their meaning; NULL: none
  bool reals;          // floats stay floats, and sums of them stay sums
  VdMap to;            // term id to the id of what it became
  VdTermVec op;        // operators that became applications
  VdTermVec fact;      // what holds of the unknowns, in every case
  // Unknowns have numbers from 0 on: all terms of a question come from one
  // abstraction, none outlives it, and solvers find the same models again.
  uint32_t vars;
} VdAbstraction;
void vd_abstraction_init(VdAbstraction *a, VdTerms *tm, const VdMap *exact,
                         bool reals);
void vd_abstraction_done(VdAbstraction *a);
VdTerm vd_abstract(VdAbstraction *a, VdTerm t);

// ----------------------------------------------------------------- model.c
// What a model must tell, to become an input.
typedef struct VdWatch {
  VdTermVec term;
  VdTermVec load;       // watched are address, what is there at the start, and
  uint32_t first_load;  // the load: term[first_load + 3 i], + 1, + 2
  VdTermVec app;        // applications of externals
  uint32_t first_app;
  VdTermVec addr;
  uint32_t first_addr;
} VdWatch;
void vd_watch_init(const VdSearch *s, VdTerm question, VdWatch *w);
void vd_watch_done(VdWatch *w);
VdCase *vd_watch_input(const VdSearch *s, const VdWatch *w,
                       const VdReply *reply);

// ------------------------------------------------------------------- ask.c
// Asks whether the question can hold. A proof, or a case that settled the pair.
// Over the reals of a question about IEEE floats, "unsat" is no proof: it is
// noted on the job. A model is a hint that often replays.
typedef enum VdHow {
  VD_ASK_EXACT = 0,
  VD_ASK_ABSTRACT = 1,
  VD_ASK_REALS = 2,
} VdHow;
VdFound vd_ask(VdSearch *s, VdTerm question, uint32_t how, double seconds);
// What such a question may take of the time left.
double vd_ask_seconds(const VdSearch *s, uint32_t how);
// Whether the answer "unsat" of a program is not contradicted by Z3.
bool vd_ask_is_confirmed(VdSearch *s, const VdQuery *query,
                         const VdBudget *budget);
// Abstract first, exact where that is not enough.
VdFound vd_ask_both(VdSearch *s, VdTerm question);

// As vd_solve, in a process of its own that is killed when the time is up: Z3
// does not always look at the clock in non-linear arithmetic. Values of more
// than 64 bits are not told.
void vd_solve_apart(const VdJob *job, const VdQuery *query,
                    const VdBudget *budget, VdReply *reply);

// ----------------------------------------------------------------- reals.c
// Whether an input shows a difference over the reals, whatever rounding does.
bool vd_reals_confirm(const VdSearch *s, VdTerm question, const VdCase *input);

// ---------------------------------------------------------------- refine.c
// The loop of abstraction and refinement, by the strategy of the options.
VdFound vd_refine(VdSearch *s);

// ----------------------------------------------------------------- paths.c
// Whether the goal can be proved path by path; says what it did.
bool vd_paths(VdSearch *s, double seconds);

#endif
