// Canonical digests of functions.
//
// A function is written as bytes and hashed with SHA-256. What does not matter
// is not written, or is written in an order of its own: blocks are in reverse
// post order; constants stand where they are used; a pure instruction is written
// when the first thing with an effect, or an exit, needs it, and gets the next
// number then. So neither the order nor the block of pure instructions counts.
//
// What a function refers to (callees, functions whose address it takes, constant
// globals and what they point to) counts by digest. Functions and constant
// globals that refer to each other in a cycle are hashed together by colour
// refinement: the colour of a node is first the digest of its bytes with marks
// for nodes of the group, then, round by round, of its own colour and those of
// the marked nodes in order. When a round tells no more nodes apart, equal
// colours mean equal behaviour, and the digest is that of the colour and of the
// sorted colours of the group. A group that takes too many rounds (contrived)
// falls back on names, which only makes fewer digests equal.
#include <stdlib.h>

#include "ir/inner.h"

enum { VD_MAX_REFINE_ROUNDS = 64 };

typedef enum Tag {
  TAG_DEFINED = 1,
  TAG_EXTERNAL,
  TAG_OPAQUE,
  TAG_GLOBAL,
  TAG_GROUP,
  TAG_NAMES,
  TAG_OWN,      // a node of the same group
  TAG_OTHER,    // a digest follows
  TAG_NAMED,    // a global by name
  TAG_ADDRESS,  // of a function
  TAG_BLOCK,
  TAG_OP,
  TAG_CONST,
  TAG_UNDEF,
  TAG_SLOT,
  TAG_CALL,
  TAG_CALLPTR,
  TAG_REQUIRE,
  TAG_JUMP,
  TAG_BRANCH,
  TAG_RETURN,
  TAG_STOP,
} Tag;

typedef VD_VEC(uint8_t) Bytes;
typedef VD_VEC(uint32_t) Ids;

// Nodes are functions, then globals.
typedef struct Hash {
  VdModule *m;
  VdSha *sha;
  uint32_t nodes;
  Ids start, to;         // edges between nodes
  uint32_t *component;
  VdDigest *digest;      // of node
  VdDigest *colour, *next_colour;  // of node, while its group is at hand
  Bytes out;
  Ids own, own_start;    // references to nodes of the group, in order
  uint32_t group;        // at hand
  // Of the function at hand:
  const VdFunc *f;
  Ids number;            // of value id, 0 if it has none yet
  VD_VEC(const VdInst *) def;  // of value id, NULL for a parameter
  Ids slot;              // of slot: its number, from 1 on
  uint32_t values, slots;
  Ids work;
} Hash;

// -------------------------------------------------------------------- bytes
static void put(Hash *h, uint64_t n) {
  while (n >= 0x80) {
    vd_push(&h->out, (uint8_t)(n | 0x80));
    n >>= 7;
  }
  vd_push(&h->out, (uint8_t)n);
}

static void put_bytes(Hash *h, const void *bytes, size_t n) {
  if (!n) return;
  VD_CHECK(n <= UINT32_MAX);
  vd_reserve(&h->out, (uint32_t)n);
  memcpy(h->out.at + h->out.len, bytes, n);
  h->out.len += (uint32_t)n;
}

static void put_text(Hash *h, const char *text) {
  size_t n = strlen(text);
  put(h, n);
  put_bytes(h, text, n);
}

static void put_sort(Hash *h, VdSort sort) {
  put(h, sort.kind);
  put(h, sort.a);
  put(h, sort.b);
}

static VdDigest take_digest(Hash *h) {
  vd_sha_add(h->sha, h->out.at, h->out.len);
  h->out.len = 0;
  return vd_sha_digest(h->sha);
}

// --------------------------------------------------------------- references
static bool is_node(const VdModule *m, uint32_t global) {
  return m->global.at[global].constant && !m->global.at[global].external;
}

static void put_node(Hash *h, uint32_t node) {
  if (h->component[node] == h->group) {
    put(h, TAG_OWN);
    vd_push(&h->own, node);
  } else {
    put(h, TAG_OTHER);
    put_bytes(h, h->digest[node].byte, sizeof h->digest[node].byte);
  }
}

static void put_global(Hash *h, uint32_t global) {
  const VdGlobal *g = &h->m->global.at[global];
  if (is_node(h->m, global)) {
    put_node(h, h->m->func.len + global);
    return;
  }
  put(h, TAG_NAMED);
  put_text(h, g->name);
  put(h, g->size);
}

