#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "unit.h"

static VdBuf dir;

static int make_dir(void **state) {
  (void)state;
  return vd_tempdir_new(&dir) ? 0 : -1;
}

static int remove_dir(void **state) {
  (void)state;
  vd_tempdir_remove(dir.at);
  vd_buf_done(&dir);
  return 0;
}

// The path of a file in the directory; valid until the next call.
static const char *in_dir(const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", dir.at, name);
  return path;
}

static void what_is_written_is_read(void **state) {
  (void)state;
  VdBuf bytes = {0}, again = {0};
  for (int i = 0; i < 100000; i++) vd_buf_printf(&bytes, "%d%c", i, 0);
  assert_true(vd_file_write(in_dir("f"), bytes.at, bytes.len));
  assert_true(vd_file_read(in_dir("f"), SIZE_MAX, &again));
  assert_int_equal(again.len, bytes.len);
  assert_memory_equal(again.at, bytes.at, bytes.len);
  vd_buf_done(&bytes);
  vd_buf_done(&again);
}

static void reading_adds_to_the_buffer(void **state) {
  (void)state;
  VdBuf buf = {0};
  vd_buf_str(&buf, "<");
  assert_true(vd_file_write(in_dir("f"), "abc", 3));
  assert_true(vd_file_read(in_dir("f"), 3, &buf));
  assert_string_equal(buf.at, "<abc");
  vd_buf_done(&buf);
}

static void a_file_above_the_limit_is_refused(void **state) {
  (void)state;
  VdBuf buf = {0};
  vd_buf_str(&buf, "<");
  assert_true(vd_file_write(in_dir("f"), "abc", 3));
  assert_false(vd_file_read(in_dir("f"), 2, &buf));
  assert_int_equal(errno, EFBIG);
  assert_string_equal(buf.at, "<");
  vd_buf_done(&buf);
}

static void missing_files_and_directories_are_errors(void **state) {
  (void)state;
  VdBuf buf = {0};
  assert_false(vd_file_read(in_dir("none"), 10, &buf));
  assert_int_equal(errno, ENOENT);
  assert_false(vd_file_read(dir.at, 10, &buf));
  assert_int_equal(errno, EISDIR);
  assert_false(vd_file_write(dir.at, "x", 1));
  assert_int_equal(errno, EISDIR);
  assert_false(vd_file_write(in_dir("no/such/folder"), "x", 1));
  assert_int_equal(errno, ENOENT);
}

static void writing_leaves_no_temporary(void **state) {
  (void)state;
  assert_true(vd_file_write(in_dir("f"), "new", 3));
  assert_int_equal(unlink(in_dir("f")), 0);
  assert_int_equal(rmdir(dir.at), 0);  // so the directory was empty
  assert_int_equal(mkdir(dir.at, 0700), 0);
}

