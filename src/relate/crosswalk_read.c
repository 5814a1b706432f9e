// Crosswalk files: what format they have, their lines, messages about them.
#include <errno.h>

#include "base/limit.h"
#include "relate/crosswalk_impl.h"

// ---------------------------------------------------------------- messages

VdTrouble vd_trouble_of(VdDiags *diags, const char *path) {
  return (VdTrouble){diags, vd_arena_str(&diags->arena, path), {0}};
}

void vd_vtrouble(VdTrouble *trouble, VdSeverity severity, uint32_t line,
                 uint32_t column, const char *fmt, va_list args) {
  if (trouble->count[severity]++ >= vd_limit->crosswalk_errors) return;
  vd_vdiag(trouble->diags, severity, (VdPos){trouble->path, line, column}, fmt,
           args);
}

void vd_trouble(VdTrouble *trouble, VdSeverity severity, uint32_t line,
                uint32_t column, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vd_vtrouble(trouble, severity, line, column, fmt, args);
  va_end(args);
}

static void count_more(VdTrouble *trouble, VdSeverity severity,
                       const char *what) {
  if (trouble->count[severity] <= vd_limit->crosswalk_errors) return;
  uint32_t more = trouble->count[severity] - vd_limit->crosswalk_errors;
  vd_diag(trouble->diags, severity, (VdPos){trouble->path, 0, 0},
          "%u more %s%s", more, what, more == 1 ? "" : "s");
}

bool vd_trouble_is_full(const VdTrouble *trouble) {
  return trouble->count[VD_ERROR] >= vd_limit->crosswalk_errors;
}

bool vd_trouble_end(VdTrouble *trouble) {
  count_more(trouble, VD_ERROR, "error");
  count_more(trouble, VD_WARNING, "warning");
  return trouble->count[VD_ERROR] > 0;
}

VdExcerpt vd_excerpt_of(const char *text, size_t len) {
  VdExcerpt out;
  size_t n = 0;
  bool cut = len > VD_EXCERPT_MAX;
  if (cut) len = VD_EXCERPT_MAX;
  out.text[n++] = '"';
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c < ' ' || c == 0x7f) {
      n += (size_t)snprintf(out.text + n, 5, "\\x%02x", c);
    } else {
      out.text[n++] = (char)c;
    }
  }
  snprintf(out.text + n, sizeof out.text - n, "%s", cut ? "\"..." : "\"");
  return out;
}

bool vd_text_read(const char *path, VdBuf *out, VdDiags *diags) {
  if (vd_file_read(path, VD_CROSSWALK_BYTES_MAX, out)) return true;
  VdPos pos = {vd_arena_str(&diags->arena, path), 0, 0};
  if (errno == EFBIG) {
    vd_diag(diags, VD_ERROR, pos,
            "the file has more than VD_CROSSWALK_BYTES_MAX = %u bytes",
            VD_CROSSWALK_BYTES_MAX);
  } else {
    vd_diag(diags, VD_ERROR, pos, "cannot read: %s", strerror(errno));
  }
  return false;
}

// ------------------------------------------------------------------- lines

VdTextLines vd_text_lines(const char *text, size_t len) {
  if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, len -= 3;
  return (VdTextLines){.next = text, .end = text + len};
}

bool vd_text_lines_next(VdTextLines *lines) {
  if (lines->next == lines->end) return false;
  lines->at = lines->next;
  const char *end = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
  lines->next = end ? end + 1 : lines->end;
  if (!end) end = lines->end;
  if (end > lines->at && end[-1] == '\r') end--;
  lines->len = (size_t)(end - lines->at);
  lines->number++;
  return true;
}

void vd_cursor_skip(VdCursor *cursor) {
  while (cursor->at < cursor->end &&
         (*cursor->at == ' ' || *cursor->at == '\t')) {
    cursor->at++;
  }
  if (cursor->at < cursor->end && *cursor->at == '#') cursor->at = cursor->end;
}

uint32_t vd_cursor_column(const VdCursor *cursor) {
  return (uint32_t)(cursor->at - cursor->start) + 1;
}

static bool ends_code(char c) {
  return c == ' ' || c == '\t' || c == '+' || c == '<' || c == '>' ||
         c == '"' || c == '#' || c == ',';
}

bool vd_cursor_code(VdCursor *cursor, const char **text, size_t *len,
                    const char **why) {
  const char *at = cursor->at;
  if (at < cursor->end && *at == '"') {
    const char *close = memchr(at + 1, '"', (size_t)(cursor->end - (at + 1)));
    if (!close) {
      *why = "the quote is not closed";
      return false;
    }
    *text = at + 1;
    *len = (size_t)(close - *text);
    cursor->at = close + 1;
    return true;
  }
  while (at < cursor->end && !ends_code(*at)) at++;
  *text = cursor->at;
  *len = (size_t)(at - cursor->at);
  cursor->at = at;
  return *len > 0;
}

// ------------------------------------------------------------- recognition

