// Rules for comparisons of floats: feq, flt, fle. All are false for a NaN, and
// none tells the two zeros apart.
//
// Normal form: no negation on both sides, and none beside a constant; zero is
// +0; comparisons of what was an integer, or a float of a smaller format, and
// lost nothing on the way are comparisons of that.
#include "term/terms_impl.h"

VdTerm vd_mk_float(VdTerms *tm, VdSort sort, int64_t k) {
  VdTerm from = vd_mk_bv(tm, 64, (uint64_t)k);
  return mk1(tm, VD_OP_STOF, vd_imm_float(sort), from);
}

static VdTerm neg(VdTerms *tm, VdTerm a) {
  return mk1(tm, VD_OP_FNEG, 0, a);
}

static VdTerm is_not_nan(VdTerms *tm, VdTerm a) {
  return vd_mk_not(tm, mk1(tm, VD_OP_FNAN, 0, a));
}

// Of constants.
static bool holds(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  return same(mk2(tm, op, a, b), tm->yes);
}

static bool is_nan(VdTerms *tm, VdTerm a) {
  return is_const(tm, a) && same(mk1(tm, VD_OP_FNAN, 0, a), tm->yes);
}

// Is it +0 or -0?
static bool is_zero(VdTerms *tm, VdTerm a) {
  return is_const(tm, a) &&
         holds(tm, VD_OP_FEQ, a, vd_mk_float(tm, sort_of(tm, a), 0));
}

static bool is_finite(VdTerms *tm, VdTerm a) {
  if (!is_const(tm, a)) return false;
  VdTerm zero = vd_mk_float(tm, sort_of(tm, a), 0);
  return holds(tm, VD_OP_FEQ, mk2(tm, VD_OP_FMUL, a, zero), zero);
}

// ---------------------------------------------------------------- integers

bool vd_float_is_exact(const VdTerms *tm, VdTerm t) {
  bool is_signed = is_op(tm, t, VD_OP_STOF);
  if (!is_signed && !is_op(tm, t, VD_OP_UTOF)) return false;
  VdSort sort = sort_of(tm, t);
  uint32_t width = width_of(tm, arg_of(tm, t, 0));
  // The least signed number is a power of two: one bit is enough for it.
  uint32_t digits = is_signed ? width - 1 : width;
  uint64_t top = sort.a > 31 ? ~0ull : (1ull << (sort.a - 1)) - 1;
  return digits <= sort.b && width - 1 <= top;
}

// An integer behind a conversion.
typedef struct Integer {
  VdTerm x;
  bool is_signed;
  VdSort sort;  // of the float
} Integer;

static Integer integer_of(const VdTerms *tm, VdTerm t) {
  return (Integer){arg_of(tm, t, 0), is_op(tm, t, VD_OP_STOF), sort_of(tm, t)};
}

static VdTerm less(VdTerms *tm, const Integer *n, VdTerm a, VdTerm b) {
  return mk2(tm, n->is_signed ? VD_OP_BVSLT : VD_OP_BVULT, a, b);
}

// The least and the largest value, as floats.
static VdTerm end_of(VdTerms *tm, const Integer *n, bool largest) {
  uint32_t w = width_of(tm, n->x);
  VdTerm least = mk_zero(tm, w);
  if (n->is_signed)
    least = mk2(tm, VD_OP_BVSHL, vd_mk_bv(tm, w, 1), vd_mk_bv(tm, w, w - 1));
  VdTerm t = largest ? mk1(tm, VD_OP_BVNOT, 0, least) : least;
  VdOp op = n->is_signed ? VD_OP_STOF : VD_OP_UTOF;
  return mk1(tm, op, vd_imm_float(n->sort), t);
}

// The constant k, which is in the range, rounded up or down to an integer.
static VdTerm rounded(VdTerms *tm, const Integer *n, VdTerm k, VdRound way) {
  VdTerm whole = mk1(tm, VD_OP_FRINT, way, k);
  return mk1(tm, n->is_signed ? VD_OP_FTOS : VD_OP_FTOU, width_of(tm, n->x),
             whole);
}

static VdTerm below(VdTerms *tm, const Integer *n, VdTerm k) {  // x < k
  if (holds(tm, VD_OP_FLT, end_of(tm, n, true), k)) return tm->yes;
  if (holds(tm, VD_OP_FLE, k, end_of(tm, n, false))) return tm->no;
  return less(tm, n, n->x, rounded(tm, n, k, VD_ROUND_UP));
}

