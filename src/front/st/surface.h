// Private to src/front/st: what others see of a project without running it.
//
//   surface.c  declarations, interfaces of POUs
//   unit.c     globals, types, configurations, who writes what
//   keep.c     what is kept when the power is off
#ifndef VD_FRONT_ST_SURFACE_H
#define VD_FRONT_ST_SURFACE_H

#include "front/st/scope.h"

typedef struct VdPlcView {
  const VdPlc *plc[2];
  const VdMachine *pou[2];       // with decl, and var by decl
  const VdContractBlock *block;  // or NULL
  const VdContract *contract;    // of globals: any of its blocks
  VdArena *arena;
  VdPlcSurface *out;
  const char *in;  // added to names: " of Main"; "" if that is clear
} VdPlcView;

void vd_view_add(VdPlcView *s, VdPlcTexts *list, const char *fmt, ...)
    VD_PRINTF(3, 4);
const char *vd_view_word(VdDirection direction);  // "input"
// A contract that names a variable with its side stands for its new name or
// that it is gone, and for a type of other values; for nothing else of it.
bool vd_view_is_told(const VdPlcView *s, int side, const VdPlcDecl *decl);
// Is something at its address in the new version?
bool vd_view_is_anywhere(const VdPlcView *s, const VdPlcDecl *decl);
// Names are the same in either case, what is between quotes is not.
bool vd_view_same_text(const char *a, const char *b);
bool vd_view_same_enums(const VdEnum *a, const VdEnum *b);
// Has it an address that is complete?
bool vd_view_is_placed(const VdPlcDecl *decl);
bool vd_view_same_address(const VdPlcDecl *a, const VdPlcDecl *b);
// Is a variable of the POU at that address?
bool vd_view_has_address(const VdMachine *pou, const VdPlcDecl *like);
// By name; NULL if there is none.
const VdPlcDecl *vd_view_find(const VdMachine *pou, const VdPlcDecl *like);
// Two that are there, as they are declared.
void vd_view_decl(VdPlcView *s, const VdPlcDecl *a, const VdPlcDecl *b);
// What two POUs keep when the power is off: their variables, or globals; of
// these, those that a user uses, if there is one.
void vd_view_keeps(VdPlcView *view, const VdMachine *const pou[2], bool globals,
                   const VdMachine *user);
// The partner of a variable at an address is what is there now.
void vd_view_placed(VdPlcView *s, const VdPlcDecl *a);

#endif
