// Bounded search from reset, and induction from any state, one step deeper at a
// time. Both keep their solver: what was learned stays.
#include "solve/mc_impl.h"

// A machine unrolled in a solver.
typedef struct Side {
  VdUnroll unroll;
  VdSat *sat;
  VdCnf cnf;
} Side;

struct VdBounded {
  const VdMcMachine *machine;
  Side search, induct;
  uint32_t depth;  // so many first steps are free of bad ones
};

static void side_init(Side *side, const VdMcMachine *machine, bool reset,
                      bool shallow) {
  vd_unroll_init(&side->unroll, machine, reset);
  side->sat = vd_sat_new();
  if (shallow) vd_sat_plain(side->sat);
  side->cnf = (VdCnf){.aig = side->unroll.to, .sat = side->sat};
}

static void side_done(Side *side) {
  vd_cnf_done(&side->cnf);
  vd_sat_free(side->sat);
  vd_unroll_done(&side->unroll);
}

VdBounded *vd_bounded_new(const VdMcMachine *machine, bool shallow) {
  VdBounded *bounded = vd_alloc(sizeof *bounded);
  bounded->machine = machine;
  side_init(&bounded->search, machine, true, shallow);
  side_init(&bounded->induct, machine, false, shallow);
  return bounded;
}

void vd_bounded_free(VdBounded *bounded) {
  if (!bounded) return;
  side_done(&bounded->search);
  side_done(&bounded->induct);
  vd_free(bounded);
}

uint32_t vd_bounded_depth(const VdBounded *bounded) {
  return bounded->depth;
}

// That some bad literal is true in this step.
static VdLit bad_at(const VdMcMachine *machine, Side *side, uint32_t step) {
  VdLits bad = {0};
  for (uint32_t i = 0; i < machine->bads; i++) {
    VdLit lit = vd_unroll_lit(&side->unroll, step, machine->bad[i]);
    vd_push(&bad, lit);
  }
  VdLit any = vd_aig_any(side->unroll.to, bad.at, bad.len);
  vd_vec_done(&bad);
  return any;
}

// Makes steps up to this one. In those before it nothing is bad.
static void reach(const VdMcMachine *machine, Side *side, uint32_t step) {
  while (side->unroll.step.len <= step) {
    uint32_t next = side->unroll.step.len;
    if (next > 0)
      vd_cnf_assert(&side->cnf, vd_lit_not(bad_at(machine, side, next - 1)));
    vd_unroll_step(&side->unroll);
    for (uint32_t i = 0; i < machine->constraints; i++)
      vd_cnf_assert(&side->cnf,
                    vd_unroll_lit(&side->unroll, next, machine->constraint[i]));
  }
}

static VdMcTrace trace_of(const VdBounded *bounded, VdArena *arena) {
  const VdMcMachine *machine = bounded->machine;
  const Side *side = &bounded->search;
  VdMcTrace trace = vd_mc_trace_new(arena, machine, bounded->depth + 1);
  for (uint32_t i = 0; i < trace.latches; i++) {
    VdLit lit = vd_aig_latch_at(machine->aig, i);
    VdReset reset = vd_aig_reset_at(machine->aig, i);
    trace.start[i] = reset == VD_RESET_1;
    if (reset == VD_RESET_FREE)
      trace.start[i] =
          vd_cnf_value(&side->cnf, vd_unroll_lit(&side->unroll, 0, lit));
  }
  for (uint32_t step = 0; step < trace.steps; step++)
    for (uint32_t i = 0; i < trace.inputs; i++) {
      VdLit lit = vd_aig_input_at(machine->aig, i);
      trace.input[(size_t)step * trace.inputs + i] =
          vd_cnf_value(&side->cnf, vd_unroll_lit(&side->unroll, step, lit));
    }
  return trace;
}

// Is there a bad run of depth + 1 steps?
static void search(VdBounded *bounded, const VdBudget *budget, VdArena *arena,
                   VdMcFound *found) {
  Side *side = &bounded->search;
  reach(bounded->machine, side, bounded->depth);
  VdLit bad = bad_at(bounded->machine, side, bounded->depth);
  if (bad == VD_LIT_FALSE) {
    bounded->depth++;
    return;
  }
  int is = vd_cnf_lit(&side->cnf, bad);
  vd_sat_assume(side->sat, is);
  switch (vd_sat_solve(side->sat, budget)) {
    case VD_SAT_UNKNOWN: break;
    case VD_SAT_SAT:
      found->answer = VD_MC_BAD;
      found->trace = trace_of(bounded, arena);
      break;
    case VD_SAT_UNSAT:
      if (!vd_sat_failed(side->sat, is)) {
        found->answer = VD_MC_SAFE;
        found->proof = vd_proof_new(arena, VD_PROOF_ENDS, bounded->depth, NULL);
      }
      bounded->depth++;
      break;
  }
}

// After depth steps without a bad one, can the next be bad?
static void induct(VdBounded *bounded, const VdBudget *budget, VdArena *arena,
                   VdMcFound *found) {
  Side *side = &bounded->induct;
  reach(bounded->machine, side, bounded->depth);
  VdLit bad = bad_at(bounded->machine, side, bounded->depth);
  if (bad != VD_LIT_FALSE) {
    vd_sat_assume(side->sat, vd_cnf_lit(&side->cnf, bad));
    if (vd_sat_solve(side->sat, budget) != VD_SAT_UNSAT) return;
  }
  found->answer = VD_MC_SAFE;
  found->proof = vd_proof_new(arena, VD_PROOF_INDUCTION, bounded->depth, NULL);
}

void vd_bounded_step(VdBounded *bounded, bool inductive, const VdBudget *budget,
                     VdArena *arena, VdMcFound *found) {
  *found = (VdMcFound){0};
  uint32_t before = bounded->depth;
  search(bounded, budget, arena, found);
  if (inductive && found->answer == VD_MC_UNKNOWN && bounded->depth > before)
    induct(bounded, budget, arena, found);
}
