// Library functions and intrinsics that are modelled exactly (model.def).
#include "front/c/lift.h"
#include "front/c/ops.h"

// What a scalar function gets: its arguments, its row's number, the sort of the
// result, and where to say that the result is poison.
typedef struct Scalar {
  VdLiftBody *f;
  const VdPart *x;
  uint64_t imm;
  VdSort to;
  VdRef poison;
} Scalar;

struct VdLiftModel {
  const char *name;
  const char *type;   // of a library function, NULL for intrinsics
  const char *notes;  // what its callers take for granted, or NULL
  VdOp op;
  uint64_t imm;
  VdRef (*scalar)(Scalar *s);
  void (*special)(VdLiftBody *f, VdLiftCall *call);
  const char *libm;
  uint32_t effect;
  bool math;  // also with f or l at its end
};

// ------------------------------------------------------------------ floats
static VdRef is_nan(VdBuild *b, VdRef x) {
  return op1(b, VD_OP_FNAN, 0, x);
}

// fmin and fmax: a NaN gives way to the other argument.
static VdRef least(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = s->x[0].ref, y = s->x[1].ref;
  VdRef first = s->imm ? op2(b, VD_OP_FLE, y, x) : op2(b, VD_OP_FLE, x, y);
  return ite_(b, is_nan(b, x), y,
              ite_(b, is_nan(b, y), x, ite_(b, first, x, y)));
}

static VdRef sign_of(VdBuild *b, VdRef x) {
  VdRef bits = op1(b, VD_OP_FTOB, 0, x);
  return bit_(b, bits, width_of(b, bits) - 1);
}

static VdRef copy_sign(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef size = op1(b, VD_OP_FABS, 0, s->x[0].ref);
  return ite_(b, sign_of(b, s->x[1].ref), op1(b, VD_OP_FNEG, 0, size), size);
}

// A permission to fuse that is not used.
static VdRef multiply_add(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef product = op2(b, VD_OP_FMUL, s->x[0].ref, s->x[1].ref);
  return op2(b, VD_OP_FADD, product, s->x[2].ref);
}

// Out of range the result is unspecified, not undefined; x86-64 has the least
// number there.
static VdRef round_to_int(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = op1(b, VD_OP_FRINT, s->imm, s->x[0].ref);
  VdRef one = small_(b, s->to.a, 1);
  VdRef min = op2(b, VD_OP_BVSHL, one, small_(b, s->to.a, s->to.a - 1));
  return ite_(b, vd_lift_float_fits(s->f, x, s->to.a, true),
              op1(b, VD_OP_FTOS, s->to.a, x), min);
}

static VdRef saturate_float(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = s->x[0].ref;
  uint32_t w = vd_sort_width(s->to);
  bool is_signed = s->imm;
  VdRef one = small_(b, w, 1);
  VdRef top = op2(b, VD_OP_BVSHL, one, small_(b, w, w - 1));
  VdRef max = is_signed ? bvnot_(b, top) : small_(b, w, -1);
  VdRef min = is_signed ? top : small_(b, w, 0);
  VdRef zero = vd_lift_power(s->f, vd_build_sort(b, x), false, 0);
  zero = op2(b, VD_OP_FSUB, zero, zero);
  VdRef edge = ite_(b, op2(b, VD_OP_FLT, x, zero), min, max);
  VdRef inside = op1(b, is_signed ? VD_OP_FTOS : VD_OP_FTOU, w, x);
  VdRef fits = vd_lift_float_fits(s->f, x, w, is_signed);
  return ite_(b, is_nan(b, x), small_(b, w, 0), ite_(b, fits, inside, edge));
}

// The bits of llvm.is.fpclass, each with its sign: infinity, normal,
// subnormal, zero. All NaNs are the quiet one.
enum {
  CLASS_SIGNALING = 1,
  CLASS_QUIET = 2,
  CLASS_NEG_INF = 4,
  CLASS_POS_INF = 512,
  CLASS_NEG_NORMAL = 8,
  CLASS_POS_NORMAL = 256,
  CLASS_NEG_SUBNORMAL = 16,
  CLASS_POS_SUBNORMAL = 128,
  CLASS_NEG_ZERO = 32,
  CLASS_POS_ZERO = 64,
};

