// Foundations: memory, vectors, text, maps, hashes, diagnostics, budgets and
// worker processes. Nothing here knows what veridiff is about.
//
// Ownership: `init/done` works on the caller's storage, `new/free` on the heap.
// {0} is an empty arena, vector, buffer or map, and may be used at once.
// Failure: allocation never returns NULL. When memory or a size runs out the
// out-of-memory handler runs and does not return. The default one prints a line
// and exits with 2; in a worker it leaves with VD_EXIT_MEMORY, which the pool
// reports as VD_WORK_MEMORY. So one pair is lost, never the run.
#ifndef VD_BASE_H
#define VD_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define VD_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define VD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define VD_NORETURN __attribute__((noreturn))

// ---------------------------------------------------------------- own bugs
// A check that stays on in release. A failed one prints where and why, asks
// for a report, and exits with 2; in a worker it leaves with VD_EXIT_BUG, and
// where and why reach the parent: one undecided pair.
#define VD_CHECK(cond) \
  ((cond) ? (void)0 : vd_bug(__FILE__, __LINE__, "check failed: " #cond))
VD_NORETURN void vd_bug(const char *file, int line, const char *what);

// ------------------------------------------------------------------ memory
void *vd_alloc(size_t bytes);               // zeroed
void *vd_realloc(void *old, size_t bytes);  // new part is not zeroed
void vd_free(void *block);
char *vd_strdup(const char *text);

// For tables that may become large: in large pages where the system has them,
// and grown without copying. The new part is zeroed. old may be NULL, of size
// 0. The block is freed by vd_large_free with its size, and by nothing else.
void *vd_large_grow(void *old, size_t old_bytes, size_t bytes);
void vd_large_free(void *block, size_t bytes);

// Tests make the n-th allocation from now fail (1 is the next one, 0 none).
void vd_alloc_fail_at(uint64_t n);
// Called when memory runs out; must not return. NULL restores the default.
void vd_alloc_on_failure(void (*handler)(size_t bytes));

// A bump allocator: everything in it is freed at once. Blocks are 16-byte
// aligned and zeroed.
typedef struct VdArena {
  struct VdChunk *chunk;  // newest first
  size_t total;           // bytes obtained from the system
} VdArena;
void *vd_arena_alloc(VdArena *arena, size_t bytes);
void *vd_arena_copy(VdArena *arena, const void *bytes, size_t n);
char *vd_arena_str(VdArena *arena, const char *text);
char *vd_arena_printf(VdArena *arena, const char *fmt, ...) VD_PRINTF(2, 3);
char *vd_arena_vprintf(VdArena *arena, const char *fmt, va_list args);
void vd_arena_done(VdArena *arena);  // frees all; the arena is {0} again
// What is in one arena is in the other from here on.
void vd_arena_take(VdArena *arena, VdArena *from);

#define VD_NEW(arena, T) ((T *)vd_arena_alloc((arena), sizeof(T)))
#define VD_NEW_ARRAY(arena, T, n) \
  ((T *)vd_arena_alloc((arena), vd_mul((n), sizeof(T))))

// Size arithmetic that ends in the out-of-memory handler instead of wrapping.
size_t vd_mul(size_t a, size_t b);
size_t vd_add(size_t a, size_t b);

// ----------------------------------------------------------------- vectors
//   VD_VEC(int) v = {0};  vd_push(&v, 3);  v.at[0];  v.len;  vd_vec_done(&v);
#define VD_VEC(T)      \
  struct {             \
    T *at;             \
    uint32_t len, cap; \
  }
#define vd_push(v, ...)                                                       \
  ((v)->len == (v)->cap ? vd_vec_grow((void **)&(v)->at, &(v)->cap, (v)->len, \
                                      sizeof *(v)->at, 1)                     \
                        : (void)0,                                            \
   (v)->at[(v)->len++] = (__VA_ARGS__))
// Makes room for n more elements.
#define vd_reserve(v, n) \
  vd_vec_grow((void **)&(v)->at, &(v)->cap, (v)->len, sizeof *(v)->at, (n))
#define vd_pop(v) ((v)->at[--(v)->len])
#define vd_vec_done(v) \
  (vd_free((v)->at), (v)->at = NULL, (v)->len = (v)->cap = 0)
void vd_vec_grow(void **at, uint32_t *cap, uint32_t len, size_t elem,
                 uint32_t more);

// -------------------------------------------------------------------- text
// Text under construction. Always NUL-terminated once anything was added;
// vd_buf_text gives "" for an empty one.
typedef struct VdBuf {
  char *at;
  size_t len, cap;
} VdBuf;
void vd_buf_add(VdBuf *buf, const void *bytes, size_t n);
void vd_buf_str(VdBuf *buf, const char *text);
void vd_buf_char(VdBuf *buf, char c);
void vd_buf_printf(VdBuf *buf, const char *fmt, ...) VD_PRINTF(2, 3);
void vd_buf_vprintf(VdBuf *buf, const char *fmt, va_list args);
const char *vd_buf_text(const VdBuf *buf);
void vd_buf_done(VdBuf *buf);

// Text of others, for people, on one line: what a terminal would act on is
// written out, control characters (line ends, too) and bytes that are not UTF-8
// as \xNN, controls beyond ASCII and marks of direction as \u202e.
// ASCII, whatever the locale.
static inline bool vd_is_digit(char c) {
  return c >= '0' && c <= '9';
}
static inline bool vd_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static inline bool vd_is_word(char c) {
  return vd_is_letter(c) || vd_is_digit(c);
}
static inline bool vd_text_begins(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}
void vd_text_print(const char *text, VdBuf *out);
void vd_text_printn(const char *text, size_t n, VdBuf *out);
// The same for pages: line ends, tabs and the colours of reports stay.
void vd_text_clean(const VdBuf *page, VdBuf *out);
// Bytes of the well-formed UTF-8 sequence at the start of left bytes, of which
// there is one at least; 0 if there is none.
size_t vd_utf8_length(const char *text, size_t left);
// The character of n bytes if it is one that would be written out, else 0.
uint32_t vd_utf8_control(const char *text, size_t n);

// Writes JSON into a buffer. Commas are the writer's concern, nesting is the
// caller's. Members of the outermost `lines` levels get a line each; 0 puts
// everything on one. Text is UTF-8: a byte that is not becomes the four
// characters \xNN in the string, so what comes out is always valid.
typedef struct VdJson {
  VdBuf *out;
  uint32_t lines, depth;
  bool more;   // the next member of this level needs a comma
  bool keyed;  // a key was written and waits for its value
} VdJson;
void vd_json_open(VdJson *json, char bracket);  // '{' or '['
void vd_json_close(VdJson *json, char bracket);
void vd_json_key(VdJson *json, const char *key);
void vd_json_str(VdJson *json, const char *text);  // NULL is null
void vd_json_strn(VdJson *json, const char *text, size_t len);
void vd_json_u64(VdJson *json, uint64_t number);
void vd_json_double(VdJson *json, double number);  // finite, else null
void vd_json_bool(VdJson *json, bool value);
void vd_json_raw(VdJson *json, const char *text, size_t len);  // is JSON
// A key and its value.
void vd_json_put_open(VdJson *json, const char *key, char bracket);
void vd_json_put_str(VdJson *json, const char *key, const char *text);
void vd_json_put_u64(VdJson *json, const char *key, uint64_t number);
void vd_json_put_double(VdJson *json, const char *key, double number);
void vd_json_put_bool(VdJson *json, const char *key, bool value);
void vd_json_put_hex(VdJson *json, const char *key, const void *bytes,
                     size_t n);  // pairs of digits
void vd_json_put_strs(VdJson *json, const char *key, const char *const *text,
                      uint32_t n);

static inline bool vd_path_ends(const char *path, const char *suffix) {
  size_t n = strlen(path), m = strlen(suffix);
  return n > m && !strcmp(path + n - m, suffix);
}

// Adds a whole file (or stdin for "-") to out. False with errno set on failure,
// and out as it was; a file above max bytes fails with EFBIG. A pipe or device
// that has not ended after ten seconds fails with ETIME; stdin may take longer.
bool vd_file_read(const char *path, size_t max, VdBuf *out);
bool vd_file_is_regular(const char *path);  // or a link to such a file
bool vd_file_is_directory(const char *path);
// Writes to a temporary beside path, flushes it to disk and renames it. What is
// not a regular file (/dev/stdout) is written in place.
bool vd_file_write(const char *path, const void *bytes, size_t n);
// Makes a file that only its owner may read and write, whole or not at all.
// False with errno, EEXIST if there is one.
bool vd_file_create_private(const char *path, const void *bytes, size_t n);
// Makes a directory and those above it; fine if it is there. False with errno.
// What a private one makes is its owner's alone.
bool vd_directory_make(const char *path);
// The same, but neither it nor the one above it may be a link: for folders that
// somebody else may have put where we write.
bool vd_directory_make_unlinked(const char *path);
// Writes a file that is no link, in place and without a flush to disk.
bool vd_file_put(const char *path, const void *bytes, size_t n);
bool vd_directory_make_private(const char *path);
// A fresh private directory under $TMPDIR or /tmp; the path goes to out.
// Between begin and end they are in one folder, which end removes, and which
// the next begin of any run removes if the process was killed.
void vd_tempdir_begin(void);
void vd_tempdir_end(void);
bool vd_tempdir_new(VdBuf *out);
void vd_tempdir_remove(const char *path);  // with everything in it

// -------------------------------------------------------------------- maps
// u64 to u64. get is NULL when absent; put returns the slot, made with value 0
// where there was none. Slots move when the map grows.
typedef struct VdMap {
  struct VdMapSlot *slot;
  uint32_t len, cap;
} VdMap;
uint64_t *vd_map_get(const VdMap *map, uint64_t key);
uint64_t *vd_map_put(VdMap *map, uint64_t key);
void vd_map_clear(VdMap *map);  // keeps the storage
void vd_map_done(VdMap *map);

// Interned strings: equal text, equal number, from 1 on; 0 is none.
typedef struct VdNames {
  VdArena arena;
  struct VdNameSlot *slot;
  uint32_t cap;
  VD_VEC(const char *) text;  // text.at[id - 1]
} VdNames;
uint32_t vd_name_put(VdNames *names, const char *text, size_t len);
uint32_t vd_name_get(const VdNames *names, const char *text, size_t len);
const char *vd_name_text(const VdNames *names, uint32_t id);  // "" for 0
void vd_names_done(VdNames *names);

// The name that was meant by one that is not there: of all that are tried, the
// nearest to text, if it is near; the first of several.
typedef struct VdNear {
  const char *text;
  size_t len;
  bool any_case;
  const char *best;  // NULL if none is near
  uint32_t edits;    // between text and best
} VdNear;
void vd_near_try(VdNear *near, const char *name);

// ------------------------------------------------------------------ hashes
uint64_t vd_hash_bytes(const void *bytes, size_t n, uint64_t seed);
static inline uint64_t vd_hash_mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 32);
}

