// A machine run cycle by cycle.
#include "run/cycle.h"

#include "base/limit.h"
#include "run/run.h"

struct VdCycles {
  const VdMachines *machines;
  const VdMachine *machine;
  VdArena arena;   // of the interpreter; its values need none of it
  VdValue *value;  // of each variable
  VdValue *arg;
  uint64_t count;
  bool fault;
  char *why;
  VdPos pos;
};

static bool call_external(void *context, const VdFunc *f, const VdValue *args,
                          VdValue *results) {
  (void)context;
  return f->kind == VD_FUNC_PURE && vd_pure_call(f, args, results);
}

// False with a reason.
static bool run(VdCycles *c, uint32_t func, VdRunResult *out) {
  VdInterp machine = {.module = c->machines->module,
                      .arena = &c->arena,
                      .max_steps = vd_limit->cycle_steps,
                      .max_depth = vd_limit->cycle_depth,
                      .external = call_external};
  if (c->arena.total > vd_limit->cycle_kept) vd_arena_done(&c->arena);
  vd_ir_run(&machine, func, c->arg, out);
  if (out->status == VD_RUN_OK) return true;
  c->why = vd_strdup(out->text ? out->text : "it cannot be run");
  c->pos = out->pos;
  return false;
}

void vd_cycles_restart(VdCycles *c) {
  const VdMachine *machine = c->machine;
  VdRunResult out;
  vd_free(c->why);
  c->why = NULL;
  c->fault = false;
  c->count = 0;
  for (uint32_t i = 0; i < machine->vars; i++)
    c->value[i] = machine->var[i].init;
  if (machine->reason) {
    VdBuf text = {0};
    vd_buf_printf(&text, "%s is unsupported: %s", machine->name,
                  machine->reason);
    c->why = text.at;
    c->pos = c->machines->module->func.at[machine->func]->pos;
  } else if (machine->init_func != VD_NONE &&
             run(c, machine->init_func, &out)) {
    uint32_t n = c->machines->module->func.at[machine->init_func]->results;
    for (uint32_t i = 0; i < n; i++) c->value[machine->init[i]] = out.result[i];
  }
}

VdCycles *vd_cycles_of(const VdMachines *machines, const VdMachine *machine) {
  VdCycles *c = vd_alloc(sizeof *c);
  c->machines = machines;
  c->machine = machine;
  const VdFunc *f = machines->module->func.at[c->machine->func];
  c->value = vd_alloc(vd_mul(c->machine->vars + (size_t)1, sizeof *c->value));
  c->arg = vd_alloc(vd_mul(f->params + (size_t)1, sizeof *c->arg));
  vd_cycles_restart(c);
  return c;
}

VdCycles *vd_cycles_new(const VdMachines *machines, uint32_t machine) {
  VD_CHECK(machine < machines->machines &&
           machines->machine[machine].kind != VD_MACHINE_FUNCTION);
  return vd_cycles_of(machines, &machines->machine[machine]);
}

void vd_cycles_free(VdCycles *c) {
  if (!c) return;
  vd_arena_done(&c->arena);
  vd_free(c->value);
  vd_free(c->arg);
  vd_free(c->why);
  vd_free(c);
}

void vd_cycles_set(VdCycles *c, uint32_t var, VdValue value) {
  VD_CHECK(var < c->machine->vars && (c->machine->var[var].param != VD_NONE ||
                                      c->machine->var[var].global));
  VD_CHECK(vd_sort_eq(value.sort, c->value[var].sort));
  c->value[var] = value;
}

VdValue vd_cycles_get(const VdCycles *c, uint32_t var) {
  VD_CHECK(var < c->machine->vars);
  return c->value[var];
}

// A PROGRAM does that itself. They stop at the largest TIME.
static VdValue run_stopwatch(VdValue value, uint16_t elapsed) {
  int64_t sum = (int32_t)(uint32_t)value.bits + (int64_t)elapsed;
  return vd_value_bv(VD_STOPWATCH_BITS,
                     (uint64_t)(sum > INT32_MAX ? INT32_MAX : sum));
}

static void fill_args(VdCycles *c, uint16_t elapsed) {
  const VdMachine *machine = c->machine;
  for (uint32_t i = 0; i < machine->vars; i++) {
    const VdMachineVar *var = &machine->var[i];
    if (var->param == VD_NONE) continue;
    bool counts = var->stopwatch && machine->kind != VD_MACHINE_PROGRAM;
    c->arg[var->param] =
        counts ? run_stopwatch(c->value[i], elapsed) : c->value[i];
  }
  if (machine->elapsed_param != VD_NONE)
    c->arg[machine->elapsed_param] = vd_value_bv(VD_ELAPSED_BITS, elapsed);
  if (machine->fault_param != VD_NONE)
    c->arg[machine->fault_param] = vd_value_bool(c->fault);
}

// A stopwatch that nothing has reset goes on from here.
static void take_results(VdCycles *c, const VdValue *result) {
  const VdMachine *machine = c->machine;
  for (uint32_t i = 0; i < machine->vars; i++) {
    const VdMachineVar *var = &machine->var[i];
    if (var->result != VD_NONE)
      c->value[i] = result[var->result];
    else if (var->stopwatch && var->param != VD_NONE)
      c->value[i] = c->arg[var->param];
  }
}

VdCycleStatus vd_cycles_step(VdCycles *c, uint16_t elapsed) {
  const VdMachine *machine = c->machine;
  VdRunResult out;
  if (c->why) return VD_CYCLE_FAILED;
  if (c->fault) return VD_CYCLE_FAULT;
  fill_args(c, elapsed);
  if (!run(c, machine->func, &out)) return VD_CYCLE_FAILED;
  if (machine->fault_result != VD_NONE)
    c->fault = out.result[machine->fault_result].bits;
  if (c->fault) return VD_CYCLE_FAULT;
  take_results(c, out.result);
  c->count++;
  return VD_CYCLE_OK;
}

bool vd_cycles_has_fault(const VdCycles *c) {
  return c->fault;
}

uint64_t vd_cycles_count(const VdCycles *c) {
  return c->count;
}

const char *vd_cycles_why(const VdCycles *c, VdPos *pos) {
  *pos = c->why ? c->pos : (VdPos){0};
  return c->why ? c->why : "";
}
