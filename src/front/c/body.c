// One function: LLVM's blocks in reverse post order, so that every value is
// made before it is used; phis as variables of the builder.
#include "front/c/lift.h"
#include "front/c/ops.h"

enum { NONE = UINT32_MAX };

// A block of LLVM's function that can be reached.
typedef struct Block {
  uint32_t build;     // the builder's block
  uint32_t waiting;   // edges to it that are not made yet
  uint32_t group;     // while a switch is made: its group, else NONE
  uint32_t incoming;  // list of what its exit writes to phis, or NONE
} Block;

typedef struct Incoming {
  LLVMValueRef phi;
  uint32_t number;  // of the phi's incoming values
  uint32_t next;
} Incoming;

typedef struct Flow {
  VdLiftBody *f;
  VdLiftOrder order;
  Block *block;    // in that order
  VdLiftEnd *end;  // the same
  VD_VEC(Incoming) incoming;
  VdMap phi;  // LLVM phi to its first variable
} Flow;

void vd_lift_unsupported(VdLiftBody *f, const char *fmt, ...) {
  VdBuf text = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  vd_lift_reject(f->lift, f->fn, f->pos, "%s", vd_buf_text(&text));
  vd_buf_done(&text);
}

// -------------------------------------------------------------- undefined
void vd_lift_demand(VdLiftBody *f, VdPart part) {
  if (part.poison.id)
    vd_build_require(f->build, not_(f->build, part.poison),
                     "poison value used");
}

void vd_lift_defer(VdLiftBody *f, VdRef ok, const char *text, VdRef *poison) {
  if (f->lift->poison)
    *poison = vd_lift_or_poison(f, *poison, not_(f->build, ok));
  else
    vd_build_require(f->build, ok, text);
}

// ------------------------------------------------------------------- exits
static VdRef read_state(VdLiftBody *f, VdRole role) {
  switch (role) {
    case VD_ROLE_MEM: return vd_build_read(f->build, f->mem);
    case VD_ROLE_WORLD: return vd_build_read(f->build, f->world);
    case VD_ROLE_HEAP: return vd_build_read(f->build, f->heap);
    case VD_ROLE_VALUE:
    case VD_ROLE_HALT: break;
  }
  return VD_REF_NONE;
}

// Returns values (zeros if there are none) and the state.
static void leave(VdLiftBody *f, const VdRef *value, bool halt) {
  uint32_t n = f->func->results;
  VdRef *ret = VD_NEW_ARRAY(&f->arena, VdRef, n);
  for (uint32_t i = 0; i < n; i++) {
    VdRole role = f->func->result[i].role;
    if (role == VD_ROLE_HALT)
      ret[i] = vd_build_bool(f->build, halt);
    else if (role != VD_ROLE_VALUE)
      ret[i] = read_state(f, role);
    else
      ret[i] = value ? value[i] : zero_(f->build, f->func->result[i].sort);
  }
  vd_build_return(f->build, ret, n);
}

static uint32_t halt_block(VdLiftBody *f) {
  if (f->halt == NONE) f->halt = vd_build_block(f->build);
  return f->halt;
}

void vd_lift_halt_if(VdLiftBody *f, VdRef cond) {
  uint32_t next = vd_build_block(f->build);
  vd_build_branch(f->build, cond, halt_block(f), next);
  vd_build_seal(f->build, next);
  vd_build_into(f->build, next);
}

void vd_lift_halt(VdLiftBody *f) {
  vd_build_jump(f->build, halt_block(f));
  uint32_t dead = vd_build_block(f->build);
  vd_build_seal(f->build, dead);
  vd_build_into(f->build, dead);
}

// A run that stays in a loop for ever is at an end, as far as results go. What
// it has done until then counts: the outside sees memory as it is, and that
// nothing more is called. A loop that nothing leads out of, but that does
// something, gets a way there that is never taken; so its state goes the same
// way as that of other loops.
static uint32_t hang_block(VdLiftBody *f) {
  if (f->hang == NONE) f->hang = vd_build_block(f->build);
  return f->hang;
}

