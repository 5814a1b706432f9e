// What the files of the SFC translation share.
//
//   sfc.c          POUs and their networks, steps, transitions
//   sfc_action.c   action blocks: qualifiers, timers, who runs when
//   sfc_make.c     small pieces of syntax tree
#ifndef VD_FRONT_ST_SFC_IMPL_H
#define VD_FRONT_ST_SFC_IMPL_H

#include "front/st/sfc.h"

enum { VD_SFC_QUALIFIERS = VD_SFC_P0 + 1 };

// An action, or a BOOL variable, as the networks of one POU control it.
typedef struct VdSfcControl {
  const char *name;
  bool is_code;
  uint32_t qualifiers;  // as bits; of all networks
  // Of a timed qualifier: its time in nanoseconds if it is always the same.
  uint64_t time[VD_SFC_QUALIFIERS];
  bool varies[VD_SFC_QUALIFIERS];
} VdSfcControl;

// A block of a step, under the control of its action.
typedef struct VdSfcUse {
  uint32_t control;
  uint32_t order;    // in the network
  const char *step;  // variable
  const VdSfcBlock *block;
} VdSfcUse;

typedef struct VdSfcNetwork {
  VdSfcNet *net;
  VdStAction *action;  // whose network it is, NULL for that of the POU
  const char **step;   // variable of each step
  VdNames names;       // of steps, in their order
  VD_VEC(VdSfcUse) use;
} VdSfcNetwork;

// A name of steps. Two networks of a POU may have it.
typedef struct VdSfcName {
  const char *var;  // of the first
  uint32_t steps;
} VdSfcName;

typedef struct VdSfc {
  VdStUnit *unit;
  VdArena *arena;
  VdDiags *diags;
  VdStPou *pou;
  VdNames read_time;      // names before .T anywhere
  VdNames globals;        // of the unit
  VdNames vars, actions;  // of the POU
  VdNames step_names;     // of all networks of the POU
  VD_VEC(VdSfcName) step;
  VdNames control_names;
  VD_VEC(VdSfcControl) control;
  VD_VEC(VdSfcNetwork) network;
  // Of the current network: what SFCInit and SFCReset do to its variables.
  VdStStmts reset;
  VdNames resets;
} VdSfc;

// ------------------------------------------------------------------ pieces
typedef struct VdSfcMake {
  VdArena *arena;
  VdPos pos;
} VdSfcMake;

VdStExpr *vd_sfc_name(VdSfcMake m, const char *name);
VdStExpr *vd_sfc_field(VdSfcMake m, const char *name, const char *field);
VdStExpr *vd_sfc_x(VdSfcMake m, const char *step);  // step.X
VdStExpr *vd_sfc_not(VdSfcMake m, VdStExpr *a);
// NULL is neutral.
VdStExpr *vd_sfc_and(VdSfcMake m, VdStExpr *a, VdStExpr *b);
VdStExpr *vd_sfc_or(VdSfcMake m, VdStExpr *a, VdStExpr *b);
// All of them, one of them; NULL if there are none. The tree is balanced.
VdStExpr *vd_sfc_all(VdSfcMake m, const VdStExprs *list);
VdStExpr *vd_sfc_any(VdSfcMake m, const VdStExprs *list);
void vd_sfc_assign(VdSfcMake m, VdStStmts *out, VdStExpr *target,
                   VdStExpr *value);
void vd_sfc_set(VdSfcMake m, VdStStmts *out, const char *name, VdStExpr *value);
// IF cond THEN ...; the body is to be filled.
VdStStmts *vd_sfc_if(VdSfcMake m, VdStStmts *out, VdStExpr *cond);
VdStStmts *vd_sfc_else(VdSfcMake m, VdStStmts *out);  // of the last IF
VdStExpr *vd_sfc_path(VdSfcMake m, const char *path);
void vd_sfc_call(VdSfcMake m, VdStStmts *out, const char *path);

// A time: a variable, or a number of nanoseconds if name is NULL.
typedef struct VdSfcTime {
  const char *name;
  int64_t nanoseconds;
} VdSfcTime;
VdStExpr *vd_sfc_time(VdSfcMake m, VdSfcTime time);
// Adds what a stopwatch shows to a time that goes up to a limit. The time is
// the variable, or its field if that is not NULL.
void vd_sfc_count(VdSfcMake m, VdStStmts *out, const char *var,
                  const char *field, const char *since, VdSfcTime limit);

// --------------------------------------------------------------- variables
// A variable of the POU, made when asked for first. State is reset by SFCInit.
const char *vd_sfc_state(VdSfc *s, VdPos pos, const char *name,
                         const char *mark, const char *type);
// The same for a BOOL that stays as it is then.
const char *vd_sfc_memory(VdSfc *s, VdPos pos, const char *name,
                          const char *mark);
const char *vd_sfc_temp(VdSfc *s, VdPos pos, const char *name,
                        const char *mark);

// ----------------------------------------------------------------- actions
// Notes which actions the network controls.
void vd_sfc_collect(VdSfc *s, VdSfcNetwork *n);
// Runs them.
void vd_sfc_actions(VdSfc *s, VdSfcNetwork *n, VdStStmts *out);
// Is it an action of the POU or of an FB instance in it?
bool vd_sfc_is_action(const VdSfc *s, const char *path);

#endif
