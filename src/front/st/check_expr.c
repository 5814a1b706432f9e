// Expressions: literals, names, places, conversions.
#include "front/st/check.h"

#include <inttypes.h>

// -------------------------------------------------------------------- values
static const VdStType *set(VdStExpr *e, const VdStType *type) {
  e->type = type;
  e->to = NULL;
  e->value = NULL;
  return type;
}

static const VdStType *bad(VdStExpr *e) {
  return set(e, &vd_type_bad);
}

const VdStType *vd_check_set_value(VdStCheck *c, VdStExpr *e,
                                   const VdStType *type, VdValue value) {
  VdStConst *constant = VD_NEW(c->arena, VdStConst);
  constant->value = value;
  set(e, type);
  e->value = constant;
  return type;
}

const VdStType *vd_check_set_int(VdStCheck *c, VdStExpr *e, bool negative,
                                 uint64_t magnitude) {
  VdStConst *constant = VD_NEW(c->arena, VdStConst);
  constant->negative = negative && magnitude;
  constant->magnitude = magnitude;
  set(e, &vd_type_any_int);
  e->value = constant;
  return e->type;
}

const VdStType *vd_check_set_real(VdStCheck *c, VdStExpr *e, double real) {
  VdStConst *constant = VD_NEW(c->arena, VdStConst);
  constant->real = real;
  set(e, &vd_type_any_real);
  e->value = constant;
  return e->type;
}

VdStVal vd_check_known(const VdStExpr *e) {
  return vd_val_known(e->value->value);
}

// ---------------------------------------------------------------- conversions
static const char *int_text(VdStCheck *c, const VdStConst *value) {
  return vd_arena_printf(c->arena, "%s%" PRIu64, value->negative ? "-" : "",
                         value->magnitude);
}

static bool mismatch(VdStCheck *c, const VdStExpr *e, const VdStType *to) {
  if (e->type->kind == VD_TYPE_ELEM && to->kind == VD_TYPE_ELEM)
    vd_check_error(c, e->pos, "found %s, expected %s (%s_TO_%s converts it)",
                   e->type->name, to->name, vd_elem_text(e->type->elem),
                   vd_elem_text(to->elem));
  else
    vd_check_error(c, e->pos, "found %s, expected %s", e->type->name, to->name);
  return false;
}

static bool convert_int(VdStCheck *c, VdStExpr *e, const VdStType *to) {
  VdValue value;
  const VdStConst *from = e->value;
  if (to->kind != VD_TYPE_ELEM || vd_elem_class(to->elem) >= VD_SCALAR_TIME)
    return mismatch(c, e, to);
  if (!vd_elem_holds(to->elem, from->negative, from->magnitude, &value)) {
    vd_check_error(c, e->pos, "found %s, which is no value of %s",
                   int_text(c, from), to->name);
    return false;
  }
  vd_check_set_value(c, e, vd_type_elem(to->elem), value);
  return true;
}

static bool convert_real(VdStCheck *c, VdStExpr *e, const VdStType *to) {
  if (!vd_type_is_class(to, VD_SCALAR_REAL)) return mismatch(c, e, to);
  double x = e->value->real;
  VdValue value =
      to->elem == VD_ELEM_REAL ? vd_value_float((float)x) : vd_value_double(x);
  vd_check_set_value(c, e, vd_type_elem(to->elem), value);
  return true;
}

static bool convert_elem(VdStCheck *c, VdStExpr *e, const VdStType *to) {
  if (!vd_elem_widens(e->type->elem, to->elem)) return mismatch(c, e, to);
  if (e->type->elem == to->elem) return true;
  if (!e->value) {
    e->to = to;
    return true;
  }
  VdEmit emit = {.arena = c->arena};
  VdStVal value =
      vd_emit_convert(&emit, e->type->elem, to->elem, false, vd_check_known(e));
  vd_check_set_value(c, e, vd_type_elem(to->elem), value.value);
  return true;
}

