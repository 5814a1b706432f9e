// From the syntax tree to a checked one: every name stands for something, every
// expression has a type, every variable its scalars and initial values, and
// what is known at compile time is computed.
//
//   check.c       the unit: names of types, POUs and globals; one POU
//   check_type.c  types as written
//   check_init.c  initial values
//   check_expr.c  expressions: literals, names, places, conversions
//   check_op.c    operators
//   check_call.c  calls of functions, FBs and actions
//   check_std.c   standard functions, which are generic
//   check_stmt.c  statements
#ifndef VD_FRONT_ST_CHECK_H
#define VD_FRONT_ST_CHECK_H

#include "front/st/emit.h"
#include "front/st/type.h"

typedef struct VdStInfo VdStInfo;

typedef enum VdStEntityKind {
  VD_ENTITY_VAR = 1,  // var, type, cell
  VD_ENTITY_VALUE,    // type, value: of an enum
  VD_ENTITY_POU,      // info
  VD_ENTITY_STD,      // std
  VD_ENTITY_ACTION,   // action
} VdStEntityKind;

typedef struct VdStEntity {
  VdStEntityKind kind;
  VdStVar *var;
  const VdStType *type;
  const VdStConst *value;  // of a scalar constant too
  VdStInfo *info;
  const struct VdStStd *std;
  const VdStAction *action;
  VdDirection direction;
  uint32_t cell;  // the first; in the POU that the entity belongs to
} VdStEntity;

// An argument of a call: what it is for, and what is given.
typedef struct VdStBinding {
  const VdStEntity *formal;  // of the callee
  VdStExpr *actual;
  bool output, negated;
  VdPos pos;
} VdStBinding;

// A scalar of a POU.
typedef struct VdStCell {
  const char *name;
  const VdStType *type;
  const VdStVar *var;  // what it is part of
  VdDirection direction;
  VdValue init;
  bool written;
  uint32_t param, result;
  uint32_t slot;  // variable of the builder
} VdStCell;

// What a POU uses: it calls it, or only has an instance of it. The position is
// for messages.
typedef struct VdStUse {
  VdStInfo *info;
  VdPos pos;
  bool called;
} VdStUse;

// A global as one POU sees it.
typedef struct VdStGlobalUse {
  VdStVar *var;
  VdStEntity *entity;
} VdStGlobalUse;

// A POU and what is known of it. Cells: first the variables of an instance
// (own_cells of them), then in_outs, temporaries and constants, then globals.
struct VdStInfo {
  VdStPou *pou;
  int declared, lowered;   // 0 not yet, 1 being done, 2 done
  uint32_t depth;          // of FBs inside it
  const VdStType *type;    // of an instance
  const VdStType *result;  // FUNCTION
  VdMap scope;             // name to VdStEntity *
  VdStVars own;            // variables in the order of their cells
  VD_VEC(VdStCell) cell;
  uint32_t own_cells;
  VD_ST_LIST(VdStUse) use;
  VD_ST_LIST(VdStGlobalUse) global;
  VdMap global_at;  // VdStVar * to its place in global + 1
  bool may_fault;
  bool has_stopwatch;
  bool needed;                        // by the user's POUs; of the library
  VD_ST_LIST(VdStAction *) uncalled;  // actions that the body does not call
  VdStInfo *whole;                    // with inputs that call them; or NULL
  uint32_t func, elapsed, fault_in, fault;
};

typedef struct VdStCheck {
  VdStUnit *unit;
  VdArena *arena;
  VdDiags *diags;
  VdNames names;   // in lower case
  VdMap type_of;   // name to VdStTypeDecl *
  VdMap pou_of;    // name to VdStInfo *
  VdMap value_of;  // name to VdStEntity *, of an enum's value
  VdMap ambiguous;
  VdMap global_of;  // name to VdStVar *
  VD_VEC(VdStInfo *) info;
  uint32_t errors;
  VdStInfo *current;
  uint32_t nesting;  // of interfaces that are being declared
  uint32_t specs;    // that are being resolved, one inside the other
  uint32_t loops;    // around the current statement
} VdStCheck;

