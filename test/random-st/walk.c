// Looking at trees: expressions, blocks, and what statements read and write.
#include "edit.h"

// ------------------------------------------------------------- expressions

// What is inside of a place that is written.
static void slots_of_place(Expr *e, Slots *out) {
  if (!e) return;
  for (int i = 0; i < e->kids; i++) slots_of_expr(&e->kid[i], out);
}

static void slots_of_head(Stmt *s, Slots *out) {
  slots_of_place(s->lhs, out);
  slots_of_expr(&s->expr, out);
  slots_of_expr(&s->limit, out);
  for (uint32_t i = 0; i < s->args.len; i++) {
    Arg *arg = &s->args.at[i];
    if (arg->out || arg->member->section == V_IN_OUT)
      slots_of_place(arg->expr, out);
    else
      slots_of_expr(&arg->expr, out);
  }
}

void slots_of_stmt(Stmt *s, Slots *out) {
  slots_of_head(s, out);
  for (uint32_t i = 0; i < s->arms.len; i++) {
    slots_of_expr(&s->arms.at[i].cond, out);
    slots_of_block(&s->arms.at[i].body, out);
  }
  slots_of_block(&s->body, out);
  slots_of_block(&s->orelse, out);
}

void slots_of_block(Block *b, Slots *out) {
  for (uint32_t i = 0; i < b->len; i++) slots_of_stmt(b->at[i], out);
}

void slots_of_pou(Pou *p, Slots *out) {
  slots_of_block(&p->body, out);
  for (uint32_t i = 0; i < p->actions.len; i++)
    slots_of_block(&p->actions.at[i]->body, out);
  for (uint32_t i = 0; i < p->transitions.len; i++)
    slots_of_expr(&p->transitions.at[i]->cond, out);
}

// ------------------------------------------------------------------ places

static void places_of_stmt(Stmt *s, Slots *out) {
  if (s->lhs) vd_push(out, &s->lhs);
  for (uint32_t i = 0; i < s->args.len; i++)
    if (s->args.at[i].out || s->args.at[i].member->section == V_IN_OUT)
      vd_push(out, &s->args.at[i].expr);
  for (uint32_t i = 0; i < s->arms.len; i++)
    places_of_block(&s->arms.at[i].body, out);
  places_of_block(&s->body, out);
  places_of_block(&s->orelse, out);
}

void places_of_block(Block *b, Slots *out) {
  for (uint32_t i = 0; i < b->len; i++) places_of_stmt(b->at[i], out);
}

void places_of_pou(Pou *p, Slots *out) {
  places_of_block(&p->body, out);
  for (uint32_t i = 0; i < p->actions.len; i++)
    places_of_block(&p->actions.at[i]->body, out);
}

// ------------------------------------------------------------------ blocks

void blocks_of_block(Block *b, Blocks *out) {
  vd_push(out, b);
  for (uint32_t i = 0; i < b->len; i++) {
    Stmt *s = b->at[i];
    for (uint32_t a = 0; a < s->arms.len; a++)
      blocks_of_block(&s->arms.at[a].body, out);
    if (s->kind == S_FOR || s->kind == S_WHILE || s->kind == S_REPEAT)
      blocks_of_block(&s->body, out);
    if (s->has_else) blocks_of_block(&s->orelse, out);
  }
}

void blocks_of_pou(Pou *p, Blocks *out) {
  if (!p->steps.len) blocks_of_block(&p->body, out);
  for (uint32_t i = 0; i < p->actions.len; i++)
    blocks_of_block(&p->actions.at[i]->body, out);
}

bool has_kind(const Block *b, StmtKind kind) {
  Blocks blocks = {0};
  bool found = false;
  blocks_of_block((Block *)b, &blocks);
  for (uint32_t i = 0; i < blocks.len && !found; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len && !found; j++)
      found = blocks.at[i]->at[j]->kind == kind;
  vd_vec_done(&blocks);
  return found;
}

// ----------------------------------------------------------------- effects

// Whether running the POU can fault.
static bool pou_traps(Pou *p) {
  Effect effect = {0};
  for (uint32_t i = 0; i < p->body.len; i++) effect_of(p->body.at[i], &effect);
  for (uint32_t i = 0; i < p->actions.len; i++)
    for (uint32_t j = 0; j < p->actions.at[i]->body.len; j++)
      effect_of(p->actions.at[i]->body.at[j], &effect);
  bool traps = effect.traps;
  for (uint32_t i = 0; i < p->transitions.len; i++)
    traps |= may_trap(p->transitions.at[i]->cond);
  effect_done(&effect);
  return traps;
}

static bool is_inside(const Type *type, const Expr *index) {
  return index->kind == E_CONST && index->value >= type->low &&
         index->value < type->low + type->count;
}

bool may_trap(const Expr *e) {
  if (!e) return false;
  if (e->kind == E_INDEX && !is_inside(&e->var->type, e->kid[0])) return true;
  if (e->kind == E_OP && (e->op == OP_DIV || e->op == OP_MOD) &&
      (e->kid[1]->kind != E_CONST || !e->kid[1]->value))
    return true;
  if (e->kind == E_OP && e->op == OP_MUX) return true;
  if (e->kind == E_CALL && pou_traps(e->callee)) return true;
  for (int i = 0; i < e->kids; i++)
    if (may_trap(e->kid[i])) return true;
  return false;
}

