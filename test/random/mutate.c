// One small edit, of the kind that people make by mistake. What comes out is
// valid C and reads nothing uninitialised; by chance it may mean the same.
#include "prog.h"

typedef struct Edit {
  Kit *k;
  Unit *u;
  Func *f;
  VdBuf *what;
} Edit;
typedef bool (*Rule)(Edit *x);

static bool said(Edit *x, const char *what) {
  vd_buf_printf(x->what, "%s in %s", what, x->f->name);
  return true;
}

// A random expression for which want holds, NULL if none was found.
static Expr **find(Edit *x, ExprTest want) {
  Slots slots = {0};
  slots_of_block(&x->f->body, &slots);
  uint32_t n = 0;
  for (uint32_t i = 0; i < slots.len; i++)
    if (want(*slots.at[i])) slots.at[n++] = slots.at[i];
  Expr **slot = n ? slots.at[below(x->k, n)] : NULL;
  vd_vec_done(&slots);
  return slot;
}

static Blocks blocks_here(Edit *x) {
  Blocks blocks = {0};
  blocks_of(&x->f->body, &blocks);
  return blocks;
}

static Stmt *find_stmt(Edit *x, StmtTest want, Block **b, uint32_t *at) {
  Blocks blocks = blocks_here(x);
  return pick_stmt(x->k, &blocks, want, b, at);
}

// ------------------------------------------------------------- expressions

static bool is_binary(const Expr *e) {
  return e->kind == E_BINARY;
}

static bool is_real(const Expr *e) {
  return is_float(type_of(e->kid[0])) || is_float(type_of(e->kid[1]));
}

static bool other_operator(Edit *x) {
  Expr **slot = find(x, is_binary);
  if (!slot) return false;
  Expr *e = *slot;
  Op from = e->op;
  if (from >= OP_LAND) {
    e->op = from == OP_LAND ? OP_LOR : OP_LAND;
  } else if (from >= OP_LT) {
    e->op = (Op)(OP_LT + below(x->k, 6));
  } else if (is_real(e)) {
    e->op = (Op)(OP_ADD + below(x->k, 4));
  } else {
    e->op = (Op)(OP_ADD + below(x->k, 10));
  }
  return e->op != from && said(x, "operator");
}

static bool is_compare(const Expr *e) {
  return e->kind == E_BINARY && e->op >= OP_LT && e->op <= OP_GE;
}

static bool off_by_one(Edit *x) {  // < to <=
  Expr **slot = find(x, is_compare);
  if (!slot) return false;
  static const Op other[] = {OP_LE, OP_LT, OP_GE, OP_GT};
  (*slot)->op = other[(*slot)->op - OP_LT];
  return said(x, "comparison");
}

static bool is_const(const Expr *e) {
  return e->kind == E_CONST;
}

static bool other_constant(Edit *x) {
  Expr **slot = find(x, is_const);
  if (!slot) return false;
  Expr *e = *slot;
  if (is_float(e->type)) {
    double v = float_of(e->type, e->bits);
    e->bits = float_bits(e->type, below(x->k, 2) ? -v : v + 1.0);
    return said(x, "float constant");
  }
  uint64_t bits = e->bits;
  switch (below(x->k, 5)) {
    case 0: bits += 1; break;
    case 1: bits -= 1; break;
    case 2: bits = -bits; break;
    case 3: bits ^= 1ull << below(x->k, (uint32_t)bits_of(e->type)); break;
    default: bits = below(x->k, 16);
  }
  *slot = mk_const(x->k, e->type, bits);
  return (*slot)->bits != e->bits && said(x, "constant");
}

static bool is_lopsided(const Expr *e) {
  return e->kind == E_BINARY &&
         (e->op == OP_SUB || (e->op >= OP_DIV && e->op <= OP_SHR) ||
          (e->op >= OP_LT && e->op <= OP_GE)) &&
         !(e->op >= OP_REM && e->op <= OP_SHR && is_real(e));
}

static bool swap_operands(Edit *x) {
  Expr **slot = find(x, is_lopsided);
  if (!slot) return false;
  swap_kids(*slot, 0);
  return said(x, "swapped operands");
}

static bool has_two_values(const Expr *e) {
  return e->kind == E_CALL && e->kids >= 2 && e->kid[0]->kind != E_PASS &&
         e->kid[1]->kind != E_PASS;
}

static bool swap_arguments(Edit *x) {
  Expr **slot = find(x, has_two_values);
  if (!slot) return false;
  swap_kids(*slot, 0);
  return said(x, "swapped arguments");
}

static bool is_scalar_int(const Expr *e) {
  Scalar t = type_of(e);
  return t != T_VOID && !is_float(t) && !has_call(e);
}

static bool add_cast(Edit *x) {
  static const Scalar to[] = {T_I8, T_U8, T_I16, T_U16, T_I32, T_U32, T_BOOL};
  Expr **slot = find(x, is_scalar_int);
  if (!slot) return false;
  *slot = mk_cast(x->k, to[below(x->k, VD_COUNT(to))], *slot);
  return said(x, "cast");
}

static bool is_cast(const Expr *e) {
  return e->kind == E_CAST && is_float(e->type) == is_float(type_of(e->kid[0]));
}

