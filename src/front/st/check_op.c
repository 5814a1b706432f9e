// Operators. Untyped numbers are computed at once and exactly; they get a type
// when they meet something that has one.
#include "front/st/check.h"

const VdStType *vd_check_bad(VdStExpr *e) {
  e->type = &vd_type_bad;
  e->to = NULL;
  e->value = NULL;
  return e->type;
}

const VdStType *vd_check_typed(VdStExpr *e, const VdStType *type) {
  vd_check_bad(e);
  e->type = type;
  return type;
}

static const char *op_text(VdStOp op) {
  static const char *const text[] = {
      [VD_ST_NO_OP] = "?",  [VD_ST_OR] = "OR", [VD_ST_XOR] = "XOR",
      [VD_ST_AND] = "AND",  [VD_ST_EQ] = "=",  [VD_ST_NE] = "<>",
      [VD_ST_LT] = "<",     [VD_ST_GT] = ">",  [VD_ST_LE] = "<=",
      [VD_ST_GE] = ">=",    [VD_ST_ADD] = "+", [VD_ST_SUB] = "-",
      [VD_ST_MUL] = "*",    [VD_ST_DIV] = "/", [VD_ST_MOD] = "MOD",
      [VD_ST_POWER] = "**", [VD_ST_NEG] = "-", [VD_ST_NOT] = "NOT",
  };
  return text[op];
}

static const VdStType *no_operator(VdStCheck *c, VdStExpr *e) {
  vd_check_error(c, e->pos, "found %s %s %s, for which there is no operator",
                 e->base->type->name, op_text(e->op), e->right->type->name);
  return vd_check_bad(e);
}

// ---------------------------------------------------------- untyped numbers
static VdElem default_elem(const VdStExpr *e, const VdStType *hint) {
  const VdStConst *value = e->value;
  VdElem like = VD_ELEM_INT;
  if (e->type->kind == VD_TYPE_ANY_REAL)
    return hint && hint->elem == VD_ELEM_REAL ? VD_ELEM_REAL : VD_ELEM_LREAL;
  if (hint && hint->kind == VD_TYPE_ELEM &&
      vd_elem_class(hint->elem) < VD_SCALAR_TIME)
    like = hint->elem;
  VdElem elem = vd_elem_for(like, value->negative, value->magnitude);
  if (!elem) elem = vd_elem_for(VD_ELEM_INT, value->negative, value->magnitude);
  return elem ? elem : VD_ELEM_ULINT;
}

typedef struct Number {
  bool negative;
  uint64_t magnitude;
} Number;

static bool add_numbers(Number a, Number b, Number *out) {
  out->negative = a.negative;
  if (a.negative == b.negative)
    return !__builtin_add_overflow(a.magnitude, b.magnitude, &out->magnitude);
  if (a.magnitude < b.magnitude) out->negative = b.negative;
  out->magnitude = a.magnitude < b.magnitude ? b.magnitude - a.magnitude
                                             : a.magnitude - b.magnitude;
  return true;
}

static bool power_numbers(Number a, Number b, Number *out) {
  *out = (Number){.magnitude = 1};
  if (b.negative) return false;
  if (a.magnitude <= 1 && b.magnitude > 2) b.magnitude = 2 - b.magnitude % 2;
  for (uint64_t i = 0; i < b.magnitude; i++) {
    if (__builtin_mul_overflow(out->magnitude, a.magnitude, &out->magnitude))
      return false;
    out->negative ^= a.negative;
  }
  return true;
}

static bool fold_numbers(VdStOp op, Number a, Number b, Number *out) {
  out->negative = a.negative != b.negative;
  switch (op) {
    case VD_ST_SUB: b.negative = !b.negative; return add_numbers(a, b, out);
    case VD_ST_ADD: return add_numbers(a, b, out);
    case VD_ST_MUL:
      return !__builtin_mul_overflow(a.magnitude, b.magnitude, &out->magnitude);
    case VD_ST_DIV:
    case VD_ST_MOD:
      if (!b.magnitude) return false;
      out->magnitude = op == VD_ST_DIV ? a.magnitude / b.magnitude
                                       : a.magnitude % b.magnitude;
      if (op == VD_ST_MOD) out->negative = a.negative;
      return true;
    case VD_ST_POWER: return power_numbers(a, b, out);
    default: return false;
  }
}

static double real_of(const VdStExpr *e) {
  if (e->type->kind == VD_TYPE_ANY_REAL) return e->value->real;
  double x = (double)e->value->magnitude;
  return e->value->negative ? -x : x;
}

