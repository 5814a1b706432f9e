#include <stdlib.h>
#include <strings.h>

#include "contract_test.h"

static const VdEnum *color(bool changed) {
  static const char *const text[] = {"Red", "Green", "Blue"};
  static VdValue value[2][3];
  static VdEnum e[2];
  for (uint32_t k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < 3; i++)
      value[k][i] = vd_value_bv(16, k ? 2 - i : i);
    e[k] = (VdEnum){"Color", 3, text, value[k]};
  }
  return &e[changed];
}

#define IN VD_USE_INPUT
#define OUT VD_USE_OUTPUT
static Var vars[] = {
    {2, "b", IN, VD_ELEM_BOOL, NULL},
    {2, "s8", IN, VD_ELEM_SINT, NULL},
    {2, "u8", IN, VD_ELEM_USINT, NULL},
    {2, "i16", IN, VD_ELEM_INT, NULL},
    {2, "u16", IN, VD_ELEM_UINT, NULL},
    {2, "w16", IN, VD_ELEM_WORD, NULL},
    {2, "i64", IN, VD_ELEM_LINT, NULL},
    {2, "u64", IN, VD_ELEM_ULINT, NULL},
    {2, "r", IN, VD_ELEM_REAL, NULL},
    {2, "l", IN, VD_ELEM_LREAL, NULL},
    {2, "t", IN, VD_ELEM_TIME, NULL},
    {2, "lt", IN, VD_ELEM_LTIME, NULL},
    {2, "d", IN, VD_ELEM_DATE, NULL},
    {2, "tod", IN, VD_ELEM_TOD, NULL},
    {2, "c", IN, VD_ELEM_INT, NULL},
    {1, "c2", IN, VD_ELEM_INT, NULL},
    {2, "q", OUT, VD_ELEM_BOOL, NULL},
    {2, "n", OUT, VD_ELEM_INT, NULL},
    {2, "io", VD_USE_BOTH, VD_ELEM_INT, NULL},
    {2, "state", VD_USE_STATE, VD_ELEM_INT, NULL},
    {0, "only", IN, VD_ELEM_BOOL, NULL},
    {2, "Position", IN, VD_ELEM_INT, NULL},
};

static void start(Fixture *f, const char *clauses) {
  VdBuf text = {0};
  for (uint32_t i = 0; i < VD_COUNT(vars); i++) {
    if (!strcmp(vars[i].name, "c")) vars[i].enumeration = color(false);
    if (!strcmp(vars[i].name, "c2")) vars[i].enumeration = color(true);
  }
  vd_buf_printf(&text, "compare M { %s }", clauses);
  fixture_init(f, vars, VD_COUNT(vars), text.at);
  vd_buf_done(&text);
}

static void assert_refused(const char *clauses, const char *message) {
  Fixture f;
  start(&f, clauses);
  assert_false(f.ok);
  VdBuf all = {0};
  vd_diags_print(&f.diags, &all);
  if (!strstr(vd_buf_text(&all), message) || f.diags.list.len != 1)
    fail_msg("%s\ngives %s\nnot %s", clauses, vd_buf_text(&all), message);
  vd_buf_done(&all);
  fixture_done(&f);
}

// -------------------------------------------------------------- evaluation
typedef struct Set {
  const char *name;  // of the old side
  VdValue value;
} Set;

static bool holds(const char *expression, const Set *set, uint32_t n) {
  Fixture f;
  VdBuf text = {0};
  vd_buf_printf(&text, "assume %s;", expression);
  start(&f, text.at);
  if (!f.ok) assert_messages(&f, "");
  VdEval *eval = vd_eval_new(f.tm);
  for (uint32_t i = 0; i < n; i++) {
    VdContractName name;
    assert_true(fixture_look(&f, 0, set[i].name, &name));
    vd_eval_set(eval, name.input, set[i].value);
  }
  VdValue out;
  assert_true(vd_eval(eval, f.terms.assume, &out));
  vd_eval_free(eval);
  fixture_done(&f);
  vd_buf_done(&text);
  return out.bits;
}

static bool holds_for(const char *expression, const char *name, VdValue value) {
  Set set = {name, value};
  return holds(expression, &set, 1);
}

