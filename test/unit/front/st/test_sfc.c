// SFC networks against tables of cycles computed by hand. X is shown as it is
// at the end of a cycle, so it is the state of the next one.
#include "front/st/plc_test.h"

static void load(Plc *p, const char *program) {
  plc_load(p, program, "P", 0);
}

// Four steps in a ring; B does what is tested, D may reset it. go changes at
// every step.
#define RING(b, d)                                    \
  "PROGRAM P VAR_INPUT go : BOOL; END_VAR "           \
  "VAR_OUTPUT q : BOOL; n : INT; END_VAR "            \
  "INITIAL_STEP A: END_STEP STEP B: " b               \
  " END_STEP STEP C: END_STEP STEP D: " d             \
  " END_STEP "                                        \
  "TRANSITION FROM A TO B := go; END_TRANSITION "     \
  "TRANSITION FROM B TO C := NOT go; END_TRANSITION " \
  "TRANSITION FROM C TO D := go; END_TRANSITION "     \
  "TRANSITION FROM D TO A := NOT go; END_TRANSITION " \
  "ACTION Count: n := n + 1; END_ACTION END_PROGRAM"
#define BOTH(qualifier) "q(" qualifier "); Count(" qualifier ");"
#define HEADING "elapsed go > A.X B.X C.X D.X q n"

// -------------------------------------------------------------- qualifiers
static void non_stored(void **state) {
  (void)state;
  Plc p;
  load(&p, RING("q; Count(N);", ""));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  1 1",
            "10 0 > 0 0 1 0  1 2",  // B is left at the end of the cycle
            "10 0 > 0 0 1 0  0 3",  // the action runs once more
            "10 0 > 0 0 1 0  0 3", "10 1 > 0 0 0 1  0 3");
  plc_done(&p);
}

static void stored(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("S"), BOTH("R")));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 0 > 0 0 1 0  1 1",
            "10 0 > 0 0 1 0  1 2", "10 1 > 0 0 0 1  1 3",
            "10 1 > 0 0 0 1  0 4",  // reset; once more
            "10 0 > 1 0 0 0  0 4", "10 0 > 1 0 0 0  0 4", "10 1 > 0 1 0 0  0 4",
            "10 0 > 0 0 1 0  1 5");
  plc_done(&p);
}

static void limited(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("L, T#20ms"), ""));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  1 1",
            "10 1 > 0 1 0 0  1 2",
            "10 1 > 0 1 0 0  0 3",  // the time is over; once more
            "10 1 > 0 1 0 0  0 3", "10 0 > 0 0 1 0  0 3", "10 1 > 0 0 0 1  0 3",
            "10 0 > 1 0 0 0  0 3", "10 1 > 0 1 0 0  0 3", "10 0 > 0 0 1 0  1 4",
            "10 0 > 0 0 1 0  0 5",  // the step is over before the time
            "10 0 > 0 0 1 0  0 5");
  plc_done(&p);
}

static void delayed(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("D, T#20ms"), ""));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  0 0",
            "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  1 1", "10 0 > 0 0 1 0  1 2",
            "10 0 > 0 0 1 0  0 3", "10 1 > 0 0 0 1  0 3", "10 0 > 1 0 0 0  0 3",
            "10 1 > 0 1 0 0  0 3", "10 1 > 0 1 0 0  0 3",
            "10 0 > 0 0 1 0  0 3",  // left at 10 ms
            "10 0 > 0 0 1 0  0 3", "50 0 > 0 0 1 0  0 3");
  plc_done(&p);
}

static void pulse(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("P"), ""));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  1 1",
            "10 1 > 0 1 0 0  0 2", "10 1 > 0 1 0 0  0 2", "10 0 > 0 0 1 0  0 2",
            "10 1 > 0 0 0 1  0 2", "10 0 > 1 0 0 0  0 2", "10 1 > 0 1 0 0  0 2",
            "10 0 > 0 0 1 0  1 3", "10 0 > 0 0 1 0  0 4");
  plc_done(&p);
}

