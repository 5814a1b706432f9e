// Declarations as others see them: variables, types, configurations.
#include <inttypes.h>
#include <string.h>

#include "front/st/lower.h"

static const char *keep_in_arena(VdLower *l, VdBuf *text) {
  const char *copy = vd_arena_str(&l->module->arena, vd_buf_text(text));
  vd_buf_done(text);
  return copy;
}

// ------------------------------------------------------------------- types
static void put_type(const VdStType *t, VdBuf *out);

static void put_elem(const VdStType *t, VdBuf *out) {
  vd_buf_str(out, vd_elem_text(t->elem));
  if (!t->ranged) return;
  VdElemType type = {.elem = t->elem};
  vd_buf_str(out, " (");
  vd_elem_print(type, t->low, out);
  vd_buf_str(out, "..");
  vd_elem_print(type, t->high, out);
  vd_buf_char(out, ')');
}

static void put_struct(const VdStType *t, VdBuf *out) {
  vd_buf_str(out, "STRUCT");
  for (uint32_t i = 0; i < t->field.len; i++) {
    vd_buf_printf(out, " %s : ", t->field.at[i].name);
    put_type(t->field.at[i].type, out);
    vd_buf_char(out, ';');
  }
  vd_buf_str(out, " END_STRUCT");
}

static void put_array(const VdStType *t, VdBuf *out) {
  vd_buf_str(out, "ARRAY [");
  for (uint32_t i = 0; i < t->dim.len; i++)
    vd_buf_printf(out, "%s%" PRId64 "..%" PRId64, i ? ", " : "",
                  t->dim.at[i].low,
                  t->dim.at[i].low + (int64_t)t->dim.at[i].count - 1);
  vd_buf_str(out, "] OF ");
  put_type(t->element, out);
}

// The values of an enum are compared one by one: there may be more of them.
static void put_type(const VdStType *t, VdBuf *out) {
  switch (t->kind) {
    case VD_TYPE_ELEM: put_elem(t, out); break;
    case VD_TYPE_ENUM:
      vd_buf_printf(out, "an enum of %s", vd_elem_text(t->elem));
      break;
    case VD_TYPE_STRUCT: put_struct(t, out); break;
    case VD_TYPE_ARRAY: put_array(t, out); break;
    case VD_TYPE_FB: vd_buf_str(out, t->info->pou->name); break;
    case VD_TYPE_BAD:
    case VD_TYPE_ANY_INT:
    case VD_TYPE_ANY_REAL: vd_buf_char(out, '?'); break;
  }
}

// --------------------------------------------------------------- variables
const char *vd_plc_keep(VdLower *l, const VdStVar *var) {
  VdBuf out = {0};
  if (var->retain) vd_buf_str(&out, " RETAIN");
  if (var->non_retain) vd_buf_str(&out, " NON_RETAIN");
  if (var->persistent) vd_buf_str(&out, " PERSISTENT");
  // Who may see a variable of a POU matters to what extends it only.
  if (var->internal && var->section == VD_ST_VAR_GLOBAL)
    vd_buf_str(&out, " INTERNAL");
  return out.len ? keep_in_arena(l, &out) + 1 : "";
}

// Others know variables of these by name, also at an address.
static const char *section_of(const VdStVar *var) {
  switch (var->section) {
    case VD_ST_VAR_INPUT: return "VAR_INPUT";
    case VD_ST_VAR_OUTPUT: return "VAR_OUTPUT";
    case VD_ST_VAR_IN_OUT: return "VAR_IN_OUT";
    case VD_ST_VAR: return var->visible ? "VAR PUBLIC" : NULL;
    case VD_ST_VAR_TEMP:
    case VD_ST_VAR_EXTERNAL:
    case VD_ST_VAR_GLOBAL: break;
  }
  return NULL;
}

