// Which reads of a sliced local may come before any write: a forward analysis
// over the atoms, "initialised on every path". Only those reads get a shadow
// that is checked; without this, every loop would carry a shadow for each of
// its variables.
#include "base/limit.h"
#include "front/c/lift.h"

typedef enum EventKind { CLEAR, WRITE, COPY, READ } EventKind;
typedef struct Event {
  EventKind kind;
  uint32_t atom, from;  // numbers in the function; from: of COPY
  LLVMValueRef load;    // of READ
} Event;

typedef struct Init {
  VdLift *lift;
  VdLiftFunc *func;
  VdLiftOrder order;
  uint32_t *first;        // of a local: the number of its first atom
  uint32_t atoms, words;  // words: of a set
  VD_VEC(Event) event;
  uint32_t *start;     // of a block: its first event
  uint64_t *in, *now;  // sets: at the start of each block; a scratch one
} Init;

static uint32_t atom_number(Init *s, const VdLiftLocal *local, uint32_t atom) {
  return s->first[local - s->func->local.at] + atom;
}

// ------------------------------------------------------------------ events
static void note_range(Init *s, EventKind kind, const VdLiftLocal *local,
                       uint64_t offset, uint64_t bytes) {
  for (uint32_t i = vd_lift_atom(local, offset);
       i < local->atoms && local->atom[i].offset < offset + bytes; i++)
    vd_push(&s->event, (Event){kind, atom_number(s, local, i), 0, NULL});
}

// A bit-field is written by reading its storage first, set or not.
static bool is_bit_field(LLVMValueRef load) {
  size_t n;
  const char *name = LLVMGetValueName2(load, &n);
  return n >= 7 && !strncmp(name, "bf.load", 7);
}

// A read of several atoms at once is a struct that clang passes as a word; it
// may have members that were never set.
static void note_load(Init *s, LLVMValueRef load) {
  uint64_t base;
  VdLiftLocal *local =
      vd_lift_sliced(s->lift, s->func, LLVMGetOperand(load, 0), &base);
  if (!local || is_bit_field(load)) return;
  const VdLiftType *t = vd_lift_type(s->lift, LLVMTypeOf(load));
  for (uint32_t i = 0; i < t->n; i++) {
    uint32_t atom = vd_lift_atom(local, base + t->field[i].offset);
    if (atom >= local->atoms || local->atom[atom].size != t->field[i].bytes)
      continue;
    vd_push(&s->event, (Event){READ, atom_number(s, local, atom), 0, load});
  }
}

static void note_store(Init *s, LLVMValueRef store) {
  uint64_t base;
  VdLiftLocal *local =
      vd_lift_sliced(s->lift, s->func, LLVMGetOperand(store, 1), &base);
  if (!local) return;
  const VdLiftType *t =
      vd_lift_type(s->lift, LLVMTypeOf(LLVMGetOperand(store, 0)));
  for (uint32_t i = 0; i < t->n; i++)
    note_range(s, WRITE, local, base + t->field[i].offset, t->field[i].bytes);
}

static void note_copy(Init *s, const VdLiftLocal *to, uint64_t to_offset,
                      LLVMValueRef from_pointer, uint64_t bytes) {
  uint64_t offset;
  VdLiftLocal *from = vd_lift_sliced(s->lift, s->func, from_pointer, &offset);
  if (!from) {
    note_range(s, WRITE, to, to_offset, bytes);
    return;
  }
  for (uint32_t i = vd_lift_atom(to, to_offset);
       i < to->atoms && to->atom[i].offset < to_offset + bytes; i++) {
    uint64_t at = offset + (to->atom[i].offset - to_offset);
    vd_push(&s->event,
            (Event){COPY, atom_number(s, to, i),
                    atom_number(s, from, vd_lift_atom(from, at)), NULL});
  }
}

static void note_call(Init *s, LLVMValueRef call) {
  VdLiftMemop op = vd_lift_memop_of(s->lift, call);
  if (op == VD_MEMOP_NONE || op >= VD_MEMOP_MARK) return;
  uint64_t offset;
  VdLiftLocal *to =
      vd_lift_sliced(s->lift, s->func, LLVMGetArgOperand(call, 0), &offset);
  if (!to) return;
  uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 2));
  if (op == VD_MEMOP_FILL)
    note_range(s, WRITE, to, offset, bytes);
  else
    note_copy(s, to, offset, LLVMGetArgOperand(call, 1), bytes);
}

