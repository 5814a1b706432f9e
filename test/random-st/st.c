// Trees: making and copying them, and the library.
#include "st.h"

#include <ctype.h>

// ------------------------------------------------------------------- names

const char *name_of(Kit *k, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *name = vd_arena_vprintf(&k->arena, fmt, args);
  va_end(args);
  return name;
}

const char *fresh_name(Kit *k, Unit *u, const char *stem) {
  return name_of(k, "%s_n%d", stem, u->fresh++);
}

Pou *program_of(const Unit *u) {
  for (uint32_t i = 0; i < u->pous.len; i++)
    if (u->pous.at[i]->kind == P_PROGRAM) return u->pous.at[i];
  return NULL;
}

// ------------------------------------------------------------------- types

Type plain(Class class) {
  return (Type){.class = class};
}

bool is_int(Class c) {
  return c == T_SINT || c == T_INT || c == T_UINT || c == T_DINT;
}

bool is_number(Class c) {
  return is_int(c) || c == T_TIME;
}

bool is_scalar(const Type *t) {
  return !t->count && t->class != T_STRUCT && t->class != T_FB;
}

bool same_type(const Type *a, const Type *b) {
  return a->class == b->class && a->enumeration == b->enumeration &&
         a->record == b->record && a->fb == b->fb && a->count == b->count;
}

int64_t low_of(Class c) {
  switch (c) {
    case T_SINT: return INT8_MIN;
    case T_INT:
    case T_REAL:
    case T_ENUM: return INT16_MIN;
    case T_DINT:
    case T_TIME: return INT32_MIN;
    default: return 0;
  }
}

int64_t high_of(Class c) {
  switch (c) {
    case T_BOOL: return 1;
    case T_SINT: return INT8_MAX;
    case T_BYTE: return UINT8_MAX;
    case T_UINT: return UINT16_MAX;
    case T_DINT:
    case T_TIME: return INT32_MAX;
    default: return INT16_MAX;
  }
}

int64_t wrap(Class c, int64_t value) {
  int64_t size = high_of(c) - low_of(c) + 1;
  int64_t rest = (value - low_of(c)) % size;
  return (rest < 0 ? rest + size : rest) + low_of(c);
}

// ------------------------------------------------------------------ making

Var *new_var(Kit *k, Pou *p, const char *name, Section section, Type type) {
  Var *v = VD_NEW(&k->arena, Var);
  *v = (Var){.name = name, .section = section, .type = type};
  vd_push(&p->vars, v);
  return v;
}

Pou *new_pou(Kit *k, PouKind kind, const char *name) {
  Pou *p = VD_NEW(&k->arena, Pou);
  p->kind = kind;
  p->name = name;
  return p;
}

Expr *new_expr(Kit *k, ExprKind kind, Type type) {
  Expr *e = VD_NEW(&k->arena, Expr);
  e->kind = kind;
  e->type = type;
  return e;
}

Expr *mk_const(Kit *k, Type type, int64_t value) {
  Expr *e = new_expr(k, E_CONST, type);
  e->value = value;
  return e;
}

Expr *mk_bool(Kit *k, bool value) {
  return mk_const(k, plain(T_BOOL), value);
}

Expr *mk_var(Kit *k, Var *var) {
  Expr *e = new_expr(k, E_VAR, var->type);
  e->var = var;
  return e;
}

Expr *mk_member(Kit *k, Var *instance, Var *member) {
  Expr *e = new_expr(k, E_MEMBER, member->type);
  e->var = instance;
  e->member = member;
  return e;
}

static Type type_of_op(Op op, const Expr *first, const Expr *last) {
  if (op >= OP_LT && op <= OP_NE) return plain(T_BOOL);
  return op == OP_SEL || op == OP_MUX ? last->type : first->type;
}

Expr *mk_op3(Kit *k, Op op, Expr *a, Expr *b, Expr *c) {
  Expr *last = c ? c : b ? b : a;
  Expr *e = new_expr(k, E_OP, type_of_op(op, a, last));
  e->op = op;
  e->kids = c ? 3 : b ? 2 : 1;
  e->kid[0] = a;
  e->kid[1] = b;
  e->kid[2] = c;
  return e;
}

