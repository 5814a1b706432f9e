#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "unit.h"

// What the tests see of a run: the results by index, and a page that parent
// and children share.
enum { MAX_WORK = 300 };
typedef struct Seen {
  VdWorkResult result[MAX_WORK];
  char text[MAX_WORK][64];
  uint32_t count;
  uint32_t ticks;
  struct Shared {
    volatile pid_t pid[16];
    volatile int runs;
  } *shared;
} Seen;

static Seen seen;

static void note(void *context, uint32_t index, const VdWorkResult *result) {
  Seen *s = context;
  assert_true(index < MAX_WORK);
  s->result[index] = *result;
  snprintf(s->text[index], sizeof s->text[index], "%.*s", (int)result->len,
           result->bytes);
  s->count++;
}

static void count_tick(void *context) {
  ((Seen *)context)->ticks++;
}

static int setup(void **state) {
  (void)state;
  seen = (Seen){0};
  seen.shared = mmap(NULL, sizeof *seen.shared, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return seen.shared == MAP_FAILED ? -1 : 0;
}

static int teardown(void **state) {
  (void)state;
  return munmap(seen.shared, sizeof *seen.shared);
}

static VdPool pool_of(void (*work)(void *, uint32_t, VdBuf *)) {
  return (VdPool){.jobs = 2, .work = work, .done = note, .context = &seen};
}

static void run_one(void (*work)(void *, uint32_t, VdBuf *)) {
  VdPool pool = pool_of(work);
  vd_pool_run(&pool, 1);
  assert_int_equal(seen.count, 1);
}

static void assert_died(VdWorkStatus status, const char *detail) {
  assert_int_equal(seen.result[0].status, status);
  assert_string_equal(seen.result[0].detail, detail);
  assert_int_equal(seen.result[0].len, 0);
}

// Whether pid is gone within a second; a zombie of a foreign parent counts.
static bool is_gone(pid_t pid) {
  for (int i = 0; i < 100; i++) {
    if (kill(pid, 0) != 0 && errno == ESRCH) return true;
    usleep(10000);
  }
  return false;
}

// ------------------------------------------------------------- good workers

static void say_square(void *context, uint32_t index, VdBuf *out) {
  (void)context;
  vd_buf_printf(out, "%u", index * index);
}

static void every_index_is_done_once(void **state) {
  (void)state;
  VdPool pool = pool_of(say_square);
  pool.jobs = 8;
  vd_pool_run(&pool, MAX_WORK);
  assert_int_equal(seen.count, MAX_WORK);
  for (uint32_t i = 0; i < MAX_WORK; i++) {
    assert_int_equal(seen.result[i].status, VD_WORK_OK);
    assert_int_equal(atoi(seen.text[i]), i * i);
    assert_string_equal(seen.result[i].detail, "");
  }
}

static void no_work_and_no_jobs_are_fine(void **state) {
  (void)state;
  VdPool pool = pool_of(say_square);
  vd_pool_run(&pool, 0);
  assert_int_equal(seen.count, 0);
  pool.jobs = 0;
  vd_pool_run(&pool, 3);
  assert_int_equal(seen.count, 3);
  assert_string_equal(seen.text[2], "4");
}

static void say_nothing(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index, (void)out;
}

static void an_empty_result_is_a_result(void **state) {
  (void)state;
  run_one(say_nothing);
  assert_int_equal(seen.result[0].status, VD_WORK_OK);
  assert_int_equal(seen.result[0].len, 0);
}

static void say_much(void *context, uint32_t index, VdBuf *out) {
  (void)context;
  for (uint32_t i = 0; i < 1000000; i++) vd_buf_printf(out, "%07u", i + index);
}

static void check_much(void *context, uint32_t index,
                       const VdWorkResult *result) {
  Seen *s = context;
  VdBuf want = {0};
  say_much(NULL, index, &want);
  assert_int_equal(result->status, VD_WORK_OK);
  assert_int_equal(result->len, want.len);
  assert_memory_equal(result->bytes, want.at, want.len);
  vd_buf_done(&want);
  s->count++;
}

static void large_results_arrive_whole(void **state) {
  (void)state;
  VdPool pool = pool_of(say_much);
  pool.done = check_much;
  vd_pool_run(&pool, 3);
  assert_int_equal(seen.count, 3);
}

static void sleep_a_little(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index, (void)out;
  usleep(350000);
}

static void tick_comes_about_ten_times_a_second(void **state) {
  (void)state;
  VdPool pool = pool_of(sleep_a_little);
  pool.tick = count_tick;
  vd_pool_run(&pool, 2);
  assert_in_range(seen.ticks, 1, 10);
  assert_true(seen.result[0].seconds >= 0.35);
}

// ----------------------------------------------------------- dying workers

static void crash(void *context, uint32_t index, VdBuf *out) {
  (void)context;
  vd_buf_str(out, "not to be seen");
  if (index % 2 == 0) raise(SIGSEGV);
}

static void a_crash_costs_one_result(void **state) {
  (void)state;
  VdPool pool = pool_of(crash);
  vd_pool_run(&pool, 5);
  assert_died(VD_WORK_DIED, "killed by signal 11 (Segmentation fault)");
  assert_int_equal(seen.result[1].status, VD_WORK_OK);
  assert_int_equal(seen.result[2].status, VD_WORK_DIED);
  assert_int_equal(seen.count, 5);
}

static void hang(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index, (void)out;
  for (;;) pause();
}

static void a_hang_ends_at_the_deadline(void **state) {
  (void)state;
  VdPool pool = pool_of(hang);
  pool.seconds = 0.2;
  double before = vd_now();
  vd_pool_run(&pool, 2);
  assert_true(vd_now() - before < 2);
  assert_int_equal(seen.result[0].status, VD_WORK_TIMEOUT);
  assert_string_equal(seen.result[0].detail, "killed after 0.2 seconds");
  assert_int_equal(seen.result[1].status, VD_WORK_TIMEOUT);
}

static void the_deadline_of_the_run_ends_all(void **state) {
  (void)state;
  VdPool pool = pool_of(hang);
  pool.budget = vd_budget_of(0.2);
  pool.seconds = 100;
  vd_pool_run(&pool, 5);
  assert_int_equal(seen.count, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(seen.result[i].status, VD_WORK_TIMEOUT);
  }
  assert_string_equal(seen.result[4].detail, "no time was left to start");
}

static void ignore_signals(void *context, uint32_t index, VdBuf *out) {
  signal(SIGTERM, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  hang(context, index, out);
}

static void ignoring_signals_does_not_help(void **state) {
  (void)state;
  VdPool pool = pool_of(ignore_signals);
  pool.seconds = 0.1;
  vd_pool_run(&pool, 1);
  assert_int_equal(seen.result[0].status, VD_WORK_TIMEOUT);
}

// Under the address sanitizer there is no limit on the address space.
#ifndef __SANITIZE_ADDRESS__
static void eat_memory(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index;
  for (;;) memset(vd_alloc(1 << 20), 1, 1 << 20);
  (void)out;
}

static void the_memory_limit_holds(void **state) {
  (void)state;
  VdPool pool = pool_of(eat_memory);
  pool.memory = 512u << 20;
  vd_pool_run(&pool, 1);
  assert_died(VD_WORK_MEMORY, "out of memory: no room for 1048576 bytes");
}
#endif

static void find_a_bug(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)out;
  VD_CHECK(index == 1);
}

static void a_failed_check_says_where(void **state) {
  (void)state;
  run_one(find_a_bug);
  assert_int_equal(seen.result[0].status, VD_WORK_BUG);
  const char *detail = seen.result[0].detail;
  assert_non_null(strstr(detail, "test_pool.c:"));
  assert_non_null(strstr(detail, "check failed: index == 1"));
}

static void leave_early(void *context, uint32_t index, VdBuf *out) {
  (void)context;
  vd_buf_str(out, "lost");
  _exit(index == 0 ? 0 : 5);
}

static void leaving_without_a_result_is_dying(void **state) {
  (void)state;
  VdPool pool = pool_of(leave_early);
  vd_pool_run(&pool, 2);
  assert_died(VD_WORK_DIED, "ended without a whole result");
  assert_int_equal(seen.result[1].status, VD_WORK_DIED);
  assert_string_equal(seen.result[1].detail, "exited with code 5");
}

// Only pipes: what a library could write to by mistake, and the result pipe.
static void write_to_pipes(const char *bytes, size_t n) {
  for (int fd = 3; fd < 64; fd++) {
    if (fcntl(fd, F_GETFD) < 0 || lseek(fd, 0, SEEK_CUR) >= 0) continue;
    if (write(fd, bytes, n) < 0) continue;
  }
}

static void send_garbage(void *context, uint32_t index, VdBuf *out) {
  static const uint64_t announced[] = {3, 100, UINT64_MAX, 0};
  (void)context;
  if (index == 4) {
    write_to_pipes("xyz", 3);
    vd_buf_str(out, "more");
    return;
  }
  write_to_pipes((const char *)&announced[index], sizeof announced[index]);
  write_to_pipes("four", 4);
  _exit(0);
}

static void garbage_is_never_a_result(void **state) {
  (void)state;
  VdPool pool = pool_of(send_garbage);
  pool.seconds = 20;
  vd_pool_run(&pool, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(seen.result[i].status, VD_WORK_DIED);
    assert_string_equal(seen.result[i].detail, "ended without a whole result");
  }
}

static void close_everything(void *context, uint32_t index, VdBuf *out) {
  for (int fd = 3; fd < 64; fd++) close(fd);
  hang(context, index, out);
}

static void closing_the_pipe_is_dying(void **state) {
  (void)state;
  run_one(close_everything);
  assert_int_equal(seen.result[0].status, VD_WORK_DIED);
}

// ---------------------------------------------------- leaving nothing behind

static volatile int cancelled;

static void cancel(int signal_number) {
  (void)signal_number;
  cancelled = 1;
}

static void interrupt_parent(void *context, uint32_t index, VdBuf *out) {
  if (index == 1) kill(getppid(), SIGUSR1);
  hang(context, index, out);
}

static void cancellation_stops_all(void **state) {
  (void)state;
  cancelled = 0;
  signal(SIGUSR1, cancel);
  VdPool pool = pool_of(interrupt_parent);
  pool.budget.cancelled = &cancelled;
  double before = vd_now();
  vd_pool_run(&pool, 6);
  signal(SIGUSR1, SIG_DFL);
  assert_true(vd_now() - before < 2);
  assert_int_equal(seen.count, 6);
  for (int i = 0; i < 6; i++) {
    assert_int_equal(seen.result[i].status, VD_WORK_CANCELLED);
  }
}

// Index 0 leaves a child in its group, 1 one in a session of its own, 2 one
// whose parent is dead already.
static void leave_a_child(void *context, uint32_t index, VdBuf *out) {
  Seen *s = context;
  vd_buf_str(out, "done");
  if (index == 2 && fork() != 0) {
    while (!s->shared->pid[index]) usleep(1000);
    return;
  }
  pid_t pid = fork();
  if (pid == 0) {
    if (index > 0) setsid();
    hang(context, index, out);
  }
  s->shared->pid[index] = pid;
  if (index == 2) _exit(0);
}

static void grandchildren_are_killed(void **state) {
  (void)state;
  VdPool pool = pool_of(leave_a_child);
  double before = vd_now();
  vd_pool_run(&pool, 3);
  assert_true(vd_now() - before < 5);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(seen.result[i].status, VD_WORK_OK);
    assert_true(seen.shared->pid[i] > 0);
    assert_true(is_gone(seen.shared->pid[i]));
  }
}

