// Rules for bitwise operators, shifts, extraction and extension.
//
// Normal form: conjunctions of bits are flat and sorted with the constant
// first; or is not-and-not; a mask of low bits is an extract that is extended
// again; shifts by a constant are products, extracts and extensions; a constant
// or-ed to bits that are clear is added.
#include "base/limit.h"
#include "term/terms_impl.h"

// --------------------------------------------------------- bits that are clear

static uint64_t clear_bits(const VdTerms *tm, VdTerm t, int look);

static uint64_t set_bits(const VdTerms *tm, VdTerm t, int look) {
  uint64_t k;
  if (is_small(tm, t, &k)) return k;
  if (is_op(tm, t, VD_OP_BVNOT)) return clear_bits(tm, arg_of(tm, t, 0), look);
  return 0;
}

static uint32_t clear_below(const VdTerms *tm, VdTerm t, int look) {
  uint64_t clear = clear_bits(tm, t, look);
  return ~clear ? (uint32_t)__builtin_ctzll(~clear) : 64;
}

// Bits of a word of at most 64 that are 0 whatever its variables are.
static uint64_t clear_bits(const VdTerms *tm, VdTerm t, int look) {
  uint32_t width = width_of(tm, t), low = 0;
  uint64_t mask = mask_of(width), clear = 0, k;
  if (width > 64 || look == 0) return 0;
  if (is_small(tm, t, &k)) return ~k & mask;
  switch (op_of(tm, t)) {
    case VD_OP_ZEXT:
      clear = clear_bits(tm, arg_of(tm, t, 0), look - 1);
      return clear | (mask & ~mask_of(width_of(tm, arg_of(tm, t, 0))));
    case VD_OP_BVMUL:
      for (uint32_t i = 0; i < args_of(tm, t) && low < width; i++)
        low += clear_below(tm, arg_of(tm, t, i), look - 1);
      return mask & mask_of(low < width ? low : width);
    case VD_OP_BVAND:
      for (uint32_t i = 0; i < args_of(tm, t); i++)
        clear |= clear_bits(tm, arg_of(tm, t, i), look - 1);
      return clear;
    case VD_OP_BVNOT:  // of a conjunction: an or
      t = arg_of(tm, t, 0);
      if (!is_op(tm, t, VD_OP_BVAND)) return set_bits(tm, t, look - 1);
      clear = mask;
      for (uint32_t i = 0; i < args_of(tm, t); i++)
        clear &= set_bits(tm, arg_of(tm, t, i), look - 1);
      return clear;
    default: return 0;
  }
}

// not(and(c, not x, not y...)), which is an or: if the bits of the constant are
// clear in the others, it is added to them.
static VdTerm or_constant(VdTerms *tm, VdSort sort, VdTerm a) {
  uint64_t c;
  if (!is_op(tm, a, VD_OP_BVAND) || sort.a > 64 ||
      !is_small(tm, arg_of(tm, a, 0), &c))
    return VD_TERM_NONE;
  uint64_t k = ~c & mask_of(sort.a);
  uint32_t n = args_of(tm, a);
  VdTerm rest[2 * VD_MOST_term_flat];
  if (n > VD_COUNT(rest)) return VD_TERM_NONE;
  for (uint32_t i = 1; i < n; i++) {
    rest[i] = arg_of(tm, a, i);
    if (k & ~set_bits(tm, rest[i], vd_limit->bits_look)) return VD_TERM_NONE;
  }
  VdTerm others = n == 2 ? rest[1] : vd_mk(tm, VD_OP_BVAND, 0, rest + 1, n - 1);
  return vd_mk_add(tm, vd_mk_bv(tm, sort.a, k),
                   mk1(tm, VD_OP_BVNOT, 0, others));
}

