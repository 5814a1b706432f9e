// Graphs over six inputs, with the truth of every node as a word of 64 bits:
// what the normal form and the sweep do to a graph changes no truth.
#include "solve/monotone.h"

#include "solve/fraig.h"
#include "unit.h"

enum { INPUTS = 6, GRAPHS = 400, STEPS = 60 };
static const VdBudget NO_LIMIT = {0};

static uint64_t truth_of_input(int i) {
  uint64_t word = 0;
  for (int m = 0; m < 64; m++)
    if (m >> i & 1) word |= 1ull << m;
  return word;
}

static void fill_truth(void *context, uint64_t *word) {
  const VdAig *aig = context;
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    word[vd_lit_node(vd_aig_input_at(aig, i))] = truth_of_input((int)i);
}

static uint64_t truth_of(VdAig *aig, VdLit lit) {
  uint64_t *word = vd_alloc((vd_aig_nodes(aig) + 1) * sizeof *word);
  fill_truth(aig, word);
  vd_aig_simulate(aig, word);
  uint64_t truth = vd_lit_word(word, lit);
  vd_free(word);
  return truth;
}

// A random graph, mostly of "and" and "or" without negations.
static VdLit random_graph(VdAig *aig, VdRandom *random) {
  VdLits lits = {0};
  for (int i = 0; i < INPUTS; i++) vd_push(&lits, vd_aig_input(aig));
  for (int i = 0; i < STEPS; i++) {
    VdLit a = lits.at[vd_random_below(random, lits.len)];
    VdLit b = lits.at[vd_random_below(random, lits.len)];
    a = vd_lit_not_if(a, vd_random_below(random, 8) == 0);
    VdLit c = vd_random_below(random, 2) ? vd_aig_and(aig, a, b)
                                         : vd_aig_or(aig, a, b);
    vd_push(&lits, c);
  }
  VdLit root = vd_pop(&lits);
  for (int i = 0; i < 4; i++)
    root = vd_aig_xor(aig, root, lits.at[vd_random_below(random, lits.len)]);
  vd_vec_done(&lits);
  return root;
}

static void normal_form_keeps_the_truth(void **state) {
  (void)state;
  VdRandom random = {11};
  for (int i = 0; i < GRAPHS; i++) {
    VdAig *aig = vd_aig_new(), *to = vd_aig_new();
    VdLit root = random_graph(aig, &random);
    VdLit *map = vd_alloc((vd_aig_nodes(aig) + 1) * sizeof *map);
    for (int k = 0; k < INPUTS; k++)
      map[vd_lit_node(vd_aig_input_at(aig, (uint32_t)k))] = vd_aig_input(to);
    VdLit normal = vd_aig_monotone(aig, root, to, map);
    assert_true(truth_of(aig, root) == truth_of(to, normal));
    vd_free(map);
    vd_aig_free(aig);
    vd_aig_free(to);
  }
}

// (a or b) and c against (a and c) or (c and b): one node.
static void equal_conditions_become_one(void **state) {
  (void)state;
  VdAig *aig = vd_aig_new(), *to = vd_aig_new();
  VdLit a = vd_aig_input(aig), b = vd_aig_input(aig), c = vd_aig_input(aig);
  VdLit x = vd_aig_and(aig, vd_aig_or(aig, a, b), c);
  VdLit y = vd_aig_or(aig, vd_aig_and(aig, a, c), vd_aig_and(aig, c, b));
  assert_true(x != y);
  VdLit root = vd_aig_xor(aig, x, y);
  VdLit *map = vd_alloc((vd_aig_nodes(aig) + 1) * sizeof *map);
  for (uint32_t k = 0; k < 3; k++)
    map[vd_lit_node(vd_aig_input_at(aig, k))] = vd_aig_input(to);
  assert_true(vd_aig_monotone(aig, root, to, map) == VD_LIT_FALSE);
  vd_free(map);
  vd_aig_free(aig);
  vd_aig_free(to);
}

// What the sweep told the solver is so: no truth is lost.
static void sweep_keeps_the_truth(void **state) {
  (void)state;
  VdRandom random = {12};
  for (int i = 0; i < GRAPHS / 4; i++) {
    VdAig *aig = vd_aig_new();
    VdLit root = random_graph(aig, &random);
    VdSat *sat = vd_sat_new();
    VdCnf cnf = {.aig = aig, .sat = sat};
    VdFraig fraig = {&cnf, fill_truth, aig, 1, 1000};
    vd_fraig(&fraig, root, &NO_LIMIT);
    uint64_t truth = truth_of(aig, root);
    for (int m = 0; m < 64; m++) {
      for (int k = 0; k < INPUTS; k++) {
        int lit = vd_cnf_lit(&cnf, vd_aig_input_at(aig, (uint32_t)k));
        vd_sat_assume(sat, m >> k & 1 ? lit : -lit);
      }
      assert_int_equal(vd_sat_solve(sat, &NO_LIMIT), VD_SAT_SAT);
      assert_true(vd_cnf_value(&cnf, root) == (truth >> m & 1) ||
                  !vd_cnf_has(&cnf, vd_lit_node(root)));
    }
    vd_cnf_done(&cnf);
    vd_sat_free(sat);
    vd_aig_free(aig);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_form_keeps_the_truth),
      cmocka_unit_test(equal_conditions_become_one),
      cmocka_unit_test(sweep_keeps_the_truth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
