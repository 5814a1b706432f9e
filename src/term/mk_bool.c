// Rules for Bool: not, and, eq, ite.
//
// Normal form: or is not-and-not, so that De Morgan's laws are identities;
// conjunctions are flat, sorted, without repetition; a condition that the other
// conjuncts settle is removed from inside a disjunction. Tests of one value
// against constants, as a switch makes them, are a chain
// ite(v == k, x, ite(v == l, y, ... default)) in the order of the constants,
// each of which is there once and not for what the default is.
#include "base/limit.h"
#include "term/terms_impl.h"

static bool is_not(const VdTerms *tm, VdTerm x, VdTerm y) {
  return (is_op(tm, x, VD_OP_NOT) && same(arg_of(tm, x, 0), y)) ||
         (is_op(tm, y, VD_OP_NOT) && same(arg_of(tm, y, 0), x));
}

static VdTerm strip_not(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_NOT) ? arg_of(tm, t, 0) : t;
}

VdTerm vd_rule_not(VdTerms *tm, VdTerm a) {
  if (is_op(tm, a, VD_OP_NOT)) return arg_of(tm, a, 0);
  return intern1(tm, VD_OP_NOT, vd_sort_bool(), 0, a);
}

// --------------------------------------------------------------------- and

typedef struct Conj {
  VdTerm at[2 * VD_MOST_term_flat];
  uint32_t len;
  bool is_false;
} Conj;

static uint32_t conjuncts_of(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_AND) ? args_of(tm, t) : 1;
}

static bool conj_has_room(const VdTerms *tm, const Conj *c, VdTerm t) {
  return c->len + conjuncts_of(tm, t) <= VD_COUNT(c->at);
}

static void conj_add(VdTerms *tm, Conj *c, VdTerm t) {
  if (same(t, tm->no)) c->is_false = true;
  if (same(t, tm->yes) || c->is_false) return;
  VD_CHECK(c->len < VD_COUNT(c->at));
  c->at[c->len++] = t;
}

static void conj_flatten(VdTerms *tm, Conj *c, VdTerm t) {
  if (!is_op(tm, t, VD_OP_AND)) {
    conj_add(tm, c, t);
    return;
  }
  for (uint32_t i = 0; i < args_of(tm, t); i++)
    conj_add(tm, c, arg_of(tm, t, i));
}

// By what is under a negation, so that x and not x are neighbours.
static void conj_sort(VdTerms *tm, Conj *c) {
  for (uint32_t i = 1; i < c->len; i++) {
    VdTerm x = c->at[i], key = strip_not(tm, x);
    uint32_t j = i;
    for (; j > 0; j--) {
      VdTerm y = strip_not(tm, c->at[j - 1]);
      if (!(before(tm, key, y) ||
            (same(key, y) && before(tm, x, c->at[j - 1]))))
        break;
      c->at[j] = c->at[j - 1];
    }
    c->at[j] = x;
  }
}

static void conj_unique(VdTerms *tm, Conj *c) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->len; i++) {
    if (n && same(c->at[n - 1], c->at[i])) continue;
    if (n && is_not(tm, c->at[n - 1], c->at[i])) c->is_false = true;
    c->at[n++] = c->at[i];
  }
  c->len = n;
}

// x == k for a constant k: the x and the k.
static bool is_eq_const(const VdTerms *tm, VdTerm t, VdTerm *x, VdTerm *k) {
  if (!is_op(tm, t, VD_OP_EQ)) return false;
  VdTerm a = arg_of(tm, t, 0), b = arg_of(tm, t, 1);
  if (is_const(tm, a)) return *x = b, *k = a, true;
  if (is_const(tm, b)) return *x = a, *k = b, true;
  return false;
}

// The values of x that a comparison with a constant lets through, if they are
// a range; signed ones are moved up by half.
typedef struct Range {
  VdTerm x;
  uint64_t first, last;
} Range;