static void note_alloca(Init *s, LLVMValueRef inst) {
  uint64_t offset;
  VdLiftLocal *local = vd_lift_sliced(s->lift, s->func, inst, &offset);
  if (local) note_range(s, CLEAR, local, 0, local->size);
}

static void note_inst(Init *s, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAlloca: note_alloca(s, inst); break;
    case LLVMLoad: note_load(s, inst); break;
    case LLVMStore: note_store(s, inst); break;
    case LLVMCall: note_call(s, inst); break;
    default: break;
  }
}

static void note_all(Init *s) {
  uint32_t n = s->order.block.len;
  s->start = vd_alloc(vd_mul(vd_add(n, 1), sizeof *s->start));
  for (uint32_t i = 0; i < n; i++) {
    s->start[i] = s->event.len;
    for (LLVMValueRef inst = LLVMGetFirstInstruction(s->order.block.at[i]);
         inst; inst = LLVMGetNextInstruction(inst))
      note_inst(s, inst);
  }
  s->start[n] = s->event.len;
}

// -------------------------------------------------------------------- sets
static bool has(const uint64_t *set, uint32_t i) {
  return set[i / 64] >> (i % 64) & 1;
}

static void put(uint64_t *set, uint32_t i, bool in) {
  uint64_t bit = (uint64_t)1 << (i % 64);
  set[i / 64] = in ? set[i / 64] | bit : set[i / 64] & ~bit;
}

static uint64_t *set_of(Init *s, uint32_t block) {
  return s->in + (size_t)block * s->words;
}

// What is initialised at the end of a block, in now. Notes unsure reads if
// asked to.
static void pass_block(Init *s, uint32_t block, bool note) {
  memcpy(s->now, set_of(s, block), s->words * sizeof *s->now);
  for (uint32_t i = s->start[block]; i < s->start[block + 1]; i++) {
    const Event *e = &s->event.at[i];
    if (e->kind == READ) {
      if (note && !has(s->now, e->atom))
        vd_map_put(&s->func->unsure, (uintptr_t)e->load);
    } else {
      bool in = e->kind == COPY ? has(s->now, e->from) : e->kind == WRITE;
      put(s->now, e->atom, in);
    }
  }
}

static bool meet(Init *s, uint32_t block) {
  uint64_t *in = set_of(s, block);
  bool changed = false;
  for (uint32_t i = 0; i < s->words; i++) {
    uint64_t both = in[i] & s->now[i];
    changed |= both != in[i];
    in[i] = both;
  }
  return changed;
}

static bool pass_all(Init *s, bool note) {
  bool changed = false;
  for (uint32_t i = 0; i < s->order.block.len; i++) {
    pass_block(s, i, note);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->order.block.at[i]);
    for (uint32_t k = 0; k < LLVMGetNumSuccessors(end); k++) {
      uint32_t to = vd_lift_rank(&s->order, LLVMGetSuccessor(end, k));
      changed |= meet(s, to);
    }
  }
  return changed;
}

// Everything is initialised until a path shows otherwise; structs passed by
// value are from the start, all others not before their alloca.
static void solve(Init *s) {
  size_t n = vd_mul(s->order.block.len, s->words);
  s->in = vd_alloc(vd_mul(n, sizeof *s->in));
  s->now = vd_alloc(vd_mul(s->words, sizeof *s->now));
  memset(s->in, 0xff, n * sizeof *s->in);
  while (pass_all(s, false)) continue;
  pass_all(s, true);
  vd_free(s->in);
  vd_free(s->now);
}

static void give_up(Init *s) {
  for (uint32_t i = 0; i < s->event.len; i++)
    if (s->event.at[i].kind == READ)
      vd_map_put(&s->func->unsure, (uintptr_t)s->event.at[i].load);
}

void vd_lift_init(VdLift *l, VdLiftFunc *f) {
  Init s = {.lift = l, .func = f};
  s.first = VD_NEW_ARRAY(&l->arena, uint32_t, f->local.len);
  for (uint32_t i = 0; i < f->local.len; i++) {
    s.first[i] = s.atoms;
    s.atoms += f->local.at[i].atoms;
  }
  if (s.atoms == 0) return;
  s.words = (s.atoms + 63) / 64;
  vd_lift_order(f->value, &s.order);
  note_all(&s);
  if ((uint64_t)s.words * 64 * s.order.block.len <= vd_limit->init_bits)
    solve(&s);
  else
    give_up(&s);
  vd_free(s.start);
  vd_vec_done(&s.event);
  vd_lift_order_done(&s.order);
}
