// Sorts, hash-consed terms, values, and the evaluator that is the judge of
// both.
//
// Equal terms have equal handles, within one manager. The manager owns every
// term, object and function symbol; handles are plain values. A constructor
// given none or ill-sorted arguments returns VD_TERM_NONE and latches the first
// cause on the manager (vd_terms_error); whoever turns a term into a question
// checks the latch. Constructors simplify: what comes back means the same in
// the exact semantics (two's complement, IEEE-754), but may look different.
// Arguments of commutative operators are ordered by structural hash, never by
// handle, so a term looks the same in every run.
#ifndef VD_TERM_H
#define VD_TERM_H

#include "base/base.h"

// ------------------------------------------------------------------- sorts
typedef enum VdSortKind {
  VD_SORT_NONE = 0,
  VD_SORT_BOOL,
  VD_SORT_BV,     // a: width
  VD_SORT_FLOAT,  // a: exponent bits, b: significand bits, hidden one included
  VD_SORT_ARRAY,  // a: index width, b: element width
  VD_SORT_WORLD,  // everything outside: a history of interactions
} VdSortKind;

typedef struct VdSort {
  uint32_t a;
  uint16_t b;
  uint16_t kind;
} VdSort;

// Not limits, but what a sort can be.
enum { VD_MAX_WIDTH = 1 << 16, VD_POINTER_BITS = 64 };

static inline VdSort vd_sort_bool(void) {
  return (VdSort){.kind = VD_SORT_BOOL};
}
static inline VdSort vd_sort_bv(uint32_t width) {
  return (VdSort){.kind = VD_SORT_BV, .a = width};
}
static inline VdSort vd_sort_float(uint32_t exponent, uint16_t significand) {
  return (VdSort){.kind = VD_SORT_FLOAT, .a = exponent, .b = significand};
}
static inline VdSort vd_sort_array(uint32_t index, uint16_t element) {
  return (VdSort){.kind = VD_SORT_ARRAY, .a = index, .b = element};
}
static inline VdSort vd_sort_mem(void) {
  return vd_sort_array(VD_POINTER_BITS, 8);
}
static inline VdSort vd_sort_world(void) {
  return (VdSort){.kind = VD_SORT_WORLD};
}
static inline bool vd_sort_eq(VdSort x, VdSort y) {
  return x.kind == y.kind && x.a == y.a && x.b == y.b;
}
static inline bool vd_sort_is_mem(VdSort x) {
  return vd_sort_eq(x, vd_sort_mem());
}
bool vd_sort_is_valid(VdSort sort);   // widths in range
uint32_t vd_sort_width(VdSort sort);  // bits of a Bool (1), BitVec or Float
// "bool", "bv32", "float8.24", "array64.8", "mem" (= array64.8), "world"
void vd_sort_print(VdSort sort, VdBuf *out);
// Reads such a word; none if it is not one.
VdSort vd_sort_read(const char *text, size_t len);

// --------------------------------------------------------------- operators
typedef enum VdOp {
  VD_OP_NONE = 0,
#define VD_OP(name, text, min, max, flags) VD_OP_##name,
#include "term/op.def"
#undef VD_OP
  VD_OP_COUNT
} VdOp;
enum { VD_MANY = 255 };  // as many as wanted: not a limit
enum { VD_OP_C = 1, VD_OP_F = 2, VD_OP_S = 4 };

typedef enum VdRound {  // immediate of frint
  VD_ROUND_EVEN,        // rint, nearbyint, roundeven
  VD_ROUND_AWAY,        // round
  VD_ROUND_UP,          // ceil
  VD_ROUND_DOWN,        // floor
  VD_ROUND_ZERO,        // trunc
} VdRound;

typedef struct VdOpInfo {
  const char *text;
  uint8_t min, max, flags;
} VdOpInfo;
extern const VdOpInfo vd_op_info[VD_OP_COUNT];
VdOp vd_op_read(const char *text, size_t len);  // VD_OP_NONE if unknown

