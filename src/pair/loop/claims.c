// What is claimed: which calls of the two versions go together, and what holds
// of their arguments and results in the runs.
#include "base/limit.h"
#include "pair/loop/induct.h"

enum {
  LOOSE = 100,  // paces from here on are loose ones
};

#define PACE(a, b, c, d)             \
  {                                  \
    .step = {a, b}, .skip = { c, d } \
  }
static const VdPace paces[] = {
    PACE(1, 1, 0, 0), PACE(1, 1, 1, 0), PACE(1, 1, 0, 1), PACE(2, 1, 0, 0),
    PACE(1, 2, 0, 0), PACE(2, 1, 1, 0), PACE(1, 2, 0, 1), PACE(1, 1, 2, 0),
    PACE(1, 1, 0, 2), PACE(3, 1, 0, 0), PACE(1, 3, 0, 0), PACE(4, 1, 0, 0),
    PACE(1, 4, 0, 0), PACE(8, 1, 0, 0), PACE(1, 8, 0, 0),
};

// For functions in cut form, where one loop may go on in another.
static const VdPace loose_paces[] = {
    {{1, 1}, {0, 0}, true, false},
    {{1, 1}, {0, 0}, true, true},
    {{2, 1}, {0, 0}, true, false},
    {{1, 2}, {0, 0}, true, false},
};

const VdFunc *vd_induct_func(const VdInduct *in, int side, uint32_t func) {
  return in->job->sides.module[side]->func.at[func];
}

// --------------------------------------------------------------------- runs

static VdCase *small_input(const VdInduct *in, VdInputs *inputs, uint32_t n) {
  VdRandom random = {vd_hash_mix(in->job->sides.seed + 77, n)};
  VdCase *input = vd_inputs_get(inputs, 1000 + n, (VdArena *)&in->arena);
  for (uint32_t i = 0; i < input->params; i++) {
    VdValue *v = &input->param[i];
    if (v->sort.kind == VD_SORT_BV && v->sort.a < 64 && v->sort.a > 1)
      *v = vd_value_bv(v->sort.a, vd_random_below(&random, 24) - 4);
    else if (v->sort.kind == VD_SORT_BV && vd_random_below(&random, 3) == 0)
      *v = vd_value_bv(v->sort.a, vd_random_below(&random, 24));
  }
  return input;
}

void vd_induct_runs(VdInduct *in) {
  VdInputs *inputs = vd_inputs_new(&in->job->sides, in->runner);
  for (uint32_t n = 0;
       n < vd_limit->claim_runs && in->run.len < vd_limit->claim_useful; n++) {
    if (vd_work() > in->deadline) break;
    VdCallLogs t = {0};
    VdCallLog *log[2] = {&t.side[0], &t.side[1]};
    log[0]->arena = log[1]->arena = &in->arena;
    VdCase *input = n % 4 == 3 ? vd_inputs_get(inputs, n, &in->arena)
                               : small_input(in, inputs, n);
    bool ok = vd_runner_log_calls(in->runner, input, log);
    vd_vec_done(&input->memory);
    bool full = log[0]->full || log[1]->full;
    if (ok && !full && log[0]->call.len + log[1]->call.len) {
      vd_push(&in->run, t);
    } else if (full && in->endless.len < vd_limit->claim_endless) {
      vd_push(&in->endless, t);
    } else {
      vd_call_log_done(log[0]);
      vd_call_log_done(log[1]);
    }
  }
  vd_inputs_free(inputs);
}

// The calls of one recursion.
typedef VD_VEC(const VdLoggedCall *) Chain;
typedef VD_VEC(Chain) Chains;

static void chains_of(const VdCallLog *t, uint32_t func, Chains *out) {
  VdMap at = {0};
  for (uint32_t i = 0; i < t->call.len; i++) {
    const VdLoggedCall *call = &t->call.at[i];
    if (call->func != func || !call->result) continue;
    uint64_t *slot = vd_map_put(&at, call->root);
    if (!*slot) {
      Chain none = {0};
      vd_push(out, none);
      *slot = out->len;
    }
    vd_push(&out->at[*slot - 1], call);
  }
  vd_map_done(&at);
}

static void chains_done(Chains *chains) {
  for (uint32_t i = 0; i < chains->len; i++) vd_vec_done(&chains->at[i]);
  vd_vec_done(chains);
}

// ---------------------------------------------------------------- variables

