// Applications in a goal, and what is behind them.
#include "check/smt.h"

enum { MAX_NODES = 400000 };  // of a goal while it is opened

// ------------------------------------------------------------------- goals

static void goal_terms(const VdGoal *goal, VdTermVec *out) {
  for (int k = 0; k < 2; k++) {
    vd_push(out, goal->defined[k]);
    vd_push(out, goal->halt[k]);
    for (uint32_t i = 0; i < goal->result[k].len; i++)
      vd_push(out, goal->result[k].at[i]);
  }
}

static void goal_subst_side(VdSearch *s, int k, const VdMap *map) {
  VdTerms *tm = s->job->tm;
  VdGoal *g = &s->goal;
  g->defined[k] = vd_term_subst(tm, g->defined[k], map);
  g->halt[k] = vd_term_subst(tm, g->halt[k], map);
  for (uint32_t i = 0; i < g->result[k].len; i++)
    g->result[k].at[i] = vd_term_subst(tm, g->result[k].at[i], map);
}

void vd_goal_reach(const VdSearch *s, int k, VdTermVec *out) {
  VdTermVec roots = {0};
  vd_push(&roots, s->goal.defined[k]);
  vd_push(&roots, s->goal.halt[k]);
  for (uint32_t i = 0; i < s->goal.result[k].len; i++)
    vd_push(&roots, s->goal.result[k].at[i]);
  vd_terms_reach(s->job->tm, roots.at, roots.len, out);
  vd_vec_done(&roots);
}

bool vd_open_is_internal(const VdSearch *s, VdTerm t) {
  return vd_term_op(s->job->tm, t) == VD_OP_APP &&
         vd_fun_get(s->job->tm, vd_term_fun(s->job->tm, t))->kind ==
             VD_FUN_INTERNAL;
}

// The side whose function a symbol is, preferring the side it is used on.
int vd_open_side(const VdSearch *s, uint32_t symbol, int used_on) {
  if (vd_sums_func(s->job->sums[used_on], symbol) != UINT32_MAX) return used_on;
  if (vd_sums_func(s->job->sums[!used_on], symbol) != UINT32_MAX)
    return !used_on;
  return -1;
}

bool vd_open_is_recursive(const VdSearch *s, uint32_t symbol, int side) {
  uint32_t f = vd_sums_func(s->job->sums[side], symbol);
  return s->job->recursive[side][f];
}

// What is to be opened: by kind, or one symbol.
typedef struct Wish {
  VdOpening what;
  uint32_t symbol;  // 0: all of that kind
  VdMap used;       // symbol to the sides that apply it: 1 old, 2 new
  VdMap on[2];      // term ids of each side
  VdMap opened;     // symbols
} Wish;

static void wish_init(const VdSearch *s, Wish *wish) {
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++) {
      *vd_map_put(&wish->on[k], nodes.at[i].id) = 1;
      if (vd_open_is_internal(s, nodes.at[i]))
        *vd_map_put(&wish->used, vd_term_fun(s->job->tm, nodes.at[i])) |= 1u
                                                                          << k;
    }
    vd_vec_done(&nodes);
  }
}

static void wish_done(Wish *wish) {
  vd_map_done(&wish->used);
  vd_map_done(&wish->on[OLD]);
  vd_map_done(&wish->on[NEW]);
  vd_map_done(&wish->opened);
}

static bool is_wanted(const VdSearch *s, const Wish *wish, VdTerm t, int k,
                      int side) {
  uint32_t symbol = vd_term_fun(s->job->tm, t);
  if (wish->symbol) return symbol == wish->symbol;
  if (vd_open_is_recursive(s, symbol, side))
    return wish->what == VD_OPEN_RECURSIVE;
  if (wish->what == VD_OPEN_IMPACTED) return !vd_map_get(&wish->on[!k], t.id);
  bool shared = *vd_map_get(&wish->used, symbol) == 3;
  return wish->what == (shared ? VD_OPEN_SHARED : VD_OPEN_UNSHARED);
}

// The application with arguments in which what is opened is opened already.
static VdTerm with_opened_args(const VdSearch *s, VdTerm t, const VdMap *map) {
  VdTerms *tm = s->job->tm;
  uint32_t args = vd_term_args(tm, t);
  VdTerm *arg = vd_alloc(vd_mul(args + 1, sizeof *arg));
  for (uint32_t j = 0; j < args; j++)
    arg[j] = vd_term_subst(tm, vd_term_arg(tm, t, j), map);
  VdTerm app =
      vd_mk_app(tm, vd_term_fun(tm, t), vd_term_result(tm, t), arg, args);
  vd_free(arg);
  return app;
}

// Opens every wanted application on one side once. How many there were.
static uint32_t open_side(VdSearch *s, int k, Wish *wish) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  uint32_t n = 0;
  vd_goal_reach(s, k, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (!vd_open_is_internal(s, t)) continue;
    uint32_t symbol = vd_term_fun(s->job->tm, t);
    int side = vd_open_side(s, symbol, k);
    if (side < 0 || !is_wanted(s, wish, t, k, side)) continue;
    VdTerm body =
        vd_summary_open(s->job->sums[side], with_opened_args(s, t, &map));
    if (vd_term_is_none(body)) continue;
    *vd_map_put(&map, t.id) = body.id;
    *vd_map_put(&wish->opened, symbol) = 1;
    n++;
    if (vd_terms_count(s->job->tm) > MAX_NODES * 4u) break;
  }
  if (n) goal_subst_side(s, k, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return n;
}

static void say_opened(VdSearch *s, double start, const VdMap *names,
                       uint32_t n) {
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

static uint32_t open_wish(VdSearch *s, Wish *wish) {
  double start = vd_now();
  wish_init(s, wish);
  uint32_t n = open_side(s, OLD, wish);
  n += open_side(s, NEW, wish);
  if (n) say_opened(s, start, &wish->opened, n);
  wish_done(wish);
  return n;
}

uint32_t vd_open_all(VdSearch *s, VdOpening what) {
  Wish wish = {.what = what};
  return open_wish(s, &wish);
}

uint32_t vd_open_symbol(VdSearch *s, uint32_t symbol) {
  Wish wish = {.symbol = symbol};
  return open_wish(s, &wish);
}

bool vd_open_has_recursion(const VdSearch *s) {
  bool found = false;
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s, k, &nodes);
    for (uint32_t i = 0; i < nodes.len && !found; i++) {
      if (!vd_open_is_internal(s, nodes.at[i])) continue;
      uint32_t symbol = vd_term_fun(s->job->tm, nodes.at[i]);
      int side = vd_open_side(s, symbol, k);
      found = side >= 0 && vd_open_is_recursive(s, symbol, side);
    }
    vd_vec_done(&nodes);
  }
  return found;
}

bool vd_open_is_beyond(const VdSearch *s, uint32_t most) {
  VdTermVec roots = {0}, nodes = {0};
  goal_terms(&s->goal, &roots);
  vd_terms_reach(s->job->tm, roots.at, roots.len, &nodes);
  bool big = nodes.len > most;
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
  return big;
}

bool vd_open_is_too_big(const VdSearch *s) {
  return vd_open_is_beyond(s, MAX_NODES);
}
