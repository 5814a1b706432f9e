// Small C programs as trees, for the random campaign: made (make*.c), rewritten
// without changing what they mean (equal_*.c), changed (mutate.c), printed
// (print.c).
//
// Expressions have no side effects and read no uninitialised variable, so the
// order of evaluation never matters; calls to the outside are statements, or
// behind a && in the condition of an if. Everything lives in the kit's arena
// or on the heap until the generator exits.
#ifndef RANDOM_PROG_H
#define RANDOM_PROG_H

#include "trees.h"

typedef enum Scalar {
  T_VOID,
  T_BOOL,
  T_I8,
  T_U8,
  T_I16,
  T_U16,
  T_I32,
  T_U32,
  T_I64,
  T_U64,
  T_F32,
  T_F64,
} Scalar;

typedef enum Op {
  OP_NONE,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_REM,
  OP_SHL,
  OP_SHR,
  OP_AND,
  OP_OR,
  OP_XOR,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_EQ,
  OP_NE,
  OP_LAND,
  OP_LOR,
  OP_NEG,
  OP_NOT,   // ~
  OP_LNOT,  // !
} Op;

enum { MAX_FIELDS = 4, NO_RECORD = -1 };

// struct S0, S1 ... with fields a, b, c, d.
typedef struct Record {
  int fields;
  Scalar field[MAX_FIELDS];
} Record;

typedef enum Place {
  P_PARAM,
  P_LOCAL,
  P_STATIC,  // of a function
  P_GLOBAL,
  P_FILE_STATIC,
} Place;

struct Var {
  const char *name;
  Place place;
  Scalar type;   // of an element
  int record;    // or this struct
  int count;     // of elements, a power of two; 0: not an array
  bool pointer;  // a parameter or alias that points to count elements
  bool fixed;    // not to be assigned to: a loop counter, a constant
  bool constant;
  bool escapes;      // its address is taken
  uint64_t init[8];  // of globals and statics, bits of type
  struct Var *twin;  // in the copy that is being made
};

typedef enum ExprKind {
  E_CONST,  // type, bits
  E_VAR,
  E_INDEX,  // var[kid], under a mask unless `open`
  E_FIELD,  // var.field or var->field
  E_UNARY,
  E_BINARY,  // && and || too
  E_COND,
  E_CAST,
  E_CALL,
  E_CHAR,  // a literal of three characters, [kid & 3]
  E_PASS,  // an argument: an array, a pointer, a struct, or &var
  E_NULL,  // !pointer
} ExprKind;

enum { MAX_KIDS = 5 };
struct Expr {
  ExprKind kind;
  Scalar type;
  Op op;
  uint64_t bits;
  Var *var;
  int field;
  bool open;
  struct Func *callee;
  int kids;
  struct Expr *kid[MAX_KIDS];
};

typedef struct Case {
  int consts;
  int64_t value[3];
  bool otherwise, falls;
  Block body;
} Case;

typedef enum StmtKind {
  S_DECL,    // var = expr, or = {expr, list}
  S_POINT,   // T *var = src;
  S_ASSIGN,  // lhs op= expr
  S_CALL,    // lhs = call, or just the call
  S_IF,
  S_WHILE,
  S_DO,
  S_FOR,
  S_SWITCH,
  S_BREAK,
  S_CONTINUE,
  S_RETURN,  // expr, or the struct var, or nothing
  S_GOTO,
  S_LABEL,
  S_COPY,  // memcpy(var, src, bytes of src's elements)
  S_FILL,  // memset(var, bits, ...)
  S_MOVE,  // struct assignment var = src, through pointers where they are
  S_BLOCK,
} StmtKind;

struct Stmt {
  StmtKind kind;
  Var *var, *src;
  Expr *lhs, *expr;
  Op op;
  bool bump;   // print x += 1 as x++
  bool split;  // print a declaration and an assignment
  VD_VEC(Expr *) list;
  struct Stmt *first, *step;
  Block body, orelse;
  bool has_else;
  VD_VEC(Case) cases;
  int label;
};

typedef enum FuncKind {
  F_DEFINED,
  F_EXTERN,
} FuncKind;

