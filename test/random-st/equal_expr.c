// Rewrites of expressions that keep their value, faults included.
#include "st.h"

typedef struct Site {
  Kit *k;
  Unit *u;
  Pou *p;
} Site;
// What stands in place of e, or NULL.
typedef Expr *(*Rule)(Site *s, Expr *e);

static bool is_op(const Expr *e, Op op) {
  return e->kind == E_OP && e->op == op;
}

static bool is_bool(const Expr *e) {
  return e->type.class == T_BOOL;
}

static Expr *copy(Site *s, const Expr *e) {
  return copy_expr(s->k, e);
}

static Expr *number(Site *s, const Expr *like, int64_t value) {
  return mk_const(s->k, like->type, wrap(like->type.class, value));
}

// -------------------------------------------------------------------- bool

// Of REALs there may be NaNs: NOT a < b is not a >= b.
static bool may_be_unordered(const Expr *e) {
  return e->kids == 2 && e->kid[0]->type.class == T_REAL && e->op != OP_EQ &&
         e->op != OP_NE;
}

static Expr *de_morgan(Site *s, Expr *e) {
  if (!is_bool(e) || (!is_op(e, OP_AND) && !is_op(e, OP_OR))) return NULL;
  Op other = e->op == OP_AND ? OP_OR : OP_AND;
  return mk_op(
      s->k, OP_NOT,
      mk_op(s->k, other, mk_not(s->k, e->kid[0]), mk_not(s->k, e->kid[1])),
      NULL);
}

static Expr *push_not(Site *s, Expr *e) {
  static const Op negated[] = {
      [OP_LT] = OP_GE, [OP_LE] = OP_GT, [OP_GT] = OP_LE,
      [OP_GE] = OP_LT, [OP_EQ] = OP_NE, [OP_NE] = OP_EQ};
  if (!is_op(e, OP_NOT) || !is_bool(e) || e->kid[0]->kind != E_OP) return NULL;
  Expr *in = e->kid[0];
  if (may_be_unordered(in)) return NULL;
  if (in->op >= OP_LT && in->op <= OP_NE)
    return mk_op(s->k, negated[in->op], in->kid[0], in->kid[1]);
  if (in->op != OP_AND && in->op != OP_OR) return NULL;
  return mk_op(s->k, in->op == OP_AND ? OP_OR : OP_AND,
               mk_not(s->k, in->kid[0]), mk_not(s->k, in->kid[1]));
}

static Expr *twice_not(Site *s, Expr *e) {
  if (!is_bool(e)) return NULL;
  Expr *once = mk_op(s->k, OP_NOT, e, NULL);
  return mk_op(s->k, OP_NOT, once, NULL);
}

static Expr *other_xor(Site *s, Expr *e) {
  if (e->kind != E_OP || !is_bool(e) || !is_bool(e->kid[0])) return NULL;
  Expr *a = e->kid[0], *b = e->kid[1];
  if (e->op == OP_XOR) return mk_op(s->k, OP_NE, a, b);
  if (e->op == OP_NE) return mk_op(s->k, OP_XOR, a, b);
  if (e->op == OP_EQ) return mk_not(s->k, mk_op(s->k, OP_XOR, a, b));
  return NULL;
}

static Expr *spell_xor(Site *s, Expr *e) {
  if (!is_op(e, OP_XOR) || !is_bool(e)) return NULL;
  Expr *a = e->kid[0], *b = e->kid[1];
  Expr *left = mk_op(s->k, OP_AND, a, mk_not(s->k, b));
  Expr *right = mk_op(s->k, OP_AND, mk_not(s->k, copy(s, a)), copy(s, b));
  return mk_op(s->k, OP_OR, left, right);
}

static Expr *absorb(Site *s, Expr *e) {
  if (e->kind == E_CONST || !is_bool(e)) return NULL;
  switch (below(s->k, 4)) {
    case 0: return mk_op(s->k, OP_AND, e, mk_bool(s->k, true));
    case 1: return mk_op(s->k, OP_OR, e, mk_bool(s->k, false));
    case 2: return mk_op(s->k, OP_OR, e, copy(s, e));
    default: return mk_op(s->k, OP_EQ, e, mk_bool(s->k, true));
  }
}

static Expr *distribute(Site *s, Expr *e) {
  bool sums = is_op(e, OP_MUL) && is_int(e->type.class);
  if (!sums && !(is_op(e, OP_AND) && is_bool(e))) return NULL;
  Op op = sums ? OP_ADD : OP_OR;
  if (!is_op(e->kid[0], op)) return NULL;
  Expr *in = e->kid[0];
  return mk_op(s->k, op, mk_op(s->k, e->op, in->kid[0], e->kid[1]),
               mk_op(s->k, e->op, in->kid[1], copy(s, e->kid[1])));
}

// -------------------------------------------------------------- comparisons

