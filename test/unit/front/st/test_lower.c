// What statements and expressions do, by running them.
#include "front/st/plc_test.h"

static void check(const char *program, const char *heading,
                  const char *const *row, uint32_t rows) {
  Plc p;
  plc_load(&p, program, "P", 0);
  plc_table(&p, heading, row, rows);
  plc_done(&p);
}
#define CHECK(program, heading, ...)               \
  do {                                             \
    const char *const rows[] = {__VA_ARGS__};      \
    check(program, heading, rows, VD_COUNT(rows)); \
  } while (0)

#define IO(in, out) \
  "PROGRAM P VAR_INPUT " in " END_VAR VAR_OUTPUT " out " END_VAR "

static void arithmetic(void **state) {
  (void)state;
  CHECK(IO("a, b : INT;", "s, d, p, q, m : INT;")
        "s := a + b; d := a - b; p := a * b; q := a / b; m := a MOD b; "
        "END_PROGRAM",
        "a b > s d p q m", "7 2 > 9 5 14 3 1", "-7 2 > -5 -9 -14 -3 -1",
        "32767 1 > -32768 32766 32767 32767 0",
        "-32768 -1 > 32767 -32767 -32768 -32768 0");
  CHECK(IO("a, b : USINT;", "s, d, q, m : USINT; less : BOOL;")
        "s := a + b; d := a - b; q := a / b; m := a MOD b; less := a < b; "
        "END_PROGRAM",
        "a b > s d q m less", "200 100 > 44 100 2 0 0", "3 200 > 203 59 0 3 1");
}

// Unary operators bind stronger than **; comparisons weaker than sums.
static void precedence(void **state) {
  (void)state;
  CHECK(IO("a, b, c : BOOL; x, y : INT;", "r, s, t, u : BOOL; v, w : INT;")
        "r := a OR b AND c; s := a XOR b OR c; t := NOT a AND b; "
        "u := x + 1 < y = TRUE; v := x + y * 2; w := -2 ** 2; END_PROGRAM",
        "a b c x y > r s t u v w", "1 0 0 1 5 > 1 1 0 1 11 4",
        "0 1 1 9 5 > 1 1 1 0 19 4");
}

// Nothing is left out of AND and OR: both functions run.
static void no_short_circuit(void **state) {
  (void)state;
  CHECK(
      "FUNCTION Count : BOOL VAR_IN_OUT n : INT; END_VAR "
      "n := n + 1; Count := TRUE; END_FUNCTION "
      "PROGRAM P VAR_INPUT a : BOOL; END_VAR VAR_OUTPUT x : BOOL; n : INT; "
      "END_VAR x := a AND Count(n) OR Count(n); END_PROGRAM",
      "a > x n", "0 > 1 2", "1 > 1 4");
}

static void bits(void **state) {
  (void)state;
  CHECK(IO("a, b : BYTE; n : INT;", "x, o, e, l, r, s, t : BYTE; bit : BOOL;")
        "x := a AND b; o := a OR b; e := a XOR NOT b; l := SHL(a, n); "
        "r := SHR(a, n); s := ROL(a, n); t := ROR(a, n); bit := a.7; "
        "END_PROGRAM",
        "a b n > x o e l r s t bit",
        "0xC5 0x0F 1 > 0x05 0xCF 0x35 0x8A 0x62 0x8B 0xE2 1",
        "0x45 0xFF 8 > 0x45 0xFF 0x45 0 0 0x45 0x45 0",
        "0x45 0xFF 300 > 0x45 0xFF 0x45 0 0 0x54 0x54 0",
        "0x45 0xFF -1 > 0x45 0xFF 0x45 0 0 0xA2 0x8A 0");
  CHECK(IO("b : BOOL;", "w : WORD;") "w.0 := b; w.%X15 := NOT b; END_PROGRAM",
        "b > w", "1 > 1", "0 > 0x8000");
}

