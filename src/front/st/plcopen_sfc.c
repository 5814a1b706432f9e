// SFC bodies: steps, transitions and action blocks, and what CODESYS says about
// them in attributes that are known by their GUIDs.
#include "front/st/plcopen_impl.h"

#include <stdlib.h>

static const struct {
  const char *element;
  VdPlcopenKind kind;
} kinds[] = {
    {"step", VD_PLCOPEN_STEP},
    {"jumpStep", VD_PLCOPEN_JUMP},
    {"transition", VD_PLCOPEN_TRANSITION},
    {"selectionDivergence", VD_PLCOPEN_SELECT_SPLIT},
    {"selectionConvergence", VD_PLCOPEN_SELECT_JOIN},
    {"simultaneousDivergence", VD_PLCOPEN_SPLIT},
    {"simultaneousConvergence", VD_PLCOPEN_JOIN},
    {"inVariable", VD_PLCOPEN_VALUE},
    {"actionBlock", VD_PLCOPEN_BLOCK},
    {"comment", VD_PLCOPEN_NOTE},
};

static VdPlcopenKind kind_of(const VdXml *e) {
  for (size_t i = 0; i < VD_COUNT(kinds); i++)
    if (vd_xml_is(e, kinds[i].element)) return kinds[i].kind;
  return VD_PLCOPEN_OTHER;
}

// ------------------------------------------------------- CODESYS attributes
typedef enum Meaning {
  NO_MEANING = 0,  // for the tool only
  ENTRY,
  ACTIVE,
  EXIT,
} Meaning;

// With a value, other values are not known to be harmless.
static const struct {
  const char *guid;
  Meaning meaning;
  const char *value;
} attributes[] = {
    {"38391c6d-6d4a-42f8-8ee7-9f45e5adafa8", NO_MEANING, NULL},  // name
    {"6844a48e-46c2-4cc8-a185-a478f3b99cc0", NO_MEANING, NULL},  // initial
    {"23bdaa98-72ec-41f7-817b-9dede5697086", NO_MEANING, NULL},  // parallel
    {"e174fc0d-80b0-4a9e-a530-ca239c249a50", NO_MEANING, NULL},  // qualifier
    {"01580b27-6378-448b-8ecb-0e4b795b58d6", NO_MEANING, "FALSE"},
    {"bc882c11-1e91-4dd8-a6b8-2075724ed18b", NO_MEANING, "0"},
    {"a6b08bd8-b696-47e3-9cbf-7408b61c9ff8", ENTRY, NULL},
    {"700a583f-b4d4-43e4-8c14-629c7cd3bec8", ACTIVE, NULL},
    {"a2621e18-7de3-4ea6-ae6d-89e9e0b7befd", EXIT, NULL},
};

// The text of an element without white space around it.
static const char *trimmed(VdPlcopen *p, const VdXml *e) {
  size_t first = 0, len = e->text.len;
  while (len && strchr(" \t\r\n", e->text.at[len - 1])) len--;
  while (first < len && strchr(" \t\r\n", e->text.at[first])) first++;
  char *text = vd_arena_alloc(p->arena, vd_add(len - first, 1));
  if (len) memcpy(text, e->text.at + first, len - first);
  return text;
}

static void read_attribute(VdPlcopen *p, const VdXml *e, VdSfcStep *step) {
  const char *guid = vd_xml_get(e, "guid");
  VdStName value = {trimmed(p, e), e->pos};
  size_t i = 0;
  while (i < VD_COUNT(attributes) &&
         (!guid || strcmp(guid, attributes[i].guid)))
    i++;
  if (!*value.text) return;
  bool known = i < VD_COUNT(attributes);
  if (known && attributes[i].value)
    known = !strcmp(attributes[i].value, value.text);
  if (!known || (attributes[i].meaning && !step)) {
    const char *what = vd_arena_printf(p->arena, "the attribute '%.60s'",
                                       guid ? guid : "without guid");
    vd_plcopen_unsupported(p, e->pos, what);
    return;
  }
  if (attributes[i].meaning == ENTRY) step->entry = value;
  if (attributes[i].meaning == ACTIVE) step->active = value;
  if (attributes[i].meaning == EXIT) step->exit = value;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), k = strlen(end);
  return n >= k && !strcmp(text + n - k, end);
}

