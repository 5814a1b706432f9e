// Questions to solvers: the script is made here, the backends answer it.
#include "solve/solve.h"

#include "solve/solve_impl.h"

void vd_reply_unknown(VdReply *reply, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  reply->answer = VD_ANSWER_UNKNOWN;
  reply->watch = NULL;
  vsnprintf(reply->reason, sizeof reply->reason, fmt, args);
  va_end(args);
  size_t len = 0;  // up to the last that is not blank
  for (char *p = reply->reason; *p; p++) {
    if (*p < ' ' || *p > '~') *p = ' ';
    if (*p != ' ') len = (size_t)(p - reply->reason) + 1;
  }
  reply->reason[len] = '\0';
}

void vd_reply_spent(VdReply *reply, const VdBudget *budget) {
  vd_reply_unknown(
      reply, vd_budget_is_late(budget) ? "timeout" : "more effort needed");
  reply->late = true;
}

static const VdBackend *backend_of(const VdSolver *solver) {
  return solver->program ? &vd_backend_program : &vd_backend_z3;
}

// Z3 4.8.12 answers wrongly for floats with a significand that is tiny (3 bits:
// fma), or so long that the exponent of a normalised subnormal wraps
// (float3.9: fdiv, fsqrt), and for 2 exponent bits (rint); measured against
// the evaluator. All formats in use are clear of that.
static bool is_sound(VdSort sort) {
  if (sort.kind != VD_SORT_FLOAT) return true;
  return sort.a >= 3 && sort.b >= 4 && sort.b <= (1ull << (sort.a - 1)) + 3;
}

static void note(VdTraits *has, VdOp op, VdSort sort) {
  has->floats |= sort.kind == VD_SORT_FLOAT;
  has->arrays |= sort.kind == VD_SORT_ARRAY;
  has->funs |= op == VD_OP_APP || op == VD_OP_FREM;
}

// Notes what occurs; false if it is known to be beyond solvers.
static bool look_over(VdQuestion *question, VdReply *reply) {
  const VdQuery *query = question->query;
  VdTermVec all = {0};
  bool ok = true;
  vd_terms_reach(question->tm, query->asserts, query->n, &all);
  vd_terms_reach(question->tm, query->watch, query->watches, &all);
  for (uint32_t i = 0; i < all.len && ok; i++) {
    VdSort sort = vd_term_sort(question->tm, all.at[i]);
    note(&question->has, vd_term_op(question->tm, all.at[i]), sort);
    ok = query->reals || is_sound(sort);
    if (!ok)
      vd_reply_unknown(reply, "float%u.%u: solvers get such floats wrong",
                       sort.a, sort.b);
  }
  question->has.floats &= !query->reals;
  if (query->words) {
    question->has.arrays = false;
    question->has.funs = true;
  }
  vd_vec_done(&all);
  return ok;
}

static bool print_script(VdTerms *tm, const VdQuery *query, VdBuf *out,
                         VdReply *reply) {
  VdSmtlib text = {.asserts = query->asserts,
                   .n = query->n,
                   .watch = query->watch,
                   .watches = query->watches,
                   .reals = query->reals,
                   .words = query->words};
  return vd_terms_smtlib(tm, &text, out, reply->reason);
}

void vd_solve(const VdSolver *solver, VdTerms *tm, const VdQuery *query,
              const VdBudget *budget, VdArena *arena, VdReply *reply) {
  VdBuf script = {0};
  *reply = (VdReply){0};
  VdQuestion question = {.solver = solver,
                         .tm = tm,
                         .query = query,
                         .script = &script,
                         .budget = budget ? *budget : (VdBudget){0},
                         .arena = arena};
  if (vd_budget_over(&question.budget))
    vd_reply_spent(reply, &question.budget);
  else if (look_over(&question, reply) &&
           print_script(tm, query, &script, reply))
    backend_of(solver)->solve(&question, reply);
  vd_buf_done(&script);
}
