// Random statements.
#include "make.h"

Var *add_local(Maker *m, const char *stem, Section section, Type type) {
  Var *v = new_var(m->kit, m->pou, name_of(m->kit, "%s%d", stem, m->names++),
                   section, type);
  bool scalar = type.class != T_STRUCT && type.class != T_FB;
  if (!scalar || section == V_TEMP || !maybe(m, 35)) return v;
  v->has_init = true;
  for (int i = 0; i < MAX_ELEMENTS; i++) v->init[i] = some_value(m, &type);
  return v;
}

// ----------------------------------------------------------------- simple

static Expr *some_place(Maker *m) {
  for (int tries = 0; tries < 8; tries++) {
    Type type = some_type(m);
    Expr *place = leaf(m, &type, true);
    if (place) return place;
  }
  Type type = plain(T_BOOL);
  return leaf(m, &type, true);
}

static Stmt *some_assign(Maker *m) {
  Expr *place = some_place(m);
  if (!place) return NULL;
  // Counters count and flags latch more often than not.
  if (is_int(place->type.class) && place->kind == E_VAR && maybe(m, 35))
    return mk_assign(
        m->kit, place,
        mk_op(m->kit, roll(m, 4) ? OP_ADD : OP_SUB, copy_expr(m->kit, place),
              mk_const(m->kit, place->type, 1 + roll(m, 3))));
  return mk_assign(m->kit, place, expr_for(m, place->type, 3));
}

static Expr *some_arg(Maker *m, Pou *fb, Var *member) {
  if (member->type.class == T_TIME && fb->library && maybe(m, 85))
    return mk_const(m->kit, member->type, some_time(m));
  if (fb->library && is_int(member->type.class) && maybe(m, 85))
    return mk_const(m->kit, member->type, 1 + roll(m, 4));
  return expr_for(m, member->type, member->type.class == T_BOOL ? 2 : 1);
}

Stmt *some_invoke(Maker *m, Var *instance) {
  Stmt *s = new_stmt(m->kit, S_INVOKE);
  Pou *fb = instance->type.fb;
  s->instance = instance;
  for (uint32_t i = 0; i < fb->vars.len; i++) {
    Var *v = fb->vars.at[i];
    Expr *place = NULL;
    if (v->section == V_INPUT && maybe(m, 92))
      vd_push(&s->args, (Arg){.member = v, .expr = some_arg(m, fb, v)});
    if (v->section == V_OUTPUT && maybe(m, 20)) place = leaf(m, &v->type, true);
    if (place && place->kind == E_VAR)
      vd_push(&s->args, (Arg){.member = v, .expr = place, .out = true});
  }
  return s;
}

static Var *some_instance(Maker *m) {
  Var *found = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->pou->vars.len; i++) {
    Var *v = m->pou->vars.at[i];
    if (v->type.class == T_FB && !roll(m, ++n)) found = v;
  }
  return found;
}

// -------------------------------------------------------------- structured

static Stmt *some_if(Maker *m) {
  Stmt *s = mk_if(m->kit, condition(m, 3));
  make_block(m, &s->arms.at[0].body, 1 + roll(m, 2));
  for (uint32_t n = maybe(m, 30) ? 1 + roll(m, 2) : 0; n > 0; n--) {
    Block body = {0};
    Expr *cond = condition(m, 2);
    make_block(m, &body, 1 + roll(m, 2));
    vd_push(&s->arms, (Arm){.cond = cond, .body = body});
  }
  s->has_else = maybe(m, 45);
  if (s->has_else) make_block(m, &s->orelse, 1 + roll(m, 2));
  return s;
}

static void add_int_label(Maker *m, Arm *arm, int64_t *next) {
  int i = arm->labels++;
  arm->low[i] = *next + roll(m, 3);
  arm->high[i] = arm->low[i] + (maybe(m, 25) ? 1 + roll(m, 4) : 0);
  *next = arm->high[i] + 1;
}

static Stmt *some_case(Maker *m) {
  Stmt *s = new_stmt(m->kit, S_CASE);
  bool named = m->enumeration && maybe(m, 60);
  Type type = plain(int_class(m));
  if (named) type = (Type){.class = T_ENUM, .enumeration = m->enumeration};
  s->expr = leaf(m, &type, false);
  if (!s->expr) return NULL;
  int64_t next = 0, end = named ? m->enumeration->values : 90;
  uint32_t arms = 1 + roll(m, 4);
  while (s->arms.len < arms && next < end) {
    Arm arm = {0};
    if (named) {
      arm.labels = 1;
      arm.low[0] = arm.high[0] = next++;
      if (next < end && maybe(m, 20)) {
        arm.labels = 2;
        arm.low[1] = arm.high[1] = next++;
      }
    } else {
      for (uint32_t n = 1 + roll(m, 2); n > 0; n--)
        add_int_label(m, &arm, &next);
    }
    make_block(m, &arm.body, 1 + roll(m, 2));
    vd_push(&s->arms, arm);
  }
  s->has_else = maybe(m, 50);
  if (s->has_else) make_block(m, &s->orelse, 1);
  return s;
}

static Var *new_counter(Maker *m) {
  Section section =
      m->pou->kind != P_FUNCTION && maybe(m, 50) ? V_TEMP : V_LOCAL;
  Var *v = add_local(m, "i", section, plain(T_INT));
  v->fixed = true;
  v->has_init = false;
  return v;
}

