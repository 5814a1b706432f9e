// Whether any input satisfies a contract.
#include "relate/contract.h"
#include "solve/blast.h"

// False if the terms are not about bits alone.
static bool ask_sat(const VdTerms *tm, const VdTermVec *asserts,
                    const VdBudget *budget, VdAnswer *answer) {
  VdSat *sat = vd_sat_new();
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(tm, aig);
  VdCnf cnf = {.aig = aig, .sat = sat};
  bool ok = true;
  for (uint32_t i = 0; i < asserts->len && ok; i++) {
    VdBits bits;
    ok = vd_blast(blast, asserts->at[i], &bits);
    if (ok) vd_sat_clause(sat, (int[]){vd_cnf_lit(&cnf, bits.at[0])}, 1);
  }
  if (ok) {
    VdSatAnswer found = vd_sat_solve(sat, budget);
    *answer = found == VD_SAT_UNSAT ? VD_ANSWER_UNSAT
              : found == VD_SAT_SAT ? VD_ANSWER_SAT
                                    : VD_ANSWER_UNKNOWN;
  }
  vd_cnf_done(&cnf);
  vd_blast_free(blast);
  vd_aig_free(aig);
  vd_sat_free(sat);
  return ok;
}

static VdAnswer ask_smt(VdTerms *tm, const VdTermVec *asserts,
                        const VdSolver *solver, const VdBudget *budget) {
  VdQuery query = {.asserts = asserts->at, .n = asserts->len};
  VdReply reply = {0};
  VdArena arena = {0};
  vd_solve(solver, tm, &query, budget, &arena, &reply);
  vd_arena_done(&arena);
  return reply.answer;
}

VdAnswer vd_contract_satisfiable(VdTerms *tm, const VdContractTerms *terms,
                                 const VdTerm *more, uint32_t n,
                                 const VdSolver *solver,
                                 const VdBudget *budget) {
  VdTermVec asserts = {0};
  VdAnswer answer = VD_ANSWER_UNKNOWN;
  vd_push(&asserts, terms->assume);
  vd_push(&asserts, terms->relate);
  for (uint32_t i = 0; i < n; i++) vd_push(&asserts, more[i]);
  if (!ask_sat(tm, &asserts, budget, &answer))
    answer = ask_smt(tm, &asserts, solver, budget);
  vd_vec_done(&asserts);
  return answer;
}
