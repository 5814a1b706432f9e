// Scopes: what of a crosswalk a question about a few codes needs.
//
// R is the relation of Definition 7, which is the set of solutions of equations
// (1) and (2) (Definition 9). Both hold for an absent code. For a code that is
// present they say: it is related (on a line that is wholly present) or it is
// an orphan (no line with it has all of its own side present). Being an orphan
// is inherited by smaller pairs, being related by pairs that keep the line.
//
// vd_scope_pair. U are the used codes, S the codes on lines that touch U, with
// U. C are the constraints of the header: (1) and (2) for the codes of U only.
// Lemma: R and C have the same projection on U.
//
// From R to C: let (v, v') be in R. For each code of U in it that is no orphan
// keep one line that is wholly present. Let (w, w') be the codes of U in (v,v')
// together with all codes of the kept lines. It is a part of (v, v'), has the
// same codes of U, lies in S, and in it each code of U that is present is still
// related (its line was kept) or still an orphan. So it satisfies C.
//
// From C to R: let (v, v') within S satisfy C. Remove the codes that are
// neither in U nor on a wholly present line (vd_scope_trim). No line that was
// wholly present loses a code. So each code of U is still related or an orphan,
// and each other code that is left is related. All lines that contain a code of
// U lie in S, so nothing outside S can make a difference. So it is in R, with
// the same codes of U.
//
// In between lies R restricted to S, every other code absent: it is a subset of
// R, and the first step shows that it has the whole projection, since (w, w')
// is in R. So C says no less and no more than that, with fewer constraints:
// lines that do not touch U play no part at all.
//
// vd_scope_partner. U are used codes of one side, say the old one. N are the
// new codes reached, S the lines that contain a code of U or of N. C are the
// constraints of the header. Lemma: the pairs (v1 on U, v2 on U) with (v1, v')
// and (v2, v') in R for some v' are those of the solutions of C.
//
// From R to C: keep, for each code of U in v1 that is no orphan, a line wholly
// present in (v1, v'); the same for v2. A new code on a kept line is in v' and
// no orphan there, as the new side of the kept line is in v'. So in both pairs
// it is related: keep a line for it in (v1, v') and one in (v2, v'). Go on
// until each new code on a kept line has its two lines. This stays within N and
// its lines. Let w' be the new codes of kept lines, w1 the codes of U in v1 and
// the old codes of lines kept in (v1, v'), w2 likewise. Then C holds: codes of
// U are related by a kept line or are orphans as before, and each code of w'
// has its two lines.
//
// From C to R: trim v1 and v2. No line wholly present loses a code. Codes of v'
// are related in both pairs, old codes that are left are used, and related or
// orphans, or lie on a wholly present line. All lines with a code of U or of N
// are in the scope, so this is so in the whole crosswalk: both pairs are in R.
//
// Old codes outside U need no lines of their own: they are only ever there
// because a kept line needs them.
#include <stdlib.h>

#include "relate/crosswalk_impl.h"

void vd_scope_done(VdScope *scope) {
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    vd_vec_done(&scope->code[side]);
    vd_free(scope->slot[side]);
  }
  vd_vec_done(&scope->line);
  vd_vec_done(&scope->sorted);
  vd_free(scope->line_slot);
  *scope = (VdScope){0};
}

static void fit(struct VdScopeSlot **slot, uint32_t *have, uint32_t want) {
  if (*have >= want) return;
  vd_free(*slot);
  *slot = vd_alloc(vd_mul(want, sizeof **slot));
  *have = want;
}

static void start(const VdCrosswalk *cw, VdScope *scope) {
  VD_CHECK(cw->finished);
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    fit(&scope->slot[side], &scope->slots[side], cw->side[side].codes);
    scope->code[side].len = 0;
    scope->used[side] = 0;
  }
  fit(&scope->line_slot, &scope->line_slots, cw->j.line.len);
  scope->line.len = 0;
  if (++scope->stamp) return;
  // The stamps of 2^32 scopes ago must not count as today's.
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    memset(scope->slot[side], 0, scope->slots[side] * sizeof **scope->slot);
  }
  memset(scope->line_slot, 0, scope->line_slots * sizeof *scope->line_slot);
  scope->stamp = 1;
}

static void add_code(VdScope *scope, VdSide side, VdCode code) {
  struct VdScopeSlot *slot = &scope->slot[side][code];
  if (slot->stamp == scope->stamp) return;
  *slot = (struct VdScopeSlot){scope->stamp, scope->code[side].len};
  vd_push(&scope->code[side], code);
}

static void add_used(const VdCrosswalk *cw, VdScope *scope, VdSide side,
                     const VdCode *used, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    VD_CHECK(used[i] < cw->side[side].codes);
    add_code(scope, side, used[i]);
  }
  scope->used[side] = scope->code[side].len;
}