// The inverse of an odd number modulo 2^64: each step doubles the good bits.
static inline uint64_t vd_odd_inverse(uint64_t x) {
  uint64_t y = x;
  for (int i = 0; i < 6; i++) y *= 2 - x * y;
  return y;
}

// For qsort of uint32_t.
static inline int vd_by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// SHA-256, by libcrypto.
typedef struct VdDigest {
  uint8_t byte[32];
} VdDigest;
typedef struct VdSha VdSha;
VdSha *vd_sha_new(void);
void vd_sha_reset(VdSha *sha);
void vd_sha_add(VdSha *sha, const void *bytes, size_t n);
VdDigest vd_sha_digest(VdSha *sha);  // resets
void vd_sha_free(VdSha *sha);
VdDigest vd_digest_of(const void *bytes, size_t n);
bool vd_digest_eq(const VdDigest *a, const VdDigest *b);
bool vd_digest_is_none(const VdDigest *d);  // all bytes zero
void vd_digest_hex(const VdDigest *d, char out[65]);
bool vd_digest_read(const char *hex64, VdDigest *out);

// HMAC-SHA256, by libcrypto: who does not have the key cannot make the digest.
typedef struct VdMac VdMac;
VdMac *vd_mac_new(const VdDigest *key);
void vd_mac_add(VdMac *mac, const void *bytes, size_t n);
VdDigest vd_mac_digest(VdMac *mac);  // resets
// Takes as long wherever they differ.
bool vd_mac_is(const VdDigest *mac, const void *bytes, size_t n);
void vd_mac_free(VdMac *mac);

