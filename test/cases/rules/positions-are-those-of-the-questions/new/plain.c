#include <veridiff/codes.h>
/* A comment asks nothing: has("J20.9"). It may have a brace: { */
// has("J20.9"), and quotes: ' "
static int is_mark(int n) { return n == '(' || n == '"'; }

__attribute__((noinline)) int pay(int n) {
  if (0 && has("J20.9")) return 7;
  if (0) {
    if (has("J20.9")) return 8;
  } else if (has("Z85.1"))
    return is_mark(n);
  return has("J20.9")
             ? 51
             : 20;
}
