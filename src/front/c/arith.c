// Arithmetic on one component: the operator, and when it is undefined. C's
// undefined behaviour is a requirement at once; LLVM's is poison that hurts
// where it is used (vd_lift_defer does either).
#include "front/c/lift.h"
#include "front/c/ops.h"

VdRef vd_lift_or_poison(VdLiftBody *f, VdRef x, VdRef y) {
  if (!x.id || x.id == y.id) return y;
  return y.id ? or_(f->build, x, y) : x;
}

static bool is_bool(const VdLiftBody *f, VdRef x) {
  return vd_build_sort(f->build, x).kind == VD_SORT_BOOL;
}

VdRef vd_lift_bool_bits(VdBuild *b, VdRef x, uint32_t width) {
  return ite_(b, x, small_(b, width, 1), small_(b, width, 0));
}

static VdRef as_bits(VdLiftBody *f, VdRef x) {
  return is_bool(f, x) ? vd_lift_bool_bits(f->build, x, 1) : x;
}

static VdRef from_bits(VdLiftBody *f, VdRef x, VdSort to) {
  return to.kind == VD_SORT_BOOL ? bit_(f->build, x, 0) : x;
}

// ---------------------------------------------------------------- overflow
static VdRef sum_is_short(VdBuild *b, uint32_t w, VdRef sum) {
  return eq_(b, extract_(b, sum, w, w), extract_(b, sum, w - 1, w - 1));
}

// One more bit holds any sum; it must be what sign extension makes of it.
static VdRef sum_fits(VdBuild *b, LLVMOpcode op, VdRef x, VdRef y) {
  uint32_t w = width_of(b, x);
  VdRef wide_x = sext_(b, x, w + 1), wide_y = sext_(b, y, w + 1);
  if (op == LLVMSub) wide_y = neg_(b, wide_y);
  return sum_is_short(b, w, add_(b, wide_x, wide_y));
}
static VdRef product_fits(VdBuild *b, bool is_signed, VdRef x, VdRef y) {
  uint32_t w = width_of(b, x);
  if (!is_signed) {
    VdRef all = op2(b, VD_OP_BVMUL, zext_(b, x, 2 * w), zext_(b, y, 2 * w));
    return eq_(b, extract_(b, all, 2 * w - 1, w), small_(b, w, 0));
  }
  VdRef all = op2(b, VD_OP_BVMUL, sext_(b, x, 2 * w), sext_(b, y, 2 * w));
  return eq_(b, all, sext_(b, low_(b, all, w), 2 * w));
}

VdRef vd_lift_fits(VdLiftBody *f, LLVMOpcode op, bool is_signed, VdRef x,
                   VdRef y) {
  VdBuild *b = f->build;
  if (op == LLVMMul) return product_fits(b, is_signed, x, y);
  if (is_signed) return sum_fits(b, op, x, y);
  if (op == LLVMSub) return ule_(b, y, x);
  return ule_(b, x, bvnot_(b, y));
}

// x * c doesn't overflow: two comparisons are cheaper than a wide product.
static VdRef scaled_fits(VdBuild *b, VdRef x, uint64_t bits) {
  uint32_t w = width_of(b, x);
  int64_t c = (int64_t)(bits << (64 - w)) >> (64 - w);
  int64_t max = (int64_t)(UINT64_MAX >> (65 - w)), min = -max - 1;
  if (c == 0 || c == 1) return VD_REF_NONE;
  if (c == -1) return ne_(b, x, vd_build_bv(b, w, (uint64_t)min));
  int64_t low = c > 0 ? min / c : max / c, high = c > 0 ? max / c : min / c;
  return and_(b, sle_(b, vd_build_bv(b, w, (uint64_t)low), x),
              sle_(b, x, vd_build_bv(b, w, (uint64_t)high)));
}

// A constant as a signed number.
static int64_t signed_bits(VdBuild *b, VdPart x) {
  uint32_t shift = 64 - width_of(b, x.ref);
  return (int64_t)(x.bits << shift) >> shift;
}

