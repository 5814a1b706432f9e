// A POU run cycle by cycle.
#include "run/cycle.h"

#include "run/run.h"

enum {
  MAX_STEPS = 1 << 24,  // of the interpreter in one cycle
  MAX_DEPTH = 1000,     // of calls; FBs nest by declaration
};
static const size_t MAX_ARENA = (size_t)1 << 20;  // kept between two cycles

struct VdCycles {
  const VdPlc *plc;
  const VdPlcPou *pou;
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
  VdMachine machine = {.module = c->plc->module,
                       .arena = &c->arena,
                       .max_steps = MAX_STEPS,
                       .max_depth = MAX_DEPTH,
                       .external = call_external};
  if (c->arena.total > MAX_ARENA) vd_arena_done(&c->arena);
  vd_ir_run(&machine, func, c->arg, out);
  if (out->status == VD_RUN_OK) return true;
  c->why = vd_strdup(out->text ? out->text : "it cannot be run");
  c->pos = out->pos;
  return false;
}

void vd_cycles_restart(VdCycles *c) {
  const VdPlcPou *pou = c->pou;
  VdRunResult out;
  vd_free(c->why);
  c->why = NULL;
  c->fault = false;
  c->count = 0;
  for (uint32_t i = 0; i < pou->vars; i++) c->value[i] = pou->var[i].init;
  if (pou->reason) {
    VdBuf text = {0};
    vd_buf_printf(&text, "%s is unsupported: %s", pou->name, pou->reason);
    c->why = text.at;
    c->pos = c->plc->module->func.at[pou->func]->pos;
  } else if (pou->init_func != VD_PLC_NONE && run(c, pou->init_func, &out)) {
    uint32_t n = c->plc->module->func.at[pou->init_func]->results;
    for (uint32_t i = 0; i < n; i++) c->value[pou->init[i]] = out.result[i];
  }
}

VdCycles *vd_cycles_of(const VdPlc *plc, const VdPlcPou *pou) {
  VdCycles *c = vd_alloc(sizeof *c);
  c->plc = plc;
  c->pou = pou;
  const VdFunc *f = plc->module->func.at[c->pou->func];
  c->value = vd_alloc(vd_mul(c->pou->vars + (size_t)1, sizeof *c->value));
  c->arg = vd_alloc(vd_mul(f->params + (size_t)1, sizeof *c->arg));
  vd_cycles_restart(c);
  return c;
}

VdCycles *vd_cycles_new(const VdPlc *plc, uint32_t pou) {
  VD_CHECK(pou < plc->pous && plc->pou[pou].kind != VD_PLC_FUNCTION);
  return vd_cycles_of(plc, &plc->pou[pou]);
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
  VD_CHECK(var < c->pou->vars &&
           (c->pou->var[var].param != VD_PLC_NONE || c->pou->var[var].global));
  VD_CHECK(vd_sort_eq(value.sort, c->value[var].sort));
  c->value[var] = value;
}

VdValue vd_cycles_get(const VdCycles *c, uint32_t var) {
  VD_CHECK(var < c->pou->vars);
  return c->value[var];
}

// A PROGRAM does that itself. They stop at the largest TIME.
static VdValue run_stopwatch(VdValue value, uint16_t elapsed) {
  int64_t sum = (int32_t)(uint32_t)value.bits + (int64_t)elapsed;
  return vd_value_bv(32, (uint64_t)(sum > INT32_MAX ? INT32_MAX : sum));
}

static void fill_args(VdCycles *c, uint16_t elapsed) {
  const VdPlcPou *pou = c->pou;
  for (uint32_t i = 0; i < pou->vars; i++) {
    const VdPlcVar *var = &pou->var[i];
    if (var->param == VD_PLC_NONE) continue;
    bool counts = var->stopwatch && pou->kind != VD_PLC_PROGRAM;
    c->arg[var->param] =
        counts ? run_stopwatch(c->value[i], elapsed) : c->value[i];
  }
  if (pou->elapsed_param != VD_PLC_NONE)
    c->arg[pou->elapsed_param] = vd_value_bv(16, elapsed);
  if (pou->fault_param != VD_PLC_NONE)
    c->arg[pou->fault_param] = vd_value_bool(c->fault);
}

// A stopwatch that nothing has reset goes on from here.
static void take_results(VdCycles *c, const VdValue *result) {
  const VdPlcPou *pou = c->pou;
  for (uint32_t i = 0; i < pou->vars; i++) {
    const VdPlcVar *var = &pou->var[i];
    if (var->result != VD_PLC_NONE)
      c->value[i] = result[var->result];
    else if (var->stopwatch && var->param != VD_PLC_NONE)
      c->value[i] = c->arg[var->param];
  }
}

VdCycleStatus vd_cycles_step(VdCycles *c, uint16_t elapsed) {
  const VdPlcPou *pou = c->pou;
  VdRunResult out;
  if (c->why) return VD_CYCLE_FAILED;
  if (c->fault) return VD_CYCLE_FAULT;
  fill_args(c, elapsed);
  if (!run(c, pou->func, &out)) return VD_CYCLE_FAILED;
  if (pou->fault_result != VD_PLC_NONE)
    c->fault = out.result[pou->fault_result].bits;
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
