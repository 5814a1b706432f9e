// Who may give the key, and which files are keys.
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "need.h"
#include "store/key.h"

static VdBuf dir;

static void set_folders(void) {
  setenv("XDG_CONFIG_HOME", dir.at, 1);
  setenv("XDG_CACHE_HOME", dir.at, 1);
  setenv("HOME", "/nowhere", 1);
  unsetenv("VERIDIFF_STORE_KEY");
}

static int make_dir(void **state) {
  (void)state;
  if (!vd_tempdir_new(&dir)) return -1;
  set_folders();
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  vd_tempdir_remove(dir.at);
  vd_buf_done(&dir);
  return 0;
}

static const char *own_path(void) {
  static char path[512];
  snprintf(path, sizeof path, "%s/veridiff/store.key", dir.at);
  return path;
}

static VdDigest found(const char *given, const char *origin) {
  VdDigest key = {0};
  VdBuf from = {0}, why = {0};
  if (!vd_store_key_find(given, &key, &from, &why)) fail_msg("%s", why.at);
  assert_string_equal(vd_buf_text(&from), origin);
  assert_int_equal(why.len, 0);
  vd_buf_done(&from);
  return key;
}

static void assert_refused(const char *given, const char *words) {
  VdDigest key = {0};
  VdBuf from = {0}, why = {0};
  assert_false(vd_store_key_find(given, &key, &from, &why));
  assert_true(vd_digest_is_none(&key));
  if (!strstr(vd_buf_text(&why), words))
    fail_msg("%s not in: %s", words, vd_buf_text(&why));
  vd_buf_done(&from);
  vd_buf_done(&why);
}

static void assert_key(VdDigest key, const void *bytes, size_t n) {
  VdDigest want = vd_digest_of(bytes, n);
  assert_true(vd_digest_eq(&key, &want));
}

// A file of n bytes beside the folder of the own key.
static const char *write_file(const char *name, size_t n, mode_t mode) {
  static char path[512];
  char bytes[8192];
  memset(bytes, 'k', sizeof bytes);
  snprintf(path, sizeof path, "%s/%s", dir.at, name);
  assert_true(vd_file_write(path, bytes, n));
  assert_int_equal(chmod(path, mode), 0);
  return path;
}

// The own key, as it should not be.
static void write_own(size_t n, mode_t mode) {
  assert_true(vd_directory_make_private(dir.at));
  char folder[512];
  snprintf(folder, sizeof folder, "%s/veridiff", dir.at);
  assert_true(vd_directory_make_private(folder));
  write_file("veridiff/store.key", n, mode);
}

// ------------------------------------------------------------------ claims

static void the_own_key_is_made_once_and_kept(void **state) {
  (void)state;
  struct stat st;
  VdBuf bytes = {0};
  VdDigest key = found(NULL, own_path());
  assert_int_equal(lstat(own_path(), &st), 0);
  assert_int_equal(st.st_mode, S_IFREG | 0600);
  assert_int_equal(st.st_size, 32);
  assert_true(vd_file_read(own_path(), 32, &bytes));
  assert_key(key, bytes.at, bytes.len);
  assert_key(found(NULL, own_path()), bytes.at, bytes.len);
  assert_key(found(own_path(), own_path()), bytes.at, bytes.len);
  assert_int_equal(unlink(own_path()), 0);
  VdDigest other = found(NULL, own_path());
  assert_false(vd_digest_eq(&key, &other));
  vd_buf_done(&bytes);
}

static uint32_t count_files(void) {
  char folder[512];
  uint32_t n = 0;
  snprintf(folder, sizeof folder, "%s/veridiff", dir.at);
  DIR *files = opendir(folder);
  assert_non_null(files);
  for (struct dirent *file; (file = readdir(files));)
    n += file->d_name[0] != '.';
  closedir(files);
  return n;
}

static void find_in_worker(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index;
  VdDigest key = found(NULL, own_path());
  vd_buf_add(out, key.byte, sizeof key.byte);
}

