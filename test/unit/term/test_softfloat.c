// Exact floats: against the host for its two formats, against Z3 for all
// operands of tiny formats, and at wide formats for laws that must hold.
#include "term/softfloat.h"

#include <math.h>

#include "oracle.h"
#include "term/bits.h"

static const VdOp arith_ops[] = {VD_OP_FADD, VD_OP_FSUB, VD_OP_FMUL, VD_OP_FDIV,
                                 VD_OP_FREM, VD_OP_FMA,  VD_OP_FSQRT};
static const VdOp compare_ops[] = {VD_OP_FEQ, VD_OP_FLT, VD_OP_FLE};

static VdSort single(void) {
  return vd_sort_float(8, 24);
}
static VdSort twice(void) {
  return vd_sort_float(11, 53);
}

// ---------------------------------------------------------- hard operands
// A significand with runs of ones and zeros, where rounding is decided.
static uint64_t hard_fraction(VdRandom *random, uint32_t width) {
  uint64_t mask = vd_word_mask(width);
  uint64_t bit = (uint64_t)1 << vd_random_below(random, width);
  switch (vd_random_below(random, 6)) {
    case 0: return 0;
    case 1: return mask;
    case 2: return bit;
    case 3: return mask & -bit;
    case 4: return bit - 1;
    default: return vd_random_next(random) & mask;
  }
}

static uint64_t hard_exponent(VdRandom *random, uint32_t width) {
  uint64_t max = vd_word_mask(width), bias = max >> 1;
  switch (vd_random_below(random, 8)) {
    case 0: return 0;
    case 1: return vd_random_below(random, 3);
    case 2: return max - vd_random_below(random, 3);
    case 3:
    case 4: return bias - 3 + vd_random_below(random, 6);
    case 5: return bias - 60 + vd_random_below(random, 120);
    default: return vd_random_below(random, max + 1);
  }
}

static uint64_t hard_float(VdRandom *random, VdSort f) {
  uint32_t fraction = f.b - 1u;
  uint64_t sign = vd_random_below(random, 2) << (f.a + fraction);
  uint64_t bits = sign | hard_exponent(random, f.a) << fraction |
                  hard_fraction(random, fraction);
  if (vd_softfloat_is_nan(f, &bits)) vd_softfloat_nan(f, &bits);
  return bits;
}

// Operands near each other often: cancellation, and quotients near one.
static void hard_operands(VdRandom *random, VdSort f, uint64_t x[3]) {
  for (int i = 0; i < 3; i++) x[i] = hard_float(random, f);
  if (vd_random_below(random, 8) == 0) {
    x[1] = x[0] ^ vd_random_below(random, 4);
    if (vd_softfloat_is_nan(f, &x[1])) vd_softfloat_nan(f, &x[1]);
  }
}

