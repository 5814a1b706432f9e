// Calls of functions, FB instances and actions.
#include "front/st/check.h"

// ------------------------------------------------------------------- formals
static const VdStEntity *find_formal(VdStCheck *c, const VdStInfo *info,
                                     const char *name) {
  const uint64_t *slot = vd_map_get(&info->scope, vd_check_name(c, name));
  const VdStEntity *entity = slot ? (const VdStEntity *)(uintptr_t)*slot : NULL;
  return entity && entity->kind == VD_ENTITY_VAR ? entity : NULL;
}

static bool is_given(VdDirection direction) {
  return direction == VD_DIR_INPUT || direction == VD_DIR_IN_OUT;
}

// The i-th input or in_out, in the order of declaration.
static const VdStEntity *formal_at(const VdStInfo *info, uint32_t i) {
  for (uint32_t k = 0; k < info->own.len; k++) {
    const VdStEntity *entity = info->own.at[k]->entity;
    if (is_given(entity->direction) && i-- == 0) return entity;
  }
  return NULL;
}

// ------------------------------------------------------------------ arguments
// An output goes to a variable of its type or a wider one.
static bool check_output(VdStCheck *c, const VdStArg *arg,
                         const VdStEntity *formal) {
  const VdStType *to = vd_check_target(c, arg->value);
  const VdStType *from = formal->type;
  if (to->kind == VD_TYPE_BAD || from->kind == VD_TYPE_BAD) return false;
  bool widens = to->kind == VD_TYPE_ELEM && from->kind == VD_TYPE_ELEM &&
                vd_elem_widens(from->elem, to->elem);
  if (!widens && !vd_type_same(from, to)) {
    vd_check_error(c, arg->pos, "found %s for the output %s, which is %s",
                   to->name, arg->name, from->name);
    return false;
  }
  if (arg->negated && from->elem != VD_ELEM_BOOL) {
    vd_check_error(c, arg->pos, "found NOT, but %s is no BOOL", arg->name);
    return false;
  }
  return true;
}

static bool check_in_out(VdStCheck *c, const VdStArg *arg,
                         const VdStEntity *formal) {
  const VdStType *type = vd_check_target(c, arg->value);
  if (type->kind == VD_TYPE_BAD || formal->type->kind == VD_TYPE_BAD)
    return false;
  if (vd_type_same(type, formal->type) && arg->value->kind != VD_ST_BIT)
    return true;
  vd_check_error(c, arg->pos, "found %s, expected a variable that is %s",
                 type->name, formal->type->name);
  return false;
}

static bool wrong_argument(VdStCheck *c, const VdStArg *arg,
                           const VdStInfo *info) {
  bool enable = arg->name &&
                (vd_st_same(arg->name, "EN") || vd_st_same(arg->name, "ENO"));
  if (enable)
    vd_check_unsupported(c, arg->pos, "EN or ENO");
  else if (arg->name)
    vd_check_error(c, arg->pos, "%s has no %s %s", info->pou->name,
                   arg->output ? "output" : "input", arg->name);
  else
    vd_check_error(c, arg->pos, "found more arguments than %s has inputs",
                   info->pou->name);
  return false;
}

static bool check_argument(VdStCheck *c, const VdStArg *arg,
                           const VdStInfo *info, const VdStEntity *formal) {
  if (!formal) return wrong_argument(c, arg, info);
  VdDirection direction = formal->direction;
  if (arg->output) {
    bool ok = direction == VD_DIR_OUTPUT;
    if (!ok) return wrong_argument(c, arg, info);
    return !arg->value || check_output(c, arg, formal);
  }
  if (!arg->value) return false;  // was reported by the parser
  if (direction == VD_DIR_IN_OUT) return check_in_out(c, arg, formal);
  if (direction != VD_DIR_INPUT) return wrong_argument(c, arg, info);
  return vd_check_as(c, arg->value, formal->type);
}

static bool check_twice(VdStCheck *c, const VdStBinding *list, uint32_t n,
                        const VdStBinding *now) {
  for (uint32_t i = 0; i < n; i++) {
    if (list[i].formal != now->formal || now->output) continue;
    vd_check_error(c, now->pos, "found %s for a second time",
                   now->formal->var->name);
    return false;
  }
  return true;
}

