// Loops whose iterations may be done in another order.
//
// Parameters of a loop are invariant, or counters, which an iteration adds a
// constant to, or the state, which is all else: sums, memory. A loop may be run
// from its end if
//
// - whether it goes on, and is defined, depends on counters and invariants
// only;
// - two iterations can change places: for any two values of the counters, and
//   any state, the state after both is the same in both orders;
// - the values that the counters have in the last iteration are known.
//
// Then the iterations are the same, in the other order, and after them the loop
// is left with the same state and counters. For if the loop ends, no values of
// the counters come twice: whether it goes on depends on them alone. And any
// order is made from another by letting neighbours change places.
//
// The last values are guessed from runs, as sums of the parameters at the
// start. They are right if one step does not change them, where there is a next
// iteration, and if they are the present ones, where there is none. All of this
// is asked of the solver, for the old version only: where it is undefined
// nothing is to be shown.
#include "pair/loop/turn.h"

#include "base/limit.h"
#include "pair/loop/affine.h"

typedef struct Loop {
  VdInduct *in;
  uint32_t func;
  const VdFunc *f;
  VdTerm *var, *next;  // by parameter
  VdTerm *other;       // a variable for a second value of each counter
  bool *is_state, *is_counter;
  VdTerm when, defined;
  VdTurn turn;
} Loop;

static bool is_impossible(VdInduct *in, VdTerm t) {
  VdReply reply;
  VdJob *job = in->job;
  if (vd_terms_error(in->tm) || vd_induct_is_over(in)) return false;
  if (vd_term_is_false(in->tm, t) || vd_term_refute(in->tm, t, 2000))
    return true;
  VdQuery q = {.asserts = &t, .n = 1, .reals = job->options->reals};
  VdSolver z3 = {.memory = job->options->solver.memory};
  VdBudget budget = vd_budget_slice(&job->budget, vd_limit->turn_work);
  job->solver_calls++;
  vd_solve(&z3, in->tm, &q, &budget, &in->arena, &reply);
  return reply.answer == VD_ANSWER_UNSAT;
}

static bool mentions_state(const Loop *l, VdTerm t) {
  VdTermVec nodes = {0};
  bool found = false;
  vd_terms_reach(l->in->tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    for (uint32_t p = 0; p < l->f->params && !found; p++)
      found = l->is_state[p] && vd_term_eq(nodes.at[i], l->var[p]);
  vd_vec_done(&nodes);
  return found;
}

// Applications of functions with a body, which may not end, and values that are
// not the same each time.
static bool has_calls(const Loop *l, VdTerm t) {
  const VdTerms *tm = l->in->tm;
  VdTermVec nodes = {0};
  bool found = false;
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++)
    found = vd_open_is_call(tm, nodes.at[i]) ||
            (vd_term_op(tm, nodes.at[i]) == VD_OP_VAR &&
             vd_term_var_class(tm, nodes.at[i]) == VD_VAR_IS_ANY);
  vd_vec_done(&nodes);
  return found;
}

// A term with other values for the parameters; none: as they are.
static VdTerm with(const Loop *l, VdTerm t, const VdTerm *value) {
  VdMap map = {0};
  for (uint32_t p = 0; p < l->f->params; p++)
    if (!vd_term_is_none(value[p]))
      *vd_map_put(&map, l->var[p].id) = value[p].id;
  t = vd_term_subst(l->in->tm, t, &map);
  vd_map_done(&map);
  return t;
}

// ---------------------------------------------------------------- the shape

