// One small change, of the kind that a hand slips on.
#include "edit.h"

typedef bool (*Rule)(Edit *x);

// What a loop ends by is left alone: an endless one is no test of anything.
static void loop_heads(Edit *x, Slots *out) {
  Blocks blocks = {0};
  blocks_of_pou(x->p, &blocks);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len; j++)
      if (blocks.at[i]->at[j]->keep)
        slots_of_expr(&blocks.at[i]->at[j]->expr, out);
  vd_vec_done(&blocks);
}

static bool has_slot(const Slots *slots, Expr **slot) {
  for (uint32_t i = 0; i < slots->len; i++)
    if (slots->at[i] == slot) return true;
  return false;
}

static Expr **find(Edit *x, ExprTest test) {
  Slots slots = {0}, heads = {0};
  Expr **found = NULL;
  uint32_t n = 0;
  slots_of_pou(x->p, &slots);
  loop_heads(x, &heads);
  for (uint32_t i = 0; i < slots.len; i++)
    if (test(*slots.at[i]) && !has_slot(&heads, slots.at[i]) &&
        !below(x->k, ++n))
      found = slots.at[i];
  vd_vec_done(&slots);
  vd_vec_done(&heads);
  return found;
}

static Blocks blocks_here(Edit *x) {
  Blocks blocks = {0};
  blocks_of_pou(x->p, &blocks);
  return blocks;
}

static Stmt *find_stmt(Edit *x, StmtTest want, Block **b, uint32_t *at) {
  Blocks blocks = blocks_here(x);
  return pick_stmt(x->k, &blocks, want, b, at);
}

// ------------------------------------------------------------- expressions

static bool is_const(const Expr *e) {
  return e->kind == E_CONST;
}

// Literal indices and divisors have limits of their own.
static bool is_limited(Edit *x, Expr **slot) {
  Slots slots = {0};
  bool limited = false;
  slots_of_pou(x->p, &slots);
  places_of_pou(x->p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    bool divides = e->kind == E_OP && (e->op == OP_DIV || e->op == OP_MOD);
    limited |= e->kind == E_INDEX && &e->kid[0] == slot;
    limited |= divides && &e->kid[1] == slot;
  }
  vd_vec_done(&slots);
  return limited;
}

static int64_t other_value(Edit *x, const Expr *e) {
  static const int64_t steps[] = {1, 1, -1, -1, 2, 10};
  int64_t v = e->value, step = steps[below(x->k, VD_COUNT(steps))];
  switch (e->type.class) {
    case T_BOOL: return !v;
    case T_ENUM: return (v + 1) % e->type.enumeration->values;
    case T_TIME: return v + (v > 20 && chance(x->k, 50) ? -10 : step);
    default: return wrap(e->type.class, v + step);
  }
}

static bool other_constant(Edit *x) {
  Expr **slot = find(x, is_const);
  if (!slot || is_limited(x, slot)) return false;
  int64_t value = other_value(x, *slot);
  if (value == (*slot)->value) return false;
  *slot = mk_const(x->k, (*slot)->type, value);
  return said(x, "other constant");
}

static bool is_binary(const Expr *e) {
  return e->kind == E_OP && e->kids == 2;
}

static bool other_operator(Edit *x) {
  static const Op sums[] = {OP_ADD, OP_SUB, OP_MUL};
  static const Op bits[] = {OP_AND, OP_OR, OP_XOR};
  Expr **slot = find(x, is_binary);
  if (!slot) return false;
  Expr *e = *slot;
  Op op = e->op;
  bool order = is_number(e->kid[0]->type.class);
  if (op >= OP_LT && op <= OP_NE)
    op = order ? OP_LT + below(x->k, 6) : op == OP_EQ ? OP_NE : OP_EQ;
  else if (op >= OP_ADD && op <= OP_MUL)
    op = sums[below(x->k, e->type.class == T_TIME ? 2 : 3)];
  else if (op == OP_AND || op == OP_OR || op == OP_XOR)
    op = bits[below(x->k, 3)];
  else if (op == OP_MIN || op == OP_MAX)
    op = op == OP_MIN ? OP_MAX : OP_MIN;
  else if (op == OP_DIV && e->type.class == T_REAL)
    op = OP_MUL;
  else if (op == OP_DIV || op == OP_MOD)
    op = op == OP_DIV ? OP_MOD : OP_DIV;
  else
    op = op == OP_SHL ? OP_SHR : OP_SHL;
  if (op == e->op) return false;
  e->op = op;
  return said(x, "other operator");
}

static bool is_plain_read(const Expr *e) {
  return e->kind == E_VAR && !e->var->fixed && is_scalar(&e->type);
}

static bool other_variable(Edit *x) {
  Expr **slot = find(x, is_plain_read);
  if (!slot || is_limited(x, slot)) return false;
  Var *v = x->p->vars.at[below(x->k, x->p->vars.len)];
  if (v == (*slot)->var || !same_type(&v->type, &(*slot)->type) ||
      v->section == V_RESULT)
    return false;
  *slot = mk_var(x->k, v);
  return said(x, "other variable");
}

