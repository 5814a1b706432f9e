// Model checking: which engine works when, and what its word is worth.
//
// Everything here happens on a reduced machine. A trace or a proof is carried
// back to the machine as it was given, and judged there.
#include <math.h>

#include "base/limit.h"
#include "solve/mc_impl.h"

typedef struct Mc {
  const VdMcMachine *given;
  const VdMcOptions *options;
  const VdBudget *budget;
  VdArena *arena;
  VdMcReply *reply;
  VdReduced cone;   // what matters
  VdReduced small;  // with equal signals made one
  VdLit *rep;       // which they are, in the cone
  VdBounded *bounded;
  VdPdr *pdr;
  bool pdr_lied;
  VdExplore *explore;
  double start;     // vd_work
  double next_abc;  // work since then
} Mc;

static void give_reason(Mc *mc, const char *text) {
  snprintf(mc->reply->reason, sizeof mc->reply->reason, "%s", text);
}

// ------------------------------------------------------------------- judging

// A trace of the reduced machine. False if it is none of the given one.
static bool take_trace(Mc *mc, const VdMcTrace *trace, const char *engine) {
  VdMcTrace middle = vd_reduced_trace(&mc->small, trace, mc->arena);
  VdMcTrace whole = vd_reduced_trace(&mc->cone, &middle, mc->arena);
  if (!vd_mc_trace_replay(mc->given, &whole)) {
    snprintf(mc->reply->reason, sizeof mc->reply->reason,
             "a trace of %u steps by %s is none", trace->steps, engine);
    return false;
  }
  if (mc->reply->answer == VD_MC_BAD && mc->reply->trace.steps <= whole.steps)
    return true;
  mc->reply->answer = VD_MC_BAD;
  mc->reply->trace = whole;
  mc->reply->engine = engine;
  return true;
}

// Equal signals come first: they make what follows simple to check.
static VdProof whole_proof(Mc *mc, const VdProof *proof) {
  VdClauses in_cone = {0}, whole = {0};
  if (mc->rep) vd_equal_clauses(&mc->cone.machine, mc->rep, &in_cone);
  vd_reduced_clauses(&mc->small, proof, &in_cone);
  VdProof middle = vd_proof_new(mc->arena, proof->kind, proof->k, &in_cone);
  vd_reduced_clauses(&mc->cone, &middle, &whole);
  VdProof out = vd_proof_new(mc->arena, proof->kind, proof->k, &whole);
  out.delay = proof->delay;
  vd_clauses_done(&in_cone);
  vd_clauses_done(&whole);
  return out;
}

static bool take_proof(Mc *mc, const VdProof *proof, const char *engine) {
  VdProof whole = whole_proof(mc, proof);
  double begun = vd_work();
  VdSatAnswer answer = vd_proof_check(mc->given, &whole, mc->budget);
  if (answer != VD_SAT_UNSAT) {
    snprintf(mc->reply->reason, sizeof mc->reply->reason,
             answer == VD_SAT_SAT ? "a proof by %s does not hold"
                                  : "no time to check a proof by %s",
             engine);
    return false;
  }
  mc->reply->answer = VD_MC_SAFE;
  mc->reply->proof = whole;
  mc->reply->checked = vd_work() - begun;
  mc->reply->engine = engine;
  return true;
}

// True if the question is settled.
static bool take(Mc *mc, const VdMcFound *found, const char *engine) {
  switch (found->answer) {
    case VD_MC_UNKNOWN: return false;
    case VD_MC_SAFE: return take_proof(mc, &found->proof, engine);
    case VD_MC_BAD: return take_trace(mc, &found->trace, engine);
  }
  return false;
}

// ------------------------------------------------------------------- engines

static const char *bounded_name(const VdMcFound *found) {
  if (found->answer == VD_MC_SAFE && found->proof.kind == VD_PROOF_INDUCTION)
    return "induction";
  return "bounded";
}

