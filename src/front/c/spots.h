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

// Whether what two files say outside of their functions is word for word the
// same, static functions left out: then so are the C types of all that they
// export. False also where the words do not tell. After vd_spots_fit it is
// known that what looks like a function is one.
bool vd_spots_same_outline(const VdSpots *spots, const VdSpots *other);

// Whether every function of the module, and every question in it, has its place
// in the text. If not, positions are to be had from line tables only.
bool vd_spots_fit(VdSpots *spots, LLVMModuleRef module);

// After that, of the file with this name; false if the call is no question.
VdPos vd_spots_func(const VdSpots *spots, const char *path, LLVMValueRef func);
bool vd_spots_call(const VdSpots *spots, const char *path, LLVMValueRef call,
                   VdPos *pos);

#endif
