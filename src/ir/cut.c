// Cut form: a loop takes with it what comes after it.
//
// A key is a loop and a stack of return points: where its caller goes on, where
// the caller's caller does, and so on out to the function that is cut. The
// function of a key is a copy of the loop in which a return goes on with a copy
// of the innermost caller's rest, which goes on with the next one's. A copy
// ends where the next loop is called: that is a call of another key's function.
//
// Frame 0 of a key is the loop, frame 1 its caller, and so on. The functions
// are acyclic. So what a rest uses is defined either on every way to the use
// within the rest, or before the return point on every way to it: copies need
// no new block parameters, and values from before come as parameters ("outer"
// values, which are the same throughout the rest).
//
// All keys are found, and all that may go wrong is looked at, before anything
// is made.
#include <stdlib.h>

#include "base/limit.h"
#include "ir/loops.h"

// What is looked up about a function.
typedef struct Info {
  const VdInst **leaf;  // of value: what makes it, if that can be repeated
  uint8_t *role;        // of value
  bool *fixed;  // of parameter: the function hands it to itself as it is
} Info;

typedef struct Point {
  uint32_t func, block, inst;  // the instruction after the call
  VdIds live;  // values from before the call that are used after it
} Point;

// The entry 0 is the empty stack.
typedef struct Stack {
  uint32_t point, next, depth;
} Stack;

typedef struct StackFrame {
  uint32_t func, stack;  // the stack that it returns to
  uint32_t block, inst;  // where it goes on
  uint32_t point;        // VD_NOWHERE for frame 0
} StackFrame;

typedef struct Outer {
  uint32_t frame, value;
} Outer;

typedef struct Key {
  uint32_t loop, stack;
  uint32_t frames, reached;  // frames that are returned to at all come first
  StackFrame *frame;
  VD_VEC(Outer) outer;  // parameters after the loop's own
  uint32_t func;        // made for it
} Key;

typedef struct Cut {
  VdModule *m;
  uint32_t root;  // its own key is the first one
  const VdFunc *root_func;
  VdArena arena;
  Info **info;  // of function
  VD_VEC(Point) point;
  VD_VEC(Stack) stack;
  VD_VEC(Key) key;
  uint32_t size;
  bool failed;
} Cut;

static const VdFunc *func_of(const Cut *c, uint32_t func) {
  return c->m->func.at[func];
}

// ---------------------------------------------------------------- functions
static bool is_forward(const VdFunc *f) {
  for (uint32_t b = 0; b < f->block.len; b++)
    for (uint32_t e = 0; e < vd_block_edges(&f->block.at[b]); e++)
      if (f->block.at[b].edge[e].block <= b) return false;
  return true;
}

static void find_fixed(const VdFunc *f, const VdInst *call, bool *fixed) {
  for (uint32_t i = 0; i < f->params; i++)
    if (call->arg[i].id != f->block.at[0].first_param.id + i) fixed[i] = false;
}

static Info *make_info(Cut *c, uint32_t func) {
  const VdFunc *f = func_of(c, func);
  Info *info = VD_NEW(&c->arena, Info);
  info->leaf = VD_NEW_ARRAY(&c->arena, const VdInst *, f->sort.len + 1);
  info->fixed = VD_NEW_ARRAY(&c->arena, bool, f->params);
  memset(info->fixed, true, f->params);
  for (uint32_t b = 0; b < f->block.len; b++)
    for (uint32_t k = 0; k < f->block.at[b].inst.len; k++) {
      const VdInst *inst = &f->block.at[b].inst.at[k];
      if (vd_inst_is_leaf(inst)) info->leaf[inst->first.id] = inst;
      if (inst->kind == VD_INST_CALL && inst->index == func)
        find_fixed(f, inst, info->fixed);
    }
  VdCfg cfg;
  vd_cfg_init(&cfg, f);
  info->role = vd_func_roles(c->m, f, &cfg, &c->arena);
  vd_cfg_done(&cfg);
  if (!is_forward(f)) c->failed = true;
  return info;
}

static const Info *info_of(Cut *c, uint32_t func) {
  if (!c->info[func]) c->info[func] = make_info(c, func);
  return c->info[func];
}

