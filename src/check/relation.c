#include "check/relation.h"

enum { MAX_ORDERS = 200 };

static VdSort sort_of(const VdRelation *r, uint32_t i) {
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

static VdRelationGroup *group_of(VdRelation *r, uint32_t width) {
  for (uint32_t i = 0; i < r->group.len; i++)
    if (r->group.at[i].width == width) return &r->group.at[i];
  VdRelationGroup g = {.width = width};
  vd_push(&r->group, g);
  return &r->group.at[r->group.len - 1];
}

static void add_column(VdRelationGroup *g, uint32_t var, bool sext) {
  vd_push(&g->var, var);
  vd_push(&g->sext, (uint8_t)sext);
  g->plain += !sext;
}

// Pointers move by sizes times indices: 32-bit variables count among 64-bit
// ones, sign-extended.
static void add_extended(VdRelation *r) {
  VdRelationGroup *g = NULL;
  for (uint32_t i = 0; i < r->group.len; i++)
    if (r->group.at[i].width == 64) g = &r->group.at[i];
  for (uint32_t i = 0; i < r->vars && g; i++)
    if (is_word(sort_of(r, i)) && sort_of(r, i).a == 32) add_column(g, i, true);
}

void vd_relation_init(VdRelation *r, VdTerms *tm, const VdTerm *var,
                      uint32_t vars, uint32_t outputs) {
  *r = (VdRelation){.tm = tm, .vars = vars, .var = var, .outputs = outputs};
  r->decree = vd_alloc(vd_mul(vars + 1, sizeof *r->decree));
  r->like = vd_alloc(vd_mul(vars + 1, sizeof *r->like));
  r->fixed = vd_alloc(vd_mul(vars + 1, sizeof *r->fixed));
  r->first = vd_alloc(vd_mul(vars + 1, sizeof *r->first));
  for (uint32_t i = 0; i < vars; i++) {
    VdSort s = sort_of(r, i);
    if (is_word(s)) add_column(group_of(r, s.a), i, false);
    r->like[i] = r->decree[i] = UINT32_MAX;
    r->fixed[i] = true;
    for (uint32_t k = 0; k <= i && r->like[i] == UINT32_MAX; k++)
      if (vd_sort_eq(sort_of(r, k), s)) r->like[i] = k;
  }
  add_extended(r);
  for (uint32_t i = 0; i < r->group.len; i++)
    vd_affine_init(&r->group.at[i].affine, r->group.at[i].width,
                   r->group.at[i].var.len + 1);
}

void vd_relation_decree(VdRelation *r, uint32_t i, uint32_t k) {
  r->decree[i] = k;
}

void vd_relation_done(VdRelation *r) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    vd_vec_done(&r->group.at[i].var);
    vd_vec_done(&r->group.at[i].sext);
    vd_affine_done(&r->group.at[i].affine);
  }
  vd_vec_done(&r->group);
  vd_vec_done(&r->atom);
  vd_free(r->decree);
  vd_free(r->like);
  vd_free(r->fixed);
  vd_free(r->first);
  memset(r, 0, sizeof *r);
}

// ------------------------------------------------------------------ examples

static uint64_t signed_bits(const VdValue *v) {
  uint32_t w = v->sort.a;
  return (uint64_t)((int64_t)(v->bits << (64 - w)) >> (64 - w));
}

static bool group_add(VdRelationGroup *g, const VdValue *value) {
  uint32_t n = g->var.len;
  uint64_t *point = vd_alloc(vd_mul(n + 1, sizeof *point));
  for (uint32_t i = 0; i < n; i++)
    point[i] = g->sext.at[i] ? signed_bits(&value[g->var.at[i]])
                             : value[g->var.at[i]].bits;
  point[n] = 1;
  bool weaker = vd_affine_add(&g->affine, point);
  vd_free(point);
  return weaker;
}

static bool atom_holds(const VdRelationAtom *a, const VdValue *value) {
  VdValue x = value[a->x];
  VdValue y =
      a->y == UINT32_MAX ? vd_value_bv(x.sort.a, a->constant) : value[a->y];
  if (a->swapped) {
    VdValue t = x;
    x = y;
    y = t;
  }
  bool less = a->op == VD_OP_BVULT
                  ? x.bits < y.bits
                  : (int64_t)signed_bits(&x) < (int64_t)signed_bits(&y);
  return less || (!a->strict && x.bits == y.bits);
}

