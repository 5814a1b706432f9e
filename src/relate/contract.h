// Contracts: which inputs of two versions are compared, how the inputs of one
// belong to those of the other, and what of the outputs must agree. One small
// language for all front ends, described in doc/contracts.md.
//
//   compare Main {
//     assume old.CapacitiveSensor;
//     relate old.OnConveyor == (16160 < new.Position && new.Position < 16260);
//     ensure old.Pusher == new.Pusher;
//     frame Crane { ... }
//   }
//
// Use: read a file once; find the block of a pair; make terms of it against the
// interfaces of both versions. A contract never changes after it was read, and
// owns all its text. A side is 0 for old and 1 for new.
//
// Failure: messages go to diags with file, line and column, at most
// crosswalk_errors a file; then the result is NULL or false. No clause
// is ever dropped in silence.
#ifndef VD_CONTRACT_H
#define VD_CONTRACT_H

#include "ir/machine.h"
#include "solve/solve.h"

// ----------------------------------------------------------------- reading
typedef enum VdClauseKind {
  VD_CLAUSE_ASSUME,  // of the inputs
  VD_CLAUSE_RELATE,  // the inputs of both sides
  VD_CLAUSE_ENSURE,  // of the outputs
} VdClauseKind;

typedef struct VdContractExpr VdContractExpr;

typedef struct VdClause {
  VdClauseKind kind;
  bool defaults;               // ensure outputs: no expression
  const VdContractExpr *expr;  // else
  const char *text;            // as written, blanks and comments made one blank
  VdPos pos;
} VdClause;

typedef struct VdContractBlock {
  const char *name[2];  // the same, unless it is written OLD as NEW
  VdPos pos;            // of the name
  uint32_t clauses;
  const VdClause *clause;
  uint32_t frames;
  struct VdContractBlock *frame;
} VdContractBlock;

typedef struct VdContract {
  VdArena arena;
  const char *path;
  uint32_t blocks;
  VdContractBlock *block;
} VdContract;

// NULL if there were errors. path "-" is stdin.
VdContract *vd_contract_read(const char *path, VdDiags *diags);
VdContract *vd_contract_read_text(const char *path, const char *text,
                                  size_t len, VdDiags *diags);
void vd_contract_free(VdContract *contract);  // NULL is fine

// The block of a pair, or NULL. any_case: names are equal without case.
const VdContractBlock *vd_contract_find(const VdContract *contract,
                                        const char *old_name,
                                        const char *new_name, bool any_case);
// Does any clause name this variable of a side, or a part of it?
bool vd_contract_speaks(const VdContractBlock *block, int side,
                        const char *name);
// Does a clause name it with its side, and so stand for what became of it?
// assumed: an assume clause will do.
bool vd_contract_excuses(const VdContractBlock *block, int side,
                         const char *name, bool assumed);
// Does an ensure clause speak of it and of the new version?
bool vd_contract_covers(const VdContractBlock *block, const char *name);
// Does it leave out that equally named outputs are equal?
bool vd_contract_ensures(const VdContractBlock *block);
// A block without its positions and comments: what a store may know it by.
// Equal text, equal meaning; a block without clauses and frames gives "".
void vd_contract_print(const VdContractBlock *block, VdBuf *out);

// -------------------------------------------------------------- interfaces
typedef struct VdContractType {
  VdScalarClass class;
  const VdEnum *enumeration;  // or NULL
  uint64_t unit;              // TIME, DATE, TOD, DT: nanoseconds a count
  const char *text;           // "INT", for messages
} VdContractType;
VdContractType vd_contract_type_of(const VdMachineVar *var);

typedef struct VdContractName {
  const char *name;  // as declared
  VdUse role;
  VdContractType type;
  VdTerm input, output;  // as the role says; else none
  uint32_t id;           // of the variable on its side
} VdContractName;

typedef struct VdInterface {
  // What name means on a side; false if there is none. Indices in a name have
  // no blanks: a[1,-2].x.
  bool (*look)(void *context, int side, const char *name, VdContractName *out);
  // All names of a side that a contract may use, in any order, "" between
  // them; NULL after the last.
  const char *(*list)(void *context, int side, uint32_t i);
  void *context;
  bool any_case;  // names are equal without case
} VdInterface;

// ------------------------------------------------------------------- terms
typedef struct VdContractTerm {
  VdTerm term;
  const VdClause *clause;  // its text and position are for reports
} VdContractTerm;
typedef VD_VEC(VdContractTerm) VdContractTermVec;

typedef struct VdContractTerms {
  VdTerm assume, relate;     // conjunctions; true if there is no clause
  VdContractTermVec part;    // what they are made of, as written
  VdContractTermVec ensure;  // in the order of the file
  bool outputs;              // equally named outputs must be equal too: there
                             // is no ensure clause, or one for the outputs
  // The ids of inputs that a relate clause names with its side: not equal to
  // their namesakes by default. Sorted, each once.
  VD_VEC(uint32_t) related[2];
} VdContractTerms;
// A block of NULL is the default contract. False if there were errors.
bool vd_contract_terms(VdTerms *tm, const VdContractBlock *block,
                       const VdInterface *interface, VdDiags *diags,
                       VdContractTerms *out);
void vd_contract_terms_done(VdContractTerms *terms);
bool vd_contract_is_related(const VdContractTerms *terms, int side,
                            uint32_t id);

// Equality of two variables, by value: of integers whatever their widths, of
// times whatever their units. Of floats it is identity: a NaN is itself, and
// -0.0 is not 0.0. None if the types do not compare.
VdTerm vd_contract_equal(VdTerms *tm, const VdContractType type[2],
                         const VdTerm term[2]);

// ---------------------------------------------------------------- machines
typedef struct VdContractSide {
  const VdMachine *machine;
  const VdUse *role;     // by var; NULL: vd_machine_use of each
  const VdTerm *input;   // by var: value before the cycle; for inputs
  const VdTerm *output;  // by var: value after the cycle; for outputs
} VdContractSide;
// Variables with one name, without case, and one role on both sides.
typedef struct VdContractPair {
  uint32_t var[2];
  bool input;     // a pair of inputs, else of outputs; BOTH gives one of each
  bool standard;  // by default it is equal, or must be
  VdTerm equal;   // vd_contract_equal; none: the types do not compare
} VdContractPair;

typedef struct VdContractPairs {
  VdContractTerms terms;
  VD_VEC(VdContractPair) pair;  // inputs, then outputs; by old var
  VD_VEC(uint32_t) only[2];     // inputs and outputs without a namesake
} VdContractPairs;
// Terms for the roles given must be there, and of the sort of their variable.
bool vd_contract_pairs(VdTerms *tm, const VdContractBlock *block,
                       const VdContractSide side[2], VdDiags *diags,
                       VdContractPairs *out);
void vd_contract_pairs_done(VdContractPairs *machine);

// What a block says of frames: couplings, relations of what is kept between two
// cycles, by variables of the instances. side has `input` for all of these,
// state included. False if there were errors.
typedef struct VdContractCoupling {
  VdTerm term;
  const VdClause *clause;
  const char *frame;  // the instance of the new side
} VdContractCoupling;
typedef VD_VEC(VdContractCoupling) VdContractCouplings;
bool vd_contract_frames(VdTerms *tm, const VdContractBlock *block,
                        const VdMachines *const machines[2],
                        const VdContractSide side[2], VdDiags *diags,
                        VdContractCouplings *out);

// Is each block about machines that are there, and each frame about an instance
// or type that its machine has, on both sides? Else an error each.
bool vd_contract_names(const VdContract *contract,
                       const VdMachines *const machines[2], VdDiags *diags);

#endif
