// Evaluates terms under an assignment, by vd_op_eval. The judge of solvers.
#include "term/array.h"
#include "term/terms_impl.h"

struct VdEval {
  VdTerms *tm;
  VdArena arena;
  VD_VEC(VdValue) value;  // results and assignments; known maps into it
  VdMap known;            // term id to index + 1
  bool (*app)(void *context, VdTerm t, const VdValue *args, uint32_t n,
              VdValue *out);
  void *context;
};

VdEval *vd_eval_new(VdTerms *tm) {
  VdEval *eval = vd_alloc(sizeof *eval);
  eval->tm = tm;
  return eval;
}

void vd_eval_reset(VdEval *eval) {
  vd_arena_done(&eval->arena);
  vd_map_clear(&eval->known);
  eval->value.len = 0;
}

void vd_eval_free(VdEval *eval) {
  if (!eval) return;
  vd_arena_done(&eval->arena);
  vd_vec_done(&eval->value);
  vd_map_done(&eval->known);
  vd_free(eval);
}

VdArena *vd_eval_arena(VdEval *eval) {
  return &eval->arena;
}

void vd_eval_set(VdEval *eval, VdTerm t, VdValue value) {
  vd_push(&eval->value, value);
  *vd_map_put(&eval->known, t.id) = eval->value.len;
}

void vd_eval_on_app(VdEval *eval,
                    bool (*app)(void *context, VdTerm t, const VdValue *args,
                                uint32_t n, VdValue *out),
                    void *context) {
  eval->app = app;
  eval->context = context;
}

static const VdValue *known(const VdEval *eval, VdTerm t) {
  const uint64_t *slot = vd_map_get(&eval->known, t.id);
  return slot ? &eval->value.at[*slot - 1] : NULL;
}

uint64_t vd_layout_address(uint32_t object) {
  uint64_t number = object & VD_LAYOUT_ROOMS;
  return (1ull << 40) + (number << 28) + ((number * 0x9e3 & 0xfff) << 12);
}

static uint64_t address_of(VdEval *eval, uint32_t object) {
  VdTerm addr = vd_mk_addr(eval->tm, object);
  const VdValue *set = known(eval, addr);
  return set ? set->bits : vd_layout_address(object);
}

// Memory with the contents of every constant object at its place.
static VdValue rom_value(VdEval *eval) {
  VdValue rom = vd_array_new(&eval->arena, vd_sort_mem(), (VdFill){0});
  for (uint32_t id = 1; id <= vd_object_count(eval->tm); id++) {
    const VdObject *object = vd_object_get(eval->tm, id);
    uint64_t at = address_of(eval, id);
    if (!object->rom) continue;
    rom = vd_mem_put(&eval->arena, rom, at, object->rom, object->size);
    for (uint32_t r = 0; r < object->relocs; r++)
      rom = vd_mem_store(&eval->arena, rom, at + object->reloc[r].offset,
                         address_of(eval, object->reloc[r].object) +
                             (uint64_t)object->reloc[r].addend,
                         8);
  }
  return rom;
}

static VdValue zero_of(VdEval *eval, VdSort sort) {
  if (sort.kind == VD_SORT_ARRAY)
    return vd_array_new(&eval->arena, sort, (VdFill){0});
  if (sort.kind != VD_SORT_WORLD && vd_sort_width(sort) > 64) {
    VdValue v =
        vd_value_limbs(&eval->arena, vd_sort_width(sort), (uint64_t[]){0}, 1);
    v.sort = sort;
    return v;
  }
  return (VdValue){.sort = sort};
}

static bool leaf_value(VdEval *eval, VdTerm t, VdValue *out) {
  VdTerms *tm = eval->tm;
  if (vd_term_value(tm, t, out)) return true;
  if (is_op(tm, t, VD_OP_ADDR))
    *out =
        vd_value_bv(VD_POINTER_BITS, vd_layout_address(vd_term_object(tm, t)));
  else if (is_op(tm, t, VD_OP_ROM))
    *out = rom_value(eval);
  else if (is_op(tm, t, VD_OP_VAR))
    *out = zero_of(eval, sort_of(tm, t));
  else
    return false;
  return true;
}

static bool node_value(VdEval *eval, VdTerm t, VdValue *out) {
  VdTerms *tm = eval->tm;
  uint32_t n = args_of(tm, t);
  VdValue small[8], *args = small;
  if (leaf_value(eval, t, out)) return true;
  if (n > VD_COUNT(small)) args = VD_NEW_ARRAY(&eval->arena, VdValue, n);
  for (uint32_t i = 0; i < n; i++) args[i] = *known(eval, arg_of(tm, t, i));
  if (is_op(tm, t, VD_OP_APP))
    return eval->app && eval->app(eval->context, t, args, n, out);
  return vd_op_eval(&eval->arena, op_of(tm, t), payload_of(tm, t), args, n,
                    out);
}

bool vd_eval(VdEval *eval, VdTerm root, VdValue *out) {
  VD_VEC(uint64_t) work = {0};
  bool ok = !vd_term_is_none(root);
  if (ok) vd_push(&work, (uint64_t)root.id << 1);
  while (ok && work.len) {
    uint64_t top = vd_pop(&work);
    VdTerm t = {(uint32_t)(top >> 1)};
    if (known(eval, t)) continue;
    if (top & 1) {
      VdValue v;
      vd_work_add(VD_COST_EVAL, 1);
      ok = node_value(eval, t, &v);
      if (ok) vd_eval_set(eval, t, v);
      continue;
    }
    vd_push(&work, top | 1);
    for (uint32_t i = 0; i < args_of(eval->tm, t); i++)
      vd_push(&work, (uint64_t)arg_of(eval->tm, t, i).id << 1);
  }
  vd_vec_done(&work);
  if (ok) *out = *known(eval, root);
  return ok;
}