// ------------------------------------------------------------ host results
static double as_double(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static float as_float(uint64_t bits) {
  uint32_t half = (uint32_t)bits;
  float x;
  memcpy(&x, &half, sizeof x);
  return x;
}

static uint64_t host_double(VdOp op, const uint64_t *bits) {
  double x = as_double(bits[0]), y = as_double(bits[1]), z = as_double(bits[2]);
  switch ((int)op) {
    case VD_OP_FADD: return vd_value_double(x + y).bits;
    case VD_OP_FSUB: return vd_value_double(x - y).bits;
    case VD_OP_FMUL: return vd_value_double(x * y).bits;
    case VD_OP_FDIV: return vd_value_double(x / y).bits;
    case VD_OP_FREM: return vd_value_double(fmod(x, y)).bits;
    case VD_OP_FMA: return vd_value_double(fma(x, y, z)).bits;
    default: return vd_value_double(sqrt(x)).bits;
  }
}

static uint64_t host_float(VdOp op, const uint64_t *bits) {
  float x = as_float(bits[0]), y = as_float(bits[1]), z = as_float(bits[2]);
  switch ((int)op) {
    case VD_OP_FADD: return vd_value_float(x + y).bits;
    case VD_OP_FSUB: return vd_value_float(x - y).bits;
    case VD_OP_FMUL: return vd_value_float(x * y).bits;
    case VD_OP_FDIV: return vd_value_float(x / y).bits;
    case VD_OP_FREM: return vd_value_float(fmodf(x, y)).bits;
    case VD_OP_FMA: return vd_value_float(fmaf(x, y, z)).bits;
    default: return vd_value_float(sqrtf(x)).bits;
  }
}

static void must_be(VdOp op, const uint64_t *x, uint64_t got, uint64_t want) {
  if (got != want)
    fail_msg("%s %#llx %#llx %#llx = %#llx, not %#llx", vd_op_info[op].text,
             (unsigned long long)want, (unsigned long long)x[0],
             (unsigned long long)x[1], (unsigned long long)x[2],
             (unsigned long long)got);
}

static void check_arith(VdSort f, const uint64_t *x) {
  const uint64_t *const arg[] = {&x[0], &x[1], &x[2]};
  bool wide = f.b == 53;
  for (size_t i = 0; i < VD_COUNT(arith_ops); i++) {
    VdOp op = arith_ops[i];
    uint64_t soft = 0, host = 0;
    uint64_t want = wide ? host_double(op, x) : host_float(op, x);
    vd_softfloat_arith(op, f, &soft, arg);
    must_be(op, x, soft, want);
    assert_true(vd_hostfloat_arith(op, f, &host, arg));
    must_be(op, x, host, want);
  }
}

static void check_compare(VdSort f, const uint64_t *x) {
  double a = f.b == 53 ? as_double(x[0]) : as_float(x[0]);
  double b = f.b == 53 ? as_double(x[1]) : as_float(x[1]);
  const bool want[] = {a == b, a < b, a <= b};
  for (size_t i = 0; i < VD_COUNT(compare_ops); i++) {
    bool host;
    must_be(compare_ops[i], x,
            vd_softfloat_compare(compare_ops[i], f, &x[0], &x[1]), want[i]);
    assert_true(vd_hostfloat_compare(compare_ops[i], f, &host, &x[0], &x[1]));
    must_be(compare_ops[i], x, host, want[i]);
  }
}

static void check_rint(VdSort f, const uint64_t *x) {
  double a = f.b == 53 ? as_double(x[0]) : as_float(x[0]);
  const double want[] = {nearbyint(a), round(a), ceil(a), floor(a), trunc(a)};
  for (int mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++) {
    uint64_t soft, host;
    uint64_t bits = f.b == 53 ? vd_value_double(want[mode]).bits
                              : vd_value_float((float)want[mode]).bits;
    vd_softfloat_rint((VdRound)mode, f, &soft, x);
    must_be(VD_OP_FRINT, x, soft, bits);
    assert_true(vd_hostfloat_rint((VdRound)mode, f, &host, x));
    must_be(VD_OP_FRINT, x, host, bits);
  }
}

static void check_host_format(VdSort f, uint64_t seed, int rounds) {
  VdRandom random = {seed};
  for (int i = 0; i < rounds; i++) {
    uint64_t x[3];
    hard_operands(&random, f, x);
    check_arith(f, x);
    check_compare(f, x);
    check_rint(f, x);
  }
}

static void double_arithmetic_agrees_with_the_host(void **state) {
  (void)state;
  check_host_format(twice(), 11, 120000);
}

static void single_arithmetic_agrees_with_the_host(void **state) {
  (void)state;
  check_host_format(single(), 12, 120000);
}

static void all_pairs_of_special_doubles_agree_with_the_host(void **state) {
  (void)state;
  const double special[] = {0.0,
                            -0.0,
                            1.0,
                            -1.0,
                            INFINITY,
                            -INFINITY,
                            NAN,
                            0x1p-1074,
                            -0x1p-1074,
                            0x1p-1022,
                            0x1.fffffffffffffp1023,
                            0x0.fffffffffffffp-1022,
                            0x1.0000000000001p0,
                            0x1.fffffffffffffp0,
                            0x1p52,
                            0x1p53,
                            0x1.8p52,
                            0.5,
                            1.5,
                            2.5,
                            0x1p-537,
                            0x1p512,
                            3.0,
                            1e308,
                            0x1p1023};
  for (size_t i = 0; i < VD_COUNT(special); i++)
    for (size_t j = 0; j < VD_COUNT(special); j++)
      for (size_t k = 0; k < VD_COUNT(special); k++) {
        uint64_t x[] = {vd_value_double(special[i]).bits,
                        vd_value_double(special[j]).bits,
                        vd_value_double(special[k]).bits};
        check_arith(twice(), x);
        check_compare(twice(), x);
        check_rint(twice(), x);
      }
}

// ------------------------------------------- conversions against the host
static void check_resize(VdSort to, VdSort from, uint64_t x, uint64_t want) {
  uint64_t soft = 0, host = 0, arg[] = {x, 0, 0};
  vd_softfloat_resize(to, &soft, from, &x);
  must_be(VD_OP_FTOF, arg, soft, want);
  assert_true(vd_hostfloat_resize(to, &host, from, &x));
  must_be(VD_OP_FTOF, arg, host, want);
}

static void formats_convert_as_on_the_host(void **state) {
  (void)state;
  VdRandom random = {13};
  for (int i = 0; i < 100000; i++) {
    uint64_t s = hard_float(&random, single());
    uint64_t d = hard_float(&random, twice());
    check_resize(twice(), single(), s, vd_value_double(as_float(s)).bits);
    check_resize(single(), twice(), d,
                 vd_value_float((float)as_double(d)).bits);
    // A double just off the middle between two singles.
    d = vd_value_double(as_float(s)).bits ^ (uint64_t)1 << 28;
    d += vd_random_below(&random, 3) - 1;
    if (!isnan(as_double(d)))
      check_resize(single(), twice(), d,
                   vd_value_float((float)as_double(d)).bits);
  }
}

static void check_from_int(VdSort to, uint32_t width, uint64_t x, bool sign,
                           uint64_t want) {
  uint64_t soft = 0, host = 0, arg[] = {x, width, sign};
  vd_softfloat_from_int(to, &soft, width, &x, sign);
  must_be(VD_OP_STOF, arg, soft, want);
  assert_true(vd_hostfloat_from_int(to, &host, width, &x, sign));
  must_be(VD_OP_STOF, arg, host, want);
}

static void integers_convert_to_floats_as_on_the_host(void **state) {
  (void)state;
  VdRandom random = {14};
  for (int i = 0; i < 100000; i++) {
    uint32_t width = 1 + (uint32_t)vd_random_below(&random, 64);
    uint64_t x = hard_fraction(&random, width), top = width - 1;
    if (i % 4 == 0 && top >= 60)  // a tie for single if rounded to double first
      x = (uint64_t)1 << top | (uint64_t)1 << (top - 24) | 1;
    if (i % 8 == 0 && top >= 60) x >>= 1;
    int64_t s = (int64_t)(x << (64 - width)) >> (64 - width);
    check_from_int(twice(), width, x, false, vd_value_double((double)x).bits);
    check_from_int(single(), width, x, false, vd_value_float((float)x).bits);
    check_from_int(twice(), width, x, true, vd_value_double((double)s).bits);
    check_from_int(single(), width, x, true, vd_value_float((float)s).bits);
  }
}

static void check_to_int(VdSort from, uint32_t width, bool sign, uint64_t x,
                         double value) {
  uint64_t soft = 0, host = 0, want = 0, arg[] = {x, width, sign};
  double whole = trunc(value);
  double low = sign ? -ldexp(1, (int)width - 1) : 0;
  double high = ldexp(1, (int)width - sign);
  if (whole >= low && whole < high)
    want = (sign ? (uint64_t)(int64_t)whole : (uint64_t)whole) &
           vd_word_mask(width);
  vd_softfloat_to_int(width, sign, &soft, from, &x);
  must_be(VD_OP_FTOS, arg, soft, want);
  assert_true(vd_hostfloat_to_int(width, sign, &host, from, &x));
  must_be(VD_OP_FTOS, arg, host, want);
}

static void floats_convert_to_integers_as_on_the_host(void **state) {
  (void)state;
  VdRandom random = {15};
  for (int i = 0; i < 100000; i++) {
    uint32_t width = 1 + (uint32_t)vd_random_below(&random, 64);
    uint64_t d = hard_float(&random, twice());
    uint64_t s = hard_float(&random, single());
    if (i % 4 == 0)  // about the limits of the range
      d = vd_value_double(ldexp(1, (int)width - i / 4 % 2)).bits +
          vd_random_below(&random, 3) - 1;
    for (int sign = 0; sign < 2; sign++) {
      check_to_int(twice(), width, sign, d, as_double(d));
      check_to_int(single(), width, sign, s, as_float(s));
    }
  }
}

// --------------------------------------------------- tiny formats, by Z3
static VdValue tiny(VdSort f, uint64_t bits) {
  VdArena arena = {0};
  VdValue x = vd_value_as_float(&arena, f, vd_value_bv(vd_sort_width(f), bits));
  vd_arena_done(&arena);
  return x;
}

static uint64_t tiny_count(VdSort f) {
  return (uint64_t)1 << (f.a + f.b);
}

static void check_tiny_pairs(VdSort f) {
  static const VdOp ops[] = {VD_OP_FADD, VD_OP_FSUB, VD_OP_FMUL, VD_OP_FDIV,
                             VD_OP_FEQ,  VD_OP_FLT,  VD_OP_FLE};
  Oracle o = {0};
  for (uint64_t a = 0; a < tiny_count(f); a++)
    for (uint64_t b = 0; b < tiny_count(f); b++) {
      VdValue x[] = {tiny(f, a), tiny(f, b)};
      for (size_t i = 0; i < VD_COUNT(ops); i++)
        oracle_check(&o, ops[i], 0, x, 2);
    }
  oracle_done(&o);
}

static void all_pairs_of_float3_4_agree_with_z3(void **state) {
  (void)state;
  check_tiny_pairs(vd_sort_float(3, 4));
}

static void all_pairs_of_float2_3_and_float4_3_agree_with_z3(void **state) {
  (void)state;
  check_tiny_pairs(vd_sort_float(2, 3));
  check_tiny_pairs(vd_sort_float(4, 3));
}

static void unary_operators_on_tiny_formats_agree_with_z3(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(3, 4), vd_sort_float(4, 3),
                          vd_sort_float(2, 5), vd_sort_float(5, 4)};
  Oracle o = {0};
  for (size_t i = 0; i < VD_COUNT(sorts); i++)
    for (uint64_t a = 0; a < tiny_count(sorts[i]); a++) {
      VdValue x = tiny(sorts[i], a);
      oracle_check(&o, VD_OP_FSQRT, 0, &x, 1);
      oracle_check(&o, VD_OP_FNEG, 0, &x, 1);
      oracle_check(&o, VD_OP_FABS, 0, &x, 1);
      oracle_check(&o, VD_OP_FNAN, 0, &x, 1);
      // Z3 4.8.12 rounds the subnormals of two exponent bits to 1.
      for (int mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++)
        if (sorts[i].a > 2)
          oracle_check(&o, VD_OP_FRINT, (uint64_t)mode, &x, 1);
      for (size_t j = 0; j < VD_COUNT(sorts); j++)
        oracle_check(&o, VD_OP_FTOF, vd_imm_float(sorts[j]), &x, 1);
      VdValue bits = vd_value_bv(vd_sort_width(sorts[i]), a);
      oracle_check(&o, VD_OP_BTOF, vd_imm_float(sorts[i]), &bits, 1);
    }
  oracle_done(&o);
}

