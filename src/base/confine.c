// Walls around programs that a stranger has a say in: compilers, which read his
// sources, and his own code when a difference is replayed.
//
// The first wall must be enough alone: an allow-list of system calls
// (confine.def), limits, an environment with next to nothing in it, no
// descriptor but those that are meant, an empty folder, and death with the
// parent. The second is namespaces (user, mount, process, network, ipc) and
// Landlock, as far as the machine has them.
//
// All that takes memory or a lookup happens in the parent, before the fork:
// after it the child makes system calls only.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/process.h"

enum { KINDS = 3, MAX_STEPS = 4096 };

// What the machine has, and what the user allows; the same in all workers.
static struct {
  bool probed;
  bool trusting;        // the user wants no walls
  bool seccomp;         // it has filters
  int landlock;         // its version, 0 for none
  unsigned namespaces;  // flags of clone, 0 for none
  struct sock_filter step[KINDS][MAX_STEPS];
  struct sock_fprog filter[KINDS];
  char *home;  // the user's own folder, or NULL
  VdArena arena;
  VD_VEC(const char *) readable;
} walls;

// The program that is run is opened before the walls stand, and started by its
// descriptor with this for a name.
static const char no_name[] = "";

// ------------------------------------------------------------- system calls

enum {
  P = 1 << VD_CONFINE_RUN,
  R = 1 << VD_CONFINE_READ,
  B = 1 << VD_CONFINE_BUILD
};

static const struct {
  const char *name;
  unsigned kinds;
} calls[] = {
#define VD_CALL(name, kinds) {#name, kinds},
#include "base/confine.def"
#undef VD_CALL
};

static bool allow(scmp_filter_ctx filter, const char *name) {
  int number = seccomp_syscall_resolve_name(name);
  return number < 0 ||
         seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, 0, NULL) == 0;
}

// Allows a call if the masked argument has a value.
static bool allow_if(scmp_filter_ctx filter, const char *name, unsigned arg,
                     uint64_t mask, uint64_t value) {
  int number = seccomp_syscall_resolve_name(name);
  struct scmp_arg_cmp is = {arg, SCMP_CMP_MASKED_EQ, mask, value};
  return number < 0 ||
         seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, 1, &is) == 0;
}

static bool refuse(scmp_filter_ctx filter, const char *name) {
  int number = seccomp_syscall_resolve_name(name);
  return number < 0 || seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS),
                                              number, 0, NULL) == 0;
}

// Whoever starts another program by it is still inside of the walls; that it
// can't be used at all by who does not know where no_name lies costs nothing.
static bool allow_start_of(scmp_filter_ctx filter) {
  int number = SCMP_SYS(execveat);
  struct scmp_arg_cmp is[] = {{1, SCMP_CMP_EQ, (uint64_t)(uintptr_t)no_name, 0},
                              {4, SCMP_CMP_EQ, AT_EMPTY_PATH, 0}};
  return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, VD_COUNT(is),
                                is) == 0;
}

// A program that is run: results go to one descriptor. What the C library asks
// before main, and can do without, fails; everything else ends the program.
static bool allow_running(scmp_filter_ctx filter) {
  return allow_if(filter, "write", 0, ~(uint64_t)0, VD_RESULT_FD) &&
         allow_if(filter, "prlimit64", 2, ~(uint64_t)0, 0) &&
         refuse(filter, "readlink") && refuse(filter, "readlinkat") &&
         allow_start_of(filter);
}

static bool allow_compiling(scmp_filter_ctx filter, bool may_write) {
  const uint64_t all = ~(uint64_t)0;
  const uint64_t spaces = CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET |
                          CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER |
                          CLONE_NEWUTS | CLONE_PTRACE;
  const uint64_t writing =
      may_write ? 0 : O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  return allow_if(filter, "open", 1, writing, 0) &&
         allow_if(filter, "openat", 2, writing, 0) &&
         allow_if(filter, "clone", 0, spaces, 0) &&
         allow_if(filter, "ioctl", 1, all, TCGETS) &&
         allow_if(filter, "prlimit64", 0, all, 0) &&  // its own
         allow_if(filter, "prctl", 0, all, PR_SET_NAME) &&
         allow(filter, "execve");
}

