// Terms as and-inverter graphs.
//
// Iterative over the term's graph; each term is blasted once. A term that is
// not supported is remembered with the cause, and so is all that contains it.
#include "solve/blast.h"

#include "base/limit.h"
#include "solve/circuit.h"

// Products and quotients take nodes by the square of the width.

typedef struct Entry {
  VdBits bits;      // none: not supported
  VdTerm obstacle;  // because of this
  const char *why;
} Entry;

struct VdBlast {
  const VdTerms *tm;
  VdAig *aig;
  VdArena arena;
  VdMap entry;  // term id to Entry
  VdTermVec todo;
  Entry last;  // of the last failure
  bool may_abstract, is_abstract;
};

VdBlast *vd_blast_new(const VdTerms *tm, VdAig *aig) {
  VdBlast *blast = vd_alloc(sizeof *blast);
  blast->tm = tm;
  blast->aig = aig;
  return blast;
}

void vd_blast_free(VdBlast *blast) {
  if (!blast) return;
  vd_arena_done(&blast->arena);
  vd_map_done(&blast->entry);
  vd_vec_done(&blast->todo);
  vd_free(blast);
}

static const Entry *entry_of(const VdBlast *blast, VdTerm t) {
  const uint64_t *slot = vd_map_get(&blast->entry, t.id);
  return slot ? (const Entry *)(uintptr_t)*slot : NULL;
}

static void enter(VdBlast *blast, VdTerm t, Entry entry) {
  Entry *kept = VD_NEW(&blast->arena, Entry);
  *kept = entry;
  *vd_map_put(&blast->entry, t.id) = (uint64_t)(uintptr_t)kept;
}

// ------------------------------------------------------------------- floats

// Sign, exponent and fraction of a float; the sign is the top bit.
typedef struct Float {
  const VdLit *at;
  uint32_t fraction, exponent;  // how many bits
} Float;

static Float as_float(VdSort sort, const VdLit *bits) {
  return (Float){bits, sort.b - 1u, sort.a};
}

static VdLit float_sign(Float x) {
  return x.at[x.fraction + x.exponent];
}

static VdLit is_nan(VdAig *aig, Float x) {
  VdLit top = vd_aig_all(aig, x.at + x.fraction, x.exponent);
  return vd_aig_and(aig, top, vd_aig_any(aig, x.at, x.fraction));
}

static VdLit is_zero(VdAig *aig, Float x) {
  return vd_lit_not(vd_aig_any(aig, x.at, x.fraction + x.exponent));
}

// Every NaN is made the one NaN: positive, and quiet.
static void make_canonical(VdAig *aig, VdSort sort, VdLit *bits) {
  Float x = as_float(sort, bits);
  VdLit nan = is_nan(aig, x);
  for (uint32_t i = 0; i <= x.fraction + x.exponent; i++) {
    bool one = i + 1 >= x.fraction && i < x.fraction + x.exponent;
    bits[i] = vd_aig_ite(aig, nan, one ? VD_LIT_TRUE : VD_LIT_FALSE, bits[i]);
  }
}

static VdLit float_eq(VdAig *aig, Float x, Float y) {
  VdLit zeros = vd_aig_and(aig, is_zero(aig, x), is_zero(aig, y));
  VdLit same = vd_circuit_eq(aig, x.at, y.at, x.fraction + x.exponent + 1);
  VdLit equal = vd_aig_or(aig, same, zeros);
  // If they are identical, one being a NaN says it of both.
  return vd_aig_and(aig, equal, vd_lit_not(is_nan(aig, x)));
}

static VdLit float_lt(VdAig *aig, Float x, Float y) {
  uint32_t n = x.fraction + x.exponent;
  VdLit zeros = vd_aig_and(aig, is_zero(aig, x), is_zero(aig, y));
  VdLit nan = vd_aig_or(aig, is_nan(aig, x), is_nan(aig, y));
  VdLit above = vd_circuit_ult(aig, x.at, y.at, n);
  VdLit below = vd_circuit_ult(aig, y.at, x.at, n);
  VdLit same_sign = vd_aig_ite(aig, float_sign(x), below, above);
  VdLit differ = vd_aig_xor(aig, float_sign(x), float_sign(y));
  VdLit less = vd_aig_ite(aig, differ, float_sign(x), same_sign);
  VdLit except = vd_aig_or(aig, zeros, nan);
  return vd_aig_and(aig, less, vd_lit_not(except));
}

