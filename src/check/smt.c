// The smt checker: calls and loops abstracted, opened one kind after another
// only where the answer needs it, and in the end unrolled.
//
// With everything abstract, unsat means same. Sat is only a hint: its inputs
// are run, and count if they show a difference. Otherwise applications that
// only one side has are opened, then shared ones, as long as there is something
// to open. What is left are loops and recursion: they are opened up to the
// bound, the rest is cut off, and the verdict says so, unless nothing was cut.
#include "check/check_impl.h"

enum {
  MAX_OPEN_ROUNDS = 12,
  MAX_NODES = 400000,  // of a goal while it is opened
};

typedef struct Smt {
  VdJob *job;
  VdRunner *runner;
  VdGoal goal;
  const char *gave_up;  // the solver's reason, of the last unknown
  bool refused;         // the real code contradicted a difference
} Smt;

// ------------------------------------------------------------------- goals

static void goal_terms(const VdGoal *goal, VdTermVec *out) {
  for (int k = 0; k < 2; k++) {
    vd_push(out, goal->defined[k]);
    vd_push(out, goal->halt[k]);
    for (uint32_t i = 0; i < goal->result[k].len; i++)
      vd_push(out, goal->result[k].at[i]);
  }
}

static void goal_subst_side(Smt *s, int k, const VdMap *map) {
  VdTerms *tm = s->job->tm;
  VdGoal *g = &s->goal;
  g->defined[k] = vd_term_subst(tm, g->defined[k], map);
  g->halt[k] = vd_term_subst(tm, g->halt[k], map);
  for (uint32_t i = 0; i < g->result[k].len; i++)
    g->result[k].at[i] = vd_term_subst(tm, g->result[k].at[i], map);
}

static void reach_side(const Smt *s, int k, VdTermVec *out) {
  VdTermVec roots = {0};
  vd_push(&roots, s->goal.defined[k]);
  vd_push(&roots, s->goal.halt[k]);
  for (uint32_t i = 0; i < s->goal.result[k].len; i++)
    vd_push(&roots, s->goal.result[k].at[i]);
  vd_terms_reach(s->job->tm, roots.at, roots.len, out);
  vd_vec_done(&roots);
}

static bool is_internal(const Smt *s, VdTerm t) {
  return vd_term_op(s->job->tm, t) == VD_OP_APP &&
         vd_fun_get(s->job->tm, vd_term_fun(s->job->tm, t))->kind ==
             VD_FUN_INTERNAL;
}

// The side whose function a symbol is, preferring the side it is used on.
static int side_of(const Smt *s, uint32_t symbol, int used_on) {
  if (vd_sums_func(s->job->sums[used_on], symbol) != UINT32_MAX) return used_on;
  if (vd_sums_func(s->job->sums[!used_on], symbol) != UINT32_MAX)
    return !used_on;
  return -1;
}

static bool is_recursive(const Smt *s, uint32_t symbol, int side) {
  uint32_t f = vd_sums_func(s->job->sums[side], symbol);
  return s->job->recursive[side][f];
}

typedef enum What { UNSHARED, SHARED, RECURSIVE } What;

// Marks the symbols used on each side: bit 0 old, bit 1 new.
static void note_symbols(const Smt *s, VdMap *used) {
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    reach_side(s, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++)
      if (is_internal(s, nodes.at[i]))
        *vd_map_put(used, vd_term_fun(s->job->tm, nodes.at[i])) |= 1u << k;
    vd_vec_done(&nodes);
  }
}

static bool is_wanted(const Smt *s, What what, const VdMap *used,
                      uint32_t symbol, int side) {
  if (is_recursive(s, symbol, side)) return what == RECURSIVE;
  bool shared = *vd_map_get(used, symbol) == 3;
  return what == (shared ? SHARED : UNSHARED);
}

