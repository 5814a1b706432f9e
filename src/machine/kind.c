// Two state machines, as the driver asks about them: the same source, the
// store, then in a worker steps as terms, cells of both sides made one, model
// checking. A run that shows a difference is replayed by the interpreter.
#include <strings.h>

#include "machine/steps.h"

void vd_machine_prepare(VdModule *module) {
  vd_ir_loops(module);
  vd_ir_hash(module);
}

// One question at work.
typedef struct Job {
  const VdMachineQuestion *question;
  VdSteps steps;
  VdProduct product;
  VdContractPairs contract;
  VdArena *arena;
  VdVerdict *out;
  VdStepInputs run;
  VdProductReply reply;
  VdMachineFrames frames;
  bool mismatch;
  const char *not_run;  // why the interpreter gave up a run, NULL if it did not
} Job;

static bool job_begin(Job *job, VdDiags *diags) {
  VdSteps *s = &job->steps;
  s->tm = vd_terms_new();
  s->arena = job->arena;
  s->question = job->question;
  s->mismatch = job->mismatch;
  s->why = "";
  for (int k = 0; k < 2; k++) {
    VdStepSide *side = &s->side[k];
    side->machines = job->question->side[s->mismatch ? 0 : k].machines;
    side->module = side->machines->module;
    side->sums = vd_sums_new(s->tm, side->module);
  }
  return vd_steps_begin(s, diags, &job->product, &job->contract);
}

static void job_end(Job *job) {
  VdSteps *s = &job->steps;
  vd_contract_pairs_done(&job->contract);
  vd_vec_done(&job->product.ensure);
  for (int k = 0; k < 2; k++) {
    vd_vec_done(&s->side[k].cell);
    vd_sums_free(s->side[k].sums);
  }
  vd_vec_done(&s->choice);
  vd_vec_done(&s->coupling);
  vd_terms_free(s->tm);
}

static void assume_vacuous(const Job *job, VdMachineQuestion *q,
                           VdArena *arena) {
  const VdContractTermVec *all = &job->contract.terms.ensure;
  for (uint32_t i = 0; i < all->len; i++) {
    if (!vd_term_is_true(job->steps.tm, all->at[i].term)) continue;
    const char *text =
        vd_arena_printf(arena, "the contract's \"ensure %s\" always holds",
                        all->at[i].clause->text);
    vd_push(&q->assumption, ((VdMachineAssumption){text, false}));
  }
}

bool vd_machine_check_contract(VdMachineQuestion *question, VdArena *into,
                               VdDiags *diags) {
  VdArena arena = {0};
  Job job = {.question = question, .arena = &arena};
  uint32_t before = diags->errors;
  job_begin(&job, diags);
  if (question->block && diags->errors == before)
    assume_vacuous(&job, question, into);
  job_end(&job);
  vd_arena_done(&arena);
  return diags->errors == before;
}

// --------------------------------------------------------------------- a run
// Between worker and parent: the values of inputs, cell by cell.
static uint32_t count_inputs(const VdStepCells *cells) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < cells->len; i++)
    n += (cells->at[i].use & VD_USE_INPUT) != 0;
  return n;
}

static VdMachineRun *pack(Job *job, const VdProductReply *reply) {
  VdMachineRun *run = VD_NEW(job->arena, VdMachineRun);
  run->steps = reply->run.steps;
  run->shortest = reply->shortest;
  run->abstract = reply->abstract;
  for (int k = 0; k < 2; k++) {
    const VdStepCells *cells = &job->steps.side[k].cell;
    size_t n = 0, all = (size_t)run->steps * cells->len;
    run->inputs[k] = count_inputs(cells);
    run->bits[k] = VD_NEW_ARRAY(job->arena, uint64_t,
                                (size_t)run->steps * run->inputs[k] + 1);
    for (size_t i = 0; i < all; i++)
      if (cells->at[i % cells->len].use & VD_USE_INPUT)
        run->bits[k][n++] = vd_value_limb(&reply->run.value[k][i], 0);
  }
  return run;
}

