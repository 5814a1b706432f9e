// The syntax tree: what is where, and what is said of wrong text.
#include "front/st/parse.h"
#include "unit.h"

typedef struct Parsed {
  VdStUnit *unit;
  VdDiags diags;
  VdBuf message;
} Parsed;

static void parse(Parsed *p, const char *text) {
  VdStText source = {"a.st", text, strlen(text), 1, 1, NULL, 0};
  *p = (Parsed){.unit = vd_st_unit_new()};
  vd_st_parse(p->unit, &source, &p->diags);
  vd_diags_print(&p->diags, &p->message);
}

static void done(Parsed *p) {
  vd_st_unit_free(p->unit);
  vd_diags_done(&p->diags);
  vd_buf_done(&p->message);
}

static void sfc(void **state) {
  (void)state;
  Parsed p;
  parse(&p,
        "FUNCTION_BLOCK F VAR step, action : INT; END_VAR\n"
        "INITIAL_STEP S0: A1(N); A2(L, T#3s); b(S); A1; END_STEP\n"
        "STEP S1: END_STEP STEP S2 A2(p0, led); END_STEP\n"
        "TRANSITION t1 (PRIORITY := 2) FROM S0 TO (S1, S2) := step > 1;\n"
        "END_TRANSITION\n"
        "TRANSITION FROM (S1, S2) TO S0 := S1.T > T#1s; END_TRANSITION\n"
        "ACTION A1: step := 1; action := step; END_ACTION\n"
        "ACTION A2 step := 2; END_ACTION\n"
        "END_FUNCTION_BLOCK");
  assert_string_equal(vd_buf_text(&p.message), "");
  const VdStPou *pou = p.unit->pou.at[0];
  assert_int_equal(pou->body.len, 0);
  assert_int_equal(pou->action.len, 2);
  assert_int_equal(pou->action.at[0]->body.len, 2);
  const VdSfcNet *net = pou->sfc;
  assert_int_equal(net->step.len, 3);
  const VdSfcStep *first = net->step.at[0];
  assert_true(first->initial && !net->step.at[1]->initial);
  assert_int_equal(first->block.len, 4);
  assert_int_equal(first->block.at[1].qualifier, VD_SFC_L);
  assert_true(first->block.at[1].time->bits == 3000000000);
  assert_int_equal(first->block.at[2].qualifier, VD_SFC_S);
  assert_string_equal(first->block.at[2].action.text, "b");
  assert_int_equal(first->block.at[3].qualifier, VD_SFC_N);
  const VdSfcBlock *last = &net->step.at[2]->block.at[0];
  assert_int_equal(last->qualifier, VD_SFC_P0);
  assert_string_equal(last->indicator.at[0].text, "led");
  assert_int_equal(net->transition.len, 2);
  const VdSfcTransition *t = net->transition.at[0];
  assert_string_equal(t->name, "t1");
  assert_true(t->has_priority && t->priority == 2);
  assert_int_equal(t->from.len, 1);
  assert_int_equal(t->to.len, 2);
  assert_string_equal(t->to.at[1].text, "S2");
  assert_int_equal(t->to.at[1].pos.line, 4);
  assert_int_equal(net->transition.at[1]->cond->base->kind, VD_ST_MEMBER);
  done(&p);
}

static void declarations(void **state) {
  (void)state;
  Parsed p;
  parse(&p,
        "TYPE T : ARRAY[0..3, 1..2] OF INT (0..5) := [8(1)]; "
        "E : USINT (a := 1, b); END_TYPE "
        "CONFIGURATION C VAR_GLOBAL g : BOOL; END_VAR "
        "RESOURCE R ON X VAR_GLOBAL RETAIN h : T; END_VAR "
        "TASK t(INTERVAL := T#4ms, PRIORITY := 1); "
        "PROGRAM p WITH t : Main; END_RESOURCE END_CONFIGURATION "
        "PROGRAM Main VAR_INPUT a, b AT %IW3 : INT := 5; e : BOOL R_EDGE; "
        "END_VAR VAR CONSTANT k : INT := 1; END_VAR VAR RETAIN "
        "persistent : INT; END_VAR END_PROGRAM");
  assert_string_equal(vd_buf_text(&p.message), "");
  assert_int_equal(p.unit->type.len, 2);
  const VdStSpec *spec = p.unit->type.at[0]->spec;
  assert_int_equal(spec->kind, VD_ST_SPEC_ARRAY);
  assert_int_equal(spec->range.len, 2);
  assert_int_equal(spec->element->kind, VD_ST_SPEC_SUBRANGE);
  assert_int_equal(p.unit->type.at[1]->spec->kind, VD_ST_SPEC_ENUM);
  assert_int_equal(p.unit->global.len, 2);
  assert_true(p.unit->global.at[1]->retain);
  const VdStVars *var = &p.unit->pou.at[0]->var;
  assert_int_equal(var->len, 5);
  assert_string_equal(var->at[1]->at, "%IW3");
  assert_int_equal(var->at[0]->section, VD_ST_VAR_INPUT);
  assert_true(var->at[2]->edge && !var->at[2]->falling);
  assert_true(var->at[3]->constant);
  assert_true(var->at[4]->retain);
  done(&p);
}

