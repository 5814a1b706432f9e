// Property-directed reachability: A. R. Bradley, "SAT-based model checking
// without unrolling", 2011, in the form of N. Een, A. Mishchenko and R.
// Brayton, "Efficient implementation of property directed reachability", 2011.
//
// A cube is a set of latch literals and stands for the states in which all are
// true. Frame i is a set of cubes that no run of at most i steps from reset can
// be in; frame i + 1 has fewer. A cube is kept in the last frame that has it.
// One solver has all frames: a literal for each turns on the clauses of its
// cubes. A second one, without frames, makes cubes of single states.
//
// Where some latches may start with any value, a cube touches the reset states
// if no literal of it is against a reset value.
#include "base/limit.h"
#include "solve/mc_impl.h"

// Sorted; a literal is that of the latch's node.
typedef struct Cube {
  uint32_t n;
  VdLit lit[];
} Cube;
typedef VD_VEC(const Cube *) Cubes;

// States that lead to a bad one: from the cube, with these inputs, to the cube
// of the obligation that this one serves.
typedef struct Obligation {
  const Cube *cube;
  uint32_t level;
  const struct Obligation *serves;
  const uint8_t *input;
} Obligation;

struct VdPdr {
  const VdMcMachine *machine;
  VdArena arena;
  VdSat *sat, *lift;
  VdCnf cnf, lift_cnf;
  VD_VEC(Cubes) frame;  // 0 has none
  VD_VEC(int) on;       // turns a frame on; 0 is the reset states
  int bad;              // is true only if something is bad
  uint32_t guards;
  VD_VEC(const Obligation *) todo;
  VdLits scratch;
  VdBudget budget;
  bool over;  // a query was not answered
};

// ------------------------------------------------------------------ solvers

static void add_clause(VdPdr *pdr, uint32_t level, const Cube *cube) {
  VD_VEC(int) lits = {0};
  vd_push(&lits, -pdr->on.at[level]);
  for (uint32_t i = 0; i < cube->n; i++) {
    int lit = -vd_cnf_lit(&pdr->cnf, cube->lit[i]);
    vd_push(&lits, lit);
  }
  vd_sat_clause(pdr->sat, lits.at, lits.len);
  vd_vec_done(&lits);
}

static void say_reset(VdPdr *pdr) {
  const VdAig *aig = pdr->machine->aig;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    VdReset reset = vd_aig_reset_at(aig, i);
    if (reset == VD_RESET_FREE) continue;
    VdLit lit = vd_lit_not_if(vd_aig_latch_at(aig, i), reset == VD_RESET_0);
    int is[] = {-pdr->on.at[0], vd_cnf_lit(&pdr->cnf, lit)};
    vd_sat_clause(pdr->sat, is, 2);
  }
}

static void say_bad(VdPdr *pdr) {
  VD_VEC(int) lits = {0};
  pdr->bad = vd_sat_var(pdr->sat);
  vd_push(&lits, -pdr->bad);
  for (uint32_t i = 0; i < pdr->machine->bads; i++) {
    int lit = vd_cnf_lit(&pdr->cnf, pdr->machine->bad[i]);
    vd_push(&lits, lit);
  }
  vd_sat_clause(pdr->sat, lits.at, lits.len);
  vd_vec_done(&lits);
}

// All that is said of the machine and its frames, afresh.
static void make_solver(VdPdr *pdr) {
  vd_cnf_done(&pdr->cnf);
  vd_sat_free(pdr->sat);
  pdr->sat = vd_sat_new();
  vd_sat_plain(pdr->sat);
  pdr->cnf = (VdCnf){.aig = pdr->machine->aig, .sat = pdr->sat};
  pdr->guards = 0;
  for (uint32_t i = 0; i < pdr->on.len; i++)
    pdr->on.at[i] = vd_sat_var(pdr->sat);
  say_reset(pdr);
  say_bad(pdr);
  for (uint32_t i = 0; i < pdr->machine->constraints; i++) {
    int lit = vd_cnf_lit(&pdr->cnf, pdr->machine->constraint[i]);
    vd_sat_clause(pdr->sat, &lit, 1);
  }
  for (uint32_t level = 1; level < pdr->frame.len; level++)
    for (uint32_t i = 0; i < pdr->frame.at[level].len; i++)
      add_clause(pdr, level, pdr->frame.at[level].at[i]);
}

