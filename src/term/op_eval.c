// Applies an operator to values. Sorts are checked first, by the same rules
// that terms obey, so that what follows can rely on them.
#include "base/limit.h"
#include "term/array.h"
#include "term/bits.h"
#include "term/softfloat.h"

// One application: the result's sort is known, and value is to be made.
typedef struct Call {
  VdArena *arena;
  VdOp op;
  uint64_t imm;
  const VdValue *arg;
  VdSort sort;
  VdValue value;
} Call;

// False if the operator cannot be computed on these values.
typedef bool Eval(Call *c);

static uint64_t *start(Call *c) {
  return vd_value_start(c->arena, c->sort, &c->value);
}
static const uint64_t *words(const Call *c, uint32_t i) {
  return vd_value_words(&c->arg[i]);
}
static uint32_t width(const Call *c, uint32_t i) {
  return vd_sort_width(c->arg[i].sort);
}

// -------------------------------------------------------- any sort and bool
static bool eval_not(Call *c) {
  c->value = vd_value_bool(!c->arg[0].bits);
  return true;
}
static bool eval_and(Call *c) {
  c->value = vd_value_bool(c->arg[0].bits && c->arg[1].bits);
  return true;
}
static bool eval_eq(Call *c) {
  c->value = vd_value_bool(vd_value_eq(&c->arg[0], &c->arg[1]));
  return true;
}
static bool eval_ite(Call *c) {
  c->value = c->arg[0].bits ? c->arg[1] : c->arg[2];
  return true;
}

// ------------------------------------------------------------- bit-vectors
// Unary operators are given their argument twice.
static bool eval_bits(Call *c) {
  uint32_t second = vd_op_info[c->op].max > 1;
  VdOp op = c->op == VD_OP_PTRADD ? VD_OP_BVADD : c->op;
  uint64_t *r = start(c);
  if (width(c, 0) <= 64)
    *r = vd_bits_word(op, width(c, 0), c->arg[0].bits, c->arg[second].bits);
  else
    vd_bits_wide(op, width(c, 0), r, words(c, 0), words(c, second));
  return true;
}
static bool eval_concat(Call *c) {
  vd_bits_concat(start(c), words(c, 0), width(c, 0), words(c, 1), width(c, 1));
  return true;
}
static bool eval_extract(Call *c) {
  vd_bits_extract(start(c), words(c, 0), (uint32_t)(c->imm >> 32),
                  (uint32_t)c->imm);
  return true;
}
static bool eval_sext(Call *c) {
  vd_bits_sext(start(c), c->sort.a, words(c, 0), width(c, 0));
  return true;
}
static bool eval_zext(Call *c) {
  vd_bits_zext(start(c), c->sort.a, words(c, 0), width(c, 0));
  return true;
}

// ------------------------------------------------------------------ floats
static bool eval_float(Call *c) {
  const uint64_t *x[3] = {NULL};
  for (uint32_t i = 0; i < vd_op_info[c->op].max; i++) x[i] = words(c, i);
  uint64_t *r = start(c);
  if (!vd_hostfloat_arith(c->op, c->sort, r, x))
    vd_softfloat_arith(c->op, c->sort, r, x);
  return true;
}
static bool eval_rint(Call *c) {
  uint64_t *r = start(c);
  VdRound mode = (VdRound)c->imm;
  if (!vd_hostfloat_rint(mode, c->sort, r, words(c, 0)))
    vd_softfloat_rint(mode, c->sort, r, words(c, 0));
  return true;
}
static bool eval_compare(Call *c) {
  bool r;
  VdSort sort = c->arg[0].sort;
  if (!vd_hostfloat_compare(c->op, sort, &r, words(c, 0), words(c, 1)))
    r = vd_softfloat_compare(c->op, sort, words(c, 0), words(c, 1));
  c->value = vd_value_bool(r);
  return true;
}
static bool eval_fnan(Call *c) {
  c->value = vd_value_bool(vd_softfloat_is_nan(c->arg[0].sort, words(c, 0)));
  return true;
}

// Neither operation touches the one NaN, which has no sign.
static bool eval_sign(Call *c) {
  uint32_t top = width(c, 0) - 1;
  uint64_t bit = (uint64_t)1 << (top % 64);
  uint64_t *r = start(c);
  memcpy(r, words(c, 0), vd_limbs_of(top + 1) * sizeof *r);
  if (vd_softfloat_is_nan(c->sort, r)) return true;
  if (c->op == VD_OP_FABS)
    r[top / 64] &= ~bit;
  else
    r[top / 64] ^= bit;
  return true;
}

