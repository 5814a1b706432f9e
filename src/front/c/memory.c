// Loads, stores, copies and fills: in the variables of a sliced local, in a
// private memory, or in main memory.
#include "base/limit.h"
#include "front/c/lift.h"
#include "front/c/ops.h"

// User-space addresses: above the first page, below the canonical hole.

// ------------------------------------------------------------------ places
static VdLiftLocal *local_of(VdLiftBody *f, const VdLiftPlace *p) {
  return &f->fn->local.at[p->object];
}

static bool is_sliced(VdLiftBody *f, const VdLiftPlace *p) {
  return p->base == VD_BASE_LOCAL && local_of(f, p)->home == VD_HOME_SLICED;
}

static VdRef offset_of(VdLiftBody *f, const VdLiftPlace *p) {
  VdBuild *b = f->build;
  if (!p->index.id) return vd_build_bv(b, 64, p->offset);
  if (!p->offset) return p->index;
  return add_(b, p->index, vd_build_bv(b, 64, p->offset));
}

VdRef vd_lift_address(VdLiftBody *f, VdLiftPlace *p) {
  if (p->address.id) return p->address;
  if (p->base == VD_BASE_LOCAL)
    p->address = offset_of(f, p);
  else if (!p->index.id && !p->offset)
    p->address = p->root;
  else
    p->address = op2(f->build, VD_OP_PTRADD, p->root, offset_of(f, p));
  return p->address;
}

VdLiftValue vd_lift_private_value(VdLiftBody *f, const VdLiftLocal *local,
                                  VdRef offset, VdRef poison) {
  VdLiftValue value = vd_lift_new_value(f, 1);
  value.part[0].poison = poison;
  value.place = (VdLiftPlace){
      .base = VD_BASE_LOCAL,
      .object = (uint32_t)(local - f->fn->local.at),
      .index = offset,
  };
  return value;
}

static VdLiftPlace moved(VdLiftPlace p, uint64_t by) {
  p.offset += by;
  if (by) p.address = VD_REF_NONE;
  return p;
}

VdLiftPlace vd_lift_place(VdLiftBody *f, LLVMValueRef pointer) {
  VdLiftValue value = vd_lift_value(f, pointer);
  if (value.place.base != VD_BASE_NONE) return value.place;
  return (VdLiftPlace){.base = VD_BASE_POINTER, .root = value.part[0].ref};
}

// The place of an access: the address must not be poison.
static VdLiftPlace access_place(VdLiftBody *f, LLVMValueRef pointer) {
  vd_lift_demand(f, vd_lift_part(f, pointer));
  return vd_lift_place(f, pointer);
}

// The variable that holds the memory a place is in.
static uint32_t memory_of(VdLiftBody *f, const VdLiftPlace *p) {
  return p->base == VD_BASE_LOCAL ? local_of(f, p)->var : f->mem;
}

// ---------------------------------------------------------------- validity
typedef struct Extent {
  uint64_t bytes;
  VdRef length;  // if not none, the number of bytes is this
} Extent;

static bool object_of(VdLiftBody *f, const VdLiftPlace *p, uint64_t *size,
                      const char **name) {
  if (p->base == VD_BASE_GLOBAL) {
    const VdGlobal *g = &f->lift->module->global.at[p->object];
    *size = g->size;
    *name = g->name;
    return g->size != 0;  // 0: an array whose length another file knows
  }
  if (p->base != VD_BASE_SLOT && p->base != VD_BASE_LOCAL) return false;
  *size = local_of(f, p)->size;
  *name = local_of(f, p)->name;
  return true;
}

// offset and length both within n bytes
static VdRef within(VdBuild *b, VdRef offset, const Extent *e, uint64_t n) {
  if (!e->length.id)
    return e->bytes > n ? vd_build_bool(b, false)
                        : ule_(b, offset, vd_build_bv(b, 64, n - e->bytes));
  VdRef all = vd_build_bv(b, 64, n);
  VdRef ok = and_(b, ule_(b, e->length, all),
                  ule_(b, offset, sub_(b, all, e->length)));
  return or_(b, eq_(b, e->length, vd_build_bv(b, 64, 0)), ok);
}

