// Crosswalks from text, and what was said about them.
#ifndef VD_TEST_READING_H
#define VD_TEST_READING_H

#include "relate/crosswalk.h"
#include "unit.h"

typedef struct Reading {
  VdCrosswalk *cw;
  VdDiags diags;
  bool ok;
} Reading;

static inline void reading_add(Reading *r, const char *path, const char *text,
                               size_t len) {
  r->ok &= vd_crosswalk_read_text(r->cw, path, text, len, VD_CROSSWALK_AUTO,
                                  &r->diags);
}

static inline Reading reading_start(void) {
  return (Reading){.cw = vd_crosswalk_new(), .ok = true};
}

static inline Reading reading_of(const char *path, const char *text) {
  Reading r = reading_start();
  reading_add(&r, path, text, strlen(text));
  r.ok &= vd_crosswalk_finish(r.cw, &r.diags);
  return r;
}

static inline void reading_says(const Reading *r, const char *want) {
  VdBuf said = {0};
  vd_diags_print(&r->diags, &said);
  assert_string_equal(vd_buf_text(&said), want);
  vd_buf_done(&said);
}

// All lines, one a line of text.
static inline void reading_has(const Reading *r, const char *want) {
  VdBuf lines = {0};
  for (uint32_t i = 0; i < vd_crosswalk_lines(r->cw); i++) {
    vd_crosswalk_line_print(r->cw, i, &lines);
    vd_buf_char(&lines, '\n');
  }
  assert_string_equal(vd_buf_text(&lines), want);
  vd_buf_done(&lines);
}

static inline void reading_done(Reading *r) {
  vd_crosswalk_free(r->cw);
  vd_diags_done(&r->diags);
}

// A good crosswalk.
static inline void assert_lines(const char *path, const char *text,
                                const char *want) {
  Reading r = reading_of(path, text);
  reading_says(&r, "");
  assert_true(r.ok);
  reading_has(&r, want);
  reading_done(&r);
}

// A bad one, and the messages.
static inline void assert_refused(const char *path, const char *text,
                                  const char *want) {
  Reading r = reading_of(path, text);
  reading_says(&r, want);
  assert_false(r.ok);
  reading_done(&r);
}

#endif
