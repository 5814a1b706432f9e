// Equal signals of a machine (C. A. J. van Eijk, "Sequential equivalence
// checking based on structural similarities", 2000).
//
// Signals that look equal in random runs are candidates, in classes with one
// representative each. They are proved together: if all are equal in one step,
// are they in the next? Each is asked about in the order of the graph, where
// those before it are already made one, so that the questions are small. A
// model that tells two apart splits classes. When a whole round finds none,
// what is left holds by induction.
#include "base/limit.h"
#include "solve/mc_impl.h"

enum {
  SLOTS = 64,
};

// Models that told signals apart: a state and the inputs of two steps, one bit
// for each.
typedef struct Models {
  uint64_t *state, *input[2];
  uint32_t n;
} Models;

typedef struct Equal {
  const VdMcMachine *machine;
  const VdAig *aig;
  const VdBudget *budget;
  VdLit *rep, *old;
  VdNodes order;  // constant, latches, ANDs: what can be equal
  VdSim sim;
  Models models;
  VdMap classes;
  bool changed;
} Equal;

// One or two steps in a solver, where what is equal is made one.
typedef struct Step {
  VdAig *to;
  VdSat *sat;
  VdCnf cnf;
  VdLit *map[2];
} Step;

// ------------------------------------------------------------------ classes

// Does the class with this first node take the node? The hash is only a hint.
static bool is_alike(const Equal *e, const uint64_t *word, uint64_t mask,
                     VdLit first, uint32_t node) {
  VdLit a = e->old[vd_lit_node(first)], b = e->old[node];
  uint64_t signs = 0 - (uint64_t)(vd_lit_sign(a) != vd_lit_sign(b));
  uint64_t differ = word[vd_lit_node(first)] ^ word[node] ^ signs;
  return vd_lit_node(a) == vd_lit_node(b) && (differ & mask) == 0;
}

// Splits each class by the words that the first n signals have in the patterns
// of mask. The first one of each part represents it.
static void split(Equal *e, uint32_t n, const uint64_t *word, uint64_t mask) {
  memcpy(e->old, e->rep, vd_aig_nodes(e->aig) * sizeof *e->old);
  vd_map_clear(&e->classes);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t node = e->order.at[i];
    VdLit old = e->old[node];
    uint64_t is = word[node] ^ (0 - (uint64_t)vd_lit_sign(old));
    uint64_t key = vd_hash_mix(vd_hash_mix(1, vd_lit_node(old)), is & mask);
    uint64_t *slot = vd_map_put(&e->classes, key);
    VdLit own = vd_lit_not_if(2 * node, vd_lit_sign(old));
    if (*slot == 0) *slot = (uint64_t)own + 1;
    VdLit first = (VdLit)(*slot - 1);
    if (!is_alike(e, word, mask, first, node)) first = own;
    e->rep[node] = vd_lit_not_if(first, vd_lit_sign(old));
    if (vd_lit_node(first) != vd_lit_node(old) && vd_lit_node(old) != node)
      e->changed = true;
  }
}

static void set_apart(Equal *e, uint32_t node) {
  e->rep[node] = 2 * node;
  e->changed = true;
}

static void nothing_is_equal(Equal *e) {
  for (uint32_t i = 0; i < vd_aig_nodes(e->aig); i++) e->rep[i] = 2 * i;
}

// At first all are equal, up to negation, by the first run that is alive.
static void start_classes(Equal *e, const VdSim *sim) {
  int p = __builtin_ctzll(sim->alive);
  for (uint32_t i = 0; i < e->order.len; i++)
    e->rep[e->order.at[i]] = sim->word[e->order.at[i]] >> p & 1;
}

static void split_by(void *context, const VdSim *sim) {
  Equal *e = context;
  split(e, e->order.len, sim->word, sim->alive);
}