static void rising(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("P1"), ""));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  1 1",
            "10 1 > 0 1 0 0  0 1", "10 0 > 0 0 1 0  0 1",
            "10 0 > 0 0 1 0  0 1");
  plc_done(&p);
}

static void falling(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("P0"), ""));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  0 0",
            "10 0 > 0 0 1 0  0 0", "10 0 > 0 0 1 0  1 1",
            "10 0 > 0 0 1 0  0 1");
  plc_done(&p);
}

static void stored_and_delayed(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("SD, T#20ms"), BOTH("R")));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 0 > 0 0 1 0  0 0",
            "10 0 > 0 0 1 0  0 0", "10 0 > 0 0 1 0  1 1", "10 1 > 0 0 0 1  1 2",
            "10 1 > 0 0 0 1  0 3", "10 0 > 1 0 0 0  0 3", "10 1 > 0 1 0 0  0 3",
            "10 0 > 0 0 1 0  0 3", "10 1 > 0 0 0 1  0 3",
            "10 1 > 0 0 0 1  0 3",  // reset at 20 ms: it never starts
            "10 1 > 0 0 0 1  0 3");
  plc_done(&p);
}

static void delayed_and_stored(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("DS, T#20ms"), BOTH("R")));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  0 0",
            "10 1 > 0 1 0 0  0 0", "10 1 > 0 1 0 0  1 1", "10 0 > 0 0 1 0  1 2",
            "10 0 > 0 0 1 0  1 3", "10 1 > 0 0 0 1  1 4", "10 1 > 0 0 0 1  0 5",
            "10 0 > 1 0 0 0  0 5", "10 1 > 0 1 0 0  0 5",
            "10 0 > 0 0 1 0  0 5",  // left at once: nothing is stored
            "10 0 > 0 0 1 0  0 5", "50 0 > 0 0 1 0  0 5");
  plc_done(&p);
}

static void stored_and_limited(void **state) {
  (void)state;
  Plc p;
  load(&p, RING(BOTH("SL, T#20ms"), BOTH("R")));
  PLC_TABLE(&p, HEADING, "10 1 > 0 1 0 0  0 0", "10 0 > 0 0 1 0  1 1",
            "10 0 > 0 0 1 0  1 2", "10 0 > 0 0 1 0  0 3", "10 1 > 0 0 0 1  0 3",
            "10 0 > 1 0 0 0  0 3", "10 1 > 0 1 0 0  0 3", "10 0 > 0 0 1 0  1 4",
            "10 1 > 0 0 0 1  1 5", "10 1 > 0 0 0 1  0 6");
  plc_done(&p);
}

// R goes first, whatever else wants the action.
static void reset_overrides(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_OUTPUT q : BOOL; n : INT; END_VAR "
       "INITIAL_STEP A: END_STEP STEP B: q(N); Count(P1); Count(S); END_STEP "
       "STEP C: q(R); Count(R); END_STEP "
       "TRANSITION FROM A TO (B, C) := TRUE; END_TRANSITION "
       "ACTION Count: n := n + 1; END_ACTION END_PROGRAM");
  PLC_TABLE(&p, "elapsed > B.X C.X q n", "10 > 1 1  0 0", "10 > 1 1  0 0",
            "10 > 1 1  0 0");
  plc_done(&p);
}

// An action of several steps is one action: it does not stop between them.
static void one_control(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_OUTPUT n, m : INT; END_VAR "
       "INITIAL_STEP A: Count(N); Pulse(P1); END_STEP "
       "STEP B: Count(N); Pulse(P1); END_STEP STEP C: END_STEP "
       "TRANSITION FROM A TO B := TRUE; END_TRANSITION "
       "TRANSITION FROM B TO C := TRUE; END_TRANSITION "
       "ACTION Count: n := n + 1; END_ACTION "
       "ACTION Pulse: m := m + 1; END_ACTION END_PROGRAM");
  PLC_TABLE(&p, "elapsed > n m", "1 > 1 1", "1 > 2 1", "1 > 3 1", "1 > 3 1");
  plc_done(&p);
}

