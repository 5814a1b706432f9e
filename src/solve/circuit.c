// Arithmetic circuits: ripple-carry sums, products by shifting and adding,
// restoring division, barrel shifters. The graph's simplifier folds what is
// constant, so nothing here looks for constants, except in products.
#include "solve/circuit.h"

static VdLit *lits_new(uint32_t n) {
  return vd_alloc(vd_mul(n, sizeof(VdLit)));
}

static bool is_constant(VdLit lit) {
  return lit <= VD_LIT_TRUE;
}

// ---------------------------------------------------------------- sums

// The carry uses the nodes of the two exclusive ors again.
static VdLit full_adder(VdAig *aig, VdLit a, VdLit b, VdLit *carry) {
  VdLit half = vd_aig_xor(aig, a, b);
  VdLit sum = vd_aig_xor(aig, half, *carry);
  VdLit both = vd_aig_and(aig, a, b);
  *carry = vd_aig_or(aig, both, vd_aig_and(aig, half, *carry));
  return sum;
}

void vd_circuit_add(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *b,
                    uint32_t n, VdLit carry) {
  for (uint32_t i = 0; i < n; i++) out[i] = full_adder(aig, a[i], b[i], &carry);
}

void vd_circuit_sub(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *b,
                    uint32_t n) {
  VdLit carry = VD_LIT_TRUE;
  for (uint32_t i = 0; i < n; i++)
    out[i] = full_adder(aig, a[i], vd_lit_not(b[i]), &carry);
}

// out = sign ? -a : a
static void negate_if(VdAig *aig, VdLit *out, VdLit sign, const VdLit *a,
                      uint32_t n) {
  VdLit carry = sign;
  for (uint32_t i = 0; i < n; i++) {
    VdLit bit = vd_aig_xor(aig, a[i], sign);
    out[i] = vd_aig_xor(aig, bit, carry);
    carry = vd_aig_and(aig, bit, carry);
  }
}

// ------------------------------------------------------------- products

// out += (a and row) << shift
static void add_row(VdAig *aig, VdLit *out, const VdLit *a, uint32_t n,
                    uint32_t shift, VdLit row) {
  VdLit carry = VD_LIT_FALSE;
  for (uint32_t i = shift; i < n; i++) {
    VdLit bit = vd_aig_and(aig, a[i - shift], row);
    out[i] = full_adder(aig, out[i], bit, &carry);
  }
}

// A constant in its non-adjacent form: as few sums and differences as can be.
// In it 2^n - 1 is one difference.
static void mul_constant(VdAig *aig, VdLit *out, const VdLit *a,
                         const VdLit *constant, uint32_t n) {
  uint32_t carry = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t bit = constant[i] + carry;
    bool more = i + 1 < n && constant[i + 1] == VD_LIT_TRUE;
    carry = bit == 2 || (bit == 1 && more);
    if (bit != 1) continue;
    if (carry)
      vd_circuit_sub(aig, out + i, out + i, a, n - i);
    else
      vd_circuit_add(aig, out + i, out + i, a, n - i, VD_LIT_FALSE);
  }
}

static uint32_t constants(const VdLit *a, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) count += is_constant(a[i]);
  return count;
}

