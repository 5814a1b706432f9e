// Rewrites of statements that keep what a function does, and that are defined
// wherever it was. Pointers may point anywhere outside, so memory behind them
// and globals are one thing here.
#include "prog.h"

// A place: statement i of block b in function f.
typedef struct Site {
  Kit *k;
  Unit *u;
  Func *f;
  Block *b;
  uint32_t i;
  Stmt *s;
} Site;
typedef bool (*Rule)(Site *at);

static void replace(Site *at, Stmt *s) {
  at->b->at[at->i] = s;
}

static Block block_of(Stmt *s) {
  Block b = {0};
  vd_push(&b, s);
  return b;
}

static Stmt *mk_if(Kit *k, Expr *cond, Block body) {
  Stmt *s = new_stmt(k, S_IF);
  s->expr = cond;
  s->body = body;
  return s;
}

static bool block_has(Block *b, StmtKind kind) {
  for (uint32_t i = 0; i < b->len; i++)
    if (has_kind(b->at[i], kind)) return true;
  return false;
}

static bool jumps_loose(Block *b) {
  return has_loose(b, S_BREAK) || has_loose(b, S_CONTINUE);
}

// -------------------------------------------------------------------- swap

static bool in(const Var *v, const Var *const *list, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == v) return true;
  return false;
}

static bool touches(const Effect *a, const Effect *b) {
  for (uint32_t i = 0; i < a->writes.len; i++)
    if (in(a->writes.at[i], b->writes.at, b->writes.len) ||
        in(a->writes.at[i], b->reads.at, b->reads.len))
      return true;
  return a->mem_write && (b->mem_read || b->mem_write);
}

static bool may_pass(const Effect *call, const Effect *other) {
  return !call->calls ||
         !(other->traps || other->mem_read || other->mem_write || other->calls);
}

static bool independent(Stmt *s, Stmt *t) {
  Effect a = {0}, b = {0};
  effect_of(s, &a);
  effect_of(t, &b);
  bool ok = !a.leaves && !b.leaves && !touches(&a, &b) && !touches(&b, &a) &&
            may_pass(&a, &b) && may_pass(&b, &a);
  effect_done(&a);
  effect_done(&b);
  return ok;
}

static bool swap(Site *at) {
  if (at->i + 1 >= at->b->len) return false;
  Stmt *next = at->b->at[at->i + 1];
  if (!independent(at->s, next)) return false;
  at->b->at[at->i] = next;
  at->b->at[at->i + 1] = at->s;
  return true;
}

// -------------------------------------------------------------- conditions

static bool invert_if(Site *at) {
  Stmt *s = at->s;
  if (s->kind != S_IF) return false;
  Block body = s->body;
  s->expr = mk_not(at->k, s->expr);
  s->body = s->orelse;
  s->orelse = body;
  s->has_else = true;
  return true;
}

static bool cond_to_if(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if ((s->kind != S_ASSIGN && s->kind != S_RETURN) || s->op || !s->expr ||
      s->expr->kind != E_COND || has_call(s->expr))
    return false;
  Scalar t = type_of(s->expr);
  Stmt *other = copy_stmt(k, s);
  Expr *cond = s->expr->kid[0];
  other->expr = mk_cast(k, t, other->expr->kid[2]);
  s->expr = mk_cast(k, t, s->expr->kid[1]);
  Stmt *branch = mk_if(k, cond, block_of(s));
  branch->has_else = true;
  branch->orelse = block_of(other);
  replace(at, branch);
  return true;
}

static bool is_simple_assign(const Block *b) {
  return b->len == 1 && b->at[0]->kind == S_ASSIGN && !b->at[0]->op &&
         b->at[0]->lhs->kind == E_VAR;
}

static bool if_to_cond(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_IF || !s->has_else || !is_simple_assign(&s->body) ||
      !is_simple_assign(&s->orelse) || has_call(s->expr))
    return false;
  Stmt *a = s->body.at[0], *b = s->orelse.at[0];
  if (a->lhs->var != b->lhs->var) return false;
  Scalar t = a->lhs->var->type;
  a->expr = mk_cond(k, s->expr, mk_cast(k, t, a->expr), mk_cast(k, t, b->expr));
  replace(at, a);
  return true;
}

