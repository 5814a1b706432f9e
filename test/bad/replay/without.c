// without PROGRAM ARGUMENT...: runs a program as if the kernel had neither
// namespaces nor Landlock.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(number, steps) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, steps)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

int main(int argc, char *argv[]) {
  (void)argc;
  struct sock_filter step[] = {
      LOAD(nr),
      SKIP_UNLESS(SYS_landlock_create_ruleset, 1),
      FAIL(ENOSYS),
      SKIP_UNLESS(SYS_unshare, 1),
      FAIL(EPERM),
      SKIP_UNLESS(SYS_clone3, 1),
      FAIL(ENOSYS),
      SKIP_UNLESS(SYS_clone, 3),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
               CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID, 0, 1),
      FAIL(EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof step / sizeof *step, step};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 125;
  execvp(argv[1], argv + 1);
  return 126;
}
