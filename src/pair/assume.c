// What a proof about a pair rests on: the assumptions of both versions, and
// whether the new one may access memory that the old one does not.
#include "verdict/assume.h"

#include <stdlib.h>

#include "base/limit.h"
#include "pair/pair.h"

// ------------------------------------------------- the ends of the memory
// Steps of a proof by cases, depth of indices, time for a solver.

// The condition with all tests whether an address can be accessed taken as
// true; false if there are none.
static bool without_tests(VdTerms *tm, VdTerm defined, VdTerm *out) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  vd_terms_reach(tm, &defined, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm addr;
    if (vd_access_is_test(tm, nodes.at[i], &addr))
      *vd_map_put(&map, nodes.at[i].id) = vd_mk_bool(tm, true).id;
  }
  bool any = map.len > 0;
  if (any) *out = vd_term_subst(tm, defined, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return any;
}

// What is added to addresses, and sizes, of what a condition says is accessed,
// as keys.
typedef VD_VEC(uint64_t) Offsets;

// The constants that are added to an index, whatever its width.
static uint64_t constants_in(VdTerms *tm, VdTerm t, int depth) {
  VdValue v;
  uint64_t h = 0;
  VdOp op = vd_term_op(tm, t);
  if (vd_term_value(tm, t, &v))
    return vd_hash_mix(0x5bd1e995, vd_value_limb(&v, 0));
  if (depth == 0 ||
      (op != VD_OP_BVADD && op != VD_OP_PTRADD && op != VD_OP_BVMUL &&
       op != VD_OP_SEXT && op != VD_OP_ZEXT && op != VD_OP_BVSHL))
    return 0;
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    h += constants_in(tm, vd_term_arg(tm, t, i), depth - 1);
  return h;
}

static void take_offsets(VdTerms *tm, VdTerm defined, Offsets *out) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &defined, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm addr;
    VdValue room;
    if (!vd_access_is_test(tm, nodes.at[i], &addr) ||
        !vd_term_value(tm, vd_term_arg(tm, nodes.at[i], 1), &room))
      continue;
    uint64_t key = constants_in(tm, addr, vd_limit->assume_depth);
    vd_push(out, vd_hash_mix(key, room.bits));
  }
  vd_vec_done(&nodes);
}

static bool has_offset(const Offsets *offsets, uint64_t key) {
  for (uint32_t i = 0; i < offsets->len; i++)
    if (offsets->at[i] == key) return true;
  return false;
}

static bool is_beyond(Offsets offsets[2]) {
  bool beyond = false;
  for (uint32_t i = 0; i < offsets[NEW].len; i++)
    beyond |= !has_offset(&offsets[OLD], offsets[NEW].at[i]);
  vd_vec_done(&offsets[OLD]);
  vd_vec_done(&offsets[NEW]);
  return beyond;
}

// Whether a question has an answer; as the offsets have it if nobody knows.
static bool is_possible(VdJob *job, VdTerm question, const VdGoal *goal) {
  VdTerms *tm = job->sides.tm;
  if (vd_term_is_false(tm, question) ||
      vd_term_refute(tm, question, vd_limit->assume_steps))
    return false;
  if (job->here || vd_terms_error(tm)) return true;
  VdReply reply = {0};
  VdQuery query = {.asserts = &question, .n = 1};
  VdBudget budget =
      vd_budget_slice(&job->options->budget, vd_limit->assume_work);
  job->solver_calls++;
  vd_solve(&job->options->solver, tm, &query, &budget, job->arena, &reply);
  if (reply.answer != VD_ANSWER_UNKNOWN) return reply.answer == VD_ANSWER_SAT;
  Offsets offsets[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++) take_offsets(tm, goal->defined[k], &offsets[k]);
  return is_beyond(offsets);
}

// A test whether size bytes at an address can be accessed, as a part of an
// object.
typedef struct Test {
  VdTerm test, base;  // base: the address without the constant
  uint64_t offset, size;
} Test;
typedef VD_VEC(Test) Tests;

static void take_tests(VdTerms *tm, VdTerm defined, Tests *out) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &defined, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm addr;
    VdValue room;
    if (!vd_access_is_test(tm, nodes.at[i], &addr) ||
        !vd_term_value(tm, vd_term_arg(tm, nodes.at[i], 1), &room))
      continue;
    uint64_t offset = vd_term_place(tm, addr).offset;
    VdTerm base = vd_mk_sub(tm, addr, vd_mk_bv(tm, 64, offset));
    uint64_t size = VD_LAST_ADDRESS - VD_FIRST_ADDRESS - room.bits;
    vd_push(out, (Test){nodes.at[i], base, offset, size});
  }
  vd_vec_done(&nodes);
}

