// Ranking functions for groups of functions that call each other; loops are
// the most frequent ones.
//
// Candidates come from the conditions under which calls are made: where i < n
// is tested the rank is n - i, and 0 where it does not hold. What a solver
// confirms is a rank. Ranks are combined lexicographically: one that no step
// makes larger is taken, and of the steps only those that leave it as it is
// remain to be shown to end (Alias et al., SAS 2010, with the linear program
// replaced by trial). What undefined behaviour rules out is part of the
// conditions: an overflow, a pointer that walks out of memory.
#include "pair/loop/rank.h"
#include "base/limit.h"

// --------------------------------------------------------------- questions

static bool is_constant(const VdTerms *tm, VdTerm t) {
  VdValue value;
  return vd_term_value(tm, t, &value);
}

// What a solver is slow with.
static bool is_hard(const VdTerms *tm, VdTerm t) {
  VdOp op = vd_term_op(tm, t);
  uint32_t n = vd_term_args(tm, t), open = 0;
  VdSort sort = vd_term_sort(tm, t);
  if (sort.kind != VD_SORT_BOOL && sort.kind != VD_SORT_BV) return false;
  if (vd_op_info[op].flags & VD_OP_F) return true;
  switch (op) {
    case VD_OP_LOAD:
    case VD_OP_SELECT:
    case VD_OP_APP: return true;
    case VD_OP_EQ: {
      VdSort of = vd_term_sort(tm, vd_term_arg(tm, t, 0));
      return of.kind != VD_SORT_BOOL && of.kind != VD_SORT_BV;
    }
    case VD_OP_BVMUL:
      for (uint32_t i = 0; i < n; i++)
        open += !is_constant(tm, vd_term_arg(tm, t, i));
      return open > 1;
    case VD_OP_BVUDIV:
    case VD_OP_BVUREM:
    case VD_OP_BVSDIV:
    case VD_OP_BVSREM: return !is_constant(tm, vd_term_arg(tm, t, 1));
    default: return false;
  }
}

// x / 2^k as solvers like it: a shift, with negative numbers rounded up.
static VdTerm shifted(VdTerms *tm, VdTerm t, VdTerm x) {
  uint32_t width = vd_term_sort(tm, t).a, k = 0;
  VdValue by;
  if (vd_term_op(tm, t) != VD_OP_BVSDIV || width > 64 ||
      !vd_term_value(tm, vd_term_arg(tm, t, 1), &by))
    return VD_TERM_NONE;
  while (k + 1 < width && by.bits >> k != 1) k++;
  if (k == 0 || k + 1 >= width || by.bits != 1ull << k) return VD_TERM_NONE;
  VdTerm sign[2] = {x, vd_mk_bv(tm, width, 0)};
  VdTerm up = vd_mk_add(tm, x, vd_mk_bv(tm, width, by.bits - 1));
  VdTerm from = vd_mk_ite(tm, vd_mk(tm, VD_OP_BVSLT, 0, sign, 2), up, x);
  VdTerm args[2] = {from, vd_mk_bv(tm, width, k)};
  return vd_mk(tm, VD_OP_BVASHR, 0, args, 2);
}

// Every hard part is a variable of its own: what holds whatever it is, holds.
static VdTerm leave_open(VdTerms *tm, VdTerm t) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm x = nodes.at[i];
    VdTerm by =
        is_hard(tm, x)
            ? vd_mk_var(tm, VD_VAR_HARD, x.id, vd_term_sort(tm, x), NULL)
        : vd_term_op(tm, x) == VD_OP_BVSDIV
            ? shifted(tm, x, vd_term_subst(tm, vd_term_arg(tm, x, 0), &map))
            : VD_TERM_NONE;
    if (!vd_term_is_none(by)) *vd_map_put(&map, x.id) = by.id;
  }
  VdTerm open = vd_term_subst(tm, t, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return open;
}

static void note_vars(const VdTerms *tm, VdTerm t, VdMap *out) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (vd_term_op(tm, nodes.at[i]) == VD_OP_VAR)
      *vd_map_put(out, nodes.at[i].id) = 1;
  vd_vec_done(&nodes);
}

