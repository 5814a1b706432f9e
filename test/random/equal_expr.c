// Rewrites of one expression that keep its value and its type, and that are
// defined wherever the expression was. "Defined" is as doc/semantics-c.md has
// it: a signed left shift only has to have a good amount.
#include "prog.h"

typedef Expr *(*Rule)(Kit *k, Expr *e);

static bool is_op(const Expr *e, Op op) {
  return (e->kind == E_BINARY || e->kind == E_UNARY) && e->op == op;
}

static Scalar side_type(const Expr *e) {
  return common(type_of(e->kid[0]), type_of(e->kid[1]));
}

static bool is_unsigned_int(Scalar t) {
  return t == T_U32 || t == T_U64;
}

static Expr *again(Kit *k, const Expr *e) {
  return copy_expr(k, e);
}

// The constant as a number; false if it is none or a float.
static bool is_number(const Expr *e, uint64_t *out) {
  if (e->kind != E_CONST || is_float(e->type)) return false;
  *out = e->type == T_I32 ? (uint64_t)(int64_t)(int32_t)e->bits : e->bits;
  return true;
}

static bool is_power(const Expr *e, uint32_t *log) {
  uint64_t x;
  if (!is_number(e, &x) || !x || (x & (x - 1))) return false;
  if (is_signed(e->type) && (int64_t)x < 0) return false;
  *log = (uint32_t)__builtin_ctzll(x);
  return true;
}

// --------------------------------------------------------------- operators

static Expr *commute(Kit *k, Expr *e) {
  switch (e->kind == E_BINARY ? e->op : OP_NONE) {
    case OP_ADD:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_EQ:
    case OP_NE: return mk_binary(k, e->op, e->kid[1], e->kid[0]);
    default: return NULL;
  }
}

static Expr *turn(Kit *k, Expr *e) {  // a < b to b > a
  static const Op other[] = {OP_GT, OP_GE, OP_LT, OP_LE};
  if (e->kind != E_BINARY || e->op < OP_LT || e->op > OP_GE) return NULL;
  return mk_binary(k, other[e->op - OP_LT], e->kid[1], e->kid[0]);
}

static Expr *negate(Kit *k, Expr *e) {  // a < b to !(a >= b)
  static const Op other[] = {OP_GE, OP_GT, OP_LE, OP_LT, OP_NE, OP_EQ};
  if (e->kind != E_BINARY || e->op < OP_LT || e->op > OP_NE) return NULL;
  if (e->op < OP_EQ && is_float(side_type(e))) return NULL;
  return mk_not(k, mk_binary(k, other[e->op - OP_LT], e->kid[0], e->kid[1]));
}

static Expr *split_order(Kit *k, Expr *e) {  // a <= b to a < b || a == b
  if (!is_op(e, OP_LE) && !is_op(e, OP_GE)) return NULL;
  Op strict = e->op == OP_LE ? OP_LT : OP_GT;
  return mk_binary(
      k, OP_LOR, mk_binary(k, strict, e->kid[0], e->kid[1]),
      mk_binary(k, OP_EQ, again(k, e->kid[0]), again(k, e->kid[1])));
}

static Expr *neighbour(Kit *k, Expr *e) {  // a < 7 to a <= 6
  uint64_t x;
  if (!is_op(e, OP_LT) || is_float(side_type(e)) || !is_number(e->kid[1], &x))
    return NULL;
  // Small and positive: below it is a number in every type.
  if (x == 0 || x > 1000000) return NULL;
  return mk_binary(k, OP_LE, e->kid[0], mk_const(k, e->kid[1]->type, x - 1));
}

static Expr *twice(Kit *k, Expr *e) {  // x * 2 to x + x
  if (!is_op(e, OP_MUL) || e->kid[1]->kind != E_CONST) return NULL;
  const Expr *c = e->kid[1];
  Scalar t = type_of(e);
  bool two =
      is_float(c->type) ? float_of(c->type, c->bits) == 2.0 : c->bits == 2;
  if (!two || c->type != t) return NULL;
  Expr *x = type_of(e->kid[0]) == t ? e->kid[0] : mk_cast(k, t, e->kid[0]);
  return mk_binary(k, OP_ADD, x, again(k, x));
}