// False if it is not one of this question.
static bool unpack(Job *job, const VdMachineRun *run) {
  job->run = (VdStepInputs){.steps = run->steps};
  for (int k = 0; k < 2; k++) {
    const VdStepCells *cells = &job->steps.side[k].cell;
    size_t n = 0, all = (size_t)run->steps * cells->len;
    if (run->steps && run->inputs[k] != count_inputs(cells)) return false;
    job->run.value[k] = VD_NEW_ARRAY(job->arena, VdValue, all + 1);
    for (size_t i = 0; i < all; i++) {
      const VdStepCell *cell = &cells->at[i % cells->len];
      if (!(cell->use & VD_USE_INPUT)) continue;
      job->run.value[k][i] =
          (VdValue){.sort = vd_term_sort(job->steps.tm, cell->own),
                    .bits = run->bits[k][n++]};
    }
  }
  return true;
}

// ----------------------------------------------------------- a decision
static bool is_satisfiable(Job *job) {
  VdSteps *s = &job->steps;
  if (!job->question->block || vd_term_is_true(s->tm, job->product.assume))
    return true;
  return vd_relation_can_hold(s->tm, job->product.assume,
                              &job->question->solver,
                              &s->budget) != VD_ANSWER_UNSAT;
}

static void say_frames(Job *job, const VdMachineFrames *frames) {
  for (uint32_t i = 0; i < frames->len; i++) {
    const VdMachineFrame *frame = &frames->at[i];
    vd_verdict_step(job->arena, job->out, frame->checker, frame->seconds,
                    "frame %s: %u of %u variables are the same in every run",
                    frame->name, frame->coupled, frame->cells);
  }
}

static void say_couplings(Job *job) {
  const VdSteps *s = &job->steps;
  for (uint32_t i = 0; i < s->coupling.len; i++)
    if (*s->coupling.at[i].fate)
      vd_verdict_note(job->arena, job->out, VD_NOTE_COUPLING, "%s: %s",
                      s->coupling.at[i].text, s->coupling.at[i].fate);
}

static void conclude(Job *job, const VdProductReply *reply) {
  const VdSteps *s = &job->steps;
  const char *engine = reply->engine ? reply->engine : "";
  VdVerdict *v = job->out;
  if (reply->answer == VD_MC_SAFE) {
    vd_verdict_same(v, s->tm, engine, VD_TERMINATES_ALWAYS);
    v->exact = true;
  } else if (reply->answer == VD_MC_BAD) {
    VdEvidence shown = vd_evidence_run(pack(job, reply));
    if (job->mismatch)
      vd_verdict_mismatch(v, engine, shown);
    else
      vd_verdict_different(v, engine, shown);
  } else if (vd_budget_is_late(&s->budget)) {
    vd_verdict_undecided(job->arena, v, VD_REASON_TIME,
                         job->question->limits.timeout);
  } else if (vd_budget_over(&s->budget)) {
    vd_verdict_undecided(job->arena, v, VD_REASON_EFFORT,
                         job->question->limits.effort);
  } else if (reply->why && *reply->why) {
    vd_verdict_undecided(job->arena, v, VD_REASON_ENGINE, reply->why);
  } else {
    vd_verdict_undecided(job->arena, v, VD_REASON_OPEN);
  }
}

// ------------------------------------------------------- order in a worker
static bool contract(Job *job) {
  if (is_satisfiable(job)) return false;
  vd_verdict_undecided(job->arena, job->out, VD_REASON_CONTRACT);
  job->out->pos = job->question->block->pos;
  return true;
}

static bool circuits(Job *job) {
  VdSteps *s = &job->steps;
  if (vd_steps_ready(s, &job->product)) {
    vd_steps_choices(s, &job->product);
    vd_steps_decide(s, &job->product, &job->reply, &job->frames);
  } else {
    job->reply =
        (VdProductReply){.engine = "", .why = s->why, .abstract = true};
  }
  return job->reply.answer == VD_MC_SAFE || !job->reply.abstract;
}

static bool runs(Job *job) {
  vd_steps_test(&job->steps, &job->product, &job->reply);
  return true;
}

// After the checkers of the table `here`.
static const struct {
  const char *name;
  bool (*check)(Job *job);  // true: nothing comes after it
} checkers[] = {
    {"contract", contract},  // no input satisfies it
    {"circuits", circuits},  // variables made one, model checking
    {"runs", runs},          // random ones, where circuits do not say all
};

