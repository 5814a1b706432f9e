// What a proof about a function takes for granted: words for its ir function,
// which src/verdict/assume.c turns into what is said with a verdict.
//
// Some things are done everywhere (accesses of an alignment, of a type, local
// arrays). They are noted with the place where they are done, so that only
// what the new version does and the old one does not is said.
#include <llvm-c/DebugInfo.h>

#include "base/limit.h"
#include "front/c/lift.h"

typedef struct Touch {
  VdLift *lift;
  VdLiftFunc *fn;
  VdBuf words;
  VdNames seen;
  uint32_t floats;  // operations
  VdMap blocks;     // of debug information, that were looked at
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
// offset is what constants add to it, known is false if others do.
typedef struct Root {
  LLVMValueRef value;
  uint64_t offset;
  bool known;
  bool behind;  // where a pointer in the variable leads, not the variable
} Root;

static LLVMValueRef walk_to_root(VdLift *l, LLVMValueRef pointer, Root *root) {
  uint64_t *offset = &root->offset;
  bool *known = &root->known;
  for (uint32_t i = 0; i < vd_limit->touch_steps; i++) {
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
      root->behind = true;
      if (!value || LLVMIsAArgument(value)) return from;
      if (!LLVMIsALoadInst(value) && !vd_lift_is_gep(value)) return from;
      pointer = value;
    } else {
      return pointer;
    }
  }
  return pointer;
}

static Root root_of(VdLift *l, LLVMValueRef pointer) {
  Root root = {.known = true};
  root.value = walk_to_root(l, pointer, &root);
  return root;
}

// A name that the other version is likely to have too; "*" if there is none.
static void put_root(LLVMValueRef root, char *out) {
  size_t n;
  const char *name = LLVMGetValueName2(root, &n);
  bool named = n && (LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root) ||
                     LLVMIsAArgument(root));
  if (n > 5 && named && !strncmp(name + n - 5, ".addr", 5)) n -= 5;
  if (n >= vd_limit->touch_name) n = vd_limit->touch_name - 1;
  if (named && memchr(name, ' ', n)) named = false;
  if (named && memchr(name, ':', n)) named = false;
  snprintf(out, vd_limit->touch_name, "%.*s", named ? (int)n : 1,
           named ? name : "*");
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

// Is it a variable, of the type that it is declared with?
static bool is_declared(const Root *root) {
  return !root->behind &&
         (LLVMIsAAllocaInst(root->value) || LLVMIsAGlobalVariable(root->value));
}

static LLVMValueRef operand_of(LLVMValueRef node, unsigned i) {
  if (!node || !LLVMIsAMDNode(node)) return NULL;
  unsigned n = LLVMGetMDNodeNumOperands(node);
  if (i >= n) return NULL;
  LLVMValueRef *all = vd_alloc(vd_mul(n, sizeof *all));
  LLVMGetMDNodeOperands(node, all);
  LLVMValueRef operand = all[i];
  vd_free(all);
  return operand;
}

static bool is_same_node(LLVMValueRef a, LLVMValueRef b) {
  return a && b && LLVMValueAsMetadata(a) == LLVMValueAsMetadata(b);
}

static void put_word(VdBuf *out, const char *text, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    vd_buf_char(out, strchr(" :@", text[i]) ? '_' : text[i]);
}

static uint64_t number_of(LLVMValueRef value) {
  return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value)
                                            : UINT64_MAX;
}

// The innermost struct that has a member of a type at an offset.
static LLVMValueRef innermost(LLVMValueRef base, LLVMValueRef type,
                              uint64_t offset) {
  for (uint32_t i = 0; i < vd_limit->touch_steps; i++) {
    LLVMValueRef member = NULL, at;
    uint64_t start = 0;
    // A node is a name, then types and offsets.
    for (unsigned k = 2; (at = operand_of(base, k)); k += 2)
      if (number_of(at) <= offset) {
        member = operand_of(base, k - 1);
        start = number_of(at);
      }
    if (!member || is_same_node(member, type)) return base;
    base = member;
    offset -= start;
  }
  return base;
}

