// Abstraction: give each unknown function the values of its operator, and the
// abstract term has the value of the term, and every fact holds. That is all
// its soundness rests on.
#include "../unit.h"
#include "pair/search.h"

typedef struct Try {
  VdTerms *tm;
  VdAbstraction a;
  VdArena arena;
  VdTermVec vars;
  VdRandom random;
} Try;

static void start(Try *t) {
  *t = (Try){.tm = vd_terms_new(), .random = {7}};
  vd_abstraction_init(&t->a, t->tm, NULL, false);
}

static void end(Try *t) {
  assert_null(vd_terms_error(t->tm));
  vd_abstraction_done(&t->a);
  vd_vec_done(&t->vars);
  vd_arena_done(&t->arena);
  vd_terms_free(t->tm);
}

static VdTerm var(Try *t, VdSort sort) {
  VdTerm x = vd_mk_var(t->tm, VD_VAR_PARAM, t->vars.len, sort, NULL);
  vd_push(&t->vars, x);
  return x;
}

static VdTerm op2(Try *t, VdOp op, VdTerm x, VdTerm y) {
  return vd_mk(t->tm, op, 0, (VdTerm[]){x, y}, 2);
}
static VdTerm op1(Try *t, VdOp op, uint64_t imm, VdTerm x) {
  return vd_mk(t->tm, op, imm, &x, 1);
}

static VdValue as_bits(VdValue v) {
  if (v.sort.kind == VD_SORT_FLOAT) v.sort = vd_sort_bv(vd_sort_width(v.sort));
  return v;
}

// The operator that an application stands for, on values of its own sorts.
static bool apply(void *context, VdTerm app, const VdValue *args, uint32_t n,
                  VdValue *out) {
  Try *t = context;
  for (uint32_t i = 0; i < t->a.op.len; i++) {
    VdTerm op = t->a.op.at[i];
    VdTerm image = {(uint32_t)*vd_map_get(&t->a.to, op.id)};
    if (!vd_term_eq(image, app)) continue;
    VdValue arg[4];
    for (uint32_t k = 0; k < n; k++) {
      VdSort sort = vd_term_sort(t->tm, vd_term_arg(t->tm, op, k));
      arg[k] = sort.kind == VD_SORT_FLOAT
                   ? vd_value_as_float(&t->arena, sort, args[k])
                   : args[k];
    }
    bool ok = vd_op_eval(&t->arena, vd_term_op(t->tm, op),
                         vd_term_imm(t->tm, op), arg, n, out);
    *out = as_bits(*out);
    return ok;
  }
  return false;
}

// Numbers at the ends of ranges, and any.
static VdValue some(Try *t, VdSort sort) {
  uint32_t width = vd_sort_width(sort);
  uint64_t any = vd_random_next(&t->random), high = 1ull << (width - 1);
  uint64_t inf = sort.kind == VD_SORT_FLOAT
                     ? ((1ull << sort.a) - 1) << (sort.b - 1)
                     : high - 1;
  uint64_t one = sort.kind == VD_SORT_FLOAT
                     ? ((1ull << (sort.a - 1)) - 1) << (sort.b - 1)
                     : 1;
  const uint64_t special[] = {0,   1,       high,       inf,   inf + 1,
                              one, one + 1, high | one, ~0ull, high | inf};
  uint64_t bits = any % 3 ? any >> 8 : special[any / 3 % VD_COUNT(special)];
  VdValue v = vd_value_bv(width, bits);
  return sort.kind == VD_SORT_FLOAT ? vd_value_as_float(&t->arena, sort, v) : v;
}

static void assign(Try *t, VdEval *exact, VdEval *abstract) {
  for (uint32_t i = 0; i < t->vars.len; i++) {
    VdTerm x = t->vars.at[i];
    VdValue v = some(t, vd_term_sort(t->tm, x));
    vd_eval_set(exact, x, v);
    vd_eval_set(abstract, vd_abstract(&t->a, x), as_bits(v));
  }
}

static void assert_sound(Try *t, VdTerm term, int runs) {
  VdTerm image = vd_abstract(&t->a, term);
  for (uint32_t i = 0; i < t->vars.len; i++) vd_abstract(&t->a, t->vars.at[i]);
  VdEval *exact = vd_eval_new(t->tm), *abstract = vd_eval_new(t->tm);
  for (int run = 0; run < runs; run++) {
    VdValue x, y, fact;
    vd_eval_reset(exact);
    vd_eval_reset(abstract);
    vd_eval_on_app(abstract, apply, t);
    assign(t, exact, abstract);
    assert_true(vd_eval(exact, term, &x));
    assert_true(vd_eval(abstract, image, &y));
    x = as_bits(x);
    assert_true(vd_value_eq(&x, &y));
    for (uint32_t i = 0; i < t->a.fact.len; i++) {
      assert_true(vd_eval(abstract, t->a.fact.at[i], &fact));
      if (!fact.bits) {
        VdBuf text = {0};
        vd_term_print(t->tm, t->a.fact.at[i], &text);
        print_error("not so: %s\n", vd_buf_text(&text));
        vd_buf_done(&text);
      }
      assert_true(fact.bits);
    }
  }
  vd_eval_free(exact);
  vd_eval_free(abstract);
}

