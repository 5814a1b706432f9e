// Globals: size, contents as bytes, and addresses in them as relocations.
#include "base/limit.h"
#include "front/c/lift.h"

bool vd_lift_is_exported(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
         linkage != LLVMAvailableExternallyLinkage;
}

bool vd_lift_is_weak(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage ||
         linkage == LLVMCommonLinkage || linkage == LLVMExternalWeakLinkage;
}

// An inline body is one of two definitions: a call may use that of another
// file, unless the body is always put in its place.
bool vd_lift_is_inline(LLVMValueRef func) {
  static const char name[] = "alwaysinline";
  return LLVMGetLinkage(func) == LLVMAvailableExternallyLinkage &&
         !LLVMGetEnumAttributeAtIndex(
             func, (unsigned)LLVMAttributeFunctionIndex,
             LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
}

bool vd_lift_is_weak_reference(LLVMValueRef global) {
  return LLVMGetLinkage(global) == LLVMExternalWeakLinkage;
}

// LLVM's verifier knows no alias that leads to itself.
LLVMValueRef vd_lift_resolve(LLVMValueRef global) {
  while (LLVMIsAGlobalAlias(global) && !vd_lift_is_weak(global))
    global = LLVMAliasGetAliasee(global);
  return global;
}

// ------------------------------------------------------------------- bits
// LLVM's C API gives words of at most 64 bits; wider numbers come as decimals.
static void add_digit(uint64_t *limb, uint32_t n, unsigned digit) {
  uint64_t carry = digit;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t low = (limb[i] & UINT32_MAX) * 10 + carry;
    uint64_t high = (limb[i] >> 32) * 10 + (low >> 32);
    limb[i] = high << 32 | (low & UINT32_MAX);
    carry = high >> 32;
  }
}

static void negate(uint64_t *limb, uint32_t n) {
  bool carry = true;
  for (uint32_t i = 0; i < n; i++) {
    limb[i] = ~limb[i] + carry;
    carry = carry && limb[i] == 0;
  }
}

static bool wide_bits(VdArena *arena, LLVMValueRef constant, uint32_t width,
                      VdValue *out) {
  uint32_t n = (width + 63) / 64;
  uint64_t *limb = VD_NEW_ARRAY(arena, uint64_t, n);
  char *text = LLVMPrintValueToString(constant);  // "i128 -5"
  const char *digit = strchr(text, ' ');
  bool minus = digit && digit[1] == '-';
  if (digit) digit += 1 + minus;
  for (; digit && *digit >= '0' && *digit <= '9'; digit++)
    add_digit(limb, n, (unsigned)(*digit - '0'));
  LLVMDisposeMessage(text);
  if (minus) negate(limb, n);
  *out = vd_value_limbs(arena, width, limb, n);
  return digit != NULL;
}

static bool int_bits(VdArena *arena, LLVMValueRef constant, VdValue *out) {
  if (!LLVMIsAConstantInt(constant)) return false;
  uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(constant));
  if (width > VD_MAX_WIDTH) return false;
  if (width > 64) return wide_bits(arena, constant, width, out);
  *out = vd_value_bv(width, LLVMConstIntGetZExtValue(constant));
  return true;
}

static uint32_t float_width(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 16;
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    case LLVMX86_FP80TypeKind: return 80;
    case LLVMFP128TypeKind: return 128;
    default: return 0;
  }
}

bool vd_lift_bits(VdArena *arena, LLVMValueRef constant, VdValue *out) {
  if (!LLVMIsAConstantFP(constant)) return int_bits(arena, constant, out);
  LLVMTypeRef type = LLVMTypeOf(constant);
  uint32_t width = float_width(type);
  if (!width) return false;
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTypeRef bits = LLVMIntTypeInContext(context, width);
  return int_bits(arena, LLVMConstBitCast(constant, bits), out);
}

// ----------------------------------------------------------------- contents
typedef struct VdGlobalReloc Reloc;
typedef struct Image {
  VdLift *lift;
  uint8_t *byte;
  uint64_t size;
  VD_VEC(Reloc) reloc;
} Image;

