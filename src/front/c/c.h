// The C front end: C source by clang-19, LLVM bitcode and textual IR by LLVM's
// C API, to an ir module. doc/semantics-c.md says what it takes C to mean.
//
// Clang and LLVM run in worker processes and may die there; what comes back is
// the text form of the module, read by veridiff's own reader. A file that can't
// be read is a diagnostic (clang's own message where there is one) and no
// module. A construct that isn't modelled makes its function UNSUPPORTED with
// the construct and its position, and nothing else.
#ifndef VD_FRONT_C_H
#define VD_FRONT_C_H

#include "ir/ir.h"

typedef struct VdCOptions {
  const char *clang;         // NULL: "clang-19"
  const char *const *flags;  // extra flags, NULL-terminated; may be NULL
  const char *commands;      // a compile_commands.json, or NULL
  uint32_t jobs;             // files at once
  double seconds;            // for one file, 0 for none
  size_t memory;             // address space for one file, 0 for none
  VdBudget budget;
  bool rules;  // only functions and questions for codes need positions
  bool plain;  // the flags do not change what the text means
} VdCOptions;

// .c, .i, .bc, .ll by name; and a file that starts like bitcode.
bool vd_c_is_input(const char *path);

// Reads n files. module[i] is NULL where diags[i] has errors. The modules are
// as the front end made them: loops are not functions yet, nothing is hashed.
void vd_c_read(const char *const *path, uint32_t n, const VdCOptions *options,
               VdModule **module, VdDiags *diags);

// Reads one file in this process, without the detour over text; commands and
// jobs are not looked at. Only for a worker: LLVM may crash here. A worker
// calls vd_c_begin_here before, once.
void vd_c_begin_here(void);
VdModule *vd_c_read_here(const char *path, const VdCOptions *options,
                         VdDiags *diags);
// The same for two versions of a rule file, with what others see of them.
// Positions of all that is in them, and C types, take clang long: they are
// there if *full is set to true, and so they are where the types differ.
void vd_c_read_rules(const char *const path[2], const VdCOptions *options,
                     VdModule *module[2], bool *full, VdDiags *diags);

#endif
