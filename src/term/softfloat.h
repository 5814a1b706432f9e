// IEEE-754 for any format of up to VD_MAX_EXPONENT exponent bits and
// VD_MAX_SIGNIFICAND significand bits, on raw bits: exact computation, then one
// rounding to nearest, ties to even. There is one NaN, the positive quiet one.
// Sorts are valid floats; a result may be an argument.
//
// vd_hostfloat_* is the same for what the host computes itself (float8.24 and
// float11.53); it returns false where it does not, and agrees where it does.
#ifndef VD_SOFTFLOAT_H
#define VD_SOFTFLOAT_H

#include "term/limbs.h"

// FADD FSUB FMUL FDIV FREM FMA FSQRT
void vd_softfloat_arith(VdOp op, VdSort sort, uint64_t *r,
                        const uint64_t *const *x);
void vd_softfloat_rint(VdRound mode, VdSort sort, uint64_t *r,
                       const uint64_t *x);
// FEQ FLT FLE
bool vd_softfloat_compare(VdOp op, VdSort sort, const uint64_t *x,
                          const uint64_t *y);
bool vd_softfloat_is_nan(VdSort sort, const uint64_t *x);
void vd_softfloat_nan(VdSort sort, uint64_t *r);
void vd_softfloat_inf(VdSort sort, uint64_t *r, bool sign);
bool vd_softfloat_is_inf(VdSort sort, const uint64_t *x);  // either sign

void vd_softfloat_resize(VdSort to, uint64_t *r, VdSort from,
                         const uint64_t *x);
// From and to integers of this width. To an integer rounds towards zero; what
// is not in range, NaN included, gives 0.
void vd_softfloat_from_int(VdSort to, uint64_t *r, uint32_t width,
                           const uint64_t *x, bool is_signed);
void vd_softfloat_to_int(uint32_t width, bool is_signed, uint64_t *r,
                         VdSort from, const uint64_t *x);

bool vd_hostfloat_arith(VdOp op, VdSort sort, uint64_t *r,
                        const uint64_t *const *x);
bool vd_hostfloat_rint(VdRound mode, VdSort sort, uint64_t *r,
                       const uint64_t *x);
bool vd_hostfloat_compare(VdOp op, VdSort sort, bool *r, const uint64_t *x,
                          const uint64_t *y);
bool vd_hostfloat_resize(VdSort to, uint64_t *r, VdSort from,
                         const uint64_t *x);
bool vd_hostfloat_from_int(VdSort to, uint64_t *r, uint32_t width,
                           const uint64_t *x, bool is_signed);
bool vd_hostfloat_to_int(uint32_t width, bool is_signed, uint64_t *r,
                         VdSort from, const uint64_t *x);

#endif
