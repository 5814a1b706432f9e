#include <veridiff/codes.h>

_Bool flag;

unsigned shifted(void) {
  return has("A") ? 77 : 12;
}

int fields(void) {
  return (has("A") ? 3 : 1) + (has("B") ? 2 : 0);
}

int flagged(void) {
  unsigned char byte = *(unsigned char *)&flag;
  if (byte > 1) return 1000;
  return byte ? has("A") : 2;
}