static bool is_loop_call(const Cut *c, const VdInst *inst) {
  return inst->kind == VD_INST_CALL && func_of(c, inst->index)->loop;
}

// The first call of a loop from an instruction on, or the end of the block.
static uint32_t next_loop(const Cut *c, const VdBlock *block, uint32_t from) {
  uint32_t k = from;
  while (k < block->inst.len && !is_loop_call(c, &block->inst.at[k])) k++;
  return k;
}

static bool is_tail(const VdFunc *f, const VdBlock *block, uint32_t k) {
  const VdInst *call = &block->inst.at[k];
  if (block->exit != VD_EXIT_RETURN || k + 1 != block->inst.len ||
      call->results != f->results)
    return false;
  for (uint32_t i = 0; i < f->results; i++)
    if (block->ret[i].id != call->first.id + i) return false;
  return true;
}

// ------------------------------------------------------------ return points
typedef struct Rest {
  bool *used, *defined;  // of value
} Rest;

static void note_uses(Rest *r, const VdRef *refs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) r->used[refs[i].id] = true;
}

static void note_defs(Rest *r, VdRef first, uint32_t n) {
  if (n) memset(r->defined + first.id, true, n);
}

static void note_block(Rest *r, const VdFunc *f, const VdBlock *block,
                       uint32_t from) {
  if (!from) note_defs(r, block->first_param, block->params);
  for (uint32_t k = from; k < block->inst.len; k++) {
    const VdInst *inst = &block->inst.at[k];
    note_uses(r, inst->arg, inst->args);
    note_defs(r, inst->first, inst->results);
  }
  if (block->exit == VD_EXIT_BRANCH) note_uses(r, &block->cond, 1);
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    note_uses(r, block->edge[e].arg, block->edge[e].args);
  if (block->exit == VD_EXIT_RETURN) note_uses(r, block->ret, f->results);
}

static void find_live(Cut *c, Point *p) {
  const VdFunc *f = func_of(c, p->func);
  uint32_t values = f->sort.len + 1;
  bool *store = vd_alloc(vd_add(vd_mul(values, 2), f->block.len));
  bool *reached = store + 2 * (size_t)values;
  Rest rest = {store, store + values};
  const VdInst *call = &f->block.at[p->block].inst.at[p->inst - 1];
  note_defs(&rest, call->first, call->results);
  reached[p->block] = true;
  for (uint32_t b = p->block; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    if (!reached[b]) continue;
    note_block(&rest, f, block, b == p->block ? p->inst : 0);
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      reached[block->edge[e].block] = true;
  }
  for (uint32_t id = 1; id < values; id++)
    if (rest.used[id] && !rest.defined[id]) vd_push(&p->live, id);
  vd_free(store);
}

static uint32_t put_point(Cut *c, uint32_t func, uint32_t block,
                          uint32_t inst) {
  for (uint32_t i = 0; i < c->point.len; i++) {
    const Point *p = &c->point.at[i];
    if (p->func == func && p->block == block && p->inst == inst) return i;
  }
  Point point = {.func = func, .block = block, .inst = inst};
  find_live(c, &point);
  vd_push(&c->point, point);
  return c->point.len - 1;
}

static uint32_t put_stack(Cut *c, uint32_t point, uint32_t next) {
  for (uint32_t i = 1; i < c->stack.len; i++)
    if (c->stack.at[i].point == point && c->stack.at[i].next == next) return i;
  vd_push(&c->stack, (Stack){point, next, c->stack.at[next].depth + 1});
  return c->stack.len - 1;
}

// --------------------------------------------------------------------- keys
static void make_frames(Cut *c, Key *key) {
  uint32_t stack = key->stack;
  key->frames = c->stack.at[stack].depth + 1;
  key->frame = VD_NEW_ARRAY(&c->arena, StackFrame, key->frames);
  key->frame[0] = (StackFrame){key->loop, stack, 0, 0, VD_NOWHERE};
  for (uint32_t d = 1; d < key->frames; d++) {
    uint32_t point = c->stack.at[stack].point;
    const Point *p = &c->point.at[point];
    stack = c->stack.at[stack].next;
    key->frame[d] = (StackFrame){p->func, stack, p->block, p->inst, point};
  }
}

