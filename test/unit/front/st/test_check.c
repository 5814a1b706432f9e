// What is wrong with programs, where; what is not modelled; interfaces.
#include "front/st/plc_test.h"

static VdModule *read_text(const char *text, VdDiags *diags,
                           const VdPlc **plc) {
  VdStOptions options = {0};
  return vd_st_read_text(text, strlen(text), "a.st", &options, diags, plc);
}

typedef struct Row {
  const char *text, *message;
} Row;

static void expect_errors(const Row *row, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    VdDiags diags = {0};
    VdBuf message = {0};
    VdModule *m = read_text(row[i].text, &diags, NULL);
    vd_diags_print(&diags, &message);
    bool found = strstr(vd_buf_text(&message), row[i].message) != NULL;
    if (m || !found || diags.errors != 1)
      print_error("%s\n  gave %s  expected %s\n", row[i].text,
                  vd_buf_text(&message), row[i].message);
    assert_null(m);
    assert_true(found);
    assert_int_equal(diags.errors, 1);
    vd_buf_done(&message);
    vd_diags_done(&diags);
  }
}

#define P(vars, body) "PROGRAM P VAR " vars " END_VAR " body " END_PROGRAM"

static void names(void **state) {
  (void)state;
  static const Row row[] = {
      {P("x : INT;", "x := y;"), "1:37: error: found no variable y"},
      {P("x, X : INT;", ""), "1:18: error: found X for a second time"},
      {P("x : Foo;", ""),
       "1:19: error: found Foo, expected the name of a type"},
      {P("x : P;", ""), "1:19: error: P contains itself"},
      {P("x : INT;", "x := P;"), "found the POU P, expected a variable"},
      {P("x : INT;", "x();"), "found INT, expected a function or FB instance"},
      {P("x : INT;", "foo();"), "found no function, FB instance or action foo"},
      {P("x : INT;", "x := SR(1);"),
       "found the FUNCTION_BLOCK SR, expected a function or an FB instance"},
      {P("x : INT;", "P();"), "found the PROGRAM P"},
      {P("t : TON;", "t.Z := TRUE;"), "TON has no variable Z"},
      {P("t : TON;", "t.Q := TRUE;"), "Q is no input"},
      {P("t : TON; b : BOOL;", "b := t.M;"), "M is no input or output of TON"},
      {P("t : TON;", "t(X := TRUE);"), "TON has no input X"},
      {P("t : TON;", "t(Q := TRUE);"), "TON has no input Q"},
      {P("t : TON; b : BOOL;", "t(IN => b);"), "TON has no output IN"},
      {P("t : TON;", "t(IN := TRUE, IN := TRUE);"),
       "found IN for a second time"},
      {P("t : TON;", "t(TRUE, T#1s, 3);"),
       "found more arguments than TON has inputs"},
      {P("s : STRUCT a : INT; END_STRUCT; x : INT;", "x := s.b;"),
       "a struct has no b"},
      {"VAR_GLOBAL g, G : INT; END_VAR", "found G for a second time"},
      {"VAR_GLOBAL g : BOOL; END_VAR PROGRAM P VAR_EXTERNAL g : INT; END_VAR "
       "END_PROGRAM",
       "found INT, but the global variable g is BOOL"},
      {"PROGRAM P END_PROGRAM FUNCTION p : INT END_FUNCTION",
       "found p for a second time"},
      {"TYPE T : INT; END_TYPE FUNCTION_BLOCK T END_FUNCTION_BLOCK",
       "found T for a second time"},
      {"TYPE INT : BOOL; END_TYPE", "found INT for a second time"},
      {"TYPE A : (x, y); B : (y, z); END_TYPE PROGRAM P VAR n : INT; END_VAR "
       "n := y; END_PROGRAM",
       "found y, which is a value of several enums, expected TYPE#y"},
      {"TYPE A : (x, y); END_TYPE PROGRAM P VAR a : A; END_VAR a := A#z; "
       "END_PROGRAM",
       "A has no value z"},
  };
  expect_errors(row, VD_COUNT(row));
}

