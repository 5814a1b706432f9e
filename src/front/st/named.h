// What a POU is by its text: its tokens, and those of everything that its words
// may refer to, directly or not: other POUs with their actions, types, globals.
// Two POUs with one text are the same, whatever they do, also where that is not
// modelled. A word that means something else leads to more text than needed.
//
// init/done; texts are those of the unit.
#ifndef VD_FRONT_ST_NAMED_H
#define VD_FRONT_ST_NAMED_H

#include "front/st/check.h"

// A POU, a type, or globals that are declared together.
typedef struct VdNamedItem {
  const char *text;
  VdStInfo *info;  // or NULL
  uint32_t file;   // where it is; names mean what is in the same file first
  bool read;
  VD_VEC(uint32_t) ref;  // what its words may stand for
} VdNamedItem;

// A name of an item; others of that name are before it: index + 1, 0 is none.
typedef struct VdNamedEntry {
  const char *name;
  uint32_t item, before;
} VdNamedEntry;

typedef struct VdNamed {
  VdArena *arena;
  VD_VEC(VdNamedItem) item;
  VD_VEC(VdNamedEntry) entry;
  VdNames names;
  VdMap last;     // a name to its last entry + 1
  VdMap of_text;  // tokens of a POU to its item + 1
} VdNamed;

void vd_named_init(VdNamed *named, VdStCheck *check);
// An item without a name; and its names.
uint32_t vd_named_put(VdNamed *named, const char *text, uint32_t file);
void vd_named_call(VdNamed *named, uint32_t item, const char *name);
void vd_named_done(VdNamed *named);

VdDigest vd_named_digest(VdNamed *named, const VdStInfo *info);
// The same of any text in a file.
VdDigest vd_named_text(VdNamed *named, const char *text, uint32_t file);
// POUs that its text leads to, without itself; those of the library are none.
typedef VD_VEC(VdStInfo *) VdNamedPous;
void vd_named_pous(VdNamed *named, const VdStInfo *info, VdNamedPous *out);

#endif
