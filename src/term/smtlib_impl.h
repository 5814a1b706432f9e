// Private to the SMT-LIB printer (smtlib*.c): the script under construction.
//
// A script is flat. Every node is one definition over earlier names, so no
// parser recurses with the depth of a term. Names are numbered in the order of
// the walk, never by handle, so the text is the same in every run:
//   n7     a node, or a part of one        |v1.0.bv32|  a variable
//   o2     the address of an object        f3           a result of a function
//   rom    constant memory                 |w0|         a watched term
#ifndef VD_SMTLIB_IMPL_H
#define VD_SMTLIB_IMPL_H

#include "term/term.h"

// Not limits: how it is written, and what a float can be.
enum {
  VD_SMT_WORD = 8,              // bytes or arguments in one definition
  VD_SMT_MAX_EXPONENT = 16640,  // of a constant over the reals: float15.113
};

typedef struct VdSmt {
  VdTerms *tm;
  VdBuf *out;
  bool reals, words;
  char *reason;   // 160 bytes; empty while all goes well
  uint32_t defs;  // the last n
  VdMap name;     // term id to the number of its n
  VdMap fun;      // function << 16 | result to the number of its f
  VdMap helper;   // abstract operators that are declared, by op and sort
  VdMap object;   // object id to the number of its o
  VD_VEC(uint32_t) objects;  // object ids, by number - 1
  VdTermVec fresh;           // results of allocators
  bool has_rom;
} VdSmt;

// The first reason stays. Returns false.
bool vd_smt_fail(VdSmt *s, const char *fmt, ...) VD_PRINTF(2, 3);

void vd_smt_sort(VdSmt *s, VdSort sort);
// The name of a term that was printed before; a narrow constant itself.
void vd_smt_ref(VdSmt *s, VdTerm t);
// A bit-vector constant.
void vd_smt_bits(VdSmt *s, uint32_t width, uint64_t bits);
// address + offset
void vd_smt_address(VdSmt *s, VdTerm address, uint64_t offset);

// Prints text with $-marks replaced: $0 to $9 arguments of t; $a $b numbers of
// its sort, $x $y of its first argument's; $d how much wider it is than that;
// $h $l the bounds of an extract, $m the rounding mode of an frint.
void vd_smt_template(VdSmt *s, VdTerm t, const char *text);

// "(define-fun n<k> () SORT ", the expression is printed next, then end.
uint32_t vd_smt_begin(VdSmt *s, VdSort sort);
void vd_smt_end(VdSmt *s);
// "(declare-const n<k> SORT)", for what is known only by assertions.
uint32_t vd_smt_declare(VdSmt *s, VdSort sort);
// Says that n<k> is the term.
void vd_smt_name(VdSmt *s, VdTerm t, uint32_t k);
// Defines the term by a template.
void vd_smt_define(VdSmt *s, VdTerm t, const char *text);
// Whether a function for the operator on that sort is still to be declared.
bool vd_smt_is_new_helper(VdSmt *s, VdOp op, VdSort sort);

// How an operator is printed: a template, or a function that prints its
// definitions and names the term.
typedef struct VdSmtRow {
  const char *text;
  void (*print)(VdSmt *s, VdTerm t);
} VdSmtRow;
extern const VdSmtRow vd_smt_float_row[VD_OP_COUNT];
extern const VdSmtRow vd_smt_real_row[VD_OP_COUNT];
extern const VdSmtRow vd_smt_mem_row[VD_OP_COUNT];
extern const VdSmtRow vd_smt_word_row[VD_OP_COUNT];  // memory is abstract

// Constants of sort Float: an IEEE one, or an exact rational.
void vd_smt_float(VdSmt *s, const VdValue *value);
void vd_smt_real(VdSmt *s, const VdValue *value);

// The number of an object's address, declared at its first use.
uint32_t vd_smt_object(VdSmt *s, uint32_t object);
// What is known of the objects, allocator results and ROM that occurred.
void vd_smt_layout(VdSmt *s);

#endif