// The type of an access in C as far as strict aliasing tells types apart, with
// the struct that it is a member of: "long@s". False if that is not known, or
// if an access may be of any type.
static bool put_aliasing(Touch *t, LLVMValueRef inst, VdBuf *out) {
  static const char key[] = "tbaa";
  unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(t->lift->llvm),
                                           key, sizeof key - 1);
  LLVMValueRef tag = LLVMGetMetadata(inst, kind);
  LLVMValueRef base = operand_of(tag, 0), type = operand_of(tag, 1);
  LLVMValueRef name = operand_of(type, 0);
  unsigned n = 0, m = 0;
  const char *text = name ? LLVMGetMDString(name, &n) : NULL;
  if (!text || (n >= 4 && !memcmp(text + n - 4, "char", 4))) return false;
  put_word(out, text, n);
  if (is_same_node(base, type)) return true;
  LLVMValueRef tagged =
      operand_of(innermost(base, type, number_of(operand_of(tag, 2))), 0);
  const char *of = tagged ? LLVMGetMDString(tagged, &m) : NULL;
  if (!of) return true;
  vd_buf_char(out, '@');
  put_word(out, of, m);
  return true;
}

// "bytes": by any type, which counts where the object's type is not declared.
static void touch_type(Touch *t, const Root *root, const char *name,
                       const char *type) {
  if (root->known && name[0] != '*' &&
      !(is_declared(root) && !strcmp(type, "bytes")))
    add(t, "type:%s:%llu:%s", name, (unsigned long long)root->offset, type);
}

static void touch_access(Touch *t, LLVMValueRef inst, LLVMValueRef pointer,
                         LLVMTypeRef type) {
  char root_name[VD_MOST_touch_name], text[16];
  Root at = root_of(t->lift, pointer);
  LLVMValueRef root = at.value;
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
  VdBuf aliasing = {0};
  const char *name = type_name(type, text, sizeof text);
  bool typed = put_aliasing(t, inst, &aliasing);
  // Without any tags, as in most LLVM IR, LLVM's types are all there is.
  bool untold = !typed && name && t->lift->poison;
  touch_type(t, &at, root_name,
             typed    ? vd_buf_text(&aliasing)
             : untold ? name
                      : "bytes");
  vd_buf_done(&aliasing);
  if (name && direct) {
    char own[16];
    const char *is = type_name(LLVMGetAllocatedType(root), own, sizeof own);
    if (is) add(t, "type:%s:0:%s", root_name, is);
  }
}

// Through a pointer to what is not a variable: that may be a constant.
static void touch_write(Touch *t, LLVMValueRef pointer) {
  for (uint32_t i = 0; i < vd_limit->touch_steps && vd_lift_is_gep(pointer);
       i++)
    pointer = LLVMGetOperand(pointer, 0);
  if (!LLVMIsAAllocaInst(pointer) && !LLVMIsAGlobalVariable(pointer))
    add(t, "writes");
}

// ------------------------------------------------------------------- calls

static bool is_about_threads(const char *name) {
  static const char *const starts[] = {"pthread_", "thrd_", "mtx_", "cnd_",
                                       "sem_",     "sig",   "raise"};
  for (size_t i = 0; i < VD_COUNT(starts); i++)
    if (vd_text_begins(name, starts[i])) return true;
  return false;
}

static bool has_padding(VdLift *l, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !LLVMTypeIsSized(type))
    return false;
  uint64_t size = LLVMABISizeOfType(l->layout, type);
  if (size > vd_limit->touch_padded) return true;
  uint8_t *is_data = vd_alloc(size + 1);
  bool padding = false;
  vd_lift_padding(l, type, is_data);
  for (uint64_t i = 0; i < size; i++) padding |= !is_data[i];
  vd_free(is_data);
  return padding;
}

