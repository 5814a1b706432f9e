// A PLCopen project: its POUs, data types, globals and configurations.
#include "front/st/plcopen_impl.h"

#include "base/limit.h"
#include "front/st/plc.h"
#include "front/st/walk.h"

// ------------------------------------------------------------------ errors
void vd_plcopen_error(VdPlcopen *p, VdPos pos, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (p->diags->errors < vd_limit->st_errors)
    vd_vdiag(p->diags, VD_ERROR, pos, fmt, args);
  else
    p->diags->errors++;
  va_end(args);
}

void vd_plcopen_unsupported(VdPlcopen *p, VdPos pos, const char *construct) {
  if (p->pou)
    vd_st_unsupported(p->pou, pos, construct);
  else
    vd_plcopen_error(p, pos, "not supported here: %s", construct);
}

// -------------------------------------------------------------- attributes
const char *vd_plcopen_need(VdPlcopen *p, const VdXml *e, const char *name) {
  const char *value = vd_xml_get(e, name);
  if (!value)
    vd_plcopen_error(p, e->pos, "found <%.60s> without '%s'", e->name, name);
  return value;
}

static bool is_identifier(const char *text) {
  if (*text >= '0' && *text <= '9') return false;
  size_t n = strspn(text,
                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789_");
  return n && !text[n];
}

const char *vd_plcopen_need_name(VdPlcopen *p, const VdXml *e,
                                 const char *name) {
  const char *value = vd_plcopen_need(p, e, name);
  if (!value) return NULL;
  if (is_identifier(value)) return vd_arena_str(p->arena, value);
  vd_plcopen_error(p, e->pos, "found '%.60s' as %s of <%.60s>, expected a name",
                   value, name, e->name);
  return NULL;
}

// An xsd:boolean.
bool vd_plcopen_is_true(VdPlcopen *p, const VdXml *e, const char *attribute) {
  const char *value = vd_xml_get(e, attribute);
  if (!value) return false;
  value += strspn(value, " \t\r\n");
  size_t n = strcspn(value, " \t\r\n");
  if (!value[n + strspn(value + n, " \t\r\n")]) {
    if ((n == 4 && !strncmp(value, "true", n)) || (n == 1 && *value == '1'))
      return true;
    if ((n == 5 && !strncmp(value, "false", n)) || (n == 1 && *value == '0') ||
        !n)
      return false;
  }
  vd_plcopen_error(p, e->pos,
                   "found '%.60s' as %s of <%.60s>, expected true or false",
                   value, attribute, e->name);
  return false;
}

VdStExpr *vd_plcopen_expr(VdPlcopen *p, const VdXml *e, const char *value) {
  VdStSpot spot;
  VdStText text = vd_xml_value(e, value, &spot);
  return vd_st_parse_expr(p->unit, p->pou, &text, p->diags);
}

// ------------------------------------------------------------------ bodies
VdStText vd_plcopen_st(VdPlcopen *p, const VdXml *st) {
  const VdXml *xhtml = vd_xml_child(st, "xhtml");
  for (const VdXml *e = st->first; e; e = e->next)
    if (e != xhtml && !vd_xml_is(e, "addData") &&
        !vd_xml_is(e, "documentation"))
      vd_plcopen_unsupported(p, e->pos, "code in several parts");
  return vd_xml_text(xhtml ? xhtml : st);
}

static bool is_language(const VdXml *e, const char **construct) {
  static const char *const names[][2] = {{"LD", "a body in LD"},
                                         {"FBD", "a body in FBD"},
                                         {"IL", "a body in IL"},
                                         {"CFC", "a body in CFC"}};
  for (size_t i = 0; i < VD_COUNT(names); i++) {
    if (!vd_xml_is(e, names[i][0])) continue;
    *construct = names[i][1];
    return true;
  }
  return vd_xml_is(e, "ST") || vd_xml_is(e, "SFC");
}

// The one child that is code; NULL after it said what is wrong.
static const VdXml *code_of(VdPlcopen *p, const VdXml *body) {
  const VdXml *code = NULL;
  const char *construct = NULL;
  for (const VdXml *e = body->first; e && !construct; e = e->next) {
    if (vd_xml_is(e, "documentation")) continue;
    if (vd_xml_is(e, "addData") && code) continue;
    if (code)
      construct = "a body in several parts";
    else if (!is_language(e, &construct))
      construct = "a body in a language of its own";
    if (construct) vd_plcopen_unsupported(p, e->pos, construct);
    code = e;
  }
  return construct ? NULL : code;
}

void vd_plcopen_body(VdPlcopen *p, const VdXml *body, VdStStmts *stmts,
                     VdSfcNet **sfc) {
  const VdXml *code = code_of(p, body);
  if (vd_xml_is(code, "SFC")) {
    *sfc = vd_plcopen_sfc(p, code);
  } else if (code) {
    VdStText text = vd_plcopen_st(p, code);
    vd_st_parse_body(p->unit, p->pou, &text, stmts, p->diags);
  }
}

// ------------------------------------------------------------------- flags
// CODESYS: a flag that is not in use is a variable like others.
static uint32_t unused_flags(VdPlcopen *p, const VdXml *owner) {
  static const struct {
    const char *name;
    uint32_t flag;
  } flags[] = {{"Init", VD_SFC_NO_INIT},
               {"Reset", VD_SFC_NO_RESET},
               {"Pause", VD_SFC_NO_PAUSE}};
  uint32_t unused = 0;
  const VdXml *add = vd_xml_child(owner, "addData");
  for (const VdXml *data = vd_xml_child(add, "data"); data;
       data = vd_xml_next(data, "data")) {
    const VdXml *set = vd_xml_child(vd_xml_child(data, "SFCSettings"), "Flags");
    for (size_t i = 0; set && i < VD_COUNT(flags); i++) {
      const VdXml *flag = vd_xml_child(set, flags[i].name);
      if (flag && !vd_plcopen_is_true(p, flag, "Use")) unused |= flags[i].flag;
    }
  }
  return unused;
}

// -------------------------------------------------------------------- POUs
static void read_action(VdPlcopen *p, const VdXml *e) {
  VdStAction *action = VD_NEW(p->arena, VdStAction);
  action->pos = e->pos;
  action->name = vd_plcopen_need_name(p, e, "name");
  if (!action->name) return;
  uint32_t known = p->actions.text.len;
  if (vd_st_name_put(&p->actions, action->name) <= known) {
    vd_plcopen_error(p, e->pos, "found a second action '%s'", action->name);
    return;
  }
  const VdXml *body = vd_xml_child(e, "body");
  VdBuf text = {0};
  vd_plcopen_print(e, &text);
  action->text = vd_arena_str(p->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  if (body) vd_plcopen_body(p, body, &action->body, &action->sfc);
  if (action->sfc) action->sfc->unused_flags = unused_flags(p, e);
  vd_plcopen_data(p, e);
  vd_st_add(p->arena, &p->pou->action, action);
}

static void read_sections(VdPlcopen *p, const VdXml *interface) {
  for (const VdXml *e = interface ? interface->first : NULL; e; e = e->next) {
    if (vd_xml_is(e, "returnType"))
      p->pou->result = vd_plcopen_type(p, e);
    else
      vd_plcopen_vars(p, e, &p->pou->var);
  }
}

// The conditions of transitions that are known by name.
static void note_transitions(VdPlcopen *p, const VdXml *e) {
  const VdXml *list = vd_xml_child(e, "transitions");
  for (const VdXml *t = vd_xml_child(list, "transition"); t;
       t = vd_xml_next(t, "transition")) {
    const char *name = vd_plcopen_need_name(p, t, "name");
    uint32_t known = p->transition_names.text.len;
    if (!name) continue;
    if (vd_st_name_put(&p->transition_names, name) > known)
      vd_push(&p->transition, t);
    else
      vd_plcopen_error(p, t->pos, "found a second transition '%s'", name);
  }
}

static bool is_part_of_pou(const VdXml *e) {
  static const char *const names[] = {"interface", "actions", "transitions",
                                      "body",      "addData", "documentation"};
  for (size_t i = 0; i < VD_COUNT(names); i++)
    if (vd_xml_is(e, names[i])) return true;
  return false;
}

static void read_bodies(VdPlcopen *p, const VdXml *e) {
  for (const VdXml *k = e->first; k; k = k->next) {
    const VdXml *more = vd_xml_next(k, k->name);
    if (!is_part_of_pou(k))
      vd_plcopen_unsupported(
          p, k->pos, vd_arena_printf(p->arena, "<%.60s> in a POU", k->name));
    else if (more && !vd_xml_is(k, "documentation"))
      vd_plcopen_unsupported(
          p, more->pos, vd_arena_printf(p->arena, "a second <%s>", k->name));
  }
  note_transitions(p, e);
  const VdXml *actions = vd_xml_child(e, "actions");
  for (const VdXml *a = vd_xml_child(actions, "action"); a;
       a = vd_xml_next(a, "action"))
    read_action(p, a);
  const VdXml *body = vd_xml_child(e, "body");
  if (!body) return;
  vd_plcopen_body(p, body, &p->pou->body, &p->pou->sfc);
  if (p->pou->sfc) p->pou->sfc->unused_flags = unused_flags(p, e);
}

static bool read_kind(VdPlcopen *p, const VdXml *e, VdStPouKind *out) {
  static const struct {
    const char *text;
    VdStPouKind kind;
  } kinds[] = {{"program", VD_ST_PROGRAM},
               {"functionBlock", VD_ST_FUNCTION_BLOCK},
               {"function", VD_ST_FUNCTION}};
  const char *text = vd_plcopen_need(p, e, "pouType");
  if (!text) return false;
  for (size_t i = 0; i < VD_COUNT(kinds); i++) {
    if (strcmp(kinds[i].text, text)) continue;
    *out = kinds[i].kind;
    return true;
  }
  vd_plcopen_error(p, e->pos,
                   "found pouType '%.60s', expected program, functionBlock or "
                   "function",
                   text);
  return false;
}

static void read_pou(VdPlcopen *p, const VdXml *e) {
  VdStPou *pou = VD_NEW(p->arena, VdStPou);
  VdBuf bytes = {0};
  pou->pos = e->pos;
  pou->name = vd_plcopen_need_name(p, e, "name");
  if (!read_kind(p, e, &pou->kind) || !pou->name) return;
  vd_plcopen_print(e, &bytes);
  pou->tokens = vd_arena_str(p->arena, vd_buf_text(&bytes));
  vd_buf_done(&bytes);
  p->pou = pou;
  const VdXml *interface = vd_xml_child(e, "interface");
  read_sections(p, interface);
  if (interface) vd_plcopen_data(p, interface);
  read_bodies(p, e);
  vd_plcopen_data(p, e);
  vd_plcopen_note(p, e, pou->name);
  p->pou = NULL;
  vd_names_done(&p->actions);
  vd_names_done(&p->transition_names);
  p->transition.len = 0;
  vd_st_add(p->arena, &p->unit->pou, pou);
}

// ----------------------------------------------------------------- project
static void read_data_type(VdPlcopen *p, const VdXml *e) {
  VdStTypeDecl *decl = VD_NEW(p->arena, VdStTypeDecl);
  const VdXml *base = vd_xml_child(e, "baseType");
  const VdXml *init = vd_xml_child(e, "initialValue");
  decl->pos = e->pos;
  decl->name = vd_plcopen_need_name(p, e, "name");
  if (!decl->name) return;
  if (!base) {
    vd_plcopen_error(p, e->pos, "found <dataType> without <baseType>");
    return;
  }
  decl->spec = vd_plcopen_type(p, base);
  if (init) decl->init = vd_plcopen_init(p, init);
  VdBuf text = {0};
  vd_plcopen_print(e, &text);
  decl->text = vd_arena_str(p->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  if (!decl->spec) return;
  vd_plcopen_note(p, e, decl->name);
  vd_st_unit_add_type(p->arena, p->unit, decl);
}

static void read_globals(VdPlcopen *p, const VdXml *e) {
  const char *name = vd_xml_get(e, "name");
  if (name) vd_st_name_put(&p->lists, name);
  uint32_t first = p->unit->global.len;
  vd_plcopen_vars(p, e, &p->unit->global);
  vd_plcopen_note(p, e, name ? name : "globals");
  for (uint32_t i = first; i < p->unit->global.len; i++) {
    const VdStVar *var = p->unit->global.at[i];
    VdStWritten written = {0};
    written.text = vd_arena_printf(
        p->arena, "%d %d %d %d %s %s", var->constant, var->retain,
        var->non_retain, var->persistent, var->at ? var->at : "", var->text);
    vd_st_add(p->arena, &written.name, (VdStName){var->name, var->pos});
    vd_st_add(p->arena, &p->unit->written, written);
  }
}

// ----------------------------------------------------------- configurations
// A task or a resource alone does nothing.
static void add_idle(VdPlcopen *p, const VdXml *e, const char *name) {
  vd_plcopen_fact(p, e, VD_PLC_FACT_CONFIG, name, "");
  p->unit->fact.at[p->unit->fact.len - 1].acts = false;
}

static const char *inside(VdPlcopen *p, const char *name) {
  return vd_arena_printf(p->arena, "%s%s%s", p->place ? p->place : "",
                         p->place ? "." : "", name);
}

// Programs of one task run in the order of the file.
static void add_order(VdPlcopen *p, const VdXml *e, const char *owner,
                      const char *name) {
  const char *what =
      vd_arena_printf(p->arena, "the order of programs in %s", owner);
  if (!vd_st_extend_fact(p->unit, what, name))
    vd_plcopen_fact(p, e, VD_PLC_FACT_CONFIG, what, name);
}

static void read_instance(VdPlcopen *p, const VdXml *e, const char *task) {
  const char *name = vd_xml_get(e, "name"), *type = vd_xml_get(e, "typeName");
  VdBuf text = {0};
  if (!name) name = type ? type : "";
  vd_buf_printf(&text, "%s%s%s", type ? type : name, task ? " WITH " : "",
                task ? task : "");
  const char *what = vd_arena_printf(p->arena, "PROGRAM %s", inside(p, name));
  for (const VdXml *k = e->first; k; k = k->next)
    vd_plcopen_printed(
        p, k, VD_PLC_FACT_OTHER,
        vd_arena_printf(p->arena, "<%.60s> of %s", k->name, what));
  const char *owner = task ? vd_arena_printf(p->arena, "TASK %s", task)
                           : (p->place ? p->place : "the project");
  vd_plcopen_fact(p, e, VD_PLC_FACT_CONFIG, what, vd_buf_text(&text));
  vd_buf_done(&text);
  add_order(p, e, owner, name);
}

// Times of one value are one text.
static const char *canonical(VdPlcopen *p, const VdXml *e, const char *value) {
  VdStSpot spot;
  VdStText text = vd_xml_value(e, value, &spot);
  return vd_st_canonical(p->unit, &text);
}

static void read_task(VdPlcopen *p, const VdXml *e) {
  const char *given = vd_xml_get(e, "name");
  const char *name = inside(p, given ? given : "");
  const char *what = vd_arena_printf(p->arena, "TASK %s", name);
  add_idle(p, e, what);
  for (uint32_t i = 0; i < e->attribute.len; i++) {
    const VdXmlAttribute *a = &e->attribute.at[i];
    if (!strcmp(a->name, "name") || !strcmp(a->name, "globalId")) continue;
    vd_plcopen_fact(p, e, VD_PLC_FACT_CONFIG,
                    vd_arena_printf(p->arena, "%s of %s", a->name, what),
                    canonical(p, e, a->value));
  }
  for (const VdXml *k = e->first; k; k = k->next) {
    if (vd_xml_is(k, "pouInstance"))
      read_instance(p, k, name);
    else
      vd_plcopen_printed(
          p, k, VD_PLC_FACT_OTHER,
          vd_arena_printf(p->arena, "<%.60s> of %s", k->name, what));
  }
}

static void read_part(VdPlcopen *p, const VdXml *e);

static void read_place(VdPlcopen *p, const VdXml *e, const char *kind) {
  const char *outer = p->place, *name = vd_xml_get(e, "name");
  p->place = inside(p, name ? name : "");
  uint32_t before = p->unit->fact.len + p->unit->global.len;
  for (const VdXml *k = e->first; k; k = k->next) read_part(p, k);
  // Nobody sees one that has nothing in it: CODESYS writes them with POUs.
  if (p->unit->fact.len + p->unit->global.len != before)
    add_idle(p, e, vd_arena_printf(p->arena, "%s %s", kind, p->place));
  p->place = outer;
}

// How the project is shown and who made it.
static bool is_about(const VdXml *e) {
  static const char *const names[] = {
      "fileHeader",       "contentHeader",      "documentation",
      "ProjectStructure", "ProjectInformation", "projectInformation"};
  for (size_t i = 0; i < VD_COUNT(names); i++)
    if (vd_xml_is(e, names[i])) return true;
  return false;
}

// CODESYS has whole applications in vendor data, so look there too.
static void read_part(VdPlcopen *p, const VdXml *e) {
  static const char *const groups[] = {"types",         "dataTypes", "pous",
                                       "instances",     "addData",   "data",
                                       "configurations"};
  if (vd_xml_is(e, "pou")) {
    read_pou(p, e);
  } else if (vd_xml_is(e, "dataType")) {
    read_data_type(p, e);
  } else if (vd_xml_is(e, "globalVars")) {
    read_globals(p, e);
  } else if (vd_xml_is(e, "configuration")) {
    read_place(p, e, "CONFIGURATION");
  } else if (vd_xml_is(e, "resource")) {
    read_place(p, e, "RESOURCE");
  } else if (vd_xml_is(e, "task")) {
    read_task(p, e);
  } else if (vd_xml_is(e, "pouInstance")) {
    read_instance(p, e, NULL);
  } else if (vd_xml_is(e, "configVars") || vd_xml_is(e, "accessVars")) {
    bool config = vd_xml_is(e, "configVars");
    vd_plcopen_printed(p, e, VD_PLC_FACT_CONFIG,
                       inside(p, config ? "VAR_CONFIG" : "VAR_ACCESS"));
    vd_plcopen_note(p, e, config ? "VAR_CONFIG" : "VAR_ACCESS");
    p->unit->configured |= config;
  } else if (!is_about(e)) {
    bool group = false;
    for (size_t i = 0; i < VD_COUNT(groups); i++)
      group |= vd_xml_is(e, groups[i]);
    if (!group)
      vd_plcopen_printed(p, e, VD_PLC_FACT_OTHER,
                         vd_arena_printf(p->arena, "<%.60s> in %s", e->name,
                                         p->place ? p->place : "the project"));
    for (const VdXml *k = group ? e->first : NULL; k; k = k->next)
      read_part(p, k);
  }
}

// ----------------------------------------------------------------- globals
// A global may be read as List.Name. Lists are no scopes here: two globals of
// one name are an error of the checker.
static void visit_list(void *context, VdStExpr *e) {
  VdPlcopen *p = context;
  if (e->kind != VD_ST_MEMBER || e->base->kind != VD_ST_NAME) return;
  if (!vd_st_name_get(&p->lists, e->base->name) ||
      !vd_st_name_get(&p->globals, e->name) ||
      vd_st_name_get(&p->vars, e->base->name))
    return;
  if (vd_st_name_get(&p->vars, e->name))
    vd_plcopen_unsupported(p, e->pos, "a global variable that a local hides");
  e->kind = VD_ST_NAME;
  e->pos = e->base->pos;
  e->base = NULL;
}

static void resolve_lists(VdPlcopen *p, uint32_t first) {
  if (!p->lists.text.len) return;
  for (uint32_t i = 0; i < p->unit->global.len; i++)
    vd_st_name_put(&p->globals, p->unit->global.at[i]->name);
  for (uint32_t i = first; i < p->unit->pou.len; i++) {
    const VdStPou *pou = p->pou = p->unit->pou.at[i];
    for (uint32_t k = 0; k < pou->var.len; k++)
      if (pou->var.at[k]->section != VD_ST_VAR_EXTERNAL)
        vd_st_name_put(&p->vars, pou->var.at[k]->name);
    vd_st_walk_pou(pou, visit_list, p);
    vd_names_done(&p->vars);
  }
  p->pou = NULL;
}

// -------------------------------------------------------------------- file
static bool is_project(VdPlcopen *p, const VdXml *root) {
  static const char *const spaces[] = {"http://www.plcopen.org/xml/tc6_0200",
                                       "http://www.plcopen.org/xml/tc6_0201"};
  bool known = false;
  for (size_t i = 0; i < VD_COUNT(spaces); i++)
    known |= !strcmp(root->space, spaces[i]);
  if (known && vd_xml_is(root, "project")) return true;
  vd_plcopen_error(p, root->pos,
                   "found <%.60s> of '%.80s', expected a <project> of PLCopen "
                   "(tc6_0200 or tc6_0201)",
                   root->name, root->space);
  return false;
}

bool vd_plcopen_is(const char *text, size_t len) {
  if (len >= 2 &&
      (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2)))
    return true;
  size_t i = len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
  while (i < len && strchr(" \t\r\n", text[i]) && text[i]) i++;
  return i < len && text[i] == '<';
}

void vd_plcopen_read(VdStUnit *unit, const VdStText *text, VdDiags *diags) {
  VdArena tree = {0};
  VdPlcopen p = {.unit = unit, .arena = &unit->arena, .diags = diags};
  uint32_t first = unit->pou.len;
  VdXml *root = vd_xml_read(&tree, text, diags);
  if (root && is_project(&p, root)) {
    for (const VdXml *e = root->first; e; e = e->next) read_part(&p, e);
    resolve_lists(&p, first);
  }
  vd_names_done(&p.lists);
  vd_names_done(&p.globals);
  vd_vec_done(&p.transition);
  vd_arena_done(&tree);
}
