// A contract as a relation: its clauses about inputs, and that inputs of one
// name are equal unless a clause says otherwise.
//
// The contract was read against variables that stand for any input. A term for
// other inputs is that of the variables with the inputs in their place.
#include <stdlib.h>

#include "relate/relation.h"
#include "solve/blast.h"

static const VdContractSource *inputs_of(const VdRelation *r) {
  return r->of;
}

// What the contract says of its own variables.
static void base_terms(const VdContractSource *c, VdTermVec *out) {
  const VdContractPairs *pairs = c->pairs;
  for (uint32_t i = 0; i < pairs->pair.len; i++) {
    const VdContractPair *pair = &pairs->pair.at[i];
    if (pair->input && pair->standard && !vd_term_is_none(pair->equal))
      vd_push(out, pair->equal);
  }
  for (uint32_t i = 0; i < pairs->terms.part.len; i++)
    vd_push(out, pairs->terms.part.at[i].term);
}

static VdTerm base_term(const VdContractSource *c) {
  VdTermVec all = {0};
  base_terms(c, &all);
  VdTerm t = vd_mk_all(c->tm, all.at, all.len);
  vd_vec_done(&all);
  return t;
}

// Constants have values.
static bool is_input(const VdContractSource *c, int side, uint32_t slot) {
  VdTerm base = c->base[side][slot];
  return !vd_term_is_none(base) && vd_term_op(c->tm, base) == VD_OP_VAR;
}

static void terms(const VdRelation *r, VdTerms *tm,
                  const VdTerm *const input[2], VdTermVec *out) {
  const VdContractSource *c = inputs_of(r);
  VdTermVec all = {0};
  VdMap map = {0};
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->slots[k]; i++)
      if (is_input(c, k, i) && !vd_term_eq(c->base[k][i], input[k][i]))
        *vd_map_put(&map, c->base[k][i].id) = input[k][i].id;
  base_terms(c, &all);
  if (map.len) vd_terms_subst(tm, all.at, all.len, &map);
  for (uint32_t i = 0; i < all.len; i++) vd_push(out, all.at[i]);
  vd_map_done(&map);
  vd_vec_done(&all);
}

// ------------------------------------------------------------------ clauses

// The bits of a slot become inputs of the circuit that have these variables.
static void tie(VdCnf *cnf, VdAig *aig, VdBlast *blast, VdTerm var,
                const VdSlotBits *bits) {
  VdLit *lit = vd_alloc(vd_mul(bits->n + 1, sizeof *lit));
  for (uint32_t i = 0; i < bits->n; i++) {
    lit[i] = VD_LIT_FALSE;
    if (!bits->lit[i]) continue;
    lit[i] = vd_lit_not_if(vd_aig_input(aig), bits->lit[i] < 0);
    while (cnf->var.len <= vd_lit_node(lit[i])) vd_push(&cnf->var, 0);
    cnf->var.at[vd_lit_node(lit[i])] = abs(bits->lit[i]);
  }
  vd_blast_set(blast, var, lit, bits->n);
  vd_free(lit);
}

static bool clauses(const VdRelation *r, VdTerms *tm, VdSat *sat,
                    const VdSlotBits *const input[2]) {
  const VdContractSource *c = inputs_of(r);
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(tm, aig);
  VdCnf cnf = {.aig = aig, .sat = sat};
  VdBits bits;
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->slots[k]; i++)
      if (is_input(c, k, i)) tie(&cnf, aig, blast, c->base[k][i], &input[k][i]);
  bool ok = vd_blast(blast, base_term(c), &bits);
  if (ok) vd_sat_clause(sat, (int[]){vd_cnf_lit(&cnf, bits.at[0])}, 1);
  vd_cnf_done(&cnf);
  vd_blast_free(blast);
  vd_aig_free(aig);
  return ok;
}

// ------------------------------------------------------------------- values

static VdEval *eval_of(const VdContractSource *c,
                       const VdValue *const input[2]) {
  VdEval *eval = vd_eval_new(c->tm);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < c->slots[k]; i++)
      if (is_input(c, k, i)) vd_eval_set(eval, c->base[k][i], input[k][i]);
  return eval;
}

static bool is_true(VdEval *eval, VdTerm t) {
  VdValue value;
  return vd_eval(eval, t, &value) && value.bits;
}

static bool test(const VdRelation *r, const VdValue *const input[2]) {
  const VdContractSource *c = inputs_of(r);
  VdEval *eval = eval_of(c, input);
  bool related = is_true(eval, base_term(c));
  vd_eval_free(eval);
  return related;
}

// The clauses of the file; what they say holds.
static void explain(const VdRelation *r, const VdValue *const input[2],
                    VdArena *arena, VdRelationWhys *out) {
  const VdContractSource *c = inputs_of(r);
  (void)input;
  for (uint32_t i = 0; i < c->pairs->terms.part.len; i++) {
    const VdClause *clause = c->pairs->terms.part.at[i].clause;
    VdRelationWhy why = {vd_arena_str(arena, clause->text), clause->pos, false};
    bool known = false;
    for (uint32_t k = 0; k < out->why.len && !known; k++)
      known = !strcmp(out->why.at[k].text, why.text);
    if (!known) vd_push(&out->why, why);
  }
}

static void key(const VdRelation *r, VdBuf *out) {
  const VdContractSource *c = inputs_of(r);
  if (c->block) vd_contract_print(c->block, out);
}

VdRelation vd_relation_contract(const VdContractSource *inputs) {
  static const VdRelationKind kind = {.word = "contract",
                                      .terms = terms,
                                      .clauses = clauses,
                                      .test = test,
                                      .explain = explain,
                                      .key = key};
  return (VdRelation){&kind, inputs};
}