static inline uint64_t vd_imm_extract(uint32_t high, uint32_t low) {
  return (uint64_t)high << 32 | low;
}
static inline uint64_t vd_imm_float(VdSort sort) {
  return (uint64_t)sort.a << 16 | sort.b;
}
// The sort of an operation's result, none if the arguments do not fit. Not for
// CONST, VAR, APP, whose sorts are given.
VdSort vd_op_sort(VdOp op, uint64_t imm, const VdSort *args, uint32_t n);
// The same for an operator and sorts that are known to be valid ones.
VdSort vd_op_sort_valid(VdOp op, uint64_t imm, const VdSort *args, uint32_t n);

// ------------------------------------------------------------------ values
// A concrete value. Bit-vectors and floats up to 64 bits are in bits, unused
// high bits zero; wider ones are little-endian limbs. A float is its IEEE bits,
// every NaN being the positive quiet one. A world is a number that stands for a
// history. Storage is in the arena given when it was made.
typedef struct VdArray VdArray;
typedef struct VdValue {
  VdSort sort;
  union {
    uint64_t bits;
    const uint64_t *limb;
    const VdArray *array;
  };
} VdValue;

static inline VdValue vd_value_bool(bool b) {
  return (VdValue){.sort = vd_sort_bool(), .bits = b};
}
// Reduces bits modulo 2^width; width at most 64.
VdValue vd_value_bv(uint32_t width, uint64_t bits);
// Any width; limbs are copied and reduced.
VdValue vd_value_limbs(VdArena *arena, uint32_t width, const uint64_t *limb,
                       uint32_t n);
VdValue vd_value_double(double x);
VdValue vd_value_float(float x);
// The same bits as a float of this sort (NaNs made the one NaN).
VdValue vd_value_as_float(VdArena *arena, VdSort sort, VdValue bits);
uint64_t vd_value_limb(const VdValue *value, uint32_t i);  // 0 past the end
bool vd_value_eq(const VdValue *x, const VdValue *y);      // identity, as eq
// "true", "0x002a:bv16", "1.5:float11.53", "nan:float8.24", "-0:float8.24";
// floats are printed so that they read back to the same bits (hex floats where
// short decimal digits do not, "bits:0x...:floatE.S" for other formats).
void vd_value_print(const VdValue *value, VdBuf *out);
// Reads what print wrote, arrays and worlds excepted.
bool vd_value_read(VdArena *arena, const char *text, size_t len, VdValue *out);

// Array values are persistent: set makes a new one and the old one stays, and
// a chain of sets each on the newest costs O(1) each. Elements that were never
// set come from the fill: a constant, or (random != 0) a hash of random and the
// index, the same for every index.
typedef struct VdFill {
  uint64_t constant;
  uint64_t random;
} VdFill;
VdValue vd_array_new(VdArena *arena, VdSort sort, VdFill fill);
// Index widths up to 64 and element widths up to 64.
uint64_t vd_array_get(const VdArray *array, uint64_t index);
VdValue vd_array_set(VdArena *arena, VdValue array, uint64_t index,
                     uint64_t element);
// Of a mem: sets n bytes, word by word.
VdValue vd_mem_put(VdArena *arena, VdValue mem, uint64_t address,
                   const uint8_t *at, uint64_t n);
// Calls visit for every index that was ever set, in increasing order, with its
// current element, until it returns false.
void vd_array_each(const VdArray *array,
                   bool (*visit)(void *context, uint64_t index,
                                 uint64_t element),
                   void *context);
VdFill vd_array_fill(const VdArray *array);

// Applies an operator to values; exact and total. False only when the arguments
// are ill-sorted, for VAR, ADDR, ROM, APP, and for a FILL or COPY longer than
// eval_span. A COPY reads all before it writes.
bool vd_op_eval(VdArena *arena, VdOp op, uint64_t imm, const VdValue *args,
                uint32_t n, VdValue *out);

// ------------------------------------------------------------------- terms
typedef struct VdTerm {
  uint32_t id;
} VdTerm;  // a struct: integers do not convert
#define VD_TERM_NONE ((VdTerm){0})
static inline bool vd_term_eq(VdTerm x, VdTerm y) {
  return x.id == y.id;
}
static inline bool vd_term_is_none(VdTerm t) {
  return t.id == 0;
}

