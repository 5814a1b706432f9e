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
    "VAR_INPUT position, d : INT := 1; start : BOOL; END_VAR\n"
    "VAR_OUTPUT motor : BOOL; n : INT; lamp : BOOL; END_VAR\n"
    "VAR t : TON; END_VAR\n"
    "t(IN := start, PT := T#30ms, Q => motor);\n"
    "n := n + 10 / d;\n"
    "lamp := position > 100;\n"
    "END_PROGRAM\n";

typedef struct Two {
  Plc p[2];
  VdCycleTrace trace;
} Two;

static void add(Two *t, int side, const char *name, VdUse role, uint8_t sides) {
  vd_cycle_trace_add(&t->trace, t->p[side].pou, plc_var(&t->p[side], name),
                     role, sides);
}

static void add_both(Two *t, const char *name) {
  uint32_t var[2] = {plc_var(&t->p[0], name), plc_var(&t->p[1], name)};
  vd_cycle_trace_add_both(&t->trace, t->p[0].pou, var);
}

static void load(Two *t) {
  plc_load(&t->p[0], old_text, "Main", 0);
  plc_load(&t->p[1], new_text, "Main", 0);
  vd_cycle_trace_init(&t->trace, "Main", true);
  t->trace.timed = true;
  add_both(t, "start");
  add_both(t, "d");
  add(t, 0, "cap", VD_USE_INPUT, VD_TRACE_OLD);
  add(t, 1, "position", VD_USE_INPUT, VD_TRACE_NEW);
  for (int s = 0; s < 2; s++) {
    uint8_t role[100] = {0};
    VdBuf error = {0};
    VdPatterns none = {0};
    assert_true(vd_machine_roles(t->p[s].pou, &none, &none, role, &error));
    vd_cycle_trace_add_outputs(&t->trace, t->p[s].pou, role, NULL,
                               (uint8_t)(1 << s));
  }
}

static void cycles(Two *t, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) vd_cycle_trace_cycle(&t->trace, 10);
  for (uint32_t i = 0; i < n; i++) {
    vd_cycle_trace_set(&t->trace, i, 0, vd_value_bool(i > 0));
    vd_cycle_trace_set(&t->trace, i, 1, vd_value_bv(16, 5));
    vd_cycle_trace_set(&t->trace, i, 2, vd_value_bool(i == 2));
    vd_cycle_trace_set(&t->trace, i, 3, vd_value_bv(16, i * 60));
  }
}

static VdCycleStatus run(Two *t) {
  VdCycles *side[2] = {t->p[0].cycles, t->p[1].cycles};
  return vd_cycle_trace_run(&t->trace, side, NULL, NULL);
}

static void done(Two *t) {
  vd_cycle_trace_done(&t->trace);
  plc_done(&t->p[0]);
  plc_done(&t->p[1]);
}

static uint32_t other_column(const VdCycleTrace *trace, uint32_t old) {
  const VdTraceColumn *column = &trace->column.at[old];
  if (column->input || column->watched || column->sides != VD_TRACE_OLD)
    return VD_NONE;
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *other = &trace->column.at[i];
    if (!other->input && other->sides == VD_TRACE_NEW &&
        !strcasecmp(other->name, column->name))
      return i;
  }
  return VD_NONE;
}
// Looks for the first cycle in which an output that both versions have differs.
static bool find_difference(VdCycleTrace *trace) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    uint32_t other = other_column(trace, i);
    if (other == VD_NONE) continue;
    // One that is later than what was found need not be looked for.
    for (uint32_t c = 0; c < trace->elapsed.len && c < trace->cycle; c++) {
      VdValue a = vd_cycle_trace_get(trace, c, i);
      VdValue b = vd_cycle_trace_get(trace, c, other);
      if (vd_value_eq(&a, &b)) continue;
      trace->cycle = c;
      trace->differs[0] = i;
      trace->differs[1] = other;
    }
  }
  return trace->cycle != VD_NONE;
}

