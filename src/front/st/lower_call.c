// Calls of POUs. A callee takes the values of all that it can see and gives
// back what it may have changed.
#include "front/st/lower.h"

typedef struct Call {
  VdLower *lower;
  const VdStExpr *e;
  VdStInfo *callee;
  VdStPlace instance;    // of an FB
  VdStPlace *reference;  // for each binding: what a VAR_IN_OUT stands for
  VdStVal *input;        // of a FUNCTION: for each own cell
  VdRef *arg;
  VdRef first;  // result
} Call;

static bool is_fb(const Call *c) {
  return c->callee->pou->kind == VD_ST_FUNCTION_BLOCK;
}

static VdStVal result_of(const Call *c, uint32_t cell) {
  uint32_t result = c->callee->cell.at[cell].result;
  return vd_val_ref((VdRef){c->first.id + result});
}

// ------------------------------------------------------------------ arguments
static void give_input(Call *c, const VdStBinding *b) {
  uint32_t n = b->formal->type->leaves;
  VdStVal *value = VD_NEW_ARRAY(c->lower->check->arena, VdStVal, n);
  vd_lower_leaves(c->lower, b->actual, value);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t cell = b->formal->cell + i;
    if (is_fb(c))
      vd_lower_store(c->lower, &c->instance, cell, value[i]);
    else
      c->input[cell] = value[i];
  }
}

// As written, from left to right.
static void give_inputs(Call *c) {
  for (uint32_t i = 0; i < c->e->bindings; i++) {
    const VdStBinding *b = &c->e->binding[i];
    if (b->output) continue;
    if (b->formal->direction == VD_DIR_IN_OUT)
      c->reference[i] = vd_lower_place(c->lower, b->actual);
    else
      give_input(c, b);
  }
}

static void pass(Call *c, uint32_t cell, VdStVal value) {
  uint32_t param = c->callee->cell.at[cell].param;
  if (param != VD_NONE) c->arg[param] = vd_emit_ref(&c->lower->emit, value);
}

static const VdStEntity *global_of(const Call *c, const VdStGlobalUse *use) {
  return vd_check_global(c->lower->check, c->lower->info, use->var);
}

static VdStVal cell_value(const Call *c, uint32_t cell) {
  return vd_val_ref(
      vd_build_read(c->lower->emit.b, c->lower->info->cell.at[cell].slot));
}

static void pass_all(Call *c) {
  for (uint32_t i = 0; i < c->callee->own_cells; i++)
    if (c->callee->cell.at[i].param != VD_NONE)
      pass(c, i,
           is_fb(c) ? vd_lower_load(c->lower, &c->instance, i) : c->input[i]);
  for (uint32_t i = 0; i < c->e->bindings; i++) {
    const VdStEntity *formal = c->e->binding[i].formal;
    if (formal->direction != VD_DIR_IN_OUT) continue;
    for (uint32_t k = 0; k < formal->type->leaves; k++)
      pass(c, formal->cell + k, vd_lower_load(c->lower, &c->reference[i], k));
  }
  for (uint32_t i = 0; i < c->callee->global.len; i++) {
    const VdStGlobalUse *use = &c->callee->global.at[i];
    for (uint32_t k = 0; k < use->entity->type->leaves; k++)
      pass(c, use->entity->cell + k,
           cell_value(c, global_of(c, use)->cell + k));
  }
}

// -------------------------------------------------------------------- results
static void take_references(Call *c) {
  for (uint32_t i = 0; i < c->e->bindings; i++) {
    const VdStEntity *formal = c->e->binding[i].formal;
    if (formal->direction != VD_DIR_IN_OUT) continue;
    for (uint32_t k = 0; k < formal->type->leaves; k++)
      if (c->callee->cell.at[formal->cell + k].result != VD_NONE)
        vd_lower_store(c->lower, &c->reference[i], k,
                       result_of(c, formal->cell + k));
  }
}

static void take_globals(Call *c) {
  for (uint32_t i = 0; i < c->callee->global.len; i++) {
    const VdStGlobalUse *use = &c->callee->global.at[i];
    VdStPlace place = {.first = global_of(c, use)->cell};
    for (uint32_t k = 0; k < use->entity->type->leaves; k++)
      if (c->callee->cell.at[use->entity->cell + k].result != VD_NONE)
        vd_lower_store(c->lower, &place, k,
                       result_of(c, use->entity->cell + k));
  }
}

static VdStVal output_value(Call *c, uint32_t cell) {
  if (is_fb(c)) return vd_lower_load(c->lower, &c->instance, cell);
  return result_of(c, cell);
}

static void take_output(Call *c, const VdStBinding *b) {
  VdStPlace to = vd_lower_place(c->lower, b->actual);
  const VdStType *from = b->formal->type;
  if (!vd_type_is_scalar(from)) {
    for (uint32_t i = 0; i < from->leaves; i++)
      vd_lower_store(c->lower, &to, i, output_value(c, b->formal->cell + i));
    return;
  }
  VdStVal v = output_value(c, b->formal->cell);
  if (b->negated) v = vd_emit_not(&c->lower->emit, v);
  v = vd_lower_convert(c->lower, from, b->actual->type, v);
  vd_lower_assign(c->lower, b->actual, &to, v);
}

static void take_results(Call *c, VdStVal *out) {
  if (c->callee->fault != VD_NONE) {
    VdStVal fault = vd_val_ref((VdRef){c->first.id + c->callee->fault});
    vd_lower_require(c->lower, vd_emit_not(&c->lower->emit, fault));
  }
  for (uint32_t i = 0; i < c->callee->own_cells && is_fb(c); i++)
    if (c->callee->cell.at[i].result != VD_NONE)
      vd_lower_store(c->lower, &c->instance, i, result_of(c, i));
  take_references(c);
  take_globals(c);
  // The result's cells come first.
  const VdStType *result = c->callee->result;
  for (uint32_t i = 0; result && out && i < result->leaves; i++)
    out[i] = result_of(c, i);
  for (uint32_t i = 0; i < c->e->bindings; i++)
    if (c->e->binding[i].output) take_output(c, &c->e->binding[i]);
}

void vd_lower_call(VdLower *l, const VdStExpr *e, VdStVal *out) {
  VdArena *arena = l->check->arena;
  Call c = {.lower = l, .e = e};
  c.callee = e->entity ? e->entity->info : (VdStInfo *)e->base->type->info;
  if (is_fb(&c)) c.instance = vd_lower_place(l, e->base);
  c.reference = VD_NEW_ARRAY(arena, VdStPlace, e->bindings + 1);
  c.input = VD_NEW_ARRAY(arena, VdStVal, c.callee->own_cells + 1);
  for (uint32_t i = 0; i < c.callee->own_cells; i++)
    c.input[i] = vd_val_known(c.callee->cell.at[i].init);
  const VdFunc *f = l->module->func.at[c.callee->func];
  c.arg = VD_NEW_ARRAY(arena, VdRef, f->params + 1);
  give_inputs(&c);
  pass_all(&c);
  vd_lower_at(l, e->pos);
  c.first = vd_build_call(l->emit.b, c.callee->func, c.arg, f->params);
  take_results(&c, out);
}
