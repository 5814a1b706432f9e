// The lowest layer of the reader: characters, words, numbers, names, strings,
// and errors with positions. The first error sticks; everything returns false
// or zero from then on.
#ifndef VD_IR_SCAN_H
#define VD_IR_SCAN_H

#include "ir/inner.h"

typedef struct VdScan {
  char *text;  // a copy that ends in NUL
  char *at, *end;
  const char *file;
  VdDiags *diags;
  VdArena *arena;  // for strings
  VdBuf scratch;
  bool failed;
} VdScan;

void vd_scan_init(VdScan *s, const char *text, size_t len, const char *file,
                  VdDiags *diags, VdArena *arena);
void vd_scan_done(VdScan *s);

// Reports what is here, and what should be.
bool vd_scan_fail(VdScan *s, const char *expected);
// Reports something else at a place.
bool vd_scan_fail_at(VdScan *s, const char *at, const char *fmt, ...)
    VD_PRINTF(3, 4);

static inline void vd_scan_space(VdScan *s) {
  while (*s->at == ' ' || *s->at == '\t') s->at++;
}
// Takes the character if it is next, after space.
static inline bool vd_scan_take(VdScan *s, char c) {
  vd_scan_space(s);
  if (*s->at != c) return false;
  s->at++;
  return true;
}
bool vd_scan_expect(VdScan *s, char c);
// The end of a line, a comment before it, and empty lines after it.
bool vd_scan_line_end(VdScan *s);

// Letters, digits, '_' and '.'; empty if there are none.
typedef struct VdWord {
  const char *at;
  size_t len;
} VdWord;
VdWord vd_scan_word(VdScan *s);
bool vd_word_is(VdWord word, const char *text);

bool vd_scan_number(VdScan *s, uint64_t max, uint64_t *out);
bool vd_scan_u32(VdScan *s, uint32_t *out);
bool vd_scan_sort(VdScan *s, VdSort *out);
// A string in quotes; bytes may have zeros in them.
bool vd_scan_bytes(VdScan *s, const uint8_t **bytes, size_t *n);
bool vd_scan_string(VdScan *s, const char **out);
// A name after its sigil, plain or in quotes. It is valid until the next call.
const char *vd_scan_name(VdScan *s, char sigil);

#endif