static void make_endless(Flow *w, uint32_t number) {
  VdBuild *b = w->f->build;
  if (w->end[number] == VD_END_NONE) {
    uint32_t next = vd_build_block(b);
    vd_build_branch(b, vd_build_never(b), hang_block(w->f), next);
    vd_build_seal(b, next);
    vd_build_into(b, next);
  }
}

static void make_hang(VdLiftBody *f) {
  uint32_t helper =
      vd_lift_helper(f->lift, VD_ENDLESS, VD_FUNC_IMPURE, NULL, 0, (VdSort){0},
                     VD_EFFECT_READ | VD_EFFECT_WORLD);
  vd_build_into(f->build, f->hang);
  vd_lift_invoke(f, helper, NULL, 0);
  leave(f, NULL, true);
}

static void make_return(VdLiftBody *f, LLVMValueRef inst) {
  VdRef *ref = NULL;
  if (LLVMGetNumOperands(inst)) {
    VdLiftValue value = vd_lift_value(f, LLVMGetOperand(inst, 0));
    ref = VD_NEW_ARRAY(&f->arena, VdRef, value.n);
    for (uint32_t i = 0; i < value.n; i++) {
      vd_lift_demand(f, value.part[i]);
      ref[i] = value.part[i].ref;
    }
  }
  leave(f, ref, false);
}

// ------------------------------------------------------------------ blocks
static Block *block_at(Flow *w, LLVMBasicBlockRef block) {
  uint32_t i = vd_lift_rank(&w->order, block);
  return i == NONE ? NULL : &w->block[i];
}

static void make_branch(Flow *w, LLVMValueRef inst) {
  VdLiftBody *f = w->f;
  uint32_t yes = block_at(w, LLVMGetSuccessor(inst, 0))->build;
  if (!LLVMIsConditional(inst)) {
    vd_build_jump(f->build, yes);
    return;
  }
  VdRef cond = vd_lift_scalar(f, LLVMGetCondition(inst));
  vd_build_branch(f->build, cond, yes,
                  block_at(w, LLVMGetSuccessor(inst, 1))->build);
}

// Cases that lead to the same block, as conditions that x is none of them.
typedef struct Group {
  Block *to;
  VD_VEC(VdRef) others;
} Group;
typedef VD_VEC(Group) Groups;

static void group_cases(Flow *w, LLVMValueRef inst, VdRef x, Groups *groups) {
  VdBuild *b = w->f->build;
  Block *rest = block_at(w, LLVMGetSwitchDefaultDest(inst));
  uint32_t cases = LLVMGetNumSuccessors(inst) - 1;
  for (uint32_t i = 0; i < cases; i++) {
    Block *to = block_at(w, LLVMGetSuccessor(inst, i + 1));
    if (to == rest) continue;
    if (to->group == NONE) {
      to->group = groups->len;
      vd_push(groups, (Group){.to = to});
    }
    VdPart constant = vd_lift_part(w->f, LLVMGetOperand(inst, 2 + 2 * i));
    vd_push(&groups->at[to->group].others, ne_(b, x, constant.ref));
  }
}

static VdRef any_of(VdBuild *b, const Group *g) {
  if (g->others.len == 1) return not_(b, g->others.at[0]);
  return not_(b, vd_build_op(b, VD_OP_AND, 0, g->others.at, g->others.len));
}

static void make_switch(Flow *w, LLVMValueRef inst) {
  VdBuild *b = w->f->build;
  VdRef x = vd_lift_scalar(w->f, LLVMGetOperand(inst, 0));
  uint32_t rest = block_at(w, LLVMGetSwitchDefaultDest(inst))->build;
  Groups groups = {0};
  group_cases(w, inst, x, &groups);
  for (uint32_t i = 0; i < groups.len; i++) {
    Group *g = &groups.at[i];
    uint32_t next = i + 1 < groups.len ? vd_build_block(b) : rest;
    vd_build_branch(b, any_of(b, g), g->to->build, next);
    if (next != rest) {
      vd_build_seal(b, next);
      vd_build_into(b, next);
    }
    g->to->group = NONE;
    vd_vec_done(&g->others);
  }
  if (groups.len == 0) vd_build_jump(b, rest);
  vd_vec_done(&groups);
}

