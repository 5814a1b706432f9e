// Rules for arrays and memory.
//
// An address is base + index + constant (vd_term_place). Two accesses are apart
// if base and index are the same and the constants are far enough, or if the
// bases are different objects: source languages do not let a pointer to one
// object reach another (doc/semantics-c.md). Stores that are apart are kept in
// one order, so that independent statements may change places. The caller's
// memory cannot hold a local of this call or what is yet to be allocated, so a
// parameter never points there, nor does what is loaded from memory as it was
// at the start.
#include "base/limit.h"
#include "term/terms_impl.h"

typedef struct Span {
  VdPlace place;
  uint64_t bytes;
} Span;

static Span span_of(VdTerms *tm, VdTerm addr, uint64_t bytes) {
  return (Span){vd_term_place(tm, addr), bytes};
}

static bool is_fresh(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_APP) && vd_term_result(tm, t) == 0 &&
         vd_fun_get(tm, vd_term_fun(tm, t))->kind == VD_FUN_FRESH;
}

// Two results of one call?
static bool is_same_call(const VdTerms *tm, VdTerm x, VdTerm y) {
  uint32_t n = args_of(tm, x);
  if (vd_term_fun(tm, x) != vd_term_fun(tm, y)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!same(arg_of(tm, x, i), arg_of(tm, y, i))) return false;
  return true;
}

static bool is_slot(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_ADDR) &&
         vd_object_get(tm, vd_term_object(tm, t))->kind == VD_OBJECT_SLOT;
}

static bool is_param(const VdTerms *tm, VdTerm t) {
  return vd_term_var_class(tm, t) == VD_VAR_IS_GIVEN;
}

// Came with the call: a parameter, or what was in memory then (but not where a
// local is now).
static bool is_given(VdTerms *tm, VdTerm t) {
  if (is_param(tm, t)) return true;
  return is_op(tm, t, VD_OP_LOAD) && is_param(tm, arg_of(tm, t, 0)) &&
         !is_slot(tm, vd_term_place(tm, arg_of(tm, t, 1)).base);
}

// Does this heap come after that allocation? Follows it back through calls
// that take a heap and give one.
static bool is_after(const VdTerms *tm, VdTerm heap, VdTerm alloc, int *fuel) {
  VdSort sort = sort_of(tm, heap);
  while ((*fuel)-- > 0) {
    if (is_op(tm, heap, VD_OP_ITE))
      return is_after(tm, arg_of(tm, heap, 1), alloc, fuel) &&
             is_after(tm, arg_of(tm, heap, 2), alloc, fuel);
    if (!is_op(tm, heap, VD_OP_APP)) return false;
    if (is_same_call(tm, heap, alloc)) return true;
    uint32_t i = args_of(tm, heap);
    while (i > 0 && !vd_sort_eq(sort_of(tm, arg_of(tm, heap, i - 1)), sort))
      i--;
    if (i == 0) return false;
    heap = arg_of(tm, heap, i - 1);
  }
  return false;
}

// An allocator is a function: on one heap, and with sizes that may be equal,
// it gives one address. Only what was allocated later is surely elsewhere.
static bool is_later(const VdTerms *tm, VdTerm x, VdTerm y) {
  int fuel = vd_limit->heap_calls;
  uint32_t n = args_of(tm, x);
  return n > 0 && is_after(tm, arg_of(tm, x, n - 1), y, &fuel);
}

// A static whose address is nowhere but where it is accessed?
static bool is_closed(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_ADDR) &&
         vd_object_get(tm, vd_term_object(tm, t))->closed;
}

// A pointer that came from somewhere. A checker's own variable is none: it may
// stand for any address, such as the place at which two memories differ.
static bool is_value(const VdTerms *tm, VdTerm t) {
  return is_param(tm, t) || is_op(tm, t, VD_OP_LOAD) || is_op(tm, t, VD_OP_APP);
}