// A copy or fill of a struct demands its alignment.
static void touch_place(Touch *t, LLVMValueRef call, unsigned i) {
  static const char key[] = "align";
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(
      call, i + 1, LLVMGetEnumAttributeKindForName(key, sizeof key - 1));
  uint64_t align = attribute ? LLVMGetEnumAttributeValue(attribute) : 1;
  char name[VD_MOST_touch_name];
  Root root = root_of(t->lift, LLVMGetArgOperand(call, i));
  put_root(root.value, name);
  if (align > 1 && !is_declared(&root))
    add(t, "align:%s:%llu", name, (unsigned long long)align);
  touch_type(t, &root, name, "bytes");
}

// What a call takes for granted although it may not be in the ir: what is
// without effect there is left out if its answer is not used.
static void touch_known(Touch *t, const char *notes) {
  static const char *const kept[] = {"strings", "errno", "locale"};
  for (size_t i = 0; i < VD_COUNT(kept); i++)
    if (strstr(notes, kept[i])) add(t, "%s", kept[i]);
}

// "asserts:HASH": a text that a failed assertion prints. Its line is left out,
// which all that stands above it moves.
static void touch_assertion(Touch *t, LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    size_t n;
    LLVMValueRef text = LLVMGetArgOperand(call, i);
    text = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    if (!text || !LLVMIsAConstantDataSequential(text) ||
        !LLVMIsConstantString(text))
      continue;
    const char *bytes = LLVMGetAsString(text, &n);
    add(t, "asserts:%llx", (unsigned long long)vd_hash_bytes(bytes, n, 0));
  }
}

