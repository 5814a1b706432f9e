// Random runs that go on from where something new was seen.
//
// New is a signal that has a value for the first time. A comparison with a
// constant, or the bits of a counter, become true one after the other: so a run
// that waits for a timer comes nearer in steps that are seen. Each state in
// which something was new is kept, with the inputs that lead there; later runs
// start from such states.
#include "base/limit.h"
#include "solve/mc_impl.h"

// Not limits: the bits of a word, and how runs are chosen.
enum {
  RUNS = 64,
  RECENT = 16,    // half of the runs start from one of so many last ones
  SHORTEST = 16,  // steps of a run
  DOUBLINGS = 7,  // of them, at random
};

// Bits are packed, eight to a byte.
typedef struct Kept {
  uint32_t from;         // the one before it; its own number for a reset state
  uint32_t steps;        // from there to here
  const uint8_t *state;  // a bit for each latch
  const uint8_t *now;    // a bit for each input, in this state
  const uint8_t *path;   // for each step and input; from's `now` is the first
} Kept;

struct VdExplore {
  const VdMcMachine *machine;
  uint32_t inputs, latches;
  VdSim sim;
  VdRandom random;
  VdArena arena;
  VD_VEC(Kept) kept;
  VdLits unseen;             // were never true
  VD_VEC(uint64_t) history;  // inputs of each step of the run at hand
  uint32_t steps;            // so many
  uint32_t from[RUNS];
  void (*watch)(void *context, const VdSim *sim);
  VdMcLook *look;  // at every step
  bool enough;     // it said so
  void *context;
};

void vd_explore_watch(VdExplore *e,
                      void (*watch)(void *context, const VdSim *sim),
                      void *context) {
  e->watch = watch;
  e->context = context;
}

static bool bit_of(const uint8_t *bits, size_t i) {
  return bits[i / 8] >> (i % 8) & 1;
}

static void set_bit(uint8_t *bits, size_t i, bool b) {
  if (b) bits[i / 8] |= (uint8_t)(1 << (i % 8));
}

static uint32_t latch_node(const VdExplore *e, uint32_t i) {
  return vd_lit_node(vd_aig_latch_at(e->machine->aig, i));
}

static uint32_t input_node(const VdExplore *e, uint32_t i) {
  return vd_lit_node(vd_aig_input_at(e->machine->aig, i));
}

// ------------------------------------------------------------------ keeping

static const uint8_t *pack_latches(VdExplore *e, uint32_t pattern) {
  uint8_t *bits = vd_arena_alloc(&e->arena, e->latches / 8 + 1);
  for (uint32_t i = 0; i < e->latches; i++)
    set_bit(bits, i, e->sim.word[latch_node(e, i)] >> pattern & 1);
  return bits;
}

// The inputs of a row of steps.
static const uint8_t *pack_inputs(VdExplore *e, uint32_t pattern,
                                  uint32_t first, uint32_t steps) {
  size_t n = (size_t)steps * e->inputs;
  const uint64_t *word = e->history.at + (size_t)first * e->inputs;
  uint8_t *bits = vd_arena_alloc(&e->arena, n / 8 + 1);
  for (size_t i = 0; i < n; i++) set_bit(bits, i, word[i] >> pattern & 1);
  return bits;
}

// Keeps where a pattern is, in the last step of the history.
static void keep(VdExplore *e, uint32_t pattern, uint32_t from) {
  if (e->kept.len >= vd_limit->explore_kept ||
      e->arena.total > vd_limit->explore_memory)
    return;
  uint32_t last = e->steps - 1;
  Kept kept = {.from = from, .steps = last};
  kept.state = pack_latches(e, pattern);
  kept.now = pack_inputs(e, pattern, last, 1);
  kept.path = pack_inputs(e, pattern, 0, last);
  vd_push(&e->kept, kept);
}

static void record(VdExplore *e) {
  for (uint32_t i = 0; i < e->inputs; i++)
    vd_push(&e->history, e->sim.word[input_node(e, i)]);
  e->steps++;
}

static void forget_run(VdExplore *e) {
  e->history.len = 0;
  e->steps = 0;
}

// Is one of the unseen signals true? Mostly none is: this is the fast way to
// know.
static bool has_new(const VdExplore *e) {
  const uint64_t *word = e->sim.word;
  const VdLit *lit = e->unseen.at;
  uint64_t any = 0;
  for (uint32_t i = 0; i < e->unseen.len; i++) any |= vd_lit_word(word, lit[i]);
  return any & e->sim.alive;
}

// Signals that are true for the first time; in which patterns.
static uint64_t look_for_new(VdExplore *e) {
  uint64_t found = 0;
  if (!has_new(e)) return 0;
  uint32_t left = 0;
  for (uint32_t i = 0; i < e->unseen.len; i++) {
    VdLit lit = e->unseen.at[i];
    uint64_t is = vd_lit_word(e->sim.word, lit) & e->sim.alive;
    if (is)
      found |= is & -is;  // one of them is enough
    else
      e->unseen.at[left++] = lit;
  }
  e->unseen.len = left;
  return found;
}

// -------------------------------------------------------------------- runs

// The first states: reset, and whatever else is free.
static void start(VdExplore *e) {
  vd_sim_start(&e->sim, &e->random);
  record(e);
  look_for_new(e);
  for (uint32_t p = 0; p < RUNS; p += 4)
    if (e->sim.alive >> p & 1) keep(e, p, e->kept.len);
  forget_run(e);
}