static void assert_holds(const char *expression) {
  if (!holds(expression, NULL, 0)) fail_msg("%s is false", expression);
}

static void literals_have_their_values(void **state) {
  (void)state;
  assert_holds("1 + 2 * 3 == 7 && (1 + 2) * 3 == 9");
  assert_holds("0x10 == 16 && 16#ff == 255 && 2#101 == 5 && 1_000 == 1000");
  assert_holds("18446744073709551615 + 1 > 18446744073709551615");
  assert_holds("-5 / 2 == -2 && -5 % 2 == -1 && -5 >> 1 == -3");
  assert_holds("1 << 70 > 1 << 69 && ~0 == -1 && ~5 == -6");
  assert_holds("1.5 + 1.5 == 3.0 && 1.5 < 2 && 3 == 3.0 && 1e3 == 1000");
  assert_holds("500ms == T#0.5s && 1s500ms == 1500ms && 1m > 59s");
  assert_holds("2 * 1s == T#2s && 1s - 2s == -1s && LTIME#1us == T#1000ns");
  assert_holds("D#2024-02-29 < D#2024-03-01 && TOD#12:00 < TOD#12:00:00.5");
  assert_holds("true && !false && TRUE != FALSE && (false => false)");
  assert_holds("(false ? 1 : 2) == 2 && (true ? 1s : 1ms) == 1000ms");
  assert_holds("false => false => false");
  assert_holds("false && true || true && (1 | 2 ^ 3 & 1) == 3");
}

static void mixed_widths_are_exact(void **state) {
  (void)state;
  VdValue most = vd_value_bv(16, 32767), minus = vd_value_bv(16, 0xffff);
  assert_true(holds_for("old.i16 + 1 == 32768", "i16", most));
  assert_true(holds_for("old.i16 * old.i16 == 1073676289", "i16", most));
  assert_true(holds_for("old.i16 < old.u16", "i16", minus));
  assert_true(holds_for("-old.i16 == 1", "i16", minus));
  assert_true(holds_for("old.u16 - 65536 < 0", "u16", minus));
  assert_true(holds_for("-old.i16 == 32768", "i16", vd_value_bv(16, 0x8000)));
  assert_true(
      holds_for("old.i16 / -1 == 32768", "i16", vd_value_bv(16, 0x8000)));
  assert_true(holds_for("~old.w16 == 0xff00", "w16", vd_value_bv(16, 0xff)));
  assert_true(holds_for("~(old.w16 & 0x0f) == 0xfff0", "w16", minus));
  assert_true(holds_for("(old.w16 & ~1) == 0xfffe", "w16", minus));
  assert_true(holds_for("~old.i16 == 0", "i16", minus));
  assert_true(
      holds_for("old.u16 >> 20 == 0 && old.u16 >> 15 == 1", "u16", minus));
  assert_true(holds_for("old.i16 >> 20 == -1", "i16", minus));
}

static void times_have_units(void **state) {
  (void)state;
  Set set[] = {{"t", vd_value_bv(32, 1500)},
               {"lt", vd_value_bv(64, 1500000000)}};
  assert_true(holds("old.t == old.lt && old.t == 1.5s", set, 2));
  assert_true(holds("old.t > T#1499999us && old.t * 2 == 3s", set, 2));
  assert_true(holds("old.t + 1ns > old.lt && -old.t == T#-1.5s", set, 2));
}

static void floats_are_ieee(void **state) {
  (void)state;
  VdValue nan = vd_value_float((float)strtod("nan", NULL));
  assert_false(holds_for("old.r == old.r", "r", nan));
  assert_true(holds_for("old.r === old.r && old.r != old.r", "r", nan));
  assert_true(holds_for("old.r == 0.0", "r", vd_value_float(-0.0f)));
  assert_false(holds_for("old.r === 0.0", "r", vd_value_float(-0.0f)));
  // A literal has the format of what it meets.
  assert_true(
      holds_for("old.r == 0.1 && old.r == -(-0.1)", "r", vd_value_float(0.1f)));
  assert_true(
      holds_for("old.l == 0.1 && old.l <= 0.1", "l", vd_value_double(0.1)));
  Set set[] = {{"r", vd_value_float(2.5f)},
               {"l", vd_value_double(2.5)},
               {"i16", vd_value_bv(16, 5)}};
  assert_true(
      holds("old.r == old.l && old.r * 2 == old.i16 && "
            "old.r + old.l >= old.i16 && old.r / 2.0 == 1.25",
            set, 3));
}