static void touch_call(Touch *t, LLVMValueRef inst) {
  const VdLiftModel *model = vd_lift_model_of(t->lift, inst);
  VdLiftMemop memop = vd_lift_memop_of(t->lift, inst);
  const VdLiftFunc *callee = vd_lift_callee(t->lift, inst);
  if (model && *vd_lift_model_notes(model))
    add(t, "%s", vd_lift_model_notes(model));
  if (callee && !callee->defined) touch_known(t, callee->known->notes);
  if (callee && callee->known->needs == VD_NEEDS_NONE) touch_assertion(t, inst);
  if (callee && !callee->defined &&
      is_about_threads(vd_lift_name(t->lift, callee->value)))
    add(t, "threads");
  if (memop && memop < VD_MEMOP_MARK)
    touch_write(t, LLVMGetArgOperand(inst, 0));
  if (memop == VD_MEMOP_FILL) touch_place(t, inst, 0);
  for (unsigned i = 0;
       i < 2 && (memop == VD_MEMOP_COPY || memop == VD_MEMOP_MOVE); i++) {
    LLVMValueRef place = LLVMGetArgOperand(inst, i);
    touch_place(t, inst, i);
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

static void touch_constant(Touch *t, LLVMValueRef value, uint32_t depth) {
  if (!value || depth > vd_limit->touch_steps) return;
  if (LLVMIsAGlobalVariable(value) && LLVMIsThreadLocal(value)) add(t, "tls");
  if (LLVMIsAConstantFP(value)) touch_nan(t, value);
  uint64_t far;
  if (!LLVMIsAConstantExpr(value)) return;
  if (vd_lift_is_far(value, &far)) add(t, "addresses");
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

// Null and an offset: an address that the model takes for none.
static bool starts_at_null(Touch *t, LLVMValueRef pointer) {
  LLVMValueRef root = root_of(t->lift, pointer).value;
  if (LLVMIsAAllocaInst(root)) root = only_store(root);
  return root && LLVMIsAConstantPointerNull(root);
}

// Is a pointer compared with a constant that is not null?
static bool compares_address(LLVMValueRef inst) {
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef x = LLVMGetOperand(inst, i);
    if (LLVMIsAConstantExpr(x) && LLVMGetConstOpcode(x) == LLVMIntToPtr)
      return true;
  }
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
  return !vd_text_begins(LLVMGetTarget(t->lift->llvm), "x86_64") ||
         (n && memmem(text, n, "+fma", 4));
}

// Is it rounded?
static bool is_float_operation(LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP: return true;
    case LLVMCall: return LLVMCanValueUseFastMathFlags(inst);
    default: return false;
  }
}

// Floats that need not be computed as written.
static void touch_float(Touch *t, LLVMValueRef inst) {
  size_t n;
  t->floats += is_float_operation(inst);
  if (LLVMGetInstructionOpcode(inst) == LLVMFCmp) add(t, "compares");
  LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
  unsigned flags = LLVMCanValueUseFastMathFlags(inst)
                       ? LLVMGetFastMathFlags(inst)
                       : LLVMFastMathNone;
  bool fused =
      callee && vd_text_begins(LLVMGetValueName2(callee, &n), "llvm.fmuladd.");
  if (flags & ~(unsigned)LLVMFastMathAllowContract ||
      ((flags || fused) && has_fma(t))) {
    add(t, "fast");
    add(t, "fast:%x", flags | (unsigned)fused << 16);
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

// Locals of unusual size take the stack.
static void touch_frame(Touch *t) {
  enum { USUAL = 1 << 12 };
  uint64_t size = 0;
  for (uint32_t i = 0; i < t->fn->local.len; i++) {
    const VdLiftLocal *local = &t->fn->local.at[i];
    if (local->home == VD_HOME_DYNAMIC || LLVMIsAArgument(local->value))
      continue;
    if (local->size > UINT64_MAX - size) continue;
    size += local->size;
  }
  if (size > USUAL) add(t, "frame:%llu", (unsigned long long)size);
}

// ------------------------------------------------------------------ scopes
// The block that a node of debug information is in; NULL: the function.
static LLVMMetadataRef block_of(Touch *t, LLVMMetadataRef scope) {
  while (scope) {
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    if (kind == LLVMDILexicalBlockMetadataKind) return scope;
    if (kind != LLVMDILexicalBlockFileMetadataKind) return NULL;
    LLVMValueRef up = operand_of(
        LLVMMetadataAsValue(LLVMGetModuleContext(t->lift->llvm), scope), 1);
    scope = up ? LLVMValueAsMetadata(up) : NULL;
  }
  return NULL;
}

static bool is_inside(Touch *t, LLVMMetadataRef scope, LLVMMetadataRef block) {
  for (scope = block_of(t, scope); scope && scope != block;) {
    LLVMValueRef up = operand_of(
        LLVMMetadataAsValue(LLVMGetModuleContext(t->lift->llvm), scope), 1);
    scope = up ? block_of(t, LLVMValueAsMetadata(up)) : NULL;
  }
  return scope != NULL;
}

static bool is_access(Touch *t, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  return op == LLVMLoad || op == LLVMStore ||
         (op == LLVMCall && vd_lift_memop_of(t->lift, inst) < VD_MEMOP_MARK);
}

// "scope:HASH": a local whose life ends before the function does, and which
// accesses and calls are in its life.
static void touch_scope(Touch *t, LLVMMetadataRef block) {
  uint64_t hash = 0;
  uint64_t *seen = vd_map_put(&t->blocks, (uintptr_t)block);
  if ((*seen)++) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fn->value); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (!is_access(t, i)) continue;
      LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
      LLVMMetadataRef scope = at ? LLVMDILocationGetScope(at) : NULL;
      hash = vd_hash_mix(hash, 1 + (uint64_t)is_inside(t, scope, block));
    }
  add(t, "scope:%llx", (unsigned long long)hash);
}

// A local whose address is a value, and the block that declares it.
static void touch_declaration(Touch *t, LLVMValueRef call) {
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!callee || strcmp(LLVMGetValueName2(callee, &n), "llvm.dbg.declare"))
    return;
  LLVMValueRef local = operand_of(LLVMGetArgOperand(call, 0), 0);
  LLVMValueRef scope = operand_of(LLVMGetArgOperand(call, 1), 0);
  if (!local || !scope) return;
  const uint64_t *place = vd_map_get(&t->fn->local_of, (uintptr_t)local);
  if (!place) return;
  VdLiftHome home = t->fn->local.at[*place].home;
  LLVMMetadataRef block = block_of(t, LLVMValueAsMetadata(scope));
  if (block && (home == VD_HOME_SLOT || home == VD_HOME_DYNAMIC))
    touch_scope(t, block);
}

