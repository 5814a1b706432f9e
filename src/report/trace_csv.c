// A trace as CSV.
#include <inttypes.h>

#include "report/trace.h"

static void print_side(const VdCycleTrace *trace, const VdTraceColumn *c,
                       VdBuf *out) {
  if (trace->two && c->sides != VD_TRACE_BOTH)
    vd_buf_printf(out, "%s.", vd_cycle_trace_side(trace, c->sides));
}

static void print_field(const VdCycleTrace *trace, const VdTraceColumn *column,
                        VdBuf *out) {
  const char *text = column->name;
  bool quoted = strpbrk(text, ",;\"\r\n\t# ") != NULL;
  if (quoted) vd_buf_char(out, '"');
  print_side(trace, column, out);
  for (; *text; text++) {
    if (*text == '"') vd_buf_char(out, '"');
    vd_buf_char(out, *text);
  }
  if (quoted) vd_buf_char(out, '"');
}

static void print_line(const VdCycleTrace *trace, uint32_t cycle, bool head,
                       VdBuf *out) {
  if (trace->timed && head) vd_buf_str(out, "time");
  if (trace->timed && !head)
    vd_buf_printf(out, "T#%" PRIu16 "ms", trace->elapsed.at[cycle]);
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *column = &trace->column.at[i];
    if (i || trace->timed) vd_buf_char(out, ',');
    if (head)
      print_field(trace, column, out);
    else
      vd_elem_print(column->type, vd_cycle_trace_get(trace, cycle, i), out);
  }
  vd_buf_char(out, '\n');
}

void vd_cycle_trace_csv(const VdCycleTrace *trace, VdBuf *out) {
  print_line(trace, 0, true, out);
  for (uint32_t c = 0; c < vd_cycle_trace_cycles(trace); c++)
    print_line(trace, c, false, out);
}
