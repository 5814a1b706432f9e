// Model checking: can a machine reach a bad state?
//
// Engines, cheapest first: random simulation, equal signals found by simulation
// and proved by induction, bounded search with induction at the same depth,
// property-directed reachability in process, then ABC's as a program.
//
// No engine is believed. A trace counts if simulation of the machine confirms
// it. "Safe" counts if the proof that comes with it holds by plain SAT queries
// about the machine as it was given. What does not pass is UNKNOWN, with the
// reason.
#ifndef VD_MC_H
#define VD_MC_H

#include "solve/aig.h"

// A run is a sequence of steps from a reset state, in all of which the
// constraints hold. It is bad if one of the bad literals is true in its last
// step. The literals may depend on inputs.
typedef struct VdMcMachine {
  const VdAig *aig;
  const VdLit *bad;
  uint32_t bads;
  const VdLit *constraint;
  uint32_t constraints;
  // Candidate invariants, perhaps true in every step of every run: what is
  // guessed of the states of two versions, say. They change no answer, but what
  // is proved of them helps.
  const VdLit *hint;
  uint32_t hints;
} VdMcMachine;

// A bad run. start has a value for each latch, those with a reset value
// included; input has one for each step and input.
typedef struct VdMcTrace {
  uint32_t steps;  // at least 1
  uint32_t inputs, latches;
  uint8_t *start;
  uint8_t *input;
  uint32_t bad;  // which of the bad literals is true in the last step
} VdMcTrace;
static inline bool vd_mc_trace_input(const VdMcTrace *trace, uint32_t step,
                                     uint32_t i) {
  return trace->input[(size_t)step * trace->inputs + i];
}

// Why no run is bad. The clauses are over literals of the machine's graph, of
// any node. Let Q be: all clauses hold and nothing is bad.
//  - INDUCTION: Q holds in the first k steps of every run, except that clauses
//    count from step `delay` on; and after k steps of any path with Q in each
//    of them, Q holds in the next.
//  - ENDS: no run is bad in its first k steps, and no run has more steps.
typedef enum VdProofKind {
  VD_PROOF_NONE = 0,
  VD_PROOF_INDUCTION,
  VD_PROOF_ENDS
} VdProofKind;
typedef struct VdProof {
  VdProofKind kind;
  uint32_t k, delay;
  uint32_t clauses;
  const uint32_t *end;  // clause i is lit[end[i - 1]] up to lit[end[i] - 1]
  const VdLit *lit;
} VdProof;

typedef enum VdMcAnswer { VD_MC_UNKNOWN = 0, VD_MC_SAFE, VD_MC_BAD } VdMcAnswer;

typedef struct VdMcOptions {
  // ABC: NULL is "berkeley-abc" from PATH, "" none. A path to a program.
  const char *abc;
  bool quick;        // only a search of a few steps and some random runs
  uint32_t shorten;  // only a run that is bad by one of the first so many
                     // literals is made short; 0: any is
  bool rough;        // none is
  uint32_t depth;    // not 0: only a search of so many steps
  bool no_pdr;       // not the one in process
  bool no_sweep;     // no search for equal signals
  // How long ABC waits for the engines in process; 0 is two seconds.
  double patience;
} VdMcOptions;

typedef struct VdMcReply {
  VdMcAnswer answer;
  VdMcTrace trace;     // BAD
  bool shortest;       // BAD: no run that is shorter is bad
  VdProof proof;       // SAFE
  const char *engine;  // which one settled it: "sweep", "induction", "bounded",
                       // "simulation", "pdr", "abc"
  double checked;      // SAFE: the work of checking the proof
  uint32_t depth;      // in so many first steps nothing is bad
  char reason[160];    // UNKNOWN: why
} VdMcReply;

// The reply is in the arena.
void vd_mc(const VdMcMachine *machine, const VdMcOptions *options,
           const VdBudget *budget, VdArena *arena, VdMcReply *reply);

// Random runs from reset states, 64 side by side, for so many steps: shows each
// step. word has an entry for each node; only the patterns in alive count.
// False ends the runs.
typedef bool VdMcLook(void *context, const uint64_t *word, uint64_t alive);
void vd_mc_runs(const VdMcMachine *machine, uint64_t steps,
                const VdBudget *budget, VdMcLook *look, void *context);

// ------------------------------------------------------------- the judges
// Is it a bad run? Sets trace->bad.
bool vd_mc_trace_replay(const VdMcMachine *machine, VdMcTrace *trace);
// UNSAT: the proof holds (there is no way out of it). SAT: it does not.
VdSatAnswer vd_proof_check(const VdMcMachine *machine, const VdProof *proof,
                           const VdBudget *budget);

#endif