// ---------------------------------------------------------------- operators

static const char UNSUPPORTED[] = "an operator that has no circuit";

// What is not even looked into, and why.
static const char *const refused[VD_OP_COUNT] = {
    [VD_OP_NONE] = "no term",
    [VD_OP_FADD] = "float arithmetic",
    [VD_OP_FSUB] = "float arithmetic",
    [VD_OP_FMUL] = "float arithmetic",
    [VD_OP_FDIV] = "float arithmetic",
    [VD_OP_FREM] = "float arithmetic",
    [VD_OP_FMA] = "float arithmetic",
    [VD_OP_FSQRT] = "float arithmetic",
    [VD_OP_FRINT] = "float arithmetic",
    [VD_OP_FTOF] = "a conversion of floats",
    [VD_OP_STOF] = "a conversion of floats",
    [VD_OP_UTOF] = "a conversion of floats",
    [VD_OP_FTOS] = "a conversion of floats",
    [VD_OP_FTOU] = "a conversion of floats",
    [VD_OP_ADDR] = "an address",
    [VD_OP_ROM] = "memory",
    [VD_OP_SELECT] = "memory",
    [VD_OP_UPDATE] = "memory",
    [VD_OP_LOAD] = "memory",
    [VD_OP_STORE] = "memory",
    [VD_OP_FILL] = "memory",
    [VD_OP_COPY] = "memory",
    [VD_OP_APP] = "a function that is not known",
};

// One term at work.
typedef struct Work {
  VdBlast *blast;
  VdAig *aig;
  VdTerm t;
  VdSort sort;
  uint32_t n;  // bits of the result
  VdLit *out;
  const char *why;  // not NULL: not supported
} Work;

static VdTerm arg_of(const Work *w, uint32_t i) {
  return vd_term_arg(w->blast->tm, w->t, i);
}

static const VdLit *arg(const Work *w, uint32_t i) {
  return entry_of(w->blast, arg_of(w, i))->bits.at;
}

static uint32_t arg_bits(const Work *w, uint32_t i) {
  return entry_of(w->blast, arg_of(w, i))->bits.n;
}

static uint32_t args_of(const Work *w) {
  return vd_term_args(w->blast->tm, w->t);
}

static Float arg_float(const Work *w, uint32_t i) {
  return as_float(vd_term_sort(w->blast->tm, arg_of(w, i)), arg(w, i));
}

static void copy(Work *w, const VdLit *bits) {
  memcpy(w->out, bits, w->n * sizeof *bits);
}

static void do_const(Work *w) {
  VdValue value;
  VD_CHECK(vd_term_value(w->blast->tm, w->t, &value));
  for (uint32_t i = 0; i < w->n; i++)
    w->out[i] = vd_value_limb(&value, i / 64) >> (i % 64) & 1;
}

static void do_var(Work *w) {
  for (uint32_t i = 0; i < w->n; i++) w->out[i] = vd_aig_input(w->aig);
  if (w->sort.kind == VD_SORT_FLOAT) make_canonical(w->aig, w->sort, w->out);
}

static void do_bitwise(Work *w, VdLit (*gate)(VdAig *, VdLit, VdLit)) {
  copy(w, arg(w, 0));
  for (uint32_t k = 1; k < args_of(w); k++) {
    const VdLit *bits = arg(w, k);
    for (uint32_t i = 0; i < w->n; i++)
      w->out[i] = gate(w->aig, w->out[i], bits[i]);
  }
}

static void do_not(Work *w) {
  const VdLit *bits = arg(w, 0);
  for (uint32_t i = 0; i < w->n; i++) w->out[i] = vd_lit_not(bits[i]);
}

// The x of -1 * x, else none: terms have no difference of their own.
static VdTerm negated(const Work *w, VdTerm t) {
  const VdTerms *tm = w->blast->tm;
  if (vd_term_op(tm, t) != VD_OP_BVMUL || vd_term_args(tm, t) != 2)
    return VD_TERM_NONE;
  for (uint32_t k = 0; k < 2; k++) {
    const Entry *factor = entry_of(w->blast, vd_term_arg(tm, t, k));
    bool ones = vd_term_op(tm, vd_term_arg(tm, t, k)) == VD_OP_CONST;
    for (uint32_t i = 0; ones && i < factor->bits.n; i++)
      ones = factor->bits.at[i] == VD_LIT_TRUE;
    if (ones) return vd_term_arg(tm, t, 1 - k);
  }
  return VD_TERM_NONE;
}

