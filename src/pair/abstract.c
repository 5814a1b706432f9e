// A question over unknown functions (search.h says what for).
//
// Why it is sound: take any input on which the question holds. Give each
// unknown function the values of its operator, and each variable of bits the
// bits of its float, with the one NaN. Then the abstract question holds too,
// and so do the facts. So no model of it means no such input.
#include "pair/search.h"

enum {
  CHEAP_WIDTH = 8,  // up to this many bits products keep their meaning
};

typedef VdAbstraction Abs;

// -------------------------------------------------------- floats as their bits

static bool is_float(VdSort sort) {
  return sort.kind == VD_SORT_FLOAT;
}

static VdSort bits_sort(const Abs *a, VdSort sort) {
  return is_float(sort) && !a->reals ? vd_sort_bv(vd_sort_width(sort)) : sort;
}

// A word of a run of ones: n of them above low.
static VdTerm ones(VdTerms *tm, uint32_t width, uint32_t n, uint32_t low) {
  VdTerm all = vd_mk_unary(tm, VD_OP_BVNOT, 0, vd_mk_bv(tm, n, 0));
  if (low) all = vd_mk_binary(tm, VD_OP_CONCAT, all, vd_mk_bv(tm, low, 0));
  return width == n + low ? all : vd_mk_unary(tm, VD_OP_ZEXT, width, all);
}

static VdTerm magnitude(VdTerms *tm, VdSort sort, VdTerm x) {
  uint32_t width = vd_sort_width(sort);
  return vd_mk_binary(tm, VD_OP_BVAND, x, ones(tm, width, width - 1, 0));
}

static VdTerm infinity(VdTerms *tm, VdSort sort) {
  return ones(tm, vd_sort_width(sort), sort.a, sort.b - 1u);
}

static VdTerm the_nan(VdTerms *tm, VdSort sort) {
  return ones(tm, vd_sort_width(sort), sort.a + 1, sort.b - 2u);
}

static VdTerm is_nan(VdTerms *tm, VdSort sort, VdTerm x) {
  return vd_mk_ult(tm, infinity(tm, sort), magnitude(tm, sort, x));
}

static VdTerm is_negative(VdTerms *tm, VdTerm x) {
  return vd_mk_binary(tm, VD_OP_BVSLT, x,
                      vd_mk_bv(tm, vd_term_sort(tm, x).a, 0));
}

// A signed number that grows with the float; both zeros are 0.
static VdTerm rank(VdTerms *tm, VdSort sort, VdTerm x) {
  VdTerm m = magnitude(tm, sort, x);
  VdTerm zero = vd_mk_bv(tm, vd_sort_width(sort), 0);
  return vd_mk_ite(tm, is_negative(tm, x), vd_mk_sub(tm, zero, m), m);
}

static VdTerm compare(VdTerms *tm, VdOp op, VdSort sort, VdTerm x, VdTerm y) {
  VdTerm a = rank(tm, sort, x), b = rank(tm, sort, y);
  VdTerm holds = op == VD_OP_FEQ ? vd_mk_eq(tm, a, b)
                 : op == VD_OP_FLT
                     ? vd_mk_binary(tm, VD_OP_BVSLT, a, b)
                     : vd_mk_not(tm, vd_mk_binary(tm, VD_OP_BVSLT, b, a));
  VdTerm nan = vd_mk_or(tm, is_nan(tm, sort, x), is_nan(tm, sort, y));
  return vd_mk_and(tm, vd_mk_not(tm, nan), holds);
}

static VdTerm with_sign(VdTerms *tm, VdOp op, VdSort sort, VdTerm x) {
  uint32_t width = vd_sort_width(sort);
  VdTerm sign = ones(tm, width, 1, width - 1);
  VdTerm turned = op == VD_OP_FABS ? magnitude(tm, sort, x)
                                   : vd_mk_binary(tm, VD_OP_BVXOR, x, sign);
  return vd_mk_ite(tm, is_nan(tm, sort, x), x, turned);
}

static VdTerm one_nan(VdTerms *tm, VdSort sort, VdTerm bits) {
  return vd_mk_ite(tm, is_nan(tm, sort, bits), the_nan(tm, sort), bits);
}

static void know(Abs *a, VdTerm fact) {
  if (!vd_term_is_true(a->tm, fact)) vd_push(&a->fact, fact);
}

static void know_nan(Abs *a, VdSort sort, VdTerm x) {
  know(a, vd_mk_implies(a->tm, is_nan(a->tm, sort, x),
                        vd_mk_eq(a->tm, x, the_nan(a->tm, sort))));
}

