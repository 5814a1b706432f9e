// Rewrites of statements that keep what they do, faults included.
#include "st.h"

typedef struct Site {
  Kit *k;
  Unit *u;
  Pou *p;
  Block *b;
  uint32_t at;
  Stmt *s;
} Site;
typedef bool (*Rule)(Site *x);

static bool replace(Site *x, Stmt *s) {
  x->b->at[x->at] = s;
  return true;
}

// --------------------------------------------------------------------- IF

static bool is_two_way(const Stmt *s) {
  return s->kind == S_IF && s->arms.len == 1;
}

static bool turn_if(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s)) return false;
  Block then = s->arms.at[0].body;
  s->arms.at[0].cond = mk_not(x->k, s->arms.at[0].cond);
  s->arms.at[0].body = s->orelse;
  s->orelse = then;
  s->has_else = true;
  return true;
}

// ELSIF as ELSE IF.
static bool nest_elsif(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_IF || s->arms.len < 2) return false;
  Stmt *inner = mk_if(x->k, s->arms.at[1].cond);
  inner->arms.at[0].body = s->arms.at[1].body;
  for (uint32_t i = 2; i < s->arms.len; i++)
    vd_push(&inner->arms, s->arms.at[i]);
  inner->has_else = s->has_else;
  inner->orelse = s->orelse;
  s->arms.len = 1;
  s->has_else = true;
  s->orelse = (Block){0};
  vd_push(&s->orelse, inner);
  return true;
}

// A condition of ELSIF that could fault is evaluated alike in both.
static bool flatten_else(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_IF || !s->has_else || s->orelse.len != 1) return false;
  Stmt *inner = s->orelse.at[0];
  if (inner->kind != S_IF) return false;
  for (uint32_t i = 0; i < inner->arms.len; i++)
    vd_push(&s->arms, inner->arms.at[i]);
  s->has_else = inner->has_else;
  s->orelse = inner->orelse;
  return true;
}

static bool keeps(Block *b, uint32_t from, uint32_t to, const Expr *cond) {
  Effect effect = {0};
  for (uint32_t i = from; i < to; i++) effect_of(b->at[i], &effect);
  bool kept = !effect.leaves && !writes_any(&effect, cond);
  effect_done(&effect);
  return kept;
}

// IF c THEN a; b; END_IF as two IFs.
static bool split_if(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || s->has_else || s->arms.at[0].body.len < 2) return false;
  Arm *arm = &s->arms.at[0];
  uint32_t cut = 1 + below(x->k, arm->body.len - 1);
  if (!keeps(&arm->body, 0, cut, arm->cond)) return false;
  Stmt *rest = mk_if(x->k, copy_expr(x->k, arm->cond));
  for (uint32_t i = cut; i < arm->body.len; i++)
    vd_push(&rest->arms.at[0].body, arm->body.at[i]);
  arm->body.len = cut;
  insert_stmt(x->b, x->at + 1, rest);
  return true;
}

// IF c THEN a ELSE b END_IF as IF c; IF NOT c.
static bool split_else(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || !s->has_else) return false;
  Arm *arm = &s->arms.at[0];
  if (!keeps(&arm->body, 0, arm->body.len, arm->cond)) return false;
  Stmt *other = mk_if(x->k, mk_not(x->k, copy_expr(x->k, arm->cond)));
  other->arms.at[0].body = s->orelse;
  s->has_else = false;
  s->orelse = (Block){0};
  insert_stmt(x->b, x->at + 1, other);
  return true;
}

static bool merge_ifs(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || s->has_else || s->arms.at[0].body.len != 1)
    return false;
  Stmt *inner = s->arms.at[0].body.at[0];
  if (!is_two_way(inner) || inner->has_else || may_trap(inner->arms.at[0].cond))
    return false;
  inner->arms.at[0].cond =
      mk_op(x->k, OP_AND, s->arms.at[0].cond, inner->arms.at[0].cond);
  return replace(x, inner);
}

