// Refactorings of state: what a program keeps between cycles, kept otherwise.
#include "edit.h"

// How a variable is used: everything that a rule has to rewrite.
typedef struct Uses {
  Slots reads;               // of the variable
  VD_VEC(Stmt *) assigns;    // to it
  VD_VEC(Stmt *) cases;      // CASE of it
  VD_VEC(Expr **) compares;  // = or <> of it and a literal
  bool other;                // in a way that no rule here can rewrite
} Uses;

static void uses_done(Uses *uses) {
  vd_vec_done(&uses->reads);
  vd_vec_done(&uses->assigns);
  vd_vec_done(&uses->cases);
  vd_vec_done(&uses->compares);
}

static bool reads(const Expr *e, const Var *v) {
  return e && e->kind == E_VAR && e->var == v;
}

static bool is_compare(const Expr *e, const Var *v) {
  return e->kind == E_OP && (e->op == OP_EQ || e->op == OP_NE) &&
         reads(e->kid[0], v) && e->kid[1]->kind == E_CONST;
}

static void find_reads(Pou *p, const Var *v, Uses *out) {
  Slots slots = {0};
  slots_of_pou(p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    if (is_compare(e, v)) vd_push(&out->compares, slots.at[i]);
    if (reads(e, v)) vd_push(&out->reads, slots.at[i]);
    out->other |= e->var == v && e->kind != E_VAR;
  }
  vd_vec_done(&slots);
}

static void find_stmts(Pou *p, const Var *v, Uses *out) {
  Blocks blocks = {0};
  blocks_of_pou(p, &blocks);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len; j++) {
      Stmt *s = blocks.at[i]->at[j];
      if (s->kind == S_CASE && reads(s->expr, v)) vd_push(&out->cases, s);
      if (reads(s->lhs, v)) {
        vd_push(&out->assigns, s);
        out->other |= s->kind != S_ASSIGN || s->keep;
      }
      for (uint32_t a = 0; a < s->args.len; a++)
        out->other |=
            (s->args.at[a].out || s->args.at[a].member->section == V_IN_OUT) &&
            s->args.at[a].expr->var == v;
    }
  vd_vec_done(&blocks);
}

static void find_uses(Pou *p, const Var *v, Uses *out) {
  find_reads(p, v, out);
  find_stmts(p, v, out);
  out->other |= is_in_step(p, v);
}

static Var *some_local(Edit *x, bool (*fits)(const Type *)) {
  Var *found = NULL;
  uint32_t n = 0;
  if (x->p->kind == P_FUNCTION) return NULL;
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    if (v->section == V_LOCAL && fits(&v->type) && !below(x->k, ++n)) found = v;
  }
  return found;
}

// ------------------------------------------------------------ other values

static bool is_flag(const Type *t) {
  return t->class == T_BOOL && !t->count;
}

static bool negate_flag(Edit *x) {
  Var *v = some_local(x, is_flag);
  Uses uses = {0};
  if (v) find_uses(x->p, v, &uses);
  bool ok = v && !uses.other;
  for (uint32_t i = 0; ok && i < uses.reads.len; i++) {
    Expr *e = *uses.reads.at[i];
    if (!reads(e, v)) continue;
    Expr *read = mk_var(x->k, v);
    *e = *mk_op(x->k, OP_NOT, read, NULL);
  }
  for (uint32_t i = 0; ok && i < uses.assigns.len; i++)
    uses.assigns.at[i]->expr =
        mk_op(x->k, OP_NOT, uses.assigns.at[i]->expr, NULL);
  if (ok) {
    v->init[0] = !(v->has_init && v->init[0]);
    v->has_init = true;
    v->name = fresh_name(x->k, x->u, "not");
  }
  uses_done(&uses);
  return ok;
}

static bool is_plain_int(const Type *t) {
  return is_int(t->class) && !t->count;
}

static bool offset_int(Edit *x) {
  Var *v = some_local(x, is_plain_int);
  Uses uses = {0};
  if (v) find_uses(x->p, v, &uses);
  bool ok = v && !uses.other && !v->fixed && !uses.cases.len;
  Expr *by = ok ? mk_const(x->k, v->type, 1 + below(x->k, 20)) : NULL;
  for (uint32_t i = 0; ok && i < uses.reads.len; i++) {
    Expr *e = *uses.reads.at[i];
    if (!reads(e, v)) continue;
    Expr *read = mk_var(x->k, v);
    *e = *mk_op(x->k, OP_SUB, read, copy_expr(x->k, by));
  }
  for (uint32_t i = 0; ok && i < uses.assigns.len; i++)
    uses.assigns.at[i]->expr =
        mk_op(x->k, OP_ADD, uses.assigns.at[i]->expr, copy_expr(x->k, by));
  if (ok) {
    int64_t init = v->has_init ? v->init[0] : 0;
    v->init[0] = wrap(v->type.class, init + by->value);
    v->has_init = true;
  }
  uses_done(&uses);
  return ok;
}