static bool eval_ftof(Call *c) {
  uint64_t *r = start(c);
  VdSort from = c->arg[0].sort;
  if (!vd_hostfloat_resize(c->sort, r, from, words(c, 0)))
    vd_softfloat_resize(c->sort, r, from, words(c, 0));
  return true;
}
static bool eval_from_int(Call *c) {
  uint64_t *r = start(c);
  bool is_signed = c->op == VD_OP_STOF;
  if (!vd_hostfloat_from_int(c->sort, r, width(c, 0), words(c, 0), is_signed))
    vd_softfloat_from_int(c->sort, r, width(c, 0), words(c, 0), is_signed);
  return true;
}
static bool eval_to_int(Call *c) {
  uint64_t *r = start(c);
  bool is_signed = c->op == VD_OP_FTOS;
  VdSort from = c->arg[0].sort;
  if (!vd_hostfloat_to_int(c->sort.a, is_signed, r, from, words(c, 0)))
    vd_softfloat_to_int(c->sort.a, is_signed, r, from, words(c, 0));
  return true;
}
static bool eval_btof(Call *c) {
  c->value = vd_value_as_float(c->arena, c->sort, c->arg[0]);
  return true;
}
static bool eval_ftob(Call *c) {
  c->value = c->arg[0];
  c->value.sort = c->sort;
  return true;
}

// ------------------------------------------------------------------ arrays
static bool eval_select(Call *c) {
  c->value =
      vd_value_bv(c->sort.a, vd_array_get(c->arg[0].array, c->arg[1].bits));
  return true;
}
static bool eval_update(Call *c) {
  c->value = vd_array_set(c->arena, c->arg[0], c->arg[1].bits, c->arg[2].bits);
  return true;
}

// ------------------------------------------------------------------ memory
// The length of the i-th word when bytes are handled eight at a time.
static uint32_t piece(uint32_t bytes, uint32_t i) {
  return bytes - 8 * i < 8 ? bytes - 8 * i : 8;
}

static void load_words(const VdArray *mem, uint64_t address, uint32_t bytes,
                       uint64_t *r) {
  for (uint32_t i = 0; 8 * i < bytes; i++)
    r[i] = vd_mem_load(mem, address + 8 * i, piece(bytes, i));
}

static VdValue store_words(VdArena *arena, VdValue mem, uint64_t address,
                           uint32_t bytes, const uint64_t *word) {
  for (uint32_t i = 0; 8 * i < bytes; i++)
    mem = vd_mem_store(arena, mem, address + 8 * i, word[i], piece(bytes, i));
  return mem;
}

static bool eval_load(Call *c) {
  load_words(c->arg[0].array, c->arg[1].bits, (uint32_t)c->imm, start(c));
  return true;
}
static bool eval_store(Call *c) {
  c->value = store_words(c->arena, c->arg[0], c->arg[1].bits, width(c, 2) / 8,
                         words(c, 2));
  return true;
}

static bool eval_fill(Call *c) {
  uint64_t length = c->arg[3].bits, address = c->arg[1].bits;
  uint64_t word = c->arg[2].bits * 0x0101010101010101;
  if (length > vd_limit->eval_span) return false;
  VdValue mem = c->arg[0];
  for (uint32_t i = 0; 8 * i < length; i++)
    mem = vd_mem_store(c->arena, mem, address + 8 * i, word,
                       piece((uint32_t)length, i));
  c->value = mem;
  return true;
}

static bool eval_copy(Call *c) {
  uint64_t length = c->arg[4].bits;
  if (length > vd_limit->eval_span) return false;
  uint32_t bytes = (uint32_t)length;
  uint64_t *word = vd_alloc(bytes + sizeof *word);
  load_words(c->arg[2].array, c->arg[3].bits, bytes, word);
  c->value = store_words(c->arena, c->arg[0], c->arg[1].bits, bytes, word);
  vd_free(word);
  return true;
}