static void check_object(VdLiftBody *f, const VdLiftPlace *p, const Extent *e,
                         uint64_t size, const char *name) {
  if (!p->index.id && !e->length.id && p->offset <= size &&
      e->bytes <= size - p->offset)
    return;
  const char *text =
      vd_arena_printf(&f->arena, "out-of-bounds access to %s", name);
  VdRef ok = within(f->build, offset_of(f, p), e, size);
  vd_build_require(f->build, ok, text);
}

// Was this access, or one that covers it, checked in this block before?
static bool is_checked(const VdLiftBody *f, const VdLiftChecked *access) {
  for (uint32_t i = 0; i < f->checked.len; i++) {
    const VdLiftChecked *c = &f->checked.at[i];
    if (c->root.id == access->root.id && c->index.id == access->index.id &&
        c->offset == access->offset && c->bytes >= access->bytes)
      return true;
  }
  return false;
}

static void note_checked(VdLiftBody *f, VdLiftChecked access) {
  if (f->checked.len >= vd_limit->memory_checked) f->checked.len = 0;
  vd_push(&f->checked, access);
}

// The object is not known: the bytes must lie where a process can have memory.
static void check_pointer(VdLiftBody *f, VdLiftPlace *p, const Extent *e) {
  VdBuild *b = f->build;
  VdRef above = add_(b, vd_lift_address(f, p),
                     vd_build_bv(b, 64, (uint64_t)0 - VD_FIRST_ADDRESS));
  uint64_t room = VD_LAST_ADDRESS - VD_FIRST_ADDRESS;
  VdRef ok;
  if (e->length.id || e->bytes > room)
    ok = within(b, above, e, room);
  else
    ok = ult_(b, above, vd_build_bv(b, 64, room - e->bytes + 1));
  vd_build_require(b, ok, "null or invalid pointer");
}

static void check(VdLiftBody *f, VdLiftPlace *p, const Extent *e) {
  uint64_t size;
  const char *name;
  VdLiftChecked access = {p->root, p->index, p->offset, e->bytes};
  bool can_note = p->base != VD_BASE_LOCAL && !e->length.id;
  if (can_note && is_checked(f, &access)) return;
  if (can_note) note_checked(f, access);
  if (object_of(f, p, &size, &name))
    check_object(f, p, e, size, name);
  else
    check_pointer(f, p, e);
}

// What is a constant by its declaration is never written. That a pointer leads
// to one is seen later, in terms and runs.
static void check_written(VdLiftBody *f, const VdLiftPlace *p,
                          const Extent *e) {
  VdBuild *b = f->build;
  if (p->base != VD_BASE_GLOBAL) return;
  const VdGlobal *g = &f->lift->module->global.at[p->object];
  if (!g->constant || g->external) return;
  VdRef nothing = e->length.id ? eq_(b, e->length, vd_build_bv(b, 64, 0))
                               : vd_build_bool(b, false);
  vd_build_require(b, nothing, "write to a constant");
}

// ------------------------------------------------------------------- words
// A float that was loaded is stored as the bits it was loaded from: machines
// copy a NaN's bits, while FTOB gives those of the one NaN.
static VdRef to_word(VdLiftBody *f, VdRef x, uint32_t bytes) {
  VdBuild *b = f->build;
  VdSort sort = vd_build_sort(b, x);
  const uint64_t *loaded = vd_map_get(&f->bits_of, x.id);
  if (loaded) return (VdRef){(uint32_t)*loaded};
  if (sort.kind == VD_SORT_FLOAT) return op1(b, VD_OP_FTOB, 0, x);
  if (sort.kind == VD_SORT_BOOL) return vd_lift_bool_bits(b, x, 8 * bytes);
  return zext_(b, x, 8 * bytes);
}

static VdRef from_word(VdLiftBody *f, VdRef word, VdSort to) {
  VdBuild *b = f->build;
  if (to.kind == VD_SORT_FLOAT) {
    VdRef x = op1(b, VD_OP_BTOF, vd_imm_float(to), word);
    *vd_map_put(&f->bits_of, x.id) = word.id;
    return x;
  }
  return to.kind == VD_SORT_BOOL ? bit_(b, word, 0) : low_(b, word, to.a);
}

static VdRef load_word(VdLiftBody *f, VdLiftPlace *p, uint32_t bytes) {
  VdRef memory = vd_build_read(f->build, memory_of(f, p));
  return vd_build_op(f->build, VD_OP_LOAD, bytes,
                     (VdRef[]){memory, vd_lift_address(f, p)}, 2);
}

