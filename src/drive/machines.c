// The orchestrator of reactive programs: source, the store, then in a worker
// process steps as terms, cells of both sides made one, model checking. A run
// that shows a difference is replayed here, by the interpreter.
#include <strings.h>

#include "machine/steps.h"

enum { GRACE = 2 };  // seconds a worker gets beyond its limit

void vd_plc_prepare(VdModule *module) {
  vd_ir_loops(module);
  vd_ir_hash(module);
}

// One question at work. The worker is a copy of it.
typedef struct Job {
  const VdPlcQuestion *question;
  VdSteps steps;
  VdProduct product;
  VdPouContract contract;
  VdArena *arena;
  VdPlcVerdict *out;
  VdPlcInputs run;
  bool abstract;  // the run may be none
} Job;

static bool job_begin(Job *job, VdDiags *diags) {
  VdSteps *s = &job->steps;
  s->tm = vd_terms_new();
  s->arena = job->arena;
  s->question = job->question;
  s->why = "";
  for (int k = 0; k < 2; k++) {
    VdStepSide *side = &s->side[k];
    side->plc = job->question->side[k].plc;
    side->module = side->plc->module;
    side->sums = vd_sums_new(s->tm, side->module);
  }
  return vd_steps_begin(s, diags, &job->product, &job->contract);
}

static void job_end(Job *job) {
  VdSteps *s = &job->steps;
  vd_contract_pou_done(&job->contract);
  vd_vec_done(&job->product.ensure);
  for (int k = 0; k < 2; k++) {
    vd_vec_done(&s->side[k].cell);
    vd_sums_free(s->side[k].sums);
  }
  vd_vec_done(&s->choice);
  vd_vec_done(&s->relation);
  vd_terms_free(s->tm);
}

bool vd_plc_check_contract(const VdPlcQuestion *question, VdDiags *diags) {
  VdArena arena = {0};
  Job job = {.question = question, .arena = &arena};
  uint32_t before = diags->errors;
  job_begin(&job, diags);
  job_end(&job);
  vd_arena_done(&arena);
  return diags->errors == before;
}

// -------------------------------------------------------------------- wire
// What a worker says: numbers of 64 bits, and text with its length before it.
static void put(VdBuf *out, uint64_t number) {
  vd_buf_add(out, &number, sizeof number);
}

static void put_text(VdBuf *out, const char *text) {
  put(out, strlen(text));
  vd_buf_add(out, text, strlen(text));
}

typedef struct Reader {
  const char *at, *end;
  VdArena *arena;
  bool bad;
} Reader;

static uint64_t get(Reader *r) {
  uint64_t number = 0;
  if ((size_t)(r->end - r->at) < sizeof number) {
    r->bad = true;
    return 0;
  }
  memcpy(&number, r->at, sizeof number);
  r->at += sizeof number;
  return number;
}

static const char *get_text(Reader *r) {
  uint64_t n = get(r);
  if (n > (size_t)(r->end - r->at)) {
    r->bad = true;
    return "";
  }
  const char *text = vd_arena_printf(r->arena, "%.*s", (int)n, r->at);
  r->at += n;
  return text;
}

static void put_run(VdSteps *s, const VdPlcInputs *run, VdBuf *out) {
  put(out, run->steps);
  for (int k = 0; k < 2; k++) {
    uint32_t n = s->side[k].cell.len;
    for (size_t i = 0; i < (size_t)run->steps * n; i++)
      if (s->side[k].cell.at[i % n].use & VD_USE_INPUT)
        put(out, vd_value_limb(&run->value[k][i], 0));
  }
}

