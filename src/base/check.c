// How a process ends when it cannot go on: our own bugs, and no memory.
//
// The main process prints a line and exits with 2, "veridiff failed". A worker
// tells its parent through the pipe that would have carried its result, and
// leaves at once: the parent's atexit handlers and stdio buffers are not its
// own to run or flush.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "base/process.h"

// Process-wide because any function may find a bug, and only the process
// knows its role: the pipe to the parent in a worker, -1 in the main process.
static int worker_pipe = -1;

void vd_worker_begin(int pipe) {
  worker_pipe = pipe;
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error
}

void vd_process_leave(int code, const char *text) {
  if (worker_pipe >= 0) {
    vd_fd_write(worker_pipe, text, strlen(text));
    _exit(code);
  }
  fflush(stdout);
  fprintf(stderr, "veridiff: %s\n", text);
  exit(2);
}

void vd_bug(const char *file, int line, const char *what) {
  char text[512];  // no allocation: memory may be what is broken
  snprintf(text, sizeof text, "%s:%d: %s", file, line, what);
  if (worker_pipe < 0) {
    fprintf(stderr, "veridiff: this is a bug in veridiff, please report it\n");
  }
  vd_process_leave(VD_EXIT_BUG, text);
}
