// Inputs that are only looked at through a few conditions, a position that is
// compared with the ends of intervals, say, become a choice among the cases
// that these conditions tell apart. That is exact: the cases are all that there
// are, each has a value that stands for it, and random runs meet each of them.
#include "base/limit.h"
#include "machine/steps.h"
#include "solve/blast.h"

enum { MIN_WIDTH = 4 };  // of an input, for this to be worth it

enum { NONE = 0, MANY = UINT32_MAX };  // not limits

typedef struct Atoms {
  VdSteps *s;
  VdTermVec root;  // everything that counts
  VdTermVec nodes;
  VdMap about;  // node to the one variable in it, NONE or MANY
  VdMap input;  // variables that may be changed: 1; 2: they are not
  VdMap atom;   // conditions on one variable that others see
} Atoms;

static void add_roots(Atoms *a, const VdProduct *product) {
  for (int k = 0; k < 2; k++) {
    const VdStepCells *cells = &a->s->side[k].cell;
    for (uint32_t i = 0; i < cells->len; i++) {
      const VdStepCell *cell = &cells->at[i];
      // What an input is after a step does not count.
      bool is_var = vd_term_op(a->s->tm, cell->own) == VD_OP_VAR;
      if (!(cell->use & VD_USE_INPUT) || cell->use & VD_USE_OUTPUT)
        vd_push(&a->root, cell->step);
      if (!is_var) vd_push(&a->root, cell->own);
      VdSort sort = vd_term_sort(a->s->tm, cell->own);
      if (cell->use & VD_USE_INPUT && is_var && sort.kind == VD_SORT_BV &&
          vd_sort_width(sort) >= MIN_WIDTH)
        *vd_map_put(&a->input, cell->own.id) = 1;
    }
  }
  vd_push(&a->root, product->assume);
  for (uint32_t i = 0; i < product->ensure.len; i++)
    vd_push(&a->root, product->ensure.at[i].holds);
}

static uint32_t about(const Atoms *a, VdTerm t) {
  const uint64_t *is = vd_map_get(&a->about, t.id);
  return is ? (uint32_t)*is : NONE;
}

// t is seen by something that is about more than its own variable.
static void is_seen(Atoms *a, VdTerm t) {
  uint32_t var = about(a, t);
  if (var == NONE || var == MANY || !vd_map_get(&a->input, var)) return;
  if (vd_term_sort(a->s->tm, t).kind == VD_SORT_BOOL)
    *vd_map_put(&a->atom, t.id) = var;
  else
    *vd_map_put(&a->input, var) = 2;
}

static void find_atoms(Atoms *a) {
  VdTerms *tm = a->s->tm;
  vd_terms_reach(tm, a->root.at, a->root.len, &a->nodes);
  for (uint32_t i = 0; i < a->nodes.len; i++) {
    VdTerm t = a->nodes.at[i];
    uint32_t n = vd_term_args(tm, t), is = NONE;
    if (vd_term_op(tm, t) == VD_OP_VAR) is = t.id;
    for (uint32_t j = 0; j < n; j++) {
      uint32_t other = about(a, vd_term_arg(tm, t, j));
      if (other != NONE) is = is == NONE || is == other ? other : MANY;
    }
    *vd_map_put(&a->about, t.id) = is;
    for (uint32_t j = 0; is == MANY && j < n; j++)
      is_seen(a, vd_term_arg(tm, t, j));
  }
  for (uint32_t i = 0; i < a->root.len; i++) is_seen(a, a->root.at[i]);
}

// ------------------------------------------------------------------- cases
typedef struct Cases {
  VdTerm var;
  VdTermVec atom;
  VD_VEC(VdValue) witness;
  VD_VEC(uint64_t) truth;  // a bit for each atom
} Cases;

static bool find_case(const VdBudget *budget, Atoms *a, Cases *c, VdCnf *cnf,
                      const VdLit *lit, VdBits value) {
  if (vd_sat_solve(cnf->sat, budget) != VD_SAT_SAT) return false;
  uint64_t bits = 0, truth = 0;
  int clause[VD_MOST_choice_atoms];
  for (uint32_t b = 0; b < value.n; b++)
    bits |= (uint64_t)vd_cnf_value(cnf, value.at[b]) << b;
  for (uint32_t i = 0; i < c->atom.len; i++) {
    int l = vd_cnf_lit(cnf, lit[i]);
    bool is = vd_sat_value(cnf->sat, l);
    truth |= (uint64_t)is << i;
    clause[i] = is ? -l : l;
  }
  vd_push(&c->truth, truth);
  vd_push(&c->witness, vd_value_bv(value.n, bits));
  vd_sat_clause(cnf->sat, clause, c->atom.len);
  (void)a;
  return true;
}