static bool nest_and(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || s->has_else) return false;
  Expr *cond = s->arms.at[0].cond;
  if (cond->kind != E_OP || cond->op != OP_AND || may_trap(cond)) return false;
  Stmt *inner = mk_if(x->k, cond->kid[1]);
  inner->arms.at[0].body = s->arms.at[0].body;
  s->arms.at[0].cond = cond->kid[0];
  s->arms.at[0].body = (Block){0};
  vd_push(&s->arms.at[0].body, inner);
  return true;
}

// ---------------------------------------------------------------- choices

// The variable that all conditions compare with a literal, and the literals.
static bool is_choice(const Expr *cond, Expr **of, int64_t *value) {
  if (cond->kind != E_OP || cond->op != OP_EQ) return false;
  Expr *a = cond->kid[0], *b = cond->kid[1];
  if (a->kind != E_VAR || b->kind != E_CONST) return false;
  if (!is_int(a->type.class) && a->type.class != T_ENUM) return false;
  if (*of && (*of)->var != a->var) return false;
  *of = a;
  *value = b->value;
  return true;
}

static bool has_label(const Stmt *s, int64_t value) {
  for (uint32_t i = 0; i < s->arms.len; i++)
    for (int j = 0; j < s->arms.at[i].labels; j++)
      if (s->arms.at[i].low[j] <= value && value <= s->arms.at[i].high[j])
        return true;
  return false;
}

static bool if_to_case(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_IF) return false;
  Stmt *made = new_stmt(x->k, S_CASE);
  for (uint32_t i = 0; i < s->arms.len; i++) {
    Arm arm = {.labels = 1, .body = s->arms.at[i].body};
    if (!is_choice(s->arms.at[i].cond, &made->expr, &arm.low[0])) return false;
    arm.high[0] = arm.low[0];
    if (has_label(made, arm.low[0])) return false;
    vd_push(&made->arms, arm);
  }
  made->has_else = s->has_else;
  made->orelse = s->orelse;
  return replace(x, made);
}

static Expr *label_test(Site *x, const Expr *of, const Arm *arm) {
  Kit *k = x->k;
  Expr *all = NULL;
  for (int i = 0; i < arm->labels; i++) {
    Expr *low = mk_const(k, of->type, arm->low[i]);
    Expr *high = mk_const(k, of->type, arm->high[i]);
    Expr *one = mk_op(k, OP_EQ, copy_expr(k, of), low);
    if (arm->low[i] != arm->high[i])
      one = mk_op(k, OP_AND, mk_op(k, OP_GE, copy_expr(k, of), low),
                  mk_op(k, OP_LE, copy_expr(k, of), high));
    all = all ? mk_op(k, OP_OR, all, one) : one;
  }
  return all;
}

static bool case_to_if(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_CASE || s->expr->kind != E_VAR) return false;
  Stmt *made = new_stmt(x->k, S_IF);
  for (uint32_t i = 0; i < s->arms.len; i++)
    vd_push(&made->arms, (Arm){.cond = label_test(x, s->expr, &s->arms.at[i]),
                               .body = s->arms.at[i].body});
  made->has_else = s->has_else;
  made->orelse = s->orelse;
  return replace(x, made);
}

static bool shuffle_case(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_CASE || s->arms.len < 2) return false;
  uint32_t i = below(x->k, s->arms.len - 1);
  Arm arm = s->arms.at[i];
  s->arms.at[i] = s->arms.at[i + 1];
  s->arms.at[i + 1] = arm;
  return true;
}

// ------------------------------------------------------------- assignments

static bool bool_to_if(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_ASSIGN || s->lhs->type.class != T_BOOL || s->keep ||
      s->expr->kind == E_CONST)
    return false;
  Stmt *made = mk_if(x->k, s->expr);
  made->has_else = true;
  vd_push(&made->arms.at[0].body, mk_assign(x->k, s->lhs, mk_bool(x->k, true)));
  vd_push(&made->orelse,
          mk_assign(x->k, copy_expr(x->k, s->lhs), mk_bool(x->k, false)));
  return replace(x, made);
}

static bool sets(const Block *b, const Expr *place, int64_t value) {
  if (b->len != 1 || b->at[0]->kind != S_ASSIGN) return false;
  const Stmt *s = b->at[0];
  return s->expr->kind == E_CONST && s->expr->value == value &&
         (!place || equal_exprs(s->lhs, place));
}

