// What others see of the two versions: facts are compared.
//
// A fact is about a function, a variable, an alias, a type, or the module. For
// one that both versions have, another value means what the row of its kind
// says (src/ir/fact.def). Exported things that are gone are items already
// (plan.c, globals.c); what a fact of such a thing was does not matter then.
#include <stdlib.h>

#include "plan/plan_impl.h"

// --------------------------------------------------------------------- index
static const char *key_of(VdBuf *buf, VdFactKind kind, const char *name) {
  buf->len = 0;
  vd_buf_printf(buf, "%d %s", (int)kind, name);
  return vd_buf_text(buf);
}

static void put(VdNames *names, const char *name) {
  vd_name_put(names, name, strlen(name));
}

static bool has(const VdNames *names, const char *name) {
  return vd_name_get(names, name, strlen(name)) != 0;
}

static void note_names(VdFacts *facts) {
  const VdModule *m = facts->module;
  for (uint32_t i = 0; i < m->func.len; i++) {
    const VdFunc *f = m->func.at[i];
    if (vd_func_has_body(f) && !f->loop && !strcmp(f->name, f->link))
      put(f->local ? &facts->local : &facts->exported, f->name);
  }
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    uint32_t id = vd_name_put(&facts->variable, g->name, strlen(g->name));
    if (!vd_map_get(&facts->variable_of, id))
      *vd_map_put(&facts->variable_of, id) = i;
    if (g->external && !g->opaque)
      put(&facts->imported, g->name);
    else
      put(g->local ? &facts->local : &facts->exported, g->name);
  }
  for (uint32_t i = 0; i < m->fact.len; i++) {
    const VdFact *fact = &m->fact.at[i];
    if (fact->kind == VD_FACT_ALIAS || fact->kind == VD_FACT_RESOLVER)
      put(&facts->exported, fact->name);
    if (fact->kind == VD_FACT_IMPORT) put(&facts->imported, fact->name);
  }
}

// Facts by which a static variable that was renamed is compared.
static bool outlives_name(VdFactKind kind) {
  return kind == VD_FACT_ALIGNMENT || kind == VD_FACT_CONSTANT;
}

// Renamed statics are found by the other version's names, too.
static void note_renamed(VdFacts *facts) {
  static const VdFactKind kind[] = {VD_FACT_ALIGNMENT, VD_FACT_CONSTANT};
  const VdModule *m = facts->module;
  VdBuf key = {0};
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    if (!g->known_as || !g->local) continue;
    uint32_t id = vd_name_put(&facts->renamed, g->name, strlen(g->name));
    *vd_map_put(&facts->global_of, id) = i;
    put(&facts->local, g->known_as);
    for (size_t k = 0; k < VD_COUNT(kind); k++) {
      const char *text = key_of(&key, kind[k], g->name);
      uint32_t own = vd_name_get(&facts->key, text, key.len);
      if (!own) continue;
      uint64_t at = *vd_map_get(&facts->at, own);
      text = key_of(&key, kind[k], g->known_as);
      *vd_map_put(&facts->at, vd_name_put(&facts->key, text, key.len)) = at;
    }
  }
  vd_buf_done(&key);
}

// The name by which the other version knows what a fact is about.
static const char *shared_name(const VdFacts *facts, const VdFact *fact) {
  uint32_t id =
      outlives_name(fact->kind)
          ? vd_name_get(&facts->renamed, fact->name, strlen(fact->name))
          : 0;
  if (!id) return fact->name;
  return facts->module->global.at[*vd_map_get(&facts->global_of, id)].known_as;
}

void vd_facts_init(VdFacts *facts, const VdModule *m) {
  VdBuf key = {0};
  *facts = (VdFacts){.module = m};
  for (uint32_t i = 0; i < m->fact.len; i++) {
    const char *text = key_of(&key, m->fact.at[i].kind, m->fact.at[i].name);
    *vd_map_put(&facts->at, vd_name_put(&facts->key, text, key.len)) = i;
  }
  note_names(facts);
  note_renamed(facts);
  vd_buf_done(&key);
}

void vd_facts_done(VdFacts *facts) {
  vd_names_done(&facts->renamed);
  vd_map_done(&facts->global_of);
  vd_names_done(&facts->key);
  vd_map_done(&facts->at);
  vd_names_done(&facts->variable);
  vd_map_done(&facts->variable_of);
  vd_names_done(&facts->exported);
  vd_names_done(&facts->local);
  vd_names_done(&facts->imported);
}

