// Termination: what is said to end must end on every input.
#include "../../ir/ir_test.h"
#include "function/function.h"

enum { PROGRAMS = 24, MAX_STEPS = 20000 };

static VdOptions options(void) {
  VdOptions o;
  vd_options_init(&o);
  o.effort = 10;
  o.timeout = 10 * o.effort;
  o.memory = 0;  // the sanitizer's shadow is larger than any limit
  o.jobs = 2;
  o.unroll = 2;
  return o;
}

static VdVerdict *compare(const char *old_text, const char *new_text,
                          VdComparison *c) {
  VdOptions o = options();
  VdModule *m = ir_read(old_text), *n = ir_read(new_text);
  VdCompare compare = {.old_module = m, .new_module = n, .options = &o};
  vd_compare(&compare, c);
  vd_module_free(m);
  vd_module_free(n);
  return &c->item.at[0].verdict;
}

static bool notes_termination(const VdVerdict *v) {
  for (uint32_t i = 0; i < v->note.len; i++)
    if (v->note.at[i].kind == VD_NOTE_TERMINATION) return true;
  return false;
}

// while (guard) i = next_i, n = next_n; return i + i, or 2 * i. i is %3, n is
// %4.
typedef struct Loop {
  uint32_t k;          // %5
  const char *test;    // %6: bool
  const char *guard;   // %7: bool
  uint32_t c;          // %8
  const char *x, *y;   // %9 and %10
  const char *choice;  // %11: bool
  const char *next_i, *next_n;
} Loop;

static void loop_text(VdBuf *out, const Loop *l, bool twice) {
  vd_buf_printf(out,
                "vir 1\n"
                "func @f(bv4 \"i\", bv4 \"n\") -> (bv4) {\n"
                "b0(%%1: bv4, %%2: bv4):\n"
                "  jump b1(%%1, %%2)\n"
                "b1(%%3: bv4, %%4: bv4):\n"
                "  %%5: bv4 = const %u\n"
                "  %%6: bool = %s\n"
                "  %%7: bool = %s\n"
                "  br %%7, b2, b3\n"
                "b2:\n"
                "  %%8: bv4 = const %u\n"
                "  %%9: bv4 = %s\n"
                "  %%10: bv4 = %s\n"
                "  %%11: bool = %s\n"
                "  %%12: bv4 = %s\n"
                "  %%13: bv4 = %s\n"
                "  jump b1(%%12, %%13)\n"
                "b3:\n"
                "  %%14: bv4 = const 2\n"
                "  %%15: bv4 = %s\n"
                "  return %%15\n"
                "}\n",
                l->k, l->test, l->guard, l->c, l->x, l->y, l->choice, l->next_i,
                l->next_n, twice ? "bvmul %3, %14" : "bvadd %3, %3");
}

static VdTerminates terminates(Loop l) {
  VdBuf x = {0}, y = {0};
  VdComparison c;
  loop_text(&x, &l, false);
  loop_text(&y, &l, true);
  const VdVerdict *v = compare(vd_buf_text(&x), vd_buf_text(&y), &c);
  VdTerminates t = v->terminates;
  assert_int_equal(v->kind,
                   t == VD_TERMINATES_UNKNOWN ? VD_SAME_PARTIAL : VD_SAME);
  assert_int_equal(notes_termination(v), t != VD_TERMINATES_UNKNOWN);
  vd_comparison_done(&c);
  vd_buf_done(&x);
  vd_buf_done(&y);
  return t;
}

#define YES "and %6, %6"
#define NO "not %6"
#define PLAIN .x = "bvadd %3, %8", .y = "bvadd %4, %8", .choice = "eq %3, %4"
#define KEEP .next_n = "bvand %4, %4"

static void test_usual_loops_always_end(void **state) {
  (void)state;
  const Loop loops[] = {
      {0, "bvult %3, %4", YES, 1, PLAIN, .next_i = "bvadd %3, %8", KEEP},
      {0, "bvslt %3, %4", YES, 1, PLAIN, .next_i = "bvadd %3, %8", KEEP},
      {0, "eq %3, %4", NO, 1, PLAIN, .next_i = "bvadd %3, %8", KEEP},
      // Halving.
      {0, "eq %3, %5", NO, 1, PLAIN, .next_i = "bvlshr %3, %8", KEEP},
      // The lowest one off.
      {0, "eq %3, %5", NO, 15, PLAIN, .next_i = "bvand %3, %9", KEEP},
      // One of two moves.
      {0, "bvult %3, %4", YES, 1, "bvadd %3, %8", "bvxor %4, %8",
       "bvslt %3, %4", "ite %11, %9, %9", "ite %11, %4, %4"},
  };
  for (size_t i = 0; i < VD_COUNT(loops); i++)
    assert_int_equal(terminates(loops[i]), VD_TERMINATES_ALWAYS);
}