// What of a condition is about nothing else than another term is.
static VdTerm about(VdTerms *tm, VdTerm when, VdTerm other) {
  VdMap vars = {0};
  VdTerm kept = vd_mk_bool(tm, true);
  note_vars(tm, other, &vars);
  bool many = vd_term_op(tm, when) == VD_OP_AND;
  for (uint32_t i = 0; i < (many ? vd_term_args(tm, when) : 1); i++) {
    VdTerm part = many ? vd_term_arg(tm, when, i) : when;
    VdTermVec nodes = {0};
    bool within = true;
    vd_terms_reach(tm, &part, 1, &nodes);
    for (uint32_t k = 0; k < nodes.len; k++)
      within &= vd_term_op(tm, nodes.at[k]) != VD_OP_VAR ||
                vd_map_get(&vars, nodes.at[k].id);
    if (within) kept = vd_mk_and(tm, kept, part);
    vd_vec_done(&nodes);
  }
  vd_map_done(&vars);
  return kept;
}

// States in which some condition held. Most candidates fail in one that refuted
// another before, and no solver needs to be asked.
typedef struct Model {
  VdTermVec var;
  VdValue *value;
} Model;
typedef struct Models {
  VD_VEC(Model) model;
  VdArena arena;
} Models;

static void models_done(Models *models) {
  for (uint32_t i = 0; i < models->model.len; i++)
    vd_vec_done(&models->model.at[i].var);
  vd_vec_done(&models->model);
  vd_arena_done(&models->arena);
}

static bool holds_in(VdTerms *tm, VdTerm t, const Model *model) {
  VdEval *eval = vd_eval_new(tm);
  VdValue value;
  for (uint32_t i = 0; i < model->var.len; i++)
    vd_eval_set(eval, model->var.at[i], model->value[i]);
  bool holds = vd_eval(eval, t, &value) && value.bits;
  vd_eval_free(eval);
  return holds;
}

static bool is_refuted(VdTerms *tm, VdTerm t, const Models *models) {
  for (uint32_t i = models->model.len; i-- > 0;)
    if (holds_in(tm, t, &models->model.at[i])) return true;
  return false;
}

static void watch_vars(const VdTerms *tm, VdTerm t, VdTermVec *out) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdSort sort = vd_term_sort(tm, nodes.at[i]);
    if (vd_term_op(tm, nodes.at[i]) == VD_OP_VAR &&
        (sort.kind == VD_SORT_BOOL || sort.kind == VD_SORT_BV))
      vd_push(out, nodes.at[i]);
  }
  vd_vec_done(&nodes);
}

static bool is_unsat(VdJob *job, VdTerm t, const VdBudget *budget,
                     Models *models) {
  VdSolver z3 = {.memory = job->options->solver.memory};
  VdQuery query = {.asserts = &t, .n = 1, .reals = job->options->reals};
  VdBudget cut = vd_budget_slice(budget, vd_limit->rank_work);
  VdArena arena = {0};
  VdReply reply;
  Model model = {0};
  if (vd_terms_error(job->sides.tm)) return false;
  if (vd_term_is_false(job->sides.tm, t)) return true;
  if (job->here || vd_budget_over(budget)) return false;
  if (models && is_refuted(job->sides.tm, t, models)) return false;
  if (models) watch_vars(job->sides.tm, t, &model.var);
  query.watch = model.var.at;
  query.watches = model.var.len;
  job->solver_calls++;
  vd_solve(&z3, job->sides.tm, &query, &cut, models ? &models->arena : &arena,
           &reply);
  vd_arena_done(&arena);
  model.value = reply.watch;
  if (models && reply.answer == VD_ANSWER_SAT)
    vd_push(&models->model, model);
  else
    vd_vec_done(&model.var);
  return reply.answer == VD_ANSWER_UNSAT;
}

bool vd_rank_never(VdJob *job, VdTerm t, const VdBudget *budget) {
  VdTerm open = leave_open(job->sides.tm, t);
  if (is_unsat(job, open, budget, NULL)) return true;
  return !vd_term_eq(open, t) && is_unsat(job, t, budget, NULL);
}

// -------------------------------------------------------------- candidates

// Something that means the same in every call: no local, nothing indeterminate.
static bool can_rank(const VdTerms *tm, VdTerm t) {
  VdTermVec nodes = {0};
  bool ok = true;
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++) {
    VdTerm x = nodes.at[i];
    if (vd_term_op(tm, x) == VD_OP_VAR)
      ok = vd_term_var_class(tm, x) != VD_VAR_IS_ANY;
    if (vd_term_op(tm, x) == VD_OP_ADDR)
      ok = vd_object_get(tm, vd_term_object(tm, x))->kind != VD_OBJECT_SLOT;
  }
  ok = ok && nodes.len <= vd_limit->rank_atom;
  vd_vec_done(&nodes);
  return ok;
}

