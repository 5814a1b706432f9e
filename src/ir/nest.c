// Prepares a function for outlining: brings slots and constants where outlining
// wants them, gives every outermost loop one head, and finds its shape.
#include "ir/loops.h"

// ---------------------------------------------------------------- appending
VdRef vd_func_value(VdFunc *f, VdSort sort) {
  vd_push(&f->sort, sort);
  return (VdRef){f->sort.len};
}

uint32_t vd_func_block(VdFunc *f) {
  vd_push(&f->block, (VdBlock){.exit = VD_EXIT_STOP});
  return f->block.len - 1;
}

VdInst *vd_block_append(VdFunc *f, uint32_t block, VdInst inst) {
  VdBlock *b = &f->block.at[block];
  vd_push(&b->inst, inst);
  return &b->inst.at[b->inst.len - 1];
}

static VdRef append_one(VdFunc *f, uint32_t block, VdInst inst, VdSort sort) {
  inst.results = 1;
  inst.first = vd_func_value(f, sort);
  return vd_block_append(f, block, inst)->first;
}

VdRef vd_block_bv32(VdFunc *f, uint32_t block, uint32_t bits) {
  VdInst inst = {.kind = VD_INST_CONST, .value = vd_value_bv(32, bits)};
  return append_one(f, block, inst, vd_sort_bv(32));
}

static VdValue zero(VdModule *m, VdSort sort) {
  VdValue value = {.sort = sort};
  uint32_t width = vd_sort_width(sort);
  if (width > 64)
    value.limb = VD_NEW_ARRAY(&m->arena, uint64_t, (width + 63) / 64);
  return value;
}

VdRef vd_block_filler(VdModule *m, VdFunc *f, uint32_t block, VdSort sort) {
  if (vd_sort_width(sort)) {
    VdInst inst = {.kind = VD_INST_CONST, .value = zero(m, sort)};
    return append_one(f, block, inst, sort);
  }
  for (uint32_t i = 0; i < f->params; i++)
    if (vd_sort_eq(f->param[i].sort, sort))
      return (VdRef){f->block.at[0].first_param.id + i};
  return append_one(f, block, (VdInst){.kind = VD_INST_UNDEF}, sort);
}

static VdRef append_eq(VdModule *m, VdFunc *f, uint32_t block, VdRef x,
                       uint32_t bits) {
  VdRef args[2] = {x, vd_block_bv32(f, block, bits)};
  VdInst inst = {.kind = VD_INST_OP, .op = VD_OP_EQ, .args = 2};
  inst.arg = vd_refs_copy(m, args, 2);
  return append_one(f, block, inst, vd_sort_bool());
}

void vd_block_dispatch(VdModule *m, VdFunc *f, uint32_t block, VdRef selector,
                       const VdEdge *edge, uint32_t n) {
  for (uint32_t i = 0; i + 1 < n; i++) {
    VdRef cond = append_eq(m, f, block, selector, i);
    uint32_t next = i + 2 < n ? vd_func_block(f) : 0;
    VdBlock *at = &f->block.at[block];
    at->exit = VD_EXIT_BRANCH;
    at->cond = cond;
    at->edge[0] = edge[i];
    at->edge[1] = next ? (VdEdge){.block = next} : edge[i + 1];
    block = next;
  }
  if (n != 1) return;
  f->block.at[block].exit = VD_EXIT_JUMP;
  f->block.at[block].edge[0] = edge[0];
}

// ----------------------------------------------------- slots and constants
// Addresses of slots are taken in the entry, which is in no loop: slots belong
// to the function. Constants are repeated in every block that uses them: a loop
// is better off knowing them than getting them as arguments.
typedef struct Local {
  VdRef same;  // the entry's address of the same slot
  uint32_t block,
      inst;         // of the leaf that defines it: its block + 1, and place
  uint32_t copied;  // last block + 1 with a copy
  VdRef copy;
} Local;

typedef struct Localise {
  VdModule *m;
  VdFunc *f;
  VdRef *slot;   // address of each slot in the entry, as far as used
  Local *local;  // of value
  uint32_t values;
  VD_VEC(VdInst) front;  // to be put before the instructions of blocks
} Localise;

// Puts those from `from` to before `to` there.
static void put_front(Localise *l, uint32_t b, uint32_t from, uint32_t to) {
  VdBlock *block = &l->f->block.at[b];
  uint32_t n = to - from;
  if (!n) return;
  vd_reserve(&block->inst, n);
  memmove(block->inst.at + n, block->inst.at,
          block->inst.len * sizeof *block->inst.at);
  memcpy(block->inst.at, l->front.at + from, n * sizeof *block->inst.at);
  block->inst.len += n;
}

