// Which calls in the goal of a pair are opened, and by whose summaries. What is
// proved of a goal with applications left in it holds for every function that
// they may stand for.
#include "base/limit.h"
#include "pair/search.h"

int vd_open_home(const VdJob *job, uint32_t symbol, int side, uint32_t *func) {
  for (int k = 0; k < 2; k++) {
    int s = k ? !side : side;
    *func = vd_sums_func(job->sides.sums[s], symbol);
    if (*func != UINT32_MAX) return s;
  }
  return -1;
}

static bool is_now(const VdJob *job, int side, uint32_t symbol,
                   uint32_t *func) {
  *func = vd_sums_func(job->sides.sums[side], symbol);
  return *func != UINT32_MAX &&
         !job->sides.module[side]->func.at[*func]->recursive &&
         vd_sums_symbol(job->sides.sums[side], *func) == symbol;
}

// Whose body an application stands for, with new_bodies. A pair that was proved
// the same has one symbol, and either body will do: the new one is taken for
// both, so that what is equal stays equal, and what the new version has inlined
// is met again. It is defined wherever the old one is; to take the old version
// for defined too often only asks for more.
static int new_body_of(const VdJob *job, uint32_t symbol, int side,
                       uint32_t *func) {
  uint32_t other;
  if (is_now(job, OLD, symbol, &other) && is_now(job, NEW, symbol, func))
    return NEW;
  return vd_open_home(job, symbol, side, func);
}

typedef struct Wanting {
  const VdJob *job;
  int side;
  bool new_bodies;
  VdWanted *wanted;
  void *context;
} Wanting;

static int body_of(const VdJob *job, bool new_bodies, uint32_t symbol, int side,
                   uint32_t *func) {
  return new_bodies ? new_body_of(job, symbol, side, func)
                    : vd_open_home(job, symbol, side, func);
}

static VdSums *open_wanted(void *context, VdTerm app) {
  const Wanting *w = context;
  uint32_t func;
  int home = body_of(w->job, w->new_bodies, vd_term_fun(w->job->sides.tm, app),
                     w->side, &func);
  if (home < 0 ||
      !w->wanted(w->context, app,
                 w->job->sides.module[home]->func.at[func]->recursive))
    return NULL;
  return w->job->sides.sums[home];
}

uint32_t vd_open_terms(const VdJob *job, int side, VdTermVec *terms,
                       VdWanted *wanted, void *context) {
  Wanting w = {job, side, false, wanted, context};
  return vd_open_calls(job->sides.tm, terms, open_wanted, &w);
}

static uint32_t open_goal(VdGoal *goal, Wanting *w) {
  VdTermVec terms = {0};
  vd_goal_terms(goal, w->side, &terms);
  uint32_t n = vd_open_calls(w->job->sides.tm, &terms, open_wanted, w);
  vd_goal_set_terms(goal, w->side, &terms);
  vd_vec_done(&terms);
  return n;
}

uint32_t vd_open_goal(const VdJob *job, int side, VdGoal *goal,
                      VdWanted *wanted, void *context) {
  return open_goal(goal, &(Wanting){job, side, false, wanted, context});
}

// ---------------------------------------------------------------- everything

static bool is_any(void *context, VdTerm app, bool recursive) {
  (void)app;
  return *(const bool *)context || !recursive;
}

// Opens every application once. How many there were.
static uint32_t open_round(const VdJob *job, VdGoal *goal, bool recursive) {
  uint32_t n = vd_open_goal(job, OLD, goal, is_any, &recursive);
  return n + vd_open_goal(job, NEW, goal, is_any, &recursive);
}

static bool is_small(const VdJob *job, const VdGoal *goal) {
  return vd_goal_size(job, goal) <= vd_limit->goal_open_nodes &&
         !vd_terms_error(job->sides.tm);
}

