// Private to make_*.c: what is being made.
#ifndef RANDOM_MAKE_H
#define RANDOM_MAKE_H

#include "prog.h"

typedef struct Maker {
  Kit *kit;
  Unit *unit;
  Func *func;
  VD_VEC(Var *) scope;
  Scalar ints[3];  // the types that this unit likes
  Scalar real;     // T_VOID: no floats here
  bool tiny;       // few bits of input
  int nesting, loops;
} Maker;

static inline uint32_t roll(Maker *m, uint32_t n) {
  return below(m->kit, n);
}
static inline bool maybe(Maker *m, uint32_t percent) {
  return chance(m->kit, percent);
}

// make_expr.c
Scalar int_type(Maker *m);
Scalar some_type(Maker *m);
double decimal(Maker *m);
Expr *int_const(Maker *m);
Expr *float_const(Maker *m);
// Something that can be read as a scalar, of the class that is wanted; NULL
// if the variable, or the scope, has none.
Expr *place_in(Maker *m, Var *v, bool real, int depth);
Expr *leaf(Maker *m, bool real, int depth);
Expr *int_leaf(Maker *m, int depth);
Expr *float_leaf(Maker *m, int depth);
Expr *int_expr(Maker *m, int depth);
Expr *float_expr(Maker *m, int depth);
Expr *expr_for(Maker *m, Scalar t, int depth);
Expr *condition(Maker *m, int depth);

// make_stmt.c
void enter(Maker *m, Var *v);
void no_bool(Var *v);
void make_func_body(Maker *m, int n);

#endif
