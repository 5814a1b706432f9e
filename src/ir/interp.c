// Runs a function on values.
//
// Frames and their values are in two growing stacks of our own, so that depth
// is a limit and not a crash. Operations go to the evaluator of src/term, which
// is the judge of what they mean; the most common ones on short bit-vectors are
// done here as well, because a comparison makes thousands of runs (a test
// compares the two).
//
// An undefined value is zero. A call whose results are returned at once takes
// the place of its caller. Slots of a caller that was replaced may still be
// pointed to, so the depth that slots are known by goes up even then. A call
// that takes the place of one of the same function with the same arguments will
// do so for ever; one that was made a while ago is kept for comparison, then a
// later one (Brent, BIT 1980).
#include "base/limit.h"
#include "ir/inner.h"

typedef struct StackFrame {
  const VdFunc *f;
  const VdFunc *called;  // by the caller; tail calls put others in its place
  uint32_t func;
  uint32_t base;         // of its values on the stack; value id is base + id
  uint32_t block, inst;  // where to go on; the last instruction was a call
  uint32_t level;        // of its slots
  bool has_slots;        // it, or the function whose loop it is, has some
} StackFrame;

typedef struct Run {
  const VdInterp *machine;
  VD_VEC(StackFrame) frame;
  VD_VEC(VdValue) value;
  VD_VEC(VdValue) scratch;  // arguments on their way
  VD_VEC(VdValue) given;    // results of an external
  VdMap pointer;            // shape and address, hashed: function + 1
  struct {
    VD_VEC(VdValue) arg;
    uint32_t func, depth;
    uint64_t calls, next;  // since then; when to keep another
  } lap;                   // a tail call of a function by itself
  VdRunResult *out;
} Run;

static bool stop_run(Run *r, VdRunStatus status, const char *text, VdPos pos) {
  r->out->status = status;
  r->out->text = text;
  r->out->pos = pos;
  return false;
}

static VdValue zero_of(VdArena *arena, VdSort sort) {
  VdValue value = {.sort = sort};
  if (sort.kind == VD_SORT_ARRAY) return vd_array_new(arena, sort, (VdFill){0});
  uint32_t width = vd_sort_width(sort);
  if (width > 64) value.limb = VD_NEW_ARRAY(arena, uint64_t, (width + 63) / 64);
  return value;
}

// --------------------------------------------------------------- operations
static uint64_t sign_extended(uint64_t bits, uint32_t width) {
  return (uint64_t)((int64_t)(bits << (64 - width)) >> (64 - width));
}

static uint64_t reduced(uint64_t bits, uint32_t width) {
  return bits & UINT64_MAX >> (64 - width);
}

// Two bit-vectors of one width up to 64.
static bool quick_binary(VdOp op, uint64_t x, uint64_t y, VdSort sort,
                         VdValue *out) {
  uint32_t width = sort.a;
  *out = (VdValue){.sort = sort};
  switch (op) {
    case VD_OP_PTRADD:
    case VD_OP_BVADD: out->bits = reduced(x + y, width); return true;
    case VD_OP_BVMUL: out->bits = reduced(x * y, width); return true;
    case VD_OP_BVAND: out->bits = x & y; return true;
    case VD_OP_BVXOR: out->bits = x ^ y; return true;
    case VD_OP_EQ: *out = vd_value_bool(x == y); return true;
    case VD_OP_BVULT: *out = vd_value_bool(x < y); return true;
    case VD_OP_BVSLT:
      *out = vd_value_bool((int64_t)sign_extended(x, width) <
                           (int64_t)sign_extended(y, width));
      return true;
    default: return false;
  }
}

static bool quick_unary(const VdInst *inst, VdValue x, VdValue *out) {
  uint32_t width = x.sort.a;
  uint64_t imm = inst->imm;
  switch (inst->op) {
    case VD_OP_BVNOT:
      *out = (VdValue){.sort = x.sort, .bits = reduced(~x.bits, width)};
      return true;
    case VD_OP_EXTRACT:
      *out = (VdValue){.sort = vd_sort_bv((uint32_t)((imm >> 32) - imm + 1)),
                       .bits = x.bits >> (uint32_t)imm};
      out->bits = reduced(out->bits, out->sort.a);
      return true;
    case VD_OP_ZEXT:
    case VD_OP_SEXT:
      if (imm > 64) return false;
      *out = (VdValue){.sort = vd_sort_bv((uint32_t)imm), .bits = x.bits};
      if (inst->op == VD_OP_SEXT)
        out->bits = reduced(sign_extended(x.bits, width), (uint32_t)imm);
      return true;
    default: return false;
  }
}

