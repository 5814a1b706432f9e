// Loops that are each other's mates: the same loop with other parameters.
//
// A compiler hoists what does not change out of a loop, widens its counter,
// drops what nobody needs, and moves the first test in front of it. So a loop
// of the old version and one of the new version do the same, but do not take
// the same. What the new loop takes is written with what the old one takes:
// E(x), read off the calls of the two. The claim is
//
//   where guard(x) and pre(x) hold and the old loop is defined,
//   old(x) = new(E(x))
//
// and is proved by induction: both are opened once, calls of the old loop in
// there become calls of the new one, and what is left is proved path by path.
// The guard is the first test of the old loop, if the new one has it not. As
// for all induction here, it holds where both terminate.
//
// A local that only the old loop is handed is dead: what the new version does
// does not hang on it. In the claim the old loop's memory is the new one's with
// any words in those locals, so memories are equal but for them. Pointers of
// which it is not known that they came with the call may point to such a local:
// they are variables of which the rules know nothing, and so is memory.
#include "pair/loop/mates.h"
#include "base/limit.h"

static void open_unshared(VdSearch *s) {
  for (uint32_t round = 0; round < vd_limit->mates_open; round++)
    if (vd_open_is_too_big(s) || !vd_open_all(s, VD_OPEN_UNSHARED)) break;
}

// The two loops at x and E(x), opened once, with the claim for what they call.
// With whole, memory has in it what is left in dead locals.
static void make_goal(Mates *m, const Mate *mate, uint32_t result, bool whole,
                      VdSearch *s) {
  VdTerms *tm = m->tm;
  VdGoal *g = &s->goal;
  const Loop *from = &mate->loop[OLD], *to = &mate->loop[NEW];
  *g = (VdGoal){0};
  bool defined = result == vd_summary_defined_index(from->f);
  VdTerm yes = vd_mk_bool(tm, true), no = vd_mk_bool(tm, false);
  g->halt[OLD] = g->halt[NEW] = no;
  g->defined[OLD] = g->defined[NEW] = yes;
  if (from->f->may_be_undefined)
    g->defined[OLD] = vd_summary_open(
        from->sums,
        call_of(tm, from, vd_summary_defined_index(from->f), mate->in));
  if (defined && to->f->may_be_undefined)
    g->defined[NEW] = vd_summary_open(
        to->sums, call_of(tm, to, vd_summary_defined_index(to->f), mate->e));
  if (!defined) {
    vd_push(&g->result[OLD],
            vd_summary_open(from->sums, call_of(tm, from, result, mate->in)));
    if (!vd_term_is_none(mate->is[result]))
      vd_push(&g->result[NEW], mate->is[result]);
    else
      vd_push(
          &g->result[NEW],
          vd_mate_decoded(
              tm, mate, result,
              vd_summary_open(
                  to->sums, call_of(tm, to, mate->rho[result] - 1, mate->e))));
    // Memory is compared as it is, but for the locals that are dead.
    vd_push(&g->role, VD_ROLE_VALUE);
  }
  open_unshared(s);
  vd_goal_hide(s->job, g);
  vd_mate_put(m, mate, true, g);
  if (!defined && from->f->result[result].role == VD_ROLE_MEM && !whole)
    g->result[OLD].at[0] = vd_mate_without_dead(m, mate, g->result[OLD].at[0]);
  g->defined[OLD] = vd_mk_and(tm, mate->pre, g->defined[OLD]);
  if (!vd_term_is_none(mate->guard))
    g->defined[OLD] = vd_mk_and(tm, mate->guard, g->defined[OLD]);
}

static void mates_of(Mates *m, VdSearch *s);

// With what only one side calls opened, and mates for the loops inside.
static bool prove_search(Mates *m, VdSearch *s, double seconds) {
  if (vd_terms_error(m->tm)) return false;
  for (uint32_t i = 0; i < s->goal.result[OLD].len; i++)
    if (vd_term_is_none(s->goal.result[OLD].at[i]) ||
        vd_term_is_none(s->goal.result[NEW].at[i]))
      return false;
  open_unshared(s);
  vd_goal_hide(s->job, &s->goal);
  Mates inside = *m;
  inside.s = s;
  inside.depth++;
  inside.tries = inside.found = 0;
  mates_of(&inside, s);
  return vd_paths(s, seconds);
}

