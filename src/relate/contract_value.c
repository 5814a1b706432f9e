// What operators do to values.
//
// Whole numbers are mathematical integers: a result has as many bits as it can
// need, so nothing wraps. A value is a bit-vector that is read as signed or
// not; constants are kept as narrow as they can be, so that a comparison with
// one does not widen a variable. Floats are IEEE; a step from integers to
// floats is refused where it could round. A clause that means something is made
// of exact steps, or is an error.
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "base/limit.h"
#include "relate/contract_impl.h"

typedef VdContractValue Value;
typedef VdContractMath Math;
static const Value none = {0};

static Value fail(Math *m, const char *fmt, ...) VD_PRINTF(2, 3);
static Value fail(Math *m, const char *fmt, ...) {
  if (m->error) return none;
  va_list args;
  va_start(args, fmt);
  m->error = vd_arena_vprintf(m->arena, fmt, args);
  va_end(args);
  return none;
}

const char *vd_contract_describe(const Value *v) {
  if (v->type) return v->type;
  switch (v->kind) {
    case VD_CV_NONE: break;
    case VD_CV_BOOL: return "a Boolean";
    case VD_CV_INT: return "a whole number";
    case VD_CV_FLOAT:
    case VD_CV_REAL: return "a real number";
    case VD_CV_MOMENT:
      return v->class == VD_SCALAR_TIME   ? "a time"
             : v->class == VD_SCALAR_DATE ? "a date"
             : v->class == VD_SCALAR_TOD  ? "a time of day"
                                          : "a date and time";
    case VD_CV_ENUM: return "an enumeration";
    case VD_CV_WORD: return "a name";
  }
  return "nothing";
}

static VdTerm mk1(Math *m, VdOp op, uint64_t imm, VdTerm a) {
  return vd_mk(m->tm, op, imm, &a, 1);
}

static VdTerm mk2(Math *m, VdOp op, VdTerm a, VdTerm b) {
  return vd_mk(m->tm, op, 0, (VdTerm[]){a, b}, 2);
}

static uint32_t width_of(const Math *m, const Value *v) {
  return vd_sort_width(vd_term_sort(m->tm, v->term));
}

static Value truth(VdTerm term) {
  return (Value){.kind = VD_CV_BOOL, .term = term};
}

// ---------------------------------------------------------- whole numbers
static bool bit_of(const VdValue *value, uint32_t i) {
  return vd_value_limb(value, i / 64) >> (i % 64) & 1;
}

// A constant in as few bits as it needs.
static Value narrow(Math *m, Value v) {
  VdValue value;
  if (v.kind == VD_CV_NONE || !vd_term_value(m->tm, v.term, &value)) return v;
  uint32_t width = value.sort.a;
  v.is_signed = v.is_signed && bit_of(&value, width - 1);
  while (width > 1 && bit_of(&value, width - 1) == v.is_signed &&
         (!v.is_signed || bit_of(&value, width - 2)))
    width--;
  v.term = vd_mk_extract(m->tm, v.term, width - 1, 0);
  return v;
}

static Value computed(Math *m, VdTerm term, bool is_signed) {
  return narrow(
      m, (Value){.kind = VD_CV_INT, .term = term, .is_signed = is_signed});
}

static bool is_constant(const Math *m, const Value *v) {
  VdValue value;
  return v->kind != VD_CV_REAL && v->kind != VD_CV_WORD &&
         vd_term_value(m->tm, v->term, &value);
}

Value vd_contract_int(Math *m, uint64_t bits) {
  return computed(m, vd_mk_bv(m->tm, 64, bits), false);
}

Value vd_contract_moment(Math *m, VdScalarClass class, uint64_t unit,
                         uint64_t bits) {
  return (Value){.kind = VD_CV_MOMENT,
                 .term = vd_mk_bv(m->tm, 64, bits),
                 .is_signed = class == VD_SCALAR_TIME,
                 .class = class,
                 .unit = unit};
}

static VdTerm widen(Math *m, const Value *v, uint32_t width) {
  uint32_t have = width_of(m, v);
  if (have == width) return v->term;
  return mk1(m, v->is_signed ? VD_OP_SEXT : VD_OP_ZEXT, width, v->term);
}

