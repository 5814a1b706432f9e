// Statements to the ir: every loop and branch becomes blocks.
#include "base/limit.h"
#include "front/st/lower.h"

static void jump(VdLower *l, uint32_t block) {
  vd_build_jump(l->emit.b, block);
}

static void branch(VdLower *l, VdStVal cond, uint32_t yes, uint32_t no) {
  vd_build_branch(l->emit.b, vd_emit_ref(&l->emit, cond), yes, no);
}

// What comes after EXIT and the like is never reached.
static void go(VdLower *l, uint32_t block) {
  jump(l, block);
  vd_lower_into(l, vd_lower_block(l));
}

// ---------------------------------------------------------------- assignments
static void lower_assign(VdLower *l, const VdStStmt *s) {
  const VdStType *type = s->target->type;
  VdStPlace place = vd_lower_place(l, s->target);
  if (vd_type_is_scalar(type)) {
    vd_lower_assign(l, s->target, &place, vd_lower_expr(l, s->value));
    return;
  }
  VdStVal *value = VD_NEW_ARRAY(l->check->arena, VdStVal, type->leaves + 1);
  vd_lower_leaves(l, s->value, value);
  for (uint32_t i = 0; i < type->leaves; i++)
    vd_lower_store(l, &place, i, value[i]);
}

// A copy of the action's statements; RETURN leaves the action.
static void lower_action(VdLower *l, const VdStAction *action) {
  uint32_t exit = l->exit;
  l->exit = vd_lower_block(l);
  vd_lower_stmts(l, &action->body);
  jump(l, l->exit);
  vd_lower_into(l, l->exit);
  l->exit = exit;
}

static void lower_invoke(VdLower *l, const VdStStmt *s) {
  const VdStExpr *e = s->value;
  VdStEntityKind kind = e->entity ? e->entity->kind : VD_ENTITY_POU;
  if (kind == VD_ENTITY_ACTION) {
    lower_action(l, e->entity->action);
  } else if (kind == VD_ENTITY_STD || e->kind != VD_ST_CALL) {
    vd_lower_expr(l, e);
  } else {
    uint32_t n = e->type ? e->type->leaves : 0;
    vd_lower_call(l, e, VD_NEW_ARRAY(l->check->arena, VdStVal, n + 1));
  }
}

// ------------------------------------------------------------------- branches
static void lower_if(VdLower *l, const VdStStmt *s) {
  uint32_t end = vd_lower_block(l);
  for (uint32_t i = 0; i < s->branch.len; i++) {
    const VdStBranch *b = &s->branch.at[i];
    uint32_t otherwise = end;
    if (b->cond) {
      uint32_t then = vd_lower_block(l);
      otherwise = vd_lower_block(l);
      VdStVal cond = vd_lower_expr(l, b->cond);
      vd_lower_at(l, b->pos);
      branch(l, cond, then, otherwise);
      vd_lower_into(l, then);
    }
    vd_lower_stmts(l, &b->body);
    jump(l, end);
    if (b->cond) vd_lower_into(l, otherwise);
  }
  if (!vd_build_ended(l->emit.b)) jump(l, end);
  vd_lower_into(l, end);
}

static VdStVal is_label(VdLower *l, VdElem elem, VdStVal value,
                        const VdStLabel *label) {
  VdValue low = label->low->value->value;
  if (!label->high)
    return vd_emit_two(&l->emit, VD_OP_EQ, value, vd_val_known(low));
  return vd_emit_within(&l->emit, elem, value, low, label->high->value->value);
}

static void lower_case(VdLower *l, const VdStStmt *s) {
  uint32_t end = vd_lower_block(l);
  VdStVal value = vd_lower_expr(l, s->value);
  VdElem elem = s->value->type->elem;
  for (uint32_t i = 0; i < s->branch.len; i++) {
    const VdStBranch *b = &s->branch.at[i];
    uint32_t otherwise = end;
    if (b->label.len) {
      VdStVal cond = vd_val_bool(false);
      vd_lower_at(l, b->pos);
      for (uint32_t k = 0; k < b->label.len; k++)
        cond = vd_emit_or(&l->emit, cond,
                          is_label(l, elem, value, &b->label.at[k]));
      uint32_t then = vd_lower_block(l);
      otherwise = vd_lower_block(l);
      branch(l, cond, then, otherwise);
      vd_lower_into(l, then);
    }
    vd_lower_stmts(l, &b->body);
    jump(l, end);
    if (b->label.len) vd_lower_into(l, otherwise);
  }
  if (!vd_build_ended(l->emit.b)) jump(l, end);
  vd_lower_into(l, end);
}

// ---------------------------------------------------------------------- loops
typedef struct Loop {
  uint32_t leave, next;
} Loop;

