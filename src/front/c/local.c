// Where locals live. Clang keeps every local in an alloca. One whose bytes fall
// into atoms (runs of bytes that are accessed as a whole or by wider accesses
// that cover them) becomes one builder variable for each atom; one whose
// address is only used for access becomes a private memory; the rest are slots
// in main memory. LLVM's own promotion is not used: it would turn a read of an
// uninitialised variable into undef without notice.
#include "base/limit.h"
#include "front/c/lift.h"

enum { CUT = 1, USED = 2, DATA = 4 };
enum { NO_LOCAL = UINT32_MAX };

typedef struct Access {
  uint32_t offset, bytes;
  VdSort sort;
} Access;

// What was seen of one local.
typedef struct Seen {
  uint8_t *flag;  // one for each byte and one past the end; NULL: not sliced
  VD_VEC(Access) access;
  bool escapes, sliced;
} Seen;

typedef struct Side {
  uint32_t local;  // NO_LOCAL: other memory
  uint64_t offset;
} Side;

// A memcpy or memmove of constant length.
typedef struct Copy {
  Side to, from;
  uint64_t bytes;
} Copy;

typedef struct Pointer {
  LLVMValueRef value;
  uint64_t offset;
  bool known;  // the offset is
} Pointer;

typedef struct Scan {
  VdLift *lift;
  VdLiftFunc *func;
  Seen *seen;
  VD_VEC(Copy) copy;
  VdMap copy_of;  // call to index in copy
  VD_VEC(Pointer) todo;
  VD_VEC(LLVMValueRef) meet;  // phis, selects, comparisons: users of several
                              // pointers, which must all be into the local
  uint32_t local;             // the one being looked at
} Scan;

// --------------------------------------------------------------- accesses
static VdLiftLocal *local_at(Scan *s, uint32_t i) {
  return &s->func->local.at[i];
}

static bool is_within(const VdLiftLocal *local, uint64_t offset,
                      uint64_t bytes) {
  return offset <= local->size && bytes <= local->size - offset;
}

static void cut(Seen *seen, uint64_t offset, uint64_t bytes) {
  seen->flag[offset] |= CUT;
  seen->flag[offset + bytes] |= CUT;
}

// Bytes that a copy from or to other memory carries. Pieces of 8 bytes: a
// word for the solver, and few enough of them.
static void use_data(Seen *seen, uint64_t offset, uint64_t bytes) {
  for (uint64_t i = offset; i < offset + bytes; i++) {
    bool starts = i % 8 == 0 || !(seen->flag[i - 1] & DATA);
    if (seen->flag[i] & DATA) seen->flag[i] |= USED | (starts ? CUT : 0);
  }
}

static void see_access(Scan *s, const Pointer *p, LLVMTypeRef type) {
  Seen *seen = &s->seen[s->local];
  const VdLiftType *t = vd_lift_type(s->lift, type);
  if (!p->known || t->bad || t->packed) seen->sliced = false;
  for (uint32_t i = 0; i < t->n && seen->sliced; i++) {
    uint64_t offset = p->offset + t->field[i].offset;
    uint32_t bytes = t->field[i].bytes;
    if (!is_within(local_at(s, s->local), offset, bytes)) {
      seen->sliced = false;
      return;
    }
    VdSort sort = t->field[i].sort;
    if (sort.kind != VD_SORT_FLOAT) sort = vd_sort_bv(8 * bytes);
    cut(seen, offset, bytes);
    for (uint32_t k = 0; k < bytes; k++) seen->flag[offset + k] |= USED;
    vd_push(&seen->access, (Access){(uint32_t)offset, bytes, sort});
  }
}

static Copy *copy_at(Scan *s, LLVMValueRef call) {
  uint64_t *slot = vd_map_put(&s->copy_of, (uintptr_t)call);
  if (!*slot) {
    vd_push(&s->copy, (Copy){{NO_LOCAL, 0}, {NO_LOCAL, 0}, 0});
    *slot = s->copy.len;
  }
  return &s->copy.at[*slot - 1];
}

