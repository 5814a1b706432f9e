// Text that others wrote, for people to read.
//
// Names of files, functions and variables, texts of sources and messages of
// compilers may hold anything. A terminal, or who shows a log, acts on control
// characters, and characters that turn the direction of text make a line look
// like another one. So they are written out wherever output is made.
#include "base/base.h"

static bool is_tail(uint8_t byte) {
  return (byte & 0xc0) == 0x80;
}

// No overlong forms, no surrogates, nothing above U+10FFFF (RFC 3629).
size_t vd_utf8_length(const char *text, size_t left) {
  const uint8_t *at = (const uint8_t *)text;
  if (at[0] < 0x80) return 1;
  if (at[0] < 0xc2 || left < 2 || !is_tail(at[1])) return 0;
  if (at[0] < 0xe0) return 2;
  if (left < 3 || !is_tail(at[2])) return 0;
  if (at[0] == 0xe0 && at[1] < 0xa0) return 0;
  if (at[0] == 0xed && at[1] > 0x9f) return 0;
  if (at[0] < 0xf0) return 3;
  if (at[0] > 0xf4 || left < 4 || !is_tail(at[3])) return 0;
  if (at[0] == 0xf0 && at[1] < 0x90) return 0;
  if (at[0] == 0xf4 && at[1] > 0x8f) return 0;
  return 4;
}

// Beyond ASCII: the second set of controls, ends of lines and paragraphs, marks
// of direction.
static bool acts(uint32_t c) {
  return (c >= 0x80 && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

uint32_t vd_utf8_control(const char *text, size_t n) {
  const uint8_t *at = (const uint8_t *)text;
  uint32_t c = 0;
  if (n == 1) return at[0] < 0x20 || at[0] == 0x7f ? at[0] : 0;
  if (n == 2) c = (at[0] & 0x1fu) << 6 | (at[1] & 0x3fu);
  if (n == 3) c = (at[0] & 0xfu) << 12 | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu);
  return acts(c) ? c : 0;
}

// Writes one character, or one byte that is none; how many bytes it was.
static size_t print_one(const char *text, size_t left, VdBuf *out) {
  size_t n = vd_utf8_length(text, left);
  uint32_t control = n ? vd_utf8_control(text, n) : 0;
  if (n == 0 || (n == 1 && (control || !*text)))
    vd_buf_printf(out, "\\x%02x", (uint8_t)*text);
  else if (control)
    vd_buf_printf(out, "\\u%04x", control);
  else
    vd_buf_add(out, text, n);
  return n ? n : 1;
}

void vd_text_printn(const char *text, size_t n, VdBuf *out) {
  while (n > 0) {
    size_t taken = print_one(text, n, out);
    text += taken;
    n -= taken;
  }
}

// Services that show logs take a line that begins so for a command to them.
static bool is_command(const char *text) {
  return !strncmp(text, "::", 2) || !strncmp(text, "##", 2);
}

void vd_text_print(const char *text, VdBuf *out) {
  size_t n = strlen(text);
  if (is_command(text)) {
    vd_buf_printf(out, "\\x%02x", (uint8_t)*text++);
    n--;
  }
  vd_text_printn(text, n, out);
}

// ------------------------------------------------------------------- pages
// The colours that reports are painted with. Not every one that there is: some
// hide text.
static const char *const colour[] = {"\033[0m", "\033[1m", "\033[32m",
                                     "\033[33m", "\033[1;31m"};

static size_t colour_length(const char *text, size_t left) {
  for (size_t i = 0; i < VD_COUNT(colour); i++) {
    size_t n = strlen(colour[i]);
    if (n <= left && !memcmp(text, colour[i], n)) return n;
  }
  return 0;
}

// How many bytes of a page may stay as they are.
static size_t plain_length(const char *text, size_t left) {
  size_t n = 0;
  while (n < left && (text[n] == '\n' || text[n] == '\t' ||
                      (text[n] >= 0x20 && text[n] < 0x7f)))
    n++;
  return n ? n : colour_length(text, left);
}

void vd_text_clean(const VdBuf *page, VdBuf *out) {
  const char *text = vd_buf_text(page);
  size_t left = page->len;
  while (left > 0) {
    size_t n = plain_length(text, left);
    if (n)
      vd_buf_add(out, text, n);
    else
      n = print_one(text, left, out);
    text += n;
    left -= n;
  }
}
