// A function that is one loop, against one that calls itself. A compiler makes
// a call at the end of a function into a loop around its body:
//
//   f(x) = loop(A(x))
//
// The other version has f(y) where this one has loop(A(y)), which is f(y) by
// what f is. So the loop is opened once, and what it calls of itself becomes
// calls of f again. These are less deep, and by induction the same in both
// versions, which are one symbol for that.
#include "pair/loop/loop.h"

typedef struct Fold {
  const VdJob *job;
  VdTerms *tm;
  int side;
  uint32_t symbol;  // of both versions
  const VdFunc *f;
  const VdSummary *summary;
  uint32_t loop, loop_func;
  const VdFunc *loop_f;
  VdTerm first;    // a call of the loop: the one that f makes
  uint32_t *back;  // by result of the loop: that of f + 1
  VdTerm *x;       // by parameter of f: the argument of a call
  VdTerm *own;     // and the parameter itself
} Fold;

static bool is_loop_call(const Fold *d, VdTerm t) {
  return vd_term_op(d->tm, t) == VD_OP_APP && vd_term_fun(d->tm, t) == d->loop;
}

static bool has_same_args(const VdTerms *tm, VdTerm a, VdTerm b) {
  for (uint32_t i = 0; i < vd_term_args(tm, a); i++)
    if (!vd_term_eq(vd_term_arg(tm, a, i), vd_term_arg(tm, b, i))) return false;
  return true;
}

// Whether a term is a result of the one call; then it is noted.
static bool note_result(Fold *d, VdTerm t, uint32_t result) {
  if (vd_term_is_none(d->first)) {
    if (!vd_open_is_call(d->tm, t)) return false;
    d->first = t;
    d->loop = vd_term_fun(d->tm, t);
    d->loop_func = vd_sums_func(d->job->sides.sums[d->side], d->loop);
    if (d->loop_func == UINT32_MAX ||
        d->loop_func == d->job->sides.func[d->side])
      return false;
    d->loop_f = d->job->sides.module[d->side]->func.at[d->loop_func];
    if (!d->loop_f->loop) return false;
    d->back = VD_NEW_ARRAY(d->job->arena, uint32_t, d->loop_f->results + 2);
  }
  if (!is_loop_call(d, t) || !has_same_args(d->tm, t, d->first)) return false;
  uint32_t *back = &d->back[vd_term_result(d->tm, t)];
  if (!*back) *back = result + 1;
  return true;
}

// What f gives is what the loop gives, or what f was given.
static bool is_one_loop(Fold *d) {
  for (uint32_t i = 0; i < d->f->results; i++) {
    VdTerm t = d->summary->result[i];
    if (vd_term_op(d->tm, t) != VD_OP_VAR && !note_result(d, t, i))
      return false;
  }
  if (vd_term_is_none(d->first)) return false;
  return vd_term_is_true(d->tm, d->summary->defined) ||
         note_result(d, d->summary->defined, vd_summary_defined_index(d->f));
}

// Of a call of the loop: for which x it is A(x). What A does not need of x may
// be anything; it is what f has.
static bool find_x(Fold *d, const VdTerm *arg, uint32_t n) {
  VdMap map = {0};
  bool ok = true;
  for (uint32_t i = 0; i < d->f->params; i++) {
    d->x[i] = d->own[i];
    for (uint32_t k = 0; k < n; k++)
      if (vd_term_eq(vd_term_arg(d->tm, d->first, k), d->own[i]))
        d->x[i] = arg[k];
    *vd_map_put(&map, d->own[i].id) = d->x[i].id;
  }
  for (uint32_t k = 0; k < n && ok; k++)
    ok = vd_term_eq(vd_term_subst(d->tm, vd_term_arg(d->tm, d->first, k), &map),
                    arg[k]);
  vd_map_done(&map);
  return ok;
}

// A call of f for each call of the loop.
static bool fold_call(Fold *d, VdTerm t, VdMap *map) {
  uint32_t n = vd_term_args(d->tm, t), back = d->back[vd_term_result(d->tm, t)];
  VdTerm *arg = vd_alloc(vd_mul(n + 1u, sizeof *arg));
  for (uint32_t i = 0; i < n; i++) arg[i] = vd_term_arg(d->tm, t, i);
  vd_terms_subst(d->tm, arg, n, map);
  bool ok = back && find_x(d, arg, n);
  if (ok)
    *vd_map_put(map, t.id) =
        vd_mk_app(d->tm, d->symbol, back - 1, d->x, d->f->params).id;
  vd_free(arg);
  return ok;
}

