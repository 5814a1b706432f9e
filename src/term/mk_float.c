// Rules for floats. Few laws hold: no associativity, no x - x = 0. Each one
// here holds for every operand, NaN (there is one), infinities and both zeros
// included, and is proved by Z3 and tried on all values of small formats
// (test_rules_table.c).
#include "term/terms_impl.h"

static bool is_float_const(const VdTerms *tm, VdTerm t, VdValue *v) {
  return sort_of(tm, t).kind == VD_SORT_FLOAT && vd_term_value(tm, t, v);
}

static VdTerm number(VdTerms *tm, VdSort sort, int64_t k) {
  return vd_mk_float(tm, sort, k);
}

// Is it the constant that the integer k becomes in its sort?
static bool is_number(VdTerms *tm, VdTerm t, int64_t k) {
  return is_const(tm, t) && same(t, number(tm, sort_of(tm, t), k));
}

static VdTerm neg(VdTerms *tm, VdTerm a) {
  return mk1(tm, VD_OP_FNEG, 0, a);
}

static bool is_minus_zero(VdTerms *tm, VdTerm t) {
  return is_const(tm, t) && same(t, neg(tm, number(tm, sort_of(tm, t), 0)));
}

static VdTerm commute(VdTerms *tm, VdOp op, VdSort sort, VdTerm a, VdTerm b) {
  if (before(tm, b, a)) return intern2(tm, op, sort, b, a);
  return intern2(tm, op, sort, a, b);
}

static VdTerm fadd(VdTerms *tm, VdSort sort, VdTerm a, VdTerm b) {
  if (is_minus_zero(tm, a)) return b;  // x + -0 = x; not so for +0
  if (is_minus_zero(tm, b)) return a;
  if (same(a, b)) return mk2(tm, VD_OP_FMUL, number(tm, sort, 2), a);
  return commute(tm, VD_OP_FADD, sort, a, b);
}

// Signs of factors go outside: rounding is symmetric.
static bool unsign(VdTerms *tm, VdTerm *a, VdTerm *b) {
  bool flip = false;
  if (is_op(tm, *a, VD_OP_FNEG)) *a = arg_of(tm, *a, 0), flip = !flip;
  if (is_op(tm, *b, VD_OP_FNEG)) *b = arg_of(tm, *b, 0), flip = !flip;
  return flip;
}

static VdTerm fmul(VdTerms *tm, VdSort sort, VdTerm a, VdTerm b) {
  if (is_number(tm, a, 1)) return b;
  if (is_number(tm, b, 1)) return a;
  if (is_number(tm, a, -1)) return neg(tm, b);
  if (is_number(tm, b, -1)) return neg(tm, a);
  if (unsign(tm, &a, &b)) return neg(tm, mk2(tm, VD_OP_FMUL, a, b));
  return commute(tm, VD_OP_FMUL, sort, a, b);
}

// 1/b if that is exact both ways and both are normal: b is a power of two.
static VdTerm exact_inverse(VdTerms *tm, VdTerm b) {
  VdValue v;
  VdSort sort = sort_of(tm, b);
  if (!is_float_const(tm, b, &v) || vd_sort_width(sort) > 64)
    return VD_TERM_NONE;
  uint64_t fraction = mask_of(sort.b - 1u), top = mask_of(sort.a);
  if (v.bits & fraction) return VD_TERM_NONE;
  VdTerm inverse = mk2(tm, VD_OP_FDIV, number(tm, sort, 1), b);
  VdValue w;
  if (!is_float_const(tm, inverse, &w)) return VD_TERM_NONE;
  uint64_t x = v.bits >> (sort.b - 1u) & top, y = w.bits >> (sort.b - 1u) & top;
  if (!x || x == top || !y || y == top || (w.bits & fraction))
    return VD_TERM_NONE;
  return inverse;
}

static VdTerm fdiv(VdTerms *tm, VdSort sort, VdTerm a, VdTerm b) {
  if (is_number(tm, b, 1)) return a;
  if (is_number(tm, b, -1)) return neg(tm, a);
  if (!is_const(tm, a)) {
    VdTerm inverse = exact_inverse(tm, b);
    if (!vd_term_is_none(inverse)) return mk2(tm, VD_OP_FMUL, inverse, a);
  }
  if (unsign(tm, &a, &b)) return neg(tm, mk2(tm, VD_OP_FDIV, a, b));
  return intern2(tm, VD_OP_FDIV, sort, a, b);
}

