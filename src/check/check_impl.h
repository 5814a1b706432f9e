// Private to src/check: a pair at work, concrete runs, questions to solvers.
#ifndef VD_CHECK_IMPL_H
#define VD_CHECK_IMPL_H

#include "check/check.h"

enum { OLD = 0, NEW = 1 };

// The two versions of a function, as they are run.
typedef struct VdSides {
  VdTerms *tm;
  VdSums *sums[2];
  const VdModule *module[2];
  uint32_t func[2];
  const uint8_t *recursive[2];  // by func: it can call itself
  VdArena *arena;               // for inputs, and what came of them
  uint64_t seed;                // of random inputs and answers
} VdSides;

static inline const VdFunc *vd_sides_func(const VdSides *sides, int side) {
  return sides->module[side]->func.at[sides->func[side]];
}

// One pair of functions while it is compared. Lives in a worker.
typedef struct VdJob {
  VdSides sides;
  const VdOptions *options;
  const VdNative *native;
  VdBudget budget;
  VdArena *arena;  // for the verdict
  VdVerdict *verdict;
  bool with_heap;  // compare the allocator's state too
  bool inductive;  // assumed the same while it is proved
  bool loop;       // a loop: nobody sees a difference in it alone
  bool here;       // not in a worker: no solver may be asked
  uint32_t solver_calls;
  uint32_t fresh;       // variables that induction made so far
  bool reals_asked;     // whether the versions are the same over the reals,
  bool reals_same;      // and the answer
  bool saw_defined;     // a run of the old version was defined
  bool tested;          // runs were made before anything was proved
  const char *refused;  // why the real code may not show a difference, or NULL
  VdCase *unfit;        // the difference that it cannot show, or NULL
  VdCase *unseen;  // undefined behaviour of new that no real run shows, or NULL
  VdCase *contradicted;     // by the real code, for no reason known, or NULL
  VdTerminates terminates;  // shown so far; `same` says what is missing
  const uint8_t *ends[2];   // by func: the VdTerminates of its proved pair
} VdJob;

#define VD_VACUOUS "the old version is undefined on every input"

static inline const VdFunc *vd_job_func(const VdJob *job, int side) {
  return vd_sides_func(&job->sides, side);
}

// Notes what a checker did, for --explain.
void vd_job_step(VdJob *job, const char *checker, double since, const char *fmt,
                 ...) VD_PRINTF(4, 5);
// Notes what is known beyond the verdict.
void vd_job_note(VdJob *job, VdNoteKind kind, const char *fmt, ...)
    VD_PRINTF(3, 4);
// Only these make verdicts.
void vd_job_same(VdJob *job, const char *checker);
void vd_job_bounded(VdJob *job, const char *checker, uint32_t bound);
void vd_job_different(VdJob *job, const char *checker, VdCase *cex);
void vd_job_undecided(VdJob *job, VdVerdictKind kind, const char *fmt, ...)
    VD_PRINTF(3, 4);
// By an input on which the new version is undefined, and the real code alike.
void vd_job_unseen(VdJob *job);
// By an input on which the real code does not do what the model does.
void vd_job_contradicted(VdJob *job);
// Adds what a proof about the pair rests on.
void vd_job_assume(VdJob *job);
// The same for a pair whose functions are one in the ir.
void vd_assume_source(const VdModule *const module[2], const uint32_t func[2],
                      VdArena *arena, VdVerdict *verdict);
// The same for rules; of externals and pointers they say it themselves.
void vd_assume_rules(const VdModule *const module[2], const uint32_t func[2],
                     VdArena *arena, VdVerdict *verdict);
void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text);
bool vd_job_decided(const VdJob *job);
// Whether the functions compute with floats.
bool vd_job_has_floats(const VdJob *job);

// ----------------------------------------------------------- concrete runs
// Where things lie in a run; the same for both versions.
#define VD_HEAP_BASE (1ull << 45)
#define VD_STACK_BASE (3ull << 44)
enum { VD_SLOT_SPACE = 1 << 20 };

typedef struct VdRunner VdRunner;
VdRunner *vd_runner_new(const VdSides *sides);
void vd_runner_free(VdRunner *runner);
// Runs both versions on the input. True if that shows a difference: the old
// version ends and is defined, and the new one does something else. With fill,
// the outcomes of the case are set, in the job's arena.
bool vd_runner_shows(VdRunner *runner, VdCase *input, bool fill);
// Runs that make many calls to the outside are stopped early from now on.
void vd_runner_hurry(VdRunner *runner);
// What the last run of the old version came to.
VdRunStatus vd_runner_old_status(const VdRunner *runner);
// Calls of recursive functions, loops among them, as they were made in a run.
typedef struct VdSeen {
  uint32_t func;
  uint32_t root;   // the call that started this recursion
  uint32_t depth;  // of the interpreter
  VdValue *arg;
  VdValue *result;  // NULL: did not return
} VdSeen;
typedef struct VdTrace {
  VdArena *arena;
  VD_VEC(VdSeen) call;     // in the order they were entered
  VD_VEC(uint32_t) stack;  // those that have not returned
  bool full;               // there were more
} VdTrace;
void vd_trace_done(VdTrace *trace);
// Runs both versions; true if both return and are defined.
bool vd_runner_trace(VdRunner *runner, VdCase *input, VdTrace *trace[2]);
// Where an object of the terms lies.
uint64_t vd_runner_object(const VdRunner *runner, uint32_t object);
// The variables (not constants) that the functions can reach.
typedef struct VdVariable {
  uint64_t addr, size;
  const uint8_t *init;  // NULL: zero or unknown
} VdVariable;
typedef VD_VEC(VdVariable) VdVariables;
void vd_runner_variables(const VdRunner *runner, VdVariables *out);

