// The steps of a machine as one graph.
#include "solve/mc_impl.h"

static void roots_of(const VdMcMachine *machine, VdLits *out) {
  for (uint32_t i = 0; i < machine->bads; i++) vd_push(out, machine->bad[i]);
  for (uint32_t i = 0; i < machine->constraints; i++)
    vd_push(out, machine->constraint[i]);
}

void vd_unroll_init(VdUnroll *unroll, const VdMcMachine *machine, bool reset) {
  *unroll = (VdUnroll){.from = machine->aig, .to = vd_aig_new()};
  unroll->reset = reset;
  VdLits roots = {0};
  roots_of(machine, &roots);
  vd_aig_cone(machine->aig, roots.at, roots.len, true, &unroll->cone);
  vd_vec_done(&roots);
}

void vd_unroll_done(VdUnroll *unroll) {
  vd_aig_free(unroll->to);
  vd_vec_done(&unroll->cone);
  vd_vec_done(&unroll->step);
  vd_arena_done(&unroll->arena);
}

static VdLit latch_lit(VdUnroll *unroll, uint32_t i) {
  VdReset reset = vd_aig_reset_at(unroll->from, i);
  if (unroll->step.len > 0)
    return vd_unroll_lit(unroll, unroll->step.len - 1,
                         vd_aig_next_at(unroll->from, i));
  if (!unroll->reset || reset == VD_RESET_FREE) return vd_aig_input(unroll->to);
  return reset == VD_RESET_1 ? VD_LIT_TRUE : VD_LIT_FALSE;
}

void vd_unroll_step(VdUnroll *unroll) {
  const VdAig *from = unroll->from;
  VdLit *map = VD_NEW_ARRAY(&unroll->arena, VdLit, vd_aig_nodes(from));
  for (uint32_t i = 0; i < unroll->cone.len; i++) {
    uint32_t node = unroll->cone.at[i];
    VdNodeKind kind = vd_aig_kind(from, node);
    if (kind == VD_NODE_INPUT) map[node] = vd_aig_input(unroll->to);
    if (kind == VD_NODE_LATCH)
      map[node] = latch_lit(unroll, vd_aig_index(from, node));
  }
  vd_aig_copy(from, &unroll->cone, unroll->to, map);
  vd_push(&unroll->step, map);
}

VdLit vd_unroll_lit(const VdUnroll *unroll, uint32_t step, VdLit lit) {
  VD_CHECK(step < unroll->step.len);
  return vd_lit_mapped(unroll->step.at[step], lit);
}