static void decide(Job *job, VdTrail *trail, double effort) {
  const VdLimits *limits = &job->question->limits;
  bool settled = false;
  job->steps.trail = trail;
  job->steps.budget = vd_budget_limit(&limits->budget, limits->timeout, effort);
  for (size_t i = 0; i < VD_COUNT(checkers) && !settled; i++)
    settled = checkers[i].check(job);
  if (job->out->reason != VD_REASON_CONTRACT) conclude(job, &job->reply);
  say_frames(job, &job->frames);
  say_couplings(job);
  vd_vec_done(&job->frames);
}

// ------------------------------------------------------------------ replay
static bool is_shared(const VdSteps *s, uint32_t old, uint32_t new) {
  VdTerm own = s->side[0].cell.at[old].own;
  VdValue value;
  return vd_term_eq(own, s->side[1].cell.at[new].own) &&
         (vd_term_op(s->tm, own) == VD_OP_VAR ||
          vd_term_value(s->tm, own, &value));
}

static uint32_t partner_column(const VdCycleTrace *trace, uint32_t var) {
  for (uint32_t i = 0; i < trace->column.len; i++)
    if (trace->column.at[i].sides == VD_TRACE_PARTNER &&
        trace->column.at[i].var[1] == var)
      return i;
  return VD_NONE;
}

static uint32_t column_of(const VdCycleTrace *trace, int side, uint32_t var,
                          bool input) {
  for (uint32_t i = 0; i < trace->column.len; i++)
    if (trace->column.at[i].input == input &&
        trace->column.at[i].sides & (side ? VD_TRACE_NEW : VD_TRACE_OLD) &&
        trace->column.at[i].var[side] == var)
      return i;
  return VD_NONE;
}

// An input of the partner that both runs have, by its name.
static bool is_told(const VdSteps *s, const VdStepCell *partner) {
  for (uint32_t i = 0; i < s->side[0].cell.len; i++) {
    const VdStepCell *cell = &s->side[0].cell.at[i];
    if (cell->use & VD_USE_INPUT && vd_term_eq(cell->own, partner->own) &&
        vd_term_eq(s->side[1].cell.at[i].own, partner->own) &&
        !strcasecmp(cell->name, partner->name))
      return true;
  }
  return false;
}

// Inputs of both, of the old side, of the new side; then outputs.
static void add_columns(Job *job, VdCycleTrace *trace) {
  VdSteps *s = &job->steps;
  const uint32_t *partner = vd_steps_partners(s);
  const VdStepCells *new = &s->side[1].cell;
  for (uint32_t i = 0; i < new->len; i++) {
    uint32_t old = partner[i];
    if (!(new->at[i].use &VD_USE_INPUT) || new->at[i].var == VD_NONE ||
        old == VD_NONE || !is_shared(s, old, i))
      continue;
    uint32_t var[2] = {s->side[0].cell.at[old].var, new->at[i].var};
    vd_cycle_trace_add_both(trace, s->side[0].machine, var);
  }
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i];
      if (!(cell->use & VD_USE_INPUT) || cell->var == VD_NONE) continue;
      if (column_of(trace, k, cell->var, true) == VD_NONE)
        vd_cycle_trace_add(trace, s->side[k].machine, cell->var, VD_USE_INPUT,
                           k ? VD_TRACE_NEW : VD_TRACE_OLD);
    }
  for (uint32_t i = 0; i < new->len; i++)
    if (new->at[i].partner && !is_told(s, &new->at[i]))
      vd_cycle_trace_add(trace, job->question->side[1].machine,
                         new->at[i].partner - 1, VD_USE_INPUT,
                         VD_TRACE_PARTNER);
  for (int k = 0; k < 2; k++) {
    uint8_t side = k ? VD_TRACE_NEW : VD_TRACE_OLD;
    for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i];
      if (cell->use & VD_USE_OUTPUT && cell->var != VD_NONE)
        vd_cycle_trace_add(trace, s->side[k].machine, cell->var, VD_USE_OUTPUT,
                           side);
    }
    if (s->side[k].fault != VD_NONE) vd_cycle_trace_add_fault(trace, side);
  }
}

static uint16_t elapsed_in(const Job *job, uint32_t step) {
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &job->steps.side[k];
    if (side->elapsed != VD_NONE)
      return (uint16_t)job->run
          .value[k][(size_t)step * side->cell.len + side->elapsed]
          .bits;
  }
  return (uint16_t)(job->question->cycle / VD_ELAPSED_UNIT);
}