static bool quick(const VdInst *inst, const VdValue *value, VdValue *out) {
  const VdValue *x = &value[inst->arg[0].id];
  if (inst->op == VD_OP_NOT) {
    *out = vd_value_bool(!x->bits);
    return true;
  }
  if (inst->op == VD_OP_ITE) {
    *out = value[inst->arg[x->bits ? 1 : 2].id];
    return true;
  }
  if (x->sort.kind != VD_SORT_BV || x->sort.a > 64) return false;
  if (inst->args == 1) return quick_unary(inst, *x, out);
  const VdValue *y = &value[inst->arg[1].id];
  return inst->args == 2 &&
         quick_binary(inst->op, x->bits, y->bits, x->sort, out);
}

static const char *watch(const VdInterp *m, VdValue addr, uint64_t bytes,
                         bool write) {
  return bytes ? m->access(m->context, addr.bits, bytes, write) : NULL;
}

// Why an access to memory is undefined, NULL if it is none or is not.
static const char *fault_of(const VdInterp *m, const VdInst *inst,
                            const VdValue *value) {
  const VdValue *arg[5] = {NULL};
  if (inst->op < VD_OP_LOAD || inst->op > VD_OP_COPY) return NULL;
  for (uint32_t i = 0; i < inst->args && i < VD_COUNT(arg); i++)
    arg[i] = &value[inst->arg[i].id];
  switch (inst->op) {
    case VD_OP_LOAD: return watch(m, *arg[1], inst->imm, false);
    case VD_OP_STORE:
      return watch(m, *arg[1], vd_sort_width(arg[2]->sort) / 8, true);
    case VD_OP_FILL: return watch(m, *arg[1], arg[3]->bits, true);
    case VD_OP_COPY: {
      const char *why = watch(m, *arg[3], arg[4]->bits, false);
      return why ? why : watch(m, *arg[1], arg[4]->bits, true);
    }
    default: return NULL;
  }
}

static bool do_op(Run *r, const VdInst *inst, VdValue *value) {
  VdValue *out = &value[inst->first.id];
  const char *why =
      r->machine->access ? fault_of(r->machine, inst, value) : NULL;
  if (why) return stop_run(r, VD_RUN_UNDEFINED, why, inst->pos);
  if (inst->args && quick(inst, value, out)) return true;
  VdValue few[8], *arg = few;
  if (inst->args > VD_COUNT(few)) {
    r->scratch.len = 0;
    vd_reserve(&r->scratch, inst->args);
    arg = r->scratch.at;
  }
  for (uint32_t i = 0; i < inst->args; i++) arg[i] = value[inst->arg[i].id];
  if (vd_op_eval(r->machine->arena, inst->op, inst->imm, arg, inst->args, out))
    return true;
  const char *text =
      vd_arena_printf(r->machine->arena, "%s is out of the evaluator's range",
                      vd_op_info[inst->op].text);
  return stop_run(r, VD_RUN_FAILED, text, inst->pos);
}

// -------------------------------------------------------------------- calls
static VdValue *values_of(Run *r, const StackFrame *frame) {
  return r->value.at + frame->base;
}

static void fill_scratch(Run *r, const VdValue *value, const VdRef *refs,
                         uint32_t n) {
  r->scratch.len = 0;
  vd_reserve(&r->scratch, n);
  for (uint32_t i = 0; i < n; i++) r->scratch.at[i] = value[refs[i].id];
  r->scratch.len = n;
}

// Gives the frame at the top room for its values, arguments first.
static void place_values(Run *r, StackFrame *frame, const VdValue *args) {
  uint32_t size = frame->f->sort.len + 1;
  if (r->value.cap < size || frame->base > r->value.cap - size) {
    r->value.len = frame->base;
    vd_reserve(&r->value, size);
  }
  r->value.len = frame->base + size;
  if (frame->f->params)
    memcpy(values_of(r, frame) + frame->f->block.at[0].first_param.id, args,
           frame->f->params * sizeof *args);
  frame->block = frame->inst = 0;
}

