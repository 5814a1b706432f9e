// What solvers are told of polynomials (poly.h).
#include "base/limit.h"
#include "pair/poly_impl.h"

__extension__ typedef unsigned __int128 Wide;

// What was extended by zeros.
static VdTerm without_zeros(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_ZEXT ? vd_term_arg(tm, t, 0) : t;
}

// ---------------------------------------------------------------- shifted args
// choose(k, u) of a sum u that does not wrap, by choose of its parts.

typedef struct Linear {
  uint32_t width;
  int64_t constant;
  uint32_t parts;
  struct {
    int64_t coef;
    VdTerm t;
  } part[VD_MOST_polyfacts_parts];
} Linear;

// u, of 64 bits, as a sum of parts of some width, extended by zeros; false if
// it is none, or not a simple one.
static bool linear_of(VdTerms *tm, VdTerm u, Linear *l) {
  VdPoly p = {0};
  u = without_zeros(tm, u);
  *l = (Linear){.width = vd_term_sort(tm, u).a};
  vd_poly_of(tm, u, vd_limit->polyfacts_linear_depth, &p);
  bool ok = !p.failed && p.mono.len > 1;
  for (uint32_t i = 0; i < p.mono.len && ok; i++) {
    const VdMono *m = &p.mono.at[i];
    int64_t coef = vd_poly_signed(m->coef, l->width);
    if (!m->factors) {
      l->constant = coef;
      ok = coef <= vd_limit->polyfacts_shift &&
           coef >= -(int64_t)vd_limit->polyfacts_shift;
    } else if (coef) {
      ok = m->factors == 1 && l->parts < vd_limit->polyfacts_parts &&
           coef <= vd_limit->polyfacts_coef &&
           coef >= -(int64_t)vd_limit->polyfacts_coef;
      if (!ok) break;
      l->part[l->parts].coef = coef;
      l->part[l->parts++].t = m->factor[0];
    }
  }
  vd_poly_done(&p);
  return ok && l->parts;
}

// The sum does not wrap: it is the same with some bits more.
static VdTerm does_not_wrap(VdTerms *tm, VdTerm u, const Linear *l) {
  uint32_t wide = l->width + 8;
  u = without_zeros(tm, u);
  VdTerm c = vd_mk_bv(tm, 64, (uint64_t)l->constant);
  VdTerm sum = wide > 64 ? vd_mk_unary(tm, VD_OP_SEXT, wide, c)
                         : vd_mk_bv(tm, wide, (uint64_t)l->constant);
  for (uint32_t i = 0; i < l->parts; i++) {
    VdTerm part = vd_mk_unary(tm, VD_OP_ZEXT, wide, l->part[i].t);
    for (int64_t n = l->part[i].coef; n > 0; n--)
      sum = vd_mk_add(tm, sum, part);
    for (int64_t n = l->part[i].coef; n < 0; n++)
      sum = vd_mk_sub(tm, sum, part);
  }
  return vd_mk_eq(tm, vd_mk_unary(tm, VD_OP_ZEXT, wide, u), sum);
}

// choose(k, x) of a small number of any sign: x (x - 1) ... (x - k + 1) / k!.
static int64_t small_choose(uint32_t k, int64_t x) {
  __extension__ __int128 product = 1;
  for (uint32_t i = 0; i < k; i++) {
    product *= x - i;
    product /= i + 1;  // exact: choose(i + 1, x)
  }
  return (int64_t)product;
}

// The coefficients of choose(j, x), j <= k, in choose(k, coef * x): differences
// of its values at 0, 1, ...
static void scaled_choose(uint32_t k, int64_t coef, int64_t *out) {
  for (uint32_t j = 0; j <= k; j++) out[j] = small_choose(k, coef * j);
  for (uint32_t d = 1; d <= k; d++)
    for (uint32_t j = k; j >= d; j--) out[j] -= out[j - 1];
}

