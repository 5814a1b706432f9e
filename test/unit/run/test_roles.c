// Patterns, and what they make of variables.
#include "../front/st/plc_test.h"
#include "run/roles.h"

static void patterns_fit(void **state) {
  (void)state;
  static const struct {
    const char *pattern, *name;
    bool fits;
  } row[] = {
      {"", "", true},
      {"", "a", false},
      {"*", "", true},
      {"*", "Motor", true},
      {"motor", "MOTOR", true},
      {"Motor", "Motor1", false},
      {"Motor?", "Motor1", true},
      {"Motor?", "Motor", false},
      {"?", "", false},
      {"*or*", "Sensor_1", true},
      {"S*r_?", "Sensor_1", true},
      {"S*r_?", "Sensor_12", false},
      {"*a*a*b", "aaaaab", true},
      {"*a*a*b", "ab", false},
      {"a[3].x", "a[3].x", true},
      {"a[*].x", "a[17].x", true},
      {"a[3]", "a3", false},
      {"**x", "abx", true},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++)
    if (vd_pattern_fits(row[i].pattern, row[i].name) != row[i].fits)
      fail_msg("'%s' and '%s'", row[i].pattern, row[i].name);
}

// A pattern of many stars takes time that is a product, not a power.
static void hostile_patterns_end(void **state) {
  (void)state;
  char pattern[2001], name[20001];
  for (int i = 0; i < 2000; i++) pattern[i] = i % 2 ? 'a' : '*';
  pattern[1999] = 'b';
  pattern[2000] = 0;
  memset(name, 'a', 20000);
  name[20000] = 0;
  assert_false(vd_pattern_fits(pattern, name));
}

static void lists_are_split(void **state) {
  (void)state;
  VdPatterns p = {0};
  VdArena arena = {0};
  vd_patterns_add(&p, &arena, " Sensor_* ,Start,,a[1,2].x, ");
  vd_patterns_add(&p, &arena, "");
  vd_patterns_add(&p, &arena, "b[1");
  assert_int_equal(p.len, 4);
  assert_string_equal(p.at[0].text, "Sensor_*");
  assert_string_equal(p.at[1].text, "Start");
  assert_string_equal(p.at[2].text, "a[1,2].x");
  assert_string_equal(p.at[3].text, "b[1");
  vd_vec_done(&p);
  vd_arena_done(&arena);
}

static const char program[] =
    "TYPE S : STRUCT v : INT; ok : BOOL; END_STRUCT END_TYPE\n"
    "VAR_GLOBAL shared : INT; in AT %IX0.0 : BOOL; END_VAR\n"
    "PROGRAM P\n"
    "VAR_INPUT i : BOOL; END_VAR\n"
    "VAR_OUTPUT o : BOOL; END_VAR\n"
    "VAR CONSTANT step_size : INT := 5; END_VAR\n"
    "VAR_TEMP step_temp : INT; END_VAR\n"
    "VAR step_count : INT; s : S; timer : TON; END_VAR\n"
    "INITIAL_STEP Step1: o(N); END_STEP\n"
    "STEP Step2: act(L, T#1s); END_STEP\n"
    "TRANSITION FROM Step1 TO Step2 := in; END_TRANSITION\n"
    "TRANSITION FROM Step2 TO Step1 := i; END_TRANSITION\n"
    "ACTION act: step_count := step_count + 1; shared := step_count;\n"
    "s.v := 1; timer(IN := TRUE, PT := T#1s); END_ACTION\n"
    "END_PROGRAM\n";

typedef struct Roles {
  Plc p;
  VdPatterns in, out;
  uint8_t role[100];
  VdBuf error;
  bool ok;
} Roles;

static void find(Roles *r, const char *in, const char *out) {
  *r = (Roles){0};
  plc_load(&r->p, program, "P", 0);
  vd_patterns_add(&r->in, &r->p.arena, in);
  vd_patterns_add(&r->out, &r->p.arena, out);
  assert_true(r->p.pou->vars < VD_COUNT(r->role));
  r->ok = vd_machine_roles(r->p.pou, &r->in, &r->out, r->role, &r->error);
}

static void done(Roles *r) {
  vd_vec_done(&r->in);
  vd_vec_done(&r->out);
  vd_buf_done(&r->error);
  plc_done(&r->p);
}

static int role_of(const Roles *r, const char *name) {
  return r->role[plc_var(&r->p, name)];
}

static void declarations_give_roles(void **state) {
  (void)state;
  Roles r;
  find(&r, "", "");
  assert_true(r.ok);
  assert_int_equal(role_of(&r, "i"), VD_USE_INPUT);
  assert_int_equal(role_of(&r, "in"), VD_USE_INPUT);
  assert_int_equal(role_of(&r, "o"), VD_USE_OUTPUT);
  assert_int_equal(role_of(&r, "shared"), VD_USE_STATE);
  assert_int_equal(role_of(&r, "timer.IN"), VD_USE_STATE);
  assert_int_equal(role_of(&r, "timer.Q"), VD_USE_STATE);
  assert_int_equal(role_of(&r, "Step1.X"), VD_USE_STATE);
  done(&r);
}

static void patterns_give_roles(void **state) {
  (void)state;
  Roles r;
  find(&r, "s.*,i", "step*,SHARED,t*");
  if (r.error.len) print_error("%s\n", r.error.at);
  assert_true(r.ok);
  assert_int_equal(role_of(&r, "s.v"), VD_USE_INPUT);
  assert_int_equal(role_of(&r, "s.ok"), VD_USE_INPUT);
  assert_int_equal(role_of(&r, "i"), VD_USE_INPUT);
  assert_int_equal(role_of(&r, "step_count"), VD_USE_OUTPUT);
  assert_int_equal(role_of(&r, "shared"), VD_USE_OUTPUT);
  // What a network keeps, and what is in an instance, is not meant.
  assert_int_equal(role_of(&r, "Step1.X"), VD_USE_STATE);
  assert_int_equal(role_of(&r, "timer.Q"), VD_USE_STATE);
  assert_int_equal(r.in.at[0].matches, 2);
  assert_int_equal(r.out.at[0].matches, 1);  // no constant, no VAR_TEMP
  assert_int_equal(r.out.at[2].matches, 0);
  done(&r);
  find(&r, "", "step*.x,timer.*,act#*");
  assert_true(r.ok);
  assert_int_equal(role_of(&r, "Step1.X"), VD_USE_OUTPUT);
  assert_int_equal(role_of(&r, "timer.Q"), VD_USE_OUTPUT);
  assert_int_equal(role_of(&r, "act#Q"), VD_USE_OUTPUT);
  assert_int_equal(role_of(&r, "timer.since"), VD_USE_STATE);
  done(&r);
}

static void contradictions_are_errors(void **state) {
  (void)state;
  Roles r;
  find(&r, "shared", "sh*");
  assert_false(r.ok);
  assert_string_equal(r.error.at,
                      "shared fits patterns of --inputs and of --outputs");
  done(&r);
  find(&r, "o", "");
  assert_false(r.ok);
  assert_string_equal(r.error.at,
                      "o is declared as an output and fits a pattern of "
                      "--inputs");
  done(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns_fit),
      cmocka_unit_test(hostile_patterns_end),
      cmocka_unit_test(lists_are_split),
      cmocka_unit_test(declarations_give_roles),
      cmocka_unit_test(patterns_give_roles),
      cmocka_unit_test(contradictions_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