static VdRef in_classes(VdBuild *b, VdRef any, VdRef is, VdRef negative,
                        bool if_negative, bool if_positive) {
  if (!if_negative && !if_positive) return any;
  if (!if_positive) is = and_(b, is, negative);
  if (!if_negative) is = and_(b, is, not_(b, negative));
  return or_(b, any, is);
}

static VdRef float_class(Scalar *s) {
  VdBuild *b = s->f->build;
  uint64_t mask = s->x[1].bits;
  VdRef bits = op1(b, VD_OP_FTOB, 0, s->x[0].ref);
  VdSort sort = vd_build_sort(b, s->x[0].ref);
  uint32_t w = vd_sort_width(sort), fraction = sort.b - 1u;
  VdRef negative = bit_(b, bits, w - 1);
  VdRef e = extract_(b, bits, w - 2, fraction);
  VdRef m = extract_(b, bits, fraction - 1, 0);
  VdRef zero_m = eq_(b, m, small_(b, fraction, 0));
  VdRef zero_e = eq_(b, e, small_(b, sort.a, 0));
  VdRef ones_e = eq_(b, e, small_(b, sort.a, -1));
  VdRef any = vd_build_bool(b, false);
  if (mask & CLASS_QUIET) any = is_nan(b, s->x[0].ref);
  any = in_classes(b, any, and_(b, ones_e, zero_m), negative,
                   mask & CLASS_NEG_INF, mask & CLASS_POS_INF);
  any = in_classes(b, any, and_(b, not_(b, zero_e), not_(b, ones_e)), negative,
                   mask & CLASS_NEG_NORMAL, mask & CLASS_POS_NORMAL);
  any = in_classes(b, any, and_(b, zero_e, not_(b, zero_m)), negative,
                   mask & CLASS_NEG_SUBNORMAL, mask & CLASS_POS_SUBNORMAL);
  return in_classes(b, any, and_(b, zero_e, zero_m), negative,
                    mask & CLASS_NEG_ZERO, mask & CLASS_POS_ZERO);
}

// ---------------------------------------------------------------- integers
static VdRef least_int(VdBuild *b, uint32_t w) {
  if (w <= 64) return vd_build_bv(b, w, (uint64_t)1 << (w - 1));
  return op2(b, VD_OP_BVSHL, small_(b, w, 1), small_(b, w, w - 1));
}

static VdRef absolute_of(VdBuild *b, VdRef x) {
  VdRef zero = small_(b, width_of(b, x), 0);
  return ite_(b, slt_(b, x, zero), neg_(b, x), x);
}

static VdRef absolute(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = s->x[0].ref;
  vd_lift_defer(s->f, ne_(b, x, least_int(b, width_of(b, x))),
                "signed overflow", &s->poison);
  return absolute_of(b, x);
}

static VdRef absolute_flag(Scalar *s) {
  return s->x[1].bits ? absolute(s) : absolute_of(s->f->build, s->x[0].ref);
}

static VdRef choose_int(Scalar *s) {
  VdRef x = s->x[0].ref, y = s->x[1].ref;
  VdRef first = vd_lift_icmp(s->f, (LLVMIntPredicate)s->imm, x, y);
  return ite_(s->f->build, first, x, y);
}

static VdRef count_ones(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = s->x[0].ref;
  uint32_t w = width_of(b, x);
  VdRef *bit = VD_NEW_ARRAY(&s->f->arena, VdRef, w);
  for (uint32_t i = 0; i < w; i++) bit[i] = zext_(b, extract_(b, x, i, i), w);
  return w == 1 ? x : vd_build_op(b, VD_OP_BVADD, 0, bit, w);
}

// imm: from the top. The second argument: zero has no answer.
static VdRef count_zeros(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = s->x[0].ref;
  uint32_t w = width_of(b, x);
  if (s->x[1].bits)
    vd_lift_defer(s->f, ne_(b, x, small_(b, w, 0)), "count of zeros in 0",
                  &s->poison);
  VdRef n = small_(b, w, w);
  for (uint32_t i = w; i-- > 0;) {
    VdRef set = bit_(b, x, s->imm ? w - 1 - i : i);
    n = ite_(b, set, small_(b, w, i), n);
  }
  return n;
}

