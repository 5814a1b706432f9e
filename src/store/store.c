// The proof store on SQLite.
//
// Puts wait in memory and go to disk together in one short transaction, when
// there are many, when a second has passed, and at the end. So thousands of
// puts cost a few flushes, and no lock is held while something is proved:
// another veridiff in the same folder never waits for more than one batch.
//
// A record is sealed with a digest over key, CRC and text. Without it a flipped
// bit that leaves the database well formed could change an answer.
//
// A file that cannot be used is left as it is. It may be locked only for now,
// or of a newer version, or the one copy of something dear to somebody.
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"

enum {
  SCHEMA_VERSION = 1,
  APPLICATION_ID = 0x56644466,  // "VdDf", in the file's header
  BUSY_MILLISECONDS = 2000,
  BATCH = 256,  // puts that wait at most
};
static const double FLUSH_SECONDS = 1;

typedef struct Pending {
  VdDigest key, seal;
  VdCrc crc;
  const char *record;  // in the arena
  size_t len;
} Pending;

struct VdStore {
  char *path;
  VdDiags *diags;
  sqlite3 *db;  // NULL: the store answers nothing and keeps nothing
  sqlite3_stmt *select, *insert;
  VdSha *sha;
  pid_t process;  // whose connection db is
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

// Says once why the store is not used, and from then on it is not.
static void give_up(VdStore *store, const char *why) {
  VdPos where = {vd_arena_str(&store->diags->arena, store->path), 0, 0};
  vd_diag(store->diags, VD_WARNING, where, "the proof store is not used: %s",
          why);
  disconnect(store);
}

// SQLite tries again for reading only, and tells why that failed.
static const char *why_not_opened(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
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
      snprintf(why, sizeof why, "%s: %s", text, why_not_opened(store->path));
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
           "BEGIN IMMEDIATE;"
           "CREATE TABLE IF NOT EXISTS proof("
           "  key BLOB PRIMARY KEY NOT NULL, crc BLOB NOT NULL,"
           "  seal BLOB NOT NULL, record BLOB NOT NULL);"
           "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
           APPLICATION_ID, SCHEMA_VERSION);
  if (execute(store->db, sql)) return true;
  give_up_by_sqlite(store);
  return false;
}

// All numbers are of one moment: another process may make the store just now.
static bool check_schema(VdStore *store) {
  int64_t version, id, tables;
  if (!execute(store->db, "BEGIN") ||
      !ask_number(store->db, "PRAGMA user_version", &version) ||
      !ask_number(store->db, "PRAGMA application_id", &id) ||
      !ask_number(store->db, "SELECT count(*) FROM sqlite_master", &tables) ||
      !execute(store->db, "COMMIT")) {
    give_up_by_sqlite(store);
    return false;
  }
  if (version == 0 && id == 0 && tables == 0) return make_schema(store);
  if (id == APPLICATION_ID && version == SCHEMA_VERSION) return true;
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

// What is in the file is not trusted to run code (views, triggers).
static void connect_to_file(VdStore *store) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  store->process = getpid();
  if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK) {
    if (store->db) give_up_by_sqlite(store);
    return;
  }
  sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
  sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (check_schema(store)) prepare(store);
}

VdStore *vd_store_open(const char *directory, VdDiags *diags) {
  VdStore *store = vd_alloc(sizeof *store);
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/store.db", directory);
  store->path = vd_strdup(path.at);
  vd_buf_done(&path);
  store->diags = diags;
  store->sha = vd_sha_new();
  store->flushed = vd_now();
  store->process = getpid();
  if (vd_directory_make(directory)) {
    connect_to_file(store);
  } else {
    give_up(store, strerror(errno));
  }
  return store;
}

// ----------------------------------------------------------------- records

static VdDigest seal_of(VdStore *store, const VdDigest *key, const VdCrc *crc,
                        const void *record, size_t len) {
  vd_sha_reset(store->sha);
  vd_sha_add(store->sha, key->byte, sizeof key->byte);
  vd_sha_add(store->sha, crc->byte, sizeof crc->byte);
  vd_sha_add(store->sha, record, len);
  return vd_sha_digest(store->sha);
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

// The row's text if the row is what was put. An honest row with another CRC is
// another query with this SHA-256, or another canonical form: a miss.
static bool take_row(VdStore *store, const VdDigest *key, const VdCrc *crc,
                     VdBuf *record) {
  sqlite3_stmt *row = store->select;
  if (!column_is(row, 0, crc->byte, sizeof crc->byte)) return false;
  const void *text = sqlite3_column_blob(row, 2);
  size_t len = (size_t)sqlite3_column_bytes(row, 2);
  VdDigest seal = seal_of(store, key, crc, text, len);
  if (!column_is(row, 1, seal.byte, sizeof seal.byte)) {
    give_up(store, "a record is damaged; delete it to start anew");
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
  if (store->pending.len >= BATCH ||
      vd_now() - store->flushed >= FLUSH_SECONDS) {
    flush(store);
  }
}

void vd_store_info(VdStore *store, VdStoreInfo *info) {
  struct stat st;
  *info = (VdStoreInfo){.path = store->path};
  if (is_usable(store) && !store->is_worker) flush(store);
  if (stat(store->path, &st) == 0) info->bytes = (uint64_t)st.st_size;
  if (!store->db) return;
  int64_t records;
  if (!ask_number(store->db, "SELECT count(*) FROM proof", &records)) {
    give_up_by_sqlite(store);
    return;
  }
  info->usable = true;
  info->records = (uint64_t)records;
}

void vd_store_close(VdStore *store) {
  if (!store) return;
  bool own = store->process == getpid();
  if (own && store->db && !store->is_worker) flush(store);
  if (own) disconnect(store);
  vd_vec_done(&store->pending);
  vd_map_done(&store->newest);
  vd_arena_done(&store->arena);
  vd_sha_free(store->sha);
  vd_free(store->path);
  vd_free(store);
}
