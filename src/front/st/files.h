// The files of a directory that are taken one by one, each as a project of its
// own: what they say of each other all the same. A name that a file does not
// declare may be another file's, and PROGRAMs of several files may write one
// address.
//
// new/free; the descriptions stay the caller's, and must stay.
#ifndef VD_FRONT_ST_FILES_H
#define VD_FRONT_ST_FILES_H

#include "front/st/scope.h"

// One side. A file that is not there or was not read is NULL.
typedef struct VdPlcFiles VdPlcFiles;
VdPlcFiles *vd_plc_files_new(const VdPlc *const *plc, uint32_t n);
void vd_plc_files_free(VdPlcFiles *files);

// Do texts of both versions, of a file, lead to the same declarations in all
// files?
bool vd_plc_files_agree(VdPlcFiles *const side[2], uint32_t file,
                        const char *const text[2]);
// What the new version of a file does to others: its PROGRAMs begin to write
// what they have, its POUs have names of the standard library. What a new file
// configures. And what is not modelled, is written as it was, and does not
// agree.
void vd_plc_files_changes(VdPlcFiles *const side[2], uint32_t file,
                          VdArena *arena, VdPlcSurface *out);
// Is there something that files could share: globals, addresses, tasks? Not in
// a directory with one file.
bool vd_plc_files_share(const VdPlcFiles *side);

#endif
