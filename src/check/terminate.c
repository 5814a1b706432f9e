// Whether two versions that were proved the same also terminate.
//
// A proof by induction over calls says: the same wherever both terminate. What
// is missing comes from here, in one of two ways.
//
// Always: every group of functions that call each other has a ranking function
// (rank.c), in both versions. Undefined behaviour ends a run as well; the proof
// that the versions are the same says that the new one has none where the old
// one has none.
//
// Alike: both versions make the same calls, with the same memory and world.
// Take an input on which the old version ends and is defined, and the first
// call of the new version that does not end. If the old one makes a call of the
// same function with the same arguments, that call ended, so by induction over
// the old version's calls it ends in the new one too. The other way round
// likewise, by induction over the new version's calls; what is undefined before
// a call is part of the condition under which the call is made.
//
// A run that does not end goes through a chain of calls, each made by the one
// before, without end. In the other version every one of them is made as well,
// from the same memory and world: what there is to see until then is the same,
// and so what there is to see at all.
#include "check/meet.h"
#include "check/rank.h"

enum {
  MAX_FUNCS = 400,    // looked into
  MAX_INLINE = 8,     // depth
  MAX_CALLS = 64,     // of one version, to compare with the other's
  OUTER = 1u << 29,   // numbers of variables of an inner function
  UNDEFS = 3u << 28,  // and of those for indeterminate arguments
  MAX_OPEN = 6,       // rounds of opening calls
};
#define SHARE 0.2  // of the time for a pair

static void note_forever(void *context, uint32_t func, const VdInst *inst) {
  struct {
    const uint8_t *recursive;
    bool found, pointer, address;
  } *seen = context;
  seen->found |= seen->recursive[func] != 0;
  seen->pointer |= inst->kind == VD_INST_CALLPTR;
  seen->address |= inst->kind == VD_INST_FUNC;
}

bool vd_may_run_forever(const VdJob *job, int side) {
  struct {
    const uint8_t *recursive;
    bool found, pointer, address;
  } seen = {.recursive = job->recursive[side]};
  vd_ir_each(job->module[side], job->func[side], note_forever, &seen);
  return seen.found || (seen.pointer && seen.address);
}

// ------------------------------------------------------------- who calls whom

typedef struct Node {
  uint32_t func;
  VdCalls call;
  uint32_t part;  // strongly connected
  bool closed;    // its body is not modelled
  bool ends;
} Node;

typedef struct Side {
  VdJob *job;
  int side;
  VdArena arena;
  VdBudget budget;
  VD_VEC(Node) node;
  VdMap index;  // func to node + 1
  uint32_t parts;
  bool loops;  // there is something to show
  bool cut;    // too many functions
} Side;

// The groups that were looked at, by digest: what is the same in both versions
// is shown once.
typedef struct Known {
  VD_VEC(VdDigest) ends, fails;
} Known;

static bool has_digest(const VdDigest *at, uint32_t n, const VdDigest *d) {
  for (uint32_t i = 0; i < n; i++)
    if (vd_digest_eq(&at[i], d)) return true;
  return false;
}

static const VdFunc *func_at(const Side *s, uint32_t func) {
  return s->job->module[s->side]->func.at[func];
}

static bool has_body(const VdFunc *f) {
  return f->kind == VD_FUNC_DEFINED || f->kind == VD_FUNC_UNSUPPORTED;
}

// The node of a function to look into, UINT32_MAX if there is nothing to see.
static uint32_t node_of(const Side *s, uint32_t func) {
  const uint64_t *slot = vd_map_get(&s->index, func);
  return slot ? (uint32_t)*slot - 1 : UINT32_MAX;
}

static void add_node(Side *s, uint32_t func) {
  if (node_of(s, func) != UINT32_MAX) return;
  if (!has_body(func_at(s, func))) return;
  s->cut |= s->node.len >= MAX_FUNCS;
  if (s->cut) return;
  Node node = {.func = func};
  const uint8_t *ends = s->job->ends[s->side];
  node.ends = ends && ends[func] == VD_TERMINATES_ALWAYS;
  vd_push(&s->node, node);
  *vd_map_put(&s->index, func) = s->node.len;
}

static void find_nodes(Side *s) {
  add_node(s, s->job->func[s->side]);
  for (uint32_t i = 0; i < s->node.len; i++) {
    VdCalls call = {0};
    if (s->node.at[i].ends) continue;
    bool open = vd_summary_calls(s->job->sums[s->side], s->node.at[i].func,
                                 &s->arena, &call);
    for (uint32_t k = 0; k < call.len; k++) add_node(s, call.at[k].func);
    s->node.at[i].call = call;
    s->node.at[i].closed = !open;
  }
}