static void make_exit(Flow *w, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMRet: make_return(w->f, inst); break;
    case LLVMBr: make_branch(w, inst); break;
    case LLVMSwitch: make_switch(w, inst); break;
    case LLVMUnreachable: vd_build_stop(w->f->build); break;
    default: vd_lift_unsupported(w->f, "control flow"); break;
  }
}

// -------------------------------------------------------------------- phis
// mem2reg names the values of a variable i i.0, i.1 and so on.
static const char *phi_name(Flow *w, LLVMValueRef phi) {
  const char *name = vd_lift_name(w->f->lift, phi);
  return vd_arena_printf(&w->f->lift->arena, "%.*s", (int)strcspn(name, "."),
                         name);
}

// One variable for each component, then one for the poison of each.
static uint32_t phi_vars(Flow *w, LLVMValueRef phi) {
  const uint64_t *known = vd_map_get(&w->phi, (uintptr_t)phi);
  if (known) return (uint32_t)*known;
  VdBuild *b = w->f->build;
  const VdLiftType *t = vd_lift_type(w->f->lift, LLVMTypeOf(phi));
  uint32_t first = 0;
  for (uint32_t i = 0; i < t->n; i++) {
    uint32_t var = vd_build_var(b, t->field[i].sort);
    if (i == 0) first = var;
    if (t->n == 1) vd_build_name_var(b, var, phi_name(w, phi));
  }
  for (uint32_t i = 0; w->f->lift->poison && i < t->n; i++)
    vd_build_var(b, vd_sort_bool());
  *vd_map_put(&w->phi, (uintptr_t)phi) = first;
  return first;
}

static void read_phi(Flow *w, LLVMValueRef phi) {
  VdLiftBody *f = w->f;
  uint32_t var = phi_vars(w, phi);
  uint32_t n = vd_lift_type(f->lift, LLVMTypeOf(phi))->n;
  VdLiftValue value = vd_lift_new_value(f, n);
  for (uint32_t i = 0; i < n; i++) {
    value.part[i].ref = vd_build_read(f->build, var + i);
    if (!f->lift->poison) continue;
    VdRef poison = vd_build_read(f->build, var + n + i);
    if (poison.id != f->no.id) value.part[i].poison = poison;
  }
  const VdLiftLocal *local = vd_lift_private(f->fn, phi);
  if (local)
    value = vd_lift_private_value(f, local, value.part[0].ref,
                                  value.part[0].poison);
  vd_lift_set(f, phi, value);
}

static void write_phi(Flow *w, const Incoming *in) {
  VdLiftBody *f = w->f;
  uint32_t var = phi_vars(w, in->phi);
  VdLiftValue v = vd_lift_value(f, LLVMGetIncomingValue(in->phi, in->number));
  for (uint32_t i = 0; i < v.n; i++) {
    bool private = v.place.base == VD_BASE_LOCAL;
    vd_build_write(f->build, var + i,
                   private ? vd_lift_address(f, &v.place) : v.part[i].ref);
    VdRef poison = v.part[i].poison.id ? v.part[i].poison : f->no;
    if (f->lift->poison) vd_build_write(f->build, var + v.n + i, poison);
  }
}

static void note_phi(Flow *w, LLVMValueRef phi) {
  uint32_t n = LLVMCountIncoming(phi);
  for (uint32_t i = 0; i < n; i++) {
    Block *from = block_at(w, LLVMGetIncomingBlock(phi, i));
    if (!from) continue;
    vd_push(&w->incoming, (Incoming){phi, i, from->incoming});
    from->incoming = w->incoming.len - 1;
  }
}

