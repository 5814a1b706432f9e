// Monotone conditions in disjunctive normal form (monotone.h).
//
// Each node is a function or the negation of one; a function is a disjunction
// of terms, a term a conjunction of variables. A monotone function has one such
// form in which no term contains another one, so equal forms are equal
// functions. A node that is not monotone in the variables so far, or has too
// many terms, becomes a variable of its own, known by the two functions that it
// is made of: the same two give the same variable.
#include "solve/monotone.h"

#include <stdlib.h>

#include "base/limit.h"

enum {
  NO_FUNC = 0,   // false: no terms
  YES_FUNC = 1,  // true: the empty term
};

typedef struct Term {
  uint32_t size;
  uint32_t var[VD_MOST_monotone_size];  // ascending
} Term;

typedef struct Func {
  const Term *term;  // in order
  uint32_t terms;
} Func;

typedef struct Form {
  uint32_t func;
  bool negated;
} Form;

typedef struct Normal {
  VdArena arena;
  VD_VEC(Func) func;
  VdMap known;     // hash of a function to its number + 1
  VdMap variable;  // two functions to their variable + 1
  uint32_t variables;
  VD_VEC(VdLit) lit;  // of a function in the new graph, UINT32_MAX: none yet
  Term *work;         // for products
  uint32_t works;
} Normal;

// -------------------------------------------------------------------- terms

static int by_var(const Term *a, const Term *b) {
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return memcmp(a->var, b->var, a->size * sizeof *a->var);
}

static int by_term(const void *a, const void *b) {
  return by_var(a, b);
}

static bool is_subset(const Term *a, const Term *b) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < a->size; i++) {
    while (j < b->size && b->var[j] < a->var[i]) j++;
    if (j == b->size || b->var[j] != a->var[i]) return false;
  }
  return true;
}

