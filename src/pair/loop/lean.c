// Cheap proofs: path by path (paths.c), with loops of the new version put for
// those of the old one (mates.c). Then, for pairs that work on memory: asked
// without arrays (words.c) while calls are opened, in the end with equal parts
// of the two found and joined (sweep.c).
#include <math.h>

#include "base/limit.h"
#include "pair/loop/loop.h"

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
  for (uint32_t round = 0; round < vd_limit->lean_open; round++)
    if (vd_open_is_too_big(s) || !vd_open_all(s, VD_OPEN_UNSHARED)) break;
  vd_goal_match_slots(s->job, &s->goal);
}

static bool prove_paths(VdSearch *s) {
  double left = vd_budget_left(&s->job->budget);
  double paths = left * vd_limit->lean_paths_share,
         mates = left * vd_limit->lean_mates_share;
  open_unshared(s);
  vd_goal_hide(s->job, &s->goal);
  bool loops = vd_open_has_recursion(s);
  if (loops)
    vd_derive(s, mates < vd_limit->lean_derive_most
                     ? mates
                     : vd_limit->lean_derive_most);
  if (!loops) paths = left * vd_limit->lean_paths_alone;
  if (paths > vd_limit->lean_paths_most) paths = vd_limit->lean_paths_most;
  if (mates > vd_limit->lean_mates_most) mates = vd_limit->lean_mates_most;
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
  double start = vd_work(),
         all = vd_budget_left(&s->job->budget) * vd_limit->lean_share;
  double seconds =
      fmax(all * vd_limit->lean_question_share, vd_limit->lean_least);
  if (!works_on_memory(s)) return VD_FOUND_NOTHING;
  open_unshared(s);
  VdFound r = ask_words(s, seconds);
  for (uint32_t round = 0; r == VD_FOUND_NOTHING && round < vd_limit->lean_open;
       round++) {
    if (vd_work() - start > all * vd_limit->lean_open_share || !vd_open_more(s))
      break;
    r = ask_words(s, seconds);
  }
  if (r == VD_FOUND_NOTHING) {
    while (vd_open_more(s)) continue;
    double now = vd_now();
    uint32_t equal =
        vd_sweep(s->job, &s->goal, all * vd_limit->lean_sweep_share);
    vd_job_step(s->job, "sweep", now, "%u part%s equal", equal,
                equal == 1 ? " is" : "s are");
    if (equal) r = ask_words(s, all * vd_limit->lean_swept_share);
  }
  if (r == VD_FOUND_PROOF) return r;
  vd_goal_done(&s->goal);
  vd_goal_init(s->job, &s->goal);
  return VD_FOUND_NOTHING;
}
