// Rules for sums, products and equality of bit-vectors, addresses included.
//
// Normal form: a sum is c + k1*t1 + k2*t2 + ..., the constant first and the ti
// different and in order; so x+x, 2*x and x<<1 are one term, and so are a-b+b
// and a. Widths above 64 bits keep constants and order but are not combined.
#include "base/limit.h"
#include "term/terms_impl.h"

typedef struct Lin {
  uint32_t width, len;
  uint64_t constant;
  struct Part {
    uint64_t coef;
    VdTerm t;
  } at[2 * VD_MOST_term_flat];
} Lin;

// Not zeroed: a kilobyte for each sum would be most of its cost.
static void lin_init(Lin *l, uint32_t width) {
  l->width = width;
  l->len = 0;
  l->constant = 0;
}

static void lin_push(Lin *l, uint64_t coef, VdTerm t) {
  for (uint32_t i = 0; i < l->len; i++)
    if (same(l->at[i].t, t)) {
      l->at[i].coef += coef;
      return;
    }
  l->at[l->len++] = (struct Part){coef, t};
}

// BVMUL(k, a, b, ...) without its k.
static VdTerm without_coef(VdTerms *tm, VdTerm t) {
  uint32_t n = args_of(tm, t);
  VdTerm rest[VD_MOST_term_flat];
  if (n == 2) return arg_of(tm, t, 1);
  for (uint32_t i = 1; i < n; i++) rest[i - 1] = arg_of(tm, t, i);
  return vd_intern(tm, VD_OP_BVMUL, sort_of(tm, t), 0, rest, n - 1);
}

static bool has_coef(const VdTerms *tm, VdTerm t, uint64_t *coef) {
  return is_op(tm, t, VD_OP_BVMUL) && args_of(tm, t) <= vd_limit->term_flat &&
         is_small(tm, arg_of(tm, t, 0), coef);
}

// False when there is no room; l is then spoiled.
static bool lin_add(VdTerms *tm, Lin *l, uint64_t coef, VdTerm t);

static bool lin_add_all(VdTerms *tm, Lin *l, uint64_t coef, VdTerm sum) {
  uint32_t n = args_of(tm, sum);
  for (uint32_t i = 0; i < n; i++)
    if (!lin_add(tm, l, coef, arg_of(tm, sum, i))) return false;
  return true;
}

static bool lin_add(VdTerms *tm, Lin *l, uint64_t coef, VdTerm t) {
  uint64_t k;
  if (is_small(tm, t, &k)) {
    l->constant += coef * k;
    return true;
  }
  if (tm->nest < vd_limit->term_nest) {
    bool done = true, ok = true;
    tm->nest++;  // the depth of this recursion is bounded too
    if (is_op(tm, t, VD_OP_BVADD) || is_op(tm, t, VD_OP_PTRADD))
      ok = lin_add_all(tm, l, coef, t);
    else if (has_coef(tm, t, &k))
      ok = lin_add(tm, l, coef * k, without_coef(tm, t));
    else if (is_op(tm, t, VD_OP_BVNOT))  // ~x = -x - 1
      l->constant -= coef, ok = lin_add(tm, l, -coef, arg_of(tm, t, 0));
    else
      done = false;
    tm->nest--;
    if (done) return ok;
  }
  if (l->len == VD_COUNT(l->at)) return false;
  lin_push(l, coef, t);
  return true;
}

static VdTerm scaled(VdTerms *tm, uint32_t width, uint64_t coef, VdTerm t) {
  VdTerm args[VD_MOST_term_flat + 1];
  uint32_t n = 0;
  args[n++] = vd_mk_bv(tm, width, coef);
  if (is_op(tm, t, VD_OP_BVMUL) && args_of(tm, t) < vd_limit->term_flat) {
    for (uint32_t i = 0; i < args_of(tm, t); i++) args[n++] = arg_of(tm, t, i);
  } else {
    args[n++] = t;
  }
  return vd_intern(tm, VD_OP_BVMUL, vd_sort_bv(width), 0, args, n);
}

