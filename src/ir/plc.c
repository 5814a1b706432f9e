#include "ir/plc.h"

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

uint32_t vd_plc_find_var(const VdPlcPou *pou, const char *name) {
  for (uint32_t i = 0; i < pou->vars; i++)
    if (!strcasecmp(pou->var[i].name, name)) return i;
  return VD_PLC_NONE;
}
