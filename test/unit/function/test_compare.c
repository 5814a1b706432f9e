// Comparison of modules: what is proved must hold in every run.
#include "../ir/ir_test.h"
#include "function/function.h"

static VdOptions options(void) {
  VdOptions o;
  vd_options_init(&o);
  o.effort = 5;
  o.timeout = 10 * o.effort;
  o.memory = 0;  // the sanitizer's shadow is larger than any limit
  o.jobs = 2;
  o.unroll = 2;
  return o;
}

static void compare(VdModule *old_module, VdModule *new_module,
                    const VdOptions *o, VdComparison *out) {
  VdCompare c = {
      .old_module = old_module, .new_module = new_module, .options = o};
  vd_compare(&c, out);
}

static const VdItem *item_of(const VdComparison *c, const char *name) {
  for (uint32_t i = 0; i < c->item.len; i++)
    if (!strcmp(c->item.at[i].name, name)) return &c->item.at[i];
  fail_msg("no item %s", name);
  return NULL;
}

static void assert_verdict(const char *old_text, const char *new_text,
                           const char *name, VdVerdictKind kind) {
  VdOptions o = options();
  VdModule *m = ir_read(old_text), *n = ir_read(new_text);
  VdComparison c;
  compare(m, n, &o, &c);
  const VdVerdict *v = &item_of(&c, name)->verdict;
  if (v->kind != kind)
    print_error("%s: %s\n", vd_verdict_word(v->kind), v->why);
  assert_int_equal(v->kind, kind);
  vd_comparison_done(&c);
  vd_module_free(m);
  vd_module_free(n);
}

// ------------------------------------------------------------ small claims

#define HEAD "vir 1\n"
#define COUNT(body)                      \
  HEAD "func @f(bv8 \"n\") -> (bv8) {\n" \
       "b0(%1: bv8):\n"                  \
       "  %2: bv8 = const 0\n"           \
       "  jump b1(%2, %2)\n"             \
       "b1(%3: bv8, %4: bv8):\n"         \
       "  %5: bool = bvult %3, %1\n"     \
       "  br %5, b2, b3\n"               \
       "b2:\n"                           \
       "  %6: bv8 = const 1\n"           \
       "  %7: bv8 = bvadd %3, %6\n" body \
       "  jump b1(%7, %8)\n"             \
       "b3:\n"                           \
       "  return %4\n"                   \
       "}\n"

static void test_loop_with_refactored_body_is_same(void **state) {
  (void)state;
  assert_verdict(COUNT("  %8: bv8 = bvadd %4, %3\n"),
                 COUNT("  %9: bv8 = bvxor %4, %3\n"
                       "  %10: bv8 = bvand %4, %3\n"
                       "  %11: bv8 = bvadd %10, %10\n"
                       "  %8: bv8 = bvadd %9, %11\n"),
                 "f", VD_SAME);
}

// The digests of the functions as they were read say so already.
static void test_unchanged_loop_is_not_taken_apart(void **state) {
  (void)state;
  VdOptions o = options();
  VdModule *m = ir_read(COUNT("  %8: bv8 = bvadd %4, %3\n"));
  VdModule *n = ir_read(COUNT("  %8: bv8 = bvadd %4, %3\n"));
  VdComparison c;
  compare(m, n, &o, &c);
  assert_int_equal(item_of(&c, "f")->verdict.kind, VD_SAME);
  assert_string_equal(item_of(&c, "f")->verdict.checker, "source");
  assert_int_equal(m->func.len, 1);
  vd_comparison_done(&c);
  vd_module_free(m);
  vd_module_free(n);
}

#define ROUND(test, next)                \
  HEAD "func @f(bv8 \"n\") -> (bv8) {\n" \
       "b0(%1: bv8):\n"                  \
       "  %2: bv8 = const 0\n"           \
       "  %3: bv8 = const 3\n"           \
       "  jump b1(%2, %3)\n"             \
       "b1(%4: bv8, %5: bv8):\n"         \
       "  %6: bv8 = bvadd %4, %3\n"      \
       "  %7: bool = bvult %6, %1\n"     \
       "  br %7, " test                  \
       "\n"                              \
       "b2:\n"                           \
       "  jump b1(" next                 \
       ")\n"                             \
       "b3:\n"                           \
       "  return %5\n"                   \
       "}\n"

