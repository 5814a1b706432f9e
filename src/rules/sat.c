// Questions about rule functions that are about bits, with the relation R, to
// the SAT solver.
#include "base/limit.h"
#include "rules/rules_impl.h"
#include "solve/blast.h"
#include "solve/fraig.h"

typedef struct Encoder {
  VdRuleQuestion *q;
  VdSat *sat;
  int *code[3];    // by input: variable of each code of the scope, or 0
  bool *fixed[3];  // by input: codes that stay absent
  VdLit **leaf;    // bits of each leaf
  VdLit *atom[2];  // of each atom
  VD_VEC(int) clause;
  VdArena arena;
} Encoder;

static void encoder_done(Encoder *e) {
  vd_vec_done(&e->clause);
  vd_arena_done(&e->arena);
}

static int code_var(const Encoder *e, uint32_t input, VdCode code) {
  return e
      ->code[input][vd_scope_code(e->q->scope, vd_rule_side_of(input), code)];
}

static void clause2(Encoder *e, int a, int b) {
  vd_sat_clause(e->sat, (int[]){a, b}, 2);
}

static void end_clause(Encoder *e) {
  vd_sat_clause(e->sat, e->clause.at, e->clause.len);
  e->clause.len = 0;
}

// ----------------------------------------------------------------- relations

static const VdSlotBits *slots_of(Encoder *e, uint32_t input) {
  uint32_t n = e->q->scope->code[vd_rule_side_of(input)].len;
  VdSlotBits *slot = VD_NEW_ARRAY(&e->arena, VdSlotBits, n + 1);
  for (uint32_t i = 0; i < n; i++)
    slot[i] = (VdSlotBits){&e->code[input][i], 1};
  return slot;
}

static void relate(Encoder *e, uint32_t old_input) {
  const VdSlotBits *const input[2] = {slots_of(e, old_input),
                                      slots_of(e, VD_RULE_NEW)};
  vd_relation_clauses(&e->q->relation, e->q->tm, e->sat, input);
}

static void encode_relations(Encoder *e) {
  for (uint32_t k = 0; k < vd_rule_inputs(e->q); k++) {
    uint32_t n = e->q->scope->code[vd_rule_side_of(k)].len;
    const bool *needed = vd_rule_needed(e->q, k);
    e->code[k] = VD_NEW_ARRAY(&e->arena, int, n + 1);
    for (uint32_t i = 0; i < n; i++)
      if (needed[i]) e->code[k][i] = vd_sat_var(e->sat);
  }
  relate(e, VD_RULE_FIRST);
  if (e->q->partner) relate(e, VD_RULE_SECOND);
}

// -------------------------------------------------------------------- atoms

static void tie_atom(Encoder *e, const VdRuleAtom *a, uint32_t input,
                     int atom) {
  for (uint32_t i = 0; i < vd_rule_atom_codes(a); i++) {
    int code = code_var(e, input, vd_rule_atom_code(a, i));
    if (!code) continue;
    clause2(e, -code, atom);
    vd_push(&e->clause, code);
  }
  vd_push(&e->clause, -atom);
  end_clause(e);
}

// ------------------------------------------------------------------- models

static bool *values_of(const Encoder *e, uint32_t input) {
  uint32_t n = e->q->scope->code[vd_rule_side_of(input)].len;
  bool *present = VD_NEW_ARRAY(e->q->arena, bool, n + 1);
  for (uint32_t i = 0; i < n; i++)
    present[i] = e->code[input][i] && vd_sat_value(e->sat, e->code[input][i]);
  return present;
}

static void read_codes(const Encoder *e, VdRuleModel *model) {
  for (uint32_t k = 0; k < vd_rule_inputs(e->q); k++)
    model->present[k] = values_of(e, k);
}

static VdValue leaf_value(const Encoder *e, const VdCnf *cnf, uint32_t i) {
  VdSort sort = vd_term_sort(e->q->tm, e->q->leaf.at[i]);
  uint32_t width = vd_sort_width(sort), limbs = (width + 63) / 64;
  uint64_t *limb = VD_NEW_ARRAY(e->q->arena, uint64_t, limbs + 1);
  for (uint32_t b = 0; b < width; b++)
    if (vd_cnf_value(cnf, e->leaf[i][b])) limb[b / 64] |= 1ull << b % 64;
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(limb[0]);
  VdValue v = vd_value_limbs(e->q->arena, width, limb, limbs);
  if (sort.kind != VD_SORT_FLOAT) return v;
  return vd_value_as_float(e->q->arena, sort, v);
}

