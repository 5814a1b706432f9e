// Private to src/solve: what the engines of model checking share.
#ifndef VD_MC_IMPL_H
#define VD_MC_IMPL_H

#include "solve/mc.h"

// ---------------------------------------------------------------- clauses
// Clauses under construction.
typedef struct VdClauses {
  VdLits lit;
  VdNodes end;
} VdClauses;
void vd_clauses_add(VdClauses *clauses, const VdLit *lits, uint32_t n);
void vd_clauses_done(VdClauses *clauses);

// ------------------------------------------------------------- unrolling
// The steps of a machine, one after the other, as one graph without latches.
// Inputs are fresh in every step. In the first one latches have their reset
// values, or are free.
typedef struct VdUnroll {
  const VdAig *from;
  VdAig *to;
  bool reset;  // starts from reset
  VdNodes cone;
  VD_VEC(VdLit *) step;
  VdArena arena;
} VdUnroll;
void vd_unroll_init(VdUnroll *unroll, const VdMcMachine *machine, bool reset);
void vd_unroll_done(VdUnroll *unroll);
void vd_unroll_step(VdUnroll *unroll);  // adds one
VdLit vd_unroll_lit(const VdUnroll *unroll, uint32_t step, VdLit lit);

// ------------------------------------------------------------ simulation
// Patterns that run side by side. alive are those whose constraints held in
// every step so far.
typedef struct VdGate {
  uint32_t node;
  VdLit a, b;
} VdGate;
typedef struct VdSim {
  const VdMcMachine *machine;
  VdGate *gate;  // ANDs in the order of vd_sim_plan; NULL: of their numbers
  uint32_t gates;
  uint64_t *word;  // of each node, in the step at hand
  uint64_t *next;  // of each latch
  uint64_t alive;
} VdSim;
void vd_sim_init(VdSim *sim, const VdMcMachine *machine);
void vd_sim_done(VdSim *sim);
// For many steps: gates that do not wait for each other come one after the
// other, which is faster.
void vd_sim_plan(VdSim *sim);
// Sets the latches that have a reset value; the others keep their words.
void vd_sim_reset(VdSim *sim);
// Computes the step from latches and inputs, and whether constraints hold.
void vd_sim_eval(VdSim *sim);
void vd_sim_advance(VdSim *sim);  // to the next step's latches
// Starts 64 random runs, or lets them take a random step. Inputs change seldom
// in some of the patterns, so that what has to last can last; those that break
// the constraints are tried again with others.
void vd_sim_start(VdSim *sim, VdRandom *random);
void vd_sim_step(VdSim *sim, VdRandom *random);
uint64_t vd_sim_bad(const VdSim *sim);  // in which patterns, dead ones aside

// -------------------------------------------------------------- reduction
// Signals that are equal, or each other's negation, in every step of every run:
// rep has a literal for each node, its own if it is equal to none before it. A
// latch is only said to be equal to a constant or a latch. It holds by
// induction over one step; the clauses that say so are a proof's.
void vd_equal_find(const VdMcMachine *machine, const VdBudget *budget,
                   VdLit *rep);
void vd_equal_clauses(const VdMcMachine *machine, const VdLit *rep,
                      VdClauses *out);

// A machine with only what matters to it, and with equal signals made one. A
// hint that was found to be true becomes a constraint; others are dropped, but
// without rep all of them stay.
typedef struct VdReduced {
  const VdMcMachine *from;
  VdMcMachine machine;
  VdAig *aig;
  VdLit *map;   // of each node of `from`; VD_LIT_NONE where it is gone
  VdLits back;  // of each node of aig
  VdLits bad, constraint, hint;
} VdReduced;
#define VD_LIT_NONE UINT32_MAX
// rep may be NULL: nothing is equal.
void vd_reduced_init(VdReduced *reduced, const VdMcMachine *from,
                     const VdLit *rep);
void vd_reduced_done(VdReduced *reduced);
VdMcTrace vd_reduced_trace(const VdReduced *reduced, const VdMcTrace *trace,
                           VdArena *arena);
void vd_reduced_clauses(const VdReduced *reduced, const VdProof *proof,
                        VdClauses *out);

// ---------------------------------------------------------------- engines
// Each works on a machine that outlives it, and can be stopped by its budget
// and be asked again: then it goes on where it was. What it finds is in the
// arena.
typedef struct VdMcFound {
  VdMcAnswer answer;  // UNKNOWN: nothing yet
  VdMcTrace trace;
  VdProof proof;
} VdMcFound;

// Bounded search, and induction at the same depth. Each step is one deeper, if
// the budget lasts; how deep tells vd_bounded_depth: in so many first steps
// nothing is bad. Where a few steps are all that is wanted (shallow), rewriting
// clauses takes more time than it saves.
typedef struct VdBounded VdBounded;
VdBounded *vd_bounded_new(const VdMcMachine *machine, bool shallow);
void vd_bounded_free(VdBounded *bounded);
void vd_bounded_step(VdBounded *bounded, bool induct, const VdBudget *budget,
                     VdArena *arena, VdMcFound *found);
uint32_t vd_bounded_depth(const VdBounded *bounded);

// Random runs, for so many steps of 64 each.
typedef struct VdExplore VdExplore;
VdExplore *vd_explore_new(const VdMcMachine *machine);
void vd_explore_free(VdExplore *explore);
// Calls watch in every step in which a signal has a value for the first time.
void vd_explore_watch(VdExplore *explore,
                      void (*watch)(void *context, const VdSim *sim),
                      void *context);
void vd_explore_run(VdExplore *explore, uint64_t steps, const VdBudget *budget,
                    VdArena *arena, VdMcFound *found);

// Property-directed reachability.
typedef struct VdPdr VdPdr;
VdPdr *vd_pdr_new(const VdMcMachine *machine);
void vd_pdr_free(VdPdr *pdr);
void vd_pdr_run(VdPdr *pdr, const VdBudget *budget, VdArena *arena,
                VdMcFound *found);

VdProof vd_proof_new(VdArena *arena, VdProofKind kind, uint32_t k,
                     const VdClauses *clauses);
// ABC, as a program (NULL: "berkeley-abc"). Nothing is found if it is not
// there, dies, or writes what cannot be read.
void vd_abc_run(const char *program, const VdMcMachine *machine,
                const VdBudget *budget, VdArena *arena, VdMcFound *found);

// Leaves out steps of a bad run as long as it stays one.
void vd_mc_trace_shrink(const VdMcMachine *machine, VdMcTrace *trace,
                        const VdBudget *budget);
VdMcTrace vd_mc_trace_new(VdArena *arena, const VdMcMachine *machine,
                          uint32_t steps);

#endif