static void sampled_fma_of_tiny_formats_agrees_with_z3(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(3, 4), vd_sort_float(4, 5)};
  Oracle o = {0};
  VdRandom random = {16};
  for (int i = 0; i < 16000; i++) {
    VdSort f = sorts[i % 2];
    VdValue x[3];
    for (int j = 0; j < 3; j++)
      x[j] = tiny(f, vd_random_below(&random, tiny_count(f)));
    oracle_check(&o, VD_OP_FMA, 0, x, 3);
  }
  oracle_done(&o);
}

static void integers_convert_to_tiny_floats_as_in_z3(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(3, 4), vd_sort_float(4, 3)};
  Oracle o = {0};
  for (uint32_t width = 1; width <= 8; width++)
    for (uint64_t a = 0; a < 1u << width; a++) {
      VdValue x = vd_value_bv(width, a);
      for (size_t i = 0; i < VD_COUNT(sorts); i++) {
        oracle_check(&o, VD_OP_STOF, vd_imm_float(sorts[i]), &x, 1);
        oracle_check(&o, VD_OP_UTOF, vd_imm_float(sorts[i]), &x, 1);
      }
    }
  oracle_done(&o);
}

// The value of a tiny float, by the definition; every one fits a double.
static double meaning(VdSort f, uint64_t bits) {
  uint64_t fraction = bits & vd_word_mask(f.b - 1u);
  int max = (1 << f.a) - 1, biased = (int)(bits >> (f.b - 1)) & max;
  double sign = bits >> (f.a + f.b - 1) ? -1 : 1;
  if (biased == max) return fraction ? (double)NAN : sign * INFINITY;
  double whole = (double)fraction + (biased ? ldexp(1, f.b - 1) : 0);
  return sign * ldexp(whole, (biased ? biased : 1) - max / 2 - (f.b - 1));
}

