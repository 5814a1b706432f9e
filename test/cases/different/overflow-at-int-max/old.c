// Only the greatest int tells these apart.
#include <limits.h>

int next(int x) { return x == INT_MAX ? INT_MAX : x + 1; }
int middle(int a, int b) { return a > b || a < 0 ? 0 : a + (b - a) / 2; }
int has_next(int x) { return x < INT_MAX; }
int magnitude(int x) { return x < 0 ? (x == INT_MIN ? INT_MAX : -x) : x; }
