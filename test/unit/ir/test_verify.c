// Each kind of malformed module has its message. Modules are read from text
// where the reader lets the defect through to the verifier, else bent by hand.
#include "ir_test.h"

#define HEAD "vir 1\nsource \"\"\n"

// The message of the verifier, by way of the reader, which gives no position.
static void check(const char *text, const char *expected) {
  VdDiags diags = {0};
  VdModule *m = vd_ir_read(text, strlen(text), "t.vir", &diags);
  assert_null(m);
  assert_int_equal(diags.list.len, 1);
  assert_string_equal(diags.list.at[0].text, expected);
  assert_int_equal(diags.list.at[0].pos.line, 0);
  vd_diags_done(&diags);
}

#define F(BODY) \
  HEAD "func @f(bv8, bool) -> (bv8) {\nb0(%1: bv8, %2: bool):\n" BODY "}\n"

static void test_values(void **state) {
  (void)state;
  check(F("  return %7\n"), "@f: b0: use of %7, which does not exist");
  check(F("  return %0\n"), "@f: b0: use of %0, which does not exist");
  check(F("  %3: bv8 = bvnot %4\n  %4: bv8 = bvnot %1\n  return %3\n"),
        "@f: b0: %4 is used where it is not defined");
  check(F("  %3: bv8 = bvnot %3\n  return %3\n"),
        "@f: b0: %3 is used where it is not defined");
  check(F("  br %2, b1, b2\nb1:\n  %3: bv8 = bvnot %1\n  jump b2\n"
          "b2:\n  return %3\n"),
        "@f: b2: %3 is used where it is not defined");
  check(F("  return %2\n"), "@f: b0: return: %2 is bool, expected bv8");
}

static void test_operations(void **state) {
  (void)state;
  check(F("  %3: bv8 = bvadd %1, %2\n  return %3\n"),
        "@f: b0: bvadd does not take these 2 arguments");
  check(F("  %3: bv16 = bvadd %1, %1\n  return %1\n"),
        "@f: b0: bvadd: %3 is bv16, expected bv8");
  check(F("  %3: bv8, %4: bv8 = bvadd %1, %1\n  return %3\n"),
        "@f: b0: results of an instruction: found 2, expected 1");
  check(F("  %3: bv8 = const 1\n  %4: bv16 = sext[4] %3\n  return %3\n"),
        "@f: b0: sext does not take these 1 arguments");
  check(F("  require %1, \"x\"\n  return %1\n"),
        "@f: b0: require: %1 is bv8, expected bool");
  check(F("  %3: bv8 = app %1\n  return %3\n"),
        "@f: b0: 'app' is not an operator of instructions");
  check(F("  %3: bv64 = slot 0\n  return %1\n"),
        "@f: b0: slot 0 does not exist");
  check(F("  %3: bv32 = func @f\n  return %1\n"),
        "@f: b0: func: %3 is bv32, expected bv64");
}

static void test_calls(void **state) {
  (void)state;
  check(
      F("  %3: bv8 = call @f(%1)\n  return %3\n"),
      "@f: b0: call of @f: found 1 arguments and 1 results, expected 2 and 1");
  check(
      F("  call @f(%1, %2)\n  return %1\n"),
      "@f: b0: call of @f: found 2 arguments and 0 results, expected 2 and 1");
  check(F("  %3: bv8 = call @f(%1, %1)\n  return %3\n"),
        "@f: b0: f: %1 is bv8, expected bool");
  check(F("  %3: bv16 = call @f(%1, %2)\n  return %1\n"),
        "@f: b0: f: %3 is bv16, expected bv8");
  check(F("  %3: bv8 = callptr @f(%1, %2)\n  return %3\n"),
        "@f: b0: address: %1 is bv8, expected bv64");
}

static void test_edges(void **state) {
  (void)state;
  check(F("  jump b4\n"), "@f: b0: edge to b4, which does not exist");
  check(F("  jump b0(%1, %2)\n"), "@f: b0: the entry block has a predecessor");
  check(F("  jump b1(%1)\nb1:\n  return %1\n"),
        "@f: b0: edge to b1: found 1 arguments, expected 0");
  check(F("  jump b1(%2)\nb1(%3: bv8):\n  return %3\n"),
        "@f: b0: edge: %2 is bool, expected bv8");
  check(F("  br %1, b1, b1\nb1:\n  return %1\n"),
        "@f: b0: condition: %1 is bv8, expected bool");
  check(F("  return %1\nb1:\n  return %1\n"), "@f: b1 is unreachable");
}

static void test_functions(void **state) {
  (void)state;
  check(HEAD "func @f() -> () {\n}\n", "@f: no body");
  check(HEAD "func @f(bv8) -> () {\nb0:\n  return\n}\n",
        "@f: parameters of the entry block: found 0, expected 1");
  check(HEAD "func @f(bv8) -> () {\nb0(%1: bool):\n  return\n}\n",
        "@f: parameter: %1 is bool, expected bv8");
  check(HEAD "func @f(bv8:halt) -> () pure\n",
        "@f: parameter 0 is a halt flag, but no bool");
  check(HEAD "func @f(bv8:mem) -> () pure\n",
        "@f: parameter 0 has role mem, but is no array");
  check(HEAD "func @f() -> (bv8:world) pure\n",
        "@f: result 0 has role world, but another sort");
  check(HEAD "func @f(world:world) -> () impure\n",
        "@f: an impure external that does not take and give the world");
  check(HEAD "func @f() -> () unsupported\n",
        "@f: unsupported, but without a digest of its body");
  check(HEAD "func @f() -> () pure refs @f\n",
        "@f: refers to functions, but is not unsupported");
}