static void names_of_enumerations_are_values(void **state) {
  (void)state;
  VdValue green = vd_value_bv(16, 1);
  assert_true(
      holds_for("old.c == Green && old.c != Color#Red && "
                "(Color.green == old.c) && old.c === old.c",
                "c", green));
  assert_true(holds_for("(old.b ? Blue : old.c) == Green", "c", green));
  assert_refused("assume old.c == Gren;",
                 "1:26: error: Color has no value "
                 "\"Gren\"; did you mean \"Green\"?");
  assert_refused("assume old.c == Colour#Green;", "is not of Color");
  assert_refused("assume old.c == 1;", "\"==\" between Color and a whole");
  assert_refused("assume old.c < Green;", "\"<\" between Color and Color");
  assert_refused("assume Green;", "neither version has a variable \"Green\"");
  assert_refused("assume Green == Red;", "neither version has a variable");
  assert_refused("relate old.c == new.c2;", "give names to different numbers");
}

static void types_must_fit(void **state) {
  (void)state;
  assert_refused("assume old.i16;", "the clause is INT, not a Boolean");
  assert_refused("assume !old.i16;", "\"!\" of INT");
  assert_refused("assume old.i16 && old.b;", "\"&&\" between INT and BOOL");
  assert_refused("assume old.b == 1;",
                 "1:26: error: \"==\" between BOOL and a whole number");
  assert_refused("assume old.b < new.b;", "\"<\" between BOOL and BOOL");
  assert_refused("assume old.i16 == 1s;", "between INT and a time");
  assert_refused("assume old.t / 2 == 1s;", "\"/\" between TIME and a whole");
  assert_refused("assume old.d == old.tod;", "between DATE and TOD");
  assert_refused("assume old.d + 1s == old.d;", "\"+\" between DATE and");
  assert_refused("assume old.i16 / old.u16 == 1;",
                 "a divisor is a constant other than zero");
  assert_refused("assume old.i16 % (1 - 1) == 1;", "other than zero");
  assert_refused("assume old.i16 << old.u16 == 1;", "a shift is by a constant");
  assert_refused("assume old.i16 >> -1 == 1;", "a shift is by a constant");
  assert_refused("assume old.i16 << 300 == 1;", "contract_width = 256");
  assert_refused("assume old.i64 == old.l;",
                 "LINT does not always fit the float exactly");
  assert_refused("assume old.r == 16777217 * 1000000001;",
                 "does not always fit");
  assert_refused("assume old.r == 1e39;", "\"1e39\" is too large for it");
  assert_refused("assume ~(old.u8 + old.u8) == 1;", "it has no width");
  assert_refused("assume (old.b ? 1 : 1s) == 1;", "\"?:\" between");
  assert_refused("assume old.i16 ? old.b : old.b;", "\"?:\" asks INT");
}

static void clauses_are_about_what_they_should(void **state) {
  (void)state;
  assert_refused("assume old.q;", "\"old.q\" is an output, and assume is");
  assert_refused("relate old.q == new.b;", "an output, and relate is about");
  assert_refused("ensure old.b == new.b;", "names no output");
  assert_refused("ensure true;", "names no output");
  assert_refused("relate true;", "names no input");
  assert_refused("relate old.b;", "of the old version alone; write assume");
  assert_refused("relate new.b == new.b;", "of the new version alone");
  assert_refused("ensure old.state == new.n;", "neither input nor output");
  assert_refused("assume old.Postion > 1;",
                 "the old version has no variable \"Postion\"; did you mean "
                 "\"Position\"?");
  assert_refused("assume new.only;",
                 "the new version has no variable "
                 "\"only\"; the old one has");
  assert_refused("assume only;", "only the old version has \"only\"");
  assert_refused("ensure q;", "write old.q or new.q");
  assert_refused("relate old.i16 == new.u8; assume i16 > 0;",
                 "\"i16\" is not equal on both sides");
}

