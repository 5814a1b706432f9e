// The loop of abstraction and refinement, after ARDiff (Badihi, Akinotcho, Li,
// Rubin: ESEC/FSE 2020).
//
// Calls, loops and costly operators start as unknown functions. No model: the
// versions are the same. A model whose input shows no difference is wrong about
// some of the unknowns: one candidate gets its meaning back, and the question
// is asked again. A call is opened; an operator becomes itself. What only one
// version applies is no common code and is opened before the first question.
//
// Which candidate (for operators, of those that the model is wrong about):
//   H1  some value of it would make the versions equal, whatever the others are
//   H2  the versions use it a different number of times
//   H3  the least loop depth plus number of costly operators
// H1 and H2 narrow down, H3 orders. Of those that are alike each round takes
// twice as many as the one before, and all where H1 and H2 say nothing: so the
// number of questions grows with the logarithm of what there is to refine.
#include <stdlib.h>

#include "base/limit.h"
#include "pair/search.h"

typedef struct Candidate {
  uint32_t symbol;  // a call, if not 0
  VdTerm op;        // else an operator
  uint32_t uses[2];
  bool h1, h2;
  uint32_t score;
} Candidate;

typedef struct Choice {
  VdSearch *s;
  VD_VEC(Candidate) at;
  VdMap of_symbol, of_op;  // index + 1
  VdRandom random;
  uint32_t most;  // candidates to take in this round
} Choice;

// --------------------------------------------------------------- H3: scores

static bool is_costly_inst(const VdInst *inst) {
  if (inst->kind != VD_INST_OP) return false;
  switch (inst->op) {
    case VD_OP_BVMUL:
    case VD_OP_BVUDIV:
    case VD_OP_BVUREM:
    case VD_OP_BVSDIV:
    case VD_OP_BVSREM:
    case VD_OP_FMUL:
    case VD_OP_FDIV:
    case VD_OP_FREM:
    case VD_OP_FMA:
    case VD_OP_FSQRT: return true;
    default: return false;
  }
}

typedef struct Size {
  uint32_t depth, costly;
} Size;

static Size size_of(const VdModule *m, uint32_t func, uint32_t level) {
  const VdFunc *f = m->func.at[func];
  Size size = {0, f->kind == VD_FUNC_PURE};
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    for (uint32_t i = 0; i < block->inst.len; i++) {
      const VdInst *inst = &block->inst.at[i];
      size.costly += is_costly_inst(inst);
      if (inst->kind != VD_INST_CALL || inst->index == func ||
          level == vd_limit->refine_depth)
        continue;
      Size inner = size_of(m, inst->index, level + 1);
      size.costly += inner.costly;
      if (inner.depth > size.depth) size.depth = inner.depth;
    }
  }
  size.depth += f->loop;
  return size;
}

// Sums first, then products, then divisions; calls by what is in them.
static uint32_t op_score(const VdTerms *tm, VdTerm t) {
  switch (vd_term_op(tm, t)) {
    case VD_OP_FADD:
    case VD_OP_FTOF:
    case VD_OP_STOF:
    case VD_OP_UTOF:
    case VD_OP_FTOS:
    case VD_OP_FTOU:
    case VD_OP_FRINT: return 1;
    case VD_OP_FMUL:
    case VD_OP_BVMUL: return 2;
    default: return 3;
  }
}

static uint32_t call_score(const VdSearch *s, uint32_t symbol) {
  int side = vd_open_side(s, symbol, OLD);
  Size size = size_of(s->job->sides.module[side],
                      vd_sums_func(s->job->sides.sums[side], symbol), 0);
  return size.depth + size.costly;
}

// -------------------------------------------------------------- candidates

static Candidate *candidate_of(Choice *c, VdTerm t) {
  const VdTerms *tm = c->s->job->sides.tm;
  uint64_t *slot = vd_map_get(&c->of_op, t.id);
  if (!slot && vd_term_op(tm, t) == VD_OP_APP)
    slot = vd_map_get(&c->of_symbol, vd_term_fun(tm, t));
  return slot ? &c->at.at[*slot - 1] : NULL;
}

