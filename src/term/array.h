// What of array values is not for the users of term.h.
#ifndef VD_ARRAY_H
#define VD_ARRAY_H

#include "term/value_impl.h"

// Same fill, and same elements wherever either was set.
bool vd_array_eq(const VdArray *x, const VdArray *y);

// Little-endian words of 1 to 8 bytes in a mem; addresses wrap.
uint64_t vd_mem_load(const VdArray *mem, uint64_t address, uint32_t bytes);
VdValue vd_mem_store(VdArena *arena, VdValue mem, uint64_t address,
                     uint64_t word, uint32_t bytes);

#endif
