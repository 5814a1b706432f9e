// Trees: making, copying and looking at them.
#include "prog.h"

// ------------------------------------------------------------------- types

bool is_float(Scalar t) {
  return t == T_F32 || t == T_F64;
}

bool is_signed(Scalar t) {
  return t == T_I8 || t == T_I16 || t == T_I32 || t == T_I64;
}

int bits_of(Scalar t) {
  static const int bits[] = {0, 1, 8, 8, 16, 16, 32, 32, 64, 64, 32, 64};
  return bits[t];
}

Scalar promote(Scalar t) {
  return t < T_I32 ? T_I32 : t;
}

// The order of the enum from int on is the order of the usual conversions.
Scalar common(Scalar a, Scalar b) {
  a = promote(a);
  b = promote(b);
  return a > b ? a : b;
}

Scalar type_of(const Expr *e) {
  switch (e->kind) {
    case E_CONST:
    case E_CAST: return e->type;
    case E_VAR:
    case E_INDEX: return e->var->type;
    case E_FIELD: return e->type;
    case E_UNARY: return e->op == OP_LNOT ? T_I32 : promote(type_of(e->kid[0]));
    case E_BINARY:
      if (e->op >= OP_LT) return T_I32;
      if (e->op == OP_SHL || e->op == OP_SHR)
        return promote(type_of(e->kid[0]));
      return common(type_of(e->kid[0]), type_of(e->kid[1]));
    case E_COND: return common(type_of(e->kid[1]), type_of(e->kid[2]));
    case E_CALL: return e->callee->type;
    case E_CHAR: return T_I8;
    case E_PASS: return T_VOID;
    case E_NULL: return T_I32;
  }
  return T_VOID;
}

double float_of(Scalar type, uint64_t bits) {
  if (type == T_F64) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  float x;
  uint32_t low = (uint32_t)bits;
  memcpy(&x, &low, sizeof x);
  return (double)x;
}

uint64_t float_bits(Scalar type, double value) {
  uint64_t bits = 0;
  if (type == T_F64) {
    memcpy(&bits, &value, sizeof value);
  } else {
    float x = (float)value;
    memcpy(&bits, &x, sizeof x);
  }
  return bits;
}

// ------------------------------------------------------------------ making

Expr *new_expr(Kit *k, ExprKind kind) {
  Expr *e = VD_NEW(&k->arena, Expr);
  e->kind = kind;
  return e;
}

Expr *mk_const(Kit *k, Scalar type, uint64_t bits) {
  Expr *e = new_expr(k, E_CONST);
  e->type = promote(type);
  e->bits = bits_of(e->type) == 32 ? (uint32_t)bits : bits;
  return e;
}

Expr *mk_float(Kit *k, Scalar type, double value) {
  return mk_const(k, type, float_bits(type, value));
}

Expr *mk_var(Kit *k, Var *var) {
  Expr *e = new_expr(k, E_VAR);
  e->var = var;
  return e;
}

static Expr *mk_kids(Kit *k, ExprKind kind, Op op, int n, Expr **kid) {
  Expr *e = new_expr(k, kind);
  e->op = op;
  e->kids = n;
  for (int i = 0; i < n; i++) e->kid[i] = kid[i];
  return e;
}

Expr *mk_unary(Kit *k, Op op, Expr *e) {
  return mk_kids(k, E_UNARY, op, 1, &e);
}

Expr *mk_binary(Kit *k, Op op, Expr *a, Expr *b) {
  return mk_kids(k, E_BINARY, op, 2, (Expr *[]){a, b});
}

Expr *mk_cond(Kit *k, Expr *c, Expr *a, Expr *b) {
  return mk_kids(k, E_COND, OP_NONE, 3, (Expr *[]){c, a, b});
}

Expr *mk_cast(Kit *k, Scalar type, Expr *e) {
  Expr *cast = mk_kids(k, E_CAST, OP_NONE, 1, &e);
  cast->type = type;
  return cast;
}

Expr *mk_not(Kit *k, Expr *e) {
  return mk_unary(k, OP_LNOT, e);
}

Stmt *mk_assign(Kit *k, Expr *lhs, Op op, Expr *e) {
  Stmt *s = new_stmt(k, S_ASSIGN);
  s->lhs = lhs;
  s->op = op;
  s->expr = e;
  return s;
}