static void test_globals(void **state) {
  (void)state;
  check(HEAD "global $g size 4 align 4 [0 $g + 0]\n",
        "$g: an address at 0 does not fit");
  check(HEAD "global $g size 16 align 8 [4 $g + 0] [8 $g + 0]\n",
        "$g: addresses overlap or are not in order");
  check(HEAD "global $g size 1 align 1 external init \"a\"\n",
        "$g is external, but has contents");
}

static void bend(void (*how)(VdModule *m, VdFunc *f), const char *expected) {
  VdModule *m = ir_read(F("  %3: bv8 = bvnot %1\n  return %3\n"));
  how(m, m->func.at[0]);
  VdArena arena = {0};
  const char *error = vd_ir_verify(m, &arena);
  assert_non_null(error);
  assert_string_equal(error, expected);
  vd_arena_done(&arena);
  vd_module_free(m);
}

static void no_exit(VdModule *m, VdFunc *f) {
  (void)m;
  f->block.at[0].exit = VD_EXIT_NONE;
}
static void twice(VdModule *m, VdFunc *f) {
  (void)m;
  f->block.at[0].inst.at[0].first.id = 1;
}
static void beyond(VdModule *m, VdFunc *f) {
  (void)m;
  f->block.at[0].inst.at[0].first.id = 9;
}
static void missing(VdModule *m, VdFunc *f) {
  (void)m;
  vd_push(&f->sort, vd_sort_bv(8));
}
static void bad_sort(VdModule *m, VdFunc *f) {
  (void)m;
  f->sort.at[2].a = 0;
}
static void renamed(VdModule *m, VdFunc *f) {
  (void)m;
  f->name = "other";
}
static void bad_kind(VdModule *m, VdFunc *f) {
  (void)m;
  f->block.at[0].inst.at[0].kind = (VdInstKind)77;
}
static void bad_parent(VdModule *m, VdFunc *f) {
  (void)m;
  f->parent = 3;
}
static void no_name(VdModule *m, VdFunc *f) {
  (void)m;
  f->param[1].name = NULL;
}
static void same_name(VdModule *m, VdFunc *f) {
  (void)f;
  vd_push(&m->global, (VdGlobal){.name = "g"});
  vd_push(&m->global, (VdGlobal){.name = "g"});
}
static void bad_call(VdModule *m, VdFunc *f) {
  (void)m;
  f->block.at[0].inst.at[0].kind = VD_INST_CALL;
  f->block.at[0].inst.at[0].index = 5;
}
static void array_const(VdModule *m, VdFunc *f) {
  (void)m;
  VdInst *inst = &f->block.at[0].inst.at[0];
  inst->kind = VD_INST_CONST;
  inst->args = 0;
  inst->value = (VdValue){.sort = vd_sort_mem()};
}

static void test_by_hand(void **state) {
  (void)state;
  bend(no_exit, "@f: b0: the block has no exit");
  bend(twice, "@f: b0: %1 is defined twice");
  bend(beyond, "@f: b0: defines %9, but there are 3 values");
  bend(missing, "@f: %4 is not defined");
  bend(bad_sort, "@f: %3 has an invalid sort");
  bend(renamed,
       "@other: the name is not unique, or not the one it was made with");
  bend(bad_kind, "@f: b0: unknown kind of instruction 77");
  bend(bad_parent, "@f: function 3 cannot be the parent");
  bend(no_name, "@f: parameter 1 has no name, not even an empty one");
  bend(same_name, "two globals are called $g");
  bend(bad_call, "@f: b0: call of function 5, which does not exist");
  bend(array_const, "@f: b0: a constant of sort mem");
}

// Dominance on shapes where the common algorithms are slow: a chain of 100,000
// branches to one place.
static void test_large(void **state) {
  (void)state;
  enum { N = 100000 };
  VdBuf text = {0};
  vd_buf_str(&text, HEAD "func @f(bool) -> () {\nb0(%1: bool):\n  jump b1\n");
  for (uint32_t i = 1; i < N; i++)
    vd_buf_printf(&text, "b%u:\n  br %%1, b%u, b%u\n", i, i + 1, (uint32_t)N);
  vd_buf_printf(&text, "b%u:\n  require %%1, \"x\"\n  return\n}\n",
                (uint32_t)N);
  VdModule *m = ir_read(vd_buf_text(&text));
  vd_module_free(m);
  vd_buf_done(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),    cmocka_unit_test(test_operations),
      cmocka_unit_test(test_calls),     cmocka_unit_test(test_edges),
      cmocka_unit_test(test_functions), cmocka_unit_test(test_globals),
      cmocka_unit_test(test_by_hand),   cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
