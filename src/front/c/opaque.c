// What a function looks like: a digest of its body as LLVM has it, without what
// does not matter (names of values, debug information). Of an unsupported one
// there are the functions it refers to, too: equal digests and equal functions
// referred to mean the same code.
#include "base/limit.h"
#include "front/c/lift.h"

typedef struct Writer {
  VdLift *lift;
  VdBuf buf;
  VdMap number;  // LLVM value or block to its number in the function
  VdMap ref_of;  // ir function to its place in ref
  VdMap seen;    // globals whose contents count, to their number; in order:
  VD_VEC(LLVMValueRef) global;
  VdFunc *out;   // NULL: functions count by name
  bool unnamed;  // static things count by the order in which they are met
  VdMap met;     // their numbers
  bool calling;  // what is written is what a call calls
  VdMap taken;   // functions in take of out
  uint32_t nesting;
} Writer;

// Numbers and texts carry their length or an end mark, so that different
// bodies can't have the same bytes.
static void put_number(Writer *w, uint64_t x) {
  char text[18];
  size_t at = sizeof text;
  text[--at] = ',';  // by hand, as a body is mostly numbers
  do text[--at] = "0123456789abcdef"[x & 15];
  while (x >>= 4);
  vd_buf_add(&w->buf, text + at, sizeof text - at);
}

static void put_bytes(Writer *w, const char *text, size_t n) {
  put_number(w, n);
  vd_buf_add(&w->buf, text, n);
}

static void put_text(Writer *w, const char *text) {
  put_bytes(w, text, strlen(text));
}

static void put_mark(Writer *w, char mark) {
  vd_buf_char(&w->buf, mark);
}

// What is too deep to be written is not like anything of another file.
static void put_unlike(Writer *w) {
  put_mark(w, '!');
  put_text(w, w->lift->path);
}

// ------------------------------------------------------------------- types
static void put_type(Writer *w, LLVMTypeRef type);

static void put_struct(Writer *w, LLVMTypeRef type) {
  uint32_t n = LLVMCountStructElementTypes(type);
  put_mark(w, LLVMIsPackedStruct(type) ? '<' : '{');
  put_number(w, n);
  for (uint32_t i = 0; i < n; i++)
    put_type(w, LLVMStructGetTypeAtIndex(type, i));
}

static void put_function_type(Writer *w, LLVMTypeRef type) {
  uint32_t n = LLVMCountParamTypes(type);
  LLVMTypeRef *param = vd_alloc(vd_mul(vd_add(n, 1), sizeof *param));
  LLVMGetParamTypes(type, param);
  put_mark(w, LLVMIsFunctionVarArg(type) ? 'V' : 'F');
  put_type(w, LLVMGetReturnType(type));
  put_number(w, n);
  for (uint32_t i = 0; i < n; i++) put_type(w, param[i]);
  vd_free(param);
}

static void put_type(Writer *w, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  put_mark(w, 't');
  put_number(w, kind);
  if (++w->nesting > vd_limit->opaque_nesting) {
    put_unlike(w);
    w->nesting--;
    return;
  }
  switch (kind) {
    case LLVMIntegerTypeKind: put_number(w, LLVMGetIntTypeWidth(type)); break;
    case LLVMPointerTypeKind:
      put_number(w, LLVMGetPointerAddressSpace(type));
      break;
    case LLVMStructTypeKind: put_struct(w, type); break;
    case LLVMArrayTypeKind:
      put_number(w, LLVMGetArrayLength2(type));
      put_type(w, LLVMGetElementType(type));
      break;
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
      put_number(w, LLVMGetVectorSize(type));
      put_type(w, LLVMGetElementType(type));
      break;
    case LLVMFunctionTypeKind: put_function_type(w, type); break;
    default: break;
  }
  w->nesting--;
}

// --------------------------------------------------------------- constants
static void put_constant(Writer *w, LLVMValueRef c);

// The name of a function or variable, where it counts.
static void put_name(Writer *w, LLVMValueRef value) {
  if (!w->unnamed || vd_lift_is_exported(value) || LLVMIsDeclaration(value)) {
    put_text(w, vd_lift_name(w->lift, value));
    return;
  }
  uint64_t *number = vd_map_put(&w->met, (uintptr_t)value);
  if (!*number) *number = w->met.len;
  put_number(w, *number);
}

static void take(Writer *w, uint32_t func) {
  uint64_t *taken = vd_map_put(&w->taken, func);
  if (!*taken) vd_push(&w->out->take, func);
  *taken = 1;
}

