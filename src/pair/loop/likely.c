// Likely invariants: every kind starts with all candidates, and an example
// removes those that do not hold on it.
#include "pair/loop/likely.h"

#include "base/limit.h"
#include "pair/poly.h"

enum {
  MIN_FACTOR = 8,  // bits
};

static VdSort sort_of(const VdLikely *r, uint32_t i) {
  return vd_term_sort(r->tm, r->var[i]);
}

static bool is_word(VdSort s) {
  return s.kind == VD_SORT_BV && s.a <= 64;
}

static bool is_plain(VdSort s) {
  return s.kind == VD_SORT_BOOL ||
         (s.kind == VD_SORT_FLOAT && vd_sort_width(s) <= 64);
}

// -------------------------------------------------------------------- groups

static VdLikelyGroup *group_of(VdLikely *r, uint32_t width) {
  for (uint32_t i = 0; i < r->group.len; i++)
    if (r->group.at[i].width == width) return &r->group.at[i];
  VdLikelyGroup g = {.width = width};
  vd_push(&r->group, g);
  return &r->group.at[r->group.len - 1];
}

static void add_column(VdLikelyGroup *g, VdColumnKind kind, uint32_t x,
                       uint32_t y) {
  VdColumn column = {kind, x, y};
  vd_push(&g->column, column);
  g->plain += kind == VD_COLUMN_VAR;
}

// Pointers move by sizes times indices: 32-bit variables count among 64-bit
// ones, sign-extended.
static void add_extended(VdLikely *r) {
  VdLikelyGroup *g = NULL;
  for (uint32_t i = 0; i < r->group.len; i++)
    if (r->group.at[i].width == 64) g = &r->group.at[i];
  for (uint32_t i = 0; i < r->vars && g; i++)
    if (is_word(sort_of(r, i)) && sort_of(r, i).a == 32)
      add_column(g, VD_COLUMN_SEXT, i, 0);
}

void vd_likely_init(VdLikely *r, VdTerms *tm, const VdTerm *var, uint32_t vars,
                    uint32_t outputs) {
  *r = (VdLikely){.tm = tm, .vars = vars, .var = var, .outputs = outputs};
  r->demanded = vd_alloc(vd_mul(vars + 1, sizeof *r->demanded));
  r->like = vd_alloc(vd_mul(vars + 1, sizeof *r->like));
  r->fixed = vd_alloc(vd_mul(vars + 1, sizeof *r->fixed));
  r->product = vd_alloc(vd_mul(vars + 1, sizeof *r->product));
  r->first = vd_alloc(vd_mul(vars + 1, sizeof *r->first));
  for (uint32_t i = 0; i < vars; i++) {
    VdSort s = sort_of(r, i);
    if (is_word(s)) add_column(group_of(r, s.a), VD_COLUMN_VAR, i, 0);
    r->like[i] = r->demanded[i] = UINT32_MAX;
    r->fixed[i] = true;
    for (uint32_t k = 0; k <= i && r->like[i] == UINT32_MAX; k++)
      if (vd_sort_eq(sort_of(r, k), s)) r->like[i] = k;
  }
  add_extended(r);
  for (uint32_t i = 0; i < r->group.len; i++)
    vd_affine_init(&r->group.at[i].affine, r->group.at[i].width,
                   r->group.at[i].column.len + 1);
}

void vd_likely_demand(VdLikely *r, uint32_t i, uint32_t k) {
  r->demanded[i] = k;
}

void vd_likely_done(VdLikely *r) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    vd_vec_done(&r->group.at[i].column);
    vd_affine_done(&r->group.at[i].affine);
  }
  vd_vec_done(&r->group);
  vd_vec_done(&r->atom);
  vd_free(r->demanded);
  vd_free(r->like);
  vd_free(r->fixed);
  vd_free(r->product);
  vd_free(r->first);
  memset(r, 0, sizeof *r);
}

// ------------------------------------------------------------------ examples

static uint64_t signed_bits(const VdValue *v) {
  uint32_t w = v->sort.a;
  return (uint64_t)((int64_t)(v->bits << (64 - w)) >> (64 - w));
}

