// The intermediate representation: functions in SSA form with block parameters.
//
// Instructions are pure. Memory, the outside world and the allocator's state
// are values that are passed in and handed back, so data flow is all there is.
// An instruction is a term operator applied to values (src/term/op.def), a
// constant, an address, a call, or a `require`: a condition under which
// everything goes on as written; where it is false, behaviour is undefined.
//
// A module owns all of its functions, and everything they point to; names and
// positions live as long as the module. Front ends make functions with the
// builder's write-variable / read-variable calls and never compute SSA. Passes
// keep vd_ir_verify true, and debug builds run it after every one.
#ifndef VD_IR_H
#define VD_IR_H

#include "term/term.h"

// ------------------------------------------------------------------ values
// A value of a function: a block parameter or a result of an instruction.
typedef struct VdRef {
  uint32_t id;
} VdRef;  // 0 is none
#define VD_REF_NONE ((VdRef){0})

// What a parameter or result of a function is to the comparison.
typedef enum VdRole {
  VD_ROLE_VALUE = 0,  // an ordinary value
  VD_ROLE_MEM,        // memory
  VD_ROLE_WORLD,      // the outside world
  VD_ROLE_HEAP,       // the allocator's state; handed on but not compared
  VD_ROLE_HALT,       // a Bool: the program ended inside (exit, abort)
} VdRole;

typedef enum VdInstKind {
  VD_INST_OP,       // op and imm applied to args
  VD_INST_CONST,    // value
  VD_INST_UNDEF,    // an indeterminate value of the given sort
  VD_INST_NEVER,    // false, but no pass may know: the way out of a loop that
                    // has none, so that its state has a way out, too
  VD_INST_GLOBAL,   // address of module->global[index]
  VD_INST_FUNC,     // address of module->func[index]
  VD_INST_SLOT,     // address of func->slot[index], a local in memory
  VD_INST_CALL,     // module->func[index], direct
  VD_INST_CALLPTR,  // args[0] is the address; index is a func entry, the shape,
                    // that stands for "whatever it points to": its parameters
                    // are those of the call, the address first
  VD_INST_REQUIRE,  // args[0] holds or behaviour is undefined; text says why
} VdInstKind;

// A cache line: most passes go over all of them and do little with each.
typedef struct VdInst {
  VdInstKind kind;
  VdOp op;
  uint32_t index;
  uint32_t args;  // number of arguments
  VdRef *arg;     // in the module's arena
  VdRef first;    // results are first.id, first.id + 1, ...
  uint32_t results;
  union {
    uint64_t imm;        // of OP
    VdValue value;       // of CONST
    struct {             // of REQUIRE
      const char *text;  // "signed overflow"
      bool unset;        // where it fails, a variable without a value is read
    };
  };
  VdPos pos;
} VdInst;
_Static_assert(sizeof(VdInst) == 64, "an instruction is a cache line");

typedef struct VdEdge {
  uint32_t block;
  uint32_t args;
  VdRef *arg;
} VdEdge;

typedef enum VdExitKind {
  VD_EXIT_NONE = 0,  // under construction
  VD_EXIT_JUMP,      // edge[0]
  VD_EXIT_BRANCH,    // edge[0] if cond, else edge[1]
  VD_EXIT_RETURN,    // ret
  VD_EXIT_STOP,      // never reached: reaching it is undefined behaviour
} VdExitKind;

typedef struct VdBlock {
  VdRef first_param;  // parameters are first_param.id, +1, ...
  uint32_t params;
  const char **name;  // of the parameters, for people; NULL: none has one
  VD_VEC(VdInst) inst;
  VdExitKind exit;
  VdRef cond;
  VdEdge edge[2];
  VdRef *ret;  // func->results values
  VdPos pos;   // of the exit
} VdBlock;

typedef struct VdParam {
  VdSort sort;
  VdRole role;
  const char *name;  // for people, "" if none
} VdParam;

