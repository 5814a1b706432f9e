// The judge of proofs: plain SAT queries about the machine as it was given.
//
// What holds in the step at hand is added, clause by clause, before the next
// one is asked: each is true by what was shown before it.
#include "solve/mc_impl.h"

void vd_clauses_add(VdClauses *clauses, const VdLit *lits, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) vd_push(&clauses->lit, lits[i]);
  vd_push(&clauses->end, clauses->lit.len);
}

void vd_clauses_done(VdClauses *clauses) {
  vd_vec_done(&clauses->lit);
  vd_vec_done(&clauses->end);
}

VdProof vd_proof_new(VdArena *arena, VdProofKind kind, uint32_t k,
                     const VdClauses *clauses) {
  uint32_t n = clauses ? clauses->end.len : 0;
  VdProof proof = {.kind = kind, .k = k, .clauses = n};
  if (n == 0) return proof;
  proof.end = vd_arena_copy(arena, clauses->end.at, n * sizeof(uint32_t));
  proof.lit =
      vd_arena_copy(arena, clauses->lit.at, clauses->lit.len * sizeof(VdLit));
  return proof;
}

// ----------------------------------------------------------------- checking

typedef struct Check {
  const VdMcMachine *machine;
  const VdProof *proof;
  const VdBudget *budget;
  VdUnroll unroll;
  VdSat *sat;
  VdCnf cnf;
} Check;

static void check_init(Check *check, bool reset) {
  // The clauses may speak of nodes outside the machine's cone.
  VdLits roots = {0};
  const VdMcMachine *m = check->machine;
  const VdProof *p = check->proof;
  for (uint32_t i = 0; i < m->bads; i++) vd_push(&roots, m->bad[i]);
  for (uint32_t i = 0; p->clauses && i < p->end[p->clauses - 1]; i++)
    vd_push(&roots, p->lit[i]);
  VdMcMachine wide = *m;
  wide.bad = roots.at;
  wide.bads = roots.len;
  vd_unroll_init(&check->unroll, &wide, reset);
  vd_vec_done(&roots);
  check->sat = vd_sat_new();
  if (check->proof->clauses > 0) vd_sat_plain(check->sat);
  check->cnf = (VdCnf){.aig = check->unroll.to, .sat = check->sat};
}

static void check_done(Check *check) {
  vd_cnf_done(&check->cnf);
  vd_sat_free(check->sat);
  vd_unroll_done(&check->unroll);
}

static int literal(Check *check, uint32_t step, VdLit lit) {
  return vd_cnf_lit(&check->cnf, vd_unroll_lit(&check->unroll, step, lit));
}

static void assert_lit(Check *check, uint32_t step, VdLit lit) {
  int is = literal(check, step, lit);
  vd_sat_clause(check->sat, &is, 1);
}

static void add_step(Check *check) {
  uint32_t step = check->unroll.step.len;
  vd_unroll_step(&check->unroll);
  for (uint32_t i = 0; i < check->machine->constraints; i++)
    assert_lit(check, step, check->machine->constraint[i]);
}

static void say_clause(Check *check, uint32_t step, uint32_t i) {
  const VdProof *proof = check->proof;
  VD_VEC(int) lits = {0};
  for (uint32_t k = i ? proof->end[i - 1] : 0; k < proof->end[i]; k++) {
    int lit = literal(check, step, proof->lit[k]);
    vd_push(&lits, lit);
  }
  vd_sat_clause(check->sat, lits.at, lits.len);
  vd_vec_done(&lits);
}

static void say_good(Check *check, uint32_t step) {
  for (uint32_t i = 0; i < check->machine->bads; i++)
    assert_lit(check, step, vd_lit_not(check->machine->bad[i]));
}

// Must clause i hold in this step?
static VdSatAnswer ask_clause(Check *check, uint32_t step, uint32_t i) {
  const VdProof *proof = check->proof;
  for (uint32_t k = i ? proof->end[i - 1] : 0; k < proof->end[i]; k++)
    vd_sat_assume(check->sat, -literal(check, step, proof->lit[k]));
  return vd_sat_solve(check->sat, check->budget);
}

// Nothing is bad in this step.
static VdSatAnswer ask_good(Check *check, uint32_t step) {
  for (uint32_t i = 0; i < check->machine->bads; i++) {
    vd_sat_assume(check->sat, literal(check, step, check->machine->bad[i]));
    VdSatAnswer answer = vd_sat_solve(check->sat, check->budget);
    if (answer != VD_SAT_UNSAT) return answer;
  }
  return VD_SAT_UNSAT;
}

// Shows Q in this step, and says it from then on.
static VdSatAnswer show(Check *check, uint32_t step, bool clauses) {
  for (uint32_t i = 0; clauses && i < check->proof->clauses; i++) {
    VdSatAnswer answer = ask_clause(check, step, i);
    if (answer != VD_SAT_UNSAT) return answer;
    say_clause(check, step, i);
  }
  VdSatAnswer answer = ask_good(check, step);
  if (answer == VD_SAT_UNSAT) say_good(check, step);
  return answer;
}

static VdSatAnswer check_base(Check *check) {
  const VdProof *proof = check->proof;
  VdSatAnswer answer = VD_SAT_UNSAT;
  bool induct = proof->kind == VD_PROOF_INDUCTION;
  // With a delay, k steps in which the clauses count are shown.
  uint32_t steps = proof->k + (induct ? proof->delay : 0);
  check_init(check, true);
  for (uint32_t i = 0; i < steps && answer == VD_SAT_UNSAT; i++) {
    add_step(check);
    answer = show(check, i, induct && i >= proof->delay);
  }
  if (answer == VD_SAT_UNSAT && !induct) {
    add_step(check);
    answer = vd_sat_solve(check->sat, check->budget);
  }
  check_done(check);
  return answer;
}

static VdSatAnswer check_step(Check *check) {
  uint32_t k = check->proof->k;
  check_init(check, false);
  for (uint32_t i = 0; i < k; i++) {
    add_step(check);
    for (uint32_t c = 0; c < check->proof->clauses; c++)
      say_clause(check, i, c);
    say_good(check, i);
  }
  add_step(check);
  VdSatAnswer answer = show(check, k, true);
  check_done(check);
  return answer;
}

static bool is_sound(const VdMcMachine *machine, const VdProof *proof) {
  if (proof->kind == VD_PROOF_NONE || proof->k > UINT32_MAX - proof->delay)
    return false;
  if (proof->kind == VD_PROOF_INDUCTION && proof->k == 0) return false;
  uint32_t before = 0;
  for (uint32_t i = 0; i < proof->clauses; i++) {
    if (proof->end[i] < before) return false;
    before = proof->end[i];
  }
  for (uint32_t i = 0; i < before; i++)
    if (vd_lit_node(proof->lit[i]) >= vd_aig_nodes(machine->aig)) return false;
  return true;
}

VdSatAnswer vd_proof_check(const VdMcMachine *machine, const VdProof *proof,
                           const VdBudget *budget) {
  if (!is_sound(machine, proof)) return VD_SAT_SAT;
  Check check = {.machine = machine, .proof = proof, .budget = budget};
  VdSatAnswer answer = check_base(&check);
  if (answer == VD_SAT_UNSAT && proof->kind == VD_PROOF_INDUCTION)
    answer = check_step(&check);
  return answer;
}