static VdTerm bits_var(Abs *a, VdTerm t) {
  VdSort sort = vd_term_sort(a->tm, t);
  VdTerm x = vd_mk_var(a->tm, VD_VAR_UNKNOWN, a->vars++, bits_sort(a, sort),
                       vd_term_var_name(a->tm, t));
  know_nan(a, sort, x);
  return x;
}

static VdTerm bits_const(Abs *a, VdTerm t) {
  VdValue v;
  VD_CHECK(vd_term_value(a->tm, t, &v));
  VdSort sort = vd_sort_bv(vd_sort_width(v.sort));
  v.sort = sort;
  return vd_mk_value(a->tm, &v);
}

// ---------------------------------------------------------------- functions

// A function of the same kind on bits.
static uint32_t bits_fun(Abs *a, uint32_t fun) {
  VdFun f = *vd_fun_get(a->tm, fun);
  VdSort *param = vd_alloc((f.params + 1) * sizeof *param);
  VdSort *result = vd_alloc((f.results + 1) * sizeof *result);
  VdBuf key = {0};
  bool floats = false;
  for (uint32_t i = 0; i < f.params; i++) {
    floats |= is_float(f.param[i]);
    param[i] = bits_sort(a, f.param[i]);
  }
  for (uint32_t i = 0; i < f.results; i++) {
    floats |= is_float(f.result[i]);
    result[i] = bits_sort(a, f.result[i]);
  }
  vd_buf_printf(&key, "bits:%s", f.key);
  f.key = vd_buf_text(&key);
  f.param = param;
  f.result = result;
  if (floats) fun = vd_fun_put(a->tm, &f);
  vd_buf_done(&key);
  vd_free(param);
  vd_free(result);
  return fun;
}

static VdTerm app(Abs *a, VdTerm t, const VdTerm *args, uint32_t n) {
  uint32_t fun = vd_term_fun(a->tm, t);
  if (!a->reals) fun = bits_fun(a, fun);
  VdTerm x = vd_mk_app(a->tm, fun, vd_term_result(a->tm, t), args, n);
  VdSort sort = vd_term_sort(a->tm, t);
  if (is_float(sort) && !a->reals) know_nan(a, sort, x);
  return x;
}

// The symbol of an operator: what it does is said by operator, immediate and
// sorts.
static uint32_t op_fun(Abs *a, VdTerm t, uint32_t skip, const VdTerm *args,
                       uint32_t n) {
  VdSort *param = vd_alloc((n + 1) * sizeof *param);
  VdSort result = vd_term_sort(a->tm, t), to = bits_sort(a, result);
  const VdOpInfo *info = &vd_op_info[vd_term_op(a->tm, t)];
  VdBuf key = {0};
  vd_buf_printf(
      &key, "op:%s:%llu(", info->text,
      info->flags & VD_OP_S ? (unsigned long long)vd_term_imm(a->tm, t) : 0);
  for (uint32_t i = 0; i < n; i++) {
    param[i] = vd_term_sort(a->tm, args[i]);
    vd_sort_print(vd_term_sort(a->tm, vd_term_arg(a->tm, t, skip + i)), &key);
    vd_buf_char(&key, ' ');
  }
  vd_buf_str(&key, a->reals ? ") real " : ") ");
  vd_sort_print(result, &key);
  VdFun fun = {.kind = VD_FUN_PURE,
               .key = vd_buf_text(&key),
               .name = info->text,
               .params = n,
               .results = 1,
               .param = param,
               .result = &to};
  uint32_t id = vd_fun_put(a->tm, &fun);
  vd_buf_done(&key);
  vd_free(param);
  return id;
}

// ------------------------------------------------------------------- facts
// Each is true of the operator for all arguments (test_abstract.c).

static void know_product(Abs *a, VdTerm x, VdTerm y, VdTerm r) {
  VdTerms *tm = a->tm;
  uint32_t width = vd_term_sort(tm, r).a;
  VdTerm zero = vd_mk_bv(tm, width, 0), one = vd_mk_bv(tm, width, 1);
  VdTerm null = vd_mk_or(tm, vd_mk_eq(tm, x, zero), vd_mk_eq(tm, y, zero));
  know(a, vd_mk_implies(tm, null, vd_mk_eq(tm, r, zero)));
  know(a, vd_mk_implies(tm, vd_mk_eq(tm, x, one), vd_mk_eq(tm, r, y)));
  know(a, vd_mk_implies(tm, vd_mk_eq(tm, y, one), vd_mk_eq(tm, r, x)));
}

