// Machines for tests: random ones with all their states in sight, and a few
// that are written by hand.
#ifndef VD_TEST_MACHINE_H
#define VD_TEST_MACHINE_H

#include "solve/mc_impl.h"
#include "unit.h"

typedef struct Lab {
  VdAig *aig;
  VdLits bad, constraint;
  VdArena arena;
  VdRandom random;
} Lab;

static inline Lab lab_new(uint64_t seed) {
  return (Lab){.aig = vd_aig_new(), .random = {seed}};
}

static inline void lab_done(Lab *lab) {
  vd_aig_free(lab->aig);
  vd_vec_done(&lab->bad);
  vd_vec_done(&lab->constraint);
  vd_arena_done(&lab->arena);
}

static inline VdMcMachine machine_of(const Lab *lab) {
  return (VdMcMachine){.aig = lab->aig,
                       .bad = lab->bad.at,
                       .bads = lab->bad.len,
                       .constraint = lab->constraint.at,
                       .constraints = lab->constraint.len};
}

// ------------------------------------------------------------------- random

static inline VdLit pick(Lab *lab, const VdLits *pool) {
  VdLit lit = pool->at[vd_random_below(&lab->random, pool->len)];
  return vd_lit_not_if(lit, vd_random_below(&lab->random, 2));
}

static inline VdLit random_gate(Lab *lab, const VdLits *pool) {
  VdLit a = pick(lab, pool), b = pick(lab, pool), c = pick(lab, pool);
  switch (vd_random_below(&lab->random, 4)) {
    case 0: return vd_aig_xor(lab->aig, a, b);
    case 1: return vd_aig_ite(lab->aig, a, b, c);
    default: return vd_aig_and(lab->aig, a, b);
  }
}

static inline Lab random_machine(uint64_t seed, uint32_t inputs,
                                 uint32_t latches) {
  Lab lab = lab_new(seed);
  VdLits pool = {0}, latch = {0};
  for (uint32_t i = 0; i < latches; i++) {
    uint64_t dice = vd_random_below(&lab.random, 8);
    VdReset reset = dice == 0 ? VD_RESET_FREE : 1 + dice % 2;
    VdLit lit = vd_aig_latch(lab.aig, reset);
    vd_push(&latch, lit);
    vd_push(&pool, lit);
  }
  for (uint32_t i = 0; i < inputs; i++) vd_push(&pool, vd_aig_input(lab.aig));
  uint32_t gates = 5 + (uint32_t)vd_random_below(&lab.random, 30);
  for (uint32_t i = 0; i < gates; i++) {
    VdLit lit = random_gate(&lab, &pool);
    vd_push(&pool, lit);
  }
  for (uint32_t i = 0; i < latches; i++)
    vd_aig_set_next(lab.aig, latch.at[i], pick(&lab, &pool));
  uint32_t bads = 1 + (uint32_t)vd_random_below(&lab.random, 2);
  for (uint32_t i = 0; i < bads; i++) {
    VdLit bad = pick(&lab, &pool);  // most are hard to reach
    for (uint32_t k = 0; k < latches / 2 + 1; k++)
      bad = vd_aig_and(lab.aig, bad, pick(&lab, &pool));
    vd_push(&lab.bad, bad);
  }
  uint32_t constraints = (uint32_t)vd_random_below(&lab.random, 3);
  for (uint32_t i = 0; i < constraints; i++) {
    VdLit lit = vd_aig_or(lab.aig, pick(&lab, &pool), pick(&lab, &pool));
    vd_push(&lab.constraint, lit);
  }
  vd_vec_done(&pool);
  vd_vec_done(&latch);
  return lab;
}

// ------------------------------------------------------------ every state

static inline void step_of(VdSim *sim, uint32_t state, uint32_t input) {
  const VdAig *aig = sim->machine->aig;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    sim->word[vd_lit_node(vd_aig_latch_at(aig, i))] = state >> i & 1;
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    sim->word[vd_lit_node(vd_aig_input_at(aig, i))] = input >> i & 1;
  sim->alive = 1;
  vd_sim_eval(sim);
}

static inline uint32_t next_state(VdSim *sim) {
  const VdAig *aig = sim->machine->aig;
  uint32_t next = 0;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    next |= (uint32_t)(vd_lit_word(sim->word, vd_aig_next_at(aig, i)) & 1) << i;
  return next;
}

static inline bool is_reset(const VdAig *aig, uint32_t state) {
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    VdReset reset = vd_aig_reset_at(aig, i);
    if (reset != VD_RESET_FREE && (state >> i & 1) != (reset == VD_RESET_1))
      return false;
  }
  return true;
}

// The number of steps of a shortest bad run, 0 if there is none.
static inline uint32_t shortest_bad(const VdMcMachine *machine) {
  uint32_t latches = vd_aig_latches(machine->aig);
  uint32_t inputs = vd_aig_inputs(machine->aig);
  uint8_t *seen = vd_alloc(1u << latches);
  VdNodes level = {0}, next = {0};
  VdSim sim;
  vd_sim_init(&sim, machine);
  for (uint32_t s = 0; s < 1u << latches; s++)
    if (is_reset(machine->aig, s)) {
      seen[s] = 1;
      vd_push(&level, s);
    }
  uint32_t found = 0;
  for (uint32_t steps = 1; level.len > 0 && !found; steps++) {
    for (uint32_t i = 0; i < level.len; i++)
      for (uint32_t x = 0; x < 1u << inputs; x++) {
        step_of(&sim, level.at[i], x);
        if (!(sim.alive & 1)) continue;
        if (vd_sim_bad(&sim) & 1) found = steps;
        uint32_t s = next_state(&sim);
        if (!seen[s]) {
          seen[s] = 1;
          vd_push(&next, s);
        }
      }
    level.len = 0;
    for (uint32_t i = 0; i < next.len; i++) vd_push(&level, next.at[i]);
    next.len = 0;
  }
  vd_sim_done(&sim);
  vd_vec_done(&level);
  vd_vec_done(&next);
  vd_free(seen);
  return found;
}

// -------------------------------------------------------------- by hand

typedef struct Word {
  VdLit bit[64];
  uint32_t n;
} Word;

static inline Word latches_new(Lab *lab, uint32_t n, uint64_t reset) {
  Word word = {.n = n};
  for (uint32_t i = 0; i < n; i++)
    word.bit[i] =
        vd_aig_latch(lab->aig, reset >> i & 1 ? VD_RESET_1 : VD_RESET_0);
  return word;
}

static inline void set_next(Lab *lab, const Word *latch, const Word *next) {
  for (uint32_t i = 0; i < latch->n; i++)
    vd_aig_set_next(lab->aig, latch->bit[i], next->bit[i]);
}

static inline Word constant(uint32_t n, uint64_t value) {
  Word word = {.n = n};
  for (uint32_t i = 0; i < n; i++) word.bit[i] = value >> i & 1;
  return word;
}

#endif
