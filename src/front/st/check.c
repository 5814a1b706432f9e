// The unit: names of types, POUs and globals; the variables of a POU.
#include "front/st/check.h"
#include "base/limit.h"

// ------------------------------------------------------------------ messages
void vd_check_error(VdStCheck *c, VdPos pos, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (c->errors++ < vd_limit->st_check_errors)
    vd_vdiag(c->diags, VD_ERROR, pos, fmt, args);
  va_end(args);
}

void vd_check_unsupported(VdStCheck *c, VdPos pos, const char *construct) {
  if (c->current)
    vd_st_unsupported(c->current->pou, pos, construct);
  else
    vd_check_error(c, pos, "not supported: %s", construct);
}

void vd_check_use(VdStCheck *c, VdStInfo *info, VdPos pos, bool called) {
  VdStInfo *user = c->current;
  for (uint32_t i = 0; i < user->use.len; i++) {
    VdStUse *use = &user->use.at[i];
    if (use->info != info) continue;
    use->called = use->called || called;
    return;
  }
  vd_st_add(c->arena, &user->use, (VdStUse){info, pos, called});
}

// --------------------------------------------------------------------- names
uint32_t vd_check_name(VdStCheck *c, const char *text) {
  enum { SHORT = 128 };
  char few[SHORT] = "";
  size_t n = strlen(text);
  char *lower = n < SHORT ? few : vd_alloc(n + 1);
  for (size_t i = 0; i < n; i++)
    lower[i] =
        text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
  uint32_t id = vd_name_put(&c->names, lower, n);
  if (lower != few) vd_free(lower);
  return id;
}

static void *find_in(VdStCheck *c, const VdMap *map, const char *name) {
  const uint64_t *slot = vd_map_get(map, vd_check_name(c, name));
  return slot ? (void *)(uintptr_t)*slot : NULL;
}

// False if the name is there already.
static bool put_in(VdStCheck *c, VdMap *map, const char *name, void *what) {
  uint64_t *slot = vd_map_put(map, vd_check_name(c, name));
  if (*slot) return false;
  *slot = (uintptr_t)what;
  return true;
}

VdStInfo *vd_check_find_pou(VdStCheck *c, const char *name) {
  return find_in(c, &c->pou_of, name);
}

VdStTypeDecl *vd_check_find_type(VdStCheck *c, const char *name) {
  return find_in(c, &c->type_of, name);
}

VdStEntity *vd_check_enum_value(VdStCheck *c, const VdStType *type,
                                const char *name) {
  const VdEnum *e = type->enumeration;
  for (uint32_t i = 0; i < e->values; i++) {
    if (!vd_st_same(e->text[i], name)) continue;
    VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
    VdStConst *constant = VD_NEW(c->arena, VdStConst);
    constant->value = e->value[i];
    *entity =
        (VdStEntity){.kind = VD_ENTITY_VALUE, .type = type, .value = constant};
    return entity;
  }
  return NULL;
}

// ----------------------------------------------------------------- variables
// A VAR_INPUT CONSTANT is an input that the body may not write; its value is
// the caller's.
static bool is_known(const VdStVar *var) {
  switch (var->section) {
    case VD_ST_VAR_INPUT:
    case VD_ST_VAR_OUTPUT:
    case VD_ST_VAR_IN_OUT: return false;
    case VD_ST_VAR:
    case VD_ST_VAR_TEMP:
    case VD_ST_VAR_EXTERNAL:
    case VD_ST_VAR_GLOBAL: break;
  }
  return var->constant;
}

// Type and initial values. A constant scalar has a value.
static void resolve_var(VdStCheck *c, VdStVar *var, VdDirection direction) {
  VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
  var->state = 1;
  var->type = vd_check_spec(c, var->spec);
  entity->kind = VD_ENTITY_VAR;
  entity->var = var;
  entity->type = var->type;
  entity->direction = direction;
  var->entity = entity;
  if (var->type->kind != VD_TYPE_BAD) {
    uint32_t n = var->type->leaves;
    VdValue *leaf = vd_arena_copy(c->arena, var->type->init, n * sizeof *leaf);
    if (var->init) vd_check_init(c, var->type, var->init, leaf);
    var->leaf = leaf;
    if (is_known(var) && vd_type_is_scalar(var->type)) {
      VdStConst *constant = VD_NEW(c->arena, VdStConst);
      constant->value = leaf[0];
      entity->value = constant;
    }
  }
  var->state = 2;
}

