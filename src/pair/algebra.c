// Questions about polynomials, refuted by algebra (poly.h).
//
// A question is a conjunction. Of its parts, those without products, choose and
// applications are the context: what is known of order and small sums. In turn,
//
// - an equation that has a term with an odd coefficient is solved for it, and
//   the solution is put in;
// - a fact about choose or a division whose guard the context implies is put
// in;
// - two words, or a word and a number, that the context makes equal become one;
//
// and everything is multiplied out again. Equal polynomials are then equal
// terms. Where that does not end, the question is split by a condition in it.
#include "base/limit.h"
#include "pair/pair.h"
#include "pair/poly_impl.h"

static VdAnswer ask(VdAlgebra *a, VdTerm t, const VdTermVec *watch,
                    VdValue *value) {
  if (vd_term_is_false(a->tm, t)) return VD_ANSWER_UNSAT;
  if (!a->steps) return VD_ANSWER_UNKNOWN;
  a->steps--;
  return a->ask(a->context, t, watch, value);
}

static bool implies(VdAlgebra *a, VdTerm context, VdTerm t) {
  if (vd_term_is_true(a->tm, t)) return true;
  return ask(a, vd_mk_and(a->tm, context, vd_mk_not(a->tm, t)), NULL, NULL) ==
         VD_ANSWER_UNSAT;
}

static bool is_multiple(const VdTerms *tm, VdTerm t) {
  uint64_t k;
  return vd_term_args(tm, t) == 2 &&
         vd_poly_constant(tm, vd_term_arg(tm, t, 0), &k);
}

// Whether there is anything that is more than the solver's business.
static bool has_products(VdTerms *tm, VdTerm t) {
  VdTermVec nodes = {0};
  VdTerm x;
  bool found = false;
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++)
    found = vd_term_is_choose(tm, nodes.at[i], &x) ||
            (vd_term_op(tm, nodes.at[i]) == VD_OP_BVMUL &&
             !is_multiple(tm, nodes.at[i]));
  vd_vec_done(&nodes);
  return found;
}

static void parts_of(const VdTerms *tm, VdTerm t, VdTermVec *out) {
  if (vd_term_op(tm, t) != VD_OP_AND) {
    vd_push(out, t);
    return;
  }
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    vd_push(out, vd_term_arg(tm, t, i));
}

// What a solver answers at once.
static bool is_simple(const VdTerms *tm, VdTerm t) {
  switch (vd_term_op(tm, t)) {
    case VD_OP_CONST:
    case VD_OP_NOT:
    case VD_OP_AND:
    case VD_OP_EQ:
    case VD_OP_ITE:
    case VD_OP_BVADD:
    case VD_OP_BVULT:
    case VD_OP_BVSLT:
    case VD_OP_EXTRACT:
    case VD_OP_SEXT:
    case VD_OP_ZEXT: return true;
    case VD_OP_VAR:
      return vd_term_sort(tm, t).kind == VD_SORT_BV ||
             vd_term_sort(tm, t).kind == VD_SORT_BOOL;
    case VD_OP_BVMUL: return is_multiple(tm, t);
    default: return false;
  }
}

// Marks the terms that are simple all the way down.
static void mark_simple(const VdTerms *tm, const VdTermVec *nodes, VdMap *out) {
  for (uint32_t i = 0; i < nodes->len; i++) {
    VdTerm t = nodes->at[i];
    bool simple = is_simple(tm, t);
    for (uint32_t k = 0; k < vd_term_args(tm, t) && simple; k++)
      simple = vd_map_get(out, vd_term_arg(tm, t, k).id);
    if (simple) *vd_map_put(out, t.id) = 1;
  }
}

// A question while it is worked on.
typedef struct Case {
  VdTerm question;
  VdTermVec nodes, part;
  VdMap simple;
  VdTerm context;
} Case;

static void case_done(Case *c) {
  vd_vec_done(&c->nodes);
  vd_vec_done(&c->part);
  vd_map_done(&c->simple);
}

static void look(const VdAlgebra *a, VdTerm question, Case *c) {
  *c = (Case){.question = question, .context = vd_mk_bool(a->tm, true)};
  vd_terms_reach(a->tm, &question, 1, &c->nodes);
  mark_simple(a->tm, &c->nodes, &c->simple);
  parts_of(a->tm, question, &c->part);
  for (uint32_t i = 0; i < c->part.len; i++)
    if (vd_map_get(&c->simple, c->part.at[i].id))
      c->context = vd_mk_and(a->tm, c->context, c->part.at[i]);
}

static VdTerm put(VdTerms *tm, VdTerm t, VdTerm what, VdTerm is) {
  VdMap map = {0};
  *vd_map_put(&map, what.id) = is.id;
  t = vd_term_subst(tm, t, &map);
  vd_map_done(&map);
  return t;
}

