// Private directories, and that none of them stays.
//
// A run has one folder for all of its temporary ones, with a file in it that is
// locked as long as a process of the run lives. What a killed worker leaves is
// gone with the folder when the run ends; what a killed run leaves is removed
// by the next one, which sees that nobody has the lock.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/limit.h"
#include "base/process.h"

static const char prefix[] = "veridiff-", lock_name[] = "lock";

// The folder of this run; NULL: there is none.
static char *run_folder;
static int run_lock = -1;
static pid_t run_process;

static const char *root_folder(void) {
  const char *root = getenv("TMPDIR");
  return root && *root ? root : "/tmp";
}

// ----------------------------------------------------------------- removing

static int remove_entry(const char *path, const struct stat *st, int kind,
                        struct FTW *where) {
  (void)st, (void)kind, (void)where;
  remove(path);
  return 0;  // what cannot be removed does not stop the rest
}

void vd_tempdir_remove(const char *path) {
  nftw(path, remove_entry, vd_limit->tempdir_open, FTW_DEPTH | FTW_PHYS);
}

// --------------------------------------------------------- the run's folder

// What is in the lock of a folder: no file of another program's has that.
static void put_mark(const char *folder, VdBuf *out) {
  struct stat st;
  if (lstat(folder, &st) != 0) return;
  vd_buf_printf(out, "temporary folder of veridiff, %llu on %llu\n",
                (unsigned long long)st.st_ino, (unsigned long long)st.st_dev);
}

static int open_lock(const char *folder, int flags) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/%s", folder, lock_name);
  int fd =
      open(path.at, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0600);
  vd_buf_done(&path);
  return vd_fd_away(fd);
}

// A new folder's lock, held, or -1.
static int make_lock(const char *folder) {
  VdBuf mark = {0};
  int fd = open_lock(folder, O_CREAT | O_EXCL);
  put_mark(folder, &mark);
  bool ok = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
            vd_fd_write(fd, vd_buf_text(&mark), mark.len);
  vd_buf_done(&mark);
  if (ok) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

static bool has_mark(int fd, const char *folder) {
  char text[128] = "";
  VdBuf mark = {0};
  put_mark(folder, &mark);
  ssize_t n = pread(fd, text, sizeof text - 1, 0);
  bool has = n > 0 && mark.len > 0 && !strcmp(text, mark.at);
  vd_buf_done(&mark);
  return has;
}

// The lock of a folder of ours that nobody uses, held; -1 if it is none.
static int take_lock(const char *folder) {
  int fd = open_lock(folder, 0);
  if (fd < 0) return -1;
  if (has_mark(fd, folder) && flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  close(fd);
  return -1;
}

static bool is_own_folder(const char *path) {
  struct stat st;
  return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
         st.st_uid == geteuid() && (st.st_mode & 0777) == 0700;
}

// What runs left that were killed.
static void remove_stale(const char *root) {
  DIR *folder = opendir(root);
  VdBuf path = {0};
  for (struct dirent *e; folder && (e = readdir(folder));) {
    const char *name = e->d_name + (e->d_name[0] == '.');
    if (strncmp(name, prefix, strlen(prefix))) continue;
    path.len = 0;
    vd_buf_printf(&path, "%s/%s", root, e->d_name);
    int lock = is_own_folder(path.at) ? take_lock(path.at) : -1;
    if (lock < 0) continue;
    vd_tempdir_remove(path.at);
    close(lock);
  }
  if (folder) closedir(folder);
  vd_buf_done(&path);
}

// It has another name until all of this is done.
void vd_tempdir_begin(void) {
  VdBuf made = {0}, name = {0};
  const char *root = root_folder();
  if (run_folder) return;
  remove_stale(root);
  vd_buf_printf(&made, "%s/.%sXXXXXX", root, prefix);
  if (mkdtemp(made.at)) {
    const char *slash = strrchr(made.at, '/');
    vd_buf_printf(&name, "%s/%s", root, slash + 2);
    run_lock = make_lock(made.at);
    if (run_lock >= 0 && rename(made.at, name.at) == 0)
      run_folder = vd_strdup(name.at);
    else
      vd_tempdir_remove(made.at);
  }
  run_process = getpid();
  vd_buf_done(&made);
  vd_buf_done(&name);
}

void vd_tempdir_end(void) {
  if (!run_folder || run_process != getpid()) return;
  vd_tempdir_remove(run_folder);
  close(run_lock);
  vd_free(run_folder);
  run_folder = NULL;
}

bool vd_tempdir_new(VdBuf *out) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/%sXXXXXX", run_folder ? run_folder : root_folder(),
                run_folder ? "" : prefix);
  bool ok = mkdtemp(path.at) != NULL;
  int cause = errno;
  if (ok) vd_buf_str(out, path.at);
  vd_buf_done(&path);
  errno = cause;
  return ok;
}
