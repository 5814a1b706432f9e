// What pool.c and run.c share: pipes, children, and leaving nothing behind.
//
// A child leads its own process group, so that one kill ends it and whatever
// it started in that group. What it started in other groups (a nested child
// does that, and so does any daemon) is found in another way: the parent is a
// "child subreaper", so a dead child's own children become the parent's, which
// then kills every child that it does not know.
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limit.h"

enum {
  READ_STEP = 1 << 16,
};

// ------------------------------------------------------------------- pipes

// A caller may have closed stdin or stdout; a pipe with one of their numbers
// would be overwritten when the child gets its own.
static bool move_up(int *fd) {
  if (*fd > STDERR_FILENO) return true;
  int high = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (high < 0) return false;
  close(*fd);
  *fd = high;
  return true;
}

bool vd_pipe_new(int fd[2]) {
  if (pipe2(fd, O_CLOEXEC) != 0) return false;
  if (move_up(&fd[0]) && move_up(&fd[1]) &&
      fcntl(fd[0], F_SETFL, O_NONBLOCK) == 0) {
    return true;
  }
  int cause = errno;
  close(fd[0]);
  close(fd[1]);
  errno = cause;
  return false;
}

bool vd_pipe_drain(int fd, VdBuf *out) {
  char step[READ_STEP];
  for (;;) {
    ssize_t n = read(fd, step, sizeof step);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN;
    if (n == 0) return false;
    vd_buf_add(out, step, (size_t)n);
    if ((size_t)n < sizeof step) return true;  // let others have their turn
  }
}

bool vd_fd_write(int fd, const void *bytes, size_t n) {
  const char *at = bytes;
  while (n > 0) {
    ssize_t done = write(fd, at, n);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    at += done;
    n -= (size_t)done;
  }
  return true;
}

int vd_fd_away(int fd) {
  enum { HIGH = 16 };
  if (fd < 0) return -1;
  int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH), cause = errno;
  close(fd);
  errno = cause;
  return high;
}

// ---------------------------------------------------------------- children

static void reset_signals(void) {
  for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// A parent that ignores SIGCHLD hands that down, and then no exit status can
// be had.
static void make_children_waitable(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    signal(SIGCHLD, SIG_DFL);
  }
}

static pid_t fork_with(unsigned namespaces) {
  if (!namespaces) return fork();
  return (pid_t)syscall(SYS_clone, namespaces | SIGCHLD, NULL, NULL, NULL, 0);
}

pid_t vd_process_fork(unsigned namespaces) {
  make_children_waitable();
  pid_t parent = getpid();
  pid_t pid = fork_with(namespaces);
  if (pid > 0) setpgid(pid, pid);  // both sides do, whoever comes first
  if (pid != 0) return pid;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It died before the line above. In another namespace it has no number.
  if (!(namespaces & CLONE_NEWPID) && getppid() != parent) _exit(1);
  reset_signals();
  return 0;
}

bool vd_process_has_ended(pid_t pid) {
  siginfo_t info = {0};
  int flags = WEXITED | WNOHANG | WNOWAIT;
  if (waitid(P_PID, (id_t)pid, &info, flags) != 0) return errno != EINTR;
  return info.si_pid == pid;
}

static int reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return status;
}

int vd_process_kill(pid_t pid) {
  kill(-pid, SIGKILL);
  return reap(pid);
}

// -------------------------------------------------------------- leftovers

// Linux lists our children in one small file. Where it is missing (a kernel
// without CONFIG_PROC_CHILDREN) groups and death signals have to be enough.
static void list_children(VdPids *out) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  VdBuf text = {0};
  if (vd_file_read(path, SIZE_MAX, &text)) {
    char *at = text.at;
    for (char *end; at && *at; at = end) {
      long pid = strtol(at, &end, 10);
      if (end == at) break;
      vd_push(out, (pid_t)pid);
    }
  }
  vd_buf_done(&text);
}

static bool has_pid(const VdPids *pids, pid_t pid) {
  for (uint32_t i = 0; i < pids->len; i++) {
    if (pids->at[i] == pid) return true;
  }
  return false;
}

void vd_reaper_begin(VdReaper *reaper) {
  *reaper = (VdReaper){0};
  prctl(PR_GET_CHILD_SUBREAPER, &reaper->was_reaper);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  list_children(&reaper->keep);
}

void vd_reaper_keep(VdReaper *reaper, pid_t pid) {
  vd_push(&reaper->keep, pid);
}

void vd_reaper_forget(VdReaper *reaper, pid_t pid) {
  VdPids *keep = &reaper->keep;
  for (uint32_t i = 0; i < keep->len; i++) {
    if (keep->at[i] == pid) keep->at[i--] = vd_pop(keep);
  }
}

static bool kill_unknown(const VdPids *keep) {
  VdPids now = {0};
  bool found = false;
  list_children(&now);
  for (uint32_t i = 0; i < now.len; i++) {
    if (has_pid(keep, now.at[i])) continue;
    kill(now.at[i], SIGKILL);
    reap(now.at[i]);
    found = true;
  }
  vd_vec_done(&now);
  return found;
}

// Orphans go to the main thread, whose list is the one above. Another thread
// would take the main thread's own children for leftovers.
void vd_reaper_sweep(const VdReaper *reaper) {
  if (gettid() != getpid()) return;
  for (uint32_t i = 0;
       i < vd_limit->process_sweeps && kill_unknown(&reaper->keep); i++) {
  }
}

void vd_reaper_end(VdReaper *reaper) {
  prctl(PR_SET_CHILD_SUBREAPER, reaper->was_reaper);
  vd_vec_done(&reaper->keep);
}