static void add_frame(VdPdr *pdr) {
  vd_push(&pdr->frame, (Cubes){0});
  int on = pdr->sat ? vd_sat_var(pdr->sat) : 0;
  vd_push(&pdr->on, on);
}

VdPdr *vd_pdr_new(const VdMcMachine *machine) {
  VdPdr *pdr = vd_alloc(sizeof *pdr);
  pdr->machine = machine;
  add_frame(pdr);
  add_frame(pdr);
  make_solver(pdr);
  pdr->lift = vd_sat_new();
  vd_sat_plain(pdr->lift);
  pdr->lift_cnf = (VdCnf){.aig = machine->aig, .sat = pdr->lift};
  return pdr;
}

void vd_pdr_free(VdPdr *pdr) {
  if (!pdr) return;
  vd_cnf_done(&pdr->cnf);
  vd_cnf_done(&pdr->lift_cnf);
  vd_sat_free(pdr->sat);
  vd_sat_free(pdr->lift);
  for (uint32_t i = 0; i < pdr->frame.len; i++) vd_vec_done(&pdr->frame.at[i]);
  vd_vec_done(&pdr->frame);
  vd_vec_done(&pdr->on);
  vd_vec_done(&pdr->todo);
  vd_vec_done(&pdr->scratch);
  vd_arena_done(&pdr->arena);
  vd_free(pdr);
}

static VdSatAnswer solve(VdPdr *pdr, VdSat *sat) {
  VdSatAnswer answer = vd_sat_solve(sat, &pdr->budget);
  if (answer == VD_SAT_UNKNOWN) pdr->over = true;
  return answer;
}

static uint32_t top(const VdPdr *pdr) {
  return pdr->frame.len - 1;
}

// From here on in the states of a frame.
static void assume_frame(VdPdr *pdr, uint32_t level) {
  if (level == 0) vd_sat_assume(pdr->sat, pdr->on.at[0]);
  for (uint32_t i = level ? level : 1; i < pdr->on.len; i++)
    vd_sat_assume(pdr->sat, pdr->on.at[i]);
}

// -------------------------------------------------------------------- cubes

static const Cube *cube_new(VdPdr *pdr, const VdLit *lits, uint32_t n) {
  Cube *cube = vd_arena_alloc(&pdr->arena, sizeof *cube + n * sizeof *lits);
  cube->n = n;
  for (uint32_t i = 0; i < n; i++) cube->lit[i] = lits[i];
  return cube;
}

// Is the literal false in every reset state?
static bool is_against_reset(const VdPdr *pdr, VdLit lit) {
  const VdAig *aig = pdr->machine->aig;
  VdReset reset = vd_aig_reset_at(aig, vd_aig_index(aig, vd_lit_node(lit)));
  return reset == (vd_lit_sign(lit) ? VD_RESET_1 : VD_RESET_0);
}

static bool touches_reset(const VdPdr *pdr, const VdLit *lits, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (is_against_reset(pdr, lits[i])) return false;
  return true;
}

// Is every state of b one of a?
static bool covers(const Cube *a, const Cube *b) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < a->n; i++, k++) {
    while (k < b->n && b->lit[k] < a->lit[i]) k++;
    if (k == b->n || b->lit[k] != a->lit[i]) return false;
  }
  return true;
}

static bool is_blocked(const VdPdr *pdr, const Cube *cube, uint32_t level) {
  for (uint32_t i = level; i < pdr->frame.len; i++)
    for (uint32_t k = 0; k < pdr->frame.at[i].len; k++)
      if (covers(pdr->frame.at[i].at[k], cube)) return true;
  return false;
}