// Two numbers as bit-vectors of one width and one sign, with room for more
// bits. False if that is too wide.
typedef struct Two {
  VdTerm a, b;
  uint32_t width;
  bool is_signed;
} Two;

static bool align(Math *m, const Value *a, const Value *b, bool is_signed,
                  uint32_t more, Two *out) {
  out->is_signed = is_signed || a->is_signed || b->is_signed;
  uint32_t wa = width_of(m, a) + (out->is_signed && !a->is_signed);
  uint32_t wb = width_of(m, b) + (out->is_signed && !b->is_signed);
  out->width = (wa > wb ? wa : wb) + more;
  if (out->width > vd_limit->contract_width) {
    fail(m, "the number needs more than contract_width = %d bits",
         vd_limit->contract_width);
    return false;
  }
  out->a = widen(m, a, out->width);
  out->b = widen(m, b, out->width);
  return true;
}

// a << n or a >> n for a constant n.
static Value shift(Math *m, VdContractOp op, const Value *a, const Value *b) {
  VdValue by;
  if (!vd_term_value(m->tm, b->term, &by) || b->is_signed ||
      width_of(m, b) > 16)
    return fail(m, "a shift is by a constant from 0 on");
  uint32_t width = width_of(m, a);
  uint64_t n = by.bits;
  Two two;
  if (op == VD_CO_SHL) {
    uint32_t more =
        n < vd_limit->contract_width ? (uint32_t)n : vd_limit->contract_width;
    if (!align(m, a, a, false, more, &two)) return none;
    VdTerm count = vd_mk_bv(m->tm, 64, n);
    count = two.width >= 64 ? mk1(m, VD_OP_ZEXT, two.width, count)
                            : vd_mk_extract(m->tm, count, two.width - 1, 0);
    return computed(m, mk2(m, VD_OP_BVSHL, two.a, count), a->is_signed);
  }
  if (n >= width && !a->is_signed) return vd_contract_int(m, 0);
  if (n >= width) n = width - 1;
  return computed(m, vd_mk_extract(m->tm, a->term, width - 1, (uint32_t)n),
                  a->is_signed);
}

static Value divide(Math *m, VdContractOp op, const Value *a, const Value *b) {
  VdValue by;
  if (!vd_term_value(m->tm, b->term, &by) ||
      (width_of(m, b) == 1 && !b->is_signed && !by.bits))
    return fail(m, "a divisor is a constant other than zero");
  Two two;
  // One more bit for the smallest number divided by -1.
  if (!align(m, a, b, false, 1, &two)) return none;
  bool quotient = op == VD_CO_DIV;
  VdOp how = two.is_signed ? (quotient ? VD_OP_BVSDIV : VD_OP_BVSREM)
                           : (quotient ? VD_OP_BVUDIV : VD_OP_BVUREM);
  return computed(m, mk2(m, how, two.a, two.b), two.is_signed);
}

static Value bitwise(Math *m, VdContractOp op, const Value *a, const Value *b) {
  Two two;
  if (!align(m, a, b, false, 0, &two)) return none;
  VdTerm term;
  if (op == VD_CO_BIT_AND) {
    term = mk2(m, VD_OP_BVAND, two.a, two.b);
  } else if (op == VD_CO_BIT_XOR) {
    term = mk2(m, VD_OP_BVXOR, two.a, two.b);
  } else {
    VdTerm neither = mk2(m, VD_OP_BVAND, mk1(m, VD_OP_BVNOT, 0, two.a),
                         mk1(m, VD_OP_BVNOT, 0, two.b));
    term = mk1(m, VD_OP_BVNOT, 0, neither);
  }
  Value out = computed(m, term, two.is_signed);
  bool typed = (a->bits || is_constant(m, a)) && (b->bits || is_constant(m, b));
  uint32_t bits = a->bits > b->bits ? a->bits : b->bits;
  if (typed && bits == width_of(m, &out)) out.bits = bits;
  return out;
}

