// Traces: their cells, and running them.
#include "run/trace.h"

#include <strings.h>

void vd_plc_trace_init(VdPlcTrace *trace, const char *program, bool two) {
  *trace = (VdPlcTrace){.program = program,
                        .two = two,
                        .cycle = VD_PLC_NONE,
                        .differs = {VD_PLC_NONE, VD_PLC_NONE}};
}

void vd_plc_trace_done(VdPlcTrace *trace) {
  vd_vec_done(&trace->column);
  vd_vec_done(&trace->elapsed);
  vd_vec_done(&trace->cell);
  vd_vec_done(&trace->want);
  vd_arena_done(&trace->arena);
}

// ----------------------------------------------------------------- columns
void vd_plc_trace_add(VdPlcTrace *trace, const VdPlcPou *pou, uint32_t var,
                      VdPlcRole role, uint8_t side) {
  VD_CHECK(!trace->elapsed.len && var < pou->vars);
  VD_CHECK(side == VD_TRACE_OLD || side == VD_TRACE_NEW);
  VD_CHECK(role != VD_PLC_IS_INPUT || !trace->column.len ||
           trace->column.at[trace->column.len - 1].input);
  VdPlcDirection direction = pou->var[var].direction;
  VdTraceColumn column = {
      .name = pou->var[var].name,
      .type = vd_plc_type(&pou->var[var]),
      .direction = direction,
      .global = var >= pou->own && direction != VD_PLC_IN_OUT,
      .input = role == VD_PLC_IS_INPUT,
      .watched = role == VD_PLC_IS_STATE,
      .sides = side,
      .var = {VD_PLC_NONE, VD_PLC_NONE}};
  if (direction == VD_PLC_IN_OUT && role == VD_PLC_IS_OUTPUT)
    column.name = vd_arena_printf(&trace->arena, "%s=>", column.name);
  column.var[side == VD_TRACE_NEW] = var;
  vd_push(&trace->column, column);
}

void vd_plc_trace_add_both(VdPlcTrace *trace, const VdPlcPou *old,
                           const uint32_t var[2]) {
  vd_plc_trace_add(trace, old, var[0], VD_PLC_IS_INPUT, VD_TRACE_OLD);
  VdTraceColumn *column = &trace->column.at[trace->column.len - 1];
  column->sides = VD_TRACE_BOTH;
  column->var[1] = var[1];
}

void vd_plc_trace_add_fault(VdPlcTrace *trace, uint8_t side) {
  VD_CHECK(!trace->elapsed.len);
  VD_CHECK(side == VD_TRACE_OLD || side == VD_TRACE_NEW);
  VdTraceColumn column = {.name = "fault",
                          .type = {VD_PLC_BOOL, NULL},
                          .sides = side,
                          .var = {VD_PLC_NONE, VD_PLC_NONE}};
  column.var[side == VD_TRACE_NEW] = VD_TRACE_FAULT;
  vd_push(&trace->column, column);
}

void vd_plc_trace_add_outputs(VdPlcTrace *trace, const VdPlcPou *pou,
                              const uint8_t *role, const bool *watch,
                              uint8_t side) {
  for (uint32_t i = 0; i < pou->vars; i++)
    if (role[i] & VD_PLC_IS_OUTPUT)
      vd_plc_trace_add(trace, pou, i, VD_PLC_IS_OUTPUT, side);
  for (uint32_t i = 0; watch && i < pou->vars; i++)
    if (watch[i] && role[i] == VD_PLC_IS_STATE)
      vd_plc_trace_add(trace, pou, i, VD_PLC_IS_STATE, side);
  if (pou->fault_result != VD_PLC_NONE) vd_plc_trace_add_fault(trace, side);
}

// ------------------------------------------------------------------- cells
static uint64_t *row_of(const VdPlcTrace *trace, uint32_t cycle) {
  return trace->cell.at + (size_t)cycle * trace->column.len;
}

void vd_plc_trace_cycle(VdPlcTrace *trace, uint16_t elapsed) {
  uint32_t n = trace->column.len, cycle = trace->elapsed.len;
  vd_push(&trace->elapsed, elapsed);
  vd_reserve(&trace->cell, n);
  trace->cell.len += n;
  if (!n) return;
  if (cycle)
    memcpy(row_of(trace, cycle), row_of(trace, cycle - 1),
           n * sizeof(uint64_t));
  else
    memset(row_of(trace, 0), 0, n * sizeof(uint64_t));
}