// What a frame gave to the frame inside it, and that hands on as it is, is one
// value: the innermost of them.
static Outer resolve(Cut *c, const Key *key, Outer o) {
  while (o.frame) {
    const StackFrame *frame = &key->frame[o.frame];
    uint32_t inner = key->frame[o.frame - 1].func, i = 0;
    const VdInst *call = &func_of(c, frame->func)
                              ->block.at[frame->block]
                              .inst.at[frame->inst - 1];
    const bool *fixed = info_of(c, inner)->fixed;
    while (i < call->args && !(fixed[i] && call->arg[i].id == o.value)) i++;
    if (i == call->args) break;
    uint32_t first = func_of(c, inner)->block.at[0].first_param.id;
    o = (Outer){o.frame - 1, first + i};
  }
  return o;
}

static void put_outer(Key *key, Outer o) {
  for (uint32_t i = 0; i < key->outer.len; i++)
    if (key->outer.at[i].frame == o.frame && key->outer.at[i].value == o.value)
      return;
  vd_push(&key->outer, o);
}

static int outer_order(const void *x, const void *y) {
  const Outer *a = x, *b = y;
  if (a->frame != b->frame) return a->frame < b->frame ? -1 : 1;
  return a->value < b->value ? -1 : a->value > b->value;
}

static void find_outer(Cut *c, Key *key) {
  for (uint32_t d = 1; d < key->frames; d++) {
    const VdIds *live = &c->point.at[key->frame[d].point].live;
    const Info *info = info_of(c, key->frame[d].func);
    for (uint32_t i = 0; i < live->len; i++) {
      if (info->leaf[live->at[i]]) continue;
      Outer o = resolve(c, key, (Outer){d, live->at[i]});
      if (o.frame) put_outer(key, o);
    }
  }
  if (key->outer.len > 1)
    qsort(key->outer.at, key->outer.len, sizeof *key->outer.at, outer_order);
}

static uint32_t put_key(Cut *c, uint32_t loop, uint32_t stack) {
  for (uint32_t i = 0; i < c->key.len; i++)
    if (c->key.at[i].loop == loop && c->key.at[i].stack == stack) return i;
  Key key = {.loop = loop, .stack = stack};
  if (c->key.len > vd_limit->cut_funcs || !func_of(c, loop)->block.len ||
      (func_of(c, loop)->slot.len && loop != c->root))
    c->failed = true;
  if (c->failed) return 0;
  info_of(c, loop);
  make_frames(c, &key);
  find_outer(c, &key);
  vd_push(&c->key, key);
  return c->key.len - 1;
}

// The key that a frame's call of a loop is for. A loop's next round returns to
// where the loop does; a return point with nothing to do is left out where
// there is nothing further out either.
static uint32_t key_of_call(Cut *c, const StackFrame *frame, uint32_t b,
                            uint32_t k) {
  const VdFunc *f = func_of(c, frame->func);
  uint32_t callee = f->block.at[b].inst.at[k].index;
  bool tail = is_tail(f, &f->block.at[b], k);
  if (tail && (callee == frame->func || !frame->stack))
    return put_key(c, callee, frame->stack);
  uint32_t point = put_point(c, frame->func, b, k + 1);
  return put_key(c, callee, put_stack(c, point, frame->stack));
}

static bool has_slot(const VdBlock *block, uint32_t from, uint32_t to) {
  for (uint32_t k = from; k < to; k++)
    if (block->inst.at[k].kind == VD_INST_SLOT) return true;
  return false;
}

// Looks at what is copied of a frame; true if it returns.
static bool scan_frame(Cut *c, const StackFrame *frame, bool may_have_slots) {
  const VdFunc *f = func_of(c, frame->func);
  bool *reached = vd_alloc(f->block.len), returns = false;
  reached[frame->block] = true;
  for (uint32_t b = frame->block; b < f->block.len && !c->failed; b++) {
    const VdBlock *block = &f->block.at[b];
    if (!reached[b]) continue;
    uint32_t from = b == frame->block ? frame->inst : 0;
    uint32_t to = next_loop(c, block, from);
    c->size += to - from + 1;
    if (c->size > vd_limit->cut_size) c->failed = true;
    if (!may_have_slots && has_slot(block, from, to)) c->failed = true;
    if (to < block->inst.len) {
      key_of_call(c, frame, b, to);
      continue;
    }
    returns |= block->exit == VD_EXIT_RETURN;
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      reached[block->edge[e].block] = true;
  }
  vd_free(reached);
  return returns;
}

