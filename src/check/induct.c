// Induction: loops and recursion of the two versions related to each other.
//
// A claim says of a function F of the old version and G of the new one: where
// their arguments are in a relation Pre, and both terminate, and F is defined,
// G is defined and results and arguments are in a relation Post. Relations are
// learned from runs (relation.c): which calls of F and G go together is read
// off traces, one to one, or several to one for a loop that was unrolled.
//
// Claims are proved together by induction on the depth of calls. In the step F
// and G are opened; the calls inside are less deep, so all claims hold for them
// wherever they are made (unfold.c says where). A step that fails gives an
// example that the relations do not hold on, and they are weakened by it, until
// they are inductive or say nothing. With the claims that are left the
// question of the pair is asked once more.
//
// What was found is asked again, plainly, before it counts.
#include "check/plan.h"
#include "check/relation.h"
#include "check/smt.h"
#include "check/unfold.h"

enum {
  RUNS = 400,        // tried
  USEFUL_RUNS = 60,  // enough
  MAX_EXAMPLES = 400,
  MAX_ENDLESS = 16,  // runs that do not end, and
  LAST_CALLS = 8,    // calls at their end that are examples
  MAX_CLAIMS = 16,
  MAX_CALLS = 24,    // of one side in a context
  MAX_ROUNDS = 400,  // weakenings of all claims
  FRESH = 1 << 20,   // numbers of our variables
  LOOSE = 100,       // paces from here on are loose ones
};

#define INDUCT_SHARE 0.6  // of the time that is left

// How calls of the two go together: after `skip` calls, every `step`-th.
typedef struct Pace {
  uint32_t step[2], skip[2];
  bool loose;  // for as long as both run
  bool back;   // counted from the end
} Pace;

#define PACE(a, b, c, d)             \
  {                                  \
    .step = {a, b}, .skip = { c, d } \
  }
static const Pace paces[] = {
    PACE(1, 1, 0, 0), PACE(1, 1, 1, 0), PACE(1, 1, 0, 1), PACE(2, 1, 0, 0),
    PACE(1, 2, 0, 0), PACE(2, 1, 1, 0), PACE(1, 2, 0, 1), PACE(1, 1, 2, 0),
    PACE(1, 1, 0, 2), PACE(3, 1, 0, 0), PACE(1, 3, 0, 0), PACE(4, 1, 0, 0),
    PACE(1, 4, 0, 0), PACE(8, 1, 0, 0), PACE(1, 8, 0, 0),
};

// For functions in cut form, where one loop may go on in another.
static const Pace loose_paces[] = {
    {{1, 1}, {0, 0}, true, false},
    {{1, 1}, {0, 0}, true, true},
    {{2, 1}, {0, 0}, true, false},
    {{1, 2}, {0, 0}, true, false},
};

// A sum of a parameter of the new function and a result of the old one that
// does not overflow: what an accumulator and the rest of a recursion are.
typedef struct Sum {
  uint32_t param, result;  // variables
} Sum;

typedef struct Claim {
  bool has[2];  // a claim can be about one function alone
  bool never;   // that it does not end
  uint32_t func[2], symbol[2];
  Pace pace;
  uint32_t params[2], results[2];
  uint32_t vars;      // new results, old results, new params, old params
  VdTerm *var;        // as in `post`; those of `pre` come after the results
  VdTerm defined[2];  // variables
  VdRelation pre, post;
  VdTerm pre_term, post_term, weak_pre;
  VdTerm goes_on;  // never: what of itself makes it call itself again
  VD_VEC(Sum) sum;
  VD_VEC(VdValue *) example;  // values of var
  bool dropped;
} Claim;

typedef struct Traces {
  VdTrace side[2];
} Traces;

typedef struct Induct {
  VdJob *job;
  VdTerms *tm;
  VdRunner *runner;
  VdArena arena;
  VD_VEC(Traces) run;
  VD_VEC(Traces) endless;  // too long on one side, which is cut short
  VD_VEC(Claim *) claim;
  bool rich;       // with claims about single functions, and sums
  bool ranges;     // with those of short types
  bool cut;        // the functions are in cut form
  uint32_t depth;  // to which calls are opened as equations
  uint32_t rounds;
  double deadline;
} Induct;

static const VdFunc *func_at(const Induct *in, int side, uint32_t func) {
  return in->job->module[side]->func.at[func];
}

// -------------------------------------------------------------------- traces