static void get_run(VdSteps *s, Reader *r, VdPlcInputs *run) {
  uint64_t steps = get(r);
  if (r->bad || steps > (size_t)(r->end - r->at) + 1) {
    r->bad = true;
    return;
  }
  run->steps = (uint32_t)steps;
  for (int k = 0; k < 2; k++) {
    uint32_t n = s->side[k].cell.len;
    run->value[k] = VD_NEW_ARRAY(r->arena, VdValue, (size_t)steps * n + 1);
    for (size_t i = 0; i < (size_t)steps * n; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i % n];
      if (!(cell->use & VD_USE_INPUT)) continue;
      uint64_t bits = get(r);
      VdSort sort = vd_term_sort(s->tm, cell->own);
      run->value[k][i] = (VdValue){.sort = sort, .bits = bits};
    }
  }
}

// -------------------------------------------------------------- the worker
static VdVerdictKind kind_of(const VdSteps *s, const VdProductReply *reply) {
  if (reply->answer == VD_MC_SAFE) return VD_SAME;
  if (reply->answer == VD_MC_BAD) return VD_DIFFERENT;
  return vd_budget_over(&s->budget) ? VD_TIMEOUT : VD_UNKNOWN;
}

static void put_end(VdBuf *out, VdVerdictKind kind, const char *checker,
                    const char *why) {
  put(out, kind);
  put_text(out, checker);
  put_text(out, why);
}

static bool is_satisfiable(Job *job) {
  VdSteps *s = &job->steps;
  if (!job->question->block || vd_term_is_true(s->tm, job->product.assume))
    return true;
  VdContractTerms terms = {.assume = job->product.assume,
                           .relate = vd_mk_bool(s->tm, true)};
  return vd_contract_satisfiable(s->tm, &terms, NULL, 0, &job->question->solver,
                                 &s->budget) != VD_ANSWER_UNSAT;
}

static void work(void *context, uint32_t index, VdBuf *out) {
  Job *job = context;
  VdSteps *s = &job->steps;
  VdProductReply reply;
  VdPlcFrames frames = {0};
  (void)index;
  s->budget = vd_budget_cut(&job->question->budget, job->question->seconds);
  if (!is_satisfiable(job)) {
    put_end(out, VD_FAILED, "contract", "no input satisfies the contract");
    return;
  }
  if (vd_steps_ready(s, &job->product)) {
    vd_steps_choices(s, &job->product);
    vd_steps_decide(s, &job->product, &reply, &frames);
  } else {
    reply = (VdProductReply){.engine = "", .why = s->why, .abstract = true};
  }
  if (reply.answer != VD_MC_SAFE && reply.abstract)
    vd_steps_test(s, &job->product, &reply);
  put_end(out, kind_of(s, &reply), reply.engine ? reply.engine : "",
          reply.why ? reply.why : "");
  put(out, frames.len);
  for (uint32_t i = 0; i < frames.len; i++) {
    const VdPlcFrame *frame = &frames.at[i];
    put_text(out, frame->name);
    put_text(out, frame->checker);
    put(out, frame->cells);
    put(out, frame->coupled);
    put(out, (uint64_t)(frame->seconds * 1e6));
  }
  put(out, s->relation.len);
  for (uint32_t i = 0; i < s->relation.len; i++)
    put_text(out, s->relation.at[i].fate);
  put(out, reply.shortest);
  put(out, reply.abstract);
  if (reply.answer == VD_MC_BAD) put_run(s, &reply.run, out);
}

static void read_work(Job *job, const VdWorkResult *result) {
  VdPlcVerdict *v = job->out;
  Reader r = {result->bytes, result->bytes + result->len, job->arena, false};
  v->kind = (VdVerdictKind)get(&r);
  v->checker = get_text(&r);
  v->why = get_text(&r);
  uint64_t frames = r.at < r.end ? get(&r) : 0;
  for (uint64_t i = 0; i < frames && !r.bad; i++) {
    VdPlcFrame frame = {.name = get_text(&r), .checker = get_text(&r)};
    frame.cells = (uint32_t)get(&r);
    frame.coupled = (uint32_t)get(&r);
    frame.seconds = (double)get(&r) * 1e-6;
    vd_push(&v->frame, frame);
  }
  uint64_t relations = r.at < r.end ? get(&r) : 0;
  for (uint64_t i = 0; i < relations && !r.bad; i++) {
    const char *fate = get_text(&r);
    if (i >= job->steps.relation.len || !*fate) continue;
    vd_push(&v->relation,
            vd_arena_printf(job->arena, "%s: %s",
                            job->steps.relation.at[i].text, fate));
  }
  if (r.at < r.end) v->shortest = get(&r);
  if (r.at < r.end) job->abstract = get(&r);
  if (v->kind == VD_DIFFERENT) get_run(&job->steps, &r, &job->run);
  if (r.bad || v->kind > VD_FAILED) {
    v->kind = VD_FAILED;
    v->why = "a worker sent what cannot be read";
  }
}

