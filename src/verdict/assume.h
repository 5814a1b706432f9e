// The assumptions of assume.def: what a proof takes for granted.
#ifndef VD_ASSUME_H
#define VD_ASSUME_H

// What is proved of functions that are one in the ir rests on something too,
// where their bodies were read as different ones: the ir leaves out what is not
// compared (calls that may set errno, rounding, scopes, alignments).
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
// Whether functions that are one in the ir were read as one, too, with all the
// static functions that they call. Exported ones have a pair of their own.
// none_changed: vd_assume_bodies gives the same for both modules.
bool vd_assume_is_unchanged(const VdModule *const module[2],
                            const uint32_t func[2], bool none_changed);
// A hash of all bodies as they were read, in any order.
uint64_t vd_assume_bodies(const VdModule *m);
// What is taken for granted if they were not; said at once.
void vd_assume_source(const VdModule *const module[2], const uint32_t func[2],
                      VdArena *arena, VdVerdict *verdict);
// Whether the new version has a loop that a compiler may take to end, and the
// old version one that it may not.
bool vd_assume_loops(const VdModule *const module[2], const uint32_t func[2],
                     VdArena *arena);
void vd_assume_say(const bool *need, VdArena *arena, VdVerdict *verdict);

#endif
