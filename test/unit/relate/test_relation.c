// The reference itself: both definitions of R, and the relations that the paper
// prints.
#include "brute.h"
#include "unit.h"

enum { a = 1, b = 2, A = 1, B = 2, C = 4, ROUNDS = 3000 };

static void assert_relation(const Brute *j, const BruteRelation *r,
                            const BruteLine *pair, uint32_t pairs) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < brute_old_sets(j); v++) {
    for (uint32_t x = 0; x < brute_new_sets(j); x++) count += r->has[v][x];
  }
  assert_int_equal(count, pairs);
  for (uint32_t i = 0; i < pairs; i++) {
    assert_true(r->has[pair[i].old][pair[i].new]);
  }
}

static const Brute example = {2, 3, 2, {{a, A}, {b, B | C}}, 0};

static void equation_4(void **state) {
  (void)state;
  const BruteLine pair[] = {
      {0, 0},     {0, B},     {0, C},     {a, A},
      {a, A | B}, {a, A | C}, {b, B | C}, {a | b, A | B | C}};
  BruteRelation r;
  brute_by_unions(&example, &r);
  assert_relation(&example, &r, pair, VD_COUNT(pair));
  brute_by_equations(&example, &r);
  assert_relation(&example, &r, pair, VD_COUNT(pair));
}

// q for a or b, Y for A or B, Z for C.
static void equation_7(void **state) {
  (void)state;
  enum { q = 1, Y = 1, Z = 2 };
  BruteRelation r, abstract = {0};
  brute_by_unions(&example, &r);
  for (uint32_t v = 0; v < 4; v++) {
    for (uint32_t x = 0; x < 8; x++) {
      uint32_t left = v ? q : 0;
      uint32_t right = (x & (A | B) ? Y : 0) | (x & C ? Z : 0);
      abstract.has[left][right] |= r.has[v][x];
    }
  }
  const Brute domain = {1, 2, 0, {{0}}, 0};
  const BruteLine pair[] = {{0, 0}, {0, Y}, {0, Z}, {q, Y}, {q, Y | Z}};
  assert_relation(&domain, &abstract, pair, VD_COUNT(pair));
}

// The abstraction that misses the bug.
static void equation_6(void **state) {
  (void)state;
  enum { q = 1, Y = 1, Z = 2 };
  const Brute j = {1, 2, 2, {{q, Y}, {q, Y | Z}}, 0};
  const BruteLine pair[] = {{0, 0}, {0, Z}, {q, Y}, {q, Y | Z}};
  BruteRelation r;
  brute_by_equations(&j, &r);
  assert_relation(&j, &r, pair, VD_COUNT(pair));
}

static void unions_and_equations_give_one_relation(void **state) {
  (void)state;
  VdRandom random = {4};
  uint32_t related = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    Brute j = brute_random(&random);
    BruteRelation unions, equations;
    brute_by_unions(&j, &unions);
    brute_by_equations(&j, &equations);
    assert_memory_equal(&unions, &equations, sizeof unions);
    for (uint32_t v = 1; v < brute_old_sets(&j); v++) {
      for (uint32_t x = 1; x < brute_new_sets(&j); x++) {
        related += unions.has[v][x];
      }
    }
  }
  assert_true(related > ROUNDS);  // it was not about empty relations
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equation_4),
      cmocka_unit_test(equation_6),
      cmocka_unit_test(equation_7),
      cmocka_unit_test(unions_and_equations_give_one_relation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
