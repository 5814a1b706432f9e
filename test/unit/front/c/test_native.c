// Replays on the real code; undefined behaviour is in test_native_undefined.c.
#include "front/c/native_test.h"

// ------------------------------------------------------------------- values
static void integers_are_passed_and_compared(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32 bv64", "bv32", "i32 (i32, i64)");
  PARAMS(&t, I32(3), I64(-1));
  expect(&t, VD_NATIVE_DIFFERS, "int f(int x, long y) { return x + y; }",
         "int f(int x, long y) { return x - y; }",
         "old: returns 0x00000002 (2)\nnew: returns 0x00000004 (4)\n");
  expect(&t, VD_NATIVE_AGREES, "int f(int x, long y) { return x + y; }",
         "int f(int x, long y) { return y + x; }",
         "old: returns 0x00000002 (2)\nnew: returns 0x00000002 (2)\n");
  test_done(&t);
}

static void doubles_are_exact(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "float11.53 float8.24", "float11.53", "");
  PARAMS(&t, vd_value_double(-0.0), vd_value_float(1.5f));
  expect(&t, VD_NATIVE_DIFFERS, "double f(double x, float y) { return x; }",
         "double f(double x, float y) { return x + 0.0; }",
         "old: returns -0x0p0\nnew: returns 0x0p0\n");
  expect(&t, VD_NATIVE_DIFFERS, "double f(double x, float y) { return y; }",
         "double f(double x, float y) { return 0.1; }",
         "old: returns 0x1.8p0\nnew: returns 0x1.999999999999ap-4\n");
  expect(&t, VD_NATIVE_AGREES, "double f(double x, float y) { return x / x; }",
         "double f(double x, float y) { return -(x / x); }",
         "old: returns nan\nnew: returns nan\n");
  test_done(&t);
}

static void booleans_and_wide_integers_are_passed(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  uint64_t limbs[] = {5, 7};
  declare(&t, "f", "bool bv128", "bool", "i1 (i1, i128)");
  PARAMS(&t, vd_value_bool(true),
         vd_value_limbs(&t.arena, 128, limbs, VD_COUNT(limbs)));
  expect(&t, VD_NATIVE_DIFFERS,
         "_Bool f(_Bool b, __int128 x) { return b && x >> 64 == 7; }",
         "_Bool f(_Bool b, __int128 x) { return b && x >> 64 != 7; }",
         "old: returns true\nnew: returns false\n");
  test_done(&t);
}

// Clang relies on its caller to extend; f looks at the whole register.
static void small_integers_are_extended(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv8 bv8", "bv32", "i32 (i8 signext, i8 zeroext)");
  PARAMS(&t, vd_value_bv(8, 0xff), vd_value_bv(8, 0xff));
  expect(&t, VD_NATIVE_DIFFERS, "int f(int x, int y) { return x; }",
         "int f(int x, int y) { return y; }",
         "old: returns 0xffffffff (-1)\nnew: returns 0x000000ff (255)\n");
  test_done(&t);
}

static void structs_go_through_registers(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  static const char shared[] =
      "struct P { float x, y; }; struct Q { double d; int i; };\n";
  char code[2][300];
  snprintf(code[0], sizeof code[0],
           "%sstruct Q f(struct P p, struct Q q)"
           "{ struct Q r = {p.x + q.d, q.i}; return r; }",
           shared);
  snprintf(code[1], sizeof code[1],
           "%sstruct Q f(struct P p, struct Q q)"
           "{ struct Q r = {p.y + q.d, q.i}; return r; }",
           shared);
  declare(&t, "f", "float8.24 float8.24 float11.53 bv32", "float11.53 bv32",
          "{ double, i32 } (<2 x float>, double, i32)");
  PARAMS(&t, vd_value_float(1), vd_value_float(2), vd_value_double(4), I32(9));
  expect(&t, VD_NATIVE_DIFFERS, code[0], code[1],
         "old: returns 0x1.4p2, 0x00000009 (9)\n"
         "new: returns 0x1.8p2, 0x00000009 (9)\n");
  test_done(&t);
}