static bool same_double(double x, double y) {
  return vd_value_double(x).bits == vd_value_double(y).bits;
}

// What lies in range is Z3's to judge; what does not must give 0.
static void tiny_floats_convert_to_integers_as_in_z3(void **state) {
  (void)state;
  VdSort f = vd_sort_float(4, 4);
  Oracle o = {0};
  for (uint32_t width = 1; width <= 9; width++)
    for (uint64_t a = 0; a < tiny_count(f); a++) {
      VdArena arena = {0};
      VdValue x = tiny(f, a), r;
      double whole = trunc(meaning(f, x.bits));
      double half = ldexp(1, (int)width - 1);
      if (whole >= -half && whole < half)
        oracle_check(&o, VD_OP_FTOS, width, &x, 1);
      else
        assert_true(vd_op_eval(&arena, VD_OP_FTOS, width, &x, 1, &r) &&
                    r.bits == 0);
      if (whole >= 0 && whole < 2 * half)
        oracle_check(&o, VD_OP_FTOU, width, &x, 1);
      else
        assert_true(vd_op_eval(&arena, VD_OP_FTOU, width, &x, 1, &r) &&
                    r.bits == 0);
      vd_arena_done(&arena);
    }
  oracle_done(&o);
}

static void tiny_floats_round_to_the_integrals_of_the_host(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(2, 2), vd_sort_float(2, 5),
                          vd_sort_float(3, 4), vd_sort_float(4, 5)};
  for (size_t i = 0; i < VD_COUNT(sorts); i++)
    for (uint64_t a = 0; a < tiny_count(sorts[i]); a++) {
      double x = meaning(sorts[i], a), last = ldexp(1, 1 << (sorts[i].a - 1));
      const double want[] = {nearbyint(x), round(x), ceil(x), floor(x),
                             trunc(x)};
      for (int mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++) {
        uint64_t r, bits = tiny(sorts[i], a).bits;
        bool over = fabs(want[mode]) >= last;
        vd_softfloat_rint((VdRound)mode, sorts[i], &r, &bits);
        assert_true(
            same_double(meaning(sorts[i], r),
                        over ? copysign((double)INFINITY, x) : want[mode]));
      }
    }
}