// Opens every wanted application on one side once. How many there were.
static uint32_t open_side(Smt *s, int k, What what, const VdMap *used,
                          VdMap *names) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  uint32_t n = 0;
  reach_side(s, k, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (!is_internal(s, t)) continue;
    uint32_t symbol = vd_term_fun(s->job->tm, t);
    int side = side_of(s, symbol, k);
    if (side < 0 || !is_wanted(s, what, used, symbol, side)) continue;
    // Arguments may hold applications that are opened too: by now they are.
    VdTerm app = t, body;
    uint32_t args = vd_term_args(s->job->tm, t);
    VdTerm *arg = VD_NEW_ARRAY(s->job->arena, VdTerm, args + 1);
    for (uint32_t j = 0; j < args; j++)
      arg[j] = vd_term_subst(s->job->tm, vd_term_arg(s->job->tm, t, j), &map);
    app =
        vd_mk_app(s->job->tm, symbol, vd_term_result(s->job->tm, t), arg, args);
    body = vd_summary_open(s->job->sums[side], app);
    if (vd_term_is_none(body)) continue;
    *vd_map_put(&map, t.id) = body.id;
    *vd_map_put(names, symbol) = 1;
    n++;
    if (vd_terms_count(s->job->tm) > MAX_NODES * 4u) break;
  }
  if (n) goal_subst_side(s, k, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return n;
}

static void say_opened(Smt *s, double start, const VdMap *names, uint32_t n) {
  VdBuf text = {0};
  for (uint32_t symbol = 1, shown = 0; names->len && shown < 8; symbol++) {
    if (vd_map_get(names, symbol)) {
      vd_buf_printf(&text, "%s%s", text.len ? ", " : "",
                    vd_fun_get(s->job->tm, symbol)->name);
      if (++shown == names->len) break;
    }
  }
  vd_job_step(s->job, "refine", start, "opened %u application%s of %s", n,
              n == 1 ? "" : "s", vd_buf_text(&text));
  vd_buf_done(&text);
}

static uint32_t open_all(Smt *s, What what) {
  VdMap used = {0}, names = {0};
  double start = vd_now();
  note_symbols(s, &used);
  uint32_t n = open_side(s, OLD, what, &used, &names);
  n += open_side(s, NEW, what, &used, &names);
  if (n) say_opened(s, start, &names, n);
  vd_map_done(&used);
  vd_map_done(&names);
  return n;
}

static bool has_recursion(const Smt *s) {
  bool found = false;
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    reach_side(s, k, &nodes);
    for (uint32_t i = 0; i < nodes.len && !found; i++) {
      if (!is_internal(s, nodes.at[i])) continue;
      uint32_t symbol = vd_term_fun(s->job->tm, nodes.at[i]);
      int side = side_of(s, symbol, k);
      found = side >= 0 && is_recursive(s, symbol, side);
    }
    vd_vec_done(&nodes);
  }
  return found;
}

static bool too_big(const Smt *s) {
  VdTermVec roots = {0}, nodes = {0};
  goal_terms(&s->goal, &roots);
  vd_terms_reach(s->job->tm, roots.at, roots.len, &nodes);
  bool big = nodes.len > MAX_NODES;
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
  return big;
}

// -------------------------------------------------- from a model to an input

typedef struct Watch {
  VdTermVec term;
  VD_VEC(VdTerm) load;  // loads; watched are address, what is there at the
  uint32_t first_load;  // start, and the load: term[first_load + 3 i], + 1, + 2
  VD_VEC(VdTerm) app;   // applications of externals
  uint32_t first_app;
  VD_VEC(VdTerm) addr;
  uint32_t first_addr;
} Watch;

static bool can_watch(VdSort sort) {
  return sort.kind == VD_SORT_BOOL || sort.kind == VD_SORT_BV ||
         sort.kind == VD_SORT_FLOAT;
}

static bool is_external(VdTerms *tm, VdTerm t) {
  VdSort sort = vd_term_sort(tm, t);
  return vd_term_op(tm, t) == VD_OP_APP &&
         (can_watch(sort) || vd_sort_is_mem(sort)) &&
         vd_fun_get(tm, vd_term_fun(tm, t))->kind == VD_FUN_IMPURE;
}