// ------------------------------------------------------------------- loops
// May a compiler take the loop to end?
static bool must_progress(Touch *t, LLVMValueRef jump) {
  static const char key[] = "llvm.loop", word[] = "llvm.loop.mustprogress";
  LLVMValueRef node = LLVMGetMetadata(
      jump, LLVMGetMDKindIDInContext(LLVMGetModuleContext(t->lift->llvm), key,
                                     sizeof key - 1));
  bool must = false;
  unsigned n = node ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  LLVMValueRef *all = vd_alloc(vd_mul(vd_add(n, 1), sizeof *all));
  if (n) LLVMGetMDNodeOperands(node, all);
  for (unsigned i = 0; i < n && !must; i++) {
    unsigned len = 0;
    LLVMValueRef first = all[i] == node ? NULL : operand_of(all[i], 0);
    const char *text = first ? LLVMGetMDString(first, &len) : NULL;
    must = text && len == sizeof word - 1 && !memcmp(text, word, len);
  }
  vd_free(all);
  return must;
}

// "loops:LETTERS", one for each loop: p if a compiler may take it to end, n if
// it may not.
static void touch_loops(Touch *t) {
  VdMap number = {0};  // of blocks, in order
  VdBuf letters = {0};
  VdMap head = {0};  // of blocks that are jumped back to: place in letters
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fn->value); b;
       b = LLVMGetNextBasicBlock(b)) {
    *vd_map_put(&number, (uintptr_t)b) = 1;
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(b);
    unsigned n = jump ? LLVMGetNumSuccessors(jump) : 0;
    for (unsigned i = 0; i < n; i++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(jump, i);
      if (!vd_map_get(&number, (uintptr_t)to)) continue;
      uint64_t *place = vd_map_put(&head, (uintptr_t)to);
      if (!*place) {
        vd_buf_char(&letters, 'n');
        *place = letters.len;
      }
      if (must_progress(t, jump)) letters.at[*place - 1] = 'p';
    }
  }
  if (letters.len) add(t, "loops:%s", vd_buf_text(&letters));
  vd_buf_done(&letters);
  vd_map_done(&head);
  vd_map_done(&number);
}

// --------------------------------------------------------------- all of it
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
    case LLVMIntToPtr: add(t, "addresses"); break;
    case LLVMICmp:
      if (compares_address(inst)) add(t, "addresses");
      break;
    case LLVMGetElementPtr:
      if (starts_at_null(t, inst)) add(t, "addresses");
      break;
    case LLVMCall:
      touch_call(t, inst);
      touch_declaration(t, inst);
      break;
    default: break;
  }
}

// Who looks at memory while a loop runs for ever is another thread.
static void touch_endless(Touch *t) {
  VdLiftOrder order = {0};
  vd_lift_order(t->fn->value, &order);
  bool endless = t->fn->hangs || vd_lift_endless(&order, false, NULL);
  if (endless && t->fn->effect & VD_EFFECT_WRITE) add(t, "threads");
  vd_lift_order_done(&order);
}

// "tail:NAME:N": calls of a function that take no stack (musttail).
static void touch_tail(Touch *t) {
  unsigned n = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fn->value); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      n += LLVMIsACallInst(i) &&
           LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail;
  if (n) add(t, "tail:%s:%u", vd_lift_name(t->lift, t->fn->value), n);
}

void vd_lift_touch(VdLift *l, VdLiftFunc *f) {
  Touch t = {.lift = l, .fn = f};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      touch_inst(&t, i);
  touch_locals(&t);
  touch_frame(&t);
  touch_loops(&t);
  touch_endless(&t);
  touch_tail(&t);
  if (t.floats) add(&t, "floats:%u", t.floats);
  if (!l->rules && vd_digest_is_none(&f->body))
    f->body = vd_lift_body_digest(l, f);
  l->module->func.at[f->index]->body = f->body;
  l->module->func.at[f->index]->notes =
      vd_arena_str(&l->module->arena, vd_buf_text(&t.words));
  vd_buf_done(&t.words);
  vd_map_done(&t.blocks);
  vd_names_done(&t.seen);
}