static void add_line(const VdCrosswalk *cw, VdScope *scope, uint32_t number) {
  struct VdScopeSlot *slot = &scope->line_slot[number];
  if (slot->stamp == scope->stamp) return;
  *slot = (struct VdScopeSlot){scope->stamp, scope->line.len};
  vd_push(&scope->line, number);
  const VdLineInfo *line = &cw->j.line.at[number];
  const VdCode *code = &cw->j.code.at[line->code_at];
  for (uint32_t i = 0; i < line->count[VD_OLD]; i++) {
    add_code(scope, VD_OLD, *code++);
  }
  for (uint32_t i = 0; i < line->count[VD_NEW]; i++) {
    add_code(scope, VD_NEW, *code++);
  }
}

static void add_lines_of(const VdCrosswalk *cw, VdScope *scope, VdSide side,
                         VdCode code) {
  const VdSideCodes *codes = &cw->side[side];
  for (uint32_t i = codes->line_at[code]; i < codes->line_at[code + 1]; i++) {
    add_line(cw, scope, codes->line[i]);
  }
}

static void add_lines_of_used(const VdCrosswalk *cw, VdScope *scope,
                              VdSide side) {
  for (uint32_t i = 0; i < scope->used[side]; i++) {
    add_lines_of(cw, scope, side, scope->code[side].at[i]);
  }
}

void vd_scope_pair(const VdCrosswalk *cw, const VdCode *used_old, uint32_t n,
                   const VdCode *used_new, uint32_t m, VdScope *scope) {
  start(cw, scope);
  add_used(cw, scope, VD_OLD, used_old, n);
  add_used(cw, scope, VD_NEW, used_new, m);
  add_lines_of_used(cw, scope, VD_OLD);
  add_lines_of_used(cw, scope, VD_NEW);
}

void vd_scope_partner(const VdCrosswalk *cw, VdSide side, const VdCode *used,
                      uint32_t n, VdScope *scope) {
  VdSide other = side == VD_OLD ? VD_NEW : VD_OLD;
  start(cw, scope);
  add_used(cw, scope, side, used, n);
  add_lines_of_used(cw, scope, side);
  for (uint32_t i = 0; i < scope->code[other].len; i++) {
    add_lines_of(cw, scope, other, scope->code[other].at[i]);
  }
}

// ---------------------------------------------------------------- trimming

static bool is_present(const VdCrosswalk *cw, const VdScope *scope,
                       bool *const present[2], uint32_t number) {
  VdCrossLine line = vd_crosswalk_line(cw, number);
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = 0; i < line.count[side]; i++) {
      uint32_t at = vd_scope_code(scope, (VdSide)side, line.code[side][i]);
      if (!present[side][at]) return false;
    }
  }
  return true;
}

static bool is_related(const VdCrosswalk *cw, const VdScope *scope,
                       bool *const present[2], VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (vd_scope_line(scope, line[i]) == VD_SCOPE_NONE) continue;
    if (is_present(cw, scope, present, line[i])) return true;
  }
  return false;
}

// A code of a wholly present line is never cleared, so the order is no matter.
void vd_scope_trim(const VdCrosswalk *cw, const VdScope *scope,
                   bool *const present[2]) {
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = scope->used[side]; i < scope->code[side].len; i++) {
      VdCode code = scope->code[side].at[i];
      present[side][i] = present[side][i] &&
                         is_related(cw, scope, present, (VdSide)side, code);
    }
  }
}

// ------------------------------------------------------------------ digest

// Codes and lines are numbered in the order of their texts, so sorting by
// number is sorting by text.
static void sort_into(VdScope *scope, const uint32_t *at, uint32_t n) {
  scope->sorted.len = 0;
  vd_reserve(&scope->sorted, n);
  if (n) memcpy(scope->sorted.at, at, n * sizeof *at);
  scope->sorted.len = n;
  if (n > 1) qsort(scope->sorted.at, n, sizeof *at, vd_by_number);
}

// No code has a control character: tabs and line ends keep them apart.
static void print_code(const VdSideCodes *side, VdCode code, VdBuf *out) {
  const VdCodeInfo *info = &side->code[code];
  vd_buf_char(out, (char)('0' + info->system));
  vd_buf_add(out, info->text, info->len);
  vd_buf_char(out, '\t');
}

void vd_scope_canonical(const VdCrosswalk *cw, VdScope *scope, VdBuf *out) {
  vd_buf_str(out, "crosswalk 1\n");
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    sort_into(scope, scope->code[side].at, scope->used[side]);
    for (uint32_t i = 0; i < scope->sorted.len; i++) {
      print_code(&cw->side[side], scope->sorted.at[i], out);
    }
    vd_buf_char(out, '\n');
  }
  sort_into(scope, scope->line.at, scope->line.len);
  for (uint32_t i = 0; i < scope->sorted.len; i++) {
    VdCrossLine line = vd_crosswalk_line(cw, scope->sorted.at[i]);
    for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
      for (uint32_t k = 0; k < line.count[side]; k++) {
        print_code(&cw->side[side], line.code[side][k], out);
      }
      vd_buf_char(out, '\n');
    }
  }
}