static VdTerm fresh(VdInduct *in, VdSort sort, const char *name) {
  return vd_mk_fresh(in->tm, VD_VAR_CLAIM, sort, name);
}

static const char *side_name(VdInduct *in, int side, const char *name,
                             const char *prefix, uint32_t i) {
  if (name && *name)
    return vd_arena_printf(&in->arena, "%s.%s", side ? "new" : "old", name);
  return vd_arena_printf(&in->arena, "%s.%s%u", side ? "new" : "old", prefix,
                         i);
}

uint32_t vd_claim_result(const VdClaim *c, int side, uint32_t i) {
  return side == NEW ? i : c->results[NEW] + i;
}
uint32_t vd_claim_param(const VdClaim *c, int side, uint32_t i) {
  uint32_t base = c->results[NEW] + c->results[OLD];
  return side == NEW ? base + i : base + c->params[NEW] + i;
}

static void make_vars(VdInduct *in, VdClaim *c) {
  uint32_t k = 0;
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    const VdFunc *f = vd_induct_func(in, s, c->func[s]);
    c->params[s] = f->params;
    c->results[s] = f->results;
    c->vars += f->params + f->results;
  }
  c->var = VD_NEW_ARRAY(&in->arena, VdTerm, c->vars + 1);
  for (int s = 1; s >= 0; s--) {
    if (!c->has[s]) continue;
    const VdFunc *f = vd_induct_func(in, s, c->func[s]);
    for (uint32_t i = 0; i < f->results; i++, k++)
      c->var[k] =
          fresh(in, f->result[i].sort, side_name(in, s, NULL, "result", i));
  }
  for (int s = 1; s >= 0; s--) {
    if (!c->has[s]) continue;
    const VdFunc *f = vd_induct_func(in, s, c->func[s]);
    for (uint32_t i = 0; i < f->params; i++, k++)
      c->var[k] = fresh(in, f->param[i].sort,
                        side_name(in, s, f->param[i].name, "p", i));
  }
  for (int s = 0; s < 2; s++)
    c->defined[s] =
        c->has[s] && vd_induct_func(in, s, c->func[s])->may_be_undefined
            ? fresh(in, vd_sort_bool(), "defined")
            : vd_mk_bool(in->tm, true);
}

static bool is_state(VdSort s) {
  return s.kind == VD_SORT_ARRAY || s.kind == VD_SORT_WORLD;
}

// The n-th state of a kind on one side is that of the other.
static void demand_states(const VdParam *x, uint32_t n, const VdParam *y,
                          uint32_t m, uint32_t first_x, uint32_t first_y,
                          VdLikely *r) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t nth = 0;
    if (!is_state(x[i].sort)) continue;
    for (uint32_t k = 0; k < i; k++) nth += x[k].role == x[i].role;
    for (uint32_t k = 0; k < m; k++)
      if (y[k].role == x[i].role && vd_sort_eq(y[k].sort, x[i].sort) &&
          nth-- == 0)
        vd_likely_demand(r, first_x + i, first_y + k);
  }
}

static void make_relations(VdInduct *in, VdClaim *c) {
  const VdFunc *f =
      vd_induct_func(in, OLD, c->func[OLD]);  // some, if it has none
  const VdFunc *g = vd_induct_func(in, NEW, c->func[NEW]);
  uint32_t outputs = c->results[OLD] + c->results[NEW];
  vd_likely_init(&c->pre, in->tm, c->var + outputs, c->vars - outputs, 0);
  vd_likely_init(&c->post, in->tm, c->var, c->vars, outputs);
  if (!c->has[OLD] || !c->has[NEW]) return;
  demand_states(g->param, g->params, f->param, f->params, 0, g->params,
                &c->pre);
  demand_states(g->result, g->results, f->result, f->results, 0, g->results,
                &c->post);
}

// x + y without signed overflow: one bit more does not matter.
static VdTerm no_overflow(VdInduct *in, VdTerm x, VdTerm y) {
  uint32_t w = vd_term_sort(in->tm, x).a;
  VdTerm sum = vd_mk_add(in->tm, x, y);
  VdTerm wide = vd_mk_add(in->tm, vd_mk(in->tm, VD_OP_SEXT, w + 1, &x, 1),
                          vd_mk(in->tm, VD_OP_SEXT, w + 1, &y, 1));
  return vd_mk_eq(in->tm, wide, vd_mk(in->tm, VD_OP_SEXT, w + 1, &sum, 1));
}