static void add_ops(Choice *c) {
  VdSearch *s = c->s;
  const VdTermVec *from = s->has_model ? &s->wrong : &s->abstract;
  for (uint32_t i = 0; i < from->len; i++) {
    VdTerm t = from->at[i];
    if (vd_map_get(&s->exact, t.id) || vd_map_get(&c->of_op, t.id)) continue;
    Candidate one = {.op = t, .score = op_score(s->job->sides.tm, t)};
    vd_push(&c->at, one);
    *vd_map_put(&c->of_op, t.id) = c->at.len;
  }
}

// Calls that can be opened; loops and recursion are for other checkers.
static void add_calls(Choice *c) {
  VdSearch *s = c->s;
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++) {
      if (!vd_open_is_call(s->job->sides.tm, nodes.at[i])) continue;
      uint32_t symbol = vd_term_fun(s->job->sides.tm, nodes.at[i]);
      int side = vd_open_side(s, symbol, k);
      if (side < 0 || vd_open_is_recursive(s, symbol, side) ||
          vd_map_get(&c->of_symbol, symbol) ||
          !vd_summary(s->job->sides.sums[side],
                      vd_sums_func(s->job->sides.sums[side], symbol)))
        continue;
      Candidate one = {.symbol = symbol, .score = call_score(s, symbol)};
      vd_push(&c->at, one);
      *vd_map_put(&c->of_symbol, symbol) = c->at.len;
    }
    vd_vec_done(&nodes);
  }
}

// H2. A use is an edge to it, so that f(x) + f(x) uses f(x) twice.
static void count_uses(Choice *c) {
  const VdTerms *tm = c->s->job->sides.tm;
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(c->s->job, &c->s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++)
      for (uint32_t j = 0; j < vd_term_args(tm, nodes.at[i]); j++) {
        Candidate *one = candidate_of(c, vd_term_arg(tm, nodes.at[i], j));
        if (one) one->uses[k]++;
      }
    for (uint32_t i = 0; i < c->s->goal.result[k].len; i++) {
      Candidate *one = candidate_of(c, c->s->goal.result[k].at[i]);
      if (one) one->uses[k]++;
    }
    vd_vec_done(&nodes);
  }
  for (uint32_t i = 0; i < c->at.len; i++)
    c->at.at[i].h2 = c->at.at[i].uses[OLD] != c->at.at[i].uses[NEW];
}

// ------------------------------------------------------ H1: a value that helps

// Is the question false with this constant in the place of the candidate?
static bool helps(Choice *c, VdTerm question, const VdAbstraction *a,
                  VdTerm place, uint64_t value) {
  VdSearch *s = c->s;
  VdTerms *tm = s->job->sides.tm;
  VdSort sort = vd_term_sort(tm, place);
  VdMap map = {0};
  VdReply reply = {0};
  if (sort.kind != VD_SORT_BV || sort.a > 64) return false;
  *vd_map_put(&map, place.id) = vd_mk_bv(tm, sort.a, value).id;
  VdTermVec asserts = {0};
  vd_push(&asserts, vd_term_subst(tm, question, &map));
  bool yes = vd_term_is_false(tm, asserts.at[0]);
  for (uint32_t i = 0; i < a->fact.len; i++)
    vd_push(&asserts, vd_term_subst(tm, a->fact.at[i], &map));
  if (!yes) {
    VdQuery query = {.asserts = asserts.at,
                     .n = asserts.len,
                     .congruence = true,
                     .effort = vd_limit->refine_h1_effort};
    VdBudget budget =
        vd_budget_slice(&s->job->budget, vd_limit->refine_h1_work);
    s->job->solver_calls++;
    vd_solve(&s->job->options->solver, tm, &query, &budget, s->job->arena,
             &reply);
    yes = reply.answer == VD_ANSWER_UNSAT;
  }
  vd_vec_done(&asserts);
  vd_map_done(&map);
  return yes;
}