static VdPlcDecl describe(VdLower *l, const VdStVar *var,
                          VdDirection direction) {
  VdArena *arena = &l->module->arena;
  VdBuf type = {0};
  put_type(var->type, &type);
  return (VdPlcDecl){.name = vd_arena_str(arena, var->name),
                     .direction = direction,
                     .constant = var->constant,
                     .visible = var->visible,
                     .section = section_of(var),
                     .initial = var->init != NULL,
                     .type = keep_in_arena(l, &type),
                     .keep = vd_plc_keep(l, var),
                     .address = var->at ? vd_arena_str(arena, var->at) : NULL,
                     .bits = var->at ? vd_type_bits(var->type) : 0,
                     .place = vd_arena_str(arena, var->place ? var->place : ""),
                     .vars = var->type->leaves,
                     .pos = vd_lower_pos(l, var->pos)};
}

void vd_plc_decls(VdLower *l, const VdStInfo *info, VdPlcPou *out) {
  out->decl = VD_NEW_ARRAY(&l->module->arena, VdPlcDecl, info->own.len + 1);
  for (uint32_t i = 0; i < info->own.len; i++) {
    const VdStVar *var = info->own.at[i];
    if (var->made || !var->entity) continue;
    VdPlcDecl *decl = &out->decl[out->decls++];
    *decl = describe(l, var, var->entity->direction);
    decl->first = var->entity->cell;
  }
  vd_plc_order_decls(out, &l->module->arena);
}

typedef struct Leaves {
  VdLower *lower;
  VdMap *enums;
  const VdStVar *var;
  VdDirection direction;
  uint32_t next;
  VD_VEC(VdMachineVar) list;
} Leaves;

static void add_leaf(void *context, const char *name, const VdStType *type) {
  Leaves *s = context;
  VdStCell cell = {.name = name,
                   .type = type,
                   .var = s->var,
                   .direction = s->direction,
                   .init = s->var->leaf[s->next++],
                   .param = VD_NONE,
                   .result = VD_NONE};
  vd_push(&s->list, vd_plc_cell(s->lower, s->enums, &cell));
}

// As written, and what its words stand for.
static const char *opaque_text(VdLower *l, const char *text) {
  char hex[65];
  VdDigest digest = vd_named_text(&l->named, text, 0);
  vd_digest_hex(&digest, hex);
  return vd_arena_printf(&l->module->arena, "%s %s", text, hex);
}

void vd_plc_globals(VdLower *l, VdMap *enums, VdMachine *out) {
  VdArena *arena = &l->module->arena;
  const VdStVars *all = &l->check->unit->global;
  Leaves s = {.lower = l, .enums = enums};
  *out = (VdMachine){.name = "",
                     .func = VD_NONE,
                     .init_func = VD_NONE,
                     .elapsed_param = VD_NONE,
                     .fault_param = VD_NONE,
                     .fault_result = VD_NONE};
  VdPlcPou *declared = VD_NEW(arena, VdPlcPou);
  out->declared = declared;
  declared->modifiers = "";
  declared->decl = VD_NEW_ARRAY(arena, VdPlcDecl, all->len + 1);
  for (uint32_t i = 0; i < all->len; i++) {
    const VdStVar *var = all->at[i];
    VdPlcDecl *decl = &declared->decl[declared->decls++];
    s.var = var;
    s.direction = var->constant ? VD_DIR_CONSTANT : VD_DIR_GLOBAL;
    s.next = 0;
    *decl = describe(l, var, s.direction);
    decl->first = s.list.len;
    if (var->type->kind == VD_TYPE_BAD)
      decl->opaque = opaque_text(l, var->text ? var->text : "");
    else
      vd_type_leaves(var->type, var->name, add_leaf, &s);
  }
  vd_plc_order_decls(declared, arena);
  out->vars = s.list.len;
  out->var = vd_arena_copy(arena, s.list.at, s.list.len * sizeof *s.list.at);
  vd_vec_done(&s.list);
}

// ----------------------------------------------------------------- actions
static bool is_called(const VdStInfo *info, const VdStAction *action) {
  for (uint32_t i = 0; i < info->uncalled.len; i++)
    if (info->uncalled.at[i] == action) return false;
  return true;
}

