// What the files of this folder share: one LLVM module on its way to an ir
// module. doc/semantics-c.md says what every construct is taken to mean.
//
//   lift.c       the way from LLVM's text or bitcode to the ir module
//   type.c       LLVM types as lists of components; addresses of elements
//   local.c      where each local lives: variables, private memory, a slot
//   init.c       which reads of locals may come before any write
//   flow.c       blocks in reverse post order
//   effect.c     which state a function takes and gives
//   global.c     globals and their contents
//   body.c       one function: blocks, phis, exits
//   value.c      constants and instructions that compute a value
//   arith.c      arithmetic on one component, with its undefined behaviour
//   memory.c     loads, stores, copies
//   call.c       calls, externals
//   library.c    which declarations are the C library's, what is known of them
//   model.c      library functions and intrinsics that are modelled exactly
//   touch.c      what a proof about a function takes for granted
//   opaque.c     what a body looks like, before it is understood
//   surface.c    what others see of the module (surface.h)
//   ctype.c      C types and layouts as text, from debug information
//   observe.c    what each kind of thing in a module means (observe.def)
//
// LLVM values and types are borrowed from the LLVM module. Everything made here
// lives in VdLift's arena or in the ir module. What isn't modelled latches a
// reason on the function (vd_lift_unsupported); code goes on with whatever
// refs it has, and the function is thrown away at the end.
#ifndef VD_FRONT_C_LIFT_H
#define VD_FRONT_C_LIFT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "front/c/c.h"
#include "front/c/spots.h"

// ------------------------------------------------------------------- types
// A component of a first-class value, and where it is when in memory.
typedef struct VdLiftField {
  VdSort sort;
  uint64_t offset;
  uint32_t bytes;
} VdLiftField;

typedef struct VdLiftType {
  const char *bad;  // the construct, if values of it are not modelled
  VdLiftField *field;
  uint32_t n;
  bool packed;  // components are not whole bytes: not in memory
} VdLiftType;

// ------------------------------------------------------------------ locals
// A run of bytes of a sliced local that is always accessed as a whole.
typedef struct VdLiftAtom {
  uint32_t offset, size;
  VdSort sort;           // a float, or a bit-vector of 8 * size
  bool padding;          // by the local's type; starts as zero
  uint32_t var, shadow;  // builder variables: value, is it initialised
} VdLiftAtom;

typedef enum VdLiftHome {
  VD_HOME_SLICED,   // atoms, each a variable of the builder
  VD_HOME_PRIVATE,  // a memory of its own, addressed from 0
  VD_HOME_SLOT,     // in main memory
  VD_HOME_DYNAMIC,  // allocated when reached
} VdLiftHome;

typedef struct VdLiftLocal {
  LLVMValueRef value;  // an alloca, or a byval parameter
  LLVMTypeRef type;
  const char *name;
  VdLiftHome home;
  uint64_t size, align;
  VdLiftAtom *atom;  // by offset
  uint32_t atoms;
  uint32_t var;  // PRIVATE: the variable; SLOT: the slot
} VdLiftLocal;

// --------------------------------------------------------------- functions
enum {
  VD_EFFECT_READ = 1,  // of memory
  VD_EFFECT_WRITE = 2,
  VD_EFFECT_WORLD = 4,
  VD_EFFECT_HEAP = 8,
  VD_EFFECT_HALT = 16,
  VD_EFFECT_ALL = 31,
};

// Calls that only move, fill or mark memory.
typedef enum VdLiftMemop {
  VD_MEMOP_NONE = 0,
  VD_MEMOP_COPY,   // memcpy
  VD_MEMOP_MOVE,   // memmove
  VD_MEMOP_FILL,   // memset
  VD_MEMOP_MARK,   // notes to the compiler: no effect
  VD_MEMOP_START,  // the same, where the life of a local starts
} VdLiftMemop;
typedef struct VdLiftModel VdLiftModel;

// Which arguments must be valid.
typedef enum VdLiftNeeds {
  VD_NEEDS_ALL,    // pointers, if it is PURE and reads memory
  VD_NEEDS_FIRST,  // other pointers may be null
  VD_NEEDS_SIZED,  // all, unless the length, its last parameter, is 0
  VD_NEEDS_NULL,   // none: null will do
  VD_NEEDS_CHAR,   // a character or -1
  VD_NEEDS_NONE,   // what it is given does not count
} VdLiftNeeds;