static void put_address(Hash *h, uint32_t func) {
  put(h, TAG_ADDRESS);
  put_text(h, h->m->func.at[func]->link);
  put_node(h, func);
}

// ------------------------------------------------------------- instructions
static void put_leaf(Hash *h, const VdInst *inst) {
  put(h, 0);
  if (inst->kind == VD_INST_GLOBAL) {
    put_global(h, inst->index);
  } else if (inst->kind == VD_INST_FUNC) {
    put_address(h, inst->index);
  } else {
    put(h, TAG_CONST);
    put_sort(h, inst->value.sort);
    for (uint32_t i = 0; i < vd_sort_width(inst->value.sort); i += 64)
      put(h, vd_value_limb(&inst->value, i / 64));
  }
}

// A leaf, or the number of a value that has one.
static void put_ref(Hash *h, VdRef ref) {
  const VdInst *inst = h->def.at[ref.id];
  if (inst && vd_inst_is_leaf(inst))
    put_leaf(h, inst);
  else
    put(h, h->number.at[ref.id]);
}

static void put_refs(Hash *h, const VdRef *refs, uint32_t n) {
  put(h, n);
  for (uint32_t i = 0; i < n; i++) put_ref(h, refs[i]);
}

static void put_slot(Hash *h, uint32_t slot) {
  if (!h->slot.at[slot]) h->slot.at[slot] = ++h->slots;
  put(h, h->slot.at[slot]);
  put(h, h->f->slot.at[slot].size);
  put(h, h->f->slot.at[slot].align);
}

// Writes an instruction whose arguments have numbers, and numbers its results.
static void put_inst(Hash *h, const VdInst *inst) {
  switch (inst->kind) {
    case VD_INST_OP:
      put(h, TAG_OP);
      put(h, (uint64_t)inst->op);
      put(h, inst->imm);
      break;
    case VD_INST_UNDEF:
      put(h, TAG_UNDEF);
      put_sort(h, vd_func_sort(h->f, inst->first));
      break;
    case VD_INST_SLOT:
      put(h, TAG_SLOT);
      put_slot(h, inst->index);
      break;
    case VD_INST_CALL:
    case VD_INST_CALLPTR:
      put(h, inst->kind == VD_INST_CALL ? TAG_CALL : TAG_CALLPTR);
      put_node(h, inst->index);
      break;
    case VD_INST_REQUIRE: put(h, TAG_REQUIRE); break;
    case VD_INST_CONST:
    case VD_INST_GLOBAL:
    case VD_INST_FUNC: VD_CHECK(!"leaves are written where they are used");
  }
  put_refs(h, inst->arg, inst->args);
  for (uint32_t r = 0; r < inst->results; r++)
    h->number.at[inst->first.id + r] = ++h->values;
}

static bool is_ready(const Hash *h, VdRef ref) {
  const VdInst *inst = h->def.at[ref.id];
  return h->number.at[ref.id] || (inst && vd_inst_is_leaf(inst));
}

// Pushes the arguments that have no number yet, the first one on top.
static bool push_missing(Hash *h, const VdRef *refs, uint32_t n) {
  uint32_t before = h->work.len;
  for (uint32_t i = n; i-- > 0;)
    if (!is_ready(h, refs[i])) vd_push(&h->work, refs[i].id);
  return h->work.len > before;
}

// Writes the pure instructions that these values need.
static void need(Hash *h, const VdRef *refs, uint32_t n) {
  push_missing(h, refs, n);
  while (h->work.len) {
    uint32_t id = h->work.at[h->work.len - 1];
    const VdInst *inst = h->def.at[id];
    if (!is_ready(h, (VdRef){id})) {
      VD_CHECK(inst);
      if (push_missing(h, inst->arg, inst->args)) continue;
      put_inst(h, inst);
    }
    h->work.len--;
  }
}

// ------------------------------------------------------------------- blocks
static void put_edge(Hash *h, const VdCfg *cfg, const VdEdge *edge) {
  put(h, cfg->rank[edge->block]);
  put_refs(h, edge->arg, edge->args);
}

