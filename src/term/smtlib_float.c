// IEEE-754 floats in SMT-LIB. Equality of terms is SMT-LIB's =, which has one
// NaN and tells -0 from +0, as ours does.
//
// Some forms are chosen to stay clear of bugs in Z3 4.8.12, each found by the
// comparison of its answers with our evaluator (test/unit/solve/test_z3.c).
#include "term/smtlib_impl.h"

// Bits high - 1 down to low.
static void print_range(VdSmt *s, const VdValue *value, uint32_t high,
                        uint32_t low) {
  vd_buf_str(s->out, " #b");
  for (uint32_t i = high; i-- > low;)
    vd_buf_char(s->out,
                vd_value_limb(value, i / 64) >> (i % 64) & 1 ? '1' : '0');
}

void vd_smt_float(VdSmt *s, const VdValue *value) {
  uint32_t width = vd_sort_width(value->sort);
  uint32_t fraction = value->sort.b - 1u;
  vd_buf_str(s->out, "(fp");
  print_range(s, value, width, width - 1);
  print_range(s, value, width - 1, fraction);
  print_range(s, value, fraction, 0);
  vd_buf_char(s->out, ')');
}

// The constant 2^k or 2^k + 1, or the negative of it. It must be a number of
// the sort: k at most the largest exponent, and below the significand's bits
// for the + 1.
typedef struct Bound {
  bool negative;
  uint32_t k;
  bool plus_one;
} Bound;

static void print_bound(VdSmt *s, VdSort sort, Bound bound) {
  uint32_t k = bound.k, one = UINT32_MAX;  // one: the fraction bit that is set
  if (bound.plus_one && k == 0)
    k = 1;
  else if (bound.plus_one)
    one = sort.b - 1u - k;
  vd_buf_printf(s->out, "(fp #b%d #b", bound.negative);
  uint64_t exponent = k + (1ull << (sort.a - 1)) - 1;
  for (uint32_t i = sort.a; i-- > 0;)
    vd_buf_char(s->out, exponent >> i & 1 ? '1' : '0');
  vd_buf_str(s->out, " #b");
  for (uint32_t i = sort.b - 1u; i-- > 0;)
    vd_buf_char(s->out, i == one ? '1' : '0');
  vd_buf_char(s->out, ')');
}

static bool has_power(VdSort sort, uint32_t k) {
  return k <= (1ull << (sort.a - 1)) - 1;
}

// " (fp.lt x 2^k)", or that it is finite where that says the same.
static void print_below(VdSmt *s, VdTerm x, uint32_t k) {
  VdSort sort = vd_term_sort(s->tm, x);
  bool has = has_power(sort, k);
  vd_buf_str(s->out, has ? " (fp.lt " : " (not (fp.isInfinite ");
  vd_smt_ref(s, x);
  if (has) {
    vd_buf_char(s->out, ' ');
    print_bound(s, sort, (Bound){.k = k});
    vd_buf_char(s->out, ')');
  } else {
    vd_buf_str(s->out, "))");
  }
}

// Out of range is 0, and so is what is truncated to 0. So the test is just
// 1 <= x < 2^w, and the solver's fp.to_ubv never sees a negative number.
static void print_ftou(VdSmt *s, VdTerm t) {
  VdTerm x = vd_term_arg(s->tm, t, 0);
  VdSort sort = vd_term_sort(s->tm, t);
  uint32_t k = vd_smt_begin(s, sort);
  vd_buf_str(s->out, "(ite (and (fp.leq ");
  print_bound(s, vd_term_sort(s->tm, x), (Bound){.k = 0});
  vd_smt_template(s, t, " $0)");
  print_below(s, x, sort.a);
  vd_smt_template(s, t, ") ((_ fp.to_ubv $a) RTZ $0) (_ bv0 $a))");
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// " -2^k - 1 < x" where there is such a number, else " -2^k <= x", which is the
// same: numbers of that size are even.
static void print_above(VdSmt *s, VdTerm x, uint32_t k) {
  VdSort sort = vd_term_sort(s->tm, x);
  bool plus_one = k < sort.b;
  vd_buf_str(s->out, plus_one ? " (fp.lt " : " (fp.leq ");
  print_bound(s, sort, (Bound){true, k, plus_one});
  vd_buf_char(s->out, ' ');
  vd_smt_ref(s, x);
  vd_buf_char(s->out, ')');
}

// To one bit: -1 or 0. Z3 fails on ((_ fp.to_sbv 1) ...).
static void print_ftos_bit(VdSmt *s, VdTerm t) {
  VdSort from = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0));
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_buf_str(s->out, "(ite (and (fp.lt ");
  print_bound(s, from, (Bound){.negative = true, .k = 1});
  vd_smt_template(s, t, " $0) (fp.leq $0 ");
  print_bound(s, from, (Bound){.negative = true, .k = 0});
  vd_buf_str(s->out, ")) #b1 #b0)");
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// Where 2^(w-1) is above every number of the sort, each but infinity and NaN
// is in range.
static void print_ftos(VdSmt *s, VdTerm t) {
  if (vd_term_sort(s->tm, t).a == 1) {
    print_ftos_bit(s, t);
    return;
  }
  VdTerm x = vd_term_arg(s->tm, t, 0);
  VdSort sort = vd_term_sort(s->tm, t);
  uint32_t k = vd_smt_begin(s, sort);
  vd_smt_template(s, t, "(ite (and (not (fp.isNaN $0))");
  print_below(s, x, sort.a - 1);
  if (has_power(vd_term_sort(s->tm, x), sort.a - 1))
    print_above(s, x, sort.a - 1);
  vd_smt_template(s, t, ") ((_ fp.to_sbv $a) RTZ $0) (_ bv0 $a))");
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// SMT-LIB has no function from a float to its bits, as NaN has many. So the
// bits are a constant that is known by what float it makes.
static void print_ftob(VdSmt *s, VdTerm t) {
  VdSort from = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0));
  uint32_t k = vd_smt_declare(s, vd_term_sort(s->tm, t));
  vd_buf_printf(s->out, "(assert (= ((_ to_fp %u %u) n%u)", from.a, from.b, k);
  vd_smt_template(s, t, " $0))\n(assert (=> (fp.isNaN $0) (= ");
  vd_buf_printf(s->out, "n%u #b0", k);
  for (uint32_t i = 0; i < from.a + 1; i++) vd_buf_char(s->out, '1');
  for (uint32_t i = 0; i + 2u < from.b; i++) vd_buf_char(s->out, '0');
  vd_buf_str(s->out, ")))\n");
  vd_smt_name(s, t, k);
}

