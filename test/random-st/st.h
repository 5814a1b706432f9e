// Small programs in Structured Text as trees, for the random campaign: made
// (make*.c), rewritten without changing what they do (equal_*.c), changed
// (mutate.c), printed (print.c).
//
// The old version is printed before the tree is changed in place, and what is
// printed after that is the new one. Expressions have no side effects; what
// they may do is fault, and a cycle with a fault changes nothing, so the order
// of faults never matters. Everything lives in the kit's arena or on the heap
// until the generator exits.
#ifndef RANDOM_ST_H
#define RANDOM_ST_H

#include "../random/trees.h"

typedef enum Class {
  T_BOOL,
  T_SINT,
  T_INT,
  T_UINT,
  T_DINT,
  T_BYTE,
  T_TIME,
  T_REAL,  // values are counted in quarters
  T_ENUM,
  T_STRUCT,
  T_FB,
} Class;

enum { MAX_VALUES = 8, MAX_FIELDS = 4, MAX_ELEMENTS = 6, MAX_KIDS = 4 };

typedef struct Enum {
  const char *name;
  int values;
  const char *text[MAX_VALUES];
} Enum;

typedef struct Type {
  Class class;
  Enum *enumeration;
  struct Record *record;
  struct Pou *fb;
  int count, low;  // of an array; 0: none
} Type;

typedef struct Record {
  const char *name;
  int fields;
  const char *text[MAX_FIELDS];
  Type field[MAX_FIELDS];
} Record;

typedef enum Section {
  V_INPUT,
  V_OUTPUT,
  V_IN_OUT,
  V_LOCAL,
  V_TEMP,
  V_CONSTANT,
  V_GLOBAL,
  V_RESULT,  // of a FUNCTION; not printed
} Section;

struct Var {
  const char *name;
  Section section;
  Type type;
  bool has_init;
  int64_t init[MAX_ELEMENTS];
  bool fixed;      // a loop's counter: not to be assigned to
  const char *at;  // its address, or NULL; of an input or output of a PROGRAM
  bool constant;   // of a global
  bool retain;
  bool unused;      // added by a rule; nothing depends on it
  struct Var *map;  // what stands for it in a copy; see vars_map
};

typedef enum Op {
  OP_NONE,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_MOD,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_EQ,
  OP_NE,
  OP_AND,
  OP_XOR,
  OP_OR,
  OP_NEG,
  OP_NOT,
  // Functions.
  OP_ABS,
  OP_MIN,
  OP_MAX,
  OP_LIMIT,
  OP_SEL,
  OP_MUX,
  OP_SHL,
  OP_SHR,
} Op;

typedef enum ExprKind {
  E_CONST,
  E_VAR,
  E_INDEX,   // var[kid]
  E_FIELD,   // var.field
  E_MEMBER,  // var.member of an instance
  E_STEP,    // step.X
  E_OP,
  E_CONVERT,  // to type
  E_CALL,
} ExprKind;

struct Expr {
  ExprKind kind;
  Type type;
  Op op;
  int64_t value;
  Var *var, *member;
  int field;
  struct Step *step;
  struct Pou *callee;
  int kids;
  struct Expr *kid[MAX_KIDS];
};

// Of IF: a condition; of CASE: labels low..high.
typedef struct Arm {
  Expr *cond;
  int labels;
  int64_t low[3], high[3];
  Block body;
} Arm;

// In an invocation: x := expr, or x => place.
typedef struct Arg {
  Var *member;
  Expr *expr;
  bool out;
} Arg;

typedef enum StmtKind {
  S_ASSIGN,
  S_IF,
  S_CASE,
  S_FOR,  // lhs := expr TO limit BY step
  S_WHILE,
  S_REPEAT,
  S_INVOKE,
  S_EXIT,
  S_RETURN,
} StmtKind;

struct Stmt {
  StmtKind kind;
  bool keep;  // a loop ends because of it
  Expr *lhs, *expr, *limit;
  int64_t step;
  VD_VEC(Arm) arms;
  bool has_else;
  Block body, orelse;
  Var *instance;
  VD_VEC(Arg) args;
};

typedef struct Action {
  const char *name;
  Block body;
} Action;

typedef struct StepBlock {
  Action *action;
  Var *var;  // or this BOOL
  const char *qualifier;
  int64_t time;  // 0: none
} StepBlock;

typedef struct Step {
  const char *name;
  bool initial;
  VD_VEC(StepBlock) blocks;
} Step;
typedef VD_VEC(Step *) Steps;

typedef struct Transition {
  Steps from, to;
  Expr *cond;
  int priority;  // 0: none
} Transition;

typedef enum PouKind { P_PROGRAM, P_FB, P_FUNCTION } PouKind;

typedef VD_VEC(Var *) Vars;
typedef struct Pou {
  const char *name;
  PouKind kind;
  bool library;
  bool closed;  // a library FB without a body here
  Type type;    // of a FUNCTION
  Var *result;
  Vars vars;
  Block body;
  // A network, in place of the body.
  VD_VEC(Step *) steps;
  VD_VEC(Transition *) transitions;
  VD_VEC(Action *) actions;
} Pou;

enum {
  LIB_TON,
  LIB_TOF,
  LIB_TP,
  LIB_R_TRIG,
  LIB_F_TRIG,
  LIB_SR,
  LIB_RS,
  LIB_CTU,
  LIBS
};

