// vd_mk: checks sorts, folds constants, and hands the rest to the simplifier of
// its operator. The rule files hold the rules.
#include "base/limit.h"
#include "term/terms_impl.h"

static VdTerm fold(VdTerms *tm, VdOp op, uint64_t imm, const VdTerm *args,
                   uint32_t n) {
  VdValue small[4], *value = small, out;
  if (n > VD_COUNT(small)) value = VD_NEW_ARRAY(&tm->arena, VdValue, n);
  for (uint32_t i = 0; i < n; i++) vd_term_value(tm, args[i], &value[i]);
  if (!vd_op_eval(&tm->arena, op, imm, value, n, &out)) return VD_TERM_NONE;
  return vd_mk_value(tm, &out);
}

static bool both_const(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_ITE) && is_const(tm, arg_of(tm, t, 1)) &&
         is_const(tm, arg_of(tm, t, 2));
}

// f(ite(c, k, l)) = ite(c, f(k), f(l)) where all but one argument are constant:
// what comes out is no larger, and a Bool that was stored as a number is a Bool
// again.
static VdTerm lift_ite(VdTerms *tm, VdOp op, uint64_t imm, const VdTerm *args,
                       uint32_t n) {
  uint32_t at = 0;
  if (n > 3 || op == VD_OP_ITE) return VD_TERM_NONE;
  while (is_const(tm, args[at])) at++;
  if (!both_const(tm, args[at])) return VD_TERM_NONE;
  VdTerm yes[3], no[3], ite = args[at];
  for (uint32_t i = 0; i < n; i++) yes[i] = no[i] = args[i];
  yes[at] = arg_of(tm, ite, 1);
  no[at] = arg_of(tm, ite, 2);
  VdTerm a = fold(tm, op, imm, yes, n), b = fold(tm, op, imm, no, n);
  if (vd_term_is_none(a) || vd_term_is_none(b)) return VD_TERM_NONE;
  return vd_mk_ite(tm, arg_of(tm, ite, 0), a, b);
}

static VdTerm rule(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm,
                   const VdTerm *a, uint32_t n) {
  switch (op) {
    case VD_OP_NOT: return vd_rule_not(tm, a[0]);
    case VD_OP_AND: return vd_rule_and(tm, a, n);
    case VD_OP_EQ: return vd_rule_eq(tm, a[0], a[1]);
    case VD_OP_ITE: return vd_rule_ite(tm, a[0], a[1], a[2]);
    case VD_OP_BVNOT: return vd_rule_bvnot(tm, a[0]);
    case VD_OP_BVAND: return vd_rule_bvand(tm, a, n);
    case VD_OP_BVXOR: return vd_rule_bvxor(tm, a, n);
    case VD_OP_BVADD: return vd_rule_bvadd(tm, a, n);
    case VD_OP_BVMUL: return vd_rule_bvmul(tm, a, n);
    case VD_OP_BVUDIV:
    case VD_OP_BVUREM:
    case VD_OP_BVSDIV:
    case VD_OP_BVSREM: return vd_rule_div(tm, op, a[0], a[1]);
    case VD_OP_BVSHL:
    case VD_OP_BVLSHR:
    case VD_OP_BVASHR: return vd_rule_shift(tm, op, a[0], a[1]);
    case VD_OP_BVULT: return vd_rule_ult(tm, a[0], a[1]);
    case VD_OP_BVSLT: return vd_rule_slt(tm, a[0], a[1]);
    case VD_OP_CONCAT: return vd_rule_concat(tm, a[0], a[1]);
    case VD_OP_EXTRACT:
      return vd_rule_extract(tm, a[0], (uint32_t)(imm >> 32), (uint32_t)imm);
    case VD_OP_SEXT:
    case VD_OP_ZEXT: return vd_rule_extend(tm, op, a[0], (uint32_t)imm);
    case VD_OP_PTRADD: return vd_rule_ptradd(tm, a[0], a[1]);
    case VD_OP_SELECT: return vd_rule_select(tm, a[0], a[1]);
    case VD_OP_UPDATE: return vd_rule_update(tm, a[0], a[1], a[2]);
    case VD_OP_LOAD: return vd_rule_load(tm, a[0], a[1], (uint32_t)imm);
    case VD_OP_STORE: return vd_rule_store(tm, a[0], a[1], a[2]);
    case VD_OP_FILL: return vd_rule_fill(tm, a);
    case VD_OP_COPY: return vd_rule_copy(tm, a);
    case VD_OP_FADD:
    case VD_OP_FSUB:
    case VD_OP_FMUL:
    case VD_OP_FDIV:
    case VD_OP_FREM:
    case VD_OP_FMA:
    case VD_OP_FSQRT:
    case VD_OP_FNEG:
    case VD_OP_FABS:
    case VD_OP_FRINT:
    case VD_OP_FEQ:
    case VD_OP_FLT:
    case VD_OP_FLE:
    case VD_OP_FNAN:
    case VD_OP_FTOF:
    case VD_OP_STOF:
    case VD_OP_UTOF:
    case VD_OP_FTOS:
    case VD_OP_FTOU:
    case VD_OP_BTOF:
    case VD_OP_FTOB: return vd_rule_float(tm, op, sort, imm, a, n);
    case VD_OP_NONE:
    case VD_OP_CONST:
    case VD_OP_VAR:
    case VD_OP_ADDR:
    case VD_OP_ROM:
    case VD_OP_APP:
    case VD_OP_COUNT: break;
  }
  return vd_terms_fail(tm, "operator has its own constructor");
}

