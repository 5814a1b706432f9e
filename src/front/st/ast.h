// The syntax tree of IEC 61131-3: types, variables, statements, expressions,
// program organisation units (POUs) and SFC networks.
//
// It is made by the parser of Structured Text (parse.h), by the reader of
// PLCopen XML, and in part by the translation of SFC networks, which turns a
// network into variables and statements (VdStPou.sfc to VdStPou.body). The
// checker (check.h) fills in what is marked "checker". Everything lives in the
// arena of its unit. Names are as they were written; they are the same if
// vd_st_same says so. Every node has a position; VdPos.file is not owned and
// must outlive the unit.
//
// What the front end does not model is not an error: the parser notes reason
// and position on the POU (vd_st_unsupported), which then has no meaning but
// what its tokens look like.
#ifndef VD_FRONT_ST_AST_H
#define VD_FRONT_ST_AST_H

#include "base/base.h"

typedef struct VdStExpr VdStExpr;
typedef struct VdStSpec VdStSpec;
typedef struct VdStStmt VdStStmt;
typedef struct VdStVar VdStVar;
typedef struct VdStType VdStType;  // of the checker (type.h)

// ------------------------------------------------------------------- lists
//   vd_st_add(arena, &list, item);  list.at[0];  list.len;
#define VD_ST_LIST(T)  \
  struct {             \
    T *at;             \
    uint32_t len, cap; \
  }
#define vd_st_add(arena, list, ...)                                           \
  ((list)->len == (list)->cap                                                 \
       ? vd_st_grow((arena), (void **)&(list)->at, &(list)->cap, (list)->len, \
                    sizeof *(list)->at)                                       \
       : (void)0,                                                             \
   (list)->at[(list)->len++] = (__VA_ARGS__))
void vd_st_grow(VdArena *arena, void **at, uint32_t *cap, uint32_t len,
                size_t elem);

typedef VD_ST_LIST(VdStExpr *) VdStExprs;
typedef VD_ST_LIST(VdStStmt *) VdStStmts;
typedef VD_ST_LIST(VdStVar *) VdStVars;

// A name and where it stands.
typedef struct VdStName {
  const char *text;
  VdPos pos;
} VdStName;
typedef VD_ST_LIST(VdStName) VdStNames;

// ------------------------------------------------------------- expressions
typedef enum VdStOp {
  VD_ST_NO_OP = 0,
  VD_ST_OR,
  VD_ST_XOR,
  VD_ST_AND,
  VD_ST_EQ,
  VD_ST_NE,
  VD_ST_LT,
  VD_ST_GT,
  VD_ST_LE,
  VD_ST_GE,
  VD_ST_ADD,
  VD_ST_SUB,
  VD_ST_MUL,
  VD_ST_DIV,
  VD_ST_MOD,
  VD_ST_POWER,
  VD_ST_NEG,  // unary from here on
  VD_ST_NOT,
} VdStOp;

// What kind of literal; a type in front of it (INT#5) is `prefix`.
typedef enum VdStLiteral {
  VD_ST_LIT_INT = 0,  // bits; negative: a minus was in front
  VD_ST_LIT_REAL,     // real
  VD_ST_LIT_BOOL,     // bits: 0 or 1
  VD_ST_LIT_TIME,     // bits: nanoseconds, two's complement; TIME or LTIME
  VD_ST_LIT_DATE,     // bits: seconds since 1970-01-01
  VD_ST_LIT_TOD,      // bits: nanoseconds since midnight
  VD_ST_LIT_DT,       // bits: nanoseconds since 1970-01-01
} VdStLiteral;

typedef enum VdStExprKind {
  VD_ST_LITERAL = 0,
  VD_ST_NAME,     // name: a variable, an enum's value, a function's result
  VD_ST_ENUM,     // prefix#name
  VD_ST_MEMBER,   // base.name: of a struct, FB instance, step (X, T), enum type
  VD_ST_BIT,      // base.%X<bits>, base.<bits>: a bit of a bit string
  VD_ST_INDEX,    // base[arg, ...]; also in initial values
  VD_ST_CALL,     // base(arg, ...): a function, an FB instance, an action
  VD_ST_UNARY,    // op, base
  VD_ST_BINARY,   // op, base, right
  VD_ST_ADDRESS,  // name: "%IX0.0", as it was written
  // Only in initial values:
  VD_ST_ARRAY_INIT,   // [arg, ...]; an element is an expression or a REPEAT
  VD_ST_REPEAT_INIT,  // bits(arg, ...): the arguments as often as that
  VD_ST_STRUCT_INIT,  // (arg, ...), all named: of a struct or FB instance
} VdStExprKind;