// Different objects for sure?
static bool apart_bases(VdTerms *tm, VdTerm x, VdTerm y) {
  bool new_x = is_slot(tm, x) || is_fresh(tm, x);
  bool new_y = is_slot(tm, y) || is_fresh(tm, y);
  bool addr_x = is_op(tm, x, VD_OP_ADDR), addr_y = is_op(tm, y, VD_OP_ADDR);
  if (same(x, y)) return false;
  if (addr_x && addr_y) return true;
  if (is_closed(tm, x) && is_value(tm, y)) return true;
  if (is_closed(tm, y) && is_value(tm, x)) return true;
  if (is_fresh(tm, x) && is_fresh(tm, y))
    return is_later(tm, x, y) || is_later(tm, y, x);
  if (new_x && (addr_y || new_y || is_given(tm, y))) return true;
  return new_y && (addr_x || is_given(tm, x));
}

// Distance from x to y where both are from one base; false if not known.
static bool distance(const Span *x, const Span *y, uint64_t *d) {
  if (!same(x->place.base, y->place.base) ||
      !same(x->place.index, y->place.index))
    return false;
  *d = y->place.offset - x->place.offset;
  return true;
}

static bool apart(VdTerms *tm, const Span *x, const Span *y) {
  uint64_t d;
  if (distance(x, y, &d)) return d >= x->bytes && -d >= y->bytes;
  return apart_bases(tm, x->place.base, y->place.base);
}

// Is y inside x? At d bytes from its start.
static bool covers(const Span *x, const Span *y, uint64_t *d) {
  return distance(x, y, d) && *d < x->bytes && y->bytes <= x->bytes - *d;
}

static uint64_t word_bytes(const VdTerms *tm, VdTerm word) {
  return width_of(tm, word) / 8;
}

static VdTerm plus(VdTerms *tm, VdTerm addr, uint64_t n) {
  return mk2(tm, VD_OP_PTRADD, addr, vd_mk_bv(tm, VD_POINTER_BITS, n));
}

// Bytes [from, from + n) of a word.
static VdTerm part(VdTerms *tm, VdTerm word, uint64_t from, uint64_t n) {
  return vd_mk_extract(tm, word, (uint32_t)(8 * (from + n) - 1),
                       (uint32_t)(8 * from));
}

static VdTerm repeat(VdTerms *tm, VdTerm byte, uint64_t n) {
  VdTerm word = byte;
  for (uint64_t i = 1; i < n; i++) word = mk2(tm, VD_OP_CONCAT, byte, word);
  return word;
}

// -------------------------------------------------------- constant objects

static VdTerm rom_bytes(VdTerms *tm, const VdObject *object, uint64_t offset,
                        uint32_t bytes) {
  for (uint32_t i = 0; i < object->relocs; i++) {
    struct VdReloc r = object->reloc[i];
    if (r.offset == offset && bytes == 8)
      return plus(tm, vd_mk_addr(tm, r.object), (uint64_t)r.addend);
    if (r.offset < offset + bytes && offset < r.offset + 8)
      return VD_TERM_NONE;  // a piece of an address
  }
  uint64_t limb[VD_MOST_store_word / 8] = {0};
  memcpy(limb, object->rom + offset, bytes);
  VdValue v = vd_value_limbs(&tm->arena, bytes * 8, limb, (bytes + 7) / 8);
  return vd_mk_value(tm, &v);
}

// A load from a constant object: its bytes, or a load that no store can reach.
static VdTerm load_rom(VdTerms *tm, VdTerm mem, VdTerm addr, const Span *span) {
  if (!is_op(tm, span->place.base, VD_OP_ADDR)) return VD_TERM_NONE;
  const VdObject *object =
      vd_object_get(tm, vd_term_object(tm, span->place.base));
  uint64_t offset = span->place.offset;
  if (!object->rom) return VD_TERM_NONE;
  if (vd_term_is_none(span->place.index) &&
      span->bytes <= vd_limit->store_word && offset < object->size &&
      span->bytes <= object->size - offset) {
    VdTerm t = rom_bytes(tm, object, offset, (uint32_t)span->bytes);
    if (!vd_term_is_none(t)) return t;
  }
  if (is_op(tm, mem, VD_OP_ROM)) return VD_TERM_NONE;
  return vd_mk_load(tm, vd_mk_rom(tm), addr, (uint32_t)span->bytes);
}

