// What a term means to Z3 is what it means to the evaluator: random terms over
// constants (which Z3's rewriter folds) and over variables in short ranges
// (which it bit-blasts) are solved, and the evaluator is asked for the same.
#include "bench.h"

// ------------------------------------------------------------- bit-vectors

static const VdOp chains[] = {VD_OP_BVAND, VD_OP_BVXOR, VD_OP_BVADD,
                              VD_OP_BVMUL};
static const VdOp binaries[] = {VD_OP_EQ,     VD_OP_BVUDIV, VD_OP_BVUREM,
                                VD_OP_BVSDIV, VD_OP_BVSREM, VD_OP_BVSHL,
                                VD_OP_BVLSHR, VD_OP_BVASHR, VD_OP_BVULT,
                                VD_OP_BVSLT,  VD_OP_CONCAT};

static void add_bits(Bench *b, uint32_t width) {
  VdSort w = vd_sort_bv(width), same[8] = {w, w, w, w, w, w, w, w};
  uint32_t many = 2 + (uint32_t)vd_random_below(&b->random, 7);
  for (uint32_t i = 0; i < VD_COUNT(chains); i++)
    add(b, chains[i], 0, same, width > 16 ? 2 : many);
  for (uint32_t i = 0; i < VD_COUNT(binaries); i++)
    add(b, binaries[i], 0, same, 2);
  add(b, VD_OP_BVNOT, 0, same, 1);
  uint32_t low = (uint32_t)vd_random_below(&b->random, width);
  uint32_t high = low + (uint32_t)vd_random_below(&b->random, width - low);
  add(b, VD_OP_EXTRACT, vd_imm_extract(high, low), same, 1);
  add(b, VD_OP_SEXT, width + vd_random_below(&b->random, 70), same, 1);
  add(b, VD_OP_ZEXT, width + vd_random_below(&b->random, 70), same, 1);
  add(b, VD_OP_ITE, 0, (VdSort[]){vd_sort_bool(), w, w}, 3);
}

static void bit_vectors_are_folded_alike(void **state) {
  (void)state;
  Bench b = bench_new(1);
  for (uint32_t width = 1; width <= 16; width++) {
    for (int i = 0; i < 40; i++) add_bits(&b, width);
    settle(&b);
  }
  for (int i = 0; i < 40; i++) {
    add_bits(&b, 64);
    add_bits(&b, 100);
  }
  settle(&b);
  bench_clear(&b);
}

static void bit_vectors_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(2);
  b.free = true;
  for (uint32_t width = 1; width <= 16; width++) {
    for (int i = 0; i < 3; i++) add_bits(&b, width);
    settle(&b);
  }
  add_bits(&b, 64);
  settle(&b);
  bench_clear(&b);
}

static void bools_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(3);
  VdSort x = vd_sort_bool(), same[] = {x, x, x, x, x};
  for (int free = 0; free < 2; free++) {
    b.free = free;
    for (uint32_t i = 0; i < 40; i++) {
      add(&b, VD_OP_NOT, 0, same, 1);
      add(&b, VD_OP_AND, 0, same, 2 + i % 4);
      add(&b, VD_OP_EQ, 0, same, 2);
      add(&b, VD_OP_ITE, 0, same, 3);
    }
    settle(&b);
  }
  bench_clear(&b);
}

// ------------------------------------------------------------------ floats

static const struct {
  VdOp op;
  uint32_t args;
} float_ops[] = {{VD_OP_FADD, 2}, {VD_OP_FSUB, 2}, {VD_OP_FMUL, 2},
                 {VD_OP_FDIV, 2}, {VD_OP_FMA, 3},  {VD_OP_FSQRT, 1},
                 {VD_OP_FNEG, 1}, {VD_OP_FABS, 1}, {VD_OP_FEQ, 2},
                 {VD_OP_FLT, 2},  {VD_OP_FLE, 2},  {VD_OP_FNAN, 1},
                 {VD_OP_FTOB, 1}, {VD_OP_EQ, 2}};

static void add_arithmetic(Bench *b, VdSort f) {
  VdSort same[] = {f, f, f};
  for (uint32_t i = 0; i < VD_COUNT(float_ops); i++)
    add(b, float_ops[i].op, 0, same, float_ops[i].args);
  for (uint64_t mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++)
    add(b, VD_OP_FRINT, mode, same, 1);
}

