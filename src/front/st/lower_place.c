// Variables: which cells a place is, reading and writing them. An index that is
// not known is a choice among the elements.
#include "base/limit.h"
#include "front/st/lower.h"

// The element's number as a value of the index's type; false if it has none.
static bool number_of(const VdStDyn *dyn, uint32_t i, VdValue *out) {
  int64_t number = dyn->low + (int64_t)i;
  bool negative = number < 0;
  uint64_t magnitude = negative ? 0 - (uint64_t)number : (uint64_t)number;
  return vd_elem_holds(dyn->elem, negative, magnitude, out);
}

static VdStVal is_element(VdLower *l, const VdStDyn *dyn, uint32_t i) {
  VdValue number;
  if (!number_of(dyn, i, &number)) return vd_val_bool(false);
  return vd_emit_two(&l->emit, VD_OP_EQ, dyn->index, vd_val_known(number));
}

static VdStVal is_inside(VdLower *l, const VdStDyn *dyn) {
  VdValue low, high;
  uint32_t first = 0, last = dyn->count;
  while (first < last && !number_of(dyn, first, &low)) first++;
  while (first < last && !number_of(dyn, last - 1, &high)) last--;
  if (first == last) return vd_val_bool(false);
  return vd_emit_within(&l->emit, dyn->elem, dyn->index, low, high);
}

static void place_index(VdLower *l, const VdStExpr *e, VdStPlace *place) {
  const VdStType *array = e->base->type;
  uint32_t stride = array->leaves;
  for (uint32_t i = 0; i < e->arg.len; i++) {
    const VdStExpr *index = e->arg.at[i].value;
    const VdStDim *dim = &array->dim.at[i];
    stride /= dim->count;
    if (index->value) {
      uint64_t offset = index->value->value.bits - (uint64_t)dim->low;
      place->first += (uint32_t)offset * stride;
      continue;
    }
    VdStDyn dyn = {.index = vd_lower_expr(l, index),
                   .elem = index->type->elem,
                   .low = dim->low,
                   .count = dim->count,
                   .stride = stride};
    if (vd_index_may_miss(index->type, dim))
      vd_lower_require(l, is_inside(l, &dyn));
    vd_st_add(l->check->arena, &place->dyn, dyn);
  }
}

// Actions that are copied often may have more than is bounded by effect.c.
static void count_work(VdLower *l, const VdStExpr *e, const VdStPlace *place) {
  uint64_t choices = 1;
  for (uint32_t i = 0; i < place->dyn.len; i++)
    choices *= place->dyn.at[i].count;
  if (choices == 1 || l->work > vd_limit->st_work) return;
  l->work += choices * place->type->leaves;
  if (l->work > vd_limit->st_work) {
    vd_check_error(l->check, e->pos, "%s is too large with its actions",
                   l->info->pou->name);
    l->statements = vd_limit->st_statements;
  }
}

VdStPlace vd_lower_place(VdLower *l, const VdStExpr *e) {
  if (e->kind == VD_ST_NAME)
    return (VdStPlace){.first = e->entity->cell, .type = e->type};
  VdStPlace place = vd_lower_place(l, e->base);
  if (e->kind == VD_ST_BIT) return place;
  const VdStType *base = e->base->type;
  if (e->kind == VD_ST_INDEX)
    place_index(l, e, &place);
  else if (base->kind == VD_TYPE_FB)
    place.first += e->entity->cell;
  else
    place.first += vd_type_field(base, e->name)->first;
  place.type = e->type;
  if (e->kind == VD_ST_INDEX) count_work(l, e, &place);
  return place;
}

static VdStVal load(VdLower *l, const VdStPlace *place, uint32_t d,
                    uint32_t cell) {
  if (d == place->dyn.len)
    return vd_val_ref(vd_build_read(l->emit.b, l->info->cell.at[cell].slot));
  const VdStDyn *dyn = &place->dyn.at[d];
  // It is inside, so it is the last one if it is none of the others.
  VdStVal v = load(l, place, d + 1, cell + (dyn->count - 1) * dyn->stride);
  for (uint32_t i = dyn->count - 1; i-- > 0;)
    v = vd_emit_ite(&l->emit, is_element(l, dyn, i),
                    load(l, place, d + 1, cell + i * dyn->stride), v);
  return v;
}

VdStVal vd_lower_load(VdLower *l, const VdStPlace *place, uint32_t leaf) {
  return load(l, place, 0, place->first + leaf);
}

static void store(VdLower *l, const VdStPlace *place, uint32_t d, uint32_t cell,
                  VdStVal cond, VdStVal value) {
  if (d < place->dyn.len) {
    const VdStDyn *dyn = &place->dyn.at[d];
    for (uint32_t i = 0; i < dyn->count; i++)
      store(l, place, d + 1, cell + i * dyn->stride,
            vd_emit_and(&l->emit, cond, is_element(l, dyn, i)), value);
    return;
  }
  VD_CHECK(l->info->cell.at[cell].written);
  uint32_t slot = l->info->cell.at[cell].slot;
  VdStVal old = vd_val_ref(VD_REF_NONE);
  if (!cond.known) old = vd_val_ref(vd_build_read(l->emit.b, slot));
  if (cond.known && !cond.value.bits) return;
  VdStVal now = vd_emit_ite(&l->emit, cond, value, old);
  vd_build_write(l->emit.b, slot, vd_emit_ref(&l->emit, now));
}

void vd_lower_store(VdLower *l, const VdStPlace *place, uint32_t leaf,
                    VdStVal value) {
  store(l, place, 0, place->first + leaf, vd_val_bool(true), value);
}

static VdStVal set_bit(VdLower *l, VdElem elem, uint64_t bit, VdStVal old,
                       VdStVal value) {
  uint32_t width = vd_elem_width(elem);
  VdEmit *e = &l->emit;
  VdStVal clear =
      vd_emit_two(e, VD_OP_BVAND, old, vd_val_bv(width, ~((uint64_t)1 << bit)));
  VdStVal one = vd_val_bv(width, (uint64_t)1 << bit);
  VdStVal set = vd_emit_two(e, VD_OP_BVADD, clear, one);
  return vd_emit_ite(e, value, set, clear);
}

void vd_lower_assign(VdLower *l, const VdStExpr *target, const VdStPlace *place,
                     VdStVal value) {
  if (target->kind == VD_ST_BIT)
    value = set_bit(l, place->type->elem, target->bits,
                    vd_lower_load(l, place, 0), value);
  vd_lower_store(l, place, 0, value);
}
