// Whether two versions that were proved the same also terminate.
//
// A proof by induction over calls says: the same wherever both terminate. What
// is missing comes from here, in one of two ways.
//
// Always: every group of functions that call each other has a ranking function
// (rank.c), in both versions. Undefined behaviour ends a run as well; the proof
// that the versions are the same says that the new one has none where the old
// one has none.
//
// Alike: both versions make the same calls, with the same memory and world.
// Take an input on which the old version ends and is defined, and the first
// call of the new version that does not end. If the old one makes a call of the
// same function with the same arguments, that call ended, so by induction over
// the old version's calls it ends in the new one too. The other way round
// likewise, by induction over the new version's calls; what is undefined before
// a call is part of the condition under which the call is made.
//
// A run that does not end goes through a chain of calls, each made by the one
// before, without end. In the other version every one of them is made as well,
// from the same memory and world: what there is to see until then is the same,
// and so what there is to see at all.
#include "base/limit.h"
#include "pair/loop/ends.h"
#include "pair/loop/rank.h"

static void note_forever(void *context, uint32_t func, const VdInst *inst) {
  struct {
    const VdModule *m;
    bool found, pointer, address;
  } *seen = context;
  seen->found |= seen->m->func.at[func]->recursive;
  seen->pointer |= inst->kind == VD_INST_CALLPTR;
  seen->address |= inst->kind == VD_INST_FUNC;
}

bool vd_may_run_forever(const VdJob *job, int side) {
  struct {
    const VdModule *m;
    bool found, pointer, address;
  } seen = {.m = job->sides.module[side]};
  vd_ir_each(job->sides.module[side], job->sides.func[side], note_forever,
             &seen);
  return seen.found || (seen.pointer && seen.address);
}

// -------------------------------------------------------------------- alike

// Calls of f in the old and g in the new version with equal arguments end
// alike.
static bool end_alike(const VdEnds *old_side, const VdEnds *new_side,
                      uint32_t f, uint32_t g) {
  VdJob *job = old_side->job;
  if (vd_digest_eq(&vd_ends_func(old_side, f)->digest,
                   &vd_ends_func(new_side, g)->digest))
    return true;
  if (vd_sums_symbol(job->sides.sums[OLD], f) !=
      vd_sums_symbol(job->sides.sums[NEW], g))
    return false;
  if (f == job->sides.func[OLD] && g == job->sides.func[NEW])
    return true;  // induction
  return job->ends[NEW] && job->ends[NEW][g] != VD_TERMINATES_UNKNOWN;
}

// The node of a function of the other version that ends alike; UINT32_MAX if
// there is none.
static uint32_t match_of(const VdEnds *s, const VdEnds *other, uint32_t func) {
  for (uint32_t i = 0; i < other->node.len; i++) {
    uint32_t g = other->node.at[i].func;
    if (s->side == OLD ? end_alike(s, other, func, g)
                       : end_alike(other, s, g, func))
      return i;
  }
  return UINT32_MAX;
}

// Whether calls of a function end for sure. Where that was shown of one version
// only, the call is compared with the other's.
static bool surely_ends(const VdEnds *s, const VdEnds *other, uint32_t node,
                        uint32_t match) {
  return s->node.at[node].ends &&
         (match == UINT32_MAX || other->node.at[match].ends);
}
// included. False if they can't be had.
static bool collect(VdEnds *s, const VdEnds *other, uint32_t node,
                    const VdMap *map, VdTerm when, uint32_t depth,
                    VdCalls *out) {
  VdTerms *tm = s->job->sides.tm;
  bool ok = !s->node.at[node].closed;
  for (uint32_t k = 0; k < s->node.at[node].call.len && ok; k++) {
    const VdCall *call = &s->node.at[node].call.at[k];
    uint32_t to = vd_ends_node(s, call->func);
    if (to == UINT32_MAX) continue;
    uint32_t match = match_of(s, other, call->func);
    if (surely_ends(s, other, to, match)) continue;
    VdCall here;
    ok = vd_ends_place(s, call, map, when, depth > 0, &here) &&
         out->len < vd_limit->terminate_calls;
    if (!ok || vd_term_is_false(tm, here.when)) continue;
    if (match != UINT32_MAX) {
      vd_push(out, here);
      continue;
    }
    VdMap inner = {0};
    vd_ends_map_call(s, &here, &inner);
    ok = depth < vd_limit->ends_inline &&
         s->node.at[to].part != s->node.at[node].part &&
         collect(s, other, to, &inner, here.when, depth + 1, out);
    vd_map_done(&inner);
  }
  return ok;
}

// Adds the parts of a conjunction that are not known to hold.
static VdTerm and_new(VdTerms *tm, VdTerm t, VdTerm more, const VdMap *known) {
  bool many = vd_term_op(tm, more) == VD_OP_AND;
  for (uint32_t i = 0; i < (many ? vd_term_args(tm, more) : 1); i++) {
    VdTerm part = many ? vd_term_arg(tm, more, i) : more;
    if (!vd_map_get(known, part.id)) t = vd_mk_and(tm, t, part);
  }
  return t;
}

static void note_parts(VdTerms *tm, VdTerm t, VdMap *known) {
  *vd_map_put(known, t.id) = 1;
  if (vd_term_op(tm, t) != VD_OP_AND) return;
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    *vd_map_put(known, vd_term_arg(tm, t, i).id) = 1;
}