// x mod y by repeated subtraction, exact in double for these formats.
static double slow_rem(double x, double y) {
  if (isnan(x) || isnan(y) || isinf(x) || y == 0) return (double)NAN;
  double rest = fabs(x);
  while (!isinf(y) && rest >= fabs(y)) rest -= fabs(y);
  return copysign(rest, x);
}

static void frem_of_tiny_formats_is_repeated_subtraction(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(3, 4), vd_sort_float(4, 3)};
  for (size_t i = 0; i < VD_COUNT(sorts); i++)
    for (uint64_t a = 0; a < tiny_count(sorts[i]); a++)
      for (uint64_t b = 0; b < tiny_count(sorts[i]); b++) {
        VdSort f = sorts[i];
        VdValue x[] = {tiny(f, a), tiny(f, b)};
        const uint64_t *const arg[] = {&x[0].bits, &x[1].bits};
        uint64_t r;
        vd_softfloat_arith(VD_OP_FREM, f, &r, arg);
        assert_true(
            same_double(meaning(f, r), slow_rem(meaning(f, a), meaning(f, b))));
      }
}

// The nearest float of magnitude x, ties to even, by trying all. Infinity
// stands where the next power of two would be.
static double nearest(VdSort f, double x) {
  uint64_t inf = vd_word_mask(f.a) << (f.b - 1), best = 0;
  double last = 2 * meaning(f, inf - ((uint64_t)1 << (f.b - 1)));
  for (uint64_t bits = 0; bits <= inf; bits++) {
    double new = fabs((bits == inf ? last : meaning(f, bits)) - x);
    double old = fabs(meaning(f, best) - x);
    if (new < old || (new == old &&bits % 2 == 0)) best = bits;
  }
  return meaning(f, best);
}

