// PLCopen XML: declarations, positions, networks against the same in text, and
// files that are not what they should be.
#include "front/st/plc_test.h"
#include "front/st/plcopen.h"
#include "front/st/st_print.h"

#define SPACE "http://www.plcopen.org/xml/tc6_0201"
#define PROJECT(types, pous)                            \
  "<project xmlns='" SPACE "'><types><dataTypes>" types \
  "</dataTypes><pous>" pous "</pous></types></project>"
#define POU(interface, rest)                                                  \
  "<pou name='P' pouType='program'><interface>" interface "</interface>" rest \
  "</pou>"
#define VAR(name, type) \
  "<variable name='" name "'><type>" type "</type></variable>"
#define ST(text) "<ST><xhtml xmlns='x'>" text "</xhtml></ST>"

// ------------------------------------------------------------ declarations
static void check_unit(const char *xml, const char *expected) {
  VdStUnit *unit = vd_st_unit_new();
  VdDiags diags = {0};
  VdBuf out = {0};
  VdStText text = {
      .file = "t.xml", .text = xml, .len = strlen(xml), .line = 1, .column = 1};
  vd_plcopen_read(unit, &text, &diags);
  vd_diags_print(&diags, &out);
  print_unit(unit, &out);
  assert_string_equal(vd_buf_text(&out), expected);
  vd_buf_done(&out);
  vd_diags_done(&diags);
  vd_st_unit_free(unit);
}

static void sections(void **state) {
  (void)state;
  check_unit(
      PROJECT(
          "",
          POU("<inputVars>" VAR(
                  "a",
                  "<BOOL/>") "</inputVars>"
                             "<outputVars>" VAR(
                                 "b",
                                 "<INT/>") "</outputVars>"
                                           "<inOutVars>" VAR(
                                               "c",
                                               "<REAL/>") "</inOutVars>"
                                                          "<tempVars>" VAR(
                                                              "d",
                                                              "<TIME/>") "</"
                                                                         "tempV"
                                                                         "ars>"
                                                                         "<exte"
                                                                         "rnalV"
                                                                         "ars"
                                                                         ">" VAR(
                                                                             "e",
                                                                             "<"
                                                                             "L"
                                                                             "W"
                                                                             "O"
                                                                             "R"
                                                                             "D"
                                                                             "/"
                                                                             ">") "</externalVars>"
                                                                                  "<localVars retain='true'>" VAR(
                                                                                      "f",
                                                                                      "<TOD/>") "</localVars><localVars constant='true'>"
                                                                                                "<variable name='g' address='%IX0.0'><type><INT/></type>"
                                                                                                "<initialValue><simpleValue value='INT#5'/>"
                                                                                                "</initialValue></variable></localVars>",
              "")),
      "PROGRAM P\n"
      "  VAR_INPUT a : BOOL\n"
      "  VAR_OUTPUT b : INT\n"
      "  VAR_IN_OUT c : REAL\n"
      "  VAR_TEMP d : TIME\n"
      "  VAR_EXTERNAL e : LWORD\n"
      "  VAR RETAIN f : TOD\n"
      "  VAR CONSTANT g AT %IX0.0 : INT := INT#5\n");
}

static void types(void **state) {
  (void)state;
  check_unit(
      PROJECT(
          "<dataType name='E'><baseType><enum><values><value name='Red'/>"
          "<value name='Blue' value='4'/></values></enum></baseType>"
          "<initialValue><simpleValue value='Blue'/></initialValue></dataType>"
          "<dataType name='R'><baseType><subrangeSigned>"
          "<range lower='-1' upper='N'/><baseType><INT/></baseType>"
          "</subrangeSigned></baseType></dataType>"
          "<dataType name='S'><baseType><struct>" VAR("x", "<BOOL/>")
              VAR("y", "<derived name='E'/>") "</struct></baseType></dataType>",
          POU("<localVars><variable name='a'><type><array>"
              "<dimension lower='0' upper='1'/><dimension lower='1' upper='3'/>"
              "<baseType><INT/></baseType></array></type><initialValue>"
              "<arrayValue><value><simpleValue value='1'/></value>"
              "<value repetitionValue='5'><simpleValue value='2'/></value>"
              "</arrayValue></initialValue></variable>"
              "<variable name='s'><type><derived name='S'/></type>"
              "<initialValue><structValue><value member='x'>"
              "<simpleValue value='TRUE'/></value></structValue></initialValue>"
              "</variable><variable name='t'><type><string length='8'/></type>"
              "<initialValue><simpleValue value=\"'a'\"/></initialValue>"
              "</variable>" VAR("p",
                                "<pointer><baseType><INT/></baseType>"
                                "</pointer>") "</localVars>",
              "")),
      "TYPE E : (Red, Blue := 4) := Blue\n"
      "TYPE R : INT (-1..N)\n"
      "TYPE S : STRUCT x : BOOL; y : E; END_STRUCT\n"
      "PROGRAM P\n"
      "  VAR a : ARRAY[0..1, 1..3] OF INT := [1, 5(2)]\n"
      "  VAR s : S := (x := TRUE)\n"
      "  VAR t : unsupported STRING\n"
      "  VAR p : unsupported POINTER\n");
}

