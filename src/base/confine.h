// Private to src/base: the parts of the walls around other programs.
#ifndef VD_BASE_CONFINE_H
#define VD_BASE_CONFINE_H

#include <linux/filter.h>

#include "base/process.h"

// confine_calls.c: a filter of system calls. One call of execveat by name is
// among those of VD_CONFINE_RUN. The number of steps; 0 if there is none.
uint32_t vd_calls_filter(VdConfineKind kind, const char *name,
                         struct sock_filter *step, uint32_t max);

// confine_files.c: Landlock.
typedef struct VdReadable {
  int version;  // of Landlock, 0 for none
  char *home;   // the user's own folder, or NULL
  VdArena arena;
  VD_VEC(const char *) path;  // what compilers may read
} VdReadable;
int vd_landlock_version(void);
// Whether a real path is at or below one of those, and not hidden there.
bool vd_readable_has(const VdReadable *readable, const char *path);
// A set of rules for a wall whose program and folder are known; -1 with errno.
int vd_landlock_rules(const VdWall *wall, const VdReadable *readable);

#endif