static VdStEntity *resolve_global(VdStCheck *c, VdStVar *var) {
  if (var->state == 1) {
    vd_check_error(c, var->pos, "the value of %s depends on itself", var->name);
    VdStEntity *bad = VD_NEW(c->arena, VdStEntity);
    *bad = (VdStEntity){.kind = VD_ENTITY_VAR, .type = &vd_type_bad};
    return bad;
  }
  VdStInfo *current = c->current;
  c->current = NULL;
  if (!var->state)
    resolve_var(c, var, var->constant ? VD_DIR_CONSTANT : VD_DIR_GLOBAL);
  c->current = current;
  return var->entity;
}

typedef struct Flatten {
  VdStInfo *info;
  const VdStVar *var;
  VdDirection direction;
  uint32_t next;
  VdArena *arena;
} Flatten;

static void add_cell(void *context, const char *name, const VdStType *type) {
  Flatten *f = context;
  VdStCell cell = {.name = vd_arena_str(f->arena, name),
                   .type = type,
                   .var = f->var,
                   .direction = f->direction,
                   .init = f->var->leaf[f->next++],
                   .param = VD_NONE,
                   .result = VD_NONE};
  if (type->stopwatch) f->info->has_stopwatch = true;
  vd_push(&f->info->cell, cell);
}

static bool add_cells(VdStCheck *c, VdStInfo *info, VdStVar *var,
                      VdDirection direction) {
  if (var->type->kind == VD_TYPE_BAD) return false;
  if (info->cell.len + var->type->leaves > vd_limit->st_leaves) {
    vd_check_error(c, var->pos, "%s has more than %d scalars", info->pou->name,
                   vd_limit->st_leaves);
    return false;
  }
  Flatten f = {info, var, direction, 0, c->arena};
  vd_type_leaves(var->type, var->name, add_cell, &f);
  return true;
}

// What a global at an address is to a PROGRAM.
static VdDirection located(const VdStVar *var, VdDirection otherwise) {
  char area = var->at ? (char)(var->at[1] & ~32) : 0;
  if (area == 'I') return VD_DIR_INPUT;
  if (area == 'Q') return VD_DIR_OUTPUT;
  return otherwise;
}

VdStEntity *vd_check_global(VdStCheck *c, VdStInfo *info, VdStVar *var) {
  const uint64_t *at = vd_map_get(&info->global_at, (uintptr_t)var);
  if (at) return info->global.at[*at - 1].entity;
  VdStEntity *shared = resolve_global(c, var);
  VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
  *entity = *shared;
  entity->cell = info->cell.len;
  if (entity->type->reason) {
    vd_st_unsupported(info->pou, entity->type->reason_pos,
                      entity->type->reason);
  } else {
    VdDirection direction = shared->direction;
    if (info->pou->kind == VD_ST_PROGRAM) direction = located(var, direction);
    add_cells(c, info, var, direction);
  }
  vd_st_add(c->arena, &info->global, (VdStGlobalUse){var, entity});
  *vd_map_put(&info->global_at, (uintptr_t)var) = info->global.len;
  return entity;
}

VdStEntity *vd_check_find(VdStCheck *c, const char *name,
                          const VdStType *hint) {
  VdStEntity *entity = NULL;
  if (c->current) entity = find_in(c, &c->current->scope, name);
  if (!entity && hint && hint->kind == VD_TYPE_ENUM)
    entity = vd_check_enum_value(c, hint, name);
  if (entity) return entity;
  VdStVar *global = find_in(c, &c->global_of, name);
  if (global) {
    entity = resolve_global(c, global);
    bool variable = !entity->value && c->current;
    if (!variable || c->current->declared != 2) return entity;
    return vd_check_global(c, c->current, global);
  }
  if (vd_map_get(&c->ambiguous, vd_check_name(c, name))) return NULL;
  return find_in(c, &c->value_of, name);
}