static void add(const VdTerms *tm, VdTermVec *out, VdTerm rank) {
  if (out->len >= vd_limit->rank_candidates || vd_term_is_none(rank)) return;
  if (is_constant(tm, rank) || !can_rank(tm, rank)) return;
  for (uint32_t i = 0; i < out->len; i++)
    if (vd_term_eq(out->at[i], rank)) return;
  vd_push(out, rank);
}

// From a test a < b that holds, or does not.
static void add_order(VdTerms *tm, VdTermVec *out, VdTerm t, bool holds) {
  VdTerm a = vd_term_arg(tm, t, 0), b = vd_term_arg(tm, t, 1);
  uint32_t width = vd_term_sort(tm, a).a;
  VdTerm zero = vd_mk_bv(tm, width, 0);
  if (holds) {
    add(tm, out, vd_mk_ite(tm, t, vd_mk_sub(tm, b, a), zero));
    return;
  }
  // a - b + 1 needs one more bit.
  VdTerm less = vd_mk_sub(tm, a, b);
  VdTerm wide = vd_mk(tm, VD_OP_ZEXT, width + 1, &less, 1);
  VdTerm next = vd_mk_add(tm, wide, vd_mk_bv(tm, width + 1, 1));
  add(tm, out, vd_mk_ite(tm, t, vd_mk_bv(tm, width + 1, 0), next));
}

static bool is_word(VdSort sort) {
  return sort.kind == VD_SORT_BV && sort.a <= 64;
}

static void add_test(VdTerms *tm, VdTermVec *out, VdTerm t, bool holds,
                     VdMap *seen) {
  VdTerm a = vd_term_args(tm, t) ? vd_term_arg(tm, t, 0) : VD_TERM_NONE;
  uint64_t *slot = vd_map_put(seen, (uint64_t)t.id << 1 | holds);
  if (*slot || out->len >= vd_limit->rank_candidates) return;
  *slot = 1;
  switch (vd_term_op(tm, t)) {
    case VD_OP_NOT: add_test(tm, out, a, !holds, seen); break;
    case VD_OP_AND:
      for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
        add_test(tm, out, vd_term_arg(tm, t, i), holds, seen);
      break;
    case VD_OP_ITE:
      add_test(tm, out, a, true, seen);
      add_test(tm, out, a, false, seen);
      add_test(tm, out, vd_term_arg(tm, t, 1), holds, seen);
      add_test(tm, out, vd_term_arg(tm, t, 2), holds, seen);
      break;
    case VD_OP_EQ:
      if (holds || !is_word(vd_term_sort(tm, a))) break;
      add(tm, out, vd_mk_sub(tm, a, vd_term_arg(tm, t, 1)));
      add(tm, out, vd_mk_sub(tm, vd_term_arg(tm, t, 1), a));
      break;
    case VD_OP_BVULT:
    case VD_OP_BVSLT:
      if (is_word(vd_term_sort(tm, a))) add_order(tm, out, t, holds);
      break;
    default: break;
  }
}

static VdTerm flipped(VdTerms *tm, VdTerm x, uint64_t bits) {
  VdTerm args[2] = {x, vd_mk_bv(tm, vd_term_sort(tm, x).a, bits)};
  return vd_mk(tm, VD_OP_BVXOR, 0, args, 2);
}

// A parameter itself, and what turns its order round: signed, downwards.
static void add_param(VdTerms *tm, VdTermVec *out, VdTerm x) {
  VdSort sort = vd_term_sort(tm, x);
  if (sort.kind == VD_SORT_BOOL) {
    VdTerm one = vd_mk_bv(tm, 1, 1), zero = vd_mk_bv(tm, 1, 0);
    add(tm, out, vd_mk_ite(tm, x, one, zero));
    add(tm, out, vd_mk_ite(tm, x, zero, one));
  }
  if (!is_word(sort)) return;
  uint64_t sign = 1ull << (sort.a - 1);
  VdTerm args[2] = {x, vd_mk_bv(tm, sort.a, 0)};
  VdTerm minus = vd_mk_sub(tm, args[1], x);
  add(tm, out, x);
  add(tm, out, flipped(tm, x, sign));
  add(tm, out, flipped(tm, x, ~0ull));
  add(tm, out, flipped(tm, x, ~sign));
  add(tm, out, vd_mk_ite(tm, vd_mk(tm, VD_OP_BVSLT, 0, args, 2), minus, x));
}

