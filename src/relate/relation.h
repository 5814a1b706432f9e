// Relations: which input of the old version belongs to which of the new one.
// Two versions are the same if they do the same on every related pair.
//
// An input is a tuple: a value for each slot of its side. Slots are the
// parameters of a function, the variables of a machine, the codes that may be
// present; they are numbered from 0, and whoever makes a relation knows what
// they are. A slot that is no input has no term and no value.
//
// A relation is asked for in five ways, which must agree
// (test_relation_forms.c): as a term, as clauses, as a test on values, as an
// explanation of a pair, as a part of the store's key. A kind of relation is a
// file that fills in a VdRelationKind; checkers do not know which kind they
// work with.
//
// "Two old inputs with one partner that the old version treats differently: no
// new version can be right" makes sense for each kind (vd_relation_partners).
#ifndef VD_RELATION_H
#define VD_RELATION_H

#include "relate/contract.h"
#include "relate/crosswalk.h"
#include "solve/sat.h"

// The bits of a slot as literals of a solver, the lowest first; 0 is false.
typedef struct VdSlotBits {
  const int *lit;
  uint32_t n;
} VdSlotBits;

// Why a pair is related: something that a file states, or that it states
// nothing of.
typedef struct VdRelationWhy {
  const char *text;
  VdPos pos;    // of the statement, if there is one
  bool silent;  // nothing is stated that would ask for more
} VdRelationWhy;
typedef struct VdRelationWhys {
  VD_VEC(VdRelationWhy) why;  // each text once
  uint32_t *of[2];  // by slot: the one that relates it, or VD_RELATION_NONE
} VdRelationWhys;
#define VD_RELATION_NONE UINT32_MAX
void vd_relation_whys_done(VdRelationWhys *whys);

typedef struct VdRelation VdRelation;

// In all of them input[side] is by slot.
typedef struct VdRelationKind {
  const char *word;  // its keys start with it
  void (*terms)(const VdRelation *r, VdTerms *tm, const VdTerm *const input[2],
                VdTermVec *out);
  bool (*clauses)(const VdRelation *r, VdTerms *tm, VdSat *sat,
                  const VdSlotBits *const input[2]);
  bool (*test)(const VdRelation *r, const VdValue *const input[2]);
  void (*explain)(const VdRelation *r, const VdValue *const input[2],
                  VdArena *arena, VdRelationWhys *out);
  void (*key)(const VdRelation *r, VdBuf *out);
} VdRelationKind;

struct VdRelation {
  const VdRelationKind *kind;
  const void *of;  // what the kind made it from; outlives it
};

// The condition under which the inputs are related: adds its parts, all of
// which must hold; or as one.
void vd_relation_terms(const VdRelation *r, VdTerms *tm,
                       const VdTerm *const input[2], VdTermVec *out);
VdTerm vd_relation_term(const VdRelation *r, VdTerms *tm,
                        const VdTerm *const input[2]);
// The parts of: two old inputs are both related to the partner.
void vd_relation_partners(const VdRelation *r, VdTerms *tm, const VdTerm *first,
                          const VdTerm *second, const VdTerm *partner,
                          VdTermVec *out);
// Adds clauses that can be satisfied exactly where the inputs are related.
// False if it is not about bits alone. tm is for those that are made of terms.
bool vd_relation_clauses(const VdRelation *r, VdTerms *tm, VdSat *sat,
                         const VdSlotBits *const input[2]);
// Are these values related? Decided without a solver, on all that was read.
bool vd_relation_test(const VdRelation *r, const VdValue *const input[2]);
// Why values that are related are so. Adds to what is there; texts are in the
// arena.
void vd_relation_explain(const VdRelation *r, const VdValue *const input[2],
                         VdArena *arena, VdRelationWhys *out);
// Equal text, equal relation: names of files and the order in them do not
// count.
void vd_relation_key(const VdRelation *r, VdBuf *out);

// ---------------------------------------------------------------- equality
// Slots in pairs: they have the same value. Others have any.
typedef struct VdEqualSlots {
  uint32_t n;
  const uint32_t *slot[2];  // the i-th pair is slot[0][i] and slot[1][i]
} VdEqualSlots;
VdRelation vd_relation_equal(const VdEqualSlots *slots);

// ---------------------------------------------------------------- contract
// What a block says of inputs, and the equalities that it leaves as they are.
typedef struct VdContractSource {
  VdTerms *tm;
  const VdContractBlock *block;  // NULL: the default contract
  const VdContractPairs *pairs;
  // The variables over which pairs was made, by slot: those of the machines.
  const VdTerm *base[2];
  uint32_t slots[2];
} VdContractSource;
VdRelation vd_relation_contract(const VdContractSource *inputs);

// --------------------------------------------------------------- crosswalk
// Slots are the codes of the scope, scope->code[side], each a Bool.
typedef struct VdCrosswalkSource {
  const VdCrosswalk *cw;
  VdScope *scope;
  // The scope is one of vd_scope_partner: what is new is no orphan.
  bool partner;
} VdCrosswalkSource;
VdRelation vd_relation_crosswalk(const VdCrosswalkSource *inputs);

// Can a condition on inputs hold at all? UNSAT: nothing is related. Asks
// CaDiCaL if it is about bits alone, else the solver; so callers run in a
// worker process.
VdAnswer vd_relation_can_hold(VdTerms *tm, VdTerm condition,
                              const VdSolver *solver, const VdBudget *budget);

#endif
