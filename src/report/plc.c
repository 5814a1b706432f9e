// Reports about PLC programs: text and JSON.
#include "report/report_impl.h"
#include "report/trace.h"

static const char *const engine_words[][2] = {
    {"sweep", "equal signals"},    {"bounded", "bounded search"},
    {"simulation", "random runs"}, {"pdr", "property-directed reachability"},
    {"abc", "ABC's reachability"},
};

// What an engine of the model checker is called.
static const char *words_of(const char *checker) {
  for (size_t i = 0; i < VD_COUNT(engine_words); i++)
    if (!strcmp(engine_words[i][0], checker)) return engine_words[i][1];
  return checker;
}

// ---------------------------------------------------------------- counting
static void count_surface(const VdPlcSurface *surface, VdPlcTally *tally) {
  tally->changes += surface->change.len;
  tally->open += surface->open.len;
}

void vd_plc_report_tally(const VdPlcReport *report, VdPlcTally *tally) {
  *tally = (VdPlcTally){0};
  for (uint32_t i = 0; i < report->files; i++) {
    const VdPlcFile *file = &report->file[i];
    tally->unread += file->unread;
    tally->files_alone += !file->path[0] || !file->path[1];
    tally->alone += file->only[0].len + file->only[1].len;
    tally->gone += file->only[0].len + !file->path[1];
    tally->described = tally->described || file->described;
    count_surface(&file->surface, tally);
    for (uint32_t k = 0; k < file->item.len; k++) {
      tally->pairs++;
      tally->kind[file->item.at[k].verdict.kind]++;
      tally->stored += file->item.at[k].verdict.from_store;
      tally->assumed += file->item.at[k].verdict.assumption.len != 0;
      count_surface(&file->item.at[k].surface, tally);
    }
  }
}

int vd_plc_report_exit_code(const VdPlcReport *report, const VdPlcTally *t) {
  if (report->interrupted) return 130;
  if (t->unread) return 2;
  if (t->kind[VD_DIFFERENT] || t->gone || t->changes) return 1;
  if (t->open || t->kind[VD_SAME] != t->pairs) return 3;
  if (report->strict && t->assumed) return 3;
  return t->pairs || t->described ? 0 : 3;
}

// -------------------------------------------------------------------- text
static void put_word(const VdPlcReport *report, VdVerdictKind kind,
                     VdBuf *out) {
  const char *paint = kind == VD_SAME        ? "32"
                      : kind == VD_DIFFERENT ? "1;31"
                                             : "33";
  if (report->color)
    vd_buf_printf(out, "\033[%sm%s\033[0m", paint, vd_verdict_word(kind));
  else
    vd_buf_str(out, vd_verdict_word(kind));
}

static void put_names(const char *title, const char *const *name, uint32_t n,
                      VdBuf *out) {
  enum { WIDTH = 78 };
  size_t line = out->len;
  if (!n) return;
  vd_buf_printf(out, "  %s:", title);
  for (uint32_t i = 0; i < n; i++) {
    if (out->len - line + strlen(name[i]) + 2 > WIDTH) {
      vd_buf_str(out, "\n   ");
      line = out->len - 3;
    }
    vd_buf_char(out, ' ');
    vd_text_print(name[i], out);
    if (i + 1 < n) vd_buf_char(out, ',');
  }
  vd_buf_char(out, '\n');
}

typedef VD_VEC(const char *) Names;

static void put_only(const VdPlcReport *report, const VdPlcItem *item, int side,
                     VdBuf *out) {
  static const char *const version[] = {"old", "new"};
  const VdPlcVerdict *v = &item->verdict;
  Names input = {0}, output = {0}, rest = {0};
  for (uint32_t i = 0; i < v->only[side].len; i++) {
    const VdPlcOnly *only = &v->only[side].at[i];
    const VdPlcVar *var = &item->pou[side]->var[only->var];
    if (only->input)
      vd_push(&input, var->name);
    else if (only->output)
      vd_push(&output, var->name);
    else
      vd_push(&rest, var->name);
  }
  VdBuf title = {0};
  vd_buf_printf(&title, "inputs of the %s version only", version[side]);
  put_names(vd_buf_text(&title), input.at, input.len, out);
  title.len = 0;
  vd_buf_printf(&title, "outputs of the %s version only", version[side]);
  put_names(vd_buf_text(&title), output.at, output.len, out);
  title.len = 0;
  vd_buf_printf(&title, "variables of the %s version only", version[side]);
  enum { FEW = 12 };
  if (rest.len > FEW && !report->verbose)
    vd_buf_printf(out, "  %s: %u (--verbose lists them)\n", vd_buf_text(&title),
                  rest.len);
  else
    put_names(vd_buf_text(&title), rest.at, rest.len, out);
  vd_buf_done(&title);
  vd_vec_done(&input);
  vd_vec_done(&output);
  vd_vec_done(&rest);
}

