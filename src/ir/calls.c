// Who calls whom: groups of functions that call each other, which functions may
// be undefined, and walks over all that is called.
#include <stdlib.h>

#include "ir/canon.h"

typedef struct Calls {
  VdIdVec start, to;
  VD_VEC(bool) risky;  // of function: by itself, whatever it calls
} Calls;

static bool note_inst(Calls *c, const VdInst *inst) {
  if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_CALLPTR)
    vd_push(&c->to, inst->index);
  return inst->kind == VD_INST_REQUIRE;
}

static void note_func(Calls *c, const VdFunc *f) {
  bool risky = f->kind == VD_FUNC_UNSUPPORTED;
  vd_push(&c->start, c->to.len);
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    risky |= block->exit == VD_EXIT_STOP;
    for (uint32_t k = 0; k < block->inst.len; k++)
      risky |= note_inst(c, &block->inst.at[k]);
  }
  for (uint32_t i = 0; i < f->ref.len; i++) vd_push(&c->to, f->ref.at[i]);
  vd_push(&c->risky, risky);
}

static void init(Calls *c, const VdModule *m) {
  *c = (Calls){0};
  for (uint32_t i = 0; i < m->func.len; i++) note_func(c, m->func.at[i]);
  vd_push(&c->start, c->to.len);
}

static void done(Calls *c) {
  vd_vec_done(&c->start);
  vd_vec_done(&c->to);
  vd_vec_done(&c->risky);
}

uint32_t vd_module_groups(const VdModule *m, uint32_t *group) {
  Calls c;
  init(&c, m);
  VdGraph graph = {m->func.len, c.start.at, c.to.at};
  uint32_t count = vd_graph_scc(&graph, group);
  done(&c);
  return count;
}

static int by_number(const void *x, const void *y) {
  uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return a < b ? -1 : a > b;
}

// A group is risky as a whole: each of its functions calls all the others. What
// calls itself may do so for ever. Callees are in groups with smaller numbers,
// so in order of the callers' groups they are settled first.
static void spread(const Calls *c, uint32_t n, const uint32_t *group,
                   bool *risky) {
  VD_VEC(uint64_t) call = {0};  // group of the caller << 32 | of the callee
  for (uint32_t i = 0; i < n; i++) {
    if (c->risky.at[i]) risky[group[i]] = true;
    for (uint32_t k = c->start.at[i]; k < c->start.at[i + 1]; k++)
      if (group[c->to.at[k]] == group[i])
        risky[group[i]] = true;
      else
        vd_push(&call, (uint64_t)group[i] << 32 | group[c->to.at[k]]);
  }
  if (call.len) qsort(call.at, call.len, sizeof *call.at, by_number);
  for (uint32_t k = 0; k < call.len; k++)
    if (risky[(uint32_t)call.at[k]]) risky[call.at[k] >> 32] = true;
  vd_vec_done(&call);
}

void vd_module_find_risks(VdModule *m) {
  Calls c;
  init(&c, m);
  uint32_t n = m->func.len;
  uint32_t *group = vd_alloc(((size_t)n + 1) * sizeof *group);
  VdGraph graph = {n, c.start.at, c.to.at};
  bool *risky = vd_alloc((size_t)vd_graph_scc(&graph, group) + 1);
  spread(&c, n, group, risky);
  for (uint32_t i = 0; i < n; i++)
    m->func.at[i]->may_be_undefined = risky[group[i]];
  vd_free(group);
  vd_free(risky);
  done(&c);
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
