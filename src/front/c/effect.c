// Which state a function takes and gives: what its instructions do, and what
// the functions it calls do. Here too: constructs that are not modelled.
#include "base/limit.h"
#include "front/c/lift.h"

static const struct {
  LLVMOpcode op;
  const char *construct;
} unsupported[] = {
    {LLVMIndirectBr, "computed goto"},
    {LLVMInvoke, "exception handling"},
    {LLVMCallBr, "asm goto"},
    {LLVMVAArg, "va_arg"},
    {LLVMFence, "atomic fence"},
    {LLVMAtomicCmpXchg, "atomic compare and exchange"},
    {LLVMAtomicRMW, "atomic read-modify-write"},
    {LLVMResume, "exception handling"},
    {LLVMLandingPad, "exception handling"},
    {LLVMCleanupRet, "exception handling"},
    {LLVMCatchRet, "exception handling"},
    {LLVMCatchPad, "exception handling"},
    {LLVMCleanupPad, "exception handling"},
    {LLVMCatchSwitch, "exception handling"},
};

static void scan_opcode(VdLift *l, VdLiftFunc *f, LLVMValueRef inst,
                        LLVMOpcode op) {
  for (size_t i = 0; i < VD_COUNT(unsupported); i++)
    if (unsupported[i].op == op)
      vd_lift_reject(l, f, vd_lift_pos(l, inst), "%s",
                     unsupported[i].construct);
}

static bool has_value_type(LLVMValueRef value) {
  switch (LLVMGetValueKind(value)) {
    case LLVMBasicBlockValueKind:
    case LLVMMetadataAsValueValueKind:
    case LLVMInlineAsmValueKind: return false;
    default: return true;
  }
}

static void scan_type(VdLift *l, VdLiftFunc *f, LLVMValueRef inst,
                      LLVMTypeRef type) {
  const char *bad = vd_lift_type(l, type)->bad;
  if (bad) vd_lift_reject(l, f, vd_lift_pos(l, inst), "%s", bad);
}

static void scan_types(VdLift *l, VdLiftFunc *f, LLVMValueRef inst) {
  scan_type(l, f, inst, LLVMTypeOf(inst));
  uint32_t n = (uint32_t)LLVMGetNumOperands(inst);
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef operand = LLVMGetOperand(inst, i);
    if (has_value_type(operand)) scan_type(l, f, inst, LLVMTypeOf(operand));
  }
}

// ---------------------------------------------------------- far addresses

bool vd_lift_is_far(LLVMValueRef value, uint64_t *address) {
  if (!LLVMIsAConstantExpr(value) ||
      LLVMGetConstOpcode(value) != LLVMIntToPtr ||
      !LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
    return false;
  *address = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 0));
  return *address && (*address < VD_FIRST_ADDRESS || *address >= 1ull << 47);
}

// What a pointer is made from by adding numbers.
static LLVMValueRef base_of(LLVMValueRef pointer) {
  for (uint32_t i = 0; i < vd_limit->effect_steps && vd_lift_is_gep(pointer);
       i++)
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static LLVMValueRef loaded_from(LLVMValueRef pointer) {
  return LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
}

// A local that holds such addresses only: it starts at one, and counts.
static bool holds_far(LLVMValueRef local, uint64_t *address) {
  bool any = false;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != local)
      return false;
    LLVMValueRef base = base_of(LLVMGetOperand(user, 0));
    if (loaded_from(base) == local) continue;
    if (!vd_lift_is_far(base, address)) return false;
    any = true;
  }
  return any;
}

// Does a pointer lead to a fixed address where the model has no memory?
static bool leads_far(LLVMValueRef pointer, uint64_t *address) {
  LLVMValueRef base = base_of(pointer), from = loaded_from(base);
  if (from && LLVMIsAAllocaInst(from)) return holds_far(from, address);
  if (from && LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from) &&
      LLVMGetInitializer(from))
    base = base_of(LLVMGetInitializer(from));
  return vd_lift_is_far(base, address);
}

static uint32_t scan_access(VdLift *l, VdLiftFunc *f, LLVMValueRef inst,
                            LLVMValueRef pointer, uint32_t effect) {
  uint64_t far;
  if (leads_far(pointer, &far))
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "access at the address 0x%llx",
                   (unsigned long long)far);
  if (LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "atomic %s",
                   effect & VD_EFFECT_WRITE ? "store" : "load");
  if (LLVMGetVolatile(inst))
    return VD_EFFECT_READ | VD_EFFECT_WRITE | VD_EFFECT_WORLD;
  return vd_lift_private(f, pointer) ? 0 : effect;
}

static bool returns_twice(VdLift *l, LLVMValueRef call, LLVMValueRef callee) {
  const unsigned function = LLVMAttributeFunctionIndex;
  if (LLVMGetCallSiteEnumAttribute(call, function, l->returns_twice))
    return true;
  return callee &&
         LLVMGetEnumAttributeAtIndex(callee, function, l->returns_twice);
}

