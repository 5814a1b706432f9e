// Calls of recursive functions in a run.
//
// A loop that runs n times is a recursion of n + 1 calls. Calls that belong to
// one recursion have one root: the call that was made from outside it.
#include "base/limit.h"
#include "run/runner.h"

void vd_call_log_done(VdCallLog *log) {
  vd_vec_done(&log->call);
  vd_vec_done(&log->stack);
  log->full = false;
}

static uint32_t find_root(const VdCallLog *t, uint32_t func) {
  for (uint32_t i = t->stack.len; i-- > 0;) {
    const VdLoggedCall *call = &t->call.at[t->stack.at[i]];
    if (call->func == func) return call->root;
  }
  return t->call.len;
}

void vd_run_entered(void *context, uint32_t func, uint32_t depth,
                    const VdValue *args) {
  const VdOneRun *run = context;
  VdCallLog *t = run->log;
  const VdFunc *f = run->runner->side[run->side].module->func.at[func];
  if (!run->runner->sides->module[run->side]->func.at[func]->recursive) return;
  t->full |= t->call.len >= vd_limit->run_calls;
  if (t->full) return;
  VdLoggedCall seen = {
      .func = func, .root = find_root(t, func), .depth = depth};
  seen.arg = vd_arena_copy(t->arena, args, f->params * sizeof *args);
  vd_push(&t->stack, t->call.len);
  vd_push(&t->call, seen);
}

void vd_run_left(void *context, uint32_t depth, const VdValue *results,
                 uint32_t n) {
  const VdOneRun *run = context;
  VdCallLog *t = run->log;
  const VdModule *m = run->runner->side[run->side].module;
  VdValue *copy = NULL;
  while (t->stack.len) {
    VdLoggedCall *call = &t->call.at[t->stack.at[t->stack.len - 1]];
    if (call->depth != depth) break;
    if (!copy) copy = vd_arena_copy(t->arena, results, n * sizeof *results);
    if (m->func.at[call->func]->results == n) call->result = copy;
    t->stack.len--;
  }
}