static bool is_bool(const Expr *e) {
  return e->type.class == T_BOOL && !e->type.count && e->kind != E_CONST;
}

static bool negate(Edit *x) {
  Expr **slot = find(x, is_bool);
  if (!slot) return false;
  *slot = mk_not(x->k, *slot);
  return said(x, "negated");
}

static bool is_pair(const Expr *e) {
  return e->kind == E_OP && e->kids == 2 &&
         same_type(&e->type, &e->kid[0]->type) &&
         same_type(&e->type, &e->kid[1]->type) && e->op != OP_SHL &&
         e->op != OP_SHR;
}

static bool drop_operand(Edit *x) {
  Expr **slot = find(x, is_pair);
  if (!slot) return false;
  *slot = (*slot)->kid[below(x->k, 2)];
  return said(x, "dropped operand");
}

static bool is_limit(const Expr *e) {
  return e->kind == E_OP && e->op == OP_LIMIT;
}

// What was kept inside of an array may leave it.
static bool drop_limit(Edit *x) {
  Expr **slot = find(x, is_limit);
  if (!slot) return false;
  *slot = (*slot)->kid[1];
  return said(x, "dropped LIMIT");
}

static bool is_ordered(const Expr *e) {
  return e->kind == E_OP && (e->op == OP_SUB || e->op == OP_LT ||
                             e->op == OP_LE || e->op == OP_SEL);
}

static bool swap_operands(Edit *x) {
  Expr **slot = find(x, is_ordered);
  if (!slot) return false;
  int i = (*slot)->op == OP_SEL ? 1 : 0;
  swap_kids(*slot, i);
  return said(x, "swapped operands");
}

// -------------------------------------------------------------- statements

static bool can_drop(const Stmt *s) {
  return !s->keep && s->kind != S_EXIT;
}

static bool drop(Edit *x) {
  Blocks blocks = blocks_here(x);
  return drop_stmt(x->k, &blocks, can_drop) && said(x, "dropped statement");
}

static bool swap(Edit *x) {
  Blocks blocks = blocks_here(x);
  return swap_stmts(x->k, &blocks, can_drop) && said(x, "swapped statements");
}

static bool is_if(const Stmt *s) {
  return s->kind == S_IF;
}

static bool change_if(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_if, &b, &i);
  if (!s) return false;
  if (s->has_else && chance(x->k, 40)) {
    s->has_else = false;
    s->orelse = (Block){0};
    return said(x, "dropped ELSE");
  }
  if (s->arms.len > 1 && chance(x->k, 50)) {
    s->arms.len--;
    return said(x, "dropped ELSIF");
  }
  for (uint32_t j = 0; j < s->arms.at[0].body.len; j++)
    insert_stmt(b, i + 1 + j, s->arms.at[0].body.at[j]);
  remove_stmt(b, i);
  return said(x, "dropped guard");
}

static bool is_case(const Stmt *s) {
  return s->kind == S_CASE;
}

static bool change_case(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_case, &b, &i);
  if (!s || s->arms.len < 2) return false;
  uint32_t n = below(x->k, s->arms.len - 1);
  if (chance(x->k, 50)) {
    Block body = s->arms.at[n].body;
    s->arms.at[n].body = s->arms.at[n + 1].body;
    s->arms.at[n + 1].body = body;
    return said(x, "swapped branches");
  }
  for (uint32_t j = n; j + 1 < s->arms.len; j++)
    s->arms.at[j] = s->arms.at[j + 1];
  s->arms.len--;
  return said(x, "dropped branch");
}

static bool is_invoke(const Stmt *s) {
  return s->kind == S_INVOKE && s->args.len;
}

static bool drop_arg(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_invoke, &b, &i);
  if (!s || s->args.at[s->args.len - 1].member->section == V_IN_OUT)
    return false;
  s->args.len--;
  return said(x, "dropped argument");
}

static bool change_time(Edit *x, Stmt *s) {
  for (uint32_t j = 0; s && j < s->args.len; j++) {
    Arg *arg = &s->args.at[j];
    if (arg->out || arg->expr->kind != E_CONST ||
        arg->expr->type.class != T_TIME)
      continue;
    int64_t value = arg->expr->value;
    value = chance(x->k, 50) ? value + 1 + below(x->k, 10) : value / 2;
    arg->expr = mk_const(x->k, arg->expr->type, value);
    return said(x, "other time");
  }
  return false;
}

static bool other_time(Edit *x) {
  Block *b;
  uint32_t i;
  return change_time(x, find_stmt(x, is_invoke, &b, &i));
}

// ------------------------------------------------------------ declarations

// Only that it faults shows.
static bool new_fault(Edit *x) {
  Var *by = x->p->vars.at[below(x->k, x->p->vars.len)];
  if (!is_int(by->type.class) || by->type.count || by->fixed ||
      by->section == V_CONSTANT || by->section == V_RESULT || x->p->steps.len ||
      x->p->kind == P_FUNCTION)
    return false;
  Var *risk =
      new_var(x->k, x->p, fresh_name(x->k, x->u, "risk"), V_LOCAL, by->type);
  Expr *shifted = mk_op(x->k, OP_SUB, mk_var(x->k, by),
                        mk_const(x->k, by->type, below(x->k, 10)));
  Expr *e = mk_op(x->k, OP_DIV, mk_const(x->k, by->type, 1), shifted);
  insert_stmt(&x->p->body, below(x->k, x->p->body.len + 1),
              mk_assign(x->k, mk_var(x->k, risk), e));
  return said(x, "new fault");
}

