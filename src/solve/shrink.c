// A bad run made shorter by leaving out steps: half of them, a quarter, and so
// on down to single ones. 64 places are tried side by side.
#include "solve/mc_impl.h"

enum { PLACES = 64 };

typedef struct Shrink {
  const VdMcMachine *machine;
  VdMcTrace *trace;
  VdSim sim;
  uint32_t chunk;          // how many steps are left out
  uint32_t place[PLACES];  // from which one on
} Shrink;

// Which step of the trace a pattern takes at its own.
static uint32_t source_of(const Shrink *s, uint32_t pattern, uint32_t step) {
  return step < s->place[pattern] ? step : step + s->chunk;
}

static void set_inputs(Shrink *s, uint32_t step) {
  const VdMcTrace *trace = s->trace;
  for (uint32_t i = 0; i < trace->inputs; i++) {
    uint64_t word = 0;
    for (uint32_t p = 0; p < PLACES; p++) {
      uint32_t from = source_of(s, p, step);
      word |= (uint64_t)vd_mc_trace_input(trace, from, i) << p;
    }
    s->sim.word[vd_lit_node(vd_aig_input_at(s->machine->aig, i))] = word;
  }
}

static void set_start(Shrink *s) {
  const VdAig *aig = s->machine->aig;
  for (uint32_t i = 0; i < s->trace->latches; i++)
    s->sim.word[vd_lit_node(vd_aig_latch_at(aig, i))] =
        s->trace->start[i] ? ~0ull : 0;
  s->sim.alive = ~0ull;
}

// Keeps what a pattern did up to a step.
static void keep(Shrink *s, uint32_t pattern, uint32_t steps) {
  VdMcTrace *trace = s->trace;
  for (uint32_t step = 0; step < steps && trace->inputs; step++)
    memmove(trace->input + (size_t)step * trace->inputs,
            trace->input + (size_t)source_of(s, pattern, step) * trace->inputs,
            trace->inputs);
  trace->steps = steps;
}

// Runs all patterns. True if one is bad; it is kept.
static bool try_places(Shrink *s) {
  set_start(s);
  for (uint32_t step = 0; step + s->chunk < s->trace->steps; step++) {
    if (step > 0) vd_sim_advance(&s->sim);
    set_inputs(s, step);
    vd_sim_eval(&s->sim);
    uint64_t bad = vd_sim_bad(&s->sim);
    if (bad) {
      keep(s, (uint32_t)__builtin_ctzll(bad), step + 1);
      return true;
    }
    if (!s->sim.alive) return false;
  }
  return false;
}

// Sets the next places, from *at on; false if there is none.
static bool next_places(Shrink *s, uint32_t *at) {
  uint32_t last = s->trace->steps - s->chunk;
  uint32_t distance = s->chunk > 1 ? s->chunk / 2 : 1;
  if (*at > last) return false;
  for (uint32_t p = 0; p < PLACES; p++) {
    s->place[p] = *at <= last ? *at : last;
    if (*at <= last) *at += distance;
  }
  return true;
}

void vd_mc_trace_shrink(const VdMcMachine *machine, VdMcTrace *trace,
                        const VdBudget *budget) {
  Shrink s = {.machine = machine, .trace = trace};
  vd_sim_init(&s.sim, machine);
  uint32_t chunk = trace->steps / 2;
  while (chunk > 0 && !vd_budget_over(budget)) {
    uint32_t at = 0;
    bool shorter = false;
    s.chunk = chunk;
    while (s.chunk < trace->steps && !vd_budget_over(budget) &&
           next_places(&s, &at)) {
      if (!try_places(&s)) continue;
      shorter = true;
      at = at > PLACES * chunk ? at - PLACES * chunk : 0;
    }
    if (!shorter || chunk >= trace->steps) chunk /= 2;
  }
  vd_sim_done(&s.sim);
}