// An argument of a call, an index, or an element of an initial value.
typedef struct VdStArg {
  const char *name;  // NULL if by position
  bool output;       // name => value
  bool negated;      // NOT name => value
  VdStExpr *value;   // NULL where nothing is given: name =>
  VdPos pos;
} VdStArg;

struct VdStExpr {
  VdStExprKind kind;
  VdPos pos;       // of the first character; of a binary one, of its operator
  uint32_t depth;  // of the tree below; the parser bounds it
  VdStOp op;
  VdStLiteral literal;
  bool negative;
  uint64_t bits;
  double real;
  const char *prefix;
  const char *name;
  VdStExpr *base, *right;
  VD_ST_LIST(VdStArg) arg;
  // Checker: the type, NULL if there is none (a call without a result).
  const VdStType *type;
  // Checker: what it is converted to before it is used, NULL if to nothing.
  const VdStType *to;
  // Checker: what a name, a callee or a member stands for (check.h).
  const struct VdStEntity *entity;
  // Checker: the arguments of a call and what they are for, as written.
  const struct VdStBinding *binding;
  uint32_t bindings;
  // Checker: the value, if it is known at compile time.
  const struct VdStConst *value;
};

// ---------------------------------------------------------- types as written
typedef enum VdStSpecKind {
  VD_ST_SPEC_NAME = 0,     // name: elementary, declared, or an FB
  VD_ST_SPEC_SUBRANGE,     // name (low .. high)
  VD_ST_SPEC_ENUM,         // values; name is the base type or NULL
  VD_ST_SPEC_STRUCT,       // field
  VD_ST_SPEC_ARRAY,        // range, element
  VD_ST_SPEC_UNSUPPORTED,  // name: STRING[20], POINTER, REF_TO, ...
} VdStSpecKind;

typedef struct VdStRange {
  VdStExpr *low, *high;
} VdStRange;

typedef struct VdStEnumValue {
  const char *name;
  VdPos pos;
  VdStExpr *value;  // NULL: one more than the one before
} VdStEnumValue;

struct VdStSpec {
  VdStSpecKind kind;
  VdPos pos;
  const char *name;
  VdStExpr *low, *high;                  // SUBRANGE
  VD_ST_LIST(VdStEnumValue) enumerator;  // ENUM
  VdStVars field;                        // STRUCT
  VD_ST_LIST(VdStRange) range;           // ARRAY: one for each dimension
  VdStSpec *element;                     // ARRAY
  const VdStType *type;                  // checker
};

// TYPE name : spec := init; END_TYPE
typedef struct VdStTypeDecl {
  const char *name;
  VdPos pos;
  VdStSpec *spec;
  VdStExpr *init;    // or NULL
  const char *text;  // the type as written; or NULL
  // Checker:
  VdStType *type;
  int state;
} VdStTypeDecl;

// --------------------------------------------------------------- variables
typedef enum VdStSection {
  VD_ST_VAR = 0,
  VD_ST_VAR_INPUT,
  VD_ST_VAR_OUTPUT,
  VD_ST_VAR_IN_OUT,
  VD_ST_VAR_TEMP,
  VD_ST_VAR_EXTERNAL,
  VD_ST_VAR_GLOBAL,
} VdStSection;

struct VdStVar {
  const char *name;
  VdPos pos;
  VdStSection section;
  bool constant, retain;
  bool non_retain, persistent;  // as written; both count as part of retain
  bool visible;                 // PUBLIC
  bool internal;                // PRIVATE, PROTECTED or INTERNAL
  const char *place;  // of a global: its list, configuration, resource; or NULL
  const char *text;   // the declaration as written, without its name; or NULL
  bool edge;          // R_EDGE or F_EDGE
  bool falling;       // F_EDGE
  bool made;          // not declared: of an SFC network
  const char *at;     // address "%IX0.0", NULL if none
  VdStSpec *spec;
  VdStExpr *init;  // or NULL
  // Checker:
  const VdStType *type;
  const struct VdValue *leaf;  // initial values of its scalars
  struct VdStEntity *entity;
  int state;
};

