// Sums of products, multiplied out.
//
// A polynomial is a sum of monomials; a monomial has a coefficient modulo 2^w
// and factors: atoms (terms that are neither sums nor products) and choose(k,
// x) of atoms x. There are no powers: x * choose(k, x) is (k + 1) choose(k + 1,
// x) + k choose(k, x), for k = 1 too, choose(1, x) being x. So a polynomial
// with integer values has integer coefficients, and half of x * (x - 1) is no
// division. All of this holds for integers, so it does modulo 2^w.
//
// What is rewritten or stated as a fact is evaluated at some points first, with
// atoms as variables: what multiplies out is not the judge of it.
#include "base/limit.h"
#include "pair/poly_impl.h"

bool vd_poly_is_word(const VdTerms *tm, VdTerm t) {
  VdSort s = vd_term_sort(tm, t);
  return s.kind == VD_SORT_BV && s.a <= 64;
}

bool vd_poly_constant(const VdTerms *tm, VdTerm t, uint64_t *bits) {
  VdValue v;
  if (!vd_poly_is_word(tm, t) || !vd_term_value(tm, t, &v)) return false;
  *bits = v.bits;
  return true;
}

static VdTerm extended(VdTerms *tm, VdOp op, VdTerm x, uint32_t width) {
  return vd_term_sort(tm, x).a == width ? x : vd_mk_unary(tm, op, width, x);
}

// -------------------------------------------------------------- polynomials

void vd_poly_done(VdPoly *p) {
  vd_vec_done(&p->mono);
}

static bool same_factors(const VdMono *a, const VdMono *b) {
  if (a->factors != b->factors) return false;
  for (uint32_t i = 0; i < a->factors; i++)
    if (!vd_term_eq(a->factor[i], b->factor[i])) return false;
  return true;
}

void vd_poly_push(VdPoly *p, const VdMono *m) {
  for (uint32_t i = 0; i < p->mono.len; i++)
    if (same_factors(&p->mono.at[i], m)) {
      p->mono.at[i].coef += m->coef;
      return;
    }
  if (p->mono.len >= vd_limit->poly_monos)
    p->failed = true;
  else
    vd_push(&p->mono, *m);
}

bool vd_mono_times(VdMono *m, VdTerm factor) {
  if (m->factors == vd_limit->poly_factors) return false;
  uint32_t i = m->factors++;
  for (; i > 0 && m->factor[i - 1].id > factor.id; i--)
    m->factor[i] = m->factor[i - 1];
  m->factor[i] = factor;
  return true;
}

void vd_poly_add(VdPoly *p, uint64_t coef, const VdPoly *q) {
  p->failed |= q->failed;
  for (uint32_t i = 0; i < q->mono.len && !p->failed; i++) {
    VdMono m = q->mono.at[i];
    m.coef *= coef;
    vd_poly_push(p, &m);
  }
}

static void poly_multiply(const VdPoly *a, const VdPoly *b, VdPoly *out) {
  out->width = a->width;
  out->failed = a->failed || b->failed;
  for (uint32_t i = 0; i < a->mono.len; i++)
    for (uint32_t k = 0; k < b->mono.len && !out->failed; k++) {
      VdMono m = a->mono.at[i];
      const VdMono *n = &b->mono.at[k];
      m.coef *= n->coef;
      for (uint32_t f = 0; f < n->factors; f++)
        if (!vd_mono_times(&m, n->factor[f])) out->failed = true;
      if (!out->failed) vd_poly_push(out, &m);
    }
}

static void poly_times(VdPoly *p, const VdPoly *q) {
  VdPoly product = {0};
  poly_multiply(p, q, &product);
  vd_poly_done(p);
  *p = product;
}

static void poly_of_args(VdTerms *tm, VdTerm t, uint32_t depth, VdPoly *out) {
  bool is_sum = vd_term_op(tm, t) != VD_OP_BVMUL;
  VdMono one = {.coef = 1};
  if (!is_sum) vd_poly_push(out, &one);
  for (uint32_t i = 0; i < vd_term_args(tm, t) && !out->failed; i++) {
    VdPoly arg = {0};
    vd_poly_of(tm, vd_term_arg(tm, t, i), depth, &arg);
    if (is_sum)
      vd_poly_add(out, 1, &arg);
    else
      poly_times(out, &arg);
    vd_poly_done(&arg);
  }
}

void vd_poly_of(VdTerms *tm, VdTerm t, uint32_t depth, VdPoly *out) {
  uint64_t k;
  VdOp op = vd_term_op(tm, t);
  out->width = vd_term_sort(tm, t).a;
  VdMono m = {.coef = 1};
  if (vd_poly_constant(tm, t, &k)) {
    m.coef = k;
    vd_poly_push(out, &m);
  } else if (depth && (op == VD_OP_BVADD || op == VD_OP_BVMUL)) {
    poly_of_args(tm, t, depth - 1, out);
  } else if (depth && op == VD_OP_BVNOT) {  // ~x = -x - 1
    VdPoly x = {0};
    vd_poly_of(tm, vd_term_arg(tm, t, 0), depth - 1, &x);
    m.coef = -1ull;
    vd_poly_push(out, &m);
    vd_poly_add(out, -1ull, &x);
    vd_poly_done(&x);
  } else {
    vd_mono_times(&m, t);
    vd_poly_push(out, &m);
  }
}