// Prefixes, globals of resources, and POUs in the vendor data of CODESYS.
static void places(void **state) {
  (void)state;
  check_unit(
      "<q:project xmlns:q='http://www.plcopen.org/xml/tc6_0200'><q:types/>"
      "<q:instances><q:configurations><q:configuration name='c'>"
      "<q:resource name='r'><q:globalVars name='GVL'>"
      "<q:variable name='g'><q:type><q:INT/></q:type></q:variable>"
      "</q:globalVars></q:resource></q:configuration></q:configurations>"
      "</q:instances><q:addData><q:data name='app'><q:resource name='a'>"
      "<q:addData><q:data name='pou'><q:pou name='F' pouType='function'>"
      "<q:interface><q:returnType><q:INT/></q:returnType></q:interface>"
      "<q:body><q:ST><x:xhtml xmlns:x='x'>F := GVL.g;</x:xhtml></q:ST>"
      "</q:body></q:pou></q:data></q:addData></q:resource></q:data></q:addData>"
      "</q:project>",
      "  VAR_GLOBAL g : INT\n"
      "FUNCTION F : INT\n"
      "  F := g;\n");
}

static void other_languages(void **state) {
  (void)state;
  check_unit(PROJECT("", POU("", "<body><LD/></body>")
                             POU("", "<body>" ST("a := 1;") "</body>")),
             "PROGRAM P\n"
             "  unsupported at 1:151: a body in LD\n"
             "PROGRAM P\n"
             "  a := 1;\n");
}

// ------------------------------------------------------------------ bodies
static void text_forms(void **state) {
  (void)state;
  check_unit(
      PROJECT("", POU("", "<body>" ST("a := b &lt;= c &amp; d;<br/>"
                                      "<p>(* 1 *) x := y<![CDATA[ < ]]>z;</p>"
                                      "// note&#10;e := f;") "</body>")),
      "PROGRAM P\n"
      "  a := ((b <= c) AND d);\n"
      "  x := (y < z);\n"
      "  e := f;\n");
}

// Entities are longer in the file than in the text.
static void positions(void **state) {
  (void)state;
  check_unit(PROJECT("", POU("",
                             "<body>\n<ST><xhtml>\n"
                             "a := 1;\n"
                             "  b := c &lt;= := 2;\n"
                             "</xhtml></ST></body>")),
             "t.xml:4:16: error: found ':=', expected an expression\n"
             "PROGRAM P\n"
             "  unsupported at 4:16: an assignment other than variable := "
             "expression\n"
             "  a := 1;\n");
}

// ---------------------------------------------------------------- networks
// A network as lines, so that it can be read:
//   step 1 Name < 2 3          from the elements 2 and 3
//   initial 1 Name < 2
//   jump 1 Name < 2
//   transition 1 < 2 : a AND b
//   selectionDivergence 1 < 2  and the like
//   <...>                      as it is
typedef struct Line {
  char kind[32], id[8], name[16];
  const char *from, *condition;
} Line;

