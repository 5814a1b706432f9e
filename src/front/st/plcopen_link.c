// From lines to transitions. Every line of a drawing leads down to the element
// that names it, so what is above an element is found by following its lines:
// above a transition are steps, through selection divergences and simultaneous
// convergences; above a step are transitions, through the other two.
#include "front/st/plcopen_impl.h"

#include <stdlib.h>

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
typedef struct Search {
  VdPlcopenNet *net;
  VdPlcopenKind want, through[2];
  const char *wanted;
  Nodes found, todo;
} Search;

static bool spend(VdPlcopenNet *net, const VdXml *e) {
  if (net->full) return false;
  if (net->links++ < VD_PLCOPEN_MAX_LINKS) return true;
  net->full = true;
  vd_plcopen_error(net->p, e->pos,
                   "found more than %d lines between steps and transitions",
                   VD_PLCOPEN_MAX_LINKS);
  return false;
}

// What one element has above it goes to found or todo.
static bool look_above(Search *s, const VdXml *e) {
  Nodes nodes = {0};
  bool good = sources_of(s->net, e, &nodes);
  for (uint32_t i = 0; good && i < nodes.len; i++) {
    VdPlcopenNode *node = nodes.at[i];
    if (!spend(s->net, e)) good = false;
    if (node->seen == s->net->searches) continue;
    node->seen = s->net->searches;
    if (node->kind == s->want) {
      vd_push(&s->found, node);
    } else if (node->kind == s->through[0] || node->kind == s->through[1]) {
      vd_push(&s->todo, node);
    } else if (node->kind != VD_PLCOPEN_JUMP) {
      // CODESYS draws a branch that ends in a jump down to the convergence.
      vd_plcopen_error(s->net->p, e->pos,
                       "found a line from <%.60s> to <%.60s>, expected %s",
                       node->xml->name, e->name, s->wanted);
      good = false;
    }
  }
  vd_vec_done(&nodes);
  return good;
}

static bool search(Search *s, const VdXml *e) {
  s->net->searches++;
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
  if (!s->found.len)
    vd_plcopen_error(net->p, node->xml->pos,
                     "found a transition without a step before it");
}

// A jump leads to a step that is not below it.
static void link_step(Search *s, VdPlcopenNode *node) {
  VdPlcopenNet *net = s->net;
  const char *name = node->step ? node->step->name : NULL;
  if (node->kind == VD_PLCOPEN_JUMP)
    name = vd_plcopen_need_name(net->p, node->xml, "targetName");
  if (!name || !search(s, node->xml)) return;
  for (uint32_t i = 0; i < s->found.len; i++) {
    VdStName to = {name, node->xml->pos};
    vd_st_add(net->p->arena, &s->found.at[i]->transition->to, to);
  }
  if (node->kind == VD_PLCOPEN_JUMP && !s->found.len)
    vd_plcopen_error(net->p, node->xml->pos,
                     "found a jump without a transition before it");
}

static void check_ends(VdPlcopenNet *net) {
  for (uint32_t i = 0; i < net->net->transition.len; i++) {
    const VdSfcTransition *t = net->net->transition.at[i];
    if (!t->to.len && !net->full)
      vd_plcopen_error(net->p, t->pos,
                       "found a transition without a step after it");
  }
}

void vd_plcopen_link(VdPlcopenNet *net) {
  Search up = {.net = net,
               .want = VD_PLCOPEN_STEP,
               .through = {VD_PLCOPEN_SELECT_SPLIT, VD_PLCOPEN_JOIN},
               .wanted = "one from a step"};
  Search down = {.net = net,
                 .want = VD_PLCOPEN_TRANSITION,
                 .through = {VD_PLCOPEN_SELECT_JOIN, VD_PLCOPEN_SPLIT},
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