// x tests all that y tests, so where x holds, y does.
static bool covers(const Test *x, const Test *y) {
  uint64_t from = y->offset - x->offset;
  return vd_term_eq(x->base, y->base) && from <= x->size &&
         y->size <= x->size - from;
}

static bool has_test(const Tests *tests, VdTerm test) {
  for (uint32_t i = 0; i < tests->len; i++)
    if (vd_term_eq(tests->at[i].test, test)) return true;
  return false;
}

// The new version's condition, with tests of the old one for those that they
// cover: what that makes likelier is that something is missing.
static VdTerm with_old_tests(VdTerms *tm, const VdGoal *goal) {
  Tests old = {0}, new = {0};
  VdMap map = {0};
  take_tests(tm, goal->defined[OLD], &old);
  take_tests(tm, goal->defined[NEW], &new);
  for (uint32_t i = 0; i < new.len; i++) {
    if (has_test(&old, new.at[i].test)) continue;
    for (uint32_t k = 0; k < old.len; k++)
      if (covers(&old.at[k], &new.at[i])) {
        *vd_map_put(&map, new.at[i].test.id) = old.at[k].test.id;
        break;
      }
  }
  VdTerm defined = vd_term_subst(tm, goal->defined[NEW], &map);
  vd_map_done(&map);
  vd_vec_done(&old);
  vd_vec_done(&new);
  return defined;
}

// Whether the new version may access what the old one does not, by the terms
// without what is inside of loops.
static bool goes_beyond(VdJob *job) {
  VdTerms *tm = job->sides.tm;
  VdGoal goal;
  VdTerm untested;
  bool beyond = false;
  if (vd_goal_init(job, &goal)) {
    vd_open_whole(job, &goal);
    goal.defined[NEW] = with_old_tests(tm, &goal);
    if (without_tests(tm, goal.defined[NEW], &untested))
      beyond =
          is_possible(job,
                      vd_mk_and(tm, vd_mk_and(tm, goal.defined[OLD], untested),
                                vd_mk_not(tm, goal.defined[NEW])),
                      &goal);
  }
  vd_goal_done(&goal);
  return beyond;
}

static void note_func(void *context, uint32_t func, const VdInst *inst) {
  (void)inst;
  *vd_map_put(context, func) = 1;
}

static void loop_offsets(VdJob *job, int side, Offsets *out) {
  const VdModule *m = job->sides.module[side];
  VdMap reached = {0};
  vd_ir_each(m, job->sides.func[side], note_func, &reached);
  for (uint32_t f = 0; f < m->func.len; f++) {
    if (!vd_map_get(&reached, f) || !m->func.at[f]->recursive) continue;
    const VdSummary *s = vd_summary(job->sides.sums[side], f);
    if (s) take_offsets(job->sides.tm, s->defined, out);
  }
  vd_map_done(&reached);
}

// The same for the inside of loops, by what is added to addresses.
static bool loops_go_beyond(VdJob *job) {
  Offsets offsets[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++) loop_offsets(job, k, &offsets[k]);
  return is_beyond(offsets);
}

// --------------------------------------------------------------- all of it
void vd_job_assume(VdJob *job, VdTerminates terminates) {
  bool need[VD_ASSUMPTIONS] = {false};
  const VdModule *const module[2] = {job->sides.module[OLD],
                                     job->sides.module[NEW]};
  vd_assume_functions(module, job->sides.func, job->arena, need);
  need[VD_ASSUME_HEAP] &= !job->with_heap;
  if (job->options->reals)
    need[VD_ASSUME_NAN] = need[VD_ASSUME_ROUNDING] = false;
  need[VD_ASSUME_PROGRESS] =
      terminates != VD_TERMINATES_ALWAYS &&
      vd_assume_loops(module, job->sides.func, job->arena);
  need[VD_ASSUME_NEAR] = goes_beyond(job) || loops_go_beyond(job);
  vd_assume_say(need, job->arena, job->verdict);
  if (job->options->reals)
    vd_verdict_assume(job->arena, job->verdict,
                      "floats are real numbers: over the reals");
}