static Expr *double_up(Kit *k, Expr *e) {  // x + y of one x to x * 2
  if (!is_op(e, OP_ADD) || e->kid[0]->kind != E_VAR ||
      e->kid[1]->kind != E_VAR || e->kid[0]->var != e->kid[1]->var)
    return NULL;
  Scalar t = type_of(e);
  Expr *two = is_float(t) ? mk_float(k, t, 2.0) : mk_const(k, t, 2);
  return mk_binary(k, OP_MUL, e->kid[0], two);
}

static Expr *mul_to_shift(Kit *k, Expr *e) {
  uint32_t log;
  Scalar t = type_of(e);
  if (!is_op(e, OP_MUL) || !is_power(e->kid[1], &log)) return NULL;
  if (log >= (uint32_t)bits_of(t) || is_float(t)) return NULL;
  return mk_binary(k, OP_SHL, mk_cast(k, t, e->kid[0]),
                   mk_const(k, T_I32, log));
}

static Expr *shift_to_mul(Kit *k, Expr *e) {
  uint64_t n;
  Scalar t = type_of(e);
  if (!is_op(e, OP_SHL) || !is_unsigned_int(t)) return NULL;
  if (!is_number(e->kid[1], &n) || n >= (uint64_t)bits_of(t)) return NULL;
  return mk_binary(k, OP_MUL, e->kid[0], mk_const(k, t, 1ull << n));
}

static Expr *div_to_shift(Kit *k, Expr *e) {
  uint32_t log;
  Scalar t = type_of(e);
  if ((!is_op(e, OP_DIV) && !is_op(e, OP_REM)) || !is_unsigned_int(t) ||
      !is_power(e->kid[1], &log) || log >= (uint32_t)bits_of(t))
    return NULL;
  Expr *x = mk_cast(k, t, e->kid[0]);
  if (e->op == OP_DIV) return mk_binary(k, OP_SHR, x, mk_const(k, T_I32, log));
  return mk_binary(k, OP_AND, x, mk_const(k, t, (1ull << log) - 1));
}

static Expr *shift_to_div(Kit *k, Expr *e) {
  uint64_t n;
  Scalar t = type_of(e);
  if (!is_op(e, OP_SHR) || !is_unsigned_int(t)) return NULL;
  if (!is_number(e->kid[1], &n) || n >= (uint64_t)bits_of(t)) return NULL;
  return mk_binary(k, OP_DIV, e->kid[0], mk_const(k, t, 1ull << n));
}

static Expr *half(Kit *k, Expr *e) {  // x / 2.0 to x * 0.5
  Scalar t = type_of(e);
  if (!is_op(e, OP_DIV) || !is_float(t) || e->kid[1]->kind != E_CONST ||
      !is_float(e->kid[1]->type))
    return NULL;
  double c = float_of(e->kid[1]->type, e->kid[1]->bits);
  if (c != 2.0 && c != 0.5 && c != 0.25) return NULL;
  return mk_binary(k, OP_MUL, e->kid[0], mk_float(k, e->kid[1]->type, 1 / c));
}

static Expr *sub_const(Kit *k, Expr *e) {  // x - 3 to x + -3
  uint64_t x;
  Scalar t = type_of(e);
  if (!is_op(e, OP_SUB) || is_float(t) || !is_number(e->kid[1], &x))
    return NULL;
  if (x > 1000000) return NULL;
  return mk_binary(k, OP_ADD, e->kid[0], mk_const(k, t, -x));
}

