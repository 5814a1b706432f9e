// A function is written as bytes in which what does not matter is not, or is in
// an order of its own: blocks are in reverse post order; constants stand where
// they are used; a pure instruction is written when the first thing with an
// effect, or an exit, needs it, and gets the next number then. So neither the
// order nor the block of pure instructions counts, writes to memory aside.
#include "ir/canon.h"

// -------------------------------------------------------------------- bytes
void vd_canon_put_long(VdCanon *c, uint64_t n) {
  while (n >= 0x80) {
    vd_push(&c->out, (uint8_t)(n | 0x80));
    n >>= 7;
  }
  vd_push(&c->out, (uint8_t)n);
}

void vd_canon_bytes(VdCanon *c, const void *bytes, size_t n) {
  if (!n) return;
  VD_CHECK(n <= UINT32_MAX);
  vd_reserve(&c->out, (uint32_t)n);
  memcpy(c->out.at + c->out.len, bytes, n);
  c->out.len += (uint32_t)n;
}

void vd_canon_text(VdCanon *c, const char *text) {
  size_t n = strlen(text);
  vd_canon_put(c, n);
  vd_canon_bytes(c, text, n);
}

static void put_sort(VdCanon *c, VdSort sort) {
  vd_canon_put(c, sort.kind);
  vd_canon_put(c, sort.a);
  vd_canon_put(c, sort.b);
}

// --------------------------------------------------------------- references
static void put_node(VdCanon *c, uint32_t node) {
  c->refer(c->context, node);
}

// What a proof may rest on beside what functions do.
static void put_place(VdCanon *c, const VdGlobal *g) {
  if (!c->whole) return;
  vd_canon_put(c, g->closed);
  vd_canon_put(c, g->hidden);
  vd_canon_put(c, g->align);
}

static void put_named(VdCanon *c, const VdGlobal *g) {
  vd_canon_put(c, VD_TAG_NAMED);
  vd_canon_text(c, vd_global_known_as(g));
  vd_canon_put(c, g->size);
  put_place(c, g);
}

static void put_global(VdCanon *c, uint32_t global) {
  if (vd_global_is_constant(c->m, global))
    put_node(c, c->m->func.len + global);
  else
    put_named(c, &c->m->global.at[global]);
}

static void put_address(VdCanon *c, uint32_t func) {
  vd_canon_put(c, VD_TAG_ADDRESS);
  vd_canon_text(c, vd_func_known_as(c->m->func.at[func]));
  put_node(c, func);
}

// ------------------------------------------------------------- instructions
static void put_leaf(VdCanon *c, const VdInst *inst) {
  vd_canon_put(c, 0);
  if (inst->kind == VD_INST_GLOBAL) {
    put_global(c, inst->index);
  } else if (inst->kind == VD_INST_FUNC) {
    put_address(c, inst->index);
  } else {
    vd_canon_put(c, VD_TAG_CONST);
    put_sort(c, inst->value.sort);
    for (uint32_t i = 0; i < vd_sort_width(inst->value.sort); i += 64)
      vd_canon_put(c, vd_value_limb(&inst->value, i / 64));
  }
}

// A leaf, or the number of a value that has one.
static void put_ref(VdCanon *c, VdRef ref) {
  uint32_t number = c->number.at[ref.id];
  if (number == VD_CANON_LEAF)
    put_leaf(c, c->def.at[ref.id]);
  else
    vd_canon_put(c, number);
}

static void put_refs(VdCanon *c, const VdRef *refs, uint32_t n) {
  vd_canon_put(c, n);
  for (uint32_t i = 0; i < n; i++) put_ref(c, refs[i]);
}

static void put_slot(VdCanon *c, uint32_t slot) {
  if (!c->slot.at[slot]) c->slot.at[slot] = ++c->slots;
  vd_canon_put(c, c->slot.at[slot]);
  vd_canon_put(c, c->f->slot.at[slot].size);
  vd_canon_put(c, c->f->slot.at[slot].align);
}

// Writes an instruction whose arguments have numbers, and numbers its results.
static void put_inst(VdCanon *c, const VdInst *inst) {
  switch (inst->kind) {
    case VD_INST_OP:
      vd_canon_put(c, VD_TAG_OP);
      vd_canon_put(c, (uint64_t)inst->op);
      vd_canon_put(c, inst->imm);
      break;
    case VD_INST_UNDEF:  // in a loop it is another one each time round
      vd_canon_put(c, VD_TAG_UNDEF);
      put_sort(c, vd_func_sort(c->f, inst->first));
      vd_canon_put(c, c->home.at[inst->first.id]);
      break;
    case VD_INST_NEVER: vd_canon_put(c, VD_TAG_NEVER); break;
    case VD_INST_SLOT:
      vd_canon_put(c, VD_TAG_SLOT);
      put_slot(c, inst->index);
      break;
    case VD_INST_CALL:
    case VD_INST_CALLPTR:
      vd_canon_put(c,
                   inst->kind == VD_INST_CALL ? VD_TAG_CALL : VD_TAG_CALLPTR);
      put_node(c, inst->index);
      break;
    case VD_INST_REQUIRE: vd_canon_put(c, VD_TAG_REQUIRE); break;
    case VD_INST_CONST:
    case VD_INST_GLOBAL:
    case VD_INST_FUNC: VD_CHECK(!"leaves are written where they are used");
  }
  put_refs(c, inst->arg, inst->args);
  for (uint32_t r = 0; r < inst->results; r++)
    c->number.at[inst->first.id + r] = ++c->values;
}

