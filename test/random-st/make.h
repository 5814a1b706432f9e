// Private to make*.c: what is being made.
#ifndef RANDOM_ST_MAKE_H
#define RANDOM_ST_MAKE_H

#include "st.h"

typedef struct Maker {
  Kit *kit;
  Unit *unit;
  Pou *pou;
  Class ints[2];  // the types that this unit likes
  bool bytes, times, arrays, reals;
  bool faulty;        // what can fault often may
  Enum *enumeration;  // or NULL
  Record *record;     // or NULL
  bool safe;          // nothing that can fault
  int names, loops, nesting;
  // The counter of the loop around, and where it goes from and to.
  Var *counter;
  int64_t low, high;
} Maker;

// make.c
void start_pou(Maker *m, PouKind kind, const char *name);
void end_pou(Maker *m);
void add_vars(Maker *m, const char *stem, Section section, uint32_t n);
void set_outputs(Maker *m, Block *b);
bool pou_writes(Pou *p, const Var *v);

static inline uint32_t roll(Maker *m, uint32_t n) {
  return below(m->kit, n);
}
static inline bool maybe(Maker *m, uint32_t percent) {
  return chance(m->kit, percent);
}

// make_expr.c
Class int_class(Maker *m);
Type some_type(Maker *m);  // of a scalar
int64_t some_value(Maker *m, const Type *type);
int64_t some_time(Maker *m);
Expr *some_const(Maker *m, Type type);
// Something of the type in scope; NULL if there is nothing.
Expr *leaf(Maker *m, const Type *type, bool write);
Expr *expr_for(Maker *m, Type type, int depth);
Expr *condition(Maker *m, int depth);

// make_stmt.c
Var *add_local(Maker *m, const char *stem, Section section, Type type);
Stmt *some_invoke(Maker *m, Var *instance);
void make_block(Maker *m, Block *b, uint32_t n);
void make_machine(Maker *m, Block *b);

// make_sfc.c
void make_network(Maker *m);

#endif
