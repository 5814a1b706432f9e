// Private to src/base: what ending and starting processes share.
#ifndef VD_BASE_PROCESS_H
#define VD_BASE_PROCESS_H

#include <sys/types.h>

#include "base/base.h"

// From here on this process is a worker: it reports its end through pipe.
void vd_worker_begin(int pipe);
// Ends this process for a reason that is not the work's own: a worker sends
// text to its parent and leaves with code, the main process prints it and
// exits with 2.
VD_NORETURN void vd_process_leave(int code, const char *text);
// Runs the out-of-memory handler.
VD_NORETURN void vd_alloc_failed(size_t bytes);

// A pipe, closed on exec, with a non-blocking read end, and never one of the
// descriptors 0 to 2. False with errno set.
bool vd_pipe_new(int fd[2]);
// Adds what is there to read; false at the end of the stream.
bool vd_pipe_drain(int fd, VdBuf *out);
bool vd_fd_write(int fd, const void *bytes, size_t n);
// Moves a descriptor, closed on exec, out of the way of the numbers that a
// program is to have; -1 stays -1.
int vd_fd_away(int fd);

// Forks a child that leads its own process group and dies with the thread that
// forked it; in the child every signal has its default meaning. Returns as
// fork does. With flags of clone for new namespaces the child may only make
// system calls.
pid_t vd_process_fork(unsigned namespaces);
// Whether pid ended. It stays a zombie, so that its number, which is that of
// its group too, is not given to another process.
bool vd_process_has_ended(pid_t pid);
// Kills the group that pid leads and reaps pid; returns the wait status.
int vd_process_kill(pid_t pid);

// What confine.c makes ready before the fork, and does after it.
typedef struct VdWall {
  const VdConfine *confine;
  const char *name;          // of the program
  unsigned flags;            // of clone
  char *folder;              // where it may write, or NULL
  int program;               // the open file to run, or -1
  int ruleset;               // Landlock's, or -1
  char user[32], group[32];  // their maps
  VD_VEC(const char *) env;  // NULL-terminated
  VdArena arena;
} VdWall;
// False if the program cannot be confined, or opened; *why is set then.
bool vd_wall_init(VdWall *wall, const VdConfine *confine, const char *program,
                  const char **why);
void vd_wall_done(VdWall *wall);
// In the child: puts up the walls and becomes the program. Returns on failure:
// NULL if the program could not be started, else what could not be set up.
const char *vd_wall_exec(const VdWall *wall, const char *const argv[]);
// In the child, where it has no namespace of processes: a process stays that
// kills the group of the caller when its parent dies, and ends as the caller
// does, which is another child from here on.
void vd_wall_keep(const VdWall *wall, pid_t parent);

// Finding what a child left behind, whatever group it is in. From begin to end
// the orphans of our children become our children; what is neither in keep nor
// was there at begin is such a leftover. begin and end nest.
typedef VD_VEC(pid_t) VdPids;
typedef struct VdReaper {
  VdPids keep;  // the caller adds and removes its own children
  int was_reaper;
} VdReaper;
void vd_reaper_begin(VdReaper *reaper);
void vd_reaper_keep(VdReaper *reaper, pid_t pid);
void vd_reaper_forget(VdReaper *reaper, pid_t pid);
void vd_reaper_sweep(const VdReaper *reaper);  // kills the leftovers
void vd_reaper_end(VdReaper *reaper);

#endif
