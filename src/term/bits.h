// Bit-vector operators on raw bits, with SMT-LIB's meaning: division by zero
// and over-wide shifts included, every operator is total. Operands have no
// bits above their width, and neither have results.
#ifndef VD_BITS_H
#define VD_BITS_H

#include "term/limbs.h"

// One operator (BVNOT to BVSLT) on operands of the same width, at most 64; a
// unary one ignores b; a comparison gives 0 or 1.
uint64_t vd_bits_word(VdOp op, uint32_t width, uint64_t a, uint64_t b);
// The same for any width; r is none of the arguments, and has one limb for a
// comparison.
void vd_bits_wide(VdOp op, uint32_t width, uint64_t *r, const uint64_t *a,
                  const uint64_t *b);

void vd_bits_extract(uint64_t *r, const uint64_t *a, uint32_t high,
                     uint32_t low);
void vd_bits_concat(uint64_t *r, const uint64_t *high, uint32_t high_width,
                    const uint64_t *low, uint32_t low_width);
void vd_bits_zext(uint64_t *r, uint32_t width, const uint64_t *a,
                  uint32_t old_width);
void vd_bits_sext(uint64_t *r, uint32_t width, const uint64_t *a,
                  uint32_t old_width);

// Clears what lies above width in the top limb.
static inline void vd_bits_trim(uint64_t *r, uint32_t width) {
  r[vd_limbs_of(width) - 1] &= vd_word_mask((width - 1) % 64 + 1);
}
static inline bool vd_bits_sign(const uint64_t *a, uint32_t width) {
  return a[(width - 1) / 64] >> ((width - 1) % 64) & 1;
}

#endif
