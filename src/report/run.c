// A run that shows a difference, for people.
#include "report/report_impl.h"
#include "report/trace.h"

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

void vd_run_print(const VdMachineRun *run, VdBuf *out) {
  const VdCycleTrace *trace = run->trace;
  VdBuf table = {0};
  uint32_t n = vd_cycle_trace_cycles(trace);
  vd_buf_printf(out, "  after cycle %u: ", n);
  vd_text_print(run->property, out);
  bool clause = trace->differs[0] == VD_NONE && trace->differs[1] == VD_NONE;
  vd_buf_str(out, clause ? " does not hold" : " differs");
  if (run->shortest && n > 1)
    vd_buf_str(out, "; no shorter run shows a difference");
  vd_buf_str(out, "\n\n");
  vd_cycle_trace_text(trace, &table);
  put_indented(&table, out);
  vd_buf_done(&table);
  if (run->folder) {
    vd_buf_str(out, "  written to ");
    vd_text_print(run->folder, out);
    vd_buf_char(out, '\n');
  }
}