static bool range_of(const VdTerms *tm, VdTerm t, bool is_signed, Range *r) {
  VdTerm bare = strip_not(tm, t);
  bool is_eq = is_op(tm, t, VD_OP_EQ);
  if (!is_eq && !is_op(tm, bare, is_signed ? VD_OP_BVSLT : VD_OP_BVULT))
    return false;
  VdTerm a = arg_of(tm, bare, 0), b = arg_of(tm, bare, 1);
  bool below = is_const(tm, b);  // x < k, else k < x
  uint64_t k;
  if (!is_small(tm, below ? b : a, &k)) return false;
  uint64_t most = mask_of(width_of(tm, a));
  uint64_t half = is_signed ? most / 2 + 1 : 0;
  uint64_t at = (k + half) & most;
  r->x = below ? a : b;
  if (is_eq) return r->first = r->last = at, true;
  if (at == (below ? 0 : most)) return false;  // never: mk knows
  bool up = below == same(bare, t);            // from 0, else up to the most
  r->first = up ? 0 : at + !below;
  r->last = up ? at - below : most;
  return true;
}

static int settles_range(const VdTerms *tm, VdTerm holds, VdTerm t) {
  Range r, s;
  VdOp p = op_of(tm, strip_not(tm, t)), q = op_of(tm, strip_not(tm, holds));
  bool is_signed = p == VD_OP_BVSLT || q == VD_OP_BVSLT;
  if (!is_signed && p != VD_OP_BVULT && q != VD_OP_BVULT) return 0;  // mostly
  if (!range_of(tm, t, is_signed, &s) || !range_of(tm, holds, is_signed, &r) ||
      !same(r.x, s.x))
    return 0;
  if (r.first >= s.first && r.last <= s.last) return 1;
  return r.last < s.first || s.last < r.first ? -1 : 0;
}

// What a conjunct that holds says of another condition: 1 true, -1 false, 0
// nothing.
static int settles(const VdTerms *tm, VdTerm holds, VdTerm t) {
  if (same(holds, t)) return 1;
  if (is_not(tm, holds, t)) return -1;
  int range = settles_range(tm, holds, t);
  if (range) return range;
  VdTerm x, k, y, l, bare = strip_not(tm, t);
  if (is_eq_const(tm, holds, &x, &k) && is_eq_const(tm, bare, &y, &l) &&
      same(x, y) && !same(k, l))
    return same(bare, t) ? -1 : 1;
  return 0;
}

// A conjunct not(and(xs)) given what else holds.
static VdTerm resolve(VdTerms *tm, const Conj *c, uint32_t self) {
  VdTerm inner = arg_of(tm, c->at[self], 0), kept[2 * VD_MOST_term_flat];
  uint32_t n = args_of(tm, inner), m = 0;
  if (n > VD_COUNT(kept)) return c->at[self];
  for (uint32_t i = 0; i < n; i++) {
    VdTerm x = arg_of(tm, inner, i);
    int said = 0;
    for (uint32_t j = 0; j < c->len && !said; j++)
      if (j != self) said = settles(tm, c->at[j], x);
    if (said < 0) return tm->yes;
    if (said == 0) kept[m++] = x;
  }
  if (m == n) return c->at[self];
  if (m == 0) return tm->no;
  VdTerm rest = m == 1 ? kept[0] : vd_mk(tm, VD_OP_AND, 0, kept, m);
  return vd_mk_not(tm, rest);
}

// One round over all conjuncts; true if something changed.
static bool conj_resolve(VdTerms *tm, Conj *c) {
  bool changed = false;
  for (uint32_t i = 0; i < c->len && !c->is_false; i++) {
    VdTerm t = c->at[i], to = t;
    if (is_op(tm, t, VD_OP_NOT) && is_op(tm, arg_of(tm, t, 0), VD_OP_AND))
      to = resolve(tm, c, i);
    for (uint32_t j = 0; j < c->len && same(t, to); j++)
      if (j != i && !same(c->at[j], t)) {
        int said = settles(tm, c->at[j], t);
        if (said) to = vd_mk_bool(tm, said > 0);
      }
    if (same(t, to) || !conj_has_room(tm, c, to)) continue;
    changed = true;
    c->at[i] = c->at[--c->len];  // order is restored by the next round
    conj_flatten(tm, c, to);
    i--;
  }
  return changed;
}