// A value of the base type must be in the range: a constant now, others at run
// time.
static bool convert_range(VdStCheck *c, VdStExpr *e, const VdStType *to) {
  if (!to->ranged) return true;
  if (!e->value) {
    if (e->to || !vd_type_same(e->type, to)) e->to = to;
    return true;
  }
  VdEmit emit = {.arena = c->arena};
  VdStVal inside =
      vd_emit_within(&emit, to->elem, vd_check_known(e), to->low, to->high);
  if (inside.value.bits) return true;
  vd_check_error(c, e->pos, "found a value outside of the subrange");
  return false;
}

bool vd_check_convert(VdStCheck *c, VdStExpr *e, const VdStType *to) {
  if (!e->type) {
    vd_check_error(c, e->pos, "found a call without a result, expected %s",
                   to->name);
    bad(e);
    return false;
  }
  if (e->type->kind == VD_TYPE_BAD || to->kind == VD_TYPE_BAD) return false;
  bool ok;
  if (e->type->kind == VD_TYPE_ANY_INT)
    ok = convert_int(c, e, to);
  else if (e->type->kind == VD_TYPE_ANY_REAL)
    ok = convert_real(c, e, to);
  else if (to->kind == VD_TYPE_ELEM && e->type->kind == VD_TYPE_ELEM)
    ok = convert_elem(c, e, to);
  else
    ok = vd_type_same(e->type, to) || mismatch(c, e, to);
  return ok && (to->kind != VD_TYPE_ELEM || convert_range(c, e, to));
}

bool vd_check_as(VdStCheck *c, VdStExpr *e, const VdStType *to) {
  vd_check_expr(c, e, to);
  return vd_check_convert(c, e, to);
}

// ------------------------------------------------------------------- literals
static const VdStType *wrong_literal(VdStCheck *c, VdStExpr *e,
                                     const char *why) {
  vd_check_error(c, e->pos, "found a literal that %s", why);
  return bad(e);
}

static const VdStType *time_literal(VdStCheck *c, VdStExpr *e) {
  int64_t nanoseconds = (int64_t)e->bits;
  if (e->prefix && vd_st_same(e->prefix, "LTIME"))
    return vd_check_set_value(c, e, vd_type_elem(VD_ELEM_LTIME),
                              vd_value_bv(64, e->bits));
  if (nanoseconds % 1000000)
    return wrong_literal(c, e,
                         "is no whole number of milliseconds (an LTIME "
                         "could be)");
  int64_t milliseconds = nanoseconds / 1000000;
  if (milliseconds > INT32_MAX || milliseconds < INT32_MIN)
    return wrong_literal(c, e, "does not fit TIME (an LTIME could)");
  return vd_check_set_value(c, e, vd_type_elem(VD_ELEM_TIME),
                            vd_value_bv(32, (uint64_t)milliseconds));
}

// DATE, TOD and DT: nanoseconds, or units of the short type.
static const VdStType *calendar_literal(VdStCheck *c, VdStExpr *e,
                                        uint64_t nanoseconds, uint64_t unit) {
  VdElem elem = vd_elem_read(e->prefix, strlen(e->prefix));
  if (vd_elem_is_long(elem))
    return vd_check_set_value(c, e, vd_type_elem(elem),
                              vd_value_bv(64, nanoseconds));
  if (nanoseconds % unit)
    return wrong_literal(c, e, "has more digits than its type");
  if (nanoseconds / unit > UINT32_MAX)
    return wrong_literal(c, e, "does not fit its type");
  return vd_check_set_value(c, e, vd_type_elem(elem),
                            vd_value_bv(32, nanoseconds / unit));
}

