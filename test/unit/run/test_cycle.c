// Runs cycle by cycle: what the run itself does, besides what the interpreter
// does. What programs do is in front/st and in the cases.
#include "../front/st/plc_test.h"

static void starts_with_the_initial_values(void **state) {
  (void)state;
  Plc p;
  plc_load(&p,
           "PROGRAM P VAR_INPUT i : INT := 7; END_VAR\n"
           "VAR_OUTPUT o : INT := -3; END_VAR\n"
           "VAR n : INT := 100; t : TON := (PT := T#5s); END_VAR\n"
           "t(IN := TRUE); n := n + i; o := n; END_PROGRAM\n",
           "P", 0);
  assert_int_equal(plc_get(&p, "i"), 7);
  assert_int_equal(plc_get(&p, "o"), -3);
  assert_int_equal(plc_get(&p, "t.PT"), 5000);
  plc_step(&p);
  assert_int_equal(plc_get(&p, "o"), 107);
  plc_step(&p);  // an input stays until it is set again
  assert_int_equal(plc_get(&p, "o"), 114);
  assert_int_equal(vd_cycles_count(p.cycles), 2);
  plc_restart(&p);
  assert_int_equal(plc_get(&p, "n"), 100);
  assert_int_equal(vd_cycles_count(p.cycles), 0);
  plc_done(&p);
}

// Who runs an FB on its own adds the time to its stopwatches.
static void a_function_block_alone_measures_time(void **state) {
  (void)state;
  Plc p;
  plc_load(&p, "PROGRAM P VAR t : TON; END_VAR t(IN := TRUE); END_PROGRAM\n",
           "TON", 0);
  plc_set(&p, "PT", 100);
  PLC_TABLE(&p, "IN elapsed > Q ET", "1 50 > 0 0", "1 60 > 0 60", "1 39 > 0 99",
            "1 1 > 1 100", "0 1 > 0 0");
  plc_done(&p);
  plc_load(&p,
           "FUNCTION_BLOCK F VAR_INPUT call : BOOL; END_VAR VAR_OUTPUT\n"
           "q : BOOL; END_VAR VAR t : TON; END_VAR\n"
           "IF call THEN t(IN := TRUE, PT := T#100ms, Q => q); END_IF;\n"
           "END_FUNCTION_BLOCK\n",
           "F", 0);
  PLC_TABLE(&p, "call elapsed > q t.ET", "1 50 > 0 0", "0 60 > 0 0",
            "0 60 > 0 0", "1 0 > 1 100");
  plc_done(&p);
}

// It does not go on, whatever is set, and nothing of the cycle is left.
static void a_fault_ends_the_run(void **state) {
  (void)state;
  static const char *const kind[] = {"PROGRAM", "FUNCTION_BLOCK"};
  for (size_t i = 0; i < VD_COUNT(kind); i++) {
    Plc p;
    VdBuf text = {0};
    vd_buf_printf(&text,
                  "%s P VAR_INPUT i : INT; END_VAR VAR_OUTPUT o : INT;\n"
                  "n : INT; END_VAR n := n + 1; o := 100 / i; END_%s\n",
                  kind[i], kind[i]);
    plc_load(&p, vd_buf_text(&text), "P", 0);
    PLC_TABLE(&p, "i > o n fault", "5 > 20 1 0", "0 > 20 1 1", "5 > 20 1 1");
    assert_int_equal(vd_cycles_step(p.cycles, 0), VD_CYCLE_FAULT);
    assert_int_equal(vd_cycles_count(p.cycles), 1);
    plc_restart(&p);
    PLC_TABLE(&p, "i > o n fault", "4 > 25 1 0");
    plc_done(&p);
    vd_buf_done(&text);
  }
}

static void what_cannot_be_run_says_why(void **state) {
  (void)state;
  Plc p;
  VdPos pos;
  plc_load(&p,
           "PROGRAM P VAR_OUTPUT n : INT; END_VAR n := n + 1;\n"
           "WHILE n > 1 DO ; END_WHILE; END_PROGRAM\n",
           "P", 0);
  plc_step(&p);
  assert_string_equal(vd_cycles_why(p.cycles, &pos), "");
  assert_int_equal(vd_cycles_step(p.cycles, 0), VD_CYCLE_FAILED);
  assert_string_equal(vd_cycles_why(p.cycles, &pos), "too many steps");
  assert_int_equal(pos.line, 2);
  assert_int_equal(plc_get(&p, "n"), 1);
  assert_int_equal(vd_cycles_step(p.cycles, 0), VD_CYCLE_FAILED);
  plc_done(&p);
  plc_load(&p,
           "PROGRAM P VAR x : INT; END_VAR VAR s : STRING; END_VAR\n"
           "x := x + 1; END_PROGRAM\n",
           "P", 0);
  assert_int_equal(vd_cycles_step(p.cycles, 0), VD_CYCLE_FAILED);
  assert_non_null(strstr(vd_cycles_why(p.cycles, &pos), "P is unsupported: "));
  plc_done(&p);
}

static void functions_of_the_c_library_are_known(void **state) {
  (void)state;
  Plc p;
  plc_load(&p,
           "PROGRAM P VAR_INPUT i : REAL; END_VAR VAR_OUTPUT o : REAL;\n"
           "END_VAR o := i ** 3.0; END_PROGRAM\n",
           "P", 0);
  PLC_TABLE(&p, "i > o", "2 > 8", "-3 > -27");
  plc_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(starts_with_the_initial_values),
      cmocka_unit_test(a_function_block_alone_measures_time),
      cmocka_unit_test(a_fault_ends_the_run),
      cmocka_unit_test(what_cannot_be_run_says_why),
      cmocka_unit_test(functions_of_the_c_library_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