// Z3 has no significands of 2 bits.
static void check_nearest(VdSort f, VdOp op, VdValue *x, double exact) {
  const uint64_t *const arg[] = {&x[0].bits, &x[1].bits};
  uint64_t r;
  double want =
      isfinite(exact) ? copysign(nearest(f, fabs(exact)), exact) : exact;
  vd_softfloat_arith(op, f, &r, arg);
  assert_true(same_double(meaning(f, r), want));
}

static void results_in_float2_2_and_float3_2_are_the_nearest(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(2, 2), vd_sort_float(3, 2)};
  for (size_t i = 0; i < VD_COUNT(sorts); i++)
    for (uint64_t a = 0; a < tiny_count(sorts[i]); a++)
      for (uint64_t b = 0; b < tiny_count(sorts[i]); b++) {
        VdSort f = sorts[i];
        VdValue x[] = {tiny(f, a), tiny(f, b)};
        double y = meaning(f, a), z = meaning(f, b);
        check_nearest(f, VD_OP_FADD, x, y + z);
        check_nearest(f, VD_OP_FSUB, x, y - z);
        check_nearest(f, VD_OP_FMUL, x, y * z);
        check_nearest(f, VD_OP_FDIV, x, y / z);
      }
}

// ------------------------------------------------------------ wide formats
static VdValue wide_value(VdArena *arena, VdRandom *random, VdSort f) {
  uint64_t limb[5];
  for (int i = 0; i < 5; i++)
    limb[i] = vd_random_below(random, 3) ? vd_random_next(random)
                                         : hard_fraction(random, 64);
  VdValue bits = vd_value_limbs(arena, vd_sort_width(f), limb, VD_COUNT(limb));
  return vd_value_as_float(arena, f, bits);
}

static void wide_formats_agree_with_z3(void **state) {
  (void)state;
  const VdSort sorts[] = {vd_sort_float(5, 11),   vd_sort_float(8, 8),
                          vd_sort_float(15, 64),  vd_sort_float(15, 113),
                          vd_sort_float(19, 237), vd_sort_float(11, 240)};
  static const VdOp ops[] = {VD_OP_FADD, VD_OP_FSUB, VD_OP_FMUL,
                             VD_OP_FDIV, VD_OP_FLT,  VD_OP_FSQRT};
  Oracle o = {0};
  VdArena arena = {0};
  VdRandom random = {17};
  for (int i = 0; i < 3000; i++) {
    VdSort f = sorts[i % VD_COUNT(sorts)];
    VdSort to = sorts[vd_random_below(&random, VD_COUNT(sorts))];
    VdValue x[] = {wide_value(&arena, &random, f),
                   wide_value(&arena, &random, f)};
    VdValue one;
    oracle_check(&o, VD_OP_FTOF, vd_imm_float(to), x, 1);
    for (size_t j = 0; j < VD_COUNT(ops); j++)
      oracle_check(&o, ops[j], 0, x, vd_op_info[ops[j]].min);
    // Quotients and differences of nearly equal numbers.
    one = vd_value_limbs(&arena, vd_sort_width(f), &(uint64_t){i % 5}, 1);
    VdValue pair[] = {x[0], one};
    pair[0].sort = one.sort;
    VdValue near;
    assert_true(vd_op_eval(&arena, VD_OP_BVADD, 0, pair, 2, &near));
    x[1] = vd_value_as_float(&arena, f, near);
    oracle_check(&o, VD_OP_FSUB, 0, x, 2);
    oracle_check(&o, VD_OP_FDIV, 0, x, 2);
  }
  oracle_done(&o);
  vd_arena_done(&arena);
}

static VdValue eval(VdArena *arena, VdOp op, uint64_t imm, const VdValue *x,
                    uint32_t n) {
  VdValue r;
  assert_true(vd_op_eval(arena, op, imm, x, n, &r));
  return r;
}

// 2^k mod 3 is 1 or 2, whatever the exponent; bit by bit this would take 2^29
// steps.
static void frem_of_a_huge_exponent_is_exact_and_quick(void **state) {
  (void)state;
  VdArena arena = {0};
  VdSort f = vd_sort_float(30, 24);
  VdValue three = vd_value_bv(8, 3);
  three = eval(&arena, VD_OP_UTOF, vd_imm_float(f), &three, 1);
  for (uint64_t k = 0; k < 40; k++) {
    uint64_t exponent = ((uint64_t)1 << 29) - 1 - 2 * k;  // odd
    VdValue x[] = {vd_value_bv(54, (exponent + (1 << 29) - 1) << 23), three};
    x[0] = vd_value_as_float(&arena, f, x[0]);
    VdValue r = eval(&arena, VD_OP_FREM, 0, x, 2);
    r = eval(&arena, VD_OP_FTOU, 8, &r, 1);
    assert_int_equal(r.bits, 2);
  }
  vd_arena_done(&arena);
}