// choose(k, a + b) is the sum of choose(j, a) * choose(k - j, b): parts from
// `from` on.
static void choose_sum(VdTerms *tm, const Linear *l, uint32_t from, uint32_t k,
                       const VdMono *so_far, VdPoly *out) {
  if (from == l->parts) {
    VdMono m = *so_far;
    m.coef *= (uint64_t)small_choose(k, l->constant);
    if (m.coef) vd_poly_push(out, &m);
    return;
  }
  for (uint32_t j = 0; j <= k; j++) {
    int64_t by[VD_MAX_CHOOSE + 1];
    scaled_choose(j, l->part[from].coef, by);
    for (uint32_t i = 0; i <= j; i++) {
      VdMono m = *so_far;
      m.coef *= (uint64_t)by[i];
      if (!by[i]) continue;
      if (i &&
          !vd_mono_times(&m, vd_mk_choose(tm, i, l->part[from].t, out->width)))
        out->failed = true;
      choose_sum(tm, l, from + 1, k - j, &m, out);
    }
  }
}

typedef struct Facts {
  VdTerms *tm;
  VdPolyFact *visit;
  void *context;
} Facts;

static void state(const Facts *f, VdTerm guard, VdTerm t, VdTerm is) {
  VdTerm fact = vd_mk_implies(f->tm, guard, vd_mk_eq(f->tm, t, is));
  if (!vd_terms_error(f->tm) && vd_poly_holds(f->tm, fact))
    f->visit(f->context, guard, t, is);
}

// Of few things: choose(k, x) for x <= k.
static void state_few(const Facts *f, VdTerm t, uint32_t k, VdTerm u) {
  VdTerms *tm = f->tm;
  uint32_t width = vd_term_sort(tm, t).a;
  VdTerm few = vd_mk_ult(tm, u, vd_mk_bv(tm, 64, k + 1));
  VdTerm all = vd_mk_eq(tm, u, vd_mk_bv(tm, 64, k));
  state(f, few, t,
        vd_mk_ite(tm, all, vd_mk_bv(tm, width, 1), vd_mk_bv(tm, width, 0)));
}

// A use of choose: all of it or its low bits.
static void state_choose(const Facts *f, VdTerm t, uint32_t k, VdTerm u) {
  VdTerms *tm = f->tm;
  Linear l;
  VdPoly sum = {.width = vd_term_sort(tm, t).a};
  VdMono one = {.coef = 1};
  state_few(f, t, k, u);
  if (!linear_of(tm, u, &l)) return;
  choose_sum(tm, &l, 0, k, &one, &sum);
  if (!sum.failed)
    state(f, does_not_wrap(tm, u, &l), t, vd_poly_term(tm, &sum));
  vd_poly_done(&sum);
}

// ----------------------------------------------------------- extended sums
// Factors (x + 1) of 64 bits whose sum was made in 32.

// The extension of a sum as a sum of extensions: the same where it does not
// wrap, which is added to the conditions.
static VdTerm extended_sum(VdTerms *tm, VdTerm t, VdTerm *guard) {
  VdOp op = vd_term_op(tm, t);
  uint32_t width = vd_term_sort(tm, t).a;
  if (op != VD_OP_ZEXT && op != VD_OP_SEXT) return VD_TERM_NONE;
  VdTerm sum = vd_term_arg(tm, t, 0);
  uint32_t from = vd_term_sort(tm, sum).a;
  if (vd_term_op(tm, sum) != VD_OP_BVADD || from + 8 > width)
    return VD_TERM_NONE;
  VdPoly p = {0};
  vd_poly_of(tm, sum, vd_limit->polyfacts_linear_depth, &p);
  VdTerm all = vd_mk_bv(tm, width, 0);
  bool ok = !p.failed && p.mono.len <= vd_limit->polyfacts_sum;
  for (uint32_t i = 0; i < p.mono.len && ok; i++) {
    const VdMono *m = &p.mono.at[i];
    int64_t coef = vd_poly_signed(m->coef, from);
    ok = m->factors <= 1 && (!m->factors || (coef >= -8 && coef <= 8));
    VdTerm part[2] = {vd_mk_bv(tm, width, (uint64_t)coef),
                      m->factors ? vd_mk_unary(tm, op, width, m->factor[0])
                                 : vd_mk_bv(tm, width, 1)};
    if (ok) all = vd_mk_add(tm, all, vd_mk(tm, VD_OP_BVMUL, 0, part, 2));
  }
  vd_poly_done(&p);
  if (!ok) return VD_TERM_NONE;
  *guard = vd_mk_and(tm, *guard, vd_mk_eq(tm, t, all));
  return all;
}

