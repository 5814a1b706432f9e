// Work in forked children, a few at a time.
//
// A child sends its result as eight bytes of length and that many bytes, and
// leaves with 0. Only the whole of that is a result: a child that crashed,
// left early or sent anything else is VD_WORK_DIED. The parent believes in a
// child's end when the pipe ends or the process does, whichever it sees first
// (a grandchild may hold the pipe open, so the pipe alone is not enough).
#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/limit.h"
#include "base/process.h"

#ifdef VD_COVERAGE
#include <gcov.h>
#endif

static const double TICK = 0.1;  // seconds between looks at the clock and ^C

typedef struct Worker {
  pid_t pid;  // 0 is a free slot
  int pipe;
  uint32_t index;
  double start;
  VdBudget budget;
  bool closed;           // the pipe ended
  VdWorkStatus stopped;  // why we killed it; VD_WORK_OK: we did not
  VdBuf in;
} Worker;

typedef struct Run {
  const VdPool *pool;
  uint32_t n, next;  // indices from next on have not been started
  Worker *worker;
  struct pollfd *poll;
  uint32_t jobs, live;
  double last_tick;
  VdReaper reaper;  // knows the live workers
} Run;

// ----------------------------------------------------------- in the child

// A library that calls exit() would run the parent's atexit handlers and
// flush the parent's buffers. This handler is the newest, so it runs first.
static void leave_at_once(int code, void *unused) {
  (void)unused;
  _exit(code);
}

static void limit_resource(__rlimit_resource_t what, size_t most) {
  struct rlimit limit;
  if (getrlimit(what, &limit) != 0) return;
  if (most < limit.rlim_max) limit.rlim_max = most;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(what, &limit);
}

static void limit_memory(size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  (void)bytes;  // the sanitizer's shadow alone is terabytes of address space
#else
  if (bytes > 0) limit_resource(RLIMIT_AS, bytes);
#endif
}

static void send_result(int pipe, const VdBuf *out) {
  uint64_t len = out->len;
  if (!vd_fd_write(pipe, &len, sizeof len) ||
      !vd_fd_write(pipe, vd_buf_text(out), out->len)) {
    _exit(1);
  }
}

// _exit writes nothing of what the coverage build counts.
static void keep_counts(void) {
#ifdef VD_COVERAGE
  __gcov_dump();
#endif
}

// Memory that a worker gives back to the system is soon asked for again.
static void keep_memory(void) {
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
}

VD_NORETURN static void be_worker(const Run *run, uint32_t index, int pipe) {
  for (uint32_t i = 0; i < run->jobs; i++) {
    if (run->worker[i].pid) close(run->worker[i].pipe);
  }
  on_exit(leave_at_once, NULL);
  __fpurge(stdout);  // what the parent has not written yet is not ours
  vd_worker_begin(pipe);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  limit_resource(RLIMIT_CORE, 0);  // crashes are expected here
  limit_memory(run->pool->memory);
  keep_memory();
  VdBuf out = {0};
  run->pool->work(run->pool->context, index, &out);
  fflush(stdout);
  keep_counts();
  send_result(pipe, &out);
  _exit(0);
}

// ------------------------------------------------------------- in the parent

static void report(const Run *run, uint32_t index, VdWorkResult *result) {
  if (!run->pool->done) return;
  if (!result->bytes) result->bytes = "";
  run->pool->done(run->pool->context, index, result);
}

static void report_unstarted(Run *run, VdWorkStatus status, const char *why) {
  VdWorkResult result = {.status = status};
  snprintf(result.detail, sizeof result.detail, "%s", why);
  report(run, run->next++, &result);
}

static Worker *free_slot(Run *run) {
  Worker *worker = run->worker;
  while (worker->pid) worker++;
  return worker;
}

// False with errno set when the system has no process or descriptor left.
static bool start_worker(Run *run) {
  int fd[2];
  double start = vd_now();
  if (!vd_pipe_new(fd)) return false;
  pid_t pid = vd_process_fork(0);
  if (pid == 0) be_worker(run, run->next, fd[1]);
  int cause = errno;
  close(fd[1]);
  if (pid < 0) {
    close(fd[0]);
    errno = cause;
    return false;
  }
  const VdPool *pool = run->pool;
  *free_slot(run) =
      (Worker){.pid = pid,
               .pipe = fd[0],
               .index = run->next++,
               .start = start,
               .budget = vd_budget_cut(&pool->budget, pool->seconds),
               .stopped = VD_WORK_OK};
  vd_reaper_keep(&run->reaper, pid);
  run->live++;
  return true;
}

