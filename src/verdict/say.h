// Terms for people, in the syntax of C.
#ifndef VD_VERDICT_SAY_H
#define VD_VERDICT_SAY_H

#include "term/term.h"

// A Bool term, conjunctions joined by &&. Unsigned comparisons are <u and <=u;
// equations of low bits end with their modulus. What is too long is cut off.
void vd_say_term(VdTerms *tm, VdTerm t, VdBuf *out);

#endif
