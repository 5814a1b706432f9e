// Operators on values: computed where both are known, else an instruction.
#include "front/st/emit.h"

#include "front/st/type.h"

// ------------------------------------------------------------------ values
VdStVal vd_val_known(VdValue value) {
  return (VdStVal){.known = true, .value = value};
}

VdStVal vd_val_ref(VdRef ref) {
  return (VdStVal){.ref = ref};
}

VdStVal vd_val_bool(bool value) {
  return vd_val_known(vd_value_bool(value));
}

VdStVal vd_val_bv(uint32_t width, uint64_t bits) {
  return vd_val_known(vd_value_bv(width, bits));
}

VdRef vd_emit_ref(VdEmit *e, VdStVal v) {
  return v.known ? vd_build_const(e->b, v.value) : v.ref;
}

static VdStVal fold(VdEmit *e, VdOp op, uint64_t imm, const VdStVal *args,
                    uint32_t n) {
  VdValue value[3], out;
  VD_CHECK(n <= VD_COUNT(value));
  for (uint32_t i = 0; i < n; i++) value[i] = args[i].value;
  VD_CHECK(vd_op_eval(e->arena, op, imm, value, n, &out));
  return vd_val_known(out);
}

static VdStVal emit_op(VdEmit *e, VdOp op, uint64_t imm, const VdStVal *args,
                       uint32_t n) {
  bool known = true;
  for (uint32_t i = 0; i < n; i++) known &= args[i].known;
  if (known) return fold(e, op, imm, args, n);
  VdRef ref[3];
  VD_CHECK(n <= VD_COUNT(ref) && e->b);
  for (uint32_t i = 0; i < n; i++) ref[i] = vd_emit_ref(e, args[i]);
  return vd_val_ref(vd_build_op(e->b, op, imm, ref, n));
}

VdStVal vd_emit_one(VdEmit *e, VdOp op, uint64_t imm, VdStVal a) {
  return emit_op(e, op, imm, &a, 1);
}

VdStVal vd_emit_two(VdEmit *e, VdOp op, VdStVal a, VdStVal b) {
  return emit_op(e, op, 0, (VdStVal[]){a, b}, 2);
}

VdStVal vd_emit_ite(VdEmit *e, VdStVal cond, VdStVal yes, VdStVal no) {
  if (cond.known) return cond.value.bits ? yes : no;
  return emit_op(e, VD_OP_ITE, 0, (VdStVal[]){cond, yes, no}, 3);
}

VdStVal vd_emit_not(VdEmit *e, VdStVal a) {
  return vd_emit_one(e, VD_OP_NOT, 0, a);
}

VdStVal vd_emit_and(VdEmit *e, VdStVal a, VdStVal b) {
  if (a.known) return a.value.bits ? b : a;
  if (b.known) return b.value.bits ? a : b;
  return vd_emit_two(e, VD_OP_AND, a, b);
}

VdStVal vd_emit_or(VdEmit *e, VdStVal a, VdStVal b) {
  if (a.known) return a.value.bits ? a : b;
  if (b.known) return b.value.bits ? b : a;
  return vd_emit_not(e, vd_emit_and(e, vd_emit_not(e, a), vd_emit_not(e, b)));
}

// ----------------------------------------------------------------- integers
static bool is_real(VdElem elem) {
  return vd_elem_class(elem) == VD_SCALAR_REAL;
}

static VdStVal negative(VdEmit *e, uint32_t width, VdStVal a) {
  return vd_emit_two(e, VD_OP_BVMUL, a, vd_val_bv(width, UINT64_MAX));
}

