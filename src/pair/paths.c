// A proof path by path, as the two versions branch.
//
// A compiler moves code and merges branches, but on each way through the
// function both versions mostly do the same: with the branches decided, the
// rules make one term of both. So the question "does G hold where D does?" is
// split: a test that G hangs on is taken to be true, then to be false, and both
// D and G are made once more with what is known then. What is left of G where
// no test is left is settled by congruence (equal arguments, equal results),
// and in the end by a small question to the solver.
//
// Known on a path are the tests that were decided, what is equal to a constant
// or to a smaller term, and the range that comparisons with constants leave to
// a value. Only a proof counts: the first path that resists ends the search.
#include "base/limit.h"
#include "pair/search.h"

// A comparison with a constant of a value of at most 64 bits, or of that and
// another constant: the value is one of some numbers in a row, from first on,
// the greatest number followed by 0.
typedef struct Row {
  VdTerm x;
  uint32_t width;
  uint64_t first, last;
} Row;

// A test, and how it came out.
typedef struct Fact {
  VdTerm test;
  bool truth;
  Row row;          // if it is about a range; else row.x is none
  uint32_t before;  // the fact about the same value before it, + 1
} Fact;

typedef struct Paths {
  VdSearch *search;
  VdTerms *tm;
  VdBudget budget;
  VD_VEC(Fact) fact;
  VdMap truth;  // test to its truth + 1, 0 if it is open again
  VdMap value;  // term to the one that it equals, 0 if not known
  VdMap range;  // value to the last fact about it, + 1
  VdMap valid;  // goals that hold everywhere: 1 yes, 2 not shown
  uint32_t depth, questions, splits;
  bool over;
} Paths;

static bool prove(Paths *p, VdTerm given, VdTerm goal);

// -------------------------------------------------------------------- tests

static bool is_bool(const VdTerms *tm, VdTerm t) {
  return vd_term_sort(tm, t).kind == VD_SORT_BOOL;
}

// A Bool term that is not made of other ones.
static bool is_test(const VdTerms *tm, VdTerm t) {
  if (!is_bool(tm, t)) return false;
  switch (vd_term_op(tm, t)) {
    case VD_OP_CONST:
    case VD_OP_NOT:
    case VD_OP_AND:
    case VD_OP_ITE: return false;
    case VD_OP_EQ: return !is_bool(tm, vd_term_arg(tm, t, 0));
    default: return true;
  }
}

static bool small_value(const VdTerms *tm, VdTerm t, uint64_t *k) {
  VdValue v;
  if (!vd_term_value(tm, t, &v) || v.sort.kind != VD_SORT_BV || v.sort.a > 64)
    return false;
  *k = v.bits;
  return true;
}

static bool is_row(VdTerms *tm, VdTerm t, Row *row) {
  VdOp op = vd_term_op(tm, t);
  if (op != VD_OP_BVULT && op != VD_OP_BVSLT && op != VD_OP_EQ) return false;
  VdTerm x = vd_term_arg(tm, t, 0), y = vd_term_arg(tm, t, 1);
  uint64_t k, c = 0;
  bool flip = op == VD_OP_EQ && small_value(tm, x, &k);
  if (!flip && !small_value(tm, y, &k)) return false;
  if (flip) x = y;
  uint32_t width = vd_term_sort(tm, x).a;
  uint64_t mask = UINT64_MAX >> (64 - width);
  if ((vd_term_op(tm, x) == VD_OP_BVADD &&
       small_value(tm, vd_term_arg(tm, x, 0), &c)) ||
      (vd_term_op(tm, x) == VD_OP_PTRADD &&
       small_value(tm, vd_term_arg(tm, x, 1), &c)))
    x = vd_mk_add(tm, x, vd_mk_bv(tm, width, -c));
  uint64_t first = op == VD_OP_EQ      ? k
                   : op == VD_OP_BVULT ? 0
                                       : UINT64_C(1) << (width - 1);
  // Nothing is below the least number, by the rules.
  if (op != VD_OP_EQ && first == k) return false;
  uint64_t last = op == VD_OP_EQ ? k - c : k - c - 1;
  first -= c;
  uint64_t minus;
  if (vd_term_op(tm, x) == VD_OP_BVMUL && vd_term_args(tm, x) == 2 &&
      small_value(tm, vd_term_arg(tm, x, 0), &minus) && minus == mask) {
    uint64_t was = first;  // of -x: from the other end
    x = vd_term_arg(tm, x, 1);
    first = -last, last = -was;
  }
  first &= mask, last &= mask;
  if (vd_term_op(tm, x) == VD_OP_ZEXT) {
    VdTerm inner = vd_term_arg(tm, x, 0);
    uint32_t narrow = vd_term_sort(tm, inner).a;
    uint64_t top = UINT64_MAX >> (64 - narrow);
    bool wraps = first > last;
    if (!wraps && first > top) return false;
    if (wraps && first > top) first = 0;
    if (last > top) last = top;
    x = inner, width = narrow;
  }
  *row = (Row){x, width, first, last};
  return true;
}

