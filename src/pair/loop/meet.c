// Two loops that meet again and again: a simulation relation between their
// heads, found from how they are entered.
//
// A state of a loop at its head is its arguments, memory and world. The old
// loop is entered in state X and the new one in Y, both terms over the inputs.
// Every component of X that is not a constant that stays is a parameter of the
// relation, and Y, with these parameters put for the components of X, is a
// function T of them: the relation is "the new state is T of the old one". So
// the new loop may be some calls ahead of the old one, or behind (then the
// versions change places), and have counters that are shifted or fewer.
//
// The relation holds again after `a` rounds of the old and `b` rounds of the
// new loop, if both make them; if one does not, neither do both go on.
// Conditions under which the loops are entered may be needed for that, and
// bounds of what starts as a constant; those that hold again are kept.
//
// That both go on for ever or neither does follows by induction over the number
// of meetings. The effects: if the worlds are equal where the loops meet, they
// are the same up to there, and memory must be equal then too. If the new loop
// is ahead, what it has done beyond must be what the old one does next: its
// world is on the way from the old world to that at the next meeting.
#include "pair/loop/meet.h"

#include "base/limit.h"
#include "pair/loop/rank.h"

typedef VD_VEC(VdTerm) Terms;

typedef struct Meet {
  VdJob *job;
  VdTerms *tm;
  const VdMeetLoop *loop;  // by side
  const VdBudget *budget;
  int lead;          // the side whose state the relation is over
  Terms start[2];    // states in the relation; the lead's are parameters
  Terms param, was;  // of the relation, and what they are at the start
  VdMap to_param;    // component of the lead's state to parameter
  Terms inv;         // what holds at every meeting
} Meet;

// ------------------------------------------------------------------- states

// Arguments, then memory, then world.
static void state_of(const VdCall *call, Terms *out) {
  out->len = 0;
  for (uint32_t i = 0; i < call->args; i++) vd_push(out, call->arg[i]);
  vd_push(out, call->memory);
  vd_push(out, call->world);
}

static VdTerm memory_of(const Terms *state) {
  return state->at[state->len - 2];
}

static VdTerm world_of(const Terms *state) {
  return state->at[state->len - 1];
}

// What the terms of a loop are about, in a state.
static void map_state(const Meet *m, int side, const Terms *state, VdMap *map) {
  const VdFunc *f = m->loop[side].f;
  *vd_map_put(map, vd_summary_state(m->tm, VD_ROLE_MEM).id) =
      memory_of(state).id;
  *vd_map_put(map, vd_summary_state(m->tm, VD_ROLE_WORLD).id) =
      world_of(state).id;
  for (uint32_t i = 0; i < f->params; i++)
    *vd_map_put(map, vd_summary_param(m->tm, f, i).id) = state->at[i].id;
}

// One round: the state after it, and whether there is one.
static VdTerm go_round(const Meet *m, int side, Terms *state) {
  VdMap map = {0};
  Terms next = {0};
  map_state(m, side, state, &map);
  state_of(&m->loop[side].step, &next);
  VdTerm when = vd_term_subst(m->tm, m->loop[side].step.when, &map);
  for (uint32_t i = 0; i < next.len; i++)
    state->at[i] = vd_term_subst(m->tm, next.at[i], &map);
  vd_vec_done(&next);
  vd_map_done(&map);
  return when;
}

static bool is_constant(const Meet *m, VdTerm t) {
  VdValue value;
  return vd_term_op(m->tm, t) == VD_OP_ADDR || vd_term_value(m->tm, t, &value);
}

static void copy_terms(const Terms *from, Terms *to) {
  to->len = 0;
  for (uint32_t i = 0; i < from->len; i++) vd_push(to, from->at[i]);
}

// ----------------------------------------------------------------- relation

static VdTerm as_params(const Meet *m, VdTerm t) {
  return vd_term_subst(m->tm, t, &m->to_param);
}