// Pushes the arguments that have no number yet, the first one on top.
static inline bool push_missing(VdCanon *c, const VdRef *refs, uint32_t n) {
  uint32_t before = c->work.len;
  for (uint32_t i = n; i-- > 0;)
    if (!c->number.at[refs[i].id]) vd_push(&c->work, refs[i].id);
  return c->work.len > before;
}

// Writes the pure instructions that these values need.
static void need(VdCanon *c, const VdRef *refs, uint32_t n) {
  push_missing(c, refs, n);
  while (c->work.len) {
    uint32_t id = c->work.at[c->work.len - 1];
    const VdInst *inst = c->def.at[id];
    if (!c->number.at[id]) {
      VD_CHECK(inst);
      if (push_missing(c, inst->arg, inst->args)) continue;
      put_inst(c, inst);
    }
    c->work.len--;
  }
}

// ------------------------------------------------------------------- blocks
static void put_edge(VdCanon *c, const VdCfg *cfg, const VdEdge *edge) {
  vd_canon_put(c, cfg->rank[edge->block]);
  put_refs(c, edge->arg, edge->args);
}

static void put_exit(VdCanon *c, const VdCfg *cfg, const VdBlock *block) {
  if (block->exit == VD_EXIT_BRANCH) need(c, &block->cond, 1);
  for (uint32_t e = 0; e < vd_block_edges(block); e++)
    need(c, block->edge[e].arg, block->edge[e].args);
  switch (block->exit) {
    case VD_EXIT_JUMP:
      vd_canon_put(c, VD_TAG_JUMP);
      put_edge(c, cfg, &block->edge[0]);
      return;
    case VD_EXIT_BRANCH:
      vd_canon_put(c, VD_TAG_BRANCH);
      put_ref(c, block->cond);
      put_edge(c, cfg, &block->edge[0]);
      put_edge(c, cfg, &block->edge[1]);
      return;
    case VD_EXIT_RETURN:
      need(c, block->ret, c->f->results);
      vd_canon_put(c, VD_TAG_RETURN);
      put_refs(c, block->ret, c->f->results);
      return;
    case VD_EXIT_STOP:
    case VD_EXIT_NONE: vd_canon_put(c, VD_TAG_STOP); return;
  }
}

// A write stands where it is: what comes next may never end, and then others
// can see whether it was made.
static bool writes_memory(const VdInst *inst) {
  return inst->kind == VD_INST_OP &&
         (inst->op == VD_OP_STORE || inst->op == VD_OP_FILL ||
          inst->op == VD_OP_COPY || inst->op == VD_OP_UPDATE);
}

static void put_block(VdCanon *c, const VdCfg *cfg, const VdBlock *block) {
  vd_canon_put(c, VD_TAG_BLOCK);
  vd_canon_put(c, block->params);
  for (uint32_t p = 0; p < block->params; p++) {
    uint32_t id = block->first_param.id + p;
    put_sort(c, vd_func_sort(c->f, (VdRef){id}));
    c->number.at[id] = ++c->values;
  }
  for (uint32_t k = 0; k < block->inst.len; k++) {
    const VdInst *inst = &block->inst.at[k];
    if (vd_inst_is_pure(c->m, inst) && !writes_memory(inst)) continue;
    need(c, inst->arg, inst->args);
    if (!inst->results || !c->number.at[inst->first.id]) put_inst(c, inst);
  }
  put_exit(c, cfg, block);
}

static void clear(VdIdVec *ids, uint32_t n) {
  ids->len = 0;
  vd_reserve(ids, n);
  if (n) memset(ids->at, 0, n * sizeof *ids->at);
}

static void find_definitions(VdCanon *c, const VdCfg *cfg) {
  uint32_t n = c->f->sort.len + 1;
  clear(&c->number, n);
  vd_reserve(&c->home, n);
  clear(&c->slot, c->f->slot.len);
  vd_reserve(&c->def, n);
  memset(c->def.at, 0, n * sizeof *c->def.at);
  for (uint32_t b = 0; b < c->f->block.len; b++) {
    const VdBlock *block = &c->f->block.at[b];
    for (uint32_t k = 0; k < block->inst.len; k++) {
      const VdInst *inst = &block->inst.at[k];
      for (uint32_t r = 0; r < inst->results; r++)
        c->def.at[inst->first.id + r] = inst;
      if (vd_inst_is_leaf(inst)) c->number.at[inst->first.id] = VD_CANON_LEAF;
      if (inst->kind == VD_INST_UNDEF)
        c->home.at[inst->first.id] = cfg->rank[b];
    }
  }
}

