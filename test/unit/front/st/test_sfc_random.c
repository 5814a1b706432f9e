// Random networks: what the translation does, cycle by cycle, against a direct
// simulation of doc/semantics-plc.md.
#include "front/st/plc_test.h"

enum {
  STEPS = 5,
  TRANSITIONS = 8,
  BLOCKS = 3,
  ACTIONS = 4,  // two with statements, two variables
  CODE = 2,
  INPUTS = 3,
  CYCLES = 40,
  NETWORKS = 1000,
};

enum { N, R, S, L, D, P, SD, DS, SL, P1, P0, QUALIFIERS };
static const char *const qualifier_name[] = {"N",  "R",  "S",  "L",  "D", "P",
                                             "SD", "DS", "SL", "P1", "P0"};
static const char *const action_name[] = {"Zeta", "alpha", "Lamp", "bell"};

// ------------------------------------------------------------------ networks
typedef struct Block {
  uint32_t action, qualifier, time;
} Block;

typedef enum GuardKind { INPUT, NOT_INPUT, STEP_ACTIVE, STEP_TIME } GuardKind;

typedef struct Transition {
  uint32_t from, to;  // steps as bits
  uint32_t priority;  // 0: none
  GuardKind kind;
  uint32_t arg;
} Transition;

typedef struct Network {
  uint32_t steps, transitions;
  Block block[STEPS][BLOCKS];
  uint32_t blocks[STEPS];
  Transition transition[TRANSITIONS];
} Network;

static uint32_t below(VdRandom *random, uint32_t n) {
  return (uint32_t)vd_random_below(random, n);
}

static bool is_timed(uint32_t q) {
  return q == L || q == D || q == SD || q == DS || q == SL;
}

// One step, or now and then two.
static uint32_t pick_steps(VdRandom *random, uint32_t steps) {
  uint32_t set = 1u << below(random, steps);
  if (!below(random, 3)) set |= 1u << below(random, steps);
  return set;
}

static void make(VdRandom *random, Network *n) {
  *n = (Network){.steps = 2 + below(random, STEPS - 1),
                 .transitions = 1 + below(random, TRANSITIONS)};
  for (uint32_t i = 0; i < n->steps; i++) {
    n->blocks[i] = below(random, BLOCKS + 1);
    for (uint32_t k = 0; k < n->blocks[i]; k++)
      n->block[i][k] =
          (Block){below(random, ACTIONS), below(random, QUALIFIERS),
                  10 * (1 + below(random, 3))};
  }
  for (uint32_t i = 0; i < n->transitions; i++) {
    Transition *t = &n->transition[i];
    t->from = pick_steps(random, n->steps);
    t->to = pick_steps(random, n->steps);
    t->priority = below(random, 2) ? 0 : 1 + below(random, 4);
    t->kind = (GuardKind)below(random, 4);
    t->arg =
        t->kind <= NOT_INPUT ? below(random, INPUTS) : below(random, n->steps);
  }
}

// ---------------------------------------------------------------------- text
static void print_set(VdBuf *out, uint32_t set) {
  const char *between = "(";
  for (uint32_t i = 0; i < STEPS; i++) {
    if (!(set >> i & 1)) continue;
    vd_buf_printf(out, "%sS%u", between, i);
    between = ", ";
  }
  vd_buf_str(out, ")");
}

static void print_steps(VdBuf *out, const Network *n) {
  for (uint32_t i = 0; i < n->steps; i++) {
    vd_buf_printf(out, "%s S%u:", i ? "STEP" : "INITIAL_STEP", i);
    for (uint32_t k = 0; k < n->blocks[i]; k++) {
      const Block *b = &n->block[i][k];
      vd_buf_printf(out, " %s(%s", action_name[b->action],
                    qualifier_name[b->qualifier]);
      if (is_timed(b->qualifier)) vd_buf_printf(out, ", T#%ums", b->time);
      vd_buf_str(out, ");");
    }
    vd_buf_str(out, " END_STEP\n");
  }
}

static void print_transition(VdBuf *out, const Transition *t) {
  static const char *const form[] = {[INPUT] = "i%u",
                                     [NOT_INPUT] = "NOT i%u",
                                     [STEP_ACTIVE] = "s%u.x",
                                     [STEP_TIME] = "S%u.T >= T#20ms"};
  vd_buf_str(out, "TRANSITION ");
  if (t->priority) vd_buf_printf(out, "(PRIORITY := %u) ", t->priority);
  vd_buf_str(out, "FROM ");
  print_set(out, t->from);
  vd_buf_str(out, " TO ");
  print_set(out, t->to);
  vd_buf_str(out, " := ");
  char guard[40];
  snprintf(guard, sizeof guard, form[t->kind], t->arg);
  vd_buf_printf(out, "%s; END_TRANSITION\n", guard);
}

