// The question of a pair, as terms: results in pairs, and the condition under
// which the old version is defined and the new one does something else.
#include "base/limit.h"
#include "pair/pair.h"

// ------------------------------------------------------------------- inputs

static VdTerm *params_of(const VdJob *job, int side) {
  const VdFunc *f = vd_job_func(job, side);
  VdTerm *param = VD_NEW_ARRAY(job->arena, VdTerm, f->params + 1);
  for (uint32_t i = 0; i < f->params; i++)
    param[i] = vd_summary_param(job->sides.tm, f, i);
  return param;
}

VdRelation vd_pair_relation(const VdFunc *f, const VdFunc *g, VdArena *arena) {
  uint32_t *slot[2];
  VdEqualSlots *slots = VD_NEW(arena, VdEqualSlots);
  for (int k = 0; k < 2; k++)
    slots->slot[k] = slot[k] = VD_NEW_ARRAY(arena, uint32_t, f->params + 1);
  for (uint32_t i = 0; i < f->params; i++)
    for (uint32_t k = 0; k < g->params; k++)
      if (vd_summary_same_param(f, i, g, k)) {
        slot[OLD][slots->n] = i;
        slot[NEW][slots->n++] = k;
        break;
      }
  return vd_relation_equal(slots);
}

void vd_job_relate(VdJob *job) {
  const VdTerm *const param[2] = {params_of(job, OLD), params_of(job, NEW)};
  job->relation = vd_pair_relation(vd_job_func(job, OLD), vd_job_func(job, NEW),
                                   job->arena);
  job->related = vd_relation_term(&job->relation, job->sides.tm, param);
}

// ------------------------------------------------------------------ results

static int result_of(const VdFunc *f, VdRole role, uint32_t nth) {
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == role && nth-- == 0) return (int)i;
  return -1;
}

static uint32_t count(const VdFunc *f, VdRole role) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->results; i++) n += f->result[i].role == role;
  return n;
}

// A version without the state hands on what it was given.
static VdTerm state_term(const VdJob *job, int side, const VdSummary *s,
                         VdRole role, uint32_t nth) {
  int i = result_of(vd_job_func(job, side), role, nth);
  return i < 0 ? vd_summary_state(job->sides.tm, role) : s->result[i];
}

static bool add_pairs(const VdJob *job, VdGoal *goal, const VdSummary **s,
                      VdRole role) {
  uint32_t n[2];
  for (int k = 0; k < 2; k++) n[k] = count(vd_job_func(job, k), role);
  bool state = role != VD_ROLE_VALUE;
  if (n[OLD] != n[NEW] && (!state || n[OLD] > 1 || n[NEW] > 1)) return false;
  uint32_t most = n[OLD] > n[NEW] ? n[OLD] : n[NEW];
  for (uint32_t i = 0; i < most; i++) {
    VdTerm t[2];
    for (int k = 0; k < 2; k++) t[k] = state_term(job, k, s[k], role, i);
    if (!vd_sort_eq(vd_term_sort(job->sides.tm, t[0]),
                    vd_term_sort(job->sides.tm, t[1])))
      return false;
    vd_push(&goal->result[OLD], t[OLD]);
    vd_push(&goal->result[NEW], t[NEW]);
    vd_push(&goal->role, role);
  }
  return true;
}

static VdTerm halt_term(const VdJob *job, int side, const VdSummary *s) {
  int i = result_of(vd_job_func(job, side), VD_ROLE_HALT, 0);
  return i < 0 ? vd_mk_bool(job->sides.tm, false) : s->result[i];
}

static bool goal_of(const VdJob *job, VdGoal *goal, const VdSummary **s) {
  for (int k = 0; k < 2; k++) {
    if (!s[k]) return false;
    goal->defined[k] = s[k]->defined;
    goal->halt[k] = halt_term(job, k, s[k]);
  }
  return add_pairs(job, goal, s, VD_ROLE_VALUE) &&
         add_pairs(job, goal, s, VD_ROLE_MEM) &&
         add_pairs(job, goal, s, VD_ROLE_WORLD) &&
         (!job->with_heap || add_pairs(job, goal, s, VD_ROLE_HEAP));
}

bool vd_goal_init(const VdJob *job, VdGoal *goal) {
  const VdSummary *s[2];
  memset(goal, 0, sizeof *goal);
  for (int k = 0; k < 2; k++)
    s[k] = vd_summary(job->sides.sums[k], job->sides.func[k]);
  return goal_of(job, goal, s);
}