// Pieces of imm bits in the opposite order.
static VdRef reverse(Scalar *s) {
  VdBuild *b = s->f->build;
  VdRef x = s->x[0].ref, all = VD_REF_NONE;
  uint32_t w = width_of(b, x), step = (uint32_t)s->imm;
  for (uint32_t i = 0; i < w; i += step) {
    VdRef piece = extract_(b, x, i + step - 1, i);
    all = i ? op2(b, VD_OP_CONCAT, all, piece) : piece;
  }
  return all;
}

static VdRef funnel(Scalar *s) {
  VdBuild *b = s->f->build;
  uint32_t w = width_of(b, s->x[0].ref);
  VdRef both = op2(b, VD_OP_CONCAT, s->x[0].ref, s->x[1].ref);
  VdRef n = op2(b, VD_OP_BVUREM, s->x[2].ref, small_(b, w, w));
  if (w == 1) n = small_(b, w, 0);
  n = zext_(b, n, 2 * w);
  if (s->imm) return extract_(b, op2(b, VD_OP_BVSHL, both, n), 2 * w - 1, w);
  return low_(b, op2(b, VD_OP_BVLSHR, both, n), w);
}

static VdRef sum(VdBuild *b, LLVMOpcode op, VdRef x, VdRef y) {
  if (op == LLVMMul) return op2(b, VD_OP_BVMUL, x, y);
  return op == LLVMAdd ? add_(b, x, y) : sub_(b, x, y);
}

static VdRef saturate_signed(Scalar *s) {
  VdBuild *b = s->f->build;
  LLVMOpcode op = (LLVMOpcode)s->imm;
  VdRef x = s->x[0].ref, y = s->x[1].ref;
  uint32_t w = width_of(b, x);
  VdRef least_value = least_int(b, w);
  VdRef edge =
      ite_(b, slt_(b, x, small_(b, w, 0)), least_value, bvnot_(b, least_value));
  return ite_(b, vd_lift_fits(s->f, op, true, x, y), sum(b, op, x, y), edge);
}

static VdRef saturate_unsigned(Scalar *s) {
  VdBuild *b = s->f->build;
  LLVMOpcode op = (LLVMOpcode)s->imm;
  VdRef x = s->x[0].ref, y = s->x[1].ref;
  VdRef edge = small_(b, width_of(b, x), op == LLVMAdd ? -1 : 0);
  return ite_(b, vd_lift_fits(s->f, op, false, x, y), sum(b, op, x, y), edge);
}

// ---------------------------------------------------- helpers of compilers
static VdRef integer(Scalar *s) {
  return op2(s->f->build, (VdOp)s->imm, s->x[0].ref, s->x[1].ref);
}

static VdRef negate(Scalar *s) {
  return neg_(s->f->build, s->x[0].ref);
}

static VdRef divide(Scalar *s) {
  VdOp op = (VdOp)s->imm;
  LLVMOpcode as = op == VD_OP_BVUDIV   ? LLVMUDiv
                  : op == VD_OP_BVUREM ? LLVMURem
                  : op == VD_OP_BVSDIV ? LLVMSDiv
                                       : LLVMSRem;
  return vd_lift_binary(s->f, as, (VdLiftFlags){0}, s->x[0], s->x[1]).ref;
}

static VdRef shift_by(Scalar *s) {
  VdBuild *b = s->f->build;
  uint32_t w = width_of(b, s->x[0].ref);
  VdPart by = {.ref = op1(b, VD_OP_SEXT, w, s->x[1].ref),
               .poison = s->x[1].poison};
  LLVMOpcode as = s->imm == VD_OP_BVSHL    ? LLVMShl
                  : s->imm == VD_OP_BVLSHR ? LLVMLShr
                                           : LLVMAShr;
  return vd_lift_binary(s->f, as, (VdLiftFlags){0}, s->x[0], by).ref;
}

enum {
  COUNT_ONES,
  COUNT_PARITY,
  COUNT_LEADING,
  COUNT_TRAILING,
  COUNT_FIRST,
};