static uint32_t scan_call(VdLift *l, VdLiftFunc *f, LLVMValueRef inst) {
  VdLiftFunc *callee = vd_lift_callee(l, inst);
  if (returns_twice(l, inst, callee ? callee->value : NULL))
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "setjmp");
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(inst)))
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "inline assembly");
  if (!callee || !callee->defined || callee->weak)
    return vd_lift_call_effect(l, f, inst);
  vd_push(&f->callee, (uint32_t)(callee - l->func.at));
  return 0;
}

static uint32_t scan_alloca(VdLiftFunc *f, LLVMValueRef inst) {
  const uint64_t *i = vd_map_get(&f->local_of, (uintptr_t)inst);
  return i && f->local.at[*i].home == VD_HOME_DYNAMIC ? VD_EFFECT_HEAP : 0;
}

static uint32_t scan_inst(VdLift *l, VdLiftFunc *f, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  scan_opcode(l, f, inst, op);
  switch (op) {
    case LLVMLoad:
      return scan_access(l, f, inst, LLVMGetOperand(inst, 0), VD_EFFECT_READ);
    case LLVMStore:
      return scan_access(l, f, inst, LLVMGetOperand(inst, 1),
                         VD_EFFECT_READ | VD_EFFECT_WRITE);
    case LLVMAlloca: return scan_alloca(f, inst);
    case LLVMCall: return scan_call(l, f, inst);
    default: return 0;
  }
}

static void scan_params(VdLift *l, VdLiftFunc *f) {
  for (uint32_t i = 0; i < LLVMCountParams(f->value); i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(f->value, i));
    const char *bad = vd_lift_type(l, type)->bad;
    if (bad) vd_lift_reject(l, f, vd_lift_func_pos(l, f->value), "%s", bad);
    // Its contents are read on entry.
    if (vd_lift_byval(l, f->value, i)) f->own |= VD_EFFECT_READ;
  }
}

// What the outside sees of a loop that nothing leads out of (body.c).
static void scan_endless(VdLiftFunc *f) {
  VdLiftOrder order = {0};
  vd_lift_order(f->value, &order);
  if (vd_lift_endless(&order, false, NULL))
    f->own |= VD_EFFECT_READ | VD_EFFECT_WORLD | VD_EFFECT_HALT;
  vd_lift_order_done(&order);
}

void vd_lift_scan(VdLift *l, VdLiftFunc *f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      f->own |= scan_inst(l, f, i);
      scan_types(l, f, i);
    }
  scan_params(l, f);
  scan_endless(f);
  for (uint32_t i = 0; i < f->local.len; i++)
    if (f->local.at[i].home == VD_HOME_SLOT &&
        LLVMIsAArgument(f->local.at[i].value))
      f->own |= VD_EFFECT_WRITE;
}

// ---------------------------------------------------------------- fixpoint
typedef struct Callers {
  uint32_t *start, *caller;  // of function i: caller[start[i]] on
} Callers;

static void find_callers(VdLift *l, Callers *c) {
  uint32_t n = l->func.len, total = 0;
  c->start = vd_alloc(vd_mul(vd_add(n, 1), sizeof *c->start));
  for (uint32_t i = 0; i < n; i++) {
    VdLiftFunc *f = &l->func.at[i];
    total += f->callee.len;
    for (uint32_t k = 0; k < f->callee.len; k++) c->start[f->callee.at[k]]++;
  }
  for (uint32_t i = 0, sum = 0; i <= n; i++) c->start[i] = sum += c->start[i];
  c->caller = vd_alloc(vd_mul(vd_add(total, 1), sizeof *c->caller));
  for (uint32_t i = 0; i < n; i++) {
    VdLiftFunc *f = &l->func.at[i];
    for (uint32_t k = 0; k < f->callee.len; k++)
      c->caller[--c->start[f->callee.at[k]]] = i;
  }
}

void vd_lift_effects(VdLift *l) {
  Callers callers;
  VD_VEC(uint32_t) todo = {0};
  find_callers(l, &callers);
  for (uint32_t i = 0; i < l->func.len; i++) {
    VdLiftFunc *f = &l->func.at[i];
    f->effect = f->reason ? VD_EFFECT_ALL : f->own;
    if (f->effect) vd_push(&todo, i);
  }
  while (todo.len) {
    uint32_t i = vd_pop(&todo);
    for (uint32_t k = callers.start[i]; k < callers.start[i + 1]; k++) {
      VdLiftFunc *caller = &l->func.at[callers.caller[k]];
      uint32_t all = caller->effect | l->func.at[i].effect;
      if (all == caller->effect) continue;
      caller->effect = all;
      vd_push(&todo, callers.caller[k]);
    }
  }
  vd_vec_done(&todo);
  vd_free(callers.start);
  vd_free(callers.caller);
}