// What a variable of the POU is to an action that it may name.
static void put_decl(const VdMachine *pou, const VdPlcDecl *decl, VdBuf *out) {
  vd_buf_printf(out, " %s %d %s", decl->name, decl->direction, decl->type);
  if (decl->direction != VD_DIR_CONSTANT) return;
  for (uint32_t i = 0; i < decl->vars; i++) {
    const VdMachineVar *var = &pou->var[decl->first + i];
    vd_buf_char(out, ' ');
    vd_elem_print(vd_machine_var_type(var), var->init, out);
  }
}

void vd_plc_actions(VdLower *l, const VdStInfo *info, VdMachine *out,
                    VdPlcPou *declared) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < info->pou->action.len; i++) {
    const VdStAction *action = info->pou->action.at[i];
    VdBuf text = {0};
    if (!action->text) continue;  // a step's own
    vd_buf_str(&text, action->text);
    for (uint32_t k = 0; k < declared->decls; k++)
      if (strcasestr(action->text, declared->decl[k].name))
        put_decl(out, &declared->decl[k], &text);
    declared->action_called[n] = is_called(info, action);
    declared->action_text[n++] =
        vd_named_text(&l->named, vd_buf_text(&text), 0);
    vd_buf_done(&text);
  }
}

// ------------------------------------------------------------------- facts
typedef VD_VEC(VdPlcFact) Facts;

typedef struct Values {
  const VdValue *next;
  VdBuf *out;
} Values;

static void put_leaf(void *context, const char *name, const VdStType *type) {
  Values *v = context;
  (void)name;
  vd_buf_char(v->out, ' ');
  vd_elem_print((VdElemType){type->elem, NULL}, *v->next++, v->out);
}

// What a variable of the type starts with.
static void put_values(const VdStType *t, VdBuf *out) {
  Values values = {t->init, out};
  vd_buf_str(out, " :=");
  vd_type_leaves(t, "", put_leaf, &values);
}

static void add_enum(VdLower *l, const VdStTypeDecl *decl, Facts *out) {
  VdArena *arena = &l->module->arena;
  const VdEnum *e = decl->type->enumeration;
  for (uint32_t i = 0; i < e->values; i++) {
    VdBuf text = {0};
    vd_elem_print((VdElemType){decl->type->elem, NULL}, e->value[i], &text);
    VdPlcFact fact = {
        .name = vd_arena_printf(arena, "%s of TYPE %s", e->text[i], decl->name),
        .text = keep_in_arena(l, &text),
        .pos = vd_lower_pos(l, decl->pos)};
    vd_push(out, fact);
  }
}

static void add_type(VdLower *l, const VdStTypeDecl *decl, Facts *out) {
  VdArena *arena = &l->module->arena;
  VdBuf text = {0};
  VdPlcFact fact = {.name = vd_arena_printf(arena, "TYPE %s", decl->name),
                    .pos = vd_lower_pos(l, decl->pos)};
  if (decl->type->kind == VD_TYPE_BAD) {
    fact.opaque = true;
    vd_buf_str(&text, decl->text ? decl->text : "");
  } else {
    put_type(decl->type, &text);
    put_values(decl->type, &text);
  }
  fact.text = keep_in_arena(l, &text);
  vd_push(out, fact);
  if (decl->type->kind == VD_TYPE_ENUM) add_enum(l, decl, out);
}

void vd_plc_facts(VdLower *l, VdPlc *out) {
  const VdStUnit *unit = l->check->unit;
  VdArena *arena = &l->module->arena;
  Facts list = {0};
  for (uint32_t i = 0; i < unit->type.len; i++)
    if (unit->type.at[i]->type) add_type(l, unit->type.at[i], &list);
  for (uint32_t i = 0; i < unit->fact.len; i++) {
    const VdStFact *from = &unit->fact.at[i];
    VdPlcFact fact = {.kind = (VdPlcFactKind)from->kind,
                      .name = vd_arena_str(arena, from->name),
                      .text = vd_arena_str(arena, from->text),
                      .acts = from->acts,
                      .opaque = from->kind == VD_PLC_FACT_OTHER,
                      .pos = vd_lower_pos(l, from->pos)};
    vd_push(&list, fact);
  }
  out->facts = list.len;
  out->fact = vd_arena_copy(arena, list.at, list.len * sizeof *list.at);
  out->configured = unit->configured;
  vd_vec_done(&list);
}
