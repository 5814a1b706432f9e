// The table of elementary types (elem.def), and enumerations.
#include "ir/elem.h"

#include <stdlib.h>
#include <strings.h>

typedef struct Elem {
  const char *name, *other;
  VdScalarClass class;
  uint32_t bits;
} Elem;
static const Elem elems[VD_ELEMS] = {
#define ELEM(name, class, bits, other) \
  [VD_ELEM_##name] = {#name, other, VD_SCALAR_##class, bits},
#include "ir/elem.def"
#undef ELEM
};

VdScalarClass vd_elem_class(VdElem elem) {
  return elems[elem].class;
}

const char *vd_elem_text(VdElem elem) {
  return elem ? elems[elem].name : "";
}

uint32_t vd_elem_width(VdElem elem) {
  return elems[elem].bits;
}

bool vd_elem_is_signed(VdElem elem) {
  VdScalarClass class = vd_elem_class(elem);
  return class == VD_SCALAR_SIGNED || class == VD_SCALAR_TIME;
}

VdSort vd_elem_sort(VdElem elem) {
  uint32_t bits = elems[elem].bits;
  switch (vd_elem_class(elem)) {
    case VD_SCALAR_NONE:
    case VD_SCALAR_BOOL: return vd_sort_bool();
    case VD_SCALAR_REAL:
      return bits == 32 ? vd_sort_float(8, 24) : vd_sort_float(11, 53);
    default: return vd_sort_bv(bits);
  }
}

static bool is_text(const char *word, const char *text, size_t len) {
  return word && strlen(word) == len && !strncasecmp(word, text, len);
}

VdElem vd_elem_read(const char *name, size_t len) {
  for (VdElem e = VD_ELEM_NONE + 1; e < VD_ELEMS; e++)
    if (is_text(elems[e].name, name, len) || is_text(elems[e].other, name, len))
      return e;
  return VD_ELEM_NONE;
}
