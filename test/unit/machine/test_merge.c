// Two small machines: the verdict is that of trying all states of both side by
// side. Random programs with two variables of three bits, each against itself
// in other words, with a variable that is kept as what is missing to seven, and
// against a mutant.
#include "base/limit.h"
#include "front/st/st.h"
#include "machine/machine.h"
#include "run/cycle.h"
#include "run/roles.h"
#include "unit.h"

enum { PROGRAMS = 20, LIMITED = 1, STMTS = 3, INPUTS = 4, STATES = 64 };

// ---------------------------------------------------------------- programs

typedef struct Test {
  uint32_t kind, var, k;
} Test;

typedef struct Set {
  uint32_t kind, var, k;
} Set;

typedef struct Program {
  uint32_t init[2];
  struct Stmt {
    Test test;
    Set yes, no;
  } stmt[STMTS];
  Test out;
} Program;

static uint32_t below(VdRandom *r, uint32_t n) {
  return (uint32_t)vd_random_below(r, n);
}

static Test random_test(VdRandom *r) {
  return (Test){below(r, 5), below(r, 2), below(r, 8)};
}

static Set random_set(VdRandom *r) {
  return (Set){below(r, 4), below(r, 2), below(r, 8)};
}

static Program random_program(VdRandom *r) {
  Program p = {.init = {below(r, 8), below(r, 8)}};
  for (uint32_t i = 0; i < STMTS; i++)
    p.stmt[i] = (struct Stmt){random_test(r), random_set(r), random_set(r)};
  p.out = (Test){3 + below(r, 2), below(r, 2), below(r, 8)};
  return p;
}

static Program mutant(const Program *p, VdRandom *r) {
  Program q = *p;
  struct Stmt *s = &q.stmt[below(r, STMTS)];
  switch (below(r, 5)) {
    case 0: s->test = random_test(r); break;
    case 1: s->yes = random_set(r); break;
    case 2: s->no.k = below(r, 8); break;
    case 3: q.out.k = below(r, 8); break;
    default: q.init[1] = below(r, 8);
  }
  return q;
}

// ----------------------------------------------------------------- writing

typedef struct Writer {
  VdBuf *out;
  VdRandom *style;  // NULL: as it stands
  bool missing;     // r is kept for s: 7 - s
} Writer;

static bool coin(const Writer *w) {
  return w->style && below(w->style, 2);
}

static const char *value(const Writer *w, uint32_t var) {
  return var ? "t" : w->missing ? "(7 - r)" : "s";
}

static void write_test(const Writer *w, Test t) {
  const char *x = value(w, t.var), *y = value(w, !t.var);
  switch (t.kind) {
    case 0: vd_buf_str(w->out, "i"); return;
    case 1: vd_buf_str(w->out, "j"); return;
    case 2: vd_buf_str(w->out, coin(w) ? "j <> i" : "i XOR j"); return;
    case 3:
      if (coin(w))
        vd_buf_printf(w->out, "NOT (%s <> %u)", x, t.k);
      else
        vd_buf_printf(w->out, "%s = %u", x, t.k);
      return;
    default:
      if (coin(w))
        vd_buf_printf(w->out, "NOT (%s >= %s)", x, y);
      else
        vd_buf_printf(w->out, "%s > %s", y, x);
  }
}

static void write_set(const Writer *w, Set s) {
  const char *x = value(w, s.var), *y = value(w, !s.var);
  bool from_seven = w->missing && !s.var;
  vd_buf_str(w->out, from_seven ? "r := 7 - (" : s.var ? "t := (" : "s := (");
  bool turn = coin(w);
  if (s.kind == 0 && turn)
    vd_buf_printf(w->out, "(%u + %s) MOD 8", s.k, x);
  else if (s.kind == 0)
    vd_buf_printf(w->out, "(%s + %u) MOD 8", x, s.k);
  else if (s.kind == 1)
    vd_buf_printf(w->out, "(%s%s + %s) MOD 8", turn ? "8 + " : "", turn ? y : x,
                  turn ? x : y);
  else if (s.kind == 2)
    vd_buf_str(w->out, y);
  else
    vd_buf_printf(w->out, "%u", s.k);
  vd_buf_str(w->out, "); ");
}

