// Values: constants, and instructions that compute a value from others.
// A first-class struct, array or vector is a list of its scalar components.
#include "base/limit.h"
#include "front/c/lift.h"
#include "front/c/ops.h"

VdLiftValue vd_lift_new_value(VdLiftBody *f, uint32_t n) {
  return (VdLiftValue){.part = VD_NEW_ARRAY(&f->arena, VdPart, n), .n = n};
}

void vd_lift_set(VdLiftBody *f, LLVMValueRef value, VdLiftValue to) {
  VdLiftValue *copy = vd_arena_copy(&f->arena, &to, sizeof to);
  *vd_map_put(&f->value, (uintptr_t)value) = (uintptr_t)copy;
}

static VdLiftValue one_part(VdLiftBody *f, VdPart part) {
  VdLiftValue value = vd_lift_new_value(f, 1);
  value.part[0] = part;
  return value;
}

static const VdLiftType *type_of(VdLiftBody *f, LLVMValueRef value) {
  return vd_lift_type(f->lift, LLVMTypeOf(value));
}

// --------------------------------------------------------------- constants
static VdLiftValue number(VdLiftBody *f, LLVMValueRef c) {
  VdArena *arena = &f->lift->module->arena;
  VdSort sort = type_of(f, c)->field[0].sort;
  VdValue value;
  if (!vd_lift_bits(arena, c, &value)) {
    vd_lift_unsupported(f, "constant");
    return one_part(f, (VdPart){0});
  }
  VdPart part = {0};
  if (sort.kind == VD_SORT_FLOAT) {
    value = vd_value_as_float(arena, sort, value);
  } else if (vd_sort_width(value.sort) <= 64) {
    part.constant = true;
    part.bits = value.bits;
  }
  part.ref = sort.kind == VD_SORT_BOOL ? vd_build_bool(f->build, value.bits)
                                       : vd_build_const(f->build, value);
  return one_part(f, part);
}

static VdLiftValue zeros(VdLiftBody *f, LLVMValueRef c) {
  const VdLiftType *t = type_of(f, c);
  VdLiftValue value = vd_lift_new_value(f, t->n);
  for (uint32_t i = 0; i < t->n; i++) {
    VdSort sort = t->field[i].sort;
    value.part[i].ref = zero_(f->build, sort);
    value.part[i].constant =
        sort.kind != VD_SORT_FLOAT && vd_sort_width(sort) <= 64;
  }
  return value;
}

// Clang folds 1 << 40 and 1 / 0 to poison, even if nobody looks at the value;
// in C that is undefined at once. Structs start as poison too, and are filled.
static bool is_folded(VdLiftBody *f, LLVMValueRef c) {
  return !f->lift->poison && LLVMIsPoison(c) &&
         LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMIntegerTypeKind;
}

// Every use of undef or poison is a value of its own.
static VdLiftValue undefined(VdLiftBody *f, LLVMValueRef c) {
  const VdLiftType *t = type_of(f, c);
  if (is_folded(f, c))
    vd_build_require(f->build, vd_build_bool(f->build, false),
                     "undefined constant expression");
  VdLiftValue value = vd_lift_new_value(f, t->n);
  bool poison = LLVMIsPoison(c) && f->lift->poison;
  for (uint32_t i = 0; i < t->n; i++) {
    value.part[i].ref = vd_build_undef(f->build, t->field[i].sort);
    if (poison) value.part[i].poison = f->yes;
  }
  return value;
}

static VdLiftValue aggregate(VdLiftBody *f, LLVMValueRef c) {
  VdLiftValue value = vd_lift_new_value(f, type_of(f, c)->n);
  uint32_t filled = 0;
  for (unsigned i = 0; filled < value.n; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(c, i);
    if (!element) {
      vd_lift_unsupported(f, "constant");
      break;
    }
    VdLiftValue part = vd_lift_value(f, element);
    for (uint32_t k = 0; k < part.n && filled < value.n; k++)
      value.part[filled++] = part.part[k];
  }
  return value;
}

// Of what another file may define, or not: then it is null. Every use of it in
// a program gives the same.
static VdLiftValue weak_address(VdLiftBody *f, LLVMValueRef global) {
  VdRef ref = vd_lift_weak_address(f, global);
  return one_part(f, (VdPart){.ref = ref});
}