static uint64_t column_value(const VdColumn *c, const VdValue *value) {
  switch (c->kind) {
    case VD_COLUMN_SEXT: return signed_bits(&value[c->x]);
    case VD_COLUMN_CHOOSE: return vd_choose_value(c->y, value[c->x].bits);
    case VD_COLUMN_PRODUCT: return value[c->x].bits * value[c->y].bits;
    case VD_COLUMN_VAR:
    case VD_COLUMN_ZEXT: break;
  }
  return value[c->x].bits;
}

static bool group_add(VdLikelyGroup *g, const VdValue *value) {
  uint32_t n = g->column.len;
  uint64_t *point = vd_alloc(vd_mul(n + 1, sizeof *point));
  for (uint32_t i = 0; i < n; i++)
    point[i] = column_value(&g->column.at[i], value);
  point[n] = 1;
  bool weaker = vd_affine_add(&g->affine, point);
  vd_free(point);
  return weaker;
}

#define SIGN \
  (1ull << 63)  // turned, signed numbers are ordered as unsigned ones

static bool atom_holds(const VdLikelyAtom *a, const VdValue *value) {
  VdValue x = value[a->x];
  VdValue y =
      a->y == UINT32_MAX ? vd_value_bv(x.sort.a, a->constant) : value[a->y];
  if (a->swapped) {
    VdValue t = x;
    x = y;
    y = t;
  }
  if (a->op == VD_OP_BVSLT)  // of different widths, maybe
    x.bits = signed_bits(&x) ^ SIGN, y.bits = signed_bits(&y) ^ SIGN;
  return x.bits < y.bits || (!a->strict && x.bits == y.bits);
}

// Splits a class: those that are no longer equal to its first member get a new
// one, together.
static bool split_classes(VdLikely *r, const VdValue *value) {
  bool weaker = false;
  for (uint32_t i = 0; i < r->vars; i++) {
    if (!is_plain(sort_of(r, i))) continue;
    if (r->fixed[i] && r->examples && !vd_value_eq(&r->first[i], &value[i]))
      r->fixed[i] = false, weaker = true;
    if (!r->examples) r->first[i] = value[i];
    uint32_t head = r->like[i];
    if (head == i || vd_value_eq(&value[head], &value[i])) continue;
    weaker = true;
    for (uint32_t k = i + 1; k < r->vars; k++)
      if (r->like[k] == head && vd_value_eq(&value[k], &value[i]))
        r->like[k] = i;
    r->like[i] = i;
  }
  return weaker;
}

bool vd_likely_lose_orders(VdLikely *r, const VdValue *value) {
  bool weaker = false;
  for (uint32_t i = 0; i < r->atom.len;) {
    if (atom_holds(&r->atom.at[i], value)) {
      i++;
      continue;
    }
    weaker = true;
    VdLikelyAtom lax = r->atom.at[i];
    lax.strict = false;
    if (r->atom.at[i].strict && atom_holds(&lax, value)) {
      r->atom.at[i++] = lax;
      continue;
    }
    r->atom.at[i] = vd_pop(&r->atom);
  }
  return weaker;
}

bool vd_likely_add(VdLikely *r, const VdValue *value) {
  bool weaker = split_classes(r, value);
  for (uint32_t i = 0; i < r->group.len; i++)
    weaker |= group_add(&r->group.at[i], value);
  weaker |= vd_likely_lose_orders(r, value);
  r->examples++;
  return weaker;
}

void vd_likely_forget_equations(VdLikely *r) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    VdAffine *a = &r->group.at[i].affine;
    while (a->row.len) vd_free(vd_pop(&a->row));
  }
  for (uint32_t i = 0; i < r->vars; i++) {
    r->like[i] = i;
    r->fixed[i] = false;
  }
}

// ------------------------------------------------------------------ products

// Whether a row says that its pivot is another variable.
static bool is_alias(const VdLikelyGroup *g, const uint64_t *row) {
  uint32_t n = 0;
  for (uint32_t c = 0; c <= g->column.len; c++) n += row[c] != 0;
  return n == 2 && !row[g->column.len];
}

