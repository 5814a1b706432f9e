// The order of POUs, and one function for each.
#include "front/st/lower.h"
#include "base/limit.h"

// ------------------------------------------------------------------ positions
VdPos vd_lower_pos(VdLower *l, VdPos pos) {
  if (!pos.file) return pos;
  uint64_t *file = vd_map_put(&l->file_of, (uintptr_t)pos.file);
  if (!*file) *file = (uintptr_t)vd_arena_str(&l->module->arena, pos.file);
  pos.file = (const char *)(uintptr_t)*file;
  return pos;
}

void vd_lower_at(VdLower *l, VdPos pos) {
  vd_build_at(l->emit.b, vd_lower_pos(l, pos));
}

// --------------------------------------------------------------------- blocks
uint32_t vd_lower_block(VdLower *l) {
  return vd_build_block(l->emit.b);
}

void vd_lower_into(VdLower *l, uint32_t block) {
  vd_build_seal(l->emit.b, block);
  vd_build_into(l->emit.b, block);
}

void vd_lower_require(VdLower *l, VdStVal cond) {
  if (cond.known && cond.value.bits) return;
  VD_CHECK(l->info->may_fault);
  uint32_t good = vd_lower_block(l);
  vd_build_branch(l->emit.b, vd_emit_ref(&l->emit, cond), good, l->fault);
  vd_lower_into(l, good);
}

// ----------------------------------------------------------------- one
// function
static void start_cells(VdLower *l) {
  VdStInfo *info = l->info;
  for (uint32_t i = 0; i < info->cell.len; i++) {
    VdStCell *cell = &info->cell.at[i];
    cell->slot = vd_build_var(l->emit.b, cell->init.sort);
    VdRef value = cell->param == VD_NONE
                      ? vd_build_const(l->emit.b, cell->init)
                      : vd_build_param(l->emit.b, cell->param);
    vd_build_write(l->emit.b, cell->slot, value);
  }
}

// A program that faulted stands still.
static void check_last_fault(VdLower *l) {
  if (l->info->fault_in == VD_NONE) return;
  VdRef faulted = vd_build_param(l->emit.b, l->info->fault_in);
  vd_lower_require(l, vd_emit_not(&l->emit, vd_val_ref(faulted)));
}

// The time since the last cycle goes to all stopwatches, called or not. They
// stop at the largest TIME.
static void run_stopwatches(VdLower *l) {
  VdEmit *e = &l->emit;
  if (l->info->pou->kind != VD_ST_PROGRAM || !l->info->has_stopwatch) return;
  VdStVal elapsed = vd_val_bv(32, l->options->cycle / 1000000);
  if (l->info->elapsed != VD_NONE)
    elapsed = vd_emit_one(e, VD_OP_ZEXT, 32,
                          vd_val_ref(vd_build_param(e->b, l->info->elapsed)));
  for (uint32_t i = 0; i < l->info->cell.len; i++) {
    const VdStCell *cell = &l->info->cell.at[i];
    if (!cell->type->stopwatch) continue;
    VdStVal old = vd_val_ref(vd_build_read(e->b, cell->slot));
    VdStVal sum = vd_emit_binary(e, VD_ST_ADD, VD_ELEM_TIME, old, elapsed);
    VdStVal over = vd_emit_less(e, VD_ELEM_TIME, sum, old);
    VdStVal now = vd_emit_ite(e, over, vd_val_bv(32, INT32_MAX), sum);
    vd_build_write(e->b, cell->slot, vd_emit_ref(e, now));
  }
}

// Results after a fault are what came in, or where nothing did, zero.
static VdRef untouched(VdLower *l, const VdStCell *cell) {
  if (cell->param != VD_NONE) return vd_build_param(l->emit.b, cell->param);
  return vd_build_const(l->emit.b, vd_type_elem(cell->type->elem)->init[0]);
}

static void finish(VdLower *l, bool fault) {
  VdStInfo *info = l->info;
  const VdFunc *f = l->module->func.at[info->func];
  VdRef *ret = VD_NEW_ARRAY(l->check->arena, VdRef, f->results + 1);
  for (uint32_t i = 0; i < info->cell.len; i++) {
    const VdStCell *cell = &info->cell.at[i];
    if (cell->result == VD_NONE) continue;
    ret[cell->result] =
        fault ? untouched(l, cell) : vd_build_read(l->emit.b, cell->slot);
  }
  if (info->fault != VD_NONE)
    ret[info->fault] = vd_build_bool(l->emit.b, fault);
  vd_build_return(l->emit.b, ret, f->results);
}

static void build_body(VdLower *l) {
  VdStInfo *info = l->info;
  VdPos pos = info->pou->pos;
  VdBuild *b = vd_build_new(l->module, info->func);
  l->emit = (VdEmit){.arena = l->check->arena, .b = b};
  l->statements = 0;
  l->work = 0;
  vd_build_into(b, vd_build_block(b));
  vd_lower_at(l, pos);
  l->exit = vd_build_block(b);
  l->fault = vd_build_block(b);
  start_cells(l);
  check_last_fault(l);
  run_stopwatches(l);
  vd_lower_stmts(l, &info->pou->body);
  vd_build_jump(b, l->exit);
  vd_lower_into(l, l->exit);
  finish(l, false);
  vd_lower_into(l, l->fault);
  finish(l, true);
  const char *wrong = vd_build_done(b);
  if (wrong)
    vd_check_error(l->check, pos, "internal error in %s: %s", info->pou->name,
                   wrong);
}

