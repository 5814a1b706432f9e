// Exact floats. A float is unpacked to sign, exponent and integer significand;
// operations on those are exact, or leave "something more below" in the lowest
// bit (the sticky bit); finish() is the only place that rounds and packs.
//
// For a format with s significand bits no intermediate significand is longer
// than 2 s + 5 bits (see align), which bounds VD_FLOAT_LIMBS.
#include "term/softfloat.h"

#include "term/bits.h"

enum {
  VD_FLOAT_LIMBS = 8,
  EXTRA = 8,  // bits beyond twice the significand; 2 s + 5 are needed
};
_Static_assert(2 * VD_MAX_SIGNIFICAND + EXTRA <= 64 * VD_FLOAT_LIMBS,
               "exact products and sums fit");
_Static_assert(VD_MAX_EXPONENT + VD_MAX_SIGNIFICAND <= 64 * VD_FLOAT_LIMBS,
               "packed floats fit");

typedef enum Class { ZERO, FINITE, INF, NOT_A_NUMBER } Class;

// (-1)^sign * sig * 2^exp, with sig not zero, if FINITE.
typedef struct Num {
  Class class;
  bool sign;
  int64_t exp;
  uint64_t sig[VD_FLOAT_LIMBS];
} Num;

// The limbs in use for numbers of this sort.
static uint32_t room(VdSort f) {
  return vd_limbs_of(2 * (uint32_t)f.b + EXTRA);
}
static int64_t bias(VdSort f) {
  return ((int64_t)1 << (f.a - 1)) - 1;
}
static uint32_t width(VdSort f) {
  return f.a + f.b;
}
static uint32_t limbs(VdSort f) {
  return vd_limbs_of(width(f));
}
static uint64_t max_biased(VdSort f) {
  return ((uint64_t)1 << f.a) - 1;
}

static const Num nan_num = {.class = NOT_A_NUMBER};

static Num special(Class class, bool sign) {
  return (Num){.class = class, .sign = sign};
}

// The exponent of the highest bit.
static int64_t top(const Num *x, uint32_t n) {
  return x->exp + (int64_t)vd_limbs_length(x->sig, n) - 1;
}

// --------------------------------------------------------- unpack and pack
static uint64_t biased_exponent(VdSort f, const uint64_t *bits) {
  uint64_t field;
  vd_bits_extract(&field, bits, width(f) - 2, f.b - 1u);
  return field;
}

static bool is_fraction_zero(VdSort f, const uint64_t *bits) {
  return vd_limbs_is_low_zero(bits, limbs(f), f.b - 1u);
}

static Num unpack(VdSort f, const uint64_t *bits) {
  bool sign = vd_bits_sign(bits, width(f));
  uint64_t biased = biased_exponent(f, bits);
  if (biased == max_biased(f))
    return is_fraction_zero(f, bits) ? special(INF, sign) : nan_num;
  if (biased == 0 && is_fraction_zero(f, bits)) return special(ZERO, sign);
  Num x = {.class = FINITE, .sign = sign};
  vd_bits_extract(x.sig, bits, f.b - 2u, 0);
  if (biased) x.sig[(f.b - 1) / 64] |= (uint64_t)1 << ((f.b - 1) % 64);
  x.exp = (biased ? (int64_t)biased : 1) - bias(f) - (f.b - 1);
  return x;
}

// exponent << (s - 1) + significand, where a carry out of the significand
// moves to the next exponent; then the sign.
static void pack(VdSort f, uint64_t *r, bool sign, uint64_t biased,
                 const uint64_t *sig) {
  uint64_t field[VD_FLOAT_LIMBS];
  vd_limbs_shl(field, limbs(f), &biased, 1, f.b - 1u);
  vd_limbs_add(r, field, sig, limbs(f));
  if (sign) r[(width(f) - 1) / 64] |= (uint64_t)1 << ((width(f) - 1) % 64);
}

static void pack_special(VdSort f, uint64_t *r, bool sign, bool is_max) {
  static const uint64_t zero[VD_FLOAT_LIMBS];
  pack(f, r, sign, is_max ? max_biased(f) : 0, zero);
}

