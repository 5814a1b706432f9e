// Reactive programs: which parameter and which result of a step function a
// variable is, and what it was declared as. A PROGRAM or FUNCTION_BLOCK is a
// function of its inputs and its state that gives its outputs and its new
// state; the description is the front end's, and all that checkers know of
// PLCs.
#ifndef VD_PLC_H
#define VD_PLC_H

#include "ir/ir.h"

typedef enum VdPlcClass {
  VD_PLC_CLASS_NONE = 0,
  VD_PLC_CLASS_BOOL,
  VD_PLC_CLASS_SIGNED,
  VD_PLC_CLASS_UNSIGNED,
  VD_PLC_CLASS_BITS,
  VD_PLC_CLASS_REAL,
  VD_PLC_CLASS_TIME,  // signed
  VD_PLC_CLASS_DATE,  // this and the rest are unsigned
  VD_PLC_CLASS_TOD,
  VD_PLC_CLASS_DT,
} VdPlcClass;

typedef enum VdPlcElem {
  VD_PLC_NO_ELEM = 0,
#define ELEM(name, class, bits, other) VD_PLC_##name,
#include "ir/elem.def"
#undef ELEM
  VD_PLC_ELEMS
} VdPlcElem;

VdSort vd_plc_sort(VdPlcElem elem);
VdPlcClass vd_plc_class(VdPlcElem elem);
uint32_t vd_plc_width(VdPlcElem elem);
bool vd_plc_is_signed(VdPlcElem elem);         // TIME is
const char *vd_plc_elem_text(VdPlcElem elem);  // "INT"
// Without case; VD_PLC_NO_ELEM if it is none.
VdPlcElem vd_plc_elem_read(const char *name, size_t len);

// ---------------------------------------------------------------- variables
typedef enum VdPlcDirection {
  VD_PLC_INPUT = 0,
  VD_PLC_OUTPUT,
  VD_PLC_IN_OUT,
  VD_PLC_LOCAL,
  VD_PLC_GLOBAL,    // of the file; a POU takes those that it or a callee uses
  VD_PLC_RESULT,    // of a FUNCTION
  VD_PLC_TEMP,      // no parameter: has its initial value at every call
  VD_PLC_CONSTANT,  // no parameter
} VdPlcDirection;

#define VD_PLC_NONE UINT32_MAX

typedef struct VdPlcEnum {
  const char *name;
  uint32_t values;
  const char *const *text;
  const VdValue *value;
} VdPlcEnum;

// A scalar. One with a parameter and no result keeps its value: nothing in the
// POU writes it.
typedef struct VdPlcVar {
  const char *name;  // as declared; compare without case
  VdPlcDirection direction;
  const char *keep;  // of its declaration, as in VdPlcDecl
  bool open;         // VAR PUBLIC
  bool global;       // a VAR_GLOBAL, whatever its direction in the POU
  bool stopwatch;    // grows by the elapsed time at the start of every cycle
  bool made;         // of an SFC network, not declared: Step1.X, Motor#Q
  VdPlcElem elem;    // of an enum or subrange: what is below it
  const VdPlcEnum *enumeration;  // or NULL
  bool ranged;                   // a subrange: low to high
  VdValue low, high;
  VdValue init;
  const char *address;  // AT %IX0.0, or NULL
  uint64_t bits;        // of the declared variable that it is part of, at most
  VdPos pos;            // of the declaration
  uint32_t param, result;
} VdPlcVar;

// A variable as it was declared, as far as others can see that.
typedef struct VdPlcDecl {
  const char *name;
  VdPlcDirection direction;
  bool constant;        // nothing may write it
  bool open;            // VAR PUBLIC: others may read it
  bool initial;         // its declaration has an initial value
  const char *type;     // spelled out, but for the names of enum values
  const char *keep;     // RETAIN, NON_RETAIN, PERSISTENT; "" if it says nothing
  const char *address;  // AT %IX0.0, or NULL
  uint64_t bits;        // that it takes at an address, at most
  const char *place;    // of a global: its list, configuration or resource
  const char *opaque;   // if its type is not modelled: as written, and the
                        // digest of all that it names; or NULL
  uint32_t first, vars;  // its scalars: var[first] to var[first + vars - 1]
  VdPos pos;
} VdPlcDecl;

// An FB instance in a POU, also one inside another: Station.Timer1. Its
// variables are var[first] to var[first + vars - 1] of the POU, in the order of
// the FB's own first variables.
typedef struct VdPlcInstance {
  const char *name;
  uint32_t pou;  // in VdPlc
  uint32_t first, vars;
} VdPlcInstance;

typedef enum VdPlcKind {
  VD_PLC_PROGRAM = 0,
  VD_PLC_FUNCTION_BLOCK,
  VD_PLC_FUNCTION,
} VdPlcKind;