static uint32_t column_of_cell(const VdCycleTrace *trace, int side,
                               const VdStepCell *cell) {
  if (cell->partner) return partner_column(trace, cell->partner - 1);
  if (cell->var == VD_NONE) return VD_NONE;
  return column_of(trace, side, cell->var, true);
}

static void fill_inputs(Job *job, VdCycleTrace *trace) {
  for (uint32_t t = 0; t < job->run.steps; t++) {
    vd_cycle_trace_cycle(trace, elapsed_in(job, t));
    for (int k = 0; k < 2; k++) {
      const VdStepCells *cells = &job->steps.side[k].cell;
      for (uint32_t i = 0; i < cells->len; i++) {
        if (!(cells->at[i].use & VD_USE_INPUT)) continue;
        uint32_t column = column_of_cell(trace, k, &cells->at[i]);
        if (column != VD_NONE)
          vd_cycle_trace_set(trace, t, column,
                             job->run.value[k][(size_t)t * cells->len + i]);
      }
    }
  }
}

static VdValue after_of(const VdCycleTrace *trace, const VdStepSide *side,
                        int k, uint32_t cycle, uint32_t i) {
  uint32_t var = i == side->fault ? VD_TRACE_FAULT : side->cell.at[i].var;
  return vd_cycle_trace_get(trace, cycle, column_of(trace, k, var, false));
}

// What the properties are about, as it was in a cycle.
static void set_values(Job *job, const VdCycleTrace *trace, uint32_t t,
                       VdEval *eval) {
  VdSteps *s = &job->steps;
  vd_eval_reset(eval);
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &s->side[k];
    for (uint32_t i = 0; i < side->cell.len; i++) {
      const VdStepCell *cell = &side->cell.at[i];
      if (cell->use & VD_USE_INPUT && vd_term_op(s->tm, cell->own) == VD_OP_VAR)
        vd_eval_set(eval, cell->own,
                    job->run.value[k][(size_t)t * side->cell.len + i]);
      if (cell->use & VD_USE_OUTPUT)
        vd_eval_set(eval, cell->after, after_of(trace, side, k, t, i));
    }
  }
}

static bool is_true(VdEval *eval, VdTerm t) {
  VdValue value;
  return vd_eval(eval, t, &value) && value.bits;
}

// The inputs of a cycle by variable of their machine; of a mismatch side 2 is
// the partner.
static VdValue *slots_of(const Job *job, int side, uint32_t t) {
  const VdStepSide *from = &job->steps.side[side ? 1 : 0];
  const VdMachine *machine =
      side == 2 ? job->question->side[1].machine : from->machine;
  VdValue *slot = vd_alloc(vd_mul(machine->vars + 1, sizeof *slot));
  for (uint32_t i = 0; i < from->cell.len; i++) {
    const VdStepCell *cell = &from->cell.at[i];
    uint32_t var = side == 2 ? cell->partner - 1 : cell->var;
    if (cell->use & VD_USE_INPUT && var < machine->vars)
      slot[var] = job->run.value[side ? 1 : 0][(size_t)t * from->cell.len + i];
  }
  return slot;
}

// What the relation says of the inputs themselves; terms in which some took the
// place of others have no part in it.
static bool is_related(const Job *job, uint32_t t) {
  const VdRelation *r = &job->steps.related;
  VdValue *new = slots_of(job, job->mismatch ? 2 : 1, t);
  bool ok = true;
  for (int k = 0; k <= (job->mismatch ? 1 : 0) && ok; k++) {
    VdValue *old = slots_of(job, k, t);
    ok = vd_relation_test(r, (const VdValue *const[]){old, new});
    vd_free(old);
  }
  vd_free(new);
  return ok;
}

// The first property that does not hold in a cycle; VD_NONE if all do. False
// if the inputs are not related as they should be.
static bool look_at(Job *job, const VdCycleTrace *trace, uint32_t t,
                    VdEval *eval, uint32_t *broken) {
  set_values(job, trace, t, eval);
  *broken = VD_NONE;
  if (!is_related(job, t) || !is_true(eval, job->product.assume)) return false;
  for (uint32_t i = 0; i < job->product.ensure.len; i++)
    if (!is_true(eval, job->product.ensure.at[i].property)) {
      *broken = i;
      return true;
    }
  return true;
}