static bool is_live(const VdRankGroup *g, const VdTerm *when, uint32_t i) {
  return !vd_term_is_false(g->job->sides.tm, when[i]);
}

static uint32_t size_of(const VdTerms *tm, VdTerm t) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &t, 1, &nodes);
  uint32_t n = nodes.len;
  vd_vec_done(&nodes);
  return n;
}

// Simple ones first.
static void sort_ranks(const VdTerms *tm, VdTermVec *ranks) {
  uint32_t size[VD_MOST_rank_candidates];
  for (uint32_t i = 0; i < ranks->len; i++) {
    VdTerm t = ranks->at[i];
    uint32_t n = size_of(tm, t), k = i;
    for (; k > 0 && size[k - 1] > n; k--) {
      size[k] = size[k - 1];
      ranks->at[k] = ranks->at[k - 1];
    }
    size[k] = n;
    ranks->at[k] = t;
  }
}

static void candidates(const VdRankGroup *g, const VdTerm *when, uint32_t func,
                       VdTermVec *out) {
  VdMap seen = {0};
  for (uint32_t i = 0; i < g->step.len; i++)
    if (g->step.at[i].from == func && is_live(g, when, i))
      add_test(g->job->sides.tm, out, when[i], true, &seen);
  vd_map_done(&seen);
  sort_ranks(g->job->sides.tm, out);
  for (uint32_t p = 0; p < g->params[func]; p++) {
    bool changes = false;
    for (uint32_t i = 0; i < g->step.len; i++)
      changes |= g->step.at[i].to == func && is_live(g, when, i) &&
                 !vd_term_eq(g->step.at[i].arg[p], g->param[func][p]);
    if (changes) add_param(g->job->sides.tm, out, g->param[func][p]);
  }
}

// ------------------------------------------------ one rank for each function

// The rank of the callee that a rank of the caller suggests: parameters that
// are handed on keep their meaning, others go by position.
static VdTerm carried(const VdRankGroup *g, const VdRankStep *step,
                      VdTerm rank) {
  VdTerms *tm = g->job->sides.tm;
  VdMap map = {0};
  VdTerm *from = g->param[step->from], *to = g->param[step->to];
  uint32_t n = g->params[step->from], m = g->params[step->to];
  for (uint32_t i = 0; i < n && i < m; i++)
    if (vd_sort_eq(vd_term_sort(tm, from[i]), vd_term_sort(tm, to[i])))
      *vd_map_put(&map, from[i].id) = to[i].id;
  for (uint32_t k = m; k-- > 0;)
    for (uint32_t i = 0; i < n; i++)
      if (vd_term_eq(step->arg[k], from[i]))
        *vd_map_put(&map, from[i].id) = to[k].id;
  VdTerm t = vd_term_subst(tm, rank, &map);
  vd_map_done(&map);
  return t;
}

// Ranks for all functions of one part of the group from one of them; others
// have none. False if that can't be.
static bool spread(const VdRankGroup *g, const VdTerm *when, uint32_t func,
                   VdTerm rank, VdTerm *rank_of) {
  memset(rank_of, 0, g->funcs * sizeof *rank_of);
  rank_of[func] = rank;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < g->step.len; i++) {
      const VdRankStep *step = &g->step.at[i];
      if (!is_live(g, when, i) || vd_term_is_none(rank_of[step->from]) ||
          !vd_term_is_none(rank_of[step->to]))
        continue;
      rank_of[step->to] = carried(g, step, rank_of[step->from]);
      if (vd_term_is_none(rank_of[step->to])) return false;
      more = true;
    }
  }
  return true;
}

static VdTerm rank_after(const VdRankGroup *g, const VdRankStep *step,
                         const VdTerm *rank_of) {
  VdMap map = {0};
  for (uint32_t i = 0; i < g->params[step->to]; i++)
    *vd_map_put(&map, g->param[step->to][i].id) = step->arg[i].id;
  VdTerm t = vd_term_subst(g->job->sides.tm, rank_of[step->to], &map);
  vd_map_done(&map);
  return t;
}

