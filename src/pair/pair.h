// A pair of functions at work: the question as terms, and what is asked of it.
#ifndef VD_PAIR_H
#define VD_PAIR_H

#include "base/trail.h"
#include "pair/options.h"
#include "relate/relation.h"
#include "verdict/verdict.h"

// ----------------------------------------------------------------- the pair
// One pair of functions while it is compared. Lives in a worker.
typedef struct VdJob {
  VdSides sides;
  const VdOptions *options;
  const VdNative *native;
  VdBudget budget;
  VdTrail *trail;  // made or followed; may be NULL
  VdArena *arena;  // for the verdict
  VdVerdict *verdict;
  bool with_heap;      // compare the allocator's state too
  bool inductive;      // assumed the same while it is proved
  bool loop;           // a loop: nobody sees a difference in it alone
  bool here;           // not in a worker: no solver may be asked
  const char *proved;  // the checker that has a proof, or NULL
  uint32_t solver_calls;
  bool reals_asked;  // whether the versions are the same over the reals,
  bool reals_same;   // and the answer
  bool saw_defined;  // a run of the old version was defined
  bool tested;       // runs were made before anything was proved
  VdReason refused;  // why the real code may not show a difference, or NONE
  VdCase *unfit;     // the difference that it cannot show, or NULL
  VdCase *unseen;  // undefined behaviour of new that no real run shows, or NULL
  VdCase *contradicted;     // by the real code, for no reason known, or NULL
  VdTerminates terminates;  // shown so far; `same` says what is missing
  const uint8_t *ends[2];   // by func: the VdTerminates of its proved pair
  VdRelation relation;      // of the inputs; slots are parameters
  VdTerm related;           // the same as a term
} VdJob;

static inline const VdFunc *vd_job_func(const VdJob *job, int side) {
  return vd_sides_func(&job->sides, side);
}

// How inputs of two functions are related: parameters by position, memory to
// memory.
VdRelation vd_pair_relation(const VdFunc *f, const VdFunc *g, VdArena *arena);
// Both versions have one variable for each related pair, so the term is true.
void vd_job_relate(VdJob *job);
// Notes what a checker did, for --explain.
void vd_job_step(VdJob *job, const char *checker, double since, const char *fmt,
                 ...) VD_PRINTF(4, 5);
// Notes what is known beyond the verdict.
void vd_job_note(VdJob *job, VdNoteKind kind, const char *fmt, ...)
    VD_PRINTF(3, 4);
// A proof, on inputs on which both versions end: vd_job_same makes a verdict of
// it (function/finish.c).
void vd_job_proved(VdJob *job, const char *checker);
void vd_job_bounded(VdJob *job, const char *checker, uint32_t bound);
void vd_job_different(VdJob *job, const char *checker, VdCase *input);
void vd_job_undecided(VdJob *job, VdReason reason, ...);
// By an input on which the new version is undefined, and the real code alike.
void vd_job_unseen(VdJob *job);
// By a difference that the real code did not show, for the reason in refused.
void vd_job_refused(VdJob *job);
// By an input on which the real code does not do what the model does.
void vd_job_contradicted(VdJob *job);
// Adds what a proof about the pair rests on, to a verdict that is to be made:
// it makes terms, and the maker asks whether all of them could be made.
void vd_job_assume(VdJob *job, VdTerminates terminates);
bool vd_job_decided(const VdJob *job);
// Whether the functions compute with floats.
bool vd_job_has_floats(const VdJob *job);

// --------------------------------------------------------------- the checkers
// Each returns true if it settled the pair.
bool vd_check_symbolic(VdJob *job);
bool vd_check_testing(VdJob *job, VdRunner *runner);
bool vd_check_vacuous(VdJob *job);  // settled: there is nothing to compare
// Notes what holds over the reals of a pair that is not the same in IEEE
// arithmetic, or that is undecided there.
void vd_check_reals(VdJob *job, VdRunner *runner);

// Makes a shown difference small, replays it on the real code, and settles the
// pair with it. False if the real code does not confirm it.
bool vd_settle_different(VdJob *job, VdRunner *runner, const char *checker,
                         VdCase *found);

// Finds a simple condition for when a pair that is `different` differs, and
// notes it.
void vd_find_condition(VdJob *job, VdRunner *runner);

