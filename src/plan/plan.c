// Which functions are compared with which, and in what order.
//
// Functions are paired by name, loops by the name they got in their function. A
// pair comes after the pairs that its two functions call, so that what is
// proved below can be used above. Pairs that call each other form a group,
// proved together by induction. Groups on one level do not depend on each
// other.
#include "plan/plan_impl.h"

// Not a function of its own: a loop, or one of the ways in which a variadic
// function that is not modelled is called.
static bool is_hidden(const VdFunc *f) {
  return f->loop ||
         (f->kind == VD_FUNC_UNSUPPORTED && strcmp(f->name, f->link) != 0);
}

static bool same_params(const VdParam *x, uint32_t n, const VdParam *y,
                        uint32_t m, bool states) {
  uint32_t i = 0, j = 0;
  for (;;) {
    while (i < n && !states && x[i].role != VD_ROLE_VALUE) i++;
    while (j < m && !states && y[j].role != VD_ROLE_VALUE) j++;
    if (i == n || j == m) return i == n && j == m;
    if (x[i].role != y[j].role || !vd_sort_eq(x[i].sort, y[j].sort))
      return false;
    i++, j++;
  }
}

// Whether the ordinary parameters and results are alike.
static bool same_signature(const VdFunc *f, const VdFunc *g) {
  return same_params(f->param, f->params, g->param, g->params, false) &&
         same_params(f->result, f->results, g->result, g->results, false) &&
         (!f->type || !g->type || !strcmp(f->type, g->type));
}

bool vd_plan_same_interface(const VdFunc *f, const VdFunc *g) {
  return same_params(f->param, f->params, g->param, g->params, true) &&
         same_params(f->result, f->results, g->result, g->results, true);
}

void vd_plan_add(VdPlan *plan, VdItem item) {
  if (!item.what) item.what = item.was = item.became = "";
  VdBuf key = {0};
  vd_buf_printf(&key, "%s %s", item.what, item.name);
  vd_name_put(&plan->said, key.at, key.len);
  vd_buf_done(&key);
  vd_comparison_add(plan->out, item);
}

static void add_pair(VdPlan *plan, uint32_t f, uint32_t g, bool loop) {
  VdPair pair = {.func = {f, g}, .loop = loop, .item = UINT32_MAX};
  if (!loop) pair.item = plan->out->item.len;
  plan->pair_of[0][f] = plan->pair_of[1][g] = plan->pair.len;
  vd_push(&plan->pair, pair);
}

// The type as C has it if that is known, else as the front end calls it.
static const char *type_text(VdPlan *plan, int side, const VdFunc *f) {
  const VdFacts *facts = &plan->facts[side];
  const VdFact *result = vd_facts_get(facts, VD_FACT_RESULT, f->name);
  const VdFact *params = vd_facts_get(facts, VD_FACT_PARAMS, f->name);
  if (!result || !params) return f->type ? f->type : "";
  return vd_arena_printf(&plan->out->arena, "%s %s", result->value,
                         params->value);
}

// Who calls a static function is compared, and looks into it.
static void plan_signature(VdPlan *plan, const VdFunc *x, const VdFunc *y,
                           VdItem item) {
  const char *was = type_text(plan, 0, x), *became = type_text(plan, 1, y);
  if (!strcmp(was, became)) {
    was = x->type ? x->type : "";
    became = y->type ? y->type : "";
  }
  if (!x->local) {
    vd_plan_change(plan, VD_ITEM_CHANGE, x->name, "type", was, became, x->pos,
                   y->pos);
    return;
  }
  item.kind = VD_ITEM_SIGNATURE;
  item.detail = vd_arena_printf(&plan->out->arena, "%s became %s", was, became);
  vd_plan_add(plan, item);
}

// An exported variable of a version.
static const VdGlobal *variable_of(const VdPlan *plan, int side,
                                   const char *name) {
  const VdGlobal *g = vd_facts_variable(&plan->facts[side], name);
  return g && !g->local && (!g->external || g->opaque) ? g : NULL;
}

static void plan_gone(VdPlan *plan, const VdFunc *x, VdItem item) {
  const VdGlobal *variable = variable_of(plan, 1, x->name);
  item.kind = VD_ITEM_OLD_ONLY;
  if (x->local)
    vd_plan_add(plan, item);
  else if (variable)
    vd_plan_gone(plan, x->name, "a function", "a variable", x->pos,
                 variable->pos);
  else if (!vd_facts_exports(&plan->facts[1], x->name))
    vd_plan_gone(plan, x->name, "a function", "", x->pos, (VdPos){0});
}

