// Normal form of a function, so that noise of a front end or of the shape of
// the source does not reach the hash or the checkers:
//   - branches that are none become jumps, blocks that do nothing are skipped,
//   - no unreachable blocks,
//   - no parameter that stands for one value only, groups of them included
//     (Braun et al., CC 2013, algorithm 5),
//   - a block is one with its only predecessor if that always goes on to it,
//   - no unused parameters and pure instructions, not even in a cycle of each
//     other; a `require` is never removed, and only calls of pure externals
//     are, since any other may be undefined or not come back,
//   - blocks in reverse post order (see inner.h), values in order of
//   appearance.
//
// One round does all of these once and rewrites the function; rounds go on
// while one opened the way for another, up to a limit that only contrived code
// meets. What a round can open is a branch or a block to skip: all the rest it
// does to the end, and would find nothing to do in the same blocks again.
#include "base/limit.h"
#include "ir/inner.h"

typedef VD_VEC(uint32_t) Ids;

typedef struct Where {
  uint32_t block, inst;  // inst is VD_NOWHERE for a parameter
} Where;

typedef struct Clean {
  VdModule *m;
  VdFunc *f;
  VdCfg cfg;
  bool changed;
  bool more;         // another round may find something
  uint32_t *to;      // of value id: what it stands for, 0 for itself
  Where *where;      // of value id: its definition
  bool *live;        // of value id
  uint32_t *number;  // of value id: the new one
  bool *merged;      // of block: is one with its predecessor
} Clean;

static inline uint32_t find(Clean *c, uint32_t id) {
  if (!c->to[id]) return id;
  uint32_t root = id;
  while (c->to[root]) root = c->to[root];
  while (id != root) {
    uint32_t next = c->to[id];
    c->to[id] = root;
    id = next;
  }
  return root;
}

// --------------------------------------------------------------- branches
static const VdInst *const_of(const Clean *c, VdRef ref) {
  Where w = c->where[ref.id];
  if (w.inst == VD_NOWHERE) return NULL;
  const VdInst *inst = &c->f->block.at[w.block].inst.at[w.inst];
  return inst->kind == VD_INST_CONST ? inst : NULL;
}

static bool same_edge(const VdEdge *x, const VdEdge *y) {
  return x->block == y->block && x->args == y->args &&
         (!x->args || !memcmp(x->arg, y->arg, x->args * sizeof *x->arg));
}

static void fold_branch(Clean *c, VdBlock *block) {
  if (block->exit != VD_EXIT_BRANCH) return;
  const VdInst *cond = const_of(c, block->cond);
  if (!cond && !same_edge(&block->edge[0], &block->edge[1])) return;
  if (cond && !cond->value.bits) block->edge[0] = block->edge[1];
  block->exit = VD_EXIT_JUMP;
  block->cond = VD_REF_NONE;
  c->changed = true;
}

static bool is_empty(const VdFunc *f, uint32_t b) {
  const VdBlock *block = &f->block.at[b];
  return b && !block->params && !block->inst.len &&
         block->exit == VD_EXIT_JUMP && block->edge[0].block != b;
}

static bool is_link(const VdFunc *f, uint32_t b) {
  return is_empty(f, b) && !f->block.at[b].edge[0].args;
}

// Where a chain of empty blocks from b ends; somewhere on it if it is a cycle.
// end is 0 for what was not visited yet, and 0 is no such end: it is the entry.
static uint32_t chain_end(const VdFunc *f, uint32_t *end, uint32_t b) {
  uint32_t last = b;
  while (is_link(f, last) && !end[last]) {
    end[last] = last;
    last = f->block.at[last].edge[0].block;
  }
  if (end[last]) last = end[last];
  while (is_link(f, b) && end[b] == b && b != last) {
    end[b] = last;
    b = f->block.at[b].edge[0].block;
  }
  return last;
}