static void put_body(VdCanon *c, const VdFunc *f) {
  VdCfg cfg;
  c->f = f;
  c->values = c->slots = 0;
  vd_cfg_init(&cfg, f);
  find_definitions(c, &cfg);
  for (uint32_t i = 0; i < cfg.count; i++)
    put_block(c, &cfg, &f->block.at[cfg.order[i]]);
  vd_cfg_done(&cfg);
}

// -------------------------------------------------------------------- nodes
static void put_signature(VdCanon *c, const VdFunc *f) {
  vd_canon_put(c, f->params);
  vd_canon_put(c, f->results);
  for (uint32_t i = 0; i < f->params + f->results; i++) {
    const VdParam *p = i < f->params ? &f->param[i] : &f->result[i - f->params];
    put_sort(c, p->sort);
    vd_canon_put(c, p->role);
  }
}

static void put_func(VdCanon *c, const VdFunc *f) {
  if (f->kind == VD_FUNC_UNSUPPORTED) {
    vd_canon_put(c, VD_TAG_OPAQUE);
    vd_canon_bytes(c, f->opaque.byte, sizeof f->opaque.byte);
    put_signature(c, f);
    vd_canon_put(c, f->ref.len);
    for (uint32_t i = 0; i < f->ref.len; i++) put_node(c, f->ref.at[i]);
    for (uint32_t i = 0; i < f->take.len; i++) put_address(c, f->take.at[i]);
  } else if (f->kind == VD_FUNC_DEFINED) {
    vd_canon_put(c, VD_TAG_DEFINED);
    put_signature(c, f);
    if (f->block.len) put_body(c, f);
  } else {
    vd_canon_put(c, VD_TAG_EXTERNAL);
    vd_canon_put(c, f->kind);
    vd_canon_text(c, f->link);
    if (c->whole) vd_canon_text(c, f->notes);
    put_signature(c, f);
  }
}

static void put_constant(VdCanon *c, const VdGlobal *g) {
  vd_canon_put(c, VD_TAG_GLOBAL);
  if (g->twin) vd_canon_text(c, vd_global_known_as(g));
  vd_canon_put(c, g->size);
  put_place(c, g);
  vd_canon_put(c, g->relocs);
  for (uint32_t i = 0; i < g->relocs; i++) {
    vd_canon_put(c, g->reloc[i].offset);
    vd_canon_put(c, (uint64_t)g->reloc[i].addend);
    if (g->reloc[i].function)
      put_address(c, g->reloc[i].index);
    else
      put_global(c, g->reloc[i].index);
  }
  // All zero may be written as no contents at all.
  bool zero = true;
  for (uint64_t i = 0; g->init && i < g->size && zero; i++) zero = !g->init[i];
  vd_canon_put(c, zero);
  if (!zero) vd_canon_bytes(c, g->init, g->size);
}

void vd_canon_node(VdCanon *c, uint32_t node) {
  uint32_t funcs = c->m->func.len;
  if (node < funcs)
    put_func(c, c->m->func.at[node]);
  else if (vd_global_is_constant(c->m, node - funcs))
    put_constant(c, &c->m->global.at[node - funcs]);
  else
    put_named(c, &c->m->global.at[node - funcs]);
}

void vd_canon_done(VdCanon *c) {
  vd_vec_done(&c->out);
  vd_vec_done(&c->number);
  vd_vec_done(&c->def);
  vd_vec_done(&c->home);
  vd_vec_done(&c->slot);
  vd_vec_done(&c->work);
}

// ---------------------------------------------------------- everything in full
// Nodes are numbered as they are first referred to, and written in that order.
typedef struct Whole {
  VdCanon canon;
  uint32_t *number;  // of node, from 1 on
  VdIdVec node;
} Whole;

static void refer_by_number(void *context, uint32_t node) {
  Whole *w = context;
  if (!w->number[node]) {
    vd_push(&w->node, node);
    w->number[node] = w->node.len;
  }
  vd_canon_put(&w->canon, VD_TAG_OWN);
  vd_canon_put(&w->canon, w->number[node]);
}

void vd_ir_canonical(const VdModule *m, uint32_t func, VdBuf *out) {
  Whole w = {.canon = {.m = m, .refer = refer_by_number, .whole = true}};
  w.canon.context = &w;
  w.number = vd_alloc(((size_t)m->func.len + m->global.len) * sizeof *w.number);
  refer_by_number(&w, func);
  for (uint32_t i = 0; i < w.node.len; i++)
    vd_canon_node(&w.canon, w.node.at[i]);
  vd_buf_add(out, w.canon.out.at, w.canon.out.len);
  vd_canon_done(&w.canon);
  vd_free(w.number);
  vd_vec_done(&w.node);
}
