// Two functions, as the driver asks about them: pairs of two modules in their
// plan, groups that are proved together by induction, and what callers may take
// for one function once it is proved.
#include <math.h>

#include "base/limit.h"
#include "function/function.h"
#include "function/order.h"
#include "plan/plan.h"
#include "verdict/assume.h"

typedef struct Work {
  const VdCompare *compare;
  VdComparison *out;
  VdPlan plan;
  VdTerms *tm;
  VdSums *sums[2];
  VdAsk *ask;         // by pair
  uint32_t *members;  // of a group
  bool none_changed;  // the bodies of functions, as they were read
} Work;

static const VdFunc *func_of(const Work *w, const VdPair *pair, int side) {
  return w->plan.module[side]->func.at[pair->func[side]];
}

static bool same_digest(const Work *w, const VdPair *pair) {
  return vd_digest_eq(&func_of(w, pair, 0)->digest,
                      &func_of(w, pair, 1)->digest);
}

static bool is_unsupported(const Work *w, const VdPair *pair) {
  return func_of(w, pair, 0)->kind == VD_FUNC_UNSUPPORTED ||
         func_of(w, pair, 1)->kind == VD_FUNC_UNSUPPORTED;
}

// ------------------------------------------------------------------- symbols

static void prove_symbols(Work *w, VdPair *pair) {
  VdFunc *f = w->plan.module[0]->func.at[pair->func[0]];
  VdFunc *g = w->plan.module[1]->func.at[pair->func[1]];
  pair->same = true;
  for (int k = 0; k < 2; k++)
    w->plan.ends[k][pair->func[k]] = (uint8_t)pair->terminates;
  if (!w->tm || !vd_plan_same_interface(f, g)) return;
  // The new one is defined wherever the old one is.
  if (!f->may_be_undefined) g->may_be_undefined = false;
  vd_sums_merge(w->sums[1], pair->func[1], w->sums[0], pair->func[0]);
}

static void settled(void *context, uint32_t p, VdArena *arena,
                    VdVerdict *verdict) {
  Work *w = context;
  VdPair *pair = &w->plan.pair.at[p];
  (void)arena;
  pair->terminates = verdict->terminates;
  if (vd_verdict_is_proof(verdict->kind) && verdict->exact)
    prove_symbols(w, pair);
}

// --------------------------------------------------------------------- source

static bool check_source(void *context, uint32_t p, VdArena *arena,
                         VdVerdict *out) {
  Work *w = context;
  VdPair *pair = &w->plan.pair.at[p];
  if (!same_digest(w, pair)) return false;
  // As a callee it is one symbol anyway, and so it ends alike.
  vd_verdict_same(out, NULL, "source", VD_TERMINATES_ALIKE);
  out->exact = true;
  const VdModule *const module[2] = {w->plan.module[0], w->plan.module[1]};
  if (!vd_assume_is_unchanged(module, pair->func, w->none_changed))
    vd_assume_source(module, pair->func, arena, out);
  return true;
}

// Whether a function of one version may be taken for one of the other.
static bool are_same(const Work *w, uint32_t f, uint32_t g) {
  const VdFunc *x = w->plan.module[0]->func.at[f];
  const VdFunc *y = w->plan.module[1]->func.at[g];
  if (vd_digest_eq(&x->digest, &y->digest)) return true;
  uint32_t p = w->plan.pair_of[0][f];
  return p != UINT32_MAX && p == w->plan.pair_of[1][g] &&
         w->plan.pair.at[p].same;
}

// Whether they are known to end alike, too.
static bool end_alike(const Work *w, uint32_t f, uint32_t g) {
  const VdFunc *x = w->plan.module[0]->func.at[f];
  const VdFunc *y = w->plan.module[1]->func.at[g];
  return vd_digest_eq(&x->digest, &y->digest) ||
         w->plan.ends[1][g] != VD_TERMINATES_UNKNOWN;
}

// Whether both use the addresses of the same functions.
static bool take_alike(const Work *w, const VdFunc *f, const VdFunc *g) {
  bool alike = f->take.len == g->take.len;
  for (uint32_t i = 0; alike && i < f->take.len; i++) {
    const VdFunc *x = w->plan.module[0]->func.at[f->take.at[i]];
    const VdFunc *y = w->plan.module[1]->func.at[g->take.at[i]];
    alike = !strcmp(vd_func_known_as(x), vd_func_known_as(y));
  }
  return alike;
}