// The conjunction of all parts but one, with something put in.
static VdTerm put_in_others(VdTerms *tm, const Case *c, uint32_t but,
                            VdTerm what, VdTerm is) {
  VdTerm all = vd_mk_bool(tm, true);
  for (uint32_t i = 0; i < c->part.len; i++)
    if (i != but) all = vd_mk_and(tm, all, put(tm, c->part.at[i], what, is));
  return all;
}

// ------------------------------------------------------------------ equations

// Solves p = 0 for a factor of the wanted operator; false if that is not
// possible.
static bool solve_for(VdTerms *tm, const VdPoly *p, VdOp op, VdTerm *what,
                      VdTerm *is) {
  for (uint32_t i = 0; i < p->mono.len; i++) {
    const VdMono *m = &p->mono.at[i];
    if (m->factors != 1 || !(m->coef & 1)) continue;
    VdTerm x;
    if (vd_term_op(tm, m->factor[0]) != op) continue;
    if (vd_term_is_choose(tm, m->factor[0], &x)) continue;
    VdPoly rest = {.width = p->width};
    uint64_t factor = -vd_odd_inverse(m->coef);
    for (uint32_t k = 0; k < p->mono.len; k++) {
      VdMono other = p->mono.at[k];
      other.coef *= factor;
      if (k != i) vd_poly_push(&rest, &other);
    }
    *what = m->factor[0];
    *is = vd_poly_term(tm, &rest);
    vd_poly_done(&rest);
    if (!vd_term_occurs(tm, *what, *is)) return true;
  }
  return false;
}

static bool solve(VdTerms *tm, VdTerm eq, VdTerm *what, VdTerm *is) {
  VdPoly p = {0}, right = {0};
  vd_poly_of(tm, vd_term_arg(tm, eq, 0), 4, &p);
  vd_poly_of(tm, vd_term_arg(tm, eq, 1), 4, &right);
  vd_poly_add(&p, -1ull, &right);
  bool solved = !p.failed && (solve_for(tm, &p, VD_OP_APP, what, is) ||
                              solve_for(tm, &p, VD_OP_VAR, what, is));
  vd_poly_done(&p);
  vd_poly_done(&right);
  return solved;
}

static bool use_equation(VdAlgebra *a, Case *c, VdTerm *question) {
  VdTerms *tm = a->tm;
  for (uint32_t i = 0; i < c->part.len; i++) {
    VdTerm t = c->part.at[i], what, is;
    if (vd_term_op(tm, t) != VD_OP_EQ ||
        !vd_poly_is_word(tm, vd_term_arg(tm, t, 0)))
      continue;
    if (!solve(tm, t, &what, &is)) continue;
    *question = put_in_others(tm, c, i, what, is);
    return true;
  }
  return false;
}

// A part that is no equation is true elsewhere.
static bool use_truths(VdAlgebra *a, Case *c, VdTerm *question) {
  VdTerms *tm = a->tm;
  VdTerm all = vd_mk_bool(tm, true);
  for (uint32_t i = 0; i < c->part.len; i++) {
    VdTerm part = c->part.at[i];
    VdMap map = {0};
    for (uint32_t k = 0; k < c->part.len; k++) {
      VdTerm other = c->part.at[k];
      bool is_not = vd_term_op(tm, other) == VD_OP_NOT;
      if (is_not) other = vd_term_arg(tm, other, 0);
      if (k != i && vd_term_op(tm, other) != VD_OP_AND)
        *vd_map_put(&map, other.id) = vd_mk_bool(tm, !is_not).id;
    }
    all = vd_mk_and(tm, all, vd_term_subst(tm, part, &map));
    vd_map_done(&map);
  }
  *question = all;
  return !vd_term_eq(all, c->question);
}

// ---------------------------------------------------------------------- facts

typedef struct Using {
  VdAlgebra *algebra;
  const Case *c;
  VdMap map;
} Using;

static void use_fact(void *context, VdTerm guard, VdTerm t, VdTerm is) {
  Using *u = context;
  if (vd_map_get(&u->map, t.id)) return;
  if (implies(u->algebra, u->c->context, guard))
    *vd_map_put(&u->map, t.id) = is.id;
}

static bool use_facts(VdAlgebra *a, Case *c, VdTerm *question) {
  Using u = {.algebra = a, .c = c};
  vd_poly_facts(a->tm, c->question, use_fact, &u);
  bool any = u.map.len;
  if (any) *question = vd_term_subst(a->tm, c->question, &u.map);
  vd_map_done(&u.map);
  return any;
}

// ---------------------------------------------------------------- equal words

// Variables in the terms that are not simple.
static void words_of(const VdAlgebra *a, const Case *c, VdTermVec *out) {
  const VdTerms *tm = a->tm;
  for (uint32_t i = 0; i < c->nodes.len; i++) {
    VdTerm t = c->nodes.at[i];
    if (vd_term_op(tm, t) == VD_OP_VAR && vd_poly_is_word(tm, t) &&
        out->len < vd_limit->algebra_pairs)
      vd_push(out, t);
  }
}

