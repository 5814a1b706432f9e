// Tables: text files of codes, for has_any("name").
#include "relate/crosswalk_impl.h"

typedef struct Table {
  const VdCrosswalk *cw;
  VdSide side;
  VdTrouble trouble;
  VdMap line_of;  // of each code so far
  VdCodeTable *out;
} Table;

static void add(Table *table, const char *text, size_t len, uint32_t line,
                uint32_t column) {
  VdCode code;
  VdCodeFound found = vd_code_find(table->cw, table->side, text, len, &code);
  if (found != VD_CODE_FOUND) {
    VdBuf why = {0};
    vd_code_why(table->cw, table->side, text, len, found, &why);
    vd_trouble(&table->trouble, VD_ERROR, line, column, "%s",
               vd_buf_text(&why));
    vd_buf_done(&why);
    return;
  }
  uint64_t *first = vd_map_put(&table->line_of, code);
  if (*first) {
    vd_trouble(&table->trouble, VD_WARNING, line, column,
               "code %s is listed twice: first on line %u",
               vd_code_text(table->cw, table->side, code), (unsigned)*first);
    return;
  }
  *first = line;
  vd_push(&table->out->entry, (VdCodeEntry){code, line});
}

static void read_line(Table *table, const VdTextLines *lines) {
  VdCursor cursor = {lines->at, lines->at, lines->at + lines->len};
  for (;;) {
    vd_cursor_skip(&cursor);
    while (cursor.at < cursor.end && *cursor.at == ',') {
      cursor.at++;
      vd_cursor_skip(&cursor);
    }
    if (cursor.at == cursor.end) return;
    const char *text, *why = NULL;
    size_t len;
    uint32_t column = vd_cursor_column(&cursor);
    if (!vd_cursor_code(&cursor, &text, &len, &why)) {
      VdExcerpt rest =
          vd_excerpt_of(cursor.at, (size_t)(cursor.end - cursor.at));
      vd_trouble(&table->trouble, VD_ERROR, lines->number, column,
                 "%s: expected a code, found %s", why ? why : "no code",
                 rest.text);
      return;
    }
    add(table, text, len, lines->number, column);
  }
}

bool vd_code_table_read_text(const VdCrosswalk *cw, VdSide side,
                             const char *path, const char *text, size_t len,
                             VdCodeTable *out, VdDiags *diags) {
  Table table = {cw, side, vd_trouble_of(diags, path), {0}, out};
  VdTextLines lines = vd_text_lines(text, len);
  while (vd_text_lines_next(&lines)) read_line(&table, &lines);
  bool ok = table.trouble.count[VD_ERROR] == 0;
  if (ok && out->entry.len == 0) {
    vd_trouble(&table.trouble, VD_WARNING, 0, 0, "the table has no codes");
  }
  vd_trouble_end(&table.trouble);
  vd_map_done(&table.line_of);
  return ok;
}

bool vd_code_table_read(const VdCrosswalk *cw, VdSide side, const char *path,
                        VdCodeTable *out, VdDiags *diags) {
  VdBuf text = {0};
  if (!vd_confine_is_readable(path)) {
    VdPos pos = {vd_arena_str(&diags->arena, path), 0, 0};
    vd_diag(diags, VD_ERROR, pos,
            "a link that leads elsewhere (--allow-read lets it be read)");
    return false;
  }
  bool ok = vd_text_read(path, &text, diags) &&
            vd_code_table_read_text(cw, side, path, vd_buf_text(&text),
                                    text.len, out, diags);
  vd_buf_done(&text);
  return ok;
}

void vd_code_table_done(VdCodeTable *table) {
  vd_vec_done(&table->entry);
}
