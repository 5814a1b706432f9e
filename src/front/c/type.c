// LLVM types as lists of scalar components, and element addresses.
#include "base/limit.h"
#include "front/c/lift.h"

typedef struct Walk {
  VdLift *lift;
  VD_VEC(VdLiftField) field;
  const char *bad;
  bool packed;
} Walk;

static VdSort float_sort(LLVMTypeKind kind) {
  switch (kind) {
    case LLVMHalfTypeKind: return vd_sort_float(5, 11);
    case LLVMBFloatTypeKind: return vd_sort_float(8, 8);
    case LLVMFloatTypeKind: return vd_sort_float(8, 24);
    case LLVMDoubleTypeKind: return vd_sort_float(11, 53);
    case LLVMFP128TypeKind: return vd_sort_float(15, 113);
    default: return (VdSort){0};
  }
}

static const char *bad_type(LLVMTypeKind kind) {
  switch (kind) {
    case LLVMX86_FP80TypeKind: return "long double (x86_fp80)";
    case LLVMPPC_FP128TypeKind: return "long double (ppc_fp128)";
    case LLVMScalableVectorTypeKind: return "scalable vector";
    case LLVMTokenTypeKind: return "token";
    case LLVMX86_MMXTypeKind: return "x86_mmx";
    case LLVMX86_AMXTypeKind: return "x86_amx";
    case LLVMTargetExtTypeKind: return "target type";
    case LLVMMetadataTypeKind: return "metadata value";
    default: return "type without size";
  }
}

static void reject(Walk *w, const char *why) {
  if (!w->bad) w->bad = why;
}

static void add_field(Walk *w, LLVMTypeRef type, VdSort sort, uint64_t offset) {
  if (w->field.len >= vd_limit->type_components)
    reject(w, "value with too many components");
  if (w->bad) return;
  uint64_t bytes = LLVMStoreSizeOfType(w->lift->layout, type);
  vd_push(&w->field, (VdLiftField){sort, offset, (uint32_t)bytes});
}

static void add_int(Walk *w, LLVMTypeRef type, uint64_t offset) {
  uint32_t width = LLVMGetIntTypeWidth(type);
  if (width > VD_MAX_WIDTH) reject(w, "integer wider than 65536 bits");
  add_field(w, type, width == 1 ? vd_sort_bool() : vd_sort_bv(width), offset);
}

static void add_type(Walk *w, LLVMTypeRef type, uint64_t offset,
                     uint32_t nesting);

static void add_struct(Walk *w, LLVMTypeRef type, uint64_t offset,
                       uint32_t nesting) {
  if (LLVMIsOpaqueStruct(type)) reject(w, "type without size");
  uint32_t n = LLVMCountStructElementTypes(type);
  for (uint32_t i = 0; i < n && !w->bad; i++)
    add_type(w, LLVMStructGetTypeAtIndex(type, i),
             offset + LLVMOffsetOfElement(w->lift->layout, type, i), nesting);
}

static void add_elements(Walk *w, LLVMTypeRef type, uint64_t n, uint64_t offset,
                         uint32_t nesting) {
  LLVMTypeRef element = LLVMGetElementType(type);
  if (n > vd_limit->type_components)
    reject(w, "value with too many components");
  if (n == 0 || !LLVMTypeIsSized(element)) return;
  uint64_t step = LLVMABISizeOfType(w->lift->layout, element);
  for (uint64_t i = 0; i < n && !w->bad; i++)
    add_type(w, element, offset + i * step, nesting);
}

// Vector elements follow each other without padding, bit by bit.
static void add_vector(Walk *w, LLVMTypeRef type, uint64_t offset,
                       uint32_t nesting) {
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t bits = LLVMSizeOfTypeInBits(w->lift->layout, element);
  if (bits != 8 * LLVMABISizeOfType(w->lift->layout, element)) w->packed = true;
  add_elements(w, type, LLVMGetVectorSize(type), offset, nesting);
}

static void add_pointer(Walk *w, LLVMTypeRef type, uint64_t offset) {
  if (LLVMGetPointerAddressSpace(type)) reject(w, "address space");
  add_field(w, type, vd_sort_bv(VD_POINTER_BITS), offset);
}

static void add_float(Walk *w, LLVMTypeRef type, uint64_t offset) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  VdSort sort = float_sort(kind);
  if (!sort.kind) reject(w, bad_type(kind));
  add_field(w, type, sort, offset);
}