static void on_done(void *context, uint32_t index, const VdWorkResult *result) {
  Job *job = context;
  VdPlcVerdict *v = job->out;
  (void)index;
  v->checker = "";
  switch (result->status) {
    case VD_WORK_OK: read_work(job, result); return;
    case VD_WORK_TIMEOUT:
      v->kind = VD_TIMEOUT;
      v->why = "no answer in time";
      return;
    case VD_WORK_MEMORY:
      v->kind = VD_UNKNOWN;
      v->why = "out of memory";
      return;
    case VD_WORK_CANCELLED:
      v->kind = VD_UNKNOWN;
      v->why = "interrupted";
      return;
    case VD_WORK_DIED:
    case VD_WORK_BUG: break;
  }
  v->kind = VD_FAILED;
  v->why = vd_arena_printf(job->arena, "a worker died: %s", result->detail);
}

// ------------------------------------------------------------------ replay
static bool is_shared(const VdSteps *s, uint32_t old, uint32_t new) {
  VdTerm own = s->side[0].cell.at[old].own;
  VdValue value;
  return vd_term_eq(own, s->side[1].cell.at[new].own) &&
         (vd_term_op(s->tm, own) == VD_OP_VAR ||
          vd_term_value(s->tm, own, &value));
}

static uint32_t column_of(const VdPlcTrace *trace, int side, uint32_t var,
                          bool input) {
  for (uint32_t i = 0; i < trace->column.len; i++)
    if (trace->column.at[i].input == input &&
        trace->column.at[i].sides & (side ? VD_TRACE_NEW : VD_TRACE_OLD) &&
        trace->column.at[i].var[side] == var)
      return i;
  return VD_PLC_NONE;
}

// Inputs of both, of the old side, of the new side; then outputs.
static void add_columns(Job *job, VdPlcTrace *trace) {
  VdSteps *s = &job->steps;
  const uint32_t *partner = vd_steps_partners(s);
  const VdStepCells *new = &s->side[1].cell;
  for (uint32_t i = 0; i < new->len; i++) {
    uint32_t old = partner[i];
    if (!(new->at[i].use &VD_USE_INPUT) || new->at[i].var == VD_PLC_NONE ||
        old == VD_PLC_NONE || !is_shared(s, old, i))
      continue;
    uint32_t var[2] = {s->side[0].cell.at[old].var, new->at[i].var};
    vd_plc_trace_add_both(trace, s->side[0].pou, var);
  }
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i];
      if (!(cell->use & VD_USE_INPUT) || cell->var == VD_PLC_NONE) continue;
      if (column_of(trace, k, cell->var, true) == VD_PLC_NONE)
        vd_plc_trace_add(trace, s->side[k].pou, cell->var, VD_PLC_IS_INPUT,
                         k ? VD_TRACE_NEW : VD_TRACE_OLD);
    }
  for (int k = 0; k < 2; k++) {
    uint8_t side = k ? VD_TRACE_NEW : VD_TRACE_OLD;
    for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
      const VdStepCell *cell = &s->side[k].cell.at[i];
      if (cell->use & VD_USE_OUTPUT && cell->var != VD_PLC_NONE)
        vd_plc_trace_add(trace, s->side[k].pou, cell->var, VD_PLC_IS_OUTPUT,
                         side);
    }
    if (s->side[k].fault != VD_PLC_NONE) vd_plc_trace_add_fault(trace, side);
  }
}