static VdLiftValue global_address(VdLiftBody *f, LLVMValueRef global) {
  if (vd_lift_is_weak_reference(global)) return weak_address(f, global);
  const uint64_t *index = vd_map_get(&f->lift->global_of, (uintptr_t)global);
  if (!index || vd_map_get(&f->lift->bad_global, (uintptr_t)global)) {
    vd_lift_unsupported(f, "initialiser of %s", vd_lift_name(f->lift, global));
    return one_part(f, (VdPart){0});
  }
  VdRef ref = vd_build_global(f->build, (uint32_t)*index);
  VdLiftValue value = one_part(f, (VdPart){.ref = ref});
  value.place = (VdLiftPlace){
      .base = VD_BASE_GLOBAL, .object = (uint32_t)*index, .root = ref};
  return value;
}

static VdLiftValue constant_expr(VdLiftBody *f, LLVMValueRef c) {
  VdLiftValue value = {0};
  if (f->depth >= vd_limit->value_nesting) {
    vd_lift_unsupported(f, "constant expression nested too deeply");
  } else {
    f->depth++;
    if (!vd_lift_expr(f, c, &value))
      vd_lift_unsupported(f, "constant expression");
    f->depth--;
  }
  return value.part ? value : vd_lift_new_value(f, type_of(f, c)->n);
}

static VdLiftValue constant(VdLiftBody *f, LLVMValueRef c) {
  switch (LLVMGetValueKind(c)) {
    case LLVMConstantIntValueKind:
    case LLVMConstantFPValueKind:
      // A splat of a vector is one of these too.
      if (type_of(f, c)->n == 1) return number(f, c);
      return aggregate(f, c);
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind: return zeros(f, c);
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind: return undefined(f, c);
    case LLVMFunctionValueKind:
      if (vd_lift_is_weak_reference(c)) return weak_address(f, c);
      return one_part(f, (VdPart){.ref = vd_build_func(
                                      f->build, vd_lift_extern(f->lift, c))});
    case LLVMGlobalVariableValueKind: return global_address(f, c);
    case LLVMGlobalAliasValueKind: {
      LLVMValueRef real = vd_lift_resolve(c);
      if (!LLVMIsAGlobalAlias(real)) return vd_lift_value(f, real);
      vd_lift_unsupported(f, "weak alias");
      return vd_lift_new_value(f, type_of(f, c)->n);
    }
    case LLVMConstantExprValueKind: return constant_expr(f, c);
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind: return aggregate(f, c);
    case LLVMBlockAddressValueKind:
      vd_lift_unsupported(f, "address of a label");
      break;
    default: break;
  }
  vd_lift_unsupported(f, "constant");
  return vd_lift_new_value(f, type_of(f, c)->n);
}

VdLiftValue vd_lift_value(VdLiftBody *f, LLVMValueRef value) {
  if (LLVMIsAConstant(value)) return constant(f, value);
  const uint64_t *known = vd_map_get(&f->value, (uintptr_t)value);
  if (known) return *(const VdLiftValue *)(uintptr_t)*known;
  vd_lift_unsupported(f, "value that is not made here");
  return vd_lift_new_value(f, type_of(f, value)->n);
}

VdPart vd_lift_part(VdLiftBody *f, LLVMValueRef value) {
  VdLiftValue v = vd_lift_value(f, value);
  if (v.n == 1) return v.part[0];
  vd_lift_unsupported(f, "value with %u components", v.n);
  return (VdPart){0};
}

VdRef vd_lift_scalar(VdLiftBody *f, LLVMValueRef value) {
  VdPart part = vd_lift_part(f, value);
  vd_lift_demand(f, part);
  return part.ref;
}

// -------------------------------------------------------------- elementwise
static VdLiftFlags flags_of(LLVMValueRef value, LLVMOpcode op) {
  VdLiftFlags flags = {0};
  if (!LLVMIsAInstruction(value)) return flags;
  switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc:
      flags.nsw = LLVMGetNSW(value);
      flags.nuw = LLVMGetNUW(value);
      break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: flags.exact = LLVMGetExact(value); break;
    case LLVMOr: flags.disjoint = LLVMGetIsDisjoint(value); break;
    case LLVMZExt:
    case LLVMUIToFP: flags.nneg = LLVMGetNNeg(value); break;
    default:
      if (LLVMCanValueUseFastMathFlags(value))
        flags.fast = LLVMGetFastMathFlags(value);
  }
  return flags;
}

