// What others see of two rule files beside what their functions do: compared
// as veridiff OLD NEW does it (src/plan).
#include "plan/plan.h"
#include "rules/rules_impl.h"

// Of a plan only those pairs stay that are compared as rules.
static void drop_pairs(const VdRuleWork *w, VdPlan *plan) {
  for (uint32_t f = 0; f < w->module[VD_OLD]->func.len; f++) {
    uint32_t p = plan->pair_of[VD_OLD][f];
    if (p == UINT32_MAX || vd_rule_partner(w, f) != UINT32_MAX) continue;
    plan->pair_of[VD_NEW][plan->pair.at[p].func[VD_NEW]] = UINT32_MAX;
    plan->pair_of[VD_OLD][f] = UINT32_MAX;
  }
}

// Texts and positions outlive the modules.
static void take_item(VdRuleWork *w, const VdItem *from, VdComparison *out) {
  const char *only = w->rules->options.only;
  VdArena *arena = &out->arena;
  if (from->kind == VD_ITEM_PAIR || (only && strcmp(only, from->name) != 0))
    return;
  VdItem item = *from;
  item.name = vd_arena_str(arena, from->name);
  item.detail = vd_arena_str(arena, from->detail);
  item.what = vd_arena_str(arena, from->what);
  item.was = vd_arena_str(arena, from->was);
  item.became = vd_arena_str(arena, from->became);
  item.old_pos = vd_rule_keep_pos(w, from->old_pos);
  item.new_pos = vd_rule_keep_pos(w, from->new_pos);
  VdPos pos = item.new_pos.line ? item.new_pos : item.old_pos;
  bool placed = item.kind == VD_ITEM_GLOBAL || item.kind == VD_ITEM_CHANGE ||
                item.kind == VD_ITEM_OPEN || item.kind == VD_ITEM_NOTE;
  out->needs_lines |= placed && pos.file && !pos.line;
  vd_comparison_add(out, item);
}

void vd_rule_surface(VdRuleWork *w, VdComparison *out) {
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