// -------------------------------------------------------------------- load

// A load that a store covers in part: what it wrote, and the rest from below.
static VdTerm load_pieces(VdTerms *tm, VdTerm store, VdTerm addr,
                          const Span *written, const Span *wanted) {
  VdTerm below = arg_of(tm, store, 0), word = arg_of(tm, store, 2);
  uint64_t d = written->place.offset - wanted->place.offset;
  uint64_t low = 0, start = 0, n;
  VdTerm result = VD_TERM_NONE;
  if (d < wanted->bytes) {  // the store begins inside
    low = d;
    if (low) result = vd_mk_load(tm, below, addr, (uint32_t)low);
  } else {
    start = -d;
  }
  n = written->bytes - start;
  if (n > wanted->bytes - low) n = wanted->bytes - low;
  VdTerm mid = part(tm, word, start, n);
  result = vd_term_is_none(result) ? mid : mk2(tm, VD_OP_CONCAT, mid, result);
  uint64_t rest = wanted->bytes - low - n;
  if (!rest) return result;
  VdTerm high = vd_mk_load(tm, below, plus(tm, addr, low + n), (uint32_t)rest);
  return mk2(tm, VD_OP_CONCAT, high, result);
}

static VdTerm load_store(VdTerms *tm, VdTerm store, VdTerm addr,
                         const Span *wanted) {
  VdTerm word = arg_of(tm, store, 2);
  Span written = span_of(tm, arg_of(tm, store, 1), word_bytes(tm, word));
  uint64_t d;
  if (covers(&written, wanted, &d)) return part(tm, word, d, wanted->bytes);
  if (!distance(&written, wanted, &d)) return VD_TERM_NONE;
  return load_pieces(tm, store, addr, &written, wanted);
}

// What a fill or copy writes: false if its length is not a constant.
static bool block_span(VdTerms *tm, VdTerm block, Span *span) {
  VdTerm length = arg_of(tm, block, args_of(tm, block) - 1);
  uint64_t n;
  if (!is_small(tm, length, &n)) return false;
  *span = span_of(tm, arg_of(tm, block, 1), n);
  return true;
}

static VdTerm load_block(VdTerms *tm, VdTerm block, const Span *wanted) {
  Span written;
  uint64_t d;
  if (!block_span(tm, block, &written) || !covers(&written, wanted, &d))
    return VD_TERM_NONE;
  if (is_op(tm, block, VD_OP_FILL))
    return repeat(tm, arg_of(tm, block, 2), wanted->bytes);
  return vd_mk_load(tm, arg_of(tm, block, 2), plus(tm, arg_of(tm, block, 3), d),
                    (uint32_t)wanted->bytes);
}

// Does the write on top of mem leave the wanted bytes alone?
static bool misses(VdTerms *tm, VdTerm mem, const Span *wanted) {
  Span written;
  if (is_op(tm, mem, VD_OP_STORE)) {
    written =
        span_of(tm, arg_of(tm, mem, 1), word_bytes(tm, arg_of(tm, mem, 2)));
    return apart(tm, &written, wanted);
  }
  if (!is_op(tm, mem, VD_OP_FILL) && !is_op(tm, mem, VD_OP_COPY)) return false;
  if (block_span(tm, mem, &written)) return apart(tm, &written, wanted);
  written = span_of(tm, arg_of(tm, mem, 1), 0);
  return apart_bases(tm, written.place.base, wanted->place.base);
}

static VdTerm load_here(VdTerms *tm, VdTerm mem, VdTerm addr,
                        const Span *wanted) {
  uint32_t bytes = (uint32_t)wanted->bytes;
  switch (op_of(tm, mem)) {
    case VD_OP_STORE: return load_store(tm, mem, addr, wanted);
    case VD_OP_FILL:
    case VD_OP_COPY: return load_block(tm, mem, wanted);
    case VD_OP_ITE:
      return vd_mk_ite(tm, arg_of(tm, mem, 0),
                       vd_mk_load(tm, arg_of(tm, mem, 1), addr, bytes),
                       vd_mk_load(tm, arg_of(tm, mem, 2), addr, bytes));
    default: return VD_TERM_NONE;
  }
}