// A local of a new call does not hold what one of an earlier call held where it
// lies.
static void clear_slots(Run *r, const StackFrame *frame) {
  const VdFunc *f = frame->f;
  const VdInterp *m = r->machine;
  uint32_t mem = 0;
  if (!m->slot_was || f->loop || !f->slot.len) return;
  while (mem < f->params && f->param[mem].role != VD_ROLE_MEM) mem++;
  if (mem == f->params) return;
  VdValue *value = values_of(r, frame) + f->block.at[0].first_param.id + mem;
  for (uint32_t k = 0; k < f->slot.len; k++) {
    uint64_t at;
    if (!m->slot_was(m->context, frame->func, k, frame->level, &at)) continue;
    for (uint64_t i = 0; i < f->slot.at[k].size && i < vd_limit->interp_cleared;
         i++)
      if (vd_array_get(value->array, at + i))
        *value = vd_array_set(m->arena, *value, at + i, 0);
  }
}

static void tell_entered(Run *r, uint32_t func, const VdValue *args) {
  if (r->machine->entered)
    r->machine->entered(r->machine->context, func, r->frame.len, args);
}

static bool is_same_value(const VdValue *x, const VdValue *y) {
  if (x->sort.kind == VD_SORT_ARRAY) return x->array == y->array;
  if (x->sort.kind == VD_SORT_WORLD) return x->bits == y->bits;
  return vd_value_eq(x, y);
}

static bool are_same_values(const VdValue *x, const VdValue *y, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!is_same_value(&x[i], &y[i])) return false;
  return true;
}

// Whether the function at the top calls itself with its own arguments.
static bool is_circle(Run *r, uint32_t func, const VdValue *args) {
  if (!r->frame.len) return false;
  const StackFrame *top = &r->frame.at[r->frame.len - 1];
  return top->func == func && !top->has_slots &&
         are_same_values(values_of(r, top) + top->f->block.at[0].first_param.id,
                         args, top->f->params);
}

static bool push_frame(Run *r, uint32_t func, const VdValue *args, VdPos pos) {
  const VdFunc *f = r->machine->module->func.at[func];
  if (is_circle(r, func, args))
    return stop_run(r, VD_RUN_ENDLESS, "runs for ever", pos);
  if (r->frame.len > r->machine->max_depth)
    return stop_run(r, VD_RUN_LIMIT, "calls are too deep", pos);
  StackFrame now = {.f = f, .called = f, .func = func, .base = r->value.len};
  now.has_slots = f->slot.len > 0;
  if (r->frame.len) {
    const StackFrame *caller = &r->frame.at[r->frame.len - 1];
    now.level = caller->level + !f->loop;
    now.has_slots |= f->loop && caller->has_slots;
  }
  vd_push(&r->frame, now);
  // A loop that is entered once more is not in its old round.
  if (r->frame.len <= r->lap.depth) r->lap.func = VD_NOWHERE;
  tell_entered(r, func, args);
  place_values(r, &r->frame.at[r->frame.len - 1], args);
  clear_slots(r, &r->frame.at[r->frame.len - 1]);
  return true;
}

static void replace_frame(Run *r, uint32_t func, const VdValue *args) {
  StackFrame *frame = &r->frame.at[r->frame.len - 1];
  const VdFunc *f = r->machine->module->func.at[func];
  if (!f->loop) {
    frame->level += frame->has_slots;
    frame->has_slots = f->slot.len > 0;
  }
  frame->f = f;
  frame->func = func;
  tell_entered(r, func, args);
  place_values(r, frame, args);
  clear_slots(r, frame);
}

// Whether a function that calls itself at its end was called so before.
static bool is_lap(Run *r, uint32_t func, const VdValue *args) {
  const VdFunc *f = r->machine->module->func.at[func];
  if (func != r->lap.func || r->frame.len != r->lap.depth) {
    r->lap.func = func;
    r->lap.depth = r->frame.len;
    r->lap.calls = 0;
    r->lap.next = 1;
  } else if (are_same_values(r->lap.arg.at, args, f->params)) {
    return true;
  }
  if (++r->lap.calls < r->lap.next) return false;
  r->lap.next *= 2;
  r->lap.arg.len = 0;
  for (uint32_t i = 0; i < f->params; i++) vd_push(&r->lap.arg, args[i]);
  return false;
}