// A local that lives in memory because its address is used as a value.
typedef struct VdSlot {
  const char *name;
  uint64_t size, align;
} VdSlot;

typedef enum VdFuncKind {
  VD_FUNC_DEFINED,
  VD_FUNC_PURE,         // external: a function of its arguments
  VD_FUNC_IMPURE,       // external: acts on the world, which it takes and gives
  VD_FUNC_FRESH,        // allocator: (size.., heap) to (address, heap)
  VD_FUNC_UNSUPPORTED,  // has a body that is not modelled: reason and pos
} VdFuncKind;

// The link name of the impure external that stands for staying in a loop for
// ever: it is handed memory and world, and does not return.
#define VD_ENDLESS "endless.loop"

typedef struct VdFunc {
  const char *name;  // unique in the module
  const char *link;  // the name in the program (printf has many signatures)
  VdFuncKind kind;
  uint32_t params, results;
  VdParam *param, *result;
  // DEFINED: block 0 is the entry, its parameters are the function's.
  VD_VEC(VdBlock) block;
  VD_VEC(VdSort) sort;  // of value id: sort.at[id - 1]
  VD_VEC(VdSlot) slot;
  bool local;  // static: not visible to other files
  bool loop;   // made from a loop; parent is the function it is in
  uint32_t parent;
  const char *type;    // signature in the source language, for people and
                       // to notice changed signatures; "" if unknown
  const char *abi;     // how the machine passes what the type says, for
                       // replay on the real code; "" if unknown
  const char *notes;   // words that its front end leaves for others, with
                       // blanks between them: what a proof about it takes
                       // for granted (src/verdict/assume.def), what it answers
                       // (VdRange); "keeps": it is ordered with accesses to
                       // memory, but neither reads nor changes memory
  const char *reason;  // UNSUPPORTED: the construct
  VdDigest opaque;     // UNSUPPORTED: digest of the body as it was read,
                       // without what it refers to:
  VD_VEC(uint32_t) ref;   // UNSUPPORTED: functions it refers to, in order
  VD_VEC(uint32_t) take;  // UNSUPPORTED: those whose address it uses
  VdDigest body;          // digest of the body as it was read, none if nobody
                          // knows; functions of one canonical hash may differ
                          // by it
  VdPos pos;
  // Set by vd_ir_hash:
  VdDigest digest;        // canonical hash
  const char *known_as;   // the other version's name for a static one that was
                          // renamed, NULL: its own; counts where its address
                          // is used; not printed
  bool may_be_undefined;  // it, or something it calls, has a require or stop
                          // or calls itself (and may not return)
  bool recursive;         // it calls itself, by way of others too
} VdFunc;

static inline bool vd_func_has_body(const VdFunc *f) {  // or had one, as read
  return f->kind == VD_FUNC_DEFINED || f->kind == VD_FUNC_UNSUPPORTED;
}
// The name by which its address is known.
static inline const char *vd_func_known_as(const VdFunc *f) {
  return f->known_as ? f->known_as : f->link;
}
bool vd_func_has_note(const VdFunc *f, const char *word);
bool vd_func_has_result(const VdFunc *f, VdRole role);
static inline uint32_t vd_block_edges(const VdBlock *block) {
  return block->exit == VD_EXIT_BRANCH ? 2 : block->exit == VD_EXIT_JUMP;
}

// What an external can answer: `extra`, or from `least` to `most`, modulo 2^w.
// The note is "answers:-1|0..$3": numbers, or arguments, the first one being
// $1; %1 is the low byte of one.
typedef struct VdRangeEnd {
  uint32_t arg;  // from 1; 0: none, it is the number
  bool byte;
  uint64_t number;
} VdRangeEnd;
typedef struct VdRange {
  bool has_extra;
  uint64_t extra;
  VdRangeEnd least, most;
} VdRange;
// False if it can answer anything.
bool vd_func_range(const VdFunc *f, VdRange *out);
// raw if that is a possible answer, else one that is.
VdValue vd_range_fit(const VdRange *a, const VdValue *args, VdValue raw);

