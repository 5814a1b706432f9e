// Bit-vector operators against Z3, and long division against itself.
#include "oracle.h"
#include "term/bits.h"

static const VdOp same_width_ops[] = {
    VD_OP_BVNOT,  VD_OP_BVAND,  VD_OP_BVXOR,  VD_OP_BVADD,  VD_OP_BVMUL,
    VD_OP_BVUDIV, VD_OP_BVUREM, VD_OP_BVSDIV, VD_OP_BVSREM, VD_OP_BVSHL,
    VD_OP_BVLSHR, VD_OP_BVASHR, VD_OP_BVULT,  VD_OP_BVSLT,
};

static uint32_t arity(VdOp op) {
  return vd_op_info[op].min;
}

// The limb path and the word path, for widths where both exist.
static void check_paths_agree(VdOp op, const VdValue *x) {
  uint32_t width = x[0].sort.a;
  uint64_t wide = 0;
  if (width > 64) return;
  vd_bits_wide(op, width, &wide, &x[0].bits, &x[1].bits);
  assert_true(wide == vd_bits_word(op, width, x[0].bits, x[1].bits));
}

static void check_pair(Oracle *o, const VdValue *x) {
  for (size_t i = 0; i < VD_COUNT(same_width_ops); i++) {
    oracle_check(o, same_width_ops[i], 0, x, arity(same_width_ops[i]));
    check_paths_agree(same_width_ops[i], x);
  }
}

static void check_resize(Oracle *o, const VdValue *x, VdRandom *random) {
  uint32_t width = x[0].sort.a;
  uint32_t high = (uint32_t)vd_random_below(random, width);
  uint32_t low = (uint32_t)vd_random_below(random, high + 1);
  uint64_t wider = width + vd_random_below(random, 80);
  oracle_check(o, VD_OP_CONCAT, 0, x, 2);
  oracle_check(o, VD_OP_EXTRACT, vd_imm_extract(high, low), x, 1);
  oracle_check(o, VD_OP_SEXT, wider, x, 1);
  oracle_check(o, VD_OP_ZEXT, wider, x, 1);
}

static void all_operands_of_widths_1_to_4_agree_with_z3(void **state) {
  (void)state;
  Oracle o = {0};
  VdRandom random = {1};
  for (uint32_t width = 1; width <= 4; width++)
    for (uint64_t a = 0; a < 1u << width; a++)
      for (uint64_t b = 0; b < 1u << width; b++) {
        VdValue x[] = {vd_value_bv(width, a), vd_value_bv(width, b)};
        check_pair(&o, x);
        check_resize(&o, x, &random);
      }
  oracle_done(&o);
}

// Limbs that make carries, borrows and wrong guesses of digits.
static uint64_t nasty_limb(VdRandom *random) {
  switch (vd_random_below(random, 6)) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return (uint64_t)1 << vd_random_below(random, 64);
    case 3: return vd_random_below(random, 100);
    case 4: return UINT64_MAX << vd_random_below(random, 64);
    default: return vd_random_next(random);
  }
}

static VdValue nasty_value(VdArena *arena, uint32_t width, VdRandom *random) {
  uint64_t limb[8];
  uint32_t n = (uint32_t)vd_random_below(random, vd_limbs_of(width) + 1);
  for (uint32_t i = 0; i < n; i++) limb[i] = nasty_limb(random);
  return vd_value_limbs(arena, width, limb, n);
}

static void random_operands_of_wide_widths_agree_with_z3(void **state) {
  (void)state;
  const uint32_t widths[] = {32, 63, 64, 65, 127, 128, 129, 200, 320};
  Oracle o = {0};
  VdArena arena = {0};
  VdRandom random = {2};
  for (size_t i = 0; i < VD_COUNT(widths); i++)
    for (int round = 0; round < 150; round++) {
      VdValue x[] = {nasty_value(&arena, widths[i], &random),
                     nasty_value(&arena, widths[i], &random)};
      check_pair(&o, x);
      check_resize(&o, x, &random);
      x[1] = vd_value_limbs(&arena, widths[i],
                            &(uint64_t){vd_random_below(&random, 330)}, 1);
      check_pair(&o, x);  // shift distances about the width
    }
  oracle_done(&o);
  vd_arena_done(&arena);
}