static VdTerm conj_done(VdTerms *tm, Conj *c) {
  for (uint32_t round = 0; round < vd_limit->and_rounds; round++) {
    if (c->is_false) return tm->no;
    conj_sort(tm, c);
    conj_unique(tm, c);
    if (c->is_false) return tm->no;
    if (c->len > vd_limit->and_resolve || !conj_resolve(tm, c)) break;
  }
  if (c->is_false) return tm->no;
  conj_sort(tm, c);
  conj_unique(tm, c);
  if (c->is_false) return tm->no;
  if (c->len == 0) return tm->yes;
  if (c->len == 1) return c->at[0];
  return vd_intern(tm, VD_OP_AND, vd_sort_bool(), 0, c->at, c->len);
}

// More conjuncts than a flat conjunction takes: pairs of groups.
static VdTerm and_many(VdTerms *tm, const VdTerm *args, uint32_t n) {
  VdTerm t = args[0];
  for (uint32_t i = 1; i < n; i++) t = vd_mk_and(tm, t, args[i]);
  return t;
}

VdTerm vd_rule_and(VdTerms *tm, const VdTerm *args, uint32_t n) {
  uint32_t flat = 0;
  if (n > vd_limit->term_flat) return and_many(tm, args, n);
  for (uint32_t i = 0; i < n; i++) flat += conjuncts_of(tm, args[i]);
  Conj c;  // not zeroed: this is a hot path
  c.len = 0, c.is_false = false;
  for (uint32_t i = 0; i < n; i++) {
    if (flat <= vd_limit->term_flat)
      conj_flatten(tm, &c, args[i]);
    else
      conj_add(tm, &c, args[i]);
  }
  return conj_done(tm, &c);
}

// ---------------------------------------------------------------------- eq

static VdTerm eq_bool(VdTerms *tm, VdTerm a, VdTerm b) {
  if (is_const(tm, a)) return same(a, tm->yes) ? b : vd_mk_not(tm, b);
  if (is_const(tm, b)) return eq_bool(tm, b, a);
  VdTerm x = strip_not(tm, a), y = strip_not(tm, b);
  if (same(x, y)) return tm->no;  // a and b differ
  bool flip = same(x, a) != same(y, b);
  if (before(tm, y, x)) {
    VdTerm t = x;
    x = y, y = t;
  }
  VdTerm t = intern2(tm, VD_OP_EQ, vd_sort_bool(), x, y);
  return flip ? vd_mk_not(tm, t) : t;
}

// eq(ite(c, a, b), k) where a or b is a constant: the test moves inside.
static VdTerm eq_ite(VdTerms *tm, VdTerm ite, VdTerm k) {
  if (!is_op(tm, ite, VD_OP_ITE) || !is_const(tm, k)) return VD_TERM_NONE;
  VdTerm c = arg_of(tm, ite, 0), a = arg_of(tm, ite, 1), b = arg_of(tm, ite, 2);
  if (!is_const(tm, a) && !is_const(tm, b)) return VD_TERM_NONE;
  return vd_mk_ite(tm, c, vd_mk_eq(tm, a, k), vd_mk_eq(tm, b, k));
}

