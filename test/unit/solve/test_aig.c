// Graphs over six inputs: the function of a node is a word of 64 bits, one for
// each assignment, so everything can be compared with the truth.
#include "solve/aig.h"

#include "unit.h"

static const VdBudget NO_LIMIT = {0};
enum { INPUTS = 6 };

// What input i is under each of the 64 assignments.
static uint64_t truth_of_input(int i) {
  uint64_t word = 0;
  for (int m = 0; m < 64; m++)
    if (m >> i & 1) word |= 1ull << m;
  return word;
}

typedef struct Graph {
  VdAig *aig;
  VdRandom random;
  VdLits lit;
  VD_VEC(uint64_t) truth;  // of each in lit
} Graph;

static Graph graph_new(uint64_t seed) {
  Graph g = {.aig = vd_aig_new(), .random = {seed}};
  for (int i = 0; i < INPUTS; i++) {
    vd_push(&g.lit, vd_aig_input(g.aig));
    vd_push(&g.truth, truth_of_input(i));
  }
  return g;
}

static void graph_done(Graph *g) {
  vd_aig_free(g->aig);
  vd_vec_done(&g->lit);
  vd_vec_done(&g->truth);
}

static VdLit pick(Graph *g, uint64_t *truth) {
  uint32_t i = (uint32_t)vd_random_below(&g->random, g->lit.len);
  bool sign = vd_random_below(&g->random, 2);
  *truth = sign ? ~g->truth.at[i] : g->truth.at[i];
  return vd_lit_not_if(g->lit.at[i], sign);
}

static void grow(Graph *g) {
  uint64_t x, y, z;
  VdLit a = pick(g, &x), b = pick(g, &y), c = pick(g, &z);
  VdLit lits[] = {a, b, c};
  switch (vd_random_below(&g->random, 7)) {
    case 0:
      vd_push(&g->lit, vd_aig_or(g->aig, a, b));
      vd_push(&g->truth, x | y);
      break;
    case 1:
      vd_push(&g->lit, vd_aig_xor(g->aig, a, b));
      vd_push(&g->truth, x ^ y);
      break;
    case 2:
      vd_push(&g->lit, vd_aig_ite(g->aig, a, b, c));
      vd_push(&g->truth, (x & y) | (~x & z));
      break;
    case 3:
      vd_push(&g->lit, vd_aig_all(g->aig, lits, 3));
      vd_push(&g->truth, x & y & z);
      break;
    case 4:
      vd_push(&g->lit, vd_aig_any(g->aig, lits, 3));
      vd_push(&g->truth, x | y | z);
      break;
    default:
      vd_push(&g->lit, vd_aig_and(g->aig, a, b));
      vd_push(&g->truth, x & y);
      break;
  }
}

// The words of all nodes when the patterns are all assignments.
static uint64_t *simulate(const VdAig *aig) {
  uint64_t *word = vd_alloc(vd_aig_nodes(aig) * sizeof *word);
  for (int i = 0; i < INPUTS; i++)
    word[vd_lit_node(vd_aig_input_at(aig, (uint32_t)i))] = truth_of_input(i);
  vd_aig_simulate(aig, word);
  return word;
}

static void simplified_graphs_keep_their_meaning(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Graph g = graph_new(seed);
    for (int i = 0; i < 60; i++) grow(&g);
    uint64_t *word = simulate(g.aig);
    for (uint32_t i = 0; i < g.lit.len; i++)
      assert_int_equal(vd_lit_word(word, g.lit.at[i]), g.truth.at[i]);
    vd_free(word);
    graph_done(&g);
  }
}