// What is required of an iteration itself: "defined" but for the call.
static VdTerm own_defined(const Loop *l, VdTerm defined) {
  VdTerms *tm = l->in->tm;
  uint32_t symbol = vd_sums_symbol(l->in->job->sides.sums[OLD], l->func);
  VdTermVec nodes = {0};
  VdMap map = {0};
  vd_terms_reach(tm, &defined, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (vd_term_op(tm, nodes.at[i]) == VD_OP_APP &&
        vd_term_fun(tm, nodes.at[i]) == symbol &&
        vd_term_result(tm, nodes.at[i]) == vd_summary_defined_index(l->f))
      *vd_map_put(&map, nodes.at[i].id) = vd_mk_bool(tm, true).id;
  VdTerm t = vd_term_subst(tm, defined, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return t;
}

// The results are those of the call, where it is made.
static bool is_tail(const Loop *l, const VdSummary *summary) {
  VdTerms *tm = l->in->tm;
  uint32_t symbol = vd_sums_symbol(l->in->job->sides.sums[OLD], l->func);
  VdTerm differ = vd_mk_bool(tm, false);
  for (uint32_t i = 0; i < l->f->results; i++) {
    VdTerm app = vd_mk_app(tm, symbol, i, l->next, l->f->params);
    differ = vd_mk_or(tm, differ,
                      vd_mk_not(tm, vd_mk_eq(tm, summary->result[i], app)));
  }
  return is_impossible(
      l->in, vd_mk_and(tm, l->when, vd_mk_and(tm, l->defined, differ)));
}

static void classify(Loop *l) {
  VdTerms *tm = l->in->tm;
  VdValue step;
  for (uint32_t p = 0; p < l->f->params; p++) {
    VdSort s = l->f->param[p].sort;
    bool is_word = s.kind == VD_SORT_BV && s.a <= 64;
    if (vd_term_eq(l->next[p], l->var[p])) continue;
    l->is_counter[p] =
        is_word &&
        vd_term_value(tm, vd_mk_sub(tm, l->next[p], l->var[p]), &step);
    l->is_state[p] = !l->is_counter[p];
    if (!l->is_counter[p]) continue;
    VdTurnCounter *c = &l->turn.counter[l->turn.counters++];
    c->param = p;
    c->step = step.bits;
    c->coef = VD_NEW_ARRAY(&l->in->arena, uint64_t, l->f->params + 1);
    l->other[p] = vd_mk_fresh(tm, VD_VAR_TURNED, s, "other");
  }
}

static bool look(Loop *l) {
  VdInduct *in = l->in;
  VdSums *sums = in->job->sides.sums[OLD];
  VdCalls calls = {0};
  const VdSummary *summary = vd_summary(sums, l->func);
  bool ok = summary && vd_summary_calls(sums, l->func, &in->arena, &calls) &&
            calls.len == 1 && calls.at[0].func == l->func;
  if (ok) {
    l->when = calls.at[0].when;
    l->next = calls.at[0].arg;
    classify(l);
    l->defined = own_defined(l, summary->defined);
    ok = l->turn.counters && !mentions_state(l, l->when) &&
         !mentions_state(l, l->defined) && !has_calls(l, l->when) &&
         !has_calls(l, l->defined) && is_tail(l, summary);
    for (uint32_t p = 0; p < l->f->params && ok; p++)
      ok = !has_calls(l, l->next[p]);
  }
  vd_vec_done(&calls);
  return ok;
}

// ---------------------------------------------------------- changing places

// The state after iterations with some counters, from a given state.
static void iterate(const Loop *l, const VdTerm *counter, VdTerm *state) {
  VdTerm *value = VD_NEW_ARRAY(&l->in->arena, VdTerm, l->f->params + 1);
  VdTerm *after = VD_NEW_ARRAY(&l->in->arena, VdTerm, l->f->params + 1);
  for (uint32_t p = 0; p < l->f->params; p++)
    value[p] = l->is_state[p] ? state[p] : counter[p];
  for (uint32_t p = 0; p < l->f->params; p++)
    if (l->is_state[p]) after[p] = with(l, l->next[p], value);
  for (uint32_t p = 0; p < l->f->params; p++)
    if (l->is_state[p]) state[p] = after[p];
}

static bool iterations_commute(const Loop *l) {
  VdTerms *tm = l->in->tm;
  uint32_t n = l->f->params;
  VdTerm *one = VD_NEW_ARRAY(&l->in->arena, VdTerm, n + 1);
  VdTerm *two = VD_NEW_ARRAY(&l->in->arena, VdTerm, n + 1);
  VdTerm apart = vd_mk_bool(tm, false), differ = vd_mk_bool(tm, false);
  for (uint32_t p = 0; p < n; p++) {
    if (l->is_state[p]) one[p] = two[p] = l->var[p];
    if (l->is_counter[p])
      apart = vd_mk_or(tm, apart,
                       vd_mk_not(tm, vd_mk_eq(tm, l->var[p], l->other[p])));
  }
  iterate(l, l->var, one);
  iterate(l, l->other, one);
  iterate(l, l->other, two);
  iterate(l, l->var, two);
  for (uint32_t p = 0; p < n; p++)
    if (l->is_state[p])
      differ =
          vd_mk_or(tm, differ, vd_mk_not(tm, vd_mk_eq(tm, one[p], two[p])));
  VdTerm both = vd_mk_and(
      tm, vd_mk_and(tm, l->when, l->defined),
      vd_mk_and(tm, with(l, l->when, l->other), with(l, l->defined, l->other)));
  return is_impossible(l->in,
                       vd_mk_and(tm, apart, vd_mk_and(tm, both, differ)));
}

// ------------------------------------------------------------- the last ones

// Calls of the loop in one run, as it goes on.
static void add_point(const Loop *l, const VdTurnCounter *c, VdAffine *affine,
                      const VdLoggedCall *first, const VdLoggedCall *last) {
  uint64_t *point = vd_alloc(vd_mul(l->f->params + 2, sizeof *point));
  point[0] = last->arg[c->param].bits;
  for (uint32_t p = 0; p < l->f->params; p++)
    if (vd_sort_eq(l->f->param[p].sort, l->f->param[c->param].sort))
      point[p + 1] = first->arg[p].bits;
  point[l->f->params + 1] = 1;
  vd_affine_add(affine, point);
  vd_free(point);
}

static void add_run(const Loop *l, const VdTurnCounter *c, const VdCallLog *t,
                    VdAffine *affine, uint32_t *points) {
  const VdLoggedCall *first = NULL, *last = NULL, *now = NULL;
  for (uint32_t i = 0; i <= t->call.len; i++) {
    const VdLoggedCall *call = i < t->call.len ? &t->call.at[i] : NULL;
    if (call && call->func != l->func) continue;
    if (!call || !first || call->root != first->root) {
      if (last) add_point(l, c, affine, first, last), ++*points;
      first = call;
      last = now = NULL;
    }
    last = now;  // the newest is left at once
    now = call;
  }
}

static bool guess_last(const Loop *l, VdTurnCounter *c) {
  VdAffine affine;
  uint32_t points = 0, width = l->f->param[c->param].sort.a;
  bool found = false;
  vd_affine_init(&affine, width, l->f->params + 2);
  for (uint32_t r = 0; r < l->in->run.len; r++)
    add_run(l, c, &l->in->run.at[r].side[OLD], &affine, &points);
  uint32_t *pivot = vd_alloc(vd_mul(affine.row.len + 1, sizeof *pivot));
  vd_affine_solve(&affine, 1, pivot);
  for (uint32_t i = 0; i < affine.row.len && points > 2; i++) {
    if (pivot[i] != 0) continue;
    for (uint32_t p = 0; p < l->f->params; p++)
      c->coef[p] = vd_sort_eq(l->f->param[p].sort, l->f->param[c->param].sort)
                       ? 0 - affine.row.at[i][p + 1]
                       : 0;
    c->constant = 0 - affine.row.at[i][l->f->params + 1];
    found = true;
  }
  vd_free(pivot);
  vd_affine_done(&affine);
  return found;
}

static VdTerm last_term(const Loop *l, const VdTurnCounter *c) {
  VdTerms *tm = l->in->tm;
  uint32_t width = l->f->param[c->param].sort.a;
  VdTerm sum = vd_mk_bv(tm, width, c->constant);
  for (uint32_t p = 0; p < l->f->params; p++) {
    VdTerm part[2] = {vd_mk_bv(tm, width, c->coef[p]), l->var[p]};
    if (c->coef[p])
      sum = vd_mk_add(tm, sum, vd_mk(tm, VD_OP_BVMUL, 0, part, 2));
  }
  return sum;
}

static bool last_is_right(const Loop *l) {
  VdTerms *tm = l->in->tm;
  VdTerm *next = VD_NEW_ARRAY(&l->in->arena, VdTerm, l->f->params + 1);
  VdTerm keeps = vd_mk_bool(tm, true), is = keeps;
  for (uint32_t k = 0; k < l->turn.counters; k++)
    next[l->turn.counter[k].param] = l->next[l->turn.counter[k].param];
  for (uint32_t k = 0; k < l->turn.counters; k++) {
    const VdTurnCounter *c = &l->turn.counter[k];
    VdTerm last = last_term(l, c);
    for (uint32_t p = 0; p < l->f->params; p++)
      if (c->coef[p] && l->is_state[p]) return false;
    keeps = vd_mk_and(tm, keeps, vd_mk_eq(tm, last, with(l, last, next)));
    is = vd_mk_and(tm, is, vd_mk_eq(tm, last, l->var[c->param]));
  }
  VdTerm right = vd_mk_ite(tm, with(l, l->when, next), keeps, is);
  VdTerm fine = vd_mk_and(tm, l->defined, with(l, l->defined, next));
  return is_impossible(
      l->in, vd_mk_and(tm, vd_mk_and(tm, l->when, fine), vd_mk_not(tm, right)));
}

// ------------------------------------------------------------------ direction

// What a parameter of a function changes by from call to call, in all runs.
typedef struct Step {
  uint32_t func, param, width;
  uint64_t by;
  bool varies;
} Step;
typedef VD_VEC(Step) Steps;

static void add_step(Steps *steps, uint32_t func, uint32_t param,
                     const VdValue *from, const VdValue *to) {
  uint32_t w = from->sort.a;
  if (from->sort.kind != VD_SORT_BV || w > 64) return;
  Step new = {func, param, w,
              (to->bits - from->bits) & (UINT64_MAX >> (64 - w)), false};
  for (uint32_t i = 0; i < steps->len; i++) {
    Step *old = &steps->at[i];
    if (old->func != func || old->param != param) continue;
    old->varies |= old->by != new.by;
    return;
  }
  vd_push(steps, new);
}

static void find_steps(const VdInduct *in, int side, Steps *out) {
  for (uint32_t r = 0; r < in->run.len; r++) {
    const VdCallLog *t = &in->run.at[r].side[side];
    for (uint32_t i = 1; i < t->call.len; i++) {
      const VdLoggedCall *now = &t->call.at[i], *was = now - 1;
      if (was->func != now->func || was->root != now->root) continue;
      const VdFunc *f = vd_induct_func(in, side, now->func);
      for (uint32_t p = 0; p < f->params; p++)
        add_step(out, now->func, p, &was->arg[p], &now->arg[p]);
    }
  }
}

// Whether something counts up in one version and down in the other.
static bool runs_back(const VdInduct *in) {
  Steps old = {0}, new = {0};
  bool found = false;
  find_steps(in, OLD, &old);
  find_steps(in, NEW, &new);
  for (uint32_t i = 0; i < old.len; i++)
    for (uint32_t k = 0; k < new.len && !found; k++) {
      const Step *a = &old.at[i], *b = &new.at[k];
      uint64_t sum = (a->by + b->by) & (UINT64_MAX >> (64 - a->width));
      found = !a->varies && !b->varies && a->width == b->width && a->by && !sum;
    }
  vd_vec_done(&old);
  vd_vec_done(&new);
  return found;
}

// ------------------------------------------------------------------- modules

static bool can_turn(VdInduct *in, uint32_t func, VdTurn *turn) {
  const VdFunc *f = in->job->sides.module[OLD]->func.at[func];
  uint32_t n = f->params + 1;
  Loop l = {.in = in, .func = func, .f = f};
  l.var = VD_NEW_ARRAY(&in->arena, VdTerm, n);
  l.other = VD_NEW_ARRAY(&in->arena, VdTerm, n);
  l.is_state = VD_NEW_ARRAY(&in->arena, bool, n);
  l.is_counter = VD_NEW_ARRAY(&in->arena, bool, n);
  l.turn.counter = VD_NEW_ARRAY(&in->arena, VdTurnCounter, n);
  for (uint32_t p = 0; p < f->params; p++)
    l.var[p] = vd_summary_param(in->tm, f, p);
  if (!look(&l)) return false;
  for (uint32_t k = 0; k < l.turn.counters; k++)
    if (!guess_last(&l, &l.turn.counter[k])) return false;
  *turn = l.turn;
  return last_is_right(&l) && iterations_commute(&l);
}

VdModule *vd_turn_loops(VdInduct *in) {
  const VdJob *job = in->job;
  const VdModule *old = job->sides.module[OLD];
  VdModule *m = NULL;
  if (!runs_back(in)) return NULL;
  for (uint32_t f = 0; f < old->func.len; f++) {
    VdTurn turn;
    if (!old->func.at[f]->loop ||
        old->func.at[f]->parent != job->sides.func[OLD] ||
        !vd_induct_is_called(in, OLD, f) || !can_turn(in, f, &turn))
      continue;
    if (!m) m = vd_module_copy(old);
    if (vd_ir_turn(m, f, &turn)) continue;
    vd_module_free(m);
    return NULL;
  }
  if (m) vd_ir_hash(m);
  return m;
}