static void show_difference(Job *job, VdCycleTrace *trace, uint32_t cycle,
                            uint32_t broken) {
  const VdEnsure *ensure = &job->product.ensure.at[broken];
  vd_cycle_trace_cut(trace, cycle + 1);
  trace->cycle = cycle;
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &job->steps.side[k];
    uint32_t cell = ensure->cell[k];
    if (cell == VD_NONE) continue;
    uint32_t var =
        cell == side->fault ? VD_TRACE_FAULT : side->cell.at[cell].var;
    trace->differs[k] = column_of(trace, k, var, false);
  }
  VdMachineRun *run = job->out->evidence.run;
  run->property = vd_arena_str(job->arena, ensure->text);
  run->shortest = run->shortest && cycle + 1 == job->run.steps;
}

static bool replay(Job *job) {
  VdSteps *s = &job->steps;
  // What holds is asked of terms: none would be false.
  if (vd_terms_error(s->tm) || !unpack(job, job->out->evidence.run))
    return false;
  VdCycleTrace *trace = VD_NEW(job->arena, VdCycleTrace);
  VdCycles *cycles[2];
  vd_cycle_trace_init(trace, s->side[0].machine->name, true);
  trace->timed = s->side[0].elapsed != VD_NONE ||
                 s->side[1].elapsed != VD_NONE || job->question->cycle;
  trace->mismatch = job->mismatch;
  add_columns(job, trace);
  fill_inputs(job, trace);
  for (int k = 0; k < 2; k++)
    cycles[k] = vd_cycles_of(s->side[k].machines, s->side[k].machine);
  vd_cycle_trace_run(trace, cycles, NULL, NULL);
  for (int k = 0; k < 2; k++) {
    const char *why = vd_cycles_why(cycles[k], &(VdPos){0});
    if (*why)
      job->not_run = vd_arena_printf(
          job->arena, "a difference that the interpreter cannot run: %s", why);
    vd_cycles_free(cycles[k]);
  }
  job->out->evidence.run->trace = trace;
  VdEval *eval = vd_eval_new(s->tm);
  bool shown = false;
  for (uint32_t t = 0; !shown && t < vd_cycle_trace_cycles(trace); t++) {
    uint32_t broken;
    if (!look_at(job, trace, t, eval, &broken)) break;
    if (broken == VD_NONE) continue;
    show_difference(job, trace, t, broken);
    shown = true;
  }
  vd_eval_free(eval);
  return shown;
}

// ---------------------------------------------------------------- mismatch
// By what the two runs are related to their partner.
static void say_why(Job *deep, VdVerdict *v) {
  VdValue *old = slots_of(deep, 0, 0), *new = slots_of(deep, 2, 0);
  VdRelationWhys whys = {0};
  vd_verdict_note(deep->arena, v, VD_NOTE_MIGRATION,
                  "no new version can be right: the old one treats two runs "
                  "differently that belong to one run of the new one");
  vd_relation_explain(&deep->steps.related, (const VdValue *const[]){old, new},
                      deep->arena, &whys);
  vd_free(old);
  vd_free(new);
  for (uint32_t i = 0; i < whys.why.len; i++) {
    VdBuf pos = {0};
    vd_pos_print(whys.why.at[i].pos, &pos);
    vd_verdict_note(deep->arena, v, VD_NOTE_MIGRATION, "related by: %s   at %s",
                    whys.why.at[i].text, vd_buf_text(&pos));
    vd_buf_done(&pos);
  }
  vd_relation_whys_done(&whys);
}

// Of a difference: is it one that no new version can avoid? A run that says so
// is replayed here already; without one the difference stands.
static void look_deeper(const Job *job, double start) {
  double spent = vd_work() - start, limit = job->question->limits.effort;
  VdVerdict *v = job->out, found = {.checker = "", .why = ""};
  VdDiags diags = {0};
  Job deep = {.question = job->question,
              .arena = job->arena,
              .out = &found,
              .mismatch = true};
  if (v->kind != VD_DIFFERENT) return;
  if (job_begin(&deep, &diags)) {
    decide(&deep, NULL, limit > 0 ? (limit - spent) / 2 : 0);
    if (found.kind == VD_MISMATCH && !replay(&deep)) vd_verdict_done(&found);
    if (found.kind == VD_MISMATCH) {
      vd_cycle_trace_done(found.evidence.run->trace);
      found.evidence.run->trace = NULL;
    }
    vd_verdict_deepen(job->arena, v, &found);
    if (v->kind == VD_MISMATCH) say_why(&deep, v);
  }
  job_end(&deep);
  vd_diags_done(&diags);
  vd_verdict_done(&found);
}

