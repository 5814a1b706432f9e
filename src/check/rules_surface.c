// What others see of two rule files beside what their functions do: compared
// as veridiff OLD NEW does it (plan.c, globals.c, surface.c). Also which static
// functions others can call: those count as rules.
#include "check/plan.h"
#include "check/rules_impl.h"

// ---------------------------------------------------------- handed functions

static void note_code(const VdModule *m, bool *handed) {
  for (uint32_t f = 0; f < m->func.len; f++)
    for (uint32_t b = 0; b < m->func.at[f]->block.len; b++) {
      const VdBlock *block = &m->func.at[f]->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++)
        if (block->inst.at[i].kind == VD_INST_FUNC)
          handed[block->inst.at[i].index] = true;
    }
}

static void note_name(const VdModule *m, const char *name, bool *handed) {
  uint32_t f = vd_module_find_func(m, name);
  if (f != UINT32_MAX) handed[f] = true;
}

// Functions that run by themselves, those that have another name, and bodies of
// inline functions that other files define, too.
static void note_fact(const VdModule *m, const VdFact *fact, bool *handed) {
  if (fact->kind == VD_FACT_CONSTRUCTOR || fact->kind == VD_FACT_DESTRUCTOR)
    note_name(m, fact->name, handed);
  if (fact->kind == VD_FACT_IMPORT) note_name(m, fact->name, handed);
  if (fact->kind == VD_FACT_ALIAS || fact->kind == VD_FACT_RESOLVER)
    note_name(m, fact->value, handed);
}

void vd_rule_find_handed(VdRuleWork *w) {
  for (int k = 0; k < 2; k++) {
    const VdModule *m = w->module[k];
    if (!m) continue;
    w->handed[k] = VD_NEW_ARRAY(w->arena, bool, m->func.len + 1);
    note_code(m, w->handed[k]);
    for (uint32_t g = 0; g < m->global.len; g++)
      for (uint32_t i = 0; i < m->global.at[g].relocs; i++)
        if (m->global.at[g].reloc[i].function)
          w->handed[k][m->global.at[g].reloc[i].index] = true;
    for (uint32_t i = 0; i < m->fact.len; i++)
      note_fact(m, &m->fact.at[i], w->handed[k]);
  }
}

bool vd_rule_is_rule(const VdRuleWork *w, VdSide side, uint32_t func) {
  const VdFunc *f = w->module[side]->func.at[func];
  if (f->loop || (f->local && !w->handed[side][func])) return false;
  return f->kind == VD_FUNC_DEFINED || f->kind == VD_FUNC_UNSUPPORTED;
}

static bool has_same_type(const VdFunc *f, const VdFunc *g) {
  return !strcmp(f->type ? f->type : "", g->type ? g->type : "");
}

uint32_t vd_rule_partner(const VdRuleWork *w, uint32_t func) {
  const VdFunc *f = w->module[VD_OLD]->func.at[func];
  uint32_t to = vd_module_find_func(w->module[VD_NEW], f->name);
  if (to == UINT32_MAX || !vd_rule_is_rule(w, VD_OLD, func) ||
      !vd_rule_is_rule(w, VD_NEW, to))
    return UINT32_MAX;
  const VdFunc *g = w->module[VD_NEW]->func.at[to];
  return (f->local || !g->local) && has_same_type(f, g) ? to : UINT32_MAX;
}

// -------------------------------------------------------------------- surface

// Of a plan only those pairs stay that are compared as rules.
static void drop_pairs(const VdRuleWork *w, VdPlan *plan) {
  for (uint32_t f = 0; f < w->module[VD_OLD]->func.len; f++) {
    uint32_t p = plan->pair_of[VD_OLD][f];
    if (p == UINT32_MAX || vd_rule_partner(w, f) != UINT32_MAX) continue;
    plan->pair_of[VD_NEW][plan->pair.at[p].func[VD_NEW]] = UINT32_MAX;
    plan->pair_of[VD_OLD][f] = UINT32_MAX;
  }
}

// A rule that is gone, or has another type, is told with the rules.
static bool is_told(const VdRuleComparison *out, const VdItem *item) {
  if (strcmp(item->what, VD_GONE) != 0 && strcmp(item->what, "type") != 0)
    return false;
  for (uint32_t i = 0; i < out->alone.len; i++)
    if (out->alone.at[i].side == VD_OLD &&
        !strcmp(out->alone.at[i].name, item->name))
      return true;
  return false;
}

static void take_change(VdRuleWork *w, const VdItem *item,
                        VdRuleComparison *out) {
  if (is_told(out, item)) return;
  VdPos pos = item->new_pos.line ? item->new_pos : item->old_pos;
  VdRuleChange change = {item->kind, vd_arena_str(&out->arena, item->name),
                         vd_arena_str(&out->arena, item->detail),
                         vd_rule_keep_pos(w, pos)};
  out->needs_lines |= pos.file && !pos.line;
  vd_push(&out->change, change);
}

static void take_item(VdRuleWork *w, const VdItem *item,
                      VdRuleComparison *out) {
  const char *only = w->rules->options.only;
  if (only && strcmp(only, item->name) != 0) return;
  switch (item->kind) {
    case VD_ITEM_GLOBAL:
    case VD_ITEM_CHANGE:
    case VD_ITEM_OPEN:
    case VD_ITEM_NOTE: take_change(w, item, out); break;
    case VD_ITEM_NEW_ONLY:
      if (item->new_func == UINT32_MAX)
        vd_push(
            &out->alone,
            (VdRuleAlone){vd_arena_str(&out->arena, item->name), VD_NEW, ""});
      break;
    case VD_ITEM_PAIR:
    case VD_ITEM_OLD_ONLY:
    case VD_ITEM_SIGNATURE: break;
  }
}

void vd_rule_surface(VdRuleWork *w, VdRuleComparison *out) {
  VdComparison all = {0};
  VdPlan plan;
  vd_plan_pairs(&plan, w->module[VD_OLD], w->module[VD_NEW], &all);
  drop_pairs(w, &plan);
  vd_plan_globals(&plan);
  vd_plan_surface(&plan);
  for (uint32_t i = 0; i < all.item.len; i++)
    take_item(w, &all.item.at[i], out);
  for (uint32_t i = 0; i < all.assumption.len; i++)
    vd_push(&out->assumption, vd_arena_str(&out->arena, all.assumption.at[i]));
  vd_plan_done(&plan);
  vd_comparison_done(&all);
}
