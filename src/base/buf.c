// Text under construction. There is always room for the final NUL, and it is
// always there.
#include "base/base.h"

enum { FIRST_CAP = 64 };

static void make_room(VdBuf *buf, size_t more) {
  size_t want = vd_add(vd_add(buf->len, more), 1);
  if (want <= buf->cap) return;
  size_t cap = buf->cap ? vd_mul(buf->cap, 2) : FIRST_CAP;
  buf->cap = cap > want ? cap : want;
  buf->at = vd_realloc(buf->at, buf->cap);
}

void vd_buf_add(VdBuf *buf, const void *bytes, size_t n) {
  make_room(buf, n);
  if (n) memcpy(buf->at + buf->len, bytes, n);  // bytes may be NULL then
  buf->len += n;
  buf->at[buf->len] = '\0';
}

void vd_buf_str(VdBuf *buf, const char *text) {
  vd_buf_add(buf, text, strlen(text));
}

void vd_buf_char(VdBuf *buf, char c) {
  vd_buf_add(buf, &c, 1);
}

void vd_buf_printf(VdBuf *buf, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(buf, fmt, args);
  va_end(args);
}

void vd_buf_vprintf(VdBuf *buf, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, args);
  VD_CHECK(n >= 0);
  make_room(buf, (size_t)n);
  vsnprintf(buf->at + buf->len, (size_t)n + 1, fmt, again);
  va_end(again);
  buf->len += (size_t)n;
}

const char *vd_buf_text(const VdBuf *buf) {
  return buf->at ? buf->at : "";
}

void vd_buf_done(VdBuf *buf) {
  vd_free(buf->at);
  *buf = (VdBuf){0};
}