// -------------------------------------------------------------- statements
typedef enum VdStStmtKind {
  VD_ST_ASSIGN = 0,  // target := value
  VD_ST_INVOKE,      // value, a call
  VD_ST_IF,          // branch; one without a condition is ELSE
  VD_ST_CASE,        // value; branch; one without labels is ELSE
  VD_ST_FOR,         // target := value TO limit BY by; body
  VD_ST_WHILE,       // value; body
  VD_ST_REPEAT,      // body; value: ends when it is true
  VD_ST_EXIT,
  VD_ST_CONTINUE,
  VD_ST_RETURN,
} VdStStmtKind;

// low is a value; with high it is a range.
typedef struct VdStLabel {
  VdStExpr *low, *high;
} VdStLabel;

typedef struct VdStBranch {
  VdPos pos;
  VdStExpr *cond;               // IF
  VD_ST_LIST(VdStLabel) label;  // CASE
  VdStStmts body;
} VdStBranch;

struct VdStStmt {
  VdStStmtKind kind;
  VdPos pos;
  VdStExpr *target, *value, *limit, *by;
  VD_ST_LIST(VdStBranch) branch;
  VdStStmts body;
};

// --------------------------------------------------------------------- SFC
// A network is a set of steps and a list of transitions, each from a set of
// steps to a set of steps. So there is one form for all that is drawn:
//   selection divergence      several transitions from one step
//   selection convergence     several transitions to one step
//   simultaneous divergence   a transition to several steps
//   simultaneous convergence  a transition from several steps
//   jump                      a transition to a step that is elsewhere
// A reader of drawings resolves the lines to this.
typedef enum VdSfcQualifier {
  VD_SFC_N = 0,  // while the step is active
  VD_SFC_R,      // reset what is stored
  VD_SFC_S,      // stored
  VD_SFC_L,      // limited in time
  VD_SFC_D,      // delayed
  VD_SFC_P,      // a pulse
  VD_SFC_SD,     // stored and delayed
  VD_SFC_DS,     // delayed and stored
  VD_SFC_SL,     // stored and limited in time
  VD_SFC_P1,     // when the step becomes active
  VD_SFC_P0,     // when it becomes inactive
} VdSfcQualifier;

// "SD" and the like, without case; false if it is none.
bool vd_sfc_qualifier_read(const char *text, VdSfcQualifier *out);
const char *vd_sfc_qualifier_text(VdSfcQualifier qualifier);
bool vd_sfc_is_timed(VdSfcQualifier qualifier);  // L, D, SD, DS, SL

// An action block: what a step does.
typedef struct VdSfcBlock {
  VdPos pos;
  VdSfcQualifier qualifier;
  VdStExpr *time;   // of L, D, SD, DS, SL; else NULL
  VdStName action;  // an action, or a BOOL variable; text NULL if inline
  VdStStmts body;   // inline
  VdStNames indicator;
} VdSfcBlock;

typedef struct VdSfcStep {
  const char *name;
  VdPos pos;
  bool initial;
  VD_ST_LIST(VdSfcBlock) block;
  // CODESYS: actions at entry, while active, and at exit; text NULL if none.
  VdStName entry, active, exit;
} VdSfcStep;

typedef struct VdSfcTransition {
  const char *name;  // or NULL
  VdPos pos;
  bool has_priority;
  uint32_t priority;  // smaller goes first; without one, in order of the list
  VdStNames from, to;
  VdStExpr *cond;
} VdSfcTransition;

// CODESYS: flags that the network does not obey although they are declared.
enum { VD_SFC_NO_INIT = 1, VD_SFC_NO_RESET = 2, VD_SFC_NO_PAUSE = 4 };

typedef struct VdSfcNet {
  VdPos pos;
  uint32_t unused_flags;
  VD_ST_LIST(VdSfcStep *) step;
  VD_ST_LIST(VdSfcTransition *) transition;
} VdSfcNet;

// ACTION name: body END_ACTION. Called by steps, and (CODESYS) as name().
typedef struct VdStAction {
  const char *name;
  VdPos pos;
  const char *text;  // as written; NULL if a step has it right there
  VdStStmts body;
  VdSfcNet *sfc;  // instead of statements; or NULL
} VdStAction;

// -------------------------------------------------------------------- POUs
typedef enum VdStPouKind {
  VD_ST_PROGRAM = 0,
  VD_ST_FUNCTION_BLOCK,
  VD_ST_FUNCTION,
} VdStPouKind;

