// Whole files in, whole files out, and private directories.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/process.h"

enum {
  READ_STEP = 1 << 16,
};

// ----------------------------------------------------------------- reading

bool vd_file_is_regular(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool vd_file_is_directory(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

// Nobody may ever write to a pipe.
static bool wait_for_bytes(int fd, const VdBudget *budget) {
  struct pollfd wait = {.fd = fd, .events = POLLIN};
  int n = poll(&wait, 1, (int)ceil(vd_budget_seconds(budget) * 1000));
  if (n == 0) errno = ETIME;
  return n > 0;
}

// The size that the file system states is not believed: a file may grow, and
// /proc and pipes state none. Without a budget nothing is waited for.
static bool read_all(int fd, size_t max, const VdBudget *budget, VdBuf *out) {
  char step[READ_STEP];
  size_t total = 0;
  for (;;) {
    if (budget && !wait_for_bytes(fd, budget)) return false;
    ssize_t n = read(fd, step, sizeof step);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) return false;
    if (n == 0) return true;
    if ((size_t)n > max - total) {
      errno = EFBIG;
      return false;
    }
    total += (size_t)n;
    vd_buf_add(out, step, (size_t)n);
  }
}

static void close_keeping_errno(int fd) {
  int cause = errno;
  close(fd);
  errno = cause;
}

static bool is_pipe_or_device(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

// To open a pipe is to wait for its writer, if one does not say otherwise.
bool vd_file_read(const char *path, size_t max, VdBuf *out) {
  bool is_stdin = strcmp(path, "-") == 0;
  int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int fd = is_stdin ? STDIN_FILENO : open(path, flags);
  if (fd < 0) return false;
  VdBudget budget = vd_budget_of(vd_limit->pipe_time);
  bool waits = !is_stdin && is_pipe_or_device(fd);
  size_t before = out->len;
  bool ok = read_all(fd, max, waits ? &budget : NULL, out);
  if (!ok && out->at) {
    out->len = before;  // half a file is worse than none
    out->at[before] = '\0';
  }
  if (!is_stdin) close_keeping_errno(fd);
  return ok;
}

// ----------------------------------------------------------------- writing

// Created with open and not mkstemp, so that the umask has its say.
static int open_temporary(const char *path, mode_t mode, VdBuf *name) {
  for (uint32_t i = 0; i < vd_limit->file_names; i++) {
    name->len = 0;
    vd_buf_printf(name, "%s.%ld-%d.tmp", path, (long)getpid(), i);
    int fd = open(name->at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

// Makes the rename itself last. Not every file system can, and by then the
// new file is in place, so failure is no failure of the write.
static void sync_directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  VdBuf directory = {0};
  if (slash) vd_buf_add(&directory, path, (size_t)(slash - path) + 1);
  const char *name = slash ? directory.at : ".";
  int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  vd_buf_done(&directory);
}

static bool fill_and_close(int fd, const void *bytes, size_t n,
                           const struct stat *old) {
  bool ok = vd_fd_write(fd, bytes, n);
  if (ok && old) ok = fchmod(fd, old->st_mode & 07777) == 0;
  if (ok) ok = fsync(fd) == 0;
  if (!ok) {
    close_keeping_errno(fd);
    return false;
  }
  return close(fd) == 0;
}

static bool replace(const char *path, const void *bytes, size_t n,
                    const struct stat *old) {
  VdBuf name = {0};
  int fd = open_temporary(path, 0666, &name);
  bool ok = fd >= 0 && fill_and_close(fd, bytes, n, old) &&
            rename(name.at, path) == 0;
  if (ok) sync_directory_of(path);
  if (!ok && fd >= 0) {
    int cause = errno;
    unlink(name.at);
    errno = cause;
  }
  vd_buf_done(&name);
  return ok;
}

// A link fails where a rename would replace, so of several who make the file at
// once one does, and nobody sees a part of it.
bool vd_file_create_private(const char *path, const void *bytes, size_t n) {
  VdBuf name = {0};
  int fd = open_temporary(path, 0600, &name);
  bool ok =
      fd >= 0 && fill_and_close(fd, bytes, n, NULL) && link(name.at, path) == 0;
  int cause = errno;
  if (ok) sync_directory_of(path);
  if (fd >= 0) unlink(name.at);
  vd_buf_done(&name);
  errno = cause;
  return ok;
}

static bool write_in_place(const char *path, int flags, const void *bytes,
                           size_t n) {
  int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
  if (fd < 0) return false;
  bool ok = vd_fd_write(fd, bytes, n);
  close_keeping_errno(fd);
  return ok;
}

bool vd_file_write(const char *path, const void *bytes, size_t n) {
  struct stat old;
  bool exists = stat(path, &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) {
    errno = EISDIR;
    return false;
  }
  // Renaming over /dev/stdout or a named pipe would destroy it.
  if (exists && !S_ISREG(old.st_mode)) return write_in_place(path, 0, bytes, n);
  return replace(path, bytes, n, exists ? &old : NULL);
}

bool vd_file_put(const char *path, const void *bytes, size_t n) {
  return write_in_place(path, O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK,
                        bytes, n);
}

// ------------------------------------------------------------- directories

static bool make_directories(const char *path, mode_t mode) {
  char *copy = vd_strdup(path);
  struct stat st;
  for (char *at = copy + (*copy != '\0'); *at; at++) {
    if (*at != '/') continue;
    *at = '\0';
    mkdir(copy, mode);  // the last one tells
    *at = '/';
  }
  bool ok = mkdir(copy, mode) == 0;
  if (!ok && errno == EEXIST && stat(copy, &st) == 0) {
    ok = S_ISDIR(st.st_mode);
    errno = ENOTDIR;
  }
  int cause = errno;
  vd_free(copy);
  errno = cause;
  return ok;
}

bool vd_directory_make(const char *path) {
  return make_directories(path, 0777);
}

bool vd_directory_make_private(const char *path) {
  return make_directories(path, 0700);
}

static bool is_unlinked(const char *path) {
  struct stat st;
  if (lstat(path, &st) != 0) return false;
  errno = ELOOP;
  return S_ISDIR(st.st_mode);
}

bool vd_directory_make_unlinked(const char *path) {
  char *above = vd_strdup(path);
  char *slash = strrchr(above, '/');
  if (slash && slash > above) *slash = '\0';
  bool ok = vd_directory_make(above) && is_unlinked(above) &&
            vd_directory_make(path) && is_unlinked(path);
  int cause = errno;
  vd_free(above);
  errno = cause;
  return ok;
}
