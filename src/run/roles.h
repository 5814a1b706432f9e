// What a variable of a machine is to whoever runs or compares it: what its
// declaration says, and where that says nothing, what a pattern says. Files of
// CODESYS have programs whose sensors and actuators are plain variables.
//
// In a pattern `*` is any text and `?` any character; case does not count. What
// is inside of an FB instance, and what an SFC network keeps, is meant only by
// patterns with a dot or a #: 'Valve*' does not mean Valve1Timer.ET.
#ifndef VD_RUN_ROLES_H
#define VD_RUN_ROLES_H

#include "ir/machine.h"

typedef struct VdPattern {
  const char *text;
  uint32_t matches;  // variables so far
} VdPattern;
typedef VD_VEC(VdPattern) VdPatterns;

// Adds those of a list, "Sensor_*,Start"; their text goes to the arena.
void vd_patterns_add(VdPatterns *patterns, VdArena *arena, const char *list);
bool vd_pattern_fits(const char *pattern, const char *name);

// Variables that one of the patterns means: chosen[i] for machine->var[i].
// Counts.
void vd_patterns_choose(VdPatterns *patterns, const VdMachine *machine,
                        bool *chosen);
// role[i] for machine->var[i], and how many variables each pattern meant; that
// there are some is for the caller to ask. Constants, VAR_TEMPs and stopwatches
// have no role. False with a message if patterns contradict each other or a
// declaration.
bool vd_machine_roles(const VdMachine *machine, VdPatterns *inputs,
                      VdPatterns *outputs, uint8_t *role, VdBuf *error);

#endif
