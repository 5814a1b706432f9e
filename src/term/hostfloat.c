// The host's own arithmetic for float8.24 and float11.53, which most programs
// use and which is many times faster than softfloat.c. The build is for
// processors whose float and double are IEEE-754 and computed as such (SSE2),
// rounding to nearest. Arguments and results pass through memory as bits, so
// there is nothing for a compiler to contract.
//
// float8.24 is computed in double and rounded once more: for + - * / and square
// root the second rounding is harmless as 53 >= 2 * 24 + 2 (Figueroa, "When is
// double rounding innocuous?", 1995), and the rest is exact in double. Only fma
// and conversion from integers need the float operation itself.
#include <float.h>
#include <math.h>

#include "term/softfloat.h"

_Static_assert(FLT_EVAL_METHOD == 0, "float and double are computed as such");
_Static_assert(FLT_MANT_DIG == 24 && FLT_MAX_EXP == 128, "IEEE float");
_Static_assert(DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024, "IEEE double");

static bool is_float(VdSort sort) {
  return vd_sort_eq(sort, vd_sort_float(8, 24));
}
static bool is_host(VdSort sort) {
  return is_float(sort) || vd_sort_eq(sort, vd_sort_float(11, 53));
}

static float to_float(uint64_t bits) {
  uint32_t half = (uint32_t)bits;
  float x;
  memcpy(&x, &half, sizeof x);
  return x;
}

static double widen(VdSort sort, uint64_t bits) {
  double x;
  if (is_float(sort)) return to_float(bits);
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t float_bits(float x) {
  uint32_t bits = 0x7fc00000;
  if (!isnan(x)) memcpy(&bits, &x, sizeof x);
  return bits;
}

static uint64_t narrow(VdSort sort, double x) {
  uint64_t bits = 0x7ff8000000000000;
  if (is_float(sort)) return float_bits((float)x);
  if (!isnan(x)) memcpy(&bits, &x, sizeof x);
  return bits;
}

static double binary(VdOp op, double a, double b) {
  switch ((int)op) {
    case VD_OP_FADD: return a + b;
    case VD_OP_FSUB: return a - b;
    case VD_OP_FMUL: return a * b;
    case VD_OP_FDIV: return a / b;
    case VD_OP_FREM: return fmod(a, b);
  }
  vd_bug(__FILE__, __LINE__, "not a float operator");
}

static uint64_t fused(VdSort sort, const uint64_t *const *x) {
  if (is_float(sort))
    return float_bits(fmaf(to_float(*x[0]), to_float(*x[1]), to_float(*x[2])));
  return narrow(
      sort, fma(widen(sort, *x[0]), widen(sort, *x[1]), widen(sort, *x[2])));
}

bool vd_hostfloat_arith(VdOp op, VdSort sort, uint64_t *r,
                        const uint64_t *const *x) {
  if (!is_host(sort)) return false;
  if (op == VD_OP_FMA)
    *r = fused(sort, x);
  else if (op == VD_OP_FSQRT)
    *r = narrow(sort, sqrt(widen(sort, *x[0])));
  else
    *r = narrow(sort, binary(op, widen(sort, *x[0]), widen(sort, *x[1])));
  return true;
}

static double round_to(VdRound mode, double x) {
  switch (mode) {
    case VD_ROUND_EVEN: return rint(x);
    case VD_ROUND_AWAY: return round(x);
    case VD_ROUND_UP: return ceil(x);
    case VD_ROUND_DOWN: return floor(x);
    case VD_ROUND_ZERO: return trunc(x);
  }
  vd_bug(__FILE__, __LINE__, "not a rounding mode");
}

bool vd_hostfloat_rint(VdRound mode, VdSort sort, uint64_t *r,
                       const uint64_t *x) {
  if (!is_host(sort)) return false;
  *r = narrow(sort, round_to(mode, widen(sort, *x)));
  return true;
}

bool vd_hostfloat_compare(VdOp op, VdSort sort, bool *r, const uint64_t *x,
                          const uint64_t *y) {
  if (!is_host(sort)) return false;
  double a = widen(sort, *x), b = widen(sort, *y);
  *r = op == VD_OP_FEQ ? a == b : op == VD_OP_FLT ? a < b : a <= b;
  return true;
}

bool vd_hostfloat_resize(VdSort to, uint64_t *r, VdSort from,
                         const uint64_t *x) {
  if (!is_host(to) || !is_host(from)) return false;
  *r = narrow(to, widen(from, *x));
  return true;
}

bool vd_hostfloat_from_int(VdSort to, uint64_t *r, uint32_t width,
                           const uint64_t *x, bool is_signed) {
  if (!is_host(to) || width > 64) return false;
  int64_t s = (int64_t)(*x << (64 - width)) >> (64 - width);
  if (is_float(to))
    *r = float_bits(is_signed ? (float)s : (float)*x);
  else
    *r = narrow(to, is_signed ? (double)s : (double)*x);
  return true;
}

bool vd_hostfloat_to_int(uint32_t width, bool is_signed, uint64_t *r,
                         VdSort from, const uint64_t *x) {
  if (!is_host(from) || width > 64) return false;
  double a = trunc(widen(from, *x));
  double limit = ldexp(1, (int)(is_signed ? width - 1 : width));
  uint64_t bits = 0;
  if (is_signed && a >= -limit && a < limit)
    bits = (uint64_t)(int64_t)a;
  else if (!is_signed && a >= 0 && a < limit)
    bits = (uint64_t)a;
  *r = bits & vd_word_mask(width);
  return true;
}