// A polynomial with such sums as sums of extensions; when that is the same.
static VdTerm with_wide_sums(VdTerms *tm, VdTerm t, uint32_t depth,
                             VdTerm *guard) {
  VdOp op = vd_term_op(tm, t);
  VdTermVec args = {0};
  if (depth && (op == VD_OP_BVADD || op == VD_OP_BVMUL)) {
    for (uint32_t i = 0; i < vd_term_args(tm, t); i++) {
      VdTerm arg = with_wide_sums(tm, vd_term_arg(tm, t, i), depth - 1, guard);
      vd_push(&args, arg);
    }
    t = vd_mk(tm, op, 0, args.at, args.len);
    vd_vec_done(&args);
    return t;
  }
  VdTerm sum = extended_sum(tm, t, guard);
  return vd_term_is_none(sum) ? t : sum;
}

// That the sums are what they are said to be is in the guard; the rest is
// multiplied out, and tried there.
static void state_product(const Facts *f, VdTerm t) {
  VdTerm guard = vd_mk_bool(f->tm, true);
  VdTerm wide = with_wide_sums(f->tm, t, 3, &guard);
  if (!vd_term_eq(wide, t))
    f->visit(f->context, guard, t, vd_poly_expand(f->tm, wide, NULL));
}

// ------------------------------------------------------------------ divisions
// P / d, where P is a polynomial in one atom x whose coefficients, by choose,
// are positive multiples of d: the quotient is a polynomial, as far as P does
// not wrap.

typedef struct Quotient {
  VdTerm x;
  uint64_t coef[VD_MAX_CHOOSE + 1];  // of choose(k, x), in P
  uint64_t most;                     // x up to here: P is below the limit
} Quotient;

static bool is_below(const Quotient *q, uint64_t x, Wide limit) {
  Wide sum = q->coef[0];
  for (uint32_t k = 1; k <= VD_MAX_CHOOSE; k++) {
    Wide choose = 1;
    if (!q->coef[k] || x < k) continue;
    for (uint32_t i = 0; i < k; i++) {
      if (choose > ((Wide)1 << 120) / (x - i)) return false;
      choose = choose * (x - i) / (i + 1);
    }
    if (choose >= limit || q->coef[k] > limit / choose) return false;
    sum += choose * q->coef[k];
    if (sum >= limit) return false;
  }
  return sum < limit;
}

static void find_most(Quotient *q, Wide limit) {
  uint64_t low = 0, high = UINT64_MAX;
  if (is_below(q, high, limit)) low = high;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2 + 1;
    if (is_below(q, middle, limit))
      low = middle;
    else
      high = middle - 1;
  }
  q->most = low;
}

// The coefficients are those of the polynomial over the integers: of all that
// are the same modulo 2^w, the one that is least. False if it is none in one
// atom with positive coefficients that d divides.
static bool quotient_of(VdTerms *tm, VdTerm t, uint64_t d, Quotient *q) {
  VdPoly p = {0}, reduced = {.width = vd_term_sort(tm, t).a};
  *q = (Quotient){0};
  vd_poly_of(tm, t, vd_limit->poly_depth, &p);
  for (uint32_t i = 0; i < p.mono.len && !p.failed; i++)
    vd_poly_push_reduced(tm, &reduced, &p.mono.at[i]);
  bool ok = !p.failed && !reduced.failed;
  for (uint32_t i = 0; i < reduced.mono.len && ok; i++) {
    const VdMono *m = &reduced.mono.at[i];
    VdTerm x = VD_TERM_NONE;
    uint32_t k = m->factors ? vd_poly_order(tm, m->factor[0], &x) : 0;
    uint64_t coef = m->coef & vd_poly_mask(reduced.width);
    if (!coef) continue;
    ok = m->factors <= 1 && k <= VD_MAX_CHOOSE && coef % d == 0 &&
         (k == 0 || vd_term_is_none(q->x) || vd_term_eq(q->x, x));
    if (k) q->x = x;
    if (ok) q->coef[k] = coef;
  }
  vd_poly_done(&p);
  vd_poly_done(&reduced);
  return ok && !vd_term_is_none(q->x);
}