static void positions(void **state) {
  (void)state;
  Parsed p;
  parse(&p, "PROGRAM P\nVAR x : INT; END_VAR\n  x :=\n  (1 + x);\nEND_PROGRAM");
  const VdStPou *pou = p.unit->pou.at[0];
  assert_int_equal(pou->pos.line, 1);
  assert_int_equal(pou->pos.column, 9);
  assert_int_equal(pou->var.at[0]->pos.column, 5);
  assert_int_equal(pou->body.at[0]->pos.line, 3);
  assert_int_equal(pou->body.at[0]->value->pos.line, 4);
  assert_int_equal(pou->body.at[0]->value->pos.column, 6);
  assert_string_equal(pou->body.at[0]->pos.file, "a.st");
  done(&p);
}

static void fragments(void **state) {
  (void)state;
  VdStUnit *unit = vd_st_unit_new();
  VdDiags diags = {0};
  VdStPou pou = {0};
  VdStText guard = {"a.xml", "NOT a AND b.Q", 13, 7, 5, NULL, 0};
  VdStExpr *e = vd_st_parse_expr(unit, &pou, &guard, &diags);
  assert_non_null(e);
  assert_int_equal(e->op, VD_ST_AND);
  assert_int_equal(e->pos.line, 7);
  assert_int_equal(e->pos.column, 11);
  VdStText body = {"a.xml", "x := 1;\ny := 's';", 17, 9, 3, NULL, 0};
  VdStStmts list = {0};
  assert_true(vd_st_parse_body(unit, &pou, &body, &list, &diags));
  assert_int_equal(list.len, 2);
  assert_int_equal(list.at[1]->pos.line, 10);
  assert_int_equal(list.at[1]->pos.column, 1);
  assert_string_equal(pou.reason, "a string");
  VdStText wrong = {"a.xml", "a b", 3, 1, 1, NULL, 0};
  assert_null(vd_st_parse_expr(unit, &pou, &wrong, &diags));
  assert_int_equal(diags.errors, 1);
  vd_diags_done(&diags);
  vd_st_unit_free(unit);
}

static void errors(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } row[] = {
      {"PROGRAM", "found the end of the text, expected a name"},
      {"PROGRAM P x := 1;", "found the end of the text, expected END_PROGRAM"},
      {"PROGRAM P x = 1; END_PROGRAM", "1:13: error: found '=', expected ':='"},
      {"PROGRAM P x := ; END_PROGRAM",
       "1:16: error: found ';', expected an expression"},
      {"PROGRAM P x := (1 + 2; END_PROGRAM", "found ';', expected ')'"},
      {"PROGRAM P IF a x := 1; END_IF END_PROGRAM", "found 'x', expected THEN"},
      {"PROGRAM P IF a THEN x := 1; END_PROGRAM",
       "found 'END_PROGRAM', expected END_IF"},
      {"PROGRAM P CASE a OF x := 1; END_CASE END_PROGRAM",
       "found 'x', expected a label of CASE"},
      {"PROGRAM P VAR a INT; END_VAR END_PROGRAM", "found 'INT', expected ':'"},
      {"PROGRAM P VAR a : ; END_VAR END_PROGRAM", "found ';', expected a type"},
      {"PROGRAM P VAR a : ARRAY[1] OF INT; END_VAR END_PROGRAM",
       "found ']', expected '..'"},
      {"x := 1;", "1:1: error: found 'x', expected PROGRAM, FUNCTION"},
      {"PROGRAM P INITIAL_STEP s: a(Q); END_STEP END_PROGRAM",
       "found 'Q', expected an action qualifier"},
      {"PROGRAM P INITIAL_STEP s: a(L); END_STEP END_PROGRAM",
       "found ')', expected ','"},
      {"PROGRAM P INITIAL_STEP s: END_STEP x := 1; END_PROGRAM",
       "found statements among steps, expected either"},
      {"PROGRAM P TRANSITION t TO s := a; END_TRANSITION END_PROGRAM",
       "found 'TO', expected FROM"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    Parsed p;
    parse(&p, row[i].text);
    if (!strstr(vd_buf_text(&p.message), row[i].message))
      print_error("%s: %s, not %s\n", row[i].text, vd_buf_text(&p.message),
                  row[i].message);
    assert_non_null(strstr(vd_buf_text(&p.message), row[i].message));
    assert_int_equal(p.diags.errors, 1);
    done(&p);
  }
}