static void hoist_slots(Localise *l) {
  for (uint32_t b = 0; b < l->f->block.len; b++) {
    VdBlock *block = &l->f->block.at[b];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < block->inst.len; k++) {
      const VdInst *inst = &block->inst.at[k];
      if (inst->kind != VD_INST_SLOT) {
        if (kept != k) block->inst.at[kept] = *inst;
        kept++;
        continue;
      }
      if (!l->slot[inst->index].id) {
        l->slot[inst->index] = inst->first;
        vd_push(&l->front, *inst);
      }
      l->local[inst->first.id].same = l->slot[inst->index];
    }
    block->inst.len = kept;
  }
  put_front(l, 0, 0, l->front.len);
  l->front.len = 0;
}

static void find_leaves(Localise *l) {
  for (uint32_t b = 0; b < l->f->block.len; b++) {
    const VdBlock *block = &l->f->block.at[b];
    for (uint32_t k = 0; k < block->inst.len; k++) {
      const VdInst *inst = &block->inst.at[k];
      if (!vd_inst_is_leaf(inst)) continue;
      l->local[inst->first.id].block = b + 1;
      l->local[inst->first.id].inst = k;
    }
  }
}

static inline void localise_ref(Localise *l, uint32_t b, VdRef *ref) {
  if (ref->id > l->values) return;
  Local *local = &l->local[ref->id];
  if (local->same.id) *ref = local->same;  // which is no leaf
  if (!local->block || local->block == b + 1) return;
  if (local->copied != b + 1) {
    VdInst inst = l->f->block.at[local->block - 1].inst.at[local->inst];
    inst.first = vd_func_value(l->f, vd_func_sort(l->f, *ref));
    vd_push(&l->front, inst);
    local->copied = b + 1;
    local->copy = inst.first;
  }
  *ref = local->copy;
}

static void localise_refs(void *context, uint32_t b, VdRef *refs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) localise_ref(context, b, &refs[i]);
}

// The copies go in at the end: until then the places of leaves are right.
static void localise(VdModule *m, VdFunc *f, VdArena *arena) {
  Localise l = {.m = m, .f = f, .values = f->sort.len};
  l.slot = VD_NEW_ARRAY(arena, VdRef, f->slot.len);
  l.local = VD_NEW_ARRAY(arena, Local, (size_t)l.values + 1);
  if (f->slot.len) hoist_slots(&l);
  find_leaves(&l);
  uint32_t *end = VD_NEW_ARRAY(arena, uint32_t, f->block.len);
  for (uint32_t b = 0; b < f->block.len; b++) {
    vd_refs_visit(f, b, localise_refs, &l);
    end[b] = l.front.len;
  }
  for (uint32_t b = 0, from = 0; b < f->block.len; from = end[b++])
    put_front(&l, b, from, end[b]);
  vd_vec_done(&l.front);
}

// -------------------------------------------------------------- components
static void find_members(VdNest *nest) {
  const VdCfg *cfg = &nest->cfg;
  nest->member = VD_NEW_ARRAY(&nest->arena, VdMembers, nest->components);
  for (uint32_t i = 0; i < cfg->count; i++)
    nest->member[nest->component[cfg->order[i]]].len++;
  uint32_t *next = VD_NEW_ARRAY(&nest->arena, uint32_t, cfg->count);
  for (uint32_t c = 0; c < nest->components; c++) {
    nest->member[c].at = next;
    next += nest->member[c].len;
    nest->member[c].len = 0;
  }
  for (uint32_t i = 0; i < cfg->count; i++) {
    VdMembers *member = &nest->member[nest->component[cfg->order[i]]];
    member->at[member->len++] = cfg->order[i];
  }
}

static void find_components(VdNest *nest) {
  const VdFunc *f = nest->f;
  uint32_t n = f->block.len;
  uint32_t *start = VD_NEW_ARRAY(&nest->arena, uint32_t, (size_t)n + 1);
  uint32_t *to = VD_NEW_ARRAY(&nest->arena, uint32_t, 2 * (size_t)n), m = 0;
  for (uint32_t b = 0; b < n; b++) {
    start[b] = m;
    for (uint32_t e = 0; e < vd_block_edges(&f->block.at[b]); e++)
      to[m++] = f->block.at[b].edge[e].block;
  }
  start[n] = m;
  nest->component = VD_NEW_ARRAY(&nest->arena, uint32_t, n);
  nest->components = vd_graph_scc(&(VdGraph){n, start, to}, nest->component);
  nest->cyclic = VD_NEW_ARRAY(&nest->arena, bool, nest->components);
  find_members(nest);
  for (uint32_t i = 0; i < nest->cfg.count; i++) {
    uint32_t b = nest->cfg.order[i], c = nest->component[b];
    if (nest->member[c].len > 1) nest->cyclic[c] = true;
    for (uint32_t k = start[b]; k < start[b + 1]; k++)
      if (to[k] == b) nest->cyclic[c] = true;
  }
}

