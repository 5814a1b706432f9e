// Compiled once for each language: TREES is the header with its trees.
#include TREES

uint32_t below(Kit *k, uint32_t n) {
  return (uint32_t)vd_random_below(&k->random, n);
}

bool chance(Kit *k, uint32_t percent) {
  return below(k, 100) < percent;
}

// ------------------------------------------------------------------ making

Stmt *new_stmt(Kit *k, StmtKind kind) {
  Stmt *s = VD_NEW(&k->arena, Stmt);
  s->kind = kind;
  return s;
}

Block copy_block(Kit *k, const Block *b) {
  Block copy = {0};
  for (uint32_t i = 0; i < b->len; i++) vd_push(&copy, copy_stmt(k, b->at[i]));
  return copy;
}

void insert_stmt(Block *b, uint32_t at, Stmt *s) {
  vd_push(b, s);
  memmove(b->at + at + 1, b->at + at, (b->len - 1 - at) * sizeof *b->at);
  b->at[at] = s;
}

void remove_stmt(Block *b, uint32_t at) {
  memmove(b->at + at, b->at + at + 1, (b->len - 1 - at) * sizeof *b->at);
  b->len--;
}

// ----------------------------------------------------------------- walking

void slots_of_expr(Expr **slot, Slots *out) {
  if (!*slot) return;
  vd_push(out, slot);
  for (int i = 0; i < (*slot)->kids; i++) slots_of_expr(&(*slot)->kid[i], out);
}

bool uses(const Expr *e, const Var *var) {
  if (!e) return false;
  if (e->var == var) return true;
  for (int i = 0; i < e->kids; i++)
    if (uses(e->kid[i], var)) return true;
  return false;
}

void effect_done(Effect *effect) {
  vd_vec_done(&effect->reads);
  vd_vec_done(&effect->writes);
}

// ---------------------------------------------------------------- changing

Stmt *pick_stmt(Kit *k, Blocks *from, StmtTest want, Block **b, uint32_t *at) {
  Stmt *found = NULL;
  uint32_t seen = 0;
  for (uint32_t i = 0; i < from->len; i++)
    for (uint32_t j = 0; j < from->at[i]->len; j++) {
      if (!want(from->at[i]->at[j]) || below(k, ++seen)) continue;
      *b = from->at[i];
      *at = j;
      found = from->at[i]->at[j];
    }
  vd_vec_done(from);
  return found;
}

bool drop_stmt(Kit *k, Blocks *from, StmtTest want) {
  Block *b;
  uint32_t i;
  if (!pick_stmt(k, from, want, &b, &i)) return false;
  remove_stmt(b, i);
  return true;
}

bool swap_stmts(Kit *k, Blocks *from, StmtTest want) {
  Block *b;
  uint32_t i;
  Stmt *s = pick_stmt(k, from, want, &b, &i);
  if (!s || i + 1 >= b->len || !want(b->at[i + 1])) return false;
  b->at[i] = b->at[i + 1];
  b->at[i + 1] = s;
  return true;
}

void swap_kids(Expr *e, int i) {
  Expr *kid = e->kid[i];
  e->kid[i] = e->kid[i + 1];
  e->kid[i + 1] = kid;
}
