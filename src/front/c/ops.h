// Operators that op.def leaves to be built from others.
#ifndef VD_FRONT_C_OPS_H
#define VD_FRONT_C_OPS_H

#include "ir/ir.h"

static inline VdRef op1(VdBuild *b, VdOp op, uint64_t imm, VdRef x) {
  return vd_build_op(b, op, imm, &x, 1);
}
static inline VdRef op2(VdBuild *b, VdOp op, VdRef x, VdRef y) {
  return vd_build_op(b, op, 0, (VdRef[]){x, y}, 2);
}
static inline VdRef op3(VdBuild *b, VdOp op, VdRef x, VdRef y, VdRef z) {
  return vd_build_op(b, op, 0, (VdRef[]){x, y, z}, 3);
}
static inline uint32_t width_of(const VdBuild *b, VdRef x) {
  return vd_sort_width(vd_build_sort(b, x));
}

// Bool
static inline VdRef not_(VdBuild *b, VdRef x) {
  return op1(b, VD_OP_NOT, 0, x);
}
static inline VdRef and_(VdBuild *b, VdRef x, VdRef y) {
  return op2(b, VD_OP_AND, x, y);
}
static inline VdRef or_(VdBuild *b, VdRef x, VdRef y) {
  return not_(b, and_(b, not_(b, x), not_(b, y)));
}
static inline VdRef eq_(VdBuild *b, VdRef x, VdRef y) {
  return op2(b, VD_OP_EQ, x, y);
}
static inline VdRef ne_(VdBuild *b, VdRef x, VdRef y) {
  return not_(b, eq_(b, x, y));
}
static inline VdRef ite_(VdBuild *b, VdRef c, VdRef x, VdRef y) {
  return op3(b, VD_OP_ITE, c, x, y);
}

// Bit-vectors
// -1 or 0 or another small number of any width; wide ones by extension, since
// only the builder's words need no storage.
static inline VdRef small_(VdBuild *b, uint32_t width, int64_t value) {
  if (width <= 64) return vd_build_bv(b, width, (uint64_t)value);
  return op1(b, VD_OP_SEXT, width, vd_build_bv(b, 64, (uint64_t)value));
}
// Zero of any sort but memory and world.
static inline VdRef zero_(VdBuild *b, VdSort sort) {
  if (sort.kind == VD_SORT_BOOL) return vd_build_bool(b, false);
  VdRef bits = small_(b, vd_sort_width(sort), 0);
  if (sort.kind == VD_SORT_BV) return bits;
  return op1(b, VD_OP_BTOF, vd_imm_float(sort), bits);
}
static inline VdRef bvnot_(VdBuild *b, VdRef x) {
  return op1(b, VD_OP_BVNOT, 0, x);
}
static inline VdRef bvor_(VdBuild *b, VdRef x, VdRef y) {
  return bvnot_(b, op2(b, VD_OP_BVAND, bvnot_(b, x), bvnot_(b, y)));
}
static inline VdRef add_(VdBuild *b, VdRef x, VdRef y) {
  return op2(b, VD_OP_BVADD, x, y);
}
static inline VdRef neg_(VdBuild *b, VdRef x) {
  return op2(b, VD_OP_BVMUL, small_(b, width_of(b, x), -1), x);
}
static inline VdRef sub_(VdBuild *b, VdRef x, VdRef y) {
  return add_(b, x, neg_(b, y));
}
static inline VdRef ult_(VdBuild *b, VdRef x, VdRef y) {
  return op2(b, VD_OP_BVULT, x, y);
}
static inline VdRef ule_(VdBuild *b, VdRef x, VdRef y) {
  return not_(b, ult_(b, y, x));
}
static inline VdRef slt_(VdBuild *b, VdRef x, VdRef y) {
  return op2(b, VD_OP_BVSLT, x, y);
}
static inline VdRef sle_(VdBuild *b, VdRef x, VdRef y) {
  return not_(b, slt_(b, y, x));
}
static inline VdRef extract_(VdBuild *b, VdRef x, uint32_t high, uint32_t low) {
  return op1(b, VD_OP_EXTRACT, vd_imm_extract(high, low), x);
}
static inline VdRef bit_(VdBuild *b, VdRef x, uint32_t i) {
  return eq_(b, extract_(b, x, i, i), vd_build_bv(b, 1, 1));
}
// The same width gives the same value back.
static inline VdRef zext_(VdBuild *b, VdRef x, uint32_t width) {
  return width_of(b, x) == width ? x : op1(b, VD_OP_ZEXT, width, x);
}
static inline VdRef sext_(VdBuild *b, VdRef x, uint32_t width) {
  return width_of(b, x) == width ? x : op1(b, VD_OP_SEXT, width, x);
}
static inline VdRef low_(VdBuild *b, VdRef x, uint32_t width) {
  return width_of(b, x) == width ? x : extract_(b, x, width - 1, 0);
}

#endif