// Splits a class: those that are no longer equal to its first member get a new
// one, together.
static bool split_classes(VdRelation *r, const VdValue *value) {
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

bool vd_relation_add(VdRelation *r, const VdValue *value) {
  bool weaker = split_classes(r, value);
  for (uint32_t i = 0; i < r->group.len; i++)
    weaker |= group_add(&r->group.at[i], value);
  for (uint32_t i = 0; i < r->atom.len;) {
    if (atom_holds(&r->atom.at[i], value)) {
      i++;
      continue;
    }
    weaker = true;
    VdRelationAtom lax = r->atom.at[i];
    lax.strict = false;
    if (r->atom.at[i].strict && atom_holds(&lax, value)) {
      r->atom.at[i++] = lax;
      continue;
    }
    r->atom.at[i] = vd_pop(&r->atom);
  }
  r->examples++;
  return weaker;
}

void vd_relation_forget_equations(VdRelation *r) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    VdAffine *a = &r->group.at[i].affine;
    while (a->row.len) vd_free(vd_pop(&a->row));
  }
  for (uint32_t i = 0; i < r->vars; i++) {
    r->like[i] = i;
    r->fixed[i] = false;
  }
}

// -------------------------------------------------------------------- orders

static bool holds_on_all(const VdRelationAtom *a, VdValue *const *example,
                         uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!atom_holds(a, example[i])) return false;
  return n > 0;
}

static bool try_atom(VdRelation *r, VdRelationAtom a, VdValue *const *example,
                     uint32_t n) {
  if (r->atom.len >= MAX_ORDERS || !holds_on_all(&a, example, n)) return false;
  vd_push(&r->atom, a);
  return true;
}

static void try_pair(VdRelation *r, uint32_t x, uint32_t y, VdOp op,
                     VdValue *const *example, uint32_t n) {
  for (int swapped = 0; swapped < 2; swapped++)
    for (int strict = 1; strict >= 0; strict--) {
      VdRelationAtom a = {
          .x = x, .y = y, .op = op, .strict = strict, .swapped = swapped};
      if (try_atom(r, a, example, n)) return;
    }
}

// Bounds by small constants: c <= x for the largest such c.
static void try_bounds(VdRelation *r, uint32_t x, VdValue *const *example,
                       uint32_t n, uint32_t flags) {
  static const int64_t low[] = {2, 1, 0, -1};
  static const int64_t high[] = {-1, 0, 1};
  static const int64_t range[] = {127, 255, 32767, 65535};
  VdRelationAtom a = {.x = x, .y = UINT32_MAX, .op = VD_OP_BVSLT};
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
  VdRelationAtom edge = {.x = x, .y = UINT32_MAX, .op = VD_OP_BVULT};
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

// Whether a row says that its pivot is another variable.
static bool is_alias(const VdRelationGroup *g, const uint64_t *row) {
  uint32_t n = 0;
  for (uint32_t c = 0; c <= g->var.len; c++) n += row[c] != 0;
  return n == 2 && !row[g->var.len];
}

// Variables that are others, or constant, need no orders of their own. (Those
// that are sums do: sums wrap.)
static void mark_determined(VdRelation *r, bool *alias, bool *determined) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    VdRelationGroup *g = &r->group.at[i];
    uint32_t *pivot = vd_alloc(vd_mul(g->affine.row.len + 1, sizeof *pivot));
    vd_affine_solve(&g->affine, g->plain, pivot);
    for (uint32_t k = 0; k < g->affine.row.len; k++)
      if (pivot[k] != UINT32_MAX) {
        determined[g->var.at[pivot[k]]] = true;
        alias[g->var.at[pivot[k]]] = is_alias(g, g->affine.row.at[k]);
      }
    vd_free(pivot);
  }
}

void vd_relation_add_orders(VdRelation *r, VdValue *const *example, uint32_t n,
                            uint32_t flags) {
  bool *skip = vd_alloc(r->vars + 1), *determined = vd_alloc(r->vars + 1);
  mark_determined(r, skip, determined);
  for (uint32_t x = 0; x < r->vars; x++) {
    VdSort s = sort_of(r, x);
    if (!is_word(s) || skip[x]) continue;
    if (s.a == 64 && determined[x]) continue;  // pointers, mostly
    if (r->outputs && x >= r->outputs) break;
    try_bounds(r, x, example, n, flags);
    for (uint32_t y = x + 1; y < r->vars; y++) {
      if (skip[y] || !vd_sort_eq(s, sort_of(r, y))) continue;
      if (s.a == 64 && determined[y]) continue;
      try_pair(r, x, y, VD_OP_BVSLT, example, n);
      try_pair(r, x, y, VD_OP_BVULT, example, n);
    }
  }
  vd_free(skip);
  vd_free(determined);
}

// --------------------------------------------------------------------- terms