static const char *const format_name[] = {
    [VD_CROSSWALK_AUTO] = "auto",    [VD_CROSSWALK_PLAIN] = "plain",
    [VD_CROSSWALK_I9_I10] = "i9gem", [VD_CROSSWALK_I10_I9] = "i10gem",
    [VD_CROSSWALK_I9_PCS] = "i9pcs", [VD_CROSSWALK_PCS_I9] = "pcsi9",
};

bool vd_crosswalk_format_read(const char *name, VdCrosswalkFormat *out) {
  for (uint32_t i = 0; i < VD_COUNT(format_name); i++) {
    if (strcmp(name, format_name[i]) == 0) {
      *out = (VdCrosswalkFormat)i;
      return true;
    }
  }
  return false;
}

static bool has_arrow(const char *at, size_t len) {
  return memmem(at, len, "<->", 3) != NULL;
}

typedef enum Kind { KIND_NONE, KIND_PLAIN, KIND_GEM } Kind;

// The first line that can be one format only decides. *blank: no line has
// anything on it.
static Kind kind_of(const char *text, size_t len, uint32_t *first) {
  VdTextLines lines = vd_text_lines(text, len);
  *first = 0;
  while (vd_text_lines_next(&lines)) {
    VdCursor cursor = {lines.at, lines.at, lines.at + lines.len};
    vd_cursor_skip(&cursor);
    if (cursor.at == cursor.end) continue;
    if (!*first) *first = lines.number;
    if (has_arrow(lines.at, lines.len)) return KIND_PLAIN;
    VdGemRow row = vd_gem_split(lines.at, lines.len);
    if (vd_gem_is_row(&row)) return KIND_GEM;
  }
  return KIND_NONE;
}

// Which GEM a file name promises, AUTO for none.
static VdCrosswalkFormat format_of_name(const char *path) {
  static const struct {
    const char *part;
    VdCrosswalkFormat format;
  } row[] = {{"i10gem", VD_CROSSWALK_I10_I9},
             {"i9gem", VD_CROSSWALK_I9_I10},
             {"i9pcs", VD_CROSSWALK_I9_PCS},
             {"pcsi9", VD_CROSSWALK_PCS_I9}};
  const char *name = strrchr(path, '/');
  for (uint32_t i = 0; i < VD_COUNT(row); i++) {
    if (strcasestr(name ? name : path, row[i].part)) return row[i].format;
  }
  return VD_CROSSWALK_AUTO;
}

static bool is_utf16(const char *text, size_t len) {
  return len >= 2 &&
         (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
}

static void say_unrecognised(VdReader *reader, uint32_t first) {
  if (is_utf16(reader->text, reader->len)) {
    vd_trouble(&reader->trouble, VD_ERROR, 1, 0,
               "the file is UTF-16; write it as UTF-8");
  } else if (!first) {
    vd_trouble(&reader->trouble, VD_ERROR, 0, 0, "the crosswalk has no lines");
  } else {
    vd_trouble(&reader->trouble, VD_ERROR, first, 0,
               "not a crosswalk: expected \"source target flags\" with five "
               "digits as flags (GEM), or \"a + b <-> X\" (plain)");
  }
}

// ----------------------------------------------------------------- reading

static void read_as(VdReader *reader, VdCrosswalkFormat format) {
  VdCrosswalkFormat named = format_of_name(reader->trouble.path);
  uint32_t first;
  Kind kind = kind_of(reader->text, reader->len, &first);
  if (!first || is_utf16(reader->text, reader->len)) {
    say_unrecognised(reader, first);
  } else if (format == VD_CROSSWALK_PLAIN) {
    vd_crosswalk_read_plain(reader);
  } else if (format != VD_CROSSWALK_AUTO) {
    vd_crosswalk_read_gem(reader, format);
  } else if (kind == KIND_PLAIN) {
    vd_crosswalk_read_plain(reader);
  } else if (kind == KIND_GEM) {
    vd_crosswalk_read_gem(reader, vd_gem_direction(reader, named));
  } else {
    say_unrecognised(reader, first);
  }
}

bool vd_crosswalk_read_text(VdCrosswalk *cw, const char *path, const char *text,
                            size_t len, VdCrosswalkFormat format,
                            VdDiags *diags) {
  VD_CHECK(!cw->finished && len <= VD_CROSSWALK_BYTES_MAX);
  VdReader reader = {cw, vd_trouble_of(diags, path), text, len, cw->file.len};
  vd_push(&cw->file, vd_arena_str(&cw->arena, path));
  read_as(&reader, format);
  bool failed = vd_trouble_end(&reader.trouble);
  cw->failed |= failed;
  return !failed;
}

bool vd_crosswalk_read(VdCrosswalk *cw, const char *path,
                       VdCrosswalkFormat format, VdDiags *diags) {
  VdBuf text = {0};
  bool ok = vd_text_read(path, &text, diags);
  if (ok) {
    ok = vd_crosswalk_read_text(cw, path, vd_buf_text(&text), text.len, format,
                                diags);
  }
  cw->failed |= !ok;
  vd_buf_done(&text);
  return ok;
}
