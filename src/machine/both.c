// Concrete runs of both programs on the interpreter.
#include "base/limit.h"
#include "machine/steps.h"

static void give_inputs(VdSteps *s, const VdStepInputs *run, uint32_t step,
                        VdCycles *const cycles[2], uint16_t *elapsed) {
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &s->side[k];
    const VdValue *value = run->value[k] + (size_t)step * side->cell.len;
    for (uint32_t i = 0; i < side->cell.len; i++) {
      const VdStepCell *cell = &side->cell.at[i];
      if (!(cell->use & VD_USE_INPUT)) continue;
      if (i == side->elapsed)
        *elapsed = (uint16_t)value[i].bits;
      else if (cell->var != VD_NONE)
        vd_cycles_set(cycles[k], cell->var, value[i]);
    }
  }
}

void vd_both_init(VdBoth *b, VdSteps *s, const VdProduct *given) {
  *b = (VdBoth){.s = s, .given = given, .eval = vd_eval_new(s->tm)};
  for (int k = 0; k < 2; k++)
    b->cycles[k] = vd_cycles_of(s->side[k].machines, s->side[k].machine);
}

void vd_both_done(VdBoth *b) {
  for (int k = 0; k < 2; k++) vd_cycles_free(b->cycles[k]);
  vd_eval_free(b->eval);
}

void vd_both_restart(VdBoth *b) {
  for (int k = 0; k < 2; k++) vd_cycles_restart(b->cycles[k]);
}

bool vd_both_step(VdBoth *b, const VdStepInputs *run, uint32_t step) {
  uint16_t elapsed = (uint16_t)(b->s->question->cycle / VD_ELAPSED_UNIT);
  give_inputs(b->s, run, step, b->cycles, &elapsed);
  bool ok = true;
  for (int k = 0; k < 2; k++)
    if (vd_cycles_step(b->cycles[k], elapsed) == VD_CYCLE_FAILED) ok = false;
  return ok;
}

// The property that does not hold after a step; VD_NONE if all do.
uint32_t vd_both_broken(VdBoth *b, const VdStepInputs *run, uint32_t step) {
  VdSteps *s = b->s;
  vd_eval_reset(b->eval);
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &s->side[k];
    for (uint32_t i = 0; i < side->cell.len; i++) {
      const VdStepCell *cell = &side->cell.at[i];
      if (cell->use & VD_USE_INPUT && vd_term_op(s->tm, cell->own) == VD_OP_VAR)
        vd_eval_set(b->eval, cell->own,
                    run->value[k][(size_t)step * side->cell.len + i]);
      if (!(cell->use & VD_USE_OUTPUT)) continue;
      VdValue after = i == side->fault
                          ? vd_value_bool(vd_cycles_has_fault(b->cycles[k]))
                          : vd_cycles_get(b->cycles[k], cell->var);
      vd_eval_set(b->eval, cell->after, after);
    }
  }
  for (uint32_t i = 0; i < b->given->ensure.len; i++) {
    VdValue value;
    if (vd_eval(b->eval, b->given->ensure.at[i].property, &value) &&
        !value.bits)
      return i;
  }
  return VD_NONE;
}

void vd_run_copy(VdSteps *s, const VdStepInputs *from, uint32_t step,
                 VdStepInputs *to) {
  for (int k = 0; k < 2; k++) {
    size_t n = s->side[k].cell.len;
    memmove(to->value[k] + to->steps * n, from->value[k] + step * n,
            n * sizeof *to->value[k]);
  }
  to->steps++;
}

void vd_run_new(VdSteps *s, uint32_t most, VdStepInputs *run) {
  *run = (VdStepInputs){0};
  for (int k = 0; k < 2; k++)
    run->value[k] = VD_NEW_ARRAY(s->arena, VdValue,
                                 (size_t)(most + 1) * s->side[k].cell.len);
}

// Does the run without the steps from..from + n - 1 break a property? Then it
// is cut after that.
static bool still_breaks(VdBoth *b, VdStepInputs *run, uint32_t from,
                         uint32_t n) {
  vd_both_restart(b);
  for (uint32_t t = 0; t < run->steps; t++) {
    if (t >= from && t < from + n) continue;
    vd_both_step(b, run, t);
    uint32_t broken = vd_both_broken(b, run, t);
    if (broken == VD_NONE) continue;
    VdStepInputs old = *run;
    run->steps = 0;
    for (uint32_t k = 0; k <= t; k++)
      if (k < from || k >= from + n) vd_run_copy(b->s, &old, k, run);
    run->ensure = broken;
    return true;
  }
  return false;
}

bool vd_run_breaks(VdSteps *s, const VdProduct *given, VdStepInputs *run) {
  VdBoth b;
  vd_both_init(&b, s, given);
  bool breaks = still_breaks(&b, run, 0, 0);
  vd_both_done(&b);
  return breaks;
}

