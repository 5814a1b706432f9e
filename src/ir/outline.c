// Takes one loop with one head out of its function.
//
// Parameters: the head's, then values from outside in order of definition,
// which does not change when a body mentions them in another order. Results:
// which exit was taken, if there is more than one target of exits, then slots.
// A slot carries, for each target, a value of the loop that is used beyond that
// target, or an argument for it. Values that are never needed together (beyond
// one target) share a slot, so that memory, say, is one result however many
// breaks a loop has. What every exit to a target passes alike is no argument
// but a value that is used there; if it comes from outside the loop, the caller
// has it; if it is a constant, the caller makes it anew.
//
// Where a slot has nothing to carry, it gets a filler (vd_block_filler).
#include "ir/loops.h"

#include <stdlib.h>

typedef struct Target {
  uint32_t block;
  uint32_t *same;  // of parameter: the value all exits pass, VD_NOWHERE if many
  VdInst *leaf;    // of parameter: the constant all exits pass; else no results
} Target;

// Something that a slot carries: a value, or parameter param of one target.
typedef struct Item {
  uint32_t value;          // 0 for an argument
  uint32_t target, param;  // of an argument
  VdSort sort;
  VdRole role;
  uint64_t *targets;  // bits: where it is needed
  uint32_t slot;
} Item;

typedef struct Slot {
  VdSort sort;
  VdRole role;
  uint64_t *targets;  // bits: where it is taken
} Slot;

typedef struct Loop {
  VdNest *nest;
  uint32_t component, head;
  const VdMembers *member;
  VD_VEC(Target) target;
  VdIds outside;  // values that come in, in order of definition
  VD_VEC(Item) item;
  VD_VEC(Slot) slot;
  uint32_t func;
  VdFunc *g;
} Loop;

static bool is_inside(const Loop *l, uint32_t block) {
  return l->nest->component[block] == l->component;
}

static bool is_own(const Loop *l, uint32_t value) {
  return is_inside(l, l->nest->def[value]);
}

static int by_definition(const Loop *l, uint32_t v, uint32_t w) {
  uint32_t a = l->nest->cfg.rank[l->nest->def[v]];
  uint32_t b = l->nest->cfg.rank[l->nest->def[w]];
  if (a != b) return a < b ? -1 : 1;
  return v < w ? -1 : v > w;
}

// ------------------------------------------------------------------ targets
static uint32_t put_target(Loop *l, uint32_t block) {
  if (!l->nest->target_of[block]) {
    uint32_t n = l->nest->f->block.at[block].params;
    uint32_t *same = VD_NEW_ARRAY(&l->nest->arena, uint32_t, n);
    VdInst *leaf = VD_NEW_ARRAY(&l->nest->arena, VdInst, n);
    vd_push(&l->target, (Target){block, same, leaf});
    l->nest->target_of[block] = l->target.len;
  }
  return l->nest->target_of[block] - 1;
}

// The constant that a value of the loop is, NULL if it is none.
static const VdInst *constant_of(const Loop *l, uint32_t value) {
  const VdBlock *block = &l->nest->f->block.at[l->nest->def[value]];
  if (!is_own(l, value)) return NULL;
  for (uint32_t k = 0; k < block->inst.len; k++)
    if (block->inst.at[k].kind == VD_INST_CONST &&
        block->inst.at[k].first.id == value)
      return &block->inst.at[k];
  return NULL;
}

static void note_exit(Loop *l, const VdEdge *edge) {
  uint32_t t = put_target(l, edge->block);
  const Target *target = &l->target.at[t];
  for (uint32_t i = 0; i < edge->args; i++) {
    uint32_t id = edge->arg[i].id, *same = &target->same[i];
    const VdInst *leaf = constant_of(l, id);
    VdInst *all = &target->leaf[i];
    if (!*same) {
      *same = id;
      if (leaf) *all = *leaf;
    } else if (*same != id && !(leaf && all->results &&
                                vd_value_eq(&leaf->value, &all->value))) {
      *same = VD_NOWHERE;
      all->results = 0;
    }
  }
}

