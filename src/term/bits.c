// Bit-vector operators: one word at a time where the width allows, which is
// nearly always, and by limbs otherwise. Tests run both on narrow operands.
#include "term/bits.h"

// --------------------------------------------------------------- one word
static uint64_t word_shift(VdOp op, uint32_t width, uint64_t a, uint64_t b) {
  uint64_t mask = vd_word_mask(width);
  uint64_t fill = op == VD_OP_BVASHR && a >> (width - 1) ? mask : 0;
  if (b >= width) return fill;
  if (op == VD_OP_BVSHL) return a << b & mask;
  return a >> b | (fill & ~(mask >> b));
}

static uint64_t word_udiv(uint32_t width, uint64_t a, uint64_t b) {
  return b ? a / b : vd_word_mask(width);
}

static uint64_t word_urem(uint64_t a, uint64_t b) {
  return b ? a % b : a;
}

// By sign and magnitude, as SMT-LIB defines it.
static uint64_t word_signed(VdOp op, uint32_t width, uint64_t a, uint64_t b) {
  uint64_t mask = vd_word_mask(width);
  bool a_sign = a >> (width - 1), b_sign = b >> (width - 1);
  uint64_t x = a_sign ? -a & mask : a, y = b_sign ? -b & mask : b;
  uint64_t r = op == VD_OP_BVSDIV ? word_udiv(width, x, y) : word_urem(x, y);
  bool negative = op == VD_OP_BVSDIV ? a_sign != b_sign : a_sign;
  return negative ? -r & mask : r;
}

uint64_t vd_bits_word(VdOp op, uint32_t width, uint64_t a, uint64_t b) {
  uint64_t mask = vd_word_mask(width), sign = (uint64_t)1 << (width - 1);
  switch ((int)op) {
    case VD_OP_BVNOT: return ~a & mask;
    case VD_OP_BVAND: return a & b;
    case VD_OP_BVXOR: return a ^ b;
    case VD_OP_BVADD: return (a + b) & mask;
    case VD_OP_BVMUL: return a * b & mask;
    case VD_OP_BVUDIV: return word_udiv(width, a, b);
    case VD_OP_BVUREM: return word_urem(a, b);
    case VD_OP_BVSDIV:
    case VD_OP_BVSREM: return word_signed(op, width, a, b);
    case VD_OP_BVSHL:
    case VD_OP_BVLSHR:
    case VD_OP_BVASHR: return word_shift(op, width, a, b);
    case VD_OP_BVULT: return a < b;
    case VD_OP_BVSLT: return (a ^ sign) < (b ^ sign);
  }
  vd_bug(__FILE__, __LINE__, "not a bit-vector operator");
}

// -------------------------------------------------------------- many words
static void wide_map(VdOp op, uint32_t n, uint64_t *r, const uint64_t *a,
                     const uint64_t *b) {
  for (uint32_t i = 0; i < n; i++)
    r[i] = op == VD_OP_BVNOT   ? ~a[i]
           : op == VD_OP_BVAND ? a[i] & b[i]
                               : a[i] ^ b[i];
}

static void wide_unsigned(VdOp op, uint32_t n, uint64_t *r, const uint64_t *a,
                          const uint64_t *b) {
  bool divide = op == VD_OP_BVUDIV || op == VD_OP_BVSDIV;
  if (vd_limbs_is_zero(b, n)) {
    for (uint32_t i = 0; i < n; i++) r[i] = divide ? UINT64_MAX : a[i];
    return;
  }
  uint64_t other[VD_MAX_LIMBS];
  vd_limbs_divide(divide ? r : other, divide ? other : r, a, b, n);
}

// The absolute value, in room if it has to be computed.
static const uint64_t *magnitude(uint64_t *room, const uint64_t *a,
                                 uint32_t width) {
  if (!vd_bits_sign(a, width)) return a;
  vd_limbs_neg(room, a, vd_limbs_of(width));
  vd_bits_trim(room, width);
  return room;
}