// x + y, or x - y, with y a constant of less than 64 bits.
static VdRef moved_fits(VdBuild *b, LLVMOpcode op, VdRef x, VdPart y) {
  uint32_t w = width_of(b, x);
  int64_t by = signed_bits(b, y);
  VdRef step = small_(b, w + 1, op == LLVMSub ? -by : by);
  return sum_is_short(b, w, add_(b, sext_(b, x, w + 1), step));
}

static VdRef signed_fits(VdLiftBody *f, LLVMOpcode op, VdPart x, VdPart y) {
  uint32_t w = width_of(f->build, x.ref);
  if (op == LLVMMul && w > 1 && w <= 64) {
    if (y.constant) return scaled_fits(f->build, x.ref, y.bits);
    if (x.constant) return scaled_fits(f->build, y.ref, x.bits);
  }
  if (op != LLVMMul && y.constant && w < 64)
    return moved_fits(f->build, op, x.ref, y);
  return vd_lift_fits(f, op, true, x.ref, y.ref);
}

static void defer_if_any(VdLiftBody *f, VdRef ok, const char *text, VdPart *r) {
  if (ok.id) vd_lift_defer(f, ok, text, &r->poison);
}

static VdRef difference(VdBuild *b, VdRef x, VdPart y) {
  if (!y.constant) return sub_(b, x, y.ref);
  return add_(b, x, vd_build_bv(b, width_of(b, x), (uint64_t)0 - y.bits));
}

static VdPart linear(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                     VdPart y) {
  VdBuild *b = f->build;
  VdPart r = {.ref = op == LLVMAdd   ? add_(b, x.ref, y.ref)
                     : op == LLVMSub ? difference(b, x.ref, y)
                                     : op2(b, VD_OP_BVMUL, x.ref, y.ref)};
  if (flags.nsw)
    defer_if_any(f, signed_fits(f, op, x, y), "signed overflow", &r);
  if (flags.nuw)
    defer_if_any(f, vd_lift_fits(f, op, false, x.ref, y.ref),
                 "unsigned overflow", &r);
  return r;
}

// ---------------------------------------------------------------- division
static void check_divisor(VdLiftBody *f, LLVMOpcode op, VdPart x, VdPart y) {
  VdBuild *b = f->build;
  uint32_t w = width_of(b, x.ref);
  vd_lift_demand(f, y);
  if (!y.constant || y.bits == 0)
    vd_build_require(b, ne_(b, y.ref, small_(b, w, 0)), "division by zero");
  if (op == LLVMUDiv || op == LLVMURem) return;
  bool minus_one = y.constant && y.bits == UINT64_MAX >> (64 - w);
  if (y.constant && !minus_one) return;
  VdRef least = w <= 64
                    ? vd_build_bv(b, w, (uint64_t)1 << (w - 1))
                    : op2(b, VD_OP_BVSHL, small_(b, w, 1), small_(b, w, w - 1));
  VdRef fine = ne_(b, x.ref, least);
  if (!minus_one) fine = or_(b, fine, ne_(b, y.ref, small_(b, w, -1)));
  vd_build_require(b, fine, "signed overflow");
}

// x is a multiple of 2^k.
static VdRef is_multiple(VdBuild *b, VdRef x, uint32_t k) {
  uint32_t w = width_of(b, x);
  VdRef mask = vd_build_bv(b, w, ((uint64_t)1 << k) - 1);
  return eq_(b, op2(b, VD_OP_BVAND, x, mask), small_(b, w, 0));
}

// A division that must leave no rest, by a constant power of two, is a shift.
// The optimiser has it so; whichever it is, the two are one term.
static bool divide_exactly(VdLiftBody *f, LLVMOpcode op, VdPart x, VdPart y,
                           VdPart *r) {
  VdBuild *b = f->build;
  uint32_t w = width_of(b, x.ref);
  if (w > 64 || !y.constant || !y.bits || (y.bits & (y.bits - 1))) return false;
  uint32_t k = (uint32_t)__builtin_ctzll(y.bits);
  if (op == LLVMSDiv && k == w - 1) return false;  // a negative divisor
  r->ref = op2(b, op == LLVMSDiv ? VD_OP_BVASHR : VD_OP_BVLSHR, x.ref,
               small_(b, w, k));
  vd_lift_defer(f, is_multiple(b, x.ref, k), "inexact division", &r->poison);
  return true;
}

