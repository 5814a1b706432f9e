// The builder: SSA construction on the fly, after Braun et al., "Simple and
// Efficient Construction of Static Single Assignment Form" (CC 2013).
//
// A variable's value is looked up in the block, else in its only predecessor,
// else a phi is made, whose operands are looked up later from a list of pending
// ones: the paper recurses, but chains of 100,000 blocks are real. A phi that
// turns out to be trivial forwards to its only operand; every use goes through
// `find`. Redundant groups of phis, which the paper removes at the end, are
// left to clean, as are unused ones.
//
// While building, values are numbered in order of creation and phis are a list
// beside the block. vd_build_done makes parameters of them and renumbers.
#include <stdlib.h>

#include "ir/inner.h"

typedef struct Phi {
  uint32_t value, block, var;
  VdRef *operand;  // one for each predecessor, in the builder's arena
} Phi;

typedef struct Work {
  bool sealed;
  VD_VEC(uint32_t) pred;  // 2 * block + edge
  VD_VEC(uint32_t) phi;   // while not sealed they lack their operands
} Work;

struct VdBuild {
  VdModule *m;
  VdFunc *f;
  const char *error;
  VdArena arena;
  VdPos pos;
  uint32_t current;   // VD_NOWHERE before the first into
  VD_VEC(Work) work;  // for each block
  VD_VEC(VdSort) var;
  VD_VEC(const char *) var_name;
  VD_VEC(Phi) phi;
  VD_VEC(uint32_t) pending;  // phis without operands
  VD_VEC(uint32_t) forward;  // of value id - 1: the value it stands for, or 0
  VdMap def;                 // variable << 32 | block: value
  VdMap shared;  // hash of block and leaf instruction: value + place
};

// ------------------------------------------------------------------ errors
static void fail(VdBuild *b, const char *fmt, ...) VD_PRINTF(2, 3);
static void fail(VdBuild *b, const char *fmt, ...) {
  if (b->error) return;
  va_list args;
  va_start(args, fmt);
  b->error = vd_arena_vprintf(&b->m->arena, fmt, args);
  va_end(args);
}

