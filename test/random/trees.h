// What trees of C (prog.h) and of Structured Text (st.h) have in common: both
// headers include this one, and trees.c is compiled with each of them.
#ifndef RANDOM_TREES_H
#define RANDOM_TREES_H

#include "base/base.h"

typedef struct Kit Kit;
typedef struct Var Var;
typedef struct Expr Expr;
typedef struct Stmt Stmt;

typedef struct Block {
  Stmt **at;
  uint32_t len, cap;
} Block;

typedef VD_VEC(Expr **) Slots;
typedef VD_VEC(Block *) Blocks;
typedef bool (*ExprTest)(const Expr *e);
typedef bool (*StmtTest)(const Stmt *s);

uint32_t below(Kit *k, uint32_t n);
bool chance(Kit *k, uint32_t percent);

Expr *copy_expr(Kit *k, const Expr *e);
Stmt *copy_stmt(Kit *k, const Stmt *s);
Block copy_block(Kit *k, const Block *b);
void insert_stmt(Block *b, uint32_t at, Stmt *s);
void remove_stmt(Block *b, uint32_t at);

// The expression and all in it, outermost first.
void slots_of_expr(Expr **slot, Slots *out);
bool uses(const Expr *e, const Var *var);

// For mutate.c. Each of these frees the list of blocks.
// A random statement that is wanted, with its place; NULL: there is none.
Stmt *pick_stmt(Kit *k, Blocks *from, StmtTest want, Block **b, uint32_t *at);
bool drop_stmt(Kit *k, Blocks *from, StmtTest want);
// With the one after it.
bool swap_stmts(Kit *k, Blocks *from, StmtTest want);
void swap_kids(Expr *e, int i);  // i and i + 1

#endif