static VdTerm column_term(const VdRelation *r, const VdRelationGroup *g,
                          uint32_t c) {
  if (c == g->var.len) return vd_mk_bv(r->tm, g->width, 1);
  VdTerm t = r->var[g->var.at[c]];
  return g->sext.at[c] ? vd_mk(r->tm, VD_OP_SEXT, g->width, &t, 1) : t;
}

// The sum of the row's columns but one.
static VdTerm row_sum(const VdRelation *r, const VdRelationGroup *g,
                      const uint64_t *row, uint32_t but) {
  VdTerm sum = vd_mk_bv(r->tm, g->width, 0);
  for (uint32_t c = 0; c <= g->var.len; c++) {
    if (c == but || !row[c]) continue;
    VdTerm part[2] = {vd_mk_bv(r->tm, g->width, row[c]), column_term(r, g, c)};
    sum = vd_mk_add(r->tm, sum, vd_mk(r->tm, VD_OP_BVMUL, 0, part, 2));
  }
  return sum;
}

static bool says_output(const VdRelation *r, const VdRelationGroup *g,
                        const uint64_t *row) {
  if (!r->outputs) return true;
  for (uint32_t c = 0; c < g->var.len; c++)
    if (row[c] && g->var.at[c] < r->outputs) return true;
  return false;
}

typedef void Visit(VdRelation *r, VdTerm var, VdTerm is, void *context);

// Calls visit for every equation: var is is, or, var none, is = 0.
static void each_row(VdRelation *r, VdRelationGroup *g, Visit *visit,
                     void *context) {
  uint32_t *pivot = vd_alloc(vd_mul(g->affine.row.len + 1, sizeof *pivot));
  vd_affine_solve(&g->affine, g->plain, pivot);
  for (uint32_t i = 0; i < g->affine.row.len; i++) {
    const uint64_t *row = g->affine.row.at[i];
    if (!says_output(r, g, row)) continue;
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
static uint32_t last_like(const VdRelation *r, uint32_t i) {
  uint32_t last = i;
  for (uint32_t k = i + 1; k < r->vars; k++)
    if (r->like[k] == r->like[i]) last = k;
  return last;
}

static void each_plain(VdRelation *r, Visit *visit, void *context) {
  for (uint32_t i = 0; i < r->vars; i++) {
    if (r->decree[i] != UINT32_MAX)
      visit(r, r->var[i], r->var[r->decree[i]], context);
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

static void count(VdRelation *r, VdTerm var, VdTerm is, void *context) {
  (void)r;
  (void)is;
  *(uint32_t *)context += !vd_term_is_none(var);
}

uint32_t vd_relation_strength(VdRelation *r) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->group.len; i++)
    each_row(r, &r->group.at[i], count, &n);
  each_plain(r, count, &n);
  return n;
}

static VdTerm atom_term(const VdRelation *r, const VdRelationAtom *a) {
  VdTerm x = r->var[a->x];
  VdTerm y = a->y == UINT32_MAX
                 ? vd_mk_bv(r->tm, sort_of(r, a->x).a, a->constant)
                 : r->var[a->y];
  VdTerm arg[2] = {x, y};
  if (a->swapped) arg[0] = y, arg[1] = x;
  if (a->strict) return vd_mk(r->tm, a->op, 0, arg, 2);
  VdTerm back[2] = {arg[1], arg[0]};
  return vd_mk_not(r->tm, vd_mk(r->tm, a->op, 0, back, 2));
}

static void conjoin(VdRelation *r, VdTerm var, VdTerm is, void *context) {
  VdTerm *all = context;
  VdTerm left = var;
  if (vd_term_is_none(var))
    left = vd_mk_bv(r->tm, vd_term_sort(r->tm, is).a, 0);
  *all = vd_mk_and(r->tm, *all, vd_mk_eq(r->tm, left, is));
}

VdTerm vd_relation_term(VdRelation *r, bool strong) {
  VdTerm all = vd_mk_bool(r->tm, true);
  for (uint32_t i = 0; i < r->group.len; i++)
    each_row(r, &r->group.at[i], conjoin, &all);
  each_plain(r, conjoin, &all);
  for (uint32_t i = 0; i < r->atom.len; i++)
    if (strong || !r->atom.at[i].strong)
      all = vd_mk_and(r->tm, all, atom_term(r, &r->atom.at[i]));
  return all;
}

static void replace(VdRelation *r, VdTerm var, VdTerm is, void *context) {
  (void)r;
  if (!vd_term_is_none(var)) *vd_map_put(context, var.id) = is.id;
}

VdTerm vd_relation_apply(VdRelation *r, VdTerm t) {
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
