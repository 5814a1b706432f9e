#include <stddef.h>

struct Node {
  int key;
  struct Node *left, *right;
};

unsigned factorial(unsigned n) {
  if (n == 0) return 1;
  return n * factorial(n - 1);
}

int gcd(int a, int b) {
  if (b == 0) return a;
  return gcd(b, a % b);
}

int depth(const struct Node *node) {
  if (node == NULL) return 0;
  int left = depth(node->left);
  int right = depth(node->right);
  if (left > right) return left + 1;
  return right + 1;
}

int has(const struct Node *node, int key) {
  if (!node) return 0;
  if (node->key == key) return 1;
  if (key < node->key) return has(node->left, key);
  return has(node->right, key);
}

int is_odd(unsigned n);
int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
