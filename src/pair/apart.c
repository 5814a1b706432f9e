// A question in a process of its own. What comes back is the answer, the reason
// and the bits of the watched values.
#include <math.h>

#include "pair/search.h"

// Z3 does not always look at its limits. Seconds that the process gets for one
// of work, so that only what went astray is killed, and beyond.
#define LONGER 4
#define GRACE 0.3

typedef struct Apart {
  const VdJob *job;
  const VdQuery *query;
  const VdBudget *budget;
  VdReply *reply;
  double most;  // work
} Apart;

static bool is_told(VdSort sort) {
  return sort.kind == VD_SORT_BOOL ||
         ((sort.kind == VD_SORT_BV || sort.kind == VD_SORT_FLOAT) &&
          vd_sort_width(sort) <= 64);
}

static void work(void *context, uint32_t index, VdBuf *out) {
  const Apart *a = context;
  VdArena arena = {0};
  VdReply reply;
  double start = vd_work();
  (void)index;
  vd_solve(&a->job->options->solver, a->job->sides.tm, a->query, a->budget,
           &arena, &reply);
  start = vd_work() - start;
  vd_buf_add(out, &start, sizeof start);
  vd_buf_add(out, &reply.answer, sizeof reply.answer);
  vd_buf_add(out, reply.reason, sizeof reply.reason);
  for (uint32_t i = 0; i < a->query->watches; i++) {
    uint64_t bits = 0;
    if (reply.answer == VD_ANSWER_SAT && is_told(reply.watch[i].sort))
      bits = reply.watch[i].bits;
    vd_buf_add(out, &bits, sizeof bits);
  }
  vd_arena_done(&arena);
}

static VdValue value_of(const VdJob *job, VdTerm t, const char *bytes) {
  VdSort sort = vd_term_sort(job->sides.tm, t);
  uint64_t bits;
  memcpy(&bits, bytes, sizeof bits);
  if (is_told(sort)) return (VdValue){.sort = sort, .bits = bits};
  VdValue zero = vd_value_limbs(job->arena, vd_sort_width(sort), &bits, 0);
  return sort.kind == VD_SORT_FLOAT ? vd_value_as_float(job->arena, sort, zero)
                                    : zero;
}

// Solvers have a word of their own for a limit of time.
static void say_dead(const Apart *a, const VdWorkResult *r, VdReply *reply) {
  VdBuf why = {0};
  vd_work_say(r, 0, a->job->options->memory, "the solver", &why);
  snprintf(reply->reason, sizeof reply->reason, "%s",
           r->status == VD_WORK_TIMEOUT ? "timeout" : why.at);
  vd_buf_done(&why);
}

static void done(void *context, uint32_t index, const VdWorkResult *r) {
  const Apart *a = context;
  VdReply *reply = a->reply;
  uint32_t n = a->query->watches;
  double spent;
  size_t head = sizeof spent + sizeof reply->answer + sizeof reply->reason;
  const char *at = r->bytes;
  (void)index;
  if (r->status != VD_WORK_OK || r->len != head + 8 * (size_t)n) {
    say_dead(a, r, reply);
    vd_work_spend(a->most);
    return;
  }
  memcpy(&spent, at, sizeof spent);
  memcpy(&reply->answer, at += sizeof spent, sizeof reply->answer);
  memcpy(reply->reason, at += sizeof reply->answer, sizeof reply->reason);
  vd_work_spend(spent);
  reply->watch = VD_NEW_ARRAY(a->job->arena, VdValue, n + 1);
  for (uint32_t i = 0; i < n; i++)
    reply->watch[i] =
        value_of(a->job, a->query->watch[i], r->bytes + head + 8 * (size_t)i);
}

void vd_solve_apart(const VdJob *job, const VdQuery *query,
                    const VdBudget *budget, VdReply *reply) {
  double left = vd_budget_left(budget);
  Apart a = {job, query, budget, reply, left < HUGE_VAL ? left : 0};
  *reply = (VdReply){0};
  if (vd_budget_over(budget)) {
    snprintf(reply->reason, sizeof reply->reason, "timeout");
    return;
  }
  VdPool pool = {
      .jobs = 1,
      .seconds = left < 1e6 ? left * LONGER + GRACE : 0,
      .memory = job->options->memory,
      .budget = {.deadline = budget->deadline, .cancelled = budget->cancelled},
      .work = work,
      .done = done,
      .context = &a};
  vd_pool_run(&pool, 1);
}