// A word whose upper half only repeats its sign: a product of two such does not
// overflow. Checks of signed overflow are made of these.
static bool is_half(const VdTerms *tm, VdTerm t) {
  uint32_t width = vd_term_sort(tm, t).a;
  VdOp op = vd_term_op(tm, t);
  if (op != VD_OP_SEXT && op != VD_OP_ZEXT) return false;
  uint32_t from = vd_term_sort(tm, vd_term_arg(tm, t, 0)).a;
  return from + (op == VD_OP_ZEXT) <= width / 2;
}

static void know_wide_product(Abs *a, VdTerm x, VdTerm y, VdTerm r) {
  VdTerms *tm = a->tm;
  VdTerm zero = vd_mk_bv(tm, vd_term_sort(tm, r).a, 0);
  if (!is_half(tm, x) || !is_half(tm, y)) return;
  VdTerm null = vd_mk_or(tm, vd_mk_eq(tm, x, zero), vd_mk_eq(tm, y, zero));
  VdTerm alike = vd_mk_eq(tm, is_negative(tm, x), is_negative(tm, y));
  know(a, vd_mk_implies(tm, vd_mk_eq(tm, r, zero), null));
  know(a, vd_mk_or(tm, null,
                   vd_mk_eq(tm, is_negative(tm, r), vd_mk_not(tm, alike))));
}

static bool is_positive(VdTerms *tm, VdTerm t) {
  VdValue v;
  return vd_term_value(tm, t, &v) && v.sort.a <= 64 && v.bits &&
         !(v.bits >> (v.sort.a - 1));
}

// Division by a positive constant.
static void know_quotient(Abs *a, VdOp op, VdTerm x, VdTerm y, VdTerm r) {
  VdTerms *tm = a->tm;
  VdTerm zero = vd_mk_bv(tm, vd_term_sort(tm, r).a, 0);
  if (!is_positive(tm, y)) return;
  if (op == VD_OP_BVUREM) know(a, vd_mk_ult(tm, r, y));
  if (op == VD_OP_BVUDIV) know(a, vd_mk_not(tm, vd_mk_ult(tm, x, r)));
  if (op != VD_OP_BVSDIV && op != VD_OP_BVSREM) return;
  VdTerm most = op == VD_OP_BVSDIV
                    ? x
                    : vd_mk_sub(tm, y, vd_mk_bv(tm, vd_term_sort(tm, r).a, 1));
  VdTerm least = op == VD_OP_BVSDIV ? x : vd_mk_sub(tm, zero, most);
  VdTerm negative = is_negative(tm, x);
  VdTerm above =
      vd_mk_and(tm, vd_mk_not(tm, vd_mk_binary(tm, VD_OP_BVSLT, r, zero)),
                vd_mk_not(tm, vd_mk_binary(tm, VD_OP_BVSLT, most, r)));
  VdTerm below =
      vd_mk_and(tm, vd_mk_not(tm, vd_mk_binary(tm, VD_OP_BVSLT, zero, r)),
                vd_mk_not(tm, vd_mk_binary(tm, VD_OP_BVSLT, r, least)));
  know(a, vd_mk_ite(tm, negative, below, above));
}

// The exponent's bits but the first.
static VdTerm float_one(VdTerms *tm, VdSort sort) {
  return ones(tm, vd_sort_width(sort), sort.a - 1, sort.b - 1u);
}

static bool hands_on_nan(VdOp op) {
  return op == VD_OP_FADD || op == VD_OP_FMUL || op == VD_OP_FDIV ||
         op == VD_OP_FMA || op == VD_OP_FSQRT || op == VD_OP_FRINT ||
         op == VD_OP_FTOF || op == VD_OP_FREM;
}

// An integer is no NaN, and only 0 becomes a zero, the positive one.
static void know_number(Abs *a, VdTerm from, VdTerm r, VdTerm wrong) {
  VdTerms *tm = a->tm;
  VdTerm zero = vd_mk_bv(tm, vd_term_sort(tm, from).a, 0);
  know(a, vd_mk_not(tm, wrong));
  know(a, vd_mk_eq(tm, vd_mk_eq(tm, from, zero),
                   vd_mk_eq(tm, r, vd_mk_bv(tm, vd_term_sort(tm, r).a, 0))));
}