static VdLiftValue binary(VdLiftBody *f, LLVMValueRef v, LLVMOpcode op) {
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue y = vd_lift_value(f, LLVMGetOperand(v, 1));
  VdLiftFlags flags = flags_of(v, op);
  VdLiftValue r = vd_lift_new_value(f, x.n);
  for (uint32_t i = 0; i < x.n && i < y.n; i++)
    r.part[i] = vd_lift_binary(f, op, flags, x.part[i], y.part[i]);
  return r;
}

static bool is_named(LLVMValueRef v, const char *prefix) {
  size_t len;
  const char *name = LLVMGetValueName2(v, &len);
  return len >= strlen(prefix) && !strncmp(name, prefix, strlen(prefix));
}

// Not a load of a local: those have been written as what they are.
static bool is_memory_load(LLVMValueRef v) {
  if (!LLVMIsALoadInst(v)) return false;
  LLVMValueRef pointer = LLVMGetOperand(v, 0);
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return !LLVMIsAAllocaInst(pointer);
}

// What clang cuts off without a word: high bits of a shift amount, and bits of
// a _Bool in memory. C has no such values, so nothing may be lost. Clang's name
// tells the first from a cast; nothing else is cut to one bit where it is read.
static void note_silent(const VdLiftBody *f, LLVMValueRef v, LLVMOpcode op,
                        VdLiftFlags *flags) {
  if (f->lift->poison || op != LLVMTrunc || !LLVMIsAInstruction(v)) return;
  if (is_named(v, "sh_prom")) flags->why = "shift out of range";
  if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1 &&
      is_memory_load(LLVMGetOperand(v, 0)))
    flags->why = "_Bool that is neither 0 nor 1";
  if (flags->why) flags->nuw = true;
}

static VdLiftValue cast(VdLiftBody *f, LLVMValueRef v, LLVMOpcode op) {
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  const VdLiftType *t = type_of(f, v);
  VdLiftFlags flags = flags_of(v, op);
  note_silent(f, v, op, &flags);
  VdLiftValue r = vd_lift_new_value(f, t->n);
  for (uint32_t i = 0; i < t->n && i < x.n; i++)
    r.part[i] = vd_lift_cast(f, op, flags, x.part[i], t->field[i].sort);
  return r;
}

// The address of a local that has none: it is not null, and inside of the local
// offsets decide.
static bool compare_private(VdLiftBody *f, LLVMValueRef v, VdLiftValue *x,
                            VdLiftValue *y, VdLiftValue *out) {
  bool left = x->place.base == VD_BASE_LOCAL;
  bool right = y->place.base == VD_BASE_LOCAL;
  if (!left && !right) return false;
  LLVMIntPredicate p = LLVMGetICmpPredicate(v);
  VdPart r = {.poison =
                  vd_lift_or_poison(f, x->part[0].poison, y->part[0].poison)};
  if (left && right)
    r.ref = vd_lift_icmp(f, p, vd_lift_address(f, &x->place),
                         vd_lift_address(f, &y->place));
  else if (p == LLVMIntEQ || p == LLVMIntNE)
    r.ref = vd_build_bool(f->build, p == LLVMIntNE);
  else
    vd_lift_unsupported(f, "order of a local's address and null");
  *out = one_part(f, r);
  return true;
}

static VdPart compare_part(VdLiftBody *f, LLVMValueRef v, LLVMOpcode op,
                           VdPart x, VdPart y) {
  VdPart r = {.poison = vd_lift_or_poison(f, x.poison, y.poison)};
  r.ref = op == LLVMICmp
              ? vd_lift_icmp(f, LLVMGetICmpPredicate(v), x.ref, y.ref)
              : vd_lift_fcmp(f, LLVMGetFCmpPredicate(v), x.ref, y.ref);
  if (op == LLVMFCmp) {
    vd_lift_defer_fast(f, LLVMGetFastMathFlags(v), x.ref, &r.poison);
    vd_lift_defer_fast(f, LLVMGetFastMathFlags(v), y.ref, &r.poison);
  }
  return r;
}