static bool allow_calls(scmp_filter_ctx filter, VdConfineKind kind) {
  // Calls by the numbers of another architecture.
  bool ok = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH,
                             SCMP_ACT_KILL_PROCESS) == 0;
  seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree
  for (size_t i = 0; i < VD_COUNT(calls) && ok; i++)
    if (calls[i].kinds & 1u << kind) ok = allow(filter, calls[i].name);
  if (kind == VD_CONFINE_RUN) return ok && allow_running(filter);
  return ok && allow_compiling(filter, kind == VD_CONFINE_BUILD);
}

// libseccomp 2.5 hands a filter out through a descriptor. A pipe holds it, and
// unlike a file has no limit that the user may have set.
static bool take_filter(scmp_filter_ctx filter, VdConfineKind kind) {
  int fd[2];
  VdBuf text = {0};
  if (!vd_pipe_new(fd)) return false;
  fcntl(fd[1], F_SETFL, O_NONBLOCK);  // rather too long than waiting forever
  bool ok = seccomp_export_bpf(filter, fd[1]) == 0;
  close(fd[1]);
  while (ok && vd_pipe_drain(fd[0], &text)) {
  }
  close(fd[0]);
  size_t steps = text.len / sizeof walls.step[kind][0];
  ok = ok && steps > 0 && text.len <= sizeof walls.step[kind];
  if (ok) memcpy(walls.step[kind], text.at, text.len);
  vd_buf_done(&text);
  walls.filter[kind].len = ok ? (unsigned short)steps : 0;
  walls.filter[kind].filter = walls.step[kind];
  return ok;
}

// To a compiler that makes an unknown call the kernel is an old one: its
// libraries have another way then.
static bool make_filter(VdConfineKind kind) {
  scmp_filter_ctx filter = seccomp_init(
      kind == VD_CONFINE_RUN ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(ENOSYS));
  bool ok = filter && allow_calls(filter, kind) && take_filter(filter, kind);
  seccomp_release(filter);
  return ok;
}

// ----------------------------------------------------------------- landlock

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