Stmt *mk_decl(Kit *k, Func *f, Var *var, Expr *init) {
  Stmt *s = new_stmt(k, S_DECL);
  s->var = var;
  s->expr = init;
  (void)f;
  return s;
}

Var *new_local(Kit *k, Unit *u, Func *f, const char *stem, Scalar type) {
  Var *v = VD_NEW(&k->arena, Var);
  v->name = vd_arena_printf(&k->arena, "%s%d", stem, u->fresh++);
  v->place = P_LOCAL;
  v->type = type;
  v->record = NO_RECORD;
  vd_push(&f->local, v);
  return v;
}

// ----------------------------------------------------------------- copying
// A variable or function with a twin is replaced by it.

static Var *twin_of(Var *v) {
  return v && v->twin ? v->twin : v;
}

Expr *copy_expr(Kit *k, const Expr *e) {
  if (!e) return NULL;
  Expr *copy = vd_arena_copy(&k->arena, e, sizeof *e);
  copy->var = twin_of(e->var);
  if (e->callee && e->callee->twin) copy->callee = e->callee->twin;
  for (int i = 0; i < e->kids; i++) copy->kid[i] = copy_expr(k, e->kid[i]);
  return copy;
}

Stmt *copy_stmt(Kit *k, const Stmt *s) {
  if (!s) return NULL;
  Stmt *copy = vd_arena_copy(&k->arena, s, sizeof *s);
  copy->var = twin_of(s->var);
  copy->src = twin_of(s->src);
  copy->lhs = copy_expr(k, s->lhs);
  copy->expr = copy_expr(k, s->expr);
  copy->first = copy_stmt(k, s->first);
  copy->step = copy_stmt(k, s->step);
  copy->body = copy_block(k, &s->body);
  copy->orelse = copy_block(k, &s->orelse);
  memset(&copy->list, 0, sizeof copy->list);
  for (uint32_t i = 0; i < s->list.len; i++)
    vd_push(&copy->list, copy_expr(k, s->list.at[i]));
  memset(&copy->cases, 0, sizeof copy->cases);
  for (uint32_t i = 0; i < s->cases.len; i++) {
    Case c = s->cases.at[i];
    c.body = copy_block(k, &c.body);
    vd_push(&copy->cases, c);
  }
  return copy;
}

static Var *copy_var(Kit *k, Var *v) {
  v->twin = NULL;
  return v->twin = vd_arena_copy(&k->arena, v, sizeof *v);
}

static Func *copy_func(Kit *k, Func *f) {
  Func *copy = vd_arena_copy(&k->arena, f, sizeof *f);
  f->twin = copy;
  memset(&copy->param, 0, sizeof copy->param);
  memset(&copy->local, 0, sizeof copy->local);
  for (uint32_t i = 0; i < f->param.len; i++)
    vd_push(&copy->param, copy_var(k, f->param.at[i]));
  for (uint32_t i = 0; i < f->local.len; i++)
    vd_push(&copy->local, copy_var(k, f->local.at[i]));
  copy->body = copy_block(k, &f->body);
  return copy;
}

static void forget_twins(Func *f) {
  f->twin = NULL;
  for (uint32_t i = 0; i < f->param.len; i++) f->param.at[i]->twin = NULL;
  for (uint32_t i = 0; i < f->local.len; i++) f->local.at[i]->twin = NULL;
}

Func *copy_callee(Kit *k, Func *f) {
  Func *copy = copy_func(k, f);
  forget_twins(f);
  return copy;
}

Unit *copy_unit(Kit *k, const Unit *unit) {
  Unit *copy = VD_NEW(&k->arena, Unit);
  copy->fresh = unit->fresh;
  for (uint32_t i = 0; i < unit->global.len; i++)
    vd_push(&copy->global, copy_var(k, unit->global.at[i]));
  for (uint32_t i = 0; i < unit->func.len; i++)
    vd_push(&copy->func, copy_func(k, unit->func.at[i]));
  for (uint32_t i = 0; i < unit->global.len; i++)
    unit->global.at[i]->twin = NULL;
  for (uint32_t i = 0; i < unit->func.len; i++) forget_twins(unit->func.at[i]);
  return copy;
}

// -------------------------------------------------------------- expressions