_Static_assert(VD_OP_BVAND < VD_OP_BVASHR && VD_OP_BVASHR < VD_OP_BVULT,
               "from bvand to bvashr all have the sort of their arguments");

static VdSort result_sort(VdTerms *tm, VdOp op, uint64_t imm,
                          const VdTerm *args, uint32_t n) {
  if (n == 2 && op >= VD_OP_BVAND && op <= VD_OP_BVASHR) {  // most calls
    VdSort x = sort_of(tm, args[0]), y = sort_of(tm, args[1]);
    return x.kind == VD_SORT_BV && vd_sort_eq(x, y) ? x : (VdSort){0};
  }
  VdSort small[8], *sort = small;
  small[0] = (VdSort){0};  // n may be 0
  if (n > VD_COUNT(small)) sort = vd_alloc(vd_mul(n, sizeof *sort));
  for (uint32_t i = 0; i < n; i++) sort[i] = sort_of(tm, args[i]);
  VdSort result = vd_op_sort_valid(op, imm, sort, n);
  if (sort != small) vd_free(sort);
  return result;
}

static Memo *memo_slot(VdTerms *tm, const Memo *key) {
  uint64_t h = vd_hash_mix(key->what ^ key->imm << 16,
                           (uint64_t)key->arg[0] << 32 | key->arg[1]);
  return &tm->memo[vd_hash_mix(h, key->arg[2]) % VD_MEMO];
}

static bool memo_eq(const Memo *x, const Memo *y) {
  return x->imm == y->imm && x->arg[0] == y->arg[0] && x->arg[1] == y->arg[1] &&
         x->arg[2] == y->arg[2] && x->what == y->what;
}

// Makes what the memo does not know.
static VdTerm make(VdTerms *tm, VdOp op, uint64_t imm, const VdTerm *args,
                   uint32_t n) {
  VdSort sort = result_sort(tm, op, imm, args, n);
  if (sort.kind == VD_SORT_NONE)
    return vd_terms_fail(tm, "ill-sorted arguments");
  uint32_t consts = 0;
  for (uint32_t i = 0; i < n; i++) consts += is_const(tm, args[i]);
  if (n && consts == n) {
    VdTerm t = fold(tm, op, imm, args, n);
    if (!vd_term_is_none(t)) return t;
  }
  // Even where rules are cut: they rely on an extension being a real one.
  if ((op == VD_OP_ZEXT || op == VD_OP_SEXT) && imm == width_of(tm, args[0]))
    return args[0];
  if (tm->nest >= vd_limit->term_nest)
    return vd_intern(tm, op, sort, imm, args, n);
  vd_intern_soon(tm, op, sort, imm, args, n);
  tm->nest++;
  VdTerm t = VD_TERM_NONE;
  if (consts + 1 == n) t = lift_ite(tm, op, imm, args, n);
  if (vd_term_is_none(t)) t = rule(tm, op, sort, imm, args, n);
  tm->nest--;
  return t;
}

