// All expressions of a POU: in statements, actions, networks and initial
// values. An expression is visited before what is in it, and may be changed in
// place.
#ifndef VD_FRONT_ST_WALK_H
#define VD_FRONT_ST_WALK_H

#include "front/st/ast.h"

typedef void (*VdStVisit)(void *context, VdStExpr *e);
void vd_st_walk_expr(VdStExpr *e, VdStVisit visit, void *context);
void vd_st_walk_stmts(const VdStStmts *list, VdStVisit visit, void *context);
void vd_st_walk_net(const VdSfcNet *net, VdStVisit visit, void *context);
void vd_st_walk_pou(const VdStPou *pou, VdStVisit visit, void *context);

#endif