const VdFact *vd_facts_get(const VdFacts *facts, VdFactKind kind,
                           const char *name) {
  VdBuf key = {0};
  const char *text = key_of(&key, kind, name);
  uint32_t id = vd_name_get(&facts->key, text, key.len);
  vd_buf_done(&key);
  return id ? &facts->module->fact.at[*vd_map_get(&facts->at, id)] : NULL;
}

bool vd_facts_exports(const VdFacts *facts, const char *name) {
  return has(&facts->exported, name);
}

static bool has_definition(const VdFacts *facts, const char *name) {
  return has(&facts->exported, name) || has(&facts->local, name);
}

static bool has_import(const VdFacts *facts, const char *name) {
  return has(&facts->imported, name) && !vd_facts_exports(facts, name);
}

const VdGlobal *vd_facts_variable(const VdFacts *facts, const char *name) {
  uint32_t id = vd_name_get(&facts->variable, name, strlen(name));
  if (!id) return NULL;
  return &facts->module->global.at[*vd_map_get(&facts->variable_of, id)];
}

bool vd_module_exports(const VdModule *m, const char *name) {
  VdFacts facts;
  vd_facts_init(&facts, m);
  bool exports = vd_facts_exports(&facts, name);
  vd_facts_done(&facts);
  return exports;
}

bool vd_module_imports(const VdModule *m, const char *name) {
  VdFacts facts;
  vd_facts_init(&facts, m);
  bool imports = has_import(&facts, name);
  vd_facts_done(&facts);
  return imports;
}

void vd_module_names(const VdModule *m, VdNames *exported, VdNames *imported) {
  VdFacts facts;
  vd_facts_init(&facts, m);
  for (uint32_t i = 0; i < facts.exported.text.len; i++)
    put(exported, facts.exported.text.at[i]);
  for (uint32_t i = 0; i < facts.imported.text.len; i++)
    if (has_import(&facts, facts.imported.text.at[i]))
      put(imported, facts.imported.text.at[i]);
  vd_facts_done(&facts);
}

// --------------------------------------------------------------------- items
static VdItem item_of(VdArena *arena, VdItemKind kind, const char *name,
                      const char *what, const char *was, const char *became) {
  return (VdItem){.kind = kind,
                  .name = vd_arena_str(arena, name),
                  .what = vd_arena_str(arena, what),
                  .was = vd_arena_str(arena, was),
                  .became = vd_arena_str(arena, became)};
}

void vd_plan_change(VdPlan *plan, VdItemKind kind, const char *name,
                    const char *what, const char *was, const char *became,
                    VdPos old_pos, VdPos new_pos) {
  VdArena *arena = &plan->out->arena;
  VdItem item = item_of(arena, kind, name, what, was, became);
  item.old_pos = old_pos;
  item.new_pos = new_pos;
  item.detail = vd_arena_printf(arena, "%s: %s became %s", what, was, became);
  vd_plan_add(plan, item);
}

void vd_plan_gone(VdPlan *plan, const char *name, const char *was,
                  const char *became, VdPos old_pos, VdPos new_pos) {
  VdArena *arena = &plan->out->arena;
  VdItem item = item_of(arena, VD_ITEM_CHANGE, name, "gone", was, became);
  item.gone = true;
  item.old_pos = old_pos;
  item.new_pos = new_pos;
  item.detail = *became ? vd_arena_printf(arena, "%s became %s", was, became)
                        : vd_arena_printf(arena, "%s that is gone", was);
  vd_plan_add(plan, item);
}

// Both facts are of one kind and name; one of them may be NULL.
typedef struct Pair {
  VdFactKind kind;
  const char *name;
  const VdFact *fact[2];
} Pair;

static const char *value_of(const Pair *p, int side) {
  return p->fact[side] ? p->fact[side]->value : vd_fact_info[p->kind].initial;
}

static void report(VdPlan *plan, VdItemKind kind, const Pair *p) {
  VdPos pos[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++)
    if (p->fact[k]) pos[k] = p->fact[k]->pos;
  const char *name = p->name;
  if (!*name) name = "module";
  vd_plan_change(plan, kind, name, vd_fact_info[p->kind].word, value_of(p, 0),
                 value_of(p, 1), pos[0], pos[1]);
}