// With stuck, where the proof ended.
static bool prove_result(Mates *m, const Mate *mate, uint32_t result,
                         double seconds, VdTerm *stuck) {
  VdSearch s = vd_mate_search(m);
  make_goal(m, mate, result, false, &s);
  bool ok = prove_search(m, &s, seconds);
  if (stuck) *stuck = s.stuck;
  vd_search_done(&s);
  return ok;
}

static bool try_result(Mates *m, const Mate *mate, uint32_t result,
                       double seconds) {
  VdTrail *trail = m->s->job->trail;
  VdAttempt a;
  return vd_trail_begin(trail, &a) &&
         vd_trail_end(trail, &a, prove_result(m, mate, result, seconds, NULL));
}

// What code number i of the new loop is to the old one.
static VdTerm code_var(VdTerms *tm, uint32_t i, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_MATE_CODE, i, sort, "");
}

// Which constant the variable must be, by where a proof ended.
static bool learn(VdTerms *tm, VdTerm stuck, VdMap *map) {
  if (vd_term_is_none(stuck) || vd_term_op(tm, stuck) != VD_OP_EQ) return false;
  for (uint32_t i = 0; i < 2; i++) {
    VdTerm x = vd_term_arg(tm, stuck, i), y = vd_term_arg(tm, stuck, !i);
    VdValue v;
    if (!is_var(tm, x) || vd_term_var_kind(tm, x) != VD_VAR_MATE_CODE ||
        !vd_term_value(tm, y, &v))
      continue;
    *vd_map_put(map, x.id) = y.id;
    return true;
  }
  return false;
}

// A result that says which way out the loop took: both number the ways, but
// not alike. What each number of the new loop is to the old one is a variable,
// until a proof asks for a value. A variable that no proof asks for may be
// anything.
static bool find_code(Mates *m, Mate *mate, uint32_t result, double seconds) {
  VdTerms *tm = m->tm;
  VdSort sort = mate->loop[OLD].f->result[result].sort;
  VdTermVec codes = {0};
  bool ok = false;
  if (vd_mate_codes(m, &mate->loop[NEW], mate->rho[result] - 1, &codes)) {
    VdTerm code = vd_mk_bv(tm, sort.a, 0), stuck;
    for (uint32_t i = 0; i < codes.len; i++)
      code = vd_mk_ite(tm, vd_mk_eq(tm, one_result(tm, sort), codes.at[i]),
                       code_var(tm, i, sort), code);
    mate->code[result] = code;
    for (uint32_t i = 0; i <= codes.len && !ok; i++) {
      VdMap map = {0};
      ok = prove_result(m, mate, result, seconds, &stuck);
      bool more = !ok && learn(tm, stuck, &map);
      mate->code[result] = vd_term_subst(tm, mate->code[result], &map);
      vd_map_done(&map);
      if (!more || vd_budget_over(&m->budget)) break;
    }
  }
  VdMap none = {0};
  for (uint32_t i = 0; i < codes.len; i++)
    *vd_map_put(&none, code_var(tm, i, sort).id) = vd_mk_bv(tm, sort.a, 0).id;
  mate->code[result] =
      ok ? vd_term_subst(tm, mate->code[result], &none) : VD_TERM_NONE;
  vd_map_done(&none);
  vd_vec_done(&codes);
  return ok;
}

static bool try_code(Mates *m, Mate *mate, uint32_t result, double seconds) {
  VdTrail *trail = m->s->job->trail;
  VdAttempt a;
  return vd_trail_begin(trail, &a) &&
         vd_trail_end(trail, &a, find_code(m, mate, result, seconds));
}

// A result that a compiler knows: a constant, or what the loop was given.
static bool find_value(Mates *m, Mate *mate, uint32_t result, double seconds) {
  const VdFunc *f = mate->loop[OLD].f;
  VdSort sort = f->result[result].sort;
  if (f->result[result].role != VD_ROLE_VALUE || !is_bv(sort)) return false;
  static const uint64_t likely[] = {0, 1, UINT64_MAX};
  for (size_t i = 0; i < VD_COUNT(likely) + f->params; i++) {
    VdTerm t = i < VD_COUNT(likely) ? vd_mk_bv(m->tm, sort.a, likely[i])
                                    : mate->x[i - VD_COUNT(likely)];
    if (!vd_sort_eq(vd_term_sort(m->tm, t), sort)) continue;
    mate->is[result] = t;
    if (vd_budget_over(&m->budget)) break;
    if (try_result(m, mate, result, seconds)) return true;
  }
  mate->is[result] = VD_TERM_NONE;
  return false;
}