// A sum k + x where the bits of k are clear in x: nothing is carried. An or in
// a sum is written as -1 less a conjunction.
static bool split_sum(VdTerms *tm, VdTerm sum, uint64_t *k, VdTerm *x) {
  if (!is_op(tm, sum, VD_OP_BVADD) || width_of(tm, sum) > 64 ||
      !is_small(tm, arg_of(tm, sum, 0), k))
    return false;
  VdTerm constant = arg_of(tm, sum, 0);
  *x = vd_mk_sub(tm, sum, constant);
  if (!(*k & ~clear_bits(tm, *x, vd_limit->bits_look))) return true;
  *k = (*k + 1) & mask_of(width_of(tm, sum));
  *x = vd_mk_sub(tm, constant, sum);
  if (!*k || !is_op(tm, *x, VD_OP_BVAND)) return false;
  *x = mk1(tm, VD_OP_BVNOT, 0, *x);
  return !(*k & ~clear_bits(tm, *x, vd_limit->bits_look));
}

VdTerm vd_rule_bvnot(VdTerms *tm, VdTerm a) {
  VdSort sort = sort_of(tm, a);
  uint64_t k;
  if (is_small(tm, a, &k)) return vd_mk_bv(tm, sort.a, ~k);
  if (is_op(tm, a, VD_OP_BVNOT)) return arg_of(tm, a, 0);
  if (sort.a <= 64 && is_op(tm, a, VD_OP_BVADD))  // ~x = -x - 1
    return vd_mk_sub(tm, vd_mk_neg(tm, a), vd_mk_bv(tm, sort.a, 1));
  if (is_const(tm, a)) return mk1(tm, VD_OP_BVNOT, 0, a);  // a wide one
  VdTerm sum = or_constant(tm, sort, a);
  if (!vd_term_is_none(sum)) return sum;
  return intern1(tm, VD_OP_BVNOT, sort, 0, a);
}

// -------------------------------------------------------------- and and xor

typedef struct Bits {
  VdTerm constant;  // none if there is none
  VdTerm at[2 * VD_MOST_term_flat];
  uint32_t len;
} Bits;

static bool bits_add(VdTerms *tm, VdOp op, Bits *b, VdTerm t) {
  if (is_const(tm, t)) {
    b->constant =
        vd_term_is_none(b->constant) ? t : mk2(tm, op, b->constant, t);
    return true;
  }
  if (b->len == VD_COUNT(b->at)) return false;
  b->at[b->len++] = t;
  return true;
}

static bool bits_flatten(VdTerms *tm, VdOp op, Bits *b, const VdTerm *args,
                         uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint64_t k;
    VdTerm x;
    if (op == VD_OP_BVAND && is_op(tm, args[i], VD_OP_BVADD) &&
        split_sum(tm, mk1(tm, VD_OP_BVNOT, 0, args[i]), &k, &x)) {  // ~(k | x)
      VdTerm parts[] = {vd_mk_bv(tm, width_of(tm, x), ~k),
                        mk1(tm, VD_OP_BVNOT, 0, x)};
      if (!bits_flatten(tm, op, b, parts, 2)) return false;
      continue;
    }
    if (!is_op(tm, args[i], op)) {
      if (!bits_add(tm, op, b, args[i])) return false;
      continue;
    }
    for (uint32_t j = 0; j < args_of(tm, args[i]); j++)
      if (!bits_add(tm, op, b, arg_of(tm, args[i], j))) return false;
  }
  vd_sort_terms(tm, b->at, b->len);
  return true;
}

static VdTerm bits_term(VdTerms *tm, VdOp op, VdSort sort, const Bits *b) {
  VdTerm args[2 * VD_MOST_term_flat + 1];
  uint32_t n = 0;
  if (!vd_term_is_none(b->constant)) args[n++] = b->constant;
  for (uint32_t i = 0; i < b->len; i++) args[n++] = b->at[i];
  return n == 1 ? args[0] : vd_intern(tm, op, sort, 0, args, n);
}

