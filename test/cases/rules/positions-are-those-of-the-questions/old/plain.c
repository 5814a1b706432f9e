#include <veridiff/codes.h>
/* A comment asks nothing: has("466.0"). It may have a brace: { */
// has("466.0"), and quotes: ' "
static int is_mark(int n) { return n == '(' || n == '"'; }

__attribute__((noinline)) int pay(int n) {
  if (0 && has("466.0")) return 7;
  if (0) {
    if (has("466.0")) return 8;
  } else if (has("V10.1"))
    return is_mark(n);
  return has("466.0")
             ? 50
             : 20;
}
