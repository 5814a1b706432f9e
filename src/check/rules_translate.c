// A quick proof that two rule functions are the same, by Definition 5 itself:
// f and f' are equivalent relative to the crosswalk if and only if f with each
// old code p replaced by T(p) is f', and f' with each new code p' replaced by
// T'(p') is f. And f can be migrated if and only if f with p replaced by
// T'(T(p)) is f. These are questions about the codes of one side, without the
// relation R, and most of their answer is in the structure: both versions
// become the same graph.
//
// They are asked about the crosswalk of the scope, reduced (rules_reduce.c).
// Its relation has the same projection on the used codes as that of the whole:
// vd_scope_pair says why, as codes that are not used can be trimmed.
//
// Functions that may be undefined count as undefined being one more value.
#include <stdlib.h>

#include "check/rules_diagram.h"
#include "check/rules_impl.h"
#include "solve/blast.h"
#include "solve/monotone.h"

typedef struct Translation {
  const VdRuleQuestion *q;
  const bool *kept;
  VdAig *aig;
  VdSide side;     // whose codes are the inputs
  VdLit *code[2];  // by side: the literal of each code of the scope
  bool *hint;      // codes of the scope, old ones first
  bool hinted;
  VdArena arena;
  VdLits lits;
} Translation;

static bool is_kept(const Translation *t, VdSide side, uint32_t i) {
  return t->kept[side == VD_NEW ? t->q->scope->code[VD_OLD].len + i : i];
}

// All codes of one side of a line.
static VdLit line_lit(Translation *t, uint32_t line, VdSide side) {
  VdCrossLine l = vd_crosswalk_line(t->q->cw, line);
  VdLit all = VD_LIT_TRUE;
  for (uint32_t i = 0; i < l.count[side]; i++) {
    uint32_t at = vd_scope_code(t->q->scope, side, l.code[side][i]);
    all = vd_aig_and(t->aig, all, t->code[side][at]);
  }
  return all;
}

// T of a code of the other side, over the codes of `from`.
static VdLit translate(Translation *t, VdSide from, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(t->q->cw, !from, code, &n);
  t->lits.len = 0;
  for (uint32_t i = 0; i < n; i++)
    if (vd_scope_line(t->q->scope, line[i]) != VD_SCOPE_NONE) {
      VdLit all = line_lit(t, line[i], from);
      vd_push(&t->lits, all);
    }
  return vd_aig_any(t->aig, t->lits.at, t->lits.len);
}

static void translate_codes(Translation *t, VdSide from, bool all) {
  const VdScope *s = t->q->scope;
  VdSide to = !from;
  for (uint32_t i = 0; i < s->code[to].len; i++) {
    t->code[to][i] = VD_LIT_FALSE;
    if (is_kept(t, to, i) && (all || i < s->used[to]))
      t->code[to][i] = translate(t, from, s->code[to].at[i]);
  }
}

static void make_inputs(Translation *t) {
  const VdScope *s = t->q->scope;
  for (uint32_t i = 0; i < s->code[t->side].len; i++)
    t->code[t->side][i] =
        is_kept(t, t->side, i) ? vd_aig_input(t->aig) : VD_LIT_FALSE;
}

// ------------------------------------------------------------------- atoms

static int by_lit(const void *a, const void *b) {
  VdLit x = *(const VdLit *)a, y = *(const VdLit *)b;
  return (x > y) - (x < y);
}

// In one order, so that equal sets of codes are one node.
static VdLit atom_lit(Translation *t, const VdRuleAtom *a) {
  const VdScope *s = t->q->scope;
  if (!a->table) return t->code[a->side][vd_scope_code(s, a->side, a->code)];
  t->lits.len = 0;
  for (uint32_t i = 0; i < a->table->entry.len; i++) {
    VdCode code = a->table->entry.at[i].code;
    VdLit lit = t->code[a->side][vd_scope_code(s, a->side, code)];
    if (lit != VD_LIT_FALSE) vd_push(&t->lits, lit);
  }
  if (t->lits.len) qsort(t->lits.at, t->lits.len, sizeof *t->lits.at, by_lit);
  return vd_aig_any(t->aig, t->lits.at, t->lits.len);
}

