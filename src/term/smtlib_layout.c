// What is known of the places of objects, as assertions on their addresses.
//
// Only what holds of every real run is said, and all of it together can hold:
// were it contradictory, everything would be proved. So sizes and alignments,
// which are read from files, are cut down to what always finds room below
// 2^47, and beyond smt_apart objects nothing is said. Saying less is
// always right.
#include "base/limit.h"
#include "term/smtlib_impl.h"

static const uint64_t LOWEST = 1 << 16;  // the kernel keeps null unmapped
static const uint64_t HIGHEST = VD_LAST_ADDRESS - VD_ADDRESS_MARGIN;
// Sizes of the address space, not limits.
static const uint64_t MAX_SIZE = 1ull << 38;  // 128 of these fit in half of it
static const uint64_t MAX_ALIGN = 1ull << 16;

// A range of addresses: what prints its start, and its length.
typedef struct Range {
  char start[16];
  uint64_t size;
} Range;

static uint64_t cut_size(uint64_t size) {
  if (size == 0) return 1;
  return size < MAX_SIZE ? size : MAX_SIZE;
}

static const VdObject *object_at(const VdSmt *s, uint32_t k) {
  return vd_object_get(s->tm, s->objects.at[k]);
}

static Range object_range(VdSmt *s, uint32_t k) {
  Range range;
  snprintf(range.start, sizeof range.start, "o%u", k + 1);
  range.size = cut_size(object_at(s, k)->size);
  return range;
}

static Range fresh_range(VdSmt *s, VdTerm t) {
  Range range = {.size = 1};
  const uint64_t *k = vd_map_get(&s->name, t.id);
  VD_CHECK(k);
  snprintf(range.start, sizeof range.start, "n%u", (unsigned)*k);
  VdValue size;
  if (vd_term_args(s->tm, t) > 0 &&
      vd_term_value(s->tm, vd_term_arg(s->tm, t, 0), &size) &&
      size.sort.kind == VD_SORT_BV && size.sort.a <= 64) {
    range.size = cut_size(size.bits);
  }
  return range;
}

// " (bvule o1 #x...)"
static void print_compare(VdSmt *s, const char *op, const char *name,
                          uint64_t bound) {
  vd_buf_printf(s->out, " (%s %s ", op, name);
  vd_smt_bits(s, VD_POINTER_BITS, bound);
  vd_buf_char(s->out, ')');
}

static void print_inside(VdSmt *s, const Range *range, uint64_t lowest) {
  print_compare(s, "bvuge", range->start, lowest);
  print_compare(s, "bvule", range->start, HIGHEST - range->size);
}

// " (bvule (bvadd x size) y)": x ends before y starts. No sum wraps below 2^47.
static void print_before(VdSmt *s, const Range *x, const Range *y) {
  vd_buf_printf(s->out, " (bvule (bvadd %s ", x->start);
  vd_smt_bits(s, VD_POINTER_BITS, x->size);
  vd_buf_printf(s->out, ") %s)", y->start);
}

static void print_apart(VdSmt *s, const Range *x, const Range *y) {
  vd_buf_str(s->out, " (or");
  print_before(s, x, y);
  print_before(s, y, x);
  vd_buf_char(s->out, ')');
}

static void print_align(VdSmt *s, uint32_t k) {
  uint64_t align = object_at(s, k)->align;
  align &= -align;  // a multiple of 12 is one of 4
  if (align > MAX_ALIGN) align = MAX_ALIGN;
  uint32_t zeros = 0;
  while (align >> zeros > 1) zeros++;
  if (zeros == 0) return;
  vd_buf_printf(s->out, "(assert (= ((_ extract %u 0) o%u) (_ bv0 %u)))\n",
                zeros - 1, k + 1, zeros);
}

static void print_object(VdSmt *s, uint32_t k) {
  Range range = object_range(s, k);
  vd_buf_str(s->out, "(assert (and");
  print_inside(s, &range, vd_object_is_mark(object_at(s, k)) ? 0 : LOWEST);
  for (uint32_t i = 0; i < k && k < vd_limit->smt_apart; i++) {
    Range other = object_range(s, i);
    if (!vd_object_may_meet(object_at(s, i), object_at(s, k)))
      print_apart(s, &other, &range);
  }
  vd_buf_str(s->out, "))\n");
  print_align(s, k);
}

