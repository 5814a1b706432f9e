#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "need.h"
#include "store/store.h"

static VdBuf dir;
static VdDiags diags;

static const char OWN_KEY[] = "the key of these tests";

// The key is in the variable; opening takes it away.
static VdStore *open_store(void) {
  setenv("VERIDIFF_STORE_KEY", OWN_KEY, 1);
  return vd_store_open(dir.at, NULL, &diags);
}

static int make_dir(void **state) {
  (void)state;
  return vd_tempdir_new(&dir) ? 0 : -1;
}

static int remove_dir(void **state) {
  (void)state;
  vd_tempdir_remove(dir.at);
  vd_buf_done(&dir);
  vd_diags_done(&diags);
  return 0;
}

static const char *file_path(void) {
  static char path[512];
  snprintf(path, sizeof path, "%s/store.db", dir.at);
  return path;
}

// A query's canonical form is its number here.
static void put(VdStore *store, int n, const char *record) {
  VdDigest key = vd_digest_of(&n, sizeof n);
  vd_store_put(store, &key, &n, sizeof n, record, strlen(record));
}

static bool get(VdStore *store, int n, VdBuf *record) {
  VdDigest key = vd_digest_of(&n, sizeof n);
  record->len = 0;
  return vd_store_get(store, &key, &n, sizeof n, record);
}

static void assert_found(VdStore *store, int n, const char *want) {
  VdBuf record = {0};
  assert_true(get(store, n, &record));
  assert_string_equal(vd_buf_text(&record), want);
  vd_buf_done(&record);
}

static void assert_missing(VdStore *store, int n) {
  VdBuf record = {0};
  assert_false(get(store, n, &record));
  assert_int_equal(record.len, 0);
  vd_buf_done(&record);
}

// One warning, with the path and these words.
static void assert_warned(const char *words) {
  VdBuf text = {0};
  vd_diags_print(&diags, &text);
  assert_int_equal(diags.list.len, 1);
  assert_int_equal(diags.errors, 0);
  assert_non_null(strstr(vd_buf_text(&text),
                         "/store.db: warning: the proof "
                         "store is not used: "));
  if (!strstr(text.at, words)) fail_msg("%s not in: %s", words, text.at);
  vd_buf_done(&text);
}

static void fill(int n) {
  VdStore *store = open_store();
  for (int i = 0; i < n; i++) put(store, i, "{\"kind\":\"same\"}");
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
}

// Opens a store that can't be used, and uses it nevertheless.
static void assert_useless(const char *words) {
  VdStore *store = open_store();
  put(store, 1, "x");
  assert_missing(store, 1);
  VdStoreInfo info;
  vd_store_info(store, &info);
  assert_false(info.usable);
  vd_store_close(store);
  assert_warned(words);
}

// ------------------------------------------------------------------ claims

static void what_was_put_is_found_at_once_and_later(void **state) {
  (void)state;
  VdStore *store = open_store();
  assert_missing(store, 1);
  put(store, 1, "one");
  put(store, 2, "two");
  put(store, 2, "zwei");
  assert_found(store, 1, "one");
  assert_found(store, 2, "zwei");
  vd_store_close(store);
  store = open_store();
  assert_found(store, 1, "one");
  assert_found(store, 2, "zwei");
  assert_missing(store, 3);
  VdStoreInfo info;
  vd_store_info(store, &info);
  assert_true(info.usable);
  assert_int_equal(info.records, 2);
  assert_true(info.bytes > 0);
  assert_string_equal(info.path, file_path());
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
}

static void a_hit_needs_both_digests(void **state) {
  (void)state;
  VdDigest key = vd_digest_of("a", 1);
  VdBuf record = {0};
  for (int round = 0; round < 2; round++) {  // pending, then on disk
    VdStore *store = open_store();
    if (round == 0) vd_store_put(store, &key, "a", 1, "x", 1);
    assert_false(vd_store_get(store, &key, "b", 1, &record));
    assert_true(vd_store_get(store, &key, "a", 1, &record));
    vd_store_close(store);
  }
  assert_string_equal(record.at, "xx");
  assert_int_equal(diags.list.len, 0);
  vd_buf_done(&record);
}