// Goes up to a depth, or to the end of the budget.
static bool search_to(Mc *mc, uint32_t depth, const VdBudget *budget) {
  while (vd_bounded_depth(mc->bounded) < depth && !vd_budget_over(budget)) {
    VdMcFound found;
    // Who asks for a search alone wants no proof.
    bool induct = !mc->options->quick && !mc->options->depth &&
                  vd_bounded_depth(mc->bounded) < vd_limit->mc_induction;
    vd_bounded_step(mc->bounded, induct, budget, mc->arena, &found);
    mc->reply->depth = vd_bounded_depth(mc->bounded);
    if (take(mc, &found, bounded_name(&found))) return true;
  }
  return false;
}

static bool run_pdr(Mc *mc, const VdBudget *budget) {
  VdMcFound found;
  if (mc->options->no_pdr || mc->pdr_lied) return false;
  if (!mc->pdr) mc->pdr = vd_pdr_new(&mc->small.machine);
  vd_pdr_run(mc->pdr, budget, mc->arena, &found);
  if (take(mc, &found, "pdr")) return true;
  mc->pdr_lied = found.answer != VD_MC_UNKNOWN;
  return false;
}

// When the time has come: for twice as long as the others had, but not for more
// than half of what is left.
static bool run_abc(Mc *mc) {
  double spent = vd_work() - mc->start;
  double most = vd_budget_left(mc->budget) * vd_limit->mc_abc_share;
  const char *program = mc->options->abc;
  if ((program && !*program) || spent < mc->next_abc) return false;
  double seconds = fmin(vd_limit->mc_abc_times * spent, most);
  VdBudget slice =
      vd_budget_slice(mc->budget, fmax(seconds, vd_limit->mc_abc_least));
  VdMcFound found;
  vd_abc_run(program, &mc->small.machine, &slice, mc->arena, &found);
  mc->next_abc = vd_limit->mc_abc_pause * (vd_work() - mc->start);
  return take(mc, &found, "abc");
}

static bool explore(Mc *mc, uint64_t steps, const VdBudget *budget) {
  VdMcFound found;
  if (!mc->explore) mc->explore = vd_explore_new(&mc->small.machine);
  vd_explore_run(mc->explore, steps, budget, mc->arena, &found);
  return take(mc, &found, "simulation");
}

// A little, before anything costly: so much that not more than a few million
// nodes are evaluated.
static bool explore_shortly(Mc *mc) {
  uint32_t steps = vd_limit->mc_sim_nodes / vd_aig_nodes(mc->small.machine.aig);
  return explore(
      mc, steps < vd_limit->mc_sim_steps ? steps : vd_limit->mc_sim_steps,
      mc->budget);
}

// Leaves out steps; then, does a search show that no shorter run is bad?
static void shorten(Mc *mc, bool whole) {
  VdMcReply *reply = mc->reply;
  double spent = vd_work() - mc->start;
  VdBudget slice = vd_budget_slice(mc->budget, vd_limit->mc_shorten);
  if (vd_bounded_depth(mc->bounded) + 1 < reply->trace.steps)
    vd_mc_trace_shrink(mc->given, &reply->trace, &slice);
  VD_CHECK(vd_mc_trace_replay(mc->given, &reply->trace));
  double most = spent > vd_limit->mc_shorten ? spent : vd_limit->mc_shorten;
  slice = vd_budget_slice(mc->budget, most);
  while (whole && vd_bounded_depth(mc->bounded) + 1 < reply->trace.steps &&
         !vd_budget_over(&slice)) {
    VdMcFound found;
    vd_bounded_step(mc->bounded, false, &slice, mc->arena, &found);
    if (found.answer == VD_MC_BAD) {
      take_trace(mc, &found.trace, reply->engine);
      break;
    }
  }
  reply->depth = vd_bounded_depth(mc->bounded);
  reply->shortest = reply->trace.steps <= reply->depth + 1;
}

// ---------------------------------------------------------------- in order

// Another reduced machine takes the place of the one before.
static void change_machine(Mc *mc, const VdLit *rep) {
  vd_bounded_free(mc->bounded);
  vd_explore_free(mc->explore);
  vd_reduced_done(&mc->small);
  vd_reduced_init(&mc->small, &mc->cone.machine, rep);
  mc->explore = NULL;
  mc->bounded = vd_bounded_new(&mc->small.machine, false);
}

