// Concrete runs: inputs, both versions of a function run on them by the
// interpreter, what the outside answers, and whether the runs differ.
#ifndef VD_RUN_H
#define VD_RUN_H

#include "ir/ir.h"
#include "summary/summary.h"

enum { OLD = 0, NEW = 1 };

// ------------------------------------------------------- inputs and outcomes
// Bytes at an address.
typedef struct VdCell {
  uint64_t addr;
  uint32_t len;
  uint8_t *bytes;
} VdCell;
typedef VD_VEC(VdCell) VdCells;

// A named place in memory: a global of the program, a function whose address
// is a value, or a local that escapes.
typedef struct VdRegion {
  const char *name;
  uint64_t addr, size;
  bool global;
  const char *text;  // of a string literal, or NULL
} VdRegion;

// One call to the outside, as it happened.
typedef struct VdEvent {
  const char *link;  // name of the function
  uint32_t args;
  VdValue *arg;  // ordinary values
  uint32_t results;
  VdValue *result;  // what the outside answered
  VdCells writes;   // what it wrote to memory
  uint64_t memory;  // hash of what it could see of memory
} VdEvent;

// Undefined behaviour that only runs see: terms have no such condition, so a
// proof says nothing about it.
typedef enum VdFault {
  VD_FAULT_NONE = 0,
  VD_FAULT_AFTER_FREE,
  VD_FAULT_DOUBLE_FREE,
  VD_FAULT_BAD_FREE,  // of what was not allocated
  VD_FAULT_BLOCK,     // outside of an allocated block
  VD_FAULT_OBJECT,    // outside of an object
  VD_FAULT_CONSTANT,  // one is written
} VdFault;

// What one version did on the input.
typedef struct VdOutcome {
  VdRunStatus status;  // OK, UNDEFINED (text, pos), LIMIT, FAILED
  VdFault fault;       // UNDEFINED: such behaviour; not written down
  bool unset;          // UNDEFINED: a variable without a value was read; not
                       // written down
  bool halted;         // exit, abort
  uint32_t results;
  VdValue *result;  // ordinary results; none if halted
  VdCells memory;   // what differs from the input memory, locals aside
  VD_VEC(VdEvent) event;
  const char *text;
  VdPos pos;
} VdOutcome;

// A concrete input and both outcomes.
typedef struct VdCase {
  uint32_t params;
  VdValue *param;           // ordinary parameters, in order
  const char **name;        // their names, "" if none
  uint64_t salt;            // chooses answers of the outside; not written down
  bool *relevant;           // false: any other value shows the difference too
  VdCells memory;           // what memory holds, where it was read; else zero
  VD_VEC(VdRegion) region;  // where globals lie; pointers may point there
  VdOutcome old_outcome, new_outcome;
  const char *difference;  // "return value: 3 against 4"
  const char *native;      // what the real code did; "" if it was not run
  bool native_confirmed;
  const char *reproducer;  // folder, if --emit-test; else ""
} VdCase;

// Is a word, an address say, in an input, or in what came of it?
bool vd_case_has_word(const VdCase *c, uint64_t word);

// Runs an input on the real code. Filled in by a front end.
typedef enum VdNativeStatus {
  VD_NATIVE_UNAVAILABLE = 0,  // could not be built or run; report says why
  VD_NATIVE_DIFFERS,          // the real code behaves differently too
  VD_NATIVE_AGREES,           // both versions do the same there
  VD_NATIVE_CONTRADICTS,      // a version does not do what the model does
  VD_NATIVE_UNFIT,            // nothing can have that input: it proves nothing
} VdNativeStatus;
typedef struct VdNative {
  VdNativeStatus (*replay)(void *context, uint32_t old_func, uint32_t new_func,
                           const VdCase *input, const char *keep_in,
                           const VdBudget *budget, VdBuf *report);
  void *context;
} VdNative;

