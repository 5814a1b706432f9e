// Undefined behaviour in replays on the real code.
#include "front/c/native_test.h"
#include "need.h"

// ------------------------------------------------------- undefined behaviour
static void new_undefined_behaviour_is_a_difference(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(INT32_MAX));
  t.input.new_outcome.status = VD_RUN_UNDEFINED;
  expect(&t, VD_NATIVE_DIFFERS,
         "int f(int x) { return (int)((unsigned)x + 1); }",
         "int f(int x) { return x + 1; }",
         "old: returns 0x80000000 (-2147483648)\n"
         "new: undefined behaviour (trap)\n");
  test_done(&t);
}

static void access_near_null_is_seen(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv64", "bv32", "i32 (ptr)");
  PARAMS(&t, I64(1));
  be_undefined(&t, "null or invalid pointer");
  expect(&t, VD_NATIVE_DIFFERS, "int f(char *p) { return 0; }",
         "int f(char *p) { char c = p[2]; return 0; }",
         "old: returns 0x00000000 (0)\n"
         "new: undefined behaviour (null or invalid pointer)\n");
  test_done(&t);
}

// gcc multiplies in the small type, in which nothing overflows.
static void overflow_that_gcc_computes_away_is_seen(void **state) {
  (void)state;
  need_program("gcc");
  Test t;
  test_init(&t);
  static const char old_code[] = "unsigned char f(int x) { return x * 7u; }",
                    new_code[] = "unsigned char f(int x) { return x * 7; }";
  declare(&t, "f", "bv32", "bv8", "i8 (i32)");
  PARAMS(&t, I32(INT32_MAX));
  be_undefined(&t, "signed overflow");
  t.cc = "gcc";
  expect(&t, VD_NATIVE_AGREES, old_code, new_code,
         "old: returns 0xf9 (-7)\nnew: returns 0xf9 (-7)\n"
         "no check of gcc sees this undefined behaviour: signed overflow\n");
  t.cc = NULL;
  expect(&t, VD_NATIVE_DIFFERS, old_code, new_code,
         "old: returns 0xf9 (-7)\nnew: undefined behaviour (trap)\n");
  expect(&t, VD_NATIVE_UNFIT, new_code, new_code,
         "old: undefined behaviour (trap)\nnew: undefined behaviour (trap)\n"
         "the old version has undefined behaviour on this input\n");
  test_done(&t);
}

// Clang does not check them, gcc does.
static void overflow_in_a_vector_is_seen(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(INT32_MAX));
  be_undefined(&t, "signed overflow");
  expect(&t, VD_NATIVE_DIFFERS, "int f(int x) { return 0; }",
         "typedef int V __attribute__((vector_size(16)));"
         "int f(int x) { V v = {x}; v += v; return v[1]; }",
         "old: returns 0x00000000 (0)\nnew: undefined behaviour (trap)\n");
  test_done(&t);
}

// Clang's check does not care for the flag.
static void wrapping_is_no_overflow(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  static const char *const flags[] = {"-fwrapv", NULL};
  static const char code[] =
      "int abs(int); int f(int x) { return abs(-1 + x - 1); }";
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(INT32_MIN + 2));
  be_undefined(&t, "");
  t.cc = "clang-19";
  expect_part(&t, VD_NATIVE_UNFIT, code, code,
              "old: undefined behaviour (signed overflow)\n");
  t.flags = flags;
  expect_part(&t, VD_NATIVE_AGREES, code, code,
              "new: returns 0x80000000 (-2147483648)\n");
  test_done(&t);
}