// fp.rem rounds the quotient to nearest, C's fmod truncates it, and neither is
// cheap. So it is abstract, one function a sort.
static void print_frem(VdSmt *s, VdTerm t) {
  static const char *const declare[] = {
      "(declare-fun fmod.$a.$b ((_ FloatingPoint $a $b) ",
      "(_ FloatingPoint $a $b)) (_ FloatingPoint $a $b))\n"};
  VdSort sort = vd_term_sort(s->tm, t);
  if (vd_smt_is_new_helper(s, VD_OP_FREM, sort))
    for (int i = 0; i < 2; i++) vd_smt_template(s, t, declare[i]);
  vd_smt_define(s, t, "(fmod.$a.$b $0 $1)");
}

// Through a sort that holds every argument, and then rounded, once.
static void print_through(VdSmt *s, VdTerm t, const char *convert,
                          uint32_t exponent, uint32_t significand) {
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_smt_template(s, t, "((_ to_fp $a $b) RNE ");
  vd_buf_printf(s->out, "((_ %s %u %u) RNE", convert, exponent, significand);
  vd_smt_template(s, t, " $0))");
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// Z3's exponent wraps on subnormals when exactly two bits of it are dropped.
static void print_ftof(VdSmt *s, VdTerm t) {
  VdSort from = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0));
  if (from.a == vd_term_sort(s->tm, t).a + 2)
    print_through(s, t, "to_fp", from.a + 1, from.b);
  else
    vd_smt_define(s, t, "((_ to_fp $a $b) RNE $0)");
}

// Z3's exponent has two bits more than the sort's, and wraps where the integer
// is longer than that can say: (_ BitVec 100) to half precision.
static void print_int(VdSmt *s, VdTerm t, const char *convert,
                      const char *text) {
  uint32_t width = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0)).a;
  uint32_t exponent = vd_term_sort(s->tm, t).a;
  if (width <= 2ull << exponent) {
    vd_smt_define(s, t, text);
    return;
  }
  exponent += 3;
  while (width >= 1ull << (exponent - 1)) exponent++;
  print_through(s, t, convert, exponent, width);
}

static void print_stof(VdSmt *s, VdTerm t) {
  print_int(s, t, "to_fp", "((_ to_fp $a $b) RNE $0)");
}

static void print_utof(VdSmt *s, VdTerm t) {
  print_int(s, t, "to_fp_unsigned", "((_ to_fp_unsigned $a $b) RNE $0)");
}

const VdSmtRow vd_smt_float_row[VD_OP_COUNT] = {
    [VD_OP_FADD] = {.text = "(fp.add RNE $0 $1)"},
    [VD_OP_FSUB] = {.text = "(fp.sub RNE $0 $1)"},
    [VD_OP_FMUL] = {.text = "(fp.mul RNE $0 $1)"},
    [VD_OP_FDIV] = {.text = "(fp.div RNE $0 $1)"},
    [VD_OP_FREM] = {.print = print_frem},
    [VD_OP_FMA] = {.text = "(fp.fma RNE $0 $1 $2)"},
    [VD_OP_FSQRT] = {.text = "(fp.sqrt RNE $0)"},
    [VD_OP_FNEG] = {.text = "(fp.neg $0)"},
    [VD_OP_FABS] = {.text = "(fp.abs $0)"},
    [VD_OP_FRINT] = {.text = "(fp.roundToIntegral $m $0)"},
    [VD_OP_FEQ] = {.text = "(fp.eq $0 $1)"},
    [VD_OP_FLT] = {.text = "(fp.lt $0 $1)"},
    [VD_OP_FLE] = {.text = "(fp.leq $0 $1)"},
    [VD_OP_FNAN] = {.text = "(fp.isNaN $0)"},
    [VD_OP_FTOF] = {.print = print_ftof},
    [VD_OP_STOF] = {.print = print_stof},
    [VD_OP_UTOF] = {.print = print_utof},
    [VD_OP_FTOS] = {.print = print_ftos},
    [VD_OP_FTOU] = {.print = print_ftou},
    [VD_OP_BTOF] = {.text = "((_ to_fp $a $b) $0)"},
    [VD_OP_FTOB] = {.print = print_ftob},
};
