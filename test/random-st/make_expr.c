// Random expressions over what is in scope.
#include "make.h"

Class int_class(Maker *m) {
  return m->ints[roll(m, 2)];
}

Type some_type(Maker *m) {
  uint32_t r = roll(m, 100);
  if (r < 50) return plain(T_BOOL);
  if (r < 60 && m->enumeration)
    return (Type){.class = T_ENUM, .enumeration = m->enumeration};
  if (r < 66 && m->times) return plain(T_TIME);
  if (r < 72 && m->bytes) return plain(T_BYTE);
  if (r < 80 && m->reals) return plain(T_REAL);
  return plain(int_class(m));
}

int64_t some_time(Maker *m) {
  static const int64_t times[] = {1, 5, 10, 20, 30, 50, 100, 250, 500, 2000};
  return times[roll(m, VD_COUNT(times))];
}

static int64_t some_int(Maker *m, Class c) {
  uint32_t r = roll(m, 100);
  if (r < 70) return roll(m, 10);
  if (r < 80) return low_of(c) < 0 ? -(int64_t)roll(m, 20) : 20;
  if (r < 92) return (int64_t)roll(m, 120);
  if (r < 96) return roll(m, 2) ? high_of(c) : low_of(c);
  return wrap(c, (int64_t)roll(m, 40000));
}

int64_t some_value(Maker *m, const Type *type) {
  switch (type->class) {
    case T_BOOL: return roll(m, 2);
    case T_BYTE: return roll(m, 256);
    case T_TIME: return maybe(m, 20) ? 0 : some_time(m);
    case T_ENUM: return roll(m, (uint32_t)type->enumeration->values);
    default: return some_int(m, type->class);
  }
}

Expr *some_const(Maker *m, Type type) {
  type.count = 0;
  return mk_const(m->kit, type, some_value(m, &type));
}

// ------------------------------------------------------------------ leaves

static bool may_write(const Var *v) {
  return !v->fixed && v->section != V_INPUT && v->section != V_CONSTANT;
}

static bool has_counter(const Maker *m, const Type *array) {
  return m->counter && m->low >= array->low &&
         m->high < array->low + array->count;
}

// A rule may put a literal in its place; one that always faults is an error.
static bool may_be_literal(const Var *v) {
  return v->fixed || v->section == V_CONSTANT;
}

// A plain variable: parts of others would ask for an index again.
static Var *plain_int(Maker *m) {
  Var *found = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->pou->vars.len; i++) {
    Var *v = m->pou->vars.at[i];
    bool fits = v->type.class == T_INT && !v->type.count &&
                !may_be_literal(v) && v->section != V_RESULT;
    if (fits && !roll(m, ++n)) found = v;
  }
  return found;
}

static Expr *some_index(Maker *m, const Type *array) {
  Kit *k = m->kit;
  Type type = plain(T_INT);
  int64_t last = array->low + array->count - 1;
  if (has_counter(m, array) && maybe(m, 80)) return mk_var(k, m->counter);
  Var *at = maybe(m, 40) ? plain_int(m) : NULL;
  if (at && !m->safe && maybe(m, m->faulty ? 60 : 10)) return mk_var(k, at);
  if (at)
    return mk_op3(k, OP_LIMIT, mk_const(k, type, array->low), mk_var(k, at),
                  mk_const(k, type, last));
  return mk_const(k, type, array->low + roll(m, (uint32_t)array->count));
}

static Expr *part_of(Maker *m, Var *v, const Type *type, bool write) {
  Type element = v->type;
  element.count = 0;
  if (v->type.count && same_type(&element, type)) {
    Expr *e = new_expr(m->kit, E_INDEX, element);
    e->var = v;
    e->kids = 1;
    e->kid[0] = some_index(m, &v->type);
    return e;
  }
  if (v->type.class == T_STRUCT && !v->type.count) {
    int i = (int)roll(m, (uint32_t)v->type.record->fields);
    if (!same_type(&v->type.record->field[i], type)) return NULL;
    Expr *e = new_expr(m->kit, E_FIELD, *type);
    e->var = v;
    e->field = i;
    return e;
  }
  if (v->type.class == T_FB && !v->type.count && !write) {
    const Pou *fb = v->type.fb;
    Var *member = fb->vars.at[roll(m, fb->vars.len)];
    bool seen = member->section == V_OUTPUT ||
                (member->section == V_INPUT && maybe(m, 20));
    if (!seen || !same_type(&member->type, type)) return NULL;
    return mk_member(m->kit, v, member);
  }
  return NULL;
}