bool vd_claim_overflows(const VdValue *x, const VdValue *y) {
  uint32_t w = x->sort.a;
  int64_t a = (int64_t)(x->bits << (64 - w)),
          b = (int64_t)(y->bits << (64 - w));
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum);
}

void vd_claim_refresh(VdInduct *in, VdClaim *c) {
  VdTerm rel = vd_likely_term(&c->post, true);
  bool two = c->has[OLD] && c->has[NEW];
  c->pre_term = vd_likely_term(&c->pre, true);
  c->weak_pre = vd_likely_term(&c->pre, false);
  for (uint32_t i = 0; i < c->sum.len; i++)
    c->pre_term = vd_mk_and(in->tm, c->pre_term,
                            no_overflow(in, c->var[c->sum.at[i].param],
                                        c->var[c->sum.at[i].result]));
  if (two) rel = vd_mk_and(in->tm, rel, c->defined[NEW]);
  c->post_term =
      vd_mk_implies(in->tm, c->defined[c->has[OLD] ? OLD : NEW], rel);
  if (!c->never) return;
  c->post_term = vd_mk_bool(in->tm, false);
  c->pre_term = vd_mk_and(in->tm, c->pre_term, c->goes_on);
  c->weak_pre = vd_mk_and(in->tm, c->weak_pre, c->goes_on);
}

// ------------------------------------------------------------------- claims

static VdValue *example_of(VdInduct *in, const VdClaim *c,
                           const VdLoggedCall *old_call,
                           const VdLoggedCall *new_call) {
  const VdLoggedCall *call[2] = {old_call, new_call};
  VdValue *value = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    for (uint32_t i = 0; i < c->results[s]; i++)
      value[vd_claim_result(c, s, i)] = call[s]->result[i];
    for (uint32_t i = 0; i < c->params[s]; i++)
      value[vd_claim_param(c, s, i)] = call[s]->arg[i];
  }
  return value;
}

// Whether two recursions keep the pace; how often they meet.
static bool keeps_pace(const VdPace *p, uint32_t a, uint32_t b,
                       uint32_t *meets) {
  *meets = 0;
  if (a <= p->skip[0] || b <= p->skip[1])
    return a <= p->skip[0] + 1 && b <= p->skip[1] + 1;
  uint32_t x = (a - 1 - p->skip[0]) / p->step[0];
  uint32_t y = (b - 1 - p->skip[1]) / p->step[1];
  *meets = (x < y ? x : y) + 1;
  if (p->loose) return true;
  return x - y + 1 <= 2;  // ends may be one apart
}

// The k-th call that meets one of the other side; from the end, the last one
// (which goes on no more) aside.
static const VdLoggedCall *meeting_call(const VdPace *p, int side,
                                        const Chain *chain, uint32_t k) {
  uint32_t i = p->skip[side] + k * p->step[side];
  return chain->at[p->back ? chain->len - 2 - i : i];
}

// Goes through the recursions of the two functions in all runs; false if they
// do not keep the pace.
static bool walk_pace(VdInduct *in, VdClaim *c, bool collect) {
  uint32_t met = 0;
  bool ok = true, often = false;
  for (uint32_t r = 0; r < in->run.len && ok; r++) {
    Chains chain[2] = {{0}, {0}};
    for (int s = 0; s < 2; s++)
      if (c->has[s]) chains_of(&in->run.at[r].side[s], c->func[s], &chain[s]);
    for (int s = 0; s < 2 && !(c->has[0] && c->has[1]); s++)
      if (c->has[s]) chains_of(&in->run.at[r].side[s], c->func[s], &chain[!s]);
    uint32_t n = chain[0].len == chain[1].len ? chain[0].len : 0;
    for (uint32_t i = 0; i < n && ok; i++) {
      const Chain *a = &chain[0].at[i], *b = &chain[1].at[i];
      uint32_t meets;
      ok = keeps_pace(&c->pace, a->len, b->len, &meets);
      often |= meets > 2;
      met += meets;
      for (uint32_t k = 0; k + 1 < meets && collect && ok; k++) {
        if (c->example.len >= vd_limit->claim_examples) break;
        VdValue *e = example_of(in, c, meeting_call(&c->pace, 0, a, k),
                                meeting_call(&c->pace, 1, b, k));
        vd_push(&c->example, e);
      }
    }
    chains_done(&chain[0]);
    chains_done(&chain[1]);
  }
  return ok && met >= 3 && often;
}