static const VdStType *number_literal(VdStCheck *c, VdStExpr *e) {
  if (e->literal == VD_ST_LIT_REAL)
    vd_check_set_real(c, e, e->real);
  else if (e->literal == VD_ST_LIT_BOOL)
    vd_check_set_value(c, e, vd_type_elem(VD_ELEM_BOOL),
                       vd_value_bool(e->bits));
  else
    vd_check_set_int(c, e, e->negative, e->bits);
  if (!e->prefix) return e->type;
  VdStSpec spec = {.pos = e->pos, .name = e->prefix};
  const VdStType *type = vd_check_spec(c, &spec);
  if (type->kind == VD_TYPE_BAD || !vd_check_convert(c, e, type)) return bad(e);
  return e->type;
}

static const VdStType *check_literal(VdStCheck *c, VdStExpr *e) {
  switch (e->literal) {
    case VD_ST_LIT_TIME: return time_literal(c, e);
    case VD_ST_LIT_DATE:
      return calendar_literal(c, e, e->bits * 1000000000u, 1000000000u);
    case VD_ST_LIT_TOD: return calendar_literal(c, e, e->bits, 1000000u);
    case VD_ST_LIT_DT: return calendar_literal(c, e, e->bits, 1000000000u);
    case VD_ST_LIT_INT:
    case VD_ST_LIT_REAL:
    case VD_ST_LIT_BOOL: break;
  }
  return number_literal(c, e);
}

// ---------------------------------------------------------------------- names
static const VdStType *use_entity(VdStCheck *c, VdStExpr *e,
                                  const VdStEntity *entity) {
  (void)c;
  set(e, entity->type);
  e->entity = entity;
  e->value = entity->value;
  return e->type;
}

static const VdStType *unknown_name(VdStCheck *c, VdStExpr *e) {
  if (vd_map_get(&c->ambiguous, vd_check_name(c, e->name)))
    vd_check_error(c, e->pos,
                   "found %s, which is a value of several enums, expected "
                   "TYPE#%s",
                   e->name, e->name);
  else if (vd_check_find_pou(c, e->name))
    vd_check_error(c, e->pos, "found the POU %s, expected a variable", e->name);
  else
    vd_check_error(c, e->pos, "found no variable %s", e->name);
  return bad(e);
}

static const VdStType *check_name(VdStCheck *c, VdStExpr *e,
                                  const VdStType *hint) {
  const VdStEntity *entity = vd_check_find(c, e->name, hint);
  if (!entity) return unknown_name(c, e);
  if (entity->kind == VD_ENTITY_ACTION) {
    vd_check_error(c, e->pos, "found the action %s, expected a variable",
                   e->name);
    return bad(e);
  }
  return use_entity(c, e, entity);
}

static const VdStType *check_enum(VdStCheck *c, VdStExpr *e,
                                  const char *type_name) {
  VdStSpec spec = {.pos = e->pos, .name = type_name};
  const VdStType *type = vd_check_spec(c, &spec);
  if (type->kind == VD_TYPE_BAD) return bad(e);
  const VdStEntity *entity = NULL;
  if (type->kind == VD_TYPE_ENUM)
    entity = vd_check_enum_value(c, type, e->name);
  if (entity) return use_entity(c, e, entity);
  vd_check_error(c, e->pos, "%s has no value %s", type_name, e->name);
  return bad(e);
}

// --------------------------------------------------------------------- places
static bool is_enum_name(VdStCheck *c, const VdStExpr *base) {
  return base->kind == VD_ST_NAME && !vd_check_find(c, base->name, NULL) &&
         vd_check_find_type(c, base->name);
}

static const VdStType *fb_member(VdStCheck *c, VdStExpr *e) {
  const VdStInfo *info = e->base->type->info;
  const uint64_t *slot = vd_map_get(&info->scope, vd_check_name(c, e->name));
  const VdStEntity *entity = slot ? (const VdStEntity *)(uintptr_t)*slot : NULL;
  if (!entity || entity->kind != VD_ENTITY_VAR) {
    vd_check_error(c, e->pos, "%s has no variable %s", info->pou->name,
                   e->name);
    return bad(e);
  }
  if (entity->direction == VD_DIR_CONSTANT && entity->value)
    return use_entity(c, e, entity);
  if (entity->direction != VD_DIR_INPUT && entity->direction != VD_DIR_OUTPUT) {
    vd_check_error(c, e->pos, "%s is no input or output of %s", e->name,
                   info->pou->name);
    return bad(e);
  }
  return use_entity(c, e, entity);
}

