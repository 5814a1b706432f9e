#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "need.h"

// A folder with a file `in` for one test.
typedef struct Place {
  VdBuf dir;
} Place;

static void place_init(Place *p) {
  *p = (Place){0};
  assert_true(vd_tempdir_new(&p->dir));
}

static const char *file_in(const Place *p, const char *name) {
  static char path[300];
  snprintf(path, sizeof path, "%s/%s", p->dir.at, name);
  return path;
}

static void place_done(Place *p) {
  vd_tempdir_remove(p->dir.at);
  vd_buf_done(&p->dir);
}

static VdRun shell(const char *script, const VdConfine *confine) {
  const char *const argv[] = {"sh", "-c", script, NULL};
  VdBudget budget = vd_budget_of(20);
  VdRun run;
  vd_run_confined(argv, confine, &budget, &run);
  return run;
}

static bool is_there(const Place *p, const char *name) {
  return access(file_in(p, name), F_OK) == 0;
}

static void a_reader_reads_and_prints(void **state) {
  (void)state;
  Place p;
  place_init(&p);
  assert_true(vd_file_write(file_in(&p, "in"), "text\n", 5));
  VdConfine confine = {.kind = VD_CONFINE_READ,
                       .directory = p.dir.at,
                       .source = {file_in(&p, "in")}};
  VdRun run = shell("cat in; echo said >&2; exit 3", &confine);
  assert_string_equal(vd_buf_text(&run.out), "text\n");
  assert_string_equal(vd_buf_text(&run.err), "said\n");
  assert_int_equal(run.status, 3);
  vd_run_done(&run);
  place_done(&p);
}

static void a_reader_makes_no_file(void **state) {
  (void)state;
  Place p;
  place_init(&p);
  assert_true(vd_file_write(file_in(&p, "in"), "text\n", 5));
  VdConfine confine = {.kind = VD_CONFINE_READ, .directory = p.dir.at};
  VdRun run = shell("echo x >out; echo x >>in; rm in; mkdir d", &confine);
  assert_false(is_there(&p, "out"));
  assert_false(is_there(&p, "d"));
  VdBuf text = {0};
  assert_true(vd_file_read(file_in(&p, "in"), 100, &text));
  assert_string_equal(vd_buf_text(&text), "text\n");
  vd_buf_done(&text);
  vd_run_done(&run);
  place_done(&p);
}

// Tries to write in its folder, and beside it.
static void build(Place *p) {
  place_init(p);
  assert_int_equal(mkdir(file_in(p, "build"), 0777), 0);
  char *folder = vd_strdup(file_in(p, "build"));
  VdConfine confine = {
      .kind = VD_CONFINE_BUILD, .directory = p->dir.at, .folder = folder};
  VdRun run = shell("echo x >build/out; echo x >outside", &confine);
  vd_run_done(&run);
  vd_free(folder);
}

static void a_builder_writes_in_its_folder(void **state) {
  (void)state;
  Place p;
  build(&p);
  assert_true(is_there(&p, "build/out"));
  place_done(&p);
}

static void a_builder_writes_nowhere_else(void **state) {
  (void)state;
  Place p;
  need(!vd_confine_missing(), vd_confine_missing());
  build(&p);
  assert_false(is_there(&p, "outside"));
  place_done(&p);
}

static void the_environment_of_a_compiler_is_small(void **state) {
  (void)state;
  setenv("VERIDIFF_STORE_KEY", "a secret of the user", 1);
  VdConfine confine = {.kind = VD_CONFINE_READ};
  VdRun run = shell("echo \"$VERIDIFF_STORE_KEY$HOME$LC_ALL\"", &confine);
  unsetenv("VERIDIFF_STORE_KEY");
  assert_string_equal(vd_buf_text(&run.out), "C\n");
  vd_run_done(&run);
}

static void descriptors_are_closed(void **state) {
  (void)state;
  int fd = dup(STDERR_FILENO);
  char script[64];
  snprintf(script, sizeof script, "echo x >&%d", fd);
  VdConfine confine = {.kind = VD_CONFINE_READ};
  VdRun run = shell(script, &confine);
  assert_int_not_equal(run.status, 0);
  vd_run_done(&run);
  close(fd);
}

