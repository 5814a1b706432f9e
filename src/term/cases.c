// Proof by cases: can a Bool term hold at all, whatever its operators mean?
//
// A test is open, true or false. The first open one that the term's value hangs
// on is taken to be true, then to be false, until the term is false in every
// case, or true in one. An ite whose condition is decided is the branch that is
// taken; two terms are equal if they are the same operation on equal
// arguments. Besides that only this is known of the tests: what is equal to a
// constant may be replaced by it.
//
// So the same decisions taken in another order are found to be the same, which
// the rules do not do: they see one condition and what is right below it. The
// work is bounded by the number of steps, and mostly ends at once, in the first
// case that is true.
#include "base/limit.h"
#include "term/terms_impl.h"

typedef enum Truth { OPEN, NO, YES } Truth;

typedef struct Cases {
  VdTerms *tm;
  VdMap truth;  // Bool term to NO or YES, where decided
  VdMap value;  // term to the constant that it is
  VdMap memo;   // what was found in this round: see memo_of
  uint64_t round;
  VdTerm split;  // the first open test
  uint32_t steps, depth;
  bool over;  // steps or depth did not suffice
} Cases;

static Truth truth_of(Cases *c, VdTerm t);

static Truth truth_not(Truth x) {
  return x == OPEN ? OPEN : x == YES ? NO : YES;
}

static bool step(Cases *c) {
  if (c->steps == 0 || c->depth >= vd_limit->cases_depth) c->over = true;
  if (c->over) return false;
  c->steps--;
  return true;
}

// A Bool term's truth + 1, or what an ite is, as a term; 0 if not known yet.
static uint32_t memo_get(const Cases *c, VdTerm t) {
  const uint64_t *slot = vd_map_get(&c->memo, t.id);
  return slot && *slot >> 32 == c->round ? (uint32_t)*slot : 0;
}

static void memo_put(Cases *c, VdTerm t, uint32_t what) {
  *vd_map_put(&c->memo, t.id) = c->round << 32 | what;
}

// ------------------------------------------------------------------ values

// What a term is in the present case, as far as its top goes: no ite whose
// condition is decided, no term that is known to be a constant.
static VdTerm resolve(Cases *c, VdTerm t) {
  VdTerm first = t;
  uint32_t known = is_op(c->tm, t, VD_OP_ITE) ? memo_get(c, t) : 0;
  if (known) return (VdTerm){known};
  while (is_op(c->tm, t, VD_OP_ITE) && step(c)) {
    Truth cond = truth_of(c, arg_of(c->tm, t, 0));
    if (cond == OPEN) break;
    t = arg_of(c->tm, t, cond == YES ? 1 : 2);
  }
  const uint64_t *k = vd_map_get(&c->value, t.id);
  if (k) t = (VdTerm){(uint32_t)*k};
  if (is_op(c->tm, first, VD_OP_ITE)) memo_put(c, first, t.id);
  return t;
}

static bool is_alike(const VdTerms *tm, VdTerm x, VdTerm y) {
  return node_of(tm, x)->shape == node_of(tm, y)->shape &&
         payload_of(tm, x) == payload_of(tm, y) && args_of(tm, x) > 0;
}

static bool is_bool(const VdTerms *tm, VdTerm t) {
  return sort_of(tm, t).kind == VD_SORT_BOOL;
}

static bool are_equal(Cases *c, VdTerm x, VdTerm y);

// With flip 1 the arguments of y, which are two, change places.
static bool args_equal(Cases *c, VdTerm x, VdTerm y, uint32_t flip) {
  bool equal = true;
  for (uint32_t i = 0; i < args_of(c->tm, x) && equal; i++)
    equal = are_equal(c, arg_of(c->tm, x, i), arg_of(c->tm, y, i ^ flip));
  return equal;
}

// Equal for sure? If not, an open condition that stands in the way is noted.
static bool are_equal(Cases *c, VdTerm x, VdTerm y) {
  if (same(x, y)) return true;
  if (!step(c)) return false;
  if (is_bool(c->tm, x)) {
    Truth p = truth_of(c, x);
    return p != OPEN && p == truth_of(c, y);
  }
  x = resolve(c, x), y = resolve(c, y);
  if (same(x, y)) return true;
  if (!is_alike(c->tm, x, y) || is_op(c->tm, x, VD_OP_ITE)) return false;
  bool two_ways =
      args_of(c->tm, x) == 2 && (vd_op_info[op_of(c->tm, x)].flags & VD_OP_C);
  c->depth++;
  bool equal = args_equal(c, x, y, 0) || (two_ways && args_equal(c, x, y, 1));
  c->depth--;
  return equal;
}

// ------------------------------------------------------------------- tests

static Truth decided_truth(const Cases *c, VdTerm t) {
  const uint64_t *truth = vd_map_get(&c->truth, t.id);
  return truth ? (Truth)*truth : OPEN;
}

static Truth open_test(Cases *c, VdTerm t) {
  Truth decided = decided_truth(c, t);
  if (decided != OPEN) return decided;
  if (vd_term_is_none(c->split)) c->split = t;
  return OPEN;
}

// A test made of others by a rule, or one that is decided as it is.
static Truth made_test(Cases *c, VdTerm t, VdTerm from) {
  if (vd_term_is_none(t) || same(t, from)) return open_test(c, from);
  return truth_of(c, t);
}