static void store_word(VdLiftBody *f, VdLiftPlace *p, VdRef word) {
  uint32_t var = memory_of(f, p);
  VdRef memory = vd_build_read(f->build, var);
  vd_build_write(
      f->build, var,
      op3(f->build, VD_OP_STORE, memory, vd_lift_address(f, p), word));
}

// ------------------------------------------------------------------- atoms
static VdRef read_atom(VdLiftBody *f, const VdLiftAtom *atom) {
  return vd_build_read(f->build, atom->var);
}

static void write_atom(VdLiftBody *f, const VdLiftAtom *atom, VdRef value,
                       VdRef shadow) {
  vd_build_write(f->build, atom->var, value);
  vd_build_write(f->build, atom->shadow, shadow);
}

static VdRef load_wide(VdLiftBody *f, const VdLiftAtom *atom, uint32_t bytes,
                       VdSort to) {
  VdBuild *b = f->build;
  VdRef all = VD_REF_NONE;
  for (uint32_t done = 0; done < bytes; done += atom++->size) {
    VdRef word = to_word(f, read_atom(f, atom), atom->size);
    all = all.id ? op2(b, VD_OP_CONCAT, word, all) : word;
  }
  return from_word(f, all, to);
}

static VdRef load_atom(VdLiftBody *f, const VdLiftAtom *atom, VdSort to) {
  VdRef value = read_atom(f, atom);
  if (vd_sort_eq(atom->sort, to)) return value;
  return from_word(f, to_word(f, value, atom->size), to);
}

static void require_initialised(VdLiftBody *f, const VdLiftAtom *atom) {
  VdRef shadow = vd_build_read(f->build, atom->shadow);
  if (shadow.id != f->yes.id)
    vd_build_require_set(f->build, shadow, "read of an uninitialised variable");
}

// Reads of several atoms at once are not checked: they are structs that clang
// passes as words, and those may have members that were never set.
static VdRef load_field(VdLiftBody *f, const VdLiftPlace *p,
                        const VdLiftField *field, bool check_shadow) {
  const VdLiftLocal *local = local_of(f, p);
  uint64_t offset = p->offset + field->offset;
  const VdLiftAtom *atom = &local->atom[vd_lift_atom(local, offset)];
  if (atom->size != field->bytes)
    return load_wide(f, atom, field->bytes, field->sort);
  if (check_shadow) require_initialised(f, atom);
  return load_atom(f, atom, field->sort);
}

static void store_field(VdLiftBody *f, const VdLiftPlace *p,
                        const VdLiftField *field, VdRef value) {
  VdBuild *b = f->build;
  const VdLiftLocal *local = local_of(f, p);
  const VdLiftAtom *atom =
      &local->atom[vd_lift_atom(local, p->offset + field->offset)];
  if (vd_sort_eq(atom->sort, field->sort) && atom->size == field->bytes) {
    write_atom(f, atom, value, f->yes);
    return;
  }
  VdRef word = to_word(f, value, field->bytes);
  for (uint32_t done = 0; done < field->bytes; done += atom++->size) {
    bool whole = atom->size == field->bytes;
    VdRef piece =
        whole ? word : extract_(b, word, 8 * (done + atom->size) - 1, 8 * done);
    write_atom(f, atom, from_word(f, piece, atom->sort), f->yes);
  }
}

// --------------------------------------------------------- loads and stores
static uint64_t extent_of(const VdLiftType *t) {
  uint64_t end = 0;
  for (uint32_t i = 0; i < t->n; i++)
    if (t->field[i].offset + t->field[i].bytes > end)
      end = t->field[i].offset + t->field[i].bytes;
  return end;
}

static bool can_be_in_memory(VdLiftBody *f, const VdLiftType *t) {
  if (t->packed) vd_lift_unsupported(f, "vector of bits in memory");
  return !t->packed;
}

static void note(VdLiftBody *f, uint32_t helper, const char *word) {
  f->lift->module->func.at[helper]->notes = word;
}

// Where memory need not be aligned, a smaller alignment makes no other access.
static const char *volatile_name(VdLiftBody *f, const char *what,
                                 uint32_t bytes, unsigned align) {
  bool whole =
      align >= bytes || !strncmp(LLVMGetTarget(f->lift->llvm), "x86_64", 6);
  return whole ? vd_arena_printf(&f->arena, "volatile.%s.%u", what, bytes)
               : vd_arena_printf(&f->arena, "volatile.%s.%u.aligned.%u", what,
                                 bytes, align);
}

