// Relations: term, clauses and test of each kind agree, on inputs that are
// related and on others; partners are those of the test; the key is the same
// for what says the same.
#include "brute.h"
#include "front/st/st.h"
#include "relate/relation.h"
#include "unit.h"

enum { SLOTS = 16, ROUNDS = 150, PAIRS = 60 };

// A relation with variables for its slots.
typedef struct Forms {
  VdTerms *tm;
  const VdRelation *r;
  uint32_t slots[2];
  VdTerm var[2][SLOTS];
} Forms;

static bool by_term(const Forms *f, const VdValue *const input[2]) {
  const VdTerm *const vars[2] = {f->var[0], f->var[1]};
  VdTerm t = vd_relation_term(f->r, f->tm, vars);
  VdEval *eval = vd_eval_new(f->tm);
  VdValue value;
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < f->slots[k]; i++)
      if (!vd_term_is_none(f->var[k][i]))
        vd_eval_set(eval, f->var[k][i], input[k][i]);
  assert_true(vd_eval(eval, t, &value));
  vd_eval_free(eval);
  return value.bits;
}

// Whether the clauses can be satisfied with these values. Bits that are false
// are given to the relation as such in every second slot.
static bool by_clauses(const Forms *f, const VdValue *const input[2]) {
  enum { MOST = 64 };
  VdSat *sat = vd_sat_new();
  int lit[2][SLOTS][MOST] = {0};
  VdSlotBits slot[2][SLOTS] = {0};
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < f->slots[k]; i++) {
      if (vd_term_is_none(f->var[k][i])) continue;
      uint32_t n = vd_sort_width(vd_term_sort(f->tm, f->var[k][i]));
      slot[k][i] = (VdSlotBits){lit[k][i], n};
      for (uint32_t b = 0; b < n; b++) {
        bool bit = input[k][i].bits >> b & 1;
        if (!bit && i % 2) continue;
        lit[k][i][b] = vd_sat_var(sat);
        vd_sat_clause(sat, (int[]){bit ? lit[k][i][b] : -lit[k][i][b]}, 1);
      }
    }
  const VdSlotBits *const slots[2] = {slot[0], slot[1]};
  VdBudget budget = vd_budget_of(60);
  assert_true(vd_relation_clauses(f->r, f->tm, sat, slots));
  VdSatAnswer answer = vd_sat_solve(sat, &budget);
  assert_true(answer != VD_SAT_UNKNOWN);
  vd_sat_free(sat);
  return answer == VD_SAT_SAT;
}

static bool agreed(const Forms *f, const VdValue *old, const VdValue *new) {
  const VdValue *const input[2] = {old, new};
  bool test = vd_relation_test(f->r, input);
  assert_int_equal(by_term(f, input), test);
  assert_int_equal(by_clauses(f, input), test);
  return test;
}

static void add_vars(Forms *f, int side, uint32_t n, VdSort sort) {
  for (uint32_t i = 0; i < n; i++, f->slots[side]++)
    f->var[side][f->slots[side]] =
        vd_mk_fresh(f->tm, VD_VAR_UNKNOWN, sort, "x");
}

// --------------------------------------------------------------- crosswalks

typedef struct Walk {
  Brute j;
  VdCrosswalk *cw;
  VdScope scope;
  VdCrosswalkSource inputs;
  VdRelation relation;
  Forms f;
} Walk;

// All codes are used, so that term and clauses say all there is to say.
static void walk_init(Walk *w, VdRandom *random, bool partner) {
  VdDiags diags = {0};
  VdBuf text = {0};
  *w = (Walk){0};
  w->j = brute_random(random);
  brute_print(&w->j, &text);
  w->cw = vd_crosswalk_new();
  assert_true(vd_crosswalk_read_text(w->cw, "xw", vd_buf_text(&text), text.len,
                                     VD_CROSSWALK_PLAIN, &diags));
  assert_true(vd_crosswalk_finish(w->cw, &diags));
  vd_diags_done(&diags);
  vd_buf_done(&text);
  VdCode all[BRUTE_CODES];
  for (uint32_t i = 0; i < BRUTE_CODES; i++) all[i] = i;
  if (partner)
    vd_scope_partner(w->cw, VD_OLD, all, w->j.olds, &w->scope);
  else
    vd_scope_pair(w->cw, all, w->j.olds, all, w->j.news, &w->scope);
  w->inputs = (VdCrosswalkSource){w->cw, &w->scope, partner};
  w->relation = vd_relation_crosswalk(&w->inputs);
  w->f = (Forms){.tm = vd_terms_new(), .r = &w->relation};
  for (int k = 0; k < 2; k++)
    add_vars(&w->f, k, w->scope.code[k].len, vd_sort_bool());
}

