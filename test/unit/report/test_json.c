// The JSON report against its own schema, by a validator for the few words of
// JSON Schema that the schema uses. Stricter in one thing: every member of an
// object must be in the schema, so that none is forgotten there.
#include <jansson.h>
#include <stdlib.h>

#include "fixture.h"

static json_t *schema;

static int load_schema(void **state) {
  (void)state;
  char path[512];
  const char *root = getenv("VD_TEST_DIR");
  if (!root) return -1;
  snprintf(path, sizeof path, "%s/../doc/report.schema.json", root);
  schema = json_load_file(path, 0, NULL);
  return schema ? 0 : -1;
}

static int free_schema(void **state) {
  (void)state;
  json_decref(schema);
  return 0;
}

static const json_t *resolve(const json_t *rule) {
  const char *ref = json_string_value(json_object_get(rule, "$ref"));
  if (!ref) return rule;
  assert_int_equal(strncmp(ref, "#/$defs/", 8), 0);
  const json_t *found =
      json_object_get(json_object_get(schema, "$defs"), ref + 8);
  if (!found) fail_msg("no definition %s", ref);
  return found;
}

static bool has_type(const json_t *value, const char *type) {
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

static void check_type(const json_t *rule, const json_t *value,
                       const char *where) {
  const json_t *type = json_object_get(rule, "type");
  bool ok = !type;
  if (json_is_string(type)) ok = has_type(value, json_string_value(type));
  for (size_t i = 0; i < json_array_size(type); i++) {
    ok |= has_type(value, json_string_value(json_array_get(type, i)));
  }
  if (!ok) fail_msg("%s has the wrong type", where);
}

static void check_choice(const json_t *rule, const json_t *value,
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

static void check(const json_t *rule, const json_t *value, const char *where);

static void check_object(const json_t *rule, json_t *value, const char *where) {
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

static void check(const json_t *rule, const json_t *value, const char *where) {
  rule = resolve(rule);
  check_type(rule, value, where);
  check_choice(rule, value, where);
  if (json_is_object(value)) check_object(rule, (json_t *)value, where);
  for (size_t i = 0; i < json_array_size(value); i++) {
    check(json_object_get(rule, "items"), json_array_get(value, i), where);
  }
}

// Reads the report back and holds it against the schema.
static json_t *report_of(const Fixture *f) {
  VdBuf out = {0};
  vd_report_json(&f->report, &out);
  json_error_t error;
  json_t *document = json_loads(out.at, JSON_REJECT_DUPLICATES, &error);
  if (!document) fail_msg("line %d: %s", error.line, error.text);
  check(schema, document, "document");
  vd_buf_done(&out);
  return document;
}

static void add_samples(Fixture *f) {
  static const char *assumption[] = {"both versions end"};
  static VdStep step[] = {{"source", "the hashes differ", 0.5}};
  static VdEvent event = {.link = "put"};
  static uint8_t byte = 7;
  static VdCell cell = {0x10000000000, 1, &byte};
  static VdRegion region = {"table", 0x10000000000, 40, true};
  VdVerdict *v = add_pair(f, 0, "f\xff", VD_DIFFERENT, "testing");
  v->assumption.at = assumption;
  v->assumption.len = 1;
  v->step.at = step;
  v->step.len = 1;
  v->cex = make_case(f, 3);
  v->cex->memory.at = &cell;
  v->cex->memory.len = 1;
  v->cex->region.at = &region;
  v->cex->region.len = 1;
  v->cex->old_outcome.event.at = &event;
  v->cex->old_outcome.event.len = 1;
  set_result(f, &v->cex->new_outcome, vd_value_double(0.5));
  add_pair(f, 0, "g", VD_UNSUPPORTED, "")->why = "inline assembly";
  add_item(f, 0, VD_ITEM_SIGNATURE, "h")->detail = "int(int) became int()";
  add_item(f, 0, VD_ITEM_OLD_ONLY, "i");
  vd_diag(&f->diags, VD_ERROR, (VdPos){"new/b.c", 1, 2}, "expected ';'");
  f->file[1].comparison = NULL;
  f->file[1].new_diags = &f->diags;
  f->report.files = 2;
}

static void the_report_is_as_the_schema_says(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_samples(&f);
  json_t *document = report_of(&f);
  const json_t *tally = json_object_get(document, "tally");
  const json_t *files = json_object_get(document, "files");
  const json_t *items = json_object_get(json_array_get(files, 0), "items");
  assert_int_equal(json_array_size(items), 4);
  assert_int_equal(json_integer_value(json_object_get(tally, "different")), 1);
  assert_int_equal(json_integer_value(json_object_get(document, "exit_code")),
                   2);
  assert_string_equal(
      json_string_value(json_object_get(json_array_get(items, 0), "name")),
      "f\\xff");
  json_decref(document);
  fixture_done(&f);
}

static void an_empty_report_is_as_the_schema_says(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  f.report.files = 0;
  json_decref(report_of(&f));
  fixture_done(&f);
}

static void a_file_that_was_not_reached_is_interrupted(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  f.file[0].comparison = NULL;
  f.report.interrupted = true;
  json_t *document = report_of(&f);
  const json_t *file = json_array_get(json_object_get(document, "files"), 0);
  assert_string_equal(json_string_value(json_object_get(file, "status")),
                      "interrupted");
  assert_int_equal(json_integer_value(json_object_get(document, "exit_code")),
                   130);
  json_decref(document);
  fixture_done(&f);
}

static void hidden_times_are_zero(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_samples(&f);
  VdBuf out = {0};
  vd_report_json(&f.report, &out);
  for (const char *at = out.at; (at = strstr(at, "\"seconds\":")); at++) {
    at += strlen("\"seconds\":");
    at += *at == ' ';
    assert_true(at[0] == '0' && at[1] != '.');
  }
  vd_buf_done(&out);
  fixture_done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_report_is_as_the_schema_says),
      cmocka_unit_test(an_empty_report_is_as_the_schema_says),
      cmocka_unit_test(a_file_that_was_not_reached_is_interrupted),
      cmocka_unit_test(hidden_times_are_zero),
  };
  return cmocka_run_group_tests(tests, load_schema, free_schema);
}
