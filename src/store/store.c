// The proof store on SQLite.
//
// Puts wait in memory and go to disk together in one short transaction, when
// there are many, when a second has passed, and at the end. So thousands of
// puts cost a few flushes, and no lock is held while something is proved:
// another veridiff in the same folder never waits for more than one batch.
//
// A record is sealed with a MAC over schema, key, CRC and text (key.c says by
// which key). So a flipped bit that leaves the database well formed, or a
// record that somebody else wrote, is a miss, and the fresh answer replaces it.
//
// Who wrote the file is not known when it is opened, so it is opened with care:
// no links, regular files only, and nothing in it but our one table.
//
// A file that cannot be used is left as it is. It may be locked only for now,
// or of a newer version, or the one copy of something dear to somebody.
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limit.h"
#include "store/key.h"
#include "store/store.h"

enum {
  SCHEMA_VERSION = 2,
  APPLICATION_ID = 0x56644466,  // "VdDf", in the file's header
};
#define TABLE                                                \
  "proof(key BLOB PRIMARY KEY NOT NULL, crc BLOB NOT NULL, " \
  "seal BLOB NOT NULL, record BLOB NOT NULL)"

typedef struct Pending {
  VdDigest key, seal;
  VdCrc crc;
  const char *record;  // in the arena
  size_t len;
} Pending;

struct VdStore {
  VdBuf path;  // of the file, as it was asked for
  char *real;  // the same without links in it
  VdBuf key;   // the file or variable that it is from
  VdDiags *diags;
  sqlite3 *db;  // NULL: the store answers nothing and keeps nothing
  sqlite3_stmt *select, *insert;
  VdMac *mac;
  _Atomic uint64_t *broken;  // records whose seal was wrong, workers' too
  pid_t process;             // whose connection db is
  bool is_worker;
  VdArena arena;  // of what is pending
  VD_VEC(Pending) pending;
  VdMap newest;  // first bytes of a key to 1 + index in pending
  double flushed;
};

// ----------------------------------------------------------------- trouble

static void disconnect(VdStore *store) {
  sqlite3_finalize(store->select);
  sqlite3_finalize(store->insert);
  sqlite3_close(store->db);
  store->select = store->insert = NULL;
  store->db = NULL;
}

static VdPos place_of(VdStore *store, const VdBuf *path) {
  if (!path->len) return (VdPos){0};
  return (VdPos){vd_arena_str(&store->diags->arena, path->at), 0, 0};
}

// Says once why the store is not used, and from then on it is not.
static void give_up_for(VdStore *store, const VdBuf *path, const char *why) {
  vd_diag(store->diags, VD_WARNING, place_of(store, path),
          "the proof store is not used: %s", why);
  disconnect(store);
}

static void give_up(VdStore *store, const char *why) {
  give_up_for(store, &store->path, why);
}

// SQLite tries again for reading only, and tells why that failed.
static const char *why_not_opened(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return strerror(errno);
  close(fd);
  return "try again";
}

static void give_up_by_sqlite(VdStore *store) {
  char why[200];
  int cause = sqlite3_system_errno(store->db);
  const char *text = sqlite3_errmsg(store->db);
  switch (sqlite3_errcode(store->db) & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      snprintf(why, sizeof why, "%s; delete it to start anew", text);
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      snprintf(why, sizeof why, "locked by another process");
      break;
    case SQLITE_CANTOPEN:
      snprintf(why, sizeof why, "%s: %s", text, why_not_opened(store->real));
      break;
    case SQLITE_IOERR:
      snprintf(why, sizeof why, "%s%s%s", text, cause ? ": " : "",
               cause ? strerror(cause) : "");
      break;
    default: snprintf(why, sizeof why, "%s", text); break;
  }
  give_up(store, why);
}

// ----------------------------------------------------------------- opening

// The number that a statement gives.
static bool ask_number(sqlite3 *db, const char *sql, int64_t *number) {
  sqlite3_stmt *statement = NULL;
  bool ok = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
            sqlite3_step(statement) == SQLITE_ROW;
  if (ok) *number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return ok;
}

