// Running another program and capturing what it prints.
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/limit.h"
#include "base/process.h"

// What a program may print before it is killed. Nothing that veridiff runs
// prints as much, so it would be a program that went wrong.
static const double TICK = 0.1;  // seconds between looks at the clock and ^C

// What a child that could not become the program says through a pipe that a
// successful exec closes.
typedef struct Failure {
  enum { CANNOT_START = 1, CANNOT_ENTER, CANNOT_RUN, CANNOT_CONFINE } step;
  int cause;         // an errno
  const char *what;  // could not be set up; the parent has it there too
} Failure;

// The three pipes: the program's output, its messages, and a Failure.
enum { OUT, ERR, FAILURE, PIPES };

typedef struct Child {
  const VdWall *wall;  // NULL: a program of the user's
  pid_t pid;
  int fd[PIPES];  // read ends; -1 once the stream ended
  VdRun *run;
  const VdBudget *budget;
  VdReaper reaper;
} Child;

static void close_all(int fd[PIPES]) {
  for (int i = 0; i < PIPES; i++) {
    if (fd[i] >= 0) close(fd[i]);
    fd[i] = -1;
  }
}

// ------------------------------------------------------------ in the child

VD_NORETURN static void give_up(int pipe, int step, const char *what) {
  Failure failure = {.step = (unsigned)step, .cause = errno, .what = what};
  vd_fd_write(pipe, &failure, sizeof failure);
  _exit(127);
}

// Libraries open files that they do not mark; a program that held one of our
// pipes open would look as if it still ran.
static void close_on_exec(int first) {
  close_range((unsigned)first, ~0u, CLOSE_RANGE_CLOEXEC);
}

// A stranger's code has nothing to print to but the pipe for its results.
static bool take_streams(const int fd[PIPES], bool is_strange) {
  int null = open("/dev/null", is_strange ? O_RDWR : O_RDONLY);
  int out = is_strange ? null : fd[OUT], err = is_strange ? null : fd[ERR];
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 ||
      dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
    return false;
  return !is_strange || dup2(fd[OUT], VD_RESULT_FD) >= 0;
}

VD_NORETURN static void become(const Child *child, const char *const argv[],
                               const char *directory, const int given[PIPES],
                               pid_t parent) {
  const VdWall *wall = child->wall;
  bool is_strange = wall && wall->confine->kind == VD_CONFINE_RUN;
  int fd[PIPES];
  if (wall && !wall->flags && !is_strange) vd_wall_keep(wall, parent);
  for (int i = 0; i < PIPES; i++) fd[i] = vd_fd_away(given[i]);
  if (!take_streams(fd, is_strange)) give_up(fd[FAILURE], CANNOT_START, NULL);
  close_on_exec(is_strange ? VD_RESULT_FD + 1 : STDERR_FILENO + 1);
  if (wall) {
    const char *what = vd_wall_exec(wall, argv);
    give_up(fd[FAILURE], what ? CANNOT_CONFINE : CANNOT_RUN, what);
  }
  if (directory && chdir(directory) != 0)
    give_up(fd[FAILURE], CANNOT_ENTER, NULL);
  execvp(argv[0], (char *const *)argv);
  give_up(fd[FAILURE], CANNOT_RUN, NULL);
}

// ----------------------------------------------------------- in the parent

static void say_failure(VdRun *run, const Failure *failure, const char *program,
                        const char *directory) {
  const char *cause = strerror(failure->cause);
  run->status = -1;
  switch (failure->step) {
    case CANNOT_START:
      vd_buf_printf(&run->err, "cannot start a process: %s", cause);
      return;
    case CANNOT_ENTER:
      vd_buf_printf(&run->err, "cannot enter %s: %s", directory, cause);
      return;
    case CANNOT_RUN:
      vd_buf_printf(&run->err, "cannot run %s: %s", program, cause);
      return;
    case CANNOT_CONFINE:
      vd_buf_printf(&run->err, "cannot confine %s: %s: %s", program,
                    failure->what, cause);
      return;
  }
}

static bool pipes_new(int reads[PIPES], int writes[PIPES]) {
  for (int i = 0; i < PIPES; i++) reads[i] = writes[i] = -1;
  for (int i = 0; i < PIPES; i++) {
    int fd[2];
    if (!vd_pipe_new(fd)) return false;
    reads[i] = fd[0];
    writes[i] = fd[1];
  }
  return true;
}

static bool start(Child *child, const char *const argv[],
                  const char *directory) {
  int writes[PIPES];
  bool ok = pipes_new(child->fd, writes);
  pid_t parent = getpid();
  if (ok) child->pid = vd_process_fork(child->wall ? child->wall->flags : 0);
  if (ok && child->pid == 0) become(child, argv, directory, writes, parent);
  int cause = errno;
  close_all(writes);
  errno = cause;
  return ok && child->pid > 0;
}