// Whether undefined behaviour is of a kind that only runs see: terms have no
// such condition, so a proof says nothing about it.
bool vd_run_is_fault(const char *text);

// An external that is a known function of its arguments. False if it is not.
bool vd_pure_call(const VdFunc *f, const VdValue *args, VdValue *results);

// --------------------------------------------------------------- the checkers
// Each returns true if it settled the pair.
bool vd_check_symbolic(VdJob *job);
bool vd_check_testing(VdJob *job, VdRunner *runner);
bool vd_check_vacuous(VdJob *job);  // settled: there is nothing to compare
bool vd_check_smt(VdJob *job, VdRunner *runner);
// Of versions that come to loops that never end.
bool vd_check_endless(VdJob *job);
// Notes what holds over the reals of a pair that is not the same in IEEE
// arithmetic, or that is undecided there.
void vd_check_reals(VdJob *job, VdRunner *runner);

// Finds out, of a pair proved the same, whether both versions terminate, or do
// the same where they do not: sets job->terminates and notes it.
void vd_check_termination(VdJob *job);
// Whether that is a question: something it calls, on a side, calls itself.
bool vd_may_run_forever(const VdJob *job, int side);

enum { VD_REPLAY_SECONDS = 6 };
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
// Objects that nobody looks at after a call: locals, and statics that only one
// version has.
bool vd_is_own_business(const void *context, const VdObject *object);
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
// Whether a term is the test that an access to addr is possible.
bool vd_goal_is_valid(VdTerms *tm, VdTerm t, VdTerm *addr);
// With tests whether a known place of an object can be accessed taken as true.
VdTerm vd_goal_valid_objects(VdTerms *tm, VdTerm t);

// ------------------------------------------------------------------ open.c
// Results of one side, then halt, then defined; and back.
void vd_goal_terms(const VdGoal *goal, int side, VdTermVec *out);
void vd_goal_set_terms(VdGoal *goal, int side, const VdTermVec *terms);
// Terms of one side replaced by others: id to id.
void vd_goal_subst(VdTerms *tm, VdGoal *goal, int side, const VdMap *map);
uint32_t vd_goal_size(const VdJob *job, const VdGoal *goal);  // in nodes
// An application of a function that has a body.
bool vd_open_is_call(const VdTerms *tm, VdTerm t);
// The side whose function a symbol is, preferring the side it is used on, and
// its number there; -1 if it is of neither.
int vd_open_home(const VdJob *job, uint32_t symbol, int side, uint32_t *func);
// Opens calls in terms once, inner ones first: those for which `open` gives the
// summaries that they are of. How many there were.
typedef VdSums *VdCallHome(void *context, VdTerm app);
uint32_t vd_open_calls(VdTerms *tm, VdTermVec *terms, VdCallHome *open,
                       void *context);
// The same for every wanted application in the terms of a side.
typedef bool VdWanted(void *context, VdTerm app, bool recursive);
uint32_t vd_open_terms(const VdJob *job, int side, VdTermVec *terms,
                       VdWanted *wanted, void *context);
uint32_t vd_open_goal(const VdJob *job, int side, VdGoal *goal,
                      VdWanted *wanted, void *context);

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

// Values for parameters that the equalities in both versions ask for, chosen at
// random where there are several. How many parameters got one.
enum { VD_MAX_GUESS = 16 };
typedef struct VdGuess {
  uint32_t param;  // of a case
  VdValue value;
} VdGuess;
uint32_t vd_guess(const VdSides *sides, VdRandom *random, VdGuess *guess);

// Fresh inputs for tests.
typedef struct VdInputs VdInputs;
VdInputs *vd_inputs_new(const VdSides *sides, const VdRunner *runner);
void vd_inputs_free(VdInputs *inputs);
// The n-th input, in the arena.
VdCase *vd_inputs_get(VdInputs *inputs, uint64_t n, VdArena *arena);
// Inputs with all values zero; the copy shares nothing that is changed later.
VdCase *vd_case_new(const VdSides *sides, VdArena *arena);
VdCase *vd_case_copy(const VdCase *input, VdArena *arena);
// A parameter of a function that a case has a value for.
bool vd_param_is_input(const VdParam *param);
// Where the memory behind parameter i lies, if it is a pointer.
uint64_t vd_inputs_region(uint32_t param);
// Another value of a sort, likely to matter.
VdValue vd_inputs_value(VdInputs *inputs, VdRandom *random, VdSort sort);

#endif