// Different times, and one that is a variable.
static void times(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT go : BOOL; t : TIME; END_VAR "
       "VAR_OUTPUT q : BOOL; END_VAR "
       "INITIAL_STEP A: q(D, T#10ms); END_STEP STEP B: END_STEP "
       "STEP C: q(D, t); END_STEP "
       "TRANSITION FROM A TO B := go; END_TRANSITION "
       "TRANSITION FROM B TO C := TRUE; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "elapsed go t > q", "10 0 30 > 0", "10 1 30 > 1", "10 0 30 > 0",
            "10 0 30 > 0", "10 0 30 > 0", "10 0 30 > 0", "10 0 30 > 1",
            "10 0 30 > 1");
  plc_done(&p);
}

// Deactivated actions run before active ones; each in order of names.
static void order_of_actions(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_OUTPUT n : INT; END_VAR "
       "INITIAL_STEP A: Zeta(N); alpha(N); END_STEP STEP B: Beta(N); END_STEP "
       "TRANSITION FROM A TO B := TRUE; END_TRANSITION "
       "ACTION Zeta: n := n * 10 + 3; END_ACTION "
       "ACTION Alpha: n := n * 10 + 1; END_ACTION "
       "ACTION Beta: n := n * 10 + 2; END_ACTION END_PROGRAM");
  PLC_TABLE(&p, "elapsed > n", "1 > 13", "1 > 13132");
  plc_done(&p);
}

// A variable is written only while its action is active, has ended, or is
// reset; at other times it belongs to others.
static void shared_variable(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT go, ext : BOOL; END_VAR "
       "VAR_OUTPUT q, r : BOOL; END_VAR "
       "INITIAL_STEP A: Others(N); END_STEP STEP B: q(N); END_STEP "
       "STEP C: r(R); END_STEP "
       "TRANSITION FROM A TO B := go; END_TRANSITION "
       "TRANSITION FROM B TO C := NOT go; END_TRANSITION "
       "ACTION Others: IF ext THEN q := TRUE; r := TRUE; END_IF END_ACTION "
       "END_PROGRAM");
  PLC_TABLE(&p, "go ext > q r", "0 0 > 0 0", "0 1 > 1 1", "1 0 > 1 1",
            "0 0 > 1 1", "0 0 > 0 0");
  plc_done(&p);
}

// ------------------------------------------------------------- transitions
#define SELECT(first, second)                                     \
  "PROGRAM P VAR_INPUT a, b : BOOL; END_VAR "                     \
  "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP " \
  "TRANSITION " first                                             \
  " FROM S TO A1 := a; END_TRANSITION "                           \
  "TRANSITION " second " FROM S TO B1 := b; END_TRANSITION END_PROGRAM"

static void selection(void **state) {
  (void)state;
  Plc p;
  load(&p, SELECT("", ""));
  PLC_TABLE(&p, "a b > S.X A1.X B1.X", "0 0 > 1 0 0", "0 1 > 0 0 1");
  plc_restart(&p);
  PLC_TABLE(&p, "a b > S.X A1.X B1.X", "1 1 > 0 1 0", "1 1 > 0 1 0");
  plc_done(&p);
}

static void priority(void **state) {
  (void)state;
  Plc p;
  load(&p, SELECT("(PRIORITY := 2)", "(PRIORITY := 1)"));
  PLC_TABLE(&p, "a b > S.X A1.X B1.X", "1 1 > 0 0 1");
  plc_restart(&p);
  PLC_TABLE(&p, "a b > S.X A1.X B1.X", "1 0 > 0 1 0");
  plc_done(&p);
  load(&p, SELECT("", "(PRIORITY := 7)"));
  PLC_TABLE(&p, "a b > S.X A1.X B1.X", "1 1 > 0 0 1");
  plc_done(&p);
}

static void one_transition_a_cycle(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P INITIAL_STEP A: END_STEP STEP B: END_STEP STEP C: END_STEP "
       "TRANSITION FROM A TO B := TRUE; END_TRANSITION "
       "TRANSITION FROM B TO C := TRUE; END_TRANSITION "
       "TRANSITION FROM C TO A := TRUE; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "> A.X B.X C.X", "> 0 1 0", "> 0 0 1", "> 1 0 0", "> 0 1 0");
  plc_done(&p);
}