// A body that is not modelled but did not change, all of whose callees are the
// same, is the same; and ends alike if they do.
static bool is_unchanged(const Work *w, const VdPair *pair, bool *alike) {
  const VdFunc *f = func_of(w, pair, 0), *g = func_of(w, pair, 1);
  if (f->kind != g->kind || !vd_digest_eq(&f->opaque, &g->opaque) ||
      f->ref.len != g->ref.len || !take_alike(w, f, g) ||
      !vd_plan_same_interface(f, g))
    return false;
  for (uint32_t i = 0; i < f->ref.len; i++) {
    bool itself =
        f->ref.at[i] == pair->func[0] && g->ref.at[i] == pair->func[1];
    if (itself) continue;
    if (!are_same(w, f->ref.at[i], g->ref.at[i])) return false;
    *alike &= end_alike(w, f->ref.at[i], g->ref.at[i]);
  }
  return true;
}

static bool check_unsupported(void *context, uint32_t p, VdArena *arena,
                              VdVerdict *out) {
  Work *w = context;
  const VdPair *pair = &w->plan.pair.at[p];
  bool alike = true;
  if (!is_unsupported(w, pair)) return false;
  if (is_unchanged(w, pair, &alike)) {
    vd_verdict_same(out, NULL, "source",
                    alike ? VD_TERMINATES_ALIKE : VD_TERMINATES_UNKNOWN);
    out->exact = true;
    return true;
  }
  int side = func_of(w, pair, 1)->kind == VD_FUNC_UNSUPPORTED;
  const VdFunc *f = func_of(w, pair, side);
  vd_verdict_undecided(arena, out, VD_REASON_CONSTRUCT, f->reason);
  out->pos = f->pos;
  return true;
}

static uint32_t size_of(const VdFunc *f) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->block.len; b++) n += f->block.at[b].inst.len;
  return n;
}

static void need_terms(Work *w) {
  if (w->tm) return;
  w->tm = vd_terms_new();
  for (int k = 0; k < 2; k++)
    w->sums[k] = vd_sums_new(w->tm, w->plan.module[k]);
  for (uint32_t p = 0; p < w->plan.pair.len; p++)
    if (w->plan.pair.at[p].same && !same_digest(w, &w->plan.pair.at[p]))
      prove_symbols(w, &w->plan.pair.at[p]);
}

static void job_init(Work *w, uint32_t p, VdJob *job, VdArena *arena,
                     VdVerdict *verdict) {
  const VdPair *pair = &w->plan.pair.at[p];
  memset(job, 0, sizeof *job);
  job->sides.tm = w->tm;
  for (int k = 0; k < 2; k++) {
    job->sides.sums[k] = w->sums[k];
    job->sides.module[k] = w->plan.module[k];
    job->sides.func[k] = pair->func[k];
    job->ends[k] = w->plan.ends[k];
  }
  job->options = w->compare->options;
  job->native = w->compare->native;
  double part = pair->loop ? vd_limit->loop_share : 1;
  job->budget =
      vd_budget_limit(&job->options->budget, job->options->timeout * part,
                      job->options->effort * part);
  job->arena = job->sides.arena = arena;
  job->sides.seed = job->options->seed;
  job->verdict = verdict;
  job->with_heap = true;
  job->loop = pair->loop;
  job->inductive = pair->inductive;
  memset(verdict, 0, sizeof *verdict);
  verdict->checker = verdict->why = "";
  vd_job_relate(job);
}

// --------------------------------------------------------------- induction