// The quotient, in so many bits.
static VdTerm quotient_term(VdTerms *tm, const Quotient *q, uint64_t d,
                            uint32_t width) {
  VdTerm sum = vd_mk_bv(tm, width, q->coef[0] / d);
  for (uint32_t k = 1; k <= VD_MAX_CHOOSE; k++) {
    VdTerm part[2] = {vd_mk_bv(tm, width, q->coef[k] / d),
                      vd_mk_choose(tm, k, q->x, width)};
    if (q->coef[k])
      sum = vd_mk_add(tm, sum, vd_mk(tm, VD_OP_BVMUL, 0, part, 2));
  }
  return sum;
}

// P and d, where t is P / d or some bits of that; none if it is neither.
static VdTerm dividend_of(VdTerms *tm, VdTerm t, uint64_t *d) {
  VdOp op = vd_term_op(tm, t);
  if (!vd_term_args(tm, t) || !vd_poly_is_word(tm, t)) return VD_TERM_NONE;
  VdTerm p = vd_term_arg(tm, t, 0);
  if (op == VD_OP_ZEXT && vd_term_op(tm, p) == VD_OP_EXTRACT) {  // all bits
    uint64_t imm = vd_term_imm(tm, p);
    p = vd_term_arg(tm, p, 0);
    uint32_t lost = vd_term_sort(tm, p).a - 1 - (uint32_t)(imm >> 32);
    VdTerm x;
    // The low bits of choose: d times it, divided by d, as the rules write it.
    if (!(uint32_t)imm && lost && lost < 64 && vd_poly_is_word(tm, p) &&
        vd_term_is_choose(tm, p, &x)) {
      *d = 1ull << lost;
      VdTerm part[2] = {vd_mk_bv(tm, vd_term_sort(tm, p).a, *d), p};
      return vd_mk(tm, VD_OP_BVMUL, 0, part, 2);
    }
    *d = 1ull << ((uint32_t)imm & 63);
    bool top = imm >> 32 == vd_term_sort(tm, p).a - 1;
    return top && *d > 1 && vd_poly_is_word(tm, p) ? p : VD_TERM_NONE;
  }
  if (!vd_poly_is_word(tm, p)) return VD_TERM_NONE;
  if (op == VD_OP_EXTRACT) {
    *d = 1ull << (uint32_t)vd_term_imm(tm, t);
    return *d > 1 ? p : VD_TERM_NONE;
  }
  if (op != VD_OP_BVUDIV && op != VD_OP_BVSDIV) return VD_TERM_NONE;
  if (!vd_poly_constant(tm, vd_term_arg(tm, t, 1), d)) return VD_TERM_NONE;
  bool negative = *d >> (vd_term_sort(tm, t).a - 1);
  if (!*d || (op == VD_OP_BVSDIV && negative)) return VD_TERM_NONE;
  return p;
}

static void state_division(const Facts *f, VdTerm t) {
  VdTerms *tm = f->tm;
  Quotient q;
  uint64_t d;
  VdTerm guard = vd_mk_bool(tm, true), p = dividend_of(tm, t, &d);
  if (vd_term_is_none(p)) return;
  p = with_wide_sums(tm, p, 3, &guard);
  Wide limit = (Wide)1 << vd_term_sort(tm, p).a;
  if (vd_term_op(tm, t) == VD_OP_BVSDIV) limit /= 2;
  if (!quotient_of(tm, p, d, &q) || !is_below(&q, 0, limit)) return;
  find_most(&q, limit);
  VdTerm above = vd_mk_ult(tm, vd_mk_bv(tm, 64, q.most), q.x);
  state(f, vd_mk_and(tm, guard, vd_mk_not(tm, above)), t,
        quotient_term(tm, &q, d, vd_term_sort(tm, t).a));
}

// ---------------------------------------------------------- signs, overflow

