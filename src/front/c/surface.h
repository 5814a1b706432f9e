// What the files of this folder share that collect facts about an LLVM module:
// what a linker, a loader, a compiler or a caller sees of it (src/ir/fact.def).
//
//   surface.c            facts of functions, variables and aliases
//   surface_attribute.c  attributes and calling conventions as text
//   surface_escape.c     whose addresses get out of the file
//   surface_module.c     facts of the module
//   ctype.c              C types as text, from debug information
//   observe.c            the table of everything that a module can contain
#ifndef VD_FRONT_C_SURFACE_H
#define VD_FRONT_C_SURFACE_H

#include "front/c/lift.h"

// A type without a tag, and by which name it is known: a typedef, a variable.
typedef struct VdUntagged {
  LLVMMetadataRef type;
  const char *name;  // "" if it has none
} VdUntagged;

typedef struct VdSurface {
  VdLift *lift;
  bool compiled;  // from C by our own clang
  bool untold;    // C types, and what only their text tells, do not count
  bool typed;     // debug information has types
  bool too_deep;  // a type was nested too deeply to be written
  bool unsure;    // a type is known by its size only
  bool untyped;   // an exported thing has no type in debug information
  uint8_t over_aligned;  // of locals: private to surface_escape.c
  VdMap kept;            // what attribute used is on
  VdMap row;             // attribute to its row of the table, 1 if it has none
  VdMap layout;          // types with a tag that were met, also in order:
  VD_VEC(LLVMMetadataRef) tagged;
  VD_VEC(VdUntagged) untagged;  // others, also in order
  VdNames scoped;               // "struct s": there are several
  VdMap number;  // types with a tag to a number that their members make
  VdNames seen;  // kind and name of facts
} VdSurface;

// Fills in module->fact. With `untold` without what takes long: C types, and
// attributes of variables that LLVM's API does not tell.
void vd_lift_surface(VdLift *l, bool compiled, bool untold);
// Only the first fact of a kind and name counts.
void vd_surface_add(VdSurface *s, VdFactKind kind, const char *name,
                    const char *value, VdPos pos);
// The text, or its start and a digest if it is long.
const char *vd_surface_short(VdSurface *s, const char *text, size_t n);

// The same, of a buffer that is done with; of a value as LLVM prints it.
const char *vd_surface_keep(VdSurface *s, VdBuf *text);
const char *vd_surface_value_text(VdSurface *s, LLVMValueRef value);

// surface_module.c
// Puts metadata of a function or variable that the table does not make light
// of.
void vd_surface_put_attached(VdSurface *s, LLVMValueRef value, VdBuf *out);
void vd_surface_module(VdSurface *s);
// What only the printed text tells. Changes the LLVM module: comes last.
void vd_surface_printed(VdSurface *s);

// surface_escape.c
// Can the address of a static function or variable, or of a local, get out of
// the file, other than by an exported alias?
bool vd_surface_escapes(VdSurface *s, LLVMValueRef value);
// Alignments that C asked for, of locals whose addresses get out, of a function
// and the static ones that it calls: "64, 16"; "" for none.
const char *vd_surface_local_alignments(VdSurface *s, LLVMValueRef func);

// ctype.c
// Whether debug information has types, and is not for lines only.
bool vd_surface_has_types(VdSurface *s);
// False if debug information does not say.
bool vd_surface_function_type(VdSurface *s, LLVMValueRef func,
                              const char **result, const char **params);
// NULL if debug information does not say.
const char *vd_surface_variable_type(VdSurface *s, LLVMValueRef global);
VdPos vd_surface_variable_pos(VdSurface *s, LLVMValueRef global);
// Finds tags that several types have. Comes before types are written.
void vd_surface_scopes(VdSurface *s);
// A fact for each type with a tag that was written, for each member, and for
// each value of an enum.
void vd_surface_layouts(VdSurface *s);

// ------------------------------------------------------------------ observe
// Everything that an LLVM module can contain, and what becomes of it.
typedef enum VdObserveGroup {
  VD_OBSERVE_MODULE,
  VD_OBSERVE_GLOBAL,
  VD_OBSERVE_LINKAGE,
  VD_OBSERVE_ATTRIBUTE,  // LLVM's own, by name
  VD_OBSERVE_STRING,     // attributes that are text
  VD_OBSERVE_FLAG,       // module flags
  VD_OBSERVE_NAMED,      // named metadata
  VD_OBSERVE_ATTACHED,   // metadata of globals and instructions
  VD_OBSERVE_TYPE,
  VD_OBSERVE_VALUE,
  VD_OBSERVE_OPCODE,
  VD_OBSERVE_CALL,   // properties of calls and accesses
  VD_OBSERVE_DEBUG,  // kinds of debug information
  VD_OBSERVE_GROUPS,
} VdObserveGroup;
typedef enum VdObserveSense {
  VD_OBSERVED_COMPARED,     // as a part of behaviour, or as a fact
  VD_OBSERVED_CONVENTION,   // compared: how arguments and results are passed
  VD_OBSERVED_DEMAND,       // compared: what callers must see to
  VD_OBSERVED_PROMISE,      // compared: what callers may rely on
  VD_OBSERVED_ACTION,       // compared as text; a difference is not compared
  VD_OBSERVED_ASSUMED,      // not compared; a line of the report says so
  VD_OBSERVED_NONE,         // without effect
  VD_OBSERVED_UNSUPPORTED,  // the function that has it is
} VdObserveSense;
typedef struct VdObserve {
  VdObserveGroup group;
  const char *name;
  VdObserveSense sense;
  const char *why;
} VdObserve;
extern const VdObserve vd_observe[];
extern const uint32_t vd_observes;
// NULL if the table lacks it.
const VdObserve *vd_observe_find(VdObserveGroup group, const char *name,
                                 size_t n);
// The row of LLVM's attribute with this number, NULL if the table lacks it.
const VdObserve *vd_observe_attribute(unsigned kind);
// doc/observables-c.md
void vd_observe_print(VdBuf *out);

// surface_attribute.c
// The attributes of a function, its result and its parameters: "x, y".
const char *vd_surface_attributes(VdSurface *s, LLVMValueRef func,
                                  VdObserveSense sense);
const char *vd_surface_convention(VdSurface *s, LLVMValueRef func);
// What calls by pointers say of the functions that they call: "x, y".
const char *vd_surface_callee_promises(VdSurface *s, LLVMValueRef func);

#endif