static void put_exit(Hash *h, const VdCfg *cfg, const VdBlock *block) {
  if (block->exit == VD_EXIT_BRANCH) need(h, &block->cond, 1);
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    need(h, block->edge[e].arg, block->edge[e].args);
  switch (block->exit) {
    case VD_EXIT_JUMP:
      put(h, TAG_JUMP);
      put_edge(h, cfg, &block->edge[0]);
      return;
    case VD_EXIT_BRANCH:
      put(h, TAG_BRANCH);
      put_ref(h, block->cond);
      put_edge(h, cfg, &block->edge[0]);
      put_edge(h, cfg, &block->edge[1]);
      return;
    case VD_EXIT_RETURN:
      need(h, block->ret, h->f->results);
      put(h, TAG_RETURN);
      put_refs(h, block->ret, h->f->results);
      return;
    case VD_EXIT_STOP:
    case VD_EXIT_NONE: put(h, TAG_STOP); return;
  }
}

static void put_block(Hash *h, const VdCfg *cfg, const VdBlock *block) {
  put(h, TAG_BLOCK);
  put(h, block->params);
  for (uint32_t p = 0; p < block->params; p++) {
    uint32_t id = block->first_param.id + p;
    put_sort(h, vd_func_sort(h->f, (VdRef){id}));
    h->number.at[id] = ++h->values;
  }
  for (uint32_t k = 0; k < block->inst.len; k++) {
    const VdInst *inst = &block->inst.at[k];
    if (vd_inst_is_pure(h->m, inst)) continue;
    need(h, inst->arg, inst->args);
    put_inst(h, inst);
  }
  put_exit(h, cfg, block);
}

static void clear(Ids *ids, uint32_t n) {
  ids->len = 0;
  vd_reserve(ids, n);
  if (n) memset(ids->at, 0, n * sizeof *ids->at);
}

static void find_definitions(Hash *h) {
  uint32_t n = h->f->sort.len + 1;
  clear(&h->number, n);
  clear(&h->slot, h->f->slot.len);
  vd_reserve(&h->def, n);
  memset(h->def.at, 0, n * sizeof *h->def.at);
  for (uint32_t b = 0; b < h->f->block.len; b++) {
    const VdBlock *block = &h->f->block.at[b];
    for (uint32_t k = 0; k < block->inst.len; k++)
      for (uint32_t r = 0; r < block->inst.at[k].results; r++)
        h->def.at[block->inst.at[k].first.id + r] = &block->inst.at[k];
  }
}

static void put_body(Hash *h, const VdFunc *f) {
  VdCfg cfg;
  h->f = f;
  h->values = h->slots = 0;
  find_definitions(h);
  vd_cfg_init(&cfg, f);
  for (uint32_t i = 0; i < cfg.count; i++)
    put_block(h, &cfg, &f->block.at[cfg.order[i]]);
  vd_cfg_done(&cfg);
}

// -------------------------------------------------------------------- nodes
static void put_signature(Hash *h, const VdFunc *f) {
  put(h, f->params);
  put(h, f->results);
  for (uint32_t i = 0; i < f->params + f->results; i++) {
    const VdParam *p = i < f->params ? &f->param[i] : &f->result[i - f->params];
    put_sort(h, p->sort);
    put(h, p->role);
  }
}

static void put_func(Hash *h, const VdFunc *f) {
  if (f->kind == VD_FUNC_UNSUPPORTED) {
    put(h, TAG_OPAQUE);
    put_bytes(h, f->opaque.byte, sizeof f->opaque.byte);
    put_signature(h, f);
  } else if (f->kind == VD_FUNC_DEFINED) {
    put(h, TAG_DEFINED);
    put_signature(h, f);
    if (f->block.len) put_body(h, f);
  } else {
    put(h, TAG_EXTERNAL);
    put(h, f->kind);
    put_text(h, f->link);
    put_signature(h, f);
  }
}

static void put_constant(Hash *h, const VdGlobal *g) {
  put(h, TAG_GLOBAL);
  put(h, g->size);
  put(h, g->relocs);
  for (uint32_t i = 0; i < g->relocs; i++) {
    put(h, g->reloc[i].offset);
    put(h, (uint64_t)g->reloc[i].addend);
    if (g->reloc[i].function)
      put_address(h, g->reloc[i].index);
    else
      put_global(h, g->reloc[i].index);
  }
  // All zero may be written as no contents at all.
  bool zero = true;
  for (uint64_t i = 0; g->init && i < g->size && zero; i++)
    zero = !g->init[i];
  put(h, zero);
  if (!zero) put_bytes(h, g->init, g->size);
}

static void put_whole_node(Hash *h, uint32_t node) {
  if (node < h->m->func.len)
    put_func(h, h->m->func.at[node]);
  else
    put_constant(h, &h->m->global.at[node - h->m->func.len]);
}

// ------------------------------------------------------------------- groups
static int by_bytes(const void *x, const void *y) {
  return memcmp(x, y, sizeof(VdDigest));
}

