// Private to src/machine: two reactive programs as machines over one set of
// terms.
#ifndef VD_MACHINE_STEPS_H
#define VD_MACHINE_STEPS_H

#include "base/trail.h"
#include "machine/machine.h"
#include "relate/relation.h"
#include "run/cycle.h"
#include "solve/couple.h"
#include "solve/mc.h"
#include "summary/summary.h"

// A scalar of one side.
typedef struct VdStepCell {
  uint32_t var;  // of the machine; VD_NONE: the elapsed time, the fault
  uint32_t use;  // VdUse; what is no INPUT keeps its value
  const char *name;
  VdTerm own, step;  // before and after a step, this side alone
  VdTerm after;      // of an OUTPUT: a variable that stands for step
  VdTerm now, next;  // the same with cells of both sides made one
  uint32_t pair;     // NEW: the OLD cell that it is one with, or VD_NONE
  VdValue init;      // of a STATE
  bool needed;       // the properties depend on it
  // Of a mismatch: an input of the partner, as a variable of its machine + 1.
  uint32_t partner;
} VdStepCell;
typedef VD_VEC(VdStepCell) VdStepCells;

// One side: a step takes the cells from `now` to `next`.
typedef struct VdStepSide {
  const VdMachines *machines;
  const VdMachine *machine;
  const VdModule *module;
  VdSums *sums;
  VdStepCells cell;
  uint32_t elapsed, fault;  // cells; VD_NONE if there is none
  VdTerm defined;           // a step comes to its end
} VdStepSide;

// An input that is a choice among cases now (choices.c).
typedef struct VdStepChoice {
  VdTerm var, index;
  uint32_t cases;
  const VdValue *value;  // for each case one that stands for it
} VdStepChoice;

// A coupling: a relation between the states of two frames that the contract
// gives. Nothing rests on it that was not proved.
typedef struct VdStepCoupling {
  VdTerm own, now;  // over `own`, over `now` of cells
  const char *text;
  const char *fate;  // what became of it; "" if nobody looked
} VdStepCoupling;

// Two sides at work.
typedef struct VdSteps {
  VdTerms *tm;
  VdArena *arena;
  VdStepSide side[2];
  const VdMachineQuestion *question;
  // Both sides are the old machine, with inputs that have a common partner.
  bool mismatch;
  VdBudget budget;
  VdTrail *trail;  // where proofs are put, or taken from; may be NULL
  VD_VEC(VdStepChoice) choice;
  VD_VEC(VdStepCoupling) coupling;
  VdRelation related;  // which inputs of a step belong together
  VdContractSource inputs;
  const char *why;  // of the last false
} VdSteps;

// --------------------------------------------------------------- steps.c
// The cells of a machine with a variable for each in `now`; roles as given.
// False with why: not modelled.
bool vd_steps_cells(VdSteps *s, int side, const VdMachine *machine,
                    const uint8_t *role);
// Adds the inputs of the partner of a mismatch to the second side.
void vd_steps_partner(VdSteps *s, const VdMachineSide *partner);
// Sets `step`, from what `own` is at present; calls stay applications.
bool vd_steps_step(VdSteps *s, int side);
// Opens all applications in n terms of a side. False if a loop does not end.
bool vd_steps_open(VdSteps *s, int side, VdTerm *terms, uint32_t n);

// --------------------------------------------------------------- product.c
// A property: what must hold after every step.
typedef struct VdEnsure {
  VdTerm property;  // over `own` of inputs and `after` of outputs
  VdTerm holds;     // over `own` and inputs
  const char *text;
  uint32_t cell[2];  // what it is about; VD_NONE if none
  bool pair;         // only that cells that were made one stay the same
} VdEnsure;

typedef struct VdProduct {
  VdTerm assume;  // of inputs, in every step
  VD_VEC(VdEnsure) ensure;
} VdProduct;

// Inputs of a run: a value for each INPUT cell of each side and step.
typedef struct VdStepInputs {
  uint32_t steps;
  VdValue *value[2];  // step * cells + cell
  uint32_t ensure;    // which one does not hold after the last step
} VdStepInputs;

typedef struct VdProductReply {
  VdMcAnswer answer;
  VdStepInputs run;  // BAD
  bool shortest;
  bool abstract;  // a run may be none: something was taken for an input
  const char *engine, *why;
  uint32_t depth;
} VdProductReply;
// Random runs: which properties does one of them break?
void vd_product_runs(VdSteps *s, const VdProduct *product,
                     const VdBudget *budget, uint8_t *broken);
// Model checking. All applications in `next` have been opened.
typedef enum VdProductWay {
  VD_WAY_QUICK,  // only a short search
  VD_WAY_FULL,
  VD_WAY_DEPTH,  // only a search of so many steps
} VdProductWay;
void vd_product_check(VdSteps *s, const VdProduct *product,
                      const VdBudget *budget, VdProductWay way, uint32_t depth,
                      VdProductReply *reply);

// ----------------------------------------------------------------- choices.c
// Inputs that only a few conditions look at become choices. After opening.
void vd_steps_choices(VdSteps *s, VdProduct *product);

// ----------------------------------------------------------------- match.c
// By cell of the new side: the cell of the old side with its name.
uint32_t *vd_steps_partners(VdSteps *s);
// Cells of both sides, inputs that are equal made one, and the contract's
// properties. False with errors in diags, or with why. Of a mismatch the second
// side has the inputs of the partner too, after its own cells.
bool vd_steps_begin(VdSteps *s, VdDiags *diags, VdProduct *product,
                    VdContractPairs *contract);
// Steps of both sides without calls, and what the properties say of them.
bool vd_steps_ready(VdSteps *s, VdProduct *product);

// ----------------------------------------------------------------- merge.c
// Cells of one name are taken for one, and that they stay the same becomes a
// property. Those for which it is wrong are taken apart again.
typedef VD_VEC(VdMachineFrame) VdMachineFrames;
void vd_steps_decide(VdSteps *s, VdProduct *product, VdProductReply *reply,
                     VdMachineFrames *frames);

// ---------------------------------------------------------------- couplings.c
// Which couplings hold, in the machine of the moment.
void vd_steps_fates(VdSteps *s, VdTerm assume);

// ------------------------------------------------------------------ both.c
// Concrete runs of both programs, with the properties of the contract.
typedef struct VdBoth {
  VdSteps *s;
  const VdProduct *given;
  VdCycles *cycles[2];
  VdEval *eval;
} VdBoth;
void vd_both_init(VdBoth *both, VdSteps *s, const VdProduct *given);
void vd_both_done(VdBoth *both);
void vd_both_restart(VdBoth *both);
// Gives both programs the inputs of a step of the run. False if one of them
// cannot be run.
bool vd_both_step(VdBoth *both, const VdStepInputs *run, uint32_t step);
// The property that does not hold after a step; VD_NONE if all do.
uint32_t vd_both_broken(VdBoth *both, const VdStepInputs *run, uint32_t step);
// Leaves out steps as long as a property is broken.
void vd_run_leave_out(VdSteps *s, const VdProduct *given, VdStepInputs *run);
// Whether the interpreter breaks a property in it; it is cut after that.
bool vd_run_breaks(VdSteps *s, const VdProduct *given, VdStepInputs *run);
void vd_run_new(VdSteps *s, uint32_t most, VdStepInputs *run);
void vd_run_copy(VdSteps *s, const VdStepInputs *from, uint32_t step,
                 VdStepInputs *to);
// Random runs, where the circuits do not say all: what they show is shown.
void vd_steps_test(VdSteps *s, const VdProduct *given, VdProductReply *reply);

#endif
