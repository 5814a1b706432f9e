// What the writer and the reader of the text form agree on.
#ifndef VD_IR_TEXT_H
#define VD_IR_TEXT_H

#include "ir/ir.h"

// How an operator's immediate is written.
typedef enum VdImmKind {
  VD_IMM_NUMBER,  // [16]
  VD_IMM_RANGE,   // [high:low]
  VD_IMM_FLOAT,   // [exponent.significand]
} VdImmKind;

static inline VdImmKind vd_text_imm(VdOp op) {
  switch (op) {
    case VD_OP_EXTRACT: return VD_IMM_RANGE;
    case VD_OP_FTOF:
    case VD_OP_STOF:
    case VD_OP_UTOF:
    case VD_OP_BTOF: return VD_IMM_FLOAT;
    default: return VD_IMM_NUMBER;
  }
}

// Characters of names that need no quotes.
static inline bool vd_text_is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static const char *const vd_text_role[] = {"value", "mem", "world", "heap",
                                           "halt"};
static const char *const vd_text_func_kind[] = {"defined", "pure", "impure",
                                                "fresh", "unsupported"};

#endif
