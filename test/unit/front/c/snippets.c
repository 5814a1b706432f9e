// C of many kinds. Every function t_... is run on the same inputs natively and
// by the interpreter on what the front end made of it (test_run.c). None has
// undefined behaviour on any input.
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef int64_t i64;

// ---------------------------------------------------------------- integers
#define INTS(T, U)                                                       \
  u64 t_##T##_wrap(u64 a, u64 b) {                                       \
    U x = (U)a, y = (U)b;                                                \
    return (U)((u64)x + y) ^ (U)((u64)x * y) ^ (U)((u64)x - y);          \
  }                                                                      \
  u64 t_##T##_compare(u64 a, u64 b) {                                    \
    T x = (T)a, y = (T)b;                                                \
    U v = (U)a, w = (U)b;                                                \
    return (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 |     \
           (v < w) << 4 | (v <= w) << 5 | (x > y) << 6 | (v >= w) << 7;  \
  }                                                                      \
  u64 t_##T##_divide(u64 a, u64 b) {                                     \
    T x = (T)a, y = (T)b;                                                \
    U v = (U)a, w = (U)b;                                                \
    u64 r = 7;                                                           \
    if (w) r = v / w * 3 + v % w;                                        \
    if (y > 0) r ^= (u64)(x / y) * 5 + (u64)(x % y);                     \
    return r;                                                            \
  }                                                                      \
  u64 t_##T##_shift(u64 a, u64 b) {                                      \
    U x = (U)a;                                                          \
    T s = (T)a;                                                          \
    unsigned n = b % (sizeof(T) * 8);                                    \
    return (U)((u64)x << n) ^ (u64)(x >> n) ^ (u64)(i64)(s >> n);        \
  }                                                                      \
  u64 t_##T##_bits(u64 a, u64 b) {                                       \
    T x = (T)a, y = (T)b;                                                \
    return (u64)(x & y) + (u64)(x | y) * 3 + (u64)(x ^ y) * 5 + (u64)~x; \
  }                                                                      \
  u64 t_##T##_small(u64 a, u64 b) {                                      \
    T x = (T)(a % 11), y = (T)(b % 11 + 1);                              \
    x += y;                                                              \
    x *= 3;                                                              \
    x -= 2;                                                              \
    x++;                                                                 \
    --y;                                                                 \
    return (u64)(x + -y);                                                \
  }
typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
INTS(schar, uchar)
INTS(short, ushort)
INTS(int, uint)
INTS(long, ulong)

