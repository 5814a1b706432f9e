// Which calls of a version may not end: the functions it calls, with ranks for
// the groups of them that call each other (rank.c), and its calls as they are
// seen from outside.
#include "pair/loop/ends.h"

#include "base/limit.h"
#include "pair/loop/rank.h"

// ------------------------------------------------------------- who calls whom

static bool has_digest(const VdDigest *at, uint32_t n, const VdDigest *d) {
  for (uint32_t i = 0; i < n; i++)
    if (vd_digest_eq(&at[i], d)) return true;
  return false;
}

const VdFunc *vd_ends_func(const VdEnds *s, uint32_t func) {
  return s->job->sides.module[s->side]->func.at[func];
}

// The node of a function to look into, UINT32_MAX if there is nothing to see.
uint32_t vd_ends_node(const VdEnds *s, uint32_t func) {
  const uint64_t *slot = vd_map_get(&s->index, func);
  return slot ? (uint32_t)*slot - 1 : UINT32_MAX;
}

static void add_node(VdEnds *s, uint32_t func) {
  if (vd_ends_node(s, func) != UINT32_MAX) return;
  if (!vd_func_has_body(vd_ends_func(s, func))) return;
  s->cut |= s->node.len >= vd_limit->ends_funcs;
  if (s->cut) return;
  VdEndNode node = {.func = func};
  const uint8_t *ends = s->job->ends[s->side];
  node.ends = ends && ends[func] == VD_TERMINATES_ALWAYS;
  vd_push(&s->node, node);
  *vd_map_put(&s->index, func) = s->node.len;
}

static void find_nodes(VdEnds *s) {
  add_node(s, s->job->sides.func[s->side]);
  for (uint32_t i = 0; i < s->node.len; i++) {
    VdCalls call = {0};
    if (s->node.at[i].ends) continue;
    bool open = vd_summary_calls(s->job->sides.sums[s->side],
                                 s->node.at[i].func, &s->arena, &call);
    for (uint32_t k = 0; k < call.len; k++) add_node(s, call.at[k].func);
    s->node.at[i].call = call;
    s->node.at[i].closed = !open;
  }
}

static void find_parts(VdEnds *s) {
  uint32_t n = s->node.len;
  VD_VEC(uint32_t) start = {0}, to = {0};
  uint32_t *part = vd_alloc(vd_mul(n + 1, sizeof *part));
  for (uint32_t i = 0; i < n; i++) {
    vd_push(&start, to.len);
    for (uint32_t k = 0; k < s->node.at[i].call.len; k++) {
      uint32_t callee = vd_ends_node(s, s->node.at[i].call.at[k].func);
      if (callee != UINT32_MAX) vd_push(&to, callee);
    }
  }
  vd_push(&start, to.len);
  VdGraph graph = {n, start.at, to.at};
  s->parts = vd_graph_scc(&graph, part);
  for (uint32_t i = 0; i < n; i++) s->node.at[i].part = part[i];
  vd_free(part);
  vd_vec_done(&start);
  vd_vec_done(&to);
}

void vd_ends_init(VdEnds *s, VdJob *job, int side) {
  *s = (VdEnds){.job = job, .side = side};
  find_nodes(s);
  find_parts(s);
}

void vd_ends_done(VdEnds *s) {
  for (uint32_t i = 0; i < s->node.len; i++) vd_vec_done(&s->node.at[i].call);
  vd_vec_done(&s->node);
  vd_map_done(&s->index);
  vd_arena_done(&s->arena);
}

// ------------------------------------------------------------------- always

// The functions of a part and their calls of each other.
static void group_init(VdEnds *s, uint32_t part, VdRankGroup *g) {
  VdTerms *tm = s->job->sides.tm;
  uint32_t *at = VD_NEW_ARRAY(&s->arena, uint32_t, s->node.len + 1);
  *g = (VdRankGroup){.job = s->job, .budget = s->budget};
  for (uint32_t i = 0; i < s->node.len; i++)
    if (s->node.at[i].part == part) at[i] = g->funcs++;
  g->params = VD_NEW_ARRAY(&s->arena, uint32_t, g->funcs + 1);
  g->param = VD_NEW_ARRAY(&s->arena, VdTerm *, g->funcs + 1);
  for (uint32_t i = 0; i < s->node.len; i++) {
    const VdEndNode *node = &s->node.at[i];
    if (node->part != part) continue;
    const VdFunc *f = vd_ends_func(s, node->func);
    g->params[at[i]] = f->params;
    g->param[at[i]] = VD_NEW_ARRAY(&s->arena, VdTerm, f->params + 1);
    for (uint32_t p = 0; p < f->params; p++)
      g->param[at[i]][p] = vd_summary_param(tm, f, p);
    for (uint32_t k = 0; k < node->call.len; k++) {
      const VdCall *call = &node->call.at[k];
      uint32_t to = vd_ends_node(s, call->func);
      if (to == UINT32_MAX || s->node.at[to].part != part) continue;
      VdRankStep step = {at[i], at[to], call->when, call->arg};
      vd_push(&g->step, step);
    }
  }
}