static void test_values_that_trade_places_round_a_loop_count(void **state) {
  (void)state;
  assert_verdict(ROUND("b2, b3", "%6, %4"), ROUND("b2, b3", "%6, %5"), "f",
                 VD_DIFFERENT);
  assert_verdict(ROUND("b2, b3", "%6, %4"), ROUND("b2, b3", "%6, %6"), "f",
                 VD_DIFFERENT);
  assert_verdict(ROUND("b2, b3", "%6, %4"), ROUND("b3, b2", "%6, %4"), "f",
                 VD_DIFFERENT);
}

static void test_loop_with_another_body_is_different(void **state) {
  (void)state;
  assert_verdict(COUNT("  %8: bv8 = bvadd %4, %3\n"),
                 COUNT("  %8: bv8 = bvxor %4, %3\n"), "f", VD_DIFFERENT);
}

#define REC(op)                          \
  HEAD "func @f(bv8 \"n\") -> (bv8) {\n" \
       "b0(%1: bv8):\n"                  \
       "  %2: bv8 = const 0\n"           \
       "  %3: bool = eq %1, %2\n"        \
       "  br %3, b1, b2\n"               \
       "b1:\n"                           \
       "  return %1\n"                   \
       "b2:\n"                           \
       "  %4: bv8 = const 255\n"         \
       "  %5: bv8 = bvadd %1, %4\n"      \
       "  %6: bv8 = call @g(%5)\n" op    \
       "  return %7\n"                   \
       "}\n"                             \
       "func @g(bv8 \"n\") -> (bv8) {\n" \
       "b0(%1: bv8):\n"                  \
       "  %2: bv8 = call @f(%1)\n"       \
       "  %3: bv8 = bvadd %2, %1\n"      \
       "  return %3\n"                   \
       "}\n"

static void test_mutual_recursion_is_proved_together(void **state) {
  (void)state;
  const char *x = REC("  %7: bv8 = bvadd %6, %6\n");
  const char *y = REC("  %8: bv8 = const 2\n  %7: bv8 = bvmul %6, %8\n");
  assert_verdict(x, y, "f", VD_SAME);
  assert_verdict(x, y, "g", VD_SAME);
}

static void test_failed_member_takes_the_others_proofs_with_it(void **state) {
  (void)state;
  const char *x = REC("  %7: bv8 = bvadd %6, %6\n");
  const char *y = REC("  %8: bv8 = const 3\n  %7: bv8 = bvmul %6, %8\n");
  VdOptions o = options();
  VdModule *m = ir_read(x), *n = ir_read(y);
  VdComparison c;
  compare(m, n, &o, &c);
  assert_int_equal(item_of(&c, "f")->verdict.kind, VD_DIFFERENT);
  assert_int_not_equal(item_of(&c, "g")->verdict.kind, VD_SAME);
  vd_comparison_done(&c);
  vd_module_free(m);
  vd_module_free(n);
}

// Bits counted one by one, and by taking the lowest one away: alike, but no
// linear relation says why.
#define BITS(step)                         \
  HEAD "func @f(bv64 \"n\") -> (bv64) {\n" \
       "b0(%1: bv64):\n"                   \
       "  %2: bv64 = const 0\n"            \
       "  %3: bv64 = const 1\n"            \
       "  jump b1(%1, %2)\n"               \
       "b1(%4: bv64, %5: bv64):\n"         \
       "  %6: bool = eq %4, %2\n"          \
       "  br %6, b3, b2\n"                 \
       "b2:\n" step                        \
       "  jump b1(%8, %9)\n"               \
       "b3:\n"                             \
       "  return %5\n"                     \
       "}\n"

static void test_bounded_is_never_same(void **state) {
  (void)state;
  const char *each = BITS(
      "  %7: bv64 = bvand %4, %3\n"
      "  %8: bv64 = bvlshr %4, %3\n"
      "  %9: bv64 = bvadd %5, %7\n");
  const char *lowest = BITS(
      "  %10: bv64 = const 18446744073709551615\n"
      "  %7: bv64 = bvadd %4, %10\n"
      "  %8: bv64 = bvand %4, %7\n"
      "  %9: bv64 = bvadd %5, %3\n");
  assert_verdict(each, lowest, "f", VD_SAME_BOUNDED);
}