static const char *sort_text(VdBuild *b, VdSort sort) {
  VdBuf buf = {0};
  vd_sort_print(sort, &buf);
  const char *text = vd_arena_str(&b->arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

static bool open_block(VdBuild *b, const char *what) {
  if (b->error) return false;
  if (b->current == VD_NOWHERE)
    fail(b, "%s outside of a block", what);
  else if (b->f->block.at[b->current].exit != VD_EXIT_NONE)
    fail(b, "%s after the exit of block %u", what, b->current);
  return !b->error;
}

// ------------------------------------------------------------------ values
static VdRef new_value(VdBuild *b, VdSort sort) {
  vd_push(&b->f->sort, sort);
  vd_push(&b->forward, 0);
  return (VdRef){b->f->sort.len};
}

static VdRef find(VdBuild *b, VdRef ref) {
  uint32_t id = ref.id;
  while (id && b->forward.at[id - 1]) {
    uint32_t next = b->forward.at[id - 1];
    if (b->forward.at[next - 1])
      b->forward.at[id - 1] = b->forward.at[next - 1];
    id = next;
  }
  return (VdRef){id};
}

VdSort vd_build_sort(const VdBuild *b, VdRef ref) {
  return vd_func_sort(b->f, ref);
}

// The value, unless there is none or it has another sort.
static VdRef use(VdBuild *b, VdRef ref, VdSort sort, const char *what) {
  if (b->error) return VD_REF_NONE;
  if (ref.id == 0 || ref.id > b->f->sort.len)
    fail(b, "%s: no value", what);
  else if (!vd_sort_eq(vd_build_sort(b, ref), sort))
    fail(b, "%s: found %s, expected %s", what,
         sort_text(b, vd_build_sort(b, ref)), sort_text(b, sort));
  return b->error ? VD_REF_NONE : find(b, ref);
}

// ------------------------------------------------------------------ blocks
VdBuild *vd_build_new(VdModule *m, uint32_t func) {
  VdBuild *b = vd_alloc(sizeof *b);
  b->m = m;
  b->f = m->func.at[func];
  b->current = VD_NOWHERE;
  if (b->f->block.len) fail(b, "the function has a body already");
  for (uint32_t i = 0; i < b->f->params; i++)
    if (!b->error) new_value(b, b->f->param[i].sort);
  return b;
}

uint32_t vd_build_block(VdBuild *b) {
  uint32_t index = b->f->block.len;
  vd_push(&b->f->block, (VdBlock){0});
  vd_push(&b->work, (Work){.sealed = index == 0});
  if (index == 0) {
    b->f->block.at[0].first_param.id = b->f->params ? 1 : 0;
    b->f->block.at[0].params = b->f->params;
  }
  return index;
}

void vd_build_into(VdBuild *b, uint32_t block) {
  if (block >= b->work.len)
    fail(b, "no block %u", block);
  else
    b->current = block;
}

void vd_build_at(VdBuild *b, VdPos pos) {
  b->pos = pos;
}

bool vd_build_ended(const VdBuild *b) {
  return b->current == VD_NOWHERE ||
         b->f->block.at[b->current].exit != VD_EXIT_NONE;
}

VdRef vd_build_param(VdBuild *b, uint32_t i) {
  if (i < b->f->params) return (VdRef){i + 1};
  fail(b, "no parameter %u", i);
  return VD_REF_NONE;
}

// ------------------------------------------------------------ instructions
static VdInst *append_to(VdBuild *b, uint32_t block, VdInstKind kind) {
  VdBlock *to = &b->f->block.at[block];
  vd_push(&to->inst, (VdInst){.kind = kind, .pos = b->pos});
  return &to->inst.at[to->inst.len - 1];
}

static VdInst *append(VdBuild *b, VdInstKind kind) {
  return append_to(b, b->current, kind);
}

static VdRef give(VdBuild *b, VdInst *inst, VdSort sort) {
  inst->results = 1;
  return inst->first = new_value(b, sort);
}

VdRef vd_build_op(VdBuild *b, VdOp op, uint64_t imm, const VdRef *args,
                  uint32_t n) {
  if (op <= VD_OP_NONE || op >= VD_OP_COUNT) fail(b, "no such operator");
  if (!open_block(b, "an operation")) return VD_REF_NONE;
  VdSort few[8], *sort = n <= 8 ? few : VD_NEW_ARRAY(&b->arena, VdSort, n);
  for (uint32_t i = 0; i < n; i++) {
    sort[i] = vd_build_sort(b, args[i]);
    if (!sort[i].kind) fail(b, "%s: no value", vd_op_info[op].text);
  }
  VdSort result = {0};
  if (!b->error) result = vd_op_sort(op, imm, sort, n);
  if (!b->error && !result.kind) {
    const char *text = "";
    for (uint32_t i = 0; i < n; i++)
      text = vd_arena_printf(&b->arena, "%s%s%s", text, i ? ", " : " ",
                             sort_text(b, sort[i]));
    fail(b, "%s does not take%s (immediate 0x%llx)", vd_op_info[op].text,
         n ? text : " nothing", (unsigned long long)imm);
  }
  if (b->error) return VD_REF_NONE;
  VdInst *inst = append(b, VD_INST_OP);
  inst->op = op;
  inst->imm = imm;
  inst->args = n;
  inst->arg = vd_refs_copy(b->m, args, n);
  return give(b, inst, result);
}

// Looks for a leaf like this one in the current block. The slot it returns is
// 0, or holds value << 32 | instruction.
static uint64_t *shared_slot(VdBuild *b, VdInstKind kind, uint64_t a,
                             uint64_t c) {
  uint64_t h = vd_hash_mix(b->current + 1, kind);
  h = vd_hash_mix(vd_hash_mix(h, a), c);
  return vd_map_put(&b->shared, vd_hash_mix(h, h >> 7));
}

static const VdInst *shared_inst(const VdBuild *b, uint64_t slot) {
  const VdBlock *block = &b->f->block.at[b->current];
  uint32_t index = (uint32_t)slot;
  if (!slot || index >= block->inst.len) return NULL;
  const VdInst *inst = &block->inst.at[index];
  return inst->first.id == slot >> 32 ? inst : NULL;
}

static VdRef share(VdBuild *b, uint64_t *slot, VdInst *inst, VdSort sort) {
  VdRef ref = give(b, inst, sort);
  *slot = (uint64_t)ref.id << 32 | (b->f->block.at[b->current].inst.len - 1);
  return ref;
}

VdRef vd_build_const(VdBuild *b, VdValue value) {
  if (!open_block(b, "a constant")) return VD_REF_NONE;
  VdSortKind kind = value.sort.kind;
  if (kind != VD_SORT_BOOL && kind != VD_SORT_BV && kind != VD_SORT_FLOAT)
    fail(b, "no constants of sort %s", sort_text(b, value.sort));
  else if (!vd_sort_is_valid(value.sort))
    fail(b, "constant of an invalid sort");
  if (b->error) return VD_REF_NONE;
  uint32_t width = vd_sort_width(value.sort);
  uint64_t key =
      (uint64_t)kind << 48 | (uint64_t)value.sort.b << 32 | value.sort.a;
  uint64_t *slot = shared_slot(b, VD_INST_CONST, key, vd_value_limb(&value, 0));
  const VdInst *old = shared_inst(b, *slot);
  if (old && old->kind == VD_INST_CONST && vd_value_eq(&old->value, &value))
    return old->first;
  if (width > 64)
    value.limb = vd_arena_copy(&b->m->arena, value.limb,
                               (width + 63) / 64 * sizeof(uint64_t));
  VdInst *inst = append(b, VD_INST_CONST);
  inst->value = value;
  return share(b, slot, inst, value.sort);
}

VdRef vd_build_bv(VdBuild *b, uint32_t width, uint64_t bits) {
  if (width >= 1 && width <= 64)
    return vd_build_const(b, vd_value_bv(width, bits));
  if (width == 0 || width > VD_MAX_WIDTH) {
    fail(b, "no bit-vectors of width %u", width);
    return VD_REF_NONE;
  }
  return vd_build_const(b, vd_value_limbs(&b->arena, width, &bits, 1));
}

VdRef vd_build_bool(VdBuild *b, bool value) {
  return vd_build_const(b, vd_value_bool(value));
}

VdRef vd_build_undef(VdBuild *b, VdSort sort) {
  if (!open_block(b, "an undefined value")) return VD_REF_NONE;
  if (!vd_sort_is_valid(sort)) {
    fail(b, "undefined value of an invalid sort");
    return VD_REF_NONE;
  }
  return give(b, append(b, VD_INST_UNDEF), sort);
}

VdRef vd_build_never(VdBuild *b) {
  if (!open_block(b, "a way out that is never taken")) return VD_REF_NONE;
  return give(b, append(b, VD_INST_NEVER), vd_sort_bool());
}

static VdRef address(VdBuild *b, VdInstKind kind, uint32_t index, uint32_t n,
                     const char *what) {
  if (!open_block(b, what)) return VD_REF_NONE;
  if (index >= n) {
    fail(b, "no %s %u", what, index);
    return VD_REF_NONE;
  }
  uint64_t *slot = shared_slot(b, kind, index, 0);
  const VdInst *old = shared_inst(b, *slot);
  if (old && old->kind == kind && old->index == index) return old->first;
  VdInst *inst = append(b, kind);
  inst->index = index;
  return share(b, slot, inst, vd_sort_bv(VD_POINTER_BITS));
}

VdRef vd_build_global(VdBuild *b, uint32_t global) {
  return address(b, VD_INST_GLOBAL, global, b->m->global.len, "global");
}

VdRef vd_build_func(VdBuild *b, uint32_t func) {
  return address(b, VD_INST_FUNC, func, b->m->func.len, "function");
}

uint32_t vd_build_new_slot(VdBuild *b, VdSlot slot) {
  slot.name = vd_arena_str(&b->m->arena, slot.name ? slot.name : "");
  vd_push(&b->f->slot, slot);
  return b->f->slot.len - 1;
}

VdRef vd_build_slot(VdBuild *b, uint32_t slot) {
  return address(b, VD_INST_SLOT, slot, b->f->slot.len, "slot");
}

static VdRef call(VdBuild *b, VdInstKind kind, uint32_t func, const VdRef *args,
                  uint32_t n) {
  if (!open_block(b, "a call")) return VD_REF_NONE;
  if (func >= b->m->func.len) {
    fail(b, "no function %u", func);
    return VD_REF_NONE;
  }
  const VdFunc *callee = b->m->func.at[func];
  if (n != callee->params)
    fail(b, "call of %s: found %u arguments, expected %u", callee->name, n,
         callee->params);
  if (kind == VD_INST_CALLPTR && !b->error)
    use(b, n ? args[0] : VD_REF_NONE, vd_sort_bv(VD_POINTER_BITS),
        "callee's address");
  for (uint32_t i = 0; i < n && !b->error; i++)
    use(b, args[i], callee->param[i].sort, callee->name);
  if (b->error) return VD_REF_NONE;
  VdInst *inst = append(b, kind);
  inst->index = func;
  inst->args = n;
  inst->arg = vd_refs_copy(b->m, args, n);
  inst->results = callee->results;
  for (uint32_t i = 0; i < callee->results; i++) {
    VdRef ref = new_value(b, callee->result[i].sort);
    if (i == 0) inst->first = ref;
  }
  return inst->first;
}

VdRef vd_build_call(VdBuild *b, uint32_t func, const VdRef *args, uint32_t n) {
  return call(b, VD_INST_CALL, func, args, n);
}

VdRef vd_build_callptr(VdBuild *b, uint32_t shape, const VdRef *args,
                       uint32_t n) {
  return call(b, VD_INST_CALLPTR, shape, args, n);
}

static void require(VdBuild *b, VdRef cond, const char *text, bool unset) {
  if (!open_block(b, "a requirement")) return;
  use(b, cond, vd_sort_bool(), "requirement");
  if (b->error) return;
  VdInst *inst = append(b, VD_INST_REQUIRE);
  inst->args = 1;
  inst->arg = vd_refs_copy(b->m, &cond, 1);
  inst->text = vd_arena_str(&b->m->arena, text ? text : "");
  inst->unset = unset;
}

void vd_build_require(VdBuild *b, VdRef cond, const char *text) {
  require(b, cond, text, false);
}

void vd_build_require_set(VdBuild *b, VdRef cond, const char *text) {
  require(b, cond, text, true);
}

// --------------------------------------------------------------- variables
uint32_t vd_build_var(VdBuild *b, VdSort sort) {
  if (!vd_sort_is_valid(sort)) fail(b, "variable of an invalid sort");
  vd_push(&b->var, sort);
  vd_push(&b->var_name, "");
  return b->var.len - 1;
}

void vd_build_name_var(VdBuild *b, uint32_t var, const char *name) {
  if (var < b->var.len)
    b->var_name.at[var] = vd_arena_str(&b->m->arena, name);
  else
    fail(b, "no variable %u", var);
}

static uint64_t *def_slot(VdBuild *b, uint32_t var, uint32_t block) {
  return vd_map_put(&b->def, (uint64_t)var << 32 | block);
}

void vd_build_write(VdBuild *b, uint32_t var, VdRef value) {
  if (!open_block(b, "a write")) return;
  if (var >= b->var.len) {
    fail(b, "no variable %u", var);
    return;
  }
  value = use(b, value, b->var.at[var], "write of a variable");
  if (value.id) *def_slot(b, var, b->current) = value.id;
}

static VdRef new_phi(VdBuild *b, uint32_t var, uint32_t block) {
  VdRef ref = new_value(b, b->var.at[var]);
  vd_push(&b->phi, (Phi){.value = ref.id, .block = block, .var = var});
  vd_push(&b->work.at[block].phi, b->phi.len - 1);
  if (b->work.at[block].sealed) vd_push(&b->pending, b->phi.len - 1);
  return ref;
}

// The value at the end of a block that has no definition itself and is not a
// mere link of a chain.
static VdRef make_def(VdBuild *b, uint32_t var, uint32_t block) {
  if (!b->work.at[block].sealed || b->work.at[block].pred.len > 1)
    return new_phi(b, var, block);
  return give(b, append_to(b, block, VD_INST_UNDEF), b->var.at[var]);
}

// Walks up to a definition and notes it in every block on the way, so that the
// next look is short.
static VdRef look_up(VdBuild *b, uint32_t var, uint32_t block) {
  uint32_t top = block;
  VdRef ref = VD_REF_NONE;
  // No more steps than blocks: a cycle that nothing enters would never end.
  for (uint32_t steps = 0;; steps++) {
    const uint64_t *def = vd_map_get(&b->def, (uint64_t)var << 32 | top);
    const Work *work = &b->work.at[top];
    if (def) ref.id = (uint32_t)*def;
    if (def || !work->sealed || work->pred.len != 1) break;
    if (steps == b->work.len) break;
    top = work->pred.at[0] / 2;
  }
  if (!ref.id) {
    ref = make_def(b, var, top);
    *def_slot(b, var, top) = ref.id;
  }
  for (uint32_t at = block; at != top; at = b->work.at[at].pred.at[0] / 2)
    *def_slot(b, var, at) = ref.id;
  return find(b, ref);
}

static void drop_trivial(VdBuild *b, const Phi *phi) {
  uint32_t same = 0;
  for (uint32_t i = 0; i < b->work.at[phi->block].pred.len; i++) {
    uint32_t id = find(b, phi->operand[i]).id;
    if (id == phi->value || id == same) continue;
    if (same) return;
    same = id;
  }
  if (same) b->forward.at[phi->value - 1] = same;
}

// Looks up the operands of all pending phis, which may make more of them.
static void settle(VdBuild *b) {
  for (uint32_t i = 0; i < b->pending.len; i++) {
    uint32_t index = b->pending.at[i];
    Phi phi = b->phi.at[index];
    uint32_t n = b->work.at[phi.block].pred.len;
    phi.operand = VD_NEW_ARRAY(&b->arena, VdRef, n);
    for (uint32_t p = 0; p < n; p++)
      phi.operand[p] =
          look_up(b, phi.var, b->work.at[phi.block].pred.at[p] / 2);
    b->phi.at[index].operand = phi.operand;
  }
  while (b->pending.len) {
    uint32_t index = vd_pop(&b->pending);
    drop_trivial(b, &b->phi.at[index]);
  }
}

VdRef vd_build_read(VdBuild *b, uint32_t var) {
  if (b->error) return VD_REF_NONE;
  if (b->current == VD_NOWHERE || var >= b->var.len) {
    fail(b, "read of variable %u: no such variable or block", var);
    return VD_REF_NONE;
  }
  VdRef ref = look_up(b, var, b->current);
  settle(b);
  return find(b, ref);
}

void vd_build_seal(VdBuild *b, uint32_t block) {
  if (block >= b->work.len) {
    fail(b, "no block %u", block);
    return;
  }
  Work *work = &b->work.at[block];
  if (work->sealed) return;
  work->sealed = true;
  for (uint32_t i = 0; i < work->phi.len; i++)
    vd_push(&b->pending, work->phi.at[i]);
  settle(b);
}

// ------------------------------------------------------------------- exits
static VdBlock *end(VdBuild *b, VdExitKind kind, const char *what) {
  if (!open_block(b, what)) return NULL;
  VdBlock *block = &b->f->block.at[b->current];
  block->exit = kind;
  block->pos = b->pos;
  return block;
}

static void add_edge(VdBuild *b, VdBlock *from, uint32_t e, uint32_t to) {
  if (to >= b->work.len)
    fail(b, "jump to block %u, which does not exist", to);
  else if (to == 0)
    fail(b, "jump to the entry block");
  else if (b->work.at[to].sealed)
    fail(b, "jump to block %u, which is sealed", to);
  if (b->error) {
    from->exit = VD_EXIT_STOP;
    return;
  }
  from->edge[e].block = to;
  vd_push(&b->work.at[to].pred, 2 * b->current + e);
}

void vd_build_jump(VdBuild *b, uint32_t block) {
  VdBlock *from = end(b, VD_EXIT_JUMP, "a jump");
  if (from) add_edge(b, from, 0, block);
}

void vd_build_branch(VdBuild *b, VdRef cond, uint32_t yes, uint32_t no) {
  cond = use(b, cond, vd_sort_bool(), "condition of a branch");
  VdBlock *from = end(b, VD_EXIT_BRANCH, "a branch");
  if (!from) return;
  from->cond = cond;
  add_edge(b, from, 0, yes);
  add_edge(b, from, 1, no);
}

void vd_build_return(VdBuild *b, const VdRef *values, uint32_t n) {
  if (n != b->f->results)
    fail(b, "found %u values to return, expected %u", n, b->f->results);
  for (uint32_t i = 0; i < n && !b->error; i++)
    use(b, values[i], b->f->result[i].sort, "returned value");
  VdBlock *from = end(b, VD_EXIT_RETURN, "a return");
  if (from) from->ret = vd_refs_copy(b->m, values, n);
}

void vd_build_stop(VdBuild *b) {
  end(b, VD_EXIT_STOP, "a stop");
}

// ------------------------------------------------------------------ finish
static int by_var(const void *x, const void *y, void *context) {
  const VdBuild *b = context;
  uint32_t v = b->phi.at[*(const uint32_t *)x].var;
  uint32_t w = b->phi.at[*(const uint32_t *)y].var;
  return v < w ? -1 : v > w;
}

// Parameters are in the order of their variables, which does not depend on the
// order of reads.
static void keep_phis(VdBuild *b, Work *work) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < work->phi.len; i++)
    if (!b->forward.at[b->phi.at[work->phi.at[i]].value - 1])
      work->phi.at[kept++] = work->phi.at[i];
  work->phi.len = kept;
  if (kept > 1) qsort_r(work->phi.at, kept, sizeof(uint32_t), by_var, b);
}