static void add_param(Meet *m, VdTerm component) {
  if (vd_map_get(&m->to_param, component.id)) return;
  VdTerm param = vd_mk_var(m->tm, VD_VAR_HEAD, m->param.len,
                           vd_term_sort(m->tm, component), NULL);
  *vd_map_put(&m->to_param, component.id) = param.id;
  vd_push(&m->param, param);
  vd_push(&m->was, component);
}

static VdTerm component_param(const Meet *m, VdTerm component) {
  const uint64_t *id = vd_map_get(&m->to_param, component.id);
  return id ? (VdTerm){(uint32_t)*id} : component;
}

static void add_invariants(Meet *m, VdTerm when) {
  bool many = vd_term_op(m->tm, when) == VD_OP_AND;
  for (uint32_t i = 0; i < (many ? vd_term_args(m->tm, when) : 1); i++)
    vd_push(&m->inv, as_params(m, many ? vd_term_arg(m->tm, when, i) : when));
}

// ---------------------------------------------------------- bounds, guessed

typedef VD_VEC(uint64_t) Numbers;

static void add_number(Numbers *numbers, uint64_t x) {
  for (uint32_t i = 0; i < numbers->len; i++)
    if (numbers->at[i] == x) return;
  if (numbers->len < vd_limit->meet_constants) vd_push(numbers, x);
}

// The constants that a term can be by its conditions alone. False if it can be
// something else, besides `same`.
static bool add_leaves(const Meet *m, VdTerm t, VdTerm same, Numbers *out,
                       uint32_t depth) {
  VdValue value;
  if (vd_term_eq(t, same)) return true;
  if (vd_term_value(m->tm, t, &value)) return add_number(out, value.bits), true;
  return vd_term_op(m->tm, t) == VD_OP_ITE &&
         depth < vd_limit->meet_constants &&
         add_leaves(m, vd_term_arg(m->tm, t, 1), same, out, depth + 1) &&
         add_leaves(m, vd_term_arg(m->tm, t, 2), same, out, depth + 1);
}

// The constants of a sort in a loop, and those next to them: i < 4 is i <= 3.
static void add_constants(const Meet *m, int side, VdSort sort, Numbers *out) {
  Terms state = {0};
  VdTermVec nodes = {0};
  state_of(&m->loop[side].step, &state);
  vd_push(&state, m->loop[side].step.when);
  vd_terms_reach(m->tm, state.at, state.len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdValue value;
    if (!vd_sort_eq(vd_term_sort(m->tm, nodes.at[i]), sort) ||
        !vd_term_value(m->tm, nodes.at[i], &value))
      continue;
    add_number(out, value.bits);
    if (value.bits) add_number(out, value.bits - 1);
  }
  vd_vec_done(&nodes);
  vd_vec_done(&state);
}

static void guess_bounds(Meet *m, VdTerm param, const VdValue *was,
                         const Numbers *numbers) {
  for (uint32_t i = 0; i < numbers->len; i++) {
    VdTerm pair[2] = {vd_mk_bv(m->tm, was->sort.a, numbers->at[i]), param};
    if (was->bits <= numbers->at[i])
      vd_push(&m->inv, vd_mk_not(m->tm, vd_mk(m->tm, VD_OP_BVULT, 0, pair, 2)));
    VdTerm back[2] = {param, pair[0]};
    if (numbers->at[i] && was->bits >= numbers->at[i])
      vd_push(&m->inv, vd_mk_not(m->tm, vd_mk(m->tm, VD_OP_BVULT, 0, back, 2)));
  }
}

static void guess_values(Meet *m, VdTerm param, const VdValue *was,
                         const Numbers *numbers) {
  VdTerm any = vd_mk_eq(m->tm, param, vd_mk_bv(m->tm, was->sort.a, was->bits));
  for (uint32_t i = 0; i < numbers->len; i++) {
    VdTerm value = vd_mk_bv(m->tm, was->sort.a, numbers->at[i]);
    any = vd_mk_or(m->tm, any, vd_mk_eq(m->tm, param, value));
  }
  vd_push(&m->inv, any);
}