static void read_leaves(const Encoder *e, const VdCnf *cnf,
                        VdRuleModel *model) {
  VdRuleQuestion *q = e->q;
  model->leaf = VD_NEW_ARRAY(q->arena, VdValue, q->leaf.len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++)
    model->leaf[i] = leaf_value(e, cnf, i);
}

// What is absent stays absent.
static void fix_absent(Encoder *e, const VdRuleModel *model) {
  for (uint32_t k = 0; k < vd_rule_inputs(e->q); k++) {
    uint32_t n = e->q->scope->code[vd_rule_side_of(k)].len;
    for (uint32_t i = 0; i < n; i++) {
      int lit = -e->code[k][i];
      if (!lit || model->present[k][i] || e->fixed[k][i]) continue;
      e->fixed[k][i] = true;
      vd_sat_clause(e->sat, &lit, 1);
    }
  }
}

// Takes away codes that are not needed, one by one.
static void minimise(Encoder *e, const VdCnf *cnf, VdRuleModel *model) {
  for (uint32_t k = 0; k < vd_rule_inputs(e->q); k++)
    e->fixed[k] = VD_NEW_ARRAY(&e->arena, bool,
                               e->q->scope->code[vd_rule_side_of(k)].len + 1);
  for (uint32_t k = 0; k < vd_rule_inputs(e->q); k++) {
    uint32_t n = e->q->scope->code[vd_rule_side_of(k)].len;
    for (uint32_t i = 0; i < n; i++) {
      if (!model->present[k][i]) continue;
      fix_absent(e, model);
      vd_sat_assume(e->sat, -e->code[k][i]);
      if (vd_sat_solve(e->sat, &e->q->budget) != VD_SAT_SAT) continue;
      read_codes(e, model);
      read_leaves(e, cnf, model);
    }
  }
}

// ---------------------------------------------------------------------- SAT

// Patterns for a simulation that are in the relation: unions of lines.
typedef struct Patterns {
  Encoder *e;
  VdRandom random;
  uint64_t *code[3];  // by input
} Patterns;

// Few ones: what is joined by "or" would else be always true.
static uint64_t sparse(VdRandom *random) {
  uint64_t word = vd_random_next(random) & vd_random_next(random);
  word &= vd_random_next(random);
  return vd_random_below(random, 4) ? word & vd_random_next(random) : word;
}

static void fill_relation(Patterns *p, uint32_t old_input) {
  const VdScope *s = p->e->q->scope;
  const uint32_t input[2] = {old_input, VD_RULE_NEW};
  for (uint32_t i = 0; i < s->line.len; i++) {
    VdCrossLine l = vd_crosswalk_line(p->e->q->cw, s->line.at[i]);
    bool absent = false;
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        absent |= !code_var(p->e, input[k], l.code[k][j]);
    if (absent) continue;
    uint64_t word = sparse(&p->random);
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        p->code[input[k]][vd_scope_code(s, (VdSide)k, l.code[k][j])] |= word;
  }
}

static uint64_t atom_word(const Patterns *p, const VdRuleAtom *a,
                          uint32_t input) {
  const VdScope *s = p->e->q->scope;
  VdSide side = vd_rule_side_of(input);
  uint64_t word = 0;
  for (uint32_t i = 0; i < vd_rule_atom_codes(a); i++)
    word |= p->code[input][vd_scope_code(s, side, vd_rule_atom_code(a, i))];
  return word;
}

static void fill_patterns(void *context, uint64_t *word) {
  Patterns *p = context;
  const VdRuleQuestion *q = p->e->q;
  for (uint32_t k = 0; k < vd_rule_inputs(q); k++)
    memset(p->code[k], 0,
           q->scope->code[vd_rule_side_of(k)].len * sizeof(uint64_t));
  fill_relation(p, VD_RULE_FIRST);
  if (q->partner) fill_relation(p, VD_RULE_SECOND);
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    uint32_t width = vd_sort_width(vd_term_sort(q->tm, q->leaf.at[i]));
    for (uint32_t b = 0; b < width; b++)
      word[vd_lit_node(p->e->leaf[i][b])] = vd_random_next(&p->random);
  }
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < q->atoms[k]->len; i++)
      word[vd_lit_node(p->e->atom[k][i])] =
          atom_word(p, &q->atoms[k]->at[i], q->input[k]);
}