static void name_params(VdBuild *b, uint32_t index) {
  const Work *work = &b->work.at[index];
  const char **name = VD_NEW_ARRAY(&b->m->arena, const char *, work->phi.len);
  bool any = false;
  for (uint32_t i = 0; i < work->phi.len; i++) {
    name[i] = b->var_name.at[b->phi.at[work->phi.at[i]].var];
    any |= *name[i];
  }
  if (any) b->f->block.at[index].name = name;
}

static void add_params(VdBuild *b, uint32_t index) {
  Work *work = &b->work.at[index];
  keep_phis(b, work);
  uint32_t n = work->phi.len;
  if (index) b->f->block.at[index].params = n;
  if (!n) return;
  if (index) name_params(b, index);
  for (uint32_t p = 0; p < work->pred.len; p++) {
    VdEdge *edge =
        &b->f->block.at[work->pred.at[p] / 2].edge[work->pred.at[p] & 1];
    edge->args = n;
    edge->arg = VD_NEW_ARRAY(&b->m->arena, VdRef, n);
    for (uint32_t i = 0; i < n; i++)
      edge->arg[i] = b->phi.at[work->phi.at[i]].operand[p];
  }
}

// New numbers in order of blocks: parameters, then results.
static void number_values(VdBuild *b, uint32_t *number) {
  uint32_t next = 1;
  for (uint32_t i = 0; i < b->f->block.len; i++) {
    VdBlock *block = &b->f->block.at[i];
    uint32_t first = next;
    if (i == 0)
      for (; next <= block->params; next++) number[next] = next;
    for (uint32_t p = 0; p < b->work.at[i].phi.len; p++)
      number[b->phi.at[b->work.at[i].phi.at[p]].value] = next++;
    block->first_param.id = block->params ? first : 0;
    for (uint32_t k = 0; k < block->inst.len; k++) {
      VdInst *inst = &block->inst.at[k];
      for (uint32_t r = 0; r < inst->results; r++)
        number[inst->first.id + r] = next++;
    }
  }
}

