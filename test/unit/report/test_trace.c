// Traces of two versions: running them, and writing them.
#include "../front/st/plc_test.h"
#include "report/trace.h"
#include "schema.h"

static const char old_text[] =
    "TYPE Light : (Red, Green); END_TYPE\n"
    "PROGRAM Main\n"
    "VAR_INPUT start : BOOL; d : INT := 1; cap : BOOL; END_VAR\n"
    "VAR_OUTPUT motor : BOOL; n : INT; light : Light; END_VAR\n"
    "VAR t : TON; END_VAR\n"
    "t(IN := start, PT := T#20ms, Q => motor);\n"
    "n := n + 10 / d;\n"
    "IF motor THEN light := Green; END_IF;\n"
    "END_PROGRAM\n";
static const char new_text[] =
    "TYPE Light : (Red, Green); END_TYPE\n"
    "PROGRAM Main\n"
    "VAR_INPUT start : BOOL; d : INT := 1; position : INT; END_VAR\n"
    "VAR_OUTPUT motor : BOOL; n : INT; lamp : BOOL; END_VAR\n"
    "VAR t : TON; END_VAR\n"
    "t(IN := start, PT := T#30ms, Q => motor);\n"
    "n := n + 10 / d;\n"
    "lamp := position > 100;\n"
    "END_PROGRAM\n";

typedef struct Two {
  Plc p[2];
  VdPlcTrace trace;
} Two;

static void add(Two *t, int side, const char *name, VdPlcRole role,
                uint8_t sides) {
  vd_plc_trace_add(&t->trace, t->p[side].pou, plc_var(&t->p[side], name), role,
                   sides);
}

static void load(Two *t) {
  plc_load(&t->p[0], old_text, "Main", 0);
  plc_load(&t->p[1], new_text, "Main", 0);
  vd_plc_trace_init(&t->trace, "Main", true);
  t->trace.timed = true;
  add(t, 0, "start", VD_PLC_IS_INPUT, VD_TRACE_BOTH);
  add(t, 0, "d", VD_PLC_IS_INPUT, VD_TRACE_BOTH);
  add(t, 0, "cap", VD_PLC_IS_INPUT, VD_TRACE_OLD);
  add(t, 1, "position", VD_PLC_IS_INPUT, VD_TRACE_NEW);
  for (int s = 0; s < 2; s++) {
    uint8_t role[100] = {0};
    VdBuf error = {0};
    VdPatterns none = {0};
    assert_true(vd_plc_roles(t->p[s].pou, &none, &none, role, &error));
    vd_plc_trace_add_outputs(&t->trace, t->p[s].pou, role, NULL,
                             (uint8_t)(1 << s));
  }
}

static void cycles(Two *t, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) vd_plc_trace_cycle(&t->trace, 10);
  for (uint32_t i = 0; i < n; i++) {
    vd_plc_trace_set(&t->trace, i, 0, vd_value_bool(i > 0));
    vd_plc_trace_set(&t->trace, i, 1, vd_value_bv(16, 5));
    vd_plc_trace_set(&t->trace, i, 2, vd_value_bool(i == 2));
    vd_plc_trace_set(&t->trace, i, 3, vd_value_bv(16, i * 60));
  }
}

static VdCycleStatus run(Two *t) {
  VdCycles *side[2] = {t->p[0].cycles, t->p[1].cycles};
  return vd_plc_trace_run(&t->trace, side, NULL, NULL);
}

static void done(Two *t) {
  vd_plc_trace_done(&t->trace);
  plc_done(&t->p[0]);
  plc_done(&t->p[1]);
}

static void the_table_shows_where_versions_differ(void **state) {
  (void)state;
  Two t;
  VdBuf out = {0};
  load(&t);
  cycles(&t, 5);
  assert_int_equal(run(&t), VD_CYCLE_OK);
  assert_true(vd_plc_trace_find(&t.trace));
  assert_int_equal(t.trace.cycle, 3);
  vd_plc_trace_text(&t.trace, &out);
  assert_string_equal(
      out.at,
      "Main: 5 cycles of 10ms; old <> new where they differ\n"
      "\n"
      "cycle  start  d  old.cap  new.position | motor          n   old.light  "
      "new.lamp\n"
      "    1  FALSE  5  FALSE    0            | FALSE          2   Red        "
      "FALSE\n"
      "    2  TRUE   .  .        60           | .              4   .          "
      ".\n"
      "    3  .      .  TRUE     120          | .              6   .          "
      "TRUE\n"
      "    4  TRUE   5  FALSE    180          | TRUE <> FALSE  8   Green      "
      "TRUE      <- the first difference\n"
      "    5  .      .  .        240          | TRUE           10  .          "
      ".\n");
  vd_buf_done(&out);
  done(&t);
}

