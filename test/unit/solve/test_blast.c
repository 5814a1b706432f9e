// The judge of a blasted term is the evaluator. Terms are made by vd_intern, so
// that our own simplifier is out of the way.
#include "solve/blast.h"

#include "term/terms_impl.h"
#include "unit.h"

enum { VARS = 3, PATTERNS = 64 };

typedef struct Lab {
  VdTerms *tm;
  VdAig *aig;
  VdBlast *blast;
  VdArena arena;
  VdRandom random;
  VdTermVec vars, roots;
} Lab;

static Lab lab_new(uint64_t seed) {
  Lab lab = {.tm = vd_terms_new(), .aig = vd_aig_new(), .random = {seed}};
  lab.blast = vd_blast_new(lab.tm, lab.aig);
  return lab;
}

static void lab_done(Lab *lab) {
  vd_blast_free(lab->blast);
  vd_aig_free(lab->aig);
  vd_terms_free(lab->tm);
  vd_arena_done(&lab->arena);
  vd_vec_done(&lab->vars);
  vd_vec_done(&lab->roots);
}

static VdTerm raw(Lab *lab, VdOp op, uint64_t imm, const VdTerm *args,
                  uint32_t n) {
  VdSort sorts[4];
  for (uint32_t i = 0; i < n; i++) sorts[i] = vd_term_sort(lab->tm, args[i]);
  VdSort sort = vd_op_sort(op, imm, sorts, n);
  assert_int_not_equal(sort.kind, VD_SORT_NONE);
  return vd_intern(lab->tm, op, sort, imm, args, n);
}

static VdTerm var(Lab *lab, VdSort sort) {
  VdTerm v = vd_mk_var(lab->tm, VD_VAR_PARAM, lab->vars.len, sort, NULL);
  vd_push(&lab->vars, v);
  return v;
}

static uint64_t below(Lab *lab, uint64_t n) {
  return vd_random_below(&lab->random, n);
}

// Small ones, those near the ends, single bits, and any.
static VdValue some_value(Lab *lab, VdSort sort) {
  uint32_t width = vd_sort_width(sort);
  uint64_t limb[4] = {0}, kind = below(lab, 5);
  for (int i = 0; i < 4; i++) {
    if (kind == 0) limb[i] = ~0ull;
    if (kind > 2) limb[i] = vd_random_next(&lab->random);
  }
  if (kind < 2) limb[0] ^= below(lab, 8);
  if (kind == 2) {
    uint64_t bit = below(lab, width);
    limb[bit / 64] = 1ull << (bit % 64);
  }
  if (sort.kind == VD_SORT_FLOAT && below(lab, 2)) {
    limb[0] = below(lab, 2) << (width - 1);
    if (below(lab, 2)) limb[0] |= ((1ull << sort.a) - 1) << (sort.b - 1);
    limb[0] |= below(lab, 3);
  }
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(limb[0] & 1);
  VdValue value = vd_value_limbs(&lab->arena, width, limb, 4);
  if (sort.kind != VD_SORT_FLOAT) return value;
  return vd_value_as_float(&lab->arena, sort, value);
}

// What input patterns give these values to the variables. A float's bits are
// behind gates that make NaNs one, so its inputs are found by their number.
static void put(uint64_t *word, VdLit lit, const VdValue *value, uint32_t bit,
                uint32_t pattern) {
  assert_false(vd_lit_sign(lit));
  uint64_t one = vd_value_limb(value, bit / 64) >> (bit % 64) & 1;
  word[vd_lit_node(lit)] |= one << pattern;
}

static void fail_on(Lab *lab, VdTerm t, const VdValue *is,
                    const VdValue *should) {
  VdBuf text = {0};
  vd_term_print(lab->tm, t, &text);
  vd_buf_str(&text, " is ");
  vd_value_print(should, &text);
  vd_buf_str(&text, ", blasted it is ");
  vd_value_print(is, &text);
  fail_msg("%s", vd_buf_text(&text));
}

