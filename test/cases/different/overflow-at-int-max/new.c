// Only the greatest int tells these apart.
#include <limits.h>

int next(int x) { return x + 1; }
int middle(int a, int b) { return a > b || a < 0 ? 0 : (a + b) / 2; }
int has_next(int x) { return (int)((unsigned)x + 1) != INT_MIN || x == INT_MAX; }
int magnitude(int x) { return x < 0 ? -x : x; }
