// What checkers of a pair find: steps, notes, and all verdicts but `same`.
#include "pair/pair.h"

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

void vd_job_proved(VdJob *job, const char *checker) {
  VD_CHECK(!vd_terms_error(job->sides.tm));
  job->proved = checker;
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