static VdLiftValue compare(VdLiftBody *f, LLVMValueRef v, LLVMOpcode op) {
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue y = vd_lift_value(f, LLVMGetOperand(v, 1));
  VdLiftValue r;
  if (compare_private(f, v, &x, &y, &r)) return r;
  r = vd_lift_new_value(f, x.n);
  for (uint32_t i = 0; i < x.n && i < y.n; i++)
    r.part[i] = compare_part(f, v, op, x.part[i], y.part[i]);
  return r;
}

static VdLiftValue negate(VdLiftBody *f, LLVMValueRef v) {
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue r = vd_lift_new_value(f, x.n);
  for (uint32_t i = 0; i < x.n; i++)
    r.part[i] = (VdPart){.ref = op1(f->build, VD_OP_FNEG, 0, x.part[i].ref),
                         .poison = x.part[i].poison};
  for (uint32_t i = 0; i < x.n; i++)
    vd_lift_defer_fast(f, LLVMGetFastMathFlags(v), x.part[i].ref,
                       &r.part[i].poison);
  return r;
}

static VdLiftValue freeze(VdLiftBody *f, LLVMValueRef v) {
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue r = vd_lift_new_value(f, x.n);
  for (uint32_t i = 0; i < x.n; i++) {
    r.part[i].ref = x.part[i].ref;
    if (!x.part[i].poison.id) continue;
    VdSort sort = vd_build_sort(f->build, x.part[i].ref);
    r.part[i].ref = ite_(f->build, x.part[i].poison,
                         vd_build_undef(f->build, sort), x.part[i].ref);
  }
  if (x.n == 1 && !x.part[0].poison.id) r.place = x.place;
  return r;
}

// ------------------------------------------------------------------ select
// The bits of a float: those it was made from, where that is known. All NaNs
// are one as numbers, but not where they are only moved about.
static VdRef float_bits(VdLiftBody *f, VdRef x) {
  const uint64_t *from = vd_map_get(&f->bits_of, x.id);
  if (from) return (VdRef){(uint32_t)*from};
  return op1(f->build, VD_OP_FTOB, 0, x);
}

static void choose_bits(VdLiftBody *f, VdRef c, VdRef x, VdRef y, VdRef r) {
  if (!vd_map_get(&f->bits_of, x.id) && !vd_map_get(&f->bits_of, y.id)) return;
  VdRef bits = ite_(f->build, c, float_bits(f, x), float_bits(f, y));
  *vd_map_put(&f->bits_of, r.id) = bits.id;
}

static VdPart choose(VdLiftBody *f, VdPart c, VdPart x, VdPart y) {
  VdPart r = {.ref = ite_(f->build, c.ref, x.ref, y.ref)};
  choose_bits(f, c.ref, x.ref, y.ref, r.ref);
  if (x.poison.id || y.poison.id)
    r.poison = ite_(f->build, c.ref, x.poison.id ? x.poison : f->no,
                    y.poison.id ? y.poison : f->no);
  r.poison = vd_lift_or_poison(f, c.poison, r.poison);
  return r;
}

static VdLiftValue select_value(VdLiftBody *f, LLVMValueRef v) {
  // Only the arm that is chosen is undefined; clang branches in such a case.
  if (is_folded(f, LLVMGetOperand(v, 1)) || is_folded(f, LLVMGetOperand(v, 2)))
    vd_lift_unsupported(f, "undefined constant expression in a select");
  VdLiftValue c = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 1));
  VdLiftValue y = vd_lift_value(f, LLVMGetOperand(v, 2));
  VdLiftValue r = vd_lift_new_value(f, x.n);
  const VdLiftLocal *local = vd_lift_private(f->fn, v);
  if (local) {
    x.part[0].ref = vd_lift_address(f, &x.place);
    y.part[0].ref = vd_lift_address(f, &y.place);
  }
  for (uint32_t i = 0; i < x.n && i < y.n; i++)
    r.part[i] = choose(f, c.part[c.n > 1 ? i : 0], x.part[i], y.part[i]);
  if (!local) return r;
  return vd_lift_private_value(f, local, r.part[0].ref, r.part[0].poison);
}