static void renumber(VdBuild *b, const uint32_t *number, VdRef *refs,
                     uint32_t n) {
  for (uint32_t i = 0; i < n; i++) refs[i].id = number[find(b, refs[i]).id];
}

static void renumber_block(VdBuild *b, const uint32_t *number, VdBlock *block) {
  for (uint32_t k = 0; k < block->inst.len; k++) {
    VdInst *inst = &block->inst.at[k];
    renumber(b, number, inst->arg, inst->args);
    inst->first.id = number[inst->first.id];
  }
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    renumber(b, number, block->edge[e].arg, block->edge[e].args);
  if (block->exit == VD_EXIT_BRANCH) renumber(b, number, &block->cond, 1);
  if (block->exit == VD_EXIT_RETURN)
    renumber(b, number, block->ret, b->f->results);
}

static void renumber_all(VdBuild *b) {
  uint32_t n = b->f->sort.len, used = 0;
  uint32_t *number = vd_alloc((n + 1) * sizeof *number);
  number_values(b, number);
  for (uint32_t i = 0; i < b->f->block.len; i++)
    renumber_block(b, number, &b->f->block.at[i]);
  VdSort *sort = vd_alloc((n + 1) * sizeof *sort);
  for (uint32_t id = 1; id <= n; id++) {
    if (!number[id]) continue;
    sort[number[id] - 1] = b->f->sort.at[id - 1];
    used++;
  }
  if (used) memcpy(b->f->sort.at, sort, used * sizeof *sort);
  b->f->sort.len = used;
  vd_free(sort);
  vd_free(number);
}