// What the new cube covers is forgotten; the solver keeps the clauses.
static void block(VdPdr *pdr, const Cube *cube, uint32_t level) {
  for (uint32_t i = 1; i <= level; i++) {
    Cubes *cubes = &pdr->frame.at[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < cubes->len; k++)
      if (!covers(cube, cubes->at[k])) cubes->at[kept++] = cubes->at[k];
    cubes->len = kept;
  }
  vd_push(&pdr->frame.at[level], cube);
  add_clause(pdr, level, cube);
}

// ------------------------------------------------------------------ queries

static VdLit next_of(const VdPdr *pdr, VdLit lit) {
  const VdAig *aig = pdr->machine->aig;
  VdLit next = vd_aig_next_at(aig, vd_aig_index(aig, vd_lit_node(lit)));
  return vd_lit_not_if(next, vd_lit_sign(lit));
}

static void take_back(VdSat *sat, int guard) {
  vd_sat_clause(sat, (int[]){-guard}, 1);
}

// Assumes that the state is not in the cube. Returns what takes it back.
static int assume_outside(VdPdr *pdr, const VdLit *lits, uint32_t n) {
  VD_VEC(int) clause = {0};
  int guard = vd_sat_var(pdr->sat);
  vd_push(&clause, -guard);
  for (uint32_t i = 0; i < n; i++) {
    int lit = -vd_cnf_lit(&pdr->cnf, lits[i]);
    vd_push(&clause, lit);
  }
  vd_sat_clause(pdr->sat, clause.at, clause.len);
  vd_vec_done(&clause);
  pdr->guards++;
  vd_sat_assume(pdr->sat, guard);
  return guard;
}

// Which literals of the cube were needed; the reset states stay outside.
static void keep_core(VdPdr *pdr, VdLits *lits) {
  VdLits core = {0};
  VdLit against = VD_LIT_FALSE;
  for (uint32_t i = 0; i < lits->len; i++) {
    VdLit lit = lits->at[i];
    int next = vd_cnf_lit(&pdr->cnf, next_of(pdr, lit));
    if (vd_sat_failed(pdr->sat, next)) vd_push(&core, lit);
    if (is_against_reset(pdr, lit)) against = lit;
  }
  if (touches_reset(pdr, core.at, core.len)) {
    core.len = 0;
    for (uint32_t i = 0; i < lits->len; i++) {
      int next = vd_cnf_lit(&pdr->cnf, next_of(pdr, lits->at[i]));
      if (lits->at[i] == against || vd_sat_failed(pdr->sat, next))
        vd_push(&core, lits->at[i]);
    }
  }
  for (uint32_t i = 0; i < core.len; i++) lits->at[i] = core.at[i];
  lits->len = core.len;
  vd_vec_done(&core);
}

// Can the cube be reached in one step from frame level - 1, from outside of it?
// If not, the literals that were not needed are dropped. On SAT the model is
// still there, and *guard must be taken back; on others it is.
static VdSatAnswer ask(VdPdr *pdr, VdLits *lits, uint32_t level, int *guard) {
  if (pdr->guards > vd_limit->pdr_guards) make_solver(pdr);
  for (uint32_t i = 0; i < lits->len; i++)  // says all before it assumes
    vd_cnf_lit(&pdr->cnf, next_of(pdr, lits->at[i]));
  *guard = assume_outside(pdr, lits->at, lits->len);
  assume_frame(pdr, level - 1);
  for (uint32_t i = 0; i < lits->len; i++)
    vd_sat_assume(pdr->sat, vd_cnf_lit(&pdr->cnf, next_of(pdr, lits->at[i])));
  VdSatAnswer answer = solve(pdr, pdr->sat);
  if (answer == VD_SAT_UNSAT) keep_core(pdr, lits);
  if (answer != VD_SAT_SAT) take_back(pdr->sat, *guard);
  return answer;
}

static bool is_unreachable(VdPdr *pdr, VdLits *lits, uint32_t level) {
  int guard;
  VdSatAnswer answer = ask(pdr, lits, level, &guard);
  if (answer == VD_SAT_SAT) take_back(pdr->sat, guard);
  return answer == VD_SAT_UNSAT;
}

// ------------------------------------------------------------ from a model