Expr *mk_op(Kit *k, Op op, Expr *a, Expr *b) {
  return mk_op3(k, op, a, b, NULL);
}

Expr *mk_not(Kit *k, Expr *e) {
  if (e->kind == E_OP && e->op == OP_NOT && chance(k, 70)) return e->kid[0];
  if (e->kind == E_CONST) return mk_bool(k, !e->value);
  return mk_op(k, OP_NOT, e, NULL);
}

Expr *mk_convert(Kit *k, Type type, Expr *e) {
  Expr *x = new_expr(k, E_CONVERT, type);
  x->kids = 1;
  x->kid[0] = e;
  return x;
}

Expr *copy_expr(Kit *k, const Expr *e) {
  if (!e) return NULL;
  Expr *copy = vd_arena_copy(&k->arena, e, sizeof *e);
  for (int i = 0; i < e->kids; i++) copy->kid[i] = copy_expr(k, e->kid[i]);
  return copy;
}

bool equal_exprs(const Expr *a, const Expr *b) {
  if (a->kind != b->kind || !same_type(&a->type, &b->type) || a->op != b->op ||
      a->value != b->value || a->var != b->var || a->member != b->member ||
      a->field != b->field || a->step != b->step || a->callee != b->callee ||
      a->kids != b->kids)
    return false;
  for (int i = 0; i < a->kids; i++)
    if (!equal_exprs(a->kid[i], b->kid[i])) return false;
  return true;
}

// -------------------------------------------------------------- statements

Stmt *mk_assign(Kit *k, Expr *lhs, Expr *e) {
  Stmt *s = new_stmt(k, S_ASSIGN);
  s->lhs = lhs;
  s->expr = e;
  return s;
}

Stmt *mk_if(Kit *k, Expr *cond) {
  Stmt *s = new_stmt(k, S_IF);
  vd_push(&s->arms, (Arm){.cond = cond});
  return s;
}

Stmt *copy_stmt(Kit *k, const Stmt *s) {
  Stmt *copy = vd_arena_copy(&k->arena, s, sizeof *s);
  copy->lhs = copy_expr(k, s->lhs);
  copy->expr = copy_expr(k, s->expr);
  copy->limit = copy_expr(k, s->limit);
  copy->body = copy_block(k, &s->body);
  copy->orelse = copy_block(k, &s->orelse);
  memset(&copy->arms, 0, sizeof copy->arms);
  for (uint32_t i = 0; i < s->arms.len; i++) {
    Arm arm = s->arms.at[i];
    arm.cond = copy_expr(k, arm.cond);
    arm.body = copy_block(k, &s->arms.at[i].body);
    vd_push(&copy->arms, arm);
  }
  memset(&copy->args, 0, sizeof copy->args);
  for (uint32_t i = 0; i < s->args.len; i++) {
    Arg arg = s->args.at[i];
    arg.expr = copy_expr(k, arg.expr);
    vd_push(&copy->args, arg);
  }
  return copy;
}

Var *find_member(const Pou *fb, const char *name) {
  for (uint32_t i = 0; i < fb->vars.len; i++)
    if (!strcmp(fb->vars.at[i]->name, name)) return fb->vars.at[i];
  return NULL;
}

// ----------------------------------------------------------------- library

static Pou *library_fb(Kit *k, int at, const char *name) {
  Pou *p = new_pou(k, P_FB, name);
  p->library = true;
  k->lib[at] = p;
  return p;
}

static void timer(Kit *k, int at, const char *name) {
  Pou *p = library_fb(k, at, name);
  p->closed = true;
  new_var(k, p, "IN", V_INPUT, plain(T_BOOL));
  new_var(k, p, "PT", V_INPUT, plain(T_TIME));
  new_var(k, p, "Q", V_OUTPUT, plain(T_BOOL));
  new_var(k, p, "ET", V_OUTPUT, plain(T_TIME));
}

