// Types as written to types.
#include <inttypes.h>

#include "base/limit.h"
#include "front/st/check.h"

static VdStType *new_type(VdStCheck *c, VdStTypeKind kind, const char *name) {
  VdStType *t = VD_NEW(c->arena, VdStType);
  t->kind = kind;
  t->name = name;
  return t;
}

// Something in it is not modelled; every POU that uses it isn't either.
static const VdStType *bad_type(VdStCheck *c, VdPos pos, const char *reason) {
  VdStType *t = new_type(c, VD_TYPE_BAD, "?");
  t->reason = reason;
  t->reason_pos = pos;
  return t;
}

static const VdStType *use_bad(VdStCheck *c, const VdStType *t) {
  if (!t->reason || !c->current) return t;
  vd_check_unsupported(c, t->reason_pos, t->reason);
  c->current->pou->no_interface = true;
  return t;
}

static bool check_integer(VdStCheck *c, VdStExpr *e, int64_t *out) {
  const VdStType *t = vd_check_expr(c, e, NULL);
  if (t->kind == VD_TYPE_BAD) return false;
  if (!vd_type_is_int(t) || !e->value) {
    vd_check_error(c, e->pos, "found %s, expected an integer constant",
                   e->value ? t->name : "an expression");
    return false;
  }
  if (!vd_check_as(c, e, vd_type_elem(VD_ELEM_LINT))) return false;
  *out = (int64_t)e->value->value.bits;
  return true;
}

// ------------------------------------------------------------------- leaves
static bool count_leaves(VdStCheck *c, VdPos pos, uint64_t leaves) {
  if (leaves <= vd_limit->st_leaves) return true;
  vd_check_error(c, pos, "a variable of more than %d scalars",
                 vd_limit->st_leaves);
  return false;
}

static void leaves_of_array(const VdStType *t, const char *prefix, uint32_t d,
                            VdBuf *index, VdLeafVisit visit, void *context) {
  if (d == t->dim.len) {
    VdBuf name = {0};
    vd_buf_printf(&name, "%s[%s]", prefix, vd_buf_text(index));
    vd_type_leaves(t->element, vd_buf_text(&name), visit, context);
    vd_buf_done(&name);
    return;
  }
  for (uint32_t i = 0; i < t->dim.at[d].count; i++) {
    VdBuf next = {0};
    vd_buf_printf(&next, "%s%s%" PRId64, vd_buf_text(index), d ? "," : "",
                  t->dim.at[d].low + (int64_t)i);
    leaves_of_array(t, prefix, d + 1, &next, visit, context);
    vd_buf_done(&next);
  }
}

static void leaves_of_member(const char *prefix, const char *member,
                             const VdStType *type, VdLeafVisit visit,
                             void *context) {
  VdBuf name = {0};
  vd_buf_printf(&name, "%s.%s", prefix, member);
  vd_type_leaves(type, vd_buf_text(&name), visit, context);
  vd_buf_done(&name);
}

void vd_type_leaves(const VdStType *t, const char *prefix, VdLeafVisit visit,
                    void *context) {
  VdBuf none = {0};
  switch (t->kind) {
    case VD_TYPE_ARRAY:
      leaves_of_array(t, prefix, 0, &none, visit, context);
      break;
    case VD_TYPE_STRUCT:
      for (uint32_t i = 0; i < t->field.len; i++)
        leaves_of_member(prefix, t->field.at[i].name, t->field.at[i].type,
                         visit, context);
      break;
    case VD_TYPE_FB:
      for (uint32_t i = 0; i < t->info->own_cells; i++)
        leaves_of_member(prefix, t->info->cell.at[i].name,
                         t->info->cell.at[i].type, visit, context);
      break;
    case VD_TYPE_ELEM:
    case VD_TYPE_ENUM: visit(context, prefix, t); break;
    case VD_TYPE_BAD:
    case VD_TYPE_ANY_INT:
    case VD_TYPE_ANY_REAL: break;
  }
}