// The group's colours, sorted; returns how many different ones there are.
static uint32_t sort_colours(const Hash *h, const uint32_t *node, uint32_t n,
                             VdDigest *sorted) {
  uint32_t different = 1;
  for (uint32_t i = 0; i < n; i++) sorted[i] = h->colour[node[i]];
  qsort(sorted, n, sizeof *sorted, by_bytes);
  for (uint32_t i = 1; i < n; i++)
    different += !vd_digest_eq(&sorted[i - 1], &sorted[i]);
  return different;
}

static void refine(Hash *h, const uint32_t *node, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    put_bytes(h, h->colour[node[i]].byte, sizeof(VdDigest));
    for (uint32_t k = h->own_start.at[i]; k < h->own_start.at[i + 1]; k++)
      put_bytes(h, h->colour[h->own.at[k]].byte, sizeof(VdDigest));
    h->next_colour[node[i]] = take_digest(h);
  }
  for (uint32_t i = 0; i < n; i++) h->colour[node[i]] = h->next_colour[node[i]];
}

static const char *node_name(const Hash *h, uint32_t node) {
  uint32_t funcs = h->m->func.len;
  return node < funcs ? h->m->func.at[node]->name
                      : h->m->global.at[node - funcs].name;
}

static void colour_by_name(Hash *h, const uint32_t *node, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    put(h, TAG_NAMES);
    put_bytes(h, h->colour[node[i]].byte, sizeof(VdDigest));
    put_text(h, node_name(h, node[i]));
    for (uint32_t k = h->own_start.at[i]; k < h->own_start.at[i + 1]; k++) {
      put(h, h->own.at[k] < h->m->func.len);
      put_text(h, node_name(h, h->own.at[k]));
    }
    h->next_colour[node[i]] = take_digest(h);
  }
  for (uint32_t i = 0; i < n; i++) h->colour[node[i]] = h->next_colour[node[i]];
}

static void hash_group(Hash *h, const uint32_t *node, uint32_t n) {
  VdDigest *sorted = vd_alloc(vd_mul(n, sizeof *sorted));
  uint32_t before = sort_colours(h, node, n, sorted), rounds = 0;
  for (;;) {
    refine(h, node, n);
    uint32_t now = sort_colours(h, node, n, sorted);
    if (now == before) break;
    before = now;
    if (++rounds == VD_MAX_REFINE_ROUNDS) {
      colour_by_name(h, node, n);
      sort_colours(h, node, n, sorted);
      break;
    }
  }
  put_bytes(h, sorted, n * sizeof *sorted);
  VdDigest all = take_digest(h);
  for (uint32_t i = 0; i < n; i++) {
    put(h, TAG_GROUP);
    put_bytes(h, h->colour[node[i]].byte, sizeof(VdDigest));
    put_bytes(h, all.byte, sizeof all);
    h->digest[node[i]] = take_digest(h);
  }
  vd_free(sorted);
}

static void hash_component(Hash *h, const uint32_t *node, uint32_t n) {
  h->group = h->component[node[0]];
  h->own.len = h->own_start.len = 0;
  for (uint32_t i = 0; i < n; i++) {
    vd_push(&h->own_start, h->own.len);
    put_whole_node(h, node[i]);
    h->colour[node[i]] = take_digest(h);
  }
  vd_push(&h->own_start, h->own.len);
  if (n == 1)
    h->digest[node[0]] = h->colour[node[0]];
  else
    hash_group(h, node, n);
}

// -------------------------------------------------------------------- graph
static void add_func_edges(Hash *h, const VdFunc *f) {
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    for (uint32_t k = 0; k < block->inst.len; k++) {
      const VdInst *inst = &block->inst.at[k];
      if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_CALLPTR ||
          inst->kind == VD_INST_FUNC)
        vd_push(&h->to, inst->index);
      else if (inst->kind == VD_INST_GLOBAL && is_node(h->m, inst->index))
        vd_push(&h->to, h->m->func.len + inst->index);
    }
  }
}

static void add_global_edges(Hash *h, uint32_t global) {
  const VdGlobal *g = &h->m->global.at[global];
  if (!is_node(h->m, global)) return;
  for (uint32_t i = 0; i < g->relocs; i++) {
    if (g->reloc[i].function)
      vd_push(&h->to, g->reloc[i].index);
    else if (is_node(h->m, g->reloc[i].index))
      vd_push(&h->to, h->m->func.len + g->reloc[i].index);
  }
}