static void assert_mode(const char *path, unsigned mode) {
  struct stat st;
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 0777, mode);
}

static void what_is_made_is_the_users_alone(void **state) {
  (void)state;
  VdBuf deep = {0};
  vd_buf_printf(&deep, "%s/a/b/c", dir.at);
  setenv("VERIDIFF_STORE_KEY", OWN_KEY, 1);
  VdStore *store = vd_store_open(deep.at, NULL, &diags);
  put(store, 1, "x");
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
  assert_mode(deep.at, 0700);
  vd_buf_str(&deep, "/store.db");
  assert_mode(deep.at, 0600);
  vd_buf_done(&deep);
}

static void garbage_is_left_as_it_is(void **state) {
  (void)state;
  VdBuf garbage = {0}, after = {0};
  for (int i = 0; i < 3000; i++) vd_buf_str(&garbage, "garbage ");
  assert_true(vd_file_write(file_path(), garbage.at, garbage.len));
  assert_useless("file is not a database; delete it to start anew");
  assert_true(vd_file_read(file_path(), SIZE_MAX, &after));
  assert_string_equal(after.at, garbage.at);
  vd_buf_done(&garbage);
  vd_buf_done(&after);
}

static void a_truncated_file_is_damaged(void **state) {
  (void)state;
  fill(1000);
  struct stat st;
  assert_int_equal(stat(file_path(), &st), 0);
  assert_int_equal(truncate(file_path(), st.st_size / 2), 0);
  assert_useless("malformed; delete it to start anew");
}

static void an_empty_file_is_an_empty_store(void **state) {
  (void)state;
  assert_true(vd_file_write(file_path(), "", 0));
  VdStore *store = open_store();
  put(store, 1, "x");
  assert_found(store, 1, "x");
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
}

// Whatever bytes are damaged: no crash, and every answer is missing or right.
static void flipped_bytes_never_change_an_answer(void **state) {
  (void)state;
  VdBuf whole = {0}, record = {0};
  VdRandom random = {3};
  fill(200);
  assert_true(vd_file_read(file_path(), SIZE_MAX, &whole));
  for (int round = 0; round < 200; round++) {
    size_t at = vd_random_below(&random, whole.len);
    char was = whole.at[at];
    whole.at[at] ^= (char)(1u << vd_random_below(&random, 8));
    assert_true(vd_file_write(file_path(), whole.at, whole.len));
    whole.at[at] = was;
    VdStore *store = open_store();
    for (int i = 0; i < 200; i++) {
      if (!get(store, i, &record)) continue;
      assert_string_equal(record.at, "{\"kind\":\"same\"}");
    }
    vd_store_close(store);
    assert_true(diags.list.len <= 1);
    vd_diags_done(&diags);
  }
  vd_buf_done(&whole);
  vd_buf_done(&record);
}