const VdStField *vd_type_field(const VdStType *t, const char *name) {
  for (uint32_t i = 0; i < t->field.len; i++)
    if (vd_st_same(t->field.at[i].name, name)) return &t->field.at[i];
  return NULL;
}

// -------------------------------------------------------------------- names
static const VdStType *resolve_decl(VdStCheck *c, VdStTypeDecl *decl);

static const VdStType *fb_type(VdStCheck *c, VdStSpec *spec, VdStInfo *info) {
  if (info->pou->kind != VD_ST_FUNCTION_BLOCK) {
    vd_check_error(c, spec->pos, "found %s, expected a type or FUNCTION_BLOCK",
                   spec->name);
    return &vd_type_bad;
  }
  if (c->current) vd_check_use(c, info, spec->pos, false);
  if (!vd_check_interface(c, info, spec->pos)) return &vd_type_bad;
  if (info->type->kind == VD_TYPE_BAD)
    return use_bad(c, bad_type(c, spec->pos,
                               vd_arena_printf(c->arena,
                                               "an instance of %s, which is "
                                               "not supported",
                                               info->pou->name)));
  return info->type;
}

static const VdStType *named(VdStCheck *c, VdStSpec *spec) {
  VdElem elem = vd_elem_read(spec->name, strlen(spec->name));
  if (elem) return vd_type_elem(elem);
  bool stopwatch = vd_st_same(spec->name, "__VD_STOPWATCH");
  if (stopwatch || vd_st_same(spec->name, "__VD_STEP")) {
    VdStType *t = new_type(c, VD_TYPE_ELEM, "");
    *t = *vd_type_elem(stopwatch ? VD_ELEM_TIME : VD_ELEM_BOOL);
    t->stopwatch = stopwatch;
    t->step = !stopwatch;
    return t;
  }
  VdStTypeDecl *decl = vd_check_find_type(c, spec->name);
  if (decl) return use_bad(c, resolve_decl(c, decl));
  VdStInfo *info = vd_check_find_pou(c, spec->name);
  if (info) return fb_type(c, spec, info);
  vd_check_error(c, spec->pos, "found %s, expected the name of a type",
                 spec->name);
  return &vd_type_bad;
}

// ------------------------------------------------------- subranges and enums
static const VdStType *subrange(VdStCheck *c, VdStSpec *spec) {
  VdElem elem = vd_elem_read(spec->name, strlen(spec->name));
  const VdStType *base = elem ? vd_type_elem(elem) : &vd_type_bad;
  if (!vd_type_is_int(base)) {
    vd_check_error(c, spec->pos, "found %s, expected an integer type",
                   spec->name);
    return &vd_type_bad;
  }
  if (!vd_check_as(c, spec->low, base) || !vd_check_as(c, spec->high, base))
    return &vd_type_bad;
  if (!spec->low->value || !spec->high->value) {
    vd_check_error(c, spec->pos, "found an expression, expected a constant");
    return &vd_type_bad;
  }
  VdStType *t = new_type(c, VD_TYPE_ELEM, base->name);
  *t = *base;
  t->ranged = true;
  t->low = spec->low->value->value;
  t->high = spec->high->value->value;
  VdEmit emit = {.arena = c->arena};
  VdStVal empty =
      vd_emit_less(&emit, elem, vd_val_known(t->high), vd_val_known(t->low));
  if (empty.value.bits)
    vd_check_error(c, spec->pos, "found a subrange without values");
  // The standard starts a subrange at its lowest value, not at zero.
  t->init = vd_arena_copy(c->arena, &t->low, sizeof t->low);
  return t;
}

