// Each standard function block against a table of cycles computed by hand.
#include "front/st/plc_test.h"

static void load(Plc *p, const char *program) {
  plc_load(p, program, "P", 0);
}

static void r_trig(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT c : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "VAR t : R_TRIG; END_VAR t(CLK := c, Q => q); END_PROGRAM");
  PLC_TABLE(&p, "c > q", "0 > 0", "1 > 1", "1 > 0", "0 > 0", "1 > 1");
  plc_done(&p);
}

static void f_trig(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT c : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "VAR t : F_TRIG; END_VAR t(CLK := c, Q => q); END_PROGRAM");
  // The standard has it so: low at the first call counts as a falling edge.
  PLC_TABLE(&p, "c > q", "0 > 1", "0 > 0", "1 > 0", "0 > 1", "0 > 0", "1 > 0",
            "0 > 1");
  plc_done(&p);
}

static void sr(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT s, r : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "VAR b : SR; END_VAR b(S1 := s, R := r, Q1 => q); END_PROGRAM");
  PLC_TABLE(&p, "s r > q", "0 0 > 0", "1 0 > 1", "0 0 > 1", "0 1 > 0",
            "0 0 > 0", "1 1 > 1");
  plc_done(&p);
}

static void rs(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT s, r : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "VAR b : RS; END_VAR b(S := s, R1 := r, Q1 => q); END_PROGRAM");
  PLC_TABLE(&p, "s r > q", "0 0 > 0", "1 0 > 1", "0 0 > 1", "0 1 > 0",
            "0 0 > 0", "1 1 > 0");
  plc_done(&p);
}

static void ctu(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT u, r : BOOL; END_VAR "
       "VAR_OUTPUT q : BOOL; v : INT; END_VAR VAR c : CTU; END_VAR "
       "c(CU := u, R := r, PV := 2, Q => q, CV => v); END_PROGRAM");
  PLC_TABLE(&p, "u r > q v", "0 0 > 0 0", "1 0 > 0 1", "1 0 > 0 1", "0 0 > 0 1",
            "1 0 > 1 2", "0 0 > 1 2", "1 0 > 1 3", "0 1 > 0 0", "1 1 > 0 0",
            "1 0 > 0 0", "0 0 > 0 0", "1 0 > 0 1");
  // It stops at the largest value.
  plc_set(&p, "c.CV", 32766);
  PLC_TABLE(&p, "u r > v", "0 0 > 32766", "1 0 > 32767", "0 0 > 32767",
            "1 0 > 32767");
  plc_done(&p);
}

static void ctd(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT d, l : BOOL; END_VAR "
       "VAR_OUTPUT q : BOOL; v : INT; END_VAR VAR c : CTD; END_VAR "
       "c(CD := d, LD := l, PV := 2, Q => q, CV => v); END_PROGRAM");
  PLC_TABLE(&p, "d l > q v", "0 0 > 1 0", "0 1 > 0 2", "1 0 > 0 1", "1 0 > 0 1",
            "0 0 > 0 1", "1 0 > 1 0", "0 0 > 1 0", "1 0 > 1 -1", "1 1 > 0 2");
  plc_set(&p, "c.CV", -32767);
  PLC_TABLE(&p, "d l > v", "0 0 > -32767", "1 0 > -32768", "0 0 > -32768",
            "1 0 > -32768");
  plc_done(&p);
}

static void ctud(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT u, d, r, l : BOOL; END_VAR "
       "VAR_OUTPUT qu, qd : BOOL; v : INT; END_VAR VAR c : CTUD; END_VAR "
       "c(CU := u, CD := d, R := r, LD := l, PV := 3, QU => qu, QD => qd, "
       "CV => v); END_PROGRAM");
  PLC_TABLE(&p, "u d r l > qu qd v", "0 0 0 0 > 0 1 0", "1 0 0 0 > 0 0 1",
            "0 0 0 0 > 0 0 1", "0 1 0 0 > 0 1 0", "0 0 0 1 > 1 0 3",
            "1 1 0 0 > 1 0 3",  // both at once: nothing
            "0 0 0 0 > 1 0 3", "0 1 0 0 > 0 0 2", "1 1 0 0 > 1 0 3",
            "0 0 1 1 > 0 1 0");
  plc_done(&p);
}

#define TIMER(type)                                      \
  "PROGRAM P VAR_INPUT i : BOOL; END_VAR "               \
  "VAR_OUTPUT q : BOOL; e : TIME; END_VAR VAR t : " type \
  " := (PT := T#100ms); END_VAR t(IN := i, Q => q, ET => e); END_PROGRAM"