static void walk_done(Walk *w) {
  vd_terms_free(w->f.tm);
  vd_scope_done(&w->scope);
  vd_crosswalk_free(w->cw);
}

// Codes are numbered by text: code i is bit i of a set.
static const VdValue *present(const Walk *w, int side, uint32_t set,
                              VdValue *out) {
  for (uint32_t i = 0; i < w->scope.code[side].len; i++)
    out[i] = vd_value_bool(set >> w->scope.code[side].at[i] & 1);
  return out;
}

static void forms_of_a_crosswalk_agree(void **state) {
  (void)state;
  VdRandom random = {11};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Walk w;
    BruteRelation r;
    VdValue old[SLOTS], new[SLOTS];
    walk_init(&w, &random, false);
    brute_by_equations(&w.j, &r);
    for (uint32_t n = 0; n < PAIRS; n++) {
      uint32_t v = (uint32_t)vd_random_below(&random, brute_old_sets(&w.j));
      uint32_t x = (uint32_t)vd_random_below(&random, brute_new_sets(&w.j));
      assert_int_equal(
          agreed(&w.f, present(&w, 0, v, old), present(&w, 1, x, new)),
          r.has[v][x]);
    }
    walk_done(&w);
  }
}

// Two old inputs have a common partner exactly if some new input satisfies the
// terms of vd_relation_partners.
static void partners_of_a_crosswalk_are_common_ones(void **state) {
  (void)state;
  VdRandom random = {12};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Walk w;
    BruteRelation r;
    walk_init(&w, &random, true);
    brute_by_equations(&w.j, &r);
    VdTerm second[SLOTS];
    VdTermVec parts = {0};
    for (uint32_t i = 0; i < w.f.slots[0]; i++)
      second[i] = vd_mk_fresh(w.f.tm, VD_VAR_UNKNOWN, vd_sort_bool(), "y");
    vd_relation_partners(&w.relation, w.f.tm, w.f.var[0], second, w.f.var[1],
                         &parts);
    for (uint32_t n = 0; n < 8; n++) {
      uint32_t v = (uint32_t)vd_random_below(&random, brute_old_sets(&w.j));
      uint32_t u = (uint32_t)vd_random_below(&random, brute_old_sets(&w.j));
      bool common = false, found = false;
      for (uint32_t x = 0; x < brute_new_sets(&w.j); x++)
        common |= r.has[v][x] && r.has[u][x];
      for (uint32_t x = 0; x < 1u << w.f.slots[1]; x++) {
        VdEval *eval = vd_eval_new(w.f.tm);
        bool all = true;
        for (uint32_t i = 0; i < w.f.slots[0]; i++) {
          VdCode code = w.scope.code[0].at[i];
          vd_eval_set(eval, w.f.var[0][i], vd_value_bool(v >> code & 1));
          vd_eval_set(eval, second[i], vd_value_bool(u >> code & 1));
        }
        for (uint32_t i = 0; i < w.f.slots[1]; i++)
          vd_eval_set(eval, w.f.var[1][i], vd_value_bool(x >> i & 1));
        for (uint32_t i = 0; i < parts.len; i++) {
          VdValue value;
          assert_true(vd_eval(eval, parts.at[i], &value));
          all = all && value.bits;
        }
        vd_eval_free(eval);
        found |= all;
      }
      assert_int_equal(found, common);
    }
    vd_vec_done(&parts);
    walk_done(&w);
  }
}