static void put_frames(const VdPlcReport *report, const VdPlcVerdict *v,
                       VdBuf *out) {
  for (uint32_t i = 0; i < v->frame.len; i++) {
    const VdPlcFrame *frame = &v->frame.at[i];
    vd_buf_str(out, "  frame ");
    vd_text_print(frame->name, out);
    vd_buf_printf(out, ": %s; %u of %u variables are the same in every run",
                  words_of(frame->checker), frame->coupled, frame->cells);
    if (!report->no_times)
      vd_buf_printf(out, " (%.1f ms)", 1e3 * frame->seconds);
    vd_buf_char(out, '\n');
  }
}

// Every line of a text, with two spaces before it.
static void put_indented(const VdBuf *text, VdBuf *out) {
  const char *at = vd_buf_text(text);
  while (*at) {
    size_t n = strcspn(at, "\n");
    if (n) vd_buf_printf(out, "  %.*s", (int)n, at);
    vd_buf_char(out, '\n');
    at += n + (at[n] == '\n');
  }
}

static void put_trace(const VdPlcItem *item, VdBuf *out) {
  const VdPlcVerdict *v = &item->verdict;
  uint32_t n = vd_plc_trace_cycles(v->trace);
  vd_buf_printf(out, "  after cycle %u: ", n);
  vd_text_print(v->claim, out);
  bool clause = v->trace->differs[0] == VD_PLC_NONE &&
                v->trace->differs[1] == VD_PLC_NONE;
  vd_buf_str(out, clause ? " does not hold" : " differs");
  if (v->shortest && n > 1)
    vd_buf_str(out, "; no shorter run shows a difference");
  vd_buf_str(out, "\n\n");
  VdBuf table = {0};
  vd_plc_trace_text(v->trace, &table);
  put_indented(&table, out);
  vd_buf_done(&table);
  if (item->folder) {
    vd_buf_str(out, "  written to ");
    vd_text_print(item->folder, out);
    vd_buf_char(out, '\n');
  }
}

static void put_lines(const char *title, const VdPlcTexts *text, VdBuf *out) {
  for (uint32_t i = 0; i < text->len; i++) {
    vd_buf_printf(out, "  %s: ", title);
    vd_text_print(text->at[i], out);
    vd_buf_char(out, '\n');
  }
}

static void put_surface(const VdPlcSurface *surface, VdBuf *out) {
  put_lines("changed", &surface->change, out);
  put_lines("not compared", &surface->open, out);
  put_names("only in the new version", surface->added.at, surface->added.len,
            out);
}

static void put_item(const VdPlcReport *report, const VdPlcItem *item,
                     VdBuf *out) {
  const VdPlcVerdict *v = &item->verdict;
  vd_text_print(item->pou[1]->name, out);
  vd_buf_str(out, ": ");
  put_word(report, v->kind, out);
  if (*v->checker) vd_buf_printf(out, " (%s)", words_of(v->checker));
  if (*v->why) {
    vd_buf_str(out, ": ");
    vd_text_print(v->why, out);
    if (v->pos.file) {
      vd_buf_str(out, " at ");
      vd_pos_print(v->pos, out);
    }
  }
  vd_buf_char(out, '\n');
  put_surface(&item->surface, out);
  if (v->trace && v->kind == VD_DIFFERENT) put_trace(item, out);
  if (report->frames) put_frames(report, v, out);
  for (uint32_t i = 0; i < v->relation.len; i++) {
    vd_buf_str(out, "  ");
    vd_text_print(v->relation.at[i], out);
    vd_buf_char(out, '\n');
  }
  put_names("not compared, as their types do not compare", v->uncompared.at,
            v->uncompared.len, out);
  put_names(
      "inputs of one name that are not related, as their types do not "
      "compare",
      v->unrelated.at, v->unrelated.len, out);
  for (int k = 0; k < 2; k++) put_only(report, item, k, out);
}

