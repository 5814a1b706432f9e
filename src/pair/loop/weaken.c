// Houdini for pairs of loops: a claim starts with all relations that held in
// runs, a model of a context in which it fails is taken as one more example,
// and the relations that are wrong on that are dropped.
//
// It ends, as each model takes something away. That a model is wrong, or the
// solver does not answer, costs relations but proves nothing: the claims that
// are left are asked once more, plainly, before they count (induct.c;
// doc/loops.md, Claims).
#include "base/limit.h"
#include "pair/loop/induct.h"
#include "pair/poly.h"

// ------------------------------------------------------------------ queries

static bool can_watch(VdSort s) {
  return s.kind == VD_SORT_BOOL || s.kind == VD_SORT_BV ||
         s.kind == VD_SORT_FLOAT;
}

// Terms whose values are wanted; states get none.
typedef struct Wish {
  VdTermVec term;
  VD_VEC(uint32_t) at;  // by wish: its number in term + 1, or 0
} Wish;

static void wish(VdTerms *tm, Wish *w, VdTerm t) {
  bool can = can_watch(vd_term_sort(tm, t));
  if (can) vd_push(&w->term, t);
  vd_push(&w->at, can ? w->term.len : 0);
}

static VdValue granted(const Wish *w, const VdReply *reply, uint32_t i) {
  return w->at.at[i] ? reply->watch[w->at.at[i] - 1] : (VdValue){0};
}

static void wish_done(Wish *w) {
  vd_vec_done(&w->term);
  vd_vec_done(&w->at);
}

bool vd_induct_is_over(const VdInduct *in) {
  return vd_work() > in->deadline || vd_terms_error(in->tm) ||
         vd_budget_over(&in->job->budget);
}

// A question about products over unknown functions: what is needed of them is
// multiplied out, and stated as facts.
static void without_products(VdInduct *in, VdTerm *question, Wish *w) {
  VdTerms *tm = in->tm;
  VdAbstraction a;
  VdTerm t = vd_poly_question(tm, *question);
  vd_abstraction_init(&a, tm, NULL, in->job->options->reals);
  t = vd_abstract(&a, t);
  for (uint32_t i = 0; w && i < w->term.len; i++)
    w->term.at[i] = vd_abstract(&a, w->term.at[i]);
  for (uint32_t i = 0; i < a.fact.len; i++) t = vd_mk_and(tm, t, a.fact.at[i]);
  vd_abstraction_done(&a);
  *question = t;
}

static VdAnswer ask_simple(void *context, VdTerm t, const VdTermVec *watch,
                           VdValue *value) {
  VdInduct *in = context;
  VdReply reply;
  VdQuery q = {.asserts = &t, .n = 1, .reals = in->job->options->reals};
  if (watch) q.watch = watch->at, q.watches = watch->len;
  VdBudget budget =
      vd_budget_slice(&in->job->budget, vd_limit->weaken_simple_work);
  VdSolver z3 = {.memory = in->job->options->solver.memory};
  in->job->solver_calls++;
  if (vd_induct_is_over(in)) return VD_ANSWER_UNKNOWN;
  vd_solve(&z3, in->tm, &q, &budget, &in->arena, &reply);
  for (uint32_t i = 0; i < q.watches && reply.answer == VD_ANSWER_SAT; i++)
    value[i] = reply.watch[i];
  return reply.answer;
}

// Floats that became their bits are floats again.
static void give_floats(VdInduct *in, const VdSort *sort, uint32_t n,
                        VdReply *reply) {
  for (uint32_t i = 0; i < n && reply->answer == VD_ANSWER_SAT; i++)
    if (sort[i].kind == VD_SORT_FLOAT &&
        reply->watch[i].sort.kind == VD_SORT_BV)
      reply->watch[i] = vd_value_as_float(&in->arena, sort[i], reply->watch[i]);
}