static bool has_whole_result(const Worker *worker) {
  uint64_t len;
  if (worker->in.len < sizeof len) return false;
  memcpy(&len, worker->in.at, sizeof len);
  return len == worker->in.len - sizeof len;
}

static void judge_exit(const Worker *worker, int code, VdWorkResult *result) {
  char *detail = result->detail;
  if (code == VD_EXIT_MEMORY || code == VD_EXIT_BUG) {
    // The worker's last words are what is in the pipe; see check.c.
    result->status = code == VD_EXIT_BUG ? VD_WORK_BUG : VD_WORK_MEMORY;
    snprintf(detail, sizeof result->detail, "%s", vd_buf_text(&worker->in));
  } else if (code != 0) {
    snprintf(detail, sizeof result->detail, "exited with code %d", code);
  } else if (!has_whole_result(worker)) {
    snprintf(detail, sizeof result->detail, "ended without a whole result");
  } else {
    result->status = VD_WORK_OK;
    result->bytes = worker->in.at + sizeof(uint64_t);
    result->len = worker->in.len - sizeof(uint64_t);
  }
}

static void judge(const Worker *worker, int status, VdWorkResult *result) {
  char *detail = result->detail;
  if (WIFEXITED(status)) {
    judge_exit(worker, WEXITSTATUS(status), result);
  } else if (worker->stopped == VD_WORK_TIMEOUT) {
    result->status = VD_WORK_TIMEOUT;
    snprintf(detail, sizeof result->detail, "killed after %.1f seconds",
             result->seconds);
  } else if (worker->stopped == VD_WORK_CANCELLED) {
    result->status = VD_WORK_CANCELLED;
    snprintf(detail, sizeof result->detail, "cancelled");
  } else {
    int signal = WTERMSIG(status);
    snprintf(detail, sizeof result->detail, "killed by signal %d (%s)", signal,
             strsignal(signal));
  }
}

static void read_rest(Worker *worker) {
  size_t before;
  do {
    before = worker->in.len;
    vd_pipe_drain(worker->pipe, &worker->in);
  } while (worker->in.len > before);
}

// The worker has ended, or is to end now. Either way its group is killed
// before it is reaped, while its number is still its own.
static void finish(Run *run, Worker *worker) {
  int status = vd_process_kill(worker->pid);
  vd_reaper_forget(&run->reaper, worker->pid);
  vd_reaper_sweep(&run->reaper);  // then nobody writes to the pipe any more
  read_rest(worker);
  close(worker->pipe);
  VdWorkResult result = {.seconds = vd_now() - worker->start};
  judge(worker, status, &result);
  // The slot is free before the callback, which may take its time.
  Worker ended = *worker;
  *worker = (Worker){0};
  run->live--;
  report(run, ended.index, &result);
  vd_buf_done(&ended.in);
}

static bool is_cancelled(const Run *run) {
  const volatile int *cancelled = run->pool->budget.cancelled;
  return cancelled && *cancelled;
}

static void look_at(Run *run, Worker *worker) {
  if (worker->closed || vd_process_has_ended(worker->pid)) {
    finish(run, worker);
  } else if (is_cancelled(run)) {
    worker->stopped = VD_WORK_CANCELLED;
    finish(run, worker);
  } else if (vd_budget_over(&worker->budget)) {
    worker->stopped = VD_WORK_TIMEOUT;
    finish(run, worker);
  }
}

// Starts what can be started. Being out of processes is no failure while
// there are some of ours that will end.
static void start_workers(Run *run) {
  while (run->next < run->n && run->live < run->jobs) {
    if (is_cancelled(run)) {
      report_unstarted(run, VD_WORK_CANCELLED, "cancelled");
    } else if (vd_budget_over(&run->pool->budget)) {
      report_unstarted(run, VD_WORK_TIMEOUT, "no time was left to start");
    } else if (!start_worker(run)) {
      if (run->live > 0) return;
      char why[120];
      snprintf(why, sizeof why, "no process: %s", strerror(errno));
      report_unstarted(run, VD_WORK_DIED, why);
    }
  }
}