static void add_reads(const Expr *e, Effect *out) {
  if (!e) return;
  if (e->var) vd_push(&out->reads, e->var);
  for (int i = 0; i < e->kids; i++) add_reads(e->kid[i], out);
}

// Writing a part leaves the rest: that is a read too.
static void add_write(const Expr *place, Effect *out) {
  if (!place) return;
  if (place->kind != E_VAR) vd_push(&out->reads, place->var);
  vd_push(&out->writes, place->var);
  for (int i = 0; i < place->kids; i++) add_reads(place->kid[i], out);
  out->traps |= may_trap(place);
}

static void block_effect(Block *b, Effect *out) {
  for (uint32_t i = 0; i < b->len; i++) effect_of(b->at[i], out);
}

static void invoke_effect(Stmt *s, Effect *out) {
  if (s->kind != S_INVOKE) return;
  vd_push(&out->reads, s->instance);
  vd_push(&out->writes, s->instance);
  out->traps |= pou_traps(s->instance->type.fb);
  for (uint32_t i = 0; i < s->args.len; i++) {
    const Arg *arg = &s->args.at[i];
    if (!arg->out) add_reads(arg->expr, out);
    if (arg->out || arg->member->section == V_IN_OUT) add_write(arg->expr, out);
    out->traps |= may_trap(arg->expr);
  }
}

void effect_of(Stmt *s, Effect *out) {
  add_write(s->lhs, out);
  add_reads(s->expr, out);
  add_reads(s->limit, out);
  out->traps |= may_trap(s->expr) || may_trap(s->limit);
  invoke_effect(s, out);
  for (uint32_t i = 0; i < s->arms.len; i++) {
    add_reads(s->arms.at[i].cond, out);
    out->traps |= may_trap(s->arms.at[i].cond);
    block_effect(&s->arms.at[i].body, out);
  }
  block_effect(&s->body, out);
  block_effect(&s->orelse, out);
  out->leaves |= s->kind == S_EXIT || s->kind == S_RETURN;
}

static bool has_write(const Effect *effect, const Var *var) {
  for (uint32_t i = 0; i < effect->writes.len; i++)
    if (effect->writes.at[i] == var) return true;
  return false;
}

bool touches(const Effect *effect, const Var *var) {
  for (uint32_t i = 0; i < effect->reads.len; i++)
    if (effect->reads.at[i] == var) return true;
  return has_write(effect, var);
}

bool writes_any(const Effect *effect, const Expr *read) {
  if (!read) return false;
  if (read->var && has_write(effect, read->var)) return true;
  for (int i = 0; i < read->kids; i++)
    if (writes_any(effect, read->kid[i])) return true;
  return false;
}

bool may_swap(Stmt *a, Stmt *b) {
  Effect x = {0}, y = {0};
  effect_of(a, &x);
  effect_of(b, &y);
  bool may = !x.leaves && !y.leaves;
  for (uint32_t i = 0; i < x.writes.len && may; i++)
    may = !touches(&y, x.writes.at[i]);
  for (uint32_t i = 0; i < y.writes.len && may; i++)
    may = !touches(&x, y.writes.at[i]);
  effect_done(&x);
  effect_done(&y);
  return may;
}

uint32_t count_uses(Pou *p, const Var *var) {
  Slots slots = {0};
  uint32_t n = 0;
  slots_of_pou(p, &slots);
  places_of_pou(p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) n += (*slots.at[i])->var == var;
  vd_vec_done(&slots);
  Blocks blocks = {0};
  blocks_of_pou(p, &blocks);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len; j++)
      n += blocks.at[i]->at[j]->instance == var;
  vd_vec_done(&blocks);
  for (uint32_t i = 0; i < p->steps.len; i++)
    for (uint32_t j = 0; j < p->steps.at[i]->blocks.len; j++)
      n += p->steps.at[i]->blocks.at[j].var == var;
  return n;
}

bool is_in_step(const Pou *p, const Var *v) {
  for (uint32_t i = 0; i < p->steps.len; i++)
    for (uint32_t j = 0; j < p->steps.at[i]->blocks.len; j++)
      if (p->steps.at[i]->blocks.at[j].var == v) return true;
  return false;
}

bool is_read(Pou *p, const Var *v) {
  Slots slots = {0};
  bool found = false;
  slots_of_pou(p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) found |= (*slots.at[i])->var == v;
  vd_vec_done(&slots);
  return found;
}

// ----------------------------------------------------------------- changes

void note(VdBuf *what, const char *text) {
  vd_buf_printf(what, "%s%s", what->len ? ", " : "", text);
}

bool do_one_of(Kit *k, Unit *u, VdBuf *what, const Named *rules, uint32_t n,
               int tries) {
  for (; tries > 0; tries--) {
    Edit x = {k, u, u->pous.at[below(k, u->pous.len)], what};
    const Named *rule = &rules[below(k, n)];
    if (rule->rule(&x)) return said(&x, rule->name);
  }
  return false;
}
