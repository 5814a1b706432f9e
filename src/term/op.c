// The table of operators, and the sort rule of each.
#include "term/term.h"
#include "term/value_impl.h"

enum { C = VD_OP_C, F = VD_OP_F, S = VD_OP_S };  // as op.def spells them

const VdOpInfo vd_op_info[VD_OP_COUNT] = {
    [VD_OP_NONE] = {"none", 0, 0, 0},
#define VD_OP(name, text, min, max, flags) \
  [VD_OP_##name] = {text, min, max, flags},
#include "term/op.def"
#undef VD_OP
};

VdOp vd_op_read(const char *text, size_t len) {
  for (int op = VD_OP_NONE + 1; op < VD_OP_COUNT; op++) {
    const char *name = vd_op_info[op].text;
    if (strlen(name) == len && memcmp(name, text, len) == 0) return (VdOp)op;
  }
  return VD_OP_NONE;
}

VdSort vd_imm_sort(uint64_t imm) {
  VdSort sort = vd_sort_float((uint32_t)(imm >> 16), (uint16_t)imm);
  bool fits = imm >> 48 == 0 && vd_sort_is_valid(sort);
  return fits ? sort : (VdSort){0};
}

// ------------------------------------------------------------------- rules
// A rule is called with as many arguments as the table allows, all of valid
// sorts, and returns none if they do not fit.
typedef VdSort Rule(uint64_t imm, const VdSort *arg, uint32_t n);

static const VdSort none = {0};

static bool is_bv(VdSort sort) {
  return sort.kind == VD_SORT_BV;
}
static bool is_float(VdSort sort) {
  return sort.kind == VD_SORT_FLOAT;
}
static bool is_pointer(VdSort sort) {
  return vd_sort_eq(sort, vd_sort_bv(VD_POINTER_BITS));
}
static bool all_equal(const VdSort *arg, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    if (!vd_sort_eq(arg[0], arg[i])) return false;
  return true;
}
static VdSort bv_of(uint64_t width) {
  return width >= 1 && width <= VD_MAX_WIDTH ? vd_sort_bv((uint32_t)width)
                                             : none;
}

static VdSort pointer_leaf(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)arg, (void)n;
  return vd_sort_bv(VD_POINTER_BITS);
}
static VdSort mem_leaf(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)arg, (void)n;
  return vd_sort_mem();
}

static VdSort bools(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return arg[0].kind == VD_SORT_BOOL && all_equal(arg, n) ? arg[0] : none;
}
static VdSort equal(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return all_equal(arg, n) ? vd_sort_bool() : none;
}
static VdSort ite(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  bool fits = arg[0].kind == VD_SORT_BOOL && vd_sort_eq(arg[1], arg[2]);
  return fits ? arg[1] : none;
}

static VdSort bvs(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return is_bv(arg[0]) && all_equal(arg, n) ? arg[0] : none;
}
static VdSort bv_compare(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return is_bv(arg[0]) && all_equal(arg, n) ? vd_sort_bool() : none;
}
static VdSort concat(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  bool fits = is_bv(arg[0]) && is_bv(arg[1]);
  return fits ? bv_of((uint64_t)arg[0].a + arg[1].a) : none;
}
static VdSort extract(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  uint64_t high = imm >> 32, low = (uint32_t)imm;
  bool fits = is_bv(arg[0]) && high < arg[0].a && low <= high;
  return fits ? bv_of(high - low + 1) : none;
}
static VdSort extend(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  return is_bv(arg[0]) && imm >= arg[0].a ? bv_of(imm) : none;
}
static VdSort pointers(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return is_pointer(arg[0]) && all_equal(arg, n) ? arg[0] : none;
}

static VdSort floats(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return is_float(arg[0]) && all_equal(arg, n) ? arg[0] : none;
}
static VdSort float_test(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm;
  return is_float(arg[0]) && all_equal(arg, n) ? vd_sort_bool() : none;
}
static VdSort rint_rule(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  return is_float(arg[0]) && imm <= VD_ROUND_ZERO ? arg[0] : none;
}
static VdSort float_to_float(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  return is_float(arg[0]) ? vd_imm_sort(imm) : none;
}
static VdSort int_to_float(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  return is_bv(arg[0]) ? vd_imm_sort(imm) : none;
}
static VdSort float_to_int(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  return is_float(arg[0]) ? bv_of(imm) : none;
}
static VdSort bits_to_float(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  VdSort sort = vd_imm_sort(imm);
  return is_bv(arg[0]) && arg[0].a == vd_sort_width(sort) ? sort : none;
}
static VdSort float_to_bits(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  return is_float(arg[0]) ? vd_sort_bv(vd_sort_width(arg[0])) : none;
}

