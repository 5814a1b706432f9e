// Random terms over five conditions, an amount and a parameter: the diagram of
// a term is, end by end, what the evaluator says of it.
#include "solve/diagram.h"

#include "unit.h"

enum { CONDITIONS = 5, TERMS = 600, STEPS = 25 };

typedef struct Pool {
  VdTerms *tm;
  VdTerm condition[CONDITIONS];
  VdTerm param;
  VdTermVec bools, words;
  VdRandom random;
} Pool;

static VdTerm pick(Pool *p, const VdTermVec *from) {
  return from->at[vd_random_below(&p->random, from->len)];
}

static VdTerm random_bool(Pool *p) {
  VdTerm a = pick(p, &p->bools), b = pick(p, &p->bools);
  switch (vd_random_below(&p->random, 5)) {
    case 0: return vd_mk_and(p->tm, a, b);
    case 1: return vd_mk_or(p->tm, a, vd_mk_not(p->tm, b));
    case 2: return vd_mk_eq(p->tm, a, b);
    case 3: return vd_mk_ult(p->tm, pick(p, &p->words), pick(p, &p->words));
    default: return vd_mk_eq(p->tm, pick(p, &p->words), pick(p, &p->words));
  }
}

static VdTerm random_word(Pool *p) {
  VdTerm a = pick(p, &p->words), b = pick(p, &p->words);
  switch (vd_random_below(&p->random, 4)) {
    case 0: return vd_mk_add(p->tm, a, b);
    case 1: return vd_mk_bv(p->tm, 8, vd_random_below(&p->random, 4));
    case 2: return vd_mk_sub(p->tm, a, b);
    default: return vd_mk_ite(p->tm, pick(p, &p->bools), a, b);
  }
}

static void pool_init(Pool *p, uint64_t seed) {
  *p = (Pool){.tm = vd_terms_new(), .random = {seed}};
  for (uint32_t i = 0; i < CONDITIONS; i++) {
    p->condition[i] =
        vd_mk_var(p->tm, VD_VAR_UNKNOWN, i, vd_sort_bool(), "condition");
    vd_push(&p->bools, p->condition[i]);
  }
  p->param = vd_mk_var(p->tm, VD_VAR_PARAM, 0, vd_sort_bv(8), "param");
  vd_push(&p->words, p->param);
  vd_push(&p->words, vd_mk_bv(p->tm, 8, 3));
  for (int i = 0; i < STEPS; i++) {
    VdTerm b = random_bool(p), w = random_word(p);
    vd_push(&p->bools, b);
    vd_push(&p->words, w);
  }
}

static void pool_done(Pool *p) {
  vd_vec_done(&p->bools);
  vd_vec_done(&p->words);
  vd_terms_free(p->tm);
}

static bool holds(Pool *p, VdTerm t, uint32_t values, uint32_t param) {
  VdEval *eval = vd_eval_new(p->tm);
  VdValue out;
  for (uint32_t i = 0; i < CONDITIONS; i++)
    vd_eval_set(eval, p->condition[i], vd_value_bool(values >> i & 1));
  vd_eval_set(eval, p->param, vd_value_bv(8, param));
  assert_true(vd_eval(eval, t, &out));
  vd_eval_free(eval);
  return out.bits;
}

static bool can_hold(Pool *p, VdTerm t) {
  for (uint32_t v = 0; v < 1u << CONDITIONS; v++)
    for (uint32_t param = 0; param < 256; param++)
      if (holds(p, t, v, param)) return true;
  return false;
}

// A diagram that is false is so of a term that never holds.
static void false_is_never(void **state) {
  (void)state;
  uint32_t seen = 0;
  for (uint64_t seed = 1; seed <= TERMS; seed++) {
    Pool p;
    pool_init(&p, seed);
    VdTerm x = pick(&p, &p.bools), y = random_bool(&p);
    VdTerm both = vd_mk_and(p.tm, vd_mk_and(p.tm, x, y), pick(&p, &p.bools));
    VdDiagrams *d = vd_diagrams_new(p.tm, 200000);
    for (uint32_t i = 0; i < CONDITIONS; i++)
      vd_diagram_set(d, p.condition[i], vd_diagram_var(d, i));
    VdDiagram a = vd_diagram_of(d, both);
    assert_true(a != VD_DIAGRAM_NONE);
    if (a == vd_diagram_bool(d, false)) {
      seen += !vd_term_is_false(p.tm, both);
      assert_false(can_hold(&p, both));
    }
    vd_diagrams_free(d);
    pool_done(&p);
  }
  assert_true(seen > 0);
}

