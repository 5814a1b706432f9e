// Parts of a machine by name, and the use of a variable.
#include "ir/machine.h"

#include <strings.h>

uint32_t vd_machine_find(const VdMachines *all, const char *name) {
  uint32_t found = VD_NONE;
  for (uint32_t i = 0; i < all->machines; i++) {
    if (strcasecmp(all->machine[i].name, name)) continue;
    if (!all->machine[i].library) return i;
    found = i;
  }
  return found;
}

uint32_t vd_machine_find_var(const VdMachine *machine, const char *name) {
  for (uint32_t i = 0; i < machine->vars; i++)
    if (!strcasecmp(machine->var[i].name, name)) return i;
  return VD_NONE;
}

const VdMachineInstance *vd_machine_instance(const VdMachine *machine,
                                             const char *name) {
  for (uint32_t i = 0; i < machine->instances; i++)
    if (!strcasecmp(machine->instance[i].name, name))
      return &machine->instance[i];
  return NULL;
}

VdUse vd_machine_use(const VdMachineVar *var) {
  switch (var->direction) {
    case VD_DIR_INPUT: return VD_USE_INPUT;
    case VD_DIR_OUTPUT:
    case VD_DIR_RESULT: return VD_USE_OUTPUT;
    case VD_DIR_IN_OUT: return VD_USE_BOTH;
    case VD_DIR_CONSTANT: return VD_USE_CONSTANT;
    case VD_DIR_LOCAL:
    case VD_DIR_GLOBAL:
    case VD_DIR_TEMP: break;
  }
  return VD_USE_STATE;
}
