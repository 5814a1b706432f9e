// Private to src/check: the assumptions of assume.def.
#ifndef VD_CHECK_ASSUME_H
#define VD_CHECK_ASSUME_H

typedef enum VdAssumption {
#define VD_ASSUMPTION(id, text) VD_ASSUME_##id,
#include "check/assume.def"
#undef VD_ASSUMPTION
  VD_ASSUMPTIONS,
} VdAssumption;

#endif
