// For src/pair and src/pair/loop: polynomials in questions.
//
// A question about loops and closed forms needs two things that solvers find
// hard: that two polynomials over words are the same, and that a division
// leaves no remainder. Both are done here, with the help of choose(k, x);
// what solvers need to know of that is added as facts.
#ifndef VD_PAIR_POLY_H
#define VD_PAIR_POLY_H

#include "solve/solve.h"
#include "term/choose.h"

// For a solver that knows nothing of products of unknowns, nor of choose: the
// question with all products multiplied out, and with what holds of them,
// of choose, and of divisions that leave no remainder. It can hold if and only
// if the question can, given their meaning. All that was done was tried out by
// the evaluator.
VdTerm vd_poly_question(VdTerms *tm, VdTerm question);

// Whether the question cannot hold, found by algebra: cases, equations solved
// and put in, polynomials multiplied out. What is asked of a solver on the way
// is about order alone. False says nothing.
typedef struct VdAlgebra {
  VdTerms *tm;
  // Whether a Bool term without products can hold; the values of some words,
  // if it can and they are asked for.
  VdAnswer (*ask)(void *context, VdTerm t, const VdTermVec *watch,
                  VdValue *value);
  void *context;
  uint32_t steps;  // at most so many questions
} VdAlgebra;
bool vd_poly_refute(VdAlgebra *algebra, VdTerm question);

#endif
