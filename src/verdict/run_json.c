// Evidence that is a run of two reactive programs, as JSON: the inputs, as a
// worker sends them, until somebody has replayed them; then the trace.
#include "verdict/json_parts.h"

static void put_column(const VdCycleTrace *trace, const VdTraceColumn *column,
                       VdJson *json) {
  vd_json_open(json, '{');
  vd_json_put_str(json, "name", column->name);
  vd_json_put_str(json, "type", vd_elem_text(column->type.elem));
  if (column->type.enumeration)
    vd_json_put_str(json, "enum", column->type.enumeration->name);
  vd_json_key(json, "input");
  vd_json_bool(json, column->input);
  if (trace->two)
    vd_json_put_str(json, "side", vd_cycle_trace_side(trace, column->sides));
  vd_json_close(json, '}');
}

static void put_cycle(const VdCycleTrace *trace, uint32_t cycle, VdJson *json) {
  VdBuf text = {0};
  vd_json_open(json, '{');
  if (trace->timed) {
    vd_json_key(json, "ms");
    vd_json_u64(json, trace->elapsed.at[cycle]);
  }
  vd_json_put_open(json, "values", '[');
  for (uint32_t i = 0; i < trace->column.len; i++) {
    text.len = 0;
    vd_elem_print(trace->column.at[i].type, vd_cycle_trace_get(trace, cycle, i),
                  &text);
    vd_json_str(json, text.at);
  }
  vd_json_close(json, ']');
  vd_json_close(json, '}');
  vd_buf_done(&text);
}

void vd_cycle_trace_json(const VdCycleTrace *trace, VdJson *json) {
  vd_json_open(json, '{');
  vd_json_put_str(json, "program", trace->program);
  vd_json_put_open(json, "columns", '[');
  for (uint32_t i = 0; i < trace->column.len; i++)
    put_column(trace, &trace->column.at[i], json);
  vd_json_close(json, ']');
  vd_json_put_open(json, "cycles", '[');
  for (uint32_t c = 0; c < vd_cycle_trace_cycles(trace); c++)
    put_cycle(trace, c, json);
  vd_json_close(json, ']');
  if (trace->cycle != VD_NONE) {
    vd_json_key(json, "first_difference");
    vd_json_u64(json, trace->cycle + (uint64_t)1);
  }
  vd_json_close(json, '}');
}

static uint64_t *values_of(const VdMachineRun *run, int side, size_t *n) {
  *n = (size_t)run->steps * run->inputs[side];
  return run->bits[side];
}

static void put_inputs(VdJson *json, const VdMachineRun *run) {
  static const char *const key[] = {"old", "new"};
  vd_json_put_u64(json, "steps", run->steps);
  for (int k = 0; k < 2; k++) {
    size_t n;
    uint64_t *bits = values_of(run, k, &n);
    vd_json_put_hex(json, key[k], bits, n * sizeof *bits);
  }
  vd_json_put_bool(json, "abstract", run->abstract);
}

void vd_machine_run_write(VdJson *json, const VdMachineRun *run) {
  vd_json_open(json, '{');
  if (run->trace) {
    vd_put_text(json, "claim", run->property);
    if (run->folder) vd_json_put_str(json, "reproducer", run->folder);
    vd_json_key(json, "trace");
    vd_cycle_trace_json(run->trace, json);
  } else {
    put_inputs(json, run);
  }
  vd_json_put_bool(json, "shortest", run->shortest);
  vd_json_close(json, '}');
}

VdMachineRun *vd_machine_run_read(VdJsonReader *r, const json_t *in) {
  static const char *const key[] = {"old", "new"};
  VdMachineRun *run = VD_NEW(r->arena, VdMachineRun);
  run->steps = vd_read_number(r, in, "steps");
  for (int k = 0; k < 2; k++) {
    size_t n, each = (size_t)run->steps * sizeof *run->bits[k];
    run->bits[k] = (uint64_t *)vd_read_bytes(r, in, key[k], &n);
    if (each ? n % each : n) r->ok = false;
    run->inputs[k] = each ? (uint32_t)(n / each) : 0;
  }
  run->abstract = vd_read_bool(r, in, "abstract");
  run->shortest = vd_read_bool(r, in, "shortest");
  return run;
}
