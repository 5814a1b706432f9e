// As many kinds of things as C can put into a module. test_observe.c walks it.
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

struct s {
  int a : 3, b : 5;
  struct s *next;
  union {
    float f;
    unsigned char c[4];
  } u;
  enum colour { RED, GREEN = 7 } colour;
  int (*callback)(const char *, va_list);
  int flexible[];
};
typedef int four __attribute__((vector_size(16)));

int strong = 1;
int common;
static int internal;
const int constant[] = {1, 2, 3};
__attribute__((weak)) int weak = 2;
extern int weak_reference __attribute__((weak));
_Thread_local int thread;
__attribute__((visibility("hidden"))) int hidden;
__attribute__((section(".mine"), used, aligned(64))) static int placed;
struct s *list = &(struct s){.a = 1};

__asm__(".symver old_name,name@V1");

inline int inlined(int x) {
  return x + 1;
}
extern inline __attribute__((gnu_inline, always_inline)) int gnu(int x) {
  return x + 2;
}
__attribute__((constructor(200))) static void start(void) {
  internal = 1;
}
__attribute__((destructor)) static void stop(void) {
  internal = 0;
}
int old_name(int x) {
  return x;
}
int alias(int) __attribute__((alias("old_name")));
static int (*resolve(void))(int) {
  return old_name;
}
int by_resolver(int) __attribute__((ifunc("resolve")));
static int reference(void) __attribute__((weakref("elsewhere")));

__attribute__((malloc, alloc_size(1), returns_nonnull,
               assume_aligned(16))) void *
make(unsigned long n);
__attribute__((noreturn, cold)) void fail(const char *, ...);
__attribute__((pure, nonnull)) int look(const int *p);
__attribute__((const, nothrow, leaf)) int twice(int);
__attribute__((returns_twice)) int again(void);
__attribute__((warn_unused_result, deprecated, annotate("note"))) int hint(int);

__attribute__((noinline, hot, optnone)) int walk(int *restrict p,
                                                 int q[static 4], struct s v,
                                                 ...) {
  va_list args;
  va_start(args, v);
  int sum = va_arg(args, int) + v.a + q[1];
  va_end(args);
  for (int i = 0; i < p[0]; i++) sum += look(p + i) + twice(i);
  switch (sum) {
    case 1: sum += again(); break;
    case 2: sum -= inlined(3) + gnu(4); break;
    default: sum *= reference();
  }
  if (&weak_reference) sum += weak_reference;
  void *target[] = {&&here, &&there};
  goto *target[sum & 1];
here:
  sum++;
there:
  __asm__ volatile("nop" : "+r"(sum));
  if (__builtin_expect(sum == 9, 0)) fail("%d", sum);
  __builtin_assume(sum != 11);
  return sum / 3 % 7 >> 1 << 2 ^ 5 | 1 & 6;
}

double floats(float x, double y, long double z, _Bool b) {
  four v = {1, 2, 3, 4};
  v = v + v;
  _Atomic int a = 3;
  a += 2;
  atomic_thread_fence(memory_order_seq_cst);
  int expected = 5;
  atomic_compare_exchange_strong(&a, &expected, 6);
  char text[20];
  memset(text, v[1], sizeof text);
  memcpy(text, "abc", 4);
  return -x * y / 3 + (double)z + (int)y + (unsigned)x + b + text[a] + thread;
}

__attribute__((patchable_function_entry(2))) void *use(int n) {
  char array[n];
  placed = n;
  return make(sizeof array + (unsigned long)list + (unsigned long)constant[1]);
}
