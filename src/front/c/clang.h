// Clang as a program: C source to LLVM bitcode, with the flags of the user and
// of a compile_commands.json. Internal to front/c.
#ifndef VD_FRONT_C_CLANG_H
#define VD_FRONT_C_CLANG_H

#include "front/c/c.h"

// How one file is compiled; directory NULL is the current one.
typedef struct VdCommand {
  const char *directory;
  const char *const *flags;  // NULL-terminated; may be NULL
  const char *making;        // flags that change how code is made; may be NULL
  const char *const *named;  // flags that are not handed on; as flags
  bool several;              // there are others for the file, with other flags
  bool no_lines;             // positions are not needed
  bool no_names;             // names of locals are not needed
  bool is_run;               // the code is not looked at, but run
} VdCommand;

typedef struct VdCommands VdCommands;
// NULL with an error in diags.
VdCommands *vd_commands_read(const char *path, VdDiags *diags);
void vd_commands_free(VdCommands *commands);
// False if the file is not there. The command lives as long as the commands.
bool vd_commands_find(const VdCommands *commands, const char *path,
                      VdCommand *out);

// A flag for compilers: __FILE__ has no folder. Where a version is kept is not
// what it does.
const char *vd_clang_no_folder(VdArena *arena, const char *path);

// Flags by which code that is compiled without optimisation sees the -O of the
// flags, the last of which counts; NULL-terminated.
const char *const *vd_clang_level(VdArena *arena, const char *const *first,
                                  const char *const *second);

// Bitcode of a source file; false with clang's messages in diags. ignored, if
// not NULL, gets what clang says of attributes and pragmas that it leaves out.
bool vd_clang_compile(const char *path, const VdCOptions *options,
                      const VdCommand *command, VdBuf *bitcode, VdBuf *ignored,
                      VdDiags *diags);

#endif
