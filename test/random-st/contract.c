// Contracts, and new versions that are the same under them alone.
//
// What a contract says is written twice: for veridiff, and for the simulations
// as lines of
//
//   input OLD NEW      these two instead of those of one name
//   not OLD NEW        the same, of BOOLs that are each other's negation
//   output OLD NEW     if there is such a line, only such outputs count
//   notout OLD NEW
//   fix NAME 0|1       this BOOL input has this value in every cycle
//   below NAME N       this input is less than N in every cycle
//   when NAME 0|1      outputs count in cycles in which this input has the
//   value
#include <inttypes.h>

#include "st.h"

typedef struct Draft {
  Kit *k;
  Unit *u;
  Pou *p;  // the program
  bool equal;
  VdBuf *contract, *relation;
} Draft;
typedef bool (*Kind)(Draft *d);

static bool has_end(const Pou *p) {
  return !p->steps.len && !has_kind(&p->body, S_RETURN);
}

static Var *some_var(Draft *d, Section section, bool bools) {
  Var *found = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->p->vars.len; i++) {
    Var *v = d->p->vars.at[i];
    if (v->section == section && is_scalar(&v->type) &&
        (!bools || v->type.class == T_BOOL) && !below(d->k, ++n))
      found = v;
  }
  return found;
}

static const char *equals(const Var *v) {
  return v->type.class == T_REAL ? "===" : "==";
}

// An output that nothing reads: what it is changes nothing else.
static Var *unread_output(Draft *d) {
  Var *v = some_var(d, V_OUTPUT, false);
  return v && !is_read(d->p, v) && !is_in_step(d->p, v) ? v : NULL;
}

static Expr *other_const(Draft *d, const Type *type) {
  uint32_t n = type->class == T_BOOL   ? 2
               : type->class == T_ENUM ? (uint32_t)type->enumeration->values
                                       : 10;
  return mk_const(d->k, *type, below(d->k, n));
}

static bool can_change(const Stmt *s) {
  return s->kind == S_ASSIGN && !s->keep && is_scalar(&s->expr->type);
}

static Stmt *some_assign(Draft *d) {
  Blocks blocks = {0};
  Stmt *found = NULL;
  uint32_t n = 0;
  blocks_of_pou(d->p, &blocks);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len; j++)
      if (can_change(blocks.at[i]->at[j]) && !below(d->k, ++n))
        found = blocks.at[i]->at[j];
  vd_vec_done(&blocks);
  return found;
}

// Something else is assigned where the condition does not hold.
static bool only_if(Draft *d, Expr *cond) {
  Stmt *s = some_assign(d);
  if (!s || (s->lhs->kind == E_VAR && s->lhs->var->fixed)) return false;
  s->expr = mk_op3(d->k, OP_SEL, cond, other_const(d, &s->expr->type), s->expr);
  return true;
}

// ------------------------------------------------------------------- kinds

static bool assume_bool(Draft *d) {
  Var *x = some_var(d, V_INPUT, true);
  bool value = chance(d->k, 50);
  if (!x) return false;
  Expr *cond = mk_var(d->k, x);
  if (!value) cond = mk_op(d->k, OP_NOT, cond, NULL);
  if (!only_if(d, cond) && d->equal) return false;
  static const char *const sides[] = {"", "old.", "new."};
  vd_buf_printf(d->contract, "  assume %s%s%s;\n", value ? "" : "!",
                sides[below(d->k, 3)], x->name);
  vd_buf_printf(d->relation, "fix %s %d\n", x->name, value);
  return true;
}

static bool assume_below(Draft *d) {
  Var *x = some_var(d, V_INPUT, false);
  if (!x || !is_int(x->type.class)) return false;
  int64_t limit = 1 + below(d->k, 20);
  Expr *cond =
      mk_op(d->k, OP_LT, mk_var(d->k, x), mk_const(d->k, x->type, limit));
  if (!only_if(d, cond) && d->equal) return false;
  vd_buf_printf(d->contract, "  assume %s < %" PRId64 ";\n", x->name, limit);
  vd_buf_printf(d->relation, "below %s %" PRId64 "\n", x->name, limit);
  return true;
}

static void negate_reads(Draft *d, Var *x) {
  Slots slots = {0};
  slots_of_pou(d->p, &slots);
  for (uint32_t i = 0; i < slots.len; i++)
    if ((*slots.at[i])->kind == E_VAR && (*slots.at[i])->var == x)
      *slots.at[i] = mk_op(d->k, OP_NOT, *slots.at[i], NULL);
  vd_vec_done(&slots);
}

static bool rename_input(Draft *d) {
  Var *x = some_var(d, V_INPUT, chance(d->k, 50));
  if (!x || x->type.class == T_ENUM) return false;
  const char *old = x->name;
  bool negated = x->type.class == T_BOOL && chance(d->k, 60);
  x->name = name_of(d->k, "%s_r", old);
  if (negated) negate_reads(d, x);
  vd_buf_printf(d->contract, "  relate old.%s %s %snew.%s;\n", old, equals(x),
                negated ? "!" : "", x->name);
  vd_buf_printf(d->relation, "%s %s %s\n", negated ? "not" : "input", old,
                x->name);
  return true;
}