// Finds out what can be said of a pair that stays undecided: which outputs are
// the same, and on which inputs.
void vd_settle_parts(VdJob *job);

// The question of a pair: can the old version be defined and the new one do
// something else? After simplification and with some applications opened.
typedef struct VdGoal {
  VdTerm defined[2];
  VdTermVec result[2];  // compared ones, in pairs
  VD_VEC(VdRole) role;
  VdTerm halt[2];  // none if neither halts
} VdGoal;
bool vd_goal_init(const VdJob *job, VdGoal *goal);  // false: no summaries
// The same, with a function that calls itself left as a call.
bool vd_goal_init_calls(const VdJob *job, VdGoal *goal);
void vd_goal_copy(const VdGoal *from, VdGoal *to);
void vd_goal_done(VdGoal *goal);
VdTerm vd_goal_difference(const VdJob *job, VdGoal *goal);
// The same in two parts: wherever given holds, wanted must.
void vd_goal_parts(const VdJob *job, const VdGoal *goal, VdTerm *given,
                   VdTerm *wanted);
// Gives locals of the two versions that are used alike the same places.
void vd_goal_match_slots(const VdJob *job, VdGoal *goal);
// Takes locals that a call cannot know of out of the memory it is handed.
void vd_goal_hide(const VdJob *job, VdGoal *goal);
void vd_hide_terms(VdTerms *tm, VdTermVec *terms);
// Whoever is handed this cannot know of a local, by its address.
bool vd_is_unseen(VdTerms *tm, const VdTerm *arg, uint32_t n, VdTerm slot);
// The condition "defined" of the old version, a margin away from the ends of
// memory.
VdTerm vd_goal_inside(VdTerms *tm, VdTerm defined);

// Results of one side, then halt, then defined; and back.
void vd_goal_terms(const VdGoal *goal, int side, VdTermVec *out);
void vd_goal_set_terms(VdGoal *goal, int side, const VdTermVec *terms);
// Terms of one side replaced by others: id to id.
void vd_goal_subst(VdTerms *tm, VdGoal *goal, int side, const VdMap *map);
// Everything that one side computes, arguments before users.
void vd_goal_reach(const VdJob *job, const VdGoal *goal, int side,
                   VdTermVec *out);
uint32_t vd_goal_size(const VdJob *job, const VdGoal *goal);  // in nodes
// "The new version is undefined or does something else", and the condition
// under which the old one is defined.
VdTerm vd_goal_unlike(const VdJob *job, VdGoal *goal);

// ------------------------------------------------------------------ open.c
// The side whose function a symbol is, preferring the side it is used on, and
// its number there; -1 if it is of neither.
int vd_open_home(const VdJob *job, uint32_t symbol, int side, uint32_t *func);
// Opens every wanted application in the terms of a side once. How many there
// were.
typedef bool VdWanted(void *context, VdTerm app, bool recursive);
uint32_t vd_open_terms(const VdJob *job, int side, VdTermVec *terms,
                       VdWanted *wanted, void *context);
uint32_t vd_open_goal(const VdJob *job, int side, VdGoal *goal,
                      VdWanted *wanted, void *context);
// Opens applications of functions that do not call themselves, and loops while
// that comes to an end. What stays is left open. False if it gets too big.
bool vd_open_whole(const VdJob *job, VdGoal *goal);
// Opens every application that can be opened, loops too, that many times.
void vd_open_times(const VdJob *job, VdGoal *goal, uint32_t times);

// What the change can influence, by side: instructions that have no partner in
// the other version, that depend on such, that such depend on; and results.
typedef struct VdImpact {
  uint32_t instructions[2], changed[2], influenced[2], influences[2];
  uint32_t all_results[2], influenced_results[2];
  uint32_t results, settled;  // compared, and one term on both sides
} VdImpact;
bool vd_impact(const VdJob *job, VdImpact *out);  // false: too large
void vd_check_impact(VdJob *job);                 // says it, settles nothing

// The question without arrays, for VdQuery.words, and facts that go with it:
// if they cannot all hold, the question can't. side are terms of the versions.
void vd_words(VdTerms *tm, VdTerm question, const VdTermVec *side,
              VdTermVec *asserts);

// Puts the old version's terms for equal ones of the new version. How many
// were proved equal.
uint32_t vd_sweep(VdJob *job, VdGoal *goal, double seconds);

#endif