static int landlock_version(void) {
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

static int ruleset_new(void) {
  int version = walls.landlock;
  Ruleset rules = {file_rights(version), version >= 4 ? 3 : 0,
                   version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

static void permit(int ruleset, int fd, uint64_t rights) {
  enum { PATH_BENEATH = 1 };
  struct stat st;
  Beneath rule = {rights & file_rights(walls.landlock), fd};
  if (fstat(fd, &st) != 0) return;
  if (!S_ISDIR(st.st_mode)) rule.allowed &= OF_FILES;
  syscall(SYS_landlock_add_rule, ruleset, PATH_BENEATH, &rule, 0);
}

// What is not there needs no permission.
static void permit_path(int ruleset, const char *path, uint64_t rights) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  permit(ruleset, fd, rights);
  close(fd);
}

// Secrets are kept in hidden files of the user's own folder.
static bool is_above_home(const char *path) {
  const char *home = walls.home ? walls.home : "";
  size_t n = strlen(path);
  if (!*home) return false;
  return !strcmp(path, "/") ||
         (!strncmp(home, path, n) && (!home[n] || home[n] == '/'));
}

static void permit_reading(int ruleset, const char *path);

// All in a folder that is not hidden.
static void permit_visible(int ruleset, const char *path) {
  DIR *folder = opendir(path);
  VdBuf name = {0};
  for (struct dirent *e; folder && (e = readdir(folder));) {
    if (e->d_name[0] == '.') continue;
    name.len = 0;
    vd_buf_printf(&name, "%s/%s", path[1] ? path : "", e->d_name);
    permit_reading(ruleset, name.at);
  }
  if (folder) closedir(folder);
  vd_buf_done(&name);
}

static void permit_reading(int ruleset, const char *path) {
  if (is_above_home(path))
    permit_visible(ruleset, path);
  else
    permit_path(ruleset, path, READ);
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

static void permit_folder_of(int ruleset, const char *path) {
  char *real = path ? realpath(path, NULL) : NULL;
  if (!real) return;
  char *slash = strrchr(real, '/');
  slash[slash == real] = '\0';
  permit_reading(ruleset, real);
  free(real);
}

static void permit_compiler(int ruleset, const VdWall *wall) {
  const VdConfine *confine = wall->confine;
  for (size_t i = 0; i < VD_COUNT(system_paths); i++)
    permit_path(ruleset, system_paths[i], READ);
  permit_path(ruleset, "/dev/null", READ_FILE | WRITE_FILE);
  for (uint32_t i = 0; i < walls.readable.len; i++)
    permit_reading(ruleset, walls.readable.at[i]);
  for (size_t i = 0; i < VD_COUNT(confine->source); i++)
    permit_folder_of(ruleset, confine->source[i]);
  if (strchr(wall->name, '/')) permit_path(ruleset, wall->name, READ);
  if (wall->folder) permit_path(ruleset, wall->folder, READ | MAKE);
}

static int make_ruleset(const VdWall *wall) {
  if (!walls.landlock) return -1;
  int ruleset = ruleset_new();
  if (ruleset < 0) return -1;
  if (wall->confine->kind == VD_CONFINE_RUN)
    permit(ruleset, wall->program, EXECUTE | READ_FILE);
  else
    permit_compiler(ruleset, wall);
  return ruleset;
}

// --------------------------------------------------------------- namespaces

// In the namespaces of the child, before anything else.
static bool is_private(void) {
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

// True if a child with namespaces of its own can use them.
static bool can_have(unsigned flags) {
  pid_t pid = vd_process_fork(flags);
  if (pid == 0) _exit(is_private() ? 0 : 1);
  int status = 1;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && status == 0;
}

static unsigned find_namespaces(void) {
  const unsigned flags =
      CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC;
  // Root needs no user namespace, and would lose the right to read there.
  if (geteuid() == 0 && can_have(flags)) return flags;
  if (can_have(flags | CLONE_NEWUSER)) return flags | CLONE_NEWUSER;
  return 0;
}

// ------------------------------------------------------------------- policy

void vd_confine_trust(void) {
  walls.trusting = true;
}

void vd_confine_may_read(const char *path) {
  char *real = realpath(path, NULL);
  if (real) vd_push(&walls.readable, vd_arena_str(&walls.arena, real));
  free(real);
}

static bool has_action(uint32_t action) {
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

static void probe(void) {
  if (walls.probed) return;
  walls.probed = true;
  // Of this one many workers make use; the others are made where they are used.
  walls.seccomp =
      has_action(SECCOMP_RET_KILL_PROCESS) && make_filter(VD_CONFINE_READ);
  walls.landlock = landlock_version();
  walls.namespaces = find_namespaces();
  const char *home = getenv("HOME");
  if (home) walls.home = realpath(home, NULL);
}

VdConfinement vd_confinement(void) {
  if (walls.trusting) return VD_CONFINED_TRUSTED;
  probe();
  if (!walls.seccomp) return VD_CONFINED_NOT;
  return VD_CONFINED;
}

const char *vd_confine_missing(void) {
  if (walls.trusting) return NULL;
  probe();
  if (!walls.seccomp) return "filters of system calls (seccomp)";
  if (!walls.landlock && !walls.namespaces) return "namespaces and Landlock";
  if (!walls.namespaces) return "namespaces";
  return walls.landlock ? NULL : "Landlock";
}

// -------------------------------------------------------------- environment

// What a compiler may know of the user's environment.
static const char *const kept_names[] = {
    "PATH",           "LD_LIBRARY_PATH", "CPATH",           "C_INCLUDE_PATH",
    "LIBRARY_PATH",   "COMPILER_PATH",   "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH",
    "GLIBC_TUNABLES",
};

static void add_kept(VdWall *wall) {
  for (size_t i = 0; i < VD_COUNT(kept_names); i++) {
    const char *value = getenv(kept_names[i]);
    if (value)
      vd_push(&wall->env,
              vd_arena_printf(&wall->arena, "%s=%s", kept_names[i], value));
  }
}

static void make_environment(VdWall *wall) {
  bool compiles = wall->confine->kind != VD_CONFINE_RUN;
  if (compiles && walls.trusting) {
    for (char **at = environ; *at; at++) vd_push(&wall->env, *at);
  } else if (compiles) {
    add_kept(wall);
    vd_push(&wall->env, vd_arena_str(&wall->arena, "LC_ALL=C"));
    if (wall->folder)
      vd_push(&wall->env,
              vd_arena_printf(&wall->arena, "TMPDIR=%s", wall->folder));
  }
  vd_push(&wall->env, NULL);
}

// --------------------------------------------------------- before the child

// True also for a compiler where no filter can be had.
static bool has_filter(VdConfineKind kind) {
  if (!walls.seccomp) return kind != VD_CONFINE_RUN;
  return walls.filter[kind].len > 0 || make_filter(kind);
}

bool vd_wall_init(VdWall *wall, const VdConfine *confine, const char *program,
                  const char **why) {
  *wall = (VdWall){
      .confine = confine, .name = program, .program = -1, .ruleset = -1};
  probe();
  *why = "this machine has no filters of system calls (seccomp)";
  if (!walls.trusting && !has_filter(confine->kind)) return false;
  if (confine->kind == VD_CONFINE_RUN) {
    wall->program = vd_fd_away(open(program, O_PATH | O_CLOEXEC));
    *why = strerror(errno);
    if (wall->program < 0) return false;
  }
  if (confine->folder) {
    wall->folder = realpath(confine->folder, NULL);
    *why = strerror(errno);
    if (!wall->folder) return false;
  }
  make_environment(wall);
  if (walls.trusting) return true;
  wall->flags = walls.namespaces;
  wall->ruleset = vd_fd_away(make_ruleset(wall));
  if (wall->flags & CLONE_NEWUSER) {
    snprintf(wall->user, sizeof wall->user, "%u %u 1", geteuid(), geteuid());
    snprintf(wall->group, sizeof wall->group, "%u %u 1", getegid(), getegid());
  }
  return true;
}

void vd_wall_done(VdWall *wall) {
  if (wall->program >= 0) close(wall->program);
  if (wall->ruleset >= 0) close(wall->ruleset);
  free(wall->folder);
  vd_vec_done(&wall->env);
  vd_arena_done(&wall->arena);
}

// ------------------------------------------------------------- in the child

static bool put(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool ok = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  close(fd);
  return ok;
}

static bool take_user(const VdWall *wall) {
  if (!(wall->flags & CLONE_NEWUSER)) return true;
  return put("/proc/self/setgroups", "deny") &&
         put("/proc/self/uid_map", wall->user) &&
         put("/proc/self/gid_map", wall->group);
}

// Sets or clears "read only" of the mount at path, and of those below it.
static bool set_mount(const char *path, bool read_only) {
  enum { RECURSIVE = 0x8000, READ_ONLY = 1 };
  struct {
    uint64_t set, clear, propagation, userns;
  } attr = {read_only ? READ_ONLY : 0, read_only ? 0 : READ_ONLY, 0, 0};
  return syscall(SYS_mount_setattr, AT_FDCWD, path, RECURSIVE, &attr,
                 sizeof attr) == 0;
}

// A program that is run has an empty folder for the whole of its files. To a
// compiler all of them are read only, apart from the folder where it builds; a
// kernel that cannot do that (before 5.12) leaves it to Landlock.
static bool take_mounts(const VdWall *wall) {
  const VdConfine *c = wall->confine;
  if (!wall->flags) return true;
  if (!is_private()) return false;
  if (c->kind == VD_CONFINE_RUN) return chroot(c->directory) == 0;
  const char *folder = wall->folder;
  if (folder && mount(folder, folder, NULL, MS_BIND, NULL) != 0) return false;
  if (!set_mount("/", true)) return errno == ENOSYS;
  return !folder || set_mount(folder, false);
}

static bool limit(__rlimit_resource_t what, rlim_t most) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return false;
  if (most < now.rlim_max) now.rlim_max = most;
  now.rlim_cur = now.rlim_max;
  return setrlimit(what, &now) == 0;
}

static bool take_limits(const VdConfine *c) {
  enum { FILES = 256 };
  const rlim_t megabyte = 1 << 20;
  bool runs = c->kind == VD_CONFINE_RUN;
  rlim_t file = c->kind == VD_CONFINE_BUILD ? 256 * megabyte : 0;
  bool ok = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, file) &&
            limit(RLIMIT_NOFILE, runs ? VD_RESULT_FD + 1 : FILES) &&
            limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 0);
  if (c->seconds > 0) ok &= limit(RLIMIT_CPU, (rlim_t)ceil(c->seconds) + 1);
#ifndef __SANITIZE_ADDRESS__
  if (c->memory > 0) ok &= limit(RLIMIT_AS, c->memory);
#endif
  if (runs) ok &= limit(RLIMIT_NPROC, 0) && limit(RLIMIT_STACK, 8 * megabyte);
  return ok;
}

// Root that may do nothing that others may not; compilers may still read what
// they could read, and build in the user's folders.
static bool drop_rights(VdConfineKind kind) {
  static const uint32_t kept[KINDS] = {
      [VD_CONFINE_READ] = 1u << CAP_DAC_READ_SEARCH,
      [VD_CONFINE_BUILD] = 1u << CAP_DAC_READ_SEARCH | 1u << CAP_DAC_OVERRIDE,
  };
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct rights[2] = {{0}};
  if (syscall(SYS_capget, &header, rights) != 0) return false;
  uint32_t now = rights[0].permitted & kept[kind];
  memset(rights, 0, sizeof rights);
  rights[0].effective = rights[0].permitted = now;
  return syscall(SYS_capset, &header, rights) == 0;
}

static bool take_filter_of(const VdWall *wall) {
  const struct sock_fprog *filter = &walls.filter[wall->confine->kind];
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0;
}

static void kill_group(int signal) {
  (void)signal;
  kill(0, SIGKILL);
}

// The caller's group is its own since vd_process_fork, and calls that leave a
// group are not among those that are allowed.
void vd_wall_keep(const VdWall *wall, pid_t parent) {
  (void)wall;
  signal(SIGTERM, kill_group);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  pid_t self = getpid(), pid = fork();
  if (pid < 0) _exit(127);
  if (pid == 0) {
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) _exit(1);
    return;
  }
  close_range(0, ~0u, 0);
  int status;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) _exit(127);
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static const char *enter(const VdWall *wall) {
  const VdConfine *c = wall->confine;
  bool roots = wall->flags && c->kind == VD_CONFINE_RUN;
  if (!take_user(wall)) return "user namespace";
  if (!take_mounts(wall)) return "mounts";
  if (c->directory && chdir(roots ? "/" : c->directory) != 0)
    return c->directory;
  if (!take_limits(c)) return "limits";
  if (!drop_rights(c->kind)) return "capabilities";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "privileges";
  if (wall->ruleset >= 0 &&
      syscall(SYS_landlock_restrict_self, wall->ruleset, 0) != 0)
    return "Landlock";
  return NULL;
}

const char *vd_wall_exec(const VdWall *wall, const char *const argv[]) {
  const VdConfine *c = wall->confine;
  char *const *env = (char *const *)wall->env.at;
  // Addresses are the same in every run.
  if (c->kind == VD_CONFINE_RUN) personality(ADDR_NO_RANDOMIZE);
  if (walls.trusting) {
    if (c->directory && chdir(c->directory) != 0) return c->directory;
  } else {
    const char *failed = enter(wall);
    if (failed) return failed;
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // what came before may have cleared it
    if (walls.seccomp && !take_filter_of(wall)) return "system calls";
  }
  if (c->kind == VD_CONFINE_RUN)
    syscall(SYS_execveat, wall->program, no_name, argv, env, AT_EMPTY_PATH);
  else
    execvpe(argv[0], (char *const *)argv, env);
  return NULL;
}