static Expr *flip(Site *s, Expr *e) {
  static const Op flipped[] = {
      [OP_LT] = OP_GT, [OP_LE] = OP_GE, [OP_GT] = OP_LT,
      [OP_GE] = OP_LE, [OP_EQ] = OP_EQ, [OP_NE] = OP_NE};
  if (e->kind != E_OP || e->op < OP_LT || e->op > OP_NE) return NULL;
  return mk_op(s->k, flipped[e->op], e->kid[1], e->kid[0]);
}

static Expr *negate_comparison(Site *s, Expr *e) {
  static const Op negated[] = {
      [OP_LT] = OP_GE, [OP_LE] = OP_GT, [OP_GT] = OP_LE,
      [OP_GE] = OP_LT, [OP_EQ] = OP_NE, [OP_NE] = OP_EQ};
  if (e->kind != E_OP || e->op < OP_LT || e->op > OP_NE) return NULL;
  if (may_be_unordered(e)) return NULL;
  return mk_op(s->k, OP_NOT, mk_op(s->k, negated[e->op], e->kid[0], e->kid[1]),
               NULL);
}

static Expr *shift_limit(Site *s, Expr *e) {
  if (!is_op(e, OP_LE) && !is_op(e, OP_GE) && !is_op(e, OP_LT)) return NULL;
  Expr *c = e->kid[1];
  if (c->kind != E_CONST || !is_number(c->type.class)) return NULL;
  bool up = e->op == OP_LE;
  if (c->value == (up ? high_of(c->type.class) : low_of(c->type.class)))
    return NULL;
  Op op = e->op == OP_LE ? OP_LT : e->op == OP_GE ? OP_GT : OP_LE;
  return mk_op(s->k, op, e->kid[0], number(s, c, c->value + (up ? 1 : -1)));
}

static Expr *spell_equal(Site *s, Expr *e) {
  if (!is_op(e, OP_EQ) || !is_number(e->kid[0]->type.class)) return NULL;
  Expr *a = e->kid[0], *b = e->kid[1];
  return mk_op(s->k, OP_AND, mk_op(s->k, OP_LE, a, b),
               mk_op(s->k, OP_GE, copy(s, a), copy(s, b)));
}

// ----------------------------------------------------------------- numbers

static Expr *commute(Site *s, Expr *e) {
  if (e->kind != E_OP ||
      (e->op != OP_ADD && e->op != OP_MUL && e->op != OP_AND &&
       e->op != OP_OR && e->op != OP_XOR && e->op != OP_MIN && e->op != OP_MAX))
    return NULL;
  return mk_op(s->k, e->op, e->kid[1], e->kid[0]);
}

static Expr *regroup(Site *s, Expr *e) {
  if (e->kind != E_OP || (e->op != OP_ADD && e->op != OP_AND &&
                          e->op != OP_OR && e->op != OP_XOR && e->op != OP_MIN))
    return NULL;
  if (!is_op(e->kid[0], e->op) || e->type.class == T_REAL) return NULL;
  Expr *in = e->kid[0];
  return mk_op(s->k, e->op, in->kid[0],
               mk_op(s->k, e->op, in->kid[1], e->kid[1]));
}

static Expr *double_it(Site *s, Expr *e) {
  if (!is_int(e->type.class)) return NULL;
  if (is_op(e, OP_ADD) && equal_exprs(e->kid[0], e->kid[1]))
    return mk_op(s->k, OP_MUL, number(s, e, 2), e->kid[0]);
  if (!is_op(e, OP_MUL) || e->kid[1]->kind != E_CONST) return NULL;
  int64_t by = e->kid[1]->value;
  if (by < 2 || by > 5 || e->kid[0]->kind == E_CONST) return NULL;
  Expr *sum = e->kid[0];
  for (int64_t i = 1; i < by; i++)
    sum = mk_op(s->k, OP_ADD, sum, copy(s, e->kid[0]));
  return sum;
}

static Expr *other_sign(Site *s, Expr *e) {
  if (!is_int(e->type.class)) return NULL;
  if (is_op(e, OP_NEG)) return mk_op(s->k, OP_SUB, number(s, e, 0), e->kid[0]);
  if ((!is_op(e, OP_SUB) && !is_op(e, OP_ADD)) || e->kid[1]->kind != E_CONST ||
      e->kid[0]->kind == E_CONST)
    return NULL;
  return mk_op(s->k, e->op == OP_SUB ? OP_ADD : OP_SUB, e->kid[0],
               number(s, e, -e->kid[1]->value));
}

static Expr *add_nothing(Site *s, Expr *e) {
  if (!is_number(e->type.class) || e->kind == E_CONST) return NULL;
  if (is_int(e->type.class) && chance(s->k, 30))
    return mk_op(s->k, OP_MUL, e, number(s, e, 1));
  return mk_op(s->k, chance(s->k, 50) ? OP_ADD : OP_SUB, e, number(s, e, 0));
}

