// Types, initial values and variables of a PLCopen project.
#include "front/st/plcopen_impl.h"

#include <stdlib.h>

// ------------------------------------------------------------------- types
static VdStSpec *new_spec(VdPlcopen *p, const VdXml *e, VdStSpecKind kind) {
  VdStSpec *spec = vd_st_spec_name(p->arena, e->pos, NULL);
  spec->kind = kind;
  return spec;
}

static bool read_bounds(VdPlcopen *p, const VdXml *e, VdStExpr **low,
                        VdStExpr **high) {
  const char *lower = vd_plcopen_need(p, e, "lower");
  const char *upper = vd_plcopen_need(p, e, "upper");
  if (lower) *low = vd_plcopen_expr(p, e, lower);
  if (upper) *high = vd_plcopen_expr(p, e, upper);
  return *low && *high;
}

static const VdXml *need_child(VdPlcopen *p, const VdXml *e, const char *name) {
  const VdXml *child = vd_xml_child(e, name);
  if (!child)
    vd_plcopen_error(p, e->pos, "found <%.60s> without <%s>", e->name, name);
  return child;
}

static VdStSpec *read_array(VdPlcopen *p, const VdXml *e) {
  VdStSpec *spec = new_spec(p, e, VD_ST_SPEC_ARRAY);
  const VdXml *base = need_child(p, e, "baseType");
  const VdXml *d = need_child(p, e, "dimension");
  for (; d; d = vd_xml_next(d, "dimension")) {
    VdStRange range = {0};
    if (!read_bounds(p, d, &range.low, &range.high)) return NULL;
    vd_st_add(p->arena, &spec->range, range);
  }
  spec->element = base ? vd_plcopen_type(p, base) : NULL;
  return spec->element && spec->range.len ? spec : NULL;
}

static VdStSpec *read_enum(VdPlcopen *p, const VdXml *e) {
  VdStSpec *spec = new_spec(p, e, VD_ST_SPEC_ENUM);
  const VdXml *values = need_child(p, e, "values");
  const VdXml *base = vd_xml_child(e, "baseType");
  for (const VdXml *v = vd_xml_child(values, "value"); v;
       v = vd_xml_next(v, "value")) {
    const char *text = vd_xml_get(v, "value");
    VdStEnumValue value = {.pos = v->pos};
    value.name = vd_plcopen_need_name(p, v, "name");
    if (text && *text) value.value = vd_plcopen_expr(p, v, text);
    if (value.name) vd_st_add(p->arena, &spec->enumerator, value);
  }
  if (base && base->first)
    spec->name = vd_arena_str(p->arena, base->first->name);
  return values ? spec : NULL;
}

static VdStSpec *read_struct(VdPlcopen *p, const VdXml *e) {
  VdStSpec *spec = new_spec(p, e, VD_ST_SPEC_STRUCT);
  vd_plcopen_vars(p, e, &spec->field);
  return spec;
}

static VdStSpec *read_subrange(VdPlcopen *p, const VdXml *e) {
  VdStSpec *spec = new_spec(p, e, VD_ST_SPEC_SUBRANGE);
  const VdXml *range = need_child(p, e, "range");
  const VdXml *base = need_child(p, e, "baseType");
  if (!range || !base || !read_bounds(p, range, &spec->low, &spec->high))
    return NULL;
  VdStSpec *below = vd_plcopen_type(p, base);
  if (!below) return NULL;
  spec->name = below->name;
  return spec;
}

static VdStSpec *read_derived(VdPlcopen *p, const VdXml *e) {
  const char *name = vd_plcopen_need(p, e, "name");
  if (!name) return NULL;
  // CODESYS writes POINTER TO and the like as a name.
  VdStSpot spot;
  VdStText text = vd_xml_value(e, name, &spot);
  return vd_st_parse_spec(p->unit, p->pou, &text, p->diags);
}

// By the name of the element, where it is not a type's own.
static const struct {
  const char *element;
  VdStSpec *(*read)(VdPlcopen *p, const VdXml *e);
  const char *unsupported;
} forms[] = {
    {"array", read_array, NULL},
    {"derived", read_derived, NULL},
    {"enum", read_enum, NULL},
    {"struct", read_struct, NULL},
    {"subrangeSigned", read_subrange, NULL},
    {"subrangeUnsigned", read_subrange, NULL},
    {"string", NULL, "STRING"},
    {"wstring", NULL, "WSTRING"},
    {"STRING", NULL, "STRING"},
    {"WSTRING", NULL, "WSTRING"},
    {"pointer", NULL, "POINTER"},
};

VdStSpec *vd_plcopen_type(VdPlcopen *p, const VdXml *type) {
  const VdXml *e = type->first;
  while (vd_xml_is(e, "addData") || vd_xml_is(e, "documentation")) e = e->next;
  if (!e) {
    vd_plcopen_error(p, type->pos, "found <%.60s> without a type in it",
                     type->name);
    return NULL;
  }
  for (size_t i = 0; i < VD_COUNT(forms); i++) {
    if (!vd_xml_is(e, forms[i].element)) continue;
    if (forms[i].read) return forms[i].read(p, e);
    VdStSpec *spec = new_spec(p, e, VD_ST_SPEC_UNSUPPORTED);
    spec->name = forms[i].unsupported;
    return spec;
  }
  return vd_st_spec_name(p->arena, e->pos, vd_arena_str(p->arena, e->name));
}