static bool put_bits(Image *im, LLVMValueRef constant, uint64_t offset) {
  VdValue value;
  if (!vd_lift_bits(&im->lift->arena, constant, &value)) return false;
  uint64_t bytes = (vd_sort_width(value.sort) + 7) / 8;
  if (offset > im->size || bytes > im->size - offset) return false;
  for (uint64_t i = 0; i < bytes; i++)
    im->byte[offset + i] =
        (uint8_t)(vd_value_limb(&value, (uint32_t)(i / 8)) >> (i % 8 * 8));
  return true;
}

// The object that a constant address is in, and how far.
static LLVMValueRef address_base(VdLift *l, LLVMValueRef constant,
                                 uint64_t *offset) {
  for (uint32_t i = 0; i < vd_limit->global_nesting; i++) {
    constant = vd_lift_resolve(constant);
    if (vd_lift_is_gep(constant)) {
      VdLiftGep gep;
      bool ok = vd_lift_gep(l, constant, &gep) && gep.term.len == 0;
      vd_vec_done(&gep.term);
      if (!ok) return NULL;
      *offset += gep.offset;
      constant = gep.base;
    } else if (LLVMIsAConstantExpr(constant) &&
               (LLVMGetConstOpcode(constant) == LLVMPtrToInt ||
                LLVMGetConstOpcode(constant) == LLVMIntToPtr ||
                LLVMGetConstOpcode(constant) == LLVMBitCast)) {
      constant = LLVMGetOperand(constant, 0);
    } else {
      return constant;
    }
  }
  return NULL;
}

static bool put_word(Image *im, uint64_t word, uint64_t offset) {
  if (offset > im->size || 8 > im->size - offset) return false;
  memcpy(im->byte + offset, &word, 8);  // little-endian, as the target
  return true;
}

static bool put_address(Image *im, LLVMValueRef constant, uint64_t offset) {
  VdLift *l = im->lift;
  if (LLVMABISizeOfType(l->layout, LLVMTypeOf(constant)) != 8) return false;
  uint64_t addend = 0;
  LLVMValueRef base = address_base(l, constant, &addend);
  if (!base) return false;
  if (LLVMIsAConstantPointerNull(base)) return put_word(im, addend, offset);
  if (LLVMIsAConstantInt(base))
    return put_word(im, addend + LLVMConstIntGetZExtValue(base), offset);
  Reloc reloc = {.offset = offset, .addend = (int64_t)addend};
  if (!LLVMIsAConstant(base) || LLVMIsAGlobalAlias(base) ||
      (LLVMIsAGlobalValue(base) && vd_lift_is_weak_reference(base)))
    return false;  // it may be null
  if (LLVMIsAFunction(base)) {
    reloc.function = true;
    reloc.index = vd_lift_extern(l, base);
  } else {
    const uint64_t *index = vd_map_get(&l->global_of, (uintptr_t)base);
    if (!index) return false;
    reloc.index = (uint32_t)*index;
  }
  if (offset > im->size || 8 > im->size - offset) return false;
  vd_push(&im->reloc, reloc);
  return true;
}

static bool put_constant(Image *im, LLVMValueRef c, uint64_t offset,
                         uint32_t nesting);

// Numbers of 8 to 64 bits and floats of up to 64, side by side: as bytes, since
// LLVM would make a constant of each, and tables have millions. The name says
// strings, but LLVM 19 gives the bytes of any such array; newer ones have
// LLVMGetRawDataValues for it. In the order of this machine, as the target's.
static bool put_data(Image *im, LLVMValueRef c, uint64_t offset) {
  size_t n;
  const char *bytes = LLVMGetAsString(c, &n);
  if (n != LLVMABISizeOfType(im->lift->layout, LLVMTypeOf(c))) return false;
  if (offset > im->size || n > im->size - offset) return false;
  memcpy(im->byte + offset, bytes, n);
  return true;
}

static bool put_elements(Image *im, LLVMValueRef c, uint64_t n, uint64_t offset,
                         uint32_t nesting) {
  uint64_t step =
      LLVMABISizeOfType(im->lift->layout, LLVMGetElementType(LLVMTypeOf(c)));
  for (uint64_t i = 0; i < n; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, (unsigned)i);
    if (!element || !put_constant(im, element, offset + i * step, nesting))
      return false;
  }
  return true;
}