static void skip_chains(Clean *c, uint32_t *end) {
  for (uint32_t i = 0; i < c->f->block.len; i++) {
    VdBlock *block = &c->f->block.at[i];
    for (uint32_t e = 0; e < vd_block_edges(block); e++) {
      uint32_t last = chain_end(c->f, end, block->edge[e].block);
      if (last == block->edge[e].block) continue;
      block->edge[e].block = last;
      c->changed = true;
    }
  }
}

// A block that only jumps on, with constants at most as its own.
static bool is_thin(const VdFunc *f, uint32_t b) {
  const VdBlock *block = &f->block.at[b];
  if (!b || block->params || block->exit != VD_EXIT_JUMP ||
      block->edge[0].block == b)
    return false;
  for (uint32_t k = 0; k < block->inst.len; k++)
    if (!vd_inst_is_leaf(&block->inst.at[k])) return false;
  return true;
}

static void move_insts(Clean *c, uint32_t to, uint32_t from) {
  VdBlock *source = &c->f->block.at[from], *target = &c->f->block.at[to];
  for (uint32_t k = 0; k < source->inst.len; k++) {
    c->where[source->inst.at[k].first.id] = (Where){to, target->inst.len};
    vd_push(&target->inst, source->inst.at[k]);
  }
  source->inst.len = 0;
}

// A block that hands on arguments is skipped if only one edge leads to it; from
// more, the arguments would multiply.
static void skip_single(Clean *c, uint32_t *entries) {
  uint32_t n = c->f->block.len;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t e = 0; e < vd_block_edges(&c->f->block.at[i]); e++)
      entries[c->f->block.at[i].edge[e].block]++;
  for (uint32_t i = 0; i < n; i++) {
    VdBlock *block = &c->f->block.at[i];
    for (uint32_t e = 0; e < vd_block_edges(block); e++) {
      uint32_t b = block->edge[e].block;
      if (entries[b] > 1 || !is_thin(c->f, b) || i == b) continue;
      move_insts(c, i, b);
      block->edge[e] = c->f->block.at[b].edge[0];
      // Nothing leads there any more: it must not take what comes after it.
      c->f->block.at[b].exit = VD_EXIT_STOP;
      c->changed = true;
    }
  }
}

static void skip_empty(Clean *c) {
  size_t bytes = c->f->block.len * sizeof(uint32_t);
  uint32_t *words = vd_alloc(bytes);
  skip_chains(c, words);
  memset(words, 0, bytes);
  skip_single(c, words);
  vd_free(words);
}

// ---------------------------------------------------- redundant parameters
// Nodes are the parameters of reachable blocks, the entry's aside, by value id.
typedef struct Redundant {
  Clean *c;
  uint32_t *local;  // value id to node of the graph at hand
  uint32_t *group;  // value id: mark of the group at hand
  uint32_t mark;
  Ids member;              // value ids of the sets on the stack, in a row
  Ids set;                 // where each set starts in member
  VD_VEC(bool) connected;  // of a set: is it strongly connected?
  Ids hand, inside;  // the set at hand, and members without outer operands
  Ids start, edge;
} Redundant;

typedef struct Incoming {
  const VdBlock *block;
  const uint32_t *pred;
  uint32_t n, index;
} Incoming;

static Incoming incoming(const Clean *c, uint32_t id) {
  uint32_t b = c->where[id].block;
  const VdBlock *block = &c->f->block.at[b];
  return (Incoming){block, c->cfg.pred + c->cfg.start[b],
                    vd_cfg_preds(&c->cfg, b), id - block->first_param.id};
}

static uint32_t operand(Clean *c, const Incoming *in, uint32_t i) {
  const VdBlock *from = &c->f->block.at[in->pred[i] / 2];
  return find(c, from->edge[in->pred[i] & 1].arg[in->index].id);
}

static void push_set(Redundant *r, const uint32_t *ids, uint32_t n,
                     bool connected) {
  vd_push(&r->set, r->member.len);
  vd_push(&r->connected, connected);
  vd_reserve(&r->member, n);
  for (uint32_t i = 0; i < n; i++) vd_push(&r->member, ids[i]);
}

