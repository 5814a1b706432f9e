// Private to src/cli: what `rules` and `rules migrate` share.
#ifndef VD_CLI_RULES_H
#define VD_CLI_RULES_H

#include "cli/cli.h"
#include "rules/rules.h"

// Reads the files of --crosswalk; false with messages.
bool vd_rules_crosswalk(const VdArgs *args, VdCrosswalk **out);
// Folders for the tables of one side: what was asked for, or around the file.
void vd_rules_tables(const VdArgs *args, VdArena *arena, VdSide side,
                     const char *file, VdRules *rules);

#endif
