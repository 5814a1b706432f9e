// Private to src/pair/loop: likely invariants between variables, learned from
// examples.
//
// An invariant starts as everything that can be said about its variables and is
// weakened by each example: linear equations modulo 2^width between bit-vectors
// of one width (shorter ones sign-extended to 64 bits too), if wanted between
// their products too, equality between floats and truth values, order between
// bit-vectors. Whether it holds beyond the examples is for others to prove.
#ifndef VD_PAIR_LOOP_LIKELY_H
#define VD_PAIR_LOOP_LIKELY_H

#include "base/trail.h"
#include "pair/loop/affine.h"
#include "term/term.h"

typedef struct VdLikelyAtom {  // x < y or x <= y, on constants too
  uint32_t x, y;               // variables; y may be UINT32_MAX: constant
  uint64_t constant;
  VdOp op;
  bool strict, swapped;
  bool strong;  // a weaker one of its kind was there from the start
} VdLikelyAtom;

typedef enum VdColumnKind {
  VD_COLUMN_VAR,      // x as it is
  VD_COLUMN_SEXT,     // x, shorter, with its sign
  VD_COLUMN_ZEXT,     // x, shorter, with zeros
  VD_COLUMN_CHOOSE,   // choose(y, x): see poly.h
  VD_COLUMN_PRODUCT,  // x * y
} VdColumnKind;
typedef struct VdColumn {
  VdColumnKind kind;
  uint32_t x, y;  // variables
} VdColumn;

typedef struct VdLikelyGroup {
  uint32_t width;
  VD_VEC(VdColumn) column;  // after them there is one for the constant 1
  uint32_t plain;           // columns that are variables as they are
  VdAffine affine;
} VdLikelyGroup;

typedef struct VdLikely {
  VdTerms *tm;
  uint32_t vars;
  const VdTerm *var;
  uint32_t outputs;  // with some: only what says something of the first
                     // `outputs` variables counts
  VD_VEC(VdLikelyGroup) group;
  VD_VEC(VdLikelyAtom) atom;
  uint32_t *like;  // by var, floats and truth values: the class of those equal
                   // to it in every example
  bool *fixed;     // by var: had one value in every example
  VdValue *first;  // by var: that value
  uint32_t *demanded;  // by var: equal to this one, whatever the examples say;
                       // UINT32_MAX if to none
  bool *product;  // by var: a polynomial of others, if there are products; its
                  // order among others says little, and is hard to keep
  uint32_t examples;
} VdLikely;

// Variables that come first are expressed by those that come later. var is
// shared with the caller.
void vd_likely_init(VdLikely *r, VdTerms *tm, const VdTerm *var, uint32_t vars,
                    uint32_t outputs);
// Products and choose of variables become part of the relation, which had no
// examples so far. Those given are enough to learn which are of use.
void vd_likely_add_products(VdLikely *r, VdValue *const *example, uint32_t n);
// Always demands that variable i is variable k > i, as of the two memories.
void vd_likely_demand(VdLikely *r, uint32_t i, uint32_t k);
void vd_likely_done(VdLikely *r);
// One value for each variable (arrays and worlds are not looked at). True if
// the relation became weaker.
bool vd_likely_add(VdLikely *r, const VdValue *value);
// The same of orders alone: for values that may not be those of a run.
bool vd_likely_lose_orders(VdLikely *r, const VdValue *value);
// Orders that hold on all the examples (again given here) become part of it.
// Besides those between variables and small bounds, what flags ask for.
enum {
  VD_ORDER_EDGES = 1,   // is not the least or greatest of its sort
  VD_ORDER_RANGES = 2,  // is in the range of a short type
  VD_ORDER_MIXED = 4,   // between words of different width
};
void vd_likely_add_orders(VdLikely *r, VdValue *const *example, uint32_t n,
                          uint32_t flags);
// All that it says, as numbers, and back: into one that had no examples. What
// was taken need not hold on any example. False if it is none.
void vd_likely_put(const VdLikely *r, VdBuf *out);
bool vd_likely_take(VdLikely *r, VdNumbers *numbers);
// Keeps orders only.
void vd_likely_forget_equations(VdLikely *r);
// How many variables it determines.
uint32_t vd_likely_strength(VdLikely *r);
VdTerm vd_likely_equations(VdLikely *r);
// The relation as a term; without the strong atoms, if they are not wanted.
VdTerm vd_likely_term(VdLikely *r, bool strong);
// The term with every variable that the relation determines replaced by what it
// is in terms of others.
VdTerm vd_likely_apply(VdLikely *r, VdTerm t);

#endif
