// The proof by translation (translate.c) over bits, for what is too large
// for diagrams: functions with hundreds of conditions. Both versions become one
// graph; much of the answer is in its normal form, the SAT solver does the
// rest.
#include <stdlib.h>

#include "base/limit.h"
#include "rules/rules_impl.h"
#include "solve/blast.h"
#include "solve/monotone.h"

typedef struct Bits {
  VdRuleQuestion *q;
  VdAig *aig;
  VdSide side;     // whose codes are the inputs
  VdLit *code[2];  // by side: the literal of each code of the scope
  VdArena arena;
  VdLits lits;
} Bits;

static bool is_kept(const Bits *t, VdSide side, uint32_t i) {
  return t->q->kept[side == VD_NEW ? t->q->scope->code[VD_OLD].len + i : i];
}

// All codes of one side of a line.
static VdLit line_lit(Bits *t, uint32_t line, VdSide side) {
  VdCrossLine l = vd_crosswalk_line(t->q->cw, line);
  VdLit all = VD_LIT_TRUE;
  for (uint32_t i = 0; i < l.count[side]; i++) {
    uint32_t at = vd_scope_code(t->q->scope, side, l.code[side][i]);
    all = vd_aig_and(t->aig, all, t->code[side][at]);
  }
  return all;
}

// T of a code of the other side, over the codes of `from`.
static VdLit translate(Bits *t, VdSide from, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(t->q->cw, !from, code, &n);
  t->lits.len = 0;
  for (uint32_t i = 0; i < n; i++)
    if (vd_scope_line(t->q->scope, line[i]) != VD_SCOPE_NONE) {
      VdLit all = line_lit(t, line[i], from);
      vd_push(&t->lits, all);
    }
  return vd_aig_any(t->aig, t->lits.at, t->lits.len);
}

static void translate_codes(Bits *t, VdSide from, bool all) {
  const VdScope *s = t->q->scope;
  VdSide to = !from;
  for (uint32_t i = 0; i < s->code[to].len; i++) {
    t->code[to][i] = VD_LIT_FALSE;
    if (is_kept(t, to, i) && (all || i < s->used[to]))
      t->code[to][i] = translate(t, from, s->code[to].at[i]);
  }
}

static void make_inputs(Bits *t) {
  const VdScope *s = t->q->scope;
  for (uint32_t i = 0; i < s->code[t->side].len; i++)
    t->code[t->side][i] =
        is_kept(t, t->side, i) ? vd_aig_input(t->aig) : VD_LIT_FALSE;
}

// ------------------------------------------------------------------- atoms

static int by_lit(const void *a, const void *b) {
  VdLit x = *(const VdLit *)a, y = *(const VdLit *)b;
  return (x > y) - (x < y);
}

// In one order, so that equal sets of codes are one node.
static VdLit atom_lit(Bits *t, const VdRuleAtom *a) {
  const VdScope *s = t->q->scope;
  t->lits.len = 0;
  for (uint32_t i = 0; i < vd_rule_atom_codes(a); i++) {
    VdCode code = vd_rule_atom_code(a, i);
    VdLit lit = t->code[a->side][vd_scope_code(s, a->side, code)];
    if (lit != VD_LIT_FALSE) vd_push(&t->lits, lit);
  }
  if (t->lits.len) qsort(t->lits.at, t->lits.len, sizeof *t->lits.at, by_lit);
  return vd_aig_any(t->aig, t->lits.at, t->lits.len);
}

static void set_atoms(Bits *t, VdBlast *blast, int k) {
  for (uint32_t i = 0; i < t->q->atoms[k]->len; i++) {
    const VdRuleAtom *a = &t->q->atoms[k]->at[i];
    VdLit lit = atom_lit(t, a);
    vd_blast_set(blast, a->app, &lit, 1);
  }
}

static void set_leaves(Bits *t, VdBlast *blast) {
  for (uint32_t i = 0; i < t->q->leaf.len; i++) {
    uint32_t n = vd_sort_width(vd_term_sort(t->q->tm, t->q->leaf.at[i]));
    VdLit *bits = VD_NEW_ARRAY(&t->arena, VdLit, n + 1);
    for (uint32_t b = 0; b < n; b++) bits[b] = vd_aig_input(t->aig);
    vd_blast_set(blast, t->q->leaf.at[i], bits, n);
  }
}

// ------------------------------------------------------------------- proof

static void fill(const VdAig *aig, VdRandom *random, uint32_t round,
                 uint64_t *word) {
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++) {
    uint64_t bits = vd_random_next(random);
    for (uint32_t k = 0; k < round % 6; k++) bits &= vd_random_next(random);
    word[vd_lit_node(vd_aig_input_at(aig, i))] = bits;
  }
}

