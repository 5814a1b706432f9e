// Canonical digests of functions, by SHA-256 over what canon.c writes.
//
// What a function refers to (callees, functions whose address it takes,
// constant globals and what they point to) counts by digest. Functions and
// constant globals that refer to each other in a cycle are hashed together by
// colour refinement: the colour of a node is first the digest of its bytes with
// marks for nodes of the group, then, round by round, of its own colour and
// those of the marked nodes in order. When a round tells no more nodes apart,
// equal colours mean equal behaviour, and the digest is that of the colour and
// of the sorted colours of the group. A group that takes too many rounds
// (contrived) falls back on names, which only makes fewer digests equal.
#include <stdlib.h>

#include "base/limit.h"
#include "ir/canon.h"

typedef struct Hash {
  VdModule *m;
  VdSha *sha;
  VdCanon canon;
  uint32_t nodes;
  VdCalls calls;
  uint32_t *component;
  VdDigest *digest;                // of node
  VdDigest *colour, *next_colour;  // of node, while its group is at hand
  VdIdVec own, own_start;          // references to nodes of the group, in order
  uint32_t group;                  // at hand
} Hash;

static VdDigest take_digest(Hash *h) {
  vd_sha_add(h->sha, h->canon.out.at, h->canon.out.len);
  h->canon.out.len = 0;
  return vd_sha_digest(h->sha);
}

static void refer_by_digest(void *context, uint32_t node) {
  Hash *h = context;
  if (h->component[node] == h->group) {
    vd_canon_put(&h->canon, VD_TAG_OWN);
    vd_push(&h->own, node);
  } else {
    vd_canon_put(&h->canon, VD_TAG_OTHER);
    vd_canon_bytes(&h->canon, h->digest[node].byte, sizeof(VdDigest));
  }
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
    vd_canon_bytes(&h->canon, h->colour[node[i]].byte, sizeof(VdDigest));
    for (uint32_t k = h->own_start.at[i]; k < h->own_start.at[i + 1]; k++)
      vd_canon_bytes(&h->canon, h->colour[h->own.at[k]].byte, sizeof(VdDigest));
    h->next_colour[node[i]] = take_digest(h);
  }
  for (uint32_t i = 0; i < n; i++) h->colour[node[i]] = h->next_colour[node[i]];
}

static const char *node_name(const Hash *h, uint32_t node) {
  uint32_t funcs = h->m->func.len;
  return node < funcs ? h->m->func.at[node]->name
                      : vd_global_known_as(&h->m->global.at[node - funcs]);
}

static void colour_by_name(Hash *h, const uint32_t *node, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    vd_canon_put(&h->canon, VD_TAG_NAMES);
    vd_canon_bytes(&h->canon, h->colour[node[i]].byte, sizeof(VdDigest));
    vd_canon_text(&h->canon, node_name(h, node[i]));
    for (uint32_t k = h->own_start.at[i]; k < h->own_start.at[i + 1]; k++) {
      vd_canon_put(&h->canon, h->own.at[k] < h->m->func.len);
      vd_canon_text(&h->canon, node_name(h, h->own.at[k]));
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
    if (++rounds == vd_limit->hash_rounds) {
      colour_by_name(h, node, n);
      sort_colours(h, node, n, sorted);
      break;
    }
  }
  vd_canon_bytes(&h->canon, sorted, n * sizeof *sorted);
  VdDigest all = take_digest(h);
  for (uint32_t i = 0; i < n; i++) {
    vd_canon_put(&h->canon, VD_TAG_GROUP);
    vd_canon_bytes(&h->canon, h->colour[node[i]].byte, sizeof(VdDigest));
    vd_canon_bytes(&h->canon, all.byte, sizeof all);
    h->digest[node[i]] = take_digest(h);
  }
  vd_free(sorted);
}

static void hash_component(Hash *h, const uint32_t *node, uint32_t n) {
  h->group = h->component[node[0]];
  h->own.len = h->own_start.len = 0;
  for (uint32_t i = 0; i < n; i++) {
    vd_push(&h->own_start, h->own.len);
    vd_canon_node(&h->canon, node[i]);
    h->colour[node[i]] = take_digest(h);
  }
  vd_push(&h->own_start, h->own.len);
  if (n == 1)
    h->digest[node[0]] = h->colour[node[0]];
  else
    hash_group(h, node, n);
}

// -------------------------------------------------------------------- graph
// Nodes by component, smallest component first: what a component refers to
// comes before it.
static void hash_all(Hash *h) {
  uint32_t n = h->nodes;
  VdGraph graph = {n, h->calls.start.at, h->calls.to.at};
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

void vd_ir_hash(VdModule *m) {
  Hash h = {.m = m, .sha = vd_sha_new()};
  size_t n = (size_t)m->func.len + m->global.len + 1;
  h.canon = (VdCanon){.m = m, .refer = refer_by_digest, .context = &h};
  h.nodes = (uint32_t)n - 1;
  h.component = vd_alloc(n * sizeof *h.component);
  h.digest = vd_alloc(n * sizeof *h.digest);
  h.colour = vd_alloc(n * sizeof *h.colour);
  h.next_colour = vd_alloc(n * sizeof *h.next_colour);
  vd_calls_init(&h.calls, m);
  vd_calls_mark(&h.calls, m);
  hash_all(&h);
  for (uint32_t i = 0; i < m->func.len; i++)
    m->func.at[i]->digest = h.digest[i];
  for (uint32_t i = 0; i < m->global.len; i++)
    m->global.at[i].digest = h.digest[m->func.len + i];
  vd_sha_free(h.sha);
  vd_free(h.component);
  vd_free(h.digest);
  vd_free(h.colour);
  vd_free(h.next_colour);
  vd_canon_done(&h.canon);
  vd_calls_done(&h.calls);
  vd_vec_done(&h.own);
  vd_vec_done(&h.own_start);
}