static bool put_struct(Image *im, LLVMValueRef c, uint64_t offset,
                       uint32_t nesting) {
  LLVMTypeRef type = LLVMTypeOf(c);
  uint32_t n = LLVMCountStructElementTypes(type);
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, i);
    uint64_t at = offset + LLVMOffsetOfElement(im->lift->layout, type, i);
    if (!element || !put_constant(im, element, at, nesting)) return false;
  }
  return true;
}

static bool put_constant(Image *im, LLVMValueRef c, uint64_t offset,
                         uint32_t nesting) {
  if (++nesting > vd_limit->global_nesting) return false;
  if (LLVMIsNull(c) || LLVMIsUndef(c)) return true;
  LLVMTypeRef type = LLVMTypeOf(c);
  switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return put_struct(im, c, offset, nesting);
    case LLVMArrayTypeKind:
      if (LLVMIsAConstantDataArray(c)) return put_data(im, c, offset);
      return put_elements(im, c, LLVMGetArrayLength2(type), offset, nesting);
    case LLVMVectorTypeKind:
      if (vd_lift_type(im->lift, type)->packed) return false;
      return put_elements(im, c, LLVMGetVectorSize(type), offset, nesting);
    case LLVMPointerTypeKind: return put_address(im, c, offset);
    default:
      return put_bits(im, c, offset) ||
             (LLVMIsAConstantExpr(c) && put_address(im, c, offset));
  }
}

// False if the contents can't be written down.
static bool fill(VdLift *l, VdGlobal *g, LLVMValueRef init) {
  if (LLVMIsNull(init) || LLVMIsUndef(init)) return true;
  if (g->size > vd_limit->global_init) return false;
  Image im = {.lift = l, .size = g->size};
  im.byte = vd_arena_alloc(&l->module->arena, g->size);
  bool ok = put_constant(&im, init, 0, 0);
  if (ok) {
    g->init = im.byte;
    g->relocs = im.reloc.len;
    g->reloc = vd_arena_copy(&l->module->arena, im.reloc.at,
                             im.reloc.len * sizeof *im.reloc.at);
  }
  vd_vec_done(&im.reloc);
  return ok;
}

// ------------------------------------------------------------------ globals
// Lists that LLVM keeps as variables: constructors and the like.
static bool is_list(LLVMValueRef global) {
  size_t n;
  return !strncmp(LLVMGetValueName2(global, &n), "llvm.", 5);
}

// Does nothing but read it happen to a static, or to a part of it?
static bool is_only_read(LLVMValueRef address, uint32_t depth) {
  if (depth > vd_limit->global_uses) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool copied = LLVMIsAMemCpyInst(user) &&
                  LLVMGetOperand(user, 0) != address &&
                  LLVMGetOperand(user, 1) == address;
    bool read = LLVMIsALoadInst(user) && !LLVMGetVolatile(user);
    if (copied || read) continue;
    if (!vd_lift_is_gep(user) || !is_only_read(user, depth + 1)) return false;
  }
  return true;
}

// A string of another file may be merged with one that has no address of its
// own.
static bool has_own_address(LLVMValueRef address) {
  return LLVMIsAGlobalVariable(address) &&
         LLVMGetUnnamedAddress(address) != LLVMGlobalUnnamedAddr;
}

// Is a static, or a part of it, only accessed where its address is made? Then
// nobody else can have that address. Comparing it hands it to nobody. One that
// is used in another block may become a parameter of a loop.
static bool is_closed(LLVMValueRef address, LLVMBasicBlockRef block,
                      uint32_t depth) {
  if (depth > vd_limit->global_uses) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool made = vd_lift_is_gep(user);
    bool here = LLVMIsAInstruction(user) != NULL;
    if (here && block && LLVMGetInstructionParent(user) != block) return false;
    if (made && is_closed(user, here ? LLVMGetInstructionParent(user) : block,
                          depth + 1))
      continue;
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address;
    bool copied = LLVMIsAMemCpyInst(user) || LLVMIsAMemSetInst(user);
    bool compared = LLVMIsAICmpInst(user) && has_own_address(address);
    if (!LLVMIsALoadInst(user) && !stored && !copied && !compared) return false;
  }
  return true;
}

