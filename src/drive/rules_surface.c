// What others see of two rule files beside what their functions do: compared
// as veridiff OLD NEW does it (plan.c, globals.c, surface.c).
#include "drive/plan.h"
#include "drive/rules_drive.h"

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