static void ton(void **state) {
  (void)state;
  Plc p;
  load(&p, TIMER("TON"));
  PLC_TABLE(&p, "elapsed i > q e", "40 0 > 0 0", "40 1 > 0 0", "40 1 > 0 40",
            "40 1 > 0 80", "20 1 > 1 100", "40 1 > 1 100", "40 0 > 0 0",
            "40 1 > 0 0", "40 1 > 0 40", "40 0 > 0 0", "40 1 > 0 0",
            "65535 1 > 1 100");
  plc_done(&p);
}

static void tof(void **state) {
  (void)state;
  Plc p;
  load(&p, TIMER("TOF"));
  PLC_TABLE(&p, "elapsed i > q e", "40 0 > 0 0", "40 1 > 1 0", "40 1 > 1 0",
            "40 0 > 1 0", "40 0 > 1 40", "40 1 > 1 0", "40 0 > 1 0",
            "60 0 > 1 60", "39 0 > 1 99", "1 0 > 0 100", "40 0 > 0 100",
            "40 1 > 1 0");
  plc_done(&p);
}

static void tp(void **state) {
  (void)state;
  Plc p;
  load(&p, TIMER("TP"));
  PLC_TABLE(&p, "elapsed i > q e", "40 0 > 0 0", "40 1 > 1 0", "40 0 > 1 40",
            "40 1 > 1 80",  // not started again
            "40 1 > 0 100", "40 1 > 0 100", "40 0 > 0 0", "40 1 > 1 0",
            "99 1 > 1 99", "1 0 > 0 0", "10 1 > 1 0");
  plc_done(&p);
}

// PT of zero: TON and TOF follow IN, TP has no pulse.
static void no_time(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT i : BOOL; END_VAR VAR_OUTPUT a, b, c : BOOL; "
       "END_VAR VAR x : TON; y : TOF; z : TP; END_VAR "
       "x(IN := i, Q => a); y(IN := i, Q => b); z(IN := i, Q => c); "
       "END_PROGRAM");
  PLC_TABLE(&p, "elapsed i > a b c", "5 0 > 0 0 0", "5 1 > 1 1 0",
            "5 1 > 1 1 0", "5 0 > 0 0 0");
  plc_done(&p);
}

// Time goes on for a timer that is not called, and not twice for one that is
// called twice.
static void skipped(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT i, call, twice : BOOL; END_VAR "
       "VAR_OUTPUT e : TIME; END_VAR VAR t : TON := (PT := T#1s); END_VAR "
       "IF call THEN t(IN := i); END_IF; "
       "IF twice THEN t(IN := i); END_IF; e := t.ET; END_PROGRAM");
  PLC_TABLE(&p, "elapsed i call twice > e", "10 1 1 0 > 0", "10 1 0 0 > 0",
            "10 1 0 0 > 0", "10 1 1 0 > 30", "10 1 1 1 > 40");
  plc_done(&p);
}

static void fixed_cycle(void **state) {
  (void)state;
  Plc p;
  plc_load(&p, TIMER("TON"), "P", 25000000);
  assert_int_equal(p.pou->elapsed_param, VD_NONE);
  PLC_TABLE(&p, "i > q e", "1 > 0 0", "1 > 0 25", "1 > 0 50", "1 > 0 75",
            "1 > 1 100", "1 > 1 100");
  plc_done(&p);
}

// The user's TON instead of the library's.
static void own_ton(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "FUNCTION_BLOCK TON VAR_INPUT IN : BOOL; END_VAR "
       "VAR_OUTPUT Q : BOOL; END_VAR Q := NOT IN; END_FUNCTION_BLOCK "
       "PROGRAM P VAR_INPUT i : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "VAR t : TON; END_VAR t(IN := i, Q => q); END_PROGRAM");
  assert_false(plc_pou(&p, "TON")->library);
  PLC_TABLE(&p, "i > q", "0 > 1", "1 > 0");
  plc_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r_trig),      cmocka_unit_test(f_trig),
      cmocka_unit_test(sr),          cmocka_unit_test(rs),
      cmocka_unit_test(ctu),         cmocka_unit_test(ctd),
      cmocka_unit_test(ctud),        cmocka_unit_test(ton),
      cmocka_unit_test(tof),         cmocka_unit_test(tp),
      cmocka_unit_test(no_time),     cmocka_unit_test(skipped),
      cmocka_unit_test(fixed_cycle), cmocka_unit_test(own_ton),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
