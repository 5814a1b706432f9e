// Reports about rule functions: text, JSON and CSV.
#include <math.h>

#include "report/report_impl.h"

enum { MANY_PAIRS = 40 };  // from here on `same` rows are left out

// ------------------------------------------------------------------ counting

static bool is_unread(const VdRuleFile *file) {
  return file->diags.errors > 0;
}

static bool is_one_sided(const VdRuleReport *report, const VdRuleFile *file) {
  return !file->path[0] || (!file->path[1] && !report->alone);
}

static void count_change(VdRuleTally *tally, VdItemKind kind) {
  tally->globals += kind == VD_ITEM_GLOBAL;
  tally->changes += kind == VD_ITEM_CHANGE;
  tally->open += kind == VD_ITEM_OPEN;
  tally->notes += kind == VD_ITEM_NOTE;
}

void vd_rule_report_tally(const VdRuleReport *report, VdRuleTally *tally) {
  *tally = (VdRuleTally){0};
  for (uint32_t i = 0; i < report->files; i++) {
    const VdRuleFile *file = &report->file[i];
    const VdRuleComparison *c = file->comparison;
    tally->unread += is_unread(file);
    tally->files_alone += is_one_sided(report, file);
    tally->gone += file->path[0] && is_one_sided(report, file);
    if (!c) continue;
    for (uint32_t k = 0; k < c->verdict.len; k++)
      tally->kind[c->verdict.at[k].kind]++;
    tally->pairs += c->verdict.len;
    for (uint32_t k = 0; k < c->alone.len; k++) {
      tally->gone += c->alone.at[k].side == VD_OLD;
      if (*c->alone.at[k].why)
        tally->signature++;
      else
        tally->alone++;
    }
    for (uint32_t k = 0; k < c->change.len; k++)
      count_change(tally, c->change.at[k].kind);
    tally->hits += c->hits;
    tally->misses += c->misses;
  }
}

int vd_rule_report_exit_code(const VdRuleReport *report, const VdRuleTally *t) {
  if (report->interrupted) return 130;
  if (t->unread) return 2;
  if (t->kind[VD_RULE_DIFFERENT] || t->kind[VD_RULE_MISMATCH] || t->gone ||
      t->globals || t->changes)
    return 1;
  return t->pairs && t->kind[VD_RULE_SAME] == t->pairs && !t->open ? 0 : 3;
}

// ---------------------------------------------------------------------- text

typedef enum Paint { GREEN, RED, YELLOW } Paint;
static const char *const paint_code[] = {"32", "1;31", "33"};

static const char *word_of(const VdRuleReport *report, VdRuleKind kind) {
  if (report->alone && kind == VD_RULE_SAME) return "can be migrated";
  return vd_rule_word(kind);
}

static void put_word(const VdRuleReport *report, VdRuleKind kind, VdBuf *out) {
  Paint paint = kind == VD_RULE_SAME ? GREEN
                : kind == VD_RULE_DIFFERENT || kind == VD_RULE_MISMATCH
                    ? RED
                    : YELLOW;
  if (report->color)
    vd_buf_printf(out, "\033[%sm%s\033[0m", paint_code[paint],
                  word_of(report, kind));
  else
    vd_buf_str(out, word_of(report, kind));
}

static void put_lines(const char *title, const VdRuleLine *line, uint32_t n,
                      VdBuf *out) {
  for (uint32_t i = 0; i < n; i++) {
    vd_buf_printf(out, "    %-10s", i ? "" : title);
    vd_text_print(line[i].text, out);
    if (line[i].pos.file) {
      vd_buf_str(out, "   at ");
      vd_pos_print(line[i].pos, out);
    }
    vd_buf_char(out, '\n');
  }
}

static void put_input(const VdRuleInput *in, const char *title, VdBuf *out) {
  vd_buf_printf(out, "    %-10s", title);
  if (!in->code.len) vd_buf_str(out, "no codes");
  for (uint32_t i = 0; i < in->code.len; i++) {
    vd_buf_str(out, i ? ", " : "");
    vd_text_print(in->code.at[i].code, out);
  }
  vd_buf_char(out, '\n');
}

