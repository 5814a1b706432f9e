// A machine over terms: a cell for each scalar, with terms for its value before
// and after a step.
#include "machine/steps.h"

enum {
  MAX_DEPTH = 1200,      // of calls in calls, iterations counted
  MAX_TERMS = 24000000,  // in the manager
};

static bool refuse(VdSteps *s, const char *fmt, ...) VD_PRINTF(2, 3);
static bool refuse(VdSteps *s, const char *fmt, ...) {
  va_list args;
  VdBuf text = {0};
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  s->why = vd_arena_str(s->arena, vd_buf_text(&text));
  vd_buf_done(&text);
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
    side->elapsed = add_cell(s, side, elapsed, vd_sort_bv(16));
  else if (machine->kind == VD_MACHINE_BLOCK && stopwatch)
    side->elapsed = add_cell(s, side, elapsed, vd_sort_bv(16));
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
// Time goes to the stopwatches of a function block that runs on its own, as it
// does in a program (front/st/lower.c).
static VdTerm later(VdSteps *s, VdTerm watch, VdTerm elapsed) {
  VdTerms *tm = s->tm;
  VdTerm sum = vd_mk_add(tm, watch, vd_mk(tm, VD_OP_ZEXT, 32, &elapsed, 1));
  VdTerm over[2] = {sum, watch};
  return vd_mk_ite(tm, vd_mk(tm, VD_OP_BVSLT, 0, over, 2),
                   vd_mk_bv(tm, 32, INT32_MAX), sum);
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

// A program is told that it has stopped, and does nothing more. A function
// block on its own has nobody who would tell it: a fault stops its caller.
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

// ------------------------------------------------------------------ opening
// What is called without a loop is opened first: whether a loop goes on may
// depend on it, and a loop that is not known to end is opened for ever.
typedef struct Opener {
  VdSteps *s;
  VdStepSide *side;
  struct Opener *plain;  // for what does not call itself; NULL: this one is
  VdMap done;            // term to term
  VdMap site;  // first result of an application to its results in `result`
  VdTermVec result;
  uint32_t depth;
} Opener;

static bool open_term(Opener *o, VdTerm *t);

static bool refuse_depth(VdSteps *s, const VdFunc *f) {
  VdBuf pos = {0};
  vd_pos_print(f->pos, &pos);
  refuse(s,
         f->loop ? "the loop at %s takes too many iterations, or does not end"
                 : "the call of %s is too deep",
         f->loop ? vd_buf_text(&pos) : f->name);
  vd_buf_done(&pos);
  return false;
}

static bool open_site(Opener *o, VdTerm first, uint32_t *at) {
  VdTerms *tm = o->s->tm;
  const uint64_t *known = vd_map_get(&o->site, first.id);
  if (known) {
    *at = (uint32_t)*known;
    return true;
  }
  uint32_t func = vd_sums_func(o->side->sums, vd_term_fun(tm, first));
  if (func == UINT32_MAX)
    return refuse(o->s, "%s is not known",
                  vd_fun_get(tm, vd_term_fun(tm, first))->name);
  const VdFunc *f = o->side->module->func.at[func];
  if (o->depth >= MAX_DEPTH || vd_terms_count(tm) > MAX_TERMS ||
      vd_budget_over(&o->s->budget))
    return refuse_depth(o->s, f);
  VdTerm *arg = vd_alloc(vd_mul(f->params + 1, sizeof *arg));
  VdTerm *result = vd_alloc(vd_mul(f->results + 1, sizeof *result));
  for (uint32_t i = 0; i < f->params; i++) arg[i] = vd_term_arg(tm, first, i);
  bool ok = vd_summary_apply(o->side->sums, func, arg, result) ||
            refuse(o->s, "%s is not modelled", f->name);
  o->depth++;
  for (uint32_t i = 0; ok && i <= f->results; i++)
    ok = (!o->plain || open_term(o->plain, &result[i])) &&
         open_term(o, &result[i]);
  o->depth--;
  *at = o->result.len;
  for (uint32_t i = 0; ok && i <= f->results; i++)
    vd_push(&o->result, result[i]);
  *vd_map_put(&o->site, first.id) = *at;
  vd_free(arg);
  vd_free(result);
  return ok;
}

static bool is_call(const Opener *o, VdTerm t) {
  const VdTerms *tm = o->s->tm;
  if (vd_term_op(tm, t) != VD_OP_APP ||
      vd_fun_get(tm, vd_term_fun(tm, t))->kind != VD_FUN_INTERNAL)
    return false;
  uint32_t func = vd_sums_func(o->side->sums, vd_term_fun(tm, t));
  return o->plain || func == UINT32_MAX ||
         !o->side->module->func.at[func]->recursive;
}

static VdTerm mapped(const Opener *o, VdTerm t) {
  return (VdTerm){(uint32_t)*vd_map_get(&o->done, t.id)};
}

// All arguments are done.
static bool open_node(Opener *o, VdTerm t, VdTerm *out) {
  VdTerms *tm = o->s->tm;
  uint32_t n = vd_term_args(tm, t), at = 0;
  VdTerm *arg = vd_alloc(vd_mul(n + 1, sizeof *arg));
  bool changed = false, ok = true;
  for (uint32_t i = 0; i < n; i++) {
    arg[i] = mapped(o, vd_term_arg(tm, t, i));
    changed = changed || !vd_term_eq(arg[i], vd_term_arg(tm, t, i));
  }
  if (is_call(o, t)) {
    VdTerm first = vd_mk_app(tm, vd_term_fun(tm, t), 0, arg, n);
    ok = open_site(o, first, &at);
    if (ok) *out = o->result.at[at + vd_term_result(tm, t)];
  } else if (!changed) {
    *out = t;
  } else if (vd_term_op(tm, t) == VD_OP_APP) {
    *out = vd_mk_app(tm, vd_term_fun(tm, t), vd_term_result(tm, t), arg, n);
  } else {
    *out = vd_mk(tm, vd_term_op(tm, t), vd_term_imm(tm, t), arg, n);
  }
  vd_free(arg);
  return ok;
}

// Arguments first, without recursion but for calls in calls.
static bool open_term(Opener *o, VdTerm *t) {
  VdTermVec nodes = {0};
  bool ok = true;
  if (!vd_map_get(&o->done, t->id)) {
    vd_terms_reach(o->s->tm, t, 1, &nodes);
    for (uint32_t i = 0; ok && i < nodes.len; i++) {
      if (vd_map_get(&o->done, nodes.at[i].id)) continue;
      VdTerm to = VD_TERM_NONE;
      ok = open_node(o, nodes.at[i], &to);
      *vd_map_put(&o->done, nodes.at[i].id) = to.id;
    }
  }
  if (ok) *t = mapped(o, *t);
  vd_vec_done(&nodes);
  return ok;
}

static void opener_done(Opener *o) {
  vd_map_done(&o->done);
  vd_map_done(&o->site);
  vd_vec_done(&o->result);
}

bool vd_steps_open(VdSteps *s, int k, VdTerm *terms, uint32_t n) {
  Opener plain = {.s = s, .side = &s->side[k]};
  Opener o = {.s = s, .side = &s->side[k], .plain = &plain};
  bool ok = true;
  for (uint32_t i = 0; ok && i < n; i++)
    ok = open_term(&plain, &terms[i]) && open_term(&o, &terms[i]);
  opener_done(&plain);
  opener_done(&o);
  return ok;
}
