// Writes a rule function in the new interface, by the paper's translation T:
// has("p") becomes, over the lines of the crosswalk that p is on, "one of them
// has all of its new codes". A function that can be migrated at all has no
// other migration (Definition 5), so what T gives is right or the function is a
// fundamental mismatch. Callers check which.
//
// The text of the source stays as it is, but for the conditions: maximal
// expressions of has, has_any, !, && and || are translated as a whole and
// simplified; comments inside them come to stand in front. Long disjunctions of
// codes become tables.
#ifndef VD_FRONT_C_MIGRATE_H
#define VD_FRONT_C_MIGRATE_H

#include "relate/crosswalk.h"

typedef struct VdNewTable {
  const char *name;
  VD_VEC(VdCode) code;  // of the new side, ascending
} VdNewTable;

typedef struct VdMigration {
  VdArena arena;
  VdBuf text;
  VD_VEC(VdNewTable) table;
} VdMigration;
void vd_migration_done(VdMigration *migration);

typedef struct VdMigrate {
  const VdCrosswalk *crosswalk;
  // The old table of a name; NULL with a message in diags.
  const VdCodeTable *(*table)(void *context, const char *name, VdPos pos,
                              VdDiags *diags);
  // May be NULL. Whether a new table of this name would take the place of an
  // old one: then it gets another name.
  bool (*taken)(void *context, const char *name);
  void *context;
} VdMigrate;
// False with errors in diags, which name file and line.
bool vd_migrate(const VdMigrate *migrate, const char *file, const char *text,
                size_t len, VdMigration *out, VdDiags *diags);

#endif