// A word that is not negative may as well be extended by zeros.
static void state_sign(const Facts *f, VdTerm t) {
  VdTerms *tm = f->tm;
  VdTerm x = vd_term_arg(tm, t, 0);
  VdTerm arg[2] = {x, vd_mk_bv(tm, vd_term_sort(tm, x).a, 0)};
  state(f, vd_mk_not(tm, vd_mk(tm, VD_OP_BVSLT, 0, arg, 2)), t,
        vd_mk_unary(tm, VD_OP_ZEXT, vd_term_sort(tm, t).a, x));
}

// -limit <= x <= limit
static VdTerm is_within(VdTerms *tm, VdTerm x, uint64_t limit) {
  uint32_t width = vd_term_sort(tm, x).a;
  VdTerm most = vd_mk_bv(tm, width, limit), least = vd_mk_bv(tm, width, -limit);
  VdTerm above = vd_mk(tm, VD_OP_BVSLT, 0, (VdTerm[]){most, x}, 2);
  VdTerm below = vd_mk(tm, VD_OP_BVSLT, 0, (VdTerm[]){x, least}, 2);
  return vd_mk_and(tm, vd_mk_not(tm, above), vd_mk_not(tm, below));
}

// A product of words in twice their width, as in a test for signed overflow:
// where the factors are small, the product does not overflow.
static void state_overflow(const Facts *f, VdTerm t) {
  VdTerms *tm = f->tm;
  uint32_t width = vd_term_sort(tm, t).a / 2;
  VdTerm x[2];
  if (vd_term_args(tm, t) != 2 || width > 64 || width < 8 || width % 2) return;
  for (uint32_t i = 0; i < 2; i++) {
    x[i] = vd_term_arg(tm, t, i);
    if (vd_term_op(tm, x[i]) != VD_OP_SEXT) return;
    x[i] = vd_term_arg(tm, x[i], 0);
    uint32_t from = vd_term_sort(tm, x[i]).a;
    if (from > width) return;
    if (from < width) x[i] = vd_mk_unary(tm, VD_OP_SEXT, width, x[i]);
  }
  VdTerm product = vd_mk(tm, VD_OP_BVMUL, 0, x, 2);
  for (int first = 0; first < 2; first++)
    state(f,
          vd_mk_and(tm, is_within(tm, x[first], (1ull << (width / 2 - 1)) - 1),
                    is_within(tm, x[!first], 1ull << (width / 2))),
          t, vd_mk_unary(tm, VD_OP_SEXT, 2 * width, product));
}

// ---------------------------------------------------------------------- facts

// Terms of which more than low bits are used.
static void mark_whole(VdTerms *tm, const VdTermVec *nodes, VdMap *whole) {
  for (uint32_t i = 0; i < nodes->len; i++)
    for (uint32_t k = 0; k < vd_term_args(tm, nodes->at[i]); k++)
      if (vd_term_op(tm, nodes->at[i]) != VD_OP_EXTRACT)
        *vd_map_put(whole, vd_term_arg(tm, nodes->at[i], k).id) = 1;
}

static void state_of(const Facts *f, VdTerm t, const VdMap *whole) {
  VdTerm u;
  uint32_t k = vd_term_is_choose(f->tm, t, &u);
  bool is_app = vd_term_op(f->tm, t) == VD_OP_APP;
  if (k && is_app && !vd_map_get(whole, t.id)) return;  // its low bits matter
  if (k)
    state_choose(f, t, k, u);
  else if (vd_term_op(f->tm, t) == VD_OP_BVMUL && vd_poly_is_word(f->tm, t))
    state_product(f, t);
  else if (vd_term_op(f->tm, t) == VD_OP_SEXT && vd_poly_is_word(f->tm, t))
    state_sign(f, t);
  else
    state_division(f, t);
  if (vd_term_op(f->tm, t) == VD_OP_BVMUL) state_overflow(f, t);
}

// The facts speak of more uses of choose: those of parts, of which there is
// nothing more to say.
void vd_poly_facts(VdTerms *tm, VdTerm root, VdPolyFact *visit, void *context) {
  VdTermVec nodes = {0};
  VdMap whole = {0};
  Facts f = {tm, visit, context};
  vd_terms_reach(tm, &root, 1, &nodes);
  mark_whole(tm, &nodes, &whole);
  for (uint32_t i = 0; i < nodes.len && !vd_terms_error(tm); i++)
    state_of(&f, nodes.at[i], &whole);
  vd_map_done(&whole);
  vd_vec_done(&nodes);
}