static void watch_app(VdTerms *tm, Watch *w, VdTerm app) {
  if (can_watch(vd_term_sort(tm, app))) vd_push(&w->term, app);
  for (uint32_t i = 0; i < vd_term_args(tm, app); i++) {
    VdTerm a = vd_term_arg(tm, app, i);
    if (can_watch(vd_term_sort(tm, a))) vd_push(&w->term, a);
  }
}

static void watch_init(const Smt *s, VdTerm question, Watch *w) {
  VdTerms *tm = s->job->tm;
  const VdFunc *f = vd_job_func(s->job, OLD);
  VdTermVec nodes = {0};
  VdTerm mem = vd_summary_state(tm, VD_ROLE_MEM);
  memset(w, 0, sizeof *w);
  for (uint32_t i = 0; i < f->params; i++)
    if (vd_param_is_input(&f->param[i]))
      vd_push(&w->term, vd_summary_param(tm, f, i));
  vd_terms_reach(tm, &question, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (vd_term_op(tm, t) == VD_OP_LOAD) vd_push(&w->load, t);
    if (vd_term_op(tm, t) == VD_OP_ADDR) vd_push(&w->addr, t);
    if (is_external(tm, t)) vd_push(&w->app, t);
  }
  vd_vec_done(&nodes);
  w->first_load = w->term.len;
  for (uint32_t i = 0; i < w->load.len; i++) {
    VdTerm addr = vd_term_arg(tm, w->load.at[i], 1);
    vd_push(&w->term, addr);
    vd_push(&w->term, vd_mk_load(tm, mem, addr,
                                 (uint32_t)vd_term_imm(tm, w->load.at[i])));
    vd_push(&w->term, w->load.at[i]);
  }
  w->first_addr = w->term.len;
  for (uint32_t i = 0; i < w->addr.len; i++) vd_push(&w->term, w->addr.at[i]);
  w->first_app = w->term.len;
  for (uint32_t i = 0; i < w->app.len; i++) watch_app(tm, w, w->app.at[i]);
}

static void watch_done(Watch *w) {
  vd_vec_done(&w->term);
  vd_vec_done(&w->load);
  vd_vec_done(&w->app);
  vd_vec_done(&w->addr);
}

// The solver puts objects where it likes; runs have them at fixed places.
static uint64_t relocate(const Smt *s, const Watch *w, const VdReply *reply,
                         uint64_t v) {
  VdTerms *tm = s->job->tm;
  for (uint32_t i = 0; i < w->addr.len; i++) {
    uint32_t object = vd_term_object(tm, w->addr.at[i]);
    uint64_t at = reply->watch[w->first_addr + i].bits;
    uint64_t size = vd_object_get(tm, object)->size;
    if (v - at <= size) return vd_runner_object(s->runner, object) + (v - at);
  }
  return v;
}

static VdValue relocated(const Smt *s, const Watch *w, const VdReply *reply,
                         VdValue v) {
  if (v.sort.kind == VD_SORT_BV && v.sort.a == 64)
    v.bits = relocate(s, w, reply, v.bits);
  return v;
}

// The i-th load as bytes at an address: what is there at the start (which 1),
// or what the load gives (which 2).
static VdCell cell_of(const Smt *s, const Watch *w, const VdReply *reply,
                      uint32_t i, uint32_t which) {
  uint32_t at = w->first_load + 3 * i;
  VdValue word = relocated(s, w, reply, reply->watch[at + which]);
  uint32_t n = word.sort.a / 8;
  VdCell cell = {.addr = relocate(s, w, reply, reply->watch[at].bits),
                 .len = n,
                 .bytes = vd_arena_alloc(s->job->arena, n)};
  for (uint32_t k = 0; k < n; k++)
    cell.bytes[k] = (uint8_t)(vd_value_limb(&word, k / 8) >> (k % 8 * 8));
  return cell;
}