static void compare(Lab *lab, const uint64_t *word, VdEval *eval,
                    uint32_t pattern) {
  for (uint32_t i = 0; i < lab->roots.len; i++) {
    VdTerm t = lab->roots.at[i];
    VdBits bits;
    assert_true(vd_blast(lab->blast, t, &bits));
    VdValue should, is = vd_bits_value(&lab->arena, vd_term_sort(lab->tm, t),
                                       bits, word, pattern);
    assert_true(vd_eval(eval, t, &should));
    if (!vd_value_eq(&is, &should)) fail_on(lab, t, &is, &should);
  }
}

// Inputs are made here, one row for each variable, so that their numbers are
// known.
static void blast_all(Lab *lab) {
  for (uint32_t i = 0; i < lab->vars.len; i++) {
    VdLit bits[256];
    uint32_t n = vd_sort_width(vd_term_sort(lab->tm, lab->vars.at[i]));
    for (uint32_t k = 0; k < n; k++) bits[k] = vd_aig_input(lab->aig);
    vd_blast_set(lab->blast, lab->vars.at[i], bits, n);
  }
  for (uint32_t i = 0; i < lab->roots.len; i++) {
    VdBits bits;
    assert_true(vd_blast(lab->blast, lab->roots.at[i], &bits));
  }
}

// Runs 64 assignments; values has one for each variable and pattern.
static void run(Lab *lab, const VdValue *values) {
  uint64_t *word = vd_alloc(vd_aig_nodes(lab->aig) * sizeof *word);
  for (uint32_t p = 0; p < PATTERNS; p++) {
    uint32_t input = 0;
    for (uint32_t i = 0; i < lab->vars.len; i++) {
      const VdValue *value = &values[i * PATTERNS + p];
      for (uint32_t k = 0; k < vd_sort_width(value->sort); k++)
        put(word, vd_aig_input_at(lab->aig, input++), value, k, p);
    }
  }
  vd_aig_simulate(lab->aig, word);
  for (uint32_t p = 0; p < PATTERNS; p++) {
    VdEval *eval = vd_eval_new(lab->tm);
    for (uint32_t i = 0; i < lab->vars.len; i++)
      vd_eval_set(eval, lab->vars.at[i], values[i * PATTERNS + p]);
    compare(lab, word, eval, p);
    vd_eval_free(eval);
  }
  vd_free(word);
}

static void run_random(Lab *lab) {
  blast_all(lab);
  VdValue *values = VD_NEW_ARRAY(&lab->arena, VdValue, 8 * PATTERNS);
  for (uint32_t i = 0; i < lab->vars.len; i++)
    for (uint32_t p = 0; p < PATTERNS; p++)
      values[i * PATTERNS + p] =
          some_value(lab, vd_term_sort(lab->tm, lab->vars.at[i]));
  run(lab, values);
}

static const VdOp binary[] = {
    VD_OP_BVAND,  VD_OP_BVXOR,  VD_OP_BVADD,  VD_OP_BVMUL, VD_OP_BVUDIV,
    VD_OP_BVUREM, VD_OP_BVSDIV, VD_OP_BVSREM, VD_OP_BVSHL, VD_OP_BVLSHR,
    VD_OP_BVASHR, VD_OP_BVULT,  VD_OP_BVSLT,  VD_OP_EQ,    VD_OP_CONCAT};

