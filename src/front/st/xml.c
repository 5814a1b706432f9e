// The callbacks of expat, which build the tree.
#include "front/st/xml.h"

#include <expat.h>

#include "base/limit.h"

// Between namespace and name: no XML file can have it.
#define BETWEEN '\f'

typedef struct Reader {
  VdArena *arena;
  const char *file;
  VdDiags *diags;
  XML_Parser parser;
  VdXml *root;
  VdXml *open[VD_MOST_xml_depth];
  uint32_t depth;
  uint32_t inside;  // elements that are open in an <xhtml>
  bool failed;
} Reader;

static VdPos here(const Reader *r) {
  return (VdPos){r->file, (uint32_t)XML_GetCurrentLineNumber(r->parser),
                 (uint32_t)XML_GetCurrentColumnNumber(r->parser) + 1};
}

static void fail(Reader *r, const char *what) {
  if (!r->failed) vd_diag(r->diags, VD_ERROR, here(r), "%s", what);
  r->failed = true;
  XML_StopParser(r->parser, XML_FALSE);
}

// -------------------------------------------------------------------- text
static VdXml *top(const Reader *r) {
  return r->depth ? r->open[r->depth - 1] : NULL;
}

static bool is_space(const char *text, int len) {
  for (int i = 0; i < len; i++)
    if (!strchr(" \t\r\n", text[i])) return false;
  return true;
}

// expat calls this for every line break, every entity, and what is in between,
// so columns count on within one call.
static void add_text(Reader *r, const char *text, int len, bool still) {
  VdXml *e = top(r);
  if (!e || (!e->text.len && is_space(text, len))) return;
  VdPos pos = here(r);
  VdStSpot spot = {e->text.len, pos.line, pos.column, still};
  vd_st_add(r->arena, &e->spot, spot);
  for (int i = 0; i < len; i++) vd_st_add(r->arena, &e->text, text[i]);
}

static void on_text(void *context, const XML_Char *text, int len) {
  Reader *r = context;
  if (!r->failed) add_text(r, text, len, false);
}

// ---------------------------------------------------------------- elements
static void set_name(Reader *r, VdXml *e, const char *name) {
  const char *between = strchr(name, BETWEEN);
  e->space = "";
  if (between) {
    size_t len = (size_t)(between - name);
    char *space = vd_arena_alloc(r->arena, vd_add(len, 1));
    memcpy(space, name, len);
    e->space = space;
    name = between + 1;
  }
  e->name = vd_arena_str(r->arena, name);
}

static void add_attributes(Reader *r, VdXml *e, const XML_Char **at) {
  for (; at[0]; at += 2) {
    const char *between = strchr(at[0], BETWEEN);
    const char *name = between ? between + 1 : at[0];
    if (e->attribute.len == vd_limit->xml_attributes) {
      fail(r, "found more than 1000 attributes in one element");
      return;
    }
    VdXmlAttribute attribute = {vd_arena_str(r->arena, name),
                                vd_arena_str(r->arena, at[1])};
    vd_st_add(r->arena, &e->attribute, attribute);
  }
}

static void link_child(VdXml *parent, VdXml *e) {
  if (parent->last)
    parent->last->next = e;
  else
    parent->first = e;
  parent->last = e;
}

static const char *local_name(const char *name) {
  const char *between = strchr(name, BETWEEN);
  return between ? between + 1 : name;
}

static void start_inside(Reader *r, const char *name) {
  static const char *const breaks[] = {"br", "p", "div", "li"};
  for (size_t i = 0; i < VD_COUNT(breaks); i++)
    if (!strcmp(local_name(name), breaks[i])) add_text(r, "\n", 1, true);
  r->inside++;
}