// -------------------------------------------------------------- the worker
static void work(void *context, VdGroup *group) {
  const VdMachineQuestion *all = context;
  VdDiags diags = {0};
  double start = vd_now(), begun = vd_work();
  VD_CHECK(group->n == 1);
  Job job = {.question = &all[group->question[0]],
             .arena = group->arena,
             .out = &group->verdict[0]};
  job.out->checker = job.out->why = "";
  VdTrail trail = {0};
  if (job_begin(&job, &diags))
    decide(&job, &trail, job.question->limits.effort);
  else
    vd_verdict_undecided(job.arena, job.out, VD_REASON_NOT_MODELLED,
                         job.steps.why);
  job_end(&job);
  vd_diags_done(&diags);
  vd_verdict_certify(job.arena, job.out, &trail, vd_work() - begun);
  vd_trail_done(&trail);
  look_deeper(&job, begun);
  job.out->seconds = vd_now() - start;
}

static void check(void *context, const VdCertificate *certificate,
                  VdGroup *group) {
  const VdMachineQuestion *all = context;
  VdDiags diags = {0};
  VdTrail trail = {.follow = true};
  Job job = {.question = &all[group->question[0]],
             .arena = group->arena,
             .out = &group->verdict[0]};
  job.out->checker = job.out->why = "";
  vd_buf_str(&trail.text, certificate->text);
  if (job_begin(&job, &diags))
    decide(&job, &trail, job.question->limits.effort);
  job_end(&job);
  vd_diags_done(&diags);
  vd_trail_done(&trail);
}

static bool confirm(void *context, uint32_t index, VdArena *arena, VdVerdict *v,
                    bool stored) {
  const VdMachineQuestion *all = context;
  VdDiags diags = {0};
  Job job = {.question = &all[index],
             .arena = arena,
             .out = v,
             .mismatch = v->kind == VD_MISMATCH};
  bool is_run = !stored && v->evidence.kind == VD_EVIDENCE_RUN;
  bool shown = is_run && job_begin(&job, &diags) && replay(&job);
  if (is_run) job_end(&job);
  vd_diags_done(&diags);
  if (shown || stored) return shown;
  bool abstract = is_run && v->evidence.run->abstract;
  vd_evidence_done(&v->evidence);
  if (job.not_run)
    vd_verdict_undecided(arena, v, VD_REASON_NOT_RUN, job.not_run);
  else
    vd_verdict_undecided(arena, v,
                         abstract ? VD_REASON_ABSTRACT : VD_REASON_NO_RUN);
  return false;
}

// ----------------------------------------------------------------- source
// The same code, variable by variable, under the default contract.
static bool same_enum(const VdEnum *a, const VdEnum *b) {
  if (!a || !b) return a == b;
  bool same = a->values == b->values;
  for (uint32_t i = 0; same && i < a->values; i++)
    same = !strcasecmp(a->text[i], b->text[i]) &&
           vd_value_eq(&a->value[i], &b->value[i]);
  return same;
}

static bool is_same_source(const Job *job) {
  const VdMachineQuestion *q = job->question;
  const VdMachine *p[2];
  const VdModule *m[2];
  if (q->block) return false;
  for (int k = 0; k < 2; k++) {
    p[k] = q->side[k].machine;
    m[k] = q->side[k].machines->module;
  }
  if (p[0]->vars != p[1]->vars || p[0]->kind != p[1]->kind ||
      !vd_digest_eq(&m[0]->func.at[p[0]->func]->digest,
                    &m[1]->func.at[p[1]->func]->digest))
    return false;
  for (uint32_t i = 0; i < p[0]->vars; i++) {
    const VdMachineVar *a = &p[0]->var[i], *b = &p[1]->var[i];
    if (strcasecmp(a->name, b->name) || a->elem != b->elem ||
        a->param != b->param || a->result != b->result ||
        q->side[0].role[i] != q->side[1].role[i] ||
        !same_enum(a->enumeration, b->enumeration) ||
        !vd_value_eq(&a->init, &b->init))
      return false;
  }
  return true;
}