static void test_float_operators(void **state) {
  static const VdOp two[] = {VD_OP_FADD, VD_OP_FMUL, VD_OP_FDIV, VD_OP_FREM,
                             VD_OP_FEQ,  VD_OP_FLT,  VD_OP_FLE};
  static const VdOp one[] = {VD_OP_FSQRT, VD_OP_FNEG, VD_OP_FABS, VD_OP_FNAN,
                             VD_OP_FTOB};
  const VdSort sorts[] = {vd_sort_float(11, 53), vd_sort_float(8, 24),
                          vd_sort_float(5, 11)};
  (void)state;
  for (size_t k = 0; k < VD_COUNT(sorts); k++) {
    for (size_t i = 0; i < VD_COUNT(two); i++) {
      Try t;
      start(&t);
      VdTerm x = var(&t, sorts[k]), y = var(&t, sorts[k]);
      assert_sound(&t, op2(&t, two[i], x, y), 500);
      end(&t);
    }
    for (size_t i = 0; i < VD_COUNT(one); i++) {
      Try t;
      start(&t);
      assert_sound(&t, op1(&t, one[i], 0, var(&t, sorts[k])), 500);
      end(&t);
    }
  }
}

static void test_conversions(void **state) {
  const VdSort wide = vd_sort_float(11, 53), narrow = vd_sort_float(8, 24);
  const struct {
    VdOp op;
    uint64_t imm;
    VdSort from;
  } row[] = {{VD_OP_FTOF, vd_imm_float(narrow), wide},
             {VD_OP_FTOF, vd_imm_float(wide), narrow},
             {VD_OP_STOF, vd_imm_float(wide), vd_sort_bv(32)},
             {VD_OP_UTOF, vd_imm_float(narrow), vd_sort_bv(64)},
             {VD_OP_FTOS, 32, wide},
             {VD_OP_FTOU, 64, wide},
             {VD_OP_BTOF, vd_imm_float(wide), vd_sort_bv(64)},
             {VD_OP_FRINT, VD_ROUND_DOWN, wide}};
  (void)state;
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    Try t;
    start(&t);
    assert_sound(&t, op1(&t, row[i].op, row[i].imm, var(&t, row[i].from)), 500);
    end(&t);
  }
}

static void test_integer_operators(void **state) {
  static const VdOp ops[] = {VD_OP_BVMUL, VD_OP_BVUDIV, VD_OP_BVUREM,
                             VD_OP_BVSDIV, VD_OP_BVSREM};
  static const uint64_t constant[] = {0, 1, 2, 7, 100, 0x7fffffff, 0xffffffff};
  (void)state;
  for (size_t i = 0; i < VD_COUNT(ops); i++)
    for (size_t k = 0; k <= VD_COUNT(constant); k++) {
      Try t;
      start(&t);
      VdTerm x = var(&t, vd_sort_bv(32));
      VdTerm y = k == VD_COUNT(constant) ? var(&t, vd_sort_bv(32))
                                         : vd_mk_bv(t.tm, 32, constant[k]);
      assert_sound(&t, op2(&t, ops[i], x, y), 400);
      end(&t);
    }
}

static void test_wide_products(void **state) {
  static const VdOp extend[] = {VD_OP_SEXT, VD_OP_ZEXT};
  (void)state;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      Try t;
      start(&t);
      VdTerm x = op1(&t, extend[i], 64, var(&t, vd_sort_bv(32)));
      VdTerm y = op1(&t, extend[k], 64, var(&t, vd_sort_bv(16)));
      assert_sound(&t, op2(&t, VD_OP_BVMUL, x, y), 500);
      end(&t);
    }
}

static void test_expressions(void **state) {
  const VdSort sort = vd_sort_float(11, 53);
  Try t;
  (void)state;
  start(&t);
  VdTerm x = var(&t, sort), y = var(&t, sort), z = var(&t, sort);
  VdTerm sum =
      op2(&t, VD_OP_FADD, op2(&t, VD_OP_FMUL, x, y), op1(&t, VD_OP_FNEG, 0, z));
  VdTerm less = op2(&t, VD_OP_FLT, sum, op1(&t, VD_OP_FABS, 0, x));
  assert_sound(&t, vd_mk_ite(t.tm, less, sum, op2(&t, VD_OP_FDIV, sum, y)),
               3000);
  assert_true(t.a.op.len == 3);
  end(&t);
}

static void test_exact_ones_keep_their_meaning(void **state) {
  const VdSort sort = vd_sort_float(11, 53);
  Try t;
  VdMap exact = {0};
  (void)state;
  start(&t);
  VdTerm x = var(&t, sort), y = var(&t, sort);
  VdTerm product = op2(&t, VD_OP_FMUL, x, y);
  VdTerm sum = op2(&t, VD_OP_FADD, product, x);
  *vd_map_put(&exact, product.id) = 1;
  t.a.exact = &exact;
  assert_sound(&t, sum, 500);
  assert_int_equal(t.a.op.len, 1);
  assert_true(vd_term_eq(t.a.op.at[0], sum));
  vd_map_done(&exact);
  end(&t);
}

static void test_equal_operands_give_one_application(void **state) {
  Try t;
  (void)state;
  start(&t);
  VdTerm x = var(&t, vd_sort_bv(32)), y = var(&t, vd_sort_bv(32));
  VdTerm xy = op2(&t, VD_OP_BVMUL, x, y);
  VdTerm twice = op2(&t, VD_OP_BVMUL, vd_mk_bv(t.tm, 32, 6), xy);
  VdTerm image = vd_abstract(&t.a, twice);
  // The factor stays outside, so that 6xy and xy have one unknown.
  VdTerm inner = vd_abstract(&t.a, xy);
  assert_int_equal(vd_term_op(t.tm, image), VD_OP_BVMUL);
  assert_int_equal(vd_term_op(t.tm, inner), VD_OP_APP);
  assert_true(vd_term_eq(vd_term_arg(t.tm, image, 1), inner));
  end(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_float_operators),
      cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_integer_operators),
      cmocka_unit_test(test_wide_products),
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_exact_ones_keep_their_meaning),
      cmocka_unit_test(test_equal_operands_give_one_application),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