// A call of the function with its own parameters.
static VdSummary *call_summary(const VdJob *job, int side) {
  const VdFunc *f = vd_job_func(job, side);
  uint32_t symbol =
      vd_sums_symbol(job->sides.sums[side], job->sides.func[side]);
  VdSummary *s = VD_NEW(job->arena, VdSummary);
  VdTerm *arg = VD_NEW_ARRAY(job->arena, VdTerm, f->params + 1);
  for (uint32_t i = 0; i < f->params; i++)
    arg[i] = vd_summary_param(job->sides.tm, f, i);
  s->results = f->results;
  s->result = VD_NEW_ARRAY(job->arena, VdTerm, f->results + 1);
  for (uint32_t i = 0; i < f->results; i++)
    s->result[i] = vd_mk_app(job->sides.tm, symbol, i, arg, f->params);
  s->defined = vd_mk_bool(job->sides.tm, true);
  if (f->may_be_undefined)
    s->defined = vd_mk_app(job->sides.tm, symbol, vd_summary_defined_index(f),
                           arg, f->params);
  return s;
}

bool vd_goal_init_calls(const VdJob *job, VdGoal *goal) {
  const VdSummary *s[2];
  memset(goal, 0, sizeof *goal);
  for (int k = 0; k < 2; k++)
    s[k] = job->sides.module[k]->func.at[job->sides.func[k]]->recursive
               ? call_summary(job, k)
               : vd_summary(job->sides.sums[k], job->sides.func[k]);
  return goal_of(job, goal, s);
}

void vd_goal_done(VdGoal *goal) {
  vd_vec_done(&goal->result[OLD]);
  vd_vec_done(&goal->result[NEW]);
  vd_vec_done(&goal->role);
}

void vd_goal_copy(const VdGoal *from, VdGoal *to) {
  *to = (VdGoal){0};
  for (int k = 0; k < 2; k++) {
    to->defined[k] = from->defined[k];
    to->halt[k] = from->halt[k];
    for (uint32_t i = 0; i < from->result[k].len; i++)
      vd_push(&to->result[k], from->result[k].at[i]);
  }
  for (uint32_t i = 0; i < from->role.len; i++)
    vd_push(&to->role, from->role.at[i]);
}

// ------------------------------------------------- memory without the locals

static VdTerm equal(VdTerms *tm, VdRole role, VdTerm x, VdTerm y) {
  if (role == VD_ROLE_MEM && !vd_term_eq(x, y)) {
    x = vd_mem_strip(tm, x, vd_object_is_unseen, NULL);
    y = vd_mem_strip(tm, y, vd_object_is_unseen, NULL);
  }
  return vd_mk_eq(tm, x, y);
}

// --------------------------------------------------- the ends of the memory

// What is near to a place is that much nearer than half a margin.
enum { SLACK = 2 * VD_MAX_ACCESS };

// addr lies at least margin away from both ends.
static VdTerm mk_inside(VdTerms *tm, VdTerm addr, uint64_t margin) {
  uint64_t first = VD_FIRST_ADDRESS + margin;
  uint64_t room = VD_LAST_ADDRESS - margin - first;
  VdTerm above = vd_mk_sub(tm, addr, vd_mk_bv(tm, 64, first));
  return vd_mk_ult(tm, above, vd_mk_bv(tm, 64, room));
}

// Splits a small constant off an address: the members of a struct are all near
// its start. False if it is not small.
static bool split_near(VdTerms *tm, VdTerm addr, VdTerm *start) {
  uint64_t near = VD_ADDRESS_MARGIN / 2 - SLACK;
  uint64_t offset = vd_term_place(tm, addr).offset;
  if (offset > near && -offset > near) return false;
  *start = vd_mk_sub(tm, addr, vd_mk_bv(tm, 64, offset));
  return true;
}

// Every test is where more being valid can only make more defined.
typedef struct Polarity {
  VdTerms *tm;
  VdMap seen;  // id * 2 + negative
  VD_VEC(uint64_t) work;
} Polarity;

static void visit_as(Polarity *p, VdTerm t, bool negative) {
  uint64_t key = (uint64_t)t.id * 2 + negative;
  uint64_t *slot = vd_map_put(&p->seen, key);
  if (!(*slot)++) vd_push(&p->work, key);
}

static bool is_bool(const VdTerms *tm, VdTerm t) {
  return vd_term_sort(tm, t).kind == VD_SORT_BOOL;
}

