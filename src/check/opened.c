// Goals with calls opened. Whatever is proved of a goal with applications left
// in it holds for every function that they may stand for.
#include "check/opened.h"

enum {
  MAX_ROUNDS = 24,
  MAX_NODES = 6000,
};

static void each_term(VdGoal *goal, void (*visit)(void *, VdTerm *),
                      void *context) {
  for (int k = 0; k < 2; k++) {
    visit(context, &goal->defined[k]);
    visit(context, &goal->halt[k]);
    for (uint32_t i = 0; i < goal->result[k].len; i++)
      visit(context, &goal->result[k].at[i]);
  }
}

static void add_root(void *context, VdTerm *t) {
  VdTermVec *roots = context;
  vd_push(roots, *t);
}

static void reach(const VdJob *job, VdGoal *goal, VdTermVec *nodes) {
  VdTermVec roots = {0};
  each_term(goal, add_root, &roots);
  vd_terms_reach(job->tm, roots.at, roots.len, nodes);
  vd_vec_done(&roots);
}

// The side whose function a symbol stands for, -1 if there is none to open.
static int side_of(const VdJob *job, VdTerm t, bool recursive) {
  if (vd_term_op(job->tm, t) != VD_OP_APP) return -1;
  uint32_t symbol = vd_term_fun(job->tm, t);
  for (int k = 0; k < 2; k++) {
    uint32_t f = vd_sums_func(job->sums[k], symbol);
    if (f != UINT32_MAX) return recursive || !job->recursive[k][f] ? k : -1;
  }
  return -1;
}

typedef struct Subst {
  VdTerms *tm;
  const VdMap *map;
} Subst;

static void subst(void *context, VdTerm *t) {
  const Subst *s = context;
  *t = vd_term_subst(s->tm, *t, s->map);
}

// Opens every application once. How many there were.
static uint32_t open_round(const VdJob *job, VdGoal *goal, bool recursive) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  VdTerms *tm = job->tm;
  reach(job, goal, &nodes);
  for (uint32_t i = 0; i < nodes.len && nodes.len <= MAX_NODES; i++) {
    VdTerm t = nodes.at[i];
    int side = side_of(job, t, recursive);
    if (side < 0) continue;
    uint32_t n = vd_term_args(tm, t);
    VdTerm *arg = vd_alloc(vd_mul(n + 1, sizeof *arg));
    for (uint32_t k = 0; k < n; k++)
      arg[k] = vd_term_subst(tm, vd_term_arg(tm, t, k), &map);
    VdTerm app =
        vd_mk_app(tm, vd_term_fun(tm, t), vd_term_result(tm, t), arg, n);
    VdTerm body = vd_summary_open(job->sums[side], app);
    vd_free(arg);
    if (!vd_term_is_none(body)) *vd_map_put(&map, t.id) = body.id;
  }
  Subst s = {tm, &map};
  if (map.len) each_term(goal, subst, &s);
  uint32_t n = map.len;
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return n;
}

static bool is_small(const VdJob *job, VdGoal *goal) {
  VdTermVec nodes = {0};
  reach(job, goal, &nodes);
  bool small = nodes.len <= MAX_NODES;
  vd_vec_done(&nodes);
  return small && !vd_terms_error(job->tm);
}

bool vd_goal_open(const VdJob *job, VdGoal *goal) {
  int round = 0;
  while (round++ < MAX_ROUNDS && is_small(job, goal) &&
         open_round(job, goal, false))
    continue;
  if (!is_small(job, goal)) return false;
  VdGoal all;
  vd_goal_copy(goal, &all);
  bool done = false;
  for (round = 0; round < MAX_ROUNDS && is_small(job, &all) && !done; round++)
    done = !open_round(job, &all, true);
  if (done) {
    vd_goal_done(goal);
    *goal = all;
  } else {
    vd_goal_done(&all);
  }
  return !vd_terms_error(job->tm);
}

void vd_goal_unroll(const VdJob *job, VdGoal *goal, uint32_t times) {
  for (uint32_t i = 0; i < times && is_small(job, goal); i++)
    if (!open_round(job, goal, true)) break;
}

VdTerm vd_goal_unlike(const VdJob *job, VdGoal *goal) {
  VdTerm defined = goal->defined[OLD];
  goal->defined[OLD] = vd_mk_bool(job->tm, true);
  VdTerm unlike = vd_goal_difference(job, goal);
  goal->defined[OLD] = defined;
  return unlike;
}
