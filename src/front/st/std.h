// Standard functions. They are generic, so they are not written in ST: the
// checker finds their types (check_std.c), and lowering makes their code
// (lower_std.c). Those that stand for operators become operators.
#ifndef VD_FRONT_ST_STD_H
#define VD_FRONT_ST_STD_H

#include "front/st/type.h"

typedef enum VdStStdKind {
  VD_STD_OPERATOR = 1,  // op
  VD_STD_MOVE,
  VD_STD_ABS,
  VD_STD_SQRT,
  VD_STD_MATH,  // of the C library, link
  VD_STD_SHIFT,
  VD_STD_SEL,
  VD_STD_MAX,
  VD_STD_MIN,
  VD_STD_LIMIT,
  VD_STD_MUX,
  VD_STD_TRUNC,
  VD_STD_CONVERT,  // from, to, truncate
  VD_STD_UNSUPPORTED,
} VdStStdKind;

typedef struct VdStStd {
  const char *name;
  VdStStdKind kind;
  uint32_t min, max;   // arguments
  const char *formal;  // names of the first ones; IN1, IN2, ... follow
  VdStOp op;
  int shift;         // a VdStShift
  const char *link;  // for LREAL; with an f for REAL
  VdElem from, to;
  bool truncate;
} VdStStd;

// NULL if there is none. Conversions are made in the arena.
const VdStStd *vd_std_find(VdArena *arena, const char *name);
// Which argument a formal name is; UINT32_MAX if there is none.
uint32_t vd_std_formal(const VdStStd *std, const char *name);

#endif
