// compile_commands.json: which flags a file is compiled with. The file comes
// with the code and may be a stranger's: only flags that flag.def knows to be
// harmless are handed on, and no program that it names is run.
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>

#include "front/c/clang.h"
#include "front/c/flag.h"

struct VdCommands {
  VdArena arena;
  VdNames file;               // real paths
  VD_VEC(VdCommand) command;  // of file id - 1
};

typedef VD_VEC(const char *) Words;

// -------------------------------------------------------------------- flags
// The flags of a command, by what becomes of them (flag.def).
typedef struct Sorted {
  Words kept, named;
  VdBuf making;
} Sorted;

// A flag is named once, with its value.
static void put_named(VdArena *arena, const char *const *word, uint32_t n,
                      Words *named) {
  const char *flag =
      n > 1 ? vd_arena_printf(arena, "%s %s", word[0], word[1]) : word[0];
  for (uint32_t i = 0; i < named->len; i++)
    if (!strcmp(named->at[i], flag)) return;
  vd_push(named, flag);
}

static void sort_flag(VdArena *arena, const char *const *word,
                      VdFlagClass class, uint32_t n, Sorted *out) {
  bool kept = class == VD_FLAG_MEANING || class == VD_FLAG_MAKING;
  bool making = class == VD_FLAG_LATER || class == VD_FLAG_MAKING;
  for (uint32_t i = 0; i < n; i++) {
    if (kept) vd_push(&out->kept, word[i]);
    if (making)
      vd_buf_printf(&out->making, "%s%s", out->making.len ? " " : "", word[i]);
  }
  if (class == VD_FLAG_NAMED) put_named(arena, word, n, &out->named);
}

// The first word is the compiler, which is never run. The list ends with NULL.
static void sort_flags(VdArena *arena, const Words *all, Sorted *out) {
  for (uint32_t i = 1; i < all->len && all->at[i];) {
    uint32_t n;
    VdFlagClass class = vd_flag_read(&all->at[i], &n);
    sort_flag(arena, &all->at[i], class, n, out);
    i += n;
  }
}

static const char *const *copy_words(VdArena *arena, Words *words) {
  vd_push(words, NULL);
  return vd_arena_copy(arena, words->at, words->len * sizeof *words->at);
}

static void put_flags(VdArena *arena, const Words *all, VdCommand *command) {
  Sorted sorted = {0};
  sort_flags(arena, all, &sorted);
  command->flags = copy_words(arena, &sorted.kept);
  command->named = copy_words(arena, &sorted.named);
  command->making = vd_arena_str(arena, vd_buf_text(&sorted.making));
  vd_vec_done(&sorted.kept);
  vd_vec_done(&sorted.named);
  vd_buf_done(&sorted.making);
}

static bool are_same(const char *const *x, const char *const *y) {
  while (*x && *y && !strcmp(*x, *y)) x++, y++;
  return !*x && !*y;
}

// -------------------------------------------------------------------- words
// May the parts of "-Wp,-MD,x.d,-DX" stand alone? Those of other kinds mean
// something else there than in a command.
static bool is_plain_part(const char *part, const char *before) {
  static const char *const start[] = {"-D", "-U", "-I", "-M"};
  for (size_t i = 0; i < VD_COUNT(start); i++)
    if (vd_text_begins(part, start[i]) && part[2]) return true;
  return *part != '-' && before && vd_text_begins(before, "-M");
}

// "-Wp,X,Y" hands X and Y to the preprocessor: as if they were flags.
static void add_word(VdArena *arena, const char *word, Words *out) {
  uint32_t before = out->len;
  bool plain = vd_text_begins(word, "-Wp,");
  char *rest = vd_arena_str(arena, plain ? word + strlen("-Wp,") : word);
  while (plain && rest) {
    const char *last = out->len > before ? out->at[out->len - 1] : NULL;
    const char *part = strsep(&rest, ",");
    plain = is_plain_part(part, last);
    vd_push(out, part);
  }
  if (plain) return;
  out->len = before;
  vd_push(out, vd_arena_str(arena, word));
}