static void lin_clean(const VdTerms *tm, Lin *l) {
  uint64_t mask = mask_of(l->width);
  uint32_t n = 0;
  l->constant &= mask;
  for (uint32_t i = 0; i < l->len; i++) {
    struct Part part = l->at[i];
    part.coef &= mask;
    if (!part.coef) continue;
    uint32_t j = n++;
    for (; j > 0 && before(tm, part.t, l->at[j - 1].t); j--)
      l->at[j] = l->at[j - 1];
    l->at[j] = part;
  }
  l->len = n;
}

static VdTerm lin_term(VdTerms *tm, const Lin *l) {
  VdTerm args[2 * VD_MOST_term_flat + 1];
  uint32_t n = 0;
  uint64_t minus = mask_of(l->width);
  if (l->len == 1 && l->constant == minus && l->at[0].coef == minus &&
      l->width > 1)
    return mk1(tm, VD_OP_BVNOT, 0, l->at[0].t);
  if (l->constant || !l->len) args[n++] = vd_mk_bv(tm, l->width, l->constant);
  for (uint32_t i = 0; i < l->len; i++) {
    struct Part part = l->at[i];
    args[n++] =
        part.coef == 1 ? part.t : scaled(tm, l->width, part.coef, part.t);
  }
  if (n == 1) return args[0];
  return vd_intern(tm, VD_OP_BVADD, vd_sort_bv(l->width), 0, args, n);
}

// Order, and constants folded into one that comes first.
static VdTerm plain(VdTerms *tm, VdOp op, const VdTerm *args, uint32_t n) {
  VdTerm sorted[2 * VD_MOST_term_flat + 1];
  bool is_sum = op == VD_OP_BVADD;
  VdTerm constant = vd_mk_bv(tm, width_of(tm, args[0]), is_sum ? 0 : 1);
  uint32_t m = 1;  // sorted[0] is for the constant
  if (n >= VD_COUNT(sorted))
    return vd_intern(tm, op, sort_of(tm, args[0]), 0, args, n);
  for (uint32_t i = 0; i < n; i++) {
    if (is_const(tm, args[i]))
      constant = mk2(tm, op, constant, args[i]);
    else
      sorted[m++] = args[i];
  }
  vd_sort_terms(tm, sorted + 1, m - 1);
  sorted[0] = constant;
  bool is_zero = vd_term_is_zero(tm, constant);
  if (m == 1 || (is_zero && !is_sum)) return constant;
  bool neutral = is_sum ? is_zero : vd_term_is_one(tm, constant);
  if (neutral && m == 2) return sorted[1];
  return vd_intern(tm, op, sort_of(tm, args[0]), 0, sorted + neutral,
                   m - neutral);
}

VdTerm vd_rule_bvadd(VdTerms *tm, const VdTerm *args, uint32_t n) {
  Lin l;
  lin_init(&l, width_of(tm, args[0]));
  if (l.width > 64) return plain(tm, VD_OP_BVADD, args, n);
  for (uint32_t i = 0; i < n; i++)
    if (!lin_add(tm, &l, 1, args[i])) return plain(tm, VD_OP_BVADD, args, n);
  lin_clean(tm, &l);
  return lin_term(tm, &l);
}

// ---------------------------------------------------------------- products

typedef struct Product {
  uint64_t coef;
  VdTerm at[VD_MOST_term_flat];
  uint32_t len;
} Product;

static bool product_add(VdTerms *tm, Product *p, VdTerm t) {
  uint64_t k;
  if (is_small(tm, t, &k)) {
    p->coef *= k;
    return true;
  }
  if (!is_op(tm, t, VD_OP_BVMUL)) {
    if (p->len == VD_COUNT(p->at) - 1) return false;
    p->at[p->len++] = t;
    return true;
  }
  for (uint32_t i = 0; i < args_of(tm, t); i++) {  // factors are no products
    VdTerm a = arg_of(tm, t, i);
    if (is_small(tm, a, &k)) {
      p->coef *= k;
      continue;
    }
    if (p->len == VD_COUNT(p->at) - 1) return false;
    p->at[p->len++] = a;
  }
  return true;
}