// Variables that are others, or constant, need no orders of their own. (Those
// that are sums do: sums wrap.)
static void mark_determined(VdLikely *r, bool *alias, bool *determined) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    VdLikelyGroup *g = &r->group.at[i];
    uint32_t *pivot = vd_alloc(vd_mul(g->affine.row.len + 1, sizeof *pivot));
    vd_affine_solve(&g->affine, g->plain, pivot);
    for (uint32_t k = 0; k < g->affine.row.len; k++)
      if (pivot[k] != UINT32_MAX) {
        determined[g->column.at[pivot[k]].x] = true;
        alias[g->column.at[pivot[k]].x] = is_alias(g, g->affine.row.at[k]);
      }
    vd_free(pivot);
  }
}

// Variables of a width, or shorter ones of 32 bits, that are neither constant
// nor determined by others: those that may be factors.
static uint32_t factors_of(VdLikely *r, uint32_t width, const bool *free,
                           uint32_t *out, uint32_t most) {
  uint32_t n = 0;
  for (uint32_t i = r->vars; i-- > 0 && n < most;)
    if (free[i] && (sort_of(r, i).a == width || width == 64)) out[n++] = i;
  return n;
}

static void group_add_products(VdLikely *r, VdLikelyGroup *g,
                               const bool *free) {
  uint32_t x[VD_MOST_likely_powers];
  uint32_t n = factors_of(r, g->width, free, x, vd_limit->likely_powers);
  for (uint32_t i = 0; i < n; i++) {
    if (sort_of(r, x[i]).a != g->width) add_column(g, VD_COLUMN_ZEXT, x[i], 0);
    for (uint32_t k = 2; k <= vd_limit->likely_choose && x[i] >= r->outputs;
         k++)
      add_column(g, VD_COLUMN_CHOOSE, x[i], k);
    for (uint32_t k = 0; k < i && i < vd_limit->likely_factors; k++)
      if (x[i] >= r->outputs || x[k] >= r->outputs)
        add_column(g, VD_COLUMN_PRODUCT, x[i], x[k]);
  }
  vd_affine_done(&g->affine);
  vd_affine_init(&g->affine, g->width, g->column.len + 1);
}

// Whether a variable is a polynomial of those that are free, in the examples.
static bool is_polynomial(VdLikely *r, uint32_t var, const bool *free,
                          VdValue *const *example, uint32_t n) {
  VdLikelyGroup g = {.width = sort_of(r, var).a};
  uint32_t pivot = UINT32_MAX;
  add_column(&g, VD_COLUMN_VAR, var, 0);
  for (uint32_t i = 0; i < r->vars; i++)
    if (free[i] && sort_of(r, i).a == g.width)
      add_column(&g, VD_COLUMN_VAR, i, 0);
  group_add_products(r, &g, free);
  for (uint32_t i = 0; i < n; i++) group_add(&g, example[i]);
  uint32_t *pivots = vd_alloc(vd_mul(g.affine.row.len + 1, sizeof *pivots));
  vd_affine_solve(&g.affine, 1, pivots);
  for (uint32_t i = 0; i < g.affine.row.len; i++)
    if (pivots[i] == 0) pivot = i;
  vd_free(pivots);
  vd_vec_done(&g.column);
  vd_affine_done(&g.affine);
  return pivot != UINT32_MAX;
}

void vd_likely_add_products(VdLikely *r, VdValue *const *example, uint32_t n) {
  bool *free = vd_alloc(r->vars + 1);
  for (uint32_t i = r->vars; i-- > 0;) {
    VdSort s = sort_of(r, i);
    if (!is_word(s) || s.a < MIN_FACTOR) continue;
    r->product[i] = is_polynomial(r, i, free, example, n);
    free[i] = !r->product[i];
  }
  for (uint32_t i = 0; i < r->group.len; i++)
    if (r->group.at[i].width >= MIN_FACTOR)
      group_add_products(r, &r->group.at[i], free);
  vd_free(free);
}

// -------------------------------------------------------------------- orders

static bool holds_on_all(const VdLikelyAtom *a, VdValue *const *example,
                         uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!atom_holds(a, example[i])) return false;
  return n > 0;
}