static void put_function(Writer *w, LLVMValueRef func) {
  if (!w->out) {
    put_mark(w, 'f');
    put_name(w, func);
    return;
  }
  uint32_t index = vd_lift_extern(w->lift, func);
  uint64_t *place = vd_map_put(&w->ref_of, index);
  if (!*place) {
    vd_push(&w->out->ref, index);
    *place = w->out->ref.len;
  }
  if (!w->calling) take(w, index);
  put_mark(w, 'f');
  put_number(w, *place);
}

// A name that the compiler made means nothing.
static bool is_anonymous(LLVMValueRef global) {
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  return LLVMGetLinkage(global) == LLVMPrivateLinkage ||
         (LLVMGetLinkage(global) == LLVMInternalLinkage && *name == '.');
}

// Constants are written with their contents, so that a changed table is a
// changed function, and so is what has no name that means anything. The
// contents come after everything else, however long the chain of pointers.
static void put_global(Writer *w, LLVMValueRef global) {
  put_mark(w, 'g');
  bool anonymous = is_anonymous(global);
  if (anonymous)
    put_text(w, "");
  else
    put_name(w, global);
  put_type(w, LLVMGlobalGetValueType(global));
  if (LLVMIsDeclaration(global)) return;
  if (!LLVMIsGlobalConstant(global) && !anonymous &&
      !vd_lift_is_never_written(w->lift, global))
    return;
  uint64_t *seen = vd_map_put(&w->seen, (uintptr_t)global);
  if (!*seen) {
    vd_push(&w->global, global);
    *seen = w->global.len;
  }
  put_number(w, *seen);
}

static void put_contents(Writer *w) {
  for (uint32_t i = 0; i < w->global.len; i++)
    put_constant(w, LLVMGetInitializer(w->global.at[i]));
}

static void put_block(Writer *w, LLVMBasicBlockRef block) {
  const uint64_t *n = vd_map_get(&w->number, (uintptr_t)block);
  put_mark(w, 'b');
  if (n) {
    put_number(w, *n);
    return;
  }
  uint64_t place = 0;  // in another function
  for (LLVMBasicBlockRef b = block; b; b = LLVMGetPreviousBasicBlock(b))
    place++;
  put_mark(w, '#');
  put_number(w, place);
}

// Which is no address of the function.
static void put_block_address(Writer *w, LLVMValueRef c) {
  bool calling = w->calling;
  w->calling = true;
  put_function(w, LLVMGetBlockAddressFunction(c));
  w->calling = calling;
  put_block(w, LLVMGetBlockAddressBasicBlock(c));
}

// As text: ifuncs, and what C has no word for.
static void put_printed(Writer *w, LLVMValueRef c) {
  char *text = LLVMPrintValueToString(c);
  put_mark(w, 'x');
  put_text(w, text);
  LLVMDisposeMessage(text);
}

static void put_bits(Writer *w, LLVMValueRef c) {
  VdArena arena = {0};
  VdValue value;
  put_mark(w, 'c');
  if (vd_lift_bits(&arena, c, &value)) {
    uint32_t limbs = (vd_sort_width(value.sort) + 63) / 64;
    for (uint32_t i = 0; i < limbs; i++)
      put_number(w, vd_value_limb(&value, i));
  } else {
    put_printed(w, c);
  }
  vd_arena_done(&arena);
}

static void put_elements(Writer *w, LLVMValueRef c) {
  if (LLVMIsAConstantDataSequential(c) && LLVMIsConstantString(c)) {
    size_t n;
    const char *bytes = LLVMGetAsString(c, &n);
    put_bytes(w, bytes, n);
    return;
  }
  LLVMValueRef element;
  for (unsigned i = 0; (element = LLVMGetAggregateElement(c, i)) != NULL; i++)
    put_constant(w, element);
  put_mark(w, ']');
}

static void put_expr(Writer *w, LLVMValueRef c) {
  put_mark(w, 'e');
  put_number(w, LLVMGetConstOpcode(c));
  if (LLVMGetConstOpcode(c) == LLVMGetElementPtr)
    put_type(w, LLVMGetGEPSourceElementType(c));
  int n = LLVMGetNumOperands(c);
  for (int i = 0; i < n; i++) put_constant(w, LLVMGetOperand(c, (unsigned)i));
}

static void put_asm(Writer *w, LLVMValueRef c) {
  size_t n, m;
  const char *text = LLVMGetInlineAsmAsmString(c, &n);
  const char *constraints = LLVMGetInlineAsmConstraintString(c, &m);
  put_mark(w, 'a');
  put_bytes(w, text, n);
  put_bytes(w, constraints, m);
  put_number(w, LLVMGetInlineAsmHasSideEffects(c));
  put_number(w, LLVMGetInlineAsmNeedsAlignedStack(c));
  put_number(w, LLVMGetInlineAsmDialect(c));
}