// The values tried: 0 and 1, as an integer or as a float.
static uint64_t value_of_one(VdSort sort) {
  if (sort.kind != VD_SORT_FLOAT) return 1;
  return ((1ull << (sort.a - 1)) - 1) << (sort.b - 1);
}

static VdTerm place_of(VdAbstraction *a, const Candidate *one, VdTerm app) {
  return vd_abstract(a, one->symbol ? app : one->op);
}

// The only application of a symbol; none if there are several.
static VdTerm only_app(const VdSearch *s, uint32_t symbol) {
  VdTerm only = VD_TERM_NONE;
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++) {
      VdTerm t = nodes.at[i];
      if (vd_term_op(s->job->sides.tm, t) != VD_OP_APP ||
          vd_term_fun(s->job->sides.tm, t) != symbol || vd_term_eq(t, only))
        continue;
      if (!vd_term_is_none(only)) {
        vd_vec_done(&nodes);
        return VD_TERM_NONE;
      }
      only = t;
    }
    vd_vec_done(&nodes);
  }
  return only;
}

static void try_values(Choice *c, VdTerm question) {
  VdSearch *s = c->s;
  VdAbstraction a;
  vd_abstraction_init(&a, s->job->sides.tm, &s->exact, s->job->options->reals);
  VdTerm q = vd_abstract(&a, question);
  for (uint32_t i = 0; i < c->at.len && i < vd_limit->refine_h1; i++) {
    Candidate *one = &c->at.at[i];
    VdTerm t = one->symbol ? only_app(s, one->symbol) : one->op;
    if (vd_term_is_none(t) || vd_budget_over(&s->job->budget)) continue;
    VdTerm place = place_of(&a, one, t);
    uint64_t unit = value_of_one(vd_term_sort(s->job->sides.tm, t));
    one->h1 = helps(c, q, &a, place, 0) || helps(c, q, &a, place, unit);
  }
  vd_abstraction_done(&a);
}

// ------------------------------------------------------------------ choices

static bool is_told(const Candidate *one) {
  return one->h1 || one->h2;
}

static int by_score(const void *x, const void *y) {
  const Candidate *a = x, *b = y;
  bool p = is_told(a), q = is_told(b);
  if (p != q) return p ? -1 : 1;
  if (a->score != b->score) return a->score < b->score ? -1 : 1;
  if (!a->symbol != !b->symbol) return a->symbol ? -1 : 1;
  return a->op.id < b->op.id ? -1 : a->op.id > b->op.id;
}

static const char *name_of(const Choice *c, const Candidate *one) {
  const VdTerms *tm = c->s->job->sides.tm;
  return one->symbol ? vd_fun_get(tm, one->symbol)->name
                     : vd_op_info[vd_term_op(tm, one->op)].text;
}

static void say_candidates(Choice *c, double start) {
  VdBuf text = {0};
  for (uint32_t i = 0; i < c->at.len && i < vd_limit->refine_shown; i++) {
    const Candidate *one = &c->at.at[i];
    vd_buf_printf(&text, "%s%s (%s%sscore %u)", i ? ", " : "", name_of(c, one),
                  one->h1 ? "H1, " : "", one->h2 ? "H2, " : "", one->score);
  }
  if (c->at.len > vd_limit->refine_shown) vd_buf_str(&text, ", ...");
  vd_job_step(c->s->job, "refine", start, "%u candidate%s: %s", c->at.len,
              c->at.len == 1 ? "" : "s", vd_buf_text(&text));
  vd_buf_done(&text);
}

