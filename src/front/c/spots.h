// Where the questions of a rule file are, from its text. Line tables take
// clang a third of its time, and of thousands of rules few are ever talked
// about: rules are compiled without them, and get their positions here.
// Internal to front/c.
#ifndef VD_FRONT_C_SPOTS_H
#define VD_FRONT_C_SPOTS_H

#include <llvm-c/Core.h>

#include "base/base.h"

typedef struct VdSpots VdSpots;

// NULL if the text is not so simple that its words tell where things are: the
// preprocessor is only used to include.
VdSpots *vd_spots_read(const char *path);
void vd_spots_free(VdSpots *spots);

// Whether the file may have something that is known only by clang's names for
// it: parameters, arrays, shifts, bit-fields.
bool vd_spots_need_names(const VdSpots *spots);

// Whether every function of the module, and every question in it, has its place
// in the text. If not, positions are to be had from line tables only.
bool vd_spots_fit(VdSpots *spots, LLVMModuleRef module);

// After that, of the file with this name; false if the call is no question.
VdPos vd_spots_func(const VdSpots *spots, const char *path, LLVMValueRef func);
bool vd_spots_call(const VdSpots *spots, const char *path, LLVMValueRef call,
                   VdPos *pos);

#endif
