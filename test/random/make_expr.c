// Random expressions.
#include "make.h"

// ------------------------------------------------------------------ leaves

Scalar int_type(Maker *m) {
  return m->ints[roll(m, 3)];
}

Scalar some_type(Maker *m) {
  return m->real && maybe(m, 35) ? m->real : int_type(m);
}

static uint64_t number(Maker *m) {
  static const uint64_t edge[] = {127,   128,        255,        256,
                                  32767, 65535,      0x7fffffff, 0x80000000,
                                  100,   0xffffffff, 1000};
  switch (roll(m, 8)) {
    case 0: return edge[roll(m, VD_COUNT(edge))];
    case 1: return roll(m, 65536);
    case 2: return (uint64_t)-(int64_t)roll(m, 20);
    default: return roll(m, 10);
  }
}

Expr *int_const(Maker *m) {
  Scalar t = promote(int_type(m));
  uint64_t bits = number(m);
  if (t == T_I32) bits = (uint64_t)(int64_t)(int32_t)bits;
  return mk_const(m->kit, t, bits);
}

double decimal(Maker *m) {
  static const double some[] = {0.0,   1.0,  0.5,  2.0,  0.1,  3.0,
                                100.0, 1e10, 0.25, -1.0, -0.0, 1e-3};
  return some[roll(m, VD_COUNT(some))];
}

Expr *float_const(Maker *m) {
  return mk_float(m->kit, m->real, decimal(m));
}

static Expr *index_of(Maker *m, Var *v, int depth) {
  Expr *e = new_expr(m->kit, E_INDEX);
  e->var = v;
  e->kids = 1;
  e->open = !v->pointer && v->count > 1 && maybe(m, 12);
  e->kid[0] = depth > 0 && maybe(m, 50)
                  ? int_expr(m, depth - 1)
                  : mk_const(m->kit, T_I32, roll(m, (uint32_t)v->count));
  if (e->kid[0]->kind == E_CONST) e->open = false;
  return e;
}

static Expr *field_of(Kit *k, Var *v, int field) {
  Expr *e = new_expr(k, E_FIELD);
  e->var = v;
  e->field = field;
  e->type = k->record[v->record].field[field];
  return e;
}

Expr *place_in(Maker *m, Var *v, bool real, int depth) {
  if (v->record == NO_RECORD) {
    if (is_float(v->type) != real) return NULL;
    return v->count ? index_of(m, v, depth) : mk_var(m->kit, v);
  }
  const Record *r = &m->kit->record[v->record];
  int field = (int)roll(m, (uint32_t)r->fields);
  return is_float(r->field[field]) == real ? field_of(m->kit, v, field) : NULL;
}

Expr *leaf(Maker *m, bool real, int depth) {
  for (int tries = 0; tries < 6 && m->scope.len; tries++) {
    Var *v = m->scope.at[roll(m, m->scope.len)];
    Expr *e = place_in(m, v, real, depth);
    if (e) return e;
  }
  return NULL;
}

Expr *int_leaf(Maker *m, int depth) {
  Expr *e = maybe(m, 80) ? leaf(m, false, depth) : NULL;
  if (e) return e;
  if (maybe(m, 4)) {
    e = new_expr(m->kit, E_CHAR);
    e->bits = roll(m, 4);
    e->kids = 1;
    e->kid[0] = int_const(m);
    if (depth > 0) e->kid[0] = int_expr(m, depth - 1);
    return e;
  }
  return int_const(m);
}

Expr *float_leaf(Maker *m, int depth) {
  Expr *e = maybe(m, 80) ? leaf(m, true, depth) : NULL;
  return e ? e : float_const(m);
}

// ------------------------------------------------------------- expressions

static Expr *compare(Maker *m, int depth) {
  Op op = (Op)(OP_LT + roll(m, 6));
  if (m->real && maybe(m, 30))
    return mk_binary(m->kit, op, float_expr(m, depth), float_expr(m, depth));
  return mk_binary(m->kit, op, int_expr(m, depth), int_expr(m, depth));
}

Expr *condition(Maker *m, int depth) {
  if (depth > 0 && maybe(m, 25)) {
    Op op = maybe(m, 50) ? OP_LAND : OP_LOR;
    return mk_binary(m->kit, op, condition(m, depth - 1),
                     condition(m, depth - 1));
  }
  if (depth > 0 && maybe(m, 12)) return mk_not(m->kit, condition(m, depth - 1));
  return maybe(m, 85) ? compare(m, depth) : int_leaf(m, depth);
}

