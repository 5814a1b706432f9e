// A trace as CSV.
#include <inttypes.h>

#include "report/trace.h"

static const char *side_of(const VdCycleTrace *trace, const VdTraceColumn *c) {
  if (!trace->two || c->sides == VD_TRACE_BOTH) return "";
  return c->sides == VD_TRACE_OLD ? "old." : "new.";
}

static void print_field(const char *prefix, const char *text, VdBuf *out) {
  bool quoted = strpbrk(text, ",;\"\r\n\t# ") != NULL;
  if (quoted) vd_buf_char(out, '"');
  vd_buf_str(out, prefix);
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
      print_field(side_of(trace, column), column->name, out);
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