typedef struct VdGlobal {
  const char *name;
  uint64_t size, align;
  bool constant;   // never written
  bool closed;     // static, and no pointer anywhere leads to it
  bool unwritten;  // constant because nothing writes it, not as declared
  bool local;      // static
  bool external;   // declared here, defined elsewhere, or
  bool opaque;     // defined here with contents that are not written down
  bool unnamed;    // its name is the compiler's and means nothing
  uint8_t *init;   // size bytes, NULL if external or all zero
  struct VdGlobalReloc {
    uint64_t offset;
    bool function;  // index is a func, else a global
    uint32_t index;
    int64_t addend;
  } *reloc;  // 8-byte words that hold addresses
  uint32_t relocs;
  VdPos pos;
  bool hidden;           // a static that the other version does not have:
                         // nobody looks at it after a call; not printed
  const char *known_as;  // the other version's name for it, NULL: its own;
                         // counts instead of the name; not printed
  bool twin;             // a constant with a name whose contents another one
                         // has too, where its address tells it apart; set by
                         // vd_ir_twins, not printed
  VdDigest digest;       // set by vd_ir_hash: what tells it from others
} VdGlobal;
static inline const char *vd_global_known_as(const VdGlobal *g) {
  return g->known_as ? g->known_as : g->name;
}

// What a linker, a loader, a compiler or a caller sees of a module, beside what
// its functions do. No pass looks at it; versions are compared by it.
typedef enum VdFactKind {
#define VD_FACT(id, word, initial, changed, gone, came) VD_FACT_##id,
#include "ir/fact.def"
#undef VD_FACT
  VD_FACT_KINDS,
} VdFactKind;
typedef struct VdFact {
  VdFactKind kind;
  const char *name;   // of a function or variable as the linker knows it, of a
                      // type, of a flag; "" for the module
  const char *value;  // equal texts mean the same
  VdPos pos;
} VdFact;
// What a difference means.
typedef enum VdFactSense {
  VD_SENSE_NONE = 0,
  VD_SENSE_CHANGE,  // a named change
  VD_SENSE_OPEN,    // something that is not compared
} VdFactSense;
typedef struct VdFactInfo {
  const char *word, *initial;
  VdFactSense changed, gone, came;
} VdFactInfo;
extern const VdFactInfo vd_fact_info[VD_FACT_KINDS];

// Of the two modules that are compared, where there is an array of both.
typedef enum VdSide { VD_OLD = 0, VD_NEW = 1 } VdSide;

typedef struct VdModule {
  VdArena arena;
  const char *source;  // the file it was made from
  VD_VEC(VdFunc *) func;
  VD_VEC(VdGlobal) global;
  VD_VEC(VdFact) fact;  // at most one of a kind and name
  VdMap func_by_name;   // private to vd_module_find_func
} VdModule;

// Texts are copied.
void vd_module_add_fact(VdModule *m, VdFact fact);
VdModule *vd_module_new(const char *source);
void vd_module_free(VdModule *m);
// A copy with a life of its own: the same numbers of functions, globals, blocks
// and values, and all that is not printed (digests, known_as, hidden) too.
VdModule *vd_module_copy(const VdModule *m);
// Adds a function (kind DEFINED with no blocks until it gets some). The name is
// made unique by a suffix if it is taken. Returns its index.
uint32_t vd_module_add_func(VdModule *m, const char *name);
// Index of a function by name, UINT32_MAX if there is none.
uint32_t vd_module_find_func(const VdModule *m, const char *name);
// None for a value that the function does not have.
static inline VdSort vd_func_sort(const VdFunc *f, VdRef ref) {
  if (ref.id == 0 || ref.id > f->sort.len) return (VdSort){0};
  return f->sort.at[ref.id - 1];
}