static void put_outputs(const VdRuleClaim *c, const char *first,
                        const char *second, VdBuf *out) {
  for (uint32_t i = 0; i < c->output.len; i++) {
    const VdRuleOutput *o = &c->output.at[i];
    vd_buf_str(out, "    ");
    vd_text_print(o->name, out);
    vd_buf_printf(out, ": %s ", first);
    vd_text_print(o->value[0], out);
    vd_buf_printf(out, ", %s ", second);
    vd_text_print(o->value[1], out);
    vd_buf_char(out, '\n');
  }
}

static void put_claim(const VdRuleVerdict *v, VdBuf *out) {
  static const char *const titles[2][3] = {{"old input", "new input", ""},
                                           {"input 1", "input 2", "partner"}};
  const VdRuleClaim *c = v->claim;
  bool deep = v->kind == VD_RULE_MISMATCH;
  if (deep)
    vd_buf_str(
        out,
        "    no new version can be right: the old one treats input 1 and "
        "input 2\n    differently, and both are related to the partner\n");
  for (uint32_t i = 0; i < c->inputs; i++)
    put_input(&c->input[i], titles[deep][i], out);
  put_lines("crosswalk", c->line.at, c->line.len, out);
  put_lines("orphans", c->orphan.at, c->orphan.len, out);
  put_lines("with", c->param.at, c->param.len, out);
  put_lines("code", c->source.at, c->source.len, out);
  put_outputs(c, deep ? "input 1 gives" : "old gives",
              deep ? "input 2 gives" : "new gives", out);
  if (c->replay && !strncmp(c->replay, "not ", 4)) {
    vd_buf_str(out, "    ");
    vd_text_print(c->replay, out);
    vd_buf_char(out, '\n');
  }
}

static void put_file(const VdRuleReport *report, const VdRuleFile *file,
                     VdBuf *out) {
  if (report->files == 1) return;
  vd_text_print(file->name, out);
  vd_buf_str(out, ": ");
}

static void put_verdict(const VdRuleReport *report, const VdRuleFile *file,
                        const VdRuleVerdict *v, VdBuf *out) {
  put_file(report, file, out);
  vd_text_print(v->name, out);
  vd_buf_str(out, ": ");
  put_word(report, v->kind, out);
  if (*v->checker) vd_buf_printf(out, " (%s)", v->checker);
  if (v->from_store) vd_buf_str(out, " (store)");
  if (*v->why) {
    vd_buf_str(out, ": ");
    vd_text_print(v->why, out);
    if (v->pos.file) {
      vd_buf_str(out, " at ");
      vd_pos_print(v->pos, out);
    }
  }
  vd_buf_char(out, '\n');
  if (v->claim) put_claim(v, out);
}

static void put_alone(const VdRuleReport *report, const VdRuleFile *file,
                      const VdRuleAlone *a, VdBuf *out) {
  put_file(report, file, out);
  vd_text_print(a->name, out);
  if (*a->why) {
    vd_buf_str(out, ": the signature changed: ");
    vd_text_print(a->why, out);
  } else {
    vd_buf_printf(out, ": only in the %s version",
                  a->side == VD_OLD ? "old" : "new");
  }
  vd_buf_char(out, '\n');
}

static void put_change(const VdRuleReport *report, const VdRuleFile *file,
                       const VdRuleChange *change, VdBuf *out) {
  static const char *const title[] = {
      [VD_ITEM_CHANGE] = "interface changed",
      [VD_ITEM_OPEN] = "not compared",
      [VD_ITEM_NOTE] = "changed without harm to callers"};
  put_file(report, file, out);
  vd_text_print(change->name, out);
  if (change->kind == VD_ITEM_GLOBAL)
    vd_buf_str(out, ": ");
  else
    vd_buf_printf(out, ": %s: ", title[change->kind]);
  vd_text_print(change->detail, out);
  if (change->pos.line) {
    vd_buf_str(out, " at ");
    vd_pos_print(change->pos, out);
  }
  vd_buf_char(out, '\n');
}

