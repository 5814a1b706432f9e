// PLCopen TC6 XML (namespaces tc6_0200 and tc6_0201) to the syntax tree, with
// what CODESYS adds to it. Positions point into the XML file.
//
// A POU in LD, FBD or IL, or with vendor data that may change what it does, is
// marked as unsupported; the others are not affected. A file that is not
// well-formed, or whose network does not hang together, is an error.
#ifndef VD_FRONT_ST_PLCOPEN_H
#define VD_FRONT_ST_PLCOPEN_H

#include "front/st/parse.h"

// Does the text begin as XML does?
bool vd_plcopen_is(const char *text, size_t len);

// Adds the POUs, types and globals of a project to the unit.
void vd_plcopen_read(VdStUnit *unit, const VdStText *text, VdDiags *diags);

#endif