void vd_softfloat_inf(VdSort f, uint64_t *r, bool sign) {
  pack_special(f, r, sign, true);
}

void vd_softfloat_nan(VdSort f, uint64_t *r) {
  vd_softfloat_inf(f, r, false);
  r[(f.b - 2) / 64] |= (uint64_t)1 << ((f.b - 2) % 64);
}

bool vd_softfloat_is_nan(VdSort f, const uint64_t *x) {
  return biased_exponent(f, x) == max_biased(f) && !is_fraction_zero(f, x);
}

bool vd_softfloat_is_inf(VdSort f, const uint64_t *x) {
  return biased_exponent(f, x) == max_biased(f) && is_fraction_zero(f, x);
}

// ---------------------------------------------------------------- rounding
// Divides sig by 2^shift and rounds as told; r has n limbs and may be sig.
static void round_shift(VdRound mode, bool sign, uint64_t *r,
                        const uint64_t *sig, uint32_t n, uint64_t shift) {
  bool half = vd_limbs_has_bit(sig, n, shift - 1);
  bool below = !vd_limbs_is_low_zero(sig, n, shift - 1);
  bool odd = vd_limbs_has_bit(sig, n, shift);
  bool up = false;
  switch (mode) {
    case VD_ROUND_EVEN: up = half && (below || odd); break;
    case VD_ROUND_AWAY: up = half; break;
    case VD_ROUND_UP: up = !sign && (half || below); break;
    case VD_ROUND_DOWN: up = sign && (half || below); break;
    case VD_ROUND_ZERO: break;
  }
  uint64_t one[VD_FLOAT_LIMBS] = {up};
  vd_limbs_shr(r, n, sig, n, shift);
  vd_limbs_add(r, r, one, n);
}

// Rounds a finite number of n limbs to the nearest float. If its lowest bit is
// a sticky bit, then its significand has at least s + 2 bits.
static void finish_finite(VdSort f, uint64_t *r, const Num *x, uint32_t n) {
  int64_t least = 1 - bias(f), highest = top(x, n);
  if (highest > bias(f)) {
    vd_softfloat_inf(f, r, x->sign);
    return;
  }
  // The unit in the last place, and how far it is above the lowest bit.
  int64_t unit = (highest > least ? highest : least) - (f.b - 1);
  int64_t shift = unit - x->exp;
  uint64_t sig[VD_FLOAT_LIMBS] = {0};
  if (shift > 0)
    round_shift(VD_ROUND_EVEN, x->sign, sig, x->sig, n, (uint64_t)shift);
  else
    vd_limbs_shl(sig, n, x->sig, n, (uint64_t)-shift);
  // One less than the exponent field, since the hidden one is in sig and adds
  // to the field; a subnormal has no hidden one and gets field 0.
  pack(f, r, x->sign, (uint64_t)(unit + (f.b - 1) - least), sig);
}

static void finish(VdSort f, uint64_t *r, const Num *x, uint32_t n) {
  switch (x->class) {
    case ZERO: pack_special(f, r, x->sign, false); break;
    case FINITE: finish_finite(f, r, x, n); break;
    case INF: vd_softfloat_inf(f, r, x->sign); break;
    case NOT_A_NUMBER: vd_softfloat_nan(f, r); break;
  }
}

// -------------------------------------------------------------- arithmetic
// Shifts right; what falls off stays as a sticky bit.
static void shift_sticky(uint64_t *r, const uint64_t *a, uint32_t n,
                         uint64_t distance) {
  bool lost = !vd_limbs_is_low_zero(a, n, distance);
  vd_limbs_shr(r, n, a, n, distance);
  r[0] |= lost;
}

// Brings two finite numbers to one exponent. high has the higher top bit; both
// have up to 2 s bits. Its top bit lands on bit 2 s + 3 at most, so it keeps at
// least four zeros below whenever low has to lose bits, and then the sticky bit
// of low survives in the sum and in the difference alike.
static void align(VdSort f, Num *high, Num *low, uint32_t n) {
  int64_t floor = top(high, n) - (2 * (int64_t)f.b + 3);
  int64_t exp = low->exp > floor ? low->exp : floor;
  if (high->exp < exp) exp = high->exp;
  vd_limbs_shl(high->sig, n, high->sig, n, (uint64_t)(high->exp - exp));
  if (low->exp >= exp)
    vd_limbs_shl(low->sig, n, low->sig, n, (uint64_t)(low->exp - exp));
  else
    shift_sticky(low->sig, low->sig, n, (uint64_t)(exp - low->exp));
  high->exp = low->exp = exp;
}

