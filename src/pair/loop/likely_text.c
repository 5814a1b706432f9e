// What is likely, as numbers: columns and rows of its linear equations, orders,
// and which values are one.
#include "base/limit.h"
#include "pair/loop/likely.h"

enum { NONE = UINT32_MAX };

// ----------------------------------------------------------------- writing

static void put_group(const VdLikelyGroup *g, VdBuf *out) {
  vd_number_put(out, g->width);
  vd_number_put(out, g->column.len);
  for (uint32_t i = 0; i < g->column.len; i++) {
    vd_number_put(out, g->column.at[i].kind);
    vd_number_put(out, g->column.at[i].x);
    vd_number_put(out, g->column.at[i].y);
  }
  vd_number_put(out, g->affine.row.len);
  for (uint32_t i = 0; i < g->affine.row.len; i++)
    for (uint32_t c = 0; c <= g->column.len; c++)
      vd_number_put(out, g->affine.row.at[i][c]);
}

static void put_atom(const VdLikelyAtom *a, VdBuf *out) {
  vd_number_put(out, a->x);
  vd_number_put(out, a->y);
  vd_number_put(out, a->constant);
  vd_number_put(out, (uint64_t)(a->op == VD_OP_BVSLT) << 3 |
                         (uint64_t)a->strict << 2 | (uint64_t)a->swapped << 1 |
                         a->strong);
}

void vd_likely_put(const VdLikely *r, VdBuf *out) {
  vd_number_put(out, r->group.len);
  for (uint32_t i = 0; i < r->group.len; i++) put_group(&r->group.at[i], out);
  vd_number_put(out, r->atom.len);
  for (uint32_t i = 0; i < r->atom.len; i++) put_atom(&r->atom.at[i], out);
  vd_number_put(out, r->examples > 0);
  for (uint32_t i = 0; i < r->vars; i++) {
    vd_number_put(out, r->like[i]);
    vd_number_put(out, r->examples && r->fixed[i]);
    vd_number_put(out, r->examples ? r->first[i].bits : 0);
  }
}

// ----------------------------------------------------------------- reading

static bool is_word(const VdLikely *r, uint32_t i, uint32_t most) {
  VdSort s = vd_term_sort(r->tm, r->var[i]);
  return s.kind == VD_SORT_BV && s.a <= most;
}

static bool take_column(const VdLikely *r, uint32_t width, VdNumbers *from,
                        VdColumn *out) {
  if (!r->vars) return false;
  out->kind = (VdColumnKind)vd_number_take(from, VD_COLUMN_PRODUCT);
  out->x = (uint32_t)vd_number_take(from, r->vars - 1);
  bool times = out->kind == VD_COLUMN_CHOOSE;
  out->y = (uint32_t)vd_number_take(
      from, times ? vd_limit->kept_choose : r->vars - 1);
  if (!from->ok || !is_word(r, out->x, width)) return false;
  uint32_t w = vd_term_sort(r->tm, r->var[out->x]).a;
  switch (out->kind) {
    case VD_COLUMN_VAR: return w == width;
    case VD_COLUMN_PRODUCT: return is_word(r, out->y, width);
    case VD_COLUMN_CHOOSE: return out->y > 1;
    case VD_COLUMN_SEXT:
    case VD_COLUMN_ZEXT: return w < width;
  }
  return false;
}

static bool take_group(const VdLikely *r, VdLikelyGroup *g, VdNumbers *from) {
  g->width = (uint32_t)vd_number_take(from, 64);
  uint32_t columns = (uint32_t)vd_number_take(from, vd_limit->kept_rows);
  bool ok = from->ok && g->width;
  for (uint32_t i = 0; i < columns && ok; i++) {
    VdColumn column;
    ok = take_column(r, g->width, from, &column);
    // A variable as it is can be what a row is solved for, and comes first.
    ok = ok && (column.kind != VD_COLUMN_VAR || g->plain == i);
    g->plain += ok && column.kind == VD_COLUMN_VAR;
    vd_push(&g->column, column);
  }
  uint32_t rows = (uint32_t)vd_number_take(from, vd_limit->kept_rows);
  for (uint32_t i = 0; i < rows && ok && from->ok; i++) {
    uint64_t *row = vd_alloc(vd_mul(columns + 1, sizeof *row));
    for (uint32_t c = 0; c <= columns; c++)
      row[c] = vd_number_take(from, UINT64_MAX >> (64 - g->width));
    vd_push(&g->affine.row, row);
  }
  return ok && from->ok;
}

static bool take_groups(VdLikely *r, VdNumbers *from) {
  for (uint32_t i = 0; i < r->group.len; i++) {
    vd_vec_done(&r->group.at[i].column);
    vd_affine_done(&r->group.at[i].affine);
  }
  uint32_t n = (uint32_t)vd_number_take(from, r->group.len);
  r->group.len = 0;
  for (uint32_t i = 0; i < n; i++) {
    VdLikelyGroup none = {0};
    vd_push(&r->group, none);
    VdLikelyGroup *g = &r->group.at[i];
    bool ok = take_group(r, g, from);
    g->affine.width = g->width;
    g->affine.columns = g->column.len + 1;
    if (!ok) return false;
  }
  return from->ok;
}

static bool take_atom(const VdLikely *r, VdLikelyAtom *a, VdNumbers *from) {
  if (!r->vars) return false;
  a->x = (uint32_t)vd_number_take(from, r->vars - 1);
  a->y = (uint32_t)vd_number_take(from, NONE);
  a->constant = vd_number_take(from, UINT64_MAX);
  uint64_t flags = vd_number_take(from, 15);
  a->op = flags >> 3 ? VD_OP_BVSLT : VD_OP_BVULT;
  a->strict = flags >> 2 & 1;
  a->swapped = flags >> 1 & 1;
  a->strong = flags & 1;
  return from->ok && is_word(r, a->x, 64) &&
         (a->y == NONE || (a->y < r->vars && is_word(r, a->y, 64)));
}

static bool take_values(VdLikely *r, VdNumbers *from) {
  r->examples = (uint32_t)vd_number_take(from, 1);
  for (uint32_t i = 0; i < r->vars && from->ok; i++) {
    VdSort s = vd_term_sort(r->tm, r->var[i]);
    uint32_t w = vd_sort_width(s);
    bool plain = s.kind == VD_SORT_BOOL || (s.kind == VD_SORT_FLOAT && w <= 64);
    r->like[i] = (uint32_t)vd_number_take(from, i);
    r->fixed[i] = vd_number_take(from, 1);
    r->first[i] = (VdValue){.sort = s};
    r->first[i].bits = vd_number_take(from, UINT64_MAX);
    if (!plain) continue;
    VdSort of = vd_term_sort(r->tm, r->var[r->like[i]]);
    if (!vd_sort_eq(of, s)) return false;
    if (w < 64) r->first[i].bits &= (1ull << w) - 1;
  }
  return from->ok;
}

bool vd_likely_take(VdLikely *r, VdNumbers *from) {
  if (!take_groups(r, from)) return false;
  uint32_t n = (uint32_t)vd_number_take(from, vd_limit->kept_rows);
  for (uint32_t i = 0; i < n; i++) {
    VdLikelyAtom atom;
    if (!take_atom(r, &atom, from)) return false;
    vd_push(&r->atom, atom);
  }
  return take_values(r, from);
}
