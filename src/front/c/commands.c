// compile_commands.json: which flags a file is compiled with. Flags that say
// where the output goes or what it depends on are left out; those that change
// what the source means are kept. -O is one of them: there are macros for it.
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>

#include "front/c/clang.h"

enum { MAX_JSON = 1 << 28 };

struct VdCommands {
  VdArena arena;
  VdNames file;               // real paths
  VD_VEC(VdCommand) command;  // of file id - 1
};

// Kept: a flag that starts like this. One that is exactly this has its value in
// the next word.
static const struct {
  const char *prefix;
  bool takes_value;
} kept[] = {
    {"-I", true},        {"-D", true},         {"-U", true},
    {"-include", true},  {"-imacros", true},   {"-isystem", true},
    {"-iquote", true},   {"-idirafter", true}, {"-isysroot", true},
    {"--sysroot", true}, {"-target", true},    {"--target", true},
    {"-std", false},     {"-ansi", false},     {"-f", false},
    {"-m", false},       {"-nostdinc", false}, {"-pthread", false},
    {"-x", true},        {"-O", false},        {"-undef", false},
};
// Dropped although they start like one that is kept: they change how the
// program is made or watched, not what it means.
static const char *const dropped[] = {
    "-flto",         "-fsanitize", "-fprofile",         "-fcoverage",
    "-fdiagnostics", "-fcolor",    "-fstack-protector", "-save-temps",
    "-fdebug",       "-ftime",
};

typedef VD_VEC(const char *) Words;

static bool starts_with(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

static bool is_dropped(const char *flag) {
  for (size_t i = 0; i < VD_COUNT(dropped); i++)
    if (starts_with(flag, dropped[i])) return true;
  return false;
}

static const char *const *keep_flags(VdArena *arena, const Words *all) {
  Words some = {0};
  for (uint32_t i = 1; i < all->len; i++) {
    const char *flag = all->at[i];
    for (size_t k = 0; k < VD_COUNT(kept) && !is_dropped(flag); k++) {
      if (!starts_with(flag, kept[k].prefix)) continue;
      vd_push(&some, flag);
      bool value = kept[k].takes_value && !strcmp(flag, kept[k].prefix);
      if (value && i + 1 < all->len) vd_push(&some, all->at[++i]);
      break;
    }
  }
  vd_push(&some, NULL);
  const char **copy = vd_arena_copy(arena, some.at, some.len * sizeof *some.at);
  vd_vec_done(&some);
  return copy;
}

// Flags of which the module need not show anything: -femulated-tls and so on.
// Not those that only say what is reported, or how fast the code should be.
static const char *making_of(VdArena *arena, const Words *all) {
  static const char *const start[] = {"-f", "-m", "-p"};
  static const char *const harmless[] = {"-fdiagnostics", "-fcolor",  "-ftime",
                                         "-fdebug",       "-fmacro-", "-ffile-",
                                         "-mtune",        "-pipe"};
  VdBuf text = {0};
  for (uint32_t i = 1; i < all->len; i++) {
    bool counts = false;
    for (size_t k = 0; k < VD_COUNT(start); k++)
      counts |= starts_with(all->at[i], start[k]);
    for (size_t k = 0; k < VD_COUNT(harmless); k++)
      counts &= !starts_with(all->at[i], harmless[k]);
    if (counts) vd_buf_printf(&text, "%s%s", text.len ? " " : "", all->at[i]);
  }
  const char *copy = vd_arena_str(arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return copy;
}

static bool are_same(const char *const *x, const char *const *y) {
  while (*x && *y && !strcmp(*x, *y)) x++, y++;
  return !*x && !*y;
}

// ------------------------------------------------------------ shell quoting
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
    vd_push(out, take_word(arena, &text));
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
        vd_push(words, vd_arena_str(&c->arena, json_string_value(word)));
  } else if (line) {
    split(&c->arena, line, words);
  }
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
      .directory = directory ? vd_arena_str(&c->arena, directory) : NULL,
      .flags = keep_flags(&c->arena, &words),
      .making = making_of(&c->arena, &words)};
  vd_vec_done(&words);
  if (id > c->command.len) {
    vd_push(&c->command, command);
  } else {  // the first entry of a file counts
    VdCommand *first = &c->command.at[id - 1];
    first->several |= !are_same(first->flags, command.flags) ||
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
