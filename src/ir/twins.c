// Constants of equal contents that are told apart by their addresses.
//
// Contents are compared by a hash that leaves out the addresses in them: that
// takes more constants for twins than are, which is always right.
#include "ir/canon.h"

typedef struct Twins {
  VdModule *const *m;
  VdMap named[2], unnamed[2];  // contents to how many constants have them
  VdMap told;                  // contents of those whose addresses get around
} Twins;

uint64_t vd_global_contents(const VdGlobal *g) {
  uint64_t hash = g->size;
  for (uint64_t i = 0; g->init && i < g->size; i += sizeof hash) {
    uint64_t word = 0, left = g->size - i;
    memcpy(&word, g->init + i, left < sizeof word ? left : sizeof word);
    if (word) hash = vd_hash_mix(vd_hash_mix(hash, i), word);
  }
  return vd_hash_mix(hash, g->relocs);
}

static void count_contents(Twins *t, int side) {
  const VdModule *m = t->m[side];
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    if (!vd_global_is_constant(m, i)) continue;
    VdMap *map = g->unnamed ? &t->unnamed[side] : &t->named[side];
    ++*vd_map_put(map, vd_global_contents(g));
  }
}

static uint64_t count_of(const VdMap *map, uint64_t contents) {
  const uint64_t *n = vd_map_get(map, contents);
  return n ? *n : 0;
}

// ---------------------------------------------------- what becomes of
// addresses The values of a function that are made of addresses of such
// constants.
typedef struct Flow {
  const VdFunc *f;
  bool *made;  // by value id
  bool changed;
} Flow;

// In both versions, or in one: one with a name, and one without.
static bool is_mixed(const Twins *t, const VdModule *m, uint32_t global) {
  if (!vd_global_is_constant(m, global)) return false;
  uint64_t contents = vd_global_contents(&m->global.at[global]);
  return count_of(&t->named[0], contents) + count_of(&t->named[1], contents) &&
         count_of(&t->unnamed[0], contents) +
             count_of(&t->unnamed[1], contents);
}

static void make(Flow *flow, VdRef ref) {
  flow->changed |= !flow->made[ref.id];
  flow->made[ref.id] = true;
}

static bool is_made(const Flow *flow, const VdRef *refs, uint32_t n) {
  bool made = false;
  for (uint32_t i = 0; i < n; i++) made |= flow->made[refs[i].id];
  return made;
}

// Does an instruction give a number made of the address, or compare it?
static bool hands_on(const Flow *flow, const VdInst *inst) {
  return inst->kind == VD_INST_OP && inst->op != VD_OP_LOAD &&
         !vd_sort_is_mem(vd_func_sort(flow->f, inst->first));
}

static void flow_over_edges(Flow *flow, const VdBlock *block) {
  for (uint32_t e = 0; e < vd_block_edges(block); e++) {
    const VdEdge *edge = &block->edge[e];
    VdRef param = flow->f->block.at[edge->block].first_param;
    for (uint32_t i = 0; i < edge->args; i++, param.id++)
      if (flow->made[edge->arg[i].id]) make(flow, param);
  }
}

static void flow_through(Flow *flow) {
  do {
    flow->changed = false;
    for (uint32_t b = 0; b < flow->f->block.len; b++) {
      const VdBlock *block = &flow->f->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++) {
        const VdInst *inst = &block->inst.at[i];
        if (hands_on(flow, inst) && is_made(flow, inst->arg, inst->args))
          make(flow, inst->first);
      }
      flow_over_edges(flow, block);
    }
  } while (flow->changed);
}

// Is one compared, stored or returned? Where calls get them is not looked at.
static bool is_told(const Flow *flow) {
  for (uint32_t b = 0; b < flow->f->block.len; b++) {
    const VdBlock *block = &flow->f->block.at[b];
    if (block->exit == VD_EXIT_RETURN &&
        is_made(flow, block->ret, flow->f->results))
      return true;
    for (uint32_t i = 0; i < block->inst.len; i++) {
      const VdInst *inst = &block->inst.at[i];
      if (inst->kind != VD_INST_OP || !is_made(flow, inst->arg, inst->args))
        continue;
      if (vd_func_sort(flow->f, inst->first).kind == VD_SORT_BOOL ||
          (inst->op == VD_OP_STORE && is_made(flow, &inst->arg[2], 1)))
        return true;
    }
  }
  return false;
}

// Marks the values that are such addresses; false if there are none.
static bool find_addresses(const Twins *t, const VdModule *m, Flow *flow) {
  bool any = false;
  for (uint32_t b = 0; b < flow->f->block.len; b++) {
    const VdBlock *block = &flow->f->block.at[b];
    for (uint32_t i = 0; i < block->inst.len; i++) {
      const VdInst *inst = &block->inst.at[i];
      if (inst->kind != VD_INST_GLOBAL || !is_mixed(t, m, inst->index))
        continue;
      make(flow, inst->first);
      any = true;
    }
  }
  return any;
}

static void tell_all(Twins *t, const VdModule *m, const VdFunc *f) {
  for (uint32_t b = 0; b < f->block.len; b++)
    for (uint32_t i = 0; i < f->block.at[b].inst.len; i++) {
      const VdInst *inst = &f->block.at[b].inst.at[i];
      if (inst->kind == VD_INST_GLOBAL && is_mixed(t, m, inst->index))
        *vd_map_put(&t->told, vd_global_contents(&m->global.at[inst->index])) =
            1;
    }
}

static void find_told(Twins *t, const VdModule *m) {
  for (uint32_t i = 0; i < m->func.len; i++) {
    Flow flow = {.f = m->func.at[i]};
    flow.made = vd_alloc((size_t)flow.f->sort.len + 1);
    if (find_addresses(t, m, &flow)) {
      flow_through(&flow);
      if (is_told(&flow)) tell_all(t, m, flow.f);
    }
    vd_free(flow.made);
  }
}

// ------------------------------------------------------------------- marks
static bool is_twin(const Twins *t, const VdModule *m, uint32_t global) {
  const VdGlobal *g = &m->global.at[global];
  if (g->unnamed || !vd_global_is_constant(m, global)) return false;
  uint64_t contents = vd_global_contents(g);
  for (int k = 0; k < 2; k++)
    if (count_of(&t->named[k], contents) + count_of(&t->unnamed[k], contents) >
        1)
      return true;
  return vd_map_get(&t->told, contents);
}

void vd_ir_twins(VdModule *const m[2]) {
  Twins t = {.m = m};
  for (int k = 0; k < 2; k++) count_contents(&t, k);
  for (int k = 0; k < 2; k++) find_told(&t, m[k]);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < m[k]->global.len; i++)
      m[k]->global.at[i].twin = is_twin(&t, m[k], i);
  for (int k = 0; k < 2; k++) {
    vd_map_done(&t.named[k]);
    vd_map_done(&t.unnamed[k]);
  }
  vd_map_done(&t.told);
}
