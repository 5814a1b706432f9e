// Terms as and-inverter graphs, bit by bit.
//
// Bool and BitVec terms are exact, every operator. A float is its bits, every
// NaN being the one NaN: moving, comparing and changing the sign of floats is
// exact too. Arithmetic on floats, arrays, memory, worlds, addresses and
// applications are not supported, unless their bits are given: then vd_blast is
// false, and says which term is in the way.
#ifndef VD_BLAST_H
#define VD_BLAST_H

#include "solve/aig.h"
#include "term/term.h"

// The bits of a term, lowest first. A Bool has one.
typedef struct VdBits {
  const VdLit *at;
  uint32_t n;
} VdBits;

typedef struct VdBlast VdBlast;
// Both must outlive it.
VdBlast *vd_blast_new(const VdTerms *tm, VdAig *aig);
void vd_blast_free(VdBlast *blast);

// Says what the bits of a term are, before anything that contains it is asked
// for. Any term of sort Bool, BitVec or Float: a state variable is a row of
// latches, an application may be inputs. Of a float every NaN is the same,
// whatever bits it has here.
void vd_blast_set(VdBlast *blast, VdTerm t, const VdLit *bits, uint32_t n);

// The bits of a term; valid as long as the blast. A variable that was not set
// gets fresh inputs. False if it is not supported, or too large.
bool vd_blast(VdBlast *blast, VdTerm t, VdBits *out);
// After false: the term that is in the way, and why ("float arithmetic").
VdTerm vd_blast_obstacle(const VdBlast *blast, const char **why);

// From now on a term that is not supported and has bits is fresh inputs, the
// same for the same term: more values than it can have. Were there some?
void vd_blast_abstract(VdBlast *blast);
bool vd_blast_is_abstract(const VdBlast *blast);

// The value of bits in one pattern (0 to 63) of a simulation.
VdValue vd_bits_value(VdArena *arena, VdSort sort, VdBits bits,
                      const uint64_t *word, uint32_t pattern);

#endif
