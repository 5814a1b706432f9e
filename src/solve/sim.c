// Simulation of a machine, and the judge of traces.
#include "base/limit.h"
#include "solve/mc_impl.h"

void vd_sim_init(VdSim *sim, const VdMcMachine *machine) {
  size_t nodes = vd_aig_nodes(machine->aig);
  size_t latches = vd_aig_latches(machine->aig);
  *sim = (VdSim){.machine = machine, .alive = ~0ull};
  sim->word = vd_alloc(vd_mul(nodes, sizeof *sim->word));
  sim->next = vd_alloc(vd_mul(latches, sizeof *sim->next));
}

void vd_sim_done(VdSim *sim) {
  vd_free(sim->word);
  vd_free(sim->next);
  vd_free(sim->gate);
}

static uint32_t level_of(const uint32_t *level, VdLit lit) {
  return level[vd_lit_node(lit)];
}

// ANDs by how many of them are below them at most.
void vd_sim_plan(VdSim *sim) {
  const VdAig *aig = sim->machine->aig;
  uint32_t n = vd_aig_nodes(aig), top = 0;
  uint32_t *level = vd_alloc(vd_mul(n, sizeof *level));
  memset(level, 0, n * sizeof *level);
  for (uint32_t i = 0; i < n; i++) {
    if (vd_aig_kind(aig, i) != VD_NODE_AND) continue;
    uint32_t a = level_of(level, vd_aig_left(aig, i));
    uint32_t b = level_of(level, vd_aig_right(aig, i));
    level[i] = 1 + (a > b ? a : b);
    if (level[i] > top) top = level[i];
    sim->gates++;
  }
  uint32_t *at = vd_alloc(vd_mul(top + 2, sizeof *at));
  memset(at, 0, (top + 2) * sizeof *at);
  for (uint32_t i = 0; i < n; i++)
    if (level[i]) at[level[i] + 1]++;
  for (uint32_t i = 1; i < top + 2; i++) at[i] += at[i - 1];
  sim->gate = vd_alloc(vd_mul(sim->gates, sizeof *sim->gate));
  for (uint32_t i = 0; i < n; i++)
    if (level[i])
      sim->gate[at[level[i]]++] =
          (VdGate){i, vd_aig_left(aig, i), vd_aig_right(aig, i)};
  vd_free(level);
  vd_free(at);
}

static void eval_gates(VdSim *sim) {
  enum {
    PER_INPUT = 10,
    FIXED = 150
  };  // gates as costly as the rest of a step
  uint64_t *word = sim->word;
  vd_work_add(VD_COST_FAST_GATE,
              sim->gates + FIXED +
                  (uint64_t)PER_INPUT * vd_aig_inputs(sim->machine->aig));
  word[0] = 0;
  for (const VdGate *g = sim->gate, *end = g + sim->gates; g < end; g++)
    word[g->node] = vd_lit_word(word, g->a) & vd_lit_word(word, g->b);
}

static uint64_t *latch_word(VdSim *sim, uint32_t i) {
  return &sim->word[vd_lit_node(vd_aig_latch_at(sim->machine->aig, i))];
}

void vd_sim_reset(VdSim *sim) {
  const VdAig *aig = sim->machine->aig;
  sim->alive = ~0ull;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    VdReset reset = vd_aig_reset_at(aig, i);
    if (reset != VD_RESET_FREE)
      *latch_word(sim, i) = reset == VD_RESET_1 ? ~0ull : 0;
  }
}

void vd_sim_eval(VdSim *sim) {
  const VdMcMachine *machine = sim->machine;
  if (sim->gate)
    eval_gates(sim);
  else
    vd_aig_simulate(machine->aig, sim->word);
  for (uint32_t i = 0; i < machine->constraints; i++)
    sim->alive &= vd_lit_word(sim->word, machine->constraint[i]);
}

// All at once: a latch may follow another.
void vd_sim_advance(VdSim *sim) {
  const VdAig *aig = sim->machine->aig;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    sim->next[i] = vd_lit_word(sim->word, vd_aig_next_at(aig, i));
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    *latch_word(sim, i) = sim->next[i];
}