// Which result of the new loop is this one? The memory, and so on, is clear.
static bool find_result(Mates *m, Mate *mate, uint32_t result, double seconds) {
  const VdFunc *f = mate->loop[OLD].f, *g = mate->loop[NEW].f;
  uint32_t tries = 0;
  for (uint32_t way = 0; way < 2; way++)
    for (uint32_t k = 0; k < g->results && tries < vd_limit->mates_results;
         k++) {
      bool likely = k == result;
      if (likely != (way == 0) || g->result[k].role != f->result[result].role ||
          !vd_sort_eq(g->result[k].sort, f->result[result].sort))
        continue;
      mate->rho[result] = k + 1;
      if (try_result(m, mate, result, seconds)) return true;
      if (is_bv(f->result[result].sort) && try_code(m, mate, result, seconds))
        return true;
      tries++;
      if (vd_budget_over(&m->budget)) break;
    }
  mate->rho[result] = 0;
  return find_value(m, mate, result, seconds);
}

typedef struct Callers {
  uint32_t func;
  bool other;  // calls it, too
} Callers;

static void note_caller(void *context, uint32_t func, const VdInst *inst) {
  Callers *c = context;
  c->other |=
      func != c->func && inst->kind == VD_INST_CALL && inst->index == c->func;
}

// Is a loop called again by itself only, not by what it calls?
static bool calls_only_itself(const Mates *m, const Loop *l) {
  Callers c = {.func = l->func};
  vd_ir_each(m->s->job->sides.module[l->home], l->func, note_caller, &c);
  return !c.other;
}

// The inner calls, which are all that there are inside, fulfil it, too.
static bool is_pre_kept(Mates *m, const Mate *mate) {
  VdTerms *tm = m->tm;
  VdTermVec inner = {0};
  VdTerm kept = vd_mk_bool(tm, true);
  vd_mate_inner_calls(m, &mate->loop[OLD], mate->in, &inner);
  for (uint32_t c = 0; c < inner.len; c++)
    kept = vd_mk_and(
        tm, kept,
        vd_mate_put_args(m, mate, args_of_call(m, inner.at[c]), mate->pre));
  vd_vec_done(&inner);
  return vd_term_is_true(tm, kept) || vd_mate_prove(m, mate, kept);
}

// What the old loop leaves in a local, if the new one gives it.
static void find_left(Mates *m, Mate *mate, uint32_t i, double seconds) {
  const VdFunc *f = mate->loop[OLD].f, *g = mate->loop[NEW].f;
  VdTerms *tm = m->tm;
  if (!mate->dead[i]) return;
  uint32_t mem = 0, tries = 0;
  while (mem < f->results && f->result[mem].role != VD_ROLE_MEM) mem++;
  if (mem == f->results || !mate->rho[mem]) return;
  uint64_t size = slot_size(tm, mate->x[i]);
  for (uint32_t k = 0; k < g->results && tries < vd_limit->mates_results; k++) {
    if (g->result[k].sort.kind != VD_SORT_BV || g->result[k].sort.a != 8 * size)
      continue;
    mate->left[i] = k + 1;
    tries++;
    VdSearch s = vd_mate_search(m);
    make_goal(m, mate, mem, true, &s);
    VdTerm there =
        vd_mk_load(tm, s.goal.result[OLD].at[0], mate->x[i], (uint32_t)size);
    s.goal.result[OLD].at[0] = there;
    s.goal.result[NEW].at[0] = vd_summary_open(
        mate->loop[NEW].sums, call_of(tm, &mate->loop[NEW], k, mate->e));
    s.goal.role.at[0] = VD_ROLE_VALUE;
    VdTrail *trail = m->s->job->trail;
    VdAttempt a;
    bool ok = vd_trail_begin(trail, &a) &&
              vd_trail_end(trail, &a, prove_search(m, &s, seconds));
    vd_search_done(&s);
    if (ok) return;
  }
  mate->left[i] = 0;
}

