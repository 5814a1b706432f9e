// Couplings: relations between the states of two frames that a contract gives.
// They help the search for a proof (product.c), where they are proved before
// they are used; this says which of them hold.
#include "base/limit.h"
#include "machine/steps.h"

static const char *fate_of(VdSteps *s, VdTerm assume, VdTerm holds) {
  VdProduct product = {.assume = assume};
  VdEnsure ensure = {.holds = holds, .cell = {VD_NONE, VD_NONE}};
  VdProductReply reply;
  VdBudget budget = vd_budget_slice(&s->budget, vd_limit->couplings_work);
  vd_push(&product.ensure, ensure);
  vd_product_check(s, &product, &budget, VD_WAY_FULL, 0, &reply);
  vd_vec_done(&product.ensure);
  if (reply.answer == VD_MC_SAFE) return "holds in every run";
  if (reply.answer == VD_MC_UNKNOWN || reply.abstract)
    return "is not proved, and was not used";
  if (reply.run.steps == 1) return "does not hold at the start";
  return vd_arena_printf(s->arena, "does not hold, after cycle %u of a run",
                         reply.run.steps - 1);
}

void vd_steps_fates(VdSteps *s, VdTerm assume) {
  for (uint32_t i = 0; i < s->coupling.len; i++) {
    VdStepCoupling *r = &s->coupling.at[i];
    r->fate = i < vd_limit->couplings_asked && !vd_budget_over(&s->budget)
                  ? fate_of(s, assume, r->now)
                  : "was not looked at";
  }
}
