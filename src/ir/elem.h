// Elementary types: those of IEC 61131-3 (elem.def), their values as text, and
// enumerations of values with names.
#ifndef VD_ELEM_H
#define VD_ELEM_H

#include "ir/ir.h"

typedef enum VdScalarClass {
  VD_SCALAR_NONE = 0,
  VD_SCALAR_BOOL,
  VD_SCALAR_SIGNED,
  VD_SCALAR_UNSIGNED,
  VD_SCALAR_BITS,
  VD_SCALAR_REAL,
  VD_SCALAR_TIME,  // signed
  VD_SCALAR_DATE,  // this and the rest are unsigned
  VD_SCALAR_TOD,
  VD_SCALAR_DT,
} VdScalarClass;

typedef enum VdElem {
  VD_ELEM_NONE = 0,
#define ELEM(name, class, bits, other) VD_ELEM_##name,
#include "ir/elem.def"
#undef ELEM
  VD_ELEMS
} VdElem;

VdSort vd_elem_sort(VdElem elem);
VdScalarClass vd_elem_class(VdElem elem);
uint32_t vd_elem_width(VdElem elem);
bool vd_elem_is_signed(VdElem elem);    // TIME is
const char *vd_elem_text(VdElem elem);  // "INT"
// Without case; VD_ELEM_NONE if it is none.
VdElem vd_elem_read(const char *name, size_t len);

typedef struct VdEnum {
  const char *name;
  uint32_t values;
  const char *const *text;
  const VdValue *value;
} VdEnum;

// -------------------------------------------------------------------- text
// Bodies of literals, without a type in front: they read all of the text and
// say what is wrong with it, or NULL. A time is in nanoseconds, signed, a date
// in seconds since 1970, a time of day and a date with one in nanoseconds.
const char *vd_elem_read_int(const char *text, size_t len, uint64_t *bits);
const char *vd_elem_read_real(const char *text, size_t len, double *real);
const char *vd_elem_read_time(const char *text, size_t len, uint64_t *bits);
const char *vd_elem_read_date(const char *text, size_t len, uint64_t *bits);
const char *vd_elem_read_tod(const char *text, size_t len, uint64_t *bits);
const char *vd_elem_read_dt(const char *text, size_t len, uint64_t *bits);

double vd_elem_real(VdValue value);  // of a REAL or LREAL

// A scalar's type, as far as its values have text.
typedef struct VdElemType {
  VdElem elem;
  const VdEnum *enumeration;  // or NULL
} VdElemType;
// A value as a literal: TRUE, -5, 16#FF, 1.5, T#1s500ms, D#2024-02-29, Red.
// What has none is printed so that it can be read back: a number for an enum,
// DWORD_TO_TOD(16#...) for times and dates out of their range, NaN, Inf, -Inf.
void vd_elem_print(VdElemType type, VdValue value, VdBuf *out);
// True if what is printed is a literal of Structured Text.
bool vd_elem_has_literal(VdElemType type, VdValue value);
// Reads what print wrote, and what people write: a type may stand in front or
// be left out (INT#5, 1s500ms), a BOOL may be 0 or 1. NULL, or what is wrong.
const char *vd_elem_read_value(VdElemType type, const char *text, size_t len,
                               VdValue *out);

#endif