static void a_struct_in_memory_is_copied(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  int64_t s[] = {1, 2, 3};
  declare(&t, "f", "bv64 bv32", "bv64", "i64 (ptr byval(24, 8), i32)");
  add_cell(&t, &t.input.memory, PLACE, s, sizeof s);
  PARAMS(&t, I64(PLACE), I32(10));
  expect_part(&t, VD_NATIVE_DIFFERS,
              "struct S { long a, b, c; };"
              "long f(struct S s, int i) { return s.a + i; }",
              "struct S { long a, b, c; };"
              "long f(struct S s, int i) { return s.c + i; }",
              "new: returns 0x000000000000000d (13)");
  test_done(&t);
}

static void what_cannot_be_passed_is_said(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "float15.113", "", "");
  PARAMS(&t, vd_value_double(0));
  expect(&t, VD_NATIVE_UNAVAILABLE, "void f(void) {}", "void f(void) {}",
         "not replayed: f can't be called: a long double is passed\n");
  test_done(&t);
}

// ------------------------------------------------------------------- memory
static void memory_is_set_up_and_compared(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  int32_t a[] = {5, 6};
  declare(&t, "f", "bv64", "bv32", "");
  add_cell(&t, &t.input.memory, PLACE, a, sizeof a);
  PARAMS(&t, I64(PLACE));
  expect(&t, VD_NATIVE_DIFFERS,
         "int f(int *a) { a[1] = 1; return a[0] + a[100]; }",
         "int f(int *a) { a[1] = 2; return a[0] + a[100]; }",
         "old: returns 0x00000005 (5)\n"
         "old: memory at 0x10000000000: 05 00 00 00 01 00 00 00 00 00 00 00 "
         "00 00 00 00\n"
         "new: returns 0x00000005 (5)\n"
         "new: memory at 0x10000000000: 05 00 00 00 02 00 00 00 00 00 00 00 "
         "00 00 00 00\n");
  test_done(&t);
}

static void globals_start_as_the_input_says(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  int32_t seven = 7;
  declare(&t, "f", "", "bv32", "");
  add_global(&t, "g", PLACE, 4);
  add_global(&t, "h", 2 * PLACE, 4);
  add_cell(&t, &t.input.memory, PLACE, &seven, sizeof seven);
  expect(&t, VD_NATIVE_DIFFERS,
         "static int g = 1; static int h = 2;"
         "int f(void) { h++; return g; }",
         "static int h = 2; static int g = 1;"
         "int f(void) { h--; return g; }",
         "old: returns 0x00000007 (7)\nold: h: 01 00 00 00\n"
         "new: returns 0x00000007 (7)\nnew: h: ff ff ff ff\n");
  test_done(&t);
}

static void pointers_into_globals_mean_the_same_place(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  uint64_t to = PLACE + 4;
  declare(&t, "f", "bv64", "bv64", "");
  add_global(&t, "table", PLACE, 16);
  add_cell(&t, &t.input.memory, 2 * PLACE, &to, sizeof to);
  PARAMS(&t, I64(2 * PLACE));
  expect_part(&t, VD_NATIVE_DIFFERS,
              "int table[4]; int *f(int **p) { **p = 9; return *p; }",
              "int table[4]; int *f(int **p) { **p = 9; return *p + 1; }",
              "old: returns &table+4\nnew: returns &table+8\n");
  test_done(&t);
}

