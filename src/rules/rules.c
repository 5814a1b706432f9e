// The comparison of rule functions, pair by pair: terms, atoms, one SAT
// question, and if the answer is a difference, whether any new version could
// have been right.
#include "rules/rules.h"

#include "rules/rules_impl.h"
#include "verdict/assume.h"

#define ASSUME_POINTERS \
  "pointers given to the functions point to objects of their own"
#define ASSUME_EXTERNALS "external functions behave the same in both versions"

// ----------------------------------------------------------------- questions

// Codes that the atoms of a side ask for.
typedef VD_VEC(VdCode) Codes;

static void used_codes(const VdRuleAtoms *atoms, VdSide side, Codes *out) {
  for (uint32_t i = 0; i < atoms->len; i++) {
    const VdRuleAtom *a = &atoms->at[i];
    if (a->side != side) continue;
    for (uint32_t j = 0; j < vd_rule_atom_codes(a); j++)
      vd_push(out, vd_rule_atom_code(a, j));
  }
}

static bool is_start_word(VdTerms *tm, VdTerm t) {
  if (vd_term_op(tm, t) != VD_OP_LOAD) return false;
  VdPlace place = vd_term_place(tm, vd_term_arg(tm, t, 1));
  return vd_term_eq(vd_term_arg(tm, t, 0), vd_summary_state(tm, VD_ROLE_MEM)) &&
         vd_term_op(tm, place.base) == VD_OP_ADDR &&
         vd_term_is_none(place.index);
}

static bool overlap(VdTerms *tm, VdTerm a, VdTerm b) {
  VdPlace p = vd_term_place(tm, vd_term_arg(tm, a, 1));
  VdPlace q = vd_term_place(tm, vd_term_arg(tm, b, 1));
  return vd_term_eq(p.base, q.base) &&
         (p.offset - q.offset < vd_term_imm(tm, b) ||
          q.offset - p.offset < vd_term_imm(tm, a));
}

static bool is_apart(VdTerms *tm, const VdTermVec *leaf, VdTerm load) {
  for (uint32_t i = 0; i < leaf->len; i++)
    if (vd_term_op(tm, leaf->at[i]) == VD_OP_LOAD &&
        overlap(tm, leaf->at[i], load))
      return false;
  return true;
}

// Parameters, and words of memory at the start that do not overlap.
static void find_leaves(VdRuleQuestion *q) {
  VdTermVec nodes = {0};
  vd_terms_reach(q->tm, &q->strict, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    VdSortKind kind = (VdSortKind)vd_term_sort(q->tm, t).kind;
    bool bits =
        kind == VD_SORT_BOOL || kind == VD_SORT_BV || kind == VD_SORT_FLOAT;
    bool param = vd_term_op(q->tm, t) == VD_OP_VAR && bits &&
                 vd_term_var_kind(q->tm, t) == VD_VAR_PARAM;
    if (param || (is_start_word(q->tm, t) && is_apart(q->tm, &q->leaf, t)))
      vd_push(&q->leaf, t);
  }
  vd_vec_done(&nodes);
}

typedef struct Side {
  VdRuleFunc func;
  VdRuleAtoms atoms;
} Side;

static void side_done(Side *s) {
  vd_rule_func_done(&s->func);
  vd_vec_done(&s->atoms);
}

static void settle(VdRuleWork *w, VdRuleQuestion *q, VdAnswer answer,
                   const VdRuleModel *model, const uint32_t func[2],
                   const VdRulePairs *pairs, VdVerdict *v) {
  const char *why = q->why;
  if (answer == VD_ANSWER_UNSAT) {
    vd_verdict_same(v, w->tm, q->checker, VD_TERMINATES_ALWAYS);
    return;
  }
  v->checker = q->checker;
  if (answer == VD_ANSWER_UNKNOWN && vd_budget_is_late(&q->budget)) {
    vd_verdict_undecided(w->arena, v, VD_REASON_TIME,
                         w->rules->options.limits.timeout);
  } else if (answer == VD_ANSWER_UNKNOWN && q->late) {
    vd_verdict_undecided(w->arena, v, VD_REASON_EFFORT,
                         w->rules->options.limits.effort);
  } else if (answer == VD_ANSWER_UNKNOWN) {
    vd_verdict_undecided(w->arena, v, VD_REASON_ENGINE, why ? why : "");
  } else {
    VdEvidence shown = vd_evidence_related(VD_NEW(w->arena, VdRelated));
    if (!vd_rule_evidence(w, q, model, func, pairs, shown.related, &why)) {
      vd_evidence_done(&shown);
      vd_verdict_undecided(w->arena, v, VD_REASON_NOT_RUN, why);
    } else if (q->partner) {
      vd_verdict_mismatch(v, q->checker, shown);
    } else {
      vd_verdict_different(v, q->checker, shown);
    }
  }
}

