// Which local of one version stands for which of the other.
//
// The addresses of locals are not observable, so locals are compared up to a
// renaming: any of them may be paired, so long as different ones stay
// different. They are known by size and number, but a compiler may have them in
// another order, and the locals of what only one version calls have names of
// their own. So they are paired by how they are used: the results of both
// versions are gone through together, as far as they are alike, and what comes
// up at the same place is a pair, the more often the rather. Of what is left
// those with one name are a pair, and then those that come up first.
#include "base/limit.h"
#include "pair/pair.h"

typedef VD_VEC(uint64_t) Places;  // a term of each version

typedef struct Slots {
  VdTerms *tm;
  VdTermVec at[2];  // addresses, as they come up
  VdMap index[2];   // term to index
  VdMap mate[2];    // index to the other's index
} Slots;

static void find_slots(Slots *s, const VdGoal *goal, int k) {
  VdTermVec roots = {0}, nodes = {0};
  vd_goal_terms(goal, k, &roots);
  vd_terms_reach(s->tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (vd_term_op(s->tm, t) != VD_OP_ADDR ||
        vd_object_get(s->tm, vd_term_object(s->tm, t))->kind != VD_OBJECT_SLOT)
      continue;
    *vd_map_put(&s->index[k], t.id) = s->at[k].len;
    vd_push(&s->at[k], t);
  }
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
}

static uint64_t size_of(const Slots *s, int k, uint32_t i) {
  return vd_object_get(s->tm, vd_term_object(s->tm, s->at[k].at[i]))->size;
}

// Pairs two that have none yet.
static bool pair(Slots *s, uint32_t old, uint32_t new) {
  if (vd_map_get(&s->mate[OLD], old) || vd_map_get(&s->mate[NEW], new) ||
      size_of(s, OLD, old) != size_of(s, NEW, new))
    return false;
  *vd_map_put(&s->mate[OLD], old) = new;
  *vd_map_put(&s->mate[NEW], new) = old;
  return true;
}

// -------------------------------------------------------------------- uses

static void see(Places *places, VdMap *seen, VdTerm x, VdTerm y) {
  uint64_t both = (uint64_t)x.id << 32 | y.id;
  uint64_t *slot = vd_map_put(seen, both);
  if (!(*slot)++ && places->len < vd_limit->slots_places) vd_push(places, both);
}

static bool is_alike(const VdTerms *tm, VdTerm x, VdTerm y) {
  VdOp op = vd_term_op(tm, x);
  return op == vd_term_op(tm, y) &&
         vd_term_args(tm, x) == vd_term_args(tm, y) &&
         (op != VD_OP_APP || vd_term_fun(tm, x) == vd_term_fun(tm, y));
}

static void count_uses(Slots *s, const VdGoal *goal, uint32_t *uses) {
  VdTermVec roots[2] = {{0}, {0}};
  Places places = {0};
  VdMap seen = {0};
  for (int k = 0; k < 2; k++) vd_goal_terms(goal, k, &roots[k]);
  for (uint32_t i = 0; i < roots[OLD].len && i < roots[NEW].len; i++)
    see(&places, &seen, roots[OLD].at[i], roots[NEW].at[i]);
  for (uint32_t i = 0; i < places.len; i++) {
    VdTerm x = {(uint32_t)(places.at[i] >> 32)}, y = {(uint32_t)places.at[i]};
    if (!is_alike(s->tm, x, y)) continue;
    for (uint32_t j = 0; j < vd_term_args(s->tm, x); j++) {
      VdTerm a = vd_term_arg(s->tm, x, j), b = vd_term_arg(s->tm, y, j);
      const uint64_t *old = vd_map_get(&s->index[OLD], a.id);
      const uint64_t *new = vd_map_get(&s->index[NEW], b.id);
      if (old && new) uses[*old * s->at[NEW].len + *new]++;
      see(&places, &seen, a, b);
    }
  }
  for (int k = 0; k < 2; k++) vd_vec_done(&roots[k]);
  vd_vec_done(&places);
  vd_map_done(&seen);
}

static void pair_by_use(Slots *s, const VdGoal *goal) {
  uint32_t n = s->at[OLD].len, m = s->at[NEW].len, most;
  if (n > vd_limit->slots_uses || m > vd_limit->slots_uses) return;
  uint32_t *uses = vd_alloc(vd_mul(n * m + 1, sizeof *uses));
  count_uses(s, goal, uses);
  do {
    uint32_t best = 0;
    most = 0;
    for (uint32_t i = 0; i < n * m; i++)
      if (uses[i] > most) most = uses[best = i];
    if (most) pair(s, best / m, best % m);
    uses[best] = 0;
  } while (most);
  vd_free(uses);
}

// ------------------------------------------------------------------- names

static void pair_the_rest(Slots *s) {
  for (uint32_t i = 0; i < s->at[NEW].len; i++) {
    const uint64_t *old = vd_map_get(&s->index[OLD], s->at[NEW].at[i].id);
    if (old) pair(s, (uint32_t)*old, i);
  }
  for (uint32_t i = 0; i < s->at[NEW].len; i++)
    for (uint32_t j = 0; j < s->at[OLD].len; j++)
      if (pair(s, j, i)) break;
}

// A local that stands for one of each version. Its name is no other local's:
// what is opened later brings names of its own.
static VdTerm common_slot(VdTerms *tm, VdTerm x, VdTerm y) {
  VdObject object = *vd_object_get(tm, vd_term_object(tm, x));
  const VdObject *other = vd_object_get(tm, vd_term_object(tm, y));
  VdBuf key = {0};
  vd_buf_printf(&key, "both:%s:%s", object.key, other->key);
  object.key = vd_buf_text(&key);
  if (other->align < object.align) object.align = other->align;
  VdTerm t = vd_mk_addr(tm, vd_object_put(tm, &object));
  vd_buf_done(&key);
  return t;
}

void vd_goal_match_slots(const VdJob *job, VdGoal *goal) {
  Slots s = {.tm = job->sides.tm};
  VdMap map[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++) find_slots(&s, goal, k);
  pair_by_use(&s, goal);
  pair_the_rest(&s);
  for (uint32_t i = 0; i < s.at[OLD].len; i++) {
    const uint64_t *mate = vd_map_get(&s.mate[OLD], i);
    VdTerm x = s.at[OLD].at[i], y = mate ? s.at[NEW].at[*mate] : x;
    if (vd_term_eq(x, y)) continue;
    uint32_t both = common_slot(job->sides.tm, x, y).id;
    *vd_map_put(&map[OLD], x.id) = both;
    *vd_map_put(&map[NEW], y.id) = both;
  }
  for (int k = 0; k < 2; k++) {
    vd_goal_subst(job->sides.tm, goal, k, &map[k]);
    vd_vec_done(&s.at[k]);
    vd_map_done(&s.index[k]);
    vd_map_done(&s.mate[k]);
    vd_map_done(&map[k]);
  }
}
