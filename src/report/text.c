// The table for people.
//
// A run over thousands of functions prints what needs attention: pairs that are
// the same are only counted once there are too many of them to read.
#include <ctype.h>

#include "base/limit.h"
#include "report/report_impl.h"

// Of columns, and not limits.
enum {
  MAX_NAME_WIDTH = 40,  // longer names push their row to the right
  LINE_WIDTH = 80,
};

typedef enum Paint { PLAIN, BOLD, GREEN, RED, YELLOW } Paint;
static const char *const paint_code[] = {[PLAIN] = "0",
                                         [BOLD] = "1",
                                         [GREEN] = "32",
                                         [RED] = "1;31",
                                         [YELLOW] = "33"};

typedef struct Text {
  const VdReport *report;
  VdBuf *out;
  VdTally tally;
  bool all;           // `same` rows too
  const char *title;  // of the first column
  size_t name_width, verdict_width, by_width;
} Text;

// ------------------------------------------------------------------- words

static Paint paint_of(VdVerdictKind kind) {
  static const Paint paint[] = {
#define VD_VERDICT(id, word, key, exit, paint) paint,
#include "verdict/verdict.def"
#undef VD_VERDICT
  };
  return paint[kind];
}

static const char *const engine_words[][2] = {
    {"sweep", "equal signals"},    {"bounded", "bounded search"},
    {"simulation", "random runs"}, {"pdr", "property-directed reachability"},
    {"abc", "ABC's reachability"},
};

static const char *checker_words(const char *checker) {
  for (size_t i = 0; i < VD_COUNT(engine_words); i++)
    if (!strcmp(engine_words[i][0], checker)) return engine_words[i][1];
  return checker;
}

static bool is_undecided(VdVerdictKind kind) {
  return !vd_verdict_is_definite(kind);
}

static const char *plural(uint32_t n) {
  return n == 1 ? "" : "s";
}

static void put_bound(uint32_t bound, VdBuf *out) {
  if (!bound) {
    vd_buf_str(out, "same up to a bound");
  } else {
    vd_buf_printf(out, "same up to %u iteration%s", bound, plural(bound));
  }
}

// Of an old version that is asked alone, `same` is about all new ones.
static const char *word_of(const Text *text, VdVerdictKind kind) {
  if (kind == VD_SAME && !text->report->root[1]) return "can be migrated";
  return vd_verdict_word(kind);
}

static void put_verdict(const Text *text, const VdVerdict *verdict,
                        VdBuf *out) {
  if (verdict->kind == VD_SAME_BOUNDED) {
    put_bound(verdict->bound, out);
  } else {
    vd_buf_str(out, word_of(text, verdict->kind));
  }
}

static void put_by(const VdVerdict *verdict, VdBuf *out) {
  vd_buf_str(out, checker_words(verdict->checker ? verdict->checker : ""));
  if (verdict->from_store) vd_buf_str(out, ", store");
}

static void put_time(double seconds, VdBuf *out) {
  double ms = seconds * 1000;
  if (ms < 9.95) {
    vd_buf_printf(out, "%.1f ms", ms);
  } else if (ms < 999.5) {
    vd_buf_printf(out, "%.0f ms", ms);
  } else {
    vd_buf_printf(out, "%.1f s", seconds);
  }
}

static void put_why(const VdVerdict *verdict, VdBuf *out) {
  vd_text_print(verdict->why ? verdict->why : "", out);
  if (!verdict->pos.file) return;
  vd_buf_str(out, " at ");
  vd_pos_print(verdict->pos, out);
}

static void paint(const Text *text, Paint color, const char *words) {
  if (!text->report->color || color == PLAIN) {
    vd_buf_str(text->out, words);
  } else {
    vd_buf_printf(text->out, "\033[%sm%s\033[0m", paint_code[color], words);
  }
}

// ------------------------------------------------------------------- table

// A cell of the table. The last one of a row gets no blanks behind it.
static void put_column(const Text *text, Paint color, const VdBuf *words,
                       size_t width) {
  paint(text, color, vd_buf_text(words));
  for (size_t i = words->len; width && i < width + 2; i++) {
    vd_buf_char(text->out, ' ');
  }
  if (width && words->len >= width + 2) vd_buf_char(text->out, ' ');
}