static Value arithmetic(Math *m, VdContractOp op, const Value *a,
                        const Value *b) {
  Two two;
  if (op == VD_CO_MUL) {
    uint32_t wa = width_of(m, a), wb = width_of(m, b);
    // Of mixed signs align adds a bit; what it gives is never too few.
    if (!align(m, a, b, false, wa < wb ? wa : wb, &two)) return none;
    return computed(m, mk2(m, VD_OP_BVMUL, two.a, two.b), two.is_signed);
  }
  if (!align(m, a, b, op == VD_CO_SUB, 1, &two)) return none;
  VdTerm term = op == VD_CO_SUB ? vd_mk_sub(m->tm, two.a, two.b)
                                : vd_mk_add(m->tm, two.a, two.b);
  return computed(m, term, two.is_signed);
}

static Value compare(Math *m, VdContractOp op, const Value *a, const Value *b) {
  Two t;
  if (!align(m, a, b, false, 0, &t)) return none;
  VdOp less = t.is_signed ? VD_OP_BVSLT : VD_OP_BVULT;
  VdTerm out;
  switch (op) {
    case VD_CO_LT: out = mk2(m, less, t.a, t.b); break;
    case VD_CO_GT: out = mk2(m, less, t.b, t.a); break;
    case VD_CO_LE: out = vd_mk_not(m->tm, mk2(m, less, t.b, t.a)); break;
    case VD_CO_GE: out = vd_mk_not(m->tm, mk2(m, less, t.a, t.b)); break;
    case VD_CO_NE: out = vd_mk_not(m->tm, vd_mk_eq(m->tm, t.a, t.b)); break;
    default: out = vd_mk_eq(m->tm, t.a, t.b);
  }
  return truth(out);
}

static bool is_comparison(VdContractOp op) {
  return op >= VD_CO_EQ && op <= VD_CO_GE;
}

static bool is_equality(VdContractOp op) {
  return op == VD_CO_EQ || op == VD_CO_NE || op == VD_CO_SAME;
}

static Value clash(Math *m, VdContractOp op, const Value *a, const Value *b) {
  return fail(m, "\"%s\" between %s and %s", vd_contract_op_text(op),
              vd_contract_describe(a), vd_contract_describe(b));
}

static Value int_binary(Math *m, VdContractOp op, const Value *a,
                        const Value *b) {
  switch (op) {
    case VD_CO_ADD:
    case VD_CO_SUB:
    case VD_CO_MUL: return arithmetic(m, op, a, b);
    case VD_CO_DIV:
    case VD_CO_MOD: return divide(m, op, a, b);
    case VD_CO_SHL:
    case VD_CO_SHR: return shift(m, op, a, b);
    case VD_CO_BIT_AND:
    case VD_CO_BIT_OR:
    case VD_CO_BIT_XOR: return bitwise(m, op, a, b);
    default: break;
  }
  return is_comparison(op) ? compare(m, op, a, b) : clash(m, op, a, b);
}

// ------------------------------------------------------------------ floats
static VdSort single(void) {
  return vd_sort_float(8, 24);
}

static VdSort twice(void) {
  return vd_sort_float(11, 53);
}

// A literal in the format of what it meets, rounded to nearest.
static Value real_as(Math *m, const Value *v, VdSort sort) {
  VdBuf text = {0};
  for (const char *c = v->name; *c; c++)
    if (*c != '_') vd_buf_char(&text, *c);
  bool small = vd_sort_eq(sort, single());
  double x = small ? strtof(vd_buf_text(&text), NULL)
                   : strtod(vd_buf_text(&text), NULL);
  vd_buf_done(&text);
  if (!small && !vd_sort_eq(sort, twice()))
    return fail(m, "no literals have this float's format");
  if (!isfinite(x)) return fail(m, "\"%s\" is too large for it", v->name);
  if (v->negative) x = -x;
  VdValue value = small ? vd_value_float((float)x) : vd_value_double(x);
  return (Value){.kind = VD_CV_FLOAT, .term = vd_mk_value(m->tm, &value)};
}

// How many bits a number needs in a float's significand. Every format has the
// exponents for 64 bits.
static uint32_t significant(const Math *m, const Value *v) {
  VdValue value;
  uint32_t width = width_of(m, v);
  if (width > 64) return UINT32_MAX;
  if (!vd_term_value(m->tm, v->term, &value)) return width - v->is_signed;
  uint32_t low = 0;
  while (low < width && !bit_of(&value, low)) low++;
  return width - v->is_signed - (low < width ? low : 0);
}

