// Over the real numbers: no rounding, no overflow, no NaN, one zero. Constants
// are the floats that they are in the program.
//
// In IEEE mode this is a second opinion on a difference, or on a pair that
// stays open: a note, never a verdict. With --fp real it is the question, and
// then a difference needs an input that differs in exact arithmetic, not only
// in a run.
#include <math.h>

#include "base/limit.h"
#include "pair/search.h"

// Rounding makes no larger relative difference, or it is worth no question.
#define CLOSE 1e-3

// ------------------------------------------------------------- confirmation

// Nothing unknown in it: with the inputs given, the solver's word is exact.
static bool is_closed(const VdTerms *tm, VdTerm question) {
  VdTermVec nodes = {0};
  bool closed = true;
  vd_terms_reach(tm, &question, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && closed; i++) {
    VdOp op = vd_term_op(tm, nodes.at[i]);
    closed = op != VD_OP_APP && op != VD_OP_LOAD && op != VD_OP_BTOF &&
             op != VD_OP_FTOB && op != VD_OP_FREM &&
             !(op == VD_OP_VAR &&
               vd_term_var_class(tm, nodes.at[i]) != VD_VAR_IS_GIVEN);
  }
  vd_vec_done(&nodes);
  return closed;
}

bool vd_reals_confirm(const VdSearch *s, VdTerm question, const VdCase *input) {
  VdJob *job = s->job;
  VdTerms *tm = job->sides.tm;
  const VdFunc *f = vd_job_func(job, OLD);
  VdReply reply = {0};
  double start = vd_now();
  VdTermVec asserts = {0};
  if (!is_closed(tm, question)) {
    vd_job_step(job, "reals", start, "a run differs, maybe by rounding alone");
    return false;
  }
  vd_push(&asserts, question);
  for (uint32_t i = 0, k = 0; i < f->params; i++)
    if (vd_param_is_input(&f->param[i]))
      vd_push(&asserts, vd_mk_eq(tm, vd_summary_param(tm, f, i),
                                 vd_mk_value(tm, &input->param[k++])));
  VdQuery query = {.asserts = asserts.at, .n = asserts.len, .reals = true};
  VdBudget budget = vd_budget_slice(&job->budget, vd_limit->reals_most);
  job->solver_calls++;
  vd_solve_apart(job, &query, &budget, &reply);
  bool sat = reply.answer == VD_ANSWER_SAT;
  vd_job_step(job, "reals", start,
              sat ? "exact arithmetic differs on the input too"
                  : "a run differs, maybe by rounding alone");
  vd_vec_done(&asserts);
  return sat;
}

// -------------------------------------------------------------------- notes

static bool is_nan(const VdValue *x) {
  VdValue nan;
  VdArena arena = {0};
  bool yes = x->sort.kind == VD_SORT_FLOAT &&
             vd_op_eval(&arena, VD_OP_FNAN, 0, x, 1, &nan) && nan.bits;
  vd_arena_done(&arena);
  return yes;
}

static bool is_minus_zero(const VdValue *x) {
  uint32_t width = vd_sort_width(x->sort);
  return x->sort.kind == VD_SORT_FLOAT && width <= 64 &&
         x->bits == 1ull << (width - 1);
}

static bool are_zeros(const VdValue *x, const VdValue *y) {
  VdValue equal;
  VdArena arena = {0};
  VdValue pair[2] = {*x, *y};
  bool zeros = x->sort.kind == VD_SORT_FLOAT &&
               vd_op_eval(&arena, VD_OP_FEQ, 0, pair, 2, &equal) && equal.bits;
  vd_arena_done(&arena);
  return zeros;
}