// Of files, not of verdicts.
static void put_file_assumptions(const VdRuleReport *report, VdBuf *out) {
  VdNames seen = {0};
  for (uint32_t i = 0; i < report->files; i++) {
    const VdRuleComparison *c = report->file[i].comparison;
    for (uint32_t k = 0; c && k < c->assumption.len; k++) {
      const char *text = c->assumption.at[k];
      uint32_t known = seen.text.len;
      if (vd_name_put(&seen, text, strlen(text)) <= known) continue;
      vd_buf_str(out, "assumed: ");
      vd_text_print(text, out);
      vd_buf_char(out, '\n');
    }
  }
  vd_names_done(&seen);
}

static void put_assumptions(const VdRuleReport *report, VdBuf *out) {
  VD_VEC(const char *) seen = {0};
  VD_VEC(uint32_t) count = {0};
  for (uint32_t i = 0; i < report->files; i++) {
    const VdRuleComparison *c = report->file[i].comparison;
    for (uint32_t k = 0; c && k < c->verdict.len; k++) {
      const VdRuleVerdict *v = &c->verdict.at[k];
      for (uint32_t j = 0; j < v->assumption.len; j++) {
        uint32_t at = 0;
        while (at < seen.len && strcmp(seen.at[at], v->assumption.at[j])) at++;
        if (at == seen.len) {
          vd_push(&seen, v->assumption.at[j]);
          vd_push(&count, 0);
        }
        count.at[at]++;
      }
    }
  }
  for (uint32_t i = 0; i < seen.len; i++) {
    vd_buf_printf(out, "assumed by %u: ", count.at[i]);
    vd_text_print(seen.at[i], out);
    vd_buf_char(out, '\n');
  }
  vd_vec_done(&seen);
  vd_vec_done(&count);
}

static const char *plural(uint32_t n) {
  return n == 1 ? "" : "s";
}

static void put_count(VdBuf *out, uint32_t n, const char *words) {
  if (n) vd_buf_printf(out, ", %u %s", n, words);
}

static void put_files(VdBuf *out, uint32_t n, const char *words) {
  if (n) vd_buf_printf(out, ", %u file%s %s", n, plural(n), words);
}

static void put_percent(const VdRuleReport *report, const VdRuleTally *t,
                        VdBuf *out) {
  if (t->pairs < MANY_PAIRS) return;
  for (int k = 0; k < VD_RULE_KINDS; k++) {
    static const VdRuleKind order[VD_RULE_KINDS] = {
        VD_RULE_SAME,    VD_RULE_MISMATCH, VD_RULE_DIFFERENT,
        VD_RULE_UNKNOWN, VD_RULE_TIMEOUT,  VD_RULE_UNSUPPORTED,
        VD_RULE_FAILED};
    VdRuleKind kind = order[k];
    if (!t->kind[kind]) continue;
    vd_buf_printf(out, "%-22s%8u  %5.1f %%\n", word_of(report, kind),
                  t->kind[kind], 100.0 * t->kind[kind] / t->pairs);
  }
}

