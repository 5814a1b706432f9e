// Types of statements: conditions, targets, cases and loops.
#include "front/st/check.h"

static void check_bool(VdStCheck *c, VdStExpr *e) {
  vd_check_as(c, e, vd_type_elem(VD_ELEM_BOOL));
}

static void check_assign(VdStCheck *c, VdStStmt *s) {
  const VdStType *type = vd_check_target(c, s->target);
  if (type->kind == VD_TYPE_FB) {
    vd_check_unsupported(c, s->pos, "an assignment of an FB instance");
    return;
  }
  if (type->kind == VD_TYPE_BAD)
    vd_check_expr(c, s->value, NULL);
  else
    vd_check_as(c, s->value, type);
}

static void check_if(VdStCheck *c, VdStStmt *s) {
  for (uint32_t i = 0; i < s->branch.len; i++) {
    VdStBranch *branch = &s->branch.at[i];
    if (branch->cond) check_bool(c, branch->cond);
    vd_check_stmts(c, &branch->body);
  }
}

static void check_label(VdStCheck *c, VdStLabel *label, const VdStType *type) {
  VdStExpr *end[] = {label->low, label->high};
  for (int i = 0; i < 2; i++) {
    if (!end[i] || !vd_check_as(c, end[i], type) || end[i]->value) continue;
    vd_check_error(c, end[i]->pos, "found an expression, expected a constant");
  }
}

static void check_case(VdStCheck *c, VdStStmt *s) {
  const VdStType *type = vd_check_expr(c, s->value, NULL);
  if (type && type->kind != VD_TYPE_BAD)
    type = vd_check_common(c, &s->value, 1, NULL);
  bool ok = type && (type->kind == VD_TYPE_ENUM || vd_type_is_int(type) ||
                     vd_type_is_class(type, VD_SCALAR_BITS));
  if (!ok && (!type || type->kind != VD_TYPE_BAD))
    vd_check_error(c, s->value->pos, "found %s, expected an integer or enum",
                   type ? type->name : "a call without a result");
  for (uint32_t i = 0; i < s->branch.len; i++) {
    VdStBranch *branch = &s->branch.at[i];
    for (uint32_t k = 0; k < branch->label.len && ok; k++)
      check_label(c, &branch->label.at[k], type);
    vd_check_stmts(c, &branch->body);
  }
}

static void check_loop_body(VdStCheck *c, VdStStmt *s) {
  c->loops++;
  vd_check_stmts(c, &s->body);
  c->loops--;
}

static void check_for(VdStCheck *c, VdStStmt *s) {
  const VdStType *type = vd_check_target(c, s->target);
  bool ok = type->kind == VD_TYPE_ELEM && vd_type_is_int(type);
  if (!ok && type->kind != VD_TYPE_BAD)
    vd_check_error(c, s->target->pos, "found %s, expected an integer variable",
                   type->name);
  // The last value and the step may lie outside of a subrange.
  if (ok) {
    const VdStType *base = vd_type_elem(type->elem);
    vd_check_as(c, s->value, type);
    vd_check_as(c, s->limit, base);
    if (s->by && vd_check_as(c, s->by, base) && s->by->value &&
        !s->by->value->value.bits)
      vd_check_error(c, s->by->pos, "found a step of zero");
  }
  check_loop_body(c, s);
}

static void check_stmt(VdStCheck *c, VdStStmt *s) {
  switch (s->kind) {
    case VD_ST_ASSIGN: check_assign(c, s); break;
    case VD_ST_INVOKE: vd_check_expr(c, s->value, NULL); break;
    case VD_ST_IF: check_if(c, s); break;
    case VD_ST_CASE: check_case(c, s); break;
    case VD_ST_FOR: check_for(c, s); break;
    case VD_ST_WHILE:
    case VD_ST_REPEAT:
      check_bool(c, s->value);
      check_loop_body(c, s);
      break;
    case VD_ST_EXIT:
    case VD_ST_CONTINUE:
      if (!c->loops)
        vd_check_error(c, s->pos, "found EXIT or CONTINUE outside of a loop");
      break;
    case VD_ST_RETURN: break;
  }
}

void vd_check_stmts(VdStCheck *c, const VdStStmts *list) {
  for (uint32_t i = 0; i < list->len; i++) check_stmt(c, list->at[i]);
}