static VdStVal integer(VdEmit *e, VdStOp op, VdElem elem, VdStVal a,
                       VdStVal b) {
  bool is_signed = vd_elem_is_signed(elem);
  uint32_t width = vd_elem_width(elem);
  switch (op) {
    case VD_ST_ADD: return vd_emit_two(e, VD_OP_BVADD, a, b);
    case VD_ST_SUB:
      return vd_emit_two(e, VD_OP_BVADD, a, negative(e, width, b));
    case VD_ST_MUL: return vd_emit_two(e, VD_OP_BVMUL, a, b);
    case VD_ST_DIV:
      return vd_emit_two(e, is_signed ? VD_OP_BVSDIV : VD_OP_BVUDIV, a, b);
    default:
      return vd_emit_two(e, is_signed ? VD_OP_BVSREM : VD_OP_BVUREM, a, b);
  }
}

static VdStVal floating(VdEmit *e, VdStOp op, VdStVal a, VdStVal b) {
  switch (op) {
    case VD_ST_ADD: return vd_emit_two(e, VD_OP_FADD, a, b);
    case VD_ST_SUB: return vd_emit_two(e, VD_OP_FSUB, a, b);
    case VD_ST_MUL: return vd_emit_two(e, VD_OP_FMUL, a, b);
    default: return vd_emit_two(e, VD_OP_FDIV, a, b);
  }
}

// -------------------------------------------------------------- bit strings
static VdStVal logic(VdEmit *e, VdStOp op, VdStVal a, VdStVal b) {
  switch (op) {
    case VD_ST_AND: return vd_emit_and(e, a, b);
    case VD_ST_OR: return vd_emit_or(e, a, b);
    default: return vd_emit_not(e, vd_emit_two(e, VD_OP_EQ, a, b));
  }
}

static VdStVal bitwise(VdEmit *e, VdStOp op, VdStVal a, VdStVal b) {
  if (op == VD_ST_AND) return vd_emit_two(e, VD_OP_BVAND, a, b);
  if (op == VD_ST_XOR) return vd_emit_two(e, VD_OP_BVXOR, a, b);
  VdStVal neither =
      vd_emit_two(e, VD_OP_BVAND, vd_emit_one(e, VD_OP_BVNOT, 0, a),
                  vd_emit_one(e, VD_OP_BVNOT, 0, b));
  return vd_emit_one(e, VD_OP_BVNOT, 0, neither);
}

// --------------------------------------------------------------- comparisons
static VdStVal emit_equal(VdEmit *e, VdElem elem, VdStVal a, VdStVal b) {
  return vd_emit_two(e, is_real(elem) ? VD_OP_FEQ : VD_OP_EQ, a, b);
}

VdStVal vd_emit_less(VdEmit *e, VdElem elem, VdStVal a, VdStVal b) {
  if (elem == VD_ELEM_BOOL) return vd_emit_and(e, vd_emit_not(e, a), b);
  VdOp op = vd_elem_is_signed(elem) ? VD_OP_BVSLT : VD_OP_BVULT;
  return vd_emit_two(e, is_real(elem) ? VD_OP_FLT : op, a, b);
}

static VdStVal less_or_equal(VdEmit *e, VdElem elem, VdStVal a, VdStVal b) {
  if (is_real(elem)) return vd_emit_two(e, VD_OP_FLE, a, b);
  return vd_emit_not(e, vd_emit_less(e, elem, b, a));
}

VdStVal vd_emit_nonzero(VdEmit *e, VdElem elem, VdStVal a) {
  if (elem == VD_ELEM_BOOL) return a;
  VdStVal zero = vd_val_known(vd_type_elem(elem)->init[0]);
  return vd_emit_not(e, emit_equal(e, elem, a, zero));
}

VdStVal vd_emit_within(VdEmit *e, VdElem elem, VdStVal a, VdValue low,
                       VdValue high) {
  return vd_emit_and(e, less_or_equal(e, elem, vd_val_known(low), a),
                     less_or_equal(e, elem, a, vd_val_known(high)));
}

