// How processes end: the main process by exit(2) with a message, a worker by
// its own codes, at whichever allocation memory runs out.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "unit.h"

// Runs what in a forked child that is no worker; what it printed goes to err.
static int end_of(void (*what)(void), VdBuf *err) {
  int fd[2];
  char text[1000];
  assert_int_equal(pipe(fd), 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(fd[1], STDERR_FILENO);
    what();
    _exit(99);
  }
  close(fd[1]);
  ssize_t n;
  while ((n = read(fd[0], text, sizeof text)) > 0) {
    vd_buf_add(err, text, (size_t)n);
  }
  close(fd[0]);
  int status = 0;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void fail_check(void) {
  VD_CHECK(1 + 1 == 3);
}

static void a_bug_in_the_main_process_is_printed(void **state) {
  (void)state;
  VdBuf err = {0};
  assert_int_equal(end_of(fail_check, &err), 2);
  assert_non_null(strstr(vd_buf_text(&err), "please report it"));
  assert_non_null(strstr(err.at, "test_check.c:"));
  assert_non_null(strstr(err.at, "check failed: 1 + 1 == 3\n"));
  vd_buf_done(&err);
}

static void run_out_of_memory(void) {
  vd_alloc_fail_at(1);
  vd_alloc(12);
}

static void no_memory_in_the_main_process_is_printed(void **state) {
  (void)state;
  VdBuf err = {0};
  assert_int_equal(end_of(run_out_of_memory, &err), 2);
  assert_string_equal(vd_buf_text(&err),
                      "veridiff: out of memory: no room for 12 bytes\n");
  vd_buf_done(&err);
}

static void return_from_handler(size_t bytes) {
  (void)bytes;
}

static void run_out_with_a_bad_handler(void) {
  vd_alloc_on_failure(return_from_handler);
  run_out_of_memory();
}

static void a_handler_that_returns_is_a_bug(void **state) {
  (void)state;
  VdBuf err = {0};
  assert_int_equal(end_of(run_out_with_a_bad_handler, &err), 2);
  assert_non_null(strstr(vd_buf_text(&err), "handler returned"));
  vd_buf_done(&err);
}

// -------------------------------------------- failing the n-th allocation

static void collect_names(VdBuf *out) {
  VdNames names = {0};
  VdMap map = {0};
  char text[32];
  for (int i = 0; i < 500; i++) {
    size_t n = (size_t)snprintf(text, sizeof text, "n%d", i % 333);
    *vd_map_put(&map, vd_name_put(&names, text, n)) += 1;
  }
  vd_buf_printf(out, "%u %u ", names.text.len, map.len);
  vd_names_done(&names);
  vd_map_done(&map);
}

static void complain(VdBuf *out) {
  VdDiags diags = {0};
  for (uint32_t i = 0; i < 50; i++) {
    vd_diag(&diags, VD_ERROR, (VdPos){"f", i, 0}, "number %u", i);
  }
  vd_diags_print(&diags, out);
  vd_diags_done(&diags);
}

static void sample_work(void *context, uint32_t index, VdBuf *out) {
  (void)context;
  vd_alloc_fail_at(index);  // 0: none
  collect_names(out);
  complain(out);
  VdDigest digest = vd_digest_of(out->at, out->len);
  char hex[65];
  vd_digest_hex(&digest, hex);
  out->len = 0;
  vd_buf_str(out, hex);
  vd_alloc_fail_at(0);
}

typedef struct Outcome {
  uint32_t ok, memory, other, last_memory;
  char text[65];
  bool same;
} Outcome;

static void note(void *context, uint32_t index, const VdWorkResult *result) {
  Outcome *outcome = context;
  if (result->status == VD_WORK_MEMORY) {
    outcome->memory++;
    if (index > outcome->last_memory) outcome->last_memory = index;
  } else if (result->status == VD_WORK_OK) {
    if (!outcome->ok) memcpy(outcome->text, result->bytes, result->len);
    if (strcmp(outcome->text, result->bytes) != 0) outcome->same = false;
    outcome->ok++;
  } else {
    outcome->other++;
  }
}

static void every_failed_allocation_is_reported_as_such(void **state) {
  (void)state;
  enum { N = 120 };
  Outcome outcome = {.same = true};
  VdPool pool = {
      .jobs = 2, .work = sample_work, .done = note, .context = &outcome};
  vd_pool_run(&pool, N);
  assert_int_equal(outcome.other, 0);
  assert_int_equal(outcome.ok + outcome.memory, N);
  assert_true(outcome.memory > 20);
  assert_int_equal(outcome.last_memory, outcome.memory);  // each up to there
  assert_true(outcome.ok > 1);  // so the end of the work was reached
  assert_true(outcome.same);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bug_in_the_main_process_is_printed),
      cmocka_unit_test(no_memory_in_the_main_process_is_printed),
      cmocka_unit_test(a_handler_that_returns_is_a_bug),
      cmocka_unit_test(every_failed_allocation_is_reported_as_such),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
