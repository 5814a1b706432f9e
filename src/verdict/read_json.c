#include "verdict/read_json.h"

const char *vd_read_string(VdJsonReader *r, const json_t *value) {
  const char *text = json_string_value(value);
  if (!text) r->ok = false;
  return vd_arena_str(r->arena, text ? text : "");
}

const char *vd_read_text(VdJsonReader *r, const json_t *in, const char *key) {
  return vd_read_string(r, json_object_get(in, key));
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