static void know_float(Abs *a, VdTerm t, const VdTerm *args, uint32_t n,
                       VdTerm r) {
  VdTerms *tm = a->tm;
  VdOp op = vd_term_op(tm, t);
  VdSort sort = vd_term_sort(tm, t);
  VdTerm nan = vd_mk_bool(tm, false), wrong = is_nan(tm, sort, r);
  know_nan(a, sort, r);
  for (uint32_t i = 0; i < n && hands_on_nan(op); i++) {
    VdSort from = vd_term_sort(tm, vd_term_arg(tm, t, i));
    nan = vd_mk_or(tm, nan, is_nan(tm, from, args[i]));
  }
  know(a, vd_mk_implies(tm, nan, wrong));
  if (op == VD_OP_STOF || op == VD_OP_UTOF) know_number(a, args[0], r, wrong);
  VdTerm one = float_one(tm, sort);
  if (op == VD_OP_FMUL)
    know(a, vd_mk_implies(tm, vd_mk_eq(tm, args[0], one),
                          vd_mk_eq(tm, r, args[1])));
  if (op == VD_OP_FMUL || op == VD_OP_FDIV)
    know(a, vd_mk_implies(tm, vd_mk_eq(tm, args[1], one),
                          vd_mk_eq(tm, r, args[0])));
  if (op == VD_OP_FMUL || op == VD_OP_FDIV) {
    VdTerm differ = vd_mk_not(
        tm, vd_mk_eq(tm, is_negative(tm, args[0]), is_negative(tm, args[1])));
    know(a, vd_mk_or(tm, wrong, vd_mk_eq(tm, is_negative(tm, r), differ)));
  }
}

static void know_op(Abs *a, VdTerm t, const VdTerm *args, uint32_t n,
                    VdTerm r) {
  VdOp op = vd_term_op(a->tm, t);
  if (op == VD_OP_BVMUL && n == 2) {
    know_product(a, args[0], args[1], r);
    know_wide_product(a, args[0], args[1], r);
  }
  if (op >= VD_OP_BVUDIV && op <= VD_OP_BVSREM)
    know_quotient(a, op, args[0], args[1], r);
  if (is_float(vd_term_sort(a->tm, t)) && !a->reals)
    know_float(a, t, args, n, r);
}

// --------------------------------------------------------------- operators

static bool is_const(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_CONST;
}

static uint32_t unknown_args(const VdTerms *tm, VdTerm t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    n += !is_const(tm, vd_term_arg(tm, t, i));
  return n;
}

// Sums of reals, and products with one unknown, are easy.
static bool is_costly_real(const VdTerms *tm, VdTerm t) {
  switch (vd_term_op(tm, t)) {
    case VD_OP_FMUL: return unknown_args(tm, t) > 1;
    case VD_OP_FDIV: return !is_const(tm, vd_term_arg(tm, t, 1));
    case VD_OP_FREM:
    case VD_OP_FMA:
    case VD_OP_FSQRT:
    case VD_OP_FRINT:
    case VD_OP_STOF:
    case VD_OP_UTOF:
    case VD_OP_FTOS:
    case VD_OP_FTOU: return true;
    default: return false;
  }
}

static bool is_costly_float(VdOp op) {
  switch (op) {
    case VD_OP_FADD:
    case VD_OP_FSUB:
    case VD_OP_FMUL:
    case VD_OP_FDIV:
    case VD_OP_FREM:
    case VD_OP_FMA:
    case VD_OP_FSQRT:
    case VD_OP_FRINT:
    case VD_OP_FTOF:
    case VD_OP_STOF:
    case VD_OP_UTOF:
    case VD_OP_FTOS:
    case VD_OP_FTOU: return true;
    default: return false;
  }
}

// Whether an operator would become an application.
static bool is_costly(const VdTerms *tm, VdTerm t, bool reals) {
  VdOp op = vd_term_op(tm, t);
  VdSort sort = vd_term_sort(tm, t);
  if (op == VD_OP_BVMUL) return sort.a > CHEAP_WIDTH && unknown_args(tm, t) > 1;
  if (op >= VD_OP_BVUDIV && op <= VD_OP_BVSREM) return sort.a > CHEAP_WIDTH;
  return reals ? is_costly_real(tm, t) : is_costly_float(op);
}

_Static_assert(VD_OP_BVSREM == VD_OP_BVUDIV + 3, "divisions are four in a row");