// The intrinsic, with an int as its result.
static VdRef count_in(Scalar *s) {
  VdBuild *b = s->f->build;
  VdPart x[2] = {s->x[0], {.bits = s->imm != COUNT_FIRST}};
  Scalar inner = {.f = s->f, .x = x, .imm = s->imm == COUNT_LEADING};
  bool ones = s->imm == COUNT_ONES || s->imm == COUNT_PARITY;
  VdRef n = ones ? count_ones(&inner) : count_zeros(&inner);
  s->poison = vd_lift_or_poison(s->f, s->poison, inner.poison);
  uint32_t w = width_of(b, n), to = s->to.a;
  VdRef zero = eq_(b, x[0].ref, small_(b, w, 0));
  n = w < to ? zext_(b, n, to) : w > to ? low_(b, n, to) : n;
  if (s->imm == COUNT_PARITY) n = op2(b, VD_OP_BVAND, n, small_(b, to, 1));
  if (s->imm == COUNT_FIRST)
    n = ite_(b, zero, small_(b, to, 0), add_(b, n, small_(b, to, 1)));
  return n;
}

// ----------------------------------------------------------------- specials
static VdLiftValue argument(VdLiftBody *f, const VdLiftCall *c, uint32_t i) {
  return vd_lift_value(f, LLVMGetArgOperand(c->inst, i));
}

static void with_overflow(VdLiftBody *f, VdLiftCall *c, bool is_signed) {
  LLVMOpcode op = (LLVMOpcode)c->imm;
  VdLiftValue x = argument(f, c, 0), y = argument(f, c, 1);
  for (uint32_t i = 0; i < x.n; i++) {
    VdRef a = x.part[i].ref, b = y.part[i].ref;
    VdRef poison = vd_lift_or_poison(f, x.part[i].poison, y.part[i].poison);
    VdRef fits = vd_lift_fits(f, op, is_signed, a, b);
    c->out.part[i] = (VdPart){.ref = sum(f->build, op, a, b), .poison = poison};
    c->out.part[x.n + i] =
        (VdPart){.ref = not_(f->build, fits), .poison = poison};
  }
}

static void signed_overflow(VdLiftBody *f, VdLiftCall *c) {
  with_overflow(f, c, true);
}

static void unsigned_overflow(VdLiftBody *f, VdLiftCall *c) {
  with_overflow(f, c, false);
}

static void reduce(VdLiftBody *f, VdLiftCall *c) {
  VdLiftValue v = argument(f, c, 0);
  VdPart all = v.part[0];
  for (uint32_t i = 1; i < v.n; i++)
    all =
        vd_lift_binary(f, (LLVMOpcode)c->imm, (VdLiftFlags){0}, all, v.part[i]);
  c->out.part[0] = all;
}

static void reduce_by_order(VdLiftBody *f, VdLiftCall *c) {
  VdLiftValue v = argument(f, c, 0);
  VdPart all = v.part[0];
  for (uint32_t i = 1; i < v.n; i++) {
    VdRef x = all.ref, y = v.part[i].ref;
    VdRef first = vd_lift_icmp(f, (LLVMIntPredicate)c->imm, x, y);
    all.ref = ite_(f->build, first, x, y);
    all.poison = vd_lift_or_poison(f, all.poison, v.part[i].poison);
  }
  c->out.part[0] = all;
}

static void first_argument(VdLiftBody *f, VdLiftCall *c) {
  c->out = argument(f, c, 0);
}

void vd_lift_require_aligned(VdLiftBody *f, VdRef address, uint64_t align) {
  VdBuild *b = f->build;
  VdRef zero = vd_build_bv(b, VD_POINTER_BITS, 0);
  VdRef mask = vd_build_bv(b, VD_POINTER_BITS, align - 1);
  VdRef low = op2(b, VD_OP_BVAND, address, mask);
  vd_build_require(b, eq_(b, low, zero), "pointer is not aligned as promised");
}

// Of a bundle, "align"(pointer, alignment, offset) is what clang writes for C.
static void assume_bundle(VdLiftBody *f, LLVMOperandBundleRef bundle) {
  size_t n;
  const char *tag = LLVMGetOperandBundleTag(bundle, &n);
  unsigned args = LLVMGetNumOperandBundleArgs(bundle);
  LLVMValueRef align =
      args > 1 ? LLVMGetOperandBundleArgAtIndex(bundle, 1) : NULL;
  uint64_t value =
      align && LLVMIsAConstantInt(align) ? LLVMConstIntGetZExtValue(align) : 0;
  if (n == 6 && !memcmp(tag, "ignore", n)) return;
  if (n != 5 || memcmp(tag, "align", n) || !value || value & (value - 1)) {
    vd_lift_unsupported(f, "assumption that is no condition");
    return;
  }
  VdRef address = vd_lift_scalar(f, LLVMGetOperandBundleArgAtIndex(bundle, 0));
  if (args > 2)
    address =
        sub_(f->build, address,
             vd_lift_scalar(f, LLVMGetOperandBundleArgAtIndex(bundle, 2)));
  vd_lift_require_aligned(f, address, value);
}

