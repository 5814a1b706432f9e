// The table of a trace.
#include <inttypes.h>
#include <strings.h>

#include "report/report_impl.h"
#include "report/trace.h"

// Of columns, and not limits.
enum {
  MAX_WIDTH = 100,  // of a line; a table that needs more is several tables
  MIN_ALIKE = 3,    // cycles that become one line
  GAP = 2,
};

// A column of the table: one of the trace, or an output of both versions.
typedef struct Shown {
  uint32_t column, other;
  VdBuf name;
  uint32_t width;
  bool constant;  // and the same on both sides
} Shown;

typedef struct Table {
  const VdCycleTrace *trace;
  VdBuf *out;
  VD_VEC(Shown) shown;
  VdBuf cell;
  uint32_t cycle_width, time_width;  // 0: no such column
  bool is_first;                     // of several tables
} Table;

// ----------------------------------------------------------------- columns
static bool is_pair(const VdTraceColumn *a, const VdTraceColumn *b) {
  return !a->input && !b->input && a->sides != b->sides &&
         !strcasecmp(a->name, b->name);
}

static uint32_t other_of(const VdCycleTrace *trace, uint32_t i) {
  for (uint32_t k = 0; trace->two && k < trace->column.len; k++)
    if (is_pair(&trace->column.at[i], &trace->column.at[k])) return k;
  return VD_NONE;
}

// That there was no fault goes without saying.
static bool is_no_news(const VdCycleTrace *trace, uint32_t i) {
  const VdTraceColumn *column = &trace->column.at[i];
  if (column->var[0] != VD_TRACE_FAULT && column->var[1] != VD_TRACE_FAULT)
    return false;
  uint32_t cycles = vd_cycle_trace_cycles(trace), other = other_of(trace, i);
  for (uint32_t k = i;; k = other) {
    if (cycles && vd_cycle_trace_get(trace, cycles - 1, k).bits) return false;
    if (k == other || other == VD_NONE) return true;
  }
}

static void add_shown(Table *t) {
  const VdCycleTrace *trace = t->trace;
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *column = &trace->column.at[i];
    uint32_t other = other_of(trace, i);
    if (is_no_news(trace, i)) continue;
    // The old one stands for both.
    if (other != VD_NONE && column->sides == VD_TRACE_NEW) continue;
    Shown shown = {.column = i, .other = other};
    bool one = trace->two && other == VD_NONE && column->sides != VD_TRACE_BOTH;
    if (one)
      vd_buf_printf(&shown.name, "%s.",
                    vd_cycle_trace_side(trace, column->sides));
    vd_text_print(column->name, &shown.name);
    vd_push(&t->shown, shown);
  }
}

static bool is_changed(const Table *t, const Shown *s, uint32_t cycle) {
  VdValue a = vd_cycle_trace_get(t->trace, cycle, s->column);
  VdValue b = vd_cycle_trace_get(t->trace, cycle - 1, s->column);
  if (!vd_value_eq(&a, &b)) return true;
  if (s->other == VD_NONE) return false;
  a = vd_cycle_trace_get(t->trace, cycle, s->other);
  b = vd_cycle_trace_get(t->trace, cycle - 1, s->other);
  return !vd_value_eq(&a, &b);
}

// The text of a cell, in t->cell.
static void print_cell(Table *t, const Shown *s, uint32_t cycle) {
  const VdCycleTrace *trace = t->trace;
  VdElemType type = trace->column.at[s->column].type;
  VdValue a = vd_cycle_trace_get(trace, cycle, s->column), b = a;
  t->cell.len = 0;
  vd_elem_print(type, a, &t->cell);
  if (s->other == VD_NONE) return;
  VdElemType other = trace->column.at[s->other].type;
  b = vd_cycle_trace_get(trace, cycle, s->other);
  if (vd_value_eq(&a, &b)) return;
  vd_buf_str(&t->cell, " <> ");
  vd_elem_print(other, b, &t->cell);
}