// i <= n for the largest n; i != n by twos.
static void test_endless_loops_end_alike(void **state) {
  (void)state;
  const Loop loops[] = {
      {0, "bvult %4, %3", NO, 1, PLAIN, .next_i = "bvadd %3, %8", KEEP},
      {0, "eq %3, %4", NO, 2, PLAIN, .next_i = "bvadd %3, %8", KEEP},
  };
  for (size_t i = 0; i < VD_COUNT(loops); i++)
    assert_int_equal(terminates(loops[i]), VD_TERMINATES_ALIKE);
}

// -------------------------------------------------------- recursive functions

static void test_recursion_on_two_arguments_ends(void **state) {
  (void)state;
  const char *text =
      "vir 1\n"
      "func @f(bv4 \"m\", bv4 \"n\") -> (bv4) {\n"
      "b0(%%1: bv4, %%2: bv4):\n"
      "  %%3: bv4 = const 0\n"
      "  %%4: bv4 = const 15\n"
      "  %%5: bv4 = const 1\n"
      "  %%6: bool = eq %%1, %%3\n"
      "  br %%6, b1, b2\n"
      "b1:\n"
      "  %%7: bv4 = %s\n"
      "  return %%7\n"
      "b2:\n"
      "  %%8: bv4 = bvadd %%1, %%4\n"
      "  %%9: bool = eq %%2, %%3\n"
      "  br %%9, b3, b4\n"
      "b3:\n"
      "  %%10: bv4 = call @f(%%8, %%5)\n"
      "  return %%10\n"
      "b4:\n"
      "  %%11: bv4 = bvadd %%2, %%4\n"
      "  %%12: bv4 = call @f(%%1, %%11)\n"
      "  %%13: bv4 = call @f(%%8, %%12)\n"
      "  return %%13\n"
      "}\n";
  char x[1200], y[1200];
  VdComparison c;
  snprintf(x, sizeof x, text, "bvadd %2, %3");
  snprintf(y, sizeof y, text, "ite %6, %2, %1");
  const VdVerdict *v = compare(x, y, &c);
  assert_int_equal(v->kind, VD_SAME);
  assert_int_equal(v->terminates, VD_TERMINATES_ALWAYS);
  vd_comparison_done(&c);
}

// What runs after a call that does not end can't rule it out.
static void test_undefined_after_the_call_does_not_end_it(void **state) {
  (void)state;
  const char *text =
      "vir 1\n"
      "func @f(bv4 \"n\") -> (bv4) {\n"
      "b0(%%1: bv4):\n"
      "  %%2: bv4 = const 0\n"
      "  %%3: bool = eq %%1, %%2\n"
      "  br %%3, b1, b2\n"
      "b1:\n"
      "  return %%1\n"
      "b2:\n"
      "  %%4: bv4 = call @f(%%1)\n"
      "  %%5: bool = eq %%1, %%2\n"
      "  require %%5, \"zero\"\n"
      "  %%6: bv4 = %s\n"
      "  return %%6\n"
      "}\n";
  char x[800], y[800];
  VdComparison c;
  snprintf(x, sizeof x, text, "bvadd %4, %2");
  snprintf(y, sizeof y, text, "bvxor %4, %1");
  const VdVerdict *v = compare(x, y, &c);
  if (v->kind == VD_SAME)
    assert_int_not_equal(v->terminates, VD_TERMINATES_ALWAYS);
  vd_comparison_done(&c);
}

// ------------------------------------------------------------ random programs

static const char *pick(VdRandom *r, const char *const *from, uint32_t n) {
  return from[vd_random_below(r, n)];
}

static const char *random_op(VdRandom *r, VdArena *arena, const char *first,
                             const char *const *ops, uint32_t n) {
  static const char *const values[] = {"%3", "%4", "%8", "%8"};
  return vd_arena_printf(arena, "%s %s, %s", pick(r, ops, n), first,
                         pick(r, values, 4));
}

static Loop random_loop(VdRandom *r, VdArena *arena) {
  static const char *const tests[] = {"bvult", "bvslt", "eq"};
  static const char *const ops[] = {"bvadd", "bvadd",  "bvadd", "bvand",
                                    "bvxor", "bvlshr", "bvmul"};
  static const char *const values[] = {"%3", "%4", "%5"};
  static const char *const next[] = {"ite %11, %9, %3", "ite %11, %9, %9",
                                     "ite %11, %4, %10", "ite %11, %10, %10",
                                     "ite %11, %4, %4"};
  static const uint32_t small[] = {1, 15, 2, 0};
  Loop l = {.k = (uint32_t)vd_random_below(r, 16)};
  l.test = vd_arena_printf(arena, "%s %s, %s", pick(r, tests, 3),
                           pick(r, values, 3), pick(r, values, 3));
  l.guard = vd_random_below(r, 2) ? YES : NO;
  l.c = small[vd_random_below(r, 4)];
  l.x = random_op(r, arena, "%3", ops, 7);
  l.y = random_op(r, arena, "%4", ops, 7);
  l.choice = random_op(r, arena, "%3", tests, 3);
  l.next_i = pick(r, next, 2);
  l.next_n = pick(r, next + 2, 3);
  return l;
}

