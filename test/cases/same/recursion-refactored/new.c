#include <stddef.h>

struct Node {
  int key;
  struct Node *left, *right;
};

unsigned factorial(unsigned n) {
  unsigned rest;
  if (!n) return 1;
  rest = factorial(n - 1);
  return rest * n;
}

int gcd(int a, int b) {
  return b ? gcd(b, a % b) : a;
}

static int max(int a, int b) {
  return a > b ? a : b;
}

int depth(const struct Node *node) {
  return node ? 1 + max(depth(node->left), depth(node->right)) : 0;
}

int has(const struct Node *node, int key) {
  if (!node) return 0;
  if (key == node->key) return 1;
  return has(key > node->key ? node->right : node->left, key);
}

int is_odd(unsigned n);
int is_even(unsigned n) {
  if (n) return is_odd(n - 1);
  return 1;
}
int is_odd(unsigned n) {
  if (!n) return 0;
  return is_even(n - 1);
}

unsigned ackermann(unsigned m, unsigned n) {
  if (!m) return 1 + n;
  unsigned inner = n ? ackermann(m, n - 1) : 1;
  return ackermann(m - 1, inner);
}
