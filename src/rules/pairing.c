// Which functions are rules, and which of the two versions belong together. A
// static function counts where others can call it.
#include "rules/rules_impl.h"

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
