// Known facts are proved and known falsehoods are not: identities, places of
// objects, congruence, budgets.
#include "bench.h"

// -------------------------------------------------------------- known facts

static void identities_of_bit_vectors_are_proved(void **state) {
  (void)state;
  Bench b = bench_new(14);
  VdTerm x = var(&b, vd_sort_bv(8)), y = var(&b, vd_sort_bv(8));
  VdTerm q = two(&b, VD_OP_BVUDIV, x, y), r = two(&b, VD_OP_BVUREM, x, y);
  check_same(&b, two(&b, VD_OP_BVMUL, x, y), two(&b, VD_OP_BVMUL, y, x));
  check_same(&b, two(&b, VD_OP_BVADD, two(&b, VD_OP_BVMUL, q, y), r), x);
  check_answer(&b, differ(&b, q, r), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void identities_of_floats_are_proved(void **state) {
  (void)state;
  Bench b = bench_new(15);
  VdSort f = vd_sort_float(5, 11);
  VdTerm x = var(&b, f), y = var(&b, f), z = var(&b, f);
  VdTerm bits = raw(&b, VD_OP_FTOB, 0, &x, 1);
  check_same(&b, two(&b, VD_OP_FADD, x, y), two(&b, VD_OP_FADD, y, x));
  check_same(&b, raw(&b, VD_OP_BTOF, vd_imm_float(f), &bits, 1), x);
  check_same(&b, two(&b, VD_OP_FREM, x, y), two(&b, VD_OP_FREM, x, y));
  VdTerm left = two(&b, VD_OP_FADD, two(&b, VD_OP_FADD, x, y), z);
  VdTerm right = two(&b, VD_OP_FADD, x, two(&b, VD_OP_FADD, y, z));
  check_answer(&b, differ(&b, left, right), VD_ANSWER_SAT);
  b.reals = true;
  check_same(&b, left, right);
  bench_clear(&b);
}

static void floats_beside_functions_are_proved(void **state) {
  (void)state;
  Bench b = bench_new(23);
  VdSort f = vd_sort_float(8, 24), in[] = {f};
  VdFun fun = {VD_FUN_PURE, "sin", "sinf", 1, 1, in, in};
  uint32_t k = vd_fun_put(b.tm, &fun);
  VdTerm x = var(&b, f), y = vd_mk_app(b.tm, k, 0, &x, 1);
  VdValue two_value = vd_value_float(2);
  VdTerm sum = two(&b, VD_OP_FADD, y, y);
  VdTerm product = two(&b, VD_OP_FMUL, y, vd_mk_value(b.tm, &two_value));
  VdTerm left = vd_mk_app(b.tm, k, 0, &sum, 1);
  VdTerm right = vd_mk_app(b.tm, k, 0, &product, 1);
  check_same(&b, left, right);
  check_answer(&b, differ(&b, left, y), VD_ANSWER_SAT);
  bench_clear(&b);
}

// A length that is not known makes a lambda.
static void fills_of_unknown_length_are_understood(void **state) {
  (void)state;
  Bench b = bench_new(24);
  VdSort w = vd_sort_bv(64);
  VdTerm mem = var(&b, vd_sort_mem()), p = var(&b, w), i = var(&b, w);
  VdTerm byte = var(&b, vd_sort_bv(8)), length = var(&b, w);
  VdTerm args[] = {mem, p, byte, length};
  VdTerm filled = raw(&b, VD_OP_FILL, 0, args, 4);
  VdTerm got = two(&b, VD_OP_SELECT, filled, two(&b, VD_OP_BVADD, p, i));
  check_answer(&b, differ(&b, got, byte), VD_ANSWER_SAT);
  vd_push(&b.asserts, two(&b, VD_OP_BVULT, i, length));
  check_same(&b, got, byte);
  bench_clear(&b);
}

static void equal_arguments_give_equal_results(void **state) {
  (void)state;
  Bench b = bench_new(16);
  VdSort in[] = {vd_sort_bv(32), vd_sort_world()};
  VdSort out[] = {vd_sort_bv(8), vd_sort_world()};
  VdFun fun = {VD_FUN_IMPURE, "k", "odd |name|\n(", 2, 2, in, out};
  uint32_t f = vd_fun_put(b.tm, &fun);
  VdTerm x = var(&b, in[0]), y = var(&b, in[0]), w = var(&b, in[1]);
  VdTerm wx = vd_mk_app(b.tm, f, 1, (VdTerm[]){x, w}, 2);
  VdTerm wy = vd_mk_app(b.tm, f, 1, (VdTerm[]){y, w}, 2);
  VdTerm fx = vd_mk_app(b.tm, f, 0, (VdTerm[]){x, wx}, 2);
  VdTerm fy = vd_mk_app(b.tm, f, 0, (VdTerm[]){y, wy}, 2);
  check_answer(&b, differ(&b, fx, fy), VD_ANSWER_SAT);
  vd_push(&b.asserts, raw(&b, VD_OP_EQ, 0, (VdTerm[]){x, y}, 2));
  check_same(&b, fx, fy);
  bench_clear(&b);
}

// ------------------------------------------------------------------- places

static VdTerm object(Bench *b, const char *key, uint64_t size, uint64_t align) {
  VdObject object = {.key = key, .name = key, .size = size, .align = align};
  return vd_mk_addr(b->tm, vd_object_put(b->tm, &object));
}

static void objects_are_apart(void **state) {
  (void)state;
  Bench b = bench_new(17);
  VdTerm x = object(&b, "x", 40, 16), y = object(&b, "y", 8, 8);
  VdTerm inside = two(&b, VD_OP_BVADD, x, vd_mk_bv(b.tm, 64, 39));
  VdTerm after = two(&b, VD_OP_BVADD, x, vd_mk_bv(b.tm, 64, 40));
  VdTerm low = raw(&b, VD_OP_EXTRACT, vd_imm_extract(3, 0), &x, 1);
  check_answer(&b, two(&b, VD_OP_EQ, inside, y), VD_ANSWER_UNSAT);
  check_answer(&b, two(&b, VD_OP_EQ, after, y), VD_ANSWER_SAT);
  check_same(&b, low, vd_mk_bv(b.tm, 4, 0));
  bench_clear(&b);
}

// Were the facts about places contradictory, everything would be proved.
static void hostile_sizes_do_not_prove_everything(void **state) {
  (void)state;
  Bench b = bench_new(18);
  for (int i = 0; i < 6; i++) {
    char key[8];
    snprintf(key, sizeof key, "o%d", i);
    VdTerm at = object(&b, key, ~0ull >> i, 1ull << 63);
    vd_push(&b.asserts, differ(&b, at, vd_mk_bv(b.tm, 64, 0)));
  }
  check_answer(&b, vd_mk_bool(b.tm, true), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void an_allocator_stays_out_of_objects(void **state) {
  (void)state;
  Bench b = bench_new(19);
  VdSort in[] = {vd_sort_bv(64), vd_sort_world()}, out[] = {vd_sort_bv(64)};
  VdFun fun = {VD_FUN_FRESH, "malloc", "malloc", 2, 1, in, out};
  uint32_t f = vd_fun_put(b.tm, &fun);
  VdTerm size = vd_mk_bv(b.tm, 64, 8), w = var(&b, in[1]), v = var(&b, in[1]);
  VdTerm p = vd_mk_app(b.tm, f, 0, (VdTerm[]){size, w}, 2);
  VdTerm q = vd_mk_app(b.tm, f, 0, (VdTerm[]){size, v}, 2);
  VdTerm x = object(&b, "x", 4, 4), seven = vd_mk_bv(b.tm, 64, 7);
  VdTerm inside = two(&b, VD_OP_EQ, two(&b, VD_OP_BVADD, p, seven), x);
  VdTerm null = two(&b, VD_OP_EQ, p, vd_mk_bv(b.tm, 64, 0));
  check_answer(&b, inside, VD_ANSWER_UNSAT);
  check_answer(&b, null, VD_ANSWER_SAT);
  check_answer(&b, two(&b, VD_OP_EQ, p, q), VD_ANSWER_SAT);
  check_answer(&b, differ(&b, p, q), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void constant_objects_have_their_bytes(void **state) {
  (void)state;
  Bench b = bench_new(20);
  static const uint8_t rom[21] = {1, 2, 3, 4, [20] = 9};
  VdTerm target = object(&b, "target", 64, 8);
  struct VdReloc reloc = {8, vd_term_object(b.tm, target), 16};
  VdObject table = {.key = "table",
                    .name = "table",
                    .size = sizeof rom,
                    .align = 8,
                    .rom = rom,
                    .reloc = &reloc,
                    .relocs = 1};
  VdTerm at = vd_mk_addr(b.tm, vd_object_put(b.tm, &table));
  VdTerm mem = vd_mk_rom(b.tm);
  VdTerm one = raw(&b, VD_OP_LOAD, 3, (VdTerm[]){mem, at}, 2);
  VdTerm pointer_at = two(&b, VD_OP_BVADD, at, vd_mk_bv(b.tm, 64, 8));
  VdTerm last_at = two(&b, VD_OP_BVADD, at, vd_mk_bv(b.tm, 64, 20));
  VdTerm pointer = raw(&b, VD_OP_LOAD, 8, (VdTerm[]){mem, pointer_at}, 2);
  VdTerm last = raw(&b, VD_OP_LOAD, 1, (VdTerm[]){mem, last_at}, 2);
  check_same(&b, one, vd_mk_bv(b.tm, 24, 0x030201));
  check_same(&b, pointer, two(&b, VD_OP_BVADD, target, vd_mk_bv(b.tm, 64, 16)));
  check_same(&b, last, vd_mk_bv(b.tm, 8, 9));
  bench_clear(&b);
}

// ------------------------------------------------------------------- limits

// As deep as the printer allows: neither the text nor Z3 may use a stack frame
// a level, and definitions must not be expanded.
static void deep_terms_are_solved(void **state) {
  (void)state;
  enum { DEPTH = 19900 };
  Bench b = bench_new(25);
  VdTerm x = var(&b, vd_sort_bv(16)), mem = var(&b, vd_sort_mem());
  VdTerm p = var(&b, vd_sort_bv(64)), at = p;
  for (uint32_t i = 0; i < DEPTH; i++) {
    VdTerm args[] = {mem, at, x};
    at = two(&b, VD_OP_BVADD, p, vd_mk_bv(b.tm, 64, i));
    mem = raw(&b, VD_OP_STORE, 0, args, 3);
  }
  VdTerm low = two(&b, VD_OP_SELECT, mem, at);
  VdTerm byte = raw(&b, VD_OP_EXTRACT, vd_imm_extract(7, 0), &x, 1);
  check_answer(&b, two(&b, VD_OP_EQ, low, byte), VD_ANSWER_SAT);
  bench_clear(&b);
}

static void multiply_in_little_memory(void *context, uint32_t index,
                                      VdBuf *out) {
  (void)context, (void)index;
  Bench b = bench_new(26);
  VdSort w = vd_sort_bv(512);
  VdTerm x = var(&b, w), y = var(&b, w);
  VdTerm claim = two(&b, VD_OP_EQ, two(&b, VD_OP_BVMUL, x, y),
                     two(&b, VD_OP_BVUDIV, x, y));
  VdQuery query = {.asserts = &claim, .n = 1};
  VdBudget budget = vd_budget_of(60);
  VdReply reply;
  vd_solve(&(VdSolver){.memory = 64}, b.tm, &query, &budget, &b.arena, &reply);
  vd_buf_printf(out, "%d %s", (int)reply.answer, reply.reason);
}

static void expect_out_of_memory(void *context, uint32_t index,
                                 const VdWorkResult *result) {
  (void)context, (void)index;
  assert_int_equal(result->status, VD_WORK_OK);
  assert_int_equal(result->len, strlen("0 out of memory"));
  assert_memory_equal(result->bytes, "0 out of memory", result->len);
}

// In a worker, as Z3 leaks what it had when memory ran out.
static void too_little_memory_is_unknown(void **state) {
  (void)state;
  VdPool pool = {.work = multiply_in_little_memory,
                 .done = expect_out_of_memory};
  vd_pool_run(&pool, 1);
}

static void a_spent_budget_is_a_timeout(void **state) {
  (void)state;
  Bench b = bench_new(21);
  VdSort w = vd_sort_bv(64);
  VdTerm x = var(&b, w), y = var(&b, w), z = var(&b, w);
  VdTerm sum = two(&b, VD_OP_BVADD, y, z);
  VdTerm left = two(&b, VD_OP_BVUREM, two(&b, VD_OP_BVMUL, x, sum), z);
  VdTerm right = two(&b, VD_OP_BVUREM, two(&b, VD_OP_BVMUL, x, y), z);
  VdTerm claim = differ(&b, left, right);
  VdTerm odd = two(&b, VD_OP_BVULT, two(&b, VD_OP_BVMUL, left, right), x);
  VdTerm both[] = {claim, odd, two(&b, VD_OP_BVULT, x, left)};
  VdQuery query = {.asserts = both, .n = 3};
  for (int i = 0; i < 2; i++) {
    VdBudget budget = vd_budget_of(i ? 0.2 : 1e-9);
    VdReply reply;
    double start = vd_now();
    vd_solve(&(VdSolver){0}, b.tm, &query, &budget, &b.arena, &reply);
    assert_int_equal(reply.answer, VD_ANSWER_UNKNOWN);
    assert_string_equal(reply.reason, "timeout");
    assert_true(vd_now() - start < 10);
  }
  bench_clear(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(identities_of_bit_vectors_are_proved),
      cmocka_unit_test(identities_of_floats_are_proved),
      cmocka_unit_test(floats_beside_functions_are_proved),
      cmocka_unit_test(fills_of_unknown_length_are_understood),
      cmocka_unit_test(equal_arguments_give_equal_results),
      cmocka_unit_test(objects_are_apart),
      cmocka_unit_test(hostile_sizes_do_not_prove_everything),
      cmocka_unit_test(an_allocator_stays_out_of_objects),
      cmocka_unit_test(constant_objects_have_their_bytes),
      cmocka_unit_test(deep_terms_are_solved),
      cmocka_unit_test(too_little_memory_is_unknown),
      cmocka_unit_test(a_spent_budget_is_a_timeout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