VdStVal vd_emit_binary(VdEmit *e, VdStOp op, VdElem elem, VdStVal a,
                       VdStVal b) {
  switch (op) {
    case VD_ST_AND:
    case VD_ST_OR:
    case VD_ST_XOR:
      return elem == VD_ELEM_BOOL ? logic(e, op, a, b) : bitwise(e, op, a, b);
    case VD_ST_EQ: return emit_equal(e, elem, a, b);
    case VD_ST_NE: return vd_emit_not(e, emit_equal(e, elem, a, b));
    case VD_ST_LT: return vd_emit_less(e, elem, a, b);
    case VD_ST_GT: return vd_emit_less(e, elem, b, a);
    case VD_ST_LE: return less_or_equal(e, elem, a, b);
    case VD_ST_GE: return less_or_equal(e, elem, b, a);
    case VD_ST_ADD:
    case VD_ST_SUB:
    case VD_ST_MUL:
    case VD_ST_DIV:
    case VD_ST_MOD:
      return is_real(elem) ? floating(e, op, a, b) : integer(e, op, elem, a, b);
    case VD_ST_POWER:
    case VD_ST_NEG:
    case VD_ST_NOT:
    case VD_ST_NO_OP: break;
  }
  VD_CHECK(!"a binary operator");
  return a;
}

VdStVal vd_emit_unary(VdEmit *e, VdStOp op, VdElem elem, VdStVal a) {
  if (op == VD_ST_NOT)
    return vd_emit_one(e, elem == VD_ELEM_BOOL ? VD_OP_NOT : VD_OP_BVNOT, 0, a);
  if (is_real(elem)) return vd_emit_one(e, VD_OP_FNEG, 0, a);
  return negative(e, vd_elem_width(elem), a);
}

// ------------------------------------------------------------------- shifts
static VdStVal resize(VdEmit *e, VdStVal a, uint32_t from, uint32_t to,
                      bool is_signed) {
  if (from > to)
    return vd_emit_one(e, VD_OP_EXTRACT, vd_imm_extract(to - 1, 0), a);
  if (from < to)
    return vd_emit_one(e, is_signed ? VD_OP_SEXT : VD_OP_ZEXT, to, a);
  return a;
}

VdStVal vd_emit_shift(VdEmit *e, VdStShift shift, uint32_t width, VdStVal a,
                      uint32_t by_width, VdStVal by) {
  VdStVal count = resize(e, by, by_width, width, false);
  if (shift == VD_SHIFT_SHL || shift == VD_SHIFT_SHR) {
    VdStVal out = vd_emit_two(
        e, shift == VD_SHIFT_SHL ? VD_OP_BVSHL : VD_OP_BVLSHR, a, count);
    if (by_width <= width) return out;
    VdStVal inside =
        vd_emit_two(e, VD_OP_BVULT, by, vd_val_bv(by_width, width));
    return vd_emit_ite(e, inside, out, vd_val_bv(width, 0));
  }
  // Widths are powers of two, so the low bits of the count are it modulo them.
  VdStVal mask = vd_val_bv(width, width - 1);
  VdStVal turn = vd_emit_two(e, VD_OP_BVAND, count, mask);
  VdStVal back = vd_emit_two(e, VD_OP_BVAND, negative(e, width, turn), mask);
  bool left = shift == VD_SHIFT_ROL;
  VdStVal high = vd_emit_two(e, VD_OP_BVSHL, a, left ? turn : back);
  VdStVal low = vd_emit_two(e, VD_OP_BVLSHR, a, left ? back : turn);
  return bitwise(e, VD_ST_OR, high, low);
}

// -------------------------------------------------------------- conversions
static bool is_calendar(VdElem elem) {
  return vd_elem_class(elem) >= VD_SCALAR_TIME;
}

bool vd_emit_can_convert(VdElem from, VdElem to) {
  VdScalarClass f = vd_elem_class(from), t = vd_elem_class(to);
  // Whether bits stand for a real's bits or for a number depends on the vendor.
  if (f == VD_SCALAR_BITS && t == VD_SCALAR_REAL) return false;
  if (f == VD_SCALAR_REAL && t == VD_SCALAR_BITS) return false;
  if (!is_calendar(from) || !is_calendar(to)) return true;
  return f == t ||
         (f == VD_SCALAR_DT && (t == VD_SCALAR_DATE || t == VD_SCALAR_TOD));
}