typedef struct VdStPou {
  VdStPouKind kind;
  const char *name;
  VdPos pos;
  VdStSpec *result;  // FUNCTION: its type; NULL if it has none
  VdStVars var;      // in order of declaration
  VdStStmts body;
  VdSfcNet *sfc;  // instead of body; NULL once it is translated
  VD_ST_LIST(VdStAction *) action;
  const char *reason;  // the construct that is not modelled, NULL if none
  VdPos reason_pos;
  // The POU as written, a token a line, without comments and in lower case:
  // all that is compared of one that is not modelled, so it must be there. A
  // reader of another format puts in all that can matter.
  const char *tokens;
  const char *modifiers;  // PUBLIC, FINAL, ... as written; NULL if none
  bool no_interface;      // its variables were not read
  bool library;           // of the standard library, not of the user
  bool tested;            // a PROGRAM that a variable is declared with, and
  bool driven;            // its copy, the FUNCTION_BLOCK that the variable is
} VdStPou;

// What a unit says besides POUs and variables (VdPlcFact of front/st/plc.h).
typedef struct VdStFact {
  int kind;
  const char *name, *text;
  bool acts;
  VdPos pos;
} VdStFact;

// A type or globals as written, for POUs that are known by their text.
typedef struct VdStWritten {
  VdStNames name;  // what it gives names to
  const char *text;
} VdStWritten;

// One or more files that belong together.
typedef struct VdStUnit {
  VdArena arena;
  VD_ST_LIST(VdStTypeDecl *) type;
  VdStVars global;
  VD_ST_LIST(VdStPou *) pou;
  VD_ST_LIST(VdStFact) fact;
  VD_ST_LIST(VdStWritten) written;
  bool configured;  // there is a VAR_CONFIG
} VdStUnit;

VdStUnit *vd_st_unit_new(void);
// A type, with the names that its text declares.
void vd_st_unit_add_type(VdArena *arena, VdStUnit *unit, VdStTypeDecl *decl);
void vd_st_unit_free(VdStUnit *unit);

// ------------------------------------------------------------ constructors
bool vd_st_same(const char *a, const char *b);  // names, without case
// Sets of names without case.
uint32_t vd_st_name_put(VdNames *names, const char *text);
uint32_t vd_st_name_get(const VdNames *names, const char *text);
// Adds to the list that the fact of a name is; false if there is no such fact.
bool vd_st_extend_fact(VdStUnit *unit, const char *name, const char *more);
void vd_st_unsupported(VdStPou *pou, VdPos pos, const char *construct);

VdStExpr *vd_st_expr(VdArena *arena, VdStExprKind kind, VdPos pos);
VdStExpr *vd_st_bool(VdArena *arena, VdPos pos, bool value);
VdStExpr *vd_st_time(VdArena *arena, VdPos pos, int64_t nanoseconds);
VdStExpr *vd_st_name(VdArena *arena, VdPos pos, const char *name);
VdStExpr *vd_st_member(VdArena *arena, VdPos pos, VdStExpr *base,
                       const char *name);
VdStExpr *vd_st_unary(VdArena *arena, VdPos pos, VdStOp op, VdStExpr *base);
VdStExpr *vd_st_binary(VdArena *arena, VdPos pos, VdStOp op, VdStExpr *left,
                       VdStExpr *right);
VdStStmt *vd_st_stmt(VdArena *arena, VdStStmtKind kind, VdPos pos);
VdStStmt *vd_st_assign(VdArena *arena, VdPos pos, VdStExpr *target,
                       VdStExpr *value);
// IF cond THEN ... END_IF with an empty branch to be filled.
VdStStmt *vd_st_if(VdArena *arena, VdPos pos, VdStExpr *cond);
VdStVar *vd_st_var(VdArena *arena, VdPos pos, VdStSection section,
                   const char *name, VdStSpec *spec);
VdStSpec *vd_st_spec_name(VdArena *arena, VdPos pos, const char *name);
// All of it that the checker fills in is copied; networks are shared.
VdStPou *vd_st_pou_copy(VdArena *arena, const VdStPou *from);
// Without zeros in front of its numbers: %QW00 is %QW0.
const char *vd_st_address(VdArena *arena, const char *text);
VdStAction *vd_st_action_get(const VdStPou *pou, const char *name);

#endif