// ------------------------------------------------------------------- proofs

typedef struct Proof {
  const VdRankGroup *g;
  VdTerm *when;  // by step: what remains to be shown to end; false if nothing
  VdTerm *rank_of;
  Models models;
  bool exact;  // nothing is left open
} Proof;

// First with as much left open as possible.
static bool never(Proof *p, VdTerm when, VdTerm bad) {
  VdJob *job = p->g->job;
  VdTerms *tm = job->sides.tm;
  VdTerm t = vd_mk_and(tm, when, bad);
  if (p->exact) return is_unsat(job, t, &p->g->budget, NULL);
  VdTerm open = leave_open(tm, t), worse = leave_open(tm, bad);
  VdTerm least = vd_mk_and(tm, about(tm, leave_open(tm, when), worse), worse);
  if (is_unsat(job, least, &p->g->budget, &p->models)) return true;
  return !vd_term_eq(open, least) &&
         is_unsat(job, open, &p->g->budget, &p->models);
}

// What is left of a step of the part that has ranks.
static bool is_left(const Proof *p, uint32_t i) {
  return is_live(p->g, p->when, i) &&
         !vd_term_is_none(p->rank_of[p->g->step.at[i].from]);
}

// No step that is left makes the rank larger, and some may make it smaller.
static bool helps(Proof *p) {
  VdTerms *tm = p->g->job->sides.tm;
  bool changes = false;
  for (uint32_t i = 0; i < p->g->step.len; i++) {
    const VdRankStep *step = &p->g->step.at[i];
    if (!is_left(p, i)) continue;
    VdTerm now = p->rank_of[step->from];
    VdTerm next = rank_after(p->g, step, p->rank_of);
    if (vd_term_is_none(next) ||
        !vd_sort_eq(vd_term_sort(tm, now), vd_term_sort(tm, next)))
      return false;
    changes |= !vd_term_eq(now, next);
    if (!never(p, p->when[i], vd_mk_ult(tm, now, next))) return false;
  }
  return changes;
}

// Steps that make the rank smaller are done with.
static void take(Proof *p) {
  VdTerms *tm = p->g->job->sides.tm;
  for (uint32_t i = 0; i < p->g->step.len; i++) {
    const VdRankStep *step = &p->g->step.at[i];
    if (!is_left(p, i)) continue;
    VdTerm next = rank_after(p->g, step, p->rank_of);
    VdTerm stays = vd_mk_eq(tm, next, p->rank_of[step->from]);
    bool over = never(p, p->when[i], stays);
    p->when[i] =
        over ? vd_mk_bool(tm, false) : vd_mk_and(tm, p->when[i], stays);
  }
}

// Steps from one strongly connected part of what is left to another are taken
// once at most in a row.
static bool drop_bridges(Proof *p) {
  const VdRankGroup *g = p->g;
  uint32_t n = g->funcs, steps = g->step.len, live = 0;
  uint32_t *start = vd_alloc(vd_mul(n + 2, sizeof *start));
  uint32_t *to = vd_alloc(vd_mul(steps + 1, sizeof *to));
  uint32_t *part = vd_alloc(vd_mul(n + 1, sizeof *part));
  for (uint32_t f = 0, at = 0; f < n; f++) {
    for (uint32_t i = 0; i < steps; i++)
      if (g->step.at[i].from == f && is_live(g, p->when, i))
        to[at++] = g->step.at[i].to;
    start[f + 1] = at;
  }
  VdGraph graph = {n, start, to};
  vd_graph_scc(&graph, part);
  for (uint32_t i = 0; i < steps; i++) {
    if (part[g->step.at[i].from] != part[g->step.at[i].to])
      p->when[i] = vd_mk_bool(g->job->sides.tm, false);
    live += is_live(g, p->when, i);
  }
  vd_free(start);
  vd_free(to);
  vd_free(part);
  return live > 0;
}