// Any test but eq: with what its arguments are in the present case.
static Truth truth_test(Cases *c, VdTerm t) {
  VdTerm arg[3];
  uint32_t n = args_of(c->tm, t);
  bool changed = false;
  if (n == 0 || n > VD_COUNT(arg) || is_op(c->tm, t, VD_OP_APP))
    return open_test(c, t);
  for (uint32_t i = 0; i < n; i++) {
    arg[i] = resolve(c, arg_of(c->tm, t, i));
    changed |= !same(arg[i], arg_of(c->tm, t, i));
  }
  if (!changed) return open_test(c, t);
  return made_test(
      c, vd_mk(c->tm, op_of(c->tm, t), payload_of(c->tm, t), arg, n), t);
}

static Truth truth_eq(Cases *c, VdTerm t) {
  VdTerm x = arg_of(c->tm, t, 0), y = arg_of(c->tm, t, 1);
  if (is_bool(c->tm, x)) {
    Truth p = truth_of(c, x), q = truth_of(c, y);
    return p == OPEN || q == OPEN ? OPEN : p == q ? YES : NO;
  }
  if (are_equal(c, x, y)) return YES;
  x = resolve(c, x), y = resolve(c, y);
  return made_test(c, vd_mk_eq(c->tm, x, y), t);
}

static Truth truth_and(Cases *c, VdTerm t) {
  Truth all = YES;
  for (uint32_t i = 0; i < args_of(c->tm, t) && all != NO; i++) {
    Truth x = truth_of(c, arg_of(c->tm, t, i));
    if (x != YES) all = x;
  }
  return all;
}

static Truth truth_ite(Cases *c, VdTerm t) {
  Truth cond = truth_of(c, arg_of(c->tm, t, 0));
  if (cond != OPEN) return truth_of(c, arg_of(c->tm, t, cond == YES ? 1 : 2));
  Truth a = truth_of(c, arg_of(c->tm, t, 1));
  return a != OPEN && a == truth_of(c, arg_of(c->tm, t, 2)) ? a : OPEN;
}

static Truth look(Cases *c, VdTerm t) {
  switch (op_of(c->tm, t)) {
    case VD_OP_AND: return truth_and(c, t);
    case VD_OP_ITE: return truth_ite(c, t);
    case VD_OP_EQ: return truth_eq(c, t);
    default: return truth_test(c, t);
  }
}

static Truth truth_of(Cases *c, VdTerm t) {
  if (is_op(c->tm, t, VD_OP_NOT))
    return truth_not(truth_of(c, arg_of(c->tm, t, 0)));
  if (is_const(c->tm, t)) return same(t, c->tm->yes) ? YES : NO;
  Truth decided = decided_truth(c, t);
  if (decided != OPEN) return decided;
  uint32_t known = memo_get(c, t);
  if (known) return (Truth)(known - 1);
  if (!step(c)) return OPEN;
  c->depth++;
  Truth x = look(c, t);
  c->depth--;
  memo_put(c, t, (uint32_t)x + 1);
  return x;
}

// ------------------------------------------------------------------ search

// x == k that was taken to be true: the x and the k.
static bool is_binding(const VdTerms *tm, VdTerm t, VdTerm *x, VdTerm *k) {
  if (!is_op(tm, t, VD_OP_EQ)) return false;
  bool first = is_const(tm, arg_of(tm, t, 0));
  *k = arg_of(tm, t, !first), *x = arg_of(tm, t, first);
  return is_const(tm, *k);
}

static bool refute(Cases *c, VdTerm t, uint32_t decided);

static bool refute_case(Cases *c, VdTerm t, uint32_t decided, VdTerm test,
                        Truth truth) {
  VdTerm x, k;
  bool binds = truth == YES && is_binding(c->tm, test, &x, &k);
  uint64_t before = 0;
  *vd_map_put(&c->truth, test.id) = truth;
  if (binds) {
    uint64_t *slot = vd_map_put(&c->value, x.id);
    before = *slot;
    *slot = k.id;
  }
  bool refuted = refute(c, t, decided + 1);
  if (binds) *vd_map_put(&c->value, x.id) = before ? before : x.id;
  return refuted;
}

static bool refute(Cases *c, VdTerm t, uint32_t decided) {
  c->round++;
  c->split = VD_TERM_NONE;
  Truth x = truth_of(c, t);
  if (x != OPEN || c->over) return x == NO;
  VdTerm test = c->split;
  if (vd_term_is_none(test) || decided == vd_limit->cases_tests) return false;
  bool refuted = refute_case(c, t, decided, test, YES) &&
                 refute_case(c, t, decided, test, NO);
  *vd_map_put(&c->truth, test.id) = OPEN;
  return refuted;
}

bool vd_term_refute(VdTerms *tm, VdTerm t, uint32_t steps) {
  if (vd_term_is_none(t) || vd_terms_error(tm)) return false;
  Cases c = {.tm = tm, .steps = steps};
  bool refuted = refute(&c, t, 0) && !vd_terms_error(tm);
  vd_map_done(&c.truth);
  vd_map_done(&c.value);
  vd_map_done(&c.memo);
  return refuted;
}