void vd_claim_begin(VdInduct *in, VdClaim *c) {
  make_vars(in, c);
  make_relations(in, c);
}

static void learn_sums(VdClaim *c) {
  for (uint32_t i = 0; i < c->params[NEW] && c->has[OLD]; i++)
    for (uint32_t k = 0; k < c->results[OLD] && c->has[NEW]; k++) {
      VdSum sum = {vd_claim_param(c, NEW, i), vd_claim_result(c, OLD, k)};
      bool holds = c->example.len > 0;
      for (uint32_t e = 0; e < c->example.len && holds; e++) {
        const VdValue *x = &c->example.at[e][sum.param];
        const VdValue *y = &c->example.at[e][sum.result];
        holds = x->sort.kind == VD_SORT_BV && x->sort.a <= 64 &&
                vd_sort_eq(x->sort, y->sort) && !vd_claim_overflows(x, y);
      }
      if (holds) vd_push(&c->sum, sum);
    }
}

static void learn(VdInduct *in, VdClaim *c) {
  uint32_t outputs = c->results[OLD] + c->results[NEW];
  make_relations(in, c);
  VdValue **pre = VD_NEW_ARRAY(&in->arena, VdValue *, c->example.len + 1);
  for (uint32_t i = 0; i < c->example.len; i++)
    pre[i] = c->example.at[i] + outputs;
  if (in->poly) {
    vd_likely_add_products(&c->pre, pre, c->example.len);
    vd_likely_add_products(&c->post, c->example.at, c->example.len);
  }
  for (uint32_t i = 0; i < c->example.len; i++) {
    vd_likely_add(&c->post, c->example.at[i]);
    vd_likely_add(&c->pre, pre[i]);
  }
  bool two = c->has[OLD] && c->has[NEW];
  vd_likely_add_orders(&c->pre, pre, c->example.len,
                       VD_ORDER_EDGES |
                           (in->ranges && two ? VD_ORDER_RANGES : 0) |
                           (in->poly ? VD_ORDER_MIXED : 0));
  if (!two && !in->poly)
    vd_likely_add_orders(&c->post, c->example.at, c->example.len,
                         VD_ORDER_EDGES);
  if (in->rich) learn_sums(c);
  vd_claim_refresh(in, c);
}

bool vd_induct_is_called(const VdInduct *in, int side, uint32_t func) {
  for (uint32_t r = 0; r < in->run.len; r++) {
    const VdCallLog *t = &in->run.at[r].side[side];
    for (uint32_t i = 0; i < t->call.len; i++)
      if (t->call.at[i].func == func) return true;
  }
  return false;
}

bool vd_claim_add(VdInduct *in, uint32_t f, uint32_t g, uint32_t nth) {
  VdClaim *c = VD_NEW(&in->arena, VdClaim);
  uint32_t func[2] = {f, g};
  for (int s = 0; s < 2; s++) {
    c->has[s] = func[s] != UINT32_MAX;
    if (!c->has[s]) continue;
    c->func[s] = func[s];
    c->symbol[s] = vd_sums_symbol(in->job->sides.sums[s], func[s]);
  }
  const VdPace *table = in->cut && nth >= LOOSE ? loose_paces : paces;
  size_t n = in->cut && nth >= LOOSE ? VD_COUNT(loose_paces) : VD_COUNT(paces);
  if (nth >= LOOSE) nth -= LOOSE;
  for (size_t i = 0; i < n; i++) {
    c->pace = table[i];
    if (!walk_pace(in, c, false) || nth-- > 0) continue;
    make_vars(in, c);
    walk_pace(in, c, true);
    learn(in, c);
    vd_push(&in->claim, c);
    return true;
  }
  return false;
}

// When a function calls itself, in terms of a claim's variables.
static VdTerm goes_on(VdInduct *in, const VdClaim *c, int side) {
  const VdFunc *f = vd_induct_func(in, side, c->func[side]);
  VdUnfold u = {.job = in->job};
  VdCallSites calls = {0};
  VdTerm t = vd_mk_bool(in->tm, false);
  for (uint32_t i = 0; i < f->results; i++)
    vd_push(&u.term[side],
            vd_mk_app(in->tm, c->symbol[side], i,
                      c->var + vd_claim_param(c, side, 0), f->params));
  vd_unfold_open(&u, side, c->symbol[side]);
  vd_unfold_calls(&u, side, &calls);
  for (uint32_t i = 0; i < calls.len; i++)
    if (calls.at[i].symbol == c->symbol[side])
      t = vd_mk_or(in->tm, t, calls.at[i].guard);
  vd_vec_done(&calls);
  vd_unfold_done(&u);
  return t;
}