// What only one version has counts if others can see it and it is changed.
static void a_global_of_one_version_is_compared(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  int32_t five = 5;
  declare(&t, "f", "", "", "");
  vd_push(&t.module[0]->global, (VdGlobal){.name = "counter", .size = 4});
  vd_push(&t.module[1]->global, (VdGlobal){.name = "total", .size = 4});
  vd_push(&t.input.region, (VdRegion){"counter", PLACE, 4, true, NULL});
  vd_push(&t.input.region, (VdRegion){"total", PLACE + 64, 4, true, NULL});
  add_cell(&t, &t.input.memory, PLACE, &five, sizeof five);
  expect(&t, VD_NATIVE_DIFFERS, "int counter; void f(void) { counter = 0; }",
         "int total; void f(void) { total++; }",
         "old: returns\nold: counter: 00 00 00 00\n"
         "new: returns\nnew: total: 01 00 00 00\n");
  expect(&t, VD_NATIVE_AGREES, "int counter; void f(void) {}",
         "int total; void f(void) {}", "old: returns\nnew: returns\n");
  t.module[0]->global.at[0].local = t.module[1]->global.at[0].local = true;
  expect(&t, VD_NATIVE_AGREES,
         "static int counter; void f(void) { counter++; }",
         "static int total; void f(void) { total++; }",
         "old: returns\nnew: returns\n");
  test_done(&t);
}

// Literals have no names, so their text is compared, and the model's address of
// one is no reason to doubt the run.
static void literals_are_compared_by_text(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue at = I64(PLACE);
  declare(&t, "f", "", "bv64", "");
  add_global(&t, ".str", PLACE, 6);
  for (int i = 0; i < 2; i++) t.module[i]->global.at[0].constant = true;
  t.input.old_outcome.results = t.input.new_outcome.results = 1;
  t.input.old_outcome.result = t.input.new_outcome.result = &at;
  expect(&t, VD_NATIVE_DIFFERS, "const char *f(void) { return \"green\"; }",
         "const char *f(void) { return \"blue\"; }",
         "old: returns \"green\"\nnew: returns \"blue\"\n");
  expect_part(&t, VD_NATIVE_CONTRADICTS,
              "const char *f(void) { return \"green\"; }",
              "const char *f(void) { return 0; }", "the model's new version ");
  test_done(&t);
}

// No C code outside the function can name it: the replay goes through clang.
static void a_static_of_a_function_is_set(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  int32_t five = 5;
  declare(&t, "f", "", "bv32", "");
  add_global(&t, "f.count", PLACE, 4);
  add_cell(&t, &t.input.memory, PLACE, &five, sizeof five);
  expect(&t, VD_NATIVE_DIFFERS,
         "int f(void) { static int count; return ++count; }",
         "int f(void) { static int count; return --count; }",
         "old: returns 0x00000006 (6)\nold: f.count: 06 00 00 00\n"
         "new: returns 0x00000004 (4)\nnew: f.count: 04 00 00 00\n");
  test_done(&t);
}

static void blocks_are_compared_by_what_leads_to_them(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "", "bv64", "");
  expect(&t, VD_NATIVE_AGREES,
         "#include <stdlib.h>\n"
         "int *f(void) { int *p = malloc(4); *p = 7; return p; }",
         "#include <stdlib.h>\n"
         "int *f(void) { free(malloc(100)); int *p = calloc(1, 4); *p = 7;"
         " return p; }",
         "old: returns heap block 1\nnew: returns heap block 1\n");
  expect(&t, VD_NATIVE_DIFFERS,
         "#include <stdlib.h>\n"
         "int *f(void) { int *p = malloc(4); *p = 7; return p; }",
         "#include <stdlib.h>\n"
         "int *f(void) { int *p = malloc(4); *p = 8; return p; }",
         "old: returns heap block 1\nold: heap block 1: 07 00 00 00\n"
         "new: returns heap block 1\nnew: heap block 1: 08 00 00 00\n");
  test_done(&t);
}

// A process has no memory that low, but a solver likes small numbers.
static void low_pointers_lead_somewhere(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv64 bv64", "bv64", "i64 (ptr, i64)");
  add_cell(&t, &t.input.memory, 0x2011, "x", 1);
  PARAMS(&t, I64(0x2010), I64(16));
  expect(&t, VD_NATIVE_DIFFERS, "long f(char *p, long n) { return p[1] + n; }",
         "long f(char *p, long n) { p[2] = 1; return p[1] + n; }",
         "old: returns 0x0000000000000088 (136)\n"
         "old: memory at 0x2010: 00 78 00 00 00 00 00 00 00 00 00 00 00 00 00 "
         "00\n"
         "new: returns 0x0000000000000088 (136)\n"
         "new: memory at 0x2010: 00 78 01 00 00 00 00 00 00 00 00 00 00 00 00 "
         "00\n");
  test_done(&t);
}

