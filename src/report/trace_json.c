// Traces and runs as JSON.
#include "report/trace.h"

static void put_text(VdJson *json, const char *key, const char *text) {
  vd_json_key(json, key);
  vd_json_str(json, text);
}

static void put_column(const VdPlcTrace *trace, const VdTraceColumn *column,
                       VdJson *json) {
  static const char *const side[] = {"", "old", "new", "both"};
  vd_json_open(json, '{');
  put_text(json, "name", column->name);
  put_text(json, "type", vd_plc_elem_text(column->type.elem));
  if (column->type.enumeration)
    put_text(json, "enum", column->type.enumeration->name);
  vd_json_key(json, "input");
  vd_json_bool(json, column->input);
  if (trace->two) put_text(json, "side", side[column->sides]);
  vd_json_close(json, '}');
}

static void put_cycle(const VdPlcTrace *trace, uint32_t cycle, VdJson *json) {
  VdBuf text = {0};
  vd_json_open(json, '{');
  if (trace->timed) {
    vd_json_key(json, "ms");
    vd_json_u64(json, trace->elapsed.at[cycle]);
  }
  vd_json_key(json, "values");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < trace->column.len; i++) {
    text.len = 0;
    vd_plc_print(trace->column.at[i].type, vd_plc_trace_get(trace, cycle, i),
                 &text);
    vd_json_str(json, text.at);
  }
  vd_json_close(json, ']');
  vd_json_close(json, '}');
  vd_buf_done(&text);
}

void vd_plc_trace_json(const VdPlcTrace *trace, VdJson *json) {
  vd_json_open(json, '{');
  put_text(json, "program", trace->program);
  vd_json_key(json, "columns");
  vd_json_open(json, '[');
  for (uint32_t i = 0; i < trace->column.len; i++)
    put_column(trace, &trace->column.at[i], json);
  vd_json_close(json, ']');
  vd_json_key(json, "cycles");
  vd_json_open(json, '[');
  for (uint32_t c = 0; c < vd_plc_trace_cycles(trace); c++)
    put_cycle(trace, c, json);
  vd_json_close(json, ']');
  if (trace->cycle != VD_PLC_NONE) {
    vd_json_key(json, "first_difference");
    vd_json_u64(json, trace->cycle + (uint64_t)1);
  }
  vd_json_close(json, '}');
}

void vd_run_report_json(const VdRunReport *report, VdBuf *out) {
  VdJson json = {.out = out, .lines = 2};
  vd_json_open(&json, '{');
  vd_json_key(&json, "schema");
  vd_json_u64(&json, 1);
  put_text(&json, "tool", "veridiff");
  put_text(&json, "version", VD_VERSION);
  put_text(&json, "file", report->file);
  vd_json_key(&json, "trace");
  vd_plc_trace_json(report->trace, &json);
  vd_json_key(&json, "fault");
  if (report->fault)
    vd_json_u64(&json, report->fault);
  else
    vd_json_str(&json, NULL);
  put_text(&json, "outcome", report->outcome);
  vd_json_key(&json, "exit_code");
  vd_json_u64(&json, (uint64_t)report->exit_code);
  vd_json_close(&json, '}');
  vd_buf_char(out, '\n');
}