static const VdStType *fold_reals(VdStCheck *c, VdStExpr *e) {
  double a = real_of(e->base), b = real_of(e->right);
  switch (e->op) {
    case VD_ST_ADD: return vd_check_set_real(c, e, a + b);
    case VD_ST_SUB: return vd_check_set_real(c, e, a - b);
    case VD_ST_MUL: return vd_check_set_real(c, e, a * b);
    case VD_ST_DIV: return vd_check_set_real(c, e, a / b);
    default: return no_operator(c, e);
  }
}

// Both sides are numbers without a type.
static const VdStType *fold_any(VdStCheck *c, VdStExpr *e) {
  const VdStConst *a = e->base->value, *b = e->right->value;
  Number out;
  if (e->base->type->kind == VD_TYPE_ANY_REAL ||
      e->right->type->kind == VD_TYPE_ANY_REAL)
    return fold_reals(c, e);
  if (fold_numbers(e->op, (Number){a->negative, a->magnitude},
                   (Number){b->negative, b->magnitude}, &out))
    return vd_check_set_int(c, e, out.negative, out.magnitude);
  vd_check_error(c, e->pos,
                 "found a division by zero or a number that does not fit 64 "
                 "bits");
  return vd_check_bad(e);
}

// --------------------------------------------------------------- common types
static bool is_typed(const VdStExpr *e) {
  return !vd_type_is_any(e->type);
}

// The common type of those that have one; NULL if there is none.
static const VdStType *common_typed(VdStExpr *const *e, uint32_t n) {
  const VdStType *type = NULL;
  for (uint32_t i = 0; i < n; i++) {
    const VdStType *its = e[i]->type;
    if (!is_typed(e[i])) continue;
    if (!type) {
      type = its->kind == VD_TYPE_ELEM ? vd_type_elem(its->elem) : its;
    } else if (type->kind == VD_TYPE_ELEM && its->kind == VD_TYPE_ELEM) {
      VdElem elem = vd_elem_common(type->elem, its->elem);
      if (!elem) return NULL;
      type = vd_type_elem(elem);
    } else if (!vd_type_same(type, its)) {
      return NULL;
    }
  }
  return type;
}

// Makes room for an untyped number: INT and 100000 meet in DINT.
static const VdStType *widen_for(const VdStType *type, const VdStExpr *e) {
  if (type->kind != VD_TYPE_ELEM || is_typed(e)) return type;
  if (e->type->kind == VD_TYPE_ANY_REAL) {
    if (vd_type_is_class(type, VD_SCALAR_REAL) || !vd_type_is_int(type))
      return type;
    bool small = vd_elem_widens(type->elem, VD_ELEM_REAL);
    return vd_type_elem(small ? VD_ELEM_REAL : VD_ELEM_LREAL);
  }
  if (vd_elem_class(type->elem) >= VD_SCALAR_TIME) return type;
  VdElem elem =
      vd_elem_for(type->elem, e->value->negative, e->value->magnitude);
  if (!elem) return type;
  elem = vd_elem_common(type->elem, elem);
  return elem ? vd_type_elem(elem) : type;
}

const VdStType *vd_check_common(VdStCheck *c, VdStExpr *const *e, uint32_t n,
                                const VdStType *hint) {
  const VdStType *type = NULL;
  bool any = true;
  for (uint32_t i = 0; i < n; i++) {
    if (!e[i]->type || e[i]->type->kind == VD_TYPE_BAD) return &vd_type_bad;
    any &= !is_typed(e[i]);
  }
  if (!any) type = common_typed(e, n);
  for (uint32_t i = 0; i < n && any; i++) {
    VdElem elem = default_elem(e[i], hint);
    if (type) elem = vd_elem_common(type->elem, elem);
    if (elem) type = vd_type_elem(elem);
  }
  if (!type) {
    vd_check_error(c, e[n - 1]->pos, "found %s, expected %s",
                   e[n - 1]->type->name, e[0]->type->name);
    return &vd_type_bad;
  }
  for (uint32_t i = 0; i < n; i++) type = widen_for(type, e[i]);
  for (uint32_t i = 0; i < n; i++)
    if (!vd_check_convert(c, e[i], type)) return &vd_type_bad;
  return type;
}