static bool try_atom(VdLikely *r, VdLikelyAtom a, VdValue *const *example,
                     uint32_t n) {
  if (r->atom.len >= vd_limit->likely_orders || !holds_on_all(&a, example, n))
    return false;
  vd_push(&r->atom, a);
  return true;
}

static void try_pair(VdLikely *r, uint32_t x, uint32_t y, VdOp op,
                     VdValue *const *example, uint32_t n) {
  for (int swapped = 0; swapped < 2; swapped++)
    for (int strict = 1; strict >= 0; strict--) {
      VdLikelyAtom a = {
          .x = x, .y = y, .op = op, .strict = strict, .swapped = swapped};
      if (try_atom(r, a, example, n)) return;
    }
}

// Bounds by small constants: c <= x for the largest such c.
static void try_bounds(VdLikely *r, uint32_t x, VdValue *const *example,
                       uint32_t n, uint32_t flags) {
  static const int64_t low[] = {2, 1, 0, -1};
  static const int64_t high[] = {-1, 0, 1};
  static const int64_t range[] = {127, 255, 32767, 65535};
  VdLikelyAtom a = {.x = x, .y = UINT32_MAX, .op = VD_OP_BVSLT};
  a.swapped = true;
  bool low_bound = false;
  for (size_t i = 0; i < VD_COUNT(low) && !low_bound; i++) {
    a.constant = (uint64_t)low[i];
    low_bound = try_atom(r, a, example, n);
  }
  a.swapped = false;
  for (size_t i = 0; i < VD_COUNT(high); i++) {
    a.constant = (uint64_t)high[i];
    if (try_atom(r, a, example, n)) break;
  }
  // Not the least, not the greatest: one step more does not wrap.
  uint64_t top = UINT64_MAX >> (64 - sort_of(r, x).a);
  VdLikelyAtom edge = {.x = x, .y = UINT32_MAX, .op = VD_OP_BVULT};
  edge.swapped = edge.strict = true;
  if (flags & VD_ORDER_EDGES) {
    try_atom(r, edge, example, n);
    edge.swapped = false;
    edge.constant = top;
    try_atom(r, edge, example, n);
    edge.op = VD_OP_BVSLT;
    edge.constant = top >> 1;
    try_atom(r, edge, example, n);
  }
  for (size_t i = 0;
       i < VD_COUNT(range) && (flags & VD_ORDER_RANGES) && sort_of(r, x).a > 16;
       i++) {
    a.strong = i + 1 < VD_COUNT(range);
    a.swapped = false;
    a.constant = (uint64_t)range[i];
    try_atom(r, a, example, n);
    a.swapped = true;
    a.constant = (uint64_t)(-range[i] - 1);
    if (!low_bound) try_atom(r, a, example, n);
  }
}

static bool may_compare(VdSort x, VdSort y, uint32_t flags) {
  return vd_sort_eq(x, y) ||
         ((flags & VD_ORDER_MIXED) && is_word(x) && is_word(y) &&
          x.a >= MIN_FACTOR && y.a >= MIN_FACTOR);
}

void vd_likely_add_orders(VdLikely *r, VdValue *const *example, uint32_t n,
                          uint32_t flags) {
  bool *skip = vd_alloc(r->vars + 1), *determined = vd_alloc(r->vars + 1);
  mark_determined(r, skip, determined);
  for (uint32_t x = 0; x < r->vars; x++) skip[x] |= r->product[x];
  for (uint32_t x = 0; x < r->vars; x++) {
    VdSort s = sort_of(r, x);
    if (!is_word(s) || skip[x]) continue;
    if (s.a == 64 && determined[x]) continue;  // pointers, mostly
    if (r->outputs && x >= r->outputs) break;
    try_bounds(r, x, example, n, flags);
    for (uint32_t y = x + 1; y < r->vars; y++) {
      if (skip[y] || !may_compare(s, sort_of(r, y), flags)) continue;
      if (s.a == 64 && determined[y]) continue;
      try_pair(r, x, y, VD_OP_BVSLT, example, n);
      try_pair(r, x, y, VD_OP_BVULT, example, n);
    }
  }
  vd_free(skip);
  vd_free(determined);
}