static void prepare_blocks(Flow *w) {
  vd_lift_order(w->f->fn->value, &w->order);
  uint32_t n = w->order.block.len;
  w->block = VD_NEW_ARRAY(&w->f->arena, Block, n);
  w->end = VD_NEW_ARRAY(&w->f->arena, VdLiftEnd, n);
  vd_lift_endless(&w->order, w->f->fn->hangs, w->end);
  for (uint32_t i = 0; i < n; i++)
    w->block[i] = (Block){
        .build = vd_build_block(w->f->build), .group = NONE, .incoming = NONE};
  for (uint32_t i = 0; i < n; i++) {
    LLVMBasicBlockRef block = w->order.block.at[i];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (uint32_t k = 0; k < LLVMGetNumSuccessors(end); k++)
      block_at(w, LLVMGetSuccessor(end, k))->waiting++;
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block);
         LLVMIsAPHINode(inst); inst = LLVMGetNextInstruction(inst))
      note_phi(w, inst);
  }
}

// ------------------------------------------------------------ instructions
static void make_inst(Flow *w, LLVMValueRef inst) {
  VdLiftBody *f = w->f;
  VdLiftValue value;
  switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI: read_phi(w, inst); break;
    case LLVMAlloca: vd_lift_alloca(f, inst); break;
    case LLVMLoad: vd_lift_load(f, inst); break;
    case LLVMStore: vd_lift_store(f, inst); break;
    case LLVMCall: vd_lift_call(f, inst); break;
    default:
      if (vd_lift_expr(f, inst, &value))
        vd_lift_set(f, inst, value);
      else
        vd_lift_unsupported(f, "instruction");
  }
}

static void make_block(Flow *w, uint32_t number) {
  VdLiftBody *f = w->f;
  const Block *block = &w->block[number];
  LLVMBasicBlockRef llvm = w->order.block.at[number];
  vd_build_into(f->build, block->build);
  f->checked.len = 0;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(llvm);
  bool has_entered = false;  // past the phis
  for (LLVMValueRef inst = LLVMGetFirstInstruction(llvm);
       inst && !f->fn->reason; inst = LLVMGetNextInstruction(inst)) {
    f->pos = vd_lift_pos(f->lift, inst);
    vd_build_at(f->build, f->pos);
    if (!has_entered && !LLVMIsAPHINode(inst)) {
      has_entered = true;
      make_endless(w, number);
    }
    if (inst != end) {
      make_inst(w, inst);
      continue;
    }
    for (uint32_t i = block->incoming; i != NONE; i = w->incoming.at[i].next)
      write_phi(w, &w->incoming.at[i]);
    if (w->end[number] == VD_END_IDLE)
      vd_build_jump(f->build, hang_block(f));
    else
      make_exit(w, inst);
  }
  for (uint32_t k = 0; k < LLVMGetNumSuccessors(end); k++) {
    Block *to = block_at(w, LLVMGetSuccessor(end, k));
    if (--to->waiting == 0) vd_build_seal(f->build, to->build);
  }
}

// ------------------------------------------------------------------- entry
static void take_params(VdLiftBody *f) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < LLVMCountParams(f->fn->value); i++) {
    LLVMValueRef param = LLVMGetParam(f->fn->value, i);
    uint32_t n = vd_lift_type(f->lift, LLVMTypeOf(param))->n;
    VdLiftValue value = vd_lift_new_value(f, n);
    for (uint32_t k = 0; k < n; k++)
      value.part[k].ref = vd_build_param(f->build, next++);
    vd_lift_set(f, param, value);
  }
  for (; next < f->func->params; next++) {
    VdRef ref = vd_build_param(f->build, next);
    VdRole role = f->func->param[next].role;
    vd_build_write(f->build,
                   role == VD_ROLE_MEM     ? f->mem
                   : role == VD_ROLE_WORLD ? f->world
                                           : f->heap,
                   ref);
  }
}