// Waits for the exec; true when it failed.
static bool has_failed(Child *child, Failure *failure) {
  VdBuf text = {0};
  struct pollfd wait = {.fd = child->fd[FAILURE], .events = POLLIN};
  do {
    poll(&wait, 1, -1);
  } while (vd_pipe_drain(child->fd[FAILURE], &text));
  bool failed = text.len == sizeof *failure;
  if (failed) memcpy(failure, text.at, sizeof *failure);
  vd_buf_done(&text);
  return failed;
}

static void read_stream(Child *child, int which, VdBuf *out) {
  if (child->fd[which] < 0 || vd_pipe_drain(child->fd[which], out)) return;
  close(child->fd[which]);
  child->fd[which] = -1;
}

static void read_streams(Child *child) {
  read_stream(child, OUT, &child->run->out);
  read_stream(child, ERR, &child->run->err);
}

static size_t total_output(const Child *child) {
  return child->run->out.len + child->run->err.len;
}

// One wait for output. When both streams have ended there is only the exit to
// wait for, and it is usually near, so those waits start short.
static void wait_for_output(Child *child, double *pause) {
  struct pollfd wait[] = {{.fd = child->fd[OUT], .events = POLLIN},
                          {.fd = child->fd[ERR], .events = POLLIN}};
  bool ended = child->fd[OUT] < 0 && child->fd[ERR] < 0;
  double seconds =
      fmin(ended ? *pause : TICK, vd_budget_seconds(child->budget));
  poll(wait, VD_COUNT(wait), (int)ceil(seconds * 1000));
  if (ended) *pause = fmin(2 * *pause, TICK);
}

static size_t most_output(const Child *child) {
  bool is_strange = child->wall && child->wall->confine->kind == VD_CONFINE_RUN;
  return (size_t)(is_strange ? vd_limit->strange_output
                             : vd_limit->program_output)
         << 20;
}

static void capture(Child *child) {
  const size_t most = most_output(child);
  double pause = 0.001;
  while (!vd_process_has_ended(child->pid)) {
    if (vd_budget_over(child->budget) || total_output(child) > most) return;
    wait_for_output(child, &pause);
    read_streams(child);
  }
}

// Reads what was printed before the end.
static void capture_rest(Child *child) {
  size_t before;
  do {
    before = total_output(child);
    read_streams(child);
  } while (total_output(child) > before);
}

static bool is_cancelled(const VdBudget *budget) {
  return budget->cancelled && *budget->cancelled;
}

static void finish(Child *child) {
  VdRun *run = child->run;
  bool over = vd_budget_over(child->budget);
  bool stopped = !vd_process_has_ended(child->pid);
  int status = vd_process_kill(child->pid);
  vd_reaper_sweep(&child->reaper);  // then nobody prints any more
  capture_rest(child);
  if (WIFEXITED(status)) {
    run->status = WEXITSTATUS(status);
    return;
  }
  run->status = 128 + WTERMSIG(status);
  run->timeout = stopped && over && !is_cancelled(child->budget);
  if (stopped && !over) {
    vd_buf_printf(&run->err, "\nkilled: it printed more than %zu MiB\n",
                  most_output(child) >> 20);
  }
}

static void run_child(Child *child, const char *const argv[],
                      const char *directory) {
  Failure failure;
  vd_reaper_begin(&child->reaper);
  if (!start(child, argv, directory)) {
    failure = (Failure){.step = CANNOT_START, .cause = errno};
    say_failure(child->run, &failure, argv[0], directory);
  } else if (has_failed(child, &failure)) {
    vd_process_kill(child->pid);
    say_failure(child->run, &failure, argv[0], directory);
  } else {
    capture(child);
    finish(child);
  }
  vd_reaper_end(&child->reaper);
  close_all(child->fd);
}

static const VdBudget unlimited;

void vd_run(const char *const argv[], const char *directory,
            const VdBudget *budget, VdRun *run) {
  *run = (VdRun){0};
  Child child = {.run = run, .budget = budget ? budget : &unlimited};
  run_child(&child, argv, directory);
}

void vd_run_confined(const char *const argv[], const VdConfine *confine,
                     const VdBudget *budget, VdRun *run) {
  *run = (VdRun){0};
  VdWall wall;
  const char *why = NULL;
  Child child = {
      .wall = &wall, .run = run, .budget = budget ? budget : &unlimited};
  VdConfine limited = *confine;
  double left = vd_budget_seconds(child.budget);
  if (!limited.seconds && left < 1e6) limited.seconds = left + 1;
  if (vd_wall_init(&wall, &limited, argv[0], &why)) {
    run_child(&child, argv, confine->directory);
  } else {
    run->status = -1;
    vd_buf_printf(&run->err, "cannot run %s: %s", argv[0], why);
  }
  vd_wall_done(&wall);
}

void vd_run_done(VdRun *run) {
  vd_buf_done(&run->out);
  vd_buf_done(&run->err);
  *run = (VdRun){0};
}