// ------------------------------------------------------------- special kinds
// Is every part of a list "x, y" in another one?
static bool has_all(const char *all, const char *some) {
  while (*some) {
    size_t n = strcspn(some, ","), len = strlen(all);
    bool found = false;
    for (size_t at = 0; at + n <= len && !found; at++)
      found = !strncmp(all + at, some, n) &&
              (all[at + n] == ',' || !all[at + n]) &&
              (at == 0 || (at > 1 && all[at - 2] == ','));
    if (!found) return false;
    some += n;
    some += strspn(some, ", ");
  }
  return true;
}

// Does the text only gain words "const"? Then who could call it still can.
static bool only_gains_const(const char *x, const char *y) {
  static const char word[] = "const ";
  const size_t n = sizeof word - 1;
  while (*x || *y) {
    if (!strncmp(y, word, n) && strncmp(x, word, n) != 0) {
      y += n;
    } else if (*x == *y) {
      x++, y++;
    } else {
      return false;
    }
  }
  return true;
}

// Types that differ in tags only.
typedef struct Tags {
  const VdPlan *plan;
  VdNames pair;  // "struct a=struct b": taken for the same
} Tags;

static bool is_like_type(Tags *t, const char *x, const char *y);

// The length of "struct s" at the start of a text, 0 if there is none.
static size_t tag_length(const char *text) {
  static const char *const word[] = {"struct ", "union ", "enum "};
  for (size_t i = 0; i < VD_COUNT(word); i++) {
    size_t n = strlen(word[i]);
    if (strncmp(text, word[i], n) || text[n] == '{') continue;
    while (text[n] == '_' || text[n] == '$' || text[n] == '#' ||
           (text[n] & 0x80) || (text[n] >= '0' && text[n] <= '9') ||
           (text[n] >= 'a' && text[n] <= 'z') ||
           (text[n] >= 'A' && text[n] <= 'Z'))
      n++;
    return n;
  }
  return 0;
}

static bool is_like_tag(Tags *t, const char *x, size_t n, const char *y,
                        size_t m) {
  VdBuf key = {0};
  vd_buf_printf(&key, "%.*s=%.*s", (int)n, x, (int)m, y);
  bool known = vd_name_get(&t->pair, key.at, key.len) != 0;
  vd_name_put(&t->pair, key.at, key.len);
  vd_buf_done(&key);
  if (known || (n == m && !strncmp(x, y, n))) return true;
  VdArena *arena = &t->plan->out->arena;
  const VdFact *a = vd_facts_get(&t->plan->facts[0], VD_FACT_LAYOUT,
                                 vd_arena_printf(arena, "%.*s", (int)n, x));
  const VdFact *b = vd_facts_get(&t->plan->facts[1], VD_FACT_LAYOUT,
                                 vd_arena_printf(arena, "%.*s", (int)m, y));
  return a && b && *x == *y && is_like_type(t, a->value, b->value);
}

static bool is_like_type(Tags *t, const char *x, const char *y) {
  while (*x || *y) {
    size_t n = tag_length(x), m = tag_length(y);
    if (n && m) {
      if (!is_like_tag(t, x, n, y, m)) return false;
      x += n, y += m;
    } else if (*x++ != *y++) {
      return false;
    }
  }
  return true;
}

static bool is_same_type(const VdPlan *plan, const char *x, const char *y) {
  Tags t = {.plan = plan};
  bool same = is_like_type(&t, x, y);
  vd_names_done(&t.pair);
  return same;
}

static const VdFunc *function_of(const VdPlan *plan, int side,
                                 const char *name) {
  const VdModule *m = plan->module[side];
  uint32_t f = vd_module_find_func(m, name);
  return f != UINT32_MAX && vd_func_has_body(m->func.at[f]) ? m->func.at[f]
                                                            : NULL;
}

// Do functions of the two versions do the same, whatever they are called?
static bool are_alike(const VdPlan *plan, const char *x, const char *y) {
  const VdFunc *f = function_of(plan, 0, x), *g = function_of(plan, 1, y);
  return f && g && vd_digest_eq(&f->digest, &g->digest);
}

// Do variables hold the same at the start? Only if they hold no addresses.
static bool hold_the_same(const VdGlobal *g, const VdGlobal *h) {
  if (!g || !h || g->external || h->external || g->size != h->size ||
      g->constant != h->constant || g->relocs || h->relocs)
    return false;
  for (uint64_t i = 0; i < g->size; i++)
    if ((g->init ? g->init[i] : 0) != (h->init ? h->init[i] : 0)) return false;
  return true;
}

