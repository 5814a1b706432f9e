// The orchestrator: cheapest first, first definite answer wins.
//
// In this process: source (equal hashes), the store, symbolic for functions of
// ordinary size. What is left goes to worker processes, level by level, group
// by group: testing, smt. A worker that dies is an undecided group, no more.
#include <sys/mman.h>
#include <unistd.h>

#include "drive/order.h"
#include "drive/plan.h"
#include "verdict/assume.h"

enum {
  MAX_HERE = 3000,  // instructions of a function that is summarised here
  GRACE = 2 + VD_REPLAY_SECONDS,  // seconds a worker gets beyond its limit
  LOOP_SHARE = 4,    // a loop on its own gets this part of the time
  GROUP_LIMITS = 2,  // a group gets the time of so many pairs
  GROUP_SHARE = 4,   // a member gets this part of what the group has left
};

typedef struct Work {
  const VdCompare *compare;
  VdComparison *out;
  VdPlan plan;
  VdTerms *tm;
  VdSums *sums[2];
  VD_VEC(VdPairRange) group;  // groups for workers, in `member`
  VD_VEC(int) kept;           // of a group: see keep_for_parent; -1 for none
  VD_VEC(uint32_t) member;
  uint32_t done, total;
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

// ----------------------------------------------------------------- results

static void progress(Work *w, const VdPair *pair) {
  if (pair->item == UINT32_MAX) return;
  w->done++;
  if (w->compare->progress)
    w->compare->progress(w->compare->context, w->done, w->total,
                         w->out->item.at[pair->item].name);
}

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

// --store verify: a record and a new proof that contradict each other.
static void compare_with_kept(Work *w, const VdPair *pair, VdVerdict *v) {
  bool was_same =
      vd_verdict_is_proof(pair->kept) || pair->kept == VD_SAME_BOUNDED;
  bool is_same = vd_verdict_is_proof(v->kind) || v->kind == VD_SAME_BOUNDED;
  if (!(was_same && v->kind == VD_DIFFERENT) &&
      !(pair->kept == VD_DIFFERENT && is_same))
    return;
  const char *why = vd_arena_printf(
      &w->out->arena, "the store says %s, a new proof says %s: please report",
      vd_verdict_word(pair->kept), vd_verdict_word(v->kind));
  vd_verdict_done(v);
  v->kind = VD_FAILED;
  v->checker = "store";
  v->why = why;
}

// Takes the verdict over.
static void settle(Work *w, uint32_t p, VdVerdict *verdict) {
  VdPair *pair = &w->plan.pair.at[p];
  if (pair->kept) compare_with_kept(w, pair, verdict);
  pair->terminates = verdict->terminates;
  if (vd_verdict_is_proof(verdict->kind) && verdict->exact)
    prove_symbols(w, pair);
  if (pair->item != UINT32_MAX)
    w->out->item.at[pair->item].verdict = *verdict;
  else
    vd_verdict_done(verdict);
  progress(w, pair);
}

// ----------------------------------------------------------------- cheap ones

static bool check_source(Work *w, uint32_t p) {
  VdPair *pair = &w->plan.pair.at[p];
  double start = vd_now();
  if (!same_digest(w, pair)) return false;
  VdVerdict v = {
      .kind = VD_SAME, .checker = "source", .why = "", .exact = true};
  pair->same = true;
  const VdModule *const module[2] = {w->plan.module[0], w->plan.module[1]};
  if (!vd_assume_is_unchanged(module, pair->func, w->none_changed))
    vd_assume_source(module, pair->func, &w->out->arena, &v);
  v.seconds = vd_now() - start;
  settle(w, p, &v);
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

// A body that is not modelled but did not change, all of whose callees are the
// same, is the same; and ends alike if they do.
static bool is_unchanged(const Work *w, const VdPair *pair, bool *alike) {
  const VdFunc *f = func_of(w, pair, 0), *g = func_of(w, pair, 1);
  if (f->kind != g->kind || !vd_digest_eq(&f->opaque, &g->opaque) ||
      f->ref.len != g->ref.len || !vd_plan_same_interface(f, g))
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

static bool check_unsupported(Work *w, uint32_t p) {
  const VdPair *pair = &w->plan.pair.at[p];
  if (!is_unsupported(w, pair)) return false;
  bool alike = true;
  if (is_unchanged(w, pair, &alike)) {
    VdVerdict same = {
        .kind = VD_SAME, .checker = "source", .why = "", .exact = true};
    same.terminates = alike ? VD_TERMINATES_ALIKE : VD_TERMINATES_UNKNOWN;
    if (!alike) same.kind = VD_SAME_PARTIAL;
    settle(w, p, &same);
    return true;
  }
  int side = func_of(w, pair, 1)->kind == VD_FUNC_UNSUPPORTED;
  const VdFunc *f = func_of(w, pair, side);
  VdVerdict v = {
      .kind = VD_UNSUPPORTED, .checker = "", .why = f->reason, .pos = f->pos};
  settle(w, p, &v);
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
  double seconds = job->options->timeout / (pair->loop ? LOOP_SHARE : 1);
  job->budget = vd_budget_cut(&job->options->budget, seconds);
  job->arena = job->sides.arena = arena;
  job->sides.seed = job->options->seed;
  job->verdict = verdict;
  job->with_heap = true;
  job->loop = pair->loop;
  job->inductive = pair->inductive;
  memset(verdict, 0, sizeof *verdict);
  verdict->checker = verdict->why = "";
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

// ------------------------------------------------------------------- heavy

// What was made while more was assumed may say too much.
static void forget_summaries(Work *w) {
  for (int k = 0; k < 2; k++)
    for (uint32_t f = 0; f < w->plan.module[k]->func.len; f++)
      vd_summary_forget(w->sums[k], f);
}

// A group at work, in a worker.
typedef struct Group {
  Work *w;
  const uint32_t *member;
  uint32_t n;
  VdBudget budget;  // of all rounds
  VdArena *arena;
  VdVerdict *verdict;  // of each member
  bool *dropped;       // no longer assumed
  uint32_t calls;
  int kept;
} Group;

// One that takes long leaves most of the time to the others.
static void check_member(Group *g, uint32_t i) {
  VdJob job;
  uint32_t left = g->n - i;
  job_init(g->w, g->member[i], &job, g->arena, &g->verdict[i]);
  if (g->n > 1 && job.options->timeout > 0)
    job.budget = vd_budget_cut(
        &job.budget,
        vd_budget_left(&g->budget) / (left < GROUP_SHARE ? left : GROUP_SHARE));
  vd_order_pair(&job);
  g->calls += job.solver_calls;
}

// A worker may be killed before its group is done. What is different is so
// whatever comes of the others: it goes to a file in memory at once.
static void keep_for_parent(const Group *g, uint32_t i) {
  VdBuf json = {0}, record = {0};
  if (g->kept < 0) return;
  vd_verdict_write(&g->verdict[i], &json);
  uint32_t head[2] = {i, (uint32_t)json.len};
  vd_buf_add(&record, head, sizeof head);
  vd_buf_add(&record, json.at, json.len);
  ssize_t done = write(g->kept, record.at, record.len);
  (void)done;  // half a record is none
  vd_buf_done(&json);
  vd_buf_done(&record);
}

// One round over the members. False if the time is over before its end.
static bool check_members(Group *g, bool *again) {
  for (uint32_t i = 0; i < g->n; i++) {
    const VdVerdict *v = &g->verdict[i];
    if (g->dropped[i] && v->kind == VD_DIFFERENT) continue;
    if (g->n > 1 && vd_budget_over(&g->budget)) return false;
    check_member(g, i);
    if (v->kind == VD_DIFFERENT) keep_for_parent(g, i);
    bool proved = vd_verdict_is_proof(v->kind) && v->exact;
    if (proved || g->dropped[i] || !g->w->plan.pair.at[g->member[i]].inductive)
      continue;
    g->dropped[i] = true;
    if (g->n > 1) *again = true;
  }
  return true;
}

// Proofs of an unfinished round rest on what has not been proved.
static void withdraw_proofs(Group *g) {
  double seconds = GROUP_LIMITS * g->w->compare->options->timeout;
  for (uint32_t i = 0; i < g->n; i++) {
    VdVerdict *v = &g->verdict[i];
    bool proof = vd_verdict_is_proof(v->kind) || v->kind == VD_SAME_BOUNDED;
    if (v->why && !proof) continue;
    vd_verdict_done(v);
    *v = (VdVerdict){.kind = VD_TIMEOUT, .checker = ""};
    v->why = vd_arena_printf(
        g->arena, "no answer in %g s for %u functions that call each other",
        seconds, g->n);
  }
}

// Proves the members together; a member that fails is dropped from what is
// assumed, and the others are tried again without it.
static void check_group(Group *g) {
  g->dropped = VD_NEW_ARRAY(g->arena, bool, g->n + 1);
  for (bool again = true, first = true; again; first = false) {
    again = false;
    if (!first) forget_summaries(g->w);
    assume_group(g->w, g->member, g->n, g->dropped);
    if (check_members(g, &again)) continue;
    withdraw_proofs(g);
    return;
  }
}

// ----------------------------------------------------------------- workers

static void put_u32(VdBuf *out, uint32_t x) {
  vd_buf_add(out, &x, sizeof x);
}

static void work_group(void *context, uint32_t index, VdBuf *out) {
  Work *w = context;
  VdPairRange range = w->group.at[index];
  VdArena arena = {0};
  const VdOptions *o = w->compare->options;
  Group group = {.w = w,
                 .member = w->member.at + range.first,
                 .n = range.n,
                 .budget = vd_budget_cut(&o->budget, GROUP_LIMITS * o->timeout),
                 .arena = &arena,
                 .verdict = VD_NEW_ARRAY(&arena, VdVerdict, range.n + 1),
                 .kept = w->kept.at[index]};
  check_group(&group);
  put_u32(out, group.calls);
  for (uint32_t i = 0; i < range.n; i++) {
    VdBuf json = {0};
    vd_verdict_write(&group.verdict[i], &json);
    put_u32(out, (uint32_t)json.len);
    vd_buf_add(out, json.at, json.len);
    vd_buf_done(&json);
  }
  vd_arena_done(&arena);
}

// What is left of a worker's bytes.
typedef struct Bytes {
  const char *at;
  size_t len;
} Bytes;

static bool get_u32(Bytes *in, uint32_t *x) {
  if (in->len < sizeof *x) return false;
  memcpy(x, in->at, sizeof *x);
  in->at += sizeof *x;
  in->len -= sizeof *x;
  return true;
}

static VdVerdict dead_verdict(Work *w, const VdWorkResult *r) {
  const VdOptions *o = w->compare->options;
  VdArena *arena = &w->out->arena;
  VdVerdict v = {.kind = VD_FAILED, .checker = "", .seconds = r->seconds};
  switch (r->status) {
    case VD_WORK_TIMEOUT:
      v.kind = VD_TIMEOUT;
      v.why = vd_arena_printf(arena, "no answer in %g s", o->timeout);
      break;
    case VD_WORK_MEMORY:
      v.kind = VD_UNKNOWN;
      v.why = vd_arena_printf(arena, "memory limit of %zu MB reached",
                              o->memory >> 20);
      break;
    case VD_WORK_CANCELLED:
      v.kind = VD_UNKNOWN;
      v.why = "interrupted";
      break;
    case VD_WORK_BUG:
      v.why = vd_arena_printf(arena, "a bug in veridiff, please report it: %s",
                              r->detail);
      break;
    case VD_WORK_OK:
    case VD_WORK_DIED:
      v.why = vd_arena_printf(arena, "the worker died: %s", r->detail);
      break;
  }
  return v;
}

static bool read_verdict(Work *w, Bytes *in, VdVerdict *v) {
  uint32_t len;
  if (!get_u32(in, &len) || in->len < len) return false;
  bool ok = vd_verdict_read(&w->out->arena, in->at, len, v);
  in->at += len;
  in->len -= len;
  return ok;
}

// What a dead worker kept of its members: the verdicts and whether there are.
static void read_kept(Work *w, int kept, uint32_t n, VdVerdict *v, bool *is) {
  VdBuf text = {0};
  char path[64];
  uint32_t i;
  snprintf(path, sizeof path, "/proc/self/fd/%d", kept);
  if (kept < 0 || !vd_file_read(path, SIZE_MAX, &text)) return;
  Bytes in = {text.at, text.len};
  while (get_u32(&in, &i) && i < n && read_verdict(w, &in, &v[i])) is[i] = true;
  vd_buf_done(&text);
}

static void remember(Work *w, uint32_t p, const VdVerdict *v);

static void done_group(void *context, uint32_t index, const VdWorkResult *r) {
  Work *w = context;
  VdPairRange range = w->group.at[index];
  VdArena arena = {0};
  VdVerdict *v = VD_NEW_ARRAY(&arena, VdVerdict, range.n + 1);
  bool *is = VD_NEW_ARRAY(&arena, bool, range.n + 1);
  Bytes in = {r->bytes, r->len};
  uint32_t calls = 0;
  bool ok = r->status == VD_WORK_OK && get_u32(&in, &calls);
  w->out->solver_calls += calls;
  for (uint32_t i = 0; i < range.n && ok; i++)
    ok = is[i] = read_verdict(w, &in, &v[i]);
  if (!ok) read_kept(w, w->kept.at[index], range.n, v, is);
  for (uint32_t i = 0; i < range.n; i++) {
    uint32_t p = w->member.at[range.first + i];
    if (is[i])
      remember(w, p, &v[i]);
    else
      v[i] = dead_verdict(w, r);
    settle(w, p, &v[i]);
  }
  vd_arena_done(&arena);
}

static void tick(void *context) {
  Work *w = context;
  if (w->compare->progress)
    w->compare->progress(w->compare->context, w->done, w->total, "");
}

static void run_workers(Work *w) {
  const VdOptions *o = w->compare->options;
  VdPool pool = {.jobs = o->jobs,
                 .memory = o->memory,
                 .budget = o->budget,
                 .work = work_group,
                 .done = done_group,
                 .tick = tick,
                 .context = w};
  uint32_t most = 1;
  for (uint32_t i = 0; i < w->group.len; i++) {
    bool alone = w->group.at[i].n == 1;
    if (!alone) most = GROUP_LIMITS;
    vd_push(&w->kept, alone ? -1 : memfd_create("verdicts", MFD_CLOEXEC));
  }
  if (o->timeout > 0) pool.seconds = o->timeout * most + GRACE;
  if (w->group.len) vd_pool_run(&pool, w->group.len);
  for (uint32_t i = 0; i < w->group.len; i++)
    if (w->kept.at[i] >= 0) close(w->kept.at[i]);
  w->group.len = w->member.len = w->kept.len = 0;
}

// ------------------------------------------------------------------- store

// The query in canonical form: what it means, the two functions with all that
// they call, and what a proof rests on, which the canonical form does not show.
static void query_bytes(Work *w, const VdPair *pair, VdBuf *out) {
  const VdOptions *o = w->compare->options;
  vd_buf_printf(out, "veridiff %d\nreals %d\nunroll %u\n", VD_SEMANTICS,
                o->reals, o->unroll);
  for (int k = 0; k < 2; k++)
    vd_ir_canonical(w->plan.module[k], pair->func[k], out);
  const VdModule *const module[2] = {w->plan.module[0], w->plan.module[1]};
  VdArena arena = {0};
  bool need[VD_ASSUMPTIONS] = {false};
  vd_assume_functions(module, pair->func, &arena, need);
  need[VD_ASSUME_PROGRESS] = vd_assume_loops(module, pair->func, &arena);
  for (uint32_t i = 0; i < VD_ASSUMPTIONS; i++)
    vd_buf_char(out, need[i] ? '1' : '0');
  vd_arena_done(&arena);
}

static bool has_store(const Work *w) {
  return w->compare->store && w->compare->options->store != VD_STORE_NONE;
}

// A difference that was kept is shown again before it counts.
static bool replays(Work *w, uint32_t p, VdVerdict *v) {
  if (v->kind != VD_DIFFERENT) return true;
  VdVerdict scratch;
  VdJob job;
  need_terms(w);
  job_init(w, p, &job, &w->out->arena, &scratch);
  VdRunner *runner = vd_runner_new(&job.sides);
  bool shows = v->cex && vd_runner_shows(runner, v->cex, false);
  vd_runner_free(runner);
  return shows;
}

static bool is_definite(const VdVerdict *v) {
  return vd_verdict_is_proof(v->kind) || v->kind == VD_SAME_BOUNDED ||
         v->kind == VD_DIFFERENT;
}

// The record of a pair; false if there is none, or none that can be used.
static bool look_up(Work *w, uint32_t p, VdVerdict *v) {
  VdBuf bytes = {0}, record = {0};
  query_bytes(w, &w->plan.pair.at[p], &bytes);
  VdDigest key = vd_digest_of(bytes.at, bytes.len);
  bool found =
      vd_store_get(w->compare->store, &key, bytes.at, bytes.len, &record) &&
      vd_verdict_read(&w->out->arena, record.at, record.len, v);
  vd_buf_done(&bytes);
  vd_buf_done(&record);
  if (!found) return false;
  // A reproducer that is asked for has to be made anew.
  bool stale = v->kind == VD_DIFFERENT && w->compare->options->emit_test;
  if (is_definite(v) && !stale && replays(w, p, v)) return true;
  vd_verdict_done(v);
  return false;
}

static bool check_store(Work *w, uint32_t p) {
  double start = vd_now();
  VdVerdict v;
  if (!has_store(w)) return false;
  if (!look_up(w, p, &v)) {
    w->out->misses++;
    return false;
  }
  w->out->hits++;
  if (w->compare->options->store == VD_STORE_VERIFY) {
    w->plan.pair.at[p].kept = v.kind;
    vd_verdict_done(&v);
    return false;
  }
  v.from_store = true;
  v.seconds = vd_now() - start;
  settle(w, p, &v);
  return true;
}

static void remember(Work *w, uint32_t p, const VdVerdict *v) {
  if (!has_store(w) || !is_definite(v)) return;
  VdBuf bytes = {0}, record = {0};
  query_bytes(w, &w->plan.pair.at[p], &bytes);
  VdDigest key = vd_digest_of(bytes.at, bytes.len);
  VdVerdict kept = *v;  // a reproducer belongs to this run
  VdCase cex;
  if (v->cex) {
    cex = *v->cex;
    cex.reproducer = "";
    kept.cex = &cex;
  }
  vd_verdict_write(&kept, &record);
  vd_store_put(w->compare->store, &key, bytes.at, bytes.len, record.at,
               record.len);
  vd_buf_done(&bytes);
  vd_buf_done(&record);
}

// ------------------------------------------------------------------- levels

static bool check_here(Work *w, uint32_t p) {
  const VdPair *pair = &w->plan.pair.at[p];
  bool small = size_of(func_of(w, pair, 0)) <= MAX_HERE &&
               size_of(func_of(w, pair, 1)) <= MAX_HERE;
  if (!small) return false;
  VdVerdict verdict;
  VdJob job;
  bool dropped = false;
  need_terms(w);
  double start = vd_now();
  assume_group(w, &p, 1, &dropped);
  job_init(w, p, &job, &w->out->arena, &verdict);
  job.here = true;
  // What is not plain about termination is for a worker to find out.
  bool same = vd_order_here(&job) && verdict.terminates == VD_TERMINATES_ALWAYS;
  verdict.seconds = vd_now() - start;
  if (same) {
    remember(w, p, &verdict);
    settle(w, p, &verdict);
  } else {
    vd_verdict_done(&verdict);
    dropped = true;
    assume_group(w, &p, 1, &dropped);
  }
  return same;
}

// The members of one group on the level: cheap answers now, or to a worker.
static void take_group(Work *w, const uint32_t *member, uint32_t n) {
  VdPairRange range = {.first = w->member.len};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t p = member[i];
    if (w->plan.pair.at[p].skip || check_source(w, p) ||
        check_unsupported(w, p) || check_store(w, p))
      continue;
    if (n == 1 && check_here(w, p)) continue;
    vd_push(&w->member, p);
  }
  range.n = w->member.len - range.first;
  if (range.n) vd_push(&w->group, range);
}

static void run_level(Work *w, uint32_t level, const uint32_t *order) {
  VdPlan *plan = &w->plan;
  for (uint32_t i = 0; i < plan->pair.len;) {
    uint32_t n = 1, group = plan->pair.at[order[i]].group;
    while (i + n < plan->pair.len && plan->pair.at[order[i + n]].group == group)
      n++;
    if (plan->pair.at[order[i]].level == level) take_group(w, order + i, n);
    i += n;
  }
  if (w->group.len) need_terms(w);
  run_workers(w);
}

// Pairs with the members of a group next to each other.
static uint32_t *group_order(const VdPlan *plan) {
  uint32_t *order = vd_alloc(vd_mul(plan->pair.len + 1, sizeof *order));
  uint32_t *start = vd_alloc(vd_mul(plan->groups + 2, sizeof *start));
  for (uint32_t p = 0; p < plan->pair.len; p++)
    start[plan->pair.at[p].group + 1]++;
  for (uint32_t g = 0; g < plan->groups; g++) start[g + 1] += start[g];
  for (uint32_t p = 0; p < plan->pair.len; p++)
    order[start[plan->pair.at[p].group]++] = p;
  vd_free(start);
  return order;
}

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

static void fail_all(Work *w, const char *why) {
  for (uint32_t p = 0; p < w->plan.pair.len; p++) {
    VdVerdict v = {.kind = VD_FAILED, .checker = ""};
    v.why = vd_arena_printf(&w->out->arena,
                            "a bug in veridiff, please report it: %s", why);
    settle(w, p, &v);
  }
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
  w.none_changed = vd_assume_bodies(module[0]) == vd_assume_bodies(module[1]);
  bool unchanged = is_all_unchanged(module[0], module[1]);
  for (int k = 0; k < 2 && !unchanged; k++) {
    const char *why = prepare(module[k], &out->arena);
    if (why) wrong = why;
  }
  vd_plan_init(&w.plan, compare, out);
  if (wrong) fail_all(&w, wrong);
  for (uint32_t p = 0; p < w.plan.pair.len; p++)
    w.total += w.plan.pair.at[p].item != UINT32_MAX && !w.plan.pair.at[p].skip;
  uint32_t *order = group_order(&w.plan);
  for (uint32_t level = 0; level < w.plan.levels && !wrong; level++)
    run_level(&w, level, order);
  vd_free(order);
  vd_sums_free(w.sums[0]);
  vd_sums_free(w.sums[1]);
  vd_terms_free(w.tm);
  vd_vec_done(&w.group);
  vd_vec_done(&w.kept);
  vd_vec_done(&w.member);
  vd_plan_done(&w.plan);
  out->seconds = vd_now() - start;
}