VdTerm vd_rule_load(VdTerms *tm, VdTerm mem, VdTerm addr, uint32_t bytes) {
  Span wanted = span_of(tm, addr, bytes);
  VdTerm t = load_rom(tm, mem, addr, &wanted);
  if (vd_term_is_none(t)) {
    while (misses(tm, mem, &wanted)) mem = arg_of(tm, mem, 0);
    t = load_here(tm, mem, addr, &wanted);
  }
  if (!vd_term_is_none(t)) return t;
  return vd_intern(tm, VD_OP_LOAD, vd_sort_bv(bytes * 8), bytes,
                   (VdTerm[]){mem, addr}, 2);
}

// ------------------------------------------------------------------- store

// Is a word that was loaded from further below still there?
static bool is_there(VdTerms *tm, VdTerm mem, const Span *at, VdTerm word) {
  while (misses(tm, mem, at)) mem = arg_of(tm, mem, 0);
  return same(mem, arg_of(tm, word, 0));
}

VdTerm vd_rule_store(VdTerms *tm, VdTerm mem, VdTerm addr, VdTerm word) {
  Span here = span_of(tm, addr, word_bytes(tm, word));
  if (is_op(tm, word, VD_OP_LOAD) && same(arg_of(tm, word, 1), addr) &&
      (same(arg_of(tm, word, 0), mem) || is_there(tm, mem, &here, word)))
    return mem;  // what is there already
  if (is_op(tm, mem, VD_OP_STORE)) {
    VdTerm below = arg_of(tm, mem, 0), at = arg_of(tm, mem, 1);
    Span there = span_of(tm, at, word_bytes(tm, arg_of(tm, mem, 2)));
    uint64_t d;
    if (covers(&here, &there, &d)) return vd_mk_store(tm, below, addr, word);
    if (apart(tm, &here, &there) && before(tm, addr, at))
      return intern3(tm, VD_OP_STORE, sort_of(tm, mem),
                     vd_mk_store(tm, below, addr, word), at,
                     arg_of(tm, mem, 2));
  }
  return intern3(tm, VD_OP_STORE, sort_of(tm, mem), mem, addr, word);
}

VdTerm vd_rule_fill(VdTerms *tm, const VdTerm *a) {
  uint64_t n;
  if (is_small(tm, a[3], &n)) {
    if (n == 0) return a[0];
    if (n <= vd_limit->store_word)
      return vd_mk_store(tm, a[0], a[1], repeat(tm, a[2], n));
  }
  return vd_intern(tm, VD_OP_FILL, sort_of(tm, a[0]), 0, a, 4);
}

VdTerm vd_rule_copy(VdTerms *tm, const VdTerm *a) {
  uint64_t n;
  if (same(a[0], a[2]) && same(a[1], a[3])) return a[0];
  if (is_small(tm, a[4], &n)) {
    if (n == 0) return a[0];
    if (n <= vd_limit->store_word)
      return vd_mk_store(tm, a[0], a[1],
                         vd_mk_load(tm, a[2], a[3], (uint32_t)n));
  }
  return vd_intern(tm, VD_OP_COPY, sort_of(tm, a[0]), 0, a, 5);
}

// --------------------------------------------------------------------- ite

static VdTerm bottom(const VdTerms *tm, VdTerm mem) {
  for (uint32_t i = 0; i < vd_limit->store_merge && is_op(tm, mem, VD_OP_STORE);
       i++)
    mem = arg_of(tm, mem, 0);
  return mem;
}

typedef struct Write {
  VdTerm addr, word;
} Write;

