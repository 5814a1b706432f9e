// Terms in the syntax of C (say.h).
#include "verdict/say.h"

#include <inttypes.h>

#include "base/limit.h"
#include "term/choose.h"

// How strongly parts hold together: as in C.
typedef enum Bond {
  BOND_OR = 1,
  BOND_AND,
  BOND_ORDER,
  BOND_BITS,
  BOND_SUM,
  BOND_PRODUCT,
  BOND_UNARY,
  BOND_ATOM,
} Bond;

typedef struct Say {
  VdTerms *tm;
  VdBuf *out;
  uint32_t depth;
} Say;

static void say(Say *s, VdTerm t, Bond least);

static bool small(const VdTerms *tm, VdTerm t, uint64_t *bits,
                  uint32_t *width) {
  VdValue v;
  if (!vd_term_value(tm, t, &v) || v.sort.kind != VD_SORT_BV || v.sort.a > 64)
    return false;
  *bits = v.bits;
  *width = v.sort.a;
  return true;
}

static uint64_t half_of(uint32_t width) {
  return 1ull << (width - 1);
}

// Numbers just below 2^width are negative ones.
static bool is_negative(uint64_t bits, uint32_t width) {
  return width > 1 && bits > half_of(width);
}

static uint64_t magnitude(uint64_t bits, uint32_t width) {
  return is_negative(bits, width) ? (0 - bits) & (UINT64_MAX >> (64 - width))
                                  : bits;
}

static void say_number(Say *s, uint64_t bits, uint32_t width) {
  if (is_negative(bits, width)) vd_buf_char(s->out, '-');
  bits = magnitude(bits, width);
  if (bits > 100000 && width > 20)
    vd_buf_printf(s->out, "0x%" PRIx64, bits);
  else
    vd_buf_printf(s->out, "%" PRIu64, bits);
}

static void open_bond(Say *s, Bond is, Bond least) {
  if (is < least) vd_buf_char(s->out, '(');
}

static void close_bond(Say *s, Bond is, Bond least) {
  if (is < least) vd_buf_char(s->out, ')');
}

// x * (x - 1) / 2
static void say_choose(Say *s, uint32_t k, VdTerm x, Bond least) {
  uint32_t divisor = 1;
  if (vd_term_op(s->tm, x) == VD_OP_ZEXT) x = vd_term_arg(s->tm, x, 0);
  open_bond(s, BOND_PRODUCT, least);
  for (uint32_t i = 0; i < k; i++) {
    if (i) vd_buf_str(s->out, " * (");
    say(s, x, i ? BOND_SUM : BOND_UNARY);
    if (i) vd_buf_printf(s->out, " - %u)", i);
    divisor *= i + 1;
  }
  vd_buf_printf(s->out, " / %u", divisor);
  close_bond(s, BOND_PRODUCT, least);
}

// ---------------------------------------------------------------------- sums

typedef struct Part {
  uint64_t coef;
  VdTerm t;  // none: the number alone
} Part;
typedef VD_VEC(Part) Parts;

static void add_part(const Say *s, VdTerm t, Parts *out) {
  VdTerms *tm = s->tm;
  uint32_t width;
  Part part = {1, t};
  uint32_t n = vd_term_args(tm, t);
  if (small(tm, t, &part.coef, &width)) {
    part.t = VD_TERM_NONE;
  } else if (vd_term_op(tm, t) == VD_OP_BVMUL &&
             small(tm, vd_term_arg(tm, t, 0), &part.coef, &width)) {
    VdTermVec rest = {0};
    for (uint32_t i = 1; i < n; i++) vd_push(&rest, vd_term_arg(tm, t, i));
    part.t = n == 2 ? rest.at[0] : vd_mk(tm, VD_OP_BVMUL, 0, rest.at, n - 1);
    vd_vec_done(&rest);
  }
  vd_push(out, part);
}

static void parts_of(const Say *s, VdTerm t, Parts *out) {
  if (vd_term_op(s->tm, t) != VD_OP_BVADD) {
    add_part(s, t, out);
    return;
  }
  for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++)
    add_part(s, vd_term_arg(s->tm, t, i), out);
}

static void say_part(Say *s, const Part *p, uint32_t width) {
  uint64_t n = magnitude(p->coef, width);
  if (vd_term_is_none(p->t)) {
    say_number(s, n, 64);
    return;
  }
  if (n != 1) {
    say_number(s, n, 64);
    vd_buf_str(s->out, " * ");
  }
  say(s, p->t, BOND_PRODUCT);
}

