// Memory: plain blocks, arenas, and size arithmetic that cannot wrap.
//
// Every block of veridiff's own comes from here, so that running out has one
// meaning, and so that tests can make the n-th allocation fail.
#include <stdlib.h>
#include <sys/mman.h>

#include "base/base.h"
#include "base/process.h"

// Process-wide, as the heap they speak about is.
static uint64_t fail_countdown;
static void (*failure_handler)(size_t bytes);

void vd_alloc_fail_at(uint64_t n) {
  fail_countdown = n;
}

void vd_alloc_on_failure(void (*handler)(size_t bytes)) {
  failure_handler = handler;
}

void vd_alloc_failed(size_t bytes) {
  if (failure_handler) {
    failure_handler(bytes);
    vd_bug(__FILE__, __LINE__, "the out-of-memory handler returned");
  }
  char text[80];
  if (bytes == SIZE_MAX) {
    snprintf(text, sizeof text, "out of memory: a size is too large");
  } else {
    snprintf(text, sizeof text, "out of memory: no room for %zu bytes", bytes);
  }
  vd_process_leave(VD_EXIT_MEMORY, text);
}

static bool is_due_to_fail(void) {
  return fail_countdown > 0 && --fail_countdown == 0;
}

void *vd_alloc(size_t bytes) {
  void *block = is_due_to_fail() ? NULL : calloc(1, bytes ? bytes : 1);
  if (!block) vd_alloc_failed(bytes);
  return block;
}

void *vd_realloc(void *old, size_t bytes) {
  void *block = is_due_to_fail() ? NULL : realloc(old, bytes ? bytes : 1);
  if (!block) vd_alloc_failed(bytes);
  return block;
}

void vd_free(void *block) {
  free(block);
}

char *vd_strdup(const char *text) {
  size_t n = strlen(text) + 1;
  return memcpy(vd_alloc(n), text, n);
}

size_t vd_mul(size_t a, size_t b) {
  size_t product;
  if (__builtin_mul_overflow(a, b, &product)) vd_alloc_failed(SIZE_MAX);
  return product;
}

size_t vd_add(size_t a, size_t b) {
  size_t sum;
  if (__builtin_add_overflow(a, b, &sum)) vd_alloc_failed(SIZE_MAX);
  return sum;
}

// ------------------------------------------------------------ large blocks

// Blocks from this size on are mappings, in pages of it where the system has
// such: with those of 4 KB a fifth of the time of a growing table goes into
// getting them and finding the way to them.
#define LARGE_PAGE ((size_t)1 << 21)

static bool is_large(size_t bytes) {
  return bytes >= LARGE_PAGE;
}