// The graph of a set: from a parameter to its operands in the set.
static void make_graph(Redundant *r, const uint32_t *ids, uint32_t n) {
  r->start.len = r->edge.len = 0;
  r->mark++;
  for (uint32_t i = 0; i < n; i++) {
    r->group[ids[i]] = r->mark;
    r->local[ids[i]] = i;
  }
  for (uint32_t i = 0; i < n; i++) {
    vd_push(&r->start, r->edge.len);
    Incoming in = incoming(r->c, ids[i]);
    for (uint32_t p = 0; p < in.n; p++) {
      uint32_t id = operand(r->c, &in, p);
      if (r->group[id] == r->mark) vd_push(&r->edge, r->local[id]);
    }
  }
  vd_push(&r->start, r->edge.len);
}

// Replaces a set on the stack by its components, operands first to be popped.
static void split_set(Redundant *r, const uint32_t *ids, uint32_t n) {
  make_graph(r, ids, n);
  uint32_t *store = vd_alloc((3 * (size_t)n + 2) * sizeof *store);
  uint32_t *component = store, *first = store + n, *sorted = store + 2 * n + 2;
  VdGraph graph = {n, r->start.at, r->edge.at};
  uint32_t count = vd_graph_scc(&graph, component);
  for (uint32_t i = 0; i < n; i++) first[component[i] + 1]++;
  for (uint32_t i = 0; i < count; i++) first[i + 1] += first[i];
  for (uint32_t i = 0; i < n; i++) sorted[first[component[i]]++] = ids[i];
  for (uint32_t i = count; i-- > 0;) {
    uint32_t from = i ? first[i - 1] : 0;
    push_set(r, sorted + from, first[i] - from, true);
  }
  vd_free(store);
}

// A connected set with one operand from outside stands for that one. With more,
// those members that have none of their own may still form smaller such sets.
static void replace_set(Redundant *r, const uint32_t *ids, uint32_t n) {
  uint32_t outer = 0;
  bool many = false;
  r->inside.len = 0;
  r->mark++;
  for (uint32_t i = 0; i < n; i++) r->group[ids[i]] = r->mark;
  for (uint32_t i = 0; i < n; i++) {
    bool has_outer = false;
    Incoming in = incoming(r->c, ids[i]);
    for (uint32_t p = 0; p < in.n; p++) {
      uint32_t id = operand(r->c, &in, p);
      if (r->group[id] == r->mark) continue;
      has_outer = true;
      if (outer && outer != id) many = true;
      outer = id;
    }
    if (!has_outer) vd_push(&r->inside, ids[i]);
  }
  if (outer && !many) {
    for (uint32_t i = 0; i < n; i++) r->c->to[ids[i]] = outer;
    r->c->changed = true;
  } else if (r->inside.len) {
    push_set(r, r->inside.at, r->inside.len, false);
  }
}

static void pop_set(Redundant *r) {
  uint32_t from = vd_pop(&r->set), n = r->member.len - from;
  bool connected = vd_pop(&r->connected);
  // What follows pushes onto the storage that the set is in.
  r->hand.len = 0;
  vd_reserve(&r->hand, n);
  memcpy(r->hand.at, r->member.at + from, n * sizeof *r->hand.at);
  r->member.len = from;
  if (connected)
    replace_set(r, r->hand.at, n);
  else
    split_set(r, r->hand.at, n);
}