static void standard_functions(void **state) {
  (void)state;
  CHECK(IO("a, b : INT; g : BOOL;", "x, n, l, s, m, c : INT;")
        "x := MAX(a, b, 3); n := MIN(IN1 := a, IN2 := b); "
        "l := LIMIT(MN := -5, IN := a, MX := 5); s := SEL(g, a, b); "
        "m := MUX(SEL(g, 0, 1), a, b); c := ABS(a); END_PROGRAM",
        "a b g > x n l s m c", "1 2 0 > 3 1 1 1 1 1", "9 2 1 > 9 2 5 2 2 9",
        "-32768 2 1 > 3 -32768 -5 2 2 -32768");
  CHECK(IO("a, b : INT;", "x : INT; e, g : BOOL;")
        "x := ADD(a, b, 1); e := EQ(a, b); g := GT(a, b); x := MOVE(x); "
        "END_PROGRAM",
        "a b > x e g", "1 2 > 4 0 0", "2 2 > 5 1 0", "3 2 > 6 0 1");
}

static void conversions(void **state) {
  (void)state;
  CHECK(IO("d : DINT;", "i : INT; u : USINT; w : WORD; r : REAL; b : BOOL;")
        "i := DINT_TO_INT(d); u := TO_USINT(d); w := DINT_TO_WORD(d); "
        "r := DINT_TO_REAL(d); b := DINT_TO_BOOL(d); END_PROGRAM",
        "d > i u w r b", "-1 > -1 255 0xFFFF -1 1",
        "70000 > 4464 112 0x1170 70000 1", "0 > 0 0 0 0 0");
  // To nearest, ties to even; TRUNC cuts off.
  CHECK(IO("n : INT;", "a, b, c : INT; d : DINT;")
        "a := REAL_TO_INT(INT_TO_REAL(n) / 2.0); "
        "b := TRUNC(INT_TO_REAL(n) / 2.0); "
        "c := REAL_TRUNC_INT(INT_TO_REAL(n) / -2.0); "
        "d := LREAL_TO_DINT(0.5 + n); END_PROGRAM",
        "n > a b c d", "1 > 0 0 0 2", "3 > 2 1 -1 4", "5 > 2 2 -2 6",
        "-5 > -2 -2 2 -4");
  // What is too large wraps; beyond 64 bits it is 0.
  CHECK(IO("n : INT;", "a, b : INT;")
        "a := REAL_TO_INT(INT_TO_REAL(n) * 1000.0); "
        "b := REAL_TO_INT(INT_TO_REAL(n) * 1.0E30); END_PROGRAM",
        "n > a b", "40 > -25536 0");
  CHECK(IO("t : TIME;", "d : DINT; l : LTIME; n : LINT;")
        "d := TIME_TO_DINT(t); l := TIME_TO_LTIME(t); "
        "n := LTIME_TO_LINT(l); END_PROGRAM",
        "t > d l n", "1500 > 1500 1500000000 1500000000",
        "-2 > -2 -2000000 -2000000");
}

static void widening(void **state) {
  (void)state;
  CHECK(IO("s : SINT; u : UINT; b : BOOL;", "d : DINT; r : REAL; w : WORD;")
        "d := s + u; r := s; w := b; r := r + u; END_PROGRAM",
        "s u b > d r w", "-1 65535 1 > 65534 65534 1", "5 1 0 > 6 6 0");
}

static void times(void **state) {
  (void)state;
  CHECK(IO("t : TIME; n : INT;", "a, b, c, d : TIME; late : BOOL;")
        "a := t + T#1m; b := t - T#0.5s; c := t * n; d := t / n; "
        "late := t >= T#1s500ms; END_PROGRAM",
        "t n > a b c d late", "1500 3 > 61500 1000 4500 500 1",
        "100 -1 > 60100 -400 -100 -100 0");
}

static void branches(void **state) {
  (void)state;
  CHECK(IO("n : INT;", "x : INT; y : INT;")
        "IF n < 0 THEN x := 1; ELSIF n = 0 THEN x := 2; ELSE x := 3; END_IF "
        "CASE n OF 1: y := 10; 2, 5: y := 20; 6..9, 11: y := 30; "
        "-3..-1: y := 40; ELSE y := 50; END_CASE END_PROGRAM",
        "n > x y", "-4 > 1 50", "-2 > 1 40", "0 > 2 50", "1 > 3 10", "5 > 3 20",
        "9 > 3 30", "10 > 3 50", "11 > 3 30");
  // Without ELSE nothing happens; the first branch that fits counts.
  CHECK(IO("n : INT;", "y : INT;")
        "CASE n OF 1..5: y := 1; 5..7: y := 2; END_CASE; END_PROGRAM",
        "n > y", "5 > 1", "7 > 2", "8 > 2");
}