// What is added comes first, so that there is something to subtract from.
static void do_add(Work *w) {
  for (uint32_t i = 0; i < w->n; i++) w->out[i] = VD_LIT_FALSE;
  for (int minus = 0; minus < 2; minus++)
    for (uint32_t k = 0; k < args_of(w); k++) {
      VdTerm x = negated(w, arg_of(w, k));
      if (vd_term_is_none(x) == minus) continue;
      if (minus)
        vd_circuit_sub(w->aig, w->out, w->out, entry_of(w->blast, x)->bits.at,
                       w->n);
      else
        vd_circuit_add(w->aig, w->out, w->out, arg(w, k), w->n, VD_LIT_FALSE);
    }
}

static bool is_too_wide(Work *w) {
  if (w->n > vd_limit->blast_product)
    w->why = "a product or quotient of over 256 bits";
  return w->n > vd_limit->blast_product;
}

static void do_mul(Work *w) {
  if (is_too_wide(w)) return;
  VdLit product[VD_MOST_blast_product];
  copy(w, arg(w, 0));
  for (uint32_t k = 1; k < args_of(w); k++) {
    vd_circuit_mul(w->aig, product, w->out, arg(w, k), w->n);
    copy(w, product);
  }
}

typedef void Divide(VdAig *, VdLit *, VdLit *, const VdLit *, const VdLit *,
                    uint32_t);
static void do_divide(Work *w, Divide *divide, bool remainder) {
  if (is_too_wide(w)) return;
  divide(w->aig, remainder ? NULL : w->out, remainder ? w->out : NULL,
         arg(w, 0), arg(w, 1), w->n);
}

static void do_shr(Work *w, VdLit fill) {
  vd_circuit_shr(w->aig, w->out, arg(w, 0), arg(w, 1), w->n, fill);
}

static void do_concat(Work *w) {
  uint32_t low = arg_bits(w, 1);
  memcpy(w->out, arg(w, 1), low * sizeof *w->out);
  memcpy(w->out + low, arg(w, 0), arg_bits(w, 0) * sizeof *w->out);
}

static void do_extend(Work *w, bool sign) {
  uint32_t n = arg_bits(w, 0);
  const VdLit *bits = arg(w, 0);
  for (uint32_t i = 0; i < w->n; i++)
    w->out[i] = i < n ? bits[i] : sign ? bits[n - 1] : VD_LIT_FALSE;
}

// The one NaN has no sign to change.
static void do_sign(Work *w, bool negate) {
  VdLit sign = float_sign(arg_float(w, 0));
  copy(w, arg(w, 0));
  VdLit number = vd_lit_not(is_nan(w->aig, arg_float(w, 0)));
  VdLit flipped = negate ? vd_lit_not(sign) : VD_LIT_FALSE;
  w->out[w->n - 1] = vd_aig_and(w->aig, number, flipped);
}

static void do_compare(Work *w, VdOp op) {
  Float x = arg_float(w, 0), y = arg_float(w, 1);
  VdLit equal = op == VD_OP_FLT ? VD_LIT_FALSE : float_eq(w->aig, x, y);
  VdLit less = op == VD_OP_FEQ ? VD_LIT_FALSE : float_lt(w->aig, x, y);
  w->out[0] = vd_aig_or(w->aig, equal, less);
}

