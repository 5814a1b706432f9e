// Opens calls: puts for an application of a function with a body what the
// function's summary says for these arguments. Both mean the same, so whatever
// is proved after it holds before it.
#include "base/limit.h"
#include "summary/summary_impl.h"

bool vd_open_is_call(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_APP &&
         vd_fun_get(tm, vd_term_fun(tm, t))->kind == VD_FUN_INTERNAL;
}

// --------------------------------------------------------------------- once

VdSums *vd_open_any(void *sums, VdTerm app) {
  (void)app;
  return sums;
}

uint32_t vd_open_calls(VdTerms *tm, VdTermVec *terms, VdCallHome *open,
                       void *context) {
  VdTermVec nodes = {0};
  VdMap to = {0};
  uint32_t n = 0;
  vd_terms_reach(tm, terms->at, terms->len, &nodes);
  bool more = nodes.len <= vd_limit->open_nodes;
  for (uint32_t i = 0; i < nodes.len && (more || n); i++) {
    VdTerm t = nodes.at[i], now = vd_term_rebuild(tm, t, &to);
    VdSums *sums = more && vd_open_is_call(tm, t) ? open(context, t) : NULL;
    if (sums) {
      VdTerm body = vd_summary_open(sums, now);
      n += !vd_term_is_none(body);
      if (!vd_term_is_none(body)) now = body;
      more = vd_terms_count(tm) <= vd_limit->open_nodes * 4u;
    }
    *vd_map_put(&to, t.id) = now.id;
  }
  for (uint32_t i = 0; i < terms->len && n; i++)
    if (!vd_term_is_none(terms->at[i]))
      terms->at[i] = vd_term_mapped(terms->at[i], &to);
  vd_map_done(&to);
  vd_vec_done(&nodes);
  return n;
}

// ---------------------------------------------------------- until none is left

// What is called without a loop is opened first: whether a loop goes on may
// depend on it, and a loop that is not known to end is opened for ever.
typedef struct Opener {
  VdSums *sums;
  const VdBudget *budget;
  struct Opener *plain;  // for what does not call itself; NULL: this one is
  VdMap done;            // term to term
  VdMap site;  // first result of an application to its results in `result`
  VdTermVec result;
  uint32_t depth;
  VdBuf *why;
} Opener;

static bool open_term(Opener *o, VdTerm *t);

static bool refuse_depth(Opener *o, const VdFunc *f) {
  if (!f->loop) {
    vd_buf_printf(o->why, "the call of %s is too deep", f->name);
    return false;
  }
  vd_buf_str(o->why, "the loop at ");
  vd_pos_print(f->pos, o->why);
  vd_buf_str(o->why, " takes too many iterations, or does not end");
  return false;
}

static bool open_body(Opener *o, VdTerm first, uint32_t func, VdTerm *result) {
  const VdFunc *f = o->sums->module->func.at[func];
  VdTerm *arg = vd_alloc(vd_mul(f->params + 1, sizeof *arg));
  for (uint32_t i = 0; i < f->params; i++)
    arg[i] = vd_term_arg(o->sums->tm, first, i);
  bool ok = vd_summary_apply(o->sums, func, arg, result);
  vd_free(arg);
  if (!ok) vd_buf_printf(o->why, "%s is not modelled", f->name);
  o->depth++;
  for (uint32_t i = 0; ok && i <= f->results; i++)
    ok = (!o->plain || open_term(o->plain, &result[i])) &&
         open_term(o, &result[i]);
  o->depth--;
  return ok;
}

static bool open_site(Opener *o, VdTerm first, uint32_t *at) {
  VdTerms *tm = o->sums->tm;
  const uint64_t *known = vd_map_get(&o->site, first.id);
  if (known) {
    *at = (uint32_t)*known;
    return true;
  }
  uint32_t func = vd_sums_func(o->sums, vd_term_fun(tm, first));
  if (func == UINT32_MAX) {
    vd_buf_printf(o->why, "%s is not known",
                  vd_fun_get(tm, vd_term_fun(tm, first))->name);
    return false;
  }
  const VdFunc *f = o->sums->module->func.at[func];
  if (o->depth >= vd_limit->open_depth ||
      vd_terms_count(tm) > vd_limit->open_terms || vd_budget_over(o->budget))
    return refuse_depth(o, f);
  VdTerm *result = vd_alloc(vd_mul(f->results + 1, sizeof *result));
  bool ok = open_body(o, first, func, result);
  *at = o->result.len;
  for (uint32_t i = 0; ok && i <= f->results; i++)
    vd_push(&o->result, result[i]);
  *vd_map_put(&o->site, first.id) = *at;
  vd_free(result);
  return ok;
}

static bool is_wanted(const Opener *o, VdTerm t) {
  if (!vd_open_is_call(o->sums->tm, t)) return false;
  uint32_t func = vd_sums_func(o->sums, vd_term_fun(o->sums->tm, t));
  return o->plain || func == UINT32_MAX ||
         !o->sums->module->func.at[func]->recursive;
}

// Arguments first, without recursion but for calls in calls.
static bool open_term(Opener *o, VdTerm *t) {
  VdTerms *tm = o->sums->tm;
  VdTermVec nodes = {0};
  bool ok = true;
  if (!vd_map_get(&o->done, t->id)) vd_terms_reach(tm, t, 1, &nodes);
  for (uint32_t i = 0; ok && i < nodes.len; i++) {
    uint32_t at = 0;
    if (vd_map_get(&o->done, nodes.at[i].id)) continue;
    VdTerm now = vd_term_rebuild(tm, nodes.at[i], &o->done);
    if (is_wanted(o, now)) {
      ok = open_site(o, vd_term_with_result(tm, now, 0), &at);
      if (ok) now = o->result.at[at + vd_term_result(tm, now)];
    }
    *vd_map_put(&o->done, nodes.at[i].id) = now.id;
  }
  if (ok) *t = vd_term_mapped(*t, &o->done);
  vd_vec_done(&nodes);
  return ok;
}

static void opener_done(Opener *o) {
  vd_map_done(&o->done);
  vd_map_done(&o->site);
  vd_vec_done(&o->result);
}

bool vd_open_to_the_end(VdSums *sums, const VdBudget *budget, VdTerm *terms,
                        uint32_t n, VdBuf *why) {
  Opener plain = {.sums = sums, .budget = budget, .why = why};
  Opener all = {.sums = sums, .budget = budget, .plain = &plain, .why = why};
  bool ok = true;
  for (uint32_t i = 0; ok && i < n; i++)
    ok = open_term(&plain, &terms[i]) && open_term(&all, &terms[i]);
  opener_done(&plain);
  opener_done(&all);
  return ok;
}
