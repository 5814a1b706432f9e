// Private to induction (induct.c, claims.c, context.c, weaken.c): claims about
// functions of the two versions, and where their calls are made.
#ifndef VD_PAIR_LOOP_INDUCT_H
#define VD_PAIR_LOOP_INDUCT_H

#include "pair/loop/likely.h"
#include "pair/loop/loop.h"
#include "pair/loop/unfold.h"

// How calls of the two go together: after `skip` calls, every `step`-th.
typedef struct VdPace {
  uint32_t step[2], skip[2];
  bool loose;  // for as long as both run
  bool back;   // counted from the end
} VdPace;

// A sum of a parameter of the new function and a result of the old one that
// does not overflow: what an accumulator and the rest of a recursion are.
typedef struct VdSum {
  uint32_t param, result;  // variables
} VdSum;

typedef struct VdClaim {
  bool has[2];  // a claim can be about one function alone
  bool never;   // that it does not end
  uint32_t func[2], symbol[2];
  VdPace pace;
  uint32_t params[2], results[2];
  uint32_t vars;      // new results, old results, new params, old params
  VdTerm *var;        // as in `post`; those of `pre` come after the results
  VdTerm defined[2];  // variables
  VdLikely pre, post;
  VdTerm pre_term, post_term, weak_pre;
  VdTerm goes_on;  // never: what of itself makes it call itself again
  VD_VEC(VdSum) sum;
  VD_VEC(VdValue *) example;  // values of var
  bool dropped;
} VdClaim;

typedef struct VdCallLogs {
  VdCallLog side[2];
} VdCallLogs;

typedef struct VdInduct {
  VdJob *job;
  VdTerms *tm;
  VdRunner *runner;
  VdArena arena;
  VD_VEC(VdCallLogs) run;
  VD_VEC(VdCallLogs) endless;  // too long on one side, which is cut short
  VD_VEC(VdClaim *) claim;
  bool rich;       // with claims about single functions, and sums
  bool ranges;     // with those of short types
  bool poly;       // with products of variables
  bool cut;        // the functions are in cut form
  uint32_t depth;  // to which calls are opened as equations
  uint32_t rounds;
  double deadline;
  bool ran;         // vd_induct_runs was called
  double searched;  // work for the claims of the attempt at hand
} VdInduct;

const VdFunc *vd_induct_func(const VdInduct *in, int side, uint32_t func);
bool vd_induct_is_over(const VdInduct *in);

// ---------------------------------------------------------------- claims.c
// Runs both versions and writes down what they call.
void vd_induct_runs(VdInduct *in);
bool vd_induct_is_called(const VdInduct *in, int side, uint32_t func);
// A claim about f and g (UINT32_MAX: about the other alone) at the n-th pace
// that they keep; false if there is none.
bool vd_claim_add(VdInduct *in, uint32_t f, uint32_t g, uint32_t nth);
// Of the loose paces, the one at which most is related.
bool vd_claim_add_best(VdInduct *in, uint32_t f, uint32_t g);
// A claim that a function does not end where it calls itself; with `learned`,
// and where it is as in runs that did not end.
bool vd_claim_add_never(VdInduct *in, int side, uint32_t func, bool learned);
// Claims that it does not, with a parameter that has its greatest value.
bool vd_claim_add_edges(VdInduct *in, int side, uint32_t func);
void vd_claim_done(VdClaim *c);
// Makes the terms anew, after the relations have changed.
void vd_claim_refresh(VdInduct *in, VdClaim *c);
// Index of a variable: new results, old results, new params, old params.
uint32_t vd_claim_result(const VdClaim *c, int side, uint32_t i);
uint32_t vd_claim_param(const VdClaim *c, int side, uint32_t i);
// Whether a signed sum does.
bool vd_claim_overflows(const VdValue *x, const VdValue *y);

// The variables of a claim about these functions, and relations that had no
// examples.
void vd_claim_begin(VdInduct *in, VdClaim *c);
// ---------------------------------------------------------- claims_text.c
// Puts the claims that were not dropped on the trail. What a claim about a
// function that does not end was learned from is not put there: false then.
bool vd_claims_put(VdInduct *in);
// Makes the claims that are on the trail; false if there are none.
bool vd_claims_take(VdInduct *in);

// --------------------------------------------------------------- context.c
// Where calls are made: in the question, or in the step of a claim.
typedef struct VdContext {
  VdUnfold unfold;
  VdTerm assume;  // holds there
  VdTerm facts;   // what calls come to when they are opened once
  VdClaim *of;    // NULL: the question
  VdCallSites call[2];
  uint32_t first[2];  // so many are made there; the rest by these
} VdContext;

// The step of a claim: its functions opened.
void vd_context_step(VdInduct *in, VdClaim *c, VdContext *x);
// The question of the pair.
void vd_context_goal(VdInduct *in, const VdGoal *goal, VdContext *x);
void vd_context_done(VdContext *x);
// Everything that the claims say about the calls of a context.
VdTerm vd_context_instances(VdInduct *in, const VdContext *x);
// Whether a step can break its claim.
VdTerm vd_context_question(VdInduct *in, const VdClaim *c, const VdContext *x);
// A term of a claim for two calls; that both are made.
VdTerm vd_claim_instance(VdInduct *in, const VdClaim *c,
                         const VdCallSite *const call[2], VdTerm t);
VdTerm vd_claim_both_made(VdInduct *in, const VdCallSite *const call[2]);

// ---------------------------------------------------------------- weaken.c
// Asks the solver, for no more than half of the time that is left.
VdAnswer vd_induct_query(VdInduct *in, VdTerm question);
typedef enum VdWeaker { VD_STABLE, VD_WEAKER, VD_STUCK } VdWeaker;

// Whether the calls in a context are as the claims have them; else they are
// weakened, those that others may depend on first.
VdWeaker vd_weaken_pre(VdInduct *in, VdContext *x);
// Whether the results of a step are.
VdWeaker vd_weaken_post(VdInduct *in, VdClaim *c, VdContext *x);

#endif
