// Decision diagrams with terms at their ends (Bahar et al., ICCAD 1993; the
// binary ones are Bryant's). An operator is applied end by end, where the term
// layer folds constants: so a result that is one of a few amounts stays small,
// however many bits it has.
#include "solve/diagram.h"

#include <stdlib.h>

#include "base/limit.h"

enum {
  OPAQUE = 1 << 20,  // variables from here on are undecided conditions
  END = UINT32_MAX,  // instead of a variable
  APPLY = 1 << 30,
};

typedef struct Node {
  uint32_t var;
  VdDiagram yes, no;  // of an end: yes is the term
} Node;

typedef struct Operator {
  VdOp op;
  uint64_t imm;
  uint32_t what;  // from APPLY on, so that it is no diagram
} Operator;

// A result: of choose(a, b, c), or of an operator c on a and b. a is never 0 in
// a choice, nor c in an operation: an empty slot is neither.
typedef struct Slot {
  uint32_t a, b, c;
  VdDiagram result;
} Slot;

typedef struct Ranked {
  uint32_t var;
  VdDiagram is;
} Ranked;

struct VdDiagrams {
  VdTerms *tm;
  VD_VEC(Node) node;
  uint32_t max;
  uint32_t *unique;  // node + 1
  uint32_t unique_size;
  Slot *cache;  // as large as the table of nodes; what was in a smaller one
                // is forgotten
  uint32_t cache_size;
  VdMap known;   // term to diagram + 1
  VdMap number;  // of undecided conditions, from 1
  VdTermVec opaque;
  VD_VEC(Operator) ops;
  VD_VEC(Ranked) order;  // of vd_diagram_any
  VdDiagram no, yes;
};

// -------------------------------------------------------------------- nodes