static void see_memop(Scan *s, const Pointer *p, LLVMValueRef call,
                      VdLiftMemop op) {
  Seen *seen = &s->seen[s->local];
  LLVMValueRef length = LLVMGetArgOperand(call, 2);
  bool constant = LLVMIsAConstantInt(length) != NULL;
  uint64_t bytes = constant ? LLVMConstIntGetZExtValue(length) : 0;
  if (!constant || !p->known ||
      !is_within(local_at(s, s->local), p->offset, bytes)) {
    seen->sliced = false;
    return;
  }
  if (seen->sliced) cut(seen, p->offset, bytes);
  if (op == VD_MEMOP_FILL) return;
  Copy *copy = copy_at(s, call);
  copy->bytes = bytes;
  if (LLVMGetArgOperand(call, 0) == p->value)
    copy->to = (Side){s->local, p->offset};
  if (LLVMGetArgOperand(call, 1) == p->value)
    copy->from = (Side){s->local, p->offset};
}

// ------------------------------------------------------------------- uses
static bool is_volatile_memop(LLVMValueRef call) {
  if (LLVMGetNumArgOperands(call) < 4) return false;
  LLVMValueRef flag = LLVMGetArgOperand(call, 3);
  return !LLVMIsAConstantInt(flag) || LLVMConstIntGetZExtValue(flag);
}

static void follow(Scan *s, LLVMValueRef value, uint64_t offset, bool known) {
  uint64_t *of = vd_map_get(&s->func->derived, (uintptr_t)value);
  if (of && *of == s->local) return;
  *vd_map_put(&s->func->derived, (uintptr_t)value) = s->local;
  vd_push(&s->todo, (Pointer){value, offset, known});
}

static bool see_call(Scan *s, const Pointer *p, LLVMValueRef call) {
  VdLiftMemop op = vd_lift_memop_of(s->lift, call);
  if (op >= VD_MEMOP_MARK) return true;
  if (op == VD_MEMOP_NONE || is_volatile_memop(call)) return false;
  see_memop(s, p, call, op);
  // The library's functions return where they copied to.
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind &&
      LLVMGetArgOperand(call, 0) == p->value)
    follow(s, call, p->offset, p->known);
  return true;
}

static bool see_gep(Scan *s, const Pointer *p, LLVMValueRef gep) {
  if (LLVMGetOperand(gep, 0) != p->value) return false;
  VdLiftGep g;
  bool ok = vd_lift_gep(s->lift, gep, &g);
  if (ok) follow(s, gep, p->offset + g.offset, p->known && g.term.len == 0);
  vd_vec_done(&g.term);
  return ok;
}

static bool is_plain(LLVMValueRef access) {
  return !LLVMGetVolatile(access) &&
         LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

// False if the use lets the address out.
static bool see_use(Scan *s, const Pointer *p, LLVMValueRef user) {
  if (!LLVMIsAInstruction(user)) return false;
  switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
      if (!is_plain(user)) return false;
      see_access(s, p, LLVMTypeOf(user));
      return true;
    case LLVMStore:
      if (!is_plain(user) || LLVMGetOperand(user, 0) == p->value) return false;
      see_access(s, p, LLVMTypeOf(LLVMGetOperand(user, 0)));
      return true;
    case LLVMGetElementPtr: return see_gep(s, p, user);
    case LLVMCall: return see_call(s, p, user);
    case LLVMPHI:
    case LLVMSelect:
      follow(s, user, 0, false);
      vd_push(&s->meet, user);
      return true;
    case LLVMICmp: vd_push(&s->meet, user); return true;
    default: return false;
  }
}

// Does an operand of a phi, select or comparison stay with the local?
static bool is_own(Scan *s, LLVMValueRef value) {
  const uint64_t *of = vd_map_get(&s->func->derived, (uintptr_t)value);
  return of && *of == s->local;
}

static bool meets_own(Scan *s, LLVMValueRef user) {
  LLVMOpcode op = LLVMGetInstructionOpcode(user);
  uint32_t n = (uint32_t)LLVMGetNumOperands(user);
  for (uint32_t i = op == LLVMSelect; i < n; i++) {
    LLVMValueRef operand = LLVMGetOperand(user, i);
    bool null = op == LLVMICmp && LLVMIsAConstantPointerNull(operand);
    if (!null && !is_own(s, operand)) return false;
  }
  return true;
}