// ------------------------------------------------------------------ interface
static VdDirection direction_of(const VdStInfo *info, const VdStVar *var) {
  if (is_known(var)) return VD_DIR_CONSTANT;
  bool function = info->pou->kind == VD_ST_FUNCTION;
  switch (var->section) {
    case VD_ST_VAR_INPUT: return VD_DIR_INPUT;
    case VD_ST_VAR_OUTPUT: return VD_DIR_OUTPUT;
    case VD_ST_VAR_IN_OUT: return VD_DIR_IN_OUT;
    case VD_ST_VAR_TEMP: return VD_DIR_TEMP;
    case VD_ST_VAR_EXTERNAL:
    case VD_ST_VAR_GLOBAL: return VD_DIR_GLOBAL;
    case VD_ST_VAR: break;
  }
  if (info->pou->kind == VD_ST_PROGRAM) return located(var, VD_DIR_LOCAL);
  return function ? VD_DIR_TEMP : VD_DIR_LOCAL;
}

static bool is_own(VdDirection direction) {
  return direction == VD_DIR_INPUT || direction == VD_DIR_OUTPUT ||
         direction == VD_DIR_LOCAL || direction == VD_DIR_RESULT;
}

// What the section and the kind of POU do not allow.
static void check_section(VdStCheck *c, const VdStInfo *info,
                          const VdStVar *var) {
  VdDirection direction = var->entity->direction;
  bool instance = var->type->kind == VD_TYPE_FB;
  if (instance && direction == VD_DIR_TEMP)
    vd_check_unsupported(c, var->pos, "an FB instance that keeps no state");
  if (var->at && direction == VD_DIR_TEMP)
    vd_check_unsupported(c, var->pos, "an address of a VAR_TEMP");
  if (var->edge) vd_check_unsupported(c, var->pos, "R_EDGE or F_EDGE");
  if (var->at && info->pou->kind != VD_ST_PROGRAM)
    vd_check_unsupported(c, var->pos, "an address outside of a PROGRAM");
  if (var->section == VD_ST_VAR_GLOBAL)
    vd_check_unsupported(c, var->pos, "VAR_GLOBAL inside of a POU");
}

static void declare_external(VdStCheck *c, VdStVar *var) {
  VdStVar *global = find_in(c, &c->global_of, var->name);
  if (!global) {
    vd_check_unsupported(
        c, var->pos,
        vd_arena_printf(c->arena, "VAR_EXTERNAL %s, a global of another file",
                        var->name));
    return;
  }
  const VdStType *type = vd_check_spec(c, var->spec);
  const VdStEntity *entity = resolve_global(c, global);
  bool bad =
      !entity || type->kind == VD_TYPE_BAD || entity->type->kind == VD_TYPE_BAD;
  if (!bad && !vd_type_same(type, entity->type))
    vd_check_error(c, var->pos, "found %s, but the global variable %s is %s",
                   type->name, var->name, entity->type->name);
}

static void declare_var(VdStCheck *c, VdStInfo *info, VdStVar *var) {
  resolve_var(c, var, direction_of(info, var));
  check_section(c, info, var);
  if (!put_in(c, &info->scope, var->name, var->entity))
    vd_check_error(c, var->pos, "found %s for a second time", var->name);
}

// A function's result is a variable with the function's name.
static void declare_result(VdStCheck *c, VdStInfo *info) {
  VdStPou *pou = info->pou;
  if (pou->kind != VD_ST_FUNCTION || !pou->result) return;
  VdStVar *var =
      vd_st_var(c->arena, pou->pos, VD_ST_VAR_OUTPUT, pou->name, pou->result);
  declare_var(c, info, var);
  var->entity->direction = VD_DIR_RESULT;
  info->result = var->type;
  vd_st_add(c->arena, &info->own, var);
}

static void give_cells(VdStCheck *c, VdStInfo *info, bool own,
                       VdDirection direction) {
  for (uint32_t i = 0; i < info->own.len; i++) {
    VdStVar *var = info->own.at[i];
    VdDirection its = var->entity->direction;
    if (own ? !is_own(its) : its != direction) continue;
    var->entity->cell = info->cell.len;
    add_cells(c, info, var, its);
  }
}

static void make_instance_type(VdStCheck *c, VdStInfo *info) {
  VdStType *t = VD_NEW(c->arena, VdStType);
  t->name = info->pou->name;
  info->type = t;
  if (info->pou->no_interface) {
    t->reason = info->pou->reason;
    t->reason_pos = info->pou->reason_pos;
    return;
  }
  t->kind = VD_TYPE_FB;
  t->info = info;
  t->leaves = info->own_cells;
  VdValue *init = VD_NEW_ARRAY(c->arena, VdValue, info->own_cells + 1);
  for (uint32_t i = 0; i < info->own_cells; i++)
    init[i] = info->cell.at[i].init;
  t->init = init;
}