// ------------------------------------------------------------------- enums

static bool is_enum(const Type *t) {
  return t->class == T_ENUM && !t->count;
}

// Read in comparisons with literals and in CASE only, and set to literals.
static Var *enum_state(Edit *x, Uses *uses) {
  Var *v = some_local(x, is_enum);
  if (!v) return NULL;
  find_uses(x->p, v, uses);
  bool ok =
      !uses->other && uses->reads.len == uses->compares.len + uses->cases.len;
  for (uint32_t i = 0; i < uses->assigns.len; i++)
    ok &= uses->assigns.at[i]->expr->kind == E_CONST;
  return ok ? v : NULL;
}

// The same type for everything that is used with the variable.
static void retype(Var *v, Uses *uses, Type type) {
  v->type = type;
  for (uint32_t i = 0; i < uses->assigns.len; i++) {
    uses->assigns.at[i]->lhs->type = type;
    uses->assigns.at[i]->expr->type = type;
  }
  for (uint32_t i = 0; i < uses->reads.len; i++)
    (*uses->reads.at[i])->type = type;
  for (uint32_t i = 0; i < uses->compares.len; i++)
    (*uses->compares.at[i])->kid[1]->type = type;
}

static Enum *wider_enum(Edit *x, const Enum *from) {
  Enum *e = VD_NEW(&x->k->arena, Enum);
  e->name = fresh_name(x->k, x->u, from->name);
  e->values = from->values + 1;
  for (int i = 0; i < from->values; i++)
    e->text[i] = fresh_name(x->k, x->u, from->text[i]);
  e->text[from->values] = fresh_name(x->k, x->u, "Also");
  vd_push(&x->u->enums, e);
  return e;
}

static void add_label(Stmt *s, int64_t value, int64_t also) {
  for (uint32_t i = 0; i < s->arms.len; i++) {
    Arm *arm = &s->arms.at[i];
    for (int j = 0; j < arm->labels; j++)
      if (arm->low[j] == value) {
        arm->low[arm->labels] = arm->high[arm->labels] = also;
        arm->labels++;
        return;
      }
  }
}

static bool has_room(const Uses *uses) {
  for (uint32_t i = 0; i < uses->cases.len; i++)
    for (uint32_t j = 0; j < uses->cases.at[i]->arms.len; j++)
      if (uses->cases.at[i]->arms.at[j].labels > 2) return false;
  return true;
}

// A state becomes two that mean the same.
static bool split_state(Edit *x) {
  Uses uses = {0};
  Var *v = enum_state(x, &uses);
  bool ok = v && v->type.enumeration->values < MAX_VALUES && has_room(&uses);
  if (ok) {
    int values = v->type.enumeration->values;
    int64_t split = below(x->k, (uint32_t)values), also = values;
    Enum *wide = wider_enum(x, v->type.enumeration);
    retype(v, &uses, (Type){.class = T_ENUM, .enumeration = wide});
    for (uint32_t i = 0; i < uses.assigns.len; i++)
      if (uses.assigns.at[i]->expr->value == split && chance(x->k, 50))
        uses.assigns.at[i]->expr->value = also;
    for (uint32_t i = 0; i < uses.cases.len; i++)
      add_label(uses.cases.at[i], split, also);
    for (uint32_t i = 0; i < uses.compares.len; i++) {
      Expr *e = *uses.compares.at[i];
      if (e->kid[1]->value != split) continue;
      Expr *other = copy_expr(x->k, e);
      other->kid[1]->value = also;
      *uses.compares.at[i] =
          mk_op(x->k, e->op == OP_EQ ? OP_OR : OP_AND, e, other);
    }
  }
  uses_done(&uses);
  return ok;
}

static bool enum_to_int(Edit *x) {
  Uses uses = {0};
  Var *v = enum_state(x, &uses);
  if (v) retype(v, &uses, plain(T_INT));
  uses_done(&uses);
  return v != NULL;
}

static void set_flags(Edit *x, Block *b, uint32_t at, Var **flag, int values) {
  int64_t value = b->at[at]->expr->value;
  remove_stmt(b, at);
  for (int i = 0; i < values; i++)
    insert_stmt(
        b, at,
        mk_assign(x->k, mk_var(x->k, flag[i]), mk_bool(x->k, i == value)));
}

static bool replace_assign(Edit *x, const Var *v, Var **flag, int values) {
  Blocks blocks = {0};
  bool found = false;
  blocks_of_pou(x->p, &blocks);
  for (uint32_t i = 0; i < blocks.len && !found; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len && !found; j++)
      if (reads(blocks.at[i]->at[j]->lhs, v)) {
        set_flags(x, blocks.at[i], j, flag, values);
        found = true;
      }
  vd_vec_done(&blocks);
  return found;
}

