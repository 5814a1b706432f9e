// One JSON document for programs, as doc/report.schema.json says.
//
// Items stand there as vd_item_write writes them, one a line, so
// that the document can be read, searched and compared line by line too.
#include "report/report_impl.h"

enum {
  SCHEMA_VERSION = 2,
  LINED_LEVELS = 4,  // the document, its files, a file, its items
};

static const char *const strategy_word[] = {
    [VD_STRATEGY_ARDIFF] = "ardiff",
    [VD_STRATEGY_DSE] = "dse",
    [VD_STRATEGY_IMPS] = "imps",
    [VD_STRATEGY_RANDOM] = "ardiff-random",
    [VD_STRATEGY_H3] = "ardiff-h3"};
static const char *const store_word[] = {[VD_STORE_USE] = "use",
                                         [VD_STORE_NONE] = "none",
                                         [VD_STORE_VERIFY] = "verify"};
static const char *const severity_word[] = {
    [VD_NOTE] = "note", [VD_WARNING] = "warning", [VD_ERROR] = "error"};

// On one line.
static void put_options(VdJson *json, const VdReport *report) {
  const VdOptions *options = report->options;
  VdBuf text = {0};
  VdJson one = {.out = &text};
  vd_json_open(&one, '{');
  vd_json_put_double(&one, "effort", options->effort);
  vd_json_put_double(&one, "timeout", options->timeout);
  vd_json_put_u64(&one, "memory", options->memory);
  vd_json_put_u64(&one, "unroll", options->unroll);
  vd_json_put_str(&one, "strategy", strategy_word[options->strategy]);
  vd_json_put_str(&one, "fp", options->reals ? "real" : "ieee");
  vd_json_put_str(&one, "store", store_word[report->store]);
  vd_json_put_str(&one, "solver", options->solver.program);
  vd_json_put_u64(&one, "seed", options->seed);
  vd_json_put_str(&one, "function", options->only);
  vd_json_close(&one, '}');
  vd_json_key(json, "options");
  vd_json_raw(json, text.at, text.len);
  vd_buf_done(&text);
}

// ------------------------------------------------------------------- files

static void put_item(VdJson *json, const VdReport *report, const VdItem *item) {
  VdBuf text = {0};
  VdArena arena = {0};
  VdItem copy = *item;
  VdVerdict *v = &copy.verdict;
  v->certificate.text = NULL;  // for the store alone
  if (report->no_times) {      // nor else what changes from run to run
    v->seconds = 0;
    v->step.at =
        vd_arena_copy(&arena, v->step.at, v->step.len * sizeof *v->step.at);
    for (uint32_t i = 0; i < v->step.len; i++) v->step.at[i].seconds = 0;
  }
  vd_item_write(&copy, &text);
  vd_json_raw(json, text.at, text.len);
  vd_buf_done(&text);
  vd_arena_done(&arena);
}

static void put_diags(VdJson *json, const VdDiags *diags) {
  for (uint32_t i = 0; diags && i < diags->list.len; i++) {
    const VdDiag *diag = &diags->list.at[i];
    VdBuf text = {0};
    VdJson one = {.out = &text};
    vd_json_open(&one, '{');
    vd_json_put_str(&one, "severity", severity_word[diag->severity]);
    vd_json_put_pos(&one, "pos", diag->pos);
    vd_json_put_str(&one, "text", diag->text);
    vd_json_close(&one, '}');
    vd_json_raw(json, text.at, text.len);
    vd_buf_done(&text);
  }
}

static const char *file_status(const VdReport *report,
                               const VdFileReport *file) {
  if (!file->path[1] && report->root[1]) return "old only";
  if (!file->path[0]) return "new only";
  if (vd_file_is_unread(file)) return "unread";
  return file->comparison ? "compared" : "interrupted";
}