// One more level.
static bool next_level(Proof *p, VdTermVec *used) {
  const VdRankGroup *g = p->g;
  VdTermVec ranks = {0};
  bool found = false;
  uint32_t first = 0;
  for (uint32_t i = 0; i < g->step.len; i++)
    if (is_live(g, p->when, i)) first = g->step.at[i].from;
  candidates(g, p->when, first, &ranks);
  if (p->exact && ranks.len > vd_limit->rank_exact)
    ranks.len = vd_limit->rank_exact;
  for (uint32_t i = 0; i < ranks.len && !found; i++) {
    bool old = false;
    for (uint32_t k = 0; k < used->len; k++)
      old |= vd_term_eq(used->at[k], ranks.at[i]);
    if (old || vd_budget_over(&g->budget) ||
        !spread(g, p->when, first, ranks.at[i], p->rank_of) || !helps(p))
      continue;
    found = true;
    vd_push(used, ranks.at[i]);
    take(p);
  }
  vd_vec_done(&ranks);
  return found;
}

static bool prove(Proof *p) {
  VdTermVec used = {0};
  bool more = true;
  for (uint32_t i = 0; i < p->g->step.len; i++)
    p->when[i] = p->g->step.at[i].when;
  while ((more = drop_bridges(p)) && used.len < vd_limit->rank_levels)
    if (!next_level(p, &used)) break;
  vd_vec_done(&used);
  return !more;
}

// ----------------------------------------------------------- without solvers

// The i-th of the conditions that hold together, or their number.
static uint32_t parts_of(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_AND ? vd_term_args(tm, t) : 1;
}
static VdTerm part_of(const VdTerms *tm, VdTerm t, uint32_t i) {
  return vd_term_op(tm, t) == VD_OP_AND ? vd_term_arg(tm, t, i) : t;
}

// What can't be zero where a test holds: b - a where a < b or a is not b.
static VdTerm distance(VdTerms *tm, VdTerm test) {
  VdOp op = vd_term_op(tm, test);
  if (op == VD_OP_NOT) {
    test = vd_term_arg(tm, test, 0);
    if (vd_term_op(tm, test) != VD_OP_EQ) return VD_TERM_NONE;
  } else if (op != VD_OP_BVULT && op != VD_OP_BVSLT) {
    return VD_TERM_NONE;
  }
  VdTerm a = vd_term_arg(tm, test, 0), b = vd_term_arg(tm, test, 1);
  if (!is_word(vd_term_sort(tm, a))) return VD_TERM_NONE;
  return vd_mk_sub(tm, b, a);
}

// Whether a step adds a number to a distance.
static bool adds(const VdRankGroup *g, uint32_t i, VdTerm d, uint64_t number) {
  VdTerms *tm = g->job->sides.tm;
  VdTerm next = rank_after(g, &g->step.at[i], &d);
  VdTerm by = vd_mk_sub(tm, next, d);
  return vd_term_eq(by, vd_mk_bv(tm, vd_term_sort(tm, d).a, number));
}

// The usual loop: a distance that can't be zero where the next round begins
// gets smaller by one, or grows by one (and so does its negative).
static bool counts(const VdRankGroup *g) {
  VdTerms *tm = g->job->sides.tm;
  if (g->funcs != 1 || !g->step.len) return false;
  VdTerm when = g->step.at[0].when;
  for (uint32_t k = 0; k < parts_of(tm, when); k++) {
    VdTerm test = part_of(tm, when, k), d = distance(tm, test);
    if (vd_term_is_none(d) || !can_rank(tm, d)) continue;
    bool down = true, up = true;
    for (uint32_t i = 0; i < g->step.len; i++) {
      bool tested = false;
      for (uint32_t j = 0; j < parts_of(tm, g->step.at[i].when); j++)
        tested |= vd_term_eq(part_of(tm, g->step.at[i].when, j), test);
      down &= tested && adds(g, i, d, ~0ull);
      up &= tested && adds(g, i, d, 1);
    }
    if (down || up) return true;
  }
  return false;
}

bool vd_rank_ends(const VdRankGroup *group, bool exact) {
  if (counts(group)) return !vd_terms_error(group->job->sides.tm);
  Proof p = {.g = group, .exact = exact};
  p.when = vd_alloc(vd_mul(group->step.len + 1, sizeof *p.when));
  p.rank_of = vd_alloc(vd_mul(group->funcs + 1, sizeof *p.rank_of));
  bool ends = prove(&p);
  models_done(&p.models);
  vd_free(p.when);
  vd_free(p.rank_of);
  return ends && !vd_terms_error(group->job->sides.tm);
}