static void assume(VdLiftBody *f, VdLiftCall *c) {
  LLVMValueRef cond = LLVMGetArgOperand(c->inst, 0);
  for (unsigned i = 0; i < LLVMGetNumOperandBundles(c->inst); i++) {
    LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(c->inst, i);
    assume_bundle(f, bundle);
    LLVMDisposeOperandBundle(bundle);
  }
  if (LLVMIsAConstantInt(cond) && LLVMConstIntGetZExtValue(cond)) return;
  vd_build_require(f->build, vd_lift_scalar(f, cond), "assumption");
}

static void unknown_false(VdLiftBody *f, VdLiftCall *c) {
  c->out.part[0].ref = vd_build_bool(f->build, false);
}

static void zero_result(VdLiftBody *f, VdLiftCall *c) {
  c->out.part[0].ref = vd_build_bv(f->build, VD_POINTER_BITS, 0);
}

// As if nothing were known: 0 for the least size, -1 for the greatest.
static void object_size(VdLiftBody *f, VdLiftCall *c) {
  VdSort sort = vd_lift_type(f->lift, LLVMTypeOf(c->inst))->field[0].sort;
  LLVMValueRef least_size = LLVMGetArgOperand(c->inst, 1);
  int64_t value = LLVMConstIntGetZExtValue(least_size) ? 0 : -1;
  c->out.part[0] = (VdPart){.ref = small_(f->build, sort.a, value)};
}

// A handler of the signal, or whoever shares memory, sees what was written.
static void trap(VdLiftBody *f, VdLiftCall *c) {
  (void)c;
  uint32_t helper =
      vd_lift_helper(f->lift, "trap", VD_FUNC_IMPURE, NULL, 0, (VdSort){0},
                     VD_EFFECT_READ | VD_EFFECT_WORLD);
  vd_lift_invoke(f, helper, NULL, 0);
  vd_lift_halt(f);
}

// calloc: malloc of the product, cleared; null if the product overflows.
static void clear_alloc(VdLiftBody *f, VdLiftCall *c) {
  VdBuild *b = f->build;
  VdSort word = vd_sort_bv(64);
  VdRef x = vd_lift_scalar(f, LLVMGetArgOperand(c->inst, 0));
  VdRef y = vd_lift_scalar(f, LLVMGetArgOperand(c->inst, 1));
  VdRef bytes = op2(b, VD_OP_BVMUL, x, y), zero = vd_build_bv(b, 64, 0);
  VdRef fits = vd_lift_fits(f, LLVMMul, false, x, y);
  uint32_t helper = vd_lift_helper(f->lift, "malloc", VD_FUNC_FRESH, &word, 1,
                                   word, VD_EFFECT_HEAP);
  VdRef got = vd_lift_invoke(f, helper, &bytes, 1);
  VdRef address = ite_(b, fits, got, zero);
  VdRef memory = vd_build_read(b, f->mem);
  VdRef args[] = {memory, address, vd_build_bv(b, 8, 0), bytes};
  VdRef clear = vd_build_op(b, VD_OP_FILL, 0, args, 4);
  vd_build_write(b, f->mem, ite_(b, eq_(b, address, zero), memory, clear));
  c->out.part[0].ref = address;
}

// The power is the runtime library's, as for a call by name.
static void raise_to_int(VdLiftBody *f, VdLiftCall *c) {
  VdLiftValue x = argument(f, c, 0), y = argument(f, c, 1);
  for (uint32_t i = 0; i < x.n; i++) {
    VdSort sort = vd_build_sort(f->build, x.part[i].ref);
    bool is_float = vd_sort_eq(sort, vd_sort_float(8, 24));
    VdRef arg[] = {x.part[i].ref, y.part[0].ref};
    VdSort param[] = {sort, vd_build_sort(f->build, arg[1])};
    vd_lift_demand(f, x.part[i]);
    vd_lift_demand(f, y.part[0]);
    uint32_t helper =
        vd_lift_helper(f->lift, is_float ? "__powisf2" : "__powidf2",
                       VD_FUNC_PURE, param, 2, sort, 0);
    c->out.part[i].ref = vd_lift_invoke(f, helper, arg, 2);
  }
}

