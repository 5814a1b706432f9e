// Natural numbers as little-endian 64-bit limbs; the arithmetic under wide
// bit-vectors and exact floats. The caller owns every number; n counts limbs
// and is at most VD_MAX_LIMBS. Results are modulo 2^(64 n). A result may be
// one of the arguments only where said.
#ifndef VD_LIMBS_H
#define VD_LIMBS_H

#include "term/value_impl.h"

enum { VD_MAX_LIMBS = VD_MAX_WIDTH / 64 };  // not a limit, but a size

// Sums and differences; r may be a or b. They return the carry or borrow.
uint64_t vd_limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b,
                      uint32_t n);
uint64_t vd_limbs_sub(uint64_t *r, const uint64_t *a, const uint64_t *b,
                      uint32_t n);
void vd_limbs_neg(uint64_t *r, const uint64_t *a, uint32_t n);  // r may be a
void vd_limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *b,
                  uint32_t n);
// q = a / b, r = a % b; b is not zero. q or r may be a.
void vd_limbs_divide(uint64_t *q, uint64_t *r, const uint64_t *a,
                     const uint64_t *b, uint32_t n);

// r (of rn limbs) = a (of an limbs) shifted; any distance. r may be a.
void vd_limbs_shl(uint64_t *r, uint32_t rn, const uint64_t *a, uint32_t an,
                  uint64_t distance);
void vd_limbs_shr(uint64_t *r, uint32_t rn, const uint64_t *a, uint32_t an,
                  uint64_t distance);

int vd_limbs_compare(const uint64_t *a, const uint64_t *b, uint32_t n);
bool vd_limbs_is_zero(const uint64_t *a, uint32_t n);
// Whether the lowest count bits are all zero; any count.
bool vd_limbs_is_low_zero(const uint64_t *a, uint32_t n, uint64_t count);
uint32_t vd_limbs_length(const uint64_t *a, uint32_t n);  // bits; 0 for zero
static inline bool vd_limbs_has_bit(const uint64_t *a, uint32_t n,
                                    uint64_t bit) {
  return bit / 64 < n && (a[bit / 64] >> (bit % 64) & 1);
}

#endif