static void the_result_says_what_is_default(void **state) {
  (void)state;
  Fixture f;
  start(&f, "");
  assert_true(f.ok && f.terms.outputs && !f.terms.ensure.len);
  assert_true(vd_term_is_true(f.tm, f.terms.assume));
  fixture_done(&f);

  start(&f,
        "assume b; relate old.I16 == new.u16 + (b ? 1 : 0);"
        "ensure old.io == new.io; ensure old.q => new.q; assume old.b;");
  assert_messages(&f, "");
  assert_true(f.ok && !f.terms.outputs);
  assert_int_equal(f.terms.ensure.len, 2);
  assert_string_equal(f.terms.ensure.at[1].clause->text, "old.q => new.q");
  assert_int_equal(f.terms.part.len, 3);
  assert_int_equal(f.terms.related[0].len, 1);
  assert_true(vd_contract_is_related(&f.terms, 0, 3));
  assert_true(vd_contract_is_related(&f.terms, 1, 4));
  assert_false(vd_contract_is_related(&f.terms, 0, 0));
  VdContractName io[2];
  for (int k = 0; k < 2; k++) fixture_look(&f, k, "io", &io[k]);
  assert_true(vd_term_eq(f.terms.ensure.at[0].term,
                         vd_mk_eq(f.tm, io[0].output, io[1].output)));
  VdContractName b;
  fixture_look(&f, 0, "b", &b);
  assert_true(vd_term_eq(f.terms.assume, b.input));
  fixture_done(&f);

  start(&f, "ensure old.q; ensure outputs;");
  assert_true(f.ok && f.terms.outputs);
  assert_int_equal(f.terms.ensure.len, 1);
  fixture_done(&f);
}

static void assert_satisfiable(const char *clauses, VdAnswer expected) {
  Fixture f;
  VdSolver solver = {0};
  VdBudget budget = vd_budget_of(60);
  start(&f, clauses);
  assert_messages(&f, "");
  VdTerm both = vd_mk_and(f.tm, f.terms.assume, f.terms.relate);
  assert_int_equal(vd_relation_can_hold(f.tm, both, &solver, &budget),
                   expected);
  fixture_done(&f);
}

static void contracts_that_nothing_satisfies_are_found(void **state) {
  (void)state;
  assert_satisfiable("", VD_ANSWER_SAT);
  assert_satisfiable("assume false;", VD_ANSWER_UNSAT);
  assert_satisfiable("assume old.i16 > 32767;", VD_ANSWER_UNSAT);
  assert_satisfiable("assume old.i16 > 32766;", VD_ANSWER_SAT);
  assert_satisfiable("assume new.u8 > 100; relate new.u8 * 3 == old.u8;",
                     VD_ANSWER_UNSAT);
  assert_satisfiable("assume old.r > 1.0; relate old.r * 2.0 == new.r;",
                     VD_ANSWER_SAT);
  assert_satisfiable(
      "assume old.r > 1.0; relate old.r * 2.0 < new.r;"
      "assume new.r < 2.0;",
      VD_ANSWER_UNSAT);
  Fixture f;
  VdSolver solver = {0};
  VdBudget budget = vd_budget_of(60);
  start(&f, "assume old.b && !new.b;");
  VdContractName b[2];
  for (int k = 0; k < 2; k++) fixture_look(&f, k, "b", &b[k]);
  VdTerm equal = vd_mk_eq(f.tm, b[0].input, b[1].input);
  VdTerm both = vd_mk_and(f.tm, f.terms.assume, equal);
  assert_int_equal(vd_relation_can_hold(f.tm, both, &solver, &budget),
                   VD_ANSWER_UNSAT);
  fixture_done(&f);
}

// ------------------------------------------------------------------ random
// Random expressions over integers against 128-bit arithmetic.
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 Digits;
typedef struct Random {
  VdRandom random;
  VdBuf text;
  const Set *set;
} Random;

enum { RANDOM_VARS = 4 };
static const char *const random_name[RANDOM_VARS] = {"s8", "u8", "i16", "u16"};

static Wide number_of(const Random *r, uint32_t i) {
  uint64_t bits = r->set[i].value.bits;
  if (i == 0) return (int8_t)bits;
  if (i == 2) return (int16_t)bits;
  return bits;
}