static void set_atoms(Translation *t, VdBlast *blast, int k) {
  for (uint32_t i = 0; i < t->q->atoms[k]->len; i++) {
    const VdRuleAtom *a = &t->q->atoms[k]->at[i];
    VdLit lit = atom_lit(t, a);
    vd_blast_set(blast, a->app, &lit, 1);
  }
}

static void set_leaves(Translation *t, VdBlast *blast) {
  for (uint32_t i = 0; i < t->q->leaf.len; i++) {
    uint32_t n = vd_sort_width(vd_term_sort(t->q->tm, t->q->leaf.at[i]));
    VdLit *bits = VD_NEW_ARRAY(&t->arena, VdLit, n + 1);
    for (uint32_t b = 0; b < n; b++) bits[b] = vd_aig_input(t->aig);
    vd_blast_set(blast, t->q->leaf.at[i], bits, n);
  }
}

// ------------------------------------------------------------------- proof

typedef struct Patterns {
  const VdAig *aig;
  VdRandom random;
  uint32_t round;
} Patterns;

static void fill(void *context, uint64_t *word) {
  Patterns *p = context;
  p->round++;
  for (uint32_t i = 0; i < vd_aig_inputs(p->aig); i++) {
    uint64_t bits = vd_random_next(&p->random);
    for (uint32_t k = 0; k < p->round % 6; k++)
      bits &= vd_random_next(&p->random);
    word[vd_lit_node(vd_aig_input_at(p->aig, i))] = bits;
  }
}

// A pattern shows that it can be true.
static bool is_seen_true(const VdAig *aig, VdLit top) {
  enum { ROUNDS = 6 };
  uint64_t *word = vd_alloc(vd_mul(vd_aig_nodes(aig) + 1, sizeof *word));
  Patterns p = {.aig = aig, .random = {7}};
  bool seen = false;
  for (int i = 0; i < ROUNDS && !seen; i++) {
    fill(&p, word);
    vd_aig_simulate(aig, word);
    seen = vd_lit_word(word, top) != 0;
  }
  vd_free(word);
  return seen;
}

static bool ask(const VdAig *aig, VdLit top, const VdBudget *budget) {
  enum { CONFLICTS = 30000 };
  VdSat *sat = vd_sat_new();
  vd_sat_plain(sat);
  VdCnf cnf = {.aig = aig, .sat = sat};
  vd_sat_assume(sat, vd_cnf_lit(&cnf, top));
  vd_sat_limit(sat, CONFLICTS);
  VdSatAnswer answer = vd_sat_solve(sat, budget);
  vd_cnf_done(&cnf);
  vd_sat_free(sat);
  return answer == VD_SAT_UNSAT;
}

static bool prove_false(const VdAig *aig, VdLit top, const VdBudget *budget) {
  enum { MAX_NODES = 20000 };  // dividers and the like are asked once only
  if (top == VD_LIT_FALSE) return true;
  if (top == VD_LIT_TRUE || vd_aig_nodes(aig) > MAX_NODES ||
      is_seen_true(aig, top))
    return false;
  VdAig *to = vd_aig_new();
  VdLit *map = vd_alloc(vd_mul(vd_aig_nodes(aig) + 1, sizeof *map));
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    map[vd_lit_node(vd_aig_input_at(aig, i))] = vd_aig_input(to);
  top = vd_aig_monotone(aig, top, to, map);
  bool proved =
      top == VD_LIT_FALSE || (top != VD_LIT_TRUE && ask(to, top, budget));
  vd_free(map);
  vd_aig_free(to);
  return proved;
}

// ---------------------------------------------------------------- diagrams
// The same with decision diagrams: conditions and amounts as they are, no bits.

typedef struct Diagrams {
  const Translation *t;
  VdDiagrams *d;
  uint32_t vars;
  VdDiagram *own;     // by code of the side: its variable
  uint32_t *number;   // and its number, plus 1
  VdDiagram *other;   // by code of the other side: its translation
  VdDiagram *second;  // of a mismatch: T'(T(p))
} Diagrams;

enum { UNSET = UINT32_MAX - 1 };

// Variables are numbered as they are met.
static VdDiagram own_code(Diagrams *g, uint32_t i) {
  if (!is_kept(g->t, g->t->side, i)) return vd_diagram_bool(g->d, false);
  if (g->own[i] == UNSET) {
    g->own[i] = vd_diagram_var(g->d, g->vars);
    g->number[i] = ++g->vars;
  }
  return g->own[i];
}

