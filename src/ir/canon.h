// Functions and constant globals as bytes that do not depend on names,
// positions and order. canon.c writes one of them; what it refers to is up to
// the caller: hash.c writes digests, vd_ir_canonical goes on with what was
// referred to.
#ifndef VD_IR_CANON_H
#define VD_IR_CANON_H

#include "ir/inner.h"

typedef VD_VEC(uint32_t) VdIdVec;

// Nodes are the functions of a module, then its globals.
typedef struct VdCanon {
  const VdModule *m;
  VD_VEC(uint8_t) out;
  // Writes a reference to a node.
  void (*refer)(void *context, uint32_t node);
  void *context;
  bool whole;  // with what a proof may rest on beside what functions do
  // Of the function at hand:
  const VdFunc *f;
  VdIdVec number;  // of value id: 0 if it has none yet, VD_CANON_LEAF if never
  VD_VEC(const VdInst *) def;  // of value id, NULL for a parameter
  VdIdVec home;                // of value id of an UNDEF: rank of its block
  VdIdVec slot;                // of slot: its number, from 1 on
  uint32_t values, slots;
  VdIdVec work;
} VdCanon;

typedef enum VdCanonTag {
  VD_TAG_DEFINED = 1,
  VD_TAG_EXTERNAL,
  VD_TAG_OPAQUE,
  VD_TAG_GLOBAL,
  VD_TAG_GROUP,
  VD_TAG_NAMES,
  VD_TAG_OWN,      // a node of the same group, or by number
  VD_TAG_OTHER,    // a digest follows
  VD_TAG_NAMED,    // a global by name
  VD_TAG_ADDRESS,  // of a function
  VD_TAG_BLOCK,
  VD_TAG_OP,
  VD_TAG_CONST,
  VD_TAG_UNDEF,
  VD_TAG_SLOT,
  VD_TAG_CALL,
  VD_TAG_CALLPTR,
  VD_TAG_REQUIRE,
  VD_TAG_JUMP,
  VD_TAG_BRANCH,
  VD_TAG_RETURN,
  VD_TAG_STOP,
  VD_TAG_NEVER,
} VdCanonTag;

enum { VD_CANON_LEAF = UINT32_MAX };  // is written where it is used

// Most numbers are one byte.
void vd_canon_put_long(VdCanon *c, uint64_t n);
static inline void vd_canon_put(VdCanon *c, uint64_t n) {
  if (n >= 0x80)
    vd_canon_put_long(c, n);
  else
    vd_push(&c->out, (uint8_t)n);
}
void vd_canon_bytes(VdCanon *c, const void *bytes, size_t n);
void vd_canon_text(VdCanon *c, const char *text);
// A whole function or constant, or the name of a global that is none.
void vd_canon_node(VdCanon *c, uint32_t node);
void vd_canon_done(VdCanon *c);

// What functions and constant globals refer to, from one walk over them: it is
// mostly waiting for instructions.
typedef struct VdCalls {
  VdIdVec start, to;         // of node: nodes it refers to
  VdIdVec first_call, call;  // of function: those it calls, shapes of pointers
                             // and what an unsupported one refers to included
  VD_VEC(bool) direct;       // of call: by a call of its name
  VD_VEC(bool) risky;        // of function: by itself, whatever it calls
} VdCalls;
void vd_calls_init(VdCalls *c, const VdModule *m);
void vd_calls_done(VdCalls *c);
// Sets may_be_undefined and recursive of every function.
void vd_calls_mark(const VdCalls *c, VdModule *m);

// Globals that count by what is in them.
static inline bool vd_global_is_constant(const VdModule *m, uint32_t global) {
  return m->global.at[global].constant && !m->global.at[global].external;
}

#endif