// ------------------------------------------------------------------- store
static bool key(void *context, uint32_t index, VdBuf *out) {
  const VdMachineQuestion *q = (const VdMachineQuestion *)context + index;
  vd_buf_printf(out, "cycle %llu\n", (unsigned long long)q->cycle);
  VdContractSource inputs = {.block = q->block};
  VdRelation relation = vd_relation_contract(&inputs);
  vd_relation_key(&relation, out);
  for (int k = 0; k < 2; k++) {
    const VdMachine *machine = q->side[k].machine;
    vd_buf_printf(out, "\n%d %u\n", machine->kind, machine->vars);
    for (uint32_t i = 0; i < machine->vars; i++) {
      const VdMachineVar *var = &machine->var[i];
      vd_buf_printf(out, "%s %d %d %u %u %d %d %llu", var->name, var->direction,
                    var->elem, var->param, var->result, q->side[k].role[i],
                    var->stopwatch, (unsigned long long)var->init.bits);
      for (uint32_t e = 0; var->enumeration && e < var->enumeration->values;
           e++)
        vd_buf_printf(out, " %s=%llu", var->enumeration->text[e],
                      (unsigned long long)var->enumeration->value[e].bits);
      vd_buf_char(out, '\n');
    }
    vd_buf_printf(out, "%u %u %u\n", machine->elapsed_param,
                  machine->fault_param, machine->fault_result);
    vd_ir_canonical(q->side[k].machines->module, machine->func, out);
  }
  return true;
}

// -------------------------------------------------------------- one version
// Names of variables, as a note.
static void say_names(VdMachineQuestion *q, VdArena *arena, VdNoteKind kind,
                      const char *title, const VdBuf *names) {
  if (!names->len) return;
  const char *text =
      vd_arena_printf(arena, "%s: %s", title, vd_buf_text(names));
  vd_push(&q->note, ((VdNote){kind, text}));
}

static void add_name(VdBuf *names, const char *name) {
  vd_buf_printf(names, "%s%s", names->len ? ", " : "", name);
}

static void list_side(Job *job, VdMachineQuestion *q, int side,
                      const uint8_t *paired) {
  static const char *const title[3][2] = {
      {"inputs of the old version only", "inputs of the new version only"},
      {"outputs of the old version only", "outputs of the new version only"},
      {"variables of the old version only",
       "variables of the new version only"}};
  const VdStepCells *cells = &job->steps.side[side].cell;
  VdBuf names[3] = {{0}, {0}, {0}};
  for (uint32_t i = 0; i < cells->len; i++) {
    const VdStepCell *cell = &cells->at[i];
    if (paired[i] || cell->var == VD_NONE) continue;
    const VdMachineVar *var = &job->steps.side[side].machine->var[cell->var];
    // What the front end made of calls is said to be new or gone elsewhere.
    if (var->made && var->direction == VD_DIR_INPUT) continue;
    int which = cell->use & VD_USE_INPUT    ? 0
                : cell->use & VD_USE_OUTPUT ? 1
                                            : 2;
    add_name(&names[which], var->name);
  }
  for (int i = 0; i < 3; i++) {
    say_names(q, job->arena, i < 2 ? VD_NOTE_ONE_SIDE : VD_NOTE_INNER,
              title[i][side], &names[i]);
    vd_buf_done(&names[i]);
  }
}

static void list_unfit(Job *job, VdMachineQuestion *q) {
  VdBuf inputs = {0}, outputs = {0};
  for (uint32_t i = 0; i < job->contract.pair.len; i++) {
    const VdContractPair *pair = &job->contract.pair.at[i];
    const char *name = job->steps.side[1].machine->var[pair->var[1]].name;
    if (!vd_term_is_none(pair->equal)) continue;
    if (pair->input && pair->standard)
      add_name(&inputs, name);
    else if (!pair->input && job->contract.terms.outputs)
      add_name(&outputs, name);
  }
  say_names(q, job->arena, VD_NOTE_UNCOMPARED,
            "not compared, as their types do not compare", &outputs);
  say_names(q, job->arena, VD_NOTE_UNRELATED,
            "inputs of one name that are not related, as their types do not "
            "compare",
            &inputs);
  vd_buf_done(&inputs);
  vd_buf_done(&outputs);
}