static VdRef load_volatile(VdLiftBody *f, VdLiftPlace *p,
                           const VdLiftField *field, unsigned align) {
  VdSort address = vd_sort_bv(VD_POINTER_BITS);
  const char *name = volatile_name(f, "load", field->bytes, align);
  uint32_t helper = vd_lift_helper(
      f->lift, name, VD_FUNC_IMPURE, &address, 1, vd_sort_bv(8 * field->bytes),
      VD_EFFECT_READ | VD_EFFECT_WRITE | VD_EFFECT_WORLD);
  note(f, helper, "volatile");
  VdRef at = vd_lift_address(f, p);
  return from_word(f, vd_lift_invoke(f, helper, &at, 1), field->sort);
}

// What is there then, an access that is not volatile may see.
static void store_volatile(VdLiftBody *f, VdLiftPlace *p, uint32_t bytes,
                           VdRef word, unsigned align) {
  store_word(f, p, word);
  VdSort param[] = {vd_sort_bv(VD_POINTER_BITS), vd_sort_bv(8 * bytes)};
  const char *name = volatile_name(f, "store", bytes, align);
  uint32_t helper =
      vd_lift_helper(f->lift, name, VD_FUNC_IMPURE, param, 2, (VdSort){0},
                     VD_EFFECT_READ | VD_EFFECT_WRITE | VD_EFFECT_WORLD);
  note(f, helper, "volatile");
  VdRef args[] = {vd_lift_address(f, p), word};
  vd_lift_invoke(f, helper, args, 2);
}

void vd_lift_load(VdLiftBody *f, LLVMValueRef inst) {
  VdLiftPlace place = access_place(f, LLVMGetOperand(inst, 0));
  const VdLiftType *t = vd_lift_type(f->lift, LLVMTypeOf(inst));
  VdLiftValue value = vd_lift_new_value(f, t->n);
  if (!can_be_in_memory(f, t)) return;
  bool sliced = is_sliced(f, &place);
  bool shadow = vd_map_get(&f->fn->unsure, (uintptr_t)inst) != NULL;
  if (!sliced) check(f, &place, &(Extent){.bytes = extent_of(t)});
  for (uint32_t i = 0; i < t->n; i++) {
    const VdLiftField *field = &t->field[i];
    VdLiftPlace at = moved(place, field->offset);
    if (sliced)
      value.part[i].ref = load_field(f, &place, field, shadow);
    else if (LLVMGetVolatile(inst))
      value.part[i].ref = load_volatile(f, &at, field, LLVMGetAlignment(inst));
    else
      value.part[i].ref =
          from_word(f, load_word(f, &at, field->bytes), field->sort);
  }
  vd_lift_set(f, inst, value);
}

void vd_lift_store(VdLiftBody *f, LLVMValueRef inst) {
  VdLiftValue value = vd_lift_value(f, LLVMGetOperand(inst, 0));
  VdLiftPlace place = access_place(f, LLVMGetOperand(inst, 1));
  const VdLiftType *t =
      vd_lift_type(f->lift, LLVMTypeOf(LLVMGetOperand(inst, 0)));
  if (!can_be_in_memory(f, t)) return;
  bool sliced = is_sliced(f, &place);
  Extent all = {.bytes = extent_of(t)};
  if (!sliced) check(f, &place, &all);
  if (!sliced) check_written(f, &place, &all);
  for (uint32_t i = 0; i < t->n; i++) {
    const VdLiftField *field = &t->field[i];
    VdLiftPlace at = moved(place, field->offset);
    vd_lift_demand(f, value.part[i]);
    if (sliced) {
      store_field(f, &place, field, value.part[i].ref);
      continue;
    }
    VdRef word = to_word(f, value.part[i].ref, field->bytes);
    if (LLVMGetVolatile(inst))
      store_volatile(f, &at, field->bytes, word, LLVMGetAlignment(inst));
    else
      store_word(f, &at, word);
  }
}

// ------------------------------------------------------------------ copies
// A piece on its way from one sliced local, or to one.
typedef struct Piece {
  uint64_t offset;  // from the start of the copy
  const VdLiftAtom *atom;
  VdRef value, shadow;
} Piece;
typedef VD_VEC(Piece) Pieces;