static void simultaneous(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT a, b, c : BOOL; END_VAR "
       "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP A2: END_STEP "
       "STEP B1: END_STEP STEP E: END_STEP "
       "TRANSITION FROM S TO (A1, B1) := a; END_TRANSITION "
       "TRANSITION FROM A1 TO A2 := b; END_TRANSITION "
       "TRANSITION FROM (A2, B1) TO E := c; END_TRANSITION "
       "TRANSITION FROM E TO S := TRUE; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "a b c > S.X A1.X A2.X B1.X E.X", "0 1 1 > 1 0 0 0 0",
            "1 0 1 > 0 1 0 1 0",
            "0 0 1 > 0 1 0 1 0",  // waits for A2
            "0 1 1 > 0 0 1 1 0", "0 0 0 > 0 0 1 1 0", "0 0 1 > 0 0 0 0 1",
            "0 0 0 > 1 0 0 0 0");
  plc_done(&p);
}

// B1 can end alone or with A1; the first of the list that can, does.
static void selection_in_simultaneous(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT a, b : BOOL; END_VAR "
       "INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP B1: END_STEP "
       "STEP X1: END_STEP STEP Y1: END_STEP "
       "TRANSITION FROM S TO (A1, B1) := TRUE; END_TRANSITION "
       "TRANSITION FROM (A1, B1) TO X1 := a; END_TRANSITION "
       "TRANSITION FROM B1 TO Y1 := b; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "a b > A1.X B1.X X1.X Y1.X", "1 1 > 1 1 0 0", "1 1 > 0 0 1 0");
  plc_restart(&p);
  PLC_TABLE(&p, "a b > A1.X B1.X X1.X Y1.X", "1 1 > 1 1 0 0", "0 1 > 1 0 0 1",
            "1 1 > 1 0 0 1");
  plc_done(&p);
}

// Conditions see the steps of this cycle, in whatever order they are tried.
static void conditions_see_one_state(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P INITIAL_STEP S: END_STEP STEP A1: END_STEP STEP A2: END_STEP "
       "STEP B1: END_STEP STEP B2: END_STEP "
       "TRANSITION FROM S TO (A1, B1) := TRUE; END_TRANSITION "
       "TRANSITION FROM A1 TO A2 := B1.X; END_TRANSITION "
       "TRANSITION FROM B1 TO B2 := A1.X; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "> A1.X A2.X B1.X B2.X", "> 1 0 1 0", "> 0 1 0 1");
  plc_done(&p);
}

static void step_to_itself(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_OUTPUT n : INT; t : TIME; END_VAR "
       "INITIAL_STEP A: Count(P1); Time(N); END_STEP "
       "TRANSITION FROM A TO A := TRUE; END_TRANSITION "
       "ACTION Count: n := n + 1; END_ACTION "
       "ACTION Time: t := A.T; END_ACTION END_PROGRAM");
  PLC_TABLE(&p, "elapsed > A.X n t", "5 > 1 1 0", "5 > 1 1 5", "7 > 1 1 12");
  plc_done(&p);
}

// A condition is not evaluated where the step is not active.
static void conditions_fault_when_used(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT go : BOOL; z : INT; END_VAR "
       "INITIAL_STEP A: END_STEP STEP B: END_STEP STEP C: END_STEP "
       "TRANSITION FROM A TO B := go; END_TRANSITION "
       "TRANSITION FROM B TO C := 10 / z > 1; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "go z > B.X C.X fault", "0 0 > 0 0 0", "1 0 > 1 0 0",
            "1 20 > 1 0 0", "1 0 > 1 0 1");
  plc_done(&p);
}