static void drop_redundant(Clean *c) {
  Redundant r = {.c = c};
  size_t values = (size_t)c->f->sort.len + 1;
  r.local = vd_alloc(2 * values * sizeof *r.local);
  r.group = r.local + values;
  vd_push(&r.set, 0);
  vd_push(&r.connected, false);
  for (uint32_t i = 1; i < c->cfg.count; i++) {
    const VdBlock *block = &c->f->block.at[c->cfg.order[i]];
    for (uint32_t p = 0; p < block->params; p++)
      vd_push(&r.member, block->first_param.id + p);
  }
  if (r.member.len)
    while (r.set.len) pop_set(&r);
  vd_free(r.local);
  vd_vec_done(&r.member);
  vd_vec_done(&r.set);
  vd_vec_done(&r.connected);
  vd_vec_done(&r.hand);
  vd_vec_done(&r.inside);
  vd_vec_done(&r.start);
  vd_vec_done(&r.edge);
}

// ------------------------------------------------------------------ merging
static void merge_blocks(Clean *c) {
  for (uint32_t i = 0; i < c->cfg.count; i++) {
    const VdBlock *block = &c->f->block.at[c->cfg.order[i]];
    uint32_t next = block->edge[0].block;
    if (block->exit != VD_EXIT_JUMP || vd_cfg_preds(&c->cfg, next) != 1)
      continue;
    c->merged[next] = true;  // its parameters have been replaced
    c->changed = true;
  }
}

// ----------------------------------------------------------------- liveness
static inline void mark(Clean *c, Ids *work, VdRef ref) {
  uint32_t id = find(c, ref.id);
  if (c->live[id]) return;
  c->live[id] = true;
  vd_push(work, id);
}

static void mark_refs(Clean *c, Ids *work, const VdRef *refs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) mark(c, work, refs[i]);
}

static void mark_roots(Clean *c, Ids *work, const VdBlock *block) {
  for (uint32_t k = 0; k < block->inst.len; k++) {
    const VdInst *inst = &block->inst.at[k];
    if (!vd_inst_is_pure(c->m, inst)) mark_refs(c, work, inst->arg, inst->args);
  }
  if (block->exit == VD_EXIT_BRANCH) mark(c, work, block->cond);
  if (block->exit == VD_EXIT_RETURN)
    mark_refs(c, work, block->ret, c->f->results);
}

static void mark_operands(Clean *c, Ids *work, uint32_t id) {
  Where w = c->where[id];
  if (w.inst != VD_NOWHERE) {
    const VdInst *inst = &c->f->block.at[w.block].inst.at[w.inst];
    mark_refs(c, work, inst->arg, inst->args);
  } else if (w.block) {
    Incoming in = incoming(c, id);
    for (uint32_t p = 0; p < in.n; p++)
      mark(c, work, (VdRef){operand(c, &in, p)});
  }
}

static void mark_live(Clean *c) {
  Ids work = {0};
  for (uint32_t i = 0; i < c->cfg.count; i++)
    mark_roots(c, &work, &c->f->block.at[c->cfg.order[i]]);
  while (work.len) {
    uint32_t id = vd_pop(&work);
    mark_operands(c, &work, id);
  }
  vd_vec_done(&work);
}

static bool is_kept(const Clean *c, const VdInst *inst) {
  if (!vd_inst_is_pure(c->m, inst)) return true;
  for (uint32_t r = 0; r < inst->results; r++)
    if (c->live[inst->first.id + r]) return true;
  return false;
}

// ------------------------------------------------------------------ rewrite
// Numbers what stays. Merged blocks come right after their predecessors in
// reverse post order, since nothing else leads to them.
static uint32_t number_values(Clean *c) {
  uint32_t next = 1;
  for (uint32_t i = 0; i < c->cfg.count; i++) {
    const VdBlock *block = &c->f->block.at[c->cfg.order[i]];
    for (uint32_t p = 0; p < block->params; p++) {
      uint32_t id = block->first_param.id + p;
      if (i == 0 || (c->live[id] && !c->to[id])) c->number[id] = next++;
    }
    for (uint32_t k = 0; k < block->inst.len; k++) {
      const VdInst *inst = &block->inst.at[k];
      if (!is_kept(c, inst)) continue;
      for (uint32_t r = 0; r < inst->results; r++)
        c->number[inst->first.id + r] = next++;
    }
  }
  return next - 1;
}

