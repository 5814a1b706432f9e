// From lines to transitions. Every line of a drawing leads down to the element
// that names it, so what is above an element is found by following its lines:
// above a transition are steps, through selection divergences and simultaneous
// convergences; above a step are transitions, through the other two.
//
// CODESYS has two more forms. Steps may meet in a selection convergence with
// one transition below, which then is one for each of them. And a step may lead
// to a step or jump: that is a transition which is always true.
#include "front/st/plcopen_impl.h"

#include <stdlib.h>

#include "base/limit.h"

// ------------------------------------------------------------------- lines
static VdPlcopenNode *node_of(VdPlcopenNet *net, const VdXml *connection) {
  const char *text = vd_plcopen_need(net->p, connection, "refLocalId");
  if (!text) return NULL;
  char *end;
  uint64_t id = strtoull(text, &end, 10);
  bool number = *text >= '0' && *text <= '9' && !*end;
  uint64_t *index = number ? vd_map_get(&net->by_id, id + 1) : NULL;
  if (!index)
    vd_plcopen_error(net->p, connection->pos,
                     "found a line from localId '%.60s', which is not there",
                     text);
  return index ? &net->node.at[*index - 1] : NULL;
}

typedef VD_VEC(VdPlcopenNode *) Nodes;

// Where the lines into an element come from. False with an error.
static bool sources_of(VdPlcopenNet *net, const VdXml *e, Nodes *out) {
  for (const VdXml *in = vd_xml_child(e, "connectionPointIn"); in;
       in = vd_xml_next(in, "connectionPointIn")) {
    for (const VdXml *c = vd_xml_child(in, "connection"); c;
         c = vd_xml_next(c, "connection")) {
      VdPlcopenNode *node = node_of(net, c);
      if (!node) return false;
      vd_push(out, node);
    }
  }
  return true;
}

VdPlcopenNode *vd_plcopen_source(VdPlcopenNet *net, const VdXml *e) {
  Nodes nodes = {0};
  VdPlcopenNode *first = NULL;
  if (sources_of(net, e, &nodes)) {
    if (nodes.len == 1)
      first = nodes.at[0];
    else
      vd_plcopen_error(net->p, e->pos, "found %u lines into <%s>, expected one",
                       nodes.len, e->name);
  }
  vd_vec_done(&nodes);
  return first;
}

// ------------------------------------------------------------------ search
#define BIT(kind) (1u << (kind))

typedef struct Search {
  VdPlcopenNet *net;
  uint32_t want, through;  // kinds, as bits
  const char *wanted;
  uint32_t passed;  // kinds
  Nodes found, todo;
} Search;

static bool spend(VdPlcopenNet *net, const VdXml *e) {
  if (net->full) return false;
  if (net->links++ < vd_limit->plcopen_links) return true;
  net->full = true;
  vd_plcopen_error(net->p, e->pos,
                   "found more than %d lines between steps and transitions",
                   vd_limit->plcopen_links);
  return false;
}

static bool take(Search *s, const VdXml *e, VdPlcopenNode *node) {
  if (node->seen == s->net->searches) return true;
  node->seen = s->net->searches;
  s->passed |= BIT(node->kind);
  if (s->want & BIT(node->kind)) {
    vd_push(&s->found, node);
  } else if (s->through & BIT(node->kind)) {
    vd_push(&s->todo, node);
  } else if (node->kind != VD_PLCOPEN_JUMP) {
    // CODESYS draws a branch that ends in a jump down to the convergence.
    vd_plcopen_error(s->net->p, e->pos,
                     "found a line from <%.60s> to <%.60s>, expected %s",
                     node->xml->name, e->name, s->wanted);
    return false;
  }
  return true;
}

// What one element has above it goes to found or todo.
static bool look_above(Search *s, const VdXml *e) {
  Nodes nodes = {0};
  bool good = sources_of(s->net, e, &nodes);
  for (uint32_t i = 0; good && i < nodes.len; i++)
    good = spend(s->net, e) && take(s, e, nodes.at[i]);
  vd_vec_done(&nodes);
  return good;
}

static bool search(Search *s, const VdXml *e) {
  s->net->searches++;
  s->passed = 0;
  s->found.len = s->todo.len = 0;
  bool good = look_above(s, e);
  while (good && s->todo.len) good = look_above(s, vd_pop(&s->todo)->xml);
  return good;
}

static void search_done(Search *s) {
  vd_vec_done(&s->found);
  vd_vec_done(&s->todo);
}