static void find_targets(Loop *l) {
  for (uint32_t i = 0; i < l->member->len; i++) {
    const VdBlock *block = &l->nest->f->block.at[l->member->at[i]];
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      if (!is_inside(l, block->edge[e].block)) note_exit(l, &block->edge[e]);
  }
}

// ------------------------------------------------------------ values coming in
static void note_use(Loop *l, VdRef ref) {
  if (is_own(l, ref.id) || l->nest->is_outside[ref.id]) return;
  l->nest->is_outside[ref.id] = true;
  vd_push(&l->outside, ref.id);
}

static int value_order(const void *x, const void *y, void *context) {
  return by_definition(context, *(const uint32_t *)x, *(const uint32_t *)y);
}

static void find_outside(Loop *l) {
  for (uint32_t i = 0; i < l->member->len; i++) {
    const VdBlock *block = &l->nest->f->block.at[l->member->at[i]];
    for (uint32_t k = 0; k < block->inst.len; k++)
      for (uint32_t a = 0; a < block->inst.at[k].args; a++)
        note_use(l, block->inst.at[k].arg[a]);
    if (block->exit == VD_EXIT_BRANCH) note_use(l, block->cond);
    for (uint32_t e = 0; e < vd_block_edges(block); e++) {
      const VdEdge *edge = &block->edge[e];
      uint32_t t = l->nest->target_of[edge->block];
      for (uint32_t a = 0; a < edge->args; a++)
        if (!t || l->target.at[t - 1].same[a] == VD_NOWHERE)
          note_use(l, edge->arg[a]);
    }
  }
  if (l->outside.len > 1)
    qsort_r(l->outside.at, l->outside.len, sizeof *l->outside.at, value_order,
            l);
}

// ---------------------------------------------------------- values going out
static uint64_t *bits_new(Loop *l) {
  return VD_NEW_ARRAY(&l->nest->arena, uint64_t, l->target.len / 64 + 1);
}

static Item *value_item(Loop *l, uint32_t value) {
  if (!l->nest->item_of[value]) {
    Item item = {.value = value, .targets = bits_new(l)};
    item.sort = vd_func_sort(l->nest->f, (VdRef){value});
    item.role = l->nest->role[value];
    vd_push(&l->item, item);
    l->nest->item_of[value] = l->item.len;
  }
  return &l->item.at[l->nest->item_of[value] - 1];
}

// Marks the blocks that can be reached from a target. They are all outside: a
// way back would make them part of the loop.
static void reach(const Loop *l, uint32_t from, uint32_t stamp) {
  const VdFunc *f = l->nest->f;
  uint32_t *mark = l->nest->mark.at;
  VdIds work = {0};
  mark[from] = stamp;
  vd_push(&work, from);
  while (work.len) {
    const VdBlock *block = &f->block.at[vd_pop(&work)];
    for (uint32_t e = 0; e < vd_block_edges(block); e++) {
      uint32_t to = block->edge[e].block;
      if (mark[to] == stamp) continue;
      mark[to] = stamp;
      vd_push(&work, to);
    }
  }
  vd_vec_done(&work);
}

// All uses are beyond the only target there is: the value is defined there.
static void find_used_after(Loop *l) {
  VdNest *nest = l->nest;
  if (nest->first_outer[l->component] == VD_NOWHERE) return;
  bool only = l->target.len == 1;
  while (nest->mark.len < nest->f->block.len) vd_push(&nest->mark, 0);
  for (uint32_t t = 0; t < l->target.len; t++) {
    if (!only) reach(l, l->target.at[t].block, ++nest->walks);
    for (uint32_t i = nest->first_outer[l->component]; i != VD_NOWHERE;
         i = nest->outer.at[i].next)
      if (only || nest->mark.at[nest->outer.at[i].block] == nest->walks)
        value_item(l, nest->outer.at[i].value)->targets[t / 64] |= UINT64_C(1)
                                                                   << t % 64;
  }
}