static bool drop_cast(Edit *x) {
  Expr **slot = find(x, is_cast);
  if (!slot) return false;
  *slot = (*slot)->kid[0];
  return said(x, "dropped cast");
}

static bool is_plain(const Expr *e) {
  return e->kind == E_VAR;
}

static bool other_variable(Edit *x) {
  Expr **slot = find(x, is_plain);
  if (!slot || !x->f->param.len) return false;
  Var *p = x->f->param.at[below(x->k, x->f->param.len)];
  if (p->pointer || p->record != NO_RECORD || p == (*slot)->var ||
      is_float(p->type) != is_float((*slot)->var->type))
    return false;
  (*slot)->var = p;
  return said(x, "other variable");
}

static bool is_field(const Expr *e) {
  return e->kind == E_FIELD;
}

static bool other_field(Edit *x) {
  Expr **slot = find(x, is_field);
  if (!slot) return false;
  Expr *e = *slot;
  const Record *r = &x->k->record[e->var->record];
  int field = (int)below(x->k, (uint32_t)r->fields);
  if (field == e->field || is_float(r->field[field]) != is_float(e->type))
    return false;
  e->field = field;
  e->type = r->field[field];
  return said(x, "other field");
}

// -------------------------------------------------------------- statements

static bool can_drop(const Stmt *s) {
  return s->kind != S_DECL && s->kind != S_POINT && s->kind != S_LABEL &&
         s->kind != S_RETURN && !has_kind((Stmt *)s, S_LABEL);
}

static bool drop(Edit *x) {
  Blocks blocks = blocks_here(x);
  return drop_stmt(x->k, &blocks, can_drop) && said(x, "dropped statement");
}

static bool can_move(const Stmt *s) {
  return s->kind == S_ASSIGN || s->kind == S_CALL || s->kind == S_IF ||
         s->kind == S_COPY || s->kind == S_FILL || s->kind == S_MOVE ||
         s->kind == S_FOR;
}

static bool swap(Edit *x) {
  Blocks blocks = blocks_here(x);
  return swap_stmts(x->k, &blocks, can_move) && said(x, "swapped statements");
}

static bool is_if(const Stmt *s) {
  return s->kind == S_IF;
}

static bool change_if(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_if, &b, &i);
  if (!s) return false;
  if (s->has_else && chance(x->k, 50)) {
    for (uint32_t j = 0; j < s->orelse.len; j++)
      if (has_kind(s->orelse.at[j], S_LABEL)) return false;
    s->has_else = false;
    s->orelse.len = 0;
    return said(x, "dropped else");
  }
  s->expr = mk_not(x->k, s->expr);
  return said(x, "negated condition");
}

static bool is_call(const Stmt *s) {
  return s->kind == S_CALL;
}

static bool repeat_call(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_call, &b, &i);
  if (!s) return false;
  insert_stmt(b, i, copy_stmt(x->k, s));
  return said(x, "repeated call");
}

static bool is_switch(const Stmt *s) {
  return s->kind == S_SWITCH;
}

static bool change_switch(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_switch, &b, &i);
  if (!s) return false;
  Case *c = &s->cases.at[below(x->k, s->cases.len)];
  if (c->consts && chance(x->k, 40)) {
    c->value[below(x->k, (uint32_t)c->consts)] += 40;
    return said(x, "case label");
  }
  c->falls = !c->falls;
  return said(x, "fall through");
}

static bool is_compound(const Stmt *s) {
  return s->kind == S_ASSIGN && s->op && !is_float(type_of(s->lhs)) &&
         !is_float(type_of(s->expr));
}

static bool other_assign(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_compound, &b, &i);
  if (!s) return false;
  Op from = s->op;
  s->op = (Op)below(x->k, OP_XOR + 1);
  return s->op != from && said(x, "compound assignment");
}

static bool is_fill(const Stmt *s) {
  return s->kind == S_FILL && !is_float(s->var->type);
}

static bool other_fill(Edit *x) {
  Block *b;
  uint32_t i;
  Stmt *s = find_stmt(x, is_fill, &b, &i);
  if (!s) return false;
  s->label ^= 1;
  return said(x, "memset value");
}

static bool change_type(Edit *x) {
  if (!x->f->local.len) return false;
  Var *v = x->f->local.at[below(x->k, x->f->local.len)];
  if (v->place == P_STATIC || v->record != NO_RECORD || v->count ||
      v->pointer || v->escapes || v->type < T_I8 || v->type > T_U64)
    return false;
  // Signed and unsigned types alternate.
  v->type = (Scalar)(((v->type - T_I8) ^ 1) + T_I8);
  return said(x, "signedness");
}

static const Rule rules[] = {
    other_operator, other_operator, off_by_one,     off_by_one,
    other_constant, other_constant, other_constant, swap_operands,
    add_cast,       drop_cast,      swap_arguments, other_variable,
    other_field,    drop,           drop,           swap,
    change_if,      repeat_call,    change_switch,  other_assign,
    other_fill,     change_type,    change_type,
};

bool mutate(Kit *k, Unit *u, VdBuf *what) {
  for (int tries = 0; tries < 60; tries++) {
    uint32_t root = u->func.len - 1;
    Edit x = {k, u, u->func.at[chance(k, 60) ? root : below(k, root + 1)],
              what};
    if (rules[below(k, VD_COUNT(rules))](&x)) return true;
  }
  return false;
}