static VdTerm up_to(VdTerms *tm, const Integer *n, VdTerm k) {  // x <= k
  if (holds(tm, VD_OP_FLE, end_of(tm, n, true), k)) return tm->yes;
  if (holds(tm, VD_OP_FLT, k, end_of(tm, n, false))) return tm->no;
  return vd_mk_not(tm, less(tm, n, rounded(tm, n, k, VD_ROUND_DOWN), n->x));
}

static VdTerm equals(VdTerms *tm, const Integer *n, VdTerm k) {
  if (holds(tm, VD_OP_FLT, end_of(tm, n, true), k) ||
      holds(tm, VD_OP_FLT, k, end_of(tm, n, false)) ||
      !holds(tm, VD_OP_FEQ, mk1(tm, VD_OP_FRINT, VD_ROUND_DOWN, k), k))
    return tm->no;
  return vd_mk_eq(tm, n->x, rounded(tm, n, k, VD_ROUND_DOWN));
}

static VdTerm integer_const(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  bool left = is_const(tm, b);
  Integer n = integer_of(tm, left ? a : b);
  VdTerm k = left ? b : a;
  if (op == VD_OP_FEQ) return equals(tm, &n, k);
  if (left) return op == VD_OP_FLT ? below(tm, &n, k) : up_to(tm, &n, k);
  // k < x is not x <= k: neither is a NaN
  return vd_mk_not(tm, op == VD_OP_FLT ? up_to(tm, &n, k) : below(tm, &n, k));
}

static VdTerm extended(VdTerms *tm, const Integer *n, uint32_t width) {
  return mk1(tm, n->is_signed ? VD_OP_SEXT : VD_OP_ZEXT, width, n->x);
}

static VdTerm integer_integer(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  Integer x = integer_of(tm, a), y = integer_of(tm, b);
  bool mixed = x.is_signed != y.is_signed;
  uint32_t v = width_of(tm, x.x) + (mixed && !x.is_signed);
  uint32_t w = width_of(tm, y.x) + (mixed && !y.is_signed);
  uint32_t width = v > w ? v : w;
  VdTerm s = extended(tm, &x, width), t = extended(tm, &y, width);
  if (op == VD_OP_FEQ) return vd_mk_eq(tm, s, t);
  const Integer *order = y.is_signed ? &y : &x;
  if (op == VD_OP_FLT) return less(tm, order, s, t);
  return vd_mk_not(tm, less(tm, order, t, s));
}

static VdTerm compare_integers(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  bool is_a = vd_float_is_exact(tm, a), is_b = vd_float_is_exact(tm, b);
  if (is_a && is_b) return integer_integer(tm, op, a, b);
  if ((is_a && is_const(tm, b)) || (is_b && is_const(tm, a)))
    return integer_const(tm, op, a, b);
  return VD_TERM_NONE;
}

// ----------------------------------------------------------------- formats

// The t of a smaller format that a was made of, exactly.
static VdTerm widened(VdTerms *tm, VdTerm a) {
  if (!is_op(tm, a, VD_OP_FTOF)) return VD_TERM_NONE;
  VdTerm t = arg_of(tm, a, 0);
  VdSort from = sort_of(tm, t), to = sort_of(tm, a);
  return from.a <= to.a && from.b <= to.b ? t : VD_TERM_NONE;
}

static VdTerm narrowed(VdTerms *tm, VdTerm a, VdSort sort) {
  VdTerm t = VD_TERM_NONE;
  if (!is_const(tm, a)) return widened(tm, a);
  VdSort wide = sort_of(tm, a);
  t = mk1(tm, VD_OP_FTOF, vd_imm_float(sort), a);
  return same(mk1(tm, VD_OP_FTOF, vd_imm_float(wide), t), a) ? t : VD_TERM_NONE;
}

static VdTerm compare_narrowed(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  VdTerm x = widened(tm, is_const(tm, a) ? b : a);
  if (vd_term_is_none(x)) return VD_TERM_NONE;
  VdSort sort = sort_of(tm, x);
  VdTerm s = narrowed(tm, a, sort), t = narrowed(tm, b, sort);
  if (vd_term_is_none(s) || vd_term_is_none(t) ||
      !vd_sort_eq(sort_of(tm, s), sort_of(tm, t)))
    return VD_TERM_NONE;
  return mk2(tm, op, s, t);
}

// ------------------------------------------------------------------- signs