// What a parameter that starts as a constant may always be: one of the values
// that a round gives it, or in a range that the loop has the bounds of. All of
// it holds at the start.
static void guess_range(Meet *m, uint32_t component, const VdValue *was) {
  const VdMeetLoop *loop = &m->loop[m->lead];
  VdTerm param = m->start[m->lead].at[component];
  Numbers values = {0}, bounds = {0};
  if (component < loop->step.args &&
      add_leaves(m, loop->step.arg[component],
                 vd_summary_param(m->tm, loop->f, component), &values, 0))
    guess_values(m, param, was, &values);
  add_number(&bounds, was->bits);
  for (int k = 0; k < 2; k++) add_constants(m, k, was->sort, &bounds);
  guess_bounds(m, param, was, &bounds);
  vd_vec_done(&values);
  vd_vec_done(&bounds);
}

static void guess_ranges(Meet *m, const Terms *lead) {
  for (uint32_t i = 0; i < lead->len; i++) {
    VdValue was;
    bool is_param = !vd_term_eq(m->start[m->lead].at[i], lead->at[i]);
    if (is_param && vd_term_value(m->tm, lead->at[i], &was) &&
        was.sort.kind == VD_SORT_BV && was.sort.a <= 64)
      guess_range(m, i, &was);
  }
}

static bool is_hidden(const void *context, const VdObject *object) {
  (void)context;
  return object->hidden;
}

// Memories are related but for statics that only one version has: the other one
// does not read them. So the relation must not tell what they hold. Where a
// memory of the relation was written there, what they hold is that of the
// parameter, which may be anything.
static VdTerm without_hidden(const Meet *m, VdTerm t) {
  return vd_sort_is_mem(vd_term_sort(m->tm, t))
             ? vd_mem_strip(m->tm, t, is_hidden, NULL)
             : t;
}

// Constants that change are parameters as well, but only as whole components:
// not every 0 is the counter's.
static void make_relation(Meet *m, uint32_t rounds) {
  Terms lead = {0}, other = {0}, later = {0};
  state_of(&m->loop[m->lead].entry, &lead);
  state_of(&m->loop[!m->lead].entry, &other);
  copy_terms(&lead, &later);
  for (uint32_t i = 0; i < rounds; i++) go_round(m, m->lead, &later);
  m->param.len = m->was.len = 0;
  vd_map_clear(&m->to_param);
  for (uint32_t i = 0; i < lead.len; i++)
    if (!is_constant(m, lead.at[i])) add_param(m, lead.at[i]);
  Terms inner = {0};
  for (uint32_t i = 0; i < other.len; i++)
    vd_push(&inner, as_params(m, other.at[i]));
  m->inv.len = 0;
  for (int k = 0; k < 2; k++) add_invariants(m, m->loop[k].entry.when);
  for (uint32_t i = 0; i < lead.len; i++)
    if (is_constant(m, lead.at[i]) && !vd_term_eq(lead.at[i], later.at[i]))
      add_param(m, lead.at[i]);
  m->start[m->lead].len = m->start[!m->lead].len = 0;
  for (uint32_t i = 0; i < lead.len; i++)
    vd_push(&m->start[m->lead], component_param(m, lead.at[i]));
  for (uint32_t i = 0; i < other.len; i++)
    vd_push(&m->start[!m->lead], is_constant(m, other.at[i])
                                     ? component_param(m, other.at[i])
                                     : without_hidden(m, inner.at[i]));
  guess_ranges(m, &lead);
  vd_vec_done(&inner);
  vd_vec_done(&lead);
  vd_vec_done(&other);
  vd_vec_done(&later);
}

// ------------------------------------------------------------------ effects