typedef struct VdTerms VdTerms;
VdTerms *vd_terms_new(void);
void vd_terms_free(VdTerms *tm);
const char *vd_terms_error(const VdTerms *tm);  // NULL if all went well
size_t vd_terms_count(const VdTerms *tm);
size_t vd_terms_memory(const VdTerms *tm);  // bytes

// Objects: things with an address. Equal keys are one object; the key decides
// what "the same object on both sides" means.
typedef enum VdObjectKind {
  VD_OBJECT_GLOBAL,    // key: its name, or for a constant its contents
  VD_OBJECT_FUNCTION,  // key: its name
  VD_OBJECT_SLOT,      // a local whose address escapes; key: size and number
} VdObjectKind;
typedef struct VdObject {
  VdObjectKind kind;
  const char *key;   // unique among objects
  const char *name;  // for people
  bool hidden;       // what it holds after a call is nobody's business
  bool closed;       // no pointer leads to it but its own address
  bool declared;     // a function that another file has
  uint64_t size;     // bytes; 0 is unknown
  uint64_t align;
  const uint8_t *rom;  // contents of a constant object (size bytes), or NULL
  // Words of rom that hold addresses: at offset, address of object + addend.
  struct VdReloc {
    uint64_t offset;
    uint32_t object;
    int64_t addend;
  } *reloc;
  uint32_t relocs;
} VdObject;
uint32_t vd_object_put(VdTerms *tm, const VdObject *object);  // copied
const VdObject *vd_object_get(const VdTerms *tm, uint32_t id);
uint32_t vd_object_count(const VdTerms *tm);  // ids are 1..count
// Where linkers put what has no size is not known: it may be a mark, the start
// or the end of something else, or a number; and what is only declared may be
// another name of another function.
// May two different objects be at one address?
bool vd_object_may_meet(const VdObject *x, const VdObject *y);
// May it be anywhere, near null too?
bool vd_object_is_mark(const VdObject *object);

// Function symbols. Equal keys are one symbol.
typedef enum VdFunKind {
  VD_FUN_INTERNAL,  // has a body somewhere; key: hex of its canonical digest
  VD_FUN_PURE,      // an external that is a function of its arguments; its name
  VD_FUN_IMPURE,    // an external that acts on the world; its name
  VD_FUN_FRESH,     // an allocator: a result is 0 or a new object's address
} VdFunKind;
typedef struct VdFun {
  VdFunKind kind;
  const char *key;
  const char *name;  // for people
  uint32_t params, results;
  const VdSort *param, *result;
} VdFun;
uint32_t vd_fun_put(VdTerms *tm, const VdFun *fun);  // copied
const VdFun *vd_fun_get(const VdTerms *tm, uint32_t id);

// Variables. Kind (var.def) and number tell them apart and are what the
// canonical hash sees; the name is for people.
typedef enum VdVarKind {
  VD_VAR_NONE = 0,
#define VD_VAR(kind, class, print) VD_VAR_##kind,
#include "term/var.def"
#undef VD_VAR
  VD_VAR_KINDS
} VdVarKind;
typedef enum VdVarClass {
  VD_VAR_IS_NONE = 0,
  VD_VAR_IS_GIVEN,
  VD_VAR_IS_ANY,
  VD_VAR_IS_MADE,
} VdVarClass;
VdTerm vd_mk_var(VdTerms *tm, VdVarKind kind, uint32_t number, VdSort sort,
                 const char *name);
// With a number that no variable of the kind has: who uses this for a kind
// never chooses its numbers by vd_mk_var.
VdTerm vd_mk_fresh(VdTerms *tm, VdVarKind kind, VdSort sort, const char *name);
// With the number that belongs to a key.
VdTerm vd_mk_var_of(VdTerms *tm, VdVarKind kind, const void *key, size_t len,
                    VdSort sort);

VdTerm vd_mk_value(VdTerms *tm, const VdValue *value);  // not arrays, worlds
VdTerm vd_mk_bool(VdTerms *tm, bool b);
VdTerm vd_mk_bv(VdTerms *tm, uint32_t width, uint64_t bits);
VdTerm vd_mk_addr(VdTerms *tm, uint32_t object);
VdTerm vd_mk_rom(VdTerms *tm);
VdTerm vd_mk_app(VdTerms *tm, uint32_t fun, uint32_t result, const VdTerm *args,
                 uint32_t n);
