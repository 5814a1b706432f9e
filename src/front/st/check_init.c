// Initial values: of scalars, arrays, structs and FB instances.
#include "front/st/check.h"

static void init_scalar(VdStCheck *c, const VdStType *type, VdStExpr *init,
                        VdValue *out) {
  if (!vd_check_as(c, init, type)) return;
  if (init->value)
    *out = init->value->value;
  else
    vd_check_error(c, init->pos,
                   "found an expression, expected a constant as initial value");
}

// Fills elements from *next on; false when there are too many.
static bool init_elements(VdStCheck *c, const VdStType *type, VdStExpr *list,
                          uint32_t *next, VdValue *out) {
  const VdStType *element = type->element;
  for (uint32_t i = 0; i < list->arg.len; i++) {
    VdStExpr *value = list->arg.at[i].value;
    if (*next == type->leaves) {
      vd_check_error(c, value->pos, "found more values than the array has");
      return false;
    }
    if (value->kind == VD_ST_REPEAT_INIT) {
      for (uint64_t n = 0; n < value->bits; n++) {
        uint32_t before = *next;
        if (!init_elements(c, type, value, next, out)) return false;
        if (*next == before) break;
      }
      continue;
    }
    vd_check_init(c, element, value, out + *next);
    *next += element->leaves;
  }
  return true;
}

static void init_array(VdStCheck *c, const VdStType *type, VdStExpr *init,
                       VdValue *out) {
  uint32_t next = 0;
  if (init->kind != VD_ST_ARRAY_INIT) {
    vd_check_error(c, init->pos, "found an expression, expected [values]");
    return;
  }
  if (type->element->leaves) init_elements(c, type, init, &next, out);
}

static bool find_member(const VdStType *type, VdStCheck *c, const char *name,
                        const VdStType **member, uint32_t *first) {
  if (type->kind == VD_TYPE_STRUCT) {
    const VdStField *field = vd_type_field(type, name);
    if (!field) return false;
    *member = field->type;
    *first = field->first;
    return true;
  }
  const uint64_t *found =
      vd_map_get(&type->info->scope, vd_check_name(c, name));
  if (!found) return false;
  const VdStEntity *entity = (const VdStEntity *)(uintptr_t)*found;
  *member = entity->type;
  *first = entity->cell;
  return entity->kind == VD_ENTITY_VAR && entity->cell < type->info->own_cells;
}

static void init_struct(VdStCheck *c, const VdStType *type, VdStExpr *init,
                        VdValue *out) {
  if (init->kind != VD_ST_STRUCT_INIT) {
    vd_check_error(c, init->pos,
                   "found an expression, expected (name := value, ...)");
    return;
  }
  for (uint32_t i = 0; i < init->arg.len; i++) {
    const VdStArg *arg = &init->arg.at[i];
    const VdStType *member;
    uint32_t first;
    if (find_member(type, c, arg->name, &member, &first))
      vd_check_init(c, member, arg->value, out + first);
    else
      vd_check_error(c, arg->pos, "%s has no %s", type->name, arg->name);
  }
}

void vd_check_init(VdStCheck *c, const VdStType *type, VdStExpr *init,
                   VdValue *out) {
  switch (type->kind) {
    case VD_TYPE_ELEM:
    case VD_TYPE_ENUM: init_scalar(c, type, init, out); break;
    case VD_TYPE_ARRAY: init_array(c, type, init, out); break;
    case VD_TYPE_STRUCT:
    case VD_TYPE_FB: init_struct(c, type, init, out); break;
    case VD_TYPE_BAD:
    case VD_TYPE_ANY_INT:
    case VD_TYPE_ANY_REAL: break;
  }
}