static void add_operators(Lab *lab, VdTerm x, VdTerm y) {
  for (size_t i = 0; i < VD_COUNT(binary); i++)
    vd_push(&lab->roots, raw(lab, binary[i], 0, (VdTerm[]){x, y}, 2));
  uint32_t w = vd_sort_width(vd_term_sort(lab->tm, x));
  VdTerm less = raw(lab, VD_OP_BVULT, 0, (VdTerm[]){x, y}, 2);
  vd_push(&lab->roots, raw(lab, VD_OP_ITE, 0, (VdTerm[]){less, y, x}, 3));
  vd_push(&lab->roots, raw(lab, VD_OP_BVNOT, 0, &x, 1));
  vd_push(&lab->roots, raw(lab, VD_OP_SEXT, w + 5, &x, 1));
  vd_push(&lab->roots, raw(lab, VD_OP_ZEXT, w + 5, &x, 1));
  uint64_t part = vd_imm_extract(w - 1 - w / 3, w / 4);
  vd_push(&lab->roots, raw(lab, VD_OP_EXTRACT, part, &x, 1));
  if (w == 64)
    vd_push(&lab->roots, raw(lab, VD_OP_PTRADD, 0, (VdTerm[]){x, y}, 2));
}

static void every_operator_is_exact_on_random_values(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 2, 3, 5, 8, 16, 31, 32, 64, 65, 100};
  for (size_t i = 0; i < VD_COUNT(widths); i++) {
    Lab lab = lab_new(widths[i]);
    VdSort sort = vd_sort_bv(widths[i]);
    VdTerm x = var(&lab, sort), y = var(&lab, sort);
    add_operators(&lab, x, y);
    run_random(&lab);
    lab_done(&lab);
  }
}

// Constants take their own ways through products and sums.
static void every_operator_is_exact_with_a_constant(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 4, 8, 16, 33, 70};
  for (uint32_t round = 0; round < 40; round++) {
    Lab lab = lab_new(round + 1);
    VdSort sort = vd_sort_bv(widths[round % VD_COUNT(widths)]);
    VdValue c = some_value(&lab, sort), d = some_value(&lab, sort);
    VdTerm x = var(&lab, sort), k = vd_mk_value(lab.tm, &c);
    add_operators(&lab, x, k);
    add_operators(&lab, k, x);
    add_operators(&lab, k, vd_mk_value(lab.tm, &d));
    run_random(&lab);
    lab_done(&lab);
  }
}

// All pairs of numbers of four bits.
static void every_operator_is_exact_on_all_small_values(void **state) {
  (void)state;
  for (uint32_t w = 1; w <= 4; w++)
    for (uint32_t part = 0; part < 1u << (2 * w); part += PATTERNS) {
      Lab lab = lab_new(1);
      VdTerm x = var(&lab, vd_sort_bv(w)), y = var(&lab, vd_sort_bv(w));
      add_operators(&lab, x, y);
      VdValue values[2 * PATTERNS];
      for (uint32_t p = 0; p < PATTERNS; p++) {
        values[p] = vd_value_bv(w, part + p);
        values[PATTERNS + p] = vd_value_bv(w, (part + p) >> w);
      }
      blast_all(&lab);
      run(&lab, values);
      lab_done(&lab);
    }
}

static void floats_are_moved_and_compared_exactly(void **state) {
  (void)state;
  static const uint16_t format[][2] = {{8, 24}, {11, 53}, {3, 4}, {5, 11}};
  static const VdOp compares[] = {VD_OP_FEQ, VD_OP_FLT, VD_OP_FLE, VD_OP_EQ};
  for (uint32_t round = 0; round < 20; round++) {
    Lab lab = lab_new(round + 1);
    VdSort sort = vd_sort_float(format[round % 4][0], format[round % 4][1]);
    uint32_t w = vd_sort_width(sort);
    VdTerm x = var(&lab, sort), y = var(&lab, sort);
    VdTerm b = var(&lab, vd_sort_bv(w));
    VdTerm f = raw(&lab, VD_OP_BTOF, vd_imm_float(sort), &b, 1);
    VdTerm pair[][2] = {{x, y}, {x, f}, {f, y}, {x, x}};
    for (size_t i = 0; i < 4; i++)
      for (size_t k = 0; k < 4; k++)
        vd_push(&lab.roots, raw(&lab, compares[k], 0, pair[i], 2));
    for (size_t i = 0; i < 2; i++) {
      VdTerm t = i ? x : f;
      vd_push(&lab.roots, t);
      vd_push(&lab.roots, raw(&lab, VD_OP_FTOB, 0, &t, 1));
      vd_push(&lab.roots, raw(&lab, VD_OP_FNEG, 0, &t, 1));
      vd_push(&lab.roots, raw(&lab, VD_OP_FABS, 0, &t, 1));
      vd_push(&lab.roots, raw(&lab, VD_OP_FNAN, 0, &t, 1));
    }
    VdTerm less = lab.roots.at[1];
    vd_push(&lab.roots, raw(&lab, VD_OP_ITE, 0, (VdTerm[]){less, f, y}, 3));
    run_random(&lab);
    lab_done(&lab);
  }
}

