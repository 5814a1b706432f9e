// Types as the checker sees them, and what converts to what.
#ifndef VD_FRONT_ST_TYPE_H
#define VD_FRONT_ST_TYPE_H

#include "front/st/ast.h"
#include "front/st/st.h"

typedef enum VdStTypeKind {
  VD_TYPE_BAD = 0,   // was reported, or is not modelled (reason)
  VD_TYPE_ELEM,      // elem; perhaps ranged
  VD_TYPE_ENUM,      // elem: what its values are
  VD_TYPE_STRUCT,    // field
  VD_TYPE_ARRAY,     // dim, element
  VD_TYPE_FB,        // info, the POU
  VD_TYPE_ANY_INT,   // of an integer literal without a type
  VD_TYPE_ANY_REAL,  // of a real one
} VdStTypeKind;

typedef struct VdStField {
  const char *name;
  VdPos pos;
  const VdStType *type;
  uint32_t first;  // leaf
} VdStField;

typedef struct VdStDim {
  int64_t low;
  uint32_t count;
} VdStDim;

struct VdStType {
  VdStTypeKind kind;
  VdElem elem;
  bool ranged, stopwatch;
  bool step;  // says whether a step of a chart is active
  VdValue low, high;
  const char *name;  // for people
  VD_ST_LIST(VdStField) field;
  VD_ST_LIST(VdStDim) dim;
  const VdStType *element;
  const struct VdStInfo *info;
  const VdEnum *enumeration;
  const char *reason;  // BAD: the construct that is not modelled
  VdPos reason_pos;
  uint32_t leaves;      // scalars
  uint32_t nesting;     // of structs and arrays
  const VdValue *init;  // one for each
};

// A value that is known at compile time. Of the ANY types it is a number that
// has no type yet.
typedef struct VdStConst {
  VdValue value;
  bool negative;
  uint64_t magnitude;
  double real;
} VdStConst;

const VdStType *vd_type_elem(VdElem elem);
extern const VdStType vd_type_bad, vd_type_any_int, vd_type_any_real;

bool vd_type_is_scalar(const VdStType *t);  // ELEM, ENUM or ANY
bool vd_type_is_any(const VdStType *t);     // ANY_INT, ANY_REAL
bool vd_type_is_class(const VdStType *t, VdScalarClass class);
bool vd_type_is_int(const VdStType *t);   // SIGNED or UNSIGNED, or ANY_INT
bool vd_type_is_bits(const VdStType *t);  // BOOL or BITS, or ANY_INT
bool vd_type_is_real(const VdStType *t);  // REAL, or ANY
bool vd_elem_is_long(VdElem elem);        // LTIME and the like
// The same type for assignments; what initial values they have does not count.
bool vd_type_same(const VdStType *a, const VdStType *b);
bool vd_elem_widens(VdElem from, VdElem to);  // without being asked
// The smallest type that both widen to, VD_ELEM_NONE if there is none.
VdElem vd_elem_common(VdElem a, VdElem b);
// Whether an untyped integer is a value of the type; if so, which.
bool vd_elem_holds(VdElem elem, bool negative, uint64_t magnitude,
                   VdValue *out);
// The smallest of a type's kind that holds it: INT, DINT, LINT for SINT.
VdElem vd_elem_for(VdElem like, bool negative, uint64_t magnitude);

// How many bits it takes at an address, at most: a BOOL inside of another type
// takes a byte, and fields are aligned.
uint64_t vd_type_bits(const VdStType *t);

typedef void (*VdLeafVisit)(void *context, const char *name,
                            const VdStType *type);
// Visits the scalars of a type, in order, with their names after prefix.
void vd_type_leaves(const VdStType *t, const char *prefix, VdLeafVisit visit,
                    void *context);

#endif