static uint32_t hash(uint32_t a, uint32_t b, uint32_t c) {
  uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
  h ^= (uint64_t)c * 0xc2b2ae3d27d4eb4fu;
  return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static void grow(VdDiagrams *d) {
  vd_free(d->unique);
  d->unique_size = d->unique_size ? d->unique_size * 2 : 256;
  d->unique = vd_alloc(vd_mul(d->unique_size, sizeof *d->unique));
  for (uint32_t i = 0; i < d->node.len; i++) {
    const Node *n = &d->node.at[i];
    uint32_t at = hash(n->yes, n->no, n->var) & (d->unique_size - 1);
    while (d->unique[at]) at = (at + 1) & (d->unique_size - 1);
    d->unique[at] = i + 1;
  }
  if (d->cache_size == vd_limit->diagram_cache) return;
  vd_free(d->cache);
  d->cache_size = least(d->unique_size, vd_limit->diagram_cache);
  d->cache = vd_alloc(d->cache_size * sizeof *d->cache);
}

static VdDiagram put(VdDiagrams *d, uint32_t var, uint32_t yes, uint32_t no) {
  vd_work_add(VD_COST_DIAGRAM, 1);
  if (d->node.len * 2 >= d->unique_size) grow(d);
  uint32_t at = hash(yes, no, var) & (d->unique_size - 1);
  for (; d->unique[at]; at = (at + 1) & (d->unique_size - 1)) {
    const Node *n = &d->node.at[d->unique[at] - 1];
    if (n->var == var && n->yes == yes && n->no == no) return d->unique[at] - 1;
  }
  if (d->node.len >= d->max) return VD_DIAGRAM_NONE;
  vd_push(&d->node, (Node){var, yes, no});
  d->unique[at] = d->node.len;
  return d->node.len - 1;
}

static VdDiagram decide(VdDiagrams *d, uint32_t var, VdDiagram yes,
                        VdDiagram no) {
  if (yes == VD_DIAGRAM_NONE || no == VD_DIAGRAM_NONE) return VD_DIAGRAM_NONE;
  return yes == no ? yes : put(d, var, yes, no);
}

static bool is_end(const VdDiagrams *d, VdDiagram a) {
  return d->node.at[a].var == END;
}

static VdTerm end_term(const VdDiagrams *d, VdDiagram a) {
  return (VdTerm){d->node.at[a].yes};
}

// A condition that is neither true nor false is decided by itself.
static VdDiagram end(VdDiagrams *d, VdTerm t) {
  if (vd_term_is_none(t)) return VD_DIAGRAM_NONE;
  if (vd_term_sort(d->tm, t).kind != VD_SORT_BOOL ||
      vd_term_is_true(d->tm, t) || vd_term_is_false(d->tm, t))
    return put(d, END, t.id, 0);
  uint64_t *slot = vd_map_put(&d->number, t.id);
  if (!*slot) {
    vd_push(&d->opaque, t);
    *slot = d->opaque.len;
  }
  if (*slot > vd_limit->diagram_opaque) return VD_DIAGRAM_NONE;
  return decide(d, OPAQUE + (uint32_t)*slot, d->yes, d->no);
}

static uint32_t var_of(const VdDiagrams *d, VdDiagram a) {
  return d->node.at[a].var;
}

static VdDiagram branch(const VdDiagrams *d, VdDiagram a, uint32_t var,
                        bool yes) {
  const Node *n = &d->node.at[a];
  if (n->var != var) return a;
  return yes ? n->yes : n->no;
}

// ---------------------------------------------------------------- operators

static Slot *slot_of(const VdDiagrams *d, uint32_t a, uint32_t b, uint32_t c) {
  return &d->cache[hash(a, b, c) & (d->cache_size - 1)];
}

static bool is_in(const Slot *s, uint32_t a, uint32_t b, uint32_t c) {
  return s->a == a && s->b == b && s->c == c;
}

static VdDiagram choose(VdDiagrams *d, VdDiagram c, VdDiagram a, VdDiagram b) {
  if (c == VD_DIAGRAM_NONE || a == VD_DIAGRAM_NONE || b == VD_DIAGRAM_NONE)
    return VD_DIAGRAM_NONE;
  if (c == d->yes || a == b) return a;
  if (c == d->no) return b;
  if (a == d->yes && b == d->no) return c;
  const Slot *s = slot_of(d, c, a, b);
  if (is_in(s, c, a, b)) return s->result;
  uint32_t var = least(var_of(d, c), least(var_of(d, a), var_of(d, b)));
  VdDiagram yes = choose(d, branch(d, c, var, true), branch(d, a, var, true),
                         branch(d, b, var, true));
  if (yes == VD_DIAGRAM_NONE) return yes;
  VdDiagram no = choose(d, branch(d, c, var, false), branch(d, a, var, false),
                        branch(d, b, var, false));
  VdDiagram result = decide(d, var, yes, no);
  *slot_of(d, c, a, b) = (Slot){c, a, b, result};
  return result;
}

// Of one or two arguments; b is END for one.
static VdDiagram apply(VdDiagrams *d, const Operator *o, VdDiagram a,
                       VdDiagram b) {
  if (a == VD_DIAGRAM_NONE) return a;
  bool two = b != END, ends = is_end(d, a) && (!two || is_end(d, b));
  if (ends) {
    VdTerm arg[2] = {end_term(d, a)};
    if (two) arg[1] = end_term(d, b);
    return end(d, vd_mk(d->tm, o->op, o->imm, arg, two ? 2 : 1));
  }
  const Slot *s = slot_of(d, a, b, o->what);
  if (is_in(s, a, b, o->what)) return s->result;
  uint32_t var = var_of(d, a);
  if (two) var = least(var, var_of(d, b));
  VdDiagram yes =
      apply(d, o, branch(d, a, var, true), two ? branch(d, b, var, true) : END);
  if (yes == VD_DIAGRAM_NONE) return yes;
  VdDiagram no = apply(d, o, branch(d, a, var, false),
                       two ? branch(d, b, var, false) : END);
  VdDiagram result = decide(d, var, yes, no);
  *slot_of(d, a, b, o->what) = (Slot){a, b, o->what, result};
  return result;
}

VdDiagram vd_diagram_bool(VdDiagrams *d, bool b) {
  return b ? d->yes : d->no;
}

VdDiagram vd_diagram_var(VdDiagrams *d, uint32_t var) {
  if (var >= vd_limit->diagram_vars) return VD_DIAGRAM_NONE;
  return decide(d, var, d->yes, d->no);
}

VdDiagram vd_diagram_and(VdDiagrams *d, VdDiagram a, VdDiagram b) {
  return choose(d, a, b, d->no);
}

VdDiagram vd_diagram_or(VdDiagrams *d, VdDiagram a, VdDiagram b) {
  return choose(d, a, d->yes, b);
}

static bool is_before(const Ranked *x, const Ranked *y) {
  return x->var != y->var ? x->var > y->var : x->is < y->is;
}

static int last_first(const void *a, const void *b) {
  return is_before(b, a) - is_before(a, b);
}

// Most lists are short, or as they should be already.
static void sort(Ranked *at, uint32_t n) {
  enum { SHORT = 16 };
  if (n > SHORT) {
    qsort(at, n, sizeof *at, last_first);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    Ranked x = at[i];
    uint32_t j = i;
    for (; j && is_before(&x, &at[j - 1]); j--) at[j] = at[j - 1];
    at[j] = x;
  }
}

// What "or" joins at the top of a diagram, one by one.
static void take_apart(VdDiagrams *d, VdDiagram a) {
  for (; !is_end(d, a) && d->node.at[a].yes == d->yes; a = d->node.at[a].no) {
    uint32_t var = var_of(d, a);
    bool is_var = d->node.at[a].no == d->no;
    vd_push(&d->order,
            (Ranked){var, is_var ? a : decide(d, var, d->yes, d->no)});
  }
  if (a != d->no) vd_push(&d->order, (Ranked){var_of(d, a), a});
}

// A variable above all of the others is on top of them.
static VdDiagram add(VdDiagrams *d, VdDiagram any, Ranked one) {
  if (one.is == VD_DIAGRAM_NONE) return one.is;
  const Node *n = &d->node.at[one.is];
  if (n->yes == d->yes && n->no == d->no && one.var < var_of(d, any))
    return decide(d, one.var, d->yes, any);
  return vd_diagram_or(d, any, one.is);
}

// From the last variable up: each step adds nodes above what is there, and
// copies little of it.
VdDiagram vd_diagram_any(VdDiagrams *d, const VdDiagram *list, uint32_t n) {
  VdDiagram any = d->no;
  d->order.len = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (list[i] == VD_DIAGRAM_NONE) return list[i];
    take_apart(d, list[i]);
  }
  sort(d->order.at, d->order.len);
  for (uint32_t i = 0; i < d->order.len && any != VD_DIAGRAM_NONE; i++)
    if (i == 0 || d->order.at[i].is != d->order.at[i - 1].is)
      any = add(d, any, d->order.at[i]);
  return any;
}

