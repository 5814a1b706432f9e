// Machines made smaller, and what was found about them carried back.
//
// Signals are equal in steps in which the constraints hold. So the constraints
// themselves keep their gates: made one with what they imply, they would be
// gone. Latches are equal before the constraints of their step are looked at.
#include "solve/mc_impl.h"

static VdLit rep_of(const VdLit *rep, VdLit lit) {
  return rep ? vd_lit_mapped(rep, lit) : lit;
}

static void visit(const VdLit *rep, uint8_t *seen, VdNodes *todo, VdLit lit) {
  uint32_t node = vd_lit_node(rep_of(rep, lit));
  if (seen[node]) return;
  seen[node] = 1;
  vd_push(todo, node);
}

// What has to hold in every step: constraints, and hints that were proved.
static void collect_always(const VdMcMachine *from, const VdLit *rep,
                           VdLits *out) {
  for (uint32_t i = 0; i < from->constraints; i++)
    vd_push(out, from->constraint[i]);
  for (uint32_t i = 0; rep && i < from->hints; i++)
    if (rep_of(rep, from->hint[i]) == VD_LIT_TRUE) vd_push(out, from->hint[i]);
}

// Which nodes matter, when each stands for those that are equal to it. The cone
// is that of what always holds.
static uint8_t *needed(const VdMcMachine *from, const VdLit *rep,
                       const VdNodes *cone) {
  const VdAig *aig = from->aig;
  uint8_t *seen = vd_alloc(vd_aig_nodes(aig));
  VdNodes todo = {0};
  for (uint32_t i = 0; i < from->bads; i++)
    visit(rep, seen, &todo, from->bad[i]);
  for (uint32_t i = 0; !rep && i < from->hints; i++)
    visit(rep, seen, &todo, from->hint[i]);
  for (uint32_t i = 0; i < cone->len; i++)
    if (vd_aig_kind(aig, cone->at[i]) != VD_NODE_AND)
      visit(rep, seen, &todo, 2 * cone->at[i]);
  while (todo.len > 0) {
    uint32_t node = vd_pop(&todo);
    if (vd_aig_kind(aig, node) == VD_NODE_AND) {
      visit(rep, seen, &todo, vd_aig_left(aig, node));
      visit(rep, seen, &todo, vd_aig_right(aig, node));
    } else if (vd_aig_kind(aig, node) == VD_NODE_LATCH) {
      uint32_t i = vd_aig_index(aig, node);
      visit(rep, seen, &todo, vd_aig_next_at(aig, i));
    }
  }
  vd_vec_done(&todo);
  return seen;
}

static void set_back(VdReduced *r, uint32_t node, VdLit lit) {
  while (r->back.len <= vd_lit_node(lit)) vd_push(&r->back, VD_LIT_NONE);
  VdLit *back = &r->back.at[vd_lit_node(lit)];
  if (*back == VD_LIT_NONE) *back = vd_lit_not_if(2 * node, vd_lit_sign(lit));
}

static void set(VdReduced *r, uint32_t node, VdLit lit) {
  r->map[node] = lit;
  set_back(r, node, lit);
}

static VdLit mapped(const VdReduced *r, const VdLit *rep, VdLit lit) {
  return vd_lit_mapped(r->map, rep_of(rep, lit));
}

// Inputs and latches first: a node may be equal to a latch after it.
static void copy_leaves(VdReduced *r, const uint8_t *seen) {
  const VdAig *aig = r->from->aig;
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++) {
    uint32_t node = vd_lit_node(vd_aig_input_at(aig, i));
    if (seen[node]) set(r, node, vd_aig_input(r->aig));
  }
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    uint32_t node = vd_lit_node(vd_aig_latch_at(aig, i));
    if (seen[node]) set(r, node, vd_aig_latch(r->aig, vd_aig_reset_at(aig, i)));
  }
}

static void copy_ands(VdReduced *r, const uint8_t *seen, const VdLit *rep) {
  const VdAig *aig = r->from->aig;
  for (uint32_t node = 0; node < vd_aig_nodes(aig); node++) {
    if (!seen[node] || vd_aig_kind(aig, node) != VD_NODE_AND) continue;
    VdLit a = mapped(r, rep, vd_aig_left(aig, node));
    VdLit b = mapped(r, rep, vd_aig_right(aig, node));
    set(r, node, vd_aig_and(r->aig, a, b));
  }
}

static void copy_roots(VdReduced *r, const VdLit *rep) {
  const VdAig *aig = r->from->aig;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    VdLit latch = r->map[vd_lit_node(vd_aig_latch_at(aig, i))];
    if (latch != VD_LIT_NONE)
      vd_aig_set_next(r->aig, latch, mapped(r, rep, vd_aig_next_at(aig, i)));
  }
  for (uint32_t i = 0; i < r->from->bads; i++)
    vd_push(&r->bad, mapped(r, rep, r->from->bad[i]));
  for (uint32_t i = 0; !rep && i < r->from->hints; i++)
    vd_push(&r->hint, mapped(r, rep, r->from->hint[i]));
}