// ---------------------------------------------------------------- unsupported
// What it looks like is all that is known of it.
static void make_unsupported(VdLower *l) {
  VdStPou *pou = l->info->pou;
  VdFunc *f = l->module->func.at[l->info->func];
  VD_CHECK(pou->tokens);
  f->kind = VD_FUNC_UNSUPPORTED;
  f->opaque = vd_named_digest(&l->named, l->info);
  f->reason = vd_arena_str(&l->module->arena, pou->reason);
  f->pos = vd_lower_pos(l, pou->reason_pos);
}

// ------------------------------------------------------------------------
// order
void vd_lower_function(VdLower *l, VdStInfo *info) {
  l->info = info;
  vd_effect_pou(l, info);
  if (l->check->errors) return;
  const char *name = info->pou->name;
  if (info->whole == info)
    name = vd_arena_printf(l->check->arena, "%s.calls", name);
  else if (info->pou->driven)
    name = vd_arena_printf(l->check->arena, "%s.instance", name);
  info->func = vd_module_add_func(l->module, name);
  l->module->func.at[info->func]->pos = vd_lower_pos(l, info->pou->pos);
  vd_plc_sign(l, info);
  if (info->whole != info) vd_push(&l->order, info);
  if (info->pou->reason)
    make_unsupported(l);
  else
    build_body(l);
}

static void lower_pou(VdLower *l, VdStInfo *info) {
  vd_lower_function(l, info);
  if (!l->check->errors) vd_lower_whole(l, info);
}

static void visit(VdLower *l, VdStInfo *info, VdPos pos);

// FBs that are in a variable, called or not.
static void visit_type(VdLower *l, const VdStType *t, VdPos pos) {
  if (t->kind == VD_TYPE_FB) visit(l, (VdStInfo *)t->info, pos);
  if (t->kind == VD_TYPE_ARRAY) visit_type(l, t->element, pos);
  for (uint32_t i = 0; t->kind == VD_TYPE_STRUCT && i < t->field.len; i++)
    visit_type(l, t->field.at[i].type, pos);
}

static void visit_vars(VdLower *l, const VdStVars *list) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->at[i]->type) visit_type(l, list->at[i]->type, list->at[i]->pos);
}

// Whether it uses, directly or not, one that waits for its callees.
static bool leads_back(const VdStInfo *from) {
  VD_VEC(const VdStInfo *) list = {0};
  VdMap seen = {0};
  bool found = false;
  vd_push(&list, from);
  for (uint32_t k = 0; k < list.len && !found; k++)
    for (uint32_t i = 0; i < list.at[k]->use.len; i++) {
      const VdStInfo *next = list.at[k]->use.at[i].info;
      uint64_t *slot = vd_map_put(&seen, (uintptr_t)next);
      found = found || next->lowered == 1;
      if (!*slot) vd_push(&list, next);
      *slot = 1;
    }
  vd_map_done(&seen);
  vd_vec_done(&list);
  return found;
}

// One that is not modelled may use anything that it names. Where the other one
// uses this, the name means something else.
static void visit_named(VdLower *l, VdStInfo *info) {
  VdNamedPous list = {0};
  vd_named_pous(&l->named, info, &list);
  for (uint32_t i = 0; i < list.len; i++)
    if (list.at[i]->lowered == 0 && !leads_back(list.at[i]))
      visit(l, list.at[i], info->pou->pos);
  vd_vec_done(&list);
}

static void visit(VdLower *l, VdStInfo *info, VdPos pos) {
  if (info->lowered == 2) return;
  if (info->lowered == 1 || l->nesting == vd_limit->st_calls) {
    if (info->lowered)
      vd_check_error(l->check, pos, "%s calls itself", info->pou->name);
    else
      vd_check_error(l->check, pos, "POUs call each other more than %d deep",
                     vd_limit->st_calls);
    return;
  }
  info->lowered = 1;
  l->nesting++;
  for (uint32_t i = 0; i < info->use.len; i++)
    visit(l, info->use.at[i].info, info->use.at[i].pos);
  visit_vars(l, &info->own);
  if (info->pou->reason) visit_named(l, info);
  l->nesting--;
  if (!l->check->errors) lower_pou(l, info);
  info->lowered = 2;
}

bool vd_lower_unit(VdLower *l) {
  vd_named_init(&l->named, l->check);
  visit_vars(l, &l->check->unit->global);
  for (uint32_t i = 0; i < l->check->info.len; i++) {
    VdStInfo *info = l->check->info.at[i];
    if (!info->pou->library && !info->pou->driven)
      visit(l, info, info->pou->pos);
  }
  return l->check->errors == 0;
}