static VdCase *small_input(const Induct *in, VdInputs *inputs, uint32_t n) {
  VdRandom random = {vd_hash_mix(in->job->options->seed + 77, n)};
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

static void collect_runs(Induct *in) {
  VdInputs *inputs = vd_inputs_new(in->job, in->runner);
  for (uint32_t n = 0; n < RUNS && in->run.len < USEFUL_RUNS; n++) {
    if (vd_now() > in->deadline) break;
    Traces t = {0};
    VdTrace *trace[2] = {&t.side[0], &t.side[1]};
    trace[0]->arena = trace[1]->arena = &in->arena;
    VdCase *input = n % 4 == 3 ? vd_inputs_get(inputs, n, &in->arena)
                               : small_input(in, inputs, n);
    bool ok = vd_runner_trace(in->runner, input, trace);
    vd_vec_done(&input->memory);
    bool full = trace[0]->full || trace[1]->full;
    if (ok && !full && trace[0]->call.len + trace[1]->call.len) {
      vd_push(&in->run, t);
    } else if (full && in->endless.len < MAX_ENDLESS) {
      vd_push(&in->endless, t);
    } else {
      vd_trace_done(trace[0]);
      vd_trace_done(trace[1]);
    }
  }
  vd_inputs_free(inputs);
}

// The calls of one recursion.
typedef VD_VEC(const VdSeen *) Chain;
typedef VD_VEC(Chain) Chains;

static void chains_of(const VdTrace *t, uint32_t func, Chains *out) {
  VdMap at = {0};
  for (uint32_t i = 0; i < t->call.len; i++) {
    const VdSeen *call = &t->call.at[i];
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

static VdTerm fresh(Induct *in, uint32_t number, VdSort sort,
                    const char *name) {
  return vd_mk_var(in->tm, VD_VAR_FRESH, FRESH + number, sort, name);
}

static const char *side_name(Induct *in, int side, const char *name,
                             const char *prefix, uint32_t i) {
  if (name && *name)
    return vd_arena_printf(&in->arena, "%s.%s", side ? "new" : "old", name);
  return vd_arena_printf(&in->arena, "%s.%s%u", side ? "new" : "old", prefix,
                         i);
}

// Index of a variable: new results, old results, new params, old params.
static uint32_t result_at(const Claim *c, int side, uint32_t i) {
  return side == NEW ? i : c->results[NEW] + i;
}
static uint32_t param_at(const Claim *c, int side, uint32_t i) {
  uint32_t base = c->results[NEW] + c->results[OLD];
  return side == NEW ? base + i : base + c->params[NEW] + i;
}

static void make_vars(Induct *in, Claim *c) {
  uint32_t number = in->job->fresh, k = 0;
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    const VdFunc *f = func_at(in, s, c->func[s]);
    c->params[s] = f->params;
    c->results[s] = f->results;
    c->vars += f->params + f->results;
  }
  c->var = VD_NEW_ARRAY(&in->arena, VdTerm, c->vars + 1);
  for (int s = 1; s >= 0; s--) {
    if (!c->has[s]) continue;
    const VdFunc *f = func_at(in, s, c->func[s]);
    for (uint32_t i = 0; i < f->results; i++, k++)
      c->var[k] = fresh(in, number + k, f->result[i].sort,
                        side_name(in, s, NULL, "result", i));
  }
  for (int s = 1; s >= 0; s--) {
    if (!c->has[s]) continue;
    const VdFunc *f = func_at(in, s, c->func[s]);
    for (uint32_t i = 0; i < f->params; i++, k++)
      c->var[k] = fresh(in, number + k, f->param[i].sort,
                        side_name(in, s, f->param[i].name, "p", i));
  }
  for (int s = 0; s < 2; s++)
    c->defined[s] = c->has[s] && func_at(in, s, c->func[s])->may_be_undefined
                        ? fresh(in, number + k++, vd_sort_bool(), "defined")
                        : vd_mk_bool(in->tm, true);
  in->job->fresh += k;
}

static bool is_state(VdSort s) {
  return s.kind == VD_SORT_ARRAY || s.kind == VD_SORT_WORLD;
}

// The n-th state of a kind on one side is that of the other.
static void decree_states(const VdParam *x, uint32_t n, const VdParam *y,
                          uint32_t m, uint32_t first_x, uint32_t first_y,
                          VdRelation *r) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t nth = 0;
    if (!is_state(x[i].sort)) continue;
    for (uint32_t k = 0; k < i; k++) nth += x[k].role == x[i].role;
    for (uint32_t k = 0; k < m; k++)
      if (y[k].role == x[i].role && vd_sort_eq(y[k].sort, x[i].sort) &&
          nth-- == 0)
        vd_relation_decree(r, first_x + i, first_y + k);
  }
}

static void make_relations(Induct *in, Claim *c) {
  const VdFunc *f = func_at(in, OLD, c->func[OLD]);  // some, if it has none
  const VdFunc *g = func_at(in, NEW, c->func[NEW]);
  uint32_t outputs = c->results[OLD] + c->results[NEW];
  vd_relation_init(&c->pre, in->tm, c->var + outputs, c->vars - outputs, 0);
  vd_relation_init(&c->post, in->tm, c->var, c->vars, outputs);
  if (!c->has[OLD] || !c->has[NEW]) return;
  decree_states(g->param, g->params, f->param, f->params, 0, g->params,
                &c->pre);
  decree_states(g->result, g->results, f->result, f->results, 0, g->results,
                &c->post);
}

// x + y without signed overflow: one bit more does not matter.
static VdTerm no_overflow(Induct *in, VdTerm x, VdTerm y) {
  uint32_t w = vd_term_sort(in->tm, x).a;
  VdTerm sum = vd_mk_add(in->tm, x, y);
  VdTerm wide = vd_mk_add(in->tm, vd_mk(in->tm, VD_OP_SEXT, w + 1, &x, 1),
                          vd_mk(in->tm, VD_OP_SEXT, w + 1, &y, 1));
  return vd_mk_eq(in->tm, wide, vd_mk(in->tm, VD_OP_SEXT, w + 1, &sum, 1));
}

static bool overflows(const VdValue *x, const VdValue *y) {
  uint32_t w = x->sort.a;
  int64_t a = (int64_t)(x->bits << (64 - w)),
          b = (int64_t)(y->bits << (64 - w));
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum);
}

static void refresh(Induct *in, Claim *c) {
  VdTerm rel = vd_relation_term(&c->post, true);
  bool two = c->has[OLD] && c->has[NEW];
  c->pre_term = vd_relation_term(&c->pre, true);
  c->weak_pre = vd_relation_term(&c->pre, false);
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

static VdValue *example_of(Induct *in, const Claim *c, const VdSeen *old_call,
                           const VdSeen *new_call) {
  const VdSeen *call[2] = {old_call, new_call};
  VdValue *value = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    for (uint32_t i = 0; i < c->results[s]; i++)
      value[result_at(c, s, i)] = call[s]->result[i];
    for (uint32_t i = 0; i < c->params[s]; i++)
      value[param_at(c, s, i)] = call[s]->arg[i];
  }
  return value;
}