static void plan_old(VdPlan *plan, uint32_t f) {
  const VdFunc *x = plan->module[0]->func.at[f];
  if (!vd_func_has_body(x)) return;
  uint32_t g = vd_module_find_func(plan->module[1], x->name);
  const VdFunc *y = g == UINT32_MAX ? NULL : plan->module[1]->func.at[g];
  if (y && (!vd_func_has_body(y) || is_hidden(y) != is_hidden(x))) y = NULL;
  if (is_hidden(x)) {
    if (y && vd_plan_same_interface(x, y)) add_pair(plan, f, g, true);
    return;
  }
  VdItem item = {.name = x->name, .old_pos = x->pos};
  if (!y) {
    plan_gone(plan, x, item);
    return;
  }
  item.new_pos = y->pos;
  if (!x->local && y->local)
    vd_plan_gone(plan, x->name, "exported", "static", x->pos, y->pos);
  if (same_signature(x, y)) {
    add_pair(plan, f, g, false);
    vd_plan_add(plan, item);
  } else {
    plan_signature(plan, x, y, item);
  }
}

static void plan_new(VdPlan *plan, uint32_t g) {
  const VdFunc *y = plan->module[1]->func.at[g];
  if (!vd_func_has_body(y) || is_hidden(y)) return;
  uint32_t f = vd_module_find_func(plan->module[0], y->name);
  if (f != UINT32_MAX && vd_func_has_body(plan->module[0]->func.at[f])) return;
  if (vd_facts_exports(&plan->facts[0], y->name)) return;  // an alias
  VdItem item = {.kind = VD_ITEM_NEW_ONLY, .name = y->name, .new_pos = y->pos};
  vd_plan_add(plan, item);
}

// ------------------------------------------------------------------- order

typedef struct Edges {
  VD_VEC(uint32_t) start, to;
} Edges;

typedef VD_VEC(uint32_t) Funcs;

static void visit(uint32_t func, Funcs *work, uint32_t *stamp, uint32_t now) {
  if (stamp[func] == now) return;
  stamp[func] = now;
  vd_push(work, func);
}

// A constant table of functions: what is called through it.
static void visit_table(const VdGlobal *g, Funcs *work, uint32_t *stamp,
                        uint32_t now) {
  if (!g->constant) return;
  for (uint32_t i = 0; i < g->relocs; i++)
    if (g->reloc[i].function) visit(g->reloc[i].index, work, stamp, now);
}

// The pairs that a function calls, looking through functions without a pair.
static void callees(VdPlan *plan, int side, uint32_t func, Edges *edges,
                    uint32_t *stamp, uint32_t now) {
  const VdModule *m = plan->module[side];
  Funcs work = {0};
  vd_push(&work, func);
  bool first = true;
  while (work.len) {
    uint32_t f = vd_pop(&work);
    if (!first && plan->pair_of[side][f] != UINT32_MAX) {
      vd_push(&edges->to, plan->pair_of[side][f]);
      continue;
    }
    first = false;
    for (uint32_t i = 0; i < m->func.at[f]->ref.len; i++)
      visit(m->func.at[f]->ref.at[i], &work, stamp, now);
    for (uint32_t b = 0; b < m->func.at[f]->block.len; b++) {
      const VdBlock *block = &m->func.at[f]->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++) {
        const VdInst *inst = &block->inst.at[i];
        if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_FUNC)
          visit(inst->index, &work, stamp, now);
        if (inst->kind == VD_INST_GLOBAL)
          visit_table(&m->global.at[inst->index], &work, stamp, now);
      }
    }
  }
  vd_vec_done(&work);
}

// Such a pair is settled whatever the pairs below it come to.
static bool has_equal_digests(const VdPlan *plan, const VdPair *pair) {
  const VdFunc *f = plan->module[0]->func.at[pair->func[0]];
  const VdFunc *g = plan->module[1]->func.at[pair->func[1]];
  return vd_digest_eq(&f->digest, &g->digest);
}

static void all_edges(VdPlan *plan, Edges *edges) {
  uint32_t *stamp[2];
  for (int k = 0; k < 2; k++)
    stamp[k] = vd_alloc(vd_mul(plan->module[k]->func.len + 1, 4));
  for (uint32_t p = 0; p < plan->pair.len; p++) {
    vd_push(&edges->start, edges->to.len);
    if (has_equal_digests(plan, &plan->pair.at[p])) continue;
    for (int k = 0; k < 2; k++)
      callees(plan, k, plan->pair.at[p].func[k], edges, stamp[k], p + 1);
  }
  vd_push(&edges->start, edges->to.len);
  vd_free(stamp[0]);
  vd_free(stamp[1]);
}

typedef struct Range {
  uint32_t first, n;
} Range;