// ------------------------------------------------------------------- steps
static void step_time(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT go : BOOL; END_VAR "
       "INITIAL_STEP A: END_STEP STEP B: END_STEP STEP C: END_STEP "
       "TRANSITION FROM A TO B := go; END_TRANSITION "
       "TRANSITION FROM B TO C := B.T >= T#20ms; END_TRANSITION "
       "TRANSITION FROM C TO A := NOT go; END_TRANSITION END_PROGRAM");
  PLC_TABLE(&p, "elapsed go > A.X B.X C.X B.T", "10 0 > 1 0 0 0",
            "10 1 > 0 1 0 0", "10 1 > 0 1 0 0", "10 1 > 0 1 0 10",
            "10 1 > 0 0 1 20",
            "10 1 > 0 0 1 20",  // stays as it was
            "10 0 > 1 0 0 20", "10 1 > 0 1 0 20", "10 1 > 0 1 0 0");
  plc_set(&p, "B.T", INT32_MAX - 5);
  PLC_TABLE(&p, "elapsed go > B.T", "10 1 > 2147483647");
  plc_done(&p);
}

static uint32_t count_state(const char *program) {
  Plc p;
  load(&p, program);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p.pou->vars; i++)
    if (p.pou->var[i].direction == VD_DIR_LOCAL) n++;
  plc_done(&p);
  return n;
}

// A bit for each step, and no times that nothing reads.
static void state_is_small(void **state) {
  (void)state;
  assert_int_equal(count_state(RING("", "")), 4);
  assert_int_equal(count_state(RING("q(N);", "")), 4 + 1);
  assert_int_equal(count_state(RING("q(S);", "q(R);")), 4 + 2);
  assert_int_equal(count_state(RING("Count(P1);", "")), 4 + 1);
  // A memory, the time and a stopwatch; the limit is known.
  assert_int_equal(count_state(RING("q(D, T#1s);", "q(D, T#1s);")), 4 + 4);
}

static void function_block(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "FUNCTION_BLOCK F VAR_INPUT go : BOOL; END_VAR VAR_OUTPUT q : BOOL; "
       "END_VAR INITIAL_STEP A: END_STEP STEP B: q(D, T#10ms); END_STEP "
       "TRANSITION FROM A TO B := go; END_TRANSITION "
       "TRANSITION FROM B TO A := NOT go; END_TRANSITION END_FUNCTION_BLOCK "
       "PROGRAM P VAR_INPUT x, y : BOOL; END_VAR "
       "VAR_OUTPUT one, two : BOOL; END_VAR VAR f, g : F; END_VAR "
       "f(go := x, q => one); IF y THEN g(go := x, q => two); END_IF "
       "END_PROGRAM");
  PLC_TABLE(&p, "elapsed x y > f.B.X g.B.X one two", "10 1 0 > 1 0 0 0",
            "10 1 1 > 1 1 0 0", "10 1 1 > 1 1 1 0",
            "10 1 0 > 1 1 1 0",  // g is not called; its time goes on
            "10 0 1 > 0 0 1 1", "10 0 1 > 0 0 0 0");
  plc_done(&p);
}

// An action that is a network goes on where it was when it ran last.
static void network_in_action(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT go : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "INITIAL_STEP A: Sub(N); END_STEP STEP B: END_STEP "
       "TRANSITION FROM A TO B := go; END_TRANSITION "
       "ACTION Sub: INITIAL_STEP A: END_STEP STEP Two: q(N); END_STEP "
       "TRANSITION FROM A TO Two := TRUE; END_TRANSITION "
       "TRANSITION FROM Two TO A := TRUE; END_TRANSITION END_ACTION "
       "END_PROGRAM");
  PLC_TABLE(&p, "go > A.X B.X Sub#A.X Two.X q", "0 > 1 0 0 1 0",
            "0 > 1 0 1 0 1", "1 > 0 1 0 1 0",
            "1 > 0 1 1 0 1",  // once more
            "1 > 0 1 1 0 1");
  plc_done(&p);
}

