// Calls of recursive functions in terms: when each is made, and what it comes
// to.
//
// The guard of a call is true only if the value of the terms depends on it: all
// operators need all their arguments, but ite needs one branch, and a
// conjunction needs a conjunct only if the others hold. So where evaluation
// ends, every call whose guard is true is part of it, and ends too.
#include "pair/loop/unfold.h"
#include "base/limit.h"

void vd_unfold_done(VdUnfold *u) {
  vd_vec_done(&u->term[0]);
  vd_vec_done(&u->term[1]);
}

// Whether a symbol stands for a recursive function of that side.
static bool is_recursive(const VdUnfold *u, int side, uint32_t symbol) {
  uint32_t func;
  int s = vd_open_home(u->job, symbol, side, &func);
  return s >= 0 && u->job->sides.module[s]->func.at[func]->recursive;
}

// ------------------------------------------------------------------- opening

typedef struct Symbol {
  const VdTerms *tm;
  uint32_t symbol;
} Symbol;

static bool is_symbol(void *context, VdTerm app, bool recursive) {
  (void)recursive;
  const Symbol *is = context;
  return vd_term_fun(is->tm, app) == is->symbol;
}

void vd_unfold_open(VdUnfold *u, int side, uint32_t symbol) {
  Symbol is = {u->job->sides.tm, symbol};
  vd_open_terms(u->job, side, &u->term[side], is_symbol, &is);
}