// False if there were errors. init/done: the check owns what was found out, in
// its unit's arena and in the infos.
bool vd_check_unit(VdStCheck *c, VdStUnit *unit, VdDiags *diags);
void vd_check_done(VdStCheck *c);

// ------------------------------------------------------------------- names
uint32_t vd_check_name(VdStCheck *c, const char *text);
VdStInfo *vd_check_find_pou(VdStCheck *c, const char *name);
VdStTypeDecl *vd_check_find_type(VdStCheck *c, const char *name);
// A variable, enum's value, or the result of the current function; hint is the
// type that is wanted, or NULL. NULL if there is none.
VdStEntity *vd_check_find(VdStCheck *c, const char *name, const VdStType *hint);
// The value of an enum by name, NULL if it has none.
VdStEntity *vd_check_enum_value(VdStCheck *c, const VdStType *type,
                                const char *name);
// The global as the POU sees it; it gets cells there when seen first.
VdStEntity *vd_check_global(VdStCheck *c, VdStInfo *info, VdStVar *var);
void vd_check_error(VdStCheck *c, VdPos pos, const char *fmt, ...)
    VD_PRINTF(3, 4);
void vd_check_unsupported(VdStCheck *c, VdPos pos, const char *construct);
// Marks the POU where two of its variables are at one address.
void vd_check_addresses(VdStInfo *info, VdArena *arena);
void vd_check_use(VdStCheck *c, VdStInfo *info, VdPos pos, bool called);

// ------------------------------------------------------------------- types
const VdStType *vd_check_spec(VdStCheck *c, VdStSpec *spec);
// Makes sure that the interface is known; false where it is not.
bool vd_check_interface(VdStCheck *c, VdStInfo *info, VdPos pos);
// Fills in the initial values of the leaves, as written in init.
void vd_check_init(VdStCheck *c, const VdStType *type, VdStExpr *init,
                   VdValue *out);

// ------------------------------------------------------------- expressions
// Gives e a type. hint is what is wanted; it decides what untyped literals and
// names of enum values are.
// Sets its type, and nothing else is known of it; of one that has an error.
const VdStType *vd_check_typed(VdStExpr *e, const VdStType *type);
const VdStType *vd_check_bad(VdStExpr *e);
const VdStType *vd_check_expr(VdStCheck *c, VdStExpr *e, const VdStType *hint);
// The same, and e must be of the type or convert to it by itself.
bool vd_check_as(VdStCheck *c, VdStExpr *e, const VdStType *to);
// e was checked already.
bool vd_check_convert(VdStCheck *c, VdStExpr *e, const VdStType *to);
// A variable that may be written.
const VdStType *vd_check_target(VdStCheck *c, VdStExpr *e);
const VdStType *vd_check_call(VdStCheck *c, VdStExpr *e, const VdStType *hint);
const VdStType *vd_check_std(VdStCheck *c, VdStExpr *e, const VdStType *hint);
// Brings checked expressions to one type; BAD with an error.
const VdStType *vd_check_common(VdStCheck *c, VdStExpr *const *e, uint32_t n,
                                const VdStType *hint);
// Operators (check_op.c).
const VdStType *vd_check_unary(VdStCheck *c, VdStExpr *e, const VdStType *hint);
const VdStType *vd_check_binary(VdStCheck *c, VdStExpr *e,
                                const VdStType *hint);
const VdStType *vd_check_set_value(VdStCheck *c, VdStExpr *e,
                                   const VdStType *type, VdValue value);
const VdStType *vd_check_set_int(VdStCheck *c, VdStExpr *e, bool negative,
                                 uint64_t magnitude);
const VdStType *vd_check_set_real(VdStCheck *c, VdStExpr *e, double real);
VdStVal vd_check_known(const VdStExpr *e);  // of an expression with a value
void vd_check_stmts(VdStCheck *c, const VdStStmts *list);

// What is left of places after the checker: which cells of the POU it can be.
typedef struct VdStSpan {
  uint32_t first, count;
} VdStSpan;
bool vd_place_span(const VdStExpr *e, VdStSpan *out);
bool vd_is_place(const VdStExpr *e);
const VdStField *vd_type_field(const VdStType *t, const char *name);

#endif
