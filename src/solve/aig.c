// And-inverter graphs: building, looking, walking, simulating.
//
// An AND is simplified by looking at its arguments and theirs: the rules of
// R. Brummayer and A. Biere, "Local Two-Level And-Inverter Graph Minimization
// without Blowup", 2006.
#include "solve/aig.h"

// An AND has its arguments, the smaller literal first. An input or a latch has
// its number in `a`; what it is says `b`, as a literal that is too large.
typedef struct Node {
  VdLit a, b;
} Node;
enum { IS_FALSE = -1, IS_INPUT = -2, IS_LATCH = -3 };
#define MAX_NODES (UINT32_MAX / 2 - 2)

typedef struct Latch {
  uint32_t node;
  VdLit next;
  VdReset reset;
} Latch;

struct VdAig {
  VD_VEC(Node) node;
  VdNodes uses;
  VdNodes input;
  VD_VEC(Latch) latch;
  VdMap ands;  // a << 32 | b, to the node
};

static uint32_t node_new(VdAig *aig, VdLit a, VdLit b) {
  if (aig->node.len >= MAX_NODES) vd_add(SIZE_MAX, 1);
  vd_push(&aig->node, (Node){a, b});
  vd_push(&aig->uses, 0);
  return aig->node.len - 1;
}

VdAig *vd_aig_new(void) {
  VdAig *aig = vd_alloc(sizeof *aig);
  node_new(aig, 0, (VdLit)IS_FALSE);
  return aig;
}

void vd_aig_free(VdAig *aig) {
  if (!aig) return;
  vd_vec_done(&aig->node);
  vd_vec_done(&aig->uses);
  vd_vec_done(&aig->input);
  vd_vec_done(&aig->latch);
  vd_map_done(&aig->ands);
  vd_free(aig);
}

VdLit vd_aig_input(VdAig *aig) {
  uint32_t node = node_new(aig, aig->input.len, (VdLit)IS_INPUT);
  vd_push(&aig->input, node);
  return 2 * node;
}

VdLit vd_aig_latch(VdAig *aig, VdReset reset) {
  uint32_t node = node_new(aig, aig->latch.len, (VdLit)IS_LATCH);
  vd_push(&aig->latch, (Latch){node, 2 * node, reset});
  return 2 * node;
}

static void check_literal(const VdAig *aig, VdLit lit) {
  VD_CHECK(vd_lit_node(lit) < aig->node.len);
}

void vd_aig_set_next(VdAig *aig, VdLit latch, VdLit next) {
  check_literal(aig, next);
  VD_CHECK(!vd_lit_sign(latch));
  VD_CHECK(vd_aig_kind(aig, vd_lit_node(latch)) == VD_NODE_LATCH);
  aig->latch.at[vd_aig_index(aig, vd_lit_node(latch))].next = next;
}

// ------------------------------------------------------------------ looking

uint32_t vd_aig_nodes(const VdAig *aig) {
  return aig->node.len;
}

uint32_t vd_aig_inputs(const VdAig *aig) {
  return aig->input.len;
}

uint32_t vd_aig_latches(const VdAig *aig) {
  return aig->latch.len;
}

VdLit vd_aig_input_at(const VdAig *aig, uint32_t i) {
  VD_CHECK(i < aig->input.len);
  return 2 * aig->input.at[i];
}

static const Latch *latch_at(const VdAig *aig, uint32_t i) {
  VD_CHECK(i < aig->latch.len);
  return &aig->latch.at[i];
}

VdLit vd_aig_latch_at(const VdAig *aig, uint32_t i) {
  return 2 * latch_at(aig, i)->node;
}

VdLit vd_aig_next_at(const VdAig *aig, uint32_t i) {
  return latch_at(aig, i)->next;
}

VdReset vd_aig_reset_at(const VdAig *aig, uint32_t i) {
  return latch_at(aig, i)->reset;
}