static Loop enter_loop(VdLower *l) {
  Loop outer = {l->leave, l->next};
  l->leave = vd_lower_block(l);
  l->next = vd_lower_block(l);
  return outer;
}

static void leave_loop(VdLower *l, Loop outer) {
  vd_lower_into(l, l->leave);
  l->leave = outer.leave;
  l->next = outer.next;
}

// The head is jumped to from its end: it stays open until then.
static uint32_t loop_head(VdLower *l) {
  uint32_t head = vd_lower_block(l);
  jump(l, head);
  vd_build_into(l->emit.b, head);
  return head;
}

static void lower_while(VdLower *l, const VdStStmt *s) {
  Loop outer = enter_loop(l);
  uint32_t head = loop_head(l), body = vd_lower_block(l);
  branch(l, vd_lower_expr(l, s->value), body, l->leave);
  vd_lower_into(l, body);
  vd_lower_stmts(l, &s->body);
  jump(l, l->next);
  vd_lower_into(l, l->next);
  jump(l, head);
  vd_build_seal(l->emit.b, head);
  leave_loop(l, outer);
}

static void lower_repeat(VdLower *l, const VdStStmt *s) {
  Loop outer = enter_loop(l);
  uint32_t head = loop_head(l);
  vd_lower_stmts(l, &s->body);
  jump(l, l->next);
  vd_lower_into(l, l->next);
  branch(l, vd_lower_expr(l, s->value), l->leave, head);
  vd_build_seal(l->emit.b, head);
  leave_loop(l, outer);
}

// Whether the control variable has not passed the limit.
static VdStVal goes_on(VdLower *l, VdElem elem, VdStVal now, VdStVal limit,
                       VdStVal by) {
  VdEmit *e = &l->emit;
  VdStVal up = vd_emit_binary(e, VD_ST_LE, elem, now, limit);
  if (!vd_elem_is_signed(elem)) return up;
  VdStVal down = vd_emit_binary(e, VD_ST_GE, elem, now, limit);
  VdStVal zero = vd_val_known(vd_type_elem(elem)->init[0]);
  return vd_emit_ite(e, vd_emit_less(e, elem, by, zero), down, up);
}

static void lower_for(VdLower *l, const VdStStmt *s) {
  VdElem elem = s->target->type->elem;
  VdStPlace target = vd_lower_place(l, s->target);
  vd_lower_store(l, &target, 0, vd_lower_expr(l, s->value));
  VdStVal limit = vd_lower_expr(l, s->limit);
  VdStVal by = vd_val_bv(vd_elem_width(elem), 1);
  if (s->by) by = vd_lower_expr(l, s->by);
  Loop outer = enter_loop(l);
  uint32_t head = loop_head(l), body = vd_lower_block(l);
  vd_lower_at(l, s->pos);
  VdStVal now = vd_lower_load(l, &target, 0);
  branch(l, goes_on(l, elem, now, limit, by), body, l->leave);
  vd_lower_into(l, body);
  vd_lower_stmts(l, &s->body);
  jump(l, l->next);
  vd_lower_into(l, l->next);
  vd_lower_at(l, s->pos);
  now = vd_lower_load(l, &target, 0);
  vd_lower_store(l, &target, 0,
                 vd_emit_binary(&l->emit, VD_ST_ADD, elem, now, by));
  jump(l, head);
  vd_build_seal(l->emit.b, head);
  leave_loop(l, outer);
}

// ----------------------------------------------------------------- statements
static void lower_stmt(VdLower *l, const VdStStmt *s) {
  vd_lower_at(l, s->pos);
  switch (s->kind) {
    case VD_ST_ASSIGN: lower_assign(l, s); break;
    case VD_ST_INVOKE: lower_invoke(l, s); break;
    case VD_ST_IF: lower_if(l, s); break;
    case VD_ST_CASE: lower_case(l, s); break;
    case VD_ST_FOR: lower_for(l, s); break;
    case VD_ST_WHILE: lower_while(l, s); break;
    case VD_ST_REPEAT: lower_repeat(l, s); break;
    case VD_ST_EXIT: go(l, l->leave); break;
    case VD_ST_CONTINUE: go(l, l->next); break;
    case VD_ST_RETURN: go(l, l->exit); break;
  }
}

void vd_lower_stmts(VdLower *l, const VdStStmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    if (++l->statements == vd_limit->st_statements)
      vd_check_error(l->check, list->at[i]->pos,
                     "%s has more than %d statements with its actions",
                     l->info->pou->name, vd_limit->st_statements);
    if (l->statements >= vd_limit->st_statements) return;
    lower_stmt(l, list->at[i]);
  }
}