static void add_enum_value(VdStCheck *c, const VdStEnumValue *from,
                           const VdStType *t, VdValue value) {
  VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
  VdStConst *constant = VD_NEW(c->arena, VdStConst);
  constant->value = value;
  entity->kind = VD_ENTITY_VALUE;
  entity->type = t;
  entity->value = constant;
  uint32_t name = vd_check_name(c, from->name);
  uint64_t *slot = vd_map_put(&c->value_of, name);
  if (*slot) *vd_map_put(&c->ambiguous, name) = 1;
  *slot = (uintptr_t)entity;
}

static bool enum_value(VdStCheck *c, VdStEnumValue *v, VdElem elem,
                       VdValue *next) {
  const VdStType *base = vd_type_elem(elem);
  if (v->value) {
    if (!vd_check_as(c, v->value, base)) return false;
    if (!v->value->value) {
      vd_check_error(c, v->pos, "found an expression, expected a constant");
      return false;
    }
    *next = v->value->value->value;
  }
  return true;
}

static const VdStType *enumeration(VdStCheck *c, VdStSpec *spec) {
  VdElem elem =
      spec->name ? vd_elem_read(spec->name, strlen(spec->name)) : VD_ELEM_INT;
  VdStType *t = new_type(c, VD_TYPE_ENUM, "an enum");
  VdEnum *e = VD_NEW(c->arena, VdEnum);
  uint32_t n = spec->enumerator.len;
  const char **text = VD_NEW_ARRAY(c->arena, const char *, n);
  VdValue *value = VD_NEW_ARRAY(c->arena, VdValue, n);
  VdValue next = *vd_type_elem(elem)->init;
  for (uint32_t i = 0; i < n; i++) {
    VdStEnumValue *v = &spec->enumerator.at[i];
    if (!enum_value(c, v, elem, &next)) return &vd_type_bad;
    text[i] = v->name;
    value[i] = next;
    add_enum_value(c, v, t, next);
    next = vd_value_bv(vd_elem_width(elem), next.bits + 1);
  }
  *e = (VdEnum){.name = "", .values = n, .text = text, .value = value};
  t->elem = elem;
  t->enumeration = e;
  t->leaves = 1;
  t->init = value;
  return t;
}

// -------------------------------------------------------- structs and arrays
static const VdStType *structure(VdStCheck *c, VdStSpec *spec) {
  VdStType *t = new_type(c, VD_TYPE_STRUCT, "a struct");
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < spec->field.len; i++) {
    VdStVar *v = spec->field.at[i];
    v->type = vd_check_spec(c, v->spec);
    if (v->type->kind == VD_TYPE_BAD) return v->type;
    if (v->at)
      return use_bad(c, bad_type(c, v->pos, "a struct with places of fields"));
    if (v->edge) return use_bad(c, bad_type(c, v->pos, "R_EDGE or F_EDGE"));
    if (vd_type_field(t, v->name))
      vd_check_error(c, v->pos, "found %s for a second time", v->name);
    VdStField field = {v->name, v->pos, v->type, (uint32_t)leaves};
    vd_st_add(c->arena, &t->field, field);
    leaves += v->type->leaves;
    if (!count_leaves(c, v->pos, leaves)) return &vd_type_bad;
    if (t->nesting <= v->type->nesting) t->nesting = v->type->nesting + 1;
  }
  t->leaves = (uint32_t)leaves;
  VdValue *init = VD_NEW_ARRAY(c->arena, VdValue, leaves + 1);
  for (uint32_t i = 0; i < spec->field.len; i++) {
    VdStVar *v = spec->field.at[i];
    VdValue *at = init + t->field.at[i].first;
    memcpy(at, v->type->init, v->type->leaves * sizeof *at);
    if (v->init) vd_check_init(c, v->type, v->init, at);
  }
  t->init = init;
  return t;
}

static bool dimension(VdStCheck *c, const VdStRange *range, VdStDim *out) {
  int64_t high;
  if (!check_integer(c, range->low, &out->low) ||
      !check_integer(c, range->high, &high))
    return false;
  uint64_t more = (uint64_t)high - (uint64_t)out->low;
  if (high < out->low) {
    vd_check_error(c, range->low->pos, "found an array without elements");
    return false;
  }
  if (!count_leaves(c, range->low->pos, more)) return false;
  out->count = (uint32_t)more + 1;
  return true;
}