// ----------------------------------------------------------------- builder
// Makes the body of one function (Braun et al., CC 2013). Positions given by
// vd_build_at go to the instructions that follow. Errors stick: ill-sorted
// uses return VD_REF_NONE and latch; vd_build_done returns the first message
// (NULL if all went well) and frees the builder. Constants are shared per
// block. Blocks are sealed when all their predecessors are known; done seals
// what is left, removes unreachable blocks and unused pure instructions, and
// renumbers.
typedef struct VdBuild VdBuild;
VdBuild *vd_build_new(VdModule *m, uint32_t func);  // params, results are set
const char *vd_build_done(VdBuild *b);
uint32_t vd_build_block(VdBuild *b);  // the first one made is the entry
void vd_build_into(VdBuild *b, uint32_t block);  // append there from now on
void vd_build_seal(VdBuild *b, uint32_t block);
void vd_build_at(VdBuild *b, VdPos pos);
bool vd_build_ended(const VdBuild *b);  // the current block has its exit

VdRef vd_build_param(VdBuild *b, uint32_t i);  // of the function
uint32_t vd_build_var(VdBuild *b, VdSort sort);
void vd_build_name_var(VdBuild *b, uint32_t var, const char *name);  // copied
void vd_build_write(VdBuild *b, uint32_t var, VdRef value);
// The value of a variable never written on some path is UNDEF there.
VdRef vd_build_read(VdBuild *b, uint32_t var);

VdRef vd_build_op(VdBuild *b, VdOp op, uint64_t imm, const VdRef *args,
                  uint32_t n);
VdRef vd_build_const(VdBuild *b, VdValue value);
VdRef vd_build_bv(VdBuild *b, uint32_t width, uint64_t bits);
VdRef vd_build_bool(VdBuild *b, bool value);
VdRef vd_build_undef(VdBuild *b, VdSort sort);
VdRef vd_build_never(VdBuild *b);
VdRef vd_build_global(VdBuild *b, uint32_t global);
VdRef vd_build_func(VdBuild *b, uint32_t func);
uint32_t vd_build_new_slot(VdBuild *b, VdSlot slot);
VdRef vd_build_slot(VdBuild *b, uint32_t slot);
// Returns the first result; results are consecutive.
VdRef vd_build_call(VdBuild *b, uint32_t func, const VdRef *args, uint32_t n);
VdRef vd_build_callptr(VdBuild *b, uint32_t shape, const VdRef *args,
                       uint32_t n);
void vd_build_require(VdBuild *b, VdRef cond, const char *text);
// That a variable that is read has a value.
void vd_build_require_set(VdBuild *b, VdRef cond, const char *text);
void vd_build_jump(VdBuild *b, uint32_t block);
void vd_build_branch(VdBuild *b, VdRef cond, uint32_t yes, uint32_t no);
void vd_build_return(VdBuild *b, const VdRef *values, uint32_t n);
void vd_build_stop(VdBuild *b);
VdSort vd_build_sort(const VdBuild *b, VdRef ref);

// ------------------------------------------------------------------ passes
// NULL if the module is well formed, else what is wrong (in the arena).
const char *vd_ir_verify(const VdModule *m, VdArena *arena);

// Makes every function acyclic: a loop becomes a tail-recursive function of its
// loop-carried and live-in values. Names are f.loop1, f.loop2, ... in order of
// the loops' heads. Irreducible loops get one head first. Loop functions have
// parameters in a canonical order: the head's, then live-ins in order of
// definition. Their results are the number of the exit taken, if exits have
// more than one target (bv32), then what is used after the loop; values that
// are never used beyond the same exit share a result, which gets zero (or a
// parameter of that sort, or UNDEF) where there is nothing to hand out.
// Constants are repeated, not passed; addresses of slots are passed. Roles are
// MEM, WORLD or HEAP where the value comes from one by way of writes, choices
// and calls only, else VALUE. The parent of a loop inside a loop is the outer
// loop's function. Functions that had loops are in normal form afterwards
// (src/ir/clean.c).
void vd_ir_loops(VdModule *m);

