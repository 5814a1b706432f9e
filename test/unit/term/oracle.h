// Z3 as the oracle of an operator's meaning: every checked application becomes
// the claim "what Z3 computes is what we computed", simplified to true or not.
// Claims are simplified many at a time.
#ifndef VD_TEST_ORACLE_H
#define VD_TEST_ORACLE_H

#include <z3.h>

#include "term/value_impl.h"
#include "unit.h"

enum { ORACLE_BATCH = 256, ORACLE_CONTEXT = 4096 };

typedef struct Oracle {
  VdArena arena;
  Z3_context z3;
  Z3_ast claim[ORACLE_BATCH];
  VdBuf text[ORACLE_BATCH];
  unsigned claims, made;
} Oracle;

// Reference counts are left to the context, so it is replaced now and then.
static inline void oracle_renew(Oracle *o) {
  if (o->z3) Z3_del_context(o->z3);
  Z3_config config = Z3_mk_config();
  o->z3 = Z3_mk_context(config);
  Z3_del_config(config);
  vd_arena_done(&o->arena);
  o->made = 0;
}

static inline bool oracle_is_true(Oracle *o, Z3_ast claim) {
  Z3_ast simple = Z3_simplify(o->z3, claim);
  return Z3_get_bool_value(o->z3, simple) == Z3_L_TRUE;
}

static inline void oracle_flush(Oracle *o) {
  if (o->claims && !oracle_is_true(o, Z3_mk_and(o->z3, o->claims, o->claim)))
    for (unsigned i = 0; i < o->claims; i++)
      if (!oracle_is_true(o, o->claim[i]))
        fail_msg("Z3 disagrees: %s\n%s", vd_buf_text(&o->text[i]),
                 Z3_ast_to_string(o->z3, o->claim[i]));
  for (unsigned i = 0; i < o->claims; i++) vd_buf_done(&o->text[i]);
  o->claims = 0;
}

static inline void oracle_done(Oracle *o) {
  oracle_flush(o);
  Z3_del_context(o->z3);
  vd_arena_done(&o->arena);
  *o = (Oracle){0};
}

static inline Z3_sort oracle_sort(Oracle *o, VdSort sort) {
  return Z3_mk_fpa_sort(o->z3, sort.a, sort.b);
}

static inline Z3_ast oracle_value(Oracle *o, const VdValue *value) {
  uint32_t width = vd_sort_width(value->sort);
  bool bit[1024];
  assert_true(width <= VD_COUNT(bit));
  for (uint32_t i = 0; i < width; i++)
    bit[i] = vd_value_limb(value, i / 64) >> (i % 64) & 1;
  if (value->sort.kind == VD_SORT_BOOL)
    return bit[0] ? Z3_mk_true(o->z3) : Z3_mk_false(o->z3);
  Z3_ast bits = Z3_mk_bv_numeral(o->z3, width, bit);
  return value->sort.kind == VD_SORT_BV
             ? bits
             : Z3_mk_fpa_to_fp_bv(o->z3, bits, oracle_sort(o, value->sort));
}

static inline Z3_ast oracle_round(Z3_context z3, VdRound mode) {
  switch (mode) {
    case VD_ROUND_EVEN: return Z3_mk_fpa_rne(z3);
    case VD_ROUND_AWAY: return Z3_mk_fpa_rna(z3);
    case VD_ROUND_UP: return Z3_mk_fpa_rtp(z3);
    case VD_ROUND_DOWN: return Z3_mk_fpa_rtn(z3);
    case VD_ROUND_ZERO: return Z3_mk_fpa_rtz(z3);
  }
  return NULL;
}

static inline Z3_ast oracle_apply_bits(Z3_context z, VdOp op, uint64_t imm,
                                       const Z3_ast *x, uint32_t width) {
  switch ((int)op) {
    case VD_OP_BVNOT: return Z3_mk_bvnot(z, x[0]);
    case VD_OP_BVAND: return Z3_mk_bvand(z, x[0], x[1]);
    case VD_OP_BVXOR: return Z3_mk_bvxor(z, x[0], x[1]);
    case VD_OP_BVADD: return Z3_mk_bvadd(z, x[0], x[1]);
    case VD_OP_BVMUL: return Z3_mk_bvmul(z, x[0], x[1]);
    case VD_OP_BVUDIV: return Z3_mk_bvudiv(z, x[0], x[1]);
    case VD_OP_BVUREM: return Z3_mk_bvurem(z, x[0], x[1]);
    case VD_OP_BVSDIV: return Z3_mk_bvsdiv(z, x[0], x[1]);
    case VD_OP_BVSREM: return Z3_mk_bvsrem(z, x[0], x[1]);
    case VD_OP_BVSHL: return Z3_mk_bvshl(z, x[0], x[1]);
    case VD_OP_BVLSHR: return Z3_mk_bvlshr(z, x[0], x[1]);
    case VD_OP_BVASHR: return Z3_mk_bvashr(z, x[0], x[1]);
    case VD_OP_BVULT: return Z3_mk_bvult(z, x[0], x[1]);
    case VD_OP_BVSLT: return Z3_mk_bvslt(z, x[0], x[1]);
    case VD_OP_CONCAT: return Z3_mk_concat(z, x[0], x[1]);
    case VD_OP_EXTRACT:
      return Z3_mk_extract(z, (unsigned)(imm >> 32), (unsigned)imm, x[0]);
    case VD_OP_SEXT: return Z3_mk_sign_ext(z, (unsigned)imm - width, x[0]);
    case VD_OP_ZEXT: return Z3_mk_zero_ext(z, (unsigned)imm - width, x[0]);
  }
  return NULL;
}