static void write_stmt(const Writer *w, const struct Stmt *s) {
  bool turn = coin(w);
  vd_buf_str(w->out, turn ? "IF NOT (" : "IF (");
  write_test(w, s->test);
  vd_buf_str(w->out, ") THEN ");
  write_set(w, turn ? s->no : s->yes);
  vd_buf_str(w->out, "ELSE ");
  write_set(w, turn ? s->yes : s->no);
  vd_buf_str(w->out, "END_IF;\n");
}

static void write_program(VdBuf *out, const Program *p, VdRandom *style) {
  Writer w = {.out = out, .style = style};
  w.missing = coin(&w);
  vd_buf_printf(out,
                "PROGRAM Main\nVAR_INPUT i, j : BOOL; END_VAR\n"
                "VAR_OUTPUT q : BOOL; END_VAR\n"
                "VAR %s : USINT := %u; t : USINT := %u; END_VAR\n",
                w.missing ? "r" : "s", w.missing ? 7 - p->init[0] : p->init[0],
                p->init[1]);
  for (uint32_t i = 0; i < STMTS; i++) write_stmt(&w, &p->stmt[i]);
  vd_buf_str(out, "q := ");
  write_test(&w, p->out);
  vd_buf_str(out, ";\nEND_PROGRAM\n");
}

// -------------------------------------------------------------- all states

typedef struct Side {
  VdModule *module;
  const VdPlc *plc;
  const VdMachine *machine;
  uint32_t var[5];  // i, j, s or r, t, q
  uint32_t init;
  uint32_t next[STATES][INPUTS];
  bool out[STATES][INPUTS];
} Side;

static uint32_t state_of(const VdCycles *c, const Side *s) {
  VdValue x = vd_cycles_get(c, s->var[2]), y = vd_cycles_get(c, s->var[3]);
  assert_true(x.bits < 8 && y.bits < 8);
  return (uint32_t)(x.bits | y.bits << 3);
}

static void fill_tables(Side *s) {
  uint32_t machine = (uint32_t)(s->machine - s->plc->all.machine);
  VdCycles *c = vd_cycles_new(&s->plc->all, machine);
  s->init = state_of(c, s);
  for (uint32_t from = 0; from < STATES; from++)
    for (uint32_t in = 0; in < INPUTS; in++) {
      vd_cycles_set(c, s->var[0], vd_value_bool(in & 1));
      vd_cycles_set(c, s->var[1], vd_value_bool(in >> 1));
      vd_cycles_set(c, s->var[2], vd_value_bv(8, from & 7));
      vd_cycles_set(c, s->var[3], vd_value_bv(8, from >> 3));
      assert_int_equal(vd_cycles_step(c, 0), VD_CYCLE_OK);
      s->next[from][in] = state_of(c, s);
      s->out[from][in] = vd_cycles_get(c, s->var[4]).bits;
    }
  vd_cycles_free(c);
}

static void load(Side *s, const char *text) {
  VdStOptions options = {0};
  VdDiags diags = {0};
  s->module =
      vd_st_read_text(text, strlen(text), "x.st", &options, &diags, &s->plc);
  assert_non_null(s->module);
  vd_diags_done(&diags);
  s->machine = &s->plc->all.machine[vd_machine_find(&s->plc->all, "Main")];
  const char *name[] = {"i", "j", "s", "t", "q"};
  for (uint32_t i = 0; i < 5; i++) {
    s->var[i] = vd_machine_find_var(s->machine, name[i]);
    if (s->var[i] == VD_NONE) s->var[i] = vd_machine_find_var(s->machine, "r");
    assert_true(s->var[i] != VD_NONE);
  }
  fill_tables(s);
  vd_machine_prepare(s->module);
}

// Can the outputs differ, from the initial states on?
static bool differs(const Side side[2]) {
  static bool seen[STATES * STATES];
  static uint32_t work[STATES * STATES];
  uint32_t n = 0;
  memset(seen, 0, sizeof seen);
  work[n++] = side[0].init * STATES + side[1].init;
  seen[work[0]] = true;
  while (n > 0) {
    uint32_t pair = work[--n], x = pair / STATES, y = pair % STATES;
    for (uint32_t in = 0; in < INPUTS; in++) {
      if (side[0].out[x][in] != side[1].out[y][in]) return true;
      uint32_t to = side[0].next[x][in] * STATES + side[1].next[y][in];
      if (!seen[to]) work[n++] = to;
      seen[to] = true;
    }
  }
  return false;
}