VdTerm vd_rule_eq(VdTerms *tm, VdTerm a, VdTerm b) {
  if (same(a, b)) return tm->yes;
  VdSort sort = sort_of(tm, a);
  if (is_const(tm, a) && is_const(tm, b)) return tm->no;
  if (sort.kind == VD_SORT_BOOL) return eq_bool(tm, a, b);
  VdTerm t = eq_ite(tm, a, b);
  if (vd_term_is_none(t)) t = eq_ite(tm, b, a);
  if (!vd_term_is_none(t)) return t;
  // ite(c, x, y) == ite(c, v, w)
  if (is_op(tm, a, VD_OP_ITE) && is_op(tm, b, VD_OP_ITE) &&
      same(arg_of(tm, a, 0), arg_of(tm, b, 0)))
    return vd_mk_ite(tm, arg_of(tm, a, 0),
                     vd_mk_eq(tm, arg_of(tm, a, 1), arg_of(tm, b, 1)),
                     vd_mk_eq(tm, arg_of(tm, a, 2), arg_of(tm, b, 2)));
  if (sort.kind == VD_SORT_BV) return vd_rule_eq_bv(tm, a, b);
  if (before(tm, b, a)) return intern2(tm, VD_OP_EQ, vd_sort_bool(), b, a);
  return intern2(tm, VD_OP_EQ, vd_sort_bool(), a, b);
}

// --------------------------------------------------------------------- ite

static VdTerm ite_bool(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  if (same(a, tm->yes) || same(a, c)) return vd_mk_or(tm, c, b);
  if (same(a, tm->no) || is_not(tm, a, c))
    return vd_mk_and(tm, vd_mk_not(tm, c), b);
  if (same(b, tm->no) || same(b, c)) return vd_mk_and(tm, c, a);
  if (same(b, tm->yes) || is_not(tm, b, c))
    return vd_mk_or(tm, vd_mk_not(tm, c), a);
  if (is_not(tm, a, b)) return vd_mk_eq(tm, c, a);
  if (is_op(tm, b, VD_OP_NOT))  // one sign: the else branch is positive
    return vd_mk_not(tm, vd_mk_ite(tm, c, vd_mk_not(tm, a), strip_not(tm, b)));
  return VD_TERM_NONE;
}

// A link of a chain: ite(v == k, value, rest).
static bool is_link(const VdTerms *tm, VdTerm t, VdTerm v, VdTerm *k) {
  VdTerm w;
  return is_op(tm, t, VD_OP_ITE) && is_eq_const(tm, arg_of(tm, t, 0), &w, k) &&
         same(v, w);
}

// The links of a chain that stand before where k belongs, and what comes then.
// A link for k itself is dropped: it is behind another one.
typedef struct Chain {
  VdTerm link[VD_MOST_term_chain];
  uint32_t len;
  VdTerm rest;
  bool needless;  // without a link, k would lead to the same
} Chain;

// False if the chain is too long, or k belongs in front of it. Where rules were
// cut a chain may be out of order, and k come up once more.
static bool chain_open(const VdTerms *tm, VdTerm v, VdTerm k, VdTerm a,
                       VdTerm t, Chain *chain) {
  VdTerm l;
  bool found = false, again = false;
  uint32_t steps = 0;
  chain->len = 0;
  for (; is_link(tm, t, v, &l) && before(tm, l, k); t = arg_of(tm, t, 2)) {
    if (chain->len == vd_limit->term_chain) return false;
    chain->link[chain->len++] = t;
  }
  if (is_link(tm, t, v, &l) && same(l, k)) {
    found = true;
    t = arg_of(tm, t, 2);
  }
  chain->rest = t;
  for (; is_link(tm, t, v, &l); t = arg_of(tm, t, 2)) {
    if (++steps > vd_limit->term_chain) return false;
    again |= same(l, k);
  }
  chain->needless = same(a, t) && !again;
  return chain->len || found || chain->needless;
}

