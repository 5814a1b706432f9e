// What the programs that a run starts may do: compilers, and the code under
// comparison. base/confine.c has the walls; here is what the user says of them.
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

// Cuts the last name off a path; false if none is left.
static bool go_up(char *path) {
  char *slash = strrchr(path, '/');
  if (!slash || !path[1]) return false;
  slash[slash == path] = '\0';
  return true;
}

static bool is_checkout(const char *folder) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/.git", folder);
  bool is = access(vd_buf_text(&path), F_OK) == 0;
  vd_buf_done(&path);
  return is;
}

// The folder of a path as it is named: a file may be a link, and its target is
// not what was asked for.
static char *folder_of(const char *path) {
  struct stat st;
  if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return realpath(path, NULL);
  char *copy = vd_strdup(path);
  char *folder = strchr(copy, '/') && go_up(copy) ? realpath(copy, NULL)
                                                  : realpath(".", NULL);
  vd_free(copy);
  return folder;
}

// A file's folder, and the checkout that a folder is in: its headers may lie
// anywhere there.
static void may_read_around(const char *path) {
  char *at = folder_of(path);
  if (!at) return;
  if (at[1]) vd_confine_may_read(at);  // never all that there is
  do {
    if (!is_checkout(at)) continue;
    vd_confine_may_read(at);
    break;
  } while (go_up(at));
  free(at);
}

// A folder, or that of a file.
static void may_read_folder(const char *path) {
  char *folder = folder_of(path);
  if (folder && folder[1]) vd_confine_may_read(folder);
  free(folder);
}

// Flags of the user's own that name a file or a folder.
static void may_read_of_flag(const char *word) {
  static const char *const prefixes[] = {
      "-I",       "-isystem",  "-iquote",    "-idirafter", "-include",
      "-imacros", "-isysroot", "--sysroot=", "-B",         "-L"};
  for (size_t i = 0; i < VD_COUNT(prefixes); i++) {
    size_t n = strlen(prefixes[i]);
    if (!strncmp(word, prefixes[i], n) && access(word + n, F_OK) == 0)
      may_read_folder(word + n);
  }
  if (*word != '-' && access(word, F_OK) == 0) may_read_folder(word);
}

static void may_read_of_flags(const char *text) {
  VdArena arena = {0};
  VdBuf error = {0};
  const char *const *word = vd_words_split(&arena, text, &error);
  for (; word && *word; word++) may_read_of_flag(*word);
  vd_buf_done(&error);
  vd_arena_done(&arena);
}

// A compiler that is not the system's has its files beside its folder.
static void may_read_of_compiler(const char *cc) {
  char *path = strchr(cc, '/') ? realpath(cc, NULL) : NULL;
  if (!path) return;
  go_up(path);
  bool is_bin = vd_path_ends(path, "/bin");
  if (is_bin) go_up(path);
  vd_confine_may_read(path);
  free(path);
}

static void say_missing(const VdArgs *args) {
  const char *missing = vd_confine_missing();
  if (!missing || args->quiet) return;
  VdBuf text = {0};
  vd_buf_printf(&text, "warning: this machine has no %s", missing);
  vd_buf_str(&text, vd_confinement() == VD_CONFINED_NOT
                        ? ": no code under comparison is run (--trust-code "
                          "runs it with all your rights)"
                        : "; the other walls around code under comparison "
                          "stand");
  vd_message(vd_buf_text(&text));
  vd_buf_done(&text);
}

void vd_guard_init(const VdArgs *args) {
  if (args->trust_code) vd_confine_trust();
  may_read_around(".");
  for (uint32_t i = 0; i < args->operands; i++)
    may_read_around(args->operand[i]);
  for (uint32_t i = 0; i < args->allow_read.n; i++)
    vd_confine_may_read(args->allow_read.at[i]);
  if (args->cflags) may_read_of_flags(args->cflags);
  if (args->cc) may_read_of_compiler(args->cc);
  if (args->compile_commands) may_read_around(args->compile_commands);
  vd_confine_may_read(VD_INCLUDE_DIR);
  vd_confine_may_read(VD_SOURCE_INCLUDE);
  say_missing(args);
}

bool vd_guard_replays(const VdArgs *args) {
  return !args->no_replay && vd_confinement() != VD_CONFINED_NOT;
}
