// Variables of the two versions: which is which, and whose contents changed.
//
// Variables are the same if they have one name; those without a name that are
// written to, if they have the same contents. A static one whose name is new
// is matched with one whose name is gone, in order, if they are in the same
// function (or the same file) and equally many, and of one size: renamed. That
// is safe, whatever they are: it says that both hold the same at the start of
// every function, each function is shown to keep that up, and a change of the
// initial value is a difference of its own.
#include "base/limit.h"
#include "plan/plan_impl.h"

// Made by the compiler: string literals and the like. Their names mean nothing.
static bool is_anonymous(const VdGlobal *g) {
  static const char *const start[] = {".",
                                      "__const.",
                                      "__func__.",
                                      "__FUNCTION__.",
                                      "__PRETTY_FUNCTION__.",
                                      "switch.table"};
  if (!g->local) return false;
  if (g->unnamed) return true;
  for (size_t i = 0; i < VD_COUNT(start); i++)
    if (!strncmp(g->name, start[i], strlen(start[i]))) return true;
  return false;
}

static const char *reloc_name(const VdModule *m,
                              const struct VdGlobalReloc *reloc) {
  return reloc->function ? vd_func_known_as(m->func.at[reloc->index])
                         : vd_global_known_as(&m->global.at[reloc->index]);
}

static bool is_literal(const VdModule *m, const struct VdGlobalReloc *reloc) {
  return !reloc->function && is_anonymous(&m->global.at[reloc->index]);
}

// What is known of the contents of two variables.
typedef enum Contents {
  CONTENTS_SAME,
  CONTENTS_OPEN,   // but for functions that are not compared with each other
  CONTENTS_FIXED,  // but for what is behind a pointer, which is a constant now
  CONTENTS_DIFFERENT,
} Contents;

// Functions that variables point to. Two of one body are two functions: their
// addresses tell them apart.
static Contents compare_functions(const VdPlan *plan, uint32_t x, uint32_t y) {
  const VdFunc *f = plan->module[0]->func.at[x];
  const VdFunc *g = plan->module[1]->func.at[y];
  uint32_t p = plan->pair_of[0][x], q = plan->pair_of[1][y];
  bool unpaired = p == UINT32_MAX && q == UINT32_MAX;
  if (strcmp(vd_func_known_as(f), vd_func_known_as(g)))
    return f->local && g->local && !g->known_as && unpaired
               ? CONTENTS_OPEN
               : CONTENTS_DIFFERENT;
  if (!vd_func_has_body(f) || !vd_func_has_body(g))
    return vd_func_has_body(f) == vd_func_has_body(g) ? CONTENTS_SAME
                                                      : CONTENTS_OPEN;
  if (vd_digest_eq(&f->digest, &g->digest)) return CONTENTS_SAME;
  if (unpaired) return CONTENTS_OPEN;
  return p == q ? CONTENTS_SAME : CONTENTS_DIFFERENT;
}

// As declared: who writes to it crashes.
static bool is_fixed(const VdGlobal *g) {
  return g->constant && !g->unwritten;
}

static Contents compare_relocs(const VdPlan *plan,
                               const struct VdGlobalReloc *r,
                               const struct VdGlobalReloc *s) {
  const VdModule *m = plan->module[0], *n = plan->module[1];
  if (r->offset != s->offset || r->addend != s->addend ||
      r->function != s->function || is_literal(m, r) != is_literal(n, s))
    return CONTENTS_DIFFERENT;
  if (r->function) return compare_functions(plan, r->index, s->index);
  const VdGlobal *g = &m->global.at[r->index], *h = &n->global.at[s->index];
  bool same = !strcmp(reloc_name(m, r), reloc_name(n, s));
  if (g->local && g->constant && h->local && h->constant)
    same = vd_digest_eq(&g->digest, &h->digest);
  if (!same) return CONTENTS_DIFFERENT;
  return is_fixed(h) && !is_fixed(g) && g->local && h->local ? CONTENTS_FIXED
                                                             : CONTENTS_SAME;
}

static Contents compare_contents(const VdPlan *plan, const VdGlobal *g,
                                 const VdGlobal *h) {
  if (g->size != h->size || g->relocs != h->relocs) return CONTENTS_DIFFERENT;
  for (uint64_t i = 0; i < g->size; i++)
    if ((g->init ? g->init[i] : 0) != (h->init ? h->init[i] : 0))
      return CONTENTS_DIFFERENT;
  Contents all = CONTENTS_SAME;
  for (uint32_t i = 0; i < g->relocs; i++) {
    Contents one = compare_relocs(plan, &g->reloc[i], &h->reloc[i]);
    if (one > all) all = one;
  }
  return all;
}