static void read_data(VdPlcopen *p, const VdXml *e, VdSfcStep *step) {
  const VdXml *add = vd_xml_child(e, "addData");
  for (const VdXml *data = vd_xml_child(add, "data"); data;
       data = vd_xml_next(data, "data")) {
    const char *name = vd_xml_get(data, "name");
    const char *unknown = vd_xml_get(data, "handleUnknown");
    if (name && ends_with(name, "/sfc/element")) {
      const VdXml *list = vd_xml_child(data, "attributes");
      for (const VdXml *a = vd_xml_child(list, "attribute"); a;
           a = vd_xml_next(a, "attribute"))
        read_attribute(p, a, step);
    } else if (!unknown || strcmp(unknown, "discard")) {
      const char *what =
          vd_arena_printf(p->arena, "vendor data '%.80s'", name ? name : "");
      vd_plcopen_unsupported(p, data->pos, what);
    }
  }
}

// -------------------------------------------------------------- conditions
// CODESYS and others write "x", ":= x;" or "Name := x;". What is not x is
// replaced by spaces, so that positions stay.
static void blank(char *text, size_t len, const char *name) {
  size_t i = strspn(text, " \t\r\n");
  size_t word = name ? strlen(name) : 0;
  if (word && !strncmp(text + i, name, word)) {
    size_t k = i + word + strspn(text + i + word, " \t\r\n");
    if (!strncmp(text + k, ":=", 2)) {
      memset(text + i, ' ', word);
      i = k;
    }
  }
  if (!strncmp(text + i, ":=", 2)) memset(text + i, ' ', 2);
  while (len && strchr(" \t\r\n", text[len - 1])) len--;
  if (len && text[len - 1] == ';') text[len - 1] = ' ';
}

static VdStExpr *parse_condition(VdPlcopen *p, VdStText text,
                                 const char *name) {
  char *copy = vd_arena_alloc(p->arena, vd_add(text.len, 1));
  memcpy(copy, text.text, text.len);
  blank(copy, text.len, name);
  text.text = copy;
  return vd_st_parse_expr(p->unit, p->pou, &text, p->diags);
}

static VdStExpr *body_condition(VdPlcopen *p, const VdXml *body,
                                const char *name) {
  const VdXml *st = vd_xml_child(body, "ST");
  if (!st) {
    vd_plcopen_unsupported(p, body->pos, "a transition that is not in ST");
    return vd_st_bool(p->arena, body->pos, true);
  }
  return parse_condition(p, vd_plcopen_st(p, st), name);
}

// The condition of a transition of the POU, by its name; NULL if there is none.
static VdStExpr *named_condition(VdPlcopen *p, const char *name) {
  uint32_t id = vd_st_name_get(&p->transition_names, name);
  if (!id) return NULL;
  const VdXml *t = p->transition.at[id - 1];
  const VdXml *body = vd_xml_child(t, "body");
  return body_condition(p, body ? body : t, vd_xml_get(t, "name"));
}

static VdStExpr *read_value(VdPlcopen *p, const VdXml *e) {
  const VdXml *expression = vd_xml_child(e, "expression");
  if (!expression) {
    vd_plcopen_error(p, e->pos, "found <%.60s> without <expression>", e->name);
    return NULL;
  }
  VdStExpr *named = named_condition(p, trimmed(p, expression));
  if (named) return named;
  VdStText text = vd_xml_text(expression);
  return parse_condition(p, text, NULL);
}

static VdStExpr *negate(VdPlcopen *p, const VdXml *e, VdStExpr *cond) {
  if (!cond || !vd_plcopen_is_true(p, e, "negated")) return cond;
  return vd_st_unary(p->arena, e->pos, VD_ST_NOT, cond);
}

// A line from an inVariable, or an expression in its place.
static VdStExpr *read_wired(VdPlcopenNet *net, const VdXml *condition) {
  VdPlcopen *p = net->p;
  const VdXml *in = vd_xml_child(condition, "connectionPointIn");
  if (vd_xml_child(in, "expression")) return read_value(p, in);
  VdPlcopenNode *node = vd_plcopen_source(net, condition);
  if (!node) return NULL;
  if (node->kind == VD_PLCOPEN_VALUE)
    return negate(p, node->xml, read_value(p, node->xml));
  vd_plcopen_unsupported(p, node->xml->pos, "a transition that is not in ST");
  return vd_st_bool(p->arena, node->xml->pos, true);
}

static VdStExpr *read_condition(VdPlcopenNet *net, const VdXml *transition) {
  VdPlcopen *p = net->p;
  const VdXml *condition = vd_xml_child(transition, "condition");
  const VdXml *reference = vd_xml_child(condition, "reference");
  const VdXml *inline_ = vd_xml_child(condition, "inline");
  VdStExpr *cond = NULL;
  if (!condition) {
    vd_plcopen_error(p, transition->pos,
                     "found a transition without a condition");
  } else if (reference) {
    const char *name = vd_plcopen_need_name(p, reference, "name");
    if (!name) return NULL;
    cond = named_condition(p, name);
    if (!cond) cond = vd_st_name(p->arena, reference->pos, name);
  } else if (inline_) {
    cond = body_condition(p, inline_, vd_xml_get(inline_, "name"));
  } else {
    cond = read_wired(net, condition);
  }
  return condition ? negate(p, condition, cond) : NULL;
}