static int wait_milliseconds(const Run *run) {
  double wait = TICK;
  for (uint32_t i = 0; i < run->jobs; i++) {
    if (!run->worker[i].pid) continue;
    wait = fmin(wait, vd_budget_seconds(&run->worker[i].budget));
  }
  return (int)ceil(wait * 1000);
}

static void read_results(Run *run) {
  for (uint32_t i = 0; i < run->jobs; i++) {
    const Worker *worker = &run->worker[i];
    int fd = worker->pid ? worker->pipe : -1;
    run->poll[i] = (struct pollfd){.fd = fd, .events = POLLIN};
  }
  if (poll(run->poll, run->jobs, wait_milliseconds(run)) <= 0) return;
  for (uint32_t i = 0; i < run->jobs; i++) {
    Worker *worker = &run->worker[i];
    if (!run->poll[i].revents) continue;
    worker->closed = !vd_pipe_drain(worker->pipe, &worker->in);
  }
}

static void call_tick(Run *run) {
  double now = vd_now();
  if (!run->pool->tick || now - run->last_tick < TICK) return;
  run->last_tick = now;
  run->pool->tick(run->pool->context);
}

static void run_all(Run *run) {
  for (;;) {
    start_workers(run);
    if (run->live == 0) return;  // then nothing is left to start either
    read_results(run);
    for (uint32_t i = 0; i < run->jobs; i++) {
      if (run->worker[i].pid) look_at(run, &run->worker[i]);
    }
    call_tick(run);
  }
}

static uint32_t job_count(const VdPool *pool, uint32_t n) {
  uint32_t jobs = pool->jobs ? pool->jobs : 1;
  if (jobs > n) jobs = n;
  return jobs < vd_limit->pool_jobs ? jobs : vd_limit->pool_jobs;
}

void vd_pool_run(const VdPool *pool, uint32_t n) {
  if (n == 0) return;
  Run run = {.pool = pool, .n = n, .jobs = job_count(pool, n)};
  run.worker = vd_alloc(run.jobs * sizeof *run.worker);
  run.poll = vd_alloc(run.jobs * sizeof *run.poll);
  run.last_tick = vd_now();
  vd_reaper_begin(&run.reaper);
  run_all(&run);
  vd_reaper_end(&run.reaper);
  vd_free(run.poll);
  vd_free(run.worker);
}

// ---------------------------------------------------------------- in words

void vd_work_say(const VdWorkResult *result, double seconds, size_t memory,
                 const char *who, VdBuf *out) {
  switch (result->status) {
    case VD_WORK_TIMEOUT:
      vd_buf_printf(out, "no answer in %g s", seconds);
      break;
    case VD_WORK_MEMORY:
      vd_buf_printf(out, "memory limit of %zu MB reached", memory >> 20);
      break;
    case VD_WORK_CANCELLED: vd_buf_str(out, "interrupted"); break;
    case VD_WORK_BUG:
      vd_buf_printf(out, "a bug in veridiff, please report it: %s",
                    result->detail);
      break;
    case VD_WORK_DIED:
      vd_buf_printf(out, "%s died: %s", who, result->detail);
      break;
    case VD_WORK_OK:
      vd_buf_printf(out, "%s sent what cannot be read", who);
      break;
  }
}

bool vd_pool_has_read(const VdPool *pool, const VdWorkResult *result,
                      const char *who, const char *path, VdDiags *diags) {
  if (result->status == VD_WORK_OK) return true;
  VdPos pos = {.file = path};
  VdBuf why = {0};
  vd_work_say(result, pool->seconds, pool->memory, who, &why);
  if (result->status == VD_WORK_TIMEOUT)
    vd_diag(diags, VD_ERROR, pos, "reading took more than %g s", pool->seconds);
  else
    vd_diag(diags, VD_ERROR, pos, "not read: %s", why.at);
  vd_buf_done(&why);
  return false;
}
