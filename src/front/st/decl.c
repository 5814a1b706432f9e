// Declarations by name.
#include "front/st/plc.h"

#include <stdlib.h>
#include <strings.h>

static int compare_decls(const void *x, const void *y, void *context) {
  const VdPlcDecl *decl = context;
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  int order = strcasecmp(decl[a].name, decl[b].name);
  return order ? order : a < b ? -1 : a > b;
}

void vd_plc_order_decls(VdPlcPou *pou, VdArena *arena) {
  pou->by_name = VD_NEW_ARRAY(arena, uint32_t, pou->decls + 1);
  for (uint32_t i = 0; i < pou->decls; i++) pou->by_name[i] = i;
  qsort_r(pou->by_name, pou->decls, sizeof *pou->by_name, compare_decls,
          pou->decl);
}

const VdPlcDecl *vd_plc_find_decl(const VdMachine *machine, const char *name) {
  const VdPlcPou *pou = vd_plc_pou(machine);
  uint32_t low = 0, high = pou->decls;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (strcasecmp(pou->decl[pou->by_name[middle]].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == pou->decls) return NULL;
  const VdPlcDecl *decl = &pou->decl[pou->by_name[low]];
  return strcasecmp(decl->name, name) ? NULL : decl;
}