// Brings a function of a module that has been through vd_ir_loops into cut
// form: every call of a loop is a tail call, because a loop takes with it all
// that comes after it. So func becomes a set of tail-recursive functions with
// func's results (sorts and roles), one for each loop in its context, that call
// each other as the loops' heads follow each other. They are new ones (flag
// loop, parent func) and are called after their loop: f.loop1.cut1, ... The
// loops' own functions stay, but func calls them no more. Parameters are the
// loop's, then values that the code after it needs: the innermost function's
// first, in order of definition; one that the loop is given and hands on as it
// is comes once, as the loop's parameter; constants and addresses of globals
// are repeated. All are in normal form. Digests are to be made anew.
// False with the module as it was if func has no body, is not acyclic, takes
// the address of a slot after a loop, has loops that are not tail-recursive, or
// would become too large.
bool vd_ir_cut(VdModule *m, uint32_t func);

// Adds functions by which a tail-recursive function, a loop, is run from its
// end, and has them called instead of it by all others. A counter is a
// parameter that an iteration adds `step` to; its value in the last iteration
// is the constant and the sum of coefficients times parameters, modulo 2^width,
// as they are at the start. f.turned has the loop's parameters and, for each
// counter, where it ends and what it is after the loop; f.start begins with it,
// if the loop is entered at all. That this is the same is for the caller to
// know. False if the function cannot be copied; then the module is of no use.
typedef struct VdTurnCounter {
  uint32_t param;
  uint64_t step;
  uint64_t *coef;  // by parameter; 0 for those of another width
  uint64_t constant;
} VdTurnCounter;
typedef struct VdTurn {
  uint32_t counters;
  VdTurnCounter *counter;
} VdTurn;
bool vd_ir_turn(VdModule *m, uint32_t func, const VdTurn *turn);

// Constants count by their contents. But where a version has two with the same,
// one may be told from the other by its address: marks them in both versions,
// to count by their names too. What the compiler named may be one in any case,
// with those of other files too: where addresses with these contents are
// compared, stored or returned, one with a name is marked if there is one that
// the compiler named. To be called before vd_ir_hash.
void vd_ir_twins(VdModule *const m[2]);
// A hash of what a variable holds at the start, addresses in it aside.
uint64_t vd_global_contents(const VdGlobal *g);
// Sets digest, may_be_undefined and recursive of every function. Names,
// positions, the order of unrelated functions and of blocks do not count;
// parameters by position; callees by digest, strongly connected groups
// together; externals by link name and signature; globals by name, constant
// ones by contents.
void vd_ir_hash(VdModule *m);

// Visits every instruction of a function and of all it calls or takes the
// address of, each function once.
typedef void (*VdInstVisit)(void *context, uint32_t func, const VdInst *inst);
void vd_ir_each(const VdModule *m, uint32_t func, VdInstVisit visit,
                void *context);

// The function and all it calls, as bytes that do not depend on names or order:
// equal bytes, equal behaviour. What the digest is about, in full.
void vd_ir_canonical(const VdModule *m, uint32_t func, VdBuf *out);

// A graph: successors of n are to[start[n]] to to[start[n + 1] - 1].
typedef struct VdGraph {
  uint32_t nodes;
  const uint32_t *start, *to;
} VdGraph;
// Numbers the strongly connected components so that every edge leads to the
// same or a smaller number. Returns how many there are.
uint32_t vd_graph_scc(const VdGraph *graph, uint32_t *component);