// How many of the ordered candidates to take: those that are as good as the
// first, and where H1 or H2 chose them, no more than this round's number.
static uint32_t how_many(const Choice *c) {
  const Candidate *first = &c->at.at[0];
  uint32_t n = 1;
  while (n < c->at.len && c->at.at[n].score == first->score &&
         is_told(&c->at.at[n]) == is_told(first))
    n++;
  return is_told(first) && n > c->most ? c->most : n;
}

static void shuffle_first(Choice *c) {
  uint32_t k = (uint32_t)vd_random_below(&c->random, c->at.len);
  Candidate one = c->at.at[k];
  c->at.at[k] = c->at.at[0];
  c->at.at[0] = one;
}

static void take(Choice *c, uint32_t n) {
  VdSearch *s = c->s;
  double start = vd_now();
  uint32_t ops = 0;
  const char *last = "";
  for (uint32_t i = 0; i < n; i++) {
    const Candidate *one = &c->at.at[i];
    if (one->symbol) {
      vd_open_symbol(s, one->symbol);
    } else {
      *vd_map_put(&s->exact, one->op.id) = 1;
      last = name_of(c, one);
      ops++;
    }
  }
  if (ops)
    vd_job_step(s->job, "refine", start, "%u operator%s exact: %s%s", ops,
                ops == 1 ? "" : "s", last, ops > 1 ? ", ..." : "");
}

// Gives candidates their meaning back. False if there is none.
static bool refine_some(Choice *c, VdTerm question) {
  VdStrategy strategy = c->s->job->options->strategy;
  double start = vd_now();
  c->at.len = 0;
  vd_map_clear(&c->of_symbol);
  vd_map_clear(&c->of_op);
  add_calls(c);
  add_ops(c);
  if (!c->at.len) return false;
  if (strategy == VD_STRATEGY_RANDOM) {
    shuffle_first(c);
    say_candidates(c, start);
    take(c, 1);
    return true;
  }
  if (strategy == VD_STRATEGY_ARDIFF) {
    count_uses(c);
    qsort(c->at.at, c->at.len, sizeof *c->at.at, by_score);
    try_values(c, question);
  }
  qsort(c->at.at, c->at.len, sizeof *c->at.at, by_score);
  uint32_t n = how_many(c);
  say_candidates(c, start);
  take(c, n);
  c->most *= 2;
  return true;
}

// --------------------------------------------------------------- strategies

static bool open_changed(VdSearch *s, VdOpening what) {
  bool any = false;
  for (uint32_t i = 0; i < vd_limit->refine_open; i++) {
    if (vd_budget_over(&s->job->budget) || vd_open_is_too_big(s)) break;
    if (!vd_open_all(s, what)) break;
    any = true;
  }
  if (any) vd_goal_match_slots(s->job, &s->goal);
  return any;
}

static VdTerm question_of(VdSearch *s) {
  return vd_goal_difference(s->job, &s->goal);
}

// Abstract all that is common, and leave it so.
static VdFound refine_dse(VdSearch *s) {
  open_changed(s, VD_OPEN_UNSHARED);
  return vd_ask(s, question_of(s), VD_ASK_ABSTRACT,
                vd_ask_seconds(s, VD_ASK_EXACT));
}

// Nothing that the change reaches is abstract: operators and calls that only
// one version has in this form. What both have is the same unknown.
static VdFound refine_imps(VdSearch *s) {
  VdMap on[2] = {{0}, {0}};
  open_changed(s, VD_OPEN_IMPACTED);
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++)
      *vd_map_put(&on[k], nodes.at[i].id) = 1;
    vd_vec_done(&nodes);
  }
  for (int k = 0; k < 2; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++)
      if (!vd_map_get(&on[!k], nodes.at[i].id))
        *vd_map_put(&s->exact, nodes.at[i].id) = 1;
    vd_vec_done(&nodes);
    vd_map_done(&on[!k]);
  }
  return vd_ask(s, question_of(s), VD_ASK_ABSTRACT,
                vd_ask_seconds(s, VD_ASK_EXACT));
}