static void add_edges(Hash *h) {
  for (uint32_t i = 0; i < h->m->func.len; i++) {
    vd_push(&h->start, h->to.len);
    add_func_edges(h, h->m->func.at[i]);
  }
  for (uint32_t i = 0; i < h->m->global.len; i++) {
    vd_push(&h->start, h->to.len);
    add_global_edges(h, i);
  }
  vd_push(&h->start, h->to.len);
}

// Nodes by component, smallest component first: what a component refers to
// comes before it.
static void hash_all(Hash *h) {
  uint32_t n = h->nodes;
  VdGraph graph = {n, h->start.at, h->to.at};
  uint32_t count = vd_graph_scc(&graph, h->component);
  uint32_t *first = vd_alloc(((size_t)count + 1) * sizeof *first);
  uint32_t *node = vd_alloc(((size_t)n + 1) * sizeof *node);
  for (uint32_t i = 0; i < n; i++) first[h->component[i] + 1]++;
  for (uint32_t c = 0; c < count; c++) first[c + 1] += first[c];
  for (uint32_t i = 0; i < n; i++) node[first[h->component[i]]++] = i;
  for (uint32_t c = 0, from = 0; c < count; from = first[c++])
    hash_component(h, node + from, first[c] - from);
  vd_free(first);
  vd_free(node);
}

// ----------------------------------------------------------- may be undefined
static bool is_risky(const VdFunc *f) {
  if (f->kind == VD_FUNC_UNSUPPORTED) return true;
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    if (block->exit == VD_EXIT_STOP) return true;
    for (uint32_t k = 0; k < block->inst.len; k++)
      if (block->inst.at[k].kind == VD_INST_REQUIRE) return true;
  }
  return false;
}

// Goes from risky functions to their callers, with the calls turned round.
static void find_risks(VdModule *m) {
  Ids work = {0};
  VD_VEC(uint64_t) call = {0};  // next << 32 | caller, a list for each callee
  uint32_t *last = vd_alloc(((size_t)m->func.len + 1) * sizeof *last);
  for (uint32_t i = 0; i < m->func.len; i++) {
    VdFunc *f = m->func.at[i];
    f->may_be_undefined = is_risky(f);
    if (f->may_be_undefined) vd_push(&work, i);
    for (uint32_t b = 0; b < f->block.len; b++)
      for (uint32_t k = 0; k < f->block.at[b].inst.len; k++) {
        const VdInst *inst = &f->block.at[b].inst.at[k];
        if (inst->kind != VD_INST_CALL && inst->kind != VD_INST_CALLPTR)
          continue;
        vd_push(&call, (uint64_t)last[inst->index] << 32 | i);
        last[inst->index] = call.len;
      }
  }
  while (work.len) {
    uint32_t callee = vd_pop(&work);
    for (uint32_t at = last[callee]; at; at = (uint32_t)(call.at[at - 1] >> 32)) {
      VdFunc *caller = m->func.at[(uint32_t)call.at[at - 1]];
      if (caller->may_be_undefined) continue;
      caller->may_be_undefined = true;
      vd_push(&work, (uint32_t)call.at[at - 1]);
    }
  }
  vd_free(last);
  vd_vec_done(&call);
  vd_vec_done(&work);
}

void vd_ir_hash(VdModule *m) {
  Hash h = {.m = m, .sha = vd_sha_new()};
  h.nodes = m->func.len + m->global.len;
  h.component = vd_alloc(((size_t)h.nodes + 1) * sizeof *h.component);
  h.digest = vd_alloc(((size_t)h.nodes + 1) * sizeof *h.digest);
  h.colour = vd_alloc(((size_t)h.nodes + 1) * sizeof *h.colour);
  h.next_colour = vd_alloc(((size_t)h.nodes + 1) * sizeof *h.next_colour);
  add_edges(&h);
  hash_all(&h);
  for (uint32_t i = 0; i < m->func.len; i++) m->func.at[i]->digest = h.digest[i];
  find_risks(m);
  vd_sha_free(h.sha);
  vd_free(h.component);
  vd_free(h.digest);
  vd_free(h.colour);
  vd_free(h.next_colour);
  vd_vec_done(&h.start);
  vd_vec_done(&h.to);
  vd_vec_done(&h.out);
  vd_vec_done(&h.own);
  vd_vec_done(&h.own_start);
  vd_vec_done(&h.number);
  vd_vec_done(&h.def);
  vd_vec_done(&h.slot);
  vd_vec_done(&h.work);
}