static void do_operator(Work *w) {
  VdAig *aig = w->aig;
  VdOp op = vd_term_op(w->blast->tm, w->t);
  switch (op) {
    case VD_OP_CONST: do_const(w); break;
    case VD_OP_VAR: do_var(w); break;
    case VD_OP_NOT:
    case VD_OP_BVNOT: do_not(w); break;
    case VD_OP_AND:
    case VD_OP_BVAND: do_bitwise(w, vd_aig_and); break;
    case VD_OP_BVXOR: do_bitwise(w, vd_aig_xor); break;
    case VD_OP_EQ:
      w->out[0] = vd_circuit_eq(aig, arg(w, 0), arg(w, 1), arg_bits(w, 0));
      break;
    case VD_OP_ITE:
      vd_circuit_ite(aig, w->out, arg(w, 0)[0], arg(w, 1), arg(w, 2), w->n);
      break;
    case VD_OP_BVADD:
    case VD_OP_PTRADD: do_add(w); break;
    case VD_OP_BVMUL: do_mul(w); break;
    case VD_OP_BVUDIV: do_divide(w, vd_circuit_udivide, false); break;
    case VD_OP_BVUREM: do_divide(w, vd_circuit_udivide, true); break;
    case VD_OP_BVSDIV: do_divide(w, vd_circuit_sdivide, false); break;
    case VD_OP_BVSREM: do_divide(w, vd_circuit_sdivide, true); break;
    case VD_OP_BVSHL:
      vd_circuit_shl(aig, w->out, arg(w, 0), arg(w, 1), w->n);
      break;
    case VD_OP_BVLSHR: do_shr(w, VD_LIT_FALSE); break;
    case VD_OP_BVASHR: do_shr(w, arg(w, 0)[w->n - 1]); break;
    case VD_OP_BVULT:
      w->out[0] = vd_circuit_ult(aig, arg(w, 0), arg(w, 1), arg_bits(w, 0));
      break;
    case VD_OP_BVSLT:
      w->out[0] = vd_circuit_slt(aig, arg(w, 0), arg(w, 1), arg_bits(w, 0));
      break;
    case VD_OP_CONCAT: do_concat(w); break;
    case VD_OP_EXTRACT:
      copy(w, arg(w, 0) + (uint32_t)vd_term_imm(w->blast->tm, w->t));
      break;
    case VD_OP_SEXT: do_extend(w, true); break;
    case VD_OP_ZEXT: do_extend(w, false); break;
    case VD_OP_FNEG: do_sign(w, true); break;
    case VD_OP_FABS: do_sign(w, false); break;
    case VD_OP_FEQ:
    case VD_OP_FLT:
    case VD_OP_FLE: do_compare(w, op); break;
    case VD_OP_FNAN: w->out[0] = is_nan(aig, arg_float(w, 0)); break;
    case VD_OP_FTOB: copy(w, arg(w, 0)); break;
    case VD_OP_BTOF:
      copy(w, arg(w, 0));
      make_canonical(aig, w->sort, w->out);
      break;
    case VD_OP_FADD:
    case VD_OP_FSUB:
    case VD_OP_FMUL:
    case VD_OP_FDIV:
    case VD_OP_FREM:
    case VD_OP_FMA:
    case VD_OP_FSQRT:
    case VD_OP_FRINT:
    case VD_OP_FTOF:
    case VD_OP_STOF:
    case VD_OP_UTOF:
    case VD_OP_FTOS:
    case VD_OP_FTOU:
    case VD_OP_ADDR:
    case VD_OP_ROM:
    case VD_OP_SELECT:
    case VD_OP_UPDATE:
    case VD_OP_LOAD:
    case VD_OP_STORE:
    case VD_OP_FILL:
    case VD_OP_COPY:
    case VD_OP_APP:
    case VD_OP_NONE:
    case VD_OP_COUNT: w->why = UNSUPPORTED; break;
  }
}

// ------------------------------------------------------------------ walking

static bool has_bits(VdSort sort) {
  return sort.kind == VD_SORT_BOOL || sort.kind == VD_SORT_BV ||
         sort.kind == VD_SORT_FLOAT;
}

// What can be said of a term before its arguments; NULL if nothing.
static const char *refusal(const VdBlast *blast, VdTerm t) {
  const char *why = refused[vd_term_op(blast->tm, t)];
  if (why) return why;
  if (vd_aig_nodes(blast->aig) > vd_limit->blast_nodes)
    return "too large a graph";
  return has_bits(vd_term_sort(blast->tm, t)) ? NULL : "memory or a world";
}

static void make_inputs(VdBlast *blast, VdTerm t) {
  uint32_t n = vd_sort_width(vd_term_sort(blast->tm, t));
  VdLit *lit = VD_NEW_ARRAY(&blast->arena, VdLit, n);
  for (uint32_t i = 0; i < n; i++) lit[i] = vd_aig_input(blast->aig);
  vd_blast_set(blast, t, lit, n);
  blast->is_abstract = true;
}

