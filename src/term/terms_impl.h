// Private to src/term: the inside of the manager, and the rule files.
//
// vd_mk dispatches to one simplifier per operator (mk_bool.c, mk_linear.c,
// mk_bits.c, mk_order.c, mk_float.c, mk_fcompare.c, mk_mem.c). A simplifier
// gets well-sorted arguments and returns a term that means the same. It may
// call vd_mk again; chains of such calls are cut at term_nest, where terms
// are interned as they are.
#ifndef VD_TERMS_IMPL_H
#define VD_TERMS_IMPL_H

#include "term/term.h"

// Not limits, but the size of a field and of a table.
enum {
  VD_MAX_ARGS = 65535,  // arguments of an application; shape_of has 16 bits
  VD_MEMO = 1 << 12,    // entries of the memo
};

// Two to a cache line: making terms is mostly waiting for nodes.
typedef struct Node {
  uint64_t hash;     // of the structure; the same in every run
  uint64_t payload;  // see op.def; wide constants: address of their limbs
  uint64_t shape;    // operator, sort and number of arguments
  uint32_t args;     // index of the first into tm->arg
  uint32_t depth;
} Node;
_Static_assert(sizeof(Node) == 32, "two nodes to a cache line");

// In one word, so that nodes are compared and stored quickly. From the low end:
// 20 bits for a and 12 for b of the sort, 16 for the number of arguments, 8 for
// the operator, 8 for the kind of the sort.
static inline uint64_t shape_of(VdOp op, VdSort sort, uint32_t n) {
  return (uint64_t)sort.kind << 56 | (uint64_t)op << 48 | (uint64_t)n << 32 |
         (uint32_t)sort.b << 20 | sort.a;
}
// Every valid sort does.
static inline bool sort_fits(VdSort sort) {
  return sort.a >> 20 == 0 && sort.b >> 12 == 0 && sort.kind >> 8 == 0;
}
_Static_assert(VD_MAX_WIDTH >> 20 == 0, "sorts fit a shape");
_Static_assert(VD_OP_COUNT >> 8 == 0, "operators fit a shape");

// What vd_mk returned for up to three arguments. Rules that go down both sides
// of a shared term would take exponential time without it. The nesting is part
// of the key: it decides where rules are cut, so that an answer from here is
// what would have been computed, and terms do not depend on what was built
// before them.
typedef struct Memo {
  uint64_t imm;
  uint32_t arg[3];
  uint32_t result;  // 0: empty
  uint32_t what;    // operator, nesting and number of arguments
} Memo;

// What vd_terms_reach has seen: terms marked with the number of the walk. Kept
// from one walk to the next, as most are short.
typedef struct Marks {
  uint32_t *at, cap;  // by term
  uint32_t walk;
  VD_VEC(uint64_t) work;
} Marks;

struct VdTerms {
  VdArena arena;
  struct {
    Node *at;  // at[0] is none
    uint32_t len;
  } node;
  struct {
    uint32_t *at, len, cap;
  } arg;
  uint32_t *table;  // open addressing; see entry_of
  uint32_t table_cap;
  VD_VEC(VdObject) object;  // from 1
  VD_VEC(VdFun) fun;        // from 1
  VD_VEC(uint64_t) object_hash, fun_hash;
  VdNames keys;  // of objects and functions
  VdMap object_by_key, fun_by_key;
  uint32_t
      splits;      // of addresses that are chosen between, under way (mk_mem.c)
  VdMap var_name;  // term id to name id
  VdNames var_key;              // of vd_mk_var_of
  uint32_t vars[VD_VAR_KINDS];  // of vd_mk_fresh
  VdNames names;
  Memo *memo;  // direct mapped; forgets
  Marks *marks;
  uint32_t nest;
  const char *error;
  VdTerm yes, no;
};