struct Kit {
  VdArena arena;
  VdRandom random;
  Pou *lib[LIBS];
};

typedef struct Unit {
  VD_VEC(Enum *) enums;
  VD_VEC(Record *) records;
  Vars globals;
  VD_VEC(Pou *) pous;  // the program last, until a rule shuffles them
  bool alone;          // the program is printed as a FUNCTION_BLOCK
  bool whole;          // all of it is compared, not the program alone
  bool renamed;        // a variable at an address has another name
  // A configuration with a task, and an instance in it; NULL: none.
  const char *instance;
  int interval, priority;
  int fresh;
} Unit;

// st.c
const char *name_of(Kit *k, const char *fmt, ...) VD_PRINTF(2, 3);
const char *fresh_name(Kit *k, Unit *u, const char *stem);
Pou *program_of(const Unit *u);

Type plain(Class class);
bool is_int(Class c);
bool is_number(Class c);  // an integer or a time
bool is_scalar(const Type *t);
bool same_type(const Type *a, const Type *b);
int64_t low_of(Class c);
int64_t high_of(Class c);
int64_t wrap(Class c, int64_t value);

Var *new_var(Kit *k, Pou *p, const char *name, Section section, Type type);
Pou *new_pou(Kit *k, PouKind kind, const char *name);
Expr *new_expr(Kit *k, ExprKind kind, Type type);
Expr *mk_const(Kit *k, Type type, int64_t value);
Expr *mk_bool(Kit *k, bool value);
Expr *mk_var(Kit *k, Var *var);
Expr *mk_member(Kit *k, Var *instance, Var *member);
Expr *mk_op(Kit *k, Op op, Expr *a, Expr *b);
Expr *mk_op3(Kit *k, Op op, Expr *a, Expr *b, Expr *c);
Expr *mk_not(Kit *k, Expr *e);
Expr *mk_convert(Kit *k, Type type, Expr *e);
bool equal_exprs(const Expr *a, const Expr *b);

Stmt *new_stmt(Kit *k, StmtKind kind);
Stmt *mk_assign(Kit *k, Expr *lhs, Expr *e);
Stmt *mk_if(Kit *k, Expr *cond);  // an empty arm
Var *find_member(const Pou *fb, const char *name);

void make_library(Kit *k);

// walk.c: every expression that is read, outermost first; places that are
// written are not among them, what is inside of these is.
void slots_of_stmt(Stmt *s, Slots *out);
void slots_of_block(Block *b, Slots *out);
void slots_of_pou(Pou *p, Slots *out);
// Places that are written, as a whole.
void places_of_block(Block *b, Slots *out);
void places_of_pou(Pou *p, Slots *out);
void blocks_of_block(Block *b, Blocks *out);
void blocks_of_pou(Pou *p, Blocks *out);
// Is there a statement of the kind, at any depth?
bool has_kind(const Block *b, StmtKind kind);

typedef struct Effect {
  VD_VEC(const Var *) reads;
  VD_VEC(const Var *) writes;
  bool leaves, traps;
} Effect;
void effect_of(Stmt *s, Effect *out);
void effect_done(Effect *effect);
bool touches(const Effect *effect, const Var *var);
bool writes_any(const Effect *effect, const Expr *read);
bool may_swap(Stmt *a, Stmt *b);
bool may_trap(const Expr *e);
uint32_t count_uses(Pou *p, const Var *var);  // read or written
bool is_in_step(const Pou *p, const Var *v);  // as an action
bool is_read(Pou *p, const Var *v);
// Adds to what was done.
void note(VdBuf *what, const char *text);

// print.c
void print_unit(const Unit *u, VdBuf *out);
void print_expr(const Expr *e, VdBuf *out);
void print_block(const Block *b, VdBuf *out);
void print_value(const Type *type, int64_t value, bool typed, VdBuf *out);
extern const char *const class_text[];
// print_xml.c: the same as PLCopen XML. False if the unit has a network.
bool print_xml(const Unit *u, VdBuf *out);

// make.c
Unit *make_unit(Kit *k);

// equal_*.c: true if something was rewritten.
bool equal_expr(Kit *k, Unit *u, VdBuf *what);
bool equal_stmt(Kit *k, Unit *u, VdBuf *what);
bool equal_pou(Kit *k, Unit *u, VdBuf *what);
bool equal_state(Kit *k, Unit *u, VdBuf *what);

// world.c: what is around a program: globals, addresses, a configuration, POUs
// that it does not use.
struct Maker;
void make_globals(struct Maker *m);
void make_world(struct Maker *m);

// change.c: another interface. True and what was done if something was.
bool change_interface(Kit *k, Unit *u, VdBuf *what);
bool equal_address(Kit *k, Unit *u, VdBuf *what);

// contract.c: changes the new version so that a contract is needed, or leaves
// it as it is under one that is not. Writes the contract, and the same for
// oracle.c. Both versions have the interface that they had: *bare.
bool make_contract(Kit *k, Unit *u, bool equal, VdBuf *contract,
                   VdBuf *relation, VdBuf *what, bool *bare);

// mutate.c: true and what was done if something was.
bool mutate(Kit *k, Unit *u, VdBuf *what);
bool mutate_time(Kit *k, Unit *u, VdBuf *what);  // that a timer waits for
// An output that is wrong after MAX_DEEP cycles at most, and not before.
enum { MAX_DEEP = 32000 };
bool mutate_deep(Kit *k, Unit *u, VdBuf *what);

#endif