static void types(void **state) {
  (void)state;
  static const Row row[] = {
      {P("x : INT; y : DINT;", "x := y;"),
       "1:47: error: found DINT, expected INT (DINT_TO_INT converts it)"},
      {P("x : INT; y : UINT;", "y := x;"), "found INT, expected UINT"},
      {P("x : INT; b : BOOL;", "x := b;"), "found BOOL, expected INT"},
      {P("x : INT; w : WORD;", "x := w;"), "found WORD, expected INT"},
      {P("r : REAL; d : DINT;", "r := d;"), "found DINT, expected REAL"},
      {P("x : LINT; y : ULINT; b : BOOL;", "b := x < y;"),
       "found ULINT, expected LINT"},
      {P("x : SINT;", "x := 128;"), "found 128, which is no value of SINT"},
      {P("x : SINT;", "x := -129;"), "found -129, which is no value of SINT"},
      {P("x : BYTE;", "x := -1;"), "found -1, which is no value of BYTE"},
      {P("x : BOOL;", "x := 2;"), "found 2, which is no value of BOOL"},
      {P("x : INT;", "x := INT#40000;"),
       "found 40000, which is no value of INT"},
      {P("x : INT;", "x := 1.5;"), "found a real literal, expected INT"},
      {P("x : INT;", "x := T#1s;"), "found TIME, expected INT"},
      {P("t : TIME;", "t := T#1us;"),
       "found a literal that is no whole number of milliseconds"},
      {P("t : TIME;", "t := T#30d;"), "found a literal that does not fit TIME"},
      {P("t : TIME;", "t := 5;"), "found an integer literal, expected TIME"},
      {P("x : INT;", "x := 1 / 0;"), "found a division by zero"},
      {P("x : INT;", "x := x MOD 0;"), "found a division by zero"},
      {P("x : INT;", "IF x THEN END_IF;"), "found INT, expected BOOL"},
      {P("x : INT; b : BOOL;", "b := NOT x;"), "found NOT INT, for which"},
      {P("x : INT; b : BOOL;", "b := b + b;"), "found BOOL + BOOL, for which"},
      {P("x : INT;", "x := x AND x;"), "found INT AND INT, for which"},
      {P("x : REAL;", "x := x MOD 2.0;"), "found REAL MOD REAL, for which"},
      {P("s : STRUCT a : INT; END_STRUCT; b : BOOL;", "b := s = s;"),
       "found a struct = a struct, for which"},
      {P("x : INT;", "x[0] := 1;"), "found INT, expected an array"},
      {P("a : ARRAY[0..1, 0..1] OF INT;", "a[0] := 1;"),
       "found 1 indices, expected 2"},
      {P("a : ARRAY[1..2] OF INT;", "a[3] := 1;"),
       "found index 3, expected 1 to 2"},
      {P("a : ARRAY[1..2] OF INT; b : BOOL;", "a[b] := 1;"),
       "found BOOL, expected an integer"},
      {P("a : ARRAY[1..2] OF INT; n : ULINT;", "a[n] := 1;"),
       "found ULINT, expected LINT"},
      {P("w : WORD; b : BOOL;", "b := w.16;"), "WORD has no bit 16"},
      {P("b, c : BOOL;", "b := c.0;"), "found BOOL, expected a bit string"},
      {P("x : INT;", "CASE x OF 40000: x := 1; END_CASE;"),
       "found 40000, which is no value of INT"},
      {P("x, y : INT;", "CASE x OF y: x := 1; END_CASE;"),
       "found an expression, expected a constant"},
      {P("x : REAL;", "CASE x OF 1: x := 1; END_CASE;"),
       "found REAL, expected an integer or enum"},
      {P("x : INT (0..5);", "x := 6;"),
       "found a value outside of the subrange"},
      {P("x : BOOL;", "FOR x := 0 TO 1 DO END_FOR;"),
       "found BOOL, expected an integer variable"},
      {P("x : INT;", "FOR x := 0 TO 1 BY 0 DO END_FOR;"),
       "found a step of zero"},
      {P("x : INT;", "EXIT;"), "found EXIT or CONTINUE outside of a loop"},
      {P("x : INT; t : TON;", "x := t();"),
       "found a call without a result, expected INT"},
      {P("x : INT;", "5 := x;"), "found '5', expected a statement"},
      {P("x : INT;", "x := ABS(TRUE);"), "found BOOL, expected a number"},
      {P("x : INT;", "x := SIN(x);"), "found INT, expected a REAL"},
      {P("x : INT;", "x := SHL(x, 1);"), "found INT, expected a bit string"},
      {P("x : INT;", "x := MAX(1, TRUE);"), "found BOOL"},
      {P("x : INT;", "x := SEL(1, 2);"),
       "found 2 arguments of SEL, expected 3"},
      {P("x : INT;", "x := LIMIT(MN := 1, IN := 2, IN := 3);"),
       "LIMIT has no input IN"},
      {"PROGRAM P VAR CONSTANT c : INT := 1; END_VAR c := 2; END_PROGRAM",
       "c is a constant"},
  };
  expect_errors(row, VD_COUNT(row));
}