// A constant factor stays outside: only the product of unknowns is unknown.
static VdTerm unknown(Abs *a, VdTerm t, const VdTerm *args, uint32_t n) {
  VdTerms *tm = a->tm;
  uint32_t skip =
      vd_term_op(tm, t) == VD_OP_BVMUL && is_const(tm, vd_term_arg(tm, t, 0));
  uint32_t fun = op_fun(a, t, skip, args + skip, n - skip);
  VdTerm r = vd_mk_app(tm, fun, 0, args + skip, n - skip);
  know_op(a, t, args + skip, n - skip, r);
  vd_push(&a->op, t);
  return skip ? vd_mk_binary(tm, VD_OP_BVMUL, args[0], r) : r;
}

// The operator itself, on floats made of bits.
static VdTerm exactly(Abs *a, VdTerm t, const VdTerm *args, uint32_t n) {
  VdTerms *tm = a->tm;
  VdTerm arg[4];
  VD_CHECK(n <= VD_COUNT(arg));
  for (uint32_t i = 0; i < n; i++) {
    VdSort sort = vd_term_sort(tm, vd_term_arg(tm, t, i));
    arg[i] = is_float(sort)
                 ? vd_mk_unary(tm, VD_OP_BTOF, vd_imm_float(sort), args[i])
                 : args[i];
  }
  VdTerm r = vd_term_with_args(tm, t, arg);
  return is_float(vd_term_sort(tm, t)) ? vd_mk_unary(tm, VD_OP_FTOB, 0, r) : r;
}

// What has a float on one side, in bits.
static VdTerm on_bits(Abs *a, VdTerm t, const VdTerm *args, uint32_t n) {
  VdTerms *tm = a->tm;
  VdOp op = vd_term_op(tm, t);
  VdSort sort = vd_term_sort(tm, t);
  VdSort from = n ? vd_term_sort(tm, vd_term_arg(tm, t, 0)) : sort;
  switch (op) {
    case VD_OP_FEQ:
    case VD_OP_FLT:
    case VD_OP_FLE: return compare(tm, op, from, args[0], args[1]);
    case VD_OP_FNAN: return is_nan(tm, from, args[0]);
    case VD_OP_FNEG:
    case VD_OP_FABS: return with_sign(tm, op, sort, args[0]);
    case VD_OP_BTOF: return one_nan(tm, sort, args[0]);
    case VD_OP_FTOB: return args[0];
    default: return exactly(a, t, args, n);
  }
}

static VdTerm node(Abs *a, VdTerm t, const VdTerm *args, uint32_t n) {
  VdTerms *tm = a->tm;
  VdOp op = vd_term_op(tm, t);
  bool floats = is_float(vd_term_sort(tm, t)) && !a->reals;
  if (op == VD_OP_VAR) return floats ? bits_var(a, t) : t;
  if (op == VD_OP_CONST) return floats ? bits_const(a, t) : t;
  if (op == VD_OP_APP) return app(a, t, args, n);
  if (n == 0) return t;
  bool exact = a->exact && vd_map_get(a->exact, t.id);
  if (!exact && is_costly(tm, t, a->reals)) return unknown(a, t, args, n);
  if (!a->reals && (vd_op_info[op].flags & VD_OP_F))
    return on_bits(a, t, args, n);
  return vd_term_with_args(tm, t, args);
}

// -------------------------------------------------------------------- walk

void vd_abstraction_init(VdAbstraction *a, VdTerms *tm, const VdMap *exact,
                         bool reals) {
  *a = (VdAbstraction){.tm = tm, .exact = exact, .reals = reals};
}

void vd_abstraction_done(VdAbstraction *a) {
  vd_map_done(&a->to);
  vd_vec_done(&a->op);
  vd_vec_done(&a->fact);
}

static VdTerm image(const Abs *a, VdTerm t) {
  return (VdTerm){(uint32_t)*vd_map_get(&a->to, t.id)};
}

VdTerm vd_abstract(VdAbstraction *a, VdTerm root) {
  VdTermVec nodes = {0}, args = {0};
  if (vd_term_is_none(root)) return root;
  vd_terms_reach(a->tm, &root, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (vd_map_get(&a->to, t.id)) continue;
    args.len = 0;
    for (uint32_t k = 0; k < vd_term_args(a->tm, t); k++)
      vd_push(&args, image(a, vd_term_arg(a->tm, t, k)));
    VdTerm x = node(a, t, args.at, args.len);
    *vd_map_put(&a->to, t.id) = x.id;
  }
  vd_vec_done(&nodes);
  vd_vec_done(&args);
  return image(a, root);
}