// With a claim's relation put into the question, if given.
static VdAnswer query(VdInduct *in, VdClaim *of, VdTerm question, Wish *w,
                      VdReply *reply) {
  VdJob *job = in->job;
  memset(reply, 0, sizeof *reply);
  if (vd_induct_is_over(in)) return VD_ANSWER_UNKNOWN;
  if (of) {
    question = vd_likely_apply(&of->pre, question);
    for (uint32_t i = 0; w && i < w->term.len; i++)
      w->term.at[i] = vd_likely_apply(&of->pre, w->term.at[i]);
  }
  uint32_t n = w ? w->term.len : 0;
  VdSort *sort = VD_NEW_ARRAY(&in->arena, VdSort, n + 1);
  for (uint32_t i = 0; i < n; i++)
    sort[i] = vd_term_sort(in->tm, w->term.at[i]);
  VdAlgebra algebra = {in->tm, ask_simple, in, vd_limit->weaken_simple};
  if (in->poly && vd_poly_refute(&algebra, question)) {
    reply->answer = VD_ANSWER_UNSAT;
    return VD_ANSWER_UNSAT;
  }
  if (in->poly) without_products(in, &question, w);
  if (vd_terms_error(in->tm)) return VD_ANSWER_UNKNOWN;
  if (vd_term_is_false(in->tm, question)) return VD_ANSWER_UNSAT;
  VdQuery q = {.asserts = &question,
               .n = 1,
               .watch = w ? w->term.at : NULL,
               .watches = n,
               .reals = job->options->reals};
  double part = (in->deadline - vd_work()) * vd_limit->weaken_share;
  double least = vd_limit->weaken_least;
  VdBudget budget = vd_budget_slice(&job->budget, part > least ? part : least);
  job->solver_calls++;
  // A program that was named on the command line is not asked: what it says
  // would have to be asked again.
  VdSolver z3 = {.memory = job->options->solver.memory};
  vd_solve(&z3, in->tm, &q, &budget, &in->arena, reply);
  give_floats(in, sort, n, reply);
  return reply->answer;
}

VdAnswer vd_induct_query(VdInduct *in, VdTerm question) {
  VdReply reply;
  return query(in, NULL, question, NULL, &reply);
}

// --------------------------------------------------------------- weakening

// Calls of one claim's functions in a context that should be related: the n-th
// with the n-th.
typedef struct Meeting {
  VdClaim *claim;
  const VdCallSite *call[2];
} Meeting;
typedef VD_VEC(Meeting) Meetings;

static void calls_of(const VdContext *x, int side, uint32_t symbol,
                     const VdCallSite **out, uint32_t *n) {
  *n = 0;
  for (uint32_t i = 0; i < x->first[side] && *n < vd_limit->weaken_calls; i++)
    if (x->call[side].at[i].symbol == symbol)
      out[(*n)++] = &x->call[side].at[i];
}

static void meet(const VdContext *x, VdClaim *c, const VdCallSite *call,
                 Meetings *out) {
  const VdCallSite *old[VD_MOST_weaken_calls], *new[VD_MOST_weaken_calls];
  uint32_t n, m;
  calls_of(x, OLD, c->symbol[OLD], old, &n);
  calls_of(x, NEW, c->symbol[NEW], new, &m);
  for (uint32_t i = 0; i < n && n == m; i++) {
    Meeting meeting = {c, {old[i], new[i]}};
    if (old[i] == call) vd_push(out, meeting);
  }
}

// In the order in which calls need each other's results.
static void meetings_of(VdInduct *in, const VdContext *x, Meetings *out) {
  for (int s = 0; s < 2; s++)
    for (uint32_t i = 0; i < x->first[s]; i++)
      for (uint32_t k = 0; k < in->claim.len; k++) {
        VdClaim *c = in->claim.at[k];
        const VdCallSite *call = &x->call[s].at[i];
        Meeting alone = {.claim = c};
        alone.call[s] = call;
        if (c->dropped || (c->never && x->of != c)) continue;
        if (c->has[OLD] && c->has[NEW] && s == OLD)
          meet(x, c, call, out);
        else if (c->has[s] && !c->has[!s] && c->symbol[s] == call->symbol)
          vd_push(out, alone);
      }
}

// Both calls are made, and go on.
static VdTerm both_go_on(VdInduct *in, const Meeting *m) {
  VdTerm t = vd_claim_both_made(in, m->call);
  for (int s = 0; s < 2; s++)
    if (m->call[s] && !vd_term_is_none(m->call[s]->again))
      t = vd_mk_and(in->tm, t, m->call[s]->again);
  return t;
}

static VdTerm old_result(VdInduct *in, const Meeting *m, uint32_t i) {
  return vd_claim_instance(in, m->claim, m->call,
                           m->claim->var[vd_claim_result(m->claim, OLD, i)]);
}

// Arguments of the new call, of the old one, results of the old one.
static void wish_meeting(VdInduct *in, const Meeting *m, Wish *w) {
  const VdClaim *c = m->claim;
  for (int s = 1; s >= 0; s--)
    for (uint32_t i = 0; i < c->params[s]; i++)
      wish(in->tm, w, vd_term_arg(in->tm, m->call[s]->app, i));
  for (uint32_t i = 0; i < c->results[OLD]; i++)
    wish(in->tm, w, old_result(in, m, i));
}

