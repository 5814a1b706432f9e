// Names that are nearly right: the one that a mistyped option, function or word
// was perhaps meant to be. It is only said to people, never taken for the name,
// so what counts as near is a matter of taste: at most two edits, and fewer
// edits than letters.
#include "base/base.h"
#include "base/limit.h"

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static char fold(char c, bool any_case) {
  return any_case && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// Insertions, deletions, replacements and swaps of neighbours that make one of
// the other (Damerau 1964), by the usual table.
static uint32_t distance(const char *a, size_t n, const char *b, size_t m) {
  uint32_t cost[VD_MOST_near_name + 1][VD_MOST_near_name + 1];
  for (size_t i = 0; i <= n; i++) {
    for (size_t k = 0; k <= m; k++) {
      if (i == 0 || k == 0) {
        cost[i][k] = (uint32_t)(i + k);
        continue;
      }
      bool eq = a[i - 1] == b[k - 1];
      uint32_t best = cost[i - 1][k - 1] + !eq;
      best = least(best, cost[i - 1][k] + 1);
      best = least(best, cost[i][k - 1] + 1);
      bool swapped =
          i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
      if (swapped) best = least(best, cost[i - 2][k - 2] + 1);
      cost[i][k] = best;
    }
  }
  return cost[n][m];
}

void vd_near_try(VdNear *near, const char *name) {
  char a[VD_MOST_near_name], b[VD_MOST_near_name];
  size_t n = near->len, m = strlen(name);
  uint32_t limit = near->best ? near->edits : vd_limit->near_edits + 1;
  if (n > vd_limit->near_name || m > vd_limit->near_name ||
      (n > m ? n - m : m - n) >= limit)
    return;
  for (size_t i = 0; i < n; i++) a[i] = fold(near->text[i], near->any_case);
  for (size_t i = 0; i < m; i++) b[i] = fold(name[i], near->any_case);
  uint32_t edits = distance(a, n, b, m);
  if (edits >= limit || edits >= n) return;
  near->best = name;
  near->edits = edits;
}