static void put_header(const Text *text) {
  const char *title[] = {text->title, "VERDICT", "BY", "TIME"};
  size_t width[] = {text->name_width, text->verdict_width, text->by_width, 0};
  size_t columns = text->report->no_times ? 3 : 4;
  for (size_t i = 0; i < columns; i++) {
    VdBuf words = {0};
    vd_buf_str(&words, title[i]);
    put_column(text, BOLD, &words, i + 1 < columns ? width[i] : 0);
    vd_buf_done(&words);
  }
  vd_buf_char(text->out, '\n');
}

static void put_row(const Text *text, const VdItem *item) {
  const VdVerdict *verdict = &item->verdict;
  VdBuf name = {0}, what = {0}, by = {0}, time = {0};
  bool why = is_undecided(verdict->kind);
  bool times = !why && !text->report->no_times;
  vd_text_print(item->name, &name);
  put_verdict(text, verdict, &what);
  if (why) put_why(verdict, &by);
  if (!why) put_by(verdict, &by);
  if (times) put_time(verdict->seconds, &time);
  put_column(text, PLAIN, &name, text->name_width);
  put_column(text, paint_of(verdict->kind), &what,
             by.len + time.len ? text->verdict_width : 0);
  put_column(text, PLAIN, &by, times ? text->by_width : 0);
  put_column(text, PLAIN, &time, 0);
  vd_buf_char(text->out, '\n');
  vd_buf_done(&name);
  vd_buf_done(&what);
  vd_buf_done(&by);
  vd_buf_done(&time);
}

// A line that may be a long list, broken after commas.
static void put_long(const Text *text, const char *words) {
  VdBuf line = {0};
  vd_text_print(words, &line);
  const char *at = vd_buf_text(&line), *indent = "  ";
  while (strlen(at) + 2 > LINE_WIDTH) {
    const char *cut = NULL;
    for (const char *comma = at; (comma = strstr(comma, ", ")); comma++)
      if (!cut || comma - at < LINE_WIDTH - 5) cut = comma;
    if (!cut) break;
    vd_buf_printf(text->out, "%s%.*s,\n", indent, (int)(cut - at), at);
    at = cut + 2;
    indent = "    ";
  }
  vd_buf_printf(text->out, "%s%s\n", indent, at);
  vd_buf_done(&line);
}

// What is known beyond the verdict; details are for those who ask.
static void put_notes(const Text *text, const VdVerdict *verdict, bool detail) {
  for (uint32_t i = 0; i < verdict->note.len; i++) {
    const VdNote *note = &verdict->note.at[i];
    if (vd_note_info[note->kind].detail != detail) continue;
    if (note->kind == VD_NOTE_ONE_SIDE || note->kind == VD_NOTE_INNER ||
        note->kind == VD_NOTE_UNCOMPARED || note->kind == VD_NOTE_UNRELATED) {
      put_long(text, note->text);
      continue;
    }
    bool named = note->kind == VD_NOTE_INVARIANT;
    vd_buf_str(text->out, named ? "  invariant: " : "  ");
    vd_text_print(note->text, text->out);
    vd_buf_char(text->out, '\n');
  }
}

static void put_evidence(const Text *text, const VdItem *item) {
  const VdEvidence *shown = &item->verdict.evidence;
  switch (shown->kind) {
    case VD_EVIDENCE_NONE: break;
    case VD_EVIDENCE_INPUT:
      vd_case_print(item->name, shown->input, text->out);
      break;
    case VD_EVIDENCE_RUN: vd_run_print(shown->run, text->out); break;
    case VD_EVIDENCE_RELATED:
      vd_related_print(shown->related, item->verdict.kind == VD_MISMATCH,
                       text->out);
      break;
  }
}

static bool is_shown(const Text *text, const VdItem *item) {
  return item->kind == VD_ITEM_PAIR &&
         (text->all || item->verdict.kind != VD_SAME);
}

static void widen(size_t *width, size_t len, size_t most) {
  if (len > most) len = most;
  if (len > *width) *width = len;
}