static Line split(VdArena *arena, const char *text) {
  Line line = {.from = "", .condition = ""};
  char *copy = vd_arena_str(arena, text);
  char *colon = strstr(copy, " : "), *from = strstr(copy, " <");
  if (colon) {
    *colon = '\0';
    line.condition = colon + 3;
  }
  if (from) {
    *from = '\0';
    line.from = from + 2;
  }
  assert_true(sscanf(copy, "%31s %7s %15s", line.kind, line.id, line.name) > 1);
  return line;
}

// Each line is a connectionPointIn of its own, or all are in one.
static void put_from(VdBuf *out, const Line *line, bool apart) {
  const char *at = line->from;
  unsigned id;
  int used;
  if (!apart) vd_buf_str(out, "<connectionPointIn>");
  for (; sscanf(at, "%u%n", &id, &used) == 1; at += used)
    vd_buf_printf(out,
                  apart ? "<connectionPointIn><connection refLocalId='%u'/>"
                          "</connectionPointIn>"
                        : "<connection refLocalId='%u'/>",
                  id);
  if (!apart) vd_buf_str(out, "</connectionPointIn>");
}

static void put_line(VdBuf *out, const Line *l) {
  bool initial = !strcmp(l->kind, "initial");
  if (initial || !strcmp(l->kind, "step")) {
    vd_buf_printf(out, "<step localId='%s' name='%s' initialStep='%s'>", l->id,
                  l->name, initial ? "true" : "false");
    put_from(out, l, false);
    vd_buf_str(out, "</step>");
  } else if (!strcmp(l->kind, "jump")) {
    vd_buf_printf(out, "<jumpStep localId='%s' targetName='%s'>", l->id,
                  l->name);
    put_from(out, l, false);
    vd_buf_str(out, "</jumpStep>");
  } else if (!strcmp(l->kind, "transition")) {
    vd_buf_printf(out, "<transition localId='%s'>", l->id);
    put_from(out, l, false);
    vd_buf_printf(out,
                  "<condition><inline name='i'>" ST("%s") "</inline>"
                  "</condition></transition>",
                  l->condition);
  } else {
    vd_buf_printf(out, "<%s localId='%s'>", l->kind, l->id);
    put_from(out, l, true);
    vd_buf_printf(out, "</%s>", l->kind);
  }
}

typedef struct Network {
  const char *extra;  // between the interface and the body, or NULL
  const char *after;  // after the body, or NULL
  const char *const *line;
  uint32_t lines;
} Network;
#define LINES(...)                            \
  .line = (const char *const[]){__VA_ARGS__}, \
  .lines = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

#define INTERFACE \
  "<inputVars>" VAR("a", "<BOOL/>") VAR("b", "<BOOL/>")                \
      VAR("c", "<BOOL/>") VAR("SFCReset", "<BOOL/>") "</inputVars>"    \
  "<outputVars>" VAR("q", "<BOOL/>") VAR("n", "<INT/>") "</outputVars>"
#define DECLARED                                           \
  "PROGRAM P VAR_INPUT a, b, c, SFCReset : BOOL; END_VAR " \
  "VAR_OUTPUT q : BOOL; n : INT; END_VAR "

// Lines of the network start at line 2 of the file.
static char *xml_of(VdArena *arena, Network n) {
  VdBuf out = {0};
  vd_buf_str(&out, "<project xmlns='" SPACE
                   "'><types><pous>"
                   "<pou name='P' pouType='program'><interface>" INTERFACE
                   "</interface>");
  vd_buf_printf(&out, "%s<body><SFC>", n.extra ? n.extra : "");
  for (uint32_t i = 0; i < n.lines; i++) {
    Line line = {.from = ""};
    if (*n.line[i] != '<') line = split(arena, n.line[i]);
    vd_buf_str(&out, "\n");
    if (*n.line[i] != '<')
      put_line(&out, &line);
    else
      vd_buf_str(&out, n.line[i]);
  }
  vd_buf_printf(&out, "</SFC></body>%s</pou></pous></types></project>",
                n.after ? n.after : "");
  char *text = vd_arena_str(arena, vd_buf_text(&out));
  vd_buf_done(&out);
  return text;
}

static void load(Plc *p, Network n) {
  VdArena arena = {0};
  plc_load(p, xml_of(&arena, n), "P", 0);
  vd_arena_done(&arena);
}