static void find_keys(Cut *c) {
  put_key(c, c->root, 0);
  for (uint32_t i = 0; i < c->key.len && !c->failed; i++) {
    const StackFrame *frame = c->key.at[i].frame;
    uint32_t n = c->key.at[i].frames, d = 0;
    while (d < n && scan_frame(c, &frame[d], i == 0)) d++;
    c->key.at[i].reached = d < n ? d + 1 : n;
  }
}

// --------------------------------------------------------------- signatures
static VdParam outer_param(Cut *c, const Key *key, Outer o) {
  uint32_t func = key->frame[o.frame].func;
  const VdFunc *f = func_of(c, func);
  uint32_t first = f->block.at[0].first_param.id;
  VdRole role = info_of(c, func)->role[o.value];
  VdParam param = {vd_func_sort(f, (VdRef){o.value}), role, ""};
  if (f->params && o.value >= first && o.value - first < f->params)
    param.name = f->param[o.value - first].name;
  return param;
}

static void make_signature(Cut *c, const Key *key, VdFunc *g) {
  const VdFunc *loop = func_of(c, key->loop);
  g->params = loop->params + key->outer.len;
  g->param = VD_NEW_ARRAY(&c->m->arena, VdParam, g->params);
  for (uint32_t i = 0; i < loop->params; i++) g->param[i] = loop->param[i];
  for (uint32_t i = 0; i < key->outer.len; i++)
    g->param[loop->params + i] = outer_param(c, key, key->outer.at[i]);
  g->results = c->root_func->results;
  g->result = c->root_func->result;
  g->local = g->loop = true;
  g->parent = c->root;
  g->pos = loop->pos;
}

static void add_func(Cut *c, uint32_t i) {
  Key *key = &c->key.at[i];
  uint32_t number = 1;
  for (uint32_t k = 1; k < i; k++) number += c->key.at[k].loop == key->loop;
  VdBuf name = {0};
  vd_buf_printf(&name, "%s.cut%u", func_of(c, key->loop)->name, number);
  key->func = vd_module_add_func(c->m, vd_buf_text(&name));
  make_signature(c, key, c->m->func.at[key->func]);
  vd_buf_done(&name);
}

// ------------------------------------------------------------------- copies
typedef struct Copy {
  Cut *c;
  const Key *key;
  VdFunc *g;
  uint32_t **value;  // of frame and value: the copy, 0 if there is none
  uint32_t **place;  // of frame and block: the copy, 0 if there is none
} Copy;

static uint32_t copy_of(const Copy *y, uint32_t d, uint32_t value) {
  uint32_t id = y->value[d][value];
  if (!id) {
    Outer o = resolve(y->c, y->key, (Outer){d, value});
    id = y->value[o.frame][o.value];
  }
  VD_CHECK(id);
  return id;
}

static VdRef *copy_refs(const Copy *y, uint32_t d, const VdRef *refs,
                        uint32_t n) {
  VdRef *to = VD_NEW_ARRAY(&y->c->m->arena, VdRef, n);
  for (uint32_t i = 0; i < n; i++) to[i].id = copy_of(y, d, refs[i].id);
  return to;
}

// New values for n ones in a row.
static VdRef copy_values(Copy *y, uint32_t d, VdRef first, uint32_t n) {
  const VdFunc *f = func_of(y->c, y->key->frame[d].func);
  for (uint32_t i = 0; i < n; i++) {
    VdRef old = {first.id + i};
    y->value[d][old.id] = vd_func_value(y->g, vd_func_sort(f, old)).id;
  }
  return (VdRef){n ? y->value[d][first.id] : 0};
}

static void copy_inst(Copy *y, uint32_t d, const VdInst *from, uint32_t to) {
  VdInst inst = *from;
  inst.arg = copy_refs(y, d, from->arg, from->args);
  inst.first = copy_values(y, d, from->first, from->results);
  vd_block_append(y->g, to, inst);
}