// What a static of another size holds at the start of a function can't be told
// from what the old one held.
static void add_size(VdPlan *plan, const VdGlobal *g, const VdGlobal *h) {
  VdArena *arena = &plan->out->arena;
  vd_plan_change(plan, VD_ITEM_OPEN, g->name, "size",
                 vd_arena_printf(arena, "%llu", (unsigned long long)g->size),
                 vd_arena_printf(arena, "%llu", (unsigned long long)h->size),
                 g->pos, h->pos);
}

static void add_value(VdPlan *plan, const VdGlobal *g, const VdGlobal *h) {
  if (g->local && g->size != h->size) {
    add_size(plan, g, h);
    return;
  }
  VdItem item = {.kind = VD_ITEM_GLOBAL,
                 .name = g->name,
                 .old_pos = g->pos,
                 .new_pos = h->pos};
  item.detail =
      g->size != h->size ? "its size changed" : "its initial value changed";
  vd_plan_add(plan, item);
}

static bool is_defined(const VdGlobal *g) {
  return g && (!g->external || g->opaque);
}

// Does an alias stand for it?
static bool has_alias(const VdPlan *plan, int side, const char *name) {
  const VdModule *m = plan->module[side];
  for (uint32_t i = 0; i < m->fact.len; i++)
    if (m->fact.at[i].kind == VD_FACT_ALIAS &&
        !strcmp(m->fact.at[i].value, name))
      return true;
  return false;
}

// Only functions of the file see such a constant, and what they do with it is
// compared.
static bool is_private_constant(const VdPlan *plan, int side,
                                const VdGlobal *g) {
  return g->local && g->constant && !has_alias(plan, side, g->name) &&
         !vd_facts_get(&plan->facts[side], VD_FACT_PLACED, g->name) &&
         !vd_facts_get(&plan->facts[side], VD_FACT_KEPT, g->name);
}

// A variable of the old version, and what the new one has by that name.
static void compare_global(VdPlan *plan, const VdGlobal *g, const VdGlobal *h) {
  VdPos pos = h ? h->pos : (VdPos){0};
  bool there = is_defined(h);
  if (!is_defined(g)) {
    if (there && h->local)
      vd_plan_change(plan, VD_ITEM_OPEN, g->name, "definition",
                     "in another file", "static", g->pos, pos);
    return;
  }
  if (!g->local && !there) {
    if (!vd_facts_exports(&plan->facts[1], g->name))
      vd_plan_gone(plan, g->name, "a variable", "", g->pos, pos);
  } else if (!g->local && h->local) {
    vd_plan_gone(plan, g->name, "exported", "static", g->pos, pos);
  } else if (g->local && h && !there) {
    vd_plan_change(plan, VD_ITEM_OPEN, g->name, "definition", "static",
                   "in another file", g->pos, pos);
  }
  if (!there || g->external || h->external) return;
  if (is_private_constant(plan, 0, g) && is_private_constant(plan, 1, h))
    return;
  Contents contents = compare_contents(plan, g, h);
  if (contents == CONTENTS_DIFFERENT) add_value(plan, g, h);
  if (contents == CONTENTS_FIXED)
    vd_plan_change(plan, g->local ? VD_ITEM_OPEN : VD_ITEM_CHANGE, g->name,
                   "memory that it points to", "writable", "constant", g->pos,
                   pos);
  if (contents == CONTENTS_OPEN)
    vd_plan_change(plan, VD_ITEM_OPEN, g->name, "functions that it points to",
                   "some", "others", g->pos, pos);
}

static void add_new(VdPlan *plan, const VdGlobal *h) {
  vd_plan_add(
      plan,
      (VdItem){.kind = VD_ITEM_NEW_ONLY, .name = h->name, .new_pos = h->pos});
}

void vd_global_index_init(VdGlobalIndex *index, VdModule *m) {
  *index = (VdGlobalIndex){.module = m};
  for (uint32_t i = 0; i < m->global.len; i++) {
    const char *name = vd_global_known_as(&m->global.at[i]);
    *vd_map_put(&index->at, vd_name_put(&index->names, name, strlen(name))) = i;
  }
}

void vd_global_index_done(VdGlobalIndex *index) {
  vd_map_done(&index->at);
  vd_names_done(&index->names);
}

VdGlobal *vd_global_index_get(const VdGlobalIndex *index, const char *name) {
  uint32_t id = vd_name_get(&index->names, name, strlen(name));
  return id ? &index->module->global.at[*vd_map_get(&index->at, id)] : NULL;
}