static bool returns_to_cond(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_IF || s->has_else || at->i + 1 >= at->b->len ||
      has_call(s->expr) || !at->f->type)
    return false;
  Stmt *next = at->b->at[at->i + 1];
  if (s->body.len != 1 || s->body.at[0]->kind != S_RETURN ||
      next->kind != S_RETURN)
    return false;
  Scalar t = at->f->type;
  next->expr = mk_cond(k, s->expr, mk_cast(k, t, s->body.at[0]->expr),
                       mk_cast(k, t, next->expr));
  remove_stmt(at->b, at->i);
  return true;
}

static bool nest_if(Site *at) {
  Stmt *s = at->s;
  if (s->kind != S_IF || s->has_else) return false;
  if (s->expr->kind == E_BINARY && s->expr->op == OP_LAND) {
    s->body = block_of(mk_if(at->k, s->expr->kid[1], s->body));
    s->expr = s->expr->kid[0];
    return true;
  }
  if (s->body.len != 1 || s->body.at[0]->kind != S_IF ||
      s->body.at[0]->has_else)
    return false;
  Stmt *inner = s->body.at[0];
  s->expr = mk_binary(at->k, OP_LAND, s->expr, inner->expr);
  s->body = inner->body;
  return true;
}

static bool else_after_return(Site *at) {
  Stmt *s = at->s;
  Block *b = at->b;
  if (s->kind != S_IF || s->has_else || !s->body.len ||
      s->body.at[s->body.len - 1]->kind != S_RETURN || at->i + 1 >= b->len)
    return false;
  s->has_else = true;
  for (uint32_t i = at->i + 1; i < b->len; i++) vd_push(&s->orelse, b->at[i]);
  b->len = at->i + 1;
  return true;
}

static Expr *case_test(Kit *k, const Case *c, Var *t) {
  Expr *test = NULL;
  for (int i = 0; i < c->consts; i++) {
    Expr *one = mk_binary(k, OP_EQ, mk_var(k, t),
                          mk_const(k, t->type, (uint64_t)c->value[i]));
    test = test ? mk_binary(k, OP_LOR, test, one) : one;
  }
  return test;
}

static bool switch_to_if(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_SWITCH) return false;
  for (uint32_t i = 0; i < s->cases.len; i++) {
    Case *c = &s->cases.at[i];
    if ((c->falls && i + 1 < s->cases.len) || has_loose(&c->body, S_BREAK))
      return false;
  }
  Var *t = new_local(k, at->u, at->f, "t", promote(type_of(s->expr)));
  Stmt *chain = NULL, **last = &chain;
  for (uint32_t i = 0; i < s->cases.len; i++) {
    Case *c = &s->cases.at[i];
    Stmt *one = c->otherwise ? new_stmt(k, S_BLOCK)
                             : mk_if(k, case_test(k, c, t), c->body);
    if (c->otherwise) one->body = c->body;
    *last = one;
    if (c->otherwise || i + 1 == s->cases.len) break;
    one->has_else = true;
    vd_push(&one->orelse, NULL);
    last = &one->orelse.at[0];
  }
  replace(at, chain);
  insert_stmt(at->b, at->i, mk_decl(k, at->f, t, s->expr));
  return true;
}

// ------------------------------------------------------------------- loops

static bool for_to_while(Site *at) {
  Stmt *s = at->s;
  if (s->kind != S_FOR || !s->expr || !s->first || !s->step ||
      has_loose(&s->body, S_CONTINUE))
    return false;
  Stmt *first = s->first;
  Stmt *inner = new_stmt(at->k, S_BLOCK);  // what it declares stays apart
  inner->body = s->body;
  s->body = block_of(inner);
  vd_push(&s->body, s->step);
  s->kind = S_WHILE;
  s->first = s->step = NULL;
  insert_stmt(at->b, at->i, first);
  return true;
}

static bool change_while(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_WHILE || has_call(s->expr)) return false;
  switch (below(k, 3)) {
    case 0: s->kind = S_FOR; return true;
    case 1: {
      Stmt *leave =
          mk_if(k, mk_not(k, s->expr), block_of(new_stmt(k, S_BREAK)));
      insert_stmt(&s->body, 0, leave);
      s->kind = S_FOR;
      s->expr = NULL;
      return true;
    }
    default:
      s->kind = S_DO;
      replace(at, mk_if(k, copy_expr(k, s->expr), block_of(s)));
      return true;
  }
}