static VdDiagram other_code(Diagrams *g, uint32_t i);

// Some line with the code has all of its codes on `side`.
static VdDiagram some_line(Diagrams *g, VdCode code, VdSide side) {
  const VdRuleQuestion *q = g->t->q;
  VdDiagram any = vd_diagram_bool(g->d, false);
  uint32_t n;
  const uint32_t *line = vd_code_lines(q->cw, !side, code, &n);
  for (uint32_t i = 0; i < n && any != VD_DIAGRAM_NONE; i++) {
    if (vd_scope_line(q->scope, line[i]) == VD_SCOPE_NONE) continue;
    VdCrossLine l = vd_crosswalk_line(q->cw, line[i]);
    VdDiagram all = vd_diagram_bool(g->d, true);
    for (uint32_t k = 0; k < l.count[side]; k++) {
      uint32_t at = vd_scope_code(q->scope, side, l.code[side][k]);
      VdDiagram one = side == g->t->side ? own_code(g, at) : other_code(g, at);
      all = vd_diagram_and(g->d, all, one);
    }
    any = vd_diagram_or(g->d, any, all);
  }
  return any;
}

static VdDiagram other_code(Diagrams *g, uint32_t i) {
  VdSide side = !g->t->side;
  if (!is_kept(g->t, side, i)) return vd_diagram_bool(g->d, false);
  if (g->other[i] == UNSET)
    g->other[i] = some_line(g, g->t->q->scope->code[side].at[i], g->t->side);
  return g->other[i];
}

// An old code by way of the new ones and back.
static VdDiagram second_code(Diagrams *g, uint32_t i) {
  if (!is_kept(g->t, VD_OLD, i)) return vd_diagram_bool(g->d, false);
  if (g->second[i] == UNSET)
    g->second[i] = some_line(g, g->t->q->scope->code[VD_OLD].at[i], VD_NEW);
  return g->second[i];
}

static VdDiagram code_diagram(Diagrams *g, int k, VdSide side, VdCode code) {
  uint32_t i = vd_scope_code(g->t->q->scope, side, code);
  if (g->t->q->partner) return k ? second_code(g, i) : own_code(g, i);
  return side == g->t->side ? own_code(g, i) : other_code(g, i);
}

static VdDiagram atom_diagram(Diagrams *g, int k, const VdRuleAtom *a) {
  if (!a->table) return code_diagram(g, k, a->side, a->code);
  VdDiagram any = vd_diagram_bool(g->d, false);
  for (uint32_t i = 0; i < a->table->entry.len && any != VD_DIAGRAM_NONE; i++)
    any = vd_diagram_or(
        g->d, any, code_diagram(g, k, a->side, a->table->entry.at[i].code));
  return any;
}

static VdDiagram *unset(Diagrams *g, VdArena *arena, VdSide side) {
  uint32_t n = g->t->q->scope->code[side].len;
  VdDiagram *list = VD_NEW_ARRAY(arena, VdDiagram, n + 1);
  for (uint32_t i = 0; i < n; i++) list[i] = UNSET;
  return list;
}

typedef enum Found { FOUND_NOTHING, FOUND_SAME, FOUND_OTHER } Found;