static void loops(void **state) {
  (void)state;
  CHECK(IO("n : INT;", "up, down, w, r, x : INT;") "VAR i : INT; END_VAR "
        "up := 0; FOR i := 1 TO n DO up := up + i; END_FOR; x := i; "
        "down := 0; FOR i := n TO 0 BY -2 DO down := down * 10 + i; END_FOR; "
        "w := 0; WHILE w * w < n DO w := w + 1; END_WHILE; "
        "r := 0; REPEAT r := r + 1; UNTIL r >= n END_REPEAT; END_PROGRAM",
        "n > up down w r x", "4 > 10 420 2 4 5", "0 > 0 0 0 1 1",
        "5 > 15 531 3 5 6");
  // The limit is what it was at the start.
  CHECK(IO("n : INT;", "x : INT;") "VAR i, m : INT; END_VAR "
        "m := n; x := 0; FOR i := 1 TO m DO m := 0; x := x + 1; END_FOR; "
        "END_PROGRAM",
        "n > x", "4 > 4");
}

static void jumps(void **state) {
  (void)state;
  CHECK(IO("n : INT;", "x, y : INT;") "VAR i, k : INT; END_VAR "
        "x := 0; y := 0; FOR i := 0 TO 9 DO "
        "IF i = n THEN EXIT; END_IF; IF i MOD 2 = 0 THEN CONTINUE; END_IF; "
        "FOR k := 0 TO 9 DO IF k = 2 THEN EXIT; END_IF; y := y + 1; END_FOR; "
        "x := x + i; END_FOR; IF n = 3 THEN RETURN; END_IF; x := x + 100; "
        "END_PROGRAM",
        "n > x y", "3 > 1 2", "4 > 104 4", "20 > 125 10");
}

static void arrays(void **state) {
  (void)state;
  CHECK(IO("i, j, v : INT;", "x, s : INT;")
        "VAR a : ARRAY[1..3, -1..0] OF INT := [1, 2, 2(7), 9]; END_VAR "
        "x := a[i, j]; a[i, j] := v; s := a[1,-1] + a[1,0] + a[2,-1] + a[2,0] "
        "+ a[3,-1] + a[3,0]; END_PROGRAM",
        "i j v > x s fault", "1 -1 5 > 1 30 0", "2 0 0 > 7 23 0",
        "3 0 4 > 0 27 0", "3 0 4 > 4 27 0");
  CHECK(IO("i : USINT;", "x : INT;")
        "VAR a : ARRAY[0..255] OF INT; END_VAR "
        "a[200] := 7; x := a[i]; END_PROGRAM",
        "i > x", "200 > 7", "201 > 0");
}

static void structs(void **state) {
  (void)state;
  CHECK("TYPE Point : STRUCT x, y : INT := 3; END_STRUCT; "
        "Line : STRUCT a, b : Point := (x := 1); n : ARRAY[0..1] OF Point; "
        "END_STRUCT; END_TYPE " IO("i : INT;", "p, q, r : INT;")
        "VAR l, m : Line := (b := (y := 8)); END_VAR "
        "p := l.a.x * 10 + l.a.y; q := l.b.x * 10 + l.b.y; "
        "m.n[i] := l.b; m.n[i].x := 5; l := m; "
        "r := l.n[1].x * 10 + l.n[1].y; l.b.x := 2; END_PROGRAM",
        "i > p q r", "0 > 13 18 33", "1 > 13 28 58");
}