// The block ends with a call of another key's function.
static void end_with_call(Copy *y, uint32_t d, const VdInst *call,
                          const Key *key, uint32_t to) {
  VdFunc *g = y->g;
  const VdFunc *callee = func_of(y->c, key->func);
  // The frames of both keys are the same ones from the outside.
  uint32_t shift = y->key->frames - key->frames;
  VdInst inst = {.kind = VD_INST_CALL,
                 .index = key->func,
                 .args = call->args + key->outer.len,
                 .results = g->results,
                 .pos = call->pos};
  inst.arg = VD_NEW_ARRAY(&y->c->m->arena, VdRef, inst.args);
  for (uint32_t i = 0; i < call->args; i++)
    inst.arg[i].id = copy_of(y, d, call->arg[i].id);
  for (uint32_t i = 0; i < key->outer.len; i++) {
    Outer o = key->outer.at[i];
    inst.arg[call->args + i].id = copy_of(y, o.frame + shift, o.value);
  }
  VdRef *ret = VD_NEW_ARRAY(&y->c->m->arena, VdRef, g->results);
  for (uint32_t i = 0; i < g->results; i++)
    ret[i] = vd_func_value(g, callee->result[i].sort);
  if (g->results) inst.first = ret[0];
  vd_block_append(g, to, inst);
  g->block.at[to].exit = VD_EXIT_RETURN;
  g->block.at[to].ret = ret;
  g->block.at[to].pos = call->pos;
}

static void copy_return(Copy *y, uint32_t d, const VdBlock *from, VdBlock *to) {
  uint32_t n = func_of(y->c, y->key->frame[d].func)->results;
  VdRef *ret = copy_refs(y, d, from->ret, n);
  if (d + 1 == y->key->frames) {
    to->ret = ret;
    return;
  }
  to->exit = VD_EXIT_JUMP;
  to->edge[0] = (VdEdge){y->place[d + 1][y->key->frame[d + 1].block], n, ret};
}

static void copy_exit(Copy *y, uint32_t d, const VdBlock *from, VdBlock *to) {
  to->exit = from->exit;
  to->pos = from->pos;
  if (from->exit == VD_EXIT_BRANCH) to->cond.id = copy_of(y, d, from->cond.id);
  for (uint32_t e = 0; e < vd_block_edges(from); e++) {
    const VdEdge *edge = &from->edge[e];
    to->edge[e] = (VdEdge){y->place[d][edge->block], edge->args,
                           copy_refs(y, d, edge->arg, edge->args)};
  }
  if (from->exit == VD_EXIT_RETURN) copy_return(y, d, from, to);
}

// Places for what can be reached, with parameters.
static void place_blocks(Copy *y, uint32_t d) {
  const StackFrame *frame = &y->key->frame[d];
  const VdFunc *f = func_of(y->c, frame->func);
  uint32_t *place = y->place[d];
  for (uint32_t b = frame->block; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    bool starts = b == frame->block;
    if (!starts && !place[b]) continue;
    if (!starts) {
      place[b] = vd_func_block(y->g);
      VdRef first = copy_values(y, d, block->first_param, block->params);
      y->g->block.at[place[b]].first_param = first;
      y->g->block.at[place[b]].params = block->params;
      if (block->name)
        y->g->block.at[place[b]].name = vd_arena_copy(
            &y->c->m->arena, block->name, block->params * sizeof *block->name);
    }
    if (next_loop(y->c, block, starts ? frame->inst : 0) < block->inst.len)
      continue;
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      place[block->edge[e].block] = VD_NOWHERE;
  }
}

static void copy_blocks(Copy *y, uint32_t d) {
  const StackFrame *frame = &y->key->frame[d];
  const VdFunc *f = func_of(y->c, frame->func);
  for (uint32_t b = frame->block; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    bool starts = b == frame->block;
    uint32_t to = y->place[d][b], from = starts ? frame->inst : 0;
    if (!to && (d || !starts)) continue;
    uint32_t end = next_loop(y->c, block, from);
    for (uint32_t k = from; k < end; k++)
      copy_inst(y, d, &block->inst.at[k], to);
    if (end == block->inst.len) {
      copy_exit(y, d, block, &y->g->block.at[to]);
      continue;
    }
    uint32_t key = key_of_call(y->c, frame, b, end);
    end_with_call(y, d, &block->inst.at[end], &y->c->key.at[key], to);
  }
}