// Whole pages: what is behind the block is not used, and so stays zero.
static size_t mapped_size(size_t bytes) {
  return vd_add(bytes, LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
}

static void *map_bytes(size_t bytes) {
  void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

// At the start of a large page; anywhere if there is not enough room for that.
static void *map_large(size_t bytes) {
  char *block = map_bytes(vd_add(bytes, LARGE_PAGE));
  if (!block) return map_bytes(bytes);
  size_t before = -(uintptr_t)block & (LARGE_PAGE - 1);
  if (before) munmap(block, before);
  munmap(block + before + bytes, LARGE_PAGE - before);
  (void)madvise(block + before, bytes, MADV_HUGEPAGE);  // a hint
  return block + before;
}

// Moves a mapping, page by page and without copying.
static void *remap_large(void *old, size_t old_bytes, size_t bytes) {
  if (bytes == old_bytes) return old;
  void *to = map_large(bytes);
  int flags = to ? MREMAP_MAYMOVE | MREMAP_FIXED : MREMAP_MAYMOVE;
  void *block = mremap(old, old_bytes, bytes, flags, to);
  return block == MAP_FAILED ? NULL : block;
}

static void *resize(void *old, size_t old_bytes, size_t bytes) {
  if (!is_large(bytes)) return realloc(old, bytes);
  if (is_large(old_bytes))
    return remap_large(old, mapped_size(old_bytes), mapped_size(bytes));
  void *block = map_large(mapped_size(bytes));
  if (!block || !old) return block;
  memcpy(block, old, old_bytes);
  free(old);
  return block;
}

void *vd_large_grow(void *old, size_t old_bytes, size_t bytes) {
  VD_CHECK(bytes >= old_bytes && bytes > 0);
  char *block = is_due_to_fail() ? NULL : resize(old, old_bytes, bytes);
  if (!block) vd_alloc_failed(bytes);
  if (!is_large(bytes)) memset(block + old_bytes, 0, bytes - old_bytes);
  return block;
}

void vd_large_free(void *block, size_t bytes) {
  if (block && is_large(bytes))
    munmap(block, mapped_size(bytes));
  else
    free(block);
}

// ------------------------------------------------------------------- arena

// Chunks double from the first size to the last, so that a small arena is
// small and a large one asks the system rarely. What is handed out is zero and
// was not handed out before. Small chunks are cleared as they fill: of many
// arenas little is used. Large ones come cleared from the system.
enum {
  FIRST_CHUNK = 4096,
  LAST_CHUNK = 1 << 20,
  CLEARED_CHUNK = 1 << 17,  // from this size on
  CLEAR_STEP = 512,
  ALIGNMENT = 16,
};

typedef struct VdChunk {
  struct VdChunk *older;
  size_t used, zero, cap;  // zero: up to there it is, but for what was used
  _Alignas(ALIGNMENT) char bytes[];
} VdChunk;

static VdChunk *chunk_new(VdArena *arena, size_t cap) {
  size_t bytes = vd_add(sizeof(VdChunk), cap);
  bool cleared = bytes >= CLEARED_CHUNK;
  VdChunk *chunk = cleared ? vd_alloc(bytes) : vd_realloc(NULL, bytes);
  *chunk = (VdChunk){.zero = cleared ? cap : 0, .cap = cap};
  arena->total += bytes;
  return chunk;
}

static void *take(VdChunk *chunk, size_t bytes) {
  char *block = chunk->bytes + chunk->used;
  chunk->used += bytes;
  if (chunk->used > chunk->zero) {
    size_t step = chunk->cap - chunk->used;
    if (step > CLEAR_STEP) step = CLEAR_STEP;
    memset(chunk->bytes + chunk->zero, 0, chunk->used + step - chunk->zero);
    chunk->zero = chunk->used + step;
  }
  return block;
}

static size_t next_cap(const VdArena *arena) {
  if (!arena->chunk) return FIRST_CHUNK;
  size_t cap = 2 * arena->chunk->cap;
  return cap < LAST_CHUNK ? cap : LAST_CHUNK;
}

// A block that would fill much of a chunk gets its own, behind the newest, so
// that the room left in the newest is not lost.
static void *alloc_alone(VdArena *arena, size_t bytes) {
  VdChunk *chunk = chunk_new(arena, bytes);
  chunk->older = arena->chunk->older;
  arena->chunk->older = chunk;
  return take(chunk, bytes);
}

static void *alloc_in_new_chunk(VdArena *arena, size_t bytes) {
  size_t cap = next_cap(arena);
  if (arena->chunk && bytes > cap / 4) return alloc_alone(arena, bytes);
  VdChunk *chunk = chunk_new(arena, bytes > cap ? bytes : cap);
  chunk->older = arena->chunk;
  arena->chunk = chunk;
  return take(chunk, bytes);
}

void *vd_arena_alloc(VdArena *arena, size_t bytes) {
  size_t rounded = vd_add(bytes, ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (rounded == 0) rounded = ALIGNMENT;  // every block has its own address
  VdChunk *chunk = arena->chunk;
  if (!chunk || chunk->cap - chunk->used < rounded) {
    return alloc_in_new_chunk(arena, rounded);
  }
  return take(chunk, rounded);
}

void *vd_arena_copy(VdArena *arena, const void *bytes, size_t n) {
  void *copy = vd_arena_alloc(arena, n);
  if (n) memcpy(copy, bytes, n);  // bytes may be NULL when n is 0
  return copy;
}

char *vd_arena_str(VdArena *arena, const char *text) {
  return vd_arena_copy(arena, text, strlen(text) + 1);
}

char *vd_arena_vprintf(VdArena *arena, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, args);
  VD_CHECK(n >= 0);
  char *text = vd_arena_alloc(arena, (size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, fmt, again);
  va_end(again);
  return text;
}

char *vd_arena_printf(VdArena *arena, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = vd_arena_vprintf(arena, fmt, args);
  va_end(args);
  return text;
}

void vd_arena_take(VdArena *arena, VdArena *from) {
  VdChunk *last = from->chunk;
  if (!last) return;
  if (arena->chunk) {
    while (last->older) last = last->older;
    last->older = arena->chunk->older;
    arena->chunk->older = from->chunk;
  } else {
    arena->chunk = from->chunk;
  }
  arena->total += from->total;
  *from = (VdArena){0};
}

void vd_arena_done(VdArena *arena) {
  for (VdChunk *chunk = arena->chunk; chunk;) {
    VdChunk *older = chunk->older;
    vd_free(chunk);
    chunk = older;
  }
  *arena = (VdArena){0};
}
