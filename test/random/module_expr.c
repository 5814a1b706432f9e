// Unsigned expressions, and the same ones rewritten or changed.
#include "module.h"

// op: v a variable, c a constant, + - * ^ & |, l and r shifts by value, ? the
// conditional kid0 < kid1 ? kid2 : kid3.
typedef struct Node {
  char op;
  uint32_t value;
  const char *var;
  struct Node *kid[4];
} Node;

static Node *new_node(Module *m, char op) {
  Node *n = VD_NEW(&m->arena, Node);
  *n = (Node){.op = op};
  return n;
}

static Node *binary(Module *m, char op, Node *a, Node *b) {
  Node *n = new_node(m, op);
  n->kid[0] = a;
  n->kid[1] = b;
  return n;
}

static Node *constant(Module *m, uint32_t value) {
  Node *n = new_node(m, 'c');
  n->value = value;
  return n;
}

static uint32_t length(const char *const *vars) {
  uint32_t n = 0;
  while (vars[n]) n++;
  return n;
}

static Node *leaf(Module *m, const char *const *vars) {
  uint32_t n = length(vars);
  if (!n || odds(m, 30))
    return constant(m, odds(m, 80) ? dice(m, 16) : dice(m, 100000));
  Node *v = new_node(m, 'v');
  v->var = vars[dice(m, n)];
  return v;
}

static Node *grow(Module *m, const char *const *vars, int depth) {
  static const char ops[] = "++-*^&|lr?";
  if (depth <= 0) return leaf(m, vars);
  char op = ops[dice(m, sizeof ops - 1)];
  Node *n = new_node(m, op);
  if (op == 'l' || op == 'r') n->value = 1 + dice(m, 7);
  int kids = op == '?' ? 4 : op == 'l' || op == 'r' ? 1 : 2;
  for (int i = 0; i < kids; i++)
    n->kid[i] = grow(m, vars, depth - 1 - (int)dice(m, 2));
  return n;
}

static Node *copy(Module *m, const Node *n) {
  Node *c = new_node(m, n->op);
  *c = *n;
  for (int i = 0; i < 4; i++)
    if (n->kid[i]) c->kid[i] = copy(m, n->kid[i]);
  return c;
}

static void collect(Node *n, Node **at, uint32_t *len, uint32_t cap) {
  if (*len < cap) at[(*len)++] = n;
  for (int i = 0; i < 4; i++)
    if (n->kid[i]) collect(n->kid[i], at, len, cap);
}

static Node *any(Module *m, Node *root) {
  Node *at[64];
  uint32_t len = 0;
  collect(root, at, &len, VD_COUNT(at));
  return at[dice(m, len)];
}

static void swap(Node **a, Node **b) {
  Node *t = *a;
  *a = *b;
  *b = t;
}

// ----------------------------------------------------------------- rewrite

static void shift_as_product(Module *m, Node *n) {
  *n = *binary(m, '*', n->kid[0], constant(m, 1u << n->value));
}

// a ^ b as (a | b) - (a & b)
static void xor_as_difference(Module *m, Node *n) {
  Node *a = n->kid[0], *b = n->kid[1];
  *n = *binary(m, '-', binary(m, '|', a, b),
               binary(m, '&', copy(m, a), copy(m, b)));
}

// a < b ? c : d as b < a ? d : (a < b ? c : d)
static void swap_arms(Module *m, Node *n) {
  Node *rest = new_node(m, '?');
  *rest = *n;
  Node *outer = binary(m, '?', copy(m, n->kid[1]), copy(m, n->kid[0]));
  outer->kid[2] = copy(m, n->kid[3]);
  outer->kid[3] = rest;
  *n = *outer;
}

static void rewrite(Module *m, Node *n) {
  switch (n->op) {
    case 'v':
      if (odds(m, 30)) *n = *binary(m, '+', copy(m, n), constant(m, 0));
      break;
    case 'c':
      *n = *binary(m, '+', constant(m, n->value - 1), constant(m, 1));
      break;
    case 'l': shift_as_product(m, n); break;
    case 'r': break;
    case '-':
      *n = *binary(m, '+', n->kid[0],
                   binary(m, '*', n->kid[1], constant(m, 0xffffffff)));
      break;
    case '^':
      if (odds(m, 50)) {
        xor_as_difference(m, n);
        break;
      }
      swap(&n->kid[0], &n->kid[1]);
      break;
    case '?': swap_arms(m, n); break;
    default: swap(&n->kid[0], &n->kid[1]);
  }
}

// ------------------------------------------------------------------ change

static void mutate(Module *m, Node *n, const char *const *vars) {
  static const char ops[] = "+-*^&|";
  switch (n->op) {
    case 'c': n->value += odds(m, 50) ? 1 : 0xffffffff; break;
    case 'v': *n = *binary(m, '^', copy(m, n), leaf(m, vars)); break;
    case 'l':
    case 'r': n->value ^= 1 + dice(m, 3); break;
    case '?':
      swap(&n->kid[odds(m, 50) ? 0 : 2], &n->kid[odds(m, 50) ? 1 : 3]);
      break;
    default: n->op = ops[dice(m, sizeof ops - 1)];
  }
}

// ------------------------------------------------------------------- print

static void print(const Node *n, VdBuf *out) {
  switch (n->op) {
    case 'v': vd_buf_str(out, n->var); return;
    case 'c': vd_buf_printf(out, "%uu", n->value); return;
    default: break;
  }
  vd_buf_char(out, '(');
  print(n->kid[0], out);
  switch (n->op) {
    case 'l': vd_buf_printf(out, " << %u", n->value); break;
    case 'r': vd_buf_printf(out, " >> %u", n->value); break;
    case '?':
      vd_buf_str(out, " < ");
      print(n->kid[1], out);
      vd_buf_str(out, " ? ");
      print(n->kid[2], out);
      vd_buf_str(out, " : ");
      print(n->kid[3], out);
      break;
    default: vd_buf_printf(out, " %c ", n->op); print(n->kid[1], out);
  }
  vd_buf_char(out, ')');
}

static const char *printed(Module *m, const Node *n) {
  VdBuf out = {0};
  print(n, &out);
  char *kept = text(m, "%s", vd_buf_text(&out));
  vd_buf_done(&out);
  return kept;
}

Both some_expr(Module *m, const char *const *vars, int depth, Mode mode) {
  Node *old = grow(m, vars, depth), *made = copy(m, old);
  if (mode == EQUAL)
    for (uint32_t i = dice(m, 3); i > 0; i--) rewrite(m, any(m, made));
  if (mode == CHANGED) mutate(m, any(m, made), vars);
  return (Both){{printed(m, old), printed(m, made)}};
}