static VdPart divide(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                     VdPart y) {
  static const struct {
    LLVMOpcode llvm;
    VdOp op, rem;
  } ops[] = {{LLVMUDiv, VD_OP_BVUDIV, VD_OP_BVUREM},
             {LLVMSDiv, VD_OP_BVSDIV, VD_OP_BVSREM},
             {LLVMURem, VD_OP_BVUREM, VD_OP_NONE},
             {LLVMSRem, VD_OP_BVSREM, VD_OP_NONE}};
  VdBuild *b = f->build;
  VdPart r = {0};
  check_divisor(f, op, x, y);
  if (flags.exact && divide_exactly(f, op, x, y, &r)) return r;
  for (size_t i = 0; i < VD_COUNT(ops); i++) {
    if (ops[i].llvm != op) continue;
    r.ref = op2(b, ops[i].op, x.ref, y.ref);
    if (flags.exact)
      vd_lift_defer(f,
                    eq_(b, op2(b, ops[i].rem, x.ref, y.ref),
                        small_(b, width_of(b, x.ref), 0)),
                    "inexact division", &r.poison);
  }
  return r;
}

// ------------------------------------------------------------------ shifts
static void defer_lost_bits(VdLiftBody *f, VdOp back, VdPart x, VdPart y,
                            VdPart *r) {
  VdBuild *b = f->build;
  VdRef undone = op2(b, back, r->ref, y.ref);
  vd_lift_defer(f, eq_(b, undone, x.ref), "shifted out bits", &r->poison);
}

static VdPart shift(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                    VdPart y) {
  VdBuild *b = f->build;
  uint32_t w = width_of(b, x.ref);
  VdOp own = op == LLVMShl    ? VD_OP_BVSHL
             : op == LLVMLShr ? VD_OP_BVLSHR
                              : VD_OP_BVASHR;
  VdPart r = {.ref = op2(b, own, x.ref, y.ref)};
  if (!y.constant)
    vd_lift_defer(f, ult_(b, y.ref, small_(b, w, w)), "shift out of range",
                  &r.poison);
  else if (y.bits >= w)
    vd_lift_defer(f, vd_build_bool(b, false), "shift out of range", &r.poison);
  if (flags.nsw) defer_lost_bits(f, VD_OP_BVASHR, x, y, &r);
  if (flags.nuw) defer_lost_bits(f, VD_OP_BVLSHR, x, y, &r);
  if (flags.exact && y.constant && y.bits < w && w <= 64)
    vd_lift_defer(f, is_multiple(b, x.ref, (uint32_t)y.bits),
                  "shifted out bits", &r.poison);
  else if (flags.exact)
    defer_lost_bits(f, VD_OP_BVSHL, x, y, &r);
  return r;
}

// ------------------------------------------------------------------- logic
static VdRef bool_logic(VdBuild *b, LLVMOpcode op, VdRef x, VdRef y) {
  if (op == LLVMAnd) return and_(b, x, y);
  return op == LLVMOr ? or_(b, x, y) : ne_(b, x, y);
}

static VdRef bits_logic(VdBuild *b, LLVMOpcode op, VdRef x, VdRef y) {
  if (op == LLVMAnd) return op2(b, VD_OP_BVAND, x, y);
  return op == LLVMOr ? bvor_(b, x, y) : op2(b, VD_OP_BVXOR, x, y);
}

static VdPart logic(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                    VdPart y) {
  VdBuild *b = f->build;
  bool boolean = is_bool(f, x.ref);
  bool sum = flags.disjoint && !boolean;
  VdPart r = {.ref = boolean ? bool_logic(b, op, x.ref, y.ref)
                     : sum   ? add_(b, x.ref, y.ref)
                             : bits_logic(b, op, x.ref, y.ref)};
  if (!flags.disjoint) return r;
  VdRef apart = boolean ? not_(b, and_(b, x.ref, y.ref))
                        : eq_(b, op2(b, VD_OP_BVAND, x.ref, y.ref),
                              small_(b, width_of(b, x.ref), 0));
  vd_lift_defer(f, apart, "bits of both operands set", &r.poison);
  return r;
}

