// Static functions that were renamed, for those that use their addresses.
//
// A function's address tells it from every other function, from one of the
// same body too. So a static one of the new version is known by another name
// only if that one is gone, its own name is new, and each has one partner:
// the first of equal digest with the first, and so on, if there are equally
// many. Which is which of those does not matter, as long as it is the same
// everywhere.
#include "base/limit.h"
#include "plan/plan.h"

typedef VD_VEC(uint32_t) Funcs;

static void note(VdNames *names, const char *name) {
  vd_name_put(names, name, strlen(name));
}

// Everything that has a name.
static void note_names(const VdModule *m, VdNames *names) {
  for (uint32_t i = 0; i < m->func.len; i++) {
    note(names, m->func.at[i]->link);
    note(names, vd_func_known_as(m->func.at[i]));
  }
  for (uint32_t i = 0; i < m->global.len; i++)
    note(names, m->global.at[i].name);
  for (uint32_t i = 0; i < m->fact.len; i++)
    if (m->fact.at[i].kind == VD_FACT_ALIAS ||
        m->fact.at[i].kind == VD_FACT_RESOLVER)
      note(names, m->fact.at[i].name);
}

static void take_of_func(const VdFunc *f, bool *taken) {
  for (uint32_t b = 0; b < f->block.len; b++)
    for (uint32_t i = 0; i < f->block.at[b].inst.len; i++) {
      const VdInst *inst = &f->block.at[b].inst.at[i];
      if (inst->kind == VD_INST_FUNC) taken[inst->index] = true;
    }
  for (uint32_t i = 0; i < f->take.len; i++) taken[f->take.at[i]] = true;
}

// By function: is its address used?
static bool *taken_in(const VdModule *m) {
  bool *taken = vd_alloc((size_t)m->func.len + 1);
  for (uint32_t i = 0; i < m->func.len; i++) take_of_func(m->func.at[i], taken);
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    for (uint32_t k = 0; k < g->relocs; k++)
      if (g->reloc[k].function) taken[g->reloc[k].index] = true;
  }
  return taken;
}

// Static functions whose address is used and whose name the other version does
// not have.
static void unmatched(const VdModule *m, const VdModule *other, Funcs *out) {
  VdNames names = {0};
  bool *taken = taken_in(m);
  note_names(other, &names);
  for (uint32_t i = 0; i < m->func.len; i++) {
    const VdFunc *f = m->func.at[i];
    if (f->local && !f->loop && taken[i] && !f->known_as &&
        vd_func_has_body(f) && !strcmp(f->name, f->link) &&
        !vd_name_get(&names, f->link, strlen(f->link)))
      vd_push(out, i);
  }
  vd_free(taken);
  vd_names_done(&names);
}

static uint32_t count_like(const VdModule *m, const Funcs *at,
                           const VdFunc *f) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < at->len; i++)
    n += vd_digest_eq(&m->func.at[at->at[i]]->digest, &f->digest);
  return n;
}

// The first one of equal digest that has no partner.
static VdFunc *partner_of(const VdModule *n, const Funcs *at, const VdFunc *f) {
  for (uint32_t j = 0; j < at->len; j++) {
    VdFunc *g = n->func.at[at->at[j]];
    if (!g->known_as && vd_digest_eq(&f->digest, &g->digest)) return g;
  }
  return NULL;
}

static bool match(const VdModule *m, VdModule *n) {
  Funcs gone = {0}, came = {0};
  bool any = false;
  unmatched(m, n, &gone);
  unmatched(n, m, &came);
  for (uint32_t i = 0; i < gone.len && came.len; i++) {
    const VdFunc *f = m->func.at[gone.at[i]];
    if (count_like(m, &gone, f) != count_like(n, &came, f)) continue;
    VdFunc *g = partner_of(n, &came, f);
    if (!g) continue;
    g->known_as = vd_arena_str(&n->arena, f->link);
    any = true;
  }
  vd_vec_done(&gone);
  vd_vec_done(&came);
  return any;
}

// What uses a renamed function's address has its old digest after that, and may
// be a renamed function itself.
void vd_plan_match_functions(VdModule *m, VdModule *n) {
  for (uint32_t i = 0; i < vd_limit->rename_rounds && match(m, n); i++)
    vd_ir_hash(n);
}
