// PROGRAMs with an FB instance that a task runs on its own become unsupported.
#ifndef VD_FRONT_ST_TASKS_H
#define VD_FRONT_ST_TASKS_H

#include "front/st/ast.h"

void vd_st_tasks(VdStUnit *unit);

#endif