// A random run splits in each of its steps; then others, only where a signal
// has a value for the first time: most of what is not equal is not constant.
// False if no run was alive: then nothing was learned.
static bool guess(Equal *e) {
  VdRandom random = {1};
  vd_sim_start(&e->sim, &random);
  if (!e->sim.alive) return false;
  start_classes(e, &e->sim);
  for (uint32_t step = 0; step < vd_limit->equal_sim_steps && e->sim.alive;
       step++) {
    split_by(e, &e->sim);
    vd_sim_step(&e->sim, &random);
  }
  VdExplore *explore = vd_explore_new(e->machine);
  VdMcFound found;
  VdArena arena = {0};
  uint32_t steps = vd_limit->equal_explore_nodes / vd_aig_nodes(e->aig);
  vd_explore_watch(explore, split_by, e);
  vd_explore_run(explore,
                 steps < vd_limit->equal_explore_steps
                     ? steps
                     : vd_limit->equal_explore_steps,
                 e->budget, &arena, &found);
  vd_explore_free(explore);
  vd_arena_done(&arena);
  return true;
}

// ------------------------------------------------------------------- models

static VdLit leaf(const Step *s, int step, VdLit lit) {
  return s->map[step][vd_lit_node(lit)];
}

// Lets all models split, and forgets them.
static void use_models(Equal *e, int steps) {
  VdSim *sim = &e->sim;
  if (e->models.n == 0) return;
  for (uint32_t i = 0; i < vd_aig_latches(e->aig); i++)
    sim->word[vd_lit_node(vd_aig_latch_at(e->aig, i))] = e->models.state[i];
  if (steps == 1) vd_sim_reset(sim);
  uint64_t used = e->models.n == SLOTS ? ~0ull : (1ull << e->models.n) - 1;
  uint64_t before = used;
  sim->alive = used;
  for (int f = 0; f < steps; f++) {
    if (f > 0) vd_sim_advance(sim);
    for (uint32_t i = 0; i < vd_aig_inputs(e->aig); i++)
      sim->word[vd_lit_node(vd_aig_input_at(e->aig, i))] =
          e->models.input[f][i];
    before = sim->alive;
    vd_sim_eval(sim);
  }
  split(e, e->order.len, sim->word, sim->alive);
  // Latches have to be equal before this step's constraints are looked at.
  split(e, 1 + vd_aig_latches(e->aig), sim->word, before);
  memset(e->models.state, 0, vd_aig_latches(e->aig) * sizeof(uint64_t));
  for (int f = 0; f < 2; f++)
    memset(e->models.input[f], 0, vd_aig_inputs(e->aig) * sizeof(uint64_t));
  e->models.n = 0;
}

static void keep_model(Equal *e, const Step *s, int steps) {
  uint32_t n = e->models.n++;
  for (uint32_t i = 0; i < vd_aig_latches(e->aig); i++) {
    VdLit lit = leaf(s, 0, vd_aig_latch_at(e->aig, i));
    if (lit != VD_LIT_NONE)
      e->models.state[i] |= (uint64_t)vd_cnf_value(&s->cnf, lit) << n;
  }
  for (int f = 0; f < steps; f++)
    for (uint32_t i = 0; i < vd_aig_inputs(e->aig); i++) {
      VdLit lit = leaf(s, f, vd_aig_input_at(e->aig, i));
      if (lit != VD_LIT_NONE)
        e->models.input[f][i] |= (uint64_t)vd_cnf_value(&s->cnf, lit) << n;
    }
}

// -------------------------------------------------------------------- steps

static void say_constraints(const Equal *e, Step *s, const VdLit *map) {
  for (uint32_t i = 0; i < e->machine->constraints; i++)
    vd_cnf_assert(&s->cnf, vd_lit_mapped(map, e->machine->constraint[i]));
}

// The constraints of a step in which nothing is made one yet.
static void say_constraints_early(const Equal *e, Step *s, const VdLit *map) {
  uint32_t nodes = vd_aig_nodes(e->aig);
  VdNodes cone = {0};
  vd_aig_cone(e->aig, e->machine->constraint, e->machine->constraints, false,
              &cone);
  VdLit *plain = vd_alloc(vd_mul(nodes, sizeof *plain));
  memcpy(plain, map, nodes * sizeof *plain);
  vd_aig_copy(e->aig, &cone, s->to, plain);
  say_constraints(e, s, plain);
  vd_vec_done(&cone);
  vd_free(plain);
}

