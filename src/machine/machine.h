// Comparison of reactive programs, cycle by cycle.
//
// Two POUs are the same if, started from their initial states and given related
// inputs in every cycle, their outputs are related after every cycle. Inputs
// are related by the contract; without one, inputs of one name are equal, and
// so must be outputs of one name. What has no partner is listed.
//
// A difference is a run: inputs cycle by cycle, replayed by the interpreter.
#ifndef VD_MACHINE_MACHINE_H
#define VD_MACHINE_MACHINE_H

#include "relate/contract.h"
#include "run/trace.h"
#include "solve/solve.h"
#include "store/store.h"
#include "verdict/verdict.h"

typedef struct VdPlcSide {
  const VdPlc *plc;  // its module has been through vd_plc_prepare
  const VdPlcPou
      *pou;  // one of it, or one with more variables (front/st/scope.h)
  const uint8_t *role;  // by variable (run/roles.h)
} VdPlcSide;

typedef struct VdPlcQuestion {
  VdPlcSide side[2];
  const VdContractBlock *block;  // NULL: the default contract
  double seconds;                // for it all; 0 is no limit
  size_t memory;                 // of the process that works on it, in bytes
  VdBudget budget;
  VdSolver solver;
  const char *abc;  // as in VdMcOptions
  VdStore *store;   // may be NULL
  bool verify;      // what the store has is proved again
  VD_VEC(const char *)
  assumption;      // what a proof rests on beyond the semantics
  uint64_t cycle;  // nanoseconds, 0 is any; programs were read with it
} VdPlcQuestion;

// A part of the program: an FB instance, or what is left without them.
typedef struct VdPlcFrame {
  const char *name;
  const char *checker;  // "source", "symbolic", or an engine of mc.h
  uint32_t cells;       // scalars of the new side
  uint32_t coupled;     // of them, the same as their namesakes in every run
  double seconds;
} VdPlcFrame;

typedef struct VdPlcOnly {
  uint32_t var;
  bool input, output;
} VdPlcOnly;

typedef struct VdPlcVerdict {
  VdVerdictKind kind;
  const char *checker;
  const char *why;
  VdPos pos;
  VD_VEC(VdPlcFrame) frame;
  VD_VEC(VdPlcOnly) only[2];        // variables of one side
  VD_VEC(const char *) uncompared;  // outputs whose types do not compare
  VD_VEC(const char *) unrelated;   // inputs likewise
  VD_VEC(const char *) assumption;
  VD_VEC(const char *) relation;  // of frames, by the contract: what became of
                                  // each
  VdPlcTrace *trace;              // DIFFERENT
  const char *claim;  // DIFFERENT: what does not hold after its last cycle
  bool shortest;      // no shorter run shows a difference
  double seconds;
  bool from_store;
} VdPlcVerdict;

// Loops become functions, and functions get their hashes. Once a module.
void vd_plc_prepare(VdModule *module);

// Can the contract be read against both interfaces? Else errors in diags.
bool vd_plc_check_contract(const VdPlcQuestion *question, VdDiags *diags);
// A contract that no input satisfies is VD_FAILED, with its position. Text is
// in the arena.
void vd_plc_compare(const VdPlcQuestion *question, VdArena *arena,
                    VdPlcVerdict *out);
void vd_plc_verdict_done(VdPlcVerdict *verdict);

#endif
