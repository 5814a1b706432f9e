// What a POU writes, which globals it needs, whether it can fault. Calls come
// with what the callee does; POUs do not call themselves, so each is looked at
// once, after its callees.
//
// Passing by reference is done by value and result, which is the same as long
// as no two ways lead to one variable. Where they do, the POU is not supported.
#include "base/limit.h"
#include "front/st/lower.h"
#include "front/st/std.h"

typedef struct Effect {
  VdLower *lower;
  VdStInfo *info;
  VdMap seen;        // actions
  uint32_t nesting;  // of actions
  uint64_t work;     // choices of all variable indices
} Effect;

static void walk(Effect *f, const VdStExpr *e);
static void walk_stmts(Effect *f, const VdStStmts *list);

static void mark(Effect *f, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    f->info->cell.at[first + i].written = true;
}

// --------------------------------------------------------------------- places
static bool is_exact(const VdStExpr *e) {
  if (e->kind == VD_ST_NAME) return true;
  if (e->kind == VD_ST_INDEX)
    for (uint32_t i = 0; i < e->arg.len; i++)
      if (!e->arg.at[i].value->value) return false;
  return is_exact(e->base);
}

// What comes from outside may be outside of a subrange, so only the type below
// it counts.
bool vd_index_may_miss(const VdStType *type, const VdStDim *dim) {
  uint32_t width = vd_elem_width(type->elem);
  bool is_signed = vd_elem_is_signed(type->elem);
  if (width == 64) return true;
  int64_t low = is_signed ? -((int64_t)1 << (width - 1)) : 0;
  int64_t high = ((int64_t)1 << (is_signed ? width - 1 : width)) - 1;
  return low < dim->low || high > dim->low + (int64_t)dim->count - 1;
}

static void walk_subscripts(Effect *f, const VdStExpr *e, uint64_t *choices) {
  if (e->kind == VD_ST_NAME) return;
  walk_subscripts(f, e->base, choices);
  if (e->kind != VD_ST_INDEX) return;
  for (uint32_t i = 0; i < e->arg.len; i++) {
    const VdStExpr *index = e->arg.at[i].value;
    walk(f, index);
    if (index->value) continue;
    const VdStDim *dim = &e->base->type->dim.at[i];
    if (vd_index_may_miss(index->type, dim)) f->info->may_fault = true;
    if (*choices <= vd_limit->st_choices) *choices *= dim->count;
  }
  if (*choices > vd_limit->st_choices)
    vd_st_unsupported(f->info->pou, e->pos,
                      "a variable index into more than 4096 elements");
}

static void walk_place(Effect *f, const VdStExpr *e) {
  uint64_t choices = 1;
  walk_subscripts(f, e, &choices);
  if (choices > 1) f->work += choices * e->type->leaves;
  if (f->work > vd_limit->st_work)
    vd_st_unsupported(f->info->pou, e->pos,
                      "variable indices with more than 262,144 elements "
                      "together");
}

static void write_place(Effect *f, const VdStExpr *e) {
  VdStSpan span;
  walk_place(f, e);
  if (vd_place_span(e, &span)) mark(f, span.first, span.count);
}

// ---------------------------------------------------------------------- calls
typedef struct Reach {
  VdStSpan span;
  bool written;
  bool by_reference;
  VdPos pos;
} Reach;
typedef VD_VEC(Reach) Reaches;

static void reach(Reaches *all, VdStSpan span, bool written, bool by_reference,
                  VdPos pos) {
  vd_push(all, (Reach){span, written, by_reference, pos});
}