// A row of extern.def.
typedef struct VdLiftKnown {
  const char *name, *type;
  uint32_t effect;
  const char *answers, *notes;
  VdLiftNeeds needs;
  bool math;    // also with f or l at its end
  bool fresh;   // an allocator
  bool prints;  // its last parameter is a format, which may have %n
} VdLiftKnown;

typedef struct VdLiftFunc {
  LLVMValueRef value;
  const VdLiftModel *model;  // of a library function or intrinsic, or NULL
  VdLiftMemop memop;
  const VdLiftKnown *known;  // of the C library; never NULL
  uint32_t index;            // in the ir module, UINT32_MAX until it has one
  uint32_t outside;          // of a weak one: as others see it
  uint32_t own, effect;      // what it does by itself; with what it calls
  bool defined;
  bool weak;           // and another file may have another definition
  bool hangs;          // a loop of it has no way out, as its body showed
  const char *reason;  // why it is unsupported, NULL if it is not
  VdPos reason_pos;
  VdDigest body;  // as it was read; none: not made yet
  VD_VEC(VdLiftLocal) local;
  VdMap local_of;           // LLVM value to index
  VdMap derived;            // pointers into a local to its index
  VdMap unsure;             // loads of variables that may not be initialised
  VD_VEC(uint32_t) callee;  // defined functions, by number in VdLift
} VdLiftFunc;

typedef struct VdLift {
  LLVMModuleRef llvm;
  LLVMTargetDataRef layout;
  const char *path;  // as the user gave it
  bool poison;       // undefined results are deferred, as LLVM has it
  bool rules;        // nobody asks which bodies have changed
  bool again;        // something about a function was found out too late
  unsigned byval;    // attribute kinds
  unsigned noreturn, returns_twice;
  VdArena arena;
  VdModule *module;
  VD_VEC(VdLiftFunc) func;
  VdMap func_of;       // LLVM function to number
  VdMap global_of;     // LLVM global to index in the ir module
  VdMap bad_global;    // LLVM globals whose contents can't be written down
  VdMap type_of;       // LLVM type to VdLiftType *
  VdMap file_of;       // LLVM debug file to const char *
  VdMap extern_of;     // id in extern_key to index in the ir module
  VdNames extern_key;  // link name and signature
  char *real_path;     // of path, NULL if it has none
  char *directory;     // the current one
  const VdSpots *spots;
  const char *assembly;  // all of it, of the file and inline; NULL: not made
} VdLift;

// One file; path names it in messages, bytes are LLVM's text or bitcode.
typedef struct VdLiftInput {
  const char *path;
  const char *bytes;  // NUL-terminated
  size_t len;
  bool compiled;   // from C source by our own clang
  bool rules;      // nothing but what functions do counts,
  bool surface;    // or that and what others see of it, C types left out
  VdSpots *spots;  // in place of line tables, or NULL
} VdLiftInput;
// NULL with errors in diags; without, if the module does not fit the spots.
VdModule *vd_lift_module(const VdLiftInput *input, VdLift *l, VdDiags *diags);
void vd_lift_done(VdLift *l);

VdPos vd_lift_pos(VdLift *l, LLVMValueRef inst);
const char *vd_lift_file(VdLift *l, LLVMMetadataRef file);
VdPos vd_lift_func_pos(VdLift *l, LLVMValueRef func);
const char *vd_lift_name(VdLift *l, LLVMValueRef value);  // "" if none
void vd_lift_reject(VdLift *l, VdLiftFunc *f, VdPos pos, const char *fmt, ...)
    VD_PRINTF(4, 5);

// Sets parameters and results of a function; names may be NULL.
void vd_lift_signature(VdLift *l, VdFunc *func, const LLVMTypeRef *param,
                       uint32_t n, const char *const *name, LLVMTypeRef result,
                       uint32_t effect);
void vd_lift_helper_signature(VdLift *l, VdFunc *func, const VdSort *param,
                              uint32_t n, VdSort result, uint32_t effect);
const char *vd_lift_type_text(VdLift *l, LLVMTypeRef type);

// type.c
const VdLiftType *vd_lift_type(VdLift *l, LLVMTypeRef type);
// The type of memory that the attribute of a parameter gives, NULL if none.
LLVMTypeRef vd_lift_byval(VdLift *l, LLVMValueRef func, uint32_t param);
// Marks the bytes of a type that are padding; unions have none.
void vd_lift_padding(VdLift *l, LLVMTypeRef type, uint8_t *is_data);
// base + offset + sum of index * scale, indices sign-extended to 64 bits.
typedef struct VdLiftGep {
  LLVMValueRef base;
  uint64_t offset;
  VD_VEC(struct VdLiftTerm {
    LLVMValueRef index;
    uint64_t scale;
  }) term;
} VdLiftGep;
bool vd_lift_gep(VdLift *l, LLVMValueRef gep, VdLiftGep *out);
bool vd_lift_is_gep(LLVMValueRef value);
// Is it a constant address, not null, where the model has no memory?
bool vd_lift_is_far(LLVMValueRef value, uint64_t *address);