// What a name stands for: of an alias its target, else itself.
static const char *target_of(const VdPlan *plan, int side, const char *name) {
  const VdFact *alias = vd_facts_get(&plan->facts[side], VD_FACT_ALIAS, name);
  return alias ? alias->value : name;
}

static uint32_t target_id(VdPlan *plan, int side, const char *name) {
  const char *target = target_of(plan, side, name);
  return vd_name_put(&plan->target[side], target, strlen(target));
}

// Of each name that both versions export, what it stands for in both.
static void note_targets(VdPlan *plan) {
  const VdNames *names = &plan->facts[0].exported;
  for (uint32_t i = 0; i < names->text.len; i++) {
    const char *name = names->text.at[i];
    if (!vd_facts_exports(&plan->facts[1], name)) continue;
    uint32_t id[2];
    for (int k = 0; k < 2; k++) id[k] = target_id(plan, k, name);
    for (int k = 0; k < 2; k++) {
      uint64_t *partner = vd_map_put(&plan->partner[k], id[k]);
      *partner = !*partner || *partner == id[!k] ? id[!k] : VD_SPLIT;
    }
  }
}

// Are two exported names, one of them this, of one variable in both versions,
// or in neither?
static bool has_same_names(const VdPlan *plan, const char *name) {
  uint32_t id[2];
  for (int k = 0; k < 2; k++) {
    const char *target = target_of(plan, k, name);
    id[k] = vd_name_get(&plan->target[k], target, strlen(target));
  }
  for (int k = 0; k < 2; k++) {
    const uint64_t *partner = vd_map_get(&plan->partner[k], id[k]);
    if (partner && *partner != id[!k]) return false;
  }
  return true;
}

// What an alias or ifunc stands for; "no": it is a function of its own.
static bool is_same_target(const VdPlan *plan, const Pair *p) {
  const char *x = p->fact[0] ? p->fact[0]->value : p->name;
  const char *y = p->fact[1] ? p->fact[1]->value : p->name;
  if (are_alike(plan, x, y)) return true;
  return p->kind == VD_FACT_ALIAS &&
         hold_the_same(vd_facts_variable(&plan->facts[0], x),
                       vd_facts_variable(&plan->facts[1], y)) &&
         has_same_names(plan, p->name);
}

// ----------------------------------------------------------------- harmless
static bool is_exported(const VdPlan *plan, const Pair *p) {
  return vd_facts_exports(&plan->facts[0], p->name);
}

static bool is_placed(const VdPlan *plan, const char *name) {
  return vd_facts_get(&plan->facts[0], VD_FACT_PLACED, name) &&
         vd_facts_get(&plan->facts[1], VD_FACT_PLACED, name);
}

static bool is_fewer(const Pair *p) {
  return !p->fact[1] ||
         has_all(p->fact[0] ? p->fact[0]->value : "", p->fact[1]->value);
}

// Of a static function what its callers rely on is compared with them.
static bool is_lighter_promise(const VdPlan *plan, const Pair *p) {
  return !is_exported(plan, p) && has_definition(&plan->facts[0], p->name) &&
         is_fewer(p);
}

// Who writes to what is not constant any more does not crash any more.
static bool is_writable_now(const VdPlan *plan, const Pair *p) {
  return !p->fact[1] && !is_exported(plan, p) && !is_placed(plan, p->name);
}

static bool is_raised(const Pair *p) {
  return strtoull(value_of(p, 0), NULL, 10) <=
         strtoull(value_of(p, 1), NULL, 10);
}

// Alignments "64, 16": each has one in the other list that is as large.
static bool are_raised(const Pair *p) {
  const char *x = p->fact[0] ? p->fact[0]->value : "";
  const char *y = p->fact[1] ? p->fact[1]->value : "";
  while (*x) {
    char *end, *other;
    unsigned long long align = strtoull(x, &end, 10);
    if (!*y || strtoull(y, &other, 10) < align) return false;
    x = end + strspn(end, ", ");
    y = other + strspn(other, ", ");
  }
  return true;
}