// The only call of a loop from outside; NULL if there is not one.
static const VdCall *entry_of(const VdEnds *s, uint32_t loop) {
  const VdCall *entry = NULL;
  for (uint32_t i = 0; i < s->node.len; i++) {
    const VdEndNode *node = &s->node.at[i];
    for (uint32_t k = 0; k < node->call.len; k++) {
      if (node->call.at[k].func != s->node.at[loop].func || i == loop) continue;
      if (entry) return NULL;
      entry = &node->call.at[k];
    }
  }
  return entry;
}

static VdTerm mapped(VdEnds *s, VdTerm t, const VdMap *map) {
  return vd_term_subst(s->job->sides.tm, t, map);
}

// A loop as its function sees it: what it never changes is what the function
// handed in, and what led to the loop holds. Its own variables get names of
// their own.
static bool place_loop(VdEnds *s, uint32_t loop, VdRankGroup *g) {
  const VdCall *entry = entry_of(s, loop);
  VdTerms *tm = s->job->sides.tm;
  VdMap map = {0};
  if (!entry || g->funcs != 1) return false;
  for (uint32_t p = 0; p < g->params[0]; p++) {
    VdTerm var = g->param[0][p];
    bool fixed = true;
    for (uint32_t i = 0; i < g->step.len; i++)
      fixed &= vd_term_eq(g->step.at[i].arg[p], var);
    VdTerm own =
        vd_mk_var(tm, VD_VAR_LOOP_PARAM, p, vd_term_sort(tm, var), NULL);
    *vd_map_put(&map, var.id) = fixed ? entry->arg[p].id : own.id;
    if (!fixed) g->param[0][p] = own;
  }
  for (uint32_t i = 0; i < g->step.len; i++) {
    VdRankStep *step = &g->step.at[i];
    VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, g->params[0] + 1);
    for (uint32_t p = 0; p < g->params[0]; p++)
      arg[p] = mapped(s, step->arg[p], &map);
    step->arg = arg;
    step->when = vd_mk_and(tm, mapped(s, step->when, &map), entry->when);
  }
  // What is fixed is no parameter any more.
  uint32_t kept = 0;
  for (uint32_t p = 0; p < g->params[0]; p++) {
    if (vd_term_op(tm, g->param[0][p]) != VD_OP_VAR ||
        vd_term_var_kind(tm, g->param[0][p]) != VD_VAR_LOOP_PARAM)
      continue;
    for (uint32_t i = 0; i < g->step.len; i++)
      ((VdTerm *)g->step.at[i].arg)[kept] = g->step.at[i].arg[p];
    g->param[0][kept++] = g->param[0][p];
  }
  g->params[0] = kept;
  vd_map_done(&map);
  return true;
}

static bool part_ends(VdEnds *s, uint32_t part, uint32_t some,
                      VdEndsKnown *known) {
  const VdDigest *digest = &vd_ends_func(s, s->node.at[some].func)->digest;
  VdRankGroup g;
  if (has_digest(known->ends.at, known->ends.len, digest)) return true;
  bool failed = has_digest(known->fails.at, known->fails.len, digest);
  group_init(s, part, &g);
  if (g.step.len) s->loops = true;
  bool ends = !g.step.len || (!failed && vd_rank_ends(&g, false));
  if (ends)
    vd_push(&known->ends, *digest);
  else if (!failed)
    vd_push(&known->fails, *digest);
  if (!ends && vd_ends_func(s, s->node.at[some].func)->loop &&
      place_loop(s, some, &g))
    ends = vd_rank_ends(&g, false);
  ends = ends || vd_rank_ends(&g, true);
  vd_vec_done(&g.step);
  return ends;
}

// Sets which functions always end; callees come first.
bool vd_ends_always(VdEnds *s, VdEndsKnown *known) {
  for (uint32_t part = 0; part < s->parts; part++) {
    bool ends = true;
    uint32_t some = 0;
    for (uint32_t i = 0; i < s->node.len; i++) {
      const VdEndNode *node = &s->node.at[i];
      if (node->part != part) continue;
      some = i;
      ends &= !node->closed;
      for (uint32_t k = 0; k < node->call.len; k++) {
        uint32_t to = vd_ends_node(s, node->call.at[k].func);
        ends &= to == UINT32_MAX || s->node.at[to].part == part ||
                s->node.at[to].ends;
      }
    }
    if (s->node.at[some].ends) {
      s->loops = true;
      continue;
    }
    bool here = part_ends(s, part, some, known);
    for (uint32_t i = 0; i < s->node.len; i++)
      if (s->node.at[i].part == part) s->node.at[i].ends = ends && here;
  }
  return !s->cut && s->node.len && s->node.at[0].ends;
}