// As a shell would quote.
static const char *take_word(VdArena *arena, const char **text) {
  VdBuf word = {0};
  const char *p = *text;
  char quote = 0;
  for (; *p && (quote || !strchr(" \t\n", *p)); p++) {
    if (*p == quote) {
      quote = 0;
    } else if (!quote && (*p == '"' || *p == '\'')) {
      quote = *p;
    } else if (*p == '\\' && quote != '\'' && p[1]) {
      vd_buf_char(&word, *++p);
    } else {
      vd_buf_char(&word, *p);
    }
  }
  *text = p;
  const char *copy = vd_arena_str(arena, vd_buf_text(&word));
  vd_buf_done(&word);
  return copy;
}

static void split(VdArena *arena, const char *text, Words *out) {
  for (;;) {
    text += strspn(text, " \t\n");
    if (!*text) return;
    add_word(arena, take_word(arena, &text), out);
  }
}

// ------------------------------------------------------------------ entries
static const char *text_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static void take_words(VdCommands *c, const json_t *entry, Words *words) {
  const json_t *list = json_object_get(entry, "arguments");
  const char *line = text_of(entry, "command");
  size_t i;
  const json_t *word;
  if (json_is_array(list)) {
    json_array_foreach(list, i, word) if (json_is_string(word))
        add_word(&c->arena, json_string_value(word), words);
  } else if (line) {
    split(&c->arena, line, words);
  }
  vd_push(words, NULL);
}

static char *real_path(VdArena *arena, const char *directory,
                       const char *file) {
  char *full = file[0] == '/' || !directory
                   ? vd_arena_str(arena, file)
                   : vd_arena_printf(arena, "%s/%s", directory, file);
  char *real = realpath(full, NULL);
  if (!real) return NULL;
  char *copy = vd_arena_str(arena, real);
  free(real);
  return copy;
}

static void add_entry(VdCommands *c, const json_t *entry) {
  const char *directory = text_of(entry, "directory");
  const char *file = text_of(entry, "file");
  char *real = file ? real_path(&c->arena, directory, file) : NULL;
  if (!real) return;
  uint32_t id = vd_name_put(&c->file, real, strlen(real));
  Words words = {0};
  take_words(c, entry, &words);
  VdCommand command = {
      .directory = directory ? vd_arena_str(&c->arena, directory) : NULL};
  put_flags(&c->arena, &words, &command);
  vd_vec_done(&words);
  if (id > c->command.len) {
    vd_push(&c->command, command);
  } else {  // the first entry of a file counts
    VdCommand *first = &c->command.at[id - 1];
    first->several |= !are_same(first->flags, command.flags) ||
                      !are_same(first->named, command.named) ||
                      strcmp(first->making, command.making) != 0;
  }
}

VdCommands *vd_commands_read(const char *path, VdDiags *diags) {
  json_error_t error;
  json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
  VdPos pos = {.file = path};
  if (!root) {
    if (error.line > 0) pos.line = (uint32_t)error.line;
    if (error.column > 0) pos.column = (uint32_t)error.column;
    vd_diag(diags, VD_ERROR, pos, "%s", error.text);
    return NULL;
  }
  VdCommands *c = NULL;
  if (json_is_array(root)) {
    size_t i;
    const json_t *entry;
    c = vd_alloc(sizeof *c);
    json_array_foreach(root, i, entry) add_entry(c, entry);
  } else {
    vd_diag(diags, VD_ERROR, pos, "expected a list of commands");
  }
  json_decref(root);
  return c;
}

void vd_commands_free(VdCommands *c) {
  if (!c) return;
  vd_vec_done(&c->command);
  vd_names_done(&c->file);
  vd_arena_done(&c->arena);
  vd_free(c);
}

bool vd_commands_find(const VdCommands *c, const char *path, VdCommand *out) {
  char *real = realpath(path, NULL);
  uint32_t id = real ? vd_name_get(&c->file, real, strlen(real)) : 0;
  free(real);
  if (id) *out = c->command.at[id - 1];
  return id != 0;
}