static void children_that_were_there_before_are_kept(void **state) {
  (void)state;
  pid_t pid = fork();
  if (pid == 0) hang(NULL, 0, NULL);
  run_one(say_square);
  assert_int_equal(kill(pid, 0), 0);
  assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
  kill(pid, SIGKILL);
  assert_int_equal(waitpid(pid, NULL, 0), pid);
}

// The program's own child is two groups away from the worker.
static void run_a_program_that_hangs(void *context, uint32_t index,
                                     VdBuf *out) {
  const char *const argv[] = {"sh", "-c", "echo $$ > f; sleep 987 & wait",
                              NULL};
  VdRun run;
  (void)index, (void)out;
  vd_run(argv, context, NULL, &run);
}

static void nothing_runs_after_a_killed_worker(void **state) {
  (void)state;
  VdBuf dir = {0}, text = {0}, path = {0};
  assert_true(vd_tempdir_new(&dir));
  VdPool pool = {.work = run_a_program_that_hangs, .seconds = 0.5};
  pool.context = dir.at;
  vd_pool_run(&pool, 1);
  vd_buf_printf(&path, "%s/f", dir.at);
  assert_true(vd_file_read(path.at, 100, &text));
  pid_t shell = (pid_t)atol(text.at);
  assert_true(shell > 0);
  assert_true(is_gone(shell));
  assert_true(is_gone(-shell));  // its group too
  vd_tempdir_remove(dir.at);
  vd_buf_done(&dir);
  vd_buf_done(&path);
  vd_buf_done(&text);
}

