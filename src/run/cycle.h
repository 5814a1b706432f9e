// Runs a state machine cycle by cycle on the interpreter.
//
//   VdCycles *c = vd_cycles_new(machines, machine);  // before the first cycle
//   vd_cycles_set(c, var, value);                    // stays until set again
//   if (vd_cycles_step(c, 4) == VD_CYCLE_OK)
//     value = vd_cycles_get(c, other);
//   vd_cycles_free(c);
//
// Variables are the numbers of VdMachine.var. Any that has a parameter may be
// set, inputs or others that the caller takes for inputs. The VdMachines must
// live longer than the run.
#ifndef VD_RUN_CYCLE_H
#define VD_RUN_CYCLE_H

#include "ir/machine.h"

typedef enum VdCycleStatus {
  VD_CYCLE_FAILED = 0,  // could not be run: vd_cycles_why; nothing has changed
  VD_CYCLE_OK,
  VD_CYCLE_FAULT,  // a fault, in this cycle or before: nothing has changed
} VdCycleStatus;

typedef struct VdCycles VdCycles;

VdCycles *vd_cycles_new(const VdMachines *machines, uint32_t machine);
// The same for a machine that is not in the list (front/st/scope.h). A
// FUNCTION has nothing that stays: each cycle is a call.
VdCycles *vd_cycles_of(const VdMachines *machines, const VdMachine *machine);
void vd_cycles_free(VdCycles *c);     // NULL is fine
void vd_cycles_restart(VdCycles *c);  // cold: all initial values, no fault

// The value must be of the variable's sort.
void vd_cycles_set(VdCycles *c, uint32_t var, VdValue value);
// As it is between two cycles. A VAR_TEMP has none: what it starts with.
VdValue vd_cycles_get(const VdCycles *c, uint32_t var);

// One cycle, so many milliseconds after the last one (the first: after the
// start). A PROGRAM that was read with a fixed cycle time (VdStOptions.cycle)
// uses that instead. After a fault nothing runs any more, FUNCTION_BLOCKs
// included, and after a failure every step fails.
VdCycleStatus vd_cycles_step(VdCycles *c, uint16_t elapsed);
bool vd_cycles_has_fault(const VdCycles *c);
uint64_t vd_cycles_count(const VdCycles *c);  // steps that were OK
// Why a step failed: text and, where known, position; "" if none did.
const char *vd_cycles_why(const VdCycles *c, VdPos *pos);

#endif