static Expr *read_of(Maker *m, Var *v, const Type *type, bool write) {
  if (write && !may_write(v)) return NULL;
  if (!write && v->section == V_RESULT) return NULL;
  if (same_type(&v->type, type)) return mk_var(m->kit, v);
  return part_of(m, v, type, write);
}

Expr *leaf(Maker *m, const Type *type, bool write) {
  Expr *found = NULL;
  uint32_t n = 0;
  uint32_t own = m->pou->vars.len;
  // Functions and FBs are moved around, and leave them alone.
  uint32_t all = m->pou->kind == P_PROGRAM ? m->unit->globals.len : 0;
  for (uint32_t i = 0; i < own + all; i++) {
    Var *v = i < own ? m->pou->vars.at[i] : m->unit->globals.at[i - own];
    Expr *e = read_of(m, v, type, write);
    if (e && !roll(m, ++n)) found = e;
  }
  if (!write && type->class == T_BOOL && m->pou->steps.len && maybe(m, 12)) {
    found = new_expr(m->kit, E_STEP, plain(T_BOOL));
    found->step = m->pou->steps.at[roll(m, m->pou->steps.len)];
  }
  return found;
}

static Expr *leaf_or_const(Maker *m, Type type, uint32_t percent) {
  Expr *e = maybe(m, percent) ? NULL : leaf(m, &type, false);
  return e ? e : some_const(m, type);
}

// -------------------------------------------------------------------- ints

static Expr *divided(Maker *m, Type type, int depth) {
  Kit *k = m->kit;
  Op op = roll(m, 2) ? OP_DIV : OP_MOD;
  Expr *a = expr_for(m, type, depth - 1);
  if (!m->safe && maybe(m, m->faulty ? 50 : 8)) {
    Expr *by = leaf(m, &type, false);
    if (by && !(by->kind == E_VAR && may_be_literal(by->var)))
      return mk_op(k, op, a, by);
  }
  return mk_op(k, op, a, mk_const(k, type, 2 + roll(m, 9)));
}

static Expr *sum(Maker *m, Type type, int depth) {
  Op op = roll(m, 3) ? OP_ADD : OP_SUB;
  Expr *a = expr_for(m, type, depth - 1);
  return mk_op(m->kit, op, a, leaf_or_const(m, type, 50));
}

static Expr *chosen(Maker *m, Type type, int depth) {
  return mk_op3(m->kit, OP_SEL, condition(m, depth - 1),
                expr_for(m, type, depth - 1), leaf_or_const(m, type, 50));
}

static Expr *call(Maker *m, Type type) {
  Unit *u = m->unit;
  for (uint32_t i = 0; i < u->pous.len; i++) {
    Pou *p = u->pous.at[i];
    if (p->kind != P_FUNCTION || p == m->pou || !same_type(&p->type, &type))
      continue;
    Expr *e = new_expr(m->kit, E_CALL, type);
    e->callee = p;
    for (uint32_t j = 0; j < p->vars.len; j++)
      if (p->vars.at[j]->section == V_INPUT)
        e->kid[e->kids++] = leaf_or_const(m, p->vars.at[j]->type, 20);
    return e;
  }
  return NULL;
}

static Expr *converted(Maker *m, Type type) {
  static const Class from[] = {T_SINT, T_INT, T_UINT, T_DINT, T_REAL};
  Type other = plain(from[roll(m, VD_COUNT(from))]);
  if (other.class == type.class) return NULL;
  Expr *e = leaf(m, &other, false);
  return e ? mk_convert(m->kit, type, e) : NULL;
}

static Expr *int_expr(Maker *m, Type type, int depth) {
  Kit *k = m->kit;
  Expr *e = NULL;
  uint32_t r = roll(m, 100);
  if (depth <= 0 || r < 25) return leaf_or_const(m, type, 25);
  if (r < 55) return sum(m, type, depth);
  if (r < 60)
    return mk_op(k, OP_MUL, expr_for(m, type, depth - 1),
                 mk_const(k, type, 2 + roll(m, 6)));
  if (r < 67) return divided(m, type, depth);
  if (r < 75)
    return mk_op(k, roll(m, 2) ? OP_MIN : OP_MAX, expr_for(m, type, depth - 1),
                 leaf_or_const(m, type, 60));
  if (r < 80)
    return mk_op3(k, OP_LIMIT, mk_const(k, type, roll(m, 5)),
                  expr_for(m, type, depth - 1),
                  mk_const(k, type, 5 + roll(m, 30)));
  if (r < 86) return chosen(m, type, depth);
  if (r < 88 && low_of(type.class) < 0)
    return mk_op(k, roll(m, 2) ? OP_ABS : OP_NEG, expr_for(m, type, depth - 1),
                 NULL);
  if (r < 95) e = call(m, type);
  if (!e) e = converted(m, type);
  return e ? e : leaf_or_const(m, type, 25);
}