static void see_local(Scan *s, uint32_t i) {
  VdLiftLocal *local = local_at(s, i);
  Seen *seen = &s->seen[i];
  s->local = i;
  seen->sliced = local->size <= vd_limit->local_sliced;
  if (seen->sliced) {
    seen->flag = VD_NEW_ARRAY(&s->lift->arena, uint8_t, local->size + 1);
    // Other compilers may keep data where clang's C types have padding.
    uint64_t one = LLVMABISizeOfType(s->lift->layout, local->type);
    if (s->lift->poison || one != local->size)
      memset(seen->flag, 1, local->size);
    else
      vd_lift_padding(s->lift, local->type, seen->flag);
    for (uint64_t k = 0; k < local->size; k++)
      seen->flag[k] = seen->flag[k] ? DATA : 0;
  }
  s->todo.len = s->meet.len = 0;
  follow(s, local->value, 0, true);
  while (s->todo.len && !seen->escapes) {
    Pointer p = vd_pop(&s->todo);
    for (LLVMUseRef use = LLVMGetFirstUse(p.value); use && !seen->escapes;
         use = LLVMGetNextUse(use))
      seen->escapes = !see_use(s, &p, LLVMGetUser(use));
  }
  for (uint32_t k = 0; k < s->meet.len && !seen->escapes; k++)
    seen->escapes = !meets_own(s, s->meet.at[k]);
  if (seen->escapes) seen->sliced = false;
}

// ------------------------------------------------------------------ atoms
static bool is_sliced(const Scan *s, const Side *side) {
  return side->local != NO_LOCAL && s->seen[side->local].sliced;
}

static bool hand_on(Scan *s, const Copy *copy) {
  uint8_t *to = s->seen[copy->to.local].flag + copy->to.offset;
  uint8_t *from = s->seen[copy->from.local].flag + copy->from.offset;
  bool changed = false;
  for (uint64_t i = 0; i < copy->bytes; i++) {
    uint8_t both = (to[i] | from[i]) & (CUT | USED);
    if ((to[i] | both) == to[i] && (from[i] | both) == from[i]) continue;
    to[i] |= both;
    from[i] |= both;
    changed = true;
  }
  return changed;
}

static bool spread_copy(Scan *s, const Copy *copy) {
  bool to = is_sliced(s, &copy->to), from = is_sliced(s, &copy->from);
  if (to && from) return hand_on(s, copy);
  if (to) use_data(&s->seen[copy->to.local], copy->to.offset, copy->bytes);
  if (from)
    use_data(&s->seen[copy->from.local], copy->from.offset, copy->bytes);
  return false;
}

// Makes atoms line up on both sides of every copy. Chains of copies run with
// the program or against it, so sweep both ways.
static void spread_cuts(Scan *s) {
  bool changed = true;
  for (uint32_t round = 0; changed && round < vd_limit->local_rounds; round++) {
    changed = false;
    for (uint32_t i = 0; i < s->copy.len; i++)
      changed |= spread_copy(s, &s->copy.at[i]);
    for (uint32_t i = s->copy.len; i-- > 0;)
      changed |= spread_copy(s, &s->copy.at[i]);
  }
  for (uint32_t i = 0; changed && i < s->func->local.len; i++)
    s->seen[i].sliced = false;
}

static bool starts_atom(const uint8_t *flag, uint64_t i) {
  if (!(flag[i] & USED)) return false;
  return i == 0 || flag[i] & CUT || !(flag[i - 1] & USED);
}

static uint32_t count_atoms(const Seen *seen, uint64_t size) {
  uint32_t n = 0;
  for (uint64_t i = 0; i < size; i++) n += starts_atom(seen->flag, i);
  return n;
}

// Locals with too many atoms go to private memory, and then copies from and to
// them carry data, which may make more atoms elsewhere.
static bool drop_large(Scan *s) {
  bool dropped = false;
  for (uint32_t i = 0; i < s->func->local.len; i++) {
    Seen *seen = &s->seen[i];
    if (!seen->sliced) continue;
    if (count_atoms(seen, local_at(s, i)->size) <= vd_limit->local_atoms)
      continue;
    seen->sliced = false;
    dropped = true;
  }
  return dropped;
}

