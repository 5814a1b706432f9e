// Induction: loops and recursion of the two versions related to each other.
//
// A claim says of a function F of the old version and G of the new one: where
// their arguments are in a relation Pre, and both terminate, and F is defined,
// G is defined and results and arguments are in a relation Post. Relations are
// learned from runs (likely.c): which calls of F and G go together is read
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
#include "pair/loop/induct.h"
#include "base/limit.h"
#include "pair/loop/turn.h"
#include "verdict/say.h"

// ----------------------------------------------------------------- the search

// "where Pre: Post", for people.
static void say_relations(VdInduct *in, VdClaim *c, VdBuf *out) {
  VdTerm post = vd_likely_term(&c->post, true);
  if (!vd_term_is_true(in->tm, c->pre_term)) {
    vd_buf_str(out, "where ");
    vd_say_term(in->tm, c->pre_term, out);
    vd_buf_str(out, ": ");
  }
  if (c->never)
    vd_buf_str(out, "does not end");
  else if (vd_term_is_true(in->tm, post))
    vd_buf_str(out, c->has[OLD] && c->has[NEW] ? "the new one is defined"
                                               : "nothing more");
  else
    vd_say_term(in->tm, post, out);
}

static void say_names(const VdInduct *in, const VdClaim *c, VdBuf *out) {
  for (int s = 0; s < 2; s++)
    if (c->has[s])
      vd_buf_printf(out, "%s%s %s", out->len ? ", " : "", s ? "new" : "old",
                    vd_induct_func(in, s, c->func[s])->name);
  if (c->pace.step[OLD] + c->pace.step[NEW] > 2)
    vd_buf_printf(out, ", %u to %u", c->pace.step[OLD], c->pace.step[NEW]);
}

static void say_claim(VdInduct *in, VdClaim *c, double since,
                      const char *what) {
  VdBuf names = {0}, text = {0};
  say_names(in, c, &names);
  say_relations(in, c, &text);
  vd_job_step(in->job, "induction", since, "%s: %s %s", what,
              vd_buf_text(&names), vd_buf_text(&text));
  vd_buf_done(&names);
  vd_buf_done(&text);
}

// Until every claim is inductive, or dropped.
static bool settle_claims(VdInduct *in, const VdGoal *goal) {
  for (bool again = true; again;) {
    again = false;
    VdContext x;
    for (uint32_t k = 0; k <= in->claim.len; k++) {
      VdClaim *c = k ? in->claim.at[k - 1] : NULL;
      if (c && c->dropped) continue;
      VdWeaker found;
      do {
        if (vd_induct_is_over(in) || in->rounds++ > vd_limit->induct_rounds)
          return false;
        if (c)
          vd_context_step(in, c, &x);
        else
          vd_context_goal(in, goal, &x);
        found = vd_weaken_pre(in, &x);
        vd_context_done(&x);
        again |= found == VD_WEAKER;
      } while (found == VD_WEAKER);
    }
    if (again) continue;
    for (uint32_t k = 0; k < in->claim.len && !again; k++) {
      VdClaim *c = in->claim.at[k];
      if (c->dropped) continue;
      if (vd_induct_is_over(in) || in->rounds++ > vd_limit->induct_rounds)
        return false;
      double start = vd_now();
      vd_context_step(in, c, &x);
      VdWeaker found = vd_weaken_post(in, c, &x);
      vd_context_done(&x);
      c->dropped = found == VD_STUCK;
      if (c->dropped && !c->never) say_claim(in, c, start, "cannot show");
      again |= found != VD_STABLE;
    }
  }
  return true;
}

// What is left, asked without any rewriting by the relations.
static bool recheck(VdInduct *in) {
  for (uint32_t k = 0; k < in->claim.len; k++) {
    VdContext x;
    VdClaim *c = in->claim.at[k];
    if (c->dropped) continue;
    vd_context_step(in, c, &x);
    VdAnswer answer = vd_induct_query(in, vd_context_question(in, c, &x));
    vd_context_done(&x);
    if (answer != VD_ANSWER_UNSAT) return false;
  }
  return true;
}

