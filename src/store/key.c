// The key that seals the records of a proof store.
//
// It tells what this user's veridiff wrote from what others did: a repository,
// or a cache that CI restores, may bring a store, and must not bring a key. So
// the key is not in the cache folder, and a file that somebody else could have
// written or read is no key. A link is not followed: it may come with an
// archive and lead to a file that others know.
#include "store/key.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// The format of keys, not a limit.
enum {
  OWN_BYTES = 32,     // of the key that is made here
  LEAST_BYTES = 16,   // of one that is given
  MOST_BYTES = 4096,  // of one that is given
};
static const char VARIABLE[] = "VERIDIFF_STORE_KEY";

static bool refuse(VdBuf *why, const char *text) {
  vd_buf_str(why, text);
  return false;
}

// ------------------------------------------------------------------ places

// As the XDG Base Directory Specification has it: a path that is not absolute
// does not count.
static bool add_user_folder(const char *variable, const char *below_home,
                            VdBuf *path, VdBuf *why) {
  const char *folder = getenv(variable), *home = getenv("HOME");
  if (folder && *folder == '/') {
    vd_buf_printf(path, "%s/veridiff", folder);
  } else if (home && *home == '/') {
    vd_buf_printf(path, "%s/%s/veridiff", home, below_home);
  } else {
    vd_buf_printf(why, "neither %s nor HOME is an absolute path", variable);
    return false;
  }
  return true;
}

bool vd_store_folder(const char *given, VdBuf *path, VdBuf *why) {
  if (!given) return add_user_folder("XDG_CACHE_HOME", ".cache", path, why);
  vd_buf_str(path, given);
  return true;
}

// ------------------------------------------------------------------- files

static bool check_file(const struct stat *st, VdBuf *why) {
  if (!S_ISREG(st->st_mode)) return refuse(why, "it is not a regular file");
  if (st->st_uid != geteuid()) {
    return refuse(why, "the key belongs to another user");
  }
  if (!(st->st_mode & 077)) return true;
  vd_buf_printf(why,
                "others may use the key (mode %03o); if nobody did, chmod 600",
                (unsigned)st->st_mode & 0777);
  return false;
}

static bool check_size(off_t n, off_t least, off_t most, VdBuf *why) {
  if (n >= least && n <= most) return true;
  vd_buf_printf(why, "the key has %lld bytes, expected ", (long long)n);
  if (least < most) vd_buf_printf(why, "%lld to ", (long long)least);
  vd_buf_printf(why, "%lld", (long long)most);
  return false;
}

// The digest, so that keys of all sizes and origins are alike.
static bool read_key(int fd, off_t least, off_t most, VdDigest *key,
                     VdBuf *why) {
  uint8_t bytes[MOST_BYTES];
  struct stat st;
  if (fstat(fd, &st) != 0) return refuse(why, strerror(errno));
  if (!check_file(&st, why)) return false;
  if (!check_size(st.st_size, least, most, why)) return false;
  ssize_t n = read(fd, bytes, (size_t)st.st_size);
  bool ok = n == st.st_size || refuse(why, "it could not be read");
  if (ok) *key = vd_digest_of(bytes, (size_t)n);
  OPENSSL_cleanse(bytes, sizeof bytes);
  return ok;
}

// The file is opened before it is looked at, so that it is the one that is
// read. A pipe without a writer must not be waited for.
static bool read_file(const char *path, off_t least, off_t most, VdDigest *key,
                      VdBuf *why) {
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 && errno == ELOOP) return refuse(why, "it is a symbolic link");
  if (fd < 0) return refuse(why, strerror(errno));
  bool ok = read_key(fd, least, most, key, why);
  close(fd);
  return ok;
}

// ----------------------------------------------------------------- the own

static bool make_key(const char *path, VdBuf *why) {
  uint8_t bytes[OWN_BYTES];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
    return refuse(why, "no random numbers for a key");
  }
  bool ok = vd_file_create_private(path, bytes, sizeof bytes);
  OPENSSL_cleanse(bytes, sizeof bytes);
  // Another process was faster: its key is the key.
  return ok || errno == EEXIST || refuse(why, strerror(errno));
}

static bool find_own(VdDigest *key, VdBuf *path, VdBuf *why) {
  struct stat st;
  if (!add_user_folder("XDG_CONFIG_HOME", ".config", path, why)) return false;
  bool made = vd_directory_make_private(path->at);
  vd_buf_str(path, "/store.key");
  if (!made) return refuse(why, strerror(errno));
  if (lstat(path->at, &st) != 0 && !make_key(path->at, why)) return false;
  return read_file(path->at, OWN_BYTES, OWN_BYTES, key, why);
}

// --------------------------------------------------------------- a variable

// What is run from now on, such as a replay, does not see the key; nor does who
// reads /proc/self/environ.
static void forget_variable(char *text) {
  OPENSSL_cleanse(text, strlen(text));
  unsetenv(VARIABLE);
}

static bool read_variable(const char *text, VdDigest *key, VdBuf *why) {
  size_t n = strlen(text);
  if (n < LEAST_BYTES) {
    vd_buf_printf(why, "the key has %zu characters, expected %d or more", n,
                  LEAST_BYTES);
    return false;
  }
  *key = vd_digest_of(text, n);
  return true;
}

bool vd_store_key_find(const char *given, VdDigest *key, VdBuf *origin,
                       VdBuf *why) {
  char *text = getenv(VARIABLE);
  bool ok;
  if (given) {
    vd_buf_str(origin, given);
    ok = read_file(given, LEAST_BYTES, MOST_BYTES, key, why);
  } else if (text && *text) {
    vd_buf_printf(origin, "$%s", VARIABLE);
    ok = read_variable(text, key, why);
  } else {
    ok = find_own(key, origin, why);
  }
  if (text) forget_variable(text);
  return ok;
}