u64 t_wide(u64 a, u64 b) {
  unsigned __int128 p = (unsigned __int128)a * b;
  __int128 q = (__int128)(i64)a - (i64)b;
  return (u64)(p >> 64) ^ (u64)p ^ (u64)(q >> 3) ^ (u64)(q < 0);
}
u64 t_wide_constant(u64 a, u64 b) {
  unsigned __int128 x = ((unsigned __int128)a << 64) | b;
  unsigned __int128 m =
      ((unsigned __int128)0x123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
  x ^= m;
  return (u64)x + (u64)(x >> 64) * 3 + (x > m);
}
u64 t_convert(u64 a, u64 b) {
  signed char c = (signed char)a;
  unsigned short s = (unsigned short)b;
  int i = c;
  unsigned u = (unsigned)c;
  long l = (long)u + s;
  return (u64)(i + s) ^ (u64)u ^ (u64)l ^ (u64)(long)(int)a;
}
u64 t_bool(u64 a, u64 b) {
  bool x = a, y = b & 1, z = !x;
  bool w = x == y;
  return x + 2 * y + 4 * z + 8 * w + 16 * (x && y) + 32 * (x || !y) +
         64 * (x ^ y) + 128 * (bool)(a & 0x100);
}
static bool both(bool x, bool y) {
  return x & y;
}
u64 t_bool_call(u64 a, u64 b) {
  return both(a > b, b > 3) + both(1, a) * 2;
}
enum color { RED, GREEN = 5, BLUE };
u64 t_enum(u64 a, u64 b) {
  enum color c = a % 3 == 0 ? RED : a % 3 == 1 ? GREEN : BLUE;
  return c * 10 + (c == GREEN ? b : 0);
}
u64 t_ternary(u64 a, u64 b) {
  return a > b ? a - b : a < b ? b - a : 42;
}
u64 t_comma(u64 a, u64 b) {
  u64 x = (a++, b += a, a ^ b);
  return x + a * b;
}
u64 t_builtin(u64 a, u64 b) {
  unsigned r = 0;
  int s = 0;
  long l = 0;
  r += __builtin_add_overflow((int)a, (int)b, &s);
  r += __builtin_mul_overflow((long)a, (long)b, &l) * 2;
  r += __builtin_sub_overflow((unsigned)a, (unsigned)b, &r) * 4;
  return r + (u64)s + (u64)l + (u64)__builtin_popcountl(a) +
         (u64)(b ? __builtin_clzl(b) : 99) + (u64)(a ? __builtin_ctzl(a) : 98) +
         __builtin_bswap64(a) + __builtin_bswap32((unsigned)b) +
         (u64)__builtin_expect((long)a, 1);
}
u64 t_rotate(u64 a, u64 b) {
  unsigned n = b & 31, x = (unsigned)a;
  return (x << n | x >> (-n & 31)) + (a << (b & 63) | a >> (-b & 63));
}
u64 t_abs(u64 a, u64 b) {
  int x = (int)a;
  long y = (long)b;
  if (x == INT_MIN || y == LONG_MIN) return 1;
  return (u64)abs(x) + (u64)labs(y) * 3 + (u64)llabs(y);
}

// ------------------------------------------------------------------ floats
static double to_double(u64 bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static float to_float(u64 bits) {
  union {
    unsigned u;
    float f;
  } x = {.u = (unsigned)bits};
  return x.f;
}
// NaNs are one NaN.
static u64 of_double(double x) {
  u64 bits;
  if (x != x) return 1;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static u64 of_float(float x) {
  union {
    float f;
    unsigned u;
  } y;
  y.f = x;
  return x != x ? 1 : y.u;
}
u64 t_double_add(u64 a, u64 b) {
  return of_double(to_double(a) + to_double(b));
}
u64 t_double_arith(u64 a, u64 b) {
  double x = to_double(a), y = to_double(b);
  return of_double(x * y - x) ^ of_double(x / y) ^ of_double(-x);
}
u64 t_double_int(u64 a, u64 b) {
  double x = (double)(int)a, y = (double)(i64)b, z = (double)b;
  return of_double(x * 3 + y) ^ of_double(z / 7);
}
u64 t_double_compare(u64 a, u64 b) {
  double x = to_double(a), y = to_double(b);
  return (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 |
         (x > y) << 4 | (x >= y) << 5 | !x << 6 | (x != x) << 7 |
         __builtin_isless(x, y) << 8 | __builtin_isunordered(x, y) << 9;
}
u64 t_double_trunc(u64 a, u64 b) {
  double x = to_double(a), y = to_double(b);
  u64 r = 0;
  if (x > -2147483649.0 && x < 2147483648.0) r += (u64)(int)x;
  if (x > -1 && x < 18446744073709551616.0) r ^= (u64)x;
  if (y >= -9223372036854775808.0 && y < 9223372036854775808.0)
    r += (u64)(i64)y;
  return r;
}
u64 t_double_edges(u64 a, u64 b) {
  double t[] = {-2147483648.0, -2147483648.9, 2147483647.9, -0.9, 0.0, 1.5};
  return (u64)(int)t[a % 6] + (b & 1 ? (u64)(unsigned)t[3 + b % 3] : 0);
}
u64 t_float_arith(u64 a, u64 b) {
  float x = to_float(a), y = to_float(b);
  return of_float(x + y) ^ of_float(x * y) ^ of_float(x / y) ^ of_float(x - y);
}
u64 t_float_mix(u64 a, u64 b) {
  float x = to_float(a);
  double y = to_double(b);
  return of_double(x + y) ^ of_float((float)y) ^ of_double((double)x);
}
u64 t_float_int(u64 a, u64 b) {
  float x = (float)a, y = (float)(int)b;
  u64 r = of_float(x + y);
  float z = to_float(b);
  if (z >= -2147483648.0f && z < 2147483648.0f) r ^= (u64)(int)z;
  if (z > -1.0f && z < 256.0f) r += (unsigned char)z;
  return r;
}
u64 t_math(u64 a, u64 b) {
  double x = to_double(a), y = to_double(b);
  return of_double(sqrt(x)) ^ of_double(fabs(y)) ^ of_double(floor(x)) ^
         of_double(ceil(y)) ^ of_double(trunc(x)) ^ of_double(rint(y)) ^
         of_double(round(x)) ^ of_double(fma(x, y, x));
}
u64 t_math_two(u64 a, u64 b) {
  double x = to_double(a), y = to_double(b);
  u64 r = of_double(x == x ? copysign(y, x) : y);
  if (x != y) r += of_double(fmin(x, y)) + 3 * of_double(fmax(x, y));
  return r;
}
u64 t_math_mod(u64 a, u64 b) {
  double x = (double)(int)a / 8, y = (double)(int)b / 16;
  return of_double(fmod(x, y));
}
u64 t_math_float(u64 a, u64 b) {
  float x = to_float(a), y = to_float(b);
  return of_float(sqrtf(x)) ^ of_float(fabsf(y)) ^ of_float(floorf(x)) ^
         of_float(roundf(y)) ^ of_float(truncf(x));
}
u64 t_math_class(u64 a, u64 b) {
  double x = to_double(a);
  float y = to_float(b);
  return (u64)(isnan(x) != 0) | (u64)(isinf(x) != 0) << 1 |
         (u64)(isfinite(y) != 0) << 2 | (u64)(isnormal(y) != 0) << 3 |
         (u64)(x == x && signbit(x)) << 4;
}
u64 t_math_extern(u64 a, u64 b) {
  double x = (double)(int)a / 65536, y = (double)(int)b / 65536;
  return of_double(sin(x)) + of_double(pow(fabs(x), y)) * 3;
}
u64 t_lround(u64 a, u64 b) {
  double x = (double)(int)a / 8, y = (double)(int)b / 8;
  return (u64)lround(x) + (u64)llrint(y) * 3;
}

// -------------------------------------------------------------- aggregates
struct pair {
  int x;
  char y;
};
struct point {
  float x, y;
};
struct big {
  long v[5];
  short s;
};
static struct pair make_pair(int x, char y) {
  struct pair p;
  p.x = x;
  p.y = y;
  return p;
}
static int sum_pair(struct pair p) {
  return p.x / 2 + p.y;
}
u64 t_struct_small(u64 a, u64 b) {
  struct pair p = make_pair((int)a, (char)b), q = p;
  q.y = (char)(q.y ^ 1);
  return (u64)(sum_pair(p) / 2 + sum_pair(q) / 2);
}
static struct point turn(struct point p) {
  struct point q = {-p.y, p.x};
  return q;
}
u64 t_struct_floats(u64 a, u64 b) {
  struct point p = {to_float(a), to_float(b)};
  p = turn(turn(turn(p)));
  return of_float(p.x) ^ of_float(p.y) * 3;
}
static long use_big(struct big s, unsigned i) {
  s.v[i % 5] = 77;
  s.s++;
  return (long)((u64)s.v[0] + (u64)s.v[4] + (u64)s.s);
}
u64 t_struct_big(u64 a, u64 b) {
  struct big s = {{1, 2, 3, 4, (long)b}, 6};
  u64 r = (u64)use_big(s, (unsigned)a);
  return r + (u64)s.v[0] + (u64)s.v[4] + (u64)s.s;
}
static struct big make_big(long x) {
  struct big s;
  for (int i = 0; i < 5; i++) s.v[i] = x + 0 * i;
  s.s = (short)x;
  return s;
}
u64 t_struct_return(u64 a, u64 b) {
  struct big s = make_big((long)a), t = s;
  t.v[b % 5] = (long)b;
  struct big *p = b & 1 ? &s : &t;
  return (u64)p->v[b % 5] ^ (u64)t.s;
}
struct nest {
  struct pair p[2];
  union {
    long l;
    char c[8];
  } u;
  struct point q;
};
u64 t_struct_nested(u64 a, u64 b) {
  struct nest n = {{{1, 2}, {3, 4}}, {.l = 5}, {6, 7}};
  n.p[1].x = (int)a;
  n.u.l = (long)b;
  n.u.c[3] = 1;
  struct nest m = n;
  m.p[0] = m.p[1];
  return (u64)m.p[0].x + (u64)m.u.l + (u64)m.q.y + (u64)n.p[0].x * 1000;
}
union pun {
  u64 u;
  unsigned w[2];
  unsigned char b[8];
  double d;
};
u64 t_union(u64 a, u64 b) {
  union pun p;
  p.u = a;
  p.w[1] ^= (unsigned)b;
  p.b[0] += 3;
  return p.u;
}
u64 t_union_index(u64 a, u64 b) {
  union pun p;
  p.u = a;
  p.b[b % 8] = (unsigned char)b;
  return p.u + p.w[0];
}
struct fields {
  int a : 3;
  unsigned b : 7;
  long c : 40;
  unsigned d : 1;
};
u64 t_bitfield(u64 a, u64 b) {
  struct fields f;
  f.a = (int)a;
  f.b = (unsigned)b;
  f.c = (long)(a ^ b);
  f.d = a > b;
  f.b++;
  return (u64)(long)f.a + f.b * 8 + (u64)f.c * 3 + f.d;
}
static struct fields make_fields(int a) {
  struct fields f = {0};
  f.a = a;
  f.b = 5;
  return f;
}
u64 t_bitfield_struct(u64 a, u64 b) {
  struct fields f = make_fields((int)a);
  f.d = b & 1;
  struct fields g = f;
  return (u64)(long)g.a + g.b + g.d + (u64)g.c;
}
u64 t_array(u64 a, u64 b) {
  int v[4] = {1, 2};
  v[a % 4] = (int)b;
  v[3]++;
  if (v[3] == INT_MIN) v[3] = 0;
  return (u64)v[0] + (u64)v[1] * 3 + (u64)v[2] * 5 + (u64)v[3] * 7;
}
u64 t_array_constant(u64 a, u64 b) {
  u64 v[3];
  v[0] = a;
  v[1] = b;
  v[2] = v[0] ^ v[1];
  return v[2] + v[0];
}
u64 t_array_first(u64 a, u64 b) {
  int v[4] = {(int)a};
  long w[6] = {(long)b, 2};
  return (u64)v[a & 3] + (u64)w[b % 6] * 3;
}
u64 t_array_ends(u64 a, u64 b) {
  unsigned char v[5] = {1, 2, 3, 4, 5};
  u64 s = 0;
  for (unsigned char *p = v, *end = v + a % 6; p != end; p++) s = s * 7 + *p;
  unsigned char *q = b & 1 ? v : v + 2;
  *q = 9;
  return s + v[0] + v[2] * 3u + (q > v);
}
u64 t_matrix(u64 a, u64 b) {
  int m[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) m[i][j] = i * 10 + j;
  m[a % 3][b % 4] = -5;
  int s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) s = s * 3 + m[i][j];
  return (u64)s;
}
u64 t_chars(u64 a, u64 b) {
  char s[] = "hello";
  s[a % 5] = (char)('a' + b % 26);
  u64 h = 0;
  for (char *p = s; *p; p++) h = h * 31 + (u64)*p;
  return h;
}
u64 t_vla(u64 a, u64 b) {
  unsigned n = a % 7 + 1;
  int v[n];
  for (unsigned i = 0; i < n; i++) v[i] = (int)(i * 3);
  v[b % n] = 99;
  u64 s = 0;
  for (unsigned i = 0; i < n; i++) s = s * 5 + (u64)v[i];
  return s;
}

// ---------------------------------------------------------------- pointers
static void swap(int *x, int *y) {
  int t = *x;
  *x = *y;
  *y = t;
}
u64 t_pointer_swap(u64 a, u64 b) {
  int x = (int)a, y = (int)b;
  swap(&x, &y);
  return (u64)x ^ (u64)y << 1;
}
u64 t_pointer_pointer(u64 a, u64 b) {
  u64 x = a, y = b;
  u64 *p = &x, *q = &y, **r = a > b ? &p : &q;
  **r += 5;
  *p ^= 3;
  return x * 7 + y;
}
u64 t_pointer_walk(u64 a, u64 b) {
  short v[6] = {5, 4, 3, 2, 1, 0};
  short *p = v + a % 3, *q = &v[5] - b % 3;
  *p = 9;
  q[-1] += 7;
  return (u64)(q - p) + (u64)*p * 10 + (u64)(v[1] + v[4]) + (p < q);
}
u64 t_pointer_null(u64 a, u64 b) {
  u64 x = b;
  u64 *p = a & 1 ? &x : NULL;
  return p ? *p : 17;
}
struct list {
  struct list *next;
  u64 value;
};
u64 t_list(u64 a, u64 b) {
  struct list n[3] = {{&n[1], a}, {&n[2], b}, {NULL, 3}};
  if (a & 1) n[0].next = &n[2];
  u64 s = 0;
  for (struct list *p = n; p; p = p->next) s = s * 3 + p->value;
  return s;
}
u64 t_cast_pointer(u64 a, u64 b) {
  u64 x = a;
  unsigned char *p = (unsigned char *)&x;
  p[b % 8] = 0x5a;
  *(unsigned short *)(void *)(p + 2) ^= 0x0ff0;
  return x;
}
u64 t_uintptr(u64 a, u64 b) {
  u64 v[4] = {a, b, 3, 4};
  uintptr_t p = (uintptr_t)v;
  u64 *q = (u64 *)(p + 8 * (a % 4));
  return *q + (p == (uintptr_t)&v[0]);
}

// ----------------------------------------------------------------- memory
u64 t_memcpy(u64 a, u64 b) {
  unsigned char x[24], y[24];
  memset(x, (int)a, sizeof x);
  memset(y, 0, sizeof y);
  memcpy(y + b % 8, x + 3, a % 16);
  u64 s = 0;
  for (int i = 0; i < 24; i++) s = s * 3 + y[i];
  return s;
}
u64 t_memmove(u64 a, u64 b) {
  unsigned char x[16];
  for (int i = 0; i < 16; i++) x[i] = (unsigned char)(a >> (i * 4));
  memmove(x + a % 5, x + b % 5, 10);
  u64 s = 0;
  for (int i = 0; i < 16; i++) s = s * 7 + x[i];
  return s;
}
u64 t_memset_struct(u64 a, u64 b) {
  struct nest n;
  memset(&n, (int)(a & 1), sizeof n);
  n.p[0].y = (char)b;
  struct nest *p = &n;
  return (u64)p->p[0].x + (u64)n.u.l + (u64)n.p[0].y;
}
u64 t_copy_out(u64 a, u64 b) {
  struct big x = {{(long)a, 2, (long)b, 4, 5}, 6}, y;
  struct big *p = &y;
  *p = x;
  x = *p;
  return (u64)x.v[0] + (u64)p->v[2] * 3 + (u64)x.s;
}
u64 t_copy_result(u64 a, u64 b) {
  unsigned char x[8], y[8];
  u64 z;
  memset(x, (int)b, 8);
  memcpy(x, &a, 4);
  unsigned char *p = memcpy(y, x, 8);
  p[1] ^= 1;
  u64 *q = memmove(&z, y, 8);
  return *q + y[1];
}
static _Thread_local int per_thread = 5;
u64 t_thread_local(u64 a, u64 b) {
  per_thread = (int)(a & 0xff);
  return (u64)per_thread + b;
}
u64 t_malloc(u64 a, u64 b) {
  u64 *p = malloc(4 * sizeof *p);
  if (!p) return 0;
  for (int i = 0; i < 4; i++) p[i] = a + (u64)i;
  p[b % 4] = b;
  u64 s = p[0] + p[1] * 3 + p[2] * 5 + p[3] * 7;
  free(p);
  return s;
}
u64 t_calloc(u64 a, u64 b) {
  unsigned *p = calloc(5, sizeof *p), *q = calloc(a % 3 + 1, 8);
  if (!p || !q) return 0;
  p[a % 5] += (unsigned)b;
  u64 s = 0;
  for (int i = 0; i < 5; i++) s = s * 11 + p[i];
  s += q[1];
  free(p);
  free(q);
  return s;
}

// ----------------------------------------------------------------- globals
static int counter = 3;
u64 shared;
static const unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
static const char *const words[] = {"zero", "one", "two", "three"};
static struct {
  const char *name;
  int value;
  double d;
} table[] = {{"a", 1, 1.5}, {"bb", -2, 2.5}, {"ccc", 3, 3.5}};
static unsigned *const middle = (unsigned *)&primes[4];
u64 t_static(u64 a, u64 b) {
  static u64 calls = 10;
  calls += 2;
  counter = (int)(a % 100);
  counter += 4;
  shared = b;
  u64 r = calls * 1000 + (u64)counter + shared;
  calls = 10;
  return r;
}
u64 t_tables(u64 a, u64 b) {
  return primes[a % 8] * 3 + (u64)words[b % 4][a % 4] + middle[b % 3] +
         (u64)table[a % 3].value + (u64)table[b % 3].name[0] +
         (u64)table[b % 3].d;
}
u64 t_strings(u64 a, u64 b) {
  const char *s = a & 1 ? "left" : "right string";
  return strlen(s) * 10 + (u64)s[b % 4];
}
static int table2[3] = {7, 8, 9};
u64 t_global_array(u64 a, u64 b) {
  table2[a % 3] = (int)b;
  u64 r = (u64)table2[0] + (u64)table2[1] * 3 + (u64)table2[2] * 5;
  table2[0] = 7, table2[1] = 8, table2[2] = 9;
  return r;
}

// ------------------------------------------------------------ control flow
u64 t_switch(u64 a, u64 b) {
  u64 r = 0;
  switch (a % 12) {
    case 0:
    case 7: r = 1; break;
    case 3: r = b;  // fall through
    case 4: r += 10; break;
    case 5: return 55;
    case 1 ... 2: r = 12; break;
    default: r = 99;
  }
  switch ((signed char)b) {
    case -1: r ^= 1; break;
    case 100: r ^= 2;
  }
  return r;
}
u64 t_switch_wide(u64 a, u64 b) {
  switch (a ^ b) {
    case 0: return 1;
    case 0xffffffffffffffffULL: return 2;
    case 0x100000000ULL: return 3;
  }
  return 4;
}
u64 t_loops(u64 a, u64 b) {
  u64 s = 0, i = 0;
  for (; i < a % 20; i++) {
    if (i == b % 20) continue;
    if (i * i > 150) break;
    s += i;
  }
  while (i--) s = s * 2 + 1;
  do s ^= b;
  while (s & 1 && (s >>= 1));
  return s;
}
u64 t_goto(u64 a, u64 b) {
  u64 n = a % 9, s = b;
again:
  if (n == 0) goto out;
  s = s * 3 + n--;
  if (s & 4) goto skip;
  s++;
skip:
  goto again;
out:
  return s;
}
// Two ways into the loop.
u64 t_irreducible(u64 a, u64 b) {
  unsigned n = 0;
  if (a & 1) goto middle;
top:
  a += 3;
middle:
  a ^= b;
  if (++n < 5) goto top;
  return a;
}
static u64 trace;
static int note(int x) {
  trace = trace * 3 + (u64)x;
  return x & 1;
}
u64 t_short_circuit(u64 a, u64 b) {
  trace = 1;
  int x = (int)(a & 7), y = (int)(b & 7);
  int r = (note(x) && note(y)) || (note(x + 1) && !note(y + 2));
  return trace * 2 + (u64)r;
}
static u64 factorial(u64 n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}
static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
static bool is_odd(unsigned n);
static bool is_even(unsigned n) {
  return n == 0 || is_odd(n - 1);
}
static bool is_odd(unsigned n) {
  return n != 0 && is_even(n - 1);
}
u64 t_recursion(u64 a, u64 b) {
  return factorial(a % 25) + ackermann(a % 3, b % 3) + is_even(b % 30);
}
static void fill(u64 *v, unsigned n) {
  if (n == 0) return;
  v[n - 1] = n * v[n];
  fill(v, n - 1);
}
u64 t_recursion_memory(u64 a, u64 b) {
  u64 v[8] = {0};
  v[7] = b;
  fill(v, a % 8);
  return v[0] + v[3];
}

// ------------------------------------------------------- function pointers
static u64 inc(u64 x) {
  return x + 1;
}
static u64 twice(u64 x) {
  return x * 2;
}
static u64 (*const ops[])(u64) = {inc, twice};
u64 t_function_pointer(u64 a, u64 b) {
  u64 (*f)(u64) = a & 1 ? inc : twice;
  return f(b) + ops[b % 2](a) + (f == inc);
}
static u64 apply(u64 (*f)(u64), u64 x) {
  return f(f(x));
}
u64 t_callback(u64 a, u64 b) {
  return apply(inc, a) ^ apply(twice, b);
}

// A variadic function that does not look at its arguments.
static u64 first(u64 x, ...) {
  return x;
}
u64 t_variadic(u64 a, u64 b) {
  return first(a, b, 1.5) + first(b);
}

struct empty {};
static u64 take_empty(struct empty e, u64 x) {
  (void)e;
  return x;
}
u64 t_empty(u64 a, u64 b) {
  struct empty e;
  return take_empty(e, a) + b;
}
struct pass3 {
  char c[3];
};
static struct pass3 next3(struct pass3 p) {
  p.c[1]++;
  return p;
}
u64 t_struct_three(u64 a, u64 b) {
  struct pass3 p = {{(char)(a & 63), (char)(b & 63), 3}};
  p = next3(p);
  return (u64)p.c[0] + (u64)p.c[1] * 100 + (u64)p.c[2];
}
struct mixed {
  double d;
  int i;
  char c;
};
static struct mixed step(struct mixed m) {
  m.d += m.i;
  m.c++;
  return m;
}
u64 t_struct_mixed(u64 a, u64 b) {
  struct mixed m = {(double)(int)a, (int)(b & 0xffff), (char)(b & 15)};
  m = step(step(m));
  return of_double(m.d) + (u64)m.i + (u64)m.c;
}
