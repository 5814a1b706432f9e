// Private to src/plan: the facts of the two modules, and items about them.
#ifndef VD_PLAN_IMPL_H
#define VD_PLAN_IMPL_H

#include "plan/plan.h"

// In VdPlan.partner: names of one target stand for several things.
enum { VD_SPLIT = UINT32_MAX >> 1 };

void vd_facts_init(VdFacts *facts, const VdModule *m);
void vd_facts_done(VdFacts *facts);
const VdFact *vd_facts_get(const VdFacts *facts, VdFactKind kind,
                           const char *name);
bool vd_facts_exports(const VdFacts *facts, const char *name);
const VdGlobal *vd_facts_variable(const VdFacts *facts, const char *name);

// Variables of a module by what the other version knows them as.
typedef struct VdGlobalIndex {
  VdModule *module;
  VdNames names;
  VdMap at;  // id of a name to the number of its variable
} VdGlobalIndex;
void vd_global_index_init(VdGlobalIndex *index, VdModule *m);
void vd_global_index_done(VdGlobalIndex *index);
VdGlobal *vd_global_index_get(const VdGlobalIndex *index, const char *name);

void vd_plan_add(VdPlan *plan, VdItem item);
// Adds an item; texts live as long as the comparison.
void vd_plan_change(VdPlan *plan, VdItemKind kind, const char *name,
                    const char *what, const char *was, const char *became,
                    VdPos old_pos, VdPos new_pos);
// An exported thing is not there any more: it is something else, or "".
void vd_plan_gone(VdPlan *plan, const char *name, const char *was,
                  const char *became, VdPos old_pos, VdPos new_pos);

#endif