static void measure(Text *text, const VdItem *item) {
  VdBuf words = {0};
  vd_text_print(item->name, &words);
  widen(&text->name_width, words.len, MAX_NAME_WIDTH);
  words.len = 0;
  put_verdict(text, &item->verdict, &words);
  widen(&text->verdict_width, words.len, LINE_WIDTH);
  if (!is_undecided(item->verdict.kind)) {
    words.len = 0;
    put_by(&item->verdict, &words);
    widen(&text->by_width, words.len, LINE_WIDTH);
  }
  vd_buf_done(&words);
}

// How many rows there will be, and how wide they are.
static uint32_t measure_all(Text *text) {
  uint32_t rows = 0;
  text->name_width = strlen(text->title);
  text->verdict_width = strlen("VERDICT");
  text->by_width = strlen("BY");
  for (uint32_t i = 0; i < text->report->files; i++) {
    const VdComparison *comparison = text->report->file[i].comparison;
    for (uint32_t k = 0; comparison && k < comparison->item.len; k++) {
      if (!is_shown(text, &comparison->item.at[k])) continue;
      measure(text, &comparison->item.at[k]);
      rows++;
    }
  }
  return rows;
}

static void put_file(const Text *text, const VdFileReport *file) {
  const VdComparison *comparison = file->comparison;
  bool titled = text->report->files == 1;
  for (uint32_t i = 0; comparison && i < comparison->item.len; i++) {
    const VdItem *item = &comparison->item.at[i];
    if (!is_shown(text, item)) continue;
    if (!titled) {
      VdBuf name = {0};
      vd_text_print(file->name, &name);
      vd_buf_str(&name, ":");
      paint(text, BOLD, name.at);
      vd_buf_char(text->out, '\n');
      vd_buf_done(&name);
      titled = true;
    }
    put_row(text, item);
    put_notes(text, &item->verdict, false);
    if (text->report->verbose) put_notes(text, &item->verdict, true);
    put_evidence(text, item);
  }
}

static void put_table(Text *text) {
  if (measure_all(text) == 0) return;
  put_header(text);
  for (uint32_t i = 0; i < text->report->files; i++) {
    put_file(text, &text->report->file[i]);
  }
  vd_buf_char(text->out, '\n');
}

// ------------------------------------------------------------------- lists

// Words with commas between, on lines that begin with two blanks.
typedef struct List {
  VdBuf *out;
  size_t column;
} List;

static void list_add(List *list, const char *words) {
  VdBuf text = {0};
  vd_text_print(words, &text);
  bool fits = list->column + 2 + text.len < LINE_WIDTH;
  if (list->column == 0) {
    vd_buf_str(list->out, "  ");
    list->column = 2;
  } else if (fits) {
    vd_buf_str(list->out, ", ");
    list->column += 2;
  } else {
    vd_buf_str(list->out, ",\n  ");
    list->column = 2;
  }
  vd_buf_str(list->out, vd_buf_text(&text));
  list->column += text.len;
  vd_buf_done(&text);
}

static void list_end(List *list) {
  if (list->column) vd_buf_char(list->out, '\n');
  list->column = 0;
}

// "name", or "name (file)" where there are several files; an item may be about
// its file.
static void put_name(const Text *text, const VdFileReport *file,
                     const VdItem *item, VdBuf *out) {
  vd_buf_str(out, item->name);
  if (text->report->files > 1 && strcmp(item->name, file->name) != 0)
    vd_buf_printf(out, " (%s)", file->name);
}

static void list_item(const Text *text, List *list, const VdFileReport *file,
                      const VdItem *item) {
  VdBuf words = {0};
  put_name(text, file, item, &words);
  list_add(list, words.at);
  vd_buf_done(&words);
}

static void put_detail(const Text *text, const VdFileReport *file,
                       const VdItem *item) {
  VdBuf name = {0};
  put_name(text, file, item, &name);
  vd_buf_str(text->out, "  ");
  vd_text_print(vd_buf_text(&name), text->out);
  vd_buf_done(&name);
  vd_buf_str(text->out, ": ");
  vd_text_print(item->detail ? item->detail : "", text->out);
  const VdPos *pos = item->new_pos.line ? &item->new_pos : &item->old_pos;
  if (pos->line) {
    vd_buf_str(text->out, " at ");
    vd_pos_print(*pos, text->out);
  }
  vd_buf_char(text->out, '\n');
}

