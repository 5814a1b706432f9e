// From a solver's model to an input of the program: parameters, what memory
// holds where it is read, and what the outside answers.
#include "pair/search.h"

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

static void watch_app(VdTerms *tm, VdWatch *w, VdTerm app) {
  if (can_watch(vd_term_sort(tm, app))) vd_push(&w->term, app);
  for (uint32_t i = 0; i < vd_term_args(tm, app); i++) {
    VdTerm a = vd_term_arg(tm, app, i);
    if (can_watch(vd_term_sort(tm, a))) vd_push(&w->term, a);
  }
}

void vd_watch_init(const VdSearch *s, VdTerm question, VdWatch *w) {
  VdTerms *tm = s->job->sides.tm;
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

void vd_watch_done(VdWatch *w) {
  vd_vec_done(&w->term);
  vd_vec_done(&w->load);
  vd_vec_done(&w->app);
  vd_vec_done(&w->addr);
}

// The solver puts objects where it likes; runs have them at fixed places.
static uint64_t relocate(const VdSearch *s, const VdWatch *w,
                         const VdReply *reply, uint64_t v) {
  VdTerms *tm = s->job->sides.tm;
  for (uint32_t i = 0; i < w->addr.len; i++) {
    uint32_t object = vd_term_object(tm, w->addr.at[i]);
    uint64_t at = reply->watch[w->first_addr + i].bits;
    uint64_t size = vd_object_get(tm, object)->size;
    if (v - at <= size) return vd_runner_object(s->runner, object) + (v - at);
  }
  return v;
}

static VdValue relocated(const VdSearch *s, const VdWatch *w,
                         const VdReply *reply, VdValue v) {
  if (v.sort.kind == VD_SORT_BV && v.sort.a == 64)
    v.bits = relocate(s, w, reply, v.bits);
  return v;
}

// The i-th load as bytes at an address: what is there at the start (which 1),
// or what the load gives (which 2).
static VdCell cell_of(const VdSearch *s, const VdWatch *w, const VdReply *reply,
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

static void add_cells(const VdSearch *s, const VdWatch *w, const VdReply *reply,
                      VdCase *input) {
  for (uint32_t i = 0; i < w->load.len; i++)
    vd_push(&input->memory, cell_of(s, w, reply, i, 1));
}

// The event of a call: applications of one function to the same arguments are
// one call, whichever result they take.
static VdEvent *event_of(const VdSearch *s, const VdWatch *w,
                         const VdReply *reply, VdTerm app, uint32_t at,
                         VdMap *known, VdCase *input) {
  VdTerms *tm = s->job->sides.tm;
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
static void add_writes(const VdSearch *s, const VdWatch *w,
                       const VdReply *reply, VdTerm app, VdEvent *event) {
  VdTerms *tm = s->job->sides.tm;
  for (uint32_t i = 0; i < w->load.len; i++) {
    if (!vd_term_eq(vd_term_arg(tm, w->load.at[i], 0), app)) continue;
    VdCell cell = cell_of(s, w, reply, i, 2);
    vd_push(&event->writes, cell);
  }
}

// What the outside answers and writes, by name and arguments.
static void add_events(const VdSearch *s, const VdWatch *w,
                       const VdReply *reply, VdCase *input) {
  VdTerms *tm = s->job->sides.tm;
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

VdCase *vd_watch_input(const VdSearch *s, const VdWatch *w,
                       const VdReply *reply) {
  VdCase *input = vd_case_new(&s->job->sides, s->job->arena);
  for (uint32_t i = 0; i < input->params; i++)
    input->param[i] = relocated(s, w, reply, reply->watch[i]);
  add_cells(s, w, reply, input);
  add_events(s, w, reply, input);
  return input;
}
