// SFC networks to Structured Text: the network of a POU, or of one of its
// actions, becomes state variables and the statements of one cycle.
// doc/semantics-plc.md says what a cycle is.
//
// Variables that are made here have names that no program can have:
//   Step        a struct: Step.X, and Step.T if something reads it
//   Step#was    was the step active in the last cycle?
//   Action#S    what the action control of Action remembers
// A step with the name of an action is Step#step. One in the network of an
// action, with a name that another network has too, is Action#Step.
#ifndef VD_FRONT_ST_SFC_H
#define VD_FRONT_ST_SFC_H

#include "front/st/ast.h"

// Steps of one POU. What comes after takes time by their square.

// Translates all networks. pou->sfc and action->sfc are NULL after it. A
// network that does not hang together is an error.
void vd_sfc_translate(VdStUnit *unit, VdDiags *diags);

#endif
