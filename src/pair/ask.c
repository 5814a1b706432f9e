// Questions to the solver: abstract ones and exact ones, and what becomes of
// the answer. "unsat" is a proof. A model is a hint: its input is run, and what
// it says of the abstracted operators is compared with what they do.
#include <math.h>

#include "base/limit.h"
#include "pair/search.h"

// ---------------------------------------------------------------- one question

typedef struct Ask {
  VdSearch *s;
  VdTerm question;
  uint32_t how;
  bool reals;
  VdAbstraction abs;
  VdWatch watch;
  VdTermVec watched;  // what the solver tells, in the same order as `meant`
  VdTermVec meant;    // watched terms before abstraction
  uint32_t first_op;  // in watched: for each operator its arguments and itself
} Ask;

static VdTerm image(Ask *ask, VdTerm t) {
  return ask->how & VD_ASK_ABSTRACT ? vd_abstract(&ask->abs, t) : t;
}

static void watch(Ask *ask, VdTerm t) {
  vd_push(&ask->meant, t);
  vd_push(&ask->watched, image(ask, t));
}

static void watch_all(Ask *ask) {
  VdTerms *tm = ask->s->job->sides.tm;
  vd_watch_init(ask->s, ask->question, &ask->watch);
  for (uint32_t i = 0; i < ask->watch.term.len; i++)
    watch(ask, ask->watch.term.at[i]);
  ask->first_op = ask->watched.len;
  for (uint32_t i = 0; i < ask->abs.op.len && i < vd_limit->ask_watched; i++) {
    VdTerm t = ask->abs.op.at[i];
    for (uint32_t k = 0; k < vd_term_args(tm, t); k++)
      watch(ask, vd_term_arg(tm, t, k));
    watch(ask, t);
  }
}

static void ask_init(Ask *ask, VdSearch *s, VdTerm question, uint32_t how) {
  bool reals = s->job->options->reals || (how & VD_ASK_REALS);
  *ask = (Ask){.s = s, .question = question, .how = how, .reals = reals};
  vd_abstraction_init(&ask->abs, s->job->sides.tm, &s->exact, reals);
}

static void ask_done(Ask *ask) {
  vd_abstraction_done(&ask->abs);
  vd_watch_done(&ask->watch);
  vd_vec_done(&ask->watched);
  vd_vec_done(&ask->meant);
}

// ------------------------------------------------------------------ answers

// Bits of floats become floats again.
static void as_meant(Ask *ask, VdReply *reply) {
  VdJob *job = ask->s->job;
  for (uint32_t i = 0; i < ask->meant.len; i++) {
    VdSort sort = vd_term_sort(job->sides.tm, ask->meant.at[i]);
    if (sort.kind == VD_SORT_FLOAT && reply->watch[i].sort.kind == VD_SORT_BV)
      reply->watch[i] = vd_value_as_float(job->arena, sort, reply->watch[i]);
  }
}

// Operators that do not have the value that the model gives them.
static void find_wrong(Ask *ask, const VdReply *reply) {
  VdJob *job = ask->s->job;
  uint32_t at = ask->first_op;
  for (uint32_t i = 0; i < ask->abs.op.len && i < vd_limit->ask_watched; i++) {
    VdTerm t = ask->abs.op.at[i];
    uint32_t n = vd_term_args(job->sides.tm, t);
    VdValue is;
    bool known =
        vd_op_eval(job->arena, vd_term_op(job->sides.tm, t),
                   vd_term_imm(job->sides.tm, t), reply->watch + at, n, &is);
    if (!known || !vd_value_eq(&is, &reply->watch[at + n]))
      vd_push(&ask->s->wrong, t);
    at += n + 1;
  }
}

// How much of the question was unknown: " (12 operators unknown)".
static const char *unknowns(const Ask *ask) {
  uint32_t n = ask->abs.op.len;
  if (!n) return "";
  return vd_arena_printf(ask->s->job->arena, " (%u operator%s unknown)", n,
                         n == 1 ? "" : "s");
}

static VdFound try_model(Ask *ask, VdReply *reply, double start) {
  VdSearch *s = ask->s;
  as_meant(ask, reply);
  find_wrong(ask, reply);
  s->has_model = true;
  VdCase *input = vd_watch_input(s, &ask->watch, reply);
  bool shows = vd_runner_shows(s->runner, input, false) ||
               vd_runner_shows_elsewhere(s->runner, input);
  vd_job_step(s->job, ask->reals ? "reals" : "smt", start, "%s%s",
              shows ? "an input that shows a difference"
                    : "a hint that does not replay",
              shows ? "" : unknowns(ask));
  if (!shows || s->refused) return VD_FOUND_NOTHING;
  if (s->job->options->reals && vd_job_has_floats(s->job) &&
      !vd_reals_confirm(s, ask->question, input))
    return VD_FOUND_NOTHING;
  if (vd_settle_different(s->job, s->runner, "smt", input))
    return VD_FOUND_CASE;
  s->refused = true;
  return VD_FOUND_NOTHING;
}