static bool is_never_bad(const VdMcMachine *machine) {
  for (uint32_t i = 0; i < machine->bads; i++)
    if (machine->bad[i] != VD_LIT_FALSE) return false;
  return true;
}

static bool sweep(Mc *mc) {
  const VdMcMachine *machine = &mc->cone.machine;
  if (mc->options->no_sweep) return false;
  mc->rep = VD_NEW_ARRAY(mc->arena, VdLit, vd_aig_nodes(machine->aig));
  vd_equal_find(machine, mc->budget, mc->rep);
  change_machine(mc, mc->rep);
  if (!is_never_bad(&mc->small.machine)) return false;
  VdProof proof = {.kind = VD_PROOF_INDUCTION, .k = 1};
  return take_proof(mc, &proof, "sweep");
}

// All engines in turn, each time for twice as long.
static bool take_turns(Mc *mc) {
  for (double slice = vd_limit->mc_first_slice; !vd_budget_over(mc->budget);
       slice *= 2) {
    VdBudget turn = vd_budget_slice(mc->budget, slice);
    if (run_pdr(mc, &turn)) return true;
    turn = vd_budget_slice(mc->budget, slice);
    if (explore(mc, UINT64_MAX, &turn)) return true;
    if (run_abc(mc)) return true;
    turn = vd_budget_slice(mc->budget, slice);
    if (search_to(mc, UINT32_MAX, &turn)) return true;
  }
  return false;
}

static bool settle(Mc *mc) {
  if (is_never_bad(&mc->small.machine)) {
    VdProof proof = {.kind = VD_PROOF_INDUCTION, .k = 1};
    return take_proof(mc, &proof, "induction");
  }
  if (mc->options->depth) {
    give_reason(mc, "nothing in the first steps");
    return search_to(mc, mc->options->depth, mc->budget);
  }
  if (search_to(mc, vd_limit->mc_quick, mc->budget) || explore_shortly(mc))
    return true;
  if (mc->options->quick) {
    give_reason(mc, "nothing in a short search");
    return false;
  }
  VdBudget first = vd_budget_slice(mc->budget, vd_limit->mc_first_slice);
  return explore(mc, UINT64_MAX, &first) || sweep(mc) ||
         search_to(mc, vd_limit->mc_shallow, mc->budget) || take_turns(mc);
}

void vd_mc(const VdMcMachine *machine, const VdMcOptions *options,
           const VdBudget *budget, VdArena *arena, VdMcReply *reply) {
  *reply = (VdMcReply){0};
  Mc mc = {.given = machine,
           .options = options,
           .budget = budget,
           .arena = arena,
           .reply = reply,
           .start = vd_work()};
  mc.next_abc =
      options->patience > 0 ? options->patience : vd_limit->mc_abc_after;
  vd_reduced_init(&mc.cone, machine, NULL);
  // Before anything is known to be equal the hints only cost time.
  VdMcMachine plain = mc.cone.machine;
  plain.hints = 0;
  vd_reduced_init(&mc.small, &plain, NULL);
  mc.bounded =
      vd_bounded_new(&mc.small.machine, options->quick || options->depth);
  settle(&mc);
  if (reply->answer == VD_MC_BAD) {
    bool whole = !options->rough &&
                 (!options->shorten || reply->trace.bad < options->shorten);
    shorten(&mc, whole);
  }
  if (reply->answer == VD_MC_UNKNOWN && !reply->reason[0])
    give_reason(&mc,
                vd_budget_is_late(budget) ? "timeout" : "more effort needed");
  if (reply->answer != VD_MC_UNKNOWN) reply->reason[0] = 0;
  vd_pdr_free(mc.pdr);
  vd_explore_free(mc.explore);
  vd_bounded_free(mc.bounded);
  vd_reduced_done(&mc.small);
  vd_reduced_done(&mc.cone);
}
