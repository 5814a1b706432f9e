// Two functions as a kind of question: those of two modules that have one name,
// with their loops, in the order in which they call each other.
#ifndef VD_FUNCTION_H
#define VD_FUNCTION_H

#include "drive/drive.h"
#include "pair/pair.h"

typedef struct VdCompare {
  VdModule *old_module, *new_module;  // as the front end made them
  const VdOptions *options;
  const VdNative *native;  // may be NULL
  VdStore *store;          // as in VdDrive
  bool verify;
  VdDriveWatch watch;
} VdCompare;
// Compares every function that has a namesake (or options->only). Modules get
// loops as functions and hashes on the way.
void vd_compare(const VdCompare *compare, VdComparison *out);

#endif