static void no_signal_reaches_others(void **state) {
  (void)state;
  char script[64];
  snprintf(script, sizeof script, "kill -9 %ld", (long)getpid());
  VdConfine confine = {.kind = VD_CONFINE_READ};
  VdRun run = shell(script, &confine);
  assert_int_not_equal(run.status, 0);  // and we are still here
  vd_run_done(&run);
}

static void time_on_the_processor_is_limited(void **state) {
  (void)state;
  VdConfine confine = {.kind = VD_CONFINE_READ, .seconds = 1};
  VdRun run = shell("while :; do :; done", &confine);
  assert_false(run.timeout);
  assert_true(run.status > 128);
  vd_run_done(&run);
}

// A shell needs more calls than a stranger's program may make.
static void what_is_not_linked_statically_does_not_run(void **state) {
  (void)state;
  Place p;
  place_init(&p);
  const char *const argv[] = {"/bin/sh", "-c", "echo x >out", NULL};
  VdConfine confine = {.kind = VD_CONFINE_RUN, .directory = p.dir.at};
  VdRun run;
  vd_run_confined(argv, &confine, NULL, &run);
  assert_int_not_equal(run.status, 0);
  assert_int_equal(run.out.len, 0);
  assert_false(is_there(&p, "out"));
  vd_run_done(&run);
  place_done(&p);
}

static void a_program_that_is_not_there_is_said(void **state) {
  (void)state;
  const char *const argv[] = {"/nowhere/at/all", NULL};
  VdConfine confine = {.kind = VD_CONFINE_RUN, .directory = "/"};
  VdRun run;
  vd_run_confined(argv, &confine, NULL, &run);
  assert_int_equal(run.status, -1);
  assert_non_null(strstr(vd_buf_text(&run.err), "No such file"));
  vd_run_done(&run);
}

static void a_killed_run_leaves_a_folder_that_the_next_one_removes(
    void **state) {
  (void)state;
  Place p;
  place_init(&p);
  setenv("TMPDIR", p.dir.at, 1);
  pid_t pid = fork();
  if (pid == 0) {
    VdBuf dir = {0};
    vd_tempdir_begin();
    _exit(vd_tempdir_new(&dir) ? 0 : 1);  // as if killed: nothing is removed
  }
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
  assert_int_not_equal(rmdir(p.dir.at), 0);
  vd_tempdir_begin();
  vd_tempdir_end();
  unsetenv("TMPDIR");
  assert_int_equal(rmdir(p.dir.at), 0);
  vd_buf_done(&p.dir);
}

static void a_folder_in_use_is_not_removed(void **state) {
  (void)state;
  Place p;
  VdBuf dir = {0};
  place_init(&p);
  setenv("TMPDIR", p.dir.at, 1);
  vd_tempdir_begin();
  assert_true(vd_tempdir_new(&dir));
  pid_t pid = fork();
  if (pid == 0) {
    execl("/bin/sh", "sh", "-c", "exit 0", NULL);
    _exit(1);
  }
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(access(dir.at, F_OK), 0);
  vd_tempdir_end();
  assert_int_not_equal(access(dir.at, F_OK), 0);
  unsetenv("TMPDIR");
  vd_buf_done(&dir);
  place_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_reader_reads_and_prints),
      cmocka_unit_test(a_reader_makes_no_file),
      cmocka_unit_test(a_builder_writes_in_its_folder),
      cmocka_unit_test(a_builder_writes_nowhere_else),
      cmocka_unit_test(the_environment_of_a_compiler_is_small),
      cmocka_unit_test(descriptors_are_closed),
      cmocka_unit_test(no_signal_reaches_others),
      cmocka_unit_test(time_on_the_processor_is_limited),
      cmocka_unit_test(what_is_not_linked_statically_does_not_run),
      cmocka_unit_test(a_program_that_is_not_there_is_said),
      cmocka_unit_test(a_killed_run_leaves_a_folder_that_the_next_one_removes),
      cmocka_unit_test(a_folder_in_use_is_not_removed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
