// Summaries against the interpreter, and the shapes they have.
#include "../ir/ir_test.h"
#include "summary/summary.h"

// ------------------------------------------------------- random functions
typedef struct Both {
  VdModule *m;
  VdTerms *tm;
  VdSums *sums;
  VdArena arena;
  VdInterp machine;
} Both;

enum { LOCALS = 100000 };  // ir_slot_address is above

// An application is a run of the function behind it.
static bool run_app(void *context, VdTerm t, const VdValue *args, uint32_t n,
                    VdValue *out) {
  Both *both = context;
  uint32_t func = vd_sums_func(both->sums, vd_term_fun(both->tm, t));
  uint32_t result = vd_term_result(both->tm, t);
  (void)n;
  assert_true(func != UINT32_MAX);
  const VdFunc *f = both->m->func.at[func];
  if (f->kind != VD_FUNC_DEFINED) {
    VdValue results[8];
    ir_external(NULL, f, args, results);
    *out = results[result];
    return true;
  }
  VdRunResult r;
  vd_ir_run(&both->machine, func, args, &r);
  if (result == f->results) {
    *out = vd_value_bool(r.status == VD_RUN_OK);
    return true;
  }
  if (r.status != VD_RUN_OK) {  // undefined: any value will do
    *out = (VdValue){.sort = f->result[result].sort};
    if (out->sort.kind == VD_SORT_ARRAY)
      *out = vd_array_new(&both->arena, out->sort, (VdFill){0});
    return true;
  }
  *out = r.result[result];
  return true;
}

static void set_addresses(Both *both, VdEval *eval, uint32_t func) {
  const VdFunc *f = both->m->func.at[func];
  for (uint32_t i = 0; i < both->m->global.len; i++)
    vd_eval_set(eval,
                vd_mk_addr(both->tm, vd_sums_global_object(both->sums, i)),
                vd_value_bv(64, ir_global_address(NULL, i)));
  for (uint32_t i = 0; i < f->slot.len; i++)
    vd_eval_set(eval,
                vd_mk_addr(both->tm, vd_sums_slot_object(both->sums, func, i)),
                vd_value_bv(64, ir_slot_address(NULL, func, i, 0)));
}

typedef struct Compare {
  const VdArray *other;
  bool same;
} Compare;

static bool same_byte(void *context, uint64_t index, uint64_t element) {
  Compare *c = context;
  if (index < LOCALS && vd_array_get(c->other, index) != element)
    c->same = false;
  return c->same;
}

static bool same_value(const VdValue *x, const VdValue *y) {
  if (x->sort.kind != VD_SORT_ARRAY) return x->bits == y->bits;
  Compare c = {y->array, true}, d = {x->array, true};
  vd_array_each(x->array, same_byte, &c);
  vd_array_each(y->array, same_byte, &d);
  return c.same && d.same;
}

static void check_func(Both *both, uint32_t func, VdRandom *random) {
  const VdFunc *f = both->m->func.at[func];
  const VdSummary *s = vd_summary(both->sums, func);
  assert_non_null(s);
  VdEval *eval = vd_eval_new(both->tm);
  VdValue args[32];
  assert_true(f->params <= VD_COUNT(args));
  vd_eval_on_app(eval, run_app, both);
  set_addresses(both, eval, func);
  for (uint32_t i = 0; i < f->params; i++) {
    VdSort sort = f->param[i].sort;
    args[i] = sort.kind == VD_SORT_ARRAY
                  ? vd_array_new(&both->arena, sort,
                                 (VdFill){.random = vd_random_next(random)})
                  : (VdValue){.sort = sort, .bits = vd_random_below(random, 6)};
    if (sort.kind == VD_SORT_BV && sort.a == 1) args[i].bits &= 1;
    vd_eval_set(eval, vd_summary_param(both->tm, f, i), args[i]);
  }
  VdRunResult r;
  vd_ir_run(&both->machine, func, args, &r);
  VdValue v;
  if (r.status == VD_RUN_LIMIT || r.status == VD_RUN_ENDLESS) {
    vd_eval_free(eval);
    return;
  }
  assert_true(r.status == VD_RUN_OK || r.status == VD_RUN_UNDEFINED);
  assert_true(vd_eval(eval, s->defined, &v));
  assert_int_equal(v.bits, r.status == VD_RUN_OK);
  for (uint32_t i = 0; r.status == VD_RUN_OK && i < f->results; i++) {
    assert_true(vd_eval(eval, s->result[i], &v));
    assert_true(same_value(&v, &r.result[i]));
  }
  vd_eval_free(eval);
}