// ----------------------------------------------------------------- low bits

// choose of words of some bits, of which no more bits are wanted, is a function
// of such words.
static VdTerm narrow_choose(VdTerms *tm, VdTerm t) {
  VdTerm x;
  uint32_t k = vd_term_is_choose(tm, t, &x), width = vd_term_sort(tm, t).a;
  if (!k || width == 64 || vd_term_op(tm, x) != VD_OP_ZEXT ||
      vd_term_sort(tm, vd_term_arg(tm, x, 0)).a != width)
    return VD_TERM_NONE;
  x = vd_term_arg(tm, x, 0);
  return vd_mk_app(tm, vd_choose_fun(tm, k, width), 0, &x, 1);
}

static VdTerm narrow(VdTerms *tm, VdTerm root) {
  VdTermVec nodes = {0};
  VdMap whole = {0}, map = {0};
  vd_terms_reach(tm, &root, 1, &nodes);
  mark_whole(tm, &nodes, &whole);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (vd_term_op(tm, t) != VD_OP_EXTRACT ||
        vd_map_get(&whole, vd_term_arg(tm, t, 0).id))
      continue;
    VdTerm x = narrow_choose(tm, t);
    if (!vd_term_is_none(x)) *vd_map_put(&map, t.id) = x.id;
  }
  if (map.len) root = vd_term_subst(tm, root, &map);
  vd_map_done(&whole);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return root;
}

// A product as a function of two factors that nothing is known of, but that it
// is the product multiplied out. Where x is y + 1, by whatever reason, the
// solver then finds that x * z is y * z + z.
static VdTerm product_as(VdTerms *tm, VdTerm x, VdTerm y, VdTerm is) {
  VdSort word[2] = {vd_term_sort(tm, x), vd_term_sort(tm, x)};
  char key[48];
  snprintf(key, sizeof key, "poly:times:%u", word[0].a);
  VdFun fun = {.kind = VD_FUN_PURE,
               .key = key,
               .name = "times",
               .params = 2,
               .results = 1,
               .param = word,
               .result = word};
  uint32_t times = vd_fun_put(tm, &fun);
  VdTerm one = vd_mk_app(tm, times, 0, (VdTerm[]){x, y}, 2);
  VdTerm other = vd_mk_app(tm, times, 0, (VdTerm[]){y, x}, 2);
  return vd_mk_and(tm, vd_mk_eq(tm, one, is), vd_mk_eq(tm, other, is));
}

// Of k * x * y.
static VdTerm as_function(VdTerms *tm, VdTerm product) {
  uint64_t k;
  uint32_t n = vd_term_args(tm, product);
  uint32_t first = vd_poly_constant(tm, vd_term_arg(tm, product, 0), &k);
  if (n - first != 2) return vd_mk_bool(tm, true);
  VdTerm x = vd_term_arg(tm, product, first);
  VdTerm y = vd_term_arg(tm, product, first + 1);
  VdTerm xy = vd_mk(tm, VD_OP_BVMUL, 0, (VdTerm[]){x, y}, 2);
  return product_as(tm, x, y, vd_poly_expand(tm, xy, NULL));
}

typedef struct Conjunction {
  VdTerms *tm;
  VdTerm all;
} Conjunction;

static void conjoin(void *context, VdTerm guard, VdTerm t, VdTerm is) {
  Conjunction *c = context;
  c->all = vd_mk_and(c->tm, c->all,
                     vd_mk_implies(c->tm, guard, vd_mk_eq(c->tm, t, is)));
}

VdTerm vd_poly_question(VdTerms *tm, VdTerm question) {
  VdTermVec products = {0};
  VdTerm t = vd_poly_expand(tm, question, &products);
  for (uint32_t i = 0;
       i < products.len && products.len <= vd_limit->polyfacts_products; i++)
    t = vd_mk_and(tm, t, as_function(tm, products.at[i]));
  vd_vec_done(&products);
  Conjunction c = {tm, t};
  vd_poly_facts(tm, t, conjoin, &c);
  return narrow(tm, c.all);
}
