#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "unit.h"

static VdBuf dir;
static char roots[2][1024];

static int make_dir(void **state) {
  (void)state;
  if (!vd_tempdir_new(&dir)) return -1;
  snprintf(roots[0], sizeof roots[0], "%s/old", dir.at);
  snprintf(roots[1], sizeof roots[1], "%s/new", dir.at);
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  vd_tempdir_remove(dir.at);
  vd_buf_done(&dir);
  return 0;
}

static const char *in_dir(const char *name) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", dir.at, name);
  return path;
}

static void add_file(const char *name) {
  char folder[1024];
  snprintf(folder, sizeof folder, "%s", in_dir(name));
  *strrchr(folder, '/') = '\0';
  assert_true(vd_directory_make(folder));
  assert_true(vd_file_write(in_dir(name), "int x;\n", 7));
}

// "name" for a pair, "<name" and ">name" for one side only.
static void assert_pairs(const char *want) {
  VdFilePairs pairs = {0};
  VdBuf error = {0}, text = {0};
  if (!vd_pairs_find(roots[0], roots[1], &vd_files_c, &pairs, &error)) {
    fail_msg("%s", error.at);
  }
  for (uint32_t i = 0; i < pairs.list.len; i++) {
    const VdFilePair *pair = &pairs.list.at[i];
    vd_buf_printf(&text, "%s%s%s", i ? " " : "",
                  !pair->path[1]   ? "<"
                  : !pair->path[0] ? ">"
                                   : "",
                  pair->name);
    for (int side = 0; side < 2; side++) {
      if (pair->path[side]) assert_int_equal(access(pair->path[side], F_OK), 0);
    }
  }
  assert_string_equal(vd_buf_text(&text), want);
  vd_buf_done(&text);
  vd_pairs_done(&pairs);
}

static void assert_refused(const char *a, const char *b, const char *words) {
  VdFilePairs pairs = {0};
  VdBuf error = {0};
  assert_false(vd_pairs_find(a, b, &vd_files_c, &pairs, &error));
  if (!strstr(vd_buf_text(&error), words)) {
    fail_msg("%s not in: %s", words, vd_buf_text(&error));
  }
  vd_buf_done(&error);
  vd_pairs_done(&pairs);
}

static void directories_are_paired_by_path(void **state) {
  (void)state;
  add_file("old/b.c");
  add_file("old/a.c");
  add_file("old/sub/deep/x.ll");
  add_file("old/gone.c");
  add_file("old/README");
  add_file("new/a.c");
  add_file("new/b.c");
  add_file("new/sub/deep/x.ll");
  add_file("new/zfresh.vir");
  assert_pairs("a.c b.c <gone.c sub/deep/x.ll >zfresh.vir");
}

static void a_slash_at_the_end_changes_nothing(void **state) {
  (void)state;
  add_file("old/a.c");
  add_file("new/a.c");
  strcat(roots[0], "/");
  assert_pairs("a.c");
}

static void hidden_files_and_linked_folders_are_left_out(void **state) {
  (void)state;
  add_file("old/a.c");
  add_file("old/.git/b.c");
  add_file("old/.c.c");
  add_file("new/a.c");
  assert_int_equal(symlink("..", in_dir("old/loop")), 0);
  assert_int_equal(symlink("nowhere.c", in_dir("old/dangling.c")), 0);
  assert_int_equal(mkfifo(in_dir("old/pipe.c"), 0600), 0);
  assert_pairs("a.c");
}

static void linked_files_count(void **state) {
  (void)state;
  add_file("old/a.c");
  add_file("new/b.c");
  assert_int_equal(symlink("b.c", in_dir("new/a.c")), 0);
  vd_confine_may_read(roots[1]);
  assert_pairs("a.c >b.c");
}

static void links_that_lead_out_are_refused(void **state) {
  (void)state;
  add_file("old/a.c");
  add_file("other.c");
  add_file("new/b.c");
  vd_confine_may_read(roots[1]);
  assert_int_equal(symlink("../other.c", in_dir("new/a.c")), 0);
  assert_refused(roots[0], roots[1], "/new/a.c: a link that leads elsewhere");
}

static void two_files_are_a_pair_whatever_their_names(void **state) {
  (void)state;
  add_file("old/a.c");
  add_file("new/b.ll");
  snprintf(roots[0], sizeof roots[0], "%s", in_dir("old/a.c"));
  snprintf(roots[1], sizeof roots[1], "%s", in_dir("new/b.ll"));
  assert_pairs("a.c");
}

static void what_is_wrong_is_named(void **state) {
  (void)state;
  add_file("old/a.c");
  add_file("new/README");
  assert_refused(roots[0], roots[1], "no C source, .bc or .ll file below /");
  assert_refused(roots[0], in_dir("none"), "/none: No such file or directory");
  assert_refused(roots[0], in_dir("new/README"),
                 "README is not: expected two files or two directories");
  char c[1024];
  snprintf(c, sizeof c, "%s", in_dir("old/a.c"));
  assert_refused(c, in_dir("new/README"), "/README: not an input: expected C");
}

static void folders_nested_too_deep_are_refused(void **state) {
  (void)state;
  VdBuf deep = {0};
  vd_buf_str(&deep, "old");
  for (int i = 0; i < 110; i++) vd_buf_str(&deep, "/d");
  vd_buf_str(&deep, "/a.c");
  add_file(deep.at);
  assert_refused(roots[0], roots[0], "folders are nested more than 100 deep");
  vd_buf_done(&deep);
}

#define IN_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_DIR(directories_are_paired_by_path),
      IN_DIR(a_slash_at_the_end_changes_nothing),
      IN_DIR(hidden_files_and_linked_folders_are_left_out),
      IN_DIR(linked_files_count),
      IN_DIR(links_that_lead_out_are_refused),
      IN_DIR(two_files_are_a_pair_whatever_their_names),
      IN_DIR(what_is_wrong_is_named),
      IN_DIR(folders_nested_too_deep_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