static void find_passed_alike(Loop *l) {
  for (uint32_t t = 0; t < l->target.len; t++) {
    const Target *target = &l->target.at[t];
    for (uint32_t p = 0; p < l->nest->f->block.at[target->block].params; p++)
      if (target->same[p] != VD_NOWHERE && !target->leaf[p].results &&
          is_own(l, target->same[p]))
        value_item(l, target->same[p])->targets[t / 64] |= UINT64_C(1)
                                                           << t % 64;
  }
}

static int item_order(const void *x, const void *y, void *context) {
  return by_definition(context, ((const Item *)x)->value,
                       ((const Item *)y)->value);
}

static void sort_values(Loop *l) {
  if (l->item.len > 1)
    qsort_r(l->item.at, l->item.len, sizeof *l->item.at, item_order, l);
  for (uint32_t i = 0; i < l->item.len; i++)
    l->nest->item_of[l->item.at[i].value] = i + 1;
}

// The role that all exits' arguments have.
static VdRole param_role(const Loop *l, uint32_t t, uint32_t p) {
  uint32_t block = l->target.at[t].block;
  return l->nest->role[l->nest->f->block.at[block].first_param.id + p];
}

static void add_arguments(Loop *l) {
  const VdFunc *f = l->nest->f;
  for (uint32_t t = 0; t < l->target.len; t++) {
    const VdBlock *block = &f->block.at[l->target.at[t].block];
    for (uint32_t p = 0; p < block->params; p++) {
      if (l->target.at[t].same[p] != VD_NOWHERE) continue;
      Item item = {.target = t, .param = p, .targets = bits_new(l)};
      item.sort = vd_func_sort(f, (VdRef){block->first_param.id + p});
      item.role = param_role(l, t, p);
      item.targets[t / 64] = UINT64_C(1) << t % 64;
      vd_push(&l->item, item);
    }
  }
}

static bool fits(const Loop *l, const Slot *slot, const Item *item) {
  if (!vd_sort_eq(slot->sort, item->sort) || slot->role != item->role)
    return false;
  for (uint32_t i = 0; i <= l->target.len / 64; i++)
    if (slot->targets[i] & item->targets[i]) return false;
  return true;
}

static void assign_slots(Loop *l) {
  for (uint32_t i = 0; i < l->item.len; i++) {
    Item *item = &l->item.at[i];
    uint32_t s = 0;
    while (s < l->slot.len && !fits(l, &l->slot.at[s], item)) s++;
    if (s == l->slot.len)
      vd_push(&l->slot, (Slot){item->sort, item->role, bits_new(l)});
    for (uint32_t w = 0; w <= l->target.len / 64; w++)
      l->slot.at[s].targets[w] |= item->targets[w];
    item->slot = s;
  }
}

// -------------------------------------------------------- the loop's function
static VdParam param_of(const Loop *l, uint32_t value) {
  const VdFunc *f = l->nest->f;
  VdParam param = {vd_func_sort(f, (VdRef){value}), l->nest->role[value], ""};
  const VdBlock *block = &f->block.at[l->nest->def[value]];
  uint32_t at = value - block->first_param.id;
  if (at >= block->params) return param;
  if (l->nest->def[value] == 0)
    param.name = f->param[at].name;
  else if (block->name)
    param.name = block->name[at];
  return param;
}

static VdPos pos_of(const VdFunc *f, const VdBlock *block) {
  for (uint32_t k = 0; k < block->inst.len; k++)
    if (block->inst.at[k].pos.line) return block->inst.at[k].pos;
  return block->pos.line ? block->pos : f->pos;
}

static bool has_selector(const Loop *l) {
  return l->target.len > 1;
}

