// Fuzzing the migration of source text. Where there is no question, nothing
// changes.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -fsanitize=fuzzer,address,undefined test/fuzz/migrate.c
//     src/front/c/migrate.c src/front/c/formula.c src/front/c/ctoken.c
//     src/relate/codes.c src/relate/crosswalk*.c src/relate/tables.c
//     src/base/*.c -lcrypto -lseccomp -lm -o migrate
//   ./migrate -max_len=4096 corpus
#include <stdlib.h>

#include "front/c/migrate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
  if (!condition) abort();
}

static const VdCodeTable *get_table(void *context, const char *name, VdPos pos,
                                    VdDiags *diags) {
  if (*name == 't') return context;
  vd_diag(diags, VD_ERROR, pos, "no such table");
  return NULL;
}

static VdCrosswalk *read_crosswalk(void) {
  static const char text[] =
      "a <-> A\na <-> B\nb <-> C + D\nc <-> D\nd <->\n"
      "e <-> E\ne <-> F\ne <-> G\ne <-> H\ne <-> I\n";
  VdCrosswalk *cw = vd_crosswalk_new();
  VdDiags diags = {0};
  expect(vd_crosswalk_read_text(cw, "xw", text, strlen(text), VD_CROSSWALK_AUTO,
                                &diags) &&
         vd_crosswalk_finish(cw, &diags));
  vd_diags_done(&diags);
  return cw;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  VdCrosswalk *cw = read_crosswalk();
  VdCodeEntry entry[] = {{0, 1}, {1, 2}, {4, 3}};
  VdCodeTable table = {.entry = {.at = entry, .len = 3, .cap = 3}};
  VdMigrate migrate = {.crosswalk = cw, .table = get_table, .context = &table};
  VdMigration out = {0};
  VdDiags diags = {0};
  const char *text = (const char *)data;
  bool ok = vd_migrate(&migrate, "fuzz.c", text, size, &out, &diags);
  expect(ok == (diags.errors == 0));
  if (!memmem(text, size, "has", 3))
    expect(ok && out.text.len == size &&
           (!size || !memcmp(out.text.at, text, size)));
  for (uint32_t i = 0; i < out.table.len; i++)
    expect(*out.table.at[i].name && out.table.at[i].code.len);
  vd_migration_done(&out);
  vd_diags_done(&diags);
  vd_crosswalk_free(cw);
  return 0;
}