static bool other_init(Edit *x) {
  Var *v = x->p->vars.at[below(x->k, x->p->vars.len)];
  if (v->section == V_IN_OUT || v->section == V_RESULT || v->fixed ||
      v->type.class == T_STRUCT || v->type.class == T_FB ||
      x->p->kind == P_FUNCTION)
    return false;
  Type type = v->type;
  type.count = 0;
  Expr *was = mk_const(x->k, type, v->has_init ? v->init[0] : 0);
  if (!v->has_init) memset(v->init, 0, sizeof v->init);
  v->has_init = true;
  v->init[0] = other_value(x, was);
  return said(x, "other initial value");
}

// ---------------------------------------------------------------- networks

static Step *some_step(Edit *x) {
  return x->p->steps.at[below(x->k, x->p->steps.len)];
}

static bool change_block(Edit *x) {
  static const char *const others[] = {"N", "S", "R", "P", "P1", "P0"};
  if (!x->p->steps.len) return false;
  Step *s = some_step(x);
  if (!s->blocks.len) return false;
  StepBlock *b = &s->blocks.at[below(x->k, s->blocks.len)];
  if (b->time) {
    b->time += 10;
    return said(x, "other time of an action");
  }
  const char *other = others[below(x->k, VD_COUNT(others))];
  if (!strcmp(other, b->qualifier)) return false;
  b->qualifier = other;
  return said(x, "other qualifier");
}

static bool change_transition(Edit *x) {
  Pou *p = x->p;
  if (!p->transitions.len) return false;
  Transition *t = p->transitions.at[below(x->k, p->transitions.len)];
  Step *to = some_step(x);
  if (t->to.len > 1 || t->from.len > 1 || t->to.at[0] == to) return false;
  t->to.at[0] = to;
  return said(x, "other target");
}

static bool reorder_transitions(Edit *x) {
  Pou *p = x->p;
  if (p->transitions.len < 2) return false;
  uint32_t i = below(x->k, p->transitions.len - 1);
  Transition *t = p->transitions.at[i];
  p->transitions.at[i] = p->transitions.at[i + 1];
  p->transitions.at[i + 1] = t;
  return said(x, "other order of transitions");
}

static const Rule rules[] = {
    other_constant,
    other_constant,
    other_constant,
    other_operator,
    other_operator,
    other_variable,
    other_variable,
    negate,
    drop_operand,
    swap_operands,
    drop,
    drop,
    swap,
    change_if,
    change_if,
    change_case,
    drop_arg,
    other_init,
    other_init,
    change_block,
    change_block,
    change_transition,
    reorder_transitions,
    drop_limit,
    other_time,
    other_time,
    new_fault,
};

bool mutate(Kit *k, Unit *u, VdBuf *what) {
  for (int tries = 0; tries < 100; tries++) {
    Pou *p = chance(k, 60) ? program_of(u) : u->pous.at[below(k, u->pous.len)];
    Edit x = {k, u, p, what};
    if (rules[below(k, VD_COUNT(rules))](&x)) return true;
  }
  return false;
}

bool mutate_time(Kit *k, Unit *u, VdBuf *what) {
  Edit x = {k, u, program_of(u), what};
  for (uint32_t i = x.p->body.len; i-- > 0;)
    if (is_invoke(x.p->body.at[i]) && change_time(&x, x.p->body.at[i]))
      return true;
  return false;
}

// Random runs hardly get there: only a proof says that there is no difference,
// and there is none.
bool mutate_deep(Kit *k, Unit *u, VdBuf *what) {
  Pou *p = program_of(u);
  Edit x = {k, u, p, what};
  Var *y = NULL;
  Type type = plain(T_INT);
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (p->vars.at[i]->section == V_OUTPUT &&
        p->vars.at[i]->type.class == T_BOOL)
      y = p->vars.at[i];
  if (!y || p->steps.len || has_kind(&p->body, S_RETURN)) return false;
  Var *deep = new_var(k, p, fresh_name(k, u, "deep"), V_LOCAL, type);
  int64_t last = MAX_DEEP - 2 - (int64_t)below(k, 4000);
  Stmt *s = mk_if(k, mk_op(k, OP_LT, mk_var(k, deep), mk_const(k, type, last)));
  Expr *next = mk_op(k, OP_ADD, mk_var(k, deep), mk_const(k, type, 1));
  vd_push(&s->arms.at[0].body, mk_assign(k, mk_var(k, deep), next));
  s->has_else = true;
  vd_push(&s->orelse,
          mk_assign(k, mk_var(k, y), mk_op(k, OP_NOT, mk_var(k, y), NULL)));
  vd_push(&p->body, s);
  return said(&x, "deep");
}