// A loop against what it comes to.
static void test_closed_form_is_same(void **state) {
  (void)state;
  const char *up = HEAD
      "func @f(bv32 \"n\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  %2: bv32 = const 0\n"
      "  jump b1(%2)\n"
      "b1(%3: bv32):\n"
      "  %4: bool = bvult %3, %1\n"
      "  br %4, b2, b3\n"
      "b2:\n"
      "  %5: bv32 = const 1\n"
      "  %6: bv32 = bvadd %3, %5\n"
      "  jump b1(%6)\n"
      "b3:\n"
      "  return %3\n"
      "}\n";
  const char *plain = HEAD
      "func @f(bv32 \"n\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  return %1\n"
      "}\n";
  assert_verdict(up, plain, "f", VD_SAME);
}

static void test_new_undefined_behaviour_is_a_difference(void **state) {
  (void)state;
  const char *plain = HEAD
      "func @f(bv8 \"n\") -> (bv8) {\n"
      "b0(%1: bv8):\n"
      "  return %1\n"
      "}\n";
  const char *risky = HEAD
      "func @f(bv8 \"n\") -> (bv8) {\n"
      "b0(%1: bv8):\n"
      "  %2: bv8 = const 77\n"
      "  %3: bool = eq %1, %2\n"
      "  %4: bool = not %3\n"
      "  require %4, \"not 77\"\n"
      "  return %1\n"
      "}\n";
  assert_verdict(plain, risky, "f", VD_DIFFERENT);
  assert_verdict(risky, plain, "f", VD_SAME);
}

// The state is a first parameter like any other: nothing says that it starts
// alike on both sides but the memory it is.
static void test_order_of_calls_to_the_outside_counts(void **state) {
  (void)state;
  const char *text = HEAD
      "func @ext(bv8, world:world) -> (bv8, world:world) impure\n"
      "func @f(bv8 \"a\", world:world) -> (bv8, world:world) {\n"
      "b0(%%1: bv8, %%2: world):\n"
      "  %%3: bv8 = const 5\n"
      "  %%4: bv8, %%5: world = call @ext(%s, %%2)\n"
      "  %%6: bv8, %%7: world = call @ext(%s, %%5)\n"
      "  return %%1, %%7\n"
      "}\n";
  VdBuf x = {0}, y = {0};
  char format[1024];
  snprintf(format, sizeof format, text, "%1", "%3");
  vd_buf_str(&x, format);
  snprintf(format, sizeof format, text, "%3", "%1");
  vd_buf_str(&y, format);
  assert_verdict(vd_buf_text(&x), vd_buf_text(&y), "f", VD_DIFFERENT);
  vd_buf_done(&x);
  vd_buf_done(&y);
}

static void test_missing_and_new_functions_are_listed(void **state) {
  (void)state;
  const char *text = HEAD
      "func @%s(bv8 \"n\") -> (bv8) {\n"
      "b0(%%1: bv8):\n"
      "  return %%1\n"
      "}\n";
  char x[200], y[200];
  snprintf(x, sizeof x, text, "gone");
  snprintf(y, sizeof y, text, "made");
  VdOptions o = options();
  VdModule *m = ir_read(x), *n = ir_read(y);
  VdComparison c;
  compare(m, n, &o, &c);
  assert_int_equal(item_of(&c, "gone")->kind, VD_ITEM_CHANGE);
  assert_true(item_of(&c, "gone")->gone);
  assert_int_equal(item_of(&c, "made")->kind, VD_ITEM_NEW_ONLY);
  vd_comparison_done(&c);
  vd_module_free(m);
  vd_module_free(n);
}

// ------------------------------------------------- random pairs of functions

static bool mutate(VdModule *m, VdRandom *random) {
  VD_VEC(VdInst *) at = {0};
  for (uint32_t f = 0; f < m->func.len; f++)
    for (uint32_t b = 0; b < m->func.at[f]->block.len; b++) {
      VdBlock *block = &m->func.at[f]->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++)
        if (block->inst.at[i].kind == VD_INST_CONST ||
            (block->inst.at[i].kind == VD_INST_OP &&
             (block->inst.at[i].op == VD_OP_BVADD ||
              block->inst.at[i].op == VD_OP_BVXOR)))
          vd_push(&at, &block->inst.at[i]);
    }
  bool done = at.len > 0;
  if (done) {
    VdInst *inst = at.at[vd_random_below(random, at.len)];
    if (inst->kind == VD_INST_OP)
      inst->op = inst->op == VD_OP_BVADD ? VD_OP_BVXOR : VD_OP_BVADD;
    else if (inst->value.sort.kind == VD_SORT_BV)
      inst->value.bits ^= 1ull << vd_random_below(random, inst->value.sort.a);
  }
  vd_vec_done(&at);
  return done;
}