static bool is_harmless(const VdPlan *plan, const Pair *p) {
  switch (p->kind) {
    case VD_FACT_VISIBILITY: return !strcmp(value_of(p, 0), "hidden");
    case VD_FACT_RESULT:
    case VD_FACT_TYPE:
    case VD_FACT_LAYOUT:
      return is_same_type(plan, value_of(p, 0), value_of(p, 1));
    case VD_FACT_DEMAND:
    case VD_FACT_CALLEE_PROMISES: return is_fewer(p);
    case VD_FACT_PROMISE: return is_lighter_promise(plan, p);
    case VD_FACT_CONSTANT: return is_writable_now(plan, p);
    case VD_FACT_LOCALS: return are_raised(p);
    case VD_FACT_PARAMS:
      return only_gains_const(value_of(p, 0), value_of(p, 1)) ||
             is_same_type(plan, value_of(p, 0), value_of(p, 1));
    // What comes later in a section is elsewhere then.
    case VD_FACT_ALIGNMENT: return is_raised(p) && !is_placed(plan, p->name);
    case VD_FACT_ALIAS:
    case VD_FACT_RESOLVER: return is_same_target(plan, p);
    default: return false;
  }
}

// ------------------------------------------------------------------ subjects
static bool is_of_symbol(VdFactKind kind) {
  return kind <= VD_FACT_ACTION && kind != VD_FACT_LAYOUT &&
         kind != VD_FACT_MEMBER && kind != VD_FACT_ENUMERATOR;
}

static bool is_link(VdFactKind kind) {
  return kind == VD_FACT_ALIAS || kind == VD_FACT_RESOLVER;
}

static bool is_starter(VdFactKind kind) {
  return kind == VD_FACT_CONSTRUCTOR || kind == VD_FACT_DESTRUCTOR;
}

// Types and targets count only where both versions have them.
static bool is_shared_only(VdFactKind kind) {
  return kind == VD_FACT_LAYOUT || kind == VD_FACT_MEMBER ||
         kind == VD_FACT_ENUMERATOR || kind == VD_FACT_TARGET ||
         kind == VD_FACT_IMPORT || kind == VD_FACT_RESULT ||
         kind == VD_FACT_PARAMS || kind == VD_FACT_TYPE;
}

static bool has_item(const VdPlan *plan, const char *name, const char *what) {
  VdBuf key = {0};
  vd_buf_printf(&key, "%s %s", what, name);
  bool has = vd_name_get(&plan->said, key.at, key.len) != 0;
  vd_buf_done(&key);
  return has;
}

// Members of a type that is another one are elsewhere.
static bool is_said_of_type(const VdPlan *plan, const char *member) {
  VdBuf type = {0};
  vd_buf_add(&type, member, strcspn(member, "."));
  bool said =
      has_item(plan, vd_buf_text(&type), vd_fact_info[VD_FACT_LAYOUT].word);
  vd_buf_done(&type);
  return said;
}

// Said already: the type of the function changed.
static bool is_said(const VdPlan *plan, const Pair *p) {
  switch (p->kind) {
    case VD_FACT_CONVENTION:
    case VD_FACT_DECLARED:
      return has_item(plan, p->name, "type") ||
             has_item(plan, p->name, vd_fact_info[VD_FACT_RESULT].word) ||
             has_item(plan, p->name, vd_fact_info[VD_FACT_PARAMS].word);
    case VD_FACT_RESULT:
    case VD_FACT_PARAMS: return has_item(plan, p->name, "type");
    case VD_FACT_MEMBER: return is_said_of_type(plan, p->name);
    default: return false;
  }
}

// An alias that left what it stood for, and that is still there, stands for
// something else.
static bool has_left(const VdPlan *plan, const Pair *p) {
  return is_link(p->kind) && p->fact[0] &&
         has_definition(&plan->facts[1], p->fact[0]->value);
}

// Not worth a line if it is harmless.
static bool is_nothing(VdFactKind kind) {
  return is_link(kind) || kind == VD_FACT_ALIGNMENT || kind == VD_FACT_LOCALS;
}

static VdItemKind kind_of(VdFactSense sense, bool exported) {
  return sense == VD_SENSE_CHANGE && exported ? VD_ITEM_CHANGE : VD_ITEM_OPEN;
}

static void compare_changed(VdPlan *plan, const Pair *p, bool exported) {
  VdFactSense sense = vd_fact_info[p->kind].changed;
  if (!sense || !strcmp(value_of(p, 0), value_of(p, 1)) || is_said(plan, p))
    return;
  bool note = is_harmless(plan, p);
  if (note && is_nothing(p->kind)) return;
  if (p->kind == VD_FACT_ALIGNMENT && is_raised(p)) sense = VD_SENSE_OPEN;
  if (has_left(plan, p)) sense = VD_SENSE_CHANGE;
  report(plan, note ? VD_ITEM_NOTE : kind_of(sense, exported), p);
}