uint64_t vd_sim_bad(const VdSim *sim) {
  uint64_t bad = 0;
  for (uint32_t i = 0; i < sim->machine->bads; i++)
    bad |= vd_lit_word(sim->word, sim->machine->bad[i]);
  return bad & sim->alive;
}

// ------------------------------------------------------------------- random

// In which patterns an input changes. An eighth of them flips a coin; in the
// others it changes ever more seldom, every 16,000th step in the last.
static uint64_t changes(VdRandom *random) {
  uint64_t word = 0, all = ~0ull;
  for (int i = 0; i < 8; i++) {
    all &= vd_random_next(random);
    if (i > 0) all &= vd_random_next(random);
    word |= all & (0xffull << (8 * i));
  }
  return word;
}

static uint64_t *input_word(VdSim *sim, uint32_t i) {
  return &sim->word[vd_lit_node(vd_aig_input_at(sim->machine->aig, i))];
}

// Evaluates a step; where the constraints break, other inputs are tried.
static void eval_alive(VdSim *sim, VdRandom *random) {
  uint64_t alive = sim->alive;
  vd_sim_eval(sim);
  for (uint32_t k = 0; k < vd_limit->sim_tries && sim->alive != alive; k++) {
    uint64_t dead = alive & ~sim->alive;
    for (uint32_t i = 0; i < vd_aig_inputs(sim->machine->aig); i++)
      *input_word(sim, i) ^= vd_random_next(random) & dead;
    sim->alive = alive;
    vd_sim_eval(sim);
  }
}

void vd_sim_start(VdSim *sim, VdRandom *random) {
  const VdAig *aig = sim->machine->aig;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    *latch_word(sim, i) = vd_random_next(random);
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    *input_word(sim, i) = vd_random_next(random);
  vd_sim_reset(sim);
  eval_alive(sim, random);
}

void vd_sim_step(VdSim *sim, VdRandom *random) {
  vd_sim_advance(sim);
  for (uint32_t i = 0; i < vd_aig_inputs(sim->machine->aig); i++)
    *input_word(sim, i) ^= changes(random);
  eval_alive(sim, random);
}

// ------------------------------------------------------------------- traces

VdMcTrace vd_mc_trace_new(VdArena *arena, const VdMcMachine *machine,
                          uint32_t steps) {
  VdMcTrace trace = {.steps = steps,
                     .inputs = vd_aig_inputs(machine->aig),
                     .latches = vd_aig_latches(machine->aig)};
  trace.start = vd_arena_alloc(arena, trace.latches);
  trace.input = vd_arena_alloc(arena, vd_mul(steps, trace.inputs));
  return trace;
}

static bool fits(const VdMcMachine *machine, const VdMcTrace *trace) {
  const VdAig *aig = machine->aig;
  if (trace->steps == 0 || trace->inputs != vd_aig_inputs(aig) ||
      trace->latches != vd_aig_latches(aig))
    return false;
  for (uint32_t i = 0; i < trace->latches; i++) {
    VdReset reset = vd_aig_reset_at(aig, i);
    if (reset != VD_RESET_FREE && trace->start[i] != (reset == VD_RESET_1))
      return false;
  }
  return true;
}

static bool is_bad(VdSim *sim, VdMcTrace *trace) {
  for (uint32_t i = 0; i < sim->machine->bads; i++)
    if (vd_lit_word(sim->word, sim->machine->bad[i]) & sim->alive & 1) {
      trace->bad = i;
      return true;
    }
  return false;
}

bool vd_mc_trace_replay(const VdMcMachine *machine, VdMcTrace *trace) {
  if (!fits(machine, trace)) return false;
  VdSim sim;
  vd_sim_init(&sim, machine);
  for (uint32_t i = 0; i < trace->latches; i++)
    *latch_word(&sim, i) = trace->start[i] ? 1 : 0;
  for (uint32_t step = 0; step < trace->steps; step++) {
    if (step > 0) vd_sim_advance(&sim);
    for (uint32_t i = 0; i < trace->inputs; i++)
      sim.word[vd_lit_node(vd_aig_input_at(machine->aig, i))] =
          vd_mc_trace_input(trace, step, i);
    vd_sim_eval(&sim);
  }
  bool bad = is_bad(&sim, trace);
  vd_sim_done(&sim);
  return bad;
}