// Takes the topmost store off one branch: below it, the other branch writes
// what it has there. False if that is not clear: there may be a store in the
// way.
static bool peel(VdTerms *tm, VdTerm c, VdTerm *from, VdTerm other,
                 bool from_yes, Write *write) {
  VdTerm addr = arg_of(tm, *from, 1), word = arg_of(tm, *from, 2);
  VdTerm kept = vd_mk_load(tm, other, addr, (uint32_t)word_bytes(tm, word));
  if (is_op(tm, kept, VD_OP_LOAD) &&
      is_op(tm, arg_of(tm, kept, 0), VD_OP_STORE))
    return false;
  *from = arg_of(tm, *from, 0);
  *write = (Write){addr, from_yes ? vd_mk_ite(tm, c, word, kept)
                                  : vd_mk_ite(tm, c, kept, word)};
  return true;
}

static bool same_target(const VdTerms *tm, VdTerm x, VdTerm y) {
  return is_op(tm, x, VD_OP_STORE) && is_op(tm, y, VD_OP_STORE) &&
         same(arg_of(tm, x, 1), arg_of(tm, y, 1)) &&
         width_of(tm, arg_of(tm, x, 2)) == width_of(tm, arg_of(tm, y, 2));
}

// ite over two store chains from one memory: one chain with ites inside.
VdTerm vd_rule_ite_mem(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  Write write[2 * VD_MOST_store_merge];
  uint32_t n = 0;
  if (!same(bottom(tm, a), bottom(tm, b))) return VD_TERM_NONE;
  while (!same(a, b)) {
    if (n == VD_COUNT(write)) return VD_TERM_NONE;
    bool has_a = is_op(tm, a, VD_OP_STORE), has_b = is_op(tm, b, VD_OP_STORE);
    if (!has_a && !has_b) return VD_TERM_NONE;
    if (same_target(tm, a, b)) {
      write[n++] = (Write){arg_of(tm, a, 1), vd_mk_ite(tm, c, arg_of(tm, a, 2),
                                                       arg_of(tm, b, 2))};
      a = arg_of(tm, a, 0), b = arg_of(tm, b, 0);
    } else if (has_a &&
               (!has_b || before(tm, arg_of(tm, b, 1), arg_of(tm, a, 1)))) {
      if (!peel(tm, c, &a, b, true, &write[n++])) return VD_TERM_NONE;
    } else {
      if (!peel(tm, c, &b, a, false, &write[n++])) return VD_TERM_NONE;
    }
  }
  while (n-- > 0) a = vd_mk_store(tm, a, write[n].addr, write[n].word);
  return a;
}

// ------------------------------------------------------------------- bounds
// Whether memory can be where an access is, front ends ask as follows: the
// address, less that of the first byte there can be, against what there is less
// the bytes of the access (src/front/c/memory.c). No program has such a
// constant. If the address is one of a known object, the access must lie in it.

static const uint64_t all_bytes = VD_LAST_ADDRESS - VD_FIRST_ADDRESS;

// How many bytes: a constant, or a term.
typedef struct Length {
  uint64_t bytes;
  VdTerm term;
} Length;

static VdTerm not_above(VdTerms *tm, VdTerm x, VdTerm most) {
  return vd_mk_not(tm, vd_mk_ult(tm, most, x));
}

static VdTerm in_object(VdTerms *tm, VdTerm offset, uint64_t size, Length n) {
  VdTerm all = vd_mk_bv(tm, 64, size);
  if (vd_term_is_none(n.term))
    return n.bytes > size
               ? tm->no
               : not_above(tm, offset, vd_mk_bv(tm, 64, size - n.bytes));
  return vd_mk_and(tm, not_above(tm, n.term, all),
                   not_above(tm, offset, vd_mk_sub(tm, all, n.term)));
}

static VdTerm in_memory(VdTerms *tm, VdTerm above, Length n) {
  if (vd_term_is_none(n.term))
    return vd_mk_ult(tm, above, vd_mk_bv(tm, 64, all_bytes - n.bytes + 1));
  VdTerm most = vd_mk_sub(tm, vd_mk_bv(tm, 64, all_bytes), n.term);
  return not_above(tm, above, most);
}

static bool is_sum(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_BVADD) || is_op(tm, t, VD_OP_PTRADD);
}