static Expr *sub_by_not(Kit *k, Expr *e) {  // a - b to a + ~b + 1
  Scalar t = type_of(e);
  if (!is_op(e, OP_SUB) || !is_unsigned_int(t)) return NULL;
  Expr *inverse = mk_unary(k, OP_NOT, mk_cast(k, t, e->kid[1]));
  return mk_binary(k, OP_ADD, mk_binary(k, OP_ADD, e->kid[0], inverse),
                   mk_const(k, t, 1));
}

static Expr *minus(Kit *k, Expr *e) {  // -x to ~x + 1, or 0 - x
  Scalar t = type_of(e);
  if (!is_op(e, OP_NEG) || is_float(t)) return NULL;
  if (chance(k, 50)) return mk_binary(k, OP_SUB, mk_const(k, t, 0), e->kid[0]);
  return mk_binary(k, OP_ADD, mk_unary(k, OP_NOT, mk_cast(k, t, e->kid[0])),
                   mk_const(k, t, 1));
}

static Expr *xor_by_and(Kit *k, Expr *e) {  // a ^ b to (a | b) - (a & b)
  if (!is_op(e, OP_XOR)) return NULL;
  return mk_binary(
      k, OP_SUB, mk_binary(k, OP_OR, e->kid[0], e->kid[1]),
      mk_binary(k, OP_AND, again(k, e->kid[0]), again(k, e->kid[1])));
}

static Expr *add_by_xor(Kit *k, Expr *e) {  // a + b to (a ^ b) + 2 * (a & b)
  Scalar t = type_of(e);
  if (!is_op(e, OP_ADD) || !is_unsigned_int(t)) return NULL;
  Expr *carry = mk_binary(k, OP_AND, again(k, e->kid[0]), again(k, e->kid[1]));
  return mk_binary(k, OP_ADD, mk_binary(k, OP_XOR, e->kid[0], e->kid[1]),
                   mk_binary(k, OP_MUL, mk_const(k, t, 2), carry));
}

static Expr *associate(Kit *k, Expr *e) {  // (a + b) + c to a + (b + c)
  if (e->kind != E_BINARY || e->kid[0]->kind != E_BINARY ||
      e->kid[0]->op != e->op)
    return NULL;
  Scalar t = type_of(e);
  bool free = e->op == OP_AND || e->op == OP_OR || e->op == OP_XOR;
  if (!free && !((e->op == OP_ADD || e->op == OP_MUL) && is_unsigned_int(t)))
    return NULL;
  Expr *a = e->kid[0]->kid[0], *b = e->kid[0]->kid[1], *c = e->kid[1];
  if (type_of(a) != t || type_of(b) != t || type_of(c) != t) return NULL;
  return mk_binary(k, e->op, a, mk_binary(k, e->op, b, c));
}

static Expr *distribute(Kit *k, Expr *e) {  // a * (b + c) to a * b + a * c
  Scalar t = type_of(e);
  if (!is_op(e, OP_MUL) || !is_unsigned_int(t) || !is_op(e->kid[0], OP_ADD) ||
      type_of(e->kid[0]) != t)
    return NULL;
  Expr *b = e->kid[0]->kid[0], *c = e->kid[0]->kid[1], *a = e->kid[1];
  return mk_binary(k, OP_ADD, mk_binary(k, OP_MUL, mk_cast(k, t, b), a),
                   mk_binary(k, OP_MUL, mk_cast(k, t, c), again(k, a)));
}

static Expr *de_morgan_bits(Kit *k, Expr *e) {  // a & b to ~(~a | ~b)
  if (!is_op(e, OP_AND) && !is_op(e, OP_OR)) return NULL;
  Scalar t = type_of(e);
  Op other = e->op == OP_AND ? OP_OR : OP_AND;
  Expr *a = mk_unary(k, OP_NOT, mk_cast(k, t, e->kid[0]));
  Expr *b = mk_unary(k, OP_NOT, mk_cast(k, t, e->kid[1]));
  return mk_unary(k, OP_NOT, mk_binary(k, other, a, b));
}

// ------------------------------------------------------------------- logic