// The function that is called directly, NULL if none is.
VdLiftFunc *vd_lift_callee(VdLift *l, LLVMValueRef call);
// What a call does to memory if that is all it does, else NONE. Not for a
// function that is called by another type than its own.
VdLiftMemop vd_lift_memop_of(VdLift *l, LLVMValueRef call);
const VdLiftModel *vd_lift_model_of(VdLift *l, LLVMValueRef call);

// local.c
void vd_lift_locals(VdLift *l, VdLiftFunc *f);
// The sliced or private local that a pointer is into, NULL if it is not.
VdLiftLocal *vd_lift_private(VdLiftFunc *f, LLVMValueRef pointer);

// The sliced local that a pointer is into and how far, NULL if it is not.
VdLiftLocal *vd_lift_sliced(VdLift *l, VdLiftFunc *f, LLVMValueRef pointer,
                            uint64_t *offset);
// The first atom of a local that ends after offset.
uint32_t vd_lift_atom(const VdLiftLocal *local, uint64_t offset);

// init.c
void vd_lift_init(VdLift *l, VdLiftFunc *f);

// flow.c
// The blocks that can be reached, in reverse post order.
typedef struct VdLiftOrder {
  VD_VEC(LLVMBasicBlockRef) block;
  VdMap of;  // LLVM block to number
} VdLiftOrder;
void vd_lift_order(LLVMValueRef func, VdLiftOrder *order);
void vd_lift_order_done(VdLiftOrder *order);
// Its number, UINT32_MAX if it can't be reached.
uint32_t vd_lift_rank(const VdLiftOrder *order, LLVMBasicBlockRef block);

// How a block of LLVM's function ends.
typedef enum VdLiftEnd {
  VD_END_SOME = 0,
  VD_END_NONE,  // it starts a loop that nothing leads out of
  VD_END_IDLE,  // nothing happens from here on, for ever
} VdLiftEnd;
// Whether there is a loop that nothing leads out of; by block, if out is given.
// With all, every loop is taken for one.
bool vd_lift_endless(const VdLiftOrder *order, bool all, VdLiftEnd *out);

// effect.c
// Looks at every instruction once: what it does, whether it is supported.
void vd_lift_scan(VdLift *l, VdLiftFunc *f);
// Hands effects on from callees to callers, until nothing changes.
void vd_lift_effects(VdLift *l);

// global.c
void vd_lift_globals(VdLift *l);
bool vd_lift_is_exported(LLVMValueRef global);
// A static whose contents at the start are what it always holds.
bool vd_lift_is_never_written(VdLift *l, LLVMValueRef global);
// Calls see with each piece of assembly in a function's body.
typedef void VdLiftInline(void *context, LLVMValueRef call, const char *text,
                          size_t n);
void vd_lift_each_inline(LLVMValueRef func, void *context, VdLiftInline *see);
// Does assembly of the file name it?
bool vd_lift_is_in_assembly(VdLift *l, LLVMValueRef global);
// May another definition take its place when the program is linked?
bool vd_lift_is_weak(LLVMValueRef global);
// Has it a body, and may calls mean that of another file?
bool vd_lift_is_inline(LLVMValueRef func);
// Is it declared so that its address may be null?
bool vd_lift_is_weak_reference(LLVMValueRef global);
// Looks through aliases, except those that another file may define.
LLVMValueRef vd_lift_resolve(LLVMValueRef global);
// The bits of an integer or float constant; false if it is none.
bool vd_lift_bits(VdArena *arena, LLVMValueRef constant, VdValue *out);

// touch.c
// Notes on the ir function what a proof about it takes for granted.
void vd_lift_touch(VdLift *l, VdLiftFunc *f);

// opaque.c
// What tells the contents of a global from others.
VdDigest vd_lift_contents(VdLift *l, LLVMValueRef constant);
void vd_lift_opaque(VdLift *l, VdLiftFunc *f, VdFunc *out);
// The body of any function, without names of static things.
VdDigest vd_lift_body_digest(VdLift *l, const VdLiftFunc *f);