// One run reports all of them, and each once.
static void recovery(void **state) {
  (void)state;
  Parsed p;
  parse(&p,
        "PROGRAM A\nVAR x INT; y : INT; END_VAR\n"
        "y := 1 + ;\nIF y THEN y := ); END_IF\nWHILE DO y := 1; END_WHILE\n"
        "END_PROGRAM\nPROGRAM B\nx = 1;\nEND_PROGRAM\n"
        "FUNCTION : INT END_FUNCTION\nPROGRAM C y := 1 END_PROGRAM");
  assert_string_equal(vd_buf_text(&p.message),
                      "a.st:2:7: error: found 'INT', expected ':'\n"
                      "a.st:3:10: error: found ';', expected an expression\n"
                      "a.st:4:16: error: found ')', expected an expression\n"
                      "a.st:5:7: error: found 'DO', expected an expression\n"
                      "a.st:8:3: error: found '=', expected ':='\n"
                      "a.st:10:10: error: found ':', expected a name\n"
                      "a.st:11:18: error: found 'END_PROGRAM', expected ';'\n");
  done(&p);
}

static void expect_deep(VdBuf *text, const char *message) {
  Parsed p;
  parse(&p, vd_buf_text(text));
  assert_non_null(strstr(vd_buf_text(&p.message), message));
  assert_int_equal(p.diags.errors, 1);
  done(&p);
  vd_buf_done(text);
}

static void repeat(VdBuf *text, const char *part, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) vd_buf_str(text, part);
}

// 100,000 of anything end in a message.
static void depth(void **state) {
  (void)state;
  enum { MANY = 100000 };
  static const struct {
    const char *part, *message;
  } row[] = {
      {"(", "nested more than 500 deep"},
      {"NOT ", "nested more than 500 deep"},
      {"-", "nested more than 500 deep"},
      {"f(", "nested more than 500 deep"},
      {"a[", "nested more than 500 deep"},
      {"1 + ", "more than 1000 operators in a row"},
      {"a.", "more than 1000 operators in a row"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    VdBuf text = {0};
    vd_buf_str(&text, "PROGRAM P x := ");
    repeat(&text, row[i].part, MANY);
    expect_deep(&text, row[i].message);
  }
  VdBuf text = {0};
  vd_buf_str(&text, "PROGRAM P ");
  repeat(&text, "IF a THEN ", MANY);
  expect_deep(&text, "nested more than 500 deep");
  vd_buf_str(&text, "PROGRAM P VAR a : ");
  repeat(&text, "ARRAY[0..1] OF ", MANY);
  expect_deep(&text, "nested more than 500 deep");
  vd_buf_str(&text, "PROGRAM P VAR a : INT := ");
  repeat(&text, "[", MANY);
  expect_deep(&text, "nested more than 500 deep");
  vd_buf_str(&text, "PROGRAM P ");
  repeat(&text, "ACTION a: ", MANY);
  expect_deep(&text, "nested more than 500 deep");
}

static void unsupported(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason;
    uint32_t column;
  } row[] = {
      {"FUNCTION_BLOCK F METHOD m : INT END_METHOD END_FUNCTION_BLOCK",
       "a method or property", 18},
      {"FUNCTION_BLOCK F EXTENDS G END_FUNCTION_BLOCK", "EXTENDS or IMPLEMENTS",
       18},
      {"CLASS F VAR x : INT; END_VAR END_CLASS", "a class or interface", 1},
      {"PROGRAM P x := 'abc'; END_PROGRAM", "a string", 16},
      {"PROGRAM P x := %IX0.0; END_PROGRAM", "a direct address", 16},
      {"PROGRAM P x^ := 1; END_PROGRAM", "a dereference", 12},
      {"PROGRAM P x S= y; END_PROGRAM",
       "an assignment other than variable := expression", 13},
      {"PROGRAM P a := b := c; END_PROGRAM",
       "an assignment other than variable := expression", 18},
      {"PROGRAM P JMP l; l: x := 1; END_PROGRAM", "JMP", 11},
      {"PROGRAM P IF a AND_THEN b THEN x := 1; END_IF; END_PROGRAM",
       "AND_THEN or OR_ELSE", 16},
      {"PROGRAM P {IF defined (a)} x := 1; {END_IF} END_PROGRAM",
       "a pragma with code or a condition", 11},
      {"FUNCTION_BLOCK F THIS^.x := 1; END_FUNCTION_BLOCK", "THIS", 18},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    Parsed p;
    parse(&p, row[i].text);
    assert_string_equal(vd_buf_text(&p.message), "");
    assert_int_equal(p.unit->pou.len, 1);
    assert_string_equal(p.unit->pou.at[0]->reason, row[i].reason);
    assert_int_equal(p.unit->pou.at[0]->reason_pos.column, row[i].column);
    done(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sfc),       cmocka_unit_test(declarations),
      cmocka_unit_test(positions), cmocka_unit_test(fragments),
      cmocka_unit_test(errors),    cmocka_unit_test(recovery),
      cmocka_unit_test(depth),     cmocka_unit_test(unsupported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
