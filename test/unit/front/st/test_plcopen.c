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
#define STEP(id, name, more, from)                                           \
  "<step localId='" id "' name='" name "' " more "><connectionPointIn>" from \
  "</connectionPointIn></step>"
#define FROM(id) "<connection refLocalId='" id "'/>"
#define TRANSITION(id, from, condition)                   \
  "<transition localId='" id "'><connectionPointIn>" from \
  "</connectionPointIn><condition>" condition "</condition></transition>"
#define INLINE(text) "<inline name='i'>" ST(text) "</inline>"
#define NODE(element, id, from) \
  "<" element " localId='" id "'>" from "</" element ">"
#define IN(id) "<connectionPointIn>" FROM(id) "</connectionPointIn>"

static void digest(const char *text, VdDigest *out) {
  Plc p;
  plc_load(&p, text, "P", 4000000);
  vd_ir_loops(p.module);
  vd_ir_hash(p.module);
  *out = p.module->func.at[p.pou->func]->digest;
  plc_done(&p);
}

static void check_same(const char *xml, const char *text) {
  VdDigest one, two;
  digest(xml, &one);
  digest(text, &two);
  assert_memory_equal(&one, &two, sizeof one);
}

#define INTERFACE                                                        \
  "<inputVars>" VAR("a", "<BOOL/>") VAR("b", "<BOOL/>")                  \
      VAR("c", "<BOOL/>") "</inputVars><outputVars>" VAR("q", "<BOOL/>") \
          VAR("n", "<INT/>") "</outputVars>"
#define DECLARED                                 \
  "PROGRAM P VAR_INPUT a, b, c : BOOL; END_VAR " \
  "VAR_OUTPUT q : BOOL; n : INT; END_VAR "
#define COUNT \
  "<actions><action name='Count'><body>" ST("n := n + 1;") "</body></action>" \
  "</actions>"