static void measure(Table *t, Shown *s) {
  s->width = (uint32_t)s->name.len;
  s->constant = true;
  for (uint32_t c = 0; c < vd_cycle_trace_cycles(t->trace); c++) {
    if (c && !is_changed(t, s, c)) continue;
    s->constant &= !c;
    print_cell(t, s, c);
    if (t->cell.len > s->width) s->width = (uint32_t)t->cell.len;
    if (memchr(t->cell.at, '>', t->cell.len)) s->constant = false;
  }
}

// ------------------------------------------------------------------- lines
static void pad(VdBuf *out, size_t used, size_t width) {
  for (; used < width; used++) vd_buf_char(out, ' ');
}

static void trim(VdBuf *out) {
  while (out->len && out->at[out->len - 1] == ' ') out->at[--out->len] = 0;
}

static void print_elapsed(uint16_t elapsed, VdBuf *out) {
  vd_buf_printf(out, "%" PRIu16 "ms", elapsed);
}

static bool has_one_time(const VdCycleTrace *trace) {
  for (uint32_t c = 1; c < vd_cycle_trace_cycles(trace); c++)
    if (trace->elapsed.at[c] != trace->elapsed.at[0]) return false;
  return true;
}

// A bar between inputs and outputs.
static bool needs_bar(const Table *t, uint32_t first, uint32_t i) {
  return i > first && t->trace->column.at[t->shown.at[i - 1].column].input &&
         !t->trace->column.at[t->shown.at[i].column].input;
}

static void start_column(Table *t, uint32_t first, uint32_t i) {
  vd_buf_str(t->out, needs_bar(t, first, i) ? " | " : "  ");
}

static void print_head(Table *t, uint32_t first, uint32_t end) {
  pad(t->out, strlen("cycle"), t->cycle_width);
  vd_buf_str(t->out, "cycle");
  if (t->time_width) {
    vd_buf_str(t->out, "  time");
    pad(t->out, strlen("time"), t->time_width);
  }
  for (uint32_t i = first; i < end; i++) {
    const Shown *s = &t->shown.at[i];
    start_column(t, first, i);
    vd_buf_str(t->out, vd_buf_text(&s->name));
    pad(t->out, s->name.len, s->width);
  }
  trim(t->out);
  vd_buf_char(t->out, '\n');
}

static void print_time(Table *t, uint32_t cycle) {
  const uint16_t *elapsed = t->trace->elapsed.at;
  t->cell.len = 0;
  if (cycle && elapsed[cycle] == elapsed[cycle - 1])
    vd_buf_char(&t->cell, '.');
  else
    print_elapsed(elapsed[cycle], &t->cell);
  vd_buf_printf(t->out, "  %s", t->cell.at);
  pad(t->out, t->cell.len, t->time_width);
}

static void print_row(Table *t, uint32_t cycle, uint32_t first, uint32_t end) {
  bool mark = cycle == t->trace->cycle;
  vd_buf_printf(t->out, "%*" PRIu32, (int)t->cycle_width, cycle + 1);
  if (t->time_width) print_time(t, cycle);
  for (uint32_t i = first; i < end; i++) {
    const Shown *s = &t->shown.at[i];
    start_column(t, first, i);
    bool dot = cycle && !mark && !is_changed(t, s, cycle);
    if (!dot) print_cell(t, s, cycle);
    vd_buf_str(t->out, dot ? "." : t->cell.at);
    pad(t->out, dot ? 1 : t->cell.len, s->width);
  }
  if (mark) vd_buf_str(t->out, "  <- the first difference");
  trim(t->out);
  vd_buf_char(t->out, '\n');
}

// Nothing in this cycle is other than in the one before.
static bool is_alike(const Table *t, uint32_t cycle) {
  const VdCycleTrace *trace = t->trace;
  if (!cycle || cycle == trace->cycle) return false;
  if (trace->elapsed.at[cycle] != trace->elapsed.at[cycle - 1]) return false;
  for (uint32_t i = 0; i < t->shown.len; i++)
    if (is_changed(t, &t->shown.at[i], cycle)) return false;
  return true;
}