static Num add_finite(VdSort f, Num high, Num low, uint32_t n) {
  align(f, &high, &low, n);
  if (high.sign == low.sign) {
    vd_limbs_add(high.sig, high.sig, low.sig, n);
    return high;
  }
  if (vd_limbs_compare(high.sig, low.sig, n) < 0) {
    Num swap = high;
    high = low;
    low = swap;
  }
  vd_limbs_sub(high.sig, high.sig, low.sig, n);
  return vd_limbs_is_zero(high.sig, n) ? special(ZERO, false) : high;
}

static Num add(VdSort f, const Num *x, const Num *y, uint32_t n) {
  if (x->class == NOT_A_NUMBER || y->class == NOT_A_NUMBER) return nan_num;
  if (x->class == INF)
    return y->class == INF && x->sign != y->sign ? nan_num : *x;
  if (y->class == INF) return *y;
  if (x->class == ZERO && y->class == ZERO)
    return special(ZERO, x->sign && y->sign);
  if (x->class == ZERO || y->class == ZERO) return x->class == ZERO ? *y : *x;
  bool in_order = top(x, n) >= top(y, n);
  return in_order ? add_finite(f, *x, *y, n) : add_finite(f, *y, *x, n);
}

static Num mul(const Num *x, const Num *y, uint32_t n) {
  bool sign = x->sign != y->sign;
  if (x->class == NOT_A_NUMBER || y->class == NOT_A_NUMBER) return nan_num;
  if (x->class == INF || y->class == INF) {
    bool zero = x->class == ZERO || y->class == ZERO;
    return zero ? nan_num : special(INF, sign);
  }
  if (x->class == ZERO || y->class == ZERO) return special(ZERO, sign);
  Num r = {.class = FINITE, .sign = sign, .exp = x->exp + y->exp};
  vd_limbs_mul(r.sig, x->sig, y->sig, n);
  return r;
}

// Moves the top bit of the significand to this length.
static void normalize(Num *x, uint32_t n, uint32_t length) {
  uint32_t by = length - vd_limbs_length(x->sig, n);
  vd_limbs_shl(x->sig, n, x->sig, n, by);
  x->exp -= by;
}

// s bits after s + 2 more are divided by s bits: at least s + 2 bits.
static Num div_finite(VdSort f, Num x, Num y, uint32_t n) {
  normalize(&x, n, 2 * (uint32_t)f.b + 2);
  normalize(&y, n, f.b);
  Num r = {.class = FINITE, .sign = x.sign != y.sign, .exp = x.exp - y.exp};
  uint64_t rest[VD_FLOAT_LIMBS];
  vd_limbs_divide(r.sig, rest, x.sig, y.sig, n);
  r.sig[0] |= !vd_limbs_is_zero(rest, n);
  return r;
}

static Num divide(VdSort f, const Num *x, const Num *y, uint32_t n) {
  bool sign = x->sign != y->sign;
  if (x->class == NOT_A_NUMBER || y->class == NOT_A_NUMBER) return nan_num;
  if (x->class == y->class && x->class != FINITE) return nan_num;
  if (x->class == INF || y->class == ZERO) return special(INF, sign);
  if (x->class == ZERO || y->class == INF) return special(ZERO, sign);
  return div_finite(f, *x, *y, n);
}

// The integer square root, digit by digit; a is replaced by the remainder.
static void root(uint64_t *r, uint64_t *a, uint32_t n, uint32_t digits) {
  uint64_t trial[VD_FLOAT_LIMBS], bit[VD_FLOAT_LIMBS];
  const uint64_t one = 1;
  memset(r, 0, n * sizeof *r);
  for (uint32_t i = digits; i-- > 0;) {
    vd_limbs_shl(bit, n, &one, 1, 2 * i);
    vd_limbs_add(trial, r, bit, n);
    vd_limbs_shr(r, n, r, n, 1);
    if (vd_limbs_compare(a, trial, n) < 0) continue;
    vd_limbs_sub(a, a, trial, n);
    vd_limbs_add(r, r, bit, n);
  }
}