static void add_type(Walk *w, LLVMTypeRef type, uint64_t offset,
                     uint32_t nesting) {
  if (++nesting > vd_limit->type_nesting) reject(w, "type nested too deeply");
  if (w->bad) return;
  switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: break;
    case LLVMIntegerTypeKind: add_int(w, type, offset); break;
    case LLVMPointerTypeKind: add_pointer(w, type, offset); break;
    case LLVMStructTypeKind: add_struct(w, type, offset, nesting); break;
    case LLVMArrayTypeKind:
      add_elements(w, type, LLVMGetArrayLength2(type), offset, nesting);
      break;
    case LLVMVectorTypeKind: add_vector(w, type, offset, nesting); break;
    default: add_float(w, type, offset); break;
  }
}

const VdLiftType *vd_lift_type(VdLift *l, LLVMTypeRef type) {
  uint64_t *known = vd_map_get(&l->type_of, (uintptr_t)type);
  if (known) return (const VdLiftType *)(uintptr_t)*known;
  Walk walk = {.lift = l};
  add_type(&walk, type, 0, 0);
  VdLiftType *t = VD_NEW(&l->arena, VdLiftType);
  *t = (VdLiftType){.bad = walk.bad, .packed = walk.packed};
  if (!walk.bad) {
    t->n = walk.field.len;
    t->field = vd_arena_copy(&l->arena, walk.field.at,
                             walk.field.len * sizeof *walk.field.at);
  }
  vd_vec_done(&walk.field);
  *vd_map_put(&l->type_of, (uintptr_t)type) = (uintptr_t)t;
  return t;
}

LLVMTypeRef vd_lift_byval(VdLift *l, LLVMValueRef func, uint32_t param) {
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(func, param + 1, l->byval);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

// ----------------------------------------------------------------- padding
// Clang names the struct that stands for a union; what lies in its gaps may be
// another member.
static bool is_union(LLVMTypeRef type) {
  const char *name = LLVMGetStructName(type);
  return name && !strncmp(name, "union.", 6);
}

static void mark_struct(VdLift *l, LLVMTypeRef type, uint8_t *is_data) {
  if (is_union(type)) {
    memset(is_data, 1, LLVMABISizeOfType(l->layout, type));
    return;
  }
  uint32_t n = LLVMCountStructElementTypes(type);
  for (uint32_t i = 0; i < n; i++)
    vd_lift_padding(l, LLVMStructGetTypeAtIndex(type, i),
                    is_data + LLVMOffsetOfElement(l->layout, type, i));
}

static void mark_array(VdLift *l, LLVMTypeRef type, uint8_t *is_data) {
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t size = LLVMABISizeOfType(l->layout, element);
  for (uint64_t i = 0; size && i < LLVMGetArrayLength2(type); i++)
    vd_lift_padding(l, element, is_data + i * size);
}

void vd_lift_padding(VdLift *l, LLVMTypeRef type, uint8_t *is_data) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMStructTypeKind)
    mark_struct(l, type, is_data);
  else if (kind == LLVMArrayTypeKind)
    mark_array(l, type, is_data);
  else
    memset(is_data, 1, LLVMStoreSizeOfType(l->layout, type));
}

// ------------------------------------------------------- element addresses
bool vd_lift_is_gep(LLVMValueRef value) {
  if (LLVMIsAInstruction(value))
    return LLVMGetInstructionOpcode(value) == LLVMGetElementPtr;
  return LLVMIsAConstantExpr(value) &&
         LLVMGetConstOpcode(value) == LLVMGetElementPtr;
}

static void add_index(VdLiftGep *out, LLVMValueRef index, uint64_t scale) {
  if (LLVMIsAConstantInt(index))
    out->offset += scale * (uint64_t)LLVMConstIntGetSExtValue(index);
  else
    vd_push(&out->term, (struct VdLiftTerm){index, scale});
}

bool vd_lift_gep(VdLift *l, LLVMValueRef gep, VdLiftGep *out) {
  *out = (VdLiftGep){.base = LLVMGetOperand(gep, 0)};
  if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint32_t n = (uint32_t)LLVMGetNumOperands(gep);
  for (uint32_t i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      uint32_t field = (uint32_t)LLVMConstIntGetZExtValue(index);
      out->offset += LLVMOffsetOfElement(l->layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind) return false;
    add_index(out, index, LLVMABISizeOfType(l->layout, type));
  }
  return true;
}