static void declarations(void **state) {
  (void)state;
  static const Row row[] = {
      {P("x : INT := y; y : INT;", ""), "found no variable y"},
      {P("y : INT; x : INT := y;", ""),
       "found an expression, expected a constant as initial value"},
      {P("x : INT := 40000;", ""), "found 40000, which is no value of INT"},
      {P("x : INT := [1];", ""), "found a list of values, expected one value"},
      {P("a : ARRAY[0..1] OF INT := [1, 2, 3];", ""),
       "found more values than the array has"},
      {P("a : ARRAY[0..1] OF INT := [3(0)];", ""),
       "found more values than the array has"},
      {P("a : ARRAY[0..1] OF INT := 5;", ""), "expected [values]"},
      {P("a : ARRAY[2..1] OF INT;", ""), "found an array without elements"},
      {P("a : ARRAY[0..1000000000] OF INT;", ""),
       "a variable of more than 32768 scalars"},
      {P("a : ARRAY[0..999, 0..999] OF INT;", ""),
       "a variable of more than 32768 scalars"},
      {P("a : ARRAY[0..n] OF INT;", ""), "found no variable n"},
      {P("n : INT; a : ARRAY[0..n] OF INT;", ""),
       "found an expression, expected an integer constant"},
      {P("t : TON := (XX := 5);", ""), "TON has no XX"},
      {P("x : INT (5..4);", ""), "found a subrange without values"},
      {P("x : REAL (1..4);", ""), "found REAL, expected an integer type"},
      {"TYPE A : STRUCT b : B; END_STRUCT; B : ARRAY[0..1] OF A; END_TYPE",
       "the type A contains itself"},
      {"TYPE A : A; END_TYPE", "the type A contains itself"},
      {"VAR_GLOBAL CONSTANT a : INT := b; b : INT := a; END_VAR",
       "depends on itself"},
      {"FUNCTION_BLOCK F VAR f : F; END_VAR END_FUNCTION_BLOCK",
       "1:26: error: F contains itself"},
      {"FUNCTION_BLOCK F VAR g : G; END_VAR END_FUNCTION_BLOCK "
       "FUNCTION_BLOCK G VAR f : F; END_VAR END_FUNCTION_BLOCK",
       "F contains itself"},
      {"FUNCTION F : INT F := F(); END_FUNCTION",
       "1:23: error: F calls itself"},
      {"FUNCTION F : INT F := G(); END_FUNCTION "
       "FUNCTION G : INT G := F(); END_FUNCTION",
       "calls itself"},
      {"FUNCTION F : INT VAR_IN_OUT x : INT; END_VAR END_FUNCTION "
       "PROGRAM P VAR y : INT; END_VAR y := F(); END_PROGRAM",
       "found no argument for the VAR_IN_OUT x of F"},
      {"FUNCTION F : INT VAR_IN_OUT x : INT; END_VAR END_FUNCTION "
       "PROGRAM P VAR y : INT; END_VAR y := F(5); END_PROGRAM",
       "found an expression, expected a variable"},
      {"FUNCTION F : INT VAR_IN_OUT x : INT; END_VAR END_FUNCTION "
       "PROGRAM P VAR y : INT; z : DINT; END_VAR y := F(z); END_PROGRAM",
       "found DINT, expected a variable that is INT"},
      {"PROGRAM P ACTION a: b(); END_ACTION ACTION b: a(); END_ACTION a(); "
       "END_PROGRAM",
       "calls itself"},
  };
  expect_errors(row, VD_COUNT(row));
}

