// State machines: which parameter and which result of a step function a
// variable is, and what it was declared as. A machine is a function of its
// inputs and its state that gives its outputs and its new state; this
// description is the front end's, and all that checkers know of reactive
// programs. PLC programs are such (front/st/plc.h).
#ifndef VD_IR_MACHINE_H
#define VD_IR_MACHINE_H

#include "ir/elem.h"

#define VD_NONE UINT32_MAX  // no variable, parameter, result, machine

// Machines are told how much time has passed since their last step, and have
// stopwatches that add it up: in milliseconds.
enum {
  VD_ELAPSED_BITS = 16,       // unsigned
  VD_STOPWATCH_BITS = 32,     // signed; a stopwatch stops at the largest number
  VD_ELAPSED_UNIT = 1000000,  // nanoseconds
};

typedef enum VdDirection {
  VD_DIR_INPUT = 0,
  VD_DIR_OUTPUT,
  VD_DIR_IN_OUT,
  VD_DIR_LOCAL,
  VD_DIR_GLOBAL,    // of the file; a machine takes those that it or a part uses
  VD_DIR_RESULT,    // of a FUNCTION
  VD_DIR_TEMP,      // no parameter: has its initial value at every step
  VD_DIR_CONSTANT,  // no parameter
} VdDirection;

// What a variable is to the outside: INPUT and OUTPUT are bits.
typedef enum VdUse {
  VD_USE_STATE = 0,   // neither
  VD_USE_INPUT = 1,   // given from outside before every step
  VD_USE_OUTPUT = 2,  // seen from outside after every step
  VD_USE_BOTH = 3,
  VD_USE_CONSTANT = 4,
} VdUse;

// A scalar. One with a parameter and no result keeps its value: nothing in the
// machine writes it.
typedef struct VdMachineVar {
  const char *name;  // as declared; compare without case
  VdDirection direction;
  bool global;     // shared with others, whatever its direction in the machine
  bool stopwatch;  // grows by the elapsed time at the start of every step
  bool made;       // by the front end, not declared: Step1.X, Motor#Q
  uint32_t chart;  // of a flag: which of the machine's charts it is a step of,
                   // of which perhaps only one is active at a time; 0: none
  VdElem elem;     // of an enumeration or subrange: what is below it
  const VdEnum *enumeration;  // or NULL
  bool ranged;                // a subrange: low to high
  VdValue low, high;
  VdValue init;
  VdPos pos;  // of the declaration
  uint32_t param, result;
  // How it is kept and where the outside finds it, in words of the front end.
  const char *keep;     // RETAIN
  const char *address;  // AT %IX0.0, or NULL
  uint64_t bits;        // of the declared variable that it is part of, at most
  bool visible;         // others may read it though it is inside
} VdMachineVar;
static inline VdElemType vd_machine_var_type(const VdMachineVar *var) {
  return (VdElemType){var->elem, var->enumeration};
}

// A machine in a machine, also one inside another: Station.Timer1. Its
// variables are var[first] to var[first + vars - 1] of the outer one, in the
// order of the inner one's own first variables.
typedef struct VdMachineInstance {
  const char *name;
  uint32_t machine;  // in VdMachines
  uint32_t first, vars;
} VdMachineInstance;

typedef enum VdMachineKind {
  VD_MACHINE_PROGRAM = 0,  // runs by itself, and after a fault no more
  VD_MACHINE_BLOCK,        // is run by others
  VD_MACHINE_FUNCTION,     // keeps nothing
} VdMachineKind;

typedef struct VdMachine {
  const char *name;
  VdMachineKind kind;
  VdPos pos;
  bool library;        // a namesake of the user's goes first
  VdDigest text;       // of what it is written as, and of all that that names
  const char *reason;  // UNSUPPORTED; var may be empty then
  uint32_t func;       // in the module
  // The function without parameters that gives the initial value of
  // var[init[i]] as result i; VD_NONE if there is no state.
  uint32_t init_func;
  uint32_t *init;
  uint32_t vars;
  VdMachineVar *var;
  // First the variables of an instance, var[0] to var[own - 1]: inputs, outputs
  // and locals, in the order of their declaration.
  uint32_t own;
  uint32_t instances;
  VdMachineInstance *instance;
  // The time since the last step; VD_NONE if no stopwatch is there, or the time
  // of a step is fixed.
  uint32_t elapsed_param;
  // Where a machine can fault (division by zero, index out of range): a Bool. A
  // step with a fault changes nothing else. A PROGRAM takes the fault of the
  // last step too: it does not go on after one.
  uint32_t fault_param, fault_result;
  const void *declared;  // the front end's: what else it was declared as
} VdMachine;

typedef struct VdMachines {
  VdModule *module;
  uint32_t machines;
  VdMachine *machine;  // inner ones first
  const char *word;    // what people call one: "POU"
  const char *inner;   // and one in another: "FB instance or type"
} VdMachines;

// By name, without case; VD_NONE if there is none.
uint32_t vd_machine_find(const VdMachines *all, const char *name);
uint32_t vd_machine_find_var(const VdMachine *machine, const char *name);
const VdMachineInstance *vd_machine_instance(const VdMachine *machine,
                                             const char *name);  // or NULL
// As its direction says.
VdUse vd_machine_use(const VdMachineVar *var);

#endif
