// Verdicts of a pair: the only place that makes `same` and `different`.
#include "check/check_impl.h"

void vd_job_step(VdJob *job, const char *checker, double since, const char *fmt,
                 ...) {
  VdBuf text = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  VdStep step = {checker, vd_arena_str(job->arena, vd_buf_text(&text)),
                 vd_now() - since};
  vd_push(&job->verdict->step, step);
  vd_buf_done(&text);
}

void vd_job_note(VdJob *job, VdNoteKind kind, const char *fmt, ...) {
  VdBuf text = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  VdNote note = {kind, vd_arena_str(job->arena, vd_buf_text(&text))};
  vd_push(&job->verdict->note, note);
  vd_buf_done(&text);
}

void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text) {
  for (uint32_t i = 0; i < verdict->assumption.len; i++)
    if (!strcmp(verdict->assumption.at[i], text)) return;
  vd_push(&verdict->assumption, vd_arena_str(arena, text));
}

void vd_job_same(VdJob *job, const char *checker) {
  VdVerdict *v = job->verdict;
  VD_CHECK(!vd_terms_error(job->sides.tm));
  // A run showed what no term has a condition for.
  if (job->unseen && vd_run_is_fault(job->unseen->new_outcome.text)) {
    vd_job_unseen(job);
    return;
  }
  v->checker = checker;
  v->why = "";
  v->exact = job->with_heap;
  if (vd_may_run_forever(job, OLD) || vd_may_run_forever(job, NEW))
    vd_check_termination(job);
  else
    job->terminates = VD_TERMINATES_ALWAYS;
  v->terminates = job->terminates;
  v->kind = v->terminates == VD_TERMINATES_UNKNOWN ? VD_SAME_PARTIAL : VD_SAME;
  vd_job_assume(job);
}

void vd_job_bounded(VdJob *job, const char *checker, uint32_t bound) {
  VdVerdict *v = job->verdict;
  VD_CHECK(!vd_terms_error(job->sides.tm));
  v->kind = VD_SAME_BOUNDED;
  v->checker = checker;
  v->bound = bound;
  v->why = vd_arena_printf(
      job->arena, "no difference where loops run at most %u times", bound);
  vd_job_assume(job);
}

void vd_job_different(VdJob *job, const char *checker, VdCase *cex) {
  VdVerdict *v = job->verdict;
  v->kind = VD_DIFFERENT;
  v->checker = checker;
  v->why = cex->difference;
  v->cex = cex;
}

void vd_job_undecided(VdJob *job, VdVerdictKind kind, const char *fmt, ...) {
  VdVerdict *v = job->verdict;
  VdBuf text = {0};
  va_list args;
  VD_CHECK(!vd_verdict_is_proof(kind) && kind != VD_SAME_BOUNDED &&
           kind != VD_DIFFERENT);
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  v->kind = kind;
  v->why = vd_arena_str(job->arena, vd_buf_text(&text));
  if (!v->checker) v->checker = "";
  vd_buf_done(&text);
}

void vd_job_unseen(VdJob *job) {
  vd_job_undecided(job, VD_UNKNOWN,
                   "undefined behaviour that the real code does not show");
  job->verdict->cex = job->unseen;
}

void vd_job_contradicted(VdJob *job) {
  vd_job_undecided(job, VD_FAILED,
                   "internal error, please report: the real code does not do "
                   "what the model does");
  job->verdict->cex = job->contradicted;
}

bool vd_job_decided(const VdJob *job) {
  VdVerdictKind kind = job->verdict->kind;
  return vd_verdict_is_proof(kind) || kind == VD_SAME_BOUNDED ||
         kind == VD_DIFFERENT;
}

static void note_float(void *context, uint32_t func, const VdInst *inst) {
  (void)func;
  if (inst->kind == VD_INST_OP && (vd_op_info[inst->op].flags & VD_OP_F))
    *(bool *)context = true;
}

bool vd_job_has_floats(const VdJob *job) {
  bool floats = false;
  for (int k = 0; k < 2; k++)
    vd_ir_each(job->sides.module[k], job->sides.func[k], note_float, &floats);
  return floats;
}