static void put_file(VdJson *json, const VdReport *report,
                     const VdFileReport *file) {
  const VdComparison *comparison = file->comparison;
  vd_json_open(json, '{');
  vd_json_put_str(json, "name", file->name);
  vd_json_put_str(json, "old", file->path[0]);
  vd_json_put_str(json, "new", file->path[1]);
  vd_json_put_str(json, "status", file_status(report, file));
  vd_json_put_open(json, "diagnostics", '[');
  put_diags(json, file->diags[0]);
  put_diags(json, file->diags[1]);
  vd_json_close(json, ']');
  vd_json_put_open(json, "items", '[');
  for (uint32_t i = 0; comparison && i < comparison->item.len; i++) {
    put_item(json, report, &comparison->item.at[i]);
  }
  vd_json_close(json, ']');
  bool timed = comparison && !report->no_times;
  vd_json_put_double(json, "seconds", timed ? comparison->seconds : 0);
  vd_json_close(json, '}');
}

// ---------------------------------------------------------------- the rest

static void put_assumptions(VdJson *json, const VdReport *report) {
  VdAssumedVec assumed = {0};
  vd_report_assumptions(report, &assumed);
  vd_json_put_open(json, "assumptions", '[');
  for (uint32_t i = 0; i < assumed.len; i++) {
    vd_json_open(json, '{');
    vd_json_put_str(json, "text", assumed.at[i].text);
    vd_json_put_u64(json, "verdicts", assumed.at[i].verdicts);
    vd_json_put_u64(json, "files", assumed.at[i].files);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
  vd_vec_done(&assumed);
}

static void put_tally(VdJson *json, const VdTally *tally) {
  const struct {
    const char *key;
    uint32_t n;
  } count[] = {
      {"unread", tally->unread},
      {"old_files", tally->files[0]},
      {"new_files", tally->files[1]},
      {"store_hits", tally->hits},
      {"store_misses", tally->misses},
      {"store_checked", tally->checked},
      {"solver_calls", tally->solver_calls},
  };
  vd_json_put_open(json, "tally", '{');
  for (uint32_t i = 0; i < VD_ITEMS; i++)
    vd_json_put_u64(json, vd_item_info[i].key, tally->item[i]);
  for (uint32_t i = 0; i < VD_VERDICTS; i++)
    vd_json_put_u64(json, vd_verdict_info[vd_verdict_at(i)].key,
                    tally->verdict[vd_verdict_at(i)]);
  for (size_t i = 0; i < VD_COUNT(count); i++)
    vd_json_put_u64(json, count[i].key, count[i].n);
  vd_json_close(json, '}');
}

static void put_files(VdJson *json, const VdReport *report) {
  vd_json_put_open(json, "files", '[');
  for (uint32_t i = 0; i < report->files; i++) {
    put_file(json, report, &report->file[i]);
  }
  vd_json_close(json, ']');
}

void vd_report_json(const VdReport *report, VdBuf *out) {
  VdJson json = {.out = out, .lines = LINED_LEVELS};
  VdTally tally;
  vd_report_tally(report, &tally);
  vd_json_open(&json, '{');
  vd_json_put_u64(&json, "schema", SCHEMA_VERSION);
  vd_json_put_str(&json, "tool", "veridiff");
  vd_json_put_str(&json, "version", VD_VERSION);
  vd_json_put_str(&json, "command", report->command);
  vd_json_put_str(&json, "old", report->root[0]);
  vd_json_put_str(&json, "new", report->root[1]);
  put_options(&json, report);
  put_files(&json, report);
  put_assumptions(&json, report);
  put_tally(&json, &tally);
  vd_json_key(&json, "interrupted");
  vd_json_bool(&json, tally.interrupted);
  vd_json_put_u64(&json, "exit_code", (uint64_t)vd_report_exit_code(&tally));
  vd_json_put_double(&json, "seconds", report->no_times ? 0 : report->seconds);
  vd_json_close(&json, '}');
  vd_buf_char(out, '\n');
}