static Expr *de_morgan(Kit *k, Expr *e) {
  if (is_op(e, OP_LNOT) &&
      (is_op(e->kid[0], OP_LAND) || is_op(e->kid[0], OP_LOR))) {
    Expr *in = e->kid[0];
    return mk_binary(k, in->op == OP_LAND ? OP_LOR : OP_LAND,
                     mk_not(k, in->kid[0]), mk_not(k, in->kid[1]));
  }
  if (!is_op(e, OP_LAND) && !is_op(e, OP_LOR)) return NULL;
  return mk_not(k, mk_binary(k, e->op == OP_LAND ? OP_LOR : OP_LAND,
                             mk_not(k, e->kid[0]), mk_not(k, e->kid[1])));
}

static Expr *truth(Kit *k, Expr *e) {
  if (chance(k, 50)) return mk_not(k, mk_not(k, e));
  Scalar t = type_of(e);
  Expr *zero = is_float(t) ? mk_float(k, t, 0.0) : mk_const(k, t, 0);
  return mk_binary(k, OP_NE, e, zero);
}

static Expr *logic_to_cond(Kit *k, Expr *e) {
  if (is_op(e, OP_LAND))
    return mk_cond(k, e->kid[0], truth(k, e->kid[1]), mk_const(k, T_I32, 0));
  if (is_op(e, OP_LOR))
    return mk_cond(k, e->kid[0], mk_const(k, T_I32, 1), truth(k, e->kid[1]));
  return NULL;
}

static Expr *flip_cond(Kit *k, Expr *e) {
  if (e->kind != E_COND) return NULL;
  return mk_cond(k, mk_not(k, e->kid[0]), e->kid[2], e->kid[1]);
}

static Expr *not_to_equal(Kit *k, Expr *e) {  // !x to x == 0
  if (!is_op(e, OP_LNOT) || e->kid[0]->kind == E_NULL) return NULL;
  Scalar t = type_of(e->kid[0]);
  Expr *zero = is_float(t) ? mk_float(k, t, 0.0) : mk_const(k, t, 0);
  return mk_binary(k, OP_EQ, e->kid[0], zero);
}

static Expr *cond_to_mask(Kit *k, Expr *e) {  // c ? a : b with trap-free arms
  Scalar t = type_of(e);
  if (e->kind != E_COND || !is_unsigned_int(t) || may_trap(e->kid[1]) ||
      may_trap(e->kid[2]))
    return NULL;
  // mask = 0 - !!c
  Expr *bit = mk_cast(k, t, mk_not(k, mk_not(k, e->kid[0])));
  Expr *mask = mk_binary(k, OP_SUB, mk_const(k, t, 0), bit);
  Expr *a = mk_binary(k, OP_AND, mk_cast(k, t, e->kid[1]), mask);
  Expr *b = mk_binary(k, OP_AND, mk_cast(k, t, e->kid[2]),
                      mk_unary(k, OP_NOT, again(k, mask)));
  return mk_binary(k, OP_OR, a, b);
}

// --------------------------------------------------------------- constants

static Expr *unfold(Kit *k, Expr *e) {  // 7 to 3 + 4, or 14 - 7 ...
  uint64_t x;
  if (!is_number(e, &x) || x > 1000000) return NULL;
  uint64_t part = below(k, (uint32_t)x + 1);
  switch (below(k, 3)) {
    case 0:
      return mk_binary(k, OP_ADD, mk_const(k, e->type, part),
                       mk_const(k, e->type, x - part));
    case 1:
      return mk_binary(k, OP_SUB, mk_const(k, e->type, x + part),
                       mk_const(k, e->type, part));
    default:
      return mk_binary(k, OP_XOR, mk_const(k, e->type, x ^ part),
                       mk_const(k, e->type, part));
  }
}

