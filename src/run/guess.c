// Inputs that satisfy equalities: tests of a parameter against a constant tell
// what to give it, and with that in its place others become such tests.
// x1 == 5 && x2 - x1 * x1 == 0 is x2 == 25 once x1 is 5. Random values get
// through one such test, hardly through four.
#include "base/limit.h"
#include "run/run.h"

typedef struct Choice {
  uint32_t param;  // of the case
  VdTerm var, value;
} Choice;
typedef VD_VEC(Choice) Choices;

static void add_roots(const VdSides *sides, VdTermVec *roots) {
  for (int k = 0; k < 2; k++) {
    const VdSummary *s = vd_summary(sides->sums[k], sides->func[k]);
    if (!s) continue;
    for (uint32_t i = 0; i < s->results; i++) vd_push(roots, s->result[i]);
    vd_push(roots, s->defined);
  }
}

// Parameter of the case by variable, as number + 1.
static void number_params(const VdSides *sides, VdMap *number) {
  const VdFunc *f = vd_sides_func(sides, OLD);
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->params; i++)
    if (vd_param_is_input(&f->param[i]))
      *vd_map_put(number, vd_summary_param(sides->tm, f, i).id) = ++n;
}

static void add_choice(VdTerms *tm, const VdMap *number, VdTerm t,
                       Choices *out) {
  VdOp op = vd_term_op(tm, t);
  if (op != VD_OP_EQ && op != VD_OP_FEQ) return;
  for (uint32_t i = 0; i < 2; i++) {
    VdTerm var = vd_term_arg(tm, t, i), value = vd_term_arg(tm, t, !i);
    const uint64_t *n = vd_map_get(number, var.id);
    if (n && vd_term_op(tm, value) == VD_OP_CONST)
      vd_push(out, (Choice){(uint32_t)*n - 1, var, value});
  }
}

// False if there is nothing (more) to choose, or too much to look at.
static bool find_choices(VdTerms *tm, const VdTermVec *roots,
                         const VdMap *number, Choices *out) {
  VdTermVec nodes = {0};
  out->len = 0;
  vd_terms_reach(tm, roots->at, roots->len, &nodes);
  for (uint32_t i = 0; i < nodes.len && nodes.len <= vd_limit->guess_nodes; i++)
    add_choice(tm, number, nodes.at[i], out);
  vd_vec_done(&nodes);
  return out->len > 0;
}

static void put_in_place(VdTerms *tm, VdTermVec *roots, const Choice *choice) {
  VdMap map = {0};
  *vd_map_put(&map, choice->var.id) = choice->value.id;
  for (uint32_t i = 0; i < roots->len; i++)
    roots->at[i] = vd_term_subst(tm, roots->at[i], &map);
  vd_map_done(&map);
}

uint32_t vd_guess(const VdSides *sides, VdRandom *random, VdGuess *guess) {
  VdTermVec roots = {0};
  VdMap number = {0};
  Choices choices = {0};
  uint32_t set = 0;
  add_roots(sides, &roots);
  number_params(sides, &number);
  while (set < vd_limit->guess_equalities &&
         find_choices(sides->tm, &roots, &number, &choices)) {
    Choice c = choices.at[vd_random_below(random, choices.len)];
    VdGuess one = {.param = c.param};
    vd_term_value(sides->tm, c.value, &one.value);
    guess[set++] = one;
    put_in_place(sides->tm, &roots, &c);
  }
  vd_vec_done(&choices);
  vd_map_done(&number);
  vd_vec_done(&roots);
  return set;
}