VdExplore *vd_explore_new(const VdMcMachine *machine) {
  VdExplore *e = vd_alloc(sizeof *e);
  e->machine = machine;
  e->inputs = vd_aig_inputs(machine->aig);
  e->latches = vd_aig_latches(machine->aig);
  e->random = (VdRandom){1};
  vd_sim_init(&e->sim, machine);
  vd_sim_plan(&e->sim);
  for (uint32_t node = 1; node < vd_aig_nodes(machine->aig); node++) {
    vd_push(&e->unseen, 2 * node);
    vd_push(&e->unseen, 2 * node + 1);
  }
  start(e);
  return e;
}

void vd_explore_free(VdExplore *e) {
  if (!e) return;
  vd_sim_done(&e->sim);
  vd_arena_done(&e->arena);
  vd_vec_done(&e->kept);
  vd_vec_done(&e->unseen);
  vd_vec_done(&e->history);
  vd_free(e);
}

static uint32_t pick(VdExplore *e) {
  uint32_t n = e->kept.len;
  if (n > RECENT && vd_random_below(&e->random, 2))
    return n - 1 - (uint32_t)vd_random_below(&e->random, RECENT);
  return (uint32_t)vd_random_below(&e->random, n);
}

static void set_out(VdExplore *e) {
  for (uint32_t p = 0; p < RUNS; p++) e->from[p] = pick(e);
  for (uint32_t i = 0; i < e->latches; i++) {
    uint64_t word = 0;
    for (uint32_t p = 0; p < RUNS; p++)
      word |= (uint64_t)bit_of(e->kept.at[e->from[p]].state, i) << p;
    e->sim.word[latch_node(e, i)] = word;
  }
  for (uint32_t i = 0; i < e->inputs; i++) {
    uint64_t word = 0;
    for (uint32_t p = 0; p < RUNS; p++)
      word |= (uint64_t)bit_of(e->kept.at[e->from[p]].now, i) << p;
    e->sim.word[input_node(e, i)] = word;
  }
  forget_run(e);
  e->sim.alive = ~0ull;
  vd_sim_eval(&e->sim);
  record(e);
}

// The whole way of a pattern, from reset to the step at hand.
static VdMcTrace whole_way(const VdExplore *e, VdArena *arena,
                           uint32_t pattern) {
  uint32_t steps = e->steps, at = e->from[pattern];
  for (; e->kept.at[at].from != at; at = e->kept.at[at].from)
    steps += e->kept.at[at].steps;
  VdMcTrace trace = vd_mc_trace_new(arena, e->machine, steps);
  for (uint32_t i = 0; i < e->latches; i++)
    trace.start[i] = bit_of(e->kept.at[at].state, i);
  size_t end = (size_t)steps * e->inputs, n = e->history.len;
  for (size_t i = 0; i < n; i++)
    trace.input[end - n + i] = e->history.at[i] >> pattern & 1;
  end -= n;
  for (at = e->from[pattern]; e->kept.at[at].from != at;
       at = e->kept.at[at].from) {
    const Kept *kept = &e->kept.at[at];
    n = (size_t)kept->steps * e->inputs;
    for (size_t i = 0; i < n; i++)
      trace.input[end - n + i] = bit_of(kept->path, i);
    end -= n;
  }
  return trace;
}

// True if the runs are over.
static bool look(VdExplore *e, VdArena *arena, VdMcFound *found) {
  if (e->look && !e->look(e->context, e->sim.word, e->sim.alive)) {
    e->enough = true;
    return true;
  }
  uint64_t bad = vd_sim_bad(&e->sim);
  if (bad) {
    found->answer = VD_MC_BAD;
    found->trace = whole_way(e, arena, (uint32_t)__builtin_ctzll(bad));
    return true;
  }
  uint64_t new = look_for_new(e);
  if (new && e->watch) e->watch(e->context, &e->sim);
  for (; new; new &= new - 1) {
    uint32_t pattern = (uint32_t)__builtin_ctzll(new);
    keep(e, pattern, e->from[pattern]);
  }
  return false;
}

void vd_explore_run(VdExplore *e, uint64_t steps, const VdBudget *budget,
                    VdArena *arena, VdMcFound *found) {
  *found = (VdMcFound){0};
  uint64_t done = 0;
  while (e->kept.len > 0 && done < steps && !vd_budget_over(budget)) {
    uint32_t length = SHORTEST << vd_random_below(&e->random, DOUBLINGS);
    set_out(e);
    while (!look(e, arena, found) && e->steps < length && e->sim.alive) {
      vd_sim_step(&e->sim, &e->random);
      record(e);
    }
    if (found->answer != VD_MC_UNKNOWN || e->enough) return;
    done += e->steps;
  }
}

void vd_mc_runs(const VdMcMachine *machine, uint64_t steps,
                const VdBudget *budget, VdMcLook *show, void *context) {
  VdMcMachine harmless = *machine;
  harmless.bads = harmless.hints = 0;
  VdArena arena = {0};
  VdMcFound found;
  VdExplore *e = vd_explore_new(&harmless);
  e->look = show;
  e->context = context;
  vd_explore_run(e, steps, budget, &arena, &found);
  vd_explore_free(e);
  vd_arena_done(&arena);
}