static bool prove_off(Mates *m, const Mate *mate, uint32_t k, double seconds) {
  const Loop *to = &mate->loop[NEW];
  VdSearch s = vd_mate_search(m);
  make_goal(m, mate, vd_summary_defined_index(mate->loop[OLD].f), false, &s);
  VdTerm is = vd_summary_open(to->sums, call_of(m->tm, to, k, mate->e));
  s.goal.defined[NEW] = vd_mk_not(m->tm, is);
  bool ok = !vd_term_is_none(is) && prove_search(m, &s, seconds);
  vd_search_done(&s);
  return ok;
}

static bool try_off(Mates *m, const Mate *mate, uint32_t k, double seconds) {
  VdTrail *trail = m->s->job->trail;
  VdAttempt a;
  return vd_trail_begin(trail, &a) &&
         vd_trail_end(trail, &a, prove_off(m, mate, k, seconds));
}

// Theorem: where the guard and pre hold and the old loop is defined at x, these
// results of the new loop are false at E(x). By induction, all together, and
// together with the claim: whoever knows of an inner call that the old loop is
// defined there, knows that they are false there. One that is not shown is
// dropped, and the others are shown once more without it.
static void find_off(Mates *m, Mate *mate, double seconds) {
  const VdFunc *f = mate->loop[OLD].f, *g = mate->loop[NEW].f;
  for (uint32_t k = 0; k < g->results; k++)
    mate->off[k] = f->may_be_undefined && g->result[k].role == VD_ROLE_VALUE &&
                   g->result[k].sort.kind == VD_SORT_BOOL;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t k = 0; k < g->results; k++)
      if (mate->off[k] && !try_off(m, mate, k, seconds)) {
        mate->off[k] = false;
        again = true;
      }
  }
}

static bool prove_mate(Mates *m, Mate *mate, const bool *needed) {
  const VdFunc *f = mate->loop[OLD].f;
  double seconds = vd_budget_left(&m->budget) * vd_limit->mates_share;
  // Nothing of an earlier try with another guard: it was not shown for this.
  for (uint32_t r = 0; r < f->results; r++)
    mate->rho[r] = 0, mate->is[r] = mate->code[r] = VD_TERM_NONE;
  for (uint32_t i = 0; i < f->params; i++) mate->left[i] = 0;
  find_off(m, mate, seconds);
  if (f->may_be_undefined || mate->loop[NEW].f->may_be_undefined)
    if (!try_result(m, mate, vd_summary_defined_index(f), seconds))
      return false;
  for (uint32_t r = 0; r < f->results; r++)
    if (needed[r] && !find_result(m, mate, r, seconds)) return false;
  for (uint32_t i = 0; i < f->params; i++) find_left(m, mate, i, seconds);
  return true;
}

// ------------------------------------------------------------------- the goal

typedef VD_VEC(Loop) Loops;

// Calls of loops that only this side makes, the first ones first.
static void find_loops(Mates *m, const VdSearch *s, int k, Loops *out) {
  VdTerms *tm = m->tm;
  VdTermVec nodes = {0}, other = {0};
  VdMap shared = {0}, seen = {0};
  vd_goal_reach(s->job, &s->goal, k, &nodes);
  vd_goal_reach(s->job, &s->goal, !k, &other);
  for (uint32_t i = 0; i < other.len; i++)
    if (vd_term_op(tm, other.at[i]) == VD_OP_APP)
      *vd_map_put(&shared, vd_term_fun(tm, other.at[i])) = 1;
  for (uint32_t i = 0; i < nodes.len; i++) {
    if (!vd_open_is_call(s->job->sides.tm, nodes.at[i])) continue;
    uint32_t symbol = vd_term_fun(tm, nodes.at[i]);
    if (vd_map_get(&shared, symbol)) continue;
    uint32_t func;
    int home = vd_open_home(s->job, symbol, k, &func);
    if (home < 0 || !s->job->sides.module[home]->func.at[func]->recursive)
      continue;
    Loop l = {func,
              symbol,
              home,
              s->job->sides.sums[home],
              s->job->sides.module[home]->func.at[func],
              NULL};
    if (!l.f->loop || !vd_summary(l.sums, func)) continue;
    l.arg = args_of_call(m, nodes.at[i]);
    uint64_t *first = vd_map_put(&seen, call_of(tm, &l, 0, l.arg).id);
    if (!(*first)++) vd_push(out, l);
  }
  vd_map_done(&shared);
  vd_map_done(&seen);
  vd_vec_done(&nodes);
  vd_vec_done(&other);
}

