// The tables that a generated driver.c gives to oracle.c.
#ifndef RANDOM_ORACLE_H
#define RANDOM_ORACLE_H

struct Field {
  int offset, size;
  char kind;  // 'i', 'b' for _Bool, 'f'
};
struct Shape {
  int size, fields;
  struct Field field[4];
};
struct Param {
  const struct Shape *shape;
  int count;  // of elements behind a pointer; 0: passed by value
};
struct Variable {
  const char *name;
  char *at[2];  // of old, of new; NULL if the compiler left it out
  const struct Shape *shape;
  int count, constant, shared;
};
struct Function {
  const char *name;
  void (*run)(int side, void **arg, void *result);
  const struct Param *param;
  int params;
  const struct Shape *result;  // NULL: void
  const struct Variable *variable;
  int variables;
  const unsigned long *ints;
  int n_ints;
  const double *reals;
  int n_reals;
  int equal;  // by construction
  void *entry[2];
};
extern const struct Function functions[];

#endif