static Expr *add_and_take(Site *s, Expr *e) {
  if (!is_number(e->type.class) || e->kind == E_CONST) return NULL;
  int64_t n = 1 + below(s->k, 9);
  return mk_op(s->k, OP_SUB, mk_op(s->k, OP_ADD, e, number(s, e, n)),
               number(s, e, n));
}

static Expr *spell_mod(Site *s, Expr *e) {
  if (!is_op(e, OP_MOD)) return NULL;
  Expr *a = e->kid[0], *b = e->kid[1];
  Expr *all = mk_op(s->k, OP_MUL, mk_op(s->k, OP_DIV, a, b), copy(s, b));
  return mk_op(s->k, OP_SUB, copy(s, a), all);
}

static Expr *shift_or_scale(Site *s, Expr *e) {
  if (!is_op(e, OP_SHL) || e->kid[1]->kind != E_CONST) return NULL;
  int64_t n = e->kid[1]->value;
  if (n < 2 || n > 7) return NULL;
  Expr *part = mk_op(s->k, OP_SHL, e->kid[0], number(s, e->kid[1], 1));
  return mk_op(s->k, OP_SHL, part, number(s, e->kid[1], n - 1));
}

static Expr *byte_not(Site *s, Expr *e) {
  if (!is_op(e, OP_NOT) || e->type.class != T_BYTE) return NULL;
  return mk_op(s->k, OP_XOR, e->kid[0], number(s, e, 255));
}

// --------------------------------------------------------------- functions

static Expr *spell_min(Site *s, Expr *e) {
  bool min = is_op(e, OP_MIN);
  if (!min && !is_op(e, OP_MAX)) return NULL;
  Expr *a = e->kid[0], *b = e->kid[1];
  Expr *less = mk_op(s->k, min ? OP_LT : OP_GT, copy(s, a), copy(s, b));
  return mk_op3(s->k, OP_SEL, less, b, a);
}

static Expr *spell_limit(Site *s, Expr *e) {
  if (!is_op(e, OP_LIMIT)) return NULL;
  return mk_op(s->k, OP_MIN, mk_op(s->k, OP_MAX, e->kid[1], e->kid[0]),
               e->kid[2]);
}

static Expr *spell_abs(Site *s, Expr *e) {
  if (!is_op(e, OP_ABS)) return NULL;
  Expr *a = e->kid[0];
  return mk_op3(s->k, OP_SEL, mk_op(s->k, OP_LT, a, number(s, a, 0)),
                copy(s, a), mk_op(s->k, OP_NEG, copy(s, a), NULL));
}

static Expr *turn_sel(Site *s, Expr *e) {
  if (!is_op(e, OP_SEL)) return NULL;
  return mk_op3(s->k, OP_SEL, mk_not(s->k, e->kid[0]), e->kid[2], e->kid[1]);
}

static Expr *bool_sel(Site *s, Expr *e) {
  if (!is_op(e, OP_SEL) || !is_bool(e)) return NULL;
  Expr *g = e->kid[0];
  return mk_op(s->k, OP_OR, mk_op(s->k, OP_AND, mk_not(s->k, g), e->kid[1]),
               mk_op(s->k, OP_AND, copy(s, g), e->kid[2]));
}

static Expr *wide_detour(Site *s, Expr *e) {
  Class c = e->type.class;
  if ((c != T_INT && c != T_SINT && c != T_UINT) || e->kind == E_CONST)
    return NULL;
  return mk_convert(s->k, e->type, mk_convert(s->k, plain(T_DINT), e));
}

// ------------------------------------------------------------------- calls

// The value of the result after the body, if that is one expression.
static Expr *single_value(const Pou *f) {
  if (f->kind != P_FUNCTION || f->body.len != 1) return NULL;
  const Stmt *s = f->body.at[0];
  bool plain_one = s->kind == S_ASSIGN && s->lhs->var == f->result &&
                   !uses(s->expr, f->result);
  return plain_one ? s->expr : NULL;
}

static Expr *put_args(Site *s, Expr *e, const Pou *f, const Expr *call) {
  int arg = 0;
  for (uint32_t i = 0; i < f->vars.len && e->kind == E_VAR; i++) {
    if (f->vars.at[i]->section != V_INPUT) continue;
    if (e->var == f->vars.at[i]) return copy(s, call->kid[arg]);
    arg++;
  }
  for (int i = 0; i < e->kids; i++) e->kid[i] = put_args(s, e->kid[i], f, call);
  return e;
}

static bool only_inputs(const Expr *e) {
  if (e->var && (e->kind != E_VAR || e->var->section != V_INPUT)) return false;
  for (int i = 0; i < e->kids; i++)
    if (!only_inputs(e->kid[i])) return false;
  return true;
}