static bool has_complement(const VdTerms *tm, const Bits *b) {
  for (uint32_t i = 0; i < b->len; i++) {
    if (!is_op(tm, b->at[i], VD_OP_BVNOT)) continue;
    VdTerm x = arg_of(tm, b->at[i], 0);
    for (uint32_t j = 0; j < b->len; j++)
      if (same(b->at[j], x)) return true;
  }
  return false;
}

// The number of ones of 0..01..1, 0 for any other value.
static uint32_t low_mask(const VdTerms *tm, VdTerm t) {
  uint64_t k;
  if (!is_small(tm, t, &k) || !k || (k & (k + 1))) return 0;
  return 64 - (uint32_t)__builtin_clzll(k);
}

// and of values that were all extended from one width, and perhaps a constant:
// narrow values are and-ed, and then extended. A sign is only where the
// constant cuts it off.
static VdTerm and_extended(VdTerms *tm, VdSort sort, const Bits *b) {
  VdTerm args[2 * VD_MOST_term_flat + 1];
  uint32_t v = 0;
  uint64_t k = UINT64_MAX;
  if (!vd_term_is_none(b->constant) && !is_small(tm, b->constant, &k))
    return VD_TERM_NONE;
  for (uint32_t i = 0; i < b->len; i++) {
    VdOp op = op_of(tm, b->at[i]);
    if (op != VD_OP_ZEXT && op != VD_OP_SEXT) return VD_TERM_NONE;
    args[i] = arg_of(tm, b->at[i], 0);
    if (i && width_of(tm, args[i]) != v) return VD_TERM_NONE;
    v = width_of(tm, args[i]);
    if (op == VD_OP_SEXT && (v >= 64 || k >> v)) return VD_TERM_NONE;
  }
  uint32_t n = b->len;
  if (!vd_term_is_none(b->constant))
    args[n++] = vd_mk_extract(tm, b->constant, v - 1, 0);
  VdTerm narrow = n == 1 ? args[0] : vd_mk(tm, VD_OP_BVAND, 0, args, n);
  return mk1(tm, VD_OP_ZEXT, sort.a, narrow);
}

VdTerm vd_rule_bvand(VdTerms *tm, const VdTerm *args, uint32_t n) {
  VdSort sort = sort_of(tm, args[0]);
  Bits b;
  b.constant = VD_TERM_NONE, b.len = 0;
  if (!bits_flatten(tm, VD_OP_BVAND, &b, args, n))
    return vd_intern(tm, VD_OP_BVAND, sort, 0, args, n);
  uint32_t m = 0;
  for (uint32_t i = 0; i < b.len; i++)
    if (!m || !same(b.at[m - 1], b.at[i])) b.at[m++] = b.at[i];
  b.len = m;
  if (vd_term_is_zero(tm, b.constant) || has_complement(tm, &b))
    return mk_zero(tm, sort.a);
  if (b.len == 0) return b.constant;
  if (vd_term_is_ones(tm, b.constant)) b.constant = VD_TERM_NONE;
  uint32_t low = low_mask(tm, b.constant);
  if (low && low < sort.a) {
    b.constant = VD_TERM_NONE;
    VdTerm rest = bits_term(tm, VD_OP_BVAND, sort, &b);
    return mk1(tm, VD_OP_ZEXT, sort.a, vd_mk_extract(tm, rest, low - 1, 0));
  }
  if (b.len + !vd_term_is_none(b.constant) > 1) {
    VdTerm t = and_extended(tm, sort, &b);
    if (!vd_term_is_none(t)) return t;
  }
  return bits_term(tm, VD_OP_BVAND, sort, &b);
}

