// Values on the way to the ir, which are folded where they are known. The same
// functions compute constants for the checker (no builder then) and make
// instructions, so the two can't disagree.
#ifndef VD_FRONT_ST_EMIT_H
#define VD_FRONT_ST_EMIT_H

#include "front/st/ast.h"
#include "front/st/st.h"

typedef struct VdStVal {
  bool known;
  VdValue value;  // if it is
  VdRef ref;      // else
} VdStVal;

typedef struct VdEmit {
  VdArena *arena;
  VdBuild *b;  // NULL: everything is known
} VdEmit;

VdStVal vd_val_known(VdValue value);
VdStVal vd_val_ref(VdRef ref);
VdStVal vd_val_bool(bool value);
VdStVal vd_val_bv(uint32_t width, uint64_t bits);
VdRef vd_emit_ref(VdEmit *e, VdStVal v);

VdStVal vd_emit_one(VdEmit *e, VdOp op, uint64_t imm, VdStVal a);
VdStVal vd_emit_two(VdEmit *e, VdOp op, VdStVal a, VdStVal b);
VdStVal vd_emit_ite(VdEmit *e, VdStVal cond, VdStVal yes, VdStVal no);
VdStVal vd_emit_not(VdEmit *e, VdStVal a);
VdStVal vd_emit_and(VdEmit *e, VdStVal a, VdStVal b);  // Bool
VdStVal vd_emit_or(VdEmit *e, VdStVal a, VdStVal b);

// Operators on values of one elementary type. Integer division is total here;
// whoever uses it looks at the divisor (vd_emit_nonzero).
VdStVal vd_emit_binary(VdEmit *e, VdStOp op, VdElem elem, VdStVal a, VdStVal b);
VdStVal vd_emit_unary(VdEmit *e, VdStOp op, VdElem elem, VdStVal a);
VdStVal vd_emit_less(VdEmit *e, VdElem elem, VdStVal a, VdStVal b);
VdStVal vd_emit_nonzero(VdEmit *e, VdElem elem, VdStVal a);
// low <= a <= high
VdStVal vd_emit_within(VdEmit *e, VdElem elem, VdStVal a, VdValue low,
                       VdValue high);
typedef enum VdStShift {
  VD_SHIFT_SHL,
  VD_SHIFT_SHR,
  VD_SHIFT_ROL,
  VD_SHIFT_ROR
} VdStShift;
// by is unsigned; a shift by the width or more gives 0.
VdStVal vd_emit_shift(VdEmit *e, VdStShift shift, uint32_t width, VdStVal a,
                      uint32_t by_width, VdStVal by);
// To another elementary type. Reals are rounded to nearest, or cut off.
bool vd_emit_can_convert(VdElem from, VdElem to);
VdStVal vd_emit_convert(VdEmit *e, VdElem from, VdElem to, bool truncate,
                        VdStVal a);

#endif