// The codes of a scope that lie on a line with a marked one of `side`.
static void mark_lines(const Translation *t, VdSide side, const bool *from,
                       bool *to) {
  const VdRuleQuestion *q = t->q;
  const VdScope *s = q->scope;
  uint32_t old = s->code[VD_OLD].len;
  for (uint32_t i = 0; i < s->code[side].len; i++) {
    uint32_t n;
    if (!from[side == VD_NEW ? old + i : i]) continue;
    const uint32_t *line = vd_code_lines(q->cw, side, s->code[side].at[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      VdCrossLine l = vd_crosswalk_line(q->cw, line[k]);
      if (vd_scope_line(s, line[k]) == VD_SCOPE_NONE) continue;
      for (int m = 0; m < 2; m++)
        for (uint32_t j = 0; j < l.count[m]; j++) {
          uint32_t at = vd_scope_code(s, (VdSide)m, l.code[m][j]);
          to[m == VD_NEW ? old + at : at] = true;
        }
    }
  }
}

// Where a difference can be: codes for which the diagram is true, and what is
// around them.
static void find_hint(const Diagrams *g, VdDiagram top) {
  Translation *t = (Translation *)g->t;
  const VdScope *s = t->q->scope;
  uint32_t old = s->code[VD_OLD].len, all = old + s->code[VD_NEW].len;
  bool *value = VD_NEW_ARRAY(&t->arena, bool, g->vars + 1);
  bool *next = VD_NEW_ARRAY(&t->arena, bool, all + 1);
  vd_diagram_find(g->d, top, g->vars, value);
  memset(t->hint, 0, all);
  for (uint32_t i = 0; i < s->code[t->side].len; i++)
    if (g->number[i] && value[g->number[i] - 1])
      t->hint[t->side == VD_NEW ? old + i : i] = true;
  for (int hop = 0; hop < (t->q->partner ? 2 : 1); hop++) {
    memcpy(next, t->hint, all);
    mark_lines(t, hop ? !t->side : t->side, t->hint, next);
    memcpy(t->hint, next, all);
  }
  for (uint32_t i = 0; i < all; i++) t->hint[i] = t->hint[i] && t->kept[i];
  t->hinted = true;
}

static Found ask_diagrams(Translation *t, VdSide side) {
  t->side = side;
  Diagrams g = {.t = t, .d = vd_diagrams_new(t->q->tm)};
  VdArena arena = {0};
  bool ok = true;
  g.own = unset(&g, &arena, side);
  g.number = VD_NEW_ARRAY(&arena, uint32_t, t->q->scope->code[side].len + 1);
  g.other = unset(&g, &arena, !side);
  g.second = unset(&g, &arena, VD_OLD);
  for (int k = 0; k < 2 && ok; k++) {
    for (uint32_t i = 0; i < t->q->atoms[k]->len && ok; i++) {
      const VdRuleAtom *a = &t->q->atoms[k]->at[i];
      VdDiagram is = atom_diagram(&g, k, a);
      ok = is != VD_DIAGRAM_NONE;
      if (ok) vd_diagram_set(g.d, a->app, is);
    }
  }
  VdDiagram top = ok ? vd_diagram_of(g.d, t->q->strict) : VD_DIAGRAM_NONE;
  Found found = top == VD_DIAGRAM_NONE               ? FOUND_NOTHING
                : top == vd_diagram_bool(g.d, false) ? FOUND_SAME
                                                     : FOUND_OTHER;
  if (found == FOUND_OTHER) find_hint(&g, top);
  vd_diagrams_free(g.d);
  vd_arena_done(&arena);
  return found;
}

// Over the codes of one side: can the functions differ?
static bool prove_side(Translation *t, VdSide side) {
  const VdRuleQuestion *q = t->q;
  Found found = ask_diagrams(t, side);
  if (found != FOUND_NOTHING) return found == FOUND_SAME;
  t->side = side;
  t->aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(q->tm, t->aig);
  make_inputs(t);
  set_leaves(t, blast);
  if (q->partner) {
    set_atoms(t, blast, 0);
    translate_codes(t, VD_OLD, true);
    translate_codes(t, VD_NEW, false);
    set_atoms(t, blast, 1);
  } else {
    translate_codes(t, side, false);
    set_atoms(t, blast, 0);
    set_atoms(t, blast, 1);
  }
  VdBits bits;
  bool proved = vd_blast(blast, q->strict, &bits) &&
                prove_false(t->aig, bits.at[0], &q->budget);
  vd_blast_free(blast);
  vd_aig_free(t->aig);
  return proved;
}

bool vd_rule_translate(const VdRuleQuestion *q, const bool *kept, bool **hint) {
  uint32_t all = q->scope->code[VD_OLD].len + q->scope->code[VD_NEW].len;
  Translation t = {.q = q, .kept = kept};
  t.hint = VD_NEW_ARRAY(q->arena, bool, all + 1);
  for (int k = 0; k < 2; k++)
    t.code[k] = VD_NEW_ARRAY(&t.arena, VdLit, q->scope->code[k].len + 1);
  bool proved = q->partner ? prove_side(&t, VD_OLD)
                           : prove_side(&t, VD_NEW) && prove_side(&t, VD_OLD);
  *hint = t.hinted ? t.hint : NULL;
  vd_vec_done(&t.lits);
  vd_arena_done(&t.arena);
  return proved;
}