static void memory_where_there_can_be_none_is_said(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv64", "", "");
  add_cell(&t, &t.input.memory, 1ull << 63, "x", 1);
  PARAMS(&t, I64(1ull << 63));
  expect(&t, VD_NATIVE_UNFIT, "void f(char *p) {}", "void f(char *p) {}",
         "memory of the input lies where a process can have none\n");
  test_done(&t);
}

// ------------------------------------------------------------------ outside
static void externals_answer_by_script(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue arg = I32(3), result = I32(40);
  declare_external(&t, "ask", "bv32", "bv32");
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(3));
  add_event(&t, &t.input.old_outcome, "ask", &arg, &result);
  add_event(&t, &t.input.new_outcome, "ask", &arg, &result);
  expect(&t, VD_NATIVE_DIFFERS,
         "int ask(int); int f(int x) { return ask(x) + 1; }",
         "int ask(int); int f(int x) { return ask(x) + 2; }",
         "old: calls ask(0x00000003 (3)) = 0x00000028 (40)\n"
         "old: returns 0x00000029 (41)\n"
         "new: calls ask(0x00000003 (3)) = 0x00000028 (40)\n"
         "new: returns 0x0000002a (42)\n");
  test_done(&t);
}

static void the_order_of_calls_counts(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue result = I32(1);
  declare_external(&t, "a", "", "bv32");
  declare_external(&t, "b", "", "bv32");
  declare(&t, "f", "", "bv32", "");
  add_event(&t, &t.input.old_outcome, "a", NULL, &result);
  add_event(&t, &t.input.old_outcome, "b", NULL, &result);
  add_event(&t, &t.input.new_outcome, "b", NULL, &result);
  add_event(&t, &t.input.new_outcome, "a", NULL, &result);
  expect(&t, VD_NATIVE_DIFFERS,
         "int a(void), b(void); int f(void) { int x = a(); return x - b(); }",
         "int a(void), b(void); int f(void) { int y = b(); return a() - y; }",
         "old: calls a() = 0x00000001 (1)\nold: calls b() = 0x00000001 (1)\n"
         "old: returns 0x00000000 (0)\n"
         "new: calls b() = 0x00000001 (1)\nnew: calls a() = 0x00000001 (1)\n"
         "new: returns 0x00000000 (0)\n");
  test_done(&t);
}

static void a_call_with_other_answers_proves_nothing(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue one = I32(1), two = I32(2);
  declare_external(&t, "a", "", "bv32");
  declare(&t, "f", "", "bv32", "");
  add_event(&t, &t.input.old_outcome, "a", NULL, &one);
  add_event(&t, &t.input.new_outcome, "a", NULL, &two);
  expect_part(&t, VD_NATIVE_UNFIT, "int a(void); int f(void) { return a(); }",
              "int a(void); int f(void) { return a(); }",
              "the outside did not answer both versions alike\n");
  test_done(&t);
}

static void varargs_are_printed_by_their_sorts(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare_external(&t, "printf", "bv64 bv32 float11.53", "bv32");
  for (int i = 0; i < 2; i++) t.module[i]->func.at[0]->type = "i32 (ptr, ...)";
  declare(&t, "f", "bv32", "", "");
  PARAMS(&t, I32(1));
  expect(&t, VD_NATIVE_DIFFERS,
         "#include <stdio.h>\n"
         "void f(int x) { printf(\"%d %f\\n\", x, 0.5); }",
         "#include <stdio.h>\n"
         "void f(int x) { printf(\"%d %f\\n\", x, 0.25); }",
         "old: calls printf(\"%d %f\\x0a\", 0x00000001 (1), 0x1p-1)\n"
         "old: returns\n"
         "new: calls printf(\"%d %f\\x0a\", 0x00000001 (1), 0x1p-2)\n"
         "new: returns\n");
  test_done(&t);
}