// ------------------------------------------------------------------- ranges
// What is left to a value by the facts about it: some ranges, in order.

typedef struct Ranges {
  uint32_t len;
  struct Range {
    uint64_t low, high;
  } at[VD_MOST_paths_ranges];
} Ranges;

// The numbers of a row, or all others, as ranges.
static Ranges ranges_of_row(const Row *row, bool in) {
  uint64_t top = UINT64_MAX >> (64 - row->width);
  uint64_t a = row->first, b = row->last;
  Ranges r = {0};
  if (!in) {
    if (((b + 1) & top) == a) return r;
    a = (row->last + 1) & top, b = (row->first - 1) & top;
  }
  if (a <= b) {
    r.at[r.len++] = (struct Range){a, b};
  } else {
    r.at[r.len++] = (struct Range){0, b};
    r.at[r.len++] = (struct Range){a, top};
  }
  return r;
}

// What is in both; x where that has too many parts.
static Ranges ranges_meet(const Ranges *x, const Ranges *y) {
  Ranges r = {0};
  for (uint32_t i = 0; i < x->len; i++)
    for (uint32_t j = 0; j < y->len; j++) {
      uint64_t low = x->at[i].low, high = x->at[i].high;
      if (low < y->at[j].low) low = y->at[j].low;
      if (high > y->at[j].high) high = y->at[j].high;
      if (low > high) continue;
      if (r.len == vd_limit->paths_ranges) return *x;
      r.at[r.len++] = (struct Range){low, high};
    }
  return r;
}

static Ranges ranges_left(const Paths *p, const Row *row) {
  Ranges left = {1, {{0, UINT64_MAX >> (64 - row->width)}}};
  const uint64_t *last = vd_map_get(&p->range, row->x.id);
  for (uint64_t i = last ? *last : 0; i; i = p->fact.at[i - 1].before) {
    const Fact *f = &p->fact.at[i - 1];
    Ranges is = ranges_of_row(&f->row, f->truth);
    left = ranges_meet(&left, &is);
  }
  return left;
}

// 1 true, -1 false, 0 not known.
static int known_truth(const Paths *p, VdTerm test) {
  const uint64_t *truth = vd_map_get(&p->truth, test.id);
  if (truth && *truth) return *truth == 2 ? 1 : -1;
  Row row;
  if (!is_row(p->tm, test, &row)) return 0;
  const uint64_t *last = vd_map_get(&p->range, row.x.id);
  if (!last || !*last) return 0;
  Ranges left = ranges_left(p, &row);
  for (int in = 1; in >= 0; in--) {
    Ranges is = ranges_of_row(&row, !in), both = ranges_meet(&left, &is);
    if (both.len == 0) return in ? 1 : -1;
  }
  return 0;
}

static bool is_const(const VdTerms *tm, VdTerm t) {
  VdValue v;
  return vd_term_value(tm, t, &v);
}

// x == y that holds: one of them may stand for both. Never a term for one that
// it is a part of.
static void note_equal(Paths *p, VdTerm x, VdTerm y) {
  const VdTerms *tm = p->tm;
  if (vd_term_sort(tm, x).kind != VD_SORT_BV) return;
  bool flip = is_const(tm, x) ||
              (!is_const(tm, y) && vd_term_depth(tm, x) < vd_term_depth(tm, y));
  VdTerm from = flip ? y : x, to = flip ? x : y;
  if (!is_const(tm, to) && vd_term_depth(tm, from) == vd_term_depth(tm, to))
    return;
  *vd_map_put(&p->value, from.id) = to.id;
}

static void put_fact(Paths *p, VdTerm test, bool truth);