static void make_atoms(Scan *s, uint32_t i) {
  VdLiftLocal *local = local_at(s, i);
  const uint8_t *flag = s->seen[i].flag;
  local->atoms = count_atoms(&s->seen[i], local->size);
  local->atom = VD_NEW_ARRAY(&s->lift->arena, VdLiftAtom, local->atoms);
  VdLiftAtom *atom = local->atom;
  for (uint32_t k = 0; k < local->size;) {
    uint32_t end = k + 1;
    if (starts_atom(flag, k)) {
      *atom = (VdLiftAtom){.offset = k, .padding = !(flag[k] & DATA)};
      while (flag[end] & USED && !(flag[end] & CUT))
        atom->padding &= !(flag[end++] & DATA);
      atom->size = end - k;
      atom++;
    }
    k = end;
  }
}

static VdLiftAtom *atom_at(VdLiftLocal *local, uint64_t offset) {
  uint32_t i = vd_lift_atom(local, offset);
  bool found = i < local->atoms && local->atom[i].offset == offset;
  return found ? &local->atom[i] : NULL;
}

// An atom has the sort of its accesses if they agree.
static void sort_atoms(Scan *s, uint32_t i) {
  VdLiftLocal *local = local_at(s, i);
  for (uint32_t k = 0; k < s->seen[i].access.len; k++) {
    const Access *access = &s->seen[i].access.at[k];
    VdLiftAtom *atom = atom_at(local, access->offset);
    if (!atom || atom->size != access->bytes) continue;
    bool same = !atom->sort.kind || vd_sort_eq(atom->sort, access->sort);
    atom->sort = same ? access->sort : vd_sort_bv(8 * atom->size);
    atom->padding = false;
  }
}

// Atoms that are only copied take the sort of what they are copied from or to.
static bool share_sorts(Scan *s, const Copy *copy) {
  if (!is_sliced(s, &copy->to) || !is_sliced(s, &copy->from)) return false;
  VdLiftLocal *to = local_at(s, copy->to.local);
  VdLiftLocal *from = local_at(s, copy->from.local);
  bool changed = false;
  for (uint32_t i = 0; i < to->atoms; i++) {
    VdLiftAtom *x = &to->atom[i];
    uint64_t inside = x->offset - copy->to.offset;
    if (x->offset < copy->to.offset || inside >= copy->bytes) continue;
    VdLiftAtom *y = atom_at(from, copy->from.offset + inside);
    if (!y || !x->sort.kind == !y->sort.kind) continue;
    *(x->sort.kind ? &y->sort : &x->sort) = x->sort.kind ? x->sort : y->sort;
    changed = true;
  }
  return changed;
}

static void settle_sorts(Scan *s) {
  bool changed = true;
  for (uint32_t round = 0; changed && round < vd_limit->local_rounds; round++) {
    changed = false;
    for (uint32_t i = 0; i < s->copy.len; i++)
      changed |= share_sorts(s, &s->copy.at[i]);
  }
  for (uint32_t i = 0; i < s->func->local.len; i++) {
    VdLiftLocal *local = local_at(s, i);
    for (uint32_t k = 0; k < local->atoms; k++)
      if (!local->atom[k].sort.kind)
        local->atom[k].sort = vd_sort_bv(8 * local->atom[k].size);
  }
}

static void choose_homes(Scan *s) {
  do spread_cuts(s);
  while (drop_large(s));
  for (uint32_t i = 0; i < s->func->local.len; i++) {
    VdLiftLocal *local = local_at(s, i);
    if (local->home == VD_HOME_DYNAMIC && s->seen[i].escapes) continue;
    local->home = s->seen[i].escapes  ? VD_HOME_SLOT
                  : s->seen[i].sliced ? VD_HOME_SLICED
                                      : VD_HOME_PRIVATE;
    if (local->home != VD_HOME_SLICED) continue;
    make_atoms(s, i);
    sort_atoms(s, i);
  }
  settle_sorts(s);
}

// ---------------------------------------------------------------- finding
static const char *plain_name(VdLift *l, LLVMValueRef value) {
  const char *name = vd_lift_name(l, value);
  size_t n = strlen(name);
  bool is_copy = n > 5 && !strcmp(name + n - 5, ".addr");
  return is_copy ? vd_arena_printf(&l->arena, "%.*s", (int)n - 5, name) : name;
}

