#include "ir/plc.h"

#include <stdlib.h>
#include <strings.h>

typedef struct Elem {
  const char *name, *other;
  VdPlcClass class;
  uint32_t bits;
} Elem;
static const Elem elems[VD_PLC_ELEMS] = {
#define ELEM(name, class, bits, other) \
  [VD_PLC_##name] = {#name, other, VD_PLC_CLASS_##class, bits},
#include "ir/elem.def"
#undef ELEM
};

VdPlcClass vd_plc_class(VdPlcElem elem) {
  return elems[elem].class;
}

const char *vd_plc_elem_text(VdPlcElem elem) {
  return elem ? elems[elem].name : "";
}

uint32_t vd_plc_width(VdPlcElem elem) {
  return elems[elem].bits;
}

bool vd_plc_is_signed(VdPlcElem elem) {
  VdPlcClass class = vd_plc_class(elem);
  return class == VD_PLC_CLASS_SIGNED || class == VD_PLC_CLASS_TIME;
}

VdSort vd_plc_sort(VdPlcElem elem) {
  uint32_t bits = elems[elem].bits;
  switch (vd_plc_class(elem)) {
    case VD_PLC_CLASS_NONE:
    case VD_PLC_CLASS_BOOL: return vd_sort_bool();
    case VD_PLC_CLASS_REAL:
      return bits == 32 ? vd_sort_float(8, 24) : vd_sort_float(11, 53);
    default: return vd_sort_bv(bits);
  }
}

static bool is_text(const char *word, const char *text, size_t len) {
  return word && strlen(word) == len && !strncasecmp(word, text, len);
}

VdPlcElem vd_plc_elem_read(const char *name, size_t len) {
  for (VdPlcElem e = VD_PLC_NO_ELEM + 1; e < VD_PLC_ELEMS; e++)
    if (is_text(elems[e].name, name, len) || is_text(elems[e].other, name, len))
      return e;
  return VD_PLC_NO_ELEM;
}

uint32_t vd_plc_find_pou(const VdPlc *plc, const char *name) {
  uint32_t found = VD_PLC_NONE;
  for (uint32_t i = 0; i < plc->pous; i++) {
    if (strcasecmp(plc->pou[i].name, name)) continue;
    if (!plc->pou[i].library) return i;
    found = i;
  }
  return found;
}

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

const VdPlcDecl *vd_plc_find_decl(const VdPlcPou *pou, const char *name) {
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

uint32_t vd_plc_find_var(const VdPlcPou *pou, const char *name) {
  for (uint32_t i = 0; i < pou->vars; i++)
    if (!strcasecmp(pou->var[i].name, name)) return i;
  return VD_PLC_NONE;
}