static void put_summary(const VdPlcReport *report, VdBuf *out) {
  VdPlcTally t;
  vd_plc_report_tally(report, &t);
  vd_buf_printf(out, "%u program%s:", t.pairs, t.pairs == 1 ? "" : "s");
  const char *lead = " ";
  for (int kind = 0; kind <= VD_FAILED; kind++) {
    if (!t.kind[kind]) continue;
    vd_buf_printf(out, "%s%u %s", lead, t.kind[kind],
                  vd_verdict_word((VdVerdictKind)kind));
    lead = ", ";
  }
  if (!t.pairs && t.described)
    vd_buf_str(out, " none; types, globals and configurations were compared");
  else if (!t.pairs)
    vd_buf_str(out, " none to compare");
  if (t.changes)
    vd_buf_printf(out, "; %u change%s of what others see", t.changes,
                  t.changes == 1 ? "" : "s");
  if (t.open) vd_buf_printf(out, "; %u not compared", t.open);
  if (t.alone) vd_buf_printf(out, "; %u in one version only", t.alone);
  if (t.unread) vd_buf_printf(out, "; %u not read", t.unread);
  if (t.stored) vd_buf_printf(out, "; %u from the store", t.stored);
  if (!report->no_times) vd_buf_printf(out, "; %.3f s", report->seconds);
  vd_buf_char(out, '\n');
}

// Each once, however many verdicts rest on it.
static void put_assumptions(const VdPlcReport *report, VdBuf *out) {
  Names said = {0};
  for (uint32_t i = 0; i < report->files; i++)
    for (uint32_t k = 0; k < report->file[i].item.len; k++) {
      const VdPlcVerdict *v = &report->file[i].item.at[k].verdict;
      for (uint32_t a = 0; a < v->assumption.len; a++) {
        bool known = false;
        for (uint32_t n = 0; n < said.len; n++)
          known = known || !strcmp(said.at[n], v->assumption.at[a]);
        if (known) continue;
        if (!said.len) vd_buf_str(out, "\nAssumed:\n");
        vd_buf_str(out, "  ");
        vd_text_print(v->assumption.at[a], out);
        vd_buf_char(out, '\n');
        vd_push(&said, v->assumption.at[a]);
      }
    }
  vd_vec_done(&said);
}

void vd_plc_report_text(const VdPlcReport *report, VdBuf *out) {
  for (uint32_t i = 0; i < report->files; i++) {
    const VdPlcFile *file = &report->file[i];
    if (report->files > 1) {
      vd_text_print(file->name, out);
      vd_buf_str(out, !file->path[0]   ? ": only in the new version\n"
                      : !file->path[1] ? ": only in the old version\n"
                                       : "\n");
    }
    for (uint32_t k = 0; k < file->item.len; k++)
      put_item(report, &file->item.at[k], out);
    put_names("only in the old version", file->only[0].at, file->only[0].len,
              out);
    put_names("only in the new version", file->only[1].at, file->only[1].len,
              out);
    put_names("changed, and compared as parts of programs", file->part.at,
              file->part.len, out);
    put_names("changed, in programs that are not compared", file->open_part.at,
              file->open_part.len, out);
    put_surface(&file->surface, out);
  }
  put_assumptions(report, out);
  vd_buf_char(out, '\n');
  put_summary(report, out);
}

// -------------------------------------------------------------------- JSON
static void write_names(VdJson *json, const char *key, const char *const *name,
                        uint32_t n) {
  vd_json_key(json, key);
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < n; i++) vd_json_str(json, name[i]);
  vd_json_close(json, ']');
}

static void write_only(VdJson *json, const VdPlcItem *item, int side) {
  static const char *const key[] = {"old_only", "new_only"};
  Names names = {0};
  for (uint32_t i = 0; i < item->verdict.only[side].len; i++)
    vd_push(&names,
            item->pou[side]->var[item->verdict.only[side].at[i].var].name);
  write_names(json, key[side], names.at, names.len);
  vd_vec_done(&names);
}

