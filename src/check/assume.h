// Private to src/check: the assumptions of assume.def.
#ifndef VD_CHECK_ASSUME_H
#define VD_CHECK_ASSUME_H

#include "ir/ir.h"

typedef enum VdAssumption {
#define VD_ASSUMPTION(id, text) VD_ASSUME_##id,
#include "check/assume.def"
#undef VD_ASSUMPTION
  VD_ASSUMPTIONS,
} VdAssumption;

// Does the function, or what it calls, touch what the assumption is about? Only
// for those that words of front ends stand for.
bool vd_assume_touches(const VdModule *m, uint32_t func, VdAssumption about);

#endif
