// Private to polynomials (poly.c, polyfacts.c, algebra.c).
#ifndef VD_PAIR_POLY_IMPL_H
#define VD_PAIR_POLY_IMPL_H

#include "base/limit.h"
#include "pair/poly.h"

typedef struct VdMono {
  uint64_t coef;
  uint32_t factors;
  VdTerm factor[VD_MOST_poly_factors];  // in order of handles
} VdMono;

typedef struct VdPoly {
  uint32_t width;
  bool failed;  // too long
  VD_VEC(VdMono) mono;
} VdPoly;

static inline uint64_t vd_poly_mask(uint32_t width) {
  return UINT64_MAX >> (64 - width);
}
static inline int64_t vd_poly_signed(uint64_t x, uint32_t width) {
  return (int64_t)(x << (64 - width)) >> (64 - width);
}
bool vd_poly_is_word(const VdTerms *tm, VdTerm t);
bool vd_poly_constant(const VdTerms *tm, VdTerm t, uint64_t *bits);
// A factor as choose(k, x), x of 64 bits.
uint32_t vd_poly_order(VdTerms *tm, VdTerm factor, VdTerm *x);

// The polynomial that a term is, sums and products down to a depth.
void vd_poly_of(VdTerms *tm, VdTerm t, uint32_t depth, VdPoly *out);
void vd_poly_done(VdPoly *p);
void vd_poly_push(VdPoly *p, const VdMono *m);
void vd_poly_add(VdPoly *p, uint64_t coef, const VdPoly *q);
bool vd_mono_times(VdMono *m, VdTerm factor);
// Adds a monomial with its powers written by choose.
void vd_poly_push_reduced(VdTerms *tm, VdPoly *p, const VdMono *m);
VdTerm vd_poly_term(VdTerms *tm, const VdPoly *p);
// The term with its products multiplied out. Products as they were go to
// `products`, if given.
VdTerm vd_poly_expand(VdTerms *tm, VdTerm t, VdTermVec *products);

// Whether a Bool term holds whatever the values of its parts are, down to where
// arithmetic goes: tried out at some points.
bool vd_poly_holds(VdTerms *tm, VdTerm t);

// What holds of choose, and of divisions, in a term: where guard does, t is
// `is`.
typedef void VdPolyFact(void *context, VdTerm guard, VdTerm t, VdTerm is);
void vd_poly_facts(VdTerms *tm, VdTerm root, VdPolyFact *visit, void *context);

#endif