// Whether two recursions keep the pace; how often they meet.
static bool keeps_pace(const Pace *p, uint32_t a, uint32_t b, uint32_t *meets) {
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
static const VdSeen *meeting_call(const Pace *p, int side, const Chain *chain,
                                  uint32_t k) {
  uint32_t i = p->skip[side] + k * p->step[side];
  return chain->at[p->back ? chain->len - 2 - i : i];
}

// Goes through the recursions of the two functions in all runs; false if they
// do not keep the pace.
static bool walk_pace(Induct *in, Claim *c, bool collect) {
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
        if (c->example.len >= MAX_EXAMPLES) break;
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

static void learn_sums(Claim *c) {
  for (uint32_t i = 0; i < c->params[NEW] && c->has[OLD]; i++)
    for (uint32_t k = 0; k < c->results[OLD] && c->has[NEW]; k++) {
      Sum sum = {param_at(c, NEW, i), result_at(c, OLD, k)};
      bool holds = c->example.len > 0;
      for (uint32_t e = 0; e < c->example.len && holds; e++) {
        const VdValue *x = &c->example.at[e][sum.param];
        const VdValue *y = &c->example.at[e][sum.result];
        holds = x->sort.kind == VD_SORT_BV && x->sort.a <= 64 &&
                vd_sort_eq(x->sort, y->sort) && !overflows(x, y);
      }
      if (holds) vd_push(&c->sum, sum);
    }
}

static void learn(Induct *in, Claim *c) {
  uint32_t outputs = c->results[OLD] + c->results[NEW];
  make_relations(in, c);
  VdValue **pre = VD_NEW_ARRAY(&in->arena, VdValue *, c->example.len + 1);
  for (uint32_t i = 0; i < c->example.len; i++) {
    vd_relation_add(&c->post, c->example.at[i]);
    pre[i] = c->example.at[i] + outputs;
    vd_relation_add(&c->pre, pre[i]);
  }
  bool two = c->has[OLD] && c->has[NEW];
  vd_relation_add_orders(
      &c->pre, pre, c->example.len,
      VD_ORDER_EDGES | (in->ranges && two ? VD_ORDER_RANGES : 0));
  if (!two)
    vd_relation_add_orders(&c->post, c->example.at, c->example.len,
                           VD_ORDER_EDGES);
  if (in->rich) learn_sums(c);
  refresh(in, c);
}

static bool is_called(const Induct *in, int side, uint32_t func) {
  for (uint32_t r = 0; r < in->run.len; r++) {
    const VdTrace *t = &in->run.at[r].side[side];
    for (uint32_t i = 0; i < t->call.len; i++)
      if (t->call.at[i].func == func) return true;
  }
  return false;
}

// A claim about f and g at the n-th pace that they keep; false if there is
// none.
static bool add_claim(Induct *in, uint32_t f, uint32_t g, uint32_t nth) {
  Claim *c = VD_NEW(&in->arena, Claim);
  uint32_t func[2] = {f, g};
  for (int s = 0; s < 2; s++) {
    c->has[s] = func[s] != UINT32_MAX;
    if (!c->has[s]) continue;
    c->func[s] = func[s];
    c->symbol[s] = vd_sums_symbol(in->job->sums[s], func[s]);
  }
  const Pace *table = in->cut && nth >= LOOSE ? loose_paces : paces;
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
static VdTerm goes_on(Induct *in, const Claim *c, int side) {
  const VdFunc *f = func_at(in, side, c->func[side]);
  VdUnfold u = {.job = in->job};
  VdCallSites calls = {0};
  VdTerm t = vd_mk_bool(in->tm, false);
  for (uint32_t i = 0; i < f->results; i++)
    vd_push(&u.term[side], vd_mk_app(in->tm, c->symbol[side], i,
                                     c->var + param_at(c, side, 0), f->params));
  vd_unfold_open(&u, side, c->symbol[side]);
  vd_unfold_calls(&u, side, &calls);
  for (uint32_t i = 0; i < calls.len; i++)
    if (calls.at[i].symbol == c->symbol[side])
      t = vd_mk_or(in->tm, t, calls.at[i].guard);
  vd_vec_done(&calls);
  vd_unfold_done(&u);
  return t;
}

// The last calls of runs that did not end.
static void endless_calls(Induct *in, Claim *c, int side) {
  uint32_t first = c->vars - c->params[side];
  for (uint32_t r = 0; r < in->endless.len; r++) {
    const VdTrace *t = &in->endless.at[r].side[side];
    uint32_t n = 0;
    for (uint32_t i = t->call.len; i-- > 0 && t->full && n < LAST_CALLS;) {
      if (t->call.at[i].func != c->func[side]) continue;
      VdValue *e = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
      memcpy(e + first, t->call.at[i].arg, c->params[side] * sizeof *e);
      vd_push(&c->example, e);
      n++;
    }
  }
}

// A claim that a function does not end where it calls itself; with `learned`,
// and where it is as in runs that did not end.
static bool add_never(Induct *in, int side, uint32_t func, bool learned) {
  Claim *c = VD_NEW(&in->arena, Claim);
  c->has[side] = c->never = true;
  c->func[side] = func;
  c->symbol[side] = vd_sums_symbol(in->job->sums[side], func);
  c->pace = paces[0];
  make_vars(in, c);
  endless_calls(in, c, side);
  if (!c->example.len) return false;
  c->goes_on = goes_on(in, c, side);
  make_relations(in, c);
  VdValue **pre = VD_NEW_ARRAY(&in->arena, VdValue *, c->example.len + 1);
  for (uint32_t i = 0; i < c->example.len; i++) {
    pre[i] = c->example.at[i] + c->vars - c->params[side];
    vd_relation_add(&c->pre, pre[i]);
  }
  vd_relation_forget_equations(&c->pre);
  if (learned) vd_relation_add_orders(&c->pre, pre, c->example.len, 0);
  refresh(in, c);
  vd_push(&in->claim, c);
  return true;
}

static void claim_done(Claim *c) {
  vd_relation_done(&c->pre);
  vd_relation_done(&c->post);
  vd_vec_done(&c->sum);
  vd_vec_done(&c->example);
}

// ---------------------------------------------------------------- contexts

// Where calls are made: in the question, or in the step of a claim.
typedef struct Context {
  VdUnfold unfold;
  VdTerm assume;  // holds there
  VdTerm facts;   // what calls come to when they are opened once
  Claim *of;      // NULL: the question
  VdCallSites call[2];
  uint32_t first[2];  // so many are made there; the rest by these
} Context;

static void context_done(Context *x) {
  vd_unfold_done(&x->unfold);
  vd_vec_done(&x->call[0]);
  vd_vec_done(&x->call[1]);
}

static void find_calls(const Induct *in, Context *x) {
  vd_unfold_plain(&x->unfold);
  x->facts = vd_mk_bool(x->unfold.job->tm, true);
  for (int s = 0; s < 2; s++) {
    vd_unfold_calls(&x->unfold, s, &x->call[s]);
    x->first[s] = x->call[s].len;
    uint32_t end = x->first[s], level = 0;
    for (uint32_t i = 0; i < x->call[s].len; i++) {
      if (i == end) end = x->call[s].len, level++;
      if (level >= in->depth || x->call[s].len > MAX_CALLS) break;
      VdCallSite call = x->call[s].at[i];
      VdTerm t = vd_unfold_equation(&x->unfold, s, &call, &x->call[s]);
      x->call[s].at[i] = call;
      if (!vd_term_is_none(t))
        x->facts = vd_mk_and(x->unfold.job->tm, x->facts, t);
    }
  }
}

// A term of a claim with what the step's results come to.
static VdTerm in_step(Induct *in, const Claim *c, const Context *x, VdTerm t) {
  VdMap map = {0};
  for (int s = 0; s < 2; s++) {
    const VdTermVec *body = &x->unfold.term[s];
    for (uint32_t i = 0; i < c->results[s]; i++)
      *vd_map_put(&map, c->var[result_at(c, s, i)].id) = body->at[i].id;
    if (vd_term_op(in->tm, c->defined[s]) == VD_OP_VAR)
      *vd_map_put(&map, c->defined[s].id) = body->at[c->results[s]].id;
  }
  t = vd_term_subst(in->tm, t, &map);
  vd_map_done(&map);
  return t;
}

// The terms of a step: results of both, then "defined" of both, at the end.
static void step_context(Induct *in, Claim *c, Context *x) {
  memset(x, 0, sizeof *x);
  x->unfold.job = in->job;
  x->unfold.tail = in->cut;
  x->unfold.all = in->rich;
  x->of = c;
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    const VdFunc *f = func_at(in, s, c->func[s]);
    const VdTerm *arg = c->var + param_at(c, s, 0);
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
  x->assume = in_step(in, c, x, c->pre_term);
  if (!c->never) x->assume = vd_mk_and(in->tm, x->assume, t->at[t->len - 1]);
}

static void goal_terms(const VdGoal *goal, int s, VdTermVec *out) {
  for (uint32_t i = 0; i < goal->result[s].len; i++)
    vd_push(out, goal->result[s].at[i]);
  vd_push(out, goal->halt[s]);
  vd_push(out, goal->defined[s]);
}

static void goal_context(Induct *in, const VdGoal *goal, Context *x) {
  memset(x, 0, sizeof *x);
  x->unfold.job = in->job;
  x->unfold.tail = in->cut;
  x->unfold.all = in->rich;
  vd_unfold_plain(&x->unfold);
  for (int s = 0; s < 2; s++) goal_terms(goal, s, &x->unfold.term[s]);
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
static void instance_map(Induct *in, const Claim *c,
                         const VdCallSite *const call[2], VdMap *map) {
  VdTerms *tm = in->tm;
  for (int s = 0; s < 2; s++) {
    if (!c->has[s]) continue;
    const VdFunc *f = func_at(in, s, c->func[s]);
    VdTerm *arg = vd_alloc(vd_mul(f->params + 1, sizeof *arg));
    for (uint32_t i = 0; i < f->params; i++) {
      arg[i] = vd_term_arg(tm, call[s]->app, i);
      *vd_map_put(map, c->var[param_at(c, s, i)].id) = arg[i].id;
    }
    for (uint32_t i = 0; i < f->results; i++)
      *vd_map_put(map, c->var[result_at(c, s, i)].id) =
          vd_mk_app(tm, c->symbol[s], i, arg, f->params).id;
    if (f->may_be_undefined)
      *vd_map_put(map, c->defined[s].id) =
          vd_mk_app(tm, c->symbol[s], vd_summary_defined_index(f), arg,
                    f->params)
              .id;
    vd_free(arg);
  }
}

static VdTerm instance_of(Induct *in, const Claim *c,
                          const VdCallSite *const call[2], VdTerm t) {
  VdMap map = {0};
  instance_map(in, c, call, &map);
  t = vd_term_subst(in->tm, t, &map);
  vd_map_done(&map);
  return t;
}

static VdTerm both_made(Induct *in, const VdCallSite *const call[2]) {
  VdTerm all = vd_mk_bool(in->tm, true);
  for (int s = 0; s < 2; s++)
    if (call[s]) all = vd_mk_and(in->tm, all, call[s]->guard);
  return all;
}

static VdTerm instance_term(Induct *in, const Claim *c,
                            const VdCallSite *const call[2]) {
  VdTerm when = vd_mk_and(in->tm, both_made(in, call),
                          instance_of(in, c, call, c->pre_term));
  return vd_mk_implies(in->tm, when, instance_of(in, c, call, c->post_term));
}

// What a claim about one function says, on whatever side it is called.
static VdTerm single_instances(Induct *in, const Claim *c, const Context *x) {
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

// Everything that the claims say about the calls of a context.
static VdTerm all_instances(Induct *in, const Context *x) {
  VdTerm all = x->facts;
  for (uint32_t k = 0; k < in->claim.len; k++) {
    const Claim *c = in->claim.at[k];
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

static bool is_over(const Induct *in) {
  return vd_now() > in->deadline || vd_terms_error(in->tm) ||
         vd_budget_over(&in->job->budget);
}

// With a claim's relation put into the question, if given.
static VdAnswer query(Induct *in, Claim *of, VdTerm question, Wish *w,
                      VdReply *reply) {
  VdJob *job = in->job;
  memset(reply, 0, sizeof *reply);
  if (is_over(in)) return VD_ANSWER_UNKNOWN;
  if (of) {
    question = vd_relation_apply(&of->pre, question);
    for (uint32_t i = 0; w && i < w->term.len; i++)
      w->term.at[i] = vd_relation_apply(&of->pre, w->term.at[i]);
  }
  if (vd_terms_error(in->tm)) return VD_ANSWER_UNKNOWN;
  if (vd_term_is_false(in->tm, question)) return VD_ANSWER_UNSAT;
  VdQuery q = {.asserts = &question,
               .n = 1,
               .watch = w ? w->term.at : NULL,
               .watches = w ? w->term.len : 0,
               .reals = job->options->reals};
  double left = in->deadline - vd_now();
  VdBudget budget =
      vd_budget_cut(&job->budget, left / 2 > 0.3 ? left / 2 : 0.3);
  job->solver_calls++;
  // A program that was named on the command line is not asked: what it says
  // would have to be asked again.
  VdSolver z3 = {.memory = job->options->solver.memory};
  vd_solve(&z3, in->tm, &q, &budget, &in->arena, reply);
  return reply->answer;
}

// --------------------------------------------------------------- weakening

// Calls of one claim's functions in a context that should be related: the n-th
// with the n-th.
typedef struct Meeting {
  Claim *claim;
  const VdCallSite *call[2];
} Meeting;
typedef VD_VEC(Meeting) Meetings;

static void calls_of(const Context *x, int side, uint32_t symbol,
                     const VdCallSite **out, uint32_t *n) {
  *n = 0;
  for (uint32_t i = 0; i < x->first[side] && *n < 16; i++)
    if (x->call[side].at[i].symbol == symbol)
      out[(*n)++] = &x->call[side].at[i];
}

static void meet(const Context *x, Claim *c, const VdCallSite *call,
                 Meetings *out) {
  const VdCallSite *old[16], *new[16];
  uint32_t n, m;
  calls_of(x, OLD, c->symbol[OLD], old, &n);
  calls_of(x, NEW, c->symbol[NEW], new, &m);
  for (uint32_t i = 0; i < n && n == m; i++) {
    Meeting meeting = {c, {old[i], new[i]}};
    if (old[i] == call) vd_push(out, meeting);
  }
}

// In the order in which calls need each other's results.
static void meetings_of(Induct *in, const Context *x, Meetings *out) {
  for (int s = 0; s < 2; s++)
    for (uint32_t i = 0; i < x->first[s]; i++)
      for (uint32_t k = 0; k < in->claim.len; k++) {
        Claim *c = in->claim.at[k];
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
static VdTerm both_go_on(Induct *in, const Meeting *m) {
  VdTerm t = both_made(in, m->call);
  for (int s = 0; s < 2; s++)
    if (m->call[s] && !vd_term_is_none(m->call[s]->again))
      t = vd_mk_and(in->tm, t, m->call[s]->again);
  return t;
}

static VdTerm old_result(Induct *in, const Meeting *m, uint32_t i) {
  return instance_of(in, m->claim, m->call,
                     m->claim->var[result_at(m->claim, OLD, i)]);
}

// Arguments of the new call, of the old one, results of the old one.
static void wish_meeting(Induct *in, const Meeting *m, Wish *w) {
  const Claim *c = m->claim;
  for (int s = 1; s >= 0; s--)
    for (uint32_t i = 0; i < c->params[s]; i++)
      wish(in->tm, w, vd_term_arg(in->tm, m->call[s]->app, i));
  for (uint32_t i = 0; i < c->results[OLD]; i++)
    wish(in->tm, w, old_result(in, m, i));
}

static bool learn_meeting(Induct *in, const Meeting *m, const Wish *w,
                          const VdReply *reply) {
  Claim *c = m->claim;
  uint32_t n = c->params[OLD] + c->params[NEW], first = c->vars - n;
  VdValue *value = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
  for (uint32_t i = 0; i < n; i++) value[first + i] = granted(w, reply, i);
  for (uint32_t i = 0; i < c->results[OLD]; i++)
    value[result_at(c, OLD, i)] = granted(w, reply, n + i);
  bool weaker = vd_relation_add(&c->pre, value + first);
  for (uint32_t i = 0; i < c->sum.len;) {
    Sum sum = c->sum.at[i];
    bool bad = overflows(&value[sum.param], &value[sum.result]);
    weaker |= bad;
    if (bad) c->sum.at[i] = vd_pop(&c->sum);
    i += !bad;
  }
  if (weaker) refresh(in, c);
  return weaker;
}

typedef enum Found { STABLE, WEAKER, STUCK } Found;

static Found weaken_by(Induct *in, Context *x, const Meeting *m, VdTerm pre) {
  Wish w = {0};
  VdReply reply;
  pre = instance_of(in, m->claim, m->call, pre);
  VdTerm off = vd_mk_and(in->tm, both_go_on(in, m), vd_mk_not(in->tm, pre));
  VdTerm q = vd_mk_and(in->tm, x->assume,
                       vd_mk_and(in->tm, all_instances(in, x), off));
  wish_meeting(in, m, &w);
  VdAnswer answer = query(in, x->of, q, &w, &reply);
  Found found = answer == VD_ANSWER_UNSAT ? STABLE : STUCK;
  if (answer == VD_ANSWER_SAT && learn_meeting(in, m, &w, &reply))
    found = WEAKER;
  if (answer == VD_ANSWER_UNKNOWN &&
      m->claim->pre.atom.len + m->claim->sum.len) {
    m->claim->pre.atom.len = m->claim->sum.len = 0;  // too much to ask
    refresh(in, m->claim);
    found = WEAKER;
  }
  wish_done(&w);
  return found;
}

// An example that breaks the weak part breaks the most.
static Found weaken_meeting(Induct *in, Context *x, const Meeting *m) {
  Found found = weaken_by(in, x, m, m->claim->weak_pre);
  if (found != STABLE || vd_term_eq(m->claim->weak_pre, m->claim->pre_term))
    return found;
  return weaken_by(in, x, m, m->claim->pre_term);
}

// Whether the calls in a context are as the claims have them; else they are
// weakened, those that others may depend on first.
static Found weaken_pre(Induct *in, Context *x) {
  Meetings meetings = {0};
  Found found = STABLE;
  meetings_of(in, x, &meetings);
  for (uint32_t i = 0; i < meetings.len && found != WEAKER; i++)
    found = weaken_meeting(in, x, &meetings.at[i]);
  vd_vec_done(&meetings);
  return found;
}

static VdTerm step_question(Induct *in, const Claim *c, const Context *x) {
  VdTerm post = in_step(in, c, x, c->post_term);
  return vd_mk_and(in->tm, vd_mk_and(in->tm, x->assume, all_instances(in, x)),
                   vd_mk_not(in->tm, post));
}

static Found weaken_post(Induct *in, Claim *c, Context *x) {
  Wish w = {0};
  VdReply reply;
  Found found = STABLE;
  for (int s = 1; s >= 0; s--)
    for (uint32_t i = 0; i < c->results[s]; i++)
      wish(in->tm, &w, x->unfold.term[s].at[i]);
  for (uint32_t i = c->results[0] + c->results[1]; i < c->vars; i++)
    wish(in->tm, &w, c->var[i]);
  VdAnswer answer = query(in, c, step_question(in, c, x), &w, &reply);
  if (answer == VD_ANSWER_UNKNOWN) found = STUCK;
  if (answer == VD_ANSWER_SAT) {
    VdValue *value = VD_NEW_ARRAY(&in->arena, VdValue, c->vars + 1);
    for (uint32_t i = 0; i < c->vars; i++) value[i] = granted(&w, &reply, i);
    found = vd_relation_add(&c->post, value) ? WEAKER : STUCK;
    refresh(in, c);
  }
  wish_done(&w);
  return found;
}

// ----------------------------------------------------------------- the search

static const char *name_of(const Induct *in, const Claim *c, int side) {
  return c->has[side] ? func_at(in, side, c->func[side])->name : "alone";
}

static void say_claim(Induct *in, const Claim *c, double since,
                      const char *what) {
  VdBuf pre = {0}, post = {0};
  vd_term_print(in->tm, c->pre_term, &pre);
  vd_term_print(in->tm, c->post_term, &post);
  vd_job_step(in->job, "induction", since,
              "%s and %s, %u to %u: %s that %s gives %s", name_of(in, c, OLD),
              name_of(in, c, NEW), c->pace.step[OLD], c->pace.step[NEW], what,
              vd_buf_text(&pre), vd_buf_text(&post));
  vd_buf_done(&pre);
  vd_buf_done(&post);
}

// Until every claim is inductive, or dropped.
static bool settle_claims(Induct *in, const VdGoal *goal) {
  for (bool again = true; again;) {
    again = false;
    Context x;
    for (uint32_t k = 0; k <= in->claim.len; k++) {
      Claim *c = k ? in->claim.at[k - 1] : NULL;
      if (c && c->dropped) continue;
      Found found;
      do {
        if (is_over(in) || in->rounds++ > MAX_ROUNDS) return false;
        if (c)
          step_context(in, c, &x);
        else
          goal_context(in, goal, &x);
        found = weaken_pre(in, &x);
        context_done(&x);
        again |= found == WEAKER;
      } while (found == WEAKER);
    }
    if (again) continue;
    for (uint32_t k = 0; k < in->claim.len && !again; k++) {
      Claim *c = in->claim.at[k];
      if (c->dropped) continue;
      if (is_over(in) || in->rounds++ > MAX_ROUNDS) return false;
      double start = vd_now();
      step_context(in, c, &x);
      Found found = weaken_post(in, c, &x);
      context_done(&x);
      c->dropped = found == STUCK;
      if (c->dropped && !c->never) say_claim(in, c, start, "cannot show");
      again |= found != STABLE;
    }
  }
  return true;
}

// What is left, asked without any rewriting by the relations.
static bool recheck(Induct *in) {
  for (uint32_t k = 0; k < in->claim.len; k++) {
    Context x;
    VdReply reply;
    Claim *c = in->claim.at[k];
    if (c->dropped) continue;
    step_context(in, c, &x);
    VdAnswer answer = query(in, NULL, step_question(in, c, &x), NULL, &reply);
    context_done(&x);
    if (answer != VD_ANSWER_UNSAT) return false;
  }
  return true;
}

static VdTerm goal_question(Induct *in, const VdGoal *was, Context *x) {
  VdGoal goal = *was;
  for (int s = 0; s < 2; s++) {
    const VdTermVec *t = &x->unfold.term[s];
    goal.result[s].at = t->at;
    goal.halt[s] = t->at[was->result[s].len];
    goal.defined[s] = t->at[was->result[s].len + 1];
  }
  VdTerm q = vd_goal_difference(in->job, &goal);
  return vd_mk_and(in->tm, q, all_instances(in, x));
}

static bool ask_goal(Induct *in, const VdGoal *goal) {
  Context x;
  VdReply reply;
  goal_context(in, goal, &x);
  VdTerm q = goal_question(in, goal, &x);
  context_done(&x);
  return query(in, NULL, q, NULL, &reply) == VD_ANSWER_UNSAT;
}

static void note_claims(Induct *in) {
  for (uint32_t k = 0; k < in->claim.len; k++) {
    const Claim *c = in->claim.at[k];
    VdBuf pre = {0}, post = {0};
    if (c->dropped) continue;
    vd_term_print(in->tm, c->pre_term, &pre);
    vd_term_print(in->tm, c->post_term, &post);
    vd_job_note(in->job, VD_NOTE_INVARIANT, "%s and %s: %s gives %s",
                name_of(in, c, OLD), name_of(in, c, NEW), vd_buf_text(&pre),
                vd_buf_text(&post));
    vd_buf_done(&pre);
    vd_buf_done(&post);
  }
}

static void forget_claims(Induct *in) {
  for (uint32_t i = 0; i < in->claim.len; i++) claim_done(in->claim.at[i]);
  in->claim.len = 0;
  in->rounds = 0;
}

// Of the loose paces, the one at which most is related.
static bool add_best(Induct *in, uint32_t f, uint32_t g) {
  uint32_t best = 0, at = UINT32_MAX;
  for (uint32_t p = 0; p < VD_COUNT(loose_paces); p++) {
    if (!add_claim(in, f, g, LOOSE + p)) continue;
    Claim *c = vd_pop(&in->claim);
    uint32_t strength = vd_relation_strength(&c->pre);
    if (strength > best) best = strength, at = p;
    claim_done(c);
  }
  return at != UINT32_MAX && add_claim(in, f, g, LOOSE + at);
}

// Functions that runs went through, by side.
typedef VD_VEC(uint32_t) Funcs;

static void called_funcs(Induct *in, int side, Funcs *out) {
  const VdModule *m = in->job->module[side];
  for (uint32_t f = 0; f < m->func.len; f++)
    if (in->job->recursive[side][f] && is_called(in, side, f)) vd_push(out, f);
}

// How claims are looked for.
typedef struct Way {
  bool crossed;  // functions that come in another place too
  bool rich, ranges, loose;
  uint32_t depth, nth;  // the nth pace that a pair keeps
} Way;

static const Way ways[] = {
    {.depth = 1},
    {.depth = 1, .nth = 1},
    {.depth = 1, .ranges = true},
    {.depth = 2, .rich = true},
    {.depth = 1, .crossed = true},
    {.depth = 2, .crossed = true, .rich = true},
    {.depth = 1, .crossed = true, .nth = 1},
    {.depth = 1, .nth = 2},
};

enum { PLAIN_WAYS = 2 };  // before the cut form is tried

static const Way cut_ways[] = {
    {.depth = 1, .crossed = true},
    {.depth = 1, .crossed = true, .loose = true},
    {.depth = 2, .crossed = true, .loose = true},
    {.depth = 4, .crossed = true},
};

// Claims for all functions that keep some pace with each other. False if there
// are none of that way.
static bool make_claims(Induct *in, const Way *way) {
  bool any = false;
  Funcs func[2] = {{0}, {0}};
  called_funcs(in, OLD, &func[OLD]);
  called_funcs(in, NEW, &func[NEW]);
  bool even = func[OLD].len == func[NEW].len;
  for (int s = 0; s < 2; s++)
    for (uint32_t f = 0; f < in->job->module[s]->func.len; f++)
      if (in->job->recursive[s][f] && in->endless.len &&
          in->claim.len < MAX_CLAIMS / 2)
        any |= add_never(in, s, f, false) && add_never(in, s, f, true);
  for (int s = 0; s < 2 && in->rich; s++)
    for (uint32_t i = 0; i < func[s].len && in->claim.len < MAX_CLAIMS / 2; i++)
      any |= add_claim(in, s ? UINT32_MAX : func[s].at[i],
                       s ? func[s].at[i] : UINT32_MAX, 0);
  for (uint32_t i = 0; i < func[OLD].len; i++)
    for (uint32_t k = 0; k < func[NEW].len; k++) {
      if (in->claim.len >= MAX_CLAIMS || is_over(in)) break;
      if (even && i != k && !way->crossed) continue;
      if (way->loose) {
        any |= add_best(in, func[OLD].at[i], func[NEW].at[k]);
        continue;
      }
      if (add_claim(in, func[OLD].at[i], func[NEW].at[k], way->nth))
        any = true;
      else if (way->nth)
        add_claim(in, func[OLD].at[i], func[NEW].at[k], 0);
    }
  if (way->crossed && !in->cut && (!even || func[OLD].len < 2)) any = false;
  vd_vec_done(&func[OLD]);
  vd_vec_done(&func[NEW]);
  return any;
}

static bool attempt(Induct *in, const VdGoal *goal, const Way *way) {
  double start = vd_now();
  in->rich = way->rich;
  in->ranges = way->ranges;
  in->depth = way->depth;
  if (!make_claims(in, way)) {
    forget_claims(in);
    return false;
  }
  bool settled = settle_claims(in, goal);
  uint32_t left = 0;
  for (uint32_t i = 0; i < in->claim.len; i++)
    left += !in->claim.at[i]->dropped;
  bool proved = settled && left && ask_goal(in, goal) && recheck(in);
  for (uint32_t i = 0; i < in->claim.len && !proved; i++)
    if (!in->claim.at[i]->dropped)
      say_claim(in, in->claim.at[i], start, settled ? "shown" : "open");
  vd_job_step(in->job, "induction", start,
              "%u claims about loops, %u inductive: %s", in->claim.len,
              settled ? left : 0, proved ? "no difference" : "not enough");
  if (proved) note_claims(in);
  forget_claims(in);
  return proved;
}

// While the pair is proved by plain induction, its two functions are one
// symbol. Here they are two.
static uint32_t part_pair(VdJob *job) {
  uint32_t symbol = vd_sums_symbol(job->sums[OLD], job->func[OLD]);
  if (vd_digest_eq(&vd_job_func(job, OLD)->digest,
                   &vd_job_func(job, NEW)->digest) ||
      symbol != vd_sums_symbol(job->sums[NEW], job->func[NEW]))
    return 0;
  for (int s = 0; s < 2; s++) {
    vd_sums_reset_symbol(job->sums[s], job->func[s]);
    vd_summary_forget(job->sums[s], job->func[s]);
  }
  return symbol;
}

static void join_pair(VdJob *job, uint32_t symbol) {
  for (int s = 0; s < 2 && symbol; s++) {
    vd_sums_set_symbol(job->sums[s], job->func[s], symbol);
    vd_summary_forget(job->sums[s], job->func[s]);
  }
}

static bool induct_on(VdJob *job, VdRunner *runner, const Way *way, size_t n,
                      double seconds, bool cut) {
  Induct in = {.job = job, .tm = job->tm, .runner = runner, .cut = cut};
  VdGoal goal;
  bool proved = false;
  in.deadline = vd_now() + seconds;
  if (vd_goal_init_calls(job, &goal)) {
    collect_runs(&in);
    for (size_t k = 0;
         k < n && !proved && in.run.len + in.endless.len && !is_over(&in); k++)
      proved = attempt(&in, &goal, &way[k]);
  }
  vd_goal_done(&goal);
  for (uint32_t i = 0; i < in.run.len; i++)
    for (int s = 0; s < 2; s++) vd_trace_done(&in.run.at[i].side[s]);
  for (uint32_t i = 0; i < in.endless.len; i++)
    for (int s = 0; s < 2; s++) vd_trace_done(&in.endless.at[i].side[s]);
  vd_vec_done(&in.run);
  vd_vec_done(&in.endless);
  vd_vec_done(&in.claim);
  vd_arena_done(&in.arena);
  return proved;
}

// ------------------------------------------------------------------ cut form

// One version of the pair with its function in cut form. What was proved of
// its callees holds on.
static VdModule *cut_module(const VdJob *job, int side) {
  VdModule *m = vd_module_copy(job->module[side]);
  uint32_t n = m->func.len;
  vd_ir_cut(m, job->func[side]);
  vd_ir_hash(m);
  for (uint32_t i = 0; i < n; i++)
    if (i != job->func[side])
      m->func.at[i]->may_be_undefined =
          job->module[side]->func.at[i]->may_be_undefined;
  return m;
}

static VdSums *cut_sums(const VdJob *job, int side, const VdModule *m) {
  VdSums *sums = vd_sums_new(job->tm, m);
  for (uint32_t i = 0; i < job->module[side]->func.len; i++)
    if (i != job->func[side])
      vd_sums_set_symbol(sums, i, vd_sums_symbol(job->sums[side], i));
  return sums;
}

typedef struct Loops {
  const VdModule *m;
  bool any;
} Loops;

static void note_loop(void *context, uint32_t func, const VdInst *inst) {
  Loops *loops = context;
  (void)func;
  loops->any |=
      inst->kind == VD_INST_CALL && loops->m->func.at[inst->index]->loop;
}

static bool has_loops(const VdJob *job) {
  Loops loops = {0};
  for (int s = 0; s < 2; s++) {
    loops.m = job->module[s];
    vd_ir_each(loops.m, job->func[s], note_loop, &loops);
  }
  return loops.any;
}

// The same with loops that take with them what comes after them: then a loop
// may go on in another one, or in code that follows it.
static bool induct_cut(VdJob *job, double seconds) {
  VdJob cut = *job;
  VdModule *module[2];
  bool proved = false;
  for (int s = 0; s < 2; s++) {
    module[s] = cut_module(job, s);
    cut.module[s] = module[s];
    cut.sums[s] = cut_sums(job, s, module[s]);
    cut.recursive[s] = vd_plan_recursive(module[s], job->arena);
  }
  VdRunner *runner = vd_runner_new(&cut);
  vd_job_step(job, "induction", vd_now(), "loops with what comes after them");
  proved = induct_on(&cut, runner, cut_ways, VD_COUNT(cut_ways), seconds, true);
  job->solver_calls = cut.solver_calls;
  job->fresh = cut.fresh;
  vd_runner_free(runner);
  for (int s = 0; s < 2; s++) {
    vd_sums_free(cut.sums[s]);
    vd_module_free(module[s]);
  }
  return proved;
}

bool vd_induct(VdJob *job, VdRunner *runner) {
  if (job->loop) return false;  // its function says how it is called
  double left = vd_budget_left(&job->budget);
  double seconds = left < 1e9 ? left * INDUCT_SHARE : 60;
  uint32_t symbol = part_pair(job);
  bool proved = induct_on(job, runner, ways, PLAIN_WAYS, seconds / 4, false);
  if (!proved && has_loops(job)) proved = induct_cut(job, seconds / 3);
  if (!proved)
    proved = induct_on(job, runner, ways + PLAIN_WAYS,
                       VD_COUNT(ways) - PLAIN_WAYS, seconds / 3, false);
  join_pair(job, symbol);
  return proved;
}
