// exit 0
// old
// file f.c
#include "lib.h"
int f(int x) { return TWICE(x); }
// file lib.h
/* Doubles. */
#ifndef LIB_H
#define LIB_H
#define TWICE(x) ((x) * 2)
int g(int a, char b);
const char *name(void); // "of it"
#endif
// new
// file f.c
#include "lib.h"
int f(int x) { return TWICE(x); }
// file lib.h
// Gives the
// double.
#ifndef LIB_H
#  define LIB_H
#define TWICE(x) \
  ((x) * 2)

int g(int a,
      char b);
const char * name( void );
#endif
