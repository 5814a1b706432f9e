#include <veridiff/codes.h>

_Bool flag;

// Clang cuts the amount of a shift off to 32 bits: what is shifted by 2^32 is
// undefined, and not what it was.
unsigned shifted(void) {
  unsigned long n = has("a") ? 1ul << 32 : 2;
  return 3u << n;
}

// It reads the word that a bit-field is in before it writes the field: that is
// no use of an uninitialised variable.
int fields(void) {
  struct {
    unsigned low : 3, high : 5;
  } p;
  p.low = has("a") ? 3 : 1;
  p.high = has("b");
  return p.low + p.high;
}

// A _Bool that holds neither 0 nor 1 is left aside.
int flagged(void) {
  return flag ? has("a") : 2;
}