// While a group is proved, each of its pairs is one symbol: recursive calls of
// the two agree on equal arguments. That is what the proof is about, for calls
// that are nested less deeply; so it holds where both terminate. The same for
// their addresses: whoever is handed one can only call what is behind it.
static uint32_t pair_symbol(Work *w, const VdPair *pair) {
  const VdFunc *f = func_of(w, pair, 0), *g = func_of(w, pair, 1);
  VdBuf key = {0};
  char hex[2][65];
  vd_digest_hex(&f->digest, hex[0]);
  vd_digest_hex(&g->digest, hex[1]);
  vd_buf_printf(&key, "pair:%s:%s", hex[0], hex[1]);
  VdSort *param = vd_alloc((f->params + 1) * sizeof *param);
  VdSort *result = vd_alloc((f->results + 1) * sizeof *result);
  for (uint32_t i = 0; i < f->params; i++) param[i] = f->param[i].sort;
  for (uint32_t i = 0; i < f->results; i++) result[i] = f->result[i].sort;
  result[f->results] = vd_sort_bool();
  VdFun fun = {.kind = VD_FUN_INTERNAL,
               .key = vd_buf_text(&key),
               .name = f->name,
               .params = f->params,
               .param = param,
               .results = f->results + 1,
               .result = result};
  uint32_t symbol = vd_fun_put(w->tm, &fun);
  vd_free(param);
  vd_free(result);
  vd_buf_done(&key);
  return symbol;
}

static void assume_group(Work *w, const uint32_t *member, uint32_t n,
                         const bool *dropped) {
  for (uint32_t i = 0; i < n; i++) {
    const VdPair *pair = &w->plan.pair.at[member[i]];
    bool assume =
        pair->inductive && !pair->same && !dropped[i] &&
        vd_plan_same_interface(func_of(w, pair, 0), func_of(w, pair, 1));
    uint32_t symbol = assume ? pair_symbol(w, pair) : 0;
    for (int k = 0; k < 2; k++) {
      vd_summary_forget(w->sums[k], pair->func[k]);
      if (symbol)
        vd_sums_set_symbol(w->sums[k], pair->func[k], symbol);
      else if (!pair->same)
        vd_sums_reset_symbol(w->sums[k], pair->func[k]);
    }
    if (assume)
      vd_sums_merge_object(w->sums[1], pair->func[1], w->sums[0],
                           pair->func[0]);
  }
}

// --------------------------------------------------------------- in a worker

// What was made while more was assumed may say too much.
static void forget_summaries(Work *w) {
  for (int k = 0; k < 2; k++)
    for (uint32_t f = 0; f < w->plan.module[k]->func.len; f++)
      vd_summary_forget(w->sums[k], f);
}

// A group at work.
typedef struct Proof {
  Work *w;
  VdGroup *group;
  VdBudget budget;  // of all rounds
  bool *dropped;    // no longer assumed
} Proof;

// One that takes long leaves most of the time to the others.
static void check_member(Proof *g, uint32_t i) {
  VdJob job;
  VdGroup *group = g->group;
  uint32_t left = group->n - i;
  job_init(g->w, group->question[i], &job, group->arena, &group->verdict[i]);
  VdTrail trail = {0};
  double start = vd_work();
  if (group->n == 1) job.trail = &trail;
  double part = fmin(left, vd_limit->group_members);
  if (group->n > 1)
    job.budget =
        vd_budget_limit(&job.budget, vd_budget_seconds(&g->budget) / part,
                        vd_budget_left(&g->budget) / part);
  vd_order_pair(&job);
  group->solver_calls += job.solver_calls;
  vd_verdict_certify(group->arena, &group->verdict[i], &trail,
                     vd_work() - start);
  vd_trail_done(&trail);
}

// One round over the members. False if the time is over before its end.
static bool check_members(Proof *g, bool *again) {
  const VdGroup *group = g->group;
  for (uint32_t i = 0; i < group->n; i++) {
    const VdVerdict *v = &group->verdict[i];
    const VdPair *pair = &g->w->plan.pair.at[group->question[i]];
    if (g->dropped[i] && v->kind == VD_DIFFERENT) continue;
    if (group->n > 1 && vd_budget_over(&g->budget)) return false;
    check_member(g, i);
    if (v->kind == VD_DIFFERENT) group->keep(group, i);
    bool proved = vd_verdict_is_proof(v->kind) && v->exact;
    if (proved || g->dropped[i] || !pair->inductive) continue;
    g->dropped[i] = true;
    if (group->n > 1) *again = true;
  }
  return true;
}