static bool ends_everywhere(const char *text) {
  VdModule *m = ir_read(text);
  bool ends = true;
  for (uint32_t x = 0; x < 256 && ends; x++) {
    VdArena arena = {0};
    VdInterp machine = {
        .module = m, .arena = &arena, .max_steps = MAX_STEPS, .max_depth = 100};
    VdValue args[2] = {vd_value_bv(4, x), vd_value_bv(4, x >> 4)};
    VdRunResult r;
    vd_ir_run(&machine, 0, args, &r);
    ends = r.status != VD_RUN_LIMIT && r.status != VD_RUN_ENDLESS;
    vd_arena_done(&arena);
  }
  vd_module_free(m);
  return ends;
}

static void test_what_always_ends_does(void **state) {
  (void)state;
  VdRandom r = {7};
  uint32_t shown = 0, endless = 0;
  for (int i = 0; i < PROGRAMS; i++) {
    VdBuf text = {0};
    VdArena arena = {0};
    Loop l = random_loop(&r, &arena);
    loop_text(&text, &l, false);
    bool ends = ends_everywhere(vd_buf_text(&text));
    VdTerminates t = terminates(l);
    if (t == VD_TERMINATES_ALWAYS && !ends)
      print_error("said to end:\n%s\n", vd_buf_text(&text));
    assert_false(t == VD_TERMINATES_ALWAYS && !ends);
    shown += t == VD_TERMINATES_ALWAYS;
    endless += !ends;
    vd_arena_done(&arena);
    vd_buf_done(&text);
  }
  // The test is about something.
  assert_true(shown > PROGRAMS / 10);
  assert_true(endless > PROGRAMS / 10);
}

// ------------------------------------------------------------- random pairs

static VdRunResult run_on(const VdModule *m, VdArena *arena, uint32_t x) {
  VdInterp machine = {
      .module = m, .arena = arena, .max_steps = MAX_STEPS, .max_depth = 100};
  VdValue args[2] = {vd_value_bv(4, x & 15), vd_value_bv(4, x >> 4)};
  VdRunResult r;
  vd_ir_run(&machine, 0, args, &r);
  return r;
}

// Whether they do the same on all inputs, or at least where both end.
static void run_both(const char *x, const char *y, bool *same, bool *partial) {
  VdModule *m = ir_read(x), *n = ir_read(y);
  *same = *partial = true;
  for (uint32_t i = 0; i < 256; i++) {
    VdArena arena = {0};
    VdRunResult a = run_on(m, &arena, i), b = run_on(n, &arena, i);
    bool ends = a.status == VD_RUN_OK, also = b.status == VD_RUN_OK;
    if (ends && also && !vd_value_eq(&a.result[0], &b.result[0]))
      *same = *partial = false;
    if (ends != also) *same = false;
    vd_arena_done(&arena);
  }
  vd_module_free(m);
  vd_module_free(n);
}

static void test_what_is_the_same_ends_alike(void **state) {
  (void)state;
  VdRandom r = {11};
  uint32_t same = 0, partial = 0, apart = 0;
  for (int i = 0; i < PROGRAMS; i++) {
    VdBuf x = {0}, y = {0};
    VdArena arena = {0};
    VdComparison c;
    Loop l = random_loop(&r, &arena), other = random_loop(&r, &arena);
    loop_text(&x, &l, false);
    switch (vd_random_below(&r, 3)) {
      case 0: l.next_i = other.next_i; break;
      case 1: l.x = other.x; break;
      case 2: l.test = other.test; break;
    }
    loop_text(&y, &l, true);
    bool is_same, is_partial;
    run_both(vd_buf_text(&x), vd_buf_text(&y), &is_same, &is_partial);
    const VdVerdict *v = compare(vd_buf_text(&x), vd_buf_text(&y), &c);
    if (v->kind == VD_SAME) assert_true(is_same);
    if (v->kind == VD_SAME_PARTIAL) assert_true(is_partial);
    if (v->kind == VD_DIFFERENT) assert_false(is_same);
    same += v->kind == VD_SAME;
    partial += v->kind == VD_SAME_PARTIAL;
    apart += is_partial && !is_same;
    vd_comparison_done(&c);
    vd_arena_done(&arena);
    vd_buf_done(&x);
    vd_buf_done(&y);
  }
  assert_true(same > 0);
  assert_true(apart > 0);
  print_message("# %u same, %u if both end, %u end elsewhere\n", same, partial,
                apart);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_usual_loops_always_end),
      cmocka_unit_test(test_endless_loops_end_alike),
      cmocka_unit_test(test_recursion_on_two_arguments_ends),
      cmocka_unit_test(test_undefined_after_the_call_does_not_end_it),
      cmocka_unit_test(test_what_always_ends_does),
      cmocka_unit_test(test_what_is_the_same_ends_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