static void add_conversions(Bench *b, VdSort f) {
  static const uint32_t widths[] = {1, 2, 3, 4, 5, 6, 8, 16, 25, 32, 64};
  static const VdSort floats[] = {
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 11},
      {.kind = VD_SORT_FLOAT, .a = 8, .b = 24},
  };
  for (uint32_t i = 0; i < VD_COUNT(widths); i++) {
    VdSort w = vd_sort_bv(widths[i]);
    add(b, VD_OP_FTOS, w.a, &f, 1);
    add(b, VD_OP_FTOU, w.a, &f, 1);
    add(b, VD_OP_STOF, vd_imm_float(f), &w, 1);
    add(b, VD_OP_UTOF, vd_imm_float(f), &w, 1);
  }
  VdSort bits = vd_sort_bv(vd_sort_width(f));
  add(b, VD_OP_BTOF, vd_imm_float(f), &bits, 1);
  for (uint32_t i = 0; i < VD_COUNT(floats); i++)
    add(b, VD_OP_FTOF, vd_imm_float(floats[i]), &f, 1);
}

static void floats_are_folded_alike(void **state) {
  (void)state;
  Bench b = bench_new(4);
  static const VdSort sorts[] = {
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 11},
      {.kind = VD_SORT_FLOAT, .a = 8, .b = 24},
      {.kind = VD_SORT_FLOAT, .a = 11, .b = 53},
  };
  for (uint32_t i = 0; i < VD_COUNT(sorts); i++) {
    for (int k = 0; k < 60; k++) {
      add_arithmetic(&b, sorts[i]);
      add_conversions(&b, sorts[i]);
    }
    settle(&b);
  }
  bench_clear(&b);
}

static void small_floats_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(5);
  b.free = true;
  for (int k = 0; k < 20; k++) {
    add_arithmetic(&b, vd_sort_float(3, 5));
    settle(&b);
    add_conversions(&b, vd_sort_float(3, 5));
    settle(&b);
  }
  bench_clear(&b);
}

static void single_floats_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(6);
  b.free = true;
  for (int k = 0; k < 2; k++) {
    add_arithmetic(&b, vd_sort_float(8, 24));
    settle(&b);
    add_conversions(&b, vd_sort_float(8, 24));
    settle(&b);
  }
  bench_clear(&b);
}

// Wrong answers of Z3 4.8.12 that the printer works around; see there.
static void known_bugs_are_avoided(void **state) {
  (void)state;
  Bench b = bench_new(7);
  b.free = true;
  VdSort half = vd_sort_float(5, 11), wide = vd_sort_bv(100);
  for (int k = 0; k < 8; k++) {
    add(&b, VD_OP_STOF, vd_imm_float(half), &wide, 1);
    add(&b, VD_OP_UTOF, vd_imm_float(half), &wide, 1);
    add(&b, VD_OP_FTOF, vd_imm_float(vd_sort_float(3, 5)), &half, 1);
    add(&b, VD_OP_FTOS, 1, &half, 1);
    settle(&b);
  }
  bench_clear(&b);
}

static void floats_that_z3_gets_wrong_are_refused(void **state) {
  (void)state;
  static const VdSort sorts[] = {
      {.kind = VD_SORT_FLOAT, .a = 2, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 3},
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 8},
  };
  for (uint32_t i = 0; i < VD_COUNT(sorts); i++) {
    Bench b = bench_new(8);
    VdReply reply;
    VdTerm x = vd_mk_var(b.tm, VD_VAR_PARAM, 0, sorts[i], NULL);
    vd_push(&b.asserts, raw(&b, VD_OP_FNAN, 0, &x, 1));
    ask(&b, &reply);
    assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
    assert_non_null(strstr(reply.reason, "float"));
    bench_clear(&b);
  }
}

// ------------------------------------------------------------------ memory

static VdTerm bv64(Bench *b, uint64_t value) {
  if (b->free) return near(b, vd_value_bv(64, value));
  return vd_mk_bv(b->tm, 64, value);
}

static VdTerm place(Bench *b) {
  return bv64(b, BASE + vd_random_below(&b->random, 60));
}

