// Which files are compared with which.
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/limit.h"
#include "cli/aside.h"
#include "cli/cli.h"
#include "front/c/c.h"

bool vd_path_is_vir(const char *path) {
  return vd_path_ends(path, ".vir");
}

static bool is_c(const char *path) {
  return vd_path_is_vir(path) || vd_c_is_input(path);
}

const VdFilesKind vd_files_c = {
    is_c,
    "expected C (.c, .i), LLVM bitcode (.bc) or IR (.ll), .vir, "
    "or PLC programs (.st, .iecst, .xml)",
    "no C source, .bc or .ll file below"};

// Formats of programming systems for PLCs, without case. In folders of C files
// some of these names mean something else.
static bool is_plc_code(const char *path, bool among_plc) {
  static const char *const sure[] = {"TcPOU", "TcGVL", "TcDUT", "TcTTO",
                                     "TcIO",  "scl",   "awl",   "L5X",
                                     "L5K",   "st",    "iecst"};
  static const char *const likely[] = {
      "udt", "db",  "il",  "exp", "export", "pou",     "gvl",     "dut",
      "tto", "var", "typ", "fun", "prg",    "lib",     "library", "pro",
      "sfc", "cfc", "fbd", "lad", "xef",    "project", "zef",     "asc"};
  const char *dot = strrchr(path, '.');
  if (!dot) return false;
  for (size_t i = 0; i < VD_COUNT(sure); i++)
    if (!strcasecmp(dot + 1, sure[i])) return true;
  for (size_t i = 0; i < VD_COUNT(likely) && among_plc; i++)
    if (!strcasecmp(dot + 1, likely[i])) return true;
  return false;
}

// Code, by the name of its file; most XML is none.
static bool is_code(const char *path, bool among_plc) {
  static const char *const end[] = {
      ".S",  ".s",   ".asm", ".C",   ".cc", ".cpp", ".cxx", ".c++",
      ".m",  ".mm",  ".cu",  ".f",   ".F",  ".f90", ".F90", ".rs",
      ".go", ".zig", ".adb", ".pas", ".ld", ".lds"};
  for (size_t i = 0; i < VD_COUNT(end); i++)
    if (vd_path_ends(path, end[i])) return true;
  return is_c(path) || is_plc_code(path, among_plc);
}

// ----------------------------------------------------------------- walking

// Why a path is not read.
typedef enum Unread {
  READ = 0,
  ASIDE,   // what a build may use: linker scripts, makefiles, libraries
  HEADER,  // what is read as far as C files include it
  OTHER,   // code of another language
  HIDDEN,  // code in a hidden folder, or a hidden file of it
  LINK,    // a link to a folder
} Unread;
static const char *const unread_word[] = {
    [ASIDE] = "a file that is not read",
    [HEADER] = "a header, of which only what C files use is compared,",
    [OTHER] = "a file that is not read",
    [HIDDEN] = "a hidden file, which is not read,",
    [LINK] = "a link to a folder, which is not followed,",
};

typedef struct Found {
  const char *name;
  Unread unread;
} Found;

// Paths below one root, without it.
typedef struct Tree {
  VdArena *arena;
  const char *root;
  const VdFilesKind *wanted;
  VD_VEC(Found) found;
  VdBuf *error;
} Tree;

static bool refuse(VdBuf *error, const char *path, const char *why) {
  vd_buf_printf(error, "%s: %s", path, why);
  return false;
}

static const char *join(VdArena *arena, const char *a, const char *b) {
  if (!*a) return vd_arena_str(arena, b);
  size_t n = strlen(a);
  return vd_arena_printf(arena, "%s%s%s", a, a[n - 1] == '/' ? "" : "/", b);
}

// Whoever made the link may want to see in messages what is there.
static const char LEADS_OUT[] =
    "a link that leads elsewhere (--allow-read lets it be read)";

// What tools keep in a folder of that name is no part of a program.
static bool is_of_a_tool(const char *name) {
  static const char *const tool[] = {".git", ".hg", ".svn", ".bzr", ".cache"};
  for (size_t i = 0; i < VD_COUNT(tool); i++)
    if (!strcmp(name, tool[i])) return true;
  return false;
}

static bool walk(Tree *tree, const char *below, uint32_t depth, bool hidden);

// What a link leads to is looked at where it lies, if that is below the root.
static bool leads_below(const Tree *tree, const char *path) {
  char *root = realpath(tree->root, NULL), *to = realpath(path, NULL);
  size_t n = root ? strlen(root) : 0;
  bool below = root && to && !strncmp(root, to, n) &&
               (to[n] == '/' || !to[n] || root[n - 1] == '/');
  free(root);
  free(to);
  return below;
}