static void operands_of_different_widths_concatenate_as_in_z3(void **state) {
  (void)state;
  Oracle o = {0};
  VdArena arena = {0};
  VdRandom random = {3};
  for (int round = 0; round < 2000; round++) {
    uint32_t a = 1 + (uint32_t)vd_random_below(&random, 200);
    uint32_t b = 1 + (uint32_t)vd_random_below(&random, 200);
    VdValue x[] = {nasty_value(&arena, a, &random),
                   nasty_value(&arena, b, &random)};
    oracle_check(&o, VD_OP_CONCAT, 0, x, 2);
  }
  oracle_done(&o);
  vd_arena_done(&arena);
}

static void division_by_zero_is_that_of_smtlib(void **state) {
  (void)state;
  assert_int_equal(vd_bits_word(VD_OP_BVUDIV, 8, 7, 0), 0xff);
  assert_int_equal(vd_bits_word(VD_OP_BVUREM, 8, 7, 0), 7);
  assert_int_equal(vd_bits_word(VD_OP_BVSDIV, 8, 7, 0), 0xff);
  assert_int_equal(vd_bits_word(VD_OP_BVSDIV, 8, 0xf9, 0), 1);
  assert_int_equal(vd_bits_word(VD_OP_BVSREM, 8, 0xf9, 0), 0xf9);
  assert_int_equal(vd_bits_word(VD_OP_BVSDIV, 8, 0x80, 0xff), 0x80);
}

// a == q * b + r and r < b.
static void check_division(const uint64_t *a, const uint64_t *b, uint32_t n) {
  static uint64_t q[VD_MAX_LIMBS], r[VD_MAX_LIMBS], back[VD_MAX_LIMBS];
  vd_limbs_divide(q, r, a, b, n);
  assert_true(vd_limbs_compare(r, b, n) < 0);
  vd_limbs_mul(back, q, b, n);
  assert_int_equal(vd_limbs_add(back, back, r, n), 0);
  assert_int_equal(vd_limbs_compare(back, a, n), 0);
}

static void quotient_and_remainder_make_the_dividend(void **state) {
  (void)state;
  static uint64_t a[VD_MAX_LIMBS], b[VD_MAX_LIMBS];
  VdRandom random = {4};
  for (int round = 0; round < 60000; round++) {
    uint32_t n = 1 + (uint32_t)vd_random_below(&random, 6);
    uint32_t used = 1 + (uint32_t)vd_random_below(&random, n);
    for (uint32_t i = 0; i < n; i++) {
      a[i] = nasty_limb(&random);
      b[i] = i < used ? nasty_limb(&random) : 0;
    }
    if (!vd_limbs_is_zero(b, n)) check_division(a, b, n);
  }
}

static void division_works_at_the_largest_width(void **state) {
  (void)state;
  static uint64_t a[VD_MAX_LIMBS], b[VD_MAX_LIMBS];
  VdRandom random = {5};
  for (uint32_t used = 1; used <= VD_MAX_LIMBS; used *= 4) {
    for (uint32_t i = 0; i < VD_MAX_LIMBS; i++) {
      a[i] = nasty_limb(&random);
      b[i] = i < used ? vd_random_next(&random) : 0;
    }
    check_division(a, b, VD_MAX_LIMBS);
  }
}

// A case that needs the correction step of Knuth's algorithm D.
static void a_digit_guessed_too_large_is_corrected(void **state) {
  (void)state;
  const uint64_t top = (uint64_t)1 << 63;
  const uint64_t a[] = {0, 0, top, top - 1}, b[] = {1, 0, top, 0};
  const uint64_t c[] = {3, 0, top, 0}, d[] = {1, 0, (uint64_t)1 << 61, 0};
  check_division(a, b, 4);
  check_division(c, d, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_operands_of_widths_1_to_4_agree_with_z3),
      cmocka_unit_test(random_operands_of_wide_widths_agree_with_z3),
      cmocka_unit_test(operands_of_different_widths_concatenate_as_in_z3),
      cmocka_unit_test(division_by_zero_is_that_of_smtlib),
      cmocka_unit_test(quotient_and_remainder_make_the_dividend),
      cmocka_unit_test(division_works_at_the_largest_width),
      cmocka_unit_test(a_digit_guessed_too_large_is_corrected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