static void a_fault_of_one_version_is_a_difference(void **state) {
  (void)state;
  Two t;
  VdBuf out = {0};
  load(&t);
  cycles(&t, 3);
  vd_plc_trace_set(&t.trace, 2, 1, vd_value_bv(16, 0));
  assert_int_equal(run(&t), VD_CYCLE_FAULT);
  assert_false(vd_plc_trace_find(&t.trace));  // both have it
  vd_plc_trace_text(&t.trace, &out);
  assert_non_null(strstr(out.at, "fault"));
  out.len = 0;
  VdTraceTest test = {.side = VD_TRACE_OLD, .is_program = true, .source = "*)"};
  VdBuf error = {0};
  assert_true(vd_plc_trace_st(&t.trace, &test, &out, &error));
  assert_non_null(strstr(out.at, "In cycle 3 of the trace there was a fault"));
  assert_non_null(strstr(out.at, "done := cycle >= 2;"));
  assert_non_null(strstr(out.at, "this is for the old version alone"));
  assert_null(strstr(out.at, "position"));
  assert_null(strstr(out.at, "(*)"));
  // It is a program that can be read.
  VdBuf both = {0};
  vd_buf_printf(&both, "%s%s", old_text, out.at);
  Plc replay;
  plc_load(&replay, both.at, "Replay_Main", 0);
  PLC_TABLE(&replay, "elapsed > done passed failed", "10 > 0 0 0",
            "10 > 1 1 0");
  plc_done(&replay);
  vd_buf_done(&both);
  vd_buf_done(&out);
  done(&t);
}

static void other_formats_have_both_sides(void **state) {
  (void)state;
  Two t;
  VdBuf out = {0};
  load(&t);
  cycles(&t, 2);
  run(&t);
  vd_plc_trace_csv(&t.trace, &out);
  assert_string_equal(
      out.at,
      "time,start,d,old.cap,new.position,old.motor,old.n,old.light,old.fault,"
      "new.motor,new.n,new.lamp,new.fault\n"
      "T#10ms,FALSE,5,FALSE,0,FALSE,2,Red,FALSE,FALSE,2,FALSE,FALSE\n"
      "T#10ms,TRUE,5,FALSE,60,FALSE,4,Red,FALSE,FALSE,4,FALSE,FALSE\n");
  out.len = 0;
  vd_plc_trace_vcd(&t.trace, &out);
  assert_non_null(strstr(out.at,
                         "$scope module inputs $end\n"
                         "$var wire 1 ! start $end\n"
                         "$var wire 16 \" d $end\n"
                         "$upscope $end\n"
                         "$scope module old $end\n"
                         "$var wire 1 # cap $end\n"));
  assert_non_null(strstr(out.at,
                         "$scope module new $end\n"
                         "$var wire 16 $ position $end\n"));
  assert_non_null(strstr(out.at, "#20\n1!\nb111100 $\n"));
  vd_buf_done(&out);
  done(&t);
}

static void json_is_as_the_schema_says(void **state) {
  (void)state;
  Two t;
  VdBuf out = {0};
  load(&t);
  cycles(&t, 5);
  run(&t);
  vd_plc_trace_find(&t.trace);
  VdRunReport report = {
      .file = "a\xff.st", .trace = &t.trace, .outcome = "", .exit_code = 0};
  for (int i = 0; i < 2; i++) {
    out.len = 0;
    vd_run_report_json(&report, &out);
    json_error_t error;
    json_t *document = json_loads(out.at, JSON_REJECT_DUPLICATES, &error);
    if (!document) fail_msg("line %d: %s", error.line, error.text);
    check(schema, document, "document");
    json_decref(document);
    report.fault = 3;
    report.exit_code = 1;
    vd_plc_trace_cut(&t.trace, 0);
  }
  vd_buf_done(&out);
  done(&t);
}

// Codes are as many as there are columns.
static void waves_have_codes_of_their_own(void **state) {
  (void)state;
  Plc p;
  VdPlcTrace trace;
  VdBuf out = {0};
  plc_load(&p,
           "PROGRAM P VAR_OUTPUT a : ARRAY [0..299] OF BOOL; END_VAR\n"
           "END_PROGRAM\n",
           "P", 0);
  vd_plc_trace_init(&trace, "P", false);
  for (uint32_t i = 0; i < 300; i++)
    vd_plc_trace_add(&trace, p.pou, i, VD_PLC_IS_OUTPUT, VD_TRACE_OLD);
  vd_plc_trace_vcd(&trace, &out);
  VdNames codes = {0};
  for (const char *at = out.at; (at = strstr(at, "$var wire 1 "));) {
    at += strlen("$var wire 1 ");
    uint32_t known = codes.text.len;
    assert_int_equal(vd_name_put(&codes, at, strcspn(at, " ")), known + 1);
  }
  assert_int_equal(codes.text.len, 300);
  vd_names_done(&codes);
  vd_buf_done(&out);
  vd_plc_trace_done(&trace);
  plc_done(&p);
}

static int load_schema(void **state) {
  (void)state;
  return schema_load("run.schema.json");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_shows_where_versions_differ),
      cmocka_unit_test(a_fault_of_one_version_is_a_difference),
      cmocka_unit_test(other_formats_have_both_sides),
      cmocka_unit_test(json_is_as_the_schema_says),
      cmocka_unit_test(waves_have_codes_of_their_own),
  };
  return cmocka_run_group_tests(tests, load_schema, free_schema);
}