// A radicand of 2 s + 3 or 2 s + 4 bits has a root of s + 2 bits.
static Num square_root(VdSort f, Num x, uint32_t n) {
  if (x.class == NOT_A_NUMBER || x.class == ZERO) return x;
  if (x.sign) return nan_num;
  if (x.class == INF) return x;
  normalize(&x, n, 2 * (uint32_t)f.b + 3);
  if (x.exp % 2 != 0) normalize(&x, n, 2 * (uint32_t)f.b + 4);
  Num r = {.class = FINITE, .exp = x.exp / 2};
  root(r.sig, x.sig, n, f.b + 2u);
  r.sig[0] |= !vd_limbs_is_zero(x.sig, n);
  return r;
}

// r = r * x mod m, for r and x below m and m of at most s bits.
static void mul_mod(uint64_t *r, const uint64_t *x, const uint64_t *m,
                    uint32_t n) {
  uint64_t product[VD_FLOAT_LIMBS], quotient[VD_FLOAT_LIMBS];
  vd_limbs_mul(product, r, x, n);
  vd_limbs_divide(quotient, r, product, m, n);
}

// r = 2^k mod m by squaring, so that frem costs the logarithm of the
// difference of exponents and not the difference.
static void power_mod(uint64_t *r, uint64_t k, const uint64_t *m, uint32_t n) {
  uint64_t quotient[VD_FLOAT_LIMBS];
  memset(r, 0, n * sizeof *r);
  r[0] = 1;
  for (int i = 63 - __builtin_clzll(k | 1); i >= 0; i--) {
    uint64_t x[VD_FLOAT_LIMBS];
    memcpy(x, r, sizeof x[0] * n);
    vd_limbs_mul(r, x, x, n);
    if (k >> i & 1) vd_limbs_add(r, r, r, n);
    vd_limbs_divide(quotient, r, r, m, n);
  }
}

// Both significands as integers of the lower exponent: x mod y is exact there.
static Num rem_finite(Num x, Num y, uint32_t n) {
  if (top(&x, n) < top(&y, n)) return x;
  uint64_t factor[VD_FLOAT_LIMBS], quotient[VD_FLOAT_LIMBS];
  if (x.exp < y.exp) {  // by less than s, since the top bits are in order
    vd_limbs_shl(y.sig, n, y.sig, n, (uint64_t)(y.exp - x.exp));
    y.exp = x.exp;
  }
  vd_limbs_divide(quotient, x.sig, x.sig, y.sig, n);
  power_mod(factor, (uint64_t)(x.exp - y.exp), y.sig, n);
  mul_mod(x.sig, factor, y.sig, n);
  x.exp = y.exp;
  return vd_limbs_is_zero(x.sig, n) ? special(ZERO, x.sign) : x;
}

static Num rem(const Num *x, const Num *y, uint32_t n) {
  if (x->class == NOT_A_NUMBER || y->class == NOT_A_NUMBER) return nan_num;
  if (x->class == INF || y->class == ZERO) return nan_num;
  if (x->class == ZERO || y->class == INF) return *x;
  return rem_finite(*x, *y, n);
}

static Num negate(Num x) {
  x.sign = !x.sign;
  return x;
}

void vd_softfloat_arith(VdOp op, VdSort f, uint64_t *r,
                        const uint64_t *const *x) {
  uint32_t n = room(f);
  Num a = unpack(f, x[0]), result, b, c;
  if (op != VD_OP_FSQRT) b = unpack(f, x[1]);
  switch ((int)op) {
    case VD_OP_FADD: result = add(f, &a, &b, n); break;
    case VD_OP_FSUB:
      b = negate(b);
      result = add(f, &a, &b, n);
      break;
    case VD_OP_FMUL: result = mul(&a, &b, n); break;
    case VD_OP_FDIV: result = divide(f, &a, &b, n); break;
    case VD_OP_FREM: result = rem(&a, &b, n); break;
    case VD_OP_FMA:
      a = mul(&a, &b, n);
      c = unpack(f, x[2]);
      result = add(f, &a, &c, n);
      break;
    case VD_OP_FSQRT: result = square_root(f, a, n); break;
    default: vd_bug(__FILE__, __LINE__, "not a float operator");
  }
  finish(f, r, &result, n);
}

