// veridiff rules migrate OLD --crosswalk FILE -o NEW.
#include "cli/cli.h"

int vd_migrate_command(const VdArgs *args) {
  (void)args;
  vd_message("rules migrate is not there yet");
  return VD_CODE_USAGE;
}