static void add_cells(const Smt *s, const Watch *w, const VdReply *reply,
                      VdCase *input) {
  for (uint32_t i = 0; i < w->load.len; i++)
    vd_push(&input->memory, cell_of(s, w, reply, i, 1));
}

// The event of a call: applications of one function to the same arguments are
// one call, whichever result they take.
static VdEvent *event_of(const Smt *s, const Watch *w, const VdReply *reply,
                         VdTerm app, uint32_t at, VdMap *known, VdCase *input) {
  VdTerms *tm = s->job->tm;
  uint32_t n = vd_term_args(tm, app);
  uint64_t key = vd_term_fun(tm, app);
  for (uint32_t i = 0; i < n; i++)
    key = vd_hash_mix(key, vd_term_arg(tm, app, i).id);
  uint64_t *slot = vd_map_put(known, key);
  if (*slot) return &input->old_outcome.event.at[*slot - 1];
  VdEvent event = {.link = vd_fun_get(tm, vd_term_fun(tm, app))->name};
  event.arg = VD_NEW_ARRAY(s->job->arena, VdValue, n + 1);
  event.result = VD_NEW_ARRAY(s->job->arena, VdValue, 1);
  for (uint32_t k = 0; k < n; k++)
    if (can_watch(vd_term_sort(tm, vd_term_arg(tm, app, k))))
      event.arg[event.args++] = relocated(s, w, reply, reply->watch[at++]);
  vd_push(&input->old_outcome.event, event);
  *slot = input->old_outcome.event.len;
  return &input->old_outcome.event.at[*slot - 1];
}

static uint32_t watched_args(VdTerms *tm, VdTerm app) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < vd_term_args(tm, app); i++)
    n += can_watch(vd_term_sort(tm, vd_term_arg(tm, app, i)));
  return n;
}

// What the outside wrote: what is loaded from the memory that a call left.
static void add_writes(const Smt *s, const Watch *w, const VdReply *reply,
                       VdTerm app, VdEvent *event) {
  VdTerms *tm = s->job->tm;
  for (uint32_t i = 0; i < w->load.len; i++) {
    if (!vd_term_eq(vd_term_arg(tm, w->load.at[i], 0), app)) continue;
    VdCell cell = cell_of(s, w, reply, i, 2);
    vd_push(&event->writes, cell);
  }
}

// What the outside answers and writes, by name and arguments.
static void add_events(const Smt *s, const Watch *w, const VdReply *reply,
                       VdCase *input) {
  VdTerms *tm = s->job->tm;
  VdMap known = {0};
  uint32_t at = w->first_app;
  for (uint32_t i = 0; i < w->app.len; i++) {
    VdTerm app = w->app.at[i];
    bool value = can_watch(vd_term_sort(tm, app));
    VdEvent *event = event_of(s, w, reply, app, at + value, &known, input);
    if (value && !event->results)
      event->result[event->results++] =
          relocated(s, w, reply, reply->watch[at]);
    if (!value) add_writes(s, w, reply, app, event);
    at += value + watched_args(tm, app);
  }
  vd_map_done(&known);
}

static VdCase *input_of(const Smt *s, const Watch *w, const VdReply *reply) {
  VdCase *input = vd_case_new(s->job, s->job->arena);
  for (uint32_t i = 0; i < input->params; i++)
    input->param[i] = relocated(s, w, reply, reply->watch[i]);
  add_cells(s, w, reply, input);
  add_events(s, w, reply, input);
  return input;
}

// --------------------------------------------------------------- questions

typedef enum Result { NOTHING, SETTLED, PROVED } Result;

static Result try_model(Smt *s, const Watch *w, const VdReply *reply,
                        double start) {
  VdCase *input = input_of(s, w, reply);
  bool shows = vd_runner_shows(s->runner, input, false);
  vd_job_step(s->job, "smt", start,
              shows ? "an input that shows a difference"
                    : "a hint that does not replay");
  if (!shows || s->refused) return NOTHING;
  if (vd_settle_different(s->job, s->runner, "smt", input)) return SETTLED;
  s->refused = true;
  return NOTHING;
}

