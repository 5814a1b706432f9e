// What of two PLC projects is compared, and what of it is only looked at.
//
// Everything that others can see of the old project is compared: what POUs do,
// cycle by cycle (plc.h), and what they are declared as, by this. Others are
// the HMI, the fieldbus, tasks, and POUs of other files. A variable that is
// gone, has another type, another initial value or another address is a change,
// and so is another interval of a task. What only the new version has is
// listed.
#ifndef VD_FRONT_ST_SCOPE_H
#define VD_FRONT_ST_SCOPE_H

#include "front/st/plc.h"
#include "machine/machine.h"

typedef VD_VEC(const char *) VdPlcTexts;

typedef struct VdPlcSurface {
  VdPlcTexts change;  // of what others see
  VdPlcTexts open;    // what was in scope, and was not compared
  VdPlcTexts added;   // what only the new version has
} VdPlcSurface;
void vd_plc_surface_done(VdPlcSurface *surface);

// Marks, by POU, what one uses, and what that uses.
void vd_plc_reach(const VdPlc *plc, uint32_t pou, bool *reached);

// By POU: is it a PROGRAM, or one of the user's that no PROGRAM uses? The rest
// is compared as a part of what uses it.
bool *vd_plc_roots(const VdPlc *plc, VdArena *arena);

// Two POUs as they are compared: with their actions as inputs, and with all
// globals that either of them uses. Variables at addresses are called by them,
// unless both versions call them alike, or the contract's block names one.
typedef struct VdPlcPair {
  const VdPlc *plc[2];
  uint32_t number[2];
  VdMachine pou[2];
  uint8_t *role[2];  // by variable (run/roles.h); for the caller to fill
} VdPlcPair;
void vd_plc_pair_init(VdPlcPair *pair, const VdPlc *const plc[2],
                      const uint32_t number[2], const VdContractBlock *block,
                      VdArena *arena);
// Adds the roles that follow from who writes what. A global that no POU writes
// is an input, as the HMI or the fieldbus writes it. One that only this PROGRAM
// writes is an output that keeps its value, others are both. An input that the
// body writes is an output too.
void vd_plc_pair_observe(VdPlcPair *pair);

// Is a variable of an FB instance one that others may look at or set, and as
// what? Of those that are in no instance all are; *as stays what it is.
bool vd_plc_is_visible(const VdPlc *plc, const VdMachine *pou, uint32_t var,
                       VdDirection *as);

// By variable: RETAIN and the like, as declared on its way from the outside to
// the inside; "" if nothing says something.
const char **vd_plc_keeps(const VdPlc *plc, const VdMachine *pou,
                          VdArena *arena);
bool vd_plc_is_kept(const char *keep);  // does it keep its value?
bool vd_plc_keeps_any(const VdPlc *plc, const VdMachine *pou);

// Changes of the interface. Of what a contract speaks of there are none.
void vd_plc_pair_changes(const VdPlcPair *pair, const VdContractBlock *block,
                         VdArena *arena, VdPlcSurface *out);
// Changes of globals, types and configurations. only: of the globals that this
// POU of the old version uses; VD_NONE: of all there is.
void vd_plc_unit_changes(const VdPlc *const plc[2], uint32_t only,
                         const VdContract *contract, VdArena *arena,
                         VdPlcSurface *out);

// Adds to the question what a proof rests on beyond the semantics.
void vd_plc_assume(VdMachineQuestion *question, const VdPlc *const plc[2],
                   VdArena *arena);

#endif