// ------------------------------------------------------- one head each
static VdIds entries_of(const VdNest *nest, uint32_t c) {
  VdIds entry = {0};
  for (uint32_t i = 0; i < nest->member[c].len; i++) {
    uint32_t b = nest->member[c].at[i];
    bool entered = false;
    for (uint32_t k = nest->cfg.start[b]; k < nest->cfg.start[b + 1]; k++)
      if (nest->component[nest->cfg.pred[k] / 2] != c) entered = true;
    if (entered) vd_push(&entry, b);
  }
  return entry;
}

// A new head with a selector and the entries' parameters, where parameters of
// different entries share one of the head's if their sorts agree.
typedef struct Head {
  VdNest *nest;
  const VdIds *entry;
  VD_VEC(VdSort) sort;  // of the head's parameters after the selector
  uint32_t **slot;      // of entry and parameter: its place among them
  uint32_t block;
} Head;

static void share_params(Head *h, uint32_t k) {
  const VdFunc *f = h->nest->f;
  const VdBlock *block = &f->block.at[h->entry->at[k]];
  h->slot[k] = VD_NEW_ARRAY(&h->nest->arena, uint32_t, block->params);
  bool *taken = vd_alloc(vd_add(h->sort.len, 1));
  uint32_t n = h->sort.len;
  for (uint32_t p = 0; p < block->params; p++) {
    VdSort sort = vd_func_sort(f, (VdRef){block->first_param.id + p});
    uint32_t s = 0;
    while (s < n && (taken[s] || !vd_sort_eq(h->sort.at[s], sort))) s++;
    if (s < n)
      taken[s] = true;
    else
      vd_push(&h->sort, sort);
    h->slot[k][p] = s < n ? s : h->sort.len - 1;
  }
  vd_free(taken);
}

static void redirect_edge(Head *h, uint32_t from, uint32_t e, uint32_t k) {
  VdNest *nest = h->nest;
  VdFunc *f = nest->f;
  uint32_t n = h->sort.len + 1;
  VdRef *arg = VD_NEW_ARRAY(&nest->m->arena, VdRef, n);
  const VdEdge *old = &f->block.at[from].edge[e];
  arg[0] = vd_block_bv32(f, from, k);
  for (uint32_t p = 0; p < old->args; p++) arg[1 + h->slot[k][p]] = old->arg[p];
  for (uint32_t i = 1; i < n; i++)
    if (!arg[i].id)
      arg[i] = vd_block_filler(nest->m, f, from, h->sort.at[i - 1]);
  f->block.at[from].edge[e] = (VdEdge){h->block, n, arg};
}

static void redirect_all(Head *h) {
  const VdCfg *cfg = &h->nest->cfg;
  for (uint32_t k = 0; k < h->entry->len; k++) {
    uint32_t b = h->entry->at[k];
    for (uint32_t i = cfg->start[b]; i < cfg->start[b + 1]; i++)
      redirect_edge(h, cfg->pred[i] / 2, cfg->pred[i] & 1, k);
  }
}

static void make_dispatch(Head *h) {
  VdFunc *f = h->nest->f;
  VdModule *m = h->nest->m;
  VdRef selector = vd_func_value(f, vd_sort_bv(32));
  for (uint32_t i = 0; i < h->sort.len; i++) vd_func_value(f, h->sort.at[i]);
  f->block.at[h->block].first_param = selector;
  f->block.at[h->block].params = h->sort.len + 1;
  VdEdge *edge = VD_NEW_ARRAY(&h->nest->arena, VdEdge, h->entry->len);
  for (uint32_t k = 0; k < h->entry->len; k++) {
    uint32_t n = f->block.at[h->entry->at[k]].params;
    edge[k] = (VdEdge){h->entry->at[k], n, VD_NEW_ARRAY(&m->arena, VdRef, n)};
    for (uint32_t p = 0; p < n; p++)
      edge[k].arg[p].id = selector.id + 1 + h->slot[k][p];
  }
  vd_block_dispatch(m, f, h->block, selector, edge, h->entry->len);
}