static const VdStType *check_member(VdStCheck *c, VdStExpr *e) {
  if (is_enum_name(c, e->base)) return check_enum(c, e, e->base->name);
  const VdStType *base = vd_check_expr(c, e->base, NULL);
  if (!base || base->kind == VD_TYPE_BAD) return bad(e);
  if (base->kind == VD_TYPE_FB) return fb_member(c, e);
  const VdStField *field = NULL;
  if (base->kind == VD_TYPE_STRUCT) field = vd_type_field(base, e->name);
  if (field) return set(e, field->type);
  vd_check_error(c, e->pos, "%s has no %s", base->name, e->name);
  return bad(e);
}

static const VdStType *check_bit(VdStCheck *c, VdStExpr *e) {
  const VdStType *base = vd_check_expr(c, e->base, NULL);
  if (!base || base->kind == VD_TYPE_BAD) return bad(e);
  bool bits = vd_type_is_class(base, VD_SCALAR_BITS) ||
              (base->kind == VD_TYPE_ELEM && vd_type_is_int(base));
  if (!bits || !vd_is_place(e->base)) {
    vd_check_error(c, e->pos, "found %s, expected a bit string", base->name);
    return bad(e);
  }
  if (e->bits >= vd_elem_width(base->elem)) {
    vd_check_error(c, e->pos, "%s has no bit %" PRIu64, base->name, e->bits);
    return bad(e);
  }
  return set(e, vd_type_elem(VD_ELEM_BOOL));
}

static bool check_subscript(VdStCheck *c, VdStExpr *e, const VdStDim *dim) {
  const VdStType *type = vd_check_expr(c, e, NULL);
  const VdStType *widest = vd_type_elem(VD_ELEM_LINT);
  if (!type || type->kind == VD_TYPE_BAD) return false;
  if (!vd_type_is_int(type)) {
    vd_check_error(c, e->pos, "found %s, expected an integer", type->name);
    return false;
  }
  // Others keep their type: comparing short numbers is cheaper.
  if (!e->value)
    return vd_elem_widens(type->elem, VD_ELEM_LINT) || mismatch(c, e, widest);
  if (!vd_check_convert(c, e, widest)) return false;
  int64_t index = (int64_t)e->value->value.bits;
  uint64_t offset = (uint64_t)index - (uint64_t)dim->low;
  if (index >= dim->low && offset < dim->count) return true;
  vd_check_error(c, e->pos,
                 "found index %" PRId64 ", expected %" PRId64 " to %" PRId64,
                 index, dim->low, dim->low + (int64_t)dim->count - 1);
  return false;
}

static const VdStType *check_index(VdStCheck *c, VdStExpr *e) {
  const VdStType *base = vd_check_expr(c, e->base, NULL);
  if (!base || base->kind == VD_TYPE_BAD) return bad(e);
  if (base->kind != VD_TYPE_ARRAY) {
    vd_check_error(c, e->pos, "found %s, expected an array", base->name);
    return bad(e);
  }
  if (e->arg.len != base->dim.len) {
    vd_check_error(c, e->pos, "found %u indices, expected %u", e->arg.len,
                   base->dim.len);
    return bad(e);
  }
  bool ok = true;
  for (uint32_t i = 0; i < e->arg.len; i++)
    ok &= check_subscript(c, e->arg.at[i].value, &base->dim.at[i]);
  return ok ? set(e, base->element) : bad(e);
}