// The states of a model, with its inputs, that surely lead to where all goals
// (literals of the machine) are true: those latches that the goals need.
static const Cube *lifted(VdPdr *pdr, const VdLit *goals, uint32_t n,
                          const uint8_t *input, const VdLits *state) {
  const VdAig *aig = pdr->machine->aig;
  VD_VEC(int) clause = {0};
  int guard = vd_sat_var(pdr->lift);
  vd_push(&clause, -guard);
  for (uint32_t i = 0; i < n; i++) {
    int lit = -vd_cnf_lit(&pdr->lift_cnf, goals[i]);
    vd_push(&clause, lit);
  }
  vd_sat_clause(pdr->lift, clause.at, clause.len);
  vd_vec_done(&clause);
  vd_sat_assume(pdr->lift, guard);
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++) {
    VdLit lit = vd_aig_input_at(aig, i);
    if (!vd_cnf_has(&pdr->lift_cnf, vd_lit_node(lit))) continue;
    int is = vd_cnf_lit(&pdr->lift_cnf, lit);
    vd_sat_assume(pdr->lift, input[i] ? is : -is);
  }
  VdLits core = {0};
  for (uint32_t i = 0; i < state->len; i++)
    if (vd_cnf_has(&pdr->lift_cnf, vd_lit_node(state->at[i])))
      vd_sat_assume(pdr->lift, vd_cnf_lit(&pdr->lift_cnf, state->at[i]));
  bool done = solve(pdr, pdr->lift) == VD_SAT_UNSAT;
  for (uint32_t i = 0; i < state->len; i++)
    if (!done ||
        (vd_cnf_has(&pdr->lift_cnf, vd_lit_node(state->at[i])) &&
         vd_sat_failed(pdr->lift, vd_cnf_lit(&pdr->lift_cnf, state->at[i]))))
      vd_push(&core, state->at[i]);
  take_back(pdr->lift, guard);
  const Cube *cube = cube_new(pdr, core.at, core.len);
  vd_vec_done(&core);
  return cube;
}

static void read_model(VdPdr *pdr, uint8_t *input, VdLits *state) {
  const VdAig *aig = pdr->machine->aig;
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    input[i] = vd_cnf_value(&pdr->cnf, vd_aig_input_at(aig, i));
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    VdLit lit = vd_aig_latch_at(aig, i);
    bool is = vd_cnf_value(&pdr->cnf, lit);
    vd_push(state, vd_lit_not_if(lit, !is));
  }
}

// The obligation for a model of the solver: its state leads to a bad one, or to
// what `serves` is about.
static const Obligation *obligation_of(VdPdr *pdr, const Obligation *serves,
                                       uint32_t level) {
  const VdMcMachine *machine = pdr->machine;
  VdLits state = {0}, goals = {0};
  uint8_t *input = vd_arena_alloc(&pdr->arena, vd_aig_inputs(machine->aig) + 1);
  read_model(pdr, input, &state);
  for (uint32_t i = 0; serves && i < serves->cube->n; i++) {
    VdLit next = next_of(pdr, serves->cube->lit[i]);
    vd_push(&goals, next);
  }
  for (uint32_t i = 0; !serves && goals.len == 0 && i < machine->bads; i++)
    if (vd_sat_value(pdr->sat, vd_cnf_lit(&pdr->cnf, machine->bad[i])))
      vd_push(&goals, machine->bad[i]);
  for (uint32_t i = 0; i < machine->constraints; i++)
    vd_push(&goals, machine->constraint[i]);
  Obligation *made = VD_NEW(&pdr->arena, Obligation);
  *made = (Obligation){.level = level, .serves = serves, .input = input};
  made->cube = lifted(pdr, goals.at, goals.len, input, &state);
  vd_vec_done(&state);
  vd_vec_done(&goals);
  return made;
}

// ----------------------------------------------------------------- blocking

static void set_scratch(VdPdr *pdr, const VdLit *lits, uint32_t n) {
  pdr->scratch.len = 0;
  for (uint32_t i = 0; i < n; i++) vd_push(&pdr->scratch, lits[i]);
}

