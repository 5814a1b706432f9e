// The growing part of VD_VEC; everything else about vectors is in the macros.
#include "base/base.h"
#include "base/process.h"

enum { FIRST_CAP = 8 };

void vd_vec_grow(void **at, uint32_t *cap, uint32_t len, size_t elem,
                 uint32_t more) {
  if (*cap - len >= more) return;
  uint64_t want = (uint64_t)len + more;
  if (want > UINT32_MAX) vd_alloc_failed(SIZE_MAX);
  uint64_t grown = *cap ? 2 * (uint64_t)*cap : FIRST_CAP;
  if (grown > UINT32_MAX) grown = UINT32_MAX;
  if (grown < want) grown = want;
  *at = vd_realloc(*at, vd_mul((size_t)grown, elem));
  *cap = (uint32_t)grown;
}