// The world that a call was made in; none if the term is no such result.
static VdTerm world_before(const Meet *m, VdTerm world) {
  if (vd_term_op(m->tm, world) != VD_OP_APP) return VD_TERM_NONE;
  VdTerm before = VD_TERM_NONE;
  for (uint32_t i = 0; i < vd_term_args(m->tm, world); i++) {
    VdTerm arg = vd_term_arg(m->tm, world, i);
    if (vd_term_sort(m->tm, arg).kind != VD_SORT_WORLD) continue;
    if (!vd_term_is_none(before)) return VD_TERM_NONE;  // heap and world
    before = arg;
  }
  return before;
}

static bool has_memory(const Meet *m, VdTerm app) {
  for (uint32_t i = 0; i < vd_term_args(m->tm, app); i++)
    if (vd_sort_is_mem(vd_term_sort(m->tm, vd_term_arg(m->tm, app, i))))
      return true;
  return false;
}

// Everything that was done in `first` was done first in `later`, too. Calls on
// the way have memory among their arguments, unless memories are the same.
static bool is_on_the_way(const Meet *m, VdTerm first, VdTerm later,
                          bool same_memory) {
  for (uint32_t n = 0; n < vd_limit->meet_world && !vd_term_is_none(later);
       n++) {
    if (vd_term_eq(first, later)) return true;
    if (!same_memory && !has_memory(m, later)) return false;
    later = world_before(m, later);
  }
  return false;
}

static bool has_same_effects(const Meet *m, const Terms *lead_next) {
  VdTerm lead = world_of(&m->start[m->lead]);
  VdTerm other = world_of(&m->start[!m->lead]);
  bool same = vd_term_eq(without_hidden(m, memory_of(&m->start[m->lead])),
                         without_hidden(m, memory_of(&m->start[!m->lead])));
  if (vd_term_eq(lead, other)) return same;
  return is_on_the_way(m, lead, other, same) &&
         is_on_the_way(m, other, world_of(lead_next), same);
}

// --------------------------------------------------------------- the proof

static VdTerm all_of(VdTerms *tm, const Terms *terms) {
  VdTerm t = vd_mk_bool(tm, true);
  for (uint32_t i = 0; i < terms->len; i++) t = vd_mk_and(tm, t, terms->at[i]);
  return t;
}

static bool is_never(const Meet *m, VdTerm t) {
  return vd_term_is_false(m->tm, t) || vd_rank_never(m->job, t, m->budget);
}

// Rounds of one side from where the relation holds.
typedef struct Way {
  Terms state;    // after them
  VdTerm all;     // all of them are made
  VdTerm beyond;  // and one more
} Way;

static void go(const Meet *m, int side, uint32_t rounds, Way *way) {
  Terms more = {0};
  way->all = vd_mk_bool(m->tm, true);
  copy_terms(&m->start[side], &way->state);
  for (uint32_t i = 0; i < rounds; i++)
    way->all = vd_mk_and(m->tm, way->all, go_round(m, side, &way->state));
  copy_terms(&way->state, &more);
  way->beyond = vd_mk_and(m->tm, way->all, go_round(m, side, &more));
  vd_vec_done(&more);
}

// The parameters at the next meeting: from the lead's state there.
static void next_params(const Meet *m, const Way *lead, VdMap *map) {
  for (uint32_t i = 0; i < lead->state.len; i++) {
    VdTerm at = m->start[m->lead].at[i];
    if (!is_constant(m, at)) *vd_map_put(map, at.id) = lead->state.at[i].id;
  }
}

// Locals in these terms are known to the loop or to the outside
// (vd_ends_place), so what they hold counts.
static VdTerm equal(const Meet *m, VdTerm x, VdTerm y) {
  return vd_mk_eq(m->tm, without_hidden(m, x), without_hidden(m, y));
}

// That the relation holds again.
static VdTerm meets_again(const Meet *m, const Way way[2], const VdMap *next) {
  VdTerm t = vd_mk_bool(m->tm, true);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < way[k].state.len; i++) {
      VdTerm want = vd_term_subst(m->tm, m->start[k].at[i], next);
      t = vd_mk_and(m->tm, t, equal(m, want, way[k].state.at[i]));
    }
  return t;
}