static inline Z3_ast oracle_apply_float(Oracle *o, VdOp op, uint64_t imm,
                                        const Z3_ast *x) {
  Z3_context z = o->z3;
  Z3_ast near = Z3_mk_fpa_rne(z), zero = Z3_mk_fpa_rtz(z);
  VdSort to = vd_imm_sort(imm);
  switch ((int)op) {
    case VD_OP_FADD: return Z3_mk_fpa_add(z, near, x[0], x[1]);
    case VD_OP_FSUB: return Z3_mk_fpa_sub(z, near, x[0], x[1]);
    case VD_OP_FMUL: return Z3_mk_fpa_mul(z, near, x[0], x[1]);
    case VD_OP_FDIV: return Z3_mk_fpa_div(z, near, x[0], x[1]);
    case VD_OP_FMA: return Z3_mk_fpa_fma(z, near, x[0], x[1], x[2]);
    case VD_OP_FSQRT: return Z3_mk_fpa_sqrt(z, near, x[0]);
    case VD_OP_FNEG: return Z3_mk_fpa_neg(z, x[0]);
    case VD_OP_FABS: return Z3_mk_fpa_abs(z, x[0]);
    case VD_OP_FRINT:
      return Z3_mk_fpa_round_to_integral(z, oracle_round(z, (VdRound)imm),
                                         x[0]);
    case VD_OP_FEQ: return Z3_mk_fpa_eq(z, x[0], x[1]);
    case VD_OP_FLT: return Z3_mk_fpa_lt(z, x[0], x[1]);
    case VD_OP_FLE: return Z3_mk_fpa_leq(z, x[0], x[1]);
    case VD_OP_FNAN: return Z3_mk_fpa_is_nan(z, x[0]);
    case VD_OP_FTOF:
      return Z3_mk_fpa_to_fp_float(z, near, x[0], oracle_sort(o, to));
    case VD_OP_STOF:
      return Z3_mk_fpa_to_fp_signed(z, near, x[0], oracle_sort(o, to));
    case VD_OP_UTOF:
      return Z3_mk_fpa_to_fp_unsigned(z, near, x[0], oracle_sort(o, to));
    case VD_OP_FTOS: return Z3_mk_fpa_to_sbv(z, zero, x[0], (unsigned)imm);
    case VD_OP_FTOU: return Z3_mk_fpa_to_ubv(z, zero, x[0], (unsigned)imm);
    case VD_OP_BTOF: return Z3_mk_fpa_to_fp_bv(z, x[0], oracle_sort(o, to));
  }
  return NULL;
}

static inline void oracle_describe(VdBuf *out, VdOp op, uint64_t imm,
                                   const VdValue *args, uint32_t n,
                                   const VdValue *result) {
  vd_buf_printf(out, "%s %#llx", vd_op_info[op].text, (unsigned long long)imm);
  for (uint32_t i = 0; i < n; i++) {
    vd_buf_char(out, ' ');
    vd_value_print(&args[i], out);
  }
  vd_buf_str(out, " = ");
  vd_value_print(result, out);
}

// Claims that Z3 computes the same as vd_op_eval, which must succeed.
static inline void oracle_check(Oracle *o, VdOp op, uint64_t imm,
                                const VdValue *args, uint32_t n) {
  if (o->claims == ORACLE_BATCH) oracle_flush(o);
  if (!o->z3 || (o->made >= ORACLE_CONTEXT && o->claims == 0)) oracle_renew(o);
  VdValue result;
  Z3_ast x[3] = {NULL};
  assert_true(vd_op_eval(&o->arena, op, imm, args, n, &result));
  for (uint32_t i = 0; i < n; i++) x[i] = oracle_value(o, &args[i]);
  Z3_ast theirs =
      oracle_apply_bits(o->z3, op, imm, x, vd_sort_width(args[0].sort));
  if (!theirs) theirs = oracle_apply_float(o, op, imm, x);
  assert_non_null(theirs);
  oracle_describe(&o->text[o->claims], op, imm, args, n, &result);
  o->claim[o->claims++] = Z3_mk_eq(o->z3, theirs, oracle_value(o, &result));
  o->made++;
}

#endif