typedef struct Bytes {
  const VdArray *other;
  bool same;
} Bytes;

static bool same_byte(void *context, uint64_t index, uint64_t element) {
  Bytes *b = context;
  if (index < 100000 && vd_array_get(b->other, index) != element)
    b->same = false;
  return b->same;
}

static bool same_value(const VdValue *x, const VdValue *y) {
  if (x->sort.kind != VD_SORT_ARRAY) return x->bits == y->bits;
  Bytes b = {y->array, true}, c = {x->array, true};
  vd_array_each(x->array, same_byte, &b);
  vd_array_each(y->array, same_byte, &c);
  return b.same && c.same;
}

// Does a run show that the two differ?
static bool run_differs(VdModule *m, VdModule *n, uint32_t f, uint32_t g,
                        VdRandom *random) {
  VdArena arena = {0};
  VdInterp x = ir_machine(m, &arena), y = ir_machine(n, &arena);
  VdValue mem = vd_array_new(&arena, vd_sort_mem(),
                             (VdFill){.random = vd_random_next(random)});
  VdValue args[] = {vd_value_bv(8, vd_random_next(random)),
                    vd_value_bv(8, vd_random_next(random)),
                    mem,
                    {.sort = vd_sort_world(), .bits = 1}};
  VdRunResult r, s;
  vd_ir_run(&x, f, args, &r);
  vd_ir_run(&y, g, args, &s);
  bool differs = false;
  if (r.status == VD_RUN_OK && s.status == VD_RUN_UNDEFINED) differs = true;
  if (r.status == VD_RUN_OK && s.status == VD_RUN_OK)
    for (uint32_t i = 0; i < m->func.at[f]->results; i++)
      differs |= !same_value(&r.result[i], &s.result[i]);
  vd_arena_done(&arena);
  return differs;
}

static void test_same_holds_in_every_run(void **state) {
  VdOptions o = options();
  uint32_t same = 0, different = 0, pairs = 0;
  (void)state;
  o.timeout = 0.5;
  for (uint64_t seed = 1; seed <= 16; seed++) {
    VdRandom a = {seed}, b = {seed}, random = {seed + 1000};
    VdModule *m = ir_random_module(&a, 3, 6), *n = ir_random_module(&b, 3, 6);
    for (uint32_t g = 0; g < m->global.len; g++)
      m->global.at[g].constant = n->global.at[g].constant = false;
    for (int k = 0; k < 3; k++) mutate(n, &random);
    VdComparison c;
    compare(m, n, &o, &c);
    for (uint32_t i = 0; i < c.item.len; i++) {
      const VdItem *item = &c.item.at[i];
      if (item->kind != VD_ITEM_PAIR) continue;
      pairs++;
      same += item->verdict.kind == VD_SAME;
      different += item->verdict.kind == VD_DIFFERENT;
      if (item->verdict.kind == VD_FAILED)
        print_error("%s: %s\n", item->name, item->verdict.why);
      assert_int_not_equal(item->verdict.kind, VD_FAILED);
      if (item->verdict.kind != VD_SAME) continue;
      for (int k = 0; k < 100; k++)
        assert_false(run_differs(m, n, vd_module_find_func(m, item->name),
                                 vd_module_find_func(n, item->name), &random));
    }
    vd_comparison_done(&c);
    vd_module_free(m);
    vd_module_free(n);
  }
  print_message("# %u pairs, %u same, %u different\n", pairs, same, different);
  assert_true(same > 5 && different > 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loop_with_refactored_body_is_same),
      cmocka_unit_test(test_unchanged_loop_is_not_taken_apart),
      cmocka_unit_test(test_values_that_trade_places_round_a_loop_count),
      cmocka_unit_test(test_loop_with_another_body_is_different),
      cmocka_unit_test(test_mutual_recursion_is_proved_together),
      cmocka_unit_test(test_failed_member_takes_the_others_proofs_with_it),
      cmocka_unit_test(test_bounded_is_never_same),
      cmocka_unit_test(test_closed_form_is_same),
      cmocka_unit_test(test_new_undefined_behaviour_is_a_difference),
      cmocka_unit_test(test_order_of_calls_to_the_outside_counts),
      cmocka_unit_test(test_missing_and_new_functions_are_listed),
      cmocka_unit_test(test_same_holds_in_every_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
