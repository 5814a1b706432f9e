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

// ----------------------------------------------------------- without an end
// Marks the blocks that lead to an end, predecessors last; a loop takes rounds.
static bool mark_ends(const VdLiftOrder *order, uint8_t *ends) {
  bool changed = false;
  for (uint32_t i = order->block.len; i-- > 0;) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(order->block.at[i]);
    LLVMOpcode op = LLVMGetInstructionOpcode(end);
    bool goes_on = op == LLVMBr || op == LLVMSwitch;
    bool leads = !goes_on;
    for (uint32_t k = 0; goes_on && k < LLVMGetNumSuccessors(end); k++)
      leads |= ends[vd_lift_rank(order, LLVMGetSuccessor(end, k))];
    changed |= leads && !ends[i];
    ends[i] |= leads;
  }
  return changed;
}

static bool is_empty(LLVMBasicBlockRef block) {
  LLVMValueRef inst = LLVMGetFirstInstruction(block);
  return LLVMGetInstructionOpcode(inst) == LLVMBr && !LLVMIsConditional(inst);
}

// From this block on nothing happens, for ever.
static bool is_idle(LLVMBasicBlockRef start) {
  LLVMBasicBlockRef slow = start, fast = start;
  for (uint64_t n = 1; is_empty(fast); n++) {
    fast = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(fast), 0);
    if (fast == slow) return true;
    if ((n & (n - 1)) == 0) slow = fast;
  }
  return false;
}

bool vd_lift_endless(const VdLiftOrder *order, bool all, VdLiftEnd *out) {
  uint32_t n = order->block.len;
  bool some = false;
  uint8_t *ends = vd_alloc(n + 1);
  while (mark_ends(order, ends)) continue;
  for (uint32_t i = 0; i < n; i++) {
    some |= !ends[i];
    if (out) out[i] = VD_END_SOME;
    if (out && !ends[i] && is_idle(order->block.at[i])) out[i] = VD_END_IDLE;
  }
  for (uint32_t i = 0; out && i < n; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(order->block.at[i]);
    uint32_t n_to = all || !ends[i] ? LLVMGetNumSuccessors(end) : 0;
    for (uint32_t k = 0; k < n_to; k++) {
      uint32_t to = vd_lift_rank(order, LLVMGetSuccessor(end, k));
      if (to <= i && out[to] == VD_END_SOME) out[to] = VD_END_NONE;
    }
  }
  vd_free(ends);
  return some;
}
