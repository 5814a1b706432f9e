// What the files of this folder share and nobody else sees: the shape of a
// function's control flow, strongly connected components, and the clean-up that
// ends every change of a function.
#ifndef VD_IR_INNER_H
#define VD_IR_INNER_H

#include "ir/ir.h"

// ----------------------------------------------------------------- modules
// Adds a function without a name; it must get one before anybody looks for it.
uint32_t vd_module_put_func(VdModule *m);
void vd_module_name_func(VdModule *m, uint32_t func, const char *name);
// Copies references into the module's arena; NULL for none.
VdRef *vd_refs_copy(VdModule *m, const VdRef *refs, uint32_t n);

// Calls whose only effect is their results.
static inline bool vd_inst_is_pure(const VdModule *m, const VdInst *inst) {
  if (inst->kind == VD_INST_CALL)
    return m->func.at[inst->index]->kind == VD_FUNC_PURE;
  return inst->kind != VD_INST_CALLPTR && inst->kind != VD_INST_REQUIRE;
}
// The same value wherever it stands, and cheaper to repeat than to hand on.
static inline bool vd_inst_is_leaf(const VdInst *inst) {
  return inst->kind == VD_INST_CONST || inst->kind == VD_INST_GLOBAL ||
         inst->kind == VD_INST_FUNC;
}

// ------------------------------------------------------------ control flow
enum { VD_NOWHERE = UINT32_MAX };

// Reverse post order from the entry, where the subtree of edge[0] comes before
// that of edge[1], so that "then" comes before "else" and a loop's body before
// what follows the loop. Predecessors are edges from reachable blocks, in that
// order: 2 * block + edge.
typedef struct VdCfg {
  uint32_t blocks;  // of the function
  uint32_t count;   // that can be reached
  uint32_t *order;  // count blocks
  uint32_t *rank;   // block to place in order, VD_NOWHERE if unreachable
  uint32_t *pred;   // of block b: pred[start[b]] to pred[start[b + 1] - 1]
  uint32_t *start;
} VdCfg;
void vd_cfg_init(VdCfg *cfg, const VdFunc *f);
void vd_cfg_done(VdCfg *cfg);
// In reverse post order an edge that leads back is part of a cycle, and every
// cycle has one.
bool vd_cfg_has_loop(const VdCfg *cfg, const VdFunc *f);
static inline uint32_t vd_cfg_preds(const VdCfg *cfg, uint32_t block) {
  return cfg->start[block + 1] - cfg->start[block];
}

// Intervals of the dominator tree; only for reachable blocks.
typedef struct VdDom {
  uint32_t *first, *last;
} VdDom;
void vd_dom_init(VdDom *dom, const VdCfg *cfg, const VdFunc *f);
void vd_dom_done(VdDom *dom);
static inline bool vd_dom_has(const VdDom *dom, uint32_t above,
                              uint32_t below) {
  return dom->first[above] <= dom->first[below] &&
         dom->last[below] <= dom->last[above];
}

// ------------------------------------------------------------------- clean
// Brings a function that is valid, except that it may have unreachable blocks,
// into normal form. Returns false if it was in normal form already.
bool vd_func_clean(VdModule *m, VdFunc *f);

// ------------------------------------------------------------------- debug
// Debug builds are those without optimisation or with a sanitizer.
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__)
enum { VD_DEBUG_BUILD = 1 };
#else
enum { VD_DEBUG_BUILD = 0 };
#endif
// Ends in VD_CHECK if the module is not well formed; only in debug builds.
void vd_debug_verify(const VdModule *m);

#endif