// ------------------------------------------------------------------ nesting

static void add_up(void *context, uint32_t index, const VdWorkResult *result) {
  (void)index;
  if (result->status == VD_WORK_OK) *(int *)context += atoi(result->bytes);
}

static void run_inner_pool(void *context, uint32_t index, VdBuf *out) {
  int sum = 0;
  (void)context;
  VdPool pool = {.jobs = 3, .work = say_square, .done = add_up};
  pool.context = &sum;
  vd_pool_run(&pool, 4 + index);
  vd_buf_printf(out, "%d", sum);
}

static void a_worker_may_use_a_pool(void **state) {
  (void)state;
  VdPool pool = pool_of(run_inner_pool);
  vd_pool_run(&pool, 3);
  assert_string_equal(seen.text[0], "14");
  assert_string_equal(seen.text[1], "30");
  assert_string_equal(seen.text[2], "55");
}

static void note_and_hang(void *context, uint32_t index, VdBuf *out) {
  Seen *s = context;
  s->shared->pid[index] = getpid();
  hang(context, index, out);
}

static void run_hanging_pool(void *context, uint32_t index, VdBuf *out) {
  (void)index, (void)out;
  VdPool pool = {.jobs = 3, .work = note_and_hang, .context = context};
  vd_pool_run(&pool, 3);
}

