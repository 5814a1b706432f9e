// The front end for IEC 61131-3: Structured Text and SFC, as text or in PLCopen
// XML. doc/semantics-plc.md says what it takes programs to mean.
//
// Every POU becomes one ir function over scalars. A PROGRAM or FUNCTION_BLOCK
// is a step: it takes its inputs and its state and gives its outputs and its
// new state. Variables are flattened into scalars with dotted names, Timer1.ET
// or a[3].x; the state of an FB instance is part of the state of what it is in,
// and an invocation is a call of the FB's function with that part. A FUNCTION
// is a plain function. Which parameter and which result a variable is, and what
// it was declared as, is in the VdPlc that comes with the module.
//
// Errors are diagnostics, and there is no module then. What is not modelled
// makes its POU an UNSUPPORTED function, with reason and position.
#ifndef VD_FRONT_ST_H
#define VD_FRONT_ST_H

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
#include "front/st/elem.def"
#undef ELEM
  VD_PLC_ELEMS
} VdPlcElem;

VdSort vd_plc_sort(VdPlcElem elem);
VdPlcClass vd_plc_class(VdPlcElem elem);
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
  bool retain;
  bool stopwatch;  // grows by the elapsed time at the start of every cycle
  VdPlcElem elem;  // of an enum or subrange: what is below it
  const VdPlcEnum *enumeration;  // or NULL
  bool ranged;                   // a subrange: low to high
  VdValue low, high;
  VdValue init;
  const char *address;  // AT %IX0.0, or NULL
  VdPos pos;            // of the declaration
  uint32_t param, result;
} VdPlcVar;

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
  bool library;
  const char *reason;  // UNSUPPORTED; var may be empty then
  uint32_t func;       // in the module
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
  // PROGRAM: the time since the last cycle in milliseconds, 16 bits;
  // VD_PLC_NONE if no stopwatch is there, or the cycle time is fixed.
  uint32_t elapsed_param;
  // Where a POU can fault (division by zero, index out of range): a Bool. A
  // cycle with a fault changes nothing else. A PROGRAM takes the fault of the
  // last cycle too: it does not go on after one.
  uint32_t fault_param, fault_result;
} VdPlcPou;

typedef struct VdPlc {
  VdModule *module;
  uint32_t pous;
  VdPlcPou *pou;  // callees first
} VdPlc;

typedef struct VdStOptions {
  uint64_t cycle;  // nanoseconds, a multiple of a millisecond; 0: any time
} VdStOptions;

// "4ms", "T#4ms": the length of a cycle; false if it is none.
bool vd_st_cycle_read(const char *text, uint64_t *nanoseconds);

bool vd_st_is_input(const char *path);  // .st, .iecst, .xml by name
// Structured Text, or PLCopen XML if that is what it begins as or its name is.
// NULL with errors in diags. The VdPlc, if wanted, lives in the module's arena.
VdModule *vd_st_read(const char *path, const VdStOptions *options,
                     VdDiags *diags, const VdPlc **plc);
// The same for text; path is its name.
VdModule *vd_st_read_text(const char *text, size_t len, const char *path,
                          const VdStOptions *options, VdDiags *diags,
                          const VdPlc **plc);

// A unit whose POUs were made by a reader of another format. Needs the library
// (vd_st_library) in it. The unit is not used up, but filled in.
struct VdStUnit;
void vd_st_library(struct VdStUnit *unit, VdDiags *diags);
VdModule *vd_st_module(struct VdStUnit *unit, const char *path,
                       const VdStOptions *options, VdDiags *diags,
                       const VdPlc **plc);

#endif