static VdBudget budget_of(const VdRuleWork *w) {
  const VdLimits *limits = &w->rules->options.limits;
  return vd_budget_limit(&limits->budget, limits->timeout, limits->effort);
}

static VdRuleQuestion question(VdRuleWork *w, VdTerm difference,
                               const Side *first, const Side *second,
                               bool partner) {
  VdTerm alike = vd_mk_eq(w->tm, first->func.defined, second->func.defined);
  w->related[partner] =
      (VdCrosswalkSource){w->rules->crosswalk, &w->scope[partner], partner};
  VdRuleQuestion q = {
      .tm = w->tm,
      .cw = w->rules->crosswalk,
      .scope = &w->scope[partner],
      .relation = vd_relation_crosswalk(&w->related[partner]),
      .atoms = {&first->atoms, &second->atoms},
      .input = {VD_RULE_FIRST, partner ? VD_RULE_SECOND : VD_RULE_NEW},
      .partner = partner,
      .sat_alone = w->rules->options.sat_alone,
      .difference = difference,
      .strict = vd_mk_or(w->tm, difference, vd_mk_not(w->tm, alike)),
      .solver = &w->rules->options.solver,
      .budget = budget_of(w),
      .arena = w->arena,
  };
  find_leaves(&q);
  return q;
}

// The second copy of the old function asks another input.
static void copy_side(VdTerms *tm, const Side *from, Side *to) {
  VdMap map = {0};
  vd_rule_func_copy(&from->func, &to->func);
  for (uint32_t i = 0; i < from->atoms.len; i++) {
    VdRuleAtom a = from->atoms.at[i];
    VdTerm other =
        vd_mk_var(tm, VD_VAR_SECOND, i, vd_sort_bool(), "second input");
    *vd_map_put(&map, a.app.id) = other.id;
    a.app = other;
    vd_push(&to->atoms, a);
  }
  vd_rule_func_subst(tm, &to->func, &map);
  vd_map_done(&map);
}

// ------------------------------------------------------------------ answers

static bool symbolic(VdRuleQuestion *q) {
  return vd_term_is_false(q->tm, q->difference);
}

static bool translation(VdRuleQuestion *q) {
  if (!q->sat_alone) return vd_rule_translate(q);
  q->kept = vd_rule_reduce(q, q->arena);
  return false;
}

// None: there is a difference, or it seems so, if q->start is set.
static const struct {
  const char *checker;  // as verdicts name it
  bool (*prove)(VdRuleQuestion *q);
} proofs[] = {
    {"symbolic", symbolic},  // the difference is one term: false
    {"translation", translation},
};

static bool witness(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer) {
  if (!q->start || !vd_rule_witness(q, model)) return false;
  *answer = VD_ANSWER_SAT;
  return true;
}

static const struct {
  const char *checker;
  // False: the next one is asked.
  bool (*search)(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer);
} searches[] = {
    {"translation", witness},  // near where a translation fails
    {"sat", vd_rule_ask_sat},  // if the question is one about bits
    {"smt", vd_rule_ask_smt},
};

static bool prove_question(VdRuleQuestion *q) {
  for (size_t i = 0; i < VD_COUNT(proofs); i++) {
    q->checker = proofs[i].checker;
    if (proofs[i].prove(q)) return true;
  }
  return false;
}

static VdAnswer search_question(VdRuleQuestion *q, VdRuleModel *model) {
  VdAnswer answer = VD_ANSWER_UNKNOWN;
  bool settled = false;
  for (size_t i = 0; i < VD_COUNT(searches) && !settled; i++) {
    q->checker = searches[i].checker;
    settled = searches[i].search(q, model, &answer);
  }
  return answer;
}

static uint32_t scope_size(const VdScope *scope) {
  return scope->code[VD_OLD].len + scope->code[VD_NEW].len;
}

// Is the old function one that no new version can be right for?
static void check_mismatch(VdRuleWork *w, const Side *old, uint32_t func,
                           VdVerdict *v) {
  VdTerms *tm = w->tm;
  Side second = {0};
  Codes used = {0};
  VdRulePairs pairs = {0};
  copy_side(tm, old, &second);
  const VdRuleFunc *const f[2] = {&old->func, &second.func};
  vd_rule_pairs(tm, f, w->arena, &pairs);
  VdTerm both = vd_mk_and(tm, old->func.defined, second.func.defined);
  VdTerm differ =
      vd_mk_and(tm, both, vd_mk_not(tm, vd_rule_alike(tm, f, &pairs)));
  used_codes(&old->atoms, VD_OLD, &used);
  VdScope *scope = &w->scope[true];
  vd_scope_partner(w->rules->crosswalk, VD_OLD, used.at, used.len, scope);
  VdRuleQuestion q = question(w, differ, old, &second, true);
  VdRuleModel model = {0};
  VdAnswer answer =
      prove_question(&q) ? VD_ANSWER_UNSAT : search_question(&q, &model);
  const uint32_t funcs[2] = {func, func};
  settle(w, &q, answer, &model, funcs, &pairs, v);
  v->size = scope_size(scope);
  vd_vec_done(&q.leaf);
  vd_vec_done(&used);
  vd_vec_done(&pairs);
  side_done(&second);
}