static VdTerm goal_question(VdInduct *in, const VdGoal *was, VdContext *x) {
  VdGoal goal = *was;
  for (int s = 0; s < 2; s++) {
    const VdTermVec *t = &x->unfold.term[s];
    goal.result[s].at = t->at;
    goal.halt[s] = t->at[was->result[s].len];
    goal.defined[s] = t->at[was->result[s].len + 1];
  }
  VdTerm q = vd_goal_difference(in->job, &goal);
  return vd_mk_and(in->tm, q, vd_context_instances(in, x));
}

static bool ask_goal(VdInduct *in, const VdGoal *goal) {
  VdContext x;
  vd_context_goal(in, goal, &x);
  VdTerm q = goal_question(in, goal, &x);
  vd_context_done(&x);
  return vd_induct_query(in, q) == VD_ANSWER_UNSAT;
}

static void note_claims(VdInduct *in) {
  for (uint32_t k = 0; k < in->claim.len; k++) {
    VdBuf names = {0}, text = {0};
    VdClaim *c = in->claim.at[k];
    if (c->dropped) continue;
    say_names(in, c, &names);
    say_relations(in, c, &text);
    vd_job_note(in->job, VD_NOTE_INVARIANT, "%s: %s", vd_buf_text(&names),
                vd_buf_text(&text));
    vd_buf_done(&names);
    vd_buf_done(&text);
  }
}

static void forget_claims(VdInduct *in) {
  for (uint32_t i = 0; i < in->claim.len; i++) vd_claim_done(in->claim.at[i]);
  in->claim.len = 0;
  in->rounds = 0;
}

// Functions that runs went through, by side.
typedef VD_VEC(uint32_t) Funcs;

static void called_funcs(VdInduct *in, int side, Funcs *out) {
  const VdModule *m = in->job->sides.module[side];
  for (uint32_t f = 0; f < m->func.len; f++)
    if (in->job->sides.module[side]->func.at[f]->recursive &&
        vd_induct_is_called(in, side, f))
      vd_push(out, f);
}