static uint16_t elapsed_in(const Job *job, uint32_t step) {
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &job->steps.side[k];
    if (side->elapsed != VD_PLC_NONE)
      return (uint16_t)job->run
          .value[k][(size_t)step * side->cell.len + side->elapsed]
          .bits;
  }
  return (uint16_t)(job->question->cycle / 1000000);
}

static void fill_inputs(Job *job, VdPlcTrace *trace) {
  for (uint32_t t = 0; t < job->run.steps; t++) {
    vd_plc_trace_cycle(trace, elapsed_in(job, t));
    for (int k = 0; k < 2; k++) {
      const VdStepCells *cells = &job->steps.side[k].cell;
      for (uint32_t i = 0; i < cells->len; i++) {
        if (!(cells->at[i].use & VD_USE_INPUT)) continue;
        uint32_t column = cells->at[i].var == VD_PLC_NONE
                              ? VD_PLC_NONE
                              : column_of(trace, k, cells->at[i].var, true);
        if (column != VD_PLC_NONE)
          vd_plc_trace_set(trace, t, column,
                           job->run.value[k][(size_t)t * cells->len + i]);
      }
    }
  }
}

static VdValue after_of(const VdPlcTrace *trace, const VdStepSide *side, int k,
                        uint32_t cycle, uint32_t i) {
  uint32_t var = i == side->fault ? VD_TRACE_FAULT : side->cell.at[i].var;
  return vd_plc_trace_get(trace, cycle, column_of(trace, k, var, false));
}

