// The crosswalk: what was read, and questions about lines and codes.
#include "relate/crosswalk_impl.h"

VdCrosswalk *vd_crosswalk_new(void) {
  return vd_alloc(sizeof(VdCrosswalk));
}

static void side_done(VdSideCodes *side) {
  vd_names_done(&side->names);
  vd_vec_done(&side->raw);
  vd_free(side->code);
  vd_free(side->slot);
  vd_free(side->line_at);
  vd_free(side->line);
}

void vd_line_store_done(VdLineStore *store) {
  vd_vec_done(&store->line);
  vd_vec_done(&store->code);
  vd_vec_done(&store->origin);
}

void vd_crosswalk_free(VdCrosswalk *cw) {
  if (!cw) return;
  side_done(&cw->side[VD_OLD]);
  side_done(&cw->side[VD_NEW]);
  vd_line_store_done(&cw->j);
  vd_vec_done(&cw->file);
  vd_vec_done(&cw->unmapped);
  vd_arena_done(&cw->arena);
  vd_free(cw);
}

void vd_crosswalk_lenient(VdCrosswalk *cw) {
  cw->lenient = true;
}

void vd_crosswalk_add(VdCrosswalk *cw, const uint32_t *const set[2],
                      const uint32_t count[2], bool approximate,
                      const VdCrossOrigin *origin, uint32_t origins) {
  VdLineInfo line = {.code_at = cw->j.code.len,
                     .origin_at = cw->j.origin.len,
                     .origins = origins & INT32_MAX,
                     .approximate = approximate};
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    line.count[side] = (uint16_t)count[side];
    for (uint32_t i = 0; i < count[side]; i++) {
      vd_push(&cw->j.code, set[side][i]);
    }
  }
  for (uint32_t i = 0; i < origins; i++) vd_push(&cw->j.origin, origin[i]);
  vd_push(&cw->j.line, line);
}

// --------------------------------------------------------------- questions

uint32_t vd_crosswalk_codes(const VdCrosswalk *cw, VdSide side) {
  return cw->side[side].codes;
}

static const VdCodeInfo *info(const VdCrosswalk *cw, VdSide side, VdCode code) {
  VD_CHECK(code < cw->side[side].codes);
  return &cw->side[side].code[code];
}

const char *vd_code_text(const VdCrosswalk *cw, VdSide side, VdCode code) {
  return info(cw, side, code)->shown;
}

VdPos vd_crosswalk_pos(const VdCrosswalk *cw, VdCrossOrigin origin) {
  VD_CHECK(origin.file < cw->file.len);
  return (VdPos){cw->file.at[origin.file], origin.line, 0};
}

uint32_t vd_crosswalk_lines(const VdCrosswalk *cw) {
  return cw->j.line.len;
}

VdCrossLine vd_crosswalk_line(const VdCrosswalk *cw, uint32_t line) {
  VD_CHECK(cw->finished && line < cw->j.line.len);
  const VdLineInfo *at = &cw->j.line.at[line];
  const VdCode *code = &cw->j.code.at[at->code_at];
  return (VdCrossLine){.code = {code, code + at->count[VD_OLD]},
                       .count = {at->count[VD_OLD], at->count[VD_NEW]},
                       .origin = &cw->j.origin.at[at->origin_at],
                       .origins = at->origins,
                       .approximate = at->approximate};
}

void vd_crosswalk_line_print(const VdCrosswalk *cw, uint32_t line, VdBuf *out) {
  VdCrossLine at = vd_crosswalk_line(cw, line);
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    if (side == VD_NEW) vd_buf_str(out, " <-> ");
    for (uint32_t i = 0; i < at.count[side]; i++) {
      vd_buf_printf(out, "%s%s", i ? " + " : "",
                    vd_code_text(cw, (VdSide)side, at.code[side][i]));
    }
  }
}

const uint32_t *vd_code_lines(const VdCrosswalk *cw, VdSide side, VdCode code,
                              uint32_t *count) {
  const VdSideCodes *codes = &cw->side[side];
  VD_CHECK(code < codes->codes);
  *count = codes->line_at[code + 1] - codes->line_at[code];
  return codes->line + codes->line_at[code];
}

// -------------------------------------------------------------- membership

static bool is_in(const VdCode *codes, uint32_t n, VdCode code) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (codes[middle] < code) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < n && codes[low] == code;
}

static bool is_within(const VdCrossLine *line, VdSide side,
                      const VdCode *const codes[2], const uint32_t count[2]) {
  for (uint32_t i = 0; i < line->count[side]; i++) {
    if (!is_in(codes[side], count[side], line->code[side][i])) return false;
  }
  return true;
}

// Equations (1) and (2) for a code that is present.
static uint32_t role_of(const VdCrosswalk *cw, VdSide side, VdCode code,
                        const VdCode *const codes[2], const uint32_t count[2]) {
  uint32_t n, role = VD_ROLE_ORPHAN;
  const uint32_t *lines = vd_code_lines(cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    VdCrossLine line = vd_crosswalk_line(cw, lines[i]);
    if (!is_within(&line, side, codes, count)) continue;
    VdSide other = side == VD_OLD ? VD_NEW : VD_OLD;
    if (is_within(&line, other, codes, count)) return lines[i];
    role = VD_ROLE_BROKEN;
  }
  return role;
}

bool vd_crosswalk_related(const VdCrosswalk *cw, const VdCode *const codes[2],
                          const uint32_t count[2], VdCodeRole *roles) {
  bool related = true;
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = 0; i < count[side]; i++) {
      VdCode code = codes[side][i];
      VD_CHECK(i == 0 || codes[side][i - 1] < code);
      uint32_t role = role_of(cw, (VdSide)side, code, codes, count);
      related &= role != VD_ROLE_BROKEN;
      if (roles) *roles++ = (VdCodeRole){(VdSide)side, code, role};
    }
  }
  return related;
}
