// u64 to u64 by open addressing with linear probing, at most 70% full.
//
// A slot with key 0 is empty. The key 0 itself lives in one more slot behind
// the table, whose key field says whether it is there; that keeps a slot at 16
// bytes, four to a cache line.
#include "base/base.h"
#include "base/process.h"

enum { FIRST_CAP = 16 };

typedef struct VdMapSlot {
  uint64_t key, value;
} VdMapSlot;

// The slot of a key other than 0, or the empty one where it belongs.
static inline VdMapSlot *probe(VdMapSlot *slot, uint32_t cap, uint64_t key) {
  uint32_t mask = cap - 1;
  uint32_t i = (uint32_t)vd_hash_mix(0, key) & mask;
  while (slot[i].key != 0 && slot[i].key != key) i = (i + 1) & mask;
  return &slot[i];
}

static VdMapSlot *slots_new(uint32_t cap) {
  return vd_alloc(vd_mul((size_t)cap + 1, sizeof(VdMapSlot)));
}

static void grow(VdMap *map) {
  if (map->cap > UINT32_MAX / 2) vd_alloc_failed(SIZE_MAX);
  uint32_t cap = map->cap ? 2 * map->cap : FIRST_CAP;
  VdMapSlot *slot = slots_new(cap);
  for (uint32_t i = 0; i < map->cap; i++) {
    const VdMapSlot *old = &map->slot[i];
    if (old->key != 0) *probe(slot, cap, old->key) = *old;
  }
  if (map->slot) slot[cap] = map->slot[map->cap];
  vd_free(map->slot);
  map->slot = slot;
  map->cap = cap;
}

static bool is_full(const VdMap *map) {
  return (uint64_t)map->len * 10 >= (uint64_t)map->cap * 7;
}

static inline VdMapSlot *slot_of(const VdMap *map, uint64_t key) {
  return key ? probe(map->slot, map->cap, key) : &map->slot[map->cap];
}

uint64_t *vd_map_get(const VdMap *map, uint64_t key) {
  if (!map->slot) return NULL;
  VdMapSlot *slot = slot_of(map, key);
  return slot->key ? &slot->value : NULL;
}

uint64_t *vd_map_put(VdMap *map, uint64_t key) {
  VdMapSlot *slot = map->slot ? slot_of(map, key) : NULL;
  if (slot && slot->key) return &slot->value;
  if (is_full(map)) {
    grow(map);
    slot = slot_of(map, key);
  }
  slot->key = key ? key : 1;
  slot->value = 0;
  map->len++;
  return &slot->value;
}

void vd_map_clear(VdMap *map) {
  if (!map->slot) return;
  memset(map->slot, 0, ((size_t)map->cap + 1) * sizeof(VdMapSlot));
  map->len = 0;
}

void vd_map_done(VdMap *map) {
  vd_free(map->slot);
  *map = (VdMap){0};
}