// Is a look at the memo worth its cost? At the top only for what goes down by
// itself; below it for all but the rules that are done in one step.
static bool may_go_deep(const VdTerms *tm, VdOp op, const VdTerm *args) {
  switch (op) {
    case VD_OP_LOAD: return true;
    case VD_OP_EXTRACT:
      return op_of(tm, args[0]) != VD_OP_VAR &&
             op_of(tm, args[0]) != VD_OP_CONST;
    case VD_OP_NOT:
    case VD_OP_BVADD: return false;
    default: return tm->nest > 0;
  }
}

VdTerm vd_mk(VdTerms *tm, VdOp op, uint64_t imm, const VdTerm *args,
             uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (vd_term_is_none(args[i])) return VD_TERM_NONE;
  if (op <= VD_OP_NONE || op >= VD_OP_COUNT)
    return vd_terms_fail(tm, "no such operator");
  if (!(vd_op_info[op].flags & VD_OP_S)) imm = 0;
  if (n == 0 || n > 3 || !may_go_deep(tm, op, args))
    return make(tm, op, imm, args, n);
  Memo key = {
      .imm = imm,
      .arg = {args[0].id, n > 1 ? args[1].id : 0, n > 2 ? args[2].id : 0},
      .what = (uint32_t)op << 16 | tm->nest << 8 | n};
  Memo *slot = memo_slot(tm, &key);
  if (slot->result && memo_eq(slot, &key)) return (VdTerm){slot->result};
  key.result = make(tm, op, imm, args, n).id;
  *slot = key;
  return (VdTerm){key.result};
}

VdTerm vd_mk_not(VdTerms *tm, VdTerm a) {
  return mk1(tm, VD_OP_NOT, 0, a);
}
VdTerm vd_mk_and(VdTerms *tm, VdTerm a, VdTerm b) {
  return mk2(tm, VD_OP_AND, a, b);
}
VdTerm vd_mk_all(VdTerms *tm, const VdTerm *args, uint32_t n) {
  if (n == 0) return vd_mk_bool(tm, true);
  return n == 1 ? args[0] : vd_mk(tm, VD_OP_AND, 0, args, n);
}
VdTerm vd_mk_or(VdTerms *tm, VdTerm a, VdTerm b) {
  return vd_mk_not(tm, vd_mk_and(tm, vd_mk_not(tm, a), vd_mk_not(tm, b)));
}
VdTerm vd_mk_implies(VdTerms *tm, VdTerm a, VdTerm b) {
  return vd_mk_not(tm, vd_mk_and(tm, a, vd_mk_not(tm, b)));
}
VdTerm vd_mk_eq(VdTerms *tm, VdTerm a, VdTerm b) {
  return mk2(tm, VD_OP_EQ, a, b);
}
VdTerm vd_mk_ite(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b) {
  return vd_mk(tm, VD_OP_ITE, 0, (VdTerm[]){c, a, b}, 3);
}
VdTerm vd_mk_add(VdTerms *tm, VdTerm a, VdTerm b) {
  return mk2(tm, VD_OP_BVADD, a, b);
}
VdTerm vd_mk_neg(VdTerms *tm, VdTerm a) {
  if (vd_term_is_none(a)) return a;
  return mk2(tm, VD_OP_BVMUL, vd_mk_ones(tm, width_of(tm, a)), a);
}
VdTerm vd_mk_sub(VdTerms *tm, VdTerm a, VdTerm b) {
  return vd_mk_add(tm, a, vd_mk_neg(tm, b));
}
VdTerm vd_mk_ult(VdTerms *tm, VdTerm a, VdTerm b) {
  return mk2(tm, VD_OP_BVULT, a, b);
}
VdTerm vd_mk_extract(VdTerms *tm, VdTerm a, uint32_t high, uint32_t low) {
  return mk1(tm, VD_OP_EXTRACT, vd_imm_extract(high, low), a);
}
VdTerm vd_mk_load(VdTerms *tm, VdTerm mem, VdTerm addr, uint32_t bytes) {
  return vd_mk(tm, VD_OP_LOAD, bytes, (VdTerm[]){mem, addr}, 2);
}
VdTerm vd_mk_store(VdTerms *tm, VdTerm mem, VdTerm addr, VdTerm word) {
  return vd_mk(tm, VD_OP_STORE, 0, (VdTerm[]){mem, addr, word}, 3);
}

void vd_sort_terms(const VdTerms *tm, VdTerm *t, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {  // few arguments: insertion sort
    VdTerm x = t[i];
    uint32_t j = i;
    for (; j > 0 && before(tm, x, t[j - 1]); j--) t[j] = t[j - 1];
    t[j] = x;
  }
}