// x as y and a number, if the context says so.
static bool use_pair(VdAlgebra *a, const Case *c, VdTerm x, VdTerm is,
                     VdTerm *question) {
  if (!implies(a, c->context, vd_mk_eq(a->tm, x, is))) return false;
  *question = put(a->tm, c->question, x, is);
  return true;
}

static bool use_words(VdAlgebra *a, Case *c, VdTerm *question) {
  VdTerms *tm = a->tm;
  VdTermVec word = {0};
  VdValue value[VD_MOST_algebra_pairs];
  bool used = false;
  words_of(a, c, &word);
  VdAnswer answer = ask(a, c->context, &word, value);
  if (answer == VD_ANSWER_UNSAT) {
    *question = vd_mk_bool(tm, false);
    used = true;
  }
  for (uint32_t i = 0; i < word.len && answer == VD_ANSWER_SAT && !used; i++) {
    VdTerm x = word.at[i];
    used = use_pair(a, c, x, vd_mk_value(tm, &value[i]), question);
    for (uint32_t k = 0; k < i && !used; k++) {
      VdTerm y = word.at[k];
      if (!vd_sort_eq(vd_term_sort(tm, x), vd_term_sort(tm, y))) continue;
      VdTerm by = vd_mk_bv(tm, value[i].sort.a, value[i].bits - value[k].bits);
      used = use_pair(a, c, x, vd_mk_add(tm, y, by), question);
    }
  }
  vd_vec_done(&word);
  return used;
}

// ---------------------------------------------------------------------- cases

// A condition that is open: simple ones first.
static VdTerm open_condition(const VdAlgebra *a, const Case *c) {
  const VdTerms *tm = a->tm;
  VdTerm other = VD_TERM_NONE;
  for (uint32_t i = 0; i < c->nodes.len; i++) {
    VdTerm t = c->nodes.at[i];
    VdOp op = vd_term_op(tm, t);
    if (vd_term_sort(tm, t).kind != VD_SORT_BOOL || op == VD_OP_CONST ||
        op == VD_OP_NOT || op == VD_OP_AND || op == VD_OP_ITE)
      continue;
    bool is_part = false;
    for (uint32_t k = 0; k < c->part.len && !is_part; k++) {
      VdTerm p = c->part.at[k];
      if (vd_term_op(tm, p) == VD_OP_NOT) p = vd_term_arg(tm, p, 0);
      is_part = vd_term_eq(p, t);
    }
    if (is_part) continue;
    if (vd_map_get(&c->simple, t.id)) return t;
    if (vd_term_is_none(other)) other = t;
  }
  return other;
}

static bool refute(VdAlgebra *a, VdTerm question, uint32_t splits);

static bool refute_by_cases(VdAlgebra *a, const Case *c, uint32_t splits) {
  VdTerms *tm = a->tm;
  VdTerm t = open_condition(a, c);
  if (vd_term_is_none(t) || splits == 0) return false;
  bool simple = vd_map_get(&c->simple, t.id);
  for (int truth = 1; truth >= 0; truth--) {
    VdTerm holds = truth ? t : vd_mk_not(tm, t);
    if (simple && implies(a, c->context, vd_mk_not(tm, holds))) continue;
    VdTerm rest = put(tm, c->question, t, vd_mk_bool(tm, truth));
    if (!refute(a, vd_mk_and(tm, holds, rest), splits - 1)) return false;
  }
  return true;
}

static bool simplify(VdAlgebra *a, Case *c, VdTerm *question) {
  return use_truths(a, c, question) || use_equation(a, c, question) ||
         use_facts(a, c, question) || use_words(a, c, question);
}

static bool refute(VdAlgebra *a, VdTerm question, uint32_t splits) {
  Case c;
  bool again = true, refuted = false;
  for (uint32_t round = 0; round < vd_limit->algebra_rounds && again; round++) {
    question = vd_poly_expand(a->tm, question, NULL);
    if (vd_terms_error(a->tm)) return false;
    if (vd_term_is_false(a->tm, question)) return true;
    if (vd_term_is_true(a->tm, question) || !a->steps) return false;
    if (!has_products(a->tm, question))
      return ask(a, question, NULL, NULL) == VD_ANSWER_UNSAT;
    look(a, question, &c);
    again =
        c.nodes.len <= vd_limit->algebra_nodes && simplify(a, &c, &question);
    if (!again && c.nodes.len <= vd_limit->algebra_nodes)
      refuted = refute_by_cases(a, &c, splits);
    case_done(&c);
  }
  return refuted;
}

bool vd_poly_refute(VdAlgebra *algebra, VdTerm question) {
  if (!has_products(algebra->tm, question)) return false;
  return refute(algebra, question, vd_limit->algebra_splits);
}
