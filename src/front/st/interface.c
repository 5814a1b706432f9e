// Signatures of the functions, and the description of the interfaces.
#include "front/st/lower.h"

#include <inttypes.h>

// ------------------------------------------------------------------ signatures
typedef struct Sign {
  VdLower *lower;
  VdStInfo *info;
  VD_VEC(VdParam) list;
} Sign;

static const char *kind_text(VdStPouKind kind) {
  static const char *const text[] = {[VD_ST_PROGRAM] = "PROGRAM",
                                     [VD_ST_FUNCTION_BLOCK] = "FUNCTION_BLOCK",
                                     [VD_ST_FUNCTION] = "FUNCTION"};
  return text[kind];
}

static uint32_t add(Sign *s, VdSort sort, const char *name) {
  const char *copy = vd_arena_str(&s->lower->module->arena, name);
  vd_push(&s->list, (VdParam){.sort = sort, .name = copy});
  return s->list.len - 1;
}

static void add_params(Sign *s, VdDirection direction) {
  for (uint32_t i = 0; i < s->info->cell.len; i++) {
    VdStCell *cell = &s->info->cell.at[i];
    if (cell->direction == direction)
      cell->param = add(s, cell->init.sort, cell->name);
  }
}

// Always, or if something may write it.
static void add_results(Sign *s, VdDirection direction, bool always) {
  for (uint32_t i = 0; i < s->info->cell.len; i++) {
    VdStCell *cell = &s->info->cell.at[i];
    if (cell->direction == direction && (always || cell->written))
      cell->result = add(s, cell->init.sort, cell->name);
  }
}

static VdParam *take(Sign *s, uint32_t *n) {
  *n = s->list.len;
  VdParam *copy = vd_arena_copy(&s->lower->module->arena, s->list.at,
                                s->list.len * sizeof *copy);
  s->list.len = 0;
  return copy;
}

static void sign_params(Sign *s) {
  VdStPouKind kind = s->info->pou->kind;
  add_params(s, VD_DIR_INPUT);
  add_params(s, VD_DIR_IN_OUT);
  if (kind != VD_ST_FUNCTION) {
    add_params(s, VD_DIR_OUTPUT);
    add_params(s, VD_DIR_LOCAL);
  }
  add_params(s, VD_DIR_GLOBAL);
  if (kind != VD_ST_PROGRAM) return;
  if (s->info->has_stopwatch && !s->lower->options->cycle)
    s->info->elapsed = add(s, vd_sort_bv(16), "elapsed");
  if (s->info->may_fault) s->info->fault_in = add(s, vd_sort_bool(), "fault");
}

static void sign_results(Sign *s) {
  bool function = s->info->pou->kind == VD_ST_FUNCTION;
  add_results(s, VD_DIR_RESULT, true);
  add_results(s, VD_DIR_OUTPUT, function);
  add_results(s, VD_DIR_IN_OUT, false);
  add_results(s, VD_DIR_LOCAL, false);
  if (!function) add_results(s, VD_DIR_INPUT, false);
  add_results(s, VD_DIR_GLOBAL, false);
  if (s->info->may_fault) s->info->fault = add(s, vd_sort_bool(), "fault");
}

static char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static void put_list(const VdParam *list, uint32_t n, VdBuf *out) {
  vd_buf_char(out, '(');
  for (uint32_t i = 0; i < n; i++) {
    if (i) vd_buf_str(out, ", ");
    for (const char *c = list[i].name; *c; c++)
      vd_buf_char(out, lower_case(*c));
  }
  vd_buf_char(out, ')');
}

