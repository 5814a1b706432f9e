// Random statements and bodies.
#include "make.h"

static void make_stmts(Maker *m, Block *b, int n);

// --------------------------------------------------------------- variables

void enter(Maker *m, Var *v) {
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
void no_bool(Var *v) {
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

void make_func_body(Maker *m, int n) {
  Func *f = m->func;
  make_guards(m, &f->body);
  if (!f->pure && maybe(m, 8)) make_static(m, &f->body);
  make_stmts(m, &f->body, n);
  if (f->record != NO_RECORD && !can_return(m))
    declare_record(m, &f->body, f->record);
  if (f->type || f->record != NO_RECORD) vd_push(&f->body, make_return(m));
}