// What is less than something is not the greatest, and that not the least.
static void put_ends(Paths *p, VdTerm test) {
  VdOp op = vd_term_op(p->tm, test);
  if (op != VD_OP_BVULT && op != VD_OP_BVSLT) return;
  uint32_t width = vd_term_sort(p->tm, vd_term_arg(p->tm, test, 0)).a;
  if (width > 64) return;
  uint64_t least = op == VD_OP_BVULT ? 0 : UINT64_C(1) << (width - 1);
  for (uint32_t i = 0; i < 2; i++) {
    VdTerm end = vd_mk_bv(p->tm, width, i ? least : least - 1);
    VdTerm is = vd_mk_eq(p->tm, vd_term_arg(p->tm, test, i), end);
    if (is_test(p->tm, is) && !known_truth(p, is)) put_fact(p, is, false);
  }
}

static void put_fact(Paths *p, VdTerm test, bool truth) {
  Fact f = {.test = test, .truth = truth};
  *vd_map_put(&p->truth, test.id) = truth ? 2 : 1;
  if (is_row(p->tm, test, &f.row)) {
    uint64_t *last = vd_map_put(&p->range, f.row.x.id);
    f.before = (uint32_t)*last;
    *last = p->fact.len + 1;
  }
  if (truth && vd_term_op(p->tm, test) == VD_OP_EQ)
    note_equal(p, vd_term_arg(p->tm, test, 0), vd_term_arg(p->tm, test, 1));
  vd_push(&p->fact, f);
  if (truth && vd_term_is_none(f.row.x)) put_ends(p, test);
}

static void drop_facts(Paths *p, uint32_t keep) {
  while (p->fact.len > keep) {
    Fact f = vd_pop(&p->fact);
    *vd_map_put(&p->truth, f.test.id) = 0;
    if (!vd_term_is_none(f.row.x))
      *vd_map_put(&p->range, f.row.x.id) = f.before;
    if (f.truth && vd_term_op(p->tm, f.test) == VD_OP_EQ)
      for (uint32_t i = 0; i < 2; i++) {
        uint64_t *v = vd_map_get(&p->value, vd_term_arg(p->tm, f.test, i).id);
        if (v) *v = 0;
      }
  }
}

// The test in a term that is decided first: the least deep one.
static VdTerm choose(const Paths *p, VdTerm in) {
  VdTermVec nodes = {0};
  VdTerm best = VD_TERM_NONE;
  vd_terms_reach(p->tm, &in, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (vd_term_eq(t, in) || !is_test(p->tm, t)) continue;
    if (vd_term_is_none(best) ||
        vd_term_depth(p->tm, t) < vd_term_depth(p->tm, best))
      best = t;
  }
  vd_vec_done(&nodes);
  return best;
}

// Notes the conjuncts of a term that holds. True if there was a new one; what
// contradicts a fact is left to the rules, which find it when it is replaced.
static bool assume(Paths *p, VdTerm t) {
  bool more = false;
  uint32_t n = 1;
  bool conj = vd_term_op(p->tm, t) == VD_OP_AND;
  if (conj) n = vd_term_args(p->tm, t);
  for (uint32_t i = 0; i < n; i++) {
    VdTerm x = conj ? vd_term_arg(p->tm, t, i) : t;
    bool truth = vd_term_op(p->tm, x) != VD_OP_NOT;
    if (!truth) x = vd_term_arg(p->tm, x, 0);
    if (conj && truth && vd_term_op(p->tm, x) == VD_OP_AND)
      more |= assume(p, x);
    // What has tests inside stays where they are decided.
    if (!is_test(p->tm, x) || known_truth(p, x) ||
        !vd_term_is_none(choose(p, x)))
      continue;
    put_fact(p, x, truth);
    more = true;
  }
  return more;
}

// The one value that is left to a term by the facts about it.
static bool only_value(const Paths *p, VdTerm t, VdTerm *value) {
  const uint64_t *last = vd_map_get(&p->range, t.id);
  if (!last || !*last) return false;
  Row row = {.x = t, .width = vd_term_sort(p->tm, t).a};
  Ranges left = ranges_left(p, &row);
  if (left.len != 1 || left.at[0].low != left.at[0].high) return false;
  *value = vd_mk_bv(p->tm, row.width, left.at[0].low);
  return !vd_term_eq(*value, t);
}

