// Tables of what goes into a machine and comes out of it, cycle by cycle: their
// columns and cells, and runs that fill them.
//
// The machines run on the interpreter (cycle.h), each on its own columns. The
// inputs are what the table says, so every other cell is what the code does,
// and
// // what a solver claimed of them does not count.
#include "run/trace.h"

#include <strings.h>

void vd_cycle_trace_init(VdCycleTrace *trace, const char *program, bool two) {
  *trace = (VdCycleTrace){.program = program,
                          .two = two,
                          .cycle = VD_NONE,
                          .differs = {VD_NONE, VD_NONE}};
}

void vd_cycle_trace_done(VdCycleTrace *trace) {
  vd_vec_done(&trace->column);
  vd_vec_done(&trace->elapsed);
  vd_vec_done(&trace->cell);
  vd_vec_done(&trace->want);
  vd_arena_done(&trace->arena);
}

const char *vd_cycle_trace_side(const VdCycleTrace *trace, uint8_t sides) {
  static const char *const text[2][5] = {
      {"", "old", "new", "both", ""},
      {"", "first", "second", "both", "partner"}};
  return text[trace->mismatch][sides];
}

// ----------------------------------------------------------------- columns
void vd_cycle_trace_add(VdCycleTrace *trace, const VdMachine *machine,
                        uint32_t var, VdUse role, uint8_t side) {
  VD_CHECK(!trace->elapsed.len && var < machine->vars);
  VD_CHECK(side == VD_TRACE_OLD || side == VD_TRACE_NEW ||
           side == VD_TRACE_PARTNER);
  VD_CHECK(role != VD_USE_INPUT || !trace->column.len ||
           trace->column.at[trace->column.len - 1].input);
  VdDirection direction = machine->var[var].direction;
  VdTraceColumn column = {
      .name = machine->var[var].name,
      .type = vd_machine_var_type(&machine->var[var]),
      .direction = direction,
      .global = var >= machine->own && direction != VD_DIR_IN_OUT,
      .input = role == VD_USE_INPUT,
      .watched = role == VD_USE_STATE,
      .sides = side,
      .var = {VD_NONE, VD_NONE}};
  if (direction == VD_DIR_IN_OUT && role == VD_USE_OUTPUT)
    column.name = vd_arena_printf(&trace->arena, "%s=>", column.name);
  column.var[side != VD_TRACE_OLD] = var;
  vd_push(&trace->column, column);
}

void vd_cycle_trace_add_both(VdCycleTrace *trace, const VdMachine *old,
                             const uint32_t var[2]) {
  vd_cycle_trace_add(trace, old, var[0], VD_USE_INPUT, VD_TRACE_OLD);
  VdTraceColumn *column = &trace->column.at[trace->column.len - 1];
  column->sides = VD_TRACE_BOTH;
  column->var[1] = var[1];
}

void vd_cycle_trace_add_fault(VdCycleTrace *trace, uint8_t side) {
  VD_CHECK(!trace->elapsed.len);
  VD_CHECK(side == VD_TRACE_OLD || side == VD_TRACE_NEW);
  VdTraceColumn column = {.name = "fault",
                          .type = {VD_ELEM_BOOL, NULL},
                          .sides = side,
                          .var = {VD_NONE, VD_NONE}};
  column.var[side == VD_TRACE_NEW] = VD_TRACE_FAULT;
  vd_push(&trace->column, column);
}

void vd_cycle_trace_add_outputs(VdCycleTrace *trace, const VdMachine *machine,
                                const uint8_t *role, const bool *watch,
                                uint8_t side) {
  for (uint32_t i = 0; i < machine->vars; i++)
    if (role[i] & VD_USE_OUTPUT)
      vd_cycle_trace_add(trace, machine, i, VD_USE_OUTPUT, side);
  for (uint32_t i = 0; watch && i < machine->vars; i++)
    if (watch[i] && role[i] == VD_USE_STATE)
      vd_cycle_trace_add(trace, machine, i, VD_USE_STATE, side);
  if (machine->fault_result != VD_NONE) vd_cycle_trace_add_fault(trace, side);
}

// ------------------------------------------------------------------- cells
static uint64_t *row_of(const VdCycleTrace *trace, uint32_t cycle) {
  return trace->cell.at + (size_t)cycle * trace->column.len;
}

void vd_cycle_trace_cycle(VdCycleTrace *trace, uint16_t elapsed) {
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

void vd_cycle_trace_cut(VdCycleTrace *trace, uint32_t cycles) {
  VD_CHECK(cycles <= trace->elapsed.len);
  trace->elapsed.len = cycles;
  trace->cell.len = cycles * trace->column.len;
}

void vd_cycle_trace_set(VdCycleTrace *trace, uint32_t cycle, uint32_t column,
                        VdValue value) {
  VD_CHECK(cycle < trace->elapsed.len && column < trace->column.len);
  row_of(trace, cycle)[column] = value.bits;
}

VdValue vd_cycle_trace_get(const VdCycleTrace *trace, uint32_t cycle,
                           uint32_t column) {
  VD_CHECK(cycle < trace->elapsed.len && column < trace->column.len);
  VdSort sort = vd_elem_sort(trace->column.at[column].type.elem);
  return (VdValue){.sort = sort, .bits = row_of(trace, cycle)[column]};
}

// --------------------------------------------------------------------- run
static void give_inputs(const VdCycleTrace *trace, uint32_t cycle, int side,
                        VdCycles *run) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *column = &trace->column.at[i];
    if (column->input && column->sides & 1 << side)
      vd_cycles_set(run, column->var[side],
                    vd_cycle_trace_get(trace, cycle, i));
  }
}

static void take_outputs(VdCycleTrace *trace, uint32_t cycle, int side,
                         const VdCycles *run) {
  for (uint32_t i = 0; i < trace->column.len; i++) {
    const VdTraceColumn *column = &trace->column.at[i];
    if (column->input || !(column->sides & 1 << side)) continue;
    VdValue value = column->var[side] == VD_TRACE_FAULT
                        ? vd_value_bool(vd_cycles_has_fault(run))
                        : vd_cycles_get(run, column->var[side]);
    vd_cycle_trace_set(trace, cycle, i, value);
  }
}

VdCycleStatus vd_cycle_trace_run(VdCycleTrace *trace, VdCycles *const side[2],
                                 bool (*tick)(void *context, uint32_t cycle),
                                 void *context) {
  bool fault = false;
  for (uint32_t cycle = 0; cycle < trace->elapsed.len; cycle++) {
    if (tick && !tick(context, cycle)) {
      vd_cycle_trace_cut(trace, cycle);
      break;
    }
    for (int s = 0; s < 2; s++) {
      if (!side[s]) continue;
      give_inputs(trace, cycle, s, side[s]);
      VdCycleStatus status = vd_cycles_step(side[s], trace->elapsed.at[cycle]);
      fault |= status == VD_CYCLE_FAULT;
      if (status == VD_CYCLE_FAILED) {
        vd_cycle_trace_cut(trace, cycle);
        return status;
      }
      take_outputs(trace, cycle, s, side[s]);
    }
  }
  return fault ? VD_CYCLE_FAULT : VD_CYCLE_OK;
}

const VdTraceWant *vd_cycle_trace_unmet(const VdCycleTrace *trace) {
  for (uint32_t i = 0; i < trace->want.len; i++) {
    const VdTraceWant *want = &trace->want.at[i];
    if (want->cycle >= trace->elapsed.len) return NULL;
    if (row_of(trace, want->cycle)[want->column] != want->bits) return want;
  }
  return NULL;
}