static bool is_tail(const StackFrame *frame, const VdInst *inst) {
  const VdBlock *block = &frame->f->block.at[frame->block];
  if (block->exit != VD_EXIT_RETURN || inst->results != frame->f->results ||
      inst != &block->inst.at[block->inst.len - 1])
    return false;
  for (uint32_t i = 0; i < inst->results; i++)
    if (block->ret[i].id != inst->first.id + i) return false;
  return true;
}

static bool call_external(Run *r, const VdFunc *f, const VdValue *args,
                          VdPos pos) {
  r->given.len = 0;
  vd_reserve(&r->given, f->results);
  if (!r->machine->external ||
      !r->machine->external(r->machine->context, f, args, r->given.at)) {
    const char *why =
        r->machine->fault ? r->machine->fault(r->machine->context) : NULL;
    if (why) return stop_run(r, VD_RUN_UNDEFINED, why, pos);
    const char *text = vd_arena_printf(r->machine->arena,
                                       "the call of %s cannot be run", f->name);
    return stop_run(r, VD_RUN_FAILED, text, pos);
  }
  for (uint32_t i = 0; i < f->results; i++)
    if (!vd_sort_eq(r->given.at[i].sort, f->result[i].sort))
      return stop_run(r, VD_RUN_FAILED,
                      "an external gave a value of another sort", pos);
  r->given.len = f->results;
  return true;
}

static bool fail_unsupported(Run *r, const VdFunc *f) {
  const char *text = vd_arena_printf(r->machine->arena, "%s is unsupported: %s",
                                     f->name, f->reason);
  return stop_run(r, VD_RUN_FAILED, text, f->pos);
}

// A call of func. Sets *entered if a frame is to be run now.
static bool call(Run *r, const VdInst *inst, uint32_t func, bool *entered) {
  StackFrame *frame = &r->frame.at[r->frame.len - 1];
  const VdFunc *f = r->machine->module->func.at[func];
  fill_scratch(r, values_of(r, frame), inst->arg, inst->args);
  const VdValue *args = r->scratch.at;
  if (f->kind == VD_FUNC_UNSUPPORTED) return fail_unsupported(r, f);
  if (f->kind == VD_FUNC_DEFINED) {
    *entered = true;
    if (!is_tail(frame, inst)) return push_frame(r, func, args, inst->pos);
    if (func == frame->func && (f->loop || !frame->has_slots) &&
        is_lap(r, func, args))
      return stop_run(r, VD_RUN_ENDLESS, "runs for ever", inst->pos);
    replace_frame(r, func, args);
    return true;
  }
  if (!call_external(r, f, args, inst->pos)) return false;
  if (f->results)
    memcpy(values_of(r, frame) + inst->first.id, r->given.at,
           f->results * sizeof *r->given.at);
  return true;
}

// The function of that shape at an address, VD_NOWHERE if there is none.
static uint32_t resolve(Run *r, uint32_t shape, uint64_t address) {
  const VdInterp *machine = r->machine;
  const VdModule *m = machine->module;
  if (!machine->func_address) return VD_NOWHERE;
  uint64_t key = vd_hash_mix(vd_hash_mix(shape + 1, address), address);
  const uint64_t *known = vd_map_get(&r->pointer, key);
  if (known &&
      (!*known || machine->func_address(machine->context,
                                        (uint32_t)*known - 1) == address))
    return *known ? (uint32_t)*known - 1 : VD_NOWHERE;
  uint32_t found = VD_NOWHERE;
  for (uint32_t i = 0; i < m->func.len && found == VD_NOWHERE; i++)
    if (i != shape && !m->func.at[i]->loop &&
        vd_func_fits(m->func.at[i], m->func.at[shape]) &&
        machine->func_address(machine->context, i) == address)
      found = i;
  *vd_map_put(&r->pointer, key) = found == VD_NOWHERE ? 0 : found + 1;
  return found;
}

// A function in the place of a pointer's shape gets those of the arguments that
// it takes; leave puts its results where the shape's are.
static bool call_fitted(Run *r, const VdInst *inst, uint32_t func,
                        bool *entered) {
  const VdModule *m = r->machine->module;
  const VdFunc *f = m->func.at[func], *shape = m->func.at[inst->index];
  const VdValue *value = values_of(r, &r->frame.at[r->frame.len - 1]);
  r->scratch.len = 0;
  vd_reserve(&r->scratch, f->params);
  for (uint32_t i = 0; i < f->params; i++)
    r->scratch.at[i] = value[inst->arg[vd_func_fit_param(f, shape, i)].id];
  *entered = true;
  return push_frame(r, func, r->scratch.at, inst->pos);
}

