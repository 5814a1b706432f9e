// The plain format, a line a pair:
//
//   466.0 + 041.81 <-> J20.0      # codes may be "quoted"
//   E927.0 <->                    # a code without a map
#include "base/limit.h"
#include "relate/crosswalk_impl.h"

typedef struct Plain {
  VdReader *reader;
  VdCursor cursor;
  uint32_t line;
  VD_VEC(uint32_t) set[2];
} Plain;

static bool fail(Plain *plain, const char *what) {
  VdCursor *cursor = &plain->cursor;
  size_t left = (size_t)(cursor->end - cursor->at);
  if (left == 0) {
    vd_trouble(&plain->reader->trouble, VD_ERROR, plain->line,
               vd_cursor_column(cursor), "%s, found the end of the line", what);
  } else {
    vd_trouble(&plain->reader->trouble, VD_ERROR, plain->line,
               vd_cursor_column(cursor), "%s, found %s", what,
               vd_excerpt_of(cursor->at, left).text);
  }
  return false;
}

static bool complain(Plain *plain, uint32_t column, const char *text,
                     size_t len, const char *what) {
  vd_trouble(&plain->reader->trouble, VD_ERROR, plain->line, column, "%s %s",
             vd_excerpt_of(text, len).text, what);
  return false;
}

static bool is_in_set(const Plain *plain, VdSide side, uint32_t code) {
  for (uint32_t i = 0; i < plain->set[side].len; i++) {
    if (plain->set[side].at[i] == code) return true;
  }
  return false;
}

static bool read_code(Plain *plain, VdSide side) {
  const char *text, *why = NULL;
  size_t len;
  uint32_t column = vd_cursor_column(&plain->cursor);
  if (!vd_cursor_code(&plain->cursor, &text, &len, &why)) {
    return fail(plain, why ? why : "expected a code");
  }
  VdFolded bare, folded;
  if (!vd_code_fold(text, len, false, &bare) ||
      !vd_code_fold(text, len, true, &folded)) {
    return complain(plain, column, text, len,
                    "is no code: it is empty, has more than 64 characters or a "
                    "control character");
  }
  VdReader *reader = plain->reader;
  uint32_t code =
      vd_code_intern(reader->cw, side, VD_CODE_PLAIN, &folded, text, len,
                     (VdCrossOrigin){reader->file, plain->line});
  if (is_in_set(plain, side, code)) {
    return complain(plain, column, text, len, "is there twice");
  }
  if (plain->set[side].len == vd_limit->crosswalk_set) {
    vd_trouble(&reader->trouble, VD_ERROR, plain->line, column,
               "more than crosswalk_set = %d codes on one side",
               vd_limit->crosswalk_set);
    return false;
  }
  vd_push(&plain->set[side], code);
  return true;
}

static bool at_end(const Plain *plain) {
  return plain->cursor.at == plain->cursor.end;
}

static bool at_arrow(const Plain *plain) {
  const VdCursor *cursor = &plain->cursor;
  return cursor->end - cursor->at >= 3 && memcmp(cursor->at, "<->", 3) == 0;
}

// Codes with + between them; none where the arrow or the end comes at once.
static bool read_set(Plain *plain, VdSide side) {
  plain->set[side].len = 0;
  vd_cursor_skip(&plain->cursor);
  if (at_end(plain) || at_arrow(plain)) return true;
  for (;;) {
    if (!read_code(plain, side)) return false;
    vd_cursor_skip(&plain->cursor);
    if (at_end(plain) || *plain->cursor.at != '+') return true;
    plain->cursor.at++;
    vd_cursor_skip(&plain->cursor);
  }
}

static bool read_pair(Plain *plain) {
  if (!read_set(plain, VD_OLD)) return false;
  if (!at_arrow(plain)) return fail(plain, "expected + or <->");
  uint32_t arrow = vd_cursor_column(&plain->cursor);
  plain->cursor.at += 3;
  if (!read_set(plain, VD_NEW)) return false;
  if (!at_end(plain)) return fail(plain, "expected + or the end of the line");
  uint32_t old = plain->set[VD_OLD].len, new = plain->set[VD_NEW].len;
  if (old == 0 && new == 0) {
    return fail(plain, "expected a code on one side of <->");
  }
  if (old > 1 && new > 1) {
    vd_trouble(&plain->reader->trouble, VD_ERROR, plain->line, arrow,
               "%u codes on the left and %u on the right: one side must be a "
               "single code",
               old, new);
    return false;
  }
  return true;
}

