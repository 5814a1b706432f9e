// Copies of modules. Strings are copied once each; positions repeat pointers to
// the same few of them.
#include "ir/inner.h"

typedef struct Copy {
  VdModule *m;
  VdMap string;  // address of a string: address of its copy
} Copy;

static const char *copy_str(Copy *c, const char *text) {
  if (!text) return NULL;
  uint64_t *slot = vd_map_put(&c->string, (uintptr_t)text);
  if (!*slot) *slot = (uintptr_t)vd_arena_str(&c->m->arena, text);
  return (const char *)(uintptr_t)*slot;
}

static VdPos copy_pos(Copy *c, VdPos pos) {
  pos.file = copy_str(c, pos.file);
  return pos;
}

static VdParam *copy_params(Copy *c, const VdParam *from, uint32_t n) {
  VdParam *to = VD_NEW_ARRAY(&c->m->arena, VdParam, n);
  for (uint32_t i = 0; i < n; i++) {
    to[i] = from[i];
    to[i].name = copy_str(c, from[i].name);
  }
  return to;
}

// --------------------------------------------------------------- functions
static VdInst copy_inst(Copy *c, VdInst inst) {
  inst.arg = vd_refs_copy(c->m, inst.arg, inst.args);
  if (inst.kind == VD_INST_CONST) {
    uint32_t width = vd_sort_width(inst.value.sort);
    if (width > 64)
      inst.value.limb = vd_arena_copy(&c->m->arena, inst.value.limb,
                                      (width + 63) / 64 * sizeof(uint64_t));
  }
  if (inst.kind == VD_INST_REQUIRE) inst.text = copy_str(c, inst.text);
  inst.pos = copy_pos(c, inst.pos);
  return inst;
}

static VdBlock copy_block(Copy *c, const VdFunc *f, const VdBlock *from) {
  VdBlock to = *from;
  memset(&to.inst, 0, sizeof to.inst);
  vd_reserve(&to.inst, from->inst.len);
  for (uint32_t k = 0; k < from->inst.len; k++)
    vd_push(&to.inst, copy_inst(c, from->inst.at[k]));
  for (uint32_t e = 0; e < vd_block_edges(from); e++)
    to.edge[e].arg = vd_refs_copy(c->m, from->edge[e].arg, from->edge[e].args);
  if (from->exit == VD_EXIT_RETURN)
    to.ret = vd_refs_copy(c->m, from->ret, f->results);
  to.pos = copy_pos(c, from->pos);
  if (!from->name) return to;
  to.name = VD_NEW_ARRAY(&c->m->arena, const char *, from->params);
  for (uint32_t i = 0; i < from->params; i++)
    to.name[i] = copy_str(c, from->name[i]);
  return to;
}

static void copy_body(Copy *c, VdFunc *to, const VdFunc *from) {
  memset(&to->block, 0, sizeof to->block);
  memset(&to->sort, 0, sizeof to->sort);
  memset(&to->slot, 0, sizeof to->slot);
  memset(&to->ref, 0, sizeof to->ref);
  memset(&to->take, 0, sizeof to->take);
  vd_reserve(&to->sort, from->sort.len);
  for (uint32_t i = 0; i < from->block.len; i++)
    vd_push(&to->block, copy_block(c, from, &from->block.at[i]));
  for (uint32_t i = 0; i < from->sort.len; i++)
    vd_push(&to->sort, from->sort.at[i]);
  for (uint32_t i = 0; i < from->slot.len; i++) {
    VdSlot slot = from->slot.at[i];
    slot.name = copy_str(c, slot.name);
    vd_push(&to->slot, slot);
  }
  for (uint32_t i = 0; i < from->ref.len; i++)
    vd_push(&to->ref, from->ref.at[i]);
  for (uint32_t i = 0; i < from->take.len; i++)
    vd_push(&to->take, from->take.at[i]);
}

static void copy_func(Copy *c, const VdFunc *from) {
  uint32_t func = vd_module_add_func(c->m, from->name);
  VdFunc *to = c->m->func.at[func];
  const char *name = to->name;
  *to = *from;
  to->name = name;
  to->link = copy_str(c, from->link);
  to->known_as = copy_str(c, from->known_as);
  to->type = copy_str(c, from->type);
  to->abi = copy_str(c, from->abi);
  to->notes = copy_str(c, from->notes);
  to->reason = copy_str(c, from->reason);
  to->pos = copy_pos(c, from->pos);
  to->param = copy_params(c, from->param, from->params);
  to->result = copy_params(c, from->result, from->results);
  copy_body(c, to, from);
}

// ----------------------------------------------------------------- globals
static void copy_global(Copy *c, const VdGlobal *from) {
  VdGlobal to = *from;
  to.name = copy_str(c, from->name);
  to.known_as = copy_str(c, from->known_as);
  to.pos = copy_pos(c, from->pos);
  if (from->init) to.init = vd_arena_copy(&c->m->arena, from->init, from->size);
  to.reloc = vd_arena_copy(&c->m->arena, from->reloc,
                           vd_mul(from->relocs, sizeof *from->reloc));
  vd_push(&c->m->global, to);
}

static void copy_fact(Copy *c, const VdFact *from) {
  VdFact to = *from;
  to.name = copy_str(c, from->name);
  to.value = copy_str(c, from->value);
  to.pos = copy_pos(c, from->pos);
  vd_push(&c->m->fact, to);
}

VdModule *vd_module_copy(const VdModule *m) {
  Copy c = {.m = vd_module_new(m->source)};
  for (uint32_t i = 0; i < m->global.len; i++)
    copy_global(&c, &m->global.at[i]);
  for (uint32_t i = 0; i < m->func.len; i++) copy_func(&c, m->func.at[i]);
  for (uint32_t i = 0; i < m->fact.len; i++) copy_fact(&c, &m->fact.at[i]);
  vd_map_done(&c.string);
  return c.m;
}