static bool execute(sqlite3 *db, const char *sql) {
  return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

// Another process may do the same at the same time; both make the same.
static bool make_schema(VdStore *store) {
  char sql[400];
  snprintf(sql, sizeof sql,
           "BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS " TABLE
           ";"
           "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
           APPLICATION_ID, SCHEMA_VERSION);
  if (execute(store->db, sql)) return true;
  give_up_by_sqlite(store);
  return false;
}

// All numbers are of one moment: another process may make the store just now.
// A view or a trigger in a forged file could keep us busy for ever.
static bool check_schema(VdStore *store) {
  static const char count_own[] =
      "SELECT count(*) FROM sqlite_master WHERE sql='CREATE TABLE " TABLE "'";
  static const char count_all[] =
      "SELECT count(*) FROM sqlite_master WHERE sql IS NOT NULL";
  int64_t version, id, own, all;
  if (!execute(store->db, "BEGIN") ||
      !ask_number(store->db, "PRAGMA user_version", &version) ||
      !ask_number(store->db, "PRAGMA application_id", &id) ||
      !ask_number(store->db, count_own, &own) ||
      !ask_number(store->db, count_all, &all) ||
      !execute(store->db, "COMMIT")) {
    give_up_by_sqlite(store);
    return false;
  }
  if (version == 0 && id == 0 && all == 0) return make_schema(store);
  if (id == APPLICATION_ID && version == SCHEMA_VERSION && own == 1 && all == 1)
    return true;
  give_up(store, id == APPLICATION_ID
                     ? "made by another version of veridiff; delete it to "
                       "start anew"
                     : "another program's database");
  return false;
}

static bool prepare(VdStore *store) {
  static const char select[] =
      "SELECT crc, seal, record FROM proof WHERE key=?1";
  static const char insert[] =
      "INSERT OR REPLACE INTO proof(key, crc, seal, record)"
      " VALUES(?1, ?2, ?3, ?4)";
  sqlite3 *db = store->db;
  if (sqlite3_prepare_v2(db, select, -1, &store->select, NULL) == SQLITE_OK &&
      sqlite3_prepare_v2(db, insert, -1, &store->insert, NULL) == SQLITE_OK) {
    return true;
  }
  give_up_by_sqlite(store);
  return false;
}

// SQLite would follow a link that is a journal, and wait for a pipe.
static bool check_file(VdStore *store, const char *suffix) {
  struct stat st;
  VdBuf path = {0}, why = {0};
  vd_buf_printf(&path, "%s%s", store->real, suffix);
  bool ok = lstat(path.at, &st) != 0 || S_ISREG(st.st_mode);
  if (!ok) {
    vd_buf_printf(
        &why, "store.db%s is %s", suffix,
        S_ISLNK(st.st_mode) ? "a symbolic link" : "not a regular file");
    give_up(store, why.at);
  }
  vd_buf_done(&path);
  vd_buf_done(&why);
  return ok;
}

// A journal may end with the name of one for several databases, which SQLite
// deletes after a rollback, whatever file that is. Ours never have one.
static bool names_a_file(const char *path) {
  static const uint8_t magic[] = {0xd9, 0xd5, 0x05, 0xf9,
                                  0x20, 0xa1, 0x63, 0xd7};
  uint8_t last[sizeof magic];
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return false;
  bool names = lseek(fd, -(off_t)sizeof last, SEEK_END) >= 0 &&
               read(fd, last, sizeof last) == (ssize_t)sizeof last &&
               memcmp(last, magic, sizeof last) == 0;
  close(fd);
  return names;
}

static bool check_journal(VdStore *store) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s-journal", store->real);
  bool ok = !names_a_file(path.at);
  vd_buf_done(&path);
  if (!ok) give_up(store, "store.db-journal is of several databases");
  return ok;
}

