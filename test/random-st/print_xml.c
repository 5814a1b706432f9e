// Units without networks as PLCopen XML. Declarations are elements; bodies are
// Structured Text.
#include "st.h"

static void put_escaped(const char *text, VdBuf *out) {
  for (; *text; text++) switch (*text) {
      case '<': vd_buf_str(out, "&lt;"); break;
      case '>': vd_buf_str(out, "&gt;"); break;
      case '&': vd_buf_str(out, "&amp;"); break;
      default: vd_buf_char(out, *text); break;
    }
}

// -------------------------------------------------------------------- types

static void put_base(const Type *t, VdBuf *out) {
  const char *derived = NULL;
  if (t->class == T_ENUM) derived = t->enumeration->name;
  if (t->class == T_STRUCT) derived = t->record->name;
  if (t->class == T_FB) derived = t->fb->name;
  if (derived)
    vd_buf_printf(out, "<derived name=\"%s\"/>", derived);
  else
    vd_buf_printf(out, "<%s/>", class_text[t->class]);
}

static void put_type(const Type *t, VdBuf *out) {
  vd_buf_str(out, "<type>");
  if (t->count)
    vd_buf_printf(out,
                  "<array><dimension lower=\"%d\" upper=\"%d\"/><baseType>",
                  t->low, t->low + t->count - 1);
  put_base(t, out);
  if (t->count) vd_buf_str(out, "</baseType></array>");
  vd_buf_str(out, "</type>");
}

static void put_simple(const Type *type, int64_t value, VdBuf *out) {
  vd_buf_str(out, "<simpleValue value=\"");
  print_value(type, value, false, out);
  vd_buf_str(out, "\"/>");
}

static void put_var(const Var *v, VdBuf *out) {
  vd_buf_printf(out, "<variable name=\"%s\">", v->name);
  put_type(&v->type, out);
  if (v->has_init) {
    Type element = v->type;
    element.count = 0;
    vd_buf_str(out, "<initialValue>");
    if (v->type.count) vd_buf_str(out, "<arrayValue>");
    for (int i = 0; i < (v->type.count ? v->type.count : 1); i++) {
      if (v->type.count) vd_buf_str(out, "<value>");
      put_simple(&element, v->init[i], out);
      if (v->type.count) vd_buf_str(out, "</value>");
    }
    if (v->type.count) vd_buf_str(out, "</arrayValue>");
    vd_buf_str(out, "</initialValue>");
  }
  vd_buf_str(out, "</variable>\n");
}

static void put_vars(const Vars *vars, VdBuf *out) {
  static const char *const open[] = {
      [V_INPUT] = "inputVars",
      [V_OUTPUT] = "outputVars",
      [V_IN_OUT] = "inOutVars",
      [V_LOCAL] = "localVars",
      [V_TEMP] = "tempVars",
      [V_CONSTANT] = "localVars constant=\"true\"",
      [V_GLOBAL] = "globalVars name=\"Globals\""};
  static const char *const close[] = {
      [V_INPUT] = "inputVars",  [V_OUTPUT] = "outputVars",
      [V_IN_OUT] = "inOutVars", [V_LOCAL] = "localVars",
      [V_TEMP] = "tempVars",    [V_CONSTANT] = "localVars",
      [V_GLOBAL] = "globalVars"};
  for (uint32_t i = 0; i < vars->len; i++) {
    const Var *v = vars->at[i];
    if (v->section == V_RESULT) continue;
    bool first = !i || vars->at[i - 1]->section != v->section;
    bool last = i + 1 == vars->len || vars->at[i + 1]->section != v->section;
    if (first) vd_buf_printf(out, "<%s>\n", open[v->section]);
    put_var(v, out);
    if (last) vd_buf_printf(out, "</%s>\n", close[v->section]);
  }
}

static void put_types(const Unit *u, VdBuf *out) {
  vd_buf_str(out, "<dataTypes>\n");
  for (uint32_t i = 0; i < u->enums.len; i++) {
    const Enum *e = u->enums.at[i];
    vd_buf_printf(out, "<dataType name=\"%s\"><baseType><enum><values>\n",
                  e->name);
    for (int j = 0; j < e->values; j++)
      vd_buf_printf(out, "<value name=\"%s\"/>\n", e->text[j]);
    vd_buf_str(out, "</values></enum></baseType></dataType>\n");
  }
  for (uint32_t i = 0; i < u->records.len; i++) {
    const Record *r = u->records.at[i];
    vd_buf_printf(out, "<dataType name=\"%s\"><baseType><struct>\n", r->name);
    for (int j = 0; j < r->fields; j++) {
      vd_buf_printf(out, "<variable name=\"%s\">", r->text[j]);
      put_type(&r->field[j], out);
      vd_buf_str(out, "</variable>\n");
    }
    vd_buf_str(out, "</struct></baseType></dataType>\n");
  }
  vd_buf_str(out, "</dataTypes>\n");
}

// --------------------------------------------------------------------- POUs

static void put_pou(const Unit *u, const Pou *p, VdBuf *out) {
  static const char *const kinds[] = {[P_PROGRAM] = "program",
                                      [P_FB] = "functionBlock",
                                      [P_FUNCTION] = "function"};
  bool alone = p->kind == P_PROGRAM && u->alone;
  vd_buf_printf(out, "<pou name=\"%s\" pouType=\"%s\">\n<interface>\n", p->name,
                kinds[alone ? P_FB : p->kind]);
  if (p->kind == P_FUNCTION) {
    vd_buf_str(out, "<returnType>");
    put_base(&p->type, out);
    vd_buf_str(out, "</returnType>\n");
  }
  put_vars(&p->vars, out);
  vd_buf_str(out,
             "</interface>\n<body><ST><xhtml "
             "xmlns=\"http://www.w3.org/1999/xhtml\">\n");
  VdBuf body = {0};
  print_block(&p->body, &body);
  put_escaped(vd_buf_text(&body), out);
  vd_buf_done(&body);
  vd_buf_str(out, "</xhtml></ST></body>\n</pou>\n");
}

bool print_xml(const Unit *u, VdBuf *out) {
  if (u->globals.len || u->whole) return false;
  for (uint32_t i = 0; i < u->pous.len; i++)
    if (u->pous.at[i]->steps.len || u->pous.at[i]->actions.len) return false;
  vd_buf_str(out,
             "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
             "<project xmlns=\"http://www.plcopen.org/xml/tc6_0201\">\n"
             "<types>\n");
  put_types(u, out);
  vd_buf_str(out, "<pous>\n");
  for (uint32_t i = 0; i < u->pous.len; i++) put_pou(u, u->pous.at[i], out);
  vd_buf_str(out, "</pous>\n</types>\n");
  vd_buf_str(out, "</project>\n");
  return true;
}
