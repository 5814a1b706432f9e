// Types of the standard functions.
#include "front/st/check.h"
#include "front/st/std.h"

static const VdStType *wrong(VdStCheck *c, VdStExpr *e, const VdStExpr *arg,
                             const char *expected) {
  if (!arg->type || arg->type->kind != VD_TYPE_BAD)
    vd_check_error(c, arg->pos, "found %s, expected %s",
                   arg->type ? arg->type->name : "a call without a result",
                   expected);
  return vd_check_bad(e);
}

// ------------------------------------------------------------------ arguments
// Puts the arguments in order; false with an error.
static bool arrange(VdStCheck *c, VdStExpr *e, const VdStStd *std,
                    VdStExpr **arg) {
  uint32_t n = e->arg.len;
  for (uint32_t i = 0; i < n; i++) {
    const VdStArg *a = &e->arg.at[i];
    if (!a->name || (!vd_st_same(a->name, "EN") && !vd_st_same(a->name, "ENO")))
      continue;
    vd_check_unsupported(c, a->pos, "EN or ENO");
    return false;
  }
  if (n < std->min || (std->max != VD_MANY && n > std->max)) {
    vd_check_error(c, e->pos, "found %u arguments of %s, expected %u", n,
                   std->name, n < std->min ? std->min : std->max);
    return false;
  }
  for (uint32_t i = 0; i < n; i++) {
    const VdStArg *a = &e->arg.at[i];
    uint32_t at = a->name ? vd_std_formal(std, a->name) : i;
    if (at >= n || arg[at] || a->output || !a->value) {
      vd_check_error(c, a->pos, "%s has no input %s", std->name,
                     a->name ? a->name : "at this place");
      return false;
    }
    arg[at] = a->value;
  }
  return true;
}

static void bind(VdStCheck *c, VdStExpr *e, const VdStStd *std, VdStExpr **arg,
                 uint32_t n) {
  VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
  entity->kind = VD_ENTITY_STD;
  entity->std = std;
  VdStBinding *binding = VD_NEW_ARRAY(c->arena, VdStBinding, n);
  for (uint32_t i = 0; i < n; i++)
    binding[i] = (VdStBinding){.actual = arg[i], .pos = arg[i]->pos};
  e->entity = entity;
  e->binding = binding;
  e->bindings = n;
}

// ------------------------------------------------------------------ operators
// ADD(a, b, c) is (a + b) + c.
static const VdStType *as_operator(VdStCheck *c, VdStExpr *e,
                                   const VdStStd *std, VdStExpr **arg,
                                   uint32_t n, const VdStType *hint) {
  VdStExpr *left = arg[0];
  for (uint32_t i = 1; i < n; i++) {
    VdStExpr *sum = i + 1 == n ? e : vd_st_expr(c->arena, VD_ST_BINARY, e->pos);
    *sum = (VdStExpr){.kind = VD_ST_BINARY,
                      .pos = e->pos,
                      .depth = e->depth + n - i,
                      .op = std->op,
                      .base = left,
                      .right = arg[i]};
    left = sum;
  }
  return vd_check_binary(c, e, hint);
}

// ------------------------------------------------------------------ functions
static const VdStType *check_number(VdStCheck *c, VdStExpr *e, VdStExpr *arg,
                                    const VdStType *hint) {
  vd_check_expr(c, arg, hint);
  const VdStType *type = vd_check_common(c, &arg, 1, hint);
  if (type->kind != VD_TYPE_ELEM ||
      !(vd_type_is_int(type) || vd_type_is_real(type)))
    return wrong(c, e, arg, "a number");
  return vd_check_typed(e, type);
}

