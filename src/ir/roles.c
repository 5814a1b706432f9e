// Roles of values inside a function. Known is what comes from a parameter or a
// call with that role by way of writes, choices and parameters of blocks only.
#include "ir/loops.h"

enum { ROLE_OPEN = 255 };

typedef struct Roles {
  const VdModule *m;
  const VdFunc *f;
  const VdCfg *cfg;
} Roles;

static unsigned meet(unsigned x, unsigned y) {
  if (x == ROLE_OPEN || x == y) return y;
  return y == ROLE_OPEN ? x : VD_ROLE_VALUE;
}

static unsigned op_role(const uint8_t *role, const VdInst *inst) {
  switch (inst->op) {
    case VD_OP_STORE:
    case VD_OP_FILL:
    case VD_OP_COPY:
    case VD_OP_UPDATE: return role[inst->arg[0].id];
    case VD_OP_ITE: return meet(role[inst->arg[1].id], role[inst->arg[2].id]);
    default: return VD_ROLE_VALUE;
  }
}

static unsigned inst_role(const VdModule *m, const uint8_t *role,
                          const VdInst *inst, uint32_t r) {
  if (inst->kind == VD_INST_OP) return op_role(role, inst);
  if (inst->kind == VD_INST_UNDEF) return ROLE_OPEN;
  if (inst->kind != VD_INST_CALL && inst->kind != VD_INST_CALLPTR)
    return VD_ROLE_VALUE;
  VdRole found = m->func.at[inst->index]->result[r].role;
  return found == VD_ROLE_HALT ? VD_ROLE_VALUE : found;
}

static bool set_role(uint8_t *role, uint32_t id, unsigned now) {
  if (role[id] == now) return false;
  role[id] = (uint8_t)now;
  return true;
}

// Results whose role depends on those of arguments.
static bool hands_on(const VdInst *inst) {
  return inst->kind == VD_INST_OP &&
         (inst->op == VD_OP_STORE || inst->op == VD_OP_FILL ||
          inst->op == VD_OP_COPY || inst->op == VD_OP_UPDATE ||
          inst->op == VD_OP_ITE);
}

typedef VD_VEC(const VdInst *) Insts;

// What every instruction says by itself; those that hand on are in order.
static void start_roles(const Roles *r, uint8_t *role, Insts *handing,
                        VdIds *end) {
  for (uint32_t i = 0; i < r->cfg->count; i++) {
    const VdBlock *block = &r->f->block.at[r->cfg->order[i]];
    for (uint32_t n = 0; n < block->inst.len; n++) {
      const VdInst *inst = &block->inst.at[n];
      if (hands_on(inst)) {
        vd_push(handing, inst);
        continue;
      }
      for (uint32_t k = 0; k < inst->results; k++)
        role[inst->first.id + k] = (uint8_t)inst_role(r->m, role, inst, k);
    }
    vd_push(end, handing->len);
  }
}

static bool role_round(const Roles *r, uint8_t *role, const Insts *handing,
                       const VdIds *end) {
  const VdFunc *f = r->f;
  bool changed = false;
  for (uint32_t i = 0, k = 0; i < r->cfg->count; i++) {
    const VdBlock *block = &f->block.at[r->cfg->order[i]];
    for (; k < end->at[i]; k++)
      changed |= set_role(role, handing->at[k]->first.id,
                          op_role(role, handing->at[k]));
    for (uint32_t e = 0; e < vd_block_edges(block); e++) {
      const VdEdge *edge = &block->edge[e];
      uint32_t first = f->block.at[edge->block].first_param.id;
      for (uint32_t a = 0; a < edge->args; a++)
        changed |= set_role(role, first + a,
                            meet(role[first + a], role[edge->arg[a].id]));
    }
  }
  return changed;
}

uint8_t *vd_func_roles(const VdModule *m, const VdFunc *f, const VdCfg *cfg,
                       VdArena *arena) {
  Roles r = {m, f, cfg};
  uint32_t n = f->sort.len;
  uint8_t *role = VD_NEW_ARRAY(arena, uint8_t, (size_t)n + 1);
  memset(role, ROLE_OPEN, (size_t)n + 1);
  for (uint32_t i = 0; i < f->params; i++) {
    VdRole own = f->param[i].role;
    role[f->block.at[0].first_param.id + i] =
        own == VD_ROLE_HALT ? VD_ROLE_VALUE : (uint8_t)own;
  }
  Insts handing = {0};
  VdIds end = {0};
  start_roles(&r, role, &handing, &end);
  while (role_round(&r, role, &handing, &end)) continue;
  vd_vec_done(&handing);
  vd_vec_done(&end);
  for (uint32_t id = 1; id <= n; id++)
    if (role[id] == ROLE_OPEN) role[id] = VD_ROLE_VALUE;
  return role;
}
