// Floats as real numbers, for --fp real: no rounding, no NaN, no infinity, one
// zero. Bits of a float, and fmod, are abstract.
#include "term/smtlib_impl.h"

// A natural number in base 10^9, least digit first.
typedef VD_VEC(uint32_t) Decimal;
enum { BASE = 1000000000 };

// number * factor + add; factor and add are below BASE.
static void multiply_add(Decimal *number, uint32_t factor, uint32_t add) {
  uint64_t carry = add;
  for (uint32_t i = 0; i < number->len; i++) {
    carry += (uint64_t)number->at[i] * factor;
    number->at[i] = (uint32_t)(carry % BASE);
    carry /= BASE;
  }
  if (carry > 0) vd_push(number, (uint32_t)carry);
}

static void shift(Decimal *number, uint32_t k) {
  for (; k >= 29; k -= 29) multiply_add(number, 1u << 29, 0);
  multiply_add(number, 1u << k, 0);
}

static void print_decimal(VdSmt *s, const Decimal *number) {
  uint32_t top = number->len - 1;
  vd_buf_printf(s->out, "%u", number->at[top]);
  for (uint32_t i = top; i-- > 0;) vd_buf_printf(s->out, "%09u", number->at[i]);
}

static void print_power(VdSmt *s, uint32_t k) {
  Decimal number = {0};
  vd_push(&number, 1);
  shift(&number, k);
  print_decimal(s, &number);
  vd_vec_done(&number);
}

// --------------------------------------------------------------- constants

static bool bit_of(const VdValue *value, uint32_t i) {
  return vd_value_limb(value, i / 64) >> (i % 64) & 1;
}

static uint32_t exponent_field(const VdValue *value) {
  uint32_t field = 0;
  for (uint32_t i = value->sort.a; i-- > 0;)
    field = field << 1 | bit_of(value, value->sort.b - 1u + i);
  return field;
}

// |value| = significand * 2^exponent, significand odd; false for zero.
static bool split(const VdValue *value, Decimal *significand,
                  int64_t *exponent) {
  uint32_t field = exponent_field(value), top = value->sort.b - 1u, low = 0;
  while (low < top && !bit_of(value, low)) low++;
  if (low == top && field == 0) return false;
  if (field > 0) vd_push(significand, 1);
  for (uint32_t i = top; i-- > low;)
    multiply_add(significand, 2, bit_of(value, i));
  int64_t bias = (1ll << (value->sort.a - 1)) - 1;
  *exponent = (int64_t)(field ? field : 1) - bias - top + low;
  return true;
}

static void print_fraction(VdSmt *s, Decimal *significand, int64_t exponent) {
  if (exponent > 0) shift(significand, (uint32_t)exponent);
  if (exponent < 0) vd_buf_str(s->out, "(/ ");
  print_decimal(s, significand);
  vd_buf_str(s->out, ".0");
  if (exponent >= 0) return;
  vd_buf_char(s->out, ' ');
  print_power(s, (uint32_t)-exponent);
  vd_buf_str(s->out, ".0)");
}

void vd_smt_real(VdSmt *s, const VdValue *value) {
  uint32_t special = (uint32_t)((1ull << value->sort.a) - 1);
  bool negative = bit_of(value, vd_sort_width(value->sort) - 1);
  Decimal significand = {0};
  int64_t exponent;
  if (exponent_field(value) == special) {
    vd_smt_fail(s, "infinity or NaN over the reals");
  } else if (!split(value, &significand, &exponent)) {
    vd_buf_str(s->out, "0.0");
  } else if (exponent > VD_SMT_MAX_EXPONENT ||
             exponent < -VD_SMT_MAX_EXPONENT) {
    vd_smt_fail(s, "a constant beyond 2^%d over the reals",
                VD_SMT_MAX_EXPONENT);
  } else {
    if (negative) vd_buf_str(s->out, "(- ");
    print_fraction(s, &significand, exponent);
    if (negative) vd_buf_char(s->out, ')');
  }
  vd_vec_done(&significand);
}

// --------------------------------------------------------------- operators

static void print_frem(VdSmt *s, VdTerm t) {
  if (vd_smt_is_new_helper(s, VD_OP_FREM, (VdSort){0}))
    vd_buf_str(s->out, "(declare-fun fmod (Real Real) Real)\n");
  vd_smt_define(s, t, "(fmod $0 $1)");
}

// Of a negative number: something, the same for the same number.
static void print_fsqrt(VdSmt *s, VdTerm t) {
  if (vd_smt_is_new_helper(s, VD_OP_FSQRT, (VdSort){0}))
    vd_buf_str(s->out, "(declare-fun sqrt.negative (Real) Real)\n");
  uint32_t k = vd_smt_declare(s, vd_term_sort(s->tm, t));
  vd_smt_template(s, t, "(assert (ite (>= $0 0.0) ");
  vd_buf_printf(s->out, "(and (>= n%u 0.0) (= (* n%u n%u)", k, k, k);
  vd_smt_template(s, t, " $0)) (= (sqrt.negative $0)");
  vd_buf_printf(s->out, " n%u)))\n", k);
  vd_smt_name(s, t, k);
}