// A store of what is known to be there already.
static bool is_idle(Paths *p, VdTerm t) {
  VdTerms *tm = p->tm;
  if (vd_term_op(tm, t) != VD_OP_STORE) return false;
  VdTerm word = vd_term_arg(tm, t, 2), value;
  if (!is_const(tm, word)) return false;
  VdTerm now = vd_mk_load(tm, vd_term_arg(tm, t, 0), vd_term_arg(tm, t, 1),
                          vd_term_sort(tm, word).a / 8);
  const uint64_t *to = vd_map_get(&p->value, now.id);
  return (to && *to == word.id) ||
         (only_value(p, now, &value) && vd_term_eq(value, word));
}

// What a term of at most 63 bits can be, by what is known of it.
static VdBounds known_bounds(void *context, const VdTerms *tm, VdTerm t,
                             bool is_signed) {
  Paths *p = context;
  VdBounds b = vd_term_bounds(tm, t, is_signed);
  Row row = {.x = t, .width = vd_term_sort(tm, t).a};
  const uint64_t *last = vd_map_get(&p->range, t.id);
  if (!last || !*last) return b;
  Ranges left = ranges_left(p, &row);
  uint64_t half = UINT64_C(1) << (row.width - 1);
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (uint32_t i = 0; i < left.len; i++) {
    uint64_t x = left.at[i].low, y = left.at[i].high;
    if (is_signed && x < half && y >= half) return b;
    uint64_t sign = is_signed && x >= half ? -2 * half : 0;
    if ((int64_t)(x + sign) < low) low = (int64_t)(x + sign);
    if ((int64_t)(y + sign) > high) high = (int64_t)(y + sign);
  }
  if (low > b.low) b.low = low;
  if (high < b.high) b.high = high;
  return b;
}

// Is a value of at most 64 bits known to be one of n bits?
static bool is_small(const Paths *p, VdTerm x, uint32_t n) {
  const uint64_t *last = vd_map_get(&p->range, x.id);
  if (!last || !*last) return false;
  Row row = {.x = x, .width = vd_term_sort(p->tm, x).a};
  Ranges left = ranges_left(p, &row);
  return left.len && !(left.at[left.len - 1].high >> n);
}

// All bits but the sign of a value that is known not to be negative are all of
// it, and so are the low bits of a small one.
static VdTerm with_rest(Paths *p, VdTerm part, uint32_t width) {
  VdTerms *tm = p->tm;
  uint32_t n = vd_term_sort(tm, part).a;
  if (vd_term_op(tm, part) != VD_OP_EXTRACT || n > 62 || n + 1 >= width ||
      (uint32_t)vd_term_imm(tm, part) != 0)
    return VD_TERM_NONE;
  VdTerm whole = vd_term_arg(tm, part, 0);
  if (vd_term_sort(tm, whole).a == width && width <= 64 &&
      is_small(p, whole, n))
    return whole;
  VdTerm all = vd_mk_extract(tm, whole, n, 0);
  if (known_bounds(p, tm, all, true).low < 0) return VD_TERM_NONE;
  return vd_mk(tm, VD_OP_ZEXT, width, &all, 1);
}

// An extension that is another term by what is known, else none.
static VdTerm spread(Paths *p, VdTerm t) {
  VdOp op = vd_term_op(p->tm, t);
  if (op != VD_OP_SEXT && op != VD_OP_ZEXT) return VD_TERM_NONE;
  VdTerm sum = vd_term_arg(p->tm, t, 0);
  uint32_t width = vd_term_sort(p->tm, t).a;
  VdTerm to = vd_term_spread(p->tm, op, sum, width, known_bounds, p);
  if (!vd_term_is_none(to)) return to;
  if (op == VD_OP_ZEXT) return with_rest(p, sum, width);
  if (vd_term_sort(p->tm, sum).a > 64) return to;
  // Where a value is not negative, its extensions are the same; nor is what
  // its top bits are.
  VdTerm whole = sum;
  uint64_t imm =
      vd_term_op(p->tm, sum) == VD_OP_EXTRACT ? vd_term_imm(p->tm, sum) : 0;
  if (imm &&
      (imm >> 32) + 1 == vd_term_sort(p->tm, vd_term_arg(p->tm, sum, 0)).a)
    whole = vd_term_arg(p->tm, sum, 0);
  if (vd_term_sort(p->tm, whole).a > 63 ||
      known_bounds(p, p->tm, whole, true).low < 0)
    return to;
  return vd_mk(p->tm, VD_OP_ZEXT, width, &sum, 1);
}