static const VdStType *array(VdStCheck *c, VdStSpec *spec) {
  VdStType *t = new_type(c, VD_TYPE_ARRAY, "an array");
  t->element = vd_check_spec(c, spec->element);
  if (t->element->kind == VD_TYPE_BAD) return t->element;
  uint64_t leaves = t->element->leaves;
  t->nesting = t->element->nesting + 1;
  for (uint32_t i = 0; i < spec->range.len; i++) {
    VdStDim dim;
    if (!dimension(c, &spec->range.at[i], &dim)) return &vd_type_bad;
    vd_st_add(c->arena, &t->dim, dim);
    leaves *= dim.count;
    if (!count_leaves(c, spec->pos, leaves)) return &vd_type_bad;
  }
  t->leaves = (uint32_t)leaves;
  VdValue *init = VD_NEW_ARRAY(c->arena, VdValue, leaves + 1);
  for (uint64_t i = 0; i < leaves; i++)
    init[i] = t->element->init[i % t->element->leaves];
  t->init = init;
  return t;
}

static const VdStType *resolve(VdStCheck *c, VdStSpec *spec) {
  switch (spec->kind) {
    case VD_ST_SPEC_NAME: return named(c, spec);
    case VD_ST_SPEC_SUBRANGE: return subrange(c, spec);
    case VD_ST_SPEC_ENUM: return enumeration(c, spec);
    case VD_ST_SPEC_STRUCT: return structure(c, spec);
    case VD_ST_SPEC_ARRAY: return array(c, spec);
    case VD_ST_SPEC_UNSUPPORTED:
      return use_bad(
          c, bad_type(c, spec->pos,
                      vd_arena_printf(c->arena, "the type %s", spec->name)));
  }
  return &vd_type_bad;
}

// One that several variables share is one type.
const VdStType *vd_check_spec(VdStCheck *c, VdStSpec *spec) {
  // A name and what it means are two; far below the end of the stack.
  bool deep = c->specs > 3 * vd_limit->st_types;
  if (spec->type) return spec->type;
  c->specs++;
  if (!deep) spec->type = resolve(c, spec);
  c->specs--;
  if (deep || spec->type->nesting > vd_limit->st_types) {
    vd_check_error(c, spec->pos, "types nested more than %d deep",
                   vd_limit->st_types);
    spec->type = &vd_type_bad;
  }
  return spec->type;
}

// ------------------------------------------------------------- declarations
// The same type under another name, perhaps with another initial value.
static VdStType *copy_type(VdStCheck *c, const VdStType *from,
                           VdStTypeDecl *decl) {
  VdStType *t = VD_NEW(c->arena, VdStType);
  *t = *from;
  if (decl->spec->kind != VD_ST_SPEC_NAME) {
    t->name = decl->name;
    if (t->kind == VD_TYPE_ENUM) ((VdEnum *)t->enumeration)->name = decl->name;
  }
  if (!decl->init || t->kind == VD_TYPE_BAD) return t;
  VdValue *init = vd_arena_copy(c->arena, t->init, t->leaves * sizeof *init);
  vd_check_init(c, t, decl->init, init);
  t->init = init;
  return t;
}

static const VdStType *resolve_decl(VdStCheck *c, VdStTypeDecl *decl) {
  if (decl->state == 2) return decl->type;
  if (decl->state == 1) {
    vd_check_error(c, decl->pos, "the type %s contains itself", decl->name);
    return &vd_type_bad;
  }
  decl->state = 1;
  VdStInfo *current = c->current;
  c->current = NULL;
  decl->type = copy_type(c, vd_check_spec(c, decl->spec), decl);
  c->current = current;
  decl->state = 2;
  return decl->type;
}