static void test_summary_agrees_with_interpreter(void **state) {
  VdRandom random = {42};
  (void)state;
  for (int round = 0; round < 400; round++) {
    Both both = {.m = ir_random_module(&random, 3, 8)};
    for (uint32_t g = 0; g < both.m->global.len; g++)
      both.m->global.at[g].constant = false;
    vd_ir_loops(both.m);
    vd_ir_hash(both.m);
    both.tm = vd_terms_new();
    both.sums = vd_sums_new(both.tm, both.m);
    both.machine = ir_machine(both.m, &both.arena);
    for (uint32_t f = 0; f < both.m->func.len; f++)
      if (both.m->func.at[f]->kind == VD_FUNC_DEFINED &&
          !both.m->func.at[f]->loop)
        for (int k = 0; k < 4; k++) check_func(&both, f, &random);
    assert_null(vd_terms_error(both.tm));
    vd_sums_free(both.sums);
    vd_terms_free(both.tm);
    vd_arena_done(&both.arena);
    vd_module_free(both.m);
  }
}

// ------------------------------------------------------------------ shapes
typedef struct Text {
  VdModule *m;
  VdTerms *tm;
  VdSums *sums;
} Text;

static Text read_text(const char *text) {
  Text t = {.m = ir_read(text), .tm = vd_terms_new()};
  vd_ir_loops(t.m);
  vd_ir_hash(t.m);
  t.sums = vd_sums_new(t.tm, t.m);
  return t;
}

static void text_done(Text *t) {
  vd_sums_free(t->sums);
  vd_terms_free(t->tm);
  vd_module_free(t->m);
}

static VdTerm result(Text *t, const char *name, uint32_t i) {
  uint32_t f = vd_module_find_func(t->m, name);
  assert_true(f != UINT32_MAX);
  return vd_summary(t->sums, f)->result[i];
}

static void test_if_is_an_ite(void **state) {
  (void)state;
  Text t = read_text(
      "vir 1\n"
      "func @max(bv32 \"a\", bv32 \"b\") -> (bv32) {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bool = bvslt %1, %2\n"
      "  br %3, b1(%2), b1(%1)\n"
      "b1(%4: bv32):\n"
      "  return %4\n"
      "}\n");
  VdTerm r = result(&t, "max", 0);
  assert_int_equal(vd_term_op(t.tm, r), VD_OP_ITE);
  assert_string_equal(vd_term_var_name(t.tm, vd_term_arg(t.tm, r, 1)), "b");
  assert_string_equal(vd_term_var_name(t.tm, vd_term_arg(t.tm, r, 2)), "a");
  text_done(&t);
}

static void test_call_is_an_application_that_opens_to_the_body(void **state) {
  (void)state;
  Text t = read_text(
      "vir 1\n"
      "func @half(bv32 \"a\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  %2: bv32 = const 2\n"
      "  %3: bv32 = bvudiv %1, %2\n"
      "  return %3\n"
      "}\n"
      "func @user(bv32 \"x\") -> (bv32) {\n"
      "b0(%1: bv32):\n"
      "  %2: bv32 = bvadd %1, %1\n"
      "  %3: bv32 = call @half(%2)\n"
      "  return %3\n"
      "}\n");
  VdTerm r = result(&t, "user", 0);
  assert_int_equal(vd_term_op(t.tm, r), VD_OP_APP);
  VdTerm opened = vd_summary_open(t.sums, r);
  VdTerm x =
      vd_summary_param(t.tm, t.m->func.at[vd_module_find_func(t.m, "user")], 0);
  VdTerm twice = vd_mk_add(t.tm, x, x), two = vd_mk_bv(t.tm, 32, 2);
  VdTerm args[] = {twice, two};
  assert_int_equal(opened.id, vd_mk(t.tm, VD_OP_BVUDIV, 0, args, 2).id);
  text_done(&t);
}