static void add_gone(VdPlan *plan, const Pair *p) {
  vd_plan_gone(plan, p->name,
               p->kind == VD_FACT_ALIAS ? "an alias" : "an ifunc", "",
               p->fact[0]->pos, (VdPos){0});
}

static void add_new(VdPlan *plan, const Pair *p) {
  vd_plan_add(plan, (VdItem){.kind = VD_ITEM_NEW_ONLY,
                             .name = p->name,
                             .new_pos = p->fact[1]->pos});
}

// Facts that a static thing has if others can get hold of it; it has an
// alignment then.
static bool is_of_reach(VdFactKind kind) {
  switch (kind) {
    case VD_FACT_RESULT:
    case VD_FACT_PARAMS:
    case VD_FACT_TYPE:
    case VD_FACT_CONVENTION:
    case VD_FACT_ALIGNMENT:
    case VD_FACT_CONSTANT:
    case VD_FACT_LOCALS: return true;
    default: return false;
  }
}

static bool is_out_of_reach(const VdPlan *plan, const Pair *p) {
  for (int k = 0; k < 2; k++)
    if (!vd_facts_get(&plan->facts[k], VD_FACT_ALIGNMENT, p->name))
      return is_of_reach(p->kind);
  return false;
}

// An ifunc has a type of its own; another thing that became one is not compared
// anyway.
static bool is_of_ifunc(const VdPlan *plan, const Pair *p) {
  bool one[2];
  for (int k = 0; k < 2; k++)
    one[k] = vd_facts_get(&plan->facts[k], VD_FACT_RESOLVER, p->name) != NULL;
  return p->kind == VD_FACT_DECLARED && one[0] != one[1];
}

static void compare_symbol(VdPlan *plan, const Pair *p) {
  const VdFacts *x = &plan->facts[0], *y = &plan->facts[1];
  bool in_old = has_definition(x, p->name);
  bool in_new = has_definition(y, p->name);
  bool exported = vd_facts_exports(x, p->name);
  const VdFactInfo *info = &vd_fact_info[p->kind];
  if (is_of_ifunc(plan, p)) return;
  if (in_old && in_new) {
    // That it is static now has been said.
    if (exported ? vd_facts_exports(y, p->name) : !is_out_of_reach(plan, p))
      compare_changed(plan, p, exported);
  } else if (in_old) {
    if (is_link(p->kind)) add_gone(plan, p);
    if (info->gone && !exported) report(plan, VD_ITEM_OPEN, p);
  } else if (in_new) {
    if (is_link(p->kind)) add_new(plan, p);
    if (info->came) report(plan, VD_ITEM_OPEN, p);
  } else if (has_import(x, p->name) && has_import(y, p->name)) {
    // Arguments that are passed in another way are other arguments.
    compare_changed(plan, p, p->kind == VD_FACT_CONVENTION);
  }
}

// Is it open although both versions have it?
static bool is_always_open(VdFactKind kind) {
  return kind == VD_FACT_LEFT_OUT || kind == VD_FACT_INCLUDED;
}

// A flag that may make other code of the source than was looked at, or a file
// that nobody looked at.
static void add_always(VdPlan *plan, const Pair *p) {
  VdArena *arena = &plan->out->arena;
  const VdFactInfo *info = &vd_fact_info[p->kind];
  const char *name = vd_arena_str(arena, p->name);
  VdItem item = {.kind = VD_ITEM_OPEN,
                 .name = "module",
                 .code = true,
                 .what = info->word,
                 .was = p->fact[0] ? name : info->initial,
                 .became = p->fact[1] ? name : info->initial,
                 .detail = vd_arena_printf(
                     arena,
                     p->kind == VD_FACT_LEFT_OUT
                         ? "flag '%s' of compile_commands.json is not handed on"
                         : "what assembly includes is not read: %s",
                     name)};
  vd_plan_add(plan, item);
}

static void compare_fact(VdPlan *plan, const Pair *p) {
  if (is_always_open(p->kind)) add_always(plan, p);
  if (is_starter(p->kind) || p->kind == VD_FACT_ASSUMED ||
      is_always_open(p->kind))
    return;
  if (is_shared_only(p->kind) && (!p->fact[0] || !p->fact[1])) return;
  if (is_of_symbol(p->kind))
    compare_symbol(plan, p);
  else
    compare_changed(plan, p, true);
}