static const Node *node_at(const VdAig *aig, uint32_t node) {
  VD_CHECK(node < aig->node.len);
  return &aig->node.at[node];
}

VdNodeKind vd_aig_kind(const VdAig *aig, uint32_t node) {
  VdLit b = node_at(aig, node)->b;
  if (b == (VdLit)IS_FALSE) return VD_NODE_FALSE;
  if (b == (VdLit)IS_INPUT) return VD_NODE_INPUT;
  return b == (VdLit)IS_LATCH ? VD_NODE_LATCH : VD_NODE_AND;
}

uint32_t vd_aig_index(const VdAig *aig, uint32_t node) {
  VD_CHECK(vd_aig_kind(aig, node) != VD_NODE_AND);
  return node_at(aig, node)->a;
}

VdLit vd_aig_left(const VdAig *aig, uint32_t node) {
  return node_at(aig, node)->a;
}

VdLit vd_aig_right(const VdAig *aig, uint32_t node) {
  return node_at(aig, node)->b;
}

uint32_t vd_aig_uses(const VdAig *aig, uint32_t node) {
  VD_CHECK(node < aig->uses.len);
  return aig->uses.at[node];
}

static bool is_and(const VdAig *aig, VdLit lit) {
  return vd_aig_kind(aig, vd_lit_node(lit)) == VD_NODE_AND;
}

// not(c and a) and not(not c and b) is the negation of ite(c, a, b).
bool vd_aig_is_mux(const VdAig *aig, uint32_t node, VdLit *c, VdLit *a,
                   VdLit *b) {
  const Node *n = node_at(aig, node);
  if (vd_aig_kind(aig, node) != VD_NODE_AND) return false;
  if (!vd_lit_sign(n->a) || !vd_lit_sign(n->b)) return false;
  if (!is_and(aig, n->a) || !is_and(aig, n->b)) return false;
  const Node *x = node_at(aig, vd_lit_node(n->a));
  const Node *y = node_at(aig, vd_lit_node(n->b));
  VdLit of_x[] = {x->a, x->b}, of_y[] = {y->a, y->b};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (of_x[i] == vd_lit_not(of_y[j])) {
        *c = of_x[i];
        *a = of_x[1 - i];
        *b = of_y[1 - j];
        return true;
      }
  return false;
}

// ----------------------------------------------------------------- building

// What simplifying an AND came to: a literal, another AND to try, or neither.
typedef enum Step { NO_RULE, IS_LITERAL, IS_OTHER } Step;

// x and y, where x is made of x0 and x1.
static Step rule_one(VdLit x, VdLit x0, VdLit x1, VdLit y, VdLit out[2]) {
  if (!vd_lit_sign(x)) {
    if (y == vd_lit_not(x0) || y == vd_lit_not(x1))
      return out[0] = VD_LIT_FALSE, IS_LITERAL;  // contradiction
    if (y == x0 || y == x1) return out[0] = x, IS_LITERAL;
    return NO_RULE;
  }
  if (y == vd_lit_not(x0) || y == vd_lit_not(x1))
    return out[0] = y, IS_LITERAL;  // subsumption
  if (y == x0 || y == x1) {         // substitution
    out[0] = y;
    out[1] = vd_lit_not(y == x0 ? x1 : x0);
    return IS_OTHER;
  }
  return NO_RULE;
}

// x and y, both positive: contradiction, or a part that they share.
static Step rule_both(VdLit x, const VdLit xs[2], const VdLit ys[2],
                      VdLit out[2]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (xs[i] == vd_lit_not(ys[j])) return out[0] = VD_LIT_FALSE, IS_LITERAL;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (xs[i] == ys[j]) {
        out[0] = x;
        out[1] = ys[1 - j];
        return IS_OTHER;
      }
  return NO_RULE;
}