static void declare_vars(VdStCheck *c, VdStInfo *info) {
  VdStVars *list = &info->pou->var;
  // Constants first: they may be in the types of the others.
  for (int constant = 1; constant >= 0; constant--)
    for (uint32_t i = 0; i < list->len; i++) {
      VdStVar *var = list->at[i];
      if (var->constant != (constant == 1)) continue;
      if (var->section == VD_ST_VAR_EXTERNAL)
        declare_external(c, var);
      else
        declare_var(c, info, var);
    }
  for (uint32_t i = 0; i < list->len; i++)
    if (list->at[i]->entity) vd_st_add(c->arena, &info->own, list->at[i]);
}

bool vd_check_interface(VdStCheck *c, VdStInfo *info, VdPos pos) {
  if (info->declared == 1) {
    vd_check_error(c, pos, "%s contains itself", info->pou->name);
    return false;
  }
  if (info->declared == 2) return true;
  if (c->nesting == vd_limit->st_instances) {
    vd_check_error(c, pos, "FBs inside each other more than %d deep",
                   vd_limit->st_instances);
    return false;
  }
  c->nesting++;
  VdStInfo *before = c->current;
  c->current = info;
  info->declared = 1;
  declare_result(c, info);
  declare_vars(c, info);
  give_cells(c, info, true, VD_DIR_INPUT);
  info->own_cells = info->cell.len;
  give_cells(c, info, false, VD_DIR_IN_OUT);
  give_cells(c, info, false, VD_DIR_TEMP);
  give_cells(c, info, false, VD_DIR_CONSTANT);
  make_instance_type(c, info);
  info->declared = 2;
  c->current = before;
  c->nesting--;
  return true;
}

// ----------------------------------------------------------------- addresses
static bool overlap(const VdStVar *a, const VdStVar *b) {
  VdPlcSpan span[2];
  if (!a->type || !b->type) return false;
  return vd_plc_span(a->at, vd_type_bits(a->type), &span[0]) &&
         vd_plc_span(b->at, vd_type_bits(b->type), &span[1]) &&
         vd_plc_spans_meet(&span[0], &span[1]);
}

// Two variables at one place are one variable, which they are not here.
void vd_check_addresses(VdStInfo *info, VdArena *arena) {
  VdStVars at = {0};
  for (uint32_t i = 0; i < info->own.len; i++)
    if (info->own.at[i]->at) vd_st_add(arena, &at, info->own.at[i]);
  for (uint32_t i = 0; i < info->global.len; i++)
    if (info->global.at[i].var->at)
      vd_st_add(arena, &at, info->global.at[i].var);
  for (uint32_t i = 0; i < at.len; i++)
    for (uint32_t k = 0; k < i; k++)
      if (overlap(at.at[i], at.at[k]))
        vd_st_unsupported(info->pou, at.at[i]->pos,
                          "variables at addresses that overlap");
}

// ---------------------------------------------------------------------- POUs
static void check_actions(VdStCheck *c, VdStInfo *info) {
  VdStPou *pou = info->pou;
  for (uint32_t i = 0; i < pou->action.len; i++) {
    VdStAction *action = pou->action.at[i];
    VdStEntity *entity = VD_NEW(c->arena, VdStEntity);
    entity->kind = VD_ENTITY_ACTION;
    entity->action = action;
    if (action->sfc) vd_check_unsupported(c, action->pos, "SFC in an action");
    // A variable may have the name of an action: steps can set either.
    put_in(c, &info->scope, action->name, entity);
  }
}

static void check_body(VdStCheck *c, VdStInfo *info) {
  if (info->pou->reason || info->declared != 2) return;
  if (info->pou->sfc) {
    vd_st_unsupported(info->pou, info->pou->sfc->pos, "SFC");
    return;
  }
  c->current = info;
  check_actions(c, info);
  vd_check_stmts(c, &info->pou->body);
  for (uint32_t i = 0; i < info->pou->action.len; i++)
    vd_check_stmts(c, &info->pou->action.at[i]->body);
  c->current = NULL;
}