// ------------------------------------------------------------------- order
// A pair of functions at work.
typedef struct Pair {
  VdRuleWork *w;
  const Side *old;
  const uint32_t *func;
  const VdRulePairs *pairs;
  VdRuleQuestion *q;
  VdVerdict *v;
  bool doubted;    // there is a difference, or seems to be
  VdVerdict deep;  // whether any new version could be right
} Pair;

static bool prove(Pair *p) {
  bool proved = prove_question(p->q);
  p->doubted = !proved && p->q->start;
  if (!proved) return false;
  settle(p->w, p->q, VD_ANSWER_UNSAT, NULL, p->func, p->pairs, p->v);
  return true;
}

static bool doubt(Pair *p) {
  if (!p->doubted) return false;
  check_mismatch(p->w, p->old, p->func[0], &p->deep);
  if (p->deep.kind != VD_MISMATCH) return false;
  vd_verdict_deepen(p->w->arena, p->v, &p->deep);
  return true;
}

static bool search(Pair *p) {
  VdRuleModel model = {0};
  p->q->budget = budget_of(p->w);
  VdAnswer answer = search_question(p->q, &model);
  settle(p->w, p->q, answer, &model, p->func, p->pairs, p->v);
  return p->v->kind != VD_DIFFERENT;
}

static bool deepen(Pair *p) {
  if (!p->doubted) check_mismatch(p->w, p->old, p->func[0], &p->deep);
  vd_verdict_deepen(p->w->arena, p->v, &p->deep);
  return true;
}

// Where the pair seems to differ, a mismatch is looked for first: it is the
// better answer, and with it a difference need not be found. If two inputs of
// the old function that have a common partner give two results, no result of
// the new one on the partner is right for both.
static const struct {
  const char *name;
  bool (*check)(Pair *p);  // true: nothing comes after it
} checkers[] = {
    {"proof", prove},        // the table `proofs`
    {"mismatch", doubt},     // where the proofs doubt that it is the same
    {"difference", search},  // the table `searches`
    {"mismatch", deepen},    // of a difference, if it was not looked for
};

static void check_pair(VdRuleWork *w, const Side side[2],
                       const uint32_t func[2], VdVerdict *v) {
  VdTerms *tm = w->tm;
  VdRulePairs pairs = {0};
  const VdRuleFunc *const f[2] = {&side[0].func, &side[1].func};
  bool fit = vd_rule_pairs(tm, f, w->arena, &pairs);
  if (!fit)
    vd_verdict_undecided(w->arena, v, VD_REASON_RESULTS);
  else if (vd_term_is_false(tm, f[0]->defined))
    vd_verdict_undecided(w->arena, v, VD_REASON_VACUOUS);
  if (!fit || vd_term_is_false(tm, f[0]->defined)) {
    vd_vec_done(&pairs);
    return;
  }
  VdTerm alike = vd_mk_and(tm, f[1]->defined, vd_rule_alike(tm, f, &pairs));
  VdTerm differ = vd_mk_and(tm, f[0]->defined, vd_mk_not(tm, alike));
  Codes used[2] = {0};
  for (int k = 0; k < 2; k++) used_codes(&side[k].atoms, (VdSide)k, &used[k]);
  VdScope *scope = &w->scope[false];
  vd_scope_pair(w->rules->crosswalk, used[0].at, used[0].len, used[1].at,
                used[1].len, scope);
  VdRuleQuestion q = question(w, differ, &side[0], &side[1], false);
  Pair p = {w, &side[0], func, &pairs, &q, v, false, {0}};
  bool settled = false;
  for (size_t i = 0; i < VD_COUNT(checkers) && !settled; i++)
    settled = checkers[i].check(&p);
  vd_verdict_done(&p.deep);
  v->size = scope_size(scope);
  vd_vec_done(&q.leaf);
  for (int k = 0; k < 2; k++) vd_vec_done(&used[k]);
  vd_vec_done(&pairs);
}

// --------------------------------------------------------------------- pairs

static void see_external(void *context, uint32_t func, const VdInst *inst) {
  struct {
    const VdModule *m;
    bool found;
  } *see = context;
  (void)func;
  bool table;
  if (inst->kind != VD_INST_CALL && inst->kind != VD_INST_CALLPTR) return;
  const VdFunc *f = see->m->func.at[inst->index];
  see->found |= (f->kind == VD_FUNC_PURE || f->kind == VD_FUNC_IMPURE) &&
                !vd_rule_is_question(f, &table);
}

