// Which globals and addresses parts of a project may write. A POU that is not
// modelled may write all that its text speaks of.
#ifndef VD_FRONT_ST_WRITERS_H
#define VD_FRONT_ST_WRITERS_H

#include "front/st/plc.h"

typedef struct VdPlcWriters {
  VdNames name;  // scalars of globals, in lower case
  VD_VEC(VdPlcSpan) span;
} VdPlcWriters;

// What a POU and all that it uses may write.
void vd_plc_writers_add(VdPlcWriters *writers, const VdPlc *plc, uint32_t pou);
// What the configuration writes: outputs of programs that are bound to globals
// or addresses, access paths that may be written.
void vd_plc_writers_configure(VdPlcWriters *writers, const VdPlc *plc);
void vd_plc_writers_done(VdPlcWriters *writers);

bool vd_plc_writers_have(const VdPlcWriters *writers, const VdMachineVar *var);
// Any part of a declared variable of a POU, or of the globals.
bool vd_plc_writers_reach(const VdPlcWriters *writers, const VdMachine *pou,
                          const VdPlcDecl *decl);

// Is there an access path to a variable of a program, or does the configuration
// bind it? What that allows is a sum of these.
enum { VD_PLC_MAY_READ = 1, VD_PLC_MAY_WRITE = 2 };
int vd_plc_access(const VdPlc *plc, const VdMachine *pou, const char *name);
// How many instances of the program the configuration has.
uint32_t vd_plc_runs(const VdPlc *plc, const VdMachine *pou);
// Is any of them declared with RETAIN?
bool vd_plc_retains(const VdPlc *plc, const VdMachine *pou);

#endif