static void print(VdBuf *out, const Network *n) {
  vd_buf_str(
      out,
      "PROGRAM P\nVAR_INPUT i0, i1, i2, SFCInit, SFCReset, SFCPause : "
      "BOOL; END_VAR\nVAR_OUTPUT n : DINT; Lamp, Bell : BOOL; END_VAR\n");
  print_steps(out, n);
  for (uint32_t i = 0; i < n->transitions; i++)
    print_transition(out, &n->transition[i]);
  vd_buf_str(out,
             "ACTION Zeta: n := n * 3 + 1; END_ACTION\n"
             "ACTION Alpha: n := n * 3 + 2; END_ACTION\nEND_PROGRAM\n");
}

// ---------------------------------------------------------------- simulation
typedef struct Timer {
  bool on;
  uint32_t elapsed, limit;
} Timer;

typedef struct Control {
  bool stored[QUALIFIERS], memory[QUALIFIERS];
  Timer timer[QUALIFIERS];
  bool last, pulsed;
} Control;

typedef struct Sim {
  const Network *n;
  uint32_t active, was;  // steps
  uint32_t time[STEPS];
  Control control[ACTIONS];
  uint32_t count;
  bool variable[ACTIONS];
  uint32_t since;
  bool input[INPUTS];
} Sim;

// What the time of a qualifier is before a step with it was active.
static uint32_t first_limit(const Network *n, uint32_t action, uint32_t q) {
  uint32_t time = 0;
  for (uint32_t i = 0; i < n->steps; i++) {
    for (uint32_t k = 0; k < n->blocks[i]; k++) {
      const Block *b = &n->block[i][k];
      if (b->action != action || b->qualifier != q) continue;
      if (time && time != b->time) return 0;
      time = b->time;
    }
  }
  return time;
}

static void sim_reset(Sim *s) {
  s->active = 1;
  s->was = 0;
  memset(s->time, 0, sizeof s->time);
  for (uint32_t a = 0; a < ACTIONS; a++) {
    Control *c = &s->control[a];
    *c = (Control){.last = c->last, .pulsed = c->pulsed};
    for (uint32_t q = 0; q < QUALIFIERS; q++)
      c->timer[q].limit = first_limit(s->n, a, q);
  }
}

static bool in(const Sim *s, uint32_t action, uint32_t q) {
  for (uint32_t i = 0; i < s->n->steps; i++)
    for (uint32_t k = 0; k < s->n->blocks[i]; k++)
      if (s->n->block[i][k].action == action &&
          s->n->block[i][k].qualifier == q && (s->active >> i & 1))
        return true;
  return false;
}

static bool timer(Sim *s, uint32_t action, uint32_t q, bool input) {
  Timer *t = &s->control[action].timer[q];
  for (uint32_t i = 0; i < s->n->steps; i++)
    for (uint32_t k = 0; k < s->n->blocks[i]; k++)
      if (s->n->block[i][k].action == action &&
          s->n->block[i][k].qualifier == q && (s->active >> i & 1))
        t->limit = s->n->block[i][k].time;
  t->elapsed = t->on && input ? t->elapsed + s->since : 0;
  if (t->elapsed > t->limit) t->elapsed = t->limit;
  t->on = input;
  return input && t->elapsed >= t->limit;
}

static bool flip_flop(Sim *s, uint32_t action, uint32_t q, bool input) {
  bool *stored = &s->control[action].stored[q];
  *stored = (*stored || input) && !in(s, action, R);
  return *stored;
}

static bool edge(Sim *s, uint32_t action, uint32_t q, bool falling) {
  bool *memory = &s->control[action].memory[q], now = in(s, action, q);
  bool was = *memory;
  *memory = now;
  return falling ? was && !now : now && !was;
}

static bool is_active(Sim *s, uint32_t a) {
  bool q = in(s, a, N);
  q |= flip_flop(s, a, S, in(s, a, S));
  q |= in(s, a, L) & !timer(s, a, L, in(s, a, L));
  q |= timer(s, a, D, in(s, a, D));
  q |= edge(s, a, P, false);
  q |= timer(s, a, SD, flip_flop(s, a, SD, in(s, a, SD)));
  q |= flip_flop(s, a, DS, timer(s, a, DS, in(s, a, DS)));
  bool sl = flip_flop(s, a, SL, in(s, a, SL));
  q |= sl & !timer(s, a, SL, sl);
  return q && !in(s, a, R);
}

static bool has_pulse(Sim *s, uint32_t a) {
  bool rising = edge(s, a, P1, false), falling = edge(s, a, P0, true);
  return (rising || falling) && !in(s, a, R);
}