static VdRef is_infinite(VdBuild *b, VdRef x) {
  VdRef size = op1(b, VD_OP_FABS, 0, x);
  VdRef bits = op1(b, VD_OP_FTOB, 0, size);
  VdSort sort = vd_build_sort(b, x);
  uint32_t w = vd_sort_width(sort), fraction = sort.b - 1u;
  VdRef e = extract_(b, bits, w - 2, fraction);
  VdRef m = extract_(b, bits, fraction - 1, 0);
  return and_(b, eq_(b, e, small_(b, sort.a, -1)),
              eq_(b, m, small_(b, fraction, 0)));
}

// size with the sign of a float.
static VdRef with_sign(VdBuild *b, VdRef size, VdRef of) {
  return ite_(b, sign_of(b, of), op1(b, VD_OP_FNEG, 0, size), size);
}

// 1 for an infinity, else 0, with its sign.
static VdRef boxed(VdBuild *b, VdRef x, VdRef one, VdRef zero) {
  return with_sign(b, ite_(b, is_infinite(b, x), one, zero), x);
}

static VdRef no_nan(VdBuild *b, VdRef x, VdRef zero) {
  return ite_(b, is_nan(b, x), with_sign(b, zero, x), x);
}

static VdRef times(VdBuild *b, VdRef x, VdRef y) {
  return op2(b, VD_OP_FMUL, x, y);
}

// (a + ib) (c + id), as Annex G of the C standard has it: where both parts are
// NaN, the product may be an infinity after all.
static void complex_multiply(VdLiftBody *f, VdLiftCall *c) {
  VdBuild *b = f->build;
  VdRef x[4];
  for (uint32_t i = 0; i < 4; i++) {
    VdPart part = argument(f, c, i).part[0];
    vd_lift_demand(f, part);
    x[i] = part.ref;
  }
  VdSort sort = vd_build_sort(b, x[0]);
  VdRef zero = zero_(b, sort), one = vd_lift_power(f, sort, false, 0);
  VdRef inf = op2(b, VD_OP_FDIV, one, zero);
  VdRef ac = times(b, x[0], x[2]), bd = times(b, x[1], x[3]);
  VdRef ad = times(b, x[0], x[3]), bc = times(b, x[1], x[2]);
  VdRef re = op2(b, VD_OP_FSUB, ac, bd), im = op2(b, VD_OP_FADD, ad, bc);
  VdRef first = or_(b, is_infinite(b, x[0]), is_infinite(b, x[1]));
  VdRef second = or_(b, is_infinite(b, x[2]), is_infinite(b, x[3]));
  VdRef overflow = or_(b, or_(b, is_infinite(b, ac), is_infinite(b, bd)),
                       or_(b, is_infinite(b, ad), is_infinite(b, bc)));
  VdRef y[4];
  for (int i = 0; i < 4; i++) {
    VdRef own = i < 2 ? first : second, other = i < 2 ? second : first;
    y[i] = ite_(b, own, boxed(b, x[i], one, zero), x[i]);
    VdRef any = or_(b, other, and_(b, not_(b, own), overflow));
    y[i] = ite_(b, any, no_nan(b, y[i], zero), y[i]);
  }
  VdRef again = and_(b, and_(b, is_nan(b, re), is_nan(b, im)),
                     or_(b, or_(b, first, second), overflow));
  VdRef re2 = op2(b, VD_OP_FSUB, times(b, y[0], y[2]), times(b, y[1], y[3]));
  VdRef im2 = op2(b, VD_OP_FADD, times(b, y[0], y[3]), times(b, y[1], y[2]));
  c->out.part[0].ref = ite_(b, again, times(b, inf, re2), re);
  c->out.part[1].ref = ite_(b, again, times(b, inf, im2), im);
}