// -------------------------------------------------------------------- terms

static bool is_own_end(const VdDiagrams *d, VdTerm t, VdDiagram a) {
  return is_end(d, a) && vd_term_eq(end_term(d, a), t);
}

static VdDiagram get(const VdDiagrams *d, VdTerm t) {
  return (VdDiagram)*vd_map_get(&d->known, t.id) - 1;
}

// Of terms of these operators, folding by pairs is the same.
static bool is_associative(VdOp op) {
  return op == VD_OP_BVADD || op == VD_OP_BVMUL || op == VD_OP_BVAND ||
         op == VD_OP_BVXOR;
}

static Operator operator_of(VdDiagrams *d, VdTerm t) {
  Operator o = {vd_term_op(d->tm, t), 0, 0};
  if (vd_op_info[o.op].flags & VD_OP_S) o.imm = vd_term_imm(d->tm, t);
  for (uint32_t i = 0; i < d->ops.len; i++)
    if (d->ops.at[i].op == o.op && d->ops.at[i].imm == o.imm)
      return d->ops.at[i];
  o.what = APPLY + d->ops.len;
  vd_push(&d->ops, o);
  return o;
}

static VdDiagram apply_all(VdDiagrams *d, VdTerm t) {
  uint32_t n = vd_term_args(d->tm, t);
  Operator o = operator_of(d, t);
  if (n == 1) return apply(d, &o, get(d, vd_term_arg(d->tm, t, 0)), END);
  if (n != 2 && !is_associative(o.op)) return VD_DIAGRAM_NONE;
  VdDiagram all = get(d, vd_term_arg(d->tm, t, 0));
  for (uint32_t i = 1; i < n && all != VD_DIAGRAM_NONE; i++) {
    VdDiagram next = get(d, vd_term_arg(d->tm, t, i));
    all = next == VD_DIAGRAM_NONE ? next : apply(d, &o, all, next);
  }
  return all;
}