// Of a pair that need not be equal: sometimes one output alone is wrong.
static void spoil(Draft *d, Var *v) {
  Var *x = some_var(d, V_INPUT, true);
  if (d->equal || !x || !v || chance(d->k, 40)) return;
  Stmt *s = mk_if(d->k, mk_var(d->k, x));
  vd_push(&s->arms.at[0].body,
          mk_assign(d->k, mk_var(d->k, v), other_const(d, &v->type)));
  vd_push(&d->p->body, s);
}

static void list_outputs(Draft *d, const Var *but, const char *guard) {
  for (uint32_t i = 0; i < d->p->vars.len; i++) {
    const Var *v = d->p->vars.at[i];
    if (v->section != V_OUTPUT || v == but) continue;
    vd_buf_printf(d->contract, "  ensure %sold.%s %s new.%s;\n", guard, v->name,
                  equals(v), v->name);
    vd_buf_printf(d->relation, "output %s %s\n", v->name, v->name);
  }
}

// A new output is the negation of what the output was.
static bool rename_output(Draft *d) {
  Var *y = some_var(d, V_OUTPUT, true);
  if (!y || !has_end(d->p) || is_in_step(d->p, y)) return false;
  bool negated = chance(d->k, 60);
  list_outputs(d, y, "");
  Var *r =
      new_var(d->k, d->p, name_of(d->k, "%s_r", y->name), V_OUTPUT, y->type);
  r->has_init = true;
  r->init[0] = (y->has_init && y->init[0]) != negated;
  y->section = V_LOCAL;
  Expr *e = mk_var(d->k, y);
  if (negated) e = mk_op(d->k, OP_NOT, e, NULL);
  vd_push(&d->p->body, mk_assign(d->k, mk_var(d->k, r), e));
  vd_buf_printf(d->contract, "  ensure old.%s == %snew.%s;\n", y->name,
                negated ? "!" : "", r->name);
  vd_buf_printf(d->relation, "%s %s %s\n", negated ? "notout" : "output",
                y->name, r->name);
  spoil(d, r);
  return true;
}

// Not all outputs count.
static bool leave_out(Draft *d) {
  Var *y = unread_output(d);
  uint32_t outputs = 0;
  for (uint32_t i = 0; i < d->p->vars.len; i++)
    outputs += d->p->vars.at[i]->section == V_OUTPUT;
  if (!y || outputs < 2 || !has_end(d->p)) return false;
  list_outputs(d, y, "");
  vd_push(&d->p->body,
          mk_assign(d->k, mk_var(d->k, y), other_const(d, &y->type)));
  Var *other = unread_output(d);
  if (other != y) spoil(d, other);
  return true;
}

static bool traps(const Pou *p) {
  Effect effect = {0};
  for (uint32_t i = 0; i < p->body.len; i++) effect_of(p->body.at[i], &effect);
  bool found = effect.traps;
  effect_done(&effect);
  return found;
}

// Is it assigned in every cycle? Then a wrong value is gone in the next one,
// unless that faults.
static bool is_set(const Pou *p, const Var *y) {
  for (uint32_t i = 0; i < p->body.len && !traps(p); i++) {
    const Stmt *s = p->body.at[i];
    if (s->kind == S_ASSIGN && s->lhs->kind == E_VAR && s->lhs->var == y)
      return true;
  }
  return false;
}

// Outputs count in some cycles only.
static bool sometimes(Draft *d) {
  Var *x = some_var(d, V_INPUT, true), *y = unread_output(d);
  if (!x || !y || !has_end(d->p) || !is_set(d->p, y)) return false;
  bool value = chance(d->k, 50);
  const char *guard = name_of(d->k, "%s%s => ", value ? "" : "!", x->name);
  list_outputs(d, NULL, guard);
  vd_buf_printf(d->relation, "when %s %d\n", x->name, value);
  Expr *cond = mk_var(d->k, x);
  if (value) cond = mk_op(d->k, OP_NOT, cond, NULL);
  Stmt *s = mk_if(d->k, cond);
  vd_push(&s->arms.at[0].body,
          mk_assign(d->k, mk_var(d->k, y), other_const(d, &y->type)));
  vd_push(&d->p->body, s);
  return true;
}

typedef struct Named {
  Kind kind;
  const char *name;
  bool bare;
} Named;

static const Named kinds[] = {
    {assume_bool, "assume a BOOL", true},
    {assume_below, "assume a bound", true},
    {rename_input, "relate an input", false},
    {rename_output, "ensure another output", false},
    {leave_out, "ensure some outputs", true},
    {sometimes, "ensure sometimes", true},
};

bool make_contract(Kit *k, Unit *u, bool equal, VdBuf *contract,
                   VdBuf *relation, VdBuf *what, bool *bare) {
  vd_buf_str(contract, "compare Main {\n");
  for (int tries = 0; tries < 12; tries++) {
    Draft d = {k, u, program_of(u), equal, contract, relation};
    const Named *kind = &kinds[below(k, VD_COUNT(kinds))];
    if (!kind->kind(&d)) continue;
    vd_buf_str(contract, "}\n");
    note(what, kind->name);
    *bare = kind->bare;
    return true;
  }
  return false;
}