// Any other operator.
VdTerm vd_mk(VdTerms *tm, VdOp op, uint64_t imm, const VdTerm *args,
             uint32_t n);
static inline VdTerm vd_mk_unary(VdTerms *tm, VdOp op, uint64_t imm, VdTerm a) {
  return vd_mk(tm, op, imm, &a, 1);
}
static inline VdTerm vd_mk_binary(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  return vd_mk(tm, op, 0, (VdTerm[]){a, b}, 2);
}

// Common ones, by vd_mk.
VdTerm vd_mk_not(VdTerms *tm, VdTerm a);
VdTerm vd_mk_and(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_all(VdTerms *tm, const VdTerm *args, uint32_t n);
VdTerm vd_mk_or(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_implies(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_eq(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_ite(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b);
VdTerm vd_mk_add(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_sub(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_ult(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_mk_extract(VdTerms *tm, VdTerm a, uint32_t high, uint32_t low);
VdTerm vd_mk_load(VdTerms *tm, VdTerm mem, VdTerm addr, uint32_t bytes);
VdTerm vd_mk_store(VdTerms *tm, VdTerm mem, VdTerm addr, VdTerm word);

// Looking at a term.
VdOp vd_term_op(const VdTerms *tm, VdTerm t);
VdSort vd_term_sort(const VdTerms *tm, VdTerm t);
uint32_t vd_term_args(const VdTerms *tm, VdTerm t);
VdTerm vd_term_arg(const VdTerms *tm, VdTerm t, uint32_t i);
uint64_t vd_term_imm(const VdTerms *tm, VdTerm t);  // for ops with S
uint32_t vd_term_depth(const VdTerms *tm, VdTerm t);
bool vd_term_is_true(const VdTerms *tm, VdTerm t);
bool vd_term_is_false(const VdTerms *tm, VdTerm t);
// The value of a CONST, false for others.
bool vd_term_value(const VdTerms *tm, VdTerm t, VdValue *out);
VdVarKind vd_term_var_kind(const VdTerms *tm, VdTerm t);
VdVarClass vd_term_var_class(const VdTerms *tm, VdTerm t);  // NONE: no variable
uint32_t vd_term_var_number(const VdTerms *tm, VdTerm t);
const char *vd_term_var_name(const VdTerms *tm, VdTerm t);
uint32_t vd_term_object(const VdTerms *tm, VdTerm t);  // of an ADDR
uint32_t vd_term_fun(const VdTerms *tm, VdTerm t);     // of an APP
uint32_t vd_term_result(const VdTerms *tm, VdTerm t);  // of an APP
// An address as base + offset: strips PTRADD and splits off a constant.
typedef struct VdPlace {
  VdTerm base;
  VdTerm index;     // what is added besides the constant; none if nothing
  uint64_t offset;  // the constant part
} VdPlace;
VdPlace vd_term_place(VdTerms *tm, VdTerm address);

// What a term of at most 63 bits can be as a number, by its top alone.
typedef struct VdBounds {
  int64_t low, high;
} VdBounds;
VdBounds vd_term_bounds(const VdTerms *tm, VdTerm t, bool is_signed);
// The extension (SEXT, ZEXT) of a sum or multiple as a sum of extensions, where
// bounds of what is added (NULL: those above) let nothing overflow; else none.
typedef VdBounds (*VdBoundsOf)(void *context, const VdTerms *tm, VdTerm t,
                               bool is_signed);
VdTerm vd_term_spread(VdTerms *tm, VdOp op, VdTerm sum, uint32_t width,
                      VdBoundsOf of, void *context);

// Walks every node reachable from the roots once, arguments before users.
typedef VD_VEC(VdTerm) VdTermVec;
void vd_terms_reach(const VdTerms *tm, const VdTerm *roots, uint32_t n,
                    VdTermVec *out);
bool vd_term_occurs(const VdTerms *tm, VdTerm what, VdTerm in);

// Replaces terms by terms, bottom up, rebuilding (and so simplifying). A
// mapping on VAR, APP, ADDR or any other node; the map's keys and values are
// term ids. Replaced terms are not looked into.
VdTerm vd_term_subst(VdTerms *tm, VdTerm t, const VdMap *map);
// What the map has for a term, or the term.
static inline VdTerm vd_term_mapped(VdTerm t, const VdMap *map) {
  const uint64_t *to = vd_map_get(map, t.id);
  return to ? (VdTerm){(uint32_t)*to} : t;
}
// Replaces the arguments of one node by what the map has for them, id to id.
VdTerm vd_term_rebuild(VdTerms *tm, VdTerm t, const VdMap *map);
// The node with these arguments, as many as it has.
VdTerm vd_term_with_args(VdTerms *tm, VdTerm t, const VdTerm *args);
// Another result of the same application.
VdTerm vd_term_with_result(VdTerms *tm, VdTerm app, uint32_t result);
// The same in place for several terms, which costs less than one by one.
void vd_terms_subst(VdTerms *tm, VdTerm *terms, uint32_t n, const VdMap *map);

// A memory without the writes to objects that are to be dropped, as far as it
// is made of writes and ites: what is below another term stays as it is.
VdTerm vd_mem_strip(VdTerms *tm, VdTerm mem,
                    bool (*drop)(const void *context, const VdObject *object),
                    const void *context);

// Is a Bool term false by cases of its conditions alone, whatever the operators
// in them mean? False says nothing: perhaps there were too few steps.
bool vd_term_refute(VdTerms *tm, VdTerm t, uint32_t steps);

// Digest of several terms together; the same in every run and every manager.
VdDigest vd_terms_digest(const VdTerms *tm, const VdTerm *terms, uint32_t n);

// Text for people: s-expressions with shared parts named by let.
void vd_term_print(const VdTerms *tm, VdTerm t, VdBuf *out);
// A complete SMT-LIB 2 script that asks whether all the assertions can hold,
// with what is known of objects' places. Watched term i is the constant |w<i>|
// there. False (and why, in reason) for what can't be said or is too deep.
typedef struct VdSmtlib {
  const VdTerm *asserts;
  uint32_t n;
  const VdTerm *watch;
  uint32_t watches;
  bool reals;  // floats are real numbers
  bool words;  // memory is of a sort of its own; loads, stores, fills
               // and copies are functions that nothing is known of
} VdSmtlib;
bool vd_terms_smtlib(VdTerms *tm, const VdSmtlib *query, VdBuf *out,
                     char reason[160]);

// --------------------------------------------------------------- evaluator
// Evaluates terms under an assignment. Results are remembered, so one evaluator
// serves many terms under one assignment. Unassigned variables get zero (empty
// arrays the fill); objects get addresses by vd_layout_address unless set.
typedef struct VdEval VdEval;
VdEval *vd_eval_new(VdTerms *tm);
void vd_eval_reset(VdEval *eval);  // forgets assignment and results
void vd_eval_free(VdEval *eval);
VdArena *vd_eval_arena(VdEval *eval);
void vd_eval_set(VdEval *eval, VdTerm var_or_addr, VdValue value);
// Called for applications; false makes the evaluation fail.
void vd_eval_on_app(VdEval *eval,
                    bool (*app)(void *context, VdTerm t, const VdValue *args,
                                uint32_t n, VdValue *out),
                    void *context);
bool vd_eval(VdEval *eval, VdTerm t, VdValue *out);

// Where a process can have memory at all. Objects lie at least a margin inside.
// The end is no round number: tests of a pointer are known by a constant that
// no program has (src/pair/goal.c); 2^47 - 4096, say, is the end of user space
// to many.
#define VD_FIRST_ADDRESS 4096ull
#define VD_LAST_ADDRESS ((1ull << 47) - 0x15a7)
#define VD_ADDRESS_MARGIN (1ull << 16)

// Where object number id lies when nobody chose a place for it: aligned, in a
// room of 2^28 bytes of its own, from 2^40 to 2^45, never near null. Distances
// are no round numbers: a power of two as an index leads to no other object.
enum { VD_LAYOUT_ROOMS = 0xffff };  // more of them share their places
uint64_t vd_layout_address(uint32_t object);

#endif
