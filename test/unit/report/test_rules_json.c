// The JSON report about rule functions against its schema.
#include "report/report.h"
#include "schema.h"

static int load_schema(void **state) {
  (void)state;
  return schema_load("rules.schema.json");
}

static json_t *report_of(const VdRuleReport *report) {
  VdBuf out = {0};
  vd_rule_report_json(report, &out);
  json_error_t error;
  json_t *document = json_loads(out.at, JSON_REJECT_DUPLICATES, &error);
  if (!document) fail_msg("line %d: %s", error.line, error.text);
  check(schema, document, "document");
  vd_buf_done(&out);
  return document;
}

static void add_claim(VdRuleVerdict *v) {
  static VdRuleCode code[] = {{"466.0", false, true, 0},
                              {"E927", true, true, 0}};
  static VdRuleLine line = {{"xw\xff", 3, 0}, "466.0 <-> J20.9"};
  static VdRuleOutput output = {"return value", {"1", "2"}};
  VdRuleClaim *c = v->claim;
  c->inputs = 2;
  c->input[1].side = VD_NEW;
  c->input[0].code.at = code;
  c->input[0].code.len = VD_COUNT(code);
  c->line.at = c->orphan.at = c->source.at = c->param.at = &line;
  c->line.len = c->orphan.len = c->source.len = c->param.len = 1;
  c->output.at = &output;
  c->output.len = 1;
}

static void the_report_is_as_the_schema_says(void **state) {
  (void)state;
  static const char *text[] = {"a \"quoted\" text"};
  VdRuleClaim claim = {0};
  VdRuleVerdict verdict[VD_RULE_KINDS] = {0};
  VdRuleAlone alone[] = {{"g", VD_OLD, ""}, {"h", VD_NEW, "i32 () became x"}};
  VdRuleChange change[] = {
      {VD_ITEM_GLOBAL, "g", "its size changed", {"o", 1, 0}},
      {VD_ITEM_CHANGE, "g", "an alias that is gone", {0}},
      {VD_ITEM_OPEN, "g", "alias: f became h", {0}},
      {VD_ITEM_NOTE, "g", "visibility: hidden became default", {0}}};
  VdRuleComparison c = {.hits = 1, .misses = 2};
  for (int k = 0; k < VD_RULE_KINDS; k++)
    verdict[k] = (VdRuleVerdict){
        .kind = (VdRuleKind)k, .name = "f", .checker = "sat", .why = ""};
  verdict[VD_RULE_DIFFERENT].claim = &claim;
  verdict[VD_RULE_DIFFERENT].assumption.at = text;
  verdict[VD_RULE_DIFFERENT].assumption.len = 1;
  add_claim(&verdict[VD_RULE_DIFFERENT]);
  c.verdict.at = verdict;
  c.verdict.len = VD_RULE_KINDS;
  c.alone.at = alone;
  c.alone.len = VD_COUNT(alone);
  c.change.at = change;
  c.change.len = VD_COUNT(change);
  c.assumption.at = c.warning.at = text;
  c.assumption.len = c.warning.len = 1;
  VdRuleFile file[] = {{.name = "a.c", .path = {"o", "n"}, .comparison = &c},
                       {.name = "b.c", .path = {"o", NULL}},
                       {.name = "c.c", .path = {"o", "n"}}};
  vd_diag(&file[2].diags, VD_ERROR, (VdPos){0}, "cannot read");
  VdRuleReport report = {.file = file, .files = VD_COUNT(file)};
  json_t *document = report_of(&report);
  const json_t *summary = json_object_get(document, "summary");
  static const struct {
    const char *key;
    int n;
  } want[] = {{"functions", VD_RULE_KINDS},
              {"fundamental mismatch", 1},
              {"one_version_only", 1},
              {"signature_changed", 1},
              {"files_one_version_only", 1},
              {"files_unread", 1},
              {"store_hits", 1},
              {"store_misses", 2}};
  for (size_t i = 0; i < VD_COUNT(want); i++)
    assert_int_equal(json_integer_value(json_object_get(summary, want[i].key)),
                     want[i].n);
  json_decref(document);
  vd_diags_done(&file[2].diags);
}

static void an_empty_report_is_as_the_schema_says(void **state) {
  (void)state;
  VdRuleReport report = {.no_times = true, .interrupted = true};
  json_decref(report_of(&report));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_report_is_as_the_schema_says),
      cmocka_unit_test(an_empty_report_is_as_the_schema_says),
  };
  return cmocka_run_group_tests(tests, load_schema, free_schema);
}