// Whether, whenever the call is made, so is one of the others with the same
// arguments, while all that others can see is the same.
static bool is_made(const VdEnds *s[2], const VdCall *call, int side,
                    const VdCalls *others, VdTerm given,
                    const VdBudget *budget) {
  VdJob *job = s[OLD]->job;
  VdTerms *tm = job->sides.tm;
  VdTerm missing = vd_mk_and(tm, given, call->when);
  VdMap known = {0};
  note_parts(tm, given, &known);
  note_parts(tm, call->when, &known);
  for (uint32_t i = 0; i < others->len; i++) {
    const VdCall *other = &others->at[i];
    uint32_t f = side == OLD ? call->func : other->func;
    uint32_t g = side == OLD ? other->func : call->func;
    if (call->args != other->args || !end_alike(s[OLD], s[NEW], f, g)) continue;
    VdTerm made = and_new(tm, vd_mk_bool(tm, true), other->when, &known);
    for (uint32_t k = 0; k < call->args; k++)
      made = vd_mk_and(tm, made, vd_mk_eq(tm, call->arg[k], other->arg[k]));
    made = vd_mk_and(tm, made, vd_mk_eq(tm, call->memory, other->memory));
    made = vd_mk_and(tm, made, vd_mk_eq(tm, call->world, other->world));
    missing = vd_mk_and(tm, missing, vd_mk_not(tm, made));
  }
  vd_map_done(&known);
  return vd_rank_never(job, missing, budget);
}

static bool alike(VdEnds *old_side, VdEnds *new_side, const VdBudget *budget) {
  const VdEnds *s[2] = {old_side, new_side};
  VdJob *job = old_side->job;
  VdTerm yes = vd_mk_bool(job->sides.tm, true);
  const VdSummary *summary =
      vd_summary(job->sides.sums[OLD], job->sides.func[OLD]);
  VdMap none = {0};
  VdCalls call[2] = {{0}, {0}};
  bool ok = summary && !old_side->cut && !new_side->cut &&
            collect(old_side, new_side, 0, &none, yes, 0, &call[OLD]) &&
            collect(new_side, old_side, 0, &none, yes, 0, &call[NEW]);
  // A run of the old version that makes none of the calls ends, and is defined
  // to its end. One that makes such a call may never get to what comes after.
  VdTerm given = summary ? summary->defined : yes;
  for (uint32_t i = 0; ok && i < call[OLD].len; i++)
    given = vd_mk_or(job->sides.tm, given, call[OLD].at[i].when);
  for (uint32_t i = 0; ok && i < call[NEW].len; i++)
    ok = is_made(s, &call[NEW].at[i], NEW, &call[OLD], given, budget);
  for (uint32_t i = 0; ok && i < call[OLD].len; i++)
    ok = is_made(s, &call[OLD].at[i], OLD, &call[NEW], yes, budget);
  vd_vec_done(&call[OLD]);
  vd_vec_done(&call[NEW]);
  return ok;
}

static bool try_alike(VdEnds side[2], const VdBudget *budget) {
  VdTrail *trail = side[OLD].job->trail;
  VdAttempt a;
  return vd_trail_begin(trail, &a) &&
         vd_trail_end(trail, &a, alike(&side[OLD], &side[NEW], budget));
}

// --------------------------------------------------------------- the result

typedef struct Outside {
  const VdModule *m;
  bool called;
} Outside;

static void note_outside(void *context, uint32_t func, const VdInst *inst) {
  Outside *outside = context;
  (void)func;
  if (inst->kind == VD_INST_CALL)
    outside->called |= outside->m->func.at[inst->index]->kind == VD_FUNC_IMPURE;
  outside->called |= inst->kind == VD_INST_CALLPTR;
}

static bool calls_outside(const VdJob *job) {
  Outside outside = {0};
  for (int k = 0; k < 2; k++) {
    outside.m = job->sides.module[k];
    vd_ir_each(outside.m, job->sides.func[k], note_outside, &outside);
  }
  return outside.called;
}

void vd_ends_say(VdJob *job, bool always_ends, double start) {
  const char *text = always_ends
                         ? "both versions always terminate"
                         : "the new version terminates exactly where the old "
                           "one does";
  job->terminates = always_ends ? VD_TERMINATES_ALWAYS : VD_TERMINATES_ALIKE;
  vd_job_note(job, VD_NOTE_TERMINATION, "%s%s", text,
              always_ends && calls_outside(job)
                  ? ", if what they call outside does"
                  : "");
  vd_job_step(job, "terminate", start, "%s", text);
}

void vd_check_termination(VdJob *job) {
  double start = vd_now();
  double seconds = job->options->effort * vd_limit->end_share;
  VdEnds side[2];
  VdEndsKnown known = {0};
  if (job->terminates != VD_TERMINATES_UNKNOWN) return;
  VdBudget budget = vd_budget_slice(&job->budget, seconds);
  bool ends = true;
  for (int k = 0; k < 2; k++) {
    vd_ends_init(&side[k], job, k);
    // Where the old one was not shown to end, little is hoped for of the new.
    double part = k == OLD || ends ? vd_limit->end_side_share
                                   : vd_limit->end_hopeless_share;
    side[k].budget = vd_budget_slice(&budget, seconds * part);
    ends &= vd_ends_always(&side[k], &known);
  }
  if (ends && !side[OLD].loops && !side[NEW].loops)
    job->terminates = VD_TERMINATES_ALWAYS;  // nothing to say
  else if (ends)
    vd_ends_say(job, true, start);
  else if (try_alike(side, &budget) || vd_ends_meet(side, &budget))
    vd_ends_say(job, false, start);
  else
    vd_job_step(job, "terminate", start, "not shown");
  vd_ends_done(&side[OLD]);
  vd_ends_done(&side[NEW]);
  vd_ends_known_done(&known);
}