// ------------------------------------------------------------------ floats
VdRef vd_lift_power(VdLiftBody *f, VdSort sort, bool negative, uint32_t power) {
  uint64_t limb[4] = {0};
  uint32_t e = sort.a, fraction = sort.b - 1u;
  uint64_t bias = ((uint64_t)1 << (e - 1)) - 1;
  bool finite = power <= bias;
  uint64_t exponent = finite ? power + bias : 2 * bias + 1;
  for (uint32_t i = 0; i < e; i++)
    limb[(fraction + i) / 64] |= (exponent >> i & 1) << ((fraction + i) % 64);
  if (negative) limb[(fraction + e) / 64] |= (uint64_t)1 << (fraction + e) % 64;
  VdArena *arena = &f->lift->module->arena;
  VdValue bits = vd_value_limbs(arena, fraction + 1 + e, limb, 4);
  return vd_build_const(f->build, vd_value_as_float(arena, sort, bits));
}

// The float cut off is above -2^n - 1. With precision for -2^n - 1 itself the
// test is exact as it stands; without, the next float below -2^n is lower
// still.
static VdRef above_least(VdLiftBody *f, VdRef x, uint32_t n) {
  VdBuild *b = f->build;
  VdSort sort = vd_build_sort(b, x);
  VdRef power = vd_lift_power(f, sort, true, n);
  if (n >= (uint32_t)1 << (sort.a - 1))  // that is -infinity
    return op2(b, VD_OP_FLT, power, x);
  if (n + 1 > sort.b) return op2(b, VD_OP_FLE, power, x);
  VdRef one = vd_lift_power(f, sort, false, 0);
  return op2(b, VD_OP_FLT, op2(b, VD_OP_FSUB, power, one), x);
}

VdRef vd_lift_float_fits(VdLiftBody *f, VdRef x, uint32_t width,
                         bool is_signed) {
  VdBuild *b = f->build;
  VdSort sort = vd_build_sort(b, x);
  VdRef low = is_signed ? above_least(f, x, width - 1)
                        : op2(b, VD_OP_FLT, vd_lift_power(f, sort, true, 0), x);
  VdRef limit = vd_lift_power(f, sort, false, width - is_signed);
  return and_(b, low, op2(b, VD_OP_FLT, x, limit));
}

static VdRef is_infinite(VdLiftBody *f, VdRef x) {
  VdBuild *b = f->build;
  VdRef infinity = vd_lift_power(f, vd_build_sort(b, x), false, UINT32_MAX);
  return op2(b, VD_OP_FEQ, op1(b, VD_OP_FABS, 0, x), infinity);
}

void vd_lift_defer_fast(VdLiftBody *f, unsigned fast, VdRef x, VdRef *poison) {
  VdBuild *b = f->build;
  if (fast & LLVMFastMathNoNaNs)
    vd_lift_defer(f, not_(b, op1(b, VD_OP_FNAN, 0, x)),
                  "NaN in finite arithmetic", poison);
  if (fast & LLVMFastMathNoInfs)
    vd_lift_defer(f, not_(b, is_infinite(f, x)),
                  "infinity in finite arithmetic", poison);
}

static VdPart float_binary(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags,
                           VdPart x, VdPart y) {
  VdOp own = op == LLVMFAdd   ? VD_OP_FADD
             : op == LLVMFSub ? VD_OP_FSUB
             : op == LLVMFMul ? VD_OP_FMUL
             : op == LLVMFDiv ? VD_OP_FDIV
                              : VD_OP_FREM;
  VdPart r = {.ref = op2(f->build, own, x.ref, y.ref)};
  vd_lift_defer_fast(f, flags.fast, x.ref, &r.poison);
  vd_lift_defer_fast(f, flags.fast, y.ref, &r.poison);
  vd_lift_defer_fast(f, flags.fast, r.ref, &r.poison);
  return r;
}