static bool overlap(VdStSpan a, VdStSpan b) {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

static void check_aliases(Effect *f, const Reaches *all) {
  for (uint32_t i = 0; i < all->len; i++)
    for (uint32_t k = 0; k < all->len; k++) {
      const Reach *a = &all->at[i], *b = &all->at[k];
      if (i == k || !a->by_reference || !(a->written || b->written)) continue;
      if (overlap(a->span, b->span))
        vd_st_unsupported(f->info->pou, a->pos,
                          "a variable that the callee reaches in two ways");
    }
}

// Cells of an instance or of what is passed, as the callee leaves them.
static bool mark_as(Effect *f, const VdStInfo *callee, uint32_t cell,
                    uint32_t count, const VdStExpr *place, VdStSpan *span) {
  bool written = false;
  vd_place_span(place, span);
  bool exact = is_exact(place);
  for (uint32_t i = 0; i < count; i++) {
    if (!callee->cell.at[cell + i].written) continue;
    written = true;
    if (exact) mark(f, span->first + i, 1);
  }
  if (written && !exact) mark(f, span->first, span->count);
  return written;
}

static void call_globals(Effect *f, VdStInfo *callee, Reaches *all) {
  for (uint32_t i = 0; i < callee->global.len; i++) {
    const VdStGlobalUse *use = &callee->global.at[i];
    const VdStEntity *own = vd_check_global(f->lower->check, f->info, use->var);
    uint32_t n = own->type->leaves;
    bool written = false;
    for (uint32_t k = 0; k < n; k++) {
      if (!callee->cell.at[use->entity->cell + k].written) continue;
      written = true;
      mark(f, own->cell + k, 1);
    }
    reach(all, (VdStSpan){own->cell, n}, written, false, use->var->pos);
  }
}

static void bind(Effect *f, const VdStExpr *e, const VdStInfo *callee,
                 Reaches *all) {
  for (uint32_t i = 0; i < e->bindings; i++) {
    const VdStBinding *b = &e->binding[i];
    VdStSpan span;
    if (b->output) {
      write_place(f, b->actual);
      const VdStType *to = b->actual->type;
      if (to->ranged && !vd_type_same(to, b->formal->type))
        f->info->may_fault = true;
    } else if (b->formal->direction == VD_DIR_IN_OUT) {
      walk_place(f, b->actual);
      bool written = mark_as(f, callee, b->formal->cell,
                             b->formal->type->leaves, b->actual, &span);
      reach(all, span, written, true, b->pos);
    } else {
      walk(f, b->actual);
      if (e->entity || !vd_place_span(e->base, &span)) continue;
      // An input of an FB is set before the call.
      if (is_exact(e->base))
        mark(f, span.first + b->formal->cell, b->formal->type->leaves);
      else
        mark(f, span.first, span.count);
    }
  }
}

static void walk_pou_call(Effect *f, const VdStExpr *e) {
  VdStInfo *callee =
      e->entity ? e->entity->info : (VdStInfo *)e->base->type->info;
  Reaches all = {0};
  VdStSpan span;
  if (!e->entity) {
    walk_place(f, e->base);
    bool written = mark_as(f, callee, 0, callee->own_cells, e->base, &span);
    reach(&all, span, written, true, e->pos);
  }
  bind(f, e, callee, &all);
  call_globals(f, callee, &all);
  check_aliases(f, &all);
  if (callee->may_fault) f->info->may_fault = true;
  vd_vec_done(&all);
}

static void walk_action(Effect *f, const VdStExpr *e) {
  const VdStAction *action = e->entity->action;
  uint64_t *seen = vd_map_put(&f->seen, (uintptr_t)action);
  if (*seen == 1)
    vd_check_error(f->lower->check, e->pos, "the action %s calls itself",
                   action->name);
  if (f->nesting == vd_limit->st_actions)
    vd_check_error(f->lower->check, e->pos,
                   "actions call each other more than %d deep",
                   vd_limit->st_actions);
  if (*seen || f->nesting >= vd_limit->st_actions) return;
  *seen = 1;
  f->nesting++;
  walk_stmts(f, &action->body);
  f->nesting--;
  *vd_map_put(&f->seen, (uintptr_t)action) = 2;
}

static void walk_call(Effect *f, const VdStExpr *e) {
  if (e->entity && e->entity->kind == VD_ENTITY_ACTION) {
    walk_action(f, e);
  } else if (e->entity && e->entity->kind == VD_ENTITY_STD) {
    for (uint32_t i = 0; i < e->bindings; i++) walk(f, e->binding[i].actual);
    if (e->entity->std->kind == VD_STD_MUX) f->info->may_fault = true;
  } else {
    walk_pou_call(f, e);
  }
}

// ---------------------------------------------------------------- expressions
static void walk_binary(Effect *f, const VdStExpr *e) {
  walk(f, e->base);
  walk(f, e->right);
  bool divides = e->op == VD_ST_DIV || e->op == VD_ST_MOD;
  if (divides && !vd_type_is_class(e->type, VD_SCALAR_REAL) && !e->right->value)
    f->info->may_fault = true;
}

static void walk(Effect *f, const VdStExpr *e) {
  if (e->value) return;
  if (e->to && e->to->ranged) f->info->may_fault = true;
  switch (e->kind) {
    case VD_ST_NAME:
    case VD_ST_MEMBER:
    case VD_ST_INDEX:
    case VD_ST_BIT:
      if (vd_is_place(e)) walk_place(f, e);
      break;
    case VD_ST_CALL: walk_call(f, e); break;
    case VD_ST_UNARY: walk(f, e->base); break;
    case VD_ST_BINARY: walk_binary(f, e); break;
    default: break;
  }
}

// ----------------------------------------------------------------- statements
static void walk_branches(Effect *f, const VdStStmt *s) {
  for (uint32_t i = 0; i < s->branch.len; i++) {
    if (s->branch.at[i].cond) walk(f, s->branch.at[i].cond);
    walk_stmts(f, &s->branch.at[i].body);
  }
}

static void walk_stmts(Effect *f, const VdStStmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    const VdStStmt *s = list->at[i];
    if (s->target) write_place(f, s->target);
    if (s->value) walk(f, s->value);
    if (s->limit) walk(f, s->limit);
    if (s->by) walk(f, s->by);
    walk_branches(f, s);
    walk_stmts(f, &s->body);
  }
}

// Nothing is known of its body: it may do anything to what it can reach.
static void assume_all(VdLower *l, VdStInfo *info) {
  VdStVars *global = &l->check->unit->global;
  for (uint32_t i = 0; i < global->len; i++)
    if (!global->at[i]->constant)
      vd_check_global(l->check, info, global->at[i]);
  for (uint32_t i = 0; i < info->cell.len; i++)
    if (info->cell.at[i].direction != VD_DIR_CONSTANT)
      info->cell.at[i].written = true;
  info->may_fault = true;
}

void vd_effect_pou(VdLower *l, VdStInfo *info) {
  Effect f = {.lower = l, .info = info};
  VdStPou *pou = info->pou;
  if (!pou->reason) walk_stmts(&f, &pou->body);
  for (uint32_t i = 0; !info->whole && i < pou->action.len; i++)
    if (!vd_map_get(&f.seen, (uintptr_t)pou->action.at[i]))
      vd_st_add(l->check->arena, &info->uncalled, pou->action.at[i]);
  vd_map_done(&f.seen);
  vd_check_addresses(info, l->check->arena);
  if (pou->reason) assume_all(l, info);
  if (pou->kind != VD_ST_PROGRAM) return;
  for (uint32_t i = 0; i < info->cell.len; i++)
    if (info->cell.at[i].type->stopwatch) info->cell.at[i].written = true;
}