static bool while_to_goto(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_WHILE || jumps_loose(&s->body)) return false;
  Stmt *top = new_stmt(k, S_LABEL), *end = new_stmt(k, S_LABEL);
  Stmt *leave = new_stmt(k, S_GOTO), *back = new_stmt(k, S_GOTO);
  top->label = back->label = at->f->labels++;
  end->label = leave->label = at->f->labels++;
  Stmt *test = mk_if(k, mk_not(k, s->expr), block_of(leave));
  s->kind = S_BLOCK;
  s->expr = NULL;
  insert_stmt(at->b, at->i, top);
  insert_stmt(at->b, at->i + 1, test);
  insert_stmt(at->b, at->i + 3, back);
  insert_stmt(at->b, at->i + 4, end);
  return true;
}

static bool peel(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_WHILE || jumps_loose(&s->body) ||
      block_has(&s->body, S_LABEL) || has_call(s->expr))
    return false;
  Stmt *once = new_stmt(k, S_BLOCK);
  once->body = copy_block(k, &s->body);
  Block body = block_of(once);
  vd_push(&body, s);
  replace(at, mk_if(k, copy_expr(k, s->expr), body));
  return true;
}

static bool written_in(const Expr *e, const Effect *effect) {
  for (uint32_t i = 0; i < effect->writes.len; i++)
    if (uses(e, effect->writes.at[i])) return true;
  return false;
}

static bool hoist(Site *at) {
  Stmt *s = at->s;
  if ((s->kind != S_WHILE && s->kind != S_FOR && s->kind != S_DO) || !s->expr)
    return false;
  Slots slots = {0};
  slots_of_expr(&s->expr, &slots);
  Expr **slot = slots.at[below(at->k, slots.len)];
  Expr *e = *slot;
  Effect effect = {0};
  effect_of(s, &effect);
  bool ok = is_local(e) && !may_trap(e) && !has_call(e) &&
            type_of(e) != T_VOID && !written_in(e, &effect);
  effect_done(&effect);
  vd_vec_done(&slots);
  if (!ok) return false;
  Var *t = new_local(at->k, at->u, at->f, "t", type_of(e));
  *slot = mk_var(at->k, t);
  insert_stmt(at->b, at->i, mk_decl(at->k, at->f, t, e));
  return true;
}

// -------------------------------------------------------------- temporaries

// The parts that are computed whenever the whole is.
static void sure_slots(Expr **slot, Slots *out) {
  Expr *e = *slot;
  if (!e) return;
  vd_push(out, slot);
  bool lazy = e->kind == E_COND ||
              (e->kind == E_BINARY && (e->op == OP_LAND || e->op == OP_LOR));
  for (int i = 0; i < (lazy ? 1 : e->kids); i++) sure_slots(&e->kid[i], out);
}

// An expression of the statement that may be computed before it.
static Expr **early_slot(Site *at) {
  Stmt *s = at->s;
  if (s->kind == S_WHILE || s->kind == S_DO || s->kind == S_FOR) return NULL;
  if (s->kind != S_CALL && s->expr && has_call(s->expr)) return NULL;
  Slots slots = {0};
  if (s->kind == S_CALL) {
    for (int i = 0; i < s->expr->kids; i++)
      sure_slots(&s->expr->kid[i], &slots);
  } else if (s->expr && chance(at->k, 60)) {
    sure_slots(&s->expr, &slots);
  } else {
    slots_of_stmt(s, false, &slots);
    for (uint32_t i = 0; i < slots.len;)
      if (may_trap(*slots.at[i])) {
        slots.at[i] = vd_pop(&slots);
      } else {
        i++;
      }
  }
  Expr **slot = slots.len ? slots.at[below(at->k, slots.len)] : NULL;
  vd_vec_done(&slots);
  return slot && type_of(*slot) != T_VOID ? slot : NULL;
}

static bool temporary(Site *at) {
  Expr **slot = early_slot(at);
  if (!slot) return false;
  Var *t = new_local(at->k, at->u, at->f, "t", type_of(*slot));
  Stmt *decl = mk_decl(at->k, at->f, t, *slot);
  *slot = mk_var(at->k, t);
  insert_stmt(at->b, at->i, decl);
  return true;
}

static bool dead_code(Site *at) {
  Kit *k = at->k;
  Stmt *s = at->s;
  if (chance(k, 50)) {
    if (s->kind == S_DECL || s->kind == S_POINT || has_kind(s, S_LABEL))
      return false;
    insert_stmt(at->b, at->i,
                mk_if(k, mk_const(k, T_I32, 0), block_of(copy_stmt(k, s))));
    return true;
  }
  Expr **slot = early_slot(at);
  if (!slot || may_trap(*slot)) return false;
  Var *t = new_local(k, at->u, at->f, "d", type_of(*slot));
  insert_stmt(at->b, at->i, mk_decl(k, at->f, t, copy_expr(k, *slot)));
  return true;
}

