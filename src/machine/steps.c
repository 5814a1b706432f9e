// A machine over terms: a cell for each scalar, with terms for its value before
// and after a step.
#include "machine/steps.h"

static bool refuse(VdSteps *s, const char *fmt, ...) VD_PRINTF(2, 3);
static bool refuse(VdSteps *s, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  s->why = vd_arena_vprintf(s->arena, fmt, args);
  va_end(args);
  return false;
}

// ------------------------------------------------------------------- cells
static VdTerm fresh(VdSteps *s, VdSort sort, const char *name) {
  return vd_mk_fresh(s->tm, VD_VAR_CELL, sort, name);
}

static uint32_t add_cell(VdSteps *s, VdStepSide *side, VdStepCell cell,
                         VdSort sort) {
  cell.own = cell.now = fresh(s, sort, cell.name);
  cell.pair = VD_NONE;
  if (cell.use & VD_USE_OUTPUT) cell.after = fresh(s, sort, cell.name);
  vd_push(&side->cell, cell);
  return side->cell.len - 1;
}

void vd_steps_partner(VdSteps *s, const VdMachineSide *partner) {
  for (uint32_t i = 0; i < partner->machine->vars; i++) {
    const VdMachineVar *var = &partner->machine->var[i];
    VdStepCell cell = {.var = VD_NONE,
                       .use = VD_USE_INPUT,
                       .name = var->name,
                       .partner = i + 1};
    if (partner->role[i] & VD_USE_INPUT)
      add_cell(s, &s->side[1], cell, vd_elem_sort(var->elem));
  }
}

// Initial values, as the machine's own function gives them.
static bool set_init(VdSteps *s, VdStepSide *side) {
  const VdMachine *machine = side->machine;
  VdMap cell_of = {0};
  for (uint32_t i = 0; i < side->cell.len; i++)
    if (side->cell.at[i].var != VD_NONE)
      *vd_map_put(&cell_of, side->cell.at[i].var) = i;
  bool ok = true;
  if (machine->init_func != VD_NONE) {
    const VdSummary *init = vd_summary(side->sums, machine->init_func);
    for (uint32_t i = 0; init && i < init->results; i++) {
      const uint64_t *at = vd_map_get(&cell_of, machine->init[i]);
      ok = ok && (!at || vd_term_value(s->tm, init->result[i],
                                       &side->cell.at[*at].init));
    }
    ok = ok && init;
  }
  vd_map_done(&cell_of);
  return ok ||
         refuse(s, "the initial values of %s are not known", machine->name);
}

bool vd_steps_cells(VdSteps *s, int k, const VdMachine *machine,
                    const uint8_t *role) {
  VdStepSide *side = &s->side[k];
  side->machine = machine;
  side->cell.len = 0;
  side->elapsed = side->fault = VD_NONE;
  if (machine->reason)
    return refuse(s, "%s: %s", machine->name, machine->reason);
  bool stopwatch = false;
  for (uint32_t i = 0; i < machine->vars; i++) {
    const VdMachineVar *var = &machine->var[i];
    // A global that only the other version uses keeps its value.
    if (var->param == VD_NONE && var->result == VD_NONE && !role[i]) continue;
    VdStepCell cell = {.var = i,
                       .use = role[i] & VD_USE_BOTH,
                       .name = var->name,
                       .init = var->init};
    add_cell(s, side, cell, vd_elem_sort(var->elem));
    stopwatch = stopwatch || var->stopwatch;
  }
  VdStepCell elapsed = {
      .var = VD_NONE, .use = VD_USE_INPUT, .name = "elapsed time"};
  if (machine->elapsed_param != VD_NONE)
    side->elapsed = add_cell(s, side, elapsed, vd_sort_bv(VD_ELAPSED_BITS));
  else if (machine->kind == VD_MACHINE_BLOCK && stopwatch)
    side->elapsed = add_cell(s, side, elapsed, vd_sort_bv(VD_ELAPSED_BITS));
  if (machine->fault_result != VD_NONE) {
    VdStepCell fault = {.var = VD_NONE,
                        .use = VD_USE_OUTPUT,
                        .name = "fault",
                        .init = vd_value_bool(false)};
    side->fault = add_cell(s, side, fault, vd_sort_bool());
  }
  return set_init(s, side);
}