static void visit_args(Polarity *p, VdTerm t, bool negative) {
  VdOp op = vd_term_op(p->tm, t);
  bool logical = op == VD_OP_AND || op == VD_OP_NOT ||
                 (op == VD_OP_ITE && is_bool(p->tm, t));
  for (uint32_t i = 0; i < vd_term_args(p->tm, t); i++) {
    VdTerm a = vd_term_arg(p->tm, t, i);
    bool both = !logical || (op == VD_OP_ITE && i == 0);
    bool flipped = negative != (op == VD_OP_NOT);
    if (both || !flipped) visit_as(p, a, false);
    if (both || flipped) visit_as(p, a, true);
  }
}

static bool is_monotone(VdTerms *tm, VdTerm defined) {
  Polarity p = {.tm = tm};
  bool ok = true;
  visit_as(&p, defined, false);
  while (p.work.len && ok) {
    uint64_t key = vd_pop(&p.work);
    VdTerm t = {(uint32_t)(key / 2)}, addr;
    if ((key & 1) && vd_access_is_test(tm, t, &addr)) ok = false;
    visit_args(&p, t, key & 1);
  }
  vd_map_done(&p.seen);
  vd_vec_done(&p.work);
  return ok;
}

// The choice that an address is made by: itself, or what is added to.
static VdTerm choice_in(const VdTerms *tm, VdTerm addr) {
  if (vd_term_op(tm, addr) == VD_OP_ITE) return addr;
  if (vd_term_op(tm, addr) != VD_OP_BVADD) return VD_TERM_NONE;
  for (uint32_t i = 0; i < vd_term_args(tm, addr); i++)
    if (vd_term_op(tm, vd_term_arg(tm, addr, i)) == VD_OP_ITE)
      return vd_term_arg(tm, addr, i);
  return VD_TERM_NONE;
}

// The test of addr moved; none if it stays as it is. What is chosen between is
// told apart: it is near to something of its own. With more choices than that
// the new version's test is left: on each path it follows from what is near.
static VdTerm moved_test(VdTerms *tm, VdTerm test, VdTerm addr, bool near,
                         int side, uint32_t *choices) {
  VdTerm start, choice = choice_in(tm, addr), to[2];
  if (near && !vd_term_is_none(choice) &&
      (*choices)++ < vd_limit->goal_choices) {
    VdTerm room = vd_term_arg(tm, test, 1);
    for (uint32_t i = 0; i < 2; i++) {
      VdTerm one = vd_mk_add(tm, vd_mk_sub(tm, addr, choice),
                             vd_term_arg(tm, choice, i + 1));
      VdTerm at = vd_mk_sub(tm, one, vd_mk_bv(tm, 64, VD_FIRST_ADDRESS));
      VdTerm alone = vd_mk_ult(tm, at, room);
      to[i] = moved_test(tm, test, one, near, side, choices);
      if (vd_term_is_none(to[i])) to[i] = alone;
    }
    return vd_mk_ite(tm, vd_term_arg(tm, choice, 0), to[0], to[1]);
  }
  if (side != OLD && !vd_term_is_none(choice)) return VD_TERM_NONE;
  if (near && split_near(tm, addr, &start)) {
    VdTerm half = mk_inside(tm, start, VD_ADDRESS_MARGIN / 2);
    VdOp op = vd_term_op(tm, start);
    bool indexed = op == VD_OP_BVADD || op == VD_OP_PTRADD;
    if (side != OLD || !indexed) return half;
    return vd_mk_and(tm, half,
                     mk_inside(tm, start, VD_ADDRESS_MARGIN / 2 + SLACK));
  }
  if (side == OLD) return mk_inside(tm, addr, VD_ADDRESS_MARGIN);
  return VD_TERM_NONE;
}

// Objects do not lie at the very ends of a process's memory. So the old version
// is taken to access only what is a margin away from them; else a member that
// is read first on one side would make a difference there, and only there.
// What is near to such a place is at least half a margin away. So all tests of
// places that are near to one another become one test, "half a margin away":
// weaker than what the old version is taken to do, stronger than what the new
// one has to. That makes a difference more likely, never less. Of an index the
// versions may take the constant off in two ways, a[i - 1] as (a - 1)[i]: there
// the old version's place is known to be a little further away than half.
static VdTerm move_tests(VdTerms *tm, VdTerm defined, int side) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  bool monotone = is_monotone(tm, defined);
  vd_terms_reach(tm, &defined, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm addr;
    uint32_t choices = 0;
    if (!vd_access_is_test(tm, nodes.at[i], &addr)) continue;
    VdTerm to = moved_test(tm, nodes.at[i], addr, monotone, side, &choices);
    if (!vd_term_is_none(to)) *vd_map_put(&map, nodes.at[i].id) = to.id;
  }
  VdTerm moved = vd_term_subst(tm, defined, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return moved;
}

