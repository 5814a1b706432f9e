// Undefined behaviour of each kind; test_undefined.c says on which inputs.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;

u64 add(u64 a, u64 b) {
  return (u64)((int)a + (int)b);
}
u64 sub(u64 a, u64 b) {
  return (u64)((int)a - (int)b);
}
u64 mul(u64 a, u64 b) {
  return (u64)((int)a * (int)b);
}
u64 mul_constant(u64 a, u64 b) {
  return (u64)((long)a * -7) + b;
}
u64 mul_minus_one(u64 a, u64 b) {
  return (u64)((long)a * -1) + b;
}
u64 add_constant(u64 a, u64 b) {
  return (u64)((int)a + 100) + b;
}
u64 sub_constant(u64 a, u64 b) {
  return (u64)((int)a - 100) + b;
}
u64 negate(u64 a, u64 b) {
  return (u64) - (int)a + b;
}
u64 increment(u64 a, u64 b) {
  long x = (long)a;
  x++;
  return (u64)x + b;
}
u64 divide(u64 a, u64 b) {
  return (u64)((int)a / (int)b);
}
u64 remainder_(u64 a, u64 b) {
  return (u64)((long)a % (long)b);
}
u64 divide_unsigned(u64 a, u64 b) {
  return a / b;
}
u64 shift_left(u64 a, u64 b) {
  return (u64)((unsigned)a << (b & 0xff));
}
u64 shift_right(u64 a, u64 b) {
  return (u64)((int)a >> (int)b);
}
u64 shift_constant(u64 a, u64 b) {
  return a & 1 ? (unsigned)b << 32 : b;
}
u64 to_int(u64 a, u64 b) {
  double x;
  memcpy(&x, &a, sizeof x);
  return (u64)(int)x + b;
}
u64 to_unsigned(u64 a, u64 b) {
  float x;
  unsigned bits = (unsigned)a;
  memcpy(&x, &bits, sizeof x);
  return (unsigned char)x + b;
}
u64 uninitialised(u64 a, u64 b) {
  u64 x;
  if (a & 1) x = b;
  return x;
}
u64 uninitialised_member(u64 a, u64 b) {
  struct {
    u64 x, y;
  } s, t;
  s.x = b;
  if (a & 1) s.y = 4;
  t = s;
  return t.x + (a & 2 ? 0 : t.y);
}
u64 uninitialised_loop(u64 a, u64 b) {
  u64 last;
  for (u64 i = 0; i < a % 4; i++) last = b + i;
  return last;
}
u64 no_return(u64 a, u64 b) {
  if (a & 1) return b;
}
u64 null_load(u64 a, u64 b) {
  u64 x = b, *p = a & 1 ? &x : NULL;
  return *p;
}
u64 null_store(u64 a, u64 b) {
  u64 x = 1, *p = a & 1 ? &x : NULL;
  *p = b;
  return x;
}
u64 low_address(u64 a, u64 b) {
  u64 x = b, *p = a & 1 ? &x : (u64 *)4088;
  return *p;
}
u64 high_address(u64 a, u64 b) {
  u64 x = b;
  unsigned *p = a & 1 ? (unsigned *)&x : (unsigned *)(((u64)1 << 47) - 3);
  return *p;
}
u64 null_member(u64 a, u64 b) {
  u64 *p = NULL;
  return a & 1 ? b : p[4];
}
u64 wide_shift(u64 a, u64 b) {
  int r = (int)b;
  return (u64)(r >> (long)a);
}
u64 odd_bool(u64 a, u64 b) {
  unsigned char c = (unsigned char)a;
  _Bool *p = (_Bool *)&c;
  return *p + b;
}
u64 null_text(u64 a, u64 b) {
  return strlen(a & 1 ? "text" : NULL) + b;
}
u64 null_compare(u64 a, u64 b) {
  return (u64)memcmp("text", a & 1 ? "next" : NULL, b);
}
u64 local_bounds(u64 a, u64 b) {
  int v[4] = {0};
  v[a] = (int)b;
  return (u64)v[0];
}
static int table[5];
u64 global_bounds(u64 a, u64 b) {
  return (u64)table[(int)a] + b;
}
u64 slot_bounds(u64 a, u64 b) {
  short v[3] = {1, 2, 3};
  short *p = v;
  short **q = &p;
  return (u64)(*q == v) + (u64)v[a] + b;
}
u64 constant_bounds(u64 a, u64 b) {
  static int v[2];
  int *p = v + 2;
  return a & 1 ? (u64)v[1] : (u64)*p + (u64)v[2] + b;
}
u64 copy_bounds(u64 a, u64 b) {
  char x[8] = {0}, y[4] = {1, 2, 3, 4};
  memcpy(x, y, a);
  return (u64)x[0] + b;
}
u64 copy_overlap(u64 a, u64 b) {
  char x[32] = {0};
  memcpy(x + a % 16, x + b % 16, 8);
  return (u64)x[0];
}
u64 null_fill(u64 a, u64 b) {
  char x[8];
  char *p = a & 1 ? x : NULL;
  memset(p, 3, b % 9);
  return 1;
}
u64 null_call(u64 a, u64 b) {
  int (*f)(int) = a & 1 ? abs : NULL;
  return f ? b : (u64)f(3);
}
u64 unreachable(u64 a, u64 b) {
  if (a & 1) __builtin_unreachable();
  return b;
}
u64 absolute(u64 a, u64 b) {
  return (u64)abs((int)a) + b;
}
u64 count_zeros(u64 a, u64 b) {
  return (u64)__builtin_ctzl(a) + b;
}
u64 assumption(u64 a, u64 b) {
  __builtin_assume(a > 5);
  return b;
}