static void execute(const char *sql) {
  sqlite3 *db;
  assert_int_equal(sqlite3_open(file_path(), &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

// One warning about records, and the store is used still.
static void assert_records_warned(const char *words) {
  VdBuf text = {0};
  vd_diags_print(&diags, &text);
  assert_int_equal(diags.list.len, 1);
  if (!strstr(vd_buf_text(&text), words))
    fail_msg("%s not in: %s", words, vd_buf_text(&text));
  vd_buf_done(&text);
  vd_diags_done(&diags);
}

static void a_changed_record_is_a_miss_and_is_replaced(void **state) {
  (void)state;
  fill(3);
  execute("UPDATE proof SET record='{\"kind\":\"different\"}'");
  VdStore *store = open_store();
  assert_missing(store, 1);
  assert_missing(store, 2);
  put(store, 1, "fresh");
  assert_found(store, 1, "fresh");
  vd_store_close(store);
  assert_records_warned(
      "/store.db: warning: 2 records are not used: damaged, or sealed with "
      "another key than $VERIDIFF_STORE_KEY");
  store = open_store();
  assert_found(store, 1, "fresh");
  assert_missing(store, 0);
  vd_store_close(store);
  assert_records_warned("1 record is not used");
}

static void records_of_another_key_are_misses(void **state) {
  (void)state;
  fill(3);
  setenv("VERIDIFF_STORE_KEY", "a key that is another one", 1);
  VdStore *store = vd_store_open(dir.at, NULL, &diags);
  VdStoreInfo info;
  vd_store_info(store, &info);
  assert_true(info.usable);
  assert_int_equal(info.records, 3);
  assert_int_equal(info.broken, 3);
  assert_missing(store, 1);
  put(store, 1, "mine");
  vd_store_info(store, &info);
  assert_int_equal(info.broken, 2);
  vd_store_close(store);
  assert_records_warned("1 record is not used");
}

// Puts a record as somebody would who knows all but the key.
static void forge(int n, const char *record, const VdDigest *seal) {
  sqlite3 *db;
  sqlite3_stmt *row;
  VdDigest key = vd_digest_of(&n, sizeof n);
  VdCrc crc = vd_crc_of(&n, sizeof n);
  assert_int_equal(sqlite3_open(file_path(), &db), SQLITE_OK);
  assert_int_equal(
      sqlite3_prepare_v2(db, "INSERT OR REPLACE INTO proof VALUES(?,?,?,?)", -1,
                         &row, NULL),
      SQLITE_OK);
  sqlite3_bind_blob(row, 1, key.byte, sizeof key.byte, SQLITE_STATIC);
  sqlite3_bind_blob(row, 2, crc.byte, sizeof crc.byte, SQLITE_STATIC);
  sqlite3_bind_blob(row, 3, seal->byte, sizeof seal->byte, SQLITE_STATIC);
  sqlite3_bind_blob(row, 4, record, (int)strlen(record), SQLITE_STATIC);
  assert_int_equal(sqlite3_step(row), SQLITE_DONE);
  sqlite3_finalize(row);
  sqlite3_close(db);
}

// What a seal is over.
static void add_sealed(VdBuf *out, int n, const char *record, char schema) {
  VdDigest key = vd_digest_of(&n, sizeof n);
  VdCrc crc = vd_crc_of(&n, sizeof n);
  if (schema) vd_buf_char(out, schema);
  vd_buf_add(out, key.byte, sizeof key.byte);
  vd_buf_add(out, crc.byte, sizeof crc.byte);
  vd_buf_str(out, record);
}

static VdDigest mac_of(const char *secret, const VdBuf *bytes) {
  VdDigest key = vd_digest_of(secret, strlen(secret));
  VdMac *mac = vd_mac_new(&key);
  vd_mac_add(mac, bytes->at, bytes->len);
  VdDigest digest = vd_mac_digest(mac);
  vd_mac_free(mac);
  return digest;
}

static void a_forged_record_is_found_only_with_the_key(void **state) {
  (void)state;
  VdBuf old = {0}, now = {0}, next = {0};
  fill(1);
  add_sealed(&old, 7, "forged", 0);
  add_sealed(&now, 7, "forged", 2);
  add_sealed(&next, 7, "forged", 3);
  const VdDigest seal[] = {
      vd_digest_of(old.at, old.len),
      vd_digest_of(now.at, now.len),
      mac_of("not the key of these tests", &now),
      mac_of(OWN_KEY, &old),
      mac_of(OWN_KEY, &next),  // of another schema
      {{0}},
  };
  for (size_t i = 0; i < VD_COUNT(seal); i++) {
    forge(7, "forged", &seal[i]);
    VdStore *store = open_store();
    assert_missing(store, 7);
    vd_store_close(store);
    assert_records_warned("1 record is not used");
  }
  VdDigest right = mac_of(OWN_KEY, &now);
  forge(7, "forged", &right);
  VdStore *store = open_store();
  assert_found(store, 7, "forged");  // so the others were nearly right
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
  vd_buf_done(&old);
  vd_buf_done(&now);
  vd_buf_done(&next);
}

static void a_seal_is_for_one_query(void **state) {
  (void)state;
  fill(2);
  execute(
      "CREATE TEMP TABLE was AS SELECT * FROM proof;"
      "UPDATE proof SET seal=(SELECT seal FROM was WHERE was.key!=proof.key)");
  VdStore *store = open_store();
  assert_missing(store, 0);
  assert_missing(store, 1);
  vd_store_close(store);
  assert_records_warned("2 records are not used");
}

static void seals_of_a_wrong_size_are_misses(void **state) {
  (void)state;
  static const char *const seal[] = {"''",
                                     "x'00'",
                                     "substr(seal, 1, 31)",
                                     "seal || x'00'",
                                     "zeroblob(1000000)",
                                     "hex(seal)",
                                     "17"};
  for (size_t i = 0; i < VD_COUNT(seal); i++) {
    char sql[100];
    fill(1);
    snprintf(sql, sizeof sql, "UPDATE proof SET seal=%s", seal[i]);
    execute(sql);
    VdStore *store = open_store();
    assert_missing(store, 0);
    vd_store_close(store);
    assert_records_warned("1 record is not used");
  }
}

static void other_versions_and_programs_are_not_touched(void **state) {
  (void)state;
  fill(1);
  execute("PRAGMA user_version=99");
  assert_useless("made by another version of veridiff; delete it");
  vd_diags_done(&diags);
  execute("PRAGMA user_version=1");  // whose seals needed no key
  assert_useless("made by another version of veridiff; delete it");
  vd_diags_done(&diags);
  assert_int_equal(unlink(file_path()), 0);
  execute("CREATE TABLE t(x)");
  assert_useless("another program's database");
}

static void other_things_in_the_database_are_refused(void **state) {
  (void)state;
  // The view never ends.
  static const char *const sql[] = {
      "DROP TABLE proof; CREATE VIEW proof(key, crc, seal, record) AS WITH "
      "RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x, x, x, "
      "x FROM r WHERE x > 1",
      "CREATE TRIGGER t AFTER INSERT ON proof BEGIN DELETE FROM proof; END",
      "CREATE TABLE more(x)",
      "DROP TABLE proof; CREATE TABLE proof(key, crc, seal, record)",
  };
  for (size_t i = 0; i < VD_COUNT(sql); i++) {
    fill(1);
    execute(sql[i]);
    assert_useless("made by another version of veridiff");
    vd_diags_done(&diags);
    assert_int_equal(unlink(file_path()), 0);
  }
}

static void links_are_not_followed(void **state) {
  (void)state;
  static const char *const suffix[] = {"", "-journal", "-wal", "-shm"};
  for (size_t i = 0; i < VD_COUNT(suffix); i++) {
    char link[600], target[600], words[100];
    struct stat st;
    snprintf(link, sizeof link, "%s%s", file_path(), suffix[i]);
    snprintf(target, sizeof target, "%s/target", dir.at);
    snprintf(words, sizeof words, "store.db%s is a symbolic link", suffix[i]);
    assert_int_equal(symlink(target, link), 0);
    assert_useless(words);
    assert_int_not_equal(lstat(target, &st), 0);  // nor made
    vd_diags_done(&diags);
    assert_int_equal(unlink(link), 0);
  }
}

static void a_linked_folder_is_followed(void **state) {
  (void)state;
  VdBuf link = {0};
  vd_buf_printf(&link, "%s/link", dir.at);
  assert_int_equal(symlink(".", link.at), 0);
  setenv("VERIDIFF_STORE_KEY", OWN_KEY, 1);
  VdStore *store = vd_store_open(link.at, NULL, &diags);
  put(store, 1, "one");
  vd_store_close(store);
  store = open_store();
  assert_found(store, 1, "one");
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
  vd_buf_done(&link);
}

static void pipes_and_devices_are_not_opened(void **state) {
  (void)state;
  assert_int_equal(mkfifo(file_path(), 0600), 0);
  assert_useless("store.db is not a regular file");
}

// SQLite deletes the file whose name a journal ends with. It is laid out as
// https://sqlite.org/fileformat2.html#the_rollback_journal says, with no pages.
static void a_journal_can_not_delete_files(void **state) {
  (void)state;
  uint8_t head[1024] = {0xd9, 0xd5, 5, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
  VdBuf journal = {0}, victim = {0}, path = {0};
  fill(1);
  vd_buf_printf(&victim, "%s/victim", dir.at);
  assert_true(vd_file_write(victim.at, "dear", 4));
  head[19] = 3, head[22] = 2, head[26] = 0x10;  // pages, sector, page size
  uint32_t sum = 0, n = (uint32_t)victim.len;
  for (uint32_t i = 0; i < n; i++) sum += (uint8_t)victim.at[i];
  vd_buf_add(&journal, head, 512);
  vd_buf_add(&journal, (uint8_t[]){0x40, 0, 0, 0}, 4);
  vd_buf_str(&journal, victim.at);
  vd_buf_add(&journal, (uint8_t[]){0, 0, (uint8_t)(n >> 8), (uint8_t)n}, 4);
  vd_buf_add(&journal,
             (uint8_t[]){(uint8_t)(sum >> 24), (uint8_t)(sum >> 16),
                         (uint8_t)(sum >> 8), (uint8_t)sum},
             4);
  vd_buf_add(&journal, head, 8);
  vd_buf_printf(&path, "%s-journal", file_path());
  assert_true(vd_file_write(path.at, journal.at, journal.len));
  assert_useless("store.db-journal is of several databases");
  assert_int_equal(access(victim.at, F_OK), 0);
  vd_buf_done(&journal);
  vd_buf_done(&victim);
  vd_buf_done(&path);
}

static void a_locked_file_costs_one_warning(void **state) {
  (void)state;
  fill(1);
  sqlite3 *db;
  assert_int_equal(sqlite3_open(file_path(), &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL),
                   SQLITE_OK);
  double start = vd_now();
  assert_useless("locked by another process");
  assert_true(vd_now() - start < 8);
  sqlite3_close(db);
}

static void a_place_that_can_not_be_made_costs_one_warning(void **state) {
  (void)state;
  VdBuf place = {0};
  assert_true(vd_file_write(file_path(), "x", 1));
  vd_buf_printf(&place, "%s/sub", file_path());  // below a file
  setenv("VERIDIFF_STORE_KEY", OWN_KEY, 1);
  VdStore *store = vd_store_open(place.at, NULL, &diags);
  put(store, 1, "x");
  assert_missing(store, 1);
  vd_store_close(store);
  assert_warned("Not a directory");
  vd_buf_done(&place);
}

static void a_directory_in_the_way_costs_one_warning(void **state) {
  (void)state;
  assert_int_equal(mkdir(file_path(), 0700), 0);
  assert_useless("store.db is not a regular file");
}

static void a_read_only_directory_costs_one_warning(void **state) {
  (void)state;
  bool root = geteuid() == 0;  // who may write anywhere
  assert_int_equal(chmod(dir.at, 0555), 0);
  need(!root || seteuid(65534) == 0, "the right to be another user");
  assert_useless("unable to open database file: Permission denied");
  if (root) assert_int_equal(seteuid(0), 0);
  assert_int_equal(chmod(dir.at, 0700), 0);
}

// A limit on the size of files stands for a full disk.
static void a_full_disk_costs_one_warning(void **state) {
  (void)state;
  fill(10);
  struct rlimit before, small;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, SIG_IGN);
  small = before;
  small.rlim_cur = 16384;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  VdStore *store = open_store();
  for (int i = 100; i < 2000; i++) put(store, i, "{\"kind\":\"same\"}");
  vd_store_close(store);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(diags.list.len, 1);
  vd_diags_done(&diags);
  store = open_store();  // what was there still is
  assert_found(store, 3, "{\"kind\":\"same\"}");
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
}

static void two_stores_share_a_file(void **state) {
  (void)state;
  VdStore *a = open_store();
  VdStore *b = open_store();
  VdStoreInfo info;
  put(a, 1, "x");
  vd_store_info(a, &info);  // writes
  assert_found(b, 1, "x");
  put(b, 2, "y");
  vd_store_info(b, &info);
  assert_found(a, 2, "y");
  vd_store_close(a);
  vd_store_close(b);
  assert_int_equal(diags.list.len, 0);
}

static void ask_in_worker(void *context, uint32_t index, VdBuf *out) {
  (void)index;
  put(context, 50, "lost");
  if (get(context, 1, out)) vd_buf_char(out, '!');
}

static void check_worker(void *context, uint32_t index,
                         const VdWorkResult *result) {
  (void)context, (void)index;
  assert_int_equal(result->status, VD_WORK_OK);
  assert_int_equal(result->len, 4);
  assert_memory_equal(result->bytes, "one!", 4);
}

static void workers_read_and_do_not_write(void **state) {
  (void)state;
  VdStore *store = open_store();
  put(store, 1, "one");
  VdPool pool = {
      .jobs = 2, .work = ask_in_worker, .done = check_worker, .context = store};
  vd_pool_run(&pool, 4);  // it waits to be written
  VdStoreInfo info;
  vd_store_info(store, &info);
  vd_pool_run(&pool, 4);  // it is in the file
  assert_missing(store, 50);
  put(store, 2, "two");
  assert_found(store, 2, "two");
  vd_store_close(store);
  assert_int_equal(diags.list.len, 0);
}

static void ask_broken_in_worker(void *context, uint32_t index, VdBuf *out) {
  assert_missing(context, (int)index);
  vd_buf_char(out, '!');
}

static void check_asked(void *context, uint32_t index,
                        const VdWorkResult *result) {
  (void)context, (void)index;
  assert_int_equal(result->status, VD_WORK_OK);
}

static void what_workers_find_broken_is_told(void **state) {
  (void)state;
  fill(3);
  execute("UPDATE proof SET record='{}'");
  VdStore *store = open_store();
  VdPool pool = {.jobs = 2,
                 .work = ask_broken_in_worker,
                 .done = check_asked,
                 .context = store};
  vd_pool_run(&pool, 3);
  vd_store_close(store);
  assert_records_warned("3 records are not used");
}

static void thousands_of_puts_and_gets_are_fast(void **state) {
  (void)state;
  enum { MANY = 5000 };
  double start = vd_now();
  fill(MANY);
  double put_seconds = vd_now() - start;
  VdStore *store = open_store();
  start = vd_now();
  for (int i = 0; i < MANY; i++) {
    assert_found(store, i, "{\"kind\":\"same\"}");
  }
  double get_seconds = vd_now() - start;
  vd_store_close(store);
  print_message("# put %.1f us, get %.1f us\n", put_seconds / MANY * 1e6,
                get_seconds / MANY * 1e6);
  // Far above what is measured (10 us each), for busy machines and sanitizers.
  assert_true(put_seconds < 10);
  assert_true(get_seconds / MANY < 1e-3);
}

#define IN_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_DIR(what_was_put_is_found_at_once_and_later),
      IN_DIR(a_hit_needs_both_digests),
      IN_DIR(what_is_made_is_the_users_alone),
      IN_DIR(garbage_is_left_as_it_is),
      IN_DIR(a_truncated_file_is_damaged),
      IN_DIR(an_empty_file_is_an_empty_store),
      IN_DIR(flipped_bytes_never_change_an_answer),
      IN_DIR(a_changed_record_is_a_miss_and_is_replaced),
      IN_DIR(records_of_another_key_are_misses),
      IN_DIR(a_forged_record_is_found_only_with_the_key),
      IN_DIR(a_seal_is_for_one_query),
      IN_DIR(seals_of_a_wrong_size_are_misses),
      IN_DIR(other_versions_and_programs_are_not_touched),
      IN_DIR(other_things_in_the_database_are_refused),
      IN_DIR(links_are_not_followed),
      IN_DIR(a_linked_folder_is_followed),
      IN_DIR(pipes_and_devices_are_not_opened),
      IN_DIR(a_journal_can_not_delete_files),
      IN_DIR(a_locked_file_costs_one_warning),
      IN_DIR(a_place_that_can_not_be_made_costs_one_warning),
      IN_DIR(a_directory_in_the_way_costs_one_warning),
      IN_DIR(a_read_only_directory_costs_one_warning),
      IN_DIR(a_full_disk_costs_one_warning),
      IN_DIR(two_stores_share_a_file),
      IN_DIR(workers_read_and_do_not_write),
      IN_DIR(what_workers_find_broken_is_told),
      IN_DIR(thousands_of_puts_and_gets_are_fast),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