static Value int_as(Math *m, const Value *v, VdSort sort) {
  uint64_t imm = vd_imm_float(sort);
  VdTerm term = mk1(m, v->is_signed ? VD_OP_STOF : VD_OP_UTOF, imm, v->term);
  return (Value){.kind = VD_CV_FLOAT, .term = term};
}

static VdSort sort_of(const Math *m, const Value *v) {
  return v->kind == VD_CV_FLOAT ? vd_term_sort(m->tm, v->term) : twice();
}

// The format in which the two meet: a literal has none of its own, a whole
// number takes one that can hold it.
static VdSort meet(Math *m, const Value *a, const Value *b) {
  bool fa = a->kind == VD_CV_FLOAT, fb = b->kind == VD_CV_FLOAT;
  VdSort sa = sort_of(m, a), sb = sort_of(m, b);
  VdSort sort = fa && fb ? (sa.a >= sb.a && sa.b >= sb.b ? sa : sb)
                : fa     ? sa
                         : sb;
  for (int k = 0; k < 2; k++) {
    const Value *v = k ? b : a;
    if (v->kind != VD_CV_INT) continue;
    if (significant(m, v) > sort.b && sort.b < 53) sort = twice();
    if (significant(m, v) > sort.b)
      fail(m, "%s does not always fit the float exactly",
           vd_contract_describe(v));
  }
  return sort;
}

static Value float_as(Math *m, const Value *v, VdSort sort) {
  if (m->error) return none;
  if (v->kind == VD_CV_REAL) return real_as(m, v, sort);
  if (v->kind == VD_CV_INT) return int_as(m, v, sort);
  Value out = *v;
  if (!vd_sort_eq(vd_term_sort(m->tm, v->term), sort))
    out.term = mk1(m, VD_OP_FTOF, vd_imm_float(sort), v->term);
  return out;
}

static Value float_binary(Math *m, VdContractOp op, const Value *x,
                          const Value *y) {
  VdSort sort = meet(m, x, y);
  Value a = float_as(m, x, sort), b = float_as(m, y, sort);
  if (m->error) return none;
  static const VdOp ops[] = {[VD_CO_ADD] = VD_OP_FADD,
                             [VD_CO_SUB] = VD_OP_FSUB,
                             [VD_CO_MUL] = VD_OP_FMUL,
                             [VD_CO_DIV] = VD_OP_FDIV};
  if (op < VD_COUNT(ops) && ops[op])
    return (Value){.kind = VD_CV_FLOAT,
                   .term = mk2(m, ops[op], a.term, b.term)};
  switch (op) {
    case VD_CO_SAME: return truth(vd_mk_eq(m->tm, a.term, b.term));
    case VD_CO_EQ: return truth(mk2(m, VD_OP_FEQ, a.term, b.term));
    case VD_CO_NE:
      return truth(vd_mk_not(m->tm, mk2(m, VD_OP_FEQ, a.term, b.term)));
    case VD_CO_LT: return truth(mk2(m, VD_OP_FLT, a.term, b.term));
    case VD_CO_GT: return truth(mk2(m, VD_OP_FLT, b.term, a.term));
    case VD_CO_LE: return truth(mk2(m, VD_OP_FLE, a.term, b.term));
    case VD_CO_GE: return truth(mk2(m, VD_OP_FLE, b.term, a.term));
    default: return clash(m, op, x, y);
  }
}

// ------------------------------------------------------- times and dates
// A count of a larger unit as one of a smaller; exact.
static Value in_unit(Math *m, Value v, uint64_t unit) {
  if (v.unit == unit) return v;
  Value factor = vd_contract_int(m, v.unit / unit);
  Value count = v;
  count.kind = VD_CV_INT;
  Value scaled = arithmetic(m, VD_CO_MUL, &count, &factor);
  v.term = scaled.term;
  v.is_signed = scaled.is_signed;
  v.kind = scaled.kind ? VD_CV_MOMENT : VD_CV_NONE;
  v.unit = unit;
  return v;
}