// Functions are compared by the places of their parameters: so names and order
// are part of what a signature is.
static const char *type_text(Sign *s, const VdFunc *f) {
  VdBuf buf = {0};
  vd_buf_str(&buf, kind_text(s->info->pou->kind));
  put_list(f->param, f->params, &buf);
  put_list(f->result, f->results, &buf);
  for (uint32_t i = 0; i < s->info->cell.len; i++) {
    const VdStCell *cell = &s->info->cell.at[i];
    if (cell->param != VD_NONE || cell->result != VD_NONE)
      vd_buf_printf(&buf, "%s%s", i ? "," : " ", cell->type->name);
  }
  const char *text = vd_arena_str(&s->lower->module->arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

void vd_plc_sign(VdLower *l, VdStInfo *info) {
  Sign s = {.lower = l, .info = info};
  VdFunc *f = l->module->func.at[info->func];
  info->elapsed = info->fault_in = info->fault = VD_NONE;
  if (info->pou->no_interface) return;
  sign_params(&s);
  f->param = take(&s, &f->params);
  sign_results(&s);
  f->result = take(&s, &f->results);
  f->type = type_text(&s, f);
  vd_vec_done(&s.list);
}

// -------------------------------------------------------------- initial values
static bool has_init(const VdStInfo *info, const VdStCell *cell) {
  if (cell->param == VD_NONE || cell->direction == VD_DIR_IN_OUT) return false;
  bool program = info->pou->kind == VD_ST_PROGRAM;
  return !program || cell->direction != VD_DIR_INPUT;
}

static void make_init(VdLower *l, const VdStInfo *info, VdMachine *out) {
  VdModule *m = l->module;
  VD_VEC(uint32_t) list = {0};
  out->init_func = VD_NONE;
  for (uint32_t i = 0; i < info->cell.len; i++)
    if (has_init(info, &info->cell.at[i])) vd_push(&list, i);
  if (list.len && info->pou->kind != VD_ST_FUNCTION) {
    out->init = vd_arena_copy(&m->arena, list.at, list.len * sizeof(uint32_t));
    out->init_func = vd_module_add_func(
        m, vd_arena_printf(&m->arena, "%s.init", info->pou->name));
    VdFunc *f = m->func.at[out->init_func];
    f->pos = out->pos;
    f->results = list.len;
    f->result = VD_NEW_ARRAY(&m->arena, VdParam, list.len);
    VdBuf names = {0};
    for (uint32_t i = 0; i < list.len; i++) {
      const VdStCell *cell = &info->cell.at[list.at[i]];
      const char *name = vd_arena_str(&m->arena, cell->name);
      f->result[i] = (VdParam){.sort = cell->init.sort, .name = name};
    }
    put_list(f->result, f->results, &names);
    f->type = vd_arena_str(&m->arena, vd_buf_text(&names));
    vd_buf_done(&names);
    VdBuild *b = vd_build_new(m, out->init_func);
    vd_build_into(b, vd_build_block(b));
    vd_build_at(b, out->pos);
    VdRef *ret = VD_NEW_ARRAY(l->check->arena, VdRef, list.len);
    for (uint32_t i = 0; i < list.len; i++)
      ret[i] = vd_build_const(b, info->cell.at[list.at[i]].init);
    vd_build_return(b, ret, list.len);
    VD_CHECK(!vd_build_done(b));
  }
  vd_vec_done(&list);
}

// -------------------------------------------------------------------
// interfaces
static const VdEnum *copy_enum(VdLower *l, VdMap *known, const VdEnum *e) {
  if (!e) return NULL;
  uint64_t *slot = vd_map_put(known, (uintptr_t)e);
  if (*slot) return (const VdEnum *)(uintptr_t)*slot;
  VdArena *arena = &l->module->arena;
  VdEnum *copy = VD_NEW(arena, VdEnum);
  const char **text = VD_NEW_ARRAY(arena, const char *, e->values);
  for (uint32_t i = 0; i < e->values; i++)
    text[i] = vd_arena_str(arena, e->text[i]);
  *copy = (VdEnum){
      .name = vd_arena_str(arena, e->name),
      .values = e->values,
      .text = text,
      .value = vd_arena_copy(arena, e->value, e->values * sizeof *e->value)};
  *slot = (uintptr_t)copy;
  return copy;
}

VdMachineVar vd_plc_cell(VdLower *l, VdMap *enums, const VdStCell *cell) {
  VdArena *arena = &l->module->arena;
  const VdStType *type = cell->type;
  return (VdMachineVar){
      .name = vd_arena_str(arena, cell->name),
      .direction = cell->direction,
      .keep = vd_plc_keep(l, cell->var),
      .visible = cell->var->visible,
      .global = cell->var->section == VD_ST_VAR_GLOBAL,
      .stopwatch = type->stopwatch,
      .made = cell->var->made,
      .elem = type->elem,
      .enumeration = copy_enum(l, enums, type->enumeration),
      .ranged = type->ranged,
      .low = type->low,
      .high = type->high,
      .init = cell->init,
      .address = cell->var->at ? vd_arena_str(arena, cell->var->at) : NULL,
      .bits = cell->var->at ? vd_type_bits(cell->var->type) : 0,
      .pos = vd_lower_pos(l, cell->var->pos),
      .param = cell->param,
      .result = cell->result};
}

typedef struct Instances {
  VdLower *lower;
  VD_VEC(VdMachineInstance) list;
} Instances;

static void find_instances(Instances *s, const VdStType *t, const char *name,
                           uint32_t first);

static void array_instances(Instances *s, const VdStType *t, const char *name,
                            uint32_t first) {
  for (uint32_t i = 0; i < t->leaves / t->element->leaves; i++) {
    VdBuf index = {0};
    uint32_t rest = i, below = t->leaves / t->element->leaves;
    for (uint32_t d = 0; d < t->dim.len; d++) {
      below /= t->dim.at[d].count;
      vd_buf_printf(&index, "%s%" PRId64, d ? "," : "",
                    t->dim.at[d].low + (int64_t)(rest / below));
      rest %= below;
    }
    VdBuf full = {0};
    vd_buf_printf(&full, "%s[%s]", name, vd_buf_text(&index));
    find_instances(s, t->element, vd_buf_text(&full),
                   first + i * t->element->leaves);
    vd_buf_done(&full);
    vd_buf_done(&index);
  }
}

static void member_instances(Instances *s, const char *prefix,
                             const char *member, const VdStType *t,
                             uint32_t first) {
  VdBuf name = {0};
  vd_buf_printf(&name, "%s%s%s", prefix, *prefix ? "." : "", member);
  find_instances(s, t, vd_buf_text(&name), first);
  vd_buf_done(&name);
}

static void own_instances(Instances *s, const VdStInfo *info,
                          const char *prefix, uint32_t first) {
  for (uint32_t i = 0; i < info->own.len; i++) {
    const VdStEntity *entity = info->own.at[i]->entity;
    if (entity->cell < info->own_cells || !*prefix)
      member_instances(s, prefix, info->own.at[i]->name, entity->type,
                       first + entity->cell);
  }
}

static void find_instances(Instances *s, const VdStType *t, const char *name,
                           uint32_t first) {
  if (!t->leaves) return;
  if (t->kind == VD_TYPE_ARRAY && !vd_type_is_scalar(t->element)) {
    array_instances(s, t, name, first);
  } else if (t->kind == VD_TYPE_STRUCT) {
    for (uint32_t i = 0; i < t->field.len; i++)
      member_instances(s, name, t->field.at[i].name, t->field.at[i].type,
                       first + t->field.at[i].first);
  } else if (t->kind == VD_TYPE_FB) {
    uint32_t pou = 0;
    while (s->lower->order.at[pou] != t->info) pou++;
    VdMachineInstance instance = {vd_arena_str(&s->lower->module->arena, name),
                                  pou, first, t->leaves};
    vd_push(&s->list, instance);
    own_instances(s, t->info, name, first);
  }
}

static void describe_instances(VdLower *l, const VdStInfo *info,
                               VdMachine *out) {
  Instances s = {.lower = l};
  own_instances(&s, info, "", 0);
  for (uint32_t i = 0; i < info->global.len; i++)
    find_instances(&s, info->global.at[i].entity->type,
                   info->global.at[i].var->name,
                   info->global.at[i].entity->cell);
  out->instances = s.list.len;
  out->instance = vd_arena_copy(&l->module->arena, s.list.at,
                                s.list.len * sizeof *s.list.at);
  vd_vec_done(&s.list);
}

static void describe_global_instances(VdLower *l, VdMachine *out) {
  Instances s = {.lower = l};
  const VdStVars *all = &l->check->unit->global;
  for (uint32_t i = 0; i < all->len; i++)
    find_instances(&s, all->at[i]->type, all->at[i]->name,
                   vd_plc_pou(out)->decl[i].first);
  out->instances = s.list.len;
  out->instance = vd_arena_copy(&l->module->arena, s.list.at,
                                s.list.len * sizeof *s.list.at);
  vd_vec_done(&s.list);
}

static bool uses(const VdStInfo *info, const VdNamedPous *named,
                 const VdStInfo *other) {
  for (uint32_t i = 0; i < info->use.len; i++)
    if (info->use.at[i].info == other) return true;
  for (uint32_t i = 0; i < named->len; i++)
    if (named->at[i] == other) return true;
  return false;
}

// Of a POU that is not modelled nobody knows.
static bool is_called(const VdStInfo *info, const VdStInfo *other) {
  for (uint32_t i = 0; i < info->use.len; i++)
    if (info->use.at[i].info == other && info->use.at[i].called) return true;
  return info->pou->reason != NULL;
}

static void describe_callees(VdLower *l, const VdStInfo *info, VdPlcPou *out) {
  VD_VEC(uint32_t) list = {0};
  VdNamedPous named = {0};
  if (info->pou->reason) vd_named_pous(&l->named, info, &named);
  for (uint32_t i = 0; i < l->order.len; i++)
    if (uses(info, &named, l->order.at[i])) vd_push(&list, i);
  out->callees = list.len;
  out->callee =
      vd_arena_copy(&l->module->arena, list.at, list.len * sizeof *list.at);
  out->called = VD_NEW_ARRAY(&l->module->arena, bool, list.len + 1);
  for (uint32_t i = 0; i < list.len; i++)
    out->called[i] = is_called(info, l->order.at[list.at[i]]);
  vd_vec_done(&named);
  vd_vec_done(&list);
}

static VdPlcPou *describe_declared(VdLower *l, const VdStInfo *info) {
  VdArena *arena = &l->module->arena;
  const VdStPou *pou = info->pou;
  VdPlcPou *out = VD_NEW(arena, VdPlcPou);
  out->tested = pou->tested;
  out->modifiers = vd_arena_str(arena, pou->modifiers ? pou->modifiers : "");
  if (pou->reason) out->words = vd_arena_str(arena, pou->tokens);
  describe_callees(l, info, out);
  out->action = VD_NEW_ARRAY(arena, const char *, pou->action.len + 1);
  out->action_called = VD_NEW_ARRAY(arena, bool, pou->action.len + 1);
  out->action_text = VD_NEW_ARRAY(arena, VdDigest, pou->action.len + 1);
  for (uint32_t i = 0; i < pou->action.len; i++)
    if (pou->action.at[i]->text)
      out->action[out->actions++] =
          vd_arena_str(arena, pou->action.at[i]->name);
  return out;
}

// The steps of one chart: those that are in one instance, by their names.
static void number_charts(const VdStInfo *info, VdMachine *out) {
  VdNames instances = {0};
  for (uint32_t i = 0; i < out->vars; i++) {
    const char *name = out->var[i].name, *end = strrchr(name, '.');
    if (!info->cell.at[i].type->step) continue;
    while (end > name && end[-1] != '.') end--;
    out->var[i].chart = vd_name_put(&instances, name, (size_t)(end - name));
  }
  vd_names_done(&instances);
}

static VdPlcPou *describe_pou(VdLower *l, VdMap *enums, const VdStInfo *info,
                              VdMachine *out) {
  VdArena *arena = &l->module->arena;
  const VdStPou *pou = info->pou;
  *out = (VdMachine){.name = vd_arena_str(arena, pou->name),
                     .kind = (VdMachineKind)pou->kind,
                     .pos = vd_lower_pos(l, pou->pos),
                     .library = pou->library || pou->driven,
                     .text = vd_named_digest(&l->named, info),
                     .func = info->func,
                     .init_func = VD_NONE,
                     .elapsed_param = info->elapsed,
                     .fault_param = info->fault_in,
                     .fault_result = info->fault};
  VdPlcPou *declared = describe_declared(l, info);
  out->declared = declared;
  if (pou->reason) out->reason = vd_arena_str(arena, pou->reason);
  if (pou->no_interface) return declared;
  out->own = info->own_cells;
  out->vars = info->cell.len;
  out->var = VD_NEW_ARRAY(arena, VdMachineVar, info->cell.len);
  for (uint32_t i = 0; i < info->cell.len; i++)
    out->var[i] = vd_plc_cell(l, enums, &info->cell.at[i]);
  number_charts(info, out);
  vd_plc_decls(l, info, declared);
  vd_plc_actions(l, info, out, declared);
  describe_instances(l, info, out);
  make_init(l, info, out);
  return declared;
}

static void describe_parts(VdLower *l, VdPlc *plc) {
  VdArena *arena = &l->module->arena;
  const VdNamed *named = &l->named;
  uint32_t last = VD_NONE;
  plc->part = VD_NEW_ARRAY(arena, VdPlcPart, named->entry.len + (size_t)1);
  for (uint32_t i = 0; i < named->entry.len; i++) {
    const VdNamedEntry *entry = &named->entry.at[i];
    VdPlcPart *part = &plc->part[plc->parts++];
    part->name = vd_arena_str(arena, entry->name);
    part->text = entry->item == last
                     ? part[-1].text
                     : vd_arena_str(arena, named->item.at[entry->item].text);
    last = entry->item;
  }
}

void vd_plc_describe(VdLower *l, VdPlc *plc) {
  VdMap enums = {0};
  plc->all.module = l->module;
  plc->all.word = "POU";
  plc->all.inner = "FB instance or type";
  plc->all.machines = l->order.len;
  plc->all.machine = VD_NEW_ARRAY(&l->module->arena, VdMachine, l->order.len);
  for (uint32_t i = 0; i < l->order.len; i++) {
    const VdStInfo *whole = l->order.at[i]->whole;
    VdPlcPou *pou =
        describe_pou(l, &enums, l->order.at[i], &plc->all.machine[i]);
    if (!whole) continue;
    VdMachine *out = VD_NEW(&l->module->arena, VdMachine);
    describe_pou(l, &enums, whole, out);
    pou->whole = out;
  }
  vd_plc_globals(l, &enums, &plc->global);
  describe_global_instances(l, &plc->global);
  vd_plc_facts(l, plc);
  describe_parts(l, plc);
  vd_map_done(&enums);
}
