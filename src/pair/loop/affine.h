// Private to src/pair/loop: all linear relations modulo 2^width that hold on
// points.
//
// The relations are kept as generators of a module: every relation is a sum of
// multiples of them. A point that breaks some shrinks it at once, so what is
// there is always the strongest that the points allow.
#ifndef VD_PAIR_LOOP_AFFINE_H
#define VD_PAIR_LOOP_AFFINE_H

#include "base/base.h"

typedef struct VdAffine {
  uint32_t width, columns;
  VD_VEC(uint64_t *) row;  // generators: sum of row[i] * point[i] is 0
} VdAffine;

// Every relation holds on no points. Rows are in the heap until done.
void vd_affine_init(VdAffine *affine, uint32_t width, uint32_t columns);
void vd_affine_done(VdAffine *affine);
// True if the relations became fewer.
bool vd_affine_add(VdAffine *affine, const uint64_t *point);

// Brings the rows into solved form: pivot[i] is a column in which row i has a 1
// and every other row a 0, or UINT32_MAX. Columns before `last` are tried in
// order.
void vd_affine_solve(VdAffine *affine, uint32_t last, uint32_t *pivot);

#endif