// A constant in the largest unit, up to one, in which it is a whole number.
static Value coarse(Math *m, Value v, uint64_t unit) {
  VdValue value;
  if (v.unit >= unit || unit % v.unit ||
      !vd_term_value(m->tm, v.term, &value) || value.sort.a > 64)
    return v;
  uint32_t rest = 64 - value.sort.a;
  int64_t factor = (int64_t)(unit / v.unit);
  int64_t number =
      v.is_signed ? (int64_t)(value.bits << rest) >> rest : (int64_t)value.bits;
  if (number % factor || (!v.is_signed && number < 0)) return v;
  v.term = vd_mk_bv(m->tm, 64, (uint64_t)(number / factor));
  v.unit = unit;
  return v;
}

static bool same_unit(Math *m, Value *a, Value *b) {
  *a = coarse(m, *a, b->unit);
  *b = coarse(m, *b, a->unit);
  uint64_t unit = a->unit < b->unit ? a->unit : b->unit;
  *a = in_unit(m, *a, unit);
  *b = in_unit(m, *b, unit);
  return !m->error;
}

// As whole numbers, constants narrow.
static Value count_of(Math *m, Value v) {
  v.kind = VD_CV_INT;
  v.bits = 0;
  return narrow(m, v);
}

static Value time_of(const Value *count, uint64_t unit) {
  if (!count->kind) return none;
  return (Value){.kind = VD_CV_MOMENT,
                 .term = count->term,
                 .is_signed = count->is_signed,
                 .class = VD_SCALAR_TIME,
                 .unit = unit};
}

static Value moment_binary(Math *m, VdContractOp op, Value a, Value b) {
  bool both = a.kind == b.kind && a.class == b.class;
  bool time = (a.kind != VD_CV_MOMENT || a.class == VD_SCALAR_TIME) &&
              (b.kind != VD_CV_MOMENT || b.class == VD_SCALAR_TIME);
  if (both && is_comparison(op)) {
    if (!same_unit(m, &a, &b)) return none;
    Value x = count_of(m, a), y = count_of(m, b);
    return compare(m, op, &x, &y);
  }
  if (both && time && (op == VD_CO_ADD || op == VD_CO_SUB)) {
    if (!same_unit(m, &a, &b)) return none;
    Value x = count_of(m, a), y = count_of(m, b);
    Value sum = arithmetic(m, op, &x, &y);
    return time_of(&sum, a.unit);
  }
  if (!both && time && op == VD_CO_MUL &&
      (a.kind == VD_CV_INT || b.kind == VD_CV_INT)) {
    uint64_t unit = a.kind == VD_CV_MOMENT ? a.unit : b.unit;
    Value x = count_of(m, a), y = count_of(m, b);
    Value product = arithmetic(m, op, &x, &y);
    return time_of(&product, unit);
  }
  return clash(m, op, &a, &b);
}

// -------------------------------------------------------------------- enums
static bool value_of(const VdEnum *e, const char *name, VdValue *out) {
  for (uint32_t i = 0; i < e->values; i++)
    if (!strcasecmp(e->text[i], name)) {
      *out = e->value[i];
      return true;
    }
  return false;
}

// One may have names that the other has not; names of both mean the same.
static bool compatible(const VdEnum *a, const VdEnum *b) {
  uint32_t common = 0;
  for (uint32_t i = 0; i < a->values; i++) {
    VdValue value;
    if (!value_of(b, a->text[i], &value)) continue;
    if (!vd_value_eq(&value, &a->value[i])) return false;
    common++;
  }
  return a == b || common == a->values || common == b->values;
}

// Name, Type#Name or Type.Name as a value of an enumeration.
static Value word_as(Math *m, const Value *word, const Value *enumerated) {
  const VdEnum *e = enumerated->enumeration;
  const char *name = word->name, *mark = strpbrk(name, "#.");
  if (mark) {
    size_t len = (size_t)(mark - name);
    if (strlen(e->name) != len || strncasecmp(e->name, name, len))
      return fail(m, "\"%s\" is not of %s", name, e->name);
    name = mark + 1;
  }
  Value out = *enumerated;
  VdValue value;
  if (value_of(e, name, &value)) {
    out.term = vd_mk_value(m->tm, &value);
    return out;
  }
  VdNear near = {.text = name, .len = strlen(name), .any_case = true};
  for (uint32_t i = 0; i < e->values; i++) vd_near_try(&near, e->text[i]);
  return fail(m, "%s has no value \"%s\"%s%s%s", e->name, name,
              near.best ? "; did you mean \"" : "", near.best ? near.best : "",
              near.best ? "\"?" : "");
}