static bool fold_terms(Fold *d, VdTermVec *terms) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  bool ok = true;
  for (uint32_t i = 0; i < terms->len && ok; i++) {
    if (!is_loop_call(d, terms->at[i])) continue;
    terms->at[i] = vd_summary_open(d->job->sides.sums[d->side], terms->at[i]);
    ok = !vd_term_is_none(terms->at[i]);
  }
  if (ok) vd_terms_reach(d->tm, terms->at, terms->len, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++)
    if (is_loop_call(d, nodes.at[i])) ok = fold_call(d, nodes.at[i], &map);
  if (ok) vd_terms_subst(d->tm, terms->at, terms->len, &map);
  vd_vec_done(&nodes);
  vd_map_done(&map);
  return ok;
}

static bool is_loop(const VdJob *job, int side, uint32_t symbol) {
  uint32_t func = vd_sums_func(job->sides.sums[side], symbol);
  return func != UINT32_MAX && job->sides.module[side]->func.at[func]->loop;
}

// Whether a side has calls of a symbol; of any loop, if that is 0.
static bool calls(const VdJob *job, const VdGoal *goal, int side,
                  uint32_t symbol) {
  VdTermVec nodes = {0};
  bool found = false;
  vd_goal_reach(job, goal, side, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++) {
    if (!vd_open_is_call(job->sides.tm, nodes.at[i])) continue;
    uint32_t called = vd_term_fun(job->sides.tm, nodes.at[i]);
    found = symbol ? called == symbol : is_loop(job, side, called);
  }
  vd_vec_done(&nodes);
  return found;
}

static bool fold_side(const VdJob *job, VdGoal *goal, int side,
                      uint32_t symbol) {
  Fold d = {
      .job = job,
      .tm = job->sides.tm,
      .side = side,
      .symbol = symbol,
      .f = vd_job_func(job, side),
      .summary = vd_summary(job->sides.sums[side], job->sides.func[side])};
  if (!is_one_loop(&d)) return false;
  d.x = VD_NEW_ARRAY(job->arena, VdTerm, d.f->params + 1);
  d.own = VD_NEW_ARRAY(job->arena, VdTerm, d.f->params + 1);
  for (uint32_t i = 0; i < d.f->params; i++)
    d.own[i] = vd_summary_param(d.tm, d.f, i);
  VdTermVec terms = {0};
  vd_goal_terms(goal, side, &terms);
  bool ok = fold_terms(&d, &terms);
  if (ok) vd_goal_set_terms(goal, side, &terms);
  vd_vec_done(&terms);
  return ok;
}

// A version in cut form, where the loop takes with it what comes after it.
static bool prove_cut(VdJob *job, VdRunner *runner, int side, uint32_t symbol) {
  VdJob cut = *job;
  VdSearch s = {.job = &cut, .runner = runner};
  VdModule *module = vd_cut_module(job, side);
  cut.sides.module[side] = module;
  cut.sides.sums[side] = vd_cut_sums(job, side, module);
  vd_sums_set_symbol(cut.sides.sums[side], job->sides.func[side], symbol);
  bool proved = vd_goal_init(&cut, &s.goal) &&
                fold_side(&cut, &s.goal, side, symbol) &&
                vd_refine_paths(&s) == VD_FOUND_PROOF;
  job->solver_calls = cut.solver_calls;
  vd_search_done(&s);
  vd_sums_free(cut.sides.sums[side]);
  vd_module_free(module);
  return proved;
}

bool vd_fold(VdJob *job, VdRunner *runner) {
  uint32_t symbol = vd_sums_symbol(job->sides.sums[OLD], job->sides.func[OLD]);
  double start = vd_now();
  VdGoal goal;
  if (job->loop ||
      symbol != vd_sums_symbol(job->sides.sums[NEW], job->sides.func[NEW]) ||
      vd_digest_eq(&vd_job_func(job, OLD)->digest,
                   &vd_job_func(job, NEW)->digest))
    return false;
  bool proved = false;
  if (vd_goal_init(job, &goal))
    for (int k = 0; k < 2 && !proved; k++)
      proved = calls(job, &goal, !k, symbol) && calls(job, &goal, k, 0) &&
               prove_cut(job, runner, k, symbol);
  vd_goal_done(&goal);
  if (proved)
    vd_job_step(job, "induction", start,
                "the loop of one version is a call at the end of the other");
  return proved;
}