// A small fast generator for tests and random inputs; never for secrets.
typedef struct VdRandom {
  uint64_t state;
} VdRandom;
uint64_t vd_random_next(VdRandom *random);
uint64_t vd_random_below(VdRandom *random, uint64_t n);  // n > 0

// ------------------------------------------------------------- diagnostics
// A place in a source file. line 0 is "somewhere in file", file NULL "nowhere".
typedef struct VdPos {
  const char *file;  // not owned; lives as long as the module it came from
  uint32_t line, column;
} VdPos;
void vd_json_put_pos(VdJson *json, const char *key, VdPos pos);

typedef enum VdSeverity { VD_NOTE, VD_WARNING, VD_ERROR } VdSeverity;
typedef struct VdDiag {
  VdSeverity severity;
  VdPos pos;
  const char *text;  // in the list's arena
} VdDiag;
typedef struct VdDiags {
  VdArena arena;
  VD_VEC(VdDiag) list;
  uint32_t errors;
} VdDiags;
void vd_diag(VdDiags *diags, VdSeverity severity, VdPos pos, const char *fmt,
             ...) VD_PRINTF(4, 5);
void vd_vdiag(VdDiags *diags, VdSeverity severity, VdPos pos, const char *fmt,
              va_list args);
// "file:line:column: error: text", one line each.
void vd_diags_print(const VdDiags *diags, VdBuf *out);
void vd_diags_done(VdDiags *diags);
// "file:line:column", shorter where less is known.
void vd_pos_print(VdPos pos, VdBuf *out);