// A name that was given already would say nothing.
static VdParam new_param(const Loop *l, uint32_t value, uint32_t n) {
  VdParam param = param_of(l, value);
  for (uint32_t i = 0; i < n; i++)
    if (!strcmp(l->g->param[i].name, param.name)) param.name = "";
  return param;
}

static void make_signature(Loop *l) {
  VdModule *m = l->nest->m;
  const VdBlock *head = &l->nest->f->block.at[l->head];
  VdFunc *g = l->g;
  g->params = head->params + l->outside.len;
  g->param = VD_NEW_ARRAY(&m->arena, VdParam, g->params);
  for (uint32_t i = 0; i < head->params; i++)
    g->param[i] = new_param(l, head->first_param.id + i, i);
  for (uint32_t i = 0; i < l->outside.len; i++)
    g->param[head->params + i] =
        new_param(l, l->outside.at[i], head->params + i);
  uint32_t s = has_selector(l);
  g->results = s + l->slot.len;
  g->result = VD_NEW_ARRAY(&m->arena, VdParam, g->results);
  if (s) g->result[0] = (VdParam){vd_sort_bv(32), VD_ROLE_VALUE, ""};
  for (uint32_t i = 0; i < l->slot.len; i++)
    g->result[s + i] = (VdParam){l->slot.at[i].sort, l->slot.at[i].role, ""};
  g->local = g->loop = true;
  g->parent = l->nest->func;
  g->pos = pos_of(l->nest->f, head);
}

static void number_value(Loop *l, uint32_t value) {
  VdSort sort = vd_func_sort(l->nest->f, (VdRef){value});
  l->nest->inner[value] = vd_func_value(l->g, sort).id;
}

// Makes the blocks, empty, and numbers all values.
static void make_blocks(Loop *l) {
  const VdFunc *f = l->nest->f;
  vd_reserve(&l->g->block, l->member->len);
  for (uint32_t i = 0; i < l->member->len; i++) {
    const VdBlock *block = &f->block.at[l->member->at[i]];
    uint32_t at = vd_func_block(l->g), first = l->g->sort.len + 1;
    l->nest->place[l->member->at[i]] = at;
    for (uint32_t p = 0; p < block->params; p++)
      number_value(l, block->first_param.id + p);
    if (i == 0)
      for (uint32_t k = 0; k < l->outside.len; k++)
        number_value(l, l->outside.at[k]);
    uint32_t params = l->g->sort.len + 1 - first;
    l->g->block.at[at].params = params;
    l->g->block.at[at].first_param.id = params ? first : 0;
    if (i) l->g->block.at[at].name = block->name;
    for (uint32_t k = 0; k < block->inst.len; k++)
      for (uint32_t r = 0; r < block->inst.at[k].results; r++)
        number_value(l, block->inst.at[k].first.id + r);
  }
}

static void number_refs(const Loop *l, VdRef *refs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) refs[i].id = l->nest->inner[refs[i].id];
}

// The caller has no more use for them, so they are not copied.
static void move_insts(Loop *l, VdBlock *to, VdBlock *from) {
  memcpy(&to->inst, &from->inst, sizeof to->inst);
  memset(&from->inst, 0, sizeof from->inst);
  for (uint32_t k = 0; k < to->inst.len; k++) {
    VdInst *inst = &to->inst.at[k];
    number_refs(l, inst->arg, inst->args);
    inst->first.id = inst->results ? l->nest->inner[inst->first.id] : 0;
  }
}