static bool if_to_bool(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || !s->has_else || !sets(&s->arms.at[0].body, NULL, 1))
    return false;
  Expr *place = s->arms.at[0].body.at[0]->lhs;
  if (place->type.class != T_BOOL || !sets(&s->orelse, place, 0)) return false;
  return replace(x, mk_assign(x->k, place, s->arms.at[0].cond));
}

static bool sel_to_if(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_ASSIGN || s->expr->kind != E_OP || s->expr->op != OP_SEL ||
      may_trap(s->expr))
    return false;
  Stmt *made = mk_if(x->k, s->expr->kid[0]);
  made->has_else = true;
  vd_push(&made->arms.at[0].body, mk_assign(x->k, s->lhs, s->expr->kid[2]));
  vd_push(&made->orelse,
          mk_assign(x->k, copy_expr(x->k, s->lhs), s->expr->kid[1]));
  return replace(x, made);
}

static bool if_to_sel(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || s->has_else || s->arms.at[0].body.len != 1)
    return false;
  Stmt *set = s->arms.at[0].body.at[0];
  if (set->kind != S_ASSIGN || set->keep || may_trap(set->expr) ||
      may_trap(set->lhs))
    return false;
  Expr *e = mk_op3(x->k, OP_SEL, s->arms.at[0].cond, copy_expr(x->k, set->lhs),
                   set->expr);
  return replace(x, mk_assign(x->k, set->lhs, e));
}

static Var *new_local(Site *x, const char *stem, Type type) {
  Section section =
      x->p->kind != P_FUNCTION && chance(x->k, 50) ? V_TEMP : V_LOCAL;
  return new_var(x->k, x->p, fresh_name(x->k, x->u, stem), section, type);
}

static bool by_temp(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_ASSIGN || s->keep) return false;
  Var *v = new_local(x, "t", s->expr->type);
  insert_stmt(x->b, x->at, mk_assign(x->k, mk_var(x->k, v), s->expr));
  s->expr = mk_var(x->k, v);
  return true;
}

static bool name_condition(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_IF) return false;
  Var *v = new_local(x, "c", plain(T_BOOL));
  insert_stmt(x->b, x->at,
              mk_assign(x->k, mk_var(x->k, v), s->arms.at[0].cond));
  s->arms.at[0].cond = mk_var(x->k, v);
  return true;
}

// x := a; ... may be done whatever a test says.
static bool both_ways(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_ASSIGN || s->keep) return false;
  Type type = plain(T_BOOL);
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    if (!same_type(&v->type, &type) || v->section == V_RESULT) continue;
    Stmt *made = mk_if(x->k, mk_var(x->k, v));
    made->has_else = true;
    vd_push(&made->arms.at[0].body, s);
    vd_push(&made->orelse, copy_stmt(x->k, s));
    return replace(x, made);
  }
  return false;
}

static bool assign_itself(Site *x) {
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[below(x->k, x->p->vars.len)];
    if (!is_scalar(&v->type) || v->fixed ||
        (v->section != V_LOCAL && v->section != V_OUTPUT))
      continue;
    insert_stmt(x->b, x->at, mk_assign(x->k, mk_var(x->k, v), mk_var(x->k, v)));
    return true;
  }
  return false;
}

static bool dead_code(Site *x) {
  Stmt *s = x->s;
  if (s->kind == S_RETURN || s->kind == S_EXIT || s->keep) return false;
  Expr *never = mk_bool(x->k, false);
  for (uint32_t i = 0; i < x->p->vars.len && chance(x->k, 90); i++) {
    Var *v = x->p->vars.at[i];
    if (v->type.class != T_BOOL || v->type.count || v->section == V_RESULT)
      continue;
    never = mk_op(x->k, OP_AND, mk_var(x->k, v),
                  mk_op(x->k, OP_NOT, mk_var(x->k, v), NULL));
  }
  Stmt *made = mk_if(x->k, never);
  vd_push(&made->arms.at[0].body, copy_stmt(x->k, s));
  insert_stmt(x->b, x->at, made);
  return true;
}