// Calls through pointers. Can f be what a pointer of this shape points to? It
// has a body, the same ordinary parameters and results, and no state that the
// shape does not have.
bool vd_func_fits(const VdFunc *f, const VdFunc *shape);
// For such an f: which argument of the call is its parameter i; which of its
// results is result i of the shape, UINT32_MAX if it has none (the state stays
// as it is, HALT is false); which argument of the call is a state.
uint32_t vd_func_fit_param(const VdFunc *f, const VdFunc *shape, uint32_t i);
uint32_t vd_func_fit_result(const VdFunc *f, const VdFunc *shape, uint32_t i);
uint32_t vd_func_fit_state(const VdFunc *shape, VdRole role);

// -------------------------------------------------------------------- text
void vd_ir_print(const VdModule *m, VdBuf *out);
void vd_ir_print_func(const VdModule *m, uint32_t func, VdBuf *out);
// Reads what print wrote; NULL with errors in diags. Hostile text is safe.
VdModule *vd_ir_read(const char *text, size_t len, const char *file,
                     VdDiags *diags);

// ------------------------------------------------------------- interpreter
typedef enum VdRunStatus {
  VD_RUN_FAILED = 0,  // unsupported function, or out of the evaluator's range
  VD_RUN_OK,
  VD_RUN_UNDEFINED,  // a require failed or a stop was reached: text and pos
  VD_RUN_LIMIT,      // too many steps or too deep
  VD_RUN_ENDLESS,    // it came to a state again that it was in: it never ends
} VdRunStatus;

typedef struct VdRunResult {
  VdRunStatus status;
  VdValue *result;   // OK: one for each result of the function
  const char *text;  // UNDEFINED: why; FAILED: what
  bool unset;        // UNDEFINED: a variable without a value was read
  VdPos pos;
  uint64_t steps;
  uint32_t func;  // LIMIT, by steps: where it was; else 0
} VdRunResult;

typedef struct VdInterp {
  const VdModule *module;
  VdArena *arena;  // for values
  uint64_t max_steps;
  uint32_t max_depth;  // of calls that are not tail calls
  // Address of a global, function or slot. A slot of the function that was
  // started has depth 0. The same answer each time within a run.
  uint64_t (*global_address)(void *context, uint32_t global);
  uint64_t (*func_address)(void *context, uint32_t func);
  uint64_t (*slot_address)(void *context, uint32_t func, uint32_t slot,
                           uint32_t depth);
  // Was there such a slot in a call that is over? What it held is gone: the
  // next one starts as zero. May be NULL.
  bool (*slot_was)(void *context, uint32_t func, uint32_t slot, uint32_t depth,
                   uint64_t *address);
  // An external, or the shape of a CALLPTR whose args[0] is no function's
  // address here. Fills in func->results values; false fails the run.
  bool (*external)(void *context, const VdFunc *func, const VdValue *args,
                   VdValue *results);
  // After `external` failed: why that was undefined behaviour, NULL if it was
  // not. May be NULL.
  const char *(*fault)(void *context);
  // Watches accesses to memory, also to memory that a local has for itself. Why
  // this one is undefined, NULL if it is not. May be NULL.
  const char *(*access)(void *context, uint64_t addr, uint64_t bytes,
                        bool write);
  // Watches calls of functions of the module; both may be NULL. A tail call is
  // entered at the depth of its caller, and what is left at a depth are all
  // that were entered there since.
  void (*entered)(void *context, uint32_t func, uint32_t depth,
                  const VdValue *args);
  void (*left)(void *context, uint32_t depth, const VdValue *results,
               uint32_t n);
  void *context;
} VdInterp;
// Runs a function, loops made into functions or not. Calls whose results are
// returned at once take no depth (but slots are kept apart by it even so).
// CALLPTR to the address of a function of the module calls it if it fits the
// shape (vd_func_fits). UNDEF is zero. Every instruction and every
// exit of a block is a step.
void vd_ir_run(const VdInterp *machine, uint32_t func, const VdValue *args,
               VdRunResult *out);

#endif
