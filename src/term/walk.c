// Walks over terms: reachable nodes, substitution, digest. Iterative: a term
// may be deeper than the stack.
#include "term/terms_impl.h"

// A node on the way: pushed once to be opened, again to be closed.
typedef VD_VEC(uint64_t) Work;
enum { CLOSE = 1 };

static void push_args(const VdTerms *tm, VdTerm t, const VdMap *seen,
                      Work *work) {
  for (uint32_t i = args_of(tm, t); i-- > 0;) {
    VdTerm a = arg_of(tm, t, i);
    if (!vd_map_get(seen, a.id)) vd_push(work, (uint64_t)a.id << 1);
  }
}

// A new walk: nothing is marked with its number.
static void start_walk(const VdTerms *tm) {
  Marks *m = tm->marks;
  if (m->cap < tm->node.len || m->walk == UINT32_MAX) {
    vd_free(m->at);
    m->cap = tm->node.len + tm->node.len / 2;
    m->at = vd_alloc(vd_mul(m->cap, sizeof *m->at));
    m->walk = 0;
  }
  m->walk++;
  m->work.len = 0;
}

static void open_term(const VdTerms *tm, VdTerm t) {
  Marks *m = tm->marks;
  m->at[t.id] = m->walk;
  vd_push(&m->work, (uint64_t)t.id << 1 | CLOSE);
  for (uint32_t i = args_of(tm, t); i-- > 0;) {
    VdTerm a = arg_of(tm, t, i);
    if (m->at[a.id] != m->walk) vd_push(&m->work, (uint64_t)a.id << 1);
  }
}

void vd_terms_reach(const VdTerms *tm, const VdTerm *roots, uint32_t n,
                    VdTermVec *out) {
  Marks *m = tm->marks;
  uint32_t before = out->len;
  start_walk(tm);
  for (uint32_t i = n; i-- > 0;)
    if (roots[i].id) vd_push(&m->work, (uint64_t)roots[i].id << 1);
  while (m->work.len) {
    uint64_t top = vd_pop(&m->work);
    VdTerm t = {(uint32_t)(top >> 1)};
    if (top & CLOSE)
      vd_push(out, t);
    else if (m->at[t.id] != m->walk)
      open_term(tm, t);
  }
  vd_work_add(VD_COST_VISIT, out->len - before);
}

bool vd_term_occurs(const VdTerms *tm, VdTerm what, VdTerm in) {
  VdTermVec nodes = {0};
  bool found = false;
  vd_terms_reach(tm, &in, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++)
    found = same(nodes.at[i], what);
  vd_vec_done(&nodes);
  return found;
}

VdTerm vd_term_with_args(VdTerms *tm, VdTerm t, const VdTerm *args) {
  uint32_t n = args_of(tm, t);
  if (is_op(tm, t, VD_OP_APP))
    return vd_mk_app(tm, vd_term_fun(tm, t), vd_term_result(tm, t), args, n);
  return n ? vd_mk(tm, op_of(tm, t), payload_of(tm, t), args, n) : t;
}

VdTerm vd_term_rebuild(VdTerms *tm, VdTerm t, const VdMap *map) {
  uint32_t n = args_of(tm, t);
  VdTerm small[8], *args = small;
  bool changed = false;
  if (n > VD_COUNT(small)) args = vd_alloc(vd_mul(n, sizeof *args));
  for (uint32_t i = 0; i < n; i++) {
    VdTerm old = arg_of(tm, t, i);
    args[i] = vd_term_mapped(old, map);
    changed |= !same(args[i], old);
  }
  VdTerm result = changed ? vd_term_with_args(tm, t, args) : t;
  if (args != small) vd_free(args);
  return result;
}

VdTerm vd_term_with_result(VdTerms *tm, VdTerm app, uint32_t result) {
  uint32_t n = args_of(tm, app);
  VdTerm *args = vd_alloc(vd_mul(n + 1, sizeof *args));
  for (uint32_t i = 0; i < n; i++) args[i] = arg_of(tm, app, i);
  VdTerm t = vd_mk_app(tm, vd_term_fun(tm, app), result, args, n);
  vd_free(args);
  return t;
}