static bool is_bool_number(const VdTerms *tm, VdTerm t) {
  if (!is_op(tm, t, VD_OP_ITE)) return false;
  VdTerm a = arg_of(tm, t, 1), b = arg_of(tm, t, 2);
  return (vd_term_is_one(tm, a) && vd_term_is_zero(tm, b)) ||
         (vd_term_is_zero(tm, a) && vd_term_is_one(tm, b));
}

static VdTerm product_term(VdTerms *tm, uint32_t width, Product *p) {
  p->coef &= mask_of(width);
  if (!p->coef) return mk_zero(tm, width);
  if (!p->len) return vd_mk_bv(tm, width, p->coef);
  for (uint32_t i = 0; i < p->len; i++) {
    VdTerm b = p->at[i];
    if (!is_bool_number(tm, b)) continue;
    p->at[i] = p->at[--p->len];
    VdTerm rest = product_term(tm, width, p), zero = mk_zero(tm, width);
    return vd_term_is_one(tm, arg_of(tm, b, 1))
               ? vd_mk_ite(tm, arg_of(tm, b, 0), rest, zero)
               : vd_mk_ite(tm, arg_of(tm, b, 0), zero, rest);
  }
  vd_sort_terms(tm, p->at, p->len);
  VdTerm t = p->at[0];
  if (p->len > 1)
    t = vd_intern(tm, VD_OP_BVMUL, vd_sort_bv(width), 0, p->at, p->len);
  if (p->coef == 1) return t;
  Lin l;  // a constant goes into a sum
  lin_init(&l, width);
  if (!lin_add(tm, &l, p->coef, t)) return scaled(tm, width, p->coef, t);
  lin_clean(tm, &l);
  return lin_term(tm, &l);
}

VdTerm vd_rule_bvmul(VdTerms *tm, const VdTerm *args, uint32_t n) {
  uint32_t width = width_of(tm, args[0]);
  Product p;
  p.coef = 1, p.len = 0;
  if (width > 64) return plain(tm, VD_OP_BVMUL, args, n);
  for (uint32_t i = 0; i < n; i++)
    if (!product_add(tm, &p, args[i])) return plain(tm, VD_OP_BVMUL, args, n);
  return product_term(tm, width, &p);
}

// --------------------------------------------------------------- addresses

VdTerm vd_rule_ptradd(VdTerms *tm, VdTerm a, VdTerm b) {
  if (vd_term_is_zero(tm, b)) return a;
  if (is_op(tm, a, VD_OP_PTRADD))
    return mk2(tm, VD_OP_PTRADD, arg_of(tm, a, 0),
               vd_mk_add(tm, arg_of(tm, a, 1), b));
  if (is_const(tm, a)) return vd_mk_add(tm, a, b);
  return intern2(tm, VD_OP_PTRADD, sort_of(tm, a), a, b);
}

// BVADD(k, a, b, ...) without its k.
static VdTerm without_constant(VdTerms *tm, VdTerm t) {
  VdTerm rest[2 * VD_MOST_term_flat];
  uint32_t n = args_of(tm, t) - 1;
  if (n == 1) return arg_of(tm, t, 1);
  if (n > VD_COUNT(rest)) return vd_mk_sub(tm, t, arg_of(tm, t, 0));
  for (uint32_t i = 0; i < n; i++) rest[i] = arg_of(tm, t, i + 1);
  return vd_intern(tm, VD_OP_BVADD, sort_of(tm, t), 0, rest, n);
}

// A multiple of an address: -&x in &y - &x + p.
static bool mentions_address(const VdTerms *tm, VdTerm t) {
  if (!is_op(tm, t, VD_OP_BVMUL)) return false;
  for (uint32_t i = 0; i < args_of(tm, t); i++)
    if (is_op(tm, arg_of(tm, t, i), VD_OP_ADDR)) return true;
  return false;
}