uint32_t vd_poly_order(VdTerms *tm, VdTerm factor, VdTerm *x) {
  uint32_t k = vd_term_is_choose(tm, factor, x);
  if (k) return k;
  *x = extended(tm, VD_OP_ZEXT, factor, 64);
  return 1;
}

static VdMono without(const VdMono *m, uint32_t i) {
  VdMono rest = {.coef = m->coef};
  for (uint32_t k = 0; k < m->factors; k++)
    if (k != i) rest.factor[rest.factors++] = m->factor[k];
  return rest;
}

// An atom and choose of it among the factors: which, and the order of the
// second.
static bool find_power(VdTerms *tm, const VdMono *m, uint32_t *atom,
                       uint32_t *other, uint32_t *order) {
  for (uint32_t i = 0; i < m->factors; i++) {
    VdTerm x, y;
    if (vd_poly_order(tm, m->factor[i], &x) != 1) continue;
    for (uint32_t k = 0; k < m->factors; k++) {
      if (k == i) continue;
      *order = vd_poly_order(tm, m->factor[k], &y);
      *atom = i;
      *other = k;
      if (vd_term_eq(x, y) && *order < VD_MAX_CHOOSE) return true;
    }
  }
  return false;
}

void vd_poly_push_reduced(VdTerms *tm, VdPoly *p, const VdMono *m) {
  uint32_t atom, other, order;
  if (p->failed) return;
  if (!find_power(tm, m, &atom, &other, &order)) {
    vd_poly_push(p, m);
    return;
  }
  VdTerm x = m->factor[atom];
  VdMono same = without(m, atom), more = without(m, other);
  same.coef *= order;
  for (uint32_t i = 0; i < more.factors; i++)
    if (vd_term_eq(more.factor[i], x)) {
      more = without(&more, i);
      break;
    }
  more.coef *= order + 1;
  vd_mono_times(&more, vd_mk_choose(tm, order + 1, x, p->width));
  vd_poly_push_reduced(tm, p, &same);
  vd_poly_push_reduced(tm, p, &more);
}

static VdTerm mono_term(VdTerms *tm, const VdMono *m, uint32_t width) {
  VdTerm t = vd_mk_bv(tm, width, m->coef);
  VdTerm arg[VD_MOST_poly_factors + 1];
  uint32_t n = 0;
  arg[n++] = t;
  for (uint32_t i = 0; i < m->factors; i++) arg[n++] = m->factor[i];
  return n == 1 ? t : vd_mk(tm, VD_OP_BVMUL, 0, arg, n);
}

VdTerm vd_poly_term(VdTerms *tm, const VdPoly *p) {
  VdTerm sum = vd_mk_bv(tm, p->width, 0);
  for (uint32_t i = 0; i < p->mono.len; i++)
    if (p->mono.at[i].coef & vd_poly_mask(p->width))
      sum = vd_mk_add(tm, sum, mono_term(tm, &p->mono.at[i], p->width));
  return sum;
}

// ----------------------------------------------------------------- trying out

static bool run_choose(void *context, VdTerm t, const VdValue *args, uint32_t n,
                       VdValue *out) {
  VdTerm x;
  (void)n;
  uint32_t k = vd_term_is_choose(context, t, &x);
  if (!k) return false;
  *out = vd_value_bv(64, vd_choose_value(k, args[0].bits));
  return true;
}

static VdValue some_value(VdRandom *random, uint32_t width, uint32_t n) {
  uint64_t x = vd_random_next(random);
  uint32_t kind = (uint32_t)vd_random_below(random, 4);
  if (n < vd_limit->poly_points / 2 || kind == 0)
    x %= 40;
  else if (kind == 1)
    x = -(x % 40);
  else if (kind == 2)
    x >>= vd_random_below(random, 63);
  return vd_value_bv(width, x);
}

// What has no such value (a wide word, a float) is zero.
static void set_some(VdEval *eval, VdTerm var, VdSort sort, VdRandom *random,
                     uint32_t n) {
  if (sort.kind == VD_SORT_BOOL)
    vd_eval_set(eval, var, vd_value_bool(vd_random_below(random, 2)));
  else if (sort.kind == VD_SORT_BV && sort.a <= 64)
    vd_eval_set(eval, var, some_value(random, sort.a, n));
}

