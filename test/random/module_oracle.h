// The tables that a generated driver.c gives to module_oracle.c.
#ifndef RANDOM_MODULE_ORACLE_H
#define RANDOM_MODULE_ORACLE_H

struct Entry {
  const char *name;
  unsigned (*f[2])(unsigned, unsigned);
};
struct Shared {
  unsigned *at[2];
};
extern const struct Entry entries[];
extern const struct Shared shared[];

#endif
