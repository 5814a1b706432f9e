// veridiff rules migrate OLD --crosswalk FILE -o NEW: asks whether the old
// functions can be migrated, writes the new version and its tables, and
// compares both.
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/limit.h"
#include "cli/cli.h"
#include "cli/rules.h"
#include "front/c/migrate.h"

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

static bool is_same_file(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

// An old table stays what it is, and where it is found.
static bool is_taken(void *context, const char *name) {
  Tables *t = context;
  const char *old = vd_rules_find_table(&t->rules, VD_OLD, name, &t->arena);
  const char *new = vd_rules_find_table(&t->rules, VD_NEW, name, &t->arena);
  return old && new && is_same_file(old, new);
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

// What is not from here is not overwritten.
static const char made[] = "# Made by veridiff rules migrate.\n";

static bool is_foreign(const char *path) {
  VdBuf text = {0};
  struct stat st;
  bool there = stat(path, &st) == 0;
  bool ours = there && vd_file_read(path, vd_limit->migrate_bytes, &text) &&
              !strncmp(vd_buf_text(&text), made, strlen(made));
  vd_buf_done(&text);
  return there && !ours;
}

static bool write_table(const VdCrosswalk *cw, const char *directory,
                        const VdNewTable *table, VdArena *arena) {
  const char *path =
      vd_arena_printf(arena, "%s/%s.txt", directory, table->name);
  VdBuf text = {0};
  bool foreign = is_foreign(path);
  if (foreign) {
    vd_buf_printf(&text,
                  "%s: is there already, and not a table of a migration; "
                  "--new-tables names another folder",
                  path);
    vd_message(text.at);
    text.len = 0;
  }
  vd_buf_str(&text, made);
  for (uint32_t i = 0; i < table->code.len; i++)
    vd_buf_printf(&text, "%s\n", vd_code_text(cw, VD_NEW, table->code.at[i]));
  bool ok = !foreign && write_file(path, &text);
  vd_buf_done(&text);
  return ok;
}

static const char *new_tables(const VdArgs *args, VdArena *arena) {
  const char *slash = strrchr(args->output, '/');
  if (args->new_tables) return args->new_tables;
  if (!slash) return "tables";
  return vd_arena_printf(arena, "%.*s/tables", (int)(slash - args->output),
                         args->output);
}

static bool write_all(const VdArgs *args, const VdCrosswalk *cw,
                      const VdMigration *m, VdArena *arena) {
  const char *directory = new_tables(args, arena);
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

// --tables is for both versions, but new ones are written beside the output.
static void set_new_tables(VdArgs *args, VdArena *arena) {
  if (args->tables) args->new_tables = new_tables(args, arena);
}

static bool translate(const VdArgs *args, const VdCrosswalk *cw,
                      VdMigration *m) {
  Tables tables = {.crosswalk = cw};
  VdDiags diags = {0};
  VdBuf text = {0};
  VdMigrate migrate = {.crosswalk = cw,
                       .table = get_table,
                       .taken = is_taken,
                       .context = &tables};
  bool ok = vd_file_read(args->operand[0], vd_limit->migrate_bytes, &text);
  vd_rules_tables(args, &tables.arena, VD_OLD, args->operand[0], &tables.rules);
  VdArgs to = *args;
  set_new_tables(&to, &tables.arena);
  vd_rules_tables(&to, &tables.arena, VD_NEW, args->output, &tables.rules);
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

static VdArgs args_of_rules(const VdArgs *args) {
  VdArgs again = *args;
  again.command = VD_COMMAND_RULES;
  again.operands = 1;
  again.operand[1] = NULL;
  again.store = VD_STORE_NONE;
  return again;
}

static int check_old(const VdArgs *args) {
  VdArgs again = args_of_rules(args);
  again.quiet = true;
  return vd_rules_command(&again);
}

static int check_both(const VdArgs *args) {
  VdArena arena = {0};
  VdArgs again = args_of_rules(args);
  again.operands = 2;
  again.operand[1] = args->output;
  set_new_tables(&again, &arena);
  int code = vd_rules_command(&again);
  if (code) {
    VdBuf text = {0};
    vd_buf_printf(&text, "%s: written, but not shown to be right",
                  args->output);
    vd_message(text.at);
    vd_buf_done(&text);
  }
  vd_arena_done(&arena);
  return code;
}

static int show_refusal(const VdArgs *args, int code) {
  VdArgs again = args_of_rules(args);
  if (code == 1 || code == 3) vd_rules_command(&again);
  vd_message(code == 1 ? "not migrated: no new version can be right"
                       : "not migrated");
  return code;
}

static bool may_start(const VdArgs *args) {
  if (!args->output)
    vd_message("option --output is needed: where to write the new version");
  else if (!args->crosswalk.n)
    vd_message("option --crosswalk is needed: which codes mean the same");
  else if (vd_file_is_directory(args->operand[0]))
    vd_message("migrate takes one file, not a directory");
  else if (is_same_file(args->operand[0], args->output))
    vd_message("option --output: expected another file than the old version");
  else
    return true;
  return false;
}

int vd_migrate_command(const VdArgs *args) {
  VdCrosswalk *cw = NULL;
  VdMigration m = {0};
  VdArena arena = {0};
  if (!may_start(args)) return VD_STATUS_USAGE;
  int code = check_old(args);
  if (code != 0) {
    code = show_refusal(args, code);
  } else {
    code = VD_STATUS_USAGE;
    if (vd_rules_crosswalk(args, &cw) && translate(args, cw, &m) &&
        write_all(args, cw, &m, &arena))
      code = check_both(args);
  }
  vd_migration_done(&m);
  vd_crosswalk_free(cw);
  vd_arena_done(&arena);
  return code;
}