// A program that was named on the command line may lie: its unsat counts only
// if Z3 does not find a model. Where Z3 gives up, the verdict says whose word
// it rests on.
static bool confirmed(Smt *s, const VdQuery *query, const VdBudget *budget) {
  VdJob *job = s->job;
  VdSolver z3 = {.memory = job->options->solver.memory};
  VdReply reply;
  if (!job->options->solver.program) return true;
  vd_solve(&z3, job->tm, query, budget, job->arena, &reply);
  if (reply.answer == VD_ANSWER_UNKNOWN)
    vd_verdict_assume(job->arena, job->verdict,
                      "the solver program answers correctly");
  if (reply.answer != VD_ANSWER_SAT) return true;
  s->gave_up = "the solver program says no difference, Z3 finds one";
  return false;
}

static Result ask(Smt *s, VdTerm question) {
  VdJob *job = s->job;
  double start = vd_now(), left = vd_budget_left(&job->budget);
  VdReply reply;
  Watch w;
  Result result = NOTHING;
  if (vd_terms_error(job->tm)) {
    s->gave_up = vd_terms_error(job->tm);
    return NOTHING;
  }
  if (vd_term_is_false(job->tm, question)) {
    vd_job_step(job, "smt", start, "the terms are the same");
    return PROVED;
  }
  watch_init(s, question, &w);
  VdQuery query = {.asserts = &question,
                   .n = 1,
                   .watch = w.term.at,
                   .watches = w.term.len,
                   .reals = job->options->reals};
  VdBudget budget = vd_budget_cut(&job->budget, left / 2 > 1 ? left / 2 : 1);
  job->solver_calls++;
  vd_solve(&job->options->solver, job->tm, &query, &budget, job->arena, &reply);
  if (reply.answer == VD_ANSWER_UNSAT) {
    bool counts = confirmed(s, &query, &budget);
    vd_job_step(job, "smt", start, "%s",
                counts ? "no input shows a difference" : s->gave_up);
    if (counts) result = PROVED;
  } else if (reply.answer == VD_ANSWER_SAT) {
    result = try_model(s, &w, &reply, start);
  } else {
    s->gave_up = vd_arena_str(job->arena, reply.reason);
    vd_job_step(job, "smt", start, "gave up: %s", reply.reason);
  }
  watch_done(&w);
  return result;
}

// The same without arrays: cheap, but only a proof counts.
static Result ask_words(Smt *s, double seconds) {
  VdJob *job = s->job;
  double start = vd_now();
  VdTermVec asserts = {0}, side[2] = {{0}, {0}};
  VdReply reply;
  VdTerm question = vd_goal_difference(job, &s->goal);
  if (vd_term_is_false(job->tm, question)) return ask(s, question);
  for (int k = 0; k < 2; k++) {
    vd_push(&side[k], s->goal.defined[k]);
    vd_push(&side[k], s->goal.halt[k]);
    for (uint32_t i = 0; i < s->goal.result[k].len; i++)
      vd_push(&side[k], s->goal.result[k].at[i]);
  }
  vd_words(job->tm, question, side, &asserts);
  VdQuery query = {.asserts = asserts.at,
                   .n = asserts.len,
                   .reals = job->options->reals,
                   .words = true};
  VdBudget budget = vd_budget_cut(&job->budget, seconds);
  bool proved = false;
  if (!vd_terms_error(job->tm)) {
    job->solver_calls++;
    vd_solve(&job->options->solver, job->tm, &query, &budget, job->arena,
             &reply);
    proved = reply.answer == VD_ANSWER_UNSAT && confirmed(s, &query, &budget);
    vd_job_step(job, "words", start, "%s",
                proved ? "no input shows a difference"
                : reply.answer == VD_ANSWER_UNKNOWN ? reply.reason
                                                    : "no proof");
  }
  for (int k = 0; k < 2; k++) vd_vec_done(&side[k]);
  vd_vec_done(&asserts);
  return proved ? PROVED : NOTHING;
}

