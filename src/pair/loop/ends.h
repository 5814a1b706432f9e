// Private to src/pair/loop: which calls of a version may not end.
//
// A node is a function that the compared one calls, by way of others too, with
// the calls that it makes. Terms are over its own parameters.
#ifndef VD_PAIR_LOOP_ENDS_H
#define VD_PAIR_LOOP_ENDS_H

#include "pair/loop/loop.h"

typedef struct VdEndNode {
  uint32_t func;
  VdCalls call;
  uint32_t part;  // strongly connected
  bool closed;    // its body is not modelled
  bool ends;
} VdEndNode;

typedef struct VdEnds {
  VdJob *job;
  int side;
  VdArena arena;
  VdBudget budget;
  VD_VEC(VdEndNode) node;
  VdMap index;  // func to node + 1
  uint32_t parts;
  bool loops;  // there is something to show
  bool cut;    // too many functions
} VdEnds;

// The groups that were looked at, by digest: what is the same in both versions
// is shown once.
typedef struct VdEndsKnown {
  VD_VEC(VdDigest) ends, fails;
} VdEndsKnown;

void vd_ends_init(VdEnds *s, VdJob *job, int side);
void vd_ends_done(VdEnds *s);
void vd_ends_known_done(VdEndsKnown *known);
const VdFunc *vd_ends_func(const VdEnds *s, uint32_t func);
// The node of a function to look into, UINT32_MAX if there is nothing to see.
uint32_t vd_ends_node(const VdEnds *s, uint32_t func);
// Sets which functions always end; true if the compared one does.
bool vd_ends_always(VdEnds *s, VdEndsKnown *known);

// Whether terms have nothing indeterminate and, if inner, no address of a
// local: those of a callee are not about its caller.
bool vd_ends_is_closed(const VdTerms *tm, const VdTerm *t, uint32_t n,
                       bool inner);
// A call as the outermost caller sees it; false if that can't be said.
bool vd_ends_place(VdEnds *s, const VdCall *call, const VdMap *map, VdTerm when,
                   bool inner, VdCall *out);
// What the terms of a function are about, when it is called so.
void vd_ends_map_call(VdEnds *s, const VdCall *call, VdMap *map);

// Tells that both always end, or that the new one ends where the old one does.
void vd_ends_say(VdJob *job, bool always_ends, double start);

// endless.c: whether the only loops that may not end meet again and again.
bool vd_ends_meet(VdEnds side[2], const VdBudget *budget);

#endif