// All items of one kind, below a title with their number.
static void put_items(const Text *text, VdItemKind kind) {
  uint32_t n = text->tally.item[kind];
  if (n == 0) return;
  List list = {.out = text->out};
  bool detailed = kind != VD_ITEM_OLD_ONLY && kind != VD_ITEM_NEW_ONLY &&
                  kind != VD_ITEM_PART;
  vd_buf_printf(text->out, "%s (%u):\n", vd_item_info[kind].title, n);
  for (uint32_t i = 0; i < text->report->files; i++) {
    const VdFileReport *file = &text->report->file[i];
    const VdComparison *comparison = file->comparison;
    for (uint32_t k = 0; comparison && k < comparison->item.len; k++) {
      const VdItem *item = &comparison->item.at[k];
      if (item->kind != kind) continue;
      if (detailed) put_detail(text, file, item);
      if (!detailed) list_item(text, &list, file, item);
    }
  }
  list_end(&list);
}

static bool is_old_only(const VdFileReport *file) {
  return !file->path[1];
}

static bool is_new_only(const VdFileReport *file) {
  return !file->path[0];
}

static void put_files(const Text *text, bool (*has)(const VdFileReport *),
                      uint32_t n, const char *title) {
  if (n == 0) return;
  List list = {.out = text->out};
  vd_buf_printf(text->out, "%s (%u):\n", title, n);
  for (uint32_t i = 0; i < text->report->files; i++) {
    const VdFileReport *file = &text->report->file[i];
    if (has(file)) list_add(&list, file->name);
  }
  list_end(&list);
}

static void put_assumptions(const Text *text) {
  VdAssumedVec assumed = {0};
  vd_report_assumptions(text->report, &assumed);
  if (assumed.len) vd_buf_str(text->out, "Assumed:\n");
  for (uint32_t i = 0; i < assumed.len; i++) {
    vd_buf_str(text->out, "  ");
    vd_text_print(assumed.at[i].text, text->out);
    uint32_t n = assumed.at[i].verdicts, files = assumed.at[i].files;
    if (n)
      vd_buf_printf(text->out, " (%u verdict%s)\n", n, plural(n));
    else
      vd_buf_printf(text->out, " (%u file%s)\n", files, plural(files));
  }
  vd_vec_done(&assumed);
}

static void put_lists(const Text *text) {
  const VdTally *t = &text->tally;
  size_t before = text->out->len;
  for (int kind = VD_ITEM_PAIR + 1; kind < VD_ITEMS; kind++)
    put_items(text, (VdItemKind)kind);
  put_files(text, is_old_only, t->files[0], "Files only in old");
  put_files(text, is_new_only, t->files[1], "Files only in new");
  put_files(text, vd_file_is_unread, t->unread, "Not read, see the errors");
  put_assumptions(text);
  if (text->out->len > before) vd_buf_char(text->out, '\n');
}

// ----------------------------------------------------------------- summary

static void put_verdict_counts(const Text *text) {
  const VdTally *t = &text->tally;
  VdBuf *out = text->out;
  const char *before = ": ";
  uint32_t pairs = t->item[VD_ITEM_PAIR];
  vd_buf_printf(out, "%u %s%s", pairs, text->report->noun, plural(pairs));
  for (uint32_t i = 0; i < VD_VERDICTS; i++) {
    VdVerdictKind kind = vd_verdict_at(i);
    if (!t->verdict[kind]) continue;
    vd_buf_printf(out, "%s%u ", before, t->verdict[kind]);
    if (kind == VD_SAME_BOUNDED)
      put_bound(t->bound, out);
    else
      vd_buf_str(out, word_of(text, kind));
    before = ", ";
  }
}

static void put_other_counts(const VdTally *t, VdBuf *out) {
  for (uint32_t i = 0; i < VD_ITEMS; i++) {
    const VdItemInfo *info = &vd_item_info[i];
    if (t->item[i] && *info->one)
      vd_buf_printf(out, "; %u %s", t->item[i],
                    t->item[i] == 1 ? info->one : info->many);
  }
  if (t->unread)
    vd_buf_printf(out, "; %u file%s not read", t->unread, plural(t->unread));
}