static bool bind_arguments(VdStCheck *c, VdStExpr *e, const VdStInfo *info) {
  VdStBinding *list = VD_NEW_ARRAY(c->arena, VdStBinding, e->arg.len);
  uint32_t n = 0, place = 0;
  bool ok = true;
  for (uint32_t i = 0; i < e->arg.len; i++) {
    const VdStArg *arg = &e->arg.at[i];
    const VdStEntity *formal =
        arg->name ? find_formal(c, info, arg->name) : formal_at(info, place++);
    VdStBinding now = {formal, arg->value, arg->output, arg->negated, arg->pos};
    if (!check_argument(c, arg, info, formal) || !check_twice(c, list, n, &now))
      ok = false;
    else if (arg->value)
      list[n++] = now;
  }
  e->binding = list;
  e->bindings = n;
  return ok;
}

// What is passed by reference must be passed.
static bool check_missing(VdStCheck *c, const VdStExpr *e,
                          const VdStInfo *info) {
  for (uint32_t k = 0; k < info->own.len; k++) {
    const VdStEntity *entity = info->own.at[k]->entity;
    bool found = entity->direction != VD_DIR_IN_OUT;
    for (uint32_t i = 0; i < e->bindings; i++)
      found |= e->binding[i].formal == entity;
    if (found) continue;
    vd_check_error(c, e->pos, "found no argument for the VAR_IN_OUT %s of %s",
                   info->own.at[k]->name, info->pou->name);
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------- calls
static const VdStType *invoke(VdStCheck *c, VdStExpr *e, VdStInfo *info,
                              const VdStType *result) {
  if (!vd_check_interface(c, info, e->pos)) return vd_check_bad(e);
  vd_check_use(c, info, e->pos, true);
  if (info->pou->no_interface) {
    vd_check_unsupported(
        c, e->pos,
        vd_arena_printf(c->arena, "a call of %s, which is not supported",
                        info->pou->name));
    return vd_check_bad(e);
  }
  if (!bind_arguments(c, e, info) || !check_missing(c, e, info))
    return vd_check_bad(e);
  vd_check_bad(e);
  e->type = result;
  return result;
}

static const VdStType *call_function(VdStCheck *c, VdStExpr *e,
                                     VdStInfo *info) {
  if (info->pou->kind != VD_ST_FUNCTION) {
    vd_check_error(
        c, e->pos, "found the %s %s, expected %s",
        info->pou->kind == VD_ST_PROGRAM ? "PROGRAM" : "FUNCTION_BLOCK",
        info->pou->name, "a function or an FB instance");
    return vd_check_bad(e);
  }
  if (!vd_check_interface(c, info, e->pos)) return vd_check_bad(e);
  VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
  entity->kind = VD_ENTITY_POU;
  entity->info = info;
  e->entity = entity;
  return invoke(c, e, info, info->result);
}

static const VdStType *call_action(VdStCheck *c, VdStExpr *e,
                                   const VdStEntity *action) {
  if (e->arg.len) {
    vd_check_error(c, e->pos, "found arguments of an action");
    return vd_check_bad(e);
  }
  vd_check_bad(e);
  e->entity = action;
  e->type = NULL;
  return NULL;
}

static const VdStType *call_instance(VdStCheck *c, VdStExpr *e) {
  VdStExpr *callee = e->base;
  bool member = callee->kind == VD_ST_MEMBER;
  if (member) {
    const VdStType *base = vd_check_expr(c, callee->base, NULL);
    if (base && base->kind == VD_TYPE_FB) {
      vd_check_unsupported(c, e->pos, "a call of a part of an FB instance");
      return vd_check_bad(e);
    }
  }
  const VdStType *type = vd_check_expr(c, callee, NULL);
  if (!type || type->kind == VD_TYPE_BAD) return vd_check_bad(e);
  if (type->kind != VD_TYPE_FB || !vd_is_place(callee)) {
    vd_check_error(c, e->pos, "found %s, expected a function or FB instance",
                   type->name);
    return vd_check_bad(e);
  }
  e->entity = NULL;
  return invoke(c, e, (VdStInfo *)type->info, NULL);
}

const VdStType *vd_check_call(VdStCheck *c, VdStExpr *e, const VdStType *hint) {
  if (!c->current) {
    vd_check_error(c, e->pos, "found a call, expected a constant");
    return vd_check_bad(e);
  }
  if (e->base->kind != VD_ST_NAME) return call_instance(c, e);
  const VdStEntity *entity = vd_check_find(c, e->base->name, NULL);
  if (entity && entity->kind == VD_ENTITY_ACTION)
    return call_action(c, e, entity);
  VdStInfo *info = vd_check_find_pou(c, e->base->name);
  // Inside a function its name is its result, and a call of it is recursion.
  bool result = entity && entity->direction == VD_DIR_RESULT;
  if (entity && entity->kind == VD_ENTITY_VAR && !result)
    return call_instance(c, e);
  if (info) return call_function(c, e, info);
  return vd_check_std(c, e, hint);
}