// ------------------------------------------------------------ the question

typedef struct Tally {
  uint32_t same, proved, different, shown;
} Tally;

static void ask(const Side side[2], VdArena *arena, VdVerdict *v) {
  VdMachineQuestion q = {.limits = {.timeout = 60, .effort = 10}, .abc = ""};
  uint32_t first = 0;
  VdGroup group = {.question = &first, .n = 1, .arena = arena, .verdict = v};
  for (int k = 0; k < 2; k++) {
    VdPatterns none = {0};
    VdBuf error = {0};
    uint8_t *role = vd_arena_alloc(arena, side[k].machine->vars);
    assert_true(vd_machine_roles(side[k].machine, &none, &none, role, &error));
    q.side[k] = (VdMachineSide){&side[k].plc->all, side[k].machine, role};
    vd_buf_done(&error);
  }
  vd_machine_kind.work(&q, &group);
  if (v->kind == VD_DIFFERENT)
    assert_true(vd_machine_kind.confirm(&q, 0, arena, v, false));
  vd_machine_question_done(&q);
}

static void try_pair(const Program *old, const Program *new, VdRandom *style,
                     Tally *tally) {
  VdBuf text[2] = {{0}, {0}};
  Side side[2];
  VdArena arena = {0};
  VdVerdict v = {.checker = "", .why = ""};
  write_program(&text[0], old, NULL);
  write_program(&text[1], new, style);
  for (int k = 0; k < 2; k++) load(&side[k], vd_buf_text(&text[k]));
  bool apart = differs(side);
  ask(side, &arena, &v);
  bool wrong = apart ? vd_verdict_is_same(v.kind) : v.kind == VD_DIFFERENT;
  if (wrong)
    print_error("%s, but not so:\n%s%s\n", vd_verdict_word(v.kind),
                vd_buf_text(&text[0]), vd_buf_text(&text[1]));
  assert_false(wrong);
  tally->same += !apart;
  tally->different += apart;
  tally->proved += v.kind == VD_SAME;
  tally->shown += v.kind == VD_DIFFERENT;
  vd_verdict_done(&v);
  vd_arena_done(&arena);
  for (int k = 0; k < 2; k++) {
    vd_module_free(side[k].module);
    vd_buf_done(&text[k]);
  }
}

static Tally try_all(uint64_t seed, uint32_t programs) {
  VdRandom r = {seed};
  Tally tally = {0};
  for (uint32_t i = 0; i < programs; i++) {
    Program p = random_program(&r), q = mutant(&p, &r);
    try_pair(&p, &p, &r, &tally);
    try_pair(&p, &q, &r, &tally);
  }
  return tally;
}

static void test_verdicts_are_those_of_all_states(void **state) {
  (void)state;
  Tally t = try_all(7, PROGRAMS);
  print_message("# %u of %u equal pairs proved, %u of %u others shown\n",
                t.proved, t.same, t.shown, t.different);
  assert_true(t.proved > t.same / 2);
  assert_true(t.shown > t.different / 2);
  assert_true(t.different > PROGRAMS / 5);
}

static void test_lowered_limits_give_no_wrong_verdict(void **state) {
  (void)state;
  static const char *const name[] = {
      "merge_ways",         "merge_more",        "product_run_nodes",
      "product_idle_nodes", "product_run_steps", "product_bits",
      "product_rounds",     "mc_sim_steps",      "mc_quick",
      "mc_shallow",         "mc_induction"};
  for (size_t i = 0; i < VD_COUNT(name); i++)
    for (int most = 1; most <= 2; most++) {
      assert_null(vd_limit_set(name[i], most));
      try_all(8 + i, LIMITED);
      vd_limit_reset();
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_verdicts_are_those_of_all_states),
      cmocka_unit_test(test_lowered_limits_give_no_wrong_verdict),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
