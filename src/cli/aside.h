// Files of a folder that are not read. Internal to src/cli.
#ifndef VD_CLI_ASIDE_H
#define VD_CLI_ASIDE_H

#include "base/base.h"

// Text and pictures, by name: no build reads them.
bool vd_aside_is_for_people(const char *path);
// What C files include, by name.
bool vd_aside_is_header(const char *path);
// Do two headers have the same tokens? Then whoever includes them sees the
// same, wherever that is.
bool vd_aside_is_same_header(const char *x, const char *y);

#endif