static void sim_run(Sim *s, uint32_t a, bool value) {
  if (a < CODE)
    s->count = s->count * 3 + (a ? 2 : 1);
  else
    s->variable[a] = value;
}

// alpha, bell, Lamp, Zeta
static const uint32_t alphabet[] = {1, 3, 2, 0};

static void sim_actions(Sim *s) {
  bool now[ACTIONS], pulse[ACTIONS];
  for (uint32_t a = 0; a < ACTIONS; a++) {
    now[a] = is_active(s, a);
    pulse[a] = has_pulse(s, a);
  }
  for (uint32_t i = 0; i < ACTIONS; i++) {
    uint32_t a = alphabet[i];
    bool ended = s->control[a].last;
    if (a >= CODE) ended |= s->control[a].pulsed || in(s, a, R);
    if (ended && !now[a] && !pulse[a]) sim_run(s, a, false);
  }
  for (uint32_t i = 0; i < ACTIONS; i++) {
    uint32_t a = alphabet[i];
    if (now[a] || pulse[a]) sim_run(s, a, true);
    s->control[a].last = now[a];
    s->control[a].pulsed = pulse[a];
  }
}

static bool holds(const Sim *s, const Transition *t) {
  switch (t->kind) {
    case INPUT: return s->input[t->arg];
    case NOT_INPUT: return !s->input[t->arg];
    case STEP_ACTIVE: return s->active >> t->arg & 1;
    case STEP_TIME: return s->time[t->arg] >= 20;
  }
  return false;
}

static void sim_move(Sim *s) {
  uint32_t left = 0, entered = 0;
  for (uint32_t priority = 1; priority <= 5; priority++) {
    for (uint32_t i = 0; i < s->n->transitions; i++) {
      const Transition *t = &s->n->transition[i];
      if ((t->priority ? t->priority : 5) != priority) continue;
      if ((s->active & ~left & t->from) != t->from || !holds(s, t)) continue;
      left |= t->from;
      entered |= t->to;
    }
  }
  s->active = (s->active & ~left) | entered;
}

static void sim_cycle(Sim *s, bool init, bool reset, bool pause,
                      uint32_t elapsed) {
  s->since += elapsed;
  if (init || reset) sim_reset(s);
  if (init || pause) return;
  for (uint32_t i = 0; i < s->n->steps; i++)
    if (s->active >> i & 1)
      s->time[i] = s->was >> i & 1 ? s->time[i] + s->since : 0;
  s->was = s->active;
  sim_actions(s);
  sim_move(s);
  s->since = 0;
}

// ------------------------------------------------------------------- compare
static bool rarely(VdRandom *random, bool flags) {
  return flags && !below(random, 12);
}

static void compare(Plc *p, const Sim *s, const char *text, uint32_t cycle) {
  bool good = (uint32_t)plc_get(p, "n") == s->count &&
              plc_get(p, "Lamp") == s->variable[2] &&
              plc_get(p, "Bell") == s->variable[3];
  for (uint32_t i = 0; i < s->n->steps; i++) {
    char name[16];
    snprintf(name, sizeof name, "S%u.X", i);
    good &= plc_get(p, name) == (s->active >> i & 1);
  }
  if (good) return;
  print_error("%scycle %u\n", text, cycle);
  fail();
}

static void run(VdRandom *random, bool flags) {
  Network n;
  VdBuf text = {0};
  Plc p;
  make(random, &n);
  print(&text, &n);
  plc_load(&p, vd_buf_text(&text), "P", 0);
  Sim s = {.n = &n};
  sim_reset(&s);
  for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
    uint32_t elapsed = 5 * below(random, 4);
    plc_set(&p, "elapsed", elapsed);
    for (uint32_t i = 0; i < INPUTS; i++) {
      char name[] = {'i', (char)('0' + i), '\0'};
      s.input[i] = below(random, 2);
      plc_set(&p, name, s.input[i]);
    }
    bool init = rarely(random, flags), reset = rarely(random, flags);
    bool pause = rarely(random, flags);
    plc_set(&p, "SFCInit", init);
    plc_set(&p, "SFCReset", reset);
    plc_set(&p, "SFCPause", pause);
    sim_cycle(&s, init, reset, pause, elapsed);
    plc_step(&p);
    compare(&p, &s, vd_buf_text(&text), cycle);
  }
  plc_done(&p);
  vd_buf_done(&text);
}

static void networks(void **state) {
  (void)state;
  VdRandom random = {17};
  for (uint32_t i = 0; i < NETWORKS; i++) run(&random, false);
}

static void networks_with_flags(void **state) {
  (void)state;
  VdRandom random = {42};
  for (uint32_t i = 0; i < NETWORKS; i++) run(&random, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(networks),
      cmocka_unit_test(networks_with_flags),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
