// What a file says beyond the standard: vendor data and attributes that are not
// known. Of a POU's behaviour they make it one that is not modelled; all else
// is compared as it stands.
#include "front/st/plc.h"
#include "front/st/plcopen_impl.h"

void vd_plcopen_fact(VdPlcopen *p, const VdXml *e, int kind, const char *name,
                     const char *text) {
  VdStFact fact = {.kind = kind,
                   .name = name,
                   .text = vd_arena_str(p->arena, text),
                   .acts = kind == VD_PLC_FACT_CONFIG,
                   .pos = e->pos};
  vd_st_add(p->arena, &p->unit->fact, fact);
}

void vd_plcopen_printed(VdPlcopen *p, const VdXml *e, int kind,
                        const char *name) {
  VdBuf text = {0};
  vd_plcopen_print(e, &text);
  if (text.len) vd_plcopen_fact(p, e, kind, name, vd_buf_text(&text));
  vd_buf_done(&text);
}

// ------------------------------------------------------------- vendor data
static bool ends_with(const char *text, const char *const *end, size_t n) {
  size_t len = strlen(text);
  for (size_t i = 0; i < n; i++) {
    size_t k = strlen(end[i]);
    if (len >= k && !strcmp(text + len - k, end[i])) return true;
  }
  return false;
}

// What CODESYS adds for its own use, or what is read elsewhere.
static bool is_silent(const char *name) {
  static const char *const ends[] = {"/interfaceasplaintext", "/objectid",
                                     "/sfcsettings", "/pouheader"};
  return ends_with(name, ends, VD_COUNT(ends));
}

// What does not change what the code of a POU does: attributes are as pragmas
// are, and a POU that is not built is one all the same.
static bool is_beside(const char *name) {
  static const char *const ends[] = {"/attributes", "/buildproperties"};
  return ends_with(name, ends, VD_COUNT(ends));
}

static bool is_element(const char *name) {
  static const char *const ends[] = {"/sfc/element"};
  return ends_with(name, ends, VD_COUNT(ends));
}

static const char *known_construct(const char *name) {
  static const char *const known[][2] = {
      {"/method", "a method or property"},
      {"/property", "a method or property"},
      {"/inheritance", "EXTENDS or IMPLEMENTS"},
      {"/pouinheritance", "EXTENDS or IMPLEMENTS"}};
  for (size_t i = 0; i < VD_COUNT(known); i++)
    if (strstr(name, known[i][0])) return known[i][1];
  return NULL;
}

static const char *name_of(const VdXml *data) {
  const char *name = vd_xml_get(data, "name");
  return name ? name : "";
}

static bool may_be_lost(const VdXml *data) {
  const char *unknown = vd_xml_get(data, "handleUnknown");
  return unknown && !strcmp(unknown, "discard");
}

void vd_plcopen_data(VdPlcopen *p, const VdXml *owner) {
  const VdXml *add = vd_xml_child(owner, "addData");
  for (const VdXml *data = vd_xml_child(add, "data"); data;
       data = vd_xml_next(data, "data")) {
    const char *name = name_of(data), *known = known_construct(name);
    if (is_silent(name) || is_beside(name) || may_be_lost(data)) continue;
    if (!known) known = vd_arena_printf(p->arena, "vendor data '%.80s'", name);
    vd_plcopen_unsupported(p, data->pos, known);
  }
}

static void note_data(VdPlcopen *p, const VdXml *data, const char *path) {
  const char *name = name_of(data);
  if (is_silent(name) || is_element(name) || known_construct(name) ||
      may_be_lost(data))
    return;
  vd_plcopen_printed(
      p, data, VD_PLC_FACT_OTHER,
      vd_arena_printf(p->arena, "vendor data '%.80s' of %s", name, path));
}

void vd_plcopen_note(VdPlcopen *p, const VdXml *e, const char *path) {
  for (const VdXml *k = e->first; k; k = k->next) {
    const char *name = vd_xml_get(k, "name");
    bool add = vd_xml_is(k, "addData");
    for (const VdXml *data = add ? k->first : NULL; data; data = data->next)
      note_data(p, data, path);
    if (!add)
      vd_plcopen_note(p, k,
                      vd_arena_printf(p->arena, "%s.%.60s", path,
                                      name && *name ? name : k->name));
  }
}

// -------------------------------------------------------------- attributes
static bool has_word(const char *words, const char *word) {
  size_t n = strlen(word);
  for (const char *at = words; (at = strstr(at, word)); at++)
    if ((at == words || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
  return false;
}

// What is the same as nothing.
static bool is_nothing(const char *value) {
  return !*value || !strcmp(value, "false") || !strcmp(value, "0") ||
         !strcmp(value, "none");
}

void vd_plcopen_attributes(VdPlcopen *p, const VdXml *e, const char *known) {
  for (uint32_t i = 0; i < e->attribute.len; i++) {
    const VdXmlAttribute *a = &e->attribute.at[i];
    if (has_word(known, a->name) || !strcmp(a->name, "globalId") ||
        is_nothing(a->value))
      continue;
    const char *what = vd_arena_printf(
        p->arena, "the attribute '%.60s' of <%s>", a->name, e->name);
    const char *name = vd_xml_get(e, "name");
    // How long globals are kept is nothing that code sees.
    if (p->pou && strcmp(a->name, "nonpersistent") != 0)
      vd_plcopen_unsupported(p, e->pos, what);
    else
      vd_plcopen_fact(p, e, VD_PLC_FACT_OTHER,
                      vd_arena_printf(p->arena, "%s %s", what,
                                      name       ? name
                                      : p->pou   ? p->pou->name
                                      : p->place ? p->place
                                                 : ""),
                      a->value);
  }
}

// Elements of an SFC body, and what of their attributes is read or has no
// meaning.
static const char *const known_of[][2] = {
    {"step", "localId name initialStep height width"},
    {"transition", "localId priority height width"},
    {"jumpStep", "localId targetName height width"},
    {"selectionDivergence", "localId height width"},
    {"selectionConvergence", "localId height width"},
    {"simultaneousDivergence", "localId name height width"},
    {"simultaneousConvergence", "localId height width"},
    {"inVariable", "localId negated executionOrderId height width"},
    {"actionBlock", "localId height width"},
    {"action", "localId name qualifier duration height width"},
    {"connectionPointIn", ""},
    {"connectionPointOut", "formalParameter"},
    {"connectionPointOutAction", "formalParameter"},
    {"connection", "refLocalId formalParameter"},
    {"condition", "negated"},
    {"reference", "name"},
    {"inline", "name"},
};

void vd_plcopen_sfc_attributes(VdPlcopen *p, const VdXml *e) {
  if (vd_xml_is(e, "addData") || vd_xml_is(e, "documentation")) return;
  for (size_t i = 0; i < VD_COUNT(known_of); i++)
    if (vd_xml_is(e, known_of[i][0]))
      vd_plcopen_attributes(p, e, known_of[i][1]);
  for (const VdXml *k = e->first; k; k = k->next)
    vd_plcopen_sfc_attributes(p, k);
}
