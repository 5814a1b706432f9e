// The system calls that a confined program may make, as a filter.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/confine.h"

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
// can't be used at all by who does not know where the name lies costs nothing.
static bool allow_start_of(scmp_filter_ctx filter, const char *name) {
  int number = SCMP_SYS(execveat);
  struct scmp_arg_cmp is[] = {{1, SCMP_CMP_EQ, (uint64_t)(uintptr_t)name, 0},
                              {4, SCMP_CMP_EQ, AT_EMPTY_PATH, 0}};
  return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, VD_COUNT(is),
                                is) == 0;
}

// A program that is run: results go to one descriptor. What the C library asks
// before main, and can do without, fails; everything else ends the program.
static bool allow_running(scmp_filter_ctx filter, const char *name) {
  return allow_if(filter, "write", 0, ~(uint64_t)0, VD_RESULT_FD) &&
         allow_if(filter, "prlimit64", 2, ~(uint64_t)0, 0) &&
         refuse(filter, "readlink") && refuse(filter, "readlinkat") &&
         allow_start_of(filter, name);
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

static bool allow_calls(scmp_filter_ctx filter, VdConfineKind kind,
                        const char *name) {
  // Calls by the numbers of another architecture.
  bool ok = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH,
                             SCMP_ACT_KILL_PROCESS) == 0;
  seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a binary tree
  for (size_t i = 0; i < VD_COUNT(calls) && ok; i++)
    if (calls[i].kinds & 1u << kind) ok = allow(filter, calls[i].name);
  if (kind == VD_CONFINE_RUN) return ok && allow_running(filter, name);
  return ok && allow_compiling(filter, kind == VD_CONFINE_BUILD);
}

// libseccomp 2.5 hands a filter out through a descriptor. A pipe holds it, and
// unlike a file has no limit that the user may have set.
static uint32_t take_filter(scmp_filter_ctx filter, struct sock_filter *step,
                            uint32_t max) {
  int fd[2];
  VdBuf text = {0};
  if (!vd_pipe_new(fd)) return 0;
  fcntl(fd[1], F_SETFL, O_NONBLOCK);  // rather too long than waiting forever
  bool ok = seccomp_export_bpf(filter, fd[1]) == 0;
  close(fd[1]);
  while (ok && vd_pipe_drain(fd[0], &text)) {
  }
  close(fd[0]);
  size_t steps = text.len / sizeof *step;
  ok = ok && steps <= max;
  if (ok) memcpy(step, vd_buf_text(&text), steps * sizeof *step);
  vd_buf_done(&text);
  return ok ? (uint32_t)steps : 0;
}

// To a compiler that makes an unknown call the kernel is an old one: its
// libraries have another way then.
uint32_t vd_calls_filter(VdConfineKind kind, const char *name,
                         struct sock_filter *step, uint32_t max) {
  scmp_filter_ctx filter = seccomp_init(
      kind == VD_CONFINE_RUN ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(ENOSYS));
  uint32_t n = 0;
  if (filter && allow_calls(filter, kind, name))
    n = take_filter(filter, step, max);
  seccomp_release(filter);
  return n;
}