// x positive, y negated: subsumption and substitution.
static Step rule_mixed(VdLit x, const VdLit xs[2], const VdLit ys[2],
                       VdLit out[2]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (xs[i] == vd_lit_not(ys[j])) return out[0] = x, IS_LITERAL;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (xs[i] == ys[j]) {
        out[0] = x;
        out[1] = vd_lit_not(ys[1 - j]);
        return IS_OTHER;
      }
  return NO_RULE;
}

// Both negated: not(s and t) and not(s and not t) is not s.
static Step rule_resolve(const VdLit xs[2], const VdLit ys[2], VdLit out[2]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (xs[i] == ys[j] && xs[1 - i] == vd_lit_not(ys[1 - j]))
        return out[0] = vd_lit_not(xs[i]), IS_LITERAL;
  return NO_RULE;
}

static Step rule_two(VdLit x, const VdLit xs[2], VdLit y, const VdLit ys[2],
                     VdLit out[2]) {
  if (vd_lit_sign(x) && vd_lit_sign(y)) return rule_resolve(xs, ys, out);
  if (vd_lit_sign(x)) return rule_mixed(y, ys, xs, out);
  if (vd_lit_sign(y)) return rule_mixed(x, xs, ys, out);
  return rule_both(x, xs, ys, out);
}

static Step simplify(const VdAig *aig, VdLit a, VdLit b, VdLit out[2]) {
  if (a == VD_LIT_FALSE || a == vd_lit_not(b))
    return out[0] = VD_LIT_FALSE, IS_LITERAL;
  if (a == VD_LIT_TRUE || a == b) return out[0] = b, IS_LITERAL;
  const Node *x = node_at(aig, vd_lit_node(a));
  const Node *y = node_at(aig, vd_lit_node(b));
  bool x_is = is_and(aig, a), y_is = is_and(aig, b);
  Step step = NO_RULE;
  if (x_is) step = rule_one(a, x->a, x->b, b, out);
  if (step == NO_RULE && y_is) step = rule_one(b, y->a, y->b, a, out);
  if (step == NO_RULE && x_is && y_is)
    step = rule_two(a, (VdLit[]){x->a, x->b}, b, (VdLit[]){y->a, y->b}, out);
  return step;
}

static VdLit cons(VdAig *aig, VdLit a, VdLit b) {
  uint64_t *slot = vd_map_put(&aig->ands, (uint64_t)a << 32 | b);
  if (*slot == 0) {
    *slot = node_new(aig, a, b);
    aig->uses.at[vd_lit_node(a)]++;
    aig->uses.at[vd_lit_node(b)]++;
  }
  return 2 * (VdLit)*slot;
}

// Each rule that leads to another AND takes an argument that is a part of the
// one before, so this ends.
VdLit vd_aig_and(VdAig *aig, VdLit a, VdLit b) {
  vd_work_add(VD_COST_AND, 1);
  check_literal(aig, a);
  check_literal(aig, b);
  for (;;) {
    if (a > b) {
      VdLit swap = a;
      a = b;
      b = swap;
    }
    VdLit out[2];
    Step step = simplify(aig, a, b, out);
    if (step == IS_LITERAL) return out[0];
    if (step == NO_RULE) return cons(aig, a, b);
    a = out[0];
    b = out[1];
  }
}

VdLit vd_aig_or(VdAig *aig, VdLit a, VdLit b) {
  return vd_lit_not(vd_aig_and(aig, vd_lit_not(a), vd_lit_not(b)));
}

VdLit vd_aig_xor(VdAig *aig, VdLit a, VdLit b) {
  bool sign = vd_lit_sign(a) != vd_lit_sign(b);
  a &= ~1u;
  b &= ~1u;
  VdLit both = vd_aig_and(aig, a, b);
  VdLit none = vd_aig_and(aig, vd_lit_not(a), vd_lit_not(b));
  VdLit is = vd_aig_and(aig, vd_lit_not(both), vd_lit_not(none));
  return vd_lit_not_if(is, sign);
}