static void put_summary(const VdRuleReport *report, const VdRuleTally *t,
                        VdBuf *out) {
  put_percent(report, t, out);
  vd_buf_printf(out, "%u function%s", t->pairs, plural(t->pairs));
  static const VdRuleKind order[] = {
      VD_RULE_SAME,        VD_RULE_MISMATCH, VD_RULE_DIFFERENT, VD_RULE_UNKNOWN,
      VD_RULE_UNSUPPORTED, VD_RULE_TIMEOUT,  VD_RULE_FAILED};
  const char *before = ": ";
  for (size_t i = 0; i < VD_COUNT(order); i++) {
    if (!t->kind[order[i]]) continue;
    vd_buf_printf(out, "%s%u %s", before, t->kind[order[i]],
                  word_of(report, order[i]));
    before = ", ";
  }
  put_count(out, t->alone, "in one version only");
  put_count(out, t->signature, "with another signature");
  put_count(out, t->globals, "with another initial value");
  put_count(
      out, t->changes,
      t->changes == 1 ? "change of the interface" : "changes of the interface");
  put_count(out, t->open, "not compared");
  put_files(out, t->files_alone, "in one version only");
  put_files(out, t->unread, "that could not be read");
  if (t->hits + t->misses)
    vd_buf_printf(out, "; store: %u hit%s, %u miss%s", t->hits, plural(t->hits),
                  t->misses, t->misses == 1 ? "" : "es");
  if (!report->no_times) vd_buf_printf(out, "; %.3f s", report->seconds);
  if (report->interrupted) vd_buf_str(out, "; interrupted");
  vd_buf_char(out, '\n');
}

void vd_rule_report_text(const VdRuleReport *report, VdBuf *out) {
  VdRuleTally t;
  vd_rule_report_tally(report, &t);
  bool all = report->verbose || t.pairs < MANY_PAIRS;
  for (uint32_t i = 0; i < report->files; i++) {
    const VdRuleFile *file = &report->file[i];
    const VdRuleComparison *c = file->comparison;
    for (uint32_t k = 0; c && k < c->verdict.len; k++)
      if (all || c->verdict.at[k].kind != VD_RULE_SAME)
        put_verdict(report, file, &c->verdict.at[k], out);
    for (uint32_t k = 0; c && k < c->alone.len; k++)
      put_alone(report, file, &c->alone.at[k], out);
    for (uint32_t k = 0; c && k < c->change.len; k++)
      put_change(report, file, &c->change.at[k], out);
  }
  for (uint32_t i = 0; i < report->files; i++) {
    const VdRuleFile *file = &report->file[i];
    if (!is_one_sided(report, file)) continue;
    vd_text_print(file->name, out);
    vd_buf_printf(out, ": only in the %s version\n",
                  file->path[0] ? "old" : "new");
  }
  put_assumptions(report, out);
  put_file_assumptions(report, out);
  put_summary(report, &t, out);
}

// ---------------------------------------------------------------- JSON, CSV

static void write_functions(VdJson *json, const VdRuleReport *report,
                            const VdRuleComparison *c) {
  vd_json_key(json, "functions");
  vd_json_open(json, '[');
  for (uint32_t i = 0; c && i < c->verdict.len; i++) {
    VdBuf text = {0};
    vd_rule_verdict_write(&c->verdict.at[i], report->no_times, &text);
    vd_json_raw(json, vd_buf_text(&text), text.len);
    vd_buf_done(&text);
  }
  vd_json_close(json, ']');
}