static void an_access_next_to_a_variable_is_seen(void **state) {
  (void)state;
  need_program("gcc");
  Test t;
  test_init(&t);
  static const char *const compilers[] = {"clang-19", "gcc"};
  static const char *const codes[] = {
      "int f(int x) { int a[4] = {0}; int *p = a; return p[x]; }",
      "static int g[4]; int f(int x) { int *p = g; return p[x]; }",
      "static int g[4]; int f(int x) { int *p = g; return p[x] = 0; }",
      "static char g[15]; int f(int x) { char *p = g; return p[15]; }",
      "static int g[4]; int f(int x) { int *p = g; return p[x - 5]; }",
      "static int g[4] = {1}; int f(int x) { int *p = g; return p[x - 5]; }",
      "static const int g[4] = {1};"
      "int f(int x) { const int *p = g; return p[x - 5]; }",
      "char g[4095]; int f(int x) { char *p = g; return p[4095]; }",
      "int f(int x) { int a[x], *p = a; a[0] = 0; return p[x]; }",
      "void *memset(void *, int, unsigned long);"
      "int f(int x) { int a[4]; memset(a, 0, 4 + 4 * x); return 0; }",
      "struct S { char c[17]; };"
      "int f(int x) { struct S s, t; char a[16] = {0}; void *p = a;"
      "  t = *(struct S *)p; return t.c[0]; }",
  };
  static const char fine[] =
      "static char g[15]; static int h[4]; int f(int x) {"
      " int a[4] = {0}; int *p = a; g[14] = 1; h[3] = 0; return p[x - 1]; }";
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(4));
  be_undefined(&t, "out-of-bounds access");
  for (size_t c = 0; c < VD_COUNT(compilers); c++) {
    t.cc = compilers[c];
    for (size_t i = 0; i < VD_COUNT(codes); i++)
      expect(&t, VD_NATIVE_DIFFERS, fine, codes[i],
             "old: returns 0x00000000 (0)\n"
             "new: undefined behaviour (out-of-bounds access)\n");
    expect_part(&t, VD_NATIVE_UNFIT, codes[0], fine,
                "the old version has undefined behaviour on this input\n");
    expect_part(&t, VD_NATIVE_AGREES, fine, fine, "no check of ");
  }
  test_done(&t);
}

// By way of bitcode.
static void an_access_next_to_a_static_is_seen(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  char five[5] = {5, 5, 5, 5, 5};
  declare(&t, "f", "bv32", "bv32", "");
  add_global(&t, "f.g", PLACE, 5);
  add_cell(&t, &t.input.memory, PLACE, five, sizeof five);
  PARAMS(&t, I32(4));
  be_undefined(&t, "out-of-bounds access");
  expect(&t, VD_NATIVE_DIFFERS,
         "int f(int x) { static char g[5]; char *p = g; return p[x]; }",
         "int f(int x) { static char g[5]; char *p = g; return p[x + 1]; }",
         "old: returns 0x00000005 (5)\nold: f.g: 05 05 05 05 05\n"
         "new: undefined behaviour (out-of-bounds access)\n");
  test_done(&t);
}

static void undefined_library_calls_are_seen(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  static const char shared[] =
      "void *memcpy(void *, void *, unsigned long); int abs(int);"
      "long labs(long); char a[9];\n";
  static const struct {
    const char *code, *report;
  } rows[] = {
      {"memcpy(a, a + 1, 2)", "new: undefined behaviour (overlapping copy)\n"},
      {"memcpy(a + 2, a, 4)", "new: undefined behaviour (overlapping copy)\n"},
      {"abs(x)", "new: undefined behaviour (signed overflow)\n"},
      {"labs(x * 0x100000000)", "new: undefined behaviour (signed overflow)\n"},
      {"__builtin_abs(x)", "new: undefined behaviour (trap)\n"},
      {"__builtin_ctz(x + x + 0u)", "new: undefined behaviour (trap)\n"},
      {"__builtin_clz(a[0])", "new: undefined behaviour (trap)\n"},
      {"*(_Bool *)&x", "new: undefined behaviour (trap)\n"},
      {"(int)(x * 2.0f)", "new: undefined behaviour (trap)\n"},
      {"1 << x", "new: undefined behaviour (trap)\n"},
  };
  char code[2][400];
  snprintf(code[0], sizeof code[0],
           "%sint f(int x) { memcpy(a, a, 4); memcpy(a, a + 4, 4);"
           "  return abs(x + 1) + labs(x); }",
           shared);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(INT32_MIN));
  for (size_t i = 0; i < VD_COUNT(rows); i++) {
    snprintf(code[1], sizeof code[1],
             "%sint f(int x) { %s (void)(%s); return 0; }", shared,
             strstr(rows[i].code, "_Bool") ? "x = 2;" : "", rows[i].code);
    be_undefined(&t, "");
    expect_part(&t, VD_NATIVE_DIFFERS, code[0], code[1], rows[i].report);
  }
  test_done(&t);
}

// The value of a variable that has none is another one then.
static void a_variable_without_a_value_shows(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(0));
  be_undefined(&t, "read of an uninitialised variable");
  t.input.new_outcome.unset = true;
  expect(&t, VD_NATIVE_DIFFERS, "int f(int x) { return 0; }",
         "int f(int x) { int y; return y; }",
         "old: returns 0x00000000 (0)\nnew: returns 0xaaaaaaaa (-1431655766)\n"
         "variables without a value were set to a pattern\n");
  expect(&t, VD_NATIVE_AGREES, "int f(int x) { return 0; }",
         "int f(int x) { int y; return y && x; }",
         "old: returns 0x00000000 (0)\nnew: returns 0x00000000 (0)\n"
         "no check sees the use of a variable without a value, and which value "
         "it gets\nmade no difference\n");
  test_done(&t);
}

