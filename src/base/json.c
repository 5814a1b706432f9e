// JSON out. Reading it is jansson's business.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"

static void start_line(VdJson *json) {
  vd_buf_char(json->out, '\n');
  for (uint32_t i = 0; i < json->depth; i++) vd_buf_str(json->out, "  ");
}

// What stands before a key or a value: a comma, a line break, or nothing.
static void start_member(VdJson *json) {
  if (json->keyed) {
    json->keyed = false;
    return;
  }
  bool own_line = json->depth > 0 && json->depth <= json->lines;
  if (json->more) vd_buf_str(json->out, own_line || !json->lines ? "," : ", ");
  if (own_line) start_line(json);
  json->more = true;
}

void vd_json_open(VdJson *json, char bracket) {
  start_member(json);
  vd_buf_char(json->out, bracket);
  json->depth++;
  json->more = false;
}

void vd_json_close(VdJson *json, char bracket) {
  VD_CHECK(json->depth > 0 && !json->keyed);
  bool own_line = json->depth-- <= json->lines && json->more;
  if (own_line) start_line(json);
  vd_buf_char(json->out, bracket);
  json->more = true;
}

// ----------------------------------------------------------------- strings

static void put_ascii(VdBuf *out, uint8_t c) {
  switch (c) {
    case '"': vd_buf_str(out, "\\\""); return;
    case '\\': vd_buf_str(out, "\\\\"); return;
    case '\n': vd_buf_str(out, "\\n"); return;
    case '\t': vd_buf_str(out, "\\t"); return;
    default: break;
  }
  if (c < 0x20 || c == 0x7f) {
    vd_buf_printf(out, "\\u%04x", c);
  } else {
    vd_buf_char(out, (char)c);
  }
}

static void put_string(VdBuf *out, const char *at, size_t left) {
  vd_buf_char(out, '"');
  while (left > 0) {
    size_t n = vd_utf8_length(at, left);
    uint32_t control = n > 1 ? vd_utf8_control(at, n) : 0;
    if (n == 1) put_ascii(out, (uint8_t)*at);
    if (control) vd_buf_printf(out, "\\u%04x", control);
    if (n > 1 && !control) vd_buf_add(out, at, n);
    if (n == 0) vd_buf_printf(out, "\\\\x%02x", (uint8_t)*at);
    at += n ? n : 1;
    left -= n ? n : 1;
  }
  vd_buf_char(out, '"');
}

void vd_json_strn(VdJson *json, const char *text, size_t len) {
  start_member(json);
  put_string(json->out, text, len);
}

void vd_json_str(VdJson *json, const char *text) {
  if (text) {
    vd_json_strn(json, text, strlen(text));
  } else {
    vd_json_raw(json, "null", 4);
  }
}

void vd_json_key(VdJson *json, const char *key) {
  vd_json_str(json, key);
  vd_buf_str(json->out, json->lines ? ": " : ":");
  json->keyed = true;
}

// ------------------------------------------------------------ other values

void vd_json_raw(VdJson *json, const char *text, size_t len) {
  start_member(json);
  vd_buf_add(json->out, text, len);
}

void vd_json_u64(VdJson *json, uint64_t number) {
  char text[24];
  int n = snprintf(text, sizeof text, "%" PRIu64, number);
  vd_json_raw(json, text, (size_t)n);
}

// Fifteen digits where they read back to the same number, else seventeen, which
// always do.
void vd_json_double(VdJson *json, double number) {
  char text[40];
  if (!isfinite(number)) {
    vd_json_raw(json, "null", 4);
    return;
  }
  snprintf(text, sizeof text, "%.15g", number);
  if (strtod(text, NULL) != number) {
    snprintf(text, sizeof text, "%.17g", number);
  }
  vd_json_raw(json, text, strlen(text));
}

void vd_json_bool(VdJson *json, bool value) {
  if (value) {
    vd_json_raw(json, "true", 4);
  } else {
    vd_json_raw(json, "false", 5);
  }
}

// ----------------------------------------------------------------- members

void vd_json_put_open(VdJson *json, const char *key, char bracket) {
  vd_json_key(json, key);
  vd_json_open(json, bracket);
}

void vd_json_put_str(VdJson *json, const char *key, const char *text) {
  vd_json_key(json, key);
  vd_json_str(json, text);
}

void vd_json_put_u64(VdJson *json, const char *key, uint64_t number) {
  vd_json_key(json, key);
  vd_json_u64(json, number);
}

void vd_json_put_double(VdJson *json, const char *key, double number) {
  vd_json_key(json, key);
  vd_json_double(json, number);
}

void vd_json_put_bool(VdJson *json, const char *key, bool value) {
  vd_json_key(json, key);
  vd_json_bool(json, value);
}

void vd_json_put_hex(VdJson *json, const char *key, const void *bytes,
                     size_t n) {
  static const char digit[] = "0123456789abcdef";
  const uint8_t *at = bytes;
  VdBuf hex = {0};
  for (size_t i = 0; i < n; i++) {
    char two[2] = {digit[at[i] >> 4], digit[at[i] & 15]};
    vd_buf_add(&hex, two, 2);
  }
  vd_json_put_str(json, key, vd_buf_text(&hex));
  vd_buf_done(&hex);
}

void vd_json_put_strs(VdJson *json, const char *key, const char *const *text,
                      uint32_t n) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < n; i++) vd_json_str(json, text[i]);
  vd_json_close(json, ']');
}

void vd_json_put_pos(VdJson *json, const char *key, VdPos pos) {
  vd_json_key(json, key);
  vd_json_open(json, '{');
  vd_json_put_str(json, "file", pos.file);
  vd_json_put_u64(json, "line", pos.line);
  vd_json_put_u64(json, "column", pos.column);
  vd_json_close(json, '}');
}
