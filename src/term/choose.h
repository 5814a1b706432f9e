// choose(k, x): the number of ways to choose k of x things, x taken as
// unsigned, modulo 2^64. To solvers it is a function that nothing is known of.
#ifndef VD_TERM_CHOOSE_H
#define VD_TERM_CHOOSE_H

#include "term/term.h"

// Not a limit: what there are exact rules for.
enum { VD_MAX_CHOOSE = 4 };

// The low bits of choose(k, x): as many as width. 0 < k <= VD_MAX_CHOOSE; x has
// at most 64 bits.
VdTerm vd_mk_choose(VdTerms *tm, uint32_t k, VdTerm x, uint32_t width);
uint64_t vd_choose_value(uint32_t k, uint64_t x);
// k, and x of 64 bits, if t is an application of choose, or its low bits.
uint32_t vd_term_is_choose(VdTerms *tm, VdTerm t, VdTerm *x);

// The symbol of choose(k, x) on words of that width.
uint32_t vd_choose_fun(VdTerms *tm, uint32_t k, uint32_t width);

#endif
