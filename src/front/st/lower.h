// From the checked tree to the ir.
//
//   effect.c       what a POU writes, which globals it needs, if it can fault
//   lower.c        order of POUs; one function
//   lower_place.c  variables: which cells, reading and writing them
//   lower_expr.c   expressions
//   lower_std.c    standard functions
//   lower_call.c   calls
//   lower_stmt.c   statements
//   whole.c        POUs with actions that are only called from outside
//   named.c        what a POU is by its text
//   interface.c    signatures, and the description of the interfaces
//   interface_decl.c  declarations, types and configurations, as others see
//   them
//
// Every cell of a POU is a variable of the builder. Where something goes wrong
// at run time (vd_lower_require), control goes to a block that gives back what
// came in, and the fault.
#ifndef VD_FRONT_ST_LOWER_H
#define VD_FRONT_ST_LOWER_H

#include "front/st/check.h"
#include "front/st/named.h"

typedef struct VdLower {
  VdStCheck *check;
  const VdStOptions *options;
  VdModule *module;
  VdMap file_of;             // file name of the tree to that of the module
  VD_VEC(VdStInfo *) order;  // callees first
  VdNamed named;
  // The function that is being made:
  VdStInfo *info;
  VdEmit emit;
  uint32_t fault, exit;  // blocks
  uint32_t leave, next;  // of the innermost loop: EXIT, CONTINUE
  uint32_t statements;
  uint64_t work;     // choices of all variable indices, in copied actions too
  uint32_t nesting;  // of POUs that wait for their callees
} VdLower;

// Fills in written, global, may_fault; callees are done.
void vd_effect_pou(VdLower *l, VdStInfo *info);
// Numbers parameters and results, and sets them on the function.
void vd_plc_sign(VdLower *l, VdStInfo *info);
void vd_plc_describe(VdLower *l, VdPlc *plc);
// A POU that has uncalled actions, with an input for each; info->whole gets it.
// Where there are none, or the POU is not modelled, nothing.
void vd_lower_whole(VdLower *l, VdStInfo *info);
void vd_lower_whole_done(VdStInfo *whole);
// Effects, signature and body of a POU whose function is there.
void vd_lower_function(VdLower *l, VdStInfo *info);

// Declarations of a POU; all globals; types and configurations.
void vd_plc_decls(VdLower *l, const VdStInfo *info, VdPlcPou *out);
void vd_plc_globals(VdLower *l, VdMap *enums, VdMachine *out);
void vd_plc_facts(VdLower *l, VdPlc *out);
// Whether its actions are called, and what they are by their texts; variables
// and declarations are there.
void vd_plc_actions(VdLower *l, const VdStInfo *info, VdMachine *out,
                    VdPlcPou *declared);
// RETAIN and the like, as the variable was declared; "" if it says nothing.
const char *vd_plc_keep(VdLower *l, const VdStVar *var);
VdMachineVar vd_plc_cell(VdLower *l, VdMap *enums, const VdStCell *cell);

// False with errors in the check's diagnostics.
bool vd_lower_unit(VdLower *l);
VdPos vd_lower_pos(VdLower *l, VdPos pos);
void vd_lower_at(VdLower *l, VdPos pos);
// Goes on where cond holds, and faults elsewhere.
void vd_lower_require(VdLower *l, VdStVal cond);
uint32_t vd_lower_block(VdLower *l);
void vd_lower_into(VdLower *l, uint32_t block);  // and no more jumps to it

// ------------------------------------------------------------------ variables
// A variable index in a place: one of count elements, stride cells apart.
typedef struct VdStDyn {
  VdStVal index;
  VdElem elem;
  int64_t low;
  uint32_t count, stride;
} VdStDyn;
typedef struct VdStPlace {
  uint32_t first;
  const VdStType *type;
  VD_ST_LIST(VdStDyn) dyn;
} VdStPlace;
VdStPlace vd_lower_place(VdLower *l, const VdStExpr *e);
VdStVal vd_lower_load(VdLower *l, const VdStPlace *place, uint32_t leaf);
void vd_lower_store(VdLower *l, const VdStPlace *place, uint32_t leaf,
                    VdStVal value);
// A BIT writes a bit of a scalar.
void vd_lower_assign(VdLower *l, const VdStExpr *target, const VdStPlace *place,
                     VdStVal value);
// Whether a subscript of this type can be outside.
bool vd_index_may_miss(const VdStType *type, const VdStDim *dim);

// ---------------------------------------------------------------- expressions
VdStVal vd_lower_expr(VdLower *l, const VdStExpr *e);  // a scalar
// All scalars of a value of any type, e->type->leaves of them.
void vd_lower_leaves(VdLower *l, const VdStExpr *e, VdStVal *out);
VdStVal vd_lower_std(VdLower *l, const VdStExpr *e);
VdStVal vd_lower_math(VdLower *l, const char *link, VdElem elem,
                      const VdStVal *args, uint32_t n);
// Converts what came from elsewhere; faults outside of a subrange.
VdStVal vd_lower_convert(VdLower *l, const VdStType *from, const VdStType *to,
                         VdStVal value);
// out gets the result, if there is one.
void vd_lower_call(VdLower *l, const VdStExpr *e, VdStVal *out);
void vd_lower_stmts(VdLower *l, const VdStStmts *list);

#endif