static void put_summary(const Text *text) {
  const VdTally *t = &text->tally;
  VdBuf *out = text->out;
  if (t->interrupted) vd_buf_str(out, "Interrupted; until then: ");
  put_verdict_counts(text);
  put_other_counts(t, out);
  if (text->report->store != VD_STORE_NONE) {
    vd_buf_printf(out, "; store: %u hit%s", t->hits, plural(t->hits));
    if (t->checked) vd_buf_printf(out, " (%u checked again)", t->checked);
    vd_buf_printf(out, ", %u miss%s", t->misses, t->misses == 1 ? "" : "es");
  }
  if (text->report->counts_calls)
    vd_buf_printf(out, "; %u solver call%s", t->solver_calls,
                  plural(t->solver_calls));
  if (!text->report->no_times) {
    vd_buf_printf(out, "; %.3f s", text->report->seconds);
  }
  vd_buf_char(out, '\n');
}

// ----------------------------------------------------------------- explain

static void explain_head(const Text *text, const VdItem *item) {
  const VdVerdict *verdict = &item->verdict;
  VdBuf words = {0};
  vd_text_print(item->name, text->out);
  vd_buf_str(text->out, ": ");
  put_verdict(text, verdict, &words);
  paint(text, paint_of(verdict->kind), words.at);
  words.len = 0;
  if (is_undecided(verdict->kind)) {
    put_why(verdict, &words);
  } else {
    put_by(verdict, &words);
  }
  if (words.len) {
    vd_buf_str(text->out, is_undecided(verdict->kind) ? ", " : ", by ");
    vd_buf_str(text->out, words.at);
  }
  vd_buf_char(text->out, '\n');
  vd_buf_done(&words);
}

static void explain_steps(const Text *text, const VdVerdict *verdict) {
  size_t width = 0;
  for (uint32_t i = 0; i < verdict->step.len; i++) {
    widen(&width, strlen(verdict->step.at[i].checker), MAX_NAME_WIDTH);
  }
  for (uint32_t i = 0; i < verdict->step.len; i++) {
    const VdStep *step = &verdict->step.at[i];
    vd_buf_printf(text->out, "  %-*s  ", (int)width, step->checker);
    vd_text_print(step->said, text->out);
    if (!text->report->no_times) {
      vd_buf_str(text->out, " (");
      put_time(step->seconds, text->out);
      vd_buf_char(text->out, ')');
    }
    vd_buf_char(text->out, '\n');
  }
}

static void explain_item(const Text *text, const VdItem *item) {
  if (item->kind != VD_ITEM_PAIR) return;
  const VdVerdict *verdict = &item->verdict;
  explain_head(text, item);
  if (item->old_pos.file && item->new_pos.file) {
    vd_buf_str(text->out, "  old is at ");
    vd_pos_print(item->old_pos, text->out);
    vd_buf_str(text->out, ", new at ");
    vd_pos_print(item->new_pos, text->out);
    vd_buf_char(text->out, '\n');
  }
  put_notes(text, verdict, true);
  explain_steps(text, verdict);
  put_notes(text, verdict, false);
  put_evidence(text, item);
  vd_buf_char(text->out, '\n');
}

static void explain(const Text *text) {
  for (uint32_t i = 0; i < text->report->files; i++) {
    const VdComparison *comparison = text->report->file[i].comparison;
    for (uint32_t k = 0; comparison && k < comparison->item.len; k++) {
      const VdItem *item = &comparison->item.at[k];
      if (strcmp(item->name, text->report->explain) == 0) {
        explain_item(text, item);
      }
    }
  }
}

// "FUNCTION"
static const char *title_of(const char *noun, char *out, size_t size) {
  size_t i = 0;
  for (; noun[i] && i + 1 < size; i++) out[i] = (char)toupper(noun[i]);
  out[i] = 0;
  return out;
}

void vd_report_text(const VdReport *report, VdBuf *out) {
  char title[32];
  Text text = {.report = report, .out = out};
  vd_report_tally(report, &text.tally);
  text.all =
      report->verbose || text.tally.item[VD_ITEM_PAIR] < vd_limit->text_pairs;
  text.title = title_of(report->noun, title, sizeof title);
  if (report->explain) {
    explain(&text);
  } else {
    put_table(&text);
  }
  put_lists(&text);
  put_summary(&text);
}