// What the claims are about, as it was in a cycle.
static void set_values(Job *job, const VdPlcTrace *trace, uint32_t t,
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

// The first claim that does not hold in a cycle; VD_PLC_NONE if all do. False
// if the inputs are not related as they should be.
static bool look_at(Job *job, const VdPlcTrace *trace, uint32_t t, VdEval *eval,
                    uint32_t *broken) {
  set_values(job, trace, t, eval);
  *broken = VD_PLC_NONE;
  if (!is_true(eval, job->product.assume)) return false;
  for (uint32_t i = 0; i < job->product.ensure.len; i++)
    if (!is_true(eval, job->product.ensure.at[i].claim)) {
      *broken = i;
      return true;
    }
  return true;
}

static void show_difference(Job *job, VdPlcTrace *trace, uint32_t cycle,
                            uint32_t broken) {
  const VdEnsure *ensure = &job->product.ensure.at[broken];
  vd_plc_trace_cut(trace, cycle + 1);
  trace->cycle = cycle;
  for (int k = 0; k < 2; k++) {
    const VdStepSide *side = &job->steps.side[k];
    uint32_t cell = ensure->cell[k];
    if (cell == VD_PLC_NONE) continue;
    uint32_t var =
        cell == side->fault ? VD_TRACE_FAULT : side->cell.at[cell].var;
    trace->differs[k] = column_of(trace, k, var, false);
  }
  job->out->claim = vd_arena_str(job->arena, ensure->text);
  job->out->shortest = job->out->shortest && cycle + 1 == job->run.steps;
}

static bool replay(Job *job) {
  VdSteps *s = &job->steps;
  VdPlcTrace *trace = VD_NEW(job->arena, VdPlcTrace);
  VdCycles *cycles[2];
  vd_plc_trace_init(trace, s->side[0].pou->name, true);
  trace->timed = s->side[0].elapsed != VD_PLC_NONE ||
                 s->side[1].elapsed != VD_PLC_NONE || job->question->cycle;
  add_columns(job, trace);
  fill_inputs(job, trace);
  for (int k = 0; k < 2; k++)
    cycles[k] = vd_cycles_of(s->side[k].plc, job->question->side[k].pou);
  vd_plc_trace_run(trace, cycles, NULL, NULL);
  for (int k = 0; k < 2; k++) vd_cycles_free(cycles[k]);
  job->out->trace = trace;
  VdEval *eval = vd_eval_new(s->tm);
  bool shown = false;
  for (uint32_t t = 0; !shown && t < vd_plc_trace_cycles(trace); t++) {
    uint32_t broken;
    if (!look_at(job, trace, t, eval, &broken)) break;
    if (broken == VD_PLC_NONE) continue;
    show_difference(job, trace, t, broken);
    shown = true;
  }
  vd_eval_free(eval);
  return shown;
}

// ----------------------------------------------------------------- source
// The same code, variable by variable, under the default contract.
static bool same_enum(const VdPlcEnum *a, const VdPlcEnum *b) {
  if (!a || !b) return a == b;
  bool same = a->values == b->values;
  for (uint32_t i = 0; same && i < a->values; i++)
    same = !strcasecmp(a->text[i], b->text[i]) &&
           vd_value_eq(&a->value[i], &b->value[i]);
  return same;
}

static bool is_same_source(const Job *job) {
  const VdPlcQuestion *q = job->question;
  const VdPlcPou *p[2];
  const VdModule *m[2];
  if (q->block) return false;
  for (int k = 0; k < 2; k++) {
    p[k] = q->side[k].pou;
    m[k] = q->side[k].plc->module;
  }
  if (p[0]->vars != p[1]->vars || p[0]->kind != p[1]->kind ||
      !vd_digest_eq(&m[0]->func.at[p[0]->func]->digest,
                    &m[1]->func.at[p[1]->func]->digest))
    return false;
  for (uint32_t i = 0; i < p[0]->vars; i++) {
    const VdPlcVar *a = &p[0]->var[i], *b = &p[1]->var[i];
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
static void query_bytes(const VdPlcQuestion *q, VdBuf *out) {
  vd_buf_printf(out, "veridiff %d\nplc 3\ncycle %llu\n", VD_SEMANTICS,
                (unsigned long long)q->cycle);
  if (q->block) vd_contract_print(q->block, out);
  for (int k = 0; k < 2; k++) {
    const VdPlcPou *pou = q->side[k].pou;
    vd_buf_printf(out, "\n%d %u\n", pou->kind, pou->vars);
    for (uint32_t i = 0; i < pou->vars; i++) {
      const VdPlcVar *var = &pou->var[i];
      vd_buf_printf(out, "%s %d %d %u %u %d %d %llu", var->name, var->direction,
                    var->elem, var->param, var->result, q->side[k].role[i],
                    var->stopwatch, (unsigned long long)var->init.bits);
      for (uint32_t e = 0; var->enumeration && e < var->enumeration->values;
           e++)
        vd_buf_printf(out, " %s=%llu", var->enumeration->text[e],
                      (unsigned long long)var->enumeration->value[e].bits);
      vd_buf_char(out, '\n');
    }
    vd_buf_printf(out, "%u %u %u\n", pou->elapsed_param, pou->fault_param,
                  pou->fault_result);
    vd_ir_canonical(q->side[k].plc->module, pou->func, out);
  }
}

// Only proofs are kept: a run is found again sooner than it is read.
static const char RECORD[] = "{\"plc\":\"same\"}";

static bool is_stored(const VdPlcQuestion *q, const VdBuf *key,
                      const VdDigest *digest) {
  VdBuf record = {0};
  bool hit =
      q->store && vd_store_get(q->store, digest, key->at, key->len, &record);
  hit = hit && record.len == sizeof RECORD - 1 &&
        !memcmp(record.at, RECORD, record.len);
  vd_buf_done(&record);
  return hit;
}

// ---------------------------------------------------------------- in order
static void add_only(Job *job, int side, const VdStepCell *cell) {
  VdPlcVerdict *v = job->out;
  const VdPlcVar *var = &job->steps.side[side].pou->var[cell->var];
  // An action is said to be new or gone elsewhere.
  if (var->made && var->direction == VD_PLC_INPUT) return;
  VdPlcOnly only = {cell->var, cell->use & VD_USE_INPUT,
                    cell->use & VD_USE_OUTPUT};
  vd_push(&v->only[side], only);
}

static void list_differences(Job *job) {
  VdPlcVerdict *v = job->out;
  VdSteps *s = &job->steps;
  uint8_t *paired = VD_NEW_ARRAY(job->arena, uint8_t, s->side[0].cell.len + 1);
  const uint32_t *partner = vd_steps_partners(s);
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    if (partner[i] != VD_PLC_NONE)
      paired[partner[i]] = 1;
    else if (s->side[1].cell.at[i].var != VD_PLC_NONE)
      add_only(job, 1, &s->side[1].cell.at[i]);
  }
  for (uint32_t i = 0; i < s->side[0].cell.len; i++)
    if (!paired[i] && s->side[0].cell.at[i].var != VD_PLC_NONE)
      add_only(job, 0, &s->side[0].cell.at[i]);
  for (uint32_t i = 0; i < job->contract.pair.len; i++) {
    const VdPouPair *pair = &job->contract.pair.at[i];
    const char *name = s->side[1].pou->var[pair->var[1]].name;
    if (!vd_term_is_none(pair->equal)) continue;
    if (pair->input && pair->standard)
      vd_push(&v->unrelated, name);
    else if (!pair->input && job->contract.terms.outputs)
      vd_push(&v->uncompared, name);
  }
}

static void run_worker(Job *job) {
  const VdPlcQuestion *q = job->question;
  VdPool pool = {.jobs = 1,
                 .seconds = q->seconds > 0 ? q->seconds + GRACE : 0,
                 .memory = q->memory,
                 .budget = q->budget,
                 .work = work,
                 .done = on_done,
                 .context = job};
  vd_pool_run(&pool, 1);
  if (job->out->kind != VD_DIFFERENT || replay(job)) return;
  job->out->kind = job->abstract ? VD_UNKNOWN : VD_FAILED;
  job->out->why =
      job->abstract
          ? "neither a proof nor a run: it depends on arithmetic that is "
            "not modelled bit by bit"
          : "the model shows a run that the interpreter does not: please "
            "report "
            "this";
}

// What is not modelled is known by its text and by all that it refers to.
static bool is_same_text(const Job *job) {
  const VdPlcQuestion *q = job->question;
  const VdFunc *f[2];
  for (int k = 0; k < 2; k++) {
    if (!q->side[k].pou->reason) return false;
    f[k] = q->side[k].plc->module->func.at[q->side[k].pou->func];
  }
  return !q->block && vd_digest_eq(&f[0]->digest, &f[1]->digest);
}

static bool is_unsupported(Job *job) {
  for (int k = 0; k < 2; k++) {
    const VdPlcSide *side = &job->question->side[k];
    const VdPlcPou *pou = side->pou;
    if (!pou->reason) continue;
    job->out->kind = VD_UNSUPPORTED;
    job->out->why = pou->reason;
    job->out->pos = side->plc->module->func.at[pou->func]->pos;
    return true;
  }
  return false;
}

// What a call reaches, by elementary type.
typedef struct Reached {
  const char *in_out;   // one variable
  size_t len;           // of its name
  bool other, written;  // is there another one? is any of them written?
} Reached;

// Parameters by reference, and what a caller could give for them.
static bool is_reached(const VdPlcPou *pou, const VdPlcVar *var) {
  if (var->direction == VD_PLC_IN_OUT || var->direction == VD_PLC_GLOBAL)
    return true;
  return var->direction == VD_PLC_INPUT && !var->made &&
         (var->global || pou->kind == VD_PLC_FUNCTION_BLOCK);
}

static bool has_aliases(const VdPlcPou *pou) {
  Reached all[VD_PLC_ELEMS] = {0};
  for (int in_out = 1; in_out >= 0; in_out--)
    for (uint32_t i = 0; i < pou->vars; i++) {
      const VdPlcVar *var = &pou->var[i];
      Reached *r = &all[var->elem];
      size_t len = strcspn(var->name, ".[");
      if (!is_reached(pou, var) ||
          (var->direction == VD_PLC_IN_OUT) != (in_out == 1))
        continue;
      if (in_out && !r->in_out) {
        r->in_out = var->name;
        r->len = len;
      }
      r->written = r->written || var->result != VD_PLC_NONE;
      r->other = r->other ||
                 (r->in_out && (len != r->len ||
                                strncasecmp(var->name, r->in_out, len) != 0));
    }
  for (uint32_t i = 0; i < VD_PLC_ELEMS; i++)
    if (all[i].other && all[i].written) return true;
  return false;
}

// Parameters by reference are taken as variables of their own. That says
// nothing of two texts only if they are one.
static void assume_no_aliases(Job *job) {
  const VdPlcPou *old = job->question->side[0].pou;
  const VdPlcPou *new = job->question->side[1].pou;
  if (job->out->kind != VD_SAME || vd_digest_eq(&old->text, &new->text) ||
      (!has_aliases(old) && !has_aliases(new)))
    return;
  vd_push(&job->out->assumption,
          "a call gives a variable for one VAR_IN_OUT only, and none that the "
          "callee reaches otherwise");
}

static void decide(Job *job) {
  const VdPlcQuestion *q = job->question;
  VdPlcVerdict *v = job->out;
  VdBuf key = {0};
  VdDigest digest;
  if (q->store) {
    query_bytes(q, &key);
    digest = vd_digest_of(key.at, key.len);
    if (!q->verify && is_stored(q, &key, &digest)) {
      v->kind = VD_SAME;
      v->checker = "store";
      v->from_store = true;
    }
  }
  if (!v->from_store) run_worker(job);
  if (v->kind == VD_FAILED && !strcmp(v->checker, "contract"))
    v->pos = q->block->pos;
  if (q->store && v->kind == VD_SAME && !v->from_store)
    vd_store_put(q->store, &digest, key.at, key.len, RECORD, sizeof RECORD - 1);
  vd_buf_done(&key);
  for (uint32_t i = 0; v->kind == VD_SAME && i < q->assumption.len; i++)
    vd_push(&v->assumption, q->assumption.at[i]);
}

void vd_plc_compare(const VdPlcQuestion *question, VdArena *arena,
                    VdPlcVerdict *out) {
  Job job = {.question = question, .arena = arena, .out = out};
  VdDiags diags = {0};
  double start = vd_now();
  *out = (VdPlcVerdict){.checker = "", .why = ""};
  if (is_same_text(&job)) {
    out->kind = VD_SAME;
    out->checker = "source";
  } else if (!is_unsupported(&job)) {
    if (job_begin(&job, &diags)) {
      list_differences(&job);
      if (is_same_source(&job)) {
        out->kind = VD_SAME;
        out->checker = "source";
      } else if (!job.product.ensure.len) {
        out->kind = VD_UNKNOWN;
        out->why = "there is no output to compare";
      } else {
        decide(&job);
      }
    } else {
      out->kind = VD_UNKNOWN;
      out->why = job.steps.why;
    }
    job_end(&job);
  }
  vd_diags_done(&diags);
  assume_no_aliases(&job);
  bool program = question->side[0].pou->kind == VD_PLC_PROGRAM;
  bool configured =
      question->side[0].plc->configured || question->side[1].plc->configured;
  if (program && configured && out->kind == VD_SAME &&
      strcmp(out->checker, "source") != 0) {
    out->kind = VD_UNKNOWN;
    out->why =
        "VAR_CONFIG may give other initial values, which is not modelled";
  }
  out->seconds = vd_now() - start;
}

void vd_plc_verdict_done(VdPlcVerdict *v) {
  vd_vec_done(&v->frame);
  for (int k = 0; k < 2; k++) vd_vec_done(&v->only[k]);
  vd_vec_done(&v->uncompared);
  vd_vec_done(&v->unrelated);
  vd_vec_done(&v->assumption);
  vd_vec_done(&v->relation);
  if (v->trace) vd_plc_trace_done(v->trace);
  *v = (VdPlcVerdict){0};
}
