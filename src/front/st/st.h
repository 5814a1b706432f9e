// The front end for IEC 61131-3: Structured Text and SFC, as text or in PLCopen
// XML. doc/semantics-plc.md says what it takes programs to mean.
//
// Every POU becomes one ir function over scalars. A PROGRAM or FUNCTION_BLOCK
// is a step: it takes its inputs and its state and gives its outputs and its
// new state. Variables are flattened into scalars with dotted names, Timer1.ET
// or a[3].x; the state of an FB instance is part of the state of what it is in,
// and an invocation is a call of the FB's function with that part. A FUNCTION
// is a plain function. Which parameter and which result a variable is, and what
// it was declared as, is in the VdPlc (front/st/plc.h) that comes with the
// module.
//
// Errors are diagnostics, and there is no module then. What is not modelled
// makes its POU an UNSUPPORTED function, with reason and position.
#ifndef VD_FRONT_ST_H
#define VD_FRONT_ST_H

#include "front/st/plc.h"

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
// Several files as one: what one declares the others see.
VdModule *vd_st_read_files(const char *const *paths, uint32_t n,
                           const char *name, const VdStOptions *options,
                           VdDiags *diags, const VdPlc **plc);
// The same for text; path is its name.
VdModule *vd_st_read_text(const char *text, size_t len, const char *path,
                          const VdStOptions *options, VdDiags *diags,
                          const VdPlc **plc);

#endif