// -------------------------------------------------------------- components
// Where the component that a path of indices names starts, and its type.
static uint32_t find_component(VdLift *l, LLVMTypeRef *type,
                               const unsigned *index, uint32_t n) {
  uint32_t start = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < index[i]; k++)
        start += vd_lift_type(l, LLVMStructGetTypeAtIndex(*type, k))->n;
      *type = LLVMStructGetTypeAtIndex(*type, index[i]);
    } else {
      *type = LLVMGetElementType(*type);
      start += index[i] * vd_lift_type(l, *type)->n;
    }
  }
  return start;
}

static VdLiftValue extract_value(VdLiftBody *f, LLVMValueRef v) {
  LLVMValueRef from = LLVMGetOperand(v, 0);
  LLVMTypeRef type = LLVMTypeOf(from);
  uint32_t start =
      find_component(f->lift, &type, LLVMGetIndices(v), LLVMGetNumIndices(v));
  VdLiftValue all = vd_lift_value(f, from);
  return (VdLiftValue){.part = all.part + start,
                       .n = vd_lift_type(f->lift, type)->n};
}

static VdLiftValue replace(VdLiftBody *f, VdLiftValue all, uint32_t start,
                           VdLiftValue by) {
  VdLiftValue r = vd_lift_new_value(f, all.n);
  memcpy(r.part, all.part, all.n * sizeof *all.part);
  memcpy(r.part + start, by.part, by.n * sizeof *by.part);
  return r;
}

static VdLiftValue insert_value(VdLiftBody *f, LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  uint32_t start =
      find_component(f->lift, &type, LLVMGetIndices(v), LLVMGetNumIndices(v));
  VdLiftValue by = vd_lift_value(f, LLVMGetOperand(v, 1));
  return replace(f, vd_lift_value(f, LLVMGetOperand(v, 0)), start, by);
}

// The index of a vector element; false if it isn't a constant in range.
static bool element_index(VdLiftBody *f, LLVMValueRef index, uint32_t n,
                          uint32_t *out) {
  VdPart part = vd_lift_part(f, index);
  if (part.constant && part.bits < n) {
    *out = (uint32_t)part.bits;
    return true;
  }
  vd_lift_unsupported(f, "vector element with a variable index");
  return false;
}

static VdLiftValue extract_element(VdLiftBody *f, LLVMValueRef v) {
  VdLiftValue all = vd_lift_value(f, LLVMGetOperand(v, 0));
  uint32_t i;
  if (!element_index(f, LLVMGetOperand(v, 1), all.n, &i))
    return vd_lift_new_value(f, 1);
  return one_part(f, all.part[i]);
}

static VdLiftValue insert_element(VdLiftBody *f, LLVMValueRef v) {
  VdLiftValue all = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue by = vd_lift_value(f, LLVMGetOperand(v, 1));
  uint32_t i;
  if (!element_index(f, LLVMGetOperand(v, 2), all.n, &i)) return all;
  return replace(f, all, i, by);
}

static VdLiftValue shuffle(VdLiftBody *f, LLVMValueRef v) {
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  VdLiftValue y = vd_lift_value(f, LLVMGetOperand(v, 1));
  uint32_t n = LLVMGetNumMaskElements(v);
  VdLiftValue r = vd_lift_new_value(f, n);
  for (uint32_t i = 0; i < n; i++) {
    int from = LLVMGetMaskValue(v, i);
    if (from >= 0 && (uint32_t)from < x.n + y.n) {
      uint32_t k = (uint32_t)from;
      r.part[i] = k < x.n ? x.part[k] : y.part[k - x.n];
    } else {
      VdSort sort = vd_build_sort(f->build, x.part[0].ref);
      r.part[i].ref = vd_build_undef(f->build, sort);
      if (f->lift->poison) r.part[i].poison = f->yes;
    }
  }
  return r;
}

// ----------------------------------------------------------------- bitcast
static VdRef bits_of(VdLiftBody *f, VdRef x) {
  VdBuild *b = f->build;
  VdSort sort = vd_build_sort(b, x);
  if (sort.kind == VD_SORT_FLOAT) return float_bits(f, x);
  return sort.kind == VD_SORT_BOOL ? vd_lift_bool_bits(b, x, 1) : x;
}

