// POUs with actions that are only called from outside: `Machine.Reset();`. As
// all of them work on one state, they are one machine with the body: a POU with
// an input for each such action. In a cycle in which it is true the action runs
// in place of the body.
#include "front/st/lower.h"

// Cells and globals are the copy's own, all else is shared.
static VdStInfo *copy_info(VdLower *l, const VdStInfo *from) {
  VdArena *arena = l->check->arena;
  VdStInfo *to = VD_NEW(arena, VdStInfo);
  VdStPou *pou = VD_NEW(arena, VdStPou);
  *to = *from;
  *pou = *from->pou;
  to->pou = pou;
  to->whole = to;
  memset(&to->cell, 0, sizeof to->cell);
  memset(&to->global, 0, sizeof to->global);
  to->global_at = (VdMap){0};
  for (uint32_t i = 0; i < from->cell.len; i++) {
    VdStCell cell = from->cell.at[i];
    cell.param = cell.result = VD_NONE;
    vd_push(&to->cell, cell);
  }
  for (uint32_t i = 0; i < from->global.len; i++) {
    vd_st_add(arena, &to->global, from->global.at[i]);
    *vd_map_put(&to->global_at, (uintptr_t)from->global.at[i].var) = i + 1;
  }
  return to;
}

// The input that calls the action, as an expression.
static VdStExpr *add_input(VdLower *l, VdStInfo *info,
                           const VdStAction *action) {
  VdArena *arena = l->check->arena;
  VdStEntity *entity = VD_NEW(arena, VdStEntity);
  VdStVar *var = vd_st_var(arena, action->pos, VD_ST_VAR_INPUT,
                           vd_arena_printf(arena, "%s()", action->name),
                           vd_st_spec_name(arena, action->pos, "BOOL"));
  var->made = true;
  var->type = vd_type_elem(VD_ELEM_BOOL);
  VdStCell cell = {.name = var->name,
                   .type = var->type,
                   .var = var,
                   .direction = VD_DIR_INPUT,
                   .init = vd_value_bool(false),
                   .param = VD_NONE,
                   .result = VD_NONE};
  *entity = (VdStEntity){.kind = VD_ENTITY_VAR,
                         .var = var,
                         .type = var->type,
                         .direction = VD_DIR_INPUT,
                         .cell = info->cell.len};
  vd_push(&info->cell, cell);
  VdStExpr *e = vd_st_name(arena, action->pos, var->name);
  e->entity = entity;
  e->type = var->type;
  return e;
}

// IF Name() THEN the action; RETURN; END_IF
static void add_call(VdLower *l, VdStInfo *info, const VdStAction *action) {
  VdArena *arena = l->check->arena;
  VdStStmt *choice = vd_st_if(arena, action->pos, add_input(l, info, action));
  VdStStmt *invoke = vd_st_stmt(arena, VD_ST_INVOKE, action->pos);
  VdStEntity *entity = VD_NEW(arena, VdStEntity);
  *entity = (VdStEntity){.kind = VD_ENTITY_ACTION, .action = action};
  invoke->value = vd_st_expr(arena, VD_ST_CALL, action->pos);
  invoke->value->base = vd_st_name(arena, action->pos, action->name);
  invoke->value->entity = entity;
  VdStStmts *then = &choice->branch.at[0].body;
  vd_st_add(arena, then, invoke);
  vd_st_add(arena, then, vd_st_stmt(arena, VD_ST_RETURN, action->pos));
  vd_st_add(arena, &info->pou->body, choice);
}

void vd_lower_whole(VdLower *l, VdStInfo *info) {
  if (!info->uncalled.len || info->pou->reason) return;
  VdStInfo *whole = copy_info(l, info);
  VdStStmts body = info->pou->body;
  whole->pou->body = (VdStStmts){0};
  for (uint32_t i = 0; i < info->uncalled.len; i++)
    add_call(l, whole, info->uncalled.at[i]);
  for (uint32_t i = 0; i < body.len; i++)
    vd_st_add(l->check->arena, &whole->pou->body, body.at[i]);
  info->whole = whole;
  vd_lower_function(l, whole);
}

void vd_lower_whole_done(VdStInfo *whole) {
  if (!whole) return;
  vd_vec_done(&whole->cell);
  vd_map_done(&whole->global_at);
}
