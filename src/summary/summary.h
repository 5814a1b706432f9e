// From ir to terms: what a function computes, as one term per result.
//
// Paths are merged with ite at joins, never enumerated. A call is an
// application of the callee's symbol; loops are functions by now (vd_ir_loops).
//
// Summaries belong to a VdSums, which works on one module and one term manager
// and must not outlive either. Both versions of a program use one manager, so
// that what they share is one term. In a summary, the n-th ordinary parameter
// is the variable VD_VAR_PARAM n, and memory, world and heap have one variable
// each whatever their position, so that both versions' summaries are about the
// same inputs.
#ifndef VD_SUMMARY_H
#define VD_SUMMARY_H

#include "ir/ir.h"

typedef struct VdSummary {
  uint32_t results;
  VdTerm *result;  // one for each result of the function
  VdTerm defined;  // Bool: no undefined behaviour
} VdSummary;

typedef struct VdSums VdSums;
// The module has been through vd_ir_loops and vd_ir_hash.
VdSums *vd_sums_new(VdTerms *tm, const VdModule *m);
void vd_sums_free(VdSums *sums);

// The symbol that stands for a function in the terms of its callers. By default
// two functions with one digest have one symbol. Setting it affects summaries
// made later; the new one must have the same sorts.
uint32_t vd_sums_symbol(VdSums *sums, uint32_t func);
void vd_sums_set_symbol(VdSums *sums, uint32_t func, uint32_t symbol);
// Symbol and address by default again.
void vd_sums_reset_symbol(VdSums *sums, uint32_t func);
// The new version's function is taken for the old one's from now on: symbol
// and address.
void vd_sums_merge(VdSums *sums, uint32_t func, VdSums *with, uint32_t other);
void vd_sums_merge_object(VdSums *sums, uint32_t func, VdSums *with,
                          uint32_t other);  // its address alone
// The function a symbol stands for in this module, UINT32_MAX if none.
uint32_t vd_sums_func(const VdSums *sums, uint32_t symbol);

// Made when first asked for. NULL if the function has no body that is modelled.
const VdSummary *vd_summary(VdSums *sums, uint32_t func);
void vd_summary_forget(VdSums *sums, uint32_t func);

// What is behind an application of a function of this module: the term that
// the summary gives for its arguments. None if there is no summary.
VdTerm vd_summary_open(VdSums *sums, VdTerm app);

// All results of a function for given arguments, and after them whether it is
// defined there. False if it has no summary, or has objects or unknown values
// of its own.
bool vd_summary_apply(VdSums *sums, uint32_t func, const VdTerm *args,
                      VdTerm *results);

// A call that a function makes: when it is reached, nothing having been
// undefined before it. Calls through a pointer that is known are calls of what
// it points to; of others func is the shape. Terms are over the parameters, as
// in the summary.
typedef struct VdCall {
  uint32_t func;
  uint32_t args;
  VdTerm *arg;
  VdTerm when;
  // Memory and world as they are then, whether or not the function takes them:
  // what there is to see while it runs. None if that is not known.
  VdTerm memory, world;
} VdCall;
typedef VD_VEC(VdCall) VdCalls;
// Adds the calls of a function, in order; arguments are in the arena. False if
// it has no body that is modelled.
bool vd_summary_calls(VdSums *sums, uint32_t func, VdArena *arena,
                      VdCalls *out);

// Of a loop: the condition, over its parameters, under which its first test
// does not end it. None if it does not begin with such a test.
VdTerm vd_summary_stays(VdSums *sums, uint32_t func);

// Result number of "behaves as defined" in applications of a function, which
// exists if may_be_undefined.
static inline uint32_t vd_summary_defined_index(const VdFunc *f) {
  return f->results;
}

// The variable that stands for parameter i of a function in its summary.
VdTerm vd_summary_param(VdTerms *tm, const VdFunc *f, uint32_t i);
// Whether that of f and that of g are one variable.
bool vd_summary_same_param(const VdFunc *f, uint32_t i, const VdFunc *g,
                           uint32_t k);
// The variable of memory, world or heap.
VdTerm vd_summary_state(VdTerms *tm, VdRole role);

// Text for people: one line per result.
void vd_summary_print(VdSums *sums, uint32_t func, VdBuf *out);

// Objects by which both sides' globals, functions and slots are known.
uint32_t vd_sums_global_object(VdSums *sums, uint32_t global);
uint32_t vd_sums_func_object(VdSums *sums, uint32_t func);
uint32_t vd_sums_slot_object(VdSums *sums, uint32_t func, uint32_t slot);

// An application of a function that has a body.
bool vd_open_is_call(const VdTerms *tm, VdTerm t);
// Opens calls in terms once, inner ones first: those for which `open` gives the
// summaries that they are of. How many there were.
typedef VdSums *VdCallHome(void *context, VdTerm app);
uint32_t vd_open_calls(VdTerms *tm, VdTermVec *terms, VdCallHome *open,
                       void *context);
// For vd_open_calls: all calls of functions of one VdSums, the context.
VdSums *vd_open_any(void *sums, VdTerm app);
// Opens the calls in n terms, and those that come out, until none is left,
// loops too. False with why: a loop does not end, or a callee is not modelled.
bool vd_open_to_the_end(VdSums *sums, const VdBudget *budget, VdTerm *terms,
                        uint32_t n, VdBuf *why);

// Objects that nobody looks at after a call: locals, and statics that only one
// version has. For vd_mem_strip.
bool vd_object_is_unseen(const void *context, const VdObject *object);
// Bytes of an access that is tested like this; proofs rest on it, so it is
// not a limit.
enum { VD_MAX_ACCESS = 64 };
// Whether a term is the test that an access to addr is possible.
bool vd_access_is_test(VdTerms *tm, VdTerm t, VdTerm *addr);
// With tests whether a known place of an object can be accessed taken as true.
VdTerm vd_access_to_objects(VdTerms *tm, VdTerm t);

#endif