// Leaves out steps as long as a property is broken.
void vd_run_leave_out(VdSteps *s, const VdProduct *given, VdStepInputs *run) {
  VdBoth b;
  vd_both_init(&b, s, given);
  for (uint32_t n = run->steps / 2; n > 0 && !vd_budget_over(&s->budget);
       n /= 2)
    for (uint32_t from = 0; from + n <= run->steps;)
      if (!still_breaks(&b, run, from, n)) from += n;
  still_breaks(&b, run, 0, 0);
  vd_both_done(&b);
}

// -------------------------------------------------------------- random runs
typedef struct Tester {
  VdSteps *s;
  const VdProduct *given;
  VdEval *eval;
  VdRandom random;
} Tester;

static uint64_t random_bits(Tester *t, VdSort sort) {
  static const uint64_t some[] = {0,   1,   2,   3,    5,     10,    100,
                                  127, 128, 255, 1000, 32767, 32768, 65535};
  uint32_t width = vd_sort_width(sort);
  uint64_t bits = vd_random_next(&t->random);
  uint64_t kind = vd_random_below(&t->random, 4);
  if (sort.kind == VD_SORT_FLOAT && kind < 3) {
    double x = (double)some[bits % VD_COUNT(some)] / 4;
    x = kind ? x : -x;
    return width == 32 ? vd_value_float((float)x).bits
                       : vd_value_double(x).bits;
  }
  if (kind == 0) bits = some[bits % VD_COUNT(some)];
  if (kind == 1) bits = 0 - some[bits % VD_COUNT(some)];
  return width < 64 ? bits & (((uint64_t)1 << width) - 1) : bits;
}

// Inputs of a step: some of them new, the others as in the step before. False
// if they do not satisfy the contract.
static bool make_step(Tester *t, VdStepInputs *run, uint32_t step,
                      uint32_t often) {
  VdSteps *s = t->s;
  VdMap made = {0};
  vd_eval_reset(t->eval);
  for (int k = 0; k < 2; k++) {
    size_t n = s->side[k].cell.len;
    for (uint32_t i = 0; i < n; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i];
      if (!(cell->use & VD_USE_INPUT) ||
          vd_term_op(s->tm, cell->own) != VD_OP_VAR ||
          vd_map_get(&made, cell->own.id))
        continue;
      *vd_map_put(&made, cell->own.id) = 1;
      VdValue value = {.sort = vd_term_sort(s->tm, cell->own)};
      bool keep = step && vd_random_below(&t->random, often);
      value.bits = keep ? run->value[k][(step - 1) * n + i].bits
                        : random_bits(t, value.sort);
      vd_eval_set(t->eval, cell->own, value);
    }
  }
  vd_map_done(&made);
  for (int k = 0; k < 2; k++) {
    size_t n = s->side[k].cell.len;
    for (uint32_t i = 0; i < n; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i];
      if (cell->use & VD_USE_INPUT &&
          !vd_eval(t->eval, cell->own, &run->value[k][step * n + i]))
        return false;
    }
  }
  VdValue holds;
  return vd_eval(t->eval, t->given->assume, &holds) && holds.bits;
}

static bool test_once(Tester *t, VdBoth *both, uint32_t steps,
                      VdStepInputs *run) {
  uint32_t often = 1u << vd_random_below(&t->random, 5);
  vd_both_restart(both);
  for (uint32_t step = 0; step < steps; step++) {
    uint32_t tries = 0;
    while (!make_step(t, run, step, often))
      if (++tries == vd_limit->both_tries) return false;
    run->steps = step + 1;
    if (!vd_both_step(both, run, step)) return false;
    run->ensure = vd_both_broken(both, run, step);
    if (run->ensure != VD_NONE) return true;
  }
  return false;
}

void vd_steps_test(VdSteps *s, const VdProduct *given, VdProductReply *reply) {
  // Also when nothing is left.
  VdBudget budget = vd_budget_slice(&(VdBudget){0}, vd_limit->both_work);
  Tester t = {s, given, vd_eval_new(s->tm), {1}};
  VdBoth both;
  VdStepInputs run;
  vd_both_init(&both, s, given);
  vd_run_new(s, vd_limit->both_steps, &run);
  for (uint32_t i = 0; i < vd_limit->both_runs && !vd_budget_over(&budget);
       i++) {
    if (!test_once(&t, &both, vd_limit->both_steps, &run)) continue;
    vd_run_leave_out(s, given, &run);
    *reply = (VdProductReply){.answer = VD_MC_BAD, .engine = "testing"};
    reply->run = run;
    break;
  }
  vd_both_done(&both);
  vd_eval_free(t.eval);
}
