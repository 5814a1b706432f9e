// Characters, words and numbers of the text form, and its errors.
#include "ir/scan.h"

#include "ir/text.h"

void vd_scan_init(VdScan *s, const char *text, size_t len, const char *file,
                  VdDiags *diags, VdArena *arena) {
  *s = (VdScan){.file = file, .diags = diags, .arena = arena};
  s->text = s->at = vd_alloc(vd_add(len, 1));
  if (len) memcpy(s->text, text, len);
  s->end = s->text + len;
}

void vd_scan_done(VdScan *s) {
  vd_free(s->text);
  vd_buf_done(&s->scratch);
}

// ------------------------------------------------------------------- errors
static VdPos pos_of(const VdScan *s, const char *at) {
  VdPos pos = {s->file, 1, 1};
  for (const char *p = s->text; p < at; p++) {
    pos.column++;
    if (*p == '\n') {
      pos.line++;
      pos.column = 1;
    }
  }
  return pos;
}

bool vd_scan_fail_at(VdScan *s, const char *at, const char *fmt, ...) {
  if (s->failed) return false;
  va_list args;
  va_start(args, fmt);
  vd_vdiag(s->diags, VD_ERROR, pos_of(s, at), fmt, args);
  va_end(args);
  s->failed = true;
  return false;
}

// What is here, as people would call it, without anything unprintable.
static const char *found(const VdScan *s, char *buf, size_t size) {
  if (s->at >= s->end) return "the end of the text";
  if (*s->at == '\n') return "the end of the line";
  size_t n = 0;
  while (n + 1 < size && (vd_text_is_name(s->at[n]) ||
                          (n == 0 && s->at[n] > 0x20 && s->at[n] < 0x7f))) {
    buf[n] = s->at[n];
    n++;
  }
  buf[n] = '\0';
  return n ? buf : "an unprintable byte";
}

bool vd_scan_fail(VdScan *s, const char *expected) {
  char buf[32];
  if (s->failed) return false;
  vd_scan_space(s);
  const char *what = found(s, buf, sizeof buf);
  return vd_scan_fail_at(s, s->at, "found %s, expected %s", what, expected);
}

// ------------------------------------------------------------------- tokens
bool vd_scan_expect(VdScan *s, char c) {
  char expected[] = {'\'', c, '\'', '\0'};
  if (s->failed) return false;
  return vd_scan_take(s, c) || vd_scan_fail(s, expected);
}

static void skip_empty_lines(VdScan *s) {
  for (;;) {
    vd_scan_space(s);
    if (*s->at == ';')
      while (*s->at && *s->at != '\n') s->at++;
    if (*s->at != '\n') return;
    s->at++;
  }
}

bool vd_scan_line_end(VdScan *s) {
  if (s->failed) return false;
  vd_scan_space(s);
  if (*s->at != '\n' && *s->at != ';' && s->at != s->end)
    return vd_scan_fail(s, "the end of the line");
  skip_empty_lines(s);
  return true;
}

VdWord vd_scan_word(VdScan *s) {
  vd_scan_space(s);
  VdWord word = {s->at, 0};
  if (s->failed) return word;
  while (vd_text_is_name(*s->at)) s->at++;
  word.len = (size_t)(s->at - word.at);
  return word;
}

bool vd_word_is(VdWord word, const char *text) {
  return strlen(text) == word.len && !memcmp(word.at, text, word.len);
}

bool vd_scan_number(VdScan *s, uint64_t max, uint64_t *out) {
  if (s->failed) return false;
  vd_scan_space(s);
  const char *start = s->at;
  uint64_t n = 0;
  for (; *s->at >= '0' && *s->at <= '9'; s->at++) {
    uint64_t digit = (uint64_t)(*s->at - '0');
    if (n > (UINT64_MAX - digit) / 10 || n * 10 + digit > max)
      return vd_scan_fail_at(s, start,
                             "the number is too large, expected at "
                             "most %llu",
                             (unsigned long long)max);
    n = n * 10 + digit;
  }
  *out = n;
  return s->at > start || vd_scan_fail(s, "a number");
}

