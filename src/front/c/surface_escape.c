// Whose addresses get out of the file.
//
// An address is followed through casts, parts, memory and calls of static
// functions. Memory that holds it is one level up: a pointer to that memory is
// followed as the address is, and what is loaded through it is one level down.
// What is not followed counts as getting out; so does what takes too long.
#include <stdlib.h>

#include "base/limit.h"
#include "front/c/surface.h"

enum {
  // Of VdSurface.over_aligned
  OVER_NONE = 1,
  OVER_SOME = 2,
};

typedef struct Pointer {
  LLVMValueRef value;
  uint32_t level;
} Pointer;

typedef struct Walk {
  VdSurface *s;
  VD_VEC(Pointer) work;
  VdMap seen;  // value to a set of levels
  uint32_t steps;
  bool out;
} Walk;

static void visit(Walk *w, LLVMValueRef value, uint32_t level) {
  if (level > vd_limit->escape_level || ++w->steps > vd_limit->escape_steps) {
    w->out = true;
    return;
  }
  uint64_t *levels = vd_map_put(&w->seen, (uintptr_t)value);
  if (*levels >> level & 1) return;
  *levels |= UINT64_C(1) << level;
  vd_push(&w->work, ((Pointer){value, level}));
}

static bool is_static(LLVMValueRef global) {
  return !LLVMIsDeclaration(global) && !vd_lift_is_exported(global);
}

// ------------------------------------------------------------------ memory
// The variable or local that an address is into, NULL if it is not known.
static LLVMValueRef object_of(LLVMValueRef address) {
  for (uint32_t i = 0; i < vd_limit->escape_steps; i++) {
    if (vd_lift_is_gep(address))
      address = LLVMGetOperand(address, 0);
    else
      break;
  }
  bool known = LLVMIsAAllocaInst(address) ||
               (LLVMIsAGlobalVariable(address) && is_static(address));
  return known ? address : NULL;
}

static void store(Walk *w, LLVMValueRef address, uint32_t level) {
  LLVMValueRef object = object_of(address);
  if (object)
    visit(w, object, level + 1);
  else
    w->out = true;
}

// ------------------------------------------------------------------- calls
static bool is_called(LLVMValueRef call, LLVMValueRef value) {
  return LLVMIsACallInst(call) && LLVMGetCalledValue(call) == value;
}

static void pass_to(Walk *w, LLVMValueRef call, LLVMValueRef callee,
                    LLVMValueRef value, uint32_t level) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    if (LLVMGetArgOperand(call, i) != value) continue;
    if (i < LLVMCountParams(callee))
      visit(w, LLVMGetParam(callee, i), level);
    else
      w->out = true;
  }
}

static void pass(Walk *w, LLVMValueRef call, LLVMValueRef value,
                 uint32_t level) {
  LLVMValueRef callee = vd_lift_resolve(LLVMGetCalledValue(call));
  bool argument = false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    argument |= LLVMGetArgOperand(call, i) == value;
  if (!argument) return;
  if (!LLVMIsAFunction(callee)) {
    w->out = true;
  } else if (vd_lift_memop_of(w->s->lift, call)) {
    // What is copied may hold it.
    bool source = LLVMIsAMemCpyInst(call) || LLVMIsAMemMoveInst(call);
    if (level > 0 && source && LLVMGetArgOperand(call, 1) == value)
      store(w, LLVMGetArgOperand(call, 0), level - 1);
  } else if (!LLVMIsDeclaration(callee) && !vd_lift_is_weak(callee) &&
             !vd_lift_is_inline(callee)) {
    pass_to(w, call, callee, value, level);
  } else {
    w->out = true;
  }
}

// To those who call the function, which are known if it is static.
static void give_back(Walk *w, LLVMValueRef ret, uint32_t level) {
  LLVMValueRef func = LLVMGetBasicBlockParent(LLVMGetInstructionParent(ret));
  w->out |= !is_static(func);
  for (LLVMUseRef use = LLVMGetFirstUse(func); use && !w->out;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_called(user, func))
      visit(w, user, level);
    else
      w->out = true;
  }
}

// -------------------------------------------------------------------- uses
static void follow_inst(Walk *w, LLVMValueRef user, LLVMValueRef value,
                        uint32_t level) {
  switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
      if (level > 0) visit(w, user, level - 1);
      return;
    case LLVMStore:
      if (LLVMGetOperand(user, 0) == value)
        store(w, LLVMGetOperand(user, 1), level);
      return;
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze: visit(w, user, level); return;
    case LLVMICmp: return;
    case LLVMCall: pass(w, user, value, level); return;
    case LLVMRet: give_back(w, user, level); return;
    default: w->out = true; return;
  }
}