static void the_outside_writes_to_locals(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue slot = I64(SLOT);
  int32_t nine = 9;
  declare_external(&t, "fill", "bv64", "");
  declare(&t, "f", "", "bv32", "");
  VdOutcome *outcome[] = {&t.input.old_outcome, &t.input.new_outcome};
  for (int i = 0; i < 2; i++) {
    VdEvent *event = add_event(&t, outcome[i], "fill", &slot, NULL);
    add_cell(&t, &event->writes, SLOT, &nine, sizeof nine);
  }
  expect(&t, VD_NATIVE_DIFFERS,
         "void fill(int *); int f(void) { int x; fill(&x); return x; }",
         "void fill(int *); int f(void) { int x; fill(&x); return x + 1; }",
         "old: calls fill(a local)\nold: returns 0x00000009 (9)\n"
         "new: calls fill(a local)\nnew: returns 0x0000000a (10)\n");
  test_done(&t);
}

static void locals_that_go_outside_are_looked_at(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue slot = I64(SLOT);
  declare_external(&t, "look", "bv64", "");
  declare(&t, "f", "", "", "");
  for (int i = 0; i < 2; i++)
    vd_push(&t.module[i]->func.at[t.func[i]]->slot, (VdSlot){"a", 4, 1});
  add_event(&t, &t.input.old_outcome, "look", &slot, NULL);
  add_event(&t, &t.input.new_outcome, "look", &slot, NULL);
  expect(&t, VD_NATIVE_DIFFERS,
         "void look(char *); void f(void) { char a[4] = {1, 2}; look(a); }",
         "void look(char *); void f(void) { char a[4] = {1, 3}; look(a); }",
         "old: calls look(a local)\nold: with a local: 01 02 00 00\n"
         "old: returns\n"
         "new: calls look(a local)\nnew: with a local: 01 03 00 00\n"
         "new: returns\n");
  test_done(&t);
}

static void memory_at_a_call_counts(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare_external(&t, "look", "", "");
  declare(&t, "f", "", "", "");
  add_global(&t, "g", PLACE, 1);
  expect(&t, VD_NATIVE_DIFFERS,
         "char g; void look(void); void f(void) { g = 1; look(); g = 3; }",
         "char g; void look(void); void f(void) { g = 2; look(); g = 3; }",
         "old: calls look()\nold: by now g: 01\nold: returns\n"
         "new: calls look()\nnew: by now g: 02\nnew: returns\n");
  test_done(&t);
}

static void a_function_of_the_input_is_called(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  static const char link[] = "pointer:i32 (i32)";
  VdValue arg[] = {I64(PLACE + 64), I32(5)}, result = I32(6);
  declare_external(&t, link, "bv64 bv32", "bv32");
  declare(&t, "f", "bv64", "bv32", "");
  PARAMS(&t, I64(PLACE + 64));
  VdOutcome *outcome[] = {&t.input.old_outcome, &t.input.new_outcome};
  for (int i = 0; i < 2; i++) {
    VdEvent *event = add_event(&t, outcome[i], link, NULL, &result);
    event->args = 2;
    event->arg = arg;
  }
  expect(&t, VD_NATIVE_DIFFERS, "int f(int (*g)(int)) { return g(5); }",
         "int f(int (*g)(int)) { return -g(5); }",
         "old: calls (*0x10000000040)(0x00000005 (5)) = 0x00000006 (6)\n"
         "old: returns 0x00000006 (6)\n"
         "new: calls (*0x10000000040)(0x00000005 (5)) = 0x00000006 (6)\n"
         "new: returns 0xfffffffa (-6)\n");
  test_done(&t);
}