// Results that the old side looks at.
static bool *find_needed(Mates *m, const VdSearch *s, const Loop *l) {
  bool *needed = VD_NEW_ARRAY(m->arena, bool, l->f->results + 1);
  VdTermVec nodes = {0};
  vd_goal_reach(s->job, &s->goal, OLD, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_call_of(m->tm, nodes.at[i], l))
      needed[vd_term_result(m->tm, nodes.at[i])] = true;
  vd_vec_done(&nodes);
  return needed;
}

static Mate *mate_new(Mates *m, const Loop *from, const Loop *to) {
  Mate *mate = VD_NEW(m->arena, Mate);
  mate->loop[OLD] = *from;
  mate->loop[NEW] = *to;
  mate->x = VD_NEW_ARRAY(m->arena, VdTerm, from->f->params + 1);
  mate->in = VD_NEW_ARRAY(m->arena, VdTerm, from->f->params + 1);
  mate->got = VD_NEW_ARRAY(m->arena, VdTerm, from->f->params + 1);
  mate->e = VD_NEW_ARRAY(m->arena, VdTerm, to->f->params + 1);
  mate->z = VD_NEW_ARRAY(m->arena, VdTerm, to->f->params + 1);
  mate->rho = VD_NEW_ARRAY(m->arena, uint32_t, from->f->results + 1);
  mate->is = VD_NEW_ARRAY(m->arena, VdTerm, from->f->results + 1);
  mate->code = VD_NEW_ARRAY(m->arena, VdTerm, from->f->results + 1);
  mate->dead = VD_NEW_ARRAY(m->arena, bool, from->f->params + 1);
  mate->left = VD_NEW_ARRAY(m->arena, uint32_t, from->f->params + 1);
  mate->off = VD_NEW_ARRAY(m->arena, bool, to->f->results + 1);
  return mate;
}

// With free, what only the new loop has may be anything.
static Mate *mate_pair(Mates *m, const VdSearch *s, const Loop *from,
                       const Loop *to, bool free) {
  bool *needed = find_needed(m, s, from);
  Mate *mate = mate_new(m, from, to);
  vd_mate_choose_x(m, mate);
  vd_mate_fill_dead(m, mate);
  if (free && !vd_mate_choose_z(m, mate)) return NULL;
  if (free) vd_mate_fill_dead(m, mate);
  mate->pre = vd_mk_bool(m->tm, true);
  if (calls_only_itself(m, from)) mate->pre = vd_mate_find_pre(m, mate);
  if (!is_pre_kept(m, mate)) mate->pre = vd_mk_bool(m->tm, true);
  if (!vd_mate_choose_e(m, mate)) return NULL;
  VdTerm stays = vd_mate_with_params(m, from->f, mate->in,
                                     vd_summary_stays(from->sums, from->func));
  VdTerm too = vd_mate_with_params(m, to->f, mate->e,
                                   vd_summary_stays(to->sums, to->func));
  bool same_test = vd_term_eq(stays, too);
  for (int way = 0; way < 2; way++) {
    bool guarded = (way == 0) != same_test;
    if (guarded && vd_term_is_none(stays)) continue;
    if (vd_budget_over(&m->budget)) return NULL;
    mate->guard = guarded ? stays : VD_TERM_NONE;
    if (prove_mate(m, mate, needed)) return mate;
  }
  return NULL;
}

static Mate *try_pair(Mates *m, const VdSearch *s, const Loop *from,
                      const Loop *to, bool free) {
  VdTrail *trail = m->s->job->trail;
  VdAttempt a;
  if (!vd_trail_begin(trail, &a)) return NULL;
  Mate *mate = mate_pair(m, s, from, to, free);
  vd_trail_end(trail, &a, mate != NULL);
  return mate;
}

