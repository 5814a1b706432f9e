// Private to mates.c, mates_put.c and mates_ways.c: loops that are each other's
// mates. mates.c says what that is.
#ifndef VD_PAIR_LOOP_MATES_H
#define VD_PAIR_LOOP_MATES_H

#include "base/limit.h"
#include "pair/loop/loop.h"

// The body of what was proved the same is the new version's: a loop on the old
// side may come from there.
typedef struct Loop {
  uint32_t func, symbol;
  int home;
  VdSums *sums;
  const VdFunc *f;
  const VdTerm *arg;  // of the call
} Loop;

// What was proved, or is to be.
typedef struct Mate {
  Loop loop[2];
  VdTerm *x;    // by parameter of the old loop: a variable, or what it is
  VdTerm *in;   // by parameter: the same, but memory with words in dead locals
  VdTerm *got;  // the call's arguments, but memory without dead locals
  VdTerm *e;    // by parameter of the new loop
  // By parameter of the new loop: a variable for what it hands on as it is and
  // the old loop has not; else none. The claim is for all its values.
  VdTerm *z;
  VdTerm guard;  // none if there is none
  VdTerm pre;
  uint32_t *rho;  // by result of the old loop: the new one's + 1, 0 for none
  VdTerm *code;   // what that is to the old one, over one_result; or none
  VdTerm *is;     // or what it is, over x; none if that is not known
  bool slots;     // a local is among what the calls are given
  bool unseen;    // nothing that the old loop is handed leads to a dead one
  bool *dead;     // by parameter: a local that only the old loop has
  // Of such a parameter: the new loop's result, + 1, that is in the local at
  // the end; 0: anything may be.
  uint32_t *left;
  // By result of the new loop: a Bool that is false wherever the old loop is
  // defined, such as "what another result says is poison".
  bool *off;
} Mate;

typedef VD_VEC(Mate *) MateVec;

typedef struct Mates {
  VdSearch *s;
  VdTerms *tm;
  VdArena *arena;
  MateVec *known;  // what was proved, wherever: it holds everywhere
  VdBudget budget;
  bool outside;  // a claim is put in where the loops are called first
  // Only calls are replaced that become one of these calls; NULL: all.
  const VdMap *there;
  uint32_t depth, tries, found;
} Mates;

static inline VdSearch vd_mate_search(const Mates *m) {
  return (VdSearch){
      .job = m->s->job, .runner = m->s->runner, .new_bodies = m->s->new_bodies};
}

static inline bool is_slot(const VdTerms *tm, VdTerm t) {
  if (vd_term_op(tm, t) != VD_OP_ADDR) return false;
  const VdObject *object = vd_object_get(tm, vd_term_object(tm, t));
  return object->kind == VD_OBJECT_SLOT;
}

// A local that can be one word.
static inline bool is_small_slot(const VdTerms *tm, VdTerm t) {
  if (!is_slot(tm, t)) return false;
  uint64_t size = vd_object_get(tm, vd_term_object(tm, t))->size;
  return size > 0 && size <= vd_limit->mates_slot;
}

static inline bool is_var(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_VAR;
}

static inline bool is_pointer(const VdTerms *tm, VdTerm t) {
  VdSort sort = vd_term_sort(tm, t);
  return sort.kind == VD_SORT_BV && sort.a == VD_POINTER_BITS;
}

static inline bool is_bv(VdSort sort) {
  return sort.kind == VD_SORT_BV && sort.a <= 64;
}

// A pointer and a constant, or an integer of another width.
static inline VdTerm plus(VdTerms *tm, VdTerm x, VdTerm d) {
  return is_pointer(tm, x) ? vd_mk(tm, VD_OP_PTRADD, 0, (VdTerm[]){x, d}, 2)
                           : vd_mk_add(tm, x, d);
}

static inline VdTerm call_of(VdTerms *tm, const Loop *l, uint32_t result,
                             const VdTerm *arg) {
  return vd_mk_app(tm, l->symbol, result, arg, l->f->params);
}