// ------------------------------------------------------ constructors and more
typedef VD_VEC(const VdFact *) Starters;

static uint32_t priority_of(const VdFact *fact) {
  return (uint32_t)strtoul(fact->value + strcspn(fact->value, "0123456789"),
                           NULL, 10);
}

// In the order in which they run.
static void find_starters(const VdModule *m, VdFactKind kind, Starters *out) {
  for (uint32_t i = 0; i < m->fact.len; i++) {
    const VdFact *fact = &m->fact.at[i];
    if (fact->kind != kind) continue;
    vd_push(out, fact);
    for (uint32_t k = out->len - 1;
         k > 0 && priority_of(out->at[k - 1]) > priority_of(fact); k--) {
      out->at[k] = out->at[k - 1];
      out->at[k - 1] = fact;
    }
  }
}

static bool is_same_starter(const VdPlan *plan, const VdFact *x,
                            const VdFact *y) {
  if (strcmp(x->value, y->value)) return false;
  if (!strcmp(x->name, y->name)) return true;
  return !vd_facts_exports(&plan->facts[0], x->name) &&
         !vd_facts_exports(&plan->facts[1], y->name) &&
         are_alike(plan, x->name, y->name);
}

// Each has one partner, the first that is left. One by its name comes first.
static void pair_starters(const VdPlan *plan, const Starters list[2],
                          uint32_t *partner[2]) {
  for (int by_name = 1; by_name >= 0; by_name--)
    for (uint32_t i = 0; i < list[0].len; i++)
      for (uint32_t j = 0; j < list[1].len && !partner[0][i]; j++) {
        const VdFact *x = list[0].at[i], *y = list[1].at[j];
        if (partner[1][j] || !is_same_starter(plan, x, y) ||
            (by_name && strcmp(x->name, y->name)))
          continue;
        partner[0][i] = j + 1;
        partner[1][j] = i + 1;
      }
}

static void report_starters(VdPlan *plan, VdFactKind kind,
                            const Starters list[2], uint32_t *partner[2]) {
  for (uint32_t i = 0; i < list[0].len; i++) {
    const VdFact *x = list[0].at[i];
    Pair p = {kind, x->name, {x, vd_facts_get(&plan->facts[1], kind, x->name)}};
    if (!partner[0][i]) report(plan, VD_ITEM_CHANGE, &p);
  }
  for (uint32_t j = 0; j < list[1].len; j++) {
    const VdFact *y = list[1].at[j];
    Pair p = {kind, y->name, {NULL, y}};
    if (!partner[1][j] && !vd_facts_get(&plan->facts[0], kind, y->name))
      report(plan, VD_ITEM_OPEN, &p);
  }
}

static void compare_starters(VdPlan *plan, VdFactKind kind) {
  Starters list[2] = {{0}, {0}};
  uint32_t before = plan->out->item.len, *partner[2];
  for (int k = 0; k < 2; k++) {
    find_starters(plan->module[k], kind, &list[k]);
    partner[k] =
        VD_NEW_ARRAY(&plan->out->arena, uint32_t, (size_t)list[k].len + 1);
  }
  pair_starters(plan, list, partner);
  report_starters(plan, kind, list, partner);
  bool all = plan->out->item.len == before;
  for (uint32_t i = 0; all && i < list[0].len; i++)
    if (!is_same_starter(plan, list[0].at[i], list[1].at[i]))
      vd_plan_change(plan, VD_ITEM_CHANGE, list[0].at[i]->name,
                     vd_fact_info[kind].word, "before others", "after others",
                     list[0].at[i]->pos, list[1].at[i]->pos);
  vd_vec_done(&list[0]);
  vd_vec_done(&list[1]);
}

// ------------------------------------------------------- renamed functions
// Static functions whose address is used may have been renamed: then how they
// are called is compared here.
static bool is_called_alike(const VdPlan *plan, const char *x, const char *y) {
  static const VdFactKind kind[] = {VD_FACT_RESULT, VD_FACT_PARAMS,
                                    VD_FACT_CONVENTION, VD_FACT_ALIGNMENT,
                                    VD_FACT_LOCALS};
  for (size_t i = 0; i < VD_COUNT(kind); i++) {
    const VdFact *a = vd_facts_get(&plan->facts[0], kind[i], x);
    const VdFact *b = vd_facts_get(&plan->facts[1], kind[i], y);
    Pair p = {kind[i], x, {a, b}};
    if (is_shared_only(kind[i]) && (!a || !b)) continue;
    if (strcmp(value_of(&p, 0), value_of(&p, 1)) && !is_harmless(plan, &p))
      return false;
  }
  return true;
}

