// Private to src/summary.
#ifndef VD_SUMMARY_IMPL_H
#define VD_SUMMARY_IMPL_H

#include "summary/summary.h"

struct VdSums {
  VdTerms *tm;
  const VdModule *module;
  VdArena arena;
  uint32_t *symbol;         // by func; 0 until asked for
  VdSummary **summary;      // by func
  bool *made;               // by func: summary was tried
  uint32_t *global_object;  // by global
  uint32_t *func_object;    // by func
  VdMap func_of;            // symbol to func + 1
};

VdSummary *vd_summary_make(VdSums *sums, uint32_t func);
uint32_t vd_slot_object(VdSums *sums, const VdFunc *f, uint32_t slot);

#endif