// ------------------------------------------------------------------ binary
static VdPart bits_binary(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags,
                          VdPart x, VdPart y) {
  switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: return linear(f, op, flags, x, y);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: return divide(f, op, flags, x, y);
    default: return shift(f, op, flags, x, y);
  }
}

static VdPart any_binary(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags,
                         VdPart x, VdPart y) {
  VdSort sort = vd_build_sort(f->build, x.ref);
  if (sort.kind == VD_SORT_FLOAT) return float_binary(f, op, flags, x, y);
  if (op == LLVMAnd || op == LLVMOr || op == LLVMXor)
    return logic(f, op, flags, x, y);
  x.ref = as_bits(f, x.ref);
  y.ref = as_bits(f, y.ref);
  VdPart r = bits_binary(f, op, flags, x, y);
  r.ref = from_bits(f, r.ref, sort);
  return r;
}

VdPart vd_lift_binary(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                      VdPart y) {
  VdPart r = any_binary(f, op, flags, x, y);
  r.poison = vd_lift_or_poison(f, r.poison, x.poison);
  r.poison = vd_lift_or_poison(f, r.poison, y.poison);
  return r;
}

// ------------------------------------------------------------------- casts
static VdPart to_integer(VdLiftBody *f, VdRef x, VdSort to, bool is_signed) {
  uint32_t w = vd_sort_width(to);
  VdPart r = {0};
  vd_lift_defer(f, vd_lift_float_fits(f, x, w, is_signed),
                "float to integer out of range", &r.poison);
  VdOp op = is_signed ? VD_OP_FTOS : VD_OP_FTOU;
  r.ref = from_bits(f, op1(f->build, op, w, x), to);
  return r;
}

static VdPart truncate(VdLiftBody *f, VdLiftFlags flags, VdRef x, VdSort to) {
  VdBuild *b = f->build;
  uint32_t w = vd_sort_width(to), from = width_of(b, x);
  VdRef low =
      to.kind == VD_SORT_BOOL && !flags.nsw && !flags.nuw ? x : low_(b, x, w);
  VdPart r = {.ref = from_bits(f, low, to)};
  if (flags.nsw)
    vd_lift_defer(f, eq_(b, sext_(b, low, from), x), "signed overflow",
                  &r.poison);
  if (flags.nuw)
    vd_lift_defer(f, eq_(b, zext_(b, low, from), x),
                  flags.why ? flags.why : "unsigned overflow", &r.poison);
  return r;
}

static VdRef extend(VdLiftBody *f, VdRef x, VdSort to, bool is_signed) {
  VdBuild *b = f->build;
  if (!is_bool(f, x)) return is_signed ? sext_(b, x, to.a) : zext_(b, x, to.a);
  if (to.kind == VD_SORT_BOOL) return x;
  return ite_(b, x, small_(b, to.a, is_signed ? -1 : 1), small_(b, to.a, 0));
}

static VdPart any_cast(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdRef x,
                       VdSort to) {
  VdBuild *b = f->build;
  switch (op) {
    case LLVMTrunc: return truncate(f, flags, x, to);
    case LLVMZExt: return (VdPart){.ref = extend(f, x, to, false)};
    case LLVMSExt: return (VdPart){.ref = extend(f, x, to, true)};
    case LLVMPtrToInt:
    case LLVMIntToPtr:
      if (vd_sort_width(to) < width_of(b, x))
        return truncate(f, (VdLiftFlags){0}, x, to);
      return (VdPart){.ref = extend(f, x, to, false)};
    case LLVMFPToUI: return to_integer(f, x, to, false);
    case LLVMFPToSI: return to_integer(f, x, to, true);
    case LLVMUIToFP:
      x = as_bits(f, x);
      return (VdPart){.ref = op1(b, VD_OP_UTOF, vd_imm_float(to), x)};
    case LLVMSIToFP:
      x = as_bits(f, x);
      return (VdPart){.ref = op1(b, VD_OP_STOF, vd_imm_float(to), x)};
    default: return (VdPart){.ref = op1(b, VD_OP_FTOF, vd_imm_float(to), x)};
  }
}