// A pattern shows that it can be true.
static bool is_seen_true(const VdAig *aig, VdLit top, bool *input) {
  uint64_t *word = vd_alloc(vd_mul(vd_aig_nodes(aig) + 1, sizeof *word));
  VdRandom random = {7};
  uint64_t seen = 0;
  for (uint32_t i = 1; i <= vd_limit->rule_bits_runs && !seen; i++) {
    fill(aig, &random, i, word);
    vd_aig_simulate(aig, word);
    seen = vd_lit_word(word, top);
  }
  for (uint32_t i = 0; seen && i < vd_aig_inputs(aig); i++)
    input[i] = word[vd_lit_node(vd_aig_input_at(aig, i))] & (seen & -seen);
  vd_free(word);
  return seen != 0;
}

static VdSatAnswer ask(const VdAig *aig, VdLit top, const VdBudget *budget,
                       bool *input) {
  VdSat *sat = vd_sat_new();
  vd_sat_plain(sat);
  VdCnf cnf = {.aig = aig, .sat = sat};
  vd_sat_assume(sat, vd_cnf_lit(&cnf, top));
  vd_sat_limit(sat, vd_limit->rule_bits_conflicts);
  VdSatAnswer answer = vd_sat_solve(sat, budget);
  for (uint32_t i = 0; answer == VD_SAT_SAT && i < vd_aig_inputs(aig); i++)
    input[i] = vd_cnf_value(&cnf, vd_aig_input_at(aig, i));
  vd_cnf_done(&cnf);
  vd_sat_free(sat);
  return answer;
}

// Can it be true? If so, with these inputs.
static VdSatAnswer find(const VdAig *aig, VdLit top, const VdBudget *budget,
                        bool *input) {
  if (top == VD_LIT_FALSE) return VD_SAT_UNSAT;
  if (top == VD_LIT_TRUE || vd_aig_nodes(aig) > vd_limit->rule_bits_nodes)
    return VD_SAT_UNKNOWN;
  if (is_seen_true(aig, top, input)) return VD_SAT_SAT;
  VdAig *to = vd_aig_new();
  VdLit *map = vd_alloc(vd_mul(vd_aig_nodes(aig) + 1, sizeof *map));
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    map[vd_lit_node(vd_aig_input_at(aig, i))] = vd_aig_input(to);
  top = vd_aig_monotone(aig, top, to, map);
  VdSatAnswer answer = top == VD_LIT_FALSE  ? VD_SAT_UNSAT
                       : top == VD_LIT_TRUE ? VD_SAT_UNKNOWN
                                            : ask(to, top, budget, input);
  vd_free(map);
  vd_aig_free(to);
  return answer;
}

static VdSatAnswer ask_term(Bits *t, VdBlast *blast, VdTerm term,
                            bool **input) {
  VdBits bits;
  if (!vd_blast(blast, term, &bits)) return VD_SAT_UNKNOWN;
  *input = VD_NEW_ARRAY(&t->arena, bool, vd_aig_inputs(t->aig) + 1);
  return find(t->aig, bits.at[0], &t->q->budget, *input);
}

// The inputs of codes come first, in the order of the codes.
static void set_start(const Bits *t, const bool *input) {
  uint32_t n = t->q->scope->code[t->side].len, at = 0;
  bool *present = VD_NEW_ARRAY(t->q->arena, bool, n + 1);
  for (uint32_t i = 0; i < n; i++)
    present[i] = is_kept(t, t->side, i) && input[at++];
  t->q->start = present;
  t->q->start_side = t->side;
}

static bool prove(Bits *t, VdBlast *blast) {
  bool *input;
  VdSatAnswer answer = ask_term(t, blast, t->q->strict, &input);
  if (answer == VD_SAT_SAT && !t->q->proof_only &&
      ask_term(t, blast, t->q->difference, &input) == VD_SAT_SAT)
    set_start(t, input);
  return answer == VD_SAT_UNSAT;
}

bool vd_rule_translate_bits(VdRuleQuestion *q, VdSide side) {
  Bits t = {.q = q, .side = side, .aig = vd_aig_new()};
  VdBlast *blast = vd_blast_new(q->tm, t.aig);
  for (int k = 0; k < 2; k++)
    t.code[k] = VD_NEW_ARRAY(&t.arena, VdLit, q->scope->code[k].len + 1);
  make_inputs(&t);
  set_leaves(&t, blast);
  if (q->partner) {
    set_atoms(&t, blast, 0);
    translate_codes(&t, VD_OLD, true);
    translate_codes(&t, VD_NEW, false);
    set_atoms(&t, blast, 1);
  } else {
    translate_codes(&t, side, false);
    set_atoms(&t, blast, 0);
    set_atoms(&t, blast, 1);
  }
  bool proved = prove(&t, blast);
  vd_blast_free(blast);
  vd_aig_free(t.aig);
  vd_vec_done(&t.lits);
  vd_arena_done(&t.arena);
  return proved;
}