static bool has_rep(const Equal *e, uint32_t node) {
  return vd_lit_node(e->rep[node]) != node;
}

static VdLit and_of(const Equal *e, Step *s, const VdLit *map, uint32_t node) {
  return vd_aig_and(s->to, vd_lit_mapped(map, vd_aig_left(e->aig, node)),
                    vd_lit_mapped(map, vd_aig_right(e->aig, node)));
}

static void make_inputs(const Equal *e, Step *s, VdLit *map) {
  map[0] = VD_LIT_FALSE;
  for (uint32_t i = 0; i < vd_aig_inputs(e->aig); i++)
    map[vd_lit_node(vd_aig_input_at(e->aig, i))] = vd_aig_input(s->to);
}

// Any state in which all candidates are equal.
static void assume_step(const Equal *e, Step *s) {
  VdLit *map = s->map[0];
  make_inputs(e, s, map);
  for (uint32_t i = 0; i < e->order.len; i++) {
    uint32_t node = e->order.at[i];
    if (vd_aig_kind(e->aig, node) == VD_NODE_LATCH) {
      map[node] = has_rep(e, node) ? vd_lit_mapped(map, e->rep[node])
                                   : vd_aig_input(s->to);
    } else if (node != 0) {
      map[node] = and_of(e, s, map, node);
      if (!has_rep(e, node)) continue;
      VdLit rep = vd_lit_mapped(map, e->rep[node]);
      vd_cnf_assert(&s->cnf, vd_lit_not(vd_aig_xor(s->to, map[node], rep)));
      map[node] = rep;
    }
  }
  say_constraints(e, s, map);
}

// Is the node, which is lit here, equal to its representative?
static bool prove(Equal *e, Step *s, uint32_t node, VdLit lit, VdLit rep,
                  int steps) {
  VdLit differ = vd_aig_xor(s->to, lit, rep);
  if (differ == VD_LIT_FALSE) return true;
  int is = vd_cnf_lit(&s->cnf, differ);
  vd_sat_limit(s->sat, vd_limit->equal_conflicts);
  vd_sat_assume(s->sat, is);
  switch (vd_sat_solve(s->sat, e->budget)) {
    case VD_SAT_UNSAT: vd_sat_clause(s->sat, (int[]){-is}, 1); return true;
    case VD_SAT_UNKNOWN: set_apart(e, node); return false;
    case VD_SAT_SAT: break;
  }
  keep_model(e, s, steps);
  if (e->models.n == SLOTS) use_models(e, steps);
  return false;
}

// The step in which candidates have to be equal. Those that are not are
// reported by models; the round goes on without them. Latches have to be equal
// even where the constraints of this step do not hold (see reduce.c).
static void prove_step(Equal *e, Step *s, int steps) {
  VdLit *map = s->map[steps - 1];
  uint32_t *failed = vd_alloc(e->order.len * sizeof *failed), fails = 0;
  bool constrained = false;
  for (uint32_t i = 0; i < e->order.len; i++) {
    uint32_t node = e->order.at[i];
    if (!constrained && vd_aig_kind(e->aig, node) == VD_NODE_AND) {
      say_constraints_early(e, s, map);
      constrained = true;
    }
    if (vd_aig_kind(e->aig, node) == VD_NODE_AND)
      map[node] = and_of(e, s, map, node);
    if (!has_rep(e, node)) continue;
    VdLit rep = vd_lit_mapped(map, e->rep[node]);
    if (prove(e, s, node, map[node], rep, steps))
      map[node] = rep;
    else
      failed[fails++] = node;
  }
  // Every round must get further, even where the models do not tell.
  bool apart = e->changed;
  e->changed = false;
  use_models(e, steps);
  if (!e->changed && !apart)
    for (uint32_t i = 0; i < fails; i++) set_apart(e, failed[i]);
  e->changed |= apart || fails > 0;
  vd_free(failed);
}