static void put_any_constant(Writer *w, LLVMValueRef c) {
  switch (LLVMGetValueKind(c)) {
    case LLVMFunctionValueKind: put_function(w, c); break;
    case LLVMGlobalVariableValueKind: put_global(w, c); break;
    case LLVMGlobalAliasValueKind:
      put_mark(w, 'A');
      put_constant(w, LLVMAliasGetAliasee(c));
      break;
    case LLVMConstantIntValueKind:
    case LLVMConstantFPValueKind: put_bits(w, c); break;
    case LLVMConstantExprValueKind: put_expr(w, c); break;
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind: put_mark(w, '0'); break;
    case LLVMUndefValueValueKind: put_mark(w, 'u'); break;
    case LLVMPoisonValueValueKind: put_mark(w, 'p'); break;
    case LLVMBlockAddressValueKind: put_block_address(w, c); break;
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind: put_elements(w, c); break;
    default: put_printed(w, c); break;
  }
}

static void put_constant(Writer *w, LLVMValueRef c) {
  put_type(w, LLVMTypeOf(c));
  if (++w->nesting <= vd_limit->opaque_nesting)
    put_any_constant(w, c);
  else
    put_unlike(w);
  w->nesting--;
}

// ------------------------------------------------------------ instructions
// Names of registers and the like are strings, maybe in a node.
static void put_metadata(Writer *w, LLVMValueRef value) {
  LLVMValueRef operand[VD_MOST_opaque_strings] = {value};
  unsigned n = 1, len;
  put_mark(w, 'm');
  if (LLVMIsAMDNode(value)) {
    n = LLVMGetMDNodeNumOperands(value);
    if (n <= vd_limit->opaque_strings) LLVMGetMDNodeOperands(value, operand);
  }
  for (unsigned i = 0; i < n && n <= vd_limit->opaque_strings; i++) {
    const char *text = operand[i] ? LLVMGetMDString(operand[i], &len) : NULL;
    if (text) put_bytes(w, text, len);
  }
}

static void put_operand(Writer *w, LLVMValueRef value) {
  const uint64_t *number = vd_map_get(&w->number, (uintptr_t)value);
  if (number) {
    put_mark(w, 'v');
    put_number(w, *number);
  } else if (LLVMValueIsBasicBlock(value)) {
    put_block(w, LLVMValueAsBasicBlock(value));
  } else if (LLVMIsAInlineAsm(value)) {
    put_asm(w, value);
  } else if (LLVMGetValueKind(value) == LLVMMetadataAsValueValueKind) {
    put_metadata(w, value);
  } else {
    put_constant(w, value);
  }
}

static uint64_t flags_of(LLVMValueRef inst, LLVMOpcode op) {
  switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc: return LLVMGetNSW(inst) | LLVMGetNUW(inst) << 1;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: return (uint64_t)LLVMGetExact(inst);
    case LLVMOr: return (uint64_t)LLVMGetIsDisjoint(inst);
    case LLVMZExt:
    case LLVMUIToFP: return (uint64_t)LLVMGetNNeg(inst);
    case LLVMICmp: return LLVMGetICmpPredicate(inst);
    case LLVMFCmp: return LLVMGetFCmpPredicate(inst);
    case LLVMLoad:
    case LLVMStore:
      return LLVMGetVolatile(inst) | (uint64_t)LLVMGetOrdering(inst) << 1 |
             (uint64_t)LLVMGetAlignment(inst) << 8;
    case LLVMFence: return LLVMGetOrdering(inst);
    case LLVMAtomicRMW:
      return LLVMGetAtomicRMWBinOp(inst) |
             (uint64_t)LLVMGetOrdering(inst) << 8 | LLVMGetVolatile(inst) << 16;
    case LLVMAtomicCmpXchg:
      return LLVMGetCmpXchgSuccessOrdering(inst) |
             (uint64_t)LLVMGetCmpXchgFailureOrdering(inst) << 8 |
             LLVMGetVolatile(inst) << 16 | LLVMGetWeak(inst) << 17;
    case LLVMGetElementPtr: return (uint64_t)LLVMIsInBounds(inst);
    case LLVMAlloca: return LLVMGetAlignment(inst);
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr: return LLVMGetInstructionCallConv(inst);
    default: return 0;
  }
}

static void put_attribute(Writer *w, LLVMAttributeRef attribute) {
  if (LLVMIsStringAttribute(attribute)) {
    unsigned n, m;
    const char *key = LLVMGetStringAttributeKind(attribute, &n);
    const char *value = LLVMGetStringAttributeValue(attribute, &m);
    put_bytes(w, key, n);
    put_bytes(w, value, m);
    return;
  }
  put_number(w, LLVMGetEnumAttributeKind(attribute));
  if (LLVMIsTypeAttribute(attribute))
    put_type(w, LLVMGetTypeAttributeValue(attribute));
  else
    put_number(w, LLVMGetEnumAttributeValue(attribute));
}

