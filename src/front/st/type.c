// The table of elementary types; which types are the same, and how large.
#include "front/st/type.h"

typedef struct Elem {
  VdScalarClass class;
  uint32_t bits;
} Elem;
static const Elem elems[VD_ELEMS] = {
#define ELEM(name, class, bits, other) \
  [VD_ELEM_##name] = {VD_SCALAR_##class, bits},
#include "ir/elem.def"
#undef ELEM
};

// ------------------------------------------------------------------- elems
bool vd_elem_is_long(VdElem elem) {
  return elems[elem].bits == 64;
}

// Figures 11 and 12 of the standard.
bool vd_elem_widens(VdElem from, VdElem to) {
  const Elem *f = &elems[from], *t = &elems[to];
  if (from == to) return true;
  if (from == VD_ELEM_BOOL) return t->class == VD_SCALAR_BITS;
  if (f->class == t->class) return f->bits < t->bits;
  if (f->class == VD_SCALAR_UNSIGNED && t->class == VD_SCALAR_SIGNED)
    return f->bits < t->bits;
  if (f->class == VD_SCALAR_UNSIGNED || f->class == VD_SCALAR_SIGNED)
    return t->class == VD_SCALAR_REAL && f->bits < t->bits;
  return false;
}

VdElem vd_elem_common(VdElem a, VdElem b) {
  if (vd_elem_widens(a, b)) return b;
  if (vd_elem_widens(b, a)) return a;
  for (VdElem e = VD_ELEM_NONE + 1; e < VD_ELEMS; e++)
    if (vd_elem_widens(a, e) && vd_elem_widens(b, e)) return e;
  return VD_ELEM_NONE;
}

static bool fits(const Elem *e, bool negative, uint64_t magnitude) {
  switch (e->class) {
    case VD_SCALAR_BOOL: return magnitude <= !negative;
    case VD_SCALAR_SIGNED: {
      uint64_t most = (uint64_t)1 << (e->bits - 1);
      return negative ? magnitude <= most : magnitude < most;
    }
    case VD_SCALAR_UNSIGNED:
    case VD_SCALAR_BITS:
      if (negative && magnitude) return false;
      return e->bits == 64 || magnitude >> e->bits == 0;
    default: return false;
  }
}

bool vd_elem_holds(VdElem elem, bool negative, uint64_t magnitude,
                   VdValue *out) {
  const Elem *e = &elems[elem];
  if (e->class == VD_SCALAR_REAL) {
    double x = negative ? -(double)magnitude : (double)magnitude;
    *out = e->bits == 32 ? vd_value_float((float)x) : vd_value_double(x);
    return true;
  }
  if (!fits(e, negative, magnitude)) return false;
  if (elem == VD_ELEM_BOOL)
    *out = vd_value_bool(magnitude);
  else
    *out = vd_value_bv(e->bits, negative ? 0 - magnitude : magnitude);
  return true;
}

VdElem vd_elem_for(VdElem like, bool negative, uint64_t magnitude) {
  if (like == VD_ELEM_BOOL)
    return fits(&elems[like], negative, magnitude) ? like : VD_ELEM_NONE;
  for (VdElem e = like; e < VD_ELEMS; e++) {
    if (elems[e].class != elems[like].class) break;
    VdValue value;
    if (vd_elem_holds(e, negative, magnitude, &value)) return e;
  }
  // An unsigned variable and a negative number meet among the signed ones.
  if (elems[like].class == VD_SCALAR_UNSIGNED)
    return vd_elem_for(VD_ELEM_SINT, negative, magnitude);
  return VD_ELEM_NONE;
}

// ------------------------------------------------------------------- types
#define SORT_BV(bits) {.kind = VD_SORT_BV, .a = (bits)}
#define SORT_BOOL(bits) {.kind = VD_SORT_BOOL}
#define SORT_REAL(bits)        \
  {.kind = VD_SORT_FLOAT,      \
   .a = (bits) == 32 ? 8 : 11, \
   .b = (bits) == 32 ? 24 : 53}
#define SORT_SIGNED SORT_BV
#define SORT_UNSIGNED SORT_BV
#define SORT_BITS SORT_BV
#define SORT_TIME SORT_BV
#define SORT_DATE SORT_BV
#define SORT_TOD SORT_BV
#define SORT_DT SORT_BV

static const VdValue elem_init[VD_ELEMS] = {
#define ELEM(name, class, bits_, other) \
  [VD_ELEM_##name] = {.sort = SORT_##class(bits_)},
#include "ir/elem.def"
#undef ELEM
};

static const VdStType elem_type[VD_ELEMS] = {
#define ELEM(text, class, bits_, other)       \
  [VD_ELEM_##text] = {.kind = VD_TYPE_ELEM,   \
                      .elem = VD_ELEM_##text, \
                      .name = #text,          \
                      .leaves = 1,            \
                      .init = &elem_init[VD_ELEM_##text]},
#include "ir/elem.def"
#undef ELEM
};

const VdStType vd_type_bad = {.kind = VD_TYPE_BAD, .name = "?"};
const VdStType vd_type_any_int = {.kind = VD_TYPE_ANY_INT,
                                  .name = "an integer literal"};
const VdStType vd_type_any_real = {.kind = VD_TYPE_ANY_REAL,
                                   .name = "a real literal"};

const VdStType *vd_type_elem(VdElem elem) {
  return &elem_type[elem];
}

bool vd_type_is_any(const VdStType *t) {
  return t->kind == VD_TYPE_ANY_INT || t->kind == VD_TYPE_ANY_REAL;
}

bool vd_type_is_scalar(const VdStType *t) {
  return t->kind == VD_TYPE_ELEM || t->kind == VD_TYPE_ENUM ||
         vd_type_is_any(t);
}

bool vd_type_is_class(const VdStType *t, VdScalarClass class) {
  return t->kind == VD_TYPE_ELEM && vd_elem_class(t->elem) == class;
}

bool vd_type_is_int(const VdStType *t) {
  return t->kind == VD_TYPE_ANY_INT || vd_type_is_class(t, VD_SCALAR_SIGNED) ||
         vd_type_is_class(t, VD_SCALAR_UNSIGNED);
}

bool vd_type_is_bits(const VdStType *t) {
  return t->kind == VD_TYPE_ANY_INT || vd_type_is_class(t, VD_SCALAR_BITS) ||
         vd_type_is_class(t, VD_SCALAR_BOOL);
}

bool vd_type_is_real(const VdStType *t) {
  return vd_type_is_any(t) || vd_type_is_class(t, VD_SCALAR_REAL);
}

static bool same_range(const VdStType *a, const VdStType *b) {
  if (a->ranged != b->ranged) return false;
  return !a->ranged ||
         (vd_value_eq(&a->low, &b->low) && vd_value_eq(&a->high, &b->high));
}

static bool same_array(const VdStType *a, const VdStType *b) {
  if (a->dim.len != b->dim.len) return false;
  for (uint32_t i = 0; i < a->dim.len; i++)
    if (a->dim.at[i].low != b->dim.at[i].low ||
        a->dim.at[i].count != b->dim.at[i].count)
      return false;
  return vd_type_same(a->element, b->element);
}

bool vd_type_same(const VdStType *a, const VdStType *b) {
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case VD_TYPE_ELEM: return a->elem == b->elem && same_range(a, b);
    case VD_TYPE_ENUM: return a->enumeration == b->enumeration;
    case VD_TYPE_STRUCT: return a->field.at == b->field.at;
    case VD_TYPE_ARRAY: return same_array(a, b);
    case VD_TYPE_FB: return a->info == b->info;
    case VD_TYPE_ANY_INT:
    case VD_TYPE_ANY_REAL: return true;
    case VD_TYPE_BAD: return false;
  }
  return false;
}

// -------------------------------------------------------------------- bits
static uint64_t round_up(uint64_t bits, uint64_t unit) {
  return (bits + unit - 1) / unit * unit;
}

// Of a part of another type.
static uint64_t alignment(const VdStType *t) {
  uint64_t most = 8;
  if (t->kind == VD_TYPE_ARRAY) return alignment(t->element);
  for (uint32_t i = 0; i < t->field.len; i++) {
    uint64_t its = alignment(t->field.at[i].type);
    if (its > most) most = its;
  }
  return t->elem && elems[t->elem].bits > most ? elems[t->elem].bits : most;
}

// Types have at most 2^15 leaves, so that nothing overflows.
uint64_t vd_type_bits(const VdStType *t) {
  uint64_t bits = 0;
  switch (t->kind) {
    case VD_TYPE_ELEM:
    case VD_TYPE_ENUM: return elems[t->elem].bits;
    case VD_TYPE_ARRAY:
      bits = round_up(vd_type_bits(t->element), alignment(t->element));
      for (uint32_t i = 0; i < t->dim.len; i++) bits *= t->dim.at[i].count;
      return bits;
    case VD_TYPE_STRUCT:
      for (uint32_t i = 0; i < t->field.len; i++) {
        const VdStType *field = t->field.at[i].type;
        bits = round_up(bits, alignment(field)) + vd_type_bits(field);
      }
      return round_up(bits, alignment(t));
    case VD_TYPE_FB: return (uint64_t)t->leaves * 64;
    // Nothing is known of it: it may take all that follows.
    case VD_TYPE_BAD:
    case VD_TYPE_ANY_INT:
    case VD_TYPE_ANY_REAL: break;
  }
  return UINT64_MAX;
}