static VdStVal from_real(VdEmit *e, VdElem to, bool truncate, VdStVal a) {
  uint64_t round = truncate ? VD_ROUND_ZERO : VD_ROUND_EVEN;
  VdStVal whole = vd_emit_one(e, VD_OP_FRINT, round, a);
  VdStVal wide =
      vd_emit_one(e, to == VD_ELEM_ULINT ? VD_OP_FTOU : VD_OP_FTOS, 64, whole);
  return resize(e, wide, 64, vd_elem_width(to), true);
}

static VdStVal from_bool(VdEmit *e, VdElem to, VdStVal a) {
  VdValue zero, one;
  if (is_calendar(to)) {
    zero = vd_value_bv(vd_elem_width(to), 0);
    one = vd_value_bv(vd_elem_width(to), 1);
  } else {
    vd_elem_holds(to, false, 0, &zero);
    vd_elem_holds(to, false, 1, &one);
  }
  return vd_emit_ite(e, a, vd_val_known(one), vd_val_known(zero));
}

// Nanoseconds in the unit of a short type.
static uint64_t unit_of(VdElem elem) {
  VdScalarClass class = vd_elem_class(elem);
  bool milli = class == VD_SCALAR_TIME || class == VD_SCALAR_TOD;
  return milli ? 1000000u : 1000000000u;
}

static VdStVal change_length(VdEmit *e, VdElem from, VdElem to, VdStVal a) {
  if (vd_elem_is_long(from) == vd_elem_is_long(to)) return a;
  VdStVal unit = vd_val_bv(64, unit_of(from));
  bool is_signed = vd_elem_is_signed(from);
  if (vd_elem_is_long(to))
    return vd_emit_two(e, VD_OP_BVMUL, resize(e, a, 32, 64, is_signed), unit);
  VdOp divide = is_signed ? VD_OP_BVSDIV : VD_OP_BVUDIV;
  return resize(e, vd_emit_two(e, divide, a, unit), 64, 32, false);
}

// The day, or the time of it, of a DT or LDT.
static VdStVal part_of_dt(VdEmit *e, VdElem from, VdElem to, VdStVal a) {
  VdStVal wide = change_length(e, from, VD_ELEM_LDT, a);
  VdStVal day = vd_val_bv(64, 86400000000000u);
  VdStVal clock = vd_emit_two(e, VD_OP_BVUREM, wide, day);
  bool date = vd_elem_class(to) == VD_SCALAR_DATE;
  if (date) clock = vd_emit_two(e, VD_OP_BVADD, wide, negative(e, 64, clock));
  return change_length(e, date ? VD_ELEM_LDATE : VD_ELEM_LTOD, to, clock);
}

static VdStVal calendar(VdEmit *e, VdElem from, VdElem to, VdStVal a) {
  if (vd_elem_class(from) == vd_elem_class(to))
    return change_length(e, from, to, a);
  return part_of_dt(e, from, to, a);
}

VdStVal vd_emit_convert(VdEmit *e, VdElem from, VdElem to, bool truncate,
                        VdStVal a) {
  if (from == to) return a;
  if (to == VD_ELEM_BOOL) return vd_emit_nonzero(e, from, a);
  if (from == VD_ELEM_BOOL) return from_bool(e, to, a);
  bool is_signed = vd_elem_is_signed(from);
  if (is_real(from) && is_real(to))
    return vd_emit_one(e, VD_OP_FTOF, vd_imm_float(vd_elem_sort(to)), a);
  if (is_real(from)) return from_real(e, to, truncate, a);
  if (is_real(to))
    return vd_emit_one(e, is_signed ? VD_OP_STOF : VD_OP_UTOF,
                       vd_imm_float(vd_elem_sort(to)), a);
  if (is_calendar(from) && is_calendar(to)) return calendar(e, from, to, a);
  return resize(e, a, vd_elem_width(from), vd_elem_width(to), is_signed);
}