// ----------------------------------------------------------------- budgets
double vd_now(void);  // seconds on a clock that never goes back

// Work is counted, not measured: terms made, instructions run, what solvers say
// that they used. So it is the same in every run, on any machine and at any
// load, and what is limited by it ends at the same place each time. A unit is
// about a second on an idle core. Each process has its own meter, which a child
// goes on from.
typedef enum VdCost {
#define VD_COST(name, nanoseconds, what) VD_COST_##name,
#include "base/cost.def"
#undef VD_COST
  VD_COSTS
} VdCost;
void vd_work_add(VdCost kind, uint64_t n);
double vd_cost(VdCost kind);       // units for one
void vd_work_spend(double units);  // as much as a child has told
double vd_work(void);              // units so far

// What a piece of work may still use. {0} has no limit. The deadline is the
// user's, and ends everything; parts of a search are limited by work.
typedef struct VdBudget {
  double deadline;                // on the vd_now clock, 0 for none
  double work;                    // on the vd_work meter, 0 for none
  const volatile int *cancelled;  // set by a signal handler; NULL for never
} VdBudget;
VdBudget vd_budget_of(double seconds);  // from now; 0 or less is no limit
bool vd_budget_over(const VdBudget *budget);
double vd_budget_seconds(const VdBudget *budget);  // HUGE_VAL for no deadline
// The work that is left, HUGE_VAL for no limit; 0 when anything is over.
double vd_budget_left(const VdBudget *budget);
// Is it the deadline, and not the work, that is over?
bool vd_budget_is_late(const VdBudget *budget);
// The tighter of budget and seconds from now.
VdBudget vd_budget_cut(const VdBudget *budget, double seconds);
// The tighter of budget and so much work from now; 0 or less is no limit.
VdBudget vd_budget_slice(const VdBudget *budget, double work);
// Both.
VdBudget vd_budget_limit(const VdBudget *budget, double seconds, double work);

// --------------------------------------------------------- worker processes
// Work that may crash, hang or eat memory runs in a forked child with its own
// process group, an address-space limit and a wall clock. What the child wrote
// to its buffer reaches the parent; a dead child is a status, not a dead run.
enum { VD_EXIT_MEMORY = 70, VD_EXIT_BUG = 71 };

typedef enum VdWorkStatus {
  VD_WORK_DIED = 0,  // crashed, or lied about its length; see detail
  VD_WORK_OK,
  VD_WORK_TIMEOUT,    // killed at its deadline
  VD_WORK_MEMORY,     // ran into its memory limit
  VD_WORK_BUG,        // a VD_CHECK failed
  VD_WORK_CANCELLED,  // ^C, or the caller gave up
} VdWorkStatus;