// Drops literals one by one, as long as the rest cannot be reached.
static void generalise(VdPdr *pdr, VdLits *cube, uint32_t level) {
  uint32_t failures = 0, i = 0;
  while (i < cube->len && cube->len > 1 && failures < vd_limit->pdr_failures &&
         !pdr->over) {
    VdLit drop = cube->at[i];
    set_scratch(pdr, cube->at, cube->len);
    memmove(pdr->scratch.at + i, pdr->scratch.at + i + 1,
            (pdr->scratch.len - i - 1) * sizeof(VdLit));
    pdr->scratch.len--;
    if (touches_reset(pdr, pdr->scratch.at, pdr->scratch.len) ||
        !is_unreachable(pdr, &pdr->scratch, level)) {
      failures++;
      i++;
      continue;
    }
    cube->len = 0;
    for (uint32_t k = 0; k < pdr->scratch.len; k++)
      vd_push(cube, pdr->scratch.at[k]);
    // What was kept before this place stays tried.
    for (i = 0; i < cube->len && cube->at[i] < drop;) i++;
  }
}

// The cube is not reachable at its level: remembers as much of this as it can.
static uint32_t learn(VdPdr *pdr, VdLits *cube, uint32_t level) {
  generalise(pdr, cube, level);
  while (level < top(pdr) && !pdr->over) {
    set_scratch(pdr, cube->at, cube->len);
    if (!is_unreachable(pdr, &pdr->scratch, level + 1)) break;
    level++;
  }
  block(pdr, cube_new(pdr, cube->at, cube->len), level);
  return level;
}

static const Obligation *pop_lowest(VdPdr *pdr) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < pdr->todo.len; i++)
    if (pdr->todo.at[i]->level <= pdr->todo.at[best]->level) best = i;
  const Obligation *lowest = pdr->todo.at[best];
  pdr->todo.at[best] = pdr->todo.at[--pdr->todo.len];
  return lowest;
}

static void push_at(VdPdr *pdr, const Obligation *of, uint32_t level) {
  if (level > top(pdr)) return;
  Obligation *again = VD_NEW(&pdr->arena, Obligation);
  *again = *of;
  again->level = level;
  vd_push(&pdr->todo, again);
}

// One obligation: blocked, or a predecessor that has to be blocked first. If
// that is a reset state it is returned.
static const Obligation *serve(VdPdr *pdr, const Obligation *obligation) {
  if (is_blocked(pdr, obligation->cube, obligation->level)) {
    push_at(pdr, obligation, obligation->level + 1);
    return NULL;
  }
  VdLits cube = {0};
  const Obligation *start = NULL;
  int guard;
  for (uint32_t i = 0; i < obligation->cube->n; i++)
    vd_push(&cube, obligation->cube->lit[i]);
  switch (ask(pdr, &cube, obligation->level, &guard)) {
    case VD_SAT_UNKNOWN: break;
    case VD_SAT_UNSAT: {
      uint32_t level = learn(pdr, &cube, obligation->level);
      push_at(pdr, obligation, level + 1);
      break;
    }
    case VD_SAT_SAT: {
      const Obligation *before =
          obligation_of(pdr, obligation, obligation->level - 1);
      take_back(pdr->sat, guard);
      if (touches_reset(pdr, before->cube->lit, before->cube->n)) {
        start = before;
      } else {
        vd_push(&pdr->todo, before);
        vd_push(&pdr->todo, obligation);
      }
      break;
    }
  }
  vd_vec_done(&cube);
  return start;
}

// The first obligation of a bad run, if there is one.
static const Obligation *block_all(VdPdr *pdr) {
  while (pdr->todo.len > 0 && !pdr->over) {
    const Obligation *start = serve(pdr, pop_lowest(pdr));
    if (start) return start;
  }
  return NULL;
}

// ------------------------------------------------------------------ results