static void wide_signed(VdOp op, uint32_t width, uint64_t *r, const uint64_t *a,
                        const uint64_t *b) {
  uint64_t x[VD_MAX_LIMBS], y[VD_MAX_LIMBS];
  uint32_t n = vd_limbs_of(width);
  wide_unsigned(op, n, r, magnitude(x, a, width), magnitude(y, b, width));
  bool a_sign = vd_bits_sign(a, width), b_sign = vd_bits_sign(b, width);
  if (op == VD_OP_BVSDIV ? a_sign != b_sign : a_sign) vd_limbs_neg(r, r, n);
}

// Sets the bits from low up.
static void set_from(uint64_t *r, uint32_t n, uint32_t low) {
  for (uint32_t i = low / 64; i < n; i++)
    r[i] |= i == low / 64 ? UINT64_MAX << (low % 64) : UINT64_MAX;
}

static void wide_shift(VdOp op, uint32_t width, uint64_t *r, const uint64_t *a,
                       const uint64_t *b) {
  uint32_t n = vd_limbs_of(width);
  bool over = b[0] >= width || !vd_limbs_is_zero(b + 1, n - 1);
  uint32_t distance = over ? width : (uint32_t)b[0];
  if (op == VD_OP_BVSHL)
    vd_limbs_shl(r, n, a, n, distance);
  else
    vd_limbs_shr(r, n, a, n, distance);
  if (op == VD_OP_BVASHR && vd_bits_sign(a, width))
    set_from(r, n, width - distance);
}

static bool wide_less(VdOp op, uint32_t width, const uint64_t *a,
                      const uint64_t *b) {
  bool a_sign = vd_bits_sign(a, width), b_sign = vd_bits_sign(b, width);
  if (op == VD_OP_BVSLT && a_sign != b_sign) return a_sign;
  return vd_limbs_compare(a, b, vd_limbs_of(width)) < 0;
}

void vd_bits_wide(VdOp op, uint32_t width, uint64_t *r, const uint64_t *a,
                  const uint64_t *b) {
  uint32_t n = vd_limbs_of(width);
  switch ((int)op) {
    case VD_OP_BVULT:
    case VD_OP_BVSLT: r[0] = wide_less(op, width, a, b); return;
    case VD_OP_BVNOT:
    case VD_OP_BVAND:
    case VD_OP_BVXOR: wide_map(op, n, r, a, b); break;
    case VD_OP_BVADD: vd_limbs_add(r, a, b, n); break;
    case VD_OP_BVMUL: vd_limbs_mul(r, a, b, n); break;
    case VD_OP_BVUDIV:
    case VD_OP_BVUREM: wide_unsigned(op, n, r, a, b); break;
    case VD_OP_BVSDIV:
    case VD_OP_BVSREM: wide_signed(op, width, r, a, b); break;
    case VD_OP_BVSHL:
    case VD_OP_BVLSHR:
    case VD_OP_BVASHR: wide_shift(op, width, r, a, b); break;
    default: vd_bug(__FILE__, __LINE__, "not a bit-vector operator");
  }
  vd_bits_trim(r, width);
}

// ------------------------------------------------------------------ pieces
void vd_bits_extract(uint64_t *r, const uint64_t *a, uint32_t high,
                     uint32_t low) {
  uint32_t width = high - low + 1;
  vd_limbs_shr(r, vd_limbs_of(width), a, vd_limbs_of(high + 1), low);
  vd_bits_trim(r, width);
}

void vd_bits_concat(uint64_t *r, const uint64_t *high, uint32_t high_width,
                    const uint64_t *low, uint32_t low_width) {
  uint32_t n = vd_limbs_of(high_width + low_width);
  vd_limbs_shl(r, n, high, vd_limbs_of(high_width), low_width);
  for (uint32_t i = 0; i < vd_limbs_of(low_width); i++) r[i] |= low[i];
}

void vd_bits_zext(uint64_t *r, uint32_t width, const uint64_t *a,
                  uint32_t old_width) {
  vd_limbs_shl(r, vd_limbs_of(width), a, vd_limbs_of(old_width), 0);
}

void vd_bits_sext(uint64_t *r, uint32_t width, const uint64_t *a,
                  uint32_t old_width) {
  vd_bits_zext(r, width, a, old_width);
  if (vd_bits_sign(a, old_width)) set_from(r, vd_limbs_of(width), old_width);
  vd_bits_trim(r, width);
}
