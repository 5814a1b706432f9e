// Runs a stranger's program, confined, and takes its result. Internal to
// front/c.
#ifndef VD_FRONT_C_STRANGE_H
#define VD_FRONT_C_STRANGE_H

#include "base/base.h"

typedef struct VdStrange {
  const char *program;  // linked statically
  const char *arg;      // before the token, or NULL
  const char *empty;    // a folder with nothing in it
  VdBudget budget;
} VdStrange;
// What the program prints to VD_RESULT_FD between two lines with a token, which
// is its last argument; who prints anything else is not the part of it that is
// ours. In the arena; NULL and why (a verb and the rest) if there is no result.
const char *vd_strange_run(const VdStrange *strange, VdArena *arena,
                           const char **why);

#endif