void vd_plan_globals(VdPlan *plan) {
  VdGlobalIndex index;
  const VdModule *m = plan->module[0], *n = plan->module[1];
  vd_global_index_init(&index, plan->module[1]);
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    if (!is_anonymous(g))
      compare_global(plan, g, vd_global_index_get(&index, g->name));
  }
  for (uint32_t j = 0; j < n->global.len; j++) {
    const VdGlobal *h = &n->global.at[j];
    if (is_defined(h) && !h->local &&
        !vd_facts_exports(&plan->facts[0], h->name))
      add_new(plan, h);
  }
  vd_global_index_done(&index);
}

// ---------------------------------------------------------------- renamed

typedef VD_VEC(uint32_t) Globals;

static void note_names(const VdModule *m, VdNames *names) {
  for (uint32_t i = 0; i < m->global.len; i++)
    vd_name_put(names, m->global.at[i].name, strlen(m->global.at[i].name));
}

// Statics whose name the other version does not have.
static void unmatched(const VdModule *m, const VdNames *other, Globals *out) {
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    if (g->local && !g->external && !is_anonymous(g) &&
        !vd_name_get(other, g->name, strlen(g->name)))
      vd_push(out, i);
  }
}

// Clang names a static x of function f f.x.
static bool same_scope(const VdGlobal *g, const VdGlobal *h) {
  const char *x = strchr(g->name, '.'), *y = strchr(h->name, '.');
  if (!x || !y) return !x && !y;
  return x - g->name == y - h->name && !memcmp(g->name, h->name, x - g->name);
}

static bool is_match(const VdGlobal *g, const VdGlobal *h) {
  return same_scope(g, h) && g->size == h->size && g->constant == h->constant;
}

static uint32_t count_like(const VdModule *m, const Globals *at,
                           const VdGlobal *g) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < at->len; i++)
    n += is_match(g, &m->global.at[at->at[i]]);
  return n;
}

// -------------------------------------------------------- without a name
// Variables of both versions that may hold the same at the start.
typedef struct Likeness {
  const VdModule *m, *n;
  VdNames seen;  // pairs that are being looked at, or were
  uint32_t depth;
} Likeness;

static bool is_like(Likeness *l, const VdGlobal *g, const VdGlobal *h);

static bool is_reloc_like(Likeness *l, const struct VdGlobalReloc *r,
                          const struct VdGlobalReloc *s) {
  if (r->offset != s->offset || r->addend != s->addend ||
      r->function != s->function)
    return false;
  if (is_literal(l->m, r) && is_literal(l->n, s))
    return is_like(l, &l->m->global.at[r->index], &l->n->global.at[s->index]);
  return !strcmp(reloc_name(l->m, r), reloc_name(l->n, s));
}

static bool is_like(Likeness *l, const VdGlobal *g, const VdGlobal *h) {
  uint64_t key[2] = {(uintptr_t)g, (uintptr_t)h};
  if (vd_name_get(&l->seen, (const char *)key, sizeof key)) return true;
  vd_name_put(&l->seen, (const char *)key, sizeof key);
  if (g->size != h->size || g->relocs != h->relocs || g->external ||
      h->external || g->constant != h->constant ||
      ++l->depth > vd_limit->globals_chain)
    return false;
  bool like = true;
  for (uint64_t i = 0; i < g->size && like; i++)
    like = (g->init ? g->init[i] : 0) == (h->init ? h->init[i] : 0);
  for (uint32_t i = 0; i < g->relocs && like; i++)
    like = is_reloc_like(l, &g->reloc[i], &h->reloc[i]);
  l->depth--;
  return like;
}

static bool is_alike(const VdModule *m, const VdModule *n, const VdGlobal *g,
                     const VdGlobal *h) {
  Likeness l = {.m = m, .n = n};
  bool like = is_like(&l, g, h);
  vd_names_done(&l.seen);
  return like;
}

static bool is_unnamed(const VdGlobal *g) {
  return is_anonymous(g) && !g->constant;
}

// Each is matched with the first of the other version that has its contents.
// One without such a partner is like nothing of the other version.
static void match_unnamed(VdModule *m, VdModule *n) {
  for (uint32_t j = 0; j < n->global.len; j++) {
    VdGlobal *h = &n->global.at[j];
    if (!is_unnamed(h)) continue;
    h->known_as = vd_arena_printf(&n->arena, "%s of new", h->name);
    h->hidden = true;
  }
  for (uint32_t i = 0; i < m->global.len; i++) {
    VdGlobal *g = &m->global.at[i];
    if (!is_unnamed(g)) continue;
    g->hidden = true;
    for (uint32_t j = 0; j < n->global.len && g->hidden; j++) {
      VdGlobal *h = &n->global.at[j];
      if (!is_unnamed(h) || !h->hidden || !is_alike(m, n, g, h)) continue;
      g->hidden = h->hidden = false;
      h->known_as = vd_arena_str(&n->arena, g->name);
    }
  }
}