// A block that calls the function again and returns what it returns.
static uint32_t again_block(Loop *l, const VdEdge *edge, VdPos pos) {
  VdFunc *g = l->g;
  VdModule *m = l->nest->m;
  uint32_t at = vd_func_block(g), first = g->sort.len + 1;
  VdRef *arg = VD_NEW_ARRAY(&m->arena, VdRef, g->params);
  for (uint32_t i = 0; i < edge->args; i++)
    arg[i].id = l->nest->inner[edge->arg[i].id];
  for (uint32_t i = 0; i < l->outside.len; i++)
    arg[edge->args + i].id = l->nest->inner[l->outside.at[i]];
  VdInst call = {.kind = VD_INST_CALL,
                 .index = l->func,
                 .args = g->params,
                 .arg = arg,
                 .results = g->results,
                 .pos = pos};
  VdRef *ret = VD_NEW_ARRAY(&m->arena, VdRef, g->results);
  for (uint32_t i = 0; i < g->results; i++)
    ret[i] = vd_func_value(g, g->result[i].sort);
  call.first.id = g->results ? first : 0;
  vd_block_append(g, at, call);
  g->block.at[at].exit = VD_EXIT_RETURN;
  g->block.at[at].ret = ret;
  g->block.at[at].pos = pos;
  return at;
}

// A block that returns what is needed beyond the edge's target.
static uint32_t exit_block(Loop *l, const VdEdge *edge, VdPos pos) {
  VdFunc *g = l->g;
  uint32_t at = vd_func_block(g), t = l->nest->target_of[edge->block] - 1;
  uint32_t s = has_selector(l);
  VdRef *ret = VD_NEW_ARRAY(&l->nest->m->arena, VdRef, g->results);
  if (s) ret[0] = vd_block_bv32(g, at, t);
  for (uint32_t i = 0; i < l->item.len; i++) {
    const Item *item = &l->item.at[i];
    if (!(item->targets[t / 64] >> t % 64 & 1)) continue;
    uint32_t value = item->value ? item->value : edge->arg[item->param].id;
    ret[s + item->slot].id = l->nest->inner[value];
  }
  for (uint32_t i = s; i < g->results; i++)
    if (!ret[i].id)
      ret[i] = vd_block_filler(l->nest->m, g, at, g->result[i].sort);
  g->block.at[at].exit = VD_EXIT_RETURN;
  g->block.at[at].ret = ret;
  g->block.at[at].pos = pos;
  return at;
}

static VdEdge move_edge(Loop *l, const VdEdge *edge, VdPos pos) {
  if (edge->block == l->head) return (VdEdge){again_block(l, edge, pos), 0, 0};
  if (!is_inside(l, edge->block))
    return (VdEdge){exit_block(l, edge, pos), 0, 0};
  number_refs(l, edge->arg, edge->args);
  return (VdEdge){l->nest->place[edge->block], edge->args, edge->arg};
}

static void move_block(Loop *l, VdBlock *from, uint32_t to) {
  move_insts(l, &l->g->block.at[to], from);
  VdRef cond = {0};
  VdEdge edge[2] = {{0}, {0}};
  if (from->exit == VD_EXIT_BRANCH) cond.id = l->nest->inner[from->cond.id];
  for (uint32_t e = 0; e < vd_block_edges(from); e++)
    edge[e] = move_edge(l, &from->edge[e], from->pos);
  VdBlock *block = &l->g->block.at[to];
  block->exit = from->exit;
  block->cond = cond;
  block->edge[0] = edge[0];
  block->edge[1] = edge[1];
  block->pos = from->pos;
}

static void make_body(Loop *l, VdIds *origin) {
  make_blocks(l);
  for (uint32_t i = 0; i < l->member->len; i++)
    move_block(l, &l->nest->f->block.at[l->member->at[i]], i);
  for (uint32_t b = 0; b < l->g->block.len; b++)
    vd_push(origin, b < l->member->len ? l->nest->origin.at[l->member->at[b]]
                                       : VD_NOWHERE);
}

// -------------------------------------------------------------- the caller
static void drop_blocks(Loop *l) {
  for (uint32_t i = 0; i < l->member->len; i++) {
    VdBlock *block = &l->nest->f->block.at[l->member->at[i]];
    block->exit = VD_EXIT_STOP;
  }
}