static VdTerm pick(Lab *lab, const VdTermVec *pool, VdSort sort) {
  for (int i = 0; i < 30; i++) {
    VdTerm t = pool->at[below(lab, pool->len)];
    if (vd_sort_eq(vd_term_sort(lab->tm, t), sort)) return t;
  }
  if (sort.kind == VD_SORT_BOOL) return vd_mk_bool(lab->tm, below(lab, 2));
  VdValue value = some_value(lab, sort);
  return vd_mk_value(lab->tm, &value);
}

static VdTerm random_step(Lab *lab, const VdTermVec *pool, uint32_t w) {
  VdSort bv = vd_sort_bv(w), boolean = vd_sort_bool();
  VdTerm x = pick(lab, pool, bv), y = pick(lab, pool, bv);
  VdTerm z = pick(lab, pool, bv);
  VdTerm p = pick(lab, pool, boolean), q = pick(lab, pool, boolean);
  VdTerm minus = vd_mk_bv(lab->tm, w, ~0ull);
  switch (below(lab, 9)) {
    case 0: return raw(lab, VD_OP_ITE, 0, (VdTerm[]){p, x, y}, 3);
    case 1: return raw(lab, VD_OP_AND, 0, (VdTerm[]){p, q}, 2);
    case 2: return raw(lab, VD_OP_NOT, 0, &p, 1);
    case 3: return raw(lab, VD_OP_BVADD, 0, (VdTerm[]){x, y, z}, 3);
    case 4: {
      VdTerm n = raw(lab, VD_OP_BVMUL, 0, (VdTerm[]){minus, y}, 2);
      return raw(lab, VD_OP_BVADD, 0, (VdTerm[]){n, x}, 2);
    }
    case 5: return raw(lab, VD_OP_EQ, 0, (VdTerm[]){p, q}, 2);
    case 6: return vd_mk(lab->tm, VD_OP_BVADD, 0, (VdTerm[]){x, y, z}, 3);
    default: {
      VdOp op = binary[below(lab, VD_COUNT(binary) - 1)];
      return raw(lab, op, 0, (VdTerm[]){x, y}, 2);
    }
  }
}

static void random_terms_are_exact(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 4, 8, 16, 32, 64};
  for (uint32_t round = 0; round < 150; round++) {
    Lab lab = lab_new(round + 100);
    uint32_t w = widths[round % VD_COUNT(widths)];
    VdTermVec pool = {0};
    for (int i = 0; i < VARS; i++) {
      vd_push(&pool, var(&lab, vd_sort_bv(w)));
      vd_push(&pool, var(&lab, vd_sort_bool()));
    }
    for (int i = 0; i < 25; i++) {
      VdTerm t = random_step(&lab, &pool, w);
      vd_push(&pool, t);
    }
    for (uint32_t i = 2 * VARS; i < pool.len; i++)
      vd_push(&lab.roots, pool.at[i]);
    run_random(&lab);
    vd_vec_done(&pool);
    lab_done(&lab);
  }
}