// The last calls of runs that did not end; with a parameter given, of those in
// which it has its greatest value, unsigned or signed.
static void endless_calls(VdInduct *in, VdClaim *c, int side, uint32_t edge,
                          uint64_t value) {
  uint32_t first = c->vars - c->params[side];
  for (uint32_t r = 0; r < in->endless.len; r++) {
    const VdCallLog *t = &in->endless.at[r].side[side];
    uint32_t n = 0;
    for (uint32_t i = t->call.len;
         i-- > 0 && t->full && n < vd_limit->claim_last;) {
      const VdLoggedCall *call = &t->call.at[i];
      if (call->func != c->func[side]) continue;
      if (edge != UINT32_MAX && call->arg[edge].bits != value) continue;
      VdValue *e = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
      memcpy(e + first, call->arg, c->params[side] * sizeof *e);
      vd_push(&c->example, e);
      n++;
    }
  }
}

static VdClaim *new_never(VdInduct *in, int side, uint32_t func, uint32_t edge,
                          uint64_t value) {
  VdClaim *c = VD_NEW(&in->arena, VdClaim);
  c->has[side] = c->never = true;
  c->func[side] = func;
  c->symbol[side] = vd_sums_symbol(in->job->sides.sums[side], func);
  c->pace = paces[0];
  make_vars(in, c);
  endless_calls(in, c, side, edge, value);
  if (!c->example.len) return NULL;
  c->goes_on = goes_on(in, c, side);
  make_relations(in, c);
  return c;
}

bool vd_claim_add_never(VdInduct *in, int side, uint32_t func, bool learned) {
  VdClaim *c = new_never(in, side, func, UINT32_MAX, 0);
  if (!c) return false;
  VdValue **pre = VD_NEW_ARRAY(&in->arena, VdValue *, c->example.len + 1);
  for (uint32_t i = 0; i < c->example.len; i++) {
    pre[i] = c->example.at[i] + c->vars - c->params[side];
    vd_likely_add(&c->pre, pre[i]);
  }
  vd_likely_forget_equations(&c->pre);
  if (learned) vd_likely_add_orders(&c->pre, pre, c->example.len, 0);
  vd_claim_refresh(in, c);
  vd_push(&in->claim, c);
  return true;
}

bool vd_claim_add_edges(VdInduct *in, int side, uint32_t func) {
  const VdFunc *f = vd_induct_func(in, side, func);
  bool any = false;
  for (uint32_t p = 0; p < 2 * f->params; p++) {
    VdSort s = f->param[p / 2].sort;
    if (s.kind != VD_SORT_BV || s.a > 64 || s.a < 8) continue;
    uint64_t top = UINT64_MAX >> (64 - s.a), value = p % 2 ? top >> 1 : top;
    VdClaim *c = new_never(in, side, func, p / 2, value);
    if (!c) continue;
    VdTerm var = c->var[vd_claim_param(c, side, p / 2)];
    if (!vd_term_occurs(in->tm, var, c->goes_on)) continue;
    VdTerm is = vd_mk_eq(in->tm, var, vd_mk_bv(in->tm, s.a, value));
    c->goes_on = vd_mk_and(in->tm, c->goes_on, is);
    vd_likely_forget_equations(&c->pre);
    vd_claim_refresh(in, c);
    vd_push(&in->claim, c);
    any = true;
  }
  return any;
}

void vd_claim_done(VdClaim *c) {
  vd_likely_done(&c->pre);
  vd_likely_done(&c->post);
  vd_vec_done(&c->sum);
  vd_vec_done(&c->example);
}

bool vd_claim_add_best(VdInduct *in, uint32_t f, uint32_t g) {
  uint32_t best = 0, at = UINT32_MAX;
  for (uint32_t p = 0; p < VD_COUNT(loose_paces); p++) {
    if (!vd_claim_add(in, f, g, LOOSE + p)) continue;
    VdClaim *c = vd_pop(&in->claim);
    uint32_t strength = vd_likely_strength(&c->pre);
    if (strength > best) best = strength, at = p;
    vd_claim_done(c);
  }
  return at != UINT32_MAX && vd_claim_add(in, f, g, LOOSE + at);
}