static void declare_pous(VdStCheck *c) {
  // The user's first: they may stand for one of the library.
  for (int library = 0; library < 2; library++)
    for (uint32_t i = 0; i < c->unit->pou.len; i++) {
      VdStPou *pou = c->unit->pou.at[i];
      if (pou->library != (library == 1)) continue;
      VdStInfo *info = VD_NEW(c->arena, VdStInfo);
      info->pou = pou;
      info->func = VD_NONE;
      bool elementary = vd_elem_read(pou->name, strlen(pou->name));
      bool fresh = !elementary && put_in(c, &c->pou_of, pou->name, info);
      if (fresh)
        vd_push(&c->info, info);
      else if (!library)
        vd_check_error(c, pou->pos, "found %s for a second time", pou->name);
    }
}

// The name then stands for the FUNCTION_BLOCK.
static void drive(VdStCheck *c, VdStInfo *program) {
  VdStInfo *info = VD_NEW(c->arena, VdStInfo);
  program->pou->tested = true;
  info->pou = vd_st_pou_copy(c->arena, program->pou);
  info->pou->kind = VD_ST_FUNCTION_BLOCK;
  info->pou->tested = false;
  info->pou->driven = true;
  info->func = VD_NONE;
  vd_push(&c->info, info);
  uint32_t name = vd_check_name(c, info->pou->name);
  *vd_map_put(&c->pou_of, name) = (uintptr_t)info;
}

// A PROGRAM that a variable is declared with is a FUNCTION_BLOCK too. So a test
// program can drive one as it is.
static void find_tested_programs(VdStCheck *c) {
  for (uint32_t i = 0; i < c->info.len; i++) {
    const VdStVars *list = &c->info.at[i]->pou->var;
    for (uint32_t k = 0; k < list->len; k++) {
      const VdStSpec *spec = list->at[k]->spec;
      if (!spec || spec->kind != VD_ST_SPEC_NAME) continue;
      VdStInfo *info = vd_check_find_pou(c, spec->name);
      if (info && info->pou->kind == VD_ST_PROGRAM) drive(c, info);
    }
  }
}

static void declare_types(VdStCheck *c) {
  for (uint32_t i = 0; i < c->unit->type.len; i++) {
    VdStTypeDecl *decl = c->unit->type.at[i];
    bool elementary = vd_elem_read(decl->name, strlen(decl->name));
    VdStInfo *pou = vd_check_find_pou(c, decl->name);
    if (elementary || (pou && !pou->pou->library) ||
        !put_in(c, &c->type_of, decl->name, decl))
      vd_check_error(c, decl->pos, "found %s for a second time", decl->name);
  }
}

static void declare_globals(VdStCheck *c) {
  for (uint32_t i = 0; i < c->unit->global.len; i++) {
    VdStVar *var = c->unit->global.at[i];
    if (var->section != VD_ST_VAR_GLOBAL)
      vd_check_error(c, var->pos,
                     "found a variable section outside of a POU, "
                     "expected VAR_GLOBAL");
    else if (!put_in(c, &c->global_of, var->name, var))
      vd_check_error(c, var->pos, "found %s for a second time", var->name);
  }
}

bool vd_check_unit(VdStCheck *c, VdStUnit *unit, VdDiags *diags) {
  *c = (VdStCheck){.unit = unit, .arena = &unit->arena, .diags = diags};
  declare_pous(c);
  find_tested_programs(c);
  declare_types(c);
  declare_globals(c);
  for (uint32_t i = 0; i < unit->type.len; i++) {
    VdStSpec spec = {.pos = unit->type.at[i]->pos,
                     .name = unit->type.at[i]->name};
    vd_check_spec(c, &spec);
  }
  for (uint32_t i = 0; i < unit->global.len; i++)
    if (unit->global.at[i]->section == VD_ST_VAR_GLOBAL)
      resolve_global(c, unit->global.at[i]);
  for (uint32_t i = 0; i < c->info.len; i++)
    vd_check_interface(c, c->info.at[i], c->info.at[i]->pou->pos);
  for (uint32_t i = 0; i < c->info.len; i++) check_body(c, c->info.at[i]);
  return c->errors == 0;
}

void vd_check_done(VdStCheck *c) {
  for (uint32_t i = 0; i < c->info.len; i++) {
    vd_vec_done(&c->info.at[i]->cell);
    vd_map_done(&c->info.at[i]->scope);
    vd_map_done(&c->info.at[i]->global_at);
  }
  vd_vec_done(&c->info);
  vd_names_done(&c->names);
  vd_map_done(&c->type_of);
  vd_map_done(&c->pou_of);
  vd_map_done(&c->value_of);
  vd_map_done(&c->ambiguous);
  vd_map_done(&c->global_of);
}