static Stmt *some_for(Maker *m) {
  Kit *k = m->kit;
  Stmt *s = new_stmt(k, S_FOR);
  Var *v = new_counter(m);
  int64_t low = roll(m, 2), high = low + 1 + roll(m, 4);
  Maker saved = *m;
  m->counter = v;
  m->low = low;
  m->high = high;
  s->lhs = mk_var(k, v);
  s->step = maybe(m, 85) ? 1 : -1;
  s->expr = mk_const(k, v->type, s->step > 0 ? low : high);
  s->limit = mk_const(k, v->type, s->step > 0 ? high : low);
  make_block(m, &s->body, 1 + roll(m, 2));
  if (maybe(m, 15)) {
    Stmt *leave = mk_if(k, condition(m, 1));
    vd_push(&leave->arms.at[0].body, new_stmt(k, S_EXIT));
    insert_stmt(&s->body, roll(m, s->body.len + 1), leave);
  }
  m->counter = saved.counter;
  m->low = saved.low;
  m->high = saved.high;
  return s;
}

// A WHILE or REPEAT that a counter ends at the latest.
static void add_while(Maker *m, Block *b) {
  Kit *k = m->kit;
  Var *v = new_counter(m);
  bool repeat = maybe(m, 35);
  Stmt *s = new_stmt(k, repeat ? S_REPEAT : S_WHILE);
  Expr *limit = mk_const(k, v->type, 1 + roll(m, 4));
  Expr *more = mk_op(k, repeat ? OP_GE : OP_LT, mk_var(k, v), limit);
  s->expr = mk_op(k, repeat ? OP_OR : OP_AND, more, condition(m, 2));
  s->keep = true;
  make_block(m, &s->body, 1 + roll(m, 2));
  Stmt *count = mk_assign(
      k, mk_var(k, v), mk_op(k, OP_ADD, mk_var(k, v), mk_const(k, v->type, 1)));
  count->keep = true;
  vd_push(&s->body, count);
  Stmt *start = mk_assign(k, mk_var(k, v), mk_const(k, v->type, 0));
  start->keep = true;
  vd_push(b, start);
  vd_push(b, s);
}

static Stmt *some_return(Maker *m) {
  if (m->pou->steps.len || m->pou->kind == P_FUNCTION) return NULL;
  Stmt *s = mk_if(m->kit, condition(m, 2));
  vd_push(&s->arms.at[0].body, new_stmt(m->kit, S_RETURN));
  return s;
}

static Stmt *some_stmt(Maker *m) {
  uint32_t r = roll(m, 100);
  Var *instance = some_instance(m);
  bool deep = m->nesting >= 2 + (int)roll(m, 2);
  if (r < 12 && instance && !m->loops) return some_invoke(m, instance);
  if (r < 40 && !deep) return some_if(m);
  if (r < 47 && !deep) return some_case(m);
  if (r < 58 && !deep && !m->loops && m->arrays) return some_for(m);
  if (r < 60 && m->nesting == 1) return some_return(m);
  return some_assign(m);
}

// Something that only undoes what is before it in the block.
static bool is_idle(const Block *b, const Stmt *s) {
  if (s->kind != S_ASSIGN || s->lhs->kind != E_VAR) return false;
  if (equal_exprs(s->lhs, s->expr)) return true;
  if (uses(s->expr, s->lhs->var)) return false;
  for (uint32_t i = 0; i < b->len; i++) {
    Effect effect = {0};
    effect_of(b->at[i], &effect);
    bool writes = writes_any(&effect, s->lhs);
    effect_done(&effect);
    if (writes) return true;
  }
  return false;
}

static Stmt *busy_stmt(Maker *m, const Block *b) {
  Stmt *s = some_stmt(m);
  for (int tries = 0; tries < 4 && s && is_idle(b, s); tries++)
    s = some_stmt(m);
  return s;
}

void make_block(Maker *m, Block *b, uint32_t n) {
  m->nesting++;
  for (uint32_t i = 0; i < n; i++) {
    if (m->arrays && m->nesting < 3 && !m->loops && maybe(m, 4)) {
      m->loops++;
      add_while(m, b);
      m->loops--;
      continue;
    }
    Stmt *s = busy_stmt(m, b);
    if (s) vd_push(b, s);
  }
  m->nesting--;
}

// --------------------------------------------------------- state machines

// CASE state OF A: IF x THEN state := B; ... END_IF; ...
void make_machine(Maker *m, Block *b) {
  Kit *k = m->kit;
  Type type = {.class = T_ENUM, .enumeration = m->enumeration};
  Var *state = add_local(m, "state", V_LOCAL, type);
  uint32_t values = (uint32_t)m->enumeration->values;
  state->fixed = true;
  Stmt *s = new_stmt(k, S_CASE);
  s->expr = mk_var(k, state);
  for (uint32_t i = 0; i < values; i++) {
    Arm arm = {.labels = 1};
    arm.low[0] = arm.high[0] = i;
    if (maybe(m, 70)) make_block(m, &arm.body, 1);
    for (uint32_t n = 1 + maybe(m, 25); n > 0; n--) {
      Stmt *go = mk_if(k, condition(m, 2));
      uint32_t to = maybe(m, 70) ? (i + 1) % values : roll(m, values);
      if (maybe(m, 25)) make_block(m, &go->arms.at[0].body, 1);
      vd_push(&go->arms.at[0].body,
              mk_assign(k, mk_var(k, state), mk_const(k, type, to)));
      vd_push(&arm.body, go);
    }
    vd_push(&s->arms, arm);
  }
  vd_push(b, s);
}