static VdTerm change(Bench *b, VdTerm mem, VdTerm source) {
  VdTerm byte = operand(b, vd_sort_bv(8));
  uint64_t length = vd_random_below(&b->random, 100);
  uint32_t bytes = 1 + (uint32_t)vd_random_below(&b->random, 20);
  switch (vd_random_below(&b->random, 4)) {
    case 0: {
      VdTerm args[] = {mem, place(b), operand(b, vd_sort_bv(8 * bytes))};
      return raw(b, VD_OP_STORE, 0, args, 3);
    }
    case 1: {
      VdTerm args[] = {mem, place(b), byte};
      return raw(b, VD_OP_UPDATE, 0, args, 3);
    }
    case 2: {
      VdTerm args[] = {mem, place(b), byte, bv64(b, length)};
      return raw(b, VD_OP_FILL, 0, args, 4);
    }
    default: {
      VdTerm args[] = {mem, place(b), source, place(b), bv64(b, length)};
      return raw(b, VD_OP_COPY, 0, args, 5);
    }
  }
}

static void add_memory(Bench *b, int changes) {
  VdTerm mem = vd_mk_var(b->tm, VD_VAR_PARAM, b->vars++, vd_sort_mem(), "m");
  VdTerm old = mem;
  for (int i = 0; i < changes; i++) {
    VdTerm next = change(b, mem, vd_random_below(&b->random, 2) ? mem : old);
    old = mem;
    mem = next;
  }
  for (int i = 0; i < 4; i++) {
    VdTerm args[] = {mem, place(b)};
    uint64_t bytes = 1 + vd_random_below(&b->random, 30);
    vd_push(&b->roots, raw(b, VD_OP_LOAD, bytes, args, 2));
    vd_push(&b->roots, raw(b, VD_OP_SELECT, 0, args, 2));
  }
}

static void memory_is_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(9);
  for (int k = 0; k < 20; k++) {
    b.free = k % 2;
    add_memory(&b, b.free ? 2 : 5);
    settle(&b);
  }
  bench_clear(&b);
}

// Floats beside memory go another way through Z3.
static void floats_in_memory_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(22);
  b.free = true;
  VdSort f = vd_sort_float(5, 11);
  for (int k = 0; k < 6; k++) {
    VdTerm mem = vd_mk_var(b.tm, VD_VAR_PARAM, 1000, vd_sort_mem(), "m");
    VdTerm at[] = {mem, place(&b)};
    VdTerm bits = raw(&b, VD_OP_LOAD, 2, at, 2);
    VdTerm x = raw(&b, VD_OP_BTOF, vd_imm_float(f), &bits, 1);
    VdTerm sum = two(&b, VD_OP_FMUL, x, operand(&b, f));
    VdTerm back = raw(&b, VD_OP_FTOB, 0, &sum, 1);
    VdTerm to[] = {mem, place(&b), back};
    at[0] = raw(&b, VD_OP_STORE, 0, to, 3);
    vd_push(&b.roots, sum);
    vd_push(&b.roots, raw(&b, VD_OP_LOAD, 2, at, 2));
    settle(&b);
  }
  bench_clear(&b);
}

static void addresses_wrap(void **state) {
  (void)state;
  Bench b = bench_new(10);
  VdTerm mem = vd_mk_var(b.tm, VD_VAR_PARAM, 0, vd_sort_mem(), NULL);
  VdTerm high = vd_mk_bv(b.tm, 64, -3ull), low = vd_mk_bv(b.tm, 64, 0);
  VdTerm word = vd_mk_bv(b.tm, 64, 0x0123456789abcdef);
  mem = raw(&b, VD_OP_STORE, 0, (VdTerm[]){mem, high, word}, 3);
  vd_push(&b.roots, raw(&b, VD_OP_LOAD, 8, (VdTerm[]){mem, high}, 2));
  vd_push(&b.roots, raw(&b, VD_OP_LOAD, 5, (VdTerm[]){mem, low}, 2));
  settle(&b);
  bench_clear(&b);
}

static void small_arrays_are_solved_alike(void **state) {
  (void)state;
  Bench b = bench_new(11);
  b.free = true;
  VdSort index = vd_sort_bv(3), element = vd_sort_bv(12);
  VdTerm a = vd_mk_var(b.tm, VD_VAR_PARAM, 1000, vd_sort_array(3, 12), NULL);
  for (uint64_t i = 0; i < 8; i++) {
    VdTerm args[] = {a, vd_mk_bv(b.tm, 3, i), vd_mk_bv(b.tm, 12, i * 300)};
    a = raw(&b, VD_OP_UPDATE, 0, args, 3);
  }
  for (int i = 0; i < 10; i++) {
    VdTerm args[] = {a, operand(&b, index), operand(&b, element)};
    a = raw(&b, VD_OP_UPDATE, 0, args, 3);
    VdTerm at[] = {a, operand(&b, index)};
    vd_push(&b.roots, raw(&b, VD_OP_SELECT, 0, at, 2));
  }
  settle(&b);
  bench_clear(&b);
}