// ------------------------------------------------------------------- table
// CONST, VAR, ADDR, ROM and APP are not functions of values.
static Eval *const evals[VD_OP_COUNT] = {
    [VD_OP_NOT] = eval_not,       [VD_OP_AND] = eval_and,
    [VD_OP_EQ] = eval_eq,         [VD_OP_ITE] = eval_ite,
    [VD_OP_BVNOT] = eval_bits,    [VD_OP_BVAND] = eval_bits,
    [VD_OP_BVXOR] = eval_bits,    [VD_OP_BVADD] = eval_bits,
    [VD_OP_BVMUL] = eval_bits,    [VD_OP_BVUDIV] = eval_bits,
    [VD_OP_BVUREM] = eval_bits,   [VD_OP_BVSDIV] = eval_bits,
    [VD_OP_BVSREM] = eval_bits,   [VD_OP_BVSHL] = eval_bits,
    [VD_OP_BVLSHR] = eval_bits,   [VD_OP_BVASHR] = eval_bits,
    [VD_OP_BVULT] = eval_bits,    [VD_OP_BVSLT] = eval_bits,
    [VD_OP_CONCAT] = eval_concat, [VD_OP_EXTRACT] = eval_extract,
    [VD_OP_SEXT] = eval_sext,     [VD_OP_ZEXT] = eval_zext,
    [VD_OP_PTRADD] = eval_bits,   [VD_OP_FADD] = eval_float,
    [VD_OP_FSUB] = eval_float,    [VD_OP_FMUL] = eval_float,
    [VD_OP_FDIV] = eval_float,    [VD_OP_FREM] = eval_float,
    [VD_OP_FMA] = eval_float,     [VD_OP_FSQRT] = eval_float,
    [VD_OP_FNEG] = eval_sign,     [VD_OP_FABS] = eval_sign,
    [VD_OP_FRINT] = eval_rint,    [VD_OP_FEQ] = eval_compare,
    [VD_OP_FLT] = eval_compare,   [VD_OP_FLE] = eval_compare,
    [VD_OP_FNAN] = eval_fnan,     [VD_OP_FTOF] = eval_ftof,
    [VD_OP_STOF] = eval_from_int, [VD_OP_UTOF] = eval_from_int,
    [VD_OP_FTOS] = eval_to_int,   [VD_OP_FTOU] = eval_to_int,
    [VD_OP_BTOF] = eval_btof,     [VD_OP_FTOB] = eval_ftob,
    [VD_OP_SELECT] = eval_select, [VD_OP_UPDATE] = eval_update,
    [VD_OP_LOAD] = eval_load,     [VD_OP_STORE] = eval_store,
    [VD_OP_FILL] = eval_fill,     [VD_OP_COPY] = eval_copy,
};

enum { MAX_ARGS = 5 };  // not a limit: of an operator that is not n-ary

static bool eval_one(VdArena *arena, VdOp op, uint64_t imm, const VdValue *args,
                     uint32_t n, VdValue *out) {
  VdSort sorts[MAX_ARGS];
  if (n > MAX_ARGS || op >= VD_OP_COUNT || !evals[op]) return false;
  for (uint32_t i = 0; i < n; i++) sorts[i] = args[i].sort;
  Call c = {.arena = arena, .op = op, .imm = imm, .arg = args};
  c.sort = vd_op_sort(op, imm, sorts, n);
  if (c.sort.kind == VD_SORT_NONE || !evals[op](&c)) return false;
  *out = c.value;
  return true;
}

// Two equal bit-vector sorts of up to 64 bits need no further check, and are
// most of what an interpreter computes.
static bool is_narrow(VdOp op, const VdValue *args, uint32_t n) {
  return n == 2 && op < VD_OP_COUNT && evals[op] == eval_bits &&
         vd_op_info[op].min == 2 && op != VD_OP_PTRADD &&
         args[0].sort.kind == VD_SORT_BV && args[0].sort.a - 1 < 64 &&
         vd_sort_eq(args[0].sort, args[1].sort);
}

static VdValue eval_narrow(VdOp op, const VdValue *args) {
  bool compare = op == VD_OP_BVULT || op == VD_OP_BVSLT;
  VdSort sort = args[0].sort;
  uint64_t bits = vd_bits_word(op, sort.a, args[0].bits, args[1].bits);
  return compare ? vd_value_bool(bits) : (VdValue){.sort = sort, .bits = bits};
}

// The n-ary operators are associative, so they fold.
bool vd_op_eval(VdArena *arena, VdOp op, uint64_t imm, const VdValue *args,
                uint32_t n, VdValue *out) {
  if (is_narrow(op, args, n)) {
    *out = eval_narrow(op, args);
    return true;
  }
  bool many = op < VD_OP_COUNT && vd_op_info[op].max == VD_MANY;
  if (!many || n <= 2) return eval_one(arena, op, imm, args, n, out);
  VdValue pair[2] = {args[0]};
  for (uint32_t i = 1; i < n; i++) {
    pair[1] = args[i];
    if (!eval_one(arena, op, imm, pair, 2, &pair[0])) return false;
  }
  *out = pair[0];
  return true;
}