static void digest(const char *text, VdDigest *out) {
  Plc p;
  plc_load(&p, text, "P", 4000000);
  vd_ir_loops(p.module);
  vd_ir_hash(p.module);
  *out = p.module->func.at[p.pou->func]->digest;
  plc_done(&p);
}

static void check_same(Network n, const char *text) {
  VdArena arena = {0};
  VdDigest one, two;
  digest(xml_of(&arena, n), &one);
  digest(text, &two);
  assert_memory_equal(&one, &two, sizeof one);
  vd_arena_done(&arena);
}

#define ACTION(name, text) \
  "<action name='" name "'><body>" ST(text) "</body></action>"

// Selection with convergence, a jump, action blocks, and conditions in all
// forms.
static void network(void **state) {
  (void)state;
  check_same(
      (Network){
          .extra = "<actions>" ACTION(
              "Count",
              "n := n + 1;") "</actions>"
                             "<transitions><transition name='Go'><body>" ST(
                                 "Go := a AND b;") "</body></transition></"
                                                   "transitions>",
          LINES("initial 1 S < 12", "selectionDivergence 2 < 1",
                "<transition localId='3'><connectionPointIn>"
                "<connection refLocalId='2'/></connectionPointIn><condition>"
                "<connectionPointIn><connection refLocalId='4'/>"
                "</connectionPointIn></condition></transition>",
                "<inVariable localId='4' negated='true'><connectionPointOut/>"
                "<expression>a</expression></inVariable>",
                "transition 5 < 2 : b",
                "<transition localId='6'><connectionPointIn>"
                "<connection refLocalId='2'/></connectionPointIn><condition>"
                "<reference name='Go'/></condition></transition>",
                "step 7 A1 < 3", "step 8 B1 < 5", "jump 9 b1 < 6",
                "transition 10 < 7 : := c;",
                "<transition localId='11'><connectionPointIn>"
                "<connection refLocalId='8'/></connectionPointIn><condition>"
                "<connectionPointIn><expression>TRUE;</expression>"
                "</connectionPointIn></condition></transition>",
                "selectionConvergence 12 < 10 11",
                "<actionBlock localId='13'><connectionPointIn>"
                "<connection refLocalId='7'/></connectionPointIn>"
                "<action localId='14' qualifier='D' duration='T#8ms'>"
                "<reference name='q'/></action><action localId='15'>"
                "<reference name='Count'/></action></actionBlock>")},
      DECLARED
      "INITIAL_STEP S: END_STEP STEP A1: q(D, T#8ms); Count(N); END_STEP "
      "STEP B1: END_STEP "
      "TRANSITION FROM S TO A1 := NOT a; END_TRANSITION "
      "TRANSITION FROM S TO B1 := b; END_TRANSITION "
      "TRANSITION FROM S TO B1 := a AND b; END_TRANSITION "
      "TRANSITION FROM A1 TO S := c; END_TRANSITION "
      "TRANSITION FROM B1 TO S := TRUE; END_TRANSITION "
      "ACTION Count: n := n + 1; END_ACTION END_PROGRAM");
}

static void simultaneous(void **state) {
  (void)state;
  check_same((Network){LINES("initial 1 S < 9", "transition 2 < 1 : a",
                             "simultaneousDivergence 3 < 2", "step 4 A1 < 3",
                             "step 5 B1 < 3", "simultaneousConvergence 8 < 4 5",
                             "transition 9 < 8 : b")},
             DECLARED
             "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP "
             "TRANSITION FROM S TO (A1, B1) := a; END_TRANSITION "
             "TRANSITION FROM (A1, B1) TO S := b; END_TRANSITION END_PROGRAM");
}

#define DRAWN(id, more, x, condition)                                   \
  "<transition localId='" id "' " more "><position x='" x               \
  "' y='1'/>"                                                           \
  "<connectionPointIn><connection refLocalId='1'/></connectionPointIn>" \
  "<condition><inline>" ST(condition) "</inline></condition></transition>"