static void keep(Plain *plain) {
  const uint32_t *set[] = {plain->set[VD_OLD].at, plain->set[VD_NEW].at};
  uint32_t count[] = {plain->set[VD_OLD].len, plain->set[VD_NEW].len};
  VdCrossOrigin origin = {plain->reader->file, plain->line};
  if (count[VD_OLD] && count[VD_NEW]) {
    vd_crosswalk_add(plain->reader->cw, set, count, false, &origin, 1);
    return;
  }
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    for (uint32_t i = 0; i < count[side]; i++) {
      VdUnmapped unmapped = {side, set[side][i], origin};
      vd_push(&plain->reader->cw->unmapped, unmapped);
    }
  }
}

// For each code the first line of J that maps it, from a line on; then the
// first that does before it. Numbers + 1, 0 for none.
static void first_lines(const VdCrosswalk *cw, uint32_t from,
                        uint32_t *first[2]) {
  uint32_t n = cw->j.line.len;
  for (uint32_t step = 0; step < n; step++) {
    uint32_t i = step < n - from ? from + step : step - (n - from);
    const VdLineInfo *line = &cw->j.line.at[i];
    const uint32_t *code = &cw->j.code.at[line->code_at];
    for (uint32_t k = 0; k < (uint32_t)line->count[0] + line->count[1]; k++) {
      uint32_t *at = &first[k < line->count[0] ? VD_OLD : VD_NEW][code[k]];
      if (!*at) *at = i + 1;
    }
  }
}

// In one file that is an error. Of several files each may be about codes of its
// own, so the line with a map counts.
static void contradict(Plain *plain, const VdUnmapped *unmapped,
                       uint32_t line) {
  VdReader *reader = plain->reader;
  const VdCrosswalk *cw = reader->cw;
  VdCrossOrigin map = cw->j.origin.at[cw->j.line.at[line].origin_at];
  const char *code = cw->side[unmapped->side].raw.at[unmapped->code].written;
  bool here = unmapped->origin.file == reader->file;
  if (here && map.file == reader->file)
    vd_trouble(&reader->trouble, VD_ERROR, unmapped->origin.line, 0,
               "%s has no map here, and line %u maps it", code, map.line);
  else if (here)
    vd_trouble(&reader->trouble, VD_WARNING, unmapped->origin.line, 0,
               "%s has no map here, and line %u of %s maps it: it counts as "
               "mapped",
               code, map.line, cw->file.at[map.file]);
  else if (map.file == reader->file)
    vd_trouble(&reader->trouble, VD_WARNING, map.line, 0,
               "%s has a map here, and none by line %u of %s: it counts as "
               "mapped",
               code, unmapped->origin.line, cw->file.at[unmapped->origin.file]);
}

// "a <->" and "a <-> X" contradict each other.
static void check_unmapped(Plain *plain, uint32_t from) {
  VdCrosswalk *cw = plain->reader->cw;
  if (cw->unmapped.len == 0) return;
  uint32_t *first[2];
  for (uint32_t side = VD_OLD; side <= VD_NEW; side++) {
    first[side] = vd_alloc(vd_mul(cw->side[side].raw.len, sizeof **first));
  }
  first_lines(cw, from, first);
  for (uint32_t i = 0; i < cw->unmapped.len; i++) {
    const VdUnmapped *unmapped = &cw->unmapped.at[i];
    uint32_t other = first[unmapped->side][unmapped->code];
    if (other) contradict(plain, unmapped, other - 1);
  }
  vd_free(first[VD_OLD]);
  vd_free(first[VD_NEW]);
}

void vd_crosswalk_read_plain(VdReader *reader) {
  Plain plain = {.reader = reader};
  VdTextLines lines = vd_text_lines(reader->text, reader->len);
  uint32_t from = reader->cw->j.line.len;
  while (vd_text_lines_next(&lines)) {
    plain.cursor = (VdCursor){lines.at, lines.at, lines.at + lines.len};
    plain.line = lines.number;
    vd_cursor_skip(&plain.cursor);
    if (!at_end(&plain) && read_pair(&plain)) keep(&plain);
  }
  check_unmapped(&plain, from);
  vd_vec_done(&plain.set[VD_OLD]);
  vd_vec_done(&plain.set[VD_NEW]);
}