static void every_code_that_is_related_is_explained(void **state) {
  (void)state;
  VdRandom random = {13};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Walk w;
    VdArena arena = {0};
    VdRelationWhys whys = {0};
    VdValue old[SLOTS], new[SLOTS];
    walk_init(&w, &random, false);
    uint32_t v = (uint32_t)vd_random_below(&random, brute_old_sets(&w.j));
    uint32_t x = (uint32_t)vd_random_below(&random, brute_new_sets(&w.j));
    const VdValue *const input[2] = {present(&w, 0, v, old),
                                     present(&w, 1, x, new)};
    bool related = vd_relation_test(&w.relation, input);
    vd_relation_explain(&w.relation, input, &arena, &whys);
    bool all = true;
    for (int k = 0; k < 2; k++)
      for (uint32_t i = 0; i < w.f.slots[k]; i++) {
        uint32_t why = whys.of[k][i];
        if (!(input[k][i].bits & 1)) assert_true(why == VD_RELATION_NONE);
        if (input[k][i].bits & 1) all &= why != VD_RELATION_NONE;
        if (why != VD_RELATION_NONE) assert_true(why < whys.why.len);
      }
    assert_int_equal(all, related);
    vd_relation_whys_done(&whys);
    vd_arena_done(&arena);
    walk_done(&w);
  }
}

// ----------------------------------------------------------------- equality

static void forms_of_equality_agree(void **state) {
  (void)state;
  VdRandom random = {14};
  const uint32_t one[] = {0, 2}, two[] = {1, 0};
  VdEqualSlots slots = {2, {one, two}};
  VdRelation r = vd_relation_equal(&slots);
  Forms f = {.tm = vd_terms_new(), .r = &r};
  uint32_t related = 0;
  for (int k = 0; k < 2; k++) add_vars(&f, k, 3, vd_sort_bv(8));
  for (uint32_t n = 0; n < 300; n++) {
    VdValue v[2][3];
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < 3; i++)
        v[k][i] = vd_value_bv(8, vd_random_below(&random, 3));
    bool is = agreed(&f, v[0], v[1]);
    assert_int_equal(
        is, v[0][0].bits == v[1][1].bits && v[0][2].bits == v[1][0].bits);
    related += is;
  }
  assert_in_range(related, 1, 299);
  VdBuf key = {0};
  vd_relation_key(&r, &key);
  assert_string_equal(vd_buf_text(&key), "equality\n0 = 1\n2 = 0\n");
  vd_buf_done(&key);
  vd_terms_free(f.tm);
}

static void parameters_in_their_order_need_no_more(void **state) {
  (void)state;
  const uint32_t same[] = {0, 1, 2};
  VdEqualSlots slots = {3, {same, same}};
  VdRelation r = vd_relation_equal(&slots);
  VdBuf key = {0};
  vd_relation_key(&r, &key);
  assert_string_equal(vd_buf_text(&key), "equality\n");
  vd_buf_done(&key);
}

// ---------------------------------------------------------------- contracts

static const char old_text[] =
    "PROGRAM Main VAR_INPUT On : BOOL; a : SINT; b : INT; END_VAR\n"
    "VAR_OUTPUT q : BOOL; END_VAR q := On AND a > 3; END_PROGRAM\n";
static const char new_text[] =
    "PROGRAM Main VAR_INPUT a : INT; p : SINT; b : INT; END_VAR\n"
    "VAR_OUTPUT q : BOOL; END_VAR q := p > 3; END_PROGRAM\n";

typedef struct Contracted {
  VdModule *module[2];
  VdContractSide side[2];
  VdTerm *input[2], *output[2];
  VdArena arena;
  VdContract *contract;
  VdContractPairs pairs;
  VdContractSource inputs;
  VdRelation relation;
  Forms f;
} Contracted;

static void contract_side(Contracted *c, int k, const char *text) {
  VdDiags diags = {0};
  VdStOptions options = {0};
  const VdPlc *plc;
  c->module[k] =
      vd_st_read_text(text, strlen(text), "x.st", &options, &diags, &plc);
  assert_non_null(c->module[k]);
  const VdMachine *m = &plc->all.machine[vd_machine_find(&plc->all, "Main")];
  c->side[k].machine = m;
  c->input[k] = VD_NEW_ARRAY(&c->arena, VdTerm, m->vars);
  c->output[k] = VD_NEW_ARRAY(&c->arena, VdTerm, m->vars);
  for (uint32_t i = 0; i < m->vars; i++) {
    VdSort sort = vd_elem_sort(m->var[i].elem);
    bool in = vd_machine_use(&m->var[i]) & VD_USE_INPUT;
    VdTerm var = vd_mk_fresh(c->f.tm, VD_VAR_UNKNOWN, sort, m->var[i].name);
    if (in) c->input[k][i] = c->f.var[k][i] = var;
    if (!in) c->output[k][i] = var;
  }
  c->f.slots[k] = m->vars;
  c->side[k].input = c->input[k];
  c->side[k].output = c->output[k];
  vd_diags_done(&diags);
}