static void check_exits(VdBuild *b) {
  VdCfg cfg;
  vd_cfg_init(&cfg, b->f);
  for (uint32_t i = 0; i < cfg.count; i++)
    if (b->f->block.at[cfg.order[i]].exit == VD_EXIT_NONE)
      fail(b, "block %u has no exit", cfg.order[i]);
  vd_cfg_done(&cfg);
}

static void finish(VdBuild *b) {
  if (!b->f->block.len) fail(b, "the function has no entry block");
  for (uint32_t i = 0; i < b->work.len && !b->error; i++) vd_build_seal(b, i);
  if (!b->error) check_exits(b);
  if (b->error) return;
  for (uint32_t i = 0; i < b->work.len; i++) add_params(b, i);
  renumber_all(b);
  vd_func_clean(b->m, b->f);
}

// A function that could not be built has no body.
static void drop_body(VdFunc *f) {
  for (uint32_t i = 0; i < f->block.len; i++) vd_vec_done(&f->block.at[i].inst);
  f->block.len = f->sort.len = f->slot.len = 0;
}

const char *vd_build_done(VdBuild *b) {
  finish(b);
  if (b->error) drop_body(b->f);
  const char *error = b->error;
  for (uint32_t i = 0; i < b->work.len; i++) {
    vd_vec_done(&b->work.at[i].pred);
    vd_vec_done(&b->work.at[i].phi);
  }
  vd_vec_done(&b->work);
  vd_vec_done(&b->var);
  vd_vec_done(&b->var_name);
  vd_vec_done(&b->phi);
  vd_vec_done(&b->pending);
  vd_vec_done(&b->forward);
  vd_map_done(&b->def);
  vd_map_done(&b->shared);
  vd_arena_done(&b->arena);
  vd_free(b);
  return error;
}
