// Array values. All versions that come of one another share one hash table,
// which holds the version used last (Baker, "Shallow binding makes functional
// arrays fast", 1991). Any other version is a difference to a next one:
//
//     v1 --{key, word}--> v2 --{key, word}--> v3 = table
//
// Reading v1 turns the arrows around, so that v1 has the table and v3 is a
// difference. A program that goes forward never notices. Two users that take
// turns on far versions would, so a walk longer than the table copies it.
//
// A table's nodes and slots are in one arena, so that no version points to
// something that dies earlier: setting with another arena copies first.
//
// A slot is a word: eight elements of up to 8 bits each in a lane of a byte, so
// that memory is read and written by words; or one wider element.
#include "term/array.h"

#include <stdlib.h>

typedef struct Slot {
  uint64_t key, word;
  uint32_t set;   // lanes that were set; the others hold the fill
  uint32_t used;  // a used slot stays used, even in versions that set no lane
} Slot;

typedef struct Table {
  VdArena *arena;
  VdSort sort;
  VdFill fill;
  uint32_t log_lanes;  // 3 or 0
  uint32_t log_slots;
  size_t used;
  Slot *slot;  // NULL as long as nothing was set
} Table;

struct VdArray {
  union {
    Table *table;   // if this version has it
    VdArray *next;  // if not: as next, but for this slot
  };
  uint64_t key, word;
  uint32_t set;
  bool has_table;
};

// ------------------------------------------------------------------- table
static size_t capacity(const Table *t) {
  return t->slot ? (size_t)1 << t->log_slots : 0;
}

static uint64_t every_lane(const Table *t, uint64_t element) {
  return t->log_lanes ? element * 0x0101010101010101 : element;
}

static uint64_t fill_word(const Table *t, uint64_t key) {
  if (!t->fill.random) return every_lane(t, t->fill.constant);
  uint64_t hash = vd_hash_mix(vd_hash_mix(t->fill.random, key), key);
  return hash & every_lane(t, vd_word_mask(t->sort.b));
}

// The slot of a key, or the free one where it belongs.
static Slot *find(const Table *t, uint64_t key) {
  size_t last = capacity(t) - 1;
  size_t i = (key * 0x9e3779b97f4a7c15) >> (64 - t->log_slots);
  while (t->slot[i].used && t->slot[i].key != key) i = (i + 1) & last;
  return &t->slot[i];
}

static uint64_t word_at(const Table *t, uint64_t key) {
  const Slot *slot = t->slot ? find(t, key) : NULL;
  return slot && slot->used ? slot->word : fill_word(t, key);
}

static void grow(Table *t) {
  Table old = *t;
  t->log_slots = old.slot ? old.log_slots + 1 : 4;
  t->slot = VD_NEW_ARRAY(t->arena, Slot, (size_t)1 << t->log_slots);
  for (size_t i = 0; i < capacity(&old); i++)
    if (old.slot[i].used) *find(t, old.slot[i].key) = old.slot[i];
}

static Slot *take_slot(Table *t, uint64_t key) {
  if (t->used >= capacity(t) / 4 * 3) grow(t);
  Slot *slot = find(t, key);
  if (!slot->used) {
    *slot = (Slot){.key = key, .word = fill_word(t, key), .used = 1};
    t->used++;
  }
  return slot;
}

static Table *table_copy(VdArena *arena, const Table *from) {
  Table *t = vd_arena_copy(arena, from, sizeof *from);
  t->arena = arena;
  if (from->slot)
    t->slot = vd_arena_copy(arena, from->slot,
                            vd_mul(capacity(from), sizeof *from->slot));
  return t;
}

// ---------------------------------------------------------------- versions
// Gives the table to the version at the end of path, a chain that starts
// beside the version that has it.
static Table *move_along(VdArray *holder, VdArray *path) {
  Table *t = holder->table;
  while (path) {
    VdArray *rest = path->next;
    Slot *slot = find(t, path->key);
    *holder = (VdArray){
        .next = path, .key = path->key, .word = slot->word, .set = slot->set};
    slot->word = path->word;
    slot->set = path->set;
    holder = path;
    path = rest;
  }
  holder->table = t;
  holder->has_table = true;
  return t;
}