// ----------------------------------------------------------------- actions
static bool read_qualifier(VdPlcopen *p, const VdXml *e, VdSfcBlock *block) {
  const char *text = vd_xml_get(e, "qualifier");
  if (!text || !*text) return true;
  if (vd_sfc_qualifier_read(text, &block->qualifier)) return true;
  vd_plcopen_error(p, e->pos,
                   "found qualifier '%.60s', expected N, R, S, L, D, P, SD, "
                   "DS, SL, P1 or P0",
                   text);
  return false;
}

static bool read_duration(VdPlcopen *p, const VdXml *e, VdSfcBlock *block) {
  const char *text = vd_xml_get(e, "duration");
  if (!vd_sfc_is_timed(block->qualifier)) return true;
  if (!text || !*text) {
    vd_plcopen_error(p, e->pos, "found qualifier '%s' without a duration",
                     vd_xml_get(e, "qualifier"));
    return false;
  }
  block->time = vd_plcopen_expr(p, e, text);
  return block->time != NULL;
}

// One of the actions of a block: of the POU, a variable, or right here.
static void read_action(VdPlcopen *p, const VdXml *e, VdSfcStep *step) {
  VdSfcBlock block = {.pos = e->pos};
  const VdXml *reference = vd_xml_child(e, "reference");
  const VdXml *inline_ = vd_xml_child(e, "inline");
  if (!read_qualifier(p, e, &block) || !read_duration(p, e, &block)) return;
  read_data(p, e, NULL);
  block.action.pos = e->pos;
  if (reference) {
    const char *name = vd_plcopen_need(p, reference, "name");
    if (!name) return;
    block.action.text = vd_arena_str(p->arena, name);
  } else if (inline_) {
    VdSfcNet *sfc = NULL;
    vd_plcopen_body(p, inline_, &block.body, &sfc);
    if (sfc) vd_plcopen_unsupported(p, inline_->pos, "a network in a step");
  } else {
    vd_plcopen_error(p, e->pos, "found <action> without <reference>");
    return;
  }
  vd_st_add(p->arena, &step->block, block);
}

static void read_block(VdPlcopenNet *net, const VdXml *e) {
  const VdPlcopenNode *node = vd_plcopen_source(net, e);
  if (!node) return;
  if (node->kind != VD_PLCOPEN_STEP) {
    vd_plcopen_error(net->p, e->pos,
                     "found a line from <%.60s> to <actionBlock>, expected one "
                     "from a step",
                     node->xml->name);
    return;
  }
  read_data(net->p, e, NULL);
  for (const VdXml *a = vd_xml_child(e, "action"); a;
       a = vd_xml_next(a, "action"))
    if (node->step) read_action(net->p, a, node->step);
}

// ------------------------------------------------------------------- nodes
static void add_id(VdPlcopenNet *net, VdPlcopenNode *node) {
  const char *text = vd_plcopen_need(net->p, node->xml, "localId");
  if (!text) return;
  char *end;
  uint64_t id = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || id == UINT64_MAX) {
    vd_plcopen_error(net->p, node->xml->pos,
                     "found localId '%.60s', expected a number", text);
    return;
  }
  uint64_t *index = vd_map_put(&net->by_id, id + 1);
  if (*index) {
    VdPos pos = net->node.at[*index - 1].xml->pos;
    vd_plcopen_error(net->p, node->xml->pos,
                     "found localId %.60s a second time, it is at %u:%u too",
                     text, pos.line, pos.column);
    return;
  }
  *index = (uint64_t)(node - net->node.at) + 1;
}

static void add_step(VdPlcopenNet *net, VdPlcopenNode *node) {
  VdSfcStep *step = VD_NEW(net->p->arena, VdSfcStep);
  step->pos = node->xml->pos;
  step->name = vd_plcopen_need_name(net->p, node->xml, "name");
  step->initial = vd_plcopen_is_true(net->p, node->xml, "initialStep");
  if (!step->name) return;
  read_data(net->p, node->xml, step);
  node->step = step;
  vd_st_add(net->p->arena, &net->net->step, step);
}

static void read_priority(VdPlcopen *p, const VdXml *e, VdSfcTransition *t) {
  const char *text = vd_xml_get(e, "priority");
  if (!text) return;
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  t->has_priority = true;
  t->priority = (uint32_t)number;
  if (*text < '0' || *text > '9' || *end || number > UINT32_MAX)
    vd_plcopen_error(p, e->pos, "found priority '%.60s', expected a number",
                     text);
}