bool vd_open_whole(const VdJob *job, VdGoal *goal) {
  uint32_t round = 0;
  while (round++ < vd_limit->goal_open_rounds && is_small(job, goal) &&
         open_round(job, goal, false))
    continue;
  if (!is_small(job, goal)) return false;
  VdGoal all;
  vd_goal_copy(goal, &all);
  bool done = false;
  for (round = 0;
       round < vd_limit->goal_open_rounds && is_small(job, &all) && !done;
       round++)
    done = !open_round(job, &all, true);
  if (done) {
    vd_goal_done(goal);
    *goal = all;
  } else {
    vd_goal_done(&all);
  }
  return !vd_terms_error(job->sides.tm);
}

void vd_open_times(const VdJob *job, VdGoal *goal, uint32_t times) {
  for (uint32_t i = 0; i < times && is_small(job, goal); i++)
    if (!open_round(job, goal, true)) break;
}

// ---------------------------------------------------------------- a search

int vd_open_side(const VdSearch *s, uint32_t symbol, int used_on) {
  uint32_t func;
  return vd_open_home(s->job, symbol, used_on, &func);
}

bool vd_open_is_recursive(const VdSearch *s, uint32_t symbol, int side) {
  uint32_t f = vd_sums_func(s->job->sides.sums[side], symbol);
  return s->job->sides.module[side]->func.at[f]->recursive;
}

// What is to be opened: by kind, or one symbol.
typedef struct Wish {
  VdTerms *tm;
  int side;  // that is opened now
  VdOpening what;
  uint32_t symbol;  // 0: all of that kind
  VdMap used;       // symbol to the sides that apply it: 1 old, 2 new
  VdMap on[2];      // term ids of each side
  VdMap opened;     // symbols
  // Symbols that only one side applies, but the other will, when another of
  // its own is opened: they wait, for then both may apply them alike.
  VdMap waits;
} Wish;

static void wish_init(const VdSearch *s, Wish *wish) {
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++) {
      *vd_map_put(&wish->on[k], nodes.at[i].id) = 1;
      if (vd_open_is_call(s->job->sides.tm, nodes.at[i]))
        *vd_map_put(&wish->used, vd_term_fun(s->job->sides.tm, nodes.at[i])) |=
            1u << k;
    }
    vd_vec_done(&nodes);
  }
}

typedef struct Callees {
  VdSums *sums;
  const VdMap *used;
  uint64_t without;  // sides
  VdMap *out;
} Callees;

static void note_callee(void *context, uint32_t func, const VdInst *inst) {
  (void)func;
  const Callees *c = context;
  if (inst->kind != VD_INST_CALL) return;
  uint32_t symbol = vd_sums_symbol(c->sums, inst->index);
  const uint64_t *used = vd_map_get(c->used, symbol);
  if (used && !(*used & c->without)) *vd_map_put(c->out, symbol) = 1;
}

static void find_waiting(const VdSearch *s, Wish *wish) {
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    VdMap seen = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++) {
      if (!vd_open_is_call(s->job->sides.tm, nodes.at[i])) continue;
      uint32_t symbol = vd_term_fun(s->job->sides.tm, nodes.at[i]), func;
      if (*vd_map_get(&wish->used, symbol) == 3 || vd_map_get(&seen, symbol))
        continue;
      *vd_map_put(&seen, symbol) = 1;
      int home = body_of(s->job, s->new_bodies, symbol, k, &func);
      if (home < 0 || s->job->sides.module[home]->func.at[func]->recursive)
        continue;
      Callees c = {s->job->sides.sums[home], &wish->used, 1u << k,
                   &wish->waits};
      vd_ir_each(s->job->sides.module[home], func, note_callee, &c);
    }
    vd_map_done(&seen);
    vd_vec_done(&nodes);
  }
}

static void wish_done(Wish *wish) {
  vd_map_done(&wish->waits);
  vd_map_done(&wish->used);
  vd_map_done(&wish->on[OLD]);
  vd_map_done(&wish->on[NEW]);
  vd_map_done(&wish->opened);
}

