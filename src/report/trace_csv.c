// A trace as CSV and as JSON.
#include <inttypes.h>

#include "report/trace.h"

static const char *side_of(const VdPlcTrace *trace, const VdTraceColumn *c) {
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

static void print_line(const VdPlcTrace *trace, uint32_t cycle, bool head,
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
      vd_plc_print(column->type, vd_plc_trace_get(trace, cycle, i), out);
  }
  vd_buf_char(out, '\n');
}

void vd_plc_trace_csv(const VdPlcTrace *trace, VdBuf *out) {
  print_line(trace, 0, true, out);
  for (uint32_t c = 0; c < vd_plc_trace_cycles(trace); c++)
    print_line(trace, c, false, out);
}

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