static bool has_meaning(VdTerms *tm, VdTerm t) {
  VdTerm x;
  switch (vd_term_op(tm, t)) {
    case VD_OP_CONST:
    case VD_OP_NOT:
    case VD_OP_AND:
    case VD_OP_EQ:
    case VD_OP_ITE:
    case VD_OP_BVNOT:
    case VD_OP_BVAND:
    case VD_OP_BVXOR:
    case VD_OP_BVSHL:
    case VD_OP_BVLSHR:
    case VD_OP_BVASHR:
    case VD_OP_BVUREM:
    case VD_OP_BVSREM:
    case VD_OP_CONCAT:
    case VD_OP_PTRADD:
    case VD_OP_BVADD:
    case VD_OP_BVMUL:
    case VD_OP_BVUDIV:
    case VD_OP_BVSDIV:
    case VD_OP_BVULT:
    case VD_OP_BVSLT:
    case VD_OP_EXTRACT:
    case VD_OP_SEXT:
    case VD_OP_ZEXT: return true;
    case VD_OP_APP: return vd_term_is_choose(tm, t, &x);
    default: return false;
  }
}

// What the term is made of, down to where its operators count.
static void atoms_of(VdTerms *tm, VdTerm root, VdTermVec *atoms) {
  VdTermVec todo = {0};
  VdMap seen = {0};
  vd_push(&todo, root);
  while (todo.len) {
    VdTerm t = vd_pop(&todo);
    if (vd_map_get(&seen, t.id)) continue;
    *vd_map_put(&seen, t.id) = 1;
    if (!has_meaning(tm, t)) vd_push(atoms, t);
    for (uint32_t i = 0; i < vd_term_args(tm, t) && has_meaning(tm, t); i++)
      vd_push(&todo, vd_term_arg(tm, t, i));
  }
  vd_vec_done(&todo);
  vd_map_done(&seen);
}

// What the builders make of the term may have other parts of a word in it than
// the term has, which get values that do not go together: then false is no sign
// of a mistake. What is not confirmed is not used.
bool vd_poly_holds(VdTerms *tm, VdTerm t) {
  VdMap map = {0};
  VdTermVec atom = {0}, var = {0};
  VdRandom random = {17};
  bool ok = true;
  atoms_of(tm, t, &atom);
  for (uint32_t i = 0; i < atom.len; i++) {
    VdTerm v =
        vd_mk_var(tm, VD_VAR_FACTOR, i, vd_term_sort(tm, atom.at[i]), "x");
    vd_push(&var, v);
    *vd_map_put(&map, atom.at[i].id) = v.id;
  }
  t = vd_term_subst(tm, t, &map);
  VdEval *eval = vd_eval_new(tm);
  vd_eval_on_app(eval, run_choose, tm);
  for (uint32_t n = 0;
       n < vd_limit->poly_points && ok && !vd_term_is_true(tm, t); n++) {
    VdValue v;
    vd_eval_reset(eval);
    for (uint32_t i = 0; i < var.len; i++)
      set_some(eval, var.at[i], vd_term_sort(tm, var.at[i]), &random, n);
    ok = vd_eval(eval, t, &v) && v.bits;
  }
  vd_eval_free(eval);
  vd_map_done(&map);
  vd_vec_done(&atom);
  vd_vec_done(&var);
  return ok;
}

// ------------------------------------------------------------------ expanding

static VdTerm multiplied_out(VdTerms *tm, VdTerm t) {
  VdPoly p = {0}, reduced = {.width = vd_term_sort(tm, t).a};
  vd_poly_of(tm, t, vd_limit->poly_depth, &p);
  for (uint32_t i = 0; i < p.mono.len && !p.failed; i++)
    vd_poly_push_reduced(tm, &reduced, &p.mono.at[i]);
  if (!p.failed && !reduced.failed) {
    VdTerm out = vd_poly_term(tm, &reduced);
    if (vd_poly_holds(tm, vd_mk_eq(tm, t, out))) t = out;
  }
  vd_poly_done(&p);
  vd_poly_done(&reduced);
  return t;
}

static VdTerm rebuilt(VdTerms *tm, VdTerm t, const VdTerm *args) {
  VdTerm x;
  uint32_t k =
      vd_term_op(tm, t) == VD_OP_APP ? vd_term_is_choose(tm, t, &x) : 0;
  return k ? vd_mk_choose(tm, k, args[0], 64) : vd_term_with_args(tm, t, args);
}

VdTerm vd_poly_expand(VdTerms *tm, VdTerm root, VdTermVec *products) {
  VdTermVec nodes = {0}, args = {0};
  VdMap to = {0};
  vd_terms_reach(tm, &root, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && !vd_terms_error(tm); i++) {
    VdTerm t = nodes.at[i];
    args.len = 0;
    for (uint32_t k = 0; k < vd_term_args(tm, t); k++) {
      VdTerm arg = {(uint32_t)*vd_map_get(&to, vd_term_arg(tm, t, k).id)};
      vd_push(&args, arg);
    }
    t = rebuilt(tm, t, args.at);
    if (vd_term_op(tm, t) == VD_OP_BVMUL && vd_poly_is_word(tm, t)) {
      if (products) vd_push(products, t);
      t = multiplied_out(tm, t);
    }
    *vd_map_put(&to, nodes.at[i].id) = t.id;
  }
  if (!vd_terms_error(tm)) root.id = (uint32_t)*vd_map_get(&to, root.id);
  vd_vec_done(&nodes);
  vd_vec_done(&args);
  vd_map_done(&to);
  return root;
}