// The first block of a caller's rest gets the call's results, and repeats the
// leaves that the rest uses.
static void start_rest(Copy *y, uint32_t d) {
  const StackFrame *frame = &y->key->frame[d];
  const VdFunc *f = func_of(y->c, frame->func);
  const VdInst *call = &f->block.at[frame->block].inst.at[frame->inst - 1];
  const VdIds *live = &y->c->point.at[frame->point].live;
  const Info *info = info_of(y->c, frame->func);
  uint32_t to = y->place[d][frame->block];
  VdRef first = copy_values(y, d, call->first, call->results);
  y->g->block.at[to].first_param = first;
  y->g->block.at[to].params = call->results;
  for (uint32_t i = 0; i < live->len; i++)
    if (info->leaf[live->at[i]]) copy_inst(y, d, info->leaf[live->at[i]], to);
}

static void make_params(Copy *y) {
  const VdBlock *entry = &func_of(y->c, y->key->loop)->block.at[0];
  copy_values(y, 0, entry->first_param, entry->params);
  for (uint32_t i = 0; i < y->key->outer.len; i++) {
    Outer o = y->key->outer.at[i];
    copy_values(y, o.frame, (VdRef){o.value}, 1);
  }
  y->g->block.at[0].params = y->g->params;
  y->g->block.at[0].first_param.id = y->g->params ? 1 : 0;
}

static void make_body(Cut *c, const Key *key, VdFunc *g) {
  VdArena arena = {0};
  Copy y = {.c = c, .key = key, .g = g};
  y.value = VD_NEW_ARRAY(&arena, uint32_t *, key->frames);
  y.place = VD_NEW_ARRAY(&arena, uint32_t *, key->frames);
  for (uint32_t d = 0; d < key->frames; d++) {
    const VdFunc *f = func_of(c, key->frame[d].func);
    y.value[d] = VD_NEW_ARRAY(&arena, uint32_t, f->sort.len + 1);
    y.place[d] = VD_NEW_ARRAY(&arena, uint32_t, f->block.len);
    y.place[d][key->frame[d].block] = vd_func_block(g);
  }
  make_params(&y);
  for (uint32_t d = 0; d < key->reached; d++) {
    if (d) start_rest(&y, d);
    place_blocks(&y, d);
    copy_blocks(&y, d);
  }
  vd_arena_done(&arena);
}

// -------------------------------------------------------------------- result
static void free_body(VdFunc *f) {
  for (uint32_t b = 0; b < f->block.len; b++) vd_vec_done(&f->block.at[b].inst);
  vd_vec_done(&f->block);
  vd_vec_done(&f->sort);
}

// The function's own body is needed until all copies are made.
static void make_all(Cut *c) {
  VdFunc *f = c->m->func.at[c->root], now = *f;
  for (uint32_t i = 1; i < c->key.len; i++) add_func(c, i);
  c->key.at[0].func = c->root;
  memset(&now.block, 0, sizeof now.block);
  memset(&now.sort, 0, sizeof now.sort);
  for (uint32_t i = 0; i < c->key.len; i++) {
    const Key *key = &c->key.at[i];
    make_body(c, key, i ? c->m->func.at[key->func] : &now);
  }
  free_body(f);
  *f = now;
  for (uint32_t i = 0; i < c->key.len; i++)
    vd_func_clean(c->m, c->m->func.at[c->key.at[i].func]);
}

static void done(Cut *c) {
  for (uint32_t i = 0; i < c->point.len; i++) vd_vec_done(&c->point.at[i].live);
  for (uint32_t i = 0; i < c->key.len; i++) vd_vec_done(&c->key.at[i].outer);
  vd_vec_done(&c->point);
  vd_vec_done(&c->stack);
  vd_vec_done(&c->key);
  vd_arena_done(&c->arena);
}

bool vd_ir_cut(VdModule *m, uint32_t func) {
  Cut c = {.m = m, .root = func, .root_func = m->func.at[func]};
  c.info = VD_NEW_ARRAY(&c.arena, Info *, m->func.len);
  vd_push(&c.stack, (Stack){0});
  find_keys(&c);
  if (!c.failed && c.key.len > 1) make_all(&c);
  done(&c);
  vd_debug_verify(m);
  return !c.failed;
}