VdTerm vd_rule_bvxor(VdTerms *tm, const VdTerm *args, uint32_t n) {
  VdSort sort = sort_of(tm, args[0]);
  Bits b;
  b.constant = VD_TERM_NONE, b.len = 0;
  VdTerm bare[2 * VD_MOST_term_flat];
  bool flip = false;
  if (n > VD_COUNT(bare)) return vd_intern(tm, VD_OP_BVXOR, sort, 0, args, n);
  for (uint32_t i = 0; i < n; i++) {
    bool is_not = is_op(tm, args[i], VD_OP_BVNOT);
    flip ^= is_not;
    bare[i] = is_not ? arg_of(tm, args[i], 0) : args[i];
  }
  if (!bits_flatten(tm, VD_OP_BVXOR, &b, bare, n))
    return vd_intern(tm, VD_OP_BVXOR, sort, 0, args, n);
  uint32_t m = 0;
  for (uint32_t i = 0; i < b.len; i++) {
    if (m && same(b.at[m - 1], b.at[i]))
      m--;  // x ^ x
    else
      b.at[m++] = b.at[i];
  }
  b.len = m;
  if (vd_term_is_none(b.constant) && !flip && b.len > 0)  // most
    return bits_term(tm, VD_OP_BVXOR, sort, &b);
  VdTerm k = vd_term_is_none(b.constant) ? mk_zero(tm, sort.a) : b.constant;
  if (flip) k = vd_rule_bvnot(tm, k);
  if (b.len == 0) return k;
  bool all = vd_term_is_ones(tm, k);
  b.constant = all || vd_term_is_zero(tm, k) ? VD_TERM_NONE : k;
  VdTerm t = bits_term(tm, VD_OP_BVXOR, sort, &b);
  return all ? vd_rule_bvnot(tm, t) : t;
}

// ------------------------------------------------------------------- shifts

// A constant distance, at most the width.
static bool is_distance(const VdTerms *tm, VdTerm t, uint32_t *by) {
  VdValue v;
  uint32_t width = width_of(tm, t);
  if (!vd_term_value(tm, t, &v)) return false;
  uint64_t k = vd_value_limb(&v, 0);
  for (uint32_t i = 1; i * 64 < width; i++)
    if (vd_value_limb(&v, i)) k = width;
  *by = k < width ? (uint32_t)k : width;
  return true;
}

VdTerm vd_rule_shift(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  VdSort sort = sort_of(tm, a);
  uint32_t w = sort.a, by;
  uint64_t k;
  if (vd_term_is_zero(tm, a)) return a;
  // What is not negative is filled with zeros.
  if (op == VD_OP_BVASHR && w <= 64 &&
      ((is_op(tm, a, VD_OP_ZEXT) && width_of(tm, arg_of(tm, a, 0)) < w) ||
       (is_small(tm, a, &k) && !(k >> (w - 1)))))
    op = VD_OP_BVLSHR;
  if (!is_distance(tm, b, &by)) return intern2(tm, op, sort, a, b);
  if (by == 0) return a;
  if (op == VD_OP_BVASHR) {
    if (by == w) by = w - 1;
    return mk1(tm, VD_OP_SEXT, w, vd_mk_extract(tm, a, w - 1, by));
  }
  if (by == w) return mk_zero(tm, w);
  if (op == VD_OP_BVLSHR)
    return mk1(tm, VD_OP_ZEXT, w, vd_mk_extract(tm, a, w - 1, by));
  if (w <= 64) return mk2(tm, VD_OP_BVMUL, vd_mk_bv(tm, w, 1ull << by), a);
  return mk2(tm, VD_OP_CONCAT, vd_mk_extract(tm, a, w - 1 - by, 0),
             mk_zero(tm, by));
}

// ------------------------------------------------- concat, extract, extend

