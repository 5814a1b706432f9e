// What a proof about a function takes for granted: words for its ir function,
// which src/verdict/assume.c turns into what is said with a verdict.
//
// Some things are done everywhere (accesses of an alignment, of a type, local
// arrays). They are noted with the place where they are done, so that only
// what the new version does and the old one does not is said.
#include "front/c/lift.h"

enum { MAX_STEPS = 8, MAX_NAME = 40, MAX_PADDED = 1 << 16 };

typedef struct Touch {
  VdLift *lift;
  VdLiftFunc *fn;
  VdBuf words;
  VdNames seen;
} Touch;

static void add(Touch *t, const char *fmt, ...) VD_PRINTF(2, 3);
static void add(Touch *t, const char *fmt, ...) {
  VdBuf word = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&word, fmt, args);
  va_end(args);
  if (!vd_name_get(&t->seen, word.at, word.len)) {
    vd_name_put(&t->seen, word.at, word.len);
    vd_buf_printf(&t->words, "%s%s", t->words.len ? " " : "",
                  vd_buf_text(&word));
  }
  vd_buf_done(&word);
}

// ------------------------------------------------------------------- roots
// The value that is stored into a local, if there is one such store.
static LLVMValueRef only_store(LLVMValueRef local) {
  LLVMValueRef value = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != local) continue;
    if (value) return NULL;
    value = LLVMGetOperand(user, 0);
  }
  return value;
}

// Where a pointer comes from: a variable, a parameter, or something else.
// offset is what constants add to it, *known is false if others do.
static LLVMValueRef root_of(VdLift *l, LLVMValueRef pointer, uint64_t *offset,
                            bool *known) {
  for (int i = 0; i < MAX_STEPS; i++) {
    if (vd_lift_is_gep(pointer)) {
      VdLiftGep gep = {0};
      if (!vd_lift_gep(l, pointer, &gep)) return pointer;
      *offset += gep.offset;
      *known &= gep.term.len == 0;
      pointer = gep.base;
      vd_vec_done(&gep.term);
    } else if (LLVMIsALoadInst(pointer) &&
               LLVMIsAAllocaInst(LLVMGetOperand(pointer, 0))) {
      LLVMValueRef from = LLVMGetOperand(pointer, 0);
      LLVMValueRef value = only_store(from);
      if (!value || LLVMIsAArgument(value)) return from;
      if (!LLVMIsALoadInst(value) && !vd_lift_is_gep(value)) return from;
      pointer = value;
    } else {
      return pointer;
    }
  }
  return pointer;
}

// A name that the other version is likely to have too; "*" if there is none.
static void put_root(LLVMValueRef root, char *out) {
  size_t n;
  const char *name = LLVMGetValueName2(root, &n);
  bool named = n && (LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root) ||
                     LLVMIsAArgument(root));
  if (n > 5 && named && !strncmp(name + n - 5, ".addr", 5)) n -= 5;
  if (n >= MAX_NAME) n = MAX_NAME - 1;
  if (named && memchr(name, ' ', n)) named = false;
  if (named && memchr(name, ':', n)) named = false;
  snprintf(out, MAX_NAME, "%.*s", named ? (int)n : 1, named ? name : "*");
}

// ---------------------------------------------------------------- accesses
static const char *type_name(LLVMTypeRef type, char *out, size_t size) {
  switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
      snprintf(out, size, "i%u", LLVMGetIntTypeWidth(type));
      return LLVMGetIntTypeWidth(type) <= 8 ? NULL : out;
    case LLVMFloatTypeKind: return "float";
    case LLVMDoubleTypeKind: return "double";
    case LLVMPointerTypeKind: return "ptr";
    default: return NULL;
  }
}

static void touch_access(Touch *t, LLVMValueRef inst, LLVMValueRef pointer,
                         LLVMTypeRef type) {
  uint64_t offset = 0;
  bool known = true;
  char root_name[MAX_NAME], text[16];
  LLVMValueRef root = root_of(t->lift, pointer, &offset, &known);
  if (LLVMGetVolatile(inst)) {
    add(t, "volatile");
    add(t, "threads");
  }
  // A local of its own type, not what a pointer in it leads to.
  bool direct = LLVMIsAAllocaInst(root) && pointer == root;
  if (direct && LLVMGetAllocatedType(root) == type) return;
  put_root(root, root_name);
  unsigned align = LLVMGetAlignment(inst);
  if (align > 1 && !direct) add(t, "align:%s:%u", root_name, align);
  const char *name = type_name(type, text, sizeof text);
  if (name && known && root_name[0] != '*')
    add(t, "type:%s:%llu:%s", root_name, (unsigned long long)offset, name);
  if (name && direct) {
    char own[16];
    const char *is = type_name(LLVMGetAllocatedType(root), own, sizeof own);
    if (is) add(t, "type:%s:0:%s", root_name, is);
  }
}

// Through a pointer to what is not a variable: that may be a constant.
static void touch_write(Touch *t, LLVMValueRef pointer) {
  for (int i = 0; i < MAX_STEPS && vd_lift_is_gep(pointer); i++)
    pointer = LLVMGetOperand(pointer, 0);
  if (!LLVMIsAAllocaInst(pointer) && !LLVMIsAGlobalVariable(pointer))
    add(t, "writes");
}

// ------------------------------------------------------------------- calls
static bool starts_with(const char *name, const char *start) {
  return !strncmp(name, start, strlen(start));
}

static bool is_about_threads(const char *name) {
  static const char *const starts[] = {"pthread_", "thrd_", "mtx_", "cnd_",
                                       "sem_",     "sig",   "raise"};
  for (size_t i = 0; i < VD_COUNT(starts); i++)
    if (starts_with(name, starts[i])) return true;
  return false;
}