static Expr *inline_call(Site *s, Expr *e) {
  if (e->kind != E_CALL) return NULL;
  Expr *value = single_value(e->callee);
  if (!value || !only_inputs(value)) return NULL;
  // An argument that nothing reads is still evaluated.
  for (int i = 0; i < e->kids; i++)
    if (may_trap(e->kid[i])) return NULL;
  return put_args(s, copy(s, value), e->callee, e);
}

// Reads of variables become inputs of the new function.
static bool lift(Site *s, Pou *f, Expr **slot, Expr *call) {
  Expr *e = *slot;
  if (e->kind == E_VAR || e->kind == E_MEMBER || e->kind == E_FIELD ||
      e->kind == E_STEP) {
    if (call->kids == MAX_KIDS || !is_scalar(&e->type)) return false;
    Var *in =
        new_var(s->k, f, name_of(s->k, "a%d", call->kids), V_INPUT, e->type);
    call->kid[call->kids++] = e;
    *slot = mk_var(s->k, in);
    return true;
  }
  if (e->kind == E_INDEX) return false;
  for (int i = 0; i < e->kids; i++)
    if (!lift(s, f, &e->kid[i], call)) return false;
  return true;
}

static Expr *extract_function(Site *s, Expr *e) {
  if (e->kind != E_OP || !is_scalar(&e->type) || s->p->kind == P_FUNCTION)
    return NULL;
  Pou *f = new_pou(s->k, P_FUNCTION, fresh_name(s->k, s->u, "Fun"));
  Expr *call = new_expr(s->k, E_CALL, e->type);
  Expr *body = copy(s, e);
  f->type = e->type;
  call->callee = f;
  if (!lift(s, f, &body, call) || !call->kids) return NULL;
  f->result = new_var(s->k, f, f->name, V_RESULT, f->type);
  vd_push(&f->body, mk_assign(s->k, mk_var(s->k, f->result), body));
  vd_push(&s->u->pous, f);
  return call;
}

static Expr *name_constant(Site *s, Expr *e) {
  if (e->kind != E_CONST || s->p->kind == P_FUNCTION || e->type.class == T_ENUM)
    return NULL;
  Var *v =
      new_var(s->k, s->p, fresh_name(s->k, s->u, "K"), V_CONSTANT, e->type);
  v->has_init = true;
  v->init[0] = e->value;
  return mk_var(s->k, v);
}

static Expr *inline_constant(Site *s, Expr *e) {
  if (e->kind != E_VAR || e->var->section != V_CONSTANT) return NULL;
  return mk_const(s->k, e->type, e->var->init[0]);
}

typedef struct Named {
  Rule rule;
  const char *name;
} Named;

static const Named rules[] = {
    {de_morgan, "De Morgan"},
    {push_not, "NOT moved in"},
    {twice_not, "NOT NOT"},
    {other_xor, "XOR as <>"},
    {spell_xor, "XOR by AND and OR"},
    {absorb, "AND TRUE"},
    {distribute, "distributed"},
    {flip, "comparison turned round"},
    {negate_comparison, "comparison negated"},
    {shift_limit, "<= as <"},
    {spell_equal, "= as <= and >="},
    {commute, "operands swapped"},
    {regroup, "regrouped"},
    {double_it, "product as sum"},
    {other_sign, "- as + of the negative"},
    {add_nothing, "+ 0"},
    {add_and_take, "+ c - c"},
    {spell_mod, "MOD by /"},
    {shift_or_scale, "SHL in two steps"},
    {byte_not, "NOT as XOR"},
    {spell_min, "MIN or MAX as SEL"},
    {spell_limit, "LIMIT as MIN and MAX"},
    {spell_abs, "ABS as SEL"},
    {turn_sel, "SEL turned round"},
    {bool_sel, "SEL as AND and OR"},
    {wide_detour, "by way of DINT"},
    {inline_call, "function inlined"},
    {inline_call, "function inlined"},
    {extract_function, "function extracted"},
    {name_constant, "constant named"},
    {inline_constant, "constant inlined"},
};

bool equal_expr(Kit *k, Unit *u, VdBuf *what) {
  for (int tries = 0; tries < 40; tries++) {
    Site site = {k, u, u->pous.at[below(k, u->pous.len)]};
    const Named *rule = &rules[below(k, VD_COUNT(rules))];
    Slots slots = {0};
    slots_of_pou(site.p, &slots);
    Expr *made = NULL;
    for (int i = 0; i < 12 && slots.len && !made; i++) {
      Expr **slot = slots.at[below(k, slots.len)];
      made = rule->rule(&site, *slot);
      if (made) *slot = made;
    }
    vd_vec_done(&slots);
    if (!made) continue;
    note(what, rule->name);
    return true;
  }
  return false;
}