static VdDiagram make(VdDiagrams *d, VdTerm t) {
  VdTerms *tm = d->tm;
  uint32_t n = vd_term_args(tm, t);
  bool same = true;
  for (uint32_t i = 0; i < n; i++) {
    VdDiagram a = get(d, vd_term_arg(tm, t, i));
    if (a == VD_DIAGRAM_NONE) return a;
    same = same && is_own_end(d, vd_term_arg(tm, t, i), a);
  }
  if (same) return end(d, t);
  switch (vd_term_op(tm, t)) {
    case VD_OP_ITE:
      return choose(d, get(d, vd_term_arg(tm, t, 0)),
                    get(d, vd_term_arg(tm, t, 1)),
                    get(d, vd_term_arg(tm, t, 2)));
    case VD_OP_NOT:
      return choose(d, get(d, vd_term_arg(tm, t, 0)), d->no, d->yes);
    case VD_OP_AND: {
      VdDiagram all = d->yes;
      for (uint32_t i = 0; i < n && all != VD_DIAGRAM_NONE; i++)
        all = vd_diagram_and(d, all, get(d, vd_term_arg(tm, t, i)));
      return all;
    }
    case VD_OP_APP:
    case VD_OP_STORE:
    case VD_OP_LOAD:
    case VD_OP_FILL:
    case VD_OP_COPY: return VD_DIAGRAM_NONE;
    default: return apply_all(d, t);
  }
}

VdDiagram vd_diagram_of(VdDiagrams *d, VdTerm t) {
  VdTermVec nodes = {0};
  VdDiagram out = VD_DIAGRAM_NONE;
  vd_terms_reach(d->tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    uint64_t *slot = vd_map_get(&d->known, nodes.at[i].id);
    out = slot ? (VdDiagram)*slot - 1 : make(d, nodes.at[i]);
    if (out == VD_DIAGRAM_NONE) break;
    *vd_map_put(&d->known, nodes.at[i].id) = (uint64_t)out + 1;
  }
  vd_vec_done(&nodes);
  return out;
}

// The least number of variables that are true on a way to "true". Nodes come
// after those that they lead to.
static uint32_t *costs(const VdDiagrams *d, VdDiagram a) {
  uint32_t *cost = vd_alloc(vd_mul(a + 1u, sizeof *cost));
  for (VdDiagram i = 0; i <= a; i++) {
    const Node *n = &d->node.at[i];
    if (n->var == END) {
      cost[i] = i == d->yes ? 0 : END;
      continue;
    }
    uint32_t yes = cost[n->yes], no = cost[n->no];
    if (yes != END) yes += n->var < OPAQUE;
    cost[i] = least(yes, no);
  }
  return cost;
}

void vd_diagram_find(const VdDiagrams *d, VdDiagram a, uint32_t n, bool *value,
                     int8_t *opaque) {
  uint32_t *cost = costs(d, a);
  for (uint32_t i = 0; i < n; i++) value[i] = false;
  for (uint32_t i = 0; i < d->opaque.len; i++) opaque[i] = 0;
  while (!is_end(d, a)) {
    const Node *node = &d->node.at[a];
    bool yes = cost[node->no] == END ||
               (cost[node->yes] != END &&
                cost[node->yes] + (node->var < OPAQUE) < cost[node->no]);
    if (node->var < n) value[node->var] = yes;
    if (node->var > OPAQUE) opaque[node->var - OPAQUE - 1] = yes ? 1 : -1;
    a = yes ? node->yes : node->no;
  }
  vd_free(cost);
}

uint32_t vd_diagram_opaques(const VdDiagrams *d) {
  return d->opaque.len;
}

VdTerm vd_diagram_opaque(const VdDiagrams *d, uint32_t i) {
  return d->opaque.at[i];
}

VdDiagram vd_diagram_opaque_is(VdDiagrams *d, uint32_t i, bool yes) {
  return decide(d, OPAQUE + i + 1, yes ? d->yes : d->no, yes ? d->no : d->yes);
}

void vd_diagram_set(VdDiagrams *d, VdTerm t, VdDiagram is) {
  *vd_map_put(&d->known, t.id) = (uint64_t)is + 1;
}

VdDiagrams *vd_diagrams_new(VdTerms *tm, uint32_t max) {
  VdDiagrams *d = vd_alloc(sizeof *d);
  d->max = max;
  d->tm = tm;
  d->no = put(d, END, vd_mk_bool(tm, false).id, 0);
  d->yes = put(d, END, vd_mk_bool(tm, true).id, 0);
  return d;
}

void vd_diagrams_free(VdDiagrams *d) {
  vd_vec_done(&d->node);
  vd_free(d->unique);
  vd_free(d->cache);
  vd_map_done(&d->known);
  vd_map_done(&d->number);
  vd_vec_done(&d->opaque);
  vd_vec_done(&d->ops);
  vd_vec_done(&d->order);
  vd_free(d);
}