static void add_local(VdLift *l, VdLiftFunc *f, const VdLiftLocal *local) {
  *vd_map_put(&f->local_of, (uintptr_t)local->value) = f->local.len;
  vd_push(&f->local, *local);
  f->local.at[f->local.len - 1].name = plain_name(l, local->value);
}

// ------------------------------------------------ sizes that are constants
// The size of a variable-length array is an expression. Where that is a
// constant after all (const int n = 56; int a[n]), the array is one of fixed
// size. Seen are variables that are assigned once, and that a constant: whoever
// reads them gets it, or reads an uninitialised variable, which is noted where
// he does.

static bool is_plain_integer(LLVMValueRef access, LLVMTypeRef type) {
  return is_plain(access) && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

// What is stored to a local that is only loaded besides; NULL if that is more
// than one thing, or if the local is used in another way.
static LLVMValueRef stored_once(LLVMValueRef local, LLVMTypeRef type) {
  LLVMValueRef stored = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) continue;
    if (!LLVMIsAStoreInst(user) || stored || LLVMGetOperand(user, 1) != local ||
        LLVMGetOperand(user, 0) == local)
      return NULL;
    stored = LLVMGetOperand(user, 0);
    if (LLVMTypeOf(stored) != type || !is_plain_integer(user, type))
      return NULL;
  }
  return stored;
}

static bool known_number(LLVMValueRef value, uint32_t steps, uint64_t *out);

static bool known_product(LLVMValueRef value, uint32_t steps, uint64_t *out) {
  uint64_t x, y;
  return known_number(LLVMGetOperand(value, 0), steps, &x) &&
         known_number(LLVMGetOperand(value, 1), steps, &y) &&
         !__builtin_mul_overflow(x, y, out);
}

// A number that an integer always is, as far as it is not negative.
static bool known_number(LLVMValueRef value, uint32_t steps, uint64_t *out) {
  if (steps-- == 0) return false;
  if (LLVMIsAConstantInt(value)) {
    if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) return false;
    int64_t n = LLVMConstIntGetSExtValue(value);
    *out = (uint64_t)n;
    return n >= 0;
  }
  if (LLVMIsALoadInst(value)) {
    LLVMValueRef from = LLVMGetOperand(value, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef stored =
        LLVMIsAAllocaInst(from) && is_plain_integer(value, type)
            ? stored_once(from, type)
            : NULL;
    return stored && known_number(stored, steps, out);
  }
  if (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    return known_number(LLVMGetOperand(value, 0), steps, out);
  if (LLVMIsABinaryOperator(value) &&
      LLVMGetInstructionOpcode(value) == LLVMMul)
    return known_product(value, steps, out);
  return false;
}

// The bytes of an alloca. False if they are not known.
static bool known_size(VdLift *l, LLVMValueRef inst, uint64_t *bytes) {
  LLVMValueRef count = LLVMGetOperand(inst, 0);
  bool fixed = LLVMIsAConstantInt(count) != NULL;
  uint64_t n = fixed ? LLVMConstIntGetZExtValue(count) : 0;
  if (!fixed && !known_number(count, vd_limit->local_steps, &n)) return false;
  uint64_t size = LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(inst));
  uint64_t all;
  if (__builtin_mul_overflow(size, n, &all)) return false;
  if (!fixed && (all == 0 || all > vd_limit->local_folded)) return false;
  *bytes = all;
  return true;
}

static bool is_stack_save(LLVMValueRef value) {
  size_t n;
  LLVMValueRef called =
      LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  return called && LLVMIsAFunction(called) &&
         !strncmp(LLVMGetValueName2(called, &n), "llvm.stacksave", 14);
}