// Proofs of an unfinished round rest on what has not been proved.
static void withdraw_proofs(Proof *g) {
  VdGroup *group = g->group;
  const VdOptions *o = g->w->compare->options;
  bool late = vd_budget_is_late(&g->budget);
  for (uint32_t i = 0; i < group->n; i++) {
    VdVerdict *v = &group->verdict[i];
    if (v->why && !vd_verdict_is_same(v->kind)) continue;
    vd_verdict_done(v);
    vd_verdict_undecided(
        group->arena, v, late ? VD_REASON_GROUP_TIME : VD_REASON_GROUP_EFFORT,
        vd_limit->group_limits * (late ? o->timeout : o->effort), group->n);
  }
}

// Proves the members together; a member that fails is dropped from what is
// assumed, and the others are tried again without it.
static void work_group(void *context, VdGroup *group) {
  Work *w = context;
  const VdOptions *o = w->compare->options;
  Proof g = {
      .w = w,
      .group = group,
      .budget = vd_budget_limit(&o->budget, vd_limit->group_limits * o->timeout,
                                vd_limit->group_limits * o->effort),
      .dropped = VD_NEW_ARRAY(group->arena, bool, group->n + 1)};
  for (bool again = true, first = true; again; first = false) {
    again = false;
    if (!first) forget_summaries(w);
    assume_group(w, group->question, group->n, g.dropped);
    if (check_members(&g, &again)) continue;
    withdraw_proofs(&g);
    return;
  }
}

// Only what failed is left out, so what is found is a verdict like any.
static void check(void *context, const VdCertificate *certificate,
                  VdGroup *group) {
  Work *w = context;
  VdTrail trail = {.follow = true};
  bool dropped = false;
  VdJob job;
  vd_buf_str(&trail.text, certificate->text);
  assume_group(w, group->question, 1, &dropped);
  job_init(w, group->question[0], &job, group->arena, &group->verdict[0]);
  job.trail = &trail;
  vd_order_pair(&job);
  group->solver_calls += job.solver_calls;
  vd_trail_done(&trail);
}

// ------------------------------------------------------------------- store

// The two functions in canonical form with all that they call, how their inputs
// are related, and what a proof rests on, which the canonical form does not
// show.
static bool key(void *context, uint32_t p, VdBuf *out) {
  const Work *w = context;
  const VdPair *pair = &w->plan.pair.at[p];
  const VdOptions *o = w->compare->options;
  vd_buf_printf(out, "reals %d\nunroll %u\n", o->reals, o->unroll);
  for (int k = 0; k < 2; k++)
    vd_ir_canonical(w->plan.module[k], pair->func[k], out);
  const VdModule *const module[2] = {w->plan.module[0], w->plan.module[1]};
  VdArena arena = {0};
  VdRelation relation =
      vd_pair_relation(func_of(w, pair, 0), func_of(w, pair, 1), &arena);
  vd_relation_key(&relation, out);
  bool need[VD_ASSUMPTIONS] = {false};
  vd_assume_functions(module, pair->func, &arena, need);
  need[VD_ASSUME_PROGRESS] = vd_assume_loops(module, pair->func, &arena);
  for (uint32_t i = 0; i < VD_ASSUMPTIONS; i++)
    vd_buf_char(out, need[i] ? '1' : '0');
  vd_arena_done(&arena);
  return true;
}

// A difference that was kept is shown again before it counts; a reproducer that
// is asked for has to be made anew.
static bool confirm(void *context, uint32_t p, VdArena *arena, VdVerdict *v,
                    bool stored) {
  Work *w = context;
  VdVerdict scratch;
  VdJob job;
  VdCase *input = vd_evidence_case(&v->evidence);
  if (!stored) return true;
  if (!input || w->compare->options->emit_test) return false;
  need_terms(w);
  job_init(w, p, &job, arena, &scratch);
  VdRunner *runner = vd_runner_new(&job.sides);
  bool shows = vd_runner_shows(runner, input, false);
  vd_runner_free(runner);
  return shows;
}

// ------------------------------------------------------------------ symbolic