// The head's block becomes the call.
static VdRef make_call(Loop *l) {
  VdFunc *f = l->nest->f;
  const VdFunc *g = l->g;
  VdRef *arg = VD_NEW_ARRAY(&l->nest->m->arena, VdRef, g->params);
  uint32_t params = f->block.at[l->head].params, first = f->sort.len + 1;
  for (uint32_t i = 0; i < params; i++)
    arg[i] = vd_func_value(f, g->param[i].sort);
  for (uint32_t i = params; i < g->params; i++)
    arg[i].id = l->outside.at[i - params];
  f->block.at[l->head].first_param.id = params ? first : 0;
  VdInst call = {.kind = VD_INST_CALL,
                 .index = l->func,
                 .args = g->params,
                 .arg = arg,
                 .results = g->results,
                 .pos = g->pos};
  first = f->sort.len + 1;
  for (uint32_t i = 0; i < g->results; i++) vd_func_value(f, g->result[i].sort);
  call.first.id = g->results ? first : 0;
  vd_block_append(f, l->head, call);
  return call.first;
}

static VdEdge target_edge(Loop *l, uint32_t t, uint32_t first_slot) {
  const Target *target = &l->target.at[t];
  uint32_t n = l->nest->f->block.at[target->block].params;
  VdRef *arg = VD_NEW_ARRAY(&l->nest->m->arena, VdRef, n);
  for (uint32_t p = 0; p < n; p++) {
    if (target->same[p] != VD_NOWHERE) arg[p].id = target->same[p];
    if (!target->leaf[p].results) continue;
    VdInst leaf = target->leaf[p];
    leaf.first = arg[p] = vd_func_value(l->nest->f, leaf.value.sort);
    vd_block_append(l->nest->f, l->head, leaf);
  }
  for (uint32_t i = 0; i < l->item.len; i++) {
    const Item *item = &l->item.at[i];
    if (!item->value && item->target == t)
      arg[item->param].id = first_slot + item->slot;
  }
  return (VdEdge){target->block, n, arg};
}

static void make_caller(Loop *l) {
  VdNest *nest = l->nest;
  VdPos pos = nest->f->block.at[l->head].pos;
  drop_blocks(l);
  VdRef first = make_call(l);
  uint32_t first_slot = first.id + has_selector(l), n = l->target.len;
  for (uint32_t i = 0; i < l->item.len; i++)
    if (l->item.at[i].value)
      nest->to[l->item.at[i].value] = first_slot + l->item.at[i].slot;
  VdEdge *edge = VD_NEW_ARRAY(&nest->arena, VdEdge, n);
  for (uint32_t t = 0; t < n; t++) edge[t] = target_edge(l, t, first_slot);
  nest->f->block.at[l->head].pos = pos;
  vd_block_dispatch(nest->m, nest->f, l->head, first, edge, n);
}

// The nest's arrays are as before for what other loops may look at.
static void done(Loop *l) {
  for (uint32_t i = 0; i < l->outside.len; i++)
    l->nest->is_outside[l->outside.at[i]] = false;
  for (uint32_t t = 0; t < l->target.len; t++)
    l->nest->target_of[l->target.at[t].block] = 0;
  vd_vec_done(&l->target);
  vd_vec_done(&l->outside);
  vd_vec_done(&l->item);
  vd_vec_done(&l->slot);
}

uint32_t vd_loop_outline(VdNest *nest, uint32_t component, VdIds *origin) {
  Loop l = {.nest = nest, .component = component};
  l.member = &nest->member[component];
  l.head = l.member->at[0];
  find_targets(&l);
  find_outside(&l);
  find_used_after(&l);
  find_passed_alike(&l);
  sort_values(&l);
  add_arguments(&l);
  assign_slots(&l);
  l.func = vd_module_put_func(nest->m);
  l.g = nest->m->func.at[l.func];
  make_signature(&l);
  make_body(&l, origin);
  make_caller(&l);
  done(&l);
  return l.func;
}