// One BOOL a state; of these one is true.
static bool enum_to_flags(Edit *x) {
  Uses uses = {0};
  Var *v = enum_state(x, &uses), *flag[MAX_VALUES];
  bool ok = v && !uses.cases.len;
  if (ok) {
    int values = v->type.enumeration->values;
    for (int i = 0; i < values; i++) {
      flag[i] = new_var(x->k, x->p, fresh_name(x->k, x->u, "is"), V_LOCAL,
                        plain(T_BOOL));
      flag[i]->has_init = true;
      flag[i]->init[0] = i == (v->has_init ? v->init[0] : 0);
    }
    for (uint32_t i = 0; i < uses.compares.len; i++) {
      Expr *e = *uses.compares.at[i];
      Expr *is = mk_var(x->k, flag[e->kid[1]->value]);
      *uses.compares.at[i] = e->op == OP_EQ ? is : mk_not(x->k, is);
    }
    while (replace_assign(x, v, flag, values)) {
    }
    v->unused = true;
  }
  uses_done(&uses);
  return ok;
}

// -------------------------------------------------------------- aggregates

// Every use becomes that of part n; NULL if one has no such number.
static bool parts_of(Edit *x, const Var *v, Slots *out) {
  slots_of_pou(x->p, out);
  places_of_pou(x->p, out);
  uint32_t n = 0;
  for (uint32_t i = 0; i < out->len; i++) {
    const Expr *e = *out->at[i];
    if (e->var != v) continue;
    if (e->kind == E_INDEX) {
      int64_t at = e->kid[0]->value - v->type.low;
      if (e->kid[0]->kind != E_CONST || at < 0 || at >= v->type.count)
        return false;
    } else if (e->kind != E_FIELD) {
      return false;
    }
    out->at[n++] = out->at[i];
  }
  out->len = n;
  return true;
}

static bool is_aggregate(const Type *t) {
  return (t->count > 0 && t->class != T_STRUCT && t->class != T_FB) ||
         (t->class == T_STRUCT && !t->count);
}

static bool to_scalars(Edit *x) {
  Var *v = some_local(x, is_aggregate), *part[MAX_ELEMENTS];
  Slots slots = {0};
  bool ok = v && parts_of(x, v, &slots);
  int n = !ok ? 0 : v->type.count ? v->type.count : v->type.record->fields;
  for (int i = 0; i < n; i++) {
    Type type = v->type.count ? v->type : v->type.record->field[i];
    type.count = 0;
    part[i] =
        new_var(x->k, x->p, fresh_name(x->k, x->u, "part"), V_LOCAL, type);
    part[i]->has_init = v->has_init;
    part[i]->init[0] = v->init[i];
  }
  for (uint32_t i = 0; ok && i < slots.len; i++) {
    const Expr *e = *slots.at[i];
    int64_t at = e->kind == E_FIELD ? e->field : e->kid[0]->value - v->type.low;
    *slots.at[i] = mk_var(x->k, part[at]);
  }
  vd_vec_done(&slots);
  return ok;
}

static bool may_group(Edit *x, Var *v) {
  if (v->section != V_LOCAL || v->fixed || v->has_init ||
      !is_scalar(&v->type) || v->type.class == T_ENUM || is_in_step(x->p, v))
    return false;
  return count_uses(x->p, v) > 0;
}

static void put_fields(Edit *x, const Var *v, Var *pack, int field) {
  Slots slots = {0};
  slots_of_pou(x->p, &slots);
  places_of_pou(x->p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    if (!reads(*slots.at[i], v)) continue;
    Expr *e = new_expr(x->k, E_FIELD, v->type);
    e->var = pack;
    e->field = field;
    *slots.at[i] = e;
  }
  vd_vec_done(&slots);
}

static bool to_struct(Edit *x) {
  if (x->p->kind == P_FUNCTION) return false;
  Record *r = VD_NEW(&x->k->arena, Record);
  Var *from[MAX_FIELDS];
  for (uint32_t i = 0; i < x->p->vars.len && r->fields < MAX_FIELDS; i++) {
    Var *v = x->p->vars.at[i];
    if (!may_group(x, v)) continue;
    from[r->fields] = v;
    r->text[r->fields] = v->name;
    r->field[r->fields++] = v->type;
  }
  if (r->fields < 2) return false;
  r->name = fresh_name(x->k, x->u, "Group");
  vd_push(&x->u->records, r);
  Var *pack = new_var(x->k, x->p, fresh_name(x->k, x->u, "group"), V_LOCAL,
                      (Type){.class = T_STRUCT, .record = r});
  for (int i = 0; i < r->fields; i++) {
    put_fields(x, from[i], pack, i);
    from[i]->unused = true;
    from[i]->name = fresh_name(x->k, x->u, "old");
  }
  return true;
}