static void inner_workers_die_with_the_outer_one(void **state) {
  (void)state;
  VdPool pool = pool_of(run_hanging_pool);
  pool.seconds = 0.5;
  vd_pool_run(&pool, 1);
  assert_int_equal(seen.result[0].status, VD_WORK_TIMEOUT);
  for (int i = 0; i < 3; i++) {
    assert_true(seen.shared->pid[i] > 0);
    assert_true(is_gone(seen.shared->pid[i]));
  }
}

// --------------------------------------------- what belongs to the parent

static void count_exit(void) {
  seen.shared->runs++;
}

static void call_exit(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)out;
  exit(index == 0 ? 3 : 0);
}

// In a process of its own, because it registers an exit handler.
static void a_worker_that_exits_runs_no_handlers_of_the_parent(void **state) {
  (void)state;
  pid_t pid = fork();
  if (pid == 0) {
    atexit(count_exit);
    VdPool pool = pool_of(call_exit);
    vd_pool_run(&pool, 2);
    bool ok = seen.shared->runs == 0 &&
              strcmp(seen.result[0].detail, "exited with code 3") == 0 &&
              seen.result[1].status == VD_WORK_DIED;
    _exit(ok ? 0 : 1);
  }
  int status = -1;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
}

static void print_something(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)out;
  printf("child%u;", index);
}

static void print_in_pool(void) {
  setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("parent;");  // still in the buffer when the workers start
  VdPool pool = {.work = print_something};
  vd_pool_run(&pool, 2);
}

static void what_the_parent_has_buffered_is_written_once(void **state) {
  (void)state;
  int fd[2];
  char text[100] = "";
  assert_int_equal(pipe(fd), 0);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(fd[1], STDOUT_FILENO);
    stdout = fdopen(STDOUT_FILENO, "w");  // without what cmocka had buffered
    print_in_pool();
    fflush(stdout);
    _exit(0);
  }
  close(fd[1]);
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  assert_true(read(fd[0], text, sizeof text - 1) > 0);
  close(fd[0]);
  assert_string_equal(text, "child0;child1;parent;");
}