// A program that was named on the command line may lie: its unsat counts only
// if Z3 does not find a model. Where Z3 gives up, the verdict says whose word
// it rests on.
bool vd_ask_is_confirmed(VdSearch *s, const VdQuery *query,
                         const VdBudget *budget) {
  VdJob *job = s->job;
  VdSolver z3 = {.memory = job->options->solver.memory};
  VdReply reply;
  if (!job->options->solver.program) return true;
  vd_solve(&z3, job->sides.tm, query, budget, job->arena, &reply);
  if (reply.answer == VD_ANSWER_UNKNOWN)
    vd_verdict_assume(job->arena, job->verdict,
                      "the solver program answers correctly");
  if (reply.answer != VD_ANSWER_SAT) return true;
  s->gave_up = "the solver program says no difference, Z3 finds one";
  return false;
}

static VdFound take_answer(Ask *ask, const VdQuery *query,
                           const VdBudget *budget, VdReply *reply,
                           double start) {
  VdSearch *s = ask->s;
  bool noted = ask->reals && !s->job->options->reals;
  if (noted) s->job->reals_asked = true;
  if (reply->answer == VD_ANSWER_SAT) return try_model(ask, reply, start);
  if (reply->answer == VD_ANSWER_UNSAT && noted) {
    s->job->reals_same = vd_ask_is_confirmed(s, query, budget);
    vd_job_step(
        s->job, "reals", start, "%s",
        s->job->reals_same ? "over the reals they are the same" : s->gave_up);
    return VD_FOUND_NOTHING;
  }
  if (reply->answer == VD_ANSWER_UNSAT) {
    bool counts = vd_ask_is_confirmed(s, query, budget);
    vd_job_step(s->job, "smt", start, "%s%s",
                counts ? "no input shows a difference" : s->gave_up,
                counts ? unknowns(ask) : "");
    return counts ? VD_FOUND_PROOF : VD_FOUND_NOTHING;
  }
  if (!noted) s->gave_up = vd_arena_str(s->job->arena, reply->reason);
  vd_job_step(s->job, noted ? "reals" : "smt", start, "gave up: %s",
              reply->reason);
  return VD_FOUND_NOTHING;
}

static VdFound put_question(Ask *ask, double seconds) {
  VdSearch *s = ask->s;
  VdJob *job = s->job;
  VdReply reply;
  double start = vd_now();
  VdTermVec asserts = {0};
  vd_push(&asserts, image(ask, ask->question));
  for (uint32_t i = 0; i < ask->abs.op.len; i++)
    vd_push(&s->abstract, ask->abs.op.at[i]);
  watch_all(ask);
  for (uint32_t i = 0; i < ask->abs.fact.len; i++)
    vd_push(&asserts, ask->abs.fact.at[i]);
  VdQuery query = {.asserts = asserts.at,
                   .n = asserts.len,
                   .watch = ask->watched.at,
                   .watches = ask->watched.len,
                   .reals = ask->reals,
                   .congruence = ask->abs.op.len > 0};
  VdBudget budget = vd_budget_slice(&job->budget, seconds);
  job->solver_calls++;
  // Exact floats and reals are where Z3 forgets the time.
  if (ask->reals || (ask->how == VD_ASK_EXACT && vd_job_has_floats(job)))
    vd_solve_apart(job, &query, &budget, &reply);
  else
    vd_solve(&job->options->solver, job->sides.tm, &query, &budget, job->arena,
             &reply);
  VdFound found = take_answer(ask, &query, &budget, &reply, start);
  vd_vec_done(&asserts);
  return found;
}

VdFound vd_ask(VdSearch *s, VdTerm question, uint32_t how, double seconds) {
  VdJob *job = s->job;
  Ask ask;
  s->abstract.len = s->wrong.len = 0;
  s->has_model = false;
  if (vd_terms_error(job->sides.tm)) {
    s->gave_up = vd_terms_error(job->sides.tm);
    return VD_FOUND_NOTHING;
  }
  if (vd_term_is_false(job->sides.tm, question)) {
    vd_job_step(job, "smt", vd_now(), "the terms are the same");
    return VD_FOUND_PROOF;
  }
  ask_init(&ask, s, question, how);
  VdFound found = put_question(&ask, seconds);
  ask_done(&ask);
  return found;
}

// ----------------------------------------------------------------- both ways

double vd_ask_seconds(const VdSearch *s, uint32_t how) {
  double left = vd_budget_left(&s->job->budget);
  if (how == VD_ASK_EXACT)
    return fmax(left * vd_limit->exact_share, vd_limit->exact_least);
  double seconds = left * vd_limit->abstract_share;
  if (seconds > vd_limit->abstract_most) return vd_limit->abstract_most;
  return seconds > vd_limit->abstract_least ? seconds
                                            : vd_limit->abstract_least;
}

VdFound vd_ask_both(VdSearch *s, VdTerm question) {
  VdFound found =
      vd_ask(s, question, VD_ASK_ABSTRACT, vd_ask_seconds(s, VD_ASK_ABSTRACT));
  if (found != VD_FOUND_NOTHING) return found;
  if (s->has_model && !s->abstract.len) return found;
  return vd_ask(s, question, VD_ASK_EXACT, vd_ask_seconds(s, VD_ASK_EXACT));
}