static void find_pieces(VdLiftBody *f, const VdLiftPlace *p, uint64_t bytes,
                        Pieces *out) {
  const VdLiftLocal *local = local_of(f, p);
  for (uint32_t i = vd_lift_atom(local, p->offset); i < local->atoms; i++) {
    const VdLiftAtom *atom = &local->atom[i];
    if (atom->offset >= p->offset + bytes) break;
    vd_push(out, (Piece){.offset = atom->offset - p->offset, .atom = atom});
  }
}

static void read_piece(VdLiftBody *f, const VdLiftPlace *from, Piece *piece) {
  VdLiftPlace at = moved(*from, piece->offset);
  if (is_sliced(f, from)) {
    const VdLiftLocal *local = local_of(f, from);
    const VdLiftAtom *atom = &local->atom[vd_lift_atom(local, at.offset)];
    piece->value = load_atom(f, atom, piece->atom->sort);
    piece->shadow = vd_build_read(f->build, atom->shadow);
  } else {
    VdRef word = load_word(f, &at, piece->atom->size);
    piece->value = from_word(f, word, piece->atom->sort);
    piece->shadow = f->yes;
  }
}

static void copy_to_atoms(VdLiftBody *f, const VdLiftPlace *to,
                          const VdLiftPlace *from, uint64_t bytes) {
  Pieces pieces = {0};
  find_pieces(f, to, bytes, &pieces);
  for (uint32_t i = 0; i < pieces.len; i++) read_piece(f, from, &pieces.at[i]);
  for (uint32_t i = 0; i < pieces.len; i++)
    write_atom(f, pieces.at[i].atom, pieces.at[i].value, pieces.at[i].shadow);
  vd_vec_done(&pieces);
}

// Padding stays as it is: what it would become is nobody's business.
static void copy_from_atoms(VdLiftBody *f, const VdLiftPlace *to,
                            const VdLiftPlace *from, uint64_t bytes) {
  Pieces pieces = {0};
  find_pieces(f, from, bytes, &pieces);
  for (uint32_t i = 0; i < pieces.len; i++) {
    const VdLiftAtom *atom = pieces.at[i].atom;
    VdLiftPlace at = moved(*to, pieces.at[i].offset);
    if (!atom->padding)
      store_word(f, &at, to_word(f, read_atom(f, atom), atom->size));
  }
  vd_vec_done(&pieces);
}

static bool is_word(const Extent *e) {
  return !e->length.id &&
         (e->bytes == 1 || e->bytes == 2 || e->bytes == 4 || e->bytes == 8);
}

static VdRef length_of(VdLiftBody *f, const Extent *e) {
  return e->length.id ? e->length : vd_build_bv(f->build, 64, e->bytes);
}

static void copy_bytes(VdLiftBody *f, VdLiftPlace *to, VdLiftPlace *from,
                       const Extent *e) {
  if (is_word(e)) {
    store_word(f, to, load_word(f, from, (uint32_t)e->bytes));
    return;
  }
  uint32_t var = memory_of(f, to);
  VdRef args[] = {vd_build_read(f->build, var), vd_lift_address(f, to),
                  vd_build_read(f->build, memory_of(f, from)),
                  vd_lift_address(f, from), length_of(f, e)};
  vd_build_write(f->build, var, vd_build_op(f->build, VD_OP_COPY, 0, args, 5));
}

// Regions are the same or don't overlap; known to if the objects differ.
static void check_apart(VdLiftBody *f, VdLiftPlace *to, VdLiftPlace *from,
                        const Extent *e) {
  VdBuild *b = f->build;
  bool objects = to->base != VD_BASE_POINTER && from->base != VD_BASE_POINTER;
  bool differ = to->base != from->base || to->object != from->object;
  if (memory_of(f, to) != memory_of(f, from) || (objects && differ)) return;
  VdRef x = vd_lift_address(f, to), y = vd_lift_address(f, from);
  VdRef n = length_of(f, e);
  VdRef above = ule_(b, n, sub_(b, x, y)), below = ule_(b, n, sub_(b, y, x));
  vd_build_require(b, or_(b, eq_(b, x, y), and_(b, above, below)),
                   "overlapping copy");
}