static inline void rewrite_refs(Clean *c, VdRef *refs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) refs[i].id = c->number[find(c, refs[i].id)];
}

static void rewrite_insts(Clean *c, VdBlock *block) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < block->inst.len; k++) {
    VdInst *inst = &block->inst.at[k];
    if (!is_kept(c, inst)) continue;
    rewrite_refs(c, inst->arg, inst->args);
    inst->first.id = inst->results ? c->number[inst->first.id] : 0;
    if (kept != k) block->inst.at[kept] = *inst;
    kept++;
  }
  if (kept != block->inst.len) c->changed = true;
  block->inst.len = kept;
}

static void rewrite_edge(Clean *c, VdEdge *edge, const uint32_t *place) {
  const VdBlock *to = &c->f->block.at[edge->block];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < edge->args; i++)
    if (c->number[to->first_param.id + i]) edge->arg[kept++] = edge->arg[i];
  edge->args = kept;
  rewrite_refs(c, edge->arg, kept);
  edge->block = place[edge->block];
}

static void rewrite_exit(Clean *c, VdBlock *block, const uint32_t *place) {
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    if (place[block->edge[e].block] != VD_NOWHERE)
      rewrite_edge(c, &block->edge[e], place);
  if (block->exit == VD_EXIT_BRANCH) {
    if (const_of(c, (VdRef){find(c, block->cond.id)})) c->more = true;
    rewrite_refs(c, &block->cond, 1);
  }
  if (block->exit == VD_EXIT_RETURN) rewrite_refs(c, block->ret, c->f->results);
}

// After all edges were rewritten, which need the old counts.
static void rewrite_params(Clean *c, VdBlock *block) {
  uint32_t first = 0, kept = 0;
  for (uint32_t p = 0; p < block->params; p++) {
    uint32_t number = c->number[block->first_param.id + p];
    if (!number) continue;
    if (!first) first = number;
    if (block->name) block->name[kept] = block->name[p];
    kept++;
  }
  if (kept != block->params) c->changed = true;
  block->first_param.id = first;
  block->params = kept;
}

static void append_block(VdBlock *to, VdBlock *from) {
  if (from->inst.len) {
    vd_reserve(&to->inst, from->inst.len);
    memcpy(to->inst.at + to->inst.len, from->inst.at,
           from->inst.len * sizeof *from->inst.at);
    to->inst.len += from->inst.len;
  }
  vd_vec_done(&from->inst);
  to->exit = from->exit;
  to->cond = from->cond;
  to->edge[0] = from->edge[0];
  to->edge[1] = from->edge[1];
  to->ret = from->ret;
  to->pos = from->pos;
}

// New places of blocks, VD_NOWHERE for merged and unreachable ones.
static uint32_t *place_blocks(Clean *c) {
  uint32_t *place = vd_alloc(c->f->block.len * sizeof *place), n = 0;
  memset(place, 0xff, c->f->block.len * sizeof *place);
  for (uint32_t i = 0; i < c->cfg.count; i++)
    if (!c->merged[c->cfg.order[i]]) place[c->cfg.order[i]] = n++;
  return place;
}

static void rewrite_sorts(Clean *c, uint32_t n) {
  VdSort *sort = vd_alloc(((size_t)n + 1) * sizeof *sort);
  for (uint32_t id = 1; id <= c->f->sort.len; id++)
    if (c->number[id]) sort[c->number[id] - 1] = c->f->sort.at[id - 1];
  vd_free(c->f->sort.at);
  c->f->sort.at = sort;
  c->f->sort.len = n;
  c->f->sort.cap = n + 1;
}