// ---------------------------------------------------------- initial values
static bool read_count(VdPlcopen *p, const VdXml *e, uint64_t *out) {
  const char *text = vd_xml_get(e, "repetitionValue");
  char *end;
  *out = 1;
  if (!text) return true;
  *out = strtoull(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end) return true;
  vd_plcopen_error(p, e->pos,
                   "found repetitionValue '%.60s', expected a number", text);
  return false;
}

static VdStExpr *read_list(VdPlcopen *p, const VdXml *e, VdStExprKind kind) {
  VdStExpr *list = vd_st_expr(p->arena, kind, e->pos);
  for (const VdXml *v = vd_xml_child(e, "value"); v;
       v = vd_xml_next(v, "value")) {
    VdStArg arg = {.pos = v->pos};
    uint64_t count = 1;
    if (kind == VD_ST_STRUCT_INIT) {
      arg.name = vd_plcopen_need_name(p, v, "member");
      if (!arg.name) return NULL;
    } else if (!read_count(p, v, &count)) {
      return NULL;
    }
    arg.value = vd_plcopen_init(p, v);
    if (!arg.value) return NULL;
    if (count != 1) {
      VdStExpr *repeat = vd_st_expr(p->arena, VD_ST_REPEAT_INIT, v->pos);
      repeat->bits = count;
      vd_st_add(p->arena, &repeat->arg, arg);
      arg = (VdStArg){.pos = v->pos, .value = repeat};
    }
    vd_st_add(p->arena, &list->arg, arg);
  }
  return list;
}

VdStExpr *vd_plcopen_init(VdPlcopen *p, const VdXml *initial_value) {
  const VdXml *e = initial_value->first;
  if (vd_xml_is(e, "arrayValue")) return read_list(p, e, VD_ST_ARRAY_INIT);
  if (vd_xml_is(e, "structValue")) return read_list(p, e, VD_ST_STRUCT_INIT);
  if (!vd_xml_is(e, "simpleValue")) {
    vd_plcopen_error(p, initial_value->pos,
                     "found <%.60s> without a value in it",
                     initial_value->name);
    return NULL;
  }
  const char *value = vd_plcopen_need(p, e, "value");
  if (!value) return NULL;
  VdStSpot spot;
  VdStText text = vd_xml_value(e, value, &spot);
  return vd_st_parse_init(p->unit, p->pou, &text, p->diags);
}

// --------------------------------------------------------------- variables
static void read_var(VdPlcopen *p, const VdXml *e, const VdStVar *like,
                     VdStVars *out) {
  VdStVar *var = VD_NEW(p->arena, VdStVar);
  const VdXml *type = need_child(p, e, "type");
  const VdXml *init = vd_xml_child(e, "initialValue");
  const char *address = vd_xml_get(e, "address");
  *var = *like;
  var->pos = e->pos;
  var->name = vd_plcopen_need_name(p, e, "name");
  if (!type || !var->name) return;
  vd_plcopen_attributes(p, e, "name address");
  if (address && *address) var->at = vd_st_address(p->arena, address);
  var->spec = vd_plcopen_type(p, type);
  if (!var->spec) return;
  if (like->section == VD_ST_VAR_GLOBAL) {
    VdBuf text = {0};
    vd_plcopen_print(type, &text);
    if (init) vd_plcopen_print(init, &text);
    var->text = vd_arena_str(p->arena, vd_buf_text(&text));
    vd_buf_done(&text);
  }
  // The value of what is not modelled need not be read.
  if (init && var->spec->kind != VD_ST_SPEC_UNSUPPORTED)
    var->init = vd_plcopen_init(p, init);
  vd_st_add(p->arena, out, var);
}

static const struct {
  const char *element;
  VdStSection section;
} sections[] = {
    {"localVars", VD_ST_VAR},         {"tempVars", VD_ST_VAR_TEMP},
    {"inputVars", VD_ST_VAR_INPUT},   {"outputVars", VD_ST_VAR_OUTPUT},
    {"inOutVars", VD_ST_VAR_IN_OUT},  {"externalVars", VD_ST_VAR_EXTERNAL},
    {"globalVars", VD_ST_VAR_GLOBAL}, {"struct", VD_ST_VAR},
};

// Where a list of globals is, and what it is called.
static const char *place_of(VdPlcopen *p, const VdXml *section) {
  const char *list = vd_xml_get(section, "name");
  if (!list) return p->place;
  return vd_arena_printf(p->arena, "%s%s%s", p->place ? p->place : "",
                         p->place ? "." : "", list);
}

void vd_plcopen_vars(VdPlcopen *p, const VdXml *section, VdStVars *out) {
  VdStVar like = {.constant = vd_plcopen_is_true(p, section, "constant"),
                  .retain = vd_plcopen_is_true(p, section, "retain"),
                  .non_retain = vd_plcopen_is_true(p, section, "nonretain"),
                  .persistent = vd_plcopen_is_true(p, section, "persistent")};
  if (vd_xml_is(section, "documentation") || vd_xml_is(section, "addData"))
    return;
  size_t i = 0;
  while (i < VD_COUNT(sections) && !vd_xml_is(section, sections[i].element))
    i++;
  if (i == VD_COUNT(sections)) {
    const char *what =
        vd_arena_printf(p->arena, "variables in <%.60s>", section->name);
    vd_plcopen_unsupported(p, section->pos, what);
    return;
  }
  vd_plcopen_attributes(p, section,
                        "name constant retain nonretain persistent");
  like.section = sections[i].section;
  if (like.section == VD_ST_VAR_GLOBAL) like.place = place_of(p, section);
  for (const VdXml *e = vd_xml_child(section, "variable"); e;
       e = vd_xml_next(e, "variable"))
    read_var(p, e, &like, out);
}