// -------------------------------------------------------------------- alike

// A term of a callee that is not about its caller: a local of its own, or
// something indeterminate.
bool vd_ends_is_closed(const VdTerms *tm, const VdTerm *t, uint32_t n,
                       bool inner) {
  VdTermVec nodes = {0};
  bool ok = true;
  vd_terms_reach(tm, t, n, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++) {
    VdTerm x = nodes.at[i];
    if (vd_term_op(tm, x) == VD_OP_VAR)
      ok = vd_term_var_class(tm, x) != VD_VAR_IS_ANY;
    if (vd_term_op(tm, x) == VD_OP_ADDR && inner)
      ok = vd_object_get(tm, vd_term_object(tm, x))->kind != VD_OBJECT_SLOT;
  }
  vd_vec_done(&nodes);
  return ok;
}

// Whether an object is a local that nobody else knows, or hidden. The context
// has the keys of the locals that others know.
static bool is_own(const void *context, const VdObject *object) {
  return vd_object_is_unseen(NULL, object) &&
         !vd_map_get(context, (uintptr_t)object->key);
}

// Adds the locals whose addresses the terms have; false if all were there.
static bool add_known(const VdTerms *tm, const VdTermVec *terms, VdMap *known) {
  VdTermVec nodes = {0};
  bool more = false;
  vd_terms_reach(tm, terms->at, terms->len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    if (vd_term_op(tm, nodes.at[i]) != VD_OP_ADDR) continue;
    const VdObject *object = vd_object_get(tm, vd_term_object(tm, nodes.at[i]));
    uint64_t key = (uintptr_t)object->key;
    if (object->kind != VD_OBJECT_SLOT || vd_map_get(known, key)) continue;
    *vd_map_put(known, key) = 1;
    more = true;
  }
  vd_vec_done(&nodes);
  return more;
}

// Memory as others see it while a call goes on: without the locals that neither
// the callee nor the outside nor memory has the address of.
static VdTerm seen_memory(const VdEnds *s, const VdCall *call) {
  VdTerms *tm = s->job->sides.tm;
  VdTermVec terms = {0};
  VdMap known = {0};
  VdTerm memory;
  for (uint32_t i = 0; i < call->args; i++) vd_push(&terms, call->arg[i]);
  vd_push(&terms, call->world);
  vd_push(&terms, VD_TERM_NONE);
  do {
    memory = vd_mem_strip(tm, call->memory, is_own, &known);
    terms.at[terms.len - 1] = memory;
  } while (add_known(tm, &terms, &known));
  vd_map_done(&known);
  vd_vec_done(&terms);
  return memory;
}

// A call as the outermost caller sees it; false if that can't be said.
bool vd_ends_place(VdEnds *s, const VdCall *call, const VdMap *map, VdTerm when,
                   bool inner, VdCall *out) {
  VdTerms *tm = s->job->sides.tm;
  VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, call->args + 1);
  if (vd_term_is_none(call->memory) || vd_term_is_none(call->world))
    return false;
  VdTerm memory = seen_memory(s, call);
  if (!vd_ends_is_closed(tm, call->arg, call->args, inner) ||
      !vd_ends_is_closed(tm, &call->when, 1, inner) ||
      !vd_ends_is_closed(tm, &memory, 1, inner) ||
      !vd_ends_is_closed(tm, &call->world, 1, inner))
    return false;
  for (uint32_t i = 0; i < call->args; i++)
    arg[i] = mapped(s, call->arg[i], map);
  *out = (VdCall){.func = call->func,
                  .args = call->args,
                  .arg = arg,
                  .when = vd_mk_and(tm, when, mapped(s, call->when, map)),
                  .memory = mapped(s, memory, map),
                  .world = mapped(s, call->world, map)};
  return true;
}

// What the terms of a function are about, when it is called so.
void vd_ends_map_call(VdEnds *s, const VdCall *call, VdMap *map) {
  VdTerms *tm = s->job->sides.tm;
  const VdFunc *f = vd_ends_func(s, call->func);
  *vd_map_put(map, vd_summary_state(tm, VD_ROLE_MEM).id) = call->memory.id;
  *vd_map_put(map, vd_summary_state(tm, VD_ROLE_WORLD).id) = call->world.id;
  for (uint32_t i = 0; i < f->params && i < call->args; i++)
    *vd_map_put(map, vd_summary_param(tm, f, i).id) = call->arg[i].id;
}

// The calls that may not end, those in callees that only one version has
void vd_ends_known_done(VdEndsKnown *known) {
  vd_vec_done(&known->ends);
  vd_vec_done(&known->fails);
}
