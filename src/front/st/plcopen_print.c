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

void vd_plcopen_print(const VdXml *e, VdBuf *out) {
  if (is_for_the_eye(e)) return;
  put_text(out, '<', e->name);
  for (uint32_t i = 0; i < e->attribute.len; i++) {
    const VdXmlAttribute *a = &e->attribute.at[i];
    if (is_drawn(a->name)) continue;
    put_text(out, '@', a->name);
    put_text(out, '=', a->value);
  }
  if (e->text.len) put(out, '"', e->text.at, e->text.len);
  for (const VdXml *child = e->first; child; child = child->next)
    vd_plcopen_print(child, out);
  vd_buf_char(out, '>');
}