// Lists of LLVM that say what the linker keeps. That is a fact of its own.
static bool is_kept_list(LLVMValueRef global) {
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  return !strcmp(name, "llvm.used") || !strcmp(name, "llvm.compiler.used") ||
         !strcmp(name, "llvm.global.annotations");
}

static void follow_constant(Walk *w, LLVMValueRef user, uint32_t level) {
  if (LLVMIsAGlobalVariable(user)) {
    if (is_kept_list(user)) return;
    if (is_static(user))
      visit(w, user, level + 1);
    else
      w->out = true;
  } else if (LLVMIsAGlobalAlias(user)) {
    if (!vd_lift_is_exported(user)) visit(w, user, level);
  } else if (LLVMIsAConstantExpr(user) || LLVMIsAConstantStruct(user) ||
             LLVMIsAConstantArray(user)) {
    visit(w, user, level);
  } else if (!LLVMIsAGlobalIFunc(user) && !LLVMIsABlockAddress(user)) {
    w->out = true;
  }
}

static void follow(Walk *w, Pointer p) {
  for (LLVMUseRef use = LLVMGetFirstUse(p.value); use && !w->out;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user))
      follow_inst(w, user, p.value, p.level);
    else
      follow_constant(w, user, p.level);
  }
}

bool vd_surface_escapes(VdSurface *s, LLVMValueRef value) {
  Walk w = {.s = s};
  visit(&w, value, 0);
  while (w.work.len && !w.out) follow(&w, vd_pop(&w.work));
  vd_vec_done(&w.work);
  vd_map_done(&w.seen);
  return w.out;
}

// ------------------------------------------------------------------ locals
typedef VD_VEC(uint32_t) Alignments;

typedef struct Reach {
  VdSurface *s;
  VD_VEC(LLVMValueRef) work;
  VdMap seen;  // functions
  Alignments found;
} Reach;

// More than any local of its type has; clang gives big arrays, and blocks of a
// size that is not known, 16.
static bool is_over_aligned(VdSurface *s, LLVMValueRef local) {
  enum { BIG = 16 };
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  LLVMValueRef count = LLVMGetOperand(local, 0);
  unsigned usual = LLVMPreferredAlignmentOfType(s->lift->layout, type);
  bool many = !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) > 1;
  bool big = LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
             LLVMABISizeOfType(s->lift->layout, type) >= BIG;
  if ((big || many) && usual < BIG) usual = BIG;
  return LLVMGetAlignment(local) > usual;
}

static void reach_inst(Reach *r, LLVMValueRef inst) {
  if (LLVMIsACallInst(inst)) {
    LLVMValueRef callee = vd_lift_resolve(LLVMGetCalledValue(inst));
    if (LLVMIsAFunction(callee) && is_static(callee)) vd_push(&r->work, callee);
  } else if (LLVMIsAAllocaInst(inst) && is_over_aligned(r->s, inst) &&
             vd_surface_escapes(r->s, inst)) {
    vd_push(&r->found, LLVMGetAlignment(inst));
  }
}

static void reach(Reach *r, LLVMValueRef func) {
  if (vd_map_get(&r->seen, (uintptr_t)func)) return;
  *vd_map_put(&r->seen, (uintptr_t)func) = 1;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
         inst = LLVMGetNextInstruction(inst))
      reach_inst(r, inst);
}

static int by_size(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? 1 : a > b ? -1 : 0;
}

// Hardly any module has such a local.
static bool has_over_aligned(VdSurface *s) {
  for (LLVMValueRef f = LLVMGetFirstFunction(s->lift->llvm); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
           inst = LLVMGetNextInstruction(inst))
        if (LLVMIsAAllocaInst(inst) && is_over_aligned(s, inst)) return true;
  return false;
}

const char *vd_surface_local_alignments(VdSurface *s, LLVMValueRef func) {
  Reach r = {.s = s};
  if (!s->over_aligned)
    s->over_aligned = has_over_aligned(s) ? OVER_SOME : OVER_NONE;
  if (s->over_aligned == OVER_NONE) return "";
  VdBuf out = {0};
  vd_push(&r.work, func);
  while (r.work.len) reach(&r, vd_pop(&r.work));
  if (r.found.len) qsort(r.found.at, r.found.len, sizeof *r.found.at, by_size);
  for (uint32_t i = 0; i < r.found.len; i++)
    vd_buf_printf(&out, "%s%u", i ? ", " : "", r.found.at[i]);
  vd_vec_done(&r.work);
  vd_map_done(&r.seen);
  vd_vec_done(&r.found);
  return vd_surface_keep(s, &out);
}