VdTerm vd_goal_inside(VdTerms *tm, VdTerm defined) {
  return move_tests(tm, defined, OLD);
}

// Steps of a proof by cases: some milliseconds at most.

// That both versions do the same, if both are defined.
static VdTerm alike_term(const VdJob *job, const VdGoal *goal) {
  VdTerms *tm = job->sides.tm;
  VdTerm always = vd_mk_eq(tm, goal->halt[OLD], goal->halt[NEW]);
  VdTerm returned = vd_mk_bool(tm, true);
  for (uint32_t i = 0; i < goal->role.len; i++) {
    VdTerm e = equal(tm, goal->role.at[i], goal->result[OLD].at[i],
                     goal->result[NEW].at[i]);
    // A program that ended has left nothing but its calls to the outside.
    if (goal->role.at[i] == VD_ROLE_WORLD)
      always = vd_mk_and(tm, always, e);
    else
      returned = vd_mk_and(tm, returned, e);
  }
  VdTerm ended = vd_mk_and(tm, goal->halt[OLD], goal->halt[NEW]);
  return vd_mk_and(tm, always, vd_mk_or(tm, ended, returned));
}

void vd_goal_parts(const VdJob *job, const VdGoal *goal, VdTerm *given,
                   VdTerm *wanted) {
  VdTerms *tm = job->sides.tm;
  *given = vd_mk_and(tm, job->related, vd_goal_inside(tm, goal->defined[OLD]));
  *wanted = vd_mk_and(tm, move_tests(tm, goal->defined[NEW], NEW),
                      alike_term(job, goal));
}

VdTerm vd_goal_difference(const VdJob *job, VdGoal *goal) {
  VdTerms *tm = job->sides.tm;
  VdTerm alike = alike_term(job, goal);
  VdTerm unlike = vd_mk_not(tm, vd_mk_and(tm, goal->defined[NEW], alike));
  VdTerm given = vd_mk_and(tm, job->related, goal->defined[OLD]);
  VdTerm plain = vd_mk_and(tm, given, unlike);
  if (vd_term_is_false(tm, plain)) return plain;
  if (vd_term_refute(tm, plain, vd_limit->goal_steps))
    return vd_mk_bool(tm, false);
  VdTerm defined = move_tests(tm, goal->defined[NEW], NEW);
  unlike = vd_mk_not(tm, vd_mk_and(tm, defined, alike));
  given = vd_mk_and(tm, job->related, vd_goal_inside(tm, goal->defined[OLD]));
  return vd_mk_and(tm, given, unlike);
}

VdTerm vd_goal_unlike(const VdJob *job, VdGoal *goal) {
  VdTerm defined = goal->defined[OLD];
  goal->defined[OLD] = vd_mk_bool(job->sides.tm, true);
  VdTerm unlike = vd_goal_difference(job, goal);
  goal->defined[OLD] = defined;
  return unlike;
}

// ------------------------------------------------------------------- terms

void vd_goal_terms(const VdGoal *goal, int side, VdTermVec *out) {
  for (uint32_t i = 0; i < goal->result[side].len; i++)
    vd_push(out, goal->result[side].at[i]);
  vd_push(out, goal->halt[side]);
  vd_push(out, goal->defined[side]);
}

void vd_goal_set_terms(VdGoal *goal, int side, const VdTermVec *terms) {
  uint32_t n = goal->result[side].len;
  for (uint32_t i = 0; i < n; i++) goal->result[side].at[i] = terms->at[i];
  goal->halt[side] = terms->at[n];
  goal->defined[side] = terms->at[n + 1];
}

void vd_goal_subst(VdTerms *tm, VdGoal *goal, int side, const VdMap *map) {
  VdTermVec terms = {0};
  if (!map->len) return;
  vd_goal_terms(goal, side, &terms);
  vd_terms_subst(tm, terms.at, terms.len, map);
  vd_goal_set_terms(goal, side, &terms);
  vd_vec_done(&terms);
}

void vd_goal_reach(const VdJob *job, const VdGoal *goal, int side,
                   VdTermVec *out) {
  VdTermVec roots = {0};
  vd_goal_terms(goal, side, &roots);
  vd_terms_reach(job->sides.tm, roots.at, roots.len, out);
  vd_vec_done(&roots);
}

uint32_t vd_goal_size(const VdJob *job, const VdGoal *goal) {
  VdTermVec roots = {0}, nodes = {0};
  vd_goal_terms(goal, OLD, &roots);
  vd_goal_terms(goal, NEW, &roots);
  vd_terms_reach(job->sides.tm, roots.at, roots.len, &nodes);
  uint32_t n = nodes.len;
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
  return n;
}