static inline const Node *node_of(const VdTerms *tm, VdTerm t) {
  return &tm->node.at[t.id];
}
static inline VdOp op_of(const VdTerms *tm, VdTerm t) {
  return (VdOp)(uint8_t)(tm->node.at[t.id].shape >> 48);
}
static inline VdSort sort_of(const VdTerms *tm, VdTerm t) {
  uint64_t shape = tm->node.at[t.id].shape;
  return (VdSort){.a = shape & 0xfffff,
                  .b = (shape >> 20) & 0xfff,
                  .kind = (uint16_t)(shape >> 56)};
}
static inline uint32_t width_of(const VdTerms *tm, VdTerm t) {
  return tm->node.at[t.id].shape & 0xfffff;
}
static inline VdTerm arg_of(const VdTerms *tm, VdTerm t, uint32_t i) {
  return (VdTerm){tm->arg.at[tm->node.at[t.id].args + i]};
}
static inline uint32_t args_of(const VdTerms *tm, VdTerm t) {
  return (uint16_t)(tm->node.at[t.id].shape >> 32);
}
static inline uint64_t payload_of(const VdTerms *tm, VdTerm t) {
  return tm->node.at[t.id].payload;
}
// The payload of an APP. A PLC's state has more than 256 results.
static inline uint64_t app_payload(uint32_t fun, uint32_t result) {
  return (uint64_t)fun << 16 | result;
}
static inline uint32_t app_fun(uint64_t payload) {
  return (uint32_t)(payload >> 16);
}
static inline uint32_t app_result(uint64_t payload) {
  return payload & UINT16_MAX;
}
static inline bool is_op(const VdTerms *tm, VdTerm t, VdOp op) {
  return op_of(tm, t) == op;
}
static inline bool is_const(const VdTerms *tm, VdTerm t) {
  return is_op(tm, t, VD_OP_CONST);
}
static inline bool same(VdTerm x, VdTerm y) {
  return x.id == y.id;
}

// A constant bit-vector of at most 64 bits; its value.
static inline bool is_small(const VdTerms *tm, VdTerm t, uint64_t *value) {
  if (!is_const(tm, t) || sort_of(tm, t).kind != VD_SORT_BV ||
      width_of(tm, t) > 64)
    return false;
  *value = payload_of(tm, t);
  return true;
}
static inline uint64_t mask_of(uint32_t width) {
  return width >= 64 ? ~0ull : (1ull << width) - 1;
}
bool vd_term_is_zero(const VdTerms *tm, VdTerm t);  // a constant of zero bits
bool vd_term_is_ones(const VdTerms *tm, VdTerm t);  // all bits one
bool vd_term_is_one(const VdTerms *tm, VdTerm t);

// Order of commutative arguments: structural, so that it is the same each run.
static inline bool before(const VdTerms *tm, VdTerm x, VdTerm y) {
  uint64_t a = tm->node.at[x.id].hash, b = tm->node.at[y.id].hash;
  return a < b || (a == b && x.id < y.id);
}

// Makes or finds the node, without simplifying.
VdTerm vd_intern(VdTerms *tm, VdOp op, VdSort sort, uint64_t payload,
                 const VdTerm *args, uint32_t n);
// A hint that this node will likely be asked for: the look-up is mostly waiting
// for memory, and rules can be tried meanwhile.
void vd_intern_soon(const VdTerms *tm, VdOp op, VdSort sort, uint64_t payload,
                    const VdTerm *args, uint32_t n);
VdTerm vd_terms_fail(VdTerms *tm, const char *what);

