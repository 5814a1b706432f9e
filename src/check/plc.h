// Comparison of reactive programs, cycle by cycle.
//
// Two POUs are the same if, started from their initial states and given related
// inputs in every cycle, their outputs are related after every cycle. Inputs
// are related by the contract; without one, inputs of one name are equal, and
// so must be outputs of one name. What has no partner is listed.
//
// A difference is a run: inputs cycle by cycle, replayed by the interpreter.
#ifndef VD_CHECK_PLC_H
#define VD_CHECK_PLC_H

#include "check/check.h"
#include "ir/plc.h"

typedef struct VdPlcSide {
  const VdPlc *plc;  // its module has been through vd_plc_prepare
  uint32_t pou;
  const VdPlcDirection *direction;  // by variable; NULL: as declared
} VdPlcSide;

typedef struct VdPlcQuestion {
  VdPlcSide side[2];
  VdBudget budget;
} VdPlcQuestion;

#endif