static void writing_keeps_the_mode_of_the_old_file(void **state) {
  (void)state;
  struct stat st;
  assert_true(vd_file_write(in_dir("f"), "old", 3));
  assert_int_equal(chmod(in_dir("f"), 0751), 0);
  assert_true(vd_file_write(in_dir("f"), "new", 3));
  assert_int_equal(stat(in_dir("f"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0751);
}

static void a_new_file_follows_the_umask(void **state) {
  (void)state;
  struct stat st;
  mode_t old = umask(027);
  assert_true(vd_file_write(in_dir("masked"), "x", 1));
  umask(old);
  assert_int_equal(stat(in_dir("masked"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0640);
}

static void devices_are_written_in_place(void **state) {
  (void)state;
  struct stat st;
  assert_true(vd_file_write("/dev/null", "x", 1));
  assert_int_equal(stat("/dev/null", &st), 0);
  assert_true(S_ISCHR(st.st_mode));
}

static void directories_are_made_with_those_above(void **state) {
  (void)state;
  struct stat st;
  assert_true(vd_directory_make(in_dir("a/b/c")));
  assert_int_equal(stat(in_dir("a/b/c"), &st), 0);
  assert_true(S_ISDIR(st.st_mode));
  assert_true(vd_directory_make(in_dir("a/b/c/")));
  assert_true(vd_directory_make("/"));
  assert_true(vd_file_write(in_dir("f"), "x", 1));
  assert_false(vd_directory_make(in_dir("f")));
  assert_int_equal(errno, ENOTDIR);
  assert_false(vd_directory_make(in_dir("f/g")));
  assert_int_equal(errno, ENOTDIR);
  assert_false(vd_directory_make(""));
  assert_int_equal(errno, ENOENT);
}

static void a_private_file_is_made_only_where_there_is_none(void **state) {
  (void)state;
  struct stat st;
  VdBuf text = {0};
  assert_true(vd_directory_make_private(in_dir("a/b")));
  assert_int_equal(stat(in_dir("a"), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0700);
  assert_true(vd_file_create_private(in_dir("a/b/f"), "abc", 3));
  assert_int_equal(stat(in_dir("a/b/f"), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0600);
  assert_int_equal(st.st_nlink, 1);
  assert_false(vd_file_create_private(in_dir("a/b/f"), "other", 5));
  assert_int_equal(errno, EEXIST);
  assert_true(vd_file_read(in_dir("a/b/f"), 3, &text));
  assert_string_equal(text.at, "abc");
  assert_int_equal(unlink(in_dir("a/b/f")), 0);
  assert_int_equal(rmdir(in_dir("a/b")), 0);  // no temporary is left
  assert_false(vd_file_create_private(in_dir("a/b/f"), "abc", 3));
  assert_int_equal(errno, ENOENT);
  vd_buf_done(&text);
}

static void temporary_directories_are_private_and_fresh(void **state) {
  (void)state;
  VdBuf other = {0};
  struct stat st;
  assert_true(vd_tempdir_new(&other));
  assert_string_not_equal(other.at, dir.at);
  assert_int_equal(stat(other.at, &st), 0);
  assert_int_equal(st.st_mode & 07777, 0700);
  vd_tempdir_remove(other.at);
  vd_buf_done(&other);
}

static void removal_takes_everything_but_what_links_point_to(void **state) {
  (void)state;
  VdBuf other = {0};
  char path[512];
  assert_true(vd_tempdir_new(&other));
  assert_true(vd_file_write(in_dir("kept"), "x", 1));
  snprintf(path, sizeof path, "%s/a", other.at);
  assert_int_equal(mkdir(path, 0700), 0);
  snprintf(path, sizeof path, "%s/a/link", other.at);
  assert_int_equal(symlink(dir.at, path), 0);
  vd_tempdir_remove(other.at);
  assert_int_not_equal(access(other.at, F_OK), 0);
  assert_int_equal(access(in_dir("kept"), F_OK), 0);
  vd_buf_done(&other);
}

static void tmpdir_is_respected(void **state) {
  (void)state;
  VdBuf other = {0};
  const char *before = getenv("TMPDIR");
  char *saved = before ? vd_strdup(before) : NULL;
  setenv("TMPDIR", dir.at, 1);
  assert_true(vd_tempdir_new(&other));
  assert_memory_equal(other.at, dir.at, dir.len);
  setenv("TMPDIR", "/no/such/place", 1);
  assert_false(vd_tempdir_new(&other));
  assert_int_equal(errno, ENOENT);
  if (saved) setenv("TMPDIR", saved, 1);
  if (!saved) unsetenv("TMPDIR");
  vd_free(saved);
  vd_buf_done(&other);
}

#define IN_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_DIR(what_is_written_is_read),
      IN_DIR(reading_adds_to_the_buffer),
      IN_DIR(a_file_above_the_limit_is_refused),
      IN_DIR(missing_files_and_directories_are_errors),
      IN_DIR(writing_leaves_no_temporary),
      IN_DIR(writing_keeps_the_mode_of_the_old_file),
      IN_DIR(a_new_file_follows_the_umask),
      IN_DIR(devices_are_written_in_place),
      IN_DIR(directories_are_made_with_those_above),
      IN_DIR(a_private_file_is_made_only_where_there_is_none),
      IN_DIR(temporary_directories_are_private_and_fresh),
      IN_DIR(removal_takes_everything_but_what_links_point_to),
      IN_DIR(tmpdir_is_respected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
