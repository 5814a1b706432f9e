// Private to src/rules: what is shared on the way from a pair to its verdict.
#ifndef VD_RULES_IMPL_H
#define VD_RULES_IMPL_H

#include "relate/relation.h"
#include "rules/rules.h"
#include "run/run.h"
#include "solve/sat.h"

// ------------------------------------------------------------ terms.c
// What one function computes, as terms in which only questions for codes,
// parameters and the memory at the start are left open.
typedef struct VdRuleValue {
  const char *name;  // "return value", "copay"
  VdTerm term;
} VdRuleValue;
typedef struct VdRuleFunc {
  VdTerm defined;
  VD_VEC(VdRuleValue) value;  // ordinary results
  VdTerm memory, world, halt;
  const char *unsupported;  // NULL, or why there are no such terms
  VdPos pos;
} VdRuleFunc;
void vd_rule_func_init(VdRuleFunc *f, VdTerms *tm, VdSums *sums,
                       const VdModule *m, uint32_t func, VdArena *arena);
void vd_rule_func_done(VdRuleFunc *f);
// Replaces terms in all of them.
void vd_rule_func_subst(VdTerms *tm, VdRuleFunc *f, const VdMap *map);
void vd_rule_func_copy(const VdRuleFunc *from, VdRuleFunc *to);

// Key of the object that a parameter points to, before its number.
#define VD_RULE_PARAM "rule parameter "
// Parameters through which memory is accessed point to objects of their own
// from here on. How many there were.
uint32_t vd_rule_point(VdTerms *tm, VdRuleFunc *const *f, uint32_t n);
// All of its terms.
void vd_rule_func_terms(const VdRuleFunc *f, VdTermVec *out);

// The outputs of two functions in pairs, as far as they are different terms.
// Memory becomes the places that are written; where that can't be told, memory
// is one output.
typedef struct VdRulePair {
  const char *name;
  VdTerm term[2];
  VdTerm place;  // of a place: its address
  bool always;   // compared even if the program ended inside
} VdRulePair;
typedef VD_VEC(VdRulePair) VdRulePairs;
bool vd_rule_pairs(VdTerms *tm, const VdRuleFunc *const f[2], VdArena *arena,
                   VdRulePairs *out);
// A place of an object, for people: "copay", "person, byte 8 on".
const char *vd_rule_place_name(VdTerms *tm, VdTerm addr, uint64_t bytes,
                               VdArena *arena);
// Do they compute the same, if both are defined?
VdTerm vd_rule_alike(VdTerms *tm, const VdRuleFunc *const f[2],
                     const VdRulePairs *pairs);

// ------------------------------------------------------------ atoms.c
// A question for a code or a table, in a term.
typedef struct VdRuleAtom {
  VdTerm app;
  VdSide side;
  const VdCodeTable *table;  // NULL: code
  VdCode code;
} VdRuleAtom;
typedef VD_VEC(VdRuleAtom) VdRuleAtoms;
// The codes of which it asks for any.
static inline uint32_t vd_rule_atom_codes(const VdRuleAtom *a) {
  return a->table ? a->table->entry.len : 1;
}
static inline VdCode vd_rule_atom_code(const VdRuleAtom *a, uint32_t i) {
  return a->table ? a->table->entry.at[i].code : a->code;
}

// A table that was looked for.
typedef struct VdRuleTable {
  VdCodeTable table;
  const char *wrong;  // NULL, or why it can't be used
} VdRuleTable;

typedef struct VdRuleReader {
  const VdRules *rules;
  VdComparison *out;  // for warnings
  VdArena *arena;
  VdNames name[2];                 // of tables, by side
  VD_VEC(VdRuleTable *) table[2];  // by number - 1
} VdRuleReader;
void vd_rule_reader_done(VdRuleReader *reader);
// Makes questions of the two sides different functions.
void vd_rule_mark(VdModule *m, VdSide side);
bool vd_rule_is_question(const VdFunc *f, bool *table);
const char *vd_rule_literal(const VdGlobal *g);  // NULL: it is no string
// A question of a function, with its place in the source.
typedef struct VdRuleAsk {
  const char *text;  // of the literal
  bool table;
  VdPos pos;
} VdRuleAsk;
typedef VD_VEC(VdRuleAsk) VdRuleAsks;
void vd_rule_asks(const VdModule *m, uint32_t func, VdRuleAsks *out);
// What a literal means; false with a message.
bool vd_rule_resolve(VdRuleReader *reader, VdSide side, bool table,
                     const char *text, VdRuleAtom *out, const char **why);
// The atoms in terms. False with a message if one is no literal or no code.
bool vd_rule_atoms(VdRuleReader *reader, VdTerms *tm, const VdTerm *roots,
                   uint32_t n, VdRuleAtoms *out, const char **why);

// ------------------------------------------------------------- questions
// The inputs of a question: one of the old side and one of the new, and for a
// mismatch a second one of the old side.
enum { VD_RULE_FIRST = 0, VD_RULE_NEW = 1, VD_RULE_SECOND = 2 };

typedef struct VdRuleModel {
  bool *present[3];  // by input: of scope->code[side]
  VdValue *leaf;     // of the leaves
} VdRuleModel;