static void compare_keys(void *context, uint32_t index,
                         const VdWorkResult *result) {
  VdDigest *first = context;
  (void)index;
  assert_int_equal(result->status, VD_WORK_OK);
  assert_int_equal(result->len, sizeof first->byte);
  if (vd_digest_is_none(first)) memcpy(first->byte, result->bytes, result->len);
  assert_memory_equal(result->bytes, first->byte, result->len);
}

static void first_runs_at_once_end_with_one_key(void **state) {
  (void)state;
  for (int round = 0; round < 20; round++) {
    VdDigest first = {0};
    VdPool pool = {.jobs = 8,
                   .work = find_in_worker,
                   .done = compare_keys,
                   .context = &first};
    unlink(own_path());
    vd_pool_run(&pool, 8);
    assert_int_equal(count_files(), 1);
  }
}

static void the_folders_of_the_key_are_the_users_alone(void **state) {
  (void)state;
  char folder[512];
  struct stat st;
  snprintf(folder, sizeof folder, "%s/deep", dir.at);
  setenv("XDG_CONFIG_HOME", folder, 1);
  VdBuf want = {0};
  vd_buf_printf(&want, "%s/veridiff/store.key", folder);
  found(NULL, want.at);
  assert_int_equal(stat(folder, &st), 0);
  assert_int_equal(st.st_mode & 0777, 0700);
  vd_buf_done(&want);
}

static void a_key_that_others_may_use_is_refused(void **state) {
  (void)state;
  static const mode_t mode[] = {0640, 0604, 0620, 0602, 0610, 0644, 0666};
  for (size_t i = 0; i < VD_COUNT(mode); i++) {
    char words[100];
    snprintf(words, sizeof words, "others may use the key (mode %03o)",
             (unsigned)mode[i]);
    write_own(32, mode[i]);
    assert_refused(NULL, words);
    assert_refused(write_file("given", 32, mode[i]), words);
  }
  write_own(32, 0400);
  found(NULL, own_path());
}

static void a_key_of_another_user_is_refused(void **state) {
  (void)state;
  need(geteuid() == 0, "root");
  write_own(32, 0600);
  assert_int_equal(chown(own_path(), 65534, (gid_t)-1), 0);
  assert_refused(NULL, "the key belongs to another user");
}

static void a_key_of_the_wrong_size_is_refused(void **state) {
  (void)state;
  static const size_t size[] = {0, 1, 31, 33, 4096};
  for (size_t i = 0; i < VD_COUNT(size); i++) {
    char words[100];
    snprintf(words, sizeof words, "the key has %zu bytes, expected 32",
             size[i]);
    write_own(size[i], 0600);
    assert_refused(NULL, words);
  }
  assert_refused(write_file("given", 15, 0600),
                 "the key has 15 bytes, expected 16 to 4096");
  assert_refused(write_file("given", 4097, 0600),
                 "the key has 4097 bytes, expected 16 to 4096");
}

static void a_link_is_no_key(void **state) {
  (void)state;
  char target[512];
  write_own(32, 0600);
  snprintf(target, sizeof target, "%s", write_file("target", 32, 0600));
  assert_int_equal(unlink(own_path()), 0);
  assert_int_equal(symlink(target, own_path()), 0);
  assert_refused(NULL, "it is a symbolic link");
  assert_refused(own_path(), "it is a symbolic link");
  assert_int_equal(unlink(target), 0);  // nothing is made where it leads
  assert_refused(NULL, "it is a symbolic link");
  assert_int_not_equal(access(target, F_OK), 0);
}

static void pipes_and_directories_are_no_keys(void **state) {
  (void)state;
  write_own(32, 0600);
  assert_int_equal(unlink(own_path()), 0);
  assert_int_equal(mkfifo(own_path(), 0600), 0);
  assert_refused(NULL, "it is not a regular file");
  assert_int_equal(unlink(own_path()), 0);
  assert_int_equal(mkdir(own_path(), 0700), 0);
  assert_refused(NULL, "it is not a regular file");
  assert_refused("/dev/zero", "it is not a regular file");
}