static VdLit reset_lit(const Equal *e, Step *s, uint32_t i) {
  VdReset reset = vd_aig_reset_at(e->aig, i);
  if (reset == VD_RESET_FREE) return vd_aig_input(s->to);
  return reset == VD_RESET_1 ? VD_LIT_TRUE : VD_LIT_FALSE;
}

// One round: of the first step from reset, or of a step after any other.
static void round_of(Equal *e, int steps) {
  uint32_t nodes = vd_aig_nodes(e->aig);
  Step s = {.to = vd_aig_new(), .sat = vd_sat_new()};
  s.cnf = (VdCnf){.aig = s.to, .sat = s.sat};
  vd_sat_plain(s.sat);
  for (int f = 0; f < 2; f++) {
    s.map[f] = vd_alloc(vd_mul(nodes, sizeof(VdLit)));
    for (uint32_t i = 0; i < nodes; i++) s.map[f][i] = VD_LIT_NONE;
  }
  if (steps == 2) assume_step(e, &s);
  VdLit *map = s.map[steps - 1];
  make_inputs(e, &s, map);
  for (uint32_t i = 0; i < vd_aig_latches(e->aig); i++)
    map[vd_lit_node(vd_aig_latch_at(e->aig, i))] =
        steps == 1 ? reset_lit(e, &s, i)
                   : vd_lit_mapped(s.map[0], vd_aig_next_at(e->aig, i));
  e->changed = false;
  prove_step(e, &s, steps);
  for (int f = 0; f < 2; f++) vd_free(s.map[f]);
  vd_cnf_done(&s.cnf);
  vd_sat_free(s.sat);
  vd_aig_free(s.to);
}

static void collect_order(Equal *e) {
  vd_push(&e->order, 0);
  for (uint32_t i = 0; i < vd_aig_latches(e->aig); i++)
    vd_push(&e->order, vd_lit_node(vd_aig_latch_at(e->aig, i)));
  for (uint32_t i = 0; i < vd_aig_nodes(e->aig); i++)
    if (vd_aig_kind(e->aig, i) == VD_NODE_AND) vd_push(&e->order, i);
}

static void models_init(Equal *e) {
  size_t latches = vd_aig_latches(e->aig), inputs = vd_aig_inputs(e->aig);
  e->models.state = vd_alloc(latches * sizeof(uint64_t) + 1);
  for (int f = 0; f < 2; f++)
    e->models.input[f] = vd_alloc(inputs * sizeof(uint64_t) + 1);
}

static void done(Equal *e) {
  vd_vec_done(&e->order);
  vd_map_done(&e->classes);
  vd_sim_done(&e->sim);
  vd_free(e->old);
  vd_free(e->models.state);
  vd_free(e->models.input[0]);
  vd_free(e->models.input[1]);
}

void vd_equal_find(const VdMcMachine *machine, const VdBudget *budget,
                   VdLit *rep) {
  Equal e = {.machine = machine, .aig = machine->aig, .budget = budget};
  e.rep = rep;
  e.old = vd_alloc(vd_mul(vd_aig_nodes(e.aig), sizeof *e.old));
  nothing_is_equal(&e);
  collect_order(&e);
  models_init(&e);
  vd_sim_init(&e.sim, machine);
  bool ok = guess(&e);
  for (int steps = 1; steps <= 2 && ok; steps++) {
    do {
      round_of(&e, steps);
      ok = !vd_budget_over(budget);
    } while (e.changed && ok);
  }
  if (!ok) nothing_is_equal(&e);
  done(&e);
}

void vd_equal_clauses(const VdMcMachine *machine, const VdLit *rep,
                      VdClauses *out) {
  for (uint32_t i = 0; i < vd_aig_nodes(machine->aig); i++) {
    if (vd_lit_node(rep[i]) == i) continue;
    if (vd_lit_node(rep[i]) == 0) {
      VdLit lit = vd_lit_not_if(2 * i, rep[i] == VD_LIT_FALSE);
      vd_clauses_add(out, &lit, 1);
      continue;
    }
    vd_clauses_add(out, (VdLit[]){2 * i, vd_lit_not(rep[i])}, 2);
    vd_clauses_add(out, (VdLit[]){2 * i + 1, rep[i]}, 2);
  }
}