void vd_plc_trace_cut(VdPlcTrace *trace, uint32_t cycles) {
  VD_CHECK(cycles <= trace->elapsed.len);
  trace->elapsed.len = cycles;
  trace->cell.len = cycles * trace->column.len;
}

void vd_plc_trace_set(VdPlcTrace *trace, uint32_t cycle, uint32_t column,
                      VdValue value) {
  VD_CHECK(cycle < trace->elapsed.len && column < trace->column.len);
  row_of(trace, cycle)[column] = value.bits;
}

VdValue vd_plc_trace_get(const VdPlcTrace *trace, uint32_t cycle,
                         uint32_t column) {
  VD_CHECK(cycle < trace->elapsed.len && column < trace->column.len);
  VdSort sort = vd_plc_sort(trace->column.at[column].type.elem);
  return (VdValue){.sort = sort, .bits = row_of(trace, cycle)[column]};
}

// --------------------------------------------------------------------- run
static void give_inputs(const VdPlcTrace *trace, uint32_t cycle, int side,
                        VdCycles *run) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *column = &trace->column.at[i];
    if (column->input && column->sides & 1 << side)
      vd_cycles_set(run, column->var[side], vd_plc_trace_get(trace, cycle, i));
  }
}

static void take_outputs(VdPlcTrace *trace, uint32_t cycle, int side,
                         const VdCycles *run) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *column = &trace->column.at[i];
    if (column->input || !(column->sides & 1 << side)) continue;
    VdValue value = column->var[side] == VD_TRACE_FAULT
                        ? vd_value_bool(vd_cycles_has_fault(run))
                        : vd_cycles_get(run, column->var[side]);
    vd_plc_trace_set(trace, cycle, i, value);
  }
}

VdCycleStatus vd_plc_trace_run(VdPlcTrace *trace, VdCycles *const side[2],
                               bool (*tick)(void *context, uint32_t cycle),
                               void *context) {
  bool fault = false;
  for (uint32_t cycle = 0; cycle < trace->elapsed.len; cycle++) {
    if (tick && !tick(context, cycle)) {
      vd_plc_trace_cut(trace, cycle);
      break;
    }
    for (int s = 0; s < 2; s++) {
      if (!side[s]) continue;
      give_inputs(trace, cycle, s, side[s]);
      VdCycleStatus status = vd_cycles_step(side[s], trace->elapsed.at[cycle]);
      fault |= status == VD_CYCLE_FAULT;
      if (status == VD_CYCLE_FAILED) {
        vd_plc_trace_cut(trace, cycle);
        return status;
      }
      take_outputs(trace, cycle, s, side[s]);
    }
  }
  return fault ? VD_CYCLE_FAULT : VD_CYCLE_OK;
}

const VdTraceWant *vd_plc_trace_unmet(const VdPlcTrace *trace) {
  for (uint32_t i = 0; i < trace->want.len; i++) {
    const VdTraceWant *want = &trace->want.at[i];
    if (want->cycle >= trace->elapsed.len) return NULL;
    if (row_of(trace, want->cycle)[want->column] != want->bits) return want;
  }
  return NULL;
}

// -------------------------------------------------------------- difference
static uint32_t other_column(const VdPlcTrace *trace, uint32_t old) {
  const VdTraceColumn *column = &trace->column.at[old];
  if (column->input || column->watched || column->sides != VD_TRACE_OLD)
    return VD_PLC_NONE;
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *other = &trace->column.at[i];
    if (!other->input && other->sides == VD_TRACE_NEW &&
        !strcasecmp(other->name, column->name))
      return i;
  }
  return VD_PLC_NONE;
}

bool vd_plc_trace_find(VdPlcTrace *trace) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    uint32_t other = other_column(trace, i);
    if (other == VD_PLC_NONE) continue;
    // One that is later than what was found need not be looked for.
    for (uint32_t c = 0; c < trace->elapsed.len && c < trace->cycle; c++) {
      VdValue a = vd_plc_trace_get(trace, c, i);
      VdValue b = vd_plc_trace_get(trace, c, other);
      if (vd_value_eq(&a, &b)) continue;
      trace->cycle = c;
      trace->differs[0] = i;
      trace->differs[1] = other;
    }
  }
  return trace->cycle != VD_PLC_NONE;
}