static void on_start(void *context, const XML_Char *name,
                     const XML_Char **attributes) {
  Reader *r = context;
  if (r->failed) return;
  if (r->depth + r->inside == vd_limit->xml_depth) {
    fail(r, "found elements more than 256 deep in each other");
    return;
  }
  VdXml *parent = top(r);
  if (vd_xml_is(parent, "xhtml")) {
    start_inside(r, name);
    return;
  }
  VdXml *e = VD_NEW(r->arena, VdXml);
  e->pos = here(r);
  set_name(r, e, name);
  add_attributes(r, e, attributes);
  if (parent)
    link_child(parent, e);
  else
    r->root = e;
  r->open[r->depth++] = e;
}

static void on_end(void *context, const XML_Char *name) {
  Reader *r = context;
  (void)name;
  if (r->failed) return;
  if (r->inside)
    r->inside--;
  else
    r->depth--;
}

static void on_doctype(void *context, const XML_Char *name,
                       const XML_Char *system, const XML_Char *public_id,
                       int internal) {
  (void)name, (void)system, (void)public_id, (void)internal;
  fail(context, "found a document type declaration, which is refused");
}

// -------------------------------------------------------------------- file
static XML_Parser new_parser(Reader *r) {
  static const XML_Memory_Handling_Suite memory = {vd_alloc, vd_realloc,
                                                   vd_free};
  static const XML_Char between[] = {BETWEEN, 0};
  XML_Parser parser = XML_ParserCreate_MM(NULL, &memory, between);
  VD_CHECK(parser);
  XML_SetUserData(parser, r);
  XML_SetElementHandler(parser, on_start, on_end);
  XML_SetCharacterDataHandler(parser, on_text);
  XML_SetStartDoctypeDeclHandler(parser, on_doctype);
  return parser;
}

static void parse_all(Reader *r, const char *text, size_t len) {
  enum { PIECE = 1 << 20 };
  bool more = true;
  while (more && !r->failed) {
    int piece = len < PIECE ? (int)len : PIECE;
    more = len > PIECE;
    if (XML_Parse(r->parser, text, piece, !more) == XML_STATUS_ERROR &&
        !r->failed) {
      const char *why = XML_ErrorString(XML_GetErrorCode(r->parser));
      vd_diag(r->diags, VD_ERROR, here(r), "not well-formed XML: %s", why);
      r->failed = true;
    }
    text += piece;
    len -= (size_t)piece;
  }
}

VdXml *vd_xml_read(VdArena *arena, const VdStText *text, VdDiags *diags) {
  Reader r = {.arena = arena, .file = text->file, .diags = diags};
  r.parser = new_parser(&r);
  parse_all(&r, text->text, text->len);
  XML_ParserFree(r.parser);
  return r.failed ? NULL : r.root;
}

// ------------------------------------------------------------------ access
const char *vd_xml_get(const VdXml *e, const char *attribute) {
  for (uint32_t i = 0; i < e->attribute.len; i++)
    if (!strcmp(e->attribute.at[i].name, attribute))
      return e->attribute.at[i].value;
  return NULL;
}

bool vd_xml_is(const VdXml *e, const char *name) {
  return e && !strcmp(e->name, name);
}

VdXml *vd_xml_child(const VdXml *e, const char *name) {
  VdXml *child = e ? e->first : NULL;
  while (child && !vd_xml_is(child, name)) child = child->next;
  return child;
}

VdXml *vd_xml_next(const VdXml *e, const char *name) {
  VdXml *next = e->next;
  while (next && !vd_xml_is(next, name)) next = next->next;
  return next;
}

VdStText vd_xml_text(const VdXml *e) {
  return (VdStText){.file = e->pos.file,
                    .text = e->text.len ? e->text.at : "",
                    .len = e->text.len,
                    .line = e->pos.line,
                    .column = e->pos.column,
                    .spot = e->spot.at,
                    .spots = e->spot.len};
}

VdStText vd_xml_value(const VdXml *e, const char *value, VdStSpot *spot) {
  *spot = (VdStSpot){0, e->pos.line, e->pos.column, true};
  return (VdStText){.file = e->pos.file,
                    .text = value,
                    .len = strlen(value),
                    .line = e->pos.line,
                    .column = e->pos.column,
                    .spot = spot,
                    .spots = 1};
}