typedef struct VdRuleQuestion {
  VdTerms *tm;
  const VdCrosswalk *cw;
  VdScope *scope;
  VdRelation relation;          // of the inputs: the crosswalk on that scope
  const VdRuleAtoms *atoms[2];  // first (old or both) and second function
  uint32_t input[2];            // which inputs their atoms ask
  bool partner;                 // of a mismatch
  bool sat_alone;               // as in VdRuleOptions
  bool proof_only;              // start is not wanted
  VdTerm difference;
  VdTerm strict;   // or only one of the two is defined
  VdTermVec leaf;  // parameters, and what memory holds at the start
  const VdSolver *solver;
  VdBudget budget;
  VdArena *arena;
  const bool *kept;  // by proofs: codes that it needs
  // If it found some: codes of the scope of one side, with which a function
  // differs from a translation.
  const bool *start;
  VdSide start_side;
  const char *checker;  // who answered
  const char *why;      // UNKNOWN
  bool late;            // UNKNOWN, for want of time
} VdRuleQuestion;
static inline uint32_t vd_rule_inputs(const VdRuleQuestion *q) {
  return q->partner ? 3 : 2;
}
static inline VdSide vd_rule_side_of(uint32_t input) {
  return input == VD_RULE_NEW ? VD_NEW : VD_OLD;
}
// Which codes of an input a question needs, after proofs failed.
static inline const bool *vd_rule_needed(const VdRuleQuestion *q,
                                         uint32_t input) {
  return q->kept +
         (vd_rule_side_of(input) == VD_NEW ? q->scope->code[VD_OLD].len : 0);
}

// ---------------------------------------------------------- sat.c, smt.c
// Whether the question has a model. False: it is not about bits.
bool vd_rule_ask_sat(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer);
// The same for every question: true.
bool vd_rule_ask_smt(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer);
// Whether codes and leaves are all that the answer can depend on, for those who
// run the functions.
bool vd_rule_is_plain(const VdRuleQuestion *q);

// ------------------------------------------------------------ reduce.c
// Which codes of the scope, old ones first, a question needs: the others may
// be absent, and with them the lines that they are on.
bool *vd_rule_reduce(const VdRuleQuestion *q, VdArena *arena);

// ------------------------------------------------------------- merge.c
// The same question with fewer atoms, for proofs: its pointers go into this
// struct, which stays where it is.
typedef struct VdRuleMerged {
  VdRuleQuestion q;
  VdRuleAtoms atoms[2];
  VD_VEC(VdCodeTable *) table;
  VdArena arena;
} VdRuleMerged;
// False: there are none to merge. To be done with in any case.
bool vd_rule_merge(const VdRuleQuestion *q, VdRuleMerged *out);
void vd_rule_merged_done(VdRuleMerged *merged);

// --------------------------------------------------------- translate.c
// Whether the translations of the paper show that there is no difference. If
// they do not, q->kept is set, and q->start may be.
bool vd_rule_translate(VdRuleQuestion *q);

// -------------------------------------------------------------- bits.c
// The same over the codes of one side, for what diagrams are too large for.
bool vd_rule_translate_bits(VdRuleQuestion *q, VdSide side);

// ---------------------------------------------------------- witness.c
// From q->start to a model of the question, with few codes. False: none found.
bool vd_rule_witness(VdRuleQuestion *q, VdRuleModel *model);

// ---------------------------------------------------------- evidence.c
typedef struct VdRuleWork {
  const VdRules *rules;
  VdRuleReader reader;
  VdTerms *tm;
  VdModule *module[2];
  VdSums *sums[2];
  VdScope scope[2];              // of the pair, and of the old function alone
  VdCrosswalkSource related[2];  // by them
  bool *handed[2];  // by func: its address is known to others than calls
  VdArena *arena;
} VdRuleWork;
// A position that outlives the module.
static inline VdPos vd_rule_keep_pos(const VdRuleWork *w, VdPos pos) {
  if (pos.file) pos.file = vd_arena_str(w->arena, pos.file);
  return pos;
}

// Turns a model into evidence and checks it: the inputs are related, and the
// functions, run by the interpreter, differ. False with a reason; out is to be
// done with in any case.
bool vd_rule_evidence(VdRuleWork *w, const VdRuleQuestion *q,
                      const VdRuleModel *model, const uint32_t func[2],
                      const VdRulePairs *pairs, VdRelated *out,
                      const char **why);

// ---------------------------------------------------------------- pairing.c
// Sets w->handed.
void vd_rule_find_handed(VdRuleWork *w);
// Whether a function is compared as a rule, --function aside: it is exported,
// or static and handed on.
bool vd_rule_is_rule(const VdRuleWork *w, VdSide side, uint32_t func);
// The function of the new version that one of the old is compared with;
// UINT32_MAX if there is none.
uint32_t vd_rule_partner(const VdRuleWork *w, uint32_t func);

// -------------------------------------------------------------- key.c
// Adds what the verdict of a pair depends on. False: nothing to remember.
bool vd_rule_key(VdRuleWork *w, const uint32_t func[2], uint32_t sides,
                 VdBuf *out);

// ------------------------------------------------------------------ rules.c
// The verdict of a pair of functions; of an old one alone, if sides is 1.
void vd_rule_check(VdRuleWork *w, const uint32_t func[2], uint32_t sides,
                   VdVerdict *v);

// ---------------------------------------------------------------- surface.c
// What others see of the two versions. After hashing.
void vd_rule_surface(VdRuleWork *w, VdComparison *out);

#endif