typedef struct VdWorkResult {
  VdWorkStatus status;
  const char *bytes;  // valid during the callback
  size_t len;
  char detail[120];  // "killed by signal 11 (Segmentation fault)"; for
                     // VD_WORK_BUG and VD_WORK_MEMORY what the child said
  double seconds;
} VdWorkResult;

// Why there is no result, for people: "no answer in 10 s" after a limit of so
// many seconds, "WHO died: ...", "WHO sent what cannot be read" for VD_WORK_OK.
void vd_work_say(const VdWorkResult *result, double seconds, size_t memory,
                 const char *who, VdBuf *out);

typedef struct VdPool {
  uint32_t jobs;    // children at once; 0 counts as 1
  double seconds;   // wall clock for one piece of work, 0 for none
  size_t memory;    // address space of one child in bytes, 0 for none
  VdBudget budget;  // for the whole run
  // Runs in the child. What it adds to out is sent to the parent.
  void (*work)(void *context, uint32_t index, VdBuf *out);
  // Runs in the parent, in order of completion.
  void (*done)(void *context, uint32_t index, const VdWorkResult *result);
  void (*tick)(void *context);  // about ten times a second; may be NULL
  void *context;
} VdPool;
// Runs work for every index below n. Children of a child that ended are killed
// too, whatever their process group. Without starting them, the remaining
// indices get VD_WORK_CANCELLED after cancellation, and VD_WORK_TIMEOUT after
// the deadline of the whole run. Work may itself use vd_pool_run and vd_run.
void vd_pool_run(const VdPool *pool, uint32_t n);
// For done, where work reads files: true if there is a result, else an error
// that says why there is none. Who is the reader.
bool vd_pool_has_read(const VdPool *pool, const VdWorkResult *result,
                      const char *who, const char *path, VdDiags *diags);

// Runs a program with stdin from /dev/null, captures what it prints, and kills
// whatever it started at its end, at the deadline, or when cancelled. argv[0]
// is looked up in PATH; directory and budget may be NULL. status is its exit
// code, or 128 + signal, or -1 if it could not be started (then err says).
typedef struct VdRun {
  int status;
  bool timeout;
  VdBuf out, err;
} VdRun;
void vd_run(const char *const argv[], const char *directory,
            const VdBudget *budget, VdRun *run);
void vd_run_done(VdRun *run);

// ------------------------------------------------------------- confinement
// Programs that a stranger has a say in run behind walls; confine.c says which,
// doc/security.md what they are good for.
typedef enum VdConfineKind {
  VD_CONFINE_READ,   // a compiler: reads, and writes to stdout and stderr
  VD_CONFINE_BUILD,  // and what it starts: writes files below a folder too
  VD_CONFINE_RUN,    // the stranger's own code: computes, and writes to
                     // descriptor VD_RESULT_FD, which is what is captured
} VdConfineKind;
enum { VD_RESULT_FD = 3 };

typedef struct VdConfine {
  VdConfineKind kind;
  const char *directory;  // where it starts, NULL is here; for VD_CONFINE_RUN
                          // an empty one
  const char *folder;     // for VD_CONFINE_BUILD: below it may write
  const char *source[2];  // read by a compiler, with what is in their folders
  double seconds;         // of processor time, 0 for no limit
  size_t memory;          // of address space in bytes, 0 for no limit
} VdConfine;
// As vd_run. For VD_CONFINE_RUN argv[0] is a path, and the program needs no
// shared library.
void vd_run_confined(const char *const argv[], const VdConfine *confine,
                     const VdBudget *budget, VdRun *run);

// For this process and its workers, before the first of them starts: no walls,
// the user trusts the code; compilers may read what is at or below a path.
void vd_confine_trust(void);
void vd_confine_may_read(const char *path);
// False for a link to what is not among that.
bool vd_confine_is_readable(const char *path);
typedef enum VdConfinement {
  VD_CONFINED,
  VD_CONFINED_TRUSTED,  // vd_confine_trust was called
  VD_CONFINED_NOT,      // this machine offers too little: nothing is run
} VdConfinement;
VdConfinement vd_confinement(void);
// What this machine lacks, NULL if nothing.
const char *vd_confine_missing(void);

#endif