// As it is drawn, or by number: not in the order of the file.
static void order(void **state) {
  (void)state;
  check_same(
      (Network){LINES("initial 1 S", DRAWN("2", "", "90", "a"),
                      DRAWN("3", "", "10", "b"),
                      DRAWN("4", "priority='1'", "95", "c"), "step 5 A1 < 2",
                      "step 6 B1 < 3", "step 7 C1 < 4")},
      DECLARED
      "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP "
      "STEP C1: END_STEP TRANSITION FROM S TO C1 := c; END_TRANSITION "
      "TRANSITION FROM S TO B1 := b; END_TRANSITION "
      "TRANSITION FROM S TO A1 := a; END_TRANSITION END_PROGRAM");
}

static void inline_action(void **state) {
  (void)state;
  Plc p;
  load(&p, (Network){LINES(
               "initial 1 A1",
               "<actionBlock localId='2'><connectionPointIn>"
               "<connection refLocalId='1'/></connectionPointIn>"
               "<action qualifier='N'><inline>" ST(
                   "n := n + 1;") "</inline></action>"
                                  "<action qualifier='P1'><inline>" ST(
                                      "n := n + 10;") "</inline></action></"
                                                      "actionBlock>",
               "transition 3 < 1 : a", "step 4 B1 < 3")});
  PLC_TABLE(&p, "a > n", "0 > 11", "0 > 12", "1 > 13", "0 > 14", "0 > 14");
  plc_done(&p);
}

// ----------------------------------------------------------------- CODESYS
#define ATTRIBUTE(guid, value) \
  "<attribute guid='" guid "'>" value "\n </attribute>"
#define ENTRY "a6b08bd8-b696-47e3-9cbf-7408b61c9ff8"
#define ACTIVE "700a583f-b4d4-43e4-8c14-629c7cd3bec8"
#define EXIT "a2621e18-7de3-4ea6-ae6d-89e9e0b7befd"
#define STEP(head, from, attributes)                                         \
  "<step " head "><connectionPointIn><connection refLocalId='" from          \
  "'/>"                                                                      \
  "</connectionPointIn>"                                                     \
  "<addData><data name='http://www.3s-software.com/plcopenxml/sfc/element' " \
  "handleUnknown='implementation'><attributes xmlns=''>" attributes          \
  "</attributes></data></addData></step>"

// The exit action runs in the cycle after the transition, before the entry. A
// reset is an entry, and no exit.
static void step_actions(void **state) {
  (void)state;
  Plc p;
  load(&p,
       (Network){.extra = "<actions>" ACTION("In", "n := n * 10 + 1;")
                     ACTION("While", "n := n * 10 + 2;")
                         ACTION("Out", "n := n * 10 + 3;")
                             ACTION("First", "n := n * 10 + 4;") "</actions>",
                 LINES(STEP("localId='1' name='A1' initialStep='true'", "4",
                            ATTRIBUTE(ENTRY, "First")),
                       "transition 2 < 1 : a",
                       STEP("localId='3' name='B1'", "2",
                            ATTRIBUTE(ENTRY, "In") ATTRIBUTE(ACTIVE, "While")
                                ATTRIBUTE(EXIT, "Out")),
                       "transition 4 < 3 : b")});
  PLC_TABLE(&p, "a b > A1.X B1.X n", "0 0 > 1 0 4", "1 0 > 0 1 4",
            "0 0 > 0 1 412", "0 1 > 1 0 4122");
  plc_set(&p, "n", 0);
  PLC_TABLE(&p, "a b > n", "0 0 > 34", "1 0 > 34", "0 1 > 3412");
  plc_restart(&p);
  PLC_TABLE(&p, "a SFCReset > A1.X n", "1 0 > 0 4", "0 0 > 0 412",
            "0 1 > 1 4124");
  plc_set(&p, "n", 0);
  PLC_TABLE(&p, "a SFCReset > A1.X n", "0 1 > 1 4", "0 0 > 1 4");
  plc_done(&p);
}

// Branches that end in jumps are drawn down to the convergence; branches that
// end in steps have the transition below it in common.
static void convergence_of_steps(void **state) {
  (void)state;
  check_same(
      (Network){LINES("initial 1 S < 9", "selectionDivergence 2 < 1",
                      "transition 3 < 2 : a", "transition 4 < 2 : b",
                      "transition 5 < 2 : c", "step 6 A1 < 3", "step 7 B1 < 4",
                      "jump 10 A1 < 5", "selectionConvergence 8 < 6 7 10",
                      "transition 9 < 8 : c")},
      DECLARED
      "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP "
      "TRANSITION FROM S TO A1 := a; END_TRANSITION "
      "TRANSITION FROM S TO B1 := b; END_TRANSITION "
      "TRANSITION FROM S TO A1 := c; END_TRANSITION "
      "TRANSITION FROM A1 TO S := c; END_TRANSITION "
      "TRANSITION FROM B1 TO S := c; END_TRANSITION END_PROGRAM");
}