static void make_vars(VdLiftBody *f) {
  f->mem = vd_build_var(f->build, vd_sort_mem());
  f->world = vd_build_var(f->build, vd_sort_world());
  f->heap = vd_build_var(f->build, vd_sort_world());
  for (uint32_t i = 0; i < f->fn->local.len; i++) {
    VdLiftLocal *local = &f->fn->local.at[i];
    if (local->home == VD_HOME_PRIVATE)
      local->var = vd_build_var(f->build, vd_sort_mem());
    if (local->home == VD_HOME_SLOT)
      local->var = vd_build_new_slot(
          f->build, (VdSlot){local->name, local->size, local->align});
    for (uint32_t k = 0; k < local->atoms; k++) {
      local->atom[k].var = vd_build_var(f->build, local->atom[k].sort);
      local->atom[k].shadow = vd_build_var(f->build, vd_sort_bool());
      if (local->atoms == 1)
        vd_build_name_var(f->build, local->atom[k].var, local->name);
    }
  }
}

static void enter(Flow *w) {
  VdLiftBody *f = w->f;
  prepare_blocks(w);
  vd_build_into(f->build, w->block[0].build);
  vd_build_seal(f->build, w->block[0].build);
  f->pos = vd_lift_func_pos(f->lift, f->fn->value);
  vd_build_at(f->build, f->pos);
  f->yes = vd_build_bool(f->build, true);
  f->no = vd_build_bool(f->build, false);
  make_vars(f);
  take_params(f);
  for (uint32_t i = 0; i < f->fn->local.len; i++) {
    VdLiftLocal *local = &f->fn->local.at[i];
    if (!LLVMIsAArgument(local->value)) continue;
    vd_lift_enter_byval(f, local, vd_lift_part(f, local->value).ref);
  }
}

// Whether nothing leads out of some block: a condition turned out to be a
// constant.
static bool has_no_way_out(const VdFunc *func) {
  uint32_t n = func->block.len;
  bool *leads = vd_alloc(n + 1), changed = true, all = true;
  while (changed) {
    changed = false;
    for (uint32_t b = n; b-- > 0;) {
      const VdBlock *block = &func->block.at[b];
      bool now = block->exit == VD_EXIT_RETURN || block->exit == VD_EXIT_STOP;
      if (block->exit == VD_EXIT_JUMP) now = leads[block->edge[0].block];
      if (block->exit == VD_EXIT_BRANCH)
        now = leads[block->edge[0].block] || leads[block->edge[1].block];
      changed |= now && !leads[b];
      leads[b] |= now;
    }
  }
  for (uint32_t b = 0; b < n; b++) all &= leads[b];
  vd_free(leads);
  return !all;
}

void vd_lift_body(VdLift *l, VdLiftFunc *fn) {
  VdLiftBody f = {.lift = l,
                  .fn = fn,
                  .halt = NONE,
                  .hang = NONE,
                  .func = l->module->func.at[fn->index],
                  .build = vd_build_new(l->module, fn->index)};
  Flow w = {.f = &f};
  enter(&w);
  for (uint32_t i = 0; i < w.order.block.len && !fn->reason; i++)
    make_block(&w, i);
  if (f.halt != NONE && !fn->reason) {
    vd_build_into(f.build, f.halt);
    leave(&f, NULL, true);
  }
  if (f.hang != NONE && !fn->reason) make_hang(&f);
  const char *error = vd_build_done(f.build);
  if (error && !fn->reason)
    vd_lift_reject(l, fn, f.func->pos, "internal error, please report: %s",
                   error);
  if (!fn->reason && !fn->hangs && has_no_way_out(f.func)) {
    fn->hangs = true;
    fn->own |= VD_EFFECT_READ | VD_EFFECT_WORLD | VD_EFFECT_HALT;
    l->again = true;
  }
  vd_lift_order_done(&w.order);
  vd_vec_done(&w.incoming);
  vd_map_done(&w.phi);
  vd_map_done(&f.value);
  vd_map_done(&f.bits_of);
  vd_vec_done(&f.checked);
  vd_arena_done(&f.arena);
}