static bool learn_meeting(VdInduct *in, const Meeting *m, const Wish *w,
                          const VdReply *reply, bool orders) {
  VdClaim *c = m->claim;
  uint32_t n = c->params[OLD] + c->params[NEW], first = c->vars - n;
  VdValue *value = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
  for (uint32_t i = 0; i < n; i++) value[first + i] = granted(w, reply, i);
  for (uint32_t i = 0; i < c->results[OLD]; i++)
    value[vd_claim_result(c, OLD, i)] = granted(w, reply, n + i);
  bool weaker = orders ? vd_likely_lose_orders(&c->pre, value + first)
                       : vd_likely_add(&c->pre, value + first);
  for (uint32_t i = 0; i < c->sum.len;) {
    VdSum sum = c->sum.at[i];
    bool bad = vd_claim_overflows(&value[sum.param], &value[sum.result]);
    weaker |= bad;
    if (bad) c->sum.at[i] = vd_pop(&c->sum);
    i += !bad;
  }
  if (weaker) vd_claim_refresh(in, c);
  return weaker;
}

// With `orders`, what is known to hold of equations stays.
static VdWeaker weaken_by(VdInduct *in, VdContext *x, const Meeting *m,
                          VdTerm pre, bool orders) {
  Wish w = {0};
  VdReply reply;
  pre = vd_claim_instance(in, m->claim, m->call, pre);
  VdTerm off = vd_mk_and(in->tm, both_go_on(in, m), vd_mk_not(in->tm, pre));
  VdTerm q = vd_mk_and(in->tm, x->assume,
                       vd_mk_and(in->tm, vd_context_instances(in, x), off));
  wish_meeting(in, m, &w);
  VdAnswer answer = query(in, x->of, q, &w, &reply);
  VdWeaker found = answer == VD_ANSWER_UNSAT ? VD_STABLE : VD_STUCK;
  if (answer == VD_ANSWER_SAT && learn_meeting(in, m, &w, &reply, orders))
    found = VD_WEAKER;
  if (answer == VD_ANSWER_UNKNOWN &&
      m->claim->pre.atom.len + m->claim->sum.len) {
    m->claim->pre.atom.len = m->claim->sum.len = 0;  // too much to ask
    vd_claim_refresh(in, m->claim);
    found = VD_WEAKER;
  }
  wish_done(&w);
  return found;
}

// An example that breaks the weak part breaks the most.
static VdWeaker weaken_meeting(VdInduct *in, VdContext *x, const Meeting *m) {
  bool poly = in->poly;
  VdWeaker found = VD_STABLE;
  // In a model of a question about products, products may be anything.
  if (poly)
    found = weaken_by(in, x, m, vd_likely_equations(&m->claim->pre), false);
  if (found != VD_STABLE) return found;
  found = weaken_by(in, x, m, m->claim->weak_pre, poly);
  if (found != VD_STABLE || vd_term_eq(m->claim->weak_pre, m->claim->pre_term))
    return found;
  return weaken_by(in, x, m, m->claim->pre_term, poly);
}

VdWeaker vd_weaken_pre(VdInduct *in, VdContext *x) {
  Meetings meetings = {0};
  VdWeaker found = VD_STABLE;
  meetings_of(in, x, &meetings);
  for (uint32_t i = 0; i < meetings.len && found != VD_WEAKER; i++)
    found = weaken_meeting(in, x, &meetings.at[i]);
  vd_vec_done(&meetings);
  return found;
}

VdWeaker vd_weaken_post(VdInduct *in, VdClaim *c, VdContext *x) {
  Wish w = {0};
  VdReply reply;
  VdWeaker found = VD_STABLE;
  for (int s = 1; s >= 0; s--)
    for (uint32_t i = 0; i < c->results[s]; i++)
      wish(in->tm, &w, x->unfold.term[s].at[i]);
  for (uint32_t i = c->results[0] + c->results[1]; i < c->vars; i++)
    wish(in->tm, &w, c->var[i]);
  VdAnswer answer = query(in, c, vd_context_question(in, c, x), &w, &reply);
  if (answer == VD_ANSWER_UNKNOWN) found = VD_STUCK;
  if (answer == VD_ANSWER_SAT) {
    VdValue *value = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
    for (uint32_t i = 0; i < c->vars; i++) value[i] = granted(&w, &reply, i);
    found = vd_likely_add(&c->post, value) ? VD_WEAKER : VD_STUCK;
    vd_claim_refresh(in, c);
  }
  wish_done(&w);
  return found;
}