static void enums(void **state) {
  (void)state;
  CHECK("TYPE Color : (Red, Green := 5, Blue) := Green; Mood : (Blue, Happy); "
        "END_TYPE " IO("n : INT;", "c : Color; b, d, m : BOOL;")
        "VAR k : Mood; END_VAR "
        "b := c = Green; d := Blue = c; m := k = Mood#Happy; "
        "CASE c OF Red: c := Color.Green; Green: c := Blue; "
        "Blue: c := Color#Red; k := Happy; END_CASE; END_PROGRAM",
        "n > c b d m", "0 > 6 1 0 0", "0 > 0 0 1 0", "0 > 5 0 0 1");
}

// Inputs keep their value between calls; outputs are read, inputs set outside
// of a call; instances are apart.
static void blocks(void **state) {
  (void)state;
  CHECK("FUNCTION_BLOCK Sum VAR_INPUT x : INT := 1; END_VAR "
        "VAR_OUTPUT total : INT; END_VAR VAR n : INT; END_VAR "
        "total := total + x; n := n + 1; END_FUNCTION_BLOCK "
        IO("v : INT;", "a, b, c : INT;")
        "VAR p, q : Sum; r : ARRAY[0..2] OF Sum := [(x := 100)]; END_VAR "
        "p(x := v); p(); a := p.total; q.x := v + 1; q(total => b); "
        "r[v MOD 3](); c := r[0].total + r[1].total; END_PROGRAM",
        "v > a b c", "3 > 6 4 100", "1 > 8 6 101", "0 > 8 7 201");
}

static void nested_blocks(void **state) {
  (void)state;
  Plc p;
  plc_load(&p,
           "FUNCTION_BLOCK Inner VAR_INPUT i : BOOL; END_VAR "
           "VAR_OUTPUT n : INT; END_VAR VAR e : R_TRIG; END_VAR "
           "e(CLK := i); IF e.Q THEN n := n + 1; END_IF; END_FUNCTION_BLOCK "
           "FUNCTION_BLOCK Outer VAR_INPUT i : BOOL; END_VAR "
           "VAR_OUTPUT n : INT; END_VAR VAR a : ARRAY[0..1] OF Inner; END_VAR "
           "a[0](i := i); a[1](i := NOT i); n := a[0].n * 10 + a[1].n; "
           "END_FUNCTION_BLOCK "
           "PROGRAM P VAR_INPUT i : BOOL; END_VAR VAR_OUTPUT n : INT; END_VAR "
           "VAR o : Outer; END_VAR o(i := i, n => n); END_PROGRAM",
           "P", 0);
  PLC_TABLE(&p, "i > n", "0 > 1", "1 > 11", "1 > 11", "0 > 12");
  assert_int_equal(plc_get(&p, "o.a[1].e.M"), 1);
  assert_int_equal(p.pou->instances, 5);
  assert_string_equal(p.pou->instance[0].name, "o");
  assert_string_equal(p.pou->instance[1].name, "o.a[0]");
  assert_string_equal(p.pou->instance[2].name, "o.a[0].e");
  assert_string_equal(p.pou->instance[4].name, "o.a[1].e");
  const VdMachineInstance *e = &p.pou->instance[4];
  assert_string_equal(p.plc->all.machine[e->machine].name, "R_TRIG");
  assert_int_equal(e->vars, 3);
  assert_string_equal(p.pou->var[e->first].name, "o.a[1].e.CLK");
  plc_done(&p);
}

static void functions(void **state) {
  (void)state;
  CHECK("FUNCTION Div2 : INT VAR_INPUT a : INT; b : INT := 4; END_VAR "
        "VAR_OUTPUT rest : INT; END_VAR VAR n : INT; END_VAR "
        "n := n + 1; Div2 := a / b; rest := a MOD b + n - 1; END_FUNCTION "
        "FUNCTION Twice : INT VAR_INPUT x : INT; END_VAR "
        "Twice := x; Twice := Twice + x; END_FUNCTION "
        IO("a : INT;", "x, y, r : INT;")
        "x := Div2(b := 3, a := a, rest => r); "
        "y := Div2(a) + Twice(Twice(1)); END_PROGRAM",
        "a > x y r", "17 > 5 8 2", "-17 > -5 0 -2");
}