// A conversion of an integer, exact or not: what is known without its bits.
static VdTerm of_conversion(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm,
                            VdTerm a) {
  bool is_signed = is_op(tm, a, VD_OP_STOF);
  VdTerm x = arg_of(tm, a, 0);
  if (op == VD_OP_FNAN) return tm->no;
  if (op == VD_OP_FRINT) return a;  // whole numbers, or infinite
  if (!vd_float_is_exact(tm, a)) return VD_TERM_NONE;
  if (op == VD_OP_FTOF)  // rounded once
    return mk1(tm, op_of(tm, a), vd_imm_float(sort), x);
  uint32_t from = width_of(tm, x), least = from + !is_signed;
  if (op == VD_OP_FTOS && imm >= least)
    return mk1(tm, is_signed ? VD_OP_SEXT : VD_OP_ZEXT, imm, x);
  if (op == VD_OP_FTOU && !is_signed && imm >= from)
    return mk1(tm, VD_OP_ZEXT, imm, x);
  return VD_TERM_NONE;
}

// The conversion of an extended integer is that of the integer.
static VdTerm from_integer(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm,
                           VdTerm a) {
  VdTerm x = a;
  if (is_op(tm, a, VD_OP_ZEXT)) {
    x = arg_of(tm, a, 0);
    op = VD_OP_UTOF;
  } else if (is_op(tm, a, VD_OP_SEXT) && op == VD_OP_STOF) {
    x = arg_of(tm, a, 0);
  }
  return same(x, a) ? intern1(tm, op, sort, imm, a) : mk1(tm, op, imm, x);
}

static VdTerm unary(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm, VdTerm a) {
  VdOp inner = op_of(tm, a);
  if (op == VD_OP_FNEG && inner == VD_OP_FNEG) return arg_of(tm, a, 0);
  if (op == VD_OP_FABS && (inner == VD_OP_FNEG || inner == VD_OP_FABS))
    return mk1(tm, VD_OP_FABS, 0, arg_of(tm, a, 0));
  if (op == VD_OP_FNAN && (inner == VD_OP_FNEG || inner == VD_OP_FABS))
    return mk1(tm, VD_OP_FNAN, 0, arg_of(tm, a, 0));
  if (op == VD_OP_STOF || op == VD_OP_UTOF)
    return from_integer(tm, op, sort, imm, a);
  if (inner == VD_OP_STOF || inner == VD_OP_UTOF) {
    VdTerm t = of_conversion(tm, op, sort, imm, a);
    if (!vd_term_is_none(t)) return t;
  }
  if (op == VD_OP_FTOF) {
    VdSort from = sort_of(tm, a);
    if (vd_sort_eq(from, sort)) return a;
    if (inner == VD_OP_FTOF) {  // there and back through a wider format
      VdTerm x = arg_of(tm, a, 0);
      VdSort first = sort_of(tm, x);
      if (vd_sort_eq(first, sort) && from.a >= first.a && from.b >= first.b)
        return x;
    }
  }
  if (op == VD_OP_BTOF && inner == VD_OP_FTOB &&
      vd_sort_eq(sort_of(tm, arg_of(tm, a, 0)), sort))
    return arg_of(tm, a, 0);
  return intern1(tm, op, sort, imm, a);
}

VdTerm vd_rule_float(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm,
                     const VdTerm *a, uint32_t n) {
  if (n == 1) return unary(tm, op, sort, imm, a[0]);
  if (op == VD_OP_FADD) return fadd(tm, sort, a[0], a[1]);
  if (op == VD_OP_FSUB) return mk2(tm, VD_OP_FADD, a[0], neg(tm, a[1]));
  if (op == VD_OP_FMUL) return fmul(tm, sort, a[0], a[1]);
  if (op == VD_OP_FDIV) return fdiv(tm, sort, a[0], a[1]);
  if (op == VD_OP_FEQ || op == VD_OP_FLT || op == VD_OP_FLE)
    return vd_rule_fcompare(tm, op, a[0], a[1]);
  return vd_intern(tm, op, sort, imm, a, n);
}