static void a_given_file_comes_before_the_variable(void **state) {
  (void)state;
  char bytes[4096];
  memset(bytes, 'k', sizeof bytes);
  static const size_t size[] = {16, 17, 32, 4096};
  for (size_t i = 0; i < VD_COUNT(size); i++) {
    const char *path = write_file("given", size[i], 0600);
    setenv("VERIDIFF_STORE_KEY", "0123456789abcdef", 1);
    assert_key(found(path, path), bytes, size[i]);
    assert_null(getenv("VERIDIFF_STORE_KEY"));
  }
  assert_refused("/nowhere/key", "No such file or directory");
  assert_int_not_equal(access(own_path(), F_OK), 0);
}

static void the_variable_comes_before_the_own_key(void **state) {
  (void)state;
  setenv("VERIDIFF_STORE_KEY", "0123456789abcdef", 1);
  assert_key(found(NULL, "$VERIDIFF_STORE_KEY"), "0123456789abcdef", 16);
  setenv("VERIDIFF_STORE_KEY", "0123456789abcde", 1);
  assert_refused(NULL, "the key has 15 characters, expected 16 or more");
  assert_int_not_equal(access(own_path(), F_OK), 0);
  setenv("VERIDIFF_STORE_KEY", "", 1);  // as CI has it for a secret it hides
  found(NULL, own_path());
}

// A replay is a stranger's program.
static void the_variable_is_gone_once_it_was_read(void **state) {
  (void)state;
  char secret[] = "VERIDIFF_STORE_KEY=0123456789abcdef";
  putenv(secret);
  found(NULL, "$VERIDIFF_STORE_KEY");
  assert_null(getenv("VERIDIFF_STORE_KEY"));
  for (size_t i = 19; i < sizeof secret; i++) assert_int_equal(secret[i], 0);
}

static void assert_folder(const char *want) {
  VdBuf path = {0}, why = {0};
  assert_int_equal(vd_store_folder(NULL, &path, &why), want != NULL);
  if (want) assert_string_equal(path.at, want);
  if (!want) {
    assert_string_equal(why.at,
                        "neither XDG_CACHE_HOME nor HOME is an absolute path");
  }
  vd_buf_done(&path);
  vd_buf_done(&why);
}

static void folders_are_where_the_specification_has_them(void **state) {
  (void)state;
  setenv("XDG_CACHE_HOME", "/cache", 1);
  assert_folder("/cache/veridiff");
  setenv("XDG_CACHE_HOME", "relative", 1);
  assert_folder("/nowhere/.cache/veridiff");
  setenv("XDG_CACHE_HOME", "", 1);
  assert_folder("/nowhere/.cache/veridiff");
  unsetenv("XDG_CACHE_HOME");
  assert_folder("/nowhere/.cache/veridiff");
  setenv("HOME", "relative", 1);
  assert_folder(NULL);
  unsetenv("HOME");
  assert_folder(NULL);
  unsetenv("XDG_CONFIG_HOME");
  assert_refused(NULL, "neither XDG_CONFIG_HOME nor HOME is an absolute path");
}

#define IN_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_DIR(the_own_key_is_made_once_and_kept),
      IN_DIR(first_runs_at_once_end_with_one_key),
      IN_DIR(the_folders_of_the_key_are_the_users_alone),
      IN_DIR(a_key_that_others_may_use_is_refused),
      IN_DIR(a_key_of_another_user_is_refused),
      IN_DIR(a_key_of_the_wrong_size_is_refused),
      IN_DIR(a_link_is_no_key),
      IN_DIR(pipes_and_directories_are_no_keys),
      IN_DIR(a_given_file_comes_before_the_variable),
      IN_DIR(the_variable_comes_before_the_own_key),
      IN_DIR(the_variable_is_gone_once_it_was_read),
      IN_DIR(folders_are_where_the_specification_has_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