static bool call_pointer(Run *r, const VdInst *inst, bool *entered) {
  StackFrame *frame = &r->frame.at[r->frame.len - 1];
  uint64_t address = values_of(r, frame)[inst->arg[0].id].bits;
  uint32_t func = resolve(r, inst->index, address);
  if (func != VD_NOWHERE) return call_fitted(r, inst, func, entered);
  return call(r, inst, inst->index, entered);
}

// ------------------------------------------------------------------ control
static void take_edge(Run *r, StackFrame *frame, const VdEdge *edge) {
  VdValue *value = values_of(r, frame);
  frame->block = edge->block;
  frame->inst = 0;
  if (!edge->args) return;
  uint32_t first = frame->f->block.at[edge->block].first_param.id;
  if (edge->args == 1) {
    value[first] = value[edge->arg[0].id];
    return;
  }
  fill_scratch(r, value, edge->arg, edge->args);
  memcpy(value + first, r->scratch.at, edge->args * sizeof *value);
}

// The results of a function that a pointer's shape stood for.
static void place_fitted(Run *r, const VdInst *inst, const VdFunc *f,
                         VdValue *value) {
  const VdFunc *shape = r->machine->module->func.at[inst->index];
  for (uint32_t i = 0; i < shape->results; i++) {
    VdValue *to = &value[inst->first.id + i];
    VdRole role = shape->result[i].role;
    uint32_t from = vd_func_fit_result(f, shape, i);
    if (from != UINT32_MAX)
      *to = r->scratch.at[from];
    else if (role == VD_ROLE_HALT)
      *to = vd_value_bool(false);
    else
      *to = value[inst->arg[vd_func_fit_state(shape, role)].id];
  }
}

// Hands the results on; true if the run is over.
static bool leave(Run *r, StackFrame *frame, const VdBlock *block) {
  const VdFunc *called = frame->called;
  uint32_t n = frame->f->results;
  fill_scratch(r, values_of(r, frame), block->ret, n);
  if (r->machine->left)
    r->machine->left(r->machine->context, r->frame.len, r->scratch.at, n);
  r->value.len = frame->base;
  r->frame.len--;
  if (!r->frame.len) {
    r->out->status = VD_RUN_OK;
    r->out->result = VD_NEW_ARRAY(r->machine->arena, VdValue, n);
    if (n) memcpy(r->out->result, r->scratch.at, n * sizeof(VdValue));
    return true;
  }
  StackFrame *caller = &r->frame.at[r->frame.len - 1];
  const VdInst *inst =
      &caller->f->block.at[caller->block].inst.at[caller->inst - 1];
  if (inst->kind == VD_INST_CALLPTR)
    place_fitted(r, inst, called, values_of(r, caller));
  else if (n)
    memcpy(values_of(r, caller) + inst->first.id, r->scratch.at,
           n * sizeof(VdValue));
  return false;
}

// False if the run is over.
static bool do_exit(Run *r, const VdBlock *block) {
  StackFrame *frame = &r->frame.at[r->frame.len - 1];
  switch (block->exit) {
    case VD_EXIT_JUMP: take_edge(r, frame, &block->edge[0]); return true;
    case VD_EXIT_BRANCH: {
      bool yes = values_of(r, frame)[block->cond.id].bits;
      take_edge(r, frame, &block->edge[yes ? 0 : 1]);
      return true;
    }
    case VD_EXIT_RETURN: return !leave(r, frame, block);
    case VD_EXIT_STOP:
      return stop_run(r, VD_RUN_UNDEFINED, "code that is never reached",
                      block->pos);
    case VD_EXIT_NONE: break;
  }
  return stop_run(r, VD_RUN_FAILED, "a block without an exit", block->pos);
}

static uint64_t address_of(const Run *r, const StackFrame *frame,
                           const VdInst *inst) {
  const VdInterp *m = r->machine;
  if (inst->kind == VD_INST_GLOBAL)
    return m->global_address(m->context, inst->index);
  if (inst->kind == VD_INST_FUNC)
    return m->func_address(m->context, inst->index);
  return m->slot_address(m->context, frame->func, inst->index, frame->level);
}

