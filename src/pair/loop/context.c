// Contexts: a step of two loops that go together, or the goal itself, with the
// calls that are made there and what the claims say of them.
//
// A context is both bodies, opened as often as their pace asks, over shared
// variables. Each claim is put in for every pair of calls of its two functions:
// if both are made and its condition holds of their arguments, so does what it
// says of their results. In the step of a claim that is the induction
// hypothesis. It may be used there as induction is on the depth of calls, and
// the calls inside of a body are less deep than that of the body (induct.c;
// doc/loops.md, Claims).
#include "base/limit.h"
#include "pair/loop/induct.h"

// ---------------------------------------------------------------- contexts

void vd_context_done(VdContext *x) {
  vd_unfold_done(&x->unfold);
  vd_vec_done(&x->call[0]);
  vd_vec_done(&x->call[1]);
}

static void find_calls(const VdInduct *in, VdContext *x) {
  vd_unfold_plain(&x->unfold);
  x->facts = vd_mk_bool(x->unfold.job->sides.tm, true);
  for (int s = 0; s < 2; s++) {
    vd_unfold_calls(&x->unfold, s, &x->call[s]);
    x->first[s] = x->call[s].len;
    uint32_t end = x->first[s], level = 0;
    for (uint32_t i = 0; i < x->call[s].len; i++) {
      if (i == end) end = x->call[s].len, level++;
      if (level >= in->depth || x->call[s].len > vd_limit->context_calls) break;
      VdCallSite call = x->call[s].at[i];
      VdTerm t = vd_unfold_equation(&x->unfold, s, &call, &x->call[s]);
      x->call[s].at[i] = call;
      if (!vd_term_is_none(t))
        x->facts = vd_mk_and(x->unfold.job->sides.tm, x->facts, t);
    }
  }
}

// A term of a claim with what the step's results come to.
VdTerm vd_context_in_step(VdInduct *in, const VdClaim *c, const VdContext *x,
                          VdTerm t) {
  VdMap map = {0};
  for (int s = 0; s < 2; s++) {
    const VdTermVec *body = &x->unfold.term[s];
    for (uint32_t i = 0; i < c->results[s]; i++)
      *vd_map_put(&map, c->var[vd_claim_result(c, s, i)].id) = body->at[i].id;
    if (vd_term_op(in->tm, c->defined[s]) == VD_OP_VAR)
      *vd_map_put(&map, c->defined[s].id) = body->at[c->results[s]].id;
  }
  t = vd_term_subst(in->tm, t, &map);
  vd_map_done(&map);
  return t;
}

// The terms of a step: results of both, then "defined" of both, at the end.
void vd_context_step(VdInduct *in, VdClaim *c, VdContext *x) {
  memset(x, 0, sizeof *x);
  x->unfold.job = in->job;
  x->unfold.tail = in->cut;
  x->unfold.all = in->rich;
  x->of = c;
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    const VdFunc *f = vd_induct_func(in, s, c->func[s]);
    const VdTerm *arg = c->var + vd_claim_param(c, s, 0);
    for (uint32_t i = 0; i < f->results; i++)
      vd_push(&x->unfold.term[s],
              vd_mk_app(in->tm, c->symbol[s], i, arg, f->params));
    vd_push(&x->unfold.term[s],
            f->may_be_undefined
                ? vd_mk_app(in->tm, c->symbol[s], vd_summary_defined_index(f),
                            arg, f->params)
                : vd_mk_bool(in->tm, true));
    for (uint32_t k = 0; k < c->pace.step[s]; k++)
      vd_unfold_open(&x->unfold, s, c->symbol[s]);
  }
  find_calls(in, x);
  VdTermVec *t = &x->unfold.term[c->has[OLD] ? OLD : NEW];
  x->assume = vd_context_in_step(in, c, x, c->pre_term);
  if (!c->never) x->assume = vd_mk_and(in->tm, x->assume, t->at[t->len - 1]);
}

void vd_context_goal(VdInduct *in, const VdGoal *goal, VdContext *x) {
  memset(x, 0, sizeof *x);
  x->unfold.job = in->job;
  x->unfold.tail = in->cut;
  x->unfold.all = in->rich;
  vd_unfold_plain(&x->unfold);
  for (int s = 0; s < 2; s++) vd_goal_terms(goal, s, &x->unfold.term[s]);
  vd_unfold_plain(&x->unfold);
  for (uint32_t i = 0; i < in->claim.len; i++)
    for (int s = 0; s < 2; s++)
      for (uint32_t k = 0; k < in->claim.at[i]->pace.skip[s]; k++)
        vd_unfold_open(&x->unfold, s, in->claim.at[i]->symbol[s]);
  find_calls(in, x);
  VdTermVec *old = &x->unfold.term[OLD];
  x->assume = old->at[old->len - 1];
}