// On the input that was found a NaN or a negative zero goes in, which a plainer
// input would have replaced if it could, or NaNs and signs of zeros are all
// that differs in what comes out.
static bool is_nan_or_zero(const VdCase *c) {
  const VdOutcome *x = &c->old_outcome, *y = &c->new_outcome;
  bool odd = false;
  for (uint32_t i = 0; i < c->params; i++)
    odd |= is_nan(&c->param[i]) || is_minus_zero(&c->param[i]);
  if (odd || x->results != y->results) return odd;
  for (uint32_t i = 0; i < x->results; i++) {
    if (vd_value_eq(&x->result[i], &y->result[i])) continue;
    if (!is_nan(&x->result[i]) && !is_nan(&y->result[i]) &&
        !are_zeros(&x->result[i], &y->result[i]))
      return false;
    odd = true;
  }
  return odd;
}

static double number_of(const VdValue *x) {
  VdValue wide;
  double number = 0;
  VdArena arena = {0};
  if (vd_op_eval(&arena, VD_OP_FTOF, vd_imm_float(vd_sort_float(11, 53)), x, 1,
                 &wide))
    memcpy(&number, &wide.bits, sizeof number);
  vd_arena_done(&arena);
  return number;
}

// Numbers that are far apart are so over the reals too.
typedef enum Chance { NO_ROUNDING, HARDLY_ROUNDING, MAYBE_ROUNDING } Chance;

static Chance chance_of_rounding(const VdCase *c) {
  const VdOutcome *x = &c->old_outcome, *y = &c->new_outcome;
  Chance chance = HARDLY_ROUNDING;
  for (uint32_t i = 0; i < x->results && i < y->results; i++) {
    if (x->result[i].sort.kind != VD_SORT_FLOAT ||
        vd_value_eq(&x->result[i], &y->result[i]))
      continue;
    chance = MAYBE_ROUNDING;
    double a = number_of(&x->result[i]), b = number_of(&y->result[i]);
    if (!isfinite(a) || !isfinite(b)) continue;
    if (fabs(a - b) > CLOSE * fmax(fabs(a), fabs(b))) return NO_ROUNDING;
  }
  return chance;
}

static void ask_reals(VdJob *job, VdRunner *runner, bool hardly) {
  VdSearch s = {.job = job, .runner = runner, .refused = true};
  VdTerm question;
  if (vd_goal_init(job, &s.goal)) {
    double left = vd_budget_left(&job->budget) * vd_limit->reals_share;
    if (left > vd_limit->reals_most) left = vd_limit->reals_most;
    if (hardly) left = vd_limit->reals_least;
    while (vd_open_all(&s, VD_OPEN_UNSHARED) && !vd_open_is_too_big(&s))
      continue;
    question = vd_goal_difference(job, &s.goal);
    vd_ask(&s, question, VD_ASK_REALS | VD_ASK_ABSTRACT, left);
    if (!job->reals_same && s.abstract.len && !hardly)
      vd_ask(&s, question, VD_ASK_REALS, left);
  }
  vd_search_done(&s);
}

void vd_check_reals(VdJob *job, VdRunner *runner) {
  VdVerdictKind kind = job->verdict->kind;
  bool differs = kind == VD_DIFFERENT, open = kind == VD_UNKNOWN ||
                                              kind == VD_TIMEOUT ||
                                              kind == VD_SAME_BOUNDED;
  if (job->options->reals || job->loop || !(differs || open) ||
      job->verdict->reason == VD_REASON_VACUOUS || !vd_job_has_floats(job))
    return;
  bool odd =
      differs && is_nan_or_zero(vd_evidence_case(&job->verdict->evidence));
  Chance chance =
      differs && !odd
          ? chance_of_rounding(vd_evidence_case(&job->verdict->evidence))
          : MAYBE_ROUNDING;
  if (chance == NO_ROUNDING) return;
  if (!job->reals_asked) ask_reals(job, runner, chance == HARDLY_ROUNDING);
  if (differs && job->reals_same)
    vd_job_note(job, VD_NOTE_REALS,
                odd ? "over the reals the versions are the same: the "
                      "difference is in NaN or signed zero"
                    : "over the reals the versions are the same: the "
                      "difference is rounding");
  else if (odd)
    vd_job_note(job, VD_NOTE_REALS,
                "on this input the difference is only in NaN or signed zero");
  else if (open && job->reals_same)
    vd_job_note(job, VD_NOTE_REALS, "over the reals the versions are the same");
}