static void add(Tree *tree, const char *name, Unread unread) {
  vd_push(&tree->found, (Found){name, unread});
}

// Only regular files are looked into: opening a pipe would wait for ever.
static bool visit(Tree *tree, const char *name, uint32_t depth, bool hidden) {
  const char *path = join(tree->arena, tree->root, name);
  struct stat st;
  if (lstat(path, &st) != 0) return refuse(tree->error, path, strerror(errno));
  if (S_ISDIR(st.st_mode)) return walk(tree, name, depth + 1, hidden);
  bool is_link = S_ISLNK(st.st_mode);
  if (is_link && stat(path, &st) != 0) return true;  // dangling
  if (S_ISDIR(st.st_mode) && !leads_below(tree, path)) add(tree, name, LINK);
  if (!S_ISREG(st.st_mode)) return true;
  bool is_input = tree->wanted->is_input(path);
  bool code = is_code(path, tree->wanted != &vd_files_c);
  if (hidden) {
    if (is_input || code) add(tree, name, HIDDEN);
    return true;
  }
  if (is_link && !vd_confine_is_readable(path))
    return refuse(tree->error, path, LEADS_OUT);
  if (is_input || code)
    add(tree, name, is_input ? READ : OTHER);
  else if (tree->wanted == &vd_files_c && !vd_aside_is_for_people(path))
    add(tree, name, vd_aside_is_header(path) ? HEADER : ASIDE);
  return true;
}

static bool walk(Tree *tree, const char *below, uint32_t depth, bool hidden) {
  const char *path = join(tree->arena, tree->root, below);
  if (depth > vd_limit->pairs_depth) {
    vd_buf_printf(tree->error, "%s: folders are nested more than %d deep", path,
                  vd_limit->pairs_depth);
    return false;
  }
  DIR *dir = opendir(path);
  if (!dir) return refuse(tree->error, path, strerror(errno));
  bool ok = true;
  const struct dirent *entry;
  while (ok && (entry = readdir(dir))) {
    const char *name = entry->d_name;
    if (!strcmp(name, ".") || !strcmp(name, "..") || is_of_a_tool(name))
      continue;
    ok = visit(tree, join(tree->arena, below, name), depth,
               hidden || name[0] == '.');
  }
  closedir(dir);
  return ok;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const Found *)a)->name, ((const Found *)b)->name);
}

static uint32_t count_inputs(const Tree *tree) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < tree->found.len; i++)
    n += tree->found.at[i].unread == READ;
  return n;
}

static bool read_tree(Tree *tree) {
  if (!walk(tree, "", 0, false)) return false;
  if (!count_inputs(tree)) {
    vd_buf_printf(tree->error, "%s %s", tree->wanted->below, tree->root);
    return false;
  }
  qsort(tree->found.at, tree->found.len, sizeof *tree->found.at, by_name);
  return true;
}

// ----------------------------------------------------------------- pairing

bool vd_files_have_same_bytes(const char *x, const char *y) {
  VdBuf a = {0}, b = {0};
  bool same = vd_file_is_regular(x) && vd_file_is_regular(y) &&
              vd_file_read(x, vd_limit->pairs_bytes, &a) &&
              vd_file_read(y, vd_limit->pairs_bytes, &b) && a.len == b.len &&
              (!a.len || !memcmp(a.at, b.at, a.len));
  vd_buf_done(&a);
  vd_buf_done(&b);
  return same;
}

static bool are_one_place(const char *x, const char *y) {
  char *a = realpath(x, NULL), *b = realpath(y, NULL);
  bool same = a && b && !strcmp(a, b);
  free(a);
  free(b);
  return same;
}

static bool is_unchanged(const char *old, const char *new, Unread unread) {
  return are_one_place(old, new) || vd_files_have_same_bytes(old, new) ||
         (unread == HEADER && vd_aside_is_same_header(old, new));
}

// What is not read and the same in both versions is no matter of ours. Code
// that only the new version has may act: nobody looked. Of other files it is
// only said that they are new.
static void add_pair(VdFilePairs *pairs, const VdFilePair *pair,
                     Unread unread) {
  const char *old = pair->path[0], *new = pair->path[1];
  if (!unread) {
    vd_push(&pairs->list, *pair);
    return;
  }
  if (old && new && is_unchanged(old, new, unread)) return;
  const char *change = "is new";
  if (old) change = new ? "has changed" : "is gone";
  if (unread == LINK && old && new) change = "may have changed";
  VdFileRest rest = {.name = pair->name,
                     .path = {old, new},
                     .what = vd_arena_printf(&pairs->arena, "%s %s",
                                             unread_word[unread], change)};
  if (!old && (unread == ASIDE || unread == HEADER)) rest.what = NULL;
  vd_push(&pairs->rest, rest);
}