// All ways in which the conditions can come out. False if there are too many.
static bool find_cases(Atoms *a, Cases *c) {
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(a->s->tm, aig);
  VdCnf cnf = {.aig = aig, .sat = vd_sat_new()};
  VdLit lit[VD_MOST_choice_atoms];
  VdBits value, bits;
  bool ok = vd_blast(blast, c->var, &value) && value.n <= 64;
  for (uint32_t i = 0; ok && i < c->atom.len; i++) {
    ok = vd_blast(blast, c->atom.at[i], &bits);
    if (ok) vd_cnf_lit(&cnf, lit[i] = bits.at[0]);
  }
  while (ok && c->truth.len <= vd_limit->choice_cases &&
         find_case(&a->s->budget, a, c, &cnf, lit, value))
    continue;
  ok = ok && c->truth.len > 0 && c->truth.len <= vd_limit->choice_cases &&
       !vd_budget_over(&a->s->budget);
  vd_cnf_done(&cnf);
  vd_sat_free(cnf.sat);
  vd_blast_free(blast);
  vd_aig_free(aig);
  return ok;
}

// Case i is chosen by index i, the last one by all the others.
static VdTerm is_chosen(VdTerms *tm, VdTerm index, uint32_t i, uint32_t cases) {
  uint32_t width = vd_sort_width(vd_term_sort(tm, index));
  VdTerm number = vd_mk_bv(tm, width, i);
  return i + 1 < cases ? vd_mk_eq(tm, index, number)
                       : vd_mk_not(tm, vd_mk_ult(tm, index, number));
}

static void choose(Atoms *a, const Cases *c, VdMap *map) {
  VdSteps *s = a->s;
  uint32_t width = 1;
  while (1u << width < c->truth.len) width++;
  VdStepChoice choice = {.var = c->var, .cases = c->truth.len};
  choice.index = vd_mk_fresh(s->tm, VD_VAR_CHOICE, vd_sort_bv(width), "case");
  choice.value = vd_arena_copy(s->arena, c->witness.at,
                               c->witness.len * sizeof *c->witness.at);
  for (uint32_t j = 0; j < c->atom.len; j++) {
    VdTerm is = vd_mk_bool(s->tm, false);
    for (uint32_t i = 0; i < c->truth.len; i++)
      if (c->truth.at[i] >> j & 1)
        is = vd_mk_or(s->tm, is,
                      is_chosen(s->tm, choice.index, i, c->truth.len));
    *vd_map_put(map, c->atom.at[j].id) = is.id;
  }
  vd_push(&s->choice, choice);
}

static void abstract_input(Atoms *a, VdTerm var, VdMap *map) {
  Cases c = {.var = var};
  for (uint32_t i = 0; i < a->nodes.len; i++) {
    const uint64_t *is = vd_map_get(&a->atom, a->nodes.at[i].id);
    if (is && *is == var.id) vd_push(&c.atom, a->nodes.at[i]);
  }
  if (c.atom.len > 0 && c.atom.len <= vd_limit->choice_atoms &&
      find_cases(a, &c))
    choose(a, &c, map);
  vd_vec_done(&c.atom);
  vd_vec_done(&c.witness);
  vd_vec_done(&c.truth);
}

void vd_steps_choices(VdSteps *s, VdProduct *product) {
  Atoms a = {.s = s};
  VdMap map = {0};
  add_roots(&a, product);
  find_atoms(&a);
  for (uint32_t i = 0; i < a.nodes.len; i++) {
    const uint64_t *is = vd_map_get(&a.input, a.nodes.at[i].id);
    if (is && *is == 1) abstract_input(&a, a.nodes.at[i], &map);
  }
  if (map.len) {
    for (int k = 0; k < 2; k++) {
      VdStepCells *cells = &s->side[k].cell;
      for (uint32_t i = 0; i < cells->len; i++) {
        cells->at[i].own = vd_term_subst(s->tm, cells->at[i].own, &map);
        cells->at[i].step = vd_term_subst(s->tm, cells->at[i].step, &map);
      }
    }
    product->assume = vd_term_subst(s->tm, product->assume, &map);
    for (uint32_t i = 0; i < product->ensure.len; i++)
      product->ensure.at[i].holds =
          vd_term_subst(s->tm, product->ensure.at[i].holds, &map);
  }
  vd_map_done(&map);
  vd_map_done(&a.about);
  vd_map_done(&a.input);
  vd_map_done(&a.atom);
  vd_vec_done(&a.root);
  vd_vec_done(&a.nodes);
}