// For one that is in a group alone, and of ordinary size.
static bool check_symbolic(void *context, uint32_t p, VdArena *arena,
                           VdVerdict *out) {
  Work *w = context;
  const VdPair *pair = &w->plan.pair.at[p];
  bool small = size_of(func_of(w, pair, 0)) <= vd_limit->here_size &&
               size_of(func_of(w, pair, 1)) <= vd_limit->here_size;
  if (!small || w->members[pair->group] > 1) return false;
  VdJob job;
  bool dropped = false;
  need_terms(w);
  assume_group(w, &p, 1, &dropped);
  job_init(w, p, &job, arena, out);
  job.here = true;
  // What is not plain about termination is for a worker to find out.
  bool same = vd_order_here(&job) && out->terminates == VD_TERMINATES_ALWAYS;
  if (!same) {
    dropped = true;
    assume_group(w, &p, 1, &dropped);
  }
  return same;
}

static void begin(void *context) {
  need_terms(context);
}

static const VdCheck here[] = {
    {"source", check_source, false},
    {"unsupported", check_unsupported, false},
    {"store", NULL, false},
    {"symbolic", check_symbolic, true},
    {0},
};

static const VdKind functions = {.word = "function",
                                 .here = here,
                                 .replays = true,
                                 .keeps_differences = true,
                                 .key = key,
                                 .begin = begin,
                                 .work = work_group,
                                 .check = check,
                                 .confirm = confirm,
                                 .settled = settled};

// --------------------------------------------------------------- two modules

// Whether each function is there on both sides, with one digest: then nothing
// has to be made ready for a proof.
static bool is_all_unchanged(const VdModule *m, const VdModule *n) {
  if (m->func.len != n->func.len) return false;
  for (uint32_t f = 0; f < m->func.len; f++) {
    uint32_t g = vd_module_find_func(n, m->func.at[f]->name);
    if (g == UINT32_MAX ||
        !vd_digest_eq(&m->func.at[f]->digest, &n->func.at[g]->digest))
      return false;
  }
  return true;
}

// Loops to functions, hashes; what is wrong with the module, NULL if nothing.
static const char *prepare(VdModule *m, VdArena *arena) {
  vd_ir_loops(m);
  const char *wrong = vd_ir_verify(m, arena);
  vd_ir_hash(m);
  return wrong;
}

static void ask_all(Work *w) {
  const VdPlan *plan = &w->plan;
  w->ask = vd_alloc(vd_mul(plan->pair.len + 1, sizeof *w->ask));
  w->members = vd_alloc(vd_mul(plan->groups + 1, sizeof *w->members));
  for (uint32_t p = 0; p < plan->pair.len; p++) {
    const VdPair *pair = &plan->pair.at[p];
    w->ask[p] = (VdAsk){pair->item, pair->group, pair->level, pair->skip};
    w->members[pair->group]++;
  }
}

static VdDrive drive_of(Work *w) {
  const VdOptions *o = w->compare->options;
  return (VdDrive){
      .kind = &functions,
      .context = w,
      .ask = w->ask,
      .n = w->plan.pair.len,
      .limits = {o->timeout, o->effort, o->memory, o->jobs, o->budget},
      .store = w->compare->store,
      .verify = w->compare->verify,
      .watch = w->compare->watch,
      .out = w->out};
}

void vd_compare(const VdCompare *compare, VdComparison *out) {
  Work w = {.compare = compare, .out = out};
  double start = vd_now();
  memset(out, 0, sizeof *out);
  VdModule *module[2] = {compare->old_module, compare->new_module};
  vd_plan_match(module[0], module[1]);
  const char *wrong = NULL;
  vd_ir_twins(module);
  for (int k = 0; k < 2; k++) vd_ir_hash(module[k]);
  vd_plan_match_functions(module[0], module[1]);
  w.none_changed = vd_assume_bodies(module[0]) == vd_assume_bodies(module[1]);
  bool unchanged = is_all_unchanged(module[0], module[1]);
  for (int k = 0; k < 2 && !unchanged; k++) {
    const char *why = prepare(module[k], &out->arena);
    if (why) wrong = why;
  }
  vd_plan_init(&w.plan, module[0], module[1], compare->options->only, out);
  ask_all(&w);
  VdDrive drive = drive_of(&w);
  if (wrong)
    vd_drive_fail(&drive, wrong);
  else
    vd_drive(&drive);
  vd_sums_free(w.sums[0]);
  vd_sums_free(w.sums[1]);
  vd_terms_free(w.tm);
  vd_free(w.ask);
  vd_free(w.members);
  vd_plan_done(&w.plan);
  out->seconds = vd_now() - start;
}