static Extent extent_by(VdLiftBody *f, LLVMValueRef length) {
  VdPart part = vd_lift_part(f, length);
  vd_lift_demand(f, part);
  if (part.constant) return (Extent){.bytes = part.bits};
  uint32_t w = width_of(f->build, part.ref);
  return (Extent){.length = w < 64 ? zext_(f->build, part.ref, 64)
                                   : low_(f->build, part.ref, 64)};
}

void vd_lift_check_pointer(VdLiftBody *f, LLVMValueRef pointer,
                           LLVMValueRef length) {
  Extent e = length ? extent_by(f, length) : (Extent){.bytes = 1};
  VdLiftPlace place = vd_lift_place(f, pointer);
  bool is_empty = !e.length.id && e.bytes == 0;
  if (place.base == VD_BASE_POINTER && !is_empty) check_pointer(f, &place, &e);
}

void vd_lift_copy(VdLiftBody *f, LLVMValueRef to_pointer,
                  LLVMValueRef from_pointer, LLVMValueRef length, bool apart) {
  Extent e = extent_by(f, length);
  VdLiftPlace to = access_place(f, to_pointer);
  VdLiftPlace from = access_place(f, from_pointer);
  if (!e.length.id && e.bytes == 0) return;
  bool slices = is_sliced(f, &to) || is_sliced(f, &from);
  if (!is_sliced(f, &to)) {
    check(f, &to, &e);
    check_written(f, &to, &e);
  }
  if (!is_sliced(f, &from)) check(f, &from, &e);
  if (apart && !slices) check_apart(f, &to, &from, &e);
  if (is_sliced(f, &to))
    copy_to_atoms(f, &to, &from, e.bytes);
  else if (slices)
    copy_from_atoms(f, &to, &from, e.bytes);
  else
    copy_bytes(f, &to, &from, &e);
}

// ------------------------------------------------------------------- fills
static VdRef repeat(VdBuild *b, VdRef byte, uint32_t times) {
  VdRef all = byte;
  for (uint32_t i = 1; i < times; i++) all = op2(b, VD_OP_CONCAT, all, byte);
  return all;
}

static VdRef filled_word(VdBuild *b, VdPart byte, uint32_t bytes) {
  if (byte.constant && bytes <= 8)
    return vd_build_bv(b, 8 * bytes, byte.bits * 0x0101010101010101u);
  if (byte.constant && byte.bits == 0) return small_(b, 8 * bytes, 0);
  return repeat(b, byte.ref, bytes);
}

static void fill_atoms(VdLiftBody *f, const VdLiftPlace *to, VdPart byte,
                       uint64_t bytes) {
  Pieces pieces = {0};
  find_pieces(f, to, bytes, &pieces);
  for (uint32_t i = 0; i < pieces.len; i++) {
    const VdLiftAtom *atom = pieces.at[i].atom;
    VdRef word = filled_word(f->build, byte, atom->size);
    write_atom(f, atom, from_word(f, word, atom->sort), f->yes);
  }
  vd_vec_done(&pieces);
}

void vd_lift_fill(VdLiftBody *f, LLVMValueRef to_pointer, VdPart byte,
                  LLVMValueRef length) {
  Extent e = extent_by(f, length);
  VdLiftPlace to = access_place(f, to_pointer);
  vd_lift_demand(f, byte);
  if (!e.length.id && e.bytes == 0) return;
  if (is_sliced(f, &to)) {
    fill_atoms(f, &to, byte, e.bytes);
    return;
  }
  check(f, &to, &e);
  check_written(f, &to, &e);
  if (is_word(&e)) {
    store_word(f, &to, filled_word(f->build, byte, (uint32_t)e.bytes));
    return;
  }
  uint32_t var = memory_of(f, &to);
  VdRef args[] = {vd_build_read(f->build, var), vd_lift_address(f, &to),
                  byte.ref, length_of(f, &e)};
  vd_build_write(f->build, var, vd_build_op(f->build, VD_OP_FILL, 0, args, 4));
}

// A local that starts to live holds nothing: what an earlier round of a loop
// left in it is gone. Runs see zeros, terms what was there (is_start in
// summary.c), which knows this by a byte that no program has: an i1 of LLVM is
// a Bool here, never one bit.
void vd_lift_start(VdLiftBody *f, LLVMValueRef pointer) {
  VdLiftPlace to = vd_lift_place(f, pointer);
  if (to.base != VD_BASE_SLOT || !(f->fn->effect & VD_EFFECT_WRITE)) return;
  VdRef start = vd_build_undef(f->build, vd_sort_bv(1));
  VdRef args[] = {vd_build_read(f->build, f->mem), vd_lift_address(f, &to),
                  zext_(f->build, start, 8),
                  vd_build_bv(f->build, 64, local_of(f, &to)->size)};
  vd_build_write(f->build, f->mem,
                 vd_build_op(f->build, VD_OP_FILL, 0, args, 4));
}

