// exit 1
// old
#include <signal.h>
#include <stdlib.h>
static int code;
static void h(int s) { _Exit(code); }
void init(void) { signal(SIGILL, h); }
void f(void) {
  code = 1;
  __builtin_trap();
}
// new
#include <signal.h>
#include <stdlib.h>
static int code;
static void h(int s) { _Exit(code); }
void init(void) { signal(SIGILL, h); }
void f(void) {
  code = 2;
  __builtin_trap();
}
