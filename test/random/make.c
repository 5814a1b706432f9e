// Random units. What is made is valid C whose behaviour does not depend on the
// order of evaluation or on uninitialised memory; it may well be undefined on
// some inputs.
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

static Expr *int_expr(Maker *m, int depth);
static Expr *float_expr(Maker *m, int depth);
static void make_stmts(Maker *m, Block *b, int n);

static uint32_t roll(Maker *m, uint32_t n) {
  return below(m->kit, n);
}
static bool maybe(Maker *m, uint32_t percent) {
  return chance(m->kit, percent);
}

// ------------------------------------------------------------------ leaves

static Scalar int_type(Maker *m) {
  return m->ints[roll(m, 3)];
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

static Expr *int_const(Maker *m) {
  Scalar t = promote(int_type(m));
  uint64_t bits = number(m);
  if (t == T_I32) bits = (uint64_t)(int64_t)(int32_t)bits;
  return mk_const(m->kit, t, bits);
}

static double decimal(Maker *m) {
  static const double some[] = {0.0,   1.0,  0.5,  2.0,  0.1,  3.0,
                                100.0, 1e10, 0.25, -1.0, -0.0, 1e-3};
  return some[roll(m, VD_COUNT(some))];
}

static Expr *float_const(Maker *m) {
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

// Something that can be read as a scalar, of the class that is wanted; NULL
// if the variable has none.
static Expr *place_in(Maker *m, Var *v, bool real, int depth) {
  if (v->record == NO_RECORD) {
    if (is_float(v->type) != real) return NULL;
    return v->count ? index_of(m, v, depth) : mk_var(m->kit, v);
  }
  const Record *r = &m->kit->record[v->record];
  int field = (int)roll(m, (uint32_t)r->fields);
  return is_float(r->field[field]) == real ? field_of(m->kit, v, field) : NULL;
}

static Expr *leaf(Maker *m, bool real, int depth) {
  for (int tries = 0; tries < 6 && m->scope.len; tries++) {
    Var *v = m->scope.at[roll(m, m->scope.len)];
    Expr *e = place_in(m, v, real, depth);
    if (e) return e;
  }
  return NULL;
}

static Expr *int_leaf(Maker *m, int depth) {
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

static Expr *float_leaf(Maker *m, int depth) {
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

static Expr *condition(Maker *m, int depth) {
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

static Expr *int_expr(Maker *m, int depth) {
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

static Expr *float_expr(Maker *m, int depth) {
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

static Expr *expr_for(Maker *m, Scalar t, int depth) {
  if (t == T_BOOL && maybe(m, 60)) return condition(m, depth);
  return is_float(t) ? float_expr(m, depth) : int_expr(m, depth);
}

// --------------------------------------------------------------- variables

static Var *make_var(Maker *m, const char *name, Place place, Scalar type) {
  Var *v = VD_NEW(&m->kit->arena, Var);
  v->name = name;
  v->place = place;
  v->type = type;
  v->record = NO_RECORD;
  return v;
}

static Scalar some_type(Maker *m) {
  return m->real && maybe(m, 35) ? m->real : int_type(m);
}

static void enter(Maker *m, Var *v) {
  vd_push(&m->scope, v);
}

static Var *local(Maker *m, Scalar type) {
  return new_local(m->kit, m->unit, m->func, "v", type);
}

static void declare(Maker *m, Block *b, Var *v, Expr *init) {
  vd_push(b, mk_decl(m->kit, m->func, v, init));
  enter(m, v);
}

static Var *declare_array(Maker *m, Block *b, Scalar type, int count) {
  Var *v = local(m, type);
  v->count = count;
  Stmt *s = mk_decl(m->kit, m->func, v, NULL);
  for (int i = 0; i < count; i++)
    vd_push(&s->list, is_float(type) ? float_leaf(m, 0) : int_leaf(m, 0));
  // A list converts as assignments do, but constants must fit.
  for (int i = 0; i < count; i++)
    s->list.at[i] = mk_cast(m->kit, type, s->list.at[i]);
  vd_push(b, s);
  enter(m, v);
  return v;
}

static Var *declare_record(Maker *m, Block *b, int record) {
  Var *v = local(m, T_VOID);
  v->record = record;
  const Record *r = &m->kit->record[record];
  Stmt *s = mk_decl(m->kit, m->func, v, NULL);
  for (int i = 0; i < r->fields; i++) {
    Scalar t = r->field[i];
    Expr *e = is_float(t) && !m->real ? mk_float(m->kit, t, decimal(m))
              : is_float(t)           ? float_leaf(m, 0)
                                      : int_leaf(m, 0);
    vd_push(&s->list, mk_cast(m->kit, t, e));
  }
  vd_push(b, s);
  enter(m, v);
  return v;
}

// -------------------------------------------------------------- statements

static bool is_memory(const Var *v) {
  return v->pointer || v->place == P_GLOBAL || v->place == P_FILE_STATIC ||
         v->place == P_STATIC;
}

static bool is_target(Maker *m, const Var *v) {
  return !v->fixed && !v->constant && !(m->func->pure && is_memory(v));
}

// Something to assign to, NULL if there is nothing.
static Expr *target(Maker *m) {
  for (int tries = 0; tries < 8 && m->scope.len; tries++) {
    Var *v = m->scope.at[roll(m, m->scope.len)];
    bool real = v->record == NO_RECORD ? is_float(v->type) : maybe(m, 30);
    if (!is_target(m, v)) continue;
    Expr *e = place_in(m, v, real, 1);
    if (e) return e;
  }
  return NULL;
}

static void make_assign(Maker *m, Block *b) {
  static const Op ops[] = {OP_ADD, OP_SUB, OP_AND, OP_OR,
                           OP_XOR, OP_MUL, OP_SHL, OP_SHR};
  Expr *lhs = target(m);
  if (!lhs) return;
  Scalar t = type_of(lhs);
  Op op = maybe(m, 40) ? ops[roll(m, VD_COUNT(ops))] : OP_NONE;
  Expr *e = op == OP_SHL || op == OP_SHR ? mk_const(m->kit, T_I32, roll(m, 6))
            : is_float(t)
                ? (m->real ? float_expr(m, 2) : mk_float(m->kit, t, decimal(m)))
                : expr_for(m, t, 3);
  if (is_float(t) && op > OP_MUL) op = OP_SUB;
  Stmt *s = mk_assign(m->kit, lhs, op, e);
  if (maybe(m, 15) && (op == OP_ADD || op == OP_SUB) && !is_float(t)) {
    s->expr = mk_const(m->kit, T_I32, 1);
    s->bump = true;
  }
  vd_push(b, s);
}

static void make_decl(Maker *m, Block *b) {
  uint32_t what = roll(m, 10);
  if (what < 2 && m->func->local.len < 8) {
    declare_array(m, b, some_type(m), 2 << roll(m, 2));
  } else if (what == 2) {
    declare_record(m, b, (int)roll(m, RECORDS));
  } else {
    Scalar t = some_type(m);
    Expr *init = expr_for(m, t, 3);
    declare(m, b, local(m, t), init);
  }
}

static void make_body(Maker *m, Block *b, int n) {
  uint32_t depth = m->scope.len;
  m->nesting++;
  make_stmts(m, b, n);
  m->nesting--;
  m->scope.len = depth;
}

static Expr *outside_test(Maker *m);

static void make_if(Maker *m, Block *b) {
  Stmt *s = new_stmt(m->kit, S_IF);
  s->expr = condition(m, 2);
  if (!m->func->pure && maybe(m, 12))
    s->expr = mk_binary(m->kit, maybe(m, 50) ? OP_LAND : OP_LOR, s->expr,
                        outside_test(m));
  make_body(m, &s->body, 1 + (int)roll(m, 2));
  s->has_else = maybe(m, 45);
  if (s->has_else) make_body(m, &s->orelse, 1 + (int)roll(m, 2));
  vd_push(b, s);
}

static void make_switch(Maker *m, Block *b) {
  Stmt *s = new_stmt(m->kit, S_SWITCH);
  s->expr = maybe(m, 50) ? mk_binary(m->kit, OP_AND, int_expr(m, 2),
                                     mk_const(m->kit, T_I32, 7))
                         : int_leaf(m, 1);
  int n = 2 + (int)roll(m, 3);
  int64_t value = roll(m, 3);
  for (int i = 0; i < n; i++) {
    Case c = {.consts = 1 + (int)roll(m, 2), .falls = maybe(m, 25)};
    for (int j = 0; j < c.consts; j++) {
      c.value[j] = value;
      value += 1 + roll(m, 2);
    }
    make_body(m, &c.body, 1);
    vd_push(&s->cases, c);
  }
  if (maybe(m, 70)) {
    Case c = {.otherwise = true};
    make_body(m, &c.body, 1);
    vd_push(&s->cases, c);
  }
  vd_push(b, s);
}

// A bound that is small, or small by a mask, or what the input says.
static Expr *bound(Maker *m, Scalar t) {
  Kit *k = m->kit;
  switch (roll(m, 4)) {
    case 0: return mk_binary(k, OP_AND, int_leaf(m, 0), mk_const(k, T_I32, 7));
    case 1: {
      Expr *e = leaf(m, false, 0);
      return e ? e : mk_const(k, t, 4);
    }
    default: return mk_const(k, t, 1 + roll(m, 6));
  }
}

static void add_exit(Maker *m, Block *b) {
  Stmt *s = new_stmt(m->kit, S_IF);
  s->expr = condition(m, 1);
  vd_push(&s->body, new_stmt(m->kit, maybe(m, 60) ? S_BREAK : S_CONTINUE));
  insert_stmt(b, roll(m, b->len + 1), s);
}

static Var *counter(Maker *m, Block *b, uint64_t from) {
  static const Scalar some[] = {T_I32, T_I32, T_U32, T_I64, T_U8};
  Scalar t = some[roll(m, VD_COUNT(some))];
  Var *i = new_local(m->kit, m->unit, m->func, "i", t);
  i->fixed = true;
  declare(m, b, i, mk_const(m->kit, t, from));
  return i;
}

static Stmt *step_of(Maker *m, Var *i, Op op, uint32_t by) {
  Stmt *s =
      mk_assign(m->kit, mk_var(m->kit, i), op, mk_const(m->kit, T_I32, by));
  s->bump = maybe(m, 70);
  return s;
}

static void make_for(Maker *m, Block *b) {
  Kit *k = m->kit;
  Var *i = counter(m, b, 0);
  Stmt *s = new_stmt(k, S_FOR);
  s->first =
      mk_assign(k, mk_var(k, i), OP_NONE, mk_const(k, T_I32, roll(m, 2)));
  s->expr = mk_binary(k, maybe(m, 80) ? OP_LT : OP_LE, mk_var(k, i),
                      bound(m, i->type));
  s->step = step_of(m, i, OP_ADD, 1 + (maybe(m, 20) ? 1 : 0));
  make_body(m, &s->body, 1 + (int)roll(m, 2));
  if (maybe(m, 25)) add_exit(m, &s->body);
  vd_push(b, s);
}

// while (x > 0) { ...; x = x / 2; } on a copy of some value.
static void make_while(Maker *m, Block *b) {
  Kit *k = m->kit;
  Var *x = local(m, int_type(m));
  x->fixed = true;
  declare(m, b, x, int_expr(m, 2));
  Stmt *s = new_stmt(k, maybe(m, 65) ? S_WHILE : S_DO);
  s->expr = maybe(m, 60) ? mk_binary(k, OP_GT, mk_var(k, x),
                                     mk_const(k, T_I32, roll(m, 4)))
                         : mk_var(k, x);
  make_body(m, &s->body, 1 + (int)roll(m, 2));
  if (maybe(m, 20)) {
    Stmt *exit = new_stmt(k, S_IF);
    exit->expr = condition(m, 1);
    vd_push(&exit->body, new_stmt(k, S_BREAK));
    vd_push(&s->body, exit);
  }
  Stmt *step;
  if (maybe(m, 50)) {
    step = mk_assign(k, mk_var(k, x), maybe(m, 50) ? OP_SHR : OP_DIV,
                     mk_const(k, T_I32, 2 + roll(m, 3)));
  } else {
    step = step_of(m, x, OP_SUB, 1);
  }
  vd_push(&s->body, step);
  vd_push(b, s);
}

static Stmt *braced(Maker *m) {
  Stmt *s = new_stmt(m->kit, S_BLOCK);
  make_body(m, &s->body, 2);
  return s;
}

// if (c) goto to;
static Stmt *jump_if(Maker *m, Expr *cond, const Stmt *to) {
  Stmt *s = new_stmt(m->kit, S_IF), *jump = new_stmt(m->kit, S_GOTO);
  jump->label = to->label;
  s->expr = cond;
  vd_push(&s->body, jump);
  return s;
}

static Stmt *new_label(Maker *m) {
  Stmt *s = new_stmt(m->kit, S_LABEL);
  s->label = m->func->labels++;
  return s;
}

// Forward over a block, or back: a loop, which has two entries at times.
static void make_goto(Maker *m, Block *b) {
  Kit *k = m->kit;
  Stmt *to = new_label(m);
  if (maybe(m, 50)) {
    vd_push(b, jump_if(m, condition(m, 2), to));
    vd_push(b, braced(m));
    vd_push(b, to);
    return;
  }
  Var *i = counter(m, b, 0);
  Stmt *middle = maybe(m, 40) ? new_label(m) : NULL;
  if (middle) vd_push(b, jump_if(m, condition(m, 1), middle));
  vd_push(b, to);
  vd_push(b, braced(m));
  if (middle) {
    vd_push(b, middle);
    vd_push(b, braced(m));
  }
  Expr *more = mk_binary(k, OP_LT, mk_var(k, i), bound(m, i->type));
  Stmt *back = jump_if(m, more, to);
  insert_stmt(&back->body, 0, step_of(m, i, OP_ADD, 1));
  vd_push(b, back);
}

// --------------------------------------------------------- calls and memory

static Expr *pass(Maker *m, Var *v, bool address) {
  Expr *e = new_expr(m->kit, E_PASS);
  e->var = v;
  e->open = address;
  if (!v->pointer && (address || v->count)) v->escapes = true;
  return e;
}

// An argument for a pointer; makes a local where nothing is there to pass.
static Expr *pointer_arg(Maker *m, Block *b, const Var *param) {
  for (int tries = 0; tries < 6 && m->scope.len; tries++) {
    Var *v = m->scope.at[roll(m, m->scope.len)];
    if (v->fixed || v->constant || v->record != param->record ||
        v->type != param->type)
      continue;
    if (v->count >= param->count && v->count) return pass(m, v, false);
    if (!v->count && param->count <= 1) return pass(m, v, !v->pointer);
  }
  if (param->record != NO_RECORD)
    return pass(m, declare_record(m, b, param->record), true);
  int count = param->count < 2 ? 2 : param->count;
  return pass(m, declare_array(m, b, param->type, count), false);
}

static Expr *record_arg(Maker *m, Block *b, const Var *param) {
  for (uint32_t i = 0; i < m->scope.len; i++) {
    Var *v = m->scope.at[i];
    if (v->record == param->record && !v->pointer) return pass(m, v, false);
  }
  return pass(m, declare_record(m, b, param->record), false);
}

static Expr *make_args(Maker *m, Block *b, Func *f) {
  Expr *e = new_expr(m->kit, E_CALL);
  e->callee = f;
  for (uint32_t i = 0; i < f->param.len; i++) {
    const Var *p = f->param.at[i];
    Expr *arg;
    if (p->pointer) {
      arg = pointer_arg(m, b, p);
    } else if (p->record != NO_RECORD) {
      arg = record_arg(m, b, p);
    } else if (is_float(p->type)) {
      arg = m->real ? float_expr(m, 1) : mk_float(m->kit, p->type, decimal(m));
    } else {
      arg = int_expr(m, 2);
    }
    e->kid[e->kids++] = arg;
  }
  return e;
}

static Func *impure(Maker *m) {
  Unit *u = m->unit;
  for (int tries = 0; tries < 3 && u->func.len; tries++) {
    Func *f = u->func.at[roll(m, u->func.len)];
    if (!f->pure && f != m->func) return f;
  }
  return maybe(m, 60) ? m->kit->external[roll(m, EXTERNS)] : NULL;
}

static Expr *outside_test(Maker *m) {
  Expr *e = new_expr(m->kit, E_CALL);
  e->callee = m->kit->external[0];
  e->kid[e->kids++] = int_expr(m, 1);
  return maybe(m, 50) ? e
                      : mk_binary(m->kit, OP_GT, e, mk_const(m->kit, T_I32, 3));
}

static void make_call(Maker *m, Block *b) {
  if (m->func->pure) return;
  Func *f = impure(m);
  if (!f || f->record != NO_RECORD) return;
  Stmt *s = new_stmt(m->kit, S_CALL);
  s->expr = make_args(m, b, f);
  if (f->type && maybe(m, 80)) {
    Var *v = local(m, f->type);
    declare(m, b, v, mk_const(m->kit, f->type, 0));
    s->lhs = mk_var(m->kit, v);
  }
  vd_push(b, s);
}

static bool is_array(const Var *v) {
  return v->count > 1;
}

// memcpy or memset of a local array, or from one to a pointer.
static void make_move(Maker *m, Block *b) {
  Var *v = m->scope.len ? m->scope.at[roll(m, m->scope.len)] : NULL;
  if (!v || v->fixed) return;
  if (v->record != NO_RECORD) {
    bool there = is_target(m, v);
    Var *w = declare_record(m, b, v->record);
    Stmt *s = new_stmt(m->kit, S_MOVE);
    s->var = there && maybe(m, 50) ? v : w;
    s->src = s->var == v ? w : v;
    vd_push(b, s);
    return;
  }
  if (!is_array(v)) return;
  Stmt *s = new_stmt(m->kit, maybe(m, 60) ? S_COPY : S_FILL);
  if (s->kind == S_FILL) {
    if (!is_target(m, v) || v->type == T_BOOL) return;
    s->var = v;
    s->label = is_float(v->type) ? 0 : (int)roll(m, 3) * 85;
  } else {
    bool there = is_target(m, v);
    Var *w = declare_array(m, b, v->type, v->count);
    s->var = there && maybe(m, 50) ? v : w;
    s->src = s->var == v ? w : v;
  }
  vd_push(b, s);
}

// ------------------------------------------------------------------ bodies

// Mixes in what was declared last, so that little is computed for nothing.
static Expr *mix_in(Maker *m, Expr *e, bool real) {
  static const Op ops[] = {OP_ADD, OP_XOR, OP_SUB, OP_ADD, OP_OR};
  for (uint32_t i = m->scope.len, n = 0; i > 0 && n < 4; i--) {
    Expr *one = place_in(m, m->scope.at[i - 1], real, 0);
    if (!one || maybe(m, 30)) continue;
    Op op = real ? OP_ADD : ops[roll(m, VD_COUNT(ops))];
    if (op != OP_XOR && op != OP_OR && !real && maybe(m, 60))
      one = mk_cast(m->kit, T_U32, one);  // does not overflow
    e = mk_binary(m->kit, op, e, one);
    n++;
  }
  return e;
}

static Stmt *make_return(Maker *m) {
  Stmt *s = new_stmt(m->kit, S_RETURN);
  Func *f = m->func;
  if (f->record != NO_RECORD) {
    for (uint32_t i = 0; i < m->scope.len; i++)
      if (m->scope.at[i]->record == f->record) s->var = m->scope.at[i];
  } else if (f->type) {
    s->expr = expr_for(m, f->type, m->nesting ? 2 : 1 + (int)roll(m, 3));
    if (!m->nesting && maybe(m, 75))
      s->expr = mix_in(m, s->expr, is_float(f->type));
  }
  return s;
}

static bool can_return(Maker *m) {
  if (m->func->record == NO_RECORD) return true;
  for (uint32_t i = 0; i < m->scope.len; i++)
    if (m->scope.at[i]->record == m->func->record) return true;
  return false;
}

static void make_stmt(Maker *m, Block *b) {
  bool deep = m->nesting >= 2;
  switch (roll(m, 24)) {
    case 0:
    case 1:
    case 2:
    case 3: make_decl(m, b); return;
    case 4:
    case 5:
    case 6:
    case 7:
      if (!deep) {
        make_if(m, b);
        return;
      }
      break;
    case 8:
      if (!deep) {
        make_switch(m, b);
        return;
      }
      break;
    case 9:
    case 10:
      if (!deep && m->loops++ < 2) {
        make_for(m, b);
        return;
      }
      break;
    case 11:
      if (!deep && m->loops++ < 2) {
        make_while(m, b);
        return;
      }
      break;
    case 12:
      if (!deep && !m->loops) {
        make_goto(m, b);
        return;
      }
      break;
    case 13:
    case 14: make_call(m, b); return;
    case 15: make_move(m, b); return;
    case 16:
      if (m->nesting && maybe(m, 40) && can_return(m)) {
        Stmt *s = new_stmt(m->kit, S_IF);
        s->expr = condition(m, 1);
        vd_push(&s->body, make_return(m));
        vd_push(b, s);
        return;
      }
      break;
    default: break;
  }
  make_assign(m, b);
}

static void make_stmts(Maker *m, Block *b, int n) {
  for (int i = 0; i < n; i++) make_stmt(m, b);
}

// Some functions look before they use a pointer.
static void make_guards(Maker *m, Block *b) {
  for (uint32_t i = 0; i < m->func->param.len; i++) {
    Var *p = m->func->param.at[i];
    if (!p->pointer || !maybe(m, 20) || m->func->record != NO_RECORD) continue;
    Stmt *s = new_stmt(m->kit, S_IF), *leave = new_stmt(m->kit, S_RETURN);
    s->expr = new_expr(m->kit, E_NULL);
    s->expr->var = p;
    if (m->func->type)
      leave->expr = is_float(m->func->type) ? float_const(m) : int_const(m);
    vd_push(&s->body, leave);
    vd_push(b, s);
  }
}

// A _Bool in memory that others can reach could be neither 0 nor 1. That is no
// value in C, and what becomes of it is up to the compiler.
static void no_bool(Var *v) {
  if (v->type == T_BOOL) v->type = T_U8;
}

static void make_static(Maker *m, Block *b) {
  Var *v = local(m, int_type(m));
  v->place = P_STATIC;
  no_bool(v);
  v->init[0] = roll(m, 5);
  vd_push(b, mk_decl(m->kit, m->func, v, NULL));
  enter(m, v);
}

static void make_func_body(Maker *m, int n) {
  Func *f = m->func;
  make_guards(m, &f->body);
  if (!f->pure && maybe(m, 8)) make_static(m, &f->body);
  make_stmts(m, &f->body, n);
  if (f->record != NO_RECORD && !can_return(m))
    declare_record(m, &f->body, f->record);
  if (f->type || f->record != NO_RECORD) vd_push(&f->body, make_return(m));
}

// --------------------------------------------------------------- functions

static Func *new_func(Maker *m, const char *name) {
  Func *f = VD_NEW(&m->kit->arena, Func);
  f->name = name;
  f->record = NO_RECORD;
  m->func = f;
  m->scope.len = 0;
  m->loops = m->nesting = 0;
  for (uint32_t i = 0; i < m->unit->global.len; i++)
    enter(m, m->unit->global.at[i]);
  return f;
}

static Var *add_param(Maker *m, Scalar type) {
  Func *f = m->func;
  const char *name =
      vd_arena_printf(&m->kit->arena, "%c", 'p' + (int)f->param.len);
  Var *v = make_var(m, name, P_PARAM, type);
  vd_push(&f->param, v);
  enter(m, v);
  return v;
}

static void random_param(Maker *m) {
  uint32_t what = m->tiny ? 0 : roll(m, 100);
  Var *v = add_param(m, some_type(m));
  if (what < 68) return;
  if (what < 84) {
    v->pointer = true;
    v->count = 1 << roll(m, 3);
    no_bool(v);
  } else {
    v->record = (int)roll(m, RECORDS);
    v->type = T_VOID;
    v->pointer = what < 93;
  }
}

// static T h(int n, T x) { if (n <= 0) return x; return h(n - 1, ...); }
static void make_recursive(Maker *m) {
  Kit *k = m->kit;
  Func *f = m->func;
  f->recursive = f->pure = true;
  f->type = int_type(m) == T_U32 ? T_U32 : T_I32;
  Var *n = add_param(m, T_I32), *x = add_param(m, f->type);
  Stmt *end = new_stmt(k, S_IF), *base = new_stmt(k, S_RETURN);
  end->expr = mk_binary(k, OP_LE, mk_var(k, n), mk_const(k, T_I32, roll(m, 2)));
  base->expr = maybe(m, 60) ? mk_var(k, x) : int_expr(m, 1);
  vd_push(&end->body, base);
  vd_push(&f->body, end);
  Expr *call = new_expr(k, E_CALL);
  call->callee = f;
  call->kids = 2;
  call->kid[0] = mk_binary(k, OP_SUB, mk_var(k, n), mk_const(k, T_I32, 1));
  bool tail = maybe(m, 50);
  call->kid[1] = tail ? int_expr(m, 2) : mk_var(k, x);
  Stmt *last = new_stmt(k, S_RETURN);
  last->expr =
      tail ? call : mk_binary(k, OP_ADD + (Op)roll(m, 2), call, int_leaf(m, 1));
  vd_push(&f->body, last);
}

static void make_helper(Maker *m, const char *name) {
  Func *f = new_func(m, name);
  f->is_static = maybe(m, 85);
  uint32_t what = roll(m, 10);
  if (what < 2) {
    make_recursive(m);
  } else if (what < 7) {
    f->pure = true;
    f->type = some_type(m);
    for (uint32_t i = 0, n = 1 + roll(m, 3); i < n; i++)
      add_param(m, some_type(m));
    make_func_body(m, maybe(m, 60) ? 0 : 2);
  } else {
    f->type = maybe(m, 60) ? some_type(m) : T_VOID;
    bool tiny = m->tiny;
    m->tiny = false;
    for (uint32_t i = 0, n = 1 + roll(m, 3); i < n; i++) random_param(m);
    make_func_body(m, 2);
    m->tiny = tiny;
  }
  vd_push(&m->unit->func, f);
}

static void make_root(Maker *m, const char *name) {
  Func *f = new_func(m, name);
  uint32_t n = m->tiny ? 1 + roll(m, 2) : roll(m, 10) ? 1 + roll(m, 4) : 0;
  for (uint32_t i = 0; i < n; i++) random_param(m);
  f->type = maybe(m, 85) ? some_type(m) : T_VOID;
  if (!m->tiny && maybe(m, 7)) {
    f->record = (int)roll(m, RECORDS);
    f->type = T_VOID;
  }
  make_func_body(m, 2 + (int)roll(m, 5));
  vd_push(&m->unit->func, f);
}

static void make_global(Maker *m, uint32_t unit) {
  const char *name =
      vd_arena_printf(&m->kit->arena, "g%u_%u", unit, m->unit->global.len);
  Var *v =
      make_var(m, name, maybe(m, 50) ? P_GLOBAL : P_FILE_STATIC, some_type(m));
  no_bool(v);
  if (maybe(m, 25)) {
    v->record = (int)roll(m, RECORDS);
    v->type = T_VOID;
  } else if (maybe(m, 40)) {
    v->count = 2 << roll(m, 2);
    v->constant = maybe(m, 40);
  }
  for (int i = 0; i < 8; i++) {
    Scalar t = v->record == NO_RECORD ? v->type
               : i < MAX_FIELDS       ? m->kit->record[v->record].field[i]
                                      : T_I32;
    v->init[i] = is_float(t)   ? float_bits(t, decimal(m))
                 : t == T_BOOL ? roll(m, 2)
                               : roll(m, 100);
  }
  vd_push(&m->unit->global, v);
}

static void choose_types(Maker *m) {
  static const Scalar usual[] = {T_I32, T_I32, T_I32, T_U32, T_U32, T_I64,
                                 T_U64, T_I16, T_U16, T_I8,  T_U8,  T_BOOL};
  static const Scalar narrow[] = {T_I8, T_U8, T_I8, T_U8, T_BOOL};
  m->tiny = maybe(m, 30);
  for (int i = 0; i < 3; i++)
    m->ints[i] = m->tiny ? narrow[roll(m, VD_COUNT(narrow))]
                         : usual[roll(m, VD_COUNT(usual))];
  if (!m->tiny && maybe(m, 22)) m->real = maybe(m, 50) ? T_F32 : T_F64;
}

Unit *make_unit(Kit *k, uint32_t number) {
  Maker m = {.kit = k, .unit = VD_NEW(&k->arena, Unit)};
  choose_types(&m);
  if (maybe(&m, 35))
    for (uint32_t i = 0, n = 1 + roll(&m, 2); i < n; i++)
      make_global(&m, number);
  uint32_t helpers = maybe(&m, 50) ? 0 : 1 + roll(&m, 2);
  for (uint32_t i = 0; i < helpers; i++)
    make_helper(&m, vd_arena_printf(&k->arena, "f%u_h%u", number, i));
  make_root(&m, vd_arena_printf(&k->arena, "f%u", number));
  vd_vec_done(&m.scope);
  tame(k, m.unit);
  return m.unit;
}

// ---------------------------------------------------------------- the head

static Func *make_external(Kit *k, const char *name, Scalar result,
                           const Var *param, int params) {
  Func *f = VD_NEW(&k->arena, Func);
  f->name = name;
  f->kind = F_EXTERN;
  f->type = result;
  f->record = NO_RECORD;
  for (int i = 0; i < params; i++)
    vd_push(&f->param,
            (Var *)vd_arena_copy(&k->arena, &param[i], sizeof *param));
  return f;
}

#define VALUE(n, t) {.name = n, .type = t, .record = NO_RECORD}
#define POINTER(n, t, c) \
  {.name = n, .type = t, .record = NO_RECORD, .count = c, .pointer = true}

// The stubs in oracle.c have the same signatures.
void make_kit(Kit *k) {
  static const Scalar some[] = {T_I32, T_U32, T_I8,  T_U16, T_I64,
                                T_F64, T_I32, T_F32, T_U8};
  for (int i = 0; i < RECORDS; i++) {
    k->record[i].fields = 1 + (int)below(k, MAX_FIELDS);
    for (int f = 0; f < k->record[i].fields; f++)
      k->record[i].field[f] =
          some[below(k, i < 2 ? VD_COUNT(some) - 5 : VD_COUNT(some))];
  }
  k->external[0] =
      make_external(k, "ext0", T_I32, (Var[]){VALUE("x", T_I32)}, 1);
  k->external[1] = make_external(
      k, "ext1", T_VOID, (Var[]){VALUE("x", T_I32), POINTER("y", T_I32, 1)}, 2);
  k->external[2] = make_external(k, "ext2", T_U8, (Var[]){VALUE("x", T_U8)}, 1);
  k->external[3] = make_external(
      k, "ext3", T_F64, (Var[]){VALUE("x", T_F64), VALUE("y", T_F32)}, 2);
  k->external[4] = make_external(
      k, "ext4", T_I64, (Var[]){POINTER("x", T_I16, 2), VALUE("y", T_I64)}, 2);
}