static VdRef of_bits(VdLiftBody *f, VdRef bits, VdSort to) {
  VdBuild *b = f->build;
  if (to.kind == VD_SORT_FLOAT) {
    VdRef x = op1(b, VD_OP_BTOF, vd_imm_float(to), bits);
    *vd_map_put(&f->bits_of, x.id) = bits.id;
    return x;
  }
  return to.kind == VD_SORT_BOOL ? bit_(b, bits, 0) : bits;
}

static VdLiftValue bitcast(VdLiftBody *f, LLVMValueRef v) {
  VdBuild *b = f->build;
  VdLiftValue x = vd_lift_value(f, LLVMGetOperand(v, 0));
  const VdLiftType *t = type_of(f, v);
  if (x.n == 1 && t->n == 1 &&
      (!x.part[0].ref.id ||
       vd_sort_eq(vd_build_sort(b, x.part[0].ref), t->field[0].sort)))
    return x;
  VdRef all = VD_REF_NONE, poison = VD_REF_NONE;
  for (uint32_t i = 0; i < x.n; i++) {
    VdRef bits = bits_of(f, x.part[i].ref);
    all = i ? op2(b, VD_OP_CONCAT, bits, all) : bits;
    poison = vd_lift_or_poison(f, poison, x.part[i].poison);
  }
  VdLiftValue r = vd_lift_new_value(f, t->n);
  for (uint32_t i = 0, low = 0; i < t->n; i++) {
    uint32_t w = vd_sort_width(t->field[i].sort);
    VdRef bits = t->n == 1 ? all : extract_(b, all, low + w - 1, low);
    r.part[i] = (VdPart){of_bits(f, bits, t->field[i].sort), poison, false, 0};
    low += w;
  }
  return r;
}

// --------------------------------------------------------------- addresses
static VdRef scaled(VdBuild *b, VdRef index, uint64_t scale) {
  uint32_t w = width_of(b, index);
  VdRef wide = w < 64 ? sext_(b, index, 64) : low_(b, index, 64);
  if (scale == 1) return wide;
  return op2(b, VD_OP_BVMUL, wide, vd_build_bv(b, 64, scale));
}

static VdLiftValue element_address(VdLiftBody *f, LLVMValueRef v) {
  VdLiftGep gep;
  VdLiftValue r = vd_lift_new_value(f, 1);
  if (vd_lift_gep(f->lift, v, &gep)) {
    VdLiftPlace place = vd_lift_place(f, gep.base);
    r.part[0].poison = vd_lift_part(f, gep.base).poison;
    place.offset += gep.offset;
    place.address = VD_REF_NONE;
    for (uint32_t i = 0; i < gep.term.len; i++) {
      VdPart index = vd_lift_part(f, gep.term.at[i].index);
      VdRef more = scaled(f->build, index.ref, gep.term.at[i].scale);
      place.index = place.index.id ? add_(f->build, place.index, more) : more;
      r.part[0].poison = vd_lift_or_poison(f, r.part[0].poison, index.poison);
    }
    if (place.base != VD_BASE_LOCAL) r.part[0].ref = vd_lift_address(f, &place);
    r.place = place;
  } else {
    vd_lift_unsupported(f, "vector of addresses");
  }
  vd_vec_done(&gep.term);
  return r;
}

bool vd_lift_expr(VdLiftBody *f, LLVMValueRef v, VdLiftValue *out) {
  LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v)
                                        : LLVMGetConstOpcode(v);
  switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: *out = binary(f, v, op); return true;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: *out = cast(f, v, op); return true;
    case LLVMICmp:
    case LLVMFCmp: *out = compare(f, v, op); return true;
    case LLVMFNeg: *out = negate(f, v); return true;
    case LLVMFreeze: *out = freeze(f, v); return true;
    case LLVMSelect: *out = select_value(f, v); return true;
    case LLVMExtractValue: *out = extract_value(f, v); return true;
    case LLVMInsertValue: *out = insert_value(f, v); return true;
    case LLVMExtractElement: *out = extract_element(f, v); return true;
    case LLVMInsertElement: *out = insert_element(f, v); return true;
    case LLVMShuffleVector: *out = shuffle(f, v); return true;
    case LLVMBitCast: *out = bitcast(f, v); return true;
    case LLVMGetElementPtr: *out = element_address(f, v); return true;
    default: return false;
  }
}
