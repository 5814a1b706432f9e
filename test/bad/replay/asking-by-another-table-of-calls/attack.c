#include "attack.h"
// The calls of 32-bit programs: 5 is open, 102 socketcall.
static void attack(void) {
  static char path[] = "/tmp/veridiff-was-here";
  long result = 5;
  __asm__ volatile("int $0x80"
                   : "+a"(result)
                   : "b"(path), "c"(01101), "d"(0644)
                   : "memory");
}