// Positive parts first, the number last.
static void say_parts(Say *s, const Parts *parts, uint32_t width) {
  bool any = false;
  for (int round = 0; round < 3; round++)
    for (uint32_t i = 0; i < parts->len; i++) {
      const Part *p = &parts->at[i];
      bool negative = is_negative(p->coef, width);
      int turn = vd_term_is_none(p->t) ? 2 : negative ? 1 : 0;
      if (turn != round) continue;
      if (any) vd_buf_str(s->out, negative ? " - " : " + ");
      if (!any && negative) vd_buf_char(s->out, '-');
      say_part(s, p, width);
      any = true;
    }
}

static void say_sum(Say *s, VdTerm t, Bond least) {
  Parts parts = {0};
  parts_of(s, t, &parts);
  open_bond(s, BOND_SUM, least);
  say_parts(s, &parts, vd_term_sort(s->tm, t).a);
  close_bond(s, BOND_SUM, least);
  vd_vec_done(&parts);
}

// The power of two in all coefficients.
static uint32_t common_twos(const Parts *parts, uint32_t twos) {
  for (uint32_t i = 0; i < parts->len; i++)
    if (parts->at[i].coef &&
        (uint32_t)__builtin_ctzll(parts->at[i].coef) < twos)
      twos = (uint32_t)__builtin_ctzll(parts->at[i].coef);
  return twos;
}

// 2^31 * x == 2^31 * y is about the last bit of x and y.
static bool say_low_bits(Say *s, VdTerm x, VdTerm y, const char *op) {
  Parts side[2] = {{0}, {0}};
  uint32_t width = vd_term_sort(s->tm, x).a;
  if (vd_term_sort(s->tm, x).kind != VD_SORT_BV || width > 64) return false;
  parts_of(s, x, &side[0]);
  parts_of(s, y, &side[1]);
  uint32_t twos = common_twos(&side[1], common_twos(&side[0], width - 1));
  for (int i = 0; i < 2 && twos; i++) {
    for (uint32_t k = 0; k < side[i].len; k++) side[i].at[k].coef >>= twos;
    if (i) vd_buf_printf(s->out, " %s ", op);
    say_parts(s, &side[i], width - twos);
  }
  if (twos && width - twos < 17)
    vd_buf_printf(s->out, " (mod %u)", 1u << (width - twos));
  else if (twos)
    vd_buf_printf(s->out, " (mod 2^%u)", width - twos);
  vd_vec_done(&side[0]);
  vd_vec_done(&side[1]);
  return twos;
}

// ----------------------------------------------------------------- operators

static void say_infix(Say *s, VdTerm t, const char *op, Bond is, Bond least) {
  open_bond(s, is, least);
  for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++) {
    if (i) vd_buf_printf(s->out, " %s ", op);
    say(s, vd_term_arg(s->tm, t, i), is + 1);
  }
  close_bond(s, is, least);
}

static void say_pair(Say *s, VdTerm x, VdTerm y, const char *op, Bond least) {
  open_bond(s, BOND_ORDER, least);
  bool equation = *op == '=' || *op == '!';
  if (!equation || !say_low_bits(s, x, y, op)) {
    say(s, x, BOND_BITS);
    vd_buf_printf(s->out, " %s ", op);
    say(s, y, BOND_BITS);
  }
  close_bond(s, BOND_ORDER, least);
}

// Numbers to the right.
static void say_equal(Say *s, VdTerm t, const char *op, Bond least) {
  VdTerm x = vd_term_arg(s->tm, t, 0), y = vd_term_arg(s->tm, t, 1);
  bool turn = vd_term_op(s->tm, x) == VD_OP_CONST;
  say_pair(s, turn ? y : x, turn ? x : y, op, least);
}

static void say_any(Say *s, VdTerm t, bool is_not, Bond least);

static void say_not(Say *s, VdTerm t, Bond least) {
  VdTerms *tm = s->tm;
  VdOp op = vd_term_op(tm, t);
  if (op == VD_OP_EQ)
    say_equal(s, t, "!=", least);
  else if (op == VD_OP_BVULT || op == VD_OP_BVSLT)
    say_pair(s, vd_term_arg(tm, t, 1), vd_term_arg(tm, t, 0),
             op == VD_OP_BVULT ? "<=u" : "<=", least);
  else if (op == VD_OP_AND)
    say_any(s, t, true, least);
  else {
    vd_buf_char(s->out, '!');
    say(s, t, BOND_UNARY);
  }
}

