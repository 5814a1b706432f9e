// What the files of the PLCopen reader share.
//
//   xml.c            the file as a tree
//   plcopen.c        projects and POUs
//   plcopen_data.c   vendor data, unknown attributes
//   plcopen_decl.c   variables, types, initial values
//   plcopen_sfc.c    the elements of an SFC body
//   plcopen_link.c   the lines between them
//   plcopen_print.c  an element as bytes, to tell it from others
#ifndef VD_FRONT_ST_PLCOPEN_IMPL_H
#define VD_FRONT_ST_PLCOPEN_IMPL_H

#include "front/st/plcopen.h"
#include "front/st/xml.h"

typedef struct VdPlcopen {
  VdStUnit *unit;
  VdArena *arena;
  VdDiags *diags;
  VdStPou *pou;     // the current one, or NULL
  VdNames actions;  // of the POU
  // Transitions of the POU that have a body of their own.
  VdNames transition_names;
  VD_VEC(const VdXml *) transition;
  const char *place;  // the configuration or resource around; or NULL
  // Lists of globals, and what may be read by their names.
  VdNames lists, globals, vars;
} VdPlcopen;

void vd_plcopen_error(VdPlcopen *p, VdPos pos, const char *fmt, ...)
    VD_PRINTF(3, 4);
void vd_plcopen_unsupported(VdPlcopen *p, VdPos pos, const char *construct);
// An attribute that must be there; NULL with an error.
const char *vd_plcopen_need(VdPlcopen *p, const VdXml *e, const char *name);
// The same, and it must be an identifier; a copy in the unit's arena.
const char *vd_plcopen_need_name(VdPlcopen *p, const VdXml *e,
                                 const char *name);
bool vd_plcopen_is_true(VdPlcopen *p, const VdXml *e, const char *attribute);
VdStExpr *vd_plcopen_expr(VdPlcopen *p, const VdXml *e, const char *value);

// ------------------------------------------------------------ declarations
VdStSpec *vd_plcopen_type(VdPlcopen *p, const VdXml *type);
VdStExpr *vd_plcopen_init(VdPlcopen *p, const VdXml *initial_value);
void vd_plcopen_vars(VdPlcopen *p, const VdXml *section, VdStVars *out);

// ------------------------------------------------------------------ bodies
// The text of an <ST> element.
VdStText vd_plcopen_st(VdPlcopen *p, const VdXml *st);
// Statements or a network. Marks the POU if it is neither.
void vd_plcopen_body(VdPlcopen *p, const VdXml *body, VdStStmts *stmts,
                     VdSfcNet **sfc);
VdSfcNet *vd_plcopen_sfc(VdPlcopen *p, const VdXml *sfc);

// ------------------------------------------------------ beyond the standard
// Something that is compared as it stands; printed: an element.
void vd_plcopen_fact(VdPlcopen *p, const VdXml *e, int kind, const char *name,
                     const char *text);
void vd_plcopen_printed(VdPlcopen *p, const VdXml *e, int kind,
                        const char *name);
// Marks the POU where the element itself has vendor data that may change what
// it does.
void vd_plcopen_data(VdPlcopen *p, const VdXml *owner);
// Notes all vendor data in an element as it stands.
void vd_plcopen_note(VdPlcopen *p, const VdXml *e, const char *path);
// Attributes that are not known, with blanks between those that are: marks the
// POU, or notes them.
void vd_plcopen_attributes(VdPlcopen *p, const VdXml *e, const char *known);
void vd_plcopen_sfc_attributes(VdPlcopen *p, const VdXml *e);

// ------------------------------------------------------------------- lines
typedef enum VdPlcopenKind {
  VD_PLCOPEN_OTHER = 0,
  VD_PLCOPEN_STEP,
  VD_PLCOPEN_JUMP,
  VD_PLCOPEN_TRANSITION,
  VD_PLCOPEN_SELECT_SPLIT,  // selectionDivergence
  VD_PLCOPEN_SELECT_JOIN,   // selectionConvergence
  VD_PLCOPEN_SPLIT,         // simultaneousDivergence
  VD_PLCOPEN_JOIN,          // simultaneousConvergence
  VD_PLCOPEN_VALUE,         // inVariable
  VD_PLCOPEN_BLOCK,         // actionBlock
  VD_PLCOPEN_NOTE,          // comment
} VdPlcopenKind;

typedef struct VdPlcopenNode {
  const VdXml *xml;
  VdPlcopenKind kind;
  VdSfcStep *step;
  VdSfcTransition *transition;
  bool either;    // its steps before are alternatives
  uint32_t seen;  // by which search
} VdPlcopenNode;

typedef struct VdPlcopenNet {
  VdPlcopen *p;
  VdSfcNet *net;
  VD_VEC(VdPlcopenNode) node;
  VdMap by_id;                           // to the node's index + 1
  VD_ST_LIST(VdSfcTransition *) always;  // that were not drawn
  uint32_t searches;
  uint32_t links;  // between steps and transitions
  bool full;
} VdPlcopenNet;

// Lines that are followed in one body.

// Where the only line into e comes from; NULL with an error.
VdPlcopenNode *vd_plcopen_source(VdPlcopenNet *net, const VdXml *e);
// Fills in from and to of every transition, and adds transitions where a line
// leads from a step to a step.
void vd_plcopen_link(VdPlcopenNet *net);

// The element and what is in it, without what is there for the eye only.
void vd_plcopen_print(const VdXml *e, VdBuf *out);

#endif