static void an_answer_may_be_a_new_object(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  VdValue block = I64(HEAP);
  declare_external(&t, "open_it", "", "bv64");
  declare(&t, "f", "", "bv64", "");
  add_event(&t, &t.input.old_outcome, "open_it", NULL, &block);
  add_event(&t, &t.input.new_outcome, "open_it", NULL, &block);
  expect_part(&t, VD_NATIVE_DIFFERS,
              "char *open_it(void); char *f(void) { return open_it(); }",
              "char *open_it(void); char *f(void) { return open_it() + 1; }",
              "new: returns heap block 1+1\n");
  test_done(&t);
}

static void callbacks_are_named(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare_external(&t, "later", "bv64", "");
  for (int i = 0; i < 2; i++) {
    uint32_t f =
        declare_in(t.module[i], VD_FUNC_DEFINED, i ? "y" : "x", "", "", "");
    struct VdGlobalReloc *reloc =
        VD_NEW(&t.module[i]->arena, struct VdGlobalReloc);
    *reloc = (struct VdGlobalReloc){.function = true, .index = f};
    vd_push(
        &t.module[i]->global,
        (VdGlobal){.name = "table", .size = 8, .reloc = reloc, .relocs = 1});
  }
  declare(&t, "f", "", "", "");
  expect(&t, VD_NATIVE_DIFFERS,
         "void later(void (*)(void)); static void x(void) {}"
         "void f(void) { later(x); }",
         "void later(void (*)(void)); static void y(void) {}"
         "void f(void) { later(y); }",
         "old: calls later(&x)\nold: returns\n"
         "new: calls later(&y)\nnew: returns\n");
  test_done(&t);
}

static void exit_ends_the_program(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare_external(&t, "exit", "bv32", "");
  for (int i = 0; i < 2; i++)
    t.module[i]->func.at[vd_module_find_func(t.module[i], "exit")]->notes =
        "ends";
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(4));
  expect(&t, VD_NATIVE_DIFFERS,
         "#include <stdlib.h>\nint f(int x) { if (x == 4) exit(3); return x; }",
         "#include <stdlib.h>\nint f(int x) { if (x == 5) exit(3); return x; }",
         "old: calls exit(0x00000003 (3))\nold: ends the program\n"
         "new: returns 0x00000004 (4)\n");
  test_done(&t);
}

static void a_function_that_halts_by_the_script_does(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare_external(&t, "panic", "", "");
  declare(&t, "f", "", "bv32", "");
  add_event(&t, &t.input.old_outcome, "panic", NULL, NULL);
  t.input.old_outcome.halted = true;
  expect(&t, VD_NATIVE_DIFFERS,
         "_Noreturn void panic(void); int f(void) { panic(); }",
         "int f(void) { return 1; }",
         "old: calls panic()\nold: ends the program\n"
         "new: returns 0x00000001 (1)\n");
  test_done(&t);
}

static void what_no_function_can_answer_is_said(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "", "", "");
  add_event(&t, &t.input.old_outcome, "volatile.load.4", NULL, NULL);
  expect(&t, VD_NATIVE_UNAVAILABLE, "void f(void) {}", "void f(void) {}",
         "not replayed: volatile.load.4 has no function that could answer "
         "it\n");
  test_done(&t);
}

static void unused_undefined_names_do_no_harm(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(1));
  expect_part(&t, VD_NATIVE_DIFFERS,
              "int nowhere(void); int g(void) { return nowhere(); }"
              "int f(int x) { return x; }",
              "int nowhere(void); int g(void) { return nowhere(); }"
              "int f(int x) { return -x; }",
              "new: returns 0xffffffff (-1)\n");
  expect(&t, VD_NATIVE_UNAVAILABLE,
         "int nowhere(void); int f(int x) { return nowhere(); }",
         "int f(int x) { return x; }",
         "not replayed: the code calls nowhere, which is defined in no file "
         "at hand\n");
  test_done(&t);
}