static Result ask_goal(Smt *s) {
  return ask(s, vd_goal_difference(s->job, &s->goal));
}

// ------------------------------------------------------------------ bounded

static VdTerm cut_defined(const Smt *s, int k, bool value) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  VdTerms *tm = s->job->tm;
  vd_terms_reach(tm, &s->goal.defined[k], 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (!is_internal(s, t)) continue;
    uint32_t symbol = vd_term_fun(tm, t);
    int side = side_of(s, symbol, k);
    if (side < 0 || !is_recursive(s, symbol, side)) continue;
    if (vd_term_result(tm, t) == vd_fun_get(tm, symbol)->results - 1)
      *vd_map_put(&map, t.id) = vd_mk_bool(tm, value).id;
  }
  VdTerm t = vd_term_subst(tm, s->goal.defined[k], &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return t;
}

// The question for inputs on which nothing that was cut off is reached. Every
// recursive function has a result "is defined" (vd_ir_hash), and it is part of
// `defined` exactly where the call is made: false there means "reached".
static VdTerm bounded_question(Smt *s) {
  VdTerms *tm = s->job->tm;
  VdTerm inside = vd_goal_inside(tm, cut_defined(s, OLD, false));
  VdTerm fine = cut_defined(s, NEW, true),
         short_of = cut_defined(s, NEW, false);
  VdTerm was = s->goal.defined[NEW], old_was = s->goal.defined[OLD];
  s->goal.defined[OLD] = inside;
  s->goal.defined[NEW] = vd_mk_bool(tm, true);
  VdTerm differ = vd_goal_difference(s->job, &s->goal);
  s->goal.defined[NEW] = was;
  s->goal.defined[OLD] = old_was;
  VdTerm undefined = vd_mk_and(tm, inside, vd_mk_not(tm, fine));
  return vd_mk_or(tm, undefined, vd_mk_and(tm, short_of, differ));
}

// One step: what only one side has, else what both have. False if nothing.
static bool open_more(Smt *s) {
  if (vd_budget_over(&s->job->budget) || too_big(s)) return false;
  return open_all(s, UNSHARED) || open_all(s, SHARED);
}

// Opened k times, a loop is followed through k tests of its condition: k - 1
// iterations and the way out.
static Result unroll(Smt *s, uint32_t *bound) {
  uint32_t most = s->job->options->unroll;
  *bound = 0;
  for (uint32_t k = 0; k <= most; k++) {
    if (vd_budget_over(&s->job->budget) || too_big(s)) break;
    open_all(s, RECURSIVE);
    while (open_more(s)) continue;
    if (!has_recursion(s)) return ask_goal(s);  // nothing is cut off
    if (k == 0 || (k != most && (k & (k - 1)))) continue;
    Result r = ask(s, bounded_question(s));
    if (r == SETTLED) return r;
    if (r == PROVED) *bound = k;
    if (r == NOTHING && k > 1) break;
  }
  return NOTHING;
}

// -------------------------------------------------------------- the checker

// Opens everything but recursion, with cheap questions on the way; in the end
// looks for equal parts. What only one version calls says nothing of the other
// and is opened before the first question: it was inlined there, mostly.
static Result refine_words(Smt *s) {
  double start = vd_now(), all = vd_budget_left(&s->job->budget) / 2;
  double seconds = all / 4 > 0.3 ? all / 4 : 0.3;
  for (int round = 0; round < MAX_OPEN_ROUNDS && !too_big(s); round++)
    if (!open_all(s, UNSHARED)) break;
  Result r = ask_words(s, seconds);
  for (int round = 0; r == NOTHING && round < MAX_OPEN_ROUNDS; round++) {
    if (vd_now() - start > all / 2) break;
    if (!open_more(s)) break;
    r = ask_words(s, seconds);
  }
  if (r == NOTHING) {
    while (open_more(s)) continue;
    double now = vd_now();
    uint32_t equal = vd_sweep(s->job, &s->goal, all / 4);
    vd_job_step(s->job, "sweep", now, "%u part%s equal", equal,
                equal == 1 ? " is" : "s are");
    if (equal) r = ask_words(s, all / 2);
  }
  if (r == PROVED) return r;
  vd_goal_done(&s->goal);
  vd_goal_init(s->job, &s->goal);
  return NOTHING;
}