static bool split_decl(Site *at) {
  Stmt *s = at->s;
  if (s->kind != S_DECL || !s->expr || s->split) return false;
  return s->split = true;
}

static bool wrap(Site *at) {
  Stmt *s = at->s;
  if (s->kind == S_DECL || s->kind == S_POINT) return false;
  Stmt *block = new_stmt(at->k, S_BLOCK);
  block->body = block_of(s);
  replace(at, block);
  return true;
}

static void replace_var(Block *b, Var *from, Var *to) {
  Slots slots = {0};
  slots_of_block(b, &slots);
  for (uint32_t i = 0; i < slots.len; i++)
    if ((*slots.at[i])->var == from) (*slots.at[i])->var = to;
  vd_vec_done(&slots);
  Stmts all = {0};
  stmts_of(b, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (all.at[i]->lhs && all.at[i]->lhs->var == from) all.at[i]->lhs->var = to;
  vd_vec_done(&all);
}

static bool copy_param(Site *at) {
  Func *f = at->f;
  if (!f->param.len) return false;
  Var *p = f->param.at[below(at->k, f->param.len)];
  if (p->pointer || p->record != NO_RECORD || p->escapes) return false;
  Var *t = new_local(at->k, at->u, f, "c", p->type);
  replace_var(&f->body, p, t);
  insert_stmt(&f->body, 0, mk_decl(at->k, f, t, mk_var(at->k, p)));
  return true;
}

static bool compound(Site *at) {
  Stmt *s = at->s;
  if (s->kind != S_ASSIGN) return false;
  if (s->op) {
    s->expr = mk_binary(at->k, s->op, copy_expr(at->k, s->lhs), s->expr);
    s->op = OP_NONE;
    return true;
  }
  Expr *e = s->expr;
  if (e->kind != E_BINARY || e->op > OP_XOR || s->lhs->kind != E_VAR ||
      e->kid[0]->kind != E_VAR || e->kid[0]->var != s->lhs->var)
    return false;
  s->op = e->op;
  s->expr = e->kid[1];
  return true;
}

// ------------------------------------------------------------------ memory

static bool all_closed(Block *b, const Var *v) {
  Slots slots = {0};
  Stmts all = {0};
  slots_of_block(b, &slots);
  stmts_of(b, &all);
  bool ok = true;
  for (uint32_t i = 0; i < slots.len; i++) {
    const Expr *e = *slots.at[i];
    ok &= e->var != v || e->kind == E_FIELD || (e->kind == E_INDEX && !e->open);
  }
  for (uint32_t i = 0; i < all.len; i++) {
    const Stmt *s = all.at[i];
    ok &= s->var != v && s->src != v;
    ok &= !s->lhs || s->lhs->var != v || !s->lhs->open;
  }
  vd_vec_done(&slots);
  vd_vec_done(&all);
  return ok;
}

// Accesses to a local array or struct go through a pointer.
static bool via_pointer(Site *at) {
  Stmt *s = at->s;
  Var *v = s->kind == S_DECL ? s->var : NULL;
  if (!v || v->pointer || (!v->count && v->record == NO_RECORD)) return false;
  Block rest = {0};
  for (uint32_t i = at->i + 1; i < at->b->len; i++)
    vd_push(&rest, at->b->at[i]);
  bool ok = rest.len && all_closed(&rest, v);
  if (ok) {
    Var *p = new_local(at->k, at->u, at->f, "q", v->type);
    p->record = v->record;
    p->count = v->count;
    p->pointer = true;
    v->escapes = true;
    replace_var(&rest, v, p);
    Stmt *point = new_stmt(at->k, S_POINT);
    point->var = p;
    point->src = v;
    insert_stmt(at->b, at->i + 1, point);
  }
  vd_vec_done(&rest);
  return ok;
}

static Expr *element(Kit *k, Var *v, Var *i) {
  Expr *e = new_expr(k, E_INDEX);
  e->var = v;
  e->kids = 1;
  e->kid[0] = mk_var(k, i);
  return e;
}

static bool move_to_loop(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_COPY && s->kind != S_FILL) return false;
  Scalar t = s->var->type;
  // A float that is loaded and stored may change how it is not a number, and
  // a _Bool becomes 0 or 1.
  if (t == T_BOOL || (s->kind == S_COPY && is_float(t))) return false;
  Var *i = new_local(k, at->u, at->f, "j", T_I32);
  Stmt *loop = new_stmt(k, S_FOR);
  loop->first = mk_assign(k, mk_var(k, i), OP_NONE, mk_const(k, T_I32, 0));
  loop->expr = mk_binary(k, OP_LT, mk_var(k, i),
                         mk_const(k, T_I32, (uint64_t)s->var->count));
  loop->step = mk_assign(k, mk_var(k, i), OP_ADD, mk_const(k, T_I32, 1));
  uint64_t fill = (uint64_t)s->label * 0x0101010101010101u;
  Expr *value = s->kind == S_COPY ? element(k, s->src, i)
                : is_float(t)     ? mk_float(k, t, 0.0)
                                  : mk_const(k, T_U64, fill);
  vd_push(&loop->body, mk_assign(k, element(k, s->var, i), OP_NONE, value));
  replace(at, loop);
  insert_stmt(at->b, at->i, mk_decl(k, at->f, i, mk_const(k, T_I32, 0)));
  return true;
}