static void two_levels_are_simplified(void **state) {
  (void)state;
  VdAig *aig = vd_aig_new();
  VdLit a = vd_aig_input(aig), b = vd_aig_input(aig), c = vd_aig_input(aig);
  VdLit ab = vd_aig_and(aig, a, b), ac = vd_aig_and(aig, a, c);
  VdLit not_ab = vd_lit_not(ab);
  VdLit a_not_b = vd_aig_and(aig, a, vd_lit_not(b));
  assert_int_equal(vd_aig_and(aig, a, a), a);
  assert_int_equal(vd_aig_and(aig, a, vd_lit_not(a)), VD_LIT_FALSE);
  assert_int_equal(vd_aig_and(aig, b, a), ab);
  assert_int_equal(vd_aig_and(aig, ab, vd_lit_not(a)), VD_LIT_FALSE);
  assert_int_equal(vd_aig_and(aig, ab, b), ab);
  assert_int_equal(vd_aig_and(aig, not_ab, vd_lit_not(b)), vd_lit_not(b));
  assert_int_equal(vd_aig_and(aig, not_ab, a), a_not_b);
  assert_int_equal(vd_aig_and(aig, ab, vd_aig_and(aig, c, vd_lit_not(a))),
                   VD_LIT_FALSE);
  assert_int_equal(vd_aig_and(aig, a_not_b, not_ab), a_not_b);
  assert_int_equal(vd_aig_and(aig, not_ab, vd_lit_not(a_not_b)), vd_lit_not(a));
  assert_int_equal(vd_aig_and(aig, ab, ac), vd_aig_and(aig, ab, c));
  assert_int_equal(vd_aig_and(aig, ab, vd_lit_not(ac)),
                   vd_aig_and(aig, ab, vd_lit_not(c)));
  assert_int_equal(vd_aig_ite(aig, c, a, a), a);
  assert_int_equal(vd_aig_xor(aig, a, VD_LIT_TRUE), vd_lit_not(a));
  vd_aig_free(aig);
}

static void what_is_said_to_the_solver_is_the_graph(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    Graph g = graph_new(seed);
    VdSat *sat = vd_sat_new();
    VdCnf cnf = {.aig = g.aig, .sat = sat};
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 3; i++) grow(&g);  // it grows while it is said
      uint64_t x, y;
      VdLit a = pick(&g, &x), b = pick(&g, &y);
      vd_sat_assume(sat, vd_cnf_lit(&cnf, a));
      vd_sat_assume(sat, vd_cnf_lit(&cnf, b));
      VdSatAnswer said = vd_sat_solve(sat, &NO_LIMIT);
      assert_int_equal(said, x & y ? VD_SAT_SAT : VD_SAT_UNSAT);
      if (said != VD_SAT_SAT) continue;
      int m = 0;
      for (uint32_t i = 0; i < INPUTS; i++)
        m |= vd_cnf_value(&cnf, vd_aig_input_at(g.aig, i)) << i;
      assert_true((x & y) >> m & 1);
    }
    vd_cnf_done(&cnf);
    vd_sat_free(sat);
    graph_done(&g);
  }
}

static void only_the_cone_is_said(void **state) {
  (void)state;
  VdAig *aig = vd_aig_new();
  VdLit a = vd_aig_input(aig), b = vd_aig_input(aig), c = vd_aig_input(aig);
  VdLit ab = vd_aig_and(aig, a, b);
  VdLit bc = vd_aig_and(aig, b, c);
  VdSat *sat = vd_sat_new();
  VdCnf cnf = {.aig = aig, .sat = sat};
  vd_cnf_lit(&cnf, ab);
  assert_true(vd_cnf_has(&cnf, vd_lit_node(a)));
  assert_false(vd_cnf_has(&cnf, vd_lit_node(c)));
  assert_false(vd_cnf_has(&cnf, vd_lit_node(bc)));
  assert_int_equal(vd_sat_vars(sat), 3);
  vd_cnf_done(&cnf);
  vd_sat_free(sat);
  vd_aig_free(aig);
}

static void choices_and_wide_ands_take_one_variable(void **state) {
  (void)state;
  VdAig *aig = vd_aig_new();
  VdLit in[8];
  for (int i = 0; i < 8; i++) in[i] = vd_aig_input(aig);
  VdSat *sat = vd_sat_new();
  VdCnf cnf = {.aig = aig, .sat = sat};
  vd_cnf_lit(&cnf, vd_aig_xor(aig, in[0], in[1]));
  assert_int_equal(vd_sat_vars(sat), 3);
  vd_cnf_lit(&cnf, vd_aig_ite(aig, in[0], in[1], in[2]));
  assert_int_equal(vd_sat_vars(sat), 5);
  vd_cnf_lit(&cnf, vd_aig_all(aig, in + 2, 6));
  assert_int_equal(vd_sat_vars(sat), 5 + 5 + 1);
  vd_cnf_done(&cnf);
  vd_sat_free(sat);
  vd_aig_free(aig);
}

