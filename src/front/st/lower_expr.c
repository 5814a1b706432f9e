// Expressions to the ir, and conversions between types.
#include "front/st/lower.h"

VdStVal vd_lower_convert(VdLower *l, const VdStType *from, const VdStType *to,
                         VdStVal value) {
  if (from->elem != to->elem)
    value = vd_emit_convert(&l->emit, from->elem, to->elem, false, value);
  if (to->ranged && !vd_type_same(from, to))
    vd_lower_require(
        l, vd_emit_within(&l->emit, to->elem, value, to->low, to->high));
  return value;
}

static VdStVal lower_bit(VdLower *l, const VdStExpr *e) {
  VdStPlace place = vd_lower_place(l, e);
  uint32_t bit = (uint32_t)e->bits;
  VdStVal one = vd_emit_one(&l->emit, VD_OP_EXTRACT, vd_imm_extract(bit, bit),
                            vd_lower_load(l, &place, 0));
  return vd_emit_two(&l->emit, VD_OP_EQ, one, vd_val_bv(1, 1));
}

static VdStVal lower_binary(VdLower *l, const VdStExpr *e) {
  VdStVal a = vd_lower_expr(l, e->base);
  VdStVal b = vd_lower_expr(l, e->right);
  const VdStType *type = e->right->to ? e->right->to : e->right->type;
  vd_lower_at(l, e->pos);
  if (e->op == VD_ST_POWER)
    return vd_lower_math(l, "pow", type->elem, (VdStVal[]){a, b}, 2);
  bool divides = e->op == VD_ST_DIV || e->op == VD_ST_MOD;
  if (divides && !vd_type_is_class(type, VD_SCALAR_REAL))
    vd_lower_require(l, vd_emit_nonzero(&l->emit, type->elem, b));
  return vd_emit_binary(&l->emit, e->op, type->elem, a, b);
}

static VdStVal lower_unary(VdLower *l, const VdStExpr *e) {
  VdStVal a = vd_lower_expr(l, e->base);
  return vd_emit_unary(&l->emit, e->op, e->type->elem, a);
}

static VdStVal lower_call(VdLower *l, const VdStExpr *e) {
  VdStVal out;
  if (e->entity->kind == VD_ENTITY_STD) return vd_lower_std(l, e);
  vd_lower_call(l, e, &out);
  return out;
}

static VdStVal lower(VdLower *l, const VdStExpr *e) {
  switch (e->kind) {
    case VD_ST_NAME:
    case VD_ST_MEMBER:
    case VD_ST_INDEX: {
      VdStPlace place = vd_lower_place(l, e);
      return vd_lower_load(l, &place, 0);
    }
    case VD_ST_BIT: return lower_bit(l, e);
    case VD_ST_CALL: return lower_call(l, e);
    case VD_ST_UNARY: return lower_unary(l, e);
    case VD_ST_BINARY: return lower_binary(l, e);
    default: break;
  }
  VD_CHECK(!"an expression with a value");
  return vd_val_bool(false);
}

VdStVal vd_lower_expr(VdLower *l, const VdStExpr *e) {
  if (e->value) return vd_val_known(e->value->value);
  vd_lower_at(l, e->pos);
  VdStVal v = lower(l, e);
  return e->to ? vd_lower_convert(l, e->type, e->to, v) : v;
}

void vd_lower_leaves(VdLower *l, const VdStExpr *e, VdStVal *out) {
  if (vd_type_is_scalar(e->type)) {
    out[0] = vd_lower_expr(l, e);
  } else if (e->kind == VD_ST_CALL) {
    vd_lower_call(l, e, out);
  } else {
    VdStPlace place = vd_lower_place(l, e);
    for (uint32_t i = 0; i < e->type->leaves; i++)
      out[i] = vd_lower_load(l, &place, i);
  }
}