static void struct_result(void **state) {
  (void)state;
  CHECK("TYPE Pair : STRUCT a, b : INT; END_STRUCT END_TYPE "
        "FUNCTION Swap : Pair VAR_INPUT p : Pair; END_VAR "
        "Swap.a := p.b; Swap.b := p.a; END_FUNCTION "
        IO("x : INT;", "a, b : INT;") "VAR p : Pair; END_VAR "
        "p.a := x; p.b := 7; p := Swap(Swap(Swap(p))); a := p.a; b := p.b; "
        "END_PROGRAM",
        "x > a b", "3 > 7 3");
}

static void in_out(void **state) {
  (void)state;
  CHECK("FUNCTION Add : INT VAR_IN_OUT v : INT; END_VAR "
        "VAR_INPUT d : INT; END_VAR v := v + d; Add := v * 2; END_FUNCTION "
        "FUNCTION_BLOCK Push VAR_IN_OUT a : ARRAY[0..2] OF INT; END_VAR "
        "VAR_INPUT x : INT; END_VAR VAR n : INT; END_VAR "
        "a[n] := x; n := (n + 1) MOD 3; END_FUNCTION_BLOCK "
        IO("i, d : INT;", "x, s : INT;")
        "VAR a, b : ARRAY[0..2] OF INT; p : Push; END_VAR "
        "x := Add(a[i], d); p(a := b, x := d); "
        "s := a[0] + a[1] * 10 + a[2] * 100 + b[0] * 1000; END_PROGRAM",
        "i d > x s", "0 1 > 2 1001", "2 3 > 6 1301", "2 -1 > 4 1201");
}

static void globals(void **state) {
  (void)state;
  CHECK("VAR_GLOBAL n : INT := 5; t : R_TRIG; END_VAR "
        "VAR_GLOBAL CONSTANT K : INT := 3; END_VAR "
        "FUNCTION_BLOCK F VAR_EXTERNAL n : INT; END_VAR "
        "n := n + K; END_FUNCTION_BLOCK "
        IO("c : BOOL;", "x : INT; q : BOOL;") "VAR f, g : F; END_VAR "
        "t(CLK := c); q := t.Q; f(); IF c THEN g(); END_IF; x := n; "
        "END_PROGRAM",
        "c > x q n", "0 > 8 0 8", "1 > 14 1 14", "1 > 20 0 20");
}

static void temporaries(void **state) {
  (void)state;
  CHECK(IO("x : INT;", "y : INT;")
        "VAR_TEMP t : INT := 10; END_VAR VAR CONSTANT "
        "c : ARRAY[0..2] OF INT := [5, 6, 7]; END_VAR "
        "t := t + x; y := t + c[x]; END_PROGRAM",
        "x > y", "1 > 17", "2 > 19", "0 > 15");
}

static void actions(void **state) {
  (void)state;
  CHECK(IO("x : BOOL;", "n : INT;")
        "ACTION Inc: n := n + 1; IF n > 2 THEN RETURN; END_IF; n := n * 2; "
        "END_ACTION Inc(); IF x THEN Inc(); END_IF; n := n + 100; END_PROGRAM",
        "x > n", "0 > 102", "1 > 204");
}

// A PROGRAM stops at a fault, and the cycle with the fault changes nothing.
static void faults(void **state) {
  (void)state;
  CHECK(IO("i, d : INT;", "x, n : INT;") "VAR a : ARRAY[0..3] OF INT; END_VAR "
        "n := n + 1; x := 100 / d; a[i] := x; END_PROGRAM",
        "i d > x n fault", "0 5 > 20 1 0", "0 0 > 20 1 1", "0 5 > 20 1 1");
  CHECK(IO("i, d : INT;", "x, n : INT;") "VAR a : ARRAY[0..3] OF INT; END_VAR "
        "n := n + 1; x := 100 / d; a[i] := x; END_PROGRAM",
        "i d > x n fault", "3 5 > 20 1 0", "4 2 > 20 1 1");
  CHECK(IO("i : INT;", "x, y : INT;") "VAR a : ARRAY[5..6] OF INT; END_VAR "
        "x := 1; y := a[i]; END_PROGRAM",
        "i > x fault", "4 > 0 1");
  CHECK(IO("i : INT;", "x : INT;") "x := 5 MOD i; END_PROGRAM", "i > fault",
        "1 > 0", "0 > 1");
  CHECK(IO("k, x : INT;", "y : INT;") "y := MUX(k, x, 5, 6); END_PROGRAM",
        "k x > y fault", "0 9 > 9 0", "2 9 > 6 0", "3 9 > 6 1");
  CHECK(IO("x : INT;", "y : INT (-3..3);") "y := x; END_PROGRAM", "x > y fault",
        "3 > 3 0", "-3 > -3 0", "4 > -3 1");
  // Real division has no faults.
  CHECK(IO("x : INT;",
           "y : REAL; z : BOOL;") "y := 1.0 / x; z := y > 1.0E30; END_PROGRAM",
        "x > z", "1 > 0", "0 > 1");
}

