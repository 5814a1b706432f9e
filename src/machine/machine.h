// Comparison of reactive programs, cycle by cycle.
//
// Two machines are the same if, started from their initial states and given
// related inputs in every cycle, their outputs are related after every cycle.
// Inputs are related by the contract; without one, inputs of one name are
// equal, and so must be outputs of one name. What has no partner is listed.
//
// A difference is a run: inputs cycle by cycle, replayed by the interpreter. If
// there is one, and inputs of the old version need not be those of the new one,
// a mismatch is looked for: two runs of the old version that differ, and whose
// inputs are related to the same inputs of the new one in every cycle. Then no
// new version can be right.
#ifndef VD_MACHINE_MACHINE_H
#define VD_MACHINE_MACHINE_H

#include "relate/relation.h"
#include "run/trace.h"
#include "solve/solve.h"
#include "verdict/kind.h"

typedef struct VdMachineSide {
  const VdMachines *machines;  // its module has been through vd_machine_prepare
  const VdMachine
      *machine;  // one of it, or one with more variables of the front end's
  const uint8_t *role;  // by variable (run/roles.h)
} VdMachineSide;

typedef struct VdMachineAssumption {
  const char *text;
  bool always;  // of the same code too
} VdMachineAssumption;

typedef struct VdMachineQuestion {
  VdMachineSide side[2];
  const VdContractBlock *block;  // NULL: the default contract
  VdLimits limits;
  VdSolver solver;
  const char *abc;                         // as in VdMcOptions
  VD_VEC(VdMachineAssumption) assumption;  // beyond the semantics
  // What may give other initial values: a proof does not count then where the
  // code is not the same. NULL: nothing does.
  const char *configured;
  bool apart;      // something that their texts refer to is not the same
  uint64_t cycle;  // nanoseconds, 0 is any; programs were read with it
  // Of whoever works on it.
  VD_VEC(VdNote) note;  // for the verdict
  bool by_source;       // the same code
} VdMachineQuestion;
void vd_machine_question_done(VdMachineQuestion *question);

// A part of a machine: one of the machines in it, or what is left without them.
typedef struct VdMachineFrame {
  const char *name;
  const char *checker;  // "source", "symbolic", or an engine of mc.h
  uint32_t cells;       // scalars of the new side
  uint32_t coupled;     // of them, the same as their namesakes in every run
  double seconds;
} VdMachineFrame;

// Loops become functions, and functions get their hashes. Once a module.
void vd_machine_prepare(VdModule *module);

// Can the contract be read against both interfaces? Else errors in diags. That
// an ensure clause always holds is an assumption, in the arena.
bool vd_machine_check_contract(VdMachineQuestion *question, VdArena *arena,
                               VdDiags *diags);
// The kind of question; its context is an array of VdMachineQuestion. A
// contract that no input satisfies is VD_REASON_CONTRACT, with its position.
extern const VdKind vd_machine_kind;

#endif
