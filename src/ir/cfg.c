// The shape of a function: reverse post order, predecessors, dominators, and
// strongly connected components of any graph. Nothing here recurses: functions
// of 100,000 blocks in a row are real (generated code).
#include "ir/inner.h"

static uint32_t *words(size_t n) {
  return vd_alloc(vd_mul(vd_add(n, 1), sizeof(uint32_t)));
}

// ---------------------------------------------------- order, predecessors
typedef struct Visit {
  uint32_t block, left;  // edges still to follow, the last one first
} Visit;

// The order is filled from its end, where the last block to be left belongs
// first; then it is moved to the front. A block is on the stack once at most.
static void find_order(VdCfg *cfg, const VdFunc *f, Visit *stack) {
  uint32_t depth = 0, at = cfg->blocks;
  stack[depth++] = (Visit){0, vd_block_edges(&f->block.at[0])};
  cfg->rank[0] = 0;
  while (depth) {
    Visit *top = &stack[depth - 1];
    if (top->left == 0) {
      cfg->order[--at] = top->block;
      depth--;
      continue;
    }
    uint32_t to = f->block.at[top->block].edge[--top->left].block;
    if (cfg->rank[to] != VD_NOWHERE) continue;
    cfg->rank[to] = 0;
    stack[depth++] = (Visit){to, vd_block_edges(&f->block.at[to])};
  }
  cfg->count = cfg->blocks - at;
  memmove(cfg->order, cfg->order + at, cfg->count * sizeof *cfg->order);
  for (uint32_t i = 0; i < cfg->count; i++) cfg->rank[cfg->order[i]] = i;
}

static void find_preds(VdCfg *cfg, const VdFunc *f, uint32_t *next) {
  for (uint32_t i = 0; i < cfg->count; i++) {
    const VdBlock *block = &f->block.at[cfg->order[i]];
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      cfg->start[block->edge[e].block + 1]++;
  }
  for (uint32_t b = 0; b < cfg->blocks; b++) cfg->start[b + 1] += cfg->start[b];
  memcpy(next, cfg->start, cfg->blocks * sizeof *next);
  for (uint32_t i = 0; i < cfg->count; i++) {
    uint32_t b = cfg->order[i];
    const VdBlock *block = &f->block.at[b];
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      cfg->pred[next[block->edge[e].block]++] = 2 * b + e;
  }
}

void vd_cfg_init(VdCfg *cfg, const VdFunc *f) {
  VD_CHECK(f->block.len > 0);
  *cfg = (VdCfg){.blocks = f->block.len};
  size_t n = cfg->blocks;
  // In one piece, with room to work in at the end: most functions are small.
  uint32_t *store = words(6 * n);
  cfg->start = store;
  cfg->order = store + n + 1;
  cfg->rank = cfg->order + n;
  cfg->pred = cfg->rank + n;
  memset(cfg->rank, 0xff, n * sizeof *cfg->rank);
  find_order(cfg, f, (Visit *)cfg->pred);
  find_preds(cfg, f, cfg->pred + 2 * n);
}

void vd_cfg_done(VdCfg *cfg) {
  vd_free(cfg->start);
  *cfg = (VdCfg){0};
}

bool vd_cfg_has_loop(const VdCfg *cfg, const VdFunc *f) {
  for (uint32_t i = 0; i < cfg->count; i++) {
    const VdBlock *block = &f->block.at[cfg->order[i]];
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      if (cfg->rank[block->edge[e].block] <= i) return true;
  }
  return false;
}

// --------------------------------------------------------------- dominators
// The semi-NCA algorithm (Georgiadis 2005): near-linear where the common
// iterative one is quadratic on a long chain of branches to one target.
// All arrays are by preorder number of a depth-first tree.
typedef struct Snca {
  uint32_t *parent, *semi, *label, *idom, *block;
  uint32_t *number;  // of a block
  uint32_t count;
} Snca;

static void number_tree(Snca *s, const VdFunc *f) {
  VD_VEC(Visit) stack = {0};
  vd_push(&stack, (Visit){0, 0});  // here left is the parent's number
  while (stack.len) {
    Visit v = vd_pop(&stack);
    if (s->number[v.block] != VD_NOWHERE) continue;
    uint32_t n = s->count++;
    s->number[v.block] = n;
    s->block[n] = v.block;
    s->parent[n] = v.left;
    s->semi[n] = s->label[n] = n;
    const VdBlock *block = &f->block.at[v.block];
    for (uint32_t e = vd_block_edges(block); e-- > 0;)
      vd_push(&stack, (Visit){block->edge[e].block, n});
  }
  vd_vec_done(&stack);
}