static bool has_loop(const Loops *loops, uint32_t symbol) {
  bool has = false;
  for (uint32_t i = 0; i < loops->len; i++)
    has |= loops->at[i].symbol == symbol;
  return has;
}

// Puts a mate in; with there, only where that makes a call of the new version.
static uint32_t put_mate(Mates *m, VdSearch *s, const Mate *mate, bool there) {
  VdTermVec nodes = {0};
  VdMap has = {0};
  vd_goal_reach(s->job, &s->goal, NEW, &nodes);
  vd_mate_note_calls(m, &nodes, &has);
  m->there = there ? &has : NULL;
  uint32_t n = vd_mate_put(m, mate, false, &s->goal);
  m->there = NULL;
  if (n) vd_goal_hide(s->job, &s->goal);
  vd_map_done(&has);
  vd_vec_done(&nodes);
  return n;
}

// Puts in a mate that was proved elsewhere, for a call here.
static bool put_known(Mates *m, VdSearch *s, const Loops *old, const Loops *new,
                      bool there) {
  for (uint32_t i = 0; i < old->len; i++) {
    const Loop *l = &old->at[i];
    const bool *needed = find_needed(m, s, l);
    for (uint32_t k = 0; k < m->known->len; k++) {
      Mate *mate = m->known->at[k];
      m->outside = true;
      bool ok = mate->loop[OLD].symbol == l->symbol &&
                has_loop(new, mate->loop[NEW].symbol) &&
                vd_mate_is_instance(m, mate, l->arg, false);
      m->outside = false;
      for (uint32_t r = 0; r < l->f->results && ok; r++)
        ok = !needed[r] || mate->rho[r] || !vd_term_is_none(mate->is[r]);
      if (ok && put_mate(m, s, mate, there)) return true;
    }
  }
  return false;
}

static bool mate_one(Mates *m, VdSearch *s, VdMap *failed) {
  Loops old = {0}, new = {0};
  find_loops(m, s, OLD, &old);
  find_loops(m, s, NEW, &new);
  Mate *found = NULL;
  bool done = put_known(m, s, &old, &new, true);
  for (uint32_t i = 0; i < old.len && !found && !done; i++)
    for (uint32_t j = 0; j < new.len && !found; j++) {
      uint64_t key = (uint64_t)call_of(m->tm, &old.at[i], 0, old.at[i].arg).id
                         << 32 |
                     call_of(m->tm, &new.at[j], 0, new.at[j].arg).id;
      if (vd_map_get(failed, key) || m->tries >= vd_limit->mates_tries ||
          vd_budget_over(&m->budget))
        continue;
      *vd_map_put(failed, key) = 1;
      m->tries++;
      for (int free = 0; free < 2 && !found; free++)
        found = try_pair(m, s, &old.at[i], &new.at[j], free);
      if (found) vd_push(m->known, found);
    }
  // One that has no mate among the calls that are made has one all the same.
  if (found)
    done = put_mate(m, s, found, true) || put_mate(m, s, found, false);
  else if (!done)
    done = put_known(m, s, &old, &new, false);
  vd_vec_done(&old);
  vd_vec_done(&new);
  return done;
}

static void mates_of(Mates *m, VdSearch *s) {
  VdMap failed = {0};
  if (m->depth <= vd_limit->mates_inside)
    for (uint32_t n = 0; n < vd_limit->mates_proved && mate_one(m, s, &failed);
         n++)
      m->found++;
  vd_map_done(&failed);
}

uint32_t vd_mates(VdSearch *s, double seconds) {
  double start = vd_now();
  uint32_t steps = s->job->verdict->step.len;
  VdArena arena = {0};
  MateVec known = {0};
  Mates m = {.s = s, .tm = s->job->sides.tm, .arena = &arena, .known = &known};
  m.budget = vd_budget_slice(&s->job->budget, seconds);
  mates_of(&m, s);
  uint32_t n = m.found;
  s->job->verdict->step.len = steps;  // too many to tell
  if (n)
    vd_job_step(s->job, "mates", start, "%u loop%s of the old version %s", n,
                n == 1 ? "" : "s",
                n == 1 ? "has its mate" : "have their mates");
  vd_vec_done(&known);
  vd_arena_done(&arena);
  return n;
}