static bool is_index_of(VdSort array, VdSort index) {
  return array.kind == VD_SORT_ARRAY && is_bv(index) && index.a == array.a;
}
static VdSort select_rule(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  return is_index_of(arg[0], arg[1]) ? vd_sort_bv(arg[0].b) : none;
}
static VdSort update(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  bool fits =
      is_index_of(arg[0], arg[1]) && is_bv(arg[2]) && arg[2].a == arg[0].b;
  return fits ? arg[0] : none;
}

static bool is_place(VdSort mem, VdSort address) {
  return vd_sort_is_mem(mem) && is_pointer(address);
}
static VdSort load(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)n;
  bool fits = is_place(arg[0], arg[1]) && imm <= VD_MAX_WIDTH / 8;
  return fits ? bv_of(imm * 8) : none;
}
static VdSort store(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  bool fits = is_place(arg[0], arg[1]) && is_bv(arg[2]) && arg[2].a % 8 == 0;
  return fits ? arg[0] : none;
}
static VdSort fill(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  bool fits = is_place(arg[0], arg[1]) && vd_sort_eq(arg[2], vd_sort_bv(8)) &&
              is_pointer(arg[3]);
  return fits ? arg[0] : none;
}
static VdSort copy(uint64_t imm, const VdSort *arg, uint32_t n) {
  (void)imm, (void)n;
  bool fits = is_place(arg[0], arg[1]) && is_place(arg[2], arg[3]) &&
              is_pointer(arg[4]);
  return fits ? arg[0] : none;
}

// CONST, VAR and APP have no rule: their sorts are given.
static Rule *const rules[VD_OP_COUNT] = {
    [VD_OP_ADDR] = pointer_leaf,  [VD_OP_ROM] = mem_leaf,
    [VD_OP_NOT] = bools,          [VD_OP_AND] = bools,
    [VD_OP_EQ] = equal,           [VD_OP_ITE] = ite,
    [VD_OP_BVNOT] = bvs,          [VD_OP_BVAND] = bvs,
    [VD_OP_BVXOR] = bvs,          [VD_OP_BVADD] = bvs,
    [VD_OP_BVMUL] = bvs,          [VD_OP_BVUDIV] = bvs,
    [VD_OP_BVUREM] = bvs,         [VD_OP_BVSDIV] = bvs,
    [VD_OP_BVSREM] = bvs,         [VD_OP_BVSHL] = bvs,
    [VD_OP_BVLSHR] = bvs,         [VD_OP_BVASHR] = bvs,
    [VD_OP_BVULT] = bv_compare,   [VD_OP_BVSLT] = bv_compare,
    [VD_OP_CONCAT] = concat,      [VD_OP_EXTRACT] = extract,
    [VD_OP_SEXT] = extend,        [VD_OP_ZEXT] = extend,
    [VD_OP_PTRADD] = pointers,    [VD_OP_FADD] = floats,
    [VD_OP_FSUB] = floats,        [VD_OP_FMUL] = floats,
    [VD_OP_FDIV] = floats,        [VD_OP_FREM] = floats,
    [VD_OP_FMA] = floats,         [VD_OP_FSQRT] = floats,
    [VD_OP_FNEG] = floats,        [VD_OP_FABS] = floats,
    [VD_OP_FRINT] = rint_rule,    [VD_OP_FEQ] = float_test,
    [VD_OP_FLT] = float_test,     [VD_OP_FLE] = float_test,
    [VD_OP_FNAN] = float_test,    [VD_OP_FTOF] = float_to_float,
    [VD_OP_STOF] = int_to_float,  [VD_OP_UTOF] = int_to_float,
    [VD_OP_FTOS] = float_to_int,  [VD_OP_FTOU] = float_to_int,
    [VD_OP_BTOF] = bits_to_float, [VD_OP_FTOB] = float_to_bits,
    [VD_OP_SELECT] = select_rule, [VD_OP_UPDATE] = update,
    [VD_OP_LOAD] = load,          [VD_OP_STORE] = store,
    [VD_OP_FILL] = fill,          [VD_OP_COPY] = copy,
};

VdSort vd_op_sort_valid(VdOp op, uint64_t imm, const VdSort *args, uint32_t n) {
  if (!rules[op]) return none;
  const VdOpInfo *info = &vd_op_info[op];
  if (n < info->min || (info->max != VD_MANY && n > info->max)) return none;
  return rules[op](imm, args, n);
}

VdSort vd_op_sort(VdOp op, uint64_t imm, const VdSort *args, uint32_t n) {
  if (op <= VD_OP_NONE || op >= VD_OP_COUNT) return none;
  for (uint32_t i = 0; i < n; i++)
    if (!vd_sort_is_valid(args[i])) return none;
  return vd_op_sort_valid(op, imm, args, n);
}
