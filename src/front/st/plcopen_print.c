// An XML element as text, without what only the eye sees.
#include "front/st/lex.h"
#include "front/st/plcopen_impl.h"

// What things are called in a tool, and comments. Where they are drawn counts:
// the order in which a network runs may depend on it.
static bool is_for_the_eye(const VdXml *e) {
  static const char *const names[] = {"documentation", "comment", "ObjectId",
                                      "InterfaceAsPlainText"};
  for (size_t i = 0; i < VD_COUNT(names); i++)
    if (vd_xml_is(e, names[i])) return true;
  return false;
}

static bool is_drawn(const char *attribute) {
  return !strcmp(attribute, "height") || !strcmp(attribute, "width") ||
         !strcmp(attribute, "globalId");
}

// Text with its length in front: nothing that is in it looks like an end.
static void put(VdBuf *out, char mark, const char *text, size_t len) {
  vd_buf_printf(out, "%c%zu:", mark, len);
  vd_buf_add(out, text, len);
}

static void put_text(VdBuf *out, char mark, const char *text) {
  put(out, mark, text, strlen(text));
}

// Code without comments and layout; false if it cannot be read as such.
static bool print_code(const VdXml *e, VdBuf *out) {
  VdStText text = vd_xml_text(e);
  VdStTokens token = {0};
  VdStPragmas pragma = {0};
  VdDiags diags = {0};
  vd_st_lex(&text, &token, &pragma, &diags);
  bool good = !diags.errors && token.len;
  if (good) vd_st_tokens_print(token.at, token.len - 1, out);
  for (uint32_t i = 0; good && i < pragma.len; i++) {
    vd_buf_printf(out, "%u ", pragma.at[i].before);
    vd_buf_add(out, pragma.at[i].text, pragma.at[i].len);
  }
  vd_diags_done(&diags);
  vd_vec_done(&token);
  vd_vec_done(&pragma);
  return good;
}

static void put_content(const VdXml *e, VdBuf *out) {
  VdBuf code = {0};
  bool is_code = vd_xml_is(e, "ST") || vd_xml_is(e, "xhtml");
  if (is_code && print_code(e, &code))
    put(out, '"', code.at, code.len);
  else
    put(out, '"', e->text.at, e->text.len);
  vd_buf_done(&code);
}

void vd_plcopen_print(const VdXml *e, VdBuf *out) {
  if (is_for_the_eye(e)) return;
  put_text(out, '<', e->name);
  for (uint32_t i = 0; i < e->attribute.len; i++) {
    const VdXmlAttribute *a = &e->attribute.at[i];
    if (is_drawn(a->name)) continue;
    put_text(out, '@', a->name);
    put_text(out, '=', a->value);
  }
  if (e->text.len) put_content(e, out);
  for (const VdXml *child = e->first; child; child = child->next)
    vd_plcopen_print(child, out);
  vd_buf_char(out, '>');
}