static void compare_renamed(VdPlan *plan) {
  const VdModule *n = plan->module[1];
  for (uint32_t i = 0; i < n->func.len; i++) {
    const VdFunc *y = n->func.at[i];
    const VdFunc *x = y->known_as ? function_of(plan, 0, y->known_as) : NULL;
    if (x && !is_called_alike(plan, x->name, y->name))
      vd_plan_change(plan, VD_ITEM_OPEN, x->name, "function that is pointed to",
                     x->name, y->name, x->pos, y->pos);
  }
}

// ------------------------------------------------------------------- the rest
// A definition of a name that the old version takes from another file: who
// calls it there gets another function.
static void compare_imports(VdPlan *plan) {
  const VdNames *names = &plan->facts[1].exported;
  for (uint32_t i = 0; i < names->text.len; i++) {
    const char *name = names->text.at[i];
    if (has_import(&plan->facts[0], name) &&
        !has_item(plan, name, vd_fact_info[VD_FACT_OWN].word))
      vd_plan_change(plan, VD_ITEM_OPEN, name, "definition", "in another file",
                     "in this one", (VdPos){0}, (VdPos){0});
  }
}

static void assume(VdPlan *plan, const char *text) {
  for (uint32_t i = 0; i < plan->out->assumption.len; i++)
    if (!strcmp(plan->out->assumption.at[i], text)) return;
  vd_push(&plan->out->assumption, vd_arena_str(&plan->out->arena, text));
}

// Debug information has the type of what an alias stands for, not of the alias.
static void assume_types(VdPlan *plan, int side, const VdFact *fact) {
  const VdFacts *own = &plan->facts[side];
  bool typed = fact->kind == VD_FACT_RESOLVER ||
               vd_facts_get(own, VD_FACT_RESULT, fact->name) ||
               vd_facts_get(own, VD_FACT_TYPE, fact->name);
  if (is_link(fact->kind) && typed &&
      vd_facts_exports(&plan->facts[!side], fact->name))
    assume(plan,
           "aliases and ifuncs are declared with the C types of what they "
           "stand for");
}

// What is said of a function counts if only the new version says it.
static void add_assumptions(VdPlan *plan) {
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < plan->module[k]->fact.len; i++) {
      const VdFact *fact = &plan->module[k]->fact.at[i];
      assume_types(plan, k, fact);
      if (fact->kind == VD_FACT_ASSUMED &&
          (!*fact->name ||
           (k == 1 &&
            !vd_facts_get(&plan->facts[0], VD_FACT_ASSUMED, fact->name))))
        assume(plan, fact->value);
      if (k == 1 && fact->kind == VD_FACT_DEMAND &&
          has_definition(&plan->facts[1], fact->name) &&
          !has_definition(&plan->facts[0], fact->name))
        assume(plan,
               "callers of new functions do what restrict, nonnull and the "
               "like demand");
      if (k == 1 &&
          (fact->kind == VD_FACT_PROMISE ||
           fact->kind == VD_FACT_CALLEE_PROMISES) &&
          has_definition(&plan->facts[1], fact->name) &&
          !has_definition(&plan->facts[0], fact->name))
        assume(plan,
               "new functions, and what they call by pointers, do what pure, "
               "returns_nonnull and the like promise");
    }
}

void vd_plan_surface(VdPlan *plan) {
  const VdModule *m = plan->module[0], *n = plan->module[1];
  note_targets(plan);
  for (uint32_t i = 0; i < m->fact.len; i++) {
    const VdFact *x = &m->fact.at[i];
    Pair p = {
        x->kind, x->name, {x, vd_facts_get(&plan->facts[1], x->kind, x->name)}};
    compare_fact(plan, &p);
  }
  for (uint32_t i = 0; i < n->fact.len; i++) {
    const VdFact *y = &n->fact.at[i];
    const char *name = shared_name(&plan->facts[1], y);
    if (vd_facts_get(&plan->facts[0], y->kind, name)) continue;
    Pair p = {y->kind, name, {NULL, y}};
    compare_fact(plan, &p);
  }
  compare_starters(plan, VD_FACT_CONSTRUCTOR);
  compare_starters(plan, VD_FACT_DESTRUCTOR);
  compare_imports(plan);
  compare_renamed(plan);
  add_assumptions(plan);
}