static void find_parts(Side *s) {
  uint32_t n = s->node.len;
  VD_VEC(uint32_t) start = {0}, to = {0};
  uint32_t *part = vd_alloc(vd_mul(n + 1, sizeof *part));
  for (uint32_t i = 0; i < n; i++) {
    vd_push(&start, to.len);
    for (uint32_t k = 0; k < s->node.at[i].call.len; k++) {
      uint32_t callee = node_of(s, s->node.at[i].call.at[k].func);
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

static void side_init(Side *s, VdJob *job, int side) {
  *s = (Side){.job = job, .side = side};
  find_nodes(s);
  find_parts(s);
}

static void side_done(Side *s) {
  for (uint32_t i = 0; i < s->node.len; i++) vd_vec_done(&s->node.at[i].call);
  vd_vec_done(&s->node);
  vd_map_done(&s->index);
  vd_arena_done(&s->arena);
}

// ------------------------------------------------------------------- always

// The functions of a part and their calls of each other.
static void group_init(Side *s, uint32_t part, VdRankGroup *g) {
  VdTerms *tm = s->job->tm;
  uint32_t *at = VD_NEW_ARRAY(&s->arena, uint32_t, s->node.len + 1);
  *g = (VdRankGroup){.job = s->job, .budget = s->budget};
  for (uint32_t i = 0; i < s->node.len; i++)
    if (s->node.at[i].part == part) at[i] = g->funcs++;
  g->params = VD_NEW_ARRAY(&s->arena, uint32_t, g->funcs + 1);
  g->param = VD_NEW_ARRAY(&s->arena, VdTerm *, g->funcs + 1);
  for (uint32_t i = 0; i < s->node.len; i++) {
    const Node *node = &s->node.at[i];
    if (node->part != part) continue;
    const VdFunc *f = func_at(s, node->func);
    g->params[at[i]] = f->params;
    g->param[at[i]] = VD_NEW_ARRAY(&s->arena, VdTerm, f->params + 1);
    for (uint32_t p = 0; p < f->params; p++)
      g->param[at[i]][p] = vd_summary_param(tm, f, p);
    for (uint32_t k = 0; k < node->call.len; k++) {
      const VdCall *call = &node->call.at[k];
      uint32_t to = node_of(s, call->func);
      if (to == UINT32_MAX || s->node.at[to].part != part) continue;
      VdRankStep step = {at[i], at[to], call->when, call->arg};
      vd_push(&g->step, step);
    }
  }
}

// The only call of a loop from outside; NULL if there is not one.
static const VdCall *entry_of(const Side *s, uint32_t loop) {
  const VdCall *entry = NULL;
  for (uint32_t i = 0; i < s->node.len; i++) {
    const Node *node = &s->node.at[i];
    for (uint32_t k = 0; k < node->call.len; k++) {
      if (node->call.at[k].func != s->node.at[loop].func || i == loop) continue;
      if (entry) return NULL;
      entry = &node->call.at[k];
    }
  }
  return entry;
}

static VdTerm mapped(Side *s, VdTerm t, const VdMap *map) {
  return vd_term_subst(s->job->tm, t, map);
}

// A loop as its function sees it: what it never changes is what the function
// handed in, and what led to the loop holds. Its own variables get names of
// their own.
static bool place_loop(Side *s, uint32_t loop, VdRankGroup *g) {
  const VdCall *entry = entry_of(s, loop);
  VdTerms *tm = s->job->tm;
  VdMap map = {0};
  if (!entry || g->funcs != 1) return false;
  for (uint32_t p = 0; p < g->params[0]; p++) {
    VdTerm var = g->param[0][p];
    bool fixed = true;
    for (uint32_t i = 0; i < g->step.len; i++)
      fixed &= vd_term_eq(g->step.at[i].arg[p], var);
    VdTerm own =
        vd_mk_var(tm, VD_VAR_FRESH, OUTER | p, vd_term_sort(tm, var), NULL);
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
        vd_term_var_kind(tm, g->param[0][p]) != VD_VAR_FRESH)
      continue;
    for (uint32_t i = 0; i < g->step.len; i++)
      ((VdTerm *)g->step.at[i].arg)[kept] = g->step.at[i].arg[p];
    g->param[0][kept++] = g->param[0][p];
  }
  g->params[0] = kept;
  vd_map_done(&map);
  return true;
}

static bool part_ends(Side *s, uint32_t part, uint32_t some, Known *known) {
  const VdDigest *digest = &func_at(s, s->node.at[some].func)->digest;
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
  if (!ends && func_at(s, s->node.at[some].func)->loop &&
      place_loop(s, some, &g))
    ends = vd_rank_ends(&g, false);
  ends = ends || vd_rank_ends(&g, true);
  vd_vec_done(&g.step);
  return ends;
}

// Sets which functions always end; callees come first.
static bool always(Side *s, Known *known) {
  for (uint32_t part = 0; part < s->parts; part++) {
    bool ends = true;
    uint32_t some = 0;
    for (uint32_t i = 0; i < s->node.len; i++) {
      const Node *node = &s->node.at[i];
      if (node->part != part) continue;
      some = i;
      ends &= !node->closed;
      for (uint32_t k = 0; k < node->call.len; k++) {
        uint32_t to = node_of(s, node->call.at[k].func);
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
static bool is_closed_term(const VdTerms *tm, const VdTerm *t, uint32_t n,
                           bool inner) {
  VdTermVec nodes = {0};
  bool ok = true;
  vd_terms_reach(tm, t, n, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++) {
    VdTerm x = nodes.at[i];
    if (vd_term_op(tm, x) == VD_OP_VAR)
      ok = vd_term_var_kind(tm, x) != VD_VAR_UNDEF;
    if (vd_term_op(tm, x) == VD_OP_ADDR && inner)
      ok = vd_object_get(tm, vd_term_object(tm, x))->kind != VD_OBJECT_SLOT;
  }
  vd_vec_done(&nodes);
  return ok;
}

// Calls of f in the old and g in the new version with equal arguments end
// alike.
static bool end_alike(const Side *old_side, const Side *new_side, uint32_t f,
                      uint32_t g) {
  VdJob *job = old_side->job;
  if (vd_digest_eq(&func_at(old_side, f)->digest,
                   &func_at(new_side, g)->digest))
    return true;
  if (vd_sums_symbol(job->sums[OLD], f) != vd_sums_symbol(job->sums[NEW], g))
    return false;
  if (f == job->func[OLD] && g == job->func[NEW]) return true;  // induction
  return job->ends[NEW] && job->ends[NEW][g] != VD_TERMINATES_UNKNOWN;
}

// The node of a function of the other version that ends alike; UINT32_MAX if
// there is none.
static uint32_t match_of(const Side *s, const Side *other, uint32_t func) {
  for (uint32_t i = 0; i < other->node.len; i++) {
    uint32_t g = other->node.at[i].func;
    if (s->side == OLD ? end_alike(s, other, func, g)
                       : end_alike(other, s, g, func))
      return i;
  }
  return UINT32_MAX;
}

// Whether calls of a function end for sure. Where that was shown of one version
// only, the call is compared with the other's.
static bool surely_ends(const Side *s, const Side *other, uint32_t node,
                        uint32_t match) {
  return s->node.at[node].ends &&
         (match == UINT32_MAX || other->node.at[match].ends);
}

// Memory as others see it while a call goes on.
static VdTerm seen_memory(Side *s, VdTerm memory) {
  return vd_term_is_none(memory)
             ? memory
             : vd_mem_strip(s->job->tm, memory, vd_is_own_business, NULL);
}

// Something indeterminate in a call that is made once is any value, and not the
// same one in both versions.
static void name_undefs(Side *s, VdCall *call) {
  VdTerms *tm = s->job->tm;
  VdTermVec roots = {0}, nodes = {0};
  VdMap map = {0};
  for (uint32_t i = 0; i < call->args; i++) vd_push(&roots, call->arg[i]);
  vd_terms_reach(tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm x = nodes.at[i];
    if (vd_term_op(tm, x) != VD_OP_VAR ||
        vd_term_var_kind(tm, x) != VD_VAR_UNDEF)
      continue;
    uint32_t number = UNDEFS | (uint32_t)s->side << 24 | (x.id & 0xffffff);
    *vd_map_put(&map, x.id) =
        vd_mk_var(tm, VD_VAR_FRESH, number, vd_term_sort(tm, x), NULL).id;
  }
  VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, call->args + 1);
  for (uint32_t i = 0; i < call->args; i++)
    arg[i] = vd_term_subst(tm, call->arg[i], &map);
  call->arg = arg;
  vd_map_done(&map);
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
}

// A call as the outermost caller sees it; false if that can't be said.
static bool place_call(Side *s, const VdCall *call, const VdMap *map,
                       VdTerm when, bool inner, VdCall *out) {
  VdTerms *tm = s->job->tm;
  VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, call->args + 1);
  VdTerm memory = seen_memory(s, call->memory);
  if (vd_term_is_none(memory) || vd_term_is_none(call->world) ||
      !is_closed_term(tm, call->arg, call->args, inner) ||
      !is_closed_term(tm, &call->when, 1, inner) ||
      !is_closed_term(tm, &memory, 1, inner) ||
      !is_closed_term(tm, &call->world, 1, inner))
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
static void map_call(Side *s, const VdCall *call, VdMap *map) {
  VdTerms *tm = s->job->tm;
  const VdFunc *f = func_at(s, call->func);
  *vd_map_put(map, vd_summary_state(tm, VD_ROLE_MEM).id) = call->memory.id;
  *vd_map_put(map, vd_summary_state(tm, VD_ROLE_WORLD).id) = call->world.id;
  for (uint32_t i = 0; i < f->params && i < call->args; i++)
    *vd_map_put(map, vd_summary_param(tm, f, i).id) = call->arg[i].id;
}

// The calls that may not end, those in callees that only one version has
// included. False if they can't be had.
static bool collect(Side *s, const Side *other, uint32_t node, const VdMap *map,
                    VdTerm when, uint32_t depth, VdCalls *out) {
  VdTerms *tm = s->job->tm;
  bool ok = !s->node.at[node].closed;
  for (uint32_t k = 0; k < s->node.at[node].call.len && ok; k++) {
    const VdCall *call = &s->node.at[node].call.at[k];
    uint32_t to = node_of(s, call->func);
    if (to == UINT32_MAX) continue;
    uint32_t match = match_of(s, other, call->func);
    if (surely_ends(s, other, to, match)) continue;
    VdCall here;
    ok = place_call(s, call, map, when, depth > 0, &here) &&
         out->len < MAX_CALLS;
    if (!ok || vd_term_is_false(tm, here.when)) continue;
    if (match != UINT32_MAX) {
      vd_push(out, here);
      continue;
    }
    VdMap inner = {0};
    map_call(s, &here, &inner);
    ok = depth < MAX_INLINE && s->node.at[to].part != s->node.at[node].part &&
         collect(s, other, to, &inner, here.when, depth + 1, out);
    vd_map_done(&inner);
  }
  return ok;
}

// Adds the parts of a conjunction that are not known to hold.
static VdTerm and_new(VdTerms *tm, VdTerm t, VdTerm more, const VdMap *known) {
  bool many = vd_term_op(tm, more) == VD_OP_AND;
  for (uint32_t i = 0; i < (many ? vd_term_args(tm, more) : 1); i++) {
    VdTerm part = many ? vd_term_arg(tm, more, i) : more;
    if (!vd_map_get(known, part.id)) t = vd_mk_and(tm, t, part);
  }
  return t;
}

static void note_parts(VdTerms *tm, VdTerm t, VdMap *known) {
  *vd_map_put(known, t.id) = 1;
  if (vd_term_op(tm, t) != VD_OP_AND) return;
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    *vd_map_put(known, vd_term_arg(tm, t, i).id) = 1;
}

// Whether, whenever the call is made, so is one of the others with the same
// arguments, while all that others can see is the same.
static bool is_made(const Side *s[2], const VdCall *call, int side,
                    const VdCalls *others, VdTerm given,
                    const VdBudget *budget) {
  VdJob *job = s[OLD]->job;
  VdTerms *tm = job->tm;
  VdTerm missing = vd_mk_and(tm, given, call->when);
  VdMap known = {0};
  note_parts(tm, given, &known);
  note_parts(tm, call->when, &known);
  for (uint32_t i = 0; i < others->len; i++) {
    const VdCall *other = &others->at[i];
    uint32_t f = side == OLD ? call->func : other->func;
    uint32_t g = side == OLD ? other->func : call->func;
    if (call->args != other->args || !end_alike(s[OLD], s[NEW], f, g)) continue;
    VdTerm made = and_new(tm, vd_mk_bool(tm, true), other->when, &known);
    for (uint32_t k = 0; k < call->args; k++)
      made = vd_mk_and(tm, made, vd_mk_eq(tm, call->arg[k], other->arg[k]));
    made = vd_mk_and(tm, made, vd_mk_eq(tm, call->memory, other->memory));
    made = vd_mk_and(tm, made, vd_mk_eq(tm, call->world, other->world));
    missing = vd_mk_and(tm, missing, vd_mk_not(tm, made));
  }
  vd_map_done(&known);
  return vd_rank_never(job, missing, budget);
}

static bool alike(Side *old_side, Side *new_side, const VdBudget *budget) {
  const Side *s[2] = {old_side, new_side};
  VdJob *job = old_side->job;
  VdTerm yes = vd_mk_bool(job->tm, true);
  const VdSummary *summary = vd_summary(job->sums[OLD], job->func[OLD]);
  VdMap none = {0};
  VdCalls call[2] = {{0}, {0}};
  bool ok = summary && !old_side->cut && !new_side->cut &&
            collect(old_side, new_side, 0, &none, yes, 0, &call[OLD]) &&
            collect(new_side, old_side, 0, &none, yes, 0, &call[NEW]);
  // A run of the old version that makes none of the calls ends, and is defined
  // to its end. One that makes such a call may never get to what comes after.
  VdTerm given = summary ? summary->defined : yes;
  for (uint32_t i = 0; ok && i < call[OLD].len; i++)
    given = vd_mk_or(job->tm, given, call[OLD].at[i].when);
  for (uint32_t i = 0; ok && i < call[NEW].len; i++)
    ok = is_made(s, &call[NEW].at[i], NEW, &call[OLD], given, budget);
  for (uint32_t i = 0; ok && i < call[OLD].len; i++)
    ok = is_made(s, &call[OLD].at[i], OLD, &call[NEW], yes, budget);
  vd_vec_done(&call[OLD]);
  vd_vec_done(&call[NEW]);
  return ok;
}

// --------------------------------------------------------- loops that meet

// The only call of itself that a loop makes, those on different ways taken
// together. False if it makes others that may not end, or none.
static bool self_call(Side *s, uint32_t node, VdCall *out) {
  VdTerms *tm = s->job->tm;
  const Node *n = &s->node.at[node];
  bool found = false;
  if (n->closed) return false;
  for (uint32_t k = n->call.len; k-- > 0;) {
    const VdCall *call = &n->call.at[k];
    uint32_t to = node_of(s, call->func);
    if (to == UINT32_MAX || (to != node && s->node.at[to].ends)) continue;
    VdMap same = {0};
    VdCall here;
    bool ok = to == node &&
              place_call(s, call, &same, vd_mk_bool(tm, true), true, &here);
    vd_map_done(&same);
    if (!ok) return false;
    for (uint32_t i = 0; found && i < here.args; i++)
      here.arg[i] = vd_mk_ite(tm, here.when, here.arg[i], out->arg[i]);
    if (found) {
      here.memory = vd_mk_ite(tm, here.when, here.memory, out->memory);
      here.world = vd_mk_ite(tm, here.when, here.world, out->world);
      here.when = vd_mk_or(tm, here.when, out->when);
    }
    *out = here;
    found = true;
  }
  return found;
}

// The only call in a function, or in what it calls, of something that may not
// end: a loop. False if there are more.
static bool only_loop(Side *s, uint32_t node, const VdMap *map, VdTerm when,
                      uint32_t depth, VdMeetLoop *out) {
  bool ok = !s->node.at[node].closed;
  for (uint32_t k = 0; k < s->node.at[node].call.len && ok; k++) {
    const VdCall *call = &s->node.at[node].call.at[k];
    uint32_t to = node_of(s, call->func);
    if (to == UINT32_MAX || s->node.at[to].ends) continue;
    VdCall here, named = *call;
    if (depth == 0) name_undefs(s, &named);
    ok = !out->f && s->node.at[to].part != s->node.at[node].part &&
         depth < MAX_INLINE &&
         place_call(s, &named, map, when, depth > 0, &here);
    if (!ok) break;
    if (self_call(s, to, &out->step)) {
      out->f = func_at(s, call->func);
      out->entry = here;
      continue;
    }
    VdMap inner = {0};
    map_call(s, &here, &inner);
    ok = only_loop(s, to, &inner, here.when, depth + 1, out);
    vd_map_done(&inner);
  }
  return ok;
}

static bool is_plain(void *context, VdTerm app, bool recursive) {
  (void)context;
  (void)app;
  return !recursive;
}

// Helpers that one version has and the other has not are looked into. False if
// they have something indeterminate, or locals: that is another one each time.
static bool open_helpers(Side *s, VdCall *call, bool inner) {
  VdTermVec terms = {0};
  for (uint32_t i = 0; i < call->args; i++) vd_push(&terms, call->arg[i]);
  vd_push(&terms, call->memory);
  vd_push(&terms, call->world);
  vd_push(&terms, call->when);
  for (uint32_t n = 0; n < MAX_OPEN; n++)
    if (!vd_open_terms(s->job, s->side, &terms, is_plain, NULL)) break;
  bool ok = is_closed_term(s->job->tm, terms.at, terms.len, inner);
  VdTerm *arg = VD_NEW_ARRAY(&s->arena, VdTerm, call->args + 1);
  for (uint32_t i = 0; i < call->args; i++) arg[i] = terms.at[i];
  call->arg = arg;
  call->memory = terms.at[call->args];
  call->world = terms.at[call->args + 1];
  call->when = terms.at[call->args + 2];
  vd_vec_done(&terms);
  return ok;
}

static bool meet(Side *old_side, Side *new_side, const VdBudget *budget) {
  VdJob *job = old_side->job;
  const VdSummary *summary = vd_summary(job->sums[OLD], job->func[OLD]);
  VdTerm yes = vd_mk_bool(job->tm, true);
  VdMeetLoop loop[2] = {{0}, {0}};
  VdMap none = {0};
  bool ok = summary && !old_side->cut && !new_side->cut &&
            only_loop(old_side, 0, &none, yes, 0, &loop[OLD]) &&
            only_loop(new_side, 0, &none, yes, 0, &loop[NEW]) && loop[OLD].f &&
            loop[NEW].f;
  if (ok && vd_meet(job, loop, summary->defined, budget)) return true;
  for (int k = 0; k < 2 && ok; k++) {
    Side *s = k == OLD ? old_side : new_side;
    ok = open_helpers(s, &loop[k].entry, false) &&
         open_helpers(s, &loop[k].step, true);
  }
  return ok && vd_meet(job, loop, summary->defined, budget);
}

// --------------------------------------------------------------- the result

typedef struct Outside {
  const VdModule *m;
  bool called;
} Outside;

static void note_outside(void *context, uint32_t func, const VdInst *inst) {
  Outside *outside = context;
  (void)func;
  if (inst->kind == VD_INST_CALL)
    outside->called |= outside->m->func.at[inst->index]->kind == VD_FUNC_IMPURE;
  outside->called |= inst->kind == VD_INST_CALLPTR;
}

static bool calls_outside(const VdJob *job) {
  Outside outside = {0};
  for (int k = 0; k < 2; k++) {
    outside.m = job->module[k];
    vd_ir_each(outside.m, job->func[k], note_outside, &outside);
  }
  return outside.called;
}

static void say(VdJob *job, bool always_ends, double start) {
  const char *text = always_ends
                         ? "both versions always terminate"
                         : "the new version terminates exactly where the old "
                           "one does";
  job->terminates = always_ends ? VD_TERMINATES_ALWAYS : VD_TERMINATES_ALIKE;
  vd_job_note(job, VD_NOTE_TERMINATION, "%s%s", text,
              always_ends && calls_outside(job)
                  ? ", if what they call outside does"
                  : "");
  vd_job_step(job, "terminate", start, "%s", text);
}

void vd_check_termination(VdJob *job) {
  double start = vd_now();
  double seconds = job->options->timeout * SHARE;
  Side side[2];
  Known known = {0};
  if (job->terminates != VD_TERMINATES_UNKNOWN) return;
  VdBudget budget = vd_budget_cut(&job->budget, seconds);
  bool ends = true;
  for (int k = 0; k < 2; k++) {
    side_init(&side[k], job, k);
    // Where the old one was not shown to end, little is hoped for of the new.
    double part = k == OLD ? 0.35 : ends ? 0.35 : 0.1;
    side[k].budget = vd_budget_cut(&budget, seconds * part);
    ends &= always(&side[k], &known);
  }
  if (ends && !side[OLD].loops && !side[NEW].loops)
    job->terminates = VD_TERMINATES_ALWAYS;  // nothing to say
  else if (ends)
    say(job, true, start);
  else if (alike(&side[OLD], &side[NEW], &budget) ||
           meet(&side[OLD], &side[NEW], &budget))
    say(job, false, start);
  else
    vd_job_step(job, "terminate", start, "not shown");
  side_done(&side[OLD]);
  side_done(&side[NEW]);
  vd_vec_done(&known.ends);
  vd_vec_done(&known.fails);
}