// Without the parameter the diagram decides, and what it finds is so.
static void what_is_found_holds(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= TERMS; seed++) {
    Pool p;
    bool value[CONDITIONS];
    pool_init(&p, seed);
    VdMap map = {0};
    *vd_map_put(&map, p.param.id) = vd_mk_bv(p.tm, 8, seed % 5).id;
    VdTerm t = vd_term_subst(p.tm, random_bool(&p), &map);
    VdDiagrams *d = vd_diagrams_new(p.tm, 200000);
    for (uint32_t i = 0; i < CONDITIONS; i++)
      vd_diagram_set(d, p.condition[i], vd_diagram_var(d, i));
    VdDiagram a = vd_diagram_of(d, t);
    if (a == vd_diagram_bool(d, false)) {
      assert_false(can_hold(&p, t));
    } else {
      uint32_t values = 0;
      int8_t opaque[64];
      assert_true(vd_diagram_opaques(d) <= VD_COUNT(opaque));
      vd_diagram_find(d, a, CONDITIONS, value, opaque);
      for (uint32_t i = 0; i < CONDITIONS; i++)
        values |= (uint32_t)value[i] << i;
      assert_true(holds(&p, t, values, 0));
    }
    vd_map_done(&map);
    vd_diagrams_free(d);
    pool_done(&p);
  }
}

// In whatever order they come: joined one after the other they took nodes with
// the square of their number, and tables of a few hundred codes were too large.
static void any_of_thousands_is_small(void **state) {
  (void)state;
  enum { VARS = 5000 };
  static VdDiagram list[VARS];
  VdTerms *tm = vd_terms_new();
  VdDiagrams *d = vd_diagrams_new(tm, 200000);
  for (uint32_t i = 0; i < VARS; i++)
    list[i] = vd_diagram_var(d, (i * 7u + 3u) % VARS);
  VdDiagram any = vd_diagram_any(d, list, VARS);
  assert_true(any != VD_DIAGRAM_NONE);
  for (uint32_t i = 0; i < VARS / 2; i++)
    list[i] = vd_diagram_any(d, (VdDiagram[]){list[i], list[VARS - 1 - i]}, 2);
  assert_int_equal(vd_diagram_any(d, list, VARS / 2), any);
  assert_int_equal(vd_diagram_any(d, list, 0), vd_diagram_bool(d, false));
  list[1] = VD_DIAGRAM_NONE;
  assert_int_equal(vd_diagram_any(d, list, 3), VD_DIAGRAM_NONE);
  vd_diagrams_free(d);
  vd_terms_free(tm);
}

// Whatever step it is at which there is no room left.
static void any_without_room_is_none_or_right(void **state) {
  (void)state;
  enum { ROOM = 40 };
  uint32_t done = 0;
  for (uint32_t max = 3; max < ROOM; max++) {
    VdTerms *tm = vd_terms_new();
    VdDiagrams *d = vd_diagrams_new(tm, max);
    VdDiagram v[4], list[3];
    for (uint32_t i = 0; i < 4; i++) v[i] = vd_diagram_var(d, i);
    list[0] = vd_diagram_or(d, v[1], vd_diagram_and(d, v[2], v[3]));
    list[1] = vd_diagram_and(d, v[0], v[3]);
    list[2] = vd_diagram_or(d, v[2], v[3]);
    VdDiagram any = vd_diagram_any(d, list, 3);
    VdDiagram same =
        vd_diagram_or(d, vd_diagram_or(d, list[2], list[1]), list[0]);
    if (any != VD_DIAGRAM_NONE && same != VD_DIAGRAM_NONE) {
      assert_int_equal(any, same);
      done++;
    }
    vd_diagrams_free(d);
    vd_terms_free(tm);
  }
  assert_true(done > 0 && done < ROOM - 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(false_is_never),
      cmocka_unit_test(what_is_found_holds),
      cmocka_unit_test(any_of_thousands_is_small),
      cmocka_unit_test(any_without_room_is_none_or_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