// The label with the least semidominator on the path from v > limit up to, but
// without, the first one not above limit. Compresses the path, so parent is the
// ancestor link from here on and idom keeps the tree.
static uint32_t eval(Snca *s, uint32_t v, uint32_t limit, uint32_t *path) {
  uint32_t n = 0;
  while (s->parent[v] > limit) {
    path[n++] = v;
    v = s->parent[v];
  }
  while (n-- > 0) {
    uint32_t w = path[n], up = s->parent[w];
    if (s->semi[s->label[up]] < s->semi[s->label[w]])
      s->label[w] = s->label[up];
    s->parent[w] = s->parent[up];
    v = w;
  }
  return s->label[v];
}

static void find_semi(Snca *s, const VdCfg *cfg) {
  uint32_t *path = words(s->count);
  for (uint32_t w = s->count; w-- > 1;) {
    uint32_t b = s->block[w];
    s->semi[w] = s->parent[w];
    for (uint32_t i = cfg->start[b]; i < cfg->start[b + 1]; i++) {
      uint32_t v = s->number[cfg->pred[i] / 2];
      uint32_t u = v <= w ? v : s->semi[eval(s, v, w, path)];
      if (u < s->semi[w]) s->semi[w] = u;
    }
    s->label[w] = w;
  }
  vd_free(path);
}

static void find_idom(Snca *s) {
  for (uint32_t w = 1; w < s->count; w++) {
    uint32_t d = s->idom[w];  // the tree parent
    while (d > s->semi[w]) d = s->idom[d];
    s->idom[w] = d;
  }
}

static void find_intervals(const Snca *s, VdDom *dom) {
  uint32_t *size = words(s->count), *next = words(s->count);
  for (uint32_t w = s->count; w-- > 0;) {
    size[w]++;
    if (w) size[s->idom[w]] += size[w];
  }
  for (uint32_t w = 0; w < s->count; w++) {
    uint32_t first = w ? next[s->idom[w]] : 0, b = s->block[w];
    if (w) next[s->idom[w]] += size[w];
    next[w] = first + 1;
    dom->first[b] = first;
    dom->last[b] = first + size[w] - 1;
  }
  vd_free(size);
  vd_free(next);
}

void vd_dom_init(VdDom *dom, const VdCfg *cfg, const VdFunc *f) {
  size_t n = cfg->blocks;
  uint32_t *store = words(6 * n);
  Snca s = {
      store,         store + n, store + 2 * n, store + 3 * n, store + 4 * n,
      store + 5 * n, 0};
  memset(s.number, 0xff, n * sizeof *s.number);
  dom->first = words(n);
  dom->last = words(n);
  number_tree(&s, f);
  memcpy(s.idom, s.parent, s.count * sizeof *s.idom);
  find_semi(&s, cfg);
  find_idom(&s);
  find_intervals(&s, dom);
  vd_free(store);
}

void vd_dom_done(VdDom *dom) {
  vd_free(dom->first);
  vd_free(dom->last);
  *dom = (VdDom){0};
}

// --------------------------------------------- strongly connected components
// Tarjan's algorithm with its stack made explicit. found is 0 for what was not
// seen yet; a node's component is VD_NOWHERE while it is open.
typedef struct Tarjan {
  const VdGraph *graph;
  uint32_t *component, *found, *low, *next;
  uint32_t *open, *path;  // stacks; a node is once at most on each
  uint32_t opened, depth;
  uint32_t seen, count;
} Tarjan;

static void enter(Tarjan *t, uint32_t node) {
  t->found[node] = t->low[node] = ++t->seen;
  t->next[node] = t->graph->start[node];
  t->component[node] = VD_NOWHERE;
  t->open[t->opened++] = node;
  t->path[t->depth++] = node;
}

static void close_component(Tarjan *t, uint32_t root) {
  uint32_t member;
  do {
    member = t->open[--t->opened];
    t->component[member] = t->count;
  } while (member != root);
  t->count++;
}

static void leave(Tarjan *t, uint32_t node) {
  t->depth--;
  if (t->low[node] == t->found[node]) {
    close_component(t, node);
  } else {
    uint32_t up = t->path[t->depth - 1];
    if (t->low[node] < t->low[up]) t->low[up] = t->low[node];
  }
}

static void walk(Tarjan *t) {
  while (t->depth) {
    uint32_t node = t->path[t->depth - 1];
    if (t->next[node] == t->graph->start[node + 1]) {
      leave(t, node);
      continue;
    }
    uint32_t to = t->graph->to[t->next[node]++];
    if (t->found[to] == 0)
      enter(t, to);
    else if (t->component[to] == VD_NOWHERE && t->found[to] < t->low[node])
      t->low[node] = t->found[to];
  }
}

uint32_t vd_graph_scc(const VdGraph *graph, uint32_t *component) {
  Tarjan t = {.graph = graph, .component = component};
  uint32_t n = graph->nodes, *store = words(5 * (size_t)n);
  t.found = store;
  t.low = t.found + n;
  t.next = t.low + n;
  t.open = t.next + n;
  t.path = t.open + n;
  for (uint32_t i = 0; i < n; i++) {
    if (t.found[i]) continue;
    enter(&t, i);
    walk(&t);
  }
  vd_free(store);
  return t.count;
}