// Negations leave by changing sides.
static VdTerm compare_signs(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  bool neg_a = is_op(tm, a, VD_OP_FNEG), neg_b = is_op(tm, b, VD_OP_FNEG);
  if (!neg_a && !neg_b) return VD_TERM_NONE;
  VdTerm s = neg(tm, b), t = neg(tm, a);
  if ((neg_a && neg_b) || is_const(tm, a) || is_const(tm, b) ||
      before(tm, neg_a ? s : t, neg_a ? a : b))
    return mk2(tm, op, s, t);
  return VD_TERM_NONE;
}

static VdTerm plus_zero(VdTerms *tm, VdTerm a) {
  return is_zero(tm, a) ? vd_mk_float(tm, sort_of(tm, a), 0) : a;
}

// |x| against a constant that is not positive.
static VdTerm compare_abs(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  bool left = is_op(tm, a, VD_OP_FABS) && is_const(tm, b);
  if (!left && !(is_op(tm, b, VD_OP_FABS) && is_const(tm, a)))
    return VD_TERM_NONE;
  VdTerm x = arg_of(tm, left ? a : b, 0), k = left ? b : a;
  VdTerm zero = vd_mk_float(tm, sort_of(tm, k), 0);
  if (!holds(tm, VD_OP_FLE, k, zero)) return VD_TERM_NONE;
  bool is_less = !same(k, zero);  // k < |x|, but for a NaN
  VdTerm at_zero = mk2(tm, VD_OP_FEQ, x, zero);
  if (op == VD_OP_FEQ || (left && op == VD_OP_FLE))
    return is_less ? tm->no : at_zero;
  if (left) return tm->no;
  if (is_less || op == VD_OP_FLE) return is_not_nan(tm, x);
  return vd_mk_and(tm, vd_mk_not(tm, at_zero), is_not_nan(tm, x));
}

// a + b against zero is a against -b: there are numbers below the least normal
// one, so a sum of two floats is not rounded to zero. The sum of two different
// infinities is a NaN, while each is equal to the negated other; so for <= and
// == one must be known to be finite.
static VdTerm compare_sum(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  bool left = is_op(tm, a, VD_OP_FADD) && is_zero(tm, b);
  if (!left && !(is_op(tm, b, VD_OP_FADD) && is_zero(tm, a)))
    return VD_TERM_NONE;
  VdTerm sum = left ? a : b, x = arg_of(tm, sum, 0), y = arg_of(tm, sum, 1);
  if (op != VD_OP_FLT && !is_finite(tm, x) && !is_finite(tm, y))
    return VD_TERM_NONE;
  return left ? mk2(tm, op, x, neg(tm, y)) : mk2(tm, op, neg(tm, x), y);
}

// k * t against zero is t against zero where k makes nothing smaller. A
// negative k changes the sides.
static VdTerm compare_product(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  bool left = is_op(tm, a, VD_OP_FMUL) && is_zero(tm, b);
  if (!left && !(is_op(tm, b, VD_OP_FMUL) && is_zero(tm, a)))
    return VD_TERM_NONE;
  VdTerm product = left ? a : b, zero = left ? b : a;
  VdTerm k = arg_of(tm, product, 0), t = arg_of(tm, product, 1);
  if (!is_const(tm, k)) {
    VdTerm x = k;
    k = t, t = x;
  }
  if (!is_finite(tm, k) || holds(tm, VD_OP_FLT, mk1(tm, VD_OP_FABS, 0, k),
                                 vd_mk_float(tm, sort_of(tm, k), 1)))
    return VD_TERM_NONE;
  bool swap = holds(tm, VD_OP_FLT, k, zero);
  return left != swap ? mk2(tm, op, t, zero) : mk2(tm, op, zero, t);
}

VdTerm vd_rule_fcompare(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  if (is_nan(tm, a) || is_nan(tm, b)) return tm->no;
  if (same(a, b)) return op == VD_OP_FLT ? tm->no : is_not_nan(tm, a);
  a = plus_zero(tm, a), b = plus_zero(tm, b);
  VdTerm t = compare_signs(tm, op, a, b);
  if (vd_term_is_none(t)) t = compare_integers(tm, op, a, b);
  if (vd_term_is_none(t)) t = compare_narrowed(tm, op, a, b);
  if (vd_term_is_none(t)) t = compare_abs(tm, op, a, b);
  if (vd_term_is_none(t)) t = compare_sum(tm, op, a, b);
  if (vd_term_is_none(t)) t = compare_product(tm, op, a, b);
  if (!vd_term_is_none(t)) return t;
  if (op == VD_OP_FEQ && before(tm, b, a))
    return intern2(tm, op, vd_sort_bool(), b, a);
  return intern2(tm, op, vd_sort_bool(), a, b);
}