// A conjunction, or, turned, a disjunction of what is not.
static void say_any(Say *s, VdTerm t, bool is_not, Bond least) {
  Bond is = is_not ? BOND_OR : BOND_AND;
  open_bond(s, is, least);
  for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++) {
    VdTerm arg = vd_term_arg(s->tm, t, i);
    if (i) vd_buf_str(s->out, is_not ? " || " : " && ");
    if (!is_not)
      say(s, arg, is + 1);
    else if (vd_term_op(s->tm, arg) == VD_OP_NOT)
      say(s, vd_term_arg(s->tm, arg, 0), is + 1);
    else
      say_not(s, arg, is + 1);
  }
  close_bond(s, is, least);
}

static void say_call(Say *s, const char *name, VdTerm t) {
  vd_buf_printf(s->out, "%s(", name);
  for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++) {
    if (i) vd_buf_str(s->out, ", ");
    say(s, vd_term_arg(s->tm, t, i), BOND_OR);
  }
  vd_buf_char(s->out, ')');
}

static void say_leaf(Say *s, VdTerm t) {
  uint64_t bits;
  uint32_t width;
  VdBuf text = {0};
  if (small(s->tm, t, &bits, &width)) {
    say_number(s, bits, width);
    return;
  }
  vd_term_print(s->tm, t, &text);
  vd_buf_str(s->out, vd_buf_text(&text));
  vd_buf_done(&text);
}

static void say_extended(Say *s, VdTerm t, Bond least) {
  open_bond(s, BOND_UNARY, least);
  vd_buf_printf(s->out, "(%sint%u_t)",
                vd_term_op(s->tm, t) == VD_OP_ZEXT ? "u" : "",
                vd_term_sort(s->tm, t).a);
  say(s, vd_term_arg(s->tm, t, 0), BOND_UNARY);
  close_bond(s, BOND_UNARY, least);
}

static void say_op(Say *s, VdTerm t, Bond least) {
  VdTerms *tm = s->tm;
  VdOp op = vd_term_op(tm, t);
  VdTerm x;
  uint32_t k = vd_term_is_choose(s->tm, t, &x);
  if (k) {
    say_choose(s, k, x, least);
    return;
  }
  switch (op) {
    case VD_OP_CONST:
    case VD_OP_VAR:
    case VD_OP_ADDR:
    case VD_OP_ROM: say_leaf(s, t); return;
    case VD_OP_AND: say_any(s, t, false, least); return;
    case VD_OP_NOT: say_not(s, vd_term_arg(tm, t, 0), least); return;
    case VD_OP_EQ: say_equal(s, t, "==", least); return;
    case VD_OP_BVULT: say_infix(s, t, "<u", BOND_ORDER, least); return;
    case VD_OP_BVSLT:
    case VD_OP_FLT: say_infix(s, t, "<", BOND_ORDER, least); return;
    case VD_OP_FLE: say_infix(s, t, "<=", BOND_ORDER, least); return;
    case VD_OP_BVADD: say_sum(s, t, least); return;
    case VD_OP_BVMUL:
      if (vd_term_op(tm, vd_term_arg(tm, t, 0)) == VD_OP_CONST)
        say_sum(s, t, least);
      else
        say_infix(s, t, "*", BOND_PRODUCT, least);
      return;
    case VD_OP_BVAND: say_infix(s, t, "&", BOND_BITS, least); return;
    case VD_OP_BVXOR: say_infix(s, t, "^", BOND_BITS, least); return;
    case VD_OP_ZEXT:
    case VD_OP_SEXT: say_extended(s, t, least); return;
    case VD_OP_APP:
      say_call(s, vd_fun_get(tm, vd_term_fun(tm, t))->name, t);
      return;
    default: say_call(s, vd_op_info[op].text, t); return;
  }
}

static void say(Say *s, VdTerm t, Bond least) {
  if (s->depth >= vd_limit->say_depth || s->out->len > vd_limit->say_text) {
    vd_buf_str(s->out, "...");
    return;
  }
  s->depth++;
  say_op(s, t, least);
  s->depth--;
}

void vd_say_term(VdTerms *tm, VdTerm t, VdBuf *out) {
  Say s = {.tm = tm, .out = out};
  if (vd_term_is_none(t))
    vd_buf_str(out, "?");
  else
    say(&s, t, BOND_OR);
}
