// Conditions of differences, against all inputs.
#include <stdlib.h>

#include "../ir/ir_test.h"
#include "function/function.h"

enum { PAIRS = 60 };

static void function_text(const uint32_t *k, VdBuf *out) {
  vd_buf_printf(out,
                "vir 1\n"
                "func @f(bv8 \"x\", bv8 \"y\") -> (bv8) {\n"
                "b0(%%1: bv8, %%2: bv8):\n"
                "  %%3: bv8 = const %u\n"
                "  %%4: bv8 = const %u\n"
                "  %%5: bv8 = const %u\n"
                "  %%6: bool = bvult %%1, %%3\n"
                "  %%7: bool = eq %%1, %%4\n"
                "  %%8: bool = bvult %%2, %%5\n"
                "  %%9: bv8 = ite %%6, %%4, %%5\n"
                "  %%10: bv8 = ite %%7, %%3, %%9\n"
                "  %%11: bv8 = ite %%8, %%10, %%4\n"
                "  %%12: bool = not %%7\n"
                "  require %%12, \"other\"\n"
                "  return %%11\n"
                "}\n",
                k[0], k[1], k[2]);
}

static VdRunStatus run(const VdModule *m, uint32_t x, uint32_t y,
                       uint64_t *result) {
  VdArena arena = {0};
  VdInterp machine = {
      .module = m, .arena = &arena, .max_steps = 1000, .max_depth = 10};
  VdValue args[2] = {vd_value_bv(8, x), vd_value_bv(8, y)};
  VdRunResult r;
  vd_ir_run(&machine, 0, args, &r);
  if (r.status == VD_RUN_OK) *result = r.result[0].bits;
  vd_arena_done(&arena);
  return r.status;
}

// "x < 12", "y == 'a'", "x >= y", all without sign.
static bool holds(const char **at, uint32_t x, uint32_t y) {
  uint32_t side[2];
  char op[3] = "";
  for (int i = 0; i < 2; i++) {
    const char *t = *at;
    while (*t == ' ') t++;
    if (*t == 'x' || *t == 'y') {
      side[i] = *t++ == 'x' ? x : y;
    } else if (*t == '\'') {
      side[i] = (uint8_t)t[1];
      t += 3;
    } else {
      char *end;
      side[i] = (uint8_t)strtol(t, &end, 0);
      assert_true(end != t);
      t = end;
    }
    if (i == 0 && !strncmp(t, " % 2", 4)) side[0] %= 2, t += 4;
    while (*t == ' ') t++;
    for (int k = 0; i == 0 && k < 2 && strchr("<>=!", *t); k++) op[k] = *t++;
    *at = t;
  }
  uint32_t a = side[0], b = side[1];
  if (!strcmp(op, "==")) return a == b;
  if (!strcmp(op, "!=")) return a != b;
  if (!strcmp(op, "<=")) return a <= b;
  if (!strcmp(op, ">=")) return a >= b;
  assert_true(!op[1]);
  return op[0] == '<' ? a < b : a > b;
}

static bool holds_all(const char *text, uint32_t x, uint32_t y) {
  if (strstr(text, "every input")) return true;
  text += strlen("differs exactly when ");
  bool first = holds(&text, x, y);
  while (*text == ' ') text++;
  if (!*text) return first;
  bool both = *text == '&';
  text += 2;
  bool second = holds(&text, x, y);
  return both ? first && second : first || second;
}

static void check_all(const VdModule *m, const VdModule *n, const char *text) {
  for (uint32_t x = 0; x < 256; x++)
    for (uint32_t y = 0; y < 256; y += 1 + (x & 3)) {
      uint64_t a = 0, b = 0;
      if (run(m, x, y, &a) != VD_RUN_OK) continue;
      bool differ = run(n, x, y, &b) != VD_RUN_OK || a != b;
      if (differ != holds_all(text, x, y))
        print_error("x = %u, y = %u: %s\n", x, y, text);
      assert_int_equal(differ, holds_all(text, x, y));
    }
}

static const char *condition_of(const VdVerdict *v) {
  for (uint32_t i = 0; i < v->note.len; i++)
    if (v->note.at[i].kind == VD_NOTE_CONDITION) return v->note.at[i].text;
  return NULL;
}

static void test_conditions_are_exact(void **state) {
  (void)state;
  VdRandom r = {11};
  VdOptions o;
  uint32_t found = 0;
  vd_options_init(&o);
  o.memory = 0;
  o.timeout = 20;
  for (int i = 0; i < PAIRS; i++) {
    uint32_t k[3], changed[3];
    VdBuf text = {0}, other = {0};
    for (int j = 0; j < 3; j++)
      k[j] = changed[j] = (uint32_t)vd_random_below(&r, 256);
    uint32_t which = (uint32_t)vd_random_below(&r, 3);
    changed[which] = (k[which] + vd_random_below(&r, 5) - 2) & 255;
    function_text(k, &text);
    function_text(changed, &other);
    VdModule *m = ir_read(vd_buf_text(&text)),
             *n = ir_read(vd_buf_text(&other));
    VdCompare compare = {.old_module = m, .new_module = n, .options = &o};
    VdComparison c;
    vd_compare(&compare, &c);
    const VdVerdict *v = &c.item.at[0].verdict;
    const char *condition = condition_of(v);
    assert_true(!condition || v->kind == VD_DIFFERENT);
    if (condition) check_all(m, n, condition);
    found += condition != NULL;
    vd_comparison_done(&c);
    vd_module_free(m);
    vd_module_free(n);
    vd_buf_done(&text);
    vd_buf_done(&other);
  }
  assert_true(found > PAIRS / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conditions_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