// How claims are looked for.
typedef struct Way {
  bool crossed;  // functions that come in another place too
  bool rich, ranges, loose, poly;
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

// For a loop against none.
static const Way single_ways[] = {
    {.depth = 1, .rich = true, .poly = true},
    {.depth = 2, .rich = true},
    {.depth = 2, .rich = true, .poly = true},
};

// After the last iteration of a loop that runs from its end, the loop itself is
// called, to be left: that is one call more to open.
static const Way turned_ways[] = {
    {.depth = 2},
    {.depth = 2, .nth = 1},
};

// Where unknowns are multiplied.
static const Way product_ways[] = {
    {.depth = 1, .poly = true},
    {.depth = 1, .rich = true, .poly = true},
};

static const Way cut_ways[] = {
    {.depth = 1, .crossed = true},
    {.depth = 1, .crossed = true, .loose = true},
    {.depth = 2, .crossed = true, .loose = true},
    {.depth = 4, .crossed = true},
};

// Claims for all functions that keep some pace with each other. False if there
// are none of that way.
static bool make_claims(VdInduct *in, const Way *way) {
  bool any = false;
  Funcs func[2] = {{0}, {0}};
  called_funcs(in, OLD, &func[OLD]);
  called_funcs(in, NEW, &func[NEW]);
  bool even = func[OLD].len == func[NEW].len;
  for (int s = 0; s < 2; s++)
    for (uint32_t f = 0; f < in->job->sides.module[s]->func.len; f++)
      if (in->job->sides.module[s]->func.at[f]->recursive && in->endless.len &&
          in->claim.len < vd_limit->induct_claims / 2)
        any |= in->poly ? vd_claim_add_edges(in, s, f)
                        : vd_claim_add_never(in, s, f, false) &&
                              vd_claim_add_never(in, s, f, true);
  for (int s = 0; s < 2 && in->rich; s++)
    for (uint32_t i = 0;
         i < func[s].len && in->claim.len < vd_limit->induct_claims / 2; i++)
      any |= vd_claim_add(in, s ? UINT32_MAX : func[s].at[i],
                          s ? func[s].at[i] : UINT32_MAX, 0);
  for (uint32_t i = 0; i < func[OLD].len; i++)
    for (uint32_t k = 0; k < func[NEW].len; k++) {
      if (in->claim.len >= vd_limit->induct_claims || vd_induct_is_over(in))
        break;
      if (even && i != k && !way->crossed) continue;
      if (way->loose) {
        any |= vd_claim_add_best(in, func[OLD].at[i], func[NEW].at[k]);
        continue;
      }
      if (vd_claim_add(in, func[OLD].at[i], func[NEW].at[k], way->nth))
        any = true;
      else if (way->nth)
        vd_claim_add(in, func[OLD].at[i], func[NEW].at[k], 0);
    }
  if (way->crossed && !in->cut && (!even || func[OLD].len < 2)) any = false;
  vd_vec_done(&func[OLD]);
  vd_vec_done(&func[NEW]);
  return any;
}

static bool look_for_claims(VdInduct *in, const VdGoal *goal, const Way *way) {
  double start = vd_now();
  double learning = vd_work();
  if (!in->ran) vd_induct_runs(in);
  in->ran = true;
  in->searched = vd_work() - learning;
  if (!in->run.len && !in->endless.len) return false;
  if (!make_claims(in, way)) return false;
  double begun = vd_work();
  bool settled = settle_claims(in, goal);
  in->searched += vd_work() - begun;
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
  return proved;
}

static bool attempt(VdInduct *in, const VdGoal *goal, const Way *way) {
  VdTrail *trail = in->job->trail;
  VdAttempt a;
  in->rich = way->rich;
  in->ranges = way->ranges;
  in->poly = way->poly;
  in->depth = way->depth;
  if (!vd_trail_begin(trail, &a)) return false;
  bool taken = vd_claims_take(in);
  if (!taken) forget_claims(in);
  bool proved = taken ? ask_goal(in, goal) && recheck(in)
                      : look_for_claims(in, goal, way);
  if (proved && !taken && vd_claims_put(in)) trail->wasted += in->searched;
  forget_claims(in);
  return vd_trail_end(trail, &a, proved);
}

// While the pair is proved by plain induction, its two functions are one
// symbol. Here they are two.
static uint32_t part_pair(VdJob *job) {
  uint32_t symbol = vd_sums_symbol(job->sides.sums[OLD], job->sides.func[OLD]);
  if (vd_digest_eq(&vd_job_func(job, OLD)->digest,
                   &vd_job_func(job, NEW)->digest) ||
      symbol != vd_sums_symbol(job->sides.sums[NEW], job->sides.func[NEW]))
    return 0;
  for (int s = 0; s < 2; s++) {
    vd_sums_reset_symbol(job->sides.sums[s], job->sides.func[s]);
    vd_summary_forget(job->sides.sums[s], job->sides.func[s]);
  }
  return symbol;
}

static void join_pair(VdJob *job, uint32_t symbol) {
  for (int s = 0; s < 2 && symbol; s++) {
    vd_sums_set_symbol(job->sides.sums[s], job->sides.func[s], symbol);
    vd_summary_forget(job->sides.sums[s], job->sides.func[s]);
  }
}

static void induct_done(VdInduct *in) {
  for (uint32_t i = 0; i < in->run.len; i++)
    for (int s = 0; s < 2; s++) vd_call_log_done(&in->run.at[i].side[s]);
  for (uint32_t i = 0; i < in->endless.len; i++)
    for (int s = 0; s < 2; s++) vd_call_log_done(&in->endless.at[i].side[s]);
  vd_vec_done(&in->run);
  vd_vec_done(&in->endless);
  vd_vec_done(&in->claim);
  vd_arena_done(&in->arena);
}

static bool induct_on(VdJob *job, VdRunner *runner, const Way *way, size_t n,
                      double seconds, bool cut) {
  VdInduct in = {.job = job, .tm = job->sides.tm, .runner = runner, .cut = cut};
  VdGoal goal;
  VdAttempt a;
  bool proved = false;
  in.deadline = vd_work() + seconds;
  if (!vd_trail_begin(job->trail, &a)) return false;
  if (vd_goal_init_calls(job, &goal))
    for (size_t k = 0; k < n && !proved && !vd_induct_is_over(&in); k++)
      proved = attempt(&in, &goal, &way[k]);
  vd_goal_done(&goal);
  induct_done(&in);
  return vd_trail_end(job->trail, &a, proved);
}

// ------------------------------------------------------------------ cut form

// One version of the pair with its function in cut form. What was proved of
// its callees holds on.
static void keep_risks(const VdJob *job, int side, VdModule *m) {
  for (uint32_t i = 0; i < job->sides.module[side]->func.len; i++)
    if (i != job->sides.func[side])
      m->func.at[i]->may_be_undefined =
          job->sides.module[side]->func.at[i]->may_be_undefined;
}

VdModule *vd_cut_module(const VdJob *job, int side) {
  VdModule *m = vd_module_copy(job->sides.module[side]);
  vd_ir_cut(m, job->sides.func[side]);
  vd_ir_hash(m);
  keep_risks(job, side, m);
  return m;
}

VdSums *vd_cut_sums(const VdJob *job, int side, const VdModule *m) {
  VdSums *sums = vd_sums_new(job->sides.tm, m);
  for (uint32_t i = 0; i < job->sides.module[side]->func.len; i++)
    if (i != job->sides.func[side])
      vd_sums_set_symbol(sums, i, vd_sums_symbol(job->sides.sums[side], i));
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
    loops.m = job->sides.module[s];
    vd_ir_each(loops.m, job->sides.func[s], note_loop, &loops);
  }
  return loops.any;
}