// The clauses too: x = a and y = b and op(x, y) != value has no model, and
// op(x, y) = value has one.
static void what_the_solver_is_told_has_the_value_alone(void **state) {
  (void)state;
  const VdBudget none = {0};
  for (size_t k = 0; k < VD_COUNT(binary); k++) {
    Lab lab = lab_new(k + 1);
    VdSort sort = vd_sort_bv(6);
    VdTerm arg[] = {var(&lab, sort), var(&lab, sort)};
    VdTerm t = raw(&lab, binary[k], 0, arg, 2);
    VdSat *sat = vd_sat_new();
    VdCnf cnf = {.aig = lab.aig, .sat = sat};
    for (int round = 0; round < 60; round++) {
      VdValue value[2] = {some_value(&lab, sort), some_value(&lab, sort)}, is;
      assert_true(vd_op_eval(&lab.arena, binary[k], 0, value, 2, &is));
      VdTerm same = vd_mk_eq(lab.tm, t, vd_mk_value(lab.tm, &is));
      for (int negated = 0; negated < 2; negated++) {
        VdBits bits;
        assert_true(vd_blast(lab.blast, same, &bits));
        vd_sat_assume(sat,
                      vd_cnf_lit(&cnf, vd_lit_not_if(bits.at[0], negated)));
        for (int i = 0; i < 2; i++) {
          VdTerm fixed =
              vd_mk_eq(lab.tm, arg[i], vd_mk_value(lab.tm, &value[i]));
          assert_true(vd_blast(lab.blast, fixed, &bits));
          vd_sat_assume(sat, vd_cnf_lit(&cnf, bits.at[0]));
        }
        assert_int_equal(vd_sat_solve(sat, &none),
                         negated ? VD_SAT_UNSAT : VD_SAT_SAT);
      }
    }
    vd_cnf_done(&cnf);
    vd_sat_free(sat);
    lab_done(&lab);
  }
}

// x = (x / y) * y + x % y, for all numbers of seven bits at once.
static void division_is_proved_by_its_law(void **state) {
  (void)state;
  const VdBudget none = {0};
  static const VdOp law[][2] = {{VD_OP_BVUDIV, VD_OP_BVUREM},
                                {VD_OP_BVSDIV, VD_OP_BVSREM}};
  for (int i = 0; i < 2; i++) {
    Lab lab = lab_new(1);
    VdSort sort = vd_sort_bv(7);
    VdTerm arg[] = {var(&lab, sort), var(&lab, sort)};
    VdTerm q = raw(&lab, law[i][0], 0, arg, 2);
    VdTerm r = raw(&lab, law[i][1], 0, arg, 2);
    VdTerm product = raw(&lab, VD_OP_BVMUL, 0, (VdTerm[]){q, arg[1]}, 2);
    VdTerm sum = raw(&lab, VD_OP_BVADD, 0, (VdTerm[]){product, r}, 2);
    VdTerm claim = raw(&lab, VD_OP_EQ, 0, (VdTerm[]){sum, arg[0]}, 2);
    VdBits bits;
    assert_true(vd_blast(lab.blast, claim, &bits));
    VdSat *sat = vd_sat_new();
    VdCnf cnf = {.aig = lab.aig, .sat = sat};
    vd_sat_assume(sat, vd_cnf_lit(&cnf, vd_lit_not(bits.at[0])));
    assert_int_equal(vd_sat_solve(sat, &none), VD_SAT_UNSAT);
    vd_cnf_done(&cnf);
    vd_sat_free(sat);
    lab_done(&lab);
  }
}

// ------------------------------------------------------------- not supported

static void check_refused(Lab *lab, VdTerm t, VdTerm obstacle,
                          const char *why) {
  VdBits bits;
  const char *said;
  assert_false(vd_blast(lab->blast, t, &bits));
  assert_null(bits.at);
  assert_int_equal(vd_blast_obstacle(lab->blast, &said).id, obstacle.id);
  assert_string_equal(said, why);
}

