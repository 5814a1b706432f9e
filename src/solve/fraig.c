// Nodes with one hash of their values in random runs are candidates; each is
// proved equal to the first one of its hash by two implications (fraig.h).
#include "solve/fraig.h"
#include "base/limit.h"

typedef struct Sweep {
  const VdFraig *fraig;
  VdNodes cone;
  uint64_t *hash;  // by node: of its values, the first one being false
  bool *flip;      // by node: its values were negated for that
  VdMap first;     // hash to node + 1
  uint32_t equal;
} Sweep;

static void simulate(Sweep *s) {
  const VdAig *aig = s->fraig->cnf->aig;
  uint32_t n = vd_aig_nodes(aig);
  uint64_t *word = vd_alloc(vd_mul(n + 1, sizeof *word));
  for (uint32_t round = 0; round < s->fraig->rounds; round++) {
    s->fraig->fill(s->fraig->context, word);
    vd_aig_simulate(aig, word);
    for (uint32_t i = 0; i < n; i++) {
      if (!round) s->flip[i] = word[i] & 1;
      s->hash[i] = vd_hash_mix(s->hash[i], s->flip[i] ? ~word[i] : word[i]);
    }
  }
  vd_free(word);
}

// Can a hold and b not?
static bool is_implied(Sweep *s, int a, int b, const VdBudget *budget) {
  VdSat *sat = s->fraig->cnf->sat;
  vd_sat_assume(sat, a);
  vd_sat_assume(sat, -b);
  vd_sat_limit(sat, s->fraig->conflicts);
  return vd_sat_solve(sat, budget) == VD_SAT_UNSAT;
}

static bool prove(Sweep *s, uint32_t node, uint32_t like,
                  const VdBudget *budget) {
  VdCnf *cnf = s->fraig->cnf;
  int a = vd_cnf_lit(cnf, node * 2);
  int b = vd_cnf_lit(cnf, like * 2 + (s->flip[node] != s->flip[like]));
  if (!is_implied(s, a, b, budget)) return false;
  vd_sat_clause(cnf->sat, (int[]){-a, b}, 2);
  if (!is_implied(s, b, a, budget)) return false;
  vd_sat_clause(cnf->sat, (int[]){a, -b}, 2);
  s->equal++;
  return true;
}

// Looks for an earlier node with the same values.
static void place(Sweep *s, uint32_t node, const VdBudget *budget) {
  uint64_t h = s->hash[node];
  for (uint32_t tries = 0; tries < vd_limit->fraig_tries;
       tries++, h = vd_hash_mix(h, 1)) {
    uint64_t *slot = vd_map_put(&s->first, h);
    if (!*slot) {
      *slot = node + 1;
      return;
    }
    if (prove(s, node, (uint32_t)*slot - 1, budget)) return;
  }
}

uint32_t vd_fraig(const VdFraig *fraig, VdLit root, const VdBudget *budget) {
  const VdAig *aig = fraig->cnf->aig;
  uint32_t n = vd_aig_nodes(aig);
  Sweep s = {.fraig = fraig,
             .hash = vd_alloc(vd_mul(n + 1, sizeof(uint64_t))),
             .flip = vd_alloc(n + 1)};
  simulate(&s);
  vd_aig_cone(aig, &root, 1, false, &s.cone);
  *vd_map_put(&s.first, s.hash[0]) = 1;  // the constant
  for (uint32_t i = 0; i < s.cone.len && !vd_budget_over(budget); i++)
    if (s.cone.at[i]) place(&s, s.cone.at[i], budget);
  vd_map_done(&s.first);
  vd_vec_done(&s.cone);
  vd_free(s.hash);
  vd_free(s.flip);
  return s.equal;
}