static Result refine(Smt *s) {
  VdStrategy strategy = s->job->options->strategy;
  int round = 0;
  if (strategy == VD_STRATEGY_IMPS)  // nothing stays abstract
    while (round++ < MAX_OPEN_ROUNDS && open_more(s)) continue;
  Result r = ask_goal(s);
  if (strategy == VD_STRATEGY_DSE) return r;
  while (r == NOTHING && round++ < MAX_OPEN_ROUNDS && open_more(s))
    r = ask_goal(s);
  return r;
}

// A function that the answer hangs on and that has no body here.
static const char *closed_callee(const Smt *s) {
  VdTermVec roots = {0}, nodes = {0};
  const char *name = NULL;
  goal_terms(&s->goal, &roots);
  vd_terms_reach(s->job->tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len && !name; i++) {
    if (!is_internal(s, nodes.at[i])) continue;
    uint32_t symbol = vd_term_fun(s->job->tm, nodes.at[i]);
    int side = side_of(s, symbol, NEW);
    if (side < 0) continue;
    uint32_t f = vd_sums_func(s->job->sums[side], symbol);
    if (s->job->module[side]->func.at[f]->kind == VD_FUNC_UNSUPPORTED)
      name = s->job->module[side]->func.at[f]->link;
  }
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
  return name;
}

static void give_up(Smt *s, uint32_t bound) {
  VdJob *job = s->job;
  const char *closed = closed_callee(s);
  if (s->refused)
    vd_job_undecided(job, VD_UNKNOWN,
                     "the model shows a difference that the "
                     "real code does not: please report this");
  else if (bound)
    vd_job_bounded(job, "unroll", bound);
  else if (vd_budget_over(&job->budget))
    vd_job_undecided(job, VD_TIMEOUT, "no answer in %g s",
                     job->options->timeout);
  else if (s->gave_up)
    vd_job_undecided(job, VD_UNKNOWN, "the solver gave up: %s", s->gave_up);
  else if (closed)
    vd_job_undecided(job, VD_UNKNOWN, "it calls %s, which is unsupported",
                     closed);
  else
    vd_job_undecided(job, VD_UNKNOWN, "neither a proof nor a difference");
}

// Nothing is proved by a question that no input answers. Tests have mostly
// found an input on which the old version is defined; else the solver is asked.
static bool is_vacuous(Smt *s) {
  VdReply reply;
  if (s->job->saw_defined) return false;
  vd_goal_done(&s->goal);
  if (!vd_goal_init(s->job, &s->goal)) return false;
  VdQuery query = {.asserts = &s->goal.defined[OLD], .n = 1};
  vd_solve(&s->job->options->solver, s->job->tm, &query, &s->job->budget,
           s->job->arena, &reply);
  return reply.answer == VD_ANSWER_UNSAT;
}

bool vd_check_smt(VdJob *job, VdRunner *runner) {
  Smt s = {.job = job, .runner = runner};
  uint32_t bound = 0;
  if (!vd_goal_init(job, &s.goal)) {
    vd_goal_done(&s.goal);
    vd_job_undecided(job, VD_UNKNOWN, "the two have different interfaces");
    return false;
  }
  Result r = refine_words(&s);
  if (r == NOTHING) r = refine(&s);
  if (r == NOTHING && job->options->unroll && !job->loop &&
      job->options->strategy != VD_STRATEGY_DSE)
    r = unroll(&s, &bound);
  if (r == PROVED && is_vacuous(&s))
    vd_job_undecided(job, VD_UNKNOWN, VD_VACUOUS);
  else if (r == PROVED)
    vd_job_same(job, "smt");
  else if (r == NOTHING)
    give_up(&s, bound);
  vd_goal_done(&s.goal);
  return r != NOTHING;
}