// Through functions and FBs, which say so to their caller.
static void deep_faults(void **state) {
  (void)state;
  CHECK("FUNCTION Div3 : INT VAR_INPUT a : INT; END_VAR "
        "Div3 := 12 / a; END_FUNCTION "
        "FUNCTION_BLOCK F VAR_INPUT a : INT; END_VAR VAR_OUTPUT n : INT; "
        "END_VAR n := n + 1; n := n + Div3(a); END_FUNCTION_BLOCK "
        IO("a : INT;", "x : INT; n : INT;") "VAR f : F; END_VAR "
        "n := n + 1; f(a := a, n => x); END_PROGRAM",
        "a > x n fault", "4 > 4 1 0", "3 > 9 2 0", "0 > 9 2 1", "1 > 9 2 1");
}

static void reals(void **state) {
  (void)state;
  // 16777217 is no REAL, but an LREAL.
  CHECK(IO("d : DINT;", "a, b : DINT; e : BOOL;") "VAR r : REAL; l : LREAL; "
        "END_VAR r := DINT_TO_REAL(d); l := d; a := REAL_TO_DINT(r); "
        "b := LREAL_TO_DINT(l); e := SQRT(4.0) = 2.0; END_PROGRAM",
        "d > a b e", "16777217 > 16777216 16777217 1");
  CHECK(IO("x : INT;", "y : REAL;") "VAR r : REAL; END_VAR "
        "r := 2.0; y := r ** 3; END_PROGRAM",
        "x > y", "0 > 8");
}

static void located(void **state) {
  (void)state;
  Plc p;
  plc_load(&p,
           "PROGRAM P VAR a AT %IX0.0 : BOOL; b AT %QW1 : WORD; c AT %MW3 : "
           "WORD; "
           "END_VAR b := c; IF a THEN c := 5; END_IF; END_PROGRAM",
           "P", 0);
  assert_int_equal(p.pou->var[plc_var(&p, "a")].direction, VD_DIR_INPUT);
  assert_int_equal(p.pou->var[plc_var(&p, "b")].direction, VD_DIR_OUTPUT);
  assert_int_equal(p.pou->var[plc_var(&p, "c")].direction, VD_DIR_LOCAL);
  assert_string_equal(p.pou->var[plc_var(&p, "a")].address, "%IX0.0");
  PLC_TABLE(&p, "a > b", "1 > 0", "0 > 5");
  plc_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic),
      cmocka_unit_test(precedence),
      cmocka_unit_test(no_short_circuit),
      cmocka_unit_test(bits),
      cmocka_unit_test(standard_functions),
      cmocka_unit_test(conversions),
      cmocka_unit_test(widening),
      cmocka_unit_test(times),
      cmocka_unit_test(branches),
      cmocka_unit_test(loops),
      cmocka_unit_test(jumps),
      cmocka_unit_test(arrays),
      cmocka_unit_test(structs),
      cmocka_unit_test(enums),
      cmocka_unit_test(blocks),
      cmocka_unit_test(nested_blocks),
      cmocka_unit_test(functions),
      cmocka_unit_test(struct_result),
      cmocka_unit_test(in_out),
      cmocka_unit_test(globals),
      cmocka_unit_test(temporaries),
      cmocka_unit_test(actions),
      cmocka_unit_test(faults),
      cmocka_unit_test(deep_faults),
      cmocka_unit_test(reals),
      cmocka_unit_test(located),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