static bool trap_here(const Expr *e) {
  switch (e->kind) {
    case E_INDEX: return e->open || e->var->pointer;
    case E_FIELD: return e->var->pointer;
    case E_UNARY: return e->op == OP_NEG && is_signed(type_of(e));
    case E_BINARY:
      if (e->op == OP_DIV) return !is_float(type_of(e));
      if (e->op == OP_REM) return true;
      if (e->op == OP_SHL || e->op == OP_SHR)
        return e->kid[1]->kind != E_CONST ||
               e->kid[1]->bits >= (uint64_t)bits_of(type_of(e));
      return e->op <= OP_MUL && is_signed(type_of(e));
    case E_CAST:
      return is_float(type_of(e->kid[0])) && !is_float(e->type) &&
             e->type != T_BOOL;
    case E_CALL: return true;
    default: return false;
  }
}

bool may_trap(const Expr *e) {
  if (trap_here(e)) return true;
  for (int i = 0; i < e->kids; i++)
    if (may_trap(e->kid[i])) return true;
  return false;
}

bool has_call(const Expr *e) {
  if (e->kind == E_CALL && !e->callee->pure) return true;
  for (int i = 0; i < e->kids; i++)
    if (has_call(e->kid[i])) return true;
  return false;
}

// A variable that only the function itself can reach.
static bool is_private(const Var *v) {
  return (v->place == P_LOCAL || v->place == P_PARAM) && !v->pointer &&
         !v->escapes;
}

bool is_local(const Expr *e) {
  if (e->kind == E_CALL) return false;
  if (e->var && !is_private(e->var) && !e->var->constant) return false;
  for (int i = 0; i < e->kids; i++)
    if (!is_local(e->kid[i])) return false;
  return true;
}

uint32_t size_of(const Expr *e) {
  uint32_t n = 1;
  for (int i = 0; i < e->kids; i++) n += size_of(e->kid[i]);
  return n;
}

// ----------------------------------------------------------------- walking

void slots_of_block(Block *b, Slots *out) {
  for (uint32_t i = 0; i < b->len; i++) slots_of_stmt(b->at[i], true, out);
}

void slots_of_stmt(Stmt *s, bool deep, Slots *out) {
  if (s->lhs)
    for (int i = 0; i < s->lhs->kids; i++) slots_of_expr(&s->lhs->kid[i], out);
  slots_of_expr(&s->expr, out);
  for (uint32_t i = 0; i < s->list.len; i++) slots_of_expr(&s->list.at[i], out);
  if (!deep) return;
  if (s->first) slots_of_stmt(s->first, true, out);
  if (s->step) slots_of_stmt(s->step, true, out);
  slots_of_block(&s->body, out);
  slots_of_block(&s->orelse, out);
  for (uint32_t i = 0; i < s->cases.len; i++)
    slots_of_block(&s->cases.at[i].body, out);
}

void blocks_of(Block *b, Blocks *out) {
  vd_push(out, b);
  for (uint32_t i = 0; i < b->len; i++) {
    Stmt *s = b->at[i];
    if (s->body.len) blocks_of(&s->body, out);
    if (s->orelse.len) blocks_of(&s->orelse, out);
    for (uint32_t c = 0; c < s->cases.len; c++)
      blocks_of(&s->cases.at[c].body, out);
  }
}

static void stmts_from(Stmt *s, Stmts *out) {
  vd_push(out, s);
  if (s->first) stmts_from(s->first, out);
  if (s->step) stmts_from(s->step, out);
  stmts_of(&s->body, out);
  stmts_of(&s->orelse, out);
  for (uint32_t i = 0; i < s->cases.len; i++)
    stmts_of(&s->cases.at[i].body, out);
}

void stmts_of(Block *b, Stmts *out) {
  for (uint32_t i = 0; i < b->len; i++) stmts_from(b->at[i], out);
}

bool has_kind(Stmt *s, StmtKind kind) {
  Stmts all = {0};
  stmts_from(s, &all);
  bool found = false;
  for (uint32_t i = 0; i < all.len; i++) found |= all.at[i]->kind == kind;
  vd_vec_done(&all);
  return found;
}

bool has_loose(Block *b, StmtKind kind) {
  for (uint32_t i = 0; i < b->len; i++) {
    Stmt *s = b->at[i];
    if (s->kind == kind) return true;
    if (s->kind == S_WHILE || s->kind == S_DO || s->kind == S_FOR) continue;
    if (has_loose(&s->body, kind) || has_loose(&s->orelse, kind)) return true;
    if (s->kind == S_SWITCH && kind == S_BREAK) continue;
    for (uint32_t c = 0; c < s->cases.len; c++)
      if (has_loose(&s->cases.at[c].body, kind)) return true;
  }
  return false;
}