// Merges the sorted names of both sides.
static void merge(const Tree tree[2], VdFilePairs *pairs) {
  uint32_t at[2] = {0, 0};
  while (at[0] < tree[0].found.len || at[1] < tree[1].found.len) {
    int order = 0;
    Unread unread = READ;
    if (at[0] == tree[0].found.len) order = 1;
    if (at[1] == tree[1].found.len) order = -1;
    if (!order)
      order = by_name(&tree[0].found.at[at[0]], &tree[1].found.at[at[1]]);
    VdFilePair pair = {0};
    for (int side = 0; side < 2; side++) {
      if (side == 0 ? order > 0 : order < 0) continue;
      const Found *found = &tree[side].found.at[at[side]++];
      pair.name = found->name;
      pair.path[side] = join(&pairs->arena, tree[side].root, pair.name);
      if (found->unread > unread) unread = found->unread;
    }
    add_pair(pairs, &pair, unread);
  }
}

static bool pair_trees(const char *old_root, const char *new_root,
                       const VdFilesKind *what, VdFilePairs *pairs,
                       VdBuf *error) {
  Tree tree[2] = {{.arena = &pairs->arena,
                   .root = old_root,
                   .wanted = what,
                   .error = error},
                  {.arena = &pairs->arena,
                   .root = new_root,
                   .wanted = what,
                   .error = error}};
  bool ok = read_tree(&tree[0]) && read_tree(&tree[1]);
  if (ok) merge(tree, pairs);
  vd_vec_done(&tree[0].found);
  vd_vec_done(&tree[1].found);
  return ok;
}

static bool check_file(const char *path, const VdFilesKind *what,
                       VdBuf *error) {
  if (!what->is_input(path)) {
    vd_buf_printf(error, "%s: not an input: %s", path, what->file);
    return false;
  }
  return vd_file_is_regular(path) || refuse(error, path, "not a regular file");
}

static bool pair_files(const char *old_path, const char *new_path,
                       const VdFilesKind *what, VdFilePairs *pairs,
                       VdBuf *error) {
  if (!check_file(old_path, what, error) ||
      !check_file(new_path, what, error)) {
    return false;
  }
  const char *slash = strrchr(old_path, '/');
  VdFilePair pair = {.name = slash ? slash + 1 : old_path,
                     .path = {old_path, new_path}};
  vd_push(&pairs->list, pair);
  return true;
}

bool vd_pairs_find(const char *old_root, const char *new_root,
                   const VdFilesKind *what, VdFilePairs *pairs, VdBuf *error) {
  struct stat st[2];
  if (stat(old_root, &st[0]) != 0) {
    return refuse(error, old_root, strerror(errno));
  }
  if (stat(new_root, &st[1]) != 0) {
    return refuse(error, new_root, strerror(errno));
  }
  bool old_dir = S_ISDIR(st[0].st_mode), new_dir = S_ISDIR(st[1].st_mode);
  if (!old_dir && !vd_confine_is_readable(old_root))
    return refuse(error, old_root, LEADS_OUT);
  if (!new_dir && !vd_confine_is_readable(new_root))
    return refuse(error, new_root, LEADS_OUT);
  if (old_dir != new_dir) {
    vd_buf_printf(error,
                  "%s is a directory and %s is not: expected two files or two "
                  "directories",
                  old_dir ? old_root : new_root, old_dir ? new_root : old_root);
    return false;
  }
  return old_dir ? pair_trees(old_root, new_root, what, pairs, error)
                 : pair_files(old_root, new_root, what, pairs, error);
}

bool vd_files_are(const char *path, const VdFilesKind *what) {
  struct stat st;
  if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) return what->is_input(path);
  VdArena arena = {0};
  VdBuf error = {0};
  Tree tree = {.arena = &arena, .root = path, .wanted = what, .error = &error};
  walk(&tree, "", 0, false);
  bool any = count_inputs(&tree) > 0;
  vd_vec_done(&tree.found);
  vd_buf_done(&error);
  vd_arena_done(&arena);
  return any;
}

void vd_pairs_done(VdFilePairs *pairs) {
  vd_vec_done(&pairs->list);
  vd_vec_done(&pairs->rest);
  vd_arena_done(&pairs->arena);
  *pairs = (VdFilePairs){0};
}

const char *vd_emit_folder(VdArena *arena, const char *folder,
                           const char *pair) {
  char *name = vd_arena_str(arena, pair);
  for (char *at = name; *at; at++) {
    if (*at == '/') *at = '_';
  }
  return vd_arena_printf(arena, "%s/%s", folder, name);
}
