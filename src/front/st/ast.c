// Names, lists and strings of the syntax tree.
#include "front/st/ast.h"

#include <ctype.h>
#include <strings.h>

void vd_st_grow(VdArena *arena, void **at, uint32_t *cap, uint32_t len,
                size_t elem) {
  uint32_t more = *cap ? 2 * *cap : 4;
  VD_CHECK(more > *cap);
  void *fresh = vd_arena_alloc(arena, vd_mul(more, elem));
  if (len) memcpy(fresh, *at, len * elem);
  *at = fresh;
  *cap = more;
}

VdStUnit *vd_st_unit_new(void) {
  return vd_alloc(sizeof(VdStUnit));
}

void vd_st_unit_free(VdStUnit *unit) {
  if (!unit) return;
  vd_arena_done(&unit->arena);
  vd_free(unit);
}

void vd_st_unit_add_type(VdArena *arena, VdStUnit *unit, VdStTypeDecl *decl) {
  VdStWritten written = {.text = decl->text};
  vd_st_add(arena, &unit->type, decl);
  vd_st_add(arena, &written.name, (VdStName){decl->name, decl->pos});
  for (uint32_t i = 0; i < decl->spec->enumerator.len; i++)
    vd_st_add(arena, &written.name,
              (VdStName){decl->spec->enumerator.at[i].name, decl->pos});
  vd_st_add(arena, &unit->written, written);
}

bool vd_st_same(const char *a, const char *b) {
  return strcasecmp(a, b) == 0;
}

const char *vd_st_address(VdArena *arena, const char *text) {
  VdBuf out = {0};
  for (const char *at = text; *at; at++) {
    bool number = at > text && isdigit((unsigned char)at[-1]);
    if (*at != '0' || number || !isdigit((unsigned char)at[1]))
      vd_buf_char(&out, *at);
    else
      while (at[1] == '0' && isdigit((unsigned char)at[2])) at++;
  }
  const char *copy = vd_arena_str(arena, vd_buf_text(&out));
  vd_buf_done(&out);
  return copy;
}

static void put_lower(VdBuf *out, const char *text) {
  for (; *text; text++) {
    bool upper = *text >= 'A' && *text <= 'Z';
    vd_buf_char(out, upper ? (char)(*text + 32) : *text);
  }
}

uint32_t vd_st_name_put(VdNames *names, const char *text) {
  VdBuf lower = {0};
  put_lower(&lower, text);
  uint32_t id = vd_name_put(names, vd_buf_text(&lower), lower.len);
  vd_buf_done(&lower);
  return id;
}

uint32_t vd_st_name_get(const VdNames *names, const char *text) {
  VdBuf lower = {0};
  put_lower(&lower, text);
  uint32_t id = vd_name_get(names, vd_buf_text(&lower), lower.len);
  vd_buf_done(&lower);
  return id;
}

bool vd_st_extend_fact(VdStUnit *unit, const char *name, const char *more) {
  for (uint32_t i = 0; i < unit->fact.len; i++) {
    VdStFact *fact = &unit->fact.at[i];
    if (!vd_st_same(fact->name, name)) continue;
    fact->text = vd_arena_printf(&unit->arena, "%s, %s", fact->text, more);
    return true;
  }
  return false;
}

// The first one is kept: it is where a person looks first.
void vd_st_unsupported(VdStPou *pou, VdPos pos, const char *construct) {
  if (pou->reason) return;
  pou->reason = construct;
  pou->reason_pos = pos;
}

VdStExpr *vd_st_expr(VdArena *arena, VdStExprKind kind, VdPos pos) {
  VdStExpr *e = VD_NEW(arena, VdStExpr);
  e->kind = kind;
  e->pos = pos;
  return e;
}

VdStExpr *vd_st_bool(VdArena *arena, VdPos pos, bool value) {
  VdStExpr *e = vd_st_expr(arena, VD_ST_LITERAL, pos);
  e->literal = VD_ST_LIT_BOOL;
  e->bits = value;
  return e;
}

VdStExpr *vd_st_time(VdArena *arena, VdPos pos, int64_t nanoseconds) {
  VdStExpr *e = vd_st_expr(arena, VD_ST_LITERAL, pos);
  e->literal = VD_ST_LIT_TIME;
  e->bits = (uint64_t)nanoseconds;
  return e;
}

VdStExpr *vd_st_name(VdArena *arena, VdPos pos, const char *name) {
  VdStExpr *e = vd_st_expr(arena, VD_ST_NAME, pos);
  e->name = name;
  return e;
}

VdStExpr *vd_st_member(VdArena *arena, VdPos pos, VdStExpr *base,
                       const char *name) {
  VdStExpr *e = vd_st_expr(arena, VD_ST_MEMBER, pos);
  e->base = base;
  e->name = name;
  return e;
}

VdStExpr *vd_st_unary(VdArena *arena, VdPos pos, VdStOp op, VdStExpr *base) {
  VdStExpr *e = vd_st_expr(arena, VD_ST_UNARY, pos);
  e->op = op;
  e->base = base;
  return e;
}

VdStExpr *vd_st_binary(VdArena *arena, VdPos pos, VdStOp op, VdStExpr *left,
                       VdStExpr *right) {
  VdStExpr *e = vd_st_expr(arena, VD_ST_BINARY, pos);
  e->op = op;
  e->base = left;
  e->right = right;
  return e;
}

VdStStmt *vd_st_stmt(VdArena *arena, VdStStmtKind kind, VdPos pos) {
  VdStStmt *s = VD_NEW(arena, VdStStmt);
  s->kind = kind;
  s->pos = pos;
  return s;
}

VdStStmt *vd_st_assign(VdArena *arena, VdPos pos, VdStExpr *target,
                       VdStExpr *value) {
  VdStStmt *s = vd_st_stmt(arena, VD_ST_ASSIGN, pos);
  s->target = target;
  s->value = value;
  return s;
}

VdStStmt *vd_st_if(VdArena *arena, VdPos pos, VdStExpr *cond) {
  VdStStmt *s = vd_st_stmt(arena, VD_ST_IF, pos);
  vd_st_add(arena, &s->branch, (VdStBranch){.pos = pos, .cond = cond});
  return s;
}

VdStSpec *vd_st_spec_name(VdArena *arena, VdPos pos, const char *name) {
  VdStSpec *spec = VD_NEW(arena, VdStSpec);
  spec->pos = pos;
  spec->name = name;
  return spec;
}

VdStVar *vd_st_var(VdArena *arena, VdPos pos, VdStSection section,
                   const char *name, VdStSpec *spec) {
  VdStVar *v = VD_NEW(arena, VdStVar);
  v->name = name;
  v->pos = pos;
  v->section = section;
  v->spec = spec;
  return v;
}

VdStAction *vd_st_action_get(const VdStPou *pou, const char *name) {
  for (uint32_t i = 0; i < pou->action.len; i++)
    if (vd_st_same(pou->action.at[i]->name, name)) return pou->action.at[i];
  return NULL;
}