// ------------------------------------------------------------------ taming

// May clang see a constant here? Where it knows the condition it only looks at
// one arm.
static bool may_fold(const Expr *e) {
  bool lazy = e->kind == E_COND || (e->kind == E_BINARY && e->op >= OP_LAND);
  if (e->var || e->kind == E_CALL || e->kind == E_CHAR) return false;
  if (lazy && may_fold(e->kid[0])) return true;
  for (int i = 0; i < e->kids; i++)
    if (!may_fold(e->kid[i])) return false;
  return true;
}

static void tame_expr(Expr *e) {
  if (!is_signed(type_of(e)) || !may_fold(e)) return;
  if (e->kind == E_BINARY && e->op >= OP_ADD && e->op <= OP_MUL) {
    e->op = OP_XOR;
  } else if (e->kind == E_UNARY && e->op == OP_NEG) {
    e->op = OP_NOT;
  }
}

static void narrow(Kit *k, Expr **amount, Scalar of) {
  if (bits_of(type_of(*amount)) > bits_of(promote(of)))
    *amount = mk_cast(k, T_I32, *amount);
}

static bool is_shift(Op op) {
  return op == OP_SHL || op == OP_SHR;
}

void tame(Kit *k, Unit *u) {
  Slots slots = {0};
  Stmts all = {0};
  for (uint32_t i = 0; i < u->func.len; i++) {
    slots_of_block(&u->func.at[i]->body, &slots);
    stmts_of(&u->func.at[i]->body, &all);
  }
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    tame_expr(e);
    if (e->kind == E_BINARY && is_shift(e->op))
      narrow(k, &e->kid[1], type_of(e->kid[0]));
  }
  for (uint32_t i = 0; i < all.len; i++) {
    Stmt *s = all.at[i];
    if (s->kind == S_ASSIGN && is_shift(s->op))
      narrow(k, &s->expr, type_of(s->lhs));
  }
  vd_vec_done(&slots);
  vd_vec_done(&all);
}

// ----------------------------------------------------------------- effects

static void note_read(const Var *v, Effect *out) {
  if (!v) return;
  vd_push(&out->reads, v);
  if (!is_private(v) && !v->constant) out->mem_read = true;
}

static void note_write(const Var *v, Effect *out) {
  if (!v) return;
  vd_push(&out->writes, v);
  if (!is_private(v)) out->mem_write = true;
}

static void expr_effect(const Expr *e, Effect *out) {
  note_read(e->var, out);
  if (trap_here(e)) out->traps = true;
  if (e->kind == E_CALL) {
    out->mem_read = true;
    if (!e->callee->pure) out->calls = out->mem_write = true;
  }
  if (e->kind == E_PASS) note_write(e->var, out);
  for (int i = 0; i < e->kids; i++) expr_effect(e->kid[i], out);
}

static void single_effect(Stmt *s, Effect *out) {
  if (s->expr) expr_effect(s->expr, out);
  for (uint32_t i = 0; i < s->list.len; i++) expr_effect(s->list.at[i], out);
  if (s->lhs) {
    expr_effect(s->lhs, out);
    note_write(s->lhs->var, out);
    // What an assignment converts or computes may not fit.
    if (s->op || (is_float(type_of(s->expr)) && !is_float(type_of(s->lhs))))
      out->traps = true;
  }
  if (s->kind == S_DECL && s->expr && is_float(type_of(s->expr)) &&
      !is_float(s->var->type))
    out->traps = true;
  if (s->kind == S_DECL || s->kind == S_POINT) note_write(s->var, out);
  if (s->kind == S_COPY || s->kind == S_FILL || s->kind == S_MOVE) {
    note_write(s->var, out);
    out->traps = true;
  }
  note_read(s->src, out);
  out->leaves |= s->kind == S_BREAK || s->kind == S_CONTINUE ||
                 s->kind == S_RETURN || s->kind == S_GOTO || s->kind == S_LABEL;
}

void effect_of(Stmt *s, Effect *out) {
  Stmts all = {0};
  stmts_from(s, &all);
  for (uint32_t i = 0; i < all.len; i++) single_effect(all.at[i], out);
  vd_vec_done(&all);
}