static bool do_inst(Run *r, const VdInst *inst, bool *entered) {
  StackFrame *frame = &r->frame.at[r->frame.len - 1];
  VdValue *value = values_of(r, frame), *out = &value[inst->first.id];
  switch (inst->kind) {
    case VD_INST_OP: return do_op(r, inst, value);
    case VD_INST_CONST: *out = inst->value; return true;
    case VD_INST_UNDEF:
      *out = zero_of(r->machine->arena, vd_func_sort(frame->f, inst->first));
      return true;
    case VD_INST_NEVER: *out = vd_value_bool(false); return true;
    case VD_INST_GLOBAL:
    case VD_INST_FUNC:
    case VD_INST_SLOT:
      *out = vd_value_bv(VD_POINTER_BITS, address_of(r, frame, inst));
      return true;
    case VD_INST_CALL: return call(r, inst, inst->index, entered);
    case VD_INST_CALLPTR: return call_pointer(r, inst, entered);
    case VD_INST_REQUIRE:
      if (value[inst->arg[0].id].bits) return true;
      r->out->unset = inst->unset;
      return stop_run(r, VD_RUN_UNDEFINED, inst->text, inst->pos);
  }
  return stop_run(r, VD_RUN_FAILED, "an unknown instruction", inst->pos);
}

static bool stop_late(Run *r, VdPos pos) {
  r->out->func = r->frame.at[r->frame.len - 1].func;
  return stop_run(r, VD_RUN_LIMIT, "too many steps", pos);
}

// In steps: a long fill or copy is more than one.
static uint64_t cost_of(Run *r, const StackFrame *frame, const VdInst *inst) {
  bool is_long = inst->kind == VD_INST_OP &&
                 (inst->op == VD_OP_FILL || inst->op == VD_OP_COPY);
  if (!is_long) return 1;
  return 1 + values_of(r, frame)[inst->arg[inst->args - 1].id].bits / 16;
}

// Runs the rest of the block that the top frame is in; false if the run is
// over. Returns early when a call was entered.
static bool do_block(Run *r) {
  StackFrame *frame = &r->frame.at[r->frame.len - 1];
  const VdBlock *block = &frame->f->block.at[frame->block];
  uint64_t left = r->machine->max_steps - r->out->steps;
  while (frame->inst < block->inst.len) {
    bool entered = false;
    const VdInst *inst = &block->inst.at[frame->inst++];
    uint64_t cost = cost_of(r, frame, inst);
    if (left < cost) return stop_late(r, inst->pos);
    left -= cost;
    r->out->steps += cost;
    if (!do_inst(r, inst, &entered)) return false;
    if (entered) return true;
  }
  if (left == 0) return stop_late(r, block->pos);
  r->out->steps++;
  return do_exit(r, block);
}

static bool start(Run *r, uint32_t func, const VdValue *args) {
  const VdFunc *f = r->machine->module->func.at[func];
  for (uint32_t i = 0; i < f->params; i++)
    if (!vd_sort_eq(args[i].sort, f->param[i].sort))
      return stop_run(r, VD_RUN_FAILED, "an argument of another sort", f->pos);
  if (f->kind == VD_FUNC_UNSUPPORTED) return fail_unsupported(r, f);
  if (f->kind == VD_FUNC_DEFINED) return push_frame(r, func, args, f->pos);
  if (!call_external(r, f, args, f->pos)) return false;
  r->out->status = VD_RUN_OK;
  r->out->result = vd_arena_copy(r->machine->arena, r->given.at,
                                 f->results * sizeof *r->given.at);
  return false;
}

void vd_ir_run(const VdInterp *machine, uint32_t func, const VdValue *args,
               VdRunResult *out) {
  Run r = {.machine = machine, .out = out, .lap = {.func = VD_NOWHERE}};
  *out = (VdRunResult){0};
  if (start(&r, func, args))
    while (do_block(&r)) continue;
  vd_work_add(VD_COST_RUN, 1);
  vd_work_add(VD_COST_STEP, r.out->steps);
  vd_vec_done(&r.frame);
  vd_vec_done(&r.value);
  vd_vec_done(&r.scratch);
  vd_vec_done(&r.given);
  vd_vec_done(&r.lap.arg);
  vd_map_done(&r.pointer);
}