static inline bool is_call_of(const VdTerms *tm, VdTerm t, const Loop *l) {
  return vd_term_op(tm, t) == VD_OP_APP && vd_term_fun(tm, t) == l->symbol;
}
static inline uint64_t slot_size(const VdTerms *tm, VdTerm addr) {
  return vd_object_get(tm, vd_term_object(tm, addr))->size;
}

static inline bool is_mem(const VdTerms *tm, VdTerm t) {
  return vd_sort_is_mem(vd_term_sort(tm, t));
}

// Came with the call of the function that is compared, or points to a global:
// not where a local is.
static inline bool is_given(const Mates *m, VdTerm t) {
  VdTerm base = vd_term_place(m->tm, t).base;
  VdOp op = vd_term_op(m->tm, base);
  return op == VD_OP_CONST || (op == VD_OP_ADDR && !is_slot(m->tm, base)) ||
         (op == VD_OP_VAR && vd_term_var_class(m->tm, base) == VD_VAR_IS_GIVEN);
}

static inline VdTerm *args_of_call(Mates *m, VdTerm call) {
  uint32_t n = vd_term_args(m->tm, call);
  VdTerm *arg = VD_NEW_ARRAY(m->arena, VdTerm, n + 1);
  for (uint32_t i = 0; i < n; i++) arg[i] = vd_term_arg(m->tm, call, i);
  return arg;
}

static inline VdTerm one_result(VdTerms *tm, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_MATE_ANSWER, 0, sort, "");
}

// ----------------------------------------------------------- mates_put.c
// A memory without what is in dead locals.
VdTerm vd_mate_without_dead(Mates *m, const Mate *mate, VdTerm mem);
// What was in dead local i, in memory k.
VdTerm vd_mate_word(Mates *m, const Mate *mate, uint32_t k, uint32_t i);
// A term over x, for a call of the old loop.
VdTerm vd_mate_put_args(Mates *m, const Mate *mate, const VdTerm *arg,
                        VdTerm t);
// A result of the old loop, given the new one's.
VdTerm vd_mate_decoded(VdTerms *tm, const Mate *mate, uint32_t result,
                       VdTerm t);
// A term over a function's parameters, for these.
VdTerm vd_mate_with_params(Mates *m, const VdFunc *f, const VdTerm *to,
                           VdTerm t);
// Does nothing of this lead to a dead local, but the arguments that are one?
bool vd_mate_is_unseen(Mates *m, const Mate *mate, const VdTerm *arg);
// Does a call have what the claim is about?
bool vd_mate_is_instance(Mates *m, const Mate *mate, const VdTerm *arg,
                         bool inside);
// The constants that a result can be; false if it can be something else.
bool vd_mate_codes(Mates *m, const Loop *l, uint32_t k, VdTermVec *out);
// The calls among these terms, for `there`.
void vd_mate_note_calls(Mates *m, const VdTermVec *nodes, VdMap *out);
// Calls of the old loop in a goal's old version become calls of the new one.
// With inside, what they must fulfil is shown elsewhere.
uint32_t vd_mate_put(Mates *m, const Mate *mate, bool inside, VdGoal *goal);

// ---------------------------------------------------------- mates_ways.c
// Calls that a loop makes of itself, opened at these arguments.
void vd_mate_inner_calls(Mates *m, const Loop *l, const VdTerm *arg,
                         VdTermVec *out);
// Fills in x, dead and what goes with them.
void vd_mate_choose_x(Mates *m, Mate *mate);
// Then in and got.
void vd_mate_fill_dead(Mates *m, Mate *mate);
// Fills in z, and writes x with it. False if there is none.
bool vd_mate_choose_z(Mates *m, Mate *mate);
// Counters that begin with a constant and only go up.
VdTerm vd_mate_find_pre(Mates *m, const Mate *mate);
// Whether something holds of x where the old loop is defined and goes on.
bool vd_mate_prove(Mates *m, const Mate *mate, VdTerm t);
// Fills in e; false if there is no way to.
bool vd_mate_choose_e(Mates *m, Mate *mate);

#endif
