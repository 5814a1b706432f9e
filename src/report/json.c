// One JSON document for programs, as doc/report.schema.json says.
//
// Verdicts stand there as vd_verdict_write writes them, one item a line, so
// that the document can be read, searched and compared line by line too.
#include "report/report_impl.h"

enum {
  SCHEMA_VERSION = 1,
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
static const char *const item_word[] = {
    [VD_ITEM_PAIR] = "pair",         [VD_ITEM_OLD_ONLY] = "old only",
    [VD_ITEM_NEW_ONLY] = "new only", [VD_ITEM_SIGNATURE] = "signature",
    [VD_ITEM_GLOBAL] = "global",     [VD_ITEM_CHANGE] = "change",
    [VD_ITEM_OPEN] = "not compared", [VD_ITEM_NOTE] = "note"};
static const char *const severity_word[] = {
    [VD_NOTE] = "note", [VD_WARNING] = "warning", [VD_ERROR] = "error"};

static void put_str(VdJson *json, const char *key, const char *text) {
  vd_json_key(json, key);
  vd_json_str(json, text);
}

static void put_u64(VdJson *json, const char *key, uint64_t number) {
  vd_json_key(json, key);
  vd_json_u64(json, number);
}

static void put_double(VdJson *json, const char *key, double number) {
  vd_json_key(json, key);
  vd_json_double(json, number);
}

static void put_pos(VdJson *json, const char *key, VdPos pos) {
  vd_json_key(json, key);
  vd_json_open(json, '{');
  put_str(json, "file", pos.file);
  put_u64(json, "line", pos.line);
  put_u64(json, "column", pos.column);
  vd_json_close(json, '}');
}

// On one line.
static void put_options(VdJson *json, const VdOptions *options) {
  VdBuf text = {0};
  VdJson one = {.out = &text};
  vd_json_open(&one, '{');
  put_double(&one, "timeout", options->timeout);
  put_u64(&one, "memory", options->memory);
  put_u64(&one, "unroll", options->unroll);
  put_str(&one, "strategy", strategy_word[options->strategy]);
  put_str(&one, "fp", options->reals ? "real" : "ieee");
  put_str(&one, "store", store_word[options->store]);
  put_str(&one, "solver", options->solver.program);
  put_u64(&one, "seed", options->seed);
  put_str(&one, "function", options->only);
  vd_json_close(&one, '}');
  vd_json_key(json, "options");
  vd_json_raw(json, text.at, text.len);
  vd_buf_done(&text);
}

// ------------------------------------------------------------------- files

// Without what changes from run to run.
static void put_timeless(const VdVerdict *verdict, VdBuf *out) {
  VdArena arena = {0};
  VdVerdict copy = *verdict;
  copy.seconds = 0;
  copy.step.at = vd_arena_copy(&arena, verdict->step.at,
                               verdict->step.len * sizeof *verdict->step.at);
  for (uint32_t i = 0; i < copy.step.len; i++) copy.step.at[i].seconds = 0;
  vd_verdict_write(&copy, out);
  vd_arena_done(&arena);
}

static void put_item(VdJson *json, const VdReport *report, const VdItem *item) {
  VdBuf text = {0};
  VdJson one = {.out = &text};
  vd_json_open(&one, '{');
  put_str(&one, "kind", item_word[item->kind]);
  put_str(&one, "name", item->name);
  put_str(&one, "detail", item->detail ? item->detail : "");
  if (item->what && *item->what) {
    put_str(&one, "what", item->what);
    put_str(&one, "old", item->was);
    put_str(&one, "new", item->became);
  }
  put_pos(&one, "old_pos", item->old_pos);
  put_pos(&one, "new_pos", item->new_pos);
  if (item->kind == VD_ITEM_PAIR) {
    VdBuf verdict = {0};
    if (report->no_times) put_timeless(&item->verdict, &verdict);
    if (!report->no_times) vd_verdict_write(&item->verdict, &verdict);
    vd_json_key(&one, "verdict");
    vd_json_raw(&one, verdict.at, verdict.len);
    vd_buf_done(&verdict);
  }
  vd_json_close(&one, '}');
  vd_json_raw(json, text.at, text.len);
  vd_buf_done(&text);
}

static void put_diags(VdJson *json, const VdDiags *diags) {
  for (uint32_t i = 0; diags && i < diags->list.len; i++) {
    const VdDiag *diag = &diags->list.at[i];
    VdBuf text = {0};
    VdJson one = {.out = &text};
    vd_json_open(&one, '{');
    put_str(&one, "severity", severity_word[diag->severity]);
    put_pos(&one, "pos", diag->pos);
    put_str(&one, "text", diag->text);
    vd_json_close(&one, '}');
    vd_json_raw(json, text.at, text.len);
    vd_buf_done(&text);
  }
}

static const char *file_status(const VdFileReport *file) {
  if (!file->new_path) return "old only";
  if (!file->old_path) return "new only";
  if (vd_file_is_unread(file)) return "unread";
  return file->comparison ? "compared" : "interrupted";
}

static void put_file(VdJson *json, const VdReport *report,
                     const VdFileReport *file) {
  const VdComparison *comparison = file->comparison;
  vd_json_open(json, '{');
  put_str(json, "name", file->name);
  put_str(json, "old", file->old_path);
  put_str(json, "new", file->new_path);
  put_str(json, "status", file_status(file));
  vd_json_key(json, "diagnostics");
  vd_json_open(json, '[');
  put_diags(json, file->old_diags);
  put_diags(json, file->new_diags);
  vd_json_close(json, ']');
  vd_json_key(json, "items");
  vd_json_open(json, '[');
  for (uint32_t i = 0; comparison && i < comparison->item.len; i++) {
    put_item(json, report, &comparison->item.at[i]);
  }
  vd_json_close(json, ']');
  bool timed = comparison && !report->no_times;
  put_double(json, "seconds", timed ? comparison->seconds : 0);
  vd_json_close(json, '}');
}

// ---------------------------------------------------------------- the rest

static void put_assumptions(VdJson *json, const VdReport *report) {
  VdAssumedVec assumed = {0};
  vd_report_assumptions(report, &assumed);
  vd_json_key(json, "assumptions");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < assumed.len; i++) {
    vd_json_open(json, '{');
    put_str(json, "text", assumed.at[i].text);
    put_u64(json, "verdicts", assumed.at[i].verdicts);
    put_u64(json, "files", assumed.at[i].files);
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
      {"pairs", tally->pairs},
      {"same", tally->same},
      {"partial", tally->partial},
      {"bounded", tally->bounded},
      {"different", tally->different},
      {"unknown", tally->unknown},
      {"unsupported", tally->unsupported},
      {"timeout", tally->timeout},
      {"error", tally->error},
      {"old_only", tally->old_only},
      {"new_only", tally->new_only},
      {"signature", tally->signature},
      {"globals", tally->globals},
      {"changes", tally->changes},
      {"not_compared", tally->open},
      {"notes", tally->notes},
      {"unread", tally->unread},
      {"old_files", tally->old_files},
      {"new_files", tally->new_files},
      {"store_hits", tally->hits},
      {"store_misses", tally->misses},
      {"solver_calls", tally->solver_calls},
  };
  vd_json_key(json, "tally");
  vd_json_open(json, '{');
  for (size_t i = 0; i < VD_COUNT(count); i++) {
    put_u64(json, count[i].key, count[i].n);
  }
  vd_json_close(json, '}');
}

static void put_files(VdJson *json, const VdReport *report) {
  vd_json_key(json, "files");
  vd_json_open(json, '[');
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
  put_u64(&json, "schema", SCHEMA_VERSION);
  put_str(&json, "tool", "veridiff");
  put_str(&json, "version", VD_VERSION);
  put_str(&json, "old", report->old_root);
  put_str(&json, "new", report->new_root);
  put_options(&json, report->options);
  put_files(&json, report);
  put_assumptions(&json, report);
  put_tally(&json, &tally);
  vd_json_key(&json, "interrupted");
  vd_json_bool(&json, tally.interrupted);
  put_u64(&json, "exit_code", (uint64_t)vd_report_exit_code(&tally));
  put_double(&json, "seconds", report->no_times ? 0 : report->seconds);
  vd_json_close(&json, '}');
  vd_buf_char(out, '\n');
}