// Puts ite(v == k, a, rest) into its place in the chain b. In a loop, as one
// rule that applies another would be cut at term_nest.
static VdTerm ite_chain(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  VdTerm v, k, l;
  Chain chain;  // not zeroed, as above
  if (!is_eq_const(tm, c, &v, &k) || !is_link(tm, b, v, &l) ||
      !chain_open(tm, v, k, a, b, &chain))
    return VD_TERM_NONE;
  VdTerm t = chain.rest;
  if (!chain.needless) t = vd_mk_ite(tm, c, a, t);
  while (chain.len) {
    VdTerm link = chain.link[--chain.len];
    VdTerm d = arg_of(tm, link, 0), x = arg_of(tm, link, 1);
    if (same(arg_of(tm, link, 2), t))
      t = link;
    else if (is_link(tm, t, v, &l) && !same(x, t))
      t = intern3(tm, VD_OP_ITE, sort_of(tm, x), d, x, t);
    else
      t = vd_mk_ite(tm, d, x, t);
  }
  return t;
}

// ite(v != k and v != l, a, b) is a chain, too.
static VdTerm ite_none_of(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  VdTerm v = VD_TERM_NONE, w, k;
  if (!is_op(tm, c, VD_OP_AND)) return VD_TERM_NONE;
  for (uint32_t i = 0; i < args_of(tm, c); i++) {
    VdTerm x = arg_of(tm, c, i);
    if (!is_op(tm, x, VD_OP_NOT) ||
        !is_eq_const(tm, arg_of(tm, x, 0), &w, &k) || (i && !same(v, w)))
      return VD_TERM_NONE;
    v = w;
  }
  for (uint32_t i = args_of(tm, c); i-- > 0;)
    a = vd_mk_ite(tm, arg_of(tm, arg_of(tm, c, i), 0), b, a);
  return a;
}

// What a condition that holds, or each of its conjuncts, says of another.
static int says(const VdTerms *tm, VdTerm holds, VdTerm t) {
  int said = settles(tm, holds, t);
  if (said || !is_op(tm, holds, VD_OP_AND)) return said;
  for (uint32_t i = 0; i < args_of(tm, holds) && !said; i++)
    said = settles(tm, arg_of(tm, holds, i), t);
  return said;
}

// A condition where another one holds: without the conjuncts that are settled.
// It comes back as it is if there is nothing to gain.
static VdTerm given(VdTerms *tm, VdTerm holds, VdTerm t) {
  VdTerm kept[VD_MOST_term_flat], bare = strip_not(tm, t);
  int said = says(tm, holds, t);
  if (said) return vd_mk_bool(tm, said > 0);
  if (!is_op(tm, bare, VD_OP_AND) || args_of(tm, bare) > VD_COUNT(kept))
    return t;
  uint32_t n = args_of(tm, bare), m = 0;
  for (uint32_t i = 0; i < n; i++) {
    VdTerm x = arg_of(tm, bare, i);
    said = says(tm, holds, x);
    if (said < 0) return vd_mk_bool(tm, !same(bare, t));
    if (!said) kept[m++] = x;
  }
  if (m == n) return t;
  VdTerm rest = m == 0   ? tm->yes
                : m == 1 ? kept[0]
                         : vd_mk(tm, VD_OP_AND, 0, kept, m);
  return same(bare, t) ? rest : vd_mk_not(tm, rest);
}

// A nested ite whose condition is settled, wholly or in part, or that has a
// branch in common.
static VdTerm ite_nested(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  if (is_op(tm, a, VD_OP_ITE)) {
    VdTerm d = arg_of(tm, a, 0), x = arg_of(tm, a, 1), y = arg_of(tm, a, 2);
    VdTerm to = given(tm, c, d);
    if (!same(to, d)) return vd_mk_ite(tm, c, vd_mk_ite(tm, to, x, y), b);
    if (same(y, b)) return vd_mk_ite(tm, vd_mk_and(tm, c, d), x, b);
    if (same(x, b))
      return vd_mk_ite(tm, vd_mk_and(tm, c, vd_mk_not(tm, d)), y, b);
  }
  if (is_op(tm, b, VD_OP_ITE)) {
    VdTerm d = arg_of(tm, b, 0), x = arg_of(tm, b, 1), y = arg_of(tm, b, 2);
    VdTerm not_c = vd_mk_not(tm, c), v, k, l;
    bool chain = is_eq_const(tm, c, &v, &k) && is_link(tm, b, v, &l);
    VdTerm to = given(tm, not_c, d);
    if (!same(to, d)) return vd_mk_ite(tm, c, a, vd_mk_ite(tm, to, x, y));
    if (same(x, a) && !chain) return vd_mk_ite(tm, vd_mk_or(tm, c, d), a, y);
    if (same(y, a))
      return vd_mk_ite(tm, vd_mk_or(tm, c, vd_mk_not(tm, d)), a, x);
  }
  return VD_TERM_NONE;
}

