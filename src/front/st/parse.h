// Structured Text to the syntax tree. Errors have a position, what was found
// and what was expected; the parser goes on after them, so one run reports
// several. Nesting is bounded.
#ifndef VD_FRONT_ST_PARSE_H
#define VD_FRONT_ST_PARSE_H

#include "front/st/ast.h"

// Statements and parentheses in each other; operators in a row (a tree that
// everyone after the parser walks by recursion); errors of one file.

// From this offset on, text stands at this position of its file. Columns count
// on from there, or stand still.
typedef struct VdStSpot {
  size_t offset;
  uint32_t line, column;
  bool still;
} VdStSpot;

// Text, and where its first character stands in its file (from 1 on).
typedef struct VdStText {
  const char *file;  // must outlive the unit and the diagnostics
  const char *text;
  size_t len;
  uint32_t line, column;
  // Of text that is not in one piece in its file: sorted by offset. Else NULL.
  const VdStSpot *spot;
  uint32_t spots;
} VdStText;

// Adds the POUs, types and globals of a file to the unit.
void vd_st_parse(VdStUnit *unit, const VdStText *text, VdDiags *diags);

// Parts of a program that come in another wrapping, such as XML. They are false
// or NULL with errors in diags. pou gets what is unsupported.
VdStExpr *vd_st_parse_expr(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                           VdDiags *diags);
bool vd_st_parse_body(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                      VdStStmts *body, VdDiags *diags);
// What may stand after a colon in a declaration, and after its :=.
VdStSpec *vd_st_parse_spec(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                           VdDiags *diags);
VdStExpr *vd_st_parse_init(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                           VdDiags *diags);

// A text as it stands, but literals of one value are one text.
const char *vd_st_canonical(VdStUnit *unit, const VdStText *text);

#endif