// No padding, and every byte is part of an integer.
static bool is_dense(const Record *r) {
  int offset = 0, widest = 1;
  for (int i = 0; i < r->fields; i++) {
    int bytes = bits_of(r->field[i]) / 8;
    if (r->field[i] == T_BOOL || is_float(r->field[i]) || offset % bytes)
      return false;
    offset += bytes;
    if (bytes > widest) widest = bytes;
  }
  return offset % widest == 0;
}

static bool move_to_fields(Site *at) {
  Stmt *s = at->s;
  Kit *k = at->k;
  if (s->kind != S_MOVE) return false;
  const Record *r = &k->record[s->var->record];
  if (!is_dense(r)) return false;
  Stmt *block = new_stmt(k, S_BLOCK);
  for (int i = 0; i < r->fields; i++) {
    Expr *to = new_expr(k, E_FIELD), *from = new_expr(k, E_FIELD);
    to->var = s->var;
    from->var = s->src;
    to->field = from->field = i;
    to->type = from->type = r->field[i];
    vd_push(&block->body, mk_assign(k, to, OP_NONE, from));
  }
  replace(at, block);
  return true;
}

// -------------------------------------------------------------- by pointer

// The parameter is only read, field by field.
static bool is_only_read(Func *f, const Var *p) {
  Slots slots = {0};
  Stmts all = {0};
  slots_of_block(&f->body, &slots);
  stmts_of(&f->body, &all);
  bool ok = true;
  for (uint32_t i = 0; i < slots.len; i++)
    ok &= (*slots.at[i])->var != p || (*slots.at[i])->kind == E_FIELD;
  for (uint32_t i = 0; i < all.len; i++) {
    const Stmt *s = all.at[i];
    ok &= s->var != p && s->src != p && (!s->lhs || s->lhs->var != p);
  }
  vd_vec_done(&slots);
  vd_vec_done(&all);
  return ok;
}

static void insert_func(Unit *u, const Func *before, Func *f) {
  uint32_t i = 0;
  while (u->func.at[i] != before) i++;
  vd_push(&u->func, f);
  memmove(u->func.at + i + 1, u->func.at + i,
          (u->func.len - 1 - i) * sizeof *u->func.at);
  u->func.at[i] = f;
}

// A call with a struct by value becomes a call of a copy of the callee that
// takes it by pointer.
static bool by_pointer(Site *at) {
  Kit *k = at->k;
  if (at->s->kind != S_CALL) return false;
  Expr *call = at->s->expr;
  Func *f = call->callee;
  int i = 0;
  while (i < call->kids &&
         (f->param.at[i]->record == NO_RECORD || f->param.at[i]->pointer))
    i++;
  if (i == call->kids || f->kind == F_EXTERN || f->recursive ||
      call->kid[i]->var->place != P_LOCAL || call->kid[i]->var->pointer ||
      !is_only_read(f, f->param.at[i]))
    return false;
  for (uint32_t j = 0; j < f->local.len; j++)
    if (f->local.at[j]->place == P_STATIC) return false;
  Func *copy = copy_callee(k, f);
  copy->name = vd_arena_printf(&k->arena, "%s_p%d", f->name, at->u->fresh++);
  copy->is_static = true;
  copy->param.at[i]->pointer = true;
  insert_func(at->u, at->f, copy);
  call->callee = copy;
  call->kid[i]->open = true;
  call->kid[i]->var->escapes = true;
  return true;
}