// ------------------------------------------------------------------- reals

static void exact_operations_are_the_same_over_the_reals(void **state) {
  (void)state;
  static const VdOp skip[] = {VD_OP_FSQRT, VD_OP_FTOB, VD_OP_FNAN};
  Bench b = bench_new(12);
  b.reals = true;
  VdSort f = vd_sort_float(11, 53), w = vd_sort_bv(16), same[] = {f, f, f};
  for (int k = 0; k < 30; k++) {
    for (uint32_t i = 0; i < VD_COUNT(float_ops); i++) {
      bool skipped = float_ops[i].op == VD_OP_FDIV;  // by zero
      for (uint32_t j = 0; j < VD_COUNT(skip); j++)
        skipped |= float_ops[i].op == skip[j];
      if (!skipped) add(&b, float_ops[i].op, 0, same, float_ops[i].args);
    }
    for (uint64_t mode = VD_ROUND_EVEN; mode <= VD_ROUND_ZERO; mode++)
      add(&b, VD_OP_FRINT, mode, same, 1);
    add(&b, VD_OP_FTOS, 5 + vd_random_below(&b.random, 4), &f, 1);
    add(&b, VD_OP_FTOU, 4 + vd_random_below(&b.random, 4), &f, 1);
    add(&b, VD_OP_STOF, vd_imm_float(f), &w, 1);
    add(&b, VD_OP_UTOF, vd_imm_float(f), &w, 1);
    add(&b, VD_OP_FTOF, vd_imm_float(vd_sort_float(8, 24)), &f, 1);
  }
  for (uint32_t i = 0; i < b.roots.len; i++) {  // -0 and 0 are one number
    VdTerm zero = vd_mk_value(b.tm, &(VdValue){.sort = f});
    VdTerm args[] = {b.roots.at[i], zero};
    if (vd_sort_eq(vd_term_sort(b.tm, args[0]), f))
      b.roots.at[i] = raw(&b, VD_OP_FADD, 0, args, 2);
  }
  settle(&b);
  bench_clear(&b);
}

static VdTerm constant(Bench *b, double x) {
  VdValue value = vd_value_double(x);
  return vd_mk_value(b->tm, &value);
}

static double double_of(const VdValue *value) {
  double x;
  memcpy(&x, &value->bits, sizeof x);
  return x;
}

static void values_over_the_reals_are_rounded(void **state) {
  (void)state;
  Bench b = bench_new(13);
  b.reals = true;
  VdTerm two = constant(&b, 2), third = constant(&b, 3);
  VdTerm tiny = constant(&b, 0x1p-1074), huge = constant(&b, -0x1.8p1023);
  vd_push(&b.watch, raw(&b, VD_OP_FSQRT, 0, &two, 1));
  vd_push(&b.watch, raw(&b, VD_OP_FDIV, 0, (VdTerm[]){two, third}, 2));
  vd_push(&b.watch, tiny);
  vd_push(&b.watch, huge);
  VdReply reply;
  ask(&b, &reply);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, VD_ANSWER_SAT);
  assert_true(double_of(&reply.watch[0]) == 1.4142135623730951);
  assert_true(double_of(&reply.watch[1]) == 2.0 / 3);
  assert_true(double_of(&reply.watch[2]) == 0x1p-1074);
  assert_true(double_of(&reply.watch[3]) == -0x1.8p1023);
  bench_clear(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bit_vectors_are_folded_alike),
      cmocka_unit_test(bit_vectors_are_solved_alike),
      cmocka_unit_test(bools_are_solved_alike),
      cmocka_unit_test(floats_are_folded_alike),
      cmocka_unit_test(small_floats_are_solved_alike),
      cmocka_unit_test(single_floats_are_solved_alike),
      cmocka_unit_test(known_bugs_are_avoided),
      cmocka_unit_test(floats_that_z3_gets_wrong_are_refused),
      cmocka_unit_test(memory_is_solved_alike),
      cmocka_unit_test(floats_in_memory_are_solved_alike),
      cmocka_unit_test(addresses_wrap),
      cmocka_unit_test(small_arrays_are_solved_alike),
      cmocka_unit_test(exact_operations_are_the_same_over_the_reals),
      cmocka_unit_test(values_over_the_reals_are_rounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