static bool is_of_kind(const Wish *wish, VdTerm t, bool recursive) {
  uint32_t symbol = vd_term_fun(wish->tm, t);
  if (wish->symbol) return symbol == wish->symbol;
  if (recursive) return wish->what == VD_OPEN_RECURSIVE;
  if (wish->what == VD_OPEN_IMPACTED)
    return !vd_map_get(&wish->on[!wish->side], t.id);
  bool shared = *vd_map_get(&wish->used, symbol) == 3;
  if (vd_map_get(&wish->waits, symbol)) return false;
  return wish->what == (shared ? VD_OPEN_SHARED : VD_OPEN_UNSHARED);
}

static bool is_wanted(void *context, VdTerm t, bool recursive) {
  Wish *wish = context;
  if (!is_of_kind(wish, t, recursive)) return false;
  *vd_map_put(&wish->opened, vd_term_fun(wish->tm, t)) = 1;
  return true;
}

static void say_opened(VdSearch *s, double start, const VdMap *names,
                       uint32_t n) {
  VdBuf text = {0};
  for (uint32_t symbol = 1, shown = 0;
       names->len && shown < vd_limit->open_shown; symbol++) {
    if (vd_map_get(names, symbol)) {
      vd_buf_printf(&text, "%s%s", text.len ? ", " : "",
                    vd_fun_get(s->job->sides.tm, symbol)->name);
      if (++shown == names->len) break;
    }
  }
  vd_job_step(s->job, "refine", start, "opened %u application%s of %s", n,
              n == 1 ? "" : "s", vd_buf_text(&text));
  vd_buf_done(&text);
}

static uint32_t open_both(VdSearch *s, Wish *wish) {
  uint32_t n = 0;
  for (wish->side = 0; wish->side < 2; wish->side++)
    n += open_goal(&s->goal, &(Wanting){s->job, wish->side, s->new_bodies,
                                        is_wanted, wish});
  return n;
}

static uint32_t open_wish(VdSearch *s, Wish *wish) {
  double start = vd_now();
  wish_init(s, wish);
  wish->tm = s->job->sides.tm;
  if (wish->what == VD_OPEN_UNSHARED && !wish->symbol) find_waiting(s, wish);
  uint32_t n = open_both(s, wish);
  // Those that wait for each other do so in vain.
  if (!n && wish->waits.len) {
    vd_map_clear(&wish->waits);
    n = open_both(s, wish);
  }
  if (n) say_opened(s, start, &wish->opened, n);
  wish_done(wish);
  return n;
}

uint32_t vd_open_all(VdSearch *s, VdOpening what) {
  Wish wish = {.what = what};
  return open_wish(s, &wish);
}

bool vd_open_more(VdSearch *s) {
  if (vd_budget_over(&s->job->budget) || vd_open_is_too_big(s)) return false;
  return vd_open_all(s, VD_OPEN_UNSHARED) || vd_open_all(s, VD_OPEN_SHARED);
}
uint32_t vd_open_symbol(VdSearch *s, uint32_t symbol) {
  Wish wish = {.symbol = symbol};
  return open_wish(s, &wish);
}

bool vd_open_has_recursion(const VdSearch *s) {
  bool found = false;
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len && !found; i++) {
      if (!vd_open_is_call(s->job->sides.tm, nodes.at[i])) continue;
      uint32_t symbol = vd_term_fun(s->job->sides.tm, nodes.at[i]);
      int side = vd_open_side(s, symbol, k);
      found = side >= 0 && vd_open_is_recursive(s, symbol, side);
    }
    vd_vec_done(&nodes);
  }
  return found;
}

bool vd_open_is_beyond(const VdSearch *s, uint32_t most) {
  return vd_goal_size(s->job, &s->goal) > most;
}

bool vd_open_is_too_big(const VdSearch *s) {
  return vd_open_is_beyond(s, vd_limit->open_nodes);
}