typedef struct Products {
  VdMap constant;  // values: function and number
  bool any;
} Products;

static void note_product(void *context, uint32_t func, const VdInst *inst) {
  Products *p = context;
  uint32_t unknown = 0;
  if (inst->kind == VD_INST_CONST)
    *vd_map_put(&p->constant, (uint64_t)func << 32 | inst->first.id) = 1;
  for (uint32_t i = 0; i < inst->args && inst->kind == VD_INST_OP; i++)
    unknown +=
        !vd_map_get(&p->constant, (uint64_t)func << 32 | inst->arg[i].id);
  p->any |= inst->kind == VD_INST_OP && inst->op == VD_OP_BVMUL &&
            unknown > 1 && inst->args;
}

// Whether the functions multiply words.
static bool has_products(const VdJob *job) {
  bool any = false;
  for (int s = 0; s < 2; s++) {
    Products p = {0};
    vd_ir_each(job->sides.module[s], job->sides.func[s], note_product, &p);
    any |= p.any;
    vd_map_done(&p.constant);
  }
  return any;
}

// The same with loops that take with them what comes after them: then a loop
// may go on in another one, or in code that follows it.
static bool induct_cut(VdJob *job, double seconds) {
  VdJob cut = *job;
  VdModule *module[2];
  bool proved = false;
  for (int s = 0; s < 2; s++) {
    module[s] = vd_cut_module(job, s);
    cut.sides.module[s] = module[s];
    cut.sides.sums[s] = vd_cut_sums(job, s, module[s]);
  }
  VdRunner *runner = vd_runner_new(&cut.sides);
  vd_job_step(job, "induction", vd_now(), "loops with what comes after them");
  proved = induct_on(&cut, runner, cut_ways, VD_COUNT(cut_ways), seconds, true);
  job->solver_calls = cut.solver_calls;
  vd_runner_free(runner);
  for (int s = 0; s < 2; s++) {
    vd_sums_free(cut.sides.sums[s]);
    vd_module_free(module[s]);
  }
  return proved;
}