static void names_of_steps(void **state) {
  (void)state;
  Plc p;
  // A step and its action.
  load(&p,
       "PROGRAM P VAR_OUTPUT n : INT; END_VAR INITIAL_STEP Fill: Fill(N); "
       "END_STEP STEP B: END_STEP "
       "TRANSITION FROM Fill TO B := FILL.X; END_TRANSITION "
       "ACTION Fill: IF Fill.X THEN n := n + 1; ELSE n := n + 10; END_IF "
       "END_ACTION END_PROGRAM");
  PLC_TABLE(&p, "> Fill#step.X B.X n", "> 0 1 1", "> 0 1 11", "> 0 1 11");
  plc_done(&p);
  // Of two networks: each means its own.
  load(&p,
       "PROGRAM P VAR_OUTPUT n : INT; END_VAR One(); Two(); "
       "ACTION One: INITIAL_STEP A: END_STEP STEP B: END_STEP "
       "TRANSITION FROM A TO B := TRUE; END_TRANSITION END_ACTION "
       "ACTION Two: INITIAL_STEP A: END_STEP STEP C: END_STEP "
       "TRANSITION FROM A TO C := A.X AND B.X; END_TRANSITION END_ACTION "
       "END_PROGRAM");
  PLC_TABLE(&p, "> A.X B.X Two#A.X C.X", "> 0 1 0 1");
  plc_done(&p);
}

static void ambiguous_step(void **state) {
  (void)state;
  Plc p = {0};
  VdStOptions options = {0};
  const char *text =
      "PROGRAM P VAR_OUTPUT q : BOOL; END_VAR\nOne(); Two(); q := A.X;\n"
      "ACTION One: INITIAL_STEP A: END_STEP END_ACTION "
      "ACTION Two: INITIAL_STEP A: END_STEP END_ACTION END_PROGRAM";
  p.module = vd_st_read_text(text, strlen(text), "test.st", &options, &p.diags,
                             &p.plc);
  assert_non_null(p.module);
  assert_string_equal(plc_pou(&p, "P")->reason,
                      "a step that two networks have");
  plc_done(&p);
}

// What one network of a POU has stored another resets.
static void networks_share_control(void **state) {
  (void)state;
  Plc p;
  load(&p,
       "PROGRAM P VAR_INPUT x : BOOL; END_VAR VAR_OUTPUT q : BOOL; END_VAR "
       "IF x THEN On(); ELSE Off(); END_IF "
       "ACTION On: INITIAL_STEP A: q(S); END_STEP STEP B: END_STEP "
       "TRANSITION FROM A TO B := TRUE; END_TRANSITION END_ACTION "
       "ACTION Off: INITIAL_STEP C: q(R); END_STEP END_ACTION END_PROGRAM");
  // B has nothing to do with q.
  PLC_TABLE(&p, "x > q", "0 > 0", "1 > 1", "1 > 1", "0 > 0", "1 > 0");
  plc_done(&p);
}

// ------------------------------------------------------------------- flags
#define FLAGS(flags)                                           \
  "PROGRAM P VAR_INPUT go, " flags                             \
  " : BOOL; END_VAR VAR_OUTPUT q : BOOL; n : INT; END_VAR "    \
  "INITIAL_STEP A: Count(N); END_STEP STEP B: q(S); END_STEP " \
  "TRANSITION FROM A TO B := go; END_TRANSITION "              \
  "ACTION Count: n := n + 1; END_ACTION END_PROGRAM"

static void flag_init(void **state) {
  (void)state;
  Plc p;
  load(&p, FLAGS("SFCInit"));
  PLC_TABLE(&p, "go SFCInit > A.X B.X q n", "1 0 > 0 1 0 1", "1 0 > 0 1 1 2",
            "1 0 > 0 1 1 2",
            "1 1 > 1 0 1 2",  // nothing runs, so q is not written
            "1 1 > 1 0 1 2", "1 0 > 0 1 0 3", "1 0 > 0 1 1 4");
  plc_done(&p);
}

static void flag_reset(void **state) {
  (void)state;
  Plc p;
  load(&p, FLAGS("sfcreset"));
  PLC_TABLE(&p, "go SFCReset > A.X B.X q n", "1 0 > 0 1 0 1", "1 0 > 0 1 1 2",
            "0 1 > 1 0 0 3",  // q has ended, and the initial step runs
            "0 1 > 1 0 0 4", "1 1 > 0 1 0 5", "1 1 > 0 1 0 6", "1 0 > 0 1 1 7");
  plc_done(&p);
}