static void assume_externals(VdRuleWork *w, const uint32_t *func,
                             uint32_t sides, VdVerdict *v) {
  for (uint32_t k = 0; k < sides; k++) {
    struct {
      const VdModule *m;
      bool found;
    } see = {w->module[k], false};
    vd_ir_each(see.m, func[k], see_external, &see);
    if (see.found) vd_verdict_assume(w->arena, v, ASSUME_EXTERNALS);
  }
}

// What a proof rests on beside that.
static void assume_rest(VdRuleWork *w, const uint32_t func[2], VdVerdict *v) {
  bool need[VD_ASSUMPTIONS] = {false};
  vd_assume_functions((const VdModule *const[]){w->module[0], w->module[1]},
                      func, w->arena, need);
  // Questions for codes would be externals; what is allocated is no rule's.
  need[VD_ASSUME_EXTERNALS] = need[VD_ASSUME_HEAP] = false;
  vd_assume_say(need, w->arena, v);
}

// The position of the first question that cannot be answered.
static VdPos find_bad_question(VdRuleWork *w, VdSide side, uint32_t func) {
  VdRuleAsks asks = {0};
  VdPos pos = w->module[side]->func.at[func]->pos;
  vd_rule_asks(w->module[side], func, &asks);
  for (uint32_t i = 0; i < asks.len; i++) {
    VdRuleAtom atom;
    const char *why;
    if (vd_rule_resolve(&w->reader, side, asks.at[i].table, asks.at[i].text,
                        &atom, &why))
      continue;
    pos = asks.at[i].pos;
    break;
  }
  vd_vec_done(&asks);
  return pos;
}

static bool make_terms(VdRuleWork *w, Side *s, VdSide side, uint32_t func,
                       VdVerdict *v) {
  vd_rule_func_init(&s->func, w->tm, w->sums[side], w->module[side], func,
                    w->arena);
  if (!s->func.unsupported) return true;
  vd_verdict_undecided(w->arena, v, VD_REASON_CONSTRUCT, s->func.unsupported);
  v->pos = s->func.pos;
  return false;
}

static bool has_heap(const VdFunc *f) {
  return vd_func_has_result(f, VD_ROLE_HEAP);
}

// What is allocated or freed is not in the terms of rules.
static bool is_heap_alike(VdRuleWork *w, const uint32_t func[2], uint32_t sides,
                          VdVerdict *v) {
  const VdFunc *f = w->module[VD_OLD]->func.at[func[0]];
  const VdFunc *g = sides == 2 ? w->module[VD_NEW]->func.at[func[1]] : f;
  if ((!has_heap(f) && !has_heap(g)) || vd_digest_eq(&f->digest, &g->digest))
    return true;
  vd_verdict_undecided(w->arena, v, VD_REASON_ALLOCATES);
  v->pos = has_heap(g) ? g->pos : f->pos;
  return false;
}

static bool find_atoms(VdRuleWork *w, Side *s, VdSide side, uint32_t func,
                       VdVerdict *v) {
  VdTermVec roots = {0};
  bool ok = true;
  vd_rule_func_terms(&s->func, &roots);
  const char *why = "";
  ok = vd_rule_atoms(&w->reader, w->tm, roots.at, roots.len, &s->atoms, &why);
  vd_vec_done(&roots);
  if (ok) return true;
  vd_verdict_undecided(w->arena, v, VD_REASON_CONSTRUCT, why);
  v->pos = find_bad_question(w, side, func);
  return false;
}

void vd_rule_check(VdRuleWork *w, const uint32_t func[2], uint32_t sides,
                   VdVerdict *v) {
  Side side[2] = {0};
  bool ok = is_heap_alike(w, func, sides, v);
  for (uint32_t k = 0; k < sides && ok; k++)
    ok = make_terms(w, &side[k], (VdSide)k, func[k], v);
  if (ok) {
    VdRuleFunc *const f[2] = {&side[0].func, &side[sides - 1].func};
    if (vd_rule_point(w->tm, f, sides))
      vd_verdict_assume(w->arena, v, ASSUME_POINTERS);
  }
  for (uint32_t k = 0; k < sides && ok; k++)
    ok = find_atoms(w, &side[k], (VdSide)k, func[k], v);
  if (ok) {
    assume_externals(w, func, sides, v);
    if (sides == 2) check_pair(w, side, func, v);
    if (sides == 2 && v->kind == VD_SAME) assume_rest(w, func, v);
    if (sides == 1) check_mismatch(w, &side[0], func[0], v);
  }
  side_done(&side[0]);
  side_done(&side[1]);
}