// ---------------------------------------------------------------- networks

static bool is_alone(const Pou *p, const Step *s) {
  for (uint32_t i = 0; i < p->transitions.len; i++) {
    const Transition *t = p->transitions.at[i];
    if (t->from.len == 1 && t->to.len == 1) continue;
    for (uint32_t j = 0; j < t->from.len; j++)
      if (t->from.at[j] == s) return false;
    for (uint32_t j = 0; j < t->to.len; j++)
      if (t->to.at[j] == s) return false;
  }
  return true;
}

static void twin_reads(Edit *x, Step *s, Step *twin) {
  Slots slots = {0};
  slots_of_pou(x->p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    if (e->kind != E_STEP || e->step != s) continue;
    Expr *other = copy_expr(x->k, e);
    other->step = twin;
    *slots.at[i] = mk_op(x->k, OP_OR, e, other);
  }
  vd_vec_done(&slots);
}

// A transition beside the first one, so that the order of the others stays.
static void twin_transition(Edit *x, uint32_t at, Step *twin) {
  Pou *p = x->p;
  Transition *t = VD_NEW(&x->k->arena, Transition);
  t->cond = copy_expr(x->k, p->transitions.at[at]->cond);
  t->priority = p->transitions.at[at]->priority;
  vd_push(&t->from, twin);
  vd_push(&t->to, p->transitions.at[at]->to.at[0]);
  vd_push(&p->transitions, t);
  for (uint32_t i = p->transitions.len - 1; i > at + 1; i--)
    p->transitions.at[i] = p->transitions.at[i - 1];
  p->transitions.at[at + 1] = t;
}

// A step becomes two that do the same; who enters it enters one of them.
static bool split_step(Edit *x) {
  Pou *p = x->p;
  if (!p->steps.len) return false;
  Step *s = p->steps.at[below(x->k, p->steps.len)];
  if (!is_alone(p, s)) return false;
  Step *twin = VD_NEW(&x->k->arena, Step);
  twin->name = fresh_name(x->k, x->u, s->name);
  for (uint32_t i = 0; i < s->blocks.len; i++)
    vd_push(&twin->blocks, s->blocks.at[i]);
  twin_reads(x, s, twin);
  vd_push(&p->steps, twin);
  for (uint32_t i = 0; i < p->transitions.len; i++)
    if (p->transitions.at[i]->from.at[0] == s) twin_transition(x, i, twin);
  for (uint32_t i = 0; i < p->transitions.len; i++)
    if (p->transitions.at[i]->to.at[0] == s && chance(x->k, 50))
      p->transitions.at[i]->to.at[0] = twin;
  return true;
}

static bool shares_step(const Transition *a, const Transition *b) {
  for (uint32_t i = 0; i < a->from.len; i++)
    for (uint32_t j = 0; j < b->from.len; j++)
      if (a->from.at[i] == b->from.at[j]) return true;
  return false;
}

static bool swap_transitions(Edit *x) {
  Pou *p = x->p;
  if (p->transitions.len < 2) return false;
  uint32_t i = below(x->k, p->transitions.len - 1);
  Transition *a = p->transitions.at[i], *b = p->transitions.at[i + 1];
  if (shares_step(a, b)) return false;
  p->transitions.at[i] = b;
  p->transitions.at[i + 1] = a;
  return true;
}

// The order of a selection, said by numbers.
static bool number_transitions(Edit *x) {
  Pou *p = x->p;
  for (uint32_t i = 0; i < p->transitions.len; i++)
    if (p->transitions.at[i]->priority) return false;
  for (uint32_t i = 0; i < p->transitions.len; i++)
    p->transitions.at[i]->priority = (int)i + 1;
  for (uint32_t i = p->transitions.len; i > 1; i--) {
    uint32_t j = below(x->k, i);
    Transition *t = p->transitions.at[i - 1];
    p->transitions.at[i - 1] = p->transitions.at[j];
    p->transitions.at[j] = t;
  }
  return p->transitions.len > 0;
}

static const Named rules[] = {
    {negate_flag, "flag negated"},
    {negate_flag, "flag negated"},
    {offset_int, "stored with an offset"},
    {split_state, "state split"},
    {enum_to_int, "enum as INT"},
    {enum_to_flags, "enum as flags"},
    {to_scalars, "parts as variables"},
    {to_struct, "variables in a struct"},
    {split_step, "step split"},
    {split_step, "step split"},
    {swap_transitions, "transitions swapped"},
    {number_transitions, "transitions numbered"},
};

bool equal_state(Kit *k, Unit *u, VdBuf *what) {
  return do_one_of(k, u, what, rules, VD_COUNT(rules), 40);
}