static void what_is_not_supported_is_named(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdSort f = vd_sort_float(8, 24);
  VdTerm x = var(&lab, f), y = var(&lab, f), b = var(&lab, vd_sort_bool());
  VdTerm sum = raw(&lab, VD_OP_FADD, 0, (VdTerm[]){x, y}, 2);
  VdTerm less = raw(&lab, VD_OP_FLT, 0, (VdTerm[]){y, sum}, 2);
  VdTerm both = raw(&lab, VD_OP_AND, 0, (VdTerm[]){b, less}, 2);
  check_refused(&lab, both, sum, "float arithmetic");
  check_refused(&lab, both, sum, "float arithmetic");
  VdTerm mem = var(&lab, vd_sort_mem());
  VdTerm at = vd_mk_bv(lab.tm, 64, 4096);
  VdTerm byte = raw(&lab, VD_OP_LOAD, 1, (VdTerm[]){mem, at}, 2);
  VdTerm eight = vd_mk_bv(lab.tm, 8, 8);
  VdTerm same = raw(&lab, VD_OP_EQ, 0, (VdTerm[]){byte, eight}, 2);
  check_refused(&lab, same, byte, "memory");
  check_refused(&lab, mem, mem, "memory or a world");
  VdTerm wide = var(&lab, vd_sort_bv(300));
  VdTerm square = raw(&lab, VD_OP_BVMUL, 0, (VdTerm[]){wide, wide}, 2);
  check_refused(&lab, square, square, "a product or quotient of over 256 bits");
  VdBits bits;  // and what has nothing to do with it still works
  assert_true(vd_blast(lab.blast, b, &bits));
  lab_done(&lab);
}

static void an_application_can_be_given_its_bits(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdSort bv = vd_sort_bv(4);
  VdFun fun = {VD_FUN_PURE, "f", "f", 1, 1, &bv, &bv};
  uint32_t f = vd_fun_put(lab.tm, &fun);
  VdTerm x = var(&lab, bv), app = vd_mk_app(lab.tm, f, 0, &x, 1);
  VdTerm t = raw(&lab, VD_OP_BVNOT, 0, &app, 1);
  VdLit latch[4];
  for (int i = 0; i < 4; i++) latch[i] = vd_aig_latch(lab.aig, VD_RESET_0);
  vd_blast_set(lab.blast, app, latch, 4);
  VdBits bits;
  assert_true(vd_blast(lab.blast, t, &bits));
  assert_int_equal(bits.n, 4);
  assert_int_equal(bits.at[2], vd_lit_not(latch[2]));
  lab_done(&lab);
}

static void deep_terms_are_walked(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdTerm x = var(&lab, vd_sort_bv(1)), y = var(&lab, vd_sort_bv(1)), t = x;
  for (int i = 0; i < 200000; i++) {
    VdTerm both[] = {t, i % 2 ? x : y};
    t = raw(&lab, VD_OP_BVAND, 0, both, 2);
    t = raw(&lab, VD_OP_BVNOT, 0, &t, 1);
  }
  VdBits bits;
  assert_true(vd_blast(lab.blast, t, &bits));
  lab_done(&lab);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operator_is_exact_on_random_values),
      cmocka_unit_test(every_operator_is_exact_with_a_constant),
      cmocka_unit_test(every_operator_is_exact_on_all_small_values),
      cmocka_unit_test(floats_are_moved_and_compared_exactly),
      cmocka_unit_test(random_terms_are_exact),
      cmocka_unit_test(what_the_solver_is_told_has_the_value_alone),
      cmocka_unit_test(division_is_proved_by_its_law),
      cmocka_unit_test(what_is_not_supported_is_named),
      cmocka_unit_test(an_application_can_be_given_its_bits),
      cmocka_unit_test(deep_terms_are_walked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