// ------------------------------------------------------------------ others

static Expr *time_expr(Maker *m, int depth) {
  Type type = plain(T_TIME);
  if (depth <= 0 || maybe(m, 60)) return leaf_or_const(m, type, 40);
  if (maybe(m, 30)) return chosen(m, type, depth);
  return sum(m, type, depth);
}

// A division of REALs does not fault.
static Expr *real_expr(Maker *m, Type type, int depth) {
  static const Op ops[] = {OP_ADD, OP_ADD, OP_SUB, OP_MUL, OP_DIV};
  Expr *e = maybe(m, 15) ? converted(m, type) : NULL;
  if (e) return e;
  if (depth <= 0 || maybe(m, 30)) return leaf_or_const(m, type, 30);
  if (maybe(m, 20)) return chosen(m, type, depth);
  Op op = ops[roll(m, VD_COUNT(ops))];
  e = expr_for(m, type, depth - 1);
  return mk_op(m->kit, op, e, leaf_or_const(m, type, 50));
}

static Expr *byte_expr(Maker *m, int depth) {
  static const Op ops[] = {OP_AND, OP_OR, OP_XOR};
  Type type = plain(T_BYTE);
  if (depth <= 0 || maybe(m, 30)) return leaf_or_const(m, type, 30);
  Expr *a = expr_for(m, type, depth - 1);
  if (maybe(m, 15)) return mk_op(m->kit, OP_NOT, a, NULL);
  if (maybe(m, 25))
    return mk_op(m->kit, roll(m, 2) ? OP_SHL : OP_SHR, a,
                 mk_const(m->kit, plain(T_INT), 1 + roll(m, 4)));
  return mk_op(m->kit, ops[roll(m, 3)], a, leaf_or_const(m, type, 50));
}

static Expr *enum_expr(Maker *m, Type type, int depth) {
  if (depth > 1 && maybe(m, 15)) return chosen(m, type, depth);
  return leaf_or_const(m, type, 60);
}

static Expr *comparison(Maker *m, int depth) {
  Type type = some_type(m);
  Expr *a = leaf(m, &type, false);
  if (!a || a->type.class == T_BOOL) return NULL;
  if (is_number(type.class) && maybe(m, 30)) a = expr_for(m, type, depth - 1);
  bool order = (is_number(type.class) || type.class == T_REAL) && maybe(m, 75);
  Op op = order ? OP_LT + roll(m, 4) : roll(m, 3) ? OP_EQ : OP_NE;
  Expr *b = leaf_or_const(m, type, 70);
  return equal_exprs(a, b) ? NULL : mk_op(m->kit, op, a, b);
}

static Expr *bool_expr(Maker *m, int depth) {
  static const Op ops[] = {OP_AND, OP_AND, OP_OR, OP_OR, OP_XOR, OP_EQ};
  Kit *k = m->kit;
  uint32_t r = roll(m, 100);
  Expr *e = NULL;
  if (depth <= 0 || r < 30) return leaf_or_const(m, plain(T_BOOL), 4);
  if (r < 55) e = comparison(m, depth);
  if (r < 57) e = call(m, plain(T_BOOL));
  if (e) return e;
  if (r < 70) return mk_not(k, bool_expr(m, depth - 1));
  Expr *a = bool_expr(m, depth - 1), *b = bool_expr(m, depth - 1);
  for (int tries = 0; tries < 3 && (equal_exprs(a, b) || b->kind == E_CONST);
       tries++)
    b = bool_expr(m, depth - 1);
  return mk_op(k, ops[roll(m, VD_COUNT(ops))], a, b);
}

Expr *condition(Maker *m, int depth) {
  Expr *e = bool_expr(m, depth);
  return e->kind == E_CONST ? leaf_or_const(m, plain(T_BOOL), 0) : e;
}

Expr *expr_for(Maker *m, Type type, int depth) {
  switch (type.class) {
    case T_BOOL: return bool_expr(m, depth);
    case T_TIME: return time_expr(m, depth);
    case T_BYTE: return byte_expr(m, depth);
    case T_REAL: return real_expr(m, type, depth);
    case T_ENUM: return enum_expr(m, type, depth);
    default: return int_expr(m, type, depth);
  }
}