// Where a sum of 64 bits is known, so are its low bits, which are a sum of
// their own.
static void find_low_bits(Paths *p, VdMap *low) {
  for (uint32_t i = 0; i < p->fact.len; i++) {
    VdTerm x = p->fact.at[i].row.x, value;
    if (vd_term_is_none(x) || vd_term_op(p->tm, x) != VD_OP_BVADD ||
        vd_term_sort(p->tm, x).a != 64 || !only_value(p, x, &value))
      continue;
    *vd_map_put(low, vd_mk_extract(p->tm, x, 31, 0).id) =
        vd_mk_extract(p->tm, value, 31, 0).id;
  }
}

// What is to be replaced in the two terms by what is known.
static void find_known(Paths *p, VdTerm given, VdTerm goal, VdMap *map) {
  VdTerms *tm = p->tm;
  VdTermVec nodes = {0};
  VdMap low = {0};
  vd_terms_reach(tm, (VdTerm[]){given, goal}, 2, &nodes);
  if (nodes.len > vd_limit->paths_nodes) p->over = true;
  find_low_bits(p, &low);
  for (uint32_t i = 0; i < nodes.len && !p->over; i++) {
    VdTerm t = nodes.at[i], form;
    const uint64_t *to = vd_map_get(&p->value, t.id);
    int truth = is_test(tm, t) ? known_truth(p, t) : 0;
    if (truth)
      *vd_map_put(map, t.id) = vd_mk_bool(tm, truth > 0).id;
    else if (to && *to)
      *vd_map_put(map, t.id) = *to;
    else if (is_idle(p, t))
      *vd_map_put(map, t.id) = vd_term_arg(tm, t, 0).id;
    else if (only_value(p, t, &form))
      *vd_map_put(map, t.id) = form.id;
    else if ((to = vd_map_get(&low, t.id)))
      *vd_map_put(map, t.id) = *to;
    else if (p->fact.len && !vd_term_is_none(form = spread(p, t)))
      *vd_map_put(map, t.id) = form.id;
  }
  vd_vec_done(&nodes);
  vd_map_done(&low);
}

// Makes both terms with what is known, until nothing more follows.
static void simplify(Paths *p, VdTerm *given, VdTerm *goal) {
  for (uint32_t round = 0; round < vd_limit->paths_rounds; round++) {
    VdMap map = {0};
    bool more = assume(p, *given);
    find_known(p, *given, *goal, &map);
    more |= map.len > 0;
    if (map.len) {
      *given = vd_term_subst(p->tm, *given, &map);
      *goal = vd_term_subst(p->tm, *goal, &map);
    }
    vd_map_done(&map);
    if (!more || p->over || vd_terms_error(p->tm)) return;
  }
}

// ------------------------------------------------------------------- leaves

static bool ask(Paths *p, VdTerm question, VdTerm goal) {
  VdJob *job = p->search->job;
  VdTermVec asserts = {0}, side[2] = {{0}, {0}};
  VdReply reply;
  if (p->questions >= vd_limit->paths_questions || vd_budget_over(&p->budget)) {
    p->over = true;
    return false;
  }
  bool eq = vd_term_op(p->tm, goal) == VD_OP_EQ;
  for (uint32_t i = 0; i < 2; i++)
    vd_push(&side[i], eq ? vd_term_arg(p->tm, goal, i) : goal);
  vd_words(p->tm, question, side, &asserts);
  VdQuery query = {.asserts = asserts.at,
                   .n = asserts.len,
                   .reals = job->options->reals,
                   .effort = vd_limit->paths_effort,
                   .words = true};
  VdBudget budget = vd_budget_slice(&p->budget, vd_limit->paths_leaf);
  p->questions++;
  job->solver_calls++;
  bool proved = false;
  if (!vd_terms_error(p->tm)) {
    // Never a program from outside: induction rests on what is shown here.
    VdSolver z3 = {.memory = job->options->solver.memory};
    vd_solve(&z3, p->tm, &query, &budget, job->arena, &reply);
    proved = reply.answer == VD_ANSWER_UNSAT;
  }
  vd_vec_done(&asserts);
  for (int k = 0; k < 2; k++) vd_vec_done(&side[k]);
  return proved;
}

