// Walls around programs that a stranger has a say in: compilers, which read his
// sources, and his own code when a difference is replayed.
//
// The first wall must be enough alone: an allow-list of system calls
// (confine_calls.c, confine.def), limits, an environment with next to nothing
// in it, no descriptor but those that are meant, an empty folder, and death
// with the parent. The second is namespaces (user, mount, process, network,
// ipc) and Landlock (confine_files.c), as far as the machine has them.
//
// All that takes memory or a lookup happens in the parent, before the fork:
// after it the child makes system calls only.
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <math.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/confine.h"
#include "base/limit.h"

// Not a limit: the kernel takes no more steps than that.
enum { KINDS = 3, MAX_STEPS = 4096 };

// What the machine has, and what the user allows; the same in all workers.
static struct {
  bool probed;
  bool trusting;        // the user wants no walls
  bool seccomp;         // it has filters
  unsigned namespaces;  // flags of clone, 0 for none
  struct sock_filter step[KINDS][MAX_STEPS];
  struct sock_fprog filter[KINDS];
  VdReadable readable;
} walls;

// The program that is run is opened before the walls stand, and started by its
// descriptor with this for a name.
static const char no_name[] = "";

// --------------------------------------------------------------- namespaces

// In the namespaces of the child, before anything else.
static bool is_private(void) {
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static bool put(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool ok = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  close(fd);
  return ok;
}

// The user inside is the user outside, and nobody else.
static void map_user(VdWall *wall) {
  snprintf(wall->user, sizeof wall->user, "%u %u 1", geteuid(), geteuid());
  snprintf(wall->group, sizeof wall->group, "%u %u 1", getegid(), getegid());
}

static bool take_user(const VdWall *wall) {
  if (!(wall->flags & CLONE_NEWUSER)) return true;
  return put("/proc/self/setgroups", "deny") &&
         put("/proc/self/uid_map", wall->user) &&
         put("/proc/self/gid_map", wall->group);
}

// True if a child with namespaces of its own can use them.
static bool can_have(unsigned flags) {
  VdWall wall = {.flags = flags};
  map_user(&wall);
  pid_t pid = vd_process_fork(flags);
  if (pid == 0) _exit(take_user(&wall) && is_private() ? 0 : 1);
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
  VdReadable *readable = &walls.readable;
  if (real) vd_push(&readable->path, vd_arena_str(&readable->arena, real));
  free(real);
}

static bool has_action(uint32_t action) {
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

static bool make_filter(VdConfineKind kind) {
  struct sock_fprog *filter = &walls.filter[kind];
  filter->filter = walls.step[kind];
  filter->len =
      (unsigned short)vd_calls_filter(kind, no_name, filter->filter, MAX_STEPS);
  return filter->len > 0;
}

static char *find_home(void) {
  const char *home = getenv("HOME");
  const struct passwd *user = home && *home ? NULL : getpwuid(geteuid());
  if (user) home = user->pw_dir;
  return home ? realpath(home, NULL) : NULL;
}

static void probe(void) {
  if (walls.probed) return;
  walls.probed = true;
  // Of this one many workers make use; the others are made where they are used.
  walls.seccomp =
      has_action(SECCOMP_RET_KILL_PROCESS) && make_filter(VD_CONFINE_READ);
  walls.namespaces = find_namespaces();
  walls.readable.version = vd_landlock_version();
  walls.readable.home = find_home();
}

bool vd_confine_is_readable(const char *path) {
  struct stat st;
  if (walls.trusting || lstat(path, &st) != 0 || !S_ISLNK(st.st_mode))
    return true;
  probe();
  char *real = realpath(path, NULL);
  bool is = real && vd_readable_has(&walls.readable, real);
  free(real);
  return is;
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
  if (!walls.readable.version && !walls.namespaces)
    return "namespaces and Landlock";
  if (!walls.namespaces) return "namespaces";
  return walls.readable.version ? NULL : "Landlock";
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
    // Behind the filter nothing could be said of it.
    bool runs = faccessat(AT_FDCWD, program, X_OK, AT_EACCESS) == 0;
    if (runs) wall->program = vd_fd_away(open(program, O_PATH | O_CLOEXEC));
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
  if (walls.readable.version) {
    wall->ruleset = vd_fd_away(vd_landlock_rules(wall, &walls.readable));
    *why = strerror(errno);
    if (wall->ruleset < 0) return false;
  }
  map_user(wall);
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
  const rlim_t megabyte = 1 << 20;
  bool runs = c->kind == VD_CONFINE_RUN;
  rlim_t file = c->kind == VD_CONFINE_BUILD ? 64 * megabyte : 0;
  bool ok = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, file) &&
            limit(RLIMIT_NOFILE,
                  runs ? VD_RESULT_FD + 1 : vd_limit->confined_files) &&
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