static bool has_padding(VdLift *l, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !LLVMTypeIsSized(type))
    return false;
  uint64_t size = LLVMABISizeOfType(l->layout, type);
  if (size > MAX_PADDED) return true;
  uint8_t *is_data = vd_alloc(size + 1);
  bool padding = false;
  vd_lift_padding(l, type, is_data);
  for (uint64_t i = 0; i < size; i++) padding |= !is_data[i];
  vd_free(is_data);
  return padding;
}

static void touch_call(Touch *t, LLVMValueRef inst) {
  const VdLiftModel *model = vd_lift_model_of(t->lift, inst);
  VdLiftMemop memop = vd_lift_memop_of(t->lift, inst);
  const VdLiftFunc *callee = vd_lift_callee(t->lift, inst);
  if (model && *vd_lift_model_notes(model))
    add(t, "%s", vd_lift_model_notes(model));
  // A call whose answer nobody uses is not in the ir.
  if (callee && !callee->defined && strstr(callee->known->notes, "strings"))
    add(t, "strings");
  if (callee && !callee->defined &&
      is_about_threads(vd_lift_name(t->lift, callee->value)))
    add(t, "threads");
  if (memop && memop < VD_MEMOP_MARK)
    touch_write(t, LLVMGetArgOperand(inst, 0));
  for (unsigned i = 0;
       i < 2 && (memop == VD_MEMOP_COPY || memop == VD_MEMOP_MOVE); i++) {
    LLVMValueRef place = LLVMGetArgOperand(inst, i);
    if (LLVMIsAAllocaInst(place) &&
        has_padding(t->lift, LLVMGetAllocatedType(place)))
      add(t, "padding");
  }
}

// ------------------------------------------------------------ instructions
// The ir has one NaN only.
static void touch_nan(Touch *t, LLVMValueRef value) {
  VdArena arena = {0};
  VdValue bits;
  LLVMBool lost;
  double x = LLVMConstRealGetDouble(value, &lost);
  if (x != x && vd_lift_bits(&arena, value, &bits))
    add(t, "nan:%llx", (unsigned long long)vd_value_limb(&bits, 0));
  vd_arena_done(&arena);
}

static void touch_constant(Touch *t, LLVMValueRef value, int depth) {
  if (!value || depth > MAX_STEPS) return;
  if (LLVMIsAGlobalVariable(value) && LLVMIsThreadLocal(value)) add(t, "tls");
  if (LLVMIsAConstantFP(value)) touch_nan(t, value);
  if (!LLVMIsAConstantExpr(value)) return;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    touch_constant(t, LLVMGetOperand(value, (unsigned)i), depth + 1);
}

// An address as a number, but for a difference of two.
static bool is_number(LLVMValueRef inst) {
  for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u))
    if (!LLVMIsABinaryOperator(LLVMGetUser(u)) ||
        LLVMGetInstructionOpcode(LLVMGetUser(u)) != LLVMSub)
      return true;
  return false;
}

// May the target fuse a product and a sum? x86-64 can't, unless it is told.
static bool has_fma(Touch *t) {
  static const char key[] = "target-features";
  LLVMAttributeRef features = LLVMGetStringAttributeAtIndex(
      t->fn->value, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
      sizeof key - 1);
  unsigned n = 0;
  const char *text = features ? LLVMGetStringAttributeValue(features, &n) : "";
  return !starts_with(LLVMGetTarget(t->lift->llvm), "x86_64") ||
         (n && memmem(text, n, "+fma", 4));
}

// Floats that need not be computed as written.
static void touch_float(Touch *t, LLVMValueRef inst) {
  size_t n;
  LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
  unsigned flags = LLVMCanValueUseFastMathFlags(inst)
                       ? LLVMGetFastMathFlags(inst)
                       : LLVMFastMathNone;
  bool fused =
      callee && starts_with(LLVMGetValueName2(callee, &n), "llvm.fmuladd.");
  if (flags & ~(unsigned)LLVMFastMathAllowContract ||
      ((flags || fused) && has_fma(t))) {
    add(t, "fast");
    add(t, "fast:%x", flags | (unsigned)fused << 16);
  }
}

static void touch_inst(Touch *t, LLVMValueRef inst) {
  touch_float(t, inst);
  for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
    LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
    if (operand && LLVMIsAConstant(operand)) touch_constant(t, operand, 0);
  }
  switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
      touch_access(t, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(inst));
      break;
    case LLVMStore:
      touch_access(t, inst, LLVMGetOperand(inst, 1),
                   LLVMTypeOf(LLVMGetOperand(inst, 0)));
      touch_write(t, LLVMGetOperand(inst, 1));
      break;
    case LLVMPtrToInt:
      if (is_number(inst)) add(t, "addresses");
      break;
    case LLVMCall: touch_call(t, inst); break;
    default: break;
  }
}

// Locals of which not every read is known to come after a write.
static void touch_locals(Touch *t) {
  for (uint32_t i = 0; i < t->fn->local.len; i++) {
    const VdLiftLocal *local = &t->fn->local.at[i];
    LLVMTypeKind kind =
        local->type ? LLVMGetTypeKind(local->type) : LLVMVoidTypeKind;
    bool many = kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind;
    if (many && local->home != VD_HOME_SLICED && !LLVMIsAArgument(local->value))
      add(t, "unwritten:%llu", (unsigned long long)local->size);
  }
}

void vd_lift_touch(VdLift *l, VdLiftFunc *f) {
  Touch t = {.lift = l, .fn = f};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      touch_inst(&t, i);
  touch_locals(&t);
  l->module->func.at[f->index]->notes =
      vd_arena_str(&l->module->arena, vd_buf_text(&t.words));
  vd_buf_done(&t.words);
  vd_names_done(&t.seen);
}
