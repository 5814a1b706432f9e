// Values of JSON with their sorts; reading checks every one of them.
#include "verdict/json_parts.h"

#include <inttypes.h>

static const char *read_string(VdJsonReader *r, const json_t *value) {
  const char *text = json_string_value(value);
  if (!text) r->ok = false;
  return vd_arena_str(r->arena, text ? text : "");
}

const char *vd_read_text(VdJsonReader *r, const json_t *in, const char *key) {
  return read_string(r, json_object_get(in, key));
}

uint32_t vd_read_number(VdJsonReader *r, const json_t *in, const char *key) {
  const json_t *value = json_object_get(in, key);
  json_int_t number = json_integer_value(value);
  if (json_is_integer(value) && number >= 0 && number <= UINT32_MAX)
    return (uint32_t)number;
  r->ok = false;
  return 0;
}

double vd_read_double(VdJsonReader *r, const json_t *in, const char *key) {
  const json_t *value = json_object_get(in, key);
  if (!json_is_number(value) && !json_is_null(value)) r->ok = false;
  return json_number_value(value);
}

bool vd_read_bool(VdJsonReader *r, const json_t *in, const char *key) {
  const json_t *value = json_object_get(in, key);
  if (!json_is_boolean(value)) r->ok = false;
  return json_is_true(value);
}

const json_t *vd_read_array(VdJsonReader *r, const json_t *in, const char *key,
                            uint32_t *n) {
  const json_t *list = json_object_get(in, key);
  if (n) *n = (uint32_t)json_array_size(list);
  if (!json_is_array(list)) r->ok = false;
  return list;
}

void vd_put_text(VdJson *json, const char *key, const char *text) {
  vd_json_put_str(json, key, text ? text : "");
}

void vd_put_word(VdJson *json, const char *key, uint64_t word) {
  char text[24];
  snprintf(text, sizeof text, "0x%" PRIx64, word);
  vd_json_put_str(json, key, text);
}

uint64_t vd_read_word(VdJsonReader *r, const json_t *in, const char *key) {
  const char *text = json_string_value(json_object_get(in, key));
  uint64_t word = 0;
  int end = 0;
  if (!text || strlen(text) > 18 ||
      sscanf(text, "0x%" SCNx64 "%n", &word, &end) != 1 || text[end]) {
    r->ok = false;
  }
  return word;
}

uint32_t vd_read_choice(VdJsonReader *r, const json_t *in, const char *key,
                        const char *const *words, uint32_t n) {
  const char *text = json_string_value(json_object_get(in, key));
  for (uint32_t i = 0; text && i < n; i++) {
    if (strcmp(words[i], text) == 0) return i;
  }
  r->ok = false;
  return 0;
}

VdPos vd_read_pos(VdJsonReader *r, const json_t *in, const char *key) {
  const json_t *pos = json_object_get(in, key);
  const json_t *file = json_object_get(pos, "file");
  VdPos out = {.line = vd_read_number(r, pos, "line"),
               .column = vd_read_number(r, pos, "column")};
  if (!json_is_null(file)) out.file = read_string(r, file);
  return out;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

uint8_t *vd_read_bytes(VdJsonReader *r, const json_t *in, const char *key,
                       size_t *n) {
  const json_t *value = json_object_get(in, key);
  const char *hex = json_string_value(value);
  size_t digits = json_string_length(value);
  uint8_t *bytes = VD_NEW_ARRAY(r->arena, uint8_t, digits / 2 + 1);
  *n = digits / 2;
  if (!hex || digits % 2) r->ok = false;
  for (size_t i = 0; i < *n; i++) {
    int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) {
      r->ok = false;
      break;
    }
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  return bytes;
}

void vd_read_texts(VdJsonReader *r, const json_t *in, const char *key,
                   VdJsonTexts *out) {
  size_t i;
  const json_t *item;
  json_array_foreach(vd_read_array(r, in, key, NULL), i, item) {
    const char *text = read_string(r, item);
    vd_push(out, text);
  }
}