// Those whose contents are not alike at first sight need no second.
static uint64_t *contents_of(const VdModule *m, const Globals *at) {
  uint64_t *hash = vd_alloc(vd_mul(at->len + 1, sizeof *hash));
  for (uint32_t i = 0; i < at->len; i++)
    hash[i] = vd_global_contents(&m->global.at[at->at[i]]);
  return hash;
}

static uint32_t count_alike(const VdModule *m, const Globals *at,
                            const uint64_t *contents, const VdMap *matched,
                            const VdModule *of, const VdGlobal *g,
                            uint64_t wanted) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < at->len; i++)
    n += contents[i] == wanted && !vd_map_get(matched, at->at[i]) &&
         is_alike(of, m, g, &m->global.at[at->at[i]]);
  return n;
}

// What is left is matched by size and contents, if equally many have them: a
// static of a function may have become one of the file.
static void match_by_contents(const VdModule *m, VdModule *n,
                              const Globals *old_at, const Globals *new_at,
                              VdMap matched[2]) {
  uint64_t *was = contents_of(m, old_at), *is = contents_of(n, new_at);
  for (uint32_t i = 0; i < old_at->len; i++) {
    const VdGlobal *g = &m->global.at[old_at->at[i]];
    if (vd_map_get(&matched[0], old_at->at[i]) ||
        count_alike(m, old_at, was, &matched[0], m, g, was[i]) !=
            count_alike(n, new_at, is, &matched[1], m, g, was[i]))
      continue;
    for (uint32_t j = 0; j < new_at->len; j++) {
      VdGlobal *h = &n->global.at[new_at->at[j]];
      if (is[j] != was[i] || h->known_as || !is_alike(m, n, g, h)) continue;
      h->known_as = vd_arena_str(&n->arena, g->name);
      *vd_map_put(&matched[0], old_at->at[i]) = 1;
      *vd_map_put(&matched[1], new_at->at[j]) = 1;
      break;
    }
  }
  vd_free(was);
  vd_free(is);
}

// What is left without a partner is hidden: only the functions of its own
// version could look at it, and those that do are compared themselves.
static void hide(VdModule *m, const Globals *at, const VdMap *matched) {
  for (uint32_t i = 0; i < at->len; i++)
    if (!vd_map_get(matched, at->at[i])) m->global.at[at->at[i]].hidden = true;
}

// A static that one version writes has any value when a function is called, in
// both: only what neither writes is a constant. Pointers lead to one whose
// address one version hands out.
static void agree(VdModule *m, VdModule *n) {
  VdGlobalIndex index;
  vd_global_index_init(&index, m);
  for (uint32_t j = 0; j < n->global.len; j++) {
    VdGlobal *h = &n->global.at[j];
    VdGlobal *g = vd_global_index_get(&index, vd_global_known_as(h));
    if (!g || g->hidden || h->hidden) continue;
    g->closed = h->closed = g->closed && h->closed;
    if (g->constant == h->constant) continue;
    VdGlobal *fixed = g->constant ? g : h;
    if (fixed->unwritten) fixed->constant = fixed->unwritten = false;
  }
  vd_global_index_done(&index);
}

void vd_plan_match(VdModule *m, VdModule *n) {
  VdNames names[2];
  memset(names, 0, sizeof names);
  Globals old_at = {0}, new_at = {0};
  VdMap matched[2] = {{0}, {0}};
  note_names(m, &names[0]);
  note_names(n, &names[1]);
  unmatched(m, &names[1], &old_at);
  unmatched(n, &names[0], &new_at);
  for (uint32_t i = 0; i < old_at.len; i++) {
    const VdGlobal *g = &m->global.at[old_at.at[i]];
    if (count_like(m, &old_at, g) != count_like(n, &new_at, g)) continue;
    for (uint32_t j = 0; j < new_at.len; j++) {
      VdGlobal *h = &n->global.at[new_at.at[j]];
      if (h->known_as || !is_match(g, h)) continue;
      h->known_as = vd_arena_str(&n->arena, g->name);
      *vd_map_put(&matched[0], old_at.at[i]) = 1;
      *vd_map_put(&matched[1], new_at.at[j]) = 1;
      break;
    }
  }
  match_by_contents(m, n, &old_at, &new_at, matched);
  hide(m, &old_at, &matched[0]);
  hide(n, &new_at, &matched[1]);
  match_unnamed(m, n);
  agree(m, n);
  vd_map_done(&matched[0]);
  vd_map_done(&matched[1]);
  vd_vec_done(&old_at);
  vd_vec_done(&new_at);
  vd_names_done(&names[0]);
  vd_names_done(&names[1]);
}