VdPlace vd_term_place(VdTerms *tm, VdTerm address) {
  VdPlace place = {.base = address};
  uint64_t k;
  if (is_op(tm, address, VD_OP_PTRADD)) {
    place.base = arg_of(tm, address, 0);
    place.index = arg_of(tm, address, 1);
  } else if (is_op(tm, address, VD_OP_BVADD)) {
    place.index = address;
    place.base = VD_TERM_NONE;
    uint32_t bases = 0;
    for (uint32_t i = 0; i < args_of(tm, address); i++) {
      VdTerm part = arg_of(tm, address, i);
      if (is_op(tm, part, VD_OP_ADDR)) place.base = part, bases++;
      if (mentions_address(tm, part)) bases += 2;
    }
    if (bases == 1)
      place.index = vd_mk_sub(tm, address, place.base);
    else  // none, or several in one sum: of no object for sure
      place.base = VD_TERM_NONE;
  }
  if (vd_term_is_none(place.index)) return place;
  if (is_small(tm, place.index, &k)) {
    place.offset = k;
    place.index = VD_TERM_NONE;
  } else if (is_op(tm, place.index, VD_OP_BVADD) &&
             is_small(tm, arg_of(tm, place.index, 0), &k)) {
    place.offset = k;
    place.index = without_constant(tm, place.index);
  }
  if (vd_term_is_none(place.base)) {  // an integer used as an address
    place.base = place.index;
    place.index = VD_TERM_NONE;
  }
  return place;
}

static const VdObject *get_object(const VdTerms *tm, VdTerm t) {
  return vd_object_get(tm, vd_term_object(tm, t));
}

// The object that t is an address in: &o, or &o + k inside it. One past its
// end may be the start of another; sizes may be unknown. None if not so.
static VdTerm object_of(const VdTerms *tm, VdTerm t) {
  uint64_t k = 0;
  VdOp op = op_of(tm, t);
  if (op == VD_OP_PTRADD || (op == VD_OP_BVADD && args_of(tm, t) == 2)) {
    bool constant_first = is_small(tm, arg_of(tm, t, 0), &k);
    if (!constant_first && !is_small(tm, arg_of(tm, t, 1), &k))
      return VD_TERM_NONE;
    t = arg_of(tm, t, constant_first);
  }
  if (!is_op(tm, t, VD_OP_ADDR)) return VD_TERM_NONE;
  return k == 0 || k < get_object(tm, t)->size ? t : VD_TERM_NONE;
}

// Addresses in two objects differ, and no object is near null, unless nobody
// knows where linkers put it.
static VdTerm eq_place(VdTerms *tm, VdTerm a, VdTerm b) {
  VdTerm x = object_of(tm, a), y = object_of(tm, b);
  uint64_t k;
  if (vd_term_is_none(x) && vd_term_is_none(y)) return VD_TERM_NONE;
  if (vd_term_is_none(x) || vd_term_is_none(y)) {
    VdTerm object = vd_term_is_none(x) ? y : x;
    bool near = is_small(tm, vd_term_is_none(x) ? a : b, &k) && k < 4096;
    return near && !vd_object_is_mark(get_object(tm, object)) ? tm->no
                                                              : VD_TERM_NONE;
  }
  bool apart =
      !same(x, y) && !vd_object_may_meet(get_object(tm, x), get_object(tm, y));
  return apart ? tm->no : VD_TERM_NONE;
}

// ---------------------------------------------------------------- equality

static VdTerm intern_eq(VdTerms *tm, VdTerm a, VdTerm b) {
  if (before(tm, b, a)) return intern2(tm, VD_OP_EQ, vd_sort_bool(), b, a);
  return intern2(tm, VD_OP_EQ, vd_sort_bool(), a, b);
}

static bool is_linear(const VdTerms *tm, VdTerm t) {
  uint64_t k;
  return is_op(tm, t, VD_OP_BVADD) || is_op(tm, t, VD_OP_PTRADD) ||
         is_op(tm, t, VD_OP_BVNOT) || has_coef(tm, t, &k);
}

// Is the first coefficient with a sign negative? 2^(w-1) has none.
static bool lin_is_negative(const Lin *l) {
  uint64_t half = 1ull << (l->width - 1);
  uint32_t i = 0;
  while (i + 1 < l->len && l->at[i].coef == half) i++;
  return l->at[i].coef > half;
}