// Arithmetic, in short: what is about memory hangs on what is known.
static bool is_worth_it(const Paths *p, VdTerm goal) {
  VdTermVec nodes = {0};
  bool memory = false;
  vd_terms_reach(p->tm, &goal, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    memory |=
        vd_term_op(p->tm, nodes.at[i]) == VD_OP_EQ &&
        vd_sort_is_mem(vd_term_sort(p->tm, vd_term_arg(p->tm, nodes.at[i], 0)));
  bool small = nodes.len > 1 && nodes.len < vd_limit->paths_worth;
  vd_vec_done(&nodes);
  return small && !memory;
}

// Whether a goal holds whatever is known.
static bool is_valid(Paths *p, VdTerm goal) {
  uint64_t *known = vd_map_put(&p->valid, goal.id);
  if (*known) return *known == 1;
  VdTerm no = vd_mk_not(p->tm, goal);
  bool holds = vd_term_is_false(p->tm, no) || ask(p, no, goal);
  *vd_map_put(&p->valid, goal.id) = holds ? 1 : 2;
  return holds;
}

static bool is_unknown(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_VAR &&
         vd_term_var_class(tm, t) == VD_VAR_IS_MADE;
}

// A goal that was not shown; or what a checker's variable would have to be, if
// it was taken to be something else.
static void note_stuck(Paths *p, VdTerm goal) {
  p->search->stuck = goal;
  for (uint32_t i = 0; i < p->fact.len && vd_term_is_false(p->tm, goal); i++) {
    VdTerm t = p->fact.at[i].test;
    if (!p->fact.at[i].truth && vd_term_op(p->tm, t) == VD_OP_EQ &&
        (is_unknown(p->tm, vd_term_arg(p->tm, t, 0)) ||
         is_unknown(p->tm, vd_term_arg(p->tm, t, 1))))
      p->search->stuck = t;
  }
}

static bool settle(Paths *p, VdTerm given, VdTerm goal) {
  VdTerm question = vd_mk_and(p->tm, given, vd_mk_not(p->tm, goal));
  for (uint32_t i = 0; i < p->fact.len; i++) {
    VdTerm x = p->fact.at[i].test;
    question = vd_mk_and(p->tm, question,
                         p->fact.at[i].truth ? x : vd_mk_not(p->tm, x));
  }
  if (vd_term_is_false(p->tm, question) || ask(p, question, goal)) return true;
  note_stuck(p, goal);
  return false;
}

// ------------------------------------------------------ where terms differ
// Two terms that are built alike differ in some of their parts. If those are
// equal, so are the terms.

typedef struct Apart {
  Paths *p;
  uint32_t len, steps;
  VdTerm x[VD_MOST_paths_apart], y[VD_MOST_paths_apart];
  VdMap seen;
  bool full;
} Apart;

static bool is_alike(const VdTerms *tm, VdTerm x, VdTerm y) {
  VdOp op = vd_term_op(tm, x);
  uint32_t n = vd_term_args(tm, x);
  if (op != vd_term_op(tm, y) || n == 0 || n != vd_term_args(tm, y))
    return false;
  if (op == VD_OP_APP)
    return vd_term_fun(tm, x) == vd_term_fun(tm, y) &&
           vd_term_result(tm, x) == vd_term_result(tm, y);
  for (uint32_t i = 0; i < n; i++)
    if (!vd_sort_eq(vd_term_sort(tm, vd_term_arg(tm, x, i)),
                    vd_term_sort(tm, vd_term_arg(tm, y, i))))
      return false;
  return !(vd_op_info[op].flags & VD_OP_S) ||
         vd_term_imm(tm, x) == vd_term_imm(tm, y);
}

static void find_apart(Apart *a, VdTerm x, VdTerm y);

static void put_apart(Apart *a, VdTerm x, VdTerm y) {
  if (a->len == vd_limit->paths_apart) {
    a->full = true;
    return;
  }
  a->x[a->len] = x, a->y[a->len++] = y;
}

// The order of these arguments says nothing: those without a partner on the
// other side are compared, if there is one on each.
static void find_in_sum(Apart *a, VdTerm x, VdTerm y) {
  const VdTerms *tm = a->p->tm;
  uint32_t n = vd_term_args(tm, x), alone = 0, last = 0;
  uint64_t taken = 0;
  for (uint32_t i = 0; i < n && n <= 64; i++) {
    uint32_t j = 0;
    while (j < n && ((taken >> j & 1) ||
                     !vd_term_eq(vd_term_arg(tm, x, i), vd_term_arg(tm, y, j))))
      j++;
    if (j < n)
      taken |= UINT64_C(1) << j;
    else
      last = i, alone++;
  }
  if (alone == 1) {
    VdTerm t = vd_term_arg(tm, x, last);
    VdTerm u = vd_term_arg(tm, y, (uint32_t)__builtin_ctzll(~taken));
    if (is_alike(tm, t, u)) {
      find_apart(a, t, u);
      return;
    }
  }
  put_apart(a, x, y);
}

// A load is where memories differ, if those are not built alike.
static void find_in_load(Apart *a, VdTerm x, VdTerm y) {
  const VdTerms *tm = a->p->tm;
  uint32_t before = a->len;
  find_apart(a, vd_term_arg(tm, x, 0), vd_term_arg(tm, y, 0));
  bool memory = a->full;
  for (uint32_t i = before; i < a->len; i++)
    memory |= vd_sort_is_mem(vd_term_sort(tm, a->x[i]));
  if (memory) {
    // What was found inside is forgotten; elsewhere it has to be found again.
    a->len = before;
    a->full = false;
    vd_map_done(&a->seen);
    put_apart(a, x, y);
  } else {
    find_apart(a, vd_term_arg(tm, x, 1), vd_term_arg(tm, y, 1));
  }
}

static void find_apart(Apart *a, VdTerm x, VdTerm y) {
  const VdTerms *tm = a->p->tm;
  if (vd_term_eq(x, y) || a->full) return;
  uint64_t *seen = vd_map_put(&a->seen, (uint64_t)x.id << 32 | y.id);
  if ((*seen)++) return;
  if (++a->steps > vd_limit->paths_alike ||
      a->p->depth >= vd_limit->paths_depth)
    a->full = true;
  a->p->depth++;
  VdOp op = vd_term_op(tm, x);
  if (a->full)
    ;
  else if (!is_alike(tm, x, y))
    put_apart(a, x, y);
  else if (op == VD_OP_LOAD)
    find_in_load(a, x, y);
  else if (vd_op_info[op].flags & VD_OP_C)
    find_in_sum(a, x, y);
  else
    for (uint32_t i = 0; i < vd_term_args(tm, x); i++)
      find_apart(a, vd_term_arg(tm, x, i), vd_term_arg(tm, y, i));
  a->p->depth--;
}

// The parts are equal on this path; mostly they are everywhere, and then it is
// remembered.
static bool prove_apart(Paths *p, VdTerm given, const Apart *a) {
  for (uint32_t i = 0; i < a->len; i++) {
    VdTerm e = vd_mk_eq(p->tm, a->x[i], a->y[i]);
    if (vd_term_is_true(p->tm, e)) continue;
    if (p->over || !prove(p, given, e)) return false;
  }
  return true;
}

// Equal parts, equal terms.
static bool prove_alike(Paths *p, VdTerm given, VdTerm x, VdTerm y) {
  Apart a = {.p = p};
  find_apart(&a, x, y);
  bool itself = a.len == 1 && vd_term_eq(a.x[0], x) && vd_term_eq(a.y[0], y);
  bool ok = !a.full && !itself && prove_apart(p, given, &a);
  vd_map_done(&a.seen);
  return ok;
}

// A test that came out like one that it is equal to.
static bool prove_like_fact(Paths *p, VdTerm test, bool truth) {
  uint32_t tries = 0;
  for (uint32_t i = p->fact.len; i-- > 0 && tries < 2 && !p->over;) {
    VdTerm known = p->fact.at[i].test;
    if (p->fact.at[i].truth != truth || !is_alike(p->tm, known, test)) continue;
    if (vd_term_depth(p->tm, known) + 8 < vd_term_depth(p->tm, test) ||
        vd_term_depth(p->tm, test) + 8 < vd_term_depth(p->tm, known))
      continue;
    tries++;
    Apart a = {.p = p};
    find_apart(&a, known, test);
    bool ok = !a.full;
    for (uint32_t j = 0; j < a.len && ok; j++)
      ok = is_valid(p, vd_mk_eq(p->tm, a.x[j], a.y[j]));
    vd_map_done(&a.seen);
    if (ok) return true;
  }
  return false;
}

// ------------------------------------------------------------------- splits

static bool prove_with(Paths *p, VdTerm given, VdTerm goal, VdTerm test,
                       bool truth) {
  uint32_t keep = p->fact.len;
  put_fact(p, test, truth);
  bool ok = prove(p, given, goal);
  drop_facts(p, keep);
  return ok;
}

static bool prove_split(Paths *p, VdTerm given, VdTerm goal, VdTerm test) {
  p->splits++;
  return prove_with(p, given, goal, test, true) &&
         prove_with(p, given, goal, test, false);
}

static bool prove_all(Paths *p, VdTerm given, VdTerm goal) {
  for (uint32_t i = 0; i < vd_term_args(p->tm, goal); i++)
    if (p->over || !prove(p, given, vd_term_arg(p->tm, goal, i))) return false;
  return true;
}

// A goal that hangs on no test: by its parts, by itself, by what is known.
static bool prove_leaf(Paths *p, VdTerm given, VdTerm goal) {
  VdTerms *tm = p->tm;
  bool negated = vd_term_op(tm, goal) == VD_OP_NOT;
  VdTerm bare = negated ? vd_term_arg(tm, goal, 0) : goal;
  if (vd_term_op(tm, goal) == VD_OP_EQ &&
      prove_alike(p, given, vd_term_arg(tm, goal, 0), vd_term_arg(tm, goal, 1)))
    return true;
  if (p->over) return false;
  if (is_worth_it(p, goal) && is_valid(p, goal)) return true;
  if (p->over) return false;
  if (is_test(tm, bare) && prove_like_fact(p, bare, !negated)) return true;
  if (p->over) return false;
  VdTerm test = choose(p, given);
  if (!vd_term_is_none(test)) return prove_split(p, given, goal, test);
  return settle(p, given, goal);
}

static bool look(Paths *p, VdTerm given, VdTerm goal) {
  VdTerms *tm = p->tm;
  simplify(p, &given, &goal);
  if (vd_terms_error(tm) || p->over) return false;
  if (vd_term_is_true(tm, goal) || vd_term_is_false(tm, given)) return true;
  VdOp op = vd_term_op(tm, goal);
  if (op == VD_OP_AND) return prove_all(p, given, goal);
  VdTerm bare = op == VD_OP_NOT ? vd_term_arg(tm, goal, 0) : goal;
  // not (x and y): given x and y, nothing.
  if (op == VD_OP_NOT && vd_term_op(tm, bare) == VD_OP_AND)
    return prove(p, vd_mk_and(tm, given, bare), vd_mk_bool(tm, false));
  VdTerm test = choose(p, bare);
  if (!vd_term_is_none(test)) return prove_split(p, given, goal, test);
  return prove_leaf(p, given, goal);
}

static bool prove(Paths *p, VdTerm given, VdTerm goal) {
  if (p->over) return false;
  if (p->depth >= vd_limit->paths_depth || vd_budget_over(&p->budget)) {
    p->over = true;
    return false;
  }
  uint32_t keep = p->fact.len;
  p->depth++;
  bool ok = look(p, given, goal);
  p->depth--;
  drop_facts(p, keep);
  return ok;
}

bool vd_paths(VdSearch *s, double seconds) {
  double start = vd_now();
  Paths p = {.search = s, .tm = s->job->sides.tm};
  VdTerm given, goal;
  s->stuck = VD_TERM_NONE;
  vd_goal_parts(s->job, &s->goal, &given, &goal);
  p.budget = vd_budget_slice(&s->job->budget, seconds);
  bool proved =
      !vd_terms_error(p.tm) && prove(&p, given, goal) && !vd_terms_error(p.tm);
  if (proved)
    vd_job_step(s->job, "paths", start,
                "the same on every path; %u test%s decided", p.splits,
                p.splits == 1 ? "" : "s");
  else
    vd_job_step(s->job, "paths", start, "no proof");
  vd_vec_done(&p.fact);
  vd_map_done(&p.truth);
  vd_map_done(&p.value);
  vd_map_done(&p.range);
  vd_map_done(&p.valid);
  return proved;
}
