// Interned strings: a table of hashes and lengths beside the texts, so that
// most probes never touch a text. Text may contain any byte, NUL included.
#include "base/base.h"
#include "base/process.h"

enum { FIRST_CAP = 64 };

typedef struct VdNameSlot {
  uint32_t hash;
  uint32_t id;  // 0 is an empty slot
  size_t len;
} VdNameSlot;

static bool is_same(const VdNames *names, const VdNameSlot *slot,
                    const VdNameSlot *want, const char *text) {
  return slot->hash == want->hash && slot->len == want->len &&
         memcmp(names->text.at[slot->id - 1], text, want->len) == 0;
}

// The slot with this text, or the empty one where it belongs.
static VdNameSlot *probe(const VdNames *names, const VdNameSlot *want,
                         const char *text) {
  uint32_t mask = names->cap - 1;
  uint32_t i = want->hash & mask;
  while (names->slot[i].id && !is_same(names, &names->slot[i], want, text)) {
    i = (i + 1) & mask;
  }
  return &names->slot[i];
}

static void grow(VdNames *names) {
  if (names->cap > UINT32_MAX / 2) vd_alloc_failed(SIZE_MAX);
  uint32_t cap = names->cap ? 2 * names->cap : FIRST_CAP;
  VdNameSlot *slot = vd_alloc(vd_mul(cap, sizeof(VdNameSlot)));
  for (uint32_t i = 0; i < names->cap; i++) {
    if (!names->slot[i].id) continue;
    uint32_t at = names->slot[i].hash & (cap - 1);
    while (slot[at].id) at = (at + 1) & (cap - 1);
    slot[at] = names->slot[i];
  }
  vd_free(names->slot);
  names->slot = slot;
  names->cap = cap;
}

static VdNameSlot slot_of(const char *text, size_t len) {
  return (VdNameSlot){.hash = (uint32_t)vd_hash_bytes(text, len, 0),
                      .len = len};
}

static char *text_copy(VdNames *names, const char *text, size_t len) {
  char *copy = vd_arena_alloc(&names->arena, vd_add(len, 1));
  if (len) memcpy(copy, text, len);
  return copy;
}

uint32_t vd_name_put(VdNames *names, const char *text, size_t len) {
  if ((uint64_t)names->text.len * 10 >= (uint64_t)names->cap * 7) grow(names);
  VdNameSlot want = slot_of(text, len);
  VdNameSlot *slot = probe(names, &want, text);
  if (!slot->id) {
    vd_push(&names->text, text_copy(names, text, len));
    want.id = names->text.len;
    *slot = want;
  }
  return slot->id;
}

uint32_t vd_name_get(const VdNames *names, const char *text, size_t len) {
  if (!names->slot) return 0;
  VdNameSlot want = slot_of(text, len);
  return probe(names, &want, text)->id;
}

const char *vd_name_text(const VdNames *names, uint32_t id) {
  VD_CHECK(id <= names->text.len);
  return id ? names->text.at[id - 1] : "";
}

void vd_names_done(VdNames *names) {
  vd_free(names->slot);
  vd_vec_done(&names->text);
  vd_arena_done(&names->arena);
  *names = (VdNames){0};
}