// a == b by a - b: what is on both sides goes, terms with a negative
// coefficient to one side, the constant to theirs. Of a - b and b - a the one
// that begins with a plus is taken.
static VdTerm eq_linear(VdTerms *tm, VdTerm a, VdTerm b) {
  uint32_t width = width_of(tm, a);
  uint64_t half = 1ull << (width - 1);
  Lin l, pos, neg;
  lin_init(&l, width), lin_init(&pos, width), lin_init(&neg, width);
  if (!lin_add(tm, &l, 1, a) || !lin_add(tm, &l, -1ull, b)) return VD_TERM_NONE;
  lin_clean(tm, &l);
  if (!l.len) return vd_mk_bool(tm, l.constant == 0);
  uint64_t sign = lin_is_negative(&l) ? -1ull : 1;
  for (uint32_t i = 0; i < l.len; i++) {
    uint64_t coef = (sign * l.at[i].coef) & mask_of(width);
    if (i == 0 || coef < half)  // half itself has no sign: its own negation
      lin_push(&pos, coef, l.at[i].t);
    else
      lin_push(&neg, -coef, l.at[i].t);
  }
  neg.constant = -(sign * l.constant);
  lin_clean(tm, &pos);
  lin_clean(tm, &neg);
  VdTerm x = lin_term(tm, &pos), y = lin_term(tm, &neg);
  if ((same(x, a) && same(y, b)) || (same(x, b) && same(y, a)))
    return intern_eq(tm, x, y);
  return vd_mk_eq(tm, x, y);  // simpler now: other rules may apply
}

// zext(x) == k and sext(x) == k, by x's width.
static VdTerm eq_extended(VdTerms *tm, VdTerm x, VdTerm k) {
  VdOp op = op_of(tm, x);
  if ((op != VD_OP_ZEXT && op != VD_OP_SEXT) || !is_const(tm, k))
    return VD_TERM_NONE;
  VdTerm inner = arg_of(tm, x, 0);
  uint32_t width = width_of(tm, x);
  VdTerm low = vd_mk_extract(tm, k, width_of(tm, inner) - 1, 0);
  VdTerm back = mk1(tm, op, width, low);
  return same(back, k) ? vd_mk_eq(tm, inner, low) : tm->no;
}

// A bit is 0 or 1: x == 0 is not x == 1, so that there is one test of a bit.
static VdTerm eq_bit(VdTerms *tm, VdTerm a, VdTerm b) {
  VdTerm x = vd_term_is_zero(tm, a) ? b : a;
  if (width_of(tm, a) != 1 || (same(x, a) && !vd_term_is_zero(tm, b)))
    return VD_TERM_NONE;
  return vd_mk_not(tm, vd_mk_eq(tm, x, vd_mk_bv(tm, 1, 1)));
}

// Is bit k of x the sign of it, or of its low 8, 16 or 32 bits?
static bool is_sign(const VdTerms *tm, VdTerm x, uint64_t k) {
  return k + 1 == width_of(tm, x) ||
         (k + 1 < width_of(tm, x) && (k == 7 || k == 15 || k == 31));
}

static VdTerm mk_negative(VdTerms *tm, VdTerm x, uint32_t k) {
  return mk2(tm, VD_OP_BVSLT, vd_mk_extract(tm, x, k, 0), mk_zero(tm, k + 1));
}

// The sign bit is a comparison: x < 0.
static VdTerm eq_sign(VdTerms *tm, VdTerm bit, VdTerm k) {
  if (!is_op(tm, bit, VD_OP_EXTRACT) || !vd_term_is_one(tm, k))
    return VD_TERM_NONE;
  VdTerm x = arg_of(tm, bit, 0);
  uint32_t top = (uint32_t)payload_of(tm, bit);
  if (payload_of(tm, bit) != vd_imm_extract(top, top) || !is_sign(tm, x, top))
    return VD_TERM_NONE;
  return mk_negative(tm, x, top);
}

