// Rules for comparison and division of bit-vectors.
//
// Normal form: less-or-equal is not-less with sides exchanged; a constant is on
// the right, so x <= 5, x < 6 and !(x > 5) are one term.
#include "term/terms_impl.h"

static VdTerm not_less(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  return vd_mk_not(tm, mk2(tm, op, a, b));
}

static bool is_extended(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_ZEXT) || is_op(tm, t, VD_OP_SEXT);
}

// Two extended values are compared in the least width that has both. A zero on
// top makes the orders agree on a zero-extended value and on any other one.
static VdTerm less_narrowed(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  VdOp ext[2] = {op_of(tm, a), op_of(tm, b)};
  VdTerm x = arg_of(tm, a, 0), y = arg_of(tm, b, 0);
  bool unsign = ext[0] == VD_OP_ZEXT && ext[1] == VD_OP_ZEXT;
  uint32_t v = width_of(tm, x) + (ext[0] == VD_OP_ZEXT && !unsign);
  uint32_t w = width_of(tm, y) + (ext[1] == VD_OP_ZEXT && !unsign);
  uint32_t width = v > w ? v : w;
  if (width >= width_of(tm, a)) return VD_TERM_NONE;
  return mk2(tm, unsign ? VD_OP_BVULT : op, mk1(tm, ext[0], width, x),
             mk1(tm, ext[1], width, y));
}

// x < y of two extended values, or of one and a constant.
static VdTerm less_extended(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  if (is_extended(tm, a) && is_extended(tm, b))
    return less_narrowed(tm, op, a, b);
  VdOp ext = is_const(tm, a) ? op_of(tm, b) : op_of(tm, a);
  if (ext != VD_OP_ZEXT && ext != VD_OP_SEXT) return VD_TERM_NONE;
  VdTerm x = is_const(tm, a) ? b : a, y = is_const(tm, a) ? a : b;
  VdTerm inner = arg_of(tm, x, 0);
  uint32_t w = width_of(tm, x), v = width_of(tm, inner);
  if (!is_const(tm, y) || v == w) return VD_TERM_NONE;
  VdTerm other = vd_mk_extract(tm, y, v - 1, 0);
  if (!same(mk1(tm, ext, w, other), y)) return VD_TERM_NONE;
  // Both orders agree on zero-extended values; sext keeps both.
  if (ext == VD_OP_ZEXT) op = VD_OP_BVULT;
  return same(x, a) ? mk2(tm, op, inner, other) : mk2(tm, op, other, inner);
}

// zext(x) < k where k is above all values of x, and the like.
static VdTerm less_range(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  uint64_t k;
  uint32_t w = width_of(tm, a);
  if (w > 64 || !is_op(tm, a, VD_OP_ZEXT) || !is_small(tm, b, &k))
    return VD_TERM_NONE;
  uint64_t top = mask_of(width_of(tm, arg_of(tm, a, 0)));
  if (top == mask_of(w)) return VD_TERM_NONE;
  if (op == VD_OP_BVSLT && (k >> (w - 1))) return tm->no;  // k is negative
  return k > top ? tm->yes : VD_TERM_NONE;
}

// A sum of extended values that cannot overflow, and a constant.
static VdTerm less_sum(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  VdBounds is;
  uint64_t k;
  uint32_t w = width_of(tm, a);
  if (!is_small(tm, b, &k) || !vd_sum_bounds(tm, a, &is)) return VD_TERM_NONE;
  int64_t x = (int64_t)(k << (64 - w)) >> (64 - w);
  if (op == VD_OP_BVULT && is.low < 0) return VD_TERM_NONE;
  if (op == VD_OP_BVULT && x < 0) return tm->yes;
  return is.high < x ? tm->yes : is.low >= x ? tm->no : VD_TERM_NONE;
}

VdTerm vd_rule_ult(VdTerms *tm, VdTerm a, VdTerm b) {
  uint32_t w = width_of(tm, a);
  uint64_t k;
  if (same(a, b) || vd_term_is_zero(tm, b) || vd_term_is_ones(tm, a))
    return tm->no;
  VdTerm t = less_extended(tm, VD_OP_BVULT, a, b);
  if (vd_term_is_none(t)) t = less_range(tm, VD_OP_BVULT, a, b);
  if (vd_term_is_none(t)) t = less_sum(tm, VD_OP_BVULT, a, b);
  if (vd_term_is_none(t)) t = vd_rule_inside(tm, a, b);
  if (!vd_term_is_none(t)) return t;
  if (is_small(tm, a, &k))  // k < x: not x < k + 1; k is not the largest
    return not_less(tm, VD_OP_BVULT, b, vd_mk_bv(tm, w, k + 1));
  if (vd_term_is_one(tm, b)) return vd_mk_eq(tm, a, mk_zero(tm, w));
  if (vd_term_is_ones(tm, b)) return vd_mk_not(tm, vd_mk_eq(tm, a, b));
  return intern2(tm, VD_OP_BVULT, vd_sort_bool(), a, b);
}

VdTerm vd_rule_slt(VdTerms *tm, VdTerm a, VdTerm b) {
  uint32_t w = width_of(tm, a);
  uint64_t k;
  if (same(a, b)) return tm->no;
  VdTerm t = less_extended(tm, VD_OP_BVSLT, a, b);
  if (vd_term_is_none(t)) t = less_range(tm, VD_OP_BVSLT, a, b);
  if (vd_term_is_none(t)) t = less_sum(tm, VD_OP_BVSLT, a, b);
  if (!vd_term_is_none(t)) return t;
  if (w > 64) return intern2(tm, VD_OP_BVSLT, vd_sort_bool(), a, b);
  uint64_t min = 1ull << (w - 1), max = min - 1;
  if (is_small(tm, a, &k)) {
    if (k == max) return tm->no;
    return not_less(tm, VD_OP_BVSLT, b, vd_mk_bv(tm, w, k + 1));
  }
  if (is_small(tm, b, &k)) {
    if (k == min) return tm->no;
    if (w > 1 && k == min + 1) return vd_mk_eq(tm, a, vd_mk_bv(tm, w, min));
    if (w > 1 && k == max)
      return vd_mk_not(tm, vd_mk_eq(tm, a, vd_mk_bv(tm, w, max)));
  }
  return intern2(tm, VD_OP_BVSLT, vd_sort_bool(), a, b);
}

VdTerm vd_rule_div(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  VdSort sort = sort_of(tm, a);
  uint64_t k;
  bool is_rem = op == VD_OP_BVUREM || op == VD_OP_BVSREM;
  bool is_signed = op == VD_OP_BVSDIV || op == VD_OP_BVSREM;
  if (vd_term_is_one(tm, b) && !(is_signed && sort.a == 1))
    return is_rem ? mk_zero(tm, sort.a) : a;
  if (!is_signed && is_small(tm, b, &k) && k && !(k & (k - 1))) {
    if (is_rem) return mk2(tm, VD_OP_BVAND, a, vd_mk_bv(tm, sort.a, k - 1));
    return mk2(tm, VD_OP_BVLSHR, a,
               vd_mk_bv(tm, sort.a, (uint64_t)__builtin_ctzll(k)));
  }
  return intern2(tm, op, sort, a, b);
}
