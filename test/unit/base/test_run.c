#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "unit.h"

static VdRun shell(const char *script, const VdBudget *budget) {
  const char *const argv[] = {"sh", "-c", script, NULL};
  VdRun run;
  vd_run(argv, NULL, budget, &run);
  return run;
}

static void output_and_exit_code_are_captured(void **state) {
  (void)state;
  VdRun run = shell("echo out; echo err >&2; exit 3", NULL);
  assert_int_equal(run.status, 3);
  assert_false(run.timeout);
  assert_string_equal(vd_buf_text(&run.out), "out\n");
  assert_string_equal(vd_buf_text(&run.err), "err\n");
  vd_run_done(&run);
  assert_null(run.out.at);
}

static void a_silent_program_has_empty_output(void **state) {
  (void)state;
  VdRun run = shell("true", NULL);
  assert_int_equal(run.status, 0);
  assert_string_equal(vd_buf_text(&run.out), "");
  assert_string_equal(vd_buf_text(&run.err), "");
  vd_run_done(&run);
}

static void much_on_both_streams_does_not_deadlock(void **state) {
  (void)state;
  VdBudget budget = vd_budget_of(60);
  VdRun run = shell(
      "head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero;"
      "head -c 3000000 /dev/zero >&2",
      &budget);
  assert_int_equal(run.status, 0);
  assert_int_equal(run.out.len, 3000000);
  assert_int_equal(run.err.len, 6000000);
  vd_run_done(&run);
}

static void standard_input_is_empty(void **state) {
  (void)state;
  VdRun run = shell("cat; echo end", NULL);
  assert_string_equal(vd_buf_text(&run.out), "end\n");
  vd_run_done(&run);
}

static void a_signal_is_128_and_its_number(void **state) {
  (void)state;
  VdRun run = shell("kill -SEGV $$", NULL);
  assert_int_equal(run.status, 128 + SIGSEGV);
  vd_run_done(&run);
}

static void a_missing_program_says_so(void **state) {
  (void)state;
  const char *const argv[] = {"no-such-program", NULL};
  VdRun run;
  vd_run(argv, NULL, NULL, &run);
  assert_int_equal(run.status, -1);
  assert_string_equal(run.err.at,
                      "cannot run no-such-program: No such file or directory");
  vd_run_done(&run);
}

static void a_file_that_is_no_program_says_so(void **state) {
  (void)state;
  const char *const argv[] = {"/etc/passwd", NULL};
  VdRun run;
  vd_run(argv, NULL, NULL, &run);
  assert_int_equal(run.status, -1);
  assert_string_equal(run.err.at, "cannot run /etc/passwd: Permission denied");
  vd_run_done(&run);
}

static void the_directory_is_entered(void **state) {
  (void)state;
  const char *const argv[] = {"pwd", NULL};
  VdRun run;
  vd_run(argv, "/usr", NULL, &run);
  assert_string_equal(vd_buf_text(&run.out), "/usr\n");
  vd_run_done(&run);
}

static void a_missing_directory_says_so(void **state) {
  (void)state;
  const char *const argv[] = {"pwd", NULL};
  VdRun run;
  vd_run(argv, "/no/such", NULL, &run);
  assert_int_equal(run.status, -1);
  assert_string_equal(run.err.at,
                      "cannot enter /no/such: No such file or directory");
  vd_run_done(&run);
}

static void the_deadline_kills_the_group(void **state) {
  (void)state;
  VdBudget budget = vd_budget_of(0.3);
  double before = vd_now();
  VdRun run = shell("echo $$; sleep 987 & sleep 987", &budget);
  assert_true(vd_now() - before < 3);
  assert_true(run.timeout);
  assert_int_equal(run.status, 128 + SIGKILL);
  pid_t group = (pid_t)atol(vd_buf_text(&run.out));
  assert_true(group > 1);
  assert_int_not_equal(kill(-group, 0), 0);
  vd_run_done(&run);
}

static void a_daemon_is_killed_too(void **state) {
  (void)state;
  VdRun run = shell(
      "f=$(mktemp); setsid sh -c 'echo $$; exec sleep 987' >$f &"
      "until [ -s $f ]; do sleep 0.01; done; cat $f; rm $f",
      NULL);
  pid_t daemon = (pid_t)atol(vd_buf_text(&run.out));
  assert_true(daemon > 1);
  assert_int_not_equal(kill(daemon, 0), 0);
  vd_run_done(&run);
}

static void endless_output_is_stopped(void **state) {
  (void)state;
  VdRun run = shell("exec cat /dev/zero", NULL);
  assert_int_equal(run.status, 128 + SIGKILL);
  assert_false(run.timeout);
  assert_string_equal(vd_buf_text(&run.err),
                      "\nkilled: it printed more than 256 MiB\n");
  vd_run_done(&run);
}

static void a_background_process_does_not_hold_the_end_up(void **state) {
  (void)state;
  double before = vd_now();
  VdRun run = shell("sleep 987 & echo done", NULL);
  assert_true(vd_now() - before < 3);
  assert_int_equal(run.status, 0);
  assert_string_equal(vd_buf_text(&run.out), "done\n");
  vd_run_done(&run);
}

static void closed_streams_are_not_the_end(void **state) {
  (void)state;
  VdRun run = shell("exec >&- 2>&-; sleep 0.3; exit 4", NULL);
  assert_int_equal(run.status, 4);
  vd_run_done(&run);
}

static volatile int cancelled;

static void cancel(int signal_number) {
  (void)signal_number;
  cancelled = 1;
}

static void cancellation_is_not_a_timeout(void **state) {
  (void)state;
  cancelled = 0;
  signal(SIGUSR1, cancel);
  VdBudget budget = {.cancelled = &cancelled};
  double before = vd_now();
  VdRun run = shell("kill -USR1 $PPID; sleep 987", &budget);
  signal(SIGUSR1, SIG_DFL);
  assert_true(vd_now() - before < 3);
  assert_false(run.timeout);
  assert_int_equal(run.status, 128 + SIGKILL);
  vd_run_done(&run);
}

static void the_program_sees_no_other_descriptors(void **state) {
  (void)state;
  int leak = dup(STDOUT_FILENO);  // not marked for closing
  VdRun run = shell("ls /proc/self/fd | wc -l", NULL);
  assert_int_equal(atoi(vd_buf_text(&run.out)), 4);  // 0 to 2, and ls's own
  close(leak);
  vd_run_done(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(output_and_exit_code_are_captured),
      cmocka_unit_test(a_silent_program_has_empty_output),
      cmocka_unit_test(much_on_both_streams_does_not_deadlock),
      cmocka_unit_test(standard_input_is_empty),
      cmocka_unit_test(a_signal_is_128_and_its_number),
      cmocka_unit_test(a_missing_program_says_so),
      cmocka_unit_test(a_file_that_is_no_program_says_so),
      cmocka_unit_test(the_directory_is_entered),
      cmocka_unit_test(a_missing_directory_says_so),
      cmocka_unit_test(the_deadline_kills_the_group),
      cmocka_unit_test(a_daemon_is_killed_too),
      cmocka_unit_test(endless_output_is_stopped),
      cmocka_unit_test(a_background_process_does_not_hold_the_end_up),
      cmocka_unit_test(closed_streams_are_not_the_end),
      cmocka_unit_test(cancellation_is_not_a_timeout),
      cmocka_unit_test(the_program_sees_no_other_descriptors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