// Tells the solver which conditions of the two functions are the same.
static void sweep(Encoder *e, VdCnf *cnf, VdLit top) {
  Patterns p = {.e = e, .random = {1}};
  for (uint32_t k = 0; k < vd_rule_inputs(e->q); k++)
    p.code[k] = VD_NEW_ARRAY(&e->arena, uint64_t,
                             e->q->scope->code[vd_rule_side_of(k)].len + 1);
  VdFraig fraig = {.cnf = cnf,
                   .fill = fill_patterns,
                   .context = &p,
                   .rounds = vd_limit->rule_fraig_rounds,
                   .conflicts = vd_limit->rule_fraig_conflicts};
  vd_fraig(&fraig, top, &e->q->budget);
}

static VdAnswer solve(Encoder *e, VdCnf *cnf, VdLit top, VdRuleModel *model) {
  int lit = vd_cnf_lit(cnf, top);
  vd_sat_assume(e->sat, lit);
  vd_sat_limit(e->sat, vd_limit->rule_few_conflicts);
  VdSatAnswer answer = vd_sat_solve(e->sat, &e->q->budget);
  if (answer == VD_SAT_UNKNOWN) {
    sweep(e, cnf, top);
    vd_sat_assume(e->sat, lit);
    answer = vd_sat_solve(e->sat, &e->q->budget);
  }
  if (answer == VD_SAT_UNKNOWN) e->q->late = true;
  if (answer != VD_SAT_SAT)
    return answer == VD_SAT_UNSAT ? VD_ANSWER_UNSAT : VD_ANSWER_UNKNOWN;
  read_codes(e, model);
  read_leaves(e, cnf, model);
  vd_sat_clause(e->sat, &lit, 1);
  minimise(e, cnf, model);
  return VD_ANSWER_SAT;
}

// Parameters, words of the memory at the start, and answers: anything.
static VdLit *free_bits(Encoder *e, VdBlast *blast, VdAig *aig, VdTerm t) {
  uint32_t n = vd_sort_width(vd_term_sort(e->q->tm, t));
  VdLit *bits = VD_NEW_ARRAY(&e->arena, VdLit, n + 1);
  for (uint32_t i = 0; i < n; i++) bits[i] = vd_aig_input(aig);
  vd_blast_set(blast, t, bits, n);
  return bits;
}

static void free_leaves(Encoder *e, VdBlast *blast, VdAig *aig) {
  const VdRuleQuestion *q = e->q;
  e->leaf = VD_NEW_ARRAY(&e->arena, VdLit *, q->leaf.len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++)
    e->leaf[i] = free_bits(e, blast, aig, q->leaf.at[i]);
  for (int k = 0; k < 2; k++) {
    e->atom[k] = VD_NEW_ARRAY(&e->arena, VdLit, q->atoms[k]->len + 1);
    for (uint32_t i = 0; i < q->atoms[k]->len; i++)
      e->atom[k][i] = free_bits(e, blast, aig, q->atoms[k]->at[i].app)[0];
  }
}

static void tie_atoms(Encoder *e, VdCnf *cnf) {
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < e->q->atoms[k]->len; i++)
      tie_atom(e, &e->q->atoms[k]->at[i], e->q->input[k],
               vd_cnf_lit(cnf, e->atom[k][i]));
}

bool vd_rule_ask_sat(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer) {
  Encoder e = {.q = q, .sat = vd_sat_new()};
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(q->tm, aig);
  VdCnf cnf = {.aig = aig, .sat = e.sat};
  VdBits bits;
  free_leaves(&e, blast, aig);
  bool ok = vd_blast(blast, q->difference, &bits);
  if (ok) {
    VdLit top = bits.at[0];
    encode_relations(&e);
    tie_atoms(&e, &cnf);
    *answer = solve(&e, &cnf, top, model);
  }
  vd_cnf_done(&cnf);
  vd_blast_free(blast);
  vd_aig_free(aig);
  vd_sat_free(e.sat);
  encoder_done(&e);
  return ok;
}
