// Natural numbers as limbs: schoolbook algorithms throughout, since numbers
// are short (a few limbs) in nearly every program.
#include "term/limbs.h"

__extension__ typedef unsigned __int128 Twin;  // two limbs

uint64_t vd_limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b,
                      uint32_t n) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < n; i++) {
    Twin sum = (Twin)a[i] + b[i] + carry;
    r[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
  return carry;
}

uint64_t vd_limbs_sub(uint64_t *r, const uint64_t *a, const uint64_t *b,
                      uint32_t n) {
  uint64_t borrow = 0;
  for (uint32_t i = 0; i < n; i++) {
    Twin difference = (Twin)a[i] - b[i] - borrow;
    r[i] = (uint64_t)difference;
    borrow = (uint64_t)(difference >> 64) & 1;
  }
  return borrow;
}

void vd_limbs_neg(uint64_t *r, const uint64_t *a, uint32_t n) {
  uint64_t carry = 1;
  for (uint32_t i = 0; i < n; i++) {
    r[i] = ~a[i] + carry;
    carry = carry && r[i] == 0;
  }
}

void vd_limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *b,
                  uint32_t n) {
  memset(r, 0, n * sizeof *r);
  for (uint32_t i = 0; i < n; i++) {
    if (a[i] == 0) continue;
    uint64_t carry = 0;
    for (uint32_t j = 0; i + j < n; j++) {
      Twin t = (Twin)a[i] * b[j] + r[i + j] + carry;
      r[i + j] = (uint64_t)t;
      carry = (uint64_t)(t >> 64);
    }
  }
}

// ---------------------------------------------------------------- division
static uint32_t used(const uint64_t *a, uint32_t n) {
  while (n > 0 && a[n - 1] == 0) n--;
  return n;
}

static uint64_t divide_by_limb(uint64_t *q, const uint64_t *a, uint32_t n,
                               uint64_t b) {
  uint64_t rest = 0;
  for (uint32_t i = n; i-- > 0;) {
    Twin t = (Twin)rest << 64 | a[i];
    q[i] = (uint64_t)(t / b);
    rest = (uint64_t)(t % b);
  }
  return rest;
}

// Knuth's guess of a quotient digit from the top three limbs of the dividend
// u and the top two of the divisor v: right, or one too large.
static uint64_t guess(const uint64_t *u, const uint64_t *v, uint32_t n) {
  Twin top = (Twin)u[n] << 64 | u[n - 1];
  Twin q = top / v[n - 1], rest = top % v[n - 1];
  while (q >> 64 || q * v[n - 2] > (rest << 64 | u[n - 2])) {
    q--;
    rest += v[n - 1];
    if (rest >> 64) break;
  }
  return (uint64_t)q;
}

// u -= q * v over n + 1 limbs; true if that went below zero.
static bool subtract_multiple(uint64_t *u, const uint64_t *v, uint32_t n,
                              uint64_t q) {
  uint64_t carry = 0, borrow = 0;
  for (uint32_t i = 0; i <= n; i++) {
    Twin t = (i < n ? (Twin)q * v[i] : 0) + carry;
    carry = (uint64_t)(t >> 64);
    Twin difference = (Twin)u[i] - (uint64_t)t - borrow;
    u[i] = (uint64_t)difference;
    borrow = (uint64_t)(difference >> 64) & 1;
  }
  return borrow;
}

// Algorithm D of Knuth, The Art of Computer Programming, 4.3.1. The divisor
// has bn >= 2 used limbs, the dividend an >= bn. u keeps the remainder,
// shifted.
static void divide_long(uint64_t *q, uint64_t *u, const uint64_t *v,
                        uint32_t an, uint32_t bn) {
  for (uint32_t j = an - bn + 1; j-- > 0;) {
    uint64_t digit = guess(u + j, v, bn);
    if (subtract_multiple(u + j, v, bn, digit)) {
      digit--;
      u[j + bn] += vd_limbs_add(u + j, u + j, v, bn);
    }
    q[j] = digit;
  }
}

void vd_limbs_divide(uint64_t *q, uint64_t *r, const uint64_t *a,
                     const uint64_t *b, uint32_t n) {
  uint64_t u[VD_MAX_LIMBS + 1], v[VD_MAX_LIMBS];
  uint32_t an = used(a, n), bn = used(b, n);
  VD_CHECK(bn > 0 && n <= VD_MAX_LIMBS);
  if (an < bn) {
    memmove(r, a, n * sizeof *r);
    memset(q, 0, n * sizeof *q);
    return;
  }
  int shift = __builtin_clzll(b[bn - 1]);
  vd_limbs_shl(v, bn, b, bn, (uint64_t)shift);
  vd_limbs_shl(u, an + 1, a, an, (uint64_t)shift);
  memset(q, 0, n * sizeof *q);
  if (bn == 1) {
    uint64_t rest = divide_by_limb(u, u, an + 1, v[0]);
    memcpy(q, u, an * sizeof *q);
    u[0] = rest;
  } else {
    divide_long(q, u, v, an, bn);
  }
  vd_limbs_shr(r, n, u, bn, (uint64_t)shift);
}

// ------------------------------------------------------------------ shifts
static uint64_t limb_at(const uint64_t *a, uint32_t n, uint64_t i) {
  return i < n ? a[i] : 0;
}

// From the top down, so that a limb is read before it is written over.
void vd_limbs_shl(uint64_t *r, uint32_t rn, const uint64_t *a, uint32_t an,
                  uint64_t distance) {
  uint64_t limbs = distance / 64, bits = distance % 64;
  for (uint64_t i = rn; i-- > 0;) {
    uint64_t x = i < limbs ? 0 : limb_at(a, an, i - limbs) << bits;
    if (bits && i > limbs) x |= limb_at(a, an, i - limbs - 1) >> (64 - bits);
    r[i] = x;
  }
}

void vd_limbs_shr(uint64_t *r, uint32_t rn, const uint64_t *a, uint32_t an,
                  uint64_t distance) {
  uint64_t limbs = distance / 64, bits = distance % 64;
  for (uint64_t i = 0; i < rn; i++) {
    uint64_t x = limb_at(a, an, i + limbs) >> bits;
    if (bits) x |= limb_at(a, an, i + limbs + 1) << (64 - bits);
    r[i] = x;
  }
}

// --------------------------------------------------------------- questions
int vd_limbs_compare(const uint64_t *a, const uint64_t *b, uint32_t n) {
  for (uint32_t i = n; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

bool vd_limbs_is_zero(const uint64_t *a, uint32_t n) {
  return used(a, n) == 0;
}

bool vd_limbs_is_low_zero(const uint64_t *a, uint32_t n, uint64_t count) {
  if (count >= (uint64_t)n * 64) return vd_limbs_is_zero(a, n);
  uint32_t whole = (uint32_t)(count / 64), bits = (uint32_t)(count % 64);
  return vd_limbs_is_zero(a, whole) &&
         (bits == 0 || (a[whole] & vd_word_mask(bits)) == 0);
}

uint32_t vd_limbs_length(const uint64_t *a, uint32_t n) {
  uint32_t top = used(a, n);
  return top ? top * 64 - (uint32_t)__builtin_clzll(a[top - 1]) : 0;
}