// The smaller or larger of two: where they are equal it does not matter which,
// so x < y ? x : y and y < x ? y : x are one term, as are x < k ? x : k and
// x < k + 1 ? x : k.
static VdTerm ite_extreme(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  VdOp op = op_of(tm, c);
  if (op != VD_OP_BVULT && op != VD_OP_BVSLT) return VD_TERM_NONE;
  VdTerm x = arg_of(tm, c, 0), y = arg_of(tm, c, 1);
  if ((same(x, a) && same(y, b)) || (same(x, b) && same(y, a))) {
    if (is_const(tm, y) || !before(tm, y, x)) return VD_TERM_NONE;
    return vd_mk_ite(tm, mk2(tm, op, y, x), b, a);
  }
  VdTerm k = same(x, a) ? b : a;  // y is k + 1, which is not the least
  uint64_t n, m;
  if (!(same(x, a) || same(x, b)) || !is_small(tm, k, &n) ||
      !is_small(tm, y, &m) || same(x, k))
    return VD_TERM_NONE;
  uint32_t w = width_of(tm, x);
  uint64_t least = op == VD_OP_BVULT ? 0 : 1ull << (w - 1);
  if (m != ((n + 1) & mask_of(w)) || m == least) return VD_TERM_NONE;
  VdTerm less = mk2(tm, op, x, k);
  if (!is_op(tm, less, op)) return VD_TERM_NONE;  // an equality, say
  return vd_mk_ite(tm, less, a, b);
}

VdTerm vd_rule_ite(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  if (same(c, tm->yes) || same(a, b)) return a;
  if (same(c, tm->no)) return b;
  if (is_op(tm, c, VD_OP_NOT)) {
    VdTerm t = a;
    a = b, b = t, c = arg_of(tm, c, 0);
  }
  VdSort sort = sort_of(tm, a);
  VdTerm t = VD_TERM_NONE, x, k;
  if (sort.kind == VD_SORT_BOOL) t = ite_bool(tm, c, a, b);
  if (vd_term_is_none(t) && is_op(tm, c, VD_OP_EQ) &&
      ((same(arg_of(tm, c, 0), a) && same(arg_of(tm, c, 1), b)) ||
       (same(arg_of(tm, c, 0), b) && same(arg_of(tm, c, 1), a))))
    return b;  // ite(a == b, a, b)
  // ite(x == k, x, b) with the constant instead
  if (vd_term_is_none(t) && is_eq_const(tm, c, &x, &k) && same(a, x))
    return vd_mk_ite(tm, c, k, b);
  if (vd_term_is_none(t)) t = ite_extreme(tm, c, a, b);
  if (vd_term_is_none(t)) t = ite_chain(tm, c, a, b);
  if (vd_term_is_none(t)) t = ite_none_of(tm, c, a, b);
  if (vd_term_is_none(t)) t = ite_nested(tm, c, a, b);
  if (vd_term_is_none(t) && vd_sort_is_mem(sort))
    t = vd_rule_ite_mem(tm, c, a, b);
  if (!vd_term_is_none(t)) return t;
  return intern3(tm, VD_OP_ITE, sort, c, a, b);
}