static void set_levels(VdPlan *plan, const Edges *edges, uint32_t groups) {
  uint32_t *level = vd_alloc(vd_mul(groups + 1, sizeof *level));
  Range *range = vd_alloc(vd_mul(groups + 1, sizeof *range));
  VD_VEC(uint32_t) member = {0};
  for (uint32_t p = 0; p < plan->pair.len; p++)
    range[plan->pair.at[p].group].n++;
  for (uint32_t g = 0, at = 0; g < groups; at += range[g++].n)
    range[g].first = at;
  vd_reserve(&member, plan->pair.len + 1);
  uint32_t *next = vd_alloc(vd_mul(groups + 1, sizeof *next));
  for (uint32_t p = 0; p < plan->pair.len; p++) {
    uint32_t g = plan->pair.at[p].group;
    member.at[range[g].first + next[g]++] = p;
  }
  // Components are numbered callees first.
  for (uint32_t g = 0; g < groups; g++) {
    for (uint32_t i = 0; i < range[g].n; i++) {
      uint32_t p = member.at[range[g].first + i];
      for (uint32_t e = edges->start.at[p]; e < edges->start.at[p + 1]; e++) {
        uint32_t h = plan->pair.at[edges->to.at[e]].group;
        if (h == g) plan->pair.at[p].inductive = true;
        if (h != g && level[h] >= level[g]) level[g] = level[h] + 1;
      }
    }
    if (level[g] >= plan->levels) plan->levels = level[g] + 1;
  }
  for (uint32_t p = 0; p < plan->pair.len; p++)
    plan->pair.at[p].level = level[plan->pair.at[p].group];
  vd_free(next);
  vd_vec_done(&member);
  vd_free(range);
  vd_free(level);
}

// Keeps only what the named function's comparison needs.
static void keep_only(VdPlan *plan, const Edges *edges, const char *name) {
  VD_VEC(uint32_t) work = {0};
  for (uint32_t p = 0; p < plan->pair.len; p++) {
    plan->pair.at[p].skip = true;
    uint32_t item = plan->pair.at[p].item;
    if (item != UINT32_MAX && !strcmp(plan->out->item.at[item].name, name))
      vd_push(&work, p);
  }
  while (work.len) {
    uint32_t p = vd_pop(&work);
    if (!plan->pair.at[p].skip) continue;
    plan->pair.at[p].skip = false;
    for (uint32_t e = edges->start.at[p]; e < edges->start.at[p + 1]; e++)
      vd_push(&work, edges->to.at[e]);
  }
  vd_vec_done(&work);
}

static uint32_t *none_of(VdArena *arena, uint32_t n) {
  uint32_t *at = VD_NEW_ARRAY(arena, uint32_t, n + 1);
  memset(at, 0xff, (n + 1) * sizeof *at);
  return at;
}

void vd_plan_pairs(VdPlan *plan, VdModule *old_module, VdModule *new_module,
                   VdComparison *out) {
  memset(plan, 0, sizeof *plan);
  plan->out = out;
  plan->module[0] = old_module;
  plan->module[1] = new_module;
  for (int k = 0; k < 2; k++) {
    plan->pair_of[k] = none_of(&out->arena, plan->module[k]->func.len);
    plan->ends[k] =
        vd_arena_alloc(&out->arena, (size_t)plan->module[k]->func.len + 1);
    vd_facts_init(&plan->facts[k], plan->module[k]);
  }
  for (uint32_t f = 0; f < plan->module[0]->func.len; f++) plan_old(plan, f);
  for (uint32_t g = 0; g < plan->module[1]->func.len; g++) plan_new(plan, g);
}

void vd_plan_init(VdPlan *plan, VdModule *old_module, VdModule *new_module,
                  const char *only, VdComparison *out) {
  vd_plan_pairs(plan, old_module, new_module, out);
  vd_plan_globals(plan);
  vd_plan_surface(plan);
  Edges edges = {0};
  all_edges(plan, &edges);
  uint32_t *group = vd_alloc(vd_mul(plan->pair.len + 1, sizeof *group));
  VdGraph graph = {plan->pair.len, edges.start.at, edges.to.at};
  plan->groups = vd_graph_scc(&graph, group);
  for (uint32_t p = 0; p < plan->pair.len; p++)
    plan->pair.at[p].group = group[p];
  vd_free(group);
  set_levels(plan, &edges, plan->groups);
  if (only) keep_only(plan, &edges, only);
  vd_vec_done(&edges.start);
  vd_vec_done(&edges.to);
}

void vd_plan_done(VdPlan *plan) {
  for (int k = 0; k < 2; k++) {
    vd_facts_done(&plan->facts[k]);
    vd_names_done(&plan->target[k]);
    vd_map_done(&plan->partner[k]);
  }
  vd_names_done(&plan->said);
  vd_vec_done(&plan->pair);
}