static bool settle_words(Math *m, Value *a, Value *b) {
  if (a->kind == VD_CV_WORD && b->kind == VD_CV_ENUM) *a = word_as(m, a, b);
  if (b->kind == VD_CV_WORD && a->kind == VD_CV_ENUM) *b = word_as(m, b, a);
  const Value *left = a->kind == VD_CV_WORD ? a : b;
  if (!m->error && left->kind == VD_CV_WORD)
    fail(m, "neither version has a variable \"%s\"", left->name);
  return !m->error;
}

static bool same_enums(Math *m, const Value *a, const Value *b) {
  VdSort sa = vd_term_sort(m->tm, a->term), sb = vd_term_sort(m->tm, b->term);
  return compatible(a->enumeration, b->enumeration) && vd_sort_eq(sa, sb);
}

static Value enum_binary(Math *m, VdContractOp op, const Value *a,
                         const Value *b) {
  if (!is_equality(op)) return clash(m, op, a, b);
  if (!same_enums(m, a, b))
    return fail(m,
                "the enumerations %s and %s give names to different numbers; "
                "compare with each name: (old.x == A) == (new.x == A)",
                a->enumeration->name, b->enumeration->name);
  return compare(m, op, a, b);
}

// ------------------------------------------------------------- all of them
Value vd_contract_variable(Math *m, const VdContractType *type, VdTerm term) {
  Value v = {.term = term, .type = type->text};
  if (type->enumeration) {
    v.kind = VD_CV_ENUM;
    v.enumeration = type->enumeration;
    v.is_signed = true;
    return v;
  }
  switch (type->class) {
    case VD_SCALAR_NONE: break;
    case VD_SCALAR_BOOL: v.kind = VD_CV_BOOL; break;
    case VD_SCALAR_SIGNED:
    case VD_SCALAR_UNSIGNED:
    case VD_SCALAR_BITS:
      v.kind = VD_CV_INT;
      v.is_signed = type->class == VD_SCALAR_SIGNED;
      v.bits = width_of(m, &v);
      break;
    case VD_SCALAR_REAL: v.kind = VD_CV_FLOAT; break;
    case VD_SCALAR_TIME:
    case VD_SCALAR_DATE:
    case VD_SCALAR_TOD:
    case VD_SCALAR_DT:
      v.kind = VD_CV_MOMENT;
      v.class = type->class;
      v.unit = type->unit;
      v.is_signed = type->class == VD_SCALAR_TIME;
  }
  return v;
}

static Value bool_binary(Math *m, VdContractOp op, const Value *a,
                         const Value *b) {
  VdTerms *tm = m->tm;
  switch (op) {
    case VD_CO_IMPLIES: return truth(vd_mk_implies(tm, a->term, b->term));
    case VD_CO_OR:
    case VD_CO_BIT_OR: return truth(vd_mk_or(tm, a->term, b->term));
    case VD_CO_AND:
    case VD_CO_BIT_AND: return truth(vd_mk_and(tm, a->term, b->term));
    case VD_CO_EQ:
    case VD_CO_SAME: return truth(vd_mk_eq(tm, a->term, b->term));
    case VD_CO_NE:
    case VD_CO_BIT_XOR:
      return truth(vd_mk_not(tm, vd_mk_eq(tm, a->term, b->term)));
    default: return clash(m, op, a, b);
  }
}

static bool is_number(const Value *v) {
  return v->kind == VD_CV_INT || v->kind == VD_CV_FLOAT ||
         v->kind == VD_CV_REAL;
}

Value vd_contract_binary(Math *m, VdContractOp op, Value a, Value b) {
  if (!a.kind || !b.kind || !settle_words(m, &a, &b)) return none;
  if (a.kind == VD_CV_MOMENT || b.kind == VD_CV_MOMENT)
    return moment_binary(m, op, a, b);
  if (a.kind == VD_CV_INT && b.kind == VD_CV_INT)
    return int_binary(m, op, &a, &b);
  if (is_number(&a) && is_number(&b)) return float_binary(m, op, &a, &b);
  if (a.kind != b.kind) return clash(m, op, &a, &b);
  if (a.kind == VD_CV_ENUM) return enum_binary(m, op, &a, &b);
  return bool_binary(m, op, &a, &b);
}