// Keeps those of the conditions of entry that hold at the next meeting.
static void keep_invariants(Meet *m, VdTerm both, const VdMap *next) {
  for (uint32_t i = 0; i < m->inv.len;) {
    VdTerm here = vd_mk_and(m->tm, all_of(m->tm, &m->inv), both);
    VdTerm later = vd_term_subst(m->tm, m->inv.at[i], next);
    if (is_never(m, vd_mk_and(m->tm, here, vd_mk_not(m->tm, later)))) {
      i++;
      continue;
    }
    m->inv.at[i] = m->inv.at[--m->inv.len];
    i = 0;  // what was kept may have needed it
  }
}

// After so many rounds of old and new; states are freed by the caller.
static bool closes(Meet *m, const uint32_t rounds[2], Way way[2]) {
  VdMap next = {0};
  VdTerms *tm = m->tm;
  make_relation(m, rounds[m->lead]);
  for (int k = 0; k < 2; k++) go(m, k, rounds[k], &way[k]);
  next_params(m, &way[m->lead], &next);
  VdTerm both = vd_mk_and(tm, way[OLD].all, way[NEW].all);
  bool ok = has_same_effects(m, &way[m->lead].state);
  if (ok) keep_invariants(m, both, &next);
  VdTerm here = all_of(tm, &m->inv);
  VdTerm again = meets_again(m, way, &next);
  ok = ok && is_never(m, vd_mk_and(tm, vd_mk_and(tm, here, both),
                                   vd_mk_not(tm, again)));
  for (int k = 0; k < 2 && ok; k++) {
    VdTerm stops = vd_mk_not(tm, way[!k].all);
    ok = is_never(m, vd_mk_and(tm, here, vd_mk_and(tm, way[k].beyond, stops)));
  }
  vd_map_done(&next);
  return ok;
}

// Whether the loops are entered together; one that is entered alone ends before
// its first round. If only the new one is, the old version's run ends.
static bool start_together(const Meet *m, VdTerm defined) {
  VdTerms *tm = m->tm;
  for (int k = 0; k < 2; k++) {
    VdTerm given = k == OLD ? vd_mk_bool(tm, true) : defined;
    Terms state = {0};
    state_of(&m->loop[k].entry, &state);
    VdTerm alone = vd_mk_and(tm, m->loop[k].entry.when,
                             vd_mk_not(tm, m->loop[!k].entry.when));
    VdTerm goes_on = go_round(m, k, &state);
    vd_vec_done(&state);
    if (!is_never(m, vd_mk_and(tm, given, vd_mk_and(tm, alone, goes_on))))
      return false;
  }
  return true;
}

static const uint8_t paces[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 3},
                                   {3, 1}, {1, 4}, {4, 1}, {3, 3}, {4, 4}};

bool vd_meet(VdJob *job, const VdMeetLoop loop[2], VdTerm defined,
             const VdBudget *budget) {
  Meet m = {.job = job, .tm = job->sides.tm, .loop = loop, .budget = budget};
  Way way[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}};
  bool ok = false;
  if (start_together(&m, defined))
    for (uint32_t i = 0; i < 2 * VD_COUNT(paces) && !ok; i++) {
      const uint32_t rounds[2] = {paces[i / 2][OLD], paces[i / 2][NEW]};
      if (vd_budget_over(budget) || vd_terms_error(job->sides.tm)) break;
      m.lead = i % 2;
      ok = closes(&m, rounds, way);
    }
  for (int k = 0; k < 2; k++) {
    vd_vec_done(&way[k].state);
    vd_vec_done(&m.start[k]);
  }
  vd_vec_done(&m.param);
  vd_vec_done(&m.was);
  vd_vec_done(&m.inv);
  vd_map_done(&m.to_param);
  return ok;
}
