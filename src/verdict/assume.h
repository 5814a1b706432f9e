// The assumptions of assume.def: what a proof takes for granted.
#ifndef VD_ASSUME_H
#define VD_ASSUME_H

#include "verdict/verdict.h"

typedef enum VdAssumption {
#define VD_ASSUMPTION(id, text) VD_ASSUME_##id,
#include "verdict/assume.def"
#undef VD_ASSUMPTION
  VD_ASSUMPTIONS,
} VdAssumption;

// Does the function, or what it calls, touch what the assumption is about? Only
// for those that words of front ends stand for.
bool vd_assume_touches(const VdModule *m, uint32_t func, VdAssumption about);
// What a proof about two functions, one a version, takes for granted, apart
// from where in memory they work: need[] by VdAssumption. VD_ASSUME_HEAP is
// there for who does not compare the allocator's state.
void vd_assume_functions(const VdModule *const module[2],
                         const uint32_t func[2], VdArena *arena, bool *need);
// The same, said at once, for functions that are one in the ir.
void vd_assume_source(const VdModule *const module[2], const uint32_t func[2],
                      VdArena *arena, VdVerdict *verdict);
void vd_assume_say(const bool *need, VdArena *arena, VdVerdict *verdict);

#endif
