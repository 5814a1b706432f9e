// Expressions and statements that SFC networks become, made from parts.
#include "front/st/sfc_impl.h"

// ------------------------------------------------------------- expressions
VdStExpr *vd_sfc_name(VdSfcMake m, const char *name) {
  return vd_st_name(m.arena, m.pos, name);
}

VdStExpr *vd_sfc_field(VdSfcMake m, const char *name, const char *field) {
  VdStExpr *e = vd_sfc_name(m, name);
  return field ? vd_st_member(m.arena, m.pos, e, field) : e;
}

VdStExpr *vd_sfc_x(VdSfcMake m, const char *step) {
  return vd_sfc_field(m, step, "X");
}

VdStExpr *vd_sfc_not(VdSfcMake m, VdStExpr *a) {
  return vd_st_unary(m.arena, m.pos, VD_ST_NOT, a);
}

static VdStExpr *join(VdSfcMake m, VdStOp op, VdStExpr *a, VdStExpr *b) {
  if (!a) return b;
  return b ? vd_st_binary(m.arena, m.pos, op, a, b) : a;
}

VdStExpr *vd_sfc_and(VdSfcMake m, VdStExpr *a, VdStExpr *b) {
  return join(m, VD_ST_AND, a, b);
}

VdStExpr *vd_sfc_or(VdSfcMake m, VdStExpr *a, VdStExpr *b) {
  return join(m, VD_ST_OR, a, b);
}

static VdStExpr *join_some(VdSfcMake m, VdStOp op, VdStExpr **at, uint32_t n) {
  if (n < 2) return n ? at[0] : NULL;
  VdStExpr *left = join_some(m, op, at, n / 2);
  return join(m, op, left, join_some(m, op, at + n / 2, n - n / 2));
}

VdStExpr *vd_sfc_all(VdSfcMake m, const VdStExprs *list) {
  return join_some(m, VD_ST_AND, list->at, list->len);
}

VdStExpr *vd_sfc_any(VdSfcMake m, const VdStExprs *list) {
  return join_some(m, VD_ST_OR, list->at, list->len);
}

// Names with dots in between.
VdStExpr *vd_sfc_path(VdSfcMake m, const char *path) {
  VdStExpr *e = NULL;
  while (path) {
    size_t len = strcspn(path, ".");
    char *name = vd_arena_alloc(m.arena, vd_add(len, 1));
    memcpy(name, path, len);
    e = e ? vd_st_member(m.arena, m.pos, e, name) : vd_sfc_name(m, name);
    path = path[len] ? path + len + 1 : NULL;
  }
  return e;
}

// -------------------------------------------------------------- statements
void vd_sfc_assign(VdSfcMake m, VdStStmts *out, VdStExpr *target,
                   VdStExpr *value) {
  VdStStmt *s = vd_st_assign(m.arena, m.pos, target, value);
  vd_st_add(m.arena, out, s);
}

void vd_sfc_set(VdSfcMake m, VdStStmts *out, const char *name,
                VdStExpr *value) {
  vd_sfc_assign(m, out, vd_sfc_name(m, name), value);
}

VdStStmts *vd_sfc_if(VdSfcMake m, VdStStmts *out, VdStExpr *cond) {
  VdStStmt *s = vd_st_if(m.arena, m.pos, cond);
  vd_st_add(m.arena, out, s);
  return &s->branch.at[0].body;
}

// An IF has room for four branches, so the first stays where it is.
VdStStmts *vd_sfc_else(VdSfcMake m, VdStStmts *out) {
  VdStStmt *s = out->at[out->len - 1];
  vd_st_add(m.arena, &s->branch, (VdStBranch){.pos = m.pos});
  return &s->branch.at[1].body;
}

void vd_sfc_call(VdSfcMake m, VdStStmts *out, const char *path) {
  VdStStmt *s = vd_st_stmt(m.arena, VD_ST_INVOKE, m.pos);
  s->value = vd_st_expr(m.arena, VD_ST_CALL, m.pos);
  s->value->base = vd_sfc_path(m, path);
  vd_st_add(m.arena, out, s);
}

// ------------------------------------------------------------------- times
VdStExpr *vd_sfc_time(VdSfcMake m, VdSfcTime time) {
  return time.name ? vd_sfc_name(m, time.name)
                   : vd_st_time(m.arena, m.pos, time.nanoseconds);
}

static VdStExpr *arithmetic(VdSfcMake m, VdStOp op, VdStExpr *a, VdStExpr *b) {
  return vd_st_binary(m.arena, m.pos, op, a, b);
}

void vd_sfc_count(VdSfcMake m, VdStStmts *out, const char *var,
                  const char *field, const char *since, VdSfcTime limit) {
  VdStExpr *left = arithmetic(m, VD_ST_SUB, vd_sfc_time(m, limit),
                              vd_sfc_field(m, var, field));
  VdStExpr *over = arithmetic(m, VD_ST_GE, vd_sfc_name(m, since), left);
  VdStExpr *sum = arithmetic(m, VD_ST_ADD, vd_sfc_field(m, var, field),
                             vd_sfc_name(m, since));
  vd_sfc_assign(m, vd_sfc_if(m, out, over), vd_sfc_field(m, var, field),
                vd_sfc_time(m, limit));
  vd_sfc_assign(m, vd_sfc_else(m, out), vd_sfc_field(m, var, field), sum);
}