static const VdStType *check_math(VdStCheck *c, VdStExpr *e, VdStExpr **arg,
                                  uint32_t n, const VdStType *hint) {
  for (uint32_t i = 0; i < n; i++) {
    const VdStType *type = vd_check_expr(c, arg[i], hint);
    if (!type || !vd_type_is_real(type)) return wrong(c, e, arg[i], "a REAL");
  }
  // SQRT(2): an integer literal becomes the real that is wanted.
  if (!hint || !vd_type_is_class(hint, VD_SCALAR_REAL))
    hint = vd_type_elem(VD_ELEM_LREAL);
  const VdStType *type = vd_check_common(c, arg, n, hint);
  if (vd_type_is_int(type))
    for (uint32_t i = 0; i < n; i++)
      if (!vd_check_as(c, arg[i], type = hint)) return vd_check_bad(e);
  if (type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  return vd_check_typed(e, type);
}

static const VdStType *check_shift(VdStCheck *c, VdStExpr *e, VdStExpr **arg,
                                   const VdStType *hint) {
  bool bits = hint && vd_type_is_class(hint, VD_SCALAR_BITS);
  if (!bits) hint = vd_type_elem(VD_ELEM_LWORD);
  const VdStType *type = vd_check_expr(c, arg[0], hint);
  type = vd_check_common(c, arg, 1, hint);
  if (!vd_type_is_class(type, VD_SCALAR_BITS))
    return wrong(c, e, arg[0], "a bit string");
  const VdStType *by = vd_check_expr(c, arg[1], vd_type_elem(VD_ELEM_INT));
  by = vd_check_common(c, arg + 1, 1, vd_type_elem(VD_ELEM_INT));
  if (!vd_type_is_int(by)) return wrong(c, e, arg[1], "an integer");
  return vd_check_typed(e, type);
}

// Arguments from first on have one type, which is the result's.
static const VdStType *check_choice(VdStCheck *c, VdStExpr *e, VdStExpr **arg,
                                    uint32_t first, uint32_t n, bool ordered,
                                    const VdStType *hint) {
  for (uint32_t i = first; i < n; i++)
    if (!vd_check_expr(c, arg[i], hint))
      vd_check_error(c, arg[i]->pos, "found a call without a result");
  const VdStType *type = vd_check_common(c, arg + first, n - first, hint);
  if (type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  if (!vd_type_is_scalar(type)) {
    vd_check_unsupported(c, e->pos, "a choice of structs or arrays");
    return vd_check_bad(e);
  }
  if (ordered && type->kind != VD_TYPE_ELEM)
    return wrong(c, e, arg[first], "an elementary type");
  return vd_check_typed(e, type);
}

static const VdStType *check_trunc(VdStCheck *c, VdStExpr *e, VdStExpr *arg,
                                   const VdStType *hint) {
  const VdStType *type = vd_check_expr(c, arg, NULL);
  if (!type || !vd_type_is_real(type)) return wrong(c, e, arg, "a REAL");
  if (vd_type_is_any(type) && !vd_check_as(c, arg, vd_type_elem(VD_ELEM_LREAL)))
    return vd_check_bad(e);
  bool known = hint && hint->kind == VD_TYPE_ELEM && vd_type_is_int(hint);
  return vd_check_typed(e, vd_type_elem(known ? hint->elem : VD_ELEM_DINT));
}

static const VdStType *check_conversion(VdStCheck *c, VdStExpr *e,
                                        const VdStStd *std, VdStExpr *arg) {
  VdElem from = std->from;
  if (from) {
    if (!vd_check_as(c, arg, vd_type_elem(from))) return vd_check_bad(e);
  } else {
    vd_check_expr(c, arg, NULL);
    const VdStType *type = vd_check_common(c, &arg, 1, NULL);
    if (!vd_type_is_scalar(type)) return wrong(c, e, arg, "an elementary type");
    from = type->elem;
  }
  if (!vd_emit_can_convert(from, std->to)) {
    vd_check_unsupported(
        c, e->pos,
        vd_arena_printf(c->arena, "%s_TO_%s", vd_elem_text(from),
                        vd_elem_text(std->to)));
    return vd_check_bad(e);
  }
  return vd_check_typed(e, vd_type_elem(std->to));
}

static const VdStType *check_kind(VdStCheck *c, VdStExpr *e, const VdStStd *std,
                                  VdStExpr **arg, uint32_t n,
                                  const VdStType *hint) {
  switch (std->kind) {
    case VD_STD_ABS: return check_number(c, e, arg[0], hint);
    case VD_STD_SQRT:
    case VD_STD_MATH: return check_math(c, e, arg, n, hint);
    case VD_STD_SHIFT: return check_shift(c, e, arg, hint);
    case VD_STD_SEL:
      if (!vd_check_as(c, arg[0], vd_type_elem(VD_ELEM_BOOL)))
        return vd_check_bad(e);
      return check_choice(c, e, arg, 1, n, false, hint);
    case VD_STD_MAX:
    case VD_STD_MIN:
    case VD_STD_LIMIT: return check_choice(c, e, arg, 0, n, true, hint);
    case VD_STD_MUX:
      vd_check_expr(c, arg[0], NULL);
      if (!vd_type_is_int(vd_check_common(c, arg, 1, NULL)))
        return wrong(c, e, arg[0], "an integer");
      return check_choice(c, e, arg, 1, n, false, hint);
    case VD_STD_TRUNC: return check_trunc(c, e, arg[0], hint);
    case VD_STD_CONVERT: return check_conversion(c, e, std, arg[0]);
    case VD_STD_OPERATOR:
    case VD_STD_MOVE:
    case VD_STD_UNSUPPORTED: break;
  }
  return vd_check_bad(e);
}

const VdStType *vd_check_std(VdStCheck *c, VdStExpr *e, const VdStType *hint) {
  const VdStStd *std = vd_std_find(c->arena, e->base->name);
  if (!std) {
    vd_check_error(c, e->pos, "found no function, FB instance or action %s",
                   e->base->name);
    return vd_check_bad(e);
  }
  if (std->kind == VD_STD_UNSUPPORTED) {
    vd_check_unsupported(
        c, e->pos, vd_arena_printf(c->arena, "the function %s", std->name));
    return vd_check_bad(e);
  }
  uint32_t n = e->arg.len;
  VdStExpr **arg = VD_NEW_ARRAY(c->arena, VdStExpr *, n + 1);
  if (!arrange(c, e, std, arg)) return vd_check_bad(e);
  if (std->kind == VD_STD_OPERATOR) return as_operator(c, e, std, arg, n, hint);
  if (std->kind == VD_STD_MOVE) {
    *e = *arg[0];
    return vd_check_expr(c, e, hint);
  }
  const VdStType *type = check_kind(c, e, std, arg, n, hint);
  if (type->kind != VD_TYPE_BAD) bind(c, e, std, arg, n);
  return type;
}