static Value negate(Math *m, Value a) {
  if (a.kind == VD_CV_REAL) {
    a.negative = !a.negative;
    return a;
  }
  if (a.kind == VD_CV_FLOAT) {
    a.term = mk1(m, VD_OP_FNEG, 0, a.term);
    return a;
  }
  Value count = count_of(m, a), zero = vd_contract_int(m, 0);
  Value out = arithmetic(m, VD_CO_SUB, &zero, &count);
  return a.kind == VD_CV_MOMENT ? time_of(&out, a.unit) : out;
}

// Of a number with the bits of its type the other bits; of others -a - 1, which
// is the same for signed ones.
static Value flip(Math *m, Value a) {
  bool constant = is_constant(m, &a);
  if (!a.is_signed && !a.bits && !constant)
    return fail(m, "\"~\" of a number that was computed: it has no width");
  if (a.is_signed || !a.bits) {
    Two two;
    if (!align(m, &a, &a, true, 0, &two)) return none;
    return computed(m, mk1(m, VD_OP_BVNOT, 0, two.a), true);
  }
  a.term = mk1(m, VD_OP_BVNOT, 0, a.term);
  a.type = NULL;
  return a;
}

Value vd_contract_unary(Math *m, VdContractOp op, Value a) {
  bool time = a.kind == VD_CV_MOMENT && a.class == VD_SCALAR_TIME;
  if (!a.kind) return none;
  if (op == VD_CO_NOT && a.kind == VD_CV_BOOL)
    return truth(vd_mk_not(m->tm, a.term));
  if (op == VD_CO_NEG && (is_number(&a) || time)) return negate(m, a);
  if (op == VD_CO_FLIP && a.kind == VD_CV_INT) return flip(m, a);
  if (a.kind == VD_CV_WORD)
    return fail(m, "neither version has a variable \"%s\"", a.name);
  return fail(m, "\"%s\" of %s", vd_contract_op_text(op),
              vd_contract_describe(&a));
}

// -------------------------------------------------------------------- ?:
static Value choose(Math *m, VdTerm condition, Value like, VdTerm a, VdTerm b) {
  like.term = vd_mk_ite(m->tm, condition, a, b);
  like.type = NULL;
  like.bits = 0;
  return like;
}

static Value choose_int(Math *m, VdTerm condition, Value a, Value b) {
  Two two;
  a = narrow(m, a);
  b = narrow(m, b);
  if (!align(m, &a, &b, false, 0, &two)) return none;
  a.is_signed = two.is_signed;
  return choose(m, condition, a, two.a, two.b);
}

Value vd_contract_choice(Math *m, VdTerm condition, Value a, Value b) {
  if (!a.kind || !b.kind) return none;
  bool words = a.kind == VD_CV_WORD && b.kind == VD_CV_WORD;
  if (words || !settle_words(m, &a, &b))
    return fail(m, "neither version has a variable \"%s\"", a.name);
  if (a.kind == VD_CV_INT && b.kind == VD_CV_INT)
    return choose_int(m, condition, a, b);
  if (is_number(&a) && is_number(&b)) {
    VdSort sort = meet(m, &a, &b);
    Value x = float_as(m, &a, sort), y = float_as(m, &b, sort);
    return m->error ? none : choose(m, condition, x, x.term, y.term);
  }
  bool same = a.kind == b.kind;
  if (same && a.kind == VD_CV_MOMENT && a.class == b.class)
    return same_unit(m, &a, &b) ? choose_int(m, condition, a, b) : none;
  if (same && a.kind == VD_CV_ENUM) same = same_enums(m, &a, &b);
  if (!same || a.kind == VD_CV_MOMENT)
    return fail(m, "\"?:\" between %s and %s", vd_contract_describe(&a),
                vd_contract_describe(&b));
  return choose(m, condition, a, a.term, b.term);
}