// Selection with convergence, a jump, action blocks, and conditions in all
// forms.
static void network(void **state) {
  (void)state;
  check_same(
      PROJECT(
          "",
          POU(INTERFACE, COUNT
              "<transitions><transition name='Go'><body>" ST("Go := a AND b;") "</body></transition></transitions><body><SFC>" STEP(
                  "1", "S", "initialStep='true'",
                  FROM("12"))
                  NODE("selectionDivergence", "2", IN("1"))
                      TRANSITION(
                          "3", FROM("2"),
                          IN(
                              "4")) "<inVariable localId='4' "
                                    "negated='true'><connectionPointOut/>"
                                    "<expression>a</expression></"
                                    "inVariable>" TRANSITION(
                                        "5", FROM("2"),
                                        INLINE("b"))
                                        TRANSITION(
                                            "6", FROM("2"),
                                            "<reference name='Go'/>")
                                            STEP("7", "A1", "", FROM("3"))
                                                STEP("8", "B1", "", FROM("5")) "<jumpStep localId='9' targetName='b1'>" IN(
                                                    "6") "</"
                                                         "jumpStep>" TRANSITION("10", FROM("7"),
                                                                                INLINE(
                                                                                    ":= c;"))
                                                             TRANSITION(
                                                                 "11",
                                                                 FROM("8"),
                                                                 "<connectionPo"
                                                                 "int"
                                                                 "In><"
                                                                 "expression>"
                                                                 "TRUE</"
                                                                 "expression>"
                                                                 "</"
                                                                 "connectionPoi"
                                                                 "ntI"
                                                                 "n>")
                                                                 NODE(
                                                                     "selection"
                                                                     "Convergen"
                                                                     "c"
                                                                     "e",
                                                                     "12",
                                                                     IN("10") IN(
                                                                         "11")) "<actionB"
                                                                                "lock "
                                                                                "localId="
                                                                                "'13'"
                                                                                ">" IN(
                                                                                    "7") "<action localId='14' qualifier='D' duration='T#8ms'>"
                                                                                         "<reference name='q'/></action><action localId='15'>"
                                                                                         "<reference name='Count'/></action></actionBlock>"
                                                                                         "</SFC></body>")),
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
  check_same(
      PROJECT("",
              POU(INTERFACE,
                  "<body><SFC>" STEP("1", "S", "initialStep='true'", FROM("9"))
                      TRANSITION("2", FROM("1"), INLINE("a")) NODE(
                          "simultaneousDivergence", "3",
                          IN("2")) STEP("4", "A1", "", FROM("3"))
                          STEP("5", "B1", "", FROM("3")) NODE(
                              "simultaneousConvergence", "8", IN("4") IN("5"))
                              TRANSITION("9", FROM("8"),
                                         INLINE("b")) "</SFC></body>")),
      DECLARED
      "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP "
      "TRANSITION FROM S TO (A1, B1) := a; END_TRANSITION "
      "TRANSITION FROM (A1, B1) TO S := b; END_TRANSITION END_PROGRAM");
}

// As it is drawn, or by number: not in the order of the file.
static void order(void **state) {
  (void)state;
  check_same(PROJECT("",
                     POU(INTERFACE,
                         "<body><SFC>" STEP("1", "S", "initialStep='true'", "") "<transition localId='2'><position x='90' y='1'/>" IN("1") "<condition>" INLINE(
                             "a") "</condition></transition>"
                                  "<transition localId='3'><position x='10' "
                                  "y='1'/>" IN("1") "<condition>" INLINE(
                                      "b") "</condition></transition>"
                                           "<transition localId='4' "
                                           "priority='1'>"
                                           "<position x='95' y='1'/>" IN("1") "<condition>" INLINE(
                                               "c") "</condition></"
                                                    "transition>" STEP(
                                                        "5", "A1", "",
                                                        FROM("2"))
                                                        STEP("6", "B1", "",
                                                             FROM("3"))
                                                            STEP(
                                                                "7", "C1", "",
                                                                FROM(
                                                                    "4")) "</"
                                                                          "SFC>"
                                                                          "</"
                                                                          "body"
                                                                          ">")),
             DECLARED
             "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP "
             "STEP C1: END_STEP TRANSITION FROM S TO C1 := c; END_TRANSITION "
             "TRANSITION FROM S TO B1 := b; END_TRANSITION "
             "TRANSITION FROM S TO A1 := a; END_TRANSITION END_PROGRAM");
}

// ----------------------------------------------------------------- CODESYS
#define ATTRIBUTE(guid, value) \
  "<attribute guid='" guid "'>" value "\n </attribute>"
#define ENTRY "a6b08bd8-b696-47e3-9cbf-7408b61c9ff8"
#define ACTIVE "700a583f-b4d4-43e4-8c14-629c7cd3bec8"
#define EXIT "a2621e18-7de3-4ea6-ae6d-89e9e0b7befd"
#define ELEMENT(attributes)                                                  \
  "<addData><data name='http://www.3s-software.com/plcopenxml/sfc/element' " \
  "handleUnknown='implementation'><attributes xmlns=''>" attributes          \
  "</attributes></data></addData>"
#define ACTION(name, text) \
  "<action name='" name "'><body>" ST(text) "</body></action>"

static void step_actions(void **state) {
  (void)state;
  Plc p;
  plc_load(
      &p,
      PROJECT(
          "",
          POU(INTERFACE,
              "<actions>" ACTION("In", "n := n * 10 + 1;") ACTION(
                  "While", "n := n * 10 + 2;") ACTION("Out", "n := n * 10 + 3;")
                  ACTION(
                      "First",
                      "n := n * 10 + 4;") "</actions><body><SFC>"
                                          "<step localId='1' name='A1' "
                                          "initialStep='true'>" IN("4")
                                              ELEMENT(ATTRIBUTE(ENTRY, "First")) "</step>" TRANSITION(
                                                  "2", FROM("1"), INLINE("a")) "<step localId='3' name='B1'>" IN("2")
                                                  ELEMENT(
                                                      ATTRIBUTE(ENTRY, "In") ATTRIBUTE(
                                                          ACTIVE,
                                                          "While")
                                                          ATTRIBUTE(
                                                              EXIT,
                                                              "Out")) "</"
                                                                      "step"
                                                                      ">" TRANSITION(
                                                                          "4",
                                                                          FROM(
                                                                              "3"),
                                                                          INLINE(
                                                                              "b")) "</SFC></body>")),
      "P", 0);
  PLC_TABLE(&p, "a b > A1.X B1.X n", "0 0 > 1 0 4", "1 0 > 0 1 4",
            "0 0 > 0 1 412", "0 1 > 1 0 4122");
  plc_set(&p, "n", 0);
  // The exit action runs in the cycle after the transition, before the entry.
  PLC_TABLE(&p, "a b > n", "0 0 > 34", "1 0 > 34", "0 1 > 3412");
  plc_done(&p);
}

// Branches that end in jumps are drawn down to the convergence; branches that
// end in steps have the transition below it in common.
static void convergence_of_steps(void **state) {
  (void)state;
  check_same(
      PROJECT(
          "",
          POU(INTERFACE,
              "<body><SFC>" STEP("1", "S", "initialStep='true'", FROM("9"))
                  NODE("selectionDivergence", "2", IN("1")) TRANSITION(
                      "3", FROM("2"), INLINE("a"))
                      TRANSITION("4", FROM("2"), INLINE("b")) TRANSITION(
                          "5", FROM("2"), INLINE("c")) STEP("6", "A1", "",
                                                            FROM("3"))
                          STEP("7", "B1", "", FROM("4")) "<jumpStep "
                                                         "localId='10' "
                                                         "targetName='A1'>" IN("5") "</jumpStep>" NODE(
                                                             "selectionConverge"
                                                             "nce",
                                                             "8",
                                                             IN("6") IN("7")
                                                                 IN("10"))
                                                             TRANSITION(
                                                                 "9", FROM("8"),
                                                                 INLINE(
                                                                     "c")) "</"
                                                                           "SFC"
                                                                           "></"
                                                                           "bod"
                                                                           "y"
                                                                           ">")),
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
  static const char xml[] =
      PROJECT("", POU("", "\n<body><SFC>" STEP(
                              "1", "A1", "initialStep='true'",
                              FROM("2")) "\n" STEP("2", "B1", "",
                                                   FROM("1")) "</SFC></body>"));
  static const char expected[] =
      "t.xml:2:12: warning: no transition between 'B1' and 'A1', taken as one "
      "that is always true\n"
      "t.xml:3:1: warning: no transition between 'A1' and 'B1', taken as one "
      "that is always true\n";
  Plc p = {0};
  VdStOptions options = {0};
  VdBuf out = {0};
  p.module =
      vd_st_read_text(xml, strlen(xml), "t.xml", &options, &p.diags, &p.plc);
  vd_diags_print(&p.diags, &out);
  assert_string_equal(vd_buf_text(&out), expected);
  assert_non_null(p.module);
  vd_buf_done(&out);
  plc_done(&p);
  check_same(xml,
             "PROGRAM P INITIAL_STEP A1: END_STEP STEP B1: END_STEP "
             "TRANSITION FROM B1 TO A1 := TRUE; END_TRANSITION "
             "TRANSITION FROM A1 TO B1 := TRUE; END_TRANSITION END_PROGRAM");
}

#define SETTINGS(use)                                                        \
  "<addData><data name='http://www.3s-software.com/plcopenxml/sfcsettings' " \
  "handleUnknown='implementation'><SFCSettings><Flags><Reset "               \
  "Declare='true' Use='" use "'/></Flags></SFCSettings></data></addData>"
#define WITH_RESET(settings)                                              \
  PROJECT("", POU("<inputVars>" VAR("SFCReset", "<BOOL/>")                \
                      VAR("a", "<BOOL/>") "</inputVars>",                 \
                  "<body><SFC>" STEP("1", "A1", "initialStep='true'", "") \
                      TRANSITION("2", FROM("1"), INLINE("a")) STEP(       \
                          "3", "B1", "", FROM("2")) "</SFC></body>" settings))

static void flag_in_use(void **state) {
  (void)state;
  Plc p;
  plc_load(&p, WITH_RESET(SETTINGS("true")), "P", 0);
  PLC_TABLE(&p, "SFCReset a > A1.X B1.X", "0 1 > 0 1", "1 0 > 1 0");
  plc_done(&p);
  plc_load(&p, WITH_RESET(""), "P", 0);
  PLC_TABLE(&p, "SFCReset a > A1.X B1.X", "0 1 > 0 1", "1 0 > 1 0");
  plc_done(&p);
  plc_load(&p, WITH_RESET(SETTINGS("false")), "P", 0);
  PLC_TABLE(&p, "SFCReset a > A1.X B1.X", "0 1 > 0 1", "1 0 > 0 1");
  plc_done(&p);
}

static void unknown_attribute(void **state) {
  (void)state;
  check_unit(PROJECT("", POU("",
                             "\n<body><SFC><step localId='1' name='A1' "
                             "initialStep='true'>" ELEMENT(
                                 ATTRIBUTE("1234", "T#5s")) "</step></SFC>"
                                                            "</body>")),
             "PROGRAM P\n"
             "  unsupported at 2:183: the attribute '1234'\n");
}

static void inline_action(void **state) {
  (void)state;
  Plc p;
  plc_load(
      &p,
      PROJECT("", POU(INTERFACE,
                      "<body><SFC>" STEP("1", "A1", "initialStep='true'", "") "<actionBlock localId='2'>" IN("1") "<action qualifier='N'><inline>" ST(
                          "n := n + 1;") "</inline></action>"
                                         "<action qualifier='P1'><inline>" ST(
                                             "n := n + 10;") "</inline></"
                                                             "action>"
                                                             "</"
                                                             "actionBlock"
                                                             ">" TRANSITION(
                                                                 "3", FROM("1"),
                                                                 INLINE("a"))
                                                                 STEP(
                                                                     "4", "B1",
                                                                     "",
                                                                     FROM(
                                                                         "3")) "</SFC></body>")),
      "P", 0);
  PLC_TABLE(&p, "a > n", "0 > 11", "0 > 12", "1 > 13", "0 > 14", "0 > 14");
  plc_done(&p);
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
      cmocka_unit_test(step_actions),
      cmocka_unit_test(convergence_of_steps),
      cmocka_unit_test(no_transition),
      cmocka_unit_test(flag_in_use),
      cmocka_unit_test(unknown_attribute),
      cmocka_unit_test(inline_action),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