// The blocks in their new order; what is merged is appended to the last one.
static void collect_blocks(Clean *c) {
  VdFunc *f = c->f;
  VdBlock *old = f->block.at;
  VdBlock *now = vd_alloc(c->cfg.count * sizeof *now);
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->cfg.count; i++) {
    uint32_t b = c->cfg.order[i];
    if (b != i) c->changed = true;
    if (c->merged[b])
      append_block(&now[n - 1], &old[b]);
    else
      now[n++] = old[b];
    old[b].inst.at = NULL;
  }
  for (uint32_t b = 0; b < f->block.len; b++) vd_free(old[b].inst.at);
  if (c->cfg.count != f->block.len) c->changed = true;
  vd_free(old);
  f->block.at = now;
  f->block.len = n;
  f->block.cap = c->cfg.count;
}

// Whether another round would find a branch that is none or a block to skip.
static bool has_more(const VdFunc *f, uint32_t *entries) {
  uint32_t n = f->block.len;
  memset(entries, 0, n * sizeof *entries);
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t e = 0; e < vd_block_edges(&f->block.at[b]); e++)
      entries[f->block.at[b].edge[e].block]++;
  for (uint32_t b = 0; b < n; b++) {
    const VdBlock *block = &f->block.at[b];
    if (block->exit == VD_EXIT_BRANCH &&
        same_edge(&block->edge[0], &block->edge[1]))
      return true;
    if (is_link(f, b) || (entries[b] <= 1 && is_thin(f, b))) return true;
  }
  return false;
}

static void rewrite(Clean *c) {
  uint32_t values = number_values(c), *place = place_blocks(c);
  for (uint32_t id = 1; id <= c->f->sort.len; id++)
    if (c->number[id] != id) c->changed = true;
  for (uint32_t i = 0; i < c->cfg.count; i++)
    rewrite_exit(c, &c->f->block.at[c->cfg.order[i]], place);
  for (uint32_t i = 0; i < c->cfg.count; i++) {
    VdBlock *block = &c->f->block.at[c->cfg.order[i]];
    rewrite_insts(c, block);
    rewrite_params(c, block);
  }
  rewrite_sorts(c, values);
  collect_blocks(c);
  if (!c->more) c->more = has_more(c->f, place);
  vd_free(place);
}

// -------------------------------------------------------------------- round
static void find_definitions(Clean *c) {
  for (uint32_t b = 0; b < c->f->block.len; b++) {
    const VdBlock *block = &c->f->block.at[b];
    for (uint32_t p = 0; p < block->params; p++)
      c->where[block->first_param.id + p] = (Where){b, VD_NOWHERE};
    for (uint32_t k = 0; k < block->inst.len; k++)
      for (uint32_t r = 0; r < block->inst.at[k].results; r++)
        c->where[block->inst.at[k].first.id + r] = (Where){b, k};
  }
}

// Returns whether anything changed; *more says whether another round might.
static bool round_of(VdModule *m, VdFunc *f, bool *more) {
  Clean c = {.m = m, .f = f};
  size_t values = (size_t)f->sort.len + 1;
  size_t each =
      sizeof *c.where + sizeof *c.to + sizeof *c.number + sizeof *c.live;
  c.where = vd_alloc(vd_add(vd_mul(values, each), f->block.len));
  c.to = (uint32_t *)(c.where + values);
  c.number = c.to + values;
  c.live = (bool *)(c.number + values);
  c.merged = c.live + values;
  find_definitions(&c);
  for (uint32_t b = 0; b < f->block.len; b++) fold_branch(&c, &f->block.at[b]);
  skip_empty(&c);
  vd_cfg_init(&c.cfg, f);
  drop_redundant(&c);
  merge_blocks(&c);
  mark_live(&c);
  rewrite(&c);
  vd_cfg_done(&c.cfg);
  vd_free(c.where);
  *more = c.changed && c.more;
  return c.changed;
}

bool vd_func_clean(VdModule *m, VdFunc *f) {
  bool changed = false, more = true;
  uint32_t rounds = 0;
  for (; more && rounds < vd_limit->clean_rounds; rounds++)
    changed |= round_of(m, f, &more);
  if (VD_DEBUG_BUILD && !more) VD_CHECK(!round_of(m, f, &more));
  return changed;
}
