// PLC programs: a PROGRAM, FUNCTION_BLOCK or FUNCTION is a machine
// (ir/machine.h); what others see of its declaration, of globals, types and
// configurations is here.
#ifndef VD_FRONT_ST_PLC_H
#define VD_FRONT_ST_PLC_H

#include "ir/machine.h"

// A variable as it was declared, as far as others can see that.
typedef struct VdPlcDecl {
  const char *name;
  VdDirection direction;
  bool constant;        // nothing may write it
  bool visible;         // VAR PUBLIC: others may read it
  const char *section;  // what others know by its name: "VAR_INPUT"; or NULL
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

// What a machine was declared as beyond its variables.
typedef struct VdPlcPou {
  bool tested;            // a test drives it: a variable is declared with it
  const char *words;      // of an UNSUPPORTED one: its text, as written
  const char *modifiers;  // PUBLIC, FINAL and the like; "" if none
  uint32_t decls;  // in the order of the file; none if it has no interface
  VdPlcDecl *decl;
  uint32_t *by_name;  // their indices, ordered by name without case, then place
  uint32_t actions;
  const char **action;
  bool *action_called;    // by the body; not known of an UNSUPPORTED one
  VdDigest *action_text;  // of what it is written as, and of all that it names
  uint32_t callees;       // POUs that it uses
  uint32_t *callee;
  bool *called;  // or has it only instances of the callee?
  // If it has actions that its body does not call: the POU with an input
  // `Name()` for each. In a cycle in which one is true the action runs, and the
  // body does not. Else NULL.
  const VdMachine *whole;
} VdPlcPou;
static inline const VdPlcPou *vd_plc_pou(const VdMachine *machine) {
  return machine->declared;
}

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

// A name of a POU, a type or globals, and their text. Names of one declaration
// are together and have one text.
typedef struct VdPlcPart {
  const char *name, *text;
} VdPlcPart;

typedef struct VdPlc {
  VdMachines all;
  VdMachine global;  // all VAR_GLOBALs: no function, only variables
  uint32_t facts;
  VdPlcFact *fact;
  uint32_t parts;
  VdPlcPart *part;
  bool configured;  // VAR_CONFIG gives other initial values
} VdPlc;

// The first declaration of a name, NULL if there is none; after the order was
// made, in the arena.
const VdPlcDecl *vd_plc_find_decl(const VdMachine *pou, const char *name);
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
char vd_plc_area(const VdMachineVar *var);  // of its address; 0 if it has none
bool vd_plc_spans_meet(const VdPlcSpan *a, const VdPlcSpan *b);

#endif