// -------------------------------------------------------------------- table
static const VdLiftModel models[] = {
#define VD_OPERATOR(text, operator, number) \
  {.name = text, .op = VD_OP_##operator, .imm = number },
#define VD_NOTED_OPERATOR(text, said, operator, number) \
  {.name = text, .notes = said, .op = VD_OP_##operator, .imm = number },
#define VD_NOTED_SCALAR(text, said, function, number) \
  {.name = text, .notes = said, .scalar = function, .imm = number},
#define VD_MATH_OPERATOR(text, types, said, operator, number) \
  {.name = text,                                              \
   .type = types,                                             \
   .notes = said,                                             \
   .op = VD_OP_##operator,                                    \
   .imm = number,                                             \
   .math = true},
#define VD_SCALAR(text, function, number) \
  {.name = text, .scalar = function, .imm = number},
#define VD_MATH_SCALAR(text, types, said, function, number) \
  {.name = text,                                            \
   .type = types,                                           \
   .notes = said,                                           \
   .scalar = function,                                      \
   .imm = number,                                           \
   .math = true},
#define VD_LIBRARY(text, types, function, number) \
  {.name = text, .type = types, .scalar = function, .imm = number},
#define VD_LIBRARY_SPECIAL(text, types, function, number, effects) \
  {.name = text,                                                   \
   .type = types,                                                  \
   .special = function,                                            \
   .imm = number,                                                  \
   .effect = effects},
#define VD_SPECIAL(text, function, number, effects) \
  {.name = text, .special = function, .imm = number, .effect = effects},
#define VD_NOTED_SPECIAL(text, said, function, number, effects) \
  {.name = text,                                                \
   .notes = said,                                               \
   .special = function,                                         \
   .imm = number,                                               \
   .effect = effects},
#define VD_LIBM(text, function) {.name = text, .libm = function},
#define VD_MEMORY(text, op)
#define VD_LIBRARY_MEMORY(text, types, op)
#include "front/c/model.def"
#undef VD_LIBRARY_MEMORY
#undef VD_MEMORY
#undef VD_LIBRARY_SPECIAL
#undef VD_LIBRARY
#undef VD_LIBM
#undef VD_SPECIAL
#undef VD_MATH_SCALAR
#undef VD_SCALAR
#undef VD_MATH_OPERATOR
#undef VD_OPERATOR
#undef VD_NOTED_OPERATOR
#undef VD_NOTED_SCALAR
#undef VD_NOTED_SPECIAL
};

static const struct {
  const char *name, *type;
  VdLiftMemop op;
} memops[] = {
#define VD_OPERATOR(text, operator, number)
#define VD_NOTED_OPERATOR(text, said, operator, number)
#define VD_NOTED_SCALAR(text, said, function, number)
#define VD_MATH_OPERATOR(text, types, said, operator, number)
#define VD_SCALAR(text, function, number)
#define VD_MATH_SCALAR(text, types, said, function, number)
#define VD_LIBRARY(text, types, function, number)
#define VD_LIBRARY_SPECIAL(text, types, function, number, effects)
#define VD_SPECIAL(text, function, number, effects)
#define VD_NOTED_SPECIAL(text, said, function, number, effects)
#define VD_LIBM(text, function)
#define VD_MEMORY(text, op) {text, NULL, VD_MEMOP_##op},
#define VD_LIBRARY_MEMORY(text, types, op) {text, types, VD_MEMOP_##op},
#include "front/c/model.def"
};

// Whether a row is about a function: of an intrinsic the name says it.
static bool is_row(const char *name, const char *type, bool math,
                   LLVMValueRef func) {
  unsigned id = LLVMGetIntrinsicID(func);
  if (!id != !!type) return false;
  if (type) return vd_lift_is_library(func, name, type, math);
  size_t n;
  const char *own = LLVMIntrinsicGetName(id, &n);
  return strlen(name) == n && !strncmp(name, own, n);
}

const VdLiftModel *vd_lift_model(LLVMValueRef func) {
  for (size_t i = 0; i < VD_COUNT(models); i++)
    if (is_row(models[i].name, models[i].type, models[i].math, func))
      return vd_lift_is_hooked(func, models[i].effect, "") ? NULL : &models[i];
  return NULL;
}

VdLiftMemop vd_lift_memop(LLVMValueRef func) {
  for (size_t i = 0; i < VD_COUNT(memops); i++)
    if (is_row(memops[i].name, memops[i].type, false, func))
      return memops[i].op;
  return VD_MEMOP_NONE;
}

const char *vd_lift_model_notes(const VdLiftModel *model) {
  return model->notes ? model->notes : "";
}

uint32_t vd_lift_model_effect(const VdLiftModel *model) {
  return model->effect;
}

// ------------------------------------------------------------- elementwise
static VdRef call_libm(VdLiftBody *f, const VdLiftModel *m, const VdPart *x,
                       uint32_t n, VdSort to) {
  bool is_float = vd_sort_eq(to, vd_sort_float(8, 24));
  const char *name =
      vd_arena_printf(&f->arena, "%s%s", m->libm, is_float ? "f" : "");
  VdSort sort[3];
  VdRef ref[3];
  for (uint32_t i = 0; i < n; i++) {
    ref[i] = x[i].ref;
    sort[i] = vd_build_sort(f->build, ref[i]);
    vd_lift_demand(f, x[i]);
  }
  uint32_t helper = vd_lift_helper(f->lift, name, VD_FUNC_PURE, sort, n, to, 0);
  return vd_lift_invoke(f, helper, ref, n);
}

static VdPart call_scalar(VdLiftBody *f, const VdLiftModel *m, const VdPart *x,
                          uint32_t n, VdSort to) {
  Scalar s = {.f = f, .x = x, .imm = m->imm, .to = to};
  VdRef ref[3];
  for (uint32_t i = 0; i < n; i++) {
    ref[i] = x[i].ref;
    s.poison = vd_lift_or_poison(f, s.poison, x[i].poison);
  }
  VdRef result = m->libm     ? call_libm(f, m, x, n, to)
                 : m->scalar ? m->scalar(&s)
                             : vd_build_op(f->build, m->op, m->imm, ref, n);
  return (VdPart){.ref = result, .poison = s.poison};
}

// Arguments of 128 bits may come in two halves, and the result may go so.
static uint32_t join_args(VdLiftBody *f, const char *type, const VdLiftCall *c,
                          VdPart *x) {
  uint32_t n = 0, i = 0;
  for (type = strchr(type, '(') + 1; *type != ')'; type++, n++) {
    VdPart low = argument(f, c, i++).part[0];
    x[n] = low;
    if (*type != 'q' || width_of(f->build, low.ref) == 128) continue;
    VdPart high = argument(f, c, i++).part[0];
    x[n] = (VdPart){.ref = op2(f->build, VD_OP_CONCAT, high.ref, low.ref),
                    .poison = vd_lift_or_poison(f, low.poison, high.poison)};
  }
  return n;
}

static void call_wide(VdLiftBody *f, const VdLiftModel *m, VdLiftCall *c,
                      const VdLiftType *t) {
  VdPart x[3];
  uint32_t n = join_args(f, m->type, c, x);
  VdSort to = m->type[0] == 'q' ? vd_sort_bv(128) : t->field[0].sort;
  VdPart all = call_scalar(f, m, x, n, to);
  c->out.part[0] = all;
  for (uint32_t i = 0; t->n == 2 && i < 2; i++)
    c->out.part[i] =
        (VdPart){.ref = extract_(f->build, all.ref, 64 * i + 63, 64 * i),
                 .poison = all.poison};
}

void vd_lift_model_call(VdLiftBody *f, const VdLiftModel *m, VdLiftCall *c) {
  const VdLiftType *t = vd_lift_type(f->lift, LLVMTypeOf(c->inst));
  if (m->type && strchr(m->type, 'q')) {
    call_wide(f, m, c, t);
    return;
  }
  if (m->special) {
    c->imm = m->imm;
    m->special(f, c);
    return;
  }
  if (c->n > 3) {
    vd_lift_unsupported(f, "call of %s with %u arguments", m->name, c->n);
    return;
  }
  VdLiftValue arg[3];
  for (uint32_t k = 0; k < c->n; k++) arg[k] = argument(f, c, k);
  for (uint32_t i = 0; i < t->n; i++) {
    VdPart x[3];
    for (uint32_t k = 0; k < c->n; k++)
      x[k] = arg[k].part[arg[k].n > 1 ? i : 0];
    c->out.part[i] = call_scalar(f, m, x, c->n, t->field[i].sort);
  }
}
