// Replay of a counterexample on the real code: both versions are compiled with
// the user's compiler, called with the found input in a fresh process each, and
// compared by what they do.
//
// The user's program never reaches the outside: external functions are replaced
// by ones that answer as the counterexample says. What cannot be built or set
// up is VD_NATIVE_UNAVAILABLE and says why in the report.
#ifndef VD_FRONT_C_NATIVE_H
#define VD_FRONT_C_NATIVE_H

#include "run/run.h"

// Everything is borrowed and must outlive the VdNative.
typedef struct VdCNativeOptions {
  const VdModule *old_module, *new_module;
  const char *old_path, *new_path;
  // NULL: "cc", and clang-19 where that fails; the other way round where the
  // new version has undefined behaviour.
  const char *cc;
  const char *const *flags;  // the user's, NULL-terminated; may be NULL
  const char *commands;      // a compile_commands.json, or NULL
  double seconds;            // for one replay, 0 for none
} VdCNativeOptions;

VdNative *vd_c_native_new(const VdCNativeOptions *options);
void vd_c_native_free(VdNative *native);

#endif