// ------------------------------------------------------------------ bodies
typedef struct VdPart {
  VdRef ref;
  VdRef poison;   // none: never poison
  bool constant;  // an integer of at most 64 bits that is known:
  uint64_t bits;
} VdPart;

// Where a pointer leads: base (an object, or any address) + offset + index.
typedef enum VdLiftBase {
  VD_BASE_NONE = 0,  // not a pointer that was looked into
  VD_BASE_POINTER,   // root is the address of an unknown object
  VD_BASE_GLOBAL,
  VD_BASE_SLOT,   // object is a local's number
  VD_BASE_LOCAL,  // sliced or private: has no address
} VdLiftBase;
typedef struct VdLiftPlace {
  VdLiftBase base;
  uint32_t object;
  VdRef root;  // the address, none for LOCAL
  uint64_t offset;
  VdRef index;    // bv64 or none
  VdRef address;  // of all that, none if it was not made yet
} VdLiftPlace;

typedef struct VdLiftValue {
  VdPart *part;
  uint32_t n;
  VdLiftPlace place;
} VdLiftValue;

// An access that is known to be valid: of an object by all of it, through an
// unknown pointer by the pointer alone (root).
typedef struct VdLiftChecked {
  VdRef root, index;
  uint64_t offset, bytes;
} VdLiftChecked;

typedef struct VdLiftBody {
  VdLift *lift;
  VdLiftFunc *fn;
  VdFunc *func;
  VdBuild *build;
  VdArena arena;
  VdPos pos;
  VdMap value;    // LLVM value to VdLiftValue *
  VdRef yes, no;  // constants of the entry, for shadows: where all agree,
                  // the builder sees it
  uint32_t mem, world, heap;  // variables
  uint32_t halt;   // the block that ends the program, UINT32_MAX until made
  uint32_t hang;   // the block where a run stays for ever, likewise
  uint32_t depth;  // of constant expressions
  // Accesses known to be valid in the current block.
  VD_VEC(VdLiftChecked) checked;
  VdMap bits_of;  // float that was loaded to the bits it was loaded from
} VdLiftBody;

// body.c
void vd_lift_body(VdLift *l, VdLiftFunc *f);
void vd_lift_unsupported(VdLiftBody *f, const char *fmt, ...) VD_PRINTF(2, 3);
// From here on the program has ended; what follows is dead code.
void vd_lift_halt(VdLiftBody *f);
// Goes on if cond is false, ends the program if it is true.
void vd_lift_halt_if(VdLiftBody *f, VdRef cond);
// The result is undefined unless ok holds: at once in C, poison in LLVM.
void vd_lift_defer(VdLiftBody *f, VdRef ok, const char *text, VdRef *poison);
// Poison must not get here.
void vd_lift_demand(VdLiftBody *f, VdPart part);

// value.c
VdLiftValue vd_lift_value(VdLiftBody *f, LLVMValueRef value);
VdLiftValue vd_lift_new_value(VdLiftBody *f, uint32_t n);
void vd_lift_set(VdLiftBody *f, LLVMValueRef value, VdLiftValue to);
// One component that must not be poison.
VdRef vd_lift_scalar(VdLiftBody *f, LLVMValueRef value);
VdPart vd_lift_part(VdLiftBody *f, LLVMValueRef value);
// Computes an instruction or a constant expression that is neither memory,
// call nor exit. False if it is no such thing.
bool vd_lift_expr(VdLiftBody *f, LLVMValueRef value, VdLiftValue *out);

// arith.c
typedef struct VdLiftFlags {
  bool nsw, nuw, exact, disjoint, nneg;
  unsigned fast;
  const char *why;  // what it means if nuw does not hold; NULL for the usual
} VdLiftFlags;
VdPart vd_lift_binary(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                      VdPart y);
VdPart vd_lift_cast(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                    VdSort to);
VdRef vd_lift_icmp(VdLiftBody *f, LLVMIntPredicate p, VdRef x, VdRef y);
// What flags of fast-math exclude makes a result poison.
void vd_lift_defer_fast(VdLiftBody *f, unsigned fast, VdRef x, VdRef *poison);
// The compiler was promised that an address is a multiple of a power of two.
void vd_lift_require_aligned(VdLiftBody *f, VdRef address, uint64_t align);
VdRef vd_lift_fcmp(VdLiftBody *f, LLVMRealPredicate p, VdRef x, VdRef y);
VdRef vd_lift_or_poison(VdLiftBody *f, VdRef x, VdRef y);
// No overflow in x op y; op is Add, Sub or Mul.
VdRef vd_lift_fits(VdLiftBody *f, LLVMOpcode op, bool is_signed, VdRef x,
                   VdRef y);