static void symbols_of(const VdUnfold *u, int side, VdMap *out) {
  VdTerms *tm = u->job->sides.tm;
  VdTermVec nodes = {0};
  vd_terms_reach(tm, u->term[side].at, u->term[side].len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (vd_open_is_call(tm, nodes.at[i]))
      *vd_map_put(out, vd_term_fun(tm, nodes.at[i])) = 1;
  vd_vec_done(&nodes);
}

// Of one side, when the other is using some symbols.
typedef struct Plain {
  const VdUnfold *u;
  VdMap used;
} Plain;

static bool is_plain(void *context, VdTerm app, bool recursive) {
  const Plain *p = context;
  return !recursive &&
         (p->u->all ||
          !vd_map_get(&p->used, vd_term_fun(p->u->job->sides.tm, app)));
}

void vd_unfold_plain(VdUnfold *u) {
  for (uint32_t round = 0; round < vd_limit->unfold_rounds; round++) {
    Plain other[2] = {{.u = u}, {.u = u}};
    uint32_t n = 0;
    for (int s = 0; s < 2; s++) symbols_of(u, !s, &other[s].used);
    for (int s = 0; s < 2; s++) {
      n += vd_open_terms(u->job, s, &u->term[s], is_plain, &other[s]);
      vd_map_done(&other[s].used);
    }
    if (!n) return;
  }
}

// -------------------------------------------------------------------- guards

typedef struct Guards {
  VdTerms *tm;
  VdMap has;    // term: there are calls of interest in it
  VdMap guard;  // term to its guard
} Guards;

static void reach_under(Guards *g, VdTerm t, VdTerm guard) {
  if (!vd_map_get(&g->has, t.id)) return;
  uint64_t *slot = vd_map_put(&g->guard, t.id);
  VdTerm was = {(uint32_t)*slot};
  *slot = vd_term_is_none(was) ? guard.id : vd_mk_or(g->tm, was, guard).id;
}

static void reach_and(Guards *g, VdTerm t, VdTerm guard) {
  uint32_t n = vd_term_args(g->tm, t);
  for (uint32_t i = 0; i < n; i++) {
    VdTerm arg = vd_term_arg(g->tm, t, i), under = guard;
    if (!vd_map_get(&g->has, arg.id)) continue;
    for (uint32_t k = 0; k < n; k++)
      if (k != i) under = vd_mk_and(g->tm, under, vd_term_arg(g->tm, t, k));
    reach_under(g, arg, under);
  }
}

static void reach_args(Guards *g, VdTerm t, VdTerm guard) {
  VdTerms *tm = g->tm;
  if (vd_term_op(tm, t) == VD_OP_ITE) {
    VdTerm c = vd_term_arg(tm, t, 0);
    reach_under(g, c, guard);
    reach_under(g, vd_term_arg(tm, t, 1), vd_mk_and(tm, guard, c));
    reach_under(g, vd_term_arg(tm, t, 2),
                vd_mk_and(tm, guard, vd_mk_not(tm, c)));
    return;
  }
  if (vd_term_op(tm, t) == VD_OP_AND) {
    reach_and(g, t, guard);
    return;
  }
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    reach_under(g, vd_term_arg(tm, t, i), guard);
}

static bool is_call(const VdUnfold *u, int side, VdTerm t) {
  return vd_open_is_call(u->job->sides.tm, t) &&
         is_recursive(u, side, vd_term_fun(u->job->sides.tm, t));
}

static bool same_call(VdTerms *tm, VdTerm x, VdTerm y) {
  if (vd_term_fun(tm, x) != vd_term_fun(tm, y)) return false;
  for (uint32_t i = 0; i < vd_term_args(tm, x); i++)
    if (!vd_term_eq(vd_term_arg(tm, x, i), vd_term_arg(tm, y, i))) return false;
  return true;
}

static void add_call(VdTerms *tm, VdCallSites *out, VdTerm app, VdTerm guard) {
  for (uint32_t i = 0; i < out->len; i++) {
    if (!same_call(tm, out->at[i].app, app)) continue;
    out->at[i].guard = vd_mk_or(tm, out->at[i].guard, guard);
    return;
  }
  VdCallSite call = {
      .symbol = vd_term_fun(tm, app), .app = app, .guard = guard};
  vd_push(out, call);
}

void vd_unfold_calls(const VdUnfold *u, int side, VdCallSites *out) {
  VdTerms *tm = u->job->sides.tm;
  Guards g = {.tm = tm};
  VdTermVec nodes = {0};
  vd_terms_reach(tm, u->term[side].at, u->term[side].len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    bool has = is_call(u, side, nodes.at[i]);
    for (uint32_t k = 0; k < vd_term_args(tm, nodes.at[i]) && !has; k++)
      has = vd_map_get(&g.has, vd_term_arg(tm, nodes.at[i], k).id);
    if (has) *vd_map_put(&g.has, nodes.at[i].id) = 1;
  }
  for (uint32_t i = 0; i < u->term[side].len; i++)
    reach_under(&g, u->term[side].at[i], vd_mk_bool(tm, true));
  for (uint32_t i = nodes.len; i-- > 0;) {
    const uint64_t *slot = vd_map_get(&g.guard, nodes.at[i].id);
    if (slot) reach_args(&g, nodes.at[i], (VdTerm){(uint32_t)*slot});
  }
  for (uint32_t i = 0; i < nodes.len; i++) {
    const uint64_t *slot = vd_map_get(&g.guard, nodes.at[i].id);
    if (slot && is_call(u, side, nodes.at[i]))
      add_call(tm, out, nodes.at[i], (VdTerm){(uint32_t)*slot});
  }
  vd_vec_done(&nodes);
  vd_map_done(&g.has);
  vd_map_done(&g.guard);
}

// ----------------------------------------------------------------- equations

static void copy_terms(const VdTermVec *from, VdTermVec *to) {
  for (uint32_t i = 0; i < from->len; i++) vd_push(to, from->at[i]);
}

VdTerm vd_unfold_equation(const VdUnfold *u, int side, VdCallSite *call,
                          VdCallSites *out) {
  VdTerms *tm = u->job->sides.tm;
  uint32_t func;
  int s = vd_open_home(u->job, call->symbol, side, &func);
  VdTerm all = vd_mk_bool(tm, true);
  if (s < 0) return VD_TERM_NONE;
  const VdFunc *f = u->job->sides.module[s]->func.at[func];
  uint32_t results = f->results + f->may_be_undefined;
  VdUnfold body = {.job = u->job, .tail = u->tail, .all = u->all};
  for (uint32_t i = 0; i < results; i++) {
    VdTerm t = vd_summary_open(u->job->sides.sums[s],
                               vd_term_with_result(tm, call->app, i));
    if (vd_term_is_none(t)) {
      vd_unfold_done(&body);
      return VD_TERM_NONE;
    }
    vd_push(&body.term[side], t);
  }
  copy_terms(&u->term[!side], &body.term[!side]);
  vd_unfold_plain(&body);
  // A call may be there already, as an argument of this one, say: the guards
  // found here count only where this call is made.
  VdCallSites inside = {0};
  vd_unfold_calls(&body, side, &inside);
  call->again = vd_mk_bool(tm, false);
  for (uint32_t i = 0; i < inside.len; i++) {
    const VdCallSite *c = &inside.at[i];
    if (u->tail || c->symbol == call->symbol)
      call->again = vd_mk_or(tm, call->again, c->guard);
    add_call(tm, out, c->app, vd_mk_and(tm, call->guard, c->guard));
  }
  vd_vec_done(&inside);
  for (uint32_t i = 0; i < results; i++)
    all = vd_mk_and(tm, all,
                    vd_mk_eq(tm, vd_term_with_result(tm, call->app, i),
                             body.term[side].at[i]));
  vd_unfold_done(&body);
  return vd_mk_implies(tm, call->guard, all);
}