// What is its own low bits is small: x == (uint8_t)x, if x < 0x100.
static VdTerm eq_low_bits(VdTerms *tm, VdTerm low, VdTerm x) {
  uint32_t w = width_of(tm, x);
  if (!is_op(tm, low, VD_OP_ZEXT) || w > 64) return VD_TERM_NONE;
  VdTerm part = arg_of(tm, low, 0);
  if (!is_op(tm, part, VD_OP_EXTRACT) || (uint32_t)payload_of(tm, part) != 0 ||
      !same(arg_of(tm, part, 0), x) || width_of(tm, part) >= w)
    return VD_TERM_NONE;
  return vd_mk_ult(tm, x, vd_mk_bv(tm, w, 1ull << width_of(tm, part)));
}

// The sign by a mask: x & 0x80 == 0.
static VdTerm eq_masked_sign(VdTerms *tm, VdTerm and, VdTerm zero) {
  uint64_t mask;
  if (!is_op(tm, and, VD_OP_BVAND) || args_of(tm, and) != 2 ||
      !vd_term_is_zero(tm, zero) || !is_small(tm, arg_of(tm, and, 0), &mask) ||
      !mask || (mask & (mask - 1)))
    return VD_TERM_NONE;
  VdTerm x = arg_of(tm, and, 1);
  uint32_t top = (uint32_t)__builtin_ctzll(mask);
  if (!is_sign(tm, x, top)) return VD_TERM_NONE;
  return vd_mk_not(tm, mk_negative(tm, x, top));
}

// ---------------------------------------------------------------- overflow

VdBounds vd_term_bounds(const VdTerms *tm, VdTerm t, bool is_signed) {
  VdOp op = op_of(tm, t);
  uint32_t w = width_of(tm, t), all = w;
  if (op == VD_OP_ZEXT || (op == VD_OP_SEXT && is_signed))
    w = width_of(tm, arg_of(tm, t, 0));
  if ((op == VD_OP_ZEXT && w < all) || !is_signed)
    return (VdBounds){0, w > 62 ? INT64_MAX : (int64_t)mask_of(w)};
  int64_t high = (int64_t)(mask_of(w) >> 1);
  return (VdBounds){-high - 1, high};
}

static VdBounds own_bounds(void *context, const VdTerms *tm, VdTerm t,
                           bool is_signed) {
  (void)context;
  return vd_term_bounds(tm, t, is_signed);
}

static int64_t signed_of(uint64_t k, uint32_t width) {
  return (int64_t)(k << (64 - width)) >> (64 - width);
}

// What an exact sum can be. False where 64 bits do not hold it.
static bool sum_bounds(const VdTerms *tm, const Lin *l, VdBoundsOf of,
                       void *context, bool is_signed, VdBounds *sum) {
  sum->low = sum->high = signed_of(l->constant, l->width);
  for (uint32_t i = 0; i < l->len; i++) {
    VdBounds b = of(context, tm, l->at[i].t, is_signed);
    int64_t k = signed_of(l->at[i].coef, l->width), x, y;
    if (__builtin_mul_overflow(b.low, k, &x) ||
        __builtin_mul_overflow(b.high, k, &y) ||
        __builtin_add_overflow(sum->low, k < 0 ? y : x, &sum->low) ||
        __builtin_add_overflow(sum->high, k < 0 ? x : y, &sum->high))
      return false;
  }
  return true;
}

bool vd_sum_bounds(VdTerms *tm, VdTerm t, VdBounds *out) {
  Lin l;
  uint32_t w = width_of(tm, t);
  if (w > 64 || !is_linear(tm, t)) return false;
  lin_init(&l, w);
  if (!lin_add(tm, &l, 1, t)) return false;
  lin_clean(tm, &l);
  int64_t high = (int64_t)(mask_of(w) >> 1);
  return sum_bounds(tm, &l, own_bounds, NULL, true, out) &&
         out->low >= -high - 1 && out->high <= high;
}