// POUs that are not modelled, and those that depend on them.
static void unsupported(void **state) {
  (void)state;
  static const Row row[] = {
      {P("s : STRING[20];", ""), "the type STRING"},
      {P("s : POINTER TO INT;", ""), "the type POINTER"},
      {P("b : BOOL;", "b := 'a' = 'b';"), "a string"},
      {P("d : DINT; r : REAL;", "d := TIME();"), "the function TIME"},
      {P("d : DWORD; r : REAL;", "d := REAL_TO_DWORD(r);"), "REAL_TO_DWORD"},
      {P("t : TON;", "t(EN := TRUE);"), "EN or ENO"},
      {P("t : DT; u : TIME;", "t := t + u;"), "arithmetic on DATE, TOD or DT"},
      {P("a AT %IX0.0 : BOOL; b AT %IB0 : BYTE;", ""),
       "variables at addresses that overlap"},
      {P("x : INT; a : ARRAY[0..4999] OF INT;", "a[x] := 1;"),
       "a variable index into more than 4096 elements"},
      {"PROGRAM P VAR_INPUT x : BOOL R_EDGE; END_VAR END_PROGRAM",
       "R_EDGE or F_EDGE"},
      {"PROGRAM P VAR_TEMP t : TON; END_VAR END_PROGRAM",
       "an FB instance that keeps no state"},
      {"TYPE T : STRUCT s : STRING; END_STRUCT END_TYPE PROGRAM P VAR t : T; "
       "END_VAR END_PROGRAM",
       "the type STRING"},
      {"FUNCTION_BLOCK F VAR s : STRING; END_VAR END_FUNCTION_BLOCK "
       "PROGRAM P VAR f : F; END_VAR END_PROGRAM",
       "an instance of F, which is not supported"},
      {"FUNCTION F : INT VAR_IN_OUT a, b : INT; END_VAR a := b; END_FUNCTION "
       "PROGRAM P VAR x : INT; END_VAR x := F(x, x); END_PROGRAM",
       "a variable that the callee reaches in two ways"},
      {"VAR_GLOBAL f : F; END_VAR FUNCTION_BLOCK F VAR_INPUT x : INT; END_VAR "
       "x := x + 1; f.x := 7; END_FUNCTION_BLOCK PROGRAM P f(); END_PROGRAM",
       "a variable that the callee reaches in two ways"},
      {"VAR_GLOBAL g : INT; END_VAR FUNCTION F : INT VAR_IN_OUT a : INT; "
       "END_VAR a := g; END_FUNCTION "
       "PROGRAM P VAR x : INT; END_VAR x := F(g); END_PROGRAM",
       "a variable that the callee reaches in two ways"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    VdDiags diags = {0};
    VdModule *m = read_text(row[i].text, &diags, NULL);
    plc_print(&diags);
    assert_non_null(m);
    const VdFunc *f = m->func.at[vd_module_find_func(m, "P")];
    assert_int_equal(f->kind, VD_FUNC_UNSUPPORTED);
    assert_string_equal(f->reason, row[i].message);
    assert_string_equal(f->pos.file, "a.st");
    assert_int_not_equal(f->pos.line, 0);
    VdArena arena = {0};
    assert_null(vd_ir_verify(m, &arena));
    vd_arena_done(&arena);
    vd_module_free(m);
    vd_diags_done(&diags);
  }
}

// An FB whose body is not modelled can still be called: nothing is known of
// what it does to its variables and to globals.
static void opaque_body(void **state) {
  (void)state;
  VdDiags diags = {0};
  const VdPlc *plc;
  VdModule *m = read_text(
      "VAR_GLOBAL g : INT; END_VAR "
      "FUNCTION_BLOCK F VAR_INPUT x : INT; END_VAR VAR_OUTPUT y : INT; END_VAR "
      "y := x; IF 'a' = 'b' THEN y := 2; END_IF; END_FUNCTION_BLOCK "
      "PROGRAM P VAR f : F; END_VAR f(x := 1); END_PROGRAM",
      &diags, &plc);
  plc_print(&diags);
  assert_non_null(m);
  const VdFunc *f = m->func.at[vd_module_find_func(m, "F")];
  const VdFunc *p = m->func.at[vd_module_find_func(m, "P")];
  assert_int_equal(f->kind, VD_FUNC_UNSUPPORTED);
  assert_int_equal(p->kind, VD_FUNC_DEFINED);
  assert_int_equal(f->params, 3);   // x, y, g
  assert_int_equal(f->results, 4);  // y, x, g, fault
  assert_int_equal(p->results, 4);
  vd_module_free(m);
  vd_diags_done(&diags);
}

// Digests of what is not modelled: comments and case do not count, everything
// else does, in the POU and in the declarations that it names.
static VdDigest opaque(const char *text) {
  VdDiags diags = {0};
  VdModule *m = read_text(text, &diags, NULL);
  assert_non_null(m);
  VdDigest digest = m->func.at[vd_module_find_func(m, "F")]->opaque;
  vd_module_free(m);
  vd_diags_done(&diags);
  return digest;
}

static void opaque_digest(void **state) {
  (void)state;
#define F(body) \
  "FUNCTION_BLOCK F VAR s : STRING; END_VAR " body " END_FUNCTION_BLOCK"
  VdDigest one = opaque(F("s := 'a';"));
  VdDigest same = opaque(
      "(* c *) function_block F var S : string; end_var "
      "s := 'a' ;\nEND_FUNCTION_BLOCK");
  VdDigest body = opaque(F("s := 'A';"));
  VdDigest aside = opaque("TYPE T : INT; END_TYPE " F("s := 'a';"));
  VdDigest type = opaque("TYPE T : INT; END_TYPE " F("s := T.a;"));
  VdDigest types = opaque("TYPE T : DINT; END_TYPE " F("s := T.a;"));
  VdDigest inner = opaque(
      "TYPE U : INT; T : STRUCT u : U; END_STRUCT END_TYPE " F("s := T.a;"));
  VdDigest inners = opaque(
      "TYPE U : DINT; T : STRUCT u : U; END_STRUCT END_TYPE " F("s := T.a;"));
  VdDigest code = opaque(F("s := 'a'; {__CODE(1)}"));
  VdDigest other = opaque(F("s := 'a'; {__CODE(2)}"));
  VdDigest moved = opaque(F("{__CODE(1)} s := 'a';"));
  assert_false(vd_digest_eq(&one, &code));
  assert_false(vd_digest_eq(&code, &other));
  assert_false(vd_digest_eq(&code, &moved));
  assert_true(vd_digest_eq(&one, &same));
  assert_false(vd_digest_eq(&one, &body));
  assert_true(vd_digest_eq(&one, &aside));
  assert_false(vd_digest_eq(&type, &types));
  assert_false(vd_digest_eq(&inner, &inners));
}

static void interface(void **state) {
  (void)state;
  VdDiags diags = {0};
  const VdPlc *plc;
  VdModule *m = read_text(
      "TYPE Color : (Red, Green); END_TYPE\n"
      "PROGRAM Main\n"
      "VAR_INPUT a : BOOL; END_VAR\n"
      "VAR_OUTPUT RETAIN b : Color := Green; END_VAR\n"
      "VAR c : INT (1..9); t : TON; unused : INT := 7; END_VAR\n"
      "VAR_TEMP d : INT; END_VAR\n"
      "VAR CONSTANT e : INT := 4; END_VAR\n"
      "t(IN := a); c := c + 1; b := Red;\n"
      "END_PROGRAM",
      &diags, &plc);
  plc_print(&diags);
  assert_non_null(m);
  assert_int_equal(plc->all.machines, 2);
  const VdMachine *main_ = &plc->all.machine[1];
  assert_string_equal(main_->name, "Main");
  assert_int_equal(main_->kind, VD_MACHINE_PROGRAM);
  assert_true(plc->all.machine[0].library);
  assert_int_equal(main_->vars, 12);
  assert_int_equal(main_->own, 10);
  const VdMachineVar *v = main_->var;
  assert_string_equal(v[0].name, "a");
  assert_int_equal(v[0].direction, VD_DIR_INPUT);
  assert_int_equal(v[0].pos.line, 3);
  assert_int_equal(v[0].param, 0);
  assert_int_equal(v[0].result, VD_NONE);
  assert_int_equal(v[1].direction, VD_DIR_OUTPUT);
  assert_string_equal(v[1].keep, "RETAIN");
  assert_string_equal(v[1].enumeration->text[1], "Green");
  assert_true(v[1].init.bits == 1);
  assert_int_equal(v[1].result, 0);
  assert_true(v[2].ranged && v[2].low.bits == 1 && v[2].high.bits == 9);
  assert_true(v[2].init.bits == 1);
  assert_string_equal(v[8].name, "t.since");
  assert_true(v[8].stopwatch);
  assert_string_equal(v[9].name, "unused");
  assert_int_not_equal(v[9].param, VD_NONE);
  assert_int_equal(v[9].result, VD_NONE);
  assert_int_equal(v[10].direction, VD_DIR_TEMP);
  assert_int_equal(v[11].direction, VD_DIR_CONSTANT);
  assert_int_equal(v[11].param, VD_NONE);
  assert_int_equal(main_->instances, 1);
  const VdFunc *f = m->func.at[main_->func];
  assert_string_equal(f->param[main_->elapsed_param].name, "elapsed");
  assert_string_equal(f->param[main_->fault_param].name, "fault");
  assert_string_equal(f->result[main_->fault_result].name, "fault");
  const VdFunc *init = m->func.at[main_->init_func];
  assert_string_equal(init->name, "Main.init");
  assert_int_equal(init->results, 9);  // all but a, d and e
  for (uint32_t i = 0; i < init->results; i++)
    assert_string_equal(init->result[i].name, v[main_->init[i]].name);
  vd_module_free(m);
  vd_diags_done(&diags);
}

// FBs that are there and not called.
static void idle_instances(void **state) {
  (void)state;
  VdDiags diags = {0};
  const VdPlc *plc;
  VdModule *m = read_text(
      "TYPE S : STRUCT t : TOF; END_STRUCT END_TYPE "
      "VAR_GLOBAL g : TON; END_VAR PROGRAM P VAR s : S; b : BOOL; END_VAR "
      "b := g.Q AND s.t.Q; END_PROGRAM",
      &diags, &plc);
  plc_print(&diags);
  assert_non_null(m);
  assert_int_equal(plc->all.machines, 3);
  const VdMachine *p = &plc->all.machine[2];
  assert_int_equal(p->instances, 2);
  assert_string_equal(p->instance[0].name, "s.t");
  assert_string_equal(p->instance[1].name, "g");
  assert_string_equal(plc->all.machine[p->instance[1].machine].name, "TON");
  vd_module_free(m);
  vd_diags_done(&diags);
}

// Too much of something that is fine in small numbers.
static void limits(void **state) {
  (void)state;
  VdBuf text = {0};
  vd_buf_str(&text, "FUNCTION_BLOCK F0 END_FUNCTION_BLOCK ");
  for (int i = 1; i < 400; i++)
    vd_buf_printf(&text,
                  "FUNCTION_BLOCK F%d VAR f : F%d; END_VAR "
                  "END_FUNCTION_BLOCK ",
                  400 - i, 399 - i);
  expect_errors(
      (Row[]){{vd_buf_text(&text), "FBs inside each other more than 200 deep"}},
      1);
  vd_buf_done(&text);
  // Each has the one before twice.
  vd_buf_str(&text,
             "FUNCTION_BLOCK F0 VAR x : INT; END_VAR "
             "END_FUNCTION_BLOCK ");
  for (int i = 1; i < 17; i++)
    vd_buf_printf(&text,
                  "FUNCTION_BLOCK F%d VAR a, b : F%d; END_VAR "
                  "END_FUNCTION_BLOCK ",
                  i, i - 1);
  expect_errors((Row[]){{vd_buf_text(&text), "has more than 32768 scalars"}},
                1);
  vd_buf_done(&text);
  // Each action calls the one before twice.
  vd_buf_str(&text,
             "PROGRAM P VAR x : INT; END_VAR ACTION a0: x := 1; "
             "END_ACTION ");
  for (int i = 1; i < 40; i++)
    vd_buf_printf(&text, "ACTION a%d: a%d(); a%d(); END_ACTION ", i, i - 1,
                  i - 1);
  vd_buf_str(&text, "a39(); END_PROGRAM");
  expect_errors(
      (Row[]){{vd_buf_text(&text), "P has more than 1048576 statements"}}, 1);
  vd_buf_done(&text);
  // And so with variable indices.
  vd_buf_str(&text,
             "PROGRAM P VAR x : INT; a : ARRAY[0..4000] OF INT; END_VAR "
             "ACTION a0: a[x] := 1; END_ACTION ");
  for (int i = 1; i < 18; i++)
    vd_buf_printf(&text, "ACTION a%d: a%d(); a%d(); END_ACTION ", i, i - 1,
                  i - 1);
  vd_buf_str(&text, "a17(); END_PROGRAM");
  expect_errors(
      (Row[]){{vd_buf_text(&text), "P is too large with its actions"}}, 1);
  vd_buf_done(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),          cmocka_unit_test(types),
      cmocka_unit_test(declarations),   cmocka_unit_test(unsupported),
      cmocka_unit_test(opaque_body),    cmocka_unit_test(opaque_digest),
      cmocka_unit_test(interface),      cmocka_unit_test(limits),
      cmocka_unit_test(idle_instances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