// Where a variable-length array is declared, clang makes locals for the stack's
// top and for the length, in order with all other locals, and the array itself
// only later. The array that one of them is for, if its size is known.
static LLVMValueRef array_declared_with(VdLift *l, LLVMValueRef local) {
  LLVMUseRef use = LLVMGetFirstUse(local);
  uint64_t bytes;
  for (; use && !LLVMIsAStoreInst(LLVMGetUser(use)); use = LLVMGetNextUse(use))
    continue;
  if (!use) return NULL;
  LLVMValueRef store = LLVMGetUser(use), stored = LLVMGetOperand(store, 0);
  bool follows = is_stack_save(stored);
  LLVMValueRef array = follows ? LLVMGetNextInstruction(store)
                               : LLVMGetPreviousInstruction(store);
  bool has = array && LLVMIsAInstruction(stored) && LLVMIsAAllocaInst(array) &&
             (follows || LLVMGetOperand(array, 0) == stored) &&
             known_size(l, array, &bytes);
  return has ? array : NULL;
}

static void add_alloca(VdLift *l, VdLiftFunc *f, LLVMValueRef inst) {
  if (vd_map_get(&f->local_of, (uintptr_t)inst)) return;
  LLVMTypeRef type = LLVMGetAllocatedType(inst);
  VdLiftLocal local = {.value = inst,
                       .type = type,
                       .home = VD_HOME_DYNAMIC,
                       .align = LLVMGetAlignment(inst)};
  if (LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind) {
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "scalable vector");
    return;
  }
  if (known_size(l, inst, &local.size)) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->value);
    if (LLVMGetInstructionParent(inst) == entry) local.home = VD_HOME_SLOT;
  }
  add_local(l, f, &local);
}

static void find_locals(VdLift *l, VdLiftFunc *f) {
  for (uint32_t i = 0; i < LLVMCountParams(f->value); i++) {
    LLVMTypeRef type = vd_lift_byval(l, f->value, i);
    if (!type) continue;
    add_local(l, f,
              &(VdLiftLocal){.value = LLVMGetParam(f->value, i),
                             .type = type,
                             .home = VD_HOME_SLOT,
                             .size = LLVMABISizeOfType(l->layout, type),
                             .align = LLVMABIAlignmentOfType(l->layout, type)});
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i)) {
        // The order of locals is that of a loop's parameters.
        LLVMValueRef array = array_declared_with(l, i);
        if (array) add_alloca(l, f, array);
        add_alloca(l, f, i);
      }
}

void vd_lift_locals(VdLift *l, VdLiftFunc *f) {
  find_locals(l, f);
  Scan s = {.lift = l, .func = f};
  s.seen = VD_NEW_ARRAY(&l->arena, Seen, f->local.len);
  for (uint32_t i = 0; i < f->local.len; i++) {
    bool sized = local_at(&s, i)->size != 0;
    if (sized || local_at(&s, i)->home == VD_HOME_SLOT)
      see_local(&s, i);
    else
      s.seen[i].escapes = true;
  }
  choose_homes(&s);
  for (uint32_t i = 0; i < f->local.len; i++) vd_vec_done(&s.seen[i].access);
  vd_vec_done(&s.copy);
  vd_vec_done(&s.todo);
  vd_vec_done(&s.meet);
  vd_map_done(&s.copy_of);
}

uint32_t vd_lift_atom(const VdLiftLocal *local, uint64_t offset) {
  uint32_t low = 0, high = local->atoms;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    const VdLiftAtom *atom = &local->atom[middle];
    if (atom->offset + atom->size <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

VdLiftLocal *vd_lift_sliced(VdLift *l, VdLiftFunc *f, LLVMValueRef pointer,
                            uint64_t *offset) {
  VdLiftLocal *local = vd_lift_private(f, pointer);
  if (!local || local->home != VD_HOME_SLICED) return NULL;
  *offset = 0;
  while (pointer != local->value) {
    if (!vd_lift_is_gep(pointer)) {  // memcpy and its like
      pointer = LLVMGetArgOperand(pointer, 0);
      continue;
    }
    VdLiftGep gep;
    vd_lift_gep(l, pointer, &gep);
    *offset += gep.offset;
    pointer = gep.base;
    vd_vec_done(&gep.term);
  }
  return local;
}

VdLiftLocal *vd_lift_private(VdLiftFunc *f, LLVMValueRef pointer) {
  const uint64_t *i = vd_map_get(&f->derived, (uintptr_t)pointer);
  if (!i) return NULL;
  VdLiftLocal *local = &f->local.at[*i];
  bool hidden = local->home == VD_HOME_SLICED || local->home == VD_HOME_PRIVATE;
  return hidden ? local : NULL;
}
