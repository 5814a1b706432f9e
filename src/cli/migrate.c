// veridiff rules migrate OLD --crosswalk FILE -o NEW: asks whether the old
// functions can be migrated, writes the new version and its tables, and
// compares both.
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/rules.h"
#include "relate/migrate.h"

static const size_t MAX_SOURCE = (size_t)64 << 20;

// ------------------------------------------------------------------- tables

typedef struct Tables {
  const VdCrosswalk *crosswalk;
  VdRules rules;
  VdArena arena;
  VdNames name;
  VD_VEC(VdCodeTable *) table;  // by number - 1; NULL: could not be read
} Tables;

static const VdCodeTable *get_table(void *context, const char *name, VdPos pos,
                                    VdDiags *diags) {
  Tables *t = context;
  uint32_t id = vd_name_put(&t->name, name, strlen(name));
  if (id <= t->table.len) return t->table.at[id - 1];
  const char *path = vd_rules_find_table(&t->rules, VD_OLD, name, &t->arena);
  VdCodeTable *table = VD_NEW(&t->arena, VdCodeTable);
  if (!path) {
    vd_diag(diags, VD_ERROR, pos,
            "there is no table %s or %s.txt in the folders for tables", name,
            name);
    table = NULL;
  } else if (!vd_code_table_read(t->crosswalk, VD_OLD, path, table, diags)) {
    table = NULL;
  }
  vd_push(&t->table, table);
  return table;
}

static void tables_done(Tables *t) {
  for (uint32_t i = 0; i < t->table.len; i++)
    if (t->table.at[i]) vd_code_table_done(t->table.at[i]);
  vd_vec_done(&t->table);
  vd_names_done(&t->name);
  for (int k = 0; k < 2; k++) vd_vec_done(&t->rules.tables[k]);
  vd_arena_done(&t->arena);
}

// ------------------------------------------------------------------ writing

static bool write_file(const char *path, const VdBuf *text) {
  if (vd_file_write(path, vd_buf_text(text), text->len)) return true;
  VdBuf error = {0};
  vd_buf_printf(&error, "%s: %s", path, strerror(errno));
  vd_message(error.at);
  vd_buf_done(&error);
  return false;
}

static bool write_table(const VdCrosswalk *cw, const char *directory,
                        const VdNewTable *table, VdArena *arena) {
  VdBuf text = {0};
  vd_buf_printf(&text, "# Codes of the new version of %s.\n", table->name);
  for (uint32_t i = 0; i < table->code.len; i++)
    vd_buf_printf(&text, "%s\n", vd_code_text(cw, VD_NEW, table->code.at[i]));
  bool ok = write_file(
      vd_arena_printf(arena, "%s/%s.txt", directory, table->name), &text);
  vd_buf_done(&text);
  return ok;
}

static bool write_all(const VdArgs *args, const VdCrosswalk *cw,
                      const VdMigration *m, VdArena *arena) {
  const char *slash = strrchr(args->output, '/');
  const char *directory =
      slash ? vd_arena_printf(arena, "%.*s/tables", (int)(slash - args->output),
                              args->output)
            : "tables";
  if (args->new_tables) directory = args->new_tables;
  if (m->table.len && !vd_directory_make(directory)) {
    VdBuf error = {0};
    vd_buf_printf(&error, "%s: %s", directory, strerror(errno));
    vd_message(error.at);
    vd_buf_done(&error);
    return false;
  }
  for (uint32_t i = 0; i < m->table.len; i++)
    if (!write_table(cw, directory, &m->table.at[i], arena)) return false;
  return write_file(args->output, &m->text);
}

static bool translate(const VdArgs *args, const VdCrosswalk *cw,
                      VdMigration *m) {
  Tables tables = {.crosswalk = cw};
  VdDiags diags = {0};
  VdBuf text = {0};
  VdMigrate migrate = {.crosswalk = cw, .table = get_table, .context = &tables};
  bool ok = vd_file_read(args->operand[0], MAX_SOURCE, &text);
  vd_rules_tables(args, &tables.arena, VD_OLD, args->operand[0], &tables.rules);
  if (!ok) {
    vd_diag(&diags, VD_ERROR, (VdPos){.file = args->operand[0]},
            "cannot read: %s", strerror(errno));
  } else {
    ok = vd_migrate(&migrate, args->operand[0], vd_buf_text(&text), text.len, m,
                    &diags);
  }
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  vd_buf_done(&text);
  tables_done(&tables);
  return ok;
}

// ----------------------------------------------------------------- checking

// Runs `rules` on the old version alone, or on both.
static int check(const VdArgs *args, bool both) {
  VdArgs again = *args;
  again.command = VD_COMMAND_RULES;
  again.operands = both ? 2 : 1;
  again.operand[1] = both ? args->output : NULL;
  again.store = VD_STORE_NONE;
  again.quiet = !both;
  return vd_rules_command(&again);
}

static int show_refusal(const VdArgs *args, int code) {
  VdArgs again = *args;
  again.command = VD_COMMAND_RULES;
  again.operands = 1;
  again.store = VD_STORE_NONE;
  if (code == 1 || code == 3) vd_rules_command(&again);
  vd_message(code == 1 ? "not migrated: no new version can be right"
                       : "not migrated");
  return code;
}

int vd_migrate_command(const VdArgs *args) {
  VdCrosswalk *cw = NULL;
  VdMigration m = {0};
  VdArena arena = {0};
  int code = VD_CODE_USAGE;
  if (!args->output) {
    vd_message("option --output is needed: where to write the new version");
  } else if (!args->crosswalk.n) {
    vd_message("option --crosswalk is needed: which codes mean the same");
  } else if ((code = check(args, false)) != 0) {
    code = show_refusal(args, code);
  } else {
    code = VD_CODE_USAGE;
    if (vd_rules_crosswalk(args, &cw) && translate(args, cw, &m) &&
        write_all(args, cw, &m, &arena))
      code = check(args, true);
  }
  vd_migration_done(&m);
  vd_crosswalk_free(cw);
  vd_arena_done(&arena);
  return code;
}