VdTerm vd_rule_concat(VdTerms *tm, VdTerm a, VdTerm b) {
  uint32_t w = width_of(tm, a) + width_of(tm, b);
  if (vd_term_is_zero(tm, a)) return mk1(tm, VD_OP_ZEXT, w, b);
  if (is_op(tm, a, VD_OP_CONCAT))
    return mk2(tm, VD_OP_CONCAT, arg_of(tm, a, 0),
               mk2(tm, VD_OP_CONCAT, arg_of(tm, a, 1), b));
  // extract(h, m + 1, x) . extract(m, l, x)
  VdTerm next = is_op(tm, b, VD_OP_CONCAT) ? arg_of(tm, b, 0) : b;
  if (is_op(tm, a, VD_OP_EXTRACT) && is_op(tm, next, VD_OP_EXTRACT) &&
      same(arg_of(tm, a, 0), arg_of(tm, next, 0)) &&
      (uint32_t)payload_of(tm, a) == (payload_of(tm, next) >> 32) + 1) {
    VdTerm joined =
        vd_mk_extract(tm, arg_of(tm, a, 0), (uint32_t)(payload_of(tm, a) >> 32),
                      (uint32_t)payload_of(tm, next));
    return same(next, b) ? joined
                         : mk2(tm, VD_OP_CONCAT, joined, arg_of(tm, b, 1));
  }
  if (is_const(tm, a) && !same(next, b) && is_const(tm, next))
    return mk2(tm, VD_OP_CONCAT, mk2(tm, VD_OP_CONCAT, a, next),
               arg_of(tm, b, 1));
  if (is_op(tm, a, VD_OP_ZEXT))
    return mk1(tm, VD_OP_ZEXT, w, mk2(tm, VD_OP_CONCAT, arg_of(tm, a, 0), b));
  return intern2(tm, VD_OP_CONCAT, vd_sort_bv(w), a, b);
}

static VdTerm extract_concat(VdTerms *tm, VdTerm a, uint32_t high,
                             uint32_t low) {
  VdTerm top = arg_of(tm, a, 0), bottom = arg_of(tm, a, 1);
  uint32_t split = width_of(tm, bottom);
  if (high < split) return vd_mk_extract(tm, bottom, high, low);
  if (low >= split) return vd_mk_extract(tm, top, high - split, low - split);
  return mk2(tm, VD_OP_CONCAT, vd_mk_extract(tm, top, high - split, 0),
             vd_mk_extract(tm, bottom, split - 1, low));
}

static VdTerm extract_extended(VdTerms *tm, VdTerm a, uint32_t high,
                               uint32_t low) {
  VdTerm x = arg_of(tm, a, 0);
  uint32_t w = width_of(tm, x), n = high - low + 1;
  if (high < w) return vd_mk_extract(tm, x, high, low);
  if (low < w)
    return mk1(tm, op_of(tm, a), n, vd_mk_extract(tm, x, w - 1, low));
  if (is_op(tm, a, VD_OP_ZEXT)) return mk_zero(tm, n);
  return mk1(tm, VD_OP_SEXT, n, vd_mk_extract(tm, x, w - 1, w - 1));
}

// The low bits of a sum are the sum of the low bits; bitwise at any place. It
// goes only a few levels down, and so counts for many: all the way down would
// be a second copy of everything, for the sake of one cast.
static VdTerm extract_inside(VdTerms *tm, VdTerm a, uint32_t high,
                             uint32_t low) {
  VdTerm args[VD_MOST_term_flat];
  VdOp op = op_of(tm, a);
  uint32_t n = args_of(tm, a);
  uint32_t inside = vd_limit->term_nest / 6;
  if (n > vd_limit->term_flat || tm->nest + inside > vd_limit->term_nest)
    return VD_TERM_NONE;
  tm->nest += inside;
  for (uint32_t i = 0; i < n; i++)
    args[i] = vd_mk_extract(tm, arg_of(tm, a, i), high, low);
  tm->nest -= inside;
  return vd_mk(tm, op == VD_OP_PTRADD ? VD_OP_BVADD : op, 0, args, n);
}