static bool check_files(VdStore *store) {
  static const char *const suffix[] = {"", "-journal", "-wal", "-shm"};
  for (size_t i = 0; i < VD_COUNT(suffix); i++) {
    if (!check_file(store, suffix[i])) return false;
  }
  return check_journal(store);
}

// By SQLite others could read it. Why it fails is told when it is opened.
static void make_file(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
}

// What is in the file is not trusted to run code (views, triggers), nor to be
// well formed.
static void connect_to_file(VdStore *store) {
  int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX;
  store->process = getpid();
  if (!check_files(store)) return;
  make_file(store->real);
  if (sqlite3_open_v2(store->real, &store->db, flags, NULL) != SQLITE_OK) {
    if (store->db) give_up_by_sqlite(store);
    return;
  }
  sqlite3_busy_timeout(store->db, vd_limit->store_busy);
  sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  execute(store->db, "PRAGMA cell_size_check=ON");
  if (check_schema(store)) prepare(store);
}

// A link to the folder is followed, as a user's own ~/.cache may be one.
static bool find_directory(VdStore *store, const char *directory) {
  char *real = NULL;
  if (vd_directory_make_private(directory)) real = realpath(directory, NULL);
  if (!real) {
    give_up(store, strerror(errno));
    return false;
  }
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/store.db", real);
  store->real = vd_strdup(path.at);
  vd_buf_done(&path);
  free(real);
  return true;
}

static bool find_key(VdStore *store, const char *key_file) {
  VdDigest key;
  VdBuf why = {0};
  bool ok = vd_store_key_find(key_file, &key, &store->key, &why);
  if (ok) store->mac = vd_mac_new(&key);
  if (!ok) give_up_for(store, &store->key, why.at);
  vd_buf_done(&why);
  return ok;
}

static bool find_folder(VdStore *store, const char *given, VdBuf *directory) {
  VdBuf why = {0};
  bool ok = vd_store_folder(given, directory, &why);
  if (ok) vd_buf_printf(&store->path, "%s/store.db", directory->at);
  if (!ok) give_up(store, why.at);
  vd_buf_done(&why);
  return ok;
}