static void print_frint(VdSmt *s, VdTerm t) {
  static const char *const text[] = {
      [VD_ROUND_EVEN] =
          "(let ((i (to_int (+ $0 0.5)))) (to_real (ite (and (= (to_real i) "
          "(+ $0 0.5)) (= (mod i 2) 1)) (- i 1) i)))",
      [VD_ROUND_AWAY] =
          "(ite (>= $0 0.0) (to_real (to_int (+ $0 0.5))) "
          "(- (to_real (to_int (- 0.5 $0)))))",
      [VD_ROUND_UP] = "(- (to_real (to_int (- $0))))",
      [VD_ROUND_DOWN] = "(to_real (to_int $0))",
      [VD_ROUND_ZERO] =
          "(ite (>= $0 0.0) (to_real (to_int $0)) "
          "(- (to_real (to_int (- $0)))))",
  };
  vd_smt_define(s, t, text[vd_term_imm(s->tm, t)]);
}

// A number of that many bits is printed in decimal.
static bool check_width(VdSmt *s, uint32_t width) {
  if (width <= VD_SMT_MAX_EXPONENT) return true;
  return vd_smt_fail(s, "an integer of more than %d bits over the reals",
                     VD_SMT_MAX_EXPONENT);
}

static void print_stof(VdSmt *s, VdTerm t) {
  uint32_t width = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0)).a;
  if (!check_width(s, width)) return;
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_smt_template(s, t,
                  "(to_real (let ((i (bv2nat $0))) "
                  "(ite (bvslt $0 (_ bv0 $x)) (- i ");
  print_power(s, width);
  vd_buf_str(s->out, ") i)))");
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// To an integer from -low to high - 1, 0 if it is not there.
static void print_to_int(VdSmt *s, VdTerm t, bool is_signed) {
  uint32_t width = vd_term_sort(s->tm, t).a;
  if (!check_width(s, width)) return;
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_smt_template(s, t,
                  "(let ((i (ite (>= $0 0.0) (to_int $0) (- (to_int (- $0))))))"
                  " (ite (and (< i ");
  print_power(s, is_signed ? width - 1 : width);
  vd_buf_str(s->out, ") (>= i ");
  if (is_signed) {
    vd_buf_str(s->out, "(- ");
    print_power(s, width - 1);
    vd_buf_char(s->out, ')');
  } else {
    vd_buf_char(s->out, '0');
  }
  vd_smt_template(s, t, ")) ((_ int2bv $a) i) (_ bv0 $a)))");
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

static void print_ftos(VdSmt *s, VdTerm t) {
  print_to_int(s, t, true);
}

static void print_ftou(VdSmt *s, VdTerm t) {
  print_to_int(s, t, false);
}

static void print_btof(VdSmt *s, VdTerm t) {
  if (vd_smt_is_new_helper(s, VD_OP_BTOF, vd_term_sort(s->tm, t)))
    vd_smt_template(s, t, "(declare-fun float.$a.$b ((_ BitVec $x)) Real)\n");
  vd_smt_define(s, t, "(float.$a.$b $0)");
}

static void print_ftob(VdSmt *s, VdTerm t) {
  VdSort from = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0));
  if (vd_smt_is_new_helper(s, VD_OP_FTOB, from))
    vd_smt_template(s, t, "(declare-fun bits.$x.$y (Real) (_ BitVec $a))\n");
  vd_smt_define(s, t, "(bits.$x.$y $0)");
}

const VdSmtRow vd_smt_real_row[VD_OP_COUNT] = {
    [VD_OP_FADD] = {.text = "(+ $0 $1)"},
    [VD_OP_FSUB] = {.text = "(- $0 $1)"},
    [VD_OP_FMUL] = {.text = "(* $0 $1)"},
    [VD_OP_FDIV] = {.text = "(/ $0 $1)"},
    [VD_OP_FREM] = {.print = print_frem},
    [VD_OP_FMA] = {.text = "(+ (* $0 $1) $2)"},
    [VD_OP_FSQRT] = {.print = print_fsqrt},
    [VD_OP_FNEG] = {.text = "(- $0)"},
    [VD_OP_FABS] = {.text = "(ite (>= $0 0.0) $0 (- $0))"},
    [VD_OP_FRINT] = {.print = print_frint},
    [VD_OP_FEQ] = {.text = "(= $0 $1)"},
    [VD_OP_FLT] = {.text = "(< $0 $1)"},
    [VD_OP_FLE] = {.text = "(<= $0 $1)"},
    [VD_OP_FNAN] = {.text = "false"},
    [VD_OP_FTOF] = {.text = "$0"},
    [VD_OP_STOF] = {.print = print_stof},
    [VD_OP_UTOF] = {.text = "(to_real (bv2nat $0))"},
    [VD_OP_FTOS] = {.print = print_ftos},
    [VD_OP_FTOU] = {.print = print_ftou},
    [VD_OP_BTOF] = {.print = print_btof},
    [VD_OP_FTOB] = {.print = print_ftob},
};