// Of the two numbers, the one with more constant bits gives the rows.
void vd_circuit_mul(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *b,
                    uint32_t n) {
  uint32_t in_a = constants(a, n), in_b = constants(b, n);
  const VdLit *row = in_a > in_b ? a : b, *other = in_a > in_b ? b : a;
  for (uint32_t i = 0; i < n; i++) out[i] = VD_LIT_FALSE;
  if (in_a == n || in_b == n) {
    mul_constant(aig, out, other, row, n);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    if (row[i] != VD_LIT_FALSE) add_row(aig, out, other, n, i, row[i]);
}

// ------------------------------------------------------------- division

// One digit: shift in a bit, subtract b if it fits. rest has n + 1 bits, of
// which the top one is zero before.
static VdLit divide_step(VdAig *aig, VdLit *rest, VdLit *less, VdLit bit,
                         const VdLit *b, uint32_t n) {
  memmove(rest + 1, rest, n * sizeof *rest);
  rest[0] = bit;
  VdLit carry = VD_LIT_TRUE;
  for (uint32_t i = 0; i <= n; i++) {
    VdLit top = i < n ? vd_lit_not(b[i]) : VD_LIT_TRUE;
    less[i] = full_adder(aig, rest[i], top, &carry);
  }
  vd_circuit_ite(aig, rest, carry, less, rest, n + 1);
  return carry;
}

// By zero every digit fits: all ones, and the rest is a.
void vd_circuit_udivide(VdAig *aig, VdLit *quotient, VdLit *remainder,
                        const VdLit *a, const VdLit *b, uint32_t n) {
  VdLit *rest = lits_new(n + 1), *less = lits_new(n + 1);
  for (uint32_t i = n; i-- > 0;) {
    VdLit digit = divide_step(aig, rest, less, a[i], b, n);
    if (quotient) quotient[i] = digit;
  }
  if (remainder) memcpy(remainder, rest, n * sizeof *rest);
  vd_free(rest);
  vd_free(less);
}

// Of magnitudes. The remainder has the sign of a.
void vd_circuit_sdivide(VdAig *aig, VdLit *quotient, VdLit *remainder,
                        const VdLit *a, const VdLit *b, uint32_t n) {
  VdLit *x = lits_new(n), *y = lits_new(n);
  VdLit sign = vd_aig_xor(aig, a[n - 1], b[n - 1]), sign_a = a[n - 1];
  negate_if(aig, x, a[n - 1], a, n);
  negate_if(aig, y, b[n - 1], b, n);
  vd_circuit_udivide(aig, quotient, remainder, x, y, n);
  if (quotient) negate_if(aig, quotient, sign, quotient, n);
  if (remainder) negate_if(aig, remainder, sign_a, remainder, n);
  vd_free(x);
  vd_free(y);
}

// --------------------------------------------------------------- shifts

void vd_circuit_ite(VdAig *aig, VdLit *out, VdLit c, const VdLit *a,
                    const VdLit *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) out[i] = vd_aig_ite(aig, c, a[i], b[i]);
}

void vd_circuit_shr(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *by,
                    uint32_t n, VdLit fill) {
  for (uint32_t i = 0; i < n; i++) out[i] = a[i];
  uint32_t stage = 0;
  for (; stage < n && stage < 31 && 1u << stage < n; stage++) {
    uint32_t step = 1u << stage;
    for (uint32_t i = 0; i < n; i++) {
      VdLit moved = i + step < n ? out[i + step] : fill;
      out[i] = vd_aig_ite(aig, by[stage], moved, out[i]);
    }
  }
  VdLit far = vd_aig_any(aig, by + stage, n - stage);
  for (uint32_t i = 0; i < n; i++) out[i] = vd_aig_ite(aig, far, fill, out[i]);
}

static void reverse(VdLit *out, const VdLit *a, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) out[i] = a[n - 1 - i];
}

void vd_circuit_shl(VdAig *aig, VdLit *out, const VdLit *a, const VdLit *by,
                    uint32_t n) {
  VdLit *turned = lits_new(n), *shifted = lits_new(n);
  reverse(turned, a, n);
  vd_circuit_shr(aig, shifted, turned, by, n, VD_LIT_FALSE);
  reverse(out, shifted, n);
  vd_free(turned);
  vd_free(shifted);
}

// ---------------------------------------------------------- comparisons

VdLit vd_circuit_ult(VdAig *aig, const VdLit *a, const VdLit *b, uint32_t n) {
  VdLit less = VD_LIT_FALSE;
  for (uint32_t i = 0; i < n; i++)
    less = vd_aig_ite(aig, vd_aig_xor(aig, a[i], b[i]), b[i], less);
  return less;
}

// As unsigned numbers, but at the top bit one is less than zero.
VdLit vd_circuit_slt(VdAig *aig, const VdLit *a, const VdLit *b, uint32_t n) {
  VdLit less = vd_circuit_ult(aig, a, b, n - 1);
  VdLit differ = vd_aig_xor(aig, a[n - 1], b[n - 1]);
  return vd_aig_ite(aig, differ, a[n - 1], less);
}

VdLit vd_circuit_eq(VdAig *aig, const VdLit *a, const VdLit *b, uint32_t n) {
  VdLit *same = lits_new(n);
  for (uint32_t i = 0; i < n; i++)
    same[i] = vd_lit_not(vd_aig_xor(aig, a[i], b[i]));
  VdLit all = vd_aig_all(aig, same, n);
  vd_free(same);
  return all;
}