static void the_table_shows_where_versions_differ(void **state) {
  (void)state;
  Two t;
  VdBuf out = {0};
  load(&t);
  cycles(&t, 5);
  assert_int_equal(run(&t), VD_CYCLE_OK);
  assert_true(find_difference(&t.trace));
  assert_int_equal(t.trace.cycle, 3);
  vd_cycle_trace_text(&t.trace, &out);
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
  vd_cycle_trace_set(&t.trace, 2, 1, vd_value_bv(16, 0));
  assert_int_equal(run(&t), VD_CYCLE_FAULT);
  assert_false(find_difference(&t.trace));  // both have it
  vd_cycle_trace_text(&t.trace, &out);
  assert_non_null(strstr(out.at, "fault"));
  out.len = 0;
  VdTraceTest test = {.side = VD_TRACE_OLD, .is_program = true, .source = "*)"};
  VdBuf error = {0};
  assert_true(vd_cycle_trace_st(&t.trace, &test, &out, &error));
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
  vd_cycle_trace_csv(&t.trace, &out);
  assert_string_equal(
      out.at,
      "time,start,d,old.cap,new.position,old.motor,old.n,old.light,old.fault,"
      "new.motor,new.n,new.lamp,new.fault\n"
      "T#10ms,FALSE,5,FALSE,0,FALSE,2,Red,FALSE,FALSE,2,FALSE,FALSE\n"
      "T#10ms,TRUE,5,FALSE,60,FALSE,4,Red,FALSE,FALSE,4,FALSE,FALSE\n");
  out.len = 0;
  vd_cycle_trace_vcd(&t.trace, &out);
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
  find_difference(&t.trace);
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
    vd_cycle_trace_cut(&t.trace, 0);
  }
  vd_buf_done(&out);
  done(&t);
}

// Codes are as many as there are columns.
static void waves_have_codes_of_their_own(void **state) {
  (void)state;
  Plc p;
  VdCycleTrace trace;
  VdBuf out = {0};
  plc_load(&p,
           "PROGRAM P VAR_OUTPUT a : ARRAY [0..299] OF BOOL; END_VAR\n"
           "END_PROGRAM\n",
           "P", 0);
  vd_cycle_trace_init(&trace, "P", false);
  for (uint32_t i = 0; i < 300; i++)
    vd_cycle_trace_add(&trace, p.pou, i, VD_USE_OUTPUT, VD_TRACE_OLD);
  vd_cycle_trace_vcd(&trace, &out);
  VdNames codes = {0};
  for (const char *at = out.at; (at = strstr(at, "$var wire 1 "));) {
    at += strlen("$var wire 1 ");
    uint32_t known = codes.text.len;
    assert_int_equal(vd_name_put(&codes, at, strcspn(at, " ")), known + 1);
  }
  assert_int_equal(codes.text.len, 300);
  vd_names_done(&codes);
  vd_buf_done(&out);
  vd_cycle_trace_done(&trace);
  plc_done(&p);
}

// A reader of value change dumps, strict: it knows the declared codes, and
// takes no time that does not go up.
typedef struct Wave {
  VdNames code;
  char value[64][80];  // of each code, as written
  long long time;
} Wave;

static void read_change(Wave *w, const char *line) {
  size_t n = line[0] == 'b' || line[0] == 'r' ? strcspn(line, " ") : 1;
  const char *code = line + n + (n > 1 || line[0] == 'r');
  uint32_t id = vd_name_get(&w->code, code, strlen(code));
  if (!id || n >= 80) fail_msg("a change of nothing: %s", line);
  memcpy(w->value[id - 1], line, n);
  w->value[id - 1][n] = 0;
}