// --------------------------------------------------------------------- terms

static VdTerm widened(const VdLikely *r, uint32_t var, uint32_t width) {
  VdTerm t = r->var[var];
  return sort_of(r, var).a == width ? t
                                    : vd_mk(r->tm, VD_OP_ZEXT, width, &t, 1);
}

static VdTerm column_term(const VdLikely *r, const VdLikelyGroup *g,
                          uint32_t c) {
  if (c == g->column.len) return vd_mk_bv(r->tm, g->width, 1);
  const VdColumn *column = &g->column.at[c];
  VdTerm t = r->var[column->x];
  if (column->kind == VD_COLUMN_CHOOSE)
    return vd_mk_choose(r->tm, column->y, t, g->width);
  if (column->kind == VD_COLUMN_SEXT)
    return vd_mk(r->tm, VD_OP_SEXT, g->width, &t, 1);
  t = widened(r, column->x, g->width);
  if (column->kind != VD_COLUMN_PRODUCT) return t;
  VdTerm factor[2] = {t, widened(r, column->y, g->width)};
  return vd_mk(r->tm, VD_OP_BVMUL, 0, factor, 2);
}

// The sum of the row's columns but one.
static VdTerm row_sum(const VdLikely *r, const VdLikelyGroup *g,
                      const uint64_t *row, uint32_t but) {
  VdTerm sum = vd_mk_bv(r->tm, g->width, 0);
  for (uint32_t c = 0; c <= g->column.len; c++) {
    if (c == but || !row[c]) continue;
    VdTerm part[2] = {vd_mk_bv(r->tm, g->width, row[c]), column_term(r, g, c)};
    sum = vd_mk_add(r->tm, sum, vd_mk(r->tm, VD_OP_BVMUL, 0, part, 2));
  }
  return sum;
}

static bool says_output(const VdLikely *r, const VdLikelyGroup *g,
                        const uint64_t *row) {
  if (!r->outputs) return true;
  for (uint32_t c = 0; c < g->column.len; c++)
    if (row[c] && (g->column.at[c].x < r->outputs ||
                   (g->column.at[c].kind == VD_COLUMN_PRODUCT &&
                    g->column.at[c].y < r->outputs)))
      return true;
  return false;
}

// Of products only what determines a variable is kept: low bits of products
// are alike too often.
static bool has_products(const VdLikelyGroup *g, const uint64_t *row) {
  for (uint32_t c = 0; c < g->column.len; c++)
    if (row[c] && (g->column.at[c].kind == VD_COLUMN_CHOOSE ||
                   g->column.at[c].kind == VD_COLUMN_PRODUCT ||
                   g->column.at[c].kind == VD_COLUMN_ZEXT))
      return true;
  return false;
}

typedef void Visit(VdLikely *r, VdTerm var, VdTerm is, void *context);

// Calls visit for every equation: var is is, or, var none, is = 0.
static void each_row(VdLikely *r, VdLikelyGroup *g, Visit *visit,
                     void *context) {
  uint32_t *pivot = vd_alloc(vd_mul(g->affine.row.len + 1, sizeof *pivot));
  vd_affine_solve(&g->affine, g->plain, pivot);
  for (uint32_t i = 0; i < g->affine.row.len; i++) {
    const uint64_t *row = g->affine.row.at[i];
    if (!says_output(r, g, row)) continue;
    if (pivot[i] == UINT32_MAX && has_products(g, row)) continue;
    VdTerm sum = row_sum(r, g, row, pivot[i]),
           zero = vd_mk_bv(r->tm, g->width, 0);
    if (pivot[i] == UINT32_MAX)
      visit(r, VD_TERM_NONE, sum, context);
    else
      visit(r, column_term(r, g, pivot[i]), vd_mk_sub(r->tm, zero, sum),
            context);
  }
  vd_free(pivot);
}

// The last of a class stands for it: earlier ones are expressed by it.
static uint32_t last_like(const VdLikely *r, uint32_t i) {
  uint32_t last = i;
  for (uint32_t k = i + 1; k < r->vars; k++)
    if (r->like[k] == r->like[i]) last = k;
  return last;
}