static void flag_pause(void **state) {
  (void)state;
  Plc p;
  load(&p, FLAGS("SFCPause"));
  PLC_TABLE(&p, "go SFCPause > A.X B.X q n", "0 0 > 1 0 0 1", "1 1 > 1 0 0 1",
            "1 1 > 1 0 0 1", "1 0 > 0 1 0 2", "1 1 > 0 1 0 2", "1 0 > 0 1 1 3");
  plc_done(&p);
}

// ------------------------------------------------------------------ errors
static void expect(const char *program, const char *message) {
  VdStOptions options = {0};
  VdDiags diags = {0};
  VdBuf out = {0};
  VdModule *m = vd_st_read_text(program, strlen(program), "test.st", &options,
                                &diags, NULL);
  assert_null(m);
  vd_diags_print(&diags, &out);
  assert_string_equal(vd_buf_text(&out), message);
  vd_buf_done(&out);
  vd_diags_done(&diags);
}

static void errors(void **state) {
  (void)state;
  expect(
      "PROGRAM P\nSTEP A: END_STEP\nTRANSITION FROM A TO B := TRUE; "
      "END_TRANSITION\nEND_PROGRAM",
      "test.st:2:1: error: found a network without an initial step\n"
      "test.st:3:22: error: found 'B', expected the name of a step\n");
  expect("PROGRAM P\nINITIAL_STEP A: END_STEP\nSTEP a: END_STEP\nEND_PROGRAM",
         "test.st:3:6: error: found a second step 'a'\n");
  expect(
      "PROGRAM P\nINITIAL_STEP A: Foo(N); END_STEP\nEND_PROGRAM",
      "test.st:2:17: error: found 'Foo', expected an action or a variable\n");
  expect(
      "FUNCTION F : INT\nINITIAL_STEP A: END_STEP\nEND_FUNCTION",
      "test.st:2:1: error: found steps in a FUNCTION, which keeps nothing\n");
}

static void unsupported_flag(void **state) {
  (void)state;
  Plc p = {0};
  VdStOptions options = {0};
  const char *text =
      "PROGRAM P\nVAR SFCError : BOOL; END_VAR\nINITIAL_STEP A: END_STEP\n"
      "END_PROGRAM";
  p.module = vd_st_read_text(text, strlen(text), "test.st", &options, &p.diags,
                             &p.plc);
  assert_non_null(p.module);
  assert_string_equal(plc_pou(&p, "P")->reason, "the flag SFCError");
  plc_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(non_stored),
      cmocka_unit_test(stored),
      cmocka_unit_test(limited),
      cmocka_unit_test(delayed),
      cmocka_unit_test(pulse),
      cmocka_unit_test(rising),
      cmocka_unit_test(falling),
      cmocka_unit_test(stored_and_delayed),
      cmocka_unit_test(delayed_and_stored),
      cmocka_unit_test(stored_and_limited),
      cmocka_unit_test(reset_overrides),
      cmocka_unit_test(one_control),
      cmocka_unit_test(times),
      cmocka_unit_test(order_of_actions),
      cmocka_unit_test(shared_variable),
      cmocka_unit_test(selection),
      cmocka_unit_test(priority),
      cmocka_unit_test(one_transition_a_cycle),
      cmocka_unit_test(simultaneous),
      cmocka_unit_test(selection_in_simultaneous),
      cmocka_unit_test(conditions_see_one_state),
      cmocka_unit_test(step_to_itself),
      cmocka_unit_test(conditions_fault_when_used),
      cmocka_unit_test(step_time),
      cmocka_unit_test(state_is_small),
      cmocka_unit_test(function_block),
      cmocka_unit_test(network_in_action),
      cmocka_unit_test(names_of_steps),
      cmocka_unit_test(ambiguous_step),
      cmocka_unit_test(networks_share_control),
      cmocka_unit_test(flag_init),
      cmocka_unit_test(flag_reset),
      cmocka_unit_test(flag_pause),
      cmocka_unit_test(errors),
      cmocka_unit_test(unsupported_flag),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