// The same with loops of the old version that run from their end.
static bool induct_turned(VdJob *job, VdRunner *runner, double seconds) {
  VdInduct in = {.job = job, .tm = job->sides.tm, .runner = runner};
  VdJob turned = *job;
  bool proved = false;
  double start = vd_now(), end = vd_work() + seconds;
  in.deadline = end;
  vd_induct_runs(&in);
  VdModule *m = vd_turn_loops(&in);
  induct_done(&in);
  turned.solver_calls = job->solver_calls;
  if (!m) return false;
  vd_job_step(job, "induction", start,
              "loops of the old version, run from their end");
  keep_risks(job, OLD, m);
  turned.sides.module[OLD] = m;
  turned.sides.sums[OLD] = vd_cut_sums(job, OLD, m);
  VdRunner *own = vd_runner_new(&turned.sides);
  proved = induct_on(&turned, own, turned_ways, VD_COUNT(turned_ways),
                     end - vd_work(), false);
  job->solver_calls = turned.solver_calls;
  vd_runner_free(own);
  vd_sums_free(turned.sides.sums[OLD]);
  vd_module_free(m);
  return proved;
}

static bool try_turned(VdJob *job, VdRunner *runner, double seconds) {
  VdAttempt a;
  return vd_trail_begin(job->trail, &a) &&
         vd_trail_end(job->trail, &a, induct_turned(job, runner, seconds));
}

// All ways, by the runs of one seed.
static bool induct_by_seed(VdJob *job, VdRunner *runner, double seconds) {
  bool both = vd_may_run_forever(job, OLD) && vd_may_run_forever(job, NEW);
  bool proved = both
                    ? induct_on(job, runner, ways, PLAIN_WAYS,
                                seconds * vd_limit->induct_plain_share, false)
                    : induct_on(job, runner, single_ways, VD_COUNT(single_ways),
                                seconds * vd_limit->induct_single_share, false);
  if (!proved && both && has_products(job))
    proved = induct_on(job, runner, product_ways, VD_COUNT(product_ways),
                       seconds * vd_limit->induct_products_share, false);
  if (!proved && both)
    proved = try_turned(job, runner, seconds * vd_limit->induct_turned_share);
  if (!proved && has_loops(job))
    proved = induct_cut(job, seconds * vd_limit->induct_cut_share);
  if (!proved)
    proved =
        induct_on(job, runner, ways + PLAIN_WAYS, VD_COUNT(ways) - PLAIN_WAYS,
                  seconds * vd_limit->induct_rich_share, false);
  return proved;
}

// What is learned hangs on which runs were made. Where that was not enough and
// cost little, other runs are tried.
bool vd_induct(VdJob *job, VdRunner *runner) {
  if (job->loop) return false;  // its function says how it is called
  double left = vd_budget_left(&job->budget), begun = vd_work();
  double seconds =
      left < 1e9 ? left * vd_limit->induct_share : vd_limit->induct_most;
  uint64_t seed = job->sides.seed;
  uint32_t symbol = part_pair(job);
  bool proved = false;
  for (uint32_t n = 0; n < vd_limit->induct_seeds && !proved; n++) {
    VdAttempt a;
    double spent = vd_work() - begun;
    if (n && spent > seconds * vd_limit->induct_again_share) break;
    job->sides.seed = seed + n;
    proved = vd_trail_begin(job->trail, &a) &&
             vd_trail_end(job->trail, &a,
                          induct_by_seed(job, runner, seconds - spent));
  }
  job->sides.seed = seed;
  join_pair(job, symbol);
  return proved;
}