// Memory that was freed may be handed out again, so nothing is said of two
// results: only that an allocator stays out of objects that were there before,
// and that what it gives is aligned for every type.
static void print_fresh(VdSmt *s, VdTerm t) {
  Range range = fresh_range(s, t);
  vd_buf_printf(s->out, "(assert (or (= %s ", range.start);
  vd_smt_bits(s, VD_POINTER_BITS, 0);
  vd_buf_printf(s->out, ") (and (= ((_ extract 3 0) %s) #x0)", range.start);
  print_inside(s, &range, LOWEST);
  for (uint32_t i = 0; i < s->objects.len && i < vd_limit->smt_apart; i++) {
    Range object = object_range(s, i);
    if (!vd_object_is_mark(object_at(s, i))) print_apart(s, &object, &range);
  }
  vd_buf_str(s->out, ")))\n");
}

// --------------------------------------------------------- constant memory

// The word of rom at an object's offset.
static void print_word(VdSmt *s, uint32_t k, uint64_t offset, uint32_t bytes) {
  for (uint32_t i = bytes; i-- > 0;) {
    if (i > 0) vd_buf_str(s->out, "(concat ");
    vd_buf_printf(s->out, "(select rom (bvadd o%u ", k + 1);
    vd_smt_bits(s, VD_POINTER_BITS, offset + i);
    vd_buf_str(s->out, i > 0 ? ")) " : "))");
  }
  for (uint32_t i = 1; i < bytes; i++) vd_buf_char(s->out, ')');
}

static void print_rom_bytes(VdSmt *s, uint32_t k, uint64_t offset,
                            uint32_t bytes) {
  const uint8_t *rom = vd_object_get(s->tm, s->objects.at[k])->rom + offset;
  uint64_t word = 0;
  for (uint32_t i = bytes; i-- > 0;) word = word << 8 | rom[i];
  vd_buf_str(s->out, "(assert (= ");
  print_word(s, k, offset, bytes);
  vd_buf_char(s->out, ' ');
  vd_smt_bits(s, 8 * bytes, word);
  vd_buf_str(s->out, "))\n");
}

static void print_rom_address(VdSmt *s, uint32_t k,
                              const struct VdReloc *reloc) {
  uint32_t target = vd_smt_object(s, reloc->object);
  vd_buf_str(s->out, "(assert (= ");
  print_word(s, k, reloc->offset, 8);
  vd_buf_printf(s->out, " (bvadd o%u ", target);
  vd_smt_bits(s, VD_POINTER_BITS, (uint64_t)reloc->addend);
  vd_buf_str(s->out, ")))\n");
}

// The first relocation at from or later that fits the object.
static const struct VdReloc *next_reloc(const VdObject *object, uint64_t from) {
  const struct VdReloc *best = NULL;
  for (uint32_t i = 0; i < object->relocs; i++) {
    const struct VdReloc *r = &object->reloc[i];
    if (r->offset >= from && (!best || r->offset < best->offset)) best = r;
  }
  return best;
}

static void print_rom(VdSmt *s, uint32_t k) {
  // A copy: declaring a relocation's target does not make objects, but the
  // manager may move them one day.
  VdObject object = *vd_object_get(s->tm, s->objects.at[k]);
  const struct VdReloc *reloc = next_reloc(&object, 0);
  for (uint64_t at = 0; at < object.size;) {
    uint64_t stop = reloc ? reloc->offset : object.size;
    if (at < stop) {
      uint64_t n = stop - at < 8 ? stop - at : 8;
      print_rom_bytes(s, k, at, (uint32_t)n);
      at += n;
      continue;
    }
    if (object.size - at < 8) return;  // a relocation over the end: unknown
    print_rom_address(s, k, reloc);
    at += 8;
    reloc = next_reloc(&object, at);
  }
}

// Relocations bring in more objects, at the end of the list.
static void print_roms(VdSmt *s) {
  uint64_t left = vd_limit->smt_rom;
  for (uint32_t k = 0; k < s->objects.len; k++) {
    const VdObject *object = object_at(s, k);
    if (!object->rom || object->size > left) continue;
    left -= object->size;
    print_rom(s, k);
  }
}

void vd_smt_layout(VdSmt *s) {
  if (s->has_rom && !s->words) print_roms(s);
  for (uint32_t k = 0; k < s->objects.len; k++) print_object(s, k);
  for (uint32_t i = 0; i < s->fresh.len; i++) print_fresh(s, s->fresh.at[i]);
}