static void add_transition(VdPlcopenNet *net, VdPlcopenNode *node) {
  VdSfcTransition *t = VD_NEW(net->p->arena, VdSfcTransition);
  t->pos = node->xml->pos;
  read_priority(net->p, node->xml, t);
  read_data(net->p, node->xml, NULL);
  node->transition = t;
}

static void add_nodes(VdPlcopenNet *net, const VdXml *sfc) {
  for (const VdXml *e = sfc->first; e; e = e->next) {
    if (vd_xml_is(e, "addData") || vd_xml_is(e, "documentation")) continue;
    VdPlcopenNode node = {.xml = e, .kind = kind_of(e)};
    vd_push(&net->node, node);
  }
  for (uint32_t i = 0; i < net->node.len; i++) {
    VdPlcopenNode *node = &net->node.at[i];
    if (node->kind == VD_PLCOPEN_NOTE) continue;
    add_id(net, node);
    if (node->kind == VD_PLCOPEN_STEP) add_step(net, node);
    if (node->kind == VD_PLCOPEN_TRANSITION) add_transition(net, node);
    if (node->kind == VD_PLCOPEN_OTHER) {
      const char *what =
          vd_arena_printf(net->p->arena, "<%.60s> in an SFC", node->xml->name);
      vd_plcopen_unsupported(net->p, node->xml->pos, what);
    }
  }
}

// ------------------------------------------------------------------- order
// Transitions are tried from left to right: as they are drawn, or, where the
// tool writes no positions, in the order of the file.
typedef struct Drawn {
  const VdPlcopenNode *node;
  double x;
  uint32_t index;
} Drawn;

static int compare(const void *a, const void *b) {
  const Drawn *one = a, *two = b;
  if (one->x != two->x) return one->x < two->x ? -1 : 1;
  return one->index < two->index ? -1 : 1;
}

static double x_of(const VdXml *e) {
  const VdXml *position = vd_xml_child(e, "position");
  const char *text = position ? vd_xml_get(position, "x") : NULL;
  double x = text ? strtod(text, NULL) : 0;
  return x > -1e9 && x < 1e9 ? x : 0;
}

// Alternatives become a transition each.
static void add_drawn(VdPlcopenNet *net, const VdPlcopenNode *node) {
  VdArena *arena = net->p->arena;
  VdSfcTransition *t = node->transition;
  vd_st_add(arena, &net->net->transition, t);
  if (!node->either) return;
  for (uint32_t i = 1; i < t->from.len; i++) {
    VdSfcTransition *other = VD_NEW(arena, VdSfcTransition);
    *other = *t;
    other->cond = read_condition(net, node->xml);
    other->from.at = &t->from.at[i];
    other->from.len = other->from.cap = 1;
    vd_st_add(arena, &net->net->transition, other);
  }
  t->from.len = 1;
}

static void sort_transitions(VdPlcopenNet *net) {
  VD_VEC(Drawn) drawn = {0};
  for (uint32_t i = 0; i < net->node.len; i++) {
    const VdPlcopenNode *node = &net->node.at[i];
    if (!node->transition) continue;
    Drawn d = {node, x_of(node->xml), drawn.len};
    vd_push(&drawn, d);
  }
  if (drawn.len) qsort(drawn.at, drawn.len, sizeof *drawn.at, compare);
  for (uint32_t i = 0; i < drawn.len; i++) add_drawn(net, drawn.at[i].node);
  for (uint32_t i = 0; i < net->always.len; i++)
    vd_st_add(net->p->arena, &net->net->transition, net->always.at[i]);
  vd_vec_done(&drawn);
}

VdSfcNet *vd_plcopen_sfc(VdPlcopen *p, const VdXml *sfc) {
  VdPlcopenNet net = {.p = p, .net = VD_NEW(p->arena, VdSfcNet)};
  uint32_t before = p->diags->errors;
  net.net->pos = sfc->pos;
  vd_plcopen_sfc_attributes(p, sfc);
  add_nodes(&net, sfc);
  // A construct that is not modelled may have lines that are not known.
  if (p->diags->errors == before && !p->pou->reason) {
    for (uint32_t i = 0; i < net.node.len; i++) {
      VdPlcopenNode *node = &net.node.at[i];
      if (node->kind == VD_PLCOPEN_BLOCK) read_block(&net, node->xml);
      if (node->transition)
        node->transition->cond = read_condition(&net, node->xml);
    }
    vd_plcopen_link(&net);
    sort_transitions(&net);
  }
  vd_vec_done(&net.node);
  vd_map_done(&net.by_id);
  return p->diags->errors == before ? net.net : NULL;
}