static void block_and_check(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index;
  struct sigaction action;
  sigset_t mask;
  sigprocmask(SIG_SETMASK, NULL, &mask);
  sigaction(SIGUSR1, NULL, &action);
  bool ok = action.sa_handler == SIG_DFL && !sigismember(&mask, SIGUSR2) &&
            getpgrp() == getpid();
  vd_buf_str(out, ok ? "fresh" : "stale");
}

static void a_worker_starts_with_fresh_signals_and_group(void **state) {
  (void)state;
  sigset_t mask, old;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR2);
  sigprocmask(SIG_BLOCK, &mask, &old);
  signal(SIGUSR1, cancel);
  run_one(block_and_check);
  signal(SIGUSR1, SIG_DFL);
  sigprocmask(SIG_SETMASK, &old, NULL);
  assert_string_equal(seen.text[0], "fresh");
}

static void an_ignored_sigchld_does_not_hide_the_end(void **state) {
  (void)state;
  signal(SIGCHLD, SIG_IGN);
  VdPool pool = pool_of(leave_early);
  vd_pool_run(&pool, 2);
  signal(SIGCHLD, SIG_DFL);
  assert_string_equal(seen.result[1].detail, "exited with code 5");
}

static void assert_said(VdWorkStatus status, const char *said,
                        const char *shown) {
  VdBuf text = {0}, list = {0};
  VdDiags diags = {0};
  VdPool pool = {.seconds = 1.5, .memory = (size_t)64 << 20};
  VdWorkResult result = {.status = status, .detail = "details"};
  vd_work_say(&result, pool.seconds, pool.memory, "the solver", &text);
  assert_string_equal(text.at, said);
  assert_false(vd_pool_has_read(&pool, &result, "LLVM", "a.c", &diags));
  vd_diags_print(&diags, &list);
  assert_string_equal(list.at, shown);
  vd_diags_done(&diags);
  vd_buf_done(&text);
  vd_buf_done(&list);
}

static void what_became_of_work_is_said(void **state) {
  (void)state;
  assert_said(VD_WORK_TIMEOUT, "no answer in 1.5 s",
              "a.c: error: reading took more than 1.5 s\n");
  assert_said(VD_WORK_MEMORY, "memory limit of 64 MB reached",
              "a.c: error: not read: memory limit of 64 MB reached\n");
  assert_said(VD_WORK_CANCELLED, "interrupted",
              "a.c: error: not read: interrupted\n");
  assert_said(VD_WORK_BUG, "a bug in veridiff, please report it: details",
              "a.c: error: not read: a bug in veridiff, please report it: "
              "details\n");
  assert_said(VD_WORK_DIED, "the solver died: details",
              "a.c: error: not read: LLVM died: details\n");
  VdDiags none = {0};
  VdWorkResult good = {.status = VD_WORK_OK};
  assert_true(vd_pool_has_read(&(VdPool){0}, &good, "LLVM", "a.c", &none));
  assert_int_equal(none.list.len, 0);
}

#define POOL(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      POOL(every_index_is_done_once),
      POOL(no_work_and_no_jobs_are_fine),
      POOL(an_empty_result_is_a_result),
      POOL(large_results_arrive_whole),
      POOL(tick_comes_about_ten_times_a_second),
      POOL(a_crash_costs_one_result),
      POOL(a_hang_ends_at_the_deadline),
      POOL(the_deadline_of_the_run_ends_all),
      POOL(ignoring_signals_does_not_help),
#ifndef __SANITIZE_ADDRESS__
      POOL(the_memory_limit_holds),
#endif
      POOL(a_failed_check_says_where),
      POOL(leaving_without_a_result_is_dying),
      POOL(garbage_is_never_a_result),
      POOL(closing_the_pipe_is_dying),
      POOL(cancellation_stops_all),
      POOL(grandchildren_are_killed),
      POOL(children_that_were_there_before_are_kept),
      POOL(nothing_runs_after_a_killed_worker),
      POOL(a_worker_may_use_a_pool),
      POOL(inner_workers_die_with_the_outer_one),
      POOL(a_worker_that_exits_runs_no_handlers_of_the_parent),
      POOL(what_the_parent_has_buffered_is_written_once),
      POOL(a_worker_starts_with_fresh_signals_and_group),
      POOL(an_ignored_sigchld_does_not_hide_the_end),
      POOL(what_became_of_work_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
