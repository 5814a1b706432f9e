// Constructs that are not modelled: for their function alone, with the reason
// and the position; and what such a function looks like from outside.
#include "front/c/harness.h"

static const struct {
  const char *function, *reason;
  uint32_t line;
} cases[] = {
    {"assembly", "inline assembly", 11},
    {"variadic", "va_start", 16},
    {"jump_back", "setjmp", 23},
    {"jump", "longjmp", 27},
    {"labels", "computed goto", 31},
    {"long_double", "long double (x86_fp80)", 38},
    {"long_result", "long double (x86_fp80)", 41},
    {"atomic_add", "atomic read-modify-write", 43},
    {"atomic_get", "atomic load", 46},
    {"atomic_set", "atomic store", 49},
    {"atomic_swap", "atomic compare and exchange", 52},
    {"barrier", "atomic fence", 55},
    {"asm_goto", "asm goto", 58},
    {"frame", "intrinsic llvm.frameaddress", 64},
};

static const VdFunc *find(const VdModule *m, const char *name) {
  uint32_t i = vd_module_find_func(m, name);
  if (i == UINT32_MAX) fail_msg("no function %s", name);
  return m->func.at[i];
}

static const char *source(VdArena *arena) {
  return vd_arena_printf(arena, "%s/unit/front/c/unsupported.c",
                         getenv("VD_TEST_DIR"));
}

static void test_reasons(void **state) {
  (void)state;
  VdArena arena = {0};
  const char *path = source(&arena);
  VdModule *m = read_good(path);
  for (size_t i = 0; i < VD_COUNT(cases); i++) {
    const VdFunc *f = find(m, cases[i].function);
    print_message("# %s\n", f->name);
    assert_int_equal(f->kind, VD_FUNC_UNSUPPORTED);
    assert_string_equal(f->reason, cases[i].reason);
    assert_string_equal(f->pos.file, path);
    assert_int_equal(f->pos.line, cases[i].line);
    assert_false(vd_digest_is_none(&f->opaque));
  }
  assert_int_equal(find(m, "fine")->kind, VD_FUNC_DEFINED);
  assert_int_equal(find(m, "calls_assembly")->kind, VD_FUNC_DEFINED);
  assert_int_equal(find(m, "calls_variadic")->kind, VD_FUNC_DEFINED);
  vd_module_free(m);
  vd_arena_done(&arena);
}

static uint32_t count_roles(const VdParam *param, uint32_t n) {
  uint32_t states = 0;
  for (uint32_t i = 0; i < n; i++) states += param[i].role != VD_ROLE_VALUE;
  return states;
}

// All state goes in and comes out, and so it does for callers.
static void test_state(void **state) {
  (void)state;
  static const char *const names[] = {"assembly", "calls_assembly",
                                      "calls_variadic"};
  VdArena arena = {0};
  VdModule *m = read_good(source(&arena));
  for (size_t i = 0; i < VD_COUNT(names); i++) {
    const VdFunc *f = find(m, names[i]);
    assert_int_equal(count_roles(f->param, f->params), 3);
    assert_int_equal(count_roles(f->result, f->results), 4);
  }
  // One entry for each signature of a variadic body.
  uint32_t entries = 0;
  for (uint32_t i = 0; i < m->func.len; i++)
    entries += !strcmp(m->func.at[i]->link, "variadic");
  assert_int_equal(entries, 3);
  vd_module_free(m);
  vd_arena_done(&arena);
}

// ------------------------------------------------------------------ digests
static VdDigest digest_of(const char *text, const char *name) {
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  VdModule *m = read_good(folder_put(&folder, &arena, "a.c", text));
  const VdFunc *f = find(m, name);
  assert_int_equal(f->kind, VD_FUNC_UNSUPPORTED);
  VdDigest digest = f->opaque;
  vd_module_free(m);
  folder_done(&folder);
  vd_arena_done(&arena);
  return digest;
}

static void check_digests(const char *x, const char *y, bool same) {
  VdDigest a = digest_of(x, "f"), b = digest_of(y, "f");
  if (vd_digest_eq(&a, &b) != same)
    fail_msg("%s digests:\n%s\n%s", same ? "different" : "same", x, y);
}

static void test_digests(void **state) {
  (void)state;
  const char *base =
      "int g(int);\n"
      "int f(int x) { __asm__(\"nop\"); int y = x + 1; return g(y); }\n";
  check_digests(base,
                "int g(int);\n\n\n"
                "int f(int a) {\n  __asm__(\"nop\");\n  int zz = a + 1;\n"
                "  return g(zz);\n}\n",
                true);
  check_digests(
      base,
      "int g(int);\n"
      "int f(int x) { __asm__(\"hlt\"); int y = x + 1; return g(y); }",
      false);
  check_digests(
      base,
      "int g(int);\n"
      "int f(int x) { __asm__(\"nop\"); int y = x + 2; return g(y); }",
      false);
  check_digests(
      base,
      "int g(int);\n"
      "int f(int x) { __asm__(\"nop\"); int y = x - 1; return g(y); }",
      false);
}

static void test_digests_of_data(void **state) {
  (void)state;
  const char *format =
      "static const int t[] = {1, %s};\n"
      "const char *f(int x) { __asm__(\"\"); return x ? \"%s\" : (char *)&t; }";
  VdArena arena = {0};
  const char *base = vd_arena_printf(&arena, format, "2", "one");
  const char *table = vd_arena_printf(&arena, format, "3", "one");
  const char *text = vd_arena_printf(&arena, format, "2", "two");
  // Another literal before it changes its name only.
  const char *renamed = vd_arena_printf(
      &arena, "const char *z(void) { return \"z\"; }\n%s", base);
  check_digests(base, table, false);
  check_digests(base, text, false);
  check_digests(base, renamed, true);
  vd_arena_done(&arena);
}

static void test_refs(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  VdModule *m = read_good(folder_put(
      &folder, &arena, "a.c",
      "int b(int); static int c(int x) { return x; }\n"
      "int f(int x) { __asm__(\"\"); return b(x) + c(x) + b(1); }\n"));
  const VdFunc *f = find(m, "f");
  assert_int_equal(f->ref.len, 2);
  assert_string_equal(m->func.at[f->ref.at[0]]->name, "b");
  assert_string_equal(m->func.at[f->ref.at[1]]->name, "c");
  vd_module_free(m);
  folder_done(&folder);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reasons), cmocka_unit_test(test_state),
      cmocka_unit_test(test_digests), cmocka_unit_test(test_digests_of_data),
      cmocka_unit_test(test_refs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
