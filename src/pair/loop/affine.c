// Affine relations between numbers modulo 2^width that hold on all points seen
// (Mueller-Olm, Seidl: Analysis of modular arithmetic, TOPLAS 2007). They are
// only proposals: likely.c makes relations of them, and induction proves those
// or drops them (doc/loops.md, Claims).
//
// The generators start as the unit vectors: every relation. A point takes from
// each generator a multiple of the one that is off by the least power of two,
// and of that one leaves the multiple that is 0 modulo 2^width. What is left
// generates the relations that hold on this point, too.
#include "pair/loop/affine.h"

static uint64_t reduce(const VdAffine *a, uint64_t x) {
  return a->width == 64 ? x : x & (((uint64_t)1 << a->width) - 1);
}

// The power of two in x, which is not zero.
static uint32_t twos(uint64_t x) {
  return (uint32_t)__builtin_ctzll(x);
}

void vd_affine_init(VdAffine *a, uint32_t width, uint32_t columns) {
  *a = (VdAffine){.width = width, .columns = columns};
  for (uint32_t i = 0; i < columns; i++) {
    uint64_t *row = vd_alloc(vd_mul(columns, sizeof *row));
    row[i] = 1;
    vd_push(&a->row, row);
  }
}

void vd_affine_done(VdAffine *a) {
  for (uint32_t i = 0; i < a->row.len; i++) vd_free(a->row.at[i]);
  vd_vec_done(&a->row);
}

static uint64_t product(const VdAffine *a, const uint64_t *row,
                        const uint64_t *point) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < a->columns; i++) sum += row[i] * point[i];
  return reduce(a, sum);
}

// row -= factor * other
static void subtract(const VdAffine *a, uint64_t *row, uint64_t factor,
                     const uint64_t *other) {
  for (uint32_t i = 0; i < a->columns; i++)
    row[i] = reduce(a, row[i] - factor * other[i]);
}

static bool scale(const VdAffine *a, uint64_t *row, uint64_t factor) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < a->columns; i++) {
    row[i] = reduce(a, row[i] * factor);
    any |= row[i];
  }
  return any != 0;
}

static void drop(VdAffine *a, uint32_t i) {
  vd_free(a->row.at[i]);
  a->row.at[i] = vd_pop(&a->row);
}

bool vd_affine_add(VdAffine *a, const uint64_t *point) {
  uint32_t best = UINT32_MAX;
  uint64_t least = 0;
  uint64_t *off = vd_alloc(vd_mul(a->row.len + 1, sizeof *off));
  for (uint32_t i = 0; i < a->row.len; i++) {
    off[i] = product(a, a->row.at[i], point);
    if (off[i] && (best == UINT32_MAX || twos(off[i]) < twos(least)))
      best = i, least = off[i];
  }
  if (best == UINT32_MAX) {
    vd_free(off);
    return false;
  }
  // The others lose their part of the one that is off least; of that one, what
  // is left is the multiple that wraps to zero.
  uint64_t unit = vd_odd_inverse(least >> twos(least));
  for (uint32_t i = 0; i < a->row.len; i++)
    if (i != best && off[i])
      subtract(a, a->row.at[i], (off[i] >> twos(least)) * unit,
               a->row.at[best]);
  uint32_t shift = a->width - twos(least);
  if (shift >= a->width || !scale(a, a->row.at[best], (uint64_t)1 << shift))
    drop(a, best);
  vd_free(off);
  return true;
}

static bool is_used(const uint32_t *pivot, uint32_t row) {
  return pivot[row] != UINT32_MAX;
}

void vd_affine_solve(VdAffine *a, uint32_t last, uint32_t *pivot) {
  for (uint32_t i = 0; i < a->row.len; i++) pivot[i] = UINT32_MAX;
  for (uint32_t c = 0; c < last; c++) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < a->row.len && best == UINT32_MAX; i++)
      if (!is_used(pivot, i) && (a->row.at[i][c] & 1)) best = i;
    if (best == UINT32_MAX) continue;
    uint64_t *row = a->row.at[best];
    scale(a, row, vd_odd_inverse(row[c]));
    for (uint32_t i = 0; i < a->row.len; i++)
      if (i != best && a->row.at[i][c])
        subtract(a, a->row.at[i], a->row.at[i][c], row);
    pivot[best] = c;
  }
  for (uint32_t i = 0; i < a->row.len;) {
    if (scale(a, a->row.at[i], 1)) {
      i++;
      continue;
    }
    drop(a, i);
    pivot[i] = pivot[a->row.len];
  }
}