// The head takes the rank of its first entry, which can be no head itself.
static void make_head(VdNest *nest, const VdIds *entry) {
  Head h = {.nest = nest, .entry = entry};
  h.slot = VD_NEW_ARRAY(&nest->arena, uint32_t *, entry->len);
  for (uint32_t k = 0; k < entry->len; k++) share_params(&h, k);
  h.block = vd_func_block(nest->f);
  redirect_all(&h);
  make_dispatch(&h);
  while (nest->origin.len < nest->f->block.len)
    vd_push(&nest->origin, VD_NOWHERE);
  nest->origin.at[h.block] = nest->origin.at[entry->at[0]];
  vd_vec_done(&h.sort);
}

static bool make_heads(VdNest *nest) {
  bool made = false;
  for (uint32_t c = 0; c < nest->components; c++) {
    if (!nest->cyclic[c]) continue;
    VdIds entry = entries_of(nest, c);
    if (entry.len > 1) {
      make_head(nest, &entry);
      made = true;
    }
    vd_vec_done(&entry);
  }
  return made;
}

// ------------------------------------------------------------- definitions
static void find_definitions(VdNest *nest) {
  for (uint32_t b = 0; b < nest->f->block.len; b++) {
    const VdBlock *block = &nest->f->block.at[b];
    for (uint32_t p = 0; p < block->params; p++)
      nest->def[block->first_param.id + p] = b;
    for (uint32_t k = 0; k < block->inst.len; k++)
      for (uint32_t r = 0; r < block->inst.at[k].results; r++)
        nest->def[block->inst.at[k].first.id + r] = b;
  }
}

static void note_outer(void *context, uint32_t b, VdRef *refs, uint32_t n) {
  VdNest *nest = context;
  uint32_t here = nest->component[b];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t c = nest->component[nest->def[refs[i].id]];
    if (c == here || !nest->cyclic[c]) continue;
    vd_push(&nest->outer, (VdOuterUse){refs[i].id, b, nest->first_outer[c]});
    nest->first_outer[c] = nest->outer.len - 1;
  }
}

static void find_uses(VdNest *nest) {
  size_t n = (size_t)nest->f->sort.len + 1;
  nest->values = nest->f->sort.len;
  nest->def = VD_NEW_ARRAY(&nest->arena, uint32_t, n);
  nest->to = VD_NEW_ARRAY(&nest->arena, uint32_t, n);
  nest->inner = VD_NEW_ARRAY(&nest->arena, uint32_t, n);
  nest->is_outside = VD_NEW_ARRAY(&nest->arena, bool, n);
  nest->item_of = VD_NEW_ARRAY(&nest->arena, uint32_t, n);
  nest->target_of = VD_NEW_ARRAY(&nest->arena, uint32_t, nest->f->block.len);
  nest->place = VD_NEW_ARRAY(&nest->arena, uint32_t, nest->f->block.len);
  nest->first_outer = VD_NEW_ARRAY(&nest->arena, uint32_t, nest->components);
  memset(nest->first_outer, 0xff, nest->components * sizeof *nest->first_outer);
  find_definitions(nest);
  for (uint32_t b = 0; b < nest->f->block.len; b++)
    vd_refs_visit(nest->f, b, note_outer, nest);
}

// Blocks are mostly in reverse post order, and then a loop leads back.
static bool may_have_loop(const VdFunc *f) {
  for (uint32_t b = 0; b < f->block.len; b++)
    for (uint32_t e = 0; e < vd_block_edges(&f->block.at[b]); e++)
      if (f->block.at[b].edge[e].block <= b) return true;
  return false;
}

bool vd_nest_init(VdNest *nest, VdModule *m, uint32_t func, VdIds origin) {
  *nest = (VdNest){.m = m, .func = func, .origin = origin};
  nest->f = m->func.at[func];
  if (!may_have_loop(nest->f)) return false;
  vd_cfg_init(&nest->cfg, nest->f);
  if (!vd_cfg_has_loop(&nest->cfg, nest->f)) return false;
  find_components(nest);
  localise(m, nest->f, &nest->arena);
  if (!origin.len)
    for (uint32_t b = 0; b < nest->f->block.len; b++)
      vd_push(&nest->origin, nest->cfg.rank[b]);
  if (make_heads(nest)) {
    vd_cfg_done(&nest->cfg);
    vd_cfg_init(&nest->cfg, nest->f);
    find_components(nest);
  }
  nest->role = vd_func_roles(m, nest->f, &nest->cfg, &nest->arena);
  find_uses(nest);
  return true;
}

void vd_nest_done(VdNest *nest) {
  vd_cfg_done(&nest->cfg);
  vd_vec_done(&nest->origin);
  vd_vec_done(&nest->outer);
  vd_vec_done(&nest->mark);
  vd_arena_done(&nest->arena);
}
