// The files that a confined program may use, by Landlock.
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/confine.h"

// Rights to files, as the kernel numbers them.
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  READ = EXECUTE | READ_FILE | READ_DIR,
  MAKE = WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER |
         TRUNCATE,
  OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE,
};

typedef struct Ruleset {
  uint64_t files, net, scope;  // what is not allowed without a rule
} Ruleset;
typedef struct __attribute__((packed)) Beneath {
  uint64_t allowed;
  int32_t fd;
} Beneath;

int vd_landlock_version(void) {
  enum { VERSION = 1 };
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION);
  return version > 0 ? (int)version : 0;
}

// All that the kernel's version can forbid.
static uint64_t file_rights(int version) {
  static const int bits[] = {0, 13, 14, 15, 15, 16};
  int newest = (int)VD_COUNT(bits) - 1;
  return (1u << bits[version < newest ? version : newest]) - 1;
}

static int ruleset_new(int version) {
  Ruleset rules = {file_rights(version), version >= 4 ? 3 : 0,
                   version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

// The rules, and what they are made from.
typedef struct Rules {
  int set;
  const VdReadable *readable;
} Rules;

static void permit(const Rules *rules, int fd, uint64_t rights) {
  enum { PATH_BENEATH = 1 };
  struct stat st;
  Beneath rule = {rights & file_rights(rules->readable->version), fd};
  if (fstat(fd, &st) != 0) return;
  if (!S_ISDIR(st.st_mode)) rule.allowed &= OF_FILES;
  syscall(SYS_landlock_add_rule, rules->set, PATH_BENEATH, &rule, 0);
}

// What is not there needs no permission.
static void permit_path(const Rules *rules, const char *path, uint64_t rights) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  permit(rules, fd, rights);
  close(fd);
}

// Secrets are kept in hidden files of the user's own folder, and in the .git of
// a checkout.
static bool is_above_home(const VdReadable *readable, const char *path) {
  const char *home = readable->home ? readable->home : "";
  size_t n = strlen(path);
  if (!*home) return false;
  return !strcmp(path, "/") ||
         (!strncmp(home, path, n) && (!home[n] || home[n] == '/'));
}

static bool is_checkout(const char *path) {
  char name[PATH_MAX];
  int n = snprintf(name, sizeof name, "%s/.git", path);
  return n > 0 && n < (int)sizeof name && access(name, F_OK) == 0;
}

static bool has_hidden(const VdReadable *readable, const char *path) {
  return is_above_home(readable, path) || is_checkout(path);
}

bool vd_readable_has(const VdReadable *readable, const char *path) {
  for (uint32_t i = 0; i < readable->path.len; i++) {
    const char *root = readable->path.at[i];
    size_t n = strlen(root);
    if (strncmp(path, root, n)) continue;
    if (!path[n]) return true;
    if (path[n] != '/') continue;
    if (!has_hidden(readable, root)) return true;
    if (!strstr(path + n, "/.")) return true;
  }
  return false;
}

static void permit_reading(const Rules *rules, const char *path);

// All in a folder that is not hidden.
static void permit_visible(const Rules *rules, const char *path) {
  DIR *folder = opendir(path);
  VdBuf name = {0};
  for (struct dirent *e; folder && (e = readdir(folder));) {
    if (e->d_name[0] == '.') continue;
    name.len = 0;
    vd_buf_printf(&name, "%s/%s", path[1] ? path : "", e->d_name);
    permit_reading(rules, name.at);
  }
  if (folder) closedir(folder);
  vd_buf_done(&name);
}

static void permit_reading(const Rules *rules, const char *path) {
  if (has_hidden(rules->readable, path))
    permit_visible(rules, path);
  else
    permit_path(rules, path, READ);
}

// Where compilers, their headers and libraries are.
static const char *const system_paths[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/dev/urandom",
};

// The folder as it is named: a link in it may lead anywhere.
static void permit_folder_of(const Rules *rules, const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  char *folder = slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
  char *real = realpath(*folder ? folder : "/", NULL);
  if (path && real && real[1])
    permit_reading(rules, real);
  else if (path)
    permit_path(rules, path, READ);  // not all that there is
  free(folder);
  free(real);
}

// Folders in a variable that compilers read.
static void permit_folders_in(const Rules *rules, const char *name) {
  const char *at = getenv(name);
  while (at && *at) {
    size_t n = strcspn(at, ":");
    char *folder = strndup(at, n);
    if (*folder == '/' && folder[1]) permit_path(rules, folder, READ);
    free(folder);
    at += n + (at[n] == ':');
  }
}

static const char *const folder_names[] = {
    "PATH",         "LD_LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH",
    "LIBRARY_PATH", "COMPILER_PATH",   NULL};

static void permit_compiler(const Rules *rules, const VdWall *wall) {
  const VdReadable *readable = rules->readable;
  const VdConfine *confine = wall->confine;
  for (size_t i = 0; i < VD_COUNT(system_paths); i++)
    permit_path(rules, system_paths[i], READ);
  permit_path(rules, "/dev/null", READ_FILE | WRITE_FILE);
  for (size_t i = 0; folder_names[i]; i++)
    permit_folders_in(rules, folder_names[i]);
  for (uint32_t i = 0; i < readable->path.len; i++)
    permit_reading(rules, readable->path.at[i]);
  for (size_t i = 0; i < VD_COUNT(confine->source); i++)
    permit_folder_of(rules, confine->source[i]);
  if (strchr(wall->name, '/')) permit_path(rules, wall->name, READ);
  if (wall->folder) permit_path(rules, wall->folder, READ | MAKE);
}

int vd_landlock_rules(const VdWall *wall, const VdReadable *readable) {
  Rules rules = {ruleset_new(readable->version), readable};
  if (rules.set < 0) return -1;
  if (wall->confine->kind == VD_CONFINE_RUN)
    permit(&rules, wall->program, EXECUTE | READ_FILE);
  else
    permit_compiler(&rules, wall);
  return rules.set;
}