bool vd_scan_u32(VdScan *s, uint32_t *out) {
  uint64_t n = 0;
  bool ok = vd_scan_number(s, UINT32_MAX, &n);
  *out = (uint32_t)n;
  return ok;
}

bool vd_scan_sort(VdScan *s, VdSort *out) {
  vd_scan_space(s);
  char *start = s->at;
  VdWord word = vd_scan_word(s);
  if (s->failed) return false;
  *out = vd_sort_read(word.at, word.len);
  if (vd_sort_is_valid(*out)) return true;
  s->at = start;
  return vd_scan_fail(s, "a sort");
}

// ------------------------------------------------------------------ strings
static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static char *plain_end(const VdScan *s) {
  char *end = s->at;
  while (*end != '"' && *end != '\\' && (unsigned char)*end >= 0x20 &&
         *end != 0x7f)
    end++;
  return end;
}

static bool decode_escape(VdScan *s) {
  int high = hex(s->at[1]), low = high < 0 ? -1 : hex(s->at[2]);
  if (low < 0) return vd_scan_fail(s, "'\\' and two hex digits");
  vd_buf_char(&s->scratch, (char)(high << 4 | low));
  s->at += 3;
  return true;
}

// The bytes of a string; they are in the text or, if there are escapes, in
// scratch.
static bool decode(VdScan *s, const char **start, size_t *n) {
  if (!vd_scan_expect(s, '"')) return false;
  char *end = plain_end(s);
  *start = s->at;
  *n = (size_t)(end - s->at);
  s->scratch.len = 0;
  bool escapes = *end == '\\';
  while (*end == '\\') {
    vd_buf_add(&s->scratch, s->at, (size_t)(end - s->at));
    s->at = end;
    if (!decode_escape(s)) return false;
    end = plain_end(s);
  }
  if (escapes) {
    vd_buf_add(&s->scratch, s->at, (size_t)(end - s->at));
    *start = s->scratch.at;
    *n = s->scratch.len;
  }
  s->at = end;
  return vd_scan_take(s, '"') || vd_scan_fail(s, "'\"' or a character");
}

bool vd_scan_bytes(VdScan *s, const uint8_t **bytes, size_t *n) {
  const char *start = NULL;
  *n = 0;
  if (!decode(s, &start, n)) return false;
  *bytes = vd_arena_copy(s->arena, start, *n);
  return true;
}

// The bytes of a string without zeros among them.
static bool decode_text(VdScan *s, const char **start, size_t *n) {
  vd_scan_space(s);
  const char *at = s->at;
  if (!decode(s, start, n)) return false;
  return !memchr(*start, 0, *n) ||
         vd_scan_fail_at(s, at, "found a zero byte in a text");
}

bool vd_scan_string(VdScan *s, const char **out) {
  const char *start = NULL;
  size_t n = 0;
  if (!decode_text(s, &start, &n)) return false;
  char *copy = vd_arena_alloc(s->arena, vd_add(n, 1));
  memcpy(copy, start, n);
  *out = copy;
  return true;
}

const char *vd_scan_name(VdScan *s, char sigil) {
  const char *start = NULL;
  size_t n = 0;
  if (!vd_scan_expect(s, sigil)) return NULL;
  if (*s->at == '"') {
    if (!decode_text(s, &start, &n)) return NULL;
  } else {
    start = s->at;
    while (vd_text_is_name(*s->at)) s->at++;
    n = (size_t)(s->at - start);
    if (!n) {
      vd_scan_fail(s, "a name");
      return NULL;
    }
  }
  if (n && start == s->scratch.at) return start;
  s->scratch.len = 0;
  vd_buf_add(&s->scratch, start, n);
  return vd_buf_text(&s->scratch);
}