// The extension of a sum that cannot overflow is the sum of the extensions.
VdTerm vd_term_spread(VdTerms *tm, VdOp op, VdTerm sum, uint32_t width,
                      VdBoundsOf of, void *context) {
  VdTerm args[2 * VD_MOST_term_flat + 1];
  uint32_t w = width_of(tm, sum), n = 0;
  bool is_signed = op == VD_OP_SEXT;
  VdBounds is;
  Lin l;
  lin_init(&l, w);
  if (w < 2 || w > 62 || width > 64 || width <= w || !is_linear(tm, sum) ||
      !lin_add(tm, &l, 1, sum))
    return VD_TERM_NONE;
  lin_clean(tm, &l);
  int64_t half = INT64_C(1) << (w - 1), least = is_signed ? -half : 0;
  if (!sum_bounds(tm, &l, of ? of : own_bounds, context, is_signed, &is) ||
      is.low < least || is.high > least + 2 * half - 1)
    return VD_TERM_NONE;
  args[n++] = vd_mk_bv(tm, width, (uint64_t)signed_of(l.constant, w));
  for (uint32_t i = 0; i < l.len; i++) {
    VdTerm x = mk1(tm, op, width, l.at[i].t);
    VdTerm k = vd_mk_bv(tm, width, (uint64_t)signed_of(l.at[i].coef, w));
    args[n++] = mk2(tm, VD_OP_BVMUL, k, x);
  }
  return vd_mk(tm, VD_OP_BVADD, 0, args, n);
}

// A test whether a sum fits into w bits: it is made with one more, and the two
// top bits are the same. What is added is mostly extended or constant, and the
// test one of ranges. One bit more than 64 is used, so numbers are wider here.
__extension__ typedef __int128 Wide;

typedef struct Fit {
  uint32_t width;  // of the sum
  Wide constant, low, high;
  VdTerm part;  // the only one, if it is alone and comes once or minus once
  bool minus;
  uint32_t parts;
} Fit;

static bool wide_value(const VdTerms *tm, VdTerm t, Wide *k) {
  VdValue v;
  uint32_t w = width_of(tm, t);
  if (!vd_term_value(tm, t, &v) || w > 65) return false;
  *k = (Wide)vd_value_limb(&v, 0) | (Wide)(w > 64 ? vd_value_limb(&v, 1) : 0)
                                        << 64;
  if (*k >> (w - 1) & 1) *k -= (Wide)1 << w;
  return true;
}

static bool fit_part(const VdTerms *tm, Fit *f, VdTerm t) {
  Wide k = 1, low = 0, high;
  if (wide_value(tm, t, &k)) {
    f->constant += k;
    return true;
  }
  k = 1;
  if (is_op(tm, t, VD_OP_BVMUL)) {
    if (args_of(tm, t) != 2 || !wide_value(tm, arg_of(tm, t, 0), &k))
      return false;
    t = arg_of(tm, t, 1);
  }
  if (k > INT32_MAX || k < -INT32_MAX) return false;
  VdOp op = op_of(tm, t);
  uint32_t w = width_of(tm, t);
  if (op == VD_OP_ZEXT || op == VD_OP_SEXT) w = width_of(tm, arg_of(tm, t, 0));
  if (w == f->width) op = VD_OP_VAR;  // extended by nothing: any word
  high = ((Wide)1 << (op == VD_OP_ZEXT ? w : w - 1)) - 1;
  if (op != VD_OP_ZEXT) low = -high - 1;
  f->low += k * (k < 0 ? high : low);
  f->high += k * (k < 0 ? low : high);
  f->part =
      (k == 1 || k == -1) && !f->parts && (op == VD_OP_ZEXT || op == VD_OP_SEXT)
          ? t
          : VD_TERM_NONE;
  f->minus = k < 0;
  f->parts++;
  return true;
}

static bool fit_sum(const VdTerms *tm, Fit *f, VdTerm s) {
  uint32_t n = is_op(tm, s, VD_OP_BVADD) ? args_of(tm, s) : 0;
  f->width = width_of(tm, s);
  if (!n) return fit_part(tm, f, s);
  for (uint32_t i = 0; i < n; i++)
    if (!fit_part(tm, f, arg_of(tm, s, i))) return false;
  return true;
}