// Floats as real numbers: what differs there mostly differs in IEEE too, and
// exact arithmetic on reals is often easier.
static VdFound try_reals(VdSearch *s, VdTerm question) {
  double seconds =
      vd_ask_seconds(s, VD_ASK_ABSTRACT) * vd_limit->refine_reals_share;
  VdFound found = vd_ask(s, question, VD_ASK_REALS | VD_ASK_ABSTRACT, seconds);
  if (found != VD_FOUND_NOTHING || s->job->reals_same) return found;
  return s->abstract.len ? vd_ask(s, question, VD_ASK_REALS, seconds) : found;
}

// Keeps what the last answer was.
static VdFound ask_reals(VdSearch *s, VdTerm question) {
  VdSearch was = *s;
  if (s->job->options->reals || s->job->reals_asked || s->job->loop)
    return VD_FOUND_NOTHING;
  s->abstract = s->wrong = (VdTermVec){0};
  VdFound found = try_reals(s, question);
  vd_vec_done(&s->abstract);
  vd_vec_done(&s->wrong);
  s->abstract = was.abstract;
  s->wrong = was.wrong;
  s->has_model = was.has_model;
  return found;
}

// Operators on floats are what the model is wrong about, or the solver gave up.
static bool is_about_floats(const VdSearch *s) {
  const VdTerms *tm = s->job->sides.tm;
  const VdTermVec *ops = s->has_model ? &s->wrong : &s->abstract;
  for (uint32_t i = 0; i < ops->len; i++)
    if (vd_op_info[vd_term_op(tm, ops->at[i])].flags & VD_OP_F) return true;
  return false;
}

// True if it goes on: neither found nor out of time.
static bool one_round(Choice *c, double end, VdFound *found, bool *final) {
  VdSearch *s = c->s;
  VdTerm question = question_of(s);
  *found =
      vd_ask(s, question, VD_ASK_ABSTRACT, vd_ask_seconds(s, VD_ASK_ABSTRACT));
  *final = s->has_model && !s->abstract.len;  // nothing in it was abstract
  if (*found != VD_FOUND_NOTHING || vd_open_is_too_big(s)) return false;
  if (vd_work() > end || vd_budget_over(&s->job->budget)) return false;
  if (is_about_floats(s)) *found = ask_reals(s, question);
  if (*found != VD_FOUND_NOTHING) return false;
  if (!refine_some(c, question)) return false;
  open_changed(s, VD_OPEN_UNSHARED);
  return true;
}

static VdFound refine_by_choice(VdSearch *s) {
  Choice c = {.s = s, .random = {s->job->options->seed}, .most = 1};
  VdFound found = VD_FOUND_NOTHING;
  bool final = false;
  double end =
      vd_work() + vd_budget_left(&s->job->budget) * vd_limit->refine_share;
  open_changed(s, VD_OPEN_UNSHARED);
  for (uint32_t round = 0; round < vd_limit->refine_rounds; round++)
    if (!one_round(&c, end, &found, &final)) break;
  vd_vec_done(&c.at);
  vd_map_done(&c.of_symbol);
  vd_map_done(&c.of_op);
  if (found != VD_FOUND_NOTHING || final) return found;
  double seconds = vd_ask_seconds(s, VD_ASK_EXACT);
  if (vd_open_has_recursion(s)) seconds *= vd_limit->refine_loop_share;
  return vd_ask(s, question_of(s), VD_ASK_EXACT, seconds);
}

VdFound vd_refine(VdSearch *s) {
  switch (s->job->options->strategy) {
    case VD_STRATEGY_DSE: return refine_dse(s);
    case VD_STRATEGY_IMPS: return refine_imps(s);
    case VD_STRATEGY_ARDIFF:
    case VD_STRATEGY_RANDOM:
    case VD_STRATEGY_H3: break;
  }
  return refine_by_choice(s);
}