// ------------------------------------------------- rounding to an integral
void vd_softfloat_rint(VdRound mode, VdSort f, uint64_t *r,
                       const uint64_t *bits) {
  uint32_t n = room(f);
  Num x = unpack(f, bits);
  if (x.class == FINITE && x.exp < 0) {
    round_shift(mode, x.sign, x.sig, x.sig, n, (uint64_t)-x.exp);
    x.exp = 0;
    if (vd_limbs_is_zero(x.sig, n)) x.class = ZERO;
  }
  finish(f, r, &x, n);
}

// -------------------------------------------------------------- comparison
// Magnitudes order like their bits.
static int order(VdSort f, const uint64_t *x, const uint64_t *y) {
  bool x_sign = vd_bits_sign(x, width(f)), y_sign = vd_bits_sign(y, width(f));
  if (vd_limbs_is_low_zero(x, limbs(f), width(f) - 1) &&
      vd_limbs_is_low_zero(y, limbs(f), width(f) - 1))
    return 0;
  if (x_sign != y_sign) return x_sign ? -1 : 1;
  int magnitude = vd_limbs_compare(x, y, limbs(f));
  return x_sign ? -magnitude : magnitude;
}

bool vd_softfloat_compare(VdOp op, VdSort f, const uint64_t *x,
                          const uint64_t *y) {
  if (vd_softfloat_is_nan(f, x) || vd_softfloat_is_nan(f, y)) return false;
  int c = order(f, x, y);
  return op == VD_OP_FEQ ? c == 0 : op == VD_OP_FLT ? c < 0 : c <= 0;
}

// ------------------------------------------------------------- conversions
void vd_softfloat_resize(VdSort to, uint64_t *r, VdSort from,
                         const uint64_t *x) {
  Num a = unpack(from, x);
  finish(to, r, &a, room(from) > room(to) ? room(from) : room(to));
}

void vd_softfloat_from_int(VdSort to, uint64_t *r, uint32_t w,
                           const uint64_t *x, bool is_signed) {
  uint64_t negated[VD_MAX_LIMBS];
  uint32_t n = vd_limbs_of(w), rn = room(to);
  Num a = {.class = FINITE, .sign = is_signed && vd_bits_sign(x, w)};
  if (a.sign) {
    vd_limbs_neg(negated, x, n);
    vd_bits_trim(negated, w);
    x = negated;
  }
  uint32_t length = vd_limbs_length(x, n), keep = to.b + 3u;
  if (length == 0) a.class = ZERO;
  uint32_t drop = length > keep ? length - keep : 0;
  vd_limbs_shr(a.sig, rn, x, n, drop);
  a.sig[0] |= !vd_limbs_is_low_zero(x, n, drop);
  a.exp = drop;
  finish(to, r, &a, rn);
}

void vd_softfloat_to_int(uint32_t w, bool is_signed, uint64_t *r, VdSort from,
                         const uint64_t *x) {
  uint32_t n = vd_limbs_of(w), xn = room(from);
  Num a = unpack(from, x);
  memset(r, 0, n * sizeof *r);
  if (a.class != FINITE || top(&a, xn) >= w) return;
  if (a.exp >= 0)
    vd_limbs_shl(r, n, a.sig, xn, (uint64_t)a.exp);
  else
    vd_limbs_shr(r, n, a.sig, xn, (uint64_t)-a.exp);
  // The magnitude fits w bits; which of those are in range?
  bool is_least = vd_bits_sign(r, w) && vd_limbs_is_low_zero(r, n, w - 1);
  bool out = is_signed ? vd_bits_sign(r, w) && !(a.sign && is_least)
                       : a.sign && !vd_limbs_is_zero(r, n);
  if (out)
    memset(r, 0, n * sizeof *r);
  else if (a.sign)
    vd_limbs_neg(r, r, n);
  vd_bits_trim(r, w);
}