typedef struct Func {
  const char *name;
  FuncKind kind;
  bool is_static, pure, recursive;
  Scalar type;  // of the result
  int record;
  VD_VEC(Var *) param;
  VD_VEC(Var *) local;  // all that are declared in it, statics too
  Block body;
  int labels;
  struct Func *twin;
} Func;

// A root function with the helpers and variables that only it uses.
typedef struct Unit {
  VD_VEC(Var *) global;
  VD_VEC(Func *) func;  // callees first, the root last
  int fresh;
} Unit;

enum { RECORDS = 4, EXTERNS = 5 };
struct Kit {
  VdArena arena;
  VdRandom random;
  Record record[RECORDS];
  Func *external[EXTERNS];
};

// prog.c
Unit *copy_unit(Kit *k, const Unit *unit);
Func *copy_callee(Kit *k, Func *f);

Stmt *new_stmt(Kit *k, StmtKind kind);
Expr *new_expr(Kit *k, ExprKind kind);
Expr *mk_const(Kit *k, Scalar type, uint64_t bits);
Expr *mk_float(Kit *k, Scalar type, double value);
Expr *mk_var(Kit *k, Var *var);
Expr *mk_unary(Kit *k, Op op, Expr *e);
Expr *mk_binary(Kit *k, Op op, Expr *a, Expr *b);
Expr *mk_cond(Kit *k, Expr *c, Expr *a, Expr *b);
Expr *mk_cast(Kit *k, Scalar type, Expr *e);
Expr *mk_not(Kit *k, Expr *e);
Stmt *mk_assign(Kit *k, Expr *lhs, Op op, Expr *e);
Stmt *mk_decl(Kit *k, Func *f, Var *var, Expr *init);
Var *new_local(Kit *k, Unit *u, Func *f, const char *stem, Scalar type);

bool is_float(Scalar t);
bool is_signed(Scalar t);
int bits_of(Scalar t);
Scalar promote(Scalar t);
Scalar common(Scalar a, Scalar b);
Scalar type_of(const Expr *e);  // as C has it
double float_of(Scalar type, uint64_t bits);
uint64_t float_bits(Scalar type, double value);

bool may_trap(const Expr *e);
bool has_call(const Expr *e);  // to the outside
bool is_local(const Expr *e);  // reads no memory that others can reach
uint32_t size_of(const Expr *e);
// Takes out what is undefined in C without a trace in what clang makes of it:
// signed overflow of constants, and the upper bits of a shift's amount.
void tame(Kit *k, Unit *u);

// Every expression of a statement and the ones below, outermost first; not
// the left sides of assignments, but what is inside them.
void slots_of_stmt(Stmt *s, bool deep, Slots *out);
void slots_of_block(Block *b, Slots *out);
// Every block of a function, and the places in it.
void blocks_of(Block *b, Blocks *out);
typedef VD_VEC(Stmt *) Stmts;
void stmts_of(Block *b, Stmts *out);

typedef struct Effect {
  VD_VEC(const Var *) reads;
  VD_VEC(const Var *) writes;
  bool mem_read, mem_write, leaves, calls, traps;
} Effect;
void effect_of(Stmt *s, Effect *out);
void effect_done(Effect *effect);
bool has_kind(Stmt *s, StmtKind kind);
// Does a break or continue in the block belong to something around it?
bool has_loose(Block *b, StmtKind kind);

// print.c
const char *type_text(Scalar t);
void print_unit(const Kit *k, const Unit *unit, VdBuf *out);
void print_head(const Kit *k, VdBuf *out);
void print_signature(const Kit *k, const Func *f, const char *prefix,
                     VdBuf *out);
void print_expr(const Expr *e, VdBuf *out);

// make.c
void make_kit(Kit *k);
Unit *make_unit(Kit *k, uint32_t number);

// equal_expr.c, equal_stmt.c: true if something was rewritten.
bool equal_expr(Kit *k, Unit *u);
bool equal_stmt(Kit *k, Unit *u);
void rename_locals(Kit *k, Unit *u);

// mutate.c: true and what was done if something was.
bool mutate(Kit *k, Unit *u, VdBuf *what);

#endif