static Expr *neutral(Kit *k, Expr *e) {  // x to x + 0, x * 1 ...
  static const Op zero[] = {OP_ADD, OP_SUB, OP_OR, OP_XOR, OP_SHL, OP_SHR};
  Scalar t = type_of(e);
  if (t < T_I32) return NULL;
  if (is_float(t)) {
    return chance(k, 50) ? mk_binary(k, OP_MUL, e, mk_float(k, t, 1.0))
                         : mk_binary(k, OP_SUB, e, mk_float(k, t, 0.0));
  }
  switch (below(k, 4)) {
    case 0: return mk_binary(k, OP_MUL, e, mk_const(k, t, 1));
    case 1: return mk_binary(k, OP_AND, e, mk_const(k, t, ~0ull));
    case 2: return mk_binary(k, OP_AND, e, again(k, e));
    default:
      return mk_binary(k, zero[below(k, VD_COUNT(zero))], e, mk_const(k, t, 0));
  }
}

static Expr *idle_cast(Kit *k, Expr *e) {
  Scalar t = type_of(e);
  if (t == T_VOID) return NULL;
  // A wider type holds every value.
  if (chance(k, 50) && !is_float(t) && t < T_I64)
    return mk_cast(k, t, mk_cast(k, T_I64, e));
  if (t == T_F32 && chance(k, 50)) return mk_cast(k, t, mk_cast(k, T_F64, e));
  return mk_cast(k, t, e);
}

static Expr *drop_cast(Kit *k, Expr *e) {
  (void)k;
  bool idle = e->kind == E_CAST && type_of(e->kid[0]) == e->type;
  return idle ? e->kid[0] : NULL;
}

// ------------------------------------------------------------------ inline

// The body of a function that is one return, NULL if it is not.
static Expr *single_return(const Func *f) {
  if (f->body.len != 1 || f->body.at[0]->kind != S_RETURN) return NULL;
  return f->body.at[0]->expr;
}

static Expr *substitute(Kit *k, Expr *e, const Func *f, Expr **arg) {
  for (uint32_t i = 0; i < f->param.len; i++)
    if (e->kind == E_VAR && e->var == f->param.at[i])
      return mk_cast(k, e->var->type, again(k, arg[i]));
  for (int i = 0; i < e->kids; i++)
    e->kid[i] = substitute(k, e->kid[i], f, arg);
  return e;
}

static Expr *inline_call(Kit *k, Expr *e) {
  if (e->kind != E_CALL || !e->callee->pure || e->callee->recursive)
    return NULL;
  Expr *body = single_return(e->callee);
  if (!body || size_of(body) * size_of(e) > 200) return NULL;
  return mk_cast(k, e->callee->type,
                 substitute(k, again(k, body), e->callee, e->kid));
}

// ------------------------------------------------------------------- sites

static const Rule rules[] = {
    commute,      turn,          negate,       split_order,  neighbour,
    twice,        double_up,     mul_to_shift, shift_to_mul, div_to_shift,
    shift_to_div, half,          sub_const,    sub_by_not,   minus,
    xor_by_and,   add_by_xor,    associate,    distribute,   de_morgan_bits,
    de_morgan,    logic_to_cond, flip_cond,    not_to_equal, cond_to_mask,
    unfold,       neutral,       idle_cast,    drop_cast,    inline_call,
};

static bool rewrite(Kit *k, Expr **slot) {
  Expr *e = *slot;
  Scalar t = type_of(e);
  if (t == T_VOID || has_call(e) || size_of(e) > 60) return false;
  Expr *to = rules[below(k, VD_COUNT(rules))](k, copy_expr(k, e));
  if (!to) return false;
  VD_CHECK(type_of(to) == t);
  *slot = to;
  return true;
}

bool equal_expr(Kit *k, Unit *u) {
  Func *f = u->func.at[below(k, u->func.len)];
  Slots slots = {0};
  slots_of_block(&f->body, &slots);
  bool done = false;
  for (int tries = 0; tries < 40 && slots.len && !done; tries++)
    done = rewrite(k, slots.at[below(k, slots.len)]);
  vd_vec_done(&slots);
  return done;
}