// A counter, a flag or a clock that nothing else reads.
static bool unused_state(Site *x) {
  if (x->p->kind == P_FUNCTION) return false;
  Kit *k = x->k;
  Type type = plain(chance(k, 50) ? T_INT : T_BOOL);
  Var *v = new_var(k, x->p, fresh_name(k, x->u, "u"), V_LOCAL, type);
  v->unused = true;
  Expr *next = type.class == T_BOOL
                   ? mk_op(k, OP_NOT, mk_var(k, v), NULL)
                   : mk_op(k, OP_ADD, mk_var(k, v), mk_const(k, type, 1));
  insert_stmt(x->b, x->at, mk_assign(k, mk_var(k, v), next));
  return true;
}

// ------------------------------------------------------------------- order

static bool swap(Site *x) {
  if (x->at + 1 >= x->b->len) return false;
  Stmt *next = x->b->at[x->at + 1];
  if (x->s->keep || next->keep || !may_swap(x->s, next)) return false;
  x->b->at[x->at] = next;
  x->b->at[x->at + 1] = x->s;
  return true;
}

// IF c THEN RETURN; END_IF; rest as IF NOT c THEN rest END_IF.
static bool guard_return(Site *x) {
  Stmt *s = x->s;
  if (!is_two_way(s) || s->has_else || s->arms.at[0].body.len != 1 ||
      s->arms.at[0].body.at[0]->kind != S_RETURN || x->b != &x->p->body)
    return false;
  Block rest = {0};
  for (uint32_t i = x->at + 1; i < x->b->len; i++) vd_push(&rest, x->b->at[i]);
  x->b->len = x->at + 1;
  s->arms.at[0].cond = mk_not(x->k, s->arms.at[0].cond);
  s->arms.at[0].body = rest;
  return true;
}

// ------------------------------------------------------------------- loops

static void put_values(Site *x, Block *b, const Var *v, int64_t value) {
  Slots slots = {0};
  slots_of_block(b, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr **slot = slots.at[i];
    if ((*slot)->kind == E_VAR && (*slot)->var == v)
      *slot = mk_const(x->k, (*slot)->type, value);
  }
  vd_vec_done(&slots);
}

// A literal index out of range would be an error, not a fault.
static bool stays_inside(Block *b) {
  Slots slots = {0};
  bool inside = true;
  slots_of_block(b, &slots);
  places_of_block(b, &slots);
  for (uint32_t i = 0; i < slots.len && inside; i++) {
    const Expr *e = *slots.at[i];
    if (e->kind != E_INDEX || e->kid[0]->kind != E_CONST) continue;
    int64_t at = e->kid[0]->value - e->var->type.low;
    inside = at >= 0 && at < e->var->type.count;
  }
  vd_vec_done(&slots);
  return inside;
}

static bool is_fixed_loop(const Stmt *s) {
  return s->kind == S_FOR && s->expr->kind == E_CONST &&
         s->limit->kind == E_CONST && !has_kind(&s->body, S_EXIT);
}

static bool unroll(Site *x) {
  Stmt *s = x->s;
  if (!is_fixed_loop(s)) return false;
  Var *v = s->lhs->var;
  Block all = {0};
  int64_t i = s->expr->value, end = s->limit->value;
  for (; s->step > 0 ? i <= end : i >= end; i += s->step) {
    Block turn = copy_block(x->k, &s->body);
    put_values(x, &turn, v, i);
    if (!stays_inside(&turn)) return false;
    for (uint32_t j = 0; j < turn.len; j++) vd_push(&all, turn.at[j]);
  }
  vd_push(&all, mk_assign(x->k, mk_var(x->k, v), mk_const(x->k, v->type, i)));
  remove_stmt(x->b, x->at);
  for (uint32_t j = 0; j < all.len; j++)
    insert_stmt(x->b, x->at + j, all.at[j]);
  return true;
}

