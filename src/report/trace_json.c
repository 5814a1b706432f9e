// Runs as JSON.
#include "report/trace.h"
#include "verdict/evidence.h"

void vd_run_report_json(const VdRunReport *report, VdBuf *out) {
  VdJson json = {.out = out, .lines = 2};
  vd_json_open(&json, '{');
  vd_json_key(&json, "schema");
  vd_json_u64(&json, 1);
  vd_json_put_str(&json, "tool", "veridiff");
  vd_json_put_str(&json, "version", VD_VERSION);
  vd_json_put_str(&json, "file", report->file);
  vd_json_key(&json, "trace");
  vd_cycle_trace_json(report->trace, &json);
  vd_json_key(&json, "fault");
  if (report->fault)
    vd_json_u64(&json, report->fault);
  else
    vd_json_str(&json, NULL);
  vd_json_put_str(&json, "outcome", report->outcome);
  vd_json_key(&json, "exit_code");
  vd_json_u64(&json, (uint64_t)report->exit_code);
  vd_json_close(&json, '}');
  vd_buf_char(out, '\n');
}
