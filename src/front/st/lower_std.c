// Code of the standard functions.
#include "front/st/lower.h"
#include "front/st/std.h"

// ---------------------------------------------------------------- C's library
static uint32_t find_external(VdLower *l, const char *link, VdElem elem,
                              uint32_t n) {
  VdModule *m = l->module;
  for (uint32_t i = 0; i < m->func.len; i++)
    if (m->func.at[i]->kind == VD_FUNC_PURE &&
        !strcmp(m->func.at[i]->link, link))
      return i;
  uint32_t index =
      vd_module_add_func(m, vd_arena_printf(&m->arena, "external.%s", link));
  VdFunc *f = m->func.at[index];
  f->kind = VD_FUNC_PURE;
  f->link = vd_arena_str(&m->arena, link);
  f->params = n;
  f->results = 1;
  f->param = VD_NEW_ARRAY(&m->arena, VdParam, n);
  f->result = VD_NEW_ARRAY(&m->arena, VdParam, 1);
  for (uint32_t i = 0; i < n; i++)
    f->param[i] = (VdParam){.sort = vd_elem_sort(elem), .name = ""};
  f->result[0] = (VdParam){.sort = vd_elem_sort(elem), .name = ""};
  return index;
}

VdStVal vd_lower_math(VdLower *l, const char *link, VdElem elem,
                      const VdStVal *args, uint32_t n) {
  VdRef ref[2];
  for (uint32_t i = 0; i < n; i++) ref[i] = vd_emit_ref(&l->emit, args[i]);
  if (elem == VD_ELEM_REAL)
    link = vd_arena_printf(l->check->arena, "%sf", link);
  uint32_t func = find_external(l, link, elem, n);
  return vd_val_ref(vd_build_call(l->emit.b, func, ref, n));
}

// ------------------------------------------------------------------ functions
static VdStVal lower_abs(VdLower *l, VdElem elem, VdStVal a) {
  VdEmit *e = &l->emit;
  if (vd_elem_class(elem) == VD_SCALAR_REAL)
    return vd_emit_one(e, VD_OP_FABS, 0, a);
  if (!vd_elem_is_signed(elem)) return a;
  VdStVal zero = vd_val_known(vd_type_elem(elem)->init[0]);
  return vd_emit_ite(e, vd_emit_less(e, elem, a, zero),
                     vd_emit_unary(e, VD_ST_NEG, elem, a), a);
}

static VdStVal larger(VdLower *l, VdElem elem, VdStVal a, VdStVal b) {
  return vd_emit_ite(&l->emit, vd_emit_less(&l->emit, elem, a, b), b, a);
}

static VdStVal smaller(VdLower *l, VdElem elem, VdStVal a, VdStVal b) {
  return vd_emit_ite(&l->emit, vd_emit_less(&l->emit, elem, b, a), b, a);
}

static VdStVal lower_extreme(VdLower *l, const VdStStd *std, VdElem elem,
                             const VdStVal *arg, uint32_t n) {
  VdStVal v = arg[0];
  for (uint32_t i = 1; i < n; i++)
    v = std->kind == VD_STD_MAX ? larger(l, elem, v, arg[i])
                                : smaller(l, elem, v, arg[i]);
  return v;
}

static VdStVal lower_mux(VdLower *l, VdElem elem, const VdStVal *arg,
                         uint32_t n) {
  VdEmit *e = &l->emit;
  VdStVal inside = vd_val_bool(false), v = arg[n - 1];
  for (uint32_t i = n - 1; i-- > 0;) {
    VdValue number;
    if (!vd_elem_holds(elem, false, i, &number)) continue;
    VdStVal is = vd_emit_two(e, VD_OP_EQ, arg[0], vd_val_known(number));
    inside = vd_emit_or(e, inside, is);
    if (i + 2 < n) v = vd_emit_ite(e, is, arg[i + 1], v);
  }
  vd_lower_require(l, inside);
  return v;
}

static VdElem elem_of(const VdStExpr *e) {
  return e->to ? e->to->elem : e->type->elem;
}

static VdStVal lower_kind(VdLower *l, const VdStExpr *e, const VdStStd *std,
                          const VdStVal *arg) {
  VdElem elem = e->type->elem;
  VdElem first = elem_of(e->binding[0].actual);
  uint32_t n = e->bindings;
  switch (std->kind) {
    case VD_STD_ABS: return lower_abs(l, elem, arg[0]);
    case VD_STD_SQRT: return vd_emit_one(&l->emit, VD_OP_FSQRT, 0, arg[0]);
    case VD_STD_MATH: return vd_lower_math(l, std->link, elem, arg, n);
    case VD_STD_SHIFT:
      return vd_emit_shift(&l->emit, (VdStShift)std->shift, vd_elem_width(elem),
                           arg[0], vd_elem_width(elem_of(e->binding[1].actual)),
                           arg[1]);
    case VD_STD_SEL: return vd_emit_ite(&l->emit, arg[0], arg[2], arg[1]);
    case VD_STD_MAX:
    case VD_STD_MIN: return lower_extreme(l, std, elem, arg, n);
    case VD_STD_LIMIT:
      return smaller(l, elem, larger(l, elem, arg[1], arg[0]), arg[2]);
    case VD_STD_MUX: return lower_mux(l, first, arg, n);
    case VD_STD_TRUNC:
      return vd_emit_convert(&l->emit, first, elem, true, arg[0]);
    case VD_STD_CONVERT:
      return vd_emit_convert(&l->emit, first, elem, std->truncate, arg[0]);
    case VD_STD_OPERATOR:
    case VD_STD_MOVE:
    case VD_STD_UNSUPPORTED: break;
  }
  VD_CHECK(!"a standard function with code");
  return arg[0];
}

VdStVal vd_lower_std(VdLower *l, const VdStExpr *e) {
  VdStVal *arg = VD_NEW_ARRAY(l->check->arena, VdStVal, e->bindings);
  for (uint32_t i = 0; i < e->bindings; i++)
    arg[i] = vd_lower_expr(l, e->binding[i].actual);
  vd_lower_at(l, e->pos);
  return lower_kind(l, e, e->entity->std, arg);
}