static bool for_to_while(Site *x) {
  Stmt *s = x->s;
  Kit *k = x->k;
  if (!is_fixed_loop(s)) return false;
  Var *v = s->lhs->var;
  Stmt *made = new_stmt(k, S_WHILE);
  made->keep = true;
  made->expr = mk_op(k, s->step > 0 ? OP_LE : OP_GE, mk_var(k, v), s->limit);
  made->body = s->body;
  Stmt *count =
      mk_assign(k, mk_var(k, v),
                mk_op(k, OP_ADD, mk_var(k, v), mk_const(k, v->type, s->step)));
  count->keep = true;
  vd_push(&made->body, count);
  Stmt *start = mk_assign(k, s->lhs, s->expr);
  start->keep = true;
  x->b->at[x->at] = start;
  insert_stmt(x->b, x->at + 1, made);
  return true;
}

static bool while_to_repeat(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_WHILE || has_kind(&s->body, S_EXIT)) return false;
  Stmt *made = mk_if(x->k, copy_expr(x->k, s->expr));
  s->kind = S_REPEAT;
  s->expr = mk_not(x->k, s->expr);
  vd_push(&made->arms.at[0].body, s);
  return replace(x, made);
}

// -------------------------------------------------------------- invocations

// fb(IN := e) as fb.IN := e; fb().
static bool args_before(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_INVOKE || !s->args.len || s->args.at[0].out) return false;
  Arg arg = s->args.at[0];
  if (arg.member->section != V_INPUT) return false;
  for (uint32_t i = 1; i < s->args.len; i++) s->args.at[i - 1] = s->args.at[i];
  s->args.len--;
  insert_stmt(
      x->b, x->at,
      mk_assign(x->k, mk_member(x->k, s->instance, arg.member), arg.expr));
  return true;
}

// fb(Q => x) as fb(); x := fb.Q.
static bool outs_after(Site *x) {
  Stmt *s = x->s;
  if (s->kind != S_INVOKE || !s->args.len) return false;
  Arg arg = s->args.at[s->args.len - 1];
  if (!arg.out) return false;
  s->args.len--;
  insert_stmt(
      x->b, x->at + 1,
      mk_assign(x->k, arg.expr, mk_member(x->k, s->instance, arg.member)));
  return true;
}

typedef struct Named {
  Rule rule;
  const char *name;
} Named;

static const Named rules[] = {
    {turn_if, "IF turned round"},
    {nest_elsif, "ELSIF nested"},
    {flatten_else, "ELSE IF as ELSIF"},
    {split_if, "IF split"},
    {split_else, "IF and IF NOT"},
    {merge_ifs, "IFs merged"},
    {nest_and, "AND as nested IF"},
    {if_to_case, "IF to CASE"},
    {if_to_case, "IF to CASE"},
    {case_to_if, "CASE to IF"},
    {shuffle_case, "CASE in another order"},
    {bool_to_if, "BOOL set by IF"},
    {if_to_bool, "IF as a BOOL"},
    {sel_to_if, "SEL to IF"},
    {if_to_sel, "IF to SEL"},
    {by_temp, "temporary variable"},
    {name_condition, "condition named"},
    {both_ways, "done both ways"},
    {assign_itself, "x := x"},
    {dead_code, "dead code"},
    {unused_state, "unused state"},
    {swap, "statements swapped"},
    {swap, "statements swapped"},
    {guard_return, "RETURN as IF"},
    {unroll, "FOR unrolled"},
    {for_to_while, "FOR to WHILE"},
    {while_to_repeat, "WHILE to REPEAT"},
    {args_before, "argument set before"},
    {outs_after, "output read after"},
};

bool equal_stmt(Kit *k, Unit *u, VdBuf *what) {
  for (int tries = 0; tries < 60; tries++) {
    Site x = {.k = k, .u = u, .p = u->pous.at[below(k, u->pous.len)]};
    const Named *rule = &rules[below(k, VD_COUNT(rules))];
    Blocks blocks = {0};
    bool done = false;
    blocks_of_pou(x.p, &blocks);
    for (int i = 0; i < 12 && blocks.len && !done; i++) {
      x.b = blocks.at[below(k, blocks.len)];
      if (!x.b->len) continue;
      x.at = below(k, x.b->len);
      x.s = x.b->at[x.at];
      done = rule->rule(&x);
    }
    vd_vec_done(&blocks);
    if (!done) continue;
    note(what, rule->name);
    return true;
  }
  return false;
}