static Expr *divide(Maker *m, int depth) {
  Kit *k = m->kit;
  Op op = maybe(m, 50) ? OP_DIV : OP_REM;
  Expr *n = int_expr(m, depth);
  Expr *d = maybe(m, 50) ? int_const(m) : int_leaf(m, 0);
  if (d->kind == E_CONST) {
    if (!d->bits && maybe(m, 90)) d->bits = 3;
    return mk_binary(k, op, n, d);
  }
  switch (roll(m, 3)) {
    case 0: return mk_binary(k, op, n, d);
    case 1:
      return mk_binary(k, op, n, mk_binary(k, OP_OR, d, mk_const(k, T_I32, 1)));
    default:
      return mk_cond(k, copy_expr(k, d), mk_binary(k, op, n, d), int_const(m));
  }
}

static Expr *shift(Maker *m, int depth) {
  Kit *k = m->kit;
  Expr *x = int_expr(m, depth), *n;
  switch (roll(m, 4)) {
    case 0: n = int_leaf(m, 0); break;
    case 1:
      n = mk_binary(k, OP_AND, int_expr(m, depth), mk_const(k, T_I32, 7));
      break;
    default: n = mk_const(k, T_I32, roll(m, 9));
  }
  return mk_binary(k, maybe(m, 50) ? OP_SHL : OP_SHR, x, n);
}

static Expr *arithmetic(Maker *m, int depth) {
  static const Op op[] = {OP_ADD, OP_ADD, OP_SUB, OP_SUB,
                          OP_AND, OP_OR,  OP_XOR, OP_MUL};
  Op o = op[roll(m, VD_COUNT(op))];
  // A product of two variables is slow for every solver.
  Expr *b = o == OP_MUL && maybe(m, 70) ? int_const(m) : int_expr(m, depth);
  return mk_binary(m->kit, o, int_expr(m, depth), b);
}

static Expr *call_pure(Maker *m, bool real, int depth) {
  Unit *u = m->unit;
  for (int tries = 0; tries < 3 && u->func.len; tries++) {
    Func *f = u->func.at[roll(m, u->func.len)];
    if (!f->pure || f == m->func || is_float(f->type) != real) continue;
    Expr *e = new_expr(m->kit, E_CALL);
    e->callee = f;
    for (uint32_t i = 0; i < f->param.len; i++) {
      Expr *arg = is_float(f->param.at[i]->type) ? float_expr(m, depth)
                                                 : int_expr(m, depth);
      if (f->recursive && i == 0)
        arg = mk_binary(m->kit, OP_AND, arg, mk_const(m->kit, T_I32, 7));
      e->kid[e->kids++] = arg;
    }
    return e;
  }
  return NULL;
}

static Expr *to_int(Maker *m, int depth) {
  Scalar t = maybe(m, 60) ? T_I32 : int_type(m);
  return mk_cast(m->kit, t, float_expr(m, depth));
}

Expr *int_expr(Maker *m, int depth) {
  if (depth <= 0 || maybe(m, 15)) return int_leaf(m, depth);
  Kit *k = m->kit;
  Expr *e = NULL;
  depth--;
  switch (roll(m, 20)) {
    case 0:
    case 1: return divide(m, depth);
    case 2:
    case 3: return shift(m, depth);
    case 4: return compare(m, depth);
    case 5: return condition(m, depth);
    case 6:
      return mk_cond(k, condition(m, depth), int_expr(m, depth),
                     int_expr(m, depth));
    case 7: return mk_unary(k, OP_NOT, int_expr(m, depth));
    case 8: return mk_unary(k, OP_NEG, int_expr(m, depth));
    case 9:
    case 10: return mk_cast(k, int_type(m), int_expr(m, depth));
    case 11: return m->real ? to_int(m, depth) : arithmetic(m, depth);
    case 12:
    case 13: e = call_pure(m, false, depth); break;
    default: break;
  }
  return e ? e : arithmetic(m, depth);
}

Expr *float_expr(Maker *m, int depth) {
  static const Op op[] = {OP_ADD, OP_SUB, OP_ADD, OP_SUB, OP_MUL, OP_DIV};
  if (depth <= 0 || maybe(m, 30)) return float_leaf(m, depth);
  Kit *k = m->kit;
  Expr *e = NULL;
  depth--;
  switch (roll(m, 8)) {
    case 0: return mk_cast(k, m->real, int_expr(m, depth));
    case 1: return mk_unary(k, OP_NEG, float_expr(m, depth));
    case 2:
      return mk_cond(k, condition(m, depth), float_expr(m, depth),
                     float_expr(m, depth));
    case 3:
      return mk_cast(k, maybe(m, 50) ? T_F32 : T_F64, float_expr(m, depth));
    case 4: e = call_pure(m, true, depth); break;
    default: break;
  }
  if (e) return e;
  Op o = op[roll(m, VD_COUNT(op))];
  Expr *b = o >= OP_MUL && maybe(m, 60) ? float_const(m) : float_expr(m, depth);
  return mk_binary(k, o, float_expr(m, depth), b);
}

Expr *expr_for(Maker *m, Scalar t, int depth) {
  if (t == T_BOOL && maybe(m, 60)) return condition(m, depth);
  return is_float(t) ? float_expr(m, depth) : int_expr(m, depth);
}