// -------------------------------------------------------------------- steps
// Time goes to the stopwatches of a BLOCK that runs on its own; a PROGRAM hands
// it to all of its own.
static VdTerm later(VdSteps *s, VdTerm watch, VdTerm elapsed) {
  VdTerms *tm = s->tm;
  VdTerm sum = vd_mk_add(tm, watch,
                         vd_mk(tm, VD_OP_ZEXT, VD_STOPWATCH_BITS, &elapsed, 1));
  VdTerm over[2] = {sum, watch};
  return vd_mk_ite(tm, vd_mk(tm, VD_OP_BVSLT, 0, over, 2),
                   vd_mk_bv(tm, VD_STOPWATCH_BITS, INT32_MAX), sum);
}

static void set_args(VdSteps *s, const VdStepSide *side, VdTerm *arg) {
  const VdMachine *machine = side->machine;
  bool runs = machine->kind == VD_MACHINE_BLOCK && side->elapsed != VD_NONE;
  for (uint32_t i = 0; i < side->cell.len; i++) {
    const VdStepCell *cell = &side->cell.at[i];
    if (cell->partner) continue;
    uint32_t param = VD_NONE;
    VdTerm value = cell->own;
    if (cell->var != VD_NONE) {
      const VdMachineVar *var = &machine->var[cell->var];
      param = var->param;
      if (runs && var->stopwatch)
        value = later(s, value, side->cell.at[side->elapsed].own);
    } else {
      param =
          i == side->elapsed ? machine->elapsed_param : machine->fault_param;
    }
    if (param != VD_NONE) arg[param] = value;
  }
}

static VdTerm result_of(const VdStepSide *side, uint32_t i,
                        const VdTerm *result) {
  const VdStepCell *cell = &side->cell.at[i];
  uint32_t r = VD_NONE;
  if (cell->var != VD_NONE)
    r = side->machine->var[cell->var].result;
  else if (i == side->fault)
    r = side->machine->fault_result;
  return r == VD_NONE ? cell->own : result[r];
}

// A PROGRAM is told that it has stopped, and does nothing more. A BLOCK on its
// own has nobody who would tell it: a fault stops its caller.
static void stop_at_fault(VdSteps *s, VdStepSide *side) {
  if (side->fault == VD_NONE || side->machine->fault_param != VD_NONE) return;
  VdTerm stopped = side->cell.at[side->fault].own;
  for (uint32_t i = 0; i < side->cell.len; i++) {
    VdStepCell *cell = &side->cell.at[i];
    cell->step = vd_mk_ite(s->tm, stopped, cell->own, cell->step);
  }
  side->defined = vd_mk_or(s->tm, stopped, side->defined);
}

bool vd_steps_step(VdSteps *s, int k) {
  VdStepSide *side = &s->side[k];
  const VdMachine *machine = side->machine;
  const VdFunc *f = side->module->func.at[machine->func];
  VdTerm *arg = vd_alloc(vd_mul(f->params + 1, sizeof *arg));
  VdTerm *result = vd_alloc(vd_mul(f->results + 1, sizeof *result));
  memset(arg, 0, (f->params + 1) * sizeof *arg);
  set_args(s, side, arg);
  bool ok = true;
  for (uint32_t i = 0; i < f->params; i++) ok = ok && !vd_term_is_none(arg[i]);
  ok = ok && vd_summary_apply(side->sums, machine->func, arg, result);
  for (uint32_t i = 0; ok && i < side->cell.len; i++)
    side->cell.at[i].step = result_of(side, i, result);
  side->defined = ok ? result[f->results] : VD_TERM_NONE;
  if (ok) stop_at_fault(s, side);
  vd_free(arg);
  vd_free(result);
  return ok || refuse(s, "%s has no step that is modelled", machine->name);
}

bool vd_steps_open(VdSteps *s, int k, VdTerm *terms, uint32_t n) {
  VdBuf why = {0};
  bool ok = vd_open_to_the_end(s->side[k].sums, &s->budget, terms, n, &why);
  if (!ok) refuse(s, "%s", vd_buf_text(&why));
  vd_buf_done(&why);
  return ok;
}