static void give_trace(VdPdr *pdr, const Obligation *start, VdArena *arena,
                       VdMcFound *found) {
  const VdAig *aig = pdr->machine->aig;
  uint32_t steps = 0;
  for (const Obligation *o = start; o; o = o->serves) steps++;
  VdMcTrace trace = vd_mc_trace_new(arena, pdr->machine, steps);
  for (uint32_t i = 0; i < trace.latches; i++)
    trace.start[i] = vd_aig_reset_at(aig, i) == VD_RESET_1;
  for (uint32_t i = 0; i < start->cube->n; i++) {
    VdLit lit = start->cube->lit[i];
    trace.start[vd_aig_index(aig, vd_lit_node(lit))] = !vd_lit_sign(lit);
  }
  uint32_t step = 0;
  for (const Obligation *o = start; o; o = o->serves, step++)
    if (trace.inputs)
      memcpy(trace.input + (size_t)step * trace.inputs, o->input, trace.inputs);
  found->answer = VD_MC_BAD;
  found->trace = trace;
}

// The cubes from a level on are an invariant.
static void give_proof(VdPdr *pdr, uint32_t level, VdArena *arena,
                       VdMcFound *found) {
  VdClauses clauses = {0};
  for (uint32_t i = level; i < pdr->frame.len; i++)
    for (uint32_t k = 0; k < pdr->frame.at[i].len; k++) {
      const Cube *cube = pdr->frame.at[i].at[k];
      set_scratch(pdr, cube->lit, cube->n);
      for (uint32_t l = 0; l < cube->n; l++) pdr->scratch.at[l] ^= 1;
      vd_clauses_add(&clauses, pdr->scratch.at, pdr->scratch.len);
    }
  found->answer = VD_MC_SAFE;
  found->proof = vd_proof_new(arena, VD_PROOF_INDUCTION, 1, &clauses);
  vd_clauses_done(&clauses);
}

// Moves cubes up. The level from which on nothing changes any more, or 0.
static uint32_t propagate(VdPdr *pdr) {
  for (uint32_t level = 1; level < top(pdr); level++) {
    Cubes *cubes = &pdr->frame.at[level];
    Cubes old = *cubes;
    *cubes = (Cubes){0};
    for (uint32_t i = 0; i < old.len; i++) {
      set_scratch(pdr, old.at[i]->lit, old.at[i]->n);
      if (!pdr->over && is_unreachable(pdr, &pdr->scratch, level + 1))
        block(pdr, cube_new(pdr, pdr->scratch.at, pdr->scratch.len), level + 1);
      else
        vd_push(&pdr->frame.at[level], old.at[i]);
    }
    vd_vec_done(&old);
    if (pdr->frame.at[level].len == 0 && !pdr->over) return level + 1;
  }
  return 0;
}

// A state of a frame in which something is bad.
static VdSatAnswer ask_bad(VdPdr *pdr, uint32_t level) {
  assume_frame(pdr, level);
  vd_sat_assume(pdr->sat, pdr->bad);
  return solve(pdr, pdr->sat);
}

// Deals with all bad states of the last frame. The start of a bad run, if any.
static const Obligation *strengthen(VdPdr *pdr) {
  while (!pdr->over && ask_bad(pdr, top(pdr)) == VD_SAT_SAT) {
    const Obligation *bad = obligation_of(pdr, NULL, top(pdr));
    if (touches_reset(pdr, bad->cube->lit, bad->cube->n)) return bad;
    vd_push(&pdr->todo, bad);
    const Obligation *start = block_all(pdr);
    if (start) return start;
  }
  return NULL;
}

void vd_pdr_run(VdPdr *pdr, const VdBudget *budget, VdArena *arena,
                VdMcFound *found) {
  *found = (VdMcFound){0};
  pdr->budget = *budget;
  pdr->over = false;
  pdr->todo.len = 0;
  const Obligation *start = NULL;
  if (ask_bad(pdr, 0) == VD_SAT_SAT) start = obligation_of(pdr, NULL, 0);
  while (!pdr->over && !start) {
    start = strengthen(pdr);
    if (start || pdr->over) break;
    add_frame(pdr);
    uint32_t fixed = propagate(pdr);
    if (fixed) {
      give_proof(pdr, fixed, arena, found);
      return;
    }
  }
  if (start) give_trace(pdr, start, arena, found);
}
