// And-inverter graphs, and machines made of them.
//
// A literal is twice a node's number, plus one where it is negated. Node 0 is
// the constant: 0 is false and 1 is true. Nodes are hash-consed, and the
// arguments of an AND have smaller numbers than the AND: so a loop upwards over
// the numbers meets arguments first, and nothing here recurs.
//
// A latch is a node whose value in the next step is given by a literal. A
// graph with latches is a machine: in each step it reads its inputs.
//
// Failure: none, except for memory (base.h). Graphs of 2^31 nodes count as
// such.
#ifndef VD_AIG_H
#define VD_AIG_H

#include "base/base.h"
#include "solve/sat.h"

typedef uint32_t VdLit;
enum { VD_LIT_FALSE = 0, VD_LIT_TRUE = 1 };
static inline VdLit vd_lit_not(VdLit lit) {
  return lit ^ 1;
}
static inline VdLit vd_lit_not_if(VdLit lit, bool b) {
  return lit ^ b;
}
static inline uint32_t vd_lit_node(VdLit lit) {
  return lit >> 1;
}
static inline bool vd_lit_sign(VdLit lit) {
  return lit & 1;
}

typedef VD_VEC(VdLit) VdLits;
typedef VD_VEC(uint32_t) VdNodes;

typedef enum VdNodeKind {
  VD_NODE_FALSE = 0,
  VD_NODE_INPUT,
  VD_NODE_LATCH,
  VD_NODE_AND,
} VdNodeKind;

typedef enum VdReset {
  VD_RESET_FREE = 0,  // starts with any value
  VD_RESET_0,
  VD_RESET_1,
} VdReset;

typedef struct VdAig VdAig;
VdAig *vd_aig_new(void);
void vd_aig_free(VdAig *aig);  // NULL is fine

// The latch keeps its value until vd_aig_set_next says otherwise.
VdLit vd_aig_input(VdAig *aig);
VdLit vd_aig_latch(VdAig *aig, VdReset reset);
void vd_aig_set_next(VdAig *aig, VdLit latch, VdLit next);

VdLit vd_aig_and(VdAig *aig, VdLit a, VdLit b);
VdLit vd_aig_or(VdAig *aig, VdLit a, VdLit b);
VdLit vd_aig_xor(VdAig *aig, VdLit a, VdLit b);
VdLit vd_aig_ite(VdAig *aig, VdLit c, VdLit a, VdLit b);
VdLit vd_aig_all(VdAig *aig, const VdLit *lits, uint32_t n);
VdLit vd_aig_any(VdAig *aig, const VdLit *lits, uint32_t n);

uint32_t vd_aig_nodes(const VdAig *aig);
uint32_t vd_aig_inputs(const VdAig *aig);
uint32_t vd_aig_latches(const VdAig *aig);
VdLit vd_aig_input_at(const VdAig *aig, uint32_t i);  // i below inputs
VdLit vd_aig_latch_at(const VdAig *aig, uint32_t i);  // i below latches
VdLit vd_aig_next_at(const VdAig *aig, uint32_t i);
VdReset vd_aig_reset_at(const VdAig *aig, uint32_t i);

VdNodeKind vd_aig_kind(const VdAig *aig, uint32_t node);
// Which input or latch it is.
uint32_t vd_aig_index(const VdAig *aig, uint32_t node);
// The arguments of an AND.
VdLit vd_aig_left(const VdAig *aig, uint32_t node);
VdLit vd_aig_right(const VdAig *aig, uint32_t node);
// Is the AND the negation of ite(*c, *a, *b)?
bool vd_aig_is_mux(const VdAig *aig, uint32_t node, VdLit *c, VdLit *a,
                   VdLit *b);
// How many ANDs have it as an argument.
uint32_t vd_aig_uses(const VdAig *aig, uint32_t node);

// Adds the nodes that the roots depend on, in increasing order; with steps also
// those that they depend on through latches.
void vd_aig_cone(const VdAig *aig, const VdLit *roots, uint32_t n, bool steps,
                 VdNodes *out);
// Copies nodes (a cone) to another graph. map has an entry for each node of
// `from`; those of inputs and latches are given, those of ANDs are filled in.
void vd_aig_copy(const VdAig *from, const VdNodes *cone, VdAig *to, VdLit *map);
static inline VdLit vd_lit_mapped(const VdLit *map, VdLit lit) {
  return map[lit >> 1] ^ (lit & 1);
}

// Simulates 64 patterns. word has an entry for each node; those of inputs and
// latches are given, the others are filled in.
void vd_aig_simulate(const VdAig *aig, uint64_t *word);
static inline uint64_t vd_lit_word(const uint64_t *word, VdLit lit) {
  return word[lit >> 1] ^ (0 - (uint64_t)(lit & 1));
}

// --------------------------------------------------------------------- CNF
// Says in a solver what nodes are, as they are asked for. The graph may grow
// meanwhile. The graph and the solver must outlive it.
typedef struct VdCnf {
  const VdAig *aig;
  VdSat *sat;
  VD_VEC(int) var;  // of each node; 0 while it has none
  VdNodes todo;     // have a variable, but their clauses are not written
} VdCnf;
int vd_cnf_lit(VdCnf *cnf, VdLit lit);
void vd_cnf_assert(VdCnf *cnf, VdLit lit);         // it is true
bool vd_cnf_has(const VdCnf *cnf, uint32_t node);  // was it said?
// The value of an input or a latch after SAT; one that was never said is false.
bool vd_cnf_value(const VdCnf *cnf, VdLit lit);
void vd_cnf_done(VdCnf *cnf);

#endif