bool vd_is_place(const VdStExpr *e) {
  switch (e->kind) {
    case VD_ST_NAME: return e->entity && e->entity->kind == VD_ENTITY_VAR;
    case VD_ST_MEMBER:
    case VD_ST_INDEX:
    case VD_ST_BIT: return vd_is_place(e->base);
    default: return false;
  }
}

// An INPUT of an instance may be set from outside; its outputs may not.
static bool may_write(VdStCheck *c, const VdStExpr *e) {
  const VdStEntity *entity = e->entity;
  if (e->kind == VD_ST_NAME && entity->var->constant) {
    vd_check_error(c, e->pos, "%s is a constant", e->name);
    return false;
  }
  bool of_fb = e->kind == VD_ST_MEMBER && e->base->type->kind == VD_TYPE_FB;
  if (of_fb && entity->direction != VD_DIR_INPUT) {
    vd_check_error(c, e->pos, "%s is no input", e->name);
    return false;
  }
  return e->kind == VD_ST_NAME || may_write(c, e->base);
}

const VdStType *vd_check_target(VdStCheck *c, VdStExpr *e) {
  const VdStType *type = vd_check_expr(c, e, NULL);
  if (!type || type->kind == VD_TYPE_BAD) return &vd_type_bad;
  if (!vd_is_place(e)) {
    vd_check_error(c, e->pos, "found an expression, expected a variable");
    return &vd_type_bad;
  }
  return may_write(c, e) ? type : &vd_type_bad;
}

// A place that is known as far as it can be: which cells may be meant.
static bool span(const VdStExpr *e, VdStSpan *out, bool *exact) {
  if (e->kind == VD_ST_NAME) {
    *out = (VdStSpan){e->entity->cell, e->type->leaves};
    *exact = true;
    return true;
  }
  if (!span(e->base, out, exact)) return false;
  if (e->kind == VD_ST_BIT || !*exact) return true;
  const VdStType *base = e->base->type;
  if (e->kind == VD_ST_MEMBER) {
    out->first += base->kind == VD_TYPE_FB
                      ? e->entity->cell
                      : vd_type_field(base, e->name)->first;
    out->count = e->type->leaves;
    return true;
  }
  uint64_t offset = 0;
  for (uint32_t i = 0; i < e->arg.len; i++) {
    const VdStConst *value = e->arg.at[i].value->value;
    if (!value) *exact = false;
    if (!value) return true;
    offset = offset * base->dim.at[i].count +
             (value->value.bits - (uint64_t)base->dim.at[i].low);
  }
  out->first += (uint32_t)offset * e->type->leaves;
  out->count = e->type->leaves;
  return true;
}

bool vd_place_span(const VdStExpr *e, VdStSpan *out) {
  bool exact;
  return vd_is_place(e) && span(e, out, &exact);
}

// ---------------------------------------------------------------- expressions
const VdStType *vd_check_expr(VdStCheck *c, VdStExpr *e, const VdStType *hint) {
  switch (e->kind) {
    case VD_ST_LITERAL: return check_literal(c, e);
    case VD_ST_NAME: return check_name(c, e, hint);
    case VD_ST_ENUM: return check_enum(c, e, e->prefix);
    case VD_ST_MEMBER: return check_member(c, e);
    case VD_ST_BIT: return check_bit(c, e);
    case VD_ST_INDEX: return check_index(c, e);
    case VD_ST_CALL: return vd_check_call(c, e, hint);
    case VD_ST_UNARY: return vd_check_unary(c, e, hint);
    case VD_ST_BINARY: return vd_check_binary(c, e, hint);
    case VD_ST_ADDRESS:
      vd_check_unsupported(c, e->pos, "a direct address");
      return bad(e);
    case VD_ST_ARRAY_INIT:
    case VD_ST_REPEAT_INIT:
    case VD_ST_STRUCT_INIT:
      vd_check_error(c, e->pos, "found a list of values, expected one value");
      return bad(e);
  }
  return bad(e);
}