static void edge(Kit *k, int at, const char *name, bool falling) {
  Pou *p = library_fb(k, at, name);
  Var *clk = new_var(k, p, "CLK", V_INPUT, plain(T_BOOL));
  Var *q = new_var(k, p, "Q", V_OUTPUT, plain(T_BOOL));
  Var *m = new_var(k, p, "M", V_LOCAL, plain(T_BOOL));
  Expr *now = mk_var(k, clk);
  if (falling) now = mk_op(k, OP_NOT, now, NULL);
  Expr *fresh = mk_op(k, OP_NOT, mk_var(k, m), NULL);
  vd_push(&p->body, mk_assign(k, mk_var(k, q), mk_op(k, OP_AND, now, fresh)));
  vd_push(&p->body, mk_assign(k, mk_var(k, m), copy_expr(k, now)));
}

// Q1 := S OR (NOT R AND Q1), or NOT R AND (S OR Q1).
static void latch(Kit *k, int at, const char *name, bool set_first) {
  Pou *p = library_fb(k, at, name);
  Var *s = new_var(k, p, set_first ? "S1" : "S", V_INPUT, plain(T_BOOL));
  Var *r = new_var(k, p, set_first ? "R" : "R1", V_INPUT, plain(T_BOOL));
  Var *q = new_var(k, p, "Q1", V_OUTPUT, plain(T_BOOL));
  Expr *off = mk_op(k, OP_NOT, mk_var(k, r), NULL);
  Expr *a = set_first ? mk_var(k, s) : off;
  Expr *b = set_first ? mk_op(k, OP_AND, off, mk_var(k, q))
                      : mk_op(k, OP_OR, mk_var(k, s), mk_var(k, q));
  Expr *e = mk_op(k, set_first ? OP_OR : OP_AND, a, b);
  vd_push(&p->body, mk_assign(k, mk_var(k, q), e));
}

static void counter(Kit *k) {
  Pou *p = library_fb(k, LIB_CTU, "CTU");
  Var *cu = new_var(k, p, "CU", V_INPUT, plain(T_BOOL));
  Var *r = new_var(k, p, "R", V_INPUT, plain(T_BOOL));
  Var *pv = new_var(k, p, "PV", V_INPUT, plain(T_INT));
  Var *q = new_var(k, p, "Q", V_OUTPUT, plain(T_BOOL));
  Var *cv = new_var(k, p, "CV", V_OUTPUT, plain(T_INT));
  Var *m = new_var(k, p, "M", V_LOCAL, plain(T_BOOL));
  Type type = plain(T_INT);
  Stmt *s = mk_if(k, mk_var(k, r));
  vd_push(&s->arms.at[0].body,
          mk_assign(k, mk_var(k, cv), mk_const(k, type, 0)));
  Expr *up =
      mk_op(k, OP_AND, mk_var(k, cu), mk_op(k, OP_NOT, mk_var(k, m), NULL));
  Expr *room = mk_op(k, OP_LT, mk_var(k, cv), mk_const(k, type, INT16_MAX));
  vd_push(&s->arms, (Arm){.cond = mk_op(k, OP_AND, up, room)});
  Expr *next = mk_op(k, OP_ADD, mk_var(k, cv), mk_const(k, type, 1));
  vd_push(&s->arms.at[1].body, mk_assign(k, mk_var(k, cv), next));
  vd_push(&p->body, s);
  vd_push(&p->body, mk_assign(k, mk_var(k, m), mk_var(k, cu)));
  Expr *full = mk_op(k, OP_GE, mk_var(k, cv), mk_var(k, pv));
  vd_push(&p->body, mk_assign(k, mk_var(k, q), full));
}

void make_library(Kit *k) {
  timer(k, LIB_TON, "TON");
  timer(k, LIB_TOF, "TOF");
  timer(k, LIB_TP, "TP");
  edge(k, LIB_R_TRIG, "R_TRIG", false);
  edge(k, LIB_F_TRIG, "F_TRIG", true);
  latch(k, LIB_SR, "SR", true);
  latch(k, LIB_RS, "RS", false);
  counter(k);
}