// Bits from k on of 2^k * m are bits of m.
static VdTerm extract_multiple(VdTerms *tm, VdTerm a, uint32_t high,
                               uint32_t low) {
  uint64_t c;
  if (!low || !is_op(tm, a, VD_OP_BVMUL) || args_of(tm, a) != 2 ||
      !is_small(tm, arg_of(tm, a, 0), &c) || !c)
    return VD_TERM_NONE;
  uint32_t k = (uint32_t)__builtin_ctzll(c), w = width_of(tm, a);
  if (k == 0) return VD_TERM_NONE;
  if (k > low) k = low;
  // Below 2^(w - k) the factor can be anything; as it is signed is simplest.
  uint64_t rest = (uint64_t)((int64_t)(c << (64 - w)) >> (64 - w) >> k);
  VdTerm m = mk2(tm, VD_OP_BVMUL, vd_mk_bv(tm, w, rest), arg_of(tm, a, 1));
  return vd_mk_extract(tm, m, high - k, low - k);
}

static bool is_bitwise(VdOp op) {
  return op == VD_OP_BVAND || op == VD_OP_BVXOR || op == VD_OP_BVNOT;
}

VdTerm vd_rule_extract(VdTerms *tm, VdTerm a, uint32_t high, uint32_t low) {
  uint32_t w = width_of(tm, a), n = high - low + 1;
  VdOp op = op_of(tm, a);
  VdTerm t = VD_TERM_NONE;
  if (n == w) return a;
  if (op == VD_OP_EXTRACT) {
    uint32_t base = (uint32_t)payload_of(tm, a);
    return vd_mk_extract(tm, arg_of(tm, a, 0), high + base, low + base);
  }
  if (op == VD_OP_CONCAT) return extract_concat(tm, a, high, low);
  if (op == VD_OP_ZEXT || op == VD_OP_SEXT)
    return extract_extended(tm, a, high, low);
  t = extract_multiple(tm, a, high, low);
  if (!vd_term_is_none(t)) return t;
  uint64_t k;
  VdTerm x;
  if (low && split_sum(tm, a, &k, &x))
    return vd_mk_add(tm, vd_mk_extract(tm, vd_mk_bv(tm, w, k), high, low),
                     vd_mk_extract(tm, x, high, low));
  if (is_bitwise(op)) t = extract_inside(tm, a, high, low);
  if (low == 0 &&
      (op == VD_OP_BVADD || op == VD_OP_BVMUL || op == VD_OP_PTRADD))
    t = extract_inside(tm, a, high, low);
  if (op == VD_OP_ITE &&
      (is_const(tm, arg_of(tm, a, 1)) || is_const(tm, arg_of(tm, a, 2))))
    t = vd_mk_ite(tm, arg_of(tm, a, 0),
                  vd_mk_extract(tm, arg_of(tm, a, 1), high, low),
                  vd_mk_extract(tm, arg_of(tm, a, 2), high, low));
  if (op == VD_OP_LOAD && low % 8 == 0 && n % 8 == 0)  // a smaller load
    t = vd_mk_load(tm, arg_of(tm, a, 0),
                   mk2(tm, VD_OP_PTRADD, arg_of(tm, a, 1),
                       vd_mk_bv(tm, VD_POINTER_BITS, low / 8)),
                   n / 8);
  if (!vd_term_is_none(t)) return t;
  return intern1(tm, VD_OP_EXTRACT, vd_sort_bv(n), vd_imm_extract(high, low),
                 a);
}

VdTerm vd_rule_extend(VdTerms *tm, VdOp op, VdTerm a, uint32_t width) {
  VdOp inner = op_of(tm, a);
  if (width == width_of(tm, a)) return a;
  if (inner == op || inner == VD_OP_ZEXT)  // sext of a real zext is a zext
    return mk1(tm, inner, width, arg_of(tm, a, 0));
  if (inner == VD_OP_BVADD || inner == VD_OP_BVMUL) {
    VdTerm t = vd_term_spread(tm, op, a, width, NULL, NULL);
    if (!vd_term_is_none(t)) return t;
  }
  return intern1(tm, op, vd_sort_bv(width), width, a);
}