// The same with a copy of the table; the versions between stay with the old.
static Table *copy_along(VdArray *holder, VdArray *path) {
  Table *t = table_copy(holder->table->arena, holder->table);
  while (path) {
    VdArray *rest = path->next;
    Slot *slot = find(t, path->key);
    slot->word = path->word;
    slot->set = path->set;
    path->next = holder;
    holder = path;
    path = rest;
  }
  holder->table = t;
  holder->has_table = true;
  return t;
}

// The table, holding this version. Logically const, hence the cast. Copying
// only when the walk is longer than the table keeps the memory for copies
// below that of the versions walked over.
static Table *table_of(const VdArray *array) {
  if (array->has_table) return array->table;
  VdArray *at = (VdArray *)array, *path = NULL;
  size_t distance = 0;
  for (; !at->has_table; distance++) {
    VdArray *next = at->next;
    at->next = path;
    path = at;
    at = next;
  }
  return distance > capacity(at->table) ? copy_along(at, path)
                                        : move_along(at, path);
}

static VdArray *version_new(VdArena *arena, Table *table) {
  VdArray *array = VD_NEW(arena, VdArray);
  array->table = table;
  array->has_table = true;
  return array;
}

// A version in which the lanes (with the bits in mask) are those of word.
static const VdArray *put(VdArena *arena, const VdArray *array, uint64_t key,
                          uint64_t word, uint64_t mask, uint32_t lanes) {
  Table *t = table_of(array);
  VdArray *old = (VdArray *)array;
  if (t->arena != arena) old = version_new(arena, t = table_copy(arena, t));
  Slot *slot = take_slot(t, key);
  word = (slot->word & ~mask) | (word & mask);
  if (word == slot->word && (slot->set | lanes) == slot->set) return old;
  VdArray *new = version_new(arena, t);
  *old =
      (VdArray){.next = new, .key = key, .word = slot->word, .set = slot->set};
  slot->word = word;
  slot->set |= lanes;
  return new;
}

// ---------------------------------------------------------------- elements
VdValue vd_array_new(VdArena *arena, VdSort sort, VdFill fill) {
  VD_CHECK(sort.kind == VD_SORT_ARRAY && vd_sort_is_valid(sort));
  Table *t = VD_NEW(arena, Table);
  t->arena = arena;
  t->sort = sort;
  t->fill.random = fill.random;
  if (!fill.random) t->fill.constant = fill.constant & vd_word_mask(sort.b);
  t->log_lanes = sort.b <= 8 ? 3 : 0;
  return (VdValue){.sort = sort, .array = version_new(arena, t)};
}

// Where an element is: a slot and a lane.
typedef struct Place {
  uint64_t key;
  uint32_t lane;
} Place;

static Place place_of(const Table *t, uint64_t index) {
  index &= vd_word_mask(t->sort.a);
  return (Place){index >> t->log_lanes,
                 (uint32_t)index & ((1u << t->log_lanes) - 1)};
}

uint64_t vd_array_get(const VdArray *array, uint64_t index) {
  const Table *t = table_of(array);
  Place place = place_of(t, index);
  return word_at(t, place.key) >> (8 * place.lane) & vd_word_mask(t->sort.b);
}

VdValue vd_array_set(VdArena *arena, VdValue array, uint64_t index,
                     uint64_t element) {
  Place place = place_of(table_of(array.array), index);
  uint64_t mask = vd_word_mask(array.sort.b);
  uint32_t shift = 8 * place.lane;
  array.array = put(arena, array.array, place.key, (element & mask) << shift,
                    mask << shift, 1u << place.lane);
  return array;
}

VdFill vd_array_fill(const VdArray *array) {
  while (!array->has_table) array = array->next;
  return array->table->fill;
}

// ----------------------------------------------------------------- memory
enum { BYTES = 8 };  // in a slot