// A number that forked workers count up too; NULL if there is no memory for it.
static _Atomic uint64_t *new_counter(void) {
  void *page = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

VdStore *vd_store_open(const char *directory, const char *key_file,
                       VdDiags *diags) {
  VdStore *store = vd_alloc(sizeof *store);
  VdBuf folder = {0};
  store->diags = diags;
  store->flushed = vd_now();
  store->process = getpid();
  store->broken = new_counter();
  if (find_folder(store, directory, &folder) && find_key(store, key_file) &&
      find_directory(store, folder.at)) {
    connect_to_file(store);
  }
  vd_buf_done(&folder);
  return store;
}

// ----------------------------------------------------------------- records

static VdDigest seal_of(VdStore *store, const VdDigest *key, const VdCrc *crc,
                        const void *record, size_t len) {
  static const uint8_t schema = SCHEMA_VERSION;
  vd_mac_add(store->mac, &schema, sizeof schema);
  vd_mac_add(store->mac, key->byte, sizeof key->byte);
  vd_mac_add(store->mac, crc->byte, sizeof crc->byte);
  vd_mac_add(store->mac, record, len);
  return vd_mac_digest(store->mac);
}

static uint64_t short_key(const VdDigest *key) {
  uint64_t word;
  memcpy(&word, key->byte, sizeof word);
  return word;
}

static void forget_pending(VdStore *store) {
  store->pending.len = 0;
  vd_map_clear(&store->newest);
  vd_arena_done(&store->arena);
  store->flushed = vd_now();
}

// A connection must not be used on both sides of a fork. The parent's is left
// alone, not closed: closing would touch what the parent has open.
static bool is_usable(VdStore *store) {
  if (store->db && store->process != getpid()) {
    store->db = NULL;
    store->select = store->insert = NULL;
    store->is_worker = true;
    connect_to_file(store);
  }
  return store->db != NULL;
}

// ----------------------------------------------------------------- looking

static bool get_pending(const VdStore *store, const VdDigest *key,
                        const VdCrc *crc, VdBuf *record) {
  const uint64_t *index = vd_map_get(&store->newest, short_key(key));
  if (!index) return false;
  const Pending *found = &store->pending.at[*index - 1];
  if (!vd_digest_eq(&found->key, key)) return false;
  if (memcmp(found->crc.byte, crc->byte, sizeof crc->byte) != 0) return false;
  vd_buf_add(record, found->record, found->len);
  return true;
}

static bool column_is(sqlite3_stmt *row, int column, const void *bytes,
                      size_t n) {
  const void *blob = sqlite3_column_blob(row, column);
  return blob && (size_t)sqlite3_column_bytes(row, column) == n &&
         memcmp(blob, bytes, n) == 0;
}

static bool has_seal(sqlite3_stmt *row, int column, const VdDigest *seal) {
  const void *blob = sqlite3_column_blob(row, column);
  return vd_mac_is(seal, blob, (size_t)sqlite3_column_bytes(row, column));
}

// The row's text if the row is what was put. A row with another CRC is another
// query with this SHA-256, or another canonical form: a miss like any other.
static bool take_row(VdStore *store, const VdDigest *key, const VdCrc *crc,
                     VdBuf *record) {
  sqlite3_stmt *row = store->select;
  if (!column_is(row, 0, crc->byte, sizeof crc->byte)) return false;
  const void *text = sqlite3_column_blob(row, 2);
  size_t len = (size_t)sqlite3_column_bytes(row, 2);
  VdDigest seal = seal_of(store, key, crc, text, len);
  if (!has_seal(row, 1, &seal)) {
    if (store->broken) ++*store->broken;
    return false;
  }
  vd_buf_add(record, text, len);
  return true;
}

bool vd_store_get(VdStore *store, const VdDigest *key, const void *canonical,
                  size_t len, VdBuf *record) {
  if (!is_usable(store)) return false;
  VdCrc crc = vd_crc_of(canonical, len);
  if (get_pending(store, key, &crc, record)) return true;
  sqlite3_bind_blob(store->select, 1, key->byte, sizeof key->byte,
                    SQLITE_STATIC);
  int status = sqlite3_step(store->select);
  bool found = status == SQLITE_ROW && take_row(store, key, &crc, record);
  if (status != SQLITE_ROW && status != SQLITE_DONE) give_up_by_sqlite(store);
  sqlite3_reset(store->select);
  return found;
}

// ----------------------------------------------------------------- writing

static bool insert_one(VdStore *store, const Pending *p) {
  sqlite3_stmt *row = store->insert;
  sqlite3_bind_blob(row, 1, p->key.byte, sizeof p->key.byte, SQLITE_STATIC);
  sqlite3_bind_blob(row, 2, p->crc.byte, sizeof p->crc.byte, SQLITE_STATIC);
  sqlite3_bind_blob(row, 3, p->seal.byte, sizeof p->seal.byte, SQLITE_STATIC);
  sqlite3_bind_blob64(row, 4, p->record, p->len, SQLITE_STATIC);
  bool ok = sqlite3_step(row) == SQLITE_DONE;
  if (ok) sqlite3_reset(row);  // a failed one's message is still needed
  return ok;
}

static bool write_pending(VdStore *store) {
  if (!execute(store->db, "BEGIN IMMEDIATE")) return false;
  for (uint32_t i = 0; i < store->pending.len; i++) {
    if (!insert_one(store, &store->pending.at[i])) return false;
  }
  return execute(store->db, "COMMIT");
}

// Giving up closes the connection, and that rolls back.
static void flush(VdStore *store) {
  if (store->pending.len > 0 && !write_pending(store)) {
    give_up_by_sqlite(store);
  }
  forget_pending(store);
}

void vd_store_put(VdStore *store, const VdDigest *key, const void *canonical,
                  size_t len, const char *record, size_t record_len) {
  if (!is_usable(store) || store->is_worker) return;
  Pending p = {.key = *key, .crc = vd_crc_of(canonical, len)};
  p.record = vd_arena_copy(&store->arena, record, record_len);
  p.len = record_len;
  p.seal = seal_of(store, key, &p.crc, record, record_len);
  vd_push(&store->pending, p);
  *vd_map_put(&store->newest, short_key(key)) = store->pending.len;
  if (store->pending.len >= vd_limit->store_batch ||
      vd_now() - store->flushed >= vd_limit->store_flush) {
    flush(store);
  }
}

// ----------------------------------------------------------------- telling

bool vd_store_is_there(const char *directory, VdBuf *folder) {
  VdBuf path = {0}, why = {0};
  struct stat st;
  bool ok = vd_store_folder(directory, folder, &why);
  if (ok) vd_buf_printf(&path, "%s/store.db", folder->at);
  ok = ok && lstat(path.at, &st) == 0;
  vd_buf_done(&path);
  vd_buf_done(&why);
  return ok;
}

// True if the row is sealed with our key, whatever it is about.
static bool is_ours(VdStore *store, sqlite3_stmt *row) {
  VdDigest key;
  VdCrc crc;
  if (sqlite3_column_bytes(row, 0) != (int)sizeof key.byte) return false;
  memcpy(key.byte, sqlite3_column_blob(row, 0), sizeof key.byte);
  if (sqlite3_column_bytes(row, 1) != (int)sizeof crc.byte) return false;
  memcpy(crc.byte, sqlite3_column_blob(row, 1), sizeof crc.byte);
  const void *text = sqlite3_column_blob(row, 3);
  VdDigest seal =
      seal_of(store, &key, &crc, text, (size_t)sqlite3_column_bytes(row, 3));
  return has_seal(row, 2, &seal);
}

static bool count_records(VdStore *store, VdStoreInfo *info) {
  static const char sql[] = "SELECT key, crc, seal, record FROM proof";
  sqlite3_stmt *row = NULL;
  int status = sqlite3_prepare_v2(store->db, sql, -1, &row, NULL);
  while (status == SQLITE_OK || status == SQLITE_ROW) {
    status = sqlite3_step(row);
    if (status != SQLITE_ROW) break;
    info->records++;
    if (!is_ours(store, row)) info->broken++;
  }
  sqlite3_finalize(row);
  if (status != SQLITE_DONE) give_up_by_sqlite(store);
  return status == SQLITE_DONE;
}

void vd_store_info(VdStore *store, VdStoreInfo *info) {
  struct stat st;
  *info = (VdStoreInfo){.path = vd_buf_text(&store->path),
                        .key = vd_buf_text(&store->key)};
  if (is_usable(store) && !store->is_worker) flush(store);
  if (!store->db) return;
  if (stat(store->real, &st) == 0) info->bytes = (uint64_t)st.st_size;
  info->usable = count_records(store, info);
}

static void tell_broken(VdStore *store) {
  unsigned long long n = store->broken ? *store->broken : 0;
  if (n == 0 || !store->db) return;
  vd_diag(store->diags, VD_WARNING, place_of(store, &store->path),
          "%llu record%s not used: damaged, or sealed with another key than %s",
          n, n == 1 ? " is" : "s are", store->key.at);
}

void vd_store_close(VdStore *store) {
  if (!store) return;
  bool own = store->process == getpid();
  if (own && store->db && !store->is_worker) flush(store);
  if (own) tell_broken(store);
  if (own) disconnect(store);
  vd_vec_done(&store->pending);
  vd_map_done(&store->newest);
  vd_arena_done(&store->arena);
  if (store->broken) munmap(store->broken, sizeof *store->broken);
  vd_mac_free(store->mac);
  vd_buf_done(&store->path);
  vd_buf_done(&store->key);
  vd_free(store->real);
  vd_free(store);
}