static void write_alone(VdJson *json, const VdRuleComparison *c) {
  vd_json_key(json, "alone");
  vd_json_open(json, '[');
  for (uint32_t i = 0; c && i < c->alone.len; i++) {
    vd_json_open(json, '{');
    vd_json_key(json, "name");
    vd_json_str(json, c->alone.at[i].name);
    vd_json_key(json, "side");
    vd_json_str(json, c->alone.at[i].side == VD_OLD ? "old" : "new");
    vd_json_key(json, "signature");
    vd_json_str(json, c->alone.at[i].why);
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_file(VdJson *json, const VdRuleReport *report,
                       const VdRuleFile *file) {
  const VdRuleComparison *c = file->comparison;
  vd_json_open(json, '{');
  vd_json_key(json, "name");
  vd_json_str(json, file->name);
  vd_json_key(json, "old");
  vd_json_str(json, file->path[0]);
  vd_json_key(json, "new");
  vd_json_str(json, file->path[1]);
  vd_json_key(json, "errors");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < file->diags.list.len; i++)
    vd_json_str(json, file->diags.list.at[i].text);
  vd_json_close(json, ']');
  vd_json_key(json, "warnings");
  vd_json_open(json, '[');
  for (uint32_t i = 0; c && i < c->warning.len; i++)
    vd_json_str(json, c->warning.at[i]);
  vd_json_close(json, ']');
  write_functions(json, report, file->comparison);
  write_alone(json, file->comparison);
  static const VdRuleComparison none = {0};
  vd_rule_changes_write(c ? c : &none, json);
  vd_json_key(json, "assumptions");
  vd_json_open(json, '[');
  for (uint32_t i = 0; c && i < c->assumption.len; i++)
    vd_json_str(json, c->assumption.at[i]);
  vd_json_close(json, ']');
  vd_json_close(json, '}');
}

void vd_rule_report_json(const VdRuleReport *report, VdBuf *out) {
  VdJson json = {.out = out, .lines = 5};
  VdRuleTally t;
  vd_rule_report_tally(report, &t);
  vd_json_open(&json, '{');
  vd_json_key(&json, "veridiff");
  vd_json_str(&json, VD_VERSION);
  vd_json_key(&json, "command");
  vd_json_str(&json, "rules");
  vd_json_key(&json, "files");
  vd_json_open(&json, '[');
  for (uint32_t i = 0; i < report->files; i++)
    write_file(&json, report, &report->file[i]);
  vd_json_close(&json, ']');
  vd_json_key(&json, "summary");
  vd_json_open(&json, '{');
  vd_json_key(&json, "functions");
  vd_json_u64(&json, t.pairs);
  for (int k = 0; k < VD_RULE_KINDS; k++) {
    vd_json_key(&json, vd_rule_word((VdRuleKind)k));
    vd_json_u64(&json, t.kind[k]);
  }
  const struct {
    const char *key;
    uint32_t n;
  } count[] = {
      {"one_version_only", t.alone},  {"signature_changed", t.signature},
      {"globals_changed", t.globals}, {"interface_changed", t.changes},
      {"not_compared", t.open},       {"files_one_version_only", t.files_alone},
      {"files_unread", t.unread},     {"store_hits", t.hits},
      {"store_misses", t.misses}};
  for (size_t i = 0; i < VD_COUNT(count); i++) {
    vd_json_key(&json, count[i].key);
    vd_json_u64(&json, count[i].n);
  }
  vd_json_key(&json, "interrupted");
  vd_json_bool(&json, report->interrupted);
  if (!report->no_times) {
    vd_json_key(&json, "seconds");
    vd_json_double(&json, report->seconds);
  }
  vd_json_close(&json, '}');
  vd_json_close(&json, '}');
  vd_buf_char(out, '\n');
}

// Quoted as RFC 4180 has it.
static void put_csv(const char *text, VdBuf *out) {
  if (!strpbrk(text, ",\"\r\n")) {
    vd_buf_str(out, text);
    return;
  }
  vd_buf_char(out, '"');
  for (; *text; text++) {
    if (*text == '"') vd_buf_char(out, '"');
    vd_buf_char(out, *text);
  }
  vd_buf_char(out, '"');
}

void vd_rule_report_csv(const VdRuleReport *report, VdBuf *out) {
  vd_buf_str(out, "file,function,verdict,by,why,codes,seconds\n");
  for (uint32_t i = 0; i < report->files; i++) {
    const VdRuleComparison *c = report->file[i].comparison;
    for (uint32_t k = 0; c && k < c->verdict.len; k++) {
      const VdRuleVerdict *v = &c->verdict.at[k];
      put_csv(report->file[i].name, out);
      vd_buf_char(out, ',');
      put_csv(v->name, out);
      vd_buf_printf(out, ",%s,%s,", vd_rule_word(v->kind), v->checker);
      put_csv(v->why, out);
      vd_buf_printf(out, ",%u,", v->codes);
      if (!report->no_times) vd_buf_printf(out, "%.6f", v->seconds);
      vd_buf_char(out, '\n');
    }
  }
}