static void no_transition(void **state) {
  (void)state;
  VdArena arena = {0};
  Plc p = {0};
  VdStOptions options = {0};
  VdBuf out = {0};
  Network n = {LINES("initial 1 A1 < 2", "step 2 B1 < 1")};
  const char *xml = xml_of(&arena, n);
  p.module =
      vd_st_read_text(xml, strlen(xml), "t.xml", &options, &p.diags, &p.plc);
  vd_diags_print(&p.diags, &out);
  assert_string_equal(vd_buf_text(&out),
                      "t.xml:2:1: warning: no transition between 'B1' and "
                      "'A1', taken as one that is always true\n"
                      "t.xml:3:1: warning: no transition between 'A1' and "
                      "'B1', taken as one that is always true\n");
  assert_non_null(p.module);
  vd_buf_done(&out);
  plc_done(&p);
  vd_arena_done(&arena);
  check_same(n, DECLARED
             "INITIAL_STEP A1: END_STEP STEP B1: END_STEP "
             "TRANSITION FROM B1 TO A1 := TRUE; END_TRANSITION "
             "TRANSITION FROM A1 TO B1 := TRUE; END_TRANSITION END_PROGRAM");
}

#define SETTINGS(use)                                                        \
  "<addData><data name='http://www.3s-software.com/plcopenxml/sfcsettings' " \
  "handleUnknown='implementation'><SFCSettings><Flags><Reset "               \
  "Declare='true' Use='" use "'/></Flags></SFCSettings></data></addData>"

static void flag_in_use(void **state) {
  (void)state;
  Plc p;
  Network n = {LINES("initial 1 A1", "transition 2 < 1 : a", "step 3 B1 < 2")};
  load(&p, n);
  PLC_TABLE(&p, "SFCReset a > A1.X B1.X", "0 1 > 0 1", "1 0 > 1 0");
  plc_done(&p);
  n.after = SETTINGS("true");
  load(&p, n);
  PLC_TABLE(&p, "SFCReset a > A1.X B1.X", "0 1 > 0 1", "1 0 > 1 0");
  plc_done(&p);
  n.after = SETTINGS("false");
  load(&p, n);
  PLC_TABLE(&p, "SFCReset a > A1.X B1.X", "0 1 > 0 1", "1 0 > 0 1");
  plc_done(&p);
}

static void unknown_attribute(void **state) {
  (void)state;
  VdArena arena = {0};
  Network n = {LINES(STEP("localId='1' name='A1' initialStep='true'", "1",
                          "\n" ATTRIBUTE("1234", "T#5s")))};
  Plc p = {0};
  VdStOptions options = {0};
  const char *xml = xml_of(&arena, n);
  p.module =
      vd_st_read_text(xml, strlen(xml), "t.xml", &options, &p.diags, &p.plc);
  const VdMachine *pou = plc_pou(&p, "P");
  assert_string_equal(pou->reason, "the attribute '1234'");
  VdPos pos = p.module->func.at[pou->func]->pos;
  assert_int_equal(pos.line, 3);
  assert_int_equal(pos.column, 1);
  plc_done(&p);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sections),
      cmocka_unit_test(types),
      cmocka_unit_test(places),
      cmocka_unit_test(other_languages),
      cmocka_unit_test(text_forms),
      cmocka_unit_test(positions),
      cmocka_unit_test(network),
      cmocka_unit_test(simultaneous),
      cmocka_unit_test(order),
      cmocka_unit_test(inline_action),
      cmocka_unit_test(step_actions),
      cmocka_unit_test(convergence_of_steps),
      cmocka_unit_test(no_transition),
      cmocka_unit_test(flag_in_use),
      cmocka_unit_test(unknown_attribute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
