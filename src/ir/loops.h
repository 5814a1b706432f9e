// Loops to functions, in parts: loops.c goes over a module, nest.c prepares a
// function, roles.c finds which of its values are states, outline.c takes one
// loop out of it. cut.c hands the rest of a function to its loops.
#ifndef VD_IR_LOOPS_H
#define VD_IR_LOOPS_H

#include "ir/inner.h"

typedef VD_VEC(uint32_t) VdIds;

typedef struct VdMembers {
  uint32_t *at, len;
} VdMembers;

typedef struct VdOuterUse {
  uint32_t value, block, next;
} VdOuterUse;

// A function that is being taken apart. Values and blocks that were there when
// the shape was found have entries in the arrays; newer ones do not.
typedef struct VdNest {
  VdModule *m;
  uint32_t func;
  VdFunc *f;
  VdArena arena;
  VdIds origin;  // of block: its rank in the function as it was
  VdCfg cfg;
  uint32_t *component;  // of block
  uint32_t components;
  VdMembers *member;  // of component: its blocks in reverse post order
  bool *cyclic;       // of component
  uint32_t values;    // highest id with entries in the following arrays
  uint32_t *def;      // of value: its block
  uint8_t *role;      // of value: a VdRole, as far as it is known
  uint32_t *to;       // of value: the result that takes its place
  uint32_t *inner;    // of value: its number in the loop's function
  // For the loop at hand:
  bool *is_outside;     // of value: it comes in from outside
  uint32_t *item_of;    // of value: number of what carries it out, 0 for none
  uint32_t *target_of;  // of block: its number as a target of exits, 0 for none
  uint32_t *place;      // of block: its place in the loop's function
  VdIds mark;           // of block: last walk that came by, newer blocks too
  uint32_t walks;
  // Uses of a cyclic component's values in other components, as a list.
  VD_VEC(VdOuterUse) outer;
  uint32_t *first_outer;  // of component, VD_NOWHERE for none
} VdNest;

// Calls visit for all uses in a block, several at a time: arguments of
// instructions in order, condition, arguments of edges, returned values.
typedef void VdVisitRefs(void *context, uint32_t block, VdRef *refs,
                         uint32_t n);
static inline void vd_refs_visit(VdFunc *f, uint32_t b, VdVisitRefs *visit,
                                 void *context) {
  VdBlock *block = &f->block.at[b];
  for (uint32_t k = 0; k < block->inst.len; k++)
    if (block->inst.at[k].args)
      visit(context, b, block->inst.at[k].arg, block->inst.at[k].args);
  if (block->exit == VD_EXIT_BRANCH) visit(context, b, &block->cond, 1);
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    visit(context, b, block->edge[e].arg, block->edge[e].args);
  if (block->exit == VD_EXIT_RETURN) visit(context, b, block->ret, f->results);
}

// Appending to functions that are under change.
VdRef vd_func_value(VdFunc *f, VdSort sort);
uint32_t vd_func_block(VdFunc *f);
VdInst *vd_block_append(VdFunc *f, uint32_t block, VdInst inst);
VdRef vd_block_bv32(VdFunc *f, uint32_t block, uint32_t bits);
// Something of the sort where nothing is looked at: zero, or where there are no
// constants a parameter of the function, or an undefined value.
VdRef vd_block_filler(VdModule *m, VdFunc *f, uint32_t block, VdSort sort);
// Branches from block on what selector is: 0 takes the first edge, and so on;
// the last edge is taken for the rest.
void vd_block_dispatch(VdModule *m, VdFunc *f, uint32_t block, VdRef selector,
                       const VdEdge *edge, uint32_t n);

// The role of each value (by id): MEM, WORLD, HEAP, or VALUE for the rest.
uint8_t *vd_func_roles(const VdModule *m, const VdFunc *f, const VdCfg *cfg,
                       VdArena *arena);

// Prepares f for outlining: slots in the entry, constants where they are used,
// every loop with one head, and the arrays. False if there is no loop. The
// origin is empty for a function in which every block is its own.
bool vd_nest_init(VdNest *nest, VdModule *m, uint32_t func, VdIds origin);
void vd_nest_done(VdNest *nest);

// Takes a cyclic component out. Returns the function made of it; *origin gets
// the origins of its blocks.
uint32_t vd_loop_outline(VdNest *nest, uint32_t component, VdIds *origin);

#endif