static void list_differences(Job *job, VdMachineQuestion *q) {
  VdSteps *s = &job->steps;
  uint8_t *paired[2];
  const uint32_t *partner = vd_steps_partners(s);
  for (int k = 0; k < 2; k++)
    paired[k] = VD_NEW_ARRAY(job->arena, uint8_t, s->side[k].cell.len + 1);
  for (uint32_t i = 0; i < s->side[1].cell.len; i++)
    if (partner[i] != VD_NONE) paired[0][partner[i]] = paired[1][i] = 1;
  list_unfit(job, q);
  for (int k = 0; k < 2; k++) list_side(job, q, k, paired[k]);
}

// ---------------------------------------------------------------- in order
// What is not modelled is known by its text and by all that it refers to.
static bool check_text(void *context, uint32_t index, VdArena *arena,
                       VdVerdict *out) {
  VdMachineQuestion *q = (VdMachineQuestion *)context + index;
  const VdFunc *f[2];
  (void)arena;
  for (int k = 0; k < 2; k++) {
    if (!q->side[k].machine->reason) return false;
    f[k] = q->side[k].machines->module->func.at[q->side[k].machine->func];
  }
  if (q->block || q->apart || !vd_digest_eq(&f[0]->digest, &f[1]->digest))
    return false;
  q->by_source = true;
  vd_verdict_same(out, NULL, "source", VD_TERMINATES_ALIKE);
  return true;
}

static bool check_unsupported(void *context, uint32_t index, VdArena *arena,
                              VdVerdict *out) {
  const VdMachineQuestion *q = (const VdMachineQuestion *)context + index;
  for (int k = 0; k < 2; k++) {
    const VdMachine *machine = q->side[k].machine;
    if (!machine->reason) continue;
    const char *why = machine->reason;
    if (q->apart)
      why = vd_arena_printf(
          arena, "%s; what it refers to may have changed in other files", why);
    vd_verdict_undecided(arena, out, VD_REASON_CONSTRUCT, why);
    out->pos = q->side[k].machines->module->func.at[machine->func]->pos;
    return true;
  }
  return false;
}

static bool check_source(void *context, uint32_t index, VdArena *arena,
                         VdVerdict *out) {
  VdMachineQuestion *q = (VdMachineQuestion *)context + index;
  Job job = {.question = q, .arena = arena, .out = out};
  VdDiags diags = {0};
  bool settled = true;
  if (!job_begin(&job, &diags)) {
    vd_verdict_undecided(arena, out, VD_REASON_NOT_MODELLED, job.steps.why);
  } else {
    list_differences(&job, q);
    settled = is_same_source(&job);
    if (settled) {
      vd_verdict_same(out, job.steps.tm, "source", VD_TERMINATES_ALIKE);
    } else if (!job.product.ensure.len) {
      vd_verdict_undecided(arena, out, VD_REASON_NO_OUTPUT);
      settled = true;
    }
    q->by_source = out->kind == VD_SAME;
  }
  job_end(&job);
  vd_diags_done(&diags);
  return settled;
}

static void settled(void *context, uint32_t index, VdArena *arena,
                    VdVerdict *v) {
  VdMachineQuestion *q = (VdMachineQuestion *)context + index;
  bool proved = v->kind == VD_SAME && !q->by_source;
  if (proved && q->configured)
    vd_verdict_undecided(arena, v, VD_REASON_CONFIGURED, q->configured);
  for (uint32_t i = 0; v->kind == VD_SAME && i < q->assumption.len; i++)
    if (proved || q->assumption.at[i].always)
      vd_verdict_assume(arena, v, q->assumption.at[i].text);
  for (uint32_t i = 0; i < q->note.len; i++) vd_push(&v->note, q->note.at[i]);
}

static const VdCheck here[] = {
    {"source", check_text, false},
    {"unsupported", check_unsupported, false},
    {"source", check_source, false},
    {"store", NULL, false},
    {0},
};

const VdKind vd_machine_kind = {.word = "machine",
                                .here = here,
                                .key = key,
                                .work = work,
                                .check = check,
                                .confirm = confirm,
                                .settled = settled};

void vd_machine_question_done(VdMachineQuestion *question) {
  vd_vec_done(&question->assumption);
  vd_vec_done(&question->note);
}