static void refuse(VdBlast *blast, VdTerm t, VdTerm obstacle, const char *why) {
  if (blast->may_abstract && t.id == obstacle.id &&
      has_bits(vd_term_sort(blast->tm, t)) &&
      vd_aig_nodes(blast->aig) <= vd_limit->blast_nodes)
    make_inputs(blast, t);
  else
    enter(blast, t, (Entry){.obstacle = obstacle, .why = why});
}

// All arguments are there and have bits.
static void compute(VdBlast *blast, VdTerm t) {
  VdSort sort = vd_term_sort(blast->tm, t);
  uint32_t n = vd_sort_width(sort);
  Work w = {.blast = blast,
            .aig = blast->aig,
            .t = t,
            .sort = sort,
            .n = n,
            .out = VD_NEW_ARRAY(&blast->arena, VdLit, n)};
  do_operator(&w);
  if (w.why)
    refuse(blast, t, t, w.why);
  else
    enter(blast, t, (Entry){.bits = {w.out, n}});
}

// Settles t, or pushes the arguments that it waits for. An argument that is not
// supported settles it too.
static bool settle(VdBlast *blast, VdTerm t) {
  if (entry_of(blast, t)) return true;
  const char *why = refusal(blast, t);
  if (why) return refuse(blast, t, t, why), true;
  uint32_t before = blast->todo.len;
  for (uint32_t k = 0; k < vd_term_args(blast->tm, t); k++) {
    VdTerm a = vd_term_arg(blast->tm, t, k);
    const Entry *entry = entry_of(blast, a);
    if (!entry) vd_push(&blast->todo, a);
    if (entry && !entry->bits.at)
      return refuse(blast, t, entry->obstacle, entry->why), true;
  }
  if (blast->todo.len > before) return false;
  compute(blast, t);
  return true;
}

static void walk(VdBlast *blast) {
  while (blast->todo.len > 0) {
    uint32_t top = blast->todo.len - 1;
    if (settle(blast, blast->todo.at[top])) blast->todo.len = top;
  }
}

bool vd_blast(VdBlast *blast, VdTerm t, VdBits *out) {
  vd_push(&blast->todo, t);
  walk(blast);
  const Entry *entry = entry_of(blast, t);
  *out = entry->bits;
  if (!entry->bits.at) blast->last = *entry;
  return entry->bits.at != NULL;
}

VdTerm vd_blast_obstacle(const VdBlast *blast, const char **why) {
  *why = blast->last.why ? blast->last.why : "";
  return blast->last.obstacle;
}

void vd_blast_abstract(VdBlast *blast) {
  blast->may_abstract = true;
}

bool vd_blast_is_abstract(const VdBlast *blast) {
  return blast->is_abstract;
}

void vd_blast_set(VdBlast *blast, VdTerm t, const VdLit *bits, uint32_t n) {
  VdSort sort = vd_term_sort(blast->tm, t);
  VD_CHECK(has_bits(sort) && vd_sort_width(sort) == n);
  VdLit *own = vd_arena_copy(&blast->arena, bits, n * sizeof *bits);
  if (sort.kind == VD_SORT_FLOAT) make_canonical(blast->aig, sort, own);
  enter(blast, t, (Entry){.bits = {own, n}});
}

VdValue vd_bits_value(VdArena *arena, VdSort sort, VdBits bits,
                      const uint64_t *word, uint32_t pattern) {
  VD_CHECK(has_bits(sort) && vd_sort_width(sort) == bits.n && pattern < 64);
  uint32_t limbs = (bits.n + 63) / 64;
  uint64_t *limb = VD_NEW_ARRAY(arena, uint64_t, limbs);
  for (uint32_t i = 0; i < bits.n; i++)
    limb[i / 64] |= (vd_lit_word(word, bits.at[i]) >> pattern & 1) << (i % 64);
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(limb[0]);
  VdValue value = vd_value_limbs(arena, bits.n, limb, limbs);
  if (sort.kind == VD_SORT_FLOAT) return vd_value_as_float(arena, sort, value);
  return value;
}
