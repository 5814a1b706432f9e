// Arithmetic circuits over and-inverter graphs. Numbers are n literals, lowest
// bit first, with SMT-LIB's meaning of every operator: division by zero and
// over-wide shifts included. Results go to the caller's storage; out may be an
// argument only where said.
#ifndef VD_CIRCUIT_H
#define VD_CIRCUIT_H

#include "solve/aig.h"

// a + b + carry; out may be a or b.
void vd_circuit_add(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *b,
                    uint32_t n, VdLit carry);
// a - b; out may be a.
void vd_circuit_sub(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *b,
                    uint32_t n);
void vd_circuit_mul(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *b,
                    uint32_t n);
// Quotient and remainder; either may be NULL.
void vd_circuit_udivide(VdAig *aig, VdLit *quotient, VdLit *remainder,
                        const VdLit *a, const VdLit *b, uint32_t n);
void vd_circuit_sdivide(VdAig *aig, VdLit *quotient, VdLit *remainder,
                        const VdLit *a, const VdLit *b, uint32_t n);
// Shifts by a number of n bits; what comes in is fill.
void vd_circuit_shl(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *by,
                    uint32_t n);
void vd_circuit_shr(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *by,
                    uint32_t n, VdLit fill);
// c ? a : b; out may be a or b.
void vd_circuit_ite(VdAig *aig, VdLit *out, VdLit c, const VdLit *a,
                    const VdLit *b, uint32_t n);
VdLit vd_circuit_ult(VdAig *aig, const VdLit *a, const VdLit *b, uint32_t n);
VdLit vd_circuit_slt(VdAig *aig, const VdLit *a, const VdLit *b, uint32_t n);
VdLit vd_circuit_eq(VdAig *aig, const VdLit *a, const VdLit *b, uint32_t n);

#endif
