// A validator for the few words of JSON Schema that the schemas of doc/ use.
// Stricter in one thing: every member of an object must be in the schema, so
// that none is forgotten there.
#ifndef VD_TEST_SCHEMA_H
#define VD_TEST_SCHEMA_H

#include <jansson.h>
#include <stdlib.h>

#include "base/base.h"
#include "unit.h"

static json_t *schema;

// Of doc/. -1 if it cannot be read.
static inline int schema_load(const char *name) {
  char path[512];
  const char *root = getenv("VD_TEST_DIR");
  if (!root) return -1;
  snprintf(path, sizeof path, "%s/../doc/%s", root, name);
  schema = json_load_file(path, 0, NULL);
  return schema ? 0 : -1;
}

static inline int free_schema(void **state) {
  (void)state;
  json_decref(schema);
  return 0;
}

static inline const json_t *resolve(const json_t *rule) {
  const char *ref = json_string_value(json_object_get(rule, "$ref"));
  if (!ref) return rule;
  assert_int_equal(strncmp(ref, "#/$defs/", 8), 0);
  const json_t *found =
      json_object_get(json_object_get(schema, "$defs"), ref + 8);
  if (!found) fail_msg("no definition %s", ref);
  return found;
}

static inline bool has_type(const json_t *value, const char *type) {
  if (strcmp(type, "object") == 0) return json_is_object(value);
  if (strcmp(type, "array") == 0) return json_is_array(value);
  if (strcmp(type, "string") == 0) return json_is_string(value);
  if (strcmp(type, "integer") == 0) return json_is_integer(value);
  if (strcmp(type, "number") == 0) return json_is_number(value);
  if (strcmp(type, "boolean") == 0) return json_is_boolean(value);
  if (strcmp(type, "null") == 0) return json_is_null(value);
  fail_msg("unknown type %s", type);
  return false;
}

static inline void check_type(const json_t *rule, const json_t *value,
                              const char *where) {
  const json_t *type = json_object_get(rule, "type");
  bool ok = !type;
  if (json_is_string(type)) ok = has_type(value, json_string_value(type));
  for (size_t i = 0; i < json_array_size(type); i++) {
    ok |= has_type(value, json_string_value(json_array_get(type, i)));
  }
  if (!ok) fail_msg("%s has the wrong type", where);
}

static inline void check_choice(const json_t *rule, const json_t *value,
                                const char *where) {
  const json_t *one = json_object_get(rule, "const");
  const json_t *list = json_object_get(rule, "enum");
  bool ok = !list;
  for (size_t i = 0; i < json_array_size(list); i++) {
    ok |= json_equal(json_array_get(list, i), value);
  }
  if (!ok || (one && !json_equal(one, value))) {
    fail_msg("%s is not one of the values", where);
  }
}

static inline void check(const json_t *rule, const json_t *value,
                         const char *where);

static inline void check_object(const json_t *rule, json_t *value,
                                const char *where) {
  const json_t *required = json_object_get(rule, "required");
  const json_t *other = json_object_get(rule, "additionalProperties");
  for (size_t i = 0; i < json_array_size(required); i++) {
    const char *key = json_string_value(json_array_get(required, i));
    if (!json_object_get(value, key)) fail_msg("%s has no %s", where, key);
  }
  const char *key;
  json_t *member;
  json_object_foreach(value, key, member) {
    const json_t *known =
        json_object_get(json_object_get(rule, "properties"), key);
    if (!known) known = other;
    if (!known) fail_msg("%s has an unknown member %s", where, key);
    check(known, member, key);
  }
}

static inline void check(const json_t *rule, const json_t *value,
                         const char *where) {
  rule = resolve(rule);
  check_type(rule, value, where);
  check_choice(rule, value, where);
  if (json_is_object(value)) check_object(rule, (json_t *)value, where);
  for (size_t i = 0; i < json_array_size(value); i++) {
    check(json_object_get(rule, "items"), json_array_get(value, i), where);
  }
}

#endif