// -------------------------------------------------------------------- both
static void link_transition(Search *s, VdPlcopenNode *node) {
  VdPlcopenNet *net = s->net;
  if (!vd_plcopen_source(net, node->xml) || !search(s, node->xml)) return;
  for (uint32_t i = 0; i < s->found.len; i++) {
    VdStName name = {s->found.at[i]->step->name, node->xml->pos};
    vd_st_add(net->p->arena, &node->transition->from, name);
  }
  bool either = s->passed & BIT(VD_PLCOPEN_SELECT_JOIN);
  node->either = either && s->found.len > 1;
  if (node->either && (s->passed & BIT(VD_PLCOPEN_JOIN)))
    vd_plcopen_unsupported(net->p, node->xml->pos,
                           "both kinds of convergence before a transition");
  if (!s->found.len)
    vd_plcopen_error(net->p, node->xml->pos,
                     "found a transition without a step before it");
}

static void add_always(VdPlcopenNet *net, const VdSfcStep *from, VdStName to) {
  VdArena *arena = net->p->arena;
  VdSfcTransition *t = VD_NEW(arena, VdSfcTransition);
  t->pos = to.pos;
  t->cond = vd_st_bool(arena, to.pos, true);
  vd_st_add(arena, &t->from, (VdStName){from->name, to.pos});
  vd_st_add(arena, &t->to, to);
  vd_st_add(arena, &net->always, t);
  vd_diag(net->p->diags, VD_WARNING, to.pos,
          "no transition between '%s' and '%s', taken as one that is always "
          "true",
          from->name, to.text);
}

// A jump leads to a step that is not below it.
static void link_step(Search *s, VdPlcopenNode *node) {
  VdPlcopenNet *net = s->net;
  VdStName to = {node->step ? node->step->name : NULL, node->xml->pos};
  if (node->kind == VD_PLCOPEN_JUMP)
    to.text = vd_plcopen_need_name(net->p, node->xml, "targetName");
  if (!to.text || !search(s, node->xml)) return;
  for (uint32_t i = 0; i < s->found.len; i++) {
    const VdPlcopenNode *found = s->found.at[i];
    if (found->transition)
      vd_st_add(net->p->arena, &found->transition->to, to);
    else
      add_always(net, found->step, to);
  }
  if (s->found.len > 0 && (s->passed & BIT(VD_PLCOPEN_SPLIT)) &&
      (s->passed & BIT(VD_PLCOPEN_STEP)))
    vd_plcopen_unsupported(net->p, node->xml->pos,
                           "a divergence without a transition before it");
  // Where all that meets has jumped away, nothing leads on.
  bool needed = node->kind == VD_PLCOPEN_JUMP ||
                (s->passed && !(s->passed & BIT(VD_PLCOPEN_JUMP)));
  if (needed && !s->found.len)
    vd_plcopen_error(net->p, node->xml->pos,
                     "found a line to <%s> without a transition before it",
                     node->xml->name);
}

static void check_ends(VdPlcopenNet *net) {
  for (uint32_t i = 0; i < net->node.len; i++) {
    const VdSfcTransition *t = net->node.at[i].transition;
    if (t && !t->to.len && !net->full)
      vd_plcopen_error(net->p, t->pos,
                       "found a transition without a step after it");
  }
}

void vd_plcopen_link(VdPlcopenNet *net) {
  Search up = {.net = net,
               .want = BIT(VD_PLCOPEN_STEP),
               .through = BIT(VD_PLCOPEN_SELECT_SPLIT) | BIT(VD_PLCOPEN_JOIN) |
                          BIT(VD_PLCOPEN_SELECT_JOIN),
               .wanted = "one from a step"};
  Search down = {.net = net,
                 .want = BIT(VD_PLCOPEN_TRANSITION) | BIT(VD_PLCOPEN_STEP),
                 .through = BIT(VD_PLCOPEN_SELECT_JOIN) | BIT(VD_PLCOPEN_SPLIT),
                 .wanted = "one from a transition"};
  uint32_t before = net->p->diags->errors;
  for (uint32_t i = 0; i < net->node.len && !net->full; i++) {
    VdPlcopenNode *node = &net->node.at[i];
    if (node->kind == VD_PLCOPEN_TRANSITION) link_transition(&up, node);
    if (node->kind == VD_PLCOPEN_STEP || node->kind == VD_PLCOPEN_JUMP)
      link_step(&down, node);
  }
  if (net->p->diags->errors == before) check_ends(net);
  search_done(&up);
  search_done(&down);
}