static Wide grow(Random *r, uint32_t depth) {
  uint64_t kind = vd_random_below(&r->random, depth ? 12 : 2);
  if (kind == 0) {
    uint64_t n = vd_random_below(&r->random, 300);
    vd_buf_printf(&r->text, "%u", (unsigned)n);
    return (Wide)n;
  }
  if (kind == 1) {
    uint32_t i = (uint32_t)vd_random_below(&r->random, RANDOM_VARS);
    vd_buf_printf(&r->text, "old.%s", random_name[i]);
    return number_of(r, i);
  }
  vd_buf_char(&r->text, '(');
  Wide out = 0;
  if (kind == 2) {
    vd_buf_char(&r->text, '-');
    out = -grow(r, depth - 1);
  } else if (kind <= 4) {
    uint32_t by = (uint32_t)vd_random_below(&r->random, 12);
    out = grow(r, depth - 1);
    vd_buf_printf(&r->text, kind == 3 ? " << %u" : " >> %u", by);
    out = kind == 3 ? out * ((Wide)1 << by) : out >> by;
  } else if (kind <= 6) {
    int by = (int)vd_random_below(&r->random, 20) - 10;
    if (!by) by = 7;
    out = grow(r, depth - 1);
    vd_buf_printf(&r->text, kind == 5 ? " / %d" : " %% %d", by);
    out = kind == 5 ? out / by : out % by;
  } else {
    static const char *const op[] = {"+", "-", "*", "&", "^"};
    Wide a = grow(r, depth - 1);
    vd_buf_printf(&r->text, " %s ", op[kind - 7]);
    Wide b = grow(r, depth - 1);
    out = kind == 7    ? a + b
          : kind == 8  ? a - b
          : kind == 9  ? a * b
          : kind == 10 ? (a & b)
                       : (a ^ b);
  }
  vd_buf_char(&r->text, ')');
  return out;
}

static void put_number(VdBuf *text, Wide n) {
  bool negative = n < 0;
  char digits[48];
  int len = 0;
  Digits rest = negative ? -(Digits)n : (Digits)n;
  do digits[len++] = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (negative) vd_buf_char(text, '-');
  // Literals have 64 bits; larger numbers are made of two.
  if (len > 18) {
    vd_buf_char(text, '(');
    for (int i = len; i-- > 18;) vd_buf_char(text, digits[i]);
    vd_buf_str(text, " * 1000000000000000000 + ");
    int top = 17;
    while (top > 0 && digits[top] == '0') top--;
    for (int i = top + 1; i-- > 0;) vd_buf_char(text, digits[i]);
    vd_buf_char(text, ')');
    return;
  }
  for (int i = len; i-- > 0;) vd_buf_char(text, digits[i]);
}

static void integers_are_mathematical(void **state) {
  (void)state;
  VdRandom random = {11};
  for (int round = 0; round < 3000; round++) {
    Set set[RANDOM_VARS];
    for (uint32_t i = 0; i < RANDOM_VARS; i++)
      set[i] = (Set){random_name[i],
                     vd_value_bv(i < 2 ? 8 : 16, vd_random_next(&random))};
    Random r = {.random = {vd_random_next(&random)}, .set = set};
    Wide value = grow(&r, 3);
    vd_buf_str(&r.text, " == ");
    put_number(&r.text, value);
    if (!holds(r.text.at, set, RANDOM_VARS)) fail_msg("%s is false", r.text.at);
    vd_buf_str(&r.text, " + 1");
    if (holds(r.text.at, set, RANDOM_VARS)) fail_msg("%s is true", r.text.at);
    vd_buf_done(&r.text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(literals_have_their_values),
      cmocka_unit_test(mixed_widths_are_exact),
      cmocka_unit_test(times_have_units),
      cmocka_unit_test(floats_are_ieee),
      cmocka_unit_test(names_of_enumerations_are_values),
      cmocka_unit_test(types_must_fit),
      cmocka_unit_test(clauses_are_about_what_they_should),
      cmocka_unit_test(the_result_says_what_is_default),
      cmocka_unit_test(contracts_that_nothing_satisfies_are_found),
      cmocka_unit_test(integers_are_mathematical),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
