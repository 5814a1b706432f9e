// Modules: functions by number and by name.
//
// The name map holds the hash of a name, or the next free key after it if two
// names share a hash; functions are never removed, so probing needs no marks.
#include "ir/inner.h"

const VdFactInfo vd_fact_info[VD_FACT_KINDS] = {
#define VD_FACT(id, word, initial, changed, gone, came)                 \
  [VD_FACT_##id] = {word, initial, VD_SENSE_##changed, VD_SENSE_##gone, \
                    VD_SENSE_##came},
#include "ir/fact.def"
#undef VD_FACT
};

void vd_module_add_fact(VdModule *m, VdFact fact) {
  fact.name = vd_arena_str(&m->arena, fact.name);
  fact.value = vd_arena_str(&m->arena, fact.value);
  vd_push(&m->fact, fact);
}

VdModule *vd_module_new(const char *source) {
  VdModule *m = vd_alloc(sizeof *m);
  m->source = vd_arena_str(&m->arena, source ? source : "");
  return m;
}

static void free_func(VdFunc *f) {
  for (uint32_t i = 0; i < f->block.len; i++) vd_vec_done(&f->block.at[i].inst);
  vd_vec_done(&f->block);
  vd_vec_done(&f->sort);
  vd_vec_done(&f->slot);
  vd_vec_done(&f->ref);
  vd_vec_done(&f->take);
}

void vd_module_free(VdModule *m) {
  if (!m) return;
  for (uint32_t i = 0; i < m->func.len; i++) free_func(m->func.at[i]);
  vd_vec_done(&m->func);
  vd_vec_done(&m->global);
  vd_vec_done(&m->fact);
  vd_map_done(&m->func_by_name);
  vd_arena_done(&m->arena);
  vd_free(m);
}

// The key under which the name is, or would be.
static uint64_t name_key(const VdModule *m, const char *name) {
  uint64_t key = vd_hash_bytes(name, strlen(name), 0);
  for (;; key++) {
    const uint64_t *index = vd_map_get(&m->func_by_name, key);
    if (!index || !strcmp(m->func.at[*index]->name, name)) return key;
  }
}

uint32_t vd_module_find_func(const VdModule *m, const char *name) {
  const uint64_t *index = vd_map_get(&m->func_by_name, name_key(m, name));
  return index ? (uint32_t)*index : UINT32_MAX;
}

uint32_t vd_module_put_func(VdModule *m) {
  VdFunc *f = VD_NEW(&m->arena, VdFunc);
  f->name = f->link = f->type = f->abi = f->notes = f->reason = "";
  vd_push(&m->func, f);
  return m->func.len - 1;
}

void vd_module_name_func(VdModule *m, uint32_t func, const char *name) {
  const char *unique = vd_arena_str(&m->arena, name);
  for (uint32_t n = 1; vd_module_find_func(m, unique) != UINT32_MAX; n++)
    unique = vd_arena_printf(&m->arena, "%s.%u", name, n);
  m->func.at[func]->name = unique;
  m->func.at[func]->link = unique;
  *vd_map_put(&m->func_by_name, name_key(m, unique)) = func;
}

uint32_t vd_module_add_func(VdModule *m, const char *name) {
  uint32_t func = vd_module_put_func(m);
  vd_module_name_func(m, func, name);
  return func;
}

VdRef *vd_refs_copy(VdModule *m, const VdRef *refs, uint32_t n) {
  return n ? vd_arena_copy(&m->arena, refs, vd_mul(n, sizeof *refs)) : NULL;
}