static bool is_static(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return !LLVMIsDeclaration(global) &&
         (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage);
}

// ----------------------------------------------------------------- assembly
void vd_lift_each_inline(LLVMValueRef func, void *context, VdLiftInline *see) {
  size_t n;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (!called || !LLVMIsAInlineAsm(called)) continue;
      const char *text = LLVMGetInlineAsmAsmString(called, &n);
      see(context, i, text, n);
    }
}

static void put_inline(void *context, LLVMValueRef call, const char *text,
                       size_t n) {
  (void)call;
  vd_buf_printf(context, "%.*s\n", (int)n, text);
}

static const char *assembly_of(VdLift *l) {
  if (l->assembly) return l->assembly;
  VdBuf all = {0};
  size_t n;
  const char *text = LLVMGetModuleInlineAsm(l->llvm, &n);
  vd_buf_printf(&all, "%.*s\n", (int)n, text);
  for (LLVMValueRef f = LLVMGetFirstFunction(l->llvm); f;
       f = LLVMGetNextFunction(f))
    vd_lift_each_inline(f, &all, put_inline);
  l->assembly = vd_arena_str(&l->arena, vd_buf_text(&all));
  vd_buf_done(&all);
  return l->assembly;
}

static bool is_of_name(char c) {
  return c == '_' || c == '.' || c == '$' || (c >= '0' && c <= '9') ||
         ((c | 32) >= 'a' && (c | 32) <= 'z');
}

bool vd_lift_is_in_assembly(VdLift *l, LLVMValueRef global) {
  const char *all = assembly_of(l), *name = vd_lift_name(l, global);
  size_t n = strlen(name);
  if (!n) return false;
  for (const char *at = all; (at = strstr(at, name)); at++)
    if ((at == all || !is_of_name(at[-1])) && !is_of_name(at[n])) return true;
  return false;
}

// One that is zero is more likely set by a debugger than of no use.
bool vd_lift_is_never_written(VdLift *l, LLVMValueRef global) {
  return is_static(global) && !vd_lift_is_in_assembly(l, global) &&
         !LLVMIsNull(LLVMGetInitializer(global)) &&
         !LLVMGetThreadLocalMode(global) && is_only_read(global, 0);
}

static void declare(VdLift *l, LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  bool external = LLVMIsDeclaration(global);
  uint32_t index = l->module->global.len;
  const char *name = vd_lift_name(l, global);
  VdGlobal g = {
      .name = *name ? name : vd_arena_printf(&l->arena, ".global.%u", index),
      .size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(l->layout, type) : 0,
      .align = LLVMGetAlignment(global),
      .constant = (LLVMIsGlobalConstant(global) ||
                   vd_lift_is_never_written(l, global)) &&
                  !external && !vd_lift_is_weak(global) &&
                  !LLVMIsExternallyInitialized(global),
      .closed = is_static(global) && is_closed(global, NULL, 0) &&
                !vd_lift_is_in_assembly(l, global),
      .local = !vd_lift_is_exported(global),
      .external = external,
      .unnamed = LLVMGetLinkage(global) == LLVMPrivateLinkage || !*name,
      .pos = {.file = l->path},
  };
  g.unwritten = g.constant && !LLVMIsGlobalConstant(global);
  if (g.align == 0) g.align = 1;
  vd_push(&l->module->global, g);
  *vd_map_put(&l->global_of, (uintptr_t)global) = index;
}

static void define(VdLift *l, LLVMValueRef global) {
  if (LLVMIsDeclaration(global)) return;
  uint64_t index = *vd_map_get(&l->global_of, (uintptr_t)global);
  VdGlobal g = l->module->global.at[index];
  if (!fill(l, &g, LLVMGetInitializer(global))) {
    *vd_map_put(&l->bad_global, (uintptr_t)global) = 1;
    g.external = g.opaque = true;
    g.constant = g.unwritten = false;
  }
  l->module->global.at[index] = g;
}

void vd_lift_globals(VdLift *l) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->llvm); g;
       g = LLVMGetNextGlobal(g))
    if (!is_list(g)) declare(l, g);
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->llvm); g;
       g = LLVMGetNextGlobal(g))
    if (!is_list(g)) define(l, g);
}