static VdTerm choice_of(const VdTerms *tm, VdTerm address) {
  if (is_op(tm, address, VD_OP_ITE)) return address;
  for (uint32_t i = 0; is_sum(tm, address) && i < args_of(tm, address); i++)
    if (is_op(tm, arg_of(tm, address, i), VD_OP_ITE))
      return arg_of(tm, address, i);
  return VD_TERM_NONE;
}

static bool leads_to_object(const VdTerms *tm, VdTerm t, int depth) {
  if (is_op(tm, t, VD_OP_ADDR)) return true;
  bool choice = is_op(tm, t, VD_OP_ITE);
  if (depth == 0 || (!choice && !is_sum(tm, t))) return false;
  for (uint32_t i = choice; i < args_of(tm, t); i++)
    if (leads_to_object(tm, arg_of(tm, t, i), depth - 1)) return true;
  return false;
}

// None if nothing is known of the address.
static VdTerm inside(VdTerms *tm, VdTerm above, Length n) {
  VdTerm address = vd_mk_add(tm, above, vd_mk_bv(tm, 64, VD_FIRST_ADDRESS));
  VdTerm base = vd_term_place(tm, address).base;
  if (is_op(tm, base, VD_OP_ADDR)) {
    uint64_t size = vd_object_get(tm, vd_term_object(tm, base))->size;
    return size ? in_object(tm, vd_mk_sub(tm, address, base), size, n)
                : VD_TERM_NONE;
  }
  VdTerm choice = choice_of(tm, address), way[2];
  if (vd_term_is_none(choice) || tm->splits >= vd_limit->address_splits ||
      !leads_to_object(tm, choice, vd_limit->address_splits))
    return VD_TERM_NONE;
  tm->splits++;
  for (uint32_t i = 0; i < 2; i++)
    way[i] = in_memory(
        tm,
        vd_mk_add(tm, vd_mk_sub(tm, above, choice), arg_of(tm, choice, i + 1)),
        n);
  tm->splits--;
  return vd_mk_ite(tm, arg_of(tm, choice, 0), way[0], way[1]);
}

VdTerm vd_rule_inside(VdTerms *tm, VdTerm a, VdTerm b) {
  uint64_t k;
  if (width_of(tm, a) != 64) return VD_TERM_NONE;
  if (is_small(tm, b, &k)) {  // a < all - n + 1
    uint64_t n = all_bytes + 1 - k;
    return n - 1 < vd_limit->inside_bytes ? inside(tm, a, (Length){.bytes = n})
                                          : VD_TERM_NONE;
  }
  // all - n < b: the access goes beyond
  if (!is_op(tm, a, VD_OP_BVADD) || !is_small(tm, arg_of(tm, a, 0), &k) ||
      k != all_bytes)
    return VD_TERM_NONE;
  VdTerm n = vd_mk_sub(tm, vd_mk_bv(tm, 64, all_bytes), a);
  VdTerm t = inside(tm, b, (Length){.term = n});
  return vd_term_is_none(t) ? t : vd_mk_not(tm, t);
}

// ------------------------------------------------------------------ arrays

VdTerm vd_rule_select(VdTerms *tm, VdTerm array, VdTerm index) {
  while (is_op(tm, array, VD_OP_UPDATE)) {
    VdTerm hit = vd_mk_eq(tm, arg_of(tm, array, 1), index);
    if (same(hit, tm->yes)) return arg_of(tm, array, 2);
    if (!same(hit, tm->no)) break;
    array = arg_of(tm, array, 0);
  }
  return intern2(tm, VD_OP_SELECT, vd_sort_bv(sort_of(tm, array).b), array,
                 index);
}

VdTerm vd_rule_update(VdTerms *tm, VdTerm array, VdTerm index, VdTerm element) {
  if (is_op(tm, element, VD_OP_SELECT) && same(arg_of(tm, element, 0), array) &&
      same(arg_of(tm, element, 1), index))
    return array;
  if (is_op(tm, array, VD_OP_UPDATE) && same(arg_of(tm, array, 1), index))
    array = arg_of(tm, array, 0);
  return intern3(tm, VD_OP_UPDATE, sort_of(tm, array), array, index, element);
}
