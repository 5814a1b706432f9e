// Blocks in reverse post order. Nothing recurses: generated functions have
// chains of 100,000 blocks.
#include "front/c/lift.h"

typedef struct Visit {
  LLVMBasicBlockRef block;
  uint32_t left;  // successors still to follow, the last one first
} Visit;

static Visit visit(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  return (Visit){block, end ? LLVMGetNumSuccessors(end) : 0};
}

static void reverse(VdLiftOrder *order) {
  LLVMBasicBlockRef *at = order->block.at;
  uint32_t n = order->block.len;
  for (uint32_t i = 0; i < n / 2; i++) {
    LLVMBasicBlockRef other = at[i];
    at[i] = at[n - 1 - i];
    at[n - 1 - i] = other;
  }
  for (uint32_t i = 0; i < n; i++)
    *vd_map_put(&order->of, (uintptr_t)at[i]) = i;
}

void vd_lift_order(LLVMValueRef func, VdLiftOrder *order) {
  VD_VEC(Visit) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(func);
  vd_map_put(&order->of, (uintptr_t)entry);
  vd_push(&stack, visit(entry));
  while (stack.len) {
    Visit *top = &stack.at[stack.len - 1];
    if (top->left == 0) {
      vd_push(&order->block, top->block);
      stack.len--;
      continue;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    LLVMBasicBlockRef to = LLVMGetSuccessor(end, --top->left);
    if (vd_map_get(&order->of, (uintptr_t)to)) continue;
    vd_map_put(&order->of, (uintptr_t)to);
    vd_push(&stack, visit(to));
  }
  vd_vec_done(&stack);
  reverse(order);
}

void vd_lift_order_done(VdLiftOrder *order) {
  vd_vec_done(&order->block);
  vd_map_done(&order->of);
}

uint32_t vd_lift_rank(const VdLiftOrder *order, LLVMBasicBlockRef block) {
  const uint64_t *i = vd_map_get(&order->of, (uintptr_t)block);
  return i ? (uint32_t)*i : UINT32_MAX;
}