static void copy_always(VdReduced *r, const VdLit *rep, const VdLits *always,
                        const VdNodes *cone) {
  const VdAig *aig = r->from->aig;
  VdLit *plain = vd_alloc(vd_mul(vd_aig_nodes(aig), sizeof *plain));
  for (uint32_t i = 0; i < cone->len; i++)
    if (vd_aig_kind(aig, cone->at[i]) != VD_NODE_AND)
      plain[cone->at[i]] = mapped(r, rep, 2 * cone->at[i]);
  vd_aig_copy(aig, cone, r->aig, plain);
  for (uint32_t i = 0; i < cone->len; i++)
    set_back(r, cone->at[i], plain[cone->at[i]]);
  for (uint32_t i = 0; i < always->len; i++) {
    VdLit lit = vd_lit_mapped(plain, always->at[i]);
    if (lit != VD_LIT_TRUE) vd_push(&r->constraint, lit);
  }
  vd_free(plain);
}

void vd_reduced_init(VdReduced *r, const VdMcMachine *from, const VdLit *rep) {
  uint32_t nodes = vd_aig_nodes(from->aig);
  VdNodes cone = {0};
  VdLits always = {0};
  collect_always(from, rep, &always);
  vd_aig_cone(from->aig, always.at, always.len, false, &cone);
  uint8_t *seen = needed(from, rep, &cone);
  *r = (VdReduced){.from = from, .aig = vd_aig_new()};
  r->map = vd_alloc(vd_mul(nodes, sizeof *r->map));
  for (uint32_t i = 0; i < nodes; i++) r->map[i] = VD_LIT_NONE;
  set(r, 0, VD_LIT_FALSE);
  copy_leaves(r, seen);
  copy_ands(r, seen, rep);
  copy_roots(r, rep);
  copy_always(r, rep, &always, &cone);
  // What is equal to another has the other's literal.
  for (uint32_t i = 0; rep && i < nodes; i++)
    if (vd_lit_node(rep[i]) != i && r->map[vd_lit_node(rep[i])] != VD_LIT_NONE)
      r->map[i] = vd_lit_mapped(r->map, rep[i]);
  r->machine = (VdMcMachine){.aig = r->aig,
                             .bad = r->bad.at,
                             .bads = r->bad.len,
                             .constraint = r->constraint.at,
                             .constraints = r->constraint.len,
                             .hint = r->hint.at,
                             .hints = r->hint.len};
  vd_vec_done(&always);
  vd_vec_done(&cone);
  vd_free(seen);
}

void vd_reduced_done(VdReduced *r) {
  vd_aig_free(r->aig);
  vd_free(r->map);
  vd_vec_done(&r->back);
  vd_vec_done(&r->bad);
  vd_vec_done(&r->constraint);
  vd_vec_done(&r->hint);
}

// ----------------------------------------------------------------- and back

// What is gone does not matter, and is 0.
static bool value_of(const VdReduced *r, const VdMcTrace *trace, VdLit lit) {
  VdLit there = r->map[vd_lit_node(lit)];
  if (there == VD_LIT_NONE) return false;
  uint32_t node = vd_lit_node(there);
  bool value = vd_aig_kind(r->aig, node) == VD_NODE_LATCH &&
               trace->start[vd_aig_index(r->aig, node)];
  return value != vd_lit_sign(there);
}

VdMcTrace vd_reduced_trace(const VdReduced *r, const VdMcTrace *trace,
                           VdArena *arena) {
  const VdAig *aig = r->from->aig;
  VdMcTrace out = vd_mc_trace_new(arena, r->from, trace->steps);
  for (uint32_t i = 0; i < out.latches; i++) {
    VdReset reset = vd_aig_reset_at(aig, i);
    out.start[i] = reset == VD_RESET_1;
    if (reset == VD_RESET_FREE)
      out.start[i] = value_of(r, trace, vd_aig_latch_at(aig, i));
  }
  for (uint32_t i = 0; i < out.inputs; i++) {
    VdLit there = r->map[vd_lit_node(vd_aig_input_at(aig, i))];
    if (there == VD_LIT_NONE) continue;
    uint32_t from = vd_aig_index(r->aig, vd_lit_node(there));
    for (uint32_t step = 0; step < out.steps; step++)
      out.input[(size_t)step * out.inputs + i] =
          vd_mc_trace_input(trace, step, from);
  }
  return out;
}

void vd_reduced_clauses(const VdReduced *r, const VdProof *proof,
                        VdClauses *out) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < proof->clauses; i++) {
    for (; k < proof->end[i]; k++) {
      VdLit lit = vd_lit_mapped(r->back.at, proof->lit[k]);
      vd_push(&out->lit, lit);
    }
    vd_push(&out->end, out->lit.len);
  }
}
