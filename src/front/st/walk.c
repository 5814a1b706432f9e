// One function for each kind of syntax that has expressions in it.
#include "front/st/walk.h"

void vd_st_walk_expr(VdStExpr *e, VdStVisit visit, void *context) {
  if (!e) return;
  visit(context, e);
  vd_st_walk_expr(e->base, visit, context);
  vd_st_walk_expr(e->right, visit, context);
  for (uint32_t i = 0; i < e->arg.len; i++)
    vd_st_walk_expr(e->arg.at[i].value, visit, context);
}

static void walk_branch(const VdStBranch *b, VdStVisit visit, void *context) {
  vd_st_walk_expr(b->cond, visit, context);
  for (uint32_t i = 0; i < b->label.len; i++) {
    vd_st_walk_expr(b->label.at[i].low, visit, context);
    vd_st_walk_expr(b->label.at[i].high, visit, context);
  }
  vd_st_walk_stmts(&b->body, visit, context);
}

void vd_st_walk_stmts(const VdStStmts *list, VdStVisit visit, void *context) {
  for (uint32_t i = 0; i < list->len; i++) {
    const VdStStmt *s = list->at[i];
    vd_st_walk_expr(s->target, visit, context);
    vd_st_walk_expr(s->value, visit, context);
    vd_st_walk_expr(s->limit, visit, context);
    vd_st_walk_expr(s->by, visit, context);
    for (uint32_t k = 0; k < s->branch.len; k++)
      walk_branch(&s->branch.at[k], visit, context);
    vd_st_walk_stmts(&s->body, visit, context);
  }
}

void vd_st_walk_net(const VdSfcNet *net, VdStVisit visit, void *context) {
  if (!net) return;
  for (uint32_t i = 0; i < net->step.len; i++) {
    const VdSfcStep *step = net->step.at[i];
    for (uint32_t k = 0; k < step->block.len; k++) {
      vd_st_walk_expr(step->block.at[k].time, visit, context);
      vd_st_walk_stmts(&step->block.at[k].body, visit, context);
    }
  }
  for (uint32_t i = 0; i < net->transition.len; i++)
    vd_st_walk_expr(net->transition.at[i]->cond, visit, context);
}

void vd_st_walk_pou(const VdStPou *pou, VdStVisit visit, void *context) {
  for (uint32_t i = 0; i < pou->var.len; i++)
    vd_st_walk_expr(pou->var.at[i]->init, visit, context);
  vd_st_walk_stmts(&pou->body, visit, context);
  vd_st_walk_net(pou->sfc, visit, context);
  for (uint32_t i = 0; i < pou->action.len; i++) {
    vd_st_walk_stmts(&pou->action.at[i]->body, visit, context);
    vd_st_walk_net(pou->action.at[i]->sfc, visit, context);
  }
}