static void integers_survive_a_format_that_holds_them(void **state) {
  (void)state;
  VdArena arena = {0};
  VdRandom random = {18};
  VdSort f = vd_sort_float(19, 237);
  for (int i = 0; i < 5000; i++) {
    uint64_t limb[4] = {vd_random_next(&random), hard_fraction(&random, 64),
                        vd_random_next(&random), hard_fraction(&random, 44)};
    VdValue x = vd_value_limbs(&arena, 237, limb, 4);
    VdValue u = eval(&arena, VD_OP_UTOF, vd_imm_float(f), &x, 1);
    VdValue s = eval(&arena, VD_OP_STOF, vd_imm_float(f), &x, 1);
    u = eval(&arena, VD_OP_FTOU, 237, &u, 1);
    s = eval(&arena, VD_OP_FTOS, 237, &s, 1);
    assert_true(vd_value_eq(&u, &x));
    assert_true(vd_value_eq(&s, &x));
  }
  vd_arena_done(&arena);
}

// The largest width: 2^65535 is beyond double and well inside float19.237.
static void the_widest_integers_convert(void **state) {
  (void)state;
  VdArena arena = {0};
  VdSort f = vd_sort_float(19, 237);
  uint64_t limb[VD_MAX_LIMBS] = {0};
  limb[VD_MAX_LIMBS - 1] = (uint64_t)1 << 63;
  VdValue x = vd_value_limbs(&arena, VD_MAX_WIDTH, limb, VD_MAX_LIMBS);
  VdValue u = eval(&arena, VD_OP_UTOF, vd_imm_float(f), &x, 1);
  VdValue s = eval(&arena, VD_OP_STOF, vd_imm_float(f), &x, 1);
  VdValue back = eval(&arena, VD_OP_FTOU, VD_MAX_WIDTH, &u, 1);
  assert_true(vd_value_eq(&back, &x));
  back = eval(&arena, VD_OP_FTOS, VD_MAX_WIDTH, &s, 1);
  assert_true(vd_value_eq(&back, &x));
  back = eval(&arena, VD_OP_FTOS, VD_MAX_WIDTH, &u, 1);  // out of range
  assert_int_equal(vd_value_limb(&back, VD_MAX_LIMBS - 1), 0);
  VdValue inf = eval(&arena, VD_OP_UTOF, vd_imm_float(twice()), &x, 1);
  assert_true(inf.bits == vd_value_double(INFINITY).bits);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(double_arithmetic_agrees_with_the_host),
      cmocka_unit_test(single_arithmetic_agrees_with_the_host),
      cmocka_unit_test(all_pairs_of_special_doubles_agree_with_the_host),
      cmocka_unit_test(formats_convert_as_on_the_host),
      cmocka_unit_test(integers_convert_to_floats_as_on_the_host),
      cmocka_unit_test(floats_convert_to_integers_as_on_the_host),
      cmocka_unit_test(all_pairs_of_float3_4_agree_with_z3),
      cmocka_unit_test(all_pairs_of_float2_3_and_float4_3_agree_with_z3),
      cmocka_unit_test(unary_operators_on_tiny_formats_agree_with_z3),
      cmocka_unit_test(sampled_fma_of_tiny_formats_agrees_with_z3),
      cmocka_unit_test(integers_convert_to_tiny_floats_as_in_z3),
      cmocka_unit_test(tiny_floats_convert_to_integers_as_in_z3),
      cmocka_unit_test(tiny_floats_round_to_the_integrals_of_the_host),
      cmocka_unit_test(frem_of_tiny_formats_is_repeated_subtraction),
      cmocka_unit_test(results_in_float2_2_and_float3_2_are_the_nearest),
      cmocka_unit_test(wide_formats_agree_with_z3),
      cmocka_unit_test(frem_of_a_huge_exponent_is_exact_and_quick),
      cmocka_unit_test(integers_survive_a_format_that_holds_them),
      cmocka_unit_test(the_widest_integers_convert),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