static void test_equal_functions_have_one_symbol(void **state) {
  (void)state;
  static const char text[] =
      "vir 1\n"
      "func @%s(bv32 \"a\") -> (bv32) {\n"
      "b0(%%1: bv32):\n"
      "  return %%1\n"
      "}\n";
  VdBuf both[2] = {{0}, {0}};
  vd_buf_printf(&both[0], text, "f");
  vd_buf_printf(&both[1], text, "g");
  Text t = read_text(vd_buf_text(&both[0]));
  VdModule *other = ir_read(vd_buf_text(&both[1]));
  vd_ir_hash(other);
  VdSums *sums = vd_sums_new(t.tm, other);
  assert_int_equal(vd_sums_symbol(t.sums, 0), vd_sums_symbol(sums, 0));
  vd_sums_free(sums);
  vd_module_free(other);
  vd_buf_done(&both[0]);
  vd_buf_done(&both[1]);
  text_done(&t);
}

static void test_loop_is_an_application_of_itself(void **state) {
  (void)state;
  Text t = read_text(
      "vir 1\n"
      "func @count(bv32 \"n\") -> (bv32) {\n"
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
      "}\n");
  VdTerm r = result(&t, "count", 0);
  assert_int_equal(vd_term_op(t.tm, r), VD_OP_APP);
  VdTerm body = result(&t, "count.loop1", 0);
  assert_int_equal(vd_term_op(t.tm, body), VD_OP_ITE);
  VdTerm again = vd_term_arg(t.tm, body, 1);
  assert_int_equal(vd_term_fun(t.tm, again), vd_term_fun(t.tm, r));
  text_done(&t);
}

static void test_join_does_not_enumerate_paths(void **state) {
  (void)state;
  VdModule *m = vd_module_new("wide.c");
  uint32_t f = ir_func32(m, "wide", 2);
  VdBuild *b = vd_build_new(m, f);
  uint32_t var = vd_build_var(b, vd_sort_bv(32));
  vd_build_into(b, vd_build_block(b));
  vd_build_write(b, var, vd_build_param(b, 0));
  enum { IFS = 2000 };  // 2^2000 paths
  for (uint32_t i = 0; i < IFS; i++) {
    uint32_t yes = vd_build_block(b), next = vd_build_block(b);
    VdRef c = ir_op2(b, VD_OP_BVULT, vd_build_read(b, var),
                     vd_build_bv(b, 32, 7 * i));
    vd_build_branch(b, c, yes, next);
    vd_build_into(b, yes);
    vd_build_write(
        b, var,
        ir_op2(b, VD_OP_BVXOR, vd_build_read(b, var), vd_build_param(b, 1)));
    vd_build_jump(b, next);
    vd_build_into(b, next);
  }
  VdRef ret = vd_build_read(b, var);
  vd_build_return(b, &ret, 1);
  assert_null(vd_build_done(b));
  vd_ir_loops(m);
  vd_ir_hash(m);
  VdTerms *tm = vd_terms_new();
  VdSums *sums = vd_sums_new(tm, m);
  assert_non_null(vd_summary(sums, f));
  assert_true(vd_terms_count(tm) < 40 * IFS);
  vd_sums_free(sums);
  vd_terms_free(tm);
  vd_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_summary_agrees_with_interpreter),
      cmocka_unit_test(test_if_is_an_ite),
      cmocka_unit_test(test_call_is_an_application_that_opens_to_the_body),
      cmocka_unit_test(test_equal_functions_have_one_symbol),
      cmocka_unit_test(test_loop_is_an_application_of_itself),
      cmocka_unit_test(test_join_does_not_enumerate_paths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
