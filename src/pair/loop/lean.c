// Cheap proofs: path by path (paths.c), with loops of the new version put for
// those of the old one (mates.c). Then, for pairs that work on memory: asked
// without arrays (words.c) while calls are opened, in the end with equal parts
// of the two found and joined (sweep.c).
#include "pair/loop/loop.h"

enum { MAX_OPEN_ROUNDS = 12 };
#define LEAN_SHARE 0.35   // of the time left
#define PATHS_SHARE 0.25  // of the time,
#define PATHS_ALONE 0.4   // where there are no loops,
#define PATHS_MOST 2.0    // but no more seconds than this
#define MATES_SHARE 0.4
#define MATES_MOST 3.0
#define DERIVE_MOST 0.5
#define LEAN_LEAST 0.3  // seconds for one question

static bool works_on_memory(const VdSearch *s) {
  bool found = false;
  for (int k = 0; k < 2 && !found; k++) {
    VdTermVec nodes = {0};
    vd_goal_reach(s->job, &s->goal, k, &nodes);
    for (uint32_t i = 0; i < nodes.len && !found; i++)
      found = vd_sort_is_mem(vd_term_sort(s->job->sides.tm, nodes.at[i]));
    vd_vec_done(&nodes);
  }
  return found;
}

static VdFound ask_words(VdSearch *s, double seconds) {
  VdJob *job = s->job;
  double start = vd_now();
  VdTermVec asserts = {0}, side[2] = {{0}, {0}};
  VdReply reply;
  VdTerm question = vd_goal_difference(job, &s->goal);
  if (vd_terms_error(job->sides.tm)) return VD_FOUND_NOTHING;
  if (vd_term_is_false(job->sides.tm, question)) {
    vd_job_step(job, "words", start, "the terms are the same");
    return VD_FOUND_PROOF;
  }
  for (int k = 0; k < 2; k++) vd_goal_terms(&s->goal, k, &side[k]);
  vd_words(job->sides.tm, question, side, &asserts);
  VdQuery query = {.asserts = asserts.at,
                   .n = asserts.len,
                   .reals = job->options->reals,
                   .words = true};
  VdBudget budget = vd_budget_slice(&job->budget, seconds);
  bool proved = false;
  if (!vd_terms_error(job->sides.tm)) {
    job->solver_calls++;
    vd_solve(&job->options->solver, job->sides.tm, &query, &budget, job->arena,
             &reply);
    proved = reply.answer == VD_ANSWER_UNSAT &&
             vd_ask_is_confirmed(s, &query, &budget);
    vd_job_step(job, "words", start, "%s",
                proved ? "no input shows a difference"
                : reply.answer == VD_ANSWER_UNKNOWN ? reply.reason
                                                    : "no proof");
  }
  for (int k = 0; k < 2; k++) vd_vec_done(&side[k]);
  vd_vec_done(&asserts);
  return proved ? VD_FOUND_PROOF : VD_FOUND_NOTHING;
}

// What only one version calls says nothing of the other and is opened before
// the first question: it was inlined there, mostly.
static void open_unshared(VdSearch *s) {
  for (int round = 0; round < MAX_OPEN_ROUNDS; round++)
    if (vd_open_is_too_big(s) || !vd_open_all(s, VD_OPEN_UNSHARED)) break;
  vd_goal_match_slots(s->job, &s->goal);
}

static bool prove_paths(VdSearch *s) {
  double left = vd_budget_left(&s->job->budget);
  double paths = left * PATHS_SHARE, mates = left * MATES_SHARE;
  open_unshared(s);
  vd_goal_hide(s->job, &s->goal);
  bool loops = vd_open_has_recursion(s);
  if (loops) vd_derive(s, mates < DERIVE_MOST ? mates : DERIVE_MOST);
  if (!loops) paths = left * PATHS_ALONE;
  if (paths > PATHS_MOST) paths = PATHS_MOST;
  if (mates > MATES_MOST) mates = MATES_MOST;
  if (vd_paths(s, paths)) return true;
  if (loops && vd_mates(s, mates)) {
    open_unshared(s);
    vd_goal_hide(s->job, &s->goal);
    if (vd_paths(s, paths)) return true;
  }
  return false;
}

VdFound vd_refine_paths(VdSearch *s) {
  s->new_bodies = true;
  bool proved = prove_paths(s);
  s->new_bodies = false;
  if (proved) return VD_FOUND_PROOF;
  vd_goal_done(&s->goal);
  vd_goal_init(s->job, &s->goal);
  return VD_FOUND_NOTHING;
}

VdFound vd_refine_lean(VdSearch *s) {
  double start = vd_work(), all = vd_budget_left(&s->job->budget) * LEAN_SHARE;
  double seconds = all / 4 > LEAN_LEAST ? all / 4 : LEAN_LEAST;
  if (!works_on_memory(s)) return VD_FOUND_NOTHING;
  open_unshared(s);
  VdFound r = ask_words(s, seconds);
  for (int round = 0; r == VD_FOUND_NOTHING && round < MAX_OPEN_ROUNDS;
       round++) {
    if (vd_work() - start > all / 2 || !vd_open_more(s)) break;
    r = ask_words(s, seconds);
  }
  if (r == VD_FOUND_NOTHING) {
    while (vd_open_more(s)) continue;
    double now = vd_now();
    uint32_t equal = vd_sweep(s->job, &s->goal, all / 4);
    vd_job_step(s->job, "sweep", now, "%u part%s equal", equal,
                equal == 1 ? " is" : "s are");
    if (equal) r = ask_words(s, all / 2);
  }
  if (r == VD_FOUND_PROOF) return r;
  vd_goal_done(&s->goal);
  vd_goal_init(s->job, &s->goal);
  return VD_FOUND_NOTHING;
}