static inline VdTerm mk1(VdTerms *tm, VdOp op, uint64_t imm, VdTerm a) {
  return vd_mk(tm, op, imm, &a, 1);
}
static inline VdTerm mk2(VdTerms *tm, VdOp op, VdTerm a, VdTerm b) {
  return vd_mk(tm, op, 0, (VdTerm[]){a, b}, 2);
}
static inline VdTerm intern1(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm,
                             VdTerm a) {
  return vd_intern(tm, op, sort, imm, &a, 1);
}
static inline VdTerm intern2(VdTerms *tm, VdOp op, VdSort sort, VdTerm a,
                             VdTerm b) {
  return vd_intern(tm, op, sort, 0, (VdTerm[]){a, b}, 2);
}
static inline VdTerm intern3(VdTerms *tm, VdOp op, VdSort sort, VdTerm a,
                             VdTerm b, VdTerm c) {
  return vd_intern(tm, op, sort, 0, (VdTerm[]){a, b, c}, 3);
}
static inline VdTerm mk_zero(VdTerms *tm, uint32_t width) {
  return vd_mk_bv(tm, width, 0);
}
VdTerm vd_mk_ones(VdTerms *tm, uint32_t width);
VdTerm vd_mk_neg(VdTerms *tm, VdTerm a);

// The float that the integer k becomes.
VdTerm vd_mk_float(VdTerms *tm, VdSort sort, int64_t k);
// A conversion of an integer that has every value of the integer: no rounding,
// no overflow.
bool vd_float_is_exact(const VdTerms *tm, VdTerm conversion);

// Sorts terms by `before`.
void vd_sort_terms(const VdTerms *tm, VdTerm *t, uint32_t n);

// Simplifiers.
VdTerm vd_rule_not(VdTerms *tm, VdTerm a);
VdTerm vd_rule_and(VdTerms *tm, const VdTerm *args, uint32_t n);
VdTerm vd_rule_eq(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_rule_ite(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b);
VdTerm vd_rule_bvnot(VdTerms *tm, VdTerm a);
VdTerm vd_rule_bvand(VdTerms *tm, const VdTerm *args, uint32_t n);
VdTerm vd_rule_bvxor(VdTerms *tm, const VdTerm *args, uint32_t n);
VdTerm vd_rule_bvadd(VdTerms *tm, const VdTerm *args, uint32_t n);
VdTerm vd_rule_bvmul(VdTerms *tm, const VdTerm *args, uint32_t n);
VdTerm vd_rule_div(VdTerms *tm, VdOp op, VdTerm a, VdTerm b);
VdTerm vd_rule_shift(VdTerms *tm, VdOp op, VdTerm a, VdTerm b);
VdTerm vd_rule_ult(VdTerms *tm, VdTerm a, VdTerm b);
// a < b where that asks whether an access is where memory can be; else none.
VdTerm vd_rule_inside(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_rule_slt(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_rule_concat(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_rule_extract(VdTerms *tm, VdTerm a, uint32_t high, uint32_t low);
VdTerm vd_rule_extend(VdTerms *tm, VdOp op, VdTerm a, uint32_t width);
VdTerm vd_rule_ptradd(VdTerms *tm, VdTerm a, VdTerm b);
// What a sum of at most 64 bits can be as a signed number; false if anything.
bool vd_sum_bounds(VdTerms *tm, VdTerm t, VdBounds *out);
VdTerm vd_rule_eq_bv(VdTerms *tm, VdTerm a, VdTerm b);
VdTerm vd_rule_float(VdTerms *tm, VdOp op, VdSort sort, uint64_t imm,
                     const VdTerm *args, uint32_t n);
VdTerm vd_rule_fcompare(VdTerms *tm, VdOp op, VdTerm a, VdTerm b);
VdTerm vd_rule_select(VdTerms *tm, VdTerm array, VdTerm index);
VdTerm vd_rule_update(VdTerms *tm, VdTerm array, VdTerm index, VdTerm element);
VdTerm vd_rule_load(VdTerms *tm, VdTerm mem, VdTerm addr, uint32_t bytes);
VdTerm vd_rule_store(VdTerms *tm, VdTerm mem, VdTerm addr, VdTerm word);
VdTerm vd_rule_fill(VdTerms *tm, const VdTerm *args);
VdTerm vd_rule_copy(VdTerms *tm, const VdTerm *args);
VdTerm vd_rule_ite_mem(VdTerms *tm, VdTerm c, VdTerm a, VdTerm b);

#endif