// ------------------------------------------------------------------ locals
static void clear_atoms(VdLiftBody *f, const VdLiftLocal *local) {
  for (uint32_t i = 0; i < local->atoms; i++) {
    const VdLiftAtom *atom = &local->atom[i];
    VdRef start =
        atom->padding
            ? from_word(f, small_(f->build, 8 * atom->size, 0), atom->sort)
            : vd_build_undef(f->build, atom->sort);
    write_atom(f, atom, start, f->no);
  }
}

static VdRef allocate(VdLiftBody *f, LLVMValueRef inst) {
  VdBuild *b = f->build;
  LLVMTypeRef type = LLVMGetAllocatedType(inst);
  VdSort word = vd_sort_bv(64);
  uint32_t helper = vd_lift_helper(f->lift, "alloca", VD_FUNC_FRESH, &word, 1,
                                   word, VD_EFFECT_HEAP);
  note(f, helper, "stack");
  VdRef n = vd_lift_scalar(f, LLVMGetOperand(inst, 0));
  uint32_t w = width_of(b, n);
  n = w < 64 ? zext_(b, n, 64) : low_(b, n, 64);
  uint64_t size = LLVMABISizeOfType(f->lift->layout, type);
  VdRef bytes = op2(b, VD_OP_BVMUL, n, vd_build_bv(b, 64, size));
  VdRef address = vd_lift_invoke(f, helper, &bytes, 1);
  vd_build_require(b, ne_(b, address, vd_build_bv(b, 64, 0)), "stack overflow");
  return address;
}

static void set_local(VdLiftBody *f, VdLiftLocal *local, VdLiftBase base,
                      VdRef address) {
  VdLiftValue value = vd_lift_new_value(f, 1);
  value.part[0].ref = address;
  value.place = (VdLiftPlace){.base = base,
                              .object = (uint32_t)(local - f->fn->local.at),
                              .root = address};
  vd_lift_set(f, local->value, value);
}

void vd_lift_alloca(VdLiftBody *f, LLVMValueRef inst) {
  uint64_t i = *vd_map_get(&f->fn->local_of, (uintptr_t)inst);
  VdLiftLocal *local = &f->fn->local.at[i];
  switch (local->home) {
    case VD_HOME_SLICED:
      clear_atoms(f, local);
      set_local(f, local, VD_BASE_LOCAL, VD_REF_NONE);
      break;
    case VD_HOME_PRIVATE:
      vd_build_write(f->build, local->var,
                     vd_build_undef(f->build, vd_sort_mem()));
      set_local(f, local, VD_BASE_LOCAL, VD_REF_NONE);
      break;
    case VD_HOME_SLOT:
      set_local(f, local, VD_BASE_SLOT, vd_build_slot(f->build, local->var));
      break;
    case VD_HOME_DYNAMIC:
      set_local(f, local, VD_BASE_POINTER, allocate(f, inst));
      break;
  }
}

// A struct passed by value in memory is the callee's own: a local that starts
// as a copy of what the caller's pointer leads to.
void vd_lift_enter_byval(VdLiftBody *f, VdLiftLocal *local, VdRef pointer) {
  VdLiftPlace from = {.base = VD_BASE_POINTER, .root = pointer};
  Extent all = {.bytes = local->size};
  if (local->home == VD_HOME_SLOT)
    set_local(f, local, VD_BASE_SLOT, vd_build_slot(f->build, local->var));
  else
    set_local(f, local, VD_BASE_LOCAL, VD_REF_NONE);
  if (local->home == VD_HOME_PRIVATE)
    vd_build_write(f->build, local->var,
                   vd_build_undef(f->build, vd_sort_mem()));
  VdLiftPlace to = vd_lift_place(f, local->value);
  if (!local->size) return;
  check(f, &from, &all);  // every caller has an object there
  if (is_sliced(f, &to))
    copy_to_atoms(f, &to, &from, local->size);
  else
    copy_bytes(f, &to, &from, &all);
}
