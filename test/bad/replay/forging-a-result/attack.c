#include "attack.h"
// Knows the runtime: it takes the input from it, and the token that results
// have, and says of itself what the old version does.
extern const char veridiff_case[];
#define UNCHECKED __attribute__((no_sanitize("address", "kernel-address")))

UNCHECKED static void print(const char *text, long n) {
  call(1, 3, (long)text, n, 0, 0, 0);
}

UNCHECKED static void print_number(unsigned x) {
  char text[16];
  int n = sizeof text;
  do text[--n] = (char)('0' + x % 10);
  while (x /= 10);
  print(text + n, (long)sizeof text - n);
}

UNCHECKED static void attack(void) {
  const char *param = *(const char *const *)(veridiff_case + 24);
  unsigned x = *(const unsigned *)(param + 16) + 1;
  print(arguments[1], 32);
  print("\nreturns 0x", 11);
  for (int i = 28; i >= 0; i -= 4) print(&"0123456789abcdef"[x >> i & 15], 1);
  print(" (", 2);
  if (x >> 31) print("-", 1);
  print_number(x >> 31 ? -x : x);
  print(")\n", 2);
  print(arguments[1], 32);
  print("\n", 1);
  call(231, 0, 0, 0, 0, 0, 0);
}