// Is the float, cut off, a number that an integer of this width can be?
VdRef vd_lift_float_fits(VdLiftBody *f, VdRef x, uint32_t width,
                         bool is_signed);
// +-2^power, or infinity if that is out of range.
VdRef vd_lift_power(VdLiftBody *f, VdSort sort, bool negative, uint32_t power);

// memory.c
VdRef vd_lift_address(VdLiftBody *f, VdLiftPlace *place);
// A pointer into a local without address, by its offset.
VdLiftValue vd_lift_private_value(VdLiftBody *f, const VdLiftLocal *local,
                                  VdRef offset, VdRef poison);
VdLiftPlace vd_lift_place(VdLiftBody *f, LLVMValueRef pointer);
// A pointer must lead to something, unless length is given and 0.
void vd_lift_check_pointer(VdLiftBody *f, LLVMValueRef pointer,
                           LLVMValueRef length);
void vd_lift_alloca(VdLiftBody *f, LLVMValueRef inst);
void vd_lift_enter_byval(VdLiftBody *f, VdLiftLocal *local, VdRef pointer);
void vd_lift_load(VdLiftBody *f, LLVMValueRef inst);
void vd_lift_store(VdLiftBody *f, LLVMValueRef inst);
// memcpy (apart is true: regions don't overlap) and memmove.
void vd_lift_copy(VdLiftBody *f, LLVMValueRef to, LLVMValueRef from,
                  LLVMValueRef length, bool apart);
void vd_lift_start(VdLiftBody *f, LLVMValueRef pointer);
void vd_lift_fill(VdLiftBody *f, LLVMValueRef to, VdPart byte,
                  LLVMValueRef length);
VdRef vd_lift_bool_bits(VdBuild *b, VdRef x, uint32_t width);

// call.c
void vd_lift_call(VdLiftBody *f, LLVMValueRef inst);
// What a call does by itself, not through a defined callee.
uint32_t vd_lift_call_effect(VdLift *l, VdLiftFunc *f, LLVMValueRef inst);
// The ir function that stands for an external, by its address.
uint32_t vd_lift_extern(VdLift *l, LLVMValueRef func);
// The address of a weak reference: null if no file defines it.
VdRef vd_lift_weak_address(VdLiftBody *f, LLVMValueRef global);
// Calls with values, adds state, and takes the state that comes back. The
// first result.
VdRef vd_lift_invoke(VdLiftBody *f, uint32_t func, const VdRef *args,
                     uint32_t n);
// An ir function of the front end's own: volatile.load.4 and the like.
uint32_t vd_lift_helper(VdLift *l, const char *name, VdFuncKind kind,
                        const VdSort *param, uint32_t params, VdSort result,
                        uint32_t effect);

// library.c
// The row of a function; one that allows everything if it has none.
const VdLiftKnown *vd_lift_known(LLVMValueRef func);

// May a library function of this effect, with these notes, call functions of
// the file?
bool vd_lift_is_hooked(LLVMValueRef func, uint32_t effect, const char *notes);
// The row for a call in a function that looks at errno, which what writes to
// streams may set, or that changes the locale, which is a part of memory.
const VdLiftKnown *vd_lift_known_in(VdLift *l, LLVMValueRef caller,
                                    const VdLiftKnown *known);
// A row that allows everything but other answers.
const VdLiftKnown *vd_lift_as_any(VdLift *l, const VdLiftKnown *known);
// Is the declaration that of a library function of this name and type? With
// math, the name may have f or l at its end.
bool vd_lift_is_library(LLVMValueRef func, const char *name, const char *type,
                        bool math);

// model.c
typedef struct VdLiftCall {
  LLVMValueRef inst;
  uint32_t n;       // arguments
  uint64_t imm;     // of the model's row
  VdLiftValue out;  // one part for each component of the result
} VdLiftCall;
// By the name of a library function or an intrinsic; NULL if there is none.
const VdLiftModel *vd_lift_model(LLVMValueRef func);
VdLiftMemop vd_lift_memop(LLVMValueRef func);
uint32_t vd_lift_model_effect(const VdLiftModel *model);
const char *vd_lift_model_notes(const VdLiftModel *model);
void vd_lift_model_call(VdLiftBody *f, const VdLiftModel *model,
                        VdLiftCall *call);

#endif