// ----------------------------------------------------------- concrete runs
// What somebody else than the outside says to a call.
typedef enum VdTold {
  VD_TOLD_NOTHING = 0,  // the outside is asked
  VD_TOLD,
  VD_TOLD_FAILED,  // the run fails
} VdTold;

// The two versions of a function, as they are run.
typedef struct VdSides {
  VdTerms *tm;
  VdSums *sums[2];
  const VdModule *module[2];
  uint32_t func[2];
  VdArena *arena;  // for inputs, and what came of them
  uint64_t seed;   // of random inputs and answers
  // Answers calls before the outside does; may be NULL.
  VdTold (*tell)(void *context, int side, const VdFunc *f, const VdValue *args,
                 VdValue *results);
  void *context;
  bool quiet;  // the outside answers zero, or what is next to it
  bool few;    // of large modules: what the functions reach has an address
} VdSides;

static inline const VdFunc *vd_sides_func(const VdSides *sides, int side) {
  return sides->module[side]->func.at[sides->func[side]];
}

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
// Where a parameter leads into a static that no pointer can lead to: does one
// that leads to another object show a difference? Then the input has that.
bool vd_runner_shows_elsewhere(VdRunner *runner, VdCase *input);
// Runs that make many calls to the outside are stopped early from now on.
void vd_runner_hurry(VdRunner *runner);
// What the last run of the old version came to.
VdRunStatus vd_runner_old_status(const VdRunner *runner);
// Calls of recursive functions, loops among them, as they were made in a run.
typedef struct VdLoggedCall {
  uint32_t func;
  uint32_t root;   // the call that started this recursion
  uint32_t depth;  // of the interpreter
  VdValue *arg;
  VdValue *result;  // NULL: did not return
} VdLoggedCall;
typedef struct VdCallLog {
  VdArena *arena;
  VD_VEC(VdLoggedCall) call;  // in the order they were entered
  VD_VEC(uint32_t) stack;     // those that have not returned
  bool full;                  // there were more
} VdCallLog;
void vd_call_log_done(VdCallLog *log);
// Runs both versions; true if both return and are defined.
bool vd_runner_log_calls(VdRunner *runner, VdCase *input, VdCallLog *log[2]);
// Where an object of the terms lies.
uint64_t vd_runner_object(const VdRunner *runner, uint32_t object);
// What of a version is at an address; UINT32_MAX if nothing is, or if there are
// so many things that some share their places.
uint32_t vd_runner_global_at(const VdRunner *runner, int side, uint64_t addr);
uint32_t vd_runner_func_at(const VdRunner *runner, int side, uint64_t addr);
// Memory after a run that ended, else before it; after two that ended, the
// first byte that others see in which it differs (false: none); and whether the
// calls to the outside do.
VdValue vd_runner_memory(const VdRunner *runner, int side);
bool vd_runner_differing_byte(const VdRunner *runner, uint64_t *addr);
bool vd_runner_calls_differ(const VdRunner *runner);
// The variables (not constants) that the functions can reach.
typedef struct VdVariable {
  uint64_t addr, size;
  const uint8_t *init;  // NULL: zero or unknown
} VdVariable;
typedef VD_VEC(VdVariable) VdVariables;
void vd_runner_variables(const VdRunner *runner, VdVariables *out);

// An external that is a known function of its arguments. False if it is not.
bool vd_pure_call(const VdFunc *f, const VdValue *args, VdValue *results);

// ------------------------------------------------------------------- inputs
// Values for parameters that the equalities in both versions ask for, chosen at
// random where there are several. How many parameters got one.
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
void vd_case_done(VdCase *input);  // its vectors
// A parameter of a function that a case has a value for.
bool vd_param_is_input(const VdParam *param);
// Where the memory behind parameter i lies, if it is a pointer.
uint64_t vd_inputs_region(uint32_t param);
// Whether an address is one of a local.
static inline bool vd_is_stack(uint64_t addr) {
  return addr >> 44 == 3;
}
// Another value of a sort, likely to matter.
VdValue vd_inputs_value(VdInputs *inputs, VdRandom *random, VdSort sort);

#endif