// ----------------------------------------------------------------- extract

typedef struct Extract {
  Site *at;
  Func *helper;
  Expr *call;
  bool ok;
} Extract;

static bool is_shared(const Var *v) {
  return v->place == P_GLOBAL || v->place == P_FILE_STATIC;
}

// Turns variables of the caller into parameters of the helper.
static void adopt(Extract *x, Expr *e) {
  Kit *k = x->at->k;
  if (e->kind == E_PASS || e->kind == E_NULL ||
      (e->kind == E_CALL && e->callee == x->at->f))
    x->ok = false;
  if (e->var && !is_shared(e->var)) {
    if (e->kind != E_VAR) x->ok = false;
    Func *h = x->helper;
    int at = -1;
    for (int i = 0; i < x->call->kids; i++)
      if (x->call->kid[i]->var == e->var) at = i;
    if (at < 0 && x->call->kids == MAX_KIDS) x->ok = false;
    if (!x->ok) return;
    if (at < 0) {
      at = x->call->kids++;
      x->call->kid[at] = mk_var(k, e->var);
      Var *p = vd_arena_copy(&k->arena, e->var, sizeof *e->var);
      p->place = P_PARAM;
      p->fixed = p->escapes = false;
      vd_push(&h->param, p);
    }
    e->var = h->param.at[at];
  }
  for (int i = 0; i < e->kids; i++) adopt(x, e->kid[i]);
}

static bool extract(Site *at) {
  Kit *k = at->k;
  Slots slots = {0};
  slots_of_stmt(at->s, false, &slots);
  Expr **slot = slots.len ? slots.at[below(k, slots.len)] : NULL;
  vd_vec_done(&slots);
  if (!slot || type_of(*slot) == T_VOID || has_call(*slot) ||
      size_of(*slot) < 3)
    return false;
  Extract x = {.at = at, .ok = true, .call = new_expr(k, E_CALL)};
  x.helper = VD_NEW(&k->arena, Func);
  Func *h = x.helper;
  h->name = vd_arena_printf(&k->arena, "%s_x%d", at->f->name, at->u->fresh++);
  h->is_static = h->pure = true;
  h->record = NO_RECORD;
  h->type = type_of(*slot);
  Stmt *s = new_stmt(k, S_RETURN);
  s->expr = copy_expr(k, *slot);
  vd_push(&h->body, s);
  x.call->callee = h;
  adopt(&x, s->expr);
  if (!x.ok) return false;
  *slot = x.call;
  insert_func(at->u, at->f, h);
  return true;
}

// ------------------------------------------------------------------- sites

void rename_locals(Kit *k, Unit *u) {
  Func *f = u->func.at[below(k, u->func.len)];
  for (uint32_t i = 0; i < f->local.len; i++) {
    // A static local is part of the state, by its name.
    if (f->local.at[i]->place == P_STATIC) continue;
    f->local.at[i]->name =
        vd_arena_printf(&k->arena, "%c%d", 'k' + (int)below(k, 4), u->fresh++);
  }
  for (uint32_t i = 0; i < f->param.len; i++)
    f->param.at[i]->name = vd_arena_printf(&k->arena, "a%d", u->fresh++);
}

static const Rule rules[] = {
    swap,           swap,
    invert_if,      cond_to_if,
    if_to_cond,     returns_to_cond,
    nest_if,        else_after_return,
    switch_to_if,   switch_to_if,
    for_to_while,   for_to_while,
    change_while,   while_to_goto,
    peel,           hoist,
    temporary,      temporary,
    dead_code,      split_decl,
    wrap,           copy_param,
    compound,       via_pointer,
    via_pointer,    move_to_loop,
    move_to_fields, extract,
    by_pointer,     by_pointer,
    by_pointer,
};

static bool rewrite(Kit *k, Unit *u) {
  Func *f = u->func.at[below(k, u->func.len)];
  Blocks blocks = {0};
  blocks_of(&f->body, &blocks);
  Block *b = blocks.at[below(k, blocks.len)];
  vd_vec_done(&blocks);
  if (!b->len) return false;
  uint32_t i = below(k, b->len);
  Site at = {k, u, f, b, i, b->at[i]};
  return rules[below(k, VD_COUNT(rules))](&at);
}

bool equal_stmt(Kit *k, Unit *u) {
  for (int tries = 0; tries < 60; tries++)
    if (rewrite(k, u)) return true;
  return false;
}
