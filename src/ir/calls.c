// Who calls whom: which functions call themselves, which may be undefined, and
// walks over all that is called.
#include <stdlib.h>

#include "ir/canon.h"

static bool is_call(const VdInst *inst) {
  return inst->kind == VD_INST_CALL || inst->kind == VD_INST_CALLPTR;
}

static void note_inst(VdCalls *c, const VdModule *m, const VdInst *inst) {
  if (is_call(inst)) {
    vd_push(&c->call, inst->index);
    vd_push(&c->direct, inst->kind == VD_INST_CALL);
    vd_push(&c->to, inst->index);
  } else if (inst->kind == VD_INST_FUNC) {
    vd_push(&c->to, inst->index);
  } else if (inst->kind == VD_INST_GLOBAL &&
             vd_global_is_constant(m, inst->index)) {
    vd_push(&c->to, m->func.len + inst->index);
  }
}

static void note_func(VdCalls *c, const VdModule *m, const VdFunc *f) {
  bool risky = f->kind == VD_FUNC_UNSUPPORTED;
  vd_push(&c->start, c->to.len);
  vd_push(&c->first_call, c->call.len);
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    risky |= block->exit == VD_EXIT_STOP;
    for (uint32_t k = 0; k < block->inst.len; k++) {
      const VdInst *inst = &block->inst.at[k];
      risky |= inst->kind == VD_INST_REQUIRE;
      note_inst(c, m, inst);
    }
  }
  for (uint32_t i = 0; i < f->ref.len; i++) {
    vd_push(&c->call, f->ref.at[i]);
    vd_push(&c->direct, false);
    vd_push(&c->to, f->ref.at[i]);
  }
  vd_push(&c->risky, risky);
}

static void note_global(VdCalls *c, const VdModule *m, uint32_t global) {
  const VdGlobal *g = &m->global.at[global];
  vd_push(&c->start, c->to.len);
  if (!vd_global_is_constant(m, global)) return;
  for (uint32_t i = 0; i < g->relocs; i++) {
    if (g->reloc[i].function)
      vd_push(&c->to, g->reloc[i].index);
    else if (vd_global_is_constant(m, g->reloc[i].index))
      vd_push(&c->to, m->func.len + g->reloc[i].index);
  }
}

void vd_calls_init(VdCalls *c, const VdModule *m) {
  *c = (VdCalls){0};
  for (uint32_t i = 0; i < m->func.len; i++) note_func(c, m, m->func.at[i]);
  vd_push(&c->first_call, c->call.len);
  for (uint32_t i = 0; i < m->global.len; i++) note_global(c, m, i);
  vd_push(&c->start, c->to.len);
}

void vd_calls_done(VdCalls *c) {
  vd_vec_done(&c->start);
  vd_vec_done(&c->to);
  vd_vec_done(&c->first_call);
  vd_vec_done(&c->call);
  vd_vec_done(&c->direct);
  vd_vec_done(&c->risky);
}

static int by_number(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a < b ? -1 : a > b;
}

// A group is risky as a whole: each of its functions calls all the others. What
// calls itself may do so for ever. Callees are in groups with smaller numbers,
// so in order of the callers' groups they are settled first.
static void spread(const VdCalls *c, uint32_t n, const uint32_t *group,
                   bool *risky) {
  VD_VEC(uint64_t) call = {0};  // group of the caller << 32 | of the callee
  for (uint32_t i = 0; i < n; i++) {
    if (c->risky.at[i]) risky[group[i]] = true;
    for (uint32_t k = c->first_call.at[i]; k < c->first_call.at[i + 1]; k++)
      if (group[c->call.at[k]] == group[i])
        risky[group[i]] = true;
      else
        vd_push(&call, (uint64_t)group[i] << 32 | group[c->call.at[k]]);
  }
  if (call.len) qsort(call.at, call.len, sizeof *call.at, by_number);
  for (uint32_t k = 0; k < call.len; k++)
    if (risky[(uint32_t)call.at[k]]) risky[call.at[k] >> 32] = true;
  vd_vec_done(&call);
}

static bool calls_own_group(const VdCalls *c, uint32_t func,
                            const uint32_t *group) {
  for (uint32_t k = c->first_call.at[func]; k < c->first_call.at[func + 1]; k++)
    if (c->direct.at[k] && group[c->call.at[k]] == group[func]) return true;
  return false;
}

void vd_calls_mark(const VdCalls *c, VdModule *m) {
  uint32_t n = m->func.len;
  uint32_t *group = vd_alloc(((size_t)n + 1) * sizeof *group);
  VdGraph graph = {n, c->first_call.at, c->call.at};
  bool *risky = vd_alloc((size_t)vd_graph_scc(&graph, group) + 1);
  spread(c, n, group, risky);
  for (uint32_t i = 0; i < n; i++) {
    m->func.at[i]->may_be_undefined = risky[group[i]];
    m->func.at[i]->recursive = calls_own_group(c, i, group);
  }
  vd_free(group);
  vd_free(risky);
}

void vd_ir_each(const VdModule *m, uint32_t func, VdInstVisit visit,
                void *context) {
  uint8_t *seen = vd_alloc((size_t)m->func.len + 1);
  VdIdVec work = {0};
  vd_push(&work, func);
  while (work.len) {
    uint32_t i = vd_pop(&work);
    if (seen[i]) continue;
    seen[i] = 1;
    for (uint32_t b = 0; b < m->func.at[i]->block.len; b++) {
      const VdBlock *block = &m->func.at[i]->block.at[b];
      for (uint32_t k = 0; k < block->inst.len; k++) {
        const VdInst *inst = &block->inst.at[k];
        visit(context, i, inst);
        if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_FUNC)
          vd_push(&work, inst->index);
      }
    }
  }
  vd_vec_done(&work);
  vd_free(seen);
}