void vd_terms_subst(VdTerms *tm, VdTerm *terms, uint32_t n, const VdMap *map) {
  VdMap done = {0};
  Work work = {0};
  for (uint32_t i = n; i-- > 0;)
    if (!vd_term_is_none(terms[i])) vd_push(&work, (uint64_t)terms[i].id << 1);
  while (work.len) {
    uint64_t top = vd_pop(&work);
    VdTerm t = {(uint32_t)(top >> 1)};
    if (vd_map_get(&done, t.id)) continue;
    const uint64_t *to = vd_map_get(map, t.id);
    if (to || (top & CLOSE)) {
      uint32_t id = to ? (uint32_t)*to : vd_term_rebuild(tm, t, &done).id;
      *vd_map_put(&done, t.id) = id;
      continue;
    }
    vd_push(&work, top | CLOSE);
    push_args(tm, t, &done, &work);
  }
  for (uint32_t i = 0; i < n; i++)
    if (!vd_term_is_none(terms[i]))
      terms[i].id = (uint32_t)*vd_map_get(&done, terms[i].id);
  vd_vec_done(&work);
  vd_map_done(&done);
}

VdTerm vd_term_subst(VdTerms *tm, VdTerm root, const VdMap *map) {
  vd_terms_subst(tm, &root, 1, map);
  return root;
}

// ------------------------------------------------------------------ digest

static void add_text(VdBuf *buf, const char *text) {
  uint32_t len = (uint32_t)strlen(text);
  vd_buf_add(buf, &len, sizeof len);
  vd_buf_add(buf, text, len);
}

// One byte for most: stored digests stay what they were.
static void add_result(VdBuf *buf, uint32_t result) {
  if (result >= 255) {
    vd_buf_char(buf, (char)255);
    vd_buf_add(buf, &result, sizeof result);
  } else {
    vd_buf_char(buf, (char)result);
  }
}

static void add_payload(const VdTerms *tm, VdTerm t, VdBuf *buf) {
  uint64_t payload = payload_of(tm, t);
  VdValue v;
  if (vd_term_value(tm, t, &v)) {
    for (uint32_t i = 0; i * 64 < vd_sort_width(v.sort); i++) {
      uint64_t limb = vd_value_limb(&v, i);
      vd_buf_add(buf, &limb, sizeof limb);
    }
  } else if (is_op(tm, t, VD_OP_ADDR)) {
    add_text(buf, vd_object_get(tm, (uint32_t)payload)->key);
  } else if (is_op(tm, t, VD_OP_APP)) {
    add_result(buf, app_result(payload));
    add_text(buf, vd_fun_get(tm, app_fun(payload))->key);
  } else {
    vd_buf_add(buf, &payload, sizeof payload);
  }
}

// Nodes are numbered in the order of the walk, which follows the arguments,
// whose order is structural: so the bytes do not depend on handles.
VdDigest vd_terms_digest(const VdTerms *tm, const VdTerm *terms, uint32_t n) {
  VdTermVec order = {0};
  VdMap number = {0};
  VdBuf buf = {0};
  vd_terms_reach(tm, terms, n, &order);
  for (uint32_t k = 0; k < order.len; k++) {
    VdTerm t = order.at[k];
    *vd_map_put(&number, t.id) = k;
    uint32_t head[5] = {op_of(tm, t), sort_of(tm, t).a, sort_of(tm, t).b,
                        sort_of(tm, t).kind, args_of(tm, t)};
    vd_buf_add(&buf, head, sizeof head);
    add_payload(tm, t, &buf);
    for (uint32_t i = 0; i < args_of(tm, t); i++) {
      uint32_t arg = (uint32_t)*vd_map_get(&number, arg_of(tm, t, i).id);
      vd_buf_add(&buf, &arg, sizeof arg);
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t root =
        terms[i].id ? (uint32_t)*vd_map_get(&number, terms[i].id) : ~0u;
    vd_buf_add(&buf, &root, sizeof root);
  }
  VdDigest digest = vd_digest_of(buf.at, buf.len);
  vd_buf_done(&buf);
  vd_map_done(&number);
  vd_vec_done(&order);
  return digest;
}
