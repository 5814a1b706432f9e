// What relations of all kinds have in common; equality, the simplest kind.
#include "relate/relation.h"

#include "solve/blast.h"

void vd_relation_terms(const VdRelation *r, VdTerms *tm,
                       const VdTerm *const input[2], VdTermVec *out) {
  r->kind->terms(r, tm, input, out);
}

VdTerm vd_relation_term(const VdRelation *r, VdTerms *tm,
                        const VdTerm *const input[2]) {
  VdTermVec parts = {0};
  vd_relation_terms(r, tm, input, &parts);
  VdTerm all = vd_mk_all(tm, parts.at, parts.len);
  vd_vec_done(&parts);
  return all;
}

void vd_relation_partners(const VdRelation *r, VdTerms *tm, const VdTerm *first,
                          const VdTerm *second, const VdTerm *partner,
                          VdTermVec *out) {
  const VdTerm *const one[2] = {first, partner}, *const two[2] = {second,
                                                                  partner};
  vd_relation_terms(r, tm, one, out);
  vd_relation_terms(r, tm, two, out);
}

bool vd_relation_clauses(const VdRelation *r, VdTerms *tm, VdSat *sat,
                         const VdSlotBits *const input[2]) {
  return r->kind->clauses(r, tm, sat, input);
}

bool vd_relation_test(const VdRelation *r, const VdValue *const input[2]) {
  return r->kind->test(r, input);
}

void vd_relation_explain(const VdRelation *r, const VdValue *const input[2],
                         VdArena *arena, VdRelationWhys *out) {
  r->kind->explain(r, input, arena, out);
}

void vd_relation_key(const VdRelation *r, VdBuf *out) {
  vd_buf_printf(out, "%s\n", r->kind->word);
  r->kind->key(r, out);
}

void vd_relation_whys_done(VdRelationWhys *whys) {
  vd_vec_done(&whys->why);
}

// ---------------------------------------------------------------- equality

static void equal_terms(const VdRelation *r, VdTerms *tm,
                        const VdTerm *const input[2], VdTermVec *out) {
  const VdEqualSlots *slots = r->of;
  for (uint32_t i = 0; i < slots->n; i++)
    vd_push(out, vd_mk_eq(tm, input[0][slots->slot[0][i]],
                          input[1][slots->slot[1][i]]));
}

static void put_equal(VdSat *sat, int a, int b) {
  if (a && b) {
    vd_sat_clause(sat, (int[]){-a, b}, 2);
    vd_sat_clause(sat, (int[]){a, -b}, 2);
  } else if (a || b) {
    vd_sat_clause(sat, (int[]){-(a + b)}, 1);
  }
}

static bool equal_clauses(const VdRelation *r, VdTerms *tm, VdSat *sat,
                          const VdSlotBits *const input[2]) {
  const VdEqualSlots *slots = r->of;
  (void)tm;
  for (uint32_t i = 0; i < slots->n; i++) {
    const VdSlotBits *a = &input[0][slots->slot[0][i]];
    const VdSlotBits *b = &input[1][slots->slot[1][i]];
    if (a->n != b->n) return false;
    for (uint32_t k = 0; k < a->n; k++) put_equal(sat, a->lit[k], b->lit[k]);
  }
  return true;
}

static bool equal_test(const VdRelation *r, const VdValue *const input[2]) {
  const VdEqualSlots *slots = r->of;
  for (uint32_t i = 0; i < slots->n; i++)
    if (!vd_value_eq(&input[0][slots->slot[0][i]],
                     &input[1][slots->slot[1][i]]))
      return false;
  return true;
}

// What is equal needs no explanation.
static void equal_explain(const VdRelation *r, const VdValue *const input[2],
                          VdArena *arena, VdRelationWhys *out) {
  (void)r, (void)input, (void)arena, (void)out;
}

// Slots that are paired in their order are what nobody has to say.
static void equal_key(const VdRelation *r, VdBuf *out) {
  const VdEqualSlots *slots = r->of;
  for (uint32_t i = 0; i < slots->n; i++)
    if (slots->slot[0][i] != i || slots->slot[1][i] != i)
      vd_buf_printf(out, "%u = %u\n", slots->slot[0][i], slots->slot[1][i]);
}

VdRelation vd_relation_equal(const VdEqualSlots *slots) {
  static const VdRelationKind kind = {.word = "equality",
                                      .terms = equal_terms,
                                      .clauses = equal_clauses,
                                      .test = equal_test,
                                      .explain = equal_explain,
                                      .key = equal_key};
  return (VdRelation){&kind, slots};
}

// ------------------------------------------------------------ satisfiability

// False if the condition is not about bits alone.
static bool ask_sat(const VdTerms *tm, VdTerm condition, const VdBudget *budget,
                    VdAnswer *answer) {
  VdSat *sat = vd_sat_new();
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(tm, aig);
  VdCnf cnf = {.aig = aig, .sat = sat};
  VdBits bits;
  bool ok = vd_blast(blast, condition, &bits);
  if (ok) {
    vd_sat_clause(sat, (int[]){vd_cnf_lit(&cnf, bits.at[0])}, 1);
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

VdAnswer vd_relation_can_hold(VdTerms *tm, VdTerm condition,
                              const VdSolver *solver, const VdBudget *budget) {
  VdAnswer answer = VD_ANSWER_UNKNOWN;
  if (ask_sat(tm, condition, budget, &answer)) return answer;
  VdQuery query = {.asserts = &condition, .n = 1};
  VdReply reply = {0};
  VdArena arena = {0};
  vd_solve(solver, tm, &query, budget, &arena, &reply);
  vd_arena_done(&arena);
  return reply.answer;
}