// A chain of a million nodes: nothing recurs.
static void deep_graphs_are_walked(void **state) {
  (void)state;
  enum { DEPTH = 1000000 };
  VdAig *aig = vd_aig_new();
  VdLit x = vd_aig_input(aig), y = vd_aig_input(aig);
  VdLit top = x;
  for (int i = 0; i < DEPTH; i++)
    top = vd_aig_and(aig, vd_lit_not(top), i % 2 ? y : vd_aig_input(aig));
  VdNodes cone = {0};
  vd_aig_cone(aig, &top, 1, false, &cone);
  assert_true(cone.len > DEPTH);
  VdSat *sat = vd_sat_new();
  VdCnf cnf = {.aig = aig, .sat = sat};
  vd_cnf_lit(&cnf, top);
  vd_cnf_done(&cnf);
  vd_sat_free(sat);
  vd_vec_done(&cone);
  vd_aig_free(aig);
}

static void cones_go_through_latches_when_asked(void **state) {
  (void)state;
  VdAig *aig = vd_aig_new();
  VdLit x = vd_aig_input(aig), q = vd_aig_latch(aig, VD_RESET_0);
  VdLit r = vd_aig_latch(aig, VD_RESET_1);
  VdLit other = vd_aig_latch(aig, VD_RESET_FREE);
  vd_aig_set_next(aig, q, vd_lit_not(r));
  vd_aig_set_next(aig, r, x);
  assert_int_equal(vd_aig_next_at(aig, 2), other);
  assert_int_equal(vd_aig_next_at(aig, 0), vd_lit_not(r));
  assert_int_equal(vd_aig_reset_at(aig, 1), VD_RESET_1);
  VdNodes cone = {0};
  vd_aig_cone(aig, &q, 1, false, &cone);
  assert_int_equal(cone.len, 1);
  cone.len = 0;
  vd_aig_cone(aig, &q, 1, true, &cone);
  assert_int_equal(cone.len, 3);
  assert_int_equal(cone.at[0], vd_lit_node(x));
  vd_vec_done(&cone);
  vd_aig_free(aig);
}

static void a_copy_means_the_same(void **state) {
  (void)state;
  Graph g = graph_new(5);
  for (int i = 0; i < 100; i++) grow(&g);
  VdAig *to = vd_aig_new();
  VdLit *map = vd_alloc(vd_aig_nodes(g.aig) * sizeof *map);
  for (uint32_t i = 0; i < INPUTS; i++)
    map[vd_lit_node(vd_aig_input_at(g.aig, i))] = vd_aig_input(to);
  VdLit root = g.lit.at[g.lit.len - 1];
  VdNodes cone = {0};
  vd_aig_cone(g.aig, &root, 1, false, &cone);
  vd_aig_copy(g.aig, &cone, to, map);
  assert_true(vd_aig_nodes(to) < vd_aig_nodes(g.aig));
  uint64_t *word = simulate(to);
  assert_int_equal(vd_lit_word(word, vd_lit_mapped(map, root)),
                   g.truth.at[g.lit.len - 1]);
  vd_free(word);
  vd_free(map);
  vd_vec_done(&cone);
  vd_aig_free(to);
  graph_done(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simplified_graphs_keep_their_meaning),
      cmocka_unit_test(two_levels_are_simplified),
      cmocka_unit_test(what_is_said_to_the_solver_is_the_graph),
      cmocka_unit_test(only_the_cone_is_said),
      cmocka_unit_test(choices_and_wide_ands_take_one_variable),
      cmocka_unit_test(deep_graphs_are_walked),
      cmocka_unit_test(cones_go_through_latches_when_asked),
      cmocka_unit_test(a_copy_means_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
