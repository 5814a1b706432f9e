// Private to equal_*.c, mutate.c and change.c: a POU that is changed.
#ifndef RANDOM_ST_EDIT_H
#define RANDOM_ST_EDIT_H

#include "st.h"

typedef struct Edit {
  Kit *k;
  Unit *u;
  Pou *p;
  VdBuf *what;  // was done
} Edit;

static inline bool said(Edit *x, const char *text) {
  note(x->what, text);
  return true;
}

// A refactoring, and what it is called. False: there is nothing to do it to.
typedef struct Named {
  bool (*rule)(Edit *x);
  const char *name;
} Named;

// walk.c: some rule of n, in some POU; so many tries.
bool do_one_of(Kit *k, Unit *u, VdBuf *what, const Named *rules, uint32_t n,
               int tries);

#endif