// ----------------------------------------------------------------- programs
static void main_and_macros_are_no_obstacle(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "main", "bv32", "bv32", "");
  PARAMS(&t, I32(2));
  expect_part(&t, VD_NATIVE_DIFFERS, "int main(int n) { if (n > 2) return 1; }",
              "#define main(x) 7\nint (main)(int n) { return 1; }",
              "old: returns 0x00000000 (0)\nnew: returns 0x00000001 (1)\n");
  test_done(&t);
}

static void flags_are_the_users(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  static const char *const flags[] = {"-DK='('", "-o", "x.o", "-MD", NULL};
  t.flags = flags;
  declare(&t, "f", "", "bv32", "");
  expect_part(&t, VD_NATIVE_DIFFERS, "int f(void) { return K - '('; }",
              "int f(void) { return 1; }", "old: returns 0x00000000 (0)\n");
  test_done(&t);
}

static void commands_give_flags_and_a_directory(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  char path[300], json[1000], header[300];
  snprintf(path, sizeof path, "%s/commands.json", t.dir.at);
  snprintf(header, sizeof header, "%s/sub", t.dir.at);
  assert_int_equal(mkdir(header, 0777), 0);
  snprintf(header, sizeof header, "%s/sub/k.h", t.dir.at);
  write_text(header, "#define K 3\n");
  snprintf(json, sizeof json,
           "[{\"directory\": \"%s\", \"file\": \"old.c\","
           " \"command\": \"gcc -Isub -c old.c -o old.o\"}]",
           t.dir.at);
  write_text(path, json);
  t.commands = path;
  declare(&t, "f", "", "bv32", "");
  expect_part(&t, VD_NATIVE_DIFFERS, "#include <k.h>\nint f(void){ return K; }",
              "int f(void) { return 4; }", "old: returns 0x00000003 (3)\n");
  test_done(&t);
}

static void what_does_not_compile_is_said(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  declare(&t, "f", "", "bv32", "");
  expect_part(&t, VD_NATIVE_UNAVAILABLE, "int f(void) { return 1 }",
              "int f(void) { return 2; }", "not replayed: cannot build it: ");
  assert_non_null(strstr(vd_buf_text(&t.report), "error"));
  test_done(&t);
}

static void textual_ir_is_replayed(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  int32_t five = 5;
  t.suffix = ".ll";
  declare(&t, "f", "bv32", "bv32", "i32 (i32)");
  add_global(&t, "f.count", PLACE, 4);
  add_cell(&t, &t.input.memory, PLACE, &five, sizeof five);
  PARAMS(&t, I32(2));
  expect_part(&t, VD_NATIVE_DIFFERS,
              "@f.count = internal global i32 1\n"
              "define internal i32 @f(i32 %x) {\n"
              "  %c = load i32, ptr @f.count\n"
              "  %r = add i32 %x, %c\n  ret i32 %r\n}\n",
              "@f.count = internal global i32 1\n"
              "define internal i32 @f(i32 %x) {\n"
              "  %c = load i32, ptr @f.count\n"
              "  %r = sub i32 %x, %c\n  ret i32 %r\n}\n",
              "old: returns 0x00000007 (7)\n"
              "new: returns 0xfffffffd (-3)\n");
  be_undefined(&t, "poison value used");
  static const char add[] =
      "@f.count = internal global i32 1\n"
      "define i32 @f(i32 %x) {\n  %r = add nsw i32 %x, 1\n  ret i32 %r\n}\n";
  expect_part(&t, VD_NATIVE_UNAVAILABLE, add, add,
              "nothing checks LLVM IR for undefined behaviour\n");
  test_done(&t);
}

// --------------------------------------------------------------- reproducer
static int run_kept(const char *dir, VdRun *run) {
  char script[400];
  snprintf(script, sizeof script, "%s/f/run.sh", dir);
  const char *const argv[] = {"sh", script, NULL};
  vd_run(argv, "/", NULL, run);
  return run->status;
}

