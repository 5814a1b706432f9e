#include <stdio.h>

struct point {
  int x;
  long y, z;
};

static struct point point(int x, long y, long z) {
  struct point p;
  p.x = x;
  p.y = y;
  p.z = z;
  return p;
}

static long norm(struct point p) { return (p.x ^ p.y) | (p.z & 1); }

static int alike(struct point p, struct point q) { return norm(p) == norm(q); }

void compare(long a, long b) {
  struct point p = point(1, a, b), q = point(2, b, a);
  if (alike(p, q)) printf("%s\n", "equal");
}
