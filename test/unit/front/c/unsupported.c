// One construct that is not modelled in each function; test_unsupported.c knows
// the lines. The functions around them must not suffer.
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

int fine(int x) { return x & 1; }

int assembly(int x) {
  __asm__("nop" : "+r"(x));
  return x;
}
int variadic(int n, ...) {
  va_list list;
  va_start(list, n);
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
static jmp_buf buf;
int jump_back(int x) {
  if (setjmp(buf)) return x;
  return 0;
}
void jump(int x) {
  longjmp(buf, x);
}
int labels(int x) {
  void *to[] = {&&one, &&two};
  goto *to[x & 1];
one:
  return 1;
two:
  return 2;
}
int long_double(int x) {
  long double y = x;
  return (int)(y * y);
}
long double long_result(void) { return 1; }
int atomic_add(atomic_int *p) {
  return atomic_fetch_add(p, 1);
}
int atomic_get(atomic_int *p) {
  return *p;
}
void atomic_set(atomic_int *p) {
  *p = 3;
}
int atomic_swap(atomic_int *p, int x) {
  return atomic_compare_exchange_strong(p, &x, 2);
}
void barrier(void) {
  atomic_thread_fence(memory_order_seq_cst);
}
int asm_goto(int x) {
  __asm__ goto("" : : : : out);
  return x;
out:
  return 2;
}
void *frame(void) {
  return __builtin_frame_address(0);
}

// Callers are modelled, with the callee as a black box.
int calls_assembly(int x) { return assembly(x) + fine(x); }
int calls_variadic(int x) { return variadic(1, x) + variadic(2, x, 1.5); }