static void a_kept_reproducer_runs_anywhere(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  char keep[300], readme[400];
  snprintf(keep, sizeof keep, "%s/kept 'here'", t.dir.at);
  t.keep_in = keep;
  declare(&t, "f", "bv32", "bv32", "");
  PARAMS(&t, I32(20));
  expect_part(&t, VD_NATIVE_DIFFERS, "int f(int x) { return x; }",
              "int f(int x) { return x + 1; }", "new: returns 0x00000015 (21)");
  VdRun run;
  assert_int_equal(run_kept(keep, &run), 1);
  assert_string_equal(vd_buf_text(&run.out),
                      "old:\n  returns 0x00000014 (20)\n"
                      "new:\n  returns 0x00000015 (21)\n");
  vd_run_done(&run);
  snprintf(readme, sizeof readme, "%s/f/README", keep);
  assert_int_equal(access(readme, R_OK), 0);
  // The code is used as it is then.
  snprintf(readme, sizeof readme, "%s/new.c", t.dir.at);
  write_text(readme, "int f(int x) { return x + 0; }");
  assert_int_equal(run_kept(keep, &run), 0);
  vd_run_done(&run);
  test_done(&t);
}

static void nothing_is_left_behind(void **state) {
  (void)state;
  Test t;
  test_init(&t);
  char scratch[300];
  snprintf(scratch, sizeof scratch, "%s/tmp", t.dir.at);
  assert_int_equal(mkdir(scratch, 0777), 0);
  setenv("TMPDIR", scratch, 1);
  declare(&t, "f", "", "bv32", "");
  expect_part(&t, VD_NATIVE_DIFFERS, "int f(void) { return 1; }",
              "int f(void) { return 2; }", "old: returns");
  unsetenv("TMPDIR");
  assert_int_equal(rmdir(scratch), 0);
  test_done(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_are_passed_and_compared),
      cmocka_unit_test(doubles_are_exact),
      cmocka_unit_test(booleans_and_wide_integers_are_passed),
      cmocka_unit_test(small_integers_are_extended),
      cmocka_unit_test(structs_go_through_registers),
      cmocka_unit_test(a_struct_in_memory_is_copied),
      cmocka_unit_test(what_cannot_be_passed_is_said),
      cmocka_unit_test(memory_is_set_up_and_compared),
      cmocka_unit_test(globals_start_as_the_input_says),
      cmocka_unit_test(pointers_into_globals_mean_the_same_place),
      cmocka_unit_test(a_global_of_one_version_is_compared),
      cmocka_unit_test(literals_are_compared_by_text),
      cmocka_unit_test(a_static_of_a_function_is_set),
      cmocka_unit_test(blocks_are_compared_by_what_leads_to_them),
      cmocka_unit_test(low_pointers_lead_somewhere),
      cmocka_unit_test(memory_where_there_can_be_none_is_said),
      cmocka_unit_test(externals_answer_by_script),
      cmocka_unit_test(the_order_of_calls_counts),
      cmocka_unit_test(a_call_with_other_answers_proves_nothing),
      cmocka_unit_test(varargs_are_printed_by_their_sorts),
      cmocka_unit_test(the_outside_writes_to_locals),
      cmocka_unit_test(locals_that_go_outside_are_looked_at),
      cmocka_unit_test(memory_at_a_call_counts),
      cmocka_unit_test(a_function_of_the_input_is_called),
      cmocka_unit_test(an_answer_may_be_a_new_object),
      cmocka_unit_test(callbacks_are_named),
      cmocka_unit_test(exit_ends_the_program),
      cmocka_unit_test(a_function_that_halts_by_the_script_does),
      cmocka_unit_test(what_no_function_can_answer_is_said),
      cmocka_unit_test(unused_undefined_names_do_no_harm),
      cmocka_unit_test(main_and_macros_are_no_obstacle),
      cmocka_unit_test(flags_are_the_users),
      cmocka_unit_test(commands_give_flags_and_a_directory),
      cmocka_unit_test(what_does_not_compile_is_said),
      cmocka_unit_test(textual_ir_is_replayed),
      cmocka_unit_test(a_kept_reproducer_runs_anywhere),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