static void read_line(Wave *w, char *line) {
  char type[20], code[20], name[80], rest[20];
  int width;
  if (sscanf(line, "$var %19s %d %19s %79s %19s", type, &width, code, name,
             rest) == 5) {
    assert_string_equal(rest, "$end");
    assert_true(!strcmp(type, "real") ? width == 64 : !strcmp(type, "wire"));
    uint32_t known = w->code.text.len;
    assert_int_equal(vd_name_put(&w->code, code, strlen(code)), known + 1);
  } else if (line[0] == '#') {
    long long time = strtoll(line + 1, NULL, 10);
    assert_true(time > w->time);
    w->time = time;
  } else if (line[0] != '$') {
    assert_non_null(strchr("01br", line[0]));
    read_change(w, line);
  }
}

static void check_wave(const Wave *w, const VdCycleTrace *trace,
                       uint32_t cycle) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    // The number of a column is the place of its code in the dump.
    VdValue value = vd_cycle_trace_get(trace, cycle, i);
    const char *text = w->value[i];
    if (value.sort.kind == VD_SORT_FLOAT)
      assert_true(strtod(text + 1, NULL) == vd_elem_real(value));
    else
      assert_true(strtoull(text + (*text == 'b'), NULL, 2) == value.bits);
  }
}

static void waves_say_what_the_trace_says(void **state) {
  (void)state;
  Plc p;
  VdCycleTrace trace;
  VdBuf out = {0};
  uint8_t role[20] = {0};
  VdPatterns none = {0};
  plc_load(&p,
           "PROGRAM P VAR_INPUT i : INT; x : BOOL; END_VAR\n"
           "VAR_OUTPUT s : DINT; r : REAL; l : LREAL; q : BOOL; w : LWORD;\n"
           "END_VAR s := s + i; r := INT_TO_REAL(i) / 3.0;\n"
           "l := l - INT_TO_LREAL(i) * 1.0e10; q := x <> q;\n"
           "w := ROL(w, 1) OR 1; END_PROGRAM\n",
           "P", 0);
  vd_machine_roles(p.pou, &none, &none, role, &out);
  vd_cycle_trace_init(&trace, "P", false);
  trace.timed = true;
  vd_cycle_trace_add(&trace, p.pou, plc_var(&p, "i"), VD_USE_INPUT, 1);
  vd_cycle_trace_add(&trace, p.pou, plc_var(&p, "x"), VD_USE_INPUT, 1);
  vd_cycle_trace_add_outputs(&trace, p.pou, role, NULL, VD_TRACE_OLD);
  VdRandom random = {3};
  for (uint32_t c = 0; c < 200; c++) {
    vd_cycle_trace_cycle(&trace, (uint16_t)vd_random_below(&random, 3));
    if (vd_random_below(&random, 2)) continue;
    uint64_t number = vd_random_below(&random, 100) - 50;
    vd_cycle_trace_set(&trace, c, 0, vd_value_bv(16, number));
    vd_cycle_trace_set(&trace, c, 1, vd_value_bool(number & 1));
  }
  VdCycles *side[2] = {p.cycles, NULL};
  assert_int_equal(vd_cycle_trace_run(&trace, side, NULL, NULL), VD_CYCLE_OK);
  vd_cycle_trace_vcd(&trace, &out);
  Wave w = {.time = -1};
  uint32_t cycle = 0;
  long long at = trace.elapsed.at[0];
  char *save = NULL;
  for (char *line = strtok_r(out.at, "\n", &save); line;
       line = strtok_r(NULL, "\n", &save)) {
    // Before a time comes, all cycles before it are dumped.
    long long next = line[0] == '#' ? strtoll(line + 1, NULL, 10) : -1;
    for (; cycle < 200 && at < next; cycle++) {
      check_wave(&w, &trace, cycle);
      uint16_t elapsed = cycle < 199 ? trace.elapsed.at[cycle + 1] : 0;
      at += elapsed ? elapsed : 1;
    }
    read_line(&w, line);
  }
  assert_int_equal(cycle, 200);
  vd_names_done(&w.code);
  vd_buf_done(&out);
  vd_cycle_trace_done(&trace);
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
      cmocka_unit_test(waves_say_what_the_trace_says),
  };
  return cmocka_run_group_tests(tests, load_schema, free_schema);
}
