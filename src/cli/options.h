// Private to src/cli: the rows of options.def and command.def.
#ifndef VD_CLI_OPTIONS_H
#define VD_CLI_OPTIONS_H

#include "cli/cli.h"

typedef enum VdOptionKind {
  VD_OPTION_GROUP,  // no option: a title in --help
  VD_OPTION_FLAG,
  VD_OPTION_TEXT,
  VD_OPTION_COUNT,
  VD_OPTION_SECONDS,
  VD_OPTION_CHOICE,
  VD_OPTION_WORDS,
} VdOptionKind;

typedef struct VdOptionRow {
  VdOptionKind kind;
  const char *name;   // without the dashes; of a group its title
  const char *value;  // NULL for a flag
  double min, max;
  uint32_t commands;  // bits 1 << VdCommandKind
  size_t offset;      // in VdArgs
  const char *help;
} VdOptionRow;

typedef struct VdCommandRow {
  const char *word;
  uint32_t least, most;  // operands
  const char *expected, *usage, *line, *about, *examples;
} VdCommandRow;

extern const VdCommandRow vd_command_rows[VD_COMMANDS];
extern const VdOptionRow vd_option_rows[];
extern const uint32_t vd_option_count;

#endif