// ---------------------------------------------------------------- instances

// Variables of a claim as they are for two calls.
static void instance_map(VdInduct *in, const VdClaim *c,
                         const VdCallSite *const call[2], VdMap *map) {
  VdTerms *tm = in->tm;
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    const VdFunc *f = vd_induct_func(in, s, c->func[s]);
    VdTerm *arg = vd_alloc(vd_mul(f->params + 1, sizeof *arg));
    for (uint32_t i = 0; i < f->params; i++) {
      arg[i] = vd_term_arg(tm, call[s]->app, i);
      *vd_map_put(map, c->var[vd_claim_param(c, s, i)].id) = arg[i].id;
    }
    for (uint32_t i = 0; i < f->results; i++)
      *vd_map_put(map, c->var[vd_claim_result(c, s, i)].id) =
          vd_mk_app(tm, c->symbol[s], i, arg, f->params).id;
    if (f->may_be_undefined)
      *vd_map_put(map, c->defined[s].id) =
          vd_mk_app(tm, c->symbol[s], vd_summary_defined_index(f), arg,
                    f->params)
              .id;
    vd_free(arg);
  }
}

VdTerm vd_claim_instance(VdInduct *in, const VdClaim *c,
                         const VdCallSite *const call[2], VdTerm t) {
  VdMap map = {0};
  instance_map(in, c, call, &map);
  t = vd_term_subst(in->tm, t, &map);
  vd_map_done(&map);
  return t;
}

VdTerm vd_claim_both_made(VdInduct *in, const VdCallSite *const call[2]) {
  VdTerm all = vd_mk_bool(in->tm, true);
  for (int s = 0; s < 2; s++)
    if (call[s]) all = vd_mk_and(in->tm, all, call[s]->guard);
  return all;
}

static VdTerm instance_term(VdInduct *in, const VdClaim *c,
                            const VdCallSite *const call[2]) {
  VdTerm when = vd_mk_and(in->tm, vd_claim_both_made(in, call),
                          vd_claim_instance(in, c, call, c->pre_term));
  return vd_mk_implies(in->tm, when,
                       vd_claim_instance(in, c, call, c->post_term));
}

// What a claim about one function says, on whatever side it is called.
static VdTerm single_instances(VdInduct *in, const VdClaim *c,
                               const VdContext *x) {
  int of = c->has[OLD] ? OLD : NEW;
  VdTerm all = vd_mk_bool(in->tm, true);
  for (int s = 0; s < 2; s++)
    for (uint32_t i = 0; i < x->call[s].len; i++) {
      const VdCallSite *call[2] = {NULL, NULL};
      call[of] = &x->call[s].at[i];
      if (call[of]->symbol == c->symbol[of])
        all = vd_mk_and(in->tm, all, instance_term(in, c, call));
    }
  return all;
}

VdTerm vd_context_instances(VdInduct *in, const VdContext *x) {
  VdTerm all = x->facts;
  for (uint32_t k = 0; k < in->claim.len; k++) {
    const VdClaim *c = in->claim.at[k];
    if (c->dropped) continue;
    if (!c->has[OLD] || !c->has[NEW]) {
      all = vd_mk_and(in->tm, all, single_instances(in, c, x));
      continue;
    }
    for (uint32_t i = 0; i < x->call[OLD].len; i++)
      for (uint32_t j = 0; j < x->call[NEW].len; j++) {
        const VdCallSite *call[2] = {&x->call[OLD].at[i], &x->call[NEW].at[j]};
        if (call[OLD]->symbol == c->symbol[OLD] &&
            call[NEW]->symbol == c->symbol[NEW])
          all = vd_mk_and(in->tm, all, instance_term(in, c, call));
      }
  }
  return all;
}

VdTerm vd_context_question(VdInduct *in, const VdClaim *c, const VdContext *x) {
  VdTerm post = vd_context_in_step(in, c, x, c->post_term);
  return vd_mk_and(in->tm,
                   vd_mk_and(in->tm, x->assume, vd_context_instances(in, x)),
                   vd_mk_not(in->tm, post));
}