// The optimiser makes zext nneg of sext where it can, and or disjoint of add.
// They are read back as that: where it makes a difference, they are poison.
VdPart vd_lift_cast(VdLiftBody *f, LLVMOpcode op, VdLiftFlags flags, VdPart x,
                    VdSort to) {
  bool boolean = is_bool(f, x.ref);
  if (flags.nneg && op == LLVMZExt && !boolean) op = LLVMSExt;
  if (flags.nneg && op == LLVMUIToFP && !boolean) op = LLVMSIToFP;
  VdPart r = any_cast(f, op, flags, x.ref, to);
  r.poison = vd_lift_or_poison(f, r.poison, x.poison);
  if (flags.nneg) {
    VdRef bits = as_bits(f, x.ref);
    VdRef sign = bit_(f->build, bits, width_of(f->build, bits) - 1);
    vd_lift_defer(f, not_(f->build, sign), "negative value", &r.poison);
  }
  return r;
}

// ------------------------------------------------------------- comparisons
VdRef vd_lift_icmp(VdLiftBody *f, LLVMIntPredicate p, VdRef x, VdRef y) {
  VdBuild *b = f->build;
  if (p == LLVMIntEQ) return eq_(b, x, y);
  if (p == LLVMIntNE) return ne_(b, x, y);
  x = as_bits(f, x);
  y = as_bits(f, y);
  switch (p) {
    case LLVMIntUGT: return ult_(b, y, x);
    case LLVMIntUGE: return ule_(b, y, x);
    case LLVMIntULT: return ult_(b, x, y);
    case LLVMIntULE: return ule_(b, x, y);
    case LLVMIntSGT: return slt_(b, y, x);
    case LLVMIntSGE: return sle_(b, y, x);
    case LLVMIntSLT: return slt_(b, x, y);
    default: return sle_(b, x, y);
  }
}

static VdRef both_numbers(VdBuild *b, VdRef x, VdRef y) {
  return and_(b, not_(b, op1(b, VD_OP_FNAN, 0, x)),
              not_(b, op1(b, VD_OP_FNAN, 0, y)));
}

static VdRef apart(VdBuild *b, VdRef x, VdRef y) {
  return or_(b, op2(b, VD_OP_FLT, x, y), op2(b, VD_OP_FLT, y, x));
}

// The unordered ones are the ordered opposites, negated.
VdRef vd_lift_fcmp(VdLiftBody *f, LLVMRealPredicate p, VdRef x, VdRef y) {
  VdBuild *b = f->build;
  switch (p) {
    case LLVMRealPredicateFalse: return vd_build_bool(b, false);
    case LLVMRealOEQ: return op2(b, VD_OP_FEQ, x, y);
    case LLVMRealOGT: return op2(b, VD_OP_FLT, y, x);
    case LLVMRealOGE: return op2(b, VD_OP_FLE, y, x);
    case LLVMRealOLT: return op2(b, VD_OP_FLT, x, y);
    case LLVMRealOLE: return op2(b, VD_OP_FLE, x, y);
    case LLVMRealONE: return apart(b, x, y);
    case LLVMRealORD: return both_numbers(b, x, y);
    case LLVMRealUNO: return not_(b, both_numbers(b, x, y));
    case LLVMRealUEQ: return not_(b, apart(b, x, y));
    case LLVMRealUGT: return not_(b, op2(b, VD_OP_FLE, x, y));
    case LLVMRealUGE: return not_(b, op2(b, VD_OP_FLT, x, y));
    case LLVMRealULT: return not_(b, op2(b, VD_OP_FLE, y, x));
    case LLVMRealULE: return not_(b, op2(b, VD_OP_FLT, y, x));
    case LLVMRealUNE: return not_(b, op2(b, VD_OP_FEQ, x, y));
    case LLVMRealPredicateTrue: break;
  }
  return vd_build_bool(b, true);
}