uint64_t vd_mem_load(const VdArray *mem, uint64_t address, uint32_t bytes) {
  const Table *t = table_of(mem);
  uint64_t key = address / BYTES;
  uint32_t lane = address % BYTES;
  uint64_t word = word_at(t, key) >> (8 * lane);
  if (lane + bytes > BYTES)
    word |= word_at(t, (address + BYTES) / BYTES) << (64 - 8 * lane);
  return word & vd_word_mask(8 * bytes);
}

VdValue vd_mem_store(VdArena *arena, VdValue mem, uint64_t address,
                     uint64_t word, uint32_t bytes) {
  uint32_t lane = address % BYTES, lanes = ((1u << bytes) - 1) << lane;
  uint64_t mask = vd_word_mask(8 * bytes);
  mem.array = put(arena, mem.array, address / BYTES, word << (8 * lane),
                  mask << (8 * lane), lanes & 0xff);
  if (lanes > 0xff)
    mem.array =
        put(arena, mem.array, (address + BYTES) / BYTES,
            word >> (64 - 8 * lane), mask >> (64 - 8 * lane), lanes >> 8);
  return mem;
}

VdValue vd_mem_put(VdArena *arena, VdValue mem, uint64_t address,
                   const uint8_t *at, uint64_t n) {
  while (n) {
    uint64_t word = 0, room = BYTES - address % BYTES;
    uint32_t bytes = (uint32_t)(n < room ? n : room);
    memcpy(&word, at, bytes);  // little-endian, as memory is
    mem = vd_mem_store(arena, mem, address, word, bytes);
    address += bytes;
    at += bytes;
    n -= bytes;
  }
  return mem;
}

// ------------------------------------------------------------- enumeration
typedef VD_VEC(Slot) Slots;

static int by_key(const void *x, const void *y) {
  const Slot *a = x, *b = y;
  return (a->key > b->key) - (a->key < b->key);
}

// The slots in which this version has something set, in order. A copy, since
// looking at another version moves the table.
static Slots slots_of(const VdArray *array) {
  const Table *t = table_of(array);
  Slots slots = {0};
  for (size_t i = 0; i < capacity(t); i++)
    if (t->slot[i].set) vd_push(&slots, t->slot[i]);
  if (slots.len) qsort(slots.at, slots.len, sizeof *slots.at, by_key);
  return slots;
}

// Calls visit for the lanes of one slot; false if it said so.
static bool slot_each(const Slot *slot, VdSort sort,
                      bool (*visit)(void *, uint64_t, uint64_t),
                      void *context) {
  uint32_t log_lanes = sort.b <= 8 ? 3 : 0;
  for (uint32_t lane = 0; slot->set >> lane; lane++) {
    uint64_t element = slot->word >> (8 * lane) & vd_word_mask(sort.b);
    if (slot->set >> lane & 1 &&
        !visit(context, slot->key << log_lanes | lane, element))
      return false;
  }
  return true;
}

void vd_array_each(const VdArray *array,
                   bool (*visit)(void *context, uint64_t index,
                                 uint64_t element),
                   void *context) {
  Slots slots = slots_of(array);
  VdSort sort = table_of(array)->sort;
  for (uint32_t i = 0; i < slots.len; i++)
    if (!slot_each(&slots.at[i], sort, visit, context)) break;
  vd_vec_done(&slots);
}

// Whether every slot in which x has something set has the same word in y.
static bool covers(const Slots *x, const VdArray *y) {
  const Table *t = table_of(y);
  for (uint32_t i = 0; i < x->len; i++)
    if (word_at(t, x->at[i].key) != x->at[i].word) return false;
  return true;
}

bool vd_array_eq(const VdArray *x, const VdArray *y) {
  VdFill a = vd_array_fill(x), b = vd_array_fill(y);
  if (x == y) return true;
  if (a.constant != b.constant || a.random != b.random) return false;
  Slots slots = slots_of(x);
  bool equal = covers(&slots, y);
  vd_vec_done(&slots);
  if (!equal) return false;
  slots = slots_of(y);
  equal = covers(&slots, x);
  vd_vec_done(&slots);
  return equal;
}