static void contract_init(Contracted *c, const char *text) {
  VdDiags diags = {0};
  *c = (Contracted){0};
  c->f.tm = vd_terms_new();
  contract_side(c, 0, old_text);
  contract_side(c, 1, new_text);
  c->contract = vd_contract_read_text("c", text, strlen(text), &diags);
  assert_non_null(c->contract);
  assert_true(vd_contract_pairs(c->f.tm, &c->contract->block[0], c->side,
                                &diags, &c->pairs));
  c->inputs = (VdContractSource){.tm = c->f.tm,
                                 .block = &c->contract->block[0],
                                 .pairs = &c->pairs,
                                 .base = {c->input[0], c->input[1]},
                                 .slots = {c->f.slots[0], c->f.slots[1]}};
  c->relation = vd_relation_contract(&c->inputs);
  c->f.r = &c->relation;
  vd_diags_done(&diags);
}

static void contract_done(Contracted *c) {
  vd_contract_pairs_done(&c->pairs);
  vd_contract_free(c->contract);
  for (int k = 0; k < 2; k++) vd_module_free(c->module[k]);
  vd_arena_done(&c->arena);
  vd_terms_free(c->f.tm);
}

// Of n pairs of random values, how many are related; the forms agree on all.
static uint32_t count_related(const Contracted *c, uint32_t n) {
  VdRandom random = {15};
  uint32_t related = 0;
  for (; n; n--) {
    VdValue v[2][SLOTS] = {0};
    for (int k = 0; k < 2; k++)
      for (uint32_t i = 0; i < c->f.slots[k]; i++) {
        if (vd_term_is_none(c->f.var[k][i])) continue;
        v[k][i] = (VdValue){.sort = vd_term_sort(c->f.tm, c->f.var[k][i]),
                            .bits = vd_random_below(&random, 2)};
      }
    related += agreed(&c->f, v[0], v[1]);
  }
  return related;
}

static void forms_of_a_contract_agree(void **state) {
  (void)state;
  static const char *const text[] = {
      "compare Main { relate old.On == (new.p > 0); }",
      "compare Main { relate old.b == new.b + 1; assume old.On; }",
      "compare Main { assume !old.On || new.p * 3 > 2; ensure outputs; }"};
  for (uint32_t i = 0; i < VD_COUNT(text); i++) {
    Contracted c;
    contract_init(&c, text[i]);
    assert_in_range(count_related(&c, 400), 1, 399);
    contract_done(&c);
  }
}

static void a_contract_is_explained_by_its_clauses(void **state) {
  (void)state;
  Contracted c;
  VdArena arena = {0};
  VdRelationWhys whys = {0};
  VdBuf key = {0};
  contract_init(&c,
                "compare Main {\n  assume old.On;\n  relate old.b == new.b;\n"
                "  ensure outputs;\n}");
  VdValue v[2][SLOTS] = {0};
  const VdValue *const input[2] = {v[0], v[1]};
  vd_relation_explain(&c.relation, input, &arena, &whys);
  assert_int_equal(whys.why.len, 2);
  assert_string_equal(whys.why.at[0].text, "old.On");
  assert_int_equal(whys.why.at[0].pos.line, 2);
  assert_string_equal(whys.why.at[1].text, "old.b == new.b");
  vd_relation_key(&c.relation, &key);
  assert_non_null(strstr(vd_buf_text(&key), "old.b == new.b"));
  vd_buf_done(&key);
  vd_relation_whys_done(&whys);
  vd_arena_done(&arena);
  contract_done(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms_of_a_crosswalk_agree),
      cmocka_unit_test(partners_of_a_crosswalk_are_common_ones),
      cmocka_unit_test(every_code_that_is_related_is_explained),
      cmocka_unit_test(forms_of_equality_agree),
      cmocka_unit_test(parameters_in_their_order_need_no_more),
      cmocka_unit_test(forms_of_a_contract_agree),
      cmocka_unit_test(a_contract_is_explained_by_its_clauses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