// low <= c + t <= high or low <= c - t <= high of an extended t.
static VdTerm fits_one(VdTerms *tm, const Fit *f, Wide low, Wide high) {
  VdTerm t = f->part, x = arg_of(tm, t, 0), all = tm->yes;
  bool is_signed = is_op(tm, t, VD_OP_SEXT);
  uint32_t w = width_of(tm, x);
  Wide most = ((Wide)1 << (is_signed ? w - 1 : w)) - 1;
  Wide least = is_signed ? -most - 1 : 0, from = low - f->constant,
       to = high - f->constant;
  if (f->minus) from = f->constant - high, to = f->constant - low;
  if (w > 64) return VD_TERM_NONE;
  if (from > most || to < least) return tm->no;
  VdOp less = is_signed ? VD_OP_BVSLT : VD_OP_BVULT;
  if (from > least)
    all = vd_mk_not(tm, mk2(tm, less, x, vd_mk_bv(tm, w, (uint64_t)from)));
  if (to < most)
    all = vd_mk_and(
        tm, all,
        vd_mk_not(tm, mk2(tm, less, vd_mk_bv(tm, w, (uint64_t)to), x)));
  return all;
}

static bool is_bit(const VdTerms *tm, VdTerm t, uint32_t at) {
  return is_op(tm, t, VD_OP_EXTRACT) &&
         payload_of(tm, t) == vd_imm_extract(at, at);
}

static VdTerm eq_fits(VdTerms *tm, VdTerm a, VdTerm b) {
  if (!is_op(tm, a, VD_OP_EXTRACT) || !is_op(tm, b, VD_OP_EXTRACT) ||
      !same(arg_of(tm, a, 0), arg_of(tm, b, 0)))
    return VD_TERM_NONE;
  VdTerm s = arg_of(tm, a, 0);
  uint32_t w = width_of(tm, s) - 1;  // of what must hold it
  if (w < 2 || w > 64 ||
      !((is_bit(tm, a, w) && is_bit(tm, b, w - 1)) ||
        (is_bit(tm, b, w) && is_bit(tm, a, w - 1))))
    return VD_TERM_NONE;
  Fit f = {0};
  Wide high = ((Wide)1 << (w - 1)) - 1, low = -high - 1;
  if (!fit_sum(tm, &f, s)) return VD_TERM_NONE;
  f.low += f.constant, f.high += f.constant;
  if (f.low < 2 * low || f.high > 2 * high + 1) return VD_TERM_NONE;
  if (f.low >= low && f.high <= high) return tm->yes;
  if (f.parts != 1 || vd_term_is_none(f.part)) return VD_TERM_NONE;
  return fits_one(tm, &f, low, high);
}

VdTerm vd_rule_eq_bv(VdTerms *tm, VdTerm a, VdTerm b) {
  VdTerm t = VD_TERM_NONE;
  if (width_of(tm, a) == VD_POINTER_BITS) t = eq_place(tm, a, b);
  if (vd_term_is_none(t)) t = eq_extended(tm, a, b);
  if (vd_term_is_none(t)) t = eq_extended(tm, b, a);
  if (!vd_term_is_none(t)) return t;
  VdOp op = op_of(tm, a);
  if (op == op_of(tm, b) && (op == VD_OP_ZEXT || op == VD_OP_SEXT) &&
      width_of(tm, arg_of(tm, a, 0)) == width_of(tm, arg_of(tm, b, 0)))
    return vd_mk_eq(tm, arg_of(tm, a, 0), arg_of(tm, b, 0));
  if (width_of(tm, a) <= 64 && (is_linear(tm, a) || is_linear(tm, b))) {
    t = eq_linear(tm, a, b);
    if (!vd_term_is_none(t)) return t;
  }
  if (width_of(tm, a) == 1) {
    t = eq_sign(tm, a, b);
    if (vd_term_is_none(t)) t = eq_sign(tm, b, a);
    if (vd_term_is_none(t)) t = eq_fits(tm, a, b);
    if (!vd_term_is_none(t)) return t;
  }
  t = eq_bit(tm, a, b);
  if (vd_term_is_none(t)) t = eq_masked_sign(tm, a, b);
  if (vd_term_is_none(t)) t = eq_masked_sign(tm, b, a);
  if (vd_term_is_none(t)) t = eq_low_bits(tm, a, b);
  if (vd_term_is_none(t)) t = eq_low_bits(tm, b, a);
  return vd_term_is_none(t) ? intern_eq(tm, a, b) : t;
}