// ------------------------------------------------------------------ operators
// e has operands of one elementary type; computes it if they are known.
static const VdStType *settle(VdStCheck *c, VdStExpr *e, VdElem operands,
                              const VdStType *result) {
  vd_check_typed(e, result);
  const VdStExpr *a = e->base, *b = e->right;
  bool divides = e->op == VD_ST_DIV || e->op == VD_ST_MOD;
  VdEmit emit = {.arena = c->arena};
  if (divides && b->value && vd_elem_class(operands) != VD_SCALAR_REAL &&
      !vd_emit_nonzero(&emit, operands, vd_check_known(b)).value.bits) {
    vd_check_error(c, e->pos, "found a division by zero");
    return vd_check_bad(e);
  }
  if (!a->value || !b->value || e->op == VD_ST_POWER) return result;
  VdStVal v = vd_emit_binary(&emit, e->op, operands, vd_check_known(a),
                             vd_check_known(b));
  return vd_check_set_value(c, e, result, v.value);
}

static const VdStType *arithmetic(VdStCheck *c, VdStExpr *e,
                                  const VdStType *hint) {
  const VdStType *type =
      vd_check_common(c, (VdStExpr *[]){e->base, e->right}, 2, hint);
  if (type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  bool time = vd_type_is_class(type, VD_SCALAR_TIME);
  bool sum = e->op == VD_ST_ADD || e->op == VD_ST_SUB;
  bool number =
      type->kind == VD_TYPE_ELEM &&
      (vd_type_is_int(type) ||
       (vd_type_is_class(type, VD_SCALAR_REAL) && e->op != VD_ST_MOD));
  if (!number && !(time && sum)) return no_operator(c, e);
  return settle(c, e, type->elem, type);
}

// TIME * number, TIME / number.
static const VdStType *scale_time(VdStCheck *c, VdStExpr *e) {
  const VdStType *time = e->base->type, *factor = e->right->type;
  if (factor->kind == VD_TYPE_ANY_INT) {
    if (!vd_check_convert(c, e->right, vd_type_elem(VD_ELEM_LINT)))
      return vd_check_bad(e);
    factor = e->right->type;
  }
  if (!vd_type_is_int(factor)) {
    vd_check_unsupported(c, e->pos, "TIME times or divided by a REAL");
    return vd_check_bad(e);
  }
  if (e->right->value) {
    VdEmit emit = {.arena = c->arena};
    VdStVal v = vd_emit_convert(&emit, factor->elem, time->elem, false,
                                vd_check_known(e->right));
    vd_check_set_value(c, e->right, time, v.value);
  } else {
    e->right->to = time;
  }
  return settle(c, e, time->elem, time);
}

static bool is_calendar(const VdStType *t) {
  return t->kind == VD_TYPE_ELEM && vd_elem_class(t->elem) > VD_SCALAR_TIME;
}

static const VdStType *check_arithmetic(VdStCheck *c, VdStExpr *e,
                                        const VdStType *hint) {
  const VdStType *a = e->base->type, *b = e->right->type;
  if (vd_type_is_any(a) && vd_type_is_any(b)) return fold_any(c, e);
  if (is_calendar(a) || is_calendar(b)) {
    vd_check_unsupported(c, e->pos, "arithmetic on DATE, TOD or DT");
    return vd_check_bad(e);
  }
  bool scale = e->op == VD_ST_MUL || e->op == VD_ST_DIV;
  if (scale && vd_type_is_class(a, VD_SCALAR_TIME) &&
      !vd_type_is_class(b, VD_SCALAR_TIME))
    return scale_time(c, e);
  return arithmetic(c, e, hint);
}

// The base is a real, or becomes one; the exponent any number.
static const VdStType *check_power(VdStCheck *c, VdStExpr *e) {
  const VdStType *a = e->base->type, *b = e->right->type;
  if (a->kind == VD_TYPE_ANY_INT && b->kind == VD_TYPE_ANY_INT)
    return fold_any(c, e);
  bool numbers = (vd_type_is_int(a) || vd_type_is_real(a)) &&
                 (vd_type_is_int(b) || vd_type_is_real(b));
  if (!numbers) return no_operator(c, e);
  bool small = a->kind == VD_TYPE_ELEM &&
               vd_elem_widens(a->elem, VD_ELEM_REAL) &&
               b->elem != VD_ELEM_LREAL;
  const VdStType *type = vd_type_elem(small ? VD_ELEM_REAL : VD_ELEM_LREAL);
  if (!vd_check_convert(c, e->base, type)) return vd_check_bad(e);
  if (vd_type_is_any(b) || vd_elem_widens(b->elem, type->elem)) {
    if (!vd_check_convert(c, e->right, type)) return vd_check_bad(e);
  } else {
    vd_check_unsupported(c, e->right->pos, "an exponent of a wide type");
    return vd_check_bad(e);
  }
  return settle(c, e, type->elem, type);
}

static const VdStType *check_logic(VdStCheck *c, VdStExpr *e,
                                   const VdStType *hint) {
  const VdStType *a = e->base->type, *b = e->right->type;
  if (!vd_type_is_bits(a) || !vd_type_is_bits(b)) return no_operator(c, e);
  const VdStType *bits = vd_type_elem(VD_ELEM_LWORD);
  if (!hint || !vd_type_is_bits(hint)) hint = bits;
  const VdStType *type =
      vd_check_common(c, (VdStExpr *[]){e->base, e->right}, 2, hint);
  if (type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  return settle(c, e, type->elem, type);
}

static const VdStType *check_compare(VdStCheck *c, VdStExpr *e) {
  const VdStType *type =
      vd_check_common(c, (VdStExpr *[]){e->base, e->right}, 2, NULL);
  if (type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  if (!vd_type_is_scalar(type)) return no_operator(c, e);
  return settle(c, e, type->elem, vd_type_elem(VD_ELEM_BOOL));
}

static bool is_compare(VdStOp op) {
  return op >= VD_ST_EQ && op <= VD_ST_GE;
}

// A name that only the type of the other side can tell: Running = state.
static bool needs_hint(VdStCheck *c, const VdStExpr *e) {
  if (e->kind != VD_ST_NAME) return false;
  const VdStEntity *entity = vd_check_find(c, e->name, NULL);
  return !entity || entity->kind == VD_ENTITY_VALUE;
}

static bool check_operands(VdStCheck *c, VdStExpr *e, const VdStType *hint) {
  VdStExpr *first = e->base, *second = e->right;
  bool compare = is_compare(e->op);
  if (compare) hint = NULL;
  if (compare && needs_hint(c, first)) first = e->right, second = e->base;
  const VdStType *a = vd_check_expr(c, first, hint);
  if (compare && a) hint = a;
  const VdStType *b = vd_check_expr(c, second, hint);
  for (int i = 0; i < 2; i++) {
    VdStExpr *side = i ? e->right : e->base;
    if (side->type) continue;
    vd_check_error(c, side->pos, "found a call without a result");
    return false;
  }
  return a->kind != VD_TYPE_BAD && b->kind != VD_TYPE_BAD;
}

const VdStType *vd_check_binary(VdStCheck *c, VdStExpr *e,
                                const VdStType *hint) {
  if (!check_operands(c, e, hint)) return vd_check_bad(e);
  if (is_compare(e->op)) return check_compare(c, e);
  switch (e->op) {
    case VD_ST_AND:
    case VD_ST_OR:
    case VD_ST_XOR: return check_logic(c, e, hint);
    case VD_ST_POWER: return check_power(c, e);
    default: return check_arithmetic(c, e, hint);
  }
}

static const VdStType *unary_any(VdStCheck *c, VdStExpr *e) {
  const VdStConst *value = e->base->value;
  if (e->base->type->kind == VD_TYPE_ANY_REAL)
    return vd_check_set_real(c, e, -value->real);
  return vd_check_set_int(c, e, !value->negative, value->magnitude);
}

const VdStType *vd_check_unary(VdStCheck *c, VdStExpr *e,
                               const VdStType *hint) {
  const VdStType *type = vd_check_expr(c, e->base, hint);
  if (!type || type->kind == VD_TYPE_BAD) {
    if (!type) vd_check_error(c, e->pos, "found a call without a result");
    return vd_check_bad(e);
  }
  bool not = e->op == VD_ST_NOT;
  if (!not&&vd_type_is_any(type)) return unary_any(c, e);
  if (not&&type->kind == VD_TYPE_ANY_INT)
    type = vd_check_common(c, &e->base, 1,
                           hint ? hint : vd_type_elem(VD_ELEM_LWORD));
  bool ok = not ? vd_type_is_bits(type)
                : vd_type_is_int(type) || vd_type_is_real(type) ||
                      vd_type_is_class(type, VD_SCALAR_TIME);
  if (type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  if (!ok) {
    vd_check_error(c, e->pos, "found %s %s, for which there is no operator",
                   op_text(e->op), type->name);
    return vd_check_bad(e);
  }
  type = vd_type_elem(type->elem);
  if (!e->base->value) return vd_check_typed(e, type);
  VdEmit emit = {.arena = c->arena};
  VdStVal v = vd_emit_unary(&emit, e->op, type->elem, vd_check_known(e->base));
  return vd_check_set_value(c, e, type, v.value);
}
