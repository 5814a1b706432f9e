// A POU a second time, so that the checker can look at it in another way.
#include "front/st/ast.h"

typedef struct Copy {
  VdArena *arena;
  VdMap spec;  // to its copy: variables may share one, and then its type
} Copy;

static void *copy_of(Copy *c, const void *from, size_t size) {
  return vd_arena_copy(c->arena, from, size);
}

static void copy_stmts(Copy *c, VdStStmts *list);

static VdStExpr *copy_expr(Copy *c, const VdStExpr *from) {
  if (!from) return NULL;
  VdStExpr *e = copy_of(c, from, sizeof *e);
  e->base = copy_expr(c, from->base);
  e->right = copy_expr(c, from->right);
  if (from->arg.len)
    e->arg.at = copy_of(c, from->arg.at, from->arg.len * sizeof *e->arg.at);
  e->arg.cap = e->arg.len;
  for (uint32_t i = 0; i < e->arg.len; i++)
    e->arg.at[i].value = copy_expr(c, e->arg.at[i].value);
  return e;
}

static void copy_vars(Copy *c, VdStVars *list);

static VdStSpec *copy_spec(Copy *c, const VdStSpec *from) {
  if (!from) return NULL;
  // An enum is one type, or its values would be those of two.
  if (from->kind == VD_ST_SPEC_ENUM) return (VdStSpec *)from;
  const uint64_t *known = vd_map_get(&c->spec, (uintptr_t)from);
  if (known) return (VdStSpec *)(uintptr_t)*known;
  VdStSpec *spec = copy_of(c, from, sizeof *spec);
  spec->low = copy_expr(c, from->low);
  spec->high = copy_expr(c, from->high);
  spec->element = copy_spec(c, from->element);
  memset(&spec->range, 0, sizeof spec->range);
  for (uint32_t i = 0; i < from->range.len; i++) {
    VdStRange range = {copy_expr(c, from->range.at[i].low),
                       copy_expr(c, from->range.at[i].high)};
    vd_st_add(c->arena, &spec->range, range);
  }
  copy_vars(c, &spec->field);
  *vd_map_put(&c->spec, (uintptr_t)from) = (uintptr_t)spec;
  return spec;
}

static void copy_vars(Copy *c, VdStVars *list) {
  VdStVars from = *list;
  *list = (VdStVars){0};
  for (uint32_t i = 0; i < from.len; i++) {
    VdStVar *var = copy_of(c, from.at[i], sizeof *var);
    var->spec = copy_spec(c, var->spec);
    var->init = copy_expr(c, var->init);
    vd_st_add(c->arena, list, var);
  }
}

static VdStBranch copy_branch(Copy *c, const VdStBranch *from) {
  VdStBranch branch = {.pos = from->pos, .body = from->body};
  branch.cond = copy_expr(c, from->cond);
  for (uint32_t i = 0; i < from->label.len; i++) {
    VdStLabel label = {copy_expr(c, from->label.at[i].low),
                       copy_expr(c, from->label.at[i].high)};
    vd_st_add(c->arena, &branch.label, label);
  }
  copy_stmts(c, &branch.body);
  return branch;
}

static VdStStmt *copy_stmt(Copy *c, const VdStStmt *from) {
  VdStStmt *s = copy_of(c, from, sizeof *s);
  s->target = copy_expr(c, from->target);
  s->value = copy_expr(c, from->value);
  s->limit = copy_expr(c, from->limit);
  s->by = copy_expr(c, from->by);
  memset(&s->branch, 0, sizeof s->branch);
  for (uint32_t i = 0; i < from->branch.len; i++)
    vd_st_add(c->arena, &s->branch, copy_branch(c, &from->branch.at[i]));
  copy_stmts(c, &s->body);
  return s;
}

static void copy_stmts(Copy *c, VdStStmts *list) {
  VdStStmts from = *list;
  *list = (VdStStmts){0};
  for (uint32_t i = 0; i < from.len; i++)
    vd_st_add(c->arena, list, copy_stmt(c, from.at[i]));
}

VdStPou *vd_st_pou_copy(VdArena *arena, const VdStPou *from) {
  Copy c = {.arena = arena};
  VdStPou *pou = copy_of(&c, from, sizeof *pou);
  pou->result = copy_spec(&c, from->result);
  copy_vars(&c, &pou->var);
  copy_stmts(&c, &pou->body);
  memset(&pou->action, 0, sizeof pou->action);
  for (uint32_t i = 0; i < from->action.len; i++) {
    VdStAction *action = copy_of(&c, from->action.at[i], sizeof *action);
    copy_stmts(&c, &action->body);
    vd_st_add(arena, &pou->action, action);
  }
  vd_map_done(&c.spec);
  return pou;
}
