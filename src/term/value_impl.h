// What the files behind the value half of term.h share: limits, and access to
// the words of a value whether it is narrow (in place) or wide (limbs).
#ifndef VD_VALUE_IMPL_H
#define VD_VALUE_IMPL_H

#include "term/term.h"

// Floats: wide enough for every format in use, small enough that exact
// intermediate results fit VD_FLOAT_LIMBS limbs (see softfloat.c). Not limits.
enum { VD_MAX_EXPONENT = 30, VD_MAX_SIGNIFICAND = 240 };

static inline uint32_t vd_limbs_of(uint32_t width) {
  return (width + 63) / 64;
}
// The low width bits, for width 1 to 64.
static inline uint64_t vd_word_mask(uint32_t width) {
  return UINT64_MAX >> (64 - width);
}

// The bits of a Bool, BitVec or Float; points into the value if it is narrow.
static inline const uint64_t *vd_value_words(const VdValue *value) {
  return vd_sort_width(value->sort) > 64 ? value->limb : &value->bits;
}
// Makes *out a value of this sort and returns where its bits go, all zero.
uint64_t *vd_value_start(VdArena *arena, VdSort sort, VdValue *out);

// The sort that the immediate of ftof, stof, utof and btof names; none if it
// is not a valid one.
VdSort vd_imm_sort(uint64_t imm);

#endif
