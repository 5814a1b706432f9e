// The JSON report against its own schema.
#include "fixture.h"
#include "schema.h"

static int load_schema(void **state) {
  (void)state;
  return schema_load("report.schema.json");
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
  static VdRegion region = {
      .name = "table", .addr = 0x10000000000, .size = 40, .global = true};
  VdVerdict *v = add_pair(f, 0, "f\xff", VD_DIFFERENT, "testing");
  v->assumption.at = assumption;
  v->assumption.len = 1;
  v->step.at = step;
  v->step.len = 1;
  v->evidence = vd_evidence_input(make_case(f, 3));
  v->evidence.input->memory.at = &cell;
  v->evidence.input->memory.len = 1;
  v->evidence.input->region.at = &region;
  v->evidence.input->region.len = 1;
  v->evidence.input->old_outcome.event.at = &event;
  v->evidence.input->old_outcome.event.len = 1;
  set_result(f, &v->evidence.input->new_outcome, vd_value_double(0.5));
  add_pair(f, 0, "g", VD_UNSUPPORTED, "")->why = "inline assembly";
  add_item(f, 0, VD_ITEM_SIGNATURE, "h")->detail = "int(int) became int()";
  add_item(f, 0, VD_ITEM_OLD_ONLY, "i");
  VdItem *item = add_item(f, 0, VD_ITEM_CHANGE, "j");
  item->what = "linkage";
  item->was = "strong";
  item->became = "weak";
  vd_diag(&f->diags, VD_ERROR, (VdPos){"new/b.c", 1, 2}, "expected ';'");
  f->file[1].comparison = NULL;
  f->file[1].diags[1] = &f->diags;
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
  assert_int_equal(json_array_size(items), 5);
  assert_int_equal(json_integer_value(json_object_get(tally, "different")), 1);
  assert_int_equal(json_integer_value(json_object_get(document, "exit_code")),
                   2);
  assert_string_equal(
      json_string_value(json_object_get(json_array_get(items, 0), "name")),
      "f\\xff");
  json_decref(document);
  fixture_done(&f);
}

// Every kind of evidence, verdict and item.
static void add_related(Fixture *f) {
  static VdRelatedCode code[] = {{"466.0", false, true, 0},
                                 {"E927", true, true, 0}};
  static VdRelatedLine line = {{"xw\xff", 3, 0}, "466.0 <-> J20.9"};
  static VdRelatedOutput output = {"return value", {"1", "2"}};
  VdRelated *r = VD_NEW(&f->arena, VdRelated);
  r->inputs = 2;
  r->input[1].side = VD_NEW;
  r->input[0].code.at = code;
  r->input[0].code.len = VD_COUNT(code);
  r->line.at = r->orphan.at = r->source.at = r->param.at = &line;
  r->line.len = r->orphan.len = r->source.len = r->param.len = 1;
  r->output.at = &output;
  r->output.len = 1;
  add_pair(f, 0, "rule", VD_MISMATCH, "sat")->evidence = vd_evidence_related(r);
}

static void all_evidence_is_as_the_schema_says(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  add_related(&f);
  VdMachineRun *run = VD_NEW(&f.arena, VdMachineRun);
  VdCycleTrace trace;
  vd_cycle_trace_init(&trace, "Main", true);
  run->trace = &trace;
  run->property = "q";
  add_pair(&f, 0, "Main", VD_DIFFERENT, "pdr")->evidence = vd_evidence_run(run);
  for (int kind = 0; kind < VD_VERDICTS; kind++)
    if (!vd_verdict_is_different((VdVerdictKind)kind))
      add_pair(&f, 0, "f", (VdVerdictKind)kind, "smt");
  for (int kind = VD_ITEM_PAIR + 1; kind < VD_ITEMS; kind++)
    add_item(&f, 0, (VdItemKind)kind, "g");
  json_t *document = report_of(&f);
  const json_t *tally = json_object_get(document, "tally");
  assert_int_equal(json_integer_value(json_object_get(tally, "mismatch")), 1);
  assert_int_equal(json_integer_value(json_object_get(tally, "pairs")),
                   VD_VERDICTS);
  json_decref(document);
  vd_cycle_trace_done(&trace);
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
      cmocka_unit_test(all_evidence_is_as_the_schema_says),
      cmocka_unit_test(an_empty_report_is_as_the_schema_says),
      cmocka_unit_test(a_file_that_was_not_reached_is_interrupted),
      cmocka_unit_test(hidden_times_are_zero),
  };
  return cmocka_run_group_tests(tests, load_schema, free_schema);
}