static void write_frames(VdJson *json, const VdPlcReport *report,
                         const VdPlcVerdict *v) {
  vd_json_key(json, "frames");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < v->frame.len; i++) {
    const VdPlcFrame *frame = &v->frame.at[i];
    vd_json_open(json, '{');
    vd_json_key(json, "name");
    vd_json_str(json, frame->name);
    vd_json_key(json, "checker");
    vd_json_str(json, frame->checker);
    vd_json_key(json, "variables");
    vd_json_u64(json, frame->cells);
    vd_json_key(json, "coupled");
    vd_json_u64(json, frame->coupled);
    if (!report->no_times) {
      vd_json_key(json, "seconds");
      vd_json_double(json, frame->seconds);
    }
    vd_json_close(json, '}');
  }
  vd_json_close(json, ']');
}

static void write_surface(VdJson *json, const VdPlcSurface *surface) {
  write_names(json, "changes", surface->change.at, surface->change.len);
  write_names(json, "not_compared", surface->open.at, surface->open.len);
  write_names(json, "added", surface->added.at, surface->added.len);
}

static void write_item(VdJson *json, const VdPlcReport *report,
                       const VdPlcItem *item) {
  const VdPlcVerdict *v = &item->verdict;
  vd_json_open(json, '{');
  vd_json_key(json, "name");
  vd_json_str(json, item->pou[1]->name);
  vd_json_key(json, "verdict");
  vd_json_str(json, vd_verdict_word(v->kind));
  vd_json_key(json, "checker");
  vd_json_str(json, v->checker);
  vd_json_key(json, "why");
  vd_json_str(json, v->why);
  write_frames(json, report, v);
  for (int k = 0; k < 2; k++) write_only(json, item, k);
  write_surface(json, &item->surface);
  write_names(json, "uncompared", v->uncompared.at, v->uncompared.len);
  write_names(json, "assumptions", v->assumption.at, v->assumption.len);
  write_names(json, "unrelated", v->unrelated.at, v->unrelated.len);
  write_names(json, "relations", v->relation.at, v->relation.len);
  if (v->kind == VD_DIFFERENT && v->trace) {
    vd_json_key(json, "claim");
    vd_json_str(json, v->claim);
    vd_json_key(json, "shortest");
    vd_json_bool(json, v->shortest);
    vd_json_key(json, "trace");
    vd_plc_trace_json(v->trace, json);
  }
  vd_json_key(json, "from_store");
  vd_json_bool(json, v->from_store);
  if (!report->no_times) {
    vd_json_key(json, "seconds");
    vd_json_double(json, v->seconds);
  }
  vd_json_close(json, '}');
}

void vd_plc_report_json(const VdPlcReport *report, VdBuf *out) {
  VdJson json = {.out = out, .lines = 5};
  VdPlcTally t;
  vd_plc_report_tally(report, &t);
  vd_json_open(&json, '{');
  vd_json_key(&json, "veridiff");
  vd_json_str(&json, VD_VERSION);
  vd_json_key(&json, "command");
  vd_json_str(&json, "plc");
  vd_json_key(&json, "contract");
  vd_json_str(&json, report->contract);
  vd_json_key(&json, "files");
  vd_json_open(&json, '[');
  for (uint32_t i = 0; i < report->files; i++) {
    const VdPlcFile *file = &report->file[i];
    vd_json_open(&json, '{');
    vd_json_key(&json, "name");
    vd_json_str(&json, file->name);
    vd_json_key(&json, "old");
    vd_json_str(&json, file->path[0]);
    vd_json_key(&json, "new");
    vd_json_str(&json, file->path[1]);
    vd_json_key(&json, "unread");
    vd_json_bool(&json, file->unread);
    vd_json_key(&json, "programs");
    vd_json_open(&json, '[');
    for (uint32_t k = 0; k < file->item.len; k++)
      write_item(&json, report, &file->item.at[k]);
    vd_json_close(&json, ']');
    write_names(&json, "old_only", file->only[0].at, file->only[0].len);
    write_names(&json, "new_only", file->only[1].at, file->only[1].len);
    write_names(&json, "parts", file->part.at, file->part.len);
    write_names(&json, "open_parts", file->open_part.at, file->open_part.len);
    write_surface(&json, &file->surface);
    vd_json_close(&json, '}');
  }
  vd_json_close(&json, ']');
  vd_json_key(&json, "exit_code");
  vd_json_u64(&json, (uint64_t)vd_plc_report_exit_code(report, &t));
  if (!report->no_times) {
    vd_json_key(&json, "seconds");
    vd_json_double(&json, report->seconds);
  }
  vd_json_close(&json, '}');
  vd_buf_char(out, '\n');
}