static void old_undefined_behaviour_proves_nothing(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(0));
  expect(&t, VD_NATIVE_UNFIT, "int f(int x) { return 1 / x; }",
         "int f(int x) { return 1; }",
         "old: undefined behaviour (trap)\nnew: returns 0x00000001 (1)\n"
         "the old version has undefined behaviour on this input\n");
  test_done(&t);
}

static void a_null_pointer_crashes(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv64", "bv32", "");
  PARAMS(&t, I64(0));
  t.input.new_outcome.status = VD_RUN_UNDEFINED;
  expect(&t, VD_NATIVE_DIFFERS, "int f(int *p) { return p ? *p : 1; }",
         "int f(int *p) { return *p; }",
         "old: returns 0x00000001 (1)\n"
         "new: crashes: SIGSEGV (invalid memory access)\n");
  // The old version's crash counts whatever the model says of the new one.
  expect_part(&t, VD_NATIVE_UNFIT, "int f(int *p) { return *p; }",
              "int f(int *p) { return p ? *p : 1; }",
              "the old version uses memory that the input can't have in a "
              "process\n");
  t.input.new_outcome.status = VD_RUN_OK;
  expect_part(&t, VD_NATIVE_UNAVAILABLE, "int f(int *p) { return p ? *p : 1; }",
              "int f(int *p) { return *p; }",
              "the new version uses memory that the input can't have in a "
              "process\n");
  test_done(&t);
}

// A function that the harness calls in another way than the model did would
// differ on an input that is not the one that was found.
static void what_the_model_does_not_say_proves_nothing(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue one = I32(1), two = I32(2);
  declare(&t, "f", "", "bv32", "");
  t.input.old_outcome.results = t.input.new_outcome.results = 1;
  t.input.old_outcome.result = &one;
  t.input.new_outcome.result = &two;
  expect_part(&t, VD_NATIVE_CONTRADICTS, "int f(void) { return 1; }",
              "int f(void) { return 3; }",
              "the model's new version returns 0x00000002 (2) where the real "
              "code returns 0x00000003 (3)\n");
  expect_part(&t, VD_NATIVE_CONTRADICTS, "int f(void) { return 3; }",
              "int f(void) { return 2; }",
              "the model's old version returns 0x00000001 (1) where the real "
              "code returns 0x00000003 (3)\n");
  expect_part(&t, VD_NATIVE_AGREES, "int f(void) { return 1; }",
              "int f(void) { return 1; }", "new: returns 0x00000001 (1)\n");
  test_done(&t);
}

static void a_trap_that_is_meant_is_behaviour(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "", "bv32", "");
  add_event(&t, &t.input.old_outcome, "trap", NULL, NULL);
  t.input.old_outcome.halted = true;
  expect_part(&t, VD_NATIVE_DIFFERS, "int f(void) { __builtin_trap(); }",
              "int f(void) { return 1; }", "new: returns 0x00000001 (1)\n");
  test_done(&t);
}

static void endless_runs_prove_nothing(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(1));
  expect(&t, VD_NATIVE_UNAVAILABLE, "int f(int x) { return x; }",
         "int f(int x) { char a[1000]; return f(x + 1) + a[x % 2]; }",
         "not replayed: the new version used up the stack\n");
  expect(&t, VD_NATIVE_UNAVAILABLE, "int f(int x) { return x; }",
         "int f(int x) { while (x) ; return x; }",
         "not replayed: the new version did not end in time\n");
  test_done(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(new_undefined_behaviour_is_a_difference),
      cmocka_unit_test(access_near_null_is_seen),
      cmocka_unit_test(overflow_that_gcc_computes_away_is_seen),
      cmocka_unit_test(overflow_in_a_vector_is_seen),
      cmocka_unit_test(wrapping_is_no_overflow),
      cmocka_unit_test(an_access_next_to_a_variable_is_seen),
      cmocka_unit_test(an_access_next_to_a_static_is_seen),
      cmocka_unit_test(undefined_library_calls_are_seen),
      cmocka_unit_test(a_variable_without_a_value_shows),
      cmocka_unit_test(old_undefined_behaviour_proves_nothing),
      cmocka_unit_test(a_null_pointer_crashes),
      cmocka_unit_test(what_the_model_does_not_say_proves_nothing),
      cmocka_unit_test(a_trap_that_is_meant_is_behaviour),
      cmocka_unit_test(endless_runs_prove_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