typedef struct VdPlcPou {
  const char *name;
  VdPlcKind kind;
  VdPos pos;
  bool library;        // or a PROGRAM as the FUNCTION_BLOCK that a test drives
  bool tested;         // a test drives it: a variable is declared with it
  VdDigest text;       // of its tokens and of those of all that they name
  const char *reason;  // UNSUPPORTED; var may be empty then
  const char *words;   // of an UNSUPPORTED one: its text, as written
  const char *modifiers;  // PUBLIC, FINAL and the like; "" if none
  uint32_t func;          // in the module
  // PROGRAM and FUNCTION_BLOCK: the function without parameters that gives the
  // initial value of var[init[i]] as result i; VD_PLC_NONE if there is no
  // state.
  uint32_t init_func;
  uint32_t *init;
  uint32_t vars;
  VdPlcVar *var;
  // First the variables of an instance, var[0] to var[own - 1]: inputs, outputs
  // and locals, in the order of their declaration.
  uint32_t own;
  uint32_t instances;
  VdPlcInstance *instance;
  uint32_t decls;  // in the order of the file; none if it has no interface
  VdPlcDecl *decl;
  uint32_t *by_name;  // their indices, ordered by name without case, then place
  uint32_t actions;
  const char **action;
  uint32_t callees;  // POUs that it uses
  uint32_t *callee;
  // If it has actions that its body does not call: the POU with an input
  // `Name()` for each. In a cycle in which one is true the action runs, and the
  // body does not. Else NULL.
  const struct VdPlcPou *whole;
  // PROGRAM: the time since the last cycle in milliseconds, 16 bits;
  // VD_PLC_NONE if no stopwatch is there, or the cycle time is fixed.
  uint32_t elapsed_param;
  // Where a POU can fault (division by zero, index out of range): a Bool. A
  // cycle with a fault changes nothing else. A PROGRAM takes the fault of the
  // last cycle too: it does not go on after one.
  uint32_t fault_param, fault_result;
} VdPlcPou;

// Something that a file says besides POUs and variables: a type, a task, which
// programs run. Two that say the same have the same name and text.
typedef enum VdPlcFactKind {
  VD_PLC_FACT_TYPE = 0,
  VD_PLC_FACT_CONFIG,  // of a configuration
  VD_PLC_FACT_OTHER,   // what is not known
} VdPlcFactKind;

typedef struct VdPlcFact {
  VdPlcFactKind kind;
  const char *name, *text;  // compare without case, but what is between quotes
                            // to the letter, and so the text of OTHER
  bool acts;                // it changes what others do
  bool opaque;              // not modelled: the text is as it was written
  VdPos pos;
} VdPlcFact;

typedef struct VdPlc {
  VdModule *module;
  uint32_t pous;
  VdPlcPou *pou;    // callees first
  VdPlcPou global;  // all VAR_GLOBALs: no function, only var and decl
  uint32_t facts;
  VdPlcFact *fact;
  bool configured;  // VAR_CONFIG gives other initial values
} VdPlc;

// By name, without case; VD_PLC_NONE if there is none. One of the user's goes
// before one of the library.
uint32_t vd_plc_find_pou(const VdPlc *plc, const char *name);
uint32_t vd_plc_find_var(const VdPlcPou *pou, const char *name);
// The first declaration of a name, NULL if there is none; after the order was
// made, in the arena.
const VdPlcDecl *vd_plc_find_decl(const VdPlcPou *pou, const char *name);
void vd_plc_order_decls(VdPlcPou *pou, VdArena *arena);

// ---------------------------------------------------------------- addresses
// What a variable at an address takes of an area, in bits. A word is two bytes:
// %MW1 is %MB2 and %MB3.
typedef struct VdPlcSpan {
  char area;   // I, Q, M
  bool known;  // where it is; else it may be anywhere in the area
  uint64_t low, high;
} VdPlcSpan;
// Of a variable that takes so many bits, or as many as the address says. False
// if there is no address, or none that is complete.
bool vd_plc_span(const char *at, uint64_t bits, VdPlcSpan *out);
char vd_plc_area(const VdPlcVar *var);  // of its address; 0 if it has none
bool vd_plc_spans_meet(const VdPlcSpan *a, const VdPlcSpan *b);

// -------------------------------------------------------------------- text
// Bodies of literals, without a type in front: they read all of the text and
// say what is wrong with it, or NULL. A time is in nanoseconds, signed, a date
// in seconds since 1970, a time of day and a date with one in nanoseconds.
const char *vd_plc_read_int(const char *text, size_t len, uint64_t *bits);
const char *vd_plc_read_real(const char *text, size_t len, double *real);
const char *vd_plc_read_time(const char *text, size_t len, uint64_t *bits);
const char *vd_plc_read_date(const char *text, size_t len, uint64_t *bits);
const char *vd_plc_read_tod(const char *text, size_t len, uint64_t *bits);
const char *vd_plc_read_dt(const char *text, size_t len, uint64_t *bits);

double vd_plc_real(VdValue value);  // of a REAL or LREAL

// A scalar's type, as far as its values have text.
typedef struct VdPlcType {
  VdPlcElem elem;
  const VdPlcEnum *enumeration;  // or NULL
} VdPlcType;
static inline VdPlcType vd_plc_type(const VdPlcVar *var) {
  return (VdPlcType){var->elem, var->enumeration};
}
// A value as a literal: TRUE, -5, 16#FF, 1.5, T#1s500ms, D#2024-02-29, Red.
// What has none is printed so that it can be read back: a number for an enum,
// DWORD_TO_TOD(16#...) for times and dates out of their range, NaN, Inf, -Inf.
void vd_plc_print(VdPlcType type, VdValue value, VdBuf *out);
// True if what is printed is a literal of Structured Text.
bool vd_plc_has_literal(VdPlcType type, VdValue value);
// Reads what print wrote, and what people write: a type may stand in front or
// be left out (INT#5, 1s500ms), a BOOL may be 0 or 1. NULL, or what is wrong.
const char *vd_plc_read(VdPlcType type, const char *text, size_t len,
                        VdValue *out);

#endif