static void each_plain(VdLikely *r, Visit *visit, void *context) {
  for (uint32_t i = 0; i < r->vars; i++) {
    if (r->demanded[i] != UINT32_MAX)
      visit(r, r->var[i], r->var[r->demanded[i]], context);
    if (!is_plain(sort_of(r, i)) || !r->examples) continue;
    uint32_t last = last_like(r, i);
    bool counts = !r->outputs || i < r->outputs;
    if (!counts) continue;
    if (r->fixed[i])
      visit(r, r->var[i], vd_mk_value(r->tm, &r->first[i]), context);
    else if (last != i)
      visit(r, r->var[i], r->var[last], context);
  }
}

static void count(VdLikely *r, VdTerm var, VdTerm is, void *context) {
  (void)r;
  (void)is;
  *(uint32_t *)context += !vd_term_is_none(var);
}

uint32_t vd_likely_strength(VdLikely *r) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->group.len; i++)
    each_row(r, &r->group.at[i], count, &n);
  each_plain(r, count, &n);
  return n;
}

static VdTerm atom_term(const VdLikely *r, const VdLikelyAtom *a) {
  VdTerm x = r->var[a->x];
  VdTerm y = a->y == UINT32_MAX
                 ? vd_mk_bv(r->tm, sort_of(r, a->x).a, a->constant)
                 : r->var[a->y];
  VdOp op = a->op == VD_OP_BVULT ? VD_OP_ZEXT : VD_OP_SEXT;
  uint32_t w = vd_term_sort(r->tm, x).a, v = vd_term_sort(r->tm, y).a;
  if (w < v) x = vd_mk(r->tm, op, v, &x, 1);
  if (v < w) y = vd_mk(r->tm, op, w, &y, 1);
  VdTerm arg[2] = {x, y};
  if (a->swapped) arg[0] = y, arg[1] = x;
  if (a->strict) return vd_mk(r->tm, a->op, 0, arg, 2);
  VdTerm back[2] = {arg[1], arg[0]};
  return vd_mk_not(r->tm, vd_mk(r->tm, a->op, 0, back, 2));
}

static void conjoin(VdLikely *r, VdTerm var, VdTerm is, void *context) {
  VdTerm *all = context;
  VdTerm left = var;
  if (vd_term_is_none(var))
    left = vd_mk_bv(r->tm, vd_term_sort(r->tm, is).a, 0);
  *all = vd_mk_and(r->tm, *all, vd_mk_eq(r->tm, left, is));
}

VdTerm vd_likely_equations(VdLikely *r) {
  VdTerm all = vd_mk_bool(r->tm, true);
  for (uint32_t i = 0; i < r->group.len; i++)
    each_row(r, &r->group.at[i], conjoin, &all);
  each_plain(r, conjoin, &all);
  return all;
}

VdTerm vd_likely_term(VdLikely *r, bool strong) {
  VdTerm all = vd_likely_equations(r);
  for (uint32_t i = 0; i < r->atom.len; i++)
    if (strong || !r->atom.at[i].strong)
      all = vd_mk_and(r->tm, all, atom_term(r, &r->atom.at[i]));
  return all;
}

static void replace(VdLikely *r, VdTerm var, VdTerm is, void *context) {
  (void)r;
  if (!vd_term_is_none(var)) *vd_map_put(context, var.id) = is.id;
}

VdTerm vd_likely_apply(VdLikely *r, VdTerm t) {
  VdMap map = {0};
  // Widest first: they may be made of shorter ones.
  for (uint32_t w = 64; w > 0; w--)
    for (uint32_t i = 0; i < r->group.len; i++) {
      if (r->group.at[i].width != w) continue;
      vd_map_clear(&map);
      each_row(r, &r->group.at[i], replace, &map);
      t = vd_term_subst(r->tm, t, &map);
    }
  vd_map_clear(&map);
  each_plain(r, replace, &map);
  t = vd_term_subst(r->tm, t, &map);
  vd_map_done(&map);
  return t;
}