VdLit vd_aig_ite(VdAig *aig, VdLit c, VdLit a, VdLit b) {
  if (a == b) return a;
  if (vd_lit_sign(c)) return vd_aig_ite(aig, vd_lit_not(c), b, a);
  if (a == vd_lit_not(b)) return vd_lit_not(vd_aig_xor(aig, c, a));
  VdLit then = vd_aig_and(aig, c, a);
  VdLit other = vd_aig_and(aig, vd_lit_not(c), b);
  return vd_aig_or(aig, then, other);
}

// As a balanced tree: the depth of a wide AND is its logarithm.
VdLit vd_aig_all(VdAig *aig, const VdLit *lits, uint32_t n) {
  if (n == 0) return VD_LIT_TRUE;
  VdLits level = {0};
  for (uint32_t i = 0; i < n; i++) vd_push(&level, lits[i]);
  while (level.len > 1) {
    uint32_t half = level.len / 2;
    for (uint32_t i = 0; i < half; i++)
      level.at[i] = vd_aig_and(aig, level.at[2 * i], level.at[2 * i + 1]);
    if (level.len % 2) level.at[half] = level.at[level.len - 1];
    level.len = half + level.len % 2;
  }
  VdLit all = level.at[0];
  vd_vec_done(&level);
  return all;
}

VdLit vd_aig_any(VdAig *aig, const VdLit *lits, uint32_t n) {
  VdLits nots = {0};
  for (uint32_t i = 0; i < n; i++) vd_push(&nots, vd_lit_not(lits[i]));
  VdLit none = vd_aig_all(aig, nots.at, n);
  vd_vec_done(&nots);
  return vd_lit_not(none);
}

// ------------------------------------------------------------------ walking

static void visit(uint8_t *seen, VdNodes *todo, VdLit lit) {
  uint32_t node = vd_lit_node(lit);
  if (seen[node]) return;
  seen[node] = 1;
  vd_push(todo, node);
}

void vd_aig_cone(const VdAig *aig, const VdLit *roots, uint32_t n, bool steps,
                 VdNodes *out) {
  uint8_t *seen = vd_alloc(aig->node.len);
  VdNodes todo = {0};
  for (uint32_t i = 0; i < n; i++) {
    check_literal(aig, roots[i]);
    visit(seen, &todo, roots[i]);
  }
  while (todo.len > 0) {
    uint32_t node = vd_pop(&todo);
    VdNodeKind kind = vd_aig_kind(aig, node);
    if (kind == VD_NODE_AND) {
      visit(seen, &todo, aig->node.at[node].a);
      visit(seen, &todo, aig->node.at[node].b);
    } else if (kind == VD_NODE_LATCH && steps) {
      visit(seen, &todo, aig->latch.at[aig->node.at[node].a].next);
    }
  }
  for (uint32_t node = 0; node < aig->node.len; node++)
    if (seen[node]) vd_push(out, node);
  vd_vec_done(&todo);
  vd_free(seen);
}

void vd_aig_copy(const VdAig *from, const VdNodes *cone, VdAig *to,
                 VdLit *map) {
  map[0] = VD_LIT_FALSE;
  for (uint32_t i = 0; i < cone->len; i++) {
    uint32_t node = cone->at[i];
    if (vd_aig_kind(from, node) != VD_NODE_AND) continue;
    VdLit a = vd_lit_mapped(map, from->node.at[node].a);
    VdLit b = vd_lit_mapped(map, from->node.at[node].b);
    map[node] = vd_aig_and(to, a, b);
  }
}

void vd_aig_simulate(const VdAig *aig, uint64_t *word) {
  enum { FIXED = 400 };  // gates as costly as what a step takes besides
  word[0] = 0;
  vd_work_add(VD_COST_GATE, aig->node.len + FIXED);
  for (uint32_t node = 1; node < aig->node.len; node++) {
    const Node *n = &aig->node.at[node];
    if (n->b < (VdLit)IS_LATCH)
      word[node] = vd_lit_word(word, n->a) & vd_lit_word(word, n->b);
  }
}