// How arguments are passed, and what is promised of the callee.
static void put_attributes(Writer *w, LLVMValueRef call) {
  unsigned last = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i <= last + 1; i++) {
    LLVMAttributeIndex at =
        i <= last ? i : (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned n = LLVMGetCallSiteAttributeCount(call, at);
    LLVMAttributeRef *all = vd_alloc(vd_mul(vd_add(n, 1), sizeof *all));
    LLVMGetCallSiteAttributes(call, at, all);
    put_number(w, n);
    for (unsigned k = 0; k < n; k++) put_attribute(w, all[k]);
    vd_free(all);
  }
}

static bool is_call(LLVMOpcode op) {
  return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

static void put_extras(Writer *w, LLVMValueRef inst, LLVMOpcode op) {
  put_number(w, flags_of(inst, op));
  if (LLVMCanValueUseFastMathFlags(inst))
    put_number(w, LLVMGetFastMathFlags(inst));
  if (op == LLVMGetElementPtr) put_type(w, LLVMGetGEPSourceElementType(inst));
  if (op == LLVMFence || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg)
    put_number(w, (uint64_t)LLVMIsAtomicSingleThread(inst));
  if (op == LLVMAlloca) put_type(w, LLVMGetAllocatedType(inst));
  if (is_call(op)) {
    put_type(w, LLVMGetCalledFunctionType(inst));
    put_attributes(w, inst);
  }
  if (op == LLVMExtractValue || op == LLVMInsertValue)
    for (unsigned i = 0; i < LLVMGetNumIndices(inst); i++)
      put_number(w, LLVMGetIndices(inst)[i]);
  if (op == LLVMShuffleVector)
    for (unsigned i = 0; i < LLVMGetNumMaskElements(inst); i++)
      put_number(w, (uint64_t)LLVMGetMaskValue(inst, i));
  if (op == LLVMPHI)
    for (unsigned i = 0; i < LLVMCountIncoming(inst); i++)
      put_block(w, LLVMGetIncomingBlock(inst, i));
}

static void put_inst(Writer *w, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  if (op == LLVMCall && vd_lift_memop_of(w->lift, inst) >= VD_MEMOP_MARK)
    return;
  put_mark(w, 'i');
  put_number(w, op);
  put_type(w, LLVMTypeOf(inst));
  put_extras(w, inst, op);
  int n = LLVMGetNumOperands(inst);
  put_number(w, (uint64_t)n);
  for (int i = 0; i < n; i++) {
    w->calling = is_call(op) && i == n - 1;
    put_operand(w, LLVMGetOperand(inst, (unsigned)i));
  }
  w->calling = false;
}

static void number(Writer *w, void *what) {
  uint64_t n = w->number.len + 1;
  *vd_map_put(&w->number, (uintptr_t)what) = n;
}

static void number_all(Writer *w, LLVMValueRef func) {
  for (uint32_t i = 0; i < LLVMCountParams(func); i++)
    number(w, LLVMGetParam(func, i));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b)) {
    number(w, b);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      number(w, i);
  }
}

static VdDigest finish(Writer *w) {
  put_contents(w);
  VdDigest digest = vd_digest_of(vd_buf_text(&w->buf), w->buf.len);
  vd_buf_done(&w->buf);
  vd_map_done(&w->number);
  vd_map_done(&w->ref_of);
  vd_map_done(&w->seen);
  vd_map_done(&w->met);
  vd_map_done(&w->taken);
  vd_vec_done(&w->global);
  return digest;
}

VdDigest vd_lift_contents(VdLift *l, LLVMValueRef constant) {
  Writer w = {.lift = l};
  put_constant(&w, constant);
  return finish(&w);
}

static void put_body(Writer *w, LLVMValueRef func) {
  number_all(w, func);
  put_type(w, LLVMGlobalGetValueType(func));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b)) {
    put_mark(w, 'B');
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      put_inst(w, i);
  }
}

void vd_lift_opaque(VdLift *l, VdLiftFunc *f, VdFunc *out) {
  Writer w = {.lift = l, .out = out};
  out->ref.len = out->take.len = 0;
  put_body(&w, f->value);
  out->opaque = finish(&w);
}

VdDigest vd_lift_body_digest(VdLift *l, const VdLiftFunc *f) {
  Writer w = {.lift = l, .unnamed = true};
  put_body(&w, f->value);
  return finish(&w);
}