static void print_rows(Table *t, uint32_t first, uint32_t end) {
  uint32_t cycles = vd_cycle_trace_cycles(t->trace);
  for (uint32_t c = 0; c < cycles;) {
    uint32_t stop = c;
    while (stop < cycles && is_alike(t, stop)) stop++;
    if (stop - c >= MIN_ALIKE) {
      pad(t->out, 0, t->cycle_width);
      vd_buf_printf(t->out, "  ... %" PRIu32 " cycles alike ...\n", stop - c);
      c = stop;
      continue;
    }
    if (stop == c) stop++;
    for (; c < stop; c++) print_row(t, c, first, end);
  }
}

// ------------------------------------------------------------------ tables
static uint32_t lead_width(const Table *t) {
  return t->cycle_width + (t->time_width ? t->time_width + GAP : 0);
}

static bool is_too_wide(const Table *t) {
  uint32_t width = lead_width(t);
  for (uint32_t i = 0; i < t->shown.len; i++) {
    width += t->shown.at[i].width + GAP + 1;
    if (width > MAX_WIDTH) return true;
  }
  return false;
}

// Columns that never change go into a list.
static void print_constants(Table *t) {
  uint32_t kept = 0, width = 0;
  for (uint32_t i = 0; i < t->shown.len; i++) {
    Shown s = t->shown.at[i];
    if (!s.constant) {
      t->shown.at[kept++] = s;
      continue;
    }
    print_cell(t, &s, 0);
    uint32_t more = (uint32_t)(s.name.len + 3 + t->cell.len + GAP);
    const char *lead = ", ";
    if (!width) lead = "always: ";
    if (width && width + more > MAX_WIDTH) {
      lead = ",\n        ";
      width = 0;
    }
    if (!width) width = (uint32_t)strlen("always: ");
    vd_buf_printf(t->out, "%s%s = %s", lead, vd_buf_text(&s.name), t->cell.at);
    width += more;
    vd_buf_done(&s.name);
  }
  t->shown.len = kept;
  if (width) vd_buf_str(t->out, "\n\n");
}

static void print_tables(Table *t) {
  for (uint32_t first = 0; first < t->shown.len || !first;) {
    uint32_t width = lead_width(t), end = first;
    while (end < t->shown.len) {
      width += t->shown.at[end].width + GAP + 1;
      if (end > first && width > MAX_WIDTH) break;
      end++;
    }
    if (first) vd_buf_char(t->out, '\n');
    print_head(t, first, end);
    print_rows(t, first, end);
    if (end == first) break;
    first = end;
  }
}

static void print_title(const Table *t) {
  const VdCycleTrace *trace = t->trace;
  uint32_t cycles = vd_cycle_trace_cycles(trace);
  vd_text_print(trace->program, t->out);
  vd_buf_printf(t->out, ": %" PRIu32 " cycle%s", cycles,
                cycles == 1 ? "" : "s");
  if (trace->timed && cycles && !t->time_width) {
    vd_buf_str(t->out, " of ");
    print_elapsed(trace->elapsed.at[0], t->out);
  }
  if (trace->two)
    vd_buf_printf(t->out, "; %s <> %s where they differ",
                  vd_cycle_trace_side(trace, VD_TRACE_OLD),
                  vd_cycle_trace_side(trace, VD_TRACE_NEW));
  vd_buf_char(t->out, '\n');
}

static uint32_t time_width_of(const VdCycleTrace *trace) {
  return trace->timed && !has_one_time(trace) ? (uint32_t)strlen("65535ms") : 0;
}

void vd_cycle_trace_text(const VdCycleTrace *trace, VdBuf *out) {
  uint32_t cycles = vd_cycle_trace_cycles(trace);
  char number[16];
  int digits = snprintf(number, sizeof number, "%" PRIu32, cycles);
  Table t = {.trace = trace,
             .out = out,
             .cycle_width = digits > 5 ? (uint32_t)digits : 5,
             .time_width = time_width_of(trace)};
  add_shown(&t);
  for (uint32_t i = 0; i < t.shown.len; i++) measure(&t, &t.shown.at[i]);
  print_title(&t);
  if (cycles) {
    vd_buf_char(out, '\n');
    if (is_too_wide(&t)) print_constants(&t);
    print_tables(&t);
  }
  for (uint32_t i = 0; i < t.shown.len; i++) vd_buf_done(&t.shown.at[i].name);
  vd_vec_done(&t.shown);
  vd_buf_done(&t.cell);
}