static bool join_terms(const Term *a, const Term *b, Term *out) {
  uint32_t i = 0, j = 0, n = 0;
  *out = (Term){0};
  while (i < a->size || j < b->size) {
    if (n == vd_limit->monotone_size) return false;
    uint32_t x = i < a->size ? a->var[i] : UINT32_MAX;
    uint32_t y = j < b->size ? b->var[j] : UINT32_MAX;
    out->var[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  out->size = n;
  return true;
}

// ---------------------------------------------------------------- functions

// Sorts the terms in work and drops those that contain another one.
static uint32_t reduce(Normal *n) {
  uint32_t kept = 0;
  if (n->works) qsort(n->work, n->works, sizeof *n->work, by_term);
  for (uint32_t i = 0; i < n->works; i++) {
    bool gone = false;
    for (uint32_t k = 0; k < kept && !gone; k++)
      gone = is_subset(&n->work[k], &n->work[i]);
    if (!gone) n->work[kept++] = n->work[i];
  }
  return n->works = kept;
}

static bool same_terms(const Func *f, const Term *term, uint32_t n) {
  return f->terms == n && (!n || !memcmp(f->term, term, n * sizeof *term));
}

static uint32_t put(Normal *n) {
  uint64_t h = vd_hash_bytes(n->work, n->works * sizeof *n->work, 5);
  for (;; h = vd_hash_mix(h, 1)) {
    uint64_t *slot = vd_map_put(&n->known, h);
    if (*slot && !same_terms(&n->func.at[*slot - 1], n->work, n->works))
      continue;
    if (*slot) return (uint32_t)*slot - 1;
    *slot = n->func.len + 1;
    break;
  }
  Func f = {vd_arena_copy(&n->arena, n->work, n->works * sizeof *n->work),
            n->works};
  vd_push(&n->func, f);
  vd_push(&n->lit, UINT32_MAX);
  return n->func.len - 1;
}

static uint32_t variable(Normal *n) {
  n->work[0] = (Term){.size = 1, .var = {n->variables++}};
  n->works = 1;
  return put(n);
}

// The variable of a node that is made of two forms.
static uint32_t opaque(Normal *n, Form a, Form b) {
  uint64_t x = (uint64_t)a.func * 2 + a.negated,
           y = (uint64_t)b.func * 2 + b.negated;
  uint64_t *slot = vd_map_put(&n->variable, x < y ? x << 32 | y : y << 32 | x);
  if (!*slot) {
    uint32_t f = variable(n);
    // variable may not touch the map, so the slot is still there.
    *slot = f + 1u;
  }
  return (uint32_t)*slot - 1;
}

static bool either(Normal *n, uint32_t a, uint32_t b, uint32_t *out) {
  const Func *f = &n->func.at[a], *g = &n->func.at[b];
  if (f->terms + g->terms > 2 * vd_limit->monotone_terms) return false;
  n->works = 0;
  for (uint32_t i = 0; i < f->terms; i++) n->work[n->works++] = f->term[i];
  for (uint32_t i = 0; i < g->terms; i++) n->work[n->works++] = g->term[i];
  if (reduce(n) > vd_limit->monotone_terms) return false;
  *out = put(n);
  return true;
}

static bool both(Normal *n, uint32_t a, uint32_t b, uint32_t *out) {
  const Func *f = &n->func.at[a], *g = &n->func.at[b];
  if (f->terms * g->terms > vd_limit->monotone_terms * 4) return false;
  n->works = 0;
  for (uint32_t i = 0; i < f->terms; i++)
    for (uint32_t j = 0; j < g->terms; j++)
      if (!join_terms(&f->term[i], &g->term[j], &n->work[n->works++]))
        return false;
  if (reduce(n) > vd_limit->monotone_terms) return false;
  *out = put(n);
  return true;
}

// Does f imply g?
static bool implies(const Normal *n, uint32_t a, uint32_t b) {
  const Func *f = &n->func.at[a], *g = &n->func.at[b];
  for (uint32_t i = 0; i < f->terms; i++) {
    bool covered = false;
    for (uint32_t j = 0; j < g->terms && !covered; j++)
      covered = is_subset(&g->term[j], &f->term[i]);
    if (!covered) return false;
  }
  return true;
}

static Form conjunction(Normal *n, Form a, Form b) {
  Form out = {0};
  if (!a.negated && !b.negated) {
    if (!both(n, a.func, b.func, &out.func)) out.func = opaque(n, a, b);
  } else if (a.negated && b.negated) {
    out.negated = either(n, a.func, b.func, &out.func);
    if (!out.negated) out.func = opaque(n, a, b);
  } else {
    Form yes = a.negated ? b : a, no = a.negated ? a : b;
    if (no.func == NO_FUNC)
      out = yes;
    else if (yes.func == YES_FUNC)
      out = no;
    else if (implies(n, yes.func, no.func))
      out.func = NO_FUNC;
    else
      out.func = opaque(n, a, b);
  }
  return out;
}

// -------------------------------------------------------------------- graph

static Form form_of(const Form *form, VdLit lit) {
  Form f = form[vd_lit_node(lit)];
  f.negated ^= vd_lit_sign(lit);
  return f;
}

static void normal_init(Normal *n) {
  n->work = vd_alloc(vd_mul(vd_limit->monotone_terms * 4 + 1, sizeof *n->work));
  put(n);
  n->works = 1;
  put(n);
  n->lit.at[NO_FUNC] = VD_LIT_FALSE;
  n->lit.at[YES_FUNC] = VD_LIT_TRUE;
}

static void normal_done(Normal *n) {
  vd_free(n->work);
  vd_vec_done(&n->func);
  vd_vec_done(&n->lit);
  vd_map_done(&n->known);
  vd_map_done(&n->variable);
  vd_arena_done(&n->arena);
}

VdLit vd_aig_monotone(const VdAig *aig, VdLit root, VdAig *to, VdLit *map) {
  Normal n = {0};
  VdNodes cone = {0};
  normal_init(&n);
  Form *form = VD_NEW_ARRAY(&n.arena, Form, vd_aig_nodes(aig) + 1);
  vd_aig_cone(aig, &root, 1, false, &cone);
  for (uint32_t i = 0; i < cone.len; i++) {
    uint32_t node = cone.at[i];
    if (node == 0) {
      map[0] = VD_LIT_FALSE;
      continue;
    }
    if (vd_aig_kind(aig, node) != VD_NODE_AND) {
      form[node].func = variable(&n);
    } else {
      VdLit left = vd_aig_left(aig, node), right = vd_aig_right(aig, node);
      form[node] = conjunction(&n, form_of(form, left), form_of(form, right));
      map[node] =
          vd_aig_and(to, vd_lit_mapped(map, left), vd_lit_mapped(map, right));
    }
    VdLit *known = &n.lit.at[form[node].func];
    if (*known == UINT32_MAX)
      *known = vd_lit_not_if(map[node], form[node].negated);
    map[node] = vd_lit_not_if(*known, form[node].negated);
  }
  normal_done(&n);
  vd_vec_done(&cone);
  return vd_lit_mapped(map, root);
}
